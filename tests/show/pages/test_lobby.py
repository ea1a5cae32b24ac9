"""The lobby, its options, and the question about free seats."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from engine.options import describe
from host.words import LOBBY_GONE, Refusal
from locales import Speech
from show.actions import Action, Join, SetOption, SetSeats, Start
from show.pages.lobby import fill_page, lobby_page, options_page
from show.pages.words import result_lines
from show.speech import table_speech
from storage import State
from tests.show.tables import HOME, a_lobby, a_table, check_limits, dealt, ids_of, play_out

PHONE = 50
"""Letters that fit side by side in a row of buttons on a phone; the edges of a button take as much as five."""

BEGUN = sorted(set(get_args(State)) - {"lobby"})

every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])
every_game = pytest.mark.parametrize("game", sorted(Game.games))


@every_locale
@every_game
def test_each_row_of_buttons_fits_a_phone(game: str, locale: str) -> None:
    table = a_lobby(Game.games[game], 4)
    rows = lobby_page(table, table_speech(table, locale), table.channel_id).rows
    assert [len(row) for row in rows] == [3, 2, 4]
    for row in rows:
        widths = [sum(1 if one.isascii() else 2 for one in button["label"]) for button in row]
        assert sum(widths) + 5 * len(row) <= PHONE


@pytest.mark.parametrize("state", BEGUN)
def test_a_lobby_that_is_over_has_nothing_to_press(state: State) -> None:
    begun = a_table(Game.games["saizen"])
    table = play_out(begun, Random(1)) if state == "over" else replace(begun, state=state)
    page = lobby_page(table, table_speech(table, "en-US"), HOME)
    assert page.clickable == []
    assert (f"<#{HOME}>" in page.text) == (state != "closed"), "whoever finds it is led to the game"


@every_locale
@every_game
def test_the_lobby_of_a_game_that_is_over_says_who_has_won_and_the_points(game: str, locale: str) -> None:
    table = play_out(a_table(Game.games[game], 4), Random(5))
    speech, view = table_speech(table, locale), dealt(table).view(None)
    assert "\n".join(result_lines(view, speech)) in lobby_page(table, speech, HOME).text


def test_the_lobby_of_a_finished_game_that_cannot_be_replayed_still_leads_to_where_it_was() -> None:
    table = replace(a_table(Game.games["saizen"]), state="over", game=None)
    assert f"<#{HOME}>" in lobby_page(table, table_speech(table, "en-US"), HOME).text


@pytest.mark.parametrize("state", BEGUN)
def test_options_cannot_be_opened_once_the_lobby_is_gone(state: State) -> None:
    table = replace(a_table(Game.games["saizen"]), state=state)
    with pytest.raises(Refusal) as refused:
        options_page(table, table_speech(table, "en-US"))
    assert refused.value.text == LOBBY_GONE()


@every_game
def test_the_values_that_hold_now_are_marked_and_every_value_can_be_picked(game: str) -> None:
    kind = Game.games[game]
    for seats in kind.seat_counts:
        infos = describe(kind.Options, seats)
        table = replace(a_lobby(kind, seats), options={info.name: info.allowed[-1] for info in infos})
        page = options_page(table, table_speech(table, "ja"))
        check_limits(page)
        lists = {type(action): one for one in page.clickable if (action := Action.parse(one["custom_id"], ["0"]))}
        assert set(lists) <= {SetSeats, SetOption}
        marked = [[line["value"] for line in one["options"] if line["default"]] for one in page.clickable]
        places = [[str(len(info.allowed) - 1)] for info in infos]
        assert marked == [*([[str(seats)]] if len(kind.seat_counts) > 1 else []), *places]


def test_whoever_lets_computer_players_in_is_told_how_many() -> None:
    table = a_lobby(Game.games["saizen"])
    for free in (1, 2):
        seats = (*table.occupants[:-free], *[None] * free)
        page = fill_page(replace(table, occupants=seats), table_speech(table, "en-US"))
        assert page.text == Speech("en")("lobby-fill", count=free)
        assert ids_of(page) == [Start(table.id, fill=True).custom_id]


def test_partners_can_be_told_from_the_lobby() -> None:
    paired = [kind for kind in Game.games.values() if len(kind.teams_of(4)) < 4]
    assert paired
    for kind in paired:
        table = a_lobby(kind, 4)
        speech = table_speech(table, "en-US")
        lines = lobby_page(table, speech, HOME).text.splitlines()
        for number, team in enumerate(kind.teams_of(4), 1):
            for seat in team:
                assert speech("lobby-team-seat", seat=seat + 1, who=speech.seat(seat), team=number) in lines


def test_the_first_button_is_to_sit_down() -> None:
    table = a_lobby(Game.games["saizen"])
    assert ids_of(lobby_page(table, table_speech(table, "ja"), HOME))[0] == Join(table.id).custom_id
