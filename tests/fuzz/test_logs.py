"""At debug level, the log contains no card, move, seed or token."""

import logging
import re
from random import Random

import pytest

from engine.game import Game
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import User

OWN_LOGGERS = ("ichiza", "cogs", "engine", "host", "locales", "pictures", "show", "storage")
QUICK = {"tezuma-trick"}
"""Games that are played in every test run, not only in the soak."""
CHOICES = 30
"""Greatest number of choices of each person."""
TYPED = "secretly typed"
CHANCE = Random(2)


@pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=() if one in QUICK else pytest.mark.soak) for one in sorted(Game.games)]
)
async def test_game_leaves_no_secret_in_the_log(world: Offline, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    for name in OWN_LOGGERS:
        caplog.set_level(logging.DEBUG, name)
    await world.open_table(AKI, BEN, where=ROOM, game=kind, seats=None)
    for _ in range(CHOICES):
        if await move_count(world) > 5:
            break
        for who in (AKI, BEN):
            await make_choice(world, who)
    await world.wait_for(
        world.command(AKI, ROOM, "leaderboard", game=TYPED),
        world.command(AKI, ROOM, "nothing", game=TYPED),
        world.click(AKI, ROOM, f"{TYPED}:1"),
    )
    row, game = await world.store.tables.load(1), (await world.services.tables.get(1)).game
    assert row is not None
    assert game is not None
    assert game.history
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.partition(".")[0] in OWN_LOGGERS)
    secrets = {row.seed, TYPED, *(asked.data.get("custom_id", TYPED) for asked in world.interactions.values())}
    assert [one for one in secrets if one and one in said] == []
    assert "token-" not in said
    cards = {code for hand in (game.view(seat)["hand"] for seat in range(game.seats)) for code in hand}
    assert [code for code in cards if re.search(rf"\b{re.escape(code)}\b", said)] == []


async def move_count(world: Offline) -> int:
    return len(await world.store.tables.moves(1))


async def make_choice(world: Offline, who: User) -> None:
    """Open a person's hand and click one of its choices."""
    hand = await world.wait_for(world.command(who, ROOM, "hand", table=1))
    offered = [one for one in hand.custom_ids if one.startswith("choose:")]
    if offered:
        await world.complete(world.click(who, ROOM, CHANCE.choice(offered), hand.page))
