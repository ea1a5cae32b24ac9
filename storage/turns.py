"""What people owe at a table, as it stands in its row."""

import json
from typing import Any

from storage.rows import Turn, Turns


def turns_text(turns: Turns) -> str:
    """These decisions as JSON: a list each."""
    return f"[{', '.join([_text(seat, turn) for seat, turn in turns.items()])}]"


def _text(seat: int, turn: Turn) -> str:
    """One of them, which `json.dumps` takes three times as long for."""
    remind = "null" if turn.remind is None else turn.remind
    due = "null" if turn.due is None else turn.due
    return f"[{seat}, {turn.decision}, {turn.since}, {remind}, {due}, {turn.nudged:d}, {turn.given:d}]"


def turns_of(text: str) -> dict[int, Turn]:
    """The decisions of such a text, by seat."""
    rows: list[list[Any]] = json.loads(text)
    return {
        seat: Turn(decision, since, remind, due, bool(nudged), bool(given))
        for seat, decision, since, remind, due, nudged, given in rows
    }


def deadline(turns: Turns) -> int | None:
    """When one of them is to be looked at the next time, in unix seconds: somebody reminded, or their time over.

    None: no clock runs.
    """
    times = [turn.due if turn.remind is None else turn.remind for turn in turns.values() if not turn.given]
    return min((time for time in times if time is not None), default=None)
