"""The panels of people without a seat, who follow a game: like hands, but after them and apart, so no hand waits."""

from __future__ import annotations

import limits
from host.lobby.lobby_transitions import game_at
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import LookUp
from show.discord_port import Asker
from show.messages.work_queue import now
from show.pages.game.hand import Asked
from show.pages.game.spectator import spectator_page
from show.pages.game.table import stopped_page
from show.pages.game.tricks import has_tricks
from show.panels.open_panels import Panel, Panels, State
from show.text.addressing import table_translation
from show.text.page import Page


class Spectators(Panels):
    """Open panels by table and person; those who look at the same are shown one page."""

    _last: tuple[Table | None, dict[str, Page]] = None, {}
    """The table that was shown last, as it was shown in each language: it is drawn once for all who follow it."""

    async def look(self, asker: Asker, table_id: int, looking: LookUp | None = None) -> None:
        """Answer with what everybody may know of a table, or what they look up of it.

        Where enough people follow the table already it is shown all the same, and not pushed into. Of several panels of
        a person the one that was clicked last follows the game.

        Raises:
            Refusal: nothing has been dealt.
        """
        await self._table_messages.find(table_id)
        with self.writing(table_id, asker.user_id):
            table = await self._services.tables.get(table_id)
            await self._answered(table, Panel(asker, now(), Asked(looking=looking), game_at(table).round))

    def _keep(self, table_id: int, user: int, panel: Panel) -> None:
        if self._has_room(table_id, user):
            super()._keep(table_id, user, panel)

    def _has_room(self, table_id: int, user: int) -> bool:
        following = self._open.get(table_id, {})
        return user in following or len(following) < limits.ONLOOKERS

    def _gone(self, table: Table, panel: Panel) -> Page | None:
        return None if table.game is not None else stopped_page(table, self._tr(table, panel))

    def _page(self, table: Table, panel: Panel) -> Page:
        game, tr, follows = (
            game_at(table),
            self._tr(table, panel),
            self._has_room(table.id, panel.asker.user_id),
        )
        if panel.asked.looking is not None or not follows:
            return spectator_page(table, game, panel.asked.looking, tr, follows=follows)
        if self._last[0] is not table:
            self._last = table, {}
        pages = self._last[1]
        if tr.language not in pages:
            pages[tr.language] = spectator_page(table, game, None, tr, follows=True)
        return pages[tr.language]

    def _state(self, table: Table, panel: Panel) -> State:
        """Without tricks it is shown anew once everybody has moved, as those who wait would be at their turn."""
        game = game_at(table)
        if panel.asked.looking is not None:
            return State(0, asked=False, round=game.round, over=game.over)
        if has_tricks(table.kind):
            moment = sum(trick[2] is not None for trick in game.tricks())
        else:
            moment = len(game.history) // game.seats
        return State(0, asked=False, round=game.round, over=game.over, tricks=moment)

    def _tr(self, table: Table, panel: Panel) -> Translation:
        return table_translation(table, panel.asker.locale, self._signs)
