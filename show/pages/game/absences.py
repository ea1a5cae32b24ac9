"""People who let their time run out: the mark of their seats, and the lines about the moves made for them.

Everybody reads these lines, so a move is described only by its public log line, which names no face-down card and no
prediction.
"""

from collections.abc import Iterator

from host.tables.table import Table
from locales import Translation

LATE = "⏳"
"""The mark of a seat where a computer player made the last decision because the person was late or away."""
_GAP = "\u00a0"


def late_seats(table: Table) -> frozenset[int]:
    """Return the seats of a running game where a computer player made the last decision for a late or absent person."""
    if table.state != "playing":
        return frozenset()
    return frozenset(seat for seat in range(table.seat_count) if table.late(seat))


def marked(name: str, *, late: bool) -> str:
    """Return a seat's name or symbol, with `LATE` after it if the seat is one of `late_seats`."""
    return f"{name}{_GAP}{LATE}" if late else name


def absence_lines(table: Table, tr: Translation) -> Iterator[str]:
    """Yield a line for each person who is late but not away, and one line about all people who are away."""
    late = late_seats(table)
    away = [seat for seat in sorted(late) if table.away(seat)]
    for seat in sorted(late.difference(away)):
        made = table.game.last_choice_line(seat) if table.game else None
        if made is not None:
            key = "table-silent" if table.time_control == "none" else "table-late"
            yield tr(key, who=tr.seat(seat), made=tr.sentence(made))
    if table.resting:
        clock = any(turn.due is not None for turn in table.turns.values())
        yield tr("table-resting", clock="on" if clock else "off")
    elif away:
        yield tr("table-away", who=tr.listed(tr.seat(seat) for seat in away), count=len(away))
