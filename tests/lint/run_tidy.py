#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy on the sources of core, views and app that changed since they were last found clean.

Usage: run_tidy.py <build directory>. A file's fingerprint covers everything of this repository it
includes (as Ninja recorded it), the checks and its command line; clean fingerprints are kept in
<build directory>/tidy, so a second run looks only at what is new.
"""
import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIDY = "clang-tidy-19"


def dependencies(build):
    """Object file -> headers and sources of this repository, from Ninja's record."""
    listing = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], check=True,
                             capture_output=True, text=True).stdout
    found, current = {}, None
    for line in listing.splitlines():
        if line.startswith(" "):
            path = (build / line.strip()).resolve()
            if ROOT in path.parents and build not in path.parents:
                current.append(path)
        elif ": " in line:
            current = found.setdefault(line.split(":")[0], [])
    return found


def compiler_arguments(command):
    """Without the launcher in front, whose options clang-tidy would take for the compiler's."""
    words = shlex.split(command)
    start = next(i for i, word in enumerate(words) if Path(word).name.startswith("clang++"))
    return words[start:]


def main():
    build = Path(sys.argv[1]).resolve()
    store = build / "tidy"
    store.mkdir(exist_ok=True)
    deps = dependencies(build)
    wanted = tuple(str(ROOT / folder) + os.sep for folder in ("core", "views", "app"))
    todo, database = [], []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        if not str(file).startswith(wanted):
            continue
        arguments = compiler_arguments(entry["command"])
        database.append({"directory": entry["directory"], "file": str(file),
                         "arguments": arguments})
        digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
        digest.update("\0".join(arguments).encode())
        output = arguments[arguments.index("-o") + 1]
        for path in sorted(set(deps.get(output, ())) | {file}):
            digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
        stamp = store / digest.hexdigest()
        if not stamp.exists():
            todo.append((file, stamp))
    if not database:
        print("no sources to look at")
        return 1
    (store / "compile_commands.json").write_text(json.dumps(database))

    def look_at(job):
        file, stamp = job
        done = subprocess.run([TIDY, "--quiet", "-p", str(store), str(file)],
                              capture_output=True, text=True)
        if done.returncode == 0:
            stamp.touch()
            return True
        print(done.stdout, done.stderr, sep="", flush=True)
        return False

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = list(pool.map(look_at, todo))
    print(f"clang-tidy: {len(database)} files, {len(todo)} looked at, {clean.count(False)} not clean")
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
