"""A palette of at most 256 colours for all pictures of a game, and the conversion of sprites to it.

In palette mode, composing and encoding a picture takes a third of the time, and the file is small. The drawings are
flat: they need few colours, and at edges some steps between two of these colours. So a palette is a list of ramps from
one colour to another.
"""

from collections.abc import Iterable
from sys import byteorder

from PIL import Image

RGB = tuple[int, int, int]
SIZE = 256


class Palette:
    """Colours by index."""

    def __init__(self, ramps: Iterable[tuple[str, str, int]]) -> None:
        """Build a palette from ramps of (one colour, another, steps in between).

        Raises:
            ValueError: the ramps have more than 256 colours.
        """
        found: dict[RGB, int] = {}
        ramps = list(ramps)
        for ramp in ramps:
            for end in ramp[:2]:
                found.setdefault(rgb(end), len(found))
        for start, end, steps in ramps:
            for step in range(1, steps + 1):
                colour = _between(rgb(start), rgb(end), step / (steps + 1))
                if not _close(colour, found):
                    found[colour] = len(found)
        if len(found) > SIZE:
            raise ValueError(f"{len(found)} colours do not fit in one palette")
        self.colours = bytes(part for colour in found for part in colour)
        """The red, green and blue bytes of each colour."""
        self._exact = found
        self._known = {int.from_bytes((*colour, 255), byteorder): number for colour, number in found.items()}
        """The palette index for each pixel value met so far; the four bytes of a pixel are read as one integer."""
        self._sample = Image.new("P", (1, 1))
        self._sample.putpalette(self.colours)

    def number(self, colour: str) -> int:
        """Return the index of a colour at an end of a ramp; raise `KeyError` for a colour outside the palette."""
        return self._exact[rgb(colour)]

    def convert(self, image: Image.Image, ground: str) -> Image.Image:
        """Put a transparent image on a ground colour, and return an image of the indices of the nearest colours."""
        flat = Image.new("RGBA", image.size, ground)
        flat.alpha_composite(image)
        data, width, known = flat.tobytes(), 4 * image.width, self._known
        rows = [data[start : start + width] for start in range(0, len(data), width)]
        different = {row: memoryview(row).cast("I") for row in rows}  # each different row once: many are equal
        new = sorted(set().union(*different.values()) - known.keys())
        if new:
            known.update(zip(new, self._nearest(new), strict=True))
        numbers = {row: bytes(map(known.__getitem__, pixels)) for row, pixels in different.items()}
        return Image.frombytes("P", image.size, b"".join([numbers[row] for row in rows]))

    def _nearest(self, pixels: list[int]) -> bytes:
        row = b"".join(pixel.to_bytes(4, byteorder) for pixel in pixels)
        image = Image.frombytes("RGBA", (len(pixels), 1), row).convert("RGB")
        return image.quantize(palette=self._sample, dither=Image.Dither.NONE).tobytes()


def rgb(colour: str) -> RGB:
    """Return the red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _between(one: RGB, other: RGB, part: float) -> RGB:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _close(one: RGB, others: Iterable[RGB]) -> bool:
    """Tell whether a colour is nearly equal to one of the others; the distance is weighted as the eye sees it."""
    red, green, blue = one
    return any(2 * (red - r) ** 2 + 4 * (green - g) ** 2 + (blue - b) ** 2 <= 48 for r, g, b in others)
