"""Saizen: the rule card of the led suit in large, or all four in short where none is led; the tricks of each seat."""

from __future__ import annotations

from itertools import chain

from PIL import Image

from engine.games.saizen.cards import SUIT_LETTERS
from engine.games.saizen.phases import MOVE_CHIP
from engine.games.saizen.rows import ROWS, SIDES
from engine.games.saizen.shown import SaizenView
from engine.games.saizen.taking import stages
from pictures.art import GOLD, IVORY, drawing, stretched
from pictures.canvas import Canvas
from pictures.faces.saizen import PAINTS, PLATE, plays_of
from pictures.paints import Sketch
from pictures.parts import chip, panel, ring
from pictures.seating import Box, Laid, laid
from pictures.strips.board import (
    EDGE,
    FOOT,
    HEIGHT,
    WIDTH,
    blank,
    clockwise,
    crown,
    halves,
    lying,
    row,
)

FELT, GROUND = PAINTS.theme.felt, PAINTS.theme.panel
RULING = 236
"""The width of the plate beside the trick."""
MOST_BEFORE = 7
"""Plays of a trick that are shown in small above a play-off; of more only the first stage, and a number."""
BEFORE = 114
"""How high they are."""
IDLE, COVERED = 40, 55
"""How strong, in %, the sign of a row is that changes nothing, and of what a chip covers."""


def strip(view: SaizenView) -> Canvas:
    """From a seat's view."""
    canvas = blank(PAINTS)
    if view["phase_id"] == MOVE_CHIP.id:
        _chips(canvas, view)
        return canvas
    room, plate = halves(RULING)
    _trick(canvas, view, room)
    panel(canvas, *plate)
    if view["led"]:
        _rule_card(canvas, view, view["led"], plate)
    else:
        _rule_cards(canvas, view, plate)
    _tricks_won(canvas, view)
    return canvas


# --- The trick


def _trick(canvas: Canvas, view: SaizenView, room: Box) -> None:
    """The stage of the trick that is being played, or was the last, in large; in small what came before it."""
    trick = lying(view)
    leader = trick["leader"] if trick else view["leader"]
    staged = _stages(plays_of(trick), view["seats"])
    order = clockwise(leader, view["seats"])
    playoff = view["playoff"]
    if playoff:
        order = playoff["seats"]
        if len(staged) == playoff["number"]:
            staged.append([])
    *before, now = staged
    over = trick is not None and trick["winner"] is not None
    waiting = [] if over or view["over"] else [Laid(seat, ()) for seat in order[len(now) :]]
    if before:
        _before(canvas, before, Box(room.x, room.y, room.width, BEFORE))
        room = Box(room.x, room.y + BEFORE - 6, room.width, room.height - BEFORE + 6)
    matched = dict.fromkeys((play.seat for play in now if play.cards[0][1] == view["match"]), "rules/match-playoff")
    row(canvas, room, now, waiting, view, {**matched, **crown(trick)})


def _stages(plays: list[Laid], seats: int) -> list[list[Laid]]:
    """A trick, then its play-offs."""
    numbered = tuple((play.seat, number) for number, play in enumerate(plays))
    return [[plays[number] for _, number in stage] for stage in stages(numbered, seats)] if plays else [[]]


def _before(canvas: Canvas, staged: list[list[Laid]], box: Box) -> None:
    """The stages before the last one; where they are too long the first, and how often there was a play-off."""
    every = list(chain(*staged))
    shown = every if len(every) <= MOST_BEFORE else staged[0]
    width, step = 56, 64
    starts = set()
    place = 0
    for stage in staged:
        starts.add(place)
        place += len(stage)
    x = box.x
    for number, play in enumerate(shown):
        if number and number in starts:
            x += 16
        canvas.lay(laid(PAINTS, play, width, 78), x, box.y)
        canvas.centre(ring(PAINTS, play.seat, FELT, size=30), x + width / 2, box.y + 95)
        x += step
    if len(every) > len(shown):
        canvas.left(PAINTS.art("rules/match-playoff", 50, 50, FELT), x + 10, box.y + 39)
        canvas.centre(PAINTS.text(str(len(staged)), 30, FELT), x + 35, box.y + 84)


# --- Its rules


def _strength(view: SaizenView, letter: str, rule: str) -> int:
    """How strong a row's sign is: faint where it makes no difference."""
    return IDLE if rule == "order" and letter in view["idle_order"] else 100


def _sign(name: str, size: int, strength: int, *, plate: bool = False) -> Image.Image:
    """The sign of a side, fainter with less strength (in %); on a plate where it is in force beside another."""

    def make() -> Image.Image:
        width, height = (size + 32, size + 6) if plate else (size, size)
        sketch = Sketch(width, height)
        if plate:
            sketch.lay(stretched("parts/cell", width, height, PLATE), 0, 0)
        sign = drawing(name, size, size).copy()
        sign.putalpha(sign.getchannel("A").point([value * strength // 100 for value in range(256)]))
        return sketch.centre(sign, width / 2, height / 2).image

    return PAINTS.sprite(("sign", name, size, strength, plate), GROUND, make)


def _rule_card(canvas: Canvas, view: SaizenView, letter: str, box: Box) -> None:
    """The suit, then its five sides, two beside each other."""
    canvas.centre(chip(PAINTS, letter, GROUND, size=78), box.x + box.width * 0.27, box.y + 50)
    for place, rule in enumerate(ROWS, start=1):
        down, across = divmod(place, 2)
        name = f"rules/{rule}-{view['sides'][letter][rule]}"
        x, y = box.x + box.width * (0.27 + 0.46 * across), box.y + 50 + 90 * down
        canvas.centre(_sign(name, 72, _strength(view, letter, rule)), x, y)


def _rule_cards(canvas: Canvas, view: SaizenView, box: Box) -> None:
    """A column a suit: its five sides."""
    for across, letter in enumerate(SUIT_LETTERS):
        x = box.x + 32 + 57 * across
        canvas.centre(chip(PAINTS, letter, GROUND, size=46), x, box.y + 32)
        for down, rule in enumerate(ROWS):
            name = f"rules/{rule}-{view['sides'][letter][rule]}"
            canvas.centre(_sign(name, 38, _strength(view, letter, rule)), x, box.y + 80 + 44 * down)


def _chips(canvas: Canvas, view: SaizenView) -> None:
    """The four rule cards: on a plate what is in force; beside it, faint, what a chip covers, or that it has moved."""
    width = (WIDTH - 2 * EDGE - 3 * 10) // 4
    for place, letter in enumerate(SUIT_LETTERS):
        box = Box(EDGE + place * (width + 10), EDGE, width, HEIGHT - 2 * EDGE)
        panel(canvas, *box)
        canvas.centre(chip(PAINTS, letter, GROUND, size=54), box.x + width / 2, box.y + 38)
        for down, (rule, names) in enumerate(zip(ROWS, SIDES, strict=True)):
            y = box.y + 102 + 61 * down
            strength = _strength(view, letter, rule)
            for across, side in enumerate(names):
                x = box.x + width * (0.27 + 0.46 * across)
                if side == view["sides"][letter][rule]:
                    canvas.centre(_sign(f"rules/{rule}-{side}", 48, strength, plate=True), x, y)
                elif rule in view["moved"][letter]:
                    canvas.centre(PAINTS.art("parts/chip-moved", 36, 36, GROUND, GROUND), x, y)
                else:
                    canvas.centre(_sign(f"rules/{rule}-{side}", 40, strength * COVERED // 100), x, y)


# --- The goal


def _tricks_won(canvas: Canvas, view: SaizenView) -> None:
    """The tricks of each seat, mine in gold."""
    panel(canvas, *FOOT)
    y = FOOT.y + FOOT.height / 2
    canvas.centre(PAINTS.art("parts/tricks", 46, 46, GROUND), FOOT.x + 36, y)
    step = (FOOT.width - 76) / view["seats"]
    for seat, taken in enumerate(view["taken"]):
        mine = seat == view["seat"]
        x = FOOT.x + 76 + step * seat + (step - 108) / 2
        canvas.left(ring(PAINTS, seat, GROUND, size=48, act=mine), x, y)
        canvas.left(PAINTS.text(str(taken), 36, GROUND, GOLD if mine else IVORY), x + 58, y)


__all__ = ["strip"]
