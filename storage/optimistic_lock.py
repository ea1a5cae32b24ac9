"""Optimistic locking of tables: a write updates only the version that was read, and increments it.

A place's results and subscriptions are locked through its row in the table `deals`.
"""

from collections.abc import Sequence
from types import MappingProxyType

from storage.database import Transaction, Work
from storage.errors import Conflict
from storage.rows import MoveRow, Seen, State, Turns, deadline, turns_text

NO_TURNS: Turns = MappingProxyType({})
_MOVES = "(SELECT COALESCE(MAX(number) + 1, 0) FROM moves WHERE table_id = tables.id)"
"""Number of moves that a table has."""
_WHY_NOT = f"SELECT version, state, {_MOVES} FROM tables WHERE id = ?"  # noqa: S608  text made of constants

# Clears the fingerprints of a finished game's messages. Their content may return to an earlier content, for instance
# when a vote for a rematch is withdrawn. Then a late write of the earlier fingerprint would make an outdated message
# look up to date.
_OVER = """
UPDATE posts SET fingerprint = NULL
 WHERE owner_kind = 'table' AND owner_id = :table_id
   AND EXISTS (SELECT 1 FROM tables WHERE id = :table_id AND state = 'over')
"""
_APPEND = "INSERT INTO moves (table_id, number, seat, move, made_at, computer) VALUES (?, ?, ?, ?, ?, ?)"
# Writes the row unchanged, which locks it until the transaction ends.
_HOLD = """
INSERT INTO deals (place_id, dealt, cancelled) VALUES (?, 0, 0) ON CONFLICT (place_id) DO UPDATE SET dealt = deals.dealt
"""


def claim(
    seen: Seen, *states: State, turns: Turns = NO_TURNS, acting: bool = False, moves: Sequence[MoveRow] = ()
) -> Work[None]:
    """Return a function that increments a table's version, sets its pending decisions, and appends moves.

    The values are computed in advance, because the function runs in the database's thread, which must stay free.

    Raises:
        Conflict: the numbers of `moves` have a gap. The returned function raises it if the table has another version
            than `seen` or none of the `states`, or if the first of `moves` is not the table's next move.
    """
    numbers = [row.number for row in moves]
    if len(numbers) > 1 and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise Conflict(f"The moves of table {seen.table_id} leave a gap: {numbers}.")
    values = (acting, turns_text(turns), deadline(turns), *seen, *states, *numbers[:1])
    rows = [(seen.table_id, row.number, row.seat, row.move, row.made_at, row.computer) for row in moves]

    def work(transaction: Transaction) -> None:
        if not transaction.change(_claim(len(states), moving=bool(moves)), values):
            raise _why_not(transaction, seen, states, numbers)
        if "over" in states:
            transaction.run(_OVER, {"table_id": seen.table_id})
        transaction.run_each(_APPEND, rows)

    return work


def _claim(states: int, *, moving: bool) -> str:
    """Return the statement that claims a table.

    `states` is the number of states that the table may have. With `moving` the statement also checks that the first of
    the new moves has the number that follows the stored moves.
    """
    return f"""
    UPDATE tables SET version = version + 1, acting = ?, turns = ?, deadline = ?
     WHERE id = ? AND version = ? AND state IN ({", ".join("?" * states)}){f" AND {_MOVES} = ?" if moving else ""}
    """  # noqa: S608  text made of constants


def _why_not(transaction: Transaction, seen: Seen, states: Sequence[State], numbers: Sequence[int]) -> Conflict:
    rows = transaction.run(_WHY_NOT, (seen.table_id,))
    version, state, following = rows[0] if rows else (None, None, None)
    if version == seen.version and state not in states:
        return Conflict(f"Table {seen.table_id} is in state {state}, not {' or '.join(states)}.")
    if version == seen.version and numbers:
        return Conflict(f"The next move of table {seen.table_id} is number {following}, not {numbers[0]}.")
    return Conflict(f"Table {seen.table_id} is not, or no longer, as it was read.")


def hold_server(transaction: Transaction, place_id: int) -> None:
    """Lock a place's results and subscriptions until the end of the transaction."""
    transaction.run(_HOLD, (place_id,))
