"""Tezuma: views, prompts, forced moves, and the knowledge of a sampler."""

from random import Random
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.games.tezuma import Tezumashi, TezumaTrick, messages
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.view import TezumaViewBuilder
from engine.highlights import by_round, tricks_won
from locales import Translation
from tests.engine.games.tezuma_table import play, seated
from tests.engine.kit.cases import Case, finished

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]


def lines(texts: list[Any]) -> list[str]:
    return [str(text) for text in texts]


def until_last_trick(game: Any, seat: int, *, leads: bool) -> bool:
    """Play on without abilities until `seat` must make its last play.

    With `leads`, return whether the seat leads this trick; without `leads`, return whether it follows. Return False if
    the round ends before that play.
    """
    while len(game.finished) < 11 or game.to_act != (seat,):
        if game.round > 1:
            return False
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    return (not game.trick) == leads


def forced_in_last_trick(kind: Kind, ability: str, *, leads: bool) -> set[bool]:
    """Return the different answers, over several deals, to this question: is the last card of seat 1 forced?

    Seat 1 still has this ability. With `leads`, it leads the last trick; without `leads`, it follows.
    """
    found = set()
    for seed in range(20):
        game = seated(kind, ["", "", "", ""], {1: ability}, seed=seed)
        if until_last_trick(game, 1, leads=leads):
            forced = game.forced(1)
            assert forced is None or game.legal_moves(1) == (forced,)
            found.add(forced is not None)
    return found


# --- Choices and lines


@both
def test_first_choices_are_the_hand_in_suit_order_and_then_the_ability(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "horse-swallowing"})
    tokens = [choice.token for choice in game.choices(0)]
    assert tokens == [*dict.fromkeys(game.hand(0)), "horse-swallowing"]
    assert str(game.choices(0)[-1].label) == "Horse-Swallowing (2 left)"
    assert [choice.token for choice in game.choices(0, ("horse-swallowing",))] == tokens[:-1]


@both
def test_unusable_ability_is_offered_with_the_reason(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "paper-egg"})
    assert str(game.choices(0)[-1].reason) == "Paper Egg cannot be used: not for the leader"
    assert game.move_of_path(0, ("paper-egg",)) == game.parse("defer with paper-egg")


@both
def test_seat_lines_have_drafted_cards_tricks_and_hand_size(kind: Kind) -> None:
    game = seated(kind, ["", "", "", ""], {0: "water-trick"})
    table = kind.edition.bids[game.bids[0] - 1].table
    uses = game.uses[0]
    assert lines(game.view()["by_seat"][0]) == [
        "pain suit butterfly",
        f"bid {table}",
        f"Water Trick ({uses} left)",
        "0 tricks won",
        "12 cards in hand",
    ]


@both
def test_table_lines_have_the_state_of_the_trick(kind: Kind) -> None:
    game = seated(kind, ["U5", "", "U9", ""], {0: "water-trick", 1: "paper-egg", 2: "pail-dance"})
    play(game, "0 play U5 with water-trick", "1 defer with paper-egg", "2 play U9 with pail-dance")
    assert lines(game.table_lines())[:4] == [
        "Suit to follow: umbrella",
        "No trump is active in this trick",
        "seat 1 plays last in this trick",
        "seat 3 leads the next trick",
    ]
    assert "Paper Egg: you play last in this trick; not for the leader" in lines(game.table_lines())


@both
def test_log_has_abilities_the_winner_and_the_returned_card(kind: Kind) -> None:
    game = seated(kind, ["U2", "U1", "U3 U5", "U4"], {2: "fire-breathing", 3: "baby-chicks"})
    start = len(game.log)
    play(game, "0 play U2", "1 play U1", "2 play U3+U5 with fire-breathing", "3 play U4 with baby-chicks")
    assert lines(game.log[start:]) == [
        "seat 0 leads U2",
        "seat 1 plays U1",
        "seat 2 plays U3, U5 with Fire Breathing",
        "seat 3 plays U4 with Baby Chicks",
        "seat 2 wins the trick",
        "U3 goes back to the hand of seat 2",
        "seat 3 leads the next trick",
    ]


@pytest.mark.parametrize(
    ("move", "spoken"),
    [
        ("play B7", "B7"),
        ("play B7 with horse-swallowing", "B7 + Horse-Swallowing"),
        ("play B3+B5 with fire-breathing", "B3, B5 + Fire Breathing"),
        ("defer with paper-egg", "Paper Egg"),
        ("win with five-color-sand", "Five-Color Sand"),
    ],
)
def test_every_play_has_a_description(move: str, spoken: str) -> None:
    assert str(TezumaTrick.played_cards(TezumaTrick.parse(move)).text) == spoken


@pytest.mark.parametrize(("language", "said"), [("en", "leading or following it is a 0"), ("ja", "ほかは0")])
def test_hint_says_that_a_led_trump_is_a_0(language: str, said: str) -> None:
    assert said in Translation(language, game=TezumaTrick).text(messages.HINT_PLAY())


def test_score_sheet_of_a_round_below_0_has_the_correction() -> None:
    game = seated(TezumaTrick, ["", "", "", ""])
    while not game.over:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    below = 0
    for results, number in zip(game.results, range(1, 5), strict=True):
        for result, entries in zip(results, game.sheet(number), strict=True):
            by_bid, by_pain, lifted = game.points(result)
            if not lifted:
                assert [points for _, points in entries] == [by_bid, by_pain]
                continue
            below += 1
            [(text, points)] = entries
            sum_ = rf"{by_bid} - {-by_pain} = {by_bid + by_pain}" if by_bid else f"{by_pain}"
            assert points == 0
            assert str(text).endswith(f"{-by_pain} captured\u00a0→\u00a0{sum_}, counted as 0")
    assert below


# --- Forced moves


@both
@pytest.mark.parametrize("ability", ["fire-breathing"])
def test_last_card_is_forced_if_the_ability_needs_two(kind: Kind, ability: str) -> None:
    assert forced_in_last_trick(kind, ability, leads=False) == {True}
    assert forced_in_last_trick(kind, ability, leads=True) == {True}


@pytest.mark.drawn(1)
@both
@pytest.mark.parametrize("ability", ["paper-egg", "butterfly-dance", "linking-rings", "cup-and-ball"])
def test_leaders_last_card_is_forced_if_the_ability_is_not_for_the_leader(kind: Kind, ability: str) -> None:
    assert forced_in_last_trick(kind, ability, leads=True) == {True}
    assert forced_in_last_trick(kind, ability, leads=False) == {False}


@pytest.mark.drawn(1)
@both
@pytest.mark.parametrize(
    "ability", ["sword-walking", "horse-swallowing", "many-umbrellas", "five-color-sand", "baby-chicks"]
)
def test_last_card_is_not_forced_if_the_ability_goes_with_some_card(kind: Kind, ability: str) -> None:
    assert forced_in_last_trick(kind, ability, leads=False) == {False}
    assert forced_in_last_trick(kind, ability, leads=True) == {False}


def test_without_abilities_the_last_card_is_forced() -> None:
    game = Tezumashi(4, {"abilities": "none"}, Chance(b"x"))
    while game.phase is DRAFT or len(game.finished) < 11:
        assert game.forced(game.to_act[0]) is None or game.phase is DRAFT
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert game.forced(game.to_act[0]) == game.legal_moves(game.to_act[0])[0]


# --- The knowledge of a sampler


def drawn_hands(game: Any, viewer: int, seat: int, count: int = 60) -> list[list[str]]:
    draw, random = type(game).sampler(game.view(viewer)), Random(5)
    return [draw(random).hand(seat) for _ in range(count)]


@both
def test_seat_that_did_not_follow_is_drawn_void(kind: Kind) -> None:
    game = seated(kind, ["U5", "B2", "", ""], void={1: "U"})
    play(game, "0 play U5", "1 play B2")
    for viewer in (0, 2, 3):
        assert not any(card[0] == "U" for hand in drawn_hands(game, viewer, 1) for card in hand)


@both
@pytest.mark.parametrize("ability", ["linking-rings", "cup-and-ball"])
def test_ability_that_lifts_the_duty_reveals_no_void(kind: Kind, ability: str) -> None:
    game = seated(kind, ["U5", "B2 U1", "", ""], {1: ability})
    play(game, "0 play U5", f"1 play B2 with {ability}")
    assert any(card[0] == "U" for hand in drawn_hands(game, 0, 1) for card in hand)


@both
def test_other_abilities_on_an_off_suit_card_reveal_the_void(kind: Kind) -> None:
    game = seated(kind, ["U5", "B2 B3", "", ""], {1: "fire-breathing"}, void={1: "U"})
    play(game, "0 play U5", "1 play B2+B3 with fire-breathing")
    assert not any(card[0] == "U" for hand in drawn_hands(game, 0, 1) for card in hand)


@both
def test_paper_egg_and_sand_reveal_no_void_but_the_egg_card_may(kind: Kind) -> None:
    game = seated(kind, ["U5", "B2", "U2", "U3"], {1: "paper-egg", 2: "five-color-sand"}, void={1: "U"})
    play(game, "0 play U5", "1 defer with paper-egg", "2 win with five-color-sand")
    assert any(card[0] == "U" for hand in drawn_hands(game, 0, 1) for card in hand)
    assert any(card[0] == "U" for hand in drawn_hands(game, 0, 2) for card in hand)
    play(game, "3 play U3", "1 play B2")
    assert not any(card[0] == "U" for hand in drawn_hands(game, 0, 1) for card in hand)


@both
def test_returned_fire_breathing_card_is_known_until_played(kind: Kind) -> None:
    game = seated(kind, ["U8", "U3 U9", "U1", "U2"], {1: "fire-breathing"})
    play(game, "0 play U8", "1 play U3+U9 with fire-breathing", "2 play U1", "3 play U2")
    assert all("U3" in hand for hand in drawn_hands(game, 0, 1))
    assert all("U9" not in hand for seat in range(4) for hand in drawn_hands(game, 0, seat))
    play(game, "1 play U3")
    assert all("U3" not in hand for seat in range(4) for hand in drawn_hands(game, 0, seat))


@both
def test_fire_breathing_cards_are_in_no_hand_during_the_trick(kind: Kind) -> None:
    game = seated(kind, ["U8", "U3 U9", "U1", "U2"], {1: "fire-breathing"})
    play(game, "0 play U8", "1 play U3+U9 with fire-breathing")
    assert all(not {"U3", "U9"} & set(hand) for seat in range(4) for hand in drawn_hands(game, 2, seat))


@both
def test_void_of_the_last_round_is_forgotten(kind: Kind) -> None:
    game = seated(kind, ["U5", "B2", "", ""], void={1: "U"})
    play(game, "0 play U5", "1 play B2")
    while game.round == 1:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert any(card[0] == "U" for hand in drawn_hands(game, 0, 1) for card in hand)


@both
def test_drawn_game_keeps_the_declarations_of_the_open_trick(kind: Kind) -> None:
    game = seated(kind, ["U5", "", "", ""], {0: "water-trick", 1: "paper-egg", 2: "pail-dance"})
    play(game, "0 play U5 with water-trick", "1 defer with paper-egg")
    drawn = kind.sampler(game.view(0))(Random(1))
    for name in ("watered", "egg", "next_leader", "follow", "armed", "uses", "leader", "trick", "captured"):
        assert getattr(drawn, name) == getattr(game, name)


@both
def test_bid_that_the_last_trick_of_a_round_has_made_is_a_highlight(kind: Kind) -> None:
    told = []
    for number in range(6):
        view: Any = finished(Case(kind, 4, {}), number).view(None)
        winners = [tricks_won(lines)[-1] for lines in by_round(view["log"])]
        made = False
        for results, seat in zip(view["results"], winners, strict=True):
            points, won = kind.edition.bids[results[seat]["bid"] - 1].points, results[seat]["won"]
            made |= points[won - 1] < points[won] == max(points)
        said = [one for one in TezumaViewBuilder().highlights(view) if one.kind == "bid"]
        assert bool(said) == made
        told.append(made)
    assert {*told} == {True, False}


def test_last_trick_that_decided_the_game_is_a_highlight() -> None:
    view: Any = finished(Case(Tezumashi, 3, {}), 13).view(None)
    assert view["winners"] == [0] == [view["tricks"][-1]["winner"]]
    told = [str(one.text) for one in TezumaViewBuilder().highlights(view) if one.kind == "end"]
    assert told == ["The last trick decided the game: it brought seat 0 3 points"]
