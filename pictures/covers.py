"""A game's cover, a small square beside a text: its suits as cards on its felt, and what the game is about."""

from __future__ import annotations

from math import cos, radians, sin

from PIL import Image

from pictures.art import drawing
from pictures.canvas import encode
from pictures.paints import Sketch, Theme

SIDE = 256
"""Pixels; Discord shows a thumbnail about a third as large."""
FAN = 4
"""So many cards still show their suits in a fan; more lie in two rows."""
_FINE = 3
"""A card that is turned is drawn so many times larger first, for smooth edges."""


def cover(theme: Theme, suits: str, emblem: str) -> bytes:
    """A PNG.

    Args:
        theme: the game's look.
        suits: the letters of its suits.
        emblem: a drawing for the lower middle of a fan, or the middle of the rows.
    """
    sketch = Sketch(SIDE, SIDE)
    sketch.image.paste(theme.felt, (0, 0, SIDE, SIDE))
    if len(suits) <= FAN:
        for place, letter in enumerate(suits):
            _fanned(sketch, _card(theme, letter, 76 * _FINE, 0.4), 29 * (place - (len(suits) - 1) / 2))
        sketch.centre(drawing(emblem, 76, 76), SIDE / 2, 206)
    else:
        across = (len(suits) + 1) // 2
        for place, letter in enumerate(suits):
            down, right = divmod(place, across)
            card = _card(theme, letter, 66, 0.5)
            sketch.centre(card, SIDE / 2 + 77 * (right - (across - 1) / 2), SIDE / 2 + 112 * (down - 0.5))
        sketch.centre(drawing("parts/ring-act", 62, 62, theme.felt), SIDE / 2, SIDE / 2)
        sketch.centre(drawing(emblem, 52, 52), SIDE / 2, SIDE / 2)
    return encode(sketch.image.convert("RGB"))


def _card(theme: Theme, letter: str, width: int, middle: float) -> Image.Image:
    """A card with its suit alone, whose middle is this part of the width from the left, of the height from above."""
    height = round(width * 1.4)
    sketch = Sketch(width, height).lay(drawing("parts/card", width, height, theme.frame_colour(letter)), 0, 0)
    size = round(width * 0.66)
    return sketch.centre(drawing(f"suits/{theme.suits[letter]}", size, size), width * middle, height * middle).image


def _fanned(sketch: Sketch, card: Image.Image, angle: float) -> None:
    """A card turned by so many degrees clockwise, around a point below the middle."""
    turned = card.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
    turned = turned.resize((turned.width // _FINE, turned.height // _FINE), Image.Resampling.LANCZOS)
    away = 122
    sketch.centre(turned, SIDE / 2 + away * sin(radians(angle)), 214 - away * cos(radians(angle)))
