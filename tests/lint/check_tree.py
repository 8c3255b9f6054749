#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares a source tree with the rules of its docs/architecture.md.

Usage: check_tree.py <root>. Prints one line per violation and ends with 1 if there is any.
The tables of modules and of libraries are read from the document, so that the document is the rule.
"""
import re
import sys
from pathlib import Path

DRAWERS = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"}
LONGEST_FILE = 600
TABLE_FILE = re.compile(r"(table|tables|ids|names|catalogue)\.(h|cpp)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# Libraries are written as they are included; Q stands for every Qt header.
QT_HEADER = re.compile(r"^(Qt[A-Z]\w*/)?Q[A-Z]\w*$")


def fenced_block(document, name):
    match = re.search(rf"^```{name}\n(.*?)^```", document, re.M | re.S)
    if not match:
        raise SystemExit(f"docs/architecture.md: the block {name} is missing")
    return [line.split("#")[0].strip() for line in match[1].splitlines() if line.strip()]


def read_rules(root):
    document = (root / "docs/architecture.md").read_text(encoding="utf-8")
    modules = {}
    for line in fenced_block(document, "who-may-know-whom"):
        module, allowed = (part.strip() for part in line.split("->"))
        names = [] if allowed == "-" else allowed.split()
        modules[module] = None if allowed == "any" else set(names)
    libraries = {}
    for line in fenced_block(document, "who-may-include"):
        prefix, allowed = (part.strip() for part in line.split(":"))
        libraries[prefix] = set(allowed.split())
    for module, allowed in modules.items():
        for other in allowed or ():
            if other not in modules:
                raise SystemExit(f"docs/architecture.md: {module} names the unknown module {other}")
    return modules, libraries


def module_of(path, modules):
    """The module of a path relative to the root, or None outside of all."""
    parts = path.parts[1:] if path.parts[0] == "core" else path.parts
    for length in (2, 1):
        name = "/".join(parts[:length])
        if len(parts) > length and name in modules:
            return name
    return None


def sources(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp") and "node_modules" not in path.parts:
                yield path.relative_to(root)


def resolve(root, path, target):
    for base in (root / "core", root, (root / path).parent, root / "tests"):
        if (base / target).is_file():
            return (base / target).resolve().relative_to(root.resolve())
    return None


def uses_library(header, prefix):
    return bool(QT_HEADER.match(header)) if prefix == "Q" else header.startswith(prefix)


def check_includes(root, modules, libraries, report):
    graph = {}
    for path in sources(root, ("core", "views", "app")):
        module = module_of(path, modules)
        if module is None:
            report(path, "lies in no module of docs/architecture.md")
            continue
        text = (root / path).read_text(encoding="utf-8")
        graph[path] = []
        for quote, header in INCLUDE.findall(text):
            if header == "boost/asio.hpp":
                report(path, "includes <boost/asio.hpp>; name the exact headers")
            for prefix, allowed in libraries.items():
                if quote == "<" and uses_library(header, prefix) and module not in allowed:
                    report(path, f"includes <{header}>, which only {' '.join(sorted(allowed))} may")
            if quote == "<" or header.endswith(".moc"):
                continue
            found = resolve(root, path, header)
            if found is None:
                report(path, f'includes "{header}", which is nowhere')
                continue
            graph[path].append(found)
            other = module_of(found, modules)
            allowed = modules[module]
            if other != module and allowed is not None and other not in allowed:
                report(path, f'includes "{header}": {module} may not know {other}')
    check_cycles(graph, report)


def check_cycles(graph, report):
    state = {}

    def visit(path, trail):
        state[path] = "open"
        for other in graph.get(path, ()):
            if state.get(other) == "open":
                cycle = trail[trail.index(other):] if other in trail else [other]
                report(other, "include cycle: " + " -> ".join(map(str, cycle + [other])))
            elif other not in state:
                visit(other, trail + [other])
        state[path] = "done"

    sys.setrecursionlimit(10000)
    for path in graph:
        if path not in state:
            visit(path, [path])


def check_links(root, modules, report):
    flat = {"uasurge_" + name.replace("/", "_"): name for name in modules}
    for folder in ("core", "views", "app"):
        for path in sorted((root / folder).rglob("CMakeLists.txt")):
            relative = path.relative_to(root)
            module = module_of(relative, modules)
            if module is None:
                continue
            text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
            linked = set()
            declared = re.search(r"uasurge_module\(\s*(\S+?)[\s)]([^)]*)\)?", text)
            if declared:
                if declared[1] != module:
                    report(relative, f"declares the module {declared[1]}, lies in {module}")
                depends = re.search(r"DEPENDS\s+([a-z/_\s]*)", declared[2])
                linked |= set(depends[1].split()) if depends else set()
            linked |= {flat[word] for word in re.findall(r"uasurge_\w+", text) if word in flat}
            allowed = modules[module]
            for other in sorted(linked - {module}):
                if other not in modules:
                    report(relative, f"links {other}, which is no module")
                elif allowed is not None and other not in allowed:
                    report(relative, f"links {other}: {module} may not know it")


def check_names(root, report):
    for folder in ("core", "views", "app", "tests", "cmake", "resources"):
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root)
            if "node_modules" in relative.parts or "__pycache__" in relative.parts:
                continue
            drawers = DRAWERS & set(re.split(r"[_.-]", path.name.lower()))
            if drawers:
                report(relative, f"is named {drawers.pop()}, which says nothing")
    for path in sources(root, ("core", "views", "app", "tests")):
        text = (root / path).read_text(encoding="utf-8")
        for name in re.findall(r"^\s*namespace\s+([\w:]+)", text, re.M):
            if DRAWERS & set(name.lower().split("::")):
                report(path, f"has a namespace {name}, which says nothing")


def check_files(root, report):
    for path in sources(root, ("core", "views", "app", "tests")):
        text = (root / path).read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > LONGEST_FILE and not TABLE_FILE.search(path.name):
            report(path, f"has {lines} lines; at most {LONGEST_FILE}, tables aside")
        if not text.startswith("// SPDX-License-Identifier: MIT\n"):
            report(path, "does not begin with its SPDX line")
        if path.suffix == ".h" and "#pragma once" not in text:
            report(path, "has no #pragma once")


def strip_texts(text):
    text = re.sub(r'R"(\w*)\((.*?)\)\1"', '""', text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def check_awaits(root, report):
    for path in sources(root, ("core", "views", "app", "tests")):
        text = strip_texts((root / path).read_text(encoding="utf-8"))
        for match in re.finditer(r"\bco_await\b([^;]*);", text):
            before = re.split(r"[;{}]", text[:match.start()])[-1]
            line = text[:match.start()].count("\n") + 1
            if "{" in match[1] or re.search(r"\[[^\]]*\]\s*[({]", match[1]):
                report(path, f"near line {line}: a lambda or brace inside a co_await")
            if re.search(r"\b(if|while|for|switch|return)\s*\(", before):
                report(path, f"near line {line}: a co_await inside a condition")


def violations(root):
    root = Path(root)
    found = []

    def report(path, text):
        found.append(f"{path}: {text}")

    modules, libraries = read_rules(root)
    check_includes(root, modules, libraries, report)
    check_links(root, modules, report)
    check_names(root, report)
    check_files(root, report)
    check_awaits(root, report)
    return found


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    count = sum(1 for _ in sources(root, ("core", "views", "app")))
    if count == 0:
        raise SystemExit(f"{root} holds no sources")
    found = violations(root)
    for line in found:
        print(line)
    print(f"{count} files looked at, {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
