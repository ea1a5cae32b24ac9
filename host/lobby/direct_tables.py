"""Tables in a person's direct messages: they begin at once, without a lobby, and nobody else is ever there."""

import asyncio

import limits
from engine.contract.chance import Chance
from engine.contract.options import valid_options
from engine.game import Game
from engine.players import LEVELS, USUAL
from host import refusals
from host.lobby import deal_commitments, lobby_transitions, quotas
from host.lobby.rate_limit import RateLimit
from host.place import Place
from host.play import time_control
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Occupant, Person, Table
from host.tables.table_repository import NEW, TableRepository

IDLE_SECONDS = 30 * 86_400
"""Seconds without a move after which a game in direct messages is closed."""


class DirectTables:
    """Service that begins games in direct messages, and closes games that have been idle for too long."""

    def __init__(self, tables: TableRepository, settings: Settings, opened: RateLimit) -> None:
        """Create the service; `opened` is the rate limit for opening tables."""
        self._tables = tables
        self._settings = settings
        self._opened = opened
        self._store = tables.store
        self._opening = asyncio.Lock()
        """Locks `open`, from the search for an untouched table to the creation of a new one."""

    async def open(
        self,
        place: Place,
        channel_id: int,
        person: Person,
        game: str,
        seats: int | None = None,
        level: str | None = None,
    ) -> Table:
        """Begin a game against AI players, and return its table.

        The number of seats and the options are those of the last game of this kind in the channel. The level is that of
        the person's last game here, of any kind. `seats` and `level`, if given, are used instead. A second request
        returns the same table, until the person has made a move there.

        Raises:
            Refusal: the place is not this person's, there is no such game, or a quota is used up.
        """
        if place != Place.direct(person.id):
            raise Refusal(refusals.ALONE_ELSEWHERE())
        kind, usual = lobby_transitions.kind_of(game), await self._settings.of(place)
        lobby_transitions.check_offered(kind, usual)
        last = await self._store.tables.last_setup(channel_id, kind.id)
        setup = lobby_transitions.initial_setup(kind, last, "none", person)
        count = setup.seats if seats is None else seats
        lobby_transitions.check_seats(kind, count)
        async with self._opening:
            if (untouched := await self._untouched(place, person, kind, count, level)) is not None:
                return untouched
            await quotas.check_rematch(self._store, usual, place, person.id)
            self._opened.take(place.id, person.id, limits.OPENED_AN_HOUR, refusals.OPENED_LATELY)
            level = level or await self._store.tables.last_level(place.id)
            computer = Occupant(computer=level if level in LEVELS else USUAL)
            occupants = lobby_transitions.named([lobby_transitions.occupant_of(person), *[computer] * (count - 1)])
            options = valid_options(kind.Options, setup.options, count)
            seed = deal_commitments.new_secret()
            dealt = kind(count, options, Chance(seed))
            begun = Table(NEW, place, channel_id, person.id, kind, options, occupants, "playing")
            begun = time_control.advance(begun, dealt, self._tables.now())
            write = self._store.tables.begin(
                place_id=place.id,
                channel_id=channel_id,
                game=kind.id,
                rules=dealt.rules,
                opener_id=person.id,
                seats=occupants,
                options=options,
                seed=seed.hex(),
                turns=begun.turns,
                acting=begun.acting,
            )
            return await self._tables.create(begun, write)

    async def _untouched(
        self, place: Place, person: Person, kind: type[Game], count: int, level: str | None
    ) -> Table | None:
        """Return a running game of this kind and number of seats in which the person has made no move yet, or None.

        The level of its AI players matters only if `level` is given.
        """
        for table in await self._tables.open_in(place, person.id):
            seat, game = table.seat_of(person.id), table.game
            alike = table.kind is kind and table.seat_count == count and table.origin is None
            alike &= level is None or all(who is None or who.computer in {None, level} for who in table.occupants)
            if alike and game is not None and seat is not None and not game.moves_made(seat):
                return table
        return None

    async def close_idle(self, table_id: int, version: int) -> None:
        """Close a game that has been idle for too long, if its table is still at `version`."""
        async with self._tables.locked(table_id) as table:
            if table.version == version:
                after = lobby_transitions.closed_idle(table)
                await self._tables.commit(after, self._store.tables.end(table.seen, "closed", "idle"))
