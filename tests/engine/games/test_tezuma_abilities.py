"""Tezuma: refused moves, abilities that change the turns, and the number of their uses.

`test_tezuma_trick_winner` has the winners of tricks with abilities. `test_tezuma_referee` compares legal moves,
winners, leaders, hands and points in random games with abilities.
"""

from collections.abc import Mapping

import pytest

from engine.games.tezuma import Tezumashi, TezumaTrick
from tests.engine.games.tezuma_table import legal, play, refused, seated, winner

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]


# --- Refusals

BARRED = "Fire Breathing cannot be used: you must follow umbrella: U3, UT"


@both
@pytest.mark.parametrize(
    ("ability", "hand", "move", "reason"),
    [
        ("water-trick", "U2 U3 B1", "B1", "B1 cannot go: you must follow umbrella: U2, U3"),
        ("water-trick", "UT UT BT", "BT", "BT cannot go: you must follow umbrella: UT"),
        ("water-trick", "B1", "U2", "U2 is not in the hand"),
        ("sword-walking", "UT U2 BT", "BT with sword-walking", "BT cannot go: you must follow umbrella: U2, UT"),
        (
            "butterfly-dance",
            "UT U1",
            "U1 with butterfly-dance",
            "U1 cannot go with Butterfly Dance: only with a trump",
        ),
        (
            "many-umbrellas",
            "U3 U4",
            "U3 with many-umbrellas",
            "U3 cannot go with Many Umbrellas: only with a 4 or a 5",
        ),
        (
            "many-umbrellas",
            "UT U4",
            "UT with many-umbrellas",
            "UT cannot go with Many Umbrellas: only with a 4 or a 5",
        ),
        ("baby-chicks", "U1", "U1 with water-trick", "Water Trick cannot be used: this seat does not have it"),
        ("fire-breathing", "U3 UT B1 B2", "B1+B2 with fire-breathing", BARRED),
        ("fire-breathing", "U3 UT B1 B2", "U3+U9 with fire-breathing", BARRED),
    ],
)
def test_refusal_after_a_lead_of_u5_names_the_rule(kind: Kind, ability: str, hand: str, move: str, reason: str) -> None:
    game = seated(kind, ["U5", hand, "", ""], {1: ability}, void={1: "U"})
    play(game, "0 play U5")
    assert refused(game, f"1 play {move}") == reason
    assert f"play {move}" not in legal(game)


@both
@pytest.mark.parametrize("after_sand", [False, True])
@pytest.mark.parametrize("ability", ["paper-egg", "butterfly-dance", "linking-rings", "cup-and-ball"])
def test_some_abilities_are_not_for_the_seat_that_sets_the_suit(kind: Kind, ability: str, *, after_sand: bool) -> None:
    seat = int(after_sand)
    game = seated(kind, ["UT", "UT", "", ""], {0: "five-color-sand", seat: ability})
    if after_sand:
        play(game, "0 win with five-color-sand")
    move = "defer with paper-egg" if ability == "paper-egg" else f"play UT with {ability}"
    assert refused(game, f"{seat} {move}").endswith(" cannot be used: not for the leader")
    assert not any(" with " in one for one in legal(game))


@both
def test_seat_that_defers_must_then_follow_without_an_ability(kind: Kind) -> None:
    game = seated(kind, ["U5", "U2", "U3", "U9 B1"], {3: "paper-egg"}, void={3: "U"})
    play(game, "0 play U5", "1 play U2", "2 play U3", "3 defer with paper-egg")
    assert refused(game, "3 defer with paper-egg") == "Paper Egg cannot be used: only one ability a trick"
    assert refused(game, "3 play B1") == "B1 cannot go: you must follow umbrella: U9"
    assert legal(game) == {"play U9"}


@both
def test_fire_breathing_with_two_suits_or_a_trump_is_no_move(kind: Kind) -> None:
    game = seated(kind, [""] * 4)
    for cards in ("U3+B1", "U3+UT"):
        assert "is no move of this game" in refused(game, f"0 play {cards} with fire-breathing")


# --- Turns


@both
def test_paper_egg_lets_a_seat_play_after_all_others(kind: Kind) -> None:
    game = seated(kind, ["U5", "U9", "U2", "U3"], {1: "paper-egg"})
    phases = []
    for move in ("0 play U5", "1 defer with paper-egg", "2 play U2", "3 play U3", "1 play U9"):
        phases.append(game.phase.id)
        play(game, move)
    assert phases == ["lead", "follow", "follow", "follow", "last"]
    assert [(seat, game.text(move)) for seat, move in game.tricks()[0][1]] == [
        (0, "play U5"), (1, "defer with paper-egg"), (2, "play U2"), (3, "play U3"), (1, "play U9"),
    ]  # fmt: skip
    assert (winner(game), game.to_act, game.phase.id) == (1, (1,), "lead")


@both
@pytest.mark.parametrize(
    ("abilities", "leader"),
    [
        ({2: "baby-chicks"}, 2),
        ({3: "pail-dance"}, 0),
        ({1: "baby-chicks", 2: "pail-dance"}, 3),
        ({1: "pail-dance", 2: "baby-chicks"}, 2),
    ],
)
def test_last_declared_ability_for_the_next_lead_decides(kind: Kind, abilities: Mapping[int, str], leader: int) -> None:
    game = seated(kind, ["U2", "U5", "U3", "U4"], abilities)
    for seat, card in enumerate(("U2", "U5", "U3", "U4")):
        play(game, f"{seat} play {card}" + (f" with {abilities[seat]}" if seat in abilities else ""))
    assert (game.won, game.to_act) == ([0, 1, 0, 0], (leader,))


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


@both
def test_sand_by_the_leader_lets_the_left_neighbour_set_the_suit_and_keeps_the_leader_in_records(kind: Kind) -> None:
    game = seated(kind, ["", "B4 U5", "U9", "U2"], {0: "five-color-sand"})
    play(game, "0 win with five-color-sand")
    assert (game.to_act, game.phase.id) == ((1,), "lead")
    play(game, "1 play U5")
    assert "suit to follow: umbrella" in str(game.table_lines()[0]).lower()
    play(game, "2 play U9", "3 play U2")
    leader, plays, won_by = game.tricks()[0]
    assert (leader, won_by) == (0, 0)
    assert [seat for seat, _ in plays] == [0, 1, 2, 3]
    assert len(game.hand(0)) == 12


# --- Uses


@pytest.mark.parametrize(("kind", "uses"), [(TezumaTrick, 2), (Tezumashi, 4)])
def test_water_trick_has_two_uses_in_one_edition_and_four_in_the_other(kind: Kind, uses: int) -> None:
    assert seated(kind, ["", "", "", ""], {0: "water-trick"}).uses[0] == uses


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
def test_new_round_starts_with_all_uses_and_a_new_draft(kind: Kind) -> None:
    game = seated(kind, ["U1", "", "", ""], {0: "baby-chicks"})
    play(game, "0 play U1 with baby-chicks")
    while game.round == 1:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert game.abilities == [0, 0, 0, 0]
    play(game, "1 take ability baby-chicks")
    assert game.uses[1] == 2
