"""Random histories: once all faults are removed, one reconcile creates exactly the desired messages."""

from collections import Counter
from collections.abc import Mapping

import pytest

from tests.show.histories import PRACTISING, WEIGHTS, draw_history, run_history, shrink
from tests.show.world import stub_pages_and_game
from tests.virtual_time import run


def lived_through(seeds: range, weights: Mapping[str, float] = WEIGHTS) -> Counter[str]:
    """Run the histories of these seeds, and print their event counts."""
    counts: Counter[str] = Counter()
    with stub_pages_and_game():
        for seed in seeds:
            steps = draw_history(seed, weights)
            wrong, happened = run(run_history(seed, steps))
            counts.update(happened)
            if wrong:
                fewer = shrink(seed, steps)
                told = "\n".join(map(str, fewer))
                pytest.fail(f"seed {seed}: {wrong}\nsteps:\n{told}\n{run(run_history(seed, fewer))[0]}")
    print(f"{len(seeds)} histories: " + ", ".join(f"{number} {what}" for what, number in sorted(counts.items())))
    return counts


@pytest.mark.slow
def test_every_message_exists_once_after_random_histories() -> None:
    lived_through(range(20))


@pytest.mark.slow
def test_every_message_exists_once_after_histories_of_practice_games() -> None:
    assert lived_through(range(12), PRACTISING)["practice"]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("seed", [191, 541, 14_818, 102_532, 105_322, 107_718])
def test_histories_that_once_failed_end_well(seed: int) -> None:
    lived_through(range(seed, seed + 1))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 20_000, 2000))
def test_every_message_exists_once_after_many_random_histories(first: int) -> None:
    lived_through(range(first, first + 2000))
    lived_through(range(first, first + 500), PRACTISING)
