"""The hands that are open now, so that a turn can be pushed into them while Discord still lets us.

Only the token of a person's own click can edit their private message, for fifteen minutes. It is best effort: "My hand"
always opens a fresh one. A panel that was answered and pushed at once may show either, and is written once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.game import Game
from host.lobby.lobby_transitions import game_at, seated
from host.services import Services
from host.tables.table import Table
from show.discord_port import Asker, Done
from show.messages.table_messages import TableMessages
from show.messages.work_queue import now
from show.messages.write_overlap import WriteOverlap
from show.pages.game.hand import Asked, gone_page, hand_page, leading, left_page, round_page
from show.text.addressing import table_translation
from show.text.emojis import EmojiSet
from show.text.page import Drawing, Page

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14.5 * 60
"""How long a panel can be pushed into: Discord's fifteen minutes, less what a request may take."""
FRESH_SECONDS = 120.0
"""Whoever clicked within this time is taken to be looking at their panel."""


class State(NamedTuple):
    """What a panel must show anew when it changes."""

    decision: int
    """How many moves the seat has made."""
    asked: bool
    round: int
    over: bool
    tricks: int = 0
    """How many tricks of the round are finished; not counted where something else is looked at."""
    way: str | None = None
    """Where the next round's table is, for those who have not gone on to it; else their round's, if posted afresh."""


@dataclass(slots=True)
class Panel:
    """The last click of a person on their hand, and what the panel shows since."""

    asker: Asker
    clicked: float
    asked: Asked
    round: int
    """The round that they are in: when it is over, its result is shown until they go on."""
    shown: State | None = None
    """None: nobody knows."""
    covered: bool = False
    """Whether a new round's table stands below it."""
    expiry: asyncio.TimerHandle | None = None
    """What lets it go."""


class Panels:
    """Open panels by table and person."""

    def __init__(
        self, services: Services, signs: EmojiSet, writers: WriteOverlap, table_messages: TableMessages
    ) -> None:
        self._services = services
        self._signs = signs
        self._writers = writers
        self._table_messages = table_messages
        self.poke: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when a panel of it must be looked at again."""
        self.closed: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when a panel of it could not be pushed into: its owner may have to be told."""
        self._open: dict[int, dict[int, Panel]] = {}
        """By table and person."""
        self._ahead: dict[tuple[int, int], tuple[Game, Drawing] | None] = {}
        """Who is choosing at which table, and what they will see of their move, drawn until that is stored."""

    @contextmanager
    def writing(self, table_id: int, user: int) -> Iterator[None]:
        """While a panel is written, for a click from before its move is made; then it is looked at again.

        Also where that has failed: nobody has pushed anything meanwhile.
        """
        try:
            with self._writers.writing((table_id, user)) as write:
                yield
        finally:
            panel = self._panel(table_id, user)
            if panel is not None and not write.alone:
                panel.shown = None
            if panel is not None and write.last:
                self.poke(table_id)

    @contextmanager
    def choosing(self, table_id: int, user: int) -> Iterator[None]:
        """The same where a move may be made: its picture is drawn while it is being stored.

        Of two clicks of one person the second may have to draw its own when it answers.
        """
        self._ahead.setdefault((table_id, user), None)
        try:
            with self.writing(table_id, user):
                yield
        finally:
            self._ahead.pop((table_id, user), None)

    def coming(self, table: Table, seat: int) -> None:
        """A table will be like that after a seat's move: what its person will see is drawn while it is being stored."""
        who = table.occupants[seat]
        if who and who.user_id is not None:
            asyncio.get_running_loop().call_soon(self._draw_ahead, table, seat, who.user_id)

    def _draw_ahead(self, table: Table, seat: int, user: int) -> None:
        game, panel = game_at(table), self._panel(table.id, user)
        if (table.id, user) in self._ahead and (panel is None or not _has_ended(game, panel)):
            drawing = Drawing("panel", game.view(seat))
            drawing.draw()
            self._ahead[table.id, user] = game, drawing

    async def answer(self, asker: Asker, table_id: int, asked: Asked, *, anew: bool = False) -> None:
        """Answer with the hand of the asker: in their panel where they clicked in it.

        Where a round has ended since they were last shown its hand, its result comes first, unless they ask `anew`.

        Raises:
            Refusal: they do not sit at the table, or nothing has been dealt.
        """
        user = asker.user_id
        table = await self._services.tables.get(table_id)
        _seated(table, user)
        asked = replace(asked, hints=await self._services.people.wants_hints(user, table))
        await self._table_messages.find(table_id)
        table = await self._services.tables.get(table_id)  # from here on nothing is read again: one position is shown
        game, before = _seated(table, user)[0], self._panel(table_id, user)
        panel = Panel(asker, now(), asked, game.round if anew or before is None else before.round)
        await self._answered(table, panel)

    async def _answered(self, table: Table, panel: Panel) -> None:
        """Show a person their panel, and keep it as the one that they have open."""
        user, page, state = panel.asker.user_id, self._page(table, panel), self._state(table, panel)
        self._keep(table.id, user, panel)
        try:
            await panel.asker.answer(page)
        except BaseException:
            self._let_go(table.id, user, panel)
            raise
        panel.shown = state

    async def left_behind(self, asker: Asker, table_id: int) -> bool:
        """Whether somebody has clicked in a panel after opening another one: it is told so, and does nothing else.

        Known of those opened since the bot's start whose other panel can still be pushed into; else the panel that
        was clicked is theirs from then on.
        """
        panel = self._panel(table_id, asker.user_id)
        if panel is None or 0 in (panel.asker.panel_id, asker.panel_id) or panel.asker.panel_id == asker.panel_id:
            return False
        table = await self._services.tables.get(table_id)
        game, _ = _seated(table, asker.user_id)
        tr = table_translation(table, asker.locale, self._signs)
        await asker.answer(leading(left_page(table, tr), self._table_messages.link(table_id, game.round), tr))
        return True

    def any_of(self, table_id: int) -> bool:
        """Whether a panel of that table is open."""
        return table_id in self._open

    def watched(self, table_id: int, user: int) -> float:
        """For how many seconds more a person is taken to look at their panel, into which what they owe is pushed."""
        panel = self._panel(table_id, user)
        return max(0.0, panel.clicked + FRESH_SECONDS - now()) if panel and not panel.covered else 0.0

    def cover(self, table_id: int) -> None:
        """A new round's table was posted below that table's panels: until they click again nobody looks at theirs."""
        for panel in self._open.get(table_id, {}).values():
            panel.covered = True

    async def refresh(self, table_id: int) -> None:
        """Push into a table's open panels what has changed for their owners.

        It is their turn, another trick is finished, the round or the game is over.
        """
        if table_id in self._open:
            table = await self._services.tables.get(table_id)
            pushes = (self._refresh(table, user) for user in list(self._open.get(table_id, ())))
            for outcome in await asyncio.gather(*pushes, return_exceptions=True):
                if outcome is not None:  # nobody else's push is held up by it
                    raise outcome

    async def _refresh(self, table: Table, user: int) -> None:
        panel = self._panel(table.id, user)
        if panel is None or self._writers.busy((table.id, user)):
            return  # whoever writes it lets it be looked at again
        if (gone := self._gone(table, panel)) is not None:
            await panel.asker.push(gone)
            self._let_go(table.id, user, panel)
            return
        state = self._state(table, panel)
        if panel.shown == state:
            return
        panel.asked = _still_asked(table, panel, state)
        page, state = self._page(table, panel), self._state(table, panel)
        with self.writing(table.id, user):
            outcome = await panel.asker.push(page)
            panel.shown = state
        if not isinstance(outcome, Done) or table.state == "over":
            log.debug("a panel of table %s is let go: %s", table.id, outcome)
            self._let_go(table.id, user, panel)
            self.closed(table.id)

    def _gone(self, table: Table, panel: Panel) -> Page | None:
        """What a panel becomes that has nothing to show any more; None: it has."""
        user = panel.asker.user_id
        if table.seat_of(user) is not None and table.game is not None:
            return None
        return gone_page(table, user, table_translation(table, panel.asker.locale, self._signs))

    def _page(self, table: Table, panel: Panel) -> Page:
        game, seat = _seated(table, panel.asker.user_id)
        tr = table_translation(table, panel.asker.locale, self._signs)
        asked, link = panel.asked, self._table_messages.link(table.id, game.round)
        if _has_ended(game, panel):
            return leading(round_page(table, game, seat, tr, asked.note), link, tr)
        ahead = self._ahead.pop((table.id, panel.asker.user_id), None)
        drawing = ahead[1] if ahead is not None and ahead[0] is game else None
        return leading(hand_page(table, game, seat, tr, asked, drawing), link, tr)

    def _state(self, table: Table, panel: Panel) -> State:
        game, seat = _seated(table, panel.asker.user_id)
        if _has_ended(game, panel):  # until they go on nothing else is shown
            way = self._table_messages.link(table.id, game.round)
            return State(0, asked=False, round=game.round, over=game.over, way=way)
        tricks = 0 if panel.asked.looking is not None else sum(trick[2] is not None for trick in game.tricks())
        way = self._table_messages.afresh(table.id, game.round)
        return State(game.moves_made(seat), seat in game.to_act, game.round, game.over, tricks, way)

    def _panel(self, table_id: int, user: int) -> Panel | None:
        return self._open.get(table_id, {}).get(user)

    def _keep(self, table_id: int, user: int, panel: Panel) -> None:
        """Remember a panel instead of the one before, until Discord lets nobody edit it any more."""
        before = self._panel(table_id, user)
        if before is not None:
            self._let_go(table_id, user, before)
        self._open.setdefault(table_id, {})[user] = panel
        panel.expiry = asyncio.get_running_loop().call_later(TOKEN_SECONDS, self._let_go, table_id, user, panel)

    def _let_go(self, table_id: int, user: int, panel: Panel) -> None:
        """Forget a panel, unless its owner has opened a fresh one meanwhile."""
        if panel.expiry is not None:
            panel.expiry.cancel()
        if self._panel(table_id, user) is panel:
            del self._open[table_id][user]
            if not self._open[table_id]:
                del self._open[table_id]


def _seated(table: Table, user_id: int) -> tuple[Game, int]:
    return game_at(table), seated(table, user_id)


def _has_ended(game: Game, panel: Panel) -> bool:
    """Whether the round that a panel's owner is in has ended, and they have not gone on: they see its result first."""
    return panel.round < game.round and panel.asked.looking is None


def _still_asked(table: Table, panel: Panel, state: State) -> Asked:
    """What a panel goes on showing when it is pushed into: all, where only the way to the table is another.

    Where nobody knows what it shows, how far they have got. What they look up gives way to what concerns them; hints
    came with their click, and are not read again.
    """
    if panel.shown is not None:
        only_way = panel.shown._replace(way=state.way) == state
        return panel.asked if only_way else Asked(hints=panel.asked.hints)
    return replace(panel.asked, note=None, path=panel.asked.path if _leads_on(table, panel) else ())


def _leads_on(table: Table, panel: Panel) -> bool:
    """Whether what has been chosen in a panel is followed by more choices, or the question whether they are sure."""
    path = panel.asked.path
    if not path:
        return False
    game, seat = _seated(table, panel.asker.user_id)
    if game.choices(seat, path):
        return True
    return seat in game.to_act and game.warning(seat, path[-1]) is not None
