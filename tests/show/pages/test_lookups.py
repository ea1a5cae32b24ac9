"""Lookups that replace the hand: tricks or last turns, scores, and rules."""

from random import Random

import pytest

from engine.game import Game
from show.actions.decision_actions import AtTable, LookUp
from show.actions.table_actions import Complain, OpenHand
from show.pages.game.hand import Asked
from show.pages.game.hand.lookups import COMPUTERS, NEWS
from show.text.page import Section
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, SQUARE, every_game, every_locale
from tests.show.page_content import actions, check_limits, ids_of
from tests.show.tables import a_table, game_at, hand_of, play_random, play_some


@pytest.mark.drawn(8)
@every_locale
@every_game
@pytest.mark.parametrize("what", ["trick", "scores", "rules", "silly", "of another version"])
def test_every_lookup_has_a_way_back_to_the_hand(game: str, locale: str, what: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(4)
    for _ in range(30):
        play_random(game_at(table), random)
    page = hand_of(table, Asked(looking=LookUp(AtTable(table.id), what)), locale=locale)
    assert OpenHand(table.id).custom_id in ids_of(page)
    check_limits(page)


def test_pages_of_the_rules_are_turned_within_the_panel() -> None:
    table = a_table(SAIZEN)
    page = hand_of(table, Asked(looking=LookUp(AtTable(table.id), "rules", 1)))
    turns = [one for one in actions(page) if not isinstance(one, OpenHand)]
    assert turns == [LookUp(AtTable(table.id), "rules", 0), LookUp(AtTable(table.id), "rules", 2)]


def test_last_turns_report_everything_since_ones_own_last_move() -> None:
    table, random = a_table(SQUARE, 4), Random(3)
    game, since, most, exchanges = game_at(table), list[str](), 0, 0
    tr = table_translation(table, "en-US")
    while not game.over:
        logged = len(game.log or ())
        [seat, *_] = game.to_act
        play_random(game, random)
        told = [tr("table-news", line=line) for line in (game.log or ())[logged:]]
        since = told[1:] if seat == 0 else since + told
        if seat == 0:
            continue
        lines = hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick"))).text.splitlines()
        assert lines[-len(since) :] == since
        most, exchanges = max(most, len(since)), exchanges + any("exchanges" in line for line in since)
    assert most > NEWS
    assert exchanges


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_computer_players_latest_moves_can_be_complained_about_by_their_public_wording(game: str, locale: str) -> None:
    table, random, silly = a_table(Game.games[game], 4, people=2), Random(4), LookUp(AtTable(1), "silly")
    tr, most = table_translation(table, locale), 0
    while not game_at(table).over:
        played, forced = game_at(table), {number for _, number in game_at(table).forced_moves}
        chosen = [number for number, (seat, _) in enumerate(played.history) if seat in (2, 3) and number not in forced]
        tricks = hand_of(table, Asked(looking=LookUp(AtTable(1), "trick")), locale=locale)
        assert (silly.custom_id in ids_of(tricks)) == bool(chosen)
        page = hand_of(table, Asked(looking=silly), locale=locale)
        asked = [one.move for one in actions(page) if isinstance(one, Complain)]
        assert asked == chosen[::-1][:COMPUTERS]
        told = [str(part.text) for part in page.parts if isinstance(part, Section)]
        log = [tr("hand-small", line=line) for line in played.log or ()]
        assert [log.index(line) >= 0 for line in told] == [True] * len(asked)
        for number, line in zip(asked, told, strict=True):
            assert tr.seat(played.history[number][0]) in line
        most = max(most, len(asked))
        play_some(played, random, 5)
    assert most == COMPUTERS


def test_nothing_can_be_complained_about_without_a_computer_players_move() -> None:
    table, random = a_table(SAIZEN, 4, people=4), Random(4)
    for _ in range(30):
        play_random(game_at(table), random)
    page = hand_of(table, Asked(looking=LookUp(AtTable(1), "trick")))
    assert LookUp(AtTable(1), "silly").custom_id not in ids_of(page)
