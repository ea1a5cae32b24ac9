"""Leaving, removing people, ending a game, nudges, finishing a decided game, and rematches."""

from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from engine.knowledge.decided import is_decided
from host.services import Services
from host.tables.table import MOST_MISSES, Person, Table
from storage import Store
from storage.owners import table_owner
from tests.storage.store_support import ratings_of, results_of
from tests.tables import (
    AKI,
    BEN,
    CHIE,
    DAI,
    GUILD,
    MODERATOR,
    PEOPLE,
    awaited_seat,
    finish,
    game_of,
    mark_away,
    occupant,
    play_one,
    play_out,
    play_while,
    refused,
    seat_of,
    started,
    until,
)

SETTLED = 4
"""The seed of a game whose result is decided before its end."""


async def test_computer_player_takes_over_the_seat_of_a_leaving_person(services: Services) -> None:
    table = await started(services)
    seat = seat_of(table, BEN)
    table = await services.participation.leave(table.id, BEN, sure=True)
    who = occupant(table, seat)
    assert (who.user_id, who.left_by, who.removed, who.computer is not None) == (None, BEN.id, False, True)
    assert table.seat_of(BEN.id) is None
    with refused("not-seated"):
        await services.participation.leave(table.id, BEN, sure=True)
    await until(services, table, lambda now: bool(game_of(now).moves_made(seat)))


async def test_person_who_has_left_keeps_their_name(services: Services, second: Services) -> None:
    table = await started(services, people=(AKI, Person(BEN.id, name="Ben")))
    await services.participation.leave(table.id, BEN, sure=True)
    for one in (services, second):
        names = [who.name for who in (await one.tables.get(table.id)).occupants if who and who.left_by]
        assert names == ["Ben"]


async def test_game_that_everybody_has_left_ends_and_counts_for_nobody(
    services: Services, second: Services, store: Store
) -> None:
    table = await started(services, people=2)
    await services.participation.leave(table.id, AKI, sure=True)
    table = await services.participation.leave(table.id, BEN, sure=True)
    assert (table.state, table.close_reason) == ("closed", "left")
    stored = await second.tables.get(table.id)
    assert (stored.occupants, stored.turns) == (table.occupants, {})
    assert await ratings_of(store, GUILD, "scharfe-schoten") == {}
    assert await results_of(store, table.id) == []
    with refused("table-closed"):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))


async def test_only_moderators_remove_people_and_end_games(services: Services) -> None:
    table = await started(services)
    with refused("not-moderator"):
        await services.participation.remove(table.id, AKI, 1, sure=True)
    with refused("not-moderator"):
        await services.participation.end(table.id, AKI, sure=True)
    table = await services.participation.remove(table.id, MODERATOR, 1, sure=True)
    assert [bool(who and who.removed) for who in table.occupants] == [False, True, False, False]
    for nobody in (1, -1, 9):
        with refused("nobody-there"):
            await services.participation.remove(table.id, MODERATOR, nobody, sure=True)
    table = await services.participation.end(table.id, MODERATOR, sure=True)
    assert (table.state, table.close_reason) == ("closed", "ended")
    with refused("table-closed"):
        await services.participation.end(table.id, MODERATOR, sure=True)
    with refused("table-closed"):
        await services.participation.leave(table.id, AKI, sure=True)


async def test_away_person_can_still_click_after_the_end(services: Services) -> None:
    table = await mark_away(services, await started(services), 0, 1, 2, 3)
    table = await services.participation.end(table.id, MODERATOR, sure=True)
    assert not await services.participation.end_absence(table, AKI.id)


async def test_action_without_confirmation_changes_nothing(services: Services) -> None:
    table = await started(services)
    await services.participation.leave(table.id, BEN, sure=False)
    await services.participation.remove(table.id, MODERATOR, 1, sure=False)
    await services.participation.end(table.id, MODERATOR, sure=False)
    assert await services.tables.get(table.id) is table


async def test_person_without_permission_is_not_asked_for_confirmation(services: Services) -> None:
    table = await started(services)
    with refused("not-seated"):
        await services.participation.leave(table.id, MODERATOR, sure=False)
    with refused("not-moderator"):
        await services.participation.end(table.id, AKI, sure=False)
    with refused("not-moderator"):
        await services.participation.remove(table.id, AKI, 1, sure=False)
    with refused("nobody-there"):
        await services.participation.remove(table.id, MODERATOR, 9, sure=False)


async def test_awaited_person_is_asked_to_hurry_once_a_decision_by_others(services: Services) -> None:
    table = await started(services, "saizen", 4, 4)
    seat = awaited_seat(table)
    own = PEOPLE[seat]
    other = BEN if own is AKI else AKI
    with refused("nobody-to-nudge"):
        await services.participation.nudge(table.id, own)
    assert (await services.participation.nudge(table.id, other)).turns[seat].nudged
    with refused("nobody-to-nudge"):
        await services.participation.nudge(table.id, other)
    with refused("not-seated"):
        await services.participation.nudge(table.id, MODERATOR)
    table = await play_one(services, table, Random(1))
    assert not any(turn.nudged for turn in table.turns.values())


async def test_person_who_leaves_keeps_no_gain_and_the_others_ratings_count(services: Services, store: Store) -> None:
    for seed in range(2):
        table = await started(services)
        await services.participation.leave(table.id, BEN, sure=True)
        before = (await ratings_of(store, GUILD, "scharfe-schoten")).get(BEN.id)
        await play_out(services, table, Random(seed))
        ratings = await ratings_of(store, GUILD, "scharfe-schoten")
        assert ratings[BEN.id].mu <= (before.mu if before else 25.0)
        assert ratings[BEN.id].sigma == (before.sigma if before else ratings[BEN.id].sigma)
        assert set(ratings) == {AKI.id, BEN.id, CHIE.id, DAI.id}
        results = await results_of(store, table.id)
        assert BEN.id not in {result.user_id for result in results}, "no win on the leaderboard either"


def ends_with_a_move(game: Game) -> bool:
    after = game.copy()
    after.play(after.to_act[0], after.legal_moves(after.to_act[0])[0])
    while not after.over and (forced := after.forced(after.to_act[0])) is not None:
        after.play(after.to_act[0], forced)
    return after.over


async def settled_table(services: Services, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a decided game in which both people still have more than one move to make."""
    monkeypatch.setattr("engine.fairness.deal_commitment.DealCommitment.seed", Random(SETTLED).randbytes(16))
    table = await started(services, "saizen", 2, 2)
    table = await play_while(services, table, Random(SETTLED), lambda now: not now.decided)
    assert table.state == "playing"
    assert not ends_with_a_move(game_of(table))
    return table


async def test_decided_game_is_finished_once_all_agree(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await settled_table(services, monkeypatch)
    assert is_decided(game_of(table).view(None))
    people = [person for person in (AKI, BEN) if table.seat_of(person.id) is not None]
    table = await services.votes.finish(table.id, people[0].id)
    assert (table.state, table.vote_count()) == ("playing", (1, 2))
    table = await services.votes.finish(table.id, people[1].id)
    assert table.state == "over"
    assert game_of(table).over
    assert table.vote_count() == (0, 2), "nobody has agreed to a rematch"
    assert len(await results_of(store, table.id)) == 2


async def test_decided_game_is_finished_once_the_last_who_disagrees_leaves(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await settled_table(services, monkeypatch)
    await services.votes.finish(table.id, AKI.id)
    table = await services.participation.leave(table.id, BEN, sure=True)
    assert table.state == "over"
    assert {result.user_id for result in await results_of(store, table.id)} == {AKI.id, None}


async def decide_for(services: Services, table: Table, seat: int, misses: int) -> Table:
    """Let a computer player decide for a seat, after all people at the table have missed `misses` decisions."""
    late = tuple(who and replace(who, misses=misses) for who in table.occupants)
    async with services.tables.locked(table.id):
        move = game_of(table).legal_moves(seat)[0]
        return await services.moves.make(replace(table, occupants=late), game_of(table), seat, move, by_computer=True)


async def test_decided_game_is_finished_once_the_last_who_disagrees_is_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await settled_table(services, monkeypatch)
    silent = awaited_seat(table)
    for person in (AKI, BEN):
        if table.seat_of(person.id) != silent:
            table = await services.votes.finish(table.id, person.id)
    assert (await decide_for(services, table, silent, MOST_MISSES - 1)).state == "over"


async def test_decided_game_goes_on_if_everybody_who_did_not_agree_is_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await settled_table(services, monkeypatch)
    assert (await decide_for(services, table, awaited_seat(table), MOST_MISSES)).state == "playing"


async def test_undecided_game_cannot_be_finished_by_votes(services: Services) -> None:
    table = await started(services)
    for agreeing in (services.votes.finish, services.votes.rematch):
        with refused("nothing-to-agree"):
            await agreeing(table.id, AKI.id)


async def test_second_click_on_finish_is_no_vote_for_a_rematch(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await settled_table(services, monkeypatch)
    for person in (AKI, BEN):
        await services.votes.finish(table.id, person.id)
    with refused("nothing-to-agree"):
        await services.votes.finish(table.id, BEN.id)
    assert (await services.tables.get(table.id)).vote_count() == (0, 2)


async def test_rematch_starts_once_all_agree_in_the_same_thread_with_another_first_seat(
    services: Services, second: Services
) -> None:
    table = await started(services, people=2)
    thread = await services.message_records.adopt(table_owner(table.id), "thread", table.channel_id, 777)
    table = await finish(services, table)
    with refused("not-seated"):
        await services.votes.rematch(table.id, CHIE.id)
    table = await services.votes.rematch(table.id, BEN.id)
    assert (table.state, table.vote_count()) == ("over", (1, 2))
    again = await services.votes.rematch(table.id, AKI.id)
    assert again.id != table.id
    assert (again.state, again.kind, again.options, again.time_control) == (
        "playing",
        table.kind,
        table.options,
        table.time_control,
    )
    assert not any(who and (who.agreed or who.misses) for who in again.occupants)
    assert again.turns
    assert all(turn.due for turn in again.turns.values()), "the clocks run at once"
    before = [who and who.user_id for who in table.occupants]
    assert [who and who.user_id for who in again.occupants] == [*before[1:], before[0]]
    stored = await second.tables.get(again.id)
    assert [one.is_rematch for one in (table, again, stored)] == [False, True, True]
    (post,) = await services.message_records.of(table_owner(again.id))
    assert (post.slot, post.message_id) == ("thread", thread.message_id)
    assert (await services.tables.get(table.id)).next_id == again.id
    with refused("nothing-to-agree"):
        await services.votes.rematch(table.id, AKI.id)


async def test_no_rematch_under_removed_rules(
    services: Services, second: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finish(services, await started(services, people=1))
    monkeypatch.setattr(table.kind, "rules", 99)
    monkeypatch.setattr(table.kind, "seat_counts", (3,))
    with refused("nothing-to-agree"):
        await second.votes.rematch(table.id, AKI.id)
