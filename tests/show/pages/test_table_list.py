"""The list of a server's tables, and the choice among one's own hands."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import limits
from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.tables.table import Occupant, Table
from locales import Translation
from show.actions.table_actions import Action, JoinListed, ListTables, OpenHand, OpenMore, ShowAgain
from show.pages.table_list import Listed, excerpt, hands_page, tables_page
from show.text.page import Page
from tests.show.basics import AKI, BEN, SAIZEN, TEZUMA, every_language
from tests.show.page_content import check_limits, components_of, parts, rows_of
from tests.show.tables import a_lobby, a_table, game_at, with_occupant


def listed(*tables: Table) -> list[Listed]:
    return [Listed(table, f"https://discord.com/channels/2/{table.id}") for table in tables]


def the_tables(*tables: Table, user: int = AKI, language: str = "en") -> Page:
    return list_page(tables, user, language=language)


def list_page(
    tables: Sequence[Table], user: int, number: int = 0, game: str = "", language: str = "en", **more: Any
) -> Page:
    shown = excerpt(tables, user, number, game)
    page = tables_page(listed(*shown.tables), user, shown, Translation(language), **more)
    check_limits(page)
    return page


def rows(page: Page) -> list[list[Any]]:
    """Return for each row the actions or URLs of its buttons and lists."""
    return [
        [Action.parse(one["custom_id"], [""] * ("options" in one)) if "custom_id" in one else one["url"] for one in row]
        for row in rows_of(page)
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
    ways = {number: [f"https://discord.com/channels/2/{number}", ShowAgain(number, 0, "")] for number in (1, 2, 3)}
    game_at(running).to_act = (0,)
    assert rows(the_tables(lobby, running)) == [[OpenHand(2), *ways[2], OpenMore(2)], [*ways[1], OpenMore(1)]]
    watched = [OpenHand(2), *ways[2]]
    assert rows(the_tables(lobby, full, running, user=BEN)) == [[JoinListed(1, 0, ""), *ways[1]], watched, ways[3]]


def test_game_without_a_message_has_no_link() -> None:
    running = a_table(SAIZEN)
    for user, can in ((AKI, [[OpenHand(1), OpenMore(1)]]), (BEN, [[OpenHand(1)]])):
        assert rows(tables_page([Listed(running, None)], user, excerpt([running], user, 0), Translation("en"))) == can


@every_language
def test_first_page_ends_with_the_next_scheduled_lobbies(language: str) -> None:
    later = 1_800_000_000
    lobbies = [ScheduledLobby(one, 1, 2, AKI, "*Aki*", "saizen", None, None, later + one) for one in range(9)]
    tables = [replace(a_lobby(SAIZEN), id=one) for one in range(limits.TABLES_ON_A_PAGE)]
    page = list_page(tables, AKI, language=language, scheduled=lobbies)
    lines = [line for line in page.text.splitlines() if line.startswith("⏰")]
    assert len(lines) == limits.TABLES_ON_A_PAGE
    assert all(text in lines[1] for text in (f"<t:{later + 1}:f>", r"\*Aki\*", "<#2>"))
    more = [replace(one, id=one.id + 9) for one in tables]
    assert "⏰" not in list_page([*tables, *more], AKI, 1, scheduled=lobbies).text
    assert "⏰" not in list_page(tables, AKI, game="tezumashi", scheduled=lobbies).text


@pytest.mark.parametrize("table", [a_lobby(SAIZEN), a_table(SAIZEN)], ids=["lobbies", "games"])
@pytest.mark.parametrize("user", [AKI, BEN], ids=["one's own", "others'"])
def test_a_hundred_tables_are_listed_page_by_page(table: Table, user: int) -> None:
    tables = [replace(table, id=number) for number in range(100)]
    seen: list[int] = []
    pages = -(-len(tables) // limits.TABLES_ON_A_PAGE)
    for wanted in range(pages):
        page = list_page(tables, user, wanted, language="ja")
        seen += [table.id for table in excerpt(tables, user, wanted).tables]
        turns = [one.page for one in rows(page)[-1] if isinstance(one, ListTables)]
        assert turns == [one for one in (wanted - 1, wanted + 1) if 0 <= one < pages]
    assert seen == list(range(100))


@pytest.mark.parametrize(("count", "wanted", "number"), [(0, 0, 0), (0, 3, 0), (5, 1, 0), (6, 1, 1), (6, -1, 0)])
def test_page_that_no_longer_exists_opens_the_last_page(count: int, wanted: int, number: int) -> None:
    assert excerpt([a_lobby(SAIZEN)] * count, AKI, wanted).number == number


def test_tables_are_listed_by_their_worth_for_the_reader() -> None:
    lobby, other = a_lobby(SAIZEN), Occupant(user_id=BEN, name="Ben")
    full = with_occupant(lobby, -1, Occupant(computer="normal"))
    waiting, asked = a_table(SAIZEN), a_table(SAIZEN)
    game_at(waiting).to_act, game_at(asked).to_act = (1,), (0,)
    tables = [
        with_occupant(asked, 0, other),
        with_occupant(full, 0, other),
        with_occupant(lobby, 0, other),
        waiting,
        full,
        lobby,
        asked,
    ]
    numbered = [replace(table, id=number) for number, table in enumerate(tables)]
    order = [one.id for page in (0, 1) for one in excerpt(numbered, AKI, page).tables]
    assert order == [6, 3, 4, 5, 2, 0, 1], "own turn, own tables, a free seat, the rest"


def games_to_pick(page: Page) -> list[dict[str, Any]]:
    """Return the lines from which a reader picks the listed game."""
    return [line for row in rows_of(page) for one in row for line in one.get("options", ())]


@every_language
def test_many_tables_can_be_listed_game_by_game(language: str) -> None:
    kinds = list(Game.games.values())
    tables = [replace(a_lobby(kinds[number % len(kinds)]), id=number) for number in range(140)]
    later = [ScheduledLobby(one, 1, 2, AKI, "W" * 32, kinds[0].id, None, None, 10**9) for one in range(9)]
    everything, *lines = games_to_pick(list_page(tables, BEN, language=language))
    assert ("140" in everything["label"], everything["default"]) == (True, True)
    assert [(line["value"], line["default"]) for line in lines] == [(game, False) for game in sorted(Game.games)]
    assert all("28" in line["label"] for line in lines)
    for game in Game.games:
        shown = excerpt(tables, BEN, 1, game)
        assert {one.kind.id for one in shown.tables} == {game}
        page = list_page(tables, BEN, 1, game, language, scheduled=later, unknown=True)
        assert [line["value"] for line in games_to_pick(page) if line["default"]] == [game]
        turns = [one for row in rows(page) for one in row if isinstance(one, ListTables)]
        assert turns == [ListTables(0, game), ListTables(2, game)]
        assert JoinListed(shown.tables[0].id, 1, game) in rows(page)[0]


def test_games_can_be_picked_only_if_that_shortens_the_list() -> None:
    few, alike = (
        [a_lobby(SAIZEN), replace(a_lobby(TEZUMA), id=2)],
        [replace(a_lobby(SAIZEN), id=one) for one in range(9)],
    )
    assert games_to_pick(list_page(few, AKI)) == games_to_pick(list_page(alike, AKI)) == []
    gone = list_page(few, AKI, game="tezumashi")
    assert Translation("en")("tables-none") in gone.text
    assert len(games_to_pick(gone)) == 4, "the way back"


@pytest.mark.parametrize("game", ["all", "R9", ""])
def test_unknown_game_means_all_games(game: str) -> None:
    assert excerpt([a_lobby(SAIZEN)], AKI, 0, game).count == 1


def test_empty_list_says_so() -> None:
    assert the_tables().text.splitlines()[1] == Translation("en")("tables-none")


def test_each_hand_can_be_chosen() -> None:
    page = hands_page([a_table(SAIZEN), replace(a_table(SAIZEN), id=2)], Translation("ja"))
    check_limits(page)
    assert rows(page) == [[OpenHand(1), OpenHand(2)]]
