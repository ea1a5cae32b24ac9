"""Occupants of a table's seats, written together with the table."""

import json
from dataclasses import asdict

from storage.database import Transaction
from storage.rows import Occupant, Seats

_NAME = """
INSERT INTO people (place_id, user_id, name) SELECT place_id, ?, ? FROM tables WHERE id = ?
ON CONFLICT DO NOTHING
"""
"""Adds unknown names only, because a name in a table's seats may be outdated. `People.rename` updates known names."""
_SEATS = """
SELECT seat, seats.user_id, computer, COALESCE(name, ''), left_by, removed, misses, agreed, cuts, commitment_events,
       computer_name
  FROM seats JOIN tables ON id = table_id
  LEFT JOIN people ON people.place_id = tables.place_id AND people.user_id = COALESCE(seats.user_id, left_by)
 WHERE table_id = ?
"""
_SEAT = """
INSERT INTO seats (table_id, seat, user_id, computer, left_by, removed, misses, agreed, cuts, commitment_events,
                   computer_name)
VALUES (:table_id, :seat, :user_id, :computer, :left_by, :removed, :misses, :agreed, :cuts, :events, :computer_name)
"""


def seats_of(transaction: Transaction, table_id: int, count: int) -> tuple[Occupant | None, ...]:
    """Return the occupants of a table with `count` seats."""
    seats: list[Occupant | None] = [None] * count
    for row in transaction.run(_SEATS, (table_id,)):
        seat, user_id, computer, name, left_by, removed, misses, agreed, cuts, commitment_events, computer_name = row
        events = tuple(json.loads(commitment_events))
        seats[seat] = Occupant(
            user_id, computer, name, left_by, bool(removed), misses, bool(agreed), cuts, events, computer_name
        )
    return tuple(seats)


def seat_all(transaction: Transaction, table_id: int, seats: Seats | None) -> None:
    """Replace all occupants of a table; do nothing for None."""
    if seats is None:
        return
    transaction.run("DELETE FROM seats WHERE table_id = ?", (table_id,))
    sitting = [(seat, who) for seat, who in enumerate(seats) if who]
    rows = [
        asdict(who) | {"table_id": table_id, "seat": seat, "events": json.dumps(who.commitment_events)}
        for seat, who in sitting
    ]
    transaction.run_each(_SEAT, rows)
    transaction.run_each(_NAME, [(who.user_id, who.name, table_id) for _, who in sitting if who.user_id and who.name])
