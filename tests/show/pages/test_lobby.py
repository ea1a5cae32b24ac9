"""The lobby, its More page, and its options as a form."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

import limits
from engine.contract.options import describe
from engine.game import Game
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.players import LEVELS
from host.refusals import TABLE_FROZEN
from host.tables.table import Occupant, Table
from locales import Translation
from show.actions import table_actions
from show.actions.table_actions import Action, Join, OpenOptions, Placed
from show.pages.game.shared_lines import result_lines
from show.pages.lobby import SEATS, lobby_page, more_page, options_form, sure_start_page
from show.text.page import Page
from show.text.seat_names import seat_title, table_translation
from storage import State
from tests.show.basics import AKI, BEN, HOME, SAIZEN, SQUARE, every_game, every_locale
from tests.show.page_content import (
    actions,
    check_form,
    check_limits,
    clickable,
    components_of,
    ids_of,
    levels_in,
    parts,
    rows_of,
)
from tests.show.tables import a_lobby, a_table, game_at, play_out, with_occupant

PHONE = 50
"""The number of characters that fit into a row of buttons on a phone. A button's edges take as much room as five
characters.
"""

BEGUN = sorted(set(get_args(State)) - {"lobby"})


def the_lobby(table: Table, locale: str = "en-US") -> Page:
    return lobby_page(table, table_translation(table, locale), HOME)


def more(table: Table, user: int = AKI, *, in_charge: bool = True, locale: str = "en-US") -> Page:
    return more_page(table, table_translation(table, locale), HOME, user, in_charge=in_charge)


def actions_of(page: Page) -> set[type[Action]]:
    """Return the types of action that a page offers."""
    return {type(one) for one in actions(page)}


@every_locale
@every_game
def test_each_row_of_buttons_fits_a_phone(game: str, locale: str) -> None:
    table = a_lobby(Game.games[game], 4)
    empty = replace(table, occupants=(table.occupants[0], None, None, None))
    for page in (the_lobby(empty, locale), more(table, locale=locale)):
        check_limits(page)
        for row in rows_of(page):
            widths = [sum(1 if one.isascii() else 2 for one in button.get("label", "")) for button in row]
            assert sum(widths) + 5 * len(row) <= PHONE


@every_game
def test_lobby_shows_the_games_colour_cover_and_duration(game: str) -> None:
    kind = Game.games[game]
    page = the_lobby(a_lobby(kind))
    assert page.accent is not None
    assert [one.kind for one in page.drawings] == ["art"]
    assert len(list(parts(components_of(page), "accessory"))) == 1
    counts = "2 to 6" if kind is SAIZEN else "3 or 4"
    assert f"{counts} players, about {kind.minutes} minutes" in page.text


@pytest.mark.parametrize(
    ("people", "said"), [(1, "Start with 3 computers"), (3, "Start with 1 computer"), (4, "Start")]
)
def test_start_button_says_how_many_computer_players_will_join(people: int, said: str) -> None:
    seats = tuple(Occupant(user_id=AKI + seat) if seat < people else None for seat in range(4))
    page = the_lobby(replace(a_lobby(SAIZEN, 4), occupants=seats))
    assert said in [one.get("label") for one in clickable(page)]


@pytest.mark.parametrize("state", BEGUN)
def test_finished_lobby_offers_no_changes(state: State) -> None:
    begun = a_table(SAIZEN)
    table = play_out(begun, Random(1)) if state == "over" else replace(begun, state=state)
    page = the_lobby(table)
    asked = [one["custom_id"] for one in clickable(page)]
    assert asked == ([f"deal:{table.id}"] if state == "closed" else []), "what was promised of a deal can be checked"
    assert (f"<#{HOME}>" in page.text) == (state in {"playing", "over"}), "whoever finds it is led to the game"
    assert more(table) == page, "nor is there more"


@every_locale
def test_lobby_of_a_game_that_cannot_go_on_says_why(locale: str) -> None:
    table = replace(a_table(SAIZEN), state="frozen", game=None)
    assert table_translation(table, locale).text(TABLE_FROZEN()) in the_lobby(table, locale).text


def test_lobby_of_a_game_in_a_private_thread_has_no_link_to_it_and_lets_everybody_watch() -> None:
    table = a_table(SAIZEN)
    begun = lobby_page(table, table_translation(table, "en-US"), None)
    over = lobby_page(play_out(table, Random(1)), table_translation(table, "en-US"), None)
    assert ids_of(begun) == ["hand:1"]
    assert ids_of(over) == ["sheet:1:0"]
    assert "<#" not in begun.text + over.text


@every_locale
@every_game
def test_lobby_of_a_finished_game_shows_the_winner_and_the_points(game: str, locale: str) -> None:
    table = play_out(a_table(Game.games[game], 4), Random(5))
    tr, view = table_translation(table, locale), game_at(table).view(None)
    assert "\n".join(result_lines(view, tr)) in lobby_page(table, tr, HOME).text


def test_lobby_of_a_finished_game_that_cannot_be_replayed_says_that_it_is_over_and_where_it_was() -> None:
    table = replace(a_table(SAIZEN), state="over", game=None)
    assert Translation("en")("lobby-over", place=f"<#{HOME}>") in the_lobby(table).text


def test_person_in_charge_can_do_everything_and_others_only_what_concerns_them() -> None:
    table = a_lobby(SAIZEN, 4)  # Aki, two computer players and a free seat
    own = {table_actions.Leave, table_actions.MoveSeat, table_actions.OpenCut}
    led = {table_actions.OpenOptions, table_actions.CloseTable, table_actions.Invite, table_actions.AskSubscribers}
    assert actions_of(more(table)) == own | led
    assert actions_of(more(table, in_charge=False)) == own
    assert actions_of(more(table, BEN)) == {*led, table_actions.RemovePerson, table_actions.BarPerson}, "a moderator"
    assert levels_in(more(table, in_charge=False), "computer") == {}, "whoever filled all seats would keep others out"
    stranger = more(table, BEN, in_charge=False)
    assert clickable(stranger) == []
    assert "sit down first" in stranger.text


def test_impossible_actions_are_not_offered() -> None:
    people = tuple(Occupant(user_id=AKI + seat, cuts=limits.CUTS) for seat in range(4))
    full = replace(a_lobby(SAIZEN, 4), occupants=people)
    assert actions_of(more(full, in_charge=False)) == {table_actions.Leave}


def test_person_in_charge_chooses_a_level_or_nobody_for_each_seat_without_a_person() -> None:
    table = a_lobby(SAIZEN, 4)  # Aki, two computer players of the default level and a free seat
    offered = levels_in(more(table), "computer")
    each = {Placed(seat, level) for seat in (1, 2) for level in ("easy", "hard", "")}
    assert offered.keys() == {Placed(seat, level) for seat in (None, 3) for level in LEVELS} | each
    assert offered[Placed(1, "hard")] == "Seat 2: computer, hard"
    assert offered[Placed(2, "")] == "Seat 3: free"
    assert levels_in(more(table, BEN), "computer") == offered, "a moderator without a seat too"


@every_locale
def test_barring_names_the_person_and_the_longest_page_is_within_discords_limits(locale: str) -> None:
    people = tuple(Occupant(user_id=AKI + seat, name="x" * 32) for seat in range(6))
    page = more(replace(a_lobby(SAIZEN, 6), occupants=people), locale=locale)
    check_limits(page)
    assert {one for one in ids_of(page) if one.startswith("bar:")} == {f"bar:1:{AKI + seat}" for seat in range(1, 6)}


def test_lobby_full_of_people_has_no_list_of_computer_players() -> None:
    people = tuple(Occupant(user_id=AKI + seat) for seat in range(4))
    assert levels_in(more(replace(a_lobby(SAIZEN, 4), occupants=people)), "computer") == {}


@every_locale
def test_longest_list_of_computer_players_is_within_discords_limits(locale: str) -> None:
    occupants = (Occupant(user_id=AKI), *[Occupant(computer="easy")] * 5)
    page = more(replace(a_lobby(SAIZEN, 6), occupants=occupants), locale=locale)
    check_limits(page)
    assert len({*levels_in(page, "computer").values()}) == len(levels_in(page, "computer")) == 3 + 5 * 3


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", ["2. 🤖 Matsu (normal)", "3. 🤖 Hagi (hard)", "4. *free*"]),
        ("ja", ["2. 🤖 松（普通）", "3. 🤖 萩（強い）", "4. *空席*"]),
    ],
)
def test_lobby_shows_the_level_of_each_computer_player(locale: str, said: list[str]) -> None:
    table = with_occupant(a_lobby(SAIZEN, 4), 2, Occupant(computer="hard"))
    for page in (the_lobby(table, locale), more(table, locale=locale)):
        lines = [line.replace("\u2060", "").replace("\u00a0", " ") for line in page.text.splitlines()]
        assert [line for line in lines if line in said] == said


@every_locale
@every_game
def test_form_has_every_option_with_its_current_value(game: str, locale: str) -> None:
    kind = Game.games[game]
    infos = describe(kind.Options)
    for seats in kind.seat_counts:
        options = {info.name: info.allowed[-1] for info in describe(kind.Options, seats)}
        table = replace(a_lobby(kind, seats), options=options)
        (asked,) = [one for one in actions(more(table)) if isinstance(one, OpenOptions)]
        data = options_form(kind, asked, table_translation(table, locale))
        check_form(data)
        chosen = {
            field["component"]["custom_id"]: [
                line["value"] for line in field["component"]["options"] if line["default"]
            ]
            for field in data["components"]
        }
        parts: dict[str, list[str]] = {one.parts_name: [] for one in infos if one.free}
        listed = {one.name: [str(one.selected_index(options))] for one in infos}
        assert chosen == {SEATS: [str(seats)], **listed, **parts}


@every_locale
def test_form_and_lobby_show_what_people_have_put_together(locale: str) -> None:
    kind = Game.games["tezumashi"]
    table = replace(a_lobby(kind, 4), options={"bids": "12467", "abilities": "BFFFFB"})
    (asked,) = [one for one in actions(more(table)) if isinstance(one, OpenOptions)]
    data = options_form(kind, asked, table_translation(table, locale))
    check_form(data)
    chosen = {
        field["component"]["custom_id"]: [line["value"] for line in field["component"]["options"] if line["default"]]
        for field in data["components"]
    }
    assert chosen["bids"] == ["2"]
    assert chosen["bids-parts"] == ["0", "1", "3", "5"]
    assert chosen["abilities"] == ["3"]
    assert chosen["abilities-parts"] == ["0", "5"]
    shown = the_lobby(table, locale).text.replace("\u00a0", " ")
    assert "1 2 4 6 7" in shown
    assert table_translation(table, locale).text(ABILITIES[NUMBERS["many-umbrellas"]].name) in shown


def test_option_that_is_not_for_every_seat_count_says_so() -> None:
    kind = SQUARE
    tr = table_translation(a_lobby(kind), "en-US")
    _, split = options_form(kind, OpenOptions(1, kind.id, 4, ("0",)), tr)["components"]
    assert split["label"] == "Split partnership (3 players only)"


def test_lobby_shows_who_are_partners() -> None:
    paired = [kind for kind in Game.games.values() if len(kind.teams_of(4)) < 4]
    assert paired
    for kind in paired:
        table = a_lobby(kind, 4)
        tr = table_translation(table, "en-US")
        lines = lobby_page(table, tr, HOME).text.splitlines()
        for number, team in enumerate(kind.teams_of(4), 1):
            for seat in team:
                who = seat_title(table, seat, "en")
                assert tr("lobby-team-seat", seat=seat + 1, who=who, team=number) in lines


def test_full_lobby_offers_no_seat() -> None:
    table = a_lobby(SAIZEN, 4)
    full = with_occupant(table, -1, Occupant(user_id=BEN))
    assert Join in actions_of(the_lobby(table))
    assert Join not in actions_of(the_lobby(full))
    assert table_actions.Start in actions_of(the_lobby(full))


@pytest.mark.parametrize(("locale", "label"), [("en-US", "Remove Dai_x"), ("ja", "Dai_xさんを外す")])
def test_buttons_name_the_person_as_written(locale: str, label: str) -> None:
    table = with_occupant(a_lobby(SAIZEN, 4), 1, Occupant(user_id=BEN, name="Dai_x"))
    labels = [one.get("label", "").replace(" ", "") for one in clickable(more(table, locale=locale))]
    assert label.replace(" ", "") in labels


def test_buttons_add_the_seat_only_where_the_name_does_not_tell_who_it_is() -> None:
    table = a_lobby(SAIZEN, 5)
    for seat, name in ((1, "Dai"), (2, "Dai"), (3, "Eri"), (4, "")):
        table = with_occupant(table, seat, Occupant(user_id=AKI + seat, name=name))
    labels = [str(one.get("label")) for one in clickable(more(table))]
    removing = [one for one in labels if one.startswith("Remove ") and "bar" not in one]
    assert removing == ["Remove Dai (2)", "Remove Dai (3)", "Remove Eri", "Remove Somebody (5)"]


def test_moderator_is_asked_before_starting_other_peoples_table() -> None:
    table = a_lobby(SAIZEN, 4)
    page = sure_start_page(table, table_translation(table, "en-US"))
    assert actions(page) == [table_actions.StartAnyway(1), table_actions.OpenMore(1)]
    assert "Aki" in page.text
    check_limits(page)


def test_first_button_is_for_joining() -> None:
    assert ids_of(the_lobby(a_lobby(SAIZEN), "ja"))[0] == Join(1).custom_id
