"""The reconciler: makes the messages on Discord equal the desired ones, after restarts, kills and deletions alike.

Each run starts from a table's id and reads its snapshot and its message records anew. A message is recorded with a
nonce before it is sent, so an interrupted post is completed and not duplicated. Superfluous messages are retired in the
records and deleted as soon as possible.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from host.refusals import Refusal
from host.services import Services
from host.tables.message_records import Post
from host.tables.table import OPEN, Table
from show import desired
from show.desired import LOBBY, ROUND, THREAD, TURN, Look, Wanted
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Port, Refused, StaleToken
from show.messages.blocked_posts import BlockedPosts
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.lost_post_search import LostPostSearch
from show.messages.table_messages import TableMessages
from show.messages.threads import NOWHERE, Threads
from show.messages.write_overlap import Write, WriteOverlap
from show.observed import Observed, found
from show.pages.lobby import lobby_page
from show.panels.open_panels import Panels
from show.text.addressing import message_link, spoken
from show.text.emojis import EmojiSet
from show.text.page import Page, page

log = logging.getLogger(__name__)

AT_ONCE = 0.0
ANSWER_SECONDS = 0.3
"""Seconds for which a click's answer may edit the lobby before the reconciler looks at it again."""

Left = Later | float | None
"""The remaining work: see `show.messages.work_queue.Work`."""


class Moved(Exception):  # noqa: N818  not an error: begin anew
    """The table has moved to another channel, or has lost it."""


class Reconciler:
    """The only writer of public messages."""

    def __init__(
        self,
        services: Services,
        port: Port,
        signs: EmojiSet,
        panels: Panels,
        writers: WriteOverlap,
        table_messages: TableMessages,
        pace: EditRateLimit,
    ) -> None:
        self._services = services
        self._records = services.message_records
        self._settings = services.settings
        self._port = port
        self._threads = Threads(services.message_records, port)
        self._search = LostPostSearch(services, port)
        self._signs = signs
        self._panels = panels
        self._writers = writers
        self._table_messages = table_messages
        self.again: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when `public` must look at it again."""
        self.shown: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when a round's message has been posted: now people can be called to it."""
        self._leaving = asyncio.Lock()
        self._pace = pace
        self._blocked_posts = BlockedPosts()

    # --- Work of the queues

    async def public(self, table_id: int) -> Left:
        """Reconcile all messages of a table except turn messages."""
        table = self._services.tables.cached(table_id)
        if table is not None and table.state == "lobby" and self._writers.busy((table_id, LOBBY)):
            return ANSWER_SECONDS  # the answer to a click shows the current lobby
        try:
            with self._writers.writing((table_id, LOBBY)) as write:
                place = await self._place(table_id)
                if place is None:
                    return None
                if (left_first := await self._announced(place)) is not None:
                    return left_first
                if (later := await self._threads.opened(place, await self._look(place))) is not None:
                    return later
                lobby, *others = desired.posts(place.table, place.slots, await self._look(place))
                left = [await self._kept(place, lobby)]
            self._overlapped(place, write)
            left += [await self._kept(place, wanted) for wanted in others]
        except Moved:
            return AT_ONCE
        slots = {THREAD, LOBBY, *(wanted.slot for wanted in others)}
        awaited = [one.slot for one in (lobby, *others) if one.page is not None and not place.stands(one.slot)]
        kept = {post.slot for slot in awaited for post in place.retired(slot)}
        surplus = [slot for slot in place.standing if slot not in slots | kept and not slot.startswith(TURN)]
        left += [await self._taken_away(place, slot) for slot in surplus]
        return _soonest([*left, await self._threads.rested(place)])

    async def _announced(self, place: Observed) -> Left:
        """Post the first message in the thread of a game that had no lobby."""
        post = place.standing.get(LOBBY)
        if place.table.origin is None or place.table.game is None or THREAD in place.standing or place.stands(LOBBY):
            return None
        wanted = desired.lobby(place.table, await self._look(place))
        left = None if self._left_alone(place, wanted) else await self._posted(place, wanted, post)
        return None if self._blocked_posts.refuses(place.table.id, LOBBY) else left  # played in the channel then

    async def turns(self, table_id: int) -> Left:
        """Mention each player who must decide once, and delete the mentions of those who have decided."""
        place = await self._place(table_id)
        if place is None:
            return None
        unshown = place.board is None and self._may_not_stand(place)
        link = place.board.link if place.board else ""
        quiet = {
            user for user, _ in place.table.pending_decisions() if (await self._settings.person(user)).quiet == "on"
        }
        turns = list(desired.turns(place.table, await self._look(place), link, place.standing, quiet))
        slots = {wanted.slot for wanted in turns}
        surplus = [slot for slot in place.standing if slot.startswith(TURN) and slot not in slots]
        left = [await self._taken_away(place, slot) for slot in surplus]
        if place.board is None and not unshown:
            return _soonest(left)  # nobody is mentioned before the table message exists
        try:
            for wanted in turns:
                post = place.standing.get(wanted.slot)
                if post is None and not desired.may_wait(wanted.slot):
                    await self.check_message(table_id)  # a reminder links to the message
                if post is None or post.message_id is None:
                    wait = self._watched(place, wanted, post) or self._left_alone(place, wanted)
                    left.append(wait or await self._posted(place, wanted, post))
                elif wanted.page is not None and post.fingerprint != wanted.fingerprint:
                    left.append(await self._pointed(place, wanted, post, wanted.page()))
        except Moved:
            return AT_ONCE
        return _soonest(left)

    def _watched(self, place: Observed, wanted: Wanted, post: Post | None) -> float:
        """Return for how many seconds a turn message may wait, because its player looks at their hand."""
        if post is not None or not desired.may_wait(wanted.slot):
            return 0.0
        return self._panels.watched(place.table.id, desired.person_called(wanted.slot))

    def _may_not_stand(self, place: Observed) -> bool:
        """Return whether Discord refuses the table message of the current round: mentions are then sent without it."""
        game = place.table.game
        return game is not None and self._blocked_posts.refuses(place.table.id, f"{ROUND}{game.round}")

    # --- Clicks and events

    async def answer_lobby(self, table_id: int, message_id: int, repaint: Callable[[Page], Awaitable[None]]) -> None:
        """Answer a click on a lobby's message: `repaint` edits it to the current lobby."""
        with self._writers.writing((table_id, LOBBY)) as write:
            place = await self._found(table_id)
            look, post = await self._look(place), place.standing.get(LOBBY)
            if post is not None:
                self._records.note_fingerprint(post, None, place.table)
            try:
                await repaint(lobby_page(place.table, look.tr(place.table), look.entrance))
            except BaseException:
                self.again(table_id)  # the failed edit may have taken effect
                raise
        if post is not None and post.message_id == message_id:
            self._records.note_fingerprint(post, desired.lobby(place.table, look).fingerprint, place.table)
        self._overlapped(place, write)

    async def shown_lobby(self, table_id: int, message_id: int, shown: Page) -> None:
        """Record the answer to a command as the message of a lobby."""
        table = await self._services.tables.get(table_id)
        post = await self._records.adopt(table_id, LOBBY, table.channel_id, message_id)
        place = await self._found(table_id)
        look = await self._look(place)
        if shown == lobby_page(place.table, look.tr(place.table), place.entrance):  # otherwise the reconciler edits it
            self._records.note_fingerprint(post, desired.lobby(place.table, look).fingerprint, place.table)
        self.again(table_id)

    async def clicked(self, table_id: int, channel_id: int, message_id: int, *, lobby: bool = False) -> None:
        """Record a clicked public message of a table if it is unknown.

        If no lobby message is recorded, one that shows the `lobby` becomes it: the bot stopped after sending it, or the
        answer was lost. Any other unknown message is superfluous and is deleted.
        """
        place = await self._found(table_id)
        posts = place.standing.values()
        if any(post.message_id in {message_id, None} and post.channel_id == channel_id for post in posts):
            return  # it may be the post that was interrupted
        is_it = lobby and channel_id == place.table.channel_id and LOBBY not in place.slots
        await self._records.adopt(table_id, LOBBY if is_it else f"stray:{message_id}", channel_id, message_id)
        self.again(table_id)

    async def doubt(self, table_id: int) -> None:
        """Distrust the records of a table's messages, because something happened to them."""
        self._blocked_posts.find(table_id)
        self._blocked_posts.allow_table(table_id)
        place = await self._found(table_id)
        for post in place.standing.values():
            self._records.note_fingerprint(post, None, place.table)

    async def check_message(self, table_id: int) -> None:
        """Edit the newest message of a table again; if it was deleted the edit fails, and it is posted again."""
        place = await self._found(table_id)
        slot = desired.newest_round(filter(place.stands, place.standing)) or LOBBY
        if place.stands(slot):
            self._records.note_fingerprint(place.standing[slot], None, place.table)
            self.again(table_id)

    def forgiven(self, guild_id: int) -> set[int]:
        """Forget all refusals on a server; return the affected tables."""
        return self._blocked_posts.allow_on(guild_id)

    # --- Locations

    async def home(self, table_id: int) -> int:
        """Return the thread or channel of a table."""
        return (await self._found(table_id)).home

    async def entrance(self, table_id: int) -> int | None:
        """Return the thread or channel of a table if it is public; None for a private thread."""
        return (await self._found(table_id)).entrance

    def hindered(self, table: Table) -> bool:
        """Return whether messages of a table are out of date because Discord refuses them."""
        on_server = self._port.on_server(table.guild_id)
        return not on_server or self._blocked_posts.of(table.id)

    async def url(self, table_id: int, user_id: int) -> str | None:
        """Return the address of the newest message of a table that a user can see; None without a channel."""
        if self._blocked_posts.is_lost(table_id):
            return None
        place = await self._found(table_id)
        post, where = place.seen(user_id), place.entrance or place.table.channel_id
        channel, message = (post.channel_id, post.message_id) if post else (where, None)
        return message_link(place.table.guild_id, channel, message)

    async def _look(self, place: Observed) -> Look:
        guild_id = place.table.guild_id
        server = await self._settings.server(guild_id)
        return Look(spoken(server.language, self._port.locale(guild_id)), self._signs, place.entrance, server)

    async def _place(self, table_id: int) -> Observed | None:
        """Return the observed messages of a table; None if there is nothing to display or no channel for it."""
        try:
            place = await self._found(table_id)
        except Refusal:
            return None
        guild_id = place.table.guild_id
        if not (self._services.tables.ours(guild_id) and self._port.on_server(guild_id)):
            return None
        if self._blocked_posts.is_lost(table_id):
            return None
        self._note_board(place)
        return place

    async def _found(self, table_id: int) -> Observed:
        return await found(self._services, table_id)

    async def _leave(self, place: Observed, channel_id: int, why: Gone | Forbidden | Refused) -> Left:
        """Leave a channel or thread: a thread's game moves into the channel, a channel's game loses its messages."""
        async with self._leaving:  # both queues may notice the loss; the second one sees the result of the first
            await self._left(await self._found(place.table.id), channel_id, why)
        raise Moved

    async def _left(self, place: Observed, channel_id: int, why: Gone | Forbidden | Refused) -> None:
        table = place.table
        self._blocked_posts.allow_table(table.id)  # another channel may accept them
        if channel_id == table.channel_id:
            log.info("table %s has lost its channel", table.id)
            await self._records.remove(*place.standing.values())
            if table.state == "lobby":
                await self._services.lobby.close_lost(table.id)
            self._blocked_posts.lose(table.id, table.guild_id)
            self._table_messages.over(table.id)
            return
        if channel_id == place.home:
            log.info("table %s goes on without its thread: %s", table.id, why)
            await self._records.confirm(place.standing[THREAD], table.channel_id, NOWHERE)
        if isinstance(why, Gone):
            gone = [post for post in place.standing.values() if post.channel_id == channel_id and post.slot != THREAD]
            await self._records.remove(*gone)
            self.shown(table.id)  # mentions that were lost are sent again

    # --- Single messages

    async def _kept(self, place: Observed, wanted: Wanted) -> Left:
        """Reconcile one message."""
        post = place.standing.get(wanted.slot)
        if wait := self._left_alone(place, wanted):
            return _while_open(place, wait)
        if post is None:
            made = wanted.make == "always" or place.retired(wanted.slot)
            return await self._posted(place, wanted) if made else None
        elsewhere = post.channel_id != place.channel(wanted.slot) or self._table_messages.far(post.message_id or 0)
        if elsewhere and wanted.make != "never":
            return await self._replaced(place, wanted)
        if post.message_id is None:
            posting = wanted.page is not None
            return await (self._posted(place, wanted, post) if posting else self._taken_away(place, wanted.slot))
        if post.fingerprint != wanted.fingerprint:
            if wanted.page is not None and not wanted.fixed:
                return await self._edited(place, wanted, post, wanted.page)
            self._records.note_fingerprint(post, wanted.fingerprint, place.table)
        return None

    async def _edited(self, place: Observed, wanted: Wanted, post: Post, shown: Callable[[], Page]) -> Left:
        if wait := self._pace.wait(post.channel_id, post.message_id or 0):
            return wait
        self._records.note_fingerprint(post, None, place.table)
        with self._pace.editing(post.channel_id, post.message_id or 0):
            outcome = await self._port.edit(post.channel_id, post.message_id or 0, shown())
        if isinstance(outcome, Done):
            self._blocked_posts.allow(place.table.id, wanted.slot)
            self._records.note_fingerprint(post, wanted.fingerprint, place.table)
            return None
        if isinstance(outcome, StaleToken):
            return await self._replaced(place, wanted)
        if outcome != Gone():
            return await self._failed(place, post, outcome, wanted.fingerprint)
        if wanted.make != "never":
            return await self._replaced(place, wanted)
        await self._records.remove(place.standing.pop(wanted.slot))
        return AT_ONCE  # the desired messages may depend on the existing ones

    async def _pointed(self, place: Observed, wanted: Wanted, post: Post, shown: Page) -> Left:
        """Update the link in a mention; a failure never mentions the player again."""
        if wait := self._left_alone(place, wanted) or self._pace.wait(post.channel_id, post.message_id or 0):
            return wait
        with self._pace.editing(post.channel_id, post.message_id or 0):
            outcome = await self._port.edit(post.channel_id, post.message_id or 0, shown)
        failed = isinstance(outcome, Later | Forbidden | Refused)
        self._records.note_fingerprint(post, None if failed else wanted.fingerprint, place.table)
        if isinstance(outcome, Forbidden | Refused):
            self._refuse(place, wanted.slot, outcome, wanted.fingerprint)
        return outcome if isinstance(outcome, Later) else None

    async def _replaced(self, place: Observed, wanted: Wanted) -> Left:
        """Post a new message in place of one that is gone, cannot be edited, or is elsewhere or far up."""
        retired = await self._records.retire(place.standing.pop(wanted.slot))
        place.standing[retired.slot] = retired
        return await self._posted(place, wanted)

    async def _posted(self, place: Observed, wanted: Wanted, pending: Post | None = None) -> Left:
        """Post a message, or complete an interrupted post, which may have been sent with the page of that time."""
        if wanted.page is None:
            return None
        post = pending or await self._records.write_ahead(place.table.id, wanted.slot, place.channel(wanted.slot))
        if wait := self._search.wait(post):
            return wait
        outcome = await self._search.sent(post, wanted.page())
        if outcome == Gone():
            await self._records.remove(post)
            return AT_ONCE  # whether it is still wanted depends on the existing messages
        if not isinstance(outcome, Done):
            if isinstance(outcome, Forbidden | Refused) and pending is None:
                await self._records.remove(post)  # otherwise it may have been sent
            return await self._unposted(place, wanted, post, outcome)
        self._blocked_posts.allow(place.table.id, wanted.slot)
        post = place.standing[wanted.slot] = await self._records.confirm(post, post.channel_id, outcome.id)
        self._table_messages.posted(post.channel_id, outcome.id)
        if wanted.slot.startswith(ROUND):
            self._posted_round(place, wanted)
        if pending is not None:
            return AT_ONCE if wanted.slot.startswith(TURN) else await self._kept(place, wanted)
        self._records.note_fingerprint(post, wanted.fingerprint, place.table)
        return None

    async def _unposted(self, place: Observed, wanted: Wanted, post: Post, outcome: Outcome) -> Left:
        """Handle a failed post; if it is a refused table message, players are mentioned all the same."""
        if not wanted.slot.startswith(ROUND):
            return await self._failed(place, post, outcome, wanted.fingerprint)
        left = await self._failed(place, post, outcome, wanted.fingerprint, leaves=True)
        self.shown(place.table.id)
        return left

    def _posted_round(self, place: Observed, wanted: Wanted) -> None:
        """Note a posted table message, so that players can be mentioned with a link to it."""
        self._note_board(place)
        if wanted.slot != f"{ROUND}1" and not place.retired(wanted.slot):
            self._panels.cover(place.table.id)
        self._panels.poke(place.table.id)  # panels link to the message
        self.shown(place.table.id)

    def _note_board(self, place: Observed) -> None:
        if place.table.state != "playing":
            self._table_messages.over(place.table.id)
        elif place.board is not None:
            self._table_messages.stands(place.table.id, place.board)

    async def _taken_away(self, place: Observed, slot: str) -> Left:
        """Delete a superfluous message; a post that may have been sent is searched for first."""
        post = place.standing[slot]
        if self._blocked_posts.wait(place.table.id, slot):
            return None
        outcome: Outcome = Done(post.message_id or 0)
        if post.message_id is None:
            if wait := self._search.wait(post):
                return wait
            outcome = await self._search.sent(post, page("…"))
        if isinstance(outcome, Done):
            outcome = await self._port.delete(post.channel_id, outcome.id)
        if isinstance(outcome, Done | Gone):
            self._blocked_posts.allow(place.table.id, slot)
            await self._records.remove(post)
        elif not isinstance(outcome, Later):
            self._refuse(place, slot, outcome)
        return outcome if isinstance(outcome, Later) else None

    async def _failed(
        self, place: Observed, post: Post, outcome: Outcome, fingerprint: str, *, leaves: bool = False
    ) -> Left:
        """Decide how a message that was not posted or edited continues: later, in the channel, or blocked.

        A table that may not write in its thread moves to the channel; with `leaves`, a refusal for any reason does the
        same. Every other refused message is blocked until something changes.
        """
        if isinstance(outcome, Later):
            return outcome
        is_home = post.channel_id == place.home != place.table.channel_id
        if isinstance(outcome, Gone) or (is_home and (leaves or isinstance(outcome, Forbidden))):
            why = outcome if isinstance(outcome, Gone | Forbidden) else Refused()
            return await self._leave(place, post.channel_id, why)
        self._refuse(place, post.slot, outcome, fingerprint)
        return _while_open(place, self._blocked_posts.wait(place.table.id, post.slot, fingerprint))

    def _left_alone(self, place: Observed, wanted: Wanted) -> float:
        """Return for how many seconds a message is left alone because Discord has refused it."""
        return self._blocked_posts.wait(place.table.id, wanted.slot, wanted.fingerprint)

    def _refuse(self, place: Observed, slot: str, outcome: Outcome, fingerprint: str | None = None) -> None:
        """Block a message until its server, or its page if Discord refused only that, changes."""
        why = outcome if isinstance(outcome, Forbidden) else Refused()
        log.info("%s of table %s is left as it is: %s", slot, place.table.id, why)
        self._blocked_posts.refuse(place.table.id, place.table.guild_id, slot, why, fingerprint)

    def _overlapped(self, place: Observed, write: Write) -> None:
        """After overlapping writes of a lobby, let the last writer schedule another edit, as the result is unknown."""
        if not write.alone and LOBBY in place.standing:
            self._records.note_fingerprint(place.standing[LOBBY], None, place.table)
        if not write.alone and write.last:
            self.again(place.table.id)


def _while_open(place: Observed, wait: float) -> Left:
    """Return when to look at a refused message again; None once the table is closed."""
    return wait if place.table.state in OPEN else None


def _soonest(left: Iterable[Left]) -> Left:
    """Return the earliest of the remaining work; failures are retried together."""
    every = [one for one in left if one is not None]
    failures = [one for one in every if isinstance(one, Later)]
    times = [one for one in every if not isinstance(one, Later)]
    if AT_ONCE in times:
        return AT_ONCE
    return max(failures, key=lambda one: one.seconds) if failures else min(times, default=None)
