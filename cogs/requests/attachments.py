"""Pictures as they are sent: a name tells what is in it, so one that stands already is kept and not sent again."""

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
Attached: TypeAlias = "list[discord.Attachment | discord.File]"
Standing: TypeAlias = Mapping[str, int]
"""The pictures that a message has: by its name the number of each."""
INVALID = 50035
"""The code of a request that Discord does not take as it is."""
UPLOADS_LIMITED: Final = 400001
"""The code of a server that may not send files for some time."""
_NO_FILES: Final = frozenset({30015, 40005, 50045, 50046, 50110, 50123, 50146, UPLOADS_LIMITED})
"""The codes of messages that might be taken without their files: too many, too large, or not taken as they are."""
_WITHOUT_SECONDS: Final = 3600.0
"""Time for which no files are sent to a channel whose server may send none."""


def refuses_files(error: discord.HTTPException) -> bool:
    """Tell whether Discord refuses a message because of its files."""
    return error.code in _NO_FILES or error.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that is to stand in a message: mostly a picture."""

    name: str
    data: bytes

    @staticmethod
    def of(kind: str, data: bytes) -> Upload:
        """A picture of that kind. Its name says nothing to those who do not see it, and the same to those who do."""
        return Upload(f"{kind}-{hashlib.sha256(data).hexdigest()[:12]}.png", data)

    def packed(self) -> Upload:
        """The same, packed with gzip."""
        return Upload(f"{self.name}.gz", gzip.compress(self.data))


class Retained(discord.Attachment):
    """What a message has already, and is to keep."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:  # noqa: ANN401  the library's own type has more
        """All that Discord must be told."""
        return {"id": self.id}


def standing_of(message: object) -> Standing:
    """The pictures of a message as Discord has sent it."""
    return {one.filename: one.id for one in getattr(message, "attachments", ())}


class AttachmentStore:
    """The pictures of the public messages that were written last, and the channels that take none."""

    def __init__(self) -> None:
        self._by_message: dict[int, Standing] = {}
        self._without: dict[int, float] = {}
        """By channel until when, in the loop's seconds, files are not sent there."""

    def takes_files(self, channel_id: int) -> bool:
        """Tell whether files may be sent to a channel, as far as Discord has said."""
        return self._without.get(channel_id, 0.0) <= asyncio.get_running_loop().time()

    def refuse_files(self, channel_id: int) -> None:
        """Note that its server may send no files for some time."""
        self._without.pop(channel_id, None)
        self._without[channel_id] = asyncio.get_running_loop().time() + _WITHOUT_SECONDS
        limits.trim(self._without, limits.CHANNELS)

    def of(self, message_id: int) -> Standing:
        """Those of a message, as far as it is known."""
        return self._by_message.get(message_id, {})

    def note(self, message: object) -> None:
        """Note what a message has, as Discord has just sent it."""
        number = getattr(message, "id", None)
        if number is not None:
            self._by_message.pop(number, None)
            self._by_message[number] = standing_of(message)
            limits.trim(self._by_message, limits.PICTURES_STANDING)


def files(uploads: Iterable[Upload]) -> list[discord.File]:
    """Pictures as files to send; a file can be sent once."""
    return [discord.File(io.BytesIO(one.data), one.name) for one in uploads]


async def write(uploads: Iterable[Upload], standing: Standing, call: Callable[[Attached], Awaitable[T]]) -> T:
    """Make a call with the pictures of a message, of which those that stand are kept.

    That a page may go on naming a file which was sent before is not documented: where it is refused, all are sent.
    """
    wanted = list(uploads)
    kept: Attached = [Retained(standing[one.name]) for one in wanted if one.name in standing]
    if kept:
        try:
            return await call([*kept, *files(one for one in wanted if one.name not in standing)])
        except discord.HTTPException as error:
            if error.code != INVALID:
                raise
            log.info("a picture that stands may not be kept, and is sent again: %s", error)
    return await call([*files(wanted)])
