"""The day's deal on a bot without sockets: the clicks from /today to the result, and refused requests."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.daily import plan
from engine.game import Game
from host.refusals import ALREADY_PLAYED
from local_discord.world import ids
from local_discord.world.model import EPHEMERAL
from locales import Translation, goal_line
from show.actions import daily_actions as actions
from show.actions.daily_actions import OpenToday
from show.actions.decision_actions import InDay, InLesson, ShowTab, SwitchHints
from show.actions.settings_actions import AskZone, PickZone
from show.messages.table_messages import TableMessages
from tests.clock import Clock, set_clocks
from tests.days import SECRET, a_deal, prepare_day
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import Channel, User, components_with

EN = Translation("en")
DAY, DAY_SECONDS = 20_000, 86_400
SAIZEN = Game.games["saizen"]
IN_BOTH = pytest.mark.parametrize("where", [ROOM, None], ids=["server", "direct messages"])


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = DAY * DAY_SECONDS + 3600.0
    return clock


@pytest.fixture
async def world(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot on one server on the day `DAY`."""
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.services.daily_preparation.close()
        set_clocks(monkeypatch, world.services, clock)
        yield world


async def today(world: Offline, who: User = AKI, where: Channel | None = ROOM) -> SentInteraction:
    return await world.complete(world.command(who, where, "today"))


async def click(
    world: Offline, custom_id: str, who: User = AKI, where: Channel | None = ROOM, values: Any = None
) -> SentInteraction:
    return await world.complete(world.click(who, where, custom_id, values=values))


def choices_of(
    sent: SentInteraction, button: str = "day-choose:", choice: str = "day-pick:"
) -> list[tuple[str, list[str] | None]]:
    """Return the choices that a page offers, as custom ids and picked values.

    `button` and `choice` are the beginnings of the custom ids of buttons and lists.
    """
    found: list[tuple[str, list[str] | None]] = []
    for one in components_with(sent.answers[-1]):
        custom_id = one["custom_id"]
        if custom_id.startswith(button):
            found.append((custom_id, None))
        elif custom_id.startswith(choice):
            found += [(custom_id, [line["value"]]) for line in one["options"]]
    return found


async def play_on(
    world: Offline, page: SentInteraction, who: User = AKI, where: Channel | None = ROOM, most: int = 1000
) -> SentInteraction:
    """Click random choices until the page offers none, or until `most` clicks are made; return the last page."""
    random = Random(1)
    for _ in range(most):
        offered = choices_of(page)
        if not offered:
            return page
        custom_id, values = random.choice(offered)
        page = await click(world, custom_id, who, where, values)
    return page


async def played(world: Offline, who: User = AKI, where: Channel | None = ROOM) -> SentInteraction:
    return await play_on(world, await click(world, play_button(await today(world, who, where)), who, where), who, where)


def play_button(page: SentInteraction) -> str:
    [found] = [one for one in page.custom_ids if one.startswith("day-play:")]
    return found


async def rows(world: Offline) -> list[Any]:
    return await world.store._database.read("SELECT user_id, moves, points FROM attempts ORDER BY user_id")


@pytest.mark.drawn(1)
@IN_BOTH
async def test_two_taps_lead_to_the_first_decision_and_the_end_has_a_result(
    world: Offline, where: Channel | None
) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    begun = await today(world, where=where)
    assert begun.replies[0][1]["flags"] & EPHEMERAL
    first = await click(world, play_button(begun), where=where)
    assert choices_of(first)
    over = await play_on(world, first, where=where)
    assert "Better than" in over.text
    assert actions.ShareDay(DAY).custom_id in over.custom_ids
    assert [(row[0], row[2] is None) for row in await rows(world)] == [(AKI.id, False)]
    assert all(body["flags"] & EPHEMERAL for sent in (begun, first, over) for kind, body in sent.replies if kind == 4)
    again = await today(world, where=where)
    assert "Better than" in again.text, "one scored try"
    assert not choices_of(again)


@IN_BOTH
async def test_newcomer_reads_the_goal_and_can_learn_before_the_scored_try(
    world: Offline, where: Channel | None
) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    goal = goal_line("en", SAIZEN.id)
    begun = await today(world, where=where)
    assert goal in begun.text
    lesson = ShowTab(InLesson(SAIZEN.id)).custom_id
    assert lesson in begun.custom_ids
    assert (await click(world, lesson, where=where)).text
    first = await click(world, play_button(begun), where=where)
    assert goal in first.text
    hide, show = (SwitchHints(InDay(DAY), on).custom_id for on in (False, True))
    hidden = await click(world, hide, where=where)
    assert goal not in hidden.text
    assert (await world.services.settings.person(AKI.id)).hints == "off"
    assert show in (await click(world, play_button(begun), where=where)).custom_ids
    assert goal in (await click(world, show, where=where)).text
    assert choices_of(first) == choices_of(hidden)


async def test_second_deal_of_a_game_comes_without_hints(world: Offline, clock: Clock) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    await played(world)
    practice = await click(world, actions.PractiseDay(DAY).custom_id)
    assert goal_line("en", SAIZEN.id) in practice.text
    clock.now += DAY_SECONDS
    for who in (AKI, BEN):
        await prepare_day(world.store, DAY + 1, SAIZEN)
        first = await click(world, play_button(await today(world, who)), who)
        assert (goal_line("en", SAIZEN.id) in first.text) == (who is BEN)


async def test_nothing_of_an_attempt_is_public_or_a_table(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    before = ((await world.rows())[:4], dict(world.messages))
    await played(world)
    assert ((await world.rows())[:4], dict(world.messages)) == before


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", sorted(Game.games))
async def test_attempt_goes_on_at_the_same_decision(world: Offline, game: str) -> None:
    await prepare_day(world.store, DAY, Game.games[game])
    page = await play_on(world, await click(world, play_button(await today(world))), most=9)
    stored = await rows(world)
    if not any(own == 0 for own, _ in json.loads(stored[0][1])):
        return
    again = await today(world)
    assert (stored, bool(choices_of(again))) == (await rows(world), True)
    late = await click(world, choices_of(page)[0][0].replace(":1:", ":0:"))
    assert late.answers


async def test_late_and_double_clicks_change_nothing_and_say_so(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    page = await click(world, play_button(await today(world)))
    custom_id, _ = choices_of(page)[-1]
    moved = await play_on(world, page, most=3)
    stored = await rows(world)
    late = await click(world, custom_id)
    assert await rows(world) == stored
    assert choices_of(late) == choices_of(moved)
    assert EN.sentence(ALREADY_PLAYED()) in late.text


async def test_clicks_at_once_make_one_move(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    page = await click(world, play_button(await today(world)))
    custom_id = choices_of(page)[-1][0]
    sent = [world.click(AKI, ROOM, custom_id) for _ in range(5)]
    await world.wait_for(*sent)
    [(_, moves, _)] = await rows(world)
    assert [own for own, _ in json.loads(moves)].count(0) <= 1


async def test_forbidden_choice_is_refused_with_its_reason(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    await click(world, play_button(await today(world)))
    stored = await rows(world)
    for path in ("X", "🔄", "pass.pass", ""):
        forged = await click(world, f"day-choose:{DAY}:0:0:{path}:1")
        assert forged.answers
    assert await rows(world) == stored


async def test_practice_is_after_the_own_try_only_and_is_never_scored(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    refused = await click(world, actions.PractiseDay(DAY).custom_id)
    assert not choices_of(refused)
    await played(world)
    stored = await rows(world)
    practice = await click(world, actions.PractiseDay(DAY).custom_id)
    assert EN("day-practice") in practice.text
    over = await play_on(world, practice)
    assert actions.PractiseDay(DAY).custom_id in over.custom_ids
    assert await rows(world) == stored
    assert "Your scored try" in over.text


async def test_share_and_comparison_are_after_the_own_try_only(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    await today(world)
    refused = await click(world, actions.ShareDay(DAY).custom_id)
    assert "```" not in refused.text
    await played(world)
    shared = await click(world, actions.ShareDay(DAY).custom_id)
    assert "```\nIchiza ☀️ 2024-10-04 · Saizen · /today\n" in shared.text


async def test_day_without_deals_says_so(world: Offline) -> None:
    page = await today(world)
    assert OpenToday().custom_id in page.custom_ids
    assert EN("day-title") in page.text
    nothing = await click(world, actions.OpenClosedDay().custom_id)
    assert nothing.text
    assert (await click(world, actions.ListComingDays().custom_id)).text


async def test_yesterday_is_offered_only_where_it_had_a_deal(world: Offline, clock: Clock) -> None:
    yesterday = actions.OpenClosedDay().custom_id
    assert yesterday not in (await today(world)).custom_ids
    await prepare_day(world.store, DAY, SAIZEN)
    assert yesterday not in (await today(world)).custom_ids
    assert yesterday not in (await played(world)).custom_ids
    clock.now += DAY_SECONDS
    assert yesterday in (await today(world)).custom_ids


async def test_zone_is_asked_until_it_is_chosen(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    ask, pick = (kind(OpenToday().custom_id).custom_id for kind in (AskZone, PickZone))
    assert ask in (await played(world)).custom_ids
    assert pick in (await click(world, ask)).custom_ids
    chosen = await click(world, pick, values=["Asia/Tokyo"])
    assert actions.ShareDay(DAY).custom_id in chosen.custom_ids, "the result is shown again"
    assert ask not in chosen.custom_ids
    assert (await world.services.settings.person(AKI.id)).time_zone == "Asia/Tokyo"
    forged = await click(world, pick, values=["../../etc/passwd"])
    assert forged.text
    assert (await world.services.settings.person(AKI.id)).time_zone == "Asia/Tokyo"


async def test_yesterday_is_shown_to_everybody_with_cards_and_best_play(world: Offline, clock: Clock) -> None:
    best = a_deal(SAIZEN, 1)
    await prepare_day(world.store, DAY, SAIZEN, best=best)
    await played(world)
    hidden = await click(world, actions.ShowDealtCards(DAY, 1).custom_id, BEN)
    assert not hidden.custom_ids, "the day is not over"
    clock.now += DAY_SECONDS
    for who in (AKI, BEN):
        page = await click(world, actions.OpenClosedDay().custom_id, who)
        assert bytes(range(16)).hex() in page.text
        assert ("better than" in page.text) == (who is AKI)
        cards = await click(world, actions.PickDealtCards(DAY).custom_id, who, values=["1"])
        line = await click(world, actions.ShowBestLine(DAY, 1).custom_id, who)
        assert actions.ShowBestLine(DAY, 1).custom_id in cards.custom_ids
        further = await click(world, actions.ShowBestLine(DAY, 1, 0, "on").custom_id, who)
        assert further.text != line.text
    for forged in (actions.ShowDealtCards(DAY, 4), actions.ShowBestLine(DAY, 1, 999), actions.ShowDealtCards(1, 0)):
        assert not (await click(world, forged.custom_id)).custom_ids


async def test_clicks_belong_to_the_day_of_their_ids_however_late_they_are_handled(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, day in enumerate((DAY - 1, DAY, DAY + 1)):
        await prepare_day(world.store, day, SAIZEN, first=4 * number)
    clock.now = (DAY + 1) * DAY_SECONDS + 600.0
    monkeypatch.setattr(ids, "now", lambda: clock.now - 3600)
    over = await played(world)
    assert "Better than" in over.text
    assert {actions.ShareDay(DAY).custom_id, actions.PractiseDay(DAY).custom_id} <= {*over.custom_ids}
    row = await world.store.daily.attempt(DAY, AKI.id)
    assert row is not None
    assert row.points is not None
    assert await world.store.daily.attempt(DAY + 1, AKI.id) is None
    closed = await click(world, actions.OpenClosedDay().custom_id)
    assert actions.PickDealtCards(DAY - 1).custom_id in closed.custom_ids
    about_today = (
        actions.OpenDay(DAY),
        actions.ShowDealtCards(DAY, 0),
        actions.ShowBestLine(DAY, 0),
    )
    for forged in about_today:
        assert "day is over" in (await click(world, forged.custom_id)).text
    coming = (await click(world, actions.ListComingDays().custom_id)).text
    assert all(plan.commitment(SECRET, day) in coming for day in (DAY, DAY + 1))


async def test_round_that_ends_after_the_day_has_no_score(world: Offline, clock: Clock) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    page = await play_on(world, await click(world, play_button(await today(world))), most=3)
    clock.now += DAY_SECONDS
    over = await play_on(world, page)
    assert "The day was over" in over.text
    assert [row[2] for row in await rows(world)] == [None]
    clock.now += DAY_SECONDS
    gone = await click(world, choices_of(page)[0][0])
    assert not choices_of(gone)


async def test_plain_words_have_no_pictures(world: Offline) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    await world.services.settings.set_person(AKI.id, "plain", ("on",))
    page = await click(world, play_button(await today(world)))
    over = await play_on(world, page)
    for sent in (page, over):
        assert not components_with(sent.answers[-1], "items")


async def test_welcome_leads_to_today(world: Offline) -> None:
    page = await click(world, OpenToday().custom_id, where=None)
    assert EN("day-title") in page.text


@pytest.mark.drawn(1)
@pytest.mark.parametrize("busy", [False, True])
async def test_page_that_has_scrolled_away_is_answered_below(
    world: Offline, monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    await prepare_day(world.store, DAY, SAIZEN)
    monkeypatch.setattr(TableMessages, "has_scrolled_away", lambda *_: busy)
    page = await today(world)
    played = await world.complete(world.click(AKI, ROOM, actions.PlayDay(DAY).custom_id, page.page))
    deferred, sent, deleted = 6, 0, 1
    assert [kind for kind, _ in played.replies] == ([deferred, sent, deleted] if busy else [7])
