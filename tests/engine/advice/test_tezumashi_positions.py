"""Positions of Tezuma-shi with the advice that the rules call for.

The bids, as points for 0, 1, 2, … tricks: bid 1 is 0 2 3 5 6 8 10, bid 2 is 6 6 6 5 4 2 0, bid 3 is 0 2 5 8 6 4 2 0,
bid 4 is 2 6 4 3 5 7 9, bid 6 is 0 0 0 3 7 10 7 3 0, bid 7 is 0 1 5 8 5 1 0, bid 8 is 0 0 2 6 10 6 2 0. The last value
also holds for more tricks.
"""

from typing import Any

import pytest

from engine.games.tezuma import Tezumashi
from tests.engine.advice.tezuma_position import advice_in_draft, advice_in_trick

HAND = "B2 B7 BT U4 U9 W1 W5 W8 R3 R6 R8 RT"
VOID = "U4 U5 U9 UT W1 W5 W8 WT R3 R6 R8 RT"
"""A hand without a butterfly."""
OF_THREE = "B2 B7 BT U4 U8 W3 W5 W8 R3 R6 R8 RT"
"""A hand of three players."""
NEED = "Your bid can still make 8: win exactly 3 more of the 12 tricks left."
NO_MORE = "B1 B3 B4 B6, U1 U2 U3 U5"
"""Two finished tricks."""

PLAYS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the first lead with a bid that wants many tricks": (
        {"hand": HAND, "bid": 1, "pain": "R"},
        [
            "No number above U9 is still out; an active trump would win.",
            "Your bid can still make 10: win 6 more of the 12 tricks left.",
        ],
    ),
    "a bid that is full from the start": (
        {"hand": HAND, "trick": "B5, B9, B3", "bid": 2, "pain": "R"},
        ["You cannot win this trick, and need no more. Your highest number here: B7."],
    ),
    "one trick more costs a point": (
        {
            "hand": "B2 B7 BT U4 W1 W5 R3 R6 R8 RT",
            "trick": "W2, W3, W4",
            "bid": 2,
            "pain": "R",
            "won": 2,
            "done": NO_MORE,
        },
        [
            "W5 will win this trick for sure, W1 will lose it.",
            "Your bid makes up to 5 if you win this trick, up to 6 if not.",
        ],
    ),
    "three tricks were wanted, and this one is lost": (
        {
            "hand": "B2 B7 BT U4 W1 W5 R3 R6 R8",
            "trick": "W2, W3, W9",
            "bid": 3,
            "pain": "U",
            "won": 3,
            "done": f"{NO_MORE}, R1 R2 R4 R5",
        },
        ["You cannot win this trick, and need no more. Your highest number here: W5."],
    ),
    "three tricks were wanted, and trumps that follow are low": (
        {
            "hand": "B2 B7 BT U4 W1 W5 R3 R6 R8",
            "trick": "W2, WT, WT",
            "bid": 3,
            "pain": "U",
            "won": 3,
            "done": f"{NO_MORE}, R1 R2 R4 R5",
        },
        [
            "W5 will win this trick for sure, W1 will lose it.",
            "Your bid makes up to 6 if you win this trick, up to 8 if not.",
        ],
    ),
    "a lead with a bid that makes nothing any more": (
        {
            "hand": "B2 B7 BT U4 R3 R6",
            "bid": 7,
            "pain": "R",
            "won": 6,
            "done": f"{NO_MORE}, W1 W2 W3 W4, W5 W6 W7 W8, R1 R2 R4 R5, U6 U7 U8 U9",
        },
        ["Your bid can make no more points, so pain cards cost nothing."],
    ),
    "Water Trick has put the trumps to sleep": (
        {"hand": VOID, "trick": "B5 with water-trick, B3, B4", "bid": 3, "pain": "R"},
        ["You cannot win this trick. Get rid of a card of your pain suit: R3, R6, R8."],
    ),
    "Butterfly Dance wakes a trump that follows": (
        {"hand": HAND, "trick": "B5, B9, B3", "bid": 3, "pain": "R", "ability": "butterfly-dance"},
        ["No card of yours would win now on its own.", "With Butterfly Dance, BT would win now.", NEED],
    ),
    "Linking Rings wakes a trump of another suit": (
        {"hand": HAND, "trick": "B5, B9, B3", "bid": 3, "pain": "R", "ability": "linking-rings"},
        ["No card of yours would win now on its own.", "With Linking Rings, RT would win now.", NEED],
    ),
    "no ability is needed for a trump that cannot follow": (
        {"hand": VOID, "trick": "B5, B3, B4", "bid": 3, "pain": "R", "ability": "cup-and-ball"},
        [
            "UT, WT, RT will win this trick for sure.",
            "If you play R3, R6, R8 now, somebody else captures that card of your pain suit.",
            NEED,
        ],
    ),
    "only a trump can beat the nine": (
        {"hand": "B2 B9 BT U4 U9 W1 W5 W8 R3 R6 R8 RT", "trick": "B5, B3", "bid": 3, "pain": "R"},
        [
            "B9 would win now, B2, BT would not.",
            "No number above B9 is still out; an active trump would win.",
            NEED,
        ],
    ),
    "Water Trick may still come": (
        {"hand": VOID, "trick": "B5, B3", "bid": 3, "pain": "R", "rivals": {3: "water-trick"}},
        [
            "Of your cards only UT, WT, RT would win now.",
            "If you play R3, R6, R8 now, somebody else captures that card of your pain suit.",
            "Only Water Trick (seat 3) can still beat UT.",
        ],
    ),
    "two abilities may still come": (
        {"hand": VOID, "trick": "B5", "bid": 3, "pain": "B", "rivals": {2: "sword-walking", 3: "water-trick"}},
        [
            "Of your cards only UT, WT, RT would win now.",
            "If you win this trick, you capture at least 1 butterfly card of your pain suit.",
            "Only the others' abilities can still beat UT.",
        ],
    ),
    "most of the tricks left would be needed": (
        {"hand": "B2 B7 BT U4 W1 W5 R3 R6 R8 RT", "trick": "W2, W3, WT", "bid": 4, "pain": "B", "done": NO_MORE},
        ["W5 will win this trick for sure, W1 will lose it."],
    ),
    "the last trick does not matter to the bid": (
        {"hand": "B9", "trick": "B5, B3", "bid": 2, "pain": "R", "won": 1, "out": "B2"},
        ["B9 will win this trick for sure.", "Last trick: your bid makes 6 either way."],
    ),
    "both of the last two tricks are needed": (
        {"hand": "B9 R3", "trick": "B5, B3, B4", "bid": 6, "pain": "U", "won": 1, "out": "R1 R2 R4"},
        [
            "B9 will win this trick for sure.",
            "Lose this trick and your bid makes nothing; else up to 3.",
        ],
    ),
    "Paper Egg has waited in vain": (
        {"hand": HAND, "trick": "B5, defer, B9, B3", "bid": 4, "pain": "R", "seat": 1},
        ["You cannot win this trick. B2 is the lowest number that you can play."],
    ),
    "the leader has used Five-Color Sand": (
        {"hand": HAND, "trick": "win", "bid": 3, "pain": "R"},
        ["You cannot win this trick. Get rid of a card of your pain suit: R3, R6, R8."],
    ),
    "Sword Walking wins the tie with a sum of eight": (
        {
            "hand": "B2 B8 BT U4 U9 W1 W5 W8 R3 R6 R8 RT",
            "trick": "B3+B5 with fire-breathing, B6, B4",
            "bid": 3,
            "pain": "R",
            "ability": "sword-walking",
        },
        ["No card of yours would win now on its own.", "With Sword Walking, B8 would win now.", NEED],
    ),
    "many cards beat a one": (
        {"hand": "B2 B3 B4 B6 B7 BT U4 U9 W1 R3 R6 RT", "trick": "B1", "bid": 3, "pain": "R"},
        [
            "All but BT would win now.",
            "B8, B9 or an active trump may still beat B7.",
            NEED,
        ],
    ),
    "three players, last to play": (
        {"hand": OF_THREE, "trick": "B5, B3", "bid": 8, "pain": "R", "seats": 3},
        [
            "B7 will win this trick for sure, B2, BT will lose it.",
            "Your bid can still make 10: win exactly 4 more of the 12 tricks left.",
        ],
    ),
    "three players, where eight is the highest number": (
        {"hand": OF_THREE, "bid": 8, "pain": "R", "seats": 3},
        [
            "No number above U8, W8, R8 is still out; an active trump would win.",
            "Your bid can still make 10: win exactly 4 more of the 12 tricks left.",
        ],
    ),
}
SHARE = "Average: 3 tricks. You hold 4 of 12 from 7 up, 2 of 12 trumps."
COUNTS = "Your 7s and higher can win their suit: butterfly 1, umbrella 1, water 1, rings 1."
DANCE = "Butterfly Dance can go with 2 of your 12 cards."
DRAFTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the first card of the draft": (
        {"hand": HAND},
        [
            "You hold 4 numbers of 7 or more. Average points of such hands, by bid: B 5.2, C 4.7, E 4.3, A 3.8, D 3.5.",
            "With 2 trumps, Five-Color Sand scored most in test rounds (4.6 on average), Baby Chicks least (3.6).",
        ],
    ),
    "the bid is taken": (
        {"hand": HAND, "taken": "take bid 1, take bid 2, take bid 3, take bid 4"},
        ["With 2 trumps, Five-Color Sand scored most in test rounds (4.6 on average), Baby Chicks least (3.6)."],
    ),
    "the pain suit is taken": (
        {"hand": HAND, "taken": "take pain B, take pain U, take pain W, take pain R"},
        [
            "You hold 4 numbers of 7 or more. Average points of such hands, by bid: B 5.2, C 4.7, E 4.3, A 3.8, D 3.5.",
            "With 2 trumps, Five-Color Sand scored most in test rounds (4.6 on average), Baby Chicks least (3.6).",
        ],
    ),
    "a hand without rings, and only the ability to take": (
        {
            "hand": "B2 B7 BT BT U4 U8 UT W3 W4 W5 W8 WT",
            "taken": "take bid 1, take bid 2, take bid 3, take bid 4, "
            "take pain B, take pain U, take pain W, take pain R",
        },
        [
            "With 4 trumps, Butterfly Dance scored most in test rounds (4.7 on average), Baby Chicks least (3.6).",
        ],
    ),
}


@pytest.mark.parametrize(("position", "expected"), PLAYS.values(), ids=PLAYS.keys())
def test_advice_on_a_play(position: dict[str, Any], expected: list[str]) -> None:
    assert advice_in_trick(Tezumashi, **position) == expected


@pytest.mark.parametrize(("position", "expected"), DRAFTS.values(), ids=DRAFTS.keys())
def test_advice_on_a_draft_card(position: dict[str, Any], expected: list[str]) -> None:
    assert advice_in_draft(Tezumashi, **position) == expected


def test_there_are_at_least_twenty_five_positions() -> None:
    assert len(PLAYS) + len(DRAFTS) >= 25
