"""The coaching of a panel. A sentence is chosen once for each decision, and stays until that decision is made."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.text import Text
from host.learning.coaching import Coaching
from host.lobby.lobby_transitions import required_game, required_seat
from host.tables.table import Table
from show.pages.game.hand import Asked, takes_coaching


@dataclass(slots=True)
class Coached:
    """State of coaching for one person at one table."""

    beginner: bool = False
    """Whether the person plays their first game of this kind."""
    shown: Collection[str] | None = None
    """The keys of the sentences that the person has been shown, as last read; None if the person wants none."""
    decision: int | None = None
    """The number of the decision for which `rule` was chosen; None if none was chosen yet."""
    rule: Text | None = None
    """The sentence of that decision, if any."""

    def choose(self, coaching: Coaching, table: Table, user_id: int, asked: Asked) -> Text | None:
        """Return the sentence for the open decision; None if there is none, or if the page shows no sentence now."""
        game, seat = required_game(table), required_seat(table, user_id)
        if self.shown is None or not (self.beginner or self.shown) or not takes_coaching(table, game, seat, asked):
            return None
        if self.decision != game.moves_made(seat):
            self.decision, rules = game.moves_made(seat), type(game).coaching(game.view(seat))
            self.rule = coaching.choose(user_id, rules, self.shown, beginner=self.beginner)
        return self.rule
