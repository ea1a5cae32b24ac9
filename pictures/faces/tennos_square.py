"""The face of Tennos Square: every seat's row with its gaps, the market, and the points of each row."""

from engine.games.tennos_square.cards import FACE_DOWN, GROUPS, INDEX, STEPS, has_worth, row_points
from engine.games.tennos_square.view import SquareView
from pictures.art import GOLD, IVORY, MUTED, drawing, lettering
from pictures.canvas import Canvas
from pictures.faces.face import Face
from pictures.paints import SEATS, Paints, Sketch, Sprite, Theme, kept
from pictures.parts import CARD, card, icon_text, panel, pill, ring
from pictures.score_sheets import blank
from pictures.seating import GAP, MARGIN, WIDTH, Box

THEME = Theme(
    felt="#3b4a2c",
    panel="#2c3820",
    suits={
        "S": "square-spade",
        "H": "square-heart",
        "X": "square-cross",
        "L": "square-leaf",
        "C": "square-club",
        "D": "square-diamond",
    },
    seats=4,
    frames={"S": "#777b94", "X": "#a87a35"},
)
PAINTS = Paints(THEME)
BACK = "#a87a35"
"""The colour of a card that only its owner has seen."""
ROW = 118
"""The height in pixels of a seat's plate and of the market's plate."""
SLOT = 57
"""The width in pixels of a card in a row."""


def table(view: SquareView) -> Canvas:
    """Draw the table from the public view: a line for each seat, then the market."""
    seats = view["seats"]
    canvas = Canvas(PAINTS, WIDTH, 2 * MARGIN + seats * (ROW + GAP) + ROW)
    for seat in range(seats):
        _seat(canvas, view, seat, Box(MARGIN, MARGIN + seat * (ROW + GAP), WIDTH - 2 * MARGIN, ROW))
    _market(canvas, view, Box(MARGIN, MARGIN + seats * (ROW + GAP), WIDTH - 2 * MARGIN, ROW))
    return canvas


def sheet(view: SquareView, round_number: int) -> Canvas:
    """Draw each seat's runs with their points, and a crown for the seat that finished first."""
    canvas, boxes = blank(PAINTS, view, round_number, 112)
    for result, box in zip(view["finished"][round_number - 1]["by_seat"], boxes, strict=True):
        x = box.x + 84
        if result["bonus"]:
            canvas.lay(PAINTS.art("parts/crown", 46, 46), x, box.y + 18)
            canvas.centre(PAINTS.text(f"+{result['bonus']}", 20, GOLD), x + 23, box.y + 94)
            x += 60
        for run in result["runs"]:
            start = x
            for code in run["cards"]:
                canvas.lay(card(PAINTS, code[0], code[1:], width=49), x, box.y + 10)
                x += 51
            canvas.centre(PAINTS.text(f"+{run['points']}", 20, GOLD), (start + x) / 2, box.y + 94)
            x += 9
    return canvas


def _seat(canvas: Canvas, view: SquareView, seat: int, box: Box) -> None:
    panel(canvas, *box, act=seat in view["to_act"])
    canvas.centre(ring(PAINTS, seat, size=50, act=seat in view["to_act"]), box.x + 40, box.y + 36)
    if view["seats"] == 4:
        canvas.centre(PAINTS.art("parts/moon" if seat % 2 else "parts/sun", 28, 28), box.x + 82, box.y + 36)
    if view["over"] and seat in view["winners"]:
        canvas.centre(PAINTS.art("parts/crown", 34, 34), box.x + 40, box.y + 86)
    else:
        _hand(canvas, view, seat, box.x + 15, box.y + 87)
    row = view["rows"][seat]
    _row(canvas, view, seat, box.x + 102, box.y + 18)
    x = box.right - 12
    icon_text(canvas, "parts/points", str(view["scores"][seat]), x, box.y + 38, size=28, right=True)
    cards = [INDEX[code] if code else FACE_DOWN for code in row]
    if has_worth(cards):
        canvas.right(PAINTS.text(f"+{row_points(cards)}", 22, GOLD), x, box.y + 84)


def _hand(canvas: Canvas, view: SquareView, seat: int, x: float, y: float) -> None:
    """Draw the cards in a seat's hand; a card that everybody saw being taken is face up."""
    face_up = view["shown_hands"][seat]
    for code in face_up:
        canvas.left(pill(PAINTS, code[0], code[1:], width=58, height=38), x, y)
        x += 61
    for _ in range(view["hand_sizes"][seat] - len(face_up)):
        canvas.left(PAINTS.art("parts/back", 26, 35, BACK), x, y)
        x += 28


def _row(canvas: Canvas, view: SquareView, seat: int, x: float, y: float) -> None:
    """Draw a seat's row of cards, with gaps between its groups of slots.

    A face-down card shows its slot number. Its edge has the colour of the seat that moves after this slot is filled.
    """
    seats = view["seats"]
    ends = {GROUPS[seats][0], GROUPS[seats][0] + GROUPS[seats][1]}
    last = view["last"]
    for slot, code in enumerate(view["rows"][seat]):
        if slot in ends:
            x += 12
        if code:
            canvas.lay(card(PAINTS, code[0], code[1:], width=SLOT), x, y)
            if last == [seat, slot + 1]:
                canvas.centre(PAINTS.art("parts/most", 18, 12), x + SLOT / 2, y + SLOT * 1.4 + 8)
        else:
            canvas.lay(_hidden((seat + STEPS[seats][slot]) % seats, str(slot + 1)), x, y)
        x += SLOT + 3


@kept
def _hidden(next_seat: int, slot: str) -> Sprite:
    height = round(SLOT * CARD[1] / CARD[0])
    sketch = Sketch(SLOT, height)
    sketch.lay(drawing("parts/hidden", SLOT, height, SEATS[next_seat]), 0, 0)
    sketch.centre(lettering(slot, round(SLOT * 0.4), MUTED), SLOT / 2, height / 2)
    return PAINTS.sprite(sketch.image)


def _market(canvas: Canvas, view: SquareView, box: Box) -> None:
    """Draw the stock with its number of cards, then the open cards.

    While there are no open cards, draw which seats have laid a card.
    """
    panel(canvas, *box)
    middle = box.y + box.height / 2
    canvas.left(stock(str(view["stock"])), box.x + 16, middle)
    x, room = box.x + 96, box.width - 96 - 14
    market = view["market"]
    if market:
        step = min(SLOT + 8, (room - SLOT) / max(1, len(market) - 1))
        for place, code in enumerate(market):
            canvas.left(card(PAINTS, code[0], code[1:], width=SLOT), x + place * step, middle)
        return
    for seat, laid in enumerate(view["laid"]):
        if laid:
            canvas.centre(PAINTS.art("parts/back", 42, 56, BACK), x + 30 + 72 * seat, middle - 22)
        canvas.centre(ring(PAINTS, seat, size=40, act=not laid), x + 30 + 72 * seat, middle + 32)


@kept
def stock(count: str) -> Sprite:
    """Draw a pile with its number of cards."""
    sketch = Sketch(66, 88)
    sketch.lay(drawing("parts/back", 60, 80, BACK), 6, 8)
    sketch.lay(drawing("parts/back", 60, 80, BACK), 0, 2)
    return PAINTS.sprite(sketch.centre(lettering(count, 30, IVORY), 30, 42).image)


FACE = Face(PAINTS, "parts/sun", table, sheet)
