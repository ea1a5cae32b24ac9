"""What the score sheets of a round have in common: a line a seat, with its points on the right."""

from __future__ import annotations

from engine.game import View
from pictures.art import GOLD, MUTED
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import icon_text, panel, ring
from pictures.seating import MARGIN, WIDTH, Box

GAP = 10


def blank(paints: Paints, view: View, round_number: int, height: int) -> tuple[Canvas, list[Box]]:
    """A sheet with each seat and its points of the round; and the lines, so high, to be filled in."""
    seats = view["seats"]
    canvas = Canvas(paints, WIDTH, 2 * MARGIN + seats * (height + GAP) - GAP)
    boxes = [Box(MARGIN, MARGIN + seat * (height + GAP), WIDTH - 2 * MARGIN, height) for seat in range(seats)]
    ground = paints.theme.panel
    for seat, box in enumerate(boxes):
        panel(canvas, *box)
        middle = box.y + height / 2
        canvas.left(ring(paints, seat, ground, size=50), box.x + 13, middle)
        points = view["rounds"][round_number - 1][seat]
        icon_text(canvas, "parts/points", str(points), box.right - 16, middle, ground, right=True)
    return canvas, boxes


def signed(canvas: Canvas, points: int, x: float, y: float) -> float:
    """Points with their sign, by the middle of the left side; grey where there are none. Returns their right side."""
    text = f"{points:+d}" if points else "0"
    sprite = canvas.paints.text(text, 28, canvas.paints.theme.panel, GOLD if points else MUTED)
    canvas.left(sprite, x, y)
    return x + sprite.width
