"""Covers of games, small squares beside a text: the suits as cards on felt, and an emblem."""

from math import cos, radians, sin

from PIL import Image

from pictures.art import drawing
from pictures.canvas import encode
from pictures.paints import Sketch, Theme

SIDE = 256
"""The side in pixels; Discord displays a thumbnail about a third as large."""
FAN = 4
"""Greatest number of cards in a fan, so that every suit stays visible; more cards are laid in two rows."""
_FINE = 3
"""The factor by which rotated cards are enlarged first, for smooth edges."""


def cover(theme: Theme, suits: str, emblem: str) -> bytes:
    """Draw the cover of a game as a PNG.

    Args:
        theme: the game's look.
        suits: the letters of its suits.
        emblem: a drawing, placed below the middle of a fan of cards, or between two rows of cards.
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
    """Draw a card with a single suit symbol, centred at the fraction `middle` of the width and of the height."""
    height = round(width * 1.4)
    sketch = Sketch(width, height).lay(drawing("parts/card", width, height, theme.frame_colour(letter)), 0, 0)
    size = round(width * 0.66)
    return sketch.centre(drawing(f"suits/{theme.suits[letter]}", size, size), width * middle, height * middle).image


def _fanned(sketch: Sketch, card: Image.Image, angle: float) -> None:
    """Paste a card rotated clockwise by this angle, in degrees, around a point below the cover's middle."""
    turned = card.rotate(-angle, Image.Resampling.BICUBIC, expand=True)
    turned = turned.resize((turned.width // _FINE, turned.height // _FINE), Image.Resampling.LANCZOS)
    away = 122
    sketch.centre(turned, SIDE / 2 + away * sin(radians(angle)), 214 - away * cos(radians(angle)))
