"""The day's deal on servers: the results that the message of the day shows on each server, and the ranking of servers.

A result counts for the server on which its person has opened the deal. Nothing here depends on the cards: while a day
is open, the messages show only names, percentiles and streaks.
"""

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any, TypeAlias

import limits
from engine.daily import percentile as figures
from host.daily.deals import DailyDeals, shown_from
from host.place import Place
from host.settings import Settings
from host.tables.message_records import MessageRecords
from host.tables.table_repository import TableRepository
from storage import Conflict
from storage.rows import DailyMessage, DayRow, Finish

__all__ = ["DELETED", "Closed", "DailyMessage", "DailyServers", "DayResults", "Rank", "ServerDay", "ServerLine"]

BEST = 5
"""Servers are compared by the mean of this many percentiles, their best ones. A server with fewer is not compared."""
AHEAD = 3
"""Number of the best servers that a message lists."""
DELETED = "deleted"
"""Fingerprint in the record of a message that somebody has deleted; the record prevents another post on its day."""
_NAME = "server:name"
"""Key of the setting that holds a server's name on Discord. It is stored only while other servers may read the name."""


@dataclass(frozen=True, slots=True)
class ServerLine:
    """A person's result, as the message of the day on their server shows it."""

    name: str
    percentile: float | None
    """None if there are too few results to compare with."""
    days: int
    """The person's days in a row, as of this result."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A server's line in the ranking of servers."""

    place: int
    """1 is the best; equal means share a place."""
    mean: float
    """The mean of the server's best percentiles."""
    name: str = ""
    """Empty for the server of the message, and for servers whose names other servers may not read."""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """The difficulty and the pars of a day, which people see only after the day is over.

    The par of a deal is the mean of the points that AI players made when they played it for comparison.
    """

    signal: float
    """The mean skill signal of the day's deals."""
    pars: tuple[float, ...]
    """The par of each deal."""


@dataclass(frozen=True, slots=True)
class ServerDay:
    """The content of the message about one day on one server."""

    day: int
    game: str
    lines: tuple[ServerLine, ...]
    """The best results of people who let themselves be named, best first."""
    players: int
    """The number of results, also of people who are not named."""
    ranks: tuple[Rank, ...] = ()
    """The best servers and the server of the message, best first; empty if this server is not compared."""
    compared: int = 0
    """The number of compared servers."""
    closed: Closed | None = None
    """None while the day is open."""


_Result: TypeAlias = tuple[Finish, float | None]
"""A result with its percentile, if it has one."""


@dataclass(frozen=True, slots=True)
class DayResults:
    """All results of a day, from which `DailyServers.of_server` makes the content of a server's message."""

    day: int
    game: str
    closed: Closed | None
    by_server: Mapping[int, Sequence[_Result]]
    """The results of each server, best first; those without a percentile come last."""
    ranks: Sequence[tuple[int, Rank]]
    """The compared servers with their ranks, best first."""
    places: Mapping[int, int]
    """The index in `ranks` of each compared server."""


@dataclass(frozen=True, slots=True)
class _Percentiles:
    """The percentiles of all results of a day, with the results and deals from which they were computed."""

    finishes: Sequence[Finish]
    deals: str
    by_server: Mapping[int, Sequence[_Result]]


class DailyServers:
    """Service for the messages of the day on servers."""

    def __init__(self, tables: TableRepository, settings: Settings, daily: DailyDeals, records: MessageRecords) -> None:
        self._store = tables.store
        self._settings = settings
        self._daily = daily
        self._records = records
        self._percentiles: dict[int, _Percentiles] = {}
        """The latest percentiles of each day that was asked for lately."""
        self._streaks: dict[tuple[int, int], int] = {}
        """Number of days in a row by day and person; the oldest entry comes first."""
        self._names: dict[int, str] = {}
        """Stored names of servers."""

    async def results(self, day: int, now: int) -> DayResults | None:
        """Return the results of a day, as they may be shown at the certain time `now`; None if the day has no deals."""
        row = await self._store.daily.day(day)
        if row is None or row.deals is None:
            return None
        is_closed = row.shown or shown_from(day) <= now
        if is_closed and not row.shown:
            await self._store.daily.show(day)
        by_server = await self._by_server(row, await self._store.daily.finishes(day))
        compared = {
            server: [percentile for _, percentile in found if percentile is not None]
            for server, found in by_server.items()
        }
        means = {server: mean(every[:BEST]) for server, every in compared.items() if len(every) >= BEST}
        names = await self._store.daily.compared_names(sorted(means)) if means else {}
        ranks = _ranks(means, names)
        closed = _closed(json.loads(row.deals)) if is_closed else None
        places = {server: place for place, (server, _) in enumerate(ranks)}
        return DayResults(day, row.game, closed, by_server, ranks, places)

    async def of_server(self, results: DayResults, guild_id: int) -> ServerDay | None:
        """Return the content of a server's message; None if no person with a result there may be named."""
        found = results.by_server.get(guild_id, ())
        lines = await self._lines(results.day, found)
        if not lines:
            return None
        ranks = _told_ranks(results, guild_id)
        compared = len(results.ranks) if ranks else 0
        return ServerDay(results.day, results.game, lines, len(found), ranks, compared, results.closed)

    async def keep_name(self, place: Place, name: str) -> None:
        """Store `name`, the Discord name of a server, if the server lets other servers read it.

        Otherwise remove the stored name, also from the messages of closed days.
        """
        wanted = name if (await self._settings.of(place)).compared == "on" else ""
        if self._names.get(place.server_id) == wanted:
            return
        if (await self._store.settings.get(place.server_id, _NAME) or "") != wanted:
            if wanted:
                await self._store.settings.set(place.server_id, _NAME, wanted)
            else:
                await self._store.daily_messages.remove_name(place.server_id)
        self._names[place.server_id] = wanted
        limits.evict_oldest(self._names, limits.DAY_MESSAGES_KNOWN)

    # --- Message records

    async def records(self, today: int) -> list[DailyMessage]:
        """Return the records of the messages of `today`, and of older messages that must still be edited."""
        return await self._store.daily_messages.open(today, limits.DAY_MESSAGES_AT_ONCE)

    async def write_ahead(self, day: int, place: Place, channel_id: int) -> DailyMessage | None:
        """Record a message that is about to be sent; return None if the server has one of that day already."""
        nonce = self._records.new_record("day", channel_id).nonce
        record = DailyMessage(day, place.server_id, channel_id, nonce, fingerprint=_token())
        try:
            await self._store.daily_messages.add(record)
        except Conflict:
            return None
        return record

    async def confirm(self, record: DailyMessage, message_id: int) -> bool:
        """Store the id of a message that was sent; return False if its record was removed meanwhile."""
        return await self._store.daily_messages.confirm(record.nonce, message_id)

    async def mark_edited(self, record: DailyMessage) -> DailyMessage:
        """Record that a message is about to be edited; it counts as out of date until `note` is called."""
        marked = replace(record, fingerprint=_token())
        await self._store.daily_messages.mark(record.nonce, marked.fingerprint or "")
        return marked

    async def note(self, record: DailyMessage, fingerprint: str, *, final: bool = False) -> None:
        """Record what a message shows.

        Nothing is recorded if the data of a person on the message was deleted since `record` was returned.

        Args:
            record: the record that `write_ahead` or `mark_edited` returned.
            fingerprint: the fingerprint of the message's content, or `DELETED`.
            final: True if the message will not be edited any more.
        """
        await self._store.daily_messages.note(record.nonce, record.fingerprint or "", fingerprint, final=final)

    async def remove(self, record: DailyMessage) -> None:
        """Remove the record of a message that is gone."""
        await self._store.daily_messages.remove(record.nonce)

    async def outdate(self, user_id: int) -> None:
        """Mark all messages that may name a person as out of date; called when the person's setting `named` changes."""
        await self._store.daily_messages.outdate(user_id)

    # --- Results

    async def _by_server(self, row: DayRow, finishes: Sequence[Finish]) -> Mapping[int, Sequence[_Result]]:
        known, deals = self._percentiles.get(row.day), row.deals or ""
        if known is None or known.finishes != finishes or known.deals != deals:
            by_server = await asyncio.to_thread(_by_server, finishes, json.loads(deals))
            self._percentiles[row.day] = known = _Percentiles(finishes, deals, by_server)
            limits.evict_oldest(self._percentiles, limits.DAYS_COMPARED)
        return known.by_server

    async def _lines(self, day: int, found: Sequence[_Result]) -> tuple[ServerLine, ...]:
        named = [one for one in found if one[0].named and one[0].name]
        lines = []
        for finish, percentile in named[: limits.DAY_NAMES]:
            lines.append(ServerLine(finish.name or "", percentile, await self._days_in_a_row(day, finish)))
        return tuple(lines)

    async def _days_in_a_row(self, day: int, finish: Finish) -> int:
        key = day, finish.user_id
        if key not in self._streaks:
            self._streaks[key] = (await self._daily.streak_at(finish.user_id, finish.begun_at)).days
            limits.evict_oldest(self._streaks, limits.DAY_STREAKS)
        return self._streaks[key]


def _token() -> str:
    """Return a new text in place of an unknown fingerprint; it equals no fingerprint and no earlier token."""
    return f"?{secrets.token_hex(8)}"


def _by_server(finishes: Sequence[Finish], prepared: Sequence[Mapping[str, Any]]) -> dict[int, list[_Result]]:
    """Return the results of each server with their percentiles: the best first, equal ones in the order of `finishes`.

    Results without a percentile come last.
    """
    points = defaultdict[int, list[int]](list)
    for one in finishes:
        points[one.deal].append(one.points)
    percentiles: dict[tuple[int, int], float | None] = {}
    for deal, every in points.items():
        for made in set(every):
            others = every.copy()
            others.remove(made)
            percentiles[deal, made] = figures.percentile(made, others, prepared[deal]["reference"])
    found = defaultdict[int, list[_Result]](list)
    for one in finishes:
        if one.guild_id is not None:
            found[one.guild_id].append((one, percentiles[one.deal, one.points]))
    return {server: sorted(results, key=_order) for server, results in found.items()}


def _order(result: _Result) -> tuple[bool, float]:
    """Return the key that sorts results: the best percentile first, and those without a percentile last."""
    return result[1] is None, -(result[1] or 0.0)


def _ranks(means: Mapping[int, float], names: Mapping[int, str]) -> list[tuple[int, Rank]]:
    """Return the servers in `means` with their ranks, the greatest mean first; `names` has the names to show."""
    order = sorted(means, key=lambda server: (-means[server], server))
    places = {value: place for place, value in reversed([*enumerate((means[one] for one in order), 1)])}
    return [(one, Rank(places[means[one]], means[one], names.get(one, ""))) for one in order]


def _told_ranks(results: DayResults, own: int) -> tuple[Rank, ...]:
    """Return the ranks of the best servers and of the server `own`; empty if `own` has no rank, or the only one."""
    place = results.places.get(own)
    if place is None or len(results.ranks) < 2:
        return ()
    told = results.ranks[:AHEAD] if place < AHEAD else [*results.ranks[:AHEAD], results.ranks[place]]
    return tuple(replace(rank, name="", own=True) if server == own else rank for server, rank in told)


def _closed(prepared: Sequence[Mapping[str, Any]]) -> Closed:
    """Return the difficulty and the pars of prepared deals; no pars if a deal has no reference plays by AI players."""
    referred = [one for one in prepared if one["reference"]]
    pars = tuple(figures.par(one["reference"]) for one in referred)
    return Closed(mean(one["signal"] for one in prepared), pars if len(pars) == len(prepared) else ())
