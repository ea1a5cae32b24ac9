"""Pages: texts are cut at Discord's limits; emojis and pictures are in their places."""

import pytest

from show.actions.table_actions import Join
from show.text.page import (
    TEXT_LIMIT,
    Drawing,
    Json,
    Page,
    Picture,
    button,
    in_rows,
    option,
    page,
    shortened,
    whole_lines,
)
from tests.show.basics import SAIZEN
from tests.show.page_content import parts, rows_of
from tests.show.tables import a_table, game_at


def drawing() -> Drawing:
    return Drawing("table", game_at(a_table(SAIZEN)).view(None))


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("one\ntwo\nthree", 13, "one\ntwo\nthree"),
        ("one\ntwo\nthree", 12, "one\ntwo"),
        ("one\ntwo\nthree", 7, "one\ntwo"),
        ("one\ntwo\nthree", 6, "one"),
        ("some long words", 9, "some long"),
        ("some long words", 8, "some"),
        ("最も強い組", 3, "最も強"),
    ],
)
def test_text_is_cut_at_whole_lines_or_else_words(text: str, limit: int, kept: str) -> None:
    assert whole_lines(text, limit) == kept


def test_too_long_text_keeps_its_beginning_and_its_end() -> None:
    lines = [f"line {number}" for number in range(1000)]
    kept = shortened("\n".join(lines)).split("\n")
    gap = kept.index("…")
    assert kept[:gap] == lines[:gap]
    assert kept[gap + 1 :] == lines[gap + 1 - len(kept) :]
    assert TEXT_LIMIT - 50 < len("\n".join(kept)) <= TEXT_LIMIT + 5


@pytest.mark.parametrize(
    ("emoji", "data"),
    [
        ("🔄", {"emoji": {"name": "🔄"}}),
        ("<:spades:4567>", {"emoji": {"name": "spades", "id": "4567"}}),
        (None, {}),
        ("", {}),
    ],
)
def test_application_emoji_is_sent_by_its_id(emoji: str | None, data: Json) -> None:
    for one in (button(Join(1), "Join", emoji), option("line", "value", emoji)):
        assert {name: one[name] for name in one if name == "emoji"} == data


def test_buttons_are_in_rows_of_five_without_empty_rows() -> None:
    buttons = [button(Join(number), "Join") for number in range(11)]
    rows = rows_of(page("text", (), *in_rows(buttons), ()))
    assert [len(row) for row in rows] == [5, 5, 1]
    assert [one for row in rows for one in row] == buttons


def test_page_without_its_picture_has_the_same_texts_and_no_file() -> None:
    shown = Page((Picture(drawing(), "alt"), "text", (button(Join(1), "Join"),)))
    drawn, plain = shown.components({drawing().kind: "table-1.png"}), shown.components({})
    assert list(parts(drawn, "url")) == ["attachment://table-1.png"]
    assert list(parts(plain, "url")) == []
    for said in ("content", "custom_id"):
        assert list(parts(plain, said)) == list(parts(drawn, said))


def test_every_kind_of_picture_can_be_drawn() -> None:
    table = a_table(SAIZEN)
    assert drawing().draw()
    assert Drawing("panel", game_at(table).view(0)).draw()
