"""Pictures of tables, hands and score sheets: PNG files rendered from the engine's views.

A view that has been written as JSON and read again gives the same picture. The SVG drawings in `art/` are rendered
once into sprites in a palette of the game; a picture is sprites pasted on felt. A picture shows numbers and symbols
only, no words and no names, and nothing that the view does not contain. All functions are synchronous and thread-safe;
asynchronous callers run them in a thread.
"""

from collections.abc import Sequence
from functools import cache

from engine.game import Game, View
from pictures import charts
from pictures import emojis as _emojis
from pictures.canvas import Canvas
from pictures.charts import Line, Mean
from pictures.covers import cover
from pictures.faces import FACES
from pictures.marks import marked
from pictures.score_sheets import add_grid
from pictures.seating import MARGIN, WIDTH
from pictures.strips import STRIPS


def table_picture(view: View) -> bytes | None:
    """Return the picture of the table from `Game.view(None)`; None if the game has no drawings."""
    face = FACES.get(view["game"])
    return face.table(view).png() if face else None


def has_face(game_id: str) -> bool:
    """Return whether a game has drawings: a face, which is a module in `pictures.faces` that draws its table."""
    return game_id in FACES


def has_strip(game_id: str) -> bool:
    """Return whether a game has pictures for panels; other games describe the table in words."""
    return game_id in STRIPS


def panel_picture(view: View) -> bytes | None:
    """Return the picture of a seat's panel, its strip, from `Game.view(seat)`; None if the game has no strips."""
    strip = STRIPS.get(view["game"])
    return strip(view).png() if strip else None


def example_picture(view: View) -> bytes | None:
    """Return the strip of the example position in a game's rules, with numbered marks; None without strips."""
    strip = STRIPS.get(view["game"])
    return marked(strip(view), view["game"]) if strip else None


def sheet_picture(view: View, round_number: int) -> bytes | None:
    """Return the score sheet of a finished round (1-based) from `Game.view(None)`; None if the game has no drawings.

    From the second round on, a grid of all rounds so far follows below the game's own sheet. A game without a sheet of
    its own always gets the grid.
    """
    face = FACES.get(view["game"])
    if face is None:
        return None
    canvas = face.sheet(view, round_number) if face.sheet else Canvas(face.paints, WIDTH, MARGIN)
    if round_number > 1 or face.sheet is None:
        add_grid(canvas, view, round_number)
    return canvas.png()


def result_picture(view: View) -> bytes | None:
    """Return the grid of all rounds of a finished game, with the winner crowned; None if the game has no drawings."""
    face = FACES.get(view["game"])
    if face is None:
        return None
    canvas = Canvas(face.paints, WIDTH, MARGIN)
    add_grid(canvas, view, len(view["rounds"]))
    return canvas.png()


def leaders_picture(game_id: str, lines: Sequence[Line], floor: int, *, rated: bool) -> bytes | None:
    """Return a leaderboard as bars that begin at the value `floor`; None without lines or if the game has no drawings.

    The number to the right of a bar is the count of games won if `rated`, and of all games otherwise.
    """
    face = FACES.get(game_id)
    sign = "parts/crown" if rated else "parts/hand"
    return charts.leaders(face.paints, lines, floor, sign) if face and lines else None


def night_picture(game_id: str, lines: Sequence[Mean]) -> bytes | None:
    """Return the standings of a league night as bars; None without lines or if the game has no drawings."""
    face = FACES.get(game_id)
    return charts.night(face.paints, lines) if face and lines else None


def career_picture(game_id: str, course: Sequence[float], places: Sequence[int], settled: int) -> bytes | None:
    """Return the chart of a person's results in a game, see `charts.career`; None if there is nothing to draw."""
    face = FACES.get(game_id)
    return charts.career(face.paints, course, places, settled) if face else None


def accent(game_id: str) -> int | None:
    """Return a game's colour, 0xRRGGBB; None if the game has no drawings."""
    face = FACES.get(game_id)
    return face.paints.theme.accent if face else None


# Without the cache, a page with a cover takes 50 ms longer.
@cache
def art_picture(game_id: str) -> bytes | None:
    """Return a game's cover, a square of 256 pixels; None if the game has no drawings."""
    face = FACES.get(game_id)
    if face is None:
        return None
    return cover(face.paints.theme, "".join(suit.letter for suit in Game.games[game_id].suits), face.emblem)


def emojis() -> dict[str, bytes]:
    """Return the emojis by name. A screen reader says these names: `spades`, `seat_1`, `paper_egg`, `must_win`."""
    named = {game: Game.games[game].suit_emojis() for game in FACES}
    drawings = {game: face.paints.theme.suits for game, face in FACES.items()}
    suits = [(named[game][letter], one) for game in FACES for letter, one in drawings[game].items()]
    return _emojis.emojis(suits)
