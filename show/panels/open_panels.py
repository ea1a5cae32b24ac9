"""Open private panels of players. Changes are pushed into a panel while Discord allows it.

A private message can be edited only with the token of its user's own click, for fifteen minutes. A push, which is
an edit without a new click, may therefore fail; "My hand" always opens a new panel. If an answer and a push are written
to a panel at the same time, it may display either page, so it is written once more.

A click in a panel that may have left the screen is answered with a new panel below all messages. If a table message is
posted below an open panel, the panel is sent anew below that message. The earlier panel is then deleted; if this fails,
a click on the earlier panel is answered with a notice.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.game import Game
from host.lobby.lobby_transitions import required_game, required_seat
from host.people.personal_results import PersonalResult
from host.services import Services, StoreError
from host.tables.table import Table
from locales import Translation
from show.discord_port import Asker, Done, Later, Outcome
from show.messages.table_messages import TableMessages
from show.messages.work_queue import now
from show.messages.write_overlap import WriteOverlap
from show.pages.game.hand import Asked, gone_page, hand_page, leading, left_page, round_page
from show.pages.game.tricks import has_tricks
from show.panels.coached import Coached
from show.text.emojis import EmojiSet
from show.text.page import Page
from show.text.seat_names import table_translation

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14.5 * 60
"""Seconds for which a click's token can edit its panel: Discord's fifteen minutes minus the longest request."""
FRESH_SECONDS = 120.0
"""Seconds after a click for which its user counts as looking at the panel."""
RETRY_SECONDS = 5.0
"""The shortest time in seconds until a push is tried again after a temporary failure."""
CARD_SECONDS = 1.2
"""The shortest time in seconds between two cards that appear in a panel, unless it is its user's turn."""


class State(NamedTuple):
    """The facts about a game that a panel displays: the panel must be edited when one of them changes."""

    decision: int
    """The number of moves that the seat has made."""
    asked: bool
    round: int
    over: bool
    tricks: int = 0
    """The number of finished tricks of the round; 0 while a lookup is displayed."""
    cards: int = 0
    """The number of moves that a waiting user has seen one by one; 0 in panels that do not show single moves."""
    link: str | None = None
    """The address of the next round's table message, or of the current round's if the panel needs a link to it."""
    votes: tuple[int, int] = (0, 0)
    """The numbers of votes for a rematch and of people who can vote, once the game is over."""
    next_id: int | None = None
    """The number of the rematch's table."""
    opening: bool = False
    """Whether the round is in its first phase, such as a draft; False while a lookup is displayed."""
    sealed: bool = False
    """Whether the game is over, but other tables of a league night still play its deals."""


@dataclass(slots=True)
class Panel:
    """A user's open panel: the last click that asked for it, and the state that it displays."""

    asker: Asker
    clicked: float
    asked: Asked
    round: int
    """The round that the user is in; when it ends, its result is displayed until they continue."""
    displayed_state: State | None = None
    """The displayed state; None if unknown."""
    card_by_card: bool = False
    """True if other players' cards appear one after another while the user waits."""
    displayed_game: Game | None = None
    """The displayed position."""
    written: float = 0.0
    """The loop time at which the panel was last written."""
    coached: Coached = field(default_factory=Coached)
    result: PersonalResult | None = None
    """The user's personal result; None while the game runs, and if the result could not be read."""
    covered: bool = False
    """Whether a new round's table message was posted below the panel, which is to be sent anew below it."""
    left_above: bool = False
    """Whether the panel stays above such a message, where its user does not see it."""
    stays: bool = False
    """True if the panel could not be sent anew. It then stays where it is until the next click or table message."""
    replaces: int = 0
    """The earlier private message that this panel has replaced; 0 if there is none."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set unless the panel is being sent anew in place of its earlier message."""
    expiry: asyncio.TimerHandle | None = None
    """The timer that forgets the panel."""

    def __post_init__(self) -> None:
        self.arrived.set()

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Mark the panel, during the context, as being sent in a new message that replaces the earlier one."""
        self.replaces = self.asker.panel_id
        self.arrived.clear()
        try:
            yield
        finally:
            if self.asker.panel_id == self.replaces:  # the new message could not be sent
                self.replaces, self.stays = 0, True
            self.arrived.set()


class Panels:
    """The open panels by table and user."""

    def __init__(
        self,
        services: Services,
        emojis: EmojiSet,
        write_overlap: WriteOverlap,
        table_messages: TableMessages,
        schedule: Callable[[int], None],
        on_push_failed: Callable[[int], None],
    ) -> None:
        """Create an empty cache.

        `schedule` makes `refresh` run for a table id. `on_push_failed` is called with a table id when one of
        the table's panels can no longer be updated; its user may then have to be mentioned instead.
        """
        self._services = services
        self._emojis = emojis
        self._write_overlap = write_overlap
        self._table_messages = table_messages
        self._schedule = schedule
        self._on_push_failed = on_push_failed
        self._open: dict[int, dict[int, Panel]] = {}
        """The panels by table and user."""

    @contextmanager
    def writing(self, table_id: int, user: int) -> Iterator[None]:
        """Mark a panel as being written during the context; enter the context before the move is made.

        At the end, even after an error, a refresh of the panel is scheduled, because nothing was pushed meanwhile.
        """
        try:
            with self._write_overlap.writing((table_id, user)) as write:
                yield
        finally:
            panel = self._panel(table_id, user)
            if panel is not None and not write.alone:
                panel.displayed_state = None
            if panel is not None and write.last:
                self._schedule(table_id)

    async def answer(self, asker: Asker, table_id: int, asked: Asked, *, anew: bool = False) -> None:
        """Answer with the asker's hand: in the panel that they clicked, else in a new panel.

        If a round has ended since their hand was last displayed, the round's result is displayed first. `anew` skips
        the result and displays the hand in a new panel.

        Raises:
            Refusal: the asker has no seat at the table, or nothing has been dealt.
        """
        user = asker.user_id
        table = await self._services.tables.get(table_id)
        _seated(table, user)
        beginner = await self._services.people.is_beginner(user, table)
        mine, coached = await self._services.settings.person_and_coached(user)
        asked = replace(asked, hints=beginner and mine.hints == "on", hints_hidden=beginner and mine.hints == "off")
        asked = replace(asked, plain=mine.plain == "on")
        await self._table_messages.load(table_id)
        table = await self._services.tables.get(table_id)  # everything on the page comes from this read
        game, before = _seated(table, user)[0], self._panel(table_id, user)
        panel = Panel(asker, now(), asked, game.round if anew or before is None else before.round)
        panel.card_by_card = mine.cards == "on" and not asked.plain
        panel.coached = Coached() if before is None else before.coached
        panel.coached.beginner, panel.coached.shown = beginner, coached if mine.coaching == "on" else None
        panel.result = await self._personal_result(table, user)
        await self._answer(table, panel, below=before is not None and before.round < panel.round)

    async def _answer(self, table: Table, panel: Panel, *, below: bool = False) -> None:
        """Send a user their panel, and remember it as their only open one.

        With `below`, or if the clicked panel may have left the screen, the user gets a new panel below all messages.
        """
        asker, clicked, user = panel.asker, panel.asker.panel_id, panel.asker.user_id
        before = self._panel(table.id, user)
        if before is not None and clicked and before.replaces == clicked:  # the clicked panel has just been replaced
            await before.arrived.wait()
            below = below or before.replaces == clicked
            before = self._panel(table.id, user)
        page, state = self._page(table, panel), self._state(table, panel)
        self._remember(table.id, user, panel)
        try:
            if clicked and (below or self._table_messages.has_scrolled_away(asker.channel_id, clicked, asker.newest)):
                with panel.moving():
                    await asker.answer_below(page)
            else:
                await asker.answer(page)
        except BaseException:
            if before is not None and self._panel(table.id, user) is panel:  # the new panel may not have been sent
                before.displayed_state = None
                self._remember(table.id, user, before)
            self._forget(table.id, user, panel)
            raise
        panel.displayed_state, panel.displayed_game, panel.written = state, table.game, now()
        if asker.panel_id != clicked:
            await self._delete_superseded(table.id, panel)
        if before is not None and before.asker.panel_id not in {0, clicked, asker.panel_id}:
            await before.asker.delete_panel()

    async def _delete_superseded(self, table_id: int, panel: Panel) -> None:
        """Delete a panel that was sent just now if its user has opened another one meanwhile."""
        newer = self._panel(table_id, panel.asker.user_id)
        if newer is not None and newer is not panel and newer.asker.panel_id != panel.asker.panel_id:
            await panel.asker.delete_panel()

    async def answer_outdated(self, asker: Asker, table_id: int) -> bool:
        """Answer a click in an outdated panel with a notice; return whether the panel was outdated.

        A panel is outdated if the bot remembers a later panel of the same user at the same table. A panel that is being
        deleted because the later one replaces it is an exception: the user clicked before it vanished, so the click
        counts.
        """
        panel = self._panel(table_id, asker.user_id)
        if panel is None or 0 in (panel.asker.panel_id, asker.panel_id):
            return False
        moving = panel.replaces == asker.panel_id and not panel.arrived.is_set()
        if moving or asker.panel_id in {panel.asker.panel_id, panel.asker.deleted_id}:
            return False
        table = await self._services.tables.get(table_id)
        game, _ = _seated(table, asker.user_id)
        tr = self._tr(table, asker)
        await asker.answer(leading(left_page(table, tr), self._table_messages.link(table_id, game.round), tr))
        return True

    def shows_cards(self, table_id: int) -> bool:
        """Return whether a panel of the table shows other players' cards one by one, as they are played."""
        return any(panel.card_by_card for panel in self._open.get(table_id, {}).values())

    def has_open(self, table_id: int) -> bool:
        """Return whether a panel of the table is open."""
        return table_id in self._open

    def seconds_watched(self, table_id: int, user: int) -> float:
        """Return for how many more seconds a user counts as looking at their panel and needs no mention."""
        panel = self._panel(table_id, user)
        return max(0.0, panel.clicked + FRESH_SECONDS - now()) if panel and not panel.left_above else 0.0

    def mark_covered(self, table_id: int) -> None:
        """Note that a new round's table message covers the panels, which `refresh` sends anew below it.

        A user whose panel cannot be sent anew does not count as looking at it until their next click.
        """
        for panel in self._open.get(table_id, {}).values():
            panel.covered, panel.stays = True, False
            panel.left_above = not panel.asker.panel_id  # without a known id it cannot be sent anew, and stays above

    async def refresh(self, table_id: int) -> float | None:
        """Push changes into the open panels of a table; return the seconds until the next push, or None if none is due.

        Changes are, for instance, the user's turn, another finished trick, or the end of a round: `State` has them all.
        A panel that a table message covers is sent anew below this message.
        """
        if table_id not in self._open:
            return None
        table = await self._services.tables.get(table_id)
        pushes = (self._refresh(table, user) for user in list(self._open.get(table_id, ())))
        waits = []
        for outcome in await asyncio.gather(*pushes, return_exceptions=True):
            if isinstance(outcome, BaseException):  # raise it only after all pushes have ended
                raise outcome
            if outcome is not None:
                waits.append(outcome)
        return min(waits, default=None)

    async def _refresh(self, table: Table, user: int) -> float | None:
        panel = self._panel(table.id, user)
        if panel is None or self._write_overlap.busy((table.id, user)):
            return None  # the running write schedules a refresh at its end
        if (gone := self._closing_page(table, panel)) is not None:
            await panel.asker.push(gone)
            self._forget(table.id, user, panel)
            return None
        state = self._state(table, panel)
        covered = not panel.stays and self._table_messages.is_covered(panel.asker.channel_id, panel.asker.panel_id)
        quiet = panel.asked.plain and state.asked  # a screen reader loses its place in a message that changes
        if panel.displayed_state == state and (quiet or not covered):
            self._note_place(table.id, panel, covered=covered, moved=False)
            return None
        if panel.result is None:
            panel.result = await self._personal_result(table, user)
            if self._panel(table.id, user) is not panel or self._write_overlap.busy((table.id, user)):
                return None  # the user has clicked meanwhile, and the answer to that click schedules a refresh
        return await self._write_change(table, user, panel, state, covered=covered)

    async def _write_change(
        self, table: Table, user: int, panel: Panel, state: State, *, covered: bool
    ) -> float | None:
        """Push the present table into a panel, or the next card that its waiting user has not seen.

        Return the seconds until the next push, or None, as `refresh` does.

        Args:
            table: the present table.
            user: the panel's user.
            panel: the panel.
            state: the panel's state at the present table.
            covered: whether a message covers the panel, so that the panel is sent anew.
        """
        latest = required_game(table)
        if (next_card := self._after_next_card(table, panel)) is not None:
            if not covered and (wait := panel.written + CARD_SECONDS - now()) > 0:
                return wait
            table = next_card
        panel.asked = _still_asked(table, panel, state)
        page, state = self._page(table, panel), self._state(table, panel)
        with self.writing(table.id, user):
            outcome = await self._push(panel, page, below=covered)
            panel.displayed_state, panel.displayed_game, panel.written = state, table.game, now()
        self._note_place(table.id, panel, covered=covered, moved=not panel.stays)
        if covered:
            await self._delete_superseded(table.id, panel)
        again: float | None = CARD_SECONDS if len(required_game(table).history) < len(latest.history) else None
        if isinstance(outcome, Later):
            panel.displayed_state = None
            again = max(outcome.seconds, RETRY_SECONDS)
        elif not isinstance(outcome, Done) or self._is_final(table):
            log.debug("a panel of table %s is let go: %s", table.id, outcome)
            self._forget(table.id, user, panel)
            self._on_push_failed(table.id)
        return again

    def _note_place(self, table_id: int, panel: Panel, *, covered: bool, moved: bool) -> None:
        """Note whether a panel was sent anew below a message that covered it.

        If a panel stays above a new round's table message, its user may have to be mentioned.
        """
        if covered and moved:
            panel.covered = panel.left_above = False
        elif panel.covered and not moved and (covered or panel.stays):
            panel.covered, panel.left_above = False, True
            self._on_push_failed(table_id)

    def _after_next_card(self, table: Table, panel: Panel) -> Table | None:
        """Return the table after the next card that a waiting user has not seen.

        Return None if the panel must show the present table at once. This is so if it is the user's turn, if the game
        is over, or if the panel does not show cards one by one.
        """
        if not panel.card_by_card or panel.displayed_game is None or panel.displayed_state is None:
            return None
        game, seat = _seated(table, panel.asker.user_id)
        if panel.asked.looking is not None or seat in game.to_act or game.over:
            return None
        position = panel.displayed_game.copy()
        for who, move in game.history[len(position.history) :]:
            position.play(who, move)
            earlier = replace(table, game=position)
            if seat not in position.to_act and self._state(earlier, panel) != panel.displayed_state:
                return earlier
        return None

    async def _push(self, panel: Panel, page: Page, *, below: bool) -> Outcome:
        if not below:
            return await panel.asker.push(page)
        with panel.moving():
            return await panel.asker.push_below(page)

    def _is_final(self, table: Table) -> bool:
        """Return whether nothing will change any more in the panels of a table."""
        return table.next_id is not None

    def _closing_page(self, table: Table, panel: Panel) -> Page | None:
        """Return the last page of a panel whose user has left or whose game is gone; otherwise None."""
        user = panel.asker.user_id
        if table.seat_of(user) is not None and table.game is not None:
            return None
        return gone_page(table, user, self._tr(table, panel.asker))

    def _page(self, table: Table, panel: Panel) -> Page:
        game, seat = _seated(table, panel.asker.user_id)
        tr = self._tr(table, panel.asker)
        asked, link = panel.asked, self._table_messages.link(table.id, game.round)
        if _has_ended(game, panel):
            return leading(round_page(table, game, seat, tr, asked.note, plain=asked.plain), link, tr)
        rule = panel.coached.choose(self._services.coaching, table, panel.asker.user_id, asked)
        asked = replace(asked, coaching=rule)
        return leading(hand_page(table, game, seat, tr, asked, panel.result or PersonalResult()), link, tr)

    async def _personal_result(self, table: Table, user: int) -> PersonalResult | None:
        """Return the user's personal result of a finished game; None if it cannot be read."""
        if table.state != "over":
            return None
        try:
            return await self._services.personal_results.of(table, user)
        except StoreError as error:
            log.warning("the result of table %s could not be read: %s", table.id, error)
            return None

    def _state(self, table: Table, panel: Panel) -> State:
        game, seat = _seated(table, panel.asker.user_id)
        if _has_ended(game, panel):  # the result stays until the user continues
            link = self._table_messages.link(table.id, game.round)
            return State(0, asked=False, round=game.round, over=game.over, link=link)
        sealed = game.over and table.sealed
        if panel.asked.plain:  # one edit when a turn begins, and one at the end of a round or the game
            votes = table.vote_count() if game.over else (0, 0)
            return State(
                game.moves_made(seat),
                seat in game.to_act,
                game.round,
                game.over,
                votes=votes,
                next_id=table.next_id,
                sealed=sealed,
            )
        tricks = 0 if panel.asked.looking is not None else sum(trick[2] is not None for trick in game.tricks())
        link = self._table_messages.needed_link(table.id, game.round, panel.asker.channel_id)
        waits = panel.card_by_card and panel.asked.looking is None and seat not in game.to_act
        return State(
            game.moves_made(seat),
            seat in game.to_act,
            game.round,
            game.over,
            tricks,
            _visible_moves(game) if waits else 0,
            link,
            table.vote_count() if game.over else (0, 0),
            table.next_id,
            panel.asked.looking is None and game.phase is next(iter(game.phases.values())),
            sealed,
        )

    def _tr(self, table: Table, asker: Asker) -> Translation:
        return table_translation(table, asker.locale, self._emojis)

    def _panel(self, table_id: int, user: int) -> Panel | None:
        return self._open.get(table_id, {}).get(user)

    def _remember(self, table_id: int, user: int, panel: Panel) -> None:
        """Remember a panel in place of the earlier one, until its token expires."""
        before = self._panel(table_id, user)
        if before is not None:
            self._forget(table_id, user, before)
        self._open.setdefault(table_id, {})[user] = panel
        left = panel.clicked + TOKEN_SECONDS - now()
        panel.expiry = asyncio.get_running_loop().call_later(left, self._forget, table_id, user, panel)

    def _forget(self, table_id: int, user: int, panel: Panel) -> None:
        """Forget a panel, unless its user has opened a new one."""
        if panel.expiry is not None:
            panel.expiry.cancel()
        if self._panel(table_id, user) is panel:
            del self._open[table_id][user]
            if not self._open[table_id]:
                del self._open[table_id]


def _visible_moves(game: Game) -> int:
    """Return the number of cards in the tricks of the round; in a game without tricks, the number of all moves."""
    return sum(len(plays) for _, plays, _ in game.tricks()) if has_tricks(type(game)) else len(game.history)


def _seated(table: Table, user_id: int) -> tuple[Game, int]:
    return required_game(table), required_seat(table, user_id)


def _has_ended(game: Game, panel: Panel) -> bool:
    """Return whether the round of a panel's user has ended and they have not continued to the next one."""
    return panel.round < game.round and panel.asked.looking is None


def _still_asked(table: Table, panel: Panel, state: State) -> Asked:
    """Return the user's choices and settings that a push into the panel keeps.

    - If only the link to the table message has changed, everything stays.
    - After any other change only the settings stay: the hand replaces a chosen path or a lookup.
    - If the displayed state is unknown, the note is removed. A lookup stays, and so does a path if `_leads_on`.

    The settings that stay are those loaded with the click; they are not loaded again.
    """
    if panel.displayed_state is not None:
        only_way = panel.displayed_state._replace(link=state.link) == state
        return panel.asked if only_way else _without_choices(panel.asked)
    return replace(panel.asked, note=None, path=panel.asked.path if _leads_on(table, panel) else ())


def _without_choices(asked: Asked) -> Asked:
    """Return a copy of `asked` with the settings that were loaded at the click, but without choices on the panel."""
    return Asked(hints=asked.hints, hints_hidden=asked.hints_hidden, plain=asked.plain)


def _leads_on(table: Table, panel: Panel) -> bool:
    """Return whether the chosen path of a panel still leads to further choices or to a confirmation."""
    path = panel.asked.path
    if not path:
        return False
    game, seat = _seated(table, panel.asker.user_id)
    if game.choices(seat, path):
        return True
    return seat in game.to_act and game.warning(seat, path[-1]) is not None
