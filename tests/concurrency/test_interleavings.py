"""Two processes write concurrently, with a seeded scheduler and a virtual clock.

A table must never get two different histories, and nothing may be lost or done twice.

In each interleaving, two processes share one database. People click in either process, and both have clocks and
computer players. Processes are killed and replaced, frozen and thawed, or lose their leases because the database's
clock jumps. In some interleavings both processes always believe that they hold the lease. `tests.concurrency.judge`
judges the result.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.concurrency.interleaving import lived
from tests.concurrency.judge import judged

FEW, SMALL, ALL, AT_ONCE = 40, 80, 10_000, 500
EVENTFUL = range(70, 80)
"""The fewest seeds in a row whose interleavings together have everything in `MUST_HAPPEN`."""
MUST_HAPPEN = ("kills", "freezes", "jumps", "conflicts", "computer moves", "clocks that ran out", "reminders", "done")


def found(seeds: Iterable[int]) -> tuple[list[str], Counter[str]]:
    """Return the faults of the interleavings of these seeds, and counts of their events."""
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for seed in seeds:
        record = lived(seed)
        wrong += [f"seed {seed}: {one}" for one in judged(record)]
        counts += record.counts
    return wrong, counts


@pytest.mark.parametrize(
    "seeds",
    [
        EVENTFUL,
        *(pytest.param(range(first, first + FEW), marks=pytest.mark.slow) for first in range(0, SMALL, FEW)),
    ],
    ids=str,
)
def test_two_concurrent_writers_fork_lose_and_repeat_nothing(seeds: range) -> None:
    wrong, counts = found(seeds)
    assert not wrong, "\n".join(wrong)
    assert all(counts[one] for one in MUST_HAPPEN), counts


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, ALL, AT_ONCE))
def test_10000_interleavings_fork_lose_and_repeat_nothing(first: int, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, counts = found(range(first, first + AT_ONCE))
    with capsys.disabled():
        statistics = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
        print(f"\ninterleavings {first} to {first + AT_ONCE - 1}: {statistics}")
    assert not wrong, "\n".join(wrong)


def test_same_seed_gives_the_same_interleaving() -> None:
    one, other = ([replace(version, game=None) for version in lived(7).chronicle.versions] for _ in range(2))
    assert one == other
