"""Comparison of typed text with names."""

import pytest

from show.text.search import is_found, search_form


@pytest.mark.parametrize(
    "typed",
    ["テノス・スクエア", "テノススクエア", "てのす すくえあ", "ﾃﾉｽ･ｽｸｴｱ", "テノス＝スクェア", "テノスー・スクエアー"],
)
def test_kana_spellings_of_a_name_are_one(typed: str) -> None:
    assert search_form(typed) == "てのすすくえあ"


@pytest.mark.parametrize(
    ("typed", "name"),
    [("てずま", "テヅマ"), ("ﾃﾂﾞﾏ", "てづま"), ("て\u3064\u3099ま", "てずま"), ("ＴＥＺＵＭＡ", "Tezuma-shi")],
)
def test_spellings_that_sound_alike_find_each_other(typed: str, name: str) -> None:
    assert is_found(typed, "Saizen", name)


@pytest.mark.parametrize(("typed", "name"), [("サイゼ", "saizen"), ("てま", "てづま"), ("最善", "善")])
def test_other_names_are_not_found(typed: str, name: str) -> None:
    assert not is_found(typed, name)
