"""Positions of Saizen with the advice that the rules call for.

Each suit's rule card has five rows with two sides each. Unless a position says otherwise, the first sides are in force:
high, later, ignore, must follow, must win.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.cards import mask_of
from engine.contract.chance import Chance
from engine.games.saizen import Saizen
from engine.games.saizen.cards import CODES, INDEX

PLAYOFF = {"match": "playoff"}
MAY = {"match": "playoff", "follow": "may"}
NO_DUTY = {"win": "free"}
ALL_WIN = "Every card that you may play will win this trick for sure."
LOST = "You cannot win this trick, whatever you play."


def advice(
    hand: str,
    plays: str = "",
    *,
    seats: int = 3,
    leader: int = 0,
    rules: Mapping[str, Mapping[str, str]] | None = None,
    sizes: Sequence[int] = (),
    known: Mapping[int, str] | None = None,
    chips: bool = False,
    jokers: int = 0,
    equals: str = "followers",
) -> list[str]:
    """Return the advice for the seat in turn, in plain English.

    Args:
        hand: the adviser's cards.
        plays: the plays so far, from the leader on.
        seats: the number of seats.
        leader: the leader.
        rules: by suit, the rows whose second side is in force, each with this side, as in `PLAYOFF`.
        sizes: the number of cards of each seat; empty: each seat has as many as the adviser has before the trick.
        known: by seat, the cards of its set, for each seat whose set the adviser held in an earlier round. The round
            is 1 plus the number of these sets.
        chips: True before any seat has chosen about a rule chip; False after all seats have passed.
        jokers: the number of jokers in the deck.
        equals: the option of this name.
    """
    setup = {"first": leader, "rules": {suit: dict(rows) for suit, rows in (rules or {}).items()}}
    game = Saizen(seats, {"jokers": jokers, "equals": equals}, Chance(b"0", setup))
    if not chips:
        for place in range(seats):
            game.play((leader + place) % seats, game.parse("pass"))
    lie, held = plays.split(), known or {}
    me = (leader + len(lie)) % seats
    sets = {seat: cards.split() for seat, cards in {**held, me: hand}.items()}
    sets |= {(leader + place) % seats: [card] for place, card in enumerate(lie)}
    placed = {card for cards in sets.values() for card in cards}
    others = [code for code in CODES[:52] if code not in placed]
    for seat in range(seats):
        cards = sets.setdefault(seat, [])
        while seat not in {*held, me} and len(cards) < (sizes[seat] if sizes else len(hand.split())):
            cards.append(others.pop())
    game.round = 1 + len(held)
    game.past = [(game.sides, ())] * len(held)
    game.sets = [mask_of(INDEX[code] for code in sets[seat]) for seat in range(seats)]
    game.hands = game.sets[:]
    for card in lie:
        game.apply(game.to_act[0], game.parse(f"play {card}"))
    assert game.to_act == (me,)
    return [str(text) for text in Saizen.advice(game.view(me))]


POSITIONS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the duty to win, and nobody after": (
        {"hand": "H9 H3 C2", "plays": "H7", "seats": 2},
        ["H9 will win this trick for sure."],
    ),
    "the duty to win, and one seat after": (
        {"hand": "H9 H3 C2", "plays": "H7"},
        ["H9 would win now, and wins unless one of these comes: H10, HJ, HQ, HK."],
    ),
    "the king follows": ({"hand": "HK H3 C2", "plays": "H7"}, ["HK will win this trick for sure."]),
    "king and queen": (
        {"hand": "HK HQ H3", "plays": "H7"},
        [ALL_WIN],
    ),
    "two jokers are as good as each other": ({"hand": "X1 X2 H3", "plays": "HK", "jokers": 2}, [ALL_WIN]),
    "only low hearts": (
        {"hand": "H3 H2 S9", "plays": "H7"},
        [LOST],
    ),
    "no heart": (
        {"hand": "S9 C2 DK", "plays": "H7", "seats": 2},
        ["You cannot win this trick. C2 is your weakest: the others hold 11 stronger in clubs."],
    ),
    "no heart, and low wins in clubs": (
        {"hand": "S9 C2 CQ DK", "plays": "H7", "seats": 2, "rules": {"C": {"rank": "low"}}},
        ["You cannot win this trick. CQ is your weakest: the others hold 10 stronger in clubs."],
    ),
    "low wins in hearts": (
        {"hand": "H9 H3 HA", "plays": "H7", "seats": 2, "rules": {"H": {"rank": "low"}}},
        [ALL_WIN, "H3 is enough to win this trick for sure."],
    ),
    "nobody has to win in hearts": (
        {"hand": "H9 H3 C2", "plays": "H7", "seats": 2, "rules": {"H": NO_DUTY}},
        ["Only H9 will win this trick; the others lose it."],
    ),
    "a match for those who cannot win": (
        {"hand": "H3 S7 C2", "plays": "H7", "seats": 2, "rules": {"H": MAY}},
        ["S7 would put you in the play-off, as it stands."],
    ),
    "the king wins outright": (
        {"hand": "HK S7 C2", "plays": "H7", "seats": 2, "rules": {"H": MAY}},
        ["HK will win this trick for sure."],
    ),
    "a stronger match": (
        {"hand": "C9 HK C7", "plays": "H7 D9 S7", "seats": 4, "rules": {"H": MAY}},
        ["C9 would put you in the play-off, as it stands."],
    ),
    "the king cannot win against a match": (
        {"hand": "HK D2", "plays": "H7 S7", "rules": {"H": MAY}},
        ["You cannot win this trick. D2 is your weakest: the others hold 11 stronger in diamonds."],
    ),
    "a match may still come": (
        {"hand": "H9 H3 C2", "plays": "H7", "rules": {"H": PLAYOFF}},
        ["H9 would win now, and wins unless equals play off or one of these comes: H10, HJ, HQ, HK."],
    ),
    "only a match can stop the king": (
        {"hand": "HK H3 C2", "plays": "H7", "rules": {"H": PLAYOFF}},
        ["HK would win now, and wins unless equals play off."],
    ),
    "a four on a two": (
        {"hand": "H4 S3 C2", "plays": "H2"},
        ["H4 would win now, but 9 cards that may still come beat it."],
    ),
    "the king leads": ({"hand": "SK HQ D5 C2"}, ["Sure to win if led now: SK."]),
    "a queen leads": ({"hand": "SQ HJ D5 C2"}, ["If led now, SQ wins unless one of these comes: SK."]),
    "an ace leads where low wins": (
        {"hand": "SQ DA C2", "rules": {"D": {"rank": "low"}}},
        ["Sure to win if led now: DA."],
    ),
    "the king leads where equals play off": (
        {"hand": "SK D5", "rules": {"S": PLAYOFF, "D": PLAYOFF}},
        ["If led now, SK wins unless equals play off."],
    ),
    "a lead that a known hand must beat": (
        {"hand": "HJ D5", "seats": 4, "known": {3: "HQ S2 C9"}},
        [
            "If led now, D5 loses to 8 cards that may still come.",
            "Sure to lose if led now, as somebody must beat it: HJ.",
        ],
    ),
    "a known hand that must follow cannot play an equal of another suit": (
        {"hand": "S8 D3", "seats": 2, "known": {1: "S7 D8"}, "equals": "any-suit"},
        ["Only S8 will win if led now; somebody must beat any other card."],
    ),
    "two suits are as weak": (
        {"hand": "S9 D9 CK", "plays": "H7", "seats": 2},
        [LOST],
    ),
    "a known hand plays after": (
        {"hand": "H9 H3", "plays": "H7", "seats": 5, "leader": 4, "known": {4: "H7 D4", 3: "HQ S2"}},
        ["H9 will lose: seat 3 holds HQ, and whoever can win must."],
    ),
    "somebody has a single card": (
        {"hand": "SK D5", "sizes": (2, 1, 2)},
        ["Sure to win if led now: SK.", "Last trick of the round: its winner also leads the next round."],
    ),
    "a chip for low hearts": (
        {"hand": "HA H2 H3 SK SQ D5 D9 C4", "chips": True},
        [
            "With “low” in hearts, you would hold the strongest there: HA, H2, H3.",
            "Strongest of its suit as it stands: SQ, SK.",
        ],
    ),
    "two chips are equally good": (
        {"hand": "HA H2 DA D2 CK CQ S9", "chips": True},
        [
            "With “low” in hearts, diamonds, you would hold the strongest there: HA, H2, DA, D2.",
            "Strongest of its suit as it stands: CQ, CK.",
        ],
    ),
    "no chip helps": (
        {"hand": "SK SQ H9 D5 D9", "chips": True},
        [
            "Strongest of its suit as it stands: SQ, SK.",
            "No clubs in hand: you cannot win there while equals are ignored.",
        ],
    ),
}


@pytest.mark.parametrize(("position", "expected"), POSITIONS.values(), ids=POSITIONS.keys())
def test_advice(position: dict[str, Any], expected: list[str]) -> None:
    assert advice(**position) == expected


def test_there_are_at_least_twenty_five_positions() -> None:
    assert len(POSITIONS) >= 25
