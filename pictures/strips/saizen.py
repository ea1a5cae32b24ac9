"""The strip of Saizen: the led suit's rule card, or all four before a card is led; tricks and hand sizes."""

from engine.games.saizen.cards import SUIT_LETTERS
from engine.games.saizen.phases import MOVE_CHIP
from engine.games.saizen.rows import ROWS, SIDES
from engine.games.saizen.trick_winner import stages
from engine.games.saizen.view import SaizenView
from pictures.art import GOLD, IVORY, drawing, stretched
from pictures.canvas import Canvas
from pictures.faces.saizen import PAINTS, PLATE, plays_of
from pictures.paints import Sketch, Sprite, kept
from pictures.parts import CARD, chip, panel, ring
from pictures.seating import Box, Laid, laid, turn_order
from pictures.strips.board import EDGE, FOOT, HEIGHT, WIDTH, blank, crown, halves, lying, row

RULING, ALL_RULES = 236, 408
"""The widths in pixels of the plate beside the trick: with the rules of the led suit, and with those of all suits."""
BEFORE = 114
"""The height in pixels of the plays before a play-off."""
IDLE, COVERED = 40, 55
"""The opacity, in %, of the sign of a row without effect, and of a side covered by a chip."""


def strip(view: SaizenView) -> Canvas:
    """Draw the strip of a seat's view."""
    canvas = blank(PAINTS)
    if view["phase_id"] == MOVE_CHIP.id:
        _chips(canvas, view)
        return canvas
    room, plate = halves(RULING if view["led"] else ALL_RULES)
    _trick(canvas, view, room)
    panel(canvas, *plate)
    if view["led"]:
        _rule_card(canvas, view, view["led"], plate)
    else:
        _rule_cards(canvas, view, plate)
    _seats(canvas, view)
    return canvas


# --- The trick


def _trick(canvas: Canvas, view: SaizenView, room: Box) -> None:
    """Draw the newest stage of the trick large and earlier ones small; the stages are the trick and its play-offs."""
    trick = lying(view)
    staged = _stages(plays_of(trick), view["seats"])
    order = turn_order(trick, view["leader"], view["seats"])
    playoff = view["playoff"]
    if playoff:
        order = playoff["seats"]
        if len(staged) == playoff["number"]:
            staged.append([])
    *before, now = staged
    over = trick is not None and trick["winner"] is not None
    waiting = [] if over or view["over"] else [Laid(seat) for seat in order[len(now) :]]
    if before:
        _before(canvas, before, Box(room.x, room.y, room.width, BEFORE))
        room = Box(room.x, room.y + BEFORE - 6, room.width, room.height - BEFORE + 6)
        room = _numbered(canvas, len(before), room)
    matched = dict.fromkeys((play.seat for play in now if play.rank == view["match"]), "rules/match-playoff")
    row(canvas, room, now, waiting, view, {**matched, **crown(trick)})


def _stages(plays: list[Laid], seats: int) -> list[list[Laid]]:
    """Split plays into a trick and its play-offs."""
    numbered = tuple((play.seat, number) for number, play in enumerate(plays))
    return [[plays[number] for _, number in stage] for stage in stages(numbered, seats)] if plays else [[]]


def _before(canvas: Canvas, staged: list[list[Laid]], box: Box) -> None:
    """Draw the stages before the newest one; if there is not enough room for all of them, draw only the first."""
    step = min(64, box.width // len(staged[0]))
    width = step - 8
    if sum(map(len, staged)) * step + (len(staged) - 1) * 16 > box.width:
        staged = staged[:1]
    x = box.x
    for stage in staged:
        for play in stage:
            canvas.lay(laid(PAINTS, play, width, round(width * CARD[1] / CARD[0])), x, box.y)
            canvas.centre(ring(PAINTS, play.seat, size=30, felt=True), x + width / 2, box.y + 95)
            x += step
        x += 16


def _numbered(canvas: Canvas, number: int, room: Box) -> Box:
    """Draw the number of the trick's play-off on the left side; return the box that remains for its cards."""
    x, y = room.x + 25, room.y + room.height // 2
    canvas.centre(PAINTS.art("rules/match-playoff", 50, 50, felt=True), x, y - 22)
    canvas.centre(PAINTS.text(str(number), 30, felt=True), x, y + 22)
    return Box(room.x + 60, room.y, room.width - 60, room.height)


# --- The rules of the trick


def _strength(view: SaizenView, letter: str, rule: str) -> int:
    """Return the opacity of a row's symbol in %; the symbol is faint if the row has no effect."""
    return IDLE if rule == "order" and letter in view["idle_order"] else 100


@kept
def _sign(name: str, size: int, strength: int, *, plate: bool = False) -> Sprite:
    """Draw the symbol of a side with the opacity `strength` in %.

    Where both sides of a row are drawn, a `plate` marks the side in force.
    """
    width, height = (size + 32, size + 6) if plate else (size, size)
    sketch = Sketch(width, height)
    if plate:
        sketch.lay(stretched("parts/cell", width, height, PLATE), 0, 0)
    sign = drawing(name, size, size).copy()
    sign.putalpha(sign.getchannel("A").point([value * strength // 100 for value in range(256)]))
    return PAINTS.sprite(sketch.centre(sign, width / 2, height / 2).image)


def _rule_card(canvas: Canvas, view: SaizenView, letter: str, box: Box) -> None:
    """Draw a suit and the sides in force on its rule card, in a grid of two columns."""
    canvas.centre(chip(PAINTS, letter, size=78), box.x + box.width * 0.27, box.y + 50)
    for place, rule in enumerate(ROWS, start=1):
        down, across = divmod(place, 2)
        name = f"rules/{rule}-{view['sides'][letter][rule]}"
        x, y = box.x + box.width * (0.27 + 0.46 * across), box.y + 50 + 90 * down
        canvas.centre(_sign(name, 72, _strength(view, letter, rule)), x, y)


def _rule_cards(canvas: Canvas, view: SaizenView, box: Box) -> None:
    """Draw a row for each suit: the suit and the five sides in force on its rule card."""
    for down, letter in enumerate(SUIT_LETTERS):
        y = box.y + 38 + 68 * down
        canvas.centre(chip(PAINTS, letter, size=54), box.x + 38, y)
        for across, rule in enumerate(ROWS):
            name = f"rules/{rule}-{view['sides'][letter][rule]}"
            canvas.centre(_sign(name, 60, _strength(view, letter, rule)), box.x + 106 + 67 * across, y)


def _chips(canvas: Canvas, view: SaizenView) -> None:
    """Draw the four rule cards with both sides of each row.

    The side in force has a plate. The other side is faint, or covered by a chip that has been moved.
    """
    width = (WIDTH - 2 * EDGE - 3 * 10) // 4
    for place, letter in enumerate(SUIT_LETTERS):
        box = Box(EDGE + place * (width + 10), EDGE, width, HEIGHT - 2 * EDGE)
        panel(canvas, *box)
        canvas.centre(chip(PAINTS, letter, size=54), box.x + width / 2, box.y + 38)
        for down, (rule, names) in enumerate(zip(ROWS, SIDES, strict=True)):
            y = box.y + 100 + 60 * down
            strength = _strength(view, letter, rule)
            for across, side in enumerate(names):
                x = box.x + width * (0.27 + 0.46 * across)
                if side == view["sides"][letter][rule]:
                    canvas.centre(_sign(f"rules/{rule}-{side}", 48, strength, plate=True), x, y)
                elif rule in view["moved"][letter]:
                    canvas.centre(PAINTS.art("parts/chip-moved", 36, 36, PAINTS.theme.panel), x, y)
                else:
                    canvas.centre(_sign(f"rules/{rule}-{side}", 40, strength * COVERED // 100), x, y)


# --- The goal


def _seats(canvas: Canvas, view: SaizenView) -> None:
    """Draw each seat's number of tricks, the reader's in gold, above its hand size.

    The hand sizes matter because the first empty hand ends a round.
    """
    panel(canvas, *FOOT)
    upper, lower = FOOT.y + 21, FOOT.y + 55
    canvas.centre(PAINTS.art("parts/tricks", 34, 34), FOOT.x + 34, upper)
    canvas.centre(PAINTS.art("parts/hand", 34, 34), FOOT.x + 34, lower)
    step = (FOOT.width - 68) / view["seats"]
    for seat, (taken, left) in enumerate(zip(view["taken"], view["hand_sizes"], strict=True)):
        mine = seat == view["seat"]
        x = FOOT.x + 68 + step * seat + (step - 100) / 2
        canvas.left(ring(PAINTS, seat, size=50, act=mine), x, FOOT.y + FOOT.height / 2)
        canvas.left(PAINTS.text(str(taken), 30, GOLD if mine else IVORY), x + 58, upper)
        canvas.left(PAINTS.text(str(left), 26), x + 58, lower)
