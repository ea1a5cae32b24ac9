"""A table whose channel is lost: its clocks stand still, it can be moved, and it ends after a week."""

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from host.cluster.shards import WHOLE
from host.place import Place
from host.play.clocks import Reach
from host.play.lost_tables import LOST_SECONDS
from host.play.participation import silent
from host.play.time_control import SILENT_SECONDS
from host.refusals import UNASKED
from host.services import Services
from host.tables.table import Deals, Person, Table
from storage import Conflict, Post, Store
from storage.owners import table_owner
from storage.queries.lost_tables import TELL_AFTER_SECONDS, TELL_AGAIN_SECONDS
from tests.clock import Clock
from tests.host.clocks.conftest import LIVE, after_move, jump, pass_time, started_game, turn_of
from tests.tables import BEN, CHANNEL, CHIE, GUILD, awaited_seat, game_of, lobby, refused, started

ELSEWHERE = 33
HOUR = 3600
OPENER = Person(101)
MODERATOR = Person(900, moderates=lambda channel_id: channel_id == CHANNEL)


async def lost_game(services: Services, clock: Clock, *, people: int = 2) -> Table:
    """Return a lost game with a clock, of which 20 of the 60 seconds for its only decision were used before."""
    table = await started_game(services, "live", people)
    await pass_time(services, clock, 20)
    return await services.lost_tables.lose(table.id)


async def told(services: Services) -> list[tuple[int, int]]:
    """Return the tables and people that are told now."""
    return [(table.id, user_id) async for table, user_id in services.lost_tables.to_tell(lambda _place: True)]


async def test_nobody_loses_time_while_their_channel_is_lost(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await pass_time(services, clock, HOUR)
    turn = await turn_of(services, table)
    assert (turn.given, turn.nudged) == (False, False)
    assert not (await services.tables.get(table.id)).late(awaited_seat(table))


async def test_found_table_goes_on_with_the_time_that_was_left(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await pass_time(services, clock, HOUR)
    found = await services.lost_tables.find(table.id)
    assert found.lost_since is None
    assert (await turn_of(services, table)).due == clock.now + LIVE - 20
    await pass_time(services, clock, LIVE - 21)
    assert not (await turn_of(services, table)).given
    await services.ai_players.close()
    await pass_time(services, clock, 10)
    assert (await turn_of(services, table)).given


async def test_decision_that_began_while_lost_has_its_whole_time_once_found(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += 100
    await after_move(services, await services.tables.get(table.id))
    await pass_time(services, clock, HOUR)
    await services.lost_tables.find(table.id)
    assert (await turn_of(services, table)).due == clock.now + LIVE


async def test_downtime_of_the_bot_is_held_against_nobody_at_a_lost_table(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await pass_time(services, clock, HOUR)
    clock.now += LOST_SECONDS
    await services.clocks.poll()
    assert (await services.tables.get(table.id)).state == "playing"
    await pass_time(services, clock, 100)
    await services.lost_tables.find(table.id)
    assert (await turn_of(services, table)).due == clock.now + LIVE - 20
    assert await told(services) == []


async def test_silent_player_of_a_lost_table_is_not_played_for(services: Services, clock: Clock) -> None:
    table = await started_game(services, "none")
    await services.lost_tables.lose(table.id)
    await pass_time(services, clock, HOUR)
    clock.now += SILENT_SECONDS
    assert silent(await services.tables.get(table.id), clock.seconds()) == {}
    found = await services.lost_tables.find(table.id)
    assert silent(found, clock.seconds()) == {}


async def test_moved_game_goes_on_in_the_other_channel(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await pass_time(services, clock, HOUR)
    moved = await services.lost_tables.move(table.id, OPENER, ELSEWHERE)
    assert (moved.channel_id, moved.lost_since) == (ELSEWHERE, None)
    assert (await turn_of(services, table)).due == clock.now + LIVE - 20
    services.tables.evict(table.id)
    stored = await services.tables.get(table.id)
    assert (stored.channel_id, stored.lost_since, stored.version) == (ELSEWHERE, None, moved.version)


async def test_messages_in_the_former_channel_stay_noted_until_they_can_be_deleted(
    services: Services, store: Store, clock: Clock
) -> None:
    table = await lost_game(services, clock)
    for slot, message_id in (("lobby", 1), ("thread", 1), ("round:1", 2), ("turn:101:0", 3), ("promise", 4)):
        await store.message_records.add(table_owner(table.id), Post(slot, slot, CHANNEL, message_id, "page"))
    await services.lost_tables.move(table.id, OPENER, ELSEWHERE)
    left = [
        (one.slot, one.message_id, one.fingerprint) for one in await store.message_records.of(table_owner(table.id))
    ]
    assert left == [
        ("promise:promise", 4, None),
        ("stray:lobby", 1, None),
        ("stray:round:1", 2, None),
        ("stray:turn:101:0", 3, None),
    ]


async def test_only_the_opener_and_moderators_can_move_a_game(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    with refused("not-opener"):
        await services.lost_tables.move(table.id, BEN, ELSEWHERE)
    moved = await services.lost_tables.move(table.id, MODERATOR, ELSEWHERE)
    assert moved.channel_id == ELSEWHERE


async def test_game_that_is_not_lost_cannot_be_moved(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await services.lost_tables.find(table.id)
    with refused("not-lost"):
        await services.lost_tables.move(table.id, OPENER, ELSEWHERE)
    await services.lost_tables.lose(table.id)
    await services.participation.end(table.id, MODERATOR, sure=True)
    with refused("table-closed"):
        await services.lost_tables.move(table.id, OPENER, ELSEWHERE)


async def test_lobby_is_never_lost(services: Services) -> None:
    table = await lobby(services)
    assert (await services.lost_tables.lose(table.id)).lost_since is None


async def test_losing_and_finding_twice_changes_nothing(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += 50
    assert (await services.lost_tables.lose(table.id)).version == table.version
    found = await services.lost_tables.find(table.id)
    clock.now += 50
    assert await services.lost_tables.find(table.id) is found


async def test_game_that_is_lost_for_a_week_ends_without_a_result(
    services: Services, store: Store, clock: Clock
) -> None:
    table = await lost_game(services, clock)
    await jump(services, clock, LOST_SECONDS - 60)
    assert (await services.tables.get(table.id)).state == "playing"
    await pass_time(services, clock, 60)
    ended = await services.tables.get(table.id)
    assert (ended.state, ended.close_reason) == ("closed", "lost")
    assert ended.was_dealt
    assert ended.revealed_commitment is not None
    assert await store._database.read("SELECT seat FROM results") == []
    replay = await services.replays.of(table.id)
    assert replay.table.close_reason in UNASKED


@pytest.mark.parametrize("certain", [None, -60])
async def test_no_game_ends_while_the_clocks_do_not_agree_that_its_week_is_over(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch, certain: int | None
) -> None:
    table = await lost_game(services, clock)
    clock.now += LOST_SECONDS
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    with monkeypatch.context() as patch:
        answer = AsyncMock(return_value=None if certain is None else clock.seconds() + certain)
        patch.setattr(services.clock, "certain", answer)
        await services.clocks.poll()
    assert (await services.tables.get(table.id)).state == "playing"
    await services.clocks.poll()
    assert (await services.tables.get(table.id)).state == "closed"


async def test_games_that_were_lost_for_a_week_are_counted(services: Services, clock: Clock) -> None:
    await lost_game(services, clock)
    alone = await lost_game(services, clock, people=1)
    await jump(services, clock, LOST_SECONDS)
    assert (await services.tables.get(alone.id)).state == "closed"
    assert await services.tables.deals(Place.server(GUILD)) == Deals(dealt=2, lost=1)


async def test_no_game_ends_while_the_bot_is_not_on_the_server(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += LOST_SECONDS
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    await services.clocks.poll(Reach(lambda _shard: True, lambda _place: False))
    assert (await services.tables.get(table.id)).state == "playing"


async def test_game_that_is_found_just_before_its_end_goes_on(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += LOST_SECONDS
    await services.lost_tables.find(table.id)
    assert (await services.lost_tables.end(table.id)).state == "playing"


async def test_people_are_told_once_a_minute_after_the_loss(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    assert await told(services) == []
    clock.now += TELL_AFTER_SECONDS
    assert await told(services) == [(table.id, 101), (table.id, 102)]
    clock.now += 2 * TELL_AGAIN_SECONDS
    assert await told(services) == []


async def test_people_are_told_of_another_loss_on_another_day_only(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += TELL_AFTER_SECONDS
    await told(services)
    await services.lost_tables.find(table.id)
    clock.now += HOUR
    await services.lost_tables.lose(table.id)
    clock.now += TELL_AFTER_SECONDS
    assert await told(services) == []
    clock.now += TELL_AGAIN_SECONDS
    assert [one for one, _ in await told(services)] == [table.id] * 2


async def test_person_to_whom_nothing_could_be_sent_is_told_later(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    clock.now += TELL_AFTER_SECONDS
    await told(services)
    await services.lost_tables.tell_later(table, 102, 600)
    clock.now += 599
    assert await told(services) == []
    clock.now += 1
    assert await told(services) == [(table.id, 102)]


async def test_person_who_has_left_is_not_told(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await services.participation.leave(table.id, BEN, sure=True)
    clock.now += TELL_AFTER_SECONDS
    assert await told(services) == [(table.id, 101)]


async def test_nobody_is_told_of_a_game_that_is_found_or_over(services: Services, clock: Clock) -> None:
    found, over = await lost_game(services, clock), await lost_game(services, clock)
    clock.now += TELL_AFTER_SECONDS
    await services.lost_tables.find(found.id)
    await services.participation.end(over.id, MODERATOR, sure=True)
    assert await told(services) == []


async def test_loss_is_stored_only_for_the_version_that_was_read(services: Services, store: Store) -> None:
    table = await started(services)
    stale = replace(table, version=table.version - 1)
    with pytest.raises(Conflict):
        await store.lost_tables.set_lost(stale.seen, {}, 5)
    with pytest.raises(Conflict):
        await store.lost_tables.move(stale.seen, {}, ELSEWHERE)


async def test_tables_of_a_place_are_its_running_games(services: Services, clock: Clock) -> None:
    lost, other = await lost_game(services, clock), await started(services)
    await started(services, guild=GUILD + 1)
    await lobby(services, people=[CHIE])
    found = await services.lost_tables.in_place(Place.server(GUILD))
    assert [(one.id, one.channel_id, one.lost_since is not None) for one in found] == [
        (lost.id, CHANNEL, True),
        (other.id, CHANNEL, False),
    ]
    assert await services.lost_tables.places() == [Place.server(GUILD), Place.server(GUILD + 1)]


async def test_player_of_a_lost_table_can_move_without_a_clock(services: Services, clock: Clock) -> None:
    table = await lost_game(services, clock)
    await pass_time(services, clock, 2 * LIVE)
    made = len(game_of(table).history)
    after = await after_move(services, await services.tables.get(table.id))
    assert len(game_of(after).history) > made
    assert after.lost_since == table.lost_since
