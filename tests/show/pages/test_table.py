"""The public message of a table: what it says, and what those are told who do not see the picture."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from host.words import TABLE_FROZEN
from locales import Speech
from show.actions import OpenHand, OpenRules, OpenSheet
from show.page import ALT_LIMIT
from show.pages.sheet import round_page, sheet_page
from show.pages.table import end_page, stopped_page, table_page, turn_page
from show.pages.words import alt_text, fitting
from show.speech import mention, table_speech
from tests.show.tables import AKI, BEN, a_table, dealt, ids_of, parts, play_out, play_random, sent, the_hand

every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])
every_game = pytest.mark.parametrize("game", sorted(Game.games))


@every_locale
@every_game
def test_an_alt_text_begins_with_the_trick_and_ends_with_a_whole_line(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game]), Random(3)
    speech = table_speech(table, locale)
    aside = speech.aside()
    while not dealt(table).over:
        view = dealt(table).view(None)
        full = alt_text(view, aside).split("\n")
        [shown] = parts(sent(table_page(table, view, speech)), "description")
        assert len(shown) <= ALT_LIMIT
        assert shown.split("\n") == full[: len(shown.split("\n"))]
        assert full[0] == aside.sentence(view["phase"])
        trick = view["tricks"][-1:]
        if trick and trick[0]["plays"] and trick[0]["winner"] is None:
            assert full[1].count(" · ") == len(trick[0]["plays"]) - 1
        for seat in range(table.seat_count):
            assert any(line.startswith(aside.seat(seat)) for line in shown.split("\n")[1:]), "every seat is told of"
        play_random(dealt(table), random)


@pytest.mark.parametrize(
    ("words", "seats", "suits"), [(10, True, True), (3800, False, True), (3890, False, False), (5000, False, False)]
)
def test_a_long_text_does_without_the_seats_emojis_before_it_does_without_the_suits(
    words: int, seats: int, suits: int
) -> None:
    emojis = {"S": "<:saizen_S:1>" + "s" * 20, "seat_1": "<:seat_1:1>" + "s" * 100}
    speech = Speech("en", game=Game.games["saizen"], emojis=emojis)
    text = fitting(speech, lambda spoken: [spoken.place(0), spoken.card("S7"), "x" * words])
    assert ("<:seat_1:1>" in text, "<:saizen_S:1>" in text) == (seats, suits)


@every_game
def test_the_alt_text_of_a_panel_tells_of_its_own_seat(game: str) -> None:
    table = a_table(Game.games[game], 4)
    speech = table_speech(table, "en-US")
    [shown] = parts(sent(the_hand(table)), "description")
    facts = [speech.aside().text(line) for line in dealt(table).view(0)["by_seat"][0]]
    assert shown.endswith(" · ".join(facts))


def test_the_table_says_who_is_awaited() -> None:
    table = a_table(Game.games["saizen"], people=2)
    for seat, mentioned in ((0, AKI), (1, BEN)):
        dealt(table).to_act = (seat,)
        page = table_page(table, dealt(table).view(None), table_speech(table, "en-US"))
        assert mention(mentioned) in page.text.splitlines()[2]


@every_game
def test_a_running_game_has_its_hand_and_a_finished_one_has_none(game: str) -> None:
    table = a_table(Game.games[game], 4)
    speech = table_speech(table, "ja")
    always = [OpenSheet(table.id).custom_id, OpenRules(game, 0).custom_id]
    running = table_page(table, dealt(table).view(None), speech)
    assert ids_of(running) == [OpenHand(table.id).custom_id, *always]
    over = play_out(table, Random(2))
    assert ids_of(end_page(over, dealt(over).view(None), speech)) == always


@every_locale
@every_game
def test_the_end_says_who_has_won_and_every_rounds_points(game: str, locale: str) -> None:
    table = play_out(a_table(Game.games[game], 4, people=4), Random(4))
    speech, view = table_speech(table, locale), dealt(table).view(None)
    page = end_page(table, view, speech)
    assert all(mention(AKI + seat) in page.text.splitlines()[2] for seat in view["winners"] or [])
    whole = sheet_page(table, speech).text.splitlines()[1:]
    assert page.text.splitlines()[-len(whole) :] == whole
    for number in range(1, len(view["rounds"]) + 1):
        assert speech("sheet-round", round=number) in whole


@every_game
def test_a_rounds_sheet_is_what_it_was_whatever_comes_later(game: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(6)
    speech = table_speech(table, "ja")
    while not dealt(table).rounds:
        play_random(dealt(table), random)
    first = round_page(table, dealt(table).view(None), 1, speech)
    over = play_out(table, random)
    last = round_page(over, dealt(over).view(None), 1, speech)
    assert sent(first) == sent(last)
    assert first.clickable == []


def test_before_a_round_is_over_the_score_sheet_says_that_there_is_none() -> None:
    table = a_table(Game.games["saizen"])
    assert sheet_page(table, table_speech(table, "en-US")).text.splitlines()[1] == Speech("en")("sheet-none")


def test_a_game_that_cannot_be_replayed_is_named_and_has_nothing_to_press() -> None:
    table = a_table(Game.games["saizen"])
    page = stopped_page(table, table_speech(table, "en-US"))
    assert page.text.splitlines()[1] == f"**{TABLE_FROZEN()}**"
    assert page.clickable == []


def test_only_the_message_of_a_turn_notifies_anybody_and_nobody_but_its_person() -> None:
    table = a_table(Game.games["saizen"], people=2)
    view, speech = dealt(table).view(None), table_speech(table, "en-US")
    turn = turn_page(BEN, Speech("en"))
    assert turn.notify == (BEN,)
    assert mention(BEN) in turn.text
    for page in (table_page(table, view, speech), sheet_page(table, speech), the_hand(table)):
        assert page.notify == ()
