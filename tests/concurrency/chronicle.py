"""The committed versions of a table in order: who wrote each, and the game that its moves give."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.contract.chance import Chance
from engine.game import Game
from engine.record import read_seed
from storage import MoveRow, Occupant, Turn
from storage.database import Transaction
from storage.seats import seats_of
from tests.pending_decisions import read_pending
from tests.virtual_time import now

_NEW = "SELECT number, seat, move, made_at, computer FROM moves WHERE table_id = ? AND number >= ? ORDER BY number"


@dataclass(frozen=True)
class Version:
    """A committed version of a table."""

    number: int
    at: float
    by: str
    """The process that wrote the version."""
    lent: float
    """Seconds since that process last held the lease when it sent the write."""
    state: str
    seats: tuple[Occupant | None, ...]
    turns: Mapping[int, Turn]
    acting: bool
    moves: tuple[MoveRow, ...]
    """Moves that this version adds."""
    game: Game | None


@dataclass
class Chronicle:
    """All committed versions of one table."""

    table: int
    versions: list[Version] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Impossible changes that were committed."""

    @property
    def last(self) -> Version:
        """The newest version."""
        return self.versions[-1]

    def of(self, number: int) -> Version | None:
        """Return the version with that number."""
        first = self.versions[0].number
        place = number - first
        found = self.versions[place] if 0 <= place < len(self.versions) else None
        return found if found is None or found.number == number else None

    def look(self, transaction: Transaction, by: str, *, lent: float) -> None:
        """Record the current version, if it is new."""
        ((version, state, count, acting),) = transaction.run(
            "SELECT version, state, seat_count, acting FROM tables WHERE id = ?", (self.table,)
        )
        if self.versions and version == self.last.number:
            self._check_same(transaction)
            return
        if self.versions and version != self.last.number + 1:
            self.wrong.append(f"after version {self.last.number} came {version}, by {by}")
        game, rows = self._moved(transaction, state)
        seats, turns = seats_of(transaction, self.table, count), read_pending(transaction, self.table)
        self.versions.append(Version(version, now(), by, lent, state, seats, turns, bool(acting), rows, game))

    def _check_same(self, transaction: Transaction) -> None:
        """Check that other content comes with another version number."""
        seats, turns = seats_of(transaction, self.table, len(self.last.seats)), read_pending(transaction, self.table)
        if (seats, turns) != (self.last.seats, self.last.turns):
            self.wrong.append(f"version {self.last.number} was changed: {self.last.turns} {turns}")

    def _moved(self, transaction: Transaction, state: str) -> tuple[Game | None, tuple[MoveRow, ...]]:
        """Return the game after the new moves."""
        before = self.last.game if self.versions else None
        if state not in {"playing", "over"}:
            return before, ()
        game = before.copy() if before else self._dealt(transaction)
        rows = tuple(MoveRow(*row) for row in transaction.run(_NEW, (self.table, len(game.history))))
        for row in rows:
            if row.number != len(game.history):
                self.wrong.append(f"move {len(game.history)} is missing or double: {row}")
            try:
                game.play(row.seat, game.parse(row.move))
            except Exception as error:  # noqa: BLE001  whatever it is, the record does not replay
                self.wrong.append(f"{row} cannot be played: {error!r}")
                return before, rows
        return (before if before and not rows else game), rows

    def _dealt(self, transaction: Transaction) -> Game:
        ((kind, seats, options, seed),) = transaction.run(
            "SELECT game, seat_count, options, seed FROM tables WHERE id = ?", (self.table,)
        )
        return Game.games[kind](seats, json.loads(options), Chance(read_seed(seed)))
