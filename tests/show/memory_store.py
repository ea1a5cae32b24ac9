"""A store in memory with the methods that showing and playing need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from storage import (
    CloseReason,
    Conflict,
    Crowd,
    MoveRow,
    Occupant,
    Post,
    PromiseRow,
    ResultRow,
    Seats,
    Seen,
    State,
    TableRow,
    TimeControl,
    Turns,
)
from tests.show.bot_run import BotRun


@dataclass
class Shelf:
    """The stored data, which outlives the bot."""

    tables: dict[int, TableRow] = field(default_factory=dict)
    moves: dict[int, list[MoveRow]] = field(default_factory=dict)
    posts: dict[str, Post] = field(default_factory=dict)
    slots: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The table and the original slot of every nonce ever used."""

    shown: dict[int, int] = field(default_factory=dict)
    """By table the version that its messages show, if it is known."""
    acting: set[int] = field(default_factory=set)
    """Tables at which a computer player must decide."""
    made_of: dict[str, str] = field(default_factory=dict)
    """The fingerprints of what all pages are made of."""

    def of(self, table_id: int) -> list[Post]:
        """Return a table's message records by slot."""
        posts = [post for nonce, post in self.posts.items() if self.slots[nonce][0] == table_id]
        return sorted(posts, key=lambda post: post.slot)

    def with_posts(self, which: Callable[[Post], bool]) -> set[int]:
        """Return the tables that have a matching message record."""
        return {self.slots[nonce][0] for nonce, post in self.posts.items() if which(post)}


class MemoryStore:
    """The part of `storage.Store` that showing and playing need; each operation passes through a life."""

    def __init__(self, shelf: Shelf, bot_run: BotRun) -> None:
        self._shelf = shelf
        self._stored = bot_run.store_operation
        self.tables = self.due_work = self.people = self.settings = self.message_records = self.finished_games = self

    # --- Tables

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        rules: int,
        opener_id: int,
        seats: Seats,
        time_control: TimeControl,
        secret: str,
        events: Sequence[str],
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
                time_control=time_control,
                idle_since=0,
                close_reason=None,
                next_id=None,
                turns={},
                promises=(PromiseRow(str(number), rules, secret, tuple(events)),),
            )
            self._shelf.moves[number] = []
            return number

        return await self._stored(effect)

    async def save_lobby(
        self,
        seen: Seen,
        options: Mapping[str, object],
        seats: Seats,
        time_control: TimeControl,
        promise: PromiseRow,
        bar: int | None,
    ) -> None:
        values: dict[str, Any] = {
            "options": options,
            "seats": tuple(seats),
            "time_control": time_control,
            "promises": (promise,),
        }

        def effect() -> None:
            barred = self._shelf.tables[seen.table_id].barred | ({bar} if bar is not None else set())
            self._change(seen, "lobby", barred=barred, **values)

        await self._stored(effect)

    async def start(
        self, seen: Seen, *, seed: str, rules: int, seats: Seats, turns: Turns, promise: PromiseRow, **_: object
    ) -> None:
        values: dict[str, Any] = {
            "state": "playing",
            "seed": seed,
            "rules": rules,
            "seats": tuple(seats),
            "turns": turns,
            "promises": (promise,),
        }
        await self._stored(lambda: self._change(seen, "lobby", **values))

    async def add_moves(
        self, seen: Seen, moves: Sequence[MoveRow], *, seats: Seats | None, turns: Turns, acting: bool
    ) -> None:
        values: dict[str, Any] = {} if seats is None else {"seats": tuple(seats)}

        def effect() -> None:
            self._append(seen, moves)
            self._change(seen, "playing", doubt=False, acting=acting, turns=turns, **values)

        await self._stored(effect)

    async def finish(
        self,
        seen: Seen,
        moves: Sequence[MoveRow],
        results: Sequence[ResultRow],
        rate: object,
        *,
        seats: Seats,
        rematch: PromiseRow | None,
    ) -> None:
        def effect() -> None:
            self._append(seen, moves)
            promises = (*self._shelf.tables[seen.table_id].promises, *([rematch] if rematch else ()))
            self._change(seen, "playing", state="over", seats=tuple(seats), turns={}, promises=promises)

        await self._stored(effect)

    async def save_seats(self, seen: Seen, seats: Seats, turns: Turns, **_: object) -> None:
        await self._stored(lambda: self._change(seen, "playing", "over", doubt=False, seats=tuple(seats), turns=turns))

    async def end(
        self,
        seen: Seen,
        state: State,
        close_reason: CloseReason | None = None,
        *,
        seats: Seats | None = None,
        **_: object,
    ) -> None:
        values: dict[str, Any] = {"seats": tuple(seats)} if seats is not None else {}
        await self._stored(
            lambda: self._change(seen, "lobby", "playing", state=state, close_reason=close_reason, turns={}, **values)
        )

    async def practice_games(self, origin_id: int, moves: int, user_id: int) -> list[int]:
        def effect() -> list[int]:
            rows = [row for row in self._open() if (row.origin_id, row.origin_moves) == (origin_id, moves)]
            return [row.id for row in rows if row.opener_id == user_id]

        return await self._stored(effect)

    async def start_practice(
        self,
        origin_id: int,
        moves: int,
        *,
        channel_id: int,
        user_id: int,
        rules: int,
        seats: Seats,
        turns: Turns,
        **_: object,
    ) -> int:
        """Open a table as the store does. No computer player knows the stub game, so people keep their seats."""

        def effect() -> int:
            number, origin = len(self._shelf.tables) + 1, self._shelf.tables[origin_id]
            if origin.state != "over" or origin.rules != rules:
                raise Conflict("It is not over.")
            others = (one for one in (101, 102, 103) if one != user_id)
            sitting = tuple(who if who and who.user_id else Occupant(next(others)) for who in seats)
            begun = replace(origin, id=number, channel_id=channel_id, opener_id=user_id, seats=sitting, version=0)
            begun = replace(begun, state="playing", turns=turns, origin_id=origin_id, origin_moves=moves, promises=())
            self._shelf.tables[number] = begun
            self._shelf.moves[number] = self._shelf.moves[origin_id][:moves]
            return number

        return await self._stored(effect)

    def _change(self, seen: Seen, *states: State, doubt: bool = True, acting: bool = False, **values: Any) -> None:
        row = self._shelf.tables[seen.table_id]
        if row.state not in states or row.version != seen.version:
            raise Conflict(f"It is {row.state}, version {row.version}.")
        self._shelf.tables[seen.table_id] = replace(row, version=row.version + 1, **values)
        (self._shelf.acting.add if acting else self._shelf.acting.discard)(seen.table_id)
        for post in self._shelf.of(seen.table_id) if doubt else ():
            self._shelf.posts[post.nonce] = replace(post, fingerprint=None)

    def _append(self, seen: Seen, moves: Sequence[MoveRow]) -> None:
        known, row = self._shelf.moves[seen.table_id], self._shelf.tables[seen.table_id]
        if row.state != "playing" or row.version != seen.version or moves[0].number != len(known):
            raise Conflict("It was played on.")
        known += moves

    async def load(self, table_id: int) -> TableRow | None:
        return await self._stored(lambda: self._shelf.tables.get(table_id))

    async def load_with_moves(self, table_id: int) -> tuple[TableRow | None, list[MoveRow]]:
        return await self._stored(lambda: (self._shelf.tables.get(table_id), list(self._shelf.moves.get(table_id, ()))))

    async def moves(self, table_id: int) -> list[MoveRow]:
        return await self._stored(lambda: list(self._shelf.moves[table_id]))

    async def has_finished(self, *_: object) -> bool:
        return await self._stored(lambda: False)

    async def all(self, _owner_id: int) -> dict[str, str]:
        return await self._stored(dict)

    async def last_setup(self, *_: object) -> None:
        return await self._stored(lambda: None)

    async def guild_counts(self, *_: object) -> Crowd:
        return await self._stored(lambda: Crowd(0, 0, 0, 0, 0))

    async def in_channel(self, channel_id: int) -> list[int]:
        def effect() -> list[int]:
            posted = self._shelf.with_posts(lambda post: post.channel_id == channel_id)
            return sorted(posted | {row.id for row in self._open() if row.channel_id == channel_id})

        return await self._stored(effect)

    async def open_in_guild(self, guild_id: int, user_id: int | None = None) -> list[int]:
        def effect() -> list[int]:
            posted = self._shelf.with_posts(lambda _: True)
            return [row.id for row in self._open() if row.state == "playing" or row.id in posted]

        return await self._stored(effect)

    async def outdated(self, after: int, count: int) -> list[tuple[int, int]]:
        def effect() -> list[tuple[int, int]]:
            unshown = {row.id for row in self._shelf.tables.values() if self._shelf.shown.get(row.id) != row.version}
            behind = unshown | self._shelf.with_posts(lambda post: post.fingerprint is None)
            return self._numbered(behind, after, count)

        return await self._stored(effect)

    async def acting(self, after: int, count: int) -> list[tuple[int, int]]:
        return await self._stored(lambda: self._numbered(self._shelf.acting, after, count))

    def _numbered(self, numbers: set[int], after: int, count: int) -> list[tuple[int, int]]:
        few = sorted(number for number in numbers if number > after)[:count]
        return [(number, self._shelf.tables[number].guild_id) for number in few]

    async def outdate_if_changed(self, name: str, value: str) -> None:
        def effect() -> None:
            if self._shelf.made_of.get(name) != value:
                self._shelf.made_of[name] = value
                for row in self._open():
                    self._shelf.shown.pop(row.id, None)

        await self._stored(effect)

    def _open(self) -> list[TableRow]:
        return [row for row in self._shelf.tables.values() if row.state in {"lobby", "playing"}]

    # --- Message records

    async def of_table(self, table_id: int) -> list[Post]:
        return await self._stored(lambda: self._shelf.of(table_id))

    async def candidates(self, channel_id: int, message_ids: Collection[int]) -> list[Post]:
        def effect() -> list[Post]:
            here = [post for post in self._shelf.posts.values() if post.channel_id == channel_id]
            return [post for post in here if post.message_id is None or post.message_id in message_ids]

        return await self._stored(effect)

    async def add(self, table_id: int, post: Post) -> None:
        def effect() -> None:
            self._free(table_id, post.slot)
            self._shelf.posts[post.nonce] = post
            self._shelf.slots[post.nonce] = (table_id, post.slot)

        await self._stored(effect)

    async def change(self, post: Post) -> None:
        def effect() -> None:
            if post.nonce not in self._shelf.posts:
                raise Conflict(f"There is no post {post.nonce}.")
            if post.slot != self._shelf.posts[post.nonce].slot:
                self._free(self._shelf.slots[post.nonce][0], post.slot)
            self._shelf.posts[post.nonce] = post

        await self._stored(effect)

    async def remove(self, nonces: Collection[str]) -> None:
        def effect() -> None:
            for nonce in nonces:
                self._shelf.posts.pop(nonce, None)

        await self._stored(effect)

    async def save_fingerprints(
        self, notes: Mapping[str, tuple[str | None, State, int]], shown: Mapping[int, int]
    ) -> None:
        def effect() -> None:
            self._shelf.shown.update(shown)
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
