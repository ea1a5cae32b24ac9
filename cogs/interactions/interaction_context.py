"""An interaction as the cogs know it: who asks, where, in which language, and every way to answer."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord
from discord.app_commands import AppCommandError

from cogs.gateway.discordpy_patches import newest
from cogs.interactions.deferral import Manner, deferral_of, is_private_page
from cogs.interactions.member_permissions import manages_messages, manages_server, sees
from cogs.requests.attachments import Attached, AttachmentStore, Standing, Upload, files, standing_of, write
from cogs.requests.discord_adapter import (
    NOBODY,
    PANELS,
    Drawn,
    Opened,
    Rendered,
    answer_of,
    drawn_for,
    outcome_of,
    shown,
)
from cogs.requests.discord_calls import ANSWER_SECONDS, UNREACHABLE, UNREADABLE, finished
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
"""Characters of a plain message; Discord refuses more."""
MOST_CHOICES = 25
"""What a command's option can offer: Discord's limit."""
_PERSON = "person"
"""Where an interaction keeps who asks."""


def person_of(interaction: Interaction) -> Person:
    """Who asks, as they are called where they ask; worked out once."""
    found = interaction.extras.get(_PERSON)
    if isinstance(found, Person):
        return found
    user = interaction.user
    person = interaction.extras[_PERSON] = Person(
        user.id,
        moderates=partial(manages_messages, user),
        name=cleaned(user.display_name, user.global_name or "", user.name),
        manager=manages_server(user),
        asked=interaction.id,
    )
    return person


async def _sent(response: Any, *, view: Rendered, attachments: Attached, **how: bool) -> Any:  # noqa: ANN401
    return await response.send_message(view=view, files=attachments, **how)


async def _answered(call: Awaitable[T]) -> T:
    """Wait for an answer to somebody. One that hangs is given up: nothing else can be written there meanwhile."""
    return await finished(call, ANSWER_SECONDS, urgent=True)


class InteractionContext:
    """A click, a pick or a command: `show.discord_port.Asker` over discord.py."""

    def __init__(self, interaction: Interaction) -> None:
        message = interaction.message
        self.interaction = interaction
        self._stock: AttachmentStore = interaction.client.stock
        self.person = person_of(interaction)
        self.user_id = self.person.id
        self._deferral = None if interaction.type is discord.InteractionType.autocomplete else deferral_of(interaction)
        self.guild_id = interaction.guild_id or 0
        """0 in a private channel; commands that need a server are for servers only."""
        self.channel_id = interaction.channel_id or 0
        """The channel or thread."""
        self.message_id = message.id if message else 0
        """The message that was clicked; 0: none was."""
        self.newest = newest(interaction)
        """The newest message where it was clicked; 0: nobody knows."""
        self.locale = interaction.locale.value
        """Their language, as Discord names it."""
        self.tr = Translation(language_of(self.locale))
        self.in_private = is_private_page(message)
        """Whether a private page of ours was clicked."""
        self.panel_id = self.message_id if self.in_private else 0
        """That page, or what the answer has made of it."""
        self._standing: Standing = standing_of(message) if self.in_private else {}
        """The pictures of their private page."""

    def sees(self, channel_id: int) -> bool:
        """Whether they can see a channel or thread of the server, as far as can be told.

        Where they click they see it, and what a thread belongs to; elsewhere their roles tell, but nothing tells who is
        in a private thread, nor anything of a thread that is archived.
        """
        here = self.interaction.channel
        if channel_id == self.channel_id or (isinstance(here, discord.Thread) and here.parent_id == channel_id):
            return True
        return sees(self.interaction.user, channel_id)

    async def answer(self, page: Page) -> None:
        """Answer with a private page: in place where they clicked in one, else as a new message."""
        drawn = await drawn_for(page, PANELS)
        response, deferred = self.interaction.response, await self._deferred()
        if deferred:
            change: Callable[..., Awaitable[Any]] = self.interaction.edit_original_response
        else:
            change = response.edit_message if self.in_private else partial(_sent, response, ephemeral=True)
        self._note(await _answered(self._written(page, drawn, change)))

    async def publish(self, page: Page) -> int:
        """Answer with a page that everybody sees; its message."""
        drawn = await self._drawn(page)
        if await self._deferred() and self._deferral is not None:
            edit = self.interaction.edit_original_response
            message = await self._shown(
                page, drawn, lambda view, drawn: edit(view=view, attachments=files(drawn.values()))
            )
            self._deferral.answered = True
            self._stock.note(message)
            return message.id
        send = self.interaction.response.send_message
        answer = await self._shown(page, drawn, lambda view, drawn: send(view=view, files=files(drawn.values())))
        self._stock.note(getattr(answer, "resource", None))
        return answer.message_id or 0

    async def published(self) -> int | None:
        """Whether a public answer that has failed stands all the same: its message; 0: no; None: nobody knows."""
        try:
            message = await finished(self.interaction.original_response(), urgent=True)
        except discord.NotFound:
            return 0
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.info("nobody knows whether an answer stands: %r", error)
            return None
        return 0 if message.flags.loading else message.id

    async def repaint(self, page: Page) -> None:
        """Answer by letting the message that was clicked show something else."""
        drawn, message = await self._drawn(page), self.interaction.message
        deferred = await self._deferred()
        change: Callable[..., Awaitable[Any]] = self.interaction.response.edit_message
        if deferred is Manner.UPDATE:
            change = self.interaction.edit_original_response
        elif deferred and message is not None:  # a private answer was announced, and there is none
            change = partial(message.edit, allowed_mentions=NOBODY)
        standing = self._stock.of(self.message_id) or standing_of(message)
        made = await _answered(self._changed(page, drawn, standing, change))
        self._stock.note(getattr(made, "resource", made))
        if deferred is Manner.PRIVATE:
            await outcome_of(self.interaction.delete_original_response(), urgent=True)

    async def push(self, page: Page) -> Outcome:
        """Change what was answered: possible for fifteen minutes."""
        change = self.interaction.edit_original_response
        made = await answer_of(self._written(page, await drawn_for(page, PANELS), change))
        if isinstance(made, Outcome):
            return made
        self._note(made)
        return Done()

    async def _written(self, page: Page, drawn: Drawn, change: Callable[..., Awaitable[Any]]) -> Any:  # noqa: ANN401
        """Let their private page be this one; what of its pictures stands already is kept."""
        return await self._changed(page, drawn, self._standing, change)

    def _note(self, made: Any) -> None:  # noqa: ANN401  a message, or how the library answers
        """Note what their private page has become, as Discord has answered in time."""
        message = getattr(made, "resource", made)
        self._standing = standing_of(message)
        number = getattr(made, "message_id", None) or getattr(message, "id", None)
        self.panel_id = number or self.panel_id

    def _changed(
        self, page: Page, drawn: Drawn, standing: Standing, change: Callable[..., Awaitable[Any]]
    ) -> Awaitable[Any]:
        """Let a message be this page; what of its pictures stands already is kept."""

        def call(view: Rendered, drawn: Drawn) -> Awaitable[Any]:
            return write(drawn.values(), standing, lambda attached: change(view=view, attachments=attached))

        return shown(self.interaction.client, self._stock, self.channel_id, page, drawn, call)

    async def _shown(self, page: Page, drawn: Drawn, call: Callable[[Rendered, Drawn], Awaitable[T]]) -> T:
        return await _answered(shown(self.interaction.client, self._stock, self.channel_id, page, drawn, call))

    async def open_form(self, form: Json) -> None:
        """Answer with a form that stands before everything else: at once, for what is deferred can open none."""
        if await self._deferred():
            await self.tell(self.tr("fault-unshown"))
        else:
            await _answered(self.interaction.response.send_modal(Opened(form)))

    async def tell(self, sentence: str, *attached: Upload) -> None:
        """Say something to them alone, with files; it may repeat what they have typed, which can be long."""
        sentence = sentence[:CONTENT_LIMIT]
        if await self._deferred() is Manner.PUBLIC and self._deferral is not None and not self._deferral.answered:
            await outcome_of(self.interaction.delete_original_response(), urgent=True)
        how: dict[str, Any] = {"files": files(attached)} if attached else {}
        done = self.interaction.response.is_done()
        say = self.interaction.followup.send if done else self.interaction.response.send_message
        await _answered(say(sentence, ephemeral=True, **how))

    async def whisper(self, page: Page) -> None:
        """Show a page more to them alone, after the answer; whoever misses it has missed nothing else."""
        await outcome_of(self.interaction.followup.send(view=Rendered(page, {}), ephemeral=True), urgent=True)

    async def _drawn(self, page: Page) -> Drawn:
        """A page's pictures, where everybody may see files of the bot's: elsewhere the text says it all."""
        return await drawn_for(page, PANELS) if self.interaction.app_permissions.attach_files else {}

    async def _deferred(self) -> Manner | None:
        """As what the interaction has been deferred; None: it has not, and will not be from now on."""
        return self._deferral.manner if self._deferral is not None and await self._deferral.over() else None

    async def guarded(self, work: Awaitable[None]) -> None:
        """Do an interaction's work; whatever goes wrong, its person gets one clear sentence."""
        try:
            await work
        except Exception as error:  # noqa: BLE001  the last guard: explain() logs what it does not know
            await self.explain(error)

    async def explain(self, error: BaseException) -> None:
        """Say why something was not done."""
        if isinstance(error, Refusal):
            table = error.table
            sentence = (table_translation(table, self.locale) if table else self.tr).text(error.text)
        elif isinstance(error, StoreError):
            log.error("the store failed: %s", error)  # where nothing was changed, the house has refused to
            sentence = self.tr("fault-unshown")
        elif isinstance(error, AppCommandError):  # it never came to its handler
            log.warning("a command is of another version: %s", type(error).__name__)  # its words may have been typed
            sentence = self.tr("fault-other-version")
        elif isinstance(error, UNREACHABLE):  # what was asked for may have been done
            log.warning("an interaction's answer could not be shown: %r", error)
            sentence = self.tr("fault-unshown")
        else:
            log.error("an interaction failed", exc_info=error)
            sentence = self.tr("fault-unknown")
        try:
            await self.tell(sentence)
        except (*UNREACHABLE, *UNREADABLE) as failure:
            log.warning("an interaction could not be answered: %r", failure)
