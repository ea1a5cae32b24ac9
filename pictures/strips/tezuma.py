"""Tezuma, both editions: everybody's pain, ability and bid, my bid with its lit column; in the draft what is open."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from PIL import Image

from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.bids import Cell
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.shown import TezumaView
from pictures.art import GOLD, INK, IVORY, lettering, stretched
from pictures.canvas import Canvas
from pictures.faces.tezuma import DEFERRED, EDITIONS, GEM, PAINTS, deferred_in, pips, plays_of
from pictures.paints import Paints, Sketch
from pictures.parts import chip, icon_text, label, panel, ring
from pictures.seating import Box, Laid
from pictures.strips.board import EDGE, FOOT, WIDTH, blank, clockwise, crown, halves, lying, own_seat, row

RULING = 404
"""The width of the other seats' plates."""
GAP = 8
HIGH = 64
PLATE = HIGH + 16
"""The height of a bid in large, and of what it lies on in the draft."""


def strip(view: TezumaView) -> Canvas:
    """From a seat's view."""
    canvas = blank(PAINTS[view["game"]])
    if view["phase_id"] == DRAFT.id:
        _draft(canvas, view)
        return canvas
    room, plates = halves(RULING)
    _trick(canvas, view, room)
    others = clockwise(own_seat(view) + 1, view["seats"])[:-1]
    high = (plates.height - (len(others) - 1) * GAP) // len(others)
    for place, seat in enumerate(others):
        _other(canvas, view, seat, Box(plates.x, plates.y + place * (high + GAP), plates.width, high))
    _goal(canvas, view)
    return canvas


def _trick(canvas: Canvas, view: TezumaView, room: Box) -> None:
    trick = lying(view)
    plays, deferred = plays_of(trick), deferred_in(trick)
    shown = [play.seat for play in plays]
    order = clockwise(trick["leader"] if trick else view["leader"], view["seats"])
    waiting = [Laid(seat, ()) for seat in order if seat not in (*shown, *deferred)]
    waiting += [Laid(seat, (), DEFERRED) for seat in deferred if seat not in shown]
    over = view["over"] or (trick is not None and trick["winner"] is not None)
    row(canvas, room, plays, [] if over else waiting, view, crown(trick))


# --- Seats


def _other(canvas: Canvas, view: TezumaView, seat: int, box: Box) -> None:
    """Tricks won, pain, ability with its uses; below them the bid in small."""
    paints = canvas.paints
    ground = paints.theme.panel
    panel(canvas, *box)
    y = box.y + box.height / 2 - 20
    canvas.left(ring(paints, seat, ground, size=42), box.x + 10, y)
    icon_text(canvas, "parts/tricks", str(view["won"][seat]), box.x + 62, y, ground, size=32)
    _pain(canvas, view, seat, box.x + 150, y, 40)
    _ability(canvas, view, seat, box.x + 242, y, 40)
    bid = view["seat_bids"][seat]
    if bid:
        x = box.x + 10
        for cell in EDITIONS[view["game"]].bids[bid - 1].cells:
            sprite = _small(paints, cell, here=cell.holds(view["won"][seat]))
            canvas.left(sprite, x, y + 42)
            x += sprite.width + 4


def _pain(canvas: Canvas, view: TezumaView, seat: int, x: float, y: float, size: int) -> None:
    ground = canvas.paints.theme.panel
    pain = view["seat_pains"][seat]
    if pain:
        canvas.left(canvas.paints.art("parts/pain", size - 6, size - 6, ground), x, y)
        canvas.left(chip(canvas.paints, pain, ground, size=size), x + size - 2, y)


def _ability(canvas: Canvas, view: TezumaView, seat: int, x: float, y: float, size: int) -> None:
    ground = canvas.paints.theme.panel
    ability = view["seat_abilities"][seat]
    if ability:
        canvas.left(canvas.paints.art(f"abilities/{ability}", size, size, ground), x, y)
        most = EDITIONS[view["game"]].uses(NUMBERS[ability])
        canvas.left(pips(canvas.paints, view["uses"][seat], most, ground, 16), x + size + 4, y)


def _goal(canvas: Canvas, view: TezumaView) -> None:
    """My bid, lit what I score for the tricks that I have; my pain, and my ability with its uses."""
    paints = canvas.paints
    ground = paints.theme.panel
    panel(canvas, *FOOT)
    seat = own_seat(view)
    y = FOOT.y + FOOT.height / 2
    icon_text(canvas, "parts/tricks", str(view["won"][seat]), FOOT.x + 12, y, ground, size=40)
    bid = view["seat_bids"][seat]
    if bid:
        cells = EDITIONS[view["game"]].bids[bid - 1].cells
        _large(canvas, cells, Box(FOOT.x + 112, FOOT.y + 10, 392, HIGH), view["won"][seat])
    _pain(canvas, view, seat, FOOT.x + 520, y, 54)
    _ability(canvas, view, seat, FOOT.x + 640, y, 52)


# --- Bids


def _large(canvas: Canvas, cells: Sequence[Cell], box: Box, won: int | None) -> None:
    """Numbers of tricks, and below each what it scores; golden what the seat has now."""
    width = min(90, (box.width + 5) // len(cells) - 5)
    for place, cell in enumerate(cells):
        here = won is not None and cell.holds(won)
        canvas.lay(_column(canvas.paints, cell, width, here=here), box.x + place * (width + 5), box.y)


def _column(paints: Paints, cell: Cell, width: int, *, here: bool) -> Image.Image:
    tricks = _tricks(cell)

    def make() -> Image.Image:
        colour = GOLD if here else IVORY
        sketch = Sketch(width, HIGH)
        sketch.centre(lettering(tricks, 22, colour), width / 2, 12)
        sketch.lay(stretched("parts/cell", width, 37, colour), 0, HIGH - 37)
        return sketch.centre(lettering(str(cell.points), 28), width / 2, HIGH - 18).image

    return paints.sprite(("column", tricks, cell.points, width, here), paints.theme.panel, make)


def _small(paints: Paints, cell: Cell, *, here: bool) -> Image.Image:
    """The same beside each other, as one tag."""
    tricks = _tricks(cell)

    def make() -> Image.Image:
        left, right = lettering(tricks, 19, IVORY), lettering(str(cell.points), 23, INK)
        paper = right.width + 9
        sketch = Sketch(left.width + 6 + paper, 36)
        sketch.lay(stretched("parts/cell", sketch.image.width, 36, GEM), 0, 0)
        sketch.lay(stretched("parts/cell", max(24, paper), 36, GOLD if here else IVORY), left.width + 6, 0)
        sketch.centre(left, 4 + left.width / 2, 18)
        return sketch.centre(right, sketch.image.width - paper / 2, 18).image

    return paints.sprite(("small", tricks, cell.points, here), paints.theme.panel, make)


def _tricks(cell: Cell) -> str:
    return f"{cell.tricks}{'+' * cell.more}"


# --- The draft


def _draft(canvas: Canvas, view: TezumaView) -> None:
    """The bids, the open pains and abilities, and what each seat has taken."""
    _bids(canvas, view)
    _open(canvas, view, Box(EDGE, EDGE + 3 * (PLATE + GAP), WIDTH - 2 * EDGE, 60))
    _taken(canvas, view, Box(EDGE, EDGE + 3 * (PLATE + GAP) + 60 + GAP, WIDTH - 2 * EDGE, 56))


def _bids(canvas: Canvas, view: TezumaView) -> None:
    """Those that are open by letters, in their order; then the one that I have taken."""
    paints = canvas.paints
    ground = paints.theme.panel
    seat = own_seat(view)
    plates = [(label(paints, ascii_uppercase[place], ground), bid) for place, bid in enumerate(view["open"]["bids"])]
    mine = view["seat_bids"][seat]
    if mine:
        plates.append((ring(paints, seat, ground, act=True), mine))
    columns = 1 if len(plates) <= 3 else 2
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) // columns
    for place, (sign, bid) in enumerate(plates):
        down, across = divmod(place, columns)
        box = Box(EDGE + across * (width + GAP), EDGE + down * (PLATE + GAP), width, PLATE)
        panel(canvas, *box)
        canvas.centre(sign, box.x + 33, box.y + box.height / 2)
        cells = EDITIONS[view["game"]].bids[bid - 1].cells
        _large(canvas, cells, Box(box.x + 66, box.y + 8, width - 74, HIGH), None)


def _open(canvas: Canvas, view: TezumaView, box: Box) -> None:
    paints = canvas.paints
    ground = paints.theme.panel
    panel(canvas, *box)
    y = box.y + box.height / 2
    canvas.left(paints.art("parts/pain", 42, 42, ground), box.x + 12, y)
    for place, letter in enumerate(view["open"]["pains"]):
        canvas.left(chip(paints, letter, ground, size=48), box.x + 64 + 54 * place, y)
    for place, ability in enumerate(reversed(view["open"]["abilities"])):
        canvas.right(paints.art(f"abilities/{ability}", 50, 50, ground), box.right - 12 - 60 * place, y)


def _taken(canvas: Canvas, view: TezumaView, box: Box) -> None:
    """By seat, mine with its ring filled: the pain, the ability, and whether it has a bid."""
    paints = canvas.paints
    ground = paints.theme.panel
    panel(canvas, *box)
    y = box.y + box.height / 2
    step = box.width / view["seats"]
    for seat in range(view["seats"]):
        x = box.x + 10 + step * seat
        canvas.left(ring(paints, seat, ground, size=40, act=seat == view["seat"]), x, y)
        pain, ability = view["seat_pains"][seat], view["seat_abilities"][seat]
        if pain:
            canvas.left(chip(paints, pain, ground, size=38), x + 46, y)
        if view["seat_bids"][seat]:
            canvas.left(paints.art("parts/points", 36, 36, ground), x + 90, y)
        if ability:
            canvas.left(paints.art(f"abilities/{ability}", 40, 40, ground), x + 132, y)


__all__ = ["strip"]
