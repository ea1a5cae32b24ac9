"""What the strips share: the trick on the left, what rules it on the right, the goal along the foot.

A strip is the picture of a seat's own panel. A phone shows it some 350 pixels wide, less than half its size: so ranks
are at least 24 pixels high, other numbers 18, and signs 16; the smallest seats, known by their colours too, have 14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import PlayedTrick, View
from pictures.art import GOLD, MUTED
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import CARD, ring
from pictures.seating import Box, Laid, laid

WIDTH, HEIGHT = 800, 400
EDGE = 12
FOOT = Box(EDGE, 304, WIDTH - 2 * EDGE, 84)
"""My goal, and what I have of it."""
UPPER = FOOT.y - 2 * EDGE
"""How high all that is above it is."""
OVER = 70
"""How large, in %, the cards of a trick are that is over: nobody takes it for one to play to."""
LEGIBLE = 52
"""How wide a card must be for its rank to be legible."""
SIGN, RING = 46, 46
"""The room above a card and below it."""


def blank(paints: Paints) -> Canvas:
    """An empty strip."""
    return Canvas(paints, WIDTH, HEIGHT)


def halves(width: int) -> tuple[Box, Box]:
    """The room for the trick, and beside it a plate so wide for what rules it."""
    return (
        Box(EDGE, EDGE, WIDTH - width - 3 * EDGE, UPPER),
        Box(WIDTH - EDGE - width, EDGE, width, UPPER),
    )


def lying(view: View) -> PlayedTrick | None:
    """The trick that lies on the table: the finished one until the next is led."""
    played = [trick for trick in view["tricks"] if trick["plays"]]
    return played[-1] if played else None


def crown(trick: PlayedTrick | None) -> dict[int, str]:
    """By seat the sign above its card: a crown for who has won the trick, or wins it as it lies."""
    ahead = trick.get("ahead") if trick else None
    return {} if ahead is None else {ahead: "parts/crown"}


def own_seat(view: View) -> int:
    """Whose strip it is."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("a strip is drawn from a seat's view, not from an onlooker's")
    return seat


def clockwise(first: int, seats: int) -> list[int]:
    """Every seat, from one on."""
    return [(first + place) % seats for place in range(seats)]


def row(
    canvas: Canvas,
    box: Box,
    plays: Sequence[Laid],
    waiting: Sequence[Laid],
    view: View,
    signs: Mapping[int, str],
) -> dict[int, Box]:
    """Plays in their order, each with its seat below; then the places still empty.

    The reader's own ring is filled, and its empty place golden. Where all have played the cards are smaller.
    Returned is where each seat's card or empty place lies.

    Args:
        canvas: where to lay them.
        box: the room there is.
        plays: the plays.
        waiting: who has still to play; with a badge who has announced something.
        view: the reader's.
        signs: by seat a drawing above its play.
    """
    paints = canvas.paints
    felt = paints.theme.felt
    count = len(plays) + len(waiting)
    room = (box.width - (count - 1) * 8) // max(1, count)
    full = min(CARD[0], room, (box.height - SIGN - RING) * CARD[0] // CARD[1])
    width = full if waiting else max(min(full, LEGIBLE), full * OVER // 100)
    height = round(width * CARD[1] / CARD[0])
    gap = min(32, (box.width - count * full) // max(1, count - 1)) + full - width
    x = box.x + (box.width - count * width - (count - 1) * gap) / 2
    top = box.y + SIGN + (box.height - SIGN - height - RING) // 2
    places: dict[int, Box] = {}
    for place, play in enumerate([*plays, *waiting]):
        mine = play.seat == view["seat"]
        places[play.seat] = Box(round(x), top, width, height)
        if place < len(plays) or play.badge:
            canvas.lay(laid(paints, play, width, height), x, top)
        else:
            canvas.lay(paints.art("parts/slot", width, height, felt, GOLD if mine else MUTED), x, top)
        if place < len(plays) and play.seat in signs:
            canvas.centre(paints.art(signs[play.seat], SIGN, SIGN, felt), x + width / 2, top - SIGN / 2 + 1)
        canvas.centre(ring(paints, play.seat, felt, size=40, act=mine), x + width / 2, top + height + 24)
        x += width + gap
    return places
