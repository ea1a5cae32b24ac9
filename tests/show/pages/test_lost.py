"""What pages say of a lost table, and where they offer to move it."""

from dataclasses import replace

from host.play.lost_tables import LOST_SECONDS
from host.tables.table import Deals, Table, Turn
from locales import Translation
from show.actions.table_actions import LeaveGame, MoveTable, MoveTo, OpenHand, OpenMore
from show.pages.fairness import deal_page
from show.pages.game.hand import Asked
from show.pages.game.lost import lost_notice_page, move_page, moved_page
from show.pages.game.seats import seats_page
from show.pages.table_list import Listed, excerpt, tables_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, BEN, SAIZEN, every_language, every_locale
from tests.show.page_content import actions, check_limits, components_of, parts
from tests.show.tables import a_table, hand_of

LOST_AT = 1_800_000_000
ENDS = f"<t:{LOST_AT + LOST_SECONDS}:R>"
SIGN = "⚠️"


def lost_table() -> Table:
    """Return a lost game of two people, in which Ben has had a deadline."""
    return replace(a_table(SAIZEN, people=2), lost_since=LOST_AT, turns={1: Turn(0, 5, due=65)})


def the_list(table: Table, language: str = "en", *, movable: bool = False) -> Page:
    """Return the list of this table for Aki."""
    shown = excerpt([table], AKI, 0)
    return tables_page([Listed(table, None, movable)], AKI, shown, Translation(language))


@every_language
def test_list_marks_a_lost_table_and_says_when_it_ends(language: str) -> None:
    page = the_list(lost_table(), language)
    check_limits(page)
    assert SIGN in page.text
    assert ENDS in page.text
    assert ENDS not in the_list(a_table(SAIZEN), language).text


def test_list_offers_to_move_a_lost_table_to_those_who_may() -> None:
    for movable, offered in ((True, [OpenHand(1), MoveTable(1), OpenMore(1)]), (False, [OpenHand(1), OpenMore(1)])):
        page = the_list(lost_table(), movable=movable)
        assert actions(page) == offered


@every_language
def test_pages_of_the_move_name_the_table_and_the_channel(language: str) -> None:
    tr = Translation(language)
    page = move_page(lost_table(), tr)
    check_limits(page)
    assert ENDS in page.text
    assert list(parts(components_of(page), "custom_id")) == [MoveTo(1).custom_id]
    assert "<#44>" in moved_page(44, tr).text


@every_language
def test_direct_message_names_the_server_and_no_person(language: str) -> None:
    page = lost_notice_page(lost_table(), "*Card* Club", Translation(language))
    check_limits(page)
    assert r"\*Card\* Club" in page.text
    assert ENDS in page.text
    assert not {"Aki", "Ben"} & set(page.text.split())


@every_locale
def test_hand_says_that_the_table_is_lost_as_long_as_it_is(locale: str) -> None:
    table = lost_table()
    for plain in (False, True):
        assert "/tables" in hand_of(table, Asked(plain=plain), locale=locale).text
        assert "/tables" not in hand_of(replace(table, lost_since=None), Asked(plain=plain), locale=locale).text


@every_locale
def test_page_of_actions_shows_no_clock_and_no_nudge_at_a_lost_table(locale: str) -> None:
    table = lost_table()
    page = seats_page(table, table_translation(table, locale), AKI, 7, moderator=False)
    assert actions(page) == [LeaveGame(1)]
    assert "<t:65" not in page.text
    assert SIGN in page.text


@every_language
def test_games_that_ended_because_they_were_lost_are_counted_where_a_deal_is_checked(language: str) -> None:
    table = replace(a_table(SAIZEN), state="closed", close_reason="lost", game=None)
    tr = Translation(language)
    text, without = (deal_page(table, Deals(9, 1, 0, 2, lost), BEN, tr).text for lost in (3, 0))
    assert text.startswith(without)
    assert "3" in text.removeprefix(without)
