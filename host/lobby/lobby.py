"""Lobby service: opening a table, joining, options, and the start."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import limits
from engine.contract.chance import Chance
from host import refusals
from host.lobby import deal_commitments, lobby_transitions, quotas
from host.lobby.lobby_transitions import check_in_charge
from host.lobby.rate_limit import HOUR, RateLimit
from host.place import Place
from host.play import time_control
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository, persist
from storage.rows import CloseReason, Post, Tally


class Lobby:
    """Everything that people can do before the first deal.

    Each method returns the changed table, or raises `Refusal` and changes nothing.
    """

    def __init__(self, tables: TableRepository, settings: Settings, opened: RateLimit) -> None:
        """Create the service.

        Args:
            tables: the table repository.
            settings: the settings of servers.
            opened: rate limit for opening tables.
        """
        self._opened = opened
        self._joined, self._cut, self._invited, self._mentioned = (RateLimit(HOUR, tables.now) for _ in range(4))
        self._settings = settings
        self._tables = tables
        self._store = tables.store
        self._opening = asyncio.Lock()
        """Locks the opening of a table, from the check of the quotas to the creation."""

    async def open(
        self,
        place: Place,
        channel_id: int,
        person: Person,
        game: str,
        seats: int | None,
        time_control: str | None = None,
        scheduled: tuple[int, Sequence[Post]] | None = None,
    ) -> Table:
        """Open a table with its opener on seat 0.

        For a scheduled lobby, `scheduled` has its id and its message records: the record of the lobby message, which is
        still to be posted, and the record of the message that announced the lobby, if that message is known.

        Missing values are taken from the last table of this game that was started in the channel; its time control is
        taken only if the same person opened it. Without such a table, the server's or the game's defaults are used.
        """
        if not place.has_lobbies:
            raise Refusal(refusals.ALONE_HERE())
        kind, server = lobby_transitions.kind_of(game), await self._settings.of(place)
        lobby_transitions.check_offered(kind, server)
        last = await self._store.tables.last_setup(channel_id, kind.id)
        begun = lobby_transitions.initial_setup(kind, last, server.pace, person)
        count = begun.seats if seats is None else seats
        lobby_transitions.check_seats(kind, count)
        async with self._opening:
            await quotas.check_lobby(self._store, server, place, person.id)
            if scheduled is None:
                self._opened.take(place.id, person.id, limits.OPENED_AN_HOUR, refusals.OPENED_LATELY)
            event = deal_commitments.join_event(person)
            opener = replace(lobby_transitions.occupant_of(person), commitment_events=(event,))
            chosen = begun.time_control if time_control is None else lobby_transitions.time_control_of(time_control)
            write = self._store.tables.create(
                place_id=place.id,
                channel_id=channel_id,
                game=kind.id,
                rules=kind.rules,
                opener_id=person.id,
                seats=(opener, *[None] * (count - 1)),
                time_control=chosen,
                options=begun.options,
                secret=deal_commitments.new_secret().hex(),
                events=[event],
                scheduled=scheduled,
            )
            table_id = await persist(write)
        if scheduled is not None:
            self._tables.events.table_changed.emit(table_id)
        self._tables.events.lobby_news.emit(table_id, "opens")
        return self._notify_if_one_missing(await self._tables.get(table_id))

    async def join(self, table_id: int, person: Person) -> Table:
        """Seat a person on the first free seat."""
        async with self._lobby(table_id) as table:
            after = deal_commitments.joined(lobby_transitions.joined(table, person), person)
            server = await self._settings.of(table.place)
            await quotas.check_seat(self._store, server, table.place, person.id)
            self._joined.take(table.place.id, person.id, limits.JOINED_AN_HOUR, refusals.JOINED_LATELY)
            return await self._save(after)

    async def leave(self, table_id: int, person: Person) -> Table:
        """Remove a person from a lobby; the table closes when the last person leaves."""
        async with self._lobby(table_id) as table:
            return await self._leave(table, lobby_transitions.left(table, person.id), person)

    async def move_seat(self, table_id: int, person: Person) -> Table:
        """Move a person to the next free seat."""
        async with self._lobby(table_id) as table:
            return await self._save(lobby_transitions.moved(table, person.id))

    async def seat_computer(self, table_id: int, person: Person, seat: int | None, level: str) -> Table:
        """Put an AI player of a level on a seat without a person, or on all such seats if `seat` is None.

        Only the person in charge may do this, because a guest could fill a lobby to keep others out.
        """
        return await self._arrange(table_id, person, lambda table: lobby_transitions.with_computer(table, seat, level))

    async def remove_computer(self, table_id: int, person: Person, seat: int) -> Table:
        """Remove the AI player from a seat."""
        return await self._arrange(table_id, person, lambda table: lobby_transitions.without_computer(table, seat))

    async def set_up(self, table_id: int, person: Person, count: int, places: Mapping[str, Sequence[int]]) -> Table:
        """Change the number of seats and the options, see `lobby_transitions.set_up`."""
        return await self._arrange(table_id, person, lambda table: lobby_transitions.set_up(table, count, places))

    async def set_time_control(self, table_id: int, person: Person, time_control: str) -> Table:
        """Change the time control."""
        return await self._arrange(
            table_id, person, lambda table: lobby_transitions.with_time_control(table, time_control)
        )

    async def cut(self, table_id: int, person: Person, nonce: str, said: str) -> str:
        """Mix the hash of a nonce and a person's words into the deal; return the nonce in hex for the person."""
        async with self._lobby(table_id) as table:
            after, used = deal_commitments.cut(table, lobby_transitions.required_seat(table, person.id), nonce, said)
            self._cut.take(table.place.id, person.id, limits.CUT_AN_HOUR, refusals.CUT_LATELY)
            await self._save(after)
            return used.hex()

    async def remove(self, table_id: int, person: Person, user_id: int) -> Table:
        """Remove another person from a lobby."""
        async with self._lobby(table_id) as table:
            return await self._leave(table, lobby_transitions.without(check_in_charge(table, person), user_id), person)

    async def bar(self, table_id: int, person: Person, user_id: int) -> Table:
        """Bar another person from a lobby, and remove them if they sit there."""
        async with self._lobby(table_id) as table:
            check_in_charge(table, person)
            if user_id == person.id:
                raise Refusal(refusals.NOT_YOURSELF())
            after = lobby_transitions.barred(table, user_id)
            if after.occupants == table.occupants:
                return await self._save(after, bar=user_id)
            return await self._leave(table, after, person, bar=user_id)

    async def invite(self, table_id: int, person: Person, picked: Collection[int]) -> tuple[Table, list[int]]:
        """Return a lobby and the picked people whom a person may mention now, and count these mentions.

        These picked people are left out: people who sit in the lobby or are barred from it, people whom the person has
        mentioned at any table within the last hour, and people beyond the person's limit of mentions.

        Raises:
            Refusal: the person is not in charge, no seat is free, the server allows no mentions, or the person may
                mention none of these people now.
        """
        async with self._lobby(table_id) as table:
            if (await self._settings.of(table.place)).pings == "off":
                raise Refusal(refusals.NO_PINGS())
            _check_room(table, person)
            welcome = [user for user in picked if table.seat_of(user) is None and user not in table.barred]
            return table, self._mentions(table.place, person, welcome[: limits.INVITED_AT_ONCE])

    def _mentions(self, place: Place, person: Person, picked: Collection[int]) -> list[int]:
        """Return the picked people whom a person may mention now, and count these mentions.

        Raises `Refusal` if people are picked, and the person may mention none of them now.
        """
        allowed: list[int] = []
        refusal: Refusal | None = None
        for user in picked:
            try:
                self._mentioned.check(person.id, user, limits.MENTIONED_AN_HOUR, refusals.MENTIONED_LATELY)
                self._invited.take(place.id, person.id, limits.INVITED_AN_HOUR, refusals.INVITED_LATELY)
            except Refusal as error:
                refusal = refusal or error
                continue
            self._mentioned.take(person.id, user, limits.MENTIONED_AN_HOUR, refusals.MENTIONED_LATELY)
            allowed.append(user)
        if refusal is not None and not allowed:
            raise refusal
        return allowed

    async def ask_subscribers(self, table_id: int, person: Person) -> Table:
        """Notify subscribers that a lobby is open or, if exactly one seat is free, that it lacks one player.

        Raises `Refusal` as `invite` does.
        """
        async with self._lobby(table_id) as table:
            _check_room(table, person)
            self._invited.take(table.place.id, person.id, limits.INVITED_AN_HOUR, refusals.INVITED_LATELY)
            self._tables.events.lobby_news.emit(table.id, "missing" if _lacks_one(table) else "opens")
            return table

    async def cancel(self, table_id: int, person: Person) -> Table:
        """Close a lobby by request of the person in charge."""
        async with self._lobby(table_id) as table:
            return await self._close(check_in_charge(table, person))

    async def close_lost(self, table_id: int) -> None:
        """Close a lobby whose channel was deleted. A game that has begun goes on."""
        async with self._tables.locked(table_id) as table:
            if table.state == "lobby":
                await self._close(table)

    async def close_idle(self, table_id: int, since: int) -> None:
        """Close a lobby unless it was changed after `since`, in unix seconds."""
        async with self._tables.locked(table_id) as table:
            # Checked under the lock: a person may just have joined.
            idle = await self._store.due_work.idle_lobbies(since)
            if table_id in {number for number, _ in idle}:
                await self._close(table, "idle")

    async def start(self, table_id: int, person: Person, *, sure: bool = False) -> Table:
        """Put AI players on the free seats, and deal.

        If the person is a moderator without a seat and `sure` is False, return the lobby unchanged.
        """
        async with self._lobby(table_id) as table:
            check_in_charge(table, person)
            if not sure and table.seat_of(person.id) is None:
                return table
            mixed, seed = deal_commitments.started(table, person)
            game = table.kind(table.seat_count, table.options, Chance(seed))
            level = (await self._settings.of(table.place)).level
            after = replace(lobby_transitions.filled(mixed, level), state="playing", barred=frozenset())
            after = time_control.advance(after, game, self._tables.now())
            write = self._store.tables.start(
                table.seen,
                seed=seed.hex(),
                rules=game.rules,
                options=after.options,
                seats=after.occupants,
                turns=after.turns,
                promise=deal_commitments.stored(after.promise),
                acting=after.acting,
            )
            return await self._tables.commit(after, write)

    @asynccontextmanager
    async def _lobby(self, table_id: int) -> AsyncIterator[Table]:
        async with self._tables.locked(table_id) as table:
            if table.state != "lobby":
                raise Refusal(refusals.LOBBY_GONE())
            yield table

    async def _arrange(self, table_id: int, person: Person, change: Callable[[Table], Table]) -> Table:
        """Change a lobby by request of the person in charge."""
        async with self._lobby(table_id) as table:
            return await self._save(change(check_in_charge(table, person)))

    async def _leave(self, before: Table, after: Table, person: Person, *, bar: int | None = None) -> Table:
        """Store `after`, the lobby without the people who left at a click of `person`; close it if nobody is left."""
        if not after.people():
            return await self._close(before)
        return await self._save(deal_commitments.left(before, after, person), bar=bar)

    async def _save(self, after: Table, *, bar: int | None = None) -> Table:
        promise = deal_commitments.stored(after.promise)
        write = self._store.tables.save_lobby(
            after.seen, after.options, after.occupants, after.time_control, promise, bar
        )
        return self._notify_if_one_missing(await self._tables.commit(after.next_version, write))

    def _notify_if_one_missing(self, table: Table) -> Table:
        """Notify subscribers if exactly one seat is free, and return the table."""
        if _lacks_one(table):
            self._tables.events.lobby_news.emit(table.id, "missing")
        return table

    async def _close(self, table: Table, close_reason: CloseReason | None = None) -> Table:
        after = replace(
            deal_commitments.without_contributors(table), state="closed", close_reason=close_reason, barred=frozenset()
        )
        tally: Tally = "closed_alone" if deal_commitments.only_opener_joined(table) else "cancelled"
        write = self._store.tables.end(table.seen, "closed", close_reason, tally=tally)
        return await self._tables.commit(after.next_version, write)


def _check_room(table: Table, person: Person) -> None:
    """Check that a person may ask others to take a seat, and that a seat is free; raises `Refusal`."""
    check_in_charge(table, person)
    if None not in table.occupants:
        raise Refusal(refusals.LOBBY_FULL())


def _lacks_one(table: Table) -> bool:
    """Return True if exactly one seat is free."""
    return table.occupants.count(None) == 1
