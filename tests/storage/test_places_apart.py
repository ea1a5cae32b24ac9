"""No query about one place or person depends on the direct messages of another person, or changes them.

The test runs each query that has a parameter for a place or a person, except queries that take whole rows. It fails if
a parameter of a query that it runs has no sample value here.
"""

import inspect
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from storage import Listing, MoveRow, Post, ResultRow, Store
from storage.database import Queries
from storage.owners import table_owner
from storage.place_ids import of_direct_messages
from storage.rows import AnswerRow, Notice, Occupant, PublicMessage, ReviewRow, Seen
from tests.samples import sampled
from tests.storage.store_support import rewrite, unrated

SERVER, ROOM, THREAD = 11, 10, 20
BEN, EMI = 31, 32
HERS, HER_CHANNEL, HER_MESSAGE = of_direct_messages(EMI), 4000, 4001
GAME, HER_GAME = "saizen", "tezumashi"
"""The game that everybody plays, and one that only Emi plays, in her direct messages."""
PLACE = {"place_id", "guild_id"}
WHOSE = PLACE | {"user_id", "user_ids", "asker", "owner_id", "channel_id", "channels", "message_id", "message_ids"}
"""Names of the parameters that say whose data a query is about."""
TABLES = ("tables", "seats", "moves", "posts", "results", "ratings", "badges", "people", "deals", "reviews")
OF_TABLES = {"seats": "table_id", "moves": "table_id", "reviews": "table_id", "posts": "owner_id"}
"""Database tables without a place, each with its column for the number of the card table."""


@dataclass(frozen=True)
class Asker:
    """The person who runs the queries, with the place, the channel and the game that the queries are about."""

    place: int
    user: int
    channel: int
    game: str = GAME

    def value(self, name: str) -> object:
        """Return the value that the asker gives to the query parameter `name`."""
        same = {
            **dict.fromkeys(("place_id", "guild_id"), self.place),
            **dict.fromkeys(("user_id", "asker", "owner_id", "opener_id", "manager_id"), self.user),
            **dict.fromkeys(("channel_id",), self.channel),
            "user_ids": [self.user],
            "channels": [self.channel],
            "message_id": self.channel + 1,
            "message_ids": [self.channel + 1],
        }
        return same[name] if name in same else SAMPLES[name](self)


SAMPLES: Mapping[str, Callable[[Asker], object]] = {
    "first": lambda _: 0,
    "first_day": lambda _: 0,
    "nonce": lambda _: "nonce",
    "locale": lambda _: "ja",
    "next_at": lambda _: 1,
    "count": lambda _: 99,
    "limit": lambda _: 99,
    "game": lambda asker: asker.game,
    "name": lambda _: "language",
    "value": lambda _: "ja",
    "rules": lambda _: 1,
    "seats": lambda asker: (Occupant(user_id=asker.user, name="Ben"), Occupant(computer="easy")),
    "options": lambda _: {},
    "seed": lambda _: "01",
    "listing": lambda _: Listing("wins", 0, 99),
    "origin_id": lambda _: 1,
    "moves": lambda _: 0,
    "turns": lambda _: {},
    "table_id": lambda _: 1,
    "at": lambda _: 1,
    "now": lambda _: 1,
    "wanted": lambda _: [Notice(GAME, opens=True, missing=True, locale="ja")],
    "scheduled_id": lambda _: 1,
    "lesson": lambda _: "saizen",
    "review": lambda _: ReviewRow(0, 1, 20, 2.0),
    "version": lambda _: 1,
    "games": lambda _: 10,
    "day": lambda _: 20_000,
    "deal": lambda _: 0,
    "time_control": lambda _: "live",
    "level": lambda _: "easy",
    "secrets": lambda _: ["5ec2e7"],
    "night_id": lambda _: 1,
    "seat_count": lambda _: 2,
    "answer": lambda _: AnswerRow("play C1", solved=True),
    "today": lambda _: 20_000,
    "before": lambda _: 20_000,
    "shown": lambda asker: [(asker.user, "saizen-coach-chip")],
}
"""Sample values of the other parameters; numbers of tables are those of the asker's own tables."""
ASKERS = {
    "on a server": Asker(SERVER, BEN, ROOM),
    "in direct messages": Asker(of_direct_messages(BEN), BEN, 3000),
    "herself on a server": Asker(SERVER, EMI, ROOM),
    "herself on a server about a game of hers": Asker(SERVER, EMI, ROOM, HER_GAME),
}


def queries(store: Store) -> Iterator[tuple[str, Any]]:
    """Yield every query of the store by name."""
    for room, part in vars(store).items():
        if isinstance(part, Queries):
            for name, method in inspect.getmembers(part, inspect.iscoroutinefunction):
                if not name.startswith("_"):
                    yield f"{room}.{name}", method


def parameters(method: Any) -> list[str]:
    """Return the names of a query's parameters without a default."""
    every = inspect.signature(method).parameters.values()
    return [one.name for one in every if one.default is inspect.Parameter.empty]


def is_asked(wanted: Sequence[str], whose: set[str]) -> bool:
    """Return whether the test runs a query: it has one of the parameters `whose`, and none that is a whole row."""
    return bool(whose.intersection(wanted)) and not {"message", "lobby", "post", "seen"}.intersection(wanted)


async def fill(store: Store) -> None:
    """Store a game of several people on a server, and games of all states in two people's direct messages."""
    await played(store, SERVER, ROOM, BEN, EMI)
    await played(store, HERS, HER_CHANNEL, EMI, game=HER_GAME)
    for user, channel in ((BEN, 3000), (EMI, HER_CHANNEL)):
        place = of_direct_messages(user)
        await played(store, place, channel, user)
        running = await begin(store, place, channel, user)
        await store.message_records.add(table_owner(running), Post(f"of {user}", "panel", channel, channel + 1))
        closed = await begin(store, place, channel, user)
        await store.tables.end(Seen(closed, 0), "closed", "left")


async def begin(store: Store, place: int, channel: int, *people: int, game: str = GAME) -> int:
    """Begin a game of these people against a computer player, and return the table's number."""
    seats = [*(Occupant(user_id=user, name=f"person {user}") for user in people), Occupant(computer="hard")]
    return await store.tables.begin(
        place_id=place,
        channel_id=channel,
        game=game,
        rules=1,
        opener_id=people[0],
        seats=seats,
        options={},
        seed="0102",
    )


async def played(store: Store, place: int, channel: int, *people: int, game: str = GAME) -> None:
    """Play a game to its end."""
    table = await begin(store, place, channel, *people, game=game)
    results = [ResultRow(seat, user, 7, 1, won=True, badges=["sweep"]) for seat, user in enumerate(people)]
    results.append(ResultRow(len(people), None, 3, 2, won=False, computer="hard", computer_name=2))
    await store.tables.finish(Seen(table, 0), [MoveRow(0, 0, "play R9", 1)], results, unrated)
    for seat, user in enumerate(people):
        assert await store.reviews.add(table, user, ReviewRow(seat, 1, 12, 1.5))


async def rows_of(store: Store, place: int) -> list[list[tuple[Any, ...]]]:
    """Return all rows that belong to a place, by database table."""
    found = []
    for table in TABLES:
        key = OF_TABLES.get(table)
        where = f"{key} IN (SELECT id FROM tables WHERE place_id = ?)" if key else "place_id = ?"  # noqa: S608
        found.append(await store._database.read(f"SELECT * FROM {table} WHERE {where} ORDER BY 1, 2", (place,)))  # noqa: S608
    return found


async def without(store: Store, place: int) -> None:
    """Delete all rows of a place; the numbers of later tables stay the same."""
    for table in ("results", "ratings", "badges", "people", "deals", "tables"):
        await rewrite(store, f"DELETE FROM {table} WHERE place_id = ?", (place,))  # noqa: S608


@pytest.fixture
async def filled(path: Path) -> Path:
    """Return the file of a filled database."""
    async with await Store.open(path, now=lambda: 1000, record_write=None) as store:
        await fill(store)
    return path


@pytest.mark.drawn(1)
async def test_every_query_about_somebodys_data_can_be_asked(filled: Path) -> None:
    asker = ASKERS["on a server"]
    async with await Store.open(filled, now=lambda: 1000, record_write=None) as store:
        for _, method in queries(store):
            if is_asked(parameters(method), WHOSE):
                assert {one: asker.value(one) for one in parameters(method)}


@pytest.mark.parametrize("asker", sampled(ASKERS.values(), 2), ids=ASKERS.keys())
@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
async def test_no_query_shows_or_changes_anothers_direct_messages(
    filled: Path, tmp_path: Path, asker: Asker, every: int
) -> None:
    checked = 0
    async with await Store.open(filled, now=lambda: 1000, record_write=None) as store:
        names = [(name, parameters(method)) for name, method in queries(store)]
    for name, wanted in names[::every]:
        if not is_asked(wanted, PLACE if asker.user == EMI else WHOSE):
            continue
        answers = []
        for has_hers in (True, False):
            copy = tmp_path / f"{name} {has_hers}.sqlite3"
            shutil.copyfile(filled, copy)
            async with await Store.open(copy, now=lambda: 1000, record_write=None) as store:
                if not has_hers:
                    await without(store, HERS)
                before = await rows_of(store, HERS)
                assert any(before) == has_hers
                answers.append(await ask(store, name, asker))
                assert await rows_of(store, HERS) == before, name
        assert answers[0] == answers[1], name
        checked += 1
    assert checked > 15 / every


async def ask(store: Store, name: str, asker: Asker) -> object:
    """Run a query with the asker's values, and return its answer."""
    method = dict(queries(store))[name]
    return await method(**{one: asker.value(one) for one in parameters(method)})


async def test_public_messages_are_servers_only(filled: Path) -> None:
    async with await Store.open(filled, now=lambda: 1000, record_write=None) as store:
        assert await store.privacy.guilds() == {SERVER}
        await store.leaderboard_messages.add(PublicMessage(SERVER, ROOM, 5), 1)
        assert await store.leaderboard_messages.withdrawn() == []
