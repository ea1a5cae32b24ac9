"""Finished games: their steps, their records, and practice games, which count for nobody."""

import asyncio
import json
from collections.abc import Sequence
from random import Random

import pytest

from engine import record
from engine.game import Game
from engine.knowledge.positions import positions
from engine.players import USUAL
from host.ai.complaints import choices
from host.people.replays import Replay
from host.place import Place
from host.services import Services
from host.tables.table import Table
from storage import Store
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    DAI,
    GUILD,
    MODERATOR,
    finish,
    game_of,
    lobby,
    play_one,
    refused,
    started,
)

ELSEWHERE = 33
KINDS = tuple(Game.games)


async def finished_game(services: Services, game: str = "scharfe-schoten", people: int = 2, moves: int = 0) -> Table:
    """Return a finished game: its players make `moves` moves, and then it is played to the end with any legal moves."""
    table = await started(services, game, people, 3 if game != "saizen" else 2)
    random = Random(moves)
    for _ in range(moves):
        await play_one(services, table, random)
    return await finish(services, table)


async def game_ended_early(services: Services) -> Table:
    """Return a game that a moderator has ended early."""
    table, random = await started(services), Random(1)
    for _ in range(9):
        await play_one(services, table, random)
    return await services.participation.end(table.id, MODERATOR, sure=True)


async def trick(services: Services, table: Table, number: int) -> int:
    """Return the first step of a replay at which `number` tricks are finished."""
    steps = (await services.replays.of(table.id)).steps
    return next(place for place, step in enumerate(steps) if step.tricks == number)


async def results_and_ratings(store: Store) -> list[object]:
    """Return all results, ratings and badges in the store."""
    tables = ("results", "ratings", "badges")
    rows = [await store._database.read(f"SELECT * FROM {table} ORDER BY 1, 2, 3") for table in tables]  # noqa: S608
    return [[tuple(row) for row in some] for some in rows]


async def numbers(
    services: Services, user: int, channels: Sequence[int] | None, page: int = 0, count: int = 9
) -> list[int]:
    ended, _ = await services.replays.ended(Place.server(GUILD), user, channels, page, count)
    return [one.table.id for one in ended]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_replay_stops_at_each_deal_move_sheet_and_at_the_end(services: Services, game: str) -> None:
    replay = await services.replays.of((await finished_game(services, game)).id)
    faces = [step.face for step in replay.steps]
    rounds = replay.game.round_count
    assert (faces[0], faces[-1], faces.count("end")) == ("deal", "end", 1)
    assert (faces.count("deal"), faces.count("sheet")) == (rounds, rounds - 1)
    assert faces.count("move") + faces.count("sheet") + 1 == len(replay.game.history)
    assert [replay.steps[replay.round(number)].round for number in range(1, rounds + 1)] == [*range(1, rounds + 1)]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_step_is_the_position_as_every_seat_saw_it(services: Services, game: str) -> None:
    replay = await services.replays.of((await finished_game(services, game)).id)
    live = game_of(await started(services, game, 2, replay.game.seats))
    again = type(live)(live.seats, {}, replay.game.chance)
    for step in (0, 7, len(replay.steps) // 2, len(replay.steps) - 1):
        while len(again.history) < replay.steps[step].moves:
            again.play(*replay.game.history[len(again.history)])
        position = replay.position(step)
        for seat in (None, *range(live.seats)):
            assert position.view(seat) == again.view(seat)
    assert replay.game.history == game_of(await services.tables.get(replay.table.id)).history, "nobody played on it"


def ways(replay: Replay, go: str, back: str) -> tuple[list[int], list[int]]:
    """Return the steps that the arrow `go` leads to from the beginning to the end, and the arrow `back` from there."""
    there, step = [0], 0
    while (other := replay.destination(step, go)) != step:
        there.append(step := other)
    home = [step]
    while (other := replay.destination(step, back)) != step:
        home.append(step := other)
    return there, home


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_arrows_lead_through_the_whole_game_and_back(services: Services, game: str) -> None:
    replay = await services.replays.of((await finished_game(services, game)).id)
    every = [*range(len(replay.steps))]
    assert ways(replay, "on", "back") == (every, every[::-1])
    there, home = ways(replay, "trick-on", "trick-back")
    assert (there[0], there[-1]) == (0, every[-1])
    assert there == home[::-1]
    assert {step for step in every if replay.steps[step].face != "move"} <= set(there)
    for step in there:
        position, before = replay.position(step), replay.position_before(step)
        if replay.steps[step].face == "move" and replay.game.tricks() and replay.game.id != "saizen":
            assert position.tricks()[-1][2] is not None, "it stops where a trick has just been won"
            assert before.tricks()[-1][2] is None
    assert [replay.destination(step, go) for step in every for go in ("", "nowhere")] == [
        step for step in every for _ in "ab"
    ]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_turning_points_are_ends_of_rounds_and_changes_of_the_lead(services: Services, game: str) -> None:
    replay = await services.replays.of((await finished_game(services, game)).id)
    leader: list[int] = []
    for number, step in enumerate(replay.steps):
        position = replay.position(step=number)
        now = [0] * position.seats if position.over else position.points_now()
        sums = [sum(position.scores[seat] + now[seat] for seat in team) for team in position.teams_of(position.seats)]
        ahead = [[*team] for team, points in zip(position.teams, sums, strict=True) if points == max(sums)]
        changed = len(ahead) == 1 and ahead[0] != leader and step.face != "deal"
        assert [*step.lead] == (ahead[0] if changed and leader else [])
        leader = ahead[0] if changed else leader
        assert step.turning == (bool(step.lead) or step.face in {"sheet", "end"})
    there, home = ways(replay, "turn-on", "turn-back")
    every = [number for number, step in enumerate(replay.steps) if step.turning]
    assert there == [0, *every]
    assert home == every[::-1], "the first turning point is the last one on the way back"


async def test_person_who_left_a_game_had_a_seat_in_it(services: Services) -> None:
    table = await started(services, "saizen", 2, 2)
    left = await services.participation.leave(table.id, AKI, sure=True)
    assert (left.seat_of(AKI.id), left.seat_ever(AKI.id), left.seat_ever(BEN.id), left.seat_ever(999)) == (
        None,
        table.seat_of(AKI.id),
        table.seat_of(BEN.id),
        None,
    )


async def test_invented_step_is_refused(services: Services) -> None:
    replay = await services.replays.of((await finished_game(services)).id)
    for step, seat in ((-1, None), (len(replay.steps), None), (0, 3), (0, -1), (10**17, 10**17)):
        with refused("no-such-step"):
            replay.check(step, seat)
    for number in (0, 4, 10**17):
        with refused("no-such-step"):
            replay.round(number)


async def test_running_game_is_not_replayed(services: Services) -> None:
    gathering, running = await lobby(services), await started(services)
    cancelled = await lobby(services)
    await services.lobby.cancel(cancelled.id, AKI)
    keys = {gathering.id: "never-dealt", running.id: "still-running", cancelled.id: "never-dealt", 99: "no-such-table"}
    for number, key in keys.items():
        for ask in (services.replays.of(number), services.replays.record(number)):
            with refused(key):
                await ask
        with refused(key):
            await services.replays.play_on(number, AKI, CHANNEL, 0, None)


async def test_game_of_older_rules_is_not_replayed(
    services: Services, second: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, ended = await finished_game(services), await game_ended_early(services)
    monkeypatch.setattr(over.kind, "rules", over.kind.rules + 1)
    for table in (over, ended):
        with refused("replay-gone"):
            await second.replays.of(table.id)
        with refused("replay-gone"):
            await second.replays.play_on(table.id, AKI, CHANNEL, 0, None)


async def test_game_that_was_ended_early_is_shown_to_its_last_move(services: Services, store: Store) -> None:
    table = await game_ended_early(services)
    replay = await services.replays.of(table.id)
    assert replay.steps[-1].face == "move"
    assert replay.steps[-1].moves == len(replay.game.history) == len(await store.tables.moves(table.id)) >= 9
    assert (await services.tables.get(table.id)).game is None, "nobody plays on it"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_record_is_the_game_and_names_nobody(services: Services, game: str) -> None:
    table = await finished_game(services, game)
    text = await services.replays.record(table.id)
    assert record.loads(text).replay().state() == game_of(table).state()
    told = json.loads(text)
    assert set(told.pop("fair")) == {"version", "table", "secret", "commitment", "events", "played"}
    assert record.write(game_of(table)) == told
    assert set(told) == {"game", "rules", "seats", "options", "seed", "setup", "deals", "moves"}


async def test_finished_games_are_listed_newest_first(services: Services) -> None:
    first, second = await finished_game(services), await game_ended_early(services)
    running = await started(services)
    assert await numbers(services, CHIE.id, [CHANNEL]) == [second.id, first.id]
    assert await numbers(services, AKI.id, None) == [second.id, first.id]
    assert await numbers(services, CHIE.id, None) == [second.id], "at the first one two people sat"
    assert await numbers(services, 999, [ELSEWHERE]) == await numbers(services, 999, None) == []
    ended, more = await services.replays.ended(Place.server(GUILD), AKI.id, None, 0, 1)
    assert more
    assert (ended[0].table.id, ended[0].table.game) == (second.id, None)
    assert await numbers(services, AKI.id, None, 1, 1) == [first.id]
    assert await numbers(services, AKI.id, None, 10**18) == []
    assert running.id not in await numbers(services, AKI.id, None)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", KINDS)
async def test_practice_game_starts_from_the_position_of_the_step(
    services: Services, second: Services, game: str
) -> None:
    over = await finished_game(services, game)
    step = 17
    replay = await services.replays.of(over.id)
    was = replay.position(step)
    seat = was.to_act[0]
    table = await services.replays.play_on(over.id, DAI, ELSEWHERE, step, None)
    assert (table.seat_of(DAI.id), table.channel_id, table.opener_id, table.time_control) == (
        seat,
        ELSEWHERE,
        DAI.id,
        "none",
    )
    assert [who and (who.user_id or who.computer) for who in table.occupants] == [
        DAI.id if place == seat else USUAL for place in range(was.seats)
    ]
    assert game_of(table).state() == was.state()
    assert table.origin is not None
    assert (table.origin.table, table.origin.moves, table.origin.round) == (over.id, len(was.history), was.round)
    stored = await second.tables.get(table.id)
    assert (stored.origin, stored.turns) == (table.origin, table.turns)
    assert set(stored.turns) == {seat}


async def test_practice_from_a_seats_perspective_has_that_seat(services: Services) -> None:
    over = await finished_game(services)
    step = await trick(services, over, 3)
    table = await services.replays.play_on(over.id, CHIE, CHANNEL, step, 2)
    assert table.seat_of(CHIE.id) == 2
    assert table.origin is not None
    assert table.origin.trick == 4


async def test_practice_counts_for_nobody(services: Services, store: Store) -> None:
    over = await finished_game(services)
    before = await results_and_ratings(store)
    assert before[0]
    table = await services.replays.play_on(over.id, CHIE, CHANNEL, await trick(services, over, 3), 1)
    ended = await finish(services, table)
    assert ended.state == "over"
    assert await results_and_ratings(store) == before
    assert not await store.people.has_finished(GUILD, CHIE.id, ended.kind.id)
    with refused("nothing-to-agree"):
        await services.votes.rematch(ended.id, CHIE.id)
    assert await numbers(services, CHIE.id, None) == [ended.id]
    assert ended.id not in await numbers(services, CHIE.id, [CHANNEL])
    again = await services.replays.of(ended.id)
    moves = [*positions(again.game)][-1].history
    assert moves[: table.origin.moves if table.origin else 0] == game_of(over).history[: len(game_of(table).history)]


async def test_second_request_leads_to_the_same_practice_until_a_move_is_made(services: Services) -> None:
    over = await finished_game(services)
    step = await trick(services, over, 2)
    asked = [services.replays.play_on(over.id, CHIE, CHANNEL, step, 1) for _ in range(3)]
    tables = {table.id for table in await asyncio.gather(*asked)}
    assert len(tables) == 1
    table = await services.tables.get(tables.pop())
    other = await services.replays.play_on(over.id, CHIE, CHANNEL, step, 2)
    assert other.id != table.id, "another seat"
    assert (await services.replays.play_on(over.id, DAI, CHANNEL, step, 1)).id not in {table.id, other.id}
    await play_one(services, table, Random(1))
    assert (await services.replays.play_on(over.id, CHIE, CHANNEL, step, 1)).id > other.id


async def test_practice_game_counts_as_another_table(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await finished_game(services)
    await started(services, people=1)
    monkeypatch.setattr("limits.TABLES_A_PERSON", 1)
    with refused("too-many-tables"):
        await services.replays.play_on(over.id, AKI, CHANNEL, 0, None)
    monkeypatch.setattr("limits.TABLES_A_SERVER", 1)
    with refused("server-full"):
        await services.replays.play_on(over.id, CHIE, CHANNEL, 0, None)


async def test_position_without_moves_left_cannot_be_practised(services: Services) -> None:
    over = await finished_game(services)
    last = len((await services.replays.of(over.id)).steps) - 1
    with refused("nothing-left"):
        await services.replays.play_on(over.id, AKI, CHANNEL, last, None)
    for step, seat in ((last + 1, None), (0, 3), (-1, None)):
        with refused("no-such-step"):
            await services.replays.play_on(over.id, AKI, CHANNEL, step, seat)


async def test_game_that_was_ended_early_can_be_practised_from_its_last_position(services: Services) -> None:
    table = await game_ended_early(services)
    replay = await services.replays.of(table.id)
    practice = await services.replays.play_on(table.id, AKI, CHANNEL, len(replay.steps) - 1, None)
    assert game_of(practice).history == replay.game.history
    assert (await finish(services, practice)).state == "over"


async def test_nobody_complains_about_moves_from_before_the_practice(services: Services) -> None:
    over = await finished_game(services, people=1, moves=12)
    assert min(choices(over)) < 12
    table = await services.replays.play_on(over.id, AKI, CHANNEL, 12, None)
    table = await services.tables.get(table.id)
    assert table.origin is not None
    assert min(choices(table), default=99) >= table.origin.moves
