"""The answers to people who leave a running game or vote on something."""

from dataclasses import replace
from unittest.mock import AsyncMock

import discord
import pytest

from host.play.participation import Participation
from host.play.votes import Votes
from host.refusals import LOBBY_GONE, NO_SUCH_REPLAY, NOT_SEATED
from locales import Translation
from show.text.seat_names import link
from storage.owners import table_owner
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import User, components_with

SAID = Translation("en")
START = "start:1"
SIMULTANEOUS = "scharfe-schoten"
"""A game in which everybody decides at once."""
MODERATOR = User(15, "Emi", roles=("manage_messages",))


async def said(world: Offline, custom_id: str, who: User = AKI) -> str:
    """Click, and return the text of the answer."""
    return (await world.wait_for(world.click(who, ROOM, custom_id))).text


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("others", "key"), [((), "seats-sure-leave-last"), ((BEN,), "seats-sure-leave")])
async def test_leaving_person_is_told_whether_the_game_ends(world: Offline, others: tuple[User, ...], key: str) -> None:
    await world.open_table(AKI, *others, where=ROOM, seats=3)
    assert SAID(key) in await said(world, "leave-game:1:0")


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("others", "question", "answer"),
    [((), "seats-sure-remove-last", "seats-given-last"), ((BEN,), "seats-sure-remove", "seats-given")],
)
async def test_moderator_who_removes_somebody_is_told_so_and_whether_the_game_ends(
    world: Offline, others: tuple[User, ...], question: str, answer: str
) -> None:
    await world.open_table(AKI, *others, where=ROOM, seats=3)
    assert SAID(question, who="Aki") in await said(world, "remove:1:0:0", MODERATOR)
    told = await said(world, "remove:1:0:1", MODERATOR)
    assert SAID(answer, who="Aki") in told
    assert "Aki was removed" in told


async def test_moderator_who_removes_the_last_dissenter_is_told_that_the_game_is_over(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3)
    table = await world.services.tables.get(1)
    monkeypatch.setattr(Participation, "remove", AsyncMock(return_value=replace(table, state="over")))
    assert SAID("seats-given-over", who="Aki") in await said(world, "remove:1:0:1", MODERATOR)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("verb", "key"), [("unseat", "lobby-removed"), ("bar", "lobby-barred")])
async def test_person_in_charge_who_removes_somebody_from_a_lobby_is_told_so(
    world: Offline, verb: str, key: str
) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3, start=False)
    assert SAID(key, who="Ben") in await said(world, f"{verb}:1:{BEN.id}")
    assert "was removed" not in await said(world, "more:1")


async def test_moderator_without_a_seat_is_asked_before_starting_other_peoples_table(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3, start=False)
    asked = await world.wait_for(world.click(MODERATOR, ROOM, "start:1"))
    assert SAID("lobby-sure-start", who="Aki, Ben") in asked.text
    assert (await world.services.tables.get(1)).state == "lobby"
    back = await world.wait_for(world.click(MODERATOR, ROOM, "more:1", asked.page))
    assert back.replies[0][0] == 7, "in its place"
    await world.wait_for(world.click(MODERATOR, ROOM, "start-anyway:1", asked.page))
    assert (await world.services.tables.get(1)).state == "playing"


async def test_opener_starts_from_their_private_answer_which_becomes_the_hand(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3, start=False)
    lobby = set(world.messages)
    page = await world.complete(world.click(AKI, ROOM, "own-seat:1:71"))
    others = await world.complete(world.click(BEN, ROOM, "own-seat:1:71"))
    assert [START in one.custom_ids for one in (page, others)] == [True, False]
    refused = await world.complete(world.click(BEN, ROOM, START, others.page))
    assert "Only Aki, who is in charge" in refused.text
    hand = await world.complete(world.click(AKI, ROOM, START, page.page))
    assert (await world.services.tables.get(1)).state == "playing"
    asked = await world.complete(world.command(AKI, ROOM, "hand", table=1))
    assert {*asked.custom_ids} <= {*hand.custom_ids}, "it has become the hand"
    assert hand.replies[0][0] == 7, "in its place"
    assert lobby <= set(world.messages), "the private page is not taken for the lobby message"


async def test_start_in_a_private_answer_leads_to_a_game_that_has_begun(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3, start=False)
    page = await world.complete(world.click(AKI, ROOM, "own-seat:1:71"))
    await world.complete(world.click(AKI, ROOM, START))
    posts = await world.services.message_records.of(table_owner(1))
    again = await world.complete(world.click(AKI, ROOM, START, page.page))
    channel_id = await world.bot.presenter.messages.game_channel_id(1)
    assert SAID("lobby-started", place=link(channel_id)) in again.text
    assert {one.slot: one.message_id for one in await world.services.message_records.of(table_owner(1))} == {
        one.slot: one.message_id for one in posts
    }


async def test_stranger_can_neither_start_a_table_nor_confirm_it(world: Offline) -> None:
    await world.open_table(AKI, where=ROOM, seats=3, start=False)
    for custom_id in ("start:1", "start-anyway:1"):
        assert "Only Aki, who is in charge" in await said(world, custom_id, BEN)
    assert (await world.services.tables.get(1)).state == "lobby"


async def test_number_of_no_game_leads_to_the_list_of_games(world: Offline) -> None:
    await world.open_table(AKI, where=ROOM, seats=3, start=False)
    for number in (999, 0, -1, 2**60):
        shown = await world.wait_for(world.command(AKI, ROOM, "replay", table=number))
        assert SAID.text(NO_SUCH_REPLAY()) in shown.text
    assert "/replay" in SAID.text(NO_SUCH_REPLAY())


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("begun", "leave"), [(True, "leave-game:1:0"), (False, "leave:1")], ids=["game", "lobby"])
async def test_person_who_cannot_reach_the_tables_message_leaves_by_the_table_list(
    world: Offline, begun: bool, leave: str
) -> None:
    await world.open_table(AKI, where=ROOM, seats=3, start=begun)
    shown = await world.wait_for(world.command(AKI, OTHER_ROOM, "tables"))
    for custom_id in ("more:1", leave):
        assert custom_id in [part["custom_id"] for part in components_with(shown.page)]
        shown = await world.wait_for(world.click(AKI, OTHER_ROOM, custom_id, shown.page))
        assert shown.replies[0][0] == 7, "in its place"
    if begun:
        await world.wait_for(world.click(AKI, OTHER_ROOM, "leave-game:1:1", shown.page))
    assert (await world.services.tables.get(1)).state == "closed", "nobody plays there any more"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("what", ["finish", "rematch"])
async def test_voter_is_told_the_number_of_votes_or_that_it_is_done(
    world: Offline, monkeypatch: pytest.MonkeyPatch, what: str, done: bool
) -> None:
    await world.open_table(AKI, BEN, where=ROOM, seats=3)
    table = await world.services.tables.get(1)
    after = {"finish": replace(table, state="over"), "rematch": replace(table, id=2)}[what] if done else table

    async def agreed(*_: object) -> object:
        return after

    monkeypatch.setattr(Votes, what, agreed)
    finished = SAID({"finish": "seats-finished", "rematch": "seats-rematch"}[what])
    answer = await world.wait_for(world.click(AKI, ROOM, f"{what}:1"))
    assert answer.text.splitlines()[0] == (finished if done else SAID("seats-agreed", agreed=0, asked=2))
    fair = [one for one in answer.custom_ids if one.startswith("own-deal:")]
    assert [one.split(":")[1] for one in fair] == (["2"] if what == "rematch" and done else [])


async def test_way_back_from_the_deal_shows_the_seat_until_the_start(world: Offline) -> None:
    await world.open_table(AKI, where=ROOM, seats=3, start=False)
    deal = world.click(AKI, ROOM, "own-deal:1:71")
    await world.wait_for(deal)
    assert "own-seat:1:71" in deal.custom_ids
    again = await world.wait_for(world.click(AKI, ROOM, "own-seat:1:71"))
    assert again.text.splitlines()[0] == SAID("lobby-joined-first", seat=1)
    assert "own-deal:1:71" in again.custom_ids
    assert (await world.wait_for(world.click(BEN, ROOM, "own-seat:1:71"))).text == SAID.text(NOT_SEATED())
    await world.wait_for(world.click(AKI, ROOM, "start:1"))
    assert (await world.wait_for(world.click(AKI, ROOM, "own-seat:1:71"))).text == SAID.text(LOBBY_GONE())


# --- People who cannot click


async def started(world: Offline) -> int:
    return await world.open_table(AKI, BEN, CHIE, where=ROOM, game=SIMULTANEOUS)


async def nudge(world: Offline, number: int, who: User = AKI) -> SentInteraction:
    return await world.complete(world.click(who, ROOM, f"nudge:{number}"))


async def nudged(world: Offline, number: int) -> set[int]:
    """Return the people who have been nudged."""
    table = await world.services.tables.get(number)
    seats = [table.occupants[seat] for seat, turn in table.turns.items() if turn.nudged]
    return {who.user_id for who in seats if who and who.user_id}


async def test_nudge_mentions_nobody_who_is_timed_out_and_tells_until_when(world: Offline) -> None:
    number = await started(world)
    ben = world.person(BEN)
    ben.timed_out_until = 4_000_000_000.0
    told = await nudge(world, number)
    assert SAID("seats-timed-out", who="Ben", until="4000000000") in told.text
    assert SAID("seats-nudged-others") in told.text
    assert await nudged(world, number) == {CHIE.id}
    again = await nudge(world, number)
    assert SAID("seats-timed-out", who="Ben", until="4000000000") in again.text
    ben.timed_out_until = 0.0
    assert (await nudge(world, number)).text == SAID("seats-nudged")
    assert await nudged(world, number) == {BEN.id, CHIE.id}, "the nudge was not used up"


async def test_nudge_says_who_is_no_longer_on_the_server(world: Offline) -> None:
    number = await started(world)
    world.person(BEN).absent.add(str(HERE))
    told = await nudge(world, number)
    assert SAID("seats-absent", who="Ben") in told.text
    assert SAID("seats-removable") in told.text
    assert await nudged(world, number) == {CHIE.id}


async def test_nudge_works_as_ever_if_discord_does_not_tell(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise OSError("gone")

    number = await started(world)
    monkeypatch.setattr(discord.Guild, "fetch_member", fail)
    assert (await nudge(world, number)).text == SAID("seats-nudged")
    assert await nudged(world, number) == {BEN.id, CHIE.id}


async def test_moderator_who_nudges_can_remove_a_timed_out_player_at_once(world: Offline) -> None:
    number = await world.open_table(MODERATOR, BEN, where=ROOM, game=SIMULTANEOUS, seats=3)
    world.person(BEN).timed_out_until = 4_000_000_000.0
    told = await nudge(world, number, MODERATOR)
    assert SAID("seats-nudged-others") not in told.text
    remove = next(one["custom_id"] for one in components_with(told.page) if one["custom_id"].startswith("remove:"))
    asked = await world.complete(world.click(MODERATOR, ROOM, remove, told.page))
    await world.complete(world.click(MODERATOR, ROOM, remove[:-1] + "1", asked.page))
    table = await world.services.tables.get(number)
    assert table.people() == [MODERATOR.id]
