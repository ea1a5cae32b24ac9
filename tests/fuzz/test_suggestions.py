"""Suggestions are given to the only person at a table; forged requests get one sentence, and change nothing."""

import asyncio

import pytest

import limits
from host.tables.table import Table
from local_discord.world.model import EPHEMERAL
from locales import Translation
from show.actions.suggestion_actions import AskHard
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, ROOM, STAFF
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, User
from tests.patches import run_before

EN = Translation("en")
NONE, NO_SUGGESTION, WENT_ON = EN("no-such-table"), EN("no-suggestion"), EN("game-went-on")
LONG = 120.0


def ask(
    world: Offline, number: int, decision: int, *, sure: bool = True, who: User = AKI, where: Channel = ROOM
) -> SentInteraction:
    return world.click(who, where, AskHard(number, decision, sure=sure).custom_id)


async def answer_texts(world: Offline, *asked: SentInteraction) -> list[str]:
    await world.wait_for(*asked)
    return [one.text for one in asked]


async def choosing(world: Offline) -> Table:
    """Return a table at which Aki plays alone and must choose between moves."""
    number = await world.open_table(AKI, where=ROOM, seats=3)
    async with asyncio.timeout(LONG):
        while (table := await world.services.tables.get(number)).suggestible is None or table.computers_to_act():
            await asyncio.sleep(0.01)
    return table


def decision_of(table: Table) -> int:
    assert table.game is not None
    return table.game.moves_made(0)


async def answered(asked: SentInteraction) -> None:
    """Wait until the page that answers `asked` displays the suggestion."""
    async with asyncio.timeout(LONG):
        while "would choose" not in asked.text:
            await asyncio.sleep(0.01)


async def test_everybody_else_and_every_other_table_is_refused(world: Offline) -> None:
    table, several = await choosing(world), await world.open_table(AKI, BEN, where=ROOM)
    over = await world.open_table(AKI, where=ROOM, seats=3)
    async with world.services.tables.locked(over) as now:
        await world.services.moves.finish(now)
    decision = decision_of(table)
    before = await world.rows()
    for sure in (False, True):
        refused = [ask(world, table.id, decision, sure=sure, who=who) for who in (BEN, CHIE, STAFF)]
        refused += [ask(world, several, number, sure=sure, who=who) for number in (0, 1) for who in (AKI, BEN, CHIE)]
        refused += [ask(world, over, number, sure=sure) for number in (0, 1)]
        assert await answer_texts(world, *refused) == [NO_SUGGESTION] * len(refused)
        await world.wait_until_idle()
        stale = [ask(world, table.id, one, sure=sure) for one in (decision + 1, decision + 2, 2**63 - 1)]
        assert await answer_texts(world, *stale) == [WENT_ON] * len(stale)
        hidden = [ask(world, table.id, decision, sure=sure, where=ELSEWHERE), ask(world, over + 90, 0, sure=sure)]
        assert await answer_texts(world, *hidden) == [NONE] * len(hidden)
        await world.wait_until_idle()
    ends = (":-1:1", ":x:1", f":{decision}", "")
    forged = [world.click(AKI, ROOM, f"ask-hard:{table.id}{end}") for end in ends]
    assert set(await answer_texts(world, *forged)) == {EN("fault-other-version")}
    assert await world.rows() == before
    assert not world.services.suggestions._asked._times


async def test_answer_is_private_and_the_game_is_marked(world: Offline) -> None:
    table = await choosing(world)
    await world.wait_until_idle()
    first = ask(world, table.id, decision_of(table), sure=False)
    assert EN("ask-sure") in (await answer_texts(world, first))[0]
    assert world.services.suggestions._asked._times == {}
    asked = ask(world, table.id, decision_of(table))
    await world.wait_for(asked)
    await answered(asked)
    assert first.replies[0][0] == 4, "a page of its own"
    assert first.replies[0][1]["flags"] & EPHEMERAL
    assert len(first.replies) == 1
    assert [kind for kind, _ in asked.replies] == [7, 1], "an answer in that page, and its edit"
    assert (await world.services.tables.get(table.id)).helped


async def test_clicks_at_once_are_one_question_whose_answer_one_page_tells(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clicked = await choosing(world), asyncio.Event()
    run_before(monkeypatch, world.services.suggestions._pool, "suggest", clicked.wait)
    asked = [ask(world, table.id, decision_of(table)) for _ in range(8)]
    await world.wait_for(*asked)
    clicked.set()
    async with asyncio.timeout(LONG):
        while not any("would choose" in one.text for one in asked):
            await asyncio.sleep(0.01)
    assert sum("would choose" in one.text for one in asked) == 1
    assert len(world.services.suggestions._asked._times[0, AKI.id]) == 1


async def test_limit_is_told(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SUGGESTED_A_DAY", 1)
    table = await choosing(world)
    asked = ask(world, table.id, decision_of(table))
    await world.wait_for(asked)
    await answered(asked)
    (told,) = await answer_texts(world, ask(world, table.id, decision_of(table)))
    assert "1 times within a day" in told
