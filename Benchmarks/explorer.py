"""Explores the yardstick models and judges what was found: see explorer.sh.

usage: explorer.py SUITE RAW [NAME...], with ROUNDS, MODES and WORKERS in the environment

RAW is the executable of the bare search in C++.
"""

import json
import os
import statistics
import subprocess
import sys

# The counts stand in the definitions of the models; those of the race in order come from the same search.
EXPECTED = {  # distinct, transitions, depth
    "grid-6-10": (1_000_000, 6_000_000, 54),
    "8-puzzle": (181_440, 483_840, 31),
    "2pc-3": (288, 1_145, 10),
    "2pc-5": (8_832, 58_145, 16),
    "2pc-6": (50_816, 402_305, 19),
    "2pc-7": (296_448, 2_744_705, 22),
    "2pc-8": (1_745_408, 18_507_777, 25),
    "race-2-0-buggy": (16, 22, 4),
    "race-2-0-fixed": (12, 18, 4),
    "race-2-0-buggy-in-order": (12, 16, 4),
    "race-2-0-fixed-in-order": (10, 12, 4),
    "race-2-1-buggy": (34, 55, 6),
    "race-2-1-fixed": (23, 39, 6),
    "race-2-1-buggy-in-order": (26, 39, 6),
    "race-2-1-fixed-in-order": (19, 26, 6),
    "race-3-1-buggy": (128, 324, 8),
    "race-3-1-fixed": (63, 159, 8),
    "race-3-1-buggy-in-order": (67, 128, 8),
    "race-3-1-fixed-in-order": (39, 65, 8),
    "race-4-2-buggy": (735, 2_643, 12),
    "race-4-2-fixed": (238, 824, 12),
    "race-4-2-buggy-in-order": (257, 581, 12),
    "race-4-2-fixed-in-order": (103, 198, 12),
    "race-6-2-buggy": (7_686, 43_483, 16),
    "race-6-2-fixed": (1_342, 7_096, 16),
    "race-6-2-buggy-in-order": (957, 2_420, 16),
    "race-6-2-fixed-in-order": (250, 544, 16),
    "race-8-3-buggy": (126_956, 994_526, 22),
    "race-8-3-fixed": (9_213, 66_549, 22),
    "race-8-3-buggy-in-order": (5_095, 13_688, 22),
    "race-8-3-fixed-in-order": (657, 1_545, 22),
    "panels-3-2-1-fixed": (12_167, 61_893, 18),
    "panels-2-4-2-fixed": (56_644, 392_224, 24),
    "panels-2-4-2-buggy": (540_225, 3_885_210, 24),
    "todo-list": (19_998, 297_207, 11),
    "messenger": (35_640, 188_646, 17),
    "calculator-6": (310_149, 619_920, 13),
    "screens-99": (117_909, 353_628, 200),
    "outline-6": (16_384, 327_680, 14),
    "treap-5": (3_286, 65_720, 5),
    "treap-6": (19_863, 476_712, 6),
    "preferences-9": (2_880, 35_616, 7),
    "mixed-path-5": (37_324, 99_520, 16),
    "outbox": (45_241, 476_067, 14),
    "requests-6": (31_250, 293_750, 13),
    "cards-8": (133_534, 1_087_317, 23),
    "stopwatch-30000": (60_002, 180_006, 30_002),
    "meter-200000": (200_001, 400_002, 200_000),
    "savings-200": (80_802, 484_812, 139),
    "chat-2": (113_100, 827_110, 17),
    "search-field-2": (203_137, 583_368, 45),
    "pomodoro-2": (6_825, 36_029, 59),
    "fat-6-4": (256, 1_792, 9),
    "fat-12-16": (65_536, 851_968, 27),
}
LAYERS = {  # the numbers of worlds at each depth, from 0
    "8-puzzle": [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ],
}
MODES = {"exact": [], "compact": ["--compact"]}
COLUMNS = "model form mode workers distinct transitions depth seconds bytes_per_world ratio_to_raw".split()
# The widths of the columns; a negative one is aligned to the left.
WIDTHS = (-23, -9, -7, 7, 9, 11, 5, 8, 15, 12)
TINY = "race-2-0-fixed container"
# The memory of a process besides its worlds varies by some megabytes, which hide the memory of fewer worlds than this.
FEWEST_WORLDS_TO_WEIGH = 50_000

# A forked process begins with the memory of its parent, so each process is started by a parent that has next to none.
WEIGH = """
import os, sys
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss, file=sys.stderr)
"""

failures = []


def fail(what):
    failures.append(what)
    print(f"✗ {what}", file=sys.stderr, flush=True)


class Failed(Exception):
    pass


def run(command):
    """The output of a command, and its peak resident memory in bytes."""
    process = subprocess.run([sys.executable, "-I", "-S", "-c", WEIGH, *command], capture_output=True, text=True)
    errors = process.stderr.splitlines()
    if process.returncode != 0:
        raise Failed(f"'{' '.join(command)}' could not run: {errors[-1:]}")
    code, memory = map(int, errors.pop().split())
    if code != 0:
        last = (errors + process.stdout.splitlines())[-1:] or ["it printed nothing"]
        raise Failed(f"'{' '.join(command)}' ended with {code}: {last[0][:300]}")
    return process.stdout, memory * (1 if sys.platform == "darwin" else 1024)


def explore(suite, check, mode, workers, *options):
    """The record of a check that holds everywhere, and its memory."""
    command = [suite, "explore", "--format", "json", "--store", "off", "--workers", str(workers)]
    text, memory = run(command + ["--states", "4000000", *MODES[mode], *options, check])
    for line in text.splitlines():
        record = json.loads(line)
        if record.get("kind") == "check" and record.get("name") == check:
            if record["verdict"] != "passed":
                raise Failed(f"it is {record['verdict']}: {record.get('message') or record.get('finding')}")
            return record, memory
    raise Failed("the suite printed no result")


def raw_seconds(raw, model):
    """The seconds of the bare search; None for a model that it does not know."""
    if not os.path.exists(raw) or "plain" not in forms(model):
        return None
    text, _ = run([raw, *(["puzzle"] if model == "8-puzzle" else model.split("-")), "parent"])
    return float(text.split("sec=")[1].split()[0])


def forms(model):
    if model.startswith("2pc"):
        return ["plain", "container", "listed"]
    return ["plain", "container"] if model.startswith(("grid", "8-puzzle")) else ["container"]


def counts(record):
    return record["states"], record["transitions"], record["depth"]


def weigh_tiny(suite, mode, workers):
    """The memory of an exploration of a few worlds; None where it cannot be measured."""
    try:
        least = run(["true"])[1]
        tiny = statistics.median(explore(suite, TINY, mode, workers)[1] for _ in range(5))
        if tiny > least:
            return tiny
        fail(f"the memory of a tiny space is no more than that of the process that weighs it: {tiny:.0f} bytes")
    except Failed as failed:
        fail(f"{TINY}, {mode}, {workers} workers: {failed}")
    return None


def measure(suite, raw, check, mode, workers, rounds, tiny):
    model, form = check.split()
    ours, theirs, peaks = [], [], []
    for _ in range(rounds):
        record, peak = explore(suite, check, mode, workers)
        if counts(record) != EXPECTED[model]:
            fail(f"{check}, {mode}, {workers} workers: {counts(record)}, and not {EXPECTED[model]}")
        if mode == "exact" and not record["complete"]:
            fail(f"{check}, {workers} workers: the exploration is not complete: {record.get('coverage')}")
        ours.append(record["seconds"])
        peaks.append(peak)
        seconds = raw_seconds(raw, model)
        if seconds is not None:
            theirs.append(seconds)
    distinct = record["states"]
    seconds = statistics.median(ours)
    bytes_per_world = "-"
    if distinct >= FEWEST_WORLDS_TO_WEIGH and tiny is not None:
        bytes_per_world = f"{(statistics.median(peaks) - tiny) / distinct:.1f}"
    ratio = f"{statistics.median(theirs) / seconds:.2f}" if theirs else "-"
    return [model, form, mode, workers, *counts(record), f"{seconds:.4f}", bytes_per_world, ratio]


def judge_layers(suite, check, mode):
    """Fails for each depth within which more or fewer worlds are found than exist."""
    layers = LAYERS[check.split()[0]]
    for depth in range(1, len(layers)):
        record, _ = explore(suite, check, mode, 1, "--depth", str(depth))
        if record["states"] != sum(layers[: depth + 1]):
            fail(f"{check}, {mode}: {record['states']} worlds within depth {depth}, and not {sum(layers[:depth + 1])}")


def show(row):
    print(" ".join(f"{value!s:{'<' if width < 0 else '>'}{abs(width)}}" for value, width in zip(row, WIDTHS)), flush=True)


def main():
    suite, raw, *names = sys.argv[1:]
    rounds = int(os.environ.get("ROUNDS", "5"))
    modes = os.environ.get("MODES", "exact").split()
    workers = [int(word) for word in os.environ.get("WORKERS", "1 2").split()]
    checks = [f"{model} {form}" for model in EXPECTED for form in forms(model)]
    checks = [check for check in checks if not names or any(check.startswith(name) for name in names)]
    if not checks:
        sys.exit(f"No model begins with {' or '.join(names)}; there are {' '.join(EXPECTED)}")
    show(COLUMNS)
    for mode in modes:
        tiny = {count: weigh_tiny(suite, mode, count) for count in workers}
        for check in checks:
            for count in workers:
                try:
                    show(measure(suite, raw, check, mode, count, rounds, tiny.get(count)))
                except Failed as failed:
                    show([*check.split(), mode, count] + ["failed"] + ["-"] * 5)
                    fail(f"{check}, {mode}, {count} workers: {failed}")
            if check.split()[0] in LAYERS:
                try:
                    judge_layers(suite, check, mode)
                except Failed as failed:
                    fail(f"{check}, {mode}, by layers: {failed}")
    if failures:
        sys.exit(f"{len(failures)} wrong")
    print("all counts are as known", file=sys.stderr)


main()
