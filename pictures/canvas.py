"""Canvas of a picture: sprites and their positions, pasted and encoded in one pass."""

import io
import threading
from struct import pack

from isal import isal_zlib
from PIL import Image

from pictures.paints import Paints, Sprite

LEVEL = 3
"""The compression level. Higher levels are far slower and save little."""
_IN_PALETTE = 3
"""PNG's colour type for palette indices."""


class Canvas:
    """A picture of sprites on felt."""

    def __init__(self, paints: Paints, width: int, height: int) -> None:
        self.paints = paints
        self.width = width
        self.height = height
        self.placed: list[tuple[Sprite, tuple[int, int]]] = []
        """The sprites with their upper left corners."""

    def lay(self, sprite: Sprite, x: float, y: float) -> None:
        """Place a sprite with its upper left corner at (`x`, `y`)."""
        self.placed.append((sprite, (round(x), round(y))))

    def centre(self, sprite: Sprite, x: float, y: float) -> None:
        """Place a sprite with its centre at (`x`, `y`)."""
        self.lay(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def right(self, sprite: Sprite, x: float, y: float) -> None:
        """Place a sprite with the middle of its right edge at (`x`, `y`)."""
        self.lay(sprite, x - sprite.width, y - sprite.height / 2)

    def left(self, sprite: Sprite, x: float, y: float) -> None:
        """Place a sprite with the middle of its left edge at (`x`, `y`)."""
        self.lay(sprite, x, y - sprite.height / 2)

    def png(self) -> bytes:
        """Return the picture as a PNG.

        Pillow's encoder is not used: it takes five times as long, and its files are at most a tenth smaller.
        """
        width, height = self.width, self.height
        _page.fit(width, height)
        paste = _page.core.paste  # `Image.paste` adds checks that take longer than the pasting
        paste(self.paints.felt, (0, 0, width, height))
        for sprite, (x, y) in self.placed:
            paste(sprite.core, (x, y, x + sprite.width, y + sprite.height))
        data = isal_zlib.compress(_page.rows[: (1 + width) * height])
        return b"".join((_head(width, height, self.paints.palette.colours), _chunk(b"IDAT", data), _END))


class _Page(threading.local):
    """A thread's pixel buffer, used again for each picture: a buffer takes longer to allocate than to fill.

    Rows have PNG's layout: a filter byte (0: no filter), then the pixels of the row.
    """

    width = height = 0

    def fit(self, width: int, height: int) -> None:
        """Replace the buffer if it has another width than the picture, or fewer rows."""
        if width == self.width and height <= self.height:
            return
        self.width, self.height = width, height
        row = 1 + width
        self.rows = memoryview(bytearray(row * height + 1))
        image = Image.frombuffer("P", (width, height), self.rows[1:], "raw", "P", row, 1)  # type: ignore[arg-type]
        self.core = image.im  # a paste into `core` writes into `rows`; `Image.paste` would copy `rows` first


_page = _Page()


def _head(width: int, height: int, colours: bytes) -> bytes:
    """Return the PNG chunks before the pixels."""
    size = _chunk(b"IHDR", pack(">2I5B", width, height, 8, _IN_PALETTE, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + size + _chunk(b"PLTE", colours)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", isal_zlib.crc32(kind + data))


_END = _chunk(b"IEND", b"")


def encode(image: Image.Image) -> bytes:
    """Encode an image of any mode as a PNG."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()
