"""How long people may take for their decisions: which clock runs for whom."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.game import Game
from host.tables.table import Pace, Table, Turn

SECONDS: Final[Mapping[Pace, int | None]] = {"live": 60, "relaxed": 600, "letter": 86_400, "none": None}
"""What a person has for a decision."""
USUAL: Final[Pace] = "relaxed"
SILENT_SECONDS: Final = 86_400
"""After so long without a word others may let a computer player decide, where no clock runs."""
LATE: Final = 15
"""So many seconds without a look at the clocks tell that the bot was away."""


def seconds_at(table: Table) -> int | None:
    """What a person has for a decision at that table; None: no clock runs, also because nobody else waits for them."""
    return SECONDS[table.pace] if len(table.people()) > 1 else None


def advanced(table: Table, game: Game, now: int) -> Table:
    """The next version of a table that plays, with its game in that position, which may also be as it was.

    What people owed before goes on, else they owe it from now.
    """
    seconds, turns = seconds_at(table), {}
    for seat in game.to_act:
        who = table.occupants[seat]
        if who is None or who.user_id is None or table.away(seat):
            continue
        decision, turn = game.moves_made(seat), table.turns.get(seat)
        if turn is None or turn.decision != decision:
            turns[seat] = begun(decision, now, seconds)
        else:
            turns[seat] = turn if seconds is not None else replace(turn, remind=None, due=None)
    return replace(table, game=game, turns=turns, version=table.version + 1)


def begun(decision: int, now: int, seconds: int | None) -> Turn:
    """A decision that somebody owes from now on. They are reminded at half time."""
    if seconds is None:
        return Turn(decision, now)
    return Turn(decision, now, remind=now + seconds // 2, due=now + seconds)


def looked_at(turn: Turn, now: int) -> Turn:
    """What has come of a decision that is still owed: its time may be over, or half of it.

    What should have come of it long ago shows that the bot was not there, on that server: its time begins anew.
    """
    due = turn.due if turn.remind is None else turn.remind
    if turn.given or due is None or due > now:
        return turn
    if due < now - LATE:
        return credited(turn, turn.since, now)
    return replace(turn, remind=None, given=due == turn.due)


def credited(turn: Turn, alive: int, now: int) -> Turn:
    """A decision, without the time since the bot was last there: `alive`. A clock that was put back is no gain.

    Where it was, a decision that was begun since, or long before, stays; where it was not, one begun after `now` does.
    """
    if (turn.since > now) != (alive > now):
        return turn
    away = now - max(alive, turn.since)
    return replace(
        turn,
        since=turn.since + away,
        remind=None if turn.remind is None else turn.remind + away,
        due=None if turn.due is None else turn.due + away,
    )
