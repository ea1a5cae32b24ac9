"""Saizen: each seat's knowledge of the sets that are passed on, and the games sampled from this knowledge."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.errors import IllegalMove
from engine.games.saizen import Saizen
from engine.games.saizen.cards import CODES, INDEX
from engine.games.saizen.knowledge import knowledge
from tests.engine.games.saizen_table import seen

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def deal(*hands: str) -> list[list[str]]:
    """Return hands that contain these cards, filled with the rest: clubs, diamonds and spades first, hearts last."""
    named = [hand.split() for hand in hands]
    left = [code for suit in "HSDC" for code in CODES[:52] if code[0] == suit and not any(code in one for one in named)]
    sizes = [(52 - seat + len(hands) - 1) // len(hands) for seat in range(len(hands))]
    return [hand + [left.pop() for _ in range(size - len(hand))] for hand, size in zip(named, sizes, strict=True)]


def game_of(hands: list[list[str]], rules: dict[str, Any] | None = None, **options: object) -> Saizen:
    """Return a game with these hands, in whose first round every seat has passed instead of moving a chip."""
    game = Saizen(len(hands), options, Chance(b"0", {"first": 0, "rules": rules or {}}, [{"hands": hands}]))
    for seat in range(game.seats):
        game.play(seat, game.parse("pass"))
    return game


def play(game: Saizen, *cards: str) -> None:
    for card in cards:
        game.play(game.to_act[0], game.parse(f"play {card}"))


def states(seats: int, number: int, rules: dict[str, Any] | None = None, *, every: int = 1) -> Iterator[Saizen]:
    """Yield every `every`-th state of a random game with two jokers.

    The rules at the start are random, except where `rules` fixes them.
    """
    random = Random(f"{seats} {number}")
    game = Saizen(seats, {"jokers": 2, "start_rules": "random"}, Chance(random.randbytes(8), {"rules": rules or {}}))
    for step in range(1000):
        if step % every == number % every:
            yield game
        if game.over:
            return
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))


def shown(game: Saizen) -> list[set[str]]:
    """Return for each seat the cards of its present set that were played in any round, also by earlier holders."""
    cards: list[set[str]] = [set() for _ in range(game.seats)]
    for number, tricks in enumerate([*(tricks for _, tricks in game.past), game.tricks()], start=1):
        for _, plays, _ in tricks:
            for seat, move in plays:
                cards[(seat - game.round + number) % game.seats].add(game.text(move).split()[1])
    return cards


def replayed(game: Saizen, hands: object) -> Saizen | None:
    """Replay the same moves on another deal; None: a move is illegal."""
    full: Any = record.write(game)
    twin = Saizen(game.seats, full["options"], Chance(None, full["setup"], [{"hands": hands}]))
    try:
        for seat, move in game.history:
            twin.play(seat, move)
    except IllegalMove:
        return None
    return twin


# --- Knowledge


@pytest.mark.drawn(1)
@SEATS
def test_knowledge_is_true_at_every_step(seats: int) -> None:
    for game in states(seats, 0):
        for viewer in (None, *range(seats)):
            certain, possible = knowledge(game, viewer)
            for cards, sure, may_be in zip(game.sets, certain, possible, strict=True):
                assert sure & ~cards == 0
                assert cards & ~may_be == 0


@pytest.mark.drawn(1)
@SEATS
def test_played_cards_and_their_present_sets_are_public(seats: int) -> None:
    for game in states(seats, 1):
        for codes, known in zip(shown(game), seen(game)["known"], strict=True):
            assert codes <= set(known)


@pytest.mark.drawn(1)
@SEATS
def test_seat_knows_every_set_that_it_has_held(seats: int) -> None:
    for game in states(seats, 2, every=4):
        for seat in range(seats):
            known = seen(game, seat)["known"]
            for back in range(game.round):
                holder = (seat - back) % seats
                assert sum(1 << INDEX[code] for code in known[holder]) == game.sets[holder]


def test_two_seats_know_both_hands_and_spectators_none() -> None:
    game = Saizen(2, {}, Chance(b"1"))
    assert seen(game, 0)["known"] == seen(game, 1)["known"] == [game.hand(0), game.hand(1)]
    assert seen(game)["known"] == [[], []]


def test_third_set_is_known_in_the_second_round_of_three_seats() -> None:
    game = next(game for game in states(3, 3) if game.round == 2)
    assert seen(game, 0)["known"] == [game.hand(seat) for seat in range(3)]


def test_set_across_of_four_seats_is_known_only_from_play() -> None:
    game = next(game for game in states(4, 3) if game.round == 2)
    known = seen(game, 0)["known"]
    assert [known[0], known[3]] == [game.hand(0), game.hand(3)]
    assert set(known[1]) >= shown(game)[1]


def test_card_left_over_in_a_round_is_known_only_to_its_holders() -> None:
    """Deal 54 cards to four seats: seats 0 and 1 get 14 cards each, and the others 13.

    So seats 0 and 1 can each have a card left at the end of the round, which nobody else has seen.
    """
    for number in range(10):
        game = next(game for game in states(4, number) if game.round == 2)
        everybody = knowledge(game, None)
        for seat in range(4):
            unseen = game.sets[seat] & ~everybody.certain[seat]
            if unseen:
                assert knowledge(game, seat).certain[seat] & unseen == unseen
                assert knowledge(game, (seat + 1) % 4).certain[seat] & unseen == unseen
                return
    pytest.fail("no card was left over")


def test_seat_that_does_not_follow_under_must_is_void() -> None:
    game = game_of(deal("H7", "S2", "H2"))
    play(game, "H7", "S2")
    assert set(ruled_out(game, None, 1)) == {code for code in CODES if code[0] == "H"} - {"H7"}


def test_seat_that_does_not_win_under_must_has_no_winning_card() -> None:
    game = game_of(deal("H9", "H3 HA", "H2"))
    play(game, "H9", "H3")
    assert set(ruled_out(game, None, 1)) == {"H10", "HJ", "HQ", "HK"}


def test_following_under_free_reveals_nothing() -> None:
    game = game_of(deal("H9", "H3 HA", "H2"), {"H": {"win": "free"}})
    play(game, "H9", "H3")
    assert ruled_out(game, None, 1) == []


def test_seat_that_neither_wins_nor_matches_has_no_such_card() -> None:
    game = game_of(deal("H9", "H3 HA", "H2 S9 D9"), {"H": {"match": "playoff", "follow": "may"}})
    play(game, "H9", "H3")
    assert set(ruled_out(game, None, 1)) == {"H10", "HJ", "HQ", "HK", "S9", "D9", "C9"}


def test_ruled_out_cards_move_on_with_the_set() -> None:
    for number in range(5):
        before = None
        for game in states(5, number):
            if before is not None and game.round > before.round:
                old, new = knowledge(before, None), knowledge(game, None)
                for seat in range(5):
                    now = new.possible[seat]
                    assert now & ~old.possible[(seat + 1) % 5] == 0
            before = game.copy()


def ruled_out(game: Saizen, viewer: int | None, seat: int) -> list[str]:
    """Return the codes of the cards that the viewer's view rules out for this seat's set."""
    return [suit + rank for suit, ranks in seen(game, viewer)["ruled_out"][seat].items() for rank in ranks]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_deal_is_possible_exactly_if_public_knowledge_allows_it(seats: int) -> None:
    """Swap two hidden cards: the moves so far stay legal if and only if public knowledge allows the new deal."""
    verdicts = set()
    for game in states(seats, 4, every=9):
        certain, possible = knowledge(game, None)
        random = Random(1)
        pairs = list(combinations([card for card in range(54) if not any(sure >> card & 1 for sure in certain)], 2))
        for one, other in random.sample(pairs, min(len(pairs), 40)):
            both = 1 << one | 1 << other
            changed = [cards ^ both if (cards & both).bit_count() == 1 else cards for cards in game.sets]
            allowed = all(cards & ~may_be == 0 for cards, may_be in zip(changed, possible, strict=True))
            hands = [
                [CODES[card] for card in range(54) if changed[(seat - game.round + 1) % seats] >> card & 1]
                for seat in range(seats)
            ]
            assert (replayed(game, hands) is not None) == allowed
            verdicts.add(allowed)
    assert verdicts == {True, False}


# --- Sampled games


@pytest.mark.drawn(1)
@SEATS
def test_every_drawn_deal_is_possible(seats: int) -> None:
    for game in states(seats, 5, every=61):
        for viewer in (None, 0, seats - 1):
            view = game.view(viewer)
            draw = Saizen.sampler(json.loads(json.dumps(view)))
            for number in range(3):
                drawn = draw(Random(number))
                twin = replayed(game, drawn.deal_data()[0]["hands"])
                assert twin is not None
                assert json.dumps(twin.view(viewer)) == json.dumps(view)
                assert [drawn.legal_moves(seat) for seat in drawn.to_act] == [
                    twin.legal_moves(seat) for seat in twin.to_act
                ]


def test_game_drawn_in_a_repeated_play_off_continues_it() -> None:
    free = {"match": "playoff", "follow": "may", "win": "free"}
    game = game_of(deal("H7 S2 S3", "S7 D2 S4", "D7 HA S5", "HK DQ"), {"H": free})
    play(game, "H7", "S7", "D7", "HK", "S2", "D2", "HA", "S3")
    drawn = Saizen.sampler(game.view(1))(Random(1))
    assert drawn.playoff == 2
    drawn.apply(1, drawn.parse("play S4"))
    assert drawn.tricks()[0] == (0, drawn.tricks()[0][1], 1)


# --- Forced moves


def test_last_card_is_forced_unless_it_may_be_a_led_joker() -> None:
    verdicts = set()
    loose = {suit: {"follow": "may", "win": "free"} for suit in "SHDC"}
    for number in range(30):
        random = Random(number)
        game = Saizen(3, {"jokers": 2}, Chance(random.randbytes(8), {"rules": loose}))
        while game.round == 1:
            seat = game.to_act[0]
            moves = game.legal_moves(seat)
            if game.hands[seat].bit_count() == len(moves) == 1:
                hidden = {"X1", "X2"} - {code for codes in seen(game)["known"] for code in codes}
                possible = not hidden <= set(ruled_out(game, None, seat))
                assert (game.forced(seat) is None) == (possible and not game.trick)
                verdicts.add(game.forced(seat) is None)
            game.play(seat, random.choice([move for move in moves if game.text(move)[5:6] != "X"] or moves))
    assert verdicts == {True, False}


def test_secret_duty_is_not_a_forced_move() -> None:
    game = game_of(deal("H7", "H9 H3", "H2"))
    play(game, "H7")
    assert game.legal_moves(1) == (game.parse("play H9"),)
    assert game.forced(1) is None


def test_publicly_known_hand_with_one_legal_card_is_forced() -> None:
    found = 0
    for number in range(12):
        for game in states(4, number):
            seat = game.to_act[0] if game.to_act else 0
            forced = None if game.over else game.forced(seat)
            if forced is not None and game.hands[seat].bit_count() > 1:
                found += 1
    assert found > 10


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_forced_move_is_forced_in_every_possible_game(seats: int) -> None:
    for game in states(seats, 6, every=3):
        if not game.over:
            seat = game.to_act[0]
            forced = game.forced(seat)
            draw = Saizen.sampler(game.view())
            for number in range(4):
                drawn = draw(Random(number))
                assert (drawn.forced(seat) is None) == (forced is None)
                assert forced is None or len(drawn.legal_moves(seat)) == 1
