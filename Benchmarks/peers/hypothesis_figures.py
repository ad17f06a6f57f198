"""Hypothesis on the same measures as SamplingBenchmarks, by processor time."""

import time

from hypothesis import HealthCheck, Phase, Verbosity, given, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

# No database and no deadline: what is measured is the making and checking of values.
quick = dict(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    verbosity=Verbosity.quiet,
    suppress_health_check=list(HealthCheck),
)


def rate(name, unit, count, body):
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        body()
        best = max(best, count() / (time.process_time() - begin))
    print(f"peer/hypothesis/{name} {best:.0f} {unit}", flush=True)


lengths = []


@settings(max_examples=1_000, **quick)
@given(strategies.lists(strategies.integers(), min_size=25, max_size=25))
def arrays(numbers):
    lengths.append(len(numbers))
    assert sum(numbers) is not None


def cases():
    count = len(lengths)
    means.append(sum(lengths) / count)
    lengths.clear()
    return count


means = []
rate("arrays-of-int", "cases/s", cases, arrays)
print(f"peer/hypothesis/arrays-of-int-mean-length {means[-1]:.2f} elements", flush=True)


class Counter(RuleBasedStateMachine):
    steps = 0

    def __init__(self):
        super().__init__()
        self.count = 0

    @rule()
    def increment(self):
        self.count += 1
        Counter.steps += 1

    @rule()
    def decrement(self):
        self.count -= 1
        Counter.steps += 1

    @invariant()
    def not_below(self):
        assert self.count > -(2**63)


def machines():
    run_state_machine_as_test(Counter, settings=settings(max_examples=100, stateful_step_count=50, **quick))


def sequences():
    count = Counter.steps / 50
    Counter.steps = 0
    return count


rate("counter-sequences-of-50", "sequences/s", sequences, machines)
