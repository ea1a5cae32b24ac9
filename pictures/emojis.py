"""Application emojis for suits, seats, abilities and rules: the same symbols as in the pictures.

Discord displays an emoji about 20 pixels high on light and dark pages and on grey, blurple, green and red buttons. So
each emoji has a light edge, and a thin dark edge around the light one.
"""

from collections.abc import Collection

from PIL import Image, ImageFilter

from pictures.art import INK, IVORY, drawing, lettering, names, stretched
from pictures.canvas import encode
from pictures.paints import SEATS, Sketch

SIDE = 128
"""The side in pixels."""
LIGHT, DARK = 8, 4
"""The widths of the two edges in pixels."""
EDGE = 5
"""The width of a plate's light edge in pixels. The edge may be thin, because a plate has no narrow gaps to fill."""
PLATE = "#2c4656"
"""The background of rule signs, which are drawn for dark grounds."""


def outlined(name: str) -> Image.Image:
    """Return a drawing with its two edges."""
    inner = SIDE - 2 * (LIGHT + DARK)
    shape = Sketch(SIDE, SIDE).centre(drawing(name, inner, inner), SIDE / 2, SIDE / 2).image
    image = Image.new("RGBA", (SIDE, SIDE))
    alpha = shape.getchannel("A")
    for colour, breadth in ((INK, LIGHT + DARK), (IVORY, LIGHT)):
        image.paste(colour, (0, 0), _grown(alpha, breadth))
    image.alpha_composite(shape)
    return image


def _grown(alpha: Image.Image, breadth: int) -> Image.Image:
    """Widen a mask by a number of pixels on all sides: blur it, and make all but the faintest pixels opaque."""
    blurred = alpha.filter(ImageFilter.GaussianBlur(breadth / 2))
    return blurred.point([min(255, max(0, (value - 2) * 40)) for value in range(256)])


def _seat(seat: int) -> Image.Image:
    sketch = Sketch(SIDE, SIDE)
    for size, colour in ((SIDE, INK), (SIDE - 2 * DARK, IVORY), (SIDE - 2 * (DARK + LIGHT), SEATS[seat])):
        sketch.centre(drawing("parts/ring-act", size, size, colour), SIDE / 2, SIDE / 2)
    return sketch.centre(lettering(str(seat + 1), 64), SIDE / 2, SIDE / 2).image


def _plated(name: str) -> Image.Image:
    """Return a drawing on a dark plate, for drawings that are made for dark grounds."""
    sketch = Sketch(SIDE, SIDE)
    for edge, colour in ((0, INK), (DARK, IVORY), (DARK + EDGE, PLATE)):
        half = SIDE // 2 - edge
        plate = stretched("parts/cell", half, half, colour).resize((2 * half, 2 * half), Image.Resampling.BICUBIC)
        sketch.lay(plate, edge, edge)
    inner = SIDE - 2 * (DARK + EDGE) - 10
    return sketch.centre(drawing(name, inner, inner), SIDE / 2, SIDE / 2).image


def emojis(suits: Collection[tuple[str, str]]) -> dict[str, bytes]:
    """Render all emojis by name as PNG files of 128 by 128 pixels.

    Args:
        suits: (name, drawing) of the suits of all games.

    Raises:
        ValueError: two drawings have one name.
    """
    drawings = dict(suits)
    if len(drawings) < len({*suits}):
        raise ValueError("two suits with different drawings have one emoji name")
    images = {name: outlined(f"suits/{one}") for name, one in drawings.items()}
    for seat in range(len(SEATS)):
        images[f"seat_{seat + 1}"] = _seat(seat)
    for ability in names("abilities"):
        images[ability.replace("-", "_")] = drawing(f"abilities/{ability}", SIDE, SIDE)
    for rule in names("rules"):
        row, side = rule.split("-")
        images[f"{side}_{row}"] = _plated(f"rules/{rule}")
    return {name: encode(image) for name, image in images.items()}
