"""`show.discord_port.Port` over discord.py: every call to Discord that nobody waits for, and all that can come of one.

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
"""What draws pictures, off the event loop: those that somebody waits for never wait for those that everybody sees."""
NOBODY: Final = discord.AllowedMentions.none()
"""For every edit: the library sends its default with plain text only."""
Drawn: TypeAlias = Mapping[str, Upload]
"""A page's pictures by what the page calls them."""
_OUTCOMES: Final[Mapping[int, Outcome]] = {
    10003: Gone(channel=True),
    10008: Gone(),  # no such message
    30046: StaleToken(),  # edited too often
    50083: Forbidden(),  # the thread is archived
    160005: Forbidden(),  # the thread is locked
}
"""Outcomes of calls that Discord refuses with a code that says more than that."""
_THREAD_EXISTS: Final = 160004
"""The code of a message that has its thread already."""
_PASSING: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
"""Statuses of refusals that are not final: asked again later, Discord may say yes."""


def refusal_of(error: discord.HTTPException) -> Outcome:
    """Tell what a refusal means: by its code where that tells, else by one rule, so no unknown code is tried for ever.

    A 4xx is final, but for 408 and 429; 5xx is a failure of Discord's, which passes.
    """
    if error.code in _OUTCOMES:
        return _OUTCOMES[error.code]
    final = 400 <= error.status < 500 and error.status not in _PASSING
    if not final:
        return Later()
    return Forbidden() if error.status == HTTPStatus.FORBIDDEN else Refused()


def is_final(error: discord.HTTPException) -> bool:
    """Tell whether Discord will refuse the same again, whenever it is asked."""
    return not isinstance(refusal_of(error), Later)


async def outcome_of(call: Awaitable[Any], *, urgent: bool = False) -> Outcome:
    """Wait for a call to Discord: the id of what it returns, if that has one, or what went wrong."""
    return outcome_for(await answer_of(call, urgent=urgent))


def outcome_for(answer: object) -> Outcome:
    """The outcome of a call: the id of what it has returned, if that has one, or what went wrong."""
    return answer if isinstance(answer, Outcome) else Done(getattr(answer, "id", 0))


async def answer_of(call: Awaitable[T], *, urgent: bool = False) -> T | Outcome:
    """Wait for a call to Discord: what it returns, or what went wrong. `urgent`: a person waits for it."""
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
    """A page's components, for the library to send; it is stopped, so that it is not stored."""

    def __init__(self, page: Page, drawn: Drawn) -> None:
        super().__init__(timeout=None)
        self._language = page.language
        self._components = page.components({file: one.name for file, one in drawn.items()})
        self.stop()

    def to_components(self) -> list[Json]:
        """What is sent."""
        return self._components

    def be_plain(self) -> None:
        """Do without the application's own emojis."""
        self._components = plainly(self._components, self._language)

    def has_components_v2(self) -> bool:
        """They are."""
        return True


class Opened(ui.Modal):
    """A form, for the library to send; it is stopped, so that it is not stored: its fields come in by its custom id."""

    def __init__(self, form: Json) -> None:
        super().__init__(title=form["title"], custom_id=form["custom_id"])
        self._form = form
        self.stop()

    def to_dict(self) -> Json:
        """What is sent."""
        return self._form


async def shown(
    bot: discord.Client,
    stock: AttachmentStore,
    channel_id: int,
    page: Page,
    drawn: Drawn,
    call: Callable[[Rendered, Drawn], Awaitable[T]],
) -> T:
    """Make a call that sends a page with its pictures; where Discord takes no files, without them."""
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
    """Make a call that sends `view`; where Discord does not know one of its emojis, plainly, and the bot is told."""
    try:
        return await call(view)
    except discord.HTTPException as error:
        if error.code != INVALID or "emoji" not in error.text.lower():
            raise
        bot.dispatch("emoji_refused")
        view.be_plain()
        return await call(view)


async def drawn_for(page: Page, drawers: Executor) -> Drawn:
    """A page's pictures; those that there are. What may come later is drawn as tables are.

    They are drawn off the event loop, but for a panel's own: that takes no longer than the way to a thread and back.
    """
    loop, drawers = asyncio.get_running_loop(), TABLES if page.later else drawers
    drawn = {
        one.kind: one.draw() if one.kind == "panel" else await loop.run_in_executor(drawers, one.draw)
        for one in page.drawings
    }
    return {file: Upload.of(file, picture) for file, picture in drawn.items() if picture is not None}


def may_be_private(channel: object) -> TypeGuard[discord.TextChannel]:
    """Whether the bot may open private threads in a channel, as far as is known."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return False
    return may(channel, "private thread")


def _posted(message: discord.Message) -> bool:
    """Whether that is neither an answer to somebody nor a notice of Discord's."""
    return message.type is discord.MessageType.default and message.interaction_metadata is None


class DiscordPort:
    """The bot's public messages."""

    def __init__(
        self, bot: discord.Client, stock: AttachmentStore, meter: Metrics, backoff: PermissionBackoff | None = None
    ) -> None:
        """A port of a client; the meter is told whether messages can be written."""
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
        return (
            Refused() if outcome in {Gone(), StaleToken()} else outcome
        )  # there is no message yet of which that could be

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
        """Note what pictures a message has, as Discord has answered in time."""
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
                return Forbidden()  # where history may not be read, Discord would say that there is nothing
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
                return message  # a thread goes by its message's number

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
            return Refused()  # a thread that nobody sees
        return Done(thread.id)

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        """See `Port`."""

        async def change() -> None:
            thread = self._bot.get_channel(thread_id) or await self._bot.fetch_channel(thread_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(auto_archive_duration=minutes)

        return await self._in_thread(thread_id, "archive", change)

    async def _drawn(self, channel_id: int, page: Page) -> Drawn:
        """A page's pictures, where files may be attached: elsewhere the text says it all."""
        allowed = allowed_in(self._bot.get_channel(channel_id))
        return await drawn_for(page, TABLES) if allowed is None or allowed.attach_files else {}

    async def _in_thread(
        self,
        channel_id: int,
        kind: Kind,
        call: Callable[[], Awaitable[T]],
        outcome: Callable[[T | Outcome], Outcome] = outcome_for,
    ) -> Outcome:
        """Make a call; if it is in a thread that was archived, once more after that is open again."""
        first = outcome(await self._made(channel_id, kind, call))
        if first != Forbidden() or not self._may(channel_id, kind) or not await self._unarchived(channel_id):
            return first
        return outcome(await self._made(channel_id, kind, call))

    async def _made(self, channel_id: int, kind: Kind, call: Callable[[], Awaitable[T]]) -> T | Outcome:
        """Make a call in a channel, unless the bot may not, as far as is known: what it returns, or what went wrong."""
        if not self._may(channel_id, kind):
            return Forbidden()

        async def noted() -> T:
            try:
                answer = await call()
            except discord.Forbidden:
                if kind != "let in":  # of one person that says nothing of the others
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
        """Tell whether a call can succeed in a channel, as far as is known, and has not been refused there of late."""
        return may(self._bot.get_channel(channel_id), kind) and not self._backoff.rests(channel_id, kind)

    async def _unarchived(self, channel_id: int) -> bool:
        """Whether that is a thread that had been archived, and is open again: perhaps somebody else was faster."""
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
