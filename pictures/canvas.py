"""A picture in the making: sprites and where they lie, then pasted and encoded in one go."""

from __future__ import annotations

import io
from typing import NamedTuple

from PIL import Image

from pictures.paints import Paints

LEVEL = 3
"""How hard the encoder tries. More is slower by far and saves little."""


class Placed(NamedTuple):
    """A sprite and its left upper corner."""

    sprite: Image.Image
    at: tuple[int, int]


class Canvas:
    """Sprites on felt."""

    def __init__(self, paints: Paints, width: int, height: int) -> None:
        self.paints = paints
        self.width = width
        self.height = height
        self.placed: list[Placed] = []

    def lay(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite by its left upper corner."""
        self.placed.append(Placed(sprite, (round(x), round(y))))

    def centre(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite by its middle."""
        self.placed.append(Placed(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2))))

    def right(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite by the middle of its right side."""
        self.placed.append(Placed(sprite, (round(x - sprite.width), round(y - sprite.height / 2))))

    def left(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite by the middle of its left side."""
        self.placed.append(Placed(sprite, (round(x), round(y - sprite.height / 2))))

    def image(self) -> Image.Image:
        """The picture, in palette mode."""
        image = self.paints.palette.blank(self.width, self.height, self.paints.theme.felt)
        for sprite, at in self.placed:
            image.paste(sprite, at)
        return image

    def png(self) -> bytes:
        """The picture as a PNG file."""
        return encode(self.image())


def encode(image: Image.Image) -> bytes:
    """A picture as a PNG file."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()
