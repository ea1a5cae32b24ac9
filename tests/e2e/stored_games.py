"""Replays of stored games, and moves that tests write into the database while the bot is stopped."""

import json
import time
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from storage import Turn
from tests.driver import Driver
from tests.e2e.playing import start_again
from tests.e2e.processes import BotProcess
from tests.judging.replay import deal, forced_move, replay
from tests.pending_decisions import read_pending, write_pending


def dealt(bot: BotProcess, number: int) -> Game:
    """Return the game of a started table before its first move."""
    ((kind, seats, options, seed),) = bot.rows(
        "SELECT game, seat_count, options, seed FROM tables WHERE id = ?", number
    )
    return deal(kind, seats, json.loads(options), seed)


def replayed(bot: BotProcess, number: int) -> Game:
    """Return the game of a table after its stored moves."""
    game = dealt(bot, number)
    for seat, move in bot.rows("SELECT seat, move FROM moves WHERE table_id = ? ORDER BY number", number):
        replay(game, seat, move)
    return game


def chosen(bot: BotProcess, number: int, seat: int, since: int) -> int:
    """Count the decisions made by the person on a seat, from decision number `since` on; forced moves do not count."""
    made, game = 0, dealt(bot, number)
    rows = bot.rows("SELECT seat, move, computer FROM moves WHERE table_id = ? ORDER BY number", number)
    for place, (who, text, level) in enumerate(rows):
        step = replay(game, who, text)
        by_itself = place > 0 and step.forced  # the bot makes a forced move only after another move
        made += who == seat and step.decision >= since and not (by_itself or level)
    return made


def random_move(game: Game, random: Random) -> tuple[int, int]:
    """Return a seat and its next move, a forced move if there is one."""
    if (forced := forced_move(game)) is not None:
        return forced
    seat = random.choice(game.to_act)
    return seat, random.choice(game.legal_moves(seat))


def advance(bot: BotProcess, number: int, random: Random, *, last_round: bool = False) -> None:
    """Store random moves, as if people had made them before the bot was killed.

    Stop before a choice that may end the round or, with `last_round`, the game. People's decisions after that have no
    time limit.
    """
    game = replayed(bot, number)
    first, before = len(game.history), game.copy()
    while not game.over and (game.round == before.round or last_round):
        before = game.copy()
        game.play(*random_move(game, random))
        while (forced := forced_move(game)) is not None:
            game.play(*forced)
    now = int(time.time())
    rows = [
        (number, place, seat, game.text(move), now) for place, (seat, move) in enumerate(before.history[first:], first)
    ]
    with bot.transaction(writes=True) as transaction:
        transaction.run_each("INSERT INTO moves VALUES (?, ?, ?, ?, ?, NULL)", rows)
        # These values let the restarted bot continue at this table and update its messages.
        transaction.run("UPDATE tables SET acting = 1, displayed_version = -1 WHERE id = ?", (number,))
        owing, people = (
            read_pending(transaction, number),
            "SELECT seat FROM seats WHERE table_id = ? AND user_id IS NOT NULL",
        )
        for (seat,) in transaction.run(people, (number,)):
            if seat not in before.to_act:
                owing.pop(seat, None)
            elif seat not in owing or owing[seat].decision != before.moves_made(seat):
                owing[seat] = Turn(before.moves_made(seat), now)
        write_pending(transaction, number, owing)


async def kill_and_advance(world: Driver, bot: BotProcess, number: int) -> None:
    """Kill the bot, advance a game until the next choice may end it, and start the bot."""
    bot.kill()
    advance(bot, number, Random(number), last_round=True)
    await start_again(world, bot)
