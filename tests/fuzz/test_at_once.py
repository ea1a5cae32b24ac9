"""A hundred concurrent clicks on one table, by people at the table and others: every legal click counts once."""

from random import Random
from typing import TypeAlias

import pytest

from engine.game import Game
from host.tables.table import Table
from show.actions.decision_actions import Choose
from show.actions.table_actions import Action
from storage import MoveRow
from tests.fuzz.conftest import ELSEWHERE, HERE, OTHER_ROOM, ROOM
from tests.fuzz.offline import ANSWERS, Offline, SentInteraction
from tests.fuzz.payloads import Json, User
from tests.judging.replay import replay

Decided: TypeAlias = tuple[int, int]
"""A seat, and the number of the seat's own decision."""
CLICKS, STRANGERS = 100, 20
MOST = 18
"""Clicks of one person in a burst: fewer than the limit of concurrent interactions."""
PEOPLE = [User(11 + number, f"P{number}") for number in range(4)]
OTHERS = [User(100 + number, f"S{number}") for number in range(STRANGERS)]


def legal_clicks(game: Game, number: int, random: Random) -> dict[int, str]:
    """Return, for each seat that must act, the custom id of a click that makes a complete legal move."""
    clicks = {}
    for seat in game.to_act:
        path = ".".join(game.path(random.choice(game.legal_moves(seat))))
        clicks[seat] = f"choose:{number}:{game.moves_made(seat)}:{path}:1"
    return clicks


async def burst(
    world: Offline, number: int, random: Random, pages: dict[int, Json]
) -> tuple[set[Decided], list[MoveRow], list[SentInteraction]]:
    """Send a hundred clicks together; return the decisions that were pending, the moves made, and the interactions."""
    table = await world.services.tables.get(number)
    game = table.game
    assert game is not None
    known, legal = len(game.history), legal_clicks(game, number, random)
    stale = [f"choose:{number}:{max(0, game.moves_made(seat) - 1)}:{random.randrange(9)}:1" for seat in range(4)]
    seats = {person.id: table.seat_of(person.id) for person in PEOPLE}
    plan = []
    for person in PEOPLE:
        own = [click for seat, click in legal.items() if seat == seats[person.id]]
        wrong = [*stale, *(click for seat, click in legal.items() if seat != seats[person.id]), f"hand:{number}"]
        plan += [(person, ROOM, random.choice(own * 3 + wrong)) for _ in range(MOST - len(own))]
        plan += [(person, ROOM, click) for click in own]
    while len(plan) < CLICKS:
        plan.append(
            (random.choice(OTHERS), random.choice((ROOM, OTHER_ROOM)), random.choice([*legal.values(), *stale]))
        )
    plan[-1] = (PEOPLE[0], ELSEWHERE, plan[-1][2])
    random.shuffle(plan)
    asked = [world.click(who, where, custom_id, pages[who.id]) for who, where, custom_id in plan]
    await world.wait_for(*asked)
    moves = (await world.store.tables.moves(number))[known:]
    return {(seat, game.moves_made(seat)) for seat in legal}, moves, asked


def moves_by_decision(game: Game, moves: list[MoveRow]) -> dict[Decided, str]:
    """Replay the moves in `game`. Return the path of each move that was not forced, by seat and decision number."""
    steps = [replay(game, row.seat, row.move) for row in moves]
    return {(step.seat, step.decision): step.path for step in steps if not step.forced}


def clicked_decisions(table: Table, asked: list[SentInteraction]) -> set[tuple[Decided, str]]:
    """Return the decisions and moves' paths that people at the table have clicked for their own seat, on its server."""
    found = set()
    for one in asked:
        action, seat = Action.parse(one.data["custom_id"]), table.seat_of(one.user.id)
        if isinstance(action, Choose) and seat is not None and one.guild == HERE:
            found.add(((seat, action.decision), ".".join(action.path)))
    return found


async def play_rounds(world: Offline, rounds: int, random: Random) -> float:
    """Play bursts, game after game, and return the longest wait of a click in seconds."""
    longest, number, kinds = 0.0, 0, [kind for kind, game in sorted(Game.games.items()) if 4 in game.seat_counts]
    pages: dict[int, Json] = {}
    for _ in range(rounds):
        if not number or (await world.services.tables.get(number)).state != "playing":
            number = await world.open_table(*PEOPLE, where=ROOM, game=random.choice(kinds))
            await world.wait_until_idle()
            # Only clicks on a person's newest page count. The start of the game has opened a hand. The bot must forget
            # it, because it would be newer than the pages below.
            world.bot.presenter.panels._open.clear()
            pages = {who.id: world.private(who, ROOM) for who in (*PEOPLE, *OTHERS)}
        table = await world.services.tables.get(number)
        assert table.game is not None
        game = table.game.copy()
        decisions, moves, asked = await burst(world, number, random, pages)
        made = moves_by_decision(game, moves)
        assert decisions <= made.keys(), "each that was legal counts"
        assert made.items() <= clicked_decisions(table, asked), (
            "and nothing but what its own person has clicked, each once"
        )
        assert [sum(kind in ANSWERS for kind, _ in one.replies) for one in asked] == [1] * CLICKS
        longest = max(longest, *(one.took for one in asked))
        await world.wait_until_idle()
        world.interactions.clear()
    return longest


async def test_legal_clicks_among_a_hundred_concurrent_ones_count_once(world: Offline) -> None:
    await play_rounds(world, 2, Random(2))


@pytest.mark.soak
async def test_fifty_bursts_of_a_hundred_clicks_are_answered_within_a_second(world: Offline) -> None:
    longest = await play_rounds(world, 50, Random(50))
    print(f"50 rounds of {CLICKS} clicks at once: the longest answer took {longest:.2f} s")
    assert longest <= 1.0
