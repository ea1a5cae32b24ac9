"""Charts of people's results in a game: leaderboard bars, the course of a rating, and counts of final places.

The charts show numbers and symbols only, in the game's palette; the message has the names as text.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pictures.art import GOLD, IVORY, MUTED, rendered
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import panel
from pictures.seating import MARGIN, WIDTH

LINE = 56
"""The height of a leaderboard line in pixels."""
COURSE, PLACES = 300, 190
"""The heights in pixels of the chart of a rating over time, and of the chart of places below it."""
BAR = (84, 380)
"""The left edge of a line's bar, and the greatest length of a bar, in pixels."""
COLUMNS = (640, 730)
"""The centres, in pixels from the left, of the two columns to the right of the bars: a count, and the mean place."""
PLATE = WIDTH - 2 * MARGIN
"""The width of a plate in pixels."""
TEXT = 34


class Line(NamedTuple):
    """A line of a leaderboard."""

    rank: str
    """The rank; "" if there is none."""
    value: int
    """The length of the bar: a rating, or games won."""
    beyond: int
    """The length of a faint second bar, at least `value`: the rating's mean, or the number of games played."""
    number: int
    """The count to the right of the bar: games won. If the bar itself shows games won, the count is games played."""
    place: str
    """The mean place; "" if unknown."""
    settled: bool = True


def leaders(paints: Paints, lines: Sequence[Line], floor: int, sign: str) -> bytes:
    """Draw leaderboard lines as bars that begin at the value `floor`, first line on top.

    `sign` is the name of the drawing above the column with the counts of games.
    """
    head = 52
    canvas = Canvas(paints, WIDTH, 2 * MARGIN + head + LINE * len(lines) + 8)
    left, width = BAR
    longest = max(1, *(line.beyond - floor for line in lines), *(line.value - floor for line in lines))

    def length(value: int) -> int:
        return max(6, round(width * max(0, value - floor) / longest))

    bars = []
    for number, line in enumerate(lines):
        y = head + LINE * number
        bars.append(_rect(left - MARGIN, y + 12, length(line.beyond), LINE - 24, MUTED, 0.45))
        bars.append(_rect(left - MARGIN, y + 12, length(line.value), LINE - 24, GOLD if line.settled else MUTED))
    _plate(canvas, bars, MARGIN, canvas.height - 2 * MARGIN)
    for name, x in zip((sign, "parts/podium"), COLUMNS, strict=True):
        canvas.centre(paints.art(name, 38, 38), x, MARGIN + head / 2 + 4)
    for number, line in enumerate(lines):
        middle = MARGIN + head + LINE * number + LINE / 2
        first = line.rank == "1"
        if line.rank:
            canvas.centre(paints.text(line.rank, TEXT, GOLD if first else MUTED), MARGIN + 34, middle)
        canvas.left(
            paints.text(str(line.value), TEXT, IVORY if line.settled else MUTED),
            left + length(line.beyond) + 12,
            middle,
        )
        for text, x in zip((str(line.number), line.place), COLUMNS, strict=True):
            if text:
                canvas.centre(paints.text(text, TEXT), x, middle)
    return canvas.png()


class Mean(NamedTuple):
    """A line of a league night's standings."""

    rank: str
    """The rank; "" for computer players, which have none."""
    share: float
    """The mean of the shares in percent, which the bar shows."""
    shares: tuple[float | None, ...]
    """The share of each stage in percent; None for a stage without one."""


def night(paints: Paints, lines: Sequence[Mean]) -> bytes:
    """Draw the standings of a league night: for each line a bar from 0 to 100 %, with a dot for each stage."""
    canvas = Canvas(paints, WIDTH, 2 * MARGIN + LINE * len(lines) + 8)
    left, width = BAR[0] - MARGIN, PLATE - BAR[0] - 150
    shapes = []
    for number, line in enumerate(lines):
        y = LINE * number
        shapes.append(_rect(left, y + 12, width, LINE - 24, MUTED, 0.25))
        colour = GOLD if line.rank else MUTED
        shapes.append(_rect(left, y + 12, max(6, round(width * line.share / 100)), LINE - 24, colour))
        dots = [left + width * share / 100 for share in line.shares if share is not None]
        if len(dots) > 1:  # with a single stage, the dot would be at the end of the bar
            shapes += [f'<circle cx="{x:.1f}" cy="{y + LINE / 2:.1f}" r="6" fill="{IVORY}"/>' for x in dots]
    shapes.append(_line([(left + width / 2, 10), (left + width / 2, LINE * len(lines) - 2)], MUTED, 2))
    _plate(canvas, shapes, MARGIN, canvas.height - 2 * MARGIN)
    for number, line in enumerate(lines):
        middle = MARGIN + LINE * number + LINE / 2
        if line.rank:
            canvas.centre(paints.text(line.rank, TEXT, GOLD if line.rank == "1" else MUTED), MARGIN + 34, middle)
        share = paints.text(f"{line.share:.1f}", TEXT, IVORY if line.rank else MUTED)
        canvas.left(share, WIDTH - MARGIN - 16 - share.width, middle)
    return canvas.png()


def career(paints: Paints, course: Sequence[float], places: Sequence[int], settled: int) -> bytes | None:
    """Draw the course of a person's rating and how often the person finished in each place.

    Args:
        paints: the game's paints.
        course: the rating after each game, oldest first, or for a review the expected points; fewer than two values are
            not drawn.
        places: how often the person finished in each place, first place first.
        settled: the index in `course` of the first rating that is no longer provisional.

    Returns:
        A PNG; None if there is nothing to draw.
    """
    parts = [height for height, there in ((COURSE, len(course) > 1), (PLACES, any(places))) if there]
    if not parts:
        return None
    canvas = Canvas(paints, WIDTH, MARGIN + sum(height + MARGIN for height in parts))
    y = MARGIN
    if len(course) > 1:
        _course(canvas, course, settled, y)
        y += COURSE + MARGIN
    if any(places):
        _places(canvas, places, y)
    return canvas.png()


def _course(canvas: Canvas, course: Sequence[float], settled: int, top: int) -> None:
    paints = canvas.paints
    low, high = min(course), max(course)
    spread = max(1, high - low)
    left, right, upper, lower = 30, PLATE - 140, 44, COURSE - 44
    points = [
        (left + (right - left) * place / (len(course) - 1), lower - (lower - upper) * (value - low) / spread)
        for place, value in enumerate(course)
    ]
    shapes = [_line([(left, y), (right, y)], MUTED, 2) for y in (upper, lower)]
    shapes.append(_line(points[: settled + 1], MUTED, 6))
    shapes.append(_line(points[settled:], GOLD, 6))
    x, y = points[-1]
    shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="{IVORY}"/>')
    _plate(canvas, shapes, top, COURSE)
    now = paints.text(f"{course[-1]:g}", TEXT)
    canvas.left(now, MARGIN + right + 20, top + y)
    for value, y in ((high, upper), (low, lower)):
        if abs(points[-1][1] - y) > TEXT + 10:
            canvas.left(paints.text(f"{value:g}", 30, MUTED), MARGIN + right + 20, top + y)


def _places(canvas: Canvas, places: Sequence[int], top: int) -> None:
    paints = canvas.paints
    room = PLATE / len(places)
    high = PLACES - 100
    heights = [max(4, round(high * count / max(places))) for count in places]
    bars = [
        _rect(room * place + room * 0.2, 48 + high - height, room * 0.6, height, MUTED if place else GOLD)
        for place, height in enumerate(heights)
    ]
    _plate(canvas, bars, top, PLACES)
    for place, (count, height) in enumerate(zip(places, heights, strict=True)):
        x = MARGIN + room * (place + 0.5)
        canvas.centre(paints.text(str(count), 30), x, top + 26 + high - height)
        if place:
            canvas.centre(paints.text(str(place + 1), 30, MUTED), x, top + PLACES - 26)
        else:
            canvas.centre(paints.art("parts/crown", 34, 34), x, top + PLACES - 26)


def _rect(x: float, y: float, width: float, height: float, colour: str, opacity: float = 1.0) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}" rx="6"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{colour}" fill-opacity="{opacity}"/>'


def _line(points: Iterable[tuple[float, float]], colour: str, width: int) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" {round_ends}/>'


def _plate(canvas: Canvas, shapes: Iterable[str], y: int, height: int) -> None:
    """Draw a plate with shapes. The plate is not cached, because no other picture has the same shapes."""
    panel(canvas, MARGIN, y, PLATE, height)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PLATE} {height}">{"".join(shapes)}</svg>'
    inner = rendered(svg, PLATE, height).crop((8, 8, PLATE - 8, height - 8))  # keeps the plate's round corners
    canvas.lay(canvas.paints.sprite(inner), MARGIN + 8, y + 8)
