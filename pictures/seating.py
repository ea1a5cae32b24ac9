"""The table shared by all trick-taking games: seats around, the trick in the middle, the last trick beside it."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import PlayedTrick, View
from pictures.art import MUTED, drawing
from pictures.canvas import Canvas
from pictures.paints import Paints, Sketch, Sprite, kept
from pictures.parts import CARD, card, icon_text, panel, pill, ring

WIDTH = 800
MARGIN = 16
GAP = 14
LAST = 216
"""The width of the last trick in pixels."""


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.y + self.height


class Laid(NamedTuple):
    """One play of a trick."""

    seat: int
    suit: str = ""
    """The suit of the play's cards; "" for a play without cards."""
    rank: str = ""
    """The rank of the play's card, or the ranks of two cards with + between them."""
    badge: str = ""
    """A drawing for an effect of the play."""
    corner: str = ""
    """A second drawing, in the upper right corner of the card."""


def around(seats: int, middle: int, height: int) -> tuple[list[Box], Box, int]:
    """Return the seats' boxes clockwise from the upper left, the box in the middle, and the height of the picture.

    `middle` is the height of the middle box, `height` that of a seat's box.
    """
    top = (seats + 1) // 2
    width = (WIDTH - 2 * MARGIN - (top - 1) * GAP) // top
    boxes = [Box(MARGIN + place * (width + GAP), MARGIN, width, height) for place in range(top)]
    centre = Box(MARGIN, MARGIN + height + GAP, WIDTH - 2 * MARGIN, middle)
    below = seats - top
    spare = WIDTH - below * width - (below - 1) * GAP
    boxes += [
        Box(spare // 2 + place * (width + GAP), centre.bottom + GAP, width, height) for place in reversed(range(below))
    ]
    return boxes, centre, centre.bottom + GAP + height + MARGIN


def seat_head(canvas: Canvas, view: View, seat: int, box: Box, leader: int) -> float:
    """Draw a seat's plate with its ring, its points and, if it leads the trick or has won the game, a symbol for that.

    Return the y of the plate's first line.
    """
    paints = canvas.paints
    act = seat in view["to_act"]
    panel(canvas, box.x, box.y, box.width, box.height, act=act)
    y = box.y + 38
    canvas.left(ring(paints, seat, size=50, act=act), box.x + 13, y)
    sign = ""
    if view["over"]:
        sign = "parts/crown" if seat in view["winners"] else ""
    elif seat == leader:
        sign = "parts/lead"
    if sign:
        canvas.left(paints.art(sign, 34, 34), box.x + 70, y)
    icon_text(canvas, "parts/points", str(view["scores"][seat]), box.right - 16, y, right=True)
    return y


def split_tricks(view: View, *, keep: bool = False) -> tuple[PlayedTrick | None, PlayedTrick | None]:
    """Return the trick in the middle of the table and the trick before it.

    Between two tricks the middle is empty. With `keep`, or if the game is over, the finished trick stays there.
    """
    tricks = [trick for trick in view["tricks"] if trick["plays"]]
    if not tricks:
        return None, None
    if tricks[-1]["winner"] is None or keep or view["over"]:
        return tricks[-1], tricks[-2] if len(tricks) > 1 else None
    return None, tricks[-1]


def turn_order(trick: PlayedTrick | None, leader: int, seats: int) -> list[int]:
    """Return all seats clockwise from the leader of a trick, or from `leader` between two tricks."""
    first = trick["leader"] if trick else leader
    return [(first + place) % seats for place in range(seats)]


def trick(canvas: Canvas, box: Box, plays: Sequence[Laid], waiting: Sequence[Laid], winner: int | None) -> None:
    """Draw the trick's cards in play order on the left of the box, each with its seat below.

    An empty place follows for each seat still to play; a badge in it shows what the seat has announced.
    """
    paints = canvas.paints
    count = len(plays) + len(waiting)
    room = box.width - LAST - 16
    width = min(CARD[0], (room - (count - 1) * 12) // count)
    height = round(width * CARD[1] / CARD[0])
    gap = min(16, (room - count * width) // max(1, count - 1))
    x = box.x + (room - count * width - (count - 1) * gap) / 2
    top = box.y + (box.height - height - 53) // 2
    foot = top + height + 31
    for play in [*plays, *waiting]:
        canvas.lay(laid(paints, play, width, height), x, top)
        won = play.seat == winner
        canvas.centre(ring(paints, play.seat, size=44, act=won, felt=True), x + width / 2, foot)
        if won:
            canvas.centre(paints.art("parts/crown", 30, 30, felt=True), x + width / 2 + 40, foot)
        x += width + gap


def laid(paints: Paints, play: Laid, width: int, height: int) -> Sprite:
    """Draw one play of the trick as a card; without cards, an empty place with a badge."""
    if play.suit:
        return card(paints, play.suit, play.rank, width=width, badge=play.badge, corner=play.corner, felt=True)
    if play.badge:
        return _deed(paints, play.badge, width, height)
    return paints.art("parts/slot", width, height, MUTED, felt=True)


@kept
def _deed(paints: Paints, badge: str, width: int, height: int) -> Sprite:
    sketch = Sketch(width, height).lay(drawing("parts/slot", width, height, MUTED), 0, 0)
    size = round(width * 0.62)
    sketch.centre(drawing(badge, size, size), width / 2, height / 2)
    return paints.sprite(sketch.image, felt=True)


def last_trick(canvas: Canvas, box: Box, plays: Sequence[Laid], winner: int | None) -> None:
    """Draw a small trick on the right of the box: a line for each seat, in the order of the seats' first plays.

    The winner has a crown. A seat with more than two plays shows the last two.
    """
    paints = canvas.paints
    box = Box(box.right - LAST, box.y, LAST, box.height)
    panel(canvas, *box)
    lines: dict[int, list[Laid]] = {}
    for play in plays:
        lines.setdefault(play.seat, []).append(play)
    step = (box.height - 16) / max(4, len(lines))
    high = min(46, round(step) - 4)
    y = box.y + box.height / 2 - (len(lines) - 1) * step / 2
    for seat, line in lines.items():
        canvas.left(ring(paints, seat, size=min(40, high), act=seat == winner), box.x + 14, y)
        x = box.x + 60
        wide = 78 if len(line) == 1 and not line[0].corner else 56
        for play in line[-2:]:
            if play.suit:
                canvas.left(pill(paints, play.suit, play.rank, width=wide, height=high), x, y)
                x += wide + 3
            for sign in filter(None, (play.badge, play.corner) if len(line) == 1 else ()):
                canvas.left(paints.art(sign, 28, 28), x + 2, y)
                x += 31
        if seat == winner:
            canvas.left(paints.art("parts/crown", 28, 28), x + 4, y)
        y += step
