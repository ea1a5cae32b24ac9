"""What is told of what has happened in a game: its moves, its log, and what a seat has not seen yet."""

from __future__ import annotations

from itertools import takewhile

from engine.contract.game_info import GameInfo
from engine.intern import shared
from engine.text import Text


class GameLogMixin(GameInfo):
    """What has happened, of every `Game`."""

    round: int
    history: list[tuple[int, int]]
    """(seat, move) as played through `Game.play`."""
    forced_moves: list[tuple[int, int]]
    """Of each move that everybody could see to be the only one: its round, and its place in history."""
    log: list[Text] | None
    """What everybody saw happen; None in a searcher's copy."""
    lines: list[int]
    """Of each move in history the place in the log of what was told of it, if any."""

    __slots__ = ()

    def say(self, text: Text) -> None:
        """Add a line to the log, where there is one."""
        if self.log is not None:
            self.log.append(shared(text))

    def news(self, seat: int) -> list[Text]:
        """What everybody saw happen since the seat's last move."""
        own = [line for line, (who, _) in zip(self.lines, self.history, strict=False) if who == seat]
        return (self.log or [])[own[-1] + 1 if own else 0 :]

    def made_for(self, seat: int, round_number: int | None = None) -> list[Text]:
        """The moves made for a seat because each was its only one, as everybody was told.

        Args:
            seat: whose; since its last own choice.
            round_number: of this round (1-based) alone; None: of the one that is being played.
        """
        played = self.round if round_number is None else round_number
        forced = {number for when, number in self.forced_moves if when == played}
        if not forced or not self.log:
            return []
        own = [number for number, (who, _) in enumerate(self.history) if who == seat]
        since = takewhile(forced.__contains__, reversed(own))
        return [self.log[self.lines[number]] for number in since][::-1]

    def since_choice(self, seat: int) -> list[tuple[int, str]]:
        """The seat's last own choice and all that was played after it: (seat, move in notation), in order."""
        forced = {number for _, number in self.forced_moves}
        first = len(self.history) - 1
        while first > 0 and (self.history[first][0] != seat or first in forced):
            first -= 1
        return [(who, self.text(move)) for who, move in self.history[max(first, 0) :]]
