"""Nothing that a person receives in direct messages depends on the hidden cards of the computer players."""

from itertools import islice
from pathlib import Path

import pytest

from engine.game import Game
from tests.engine.kit.cases import every_kind
from tests.hidden_information.direct import direct_scenes, with_leak
from tests.hidden_information.test_leaks import compare


@pytest.mark.drawn(1)
@every_kind
@pytest.mark.parametrize("count", [1, pytest.param(300, marks=pytest.mark.soak)])
def test_hidden_cards_do_not_affect_direct_messages(
    kind: type[Game], count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(kind, [*islice(direct_scenes(kind), count)], capsys)


@pytest.mark.slow
def test_cards_that_the_owner_sees_make_a_difference(tmp_path: Path) -> None:
    scene = with_leak(next(direct_scenes(Game.games["saizen"])))
    one, two = (scene.play(tmp_path, which) for which in (0, 1))
    assert [sent for sent in one if "panel" in str(sent)] != [sent for sent in two if "panel" in str(sent)]
