"""What is done when all people at a table agree: finishing a game that is decided, and a rematch."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from engine.contract.chance import Chance
from engine.fairness import deal_commitment
from engine.players import USUAL
from host import refusals
from host.lobby import deal_commitments, quotas
from host.lobby.lobby_transitions import seated
from host.play import time_control
from host.play.moves import Moves
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Occupant, State, Table
from host.tables.table_repository import TableRepository


class Votes:
    """At the house's tables; `now` gives the time in unix seconds."""

    def __init__(self, tables: TableRepository, settings: Settings, moves: Moves, now: Callable[[], float]) -> None:
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._moves = moves
        self._now = now

    async def finish(self, table_id: int, user_id: int) -> Table:
        """Agree to finish a running game that nothing can change any more; once nobody is left to agree it is over.

        Raises:
            Refusal: not seated, or there is nothing to agree to.
        """
        return await self._agree(table_id, user_id, "playing", self._moves.finish)

    async def rematch(self, table_id: int, user_id: int, asked: int = 0) -> Table:
        """Agree to a rematch of a game that is over; once nobody is left to agree it begins, and is returned.

        The number that Discord has given to what they ask for, `asked`, is mixed into its deal.

        Raises:
            Refusal: not seated, there is nothing to agree to, or no room for another table.
        """
        return await self._agree(table_id, user_id, "over", partial(self._rematch, asked), deal_commitment.join(asked))

    async def _agree(
        self, table_id: int, user_id: int, state: State, do: Callable[[Table], Awaitable[Table]], event: str = ""
    ) -> Table:
        async with self._tables.locked(table_id) as table:
            seat = seated(table, user_id)
            if table.state != state or not can_agree(table):
                raise Refusal(refusals.NOTHING_TO_AGREE())
            if table.state == "over":
                server = await self._settings.server(table.guild_id)
                await quotas.check_rematch(self._store, server, table.guild_id, user_id)
            agreed = tuple(
                replace(who, agreed=True) if who and place == seat else who for place, who in enumerate(table.occupants)
            )
            after = replace(table, occupants=agreed)
            if after.all_agree and not _unseen(table):
                return await do(table)
            if table.rematch is not None and after.agreed() != table.agreed():
                after = replace(after, rematch=table.rematch.after(event))
            rematch = deal_commitments.stored(after.rematch)
            write = self._store.save_seats(table.seen, agreed, table.turns, rematch=rematch, acting=after.acting)
            return await self._tables.commit(after.following, write)

    async def _rematch(self, asked: int, table: Table) -> Table:
        """Begin the game anew with the same people, each a seat further on, so that another one is the first."""
        occupants = tuple(_anew(table.occupants[place - table.seat_count + 1]) for place in range(table.seat_count))
        promise = table.rematch and table.rematch.after(f"start {asked}")
        seed = promise.seed if promise else deal_commitments.new_secret()
        game = table.kind(table.seat_count, table.options, Chance(seed))
        begun = replace(table, occupants=occupants, state="playing", turns={})
        begun = time_control.advanced(begun, game, int(self._now()))
        next_id = await self._tables.begin_rematch(
            table,
            self._store.rematch(
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
        return await self._tables.get(next_id)


def can_agree(table: Table) -> bool:
    """Whether people are asked for something: to finish, or for a rematch under the rules that there still are.

    Of a game that was played on from another there is no rematch: whoever wants to plays on from there again.
    """
    if table.state == "playing":
        return table.settled
    if table.origin is not None:
        return False
    return table.state == "over" and table.game is not None and table.next_id is None and bool(table.people())


def _unseen(table: Table) -> bool:
    """Tell whether nobody has seen yet what is promised of the rematch anew: the first click begins none then."""
    return table.rematch_renewed and table.rematch is not None and not table.rematch.events


def _anew(who: Occupant | None) -> Occupant:
    """Somebody at the beginning of another game: a computer player of the same level stays, also where people left."""
    if who is None or who.user_id is None:
        return Occupant(computer=who.computer if who else USUAL)
    return Occupant(user_id=who.user_id, name=who.name)
