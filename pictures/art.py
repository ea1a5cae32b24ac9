"""Drawings from the SVG files under `art/`, and numbers, as small transparent images.

`art/` is maintained by designers: suits, parts of the table, abilities, symbols of rules. A file may use `currentColor`
where the table sets the colour (a suit's frame, a seat's ring). resvg renders each drawing once for each size and
colour.
"""

import io
import re
from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

import limits

IVORY, INK, GOLD, MUTED = "#fbf6e8", "#1d1f27", "#f2c14e", "#8f9a98"
"""The colours of paper, print, highlights, and unimportant things."""

_ROOT = files(__package__).joinpath("art")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_BOLD = 0.045
"""The thickness added around digits of the built-in font, as a fraction of their height."""


def source(name: str) -> str:
    """Return the SVG text of a drawing, such as `suits/chili`."""
    return _ROOT.joinpath(f"{name}.svg").read_text(encoding="utf-8")


def names(folder: str) -> list[str]:
    """Return the name of each drawing in a folder of `art/`, without the folder."""
    return sorted(file.name.removesuffix(".svg") for file in _ROOT.joinpath(folder).iterdir())


def colours(name: str) -> tuple[str, ...]:
    """Return the colours of a drawing in order of appearance. A suit's drawing has the suit's own colour first."""
    return tuple(dict.fromkeys(_COLOUR.findall(source(name))))


# Without the cache, drawing a game's first pictures takes 1.1 to 1.3 times as long.
@lru_cache(maxsize=limits.DRAWINGS)
def drawing(name: str, width: int, height: int, colour: str = INK) -> Image.Image:
    """Return a drawing in pixels, RGBA. The image is shared: paste it, never draw on it."""
    image = rendered(source(name), width, height, f"svg{{color:{colour}}}")
    return image if image.size == (width, height) else _centred(image, width, height)


def rendered(svg: str, width: int, height: int, style: str = "") -> Image.Image:
    """Render SVG text into an RGBA image of at most this size."""
    png = svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True, style_sheet=style)
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def _centred(image: Image.Image, width: int, height: int) -> Image.Image:
    """Centre an image in a transparent image of the requested size, whose proportions may be different."""
    whole = Image.new("RGBA", (width, height))
    whole.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
    return whole


def stretched(name: str, width: int, height: int, colour: str) -> Image.Image:
    """Return a frame of any size from a square drawing: its corners stay, its middle lines are stretched."""
    corner = int(re.findall(r'viewBox="0 0 (\d+) ', source(name))[0]) // 2
    small = drawing(name, 2 * corner, 2 * corner, colour)
    whole = Image.new("RGBA", (width, height))
    for left, right, x, x_end in _spans(width, corner):
        for top, bottom, y, y_end in _spans(height, corner):
            whole.paste(small.crop((left, top, right, bottom)).resize((x_end - x, y_end - y)), (x, y))
    return whole


def _spans(length: int, corner: int) -> tuple[tuple[int, int, int, int], ...]:
    """Divide a side of a frame into three parts: corner, middle, corner.

    Each part is a tuple: its start and end in the drawing, then its start and end in the frame.
    """
    middle = (corner - 1, corner, corner, length - corner)
    return (0, corner, 0, corner), middle, (corner, 2 * corner, length - corner, length)


# Without the cache, drawing a game's first pictures takes 1.2 times as long.
@lru_cache(maxsize=limits.FONTS)
def _font(height: int) -> tuple[ImageFont.FreeTypeFont, float, int]:
    """Return the font for bold capitals of `height` pixels, the stroke width, and the letters' offset from the top."""
    bold = height * _BOLD
    font = _sized(100)
    top, bottom = font.getbbox("H")[1::2]
    font = _sized((height - 2 * bold) * 100 / (bottom - top))
    return font, bold, round(font.getbbox("H")[1])


def _sized(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  true unless Pillow lacks FreeType
    return font


def lettering(text: str, height: int, colour: str = INK) -> Image.Image:
    """Return an RGBA image of a number or a rank: capitals `height` pixels high, with a small margin.

    Raises:
        ValueError: the text is not plain ASCII, so the built-in font would draw a box.
    """
    if not text.isascii():
        raise ValueError(f"the pictures' font has only ASCII, not all of {text!r}: draw a sign in art/parts instead")
    font, bold, top = _font(height)
    air = round(height * _BOLD) + 2
    left, _, right, _ = font.getbbox(text)
    image = Image.new("RGBA", (round(right - left + 2 * bold), height + 2 * air))
    draw = ImageDraw.Draw(image)
    draw.text((bold - left, air + bold - top), text, font=font, fill=colour, stroke_width=bold)
    return image
