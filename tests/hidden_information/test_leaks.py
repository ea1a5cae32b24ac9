"""Whoever cannot know a hidden card, or a secret choice, learns nothing of it: all that leaves the bot is the same.

A state of a game is shown twice by the whole bot, the second time with hidden cards lying otherwise; the same people
do the same, and one move is made that is legal in both. Or the same cards are dealt, and something else is chosen in
secret. Messages, edits, pictures, alt texts, file names, ids, order, sizes, times, presence, log lines: all that
everybody sees must be the same, byte for byte, and so must what comes to each person alone who cannot know the
difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.game import Game
from tests.engine.kit.cases import KINDS, every_kind
from tests.hidden_information.scene import Scene, scenes, secrets

in_secret = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if next(secrets(kind), None) is not None], ids=lambda kind: kind.id
)
"""The games in which people choose something at once, which is shown when all have chosen."""


def compared(shown: Iterable[Scene]) -> Counter[str]:
    """Show each in both worlds; returns what was the same.

    Raises:
        AssertionError: something was not.
    """
    figures: Counter[str] = Counter()
    for scene in shown:
        with TemporaryDirectory() as folder:
            one, two = (scene.played(Path(folder), which) for which in (0, 1))
        difference = scene.difference(one, two)
        assert difference is None, f"{scene.state.game.id}, state {scene.number}: {difference}"
        alone = [sent for sent in one if sent.to is not None and sent.to not in scene.knowing]
        figures["hidden cards changed"] += scene.state.cards
        figures["moves"] += scene.move is not None
        figures["rounds ended"] += scene.ends_a_round
        figures["sent for everybody"] += sum(sent.to is None for sent in one)
        figures["sent to one alone"] += len(alone)
        figures["pictures"] += sum(len(sent.files) for sent in one if sent.to not in scene.knowing)
    return figures


def told(kind: type[Game], shown: Sequence[Scene], capsys: pytest.CaptureFixture[str]) -> None:
    """Compare states of a game, and say what was compared."""
    figures = compared(shown)
    with capsys.disabled():
        said = ", ".join(f"{number} {what}" for what, number in sorted(figures.items()))
        print(f"\n{kind.id}: {len(shown)} states shown in both worlds, 0 differences: {said}")
    assert figures["moves"] >= len(shown) / 2


@every_kind
def test_nothing_that_others_see_depends_on_hidden_cards(kind: type[Game], capsys: pytest.CaptureFixture[str]) -> None:
    told(kind, [*islice(scenes(kind), 2)], capsys)


@in_secret
def test_nothing_that_others_see_depends_on_a_secret_choice(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    told(kind, [*islice(secrets(kind), 1)], capsys)


@pytest.mark.soak
@every_kind
def test_nothing_that_others_see_depends_on_hidden_cards_in_a_thousand_states(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    told(kind, [*islice(scenes(kind), 1_000)], capsys)


@pytest.mark.soak
@in_secret
def test_nothing_that_others_see_depends_on_a_hundred_secret_choices(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    told(kind, [*islice(secrets(kind), 100)], capsys)
