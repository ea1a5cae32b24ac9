"""Estimates of how much of a phone's screen a text takes; `tests/e2e/test_heights.py` measures whole pages."""

import pytest

from engine.games.tennos_square.messages import SLOT_AGAIN, SLOT_NEXT
from engine.text import seat_text
from locales import Translation
from show.text.page import Json
from show.text.phone import button_lines, fitting_texts, phone_lines, text_width


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("four", 4), ("**four**", 4), ("-# four", 4), ("[four](https://discord.com/channels/1/2/3)", 4)],
)
def test_marks_and_targets_of_links_have_no_width(text: str, width: float) -> None:
    assert text_width(text) == width


def test_width_of_an_emoji_does_not_depend_on_its_name() -> None:
    assert text_width("<:a:1>") == text_width("<:long_name:1000000000000000000>") > 1


def test_japanese_letters_are_more_than_twice_as_wide() -> None:
    assert text_width("札") > 2 * text_width("c")


def test_cell_of_a_bar_is_wider_than_a_letter() -> None:
    assert text_width("▰▱") > text_width("ab")


def test_long_lines_wrap_and_usual_print_is_taller_than_small_print() -> None:
    small, twice = phone_lines("-# one"), phone_lines("-# " + "one " * 20)
    assert (small, twice) == (1, 2)
    assert phone_lines("one") > small
    assert phone_lines("-# one\n-# one") == 2


def test_row_of_wide_buttons_wraps() -> None:
    narrow: list[Json] = [{"label": letter} for letter in "ABCDE"]
    wide: list[Json] = [{"label": name, "emoji": {"name": "x"}} for name in ("Butterfly", "Umbrella", "Water", "Rings")]
    assert (button_lines(narrow), button_lines(wide)) == (1, 2)


def test_tallest_variant_that_fits_below_the_texts_above_is_taken_or_else_the_last() -> None:
    variants = [["-# a\n-# b", "-# c"], ["-# a", "", "-# c"], ["-# a"]]
    taken = [fitting_texts(["-# title", [{"label": "a button"}]], variants, room) for room in (4, 3.9, 3, 2, 0)]
    tall, short, least = ["-# a\n-# b", "-# c"], ["-# a", "-# c"], ["-# a"]
    assert taken == [tall, short, short, least, least]


def test_slot_that_keeps_the_turn_has_a_button_as_wide_as_the_others_in_japanese() -> None:
    tr = Translation("ja")
    again, passed = (text_width(tr.text(text)) for text in (SLOT_AGAIN(slot=5), SLOT_NEXT(slot=4, seat=seat_text(1))))
    assert again - passed < text_width("札")
