"""Helpers for the tests of clocks: games with a time control, and time that passes."""

from random import Random

from host.cluster.shards import WHOLE
from host.play.clocks import EVERYWHERE, IDLE_LOBBY, TICK, Reach
from host.play.time_control import SECONDS
from host.services import Services
from host.tables.table import Table, TimeControl, Turn
from tests.clock import Clock
from tests.tables import awaited_seat, game_of, lobby, occupant, random_path, started, wait_for_people_to_act

LIVE = SECONDS["live"] or 0


async def started_game(services: Services, time_control: TimeControl, people: int = 2) -> Table:
    """Return a started game of three seats with this time control, of `people` people and computer players."""
    table = await started(services, "saizen", people, 3, time_control=time_control)
    return await wait_for_people_to_act(services, table)


async def pass_time(services: Services, clock: Clock, seconds: float, reach: Reach = EVERYWHERE) -> None:
    """Let this many seconds pass in which the bot is running and checks its clocks."""
    end = clock.now + seconds
    while clock.now < end:
        await services.clocks.poll(reach)
        clock.now = min(end, clock.now + TICK)
    await services.clocks.poll(reach)


async def jump(services: Services, clock: Clock, seconds: float) -> None:
    """Let this many seconds pass in one jump, as if the bot had been running, and then check its clocks."""
    clock.now += seconds
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    await services.clocks.poll()


def user_on(table: Table, seat: int) -> int:
    """Return the person on a seat."""
    user = occupant(table, seat).user_id
    assert user is not None
    return user


async def turn_of(services: Services, table: Table) -> Turn:
    """Return the only pending decision."""
    (turn,) = (await services.tables.get(table.id)).turns.values()
    return turn


async def after_move(services: Services, table: Table) -> Table:
    """Make a move for the person who must decide, and return the table once people must decide again."""
    seat, game = awaited_seat(table), game_of(table)
    path = random_path(game, seat, Random(1))
    await services.moves.choose(table.id, user_on(table, seat), game.moves_made(seat), path)
    return await wait_for_people_to_act(services, table)


async def idle_lobby(services: Services, clock: Clock) -> Table:
    """Return a lobby that has only its opener, and that nobody has changed for almost an hour."""
    table = await lobby(services, "saizen", seats=3)
    clock.now += IDLE_LOBBY
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    return table
