"""Pages as Discord messages: components, pictures and attachments.

A picture's name contains a hash of its content, so an edit keeps the unchanged pictures.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import ui

import limits
from cogs.requests.discord_calls import describe_error
from show.text.emojis import plainly
from show.text.page import Json, Page

log = logging.getLogger(__name__)

T = TypeVar("T")
AttachmentList: TypeAlias = "list[discord.Attachment | discord.File]"
AttachmentIds: TypeAlias = Mapping[str, int]
"""The ids of a message's attachments by file name."""
INVALID_FORM_BODY = 50035
"""Error code of a request with an invalid body."""
UNKNOWN_MESSAGE = 10008
"""Error code of a request about a message that never existed or was deleted."""
UPLOADS_LIMITED: Final = 400001
"""Error code of a server that may not upload files for some time."""
_FILE_ERRORS: Final = frozenset({30015, 40005, 50045, 50046, 50110, 50123, 50146, UPLOADS_LIMITED})
"""Error codes that concern the files of a message: too many, too large or invalid."""
_REFUSED_SECONDS: Final = 3600.0
"""Seconds for which no files are sent to a channel after `UPLOADS_LIMITED`."""
PANEL_DRAWERS: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures of panels")
TABLE_DRAWERS: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures of tables")
"""Threads that draw pictures outside the event loop. Panels have their own thread, because a person waits for them."""
NO_MENTIONS: Final = discord.AllowedMentions.none()
"""Allows no mentions. Every edit needs it, because discord.py applies its default only to messages with plain text."""
Pictures: TypeAlias = "Mapping[str, Upload]"
"""A page's pictures and text files by the names that the page uses."""


def refuses_files(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a message because of its files."""
    return error.code in _FILE_ERRORS or error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to attach to a message, mostly a picture."""

    name: str
    data: bytes
    named_by_content: bool = False
    """Whether the name depends on the content, so that a file of the same name has the same content."""

    @staticmethod
    def of(kind: str, data: bytes) -> Upload:
        """Create the file of a picture; its name has the kind and a hash of the picture, which reveals no card."""
        return Upload(f"{kind}-{hashlib.sha256(data).hexdigest()[:12]}.png", data, named_by_content=True)

    def compressed(self) -> Upload:
        """Return the file compressed with gzip."""
        return Upload(f"{self.name}.gz", gzip.compress(self.data))


class RetainedAttachment(discord.Attachment):
    """An attachment that an edit keeps."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:  # noqa: ANN401  the library's own type has more
        """Return the payload that keeps the attachment."""
        return {"id": self.id}


def attachment_ids(message: object) -> AttachmentIds:
    """Return the attachment ids of a message that Discord has sent."""
    return {one.filename: one.id for one in getattr(message, "attachments", ())}


class AttachmentStore:
    """A record of the attachments of public messages, and of the channels that refuse files. Its size is limited."""

    def __init__(self) -> None:
        self._ids_by_message: dict[int, AttachmentIds] = {}
        self._refused_until: dict[int, float] = {}
        """The end of the refusal by channel, in seconds of the event loop's clock."""

    def accepts_files(self, channel_id: int) -> bool:
        """Return whether files may be sent to a channel."""
        return self._refused_until.get(channel_id, 0.0) <= asyncio.get_running_loop().time()

    def refuse_files(self, channel_id: int) -> None:
        """Record that Discord refuses files in a channel; for some time no files are sent there."""
        self._refused_until.pop(channel_id, None)
        self._refused_until[channel_id] = asyncio.get_running_loop().time() + _REFUSED_SECONDS
        limits.evict_oldest(self._refused_until, limits.CHANNELS)

    def of(self, message_id: int) -> AttachmentIds:
        """Return the recorded attachment ids of a message."""
        return self._ids_by_message.get(message_id, {})

    def record(self, message: object) -> None:
        """Record the attachments of a message that Discord has sent."""
        number = getattr(message, "id", None)
        if number is not None:
            self._ids_by_message.pop(number, None)
            self._ids_by_message[number] = attachment_ids(message)
            limits.evict_oldest(self._ids_by_message, limits.MESSAGES_WITH_PICTURES)


def files(uploads: Iterable[Upload]) -> list[discord.File]:
    """Return new files to send; discord.py can send a file only once."""
    return [discord.File(io.BytesIO(one.data), one.name) for one in uploads]


async def edit_attachments(uploads: Iterable[Upload], existing: AttachmentIds, edit: Callable[..., Awaitable[T]]) -> T:
    """Edit a message and its files: keep the existing files with the same names, and upload the other files.

    Discord does not document that a page may refer to an earlier attachment. If Discord refuses the kept attachments,
    all files are sent again.
    """
    wanted = list(uploads)
    same = [one for one in wanted if one.named_by_content and one.name in existing]
    kept: AttachmentList = [RetainedAttachment(existing[one.name]) for one in same]
    if kept:
        try:
            return await edit(attachments=[*kept, *files(one for one in wanted if one not in same)])
        except discord.HTTPException as error:
            if error.code != INVALID_FORM_BODY:
                raise
            log.info("a picture that stands may not be kept, and is sent again: %s", describe_error(error))
    return await edit(attachments=files(wanted))


class PageView(ui.LayoutView):
    """A page's components as a discord.py view. The view is stopped, so that discord.py does not store it."""

    def __init__(self, page: Page, drawn: Pictures) -> None:
        super().__init__(timeout=None)
        self._language = page.language
        self._components = page.components({file: one.name for file, one in drawn.items()})
        self.stop()

    def to_components(self) -> list[Json]:
        """Return the components' payload."""
        return self._components

    def use_plain_emojis(self) -> None:
        """Replace the application's own emojis with Unicode signs."""
        self._components = plainly(self._components, self._language)

    def has_components_v2(self) -> bool:
        """Return True: pages use components v2."""
        return True


class FormModal(ui.Modal):
    """A form as a discord.py modal.

    The router reads the fields, so discord.py need not store the modal. The constructor stops the modal, because
    discord.py does not store a stopped one.
    """

    def __init__(self, form: Json) -> None:
        super().__init__(title=form["title"], custom_id=form["custom_id"])
        self._form = form
        self.stop()

    def to_dict(self) -> Json:
        """Return the form's payload."""
        return self._form


async def send_page(
    bot: discord.Client,
    attachments: AttachmentStore,
    channel_id: int,
    page: Page,
    drawn: Pictures,
    call: Callable[..., Awaitable[T]],
    existing: AttachmentIds | None = None,
) -> T:
    """Send a page with its files as a new message or an edit; if Discord refuses files, send it without them.

    Args:
        bot: the client.
        attachments: the channels that refuse files.
        channel_id: the channel of the message.
        page: the page.
        drawn: the page's pictures and text files.
        call: posts a message with the arguments `view` and `files`, or edits one with `view` and `attachments`.
        existing: the attachments of the message to edit; None for a new message.
    """
    if not attachments.accepts_files(channel_id):
        drawn = {}
    try:
        return await _send_view(bot, page, drawn, call, existing)
    except discord.HTTPException as error:
        if not drawn or not refuses_files(error):
            raise
        log.info("pictures are refused, and the text says it all: %s", describe_error(error))
        if error.code == UPLOADS_LIMITED:
            attachments.refuse_files(channel_id)
    return await _send_view(bot, page, {}, call, existing)


async def _send_view(
    bot: discord.Client, page: Page, drawn: Pictures, call: Callable[..., Awaitable[T]], existing: AttachmentIds | None
) -> T:
    """Send a page; if Discord refuses an emoji, send Unicode signs and dispatch `emoji_refused`."""
    view = PageView(page, drawn)

    async def send() -> T:
        if existing is None:
            return await call(view=view, files=files(drawn.values()))
        return await edit_attachments(drawn.values(), existing, partial(call, view=view))

    try:
        return await send()
    except discord.HTTPException as error:
        if error.code != INVALID_FORM_BODY or "emoji" not in error.text.lower():
            raise
        bot.dispatch("emoji_refused")
        view.use_plain_emojis()
        return await send()


async def draw_pictures(page: Page, drawers: Executor) -> Pictures:
    """Return a page's files: its pictures, without those that cannot be drawn, and its text files.

    A panel's own picture is drawn in the event loop, because that takes no longer than a switch to another thread. All
    other pictures are drawn by the executor `drawers`, or by `TABLE_DRAWERS` if the page is marked `later`.
    """
    loop, drawers = asyncio.get_running_loop(), TABLE_DRAWERS if page.later else drawers
    drawn = {
        one.kind: one.draw() if one.kind == "panel" else await loop.run_in_executor(drawers, one.draw)
        for one in page.drawings
    }
    made = {file: Upload.of(file, picture) for file, picture in drawn.items() if picture is not None}
    return made | {one.name: Upload(one.name, one.text.encode()) for one in page.attachments}
