"""The context of an interaction, created once: person, place, locale, deferral, and all ways to answer.

Discord accepts an answer for three seconds only, so an interaction that takes long is deferred.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord

from cogs.interactions.member_permissions import manages_messages, manages_server, sees
from cogs.requests.discord_adapter import call_result, is_final
from cogs.requests.discord_calls import ANSWER_SECONDS, UNREACHABLE, UNREADABLE, describe_error, wait_for_call
from cogs.requests.pages import (
    NO_MENTIONS,
    PANEL_DRAWERS,
    UNKNOWN_MESSAGE,
    AttachmentIds,
    AttachmentStore,
    FormModal,
    PageView,
    Pictures,
    Upload,
    attachment_ids,
    draw_pictures,
    files,
    send_page,
)
from host.place import NOWHERE, Place
from host.settings import Settings
from host.tables.table import Person, Table
from locales import Translation, language_of
from show.actions.table_actions import Action
from show.discord_port import Done, Gone, Outcome
from show.log_context import extend_log_context
from show.messages.edit_rate_limit import born
from show.text.clean_names import cleaned
from show.text.page import Json, Page
from show.text.seat_names import spoken

log = logging.getLogger(__name__)

T = TypeVar("T")

Interaction: TypeAlias = discord.Interaction[Any]

NEWEST_MESSAGE = "newest message"
"""Key under which `cogs.gateway.parsers` puts the newest message's id into the interaction's data: discord.py passes on
no other part of the payload.
"""
CONTENT_LIMIT = 2000
"""Discord's limit of characters in a plain message."""
DEFER_AFTER_SECONDS = 1.5
"""Seconds after which an interaction is deferred: half of Discord's limit leaves time for a slow network."""
PUBLIC = "public"
"""Key in the `extras` of a command whose answer everybody sees."""
_CONTEXT = "context"
"""Key of the context in an interaction's extras. Commands need it, because discord.py passes them only the
interaction.
"""


class DeferralKind(Enum):
    """The kinds of deferral, by the placeholder that people see."""

    UPDATE = "the message that was clicked will change"
    PRIVATE = "they alone see that there will be an answer"
    PUBLIC = "everybody sees that there will be an answer"


class Deferral:
    """The deferral of one interaction. An answer in time cancels it; a later answer must edit the deferred message."""

    def __init__(self, interaction: Interaction) -> None:
        self.kind = deferral_kind(interaction)
        self._response = interaction.response
        self._client = interaction.client
        self._deferring: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._start)

    async def cancel(self) -> DeferralKind | None:
        """Cancel the deferral; return its kind if the interaction is already deferred."""
        if self._deferring is None:
            self._timer.cancel()
            return None
        await asyncio.wait([self._deferring])
        return self.kind

    def _start(self) -> None:
        if not self._response.is_done():
            self._deferring = asyncio.create_task(self._defer(), name="deferral of an interaction")

    async def _defer(self) -> None:
        log.info("an answer takes long, and is deferred")
        try:
            private, thinking = self.kind is DeferralKind.PRIVATE, self.kind is not DeferralKind.UPDATE
            await wait_for_call(self._response.defer(ephemeral=private, thinking=thinking), urgent=True)
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.warning("an interaction could not be deferred: %s", describe_error(error))
        else:
            self._client.dispatch("deferral")


def is_ephemeral_page(message: discord.Message | None) -> bool:
    """Return whether a message is an ephemeral page of the bot."""
    return message is not None and message.flags.ephemeral and message.flags.components_v2


def deferral_kind(interaction: Interaction) -> DeferralKind:
    """Return the kind of deferral that suits the clicked component and message, or the command."""
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        public = command is not None and command.extras.get(PUBLIC)
        # A forum itself can have no public answer.
        is_forum = isinstance(interaction.channel, discord.ForumChannel)
        return DeferralKind.PUBLIC if public and not is_forum else DeferralKind.PRIVATE
    data: Any = interaction.data
    verb = Action.verbs.get(data["custom_id"].partition(":")[0])
    in_place = is_ephemeral_page(interaction.message) or (verb is not None and verb.kind.repaints)
    return DeferralKind.UPDATE if in_place else DeferralKind.PRIVATE


def person_of(interaction: Interaction) -> Person:
    """Return the person who made an interaction, with the name used on the server."""
    user = interaction.user
    return Person(
        user.id,
        moderates=partial(manages_messages, interaction),
        name=name_of(user),
        manages_server=partial(manages_server, user),
        interaction_id=interaction.id,
    )


def name_of(user: discord.User | discord.Member) -> str:
    """Return a person's name on the server, in plain characters; empty if no name has any."""
    return cleaned(user.display_name, user.global_name or "", user.name)


def place_of(interaction: Interaction) -> Place:
    """Return the place of an interaction; `NOWHERE` for direct messages between people, without the bot."""
    if interaction.guild_id is not None:
        return Place.server(interaction.guild_id)
    return Place.direct(interaction.user.id) if interaction.context.dm_channel else NOWHERE


async def _answered(call: Awaitable[T]) -> T:
    """Await an answer to a person, with a timeout: a hanging answer would block the interaction's next answers."""
    return await wait_for_call(call, ANSWER_SECONDS, urgent=True)


def _message_of(made: Any) -> tuple[Any, int]:  # noqa: ANN401  a message or a callback response
    """Return the message that Discord has returned, and the message's id; None and 0 without a message."""
    message = getattr(made, "resource", made)
    return message, getattr(made, "message_id", None) or getattr(message, "id", None) or 0


class InteractionContext:
    """A click, a form or a command. The class implements `show.discord_port.Asker` with discord.py."""

    def __init__(self, interaction: Interaction) -> None:
        message = interaction.message
        self.interaction = interaction
        self._attachments: AttachmentStore = interaction.client.attachments
        self.person = person_of(interaction)
        self.user_id = self.person.id
        self.table: Table
        """The table that the action names, as read when the person's access was checked."""
        self.is_autocomplete = interaction.type is discord.InteractionType.autocomplete
        self.place = place_of(interaction)
        """The server, or the person's direct messages with the bot."""
        self.channel_id = interaction.channel_id or 0
        self.at = born(interaction.id)
        """The time of the click in unix seconds, by Discord's clock, however late the bot handles it."""
        """The id of the channel or thread."""
        self.message_id = message.id if message else 0
        """The id of the clicked message; 0 if no message was clicked."""
        self.components = message.components if message and not message.flags.ephemeral else []
        """The components of the clicked public message."""
        data: Any = interaction.data or {}
        self.newest = int(data.get(NEWEST_MESSAGE) or 0)
        """The id of the channel's newest message, 0 if unknown. The message may be deleted by now."""
        self.discord_locale = str(interaction.locale.value)
        """The person's locale as Discord names it."""
        self.locale = self.discord_locale
        """The locale of the language that the person has set, or `discord_locale` if the person has set none."""
        self.public_locale = str((interaction.guild_locale or interaction.locale).value)
        """The locale of public answers: the server's, or the person's in a direct message."""
        self.tr = Translation(language_of(self.locale))
        self.in_private = is_ephemeral_page(message)
        """Whether an ephemeral page of the bot was clicked."""
        self.panel_id = self.message_id if self.in_private else 0
        """The id of the clicked ephemeral page or of the ephemeral answer; 0 if there is neither."""
        self.deleted_id = 0
        """The id of the deleted page that the present page has replaced; 0 if it has replaced none."""
        self._existing: AttachmentIds = attachment_ids(message) if self.in_private else {}
        """The attachments of the ephemeral page."""
        self._is_follow_up = False
        """Whether the ephemeral page is a follow-up and not the interaction's original response."""
        self._deferral = None if self.is_autocomplete else Deferral(interaction)
        self._published = False
        """Whether a public answer was sent."""
        self._has_placeholder = False
        """Whether the answer is a placeholder that `withdraw` deletes."""
        interaction.extras[_CONTEXT] = self

    @staticmethod
    def of(interaction: Interaction) -> "InteractionContext":
        """Return the context that was created when the interaction arrived.

        Raises:
            KeyError: the interaction has not passed the pipeline.
        """
        context: InteractionContext = interaction.extras[_CONTEXT]
        return context

    @property
    def is_bot_missing(self) -> bool:
        """True in direct messages between people, and on a server where people have the bot only in their accounts.

        See `cogs.interactions.bot_presence`.
        """
        interaction = self.interaction
        if interaction.guild_id is None:
            return interaction.context.private_channel
        is_member = interaction.client.get_guild(interaction.guild_id) is not None
        return not is_member and not interaction.is_guild_integration()

    async def apply_locales(self, settings: Settings) -> None:
        """Read the languages that the person and the server have set.

        Call this again after one of these settings has changed.

        Raises:
            StoreError: the settings could not be read.
        """
        interaction = self.interaction
        self.locale = spoken((await settings.person(self.user_id)).language, str(interaction.locale.value))
        self.tr = Translation(language_of(self.locale))
        if interaction.guild_locale is None:
            self.public_locale = self.locale
        else:
            server = await settings.of(self.place)
            self.public_locale = spoken(server.language, str(interaction.guild_locale.value))

    def sees(self, channel_id: int) -> bool | None:
        """Return whether the person can see a channel or thread of the server; None if that is unknown."""
        return sees(self.interaction, channel_id)

    def picked_people(self) -> list[int]:
        """Return the users picked from a list of the server's members, without bots."""
        data: Any = self.interaction.data or {}
        users = data.get("resolved", {}).get("users", {})
        return [int(user["id"]) for user in users.values() if not user.get("bot")]

    async def answer(self, page: Page) -> None:
        """Answer with an ephemeral page: edit the clicked one, or send a new one if none was clicked or it is gone."""
        drawn = await draw_pictures(page, PANEL_DRAWERS)
        if await self.cancel_deferral():
            edit: Callable[..., Awaitable[Any]] = self.interaction.edit_original_response
        elif self.in_private:
            edit = self.interaction.response.edit_message
        else:
            await self._answer_anew(page, drawn)
            return
        try:
            self._note(await _answered(self._page_call(page, drawn, edit, self._existing)))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE or self.interaction.response.is_done():
                raise
            await self._answer_anew(page, drawn)

    async def _answer_anew(self, page: Page, drawn: Pictures) -> None:
        send = partial(self.interaction.response.send_message, ephemeral=True)
        self._note(await _answered(self._page_call(page, drawn, send)))

    async def publish(self, page: Page) -> int:
        """Answer with a public page; return its message's id.

        If a private page was clicked, the public page follows its answer as a message of its own.
        """
        drawn = await self._drawn(page)
        deferred = await self.cancel_deferral()
        if self.in_private:
            if not self.interaction.response.is_done():
                await self.acknowledge()
            call = self._page_call(page, drawn, partial(self.interaction.followup.send, wait=True))
        elif deferred:
            call = self._page_call(page, drawn, self.interaction.edit_original_response, {})
        else:
            call = self._page_call(page, drawn, self.interaction.response.send_message)
        made = await _answered(call)
        self._published = True
        message, number = _message_of(made)
        self._attachments.record(message)
        return number

    async def publish_or_undo(self, page: Page, undo: Callable[[], Awaitable[object]]) -> int:
        """Publish a page as `publish` does; if the request fails, ask Discord whether the page was published.

        If it was, return the message's id. If it was not, call `undo` and raise the error. If that is unknown, raise
        the error without calling `undo`.
        """
        try:
            return await self.publish(page)
        except (*UNREACHABLE, *UNREADABLE) as error:
            if self.in_private:  # Discord cannot tell what followed an answer
                found = 0 if isinstance(error, discord.HTTPException) and is_final(error) else None
            else:
                found = await self.published()
            if found == 0:
                await undo()
            if not found:
                raise
            return found

    async def published(self) -> int | None:
        """Ask Discord for the public answer and return its id; 0 if there is no answer; None if the request fails."""
        try:
            message = await wait_for_call(self.interaction.original_response(), urgent=True)
        except discord.NotFound:
            return 0
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.info("nobody knows whether an answer stands: %s", describe_error(error))
            return None
        return 0 if message.flags.loading else message.id

    async def repaint(self, page: Page) -> None:
        """Answer by editing the clicked message."""
        drawn, message = await self._drawn(page), self.interaction.message
        deferred = await self.cancel_deferral()
        change: Callable[..., Awaitable[Any]] = self.interaction.response.edit_message
        if deferred is DeferralKind.UPDATE:
            change = self.interaction.edit_original_response
        elif deferred and message is not None:  # the deferred answer is a new message: edit the clicked one by its id
            change = partial(message.edit, allowed_mentions=NO_MENTIONS)
        existing = self._attachments.of(self.message_id) or attachment_ids(message)
        made = await _answered(self._page_call(page, drawn, change, existing))
        self._attachments.record(_message_of(made)[0])
        if deferred is DeferralKind.PRIVATE:
            await call_result(self.interaction.delete_original_response(), urgent=True)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without content, because another message is the answer.

        Discord may then show a placeholder, as for a command; `withdraw` deletes it.
        """
        kind = await self.cancel_deferral()
        if kind is None:
            command = self.interaction.type is discord.InteractionType.application_command
            await _answered(self.interaction.response.defer(ephemeral=command, thinking=command))
            self._has_placeholder = command
        else:
            self._has_placeholder = kind is not DeferralKind.UPDATE

    async def withdraw(self) -> None:
        """Delete the placeholder of `acknowledge`, if there is one; a failure is ignored."""
        if self._has_placeholder:
            await call_result(self.interaction.delete_original_response(), urgent=True)

    async def answer_below(self, page: Page) -> None:
        """Answer with a new ephemeral page below all messages, and delete the clicked page.

        If the new page cannot be sent, the clicked page is edited.
        """
        if await self.cancel_deferral() is None:
            try:
                await _answered(self.interaction.response.defer(ephemeral=False, thinking=False))
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                await self._answer_anew(page, await draw_pictures(page, PANEL_DRAWERS))
                self.deleted_id = self.message_id
                return
        if (outcome := await self.push_below(page, urgent=True)) != Done():
            raise discord.ClientException(f"a panel was neither sent nor edited: {outcome}")

    async def answer_beside(self, page: Page) -> None:
        """Answer with a new ephemeral page, and leave the clicked page as it is."""
        if await self.cancel_deferral() is not DeferralKind.UPDATE:
            drawn = await draw_pictures(page, PANEL_DRAWERS)
            if self.interaction.response.is_done():
                call = self._page_call(page, drawn, self.interaction.edit_original_response, {})
                self._note(await _answered(call))
            else:
                await self._answer_anew(page, drawn)
            return
        drawn, send = await draw_pictures(page, PANEL_DRAWERS), partial(self.interaction.followup.send, ephemeral=True)
        made = await _answered(self._page_call(page, drawn, partial(send, wait=True)))
        self._is_follow_up = True
        self._note(made)

    async def push(self, page: Page, *, urgent: bool = False) -> Outcome:
        """Edit the answer, which Discord allows for fifteen minutes."""
        self._extend_log_context()
        drawn = await draw_pictures(page, PANEL_DRAWERS)
        edit: Callable[..., Awaitable[Any]] = self.interaction.edit_original_response
        if self._is_follow_up:
            edit = partial(self.interaction.followup.edit_message, self.panel_id)
        made = await call_result(self._page_call(page, drawn, edit, self._existing), urgent=urgent)
        if isinstance(made, Outcome):
            return made
        self._note(made)
        return Done()

    async def push_below(self, page: Page, *, urgent: bool = False) -> Outcome:
        """Send the answer anew below all messages, and delete the old answer; if that fails, edit the old answer."""
        self._extend_log_context()
        drawn, send = await draw_pictures(page, PANEL_DRAWERS), partial(self.interaction.followup.send, ephemeral=True)
        made = await call_result(self._page_call(page, drawn, partial(send, wait=True)), urgent=urgent)
        if isinstance(made, Outcome):
            log.info("a panel stays where it is: %s", made)
            return await self.push(page, urgent=urgent)
        delete, earlier = self._delete_call(), self.panel_id
        self._is_follow_up = True
        self._note(made)
        deleted = await call_result(delete, urgent=urgent)
        self.deleted_id = 0 if isinstance(deleted, Outcome) and deleted != Gone() else earlier
        return Done()

    async def delete_panel(self) -> None:
        """Delete the answer, which Discord allows for fifteen minutes; a failure is ignored."""
        self._extend_log_context()
        await call_result(self._delete_call())

    def _extend_log_context(self) -> None:
        """Add the panel's server and channel to the log lines of a task that does not handle the interaction itself."""
        if self.place.is_server:
            extend_log_context(server=self.place.server_id, channel=self.channel_id)

    def _delete_call(self) -> Awaitable[None]:
        """Return the call that deletes the answer."""
        if self._is_follow_up:
            return self.interaction.followup.delete_message(self.panel_id)
        return self.interaction.delete_original_response()

    def _note(self, made: Any) -> None:  # noqa: ANN401  a message or a callback response
        """Record the id and the attachments of the ephemeral page from Discord's response."""
        message, number = _message_of(made)
        self._existing = attachment_ids(message)
        self.panel_id = number or self.panel_id

    def _page_call(
        self, page: Page, drawn: Pictures, call: Callable[..., Awaitable[Any]], existing: AttachmentIds | None = None
    ) -> Awaitable[Any]:
        """Send or edit a page; see `send_page`."""
        return send_page(self.interaction.client, self._attachments, self.channel_id, page, drawn, call, existing)

    async def open_form(self, form: Json) -> None:
        """Answer with a form. Discord does not accept a form after a deferral."""
        if await self.cancel_deferral():
            await self.tell(self.tr("fault-unshown"))
        else:
            await _answered(self.interaction.response.send_modal(FormModal(form)))

    async def tell(self, sentence: str, *attached: Upload) -> None:
        """Send an ephemeral text with files. The text may repeat long typed words, so it is cut to Discord's limit."""
        how: dict[str, Any] = {"files": files(attached)} if attached else {}
        await self._say(sentence[:CONTENT_LIMIT], **how)

    async def tell_page(self, page: Page) -> None:
        """Send a new ephemeral page, also if an ephemeral page was clicked."""
        await self._page_call(page, await draw_pictures(page, PANEL_DRAWERS), self._say)

    async def _say(self, *sentence: str, **how: Any) -> None:  # noqa: ANN401  the library's own options
        """Send a new ephemeral message: as the answer, or as a follow-up if there is an answer already."""
        if await self.cancel_deferral() is DeferralKind.PUBLIC and not self._published:
            await call_result(self.interaction.delete_original_response(), urgent=True)
        done = self.interaction.response.is_done()
        say = self.interaction.followup.send if done else self.interaction.response.send_message
        await _answered(say(*sentence, ephemeral=True, **how))

    async def whisper(self, page: Page) -> None:
        """Send another ephemeral page after the answer; a failure is ignored."""
        await call_result(self.interaction.followup.send(view=PageView(page, {}), ephemeral=True), urgent=True)

    async def _drawn(self, page: Page) -> Pictures:
        """Return a page's files, or none if the bot may not attach files; the page's text has the same content."""
        return await draw_pictures(page, PANEL_DRAWERS) if self.interaction.app_permissions.attach_files else {}

    async def cancel_deferral(self) -> DeferralKind | None:
        """Cancel the deferral; return its kind if the interaction is already deferred."""
        return None if self._deferral is None else await self._deferral.cancel()
