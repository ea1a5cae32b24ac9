"""The strip of both editions of Tezuma: all pains, abilities and bids, the reader's bid, and the draft."""

from collections.abc import Sequence
from typing import Any

from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.cards import Cell
from engine.games.tezuma.deal import Displays
from engine.games.tezuma.messages import GOAL_PAIN
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.view import TezumaView
from pictures.art import GOLD, INK, IVORY, MUTED, lettering, stretched
from pictures.canvas import Canvas
from pictures.faces.tezuma import GEM, KINDS, PAINTS, cells_of, fitting, pips, placed, tricks_of
from pictures.paints import Paints, Sketch, Sprite, kept
from pictures.parts import chip, icon_text, label, panel, ring
from pictures.seating import Box, turn_order
from pictures.strips.board import EDGE, FOOT, WIDTH, blank, crown, halves, lying, own_seat, row

RULING = 404
"""The width in pixels of the other seats' plates."""
GAP = 8
HIGH = 60
PLATE = HIGH + 16
"""The heights in pixels of a large bid, and of its plate in the draft."""


def strip(view: TezumaView) -> Canvas:
    """Draw the strip of a seat's view."""
    canvas = blank(PAINTS[view["game"]])
    if view["phase_id"] == DRAFT.id:
        _draft(canvas, view)
        return canvas
    room, plates = halves(RULING)
    _trick(canvas, view, room)
    others = turn_order(None, own_seat(view) + 1, view["seats"])[:-1]
    high = (plates.height - (len(others) - 1) * GAP) // len(others)
    for place, seat in enumerate(others):
        _other(canvas, view, seat, Box(plates.x, plates.y + place * (high + GAP), plates.width, high))
    _goal(canvas, view)
    return canvas


def _trick(canvas: Canvas, view: TezumaView, room: Box) -> None:
    trick = lying(view)
    plays, waiting = placed(view, trick)
    over = view["over"] or (trick is not None and trick["winner"] is not None)
    row(canvas, room, plays, [] if over else waiting, view, crown(trick))


# --- Seats


def _other(canvas: Canvas, view: TezumaView, seat: int, box: Box) -> None:
    """Draw another seat's tricks, pain suit, and ability with its uses; below them, a small copy of the bid."""
    paints = canvas.paints
    panel(canvas, *box)
    y = box.y + box.height / 2 - 20
    canvas.left(ring(paints, seat, size=42), box.x + 10, y)
    icon_text(canvas, "parts/tricks", str(view["won"][seat]), box.x + 62, y, size=32)
    _pain(canvas, view, seat, box.x + 150, y, 40)
    _ability(canvas, view, seat, box.x + 242, y, 40)
    bid = view["seat_bids"][seat]
    if bid:
        x = box.x + 10
        for cell in cells_of(view, bid):
            sprite = _small(paints, cell, here=cell.holds(view["won"][seat]))
            canvas.left(sprite, x, y + 42)
            x += sprite.width + 4


def _pain(canvas: Canvas, view: TezumaView, seat: int, x: float, y: float, size: int) -> None:
    pain = view["seat_pains"][seat]
    if pain:
        canvas.left(canvas.paints.art("parts/pain", size - 6, size - 6), x, y)
        canvas.left(chip(canvas.paints, pain, size=size), x + size - 2, y)


def _ability(canvas: Canvas, view: TezumaView, seat: int, x: float, y: float, size: int) -> None:
    ability = view["seat_abilities"][seat]
    if ability:
        canvas.left(canvas.paints.art(f"abilities/{ability}", size, size), x, y)
        most = KINDS[view["game"]].edition.uses(NUMBERS[ability])
        canvas.left(pips(canvas.paints, view["uses"][seat], most, 16), x + size + 4, y)


def _goal(canvas: Canvas, view: TezumaView) -> None:
    """Draw the reader's bid, pain suit and ability. The bid's column for the current number of tricks is golden."""
    panel(canvas, *FOOT)
    seat = own_seat(view)
    y = FOOT.y + FOOT.height / 2
    icon_text(canvas, "parts/tricks", str(view["won"][seat]), FOOT.x + 12, y, size=40)
    bid = view["seat_bids"][seat]
    if bid:
        cells = cells_of(view, bid)
        colours = [GOLD if cell.holds(view["won"][seat]) else IVORY for cell in cells]
        _large(canvas, cells, Box(FOOT.x + 112, FOOT.y + (FOOT.height - HIGH) // 2, 392, HIGH), colours)
    _pain(canvas, view, seat, FOOT.x + 520, y, 54)
    if count := _captured(view):
        canvas.centre(canvas.paints.text(str(count), 28, IVORY), FOOT.x + 544, y - 2)
    _ability(canvas, view, seat, FOOT.x + 640, y, 52)


def _captured(view: TezumaView) -> int:
    """Return the number of pain cards that the reader has captured, as stated in the view's goal; 0 without a goal."""
    goal = view.get("goal")
    parts: Any = () if goal is None else goal[1]["parts"]
    return next((int(args["count"]) for key, args in parts if key == GOAL_PAIN.key), 0)


# --- Bids


def _large(canvas: Canvas, cells: Sequence[Cell], box: Box, colours: Sequence[str]) -> None:
    """Draw the columns of a bid, each in its colour: a number of tricks above its points."""
    width = min(90, (box.width + 5) // len(cells) - 5)
    for place, (cell, colour) in enumerate(zip(cells, colours, strict=True)):
        canvas.lay(_column(canvas.paints, cell, width, colour), box.x + place * (width + 5), box.y)


@kept
def _column(paints: Paints, cell: Cell, width: int, colour: str) -> Sprite:
    sketch = Sketch(width, HIGH)
    sketch.centre(lettering(tricks_of(cell), 22, colour), width / 2, 12)
    sketch.lay(stretched("parts/cell", width, 37, colour), 0, HIGH - 37)
    sketch.centre(fitting(str(cell.points), 28, width - 4), width / 2, HIGH - 18)
    return paints.sprite(sketch.image)


@kept
def _small(paints: Paints, cell: Cell, *, here: bool) -> Sprite:
    """Draw a column of a bid as one tag, its numbers side by side."""
    left, right = lettering(tricks_of(cell), 19, IVORY), lettering(str(cell.points), 23, INK)
    paper = right.width + 9
    sketch = Sketch(left.width + 6 + paper, 36)
    sketch.lay(stretched("parts/cell", sketch.image.width, 36, GEM), 0, 0)
    sketch.lay(stretched("parts/cell", max(24, paper), 36, GOLD if here else IVORY), left.width + 6, 0)
    sketch.centre(left, 4 + left.width / 2, 18)
    sketch.centre(right, sketch.image.width - paper / 2, 18)
    return paints.sprite(sketch.image)


# --- The draft


def _draft(canvas: Canvas, view: TezumaView) -> None:
    """Draw the bids, the open pains and abilities, and what each seat has taken."""
    _bids(canvas, view)
    _open(canvas, view, Box(EDGE, EDGE + 3 * (PLATE + GAP), WIDTH - 2 * EDGE, 60))
    for seat in range(view["seats"]):
        _taken(canvas, view, seat, _cell(seat, view["seats"], EDGE + 3 * (PLATE + GAP) + 60 + GAP, 50))


def _cell(place: int, count: int, y: int, height: int) -> Box:
    """Return the box of item number `place`, from 0, in a row of `count` equally wide items."""
    width = (WIDTH - 2 * EDGE - (count - 1) * GAP) // count
    return Box(EDGE + place * (width + GAP), y, width, height)


def _bids(canvas: Canvas, view: TezumaView) -> None:
    """Draw each bid in its place: open bids with their letters, taken bids in grey with the seat that has them."""
    paints = canvas.paints
    displays = Displays(tuple(view["bids"]), ())
    for place, bid in enumerate(displays.bids):
        down, across = divmod(place, 2)
        box = _cell(across, 2, EDGE + down * (PLATE + GAP), PLATE)
        panel(canvas, *box)
        cells = cells_of(view, bid)
        if bid in view["open"]["bids"]:
            sign, colour = label(paints, displays.letter(bid)), IVORY
        else:
            seat = view["seat_bids"].index(bid)
            sign, colour = ring(paints, seat, act=seat == view["seat"]), MUTED
        canvas.centre(sign, box.x + 33, box.y + box.height / 2)
        _large(canvas, cells, Box(box.x + 66, box.y + 8, box.width - 74, HIGH), [colour] * len(cells))


def _open(canvas: Canvas, view: TezumaView, box: Box) -> None:
    """Draw the open pains and abilities, each in its place."""
    paints = canvas.paints
    panel(canvas, *box)
    y = box.y + box.height / 2
    canvas.left(paints.art("parts/pain", 42, 42), box.x + 12, y)
    for place, letter in enumerate(paints.theme.suits):
        if letter in view["open"]["pains"]:
            canvas.left(chip(paints, letter, size=48), box.x + 64 + 54 * place, y)
    for place, ability in enumerate(reversed(view["abilities"])):
        if ability in view["open"]["abilities"]:
            canvas.right(paints.art(f"abilities/{ability}", 50, 50), box.right - 12 - 60 * place, y)


def _taken(canvas: Canvas, view: TezumaView, seat: int, box: Box) -> None:
    """Draw the pain and the ability of a seat and whether it has a bid; the reader's ring is filled."""
    paints = canvas.paints
    panel(canvas, *box)
    x, y = box.x + 10, box.y + box.height / 2
    canvas.left(ring(paints, seat, size=40, act=seat == view["seat"]), x, y)
    pain, ability = view["seat_pains"][seat], view["seat_abilities"][seat]
    if pain:
        canvas.left(chip(paints, pain, size=38), x + 48, y)
    if view["seat_bids"][seat]:
        canvas.left(paints.art("parts/points", 36, 36), x + 90, y)
    if ability:
        canvas.left(paints.art(f"abilities/{ability}", 40, 40), x + 130, y)
