"""The puzzle of a day on a bot without sockets: the clicks from a person's result to the puzzle and its answer.

Other tests check what must not happen: second answers, public answers, and answers that reveal hidden cards.
"""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.daily.puzzles import VERSION
from engine.game import Game
from host.refusals import NO_PUZZLE, PUZZLE_NOT_MADE
from local_discord.world.model import EPHEMERAL
from locales import Translation
from show.actions import daily_actions
from show.actions import settings_actions as actions
from show.actions.decision_actions import Choose, InPuzzle, LookUp, PickChoice, ShowTab
from tests.clock import Clock, set_clocks
from tests.cogs.test_today import (
    DAY,
    DAY_SECONDS,
    IN_BOTH,
    SAIZEN,
    choices_of,
    click,
    clock,
    play_button,
    play_on,
    played,
    today,
)
from tests.days import prepare_day
from tests.engine.kit import cases
from tests.engine.kit.cases import every_kind
from tests.engine.kit.swaps import Redealt, cuts, redealt
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import Channel, User, components_with
from tests.puzzles import puzzle_at, store_puzzle

EN = Translation("en")
DRAWN = re.compile(r"<t:\d+|\d{16,19}|[0-9a-f]{32,}")
__all__ = ["clock"]


@pytest.fixture
async def world(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot on one server on the day `DAY`, which has a deal."""
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.services.daily_preparation.close()
        set_clocks(monkeypatch, world.services, clock)
        await prepare_day(world.store, DAY, SAIZEN)
        yield world


def offers_of(sent: SentInteraction) -> list[tuple[str, list[str] | None]]:
    """Return the choices that a puzzle offers, as custom ids and picked values."""
    return choices_of(sent, "puzzle-answer:", "puzzle-pick:")


async def answered(world: Offline, who: User = AKI, where: Channel | None = ROOM) -> SentInteraction:
    """Click any choices of today's puzzle until it is answered, and return the last page."""
    random, page = Random(1), await click(world, ShowTab(InPuzzle(DAY)).custom_id, who, where)
    while offered := offers_of(page):
        custom_id, values = random.choice(offered)
        page = await click(world, custom_id, who, where, values)
    return page


async def rows(world: Offline) -> list[Any]:
    return await world.store._database.read("SELECT user_id, move, solved FROM puzzle_answers ORDER BY user_id")


@pytest.mark.drawn(1)
@IN_BOTH
async def test_result_leads_to_the_puzzle_and_its_answer_stays(world: Offline, where: Channel | None) -> None:
    await store_puzzle(world.store, DAY, SAIZEN)
    result = await played(world, where=where)
    assert ShowTab(InPuzzle(DAY)).custom_id in result.custom_ids
    asked = await click(world, ShowTab(InPuzzle(DAY)).custom_id, where=where)
    assert offers_of(asked)
    over = await answered(world, where=where)
    assert EN("puzzle-found", count=1, found=0) in over.text
    assert [row[0] for row in await rows(world)] == [AKI.id]
    assert all(body["flags"] & EPHEMERAL for sent in (asked, over) for kind, body in sent.replies if kind == 4)
    again = await click(world, ShowTab(InPuzzle(DAY)).custom_id, where=where)
    assert again.text == over.text
    assert daily_actions.OpenToday().custom_id in over.custom_ids


async def test_puzzle_that_is_being_made_is_announced_and_can_be_opened_later_by_the_same_button(
    world: Offline,
) -> None:
    result, puzzle = await played(world), ShowTab(InPuzzle(DAY)).custom_id
    [label] = [one["label"] for one in components_with(result.answers[-1]) if one["custom_id"] == puzzle]
    assert label == EN("puzzle-not-made")
    early = await click(world, puzzle)
    assert EN.sentence(PUZZLE_NOT_MADE()) in early.text
    await store_puzzle(world.store, DAY, SAIZEN)
    assert offers_of(await click(world, puzzle))


async def test_day_that_is_not_today_and_has_no_puzzle_says_so(world: Offline, clock: Clock) -> None:
    await prepare_day(world.store, DAY + 1, SAIZEN)
    page = await play_on(world, await click(world, play_button(await today(world))), most=3)
    clock.now += DAY_SECONDS
    result = await play_on(world, page)
    assert ShowTab(InPuzzle(DAY)).custom_id not in result.custom_ids
    for day in (DAY, DAY + 2, 0):
        refused = await click(world, ShowTab(InPuzzle(day)).custom_id)
        assert EN.sentence(NO_PUZZLE()) in refused.text
        assert not refused.custom_ids


async def test_closed_day_leads_to_its_puzzle(world: Offline, clock: Clock) -> None:
    await store_puzzle(world.store, DAY, SAIZEN)
    clock.now += DAY_SECONDS
    closed = await click(world, daily_actions.OpenClosedDay().custom_id)
    assert ShowTab(InPuzzle(DAY)).custom_id in closed.custom_ids
    over = await answered(world)
    assert daily_actions.OpenClosedDay().custom_id in over.custom_ids


async def test_forged_choices_and_second_answers_change_nothing(world: Offline) -> None:
    puzzle = await store_puzzle(world.store, DAY, SAIZEN)
    asked = await click(world, ShowTab(InPuzzle(DAY)).custom_id)
    for path in ("X", "🔄", "pass.pass", ""):
        forged = await click(world, f"puzzle-answer:{DAY}:{path}:1")
        assert forged.answers
        assert "✅" not in forged.text
    for value in ("X", "", "a" * 100):
        assert (await click(world, PickChoice(InPuzzle(DAY), 0, (), 0).custom_id, values=[value])).answers
    assert await rows(world) == []
    choices = offers_of(asked)
    await answered(world)
    stored = await rows(world)
    for custom_id, values in choices:
        assert (await click(world, custom_id, values=values)).answers
    for one in puzzle["moves"]:
        move = SAIZEN.path(SAIZEN.parse(one["move"]))
        await click(world, Choose(InPuzzle(DAY), 0, move, sure=True).custom_id)
    assert await rows(world) == stored


async def test_clicks_at_once_make_one_answer(world: Offline) -> None:
    puzzle = await store_puzzle(world.store, DAY, SAIZEN)
    kind = Game.games["saizen"]
    paths = [kind.path(kind.parse(one["move"])) for one in puzzle["moves"]]
    sent = [world.click(AKI, ROOM, Choose(InPuzzle(DAY), 0, path, sure=True).custom_id) for path in paths]
    await world.wait_for(*sent)
    assert len(await rows(world)) == 1


async def test_nothing_of_a_puzzle_is_public(world: Offline) -> None:
    await store_puzzle(world.store, DAY, SAIZEN)
    before = ((await world.rows())[:4], dict(world.messages))
    await answered(world)
    assert ((await world.rows())[:4], dict(world.messages)) == before


async def test_leave_is_given_and_taken_back_in_privacy(world: Offline) -> None:
    page = await world.complete(world.command(AKI, ROOM, "privacy"))
    for given in (True, False):
        assert actions.LeavePuzzles(given).custom_id in page.custom_ids
        page = await click(world, actions.LeavePuzzles(given).custom_id)
        assert (await world.services.settings.person(AKI.id)).puzzles == ("on" if given else "off")
        assert EN("privacy-puzzles", given="yes" if given else "no") in page.text


def _blind_decision(kind: type[Game]) -> tuple[int, Redealt]:
    """Return a seat with a decision, and two states of its game that differ only in cards hidden from this seat."""
    every, random = cases.cases_of(kind), Random(4)
    for number in range(99):
        for cut in cuts(every[number % len(every)], number, 20):
            state = redealt(cut, random) if cut.game.to_act else None
            for seat in cut.game.to_act if state else ():
                assert state is not None
                if seat in state.blind and len(cut.game.legal_moves(seat)) > 2:
                    return seat, state
    raise AssertionError("there is none")


async def told(path: Path, game: Game, seat: int, patch: pytest.MonkeyPatch) -> list[str]:
    """Let Aki answer a puzzle; return all pages about the puzzle that Ben can then open before his own answer."""
    async with offline(path) as world:
        world.add_guild(HERE, ROOM)
        await world.services.daily_preparation.close()
        set_clocks(patch, world.services, lambda: DAY * DAY_SECONDS + 3600.0)
        puzzle = puzzle_at(game, seat)
        await world.store.puzzles.add(DAY, VERSION, json.dumps(puzzle), None)
        await answered(world)
        got = []
        for plain in ("off", "on"):
            await world.services.settings.set_person(BEN.id, "plain", (plain,))
            first = await click(world, ShowTab(InPuzzle(DAY)).custom_id, BEN)
            ids = [one["custom_id"] for one in components_with(first.answers[-1])]
            tabs = [one for one in ids if one.startswith("puzzle:")]
            looks = [LookUp(InPuzzle(DAY), what).custom_id for what in ("trick", "rules")]
            got += [first, *[await click(world, one, BEN) for one in (*tabs, *looks, f"puzzle-answer:{DAY}:X:1")]]
        return [DRAWN.sub("", json.dumps([one.data, one.replies], sort_keys=True, default=str)) for one in got]


@pytest.mark.drawn(1)
@every_kind
async def test_hidden_cards_change_nothing_before_the_answer(
    tmp_path: Path, kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, state = _blind_decision(kind)
    one, other = [
        await told(tmp_path / f"{name}.sqlite3", game, seat, monkeypatch)
        for name, game in (("one", state.game), ("other", state.other))
    ]
    assert one == other
