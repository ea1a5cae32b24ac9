"""Open *More* pages of lobbies: when somebody changes a lobby, the pages that other people have open are updated.

A page gets its last update when the game has begun and the bot knows whether the game has a thread. The page then
becomes a copy of the lobby's last message.

As with hands, Discord allows pushes (edits without a new click) for fifteen minutes after a click. Only the page that a
person opened last is updated.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from host.services import Services
from host.tables.table import Table
from show.discord_port import Asker, Done, Later
from show.messages.write_overlap import WriteOverlap
from show.observed import observe
from show.pages.lobby import more_page
from show.panels.open_panels import RETRY_SECONDS, TOKEN_SECONDS
from show.schedule import Schedule
from show.text.page import Page
from show.text.seat_names import table_translation


@dataclass(slots=True)
class _Open:
    """A person's last click on their page, and what the page shows."""

    asker: Asker
    moderates: bool
    """Whether the person is a moderator in the table's channel."""
    note: str
    """The line about the person's last action."""
    displayed: Page | None = None
    """The displayed page; None if unknown."""
    expiry: asyncio.TimerHandle | None = None
    """The timer that forgets the page."""


class MorePages:
    """The open pages by table and user. Only people at the table and moderators have such pages."""

    def __init__(self, services: Services, write_overlap: WriteOverlap, schedule: Schedule) -> None:
        self._services = services
        self._write_overlap = write_overlap
        self._schedule = schedule
        self._open: dict[int, dict[int, _Open]] = {}

    def has_open(self, table_id: int) -> bool:
        """Return whether a page of the table is open."""
        return table_id in self._open

    @contextmanager
    def writing(self, table_id: int, user: int) -> Iterator[None]:
        """Mark a person's page as being written; enter the context before the lobby is changed.

        At the end a refresh is scheduled, because nothing was pushed into the page meanwhile.
        """
        try:
            with self._write_overlap.writing(_key(table_id, user)) as write:
                yield
        finally:
            page = self._open.get(table_id, {}).get(user)
            if page is not None and not write.alone:
                page.displayed = None
            if page is not None and write.last:
                self._schedule.panels(table_id)

    async def answer(self, asker: Asker, table: Table, *, moderates: bool, note: str = "") -> None:
        """Answer with a person's page, which ends with `note`; call this within `writing`."""
        opened, user = _Open(asker, moderates, note), asker.user_id
        page = await self._page(table, opened)
        await asker.answer(page)
        opened.displayed = page
        self._forget(table.id, user)
        changes = table.state == "lobby" or await self._waits_for_game_channel(table)
        if changes and (_in_charge(table, opened) or table.seat_of(user) is not None):
            self._open.setdefault(table.id, {})[user] = opened
            opened.expiry = asyncio.get_running_loop().call_later(TOKEN_SECONDS, self._forget, table.id, user)

    async def refresh(self, table_id: int) -> float | None:
        """Push changes into the open pages of a table.

        Return the seconds until failed pushes must be retried; None if no push has failed.
        """
        waits = list[float]()
        for user, opened in [*self._open.get(table_id, {}).items()]:
            if (wait := await self._refresh(await self._services.tables.get(table_id), user, opened)) is not None:
                waits.append(wait)
        return min(waits, default=None)

    async def _refresh(self, table: Table, user: int, opened: _Open) -> float | None:
        if self._write_overlap.busy(_key(table.id, user)):
            return None  # the running write schedules a refresh at its end
        if await self._waits_for_game_channel(table):
            # Once it is decided whether the game gets a thread, the table message is posted, which schedules a refresh.
            return None
        page = await self._page(table, opened)
        if page == opened.displayed or self._open.get(table.id, {}).get(user) is not opened:
            return None
        opened.displayed = page
        with self.writing(table.id, user):
            outcome = await opened.asker.push(page)
        if isinstance(outcome, Later):
            opened.displayed = None
            return max(outcome.seconds, RETRY_SECONDS)
        if not isinstance(outcome, Done) or table.state != "lobby":
            self._forget(table.id, user)
        return None

    async def _waits_for_game_channel(self, table: Table) -> bool:
        """Return True if the game has begun, but it is still undecided whether the game gets a thread."""
        return table.state == "playing" and not (await observe(self._services, table.id)).is_game_channel_decided

    async def _page(self, table: Table, opened: _Open) -> Page:
        user, tr = opened.asker.user_id, table_translation(table, opened.asker.locale)
        observed = await observe(self._services, table.id)
        channel_id = observed.public_channel_id if table.seat_of(user) is None else observed.game_channel_id
        return more_page(table, tr, channel_id, user, in_charge=_in_charge(table, opened), note=opened.note)

    def _forget(self, table_id: int, user: int) -> None:
        pages = self._open.get(table_id, {})
        opened = pages.pop(user, None)
        if opened is not None and opened.expiry is not None:
            opened.expiry.cancel()
        if not pages:
            self._open.pop(table_id, None)


def _key(table_id: int, user: int) -> tuple[str, int, int]:
    """Return the key by which overlapping writes of a page are detected."""
    return "more", table_id, user


def _in_charge(table: Table, opened: _Open) -> bool:
    return opened.moderates or opened.asker.user_id == table.in_charge
