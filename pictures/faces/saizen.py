"""The face of Saizen: four rule cards with their chips, the trick or play-off, and each seat's tricks."""

from engine.game import Play, PlayedTrick
from engine.games.saizen.cards import SUIT_LETTERS
from engine.games.saizen.rows import ROWS, SIDES
from engine.games.saizen.view import SaizenView
from pictures.art import GOLD, IVORY, MUTED, drawing, stretched
from pictures.canvas import Canvas
from pictures.faces.face import Face
from pictures.paints import Paints, Sketch, Sprite, Theme, kept
from pictures.parts import chip, icon_text, panel
from pictures.seating import MARGIN, WIDTH, Box, Laid, around, last_trick, seat_head, split_tricks, trick, turn_order

PLATE = "#3f6073"
"""The background of a rule side that is in force."""
THEME = Theme(
    felt="#2f4858",
    panel="#223644",
    suits={"S": "spade", "H": "heart", "D": "diamond", "C": "club", "X": "joker"},
    seats=6,
    frames={"S": "#7780b8"},
    extra=((PLATE, "#223644", 2), (PLATE, IVORY, 4), (PLATE, GOLD, 4), (PLATE, MUTED, 2)),
)
PAINTS = Paints(THEME)
SEAT_HEIGHT, FLAT = 112, 76
"""The heights of a seat's plate in pixels: with three plates beside each other, and with two."""
ROW = 48
RULES = 66 + 5 * ROW + 8
"""The height of a rule card in pixels."""


def table(view: SaizenView) -> Canvas:
    """Draw the table from the public view."""
    seats = view["seats"]
    high = 216 if seats <= 4 else 246
    boxes, middle, height = around(seats, RULES + 16 + high, SEAT_HEIGHT if seats > 4 else FLAT)
    canvas = Canvas(PAINTS, WIDTH, height)
    for seat, box in enumerate(boxes):
        x, y = box.x + 108, seat_head(canvas, view, seat, box, view["leader"])
        if seats > 4:
            x, y = box.x + 22, box.y + 84
        icon_text(canvas, "parts/tricks", str(view["taken"][seat]), x, y, size=30)
        icon_text(canvas, "parts/hand", str(view["hand_sizes"][seat]), x + 78, y, size=30)
    width = (WIDTH - 2 * MARGIN - 3 * 12) // 4
    for place, letter in enumerate(SUIT_LETTERS):
        _rule_card(canvas, view, letter, Box(middle.x + place * (width + 12), middle.y, width, RULES))
    _tricks(canvas, view, Box(middle.x, middle.y + RULES + 16, middle.width, high))
    return canvas


def _rule_card(canvas: Canvas, view: SaizenView, letter: str, box: Box) -> None:
    """Draw a rule card with both sides of each row; a chip covers the side that is not in force."""
    panel(canvas, *box, act=view["led"] == letter)
    canvas.centre(chip(PAINTS, letter, size=50), box.x + box.width / 2, box.y + 35)
    sides, moved = view["sides"][letter], view["moved"][letter]
    y = box.y + 66 + ROW / 2
    for row, names in zip(ROWS, SIDES, strict=True):
        for column, side in enumerate(names):
            x = box.x + box.width * (0.28 + 0.44 * column)
            if side == sides[row]:
                canvas.centre(_side(f"rules/{row}-{side}"), x, y)
            else:
                name, size = ("parts/chip-moved", 32) if row in moved else ("parts/chip", 22)
                canvas.centre(PAINTS.art(name, size, size, THEME.panel), x, y)
        y += ROW


@kept
def _side(name: str) -> Sprite:
    plate = Sketch(80, 44).lay(stretched("parts/cell", 80, 44, PLATE), 0, 0)
    return PAINTS.sprite(plate.centre(drawing(name, 42, 42), 40, 22).image)


def _tricks(canvas: Canvas, view: SaizenView, box: Box) -> None:
    now, before = split_tricks(view)
    plays = plays_of(now)
    seats = view["seats"]
    winner = now["winner"] if now else None
    playoff = view["playoff"]
    if playoff:
        order = playoff["seats"]
        turn = order.index(view["to_act"][0])
        done = len(plays) - turn
        trick(canvas, box, plays[done:], [Laid(seat) for seat in order[turn:]], None)
        last_trick(canvas, box, plays[:done], None)
        return
    waiting = [Laid(seat) for seat in turn_order(now, view["leader"], seats)[len(plays) :]]
    trick(canvas, box, plays[:seats], waiting, view["winning"] if winner is None else winner)
    if len(plays) > seats:
        last_trick(canvas, box, plays, winner)
    elif before:
        last_trick(canvas, box, plays_of(before), before["winner"])


def plays_of(trick: PlayedTrick | None) -> list[Laid]:
    """Return the plays of a trick in order."""
    return [_laid(play) for play in trick["plays"]] if trick else []


def _laid(play: Play) -> Laid:
    """Return a play as cards, with the suit that a led joker names beside the joker."""
    code, suit = play["cards"][0], play["named"]
    rank = "X" if code[0] == "X" else code[1:]
    return Laid(play["seat"], code[0], rank, f"suits/{THEME.suits[suit]}" if suit else "")


FACE = Face(PAINTS, "parts/crown", table)
