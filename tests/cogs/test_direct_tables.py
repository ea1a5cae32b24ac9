"""Games in the bot's direct messages: one message, begun at once, played to the end, for its person alone."""

import logging
from random import Random

import pytest

from host.place import Place
from show.messages.edit_rate_limit import EditRateLimit
from tests.cogs.direct import Alone
from tests.fuzz.conftest import AKI
from tests.fuzz.offline import Offline, logged_errors
from tests.fuzz.payloads import User, components_with

EMI = User(15, "Emi", locale="ja")
every_game = pytest.mark.parametrize(
    "game", ["saizen", "scharfe-schoten", "tennos-square", "tezuma-trick", "tezumashi"]
)


@pytest.fixture
def alone(world: Offline, monkeypatch: pytest.MonkeyPatch) -> Alone:
    """Return a person whose messages are edited at once: computer players make no pauses here."""
    monkeypatch.setattr(EditRateLimit, "wait", lambda *_: 0.0)
    return Alone(world, AKI)


async def test_play_deals_at_once_in_one_message(alone: Alone, caplog: pytest.LogCaptureFixture) -> None:
    number = await alone.play("scharfe-schoten")
    table = await alone.world.services.tables.get(number)
    assert (table.state, table.place, table.people()) == ("playing", Place.direct(AKI.id), [AKI.id])
    (message,) = alone.messages
    assert not message["flags"] & 64
    assert alone.choices(message)
    assert logged_errors(caplog.records) == []


@every_game
async def test_whole_game_is_played_in_one_message(alone: Alone, game: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    number = await alone.play(game)
    await alone.play_out(Random(game))
    (message,) = alone.messages
    table = await alone.world.services.tables.get(number)
    assert table.state == "over"
    assert any(one["custom_id"] == f"rematch:{number}" for one in components_with(message))
    profile = await alone.world.services.standings.profile(table.place, AKI.id)
    assert [(one.game, one.practice, one.games) for one in profile.played] == [(game, 1, 0)]
    assert logged_errors(caplog.records) == []
