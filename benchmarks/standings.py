"""Leaderboards and profiles at the store with 10,000 finished games, beside reading one row by its key there.

`standings/leaderboard`: the first page by rating, by the games won this season, and by those ever won, in turns, on 50
servers with 200 games each; `standings/profile` likewise of somebody there; `standings/one-server` the leaderboards
where all games are one server's. In milliseconds of wall-clock time, each figure the median.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import get_args

import engine.games  # noqa: F401  fills Game.games
from benchmarks.measure import Figure, figure
from host.people.ratings import rate
from host.people.standings import Period, Standings
from storage import ResultRow, Store

GAMES, SERVERS, PEOPLE, SEATS = 10_000, 50, 25, 4
"""In all; and of each server."""
KINDS = ("saizen", "scharfe-schoten", "tezuma-trick")
ROUNDS = 300


def figures(games: int = GAMES, rounds: int = ROUNDS) -> Iterator[Figure]:
    """All three."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder), games, rounds))


async def _measured(folder: Path, games: int, rounds: int) -> list[Figure]:
    random, found = Random(1), []
    for servers in (SERVERS, 1):
        path = folder / f"{servers}.sqlite3"
        async with await Store.open(path) as store:
            await fill(store, path, games, servers, random)
            standings = Standings(store, time)
            table_messages, profiles = [], []
            for number in range(rounds):
                server, person = random.randrange(servers) + 1, random.randrange(PEOPLE) + 1
                key = await _milliseconds(lambda: store.settings.get(0, "ratings"))
                period: Period = get_args(Period)[number % len(get_args(Period))]
                board = standings.board(server, person, KINDS[number % len(KINDS)], period)
                table_messages.append((await _milliseconds(lambda: board), key))  # noqa: B023  it is awaited at once
                profile = standings.profile(server, person)
                profiles.append((await _milliseconds(lambda: profile), key))  # noqa: B023  as above
        if servers == 1:
            found.append(figure("standings/one-server", table_messages))
        else:
            found += [figure("standings/leaderboard", table_messages), figure("standings/profile", profiles)]
    return found


async def _milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    start = perf_counter()
    await work()
    return 1000 * (perf_counter() - start)


async def fill(store: Store, path: Path, games: int, servers: int, random: Random) -> None:
    """Put so many finished games, and the ratings that follow from them, into an empty store whose file is `path`."""
    now = int(time())
    rows = []
    for number in range(games):
        people = random.sample(range(1, PEOPLE + 1), SEATS)
        places = random.sample(range(1, SEATS + 1), SEATS)
        kind = KINDS[number // servers % len(KINDS)]
        ended = now - (games - number) * 3600
        for seat, (user, place) in enumerate(zip(people, places, strict=True)):
            result = ResultRow(seat, user, 0, place, place == 1)
            about = (number % servers + 1, kind, number, number + 1, ended)
            rows.append((*about, result.seat, result.user_id, result.points, result.place, result.won))
    with closing(sqlite3.connect(path)) as database, database:  # ten thousand tables would take minutes
        database.executemany(
            "INSERT INTO results (guild_id, game, number, table_id, ended_at, seat, user_id, points, place, won)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
    await store.results.recompute_ratings(rate, ("ratings", "benchmark"))
