"""Numbered marks on the rules' example pictures: few, apart from each other, each close to the detail it numbers."""

import io
from itertools import combinations

import pytest
from PIL import Image

import pictures
from engine.game import View
from locales import example_view
from pictures.marks import MARKS, MOST, SIZE
from pictures.strips import STRIPS

REACH = SIZE
"""The greatest distance of a mark's centre from the sign that it numbers, in pixels."""


def example(game: str) -> View:
    view = example_view(game)
    assert view is not None
    return view


def test_every_game_with_a_strip_has_marks() -> None:
    assert set(MARKS) == set(STRIPS)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", sorted(MARKS))
def test_marks_are_few_and_apart_and_not_cut_off(game: str) -> None:
    canvas = STRIPS[game](example(game))
    assert 0 < len(MARKS[game]) <= MOST
    for x, y in MARKS[game]:
        assert 0 <= x - SIZE // 2 <= canvas.width - SIZE
        assert 0 <= y - SIZE // 2 <= canvas.height - SIZE
    for one, other in combinations(MARKS[game], 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= SIZE


@pytest.mark.parametrize("game", sorted(MARKS))
def test_each_mark_stands_at_a_sign_of_its_own(game: str) -> None:
    canvas = STRIPS[game](example(game))
    signs = {
        (x, y, x + sprite.width, y + sprite.height)
        for sprite, (x, y) in canvas.placed
        if sprite.width < canvas.width / 3 and sprite.height < canvas.height / 2  # larger sprites are backgrounds
    }
    for x, y in MARKS[game]:
        away = min(max(left - x, x - right, 0) + max(top - y, y - bottom, 0) for left, top, right, bottom in signs)
        assert away <= REACH, (game, x, y)


@pytest.mark.parametrize("game", sorted(MARKS))
def test_marked_picture_differs_from_the_strip_at_the_marks_only(game: str) -> None:
    plain = Image.open(io.BytesIO(STRIPS[game](example(game)).png())).convert("RGB")
    data = pictures.example_picture(example(game))
    assert data is not None
    marked = Image.open(io.BytesIO(data)).convert("RGB")
    assert marked.size == plain.size
    for x, y in MARKS[game]:
        box = (x - SIZE // 2, y - SIZE // 2, x + SIZE // 2, y + SIZE // 2)
        assert marked.crop(box).tobytes() != plain.crop(box).tobytes()
        marked.paste(plain.crop(box), box)
    assert marked.tobytes() == plain.tobytes()


def test_game_without_a_strip_has_no_example_picture() -> None:
    assert pictures.example_picture({"game": "no-such-game"}) is None  # type: ignore[typeddict-item]
