"""Reading and changing a table's pending decisions directly in the database."""

from collections.abc import Mapping

from storage.database import Transaction
from storage.rows import Turn, deadline, turns_of, turns_text


def read_pending(transaction: Transaction, table_id: int) -> dict[int, Turn]:
    """Return the pending decisions of a table by seat."""
    ((text,),) = transaction.run("SELECT turns FROM tables WHERE id = ?", (table_id,))
    return turns_of(text)


def write_pending(transaction: Transaction, table_id: int, turns: Mapping[int, Turn]) -> None:
    """Replace the pending decisions of a table."""
    sql = "UPDATE tables SET turns = ?, deadline = ? WHERE id = ?"
    transaction.run(sql, (turns_text(turns), deadline(turns), table_id))
