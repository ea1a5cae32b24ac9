"""Complaints about bad moves of AI players: filed for the operator of the bot only."""

import json
import logging

import limits
from engine import complaint
from host import refusals
from host.lobby.lobby_transitions import required_game, required_seat
from host.lobby.rate_limit import DAY, RateLimit
from host.refusals import Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository, persist

log = logging.getLogger(__name__)

ALL_SERVERS = 0
"""Server id under which the rate limit counts all servers together."""


class Complaints:
    """Service that files complaints."""

    def __init__(self, tables: TableRepository) -> None:
        """Use the table repository."""
        self._tables = tables
        self._complained = RateLimit(DAY, tables.now)
        self._store = tables.store

    async def complain(self, table_id: int, user_id: int, number: int) -> None:
        """File a game up to and including an AI player's move; a file never names the person who complains.

        Several complaints about one move make one file.

        Args:
            table_id: the table, whose game is running or over.
            user_id: the person, who must have a seat there.
            number: index of the move in the game's history.

        Raises:
            Refusal: the person has no seat or has complained too often today, there is no game or no such move, or the
                write failed.
        """
        table = await self._tables.get(table_id)
        game = required_game(table)
        required_seat(table, user_id)
        moves = await self._store.tables.moves(table_id)
        level = moves[number].computer if number in choices(table) else None
        if level is None:  # for instance, a person made the move before they left the seat
            raise Refusal(refusals.NO_SUCH_MOVE())
        self._complained.take(ALL_SERVERS, user_id, limits.COMPLAINED_A_DAY, refusals.COMPLAINED_LATELY)
        filed = complaint.write(game, number, level)
        text = json.dumps(filed, ensure_ascii=False)
        await persist(self._store.complaints.file(f"{table_id}-{number + 1}", text, limits.COMPLAINTS))
        log.info("a move of a computer player was called silly", extra={"table": table_id, "move": number + 1})


def choices(table: Table) -> list[int]:
    """Return the indices of moves in the game's history that may be complained about, newest first.

    These are the moves of the seats that AI players have now. Forced moves are left out, and in a practice game
    also the moves copied from the game that it continues.
    """
    if table.game is None:
        return []
    computers = {seat for seat, who in enumerate(table.occupants) if who and who.computer}
    forced = {number for _, number in table.game.forced_moves}
    first = table.origin.moves if table.origin else 0
    own = list(enumerate(table.game.history))[first:]
    return [number for number, (seat, _) in reversed(own) if seat in computers and number not in forced]
