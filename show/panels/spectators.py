"""Panels of spectators. They have a work queue of their own, so that no player waits for them."""

import limits
from host.lobby.lobby_transitions import required_game
from host.people.personal_results import PersonalResult
from host.tables.table import Table
from show.actions.decision_actions import LookUp
from show.discord_port import Asker
from show.messages.work_queue import now
from show.pages.game.hand import Asked
from show.pages.game.spectator import spectator_page
from show.pages.game.table import stopped_page
from show.pages.game.tricks import has_tricks
from show.panels.open_panels import Panel, Panels, State
from show.text.page import Page


class Spectators(Panels):
    """The open panels of spectators by table and user. Panels with the same content share one rendered page."""

    _last: tuple[Table | None, dict[tuple[str, bool], Page]] = None, {}
    """The latest snapshot of a table, and its rendered pages by (language, True for plain words)."""

    async def open(self, asker: Asker, table_id: int, looking: LookUp | None = None) -> None:
        """Answer with the public view of a table or, with `looking`, with the part that the user looks up.

        Beyond the limit of spectators, pages are displayed but no changes are pushed into them. If a user has several
        panels, changes are pushed into the one clicked last.

        Raises:
            Refusal: nothing has been dealt.
        """
        plain = (await self._services.settings.person(asker.user_id)).plain == "on"
        await self._table_messages.load(table_id)
        with self.writing(table_id, asker.user_id):
            table = await self._services.tables.get(table_id)
            asked = Asked(looking=looking, plain=plain)
            await self._answer(table, Panel(asker, now(), asked, required_game(table).round))

    def _remember(self, table_id: int, user: int, panel: Panel) -> None:
        if self._has_room(table_id, user):
            super()._remember(table_id, user, panel)

    def _has_room(self, table_id: int, user: int) -> bool:
        following = self._open.get(table_id, {})
        return user in following or len(following) < limits.SPECTATORS

    def _is_final(self, table: Table) -> bool:
        return table.state == "over"

    def _closing_page(self, table: Table, panel: Panel) -> Page | None:
        return None if table.game is not None else stopped_page(table, self._tr(table, panel.asker))

    async def _personal_result(self, _table: Table, _user: int) -> PersonalResult:
        """Return an empty result: a game changes nothing for its spectators."""
        return PersonalResult()

    def _page(self, table: Table, panel: Panel) -> Page:
        game, tr = required_game(table), self._tr(table, panel.asker)
        follows, plain = self._has_room(table.id, panel.asker.user_id), panel.asked.plain
        if panel.asked.looking is not None or not follows:
            return spectator_page(table, game, panel.asked.looking, tr, follows=follows, plain=plain)
        if self._last[0] is not table:
            self._last = table, {}
        pages, key = self._last[1], (tr.language, plain)
        if key not in pages:
            pages[key] = spectator_page(table, game, None, tr, follows=True, plain=plain)
        return pages[key]

    def _state(self, table: Table, panel: Panel) -> State:
        """Return the state of a panel, which is edited when the state changes.

        The state changes with each finished trick. In games without tricks it changes after every `game.seats` moves.
        In lookups it changes only at the end of a round or game. So it does in plain words, because a screen reader
        loses its place in a message that changes.
        """
        game = required_game(table)
        if panel.asked.looking is not None or panel.asked.plain:
            moment = 0
        elif has_tricks(table.kind):
            moment = sum(trick[2] is not None for trick in game.tricks())
        else:
            moment = len(game.history) // game.seats
        return State(0, asked=False, round=game.round, over=game.over, tricks=moment)
