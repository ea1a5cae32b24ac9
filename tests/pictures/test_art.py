"""The SVG files: each one is used, and none contains text, images or external references."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import pictures
from engine.games.saizen.rows import ROWS, SIDES
from engine.games.tezuma.abilities import NUMBERS
from pictures.art import colours, drawing, lettering, names
from pictures.faces import FACES
from pictures.palette import Palette

ROOM = Path(pictures.__file__).parent
FILES = sorted(ROOM.glob("art/**/*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{name}" for name in ("svg", "g", "path", "rect", "circle")}


def test_every_file_is_used() -> None:
    assert set(names("suits")) == {name for face in FACES.values() for name in face.paints.theme.suits.values()}
    assert set(names("abilities")) == set(NUMBERS)
    assert set(names("rules")) == {f"{row}-{side}" for row, sides in zip(ROWS, SIDES, strict=True) for side in sides}
    code = "".join(file.read_text(encoding="utf-8") for file in ROOM.glob("**/*.py"))
    assert [name for name in names("parts") if f'"parts/{name}"' not in code] == []
    assert sorted({file.parent.name for file in FILES}) == ["abilities", "parts", "rules", "suits"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_is_made_of_plain_shapes(file: Path) -> None:
    root = ET.parse(file).getroot()  # noqa: S314  our own files
    assert {element.tag for element in root.iter()} <= SHAPES
    assert "viewBox" in root.attrib
    assert not any("href" in name or "style" in name for element in root.iter() for name in element.attrib)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_draws_something(file: Path) -> None:
    image = drawing(f"{file.parent.name}/{file.stem}", 120, 120, "#ff8800")
    assert image.getchannel("A").getextrema()[1] == 255


def test_suit_declares_its_colour_and_is_painted_with_it() -> None:
    for name in names("suits"):
        own = colours(f"suits/{name}")[0]
        image = drawing(f"suits/{name}", 100, 100)
        found = image.getcolors(1 << 16) or []
        solid = {f"#{r:02x}{g:02x}{b:02x}": count for count, (r, g, b, a) in found if a == 255}  # type: ignore[misc]
        assert solid[own] > sum(solid.values()) / 5, name


def test_palette_has_at_most_256_colours() -> None:
    for face in FACES.values():
        assert len(face.paints.palette.colours) <= 3 * 256
    with pytest.raises(ValueError, match="do not fit"):
        Palette((f"#{red:02x}0000", f"#{red:02x}ffff", 6) for red in range(0, 250, 5))


def test_numbers_have_the_requested_height() -> None:
    for height in (17, 24, 55):
        box = lettering("H", height).getchannel("A").point([255 * (value > 100) for value in range(256)]).getbbox()
        assert box is not None
        assert abs(box[3] - box[1] - height) <= 1


def test_letter_that_the_font_lacks_is_an_error_and_no_box() -> None:
    with pytest.raises(ValueError, match="only ASCII, not all of '×2'"):
        lettering("×2", 20)
