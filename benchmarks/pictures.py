"""Milliseconds for a picture from a view, beside a bare Pillow loop that pastes as many sprites and saves them.

The bare loop gets the very sprites and places that we worked out, and saves as Pillow does: what it takes us more to
look at the view and find the sprites, a faster encoder makes good. Both are medians of runs that took turns.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from random import Random
from time import process_time

from PIL import Image

import engine.games  # noqa: F401  fills Game.games
from benchmarks.measure import Figure, figure
from engine.contract.chance import Chance
from engine.game import Game, View
from pictures.canvas import Canvas, encode
from pictures.faces import FACES
from pictures.strips import STRIPS

RUNS = 60
MOVES = 60
"""How far into a random game: past every draft and choice of rules."""


class PictureFigure(Figure):
    """A figure, and how large the file is."""

    bytes: int


def figures() -> Iterator[PictureFigure]:
    """The table and the panel's strip of each game, with the most seats."""
    for name, face in FACES.items():
        game = _game(Game.games[name])
        yield _figure(f"pictures/{name}/table", face.table, game.view(None))
        yield _figure(f"pictures/{name}/panel", STRIPS[name], game.view(game.to_act[0]))


def _game(kind: type[Game]) -> Game:
    """A random game in its middle; the same in every run."""
    random = Random(kind.id)
    game = kind(kind.seat_counts[-1], None, Chance(random.randbytes(16)))
    for _ in range(MOVES):
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game


def _figure(name: str, draw: Callable[[View], Canvas], view: View) -> PictureFigure:
    canvas = draw(view)  # makes the sprites
    png = canvas.png()
    assert _pixels(_bare(canvas)) == _pixels(png)  # noqa: S101  else it would be beside something else
    pairs = [(_time(lambda: draw(view).png()), _time(lambda: _bare(canvas))) for _ in range(RUNS)]
    return {**figure(name, pairs), "bytes": len(png)}


def _bare(canvas: Canvas) -> bytes:
    palette = canvas.paints.palette
    image = Image.new("P", (canvas.width, canvas.height), canvas.paints.felt)
    image.putpalette(palette.colours)
    for sprite, at in canvas.placed:
        image.paste(sprite.image, at)
    return encode(image)


def _pixels(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).convert("RGB").tobytes()


def _time(run: Callable[[], object]) -> float:
    """Milliseconds of processor time, which is all the time there is on an idle machine."""
    start = process_time()
    run()
    return 1_000 * (process_time() - start)
