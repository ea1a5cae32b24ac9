"""Nothing that people receive depends on hidden cards and secret choices that they cannot know.

The whole bot plays on from a state of a game twice. In the second run, hidden cards are swapped, or a secret choice
differs. The same people do the same, and one move is made that is legal in both worlds. Everything public must be equal
byte for byte: messages, edits, pictures, alt texts, file names, ids, order, sizes, times, presence and log lines.
Ephemeral messages to people who cannot know the difference must be equal as well.
"""

from collections import Counter
from collections.abc import Sequence
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


def compare(kind: type[Game], states: Sequence[Scene], capsys: pytest.CaptureFixture[str]) -> None:
    """Play each scene in both of its worlds, and print how many moves, messages and pictures were compared.

    Raises:
        AssertionError: people who must not tell the two worlds apart received something different.
    """
    figures: Counter[str] = Counter()
    for scene in states:
        with TemporaryDirectory() as folder:
            one, two = (scene.play(Path(folder), which) for which in (0, 1))
        difference = scene.difference(one, two)
        assert difference is None, f"{kind.id}, state {scene.number}: {difference}"
        alone = [sent for sent in one if sent.to is not None and sent.to not in scene.knowing]
        figures["hidden cards changed"] += scene.state.cards
        figures["moves"] += scene.move is not None
        figures["rounds ended"] += scene.ends_a_round
        figures["sent for everybody"] += sum(sent.to is None for sent in one)
        figures["sent to one alone"] += len(alone)
        figures["pictures"] += sum(len(sent.files) for sent in one if sent.to not in scene.knowing)
    with capsys.disabled():
        statistics = ", ".join(f"{number} {what}" for what, number in sorted(figures.items()))
        print(f"\n{kind.id}: {len(states)} states shown in both worlds, 0 differences: {statistics}")
    assert figures["moves"] >= len(states) / 2


@pytest.mark.drawn(1)
@every_kind
@pytest.mark.parametrize("count", [1, pytest.param(1_000, marks=pytest.mark.soak)])
def test_hidden_cards_do_not_affect_what_others_see(
    kind: type[Game], count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(kind, [*islice(scenes(kind), count)], capsys)


@pytest.mark.drawn(1)
@games_with_secret_choices
@pytest.mark.parametrize(
    "count", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.soak)]
)
def test_secret_choices_do_not_affect_what_others_see(
    kind: type[Game], count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(kind, [*islice(secrets(kind), count)], capsys)
