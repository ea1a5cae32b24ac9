"""The strip of Tennos Square: the reader's row with runs and turn order, the market, and each row's progress."""

from PIL import Image

from engine.games.tennos_square.cards import FACE_DOWN, GROUPS, INDEX, STEPS, has_worth, row_points, runs
from engine.games.tennos_square.view import SquareView
from pictures.art import GOLD, IVORY, MUTED, drawing, lettering
from pictures.canvas import Canvas
from pictures.faces.tennos_square import BACK, PAINTS, stock
from pictures.paints import SEATS, Sketch, Sprite, kept
from pictures.parts import CARD, card, panel, ring
from pictures.seating import Box
from pictures.strips.board import EDGE, HEIGHT, WIDTH, blank, own_seat

SLOT, GAP, APART = 74, 4, 18
"""The width of a card in the row, the gap between cards, and the gap between groups, in pixels."""
ROW = Box(EDGE, EDGE, WIDTH - 2 * EDGE, 164)
MARKET = Box(EDGE, ROW.bottom + 10, WIDTH - 2 * EDGE, 122)
FOOT = Box(EDGE, MARKET.bottom + 10, WIDTH - 2 * EDGE, HEIGHT - MARKET.bottom - 10 - EDGE)


def strip(view: SquareView) -> Canvas:
    """Draw the strip of a seat's view."""
    canvas = blank(PAINTS)
    _row(canvas, view)
    _market(canvas, view)
    _rows(canvas, view)
    return canvas


def _row(canvas: Canvas, view: SquareView) -> None:
    """Draw the reader's row. A face-down slot shows the seat that moves after it is filled; a run shows its points."""
    panel(canvas, *ROW)
    seat, seats = own_seat(view), view["seats"]
    cards = view["rows"][seat]
    first, second, _ = GROUPS[seats]
    x = (WIDTH - len(cards) * (SLOT + GAP) + GAP - 2 * APART) / 2
    middles = []
    for slot, code in enumerate(cards):
        if slot in (first, first + second):
            x += APART
        y = ROW.y + 9
        if code:
            canvas.lay(card(PAINTS, code[0], code[1:], width=SLOT), x, y)
        else:
            canvas.lay(_hidden((seat + STEPS[seats][slot]) % seats, str(slot + 1)), x, y)
        middles.append(x + SLOT / 2)
        x += SLOT + GAP
    _runs(canvas, [INDEX[code] if code else FACE_DOWN for code in cards], middles)


def _runs(canvas: Canvas, cards: list[int], middles: list[float]) -> None:
    open_slots = [slot for slot, one in enumerate(cards) if one != FACE_DOWN]
    y = ROW.bottom - 25
    for run in runs(cards):
        slots, open_slots = open_slots[: len(run)], open_slots[len(run) :]
        left, right = middles[slots[0]] - SLOT / 2 + 4, middles[slots[-1]] + SLOT / 2 - 4
        canvas.lay(_bar(round(right - left)), left, y - 14)
        canvas.centre(PAINTS.text(f"+{len(run) ** 2}", 24, GOLD), (left + right) / 2, y + 8)


@kept
def _bar(width: int) -> Sprite:
    return PAINTS.sprite(Image.new("RGBA", (width, 5), GOLD))


@kept
def _hidden(next_seat: int, slot: str) -> Sprite:
    height = round(SLOT * CARD[1] / CARD[0])
    sketch = Sketch(SLOT, height)
    sketch.lay(drawing("parts/hidden", SLOT, height, SEATS[next_seat]), 0, 0)
    sketch.centre(lettering(slot, 32, IVORY), SLOT / 2, height * 0.27)
    sketch.centre(drawing("parts/chevron", 18, 18, MUTED), SLOT * 0.24, height * 0.69)
    sketch.centre(drawing("parts/ring-act", 36, 36, SEATS[next_seat]), SLOT * 0.6, height * 0.69)
    sketch.centre(lettering(str(next_seat + 1), 18), SLOT * 0.6, height * 0.69)
    return PAINTS.sprite(sketch.image)


def _market(canvas: Canvas, view: SquareView) -> None:
    """Draw the stock, then the open cards.

    While there are no open cards, show which seats have laid a card, and the reader's own card.
    """
    panel(canvas, *MARKET)
    y = MARKET.y + MARKET.height / 2
    canvas.left(stock(str(view["stock"])), MARKET.x + 14, y)
    x, room = MARKET.x + 94, MARKET.width - 94 - 12
    cards = view["market"]
    if cards:
        width = min(76, (room + 6) // len(cards) - 6)
        for place, code in enumerate(cards):
            canvas.left(card(PAINTS, code[0], code[1:], width=width), x + place * (width + 6), y)
        return
    for seat, laid in enumerate(view["laid"]):
        mine = seat == view["seat"]
        own = view["discard"] if mine else None
        if own:
            canvas.left(card(PAINTS, own[0], own[1:], width=76), x, y)
        elif laid:
            canvas.left(PAINTS.art("parts/back", 72, 96, BACK), x + 2, y)
        else:
            canvas.left(PAINTS.art("parts/slot", 74, 104, GOLD if mine else MUTED), x + 1, y)
        canvas.left(ring(PAINTS, seat, size=40, act=mine), x + 82, y)
        x += 160


def _rows(canvas: Canvas, view: SquareView) -> None:
    """Draw for each seat the number of face-down cards and the points of the face-up cards; fill the reader's ring."""
    panel(canvas, *FOOT)
    seats = view["seats"]
    step = FOOT.width / seats
    y = FOOT.y + FOOT.height / 2
    for seat, cards in enumerate(view["rows"]):
        mine = seat == view["seat"]
        x = FOOT.x + 10 + step * seat
        canvas.left(ring(PAINTS, seat, size=44, act=mine), x, y)
        if seats == 4:
            canvas.left(PAINTS.art("parts/moon" if seat % 2 else "parts/sun", 22, 22), x + 46, y)
        canvas.left(face_down(cards.count(None)), x + 71, y)
        row = [INDEX[code] if code else FACE_DOWN for code in cards]
        if has_worth(row):
            canvas.left(PAINTS.text(f"+{row_points(row)}", 24, GOLD if mine else IVORY), x + 120, y)


@kept
def face_down(count: int) -> Sprite:
    """Draw the number of face-down cards in a row, golden if only one is left."""
    colour = GOLD if count == 1 else MUTED
    sketch = Sketch(43, 60).lay(drawing("parts/hidden", 43, 60, colour), 0, 0)
    sketch.centre(lettering(str(count), 38, GOLD if count == 1 else IVORY), 21.5, 30)
    return PAINTS.sprite(sketch.image)
