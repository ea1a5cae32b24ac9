"""The face of both editions of Tezuma: the draft or the trick, and each seat's pain, ability, bid and tricks."""

from collections.abc import Sequence

from PIL import Image

from engine.game import Play, PlayedTrick
from engine.games.tezuma.abilities import ABILITIES, EGG, NUMBERS
from engine.games.tezuma.cards import Cell
from engine.games.tezuma.game import Tezuma, Tezumashi, TezumaTrick
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.trick_winner import active_trumps
from engine.games.tezuma.view import TezumaView
from pictures.art import GOLD, IVORY, drawing, lettering, stretched
from pictures.canvas import Canvas
from pictures.faces.face import Face
from pictures.paints import SEATS, Paints, Sketch, Sprite, Theme, kept
from pictures.parts import chip, icon_text, panel, pill
from pictures.score_sheets import blank, signed
from pictures.seating import WIDTH, Box, Laid, around, last_trick, seat_head, split_tricks, trick, turn_order

SEAT_HEIGHT = 200
TRICK = 216
DISPLAYS = 108
BID = 84
"""Heights in pixels: `SEAT_HEIGHT` of a seat's plate, `TRICK` of the trick, `DISPLAYS` of the pains and abilities in
the draft, and `BID` of a line of bids.
"""
GEM = "#4b3f9e"
PAIN = "#e2574c"
DEFERRED = "abilities/paper-egg"


def _theme(felt: str, panel: str, suits: dict[str, str], frames: dict[str, str]) -> Theme:
    grounds = ((GEM, panel, 3), (GEM, felt, 3), (PAIN, panel, 4), (GEM, IVORY, 6), (GEM, GOLD, 4))
    dots = tuple((GEM, colour, 2) for colour in SEATS)
    return Theme(felt, panel, suits, seats=4, frames=frames, extra=(*grounds, *dots))


PAINTS = {
    "tezuma-trick": Paints(
        _theme("#27315f", "#1d254b", {"B": "butterfly", "U": "umbrella", "F": "fan", "M": "mask"}, {"M": "#66749a"})
    ),
    "tezumashi": Paints(
        _theme("#45264a", "#351c3a", {"B": "butterfly", "U": "umbrella", "W": "water", "R": "rings"}, {})
    ),
}
KINDS: dict[str, type[Tezuma]] = {kind.id: kind for kind in (TezumaTrick, Tezumashi)}


def table(view: TezumaView) -> Canvas:
    """Draw the table from the public view."""
    paints = PAINTS[view["game"]]
    drafting = view["phase_id"] == DRAFT.id
    middle = DISPLAYS + (len(view["bids"]) + 1) // 2 * (BID + 10) if drafting else TRICK
    boxes, box, height = around(view["seats"], middle, SEAT_HEIGHT)
    canvas = Canvas(paints, WIDTH, height)
    for seat, place in enumerate(boxes):
        _seat(canvas, view, seat, place)
    if drafting:
        _displays(canvas, view, box)
    else:
        _tricks(canvas, view, box)
    return canvas


def _seat(canvas: Canvas, view: TezumaView, seat: int, box: Box) -> None:
    paints = canvas.paints
    head = seat_head(canvas, view, seat, box, view["leader"])
    icon_text(canvas, "parts/tricks", str(view["won"][seat]), box.x + 114, head, size=32)
    icon_text(canvas, "parts/hand", str(view["hand_sizes"][seat]), box.x + 190, head, size=32)
    y = box.y + 93
    ability, pain, bid = view["seat_abilities"][seat], view["seat_pains"][seat], view["seat_bids"][seat]
    if ability:
        canvas.left(paints.art(f"abilities/{ability}", 52, 52), box.x + 13, y)
        most = KINDS[view["game"]].edition.uses(NUMBERS[ability])
        canvas.left(pips(paints, view["uses"][seat], most), box.x + 74, y)
    if pain:
        canvas.right(chip(paints, pain, size=50), box.right - 16, y)
        canvas.right(paints.art("parts/pain", 38, 38), box.right - 74, y)
    if bid:
        won = None if view["phase_id"] == DRAFT.id else view["won"][seat]
        _cells(canvas, cells_of(view, bid), Box(box.x, box.y + 126, box.width, 66), won)


@kept
def pips(paints: Paints, left: int, most: int, size: int = 22) -> Sprite:
    """Draw a pip for each of the `most` uses of an ability; `left` uses remain, and the spent ones look different."""
    sketch = Sketch(most * (size + 3), size)
    for place in range(most):
        name = "parts/pip" if place < left else "parts/pip-used"
        sketch.lay(drawing(name, size, size), place * (size + 3), 0)
    return paints.sprite(sketch.image)


def cells_of(view: TezumaView, bid: int) -> Sequence[Cell]:
    """Return the printed cells of a bid card by its number."""
    return KINDS[view["game"]].edition.bids[bid - 1].cells


def tricks_of(cell: Cell) -> str:
    """Return a cell's number of tricks as printed: with a "+" if the cell also holds for every higher number."""
    return f"{cell.tricks}{'+' * cell.more}"


def _cells(canvas: Canvas, cells: Sequence[Cell], box: Box, won: int | None) -> None:
    """Draw a bid card: numbers of tricks, each above its points; the number for `won` tricks is golden."""
    paints = canvas.paints
    canvas.centre(paints.art("parts/tricks", 24, 24), box.x + 33, box.y + 12)
    canvas.centre(paints.art("parts/points", 36, 36), box.x + 33, box.y + 44)
    width = min(58, (box.width - 72 + 5) // len(cells) - 5)
    for place, cell in enumerate(cells):
        here = won is not None and cell.holds(won)
        canvas.lay(_cell(paints, cell, width, here=here), box.x + 58 + place * (width + 5), box.y)


@kept
def _cell(paints: Paints, cell: Cell, width: int, *, here: bool) -> Sprite:
    sketch = Sketch(width, 66)
    sketch.centre(lettering(tricks_of(cell), 17, GOLD if here else IVORY), width / 2, 12)
    sketch.lay(stretched("parts/cell", width, 40, GOLD if here else IVORY), 0, 25)
    return paints.sprite(sketch.centre(fitting(str(cell.points), 24, width - 4), width / 2, 45).image)


def fitting(text: str, height: int, width: int) -> Image.Image:
    """Return a number in ink, `height` pixels high, or lower if it would be wider than `width` pixels."""
    number = lettering(text, height)
    return number if number.width <= width else lettering(text, height * width // number.width)


def _displays(canvas: Canvas, view: TezumaView, box: Box) -> None:
    """Draw the open cards of the draft. A card stays in the same place while others are taken."""
    paints = canvas.paints
    opened = view["open"]
    gems = len(view["abilities"])
    pains = 324 if gems else box.width
    y = box.y + DISPLAYS / 2
    panel(canvas, box.x, box.y, pains, DISPLAYS)
    canvas.left(paints.art("parts/pain", 46, 46), box.x + 14, y)
    for place, letter in enumerate(paints.theme.suits):
        if letter in opened["pains"]:
            canvas.left(chip(paints, letter, size=56), box.x + 76 + 60 * place, y)
    if gems:
        left = box.x + pains + 14
        panel(canvas, left, box.y, box.right - left, DISPLAYS)
        for place, ability in enumerate(view["abilities"]):
            if ability not in opened["abilities"]:
                continue
            x = left + 40 + 70 * place
            canvas.centre(paints.art(f"abilities/{ability}", 60, 60), x, y - 12)
            most = KINDS[view["game"]].edition.uses(NUMBERS[ability])
            canvas.centre(pips(paints, most, most, 13), x, y + 34)
    half = (box.width - 14) // 2
    for place, bid in enumerate(view["bids"]):
        down, across = divmod(place, 2)
        line = Box(box.x + across * (half + 14), box.y + DISPLAYS + 10 + down * (BID + 10), half, BID)
        panel(canvas, *line)
        if bid in opened["bids"]:
            _cells(canvas, cells_of(view, bid), Box(line.x, line.y + 9, line.width, 66), None)


def _tricks(canvas: Canvas, view: TezumaView, box: Box) -> None:
    now, before = split_tricks(view)
    plays, waiting = placed(view, now)
    trick(canvas, box, plays, [] if view["over"] else waiting, now["winner"] if now else None)
    if before:
        last_trick(canvas, box, plays_of(before, KINDS[view["game"]]), before["winner"])


def placed(view: TezumaView, trick: PlayedTrick | None) -> tuple[list[Laid], list[Laid]]:
    """Return the plays of a trick, and the seats still to play; the seat that used Paper Egg comes last."""
    plays, deferred = plays_of(trick, KINDS[view["game"]]), deferred_in(trick)
    played = [play.seat for play in plays]
    order = turn_order(trick, view["leader"], view["seats"])
    waiting = [Laid(seat) for seat in order if seat not in (*played, *deferred)]
    return plays, waiting + [Laid(seat, badge=DEFERRED) for seat in deferred if seat not in played]


def deferred_in(trick: PlayedTrick | None) -> list[int]:
    """Return a list with the seat that used Paper Egg and so plays the trick's last card; empty if no seat used it."""
    return [play["seat"] for play in trick["plays"] if play["named"] == ABILITIES[EGG].id] if trick else []


def plays_of(trick: PlayedTrick | None, kind: type[Tezuma]) -> list[Laid]:
    """Return the plays of a trick, without the play that announces Paper Egg, because that play has no card."""
    if trick is None:
        return []
    deferred = deferred_in(trick)
    active = active_trumps([kind.parse(play["move"]) for play in trick["plays"]])
    return [
        _laid(play, DEFERRED if play["seat"] in deferred else "", active=star)
        for play, star in zip(trick["plays"], active, strict=True)
        if play["named"] != ABILITIES[EGG].id
    ]


def _laid(play: Play, badge: str, *, active: bool) -> Laid:
    """Return a play with the symbol of its ability, and a star for an active trump."""
    suit, rank = play["cards"][0][0] if play["cards"] else "", "+".join(code[1:] for code in play["cards"])
    signs = [badge or (f"abilities/{play['named']}" if play["named"] else ""), "parts/star" if active else ""]
    return Laid(play["seat"], suit, rank, *filter(None, signs))


def sheet(view: TezumaView, round_number: int) -> Canvas:
    """Draw each seat's bid and captured pain cards, with the points for both; the scored column of the bid is golden.

    If the rules raise a negative sum of the points for both to 0, the sum is drawn too.
    """
    paints = PAINTS[view["game"]]
    canvas, boxes = blank(paints, view, round_number, 88)
    for seat, box in enumerate(boxes):
        y = box.y + box.height / 2
        result = view["results"][round_number - 1][seat]
        by_bid, by_pain, lifted = result["points"]
        icon_text(canvas, "parts/tricks", str(result["won"]), box.x + 68, y, size=30)
        _cells(canvas, cells_of(view, result["bid"]), Box(box.x + 124, box.y + 11, 290, 66), result["won"])
        signed(canvas, by_bid, box.x + 402, y)
        canvas.left(paints.art("parts/pain", 28, 28), box.x + 471, y)
        canvas.left(pill(paints, result["pain"], str(result["captured"]), width=66, height=46), box.x + 500, y)
        signed(canvas, by_pain, box.x + 569, y)
        if lifted:
            below = f"{by_bid + by_pain:+d}"
            canvas.right(paints.text(below, 28 if len(below) == 2 else 22), box.x + 668, y)
            canvas.centre(paints.art("parts/chevron", 16, 16, GOLD), box.x + 679, y)
    return canvas


EMBLEMS = {"tezuma-trick": "abilities/sword-walking", "tezumashi": "abilities/paper-egg"}
FACES = {game: Face(paints, EMBLEMS[game], table, sheet) for game, paints in PAINTS.items()}
