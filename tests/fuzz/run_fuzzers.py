#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the libFuzzer programs of a build, two at a time, and reports findings and coverage.

Usage: run_fuzzers.py <build directory> [target] [seconds]. Ends with 1 on a finding, or when the
planted bug is not found. Corpora stay in <build>/corpus and grow from run to run; inputs that crash
are kept in <build>/findings.
"""
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PLANTED = "planted_bug"
PLANTED_SECONDS = 60
AT_ONCE = 2


class Fuzzer:
    def __init__(self, build, program):
        self.name = program.name.removeprefix("fuzz_")
        self.program = program
        self.profile = build / "coverage" / f"{self.name}.profraw"
        self.findings = build / "findings"
        seeds_of = "scenario_reader" if self.name == PLANTED else self.name
        self.seeds = build / "tests/fuzz/seeds" / seeds_of
        self.corpus = build / "corpus" / self.name
        self.log = build / "findings" / f"{self.name}.log"
        for folder in (self.findings, self.corpus, self.profile.parent):
            folder.mkdir(parents=True, exist_ok=True)

    def call(self, *options, check=False):
        environment = dict(os.environ, LLVM_PROFILE_FILE=str(self.profile))
        with self.log.open("w") as log:
            return subprocess.run([self.program, *options, self.corpus, self.seeds], check=check,
                                  env=environment, stdout=log, stderr=subprocess.STDOUT).returncode

    def run(self, seconds):
        if self.name == PLANTED:
            for old in self.corpus.iterdir():
                old.unlink()  # what an earlier run learnt would make the proof too easy
        begin = time.monotonic()
        code = self.call(f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2048",
                         "-max_len=65536", "-print_final_stats=1",
                         f"-artifact_prefix={self.findings / self.name}-")
        text = self.log.read_text(errors="replace")
        runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text)
        what = f"{self.name}: {runs[-1] if runs else '?'} inputs in {time.monotonic() - begin:.0f} s"
        if self.name == PLANTED:
            found = code != 0 and "stack-buffer-overflow" in text and "plantedBug" in text
            print(f"{what}, planted bug {'found' if found else 'NOT FOUND'}", flush=True)
            return found
        if code != 0:
            summary = re.findall(r"^SUMMARY: .*$|^==\d+== ERROR: .*$", text, re.M)
            print(f"{what}, FINDING: {summary[-1] if summary else 'see the log'}\n  log: {self.log}",
                  flush=True)
            return False
        print(f"{what}, no finding; {self.coverage()}", flush=True)
        return True

    def coverage(self):
        """Lines of core/ that the whole corpus reaches."""
        self.call("-runs=0", check=False)
        data = self.profile.with_suffix(".profdata")
        subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-o", data, self.profile],
                       check=True)
        report = subprocess.run(["llvm-cov-19", "report", self.program, f"-instr-profile={data}",
                                 "-ignore-filename-regex=(^/usr/|/tests/)"],
                                check=True, capture_output=True, text=True).stdout
        (self.profile.parent / f"{self.name}.txt").write_text(report)
        total = next(line for line in report.splitlines() if line.startswith("TOTAL")).split()
        # columns: regions, missed, cover, functions, missed, executed, lines, missed, cover, …
        return f"{total[9]} of {total[7]} lines, {total[3]} of {total[1]} regions of core/ covered"


def main():
    build = Path(sys.argv[1]).resolve()
    words = sys.argv[2:]
    seconds = int(words.pop()) if words and words[-1].isdigit() else 300
    fuzzers = [Fuzzer(build, path) for path in sorted((build / "bin").glob("fuzz_*"))
               if os.access(path, os.X_OK)]
    if words:
        fuzzers = [fuzzer for fuzzer in fuzzers if fuzzer.name == words[0]]
    if not fuzzers:
        print(f"no fuzz target '{words[0] if words else '*'}'")
        return 1
    fuzzers.sort(key=lambda fuzzer: fuzzer.name == PLANTED)

    def run(fuzzer):
        return fuzzer.run(min(seconds, PLANTED_SECONDS) if fuzzer.name == PLANTED else seconds)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        good = list(pool.map(run, fuzzers))
    print(f"{len(good)} fuzzers, {good.count(False)} failed; coverage by file: {build / 'coverage'}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
