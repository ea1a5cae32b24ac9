"""Score sheets: a line for each seat with its points on the right, and the grid of all rounds.

The grid has a row for each round, a column for each seat, totals, and the winner's crown.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Game, View
from pictures.art import GOLD, IVORY, MUTED
from pictures.canvas import Canvas
from pictures.paints import Paints
from pictures.parts import icon_text, panel, ring
from pictures.seating import MARGIN, WIDTH, Box

GAP = 10
ROW, BAND = 48, 64
"""The heights in pixels of the grid's rows: `ROW` for a round, and `BAND` for each of the other rows: the seats, the
totals, and the scores that decide the victory (see `_decided`).
"""
LABEL = 84
"""The width in pixels of the first column, which labels the rows."""
TEAM_GAP = 30
"""The gap in pixels between the columns of two teams."""
TEAMS = ("parts/sun", "parts/moon")


def blank(paints: Paints, view: View, round_number: int, height: int) -> tuple[Canvas, list[Box]]:
    """Draw a line for each seat with its points of the round; return the canvas and the boxes of the lines."""
    seats = view["seats"]
    canvas = Canvas(paints, WIDTH, 2 * MARGIN + seats * (height + GAP) - GAP)
    boxes = [Box(MARGIN, MARGIN + seat * (height + GAP), WIDTH - 2 * MARGIN, height) for seat in range(seats)]
    for seat, box in enumerate(boxes):
        panel(canvas, *box)
        middle = box.y + height / 2
        canvas.left(ring(paints, seat, size=50), box.x + 13, middle)
        points = view["rounds"][round_number - 1][seat]
        icon_text(canvas, "parts/points", str(points), box.right - 16, middle, right=True)
    return canvas, boxes


def signed(canvas: Canvas, points: int, x: float, y: float) -> float:
    """Draw points with "+" or "-" from `x` on, or a grey 0; return the right edge."""
    text = f"{points:+d}" if points else "0"
    sprite = canvas.paints.text(text, 28, GOLD if points else MUTED)
    canvas.left(sprite, x, y)
    return x + sprite.width


class Score(NamedTuple):
    """A number in the grid with its centre."""

    x: float
    points: int
    crowned: bool = False
    sign: str = ""
    """The drawing to the left of the number; "" for none."""


def add_grid(canvas: Canvas, view: View, rounds: int) -> None:
    """Extend the canvas downwards, and draw the grid of the first `rounds` rounds there."""
    played = view["rounds"][:rounds]
    winners = view["winners"] if rounds == len(view["rounds"]) else []
    teams = Game.games[view["game"]].teams_of(view["seats"])
    columns = _columns(teams)
    totals = [sum(points[seat] for points in played) for seat in range(view["seats"])]
    decided = _decided(view, totals, winners, teams, columns)
    top, height = canvas.height, BAND + rounds * ROW + (BAND + 8) * (2 if decided else 1) + 8
    canvas.height += height + MARGIN
    panel(canvas, MARGIN, top, WIDTH - 2 * MARGIN, height)
    for seat, x in columns.items():
        canvas.centre(ring(canvas.paints, seat, size=52, act=seat in winners), x, top + BAND / 2 + 3)
    y = top + BAND
    for number, points in enumerate(played, 1):
        canvas.centre(canvas.paints.text(str(number), 28, MUTED), MARGIN + LABEL / 2, y + ROW / 2)
        for seat, x in columns.items():
            canvas.centre(canvas.paints.text(str(points[seat]), 34), x, y + ROW / 2)
        y += ROW
    sums = [Score(x, totals[seat], not decided and seat in winners) for seat, x in columns.items()]
    _band(canvas, "parts/points", sums, y + 4)
    if decided:
        _band(canvas, "parts/crown", decided, y + BAND + 12)


def _columns(teams: Sequence[Sequence[int]]) -> dict[int, float]:
    """Return the centre of each seat's column; partners are beside each other."""
    paired = any(len(team) > 1 for team in teams)
    gap = TEAM_GAP if paired else 0
    width = (WIDTH - 2 * MARGIN - LABEL - 8 - gap * (len(teams) - 1)) / sum(map(len, teams))
    middles, x = {}, MARGIN + LABEL + 0.0
    for team in teams:
        for seat in team:
            middles[seat] = x + width / 2
            x += width
        x += gap
    return middles


def _decided(
    view: View,
    totals: Sequence[int],
    winners: Sequence[int],
    teams: Sequence[Sequence[int]],
    columns: dict[int, float],
) -> list[Score]:
    """Return the scores that decide the victory, if they are not the seats' totals: team totals, or final scores."""
    if any(len(team) > 1 for team in teams):
        return [
            Score(
                sum(columns[seat] for seat in team) / len(team),
                sum(totals[seat] for seat in team),
                team[0] in winners,
                sign,
            )
            for team, sign in zip(teams, TEAMS, strict=True)
        ]
    if not winners or view["standings"] == totals:
        return []
    return [Score(x, view["standings"][seat], seat in winners) for seat, x in columns.items()]


def _band(canvas: Canvas, label: str, scores: Sequence[Score], y: float) -> None:
    """Draw a row with a coloured background: totals, with a crown above winners."""
    paints = canvas.paints
    canvas.lay(paints.frame("parts/panel", WIDTH - 2 * MARGIN - 16, BAND, paints.theme.felt), MARGIN + 8, y)
    middle = y + BAND / 2
    canvas.centre(paints.art(label, 40, 40, felt=True), MARGIN + LABEL / 2, middle)
    for x, points, crowned, sign in scores:
        number = paints.text(str(points), 42, GOLD if crowned else IVORY, felt=True)
        canvas.centre(number, x, middle)
        if sign:
            canvas.right(paints.art(sign, 38, 38, felt=True), x - number.width / 2 - 12, middle)
        if crowned:
            canvas.left(paints.art("parts/crown", 36, 36, felt=True), x + number.width / 2 + 8, middle)
