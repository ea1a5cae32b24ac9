"""Scharfe Schoten: secrets, refusals, forced moves and public knowledge.

`test_scharfe_schoten_reference` compares legal moves, turns, winners and points in random games.
"""

from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

from engine import phrases
from engine.contract.chance import Chance
from engine.errors import IllegalMove
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.text import Text, card_text
from tests.engine.games.scharfe_schoten_table import seen

TRUMPS = ("G10", "K9", "R2", "Y1")
DECK = [f"{colour}{number}" for colour in "RYGK" for number in range(1, 13)]
OTHER_REDS = ("R1", "R3", "R4", "R5", "R6", "R7", "R8", "R10")


def table(*hands: Sequence[str], rack: Sequence[str] = ()) -> ScharfeSchoten:
    """Return a game whose first deal has these hands and this rack; the other cards are dealt in an arbitrary way."""
    size = 12 if len(hands) == 3 else 10
    rest = [code for code in DECK if code not in rack and not any(code in hand for hand in hands)]
    dealt = []
    for hand in hands:
        more = size - len(hand)
        dealt.append([*hand, *rest[-more:]] if more else list(hand))
        rest = rest[: len(rest) - more]
    deal = {"hands": dealt, "rack": [*rack, *rest], "trumps": list(TRUMPS)}
    return ScharfeSchoten(len(hands), {}, Chance(b"later rounds", {"first": 0}, [deal]))


def play(game: ScharfeSchoten, *moves: str) -> ScharfeSchoten:
    """Play moves in the notation of a record."""
    for move in moves:
        seat, _, text = move.partition(" ")
        game.play(int(seat), game.parse(text))
    return game


def predicted(game: ScharfeSchoten) -> ScharfeSchoten:
    """Let everybody predict that they will capture red cards most and yellow cards fewest."""
    return play(game, *(f"{seat} predict R Y" for seat in game.to_act))


def legal(game: ScharfeSchoten) -> list[str]:
    """Return the legal moves of the only seat that must act."""
    (seat,) = game.to_act
    return [game.text(move) for move in game.legal_moves(seat)]


def reason(game: ScharfeSchoten, move: str) -> Text:
    """Return the refusal of a move."""
    with pytest.raises(IllegalMove) as caught:
        play(game, move)
    return caught.value.reason


def worked_example() -> ScharfeSchoten:
    """Play the example trick of the printed rules: seat 1 has no red card, and the trump R2 wins."""
    game = table(["R9", "R12"], ["K8"], ["R11"], ["R2"], rack=OTHER_REDS)
    return play(predicted(game), "0 play R9", "1 play K8", "2 play R11", "3 play R2")


def test_hint_for_taking_depends_on_the_prediction() -> None:
    assert "the one that you predicted fewest of" in str(worked_example().hint(3))


# --- Predictions


def test_predictions_are_simultaneous_and_secret_until_the_last() -> None:
    game = play(table([], [], [], []), "2 predict R Y", "0 predict K G", "3 predict G K")
    assert game.to_act == (1,)
    assert seen(game, 1)["predictions"] is None
    assert seen(game, 1)["predicted"] == [True, False, True, True]
    assert seen(game, 0)["prediction"] == ["K", "G"]
    assert "black" not in " ".join(str(line) for line in seen(game, 1)["log"])
    play(game, "1 predict Y R")
    assert seen(game)["predictions"] == [["K", "G"], ["Y", "R"], ["R", "Y"], ["G", "K"]]
    assert game.to_act == (0,)


@pytest.mark.parametrize("number", range(4))
def test_colours_are_offered_strongest_first_as_the_picture_shows_them(number: int) -> None:
    game = ScharfeSchoten(4, {}, Chance(bytes([number])))
    strongest = [code[0] for code in seen(game)["trumps"]]
    assert [one.token for one in game.choices(0)] == strongest
    assert [one.token for one in game.choices(0, ("G",))] == [colour for colour in strongest if colour != "G"]
    while game.phase.id != "take":
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    assert [one.token for one in game.choices(game.to_act[0])] == strongest


def test_no_card_is_played_before_everybody_has_predicted() -> None:
    assert reason(table(["R9"], [], [], []), "0 play R9").key == "not-now"


def test_prediction_is_never_forced() -> None:
    game = table([], [], [], [])
    assert all(game.forced(seat) is None for seat in range(4))


# --- The trick


def test_seat_with_the_led_colour_must_follow_with_any_card() -> None:
    reds = ["R9", "R12", "R2"]
    game = play(predicted(table(["R11"], [*reds, "K9"], [], [], rack=OTHER_REDS)), "0 play R11")
    assert sorted(legal(game)) == sorted(f"play {code}" for code in reds)
    assert str(reason(game, "1 play K9")) == "K9 cannot go: you must follow red: R2, R9, R12"


def test_seat_without_the_led_colour_may_play_any_card() -> None:
    game = play(predicted(table(["R9", "R12", "R11", "R2"], ["K9"], [], [], rack=OTHER_REDS)), "0 play R9")
    assert sorted(legal(game)) == sorted(f"play {code}" for code in game.hand(1))
    assert seen(game, 1)["prompt"] == phrases.CANNOT_FOLLOW(suit=SUITS[0].name)


def test_card_that_is_not_in_the_hand_is_refused() -> None:
    assert reason(predicted(table(["R9"], ["R11"], [], [])), "0 play R11") == phrases.NOT_IN_HAND(card=card_text("R11"))


# --- The rack


@pytest.mark.parametrize("seats", ScharfeSchoten.seat_counts)
def test_record_may_fix_the_rack_alone(seats: int) -> None:
    whole = ScharfeSchoten(seats, None, Chance(b"1"))
    rack = cast("list[str]", whole.deal_data()[0]["rack"])
    game = ScharfeSchoten(seats, None, Chance(b"2", {}, [{"rack": rack}]))
    assert game.deal_data()[0]["rack"] == rack
    assert {len(game.hand(seat)) for seat in range(seats)} == {len(whole.hand(0))}
    dealt, hands = ({card for seat in range(seats) for card in one.hand(seat)} for one in (game, whole))
    assert dealt == hands


def test_taking_from_the_rack_is_a_duty_and_only_the_colour_is_chosen() -> None:
    game = worked_example()
    assert legal(game) == ["take R"]
    assert str(reason(game, "3 take G")) == "the rack has no green left: take red"
    assert reason(game, f"3 play {game.hand(3)[0]}").key == "not-now"


def test_card_can_be_taken_only_after_a_trick() -> None:
    game = predicted(table(["R9"], [], [], []))
    assert reason(game, "0 take R").key == "not-now"


# --- Public knowledge


def test_colours_are_public_everywhere() -> None:
    game = worked_example()
    view = seen(game)
    for seat in range(4):
        colours = [code[0] for code in game.hand(seat)]
        assert view["hand_colours"][seat] == {colour: colours.count(colour) for colour in "RYGK"}
    assert view["rack"] == {"R": 8, "Y": 0, "G": 0, "K": 0}


def test_one_colour_left_in_the_rack_is_forced() -> None:
    game = worked_example()
    assert game.forced(3) == game.parse("take R")


def test_only_card_of_the_led_colour_is_forced() -> None:
    game = play(predicted(table(["R9"], ["R11"], ["R2", "R12"], [], rack=OTHER_REDS)), "0 play R9")
    assert game.forced(1) == game.parse("play R11")
    play(game, "1 play R11")
    assert game.forced(2) is None
    play(game, "2 play R12")
    assert game.forced(3) is None


def test_last_card_is_forced() -> None:
    game = predicted(table([], [], [], []))
    random = Random(3)
    while len(game.hand(game.to_act[0])) > 1 or len(game.tricks()) < 9 or seen(game)["phase_id"] == "take":
        (seat,) = game.to_act
        game.play(seat, random.choice(game.legal_moves(seat)))
    (seat,) = game.to_act
    assert game.forced(seat) == game.parse(f"play {game.hand(seat)[0]}")
