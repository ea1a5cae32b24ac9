"""Numbered marks on the example pictures of the rules: the list below the picture explains each number.

The marks look like Discord's keycap emojis, with which the lines of that list begin. `MARKS` places them for the strips
of the positions in `locales/examples`. A new position, or a new layout of a strip, needs new places.
"""

import io
from collections.abc import Mapping, Sequence
from functools import cache

from PIL import Image

from pictures.art import lettering, rendered
from pictures.canvas import Canvas, encode

MOST = 8
"""Greatest number of marks on a picture, because nobody learns more signs from one picture."""
SIZE = 38
BLUE, WHITE = "#3b88c3", "#ffffff"

_TEZUMA = ((94, 71), (238, 150), (26, 300), (124, 300), (309, 298), (538, 304), (656, 304), (742, 304))
MARKS: Mapping[str, Sequence[tuple[int, int]]] = {
    "saizen": ((112, 50), (484, 150), (776, 40), (669, 120), (776, 120), (669, 210), (776, 210), (88, 346)),
    "scharfe-schoten": ((386, 37), (482, 132), (586, 39), (768, 39), (112, 222), (94, 346), (268, 306), (612, 306)),
    "tennos-square": ((111, 22), (360, 98), (316, 157), (28, 206), (692, 247), (79, 318), (308, 314), (556, 318)),
    "tezuma-trick": _TEZUMA,
    "tezumashi": _TEZUMA,
}
"""The centres of the marks 1, 2 … in pixels, by game id."""


def marked(canvas: Canvas, game_id: str) -> bytes:
    """Return a strip as a PNG, with the game's marks pasted on it."""
    picture = Image.open(io.BytesIO(canvas.png())).convert("RGBA")
    for number, (x, y) in enumerate(MARKS.get(game_id, ()), start=1):
        picture.alpha_composite(_mark(number), (x - SIZE // 2, y - SIZE // 2))
    return encode(picture.convert("RGB"))


# Without the cache, drawing a rules page's example takes 1.5 times as long.
@cache
def _mark(number: int) -> Image.Image:
    """Draw a white number on a blue square."""
    square = f'<rect x="1" y="1" width="36" height="36" rx="8" fill="{BLUE}" stroke="{WHITE}" stroke-width="2"/>'
    mark = rendered(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 38">{square}</svg>', SIZE, SIZE)
    digit = lettering(str(number), 22, WHITE)
    mark.alpha_composite(digit, ((SIZE - digit.width) // 2, (SIZE - digit.height) // 2))
    return mark
