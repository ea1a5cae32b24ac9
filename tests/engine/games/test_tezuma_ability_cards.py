"""Tezuma: abilities that change the value of a card or the cards that may be played."""

from __future__ import annotations

import pytest

from engine.games.tezuma import Tezumashi, TezumaTrick
from tests.engine.games.tezuma_table import legal, play, refused, seated, winner

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]


# --- Values


@both
def test_horse_swallowing_adds_two_and_loses_a_tie_to_the_first(kind: Kind) -> None:
    game = seated(kind, ["U9", "U7", "U8", "U1"], {1: "horse-swallowing"})
    play(game, "0 play U9", "1 play U7 with horse-swallowing", "2 play U8", "3 play U1")
    assert winner(game) == 0
    game = seated(kind, ["U8", "U7", "U6", "U1"], {1: "horse-swallowing"})
    play(game, "0 play U8", "1 play U7 with horse-swallowing", "2 play U6", "3 play U1")
    assert winner(game) == 1


@both
def test_following_trump_with_horse_swallowing_is_worth_2(kind: Kind) -> None:
    game = seated(kind, ["U1", "UT", "B9", "B8"], {1: "horse-swallowing"}, void={2: "U", 3: "U"})
    play(game, "0 play U1", "1 play UT with horse-swallowing", "2 play B9", "3 play B8")
    assert winner(game) == 1


@both
def test_off_suit_trump_has_no_value_under_water_trick(kind: Kind) -> None:
    game = seated(
        kind, ["UT", "BT", "B9", "B8"], {0: "water-trick", 1: "horse-swallowing"}, void={1: "U", 2: "U", 3: "U"}
    )
    play(game, "0 play UT with water-trick", "1 play BT with horse-swallowing", "2 play B9", "3 play B8")
    assert winner(game) == 0


@both
def test_horse_swallowing_does_not_raise_an_active_trump(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "BT", "U1"], {2: "horse-swallowing"}, void={1: "U", 2: "U"})
    play(game, "0 play U5", "1 play BT", "2 play BT with horse-swallowing", "3 play U1")
    assert winner(game) == 1


@both
def test_many_umbrellas_doubles_a_4_or_a_5(kind: Kind) -> None:
    game = seated(kind, ["U9", "U5", "U8", "U4"], {1: "many-umbrellas"})
    play(game, "0 play U9", "1 play U5 with many-umbrellas", "2 play U8", "3 play U4")
    assert winner(game) == 1
    game = seated(kind, ["U8", "U4", "U7", "U1"], {1: "many-umbrellas"})
    play(game, "0 play U8", "1 play U4 with many-umbrellas", "2 play U7", "3 play U1")
    assert winner(game) == 0


@both
def test_many_umbrellas_goes_with_a_4_or_a_5_only(kind: Kind) -> None:
    game = seated(kind, ["U3 U4 U5 UT", "", "", ""], {0: "many-umbrellas"})
    assert refused(game, "0 play U3 with many-umbrellas") == "U3 cannot go with Many Umbrellas: only with a 4 or a 5"
    assert refused(game, "0 play UT with many-umbrellas") == "UT cannot go with Many Umbrellas: only with a 4 or a 5"
    assert {"play U4 with many-umbrellas", "play U5 with many-umbrellas"} <= legal(game)


@both
def test_ability_may_be_declared_without_effect(kind: Kind) -> None:
    game = seated(kind, ["U5", "B2", "", ""], {1: "horse-swallowing"}, void={1: "U"})
    play(game, "0 play U5", "1 play B2 with horse-swallowing")
    assert game.uses[1] == 1


# --- Linking Rings and Cup and Ball


@both
def test_linking_rings_frees_from_following_and_an_off_suit_trump_is_active(kind: Kind) -> None:
    game = seated(kind, ["U5", "U9 BT", "U1", "U2"], {1: "linking-rings"})
    play(game, "0 play U5", "1 play BT with linking-rings", "2 play U1", "3 play U2")
    assert winner(game) == 1


@both
def test_cup_and_ball_makes_any_card_follow_with_its_value(kind: Kind) -> None:
    game = seated(kind, ["U5", "U1 B8", "U7", "U2"], {1: "cup-and-ball"})
    play(game, "0 play U5", "1 play B8 with cup-and-ball", "2 play U7", "3 play U2")
    assert winner(game) == 1
    assert game.captured[1] == 1 + (3 << 8)  # one butterfly, three umbrellas


@both
def test_trump_with_cup_and_ball_is_an_idle_0(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "U1", "U2"], {1: "cup-and-ball"}, void={1: "U"})
    play(game, "0 play U5", "1 play BT with cup-and-ball", "2 play U1", "3 play U2")
    assert winner(game) == 0


@both
@pytest.mark.parametrize("ability", ["linking-rings", "cup-and-ball"])
def test_linking_rings_and_cup_and_ball_are_not_for_the_leader(kind: Kind, ability: str) -> None:
    game = seated(kind, ["U5", "", "", ""], {0: ability})
    assert refused(game, f"0 play U5 with {ability}").endswith(" cannot be used: not for the leader")
    assert not any(ability in move for move in legal(game))


# --- Fire Breathing


@both
def test_fire_breathing_counts_two_cards_together_and_the_lower_comes_back_uncaptured(kind: Kind) -> None:
    game = seated(kind, ["U8", "U3 U6", "U1", "U2"], {1: "fire-breathing"})
    play(game, "0 play U8", "1 play U3+U6 with fire-breathing")
    assert len(game.hand(1)) == 10
    play(game, "2 play U1", "3 play U2")
    assert winner(game) == 1
    assert "U3" in game.hand(1)
    assert len(game.hand(1)) == 11
    assert game.captured[1] == 4 << 8


@both
def test_equal_sum_of_fire_breathing_loses_to_the_first(kind: Kind) -> None:
    game = seated(kind, ["U9", "U3 U6", "U1", "U2"], {1: "fire-breathing"})
    play(game, "0 play U9", "1 play U3+U6 with fire-breathing", "2 play U1", "3 play U2")
    assert winner(game) == 0
    assert "U3" in game.hand(1)


@both
def test_fire_breathing_needs_two_numbers_of_one_suit_that_may_both_be_played(kind: Kind) -> None:
    game = seated(kind, ["U8", "U3 UT B1 B2", "", ""], {1: "fire-breathing"}, void={1: "U"})
    play(game, "0 play U8")
    barred = "Fire Breathing cannot be used: you must follow umbrella: U3, UT"
    assert refused(game, "1 play B1+B2 with fire-breathing") == barred
    assert refused(game, "1 play U3+U9 with fire-breathing") == barred
    assert "is no move of this game" in refused(game, "1 play U3+B1 with fire-breathing")
    assert "is no move of this game" in refused(game, "1 play U3+UT with fire-breathing")
    assert not any("fire" in move for move in legal(game))


@both
def test_fire_breathing_without_a_pair_is_refused_with_the_reason(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "fire-breathing"})
    game.hands[0] = 0b11 << 9 | 1 << 11  # three trumps of one suit and a 1 of the next
    needs = "Fire Breathing cannot be used: only with two number cards of one suit"
    assert refused(game, "0 play B1+B2 with fire-breathing") == needs
    reasons = {choice.token: choice.reason for choice in game.choices(0)}
    assert str(reasons["fire-breathing"]) == needs


@both
def test_fire_breathing_asks_for_the_lower_card_and_then_the_higher(kind: Kind) -> None:
    game = seated(kind, ["B2 B5 B9", "", "", ""], {0: "fire-breathing"})
    lower = [choice.token for choice in game.choices(0, ("fire-breathing",))]
    assert {"B2", "B5"} <= set(lower)
    assert "B9" not in lower
    assert [choice.token for choice in game.choices(0, ("fire-breathing", "B5"))][-1] == "B9"
    assert game.text(game.move_of_path(0, ("fire-breathing", "B5", "B9"))) == "play B5+B9 with fire-breathing"
