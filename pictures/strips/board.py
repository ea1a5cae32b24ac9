"""The common layout of strips: the trick on the left, the current rules on the right, the goal along the foot.

A strip is the picture of a seat's panel. A phone displays it about 350 pixels wide, less than half its size. So ranks
are at least 24 pixels high, other numbers 18, and symbols 16; the numbers in the smallest seat rings are 14 high,
because the colour also identifies the seat.
"""

from collections.abc import Mapping, Sequence

from engine.game import PlayedTrick, View
from pictures.art import GOLD, MUTED
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import CARD, ring
from pictures.seating import Box, Laid, laid

WIDTH, HEIGHT = 800, 392
EDGE = 12
FOOT = Box(EDGE, 304, WIDTH - 2 * EDGE, 76)
"""The box with the seat's goal, and how far the seat has come."""
UPPER = FOOT.y - 2 * EDGE
"""The height in pixels of the space above the foot."""
OVER = 70
"""The size, in %, of cards in a finished trick: small cards show that nobody plays to this trick any more."""
LEGIBLE = 52
"""The smallest width, in pixels, of a card with a legible rank."""
SIGN, RING = 46, 46
"""The space in pixels above a card for a sign, and below a card for a ring."""


def blank(paints: Paints) -> Canvas:
    """Return an empty strip."""
    return Canvas(paints, WIDTH, HEIGHT)


def halves(width: int) -> tuple[Box, Box]:
    """Return the box of the trick, and beside it a plate of this width for the current rules."""
    return (
        Box(EDGE, EDGE, WIDTH - width - 3 * EDGE, UPPER),
        Box(WIDTH - EDGE - width, EDGE, width, UPPER),
    )


def lying(view: View) -> PlayedTrick | None:
    """Return the trick on the table: a finished trick stays until the next one is led."""
    played = [trick for trick in view["tricks"] if trick["plays"]]
    return played[-1] if played else None


def crown(trick: PlayedTrick | None) -> dict[int, str]:
    """Return the symbols above the plays by seat: only a crown, for the seat that has won or is winning the trick."""
    ahead = trick.get("ahead") if trick else None
    return {} if ahead is None else {ahead: "parts/crown"}


def own_seat(view: View) -> int:
    """Return the seat of the view."""
    seat = view["seat"]
    if seat is None:
        raise ValueError("a strip is drawn from a seat's view, not from a spectator's")
    return seat


def row(
    canvas: Canvas,
    box: Box,
    plays: Sequence[Laid],
    waiting: Sequence[Laid],
    view: View,
    signs: Mapping[int, str],
) -> dict[int, Box]:
    """Draw plays in order, each with its seat below, then the empty places of seats still to play.

    The reader's seat has a filled ring, and a golden place while its card is missing. In a finished trick the cards are
    smaller. Return the box of each seat's card or empty place.

    Args:
        canvas: the canvas.
        box: the available space.
        plays: the plays.
        waiting: the seats still to play; a seat's badge shows what it has announced.
        view: the reader's view.
        signs: by seat, the drawing above the seat's play.
    """
    paints = canvas.paints
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
            canvas.lay(paints.art("parts/slot", width, height, GOLD if mine else MUTED, felt=True), x, top)
        if place < len(plays) and play.seat in signs:
            canvas.centre(paints.art(signs[play.seat], SIGN, SIGN, felt=True), x + width / 2, top - SIGN / 2 + 1)
        canvas.centre(ring(paints, play.seat, size=40, act=mine, felt=True), x + width / 2, top + height + 24)
        x += width + gap
    return places
