"""Sprites shared by several games: cards, pills, seat rings."""

from PIL import Image

from pictures.art import INK, IVORY, MUTED, drawing, lettering, stretched
from pictures.canvas import Canvas
from pictures.paints import SEATS, Paints, Sketch, Sprite, kept

CARD = (116, 162)
"""The size of a trick's card in pixels."""


@kept
def card(
    paints: Paints, suit: str, rank: str, *, width: int = CARD[0], badge: str = "", corner: str = "", felt: bool = False
) -> Sprite:
    """Draw a card: a large rank, the suit by shape and colour, and optional drawings for its effects."""
    height = round(width * CARD[1] / CARD[0])
    sketch = Sketch(width, height)
    sketch.lay(drawing("parts/card", width, height, paints.theme.frame_colour(suit)), 0, 0)
    sketch.centre(_fitting(rank, round(height * 0.34), round(width * 0.8)), width / 2, height * 0.3)
    size = round(width * (0.46 if badge else 0.52))
    shape = drawing(f"suits/{paints.theme.suits[suit]}", size, size)
    sketch.centre(shape, width * (0.33 if badge else 0.5), height * 0.71)
    if badge:
        small = round(width * 0.36)
        sketch.centre(drawing(badge, small, small), width * 0.74, height * 0.72)
    if corner:
        small = round(width * 0.28)
        sketch.centre(drawing(corner, small, small), width * 0.83, height * 0.16)
    return paints.sprite(sketch.image, felt=felt)


@kept
def pill(
    paints: Paints, suit: str, text: str, *, width: int = 74, height: int = 44, faint: bool = False, felt: bool = False
) -> Sprite:
    """Draw a suit symbol with a text to its right: a number of cards, or a rank. A `faint` pill is grey."""
    sketch = _paper(width, height, MUTED if faint else paints.theme.frame_colour(suit))
    number = _fitting(text, round(height * 0.56), width - 36, MUTED if faint else INK)
    size = min(height - 12, width - 14 - number.width)
    gap = (width - 8 - size - number.width) / 3
    sketch.centre(drawing(f"suits/{paints.theme.suits[suit]}", size, size), 4 + gap + size / 2, height / 2)
    sketch.centre(number, width - 4 - gap - number.width / 2, height / 2)
    return paints.sprite(sketch.image, felt=felt)


@kept
def chip(paints: Paints, suit: str, *, size: int = 44, felt: bool = False) -> Sprite:
    """Draw a suit symbol on paper, without a text beside it."""
    sketch = _paper(size, size, paints.theme.frame_colour(suit))
    inner = size - 14
    sketch.lay(drawing(f"suits/{paints.theme.suits[suit]}", inner, inner), 7, 7)
    return paints.sprite(sketch.image, felt=felt)


@kept
def label(paints: Paints, text: str, *, size: int = 44) -> Sprite:
    """Draw a short text, such as "?", on paper, without a suit symbol beside it."""
    sketch = _paper(size, size, MUTED)
    sketch.centre(lettering(text, round(size * 0.55)), size / 2, size / 2)
    return paints.sprite(sketch.image)


def _fitting(text: str, height: int, width: int, colour: str = INK) -> Image.Image:
    """Return a number of this height, or a smaller number if it would be wider than `width`."""
    while (number := lettering(text, height, colour)).width > width:
        height -= 1
    return number


def _paper(width: int, height: int, colour: str) -> Sketch:
    return Sketch(width, height).lay(stretched("parts/pill", width, height, colour), 0, 0)


@kept
def ring(paints: Paints, seat: int, *, size: int = 46, act: bool = False, felt: bool = False) -> Sprite:
    """Draw a seat's number in the seat's colour, in a ring that is filled while the seat must act."""
    sketch = Sketch(size, size)
    colour = SEATS[seat]
    sketch.lay(drawing("parts/ring-act" if act else "parts/ring", size, size, colour), 0, 0)
    number = lettering(str(seat + 1), round(size * 0.46), INK if act else IVORY)
    sketch.centre(number, size / 2, size / 2)
    return paints.sprite(sketch.image, felt=felt)


def icon_text(canvas: Canvas, icon: str, text: str, x: float, y: float, *, size: int = 34, right: bool = False) -> None:
    """Place a symbol followed by a number.

    The point (`x`, `y`) is the middle of the left edge; with `right`, it is the middle of the right edge.
    """
    (canvas.right if right else canvas.left)(_icon_text(canvas.paints, icon, text, size), x, y)


@kept
def _icon_text(paints: Paints, icon: str, text: str, size: int) -> Sprite:
    number = lettering(text, round(size * 0.82), IVORY)
    sketch = Sketch(size + 7 + number.width, max(size, number.height))
    sketch.centre(drawing(icon, size, size), size / 2, sketch.image.height / 2)
    sketch.centre(number, size + 7 + number.width / 2, sketch.image.height / 2)
    return paints.sprite(sketch.image)


def panel(canvas: Canvas, x: float, y: float, width: int, height: int, *, act: bool = False) -> None:
    """Place a plate on the felt; its edge is golden for a seat that is to act."""
    paints = canvas.paints
    name = "parts/panel-act" if act else "parts/panel"
    canvas.lay(paints.frame(name, width, height, paints.theme.panel, felt=True), x, y)
