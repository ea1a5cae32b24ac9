"""Reviews in the bot's direct messages: private pages next to the one message that shows the game."""

import asyncio

import pytest

from cogs.interactions import interaction_context
from host.learning.reviews import ReviewInProgress
from local_discord.world.model import EPHEMERAL
from tests.cogs.direct import Alone
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline
from tests.patches import run_before
from tests.tables import LONG


@pytest.fixture
def alone(world: Offline) -> Alone:
    return Alone(world, AKI)


async def finished(alone: Alone) -> int:
    """Begin a game, let it end at once, and return the number of its table."""
    number = await alone.play("saizen")
    async with alone.world.services.tables.locked(number) as now:
        await alone.world.services.moves.finish(now)
    await alone.world.wait_until_idle()
    await alone.click(f"hand:{number}")  # the message still displays a round; the click replaces it with the result
    assert f"review:{number}:0" in str(alone.newest)
    return number


async def made(alone: Alone, number: int) -> None:
    async with asyncio.timeout(LONG):
        while isinstance(now := await alone.world.services.reviews.of(number, AKI.id), ReviewInProgress):
            await now.ended.wait()


@pytest.mark.slow
async def test_review_leaves_the_games_message_as_it_is(alone: Alone) -> None:
    number = await finished(alone)
    before = alone.messages
    for _ in range(2):
        asked = await alone.world.wait_for(alone.world.click(AKI, None, f"review:{number}:0", alone.newest))
        assert asked.replies[0][0] == 4
        assert asked.replies[0][1]["flags"] & EPHEMERAL
        await made(alone, number)
    assert "average: luck" in asked.text
    await alone.world.wait_until_idle()
    assert alone.messages == before
    rows = await alone.world.store._database.read("SELECT table_id, user_id FROM reviews")
    assert rows == [(number, AKI.id)]


async def test_nobody_else_finds_the_review(alone: Alone) -> None:
    number = await finished(alone)
    for where in (ROOM, None):
        asked = await alone.world.wait_for(alone.world.click(BEN, where, f"review:{number}:0"))
        assert "no such table" in asked.text


@pytest.mark.drawn(1)
@pytest.mark.parametrize("of_panel", [True, False])
async def test_late_answer_leaves_the_clicked_page_too(
    world: Offline, monkeypatch: pytest.MonkeyPatch, *, of_panel: bool
) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    monkeypatch.setattr(interaction_context, "DEFER_AFTER_SECONDS", 0.0)

    async def deferred() -> None:
        await asyncio.sleep(0.05)

    run_before(monkeypatch, world.services.reviews, "of", deferred)
    public = next(one for one in world.messages.values() if f"replay:{number}" in str(one))
    clicked = world.private(AKI, ROOM) if of_panel else public
    asked = world.click(AKI, ROOM, f"review:{number}:0", clicked)
    await world.wait_for(asked)
    await world.wait_until_idle()
    kinds = [kind for kind, _ in asked.replies]
    assert kinds[0] == (6 if of_panel else 5)
    assert kinds[1] == (0 if of_panel else 1), "a page of its own, or the placeholder"
    assert "Review" in asked.text
