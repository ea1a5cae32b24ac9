"""Suggestions in the bot's direct messages: private pages next to the one message that shows the game."""

import asyncio

import pytest

from local_discord.world.model import EPHEMERAL
from locales import Translation
from show.actions.suggestion_actions import AskHard
from tests.cogs.direct import Alone
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import components_with
from tests.tables import LONG

EN = Translation("en")


@pytest.fixture
def alone(world: Offline) -> Alone:
    return Alone(world, AKI)


async def answered(asked: SentInteraction) -> None:
    async with asyncio.timeout(LONG):
        while "would choose" not in asked.text:
            await asyncio.sleep(0.01)


async def playing(alone: Alone) -> int:
    """Begin a game, wait until the person can ask for a suggestion, and return the table's number."""
    number = await alone.play("saizen")
    tables = alone.world.services.tables
    async with asyncio.timeout(LONG):
        while (await tables.get(number)).suggestible is None:
            await asyncio.sleep(0.01)
    await alone.world.wait_until_idle()
    return number


async def test_question_leaves_the_games_message_as_it_is_and_the_game_is_with_help(alone: Alone) -> None:
    number = await playing(alone)
    await alone.click(f"look:{number}:trick:0")
    (offered,) = [
        one["custom_id"] for one in components_with(alone.newest) if one["custom_id"].startswith(AskHard.verb)
    ]
    before = alone.messages
    first = await alone.world.wait_for(alone.world.click(AKI, None, offered, alone.newest))
    assert first.replies[0][0] == 4
    assert first.replies[0][1]["flags"] & EPHEMERAL
    assert EN("ask-sure") in first.text
    (sure,) = first.custom_ids
    asked = await alone.world.wait_for(alone.world.click(AKI, None, sure))
    await answered(asked)
    await alone.world.wait_until_idle()
    assert alone.messages == before
    assert (await alone.world.services.tables.get(number)).helped
    again = await alone.world.wait_for(alone.world.click(AKI, None, offered, alone.newest))
    await answered(again)
    assert EN("ask-sure") not in again.text, "asked once a game"
    async with alone.world.services.tables.locked(number) as now:
        await alone.world.services.moves.finish(now)
    await alone.world.wait_until_idle()
    await alone.click(f"hand:{number}")
    assert "With help" in str(alone.newest)
    assert await alone.world.store._database.read("SELECT * FROM results") == []


async def test_nobody_else_may_ask(alone: Alone) -> None:
    number = await playing(alone)
    for where in (ROOM, None):
        for sure in (False, True):
            asked = alone.world.click(BEN, where, AskHard(number, 0, sure=sure).custom_id)
            await alone.world.wait_for(asked)
            assert EN("no-such-table") in asked.text
