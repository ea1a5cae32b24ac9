"""Uploaded files and emoji pictures, and their addresses on the CDN."""

import collections
import dataclasses
import mimetypes
import re
import struct

from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import Emoji

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_PNG = b"\x89PNG\r\n\x1a\n"
CAPACITY = 200 * 1024 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart body."""

    filename: str
    content_type: str
    data: bytes


class Files:
    """Attachments by channel, id and name; beyond 200 MB in total the oldest are removed."""

    def __init__(self) -> None:
        self.base_url = ""
        self._stored: collections.OrderedDict[tuple[str, str, str], tuple[str, bytes]] = collections.OrderedDict()
        self._size = 0

    def store(self, channel_id: str, upload: Upload, described: Json) -> Json:
        """Store a file and return Discord's attachment object.

        Args:
            channel_id: channel of the message.
            upload: the file.
            described: the file's entry in the message's `attachments`, which may have a filename and a description.
        """
        name = _UNSAFE.sub("_", str(described.get("filename") or upload.filename)) or "file"
        content_type = mimetypes.guess_type(name)[0] or upload.content_type
        attachment_id = ids.snowflake()
        self._stored[channel_id, attachment_id, name] = (content_type, upload.data)
        self._size += len(upload.data)
        while self._size > CAPACITY:
            _, (_, oldest) = self._stored.popitem(last=False)
            self._size -= len(oldest)
        url = f"{self.base_url}/cdn/attachments/{channel_id}/{attachment_id}/{name}"
        attachment: Json = {
            "id": attachment_id,
            "filename": name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": content_type,
        }
        if described.get("description"):
            attachment["description"] = described["description"]
        if upload.data.startswith(_PNG) and len(upload.data) >= 24:
            attachment["width"], attachment["height"] = struct.unpack(">II", upload.data[16:24])
        return attachment

    def find(self, channel_id: str, attachment_id: str, name: str) -> tuple[str, bytes] | None:
        """Return content type and bytes of a stored file, or None."""
        return self._stored.get((channel_id, attachment_id, name))

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.base_url.replace("http", "ws", 1) + "/gateway"

    def emoji_url(self, emoji: Emoji) -> str:
        """Return the address of an emoji's picture."""
        return f"{self.base_url}/cdn/emojis/{emoji.id}.{'gif' if emoji.animated else 'png'}"
