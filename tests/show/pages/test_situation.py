"""The lines above the hand: the points, the last trick, missed tricks, changes by others, and the player's goal."""

from random import Random

import pytest

from engine.game import Game
from show.pages.game.hand.situation import CHANGES
from show.pages.game.tricks import last_trick
from show.text.addressing import table_translation
from show.text.page import DOT, ROW
from tests.show.basics import SAIZEN, SCHOTEN, SQUARE, TEZUMA, every_game
from tests.show.page_content import texts
from tests.show.tables import a_table, computer_to_act, game_at, hand_of, in_phase, play_random


@every_game
def test_points_have_their_own_line_with_the_seats_emojis(game: str) -> None:
    table = computer_to_act(Game.games[game])
    game_at(table).scores = [7, 11, 13, 17]
    tr = table_translation(table, "en-US")
    first, second, *_ = texts(hand_of(table))[0].splitlines()
    assert not any(str(points) in first for points in game_at(table).scores)
    assert second.startswith("-# Points: ")
    for seat, points in enumerate(game_at(table).scores):
        who = tr("hand-you", sign=tr.place(seat)) if seat == 0 else tr.place(seat)
        assert tr("hand-score", who=who, points=points) in second


def test_last_trick_is_one_line_with_its_winner_and_the_reason() -> None:
    table, random = a_table(SCHOTEN, 4), Random(2)
    game = game_at(table)
    while not any(trick[2] is not None for trick in game.tricks()):
        play_random(game, random)
    tr = table_translation(table, "en-US")
    [line] = [line for line in texts(hand_of(table))[0].splitlines() if "Last trick" in line]
    trick = game.view(0)["tricks"][0]
    assert trick["winner"] is not None
    assert line.count(DOT) == 3
    why = trick.get("why")
    assert why is not None
    assert line.endswith(tr("trick-because", who=tr.signed_seat(trick["winner"]), why=why))


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


def test_changes_by_others_are_shown_until_a_rounds_first_trick_is_over() -> None:
    table, random = a_table(SAIZEN, 4), Random(5)
    tr, told = table_translation(table, "en-US"), 0
    changed: list[str] = []
    while game_at(table).round < 3:
        game = game_at(table)
        logged = len(game.log or ())
        play_random(game, random)
        news = [line for line in (game.log or ())[logged:] if "moves a chip" in tr.text(line)]
        changed += [tr.sparingly()("saizen-chip-short", **line.args) for line in news]
        if last_trick(game.view(None)) is not None:
            changed.clear()
        shown = tr("hand-small", line=DOT.join(changed[-CHANGES:])) if changed else ""
        assert (shown in texts(hand_of(table))[0].splitlines()) == bool(changed)
        told = max(told, len(changed))
    assert told > 1


def test_game_without_tricks_says_who_is_next_and_why() -> None:
    table = in_phase(SQUARE, "turn")
    tr = table_translation(table, "en-US")
    phase = tr.sentence(game_at(table).view(0)["phase"])
    assert f"-# {phase}" in texts(hand_of(table))[0].splitlines()


@pytest.mark.parametrize("kind", [SCHOTEN, TEZUMA], ids=lambda kind: kind.id)
def test_goal_of_a_seat_stays_on_one_line(kind: type[Game]) -> None:
    table = in_phase(kind, "trick" if kind is SCHOTEN else "follow")
    goal = game_at(table).view(0)["goal"]
    assert goal is not None
    assert f"-# {table_translation(table, 'en-US').sentence(goal)}" in texts(hand_of(table))[0].splitlines()
