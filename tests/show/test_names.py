"""Names as text: what is left of them, and how they stand in a message."""

from __future__ import annotations

import pytest

from show.names import LONGEST, cleaned, escaped


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Aki", "Aki"),
        ("  Aki\n\tB ", "Aki B"),
        ("\u202eikA\u202c", "ikA"),
        ("A\u200bk\u2060i\ufeff", "Aki"),
        ("\u2067Aki\u2069\u200f", "Aki"),
        ("秋🍁", "秋🍁"),
        ("x" * 50, "x" * LONGEST),
    ],
)
def test_what_is_not_seen_is_no_part_of_a_name(name: str, left: str) -> None:
    assert cleaned(name) == left


def test_where_nothing_is_seen_of_a_name_the_next_one_is_taken() -> None:
    assert cleaned("\u3164\u200b", "", "aki") == "aki"
    assert cleaned("\u3164", "\u2800") == ""


@pytest.mark.parametrize("sign", list("\\`*_~|<>[]()#+-.:@"))
def test_a_sign_of_markup_is_only_a_sign(sign: str) -> None:
    assert escaped(f"a{sign}b") == f"a\\{sign}b"


def test_a_name_that_is_read_from_the_right_turns_nothing_beside_it() -> None:
    assert escaped("אבג") == "\u2068אבג\u2069"
    assert escaped("秋 Aki 🍁") == "秋 Aki 🍁"
