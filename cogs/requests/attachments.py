"""Attachments of messages. A file's name contains a hash of its content, so an edit keeps the unchanged files."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias, TypeVar

import discord

import limits

log = logging.getLogger(__name__)

T = TypeVar("T")
AttachmentList: TypeAlias = "list[discord.Attachment | discord.File]"
AttachmentIds: TypeAlias = Mapping[str, int]
"""The ids of a message's attachments by file name."""
INVALID_FORM_BODY = 50035
"""Error code of a request with an invalid body."""
UPLOADS_LIMITED: Final = 400001
"""Error code of a server that may not upload files for some time."""
_FILE_ERRORS: Final = frozenset({30015, 40005, 50045, 50046, 50110, 50123, 50146, UPLOADS_LIMITED})
"""Error codes that concern the files of a message: too many, too large or invalid."""
_REFUSED_SECONDS: Final = 3600.0
"""Seconds for which no files are sent to a channel after `UPLOADS_LIMITED`."""


def refuses_files(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a message because of its files."""
    return error.code in _FILE_ERRORS or error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to attach to a message, mostly a picture."""

    name: str
    data: bytes

    @staticmethod
    def of(kind: str, data: bytes) -> Upload:
        """Create a picture's file with a name from its kind and a hash of its content. The hash reveals no card."""
        return Upload(f"{kind}-{hashlib.sha256(data).hexdigest()[:12]}.png", data)

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
    """A bounded record of the attachments of public messages and of channels that refuse files."""

    def __init__(self) -> None:
        self._ids_by_message: dict[int, AttachmentIds] = {}
        self._refused_until: dict[int, float] = {}
        """The end of the refusal by channel, in seconds of the event loop's clock."""

    def accepts_files(self, channel_id: int) -> bool:
        """Return whether files may be sent to a channel."""
        return self._refused_until.get(channel_id, 0.0) <= asyncio.get_running_loop().time()

    def refuse_files(self, channel_id: int) -> None:
        """Record that a channel's server may not receive files for some time."""
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


async def send_with_attachments(
    uploads: Iterable[Upload], standing: AttachmentIds, call: Callable[[AttachmentList], Awaitable[T]]
) -> T:
    """Call Discord with a message's files, and keep the attachments that are unchanged.

    Discord does not document that a page may refer to an earlier attachment. If Discord refuses the kept attachments,
    all
    files are sent again.
    """
    wanted = list(uploads)
    kept: AttachmentList = [RetainedAttachment(standing[one.name]) for one in wanted if one.name in standing]
    if kept:
        try:
            return await call([*kept, *files(one for one in wanted if one.name not in standing)])
        except discord.HTTPException as error:
            if error.code != INVALID_FORM_BODY:
                raise
            log.info("a picture that stands may not be kept, and is sent again: %s", error)
    return await call([*files(wanted)])
