"""Measures what suggestions cost beside the exploration: see suggest.sh.

usage: suggest.py SUITE [NAME...], with ROUNDS in the environment
"""

import os
import re
import statistics
import subprocess
import sys

CHECKS = {
    "race-6-2-fixed container": 10_000,
    "messenger container": 100_000,
    "2pc-7 container": 250_000,
    # Many derived messages; most worlds of the last were not expanded, so laws of messages are tried by calls of `update`.
    "order derived": 10_000,
    "planner derived": 100_000,
}
MOST_RATIO, MOST_BYTES = 2.0, 200
# The pages that every process touches hide the memory of fewer worlds than this, and a shorter exploration is too short to
# time.
FEWEST_WORLDS_TO_WEIGH, FEWEST_SECONDS = 30_000, 0.05


def measure(suite, check, states):
    # The durations are part of the text report alone.
    command = [suite, "suggest", "--workers", "1", "--verbose", "--states", str(states), check]
    process = subprocess.run(command, capture_output=True, text=True)
    text = process.stdout + process.stderr
    mining = re.search(r"looking for what holds took ([0-9.]+) s, and ([0-9 \u00a0\u202f]+) bytes a world", text)
    exploring = re.search(r"exploring took ([0-9.]+) s", text)
    worlds = re.search(r" ([0-9 \u00a0\u202f]+) worlds? · .* transitions? · ", text)
    if process.returncode != 0 or not mining or not exploring or not worlds:
        sys.exit(f"{check} gave no figures: {(text.splitlines() or ['nothing'])[-1][:300]}")
    digits = lambda number: int(re.sub(r"\D", "", number))
    return digits(worlds[1]), float(exploring[1]), float(mining[1]), digits(mining[2])


def main():
    suite, names = sys.argv[1], sys.argv[2:]
    failures = 0
    print(f"{'model':26} {'worlds':>8} {'explore':>8} {'suggest':>8} {'ratio':>6} {'bytes':>6}")
    for check, states in CHECKS.items():
        if names and not any(check.startswith(name) for name in names):
            continue
        rounds = [measure(suite, check, states) for _ in range(int(os.environ.get("ROUNDS", "3")))]
        worlds, exploring, mining, weight = (statistics.median(column) for column in zip(*rounds))
        # Shorter explorations are printed as 0.
        ratio = mining / max(exploring, 0.005)
        is_slow = ratio > MOST_RATIO and exploring >= FEWEST_SECONDS
        is_heavy = weight > MOST_BYTES and worlds >= FEWEST_WORLDS_TO_WEIGH
        mark = " ✗" if is_slow or is_heavy else ""
        failures += is_slow or is_heavy
        print(f"{check:26} {worlds:8.0f} {exploring:8.2f} {mining:8.2f} {ratio:6.2f} {weight:6.0f}{mark}")
    return failures > 0


sys.exit(main())
