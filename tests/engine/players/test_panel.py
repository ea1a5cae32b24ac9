"""The level "normal" plays fixed deals no worse than before."""

from collections.abc import Sequence

import pytest

from engine.game import Game
from engine.players.arena import mean_interval
from tests.engine.players import panel

every_game = pytest.mark.parametrize("name", sorted(Game.games))


@pytest.mark.soak
@every_game
def test_normal_is_no_worse_than_before_on_the_panel(name: str) -> None:
    worse = _worse(panel.frozen(name), panel.points(name, panel.DEALS, jobs=2))
    assert worse is None, worse


@every_game
def test_panel_detects_a_loss_of_a_fifth_of_its_spread(name: str) -> None:
    before = panel.frozen(name)
    assert len(before) == panel.DEALS
    mean, low, _ = mean_interval(before)
    loss = (mean - low) * len(before) ** 0.5 / 10
    assert _worse(before, [one - loss - (number % 2) / 10 for number, one in enumerate(before)])
    assert _worse(before, before) is None
    assert _worse(before, before[::-1]) is None


def _worse(before: Sequence[float], now: Sequence[float]) -> str | None:
    """Return a message if the results `now` are certainly worse than `before` in the mean over all deals, else None."""
    mean, low, high = mean_interval([mine - old for mine, old in zip(now, before, strict=True)])
    return f"normal has become worse: {mean:+.2f} points a seat ({low:.2f} to {high:.2f})" if high < 0 else None
