"""The reconciler: makes the messages on Discord equal the desired ones, also after restarts, kills and deletions.

Each run starts from a table's id and reads its snapshot and its message records anew. A message is recorded with a
nonce before it is sent, so an interrupted post is completed and not duplicated. Superfluous messages are retired in the
records, and deleted as soon as possible.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress

from host.place import Place
from host.refusals import Overtaken, Refusal
from host.services import Services, StoreError
from host.tables.message_records import Post, table_owner
from host.tables.table import OPEN, Table
from show import desired
from show.channel_sight import ChannelSight
from show.desired import FIXED, INVITATION, LOBBY, PANEL, PROOF, ROUND, THREAD, TURN, WINNER, PageInputs, Wanted
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, OutOfReach, Port, Refused, StaleToken
from show.messages.blocked_posts import BlockedPosts
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.lost_post_search import LostPostSearch
from show.messages.table_messages import TableMessages
from show.messages.threads import NOWHERE, Threads
from show.messages.write_overlap import Write, WriteOverlap
from show.observed import Observed, observe
from show.obstacle import Obstacle
from show.pages.lobby import lobby_page
from show.panels.direct_panels import DirectPanels
from show.panels.open_panels import Panels
from show.schedule import Schedule
from show.text.emojis import EmojiSet
from show.text.page import Page, page
from show.text.seat_names import message_link, spoken

log = logging.getLogger(__name__)

AT_ONCE = 0.0
ANSWER_SECONDS = 0.3
"""Seconds for which a click's answer may edit the lobby before the reconciler looks at it again."""
PROMISE_SECONDS = 1.0
"""Seconds for which the answer to `/play` waits for the deal commitment, so that the lobby appears below it."""

Remaining = Later | float | None
"""The remaining work: see `show.messages.work_queue.Work`."""


class Moved(Exception):  # noqa: N818  a signal to begin anew, not an error
    """The table has moved to another channel, or has lost its channel."""


class Reconciler:
    """The only writer of public messages."""

    def __init__(
        self,
        services: Services,
        port: Port,
        emojis: EmojiSet,
        panels: Panels,
        write_overlap: WriteOverlap,
        table_messages: TableMessages,
        edit_rate_limit: EditRateLimit,
        search: LostPostSearch,
        schedule: Schedule,
        direct_panels: DirectPanels,
        channel_sight: ChannelSight,
    ) -> None:
        self._services = services
        self._records = services.message_records
        self._settings = services.settings
        self._port = port
        self._threads = Threads(services.message_records, port)
        self._search = search
        self._emojis = emojis
        self._panels = panels
        self._direct_panels = direct_panels
        self._channel_sight = channel_sight
        self._write_overlap = write_overlap
        self._table_messages = table_messages
        self._schedule = schedule
        self._abandoning = asyncio.Lock()
        self._posting: set[asyncio.Task[None]] = set()
        """Strong references to tasks that post deal commitments, because an event loop keeps only weak ones."""
        self._edit_rate_limit = edit_rate_limit
        self._blocked_posts = BlockedPosts()

    # --- Work of the queues

    async def reconcile_messages(self, table_id: int) -> Remaining:
        """Reconcile all messages of a table except turn messages."""
        table = self._services.tables.cached(table_id)
        if table is not None and table.state == "lobby" and self._write_overlap.busy((table_id, LOBBY)):
            return ANSWER_SECONDS  # the answer to a click will show the current lobby
        try:
            with self._write_overlap.writing((table_id, LOBBY)) as write:
                observed = await self._observe_displayable(table_id)
                if observed is None:
                    return None
                if observed.table.private:
                    return await self._reconcile_private(observed)
                if (later := await self._decide_game_channel(observed)) is not None:
                    return later
                inputs = await self._page_inputs(observed)
                lobby, *others = desired.posts(observed.table, observed.slots, inputs)
                remaining = [await self._reconcile(observed, lobby)]
                others += desired.invitations(observed.table, observed.lobby_link, observed.slots, inputs)
            self._resolve_overlap(observed, write)
            remaining += await self._reconcile_in_order(observed, others)
        except Moved:
            return AT_ONCE
        slots = {THREAD, LOBBY, *(wanted.slot for wanted in others)}
        awaited = [one.slot for one in (lobby, *others) if one.page is not None and not observed.exists(one.slot)]
        kept = {post.slot for slot in awaited for post in observed.retired(slot)}
        remaining.append(await self._delete_superfluous(observed, slots | kept))
        if observed.exists(WINNER) and observed.table_link != inputs.table_link:
            remaining.append(AT_ONCE)  # the winners' message links to the result, which has just been posted anew
        return _earliest([*remaining, await self._threads.update_archive_time(observed)])

    async def _decide_game_channel(self, observed: Observed) -> Remaining:
        """Decide where a started game is played; return None once that is decided.

        The lobby message of a league night's table is posted first, because its thread belongs to that message.
        """
        table, inputs = observed.table, await self._page_inputs(observed)
        unposted = table.night is not None and table.state == "playing" and not observed.exists(LOBBY)
        remaining = await self._reconcile(observed, desired.lobby(table, inputs)) if unposted else None
        return remaining if remaining is not None else await self._threads.decide_game_channel(observed, inputs)

    async def _reconcile_private(self, observed: Observed) -> Remaining:
        """Reconcile the messages of a private table: one message in direct messages, and none on a server."""
        direct = observed.table.place.is_direct
        return await (self._reconcile_panel(observed) if direct else self._withdraw(observed))

    async def _reconcile_panel(self, observed: Observed) -> Remaining:
        """Reconcile the only message of a table in direct messages."""
        table = observed.table
        if self._write_overlap.busy((table.id, PANEL)):
            return ANSWER_SECONDS  # the answer to a click will show the current hand
        with self._write_overlap.writing((table.id, PANEL)) as write:
            wanted = desired.direct(table, await self._direct_panels.page_inputs(table))
            post = observed.records.get(PANEL)
            if post is not None and post.message_id is not None and self._direct_panels.must_move(post.message_id):
                remaining = [await self._replace(observed, wanted)]
                self._direct_panels.note_moved(post.message_id)
            else:
                remaining = [await self._reconcile(observed, wanted)]
            self._direct_panels.note_post(table.id, observed.records.get(PANEL))
        if not write.alone and PANEL in observed.records:
            self._records.note_fingerprint(observed.records[PANEL], None, table)
            remaining.append(AT_ONCE if write.last else None)
        kept = {PANEL} if observed.exists(PANEL) else {PANEL, *(one.slot for one in observed.retired(PANEL))}
        remaining.append(await self._delete_superfluous(observed, kept))
        return _earliest(remaining)

    async def _withdraw(self, observed: Observed) -> Remaining:
        """Delete the messages that an earlier version of the bot posted for a private table, but keep its thread."""
        remaining = await self._delete_superfluous(observed, {THREAD})
        return _earliest([remaining, await self._threads.update_archive_time(observed)])

    async def _delete_superfluous(self, observed: Observed, kept: set[str]) -> Remaining:
        """Delete the messages of all slots, except mentions and the slots in `kept`."""
        superfluous = [slot for slot in observed.records if slot not in kept and not slot.startswith(TURN)]
        return _earliest([await self._delete(observed, slot) for slot in superfluous])

    async def reconcile_turns(self, table_id: int) -> Remaining:
        """Mention each player who must decide, once, and delete the mentions of players who have decided."""
        observed = await self._observe_displayable(table_id)
        if observed is None:
            return None
        link = observed.table_link
        quiet = {
            user for user, _ in observed.table.pending_decisions() if (await self._settings.person(user)).quiet == "on"
        }
        turns = list(desired.turns(observed.table, await self._page_inputs(observed), link, observed.records, quiet))
        slots = {wanted.slot for wanted in turns}
        superfluous = [slot for slot in observed.records if slot.startswith(TURN) and slot not in slots]
        remaining = [await self._delete(observed, slot) for slot in superfluous]
        if observed.table_message is None and not self._is_table_message_refused(observed):
            return _earliest(remaining)  # nobody is mentioned before the table message exists
        try:
            remaining += [await self._mention(observed, wanted) for wanted in turns]
        except Moved:
            return AT_ONCE
        return _earliest(remaining)

    async def _mention(self, observed: Observed, wanted: Wanted) -> Remaining:
        """Post or update the mention of a player who must decide."""
        post = observed.records.get(wanted.slot)
        if post is None and not desired.may_wait(wanted.slot):
            await self.check_message(observed.table.id)  # a reminder links to the table message, which must exist
        if post is None or post.message_id is None:
            wait = self._seconds_watched(observed, wanted, post) or self._seconds_blocked(observed, wanted)
            return wait or await self._post(observed, wanted, post)
        if wanted.page is not None and post.fingerprint != wanted.fingerprint:
            return await self._update_mention(observed, wanted, post, wanted.page())
        return None

    def _seconds_watched(self, observed: Observed, wanted: Wanted, post: Post | None) -> float:
        """Return for how many seconds a turn message may wait because its player is looking at the hand."""
        if post is not None or not desired.may_wait(wanted.slot):
            return 0.0
        return self._panels.seconds_watched(observed.table.id, desired.person_called(wanted.slot))

    def _is_table_message_refused(self, observed: Observed) -> bool:
        """Return whether Discord refuses the current round's table message; mentions are then sent without a link."""
        game = observed.table.game
        return game is not None and self._blocked_posts.is_refused(observed.table.id, f"{ROUND}{game.round}")

    # --- Clicks and events

    async def answer_lobby(self, table_id: int, message_id: int, repaint: Callable[[Page], Awaitable[None]]) -> None:
        """Answer a click on a lobby message: `repaint` edits the message so that it shows the current lobby."""
        with self._write_overlap.writing((table_id, LOBBY)) as write:
            observed = await self._observe(table_id)
            inputs, post = await self._page_inputs(observed), observed.records.get(LOBBY)
            if post is not None:
                self._records.note_fingerprint(post, None, observed.table)
            try:
                await repaint(lobby_page(observed.table, inputs.tr(observed.table), inputs.public_channel_id))
            except BaseException:
                self._schedule.messages(table_id)  # Discord may have applied the edit although the request failed
                raise
        if post is not None and post.message_id == message_id:
            self._records.note_fingerprint(post, desired.lobby(observed.table, inputs).fingerprint, observed.table)
        self._resolve_overlap(observed, write)

    async def post_promise(self, table_id: int) -> None:
        """Post the deal commitment of a new table before the lobby message, so that the lobby is at the channel's end.

        If this fails or takes long, the reconciler posts the commitment below the lobby.
        """
        posting = asyncio.create_task(self._post_promise(table_id), name="the promise of a new table")
        self._posting.add(posting)
        posting.add_done_callback(self._posting.discard)
        await asyncio.wait([posting], timeout=PROMISE_SECONDS)

    async def _post_promise(self, table_id: int) -> None:
        with suppress(StoreError, Moved, Overtaken):
            observed = await self._observe(table_id)
            if (wanted := desired.promise(observed.table, await self._page_inputs(observed))) is not None:
                await self._post(observed, wanted)

    async def lobby_sent(self, table_id: int, message_id: int, new_page: Page) -> None:
        """Record the answer to a command as the message of a lobby."""
        table = await self._services.tables.get(table_id)
        post = await self._records.adopt(table_owner(table_id), LOBBY, table.channel_id, message_id)
        self._table_messages.note_own_message(table.channel_id, message_id, tall=True)
        observed = await self._observe(table_id)
        inputs = await self._page_inputs(observed)
        # If the page is out of date by now, its fingerprint stays unknown, and the reconciler edits the message.
        if new_page == lobby_page(observed.table, inputs.tr(observed.table), observed.public_channel_id):
            self._records.note_fingerprint(post, desired.lobby(observed.table, inputs).fingerprint, observed.table)
        self._schedule.messages(table_id)

    async def note_clicked_message(
        self, table_id: int, channel_id: int, message_id: int, *, lobby: bool = False
    ) -> None:
        """Record a clicked public message of a table if it is unknown.

        A message that shows a lobby (`lobby`) is recorded as the lobby message if the table has no such record. The
        record can be missing because the bot stopped after sending the message, or because Discord's answer was lost.
        Any other unknown message is superfluous and is deleted.
        """
        observed = await self._observe(table_id)
        posts = observed.records.values()
        if any(post.message_id in {message_id, None} and post.channel_id == channel_id for post in posts):
            return  # the message is known, or may be that of an interrupted post
        is_lobby = lobby and channel_id == observed.table.channel_id and LOBBY not in observed.slots
        await self._records.adopt(observed.owner, LOBBY if is_lobby else f"stray:{message_id}", channel_id, message_id)
        self._schedule.messages(table_id)

    async def distrust_records(self, table_id: int) -> None:
        """Mark the records of a table's messages as uncertain, because messages may have been changed or deleted."""
        self._blocked_posts.allow_table(table_id)
        observed = await self._observe(table_id)
        for post in observed.records.values():
            self._records.note_fingerprint(post, None, observed.table)

    async def check_message(self, table_id: int) -> None:
        """Edit the newest message of a table again; if the edit shows that it was deleted, post a new message."""
        observed = await self._observe(table_id)
        slot = desired.newest_round(filter(observed.exists, observed.records)) or LOBBY
        if observed.exists(slot):
            self._records.note_fingerprint(observed.records[slot], None, observed.table)
            self._schedule.messages(table_id)

    async def invite(self, table_id: int, user_ids: Collection[int]) -> list[int]:
        """Record an invitation for each of these users who has none, and post it soon; return the invited users."""
        observed = await self._observe(table_id)
        invited, where = list[int](), observed.table.channel_id
        try:
            for user in user_ids:
                slot = f"{INVITATION}{user}"
                # Two people may invite the same person at the same time: only one invitation is recorded.
                if slot not in observed.slots and await self._records.write_ahead_once(observed.owner, slot, where):
                    invited.append(user)
        finally:
            self._schedule.messages(table_id)  # also posts the invitations recorded before a failure
        return invited

    def unblock_place(self, place: Place) -> set[int]:
        """Forget the refusals in a place, and return the affected tables."""
        return self._blocked_posts.allow_place(place)

    # --- Locations

    async def game_channel_id(self, table_id: int) -> int:
        """Return the thread or channel of a table."""
        return (await self._observe(table_id)).game_channel_id

    def is_out_of_date(self, table: Table) -> bool:
        """Return whether a table's messages may be out of date.

        This is so if the bot is not on the server, or Discord has refused a message.
        """
        return not self._port.is_in(table.place) or self._blocked_posts.any_for(table.id)

    def obstacle(self, table_id: int) -> Obstacle | None:
        """Return why a table's messages are not up to date if Discord has refused a message; else None."""
        seconds = self._blocked_posts.seconds_until_retry(table_id)
        return None if seconds is None else Obstacle("refused", seconds)

    async def url(self, table_id: int, user_id: int) -> str | None:
        """Return the address of a table's newest message that a user can see.

        Return None if the table is private or lost.
        """
        observed = await self._observe(table_id)
        if observed.table.private or observed.table.lost_since is not None:
            return None
        post, where = observed.newest_visible_to(user_id), observed.public_channel_id or observed.table.channel_id
        channel, message = (post.channel_id, post.message_id) if post else (where, None)
        return message_link(observed.table.place, channel, message)

    async def _page_inputs(self, observed: Observed) -> PageInputs:
        place = observed.table.place
        server = await self._settings.of(place)
        locale, night = spoken(server.language, self._port.locale(place)), await self._night_link(observed.table)
        return PageInputs(locale, self._emojis, observed.public_channel_id, server, night, observed.table_link)

    async def _night_link(self, table: Table) -> str:
        """Return the address of the message of a table's league night once the game is over; otherwise ""."""
        if table.night is None or table.state in OPEN:
            return ""
        message = await self._services.nights.message(table.night.night)
        return "" if message is None else message_link(table.place, *message)

    async def _observe_displayable(self, table_id: int) -> Observed | None:
        """Return the observed messages of a table; None if there is nothing to display, or if the table is lost."""
        try:
            observed = await self._observe(table_id)
        except Refusal:
            return None
        place = observed.table.place
        if not (self._services.tables.ours(place) and self._port.is_in(place)):
            return None
        if observed.table.lost_since is not None:
            self._blocked_posts.allow_table(table_id)  # another channel may accept the refused messages
            return None
        self._note_table_message(observed)
        return observed

    async def _observe(self, table_id: int) -> Observed:
        return await observe(self._services, table_id)

    async def _abandon(self, observed: Observed, channel_id: int, why: Gone | Forbidden | Refused) -> Remaining:
        """Give up a table's channel or thread.

        After the loss of a thread, the game moves to the channel. After the loss of the channel, a lobby is closed, and
        a game is lost.
        """
        async with self._abandoning:  # both work queues may notice the same loss; the second one then finds it handled
            await self._abandon_locked(await self._observe(observed.table.id), channel_id, why)
        raise Moved

    async def _abandon_locked(self, observed: Observed, channel_id: int, why: Gone | Forbidden | Refused) -> None:
        table = observed.table
        self._blocked_posts.allow_table(table.id)  # another channel may accept the refused messages
        if channel_id == table.channel_id:
            await self._records.remove(*observed.records.values())
            if table.state == "lobby":
                await self._services.lobby.close_lost(table.id)
            await self._services.lost_tables.lose(table.id)
            self._table_messages.forget(table.id)
            return
        if channel_id == observed.game_channel_id:
            log.info("table %s goes on without its thread: %s", table.id, why)
            await self._records.confirm(observed.records[THREAD], table.channel_id, NOWHERE)
        if isinstance(why, Gone):
            gone = [post for post in observed.records.values() if post.channel_id == channel_id and post.slot != THREAD]
            await self._records.remove(*gone)
            self._schedule.mentions(table.id)  # mentions that were in the lost thread are sent again

    # --- Single messages

    async def _reconcile_in_order(self, observed: Observed, others: Sequence[Wanted]) -> list[Remaining]:
        """Reconcile messages in order; `winner` and `proof` wait until the message of the result is done or refused."""
        result = desired.newest_round(wanted.slot for wanted in others)
        remaining: dict[str | None, Remaining] = {}
        for wanted in others:
            if wanted.slot not in {WINNER, PROOF} or remaining.get(result) is None:
                remaining[wanted.slot] = await self._reconcile(observed, wanted)
        return list(remaining.values())

    async def _reconcile(self, observed: Observed, wanted: Wanted) -> Remaining:
        """Reconcile one message."""
        post = observed.records.get(wanted.slot)
        if wait := self._seconds_blocked(observed, wanted):
            return _retry_while_open(observed, wait)
        if post is None:
            made = wanted.make == "always" or observed.retired(wanted.slot)
            return await self._post(observed, wanted) if made else None
        far_up = self._table_messages.is_far_up(post.message_id or 0)
        if wanted.make != "never" and (far_up or post.channel_id != observed.channel(wanted.slot)):
            return await self._replace(observed, wanted)
        if post.message_id is None:
            posting = wanted.page is not None
            return await (self._post(observed, wanted, post) if posting else self._delete(observed, wanted.slot))
        if post.fingerprint != wanted.fingerprint:
            if wanted.page is not None and wanted.fingerprint != FIXED:
                return await self._edit(observed, wanted, post, wanted.page)
            self._records.note_fingerprint(post, wanted.fingerprint, observed.table)
        return None

    async def _edit(self, observed: Observed, wanted: Wanted, post: Post, new_page: Callable[[], Page]) -> Remaining:
        if wait := self._edit_rate_limit.wait(post.channel_id, post.message_id or 0):
            return wait
        self._records.note_fingerprint(post, None, observed.table)
        with self._edit_rate_limit.editing(post.channel_id, post.message_id or 0):
            outcome = await self._port.edit(post.channel_id, post.message_id or 0, new_page())
        if isinstance(outcome, Done):
            self._blocked_posts.allow(observed.table.id, wanted.slot)
            self._records.note_fingerprint(post, wanted.fingerprint, observed.table)
            return None
        if isinstance(outcome, StaleToken):
            return await self._replace(observed, wanted)
        if outcome != Gone():
            return await self._handle_failure(observed, post, outcome, wanted.fingerprint)
        if wanted.make != "never":
            return await self._replace(observed, wanted)
        await self._records.remove(observed.records.pop(wanted.slot))
        return AT_ONCE  # the desired messages may depend on which messages exist

    async def _update_mention(self, observed: Observed, wanted: Wanted, post: Post, new_page: Page) -> Remaining:
        """Update the link in a mention; if that fails, the player is not mentioned again."""
        if wait := self._seconds_blocked(observed, wanted) or self._edit_rate_limit.wait(
            post.channel_id, post.message_id or 0
        ):
            return wait
        with self._edit_rate_limit.editing(post.channel_id, post.message_id or 0):
            outcome = await self._port.edit(post.channel_id, post.message_id or 0, new_page)
        failed = isinstance(outcome, Later | Forbidden | Refused)
        self._records.note_fingerprint(post, None if failed else wanted.fingerprint, observed.table)
        if isinstance(outcome, Forbidden | Refused):
            return self._refuse(observed, wanted.slot, outcome, wanted.fingerprint)
        return outcome if isinstance(outcome, Later) else None

    async def _replace(self, observed: Observed, wanted: Wanted) -> Remaining:
        """Post a new message in place of one that is gone, not editable, far up in its channel, or in the wrong one."""
        retired = await self._records.retire(observed.records.pop(wanted.slot))
        observed.records[retired.slot] = retired
        return await self._post(observed, wanted)

    async def _post(self, observed: Observed, wanted: Wanted, pending: Post | None = None) -> Remaining:
        """Post a message, or complete an interrupted post.

        The message of an interrupted post may show an older page, so it is reconciled once more.
        """
        if wanted.page is None:
            return None
        post = pending or await self._records.write_ahead(observed.owner, wanted.slot, observed.channel(wanted.slot))
        if wait := self._search.wait(post):
            return wait
        outcome = await self._search.find_or_send(post, wanted.page())
        if outcome == Gone():
            await self._records.remove(post)
            return AT_ONCE  # the desired messages may depend on which messages exist
        if not isinstance(outcome, Done):
            if isinstance(outcome, Forbidden | Refused) and pending is None:
                await self._records.remove(post)  # a pending post stays recorded: an earlier try may have sent it
            return await self._handle_failed_post(observed, wanted, post, outcome)
        self._blocked_posts.allow(observed.table.id, wanted.slot)
        post = observed.records[wanted.slot] = await self._records.confirm(post, post.channel_id, outcome.id)
        tall = wanted.slot in {LOBBY, PROOF} or wanted.slot.startswith(ROUND)
        self._table_messages.note_own_message(post.channel_id, outcome.id, tall=tall)
        if wanted.slot.startswith(ROUND):
            self._note_table_message_posted(observed, wanted)
        elif wanted.slot == PROOF:
            self._schedule.panels(observed.table.id)  # the proof covers panels, so panels are sent anew below it
        if pending is not None:
            return AT_ONCE if wanted.slot.startswith(TURN) else await self._reconcile(observed, wanted)
        self._records.note_fingerprint(post, wanted.fingerprint, observed.table)
        return None

    async def _handle_failed_post(self, observed: Observed, wanted: Wanted, post: Post, outcome: Outcome) -> Remaining:
        """Handle a failed post. Players are mentioned even if Discord refuses the table message."""
        if not wanted.slot.startswith(ROUND):
            return await self._handle_failure(observed, post, outcome, wanted.fingerprint)
        remaining = await self._handle_failure(observed, post, outcome, wanted.fingerprint, leaves=True)
        self._schedule.mentions(observed.table.id)
        return remaining

    def _note_table_message_posted(self, observed: Observed, wanted: Wanted) -> None:
        """Note a posted table message, so that players can be mentioned with a link to it."""
        self._note_table_message(observed)
        if wanted.slot != f"{ROUND}1" and not observed.retired(wanted.slot):
            self._panels.mark_covered(observed.table.id)
        self._schedule.panels(observed.table.id)  # panels link to the message
        self._schedule.mentions(observed.table.id)

    def _note_table_message(self, observed: Observed) -> None:
        if observed.table.state != "playing":
            self._table_messages.forget(observed.table.id)
        elif observed.table_message is not None:
            self._table_messages.note(observed.table.id, observed.table_message)

    async def _delete(self, observed: Observed, slot: str) -> Remaining:
        """Delete a superfluous message. An interrupted post may have been sent, so it is found or sent again first."""
        post = observed.records[slot]
        if self._blocked_posts.seconds_blocked(observed.table.id, slot):
            return None
        outcome: Outcome = Done(post.message_id or 0)
        if post.message_id is None:
            if wait := self._search.wait(post):
                return wait
            outcome = await self._search.find_or_send(post, page("…"))
        if isinstance(outcome, Done):
            outcome = await self._port.delete(post.channel_id, outcome.id)
        if isinstance(outcome, Done | Gone):
            self._blocked_posts.allow(observed.table.id, slot)
            await self._records.remove(post)
            return None
        return outcome if isinstance(outcome, Later) else self._refuse(observed, slot, outcome)

    async def _handle_failure(
        self, observed: Observed, post: Post, outcome: Outcome, fingerprint: str, *, leaves: bool = False
    ) -> Remaining:
        """Handle a message that could not be posted or edited: try again, move the table, or block the message.

        A table leaves a thread or channel that is gone, and a thread in which the bot may not write; with `leaves`, any
        refusal in the thread has the same effect. A game whose channel is known to be out of reach is lost. All else
        that is refused is blocked.
        """
        is_lost = isinstance(outcome, OutOfReach) and await self._channel_sight.loses(observed.table)
        if isinstance(outcome, Later) or is_lost is None:
            return outcome if isinstance(outcome, Later) else Later()
        if is_lost:
            raise Moved
        is_in_thread = post.channel_id == observed.game_channel_id != observed.table.channel_id
        if isinstance(outcome, Gone) or (is_in_thread and (leaves or isinstance(outcome, Forbidden))):
            why = outcome if isinstance(outcome, Gone | Forbidden) else Refused()
            return await self._abandon(observed, post.channel_id, why)
        return self._refuse(observed, post.slot, outcome, fingerprint)

    def _seconds_blocked(self, observed: Observed, wanted: Wanted) -> float:
        """Return for how many seconds a message is not tried again because Discord has refused it."""
        return self._blocked_posts.seconds_blocked(observed.table.id, wanted.slot, wanted.fingerprint)

    def _refuse(self, observed: Observed, slot: str, outcome: Outcome, fingerprint: str | None = None) -> Remaining:
        """Block a refused message for a time. If Discord refused only this page, another page may be sent at once.

        A refusal from before the server's last change may be outdated, so the message is tried again at once.
        """
        table, why = observed.table, outcome if isinstance(outcome, Forbidden) else Refused()
        log.info("%s of table %s is left as it is: %s", desired.nameless(slot), table.id, why)
        self._blocked_posts.refuse(table.id, table.place, slot, why, fingerprint, since=observed.since)
        if not self._blocked_posts.is_refused(table.id, slot):
            return AT_ONCE
        return _retry_while_open(observed, self._blocked_posts.seconds_blocked(table.id, slot, fingerprint))

    def _resolve_overlap(self, observed: Observed, write: Write) -> None:
        """If writes of a lobby message overlapped, let the last writer schedule another edit.

        The edit is needed because nobody knows which of the writes Discord applied last.
        """
        if not write.alone and LOBBY in observed.records:
            self._records.note_fingerprint(observed.records[LOBBY], None, observed.table)
        if not write.alone and write.last:
            self._schedule.messages(observed.table.id)


def _retry_while_open(observed: Observed, wait: float) -> Remaining:
    """Return the seconds after which a refused message is tried again; None once the table is closed."""
    return wait if observed.table.state in OPEN else None


def _earliest(remaining: Iterable[Remaining]) -> Remaining:
    """Combine remaining work: `AT_ONCE` if any work is due at once, else the failure with the longest pause.

    If nothing has failed, return the shortest of the times; None if no work remains.
    """
    every = [one for one in remaining if one is not None]
    failures = [one for one in every if isinstance(one, Later)]
    times = [one for one in every if not isinstance(one, Later)]
    if AT_ONCE in times:
        return AT_ONCE
    return max(failures, key=lambda one: one.seconds) if failures else min(times, default=None)
