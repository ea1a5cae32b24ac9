"""Tezuma: abilities that change the order, the trumps, the next lead or the whole trick, and the number of uses."""

from __future__ import annotations

import pytest

from engine.games.tezuma import Tezumashi, TezumaTrick
from tests.engine.games.tezuma_table import legal, play, refused, seated, winner

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]


# --- Sword Walking


@both
def test_sword_walking_beats_an_active_trump_played_before(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "BT", "B1"], {2: "sword-walking"}, void={1: "U", 2: "U", 3: "U"})
    play(game, "0 play U5", "1 play BT", "2 play BT with sword-walking", "3 play B1")
    assert winner(game) == 2


@both
def test_sword_walking_may_be_declared_with_any_card_that_may_be_played(kind: Kind) -> None:
    game = seated(kind, ["U5", "UT U2 BT", "", ""], {1: "sword-walking"}, void={1: "U"})
    play(game, "0 play U5")
    assert legal(game) == {"play U2", "play UT", "play U2 with sword-walking", "play UT with sword-walking"}
    assert refused(game, "1 play BT with sword-walking") == "BT cannot go: you must follow umbrella: U2, UT"


@both
def test_leader_may_declare_sword_walking_too(kind: Kind) -> None:
    game = seated(kind, ["UT U2", "", "", ""], {0: "sword-walking"})
    assert {"play UT with sword-walking", "play U2 with sword-walking"} <= legal(game)


@both
@pytest.mark.parametrize("earlier", [True, False])
def test_water_trick_cancels_sword_walking_of_an_off_suit_trump(kind: Kind, *, earlier: bool) -> None:
    water = 0 if earlier else 2
    game = seated(kind, ["U5", "BT", "U2", "U3"], {1: "sword-walking", water: "water-trick"}, void={1: "U"})
    moves = ["0 play U5", "1 play BT with sword-walking", "2 play U2", "3 play U3"]
    moves[water] += " with water-trick"
    play(game, *moves)
    assert winner(game) == 0
    assert game.uses[1] == 3


@both
def test_sword_walking_wins_equal_numbers(kind: Kind) -> None:
    game = seated(kind, ["U7", "U9", "U1", "U2"], {0: "horse-swallowing", 1: "sword-walking"})
    play(game, "0 play U7 with horse-swallowing", "1 play U9 with sword-walking", "2 play U1", "3 play U2")
    assert winner(game) == 1


@both
def test_sword_walking_wins_trumps_tied_at_0(kind: Kind) -> None:
    game = seated(kind, ["UT", "UT", "B1", "B2"], {1: "sword-walking"}, void={2: "U", 3: "U"})
    play(game, "0 play UT", "1 play UT with sword-walking", "2 play B1", "3 play B2")
    assert winner(game) == 1


@both
def test_sword_walking_does_not_beat_a_higher_value(kind: Kind) -> None:
    game = seated(kind, ["U7", "U6", "U1", "U2"], {1: "sword-walking"})
    play(game, "0 play U7", "1 play U6 with sword-walking", "2 play U1", "3 play U2")
    assert winner(game) == 0


# --- Paper Egg


@both
def test_paper_egg_lets_a_seat_play_after_all_others(kind: Kind) -> None:
    game = seated(kind, ["U5", "U9", "U2", "U3"], {1: "paper-egg"})
    play(game, "0 play U5", "1 defer with paper-egg")
    assert game.to_act == (2,)
    play(game, "2 play U2", "3 play U3")
    assert game.to_act == (1,)
    play(game, "1 play U9")
    assert [game.text(move) for _, move in game.tricks()[0][1]] == [
        "play U5", "defer with paper-egg", "play U2", "play U3", "play U9",
    ]  # fmt: skip
    assert [seat for seat, _ in game.tricks()[0][1]] == [0, 1, 2, 3, 1]
    assert winner(game) == 1
    assert game.to_act == (1,)


@both
def test_paper_egg_is_open_to_the_last_seat_in_turn_too(kind: Kind) -> None:
    game = seated(kind, ["U5", "U2", "U3", "U9"], {3: "paper-egg"})
    play(game, "0 play U5", "1 play U2", "2 play U3", "3 defer with paper-egg")
    assert game.to_act == (3,)
    assert refused(game, "3 defer with paper-egg") == "Paper Egg cannot be used: only one ability a trick"
    play(game, "3 play U9")
    assert winner(game) == 3


@both
def test_deferred_card_must_follow_without_another_ability(kind: Kind) -> None:
    game = seated(kind, ["U5", "U9 B1", "U2", "U3"], {1: "paper-egg"}, void={1: "U"})
    play(game, "0 play U5", "1 defer with paper-egg", "2 play U2", "3 play U3")
    assert legal(game) == {"play U9"}
    assert refused(game, "1 play B1") == "B1 cannot go: you must follow umbrella: U9"


@both
def test_paper_egg_card_is_last_in_every_tie(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "BT", "U2"], {1: "paper-egg"}, void={1: "U", 2: "U"})
    play(game, "0 play U5", "1 defer with paper-egg", "2 play BT", "3 play U2", "1 play BT")
    assert winner(game) == 2


@both
def test_paper_egg_is_not_for_the_leader(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "paper-egg"})
    assert refused(game, "0 defer with paper-egg") == "Paper Egg cannot be used: not for the leader"
    assert "defer with paper-egg" not in legal(game)


# --- Water Trick and Butterfly Dance


@both
def test_water_trick_idles_trumps_played_before_and_after(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "U2", "BT"], {2: "water-trick"}, void={1: "U", 3: "U"})
    play(game, "0 play U5", "1 play BT", "2 play U2 with water-trick", "3 play BT")
    assert winner(game) == 0


@both
def test_water_trick_lasts_one_trick(kind: Kind) -> None:
    game = seated(kind, ["U5 U6", "BT BT", "U2 U1", "U3 U4"], {0: "water-trick"}, void={1: "U"})
    play(game, "0 play U5 with water-trick", "1 play BT", "2 play U2", "3 play U3")
    assert winner(game) == 0
    play(game, "0 play U6", "1 play BT", "2 play U1", "3 play U4")
    assert winner(game) == 1


@pytest.mark.parametrize(("kind", "uses"), [(TezumaTrick, 2), (Tezumashi, 4)])
def test_water_trick_has_two_uses_in_one_edition_and_four_in_the_other(kind: Kind, uses: int) -> None:
    game = seated(kind, ["", "", "", ""], {0: "water-trick"})
    assert game.uses[0] == uses


@pytest.mark.parametrize("water_first", [True, False])
def test_butterfly_dance_is_active_when_following_and_against_water_trick(*, water_first: bool) -> None:
    for kind in (TezumaTrick, Tezumashi):
        water, dancer = (1, 2) if water_first else (2, 1)
        cards = ["U5", "U9", "U9", "U1"]
        cards[dancer], cards[water] = "UT", "U9"
        game = seated(kind, cards, {water: "water-trick", dancer: "butterfly-dance"})
        texts = {water: f"{water} play U9 with water-trick", dancer: f"{dancer} play UT with butterfly-dance"}
        play(game, "0 play U5", texts[1], texts[2], "3 play U1")
        assert winner(game) == dancer


@both
def test_butterfly_dance_goes_with_trumps_only_and_is_not_for_the_leader(kind: Kind) -> None:
    game = seated(kind, ["UT", "UT U1", "", ""], {0: "butterfly-dance"})
    assert refused(game, "0 play UT with butterfly-dance") == "Butterfly Dance cannot be used: not for the leader"
    game = seated(kind, ["U5", "UT U1", "", ""], {1: "butterfly-dance"})
    play(game, "0 play U5")
    assert refused(game, "1 play U1 with butterfly-dance") == "U1 cannot go with Butterfly Dance: only with a trump"
    assert "play UT with butterfly-dance" in legal(game)


@both
def test_dancing_trump_ties_with_other_active_trumps_by_order(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "UT", "U1"], {2: "butterfly-dance"}, void={1: "U"})
    play(game, "0 play U5", "1 play BT", "2 play UT with butterfly-dance", "3 play U1")
    assert winner(game) == 1


# --- Baby Chicks and Pail Dance


@both
def test_baby_chicks_leads_the_next_trick_without_winning_this_one(kind: Kind) -> None:
    game = seated(kind, ["U5", "U2", "U3", "U4"], {2: "baby-chicks"})
    play(game, "0 play U5", "1 play U2", "2 play U3 with baby-chicks", "3 play U4")
    assert winner(game) == 0
    assert game.won == [1, 0, 0, 0]
    assert game.to_act == (2,)


@both
def test_pail_dance_lets_the_left_neighbour_lead_the_next_trick(kind: Kind) -> None:
    game = seated(kind, ["U5", "U2", "U3", "U4"], {3: "pail-dance"})
    play(game, "0 play U5", "1 play U2", "2 play U3", "3 play U4 with pail-dance")
    assert winner(game) == 0
    assert game.to_act == (0,)
    play(game, "0 play " + game.hand(0)[0])
    assert game.to_act == (1,)


@both
@pytest.mark.parametrize(
    ("first", "second", "leader"), [("baby-chicks", "pail-dance", 3), ("pail-dance", "baby-chicks", 2)]
)
def test_later_one_of_baby_chicks_and_pail_dance_decides(kind: Kind, first: str, second: str, leader: int) -> None:
    game = seated(kind, ["U5", "U2", "U3", "U4"], {1: first, 2: second})
    play(game, "0 play U5", f"1 play U2 with {first}", f"2 play U3 with {second}", "3 play U4")
    assert game.to_act == (leader,)


@both
def test_baby_chicks_in_the_last_trick_does_not_change_the_next_starter(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "baby-chicks"})
    while game.round == 1:
        seat = game.to_act[0]
        plain = game.legal_moves(seat)[0]
        with_chicks = f"{game.text(plain)} with baby-chicks"
        if len(game.finished) == 11 and seat == 0:
            play(game, f"0 {with_chicks}")
        else:
            game.play(seat, plain)
    assert game.to_act == (1,)


# --- Five-Color Sand


@both
def test_sand_by_the_leader_lets_the_left_neighbour_set_the_suit_and_keeps_the_leader_in_records(kind: Kind) -> None:
    game = seated(kind, ["", "B4 U5", "U9", "U2"], {0: "five-color-sand"})
    play(game, "0 win with five-color-sand")
    assert game.to_act == (1,)
    play(game, "1 play U5")
    assert "suit to follow: umbrella" in str(game.table_lines()[0]).lower()
    play(game, "2 play U9", "3 play U2")
    leader, plays, won_by = game.tricks()[0]
    assert (leader, won_by) == (0, 0)
    assert [seat for seat, _ in plays] == [0, 1, 2, 3]
    assert len(game.hand(0)) == 12


@both
@pytest.mark.parametrize("ability", ["paper-egg", "butterfly-dance", "linking-rings", "cup-and-ball"])
def test_seat_that_sets_the_suit_after_sand_counts_as_the_leader(kind: Kind, ability: str) -> None:
    game = seated(kind, ["", "UT", "", ""], {0: "five-color-sand", 1: ability})
    play(game, "0 win with five-color-sand")
    move = "defer with paper-egg" if ability == "paper-egg" else f"play UT with {ability}"
    assert refused(game, f"1 {move}").endswith(" cannot be used: not for the leader")
    assert not any(" with " in one for one in legal(game))


@both
def test_card_left_over_by_sand_scores_nothing(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {2: "five-color-sand"})
    play(game, f"0 {game.text(game.legal_moves(0)[0])}", f"1 {game.text(game.legal_moves(1)[0])}")
    play(game, "2 win with five-color-sand")
    while game.round == 1:
        if len(game.finished) == 11 and game.to_act == (2,):
            assert len(game.hand(2)) == 2
            assert game.forced(2) is None
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    results = game.results[0]
    assert sum(result.won for result in results) == 12


# --- Uses


@both
def test_ability_is_unavailable_after_its_last_use(kind: Kind) -> None:
    game = seated(kind, ["U1 U2 U3", "", "", ""], {0: "baby-chicks"})
    for number in (1, 2):
        play(game, f"0 play U{number} with baby-chicks")
        while game.to_act != (0,):
            game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert refused(game, "0 play U3 with baby-chicks") == "Baby Chicks cannot be used: no uses left"
    assert all(choice.token != "baby-chicks" for choice in game.choices(0))


@both
def test_ability_that_a_seat_does_not_have_is_refused(kind: Kind) -> None:
    game = seated(kind, ["U1", "", "", ""], {0: "baby-chicks"})
    assert refused(game, "0 play U1 with water-trick") == "Water Trick cannot be used: this seat does not have it"


@both
def test_new_round_starts_with_all_uses_and_a_new_draft(kind: Kind) -> None:
    game = seated(kind, ["U1", "", "", ""], {0: "baby-chicks"})
    play(game, "0 play U1 with baby-chicks")
    while game.round == 1:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert game.abilities == [0, 0, 0, 0]
    play(game, "1 take ability baby-chicks")
    assert game.uses[1] == 2


# --- Kinds of decision


@both
def test_next_seat_leads_after_sand_and_paper_egg_plays_last(kind: Kind) -> None:
    game = seated(kind, ["", "U5", "U9", "U2"], {0: "five-color-sand", 2: "paper-egg"})
    moves = ["0 win with five-color-sand", "1 play U5", "2 defer with paper-egg", "3 play U2", "2 play U9"]
    seen = []
    for move in moves:
        seen.append(game.phase.id)
        play(game, move)
    assert seen == ["lead", "lead", "follow", "follow", "last"]
    assert game.phase.id == "lead"
