"""Pages: what is cut where Discord's limits ask for it, and when two of them are the same."""

from __future__ import annotations

import pytest

from cogs.layouts import ALT_LIMIT, Page, layout, whole_lines
from cogs.router import Press

PICTURE = bytes(range(256))


def alt_of(page: Page) -> str:
    components, _ = page.content()
    return str(components[0]["components"][0]["items"][0]["description"])


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
def test_a_text_is_cut_at_whole_lines_or_else_words(text: str, limit: int, kept: str) -> None:
    assert whole_lines(text, limit) == kept


def test_an_alt_text_may_be_as_long_as_discord_takes_it() -> None:
    lines = [f"line {number}" for number in range(200)]
    page = layout("text", picture=PICTURE, alt="\n".join(lines))
    shown = alt_of(page).split("\n")
    assert ALT_LIMIT - len("line 000\n") < len(alt_of(page)) <= ALT_LIMIT
    assert shown == lines[: len(shown)]


def test_a_fingerprint_tells_what_is_sent_apart() -> None:
    def page(text: str = "text", label: str = "Join", picture: bytes | None = PICTURE, alt: str = "alt") -> bytes:
        return layout(text, [Press("join", 1, label=label)], picture=picture, alt=alt).fingerprint()

    others = [page(text="other"), page(label="Leave"), page(picture=PICTURE[1:]), page(picture=None), page(alt="b")]
    assert page() == page()
    assert len({page(), *others}) == 1 + len(others)
