"""Paints of a game: its palette, and cached sprites.

A sprite is a small image in the game's palette, rendered for the ground it will be pasted on, so a table is composed by
pasting rectangles. Sprites are rendered on first use in any thread and kept.
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
    """The colour of the plates on the felt, on which a seat's cards and numbers are drawn."""
    suits: Mapping[str, str]
    """The drawing of each suit in `art/suits`, by letter."""
    seats: int
    frames: Mapping[str, str] = field(default_factory=dict)
    """The colour of a card's frame by suit letter, for suits whose own colour is invisible on the felt."""
    extra: tuple[tuple[str, str, int], ...] = ()
    """More ramps for the palette: two colours and the number of steps in between."""

    @property
    def accent(self) -> int:
        """The hue of the felt as 0xRRGGBB, bright enough to be seen on dark and on light backgrounds."""
        hue, _, saturation = rgb_to_hls(*(part / 255 for part in rgb(self.felt)))
        red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, 0.5, max(0.45, saturation)))
        return red << 16 | green << 8 | blue

    def suit_colour(self, letter: str) -> str:
        """Return the suit's own colour."""
        return colours(f"suits/{self.suits[letter]}")[0]

    def frame_colour(self, letter: str) -> str:
        """Return the frame colour of the suit's cards."""
        return self.frames.get(letter) or self.suit_colour(letter)

    def ramps(self) -> Iterable[tuple[str, str, int]]:
        """Yield the pairs of colours that meet in this game's pictures, each with the number of steps between them."""
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
    """A sprite in the making: transparent drawings laid over each other."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGBA", (width, height))

    def lay(self, image: Image.Image, x: float, y: float) -> Sketch:
        """Paste an image by its upper left corner."""
        self.image.alpha_composite(image, (max(0, round(x)), max(0, round(y))))
        return self

    def centre(self, image: Image.Image, x: float, y: float) -> Sketch:
        """Paste an image by its centre."""
        return self.lay(image, x - image.width / 2, y - image.height / 2)


class Sprite:
    """A small image in the palette of a game, ready for pasting."""

    __slots__ = ("core", "height", "image", "width")

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.core = image.im
        """Pillow's inner image; stored with the size, because `Image` computes both on every access."""
        self.width, self.height = image.size


def kept(make: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Cache the sprites that a function returns, by its arguments."""
    # If only one function loses this cache, a click's pages take 1.1 to 9 times as long, depending on the function.
    return cast("Callable[P, Sprite]", lru_cache(maxsize=limits.SPRITES)(make))


class Paints:
    """The palette of one game; it makes images and texts into sprites in its colours."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.palette = Palette(theme.ramps())
        self.felt = self.palette.number(theme.felt)
        """The felt's index in the palette."""
        self._making = Lock()

    def sprite(self, image: Image.Image, *, felt: bool = False) -> Sprite:
        """Return a transparent image as a sprite to be pasted on a plate, or with `felt` on the felt."""
        with self._making:
            return Sprite(self.palette.convert(image, self.theme.felt if felt else self.theme.panel))

    @kept
    def art(self, name: str, width: int, height: int, colour: str = INK, *, felt: bool = False) -> Sprite:
        """Return a drawing of `art/` as a sprite."""
        return self.sprite(drawing(name, width, height, colour), felt=felt)

    @kept
    def text(self, text: str, height: int, colour: str = IVORY, *, felt: bool = False) -> Sprite:
        """Return a number or a rank as a sprite."""
        return self.sprite(lettering(text, height, colour), felt=felt)

    @kept
    def frame(self, name: str, width: int, height: int, colour: str, *, felt: bool = False) -> Sprite:
        """Return a frame of any size as a sprite."""
        return self.sprite(stretched(name, width, height, colour), felt=felt)
