"""The past of a game: its moves, its log, and the part of the log that a seat has not seen yet."""

from __future__ import annotations

from itertools import takewhile

from engine.contract.game_info import GameInfo
from engine.intern import shared
from engine.text import Text


class GameLogMixin(GameInfo):
    """The part of `Game` about its history and its log."""

    round: int
    history: list[tuple[int, int]]
    """(seat, move) for each call of `Game.play`."""
    forced_moves: list[tuple[int, int]]
    """(round, index into `history`) for each move that everybody could see to be the only one."""
    log: list[Text] | None
    """One line for each public event; None in the copies of a search."""
    log_indices: list[int]
    """For each move in the history, the index of its line in the log."""

    __slots__ = ()

    def add_to_log(self, text: Text) -> None:
        """Add a line to the log, if the game has a log."""
        if self.log is not None:
            self.log.append(shared(text))

    def log_since_last_move(self, seat: int) -> list[Text]:
        """Return the log lines after the seat's last move."""
        own = [line for line, (who, _) in zip(self.log_indices, self.history, strict=False) if who == seat]
        return (self.log or [])[own[-1] + 1 if own else 0 :]

    def forced_move_lines(self, seat: int, round_number: int | None = None) -> list[Text]:
        """Return the log lines of the forced moves that the game made for a seat after its last free choice.

        Args:
            seat: the seat whose moves count.
            round_number: the round (1-based) whose moves count; None: the round in progress.
        """
        played = self.round if round_number is None else round_number
        forced = {number for when, number in self.forced_moves if when == played}
        if not forced or not self.log:
            return []
        own = [number for number, (who, _) in enumerate(self.history) if who == seat]
        since = takewhile(forced.__contains__, reversed(own))
        return [self.log[self.log_indices[number]] for number in since][::-1]

    def moves_since_choice(self, seat: int) -> list[tuple[int, str]]:
        """Return the seat's last free choice and all later moves as (seat, notation), in order."""
        forced = {number for _, number in self.forced_moves}
        first = len(self.history) - 1
        while first > 0 and (self.history[first][0] != seat or first in forced):
            first -= 1
        return [(who, self.text(move)) for who, move in self.history[max(first, 0) :]]
