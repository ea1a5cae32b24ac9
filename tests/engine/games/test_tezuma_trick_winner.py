"""Tezuma: who wins a trick and why, the goal of a seat, and the question before Five-Color Sand."""

from typing import cast

import pytest

from engine.contract.chance import Chance
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.game import Tezuma
from engine.games.tezuma.trick_winner import active_trumps
from engine.games.tezuma.view import TezumaView
from tests.engine.games.tezuma_table import play, seated

both = pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi], ids=lambda kind: kind.id)
Kind = type[TezumaTrick | Tezumashi]
SHORT = {"defer": "defer with paper-egg", "win": "win with five-color-sand"}


def seen(game: Tezuma) -> TezumaView:
    """Return the public view."""
    return cast("TezumaView", game.view(None))


def moves_of(kind: Kind, plays: str) -> list[int]:
    """Return the moves of a trick from short forms such as "U5 BT-with-cup-and-ball win"."""
    texts = [words.replace("-with-", " with ", 1) for words in plays.split()]
    return [kind.parse(SHORT.get(text, f"play {text}")) for text in texts]


def new_game(kind: Kind) -> TezumaTrick | Tezumashi:
    """Return a game before the draft."""
    return kind(4, {}, Chance(b"1", {"first": 0}))


@both
@pytest.mark.parametrize(
    ("plays", "winner", "why"),
    [
        ("U5", 0, "the only card so far"),
        ("U5 U8 B9", 1, "highest umbrella"),
        ("U5 UT U8", 2, "highest umbrella; a trump that follows is 0"),
        ("U5 BT-with-cup-and-ball U8", 2, "highest umbrella; Cup and Ball: the trump is 0"),
        ("U5 UT-with-cup-and-ball U8", 2, "highest umbrella; a trump that follows is 0"),
        ("UT B9 BT-with-cup-and-ball", 0, "first of equal values, 0"),
        ("UT B9", 0, "no umbrella number beats the trump's 0"),
        ("U5 BT U8", 1, "trump BT"),
        ("U5 BT BT", 1, "first of the active trumps"),
        ("U5 BT BT-with-sword-walking", 2, "Sword Walking wins the tie"),
        ("U5 BT-with-sword-walking BT", 1, "first of the active trumps"),
        ("U5 BT-with-sword-walking U8", 1, "trump BT"),
        ("U5 UT-with-butterfly-dance U8", 1, "trump UT, active by Butterfly Dance"),
        ("U5 BT-with-butterfly-dance U8", 1, "trump BT"),
        ("U5-with-water-trick BT-with-butterfly-dance U8", 1, "trump BT, active by Butterfly Dance"),
        ("U5 BT U3-with-water-trick", 0, "highest umbrella; Water Trick: no trump is active"),
        ("U7-with-horse-swallowing U8", 0, "Horse-Swallowing: worth 9"),
        ("U7-with-horse-swallowing U9", 0, "first of equal values, 9"),
        ("U7-with-horse-swallowing U9-with-sword-walking", 1, "Sword Walking wins the tie"),
        ("U5-with-many-umbrellas U9", 0, "Many Umbrellas: worth 10"),
        ("U9 U4+U6-with-fire-breathing", 1, "Fire Breathing: worth 10"),
        ("U5 B8-with-cup-and-ball", 1, "Cup and Ball: worth 8"),
        ("U5 U8-with-cup-and-ball", 1, "highest umbrella"),
        ("U5 defer U3", 0, "highest umbrella"),
        ("U5 BT win", 2, "Five-Color Sand: wins without a card"),
        ("win U5", 0, "Five-Color Sand: wins without a card"),
        ("UT UT B5", 0, "first of equal values, 0"),
        ("UT U1", 1, "highest umbrella; a trump that follows is 0"),
        ("UT UT BT", 2, "trump BT"),
        ("UT UT-with-sword-walking B1", 1, "Sword Walking wins the tie"),
        ("U7 U6-with-sword-walking", 0, "highest umbrella"),
        ("U5 BT-with-sword-walking U2-with-water-trick", 0, "highest umbrella; Water Trick: no trump is active"),
        ("U5-with-water-trick BT-with-sword-walking U2", 0, "highest umbrella; Water Trick: no trump is active"),
        ("U5 BT U2-with-water-trick BT", 0, "highest umbrella; Water Trick: no trump is active"),
        ("UT-with-water-trick BT-with-horse-swallowing B9", 0, "no umbrella number beats the trump's 0"),
        ("U5 UT-with-butterfly-dance U9-with-water-trick", 1, "trump UT, active by Butterfly Dance"),
        ("U5 BT UT-with-butterfly-dance", 1, "first of the active trumps"),
        ("U5 BT BT-with-horse-swallowing", 1, "first of the active trumps"),
        ("U5 BT-with-linking-rings U1", 1, "trump BT"),
        ("U5 defer BT U2 BT", 2, "first of the active trumps"),
        ("U9 U7-with-horse-swallowing", 0, "first of equal values, 9"),
        ("U1 UT-with-horse-swallowing B9", 1, "Horse-Swallowing: worth 2"),
        ("U8 U4-with-many-umbrellas", 0, "first of equal values, 8"),
        ("U9 U3+U6-with-fire-breathing", 0, "first of equal values, 9"),
    ],
)
def test_trick_winner_has_the_right_reason(kind: Kind, plays: str, winner: int, why: str) -> None:
    seat, said = new_game(kind).trick_winner((0, tuple(enumerate(moves_of(kind, plays))), None))
    assert (seat, str(said)) == (winner, why)


def test_finished_trick_names_the_next_leader_set_by_an_ability() -> None:
    game = seated(TezumaTrick, ["U2", "U1", "U9", "U4"], {1: "pail-dance", 3: "baby-chicks"})
    play(game, "0 play U2", "1 play U1 with pail-dance", "2 play U9")
    assert str(game.view()["tricks"][0]["why"]) == "highest umbrella"
    play(game, "3 play U4 with baby-chicks")
    assert str(game.view()["tricks"][0]["why"]) == "highest umbrella; Baby Chicks: seat 3 leads next"


@both
def test_last_trick_of_a_round_names_no_next_leader(kind: Kind) -> None:
    game = seated(kind, [""] * 4, {1: "pail-dance"})
    game.last_round = 1
    while not game.over:
        seat = game.to_act[0]
        moves = [game.text(move) for move in game.legal_moves(seat)]
        pails = [move for move in moves if "pail-dance" in move and len(game.finished) >= 10]
        play(game, f"{seat} {(pails or moves)[0]}")
    said = [str(trick["why"]) for trick in game.view()["tricks"]]
    assert game.uses[1] == 0
    assert "leads next" not in said[-1]


@both
def test_winner_is_not_named_as_next_leader(kind: Kind) -> None:
    game = seated(kind, ["U2", "U1", "U9", "U4"], {1: "pail-dance"})
    play(game, "0 play U2", "1 play U1 with pail-dance", "2 play U9", "3 play U4")
    assert game.leader == 2
    assert "leads" not in str(game.view()["tricks"][0]["why"])


def test_paper_egg_card_wins_like_any_other() -> None:
    moves = [TezumaTrick.parse(text) for text in ("play U5", "defer with paper-egg", "play U3", "play U2", "play U9")]
    seat, said = seated(TezumaTrick, [""] * 4).trick_winner((0, tuple(zip((0, 1, 2, 3, 1), moves, strict=True)), None))
    assert (seat, str(said)) == (1, "highest umbrella")


def trumps(game: Tezuma, *ability: str) -> list[str]:
    """Return the cards in the hand of the seat in turn that would be trumps if played (with `ability`, if given)."""
    seat = game.to_act[0]
    return [code for code in sorted(set(game.hand(seat))) if game.trump(seat, (*ability, code))]


@both
def test_trump_card_is_a_trump_if_legal_and_active(kind: Kind) -> None:
    game = seated(kind, ["UT BT U5", "BT U3 U4", "BT B4", ""], {1: "linking-rings"}, void={2: "U"})
    assert trumps(game) == [], "whoever leads sets the suit"
    play(game, "0 play U5")
    assert trumps(game) == [], "whoever has the suit follows"
    assert "BT" in trumps(game, "linking-rings")
    assert "UT" not in trumps(game, "linking-rings")
    play(game, "1 play U3")
    assert {"BT"} <= set(trumps(game)) == {code for code in game.hand(2) if code.endswith("T")}


@both
def test_no_card_is_a_trump_under_water_trick(kind: Kind) -> None:
    game = seated(kind, ["U5", "BT", "", ""], {0: "water-trick"}, void={1: "U"})
    play(game, "0 play U5 with water-trick")
    assert trumps(game) == []


@both
@pytest.mark.parametrize(
    ("plays", "active"),
    [
        ("UT UT", []),
        ("U5 BT UT", [1]),
        ("U5-with-water-trick BT UT-with-butterfly-dance", [2]),
        ("U5 BT U3-with-water-trick", []),
        ("U5 BT-with-cup-and-ball", []),
        ("U5 UT-with-butterfly-dance BT win", [1, 2]),
        ("win UT BT defer U5", [2]),
    ],
)
def test_active_trumps_depend_on_the_whole_trick_so_far(kind: Kind, plays: str, active: list[int]) -> None:
    marks = active_trumps(moves_of(kind, plays))
    assert [place for place, mark in enumerate(marks) if mark] == active


def test_goal_is_the_drafted_cards_then_with_the_score_so_far() -> None:
    game = new_game(TezumaTrick)
    game.play(game.to_act[0], game.parse("take pain F"))
    assert str(game.view(game.history[0][0])["goal"]) == "pain suit fan"
    game = seated(TezumaTrick, ["U5", "F9", "U3", "U2"], void={1: "U"})
    game.pains[0] = 2
    assert str(game.view(0)["goal"]) == "bid 1→3 2→5 3→8: 0 won, pain suit fan"
    play(game, "0 play U5", "1 play F9", "2 play U3", "3 play U2")
    assert str(game.view(0)["goal"]) == "bid 1→3 2→5 3→8: 1 won = 3 points, pain fan: 1"


def test_goal_says_that_a_bid_makes_nothing_only_once_it_cannot() -> None:
    game = seated(TezumaTrick, ["", "", "", ""])
    assert game.bids[0] == 1
    game.won[0] = 4
    assert str(game.view(0)["goal"]) == "bid 1→3 2→5 3→8: 4 won = 0 points, pain suit butterfly"
    assert str(game.view(3)["goal"]) == "bid 1→4 2→6 3→4: 0 won, pain suit mask"


def test_draft_has_three_kinds_and_fixed_bid_letters() -> None:
    game = new_game(TezumaTrick)
    seat = game.to_act[0]
    tabs = [str(game.tab(choice.token)) for choice in game.choices(seat)]
    assert list(dict.fromkeys(tabs)) == ["pain", "bid", "ability"]
    second = seen(game)["open"]["bids"][1]
    game.play(seat, game.parse(f"take bid {second}"))
    left = seen(game)["open"]["bids"]
    labels = [str(game.label(game.to_act[0], f"bid-{number}")) for number in left]
    assert labels == ["A", "C", "D", "E"]


@both
def test_only_five_color_sand_has_a_warning(kind: Kind) -> None:
    game = seated(kind, ["U5", "", "", ""], {0: "five-color-sand"})
    asked = {choice.token: game.warning(0, choice.token) for choice in game.choices(0)}
    question = asked.pop("five-color-sand")
    assert str(question) == "Win this trick with Five-Color Sand, without a card? It can be used once a round."
    assert set(asked.values()) == {None}


@both
def test_unusable_ability_has_no_description(kind: Kind) -> None:
    game = seated(kind, ["U5", "", "", ""], {0: "paper-egg"})
    assert game.about("paper-egg") is None
    game = seated(kind, ["U5", "", "", ""], {0: "horse-swallowing"})
    assert str(game.about("horse-swallowing")) == "Horse-Swallowing (2 left): your card is worth 2 more"


@both
@pytest.mark.parametrize(
    ("ability", "advice"), [("horse-swallowing", "choose it before the card"), ("paper-egg", "T is a trump")]
)
def test_hint_explains_an_ability_only_if_it_is_usable(kind: Kind, ability: str, advice: str) -> None:
    game = seated(kind, ["U5", "", "", ""], {0: ability})
    assert advice in str(game.phase.hint(game, 0))
    game.uses[0] = game.armed[0] = 0
    assert "T is a trump" in str(game.phase.hint(game, 0))
