"""The committed versions of a table in order, each with the process that wrote it and the game after its moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.game import Game
from storage import MoveRow, TableRow
from storage.database import Transaction
from storage.queries.tables import _moves, _table
from tests.judging.replay import Step, deal, replay
from tests.virtual_time import now


@dataclass(frozen=True)
class Version:
    """A committed version of a table."""

    row: TableRow
    at: float
    by: str
    """The process that wrote the version."""
    lent: float
    """Seconds for which the process had been without the lease when it sent the write; 0: it still held the lease."""
    moves: Sequence[MoveRow]
    """Moves that this version adds."""
    steps: Sequence[Step]
    """The same moves as the engine replays them."""
    game: Game | None

    def seat_of(self, user_id: int) -> int | None:
        """Return a person's seat."""
        return next((seat for seat, who in enumerate(self.row.seats) if who and who.user_id == user_id), None)


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
        return next((one for one in reversed(self.versions) if one.row.version == number), None)

    def look(self, transaction: Transaction, by: str, *, lent: float) -> None:
        """Record the table's version if it is new: `by` is the process that wrote it, and `lent` is as in `Version`."""
        row = _table(transaction, self.table)
        assert row is not None
        last = self.last.row if self.versions else row
        if self.versions and row.version == last.version:
            if (row.seats, row.turns) != (last.seats, last.turns):
                self.wrong.append(f"version {row.version} was changed: {last.turns} {row.turns}")
            return
        if row.version not in {last.version, last.version + 1}:
            self.wrong.append(f"after version {last.version} came {row.version}, by {by}")
        game, moves, steps = self._replayed(transaction, row)
        self.versions.append(Version(row, now(), by, lent, moves, steps, game))

    def _replayed(
        self, transaction: Transaction, row: TableRow
    ) -> tuple[Game | None, Sequence[MoveRow], Sequence[Step]]:
        """Return the game after the new moves, and these moves as rows and as replayed steps."""
        before = self.last.game if self.versions else None
        if row.seed is None:
            return before, (), ()
        game = before.copy() if before else deal(row.game, len(row.seats), row.options, row.seed)
        known = len(game.history)
        moves = _moves(transaction, self.table)[known:]
        if [one.number for one in moves] != list(range(known, known + len(moves))):
            self.wrong.append(f"a move is missing or double: {moves}")
        try:
            return game, moves, [replay(game, one.seat, one.move) for one in moves]
        except Exception as error:  # noqa: BLE001  whatever it is, the record does not replay
            self.wrong.append(f"{moves} cannot be played: {error!r}")
            return before, moves, ()
