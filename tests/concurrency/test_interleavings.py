"""Two processes write at once, by a seeded scheduler and a virtual clock: nothing is forked, lost, or done twice.

Each interleaving has two houses over one database, people who click at either, clocks and computer players in both, and
processes that are killed and replaced, stand still and go on, or whose leases the database's clock puts an end to. In
some both always believe that the table is theirs. What comes of it is judged by `tests.concurrency.judge`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.concurrency.interleaving import lived
from tests.concurrency.judge import judged

SMALL, ALL, AT_ONCE = 150, 10_000, 500
MUST_HAPPEN = ("kills", "freezes", "jumps", "conflicts", "computer moves", "clocks that ran out", "reminders", "done")


def found(seeds: Iterable[int]) -> tuple[list[str], Counter[str]]:
    """What is wrong with the interleavings of these seeds, and what there was in them."""
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for seed in seeds:
        record = lived(seed)
        wrong += [f"seed {seed}: {one}" for one in judged(record)]
        counts += record.counts
    return wrong, counts


def test_of_two_who_write_at_once_nothing_is_forked_lost_or_done_twice() -> None:
    wrong, counts = found(range(SMALL))
    assert not wrong, "\n".join(wrong)
    assert all(counts[one] for one in MUST_HAPPEN), counts


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, ALL, AT_ONCE))
def test_in_10000_interleavings_nothing_is_forked_lost_or_done_twice(
    first: int, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, counts = found(range(first, first + AT_ONCE))
    with capsys.disabled():
        told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
        print(f"\ninterleavings {first} to {first + AT_ONCE - 1}: {told}")
    assert not wrong, "\n".join(wrong)


def test_the_same_seed_is_the_same_interleaving() -> None:
    one, other = ([replace(version, game=None) for version in lived(7).chronicle.versions] for _ in range(2))
    assert one == other
