"""`show.discord_port.Port` over discord.py: background calls to Discord, and the outcomes of failed calls.

Error codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

import asyncio
import contextlib
import datetime as dt
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeAlias, TypeGuard, TypeVar

import discord
from discord import ui

import limits
from cogs.metrics import Metrics
from cogs.requests.attachments import INVALID, UPLOADS_LIMITED, AttachmentStore, Upload, files, refuses_files, write
from cogs.requests.bot_permissions import Kind, allowed_in, may
from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, OldEditsError, PausedError, finished
from cogs.requests.permission_backoff import PermissionBackoff
from show.discord_port import Done, Forbidden, Gone, Later, Minutes, Outcome, Own, Refused, StaleToken
from show.text.emojis import plainly
from show.text.page import Json, Page

log = logging.getLogger(__name__)

T = TypeVar("T")

PANELS: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures of panels")
TABLES: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures of tables")
"""Threads that draw pictures outside the event loop. Panels have their own thread, because a person waits for them."""
NOBODY: Final = discord.AllowedMentions.none()
"""No mentions, for every edit: discord.py applies its default only to messages with plain text."""
Drawn: TypeAlias = Mapping[str, Upload]
"""A page's pictures by the names that the page uses."""
_OUTCOMES: Final[Mapping[int, Outcome]] = {
    10003: Gone(channel=True),
    10008: Gone(),  # no such message
    30046: StaleToken(),  # edited too often
    50083: Forbidden(),  # archived thread
    160005: Forbidden(),  # locked thread
}
"""Outcomes of error codes that say more than the status."""
_THREAD_EXISTS: Final = 160004
"""Error code of a message that already has a thread."""
_PASSING: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
"""Statuses below 500 after which a retry may succeed."""


def refusal_of(error: discord.HTTPException) -> Outcome:
    """Return the outcome of an HTTP error: by its code if the code is known, else by its status.

    A status of 4xx is final, except 408 and 429. A status of 5xx is a failure of Discord and is retried. So no unknown
    code
    is retried for ever.
    """
    if error.code in _OUTCOMES:
        return _OUTCOMES[error.code]
    final = 400 <= error.status < 500 and error.status not in _PASSING
    if not final:
        return Later()
    return Forbidden() if error.status == HTTPStatus.FORBIDDEN else Refused()


def is_final(error: discord.HTTPException) -> bool:
    """Return whether Discord will refuse the same request again."""
    return not isinstance(refusal_of(error), Later)


async def outcome_of(call: Awaitable[Any], *, urgent: bool = False) -> Outcome:
    """Await a call to Discord and return its outcome."""
    return outcome_for(await answer_of(call, urgent=urgent))


def outcome_for(answer: object) -> Outcome:
    """Convert an answer of `answer_of` to an outcome: the id of the returned object, or the error's outcome."""
    return answer if isinstance(answer, Outcome) else Done(getattr(answer, "id", 0))


async def answer_of(call: Awaitable[T], *, urgent: bool = False) -> T | Outcome:
    """Await a call to Discord and return its result, or the outcome of its error."""
    try:
        return await finished(call, urgent=urgent)
    except OldEditsError:
        return StaleToken()
    except discord.RateLimited as error:
        return Later(error.retry_after)
    except PausedError as error:
        return Later(error.seconds)
    except discord.HTTPException as error:
        log.info("Discord refuses: %s", error)
        return refusal_of(error)
    except (*UNREACHABLE, *UNREADABLE) as error:
        level = logging.WARNING if isinstance(error, UNREADABLE) else logging.INFO
        log.log(level, "Discord cannot be reached, or its answer not be read: %r", error)
        return Later()


class Rendered(ui.LayoutView):
    """A page's components as a discord.py view. The view is stopped, so discord.py does not store it."""

    def __init__(self, page: Page, drawn: Drawn) -> None:
        super().__init__(timeout=None)
        self._language = page.language
        self._components = page.components({file: one.name for file, one in drawn.items()})
        self.stop()

    def to_components(self) -> list[Json]:
        """Return the components' payload."""
        return self._components

    def be_plain(self) -> None:
        """Replace the application's own emojis with Unicode signs."""
        self._components = plainly(self._components, self._language)

    def has_components_v2(self) -> bool:
        """Return True: pages use components v2."""
        return True


class Opened(ui.Modal):
    """A form as a discord.py modal.

    The modal is stopped, so discord.py does not store it: the router reads its fields.
    """

    def __init__(self, form: Json) -> None:
        super().__init__(title=form["title"], custom_id=form["custom_id"])
        self._form = form
        self.stop()

    def to_dict(self) -> Json:
        """Return the form's payload."""
        return self._form


async def shown(
    bot: discord.Client,
    stock: AttachmentStore,
    channel_id: int,
    page: Page,
    drawn: Drawn,
    call: Callable[[Rendered, Drawn], Awaitable[T]],
) -> T:
    """Make a call that sends a page with its pictures; if Discord refuses files, send the page without them."""
    if not stock.takes_files(channel_id):
        drawn = {}
    try:
        return await _shown(bot, Rendered(page, drawn), lambda view: call(view, drawn))
    except discord.HTTPException as error:
        if not drawn or not refuses_files(error):
            raise
        log.info("pictures are refused, and the text says it all: %s", error)
        if error.code == UPLOADS_LIMITED:
            stock.refuse_files(channel_id)
    return await _shown(bot, Rendered(page, {}), lambda view: call(view, {}))


async def _shown(bot: discord.Client, view: Rendered, call: Callable[[Rendered], Awaitable[T]]) -> T:
    """Make a call that sends a view; if Discord refuses an emoji, send Unicode signs and dispatch `emoji_refused`."""
    try:
        return await call(view)
    except discord.HTTPException as error:
        if error.code != INVALID or "emoji" not in error.text.lower():
            raise
        bot.dispatch("emoji_refused")
        view.be_plain()
        return await call(view)


async def drawn_for(page: Page, drawers: Executor) -> Drawn:
    """Draw a page's pictures; skip those that cannot be drawn. Pictures marked `later` use the tables' thread.

    Drawing runs outside the event loop, except for a panel's own picture: drawing it takes no longer than a switch of
    threads.
    """
    loop, drawers = asyncio.get_running_loop(), TABLES if page.later else drawers
    drawn = {
        one.kind: one.draw() if one.kind == "panel" else await loop.run_in_executor(drawers, one.draw)
        for one in page.drawings
    }
    return {file: Upload.of(file, picture) for file, picture in drawn.items() if picture is not None}


def may_be_private(channel: object) -> TypeGuard[discord.TextChannel]:
    """Return whether the bot is known to be allowed to open private threads in a channel."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return False
    return may(channel, "private thread")


def _posted(message: discord.Message) -> bool:
    """Return whether a message is a plain one: neither an answer to an interaction nor a system message."""
    return message.type is discord.MessageType.default and message.interaction_metadata is None


class DiscordPort:
    """The adapter for the bot's public messages and threads."""

    def __init__(
        self, bot: discord.Client, stock: AttachmentStore, meter: Metrics, backoff: PermissionBackoff | None = None
    ) -> None:
        """Create the adapter of a client.

        Args:
            bot: the client.
            stock: the attachments of public messages.
            meter: records whether messages can be written.
            backoff: the refused calls that are not repeated yet.
        """
        self._bot = bot
        self._stock = stock
        self._meter = meter
        self._backoff = backoff or PermissionBackoff()

    def on_server(self, guild_id: int) -> bool:
        """See `Port`."""
        return self._bot.get_guild(guild_id) is not None

    def locale(self, guild_id: int) -> str:
        """See `Port`."""
        guild = self._bot.get_guild(guild_id)
        return (guild.preferred_locale if guild else discord.Locale.american_english).value

    def reconsider(self, guild_id: int | None) -> None:
        """See `Port`."""
        self._backoff.forget(guild_id)

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        """See `Port`."""
        channel = self._channel(channel_id)
        if not self._may(channel_id, "send"):
            return Forbidden()
        if page.notify:
            people = discord.AllowedMentions(users=[discord.Object(user) for user in page.notify])
            line = partial(channel.send, page.text, allowed_mentions=people, nonce=nonce, silent=page.silent)
            outcome = outcome_for(await self._made(channel_id, "send", line))
        else:
            drawn = await self._drawn(channel_id, page)

            def call(view: Rendered, drawn: Drawn) -> Awaitable[discord.Message]:
                return channel.send(view=view, files=files(drawn.values()), nonce=nonce)

            posted = await self._made(channel_id, "send", lambda: self._shown(channel_id, page, drawn, call))
            outcome = self._noted(posted)
        # Gone and StaleToken concern an existing message, and this one is new.
        return Refused() if outcome in {Gone(), StaleToken()} else outcome

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        """See `Port`."""
        message = self._channel(channel_id).get_partial_message(message_id)
        change = partial(message.edit, allowed_mentions=NOBODY)
        if not self._may(channel_id, "edit"):
            return Forbidden()
        if page.notify:
            return await self._in_thread(channel_id, "edit", partial(change, content=page.text))
        drawn, standing = await self._drawn(channel_id, page), self._stock.of(message_id)

        def call(view: Rendered, drawn: Drawn) -> Awaitable[discord.Message]:
            return write(drawn.values(), standing, lambda attached: change(view=view, attachments=attached))

        return await self._in_thread(
            channel_id, "edit", lambda: self._shown(channel_id, page, drawn, call), self._noted
        )

    def _shown(
        self, channel_id: int, page: Page, drawn: Drawn, call: Callable[[Rendered, Drawn], Awaitable[T]]
    ) -> Awaitable[T]:
        return shown(self._bot, self._stock, channel_id, page, drawn, call)

    def _noted(self, answer: discord.Message | Outcome) -> Outcome:
        """Record the attachments of a message that Discord has returned."""
        if isinstance(answer, Outcome):
            return answer
        self._stock.note(answer)
        return Done(answer.id)

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        """See `Port`."""
        message = self._channel(channel_id).get_partial_message(message_id)
        return await self._in_thread(channel_id, "delete", message.delete)

    async def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        """See `Port`."""
        first, last = (discord.utils.time_snowflake(dt.datetime.fromtimestamp(one, dt.UTC)) for one in (since, until))

        async def look() -> list[Own] | Forbidden:
            channel = self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
            if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or not may(channel, "read"):
                return Forbidden()  # without this permission Discord would return no messages
            messages = self._channel(channel_id).history(limit=limits.LOOKED_THROUGH, after=discord.Object(first))
            found = []
            async for one in messages:
                if one.id > last:
                    break
                if one.author.id == channel.guild.me.id and _posted(one):
                    found.append(Own(one.id, tuple(one.raw_mentions)))
            return found

        return await self._made(channel_id, "read", look)

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: Minutes) -> Outcome:
        """See `Port`."""
        channel = self._bot.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return Forbidden()
        message = channel.get_partial_message(message_id)

        async def create() -> discord.abc.Snowflake:
            try:
                return await message.create_thread(name=name, auto_archive_duration=minutes)
            except discord.HTTPException as error:
                if error.code != _THREAD_EXISTS:
                    raise
                return message  # a thread has the id of its message

        return outcome_for(await self._made(channel_id, "thread", create))

    async def open_private_thread(
        self, channel_id: int, since: int, name: str, minutes: Minutes, people: Sequence[int]
    ) -> Outcome:
        """See `Port`."""
        channel = self._bot.get_channel(channel_id)
        if not may_be_private(channel):
            return Forbidden()
        own = (one for one in channel.threads if one.is_private() and one.owner_id == channel.guild.me.id)
        thread: Any = next((one for one in own if one.name == name and one.id > since), None)
        if thread is None:
            create = partial(channel.create_thread, name=name, auto_archive_duration=minutes)
            thread = await self._made(channel_id, "private thread", create)
        if isinstance(thread, Outcome):
            return thread
        let_in = [
            outcome_for(await self._made(thread.id, "let in", partial(thread.add_user, discord.Object(user_id))))
            for user_id in people
        ]
        if waiting := [one for one in let_in if isinstance(one, Later)]:
            return waiting[0]
        if let_in and not any(isinstance(one, Done) for one in let_in):
            return Refused()  # nobody could see the thread
        return Done(thread.id)

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        """See `Port`."""

        async def change() -> None:
            thread = self._bot.get_channel(thread_id) or await self._bot.fetch_channel(thread_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(auto_archive_duration=minutes)

        return await self._in_thread(thread_id, "archive", change)

    async def _drawn(self, channel_id: int, page: Page) -> Drawn:
        """Draw a page's pictures if the bot may attach files; otherwise the page's text has the same content."""
        allowed = allowed_in(self._bot.get_channel(channel_id))
        return await drawn_for(page, TABLES) if allowed is None or allowed.attach_files else {}

    async def _in_thread(
        self,
        channel_id: int,
        kind: Kind,
        call: Callable[[], Awaitable[T]],
        outcome: Callable[[T | Outcome], Outcome] = outcome_for,
    ) -> Outcome:
        """Make a call; if it fails in an archived thread, unarchive the thread and repeat the call."""
        first = outcome(await self._made(channel_id, kind, call))
        if first != Forbidden() or not self._may(channel_id, kind) or not await self._unarchived(channel_id):
            return first
        return outcome(await self._made(channel_id, kind, call))

    async def _made(self, channel_id: int, kind: Kind, call: Callable[[], Awaitable[T]]) -> T | Outcome:
        """Make a call unless the bot lacks a permission; return its result or the outcome of its error."""
        if not self._may(channel_id, kind):
            return Forbidden()

        async def noted() -> T:
            try:
                answer = await call()
            except discord.Forbidden:
                if kind != "let in":  # a refusal concerns one person only
                    channel = self._bot.get_channel(channel_id)
                    guild = getattr(channel, "guild", None)
                    self._backoff.refuse(guild.id if guild else 0, channel_id, kind)
                raise
            self._backoff.allow(channel_id, kind)
            return answer

        answer = await answer_of(noted())
        if isinstance(answer, Later):
            self._meter.not_written()
        else:
            self._meter.written()
        return answer

    def _may(self, channel_id: int, kind: Kind) -> bool:
        """Return whether a call may succeed according to the cache, and was not refused recently."""
        return may(self._bot.get_channel(channel_id), kind) and not self._backoff.rests(channel_id, kind)

    async def _unarchived(self, channel_id: int) -> bool:
        """Return whether the channel is a thread that is open now; unarchive it if necessary."""
        channel = self._bot.get_channel(channel_id)
        if channel is None:
            with contextlib.suppress(*UNREACHABLE, *UNREADABLE):
                channel = await finished(self._bot.fetch_channel(channel_id))
        if not isinstance(channel, discord.Thread) or channel.locked:
            return False
        if not channel.archived:
            return True
        return isinstance(await self._made(channel_id, "open", partial(channel.edit, archived=False)), discord.Thread)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)
