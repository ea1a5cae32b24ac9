"""The lines of a hand: title and points, changes since the seat's last choice, and the question."""

from dataclasses import replace
from random import Random

import pytest

from engine.fairness.deal_commitment import rematch_of
from engine.game import Game
from host.refusals import NO_SUCH_CHOICE
from host.tables.table import Table
from pictures.strips import STRIPS
from show.pages.game.hand import Asked
from show.pages.game.hand.situation import CHANGES
from show.pages.game.tricks import ended_since, last_trick, running_trick, trick_line, winner_words
from show.text.page import DOT, ROW, Picture
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, SCHOTEN, SQUARE, every_game, every_locale
from tests.show.page_content import texts
from tests.show.tables import a_table, computer_to_act, game_at, hand_of, in_phase, play_random, play_some


@every_game
def test_title_and_points_are_one_line_with_the_seats_emojis(game: str) -> None:
    table = computer_to_act(Game.games[game])
    game_at(table).scores = [7, 11, 13, 17]
    tr = table_translation(table, "en-US")
    first, *others = texts(hand_of(table))[0].splitlines()
    assert first.startswith(f"-# **{tr.text(Game.games[game].title)}**")
    for seat, points in enumerate(game_at(table).scores):
        who = tr("hand-you", sign=tr.place(seat)) if seat == 0 else tr.place(seat)
        assert tr("hand-score", who=who, points=points) in first
        assert not any(tr("hand-score", who=who, points=points) in line for line in others)


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_the_question_is_right_above_the_buttons(game: str, locale: str) -> None:
    """Check that advice and all other small print are above the question."""
    table, random = a_table(Game.games[game], 4), Random(8)
    tr = table_translation(table, locale)
    while game_at(table).round == 1 and not game_at(table).over:
        for asked in (Asked(hints=True), Asked(hints_off=True), Asked(back=True), Asked(note=NO_SUCH_CHOICE())):
            last = texts(hand_of(table, asked, locale=locale))[2].splitlines()[-1]
            assert last.startswith("**")
            assert last.endswith("**")
            if asked.note is not None:
                assert last == tr("hand-note", note=tr.sentence(NO_SUCH_CHOICE()))
        play_some(game_at(table), random, 5)


def finished_trick(kind: type[Game], seed: int) -> Table:
    """Return a table after its first trick."""
    table, random = a_table(kind, 4), Random(seed)
    while last_trick(game_at(table).view(None)) is None:
        play_random(game_at(table), random)
    return table


def lines_about_tricks(table: Table, seat: int = 0) -> list[str]:
    return [line for line in texts(hand_of(table, seat=seat))[0].splitlines() if "rick → " in line or "Last" in line]


@pytest.mark.parametrize("seed", range(4))
def test_finished_trick_in_the_picture_is_a_line_with_its_winner_and_the_reason(seed: int) -> None:
    table = finished_trick(SCHOTEN, seed)
    game, tr = game_at(table), table_translation(table, "en-US")
    trick = game.view(0)["tricks"][0]
    assert trick["winner"] is not None
    why = trick.get("why")
    assert why is not None
    won = tr("trick-because", who=tr.signed_seat(trick["winner"]), why=why)
    for seat in range(4):
        assert lines_about_tricks(table, seat) == [tr("hand-small", line=tr("trick-latest", winner=won))]


@pytest.mark.parametrize("seed", range(4))
def test_last_trick_has_its_cards_once_the_next_one_is_led(seed: int) -> None:
    table = finished_trick(SCHOTEN, seed)
    game, tr, random = game_at(table), table_translation(table, "en-US"), Random(seed)
    while running_trick(game.view(None)) is None or not game.view(None)["tricks"][-1]["plays"]:
        play_random(game, random)
    trick = game.view(0)["tricks"][0]
    line = tr("hand-small", line=trick_line(trick, tr))
    assert line.count(DOT) == 3
    leader = game.view(0)["tricks"][-1]["leader"]
    for seat in range(4):
        assert lines_about_tricks(table, seat) == ([] if seat == leader else [line]), "the leader has seen it"


def test_tricks_since_the_seats_last_choice_are_all_reported_once_its_hand_is_short() -> None:
    told = set()
    for seed in range(4):
        table, random = a_table(SCHOTEN, 4), Random(seed)
        game = game_at(table)
        while game.round == 1:
            lines = [line for line in texts(hand_of(table))[0].splitlines() if line.startswith("-# Trick ")]
            assert not lines or len(game.hand(0)) <= ROW
            finished = sum(trick[2] is not None for trick in game.tricks())
            assert [int(line.split()[2].rstrip(":")) for line in lines] == [finished - one for one in range(len(lines))]
            told.add(len(lines))
            seat = random.choice(game.to_act)
            forced = game.forced(seat)
            game.play(seat, random.choice(game.legal_moves(seat)) if forced is None else forced)
    assert told >= {0, 2}, "none of them alone: then it is the last trick"
    assert 1 not in told


@pytest.mark.slow
def test_two_tricks_since_the_seats_last_choice_are_named_by_their_winners_while_its_hand_is_long() -> None:
    found = 0
    for seed in range(40):
        table, random = a_table(SCHOTEN, 3), Random(seed)
        game, tr = game_at(table), table_translation(table, "en-US")
        while game.round == 1:
            finished = [trick for trick in game.view(0)["tricks"] if trick["winner"] is not None]
            if 0 in game.to_act and len(game.hand(0)) > ROW and ended_since(finished, game.moves_since_choice(0)) > 1:
                winners = DOT.join(winner_words(trick, tr) for trick in finished[-2:])
                line = tr("hand-small", line=tr("trick-latest-two", winners=winners))
                assert line in texts(hand_of(table))[0].splitlines()
                found += 1
            seat = random.choice(game.to_act)
            forced = game.forced(seat)
            game.play(seat, random.choice(game.legal_moves(seat)) if forced is None else forced)
    assert found


def test_changes_by_others_are_shown_until_the_seats_next_move_in_a_rounds_first_trick() -> None:
    table, random = a_table(SAIZEN, 4), Random(5)
    tr, told = table_translation(table, "en-US"), 0
    changed: list[str] = []
    while game_at(table).round < 3:
        game = game_at(table)
        logged, moved = len(game.log or ()), game.moves_made(0)
        play_random(game, random)
        if game.moves_made(0) > moved:
            changed.clear()
            logged = len(game.log or ())
        news = [line for line in (game.log or ())[logged:] if "moves a chip" in tr.text(line)]
        changed += [tr.sparingly()("saizen-chip-short", **line.args) for line in news]
        if last_trick(game.view(None)) is not None:
            changed.clear()
        shown = tr("hand-small", line=DOT.join(changed[-CHANGES:])) if changed else ""
        assert (shown in texts(hand_of(table))[0].splitlines()) == bool(changed)
        told = max(told, len(changed))
    assert told > 1


def test_game_without_tricks_says_who_is_next_and_why_to_those_who_wait() -> None:
    table = in_phase(SQUARE, "turn")
    game = game_at(table)
    phase = f"-# {table_translation(table, 'en-US').sentence(game.view(0)['phase'])}"
    for seat in range(4):
        assert (phase in texts(hand_of(table, seat=seat))[0].splitlines()) == (seat not in game.to_act)


@pytest.mark.drawn(2)
@every_locale
@every_game
def test_goal_is_in_the_picture_and_its_alt_text_and_no_line(game: str, locale: str) -> None:
    table, random, seen = a_table(Game.games[game], 4), Random(6), 0
    tr = table_translation(table, locale)
    while game_at(table).round == 1 and not game_at(table).over:
        page, goal = hand_of(table, locale=locale), game_at(table).view(0)["goal"]
        if goal is not None:
            [picture] = [part for part in page.parts if isinstance(part, Picture)]
            assert tr.aside().sentence(goal) in picture.alt.splitlines()
            assert tr.sentence(goal) not in page.text
            seen += 1
        play_some(game_at(table), random, 3)
    assert seen


def test_game_without_pictures_has_the_goal_as_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(STRIPS, SCHOTEN.id)
    table = in_phase(SCHOTEN, "trick")
    goal = game_at(table).view(0)["goal"]
    assert goal is not None
    assert f"-# {table_translation(table, 'en-US').sentence(goal)}" in texts(hand_of(table))[0].splitlines()


@every_locale
@every_game
def test_rematch_says_until_the_first_decision_that_the_seats_have_moved(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game], 4), Random(2)
    assert table.promise is not None
    again = replace(table, promise=replace(table.promise, table=rematch_of("1")))
    tr = table_translation(table, locale)
    line = tr("hand-small", line=tr("hand-moved-seats"))
    for asked in (Asked(), Asked(plain=True)):
        assert line in hand_of(again, asked, locale=locale).text.splitlines()
        assert line not in hand_of(table, asked, locale=locale).text
    while not game_at(again).moves_made(0):
        play_random(game_at(again), random)
    assert line not in hand_of(again, locale=locale).text
