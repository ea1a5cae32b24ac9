"""The common layout of score sheets: a line for each seat with its points on the right."""

from __future__ import annotations

from engine.game import View
from pictures.art import GOLD, MUTED
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import icon_text, panel, ring
from pictures.seating import MARGIN, WIDTH, Box

GAP = 10


def blank(paints: Paints, view: View, round_number: int, height: int) -> tuple[Canvas, list[Box]]:
    """Draw a line for each seat with its points of the round; return the canvas and the boxes of the lines."""
    seats = view["seats"]
    canvas = Canvas(paints, WIDTH, 2 * MARGIN + seats * (height + GAP) - GAP)
    boxes = [Box(MARGIN, MARGIN + seat * (height + GAP), WIDTH - 2 * MARGIN, height) for seat in range(seats)]
    for seat, box in enumerate(boxes):
        panel(canvas, *box)
        middle = box.y + height / 2
        canvas.left(ring(paints, seat, size=50), box.x + 13, middle)
        points = view["rounds"][round_number - 1][seat]
        icon_text(canvas, "parts/points", str(points), box.right - 16, middle, right=True)
    return canvas, boxes


def signed(canvas: Canvas, points: int, x: float, y: float) -> float:
    """Draw points with their sign, starting at `x`; no points are a grey 0. Return the right edge."""
    text = f"{points:+d}" if points else "0"
    sprite = canvas.paints.text(text, 28, GOLD if points else MUTED)
    canvas.left(sprite, x, y)
    return x + sprite.width
