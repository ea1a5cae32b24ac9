"""The hand panels that are open now, so that a turn can be pushed into them while Discord still lets us.

Only the token of a player's own click can edit their private message, for fifteen minutes. It is best effort: "My hand"
always opens a fresh one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

import discord

import pictures
from cogs.hand_panel import hand_layout
from cogs.layouts import Page
from cogs.router import Interaction, show
from cogs.signs import Signs
from cogs.speech import table_speech
from engine.game import Path
from engine.text import Text
from host.table import Table
from storage import Store

log = logging.getLogger(__name__)

HINTS = "hints"
"""The preference: `on` or `off`."""

TOKEN_SECONDS = 14.5 * 60
PUSH_SECONDS = 1.0
FRESH_SECONDS = 120.0
"""Whoever clicked within this time is taken to be looking at their panel."""


@dataclass(slots=True)
class Panel:
    """The last click of a person on their hand, and what the panel showed after it."""

    interaction: Interaction
    clicked: float
    shown: tuple[int, bool, bool]


@asynccontextmanager
async def paused(pushing: asyncio.Lock) -> AsyncIterator[None]:
    """While a click is answered. A push that is held up is not waited for: the answer has three seconds."""
    try:
        await asyncio.wait_for(pushing.acquire(), PUSH_SECONDS)
    except TimeoutError:
        yield
        return
    try:
        yield
    finally:
        pushing.release()


class Panels:
    """Open panels by table and person."""

    def __init__(self, signs: Signs, store: Store) -> None:
        self._store = store
        self._hints: dict[tuple[int, int], bool] = {}
        self._signs = signs
        self._open: dict[tuple[int, int], Panel] = {}
        """By table and person, the one clicked longest ago first."""
        self._pushing: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        """Held while a panel is pushed into or a click in it answered, so that the answer is what stays."""

    async def show(self, interaction: Interaction, table: Table, *, path: Path = (), note: Text | None = None) -> None:
        """Answer an interaction with the hand of its user: in their panel where they clicked in it.

        Raises:
            Refusal: they do not sit at the table, or nothing has been dealt.
        """
        user = interaction.user.id
        async with paused(self._lock(table, user)):
            state = _state(table, user)
            await show(interaction, await self._page(table, user, interaction, path, note))
            self._open.pop((table.id, user), None)
            self._open[table.id, user] = Panel(interaction, time.monotonic(), state)
        self._drop_expired()

    def _lock(self, table: Table, user: int) -> asyncio.Lock:
        return self._pushing.setdefault((table.id, user), asyncio.Lock())

    def _drop_expired(self) -> None:
        """Forget the panels that Discord lets nobody edit any more."""
        oldest = time.monotonic() - TOKEN_SECONDS
        while self._open and (first := next(iter(self._open.items())))[1].clicked < oldest:
            del self._open[first[0]]

    def is_watched(self, table: Table, user_id: int) -> bool:
        """Whether that person most likely looks at a panel that shows this very decision."""
        panel = self._open.get((table.id, user_id))
        return bool(
            panel and panel.shown == _state(table, user_id) and time.monotonic() - panel.clicked < FRESH_SECONDS
        )

    async def refresh(self, table: Table) -> None:
        """Push into the open panels what has changed for their owners: it is their turn, or the game is over."""
        pushes = (self._refresh(table, user) for user in table.people())
        for outcome in await asyncio.gather(*pushes, return_exceptions=True):
            if outcome is not None:  # nobody else's push is held up by it
                raise outcome

    async def _refresh(self, table: Table, user: int) -> None:
        async with self._lock(table, user):
            await self._push(table, user)
        if table.state == "over":
            self._hints.pop((table.id, user), None)

    async def _push(self, table: Table, user: int) -> None:
        self._drop_expired()
        panel = self._open.get((table.id, user))
        state = _state(table, user)
        if panel is None or panel.shown == state:
            return
        page = await self._page(table, user, panel.interaction)
        try:
            await panel.interaction.edit_original_response(view=page.view, attachments=page.files())
            panel.shown = state
        except discord.HTTPException as error:
            log.debug("a panel is gone: %s", error)
            if self._open.get((table.id, user)) is panel:  # they may have opened a fresh one meanwhile
                del self._open[table.id, user]

    async def _page(
        self, table: Table, user_id: int, interaction: Interaction, path: Path = (), note: Text | None = None
    ) -> Page:
        speech = table_speech(table, interaction.locale, self._signs)
        seat = table.seat_of(user_id)
        picture = None
        if table.game is not None and seat is not None:
            picture = await asyncio.to_thread(pictures.panel_picture, table.game.view(seat))
        hints = await self._wants_hints(table, user_id)
        return hand_layout(table, user_id, speech, path=path, note=note, hints=hints, picture=picture)

    async def _wants_hints(self, table: Table, user_id: int) -> bool:
        """Whether it is the person's first game of this kind here, and they have not turned hints off."""
        key = (table.id, user_id)
        if key not in self._hints:
            finished = await self._store.leader_rank(table.guild_id, user_id, game=table.kind.id)
            self._hints[key] = finished is None and await self._store.preference(user_id, HINTS) != "off"
        return self._hints[key]

    async def turn_hints(self, user_id: int, choice: str) -> None:
        """Turn a person's hints `on` or `off`."""
        await self._store.set_preference(user_id, HINTS, choice)
        for key in [key for key in self._hints if key[1] == user_id]:
            del self._hints[key]


def _state(table: Table, user_id: int) -> tuple[int, bool, bool]:
    """What a panel must show anew when it changes: the decision, whether it is asked for, whether all is over."""
    seat = table.seat_of(user_id)
    if seat is None or table.game is None:
        return (-1, False, False)
    return table.game.moves_made(seat), seat in table.game.to_act, table.game.over
