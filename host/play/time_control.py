"""Time control: time limits for people's decisions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.game import Game
from host.tables.table import Table, TimeControl, Turn

SECONDS: Final[Mapping[TimeControl, int | None]] = {"live": 60, "relaxed": 600, "letter": 86_400, "none": None}
"""Seconds for a decision; None for no limit."""
USUAL: Final[TimeControl] = "relaxed"
SILENT_SECONDS: Final = 86_400
"""Seconds after which others may delegate a decision to an AI player; only at tables without a time limit."""
DOWNTIME_SECONDS: Final = 15
"""Seconds without a check of the clocks after which the bot counts as having been down."""


def seconds_at(table: Table) -> int | None:
    """Return the seconds for a decision at a table; None for no limit.

    A single person has no limit, except in a league night, where other tables wait.
    """
    return SECONDS[table.time_control] if len(table.people()) > 1 or table.night is not None else None


def advance(table: Table, game: Game, now: int) -> Table:
    """Return the next version of a running table, with `game` as its position.

    Decisions that were pending already keep their deadlines; the time of new decisions starts now.
    """
    seconds, turns = seconds_at(table), {}
    for seat in game.to_act:
        who = table.occupants[seat]
        if who is None or who.user_id is None or table.represented(seat):
            continue
        decision, turn = game.moves_made(seat), table.turns.get(seat)
        if turn is None or turn.decision != decision:
            turns[seat] = start_turn(decision, now, seconds)
        else:
            turns[seat] = turn if seconds is not None else replace(turn, remind=None, due=None)
    return replace(table, game=game, turns=turns, version=table.version + 1)


def start_turn(decision: int, now: int, seconds: int | None) -> Turn:
    """Return a pending decision that starts now; its reminder is due at half time."""
    if seconds is None:
        return Turn(decision, now)
    return Turn(decision, now, remind=now + seconds // 2, due=now + seconds)


def check_turn(turn: Turn, now: int) -> Turn:
    """Return a pending decision, changed if its reminder or deadline is due at the time `now`.

    The reminder is due at half time. At the deadline the decision goes to an AI player.

    If the reminder or deadline was due more than `DOWNTIME_SECONDS` ago, the bot did not serve the server at that time.
    Then the time for the decision starts anew.
    """
    due = turn.due if turn.remind is None else turn.remind
    if turn.given or due is None or due > now:
        return turn
    if due < now - DOWNTIME_SECONDS:
        return credit_downtime(turn, turn.since, now)
    return replace(turn, remind=None, given=due == turn.due)


def credit_downtime(turn: Turn, alive: int, now: int) -> Turn:
    """Return a pending decision with its times moved on by the downtime between `alive` and `now`.

    A decision that began within the downtime is moved only by the part of the downtime after its beginning. If the
    computer's clock was set back, the times are moved back too, so that nobody gains time.
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
