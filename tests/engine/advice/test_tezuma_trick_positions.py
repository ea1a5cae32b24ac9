"""Positions of Tezuma Trick with the advice that the rules call for.

The bids, as TRICKS:POINTS: bid 1 is 1:3 2:5 3:8, bid 2 is 4:8 5:5 6:3, bid 3 is 0:6 1:5 2:4, bid 8 is 2:4 3:5 4:5 5:4.
"""

from typing import Any

import pytest

from engine.games.tezuma import TezumaTrick
from tests.engine.advice.tezuma_position import advice_in_draft, advice_in_trick

HAND = "B2 B7 BT U4 U9 F1 F5 F8 M3 M6 M8 MT"
VOID = "U4 U5 U9 UT F1 F5 F8 FT M3 M6 M8 MT"
"""A hand without a butterfly."""
NEED = "Your bid can still make 8: win exactly 4 more of the 12 tricks left."

PLAYS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "last to play, and the 9 lies": (
        {"hand": HAND, "trick": "B5, B9, B3", "bid": 2, "pain": "M"},
        ["You cannot win this trick. B2 is the lowest number that you can play."],
    ),
    "last to play, the 7 is enough": (
        {"hand": HAND, "trick": "B5, B3, B4", "bid": 2, "pain": "M"},
        ["B7 will win this trick for sure, B2, BT will lose it.", NEED],
    ),
    "the trick is full of the pain suit": (
        {"hand": HAND, "trick": "B5, B3, B4", "bid": 2, "pain": "B"},
        [
            "B7 will win this trick for sure, B2, BT will lose it.",
            "If you win this trick, you capture at least 4 butterfly cards of your pain suit.",
            NEED,
        ],
    ),
    "one seat is still to play": (
        {"hand": HAND, "trick": "B5, B3", "bid": 2, "pain": "M"},
        [
            "B7 would win now, B2, BT would not.",
            "B8, B9 or an active trump may still beat B7.",
            NEED,
        ],
    ),
    "no butterfly, so trumps win, and pain cards can go": (
        {"hand": VOID, "trick": "B5, B9, B3", "bid": 2, "pain": "M"},
        [
            "Only UT, FT, MT will win this trick; the others lose it.",
            "If you play M3, M6, M8 now, somebody else captures that card of your pain suit.",
            NEED,
        ],
    ),
    "another trump was first": (
        {"hand": VOID, "trick": "B5, UT, B3", "bid": 2, "pain": "M"},
        ["You cannot win this trick. Get rid of a card of your pain suit: M3, M6, M8."],
    ),
    "a trump that follows is no trump": (
        {"hand": HAND, "trick": "B5, BT, B4", "bid": 2, "pain": "M"},
        ["B7 will win this trick for sure, B2, BT will lose it.", NEED],
    ),
    "the first lead with a bid of four": (
        {"hand": HAND, "bid": 2, "pain": "M"},
        ["No number above U9 is still out; an active trump would win.", NEED],
    ),
    "the first lead with a bid of none": (
        {"hand": HAND, "bid": 3, "pain": "M"},
        [
            "Your bid makes up to 5 if you win this trick, up to 6 if not.",
            "If you want to lose, lead BT: 7 of 7 butterfly numbers still out are higher.",
            "No number above U9 is still out; an active trump would win.",
        ],
    ),
    "a lead into a suit that the next seat lacks": (
        {"hand": "B2 B7 BT U4 U9 F1 F5 F8 M3 M6 M8", "bid": 2, "pain": "M", "done": "U1 B1 U2 U3", "seat": 0},
        [
            "No number above U9 is still out; an active trump would win.",
            "Without umbrella, seat 1 may trump there.",
            "Your bid can still make 8: win exactly 4 more of the 11 tricks left.",
        ],
    ),
    "enough tricks, and this one is lost": (
        {
            "hand": "B2 B7 BT U4 F1 F5 M3 M6 M8 MT",
            "trick": "F2, F3, F9",
            "bid": 3,
            "pain": "U",
            "won": 2,
            "done": "B1 B3 B4 B6, U1 U2 U3 U5",
        },
        ["You cannot win this trick, and need no more. Your highest number here: F5."],
    ),
    "enough tricks, and one card would win another": (
        {
            "hand": "B2 B7 BT U4 F1 F5 M3 M6 M8 MT",
            "trick": "F2, F3, F4",
            "bid": 3,
            "pain": "U",
            "won": 2,
            "done": "B1 B3 B4 B6, U1 U2 U3 U5",
        },
        [
            "F5 will win this trick for sure, F1 will lose it.",
            "Win this trick and your bid makes nothing; else up to 4.",
        ],
    ),
    "too many tricks": (
        {
            "hand": "B2 B7 BT U4 F1 F5 M3 M6",
            "trick": "B5, B9, B8",
            "bid": 1,
            "pain": "B",
            "won": 4,
            "done": "B1 B3 B4 B6, U1 U2 U3 U5, F2 F3 F4 F6, M1 M2 M4 M5",
        },
        ["Your bid can make no more points, so pain cards cost nothing."],
    ),
    "every card that follows is of the pain suit": (
        {"hand": HAND, "trick": "B5, B9, B3", "bid": 2, "pain": "B"},
        ["You cannot win this trick. B2 is the lowest number that you can play."],
    ),
    "a number and a trump of the pain suit": (
        {"hand": "B2 BT U4 U9 F1 F5 F8 M3 M6 M8 MT MT", "trick": "B5, B9, B3", "bid": 2, "pain": "B"},
        ["You cannot win this trick."],
    ),
    "one card follows, and the ability does not help": (
        {
            "hand": "B2 U4 U9 F1 F5 F8 M3 M6 M8 MT MT UT",
            "trick": "B5, B9, B3",
            "bid": 2,
            "pain": "B",
            "ability": "sword-walking",
        },
        ["You cannot win this trick, even with Sword Walking."],
    ),
    "two seats may trump": (
        {"hand": "B2 B7 BT U4 U9 F1 F5 F8 M3 M6 M8", "bid": 2, "pain": "M", "done": "U1 B1 U2 B3", "seat": 0},
        [
            "No number above U9 is still out; an active trump would win.",
            "Without umbrella, seat 1, seat 3 may trump there.",
            "Your bid can still make 8: win exactly 4 more of the 11 tricks left.",
        ],
    ),
    "the most that the bid can make": (
        {
            "hand": "B2 B7 BT U4 F1 F5 M3 M6 M8",
            "trick": "B5, B3, B8",
            "bid": 8,
            "pain": "M",
            "won": 3,
            "done": "B1 B4 B6 B9, U1 U2 U3 U5, F2 F3 F4 F6",
        },
        ["You cannot win this trick, and need no more. Your highest number here: B7."],
    ),
    "the last trick, a tie that only the ability wins": (
        {
            "hand": "UT",
            "trick": "B5, FT, B8",
            "bid": 1,
            "pain": "M",
            "won": 1,
            "ability": "sword-walking",
            "done": "B1 B2 B3 B4, B6 B7 B9 BT, BT BT U1 U2, U3 U4 U5 U6, U7 U8 U9 UT, UT F1 F2 F3, F4 F5 F6 F7, "
            "F8 F9 FT FT, M1 M2 M3 M4, M5 M6 M7 M8, M9 MT MT MT",
        },
        [
            "UT will not win this trick without an ability.",
            "With Sword Walking, UT would win now.",
            "Last trick: your bid makes 5 if you win it, 3 if not.",
        ],
    ),
    "Horse-Swallowing makes a seven a nine": (
        {"hand": HAND, "trick": "B8, B3, B4", "bid": 2, "pain": "M", "ability": "horse-swallowing"},
        ["No card of yours would win now on its own.", "With Horse-Swallowing, B7 would win now.", NEED],
    ),
    "Many Umbrellas doubles a four": (
        {
            "hand": "B2 B7 BT U4 U1 F1 F5 F8 M3 M6 M8 MT",
            "trick": "U7, U5, U3",
            "bid": 2,
            "pain": "M",
            "ability": "many-umbrellas",
        },
        ["No card of yours would win now on its own.", "With Many Umbrellas, U4 would win now.", NEED],
    ),
    "Fire Breathing adds two low cards": (
        {
            "hand": "B2 B7 BT U4 U1 U3 F5 F8 M3 M6 M8 MT",
            "trick": "U6, U5, U2",
            "bid": 2,
            "pain": "U",
            "ability": "fire-breathing",
        },
        [
            "No card of yours would win now on its own.",
            "With Fire Breathing, U3, U4 would win now.",
            "If you win this trick, you capture at least 4 umbrella cards of your pain suit.",
        ],
    ),
    "Five-Color Sand takes any trick": (
        {"hand": HAND, "trick": "B8, B9, B4", "bid": 2, "pain": "M", "ability": "five-color-sand"},
        ["Only Five-Color Sand would win this trick for you.", NEED],
    ),
    "Linking Rings avoids a trick": (
        {
            "hand": "B2 B7 UT U4 U9 F1 F5 F8 M3 M6 M8 MT",
            "trick": "B1, BT, BT",
            "bid": 3,
            "pain": "F",
            "ability": "linking-rings",
        },
        [
            "Whatever card you play wins this trick for sure.",
            "With Linking Rings, U4, U9, F1, F5, F8, 3 more would not win now.",
            "Your bid makes up to 5 if you win this trick, up to 6 if not.",
        ],
    ),
    "somebody after the trump still has Five-Color Sand": (
        {"hand": VOID, "trick": "B5, B3", "bid": 2, "pain": "M", "rivals": {3: "five-color-sand"}},
        [
            "Of your cards only UT, FT, MT would win now.",
            "If you play M3, M6, M8 now, somebody else captures that card of your pain suit.",
            "Only Five-Color Sand (seat 3) can still beat UT.",
        ],
    ),
    "a number may win again if Water Trick still comes": (
        {"hand": HAND, "trick": "B5, UT", "bid": 2, "pain": "M", "rivals": {3: "water-trick"}},
        ["No card of yours would win now on its own.", NEED],
    ),
    "the only card to follow is behind, but not lost": (
        {
            "hand": "B7 U4 U5 U9 F1 F5 F8 FT M3 M6 M8 MT",
            "trick": "B5, UT",
            "bid": 2,
            "pain": "M",
            "rivals": {3: "water-trick"},
        },
        ["B7 would not win now.", NEED],
    ),
    "Paper Egg has waited for the last place": (
        {"hand": HAND, "trick": "B5, defer, B6, B3", "bid": 2, "pain": "M", "seat": 1},
        ["B7 will win this trick for sure, B2, BT will lose it.", NEED],
    ),
    "the leader has used Five-Color Sand": (
        {"hand": HAND, "trick": "win", "bid": 2, "pain": "M"},
        ["You cannot win this trick. Get rid of a card of your pain suit: M3, M6, M8."],
    ),
}
DRAFTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "the first card of the draft": (
        {"hand": HAND, "bids": "1 2 3 4 5", "abilities": "sword-walking water-trick baby-chicks pail-dance paper-egg"},
        ["You hold 4 numbers of 7 or more. Average points of such hands, by bid: A 4.1, E 3.6, D 3.3, C 3.1, B 2.8."],
    ),
    "three players, a hand of one mask with many trumps": (
        {
            "hand": "B2 B6 B7 BT BT U4 U8 UT F4 F5 FT M3",
            "seats": 3,
            "bids": "1 2 3 4",
            "abilities": "sword-walking butterfly-dance many-umbrellas pail-dance",
        },
        [
            "You hold 3 numbers of 6 or more. Average points of such hands, by bid: A 3.4, D 2.8, B 2.6, C 2.5.",
            "Average loss in points if you take it as your pain suit: fan 1.2, mask 1.2, umbrella 1.8, butterfly 2.4.",
        ],
    ),
}


@pytest.mark.parametrize(("position", "expected"), PLAYS.values(), ids=PLAYS.keys())
def test_advice_on_a_play(position: dict[str, Any], expected: list[str]) -> None:
    assert advice_in_trick(TezumaTrick, **position) == expected


@pytest.mark.parametrize(("position", "expected"), DRAFTS.values(), ids=DRAFTS.keys())
def test_advice_on_a_draft_card(position: dict[str, Any], expected: list[str]) -> None:
    assert advice_in_draft(TezumaTrick, **position) == expected


def test_there_are_at_least_twenty_five_positions() -> None:
    assert len(PLAYS) + len(DRAFTS) >= 25
