"""Tezuma: displays, options, the draft, and the parts of the draft that a record may fix."""

from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.game import Game
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.editions import FREE_ABILITIES, FREE_BIDS
from engine.games.tezuma.phases import DRAFT
from locales import Translation
from tests.engine.games.tezuma_table import legal, play, refused

Kind = type[TezumaTrick | Tezumashi]

TRICK_BIDS = [1, 2, 3, 4, 5]
TRICK_ABILITIES = ["sword-walking", "water-trick", "baby-chicks", "paper-egg", "linking-rings"]
BY_CARD = [
    *("paper-egg", "sword-walking", "butterfly-dance", "pail-dance", "linking-rings", "water-trick"),
    *("baby-chicks", "cup-and-ball", "horse-swallowing", "fire-breathing", "five-color-sand", "many-umbrellas"),
]
FRONTS = ["paper-egg", "butterfly-dance", "linking-rings", "baby-chicks", "horse-swallowing", "five-color-sand"]


def start(kind: Kind, seats: int = 4, **options: Any) -> Any:
    return kind(seats, options, Chance(b"seed"))


def seats_in_draft(game: Any) -> list[int]:
    """Play the draft, in which every seat takes the first legal card; return the seats in the order of their turns."""
    seats = []
    while game.phase is DRAFT:
        seats.append(game.to_act[0])
        game.play(seats[-1], game.legal_moves(seats[-1])[0])
    return seats


# --- Displays


@pytest.mark.parametrize(("seats", "count"), [(3, 4), (4, 5)])
def test_tezuma_trick_displays_five_bids_and_abilities_or_four_with_three_seats(seats: int, count: int) -> None:
    setup = start(TezumaTrick, seats).setup_data()
    assert len(set(setup["bids"])) == count
    assert set(setup["bids"]) <= set(range(1, 9))
    assert len(set(setup["abilities"])) == count
    assert set(setup["abilities"]) <= set(NUMBERS)


@pytest.mark.parametrize(("seats", "bids"), [(3, [1, 2, 3, 8]), (4, [1, 2, 3, 4, 7])])
def test_tezumashi_recommends_its_bids_and_the_six_fronts(seats: int, bids: list[int]) -> None:
    setup = start(Tezumashi, seats).setup_data()
    assert setup["bids"] == bids
    assert sorted(setup["abilities"]) == sorted(FRONTS)


def test_every_free_choice_of_bids_and_sides_is_what_is_displayed() -> None:
    chosen = 0
    for seats in (3, 4):
        for bids in FREE_BIDS.values[seats]:
            assert start(Tezumashi, seats, bids=bids).setup_data()["bids"] == [int(one) for one in bids]
            chosen += 1
        for sides in FREE_ABILITIES.values[seats]:
            shown = start(Tezumashi, seats, abilities=sides).setup_data()["abilities"]
            assert set(shown) == {BY_CARD[2 * card + (side == "B")] for card, side in enumerate(sides)}
            chosen += 1
    assert chosen == 15 + 20 + 2 * 64


@pytest.mark.parametrize(
    ("seats", "bids"), [(4, "1238"), (4, "12348"), (4, "1234"), (4, "21347"), (4, "11347"), (3, "1237"), (3, "12347")]
)
def test_bids_that_the_printed_rules_do_not_allow_are_refused(seats: int, bids: str) -> None:
    with pytest.raises(BadRecord, match='option "bids"'):
        start(Tezumashi, seats, bids=bids)


@pytest.mark.parametrize(("seats", "always", "never", "count"), [(3, 8, 7, 4), (4, 7, 8, 5)])
def test_tezumashis_random_bids_contain_the_card_for_the_seat_count(
    seats: int, always: int, never: int, count: int
) -> None:
    games = (Tezumashi(seats, {"bids": "random"}, Chance(bytes([one]))) for one in range(40))
    drawn = {game.deals[0].displays.bids for game in games}
    assert len(drawn) > 1
    assert all(always in bids and never not in bids and len(set(bids)) == count for bids in drawn)


def test_tezumashis_random_abilities_are_one_side_of_each_card() -> None:
    drawn: set[int] = set()
    for number in range(60):
        game = Tezumashi(4, {"abilities": "random"}, Chance(bytes([number])))
        shown = game.deals[0].displays.abilities
        assert len(shown) == 6
        drawn.update(shown)
        for pile, _ in game.edition.ability_piles["random"][4]:
            assert len(set(pile) & set(shown)) == 1
    assert drawn == set(NUMBERS.values())


def test_water_trick_and_butterfly_dance_are_not_two_sides_of_one_card() -> None:
    for pile, _ in Tezumashi.edition.ability_piles["random"][4]:
        assert set(pile) != {NUMBERS["water-trick"], NUMBERS["butterfly-dance"]}


@pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi])
def test_all_four_pain_suits_are_open_with_three_seats(kind: Kind) -> None:
    assert len([move for move in legal(start(kind, 3)) if move.startswith("take pain")]) == 4


@pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi])
def test_same_displays_return_next_round(kind: Kind) -> None:
    game = start(kind)
    while game.round == 1:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert game.deals[1].displays == game.deals[0].displays
    assert game.open[0] == 0b1111


def test_redraw_gives_every_round_its_own_displays() -> None:
    game = start(TezumaTrick, redraw=True)
    while not game.over:
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    assert len({deal.displays for deal in game.deals}) > 1
    assert game.setup_data() == {"first": game.first}
    assert all(set(deal) == {"hands", "bids", "abilities"} for deal in game.deal_data())


def test_bid_cards_are_marked_as_printed_or_ours() -> None:
    assert [card.number for card in TezumaTrick.edition.bids if card.known] == [1, 2]
    assert [card.number for card in Tezumashi.edition.bids if card.known] == [1]
    assert TezumaTrick.edition.bids[1].table == "4:8 5:5 6:3"
    assert Tezumashi.edition.bids[0].table == "1:2 2:3 3:5 4:6 5:8 6+:10"
    assert Tezumashi.edition.bids[0].points == (0, 2, 3, 5, 6, 8, 10, 10, 10, 10, 10, 10, 10)


# --- The draft


def test_tezuma_tricks_draft_goes_round_then_back_then_round() -> None:
    game = TezumaTrick(4, {}, Chance(b"x", {"first": 1}))
    assert seats_in_draft(game) == [1, 2, 3, 0, 0, 3, 2, 1, 1, 2, 3, 0]
    assert game.to_act == (1,)
    game = TezumaTrick(3, {}, Chance(b"x", {"first": 2}))
    assert seats_in_draft(game) == [2, 0, 1, 1, 0, 2, 2, 0, 1]


def test_tezumashis_draft_goes_round_three_times() -> None:
    game = Tezumashi(3, {}, Chance(b"x", {"first": 2}))
    assert seats_in_draft(game) == [2, 0, 1] * 3
    assert game.to_act == (2,)


def test_without_abilities_there_are_two_draft_turns_and_nothing_but_cards_to_play() -> None:
    game = Tezumashi(4, {"abilities": "none"}, Chance(b"x", {"first": 0}))
    assert "an ability" not in str(game.prompt(0, ()))
    assert not any("ability" in move for move in legal(game))
    assert seats_in_draft(game) == [0, 1, 2, 3] * 2
    assert not any(" with " in move for move in legal(game))
    assert game.setup_data()["abilities"] == []


def test_kinds_come_in_any_order_and_each_once() -> None:
    game = TezumaTrick(4, {}, Chance(b"x", {"first": 0, "bids": TRICK_BIDS, "abilities": TRICK_ABILITIES}))
    play(game, "0 take pain B", "1 take bid 3", "2 take ability water-trick", "3 take pain U")
    play(game, "3 take bid 1", "2 take pain F", "1 take pain M")
    assert refused(game, "0 take pain B") == "already has a pain suit"
    assert refused(game, "0 take bid 3") == "seat 1 has taken it"
    assert refused(game, "0 take ability water-trick") == "seat 2 has taken it"
    assert refused(game, "0 take bid 8") == "this card is not in play"
    assert refused(game, "0 play B1").startswith("that cannot be done now")
    play(game, "0 take bid 2")
    assert refused(game, "0 take bid 4") == "already has a bid"
    assert refused(game, "1 take bid 4") == "it is not this seat's turn"


@pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi])
def test_bid_is_named_by_the_letter_of_its_button(kind: Kind) -> None:
    game = start(kind)
    seat = game.to_act[0]
    bids = [move for move in game.legal_moves(seat) if game.path(move)[0].startswith("bid-")]
    names = [str(game.move_name(seat, move)) for move in bids]
    assert names == [f"bid {game.label(seat, *game.path(move))}" for move in bids] == [f"bid {one}" for one in "ABCDE"]


@pytest.mark.parametrize("kind", [TezumaTrick, Tezumashi])
@pytest.mark.parametrize(("language", "said"), [("en", "trump T"), ("ja", "切り札T")])
def test_first_hint_says_that_t_is_the_trump(kind: Kind, language: str, said: str) -> None:
    game = start(kind)
    assert said in Translation(language, game=kind).text(game.hint(game.to_act[0]))


def test_draft_move_after_the_draft_is_refused() -> None:
    game = start(Tezumashi)
    seats_in_draft(game)
    assert refused(game, f"{game.to_act[0]} take pain B").startswith("that cannot be done now")


def test_last_pain_card_is_forced() -> None:
    game = TezumaTrick(4, {}, Chance(b"x", {"first": 0, "bids": TRICK_BIDS, "abilities": TRICK_ABILITIES}))
    play(game, "0 take pain B", "1 take pain U", "2 take pain F", "3 take bid 1")
    play(game, "3 take ability water-trick", "2 take bid 2", "1 take bid 3", "0 take bid 4")
    play(game, "0 take ability paper-egg", "1 take ability baby-chicks", "2 take ability linking-rings")
    assert game.forced(3) == game.parse("take pain M")


def test_open_abilities_are_explained_until_they_are_taken() -> None:
    game = TezumaTrick(4, {}, Chance(b"x", {"first": 0, "bids": TRICK_BIDS, "abilities": TRICK_ABILITIES}))
    lines = [str(line) for line in game.table_lines()]
    assert lines[0] == "Pain suits to take: butterfly, umbrella, fan, mask"
    assert "B\u00a0(4:8 5:5 6:3)" in lines[1]
    assert "Water Trick (2 uses): no trump is active in this trick" in lines
    labels = {choice.token: str(choice.label) for choice in game.choices(0)}
    assert labels["bid-2"] == "B"
    assert labels["pain-B"] == "butterfly"
    assert labels["ability-water-trick"] == "Water Trick"
    play(game, "0 take ability water-trick")
    assert not any("Water Trick" in str(line) for line in game.table_lines())
    assert str(game.view()["by_seat"][0][0]) == "Water Trick (2 left)"


# --- First starter


def test_tezuma_trick_starts_left_of_a_drawn_dealer_and_tezumashi_with_a_drawn_starter() -> None:
    for seed in range(20):
        chance = Chance(bytes([seed]))
        assert TezumaTrick(4, {}, chance).first == (chance.shuffle("dealer", range(4))[0] + 1) % 4
        assert Tezumashi(4, {}, chance).first == chance.shuffle("first", range(4))[0]


# --- Parts that a record may fix


def test_recommended_display_is_optional_but_must_be_right() -> None:
    given = {"first": 0, "bids": [7, 4, 3, 2, 1], "abilities": FRONTS}
    assert (
        Tezumashi(4, {}, Chance(b"x", given)).setup_data() == Tezumashi(4, {}, Chance(b"x", {"first": 0})).setup_data()
    )
    assert Tezumashi(4, {"abilities": "none"}, Chance(b"x", {"first": 0, "abilities": []})).open[2] == 0


@pytest.mark.parametrize(
    ("kind", "options", "setup", "message"),
    [
        (Tezumashi, {}, {"bids": [1, 2, 3, 4, 5]}, 'setup, "bids": must have 5 of 1, 2, 3, 4, 7'),
        (Tezumashi, {}, {"bids": [1, 2, 3, 4, 5, 7]}, 'setup, "bids": has a card that these options'),
        (Tezumashi, {"bids": "random"}, {"bids": [1, 2, 3, 4, 5]}, 'setup, "bids": must have 1 of 7'),
        (Tezumashi, {}, {"abilities": [*FRONTS[1:], "sword-walking"]}, 'setup, "abilities": must have 1 of paper-egg'),
        (
            Tezumashi,
            {"abilities": "random"},
            {"abilities": [*FRONTS[1:], "pail-dance"]},
            'setup, "abilities": must have 1 of paper-egg, sword-walking',
        ),
        (Tezumashi, {"abilities": "none"}, {"abilities": FRONTS}, 'setup, "abilities": has a card that these options'),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4]}, 'setup, "bids": must have 5 of 1, 2, 3'),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4, 4]}, 'setup, "bids": a card stands twice'),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4, 9]}, 'setup, "bids": 9 is not one of 1, 2'),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4, True]}, 'setup, "bids": True is not one of 1, 2'),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4, "5"]}, "setup, \"bids\": '5' is not one of 1, 2"),
        (TezumaTrick, {}, {"bids": [1, 2, 3, 4, [5]]}, 'setup, "bids": [5] is not one of 1, 2'),
        (TezumaTrick, {}, {"bids": 3}, 'setup, "bids": must be a list'),
        (TezumaTrick, {}, {"abilities": ["magic"]}, "setup, \"abilities\": 'magic' is not one of sword-walking"),
        (TezumaTrick, {"redraw": True}, {"bids": TRICK_BIDS}, 'setup, "bids": the displays stand in each deal'),
        (TezumaTrick, {}, {"dealer": 1}, 'setup, "dealer": this game has no such key'),
        (TezumaTrick, {}, {"first": 4}, 'setup, "first": 4 is not a seat (0 to 3)'),
    ],
)
def test_display_against_the_options_is_a_bad_record(
    kind: Kind, options: dict[str, object], setup: dict[str, object], message: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        kind(4, options, Chance(b"x", setup))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("kind", "deal", "message"),
    [
        (TezumaTrick, {"bids": TRICK_BIDS}, 'deal 1, "bids": the displays stand in the setup without'),
        (Tezumashi, {"bids": TRICK_BIDS}, 'deal 1, "bids": this game has no such key'),
        (TezumaTrick, {"hands": [["BT"] * 12] * 4}, "deal 1: BT is dealt more than 3 times"),
        (TezumaTrick, {"hands": [["BT"] * 11] * 4}, "deal 1, hands, seat 0: 11 cards, but it must have 12"),
        (TezumaTrick, {"hands": [["W1"] * 12] * 4}, "deal 1, hands, seat 0: 'W1' is no card of this game"),
    ],
)
def test_malformed_deal_is_a_bad_record(kind: Kind, deal: dict[str, object], message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        kind(4, {}, Chance(b"x", {}, [deal]))
    assert str(caught.value) == message or str(caught.value).startswith(message)


def test_1_is_not_in_play_with_three_seats() -> None:
    hands = [list(hand) for hand in Tezumashi(3, {}, Chance(b"x")).deal_data()[0]["hands"]]  # type: ignore[attr-defined]
    hands[0][0] = "B1"
    with pytest.raises(BadRecord, match="B1 is not in play with these seats and options"):
        Tezumashi(3, {}, Chance(b"x", {}, [{"hands": hands}]))


def test_both_games_are_found_by_their_ids() -> None:
    assert Game.games["tezuma-trick"] is TezumaTrick
    assert Game.games["tezumashi"] is Tezumashi
