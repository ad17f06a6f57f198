"""Measures the speed of debug and release builds: see debug.sh.

usage: debug.py (CONFIGURATION FOLDER CORPUS-FOLDER)..., with ROUNDS in the environment
"""

import json
import os
import statistics
import subprocess
import sys

ROUNDS = int(os.environ.get("ROUNDS", "3"))
MODELS = {  # distinct, transitions, depth
    "grid-6-10 plain": (1_000_000, 6_000_000, 54),
    "grid-6-10 container": (1_000_000, 6_000_000, 54),
    "8-puzzle plain": (181_440, 483_840, 31),
    "8-puzzle container": (181_440, 483_840, 31),
    "2pc-6 plain": (50_816, 402_305, 19),
    "2pc-6 container": (50_816, 402_305, 19),
    "2pc-6 listed": (50_816, 402_305, 19),
    "todo-list container": (19_998, 297_207, 11),
    "messenger container": (35_640, 188_646, 17),
    "calculator-6 container": (310_149, 619_920, 13),
    "screens-99 container": (117_909, 353_628, 200),
    "treap-6 container": (19_863, 476_712, 6),
    "preferences-9 container": (2_880, 35_616, 7),
    "mixed-path-5 container": (37_324, 99_520, 16),
    "requests-6 container": (31_250, 293_750, 13),
    "cards-8 container": (133_534, 1_087_317, 23),
    "stopwatch-30000 container": (60_002, 180_006, 30_002),
    "meter-200000 container": (200_001, 400_002, 200_000),
    "savings-200 container": (80_802, 484_812, 139),
    "chat-2 container": (113_100, 827_110, 17),
}
# The searches count the steps of these models differently: one step of ours may be several stages of a command.
ONLY_WORLDS_ARE_COMPARED = {"chat-2 container"}
# The widths of the columns; a negative one is aligned to the left.
WIDTHS = (-8, -22, 11, 11, 6)


def records(command):
    """The records of checks that a suite prints."""
    text = subprocess.run(command, capture_output=True, text=True).stdout
    return [record for record in map(json.loads, text.splitlines()) if record.get("kind") == "check"]


def explored(folder, check):
    command = [f"{folder}/ExplorerBenchmarks", "explore", "--format", "json", "--store", "off", "--workers", "1"]
    (record,) = records(command + ["--states", "4000000", check])
    return (record["states"], record["transitions"], record["depth"]), record["seconds"]


def searched(folder, check):
    *counts, seconds = subprocess.run(
        [f"{folder}/PlainSearch", check], capture_output=True, text=True, check=True).stdout.split()
    return tuple(map(int, counts)), float(seconds)


def rate(measure, folder, check):
    """Distinct worlds a second."""
    seconds = []
    for _ in range(ROUNDS):
        counts, taken = measure(folder, check)
        compared = 1 if check in ONLY_WORLDS_ARE_COMPARED else 3
        if counts[:compared] != MODELS[check][:compared]:
            sys.exit(f"{check}: {counts}, and not {MODELS[check]}")
        seconds.append(taken)
    return MODELS[check][0] / statistics.median(seconds)


def corpus(folder):
    """The seconds that the corpus takes to be checked, and the steps a second of its random runs."""
    suite = [f"{folder}/RealBugsChecks"]
    options = ["--format", "json", "--store", "off", "--workers", "1"]
    seconds, steps = [], []
    for _ in range(ROUNDS):
        seconds.append(sum(record["seconds"] for record in records(suite + ["check", *options])))
        sampled = [
            record for record in records(suite + ["sample", "--cases", "500", *options])
            if (record.get("coverage") or {}).get("kind") == "sampled"
        ]
        steps.append(sum(r["coverage"]["steps"] for r in sampled) / sum(r["seconds"] for r in sampled))
    return statistics.median(seconds), statistics.median(steps)


def show(*row):
    print(" ".join(f"{value!s:{'<' if width < 0 else '>'}{abs(width)}}" for value, width in zip(row, WIDTHS)), flush=True)


def main():
    builds = list(zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]))
    show("build", "model", "worlds/s", "40 lines", "ratio")
    for configuration, folder, _ in builds:
        for check in MODELS:
            ours = rate(explored, folder, check)
            # PlainSearch has no plain form of 2pc.
            theirs = None if check == "2pc-6 plain" else rate(searched, folder, check)
            ratio = "-" if theirs is None else f"{ours / theirs:.2f}"
            show(configuration, check, f"{ours:.0f}", "-" if theirs is None else f"{theirs:.0f}", ratio)
    for configuration, _, folder in builds:
        seconds, steps = corpus(folder)
        print(f"{configuration:8} corpus checked in {seconds:.1f} s; random runs {steps:.0f} steps/s", flush=True)


main()
