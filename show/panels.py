"""The hands that are open now, so that a turn can be pushed into them while Discord still lets us.

Only the token of a person's own click can edit their private message, for fifteen minutes. It is best effort: "My hand"
always opens a fresh one. A panel that was answered and pushed at once may show either, and is written once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.game import Game, Path
from engine.text import Text
from host.house import House
from host.seating import seated
from host.table import Table
from host.words import NOT_PLAYING, Refusal
from show.page import Page
from show.pages.hand import Asked, hand_page
from show.port import Asker, Done
from show.signs import Signs
from show.speech import table_speech
from show.writers import Writers

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14.5 * 60
"""How long a panel can be pushed into: Discord's fifteen minutes, less what a request may take."""
FRESH_SECONDS = 120.0
"""Whoever clicked within this time is taken to be looking at their panel."""

State = tuple[int, bool, bool]
"""What a panel must show anew when it changes: the decision, whether it is asked for, whether all is over."""


@dataclass(slots=True)
class Panel:
    """The last click of a person on their hand, and what the panel shows since."""

    asker: Asker
    clicked: float
    path: Path = ()
    shown: State | None = None
    """None: nobody knows."""
    covered: bool = False
    """Whether a new round's table stands below it."""


class Panels:
    """Open panels by table and person."""

    def __init__(self, house: House, signs: Signs, writers: Writers) -> None:
        self._house = house
        self._signs = signs
        self._writers = writers
        self.poke: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when a panel of it must be looked at again."""
        self.closed: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when a panel of it could not be pushed into: its owner may have to be told."""
        self._open: dict[int, dict[int, Panel]] = {}
        """By table and person."""

    @contextmanager
    def writing(self, table_id: int, user: int) -> Iterator[None]:
        """While a panel is written, for a click from before its move is made; then it is looked at again."""
        with self._writers.writing((table_id, user)) as write:
            yield
        panel = self._panel(table_id, user)
        if panel is not None and not write.alone:
            panel.shown = None
        if panel is not None and write.last:
            self.poke(table_id)

    async def answer(self, asker: Asker, table_id: int, path: Path = (), note: Text | None = None) -> None:
        """Answer with the hand of the asker: in their panel where they clicked in it.

        Raises:
            Refusal: they do not sit at the table, or nothing has been dealt.
        """
        user = asker.user_id
        table = await self._house.tables.get(table_id)
        _seated(table, user)
        hints = await self._house.people.wants_hints(user, table)
        table = await self._house.tables.get(table_id)  # from here on nothing is read again: one position is shown
        page = self._page(table, asker, Asked(path, note, hints))
        panel = Panel(asker, _now(), path)
        self._open.setdefault(table_id, {})[user] = panel
        asyncio.get_running_loop().call_later(TOKEN_SECONDS, self._expire, table_id, user, panel.clicked)
        try:
            await asker.answer(page)
        except BaseException:
            self._let_go(table_id, user, panel)
            raise
        panel.shown = _state(table, user)

    def any_of(self, table_id: int) -> bool:
        """Whether a panel of that table is open."""
        return table_id in self._open

    def watched(self, table_id: int, user: int) -> float:
        """For how many seconds more a person is taken to look at their panel, into which what they owe is pushed."""
        panel = self._panel(table_id, user)
        return max(0.0, panel.clicked + FRESH_SECONDS - _now()) if panel and not panel.covered else 0.0

    def cover(self, table_id: int) -> None:
        """A new round's table was posted below that table's panels: until they click again nobody looks at theirs."""
        for panel in self._open.get(table_id, {}).values():
            panel.covered = True

    async def refresh(self, table_id: int) -> None:
        """Push into a table's open panels what has changed for their owners: it is their turn, or the game is over."""
        if table_id in self._open:
            table = await self._house.tables.get(table_id)
            pushes = (self._refresh(table, user) for user in list(self._open[table_id]))
            for outcome in await asyncio.gather(*pushes, return_exceptions=True):
                if outcome is not None:  # nobody else's push is held up by it
                    raise outcome

    async def _refresh(self, table: Table, user: int) -> None:
        panel = self._panel(table.id, user)
        if panel is None or self._writers.busy((table.id, user)):
            return  # whoever writes it lets it be looked at again
        state = _state(table, user)
        if panel.shown == state:
            return
        with self.writing(table.id, user):
            page = self._page(table, panel.asker, Asked(_open_path(table, user, panel)))
            outcome = await panel.asker.push(page)
            panel.shown = state
        if not isinstance(outcome, Done) or table.state == "over":
            log.debug("a panel of table %s is let go: %s", table.id, outcome)
            self._let_go(table.id, user, panel)
            self.closed(table.id)

    def _page(self, table: Table, asker: Asker, asked: Asked) -> Page:
        game, seat = _seated(table, asker.user_id)
        return hand_page(table, game, seat, table_speech(table, asker.locale, self._signs), asked)

    def _panel(self, table_id: int, user: int) -> Panel | None:
        return self._open.get(table_id, {}).get(user)

    def _let_go(self, table_id: int, user: int, panel: Panel) -> None:
        """Forget a panel, unless its owner has opened a fresh one meanwhile."""
        if self._panel(table_id, user) is panel:
            del self._open[table_id][user]
            if not self._open[table_id]:
                del self._open[table_id]

    def _expire(self, table_id: int, user: int, clicked: float) -> None:
        """Forget a panel that Discord lets nobody edit any more, unless it was clicked again."""
        panel = self._panel(table_id, user)
        if panel is not None and panel.clicked == clicked:
            self._let_go(table_id, user, panel)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _seated(table: Table, user_id: int) -> tuple[Game, int]:
    if table.game is None:
        raise Refusal(NOT_PLAYING[table.state]())
    return table.game, seated(table, user_id)


def _open_path(table: Table, user_id: int, panel: Panel) -> Path:
    """How far they have got with their move, where it is only written once more."""
    game, seat = _seated(table, user_id)
    return panel.path if panel.shown is None and game.choices(seat, panel.path) else ()


def _state(table: Table, user_id: int) -> State:
    game, seat = _seated(table, user_id)
    return game.moves_made(seat), seat in game.to_act, game.over
