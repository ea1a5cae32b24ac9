"""An interaction as the cogs see it: person, place, locale and all ways to answer."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord
from discord.app_commands import AppCommandError

from cogs.gateway.discordpy_patches import newest
from cogs.interactions.deferral import DeferralKind, deferral_of, is_ephemeral_page
from cogs.interactions.member_permissions import manages_messages, manages_server, sees
from cogs.requests.attachments import (
    AttachmentIds,
    AttachmentList,
    AttachmentStore,
    Upload,
    attachment_ids,
    files,
    send_with_attachments,
)
from cogs.requests.discord_adapter import (
    NO_MENTIONS,
    PANEL_DRAWERS,
    FormModal,
    PageView,
    Pictures,
    call_outcome,
    call_result,
    draw_pictures,
    send_page,
)
from cogs.requests.discord_calls import ANSWER_SECONDS, UNREACHABLE, UNREADABLE, wait_for_call
from host.refusals import Refusal
from host.services import StoreError
from host.tables.table import Person
from locales import Translation, language_of
from show.discord_port import Done, Outcome
from show.text.addressing import table_translation
from show.text.names import cleaned
from show.text.page import Json, Page

log = logging.getLogger(__name__)

T = TypeVar("T")

Interaction: TypeAlias = "discord.Interaction[Any]"

CONTENT_LIMIT = 2000
"""Discord's limit of characters in a plain message."""
MOST_CHOICES = 25
"""Discord's limit of choices for a command option."""
_PERSON = "person"
"""Key of the person in an interaction's extras."""


def person_of(interaction: Interaction) -> Person:
    """Return the person who made an interaction, with the name used on the server; built once per interaction."""
    found = interaction.extras.get(_PERSON)
    if isinstance(found, Person):
        return found
    user = interaction.user
    person = interaction.extras[_PERSON] = Person(
        user.id,
        moderates=partial(manages_messages, user),
        name=cleaned(user.display_name, user.global_name or "", user.name),
        manager=manages_server(user),
        interaction_id=interaction.id,
    )
    return person


async def _sent(response: Any, *, view: PageView, attachments: AttachmentList, **how: bool) -> Any:  # noqa: ANN401
    return await response.send_message(view=view, files=attachments, **how)


async def _answered(call: Awaitable[T]) -> T:
    """Await an answer to a person, with a timeout: a hanging answer would block further answers to the interaction."""
    return await wait_for_call(call, ANSWER_SECONDS, urgent=True)


class InteractionContext:
    """A click, a form or a command: `show.discord_port.Asker` over discord.py."""

    def __init__(self, interaction: Interaction) -> None:
        message = interaction.message
        self.interaction = interaction
        self._attachments: AttachmentStore = interaction.client.attachments
        self.person = person_of(interaction)
        self.user_id = self.person.id
        self._deferral = None if interaction.type is discord.InteractionType.autocomplete else deferral_of(interaction)
        self.guild_id = interaction.guild_id or 0
        """The server's id; 0 in a direct message."""
        self.channel_id = interaction.channel_id or 0
        """The id of the channel or thread."""
        self.message_id = message.id if message else 0
        """The id of the clicked message; 0 without one."""
        self.newest = newest(interaction)
        """The id of the channel's newest message; 0 if it is unknown."""
        self.locale = interaction.locale.value
        """The person's locale in Discord's form."""
        self.tr = Translation(language_of(self.locale))
        self.in_private = is_ephemeral_page(message)
        """Whether an ephemeral page of the bot was clicked."""
        self.panel_id = self.message_id if self.in_private else 0
        """The id of the clicked ephemeral page or of the ephemeral answer; 0 without one."""
        self._standing: AttachmentIds = attachment_ids(message) if self.in_private else {}
        """The attachments of the ephemeral page."""

    def sees(self, channel_id: int) -> bool:
        """Return whether the person can see a channel or thread of the server.

        The person sees the channel of the interaction, and a thread's parent. For other channels the roles decide; the
        members
        of private threads and archived threads are unknown.
        """
        here = self.interaction.channel
        if channel_id == self.channel_id or (isinstance(here, discord.Thread) and here.parent_id == channel_id):
            return True
        return sees(self.interaction.user, channel_id)

    async def answer(self, page: Page) -> None:
        """Answer with an ephemeral page: edit the clicked ephemeral page, or send a new one."""
        drawn = await draw_pictures(page, PANEL_DRAWERS)
        response, deferred = self.interaction.response, await self._deferred()
        if deferred:
            change: Callable[..., Awaitable[Any]] = self.interaction.edit_original_response
        else:
            change = response.edit_message if self.in_private else partial(_sent, response, ephemeral=True)
        self._note(await _answered(self._written(page, drawn, change)))

    async def publish(self, page: Page) -> int:
        """Answer with a public page; return its message's id."""
        drawn = await self._drawn(page)
        if await self._deferred() and self._deferral is not None:
            edit = self.interaction.edit_original_response
            message = await self._send_page(
                page, drawn, lambda view, drawn: edit(view=view, attachments=files(drawn.values()))
            )
            self._deferral.answered = True
            self._attachments.record(message)
            return message.id
        send = self.interaction.response.send_message
        answer = await self._send_page(page, drawn, lambda view, drawn: send(view=view, files=files(drawn.values())))
        self._attachments.record(getattr(answer, "resource", None))
        return answer.message_id or 0

    async def published(self) -> int | None:
        """Return the message id of a public answer whose request failed; 0 if there is none, None if unknown."""
        try:
            message = await wait_for_call(self.interaction.original_response(), urgent=True)
        except discord.NotFound:
            return 0
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.info("nobody knows whether an answer stands: %r", error)
            return None
        return 0 if message.flags.loading else message.id

    async def repaint(self, page: Page) -> None:
        """Answer by editing the clicked message."""
        drawn, message = await self._drawn(page), self.interaction.message
        deferred = await self._deferred()
        change: Callable[..., Awaitable[Any]] = self.interaction.response.edit_message
        if deferred is DeferralKind.UPDATE:
            change = self.interaction.edit_original_response
        elif deferred and message is not None:  # the announced ephemeral answer is not sent, so edit by message id
            change = partial(message.edit, allowed_mentions=NO_MENTIONS)
        standing = self._attachments.of(self.message_id) or attachment_ids(message)
        made = await _answered(self._changed(page, drawn, standing, change))
        self._attachments.record(getattr(made, "resource", made))
        if deferred is DeferralKind.PRIVATE:
            await call_outcome(self.interaction.delete_original_response(), urgent=True)

    async def push(self, page: Page) -> Outcome:
        """Edit the answer, which Discord allows for fifteen minutes."""
        change = self.interaction.edit_original_response
        made = await call_result(self._written(page, await draw_pictures(page, PANEL_DRAWERS), change))
        if isinstance(made, Outcome):
            return made
        self._note(made)
        return Done()

    async def _written(self, page: Page, drawn: Pictures, change: Callable[..., Awaitable[Any]]) -> Any:  # noqa: ANN401
        """Replace the ephemeral page, and keep its unchanged attachments."""
        return await self._changed(page, drawn, self._standing, change)

    def _note(self, made: Any) -> None:  # noqa: ANN401  a message or a callback response
        """Record the id and the attachments of the ephemeral page in Discord's response."""
        message = getattr(made, "resource", made)
        self._standing = attachment_ids(message)
        number = getattr(made, "message_id", None) or getattr(message, "id", None)
        self.panel_id = number or self.panel_id

    def _changed(
        self, page: Page, drawn: Pictures, standing: AttachmentIds, change: Callable[..., Awaitable[Any]]
    ) -> Awaitable[Any]:
        """Replace a message's page, and keep its unchanged attachments."""

        def call(view: PageView, drawn: Pictures) -> Awaitable[Any]:
            return send_with_attachments(
                drawn.values(), standing, lambda attached: change(view=view, attachments=attached)
            )

        return send_page(self.interaction.client, self._attachments, self.channel_id, page, drawn, call)

    async def _send_page(self, page: Page, drawn: Pictures, call: Callable[[PageView, Pictures], Awaitable[T]]) -> T:
        return await _answered(
            send_page(self.interaction.client, self._attachments, self.channel_id, page, drawn, call)
        )

    async def open_form(self, form: Json) -> None:
        """Answer with a form. Discord does not accept a form after a deferral."""
        if await self._deferred():
            await self.tell(self.tr("fault-unshown"))
        else:
            await _answered(self.interaction.response.send_modal(FormModal(form)))

    async def tell(self, sentence: str, *attached: Upload) -> None:
        """Send an ephemeral text with files. The text is cut to Discord's limit, because it may repeat typed words."""
        sentence = sentence[:CONTENT_LIMIT]
        if await self._deferred() is DeferralKind.PUBLIC and self._deferral is not None and not self._deferral.answered:
            await call_outcome(self.interaction.delete_original_response(), urgent=True)
        how: dict[str, Any] = {"files": files(attached)} if attached else {}
        done = self.interaction.response.is_done()
        say = self.interaction.followup.send if done else self.interaction.response.send_message
        await _answered(say(sentence, ephemeral=True, **how))

    async def whisper(self, page: Page) -> None:
        """Send another ephemeral page after the answer; a failure is ignored."""
        await call_outcome(self.interaction.followup.send(view=PageView(page, {}), ephemeral=True), urgent=True)

    async def _drawn(self, page: Page) -> Pictures:
        """Draw a page's pictures if the bot may attach files; otherwise the page's text has the same content."""
        return await draw_pictures(page, PANEL_DRAWERS) if self.interaction.app_permissions.attach_files else {}

    async def _deferred(self) -> DeferralKind | None:
        """Cancel the deferral; return its kind if the interaction is already deferred, else None."""
        return self._deferral.kind if self._deferral is not None and await self._deferral.cancel() else None

    async def guarded(self, work: Awaitable[None]) -> None:
        """Run a handler, and answer any error with one sentence."""
        try:
            await work
        except Exception as error:  # noqa: BLE001  explain() logs unknown errors
            await self.explain(error)

    async def explain(self, error: BaseException) -> None:
        """Answer an error with one sentence."""
        if isinstance(error, Refusal):
            table = error.table
            sentence = (table_translation(table, self.locale) if table else self.tr).text(error.text)
        elif isinstance(error, StoreError):
            log.error("the store failed: %s", error)  # a Refusal is raised if nothing was changed
            sentence = self.tr("fault-unshown")
        elif isinstance(error, AppCommandError):  # the handler was not called
            log.warning(
                "a command is of another version: %s", type(error).__name__
            )  # the error's text may contain typed words
            sentence = self.tr("fault-other-version")
        elif isinstance(error, UNREACHABLE):  # the change may be committed
            log.warning("an interaction's answer could not be shown: %r", error)
            sentence = self.tr("fault-unshown")
        else:
            log.error("an interaction failed", exc_info=error)
            sentence = self.tr("fault-unknown")
        try:
            await self.tell(sentence)
        except (*UNREACHABLE, *UNREADABLE) as failure:
            log.warning("an interaction could not be answered: %r", failure)
