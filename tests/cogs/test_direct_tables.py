"""Games in the bot's direct messages: each begins at once, ends in the same message, and is for one person only."""

import asyncio
import logging
from collections import defaultdict
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.interactions.interaction_context import InteractionContext
from cogs.requests.discord_adapter import DiscordAdapter
from engine.game import Game
from host.ai.players import AiPlayers
from host.lobby.lobby_transitions import required_game
from host.place import Place
from host.refusals import ALONE_HERE, NO_DIRECT_MESSAGES, NOT_TAKEN, TABLE_LOST
from local_discord.actions import messages
from locales import Translation
from show.discord_port import Forbidden, Outcome, OutOfReach, Refused
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.work_queue import WorkQueue
from show.text.page import Page
from storage.owners import table_owner
from tests.cogs.direct import Alone
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline, logged_errors
from tests.fuzz.payloads import Channel, User, components_with, texts
from tests.patches import Method, fail, record, wrap
from tests.samples import sampled
from tests.tables import game_of
from tests.whole_numbers import whole_numbers

EMI = User(15, "Emi", locale="ja")
every_game = pytest.mark.parametrize(
    "game", sampled(["scharfe-schoten", "saizen", "tennos-square", "tezuma-trick", "tezumashi"], 5)
)


@pytest.fixture
def alone(world: Offline, monkeypatch: pytest.MonkeyPatch) -> Alone:
    """Return a person who plays alone; the bot edits messages at once, without a rate limit."""
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


@pytest.mark.slow
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


@pytest.mark.drawn(1)
@pytest.mark.parametrize("outcome", [Forbidden(), Refused()])
async def test_person_whose_message_discord_refuses_is_told_so_and_hand_brings_it_later(
    alone: Alone, monkeypatch: pytest.MonkeyPatch, outcome: Outcome
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(alone.world.bot.port, "send", AsyncMock(return_value=outcome))
        sent = await alone.command("play", game="saizen")
    assert sent.text == str(NOT_TAKEN())
    assert alone.messages == []
    await alone.command("hand")
    await alone.wait_for_a_choice({"choose"})


async def test_open_lookup_gives_way_to_the_hand_when_its_person_is_asked(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(AiPlayers, "_due", lambda *_: False)  # computer players do not move
        number, random = await alone.play("scharfe-schoten", 3), Random(1)
        while alone.choices(alone.newest):
            await alone.step(random)
        await alone.click(f"look:{number}:scores:0")
        assert f"more:{number}" in buttons_of(alone)
    alone.world.services.ai_players.wake(await alone.world.services.tables.get(number))
    await alone.wait_for_a_choice({"choose"})
    assert f"more:{number}" not in buttons_of(alone)


async def test_answer_that_is_lost_on_its_way_is_written_later(alone: Alone, monkeypatch: pytest.MonkeyPatch) -> None:
    number = await alone.play("saizen")
    with monkeypatch.context() as patch:
        fail(patch, InteractionContext, "repaint", OSError("the connection is gone"))
        await alone.click(f"look:{number}:scores:0")
    await alone.wait_for_a_choice({"more"})


async def test_older_page_that_arrives_after_an_answer_is_replaced(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, world = await alone.play("saizen"), alone.world
    await alone.wait_for_a_choice({"choose"})
    entered, answered = asyncio.Event(), asyncio.Event()

    async def late(edit: Method, *args: object) -> object:
        entered.set()
        await answered.wait()
        return await edit(*args)

    with monkeypatch.context() as patch:
        wrap(patch, world.bot.port, "edit", late)
        await world.bot.presenter.messages.distrust_records(number)
        world.bot.presenter.changed(number)
        await asyncio.wait_for(entered.wait(), 20)
        sent = world.click(alone.user, None, f"look:{number}:scores:0", alone.newest)
        await world.wait_for(sent)
        assert f"more:{number}" in buttons_of(alone)
        answered.set()
        await world.wait_until_idle()
    await alone.wait_for_a_choice({"more"})


@pytest.mark.slow
async def test_result_of_a_round_stays_until_its_person_goes_on(alone: Alone) -> None:
    number, random = await alone.play("scharfe-schoten", 3), Random(2)
    tables, onward = alone.world.services.tables, Translation("en")("hand-next-round", round=2)
    while game_of(await tables.get(number)).round == 1:
        if not await alone.step(random):
            await alone.wait_for_a_choice()
    await alone.wait_for_a_choice()
    for _ in range(2):
        assert [one["label"] for one in components_with(alone.newest) if one["custom_id"] == f"hand:{number}"] == [
            onward
        ]
        assert alone.choices(alone.newest) == []
        await alone.click(f"choose:{number}:0:R")  # a button of the first decision, which a slow phone may still show
    await alone.click(f"hand:{number}")
    await alone.wait_for_a_choice({"choose"})


async def test_each_rule_is_told_in_one_decision_of_a_first_game_and_stays_there(alone: Alone) -> None:
    await alone.play("scharfe-schoten", 3)
    decisions: dict[str, set[str]] = {}
    random = Random(3)
    while len(decisions) < 2:
        await alone.wait_for_a_choice()
        for rule in rules_of(alone):
            decisions.setdefault(rule, set()).add(alone.choices(alone.newest)[0][0].split(":")[2])
        if len(decisions) < 2:
            await alone.step(random)
    assert [len(numbers) for numbers in decisions.values()] == [1, 1]
    rules = rules_of(alone)
    await alone.command("hand")
    assert rules_of(alone) == rules


def rules_of(alone: Alone) -> set[str]:
    """Return the sentences of coaching in the newest message."""
    return {line for line in "\n".join(texts(alone.newest)).splitlines() if line.startswith("-# 📖")}


async def test_hand_in_plain_words_has_no_picture_and_names_the_choices(alone: Alone) -> None:
    await alone.world.services.settings.set_person(AKI.id, "plain", ("on",))
    await alone.play("scharfe-schoten", 3)
    await alone.wait_for_a_choice()
    assert not alone.newest.get("attachments")
    assert "You can choose: " in "\n".join(texts(alone.newest))


@every_game
async def test_message_in_plain_words_is_edited_when_a_turn_begins_and_never_while_others_move(
    alone: Alone, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AiPlayers, "_due", lambda *_: False)  # the test moves for the computer players
    await alone.world.services.settings.set_person(AKI.id, "plain", ("on",))
    number, random, edits = await alone.play(game, 4), Random(game), edits_of(monkeypatch)
    await alone.world.wait_until_idle()
    needless = moved = 0
    while not (before := await game_at(alone, number)).rounds:
        edits.clear()
        if computers := [seat for seat in before.to_act if seat > 0]:
            await move_for_a_computer(alone, number, computers[0], random)
        else:
            await alone.step(random)
        after = await game_at(alone, number)
        needed = turn_of(after) != turn_of(before) or bool(after.rounds)
        assert len(edits) == (needed if computers else 0), "a click is answered with the hand"
        needless, moved = needless + bool(computers and not needed), moved + bool(computers)
    assert needless > 0
    assert moved > needless
    edits.clear()
    while (before := await game_at(alone, number)).round == 2 and (computers := [s for s in before.to_act if s > 0]):
        await move_for_a_computer(alone, number, computers[0], random)
    assert edits == [], "the result of a round stays until its person goes on"


def edits_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the id of each message that is edited from now on, except in answers to clicks."""
    edits, edit = list[int](), DiscordAdapter.edit

    async def counted(adapter: DiscordAdapter, channel_id: int, message_id: int, page: Page) -> Outcome:
        edits.append(message_id)
        return await edit(adapter, channel_id, message_id, page)

    monkeypatch.setattr(DiscordAdapter, "edit", counted)
    return edits


async def game_at(alone: Alone, number: int) -> Game:
    """Return the game of a table."""
    return required_game(await alone.world.services.tables.get(number))


def turn_of(game: Game) -> tuple[int, bool]:
    """Return the decision number of seat 0, and whether that seat must act."""
    return game.moves_made(0), 0 in game.to_act


async def move_for_a_computer(alone: Alone, number: int, seat: int, random: Random) -> None:
    """Make a random move of a computer player, and wait until its effects are displayed."""
    services = alone.world.services
    async with services.tables.locked(number) as now:
        game = required_game(now)
        await services.moves.make(now, game, seat, random.choice(game.legal_moves(seat)), by_computer=True)
    await alone.world.wait_until_idle()


def ids_of(alone: Alone) -> list[int]:
    """Return the ids of the bot's messages, oldest first."""
    return sorted(int(one["id"]) for one in alone.messages)


def buttons_of(alone: Alone) -> list[str]:
    """Return the custom ids of the newest message's components."""
    return [one["custom_id"] for one in components_with(alone.newest)]


async def test_second_play_and_hand_leave_the_same_table_at_the_end_of_the_channel(alone: Alone) -> None:
    number = await alone.play("saizen")
    before = ids_of(alone)
    assert await alone.play("saizen") == number
    assert ids_of(alone) == before
    await alone.command("hand")
    assert ids_of(alone) == before


async def test_hand_moves_its_table_below_what_the_person_has_written(alone: Alone) -> None:
    number, discord = await alone.play("saizen"), alone.world.discord
    before, person = await message_of(alone, number), alone.world.person(AKI)
    written = messages.create(discord, discord.world.private_channel(person), person, {"content": "where is it?"}, {})
    await alone.world.wait_until_idle()
    await alone.command("hand")
    assert await message_of(alone, number) > int(written.id) > before
    assert before not in ids_of(alone)


async def message_of(alone: Alone, number: int) -> int:
    """Return the id of a table's message."""
    (post,) = await alone.world.services.message_records.of(table_owner(number))
    assert post.message_id in ids_of(alone)
    return post.message_id or 0


async def test_hand_in_another_message_moves_the_table_below_it(alone: Alone) -> None:
    await alone.play("saizen")
    first = ids_of(alone)
    await alone.play("tezumashi")
    await alone.command("hand", table=1)
    assert len(ids_of(alone)) == 2
    assert first[0] not in ids_of(alone)
    assert any(":1:" in one for one in buttons_of(alone))


async def test_finished_game_leads_to_a_rematch_in_a_new_message(alone: Alone) -> None:
    number = await alone.play("scharfe-schoten", 3)
    async with alone.world.services.tables.locked(number) as now:
        await alone.world.services.moves.finish(now)
    await alone.world.wait_until_idle()
    await alone.click(f"hand:{number}")  # the message still displays a round; the click replaces it with the result
    over = ids_of(alone)
    await alone.click(f"rematch:{number}")
    after = (await alone.world.services.tables.get(number)).next_id
    assert after is not None
    assert len(ids_of(alone)) == 2
    assert over[0] in ids_of(alone), "the result stays"
    old = next(one for one in alone.messages if int(one["id"]) == over[0])
    assert f"hand:{after}" in [one["custom_id"] for one in components_with(old)]


async def test_leaving_is_behind_the_scores_and_ends_the_game(alone: Alone) -> None:
    number = await alone.play("saizen")
    await alone.click(f"look:{number}:scores:0")
    assert f"more:{number}" in buttons_of(alone)
    more = await alone.click(f"more:{number}")
    assert f"leave-game:{number}:0" in more.custom_ids
    await alone.click(f"leave-game:{number}:1", alone.world.private(AKI, None))
    assert (await alone.world.services.tables.get(number)).close_reason == "left"
    assert buttons_of(alone) == ["play-here:saizen"]
    await alone.click("play-here:saizen")
    assert len(ids_of(alone)) == 2


async def test_message_is_in_the_persons_language_also_after_a_restart(world: Offline, alone: Alone) -> None:
    emi = Alone(world, EMI)
    number = await emi.play("saizen")
    assert "ラウンド" in "".join(texts(emi.newest)) or "トリック" in "".join(texts(emi.newest))
    world.bot.presenter.direct_panels._states.clear()
    await world.services.message_records.redraw("pages", "anything else")
    world.bot.presenter.changed(number)
    await world.wait_until_idle()
    assert "トリック" in "".join(texts(emi.newest))
    assert (await world.services.settings.person(EMI.id)).locale == "ja"
    assert alone.messages == []


async def test_lists_there_show_the_persons_own_games_alone(world: Offline, alone: Alone) -> None:
    number = await alone.play("saizen")
    async with world.services.tables.locked(number) as now:
        await world.services.moves.finish(now)
    running = await alone.play("tezumashi")
    assert f"table {running}" in (await alone.command("tables")).text
    assert f"replay:{number}" in str((await alone.command("replay")).custom_ids)
    assert "Saizen" in (await alone.command("profile")).text
    ben = Alone(world, BEN)
    for name in ("tables", "replay", "profile"):
        answer = await ben.command(name)
        assert not any(one.startswith(("replay:", "hand:")) for one in answer.custom_ids)
        assert "Saizen" not in answer.text


async def test_game_can_be_played_on_from_a_replay(alone: Alone) -> None:
    number = await alone.play("scharfe-schoten", 3)
    async with alone.world.services.tables.locked(number) as now:
        await alone.world.services.moves.finish(now)
    await alone.world.wait_until_idle()
    await alone.click(f"play-on:{number}:0:1", alone.world.private(AKI, None))
    practice = await alone.world.services.tables.get(max(await alone.tables()))
    assert (practice.place, practice.origin is not None) == (Place.direct(AKI.id), True)
    assert len(ids_of(alone)) == 2


@pytest.mark.slow
async def test_message_that_discord_refuses_comes_when_its_person_asks_again(alone: Alone) -> None:
    person = alone.world.person(AKI)
    person.takes_messages = False
    number = await alone.play("saizen")
    assert alone.messages == []
    person.takes_messages = True
    await alone.command("hand")
    (message,) = alone.messages
    assert f":{number}:" in str(message["components"])


async def closed_game(alone: Alone) -> int:
    """Return a game whose message was deleted, and whose person takes no direct messages any more."""
    number = await alone.play("saizen")
    await alone.wait_for_a_choice({"choose"})
    alone.world.delete_messages()
    await alone.world.bot.presenter.messages.distrust_records(number)
    alone.world.person(AKI).takes_messages = False
    refused = await alone.command("hand")
    assert refused.text == str(NO_DIRECT_MESSAGES())
    return number


async def test_game_is_lost_while_its_person_takes_no_direct_messages(alone: Alone) -> None:
    number = await closed_game(alone)
    tables = alone.world.services.tables
    assert (await tables.get(number)).lost_since is not None
    assert "⚠️" in (await alone.command("tables")).text
    assert f"move:{number}" not in (await alone.command("tables")).custom_ids
    assert await alone.world.store.lost_tables.due_notices() == []
    alone.world.person(AKI).takes_messages = True
    await alone.command("hand")
    await alone.wait_for_a_choice({"choose"})
    assert (await tables.get(number)).lost_since is None
    assert len(alone.messages) == 1


async def test_lost_game_in_direct_messages_is_tried_only_when_its_person_asks(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await closed_game(alone)
    sent = AsyncMock(return_value=OutOfReach())
    monkeypatch.setattr(alone.world.bot.port, "send", sent)
    alone.world.bot.presenter.resync()
    alone.world.bot.presenter.changed(number)
    await alone.world.wait_until_idle()
    sent.assert_not_called()
    await alone.command("hand")
    sent.assert_awaited_once()


async def test_click_on_a_message_that_still_stands_finds_a_lost_game(alone: Alone) -> None:
    number = await alone.play("saizen")
    await alone.wait_for_a_choice({"choose"})
    await alone.world.services.lost_tables.lose(number)
    await alone.click(f"look:{number}:scores:0")
    assert (await alone.world.services.tables.get(number)).lost_since is None
    assert "/tables" not in str(alone.newest["components"])


async def test_game_of_a_person_who_takes_no_messages_for_a_week_ends(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await closed_game(alone)
    monkeypatch.setattr("host.play.lost_tables.LOST_SECONDS", 0)
    await alone.world.services.clocks.poll()
    table = await alone.world.services.tables.get(number)
    assert (table.state, table.close_reason) == ("closed", "lost")
    asked = await alone.click(f"hand:{number}", alone.world.private(AKI, None))
    assert asked.text == str(TABLE_LOST())


async def test_request_for_a_message_looks_at_no_failing_table_of_another_place(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, number = alone.world, await alone.play("saizen")
    on_server = await world.open_table(AKI, BEN, where=ROOM, game="saizen")
    monkeypatch.setattr(WorkQueue, "failing", lambda _: [on_server])
    read = record(monkeypatch, world.services.tables, "get")
    await alone.command("hand")
    assert number in read
    assert on_server not in read


@pytest.mark.parametrize(("where", "offers"), [(None, False), (ROOM, True)], ids=["here", "on a server"])
async def test_times_are_offered_only_where_they_are_taken(alone: Alone, where: Channel | None, offers: bool) -> None:
    asked = await alone.world.complete(alone.world.autocomplete(AKI, where, "play", "", "at"))
    assert bool(asked.answers[0]["choices"]) == offers


async def test_time_and_others_are_refused(alone: Alone) -> None:
    at = await alone.command("play", game="saizen", at="2000000000")
    assert at.text == Translation("en").text(ALONE_HERE())
    assert await alone.tables() == []


async def test_no_log_line_names_the_channel_of_direct_messages(alone: Alone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await alone.play("saizen")
    await alone.step(Random(1))
    channel = alone.newest["channel_id"]
    contexts = [(getattr(one, "server", 0), getattr(one, "channel", 0)) for one in caplog.records]
    assert int(channel) not in {one for pair in contexts for one in pair}
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith("discord")]
    assert [one for one in ours if int(channel) in whole_numbers(one)] == []


async def test_room_of_a_server_is_untouched(alone: Alone) -> None:
    await alone.play("saizen")
    assert [one for one in alone.world.messages.values() if one["channel_id"] == str(ROOM.id)] == []


async def test_click_in_direct_messages_needs_no_more_queries_than_one_in_a_hand(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, counts = alone.world, defaultdict[bool, list[int]](list)
    monkeypatch.setattr(AiPlayers, "_due", lambda *_: False)  # computer players do not move
    await alone.play("saizen")
    on_server = await world.open_table(AKI, BEN, where=ROOM, game="saizen")
    hand = await world.complete(world.command(AKI, ROOM, "hand", table=on_server))
    assert hand.page is not None
    for where, message in ((ROOM, hand.page), (None, alone.newest)):
        number = on_server if where else 1
        # Compare the fewest reads of five clicks: the first click fills caches, and background tasks may read too.
        for _ in range(5):
            reads = count_reads(world, monkeypatch)
            await world.wait_for(world.click(AKI, where, f"look:{number}:scores:0", message))
            counts[where is None].append(len(reads))
            await world.wait_until_idle()
    assert min(counts[True]) <= min(counts[False]), counts


def count_reads(world: Offline, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets an entry for each read of the database from now on."""
    reads, database = list[str](), world.store._database
    read, snapshot = type(database).read, type(database).snapshot

    async def counted_read(sql: str, *values: Any) -> Any:
        reads.append(sql)
        return await read(database, sql, *values)

    async def counted_snapshot(work: Any) -> Any:
        reads.append("snapshot")
        return await snapshot(database, work)

    monkeypatch.setattr(database, "read", counted_read)
    monkeypatch.setattr(database, "snapshot", counted_snapshot)
    return reads
