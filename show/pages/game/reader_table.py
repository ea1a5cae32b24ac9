"""Tables for the pages of games that belong to no table: of the day's deal, of puzzles and of lessons."""

from collections.abc import Mapping

from engine.game import Game
from engine.players import USUAL
from host.lobby.lobby_transitions import named
from host.place import NOWHERE
from host.tables.table import Occupant, Table
from locales import Translation

NO_TABLE = 0
"""The number of these tables, which are stored nowhere."""


def reader_table(
    kind: type[Game], options: Mapping[str, object], seats: int, own: int, user_id: int, tr: Translation
) -> Table:
    """Return a table of the reader at the seat `own`, who is called “Your seat”, and of computer players."""
    reader, computer = Occupant(user_id=user_id, name=tr("lesson-you")), Occupant(computer=USUAL)
    occupants = named([reader if seat == own else computer for seat in range(seats)])
    return Table(NO_TABLE, NOWHERE, 0, user_id, kind, options, occupants, "playing")
