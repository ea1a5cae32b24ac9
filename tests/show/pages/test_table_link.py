"""The link from a panel to the table's message."""

from __future__ import annotations

import pytest

from engine.game import Game
from show.pages.game.hand import MOST_TEXT, leading
from show.text.addressing import table_translation
from show.text.page import Page
from tests.show.kinds import SAIZEN
from tests.show.page_content import check_limits
from tests.show.tables import a_table, hand_of

LINK = "https://discord.com/channels/1/2/3"


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("game", sorted(Game.games))
def test_a_hands_first_line_links_to_the_table(game: str, locale: str) -> None:
    table = a_table(Game.games[game])
    page, tr = hand_of(table, locale=locale), table_translation(table, locale)
    led = leading(page, LINK, tr)
    check_limits(led)
    assert led.text.splitlines()[0].startswith(page.text.splitlines()[0])
    assert led.text.splitlines()[0].endswith(f"]({LINK})")
    assert led.text.splitlines()[1:] == page.text.splitlines()[1:]


@pytest.mark.parametrize(("length", "link"), [(MOST_TEXT - 5, LINK), (10, None)])
def test_page_without_room_or_without_a_target_gets_no_link(length: int, link: str | None) -> None:
    table = a_table(SAIZEN)
    page = Page(("x" * length,))
    assert leading(page, link, table_translation(table, "en-US")) == page
