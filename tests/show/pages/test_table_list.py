"""The list of a server's tables, and the choice among one's own hands."""

from dataclasses import replace
from typing import Any

import pytest

import limits
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.tables.table import Occupant, Table
from locales import Translation
from show.actions.table_actions import Action, JoinListed, ListTables, OpenHand, OpenMore, ShowAgain
from show.pages.table_list import Listed, hands_page, page_of, tables_page
from show.text.page import Page
from tests.show.basics import AKI, BEN, SAIZEN, every_language
from tests.show.page_content import check_limits, components_of, parts, rows_of
from tests.show.tables import a_lobby, a_table, game_at, with_occupant


def listed(*tables: Table) -> list[Listed]:
    return [Listed(table, f"https://discord.com/channels/2/{table.id}") for table in tables]


def the_tables(*tables: Table, user: int = AKI, language: str = "en") -> Page:
    page = tables_page(listed(*tables), user, 0, len(tables), Translation(language))
    check_limits(page)
    return page


def rows(page: Page) -> list[list[Any]]:
    """Return for each row the actions or URLs of its buttons."""
    return [
        [Action.parse(one["custom_id"]) if "custom_id" in one else one["url"] for one in row] for row in rows_of(page)
    ]


@every_language
def test_table_is_listed_with_awaited_players_and_a_link(language: str) -> None:
    running = replace(a_table(SAIZEN, people=2), id=2)
    game_at(running).to_act = (1,)
    page = the_tables(a_lobby(SAIZEN), running, language=language)
    _, _, gathering, _, playing = page.text.splitlines()
    assert "Aki" in gathering
    assert page.text.count("Ben") == 2, "as somebody who sits there, and as who is awaited"
    assert "Ben" in playing
    assert list(parts(components_of(page), "url")) == [f"https://discord.com/channels/2/{number}" for number in (1, 2)]


def test_actions_for_a_table_are_listed_below_it() -> None:
    lobby, running = a_lobby(SAIZEN), replace(a_table(SAIZEN), id=2)
    full = replace(with_occupant(lobby, -1, Occupant(computer="normal")), id=3)
    ways = {number: [f"https://discord.com/channels/2/{number}", ShowAgain(number, 0)] for number in (1, 2, 3)}
    assert rows(the_tables(lobby, running)) == [[*ways[1], OpenMore(1)], [OpenHand(2), *ways[2], OpenMore(2)]]
    watched = [OpenHand(2), *ways[2]]
    assert rows(the_tables(lobby, full, running, user=BEN)) == [[JoinListed(1, 0), *ways[1]], ways[3], watched]


def test_game_without_a_message_has_no_link() -> None:
    running = a_table(SAIZEN)
    for user, can in ((AKI, [[OpenHand(1), OpenMore(1)]]), (BEN, [[OpenHand(1)]])):
        assert rows(tables_page([Listed(running, None)], user, 0, 1, Translation("en"))) == can


@every_language
def test_first_page_ends_with_the_next_scheduled_lobbies(language: str) -> None:
    tr, later = Translation(language), 1_800_000_000
    lobbies = [ScheduledLobby(one, 1, 2, AKI, "*Aki*", "saizen", None, None, later + one) for one in range(9)]
    tables = [replace(a_lobby(SAIZEN), id=one) for one in range(limits.TABLES_ON_A_PAGE)]
    page = tables_page(listed(*tables), AKI, 0, 14, tr, lobbies)
    check_limits(page)
    lines = [line for line in page.text.splitlines() if line.startswith("⏰")]
    assert len(lines) == limits.TABLES_ON_A_PAGE
    assert all(text in lines[1] for text in (f"<t:{later + 1}:f>", r"\*Aki\*", "<#2>"))
    assert "⏰" not in tables_page(listed(*tables), AKI, 1, 14, tr, lobbies).text


@pytest.mark.parametrize("table", [a_lobby(SAIZEN), a_table(SAIZEN)], ids=["lobbies", "games"])
@pytest.mark.parametrize("user", [AKI, BEN], ids=["one's own", "others'"])
def test_a_hundred_tables_are_listed_page_by_page(table: Table, user: int) -> None:
    tables = [replace(table, id=number) for number in range(100)]
    seen: list[int] = []
    pages = -(-len(tables) // limits.TABLES_ON_A_PAGE)
    for wanted in range(pages):
        number, some = page_of(tables, wanted)
        page = tables_page(listed(*some), user, number, len(tables), Translation("ja"))
        check_limits(page)
        seen += [table.id for table in some]
        turns = [one.page for one in rows(page)[-1] if isinstance(one, ListTables)]
        assert turns == [one for one in (wanted - 1, wanted + 1) if 0 <= one < pages]
    assert seen == list(range(100))


@pytest.mark.parametrize(("count", "wanted", "number"), [(0, 0, 0), (0, 3, 0), (5, 1, 0), (6, 1, 1), (6, -1, 0)])
def test_page_that_no_longer_exists_opens_the_last_page(count: int, wanted: int, number: int) -> None:
    assert page_of([a_lobby(SAIZEN)] * count, wanted)[0] == number


def test_empty_list_says_so() -> None:
    assert the_tables().text.splitlines()[1] == Translation("en")("tables-none")


def test_each_hand_can_be_chosen() -> None:
    page = hands_page([a_table(SAIZEN), replace(a_table(SAIZEN), id=2)], Translation("ja"))
    check_limits(page)
    assert rows(page) == [[OpenHand(1), OpenHand(2)]]
