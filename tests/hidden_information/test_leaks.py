"""Hidden cards and secret choices change nothing that people who cannot know them receive.

The whole bot plays a state of a game twice, the second time with hidden cards swapped or with another secret choice.
The same people do the same, and one move is made that is legal in both worlds. Everything public must be equal byte for
byte: messages, edits, pictures, alt texts, file names, ids, order, sizes, times, presence and log lines. Ephemeral
messages to people who cannot know the difference must be equal as well.
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

games_with_secret_choices = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if next(secrets(kind), None) is not None], ids=lambda kind: kind.id
)
"""The games with simultaneous choices, which are revealed when all have chosen."""


def compare(shown: Iterable[Scene]) -> Counter[str]:
    """Play scenes in both worlds and return statistics of what was equal.

    Raises:
        AssertionError: there was a difference.
    """
    figures: Counter[str] = Counter()
    for scene in shown:
        with TemporaryDirectory() as folder:
            one, two = (scene.play(Path(folder), which) for which in (0, 1))
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


def compare_and_print(kind: type[Game], shown: Sequence[Scene], capsys: pytest.CaptureFixture[str]) -> None:
    """Compare states of a game and print statistics."""
    figures = compare(shown)
    with capsys.disabled():
        said = ", ".join(f"{number} {what}" for what, number in sorted(figures.items()))
        print(f"\n{kind.id}: {len(shown)} states shown in both worlds, 0 differences: {said}")
    assert figures["moves"] >= len(shown) / 2


@every_kind
def test_hidden_cards_do_not_affect_what_others_see(kind: type[Game], capsys: pytest.CaptureFixture[str]) -> None:
    compare_and_print(kind, [*islice(scenes(kind), 1)], capsys)


@games_with_secret_choices
def test_secret_choice_does_not_affect_what_others_see(kind: type[Game], capsys: pytest.CaptureFixture[str]) -> None:
    compare_and_print(kind, [*islice(secrets(kind), 1)], capsys)


@pytest.mark.soak
@every_kind
def test_hidden_cards_do_not_affect_what_others_see_in_a_thousand_states(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    compare_and_print(kind, [*islice(scenes(kind), 1_000)], capsys)


@pytest.mark.soak
@games_with_secret_choices
def test_hundred_secret_choices_do_not_affect_what_others_see(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    compare_and_print(kind, [*islice(secrets(kind), 100)], capsys)
