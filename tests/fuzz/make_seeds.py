#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the seed corpora of the fuzzers from the golden vectors and the scenarios.

Usage: make_seeds.py <repository> <output folder>; one folder per fuzz target. What each target
expects of its input:

  binary_decoder   "message\\n" + NodeId and structure, or "<type name>\\n" + the value's bytes
  chunk_stream     "s\\n" or "c\\n" (server's or client's bytes) + a stream of UACP messages
  scenario_reader  a scenario file, or "--set <assignment>\\n" + one, or "--set <threshold>"
  run_log_reader   run.jsonl
"""
import json
import shutil
import sys
from pathlib import Path


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))["vectors"]


def write(folder, name, data):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name.replace("/", "_")).write_bytes(data)


def binary_decoder(vectors, out):
    for file in ("builtin", "structs", "messages", "reject"):
        for number, vector in enumerate(load(vectors / f"{file}.json")):
            kind = "message" if vector["kind"] == "message" else vector["type"]
            write(out, f"{file}-{number:04}", kind.encode() + b"\n" + bytes.fromhex(vector["hex"]))


def chunk_stream(vectors, out):
    for recording in sorted((vectors / "recordings").glob("*.json")):
        document = json.loads(recording.read_text(encoding="utf-8"))
        for number, connection in enumerate(document["connections"]):
            streams = {"c2s": b"", "s2c": b""}
            for message in connection["messages"]:
                streams[message["dir"]] += bytes.fromhex(message["hex"])
            for direction, stream in streams.items():
                # The beginning holds the handshake; a fuzzer gains nothing from megabytes behind.
                write(out, f"{recording.stem}-{number}-{direction}",
                      direction[0].encode() + b"\n" + stream[:16384])
    for number, vector in enumerate(load(vectors / "chunks.json")):
        if vector.get("policy", "").endswith("#None"):
            stream = b"".join(bytes.fromhex(chunk) for chunk in vector["chunks"])
            write(out, f"chunks-{number:04}", b"c\n" + stream[:16384])


def scenario_reader(root, out):
    for file in sorted((root / "resources/scenarios").glob("*.json")):
        text = file.read_bytes()
        write(out, file.stem, text)
        write(out, f"{file.stem}-set", b"--set /workloads/0/sessions=3\n" + text)
        for number, threshold in enumerate(json.loads(text)["thresholds"]):
            write(out, f"{file.stem}-threshold-{number}", b"--set " + threshold.encode())


def main():
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    vectors = root / "tests/vectors"
    shutil.rmtree(out, ignore_errors=True)
    binary_decoder(vectors, out / "binary_decoder")
    chunk_stream(vectors, out / "chunk_stream")
    scenario_reader(root, out / "scenario_reader")
    for folder in sorted((root / "tests/fuzz/seeds").iterdir()):
        for file in sorted(folder.iterdir()):
            write(out / folder.name, file.name, file.read_bytes())
    for folder in sorted(out.iterdir()):
        print(f"{folder.name}: {len(list(folder.iterdir()))} seeds")


if __name__ == "__main__":
    main()
