"""The face of Scharfe Schoten: trumps and rack, the trick, and each seat's prediction, captures and hand colours."""

from collections.abc import Sequence

from engine.game import PlayedTrick
from engine.games.scharfe_schoten.phases import TAKE_FROM_RACK
from engine.games.scharfe_schoten.view import Counts, SchotenView
from pictures.canvas import Canvas
from pictures.faces.face import Face
from pictures.paints import Paints, Theme
from pictures.parts import chip, label, panel, pill
from pictures.score_sheets import blank, signed
from pictures.seating import WIDTH, Box, Laid, around, last_trick, seat_head, split_tricks, trick, turn_order

THEME = Theme(
    felt="#1d4a43",
    panel="#163a35",
    suits={"R": "chili", "Y": "mustard", "G": "wasabi", "K": "pepper"},
    seats=4,
    frames={"K": "#5d6178"},
    extra=(("#9fc7e8", "#163a35", 4),),
)
SEAT_HEIGHT = 176
STRIP = 72
TRICK = 216
PAINTS = Paints(THEME)


def table(view: SchotenView) -> Canvas:
    """Draw the table from the public view."""
    boxes, middle, height = around(view["seats"], STRIP + 16 + TRICK, SEAT_HEIGHT)
    canvas = Canvas(PAINTS, WIDTH, height)
    for seat, box in enumerate(boxes):
        _seat(canvas, view, seat, box)
    _strip(canvas, view, Box(middle.x, middle.y, middle.width, STRIP))
    _tricks(canvas, view, Box(middle.x, middle.y + STRIP + 16, middle.width, TRICK))
    return canvas


def _seat(canvas: Canvas, view: SchotenView, seat: int, box: Box) -> None:
    head = seat_head(canvas, view, seat, box, view["leader"])
    _prediction(canvas, view, seat, box.x + 112, head)
    y = box.y + 66
    for icon, counts, height in (
        ("parts/tricks", view["captured"][seat], 48),
        ("parts/hand", view["hand_colours"][seat], 42),
    ):
        middle = y + height / 2
        canvas.left(PAINTS.art(icon, 36, 36), box.x + 14, middle)
        for place, (suit, count) in enumerate(counts.items()):
            sprite = pill(PAINTS, suit, str(count), width=73, height=height, faint=not count)
            canvas.left(sprite, box.x + 58 + 77 * place, middle)
        y += height + 8


def _prediction(canvas: Canvas, view: SchotenView, seat: int, x: float, y: float) -> None:
    """Draw a seat's prediction of "most" and "fewest".

    A secret prediction is two question marks. Nothing is drawn before the seat has predicted.
    """
    if not view["predicted"][seat]:
        return
    prediction = view["predictions"][seat] if view["predictions"] else None
    for place, sign in enumerate(("parts/most", "parts/fewest")):
        canvas.left(PAINTS.art(sign, 24, 24), x + 76 * place, y)
        face = chip(PAINTS, prediction[place]) if prediction else label(PAINTS, "?")
        canvas.left(face, x + 27 + 76 * place, y)


def _strip(canvas: Canvas, view: SchotenView, box: Box) -> None:
    """Draw the trumps, strongest first, then the rack. The order of the trumps is also the order of the colours."""
    y = box.y + box.height / 2
    trumps = 412
    panel(canvas, box.x, box.y, trumps, box.height)
    canvas.left(PAINTS.art("parts/star", 38, 38), box.x + 12, y)
    for place, code in enumerate(view["trumps"]):
        x = box.x + 59 + 88 * place
        canvas.left(pill(PAINTS, code[0], code[1:], width=74, height=50), x, y)
        if place < 3:
            canvas.centre(PAINTS.art("parts/chevron", 14, 14, "#f2c14e"), x + 81, y)
    left = box.x + trumps + 14
    panel(canvas, left, box.y, box.right - left, box.height)
    canvas.left(PAINTS.art("parts/rack", 36, 36), left + 12, y)
    for place, (suit, count) in enumerate(view["rack"].items()):
        sprite = pill(PAINTS, suit, str(count), width=66, height=46, faint=not count)
        canvas.left(sprite, left + 57 + 70 * place, y)


def _tricks(canvas: Canvas, view: SchotenView, box: Box) -> None:
    now, before = split_tricks(view, keep=view["phase_id"] == TAKE_FROM_RACK.id)
    plays = plays_of(now, view["trumps"])
    waiting = [Laid(seat) for seat in turn_order(now, view["leader"], view["seats"])[len(plays) :]]
    trick(canvas, box, plays, waiting, now["winner"] if now else None)
    if before:
        last_trick(canvas, box, plays_of(before, view["trumps"]), before["winner"])


def plays_of(trick: PlayedTrick | None, trumps: Sequence[str]) -> list[Laid]:
    """Return the cards of a trick; trumps have a star."""
    return [
        Laid(play["seat"], code[0], code[1:], badge="parts/star" if code in trumps else "")
        for play in (trick["plays"] if trick else ())
        for code in play["cards"]
    ]


def sheet(view: SchotenView, round_number: int) -> Canvas:
    """Draw each seat's two predictions with their points, then the extra points if both predictions score.

    Beside a wrong or tied prediction, `_against` draws the other colours that are right.
    """
    canvas, boxes = blank(PAINTS, view, round_number, 78)
    for seat, box in enumerate(boxes):
        y = box.y + box.height / 2
        x = box.x + 70.0
        result = view["results"][round_number - 1][seat]
        for_most, for_fewest, for_both = result["points"]
        for sign, suit, best, points in (
            ("parts/most", result["most"], max, for_most),
            ("parts/fewest", result["fewest"], min, for_fewest),
        ):
            canvas.left(PAINTS.art(sign, 28, 28), x, y)
            count = str(result["captured"][suit])
            canvas.left(pill(PAINTS, suit, count, width=76, height=50), x + 31, y)
            end = _against(canvas, result["captured"], suit, best(result["captured"].values()), x + 110, y)
            x = max(x + 236, signed(canvas, points, end + 5, y) + 8)
        if for_most and for_fewest:
            canvas.left(PAINTS.art("parts/difference", 40, 33), x, y)
            signed(canvas, for_both, x + 46, y)
    return canvas


def _against(canvas: Canvas, captured: Counts, suit: str, right: int, x: float, y: float) -> float:
    """Draw the colours, other than the predicted `suit`, of which the seat has captured `right` cards.

    The sign before these colours is "=" if the prediction is right too, else "<" or ">". If there is no such colour,
    nothing is drawn. Return the right edge of the drawing.
    """
    others = [letter for letter, count in captured.items() if count == right and letter != suit]
    if not others:
        return x
    relation = "=" if captured[suit] == right else "<" if captured[suit] < right else ">"
    canvas.left(PAINTS.text(relation, 24), x, y)
    x += 20
    size = 44 if len(others) == 1 else 34
    for place in range(0, len(others), 2):
        column = others[place : place + 2]
        for row, letter in enumerate(column):
            canvas.left(chip(PAINTS, letter, size=size), x, y + (row - (len(column) - 1) / 2) * 36)
        x += size + 1
    return x


FACE = Face(PAINTS, "parts/difference", table, sheet)
