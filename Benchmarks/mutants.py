"""Measures the share of small mistakes that the checks find: see mutants.sh.

usage: mutants.py PACKAGE SCRATCH [name…|--match], with BOUND, the seconds in which a mutant must be found, in the environment

All mutants of all modules are compiled at once, each behind a condition that the variable MUTANT makes true; those
that do not compile are left out, and the rest is built again. So one build serves all of them.

--match only tells the lines of mutants.equivalent that fit no mutant.
"""

import json
import math
import os
import pathlib
import re
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time

BOUND = float(os.environ.get("BOUND", "10"))  # seconds of processor time, because machines are shared
IDLE = 12 * BOUND  # seconds by the clock, after which a process that waits is ended
KNOWN = pathlib.Path(__file__).resolve().with_name("mutants.equivalent")
MEMORY = 4 << 30  # bytes; an update that never ends takes all there is
ENDLESS = "a step does not return"
RULES = ("drop a guard", "drop a cancel", "swap branches", "off by one", "forget a reset", "ignore a failure")
HEAD = ("module", "rule", "mutants", "killed", "share", "steps", "seconds")
# The widths of the columns; a negative one is aligned to the left.
WIDTHS = (-24, -17, 8, 8, 7, 7, 8)


class Target:
    """Functions of a module, and what checks them: checks of a suite by their module, or tests by a filter.

    A function is written `Type.name`, `name` at the top of a file, or either with `:.case` for one case of its switch.
    """

    def __init__(self, name, sources, suite=None, module=None, tests=None, group="examples"):
        self.name, self.suite, self.tests, self.sources, self.group = name, suite, tests, sources, group
        self.modules = module if isinstance(module, list) else [module or name]


def corpus(name, file, functions, module=None):
    return Target(name, {f"Examples/RealBugs/{file}.swift": functions}, "RealBugsChecks", module, group="corpus")


KERNEL = "Sources/TEARuntime/Kernel/"
TARGETS = [
    corpus("FixedTodos", "Todos", ["Todos.update", "RowTodos.update:.delete", "RowTodos.index", "FixedTodos.update", "move"]),
    corpus("FixedVoiceMemos", "VoiceMemos", ["TimedVoiceMemos.update", "TimedVoiceMemos.row", "FixedVoiceMemos.update"],
           "MemoPlayer<FixedVoiceMemos>"),
    corpus("FixedTimers", "Timers", ["Timers.update", "FixedTimers.update"]),
    corpus("FixedNavigateAndLoad", "NavigateAndLoad", ["NavigateAndLoad.update", "FixedNavigateAndLoad.update"]),
    corpus("FixedStopwatch", "Stopwatch", ["Stopwatch.update", "FixedStopwatch.update"], "StopwatchTimer<FixedStopwatch>"),
    corpus("FixedNumberFact", "NumberFact", ["NumberFact.update", "FixedNumberFact.update"]),
    corpus("FixedSettings", "Settings", ["FixedSettings.update"], "SettingsServer<FixedSettings>"),
    corpus("FixedAudioPlayer", "AudioPlayer", ["AudioPlayer.update", "FixedAudioPlayer.update"],
           "AudioDevice<FixedAudioPlayer>"),
    corpus("FixedMeeting", "Meeting", ["Meeting.update:.next", "Meeting.subscriptions", "FixedMeeting.update"]),
    corpus("FixedStats", "Stats", ["Stats.update:.decrement", "Stats.update:.reset", "FixedStats.update"]),
    corpus("FixedStack", "Stack", ["Stack.update", "FixedStack.update"], "SlowScreen<FixedStack>"),
    corpus("FixedDispatcher", "Dispatcher", ["FixedDispatcher.send"]),
    corpus("FixedCancellation", "Cancellation",
           ["Cancellation.update:.cancelled", "Cancellation.update:.registered", "Cancellation.update:.worked",
            "FixedCancellation.update"]),
    corpus("FixedProgramOrder", "ProgramOrder", ["FixedProgramOrder.dispatch"]),
    corpus("FixedSandboxRuntime", "SandboxRuntime", ["FixedSandboxRuntime.update"]),
    Target("GuardedCounter", {"Examples/Counter/Counter.swift": ["GuardedCounter.update"]}, "CounterChecks"),
    Target("NumberedSearchBox", {"Examples/SearchBox/NumberedSearchBox.swift": ["update"]}, "SearchBoxChecks"),
    Target("LatestSearchBox", {"Examples/SearchBox/LatestSearchBox.swift": ["update"]}, "SearchBoxChecks"),
    Target("PatientSearchBox", {"Examples/World/PatientSearchBox.swift": ["update", "subscriptions", "policy"]}, "WorldChecks"),
    Target("TickingStopwatch", {"Examples/World/TickingStopwatch.swift": ["update", "subscriptions"]}, "WorldChecks",
           "the runtime's own cancellation"),
    Target("CarefulButtons", {"Examples/Buttons/CarefulButtons.swift": ["update", "subscriptions"]}, "ButtonsChecks",
           ["Phone<CarefulButtons>", "CarefulButtons"]),
    Target("CarefulSavingButtons", {"Examples/Buttons/SavingButtons.swift": ["CarefulSavingButtons.message"]}, "ButtonsChecks",
           "Phone<CarefulSavingButtons>"),
    Target("FixedCartModule",
           {"Examples/Adopting/Redux/Cart.swift": ["cart"], "Examples/Adopting/Redux/FixedCart.swift": ["fixedCart"]},
           "AdoptingChecks"),
    Target("FixedLoginModule", {"Examples/Adopting/Loop/FixedLogin.swift": ["updateFixedLogin"]}, "AdoptingChecks"),
    Target("FixedFactModule",
           {"Examples/Adopting/Composable/FactFeature.swift": ["reduce"],
            "Examples/Adopting/Composable/FixedFact.swift": ["update"]}, "AdoptingChecks"),
    Target("FixedFavouriteModule",
           {"Examples/Adopting/Observable/FavouriteState.swift": ["handle"],
            "Examples/Adopting/Observable/FixedFavourite.swift": ["update"]}, "AdoptingChecks"),
    Target("FixedUpload",
           {"Examples/Recipes/App/CancelledRequest.swift": ["update", "policy"],
            "Examples/Recipes/App/FixedUpload.swift": ["update"]}, "RecipesChecks", "FixedUpload"),
    Target("Gallery", {"Examples/Recipes/App/NoEquality.swift": ["update"]}, "RecipesChecks"),
    Target("Album", {"Examples/Recipes/App/ForeignPayload.swift": ["update"]}, "RecipesChecks"),
    Target("Elementary counter", {"Examples/Seeds/Elementary/App/Counter.swift": ["updateCounter"]}, "ElementaryChecks",
           "CounterModule"),
    Target("CarefulWatch", {"Examples/Seeds/Elementary/App/Stopwatch.swift": ["updateCarefulStopwatch"]}, "ElementaryChecks",
           "StopwatchModule<CarefulWatch>"),
    Target("Mobius counter", {"Examples/Seeds/MobiusCounter/App/Counter.swift": ["update"]}, "MobiusCounterChecks",
           "Mobius counter"),
    Target("Memos", {"Examples/Seeds/ElmMemos/App/Memos.swift": ["update"]}, "ElmMemosChecks", "memos"),
    Target("kernel",
           {KERNEL + "Agenda.swift": None, KERNEL + "EffectOrder.swift": None, KERNEL + "Kernel.swift": None,
            KERNEL + "KernelState.swift": None, KERNEL + "RunningEffects.swift": None,
            KERNEL + "SubscriptionChange.swift": None},
           tests="a live program does what the checker says|EffectAgreementTests|EffectPolicyTests|OneKernelTests", group="kernel"),
    Target("stepper", {"Sources/tea-check/Stepping/Stepper.swift": None}, tests="StepperTests",
           group="stepper"),
]

# The tests that the scratch copy keeps, with what they need; others would only be compiled.
TESTS = {
    "TEACheckTests": ["Agreement", "OneKernelTests.swift", "Check+Exploration.swift", "DeclarationList.swift"],
    "TEACheckCommandTests": ["Stepping/StepperTests.swift", "Stepping/StepperFixtures.swift"],
}
PROBE = """\
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The mutant that runs.
public enum Mutant {
  public static let current = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
  public static func isOn(_ number: Int) -> Bool { current == number }
  public static func pick<T>(_ number: Int, _ mutated: T, _ original: T) -> T { current == number ? mutated : original }
}

precedencegroup MutantPrecedence { higherThan: TernaryPrecedence lowerThan: LogicalDisjunctionPrecedence }
infix operator ^^^: MutantPrecedence
public func ^^^ (condition: Bool, isSwapped: Bool) -> Bool { condition != isSwapped }

"""


class Mutant:
    """A small mistake, as edits of a source: each replaces a range of indices by a text.

    In the text of an edit, NUL stands for the mutant's number and U+0001 for the replaced text; a text that begins with U+0002
    is an operator, to whose name the number is added.
    """

    def __init__(self, target, rule, file, line, text, edits, declaration=""):
        self.target, self.rule, self.file, self.line, self.text = target, rule, file, line, text
        self.edits, self.declaration = edits, declaration
        self.number, self.compiles, self.outcome, self.reason = 0, True, None, None
        self.steps, self.seconds = None, 0.0


# MARK: The text of a source


def masked(text):
    """A source in which comments and texts are blank, so that brackets and words in it are those of the program."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.|\n)*?"""|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"', re.S)
    blank = lambda match: "".join(c if c == "\n" else ("_" if match[0][0] == '"' else " ") for c in match[0])
    return pattern.sub(blank, text)


def closing(mask, start):
    """The index of the bracket that closes the bracket at the index start."""
    depth = 0
    for place in range(start, len(mask)):
        if mask[place] in "([{":
            depth += 1
        elif mask[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    raise ValueError("a bracket is not closed")


def opening(mask, start, stop="{"):
    """The index of the first character equal to stop that is outside of brackets."""
    place = start
    while mask[place] != stop:
        place = closing(mask, place) + 1 if mask[place] in "([{" else place + 1
    return place


def split(mask, start, end):
    """The ranges between the commas that stand outside of brackets."""
    parts, begin, place = [], start, start
    while place < end:
        if mask[place] in "([{":
            place = closing(mask, place)
        elif mask[place] == ",":
            parts.append((begin, place))
            begin = place + 1
        place += 1
    return [trimmed(mask, a, b) for a, b in parts + [(begin, end)]]


def trimmed(mask, start, end):
    while start < end and mask[start].isspace():
        start += 1
    while end > start and mask[end - 1].isspace():
        end -= 1
    return start, end


def functions(mask, wanted):
    """The ranges of the bodies of the named functions; the whole source where no names are given."""
    if wanted is None:
        return [(0, len(mask))]
    found = []
    for name in wanted:
        name, _, case = name.partition(":")
        scope, name = name.split(".") if "." in name else (None, name)
        ranges = [(0, len(mask))]
        if scope:
            places = [m.end() - 1 for m in re.finditer(rf"\b(?:enum|struct|extension)\s+{scope}\b[^{{]*{{", mask)]
            ranges = [(place, closing(mask, place)) for place in places]
        own = []
        for begin, end in ranges:
            for match in re.finditer(rf"\bfunc\s+{name}\b", mask[begin:end]):
                brace = opening(mask, begin + match.end())
                own.append((brace + 1, closing(mask, brace)))
        if not own:
            sys.exit(f"there is no function {scope or ''} {name}")
        if case:
            own = [cases(mask, a, b, case) for a, b in own]
        found += own
    return found


def cases(mask, begin, end, case):
    labels = [m for m in re.finditer(r"^[ ]*(?:case\b[^\n]*|default\s*):", mask[begin:end], re.M)]
    for index, label in enumerate(labels):
        if re.search(rf"{re.escape(case)}\b", label[0]):
            return begin + label.start(), begin + labels[index + 1].start() if index + 1 < len(labels) else end
    sys.exit(f"there is no case {case}")


def statement_end(mask, start):
    """The end of a simple statement: of its line, or of the last line of its brackets."""
    place = start
    while place < len(mask) and mask[place] not in "\n;}":
        place = closing(mask, place) + 1 if mask[place] in "([{" else place + 1
    return trimmed(mask, start, place)[1]


# MARK: Mutants


def is_binding(condition):
    return re.match(r"(let|var|case)\b", condition)


class Source:
    """A source, and the mutants of some of its functions."""

    def __init__(self, target, file, text, wanted):
        self.target, self.file, self.text, self.mask = target, file, text, masked(text)
        self.mutants = []
        for begin, end in functions(self.mask, wanted):
            self.add_mutants(begin, end)

    def add(self, rule, place, text, edits, declaration=""):
        line = self.text.count("\n", 0, place) + 1
        text = " ".join(text.split())
        self.mutants.append(Mutant(self.target, rule, self.file, line, text, edits, declaration))

    def matches(self, pattern, begin, end):
        return re.compile(pattern, re.M).finditer(self.mask, begin, end)

    def add_mutants(self, begin, end):
        for match in self.matches(r"\bguard\b", begin, end):
            self.drop_guard(match.start(), match.end())
        for match in self.matches(r"(?<!#)\bif\b", begin, end):
            self.drop_or_swap(match.start(), match.end())
        for match in self.matches(r"\bwhere\b", begin, end):
            self.drop_where(match)
        for match in self.matches(r"(?<=\s)\?(?=\s)", begin, end):
            place = match.start()
            line = self.text[self.text.rfind("\n", 0, place) + 1 : self.text.find("\n", place)]
            self.add("swap branches", place, line, [(place, place, "^^^ Mutant.isOn(\x00) ")])
        for match in self.matches(
            r"\b(?:perform\(\.(?:cancel|stop|giveUp|pause)|(?:effects\.)?cancel\(|removeWaiting\()", begin, end
        ):
            if self.mask[match.start() - 1] not in ".(" and not re.search(r"\b(func|case)\s+$", self.mask[: match.start()]):
                self.drop_statement("drop a cancel", match.start(), statement_end(self.mask, match.start()))
        for match in self.matches(r"(?<=: )\.(?:latest|cancel|debounce)\(", begin, end):
            last = closing(self.mask, match.end() - 1) + 1
            if re.match(r"\s*$|\s*\n", self.mask[last : last + 2]):
                text = f"{self.text[match.start():last]} → .all"
                self.add(
                    "drop a cancel", match.start(), text,
                    [(match.start(), match.start(), "Mutant.isOn(\x00) ? .all : "), (last, last, "")])
        for match in self.matches(r"(?<= )(<=|>=|<|>)(?= )", begin, end):
            mutated = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[match[0]]
            self.add(
                "off by one", match.start(), self.change(match.start(), match.end(), mutated),
                [(match.start(), match.end(), "\x02" + match[0])], match[0])
        for match in self.matches(r"(?:(?<=[+-]= )|(?<=[+-] ))1\b(?![.])", begin, end):
            for other in "0", "2":
                self.add(
                    "off by one", match.start(), self.change(match.start(), match.end(), other),
                    [(match.start(), match.end(), f"Mutant.pick(\x00, {other}, \x01)")])
        # A string literal is masked by underscores, so an empty one is two of them.
        value = r"(?:nil\b|false\b|0(?![.\w])|\[:?\]|__(?!\w)|\.\w+|[A-Z]\w*\(\))"
        for match in self.matches(rf"(?:^|(?<=[{{:;]))[ ]*([\w.?\[\]!]+) = {value}", begin, end):
            start = match.start(1)
            before = self.mask[self.mask.rfind("\n", 0, start) + 1 : start].rstrip()
            if before.endswith(":") and not re.match(r"\s*(case|default)\b", before):
                continue
            self.drop_statement("forget a reset", start, statement_end(self.mask, start))
        for match in self.matches(r"\bcase\b[^\n]*?\.(?:\w*[fF]ailed|failure)\b", begin, end):
            colon = opening(self.mask, match.start(), ":")
            rest = self.text[colon + 1 : self.text.find("\n", colon + 1)].strip()
            if rest == "break":
                continue
            label = " ".join(self.text[match.start() : colon + 1].split())
            self.add(
                "ignore a failure", match.start(), f"{label} … → {label} break",
                [(colon + 1, colon + 1, " if Mutant.isOn(\x00) { break }; ")])
        for match in self.matches(r"\bcatch\b[^\n{]*{", begin, end):
            last = closing(self.mask, match.end() - 1)
            self.add(
                "ignore a failure", match.start(), "catch { … } → catch {}",
                [(match.end(), match.end(), "\nif !Mutant.isOn(\x00) {"), (last, last, "}")])

    def change(self, begin, end, other):
        first, last = self.text.rfind("\n", 0, begin) + 1, self.text.find("\n", end)
        return f"{self.text[first:last].strip()} → {(self.text[first:begin] + other + self.text[end:last]).strip()}"

    def drop_statement(self, rule, start, end):
        self.add(rule, start, self.text[start:end], [(start, start, "if !Mutant.isOn(\x00) { "), (end, end, " }")])

    def drop_guard(self, place, start):
        other = self.keyword("else", start)
        body = opening(self.mask, other)
        conditions = split(self.mask, start, other)
        plain = [c for c in conditions if not is_binding(self.mask[c[0] : c[1]])]
        if plain:
            self.add("drop a guard", place, self.text[place : closing(self.mask, body) + 1], self.always(plain))

    def always(self, conditions):
        """The edits that make conditions true."""
        edits = []
        for begin, end in conditions:
            attempt = "try " if re.search(r"\btry\b", self.mask[begin:end]) else ""
            edits += [(begin, begin, f"{attempt}(Mutant.isOn(\x00) || ("), (end, end, "))")]
        return edits

    def keyword(self, word, start):
        """The index of a word outside of brackets."""
        place = start
        while not re.match(rf"\b{word}\b", self.mask[place : place + len(word) + 1]) or self.mask[place - 1].isalnum():
            place = closing(self.mask, place) + 1 if self.mask[place] in "([{" else place + 1
        return place

    def drop_or_swap(self, place, start):
        brace = opening(self.mask, start)
        last = closing(self.mask, brace)
        conditions = split(self.mask, start, brace)
        text = self.text[place : last + 1]
        plain = [c for c in conditions if not is_binding(self.mask[c[0] : c[1]])]
        otherwise = re.match(r"\s*else\b\s*", self.mask[last + 1 :])
        if otherwise:
            return self.swap(place, start, brace, last, last + 1 + otherwise.end(), conditions, plain)
        body = self.mask[brace + 1 : last].strip()
        if re.match(r"(return|throw|continue|break)\b", body.split("\n")[-1].strip()):
            self.add("drop a guard", place, text, [(start, start, " !Mutant.isOn(\x00),")])
        elif plain:
            self.add("drop a guard", place, text, self.always(plain))

    def swap(self, place, start, brace, last, other, conditions, plain):
        if self.mask[other] == "{":
            end = closing(self.mask, other) + 1
            second = self.text[other + 1 : end - 1]
        else:
            end = other
            while True:
                end = closing(self.mask, opening(self.mask, end + 2)) + 1
                more = re.match(r"\s*else\b\s*", self.mask[end:])
                if not more:
                    break
                end += more.end()
                if self.mask[end] == "{":
                    end = closing(self.mask, end) + 1
                    break
            second = self.text[other:end]
        text = self.text[place:end]
        if len(plain) == len(conditions):
            first, final = conditions[0][0], conditions[-1][1]
            edits = [(first, first, "((")]
            for (_, a), (b, _) in zip(conditions, conditions[1:]):
                edits.append((a, b, ") && ("))
            self.add("swap branches", place, text, edits + [(final, final, ")) != Mutant.isOn(\x00)")])
            return
        head = self.text[start:brace]
        swapped = f"if {head.strip()} {{\n{second}\n}} else {{\n{self.text[brace + 1:last]}\n}}"
        swapped = "\n".join(line + " /*mutant \x00*/" for line in swapped.split("\n"))
        isChained = re.search(r"\belse\s*$", self.mask[:place])
        before, after = ("{ ", " }") if isChained else ("", "")
        self.add(
            "swap branches", place, text,
            [(place, place, f"{before}if Mutant.isOn(\x00) {{\n{swapped}\n}} else {{\n"), (end, end, f"\n}}{after}")])

    def drop_where(self, match):
        """Drops the condition of a case or of a loop; a case that does nothing is itself a guard, so the case is dropped."""
        start = match.end()
        if not re.match(r"\s*(case|for)\b", self.mask[self.mask.rfind("\n", 0, start) + 1 : start]):
            return
        place = start
        while self.mask[place] not in ":{,":
            place = closing(self.mask, place) + 1 if self.mask[place] in "([" else place + 1
        begin, end = trimmed(self.mask, start, place)
        line = self.text[self.text.rfind("\n", 0, begin) + 1 : self.text.find("\n", begin)]
        if self.mask[place] == ":" and re.match(r"\s*(break|return)\s*$", self.mask[place + 1 : self.mask.find("\n", place)]):
            edits = [(begin, begin, "!Mutant.isOn(\x00) && ("), (end, end, ")")]
        else:
            edits = self.always([(begin, end)])
        self.add("drop a guard", match.start(), line, edits)



def operator(number, symbol):
    """An operator with the number in its name."""
    return symbol + "".join("¡¢£¤¥¦§©«¬"[int(digit)] for digit in str(number))


def mutated(text, mutants):
    """A source with all of its mutants."""
    replaced, inserted = {}, []
    for mutant in mutants:
        span = min(begin for begin, _, _ in mutant.edits), max(end for _, end, _ in mutant.edits)
        for begin, end, new in mutant.edits:
            new = new.replace("\x00", str(mutant.number))
            if begin < end:
                if new.startswith("\x02"):
                    new = operator(mutant.number, new[1:])
                replaced[begin, end] = new.replace("\x01", replaced.get((begin, end), text[begin:end]))
            elif new.lstrip()[:1] in (")", "}"):
                # At one index, closing texts come before opening ones, and inner closing texts before outer ones.
                inserted.append(((begin, 0, -span[0], -mutant.number), begin, begin, new))
            else:
                inserted.append(((begin, 1, -span[1], mutant.number), begin, begin, new))
    inserted += [((begin, 2, 0, 0), begin, end, new) for (begin, end), new in replaced.items()]
    result, place = [], 0
    for _, begin, end, new in sorted(inserted):
        result += [text[place:begin], new]
        place = end
    return "".join(result) + text[place:]


# MARK: The copy of the package


def find(package, targets):
    """The mutants of all targets, with their numbers."""
    mutants = []
    for target in targets:
        for file, wanted in target.sources.items():
            mutants += Source(target, file, (package / file).read_text(), wanted).mutants
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    return mutants


def copy(package, scratch, mutants):
    """Writes the package to the scratch folder, each source only where it changed, so that little is built again."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "Sources", "Examples", "Tests", "Package.swift"],
        cwd=package, capture_output=True, text=True, check=True).stdout.split("\0")
    files = {}
    for file in filter(None, listed):
        if not (package / file).is_file():
            continue
        parts = pathlib.PurePath(file).parts
        inside = "/".join(parts[2:])
        if parts[0] == "Tests" and not (
            parts[1] in ("Extent", "TerminalTesting") or any(inside.startswith(kept) for kept in TESTS.get(parts[1], []))
        ):
            continue
        files[file] = (package / file).read_bytes()
    manifest = files["Package.swift"].decode()
    for match in reversed(list(re.finditer(r'\n    \.testTarget\(\s*name: "(\w+)"', manifest))):
        if match[1] not in TESTS:
            end = closing(masked(manifest), manifest.index("(", match.start())) + 2
            manifest = manifest[: match.start()] + manifest[end:]
    files["Package.swift"] = manifest.encode()
    by_file = {}
    for mutant in mutants:
        if mutant.compiles:
            by_file.setdefault(mutant.file, []).append(mutant)
    declarations = [PROBE]
    for file, own in by_file.items():
        text = mutated((package / file).read_text(), own)
        if not file.startswith("Sources/TEARuntime/"):
            text = ("package " if "\npackage " in text else "public " if "\npublic " in text else "") + "import TEARuntime\n" + text
        files[file] = text.encode()
        for mutant in own:
            if mutant.declaration:
                declarations.append(declaration(mutant))
    files["Sources/TEARuntime/Mutant.swift"] = "".join(declarations).encode()
    for folder in ("Sources", "Examples", "Tests"):
        for path in (scratch / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(scratch)) not in files:
                path.unlink()
    for file, content in files.items():
        path = scratch / file
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def declaration(mutant):
    """The operator of a mutant that compares otherwise."""
    symbol = mutant.declaration
    name, other = operator(mutant.number, symbol), {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[symbol]
    body = f"Mutant.isOn({mutant.number}) ? a {other} b : a {symbol} b"
    return f"""\
infix operator {name}: ComparisonPrecedence
public func {name} <T: Comparable>(a: T, b: T) -> Bool {{ {body} }}
public func {name} <T: Comparable, U: Comparable>(a: (T, U), b: (T, U)) -> Bool {{ {body} }}
"""


def build(package, scratch, mutants):
    """Builds all mutants together, without those at which the compiler finds errors, now or in a build before."""
    remembered = scratch / "not-compiling.json"
    scratch.mkdir(parents=True, exist_ok=True)
    broken = json.loads(remembered.read_text()) if remembered.exists() else []
    for mutant in mutants:
        mutant.compiles = [mutant.file, mutant.rule, mutant.text] not in broken
    while True:
        copy(package, scratch, mutants)
        run = subprocess.run(
            ["nice", "-n", "15", "swift", "build", "--build-tests", "-Xswiftc", "-suppress-warnings"], cwd=scratch, capture_output=True, text=True)
        if run.returncode == 0:
            return
        log = run.stdout + run.stderr
        wrong = set()
        for file, line, column, text in re.findall(r"^(/\S+\.swift):(\d+):(\d+): error: (.*)", log, re.M):
            lines = pathlib.Path(file).read_text().split("\n")
            wrong |= nearest(lines, int(line) - 1, int(column), mutants, "missing return" in text)
        if not wrong:
            sys.exit(f"the copy in {scratch} does not build\n" + "\n".join(log.split("\n")[-60:]))
        for mutant in mutants:
            if mutant.number in wrong:
                mutant.compiles = False
                broken.append([mutant.file, mutant.rule, mutant.text])
        remembered.write_text(json.dumps(broken))
        print(f"{len(wrong)} do not compile: {' '.join(map(str, sorted(wrong)))}", file=sys.stderr)


def nearest(lines, line, column, mutants, is_late):
    """The mutant that causes an error: one on its line, or the last one before it for an error at a function's end."""
    left_out = {mutant.number for mutant in mutants if not mutant.compiles}
    for number in range(line, -1 if is_late else line - 1, -1):
        text = lines[number]
        found = [
            (abs(match.start() - column), int(match[1]))
            for match in re.finditer(r"(?:/\*mutant |Mutant\.(?:isOn|pick)\()(\d+)", text)
        ]
        found = [entry for entry in found if entry[1] not in left_out]
        if found:
            return {min(found)[1]}
    return set()


# MARK: The runs


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Bench:
    def __init__(self, scratch):
        self.scratch = scratch
        shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=scratch, capture_output=True, text=True, check=True)
        self.products = pathlib.Path(shown.stdout.strip())

    def command(self, target):
        if target.suite:
            return [
                self.products / target.suite, "check", *target.modules, "--format", "json", "--store", "off", "--config", "off",
                "--workers", "1", "--step-time", "2"]
        bundle = next(self.products.glob("*.xctest"))
        return [bundle, "--testing-library", "swift-testing", "--filter", target.tests]

    def run(self, target, number):
        """The outcome of a mutant: killed, or the reason why not; the steps of the counterexample; and the seconds."""
        environment = dict(os.environ, MUTANT=str(number), NO_COLOR="1")
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(BOUND), math.ceil(BOUND) + 1))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(
            self.command(target), cwd=self.scratch, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True, preexec_fn=limit if number else None)
        # A process that waits for ever uses no processor time; without a mutant, all checks run to their end.
        timers = [threading.Timer(IDLE if number else 10 * IDLE, kill, [process])]
        timers[0].start()
        output, is_found = "", False
        for line in process.stdout:
            output += line
            if not is_found and re.search(rf'"verdict":"violated"|recorded an issue|{ENDLESS}', line):
                # The other checks of the module need not end; the rest of this check's report comes at once.
                is_found = True
                timers.append(threading.Timer(0.3, kill, [process]))
                timers[1].start()
        process.wait()
        for timer in timers:
            timer.cancel()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if not is_found and process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "no verdict in time", None, BOUND
        if target.suite:
            return (*self.verdict(output, process.returncode), seconds)
        steps = re.findall(r"violated after (\d+) step", output)
        steps = [int(count) for count in steps] or [len(re.findall(r"^\W*\d+  \S", output, re.M))]
        if process.returncode == 0 and "Test run with 0 tests" in output:
            sys.exit(f"no test is named {target.tests}")
        return ("killed" if process.returncode else "passed"), (steps[0] or None) if process.returncode else None, seconds

    def verdict(self, output, code):
        records = []
        for line in output.split("\n"):
            if line.startswith("{"):
                try:
                    records.append(json.loads(line))
                except ValueError:
                    pass
        records = [record for record in records if record.get("kind") == "check"]
        violated = [record for record in records if record["verdict"] in ("violated", "trapped", "error")]
        if violated:
            found = violated[0].get("counterexample")
            return "killed", len(found["steps"]) if found else None
        # A step that traps ends the suite's process; one that does not return is named.
        if ENDLESS in output or code < 0 or code > 64:
            return "killed", None
        if code == 0 and records and all(record["verdict"] == "passed" for record in records):
            return "passed", None
        if any(record["verdict"] == "inconclusive" for record in records):
            return "inconclusive", None
        sys.exit(f"exit code {code}:\n{output}")


def known():
    """The mutants that mean the same as the program: their reasons by module, rule and text."""
    found = {}
    for line in KNOWN.read_text().split("\n") if KNOWN.exists() else []:
        if not line or line.startswith("#"):
            continue
        module, rule, text, reason = (part.strip() for part in line.split(" | "))
        found[module, rule, text] = reason
    return found


def row(*cells):
    print(" ".join(f"{cell!s:{'<' if width < 0 else '>'}{abs(width)}}" for cell, width in zip(cells, WIDTHS)).rstrip(), flush=True)


def mean(values, digits):
    values = [value for value in values if value is not None]
    return f"{statistics.mean(values):.{digits}f}" if values else "-"


def summary(name, rule, mutants):
    counted = [mutant for mutant in mutants if mutant.compiles and mutant.reason is None]
    if not counted:
        return
    killed = [mutant for mutant in counted if mutant.outcome == "killed"]
    row(name, rule, len(counted), len(killed), f"{int(100 * len(killed) / len(counted) + 0.5)} %",
        mean([mutant.steps for mutant in killed], 1), mean([mutant.seconds for mutant in killed], 2))


def main():
    package, scratch, names = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    targets = [target for target in TARGETS if not names or any(target.name.startswith(name) for name in names)]
    everything = find(package, TARGETS)
    reasons = known()
    for mutant in everything:
        mutant.reason = reasons.get((mutant.target.name, mutant.rule, mutant.text))
    matched = {(mutant.target.name, mutant.rule, mutant.text) for mutant in everything}
    stale = [key for key in reasons if key not in matched]
    if stale:
        sys.exit("\n".join(f"{KNOWN.name}: no mutant is {' | '.join(key)}" for key in stale))
    if names == ["--match"]:
        return
    start = time.monotonic()
    build(package, scratch, everything)
    built = time.monotonic() - start
    bench = Bench(scratch)
    mutants = [mutant for mutant in everything if mutant.target in targets]
    row(*HEAD)
    for target in targets:
        outcome, _, seconds = bench.run(target, 0)
        if outcome != "passed":
            sys.exit(f"{target.name}: without a mutant the checks are {outcome} after {seconds:.1f} s")
        for mutant in mutants:
            if mutant.target is target and mutant.compiles and mutant.reason is None:
                mutant.outcome, mutant.steps, mutant.seconds = bench.run(target, mutant.number)
        for rule in RULES:
            summary(target.name, rule, [m for m in mutants if m.target is target and m.rule == rule])
    print()
    row(*HEAD)
    for group in dict.fromkeys(target.group for target in targets):
        own = [mutant for mutant in mutants if mutant.target.group == group]
        for rule in RULES:
            summary(group, rule, [mutant for mutant in own if mutant.rule == rule])
        summary(group, "all", own)
    summary("all", "all", mutants)
    left_out = [mutant for mutant in mutants if mutant.compiles and mutant.reason]
    broken = sum(not mutant.compiles for mutant in mutants)
    print(f"{len(mutants)} mutants: {broken} do not compile, {len(left_out)} mean the same as the program; "
          f"built in {built:.0f} s, run in {time.monotonic() - start - built:.0f} s")
    for mutant in mutants:
        if mutant.compiles and mutant.reason is None and mutant.outcome != "killed":
            print(f"{mutant.file}:{mutant.line}: {mutant.outcome}: {mutant.target.name} | {mutant.rule} | {mutant.text}")


main()
