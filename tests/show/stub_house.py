"""A house for the stage to show: a game of three rounds, pages that say nothing but their state, a store in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import phrases
from engine.game import Game, Path, View
from engine.phase import OVER, Phase
from engine.text import Text
from host import posts as host_posts
from host.table import Table
from show import desired, onlookers, panels, reconcile
from show.page import Page, page
from storage import Conflict, Crowd, MoveRow, Occupant, Pace, Post, ResultRow, Seats, Seen, State, TableRow, Turns, Why
from tests.show.life import Life

NEXT, ALL, END = 0, 1, 2
"""Moves: the next seat is to act, all seats are, the round ends."""


class StubGame(Game):
    """Three rounds for two or three; each move says who is to act after it, or ends the round."""

    id = "stub"
    title = phrases.GAME_ENDED()
    seat_counts = (2, 3)
    suits = ()
    moves = ("next", "all", "end")
    setup_keys = ()
    deal_keys = ()

    __slots__ = ("starter",)

    def _begin(self) -> None:
        self.starter = 0

    def _deal(self) -> None:
        self.to_act = (self.starter,)

    @property
    def round_count(self) -> int:
        return 3

    @classmethod
    def path(cls, move: int) -> Path:
        return (cls.moves[move],)

    def view(self, seat: int | None = None) -> View:
        shown = {"round": self.round, "round_count": 3 + 1, "moves": len(self.history), "over": self.over}
        return cast("View", shown | {"seat": seat})


class StubPhase(Phase[StubGame]):
    """The only kind of decision."""

    id = "stub"
    moves = range(3)

    __slots__ = ()

    def legal_moves(self, game: StubGame, seat: int) -> tuple[int, ...]:
        return (NEXT, ALL, END)

    def apply(self, game: StubGame, seat: int, move: int) -> None:
        waiting = tuple(one for one in game.to_act if one != seat)
        game.starter = (seat + 1) % game.seats
        if move == END and not waiting:  # what somebody owes does not go away
            game.end_round([seat] * game.seats)
        elif move == ALL and not waiting:
            game.to_act = tuple(range(game.seats))
        else:
            game.to_act = waiting or (game.starter,)

    def offers(self, game: StubGame, seat: int) -> Iterable[int]:
        return self.legal_moves(game, seat)

    def told(self, game: StubGame, seat: int, move: int) -> Text:
        return phrases.GAME_ENDED()


for part in (StubGame, StubPhase):
    part.__abstractmethods__ = frozenset()  # the rest is for its pages, which are stubs
StubGame._first_phase = StubPhase()  # type: ignore[abstract]  # not registered: it is not the house's
StubGame.phases = {"stub": StubGame._first_phase, "over": OVER}
StubGame._numbers = {text: number for number, text in enumerate(StubGame.moves)}


# --- Pages: a name, the table, and the state that they show


def turn_text(user: int, message: object) -> str:
    """What a mention should say, which leads to a message."""
    return f"turn {user} at {message}"


def lobby_text(table: Table, home: int) -> str:
    """What a lobby's message should say."""
    state = table.state if table.state in {"lobby", "closed", "over"} else "begun"
    seats = "-".join(str(who.user_id) if who else "free" for who in table.occupants)
    return f"lobby {table.id} {state} {seats} {home if state in {'begun', 'over'} else ''}"


def _hand_page(table: Table, game: Game, seat: int, *_: object) -> Page:
    return page(hand_text(table, game, seat))


def hand_text(table: Table, game: Game, seat: int) -> str:
    """What a panel should say."""
    return f"hand {table.id} {seat} {game.moves_made(seat)} {seat in game.to_act} {game.over}"


def round_text(table: Table, game: Game) -> str:
    """What a panel should say once its person's round has ended."""
    return f"round over {table.id} {game.round}"


_PAGES: dict[str, Callable[..., Page]] = {
    "lobby_page": lambda table, _speech, home: page(lobby_text(table, home)),
    "table_page": lambda table, view, _speech: page(f"table {table.id} {view['round']} {view['moves']}"),
    "end_page": lambda table, view, _speech: page(f"end {table.id} {view['round']} {view['moves']}"),
    "round_page": lambda table, _view, number, _speech: page(f"sheet {table.id} {number}"),
    "stopped_page": lambda table, _speech: page(f"stopped {table.id}"),
    "turn_page": lambda user, link, *_, **__: Page((turn_text(user, link.rpartition("/")[2]),), notify=(user,)),
}


@contextmanager
def stubbed() -> Iterator[None]:
    """Stub pages and the stub game, and nonces that are the same in each run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Game.games, StubGame.id, StubGame)
        for name, stub in _PAGES.items():
            patch.setattr(desired, name, stub)
        patch.setattr(reconcile, "lobby_page", _PAGES["lobby_page"])
        patch.setattr(panels, "hand_page", _hand_page)
        patch.setattr(onlookers, "onlooker_page", lambda _table, game, *_, **__: page(f"onlooker {len(game.history)}"))
        patch.setattr(panels, "TOKEN_SECONDS", 86_400.0)  # so that panels are still open when all has come to rest
        patch.setattr(panels, "round_page", lambda table, game, *_: page(round_text(table, game)))
        numbers = count()
        patch.setattr(host_posts, "secrets", SimpleNamespace(token_hex=lambda _bytes: f"{next(numbers):016}"))
        yield


# --- The store


@dataclass
class Shelf:
    """What outlives the bot."""

    tables: dict[int, TableRow] = field(default_factory=dict)
    moves: dict[int, list[MoveRow]] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)
    slots: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By every nonce that ever was: the table, and what it was for at first."""

    def of(self, table_id: int) -> list[Post]:
        """A table's posts, by slot."""
        posts = [post for nonce, post in self.posts.items() if self.slots[nonce][0] == table_id]
        return sorted(posts, key=lambda post: post.slot)

    def with_posts(self, which: Callable[[Post], bool]) -> set[int]:
        """The tables that have such a post."""
        return {self.slots[nonce][0] for nonce, post in self.posts.items() if which(post)}


class MemoryStore:
    """As much of `storage.Store` as showing and playing use; each operation passes a life."""

    def __init__(self, shelf: Shelf, life: Life) -> None:
        self._shelf = shelf
        self._stored = life.stored

    # --- Tables

    async def create_table(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        rules: int,
        opener_id: int,
        seats: Seats,
        pace: Pace,
        **_: object,
    ) -> int:
        def effect() -> int:
            number = len(self._shelf.tables) + 1
            self._shelf.tables[number] = TableRow(
                number,
                guild_id,
                channel_id,
                game,
                rules,
                {},
                tuple(seats),
                None,
                "lobby",
                opener_id,
                created_at=0,
                started_at=None,
                ended_at=None,
                version=0,
                pace=pace,
                idle_since=0,
                why=None,
                next_id=None,
                turns={},
            )
            self._shelf.moves[number] = []
            return number

        return await self._stored(effect)

    async def save_lobby(self, seen: Seen, options: Mapping[str, object], seats: Seats, pace: Pace) -> None:
        await self._stored(lambda: self._change(seen, "lobby", options=options, seats=tuple(seats), pace=pace))

    async def start_table(self, seen: Seen, *, seed: str, rules: int, seats: Seats, turns: Turns, **_: object) -> None:
        values: dict[str, Any] = {
            "state": "playing",
            "seed": seed,
            "rules": rules,
            "seats": tuple(seats),
            "turns": turns,
        }
        await self._stored(lambda: self._change(seen, "lobby", **values))

    async def add_moves(self, seen: Seen, moves: Sequence[MoveRow], *, seats: Seats, turns: Turns) -> None:
        def effect() -> None:
            self._append(seen, moves)
            self._change(seen, "playing", doubt=False, seats=tuple(seats), turns=turns)

        await self._stored(effect)

    async def finish_table(
        self, seen: Seen, moves: Sequence[MoveRow], results: Sequence[ResultRow], rate: object, *, seats: Seats
    ) -> None:
        def effect() -> None:
            self._append(seen, moves)
            self._change(seen, "playing", state="over", seats=tuple(seats), turns={})

        await self._stored(effect)

    async def save_seats(self, seen: Seen, seats: Seats, turns: Turns, **_: object) -> None:
        await self._stored(lambda: self._change(seen, "playing", "over", doubt=False, seats=tuple(seats), turns=turns))

    async def end_table(self, seen: Seen, state: State, why: Why | None = None, *, seats: Seats | None = None) -> None:
        values: dict[str, Any] = {"seats": tuple(seats)} if seats is not None else {}
        await self._stored(lambda: self._change(seen, "lobby", "playing", state=state, why=why, turns={}, **values))

    async def played_on(self, origin_id: int, moves: int, user_id: int) -> list[int]:
        def effect() -> list[int]:
            rows = [row for row in self._open() if (row.origin_id, row.origin_moves) == (origin_id, moves)]
            return [row.id for row in rows if row.opener_id == user_id]

        return await self._stored(effect)

    async def play_on(
        self, origin_id: int, moves: int, *, channel_id: int, user_id: int, rules: int, seats: Seats, turns: Turns
    ) -> int:
        """As in the store; but no computer player knows the stub game, so people have their seats."""

        def effect() -> int:
            number, origin = len(self._shelf.tables) + 1, self._shelf.tables[origin_id]
            if origin.state != "over" or origin.rules != rules:
                raise Conflict("It is not over.")
            others = (one for one in (101, 102, 103) if one != user_id)
            sitting = tuple(who if who and who.user_id else Occupant(next(others)) for who in seats)
            begun = replace(origin, id=number, channel_id=channel_id, opener_id=user_id, seats=sitting, version=0)
            begun = replace(begun, state="playing", turns=turns, origin_id=origin_id, origin_moves=moves)
            self._shelf.tables[number] = begun
            self._shelf.moves[number] = self._shelf.moves[origin_id][:moves]
            return number

        return await self._stored(effect)

    def _change(self, seen: Seen, *states: State, doubt: bool = True, **values: Any) -> None:
        row = self._shelf.tables[seen.table_id]
        if row.state not in states or row.version != seen.version:
            raise Conflict(f"It is {row.state}, version {row.version}.")
        self._shelf.tables[seen.table_id] = replace(row, version=row.version + 1, **values)
        for post in self._shelf.of(seen.table_id) if doubt else ():
            self._shelf.posts[post.nonce] = replace(post, fingerprint=None)

    def _append(self, seen: Seen, moves: Sequence[MoveRow]) -> None:
        known, row = self._shelf.moves[seen.table_id], self._shelf.tables[seen.table_id]
        if row.state != "playing" or row.version != seen.version or moves[0].number != len(known):
            raise Conflict("It was played on.")
        known += moves

    async def table(self, table_id: int) -> TableRow | None:
        return await self._stored(lambda: self._shelf.tables.get(table_id))

    async def moves(self, table_id: int) -> list[MoveRow]:
        return await self._stored(lambda: list(self._shelf.moves[table_id]))

    async def has_finished(self, *_: object) -> bool:
        return await self._stored(lambda: False)

    async def settings(self, _owner_id: int) -> dict[str, str]:
        return await self._stored(dict)

    async def last_started(self, *_: object) -> None:
        return await self._stored(lambda: None)

    async def crowd(self, *_: object) -> Crowd:
        return await self._stored(lambda: Crowd(0, 0, 0, 0))

    async def tables_here(self, channel_id: int) -> list[int]:
        def effect() -> list[int]:
            posted = self._shelf.with_posts(lambda post: post.channel_id == channel_id)
            return sorted(posted | {row.id for row in self._open() if row.channel_id == channel_id})

        return await self._stored(effect)

    async def open_tables(self, guild_id: int, user_id: int | None = None) -> list[int]:
        def effect() -> list[int]:
            posted = self._shelf.with_posts(lambda _: True)
            return [row.id for row in self._open() if row.state == "playing" or row.id in posted]

        return await self._stored(effect)

    async def tables_to_show(self, guild_id: int | None = None) -> list[int]:
        def effect() -> list[int]:
            return sorted(self._shelf.with_posts(lambda post: post.fingerprint is None) | {r.id for r in self._open()})

        return await self._stored(effect)

    def _open(self) -> list[TableRow]:
        return [row for row in self._shelf.tables.values() if row.state in {"lobby", "playing"}]

    # --- Posts

    async def posts(self, table_id: int) -> list[Post]:
        return await self._stored(lambda: self._shelf.of(table_id))

    async def posts_among(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        def effect() -> list[Post]:
            here = [post for post in self._shelf.posts.values() if post.channel_id == channel_id]
            return [post for post in here if post.message_id is None or post.message_id in message_ids]

        return await self._stored(effect)

    async def add_post(self, table_id: int, post: Post) -> None:
        def effect() -> None:
            self._free(table_id, post.slot)
            self._shelf.posts[post.nonce] = post
            self._shelf.slots[post.nonce] = (table_id, post.slot)

        await self._stored(effect)

    async def change_post(self, post: Post) -> None:
        def effect() -> None:
            if post.nonce not in self._shelf.posts:
                raise Conflict(f"There is no post {post.nonce}.")
            if post.slot != self._shelf.posts[post.nonce].slot:
                self._free(self._shelf.slots[post.nonce][0], post.slot)
            self._shelf.posts[post.nonce] = post

        await self._stored(effect)

    async def remove_posts(self, nonces: Collection[str]) -> None:
        def effect() -> None:
            for nonce in nonces:
                self._shelf.posts.pop(nonce, None)

        await self._stored(effect)

    async def note_fingerprints(self, notes: Mapping[str, tuple[str | None, State, int]]) -> None:
        def effect() -> None:
            for nonce, (fingerprint, state, version) in notes.items():
                post = self._shelf.posts.get(nonce)
                if post is None:
                    continue
                row = self._shelf.tables[self._shelf.slots[nonce][0]]
                if row.state == state and (state == "playing" or row.version == version):
                    self._shelf.posts[nonce] = replace(post, fingerprint=fingerprint)

        await self._stored(effect)

    def _free(self, table_id: int, slot: str) -> None:
        if any(post.slot == slot for post in self._shelf.of(table_id)):
            raise Conflict(f"Slot {slot} is taken.")


def some_move(random: Random) -> str:
    """A move in notation: a game has some twenty."""
    return StubGame.moves[random.choices((NEXT, ALL, END), (6, 2, 3))[0]]
