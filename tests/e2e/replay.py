"""A table's game as the database has it, replayed; and moves that are written there while the bot is dead."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine.chance import Chance
from engine.game import Game
from tests.e2e.processes import BotProcess


def replayed(bot: BotProcess, number: int) -> Game:
    """The game of a table that has been started."""
    ((kind, seats, options, seed),) = bot.rows(
        "SELECT game, seat_count, options, seed FROM tables WHERE id = ?", number
    )
    game = Game.games[str(kind)](int(str(seats)), json.loads(str(options)), Chance(bytes.fromhex(str(seed))))
    for seat, move in bot.rows("SELECT seat, move FROM moves WHERE table_id = ? ORDER BY number", number):
        game.play(int(str(seat)), game.parse(str(move)))
    return game


def random_move(game: Game, random: Random) -> tuple[int, int]:
    """Somebody's next move, with their seat: a forced one where there is one."""
    if (forced := _forced(game)) is not None:
        return forced
    seat = random.choice(game.to_act)
    return seat, random.choice(game.legal_moves(seat))


def _forced(game: Game) -> tuple[int, int] | None:
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def ends_round(game: Game) -> bool:
    """Whether whatever is chosen next ends a round."""
    choices = ((seat, move) for seat in game.to_act for move in game.legal_moves(seat))
    return _forced(game) is None and all(_ends_round(game, seat, move) for seat, move in choices)


def _ends_round(game: Game, seat: int, move: int) -> bool:
    after = game.copy()
    after.play(seat, move)
    while (forced := _forced(after)) is not None:
        after.play(*forced)
    return after.over or after.round > game.round


def advance(bot: BotProcess, number: int, random: Random, *, last_round: bool = False) -> None:
    """Play random moves up to the last choice of the round, or of the game, as if they were made before the kill."""
    game = replayed(bot, number)
    first = len(game.history)
    while not (ends_round(game) and (not last_round or game.round == game.round_count)):
        game.play(*random_move(game, random))
    now = int(time.time())
    rows = [
        (number, place, seat, game.text(move), now) for place, (seat, move) in enumerate(game.history[first:], first)
    ]
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, 0)", rows)
