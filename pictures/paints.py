"""What a game's pictures are painted with: its palette, and sprites, which are kept.

A sprite is a small picture in the game's palette, made for the ground that it will lie on, so that to compose a table
is to paste rectangles. Sprites are made when they are first wanted, in whatever thread that is, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import ParamSpec, cast

from PIL import Image

import limits
from pictures.art import GOLD, INK, IVORY, MUTED, colours, drawing, lettering, stretched
from pictures.palette import Palette, rgb

P = ParamSpec("P")

SEATS = ("#ee5a3e", "#fbe9a0", "#3fa287", "#9adcf8", "#9a80f5", "#f78fbb")
"""The colours of the seats' rings."""


@dataclass(frozen=True)
class Theme:
    """The look of one game."""

    felt: str
    panel: str
    """What lies on the felt and holds what belongs to one seat."""
    suits: Mapping[str, str]
    """By letter the drawing of each suit, in `art/suits`."""
    seats: int
    frames: Mapping[str, str] = field(default_factory=dict)
    """By letter the colour of a card's frame where the suit's own would not be seen on the felt."""
    extra: tuple[tuple[str, str, int], ...] = ()
    """More ramps for the palette: one colour, another, steps in between."""

    @property
    def accent(self) -> int:
        """The felt's hue where it must be seen beside dark and light, 0xRRGGBB."""
        hue, _, saturation = rgb_to_hls(*(part / 255 for part in rgb(self.felt)))
        red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, 0.5, max(0.45, saturation)))
        return red << 16 | green << 8 | blue

    def suit_colour(self, letter: str) -> str:
        """The suit's own colour."""
        return colours(f"suits/{self.suits[letter]}")[0]

    def frame_colour(self, letter: str) -> str:
        """The colour of what frames a card of the suit."""
        return self.frames.get(letter) or self.suit_colour(letter)

    def ramps(self) -> Iterable[tuple[str, str, int]]:
        """Which colours meet in this game's pictures."""
        felt, panel = self.felt, self.panel
        for ground in (felt, panel):
            yield from ((ground, IVORY, 8), (ground, GOLD, 5), (ground, MUTED, 3))
        yield from ((IVORY, INK, 10), (IVORY, MUTED, 4), (GOLD, INK, 4), (GOLD, IVORY, 3), (felt, panel, 2))
        for colour in SEATS[: self.seats]:
            yield from ((colour, panel, 4), (colour, felt, 4), (colour, INK, 4))
        for letter in self.suits:
            own, *others = colours(f"suits/{self.suits[letter]}")
            frame = self.frame_colour(letter)
            yield from ((own, IVORY, 5), (frame, IVORY, 3), (frame, felt, 3), (frame, panel, 3))
            for other in others:
                yield from ((other, IVORY, 3), (own, other, 2))
        yield from self.extra


class Sketch:
    """A sprite in the making: drawings laid over each other, with transparency."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGBA", (width, height))

    def lay(self, image: Image.Image, x: float, y: float) -> Sketch:
        """Something by its left upper corner."""
        self.image.alpha_composite(image, (max(0, round(x)), max(0, round(y))))
        return self

    def centre(self, image: Image.Image, x: float, y: float) -> Sketch:
        """Something by its middle."""
        return self.lay(image, x - image.width / 2, y - image.height / 2)


class Sprite:
    """A small picture in the palette of a game, to be pasted."""

    __slots__ = ("core", "height", "image", "width")

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.core = image.im
        """What Pillow pastes; it and the size are kept here, as an image works them out each time that it is asked."""
        self.width, self.height = image.size


def kept(make: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """A sprite that is made when first wanted: the same arguments give the same sprite."""
    return cast("Callable[P, Sprite]", lru_cache(maxsize=limits.SPRITES)(make))


class Paints:
    """The palette of one game, and what is painted with it."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.palette = Palette(theme.ramps())
        self.felt = self.palette.number(theme.felt)
        """The number of the felt's colour."""
        self._making = Lock()

    def sprite(self, image: Image.Image, ground: str) -> Sprite:
        """A picture with transparency as it looks on this ground."""
        with self._making:
            return Sprite(self.palette.convert(image, ground))

    @kept
    def art(self, name: str, width: int, height: int, ground: str, colour: str = INK) -> Sprite:
        """A drawing of `art/`."""
        return self.sprite(drawing(name, width, height, colour), ground)

    @kept
    def text(self, text: str, height: int, ground: str, colour: str = IVORY) -> Sprite:
        """A number or a rank."""
        return self.sprite(lettering(text, height, colour), ground)

    @kept
    def frame(self, name: str, width: int, height: int, ground: str, colour: str) -> Sprite:
        """A frame of any size."""
        return self.sprite(stretched(name, width, height, colour), ground)
