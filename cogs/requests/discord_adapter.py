"""`show.discord_port.Port` over discord.py: background calls to Discord, and the outcomes of failed calls.

Error codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

import datetime as dt
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeGuard, TypeVar

import discord

import limits
from cogs.metrics import Metrics
from cogs.requests.bot_permissions import Kind, bot_permissions_in, is_allowed, sees
from cogs.requests.discord_calls import (
    UNREACHABLE,
    UNREADABLE,
    OldEditsError,
    PausedError,
    describe_error,
    wait_for_call,
)
from cogs.requests.pages import (
    NO_MENTIONS,
    TABLE_DRAWERS,
    UNKNOWN_MESSAGE,
    AttachmentIds,
    AttachmentStore,
    draw_pictures,
    send_page,
)
from cogs.requests.permission_backoff import PermissionBackoff
from host.place import Place
from show.discord_port import (
    Done,
    Forbidden,
    Gone,
    Later,
    Minutes,
    Outcome,
    OutOfReach,
    Own,
    Refused,
    Sight,
    StaleToken,
)
from show.log_context import extend_log_context
from show.messages.lost_post_search import purpose_of
from show.text.page import Page

log = logging.getLogger(__name__)

T = TypeVar("T")

TAKES_NO_MESSAGES: Final = frozenset({50007, 50278})
"""Error codes for a person who accepts no direct messages. Other codes say nothing about the person."""
_OUTCOMES: Final[Mapping[int, Outcome]] = {
    **dict.fromkeys(TAKES_NO_MESSAGES, OutOfReach()),
    50001: OutOfReach(),  # missing access
    10003: Gone(channel=True),
    UNKNOWN_MESSAGE: Gone(),
    10070: Gone(),  # unknown scheduled event
    30046: StaleToken(),  # edited too often
    50083: Forbidden(),  # archived thread
    160005: Forbidden(),  # locked thread
}
"""Outcomes by error code, for codes that say more than the HTTP status."""
_THREAD_EXISTS: Final = 160004
"""Error code of a message that already has a thread."""
NO_SLOW_MODE: Final = 0
"""Slow mode of a table's thread, in seconds. Without it, a thread gets its channel's default slow mode for threads."""
_RETRYABLE: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})
"""Statuses below 500 after which a retry may succeed."""


def outcome_of_error(error: discord.HTTPException) -> Outcome:
    """Return the outcome of an HTTP error: by its code if the code is known, else by its status.

    A status of 4xx is final, except 408 and 429. A status of 5xx is a failure of Discord, and the call is retried. So
    no call is retried for ever because of an unknown code.
    """
    if error.code in _OUTCOMES:
        return _OUTCOMES[error.code]
    final = 400 <= error.status < 500 and error.status not in _RETRYABLE
    if not final:
        return Later()
    return Forbidden() if error.status == HTTPStatus.FORBIDDEN else Refused()


def is_final(error: discord.HTTPException) -> bool:
    """Return whether Discord will refuse the same request again."""
    return not isinstance(outcome_of_error(error), Later)


def to_outcome(answer: object) -> Outcome:
    """Convert a result of `call_result` to an outcome: the id of the returned object, or the error's outcome."""
    return answer if isinstance(answer, Outcome) else Done(getattr(answer, "id", 0))


async def call_result(call: Awaitable[T], *, urgent: bool = False) -> T | Outcome:
    """Await a call to Discord and return its result, or the outcome of its error."""
    try:
        return await wait_for_call(call, urgent=urgent)
    except OldEditsError:
        return StaleToken()
    except (discord.RateLimited, PausedError) as error:
        return Later(error.retry_after)
    except discord.HTTPException as error:  # `cogs.requests.http_trace` has logged it
        return outcome_of_error(error)
    except (*UNREACHABLE, *UNREADABLE) as error:
        level = logging.WARNING if isinstance(error, UNREADABLE) else logging.INFO
        log.log(level, "Discord cannot be reached, or its answer not be read: %s", describe_error(error))
        return Later()


def allows_private_threads(channel: object) -> TypeGuard[discord.TextChannel]:
    """Return whether the bot is known to be allowed to open private threads in a channel."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news() and is_allowed(channel, "private thread")


def _is_plain_message(message: discord.Message) -> bool:
    """Return whether a message is a plain one: neither an answer to an interaction nor a system message."""
    return message.type is discord.MessageType.default and message.interaction_metadata is None


def _custom_ids(components: Iterable[object]) -> Iterator[str]:
    """Yield the custom ids of all components."""
    for one in components:
        if custom_id := getattr(one, "custom_id", None):
            yield str(custom_id)
        yield from _custom_ids([*getattr(one, "children", ()), *filter(None, [getattr(one, "accessory", None)])])


class DiscordAdapter:
    """The adapter for the bot's public messages and threads."""

    def __init__(self, bot: discord.Client, attachments: AttachmentStore, metrics: Metrics) -> None:
        """Create the adapter of a client.

        Args:
            bot: the client.
            attachments: the attachments of public messages.
            metrics: records whether messages can be written.
        """
        self._bot = bot
        self._attachments = attachments
        self._metrics = metrics
        self._backoff = PermissionBackoff()

    def is_in(self, place: Place) -> bool:
        """See `Port`."""
        return place.is_direct or self._bot.get_guild(place.server_id) is not None

    async def sight(self, channel_id: int, *, ask: bool) -> Sight:
        """See `Port`."""
        channel: object = self._bot.get_channel(channel_id)
        if channel is None and ask:
            channel = await call_result(self._bot.fetch_channel(channel_id))
        if isinstance(channel, Outcome):
            return "gone" if channel == Gone(channel=True) else "hidden" if channel == OutOfReach() else "unknown"
        seen = sees(channel)
        return "unknown" if seen is None else "seen" if seen else "hidden"

    async def channel_exists(self, channel_id: int) -> bool:
        """Return whether a channel or thread exists. If it is not cached, ask Discord.

        If Discord does not answer, the channel counts as existing.
        """
        return self._bot.get_channel(channel_id) is not None or not await self._is_gone(channel_id)

    async def _is_gone(self, channel_id: int) -> bool:
        """Ask Discord for a channel or thread, and return whether it is gone."""
        return await call_result(self._bot.fetch_channel(channel_id)) == Gone(channel=True)

    def locale(self, place: Place) -> str:
        """See `Port`."""
        guild = self._bot.get_guild(place.server_id)
        return (guild.preferred_locale if guild else discord.Locale.american_english).value

    def server_name(self, place: Place) -> str:
        """See `Port`."""
        guild = self._bot.get_guild(place.server_id)
        return guild.name if guild else ""

    def reconsider(self, place: Place | None) -> None:
        """See `Port`."""
        self._backoff.reset(None if place is None else place.server_id)

    def seconds_refused(self, channel_id: int) -> float:
        """Return for how many seconds the bot makes no calls in a channel or thread, because Discord refused a call."""
        return self._backoff.seconds_until_retry(channel_id)

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        """See `Port`."""
        channel = self._channel(channel_id)
        if not self._is_allowed(channel_id, "send"):
            return self._forbidden(channel_id)
        call: Callable[[], Awaitable[object]]
        if page.notify:
            people = discord.AllowedMentions(users=[discord.Object(user) for user in page.notify])
            call = partial(channel.send, page.text, allowed_mentions=people, nonce=nonce, silent=page.silent)
        else:
            call = await self._page_call(channel_id, page, partial(channel.send, nonce=nonce))
        outcome = to_outcome(await self._call(channel_id, "send", call))
        # Gone and StaleToken are outcomes for an existing message, but this message is new.
        return Refused() if outcome in {Gone(), StaleToken()} else outcome

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        """See `Port`."""
        message = self._channel(channel_id).get_partial_message(message_id)
        change = partial(message.edit, allowed_mentions=NO_MENTIONS)
        if not self._is_allowed(channel_id, "edit"):
            return self._forbidden(channel_id)
        if page.notify:
            return await self._in_thread(channel_id, "edit", partial(change, content=page.text))
        call = await self._page_call(channel_id, page, change, self._attachments.of(message_id))
        return await self._in_thread(channel_id, "edit", call)

    async def _page_call(
        self,
        channel_id: int,
        page: Page,
        call: Callable[..., Awaitable[discord.Message]],
        existing: AttachmentIds | None = None,
    ) -> Callable[[], Awaitable[discord.Message]]:
        """Make a page's files if the bot may attach files; return the call that sends the page. See `send_page`."""
        allowed = bot_permissions_in(self._bot.get_channel(channel_id))
        drawn = await draw_pictures(page, TABLE_DRAWERS) if allowed is None or allowed.attach_files else {}

        async def send() -> discord.Message:
            message = await send_page(self._bot, self._attachments, channel_id, page, drawn, call, existing)
            self._attachments.record(message)
            return message

        return send

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        """See `Port`."""
        message = self._channel(channel_id).get_partial_message(message_id)
        return await self._in_thread(channel_id, "delete", message.delete)

    async def delete_event(self, guild_id: int, event_id: int) -> Outcome:
        """See `Port`. The event is not cached, because the bot does not use the intent for scheduled events."""
        guild = self._bot.get_guild(guild_id)
        if guild is None:
            return Later()

        async def delete() -> None:
            event = await guild.fetch_scheduled_event(event_id, with_counts=False)
            await event.delete()

        return to_outcome(await call_result(delete()))

    async def delete_event_with(self, guild_id: int, link: str) -> Outcome:
        """See `Port`."""
        guild = self._bot.get_guild(guild_id)
        if guild is None:
            return Later()

        async def delete() -> None:
            for event in await guild.fetch_scheduled_events(with_counts=False):
                if event.creator_id == guild.me.id and (event.description or "").endswith(link):
                    await event.delete()

        return to_outcome(await call_result(delete()))

    async def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        """See `Port`."""
        first, last = (discord.utils.time_snowflake(dt.datetime.fromtimestamp(one, dt.UTC)) for one in (since, until))

        own_id = self._bot.user.id if self._bot.user else 0

        async def look() -> list[Own] | Forbidden:
            channel = self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
            direct = isinstance(channel, discord.DMChannel)
            if not (direct or isinstance(channel, discord.abc.GuildChannel | discord.Thread)):
                return Forbidden()
            if not is_allowed(channel, "read"):
                return Forbidden()  # without this permission Discord would return no messages
            messages = self._channel(channel_id).history(limit=limits.SEARCHED_MESSAGES, after=discord.Object(first))
            found = []
            async for one in messages:
                if one.id > last:
                    break
                if one.author.id == own_id and _is_plain_message(one):
                    found.append(Own(one.id, tuple(one.raw_mentions), purpose_of(_custom_ids(one.components))))
            return found

        return await self._call(channel_id, "read", look)

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: Minutes) -> Outcome:
        """See `Port`."""
        channel = self._bot.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return Forbidden()
        message = channel.get_partial_message(message_id)

        async def create() -> discord.abc.Snowflake:
            try:
                return await message.create_thread(
                    name=name, auto_archive_duration=minutes, slowmode_delay=NO_SLOW_MODE
                )
            except discord.HTTPException as error:
                if error.code != _THREAD_EXISTS:
                    raise
                return message  # a thread has the id of its message

        return to_outcome(await self._call(channel_id, "thread", create))

    async def open_private_thread(
        self, channel_id: int, since: int, name: str, minutes: Minutes, people: Sequence[int]
    ) -> Outcome:
        """See `Port`."""
        channel = self._bot.get_channel(channel_id)
        if not allows_private_threads(channel):
            return Forbidden()
        own = (one for one in channel.threads if one.is_private() and one.owner_id == channel.guild.me.id)
        thread: Any = next((one for one in own if one.name == name and one.id > since), None)
        if thread is None:
            create = partial(
                channel.create_thread, name=name, auto_archive_duration=minutes, slowmode_delay=NO_SLOW_MODE
            )
            thread = await self._call(channel_id, "private thread", create)
        if isinstance(thread, Outcome):
            return thread
        added = [
            to_outcome(await self._call(thread.id, "let in", partial(thread.add_user, discord.Object(user_id))))
            for user_id in people
        ]
        if waiting := [one for one in added if isinstance(one, Later)]:
            return waiting[0]
        if added and not any(isinstance(one, Done) for one in added):
            return Refused()  # nobody could see the thread
        return Done(thread.id)

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        """See `Port`."""

        async def change() -> None:
            thread = self._bot.get_channel(thread_id) or await self._bot.fetch_channel(thread_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(auto_archive_duration=minutes)

        return await self._in_thread(thread_id, "archive", change)

    async def _in_thread(self, channel_id: int, kind: Kind, call: Callable[[], Awaitable[T]]) -> Outcome:
        """Make a call; if it fails in an archived thread, unarchive the thread and repeat the call."""
        first = to_outcome(await self._call(channel_id, kind, call))
        if first != Forbidden() or not self._is_allowed(channel_id, kind) or not await self._reopen_thread(channel_id):
            return first
        return to_outcome(await self._call(channel_id, kind, call))

    async def _call(self, channel_id: int, kind: Kind, call: Callable[[], Awaitable[T]]) -> T | Outcome:
        """Make a call unless the bot lacks a permission; return its result or the outcome of its error.

        If a channel is gone, its table is closed or lost. So the error "unknown channel" of a call
        must be confirmed: the bot then requests the channel, which counts as gone only if Discord answers that request
        with the same error.
        """
        if not self._is_allowed(channel_id, kind):
            return self._forbidden(channel_id)
        guild = getattr(self._bot.get_channel(channel_id), "guild", None)
        if guild is not None:  # the channel of direct messages would identify a person
            extend_log_context(server=guild.id, channel=channel_id)
        since = self._backoff.clock()

        async def recorded() -> T:
            try:
                answer = await call()
            except discord.Forbidden:
                if kind != "let in":  # a call that adds a person to a thread may be refused for this person only
                    self._backoff.record_refusal(guild.id if guild else 0, channel_id, kind, since)
                raise
            self._backoff.record_success(channel_id, kind)
            return answer

        answer = await call_result(recorded())
        if answer == Gone(channel=True) and not await self._is_gone(channel_id):
            return Refused()
        if answer == OutOfReach() and sees(self._bot.get_channel(channel_id)):
            answer = Forbidden()
        if isinstance(answer, Later):
            self._metrics.record_message_failed()
        else:
            self._metrics.record_message_written()
        return answer

    def _is_allowed(self, channel_id: int, kind: Kind) -> bool:
        """Return whether the cache allows a call of this kind, and Discord has not refused such a call recently."""
        return is_allowed(self._bot.get_channel(channel_id), kind) and not self._backoff.is_backed_off(channel_id, kind)

    def _forbidden(self, channel_id: int) -> Forbidden:
        """Return the outcome of a call that the cache or an earlier refusal forbids."""
        return OutOfReach() if sees(self._bot.get_channel(channel_id)) is False else Forbidden()

    async def _reopen_thread(self, channel_id: int) -> bool:
        """Unarchive a thread if necessary; return whether the channel is a thread that is open now."""
        channel = self._bot.get_channel(channel_id) or await call_result(self._bot.fetch_channel(channel_id))
        if not isinstance(channel, discord.Thread) or channel.locked:
            return False
        if not channel.archived:
            return True
        return isinstance(await self._call(channel_id, "open", partial(channel.edit, archived=False)), discord.Thread)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)
