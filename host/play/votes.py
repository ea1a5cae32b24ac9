"""Votes of all people at a table: to finish a decided game, and for a rematch."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from engine.contract.chance import Chance
from engine.fairness import deal_commitment
from engine.players import USUAL
from host import refusals
from host.lobby import deal_commitments, quotas
from host.lobby.lobby_transitions import named, required_seat
from host.play import time_control
from host.play.moves import Moves
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Occupant, State, Table
from host.tables.table_repository import TableRepository


class Votes:
    """Service that counts votes, and finishes the game or begins the rematch when all agree."""

    def __init__(self, tables: TableRepository, settings: Settings, moves: Moves) -> None:
        """Create the service."""
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._moves = moves

    async def finish(self, table_id: int, user_id: int) -> Table:
        """Vote to finish a running game whose points are decided; the last vote ends it.

        Raises:
            Refusal: not seated, or there is nothing to vote on.
        """
        return await self._agree(table_id, user_id, "playing", self._moves.finish)

    async def rematch(self, table_id: int, user_id: int, asked: int = 0) -> Table:
        """Vote for a rematch of a finished game; the last vote begins the rematch and returns its table.

        The id of the interaction, `asked`, is mixed into the deal of the rematch.

        Raises:
            Refusal: not seated, there is nothing to vote on, or a quota is used up.
        """
        return await self._agree(table_id, user_id, "over", partial(self._rematch, asked), deal_commitment.join(asked))

    async def _agree(
        self, table_id: int, user_id: int, state: State, do: Callable[[Table], Awaitable[Table]], event: str = ""
    ) -> Table:
        async with self._tables.locked(table_id) as table:
            seat = required_seat(table, user_id)
            if table.state != state or not can_agree(table):
                raise Refusal(refusals.NOTHING_TO_AGREE())
            if table.state == "over":
                server = await self._settings.of(table.place)
                await quotas.check_rematch(self._store, server, table.place, user_id)
            who = table.occupants[seat]
            after = table.with_occupants({seat: who and replace(who, agreed=True)})
            if after.all_agree and not _renewal_unseen(table):
                return await do(table)
            if table.rematch is not None and after.vote_count() != table.vote_count():
                after = replace(after, rematch=table.rematch.after(event))
            rematch = deal_commitments.stored(after.rematch)
            write = self._store.tables.save_seats(
                table.seen, after.occupants, table.turns, rematch=rematch, acting=after.acting
            )
            return await self._tables.commit(after.next_version, write)

    async def _rematch(self, asked: int, table: Table) -> Table:
        """Begin the rematch with the same people; everybody moves by one seat, so another person begins."""
        first, *others = table.occupants
        occupants = named([*map(_next_occupant, (*others, first))])
        promise = table.rematch and table.rematch.after(f"start {asked}")
        seed = promise.seed if promise else deal_commitments.new_secret()
        game = table.kind(table.seat_count, table.options, Chance(seed))
        begun = replace(table, occupants=occupants, state="playing", turns={})
        begun = time_control.advance(begun, game, self._tables.now())
        return await self._tables.begin_rematch(
            table,
            self._store.tables.start_rematch(
                table.seen,
                nonce=secrets.token_hex(12),
                seed=seed.hex(),
                rules=game.rules,
                seats=occupants,
                turns=begun.turns,
                promise=deal_commitments.stored(promise),
                acting=begun.acting,
            ),
        )


def can_agree(table: Table) -> bool:
    """Return True if people can vote to finish a decided game, or for a rematch of a finished game.

    A rematch needs a game whose rules the bot still has. A practice game has no rematch, because it can be begun again
    from its replay. A league night has no votes: a button to finish would tell other tables about the game, and the
    next stage takes the place of a rematch.
    """
    if table.night is not None:
        return False
    if table.state == "playing":
        return table.decided
    if table.origin is not None:
        return False
    return table.state == "over" and table.game is not None and table.next_id is None and bool(table.people())


def _renewal_unseen(table: Table) -> bool:
    """Return True if a rematch's commitment was renewed, and nobody has voted for the rematch since then."""
    return table.rematch_renewed and table.rematch is not None and not table.rematch.events


def _next_occupant(who: Occupant | None) -> Occupant:
    """Return the occupant for another game: the same person, or an AI player of the same name and level."""
    if who is None or who.user_id is None:
        return Occupant(computer=who.computer, computer_name=who.computer_name) if who else Occupant(computer=USUAL)
    return Occupant(user_id=who.user_id, name=who.name)
