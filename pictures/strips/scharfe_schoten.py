"""The strip of Scharfe Schoten: trumps, colours and rack, the reader's prediction and captures, other predictions."""

from collections.abc import Sequence

from engine.games.scharfe_schoten.view import SchotenView
from pictures.art import GOLD, drawing
from pictures.canvas import Canvas
from pictures.faces.scharfe_schoten import PAINTS, plays_of
from pictures.paints import Sprite, kept
from pictures.parts import card, chip, label, panel, pill, ring
from pictures.seating import Box, Laid, turn_order
from pictures.strips.board import EDGE, FOOT, RING, UPPER, WIDTH, blank, crown, halves, lying, own_seat, row

SIGNS = ("parts/most", "parts/fewest")
RULING = 236
"""The width in pixels of the plate beside the trick."""
PREDICTION = 40
"""The height in pixels of the line with another seat's prediction."""


def strip(view: SchotenView) -> Canvas:
    """Draw the strip of a seat's view."""
    canvas = blank(PAINTS)
    trick = lying(view)
    if view["predictions"] is None:
        _before_the_tricks(canvas, view)
        return canvas
    room, plate = halves(RULING)
    plays = plays_of(trick, view["trumps"])
    waiting = [Laid(seat) for seat in turn_order(trick, view["leader"], view["seats"])[len(plays) :]]
    room = Box(room.x, room.y, room.width, room.height - PREDICTION)
    for seat, place in row(canvas, room, plays, waiting, view, crown(trick)).items():
        if seat == view["seat"]:
            continue
        _prediction(canvas, view["predictions"][seat], place)
        if seat not in {play.seat for play in plays}:
            _backs(canvas, view, seat, place)
    _ruling(canvas, view, plate)
    _goal(canvas, view)
    return canvas


def _prediction(canvas: Canvas, prediction: Sequence[str], place: Box) -> None:
    """Draw another seat's prediction below its ring."""
    x, y = place.x + place.width / 2, place.y + place.height + RING + PREDICTION / 2
    for sign, letter, left in zip(SIGNS, prediction, (x - 62, x + 3), strict=True):
        canvas.left(PAINTS.art(sign, 20, 20, felt=True), left, y)
        canvas.left(chip(PAINTS, letter, size=38, felt=True), left + 21, y)


def _backs(canvas: Canvas, view: SchotenView, seat: int, place: Box) -> None:
    """Draw how many cards of each colour are in the hand of a seat that must still play, strongest colour on top."""
    step = (place.height - 4) / 4
    for number, code in enumerate(view["trumps"]):
        count = view["hand_colours"][seat][code[0]]
        face = pill(
            PAINTS, code[0], str(count), width=place.width - 20, height=round(step) - 2, faint=not count, felt=True
        )
        canvas.centre(face, place.x + place.width / 2, place.y + 2 + step * (number + 0.5))


def _before_the_tricks(canvas: Canvas, view: SchotenView) -> None:
    """Draw a column for each colour, strongest first: its trump, its cards in the rack and in the reader's hand."""
    panel(canvas, EDGE, EDGE, WIDTH - 2 * EDGE, UPPER)
    seat = own_seat(view)
    for sign, y in (("parts/star", 80), ("parts/rack", 188), ("parts/hand", 252)):
        canvas.centre(PAINTS.art(sign, 46, 46), 62, y)
    for place, code in enumerate(view["trumps"]):
        x = 196 + 166 * place
        canvas.centre(card(PAINTS, code[0], code[1:], width=92), x, 86)
        if place < 3:
            canvas.centre(PAINTS.art("parts/chevron", 34, 34, GOLD), x + 83, 86)
        for counts, y in ((view["rack"], 188), (view["hand_colours"][seat], 252)):
            count = counts[code[0]]
            canvas.centre(pill(PAINTS, code[0], str(count), width=112, height=56, faint=not count), x, y)
    _predictions(canvas, view)


def _predictions(canvas: Canvas, view: SchotenView) -> None:
    """Draw the reader's prediction, then every seat's ring, filled once the seat has predicted."""
    panel(canvas, *FOOT)
    y = FOOT.y + FOOT.height / 2
    prediction = view["prediction"]
    for place, sign in enumerate(SIGNS):
        x = FOOT.x + 40 + 180 * place
        canvas.centre(PAINTS.art(sign, 46, 46), x, y)
        face = chip(PAINTS, prediction[place], size=60) if prediction else label(PAINTS, "?", size=60)
        canvas.centre(face, x + 66, y)
    for seat, done in enumerate(view["predicted"]):
        x = FOOT.right - 40 - 62 * (view["seats"] - 1 - seat)
        canvas.centre(ring(PAINTS, seat, size=50, act=done), x, y)


def _ruling(canvas: Canvas, view: SchotenView, box: Box) -> None:
    """Draw the colours, strongest first, each with its trump and its cards in the rack."""
    panel(canvas, *box)
    left, right = box.x + 78, box.x + 172
    canvas.centre(PAINTS.art("parts/star", 38, 38), left, box.y + 27)
    canvas.centre(PAINTS.art("parts/rack", 38, 38), right, box.y + 27)
    for place, code in enumerate(view["trumps"]):
        y = box.y + 76 + 57 * place
        if place < 3:
            canvas.centre(_down(), box.x + 18, y + 28)
        canvas.centre(pill(PAINTS, code[0], code[1:], width=96, height=52), left, y)
        count = view["rack"][code[0]]
        canvas.centre(pill(PAINTS, code[0], str(count), width=80, height=48, faint=not count), right + 6, y)


@kept
def _down() -> Sprite:
    return PAINTS.sprite(drawing("parts/chevron", 24, 24, GOLD).rotate(-90))


def _goal(canvas: Canvas, view: SchotenView) -> None:
    """Draw the reader's captures by colour; a predicted colour is lit while the prediction is right."""
    panel(canvas, *FOOT)
    y = FOOT.y + FOOT.height / 2
    seat = own_seat(view)
    captured, prediction = view["captured"][seat], view["prediction"]
    canvas.centre(PAINTS.art("parts/tricks", 46, 46), FOOT.x + 36, y)
    holds = (max(captured.values()), min(captured.values()))
    for place, code in enumerate(view["trumps"]):
        letter = code[0]
        count = captured[letter]
        x = FOOT.x + 84 + 172 * place
        left = x + 28
        if prediction and letter in prediction:
            which = prediction.index(letter)
            if count == holds[which]:
                panel(canvas, x - 4, FOOT.y + 6, 170, FOOT.height - 12, act=True)
            canvas.centre(PAINTS.art(SIGNS[which], 38, 38), x + 26, y)
            left = x + 52
        canvas.left(pill(PAINTS, letter, str(count), width=106, height=56), left, y)
