"""Makes what stands on Discord be what should stand: one case for a restart, a kill, a deleted message, a new round.

Everything starts from a table's number: its snapshot and what stands are read anew each time. What is to be posted is
stored with a nonce of its own before it is sent, so an interrupted post is finished and not doubled; what stands too
much is retired, and taken away as soon as that can be done.
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
"""How long a lobby's message is left to whoever answers a click with it, before it is looked at again."""

Left = Later | float | None
"""What is left to do: see `show.messages.work_queue.Work`."""


class Moved(Exception):  # noqa: N818  not an error: begin anew
    """The table's home is another one now, or nowhere."""


class Reconciler:
    """The one executor of public messages."""

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

    # --- What the lanes run

    async def public(self, table_id: int) -> Left:
        """Let everything but people's turns be as it should."""
        table = self._services.tables.cached(table_id)
        if table is not None and table.state == "lobby" and self._writers.busy((table_id, LOBBY)):
            return ANSWER_SECONDS  # the answer to a click shows the lobby as it is
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
        """Post what the thread of a game without a lobby of its own begins with."""
        post = place.standing.get(LOBBY)
        if place.table.origin is None or place.table.game is None or THREAD in place.standing or place.stands(LOBBY):
            return None
        wanted = desired.lobby(place.table, await self._look(place))
        left = None if self._left_alone(place, wanted) else await self._posted(place, wanted, post)
        return None if self._blocked_posts.refuses(place.table.id, LOBBY) else left  # then it is played in the channel

    async def turns(self, table_id: int) -> Left:
        """Mention whoever owes a decision, once, and take away the mentions of those who have decided."""
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
            return _soonest(left)  # nobody is called to a table that is not there yet
        try:
            for wanted in turns:
                post = place.standing.get(wanted.slot)
                if post is None and not desired.may_wait(wanted.slot):
                    await self.check_message(table_id)  # a reminder leads there
                if post is None or post.message_id is None:
                    wait = self._watched(place, wanted, post) or self._left_alone(place, wanted)
                    left.append(wait or await self._posted(place, wanted, post))
                elif wanted.page is not None and post.fingerprint != wanted.fingerprint:
                    left.append(await self._pointed(place, wanted, post, wanted.page()))
        except Moved:
            return AT_ONCE
        return _soonest(left)

    def _watched(self, place: Observed, wanted: Wanted, post: Post | None) -> float:
        """For how many seconds more somebody need not be called who looks at their hand; a reminder comes at once."""
        if post is not None or not desired.may_wait(wanted.slot):
            return 0.0
        return self._panels.watched(place.table.id, desired.person_called(wanted.slot))

    def _may_not_stand(self, place: Observed) -> bool:
        """Tell whether Discord refuses the message of the round that is played: then people are called without it."""
        game = place.table.game
        return game is not None and self._blocked_posts.refuses(place.table.id, f"{ROUND}{game.round}")

    # --- What clicks and events ask for

    async def answer_lobby(self, table_id: int, message_id: int, repaint: Callable[[Page], Awaitable[None]]) -> None:
        """Answer a click on a lobby's message: `repaint` lets that show the lobby as it is now."""
        with self._writers.writing((table_id, LOBBY)) as write:
            place = await self._found(table_id)
            look, post = await self._look(place), place.standing.get(LOBBY)
            if post is not None:
                self._records.note_fingerprint(post, None, place.table)
            try:
                await repaint(lobby_page(place.table, look.tr(place.table), look.entrance))
            except BaseException:
                self.again(table_id)  # it may have been shown
                raise
        if post is not None and post.message_id == message_id:
            self._records.note_fingerprint(post, desired.lobby(place.table, look).fingerprint, place.table)
        self._overlapped(place, write)

    async def shown_lobby(self, table_id: int, message_id: int, shown: Page) -> None:
        """Note the message that shows a lobby: it was the answer to a command; what is promised follows it."""
        table = await self._services.tables.get(table_id)
        post = await self._records.adopt(table_id, LOBBY, table.channel_id, message_id)
        place = await self._found(table_id)
        look = await self._look(place)
        if shown == lobby_page(place.table, look.tr(place.table), place.entrance):  # else it is edited
            self._records.note_fingerprint(post, desired.lobby(place.table, look).fingerprint, place.table)
        self.again(table_id)

    async def clicked(self, table_id: int, channel_id: int, message_id: int, *, lobby: bool = False) -> None:
        """Somebody uses a public message of a table: one that is not known is noted, and looked at.

        Where no lobby is known, one that shows the `lobby` is it: the bot was stopped after it had answered with it, or
        never heard that the answer had come. Whatever else is not known stands too much, and is taken away.
        """
        place = await self._found(table_id)
        posts = place.standing.values()
        if any(post.message_id in {message_id, None} and post.channel_id == channel_id for post in posts):
            return  # or it may be the one whose posting was interrupted
        is_it = lobby and channel_id == place.table.channel_id and LOBBY not in place.slots
        await self._records.adopt(table_id, LOBBY if is_it else f"stray:{message_id}", channel_id, message_id)
        self.again(table_id)

    async def doubt(self, table_id: int) -> None:
        """Trust nothing that is noted about what stands: something has happened to it."""
        self._blocked_posts.find(table_id)
        self._blocked_posts.allow_table(table_id)
        place = await self._found(table_id)
        for post in place.standing.values():
            self._records.note_fingerprint(post, None, place.table)

    async def check_message(self, table_id: int) -> None:
        """Write the newest message of a table again: where it was deleted that fails, and it is posted afresh."""
        place = await self._found(table_id)
        slot = desired.newest_round(filter(place.stands, place.standing)) or LOBBY
        if place.stands(slot):
            self._records.note_fingerprint(place.standing[slot], None, place.table)
            self.again(table_id)

    def forgiven(self, guild_id: int) -> set[int]:
        """The tables of a server of which something was left as it was, as Discord refused it: it is tried again."""
        return self._blocked_posts.allow_on(guild_id)

    # --- Where things are

    async def home(self, table_id: int) -> int:
        """The thread or channel that a table is in."""
        return (await self._found(table_id)).home

    async def entrance(self, table_id: int) -> int | None:
        """The thread or channel that a table is in, to which everybody is led; None: a private thread."""
        return (await self._found(table_id)).entrance

    def hindered(self, table: Table) -> bool:
        """Whether something of a table is left as it is, because it cannot be otherwise at the moment."""
        on_server = self._port.on_server(table.guild_id)
        return not on_server or self._blocked_posts.of(table.id)

    async def url(self, table_id: int, user_id: int) -> str | None:
        """Where somebody sees a table: its newest message for them, else the place for one; None: nowhere."""
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
        """Where things are now; None: there is nothing to show, or nowhere."""
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
        """A channel or thread cannot be used: out of the thread into the channel; out of the channel nowhere."""
        async with self._leaving:  # turns and the rest may both come upon it, and what the other has done is seen
            await self._left(await self._found(place.table.id), channel_id, why)
        raise Moved

    async def _left(self, place: Observed, channel_id: int, why: Gone | Forbidden | Refused) -> None:
        table = place.table
        self._blocked_posts.allow_table(table.id)  # what was refused there may be taken elsewhere
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
            self.shown(table.id)  # who was called there is called again

    # --- One message

    async def _kept(self, place: Observed, wanted: Wanted) -> Left:
        """Let what should stand stand."""
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
        return AT_ONCE  # what is wanted may depend on what stands

    async def _pointed(self, place: Observed, wanted: Wanted, post: Post, shown: Page) -> Left:
        """Let a mention lead to the table where that is now; nobody is mentioned once more because that fails."""
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
        """Post a fresh message in the place of one that is gone, shows nothing new, or is elsewhere or far up."""
        retired = await self._records.retire(place.standing.pop(wanted.slot))
        place.standing[retired.slot] = retired
        return await self._posted(place, wanted)

    async def _posted(self, place: Observed, wanted: Wanted, pending: Post | None = None) -> Left:
        """Post a message, or finish what was interrupted, which may have been posted as it was then."""
        if wanted.page is None:
            return None
        post = pending or await self._records.write_ahead(place.table.id, wanted.slot, place.channel(wanted.slot))
        if wait := self._search.wait(post):
            return wait
        outcome = await self._search.sent(post, wanted.page())
        if outcome == Gone():
            await self._records.remove(post)
            return AT_ONCE  # whether it is still to be posted depends on what stands
        if not isinstance(outcome, Done):
            if isinstance(outcome, Forbidden | Refused) and pending is None:
                await self._records.remove(post)  # else it may have been posted, and nobody knows
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
        """Go on without a message; where it is a table's, people are called all the same once it is refused."""
        if not wanted.slot.startswith(ROUND):
            return await self._failed(place, post, outcome, wanted.fingerprint)
        left = await self._failed(place, post, outcome, wanted.fingerprint, leaves=True)
        self.shown(place.table.id)
        return left

    def _posted_round(self, place: Observed, wanted: Wanted) -> None:
        """A round's message stands: people can be called to it, and where it is a new round's, are."""
        self._note_board(place)
        if wanted.slot != f"{ROUND}1" and not place.retired(wanted.slot):
            self._panels.cover(place.table.id)
        self._panels.poke(place.table.id)  # they lead there
        self.shown(place.table.id)

    def _note_board(self, place: Observed) -> None:
        if place.table.state != "playing":
            self._table_messages.over(place.table.id)
        elif place.board is not None:
            self._table_messages.stands(place.table.id, place.board)

    async def _taken_away(self, place: Observed, slot: str) -> Left:
        """Take away a message that should not stand; what may have been posted unnoticed is found first."""
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
        """Decide where a message goes on that was not posted or changed: later, elsewhere, or nowhere for some time.

        A table that must not be written in its thread goes on in the channel; so it does with `leaves` where Discord
        refuses the message for whatever reason. All else is left until something changes there.
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
        """Tell for how many seconds a message is left as it is, because Discord has refused it."""
        return self._blocked_posts.wait(place.table.id, wanted.slot, wanted.fingerprint)

    def _refuse(self, place: Observed, slot: str, outcome: Outcome, fingerprint: str | None = None) -> None:
        """Leave a message as it is until something changes there: its server, or its page where that may help."""
        why = outcome if isinstance(outcome, Forbidden) else Refused()
        log.info("%s of table %s is left as it is: %s", slot, place.table.id, why)
        self._blocked_posts.refuse(place.table.id, place.table.guild_id, slot, why, fingerprint)

    def _overlapped(self, place: Observed, write: Write) -> None:
        """If two writes of a lobby overlapped, nobody knows what stands: the last one lets it be written again."""
        if not write.alone and LOBBY in place.standing:
            self._records.note_fingerprint(place.standing[LOBBY], None, place.table)
        if not write.alone and write.last:
            self.again(place.table.id)


def _while_open(place: Observed, wait: float) -> Left:
    """Look at a refused message again after some time, as long as the table is played at: after that events do."""
    return wait if place.table.state in OPEN else None


def _soonest(left: Iterable[Left]) -> Left:
    """Of all that is left to do what comes first; a failure waits with the rest."""
    every = [one for one in left if one is not None]
    failures = [one for one in every if isinstance(one, Later)]
    times = [one for one in every if not isinstance(one, Later)]
    if AT_ONCE in times:
        return AT_ONCE
    return max(failures, key=lambda one: one.seconds) if failures else min(times, default=None)
