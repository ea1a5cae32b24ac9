"""What the trick-taking games share of a trick: its form, the plays in order, and what is said of a card played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine import phrases
from engine.contract.view import PlayedTrick
from engine.intern import shared
from engine.text import Text, card_text, seat_text

Plays = tuple[tuple[int, int], ...]
"""(seat, move) in the order played."""
Trick = tuple[int, Plays, int | None]
"""Leader, plays, winner (None: in progress, or nobody)."""
Taken = tuple[Trick, int | None, Text | None]
"""A trick, and what `Game.taking` says of it."""

TOLD = 1024
"""Sentences of cards played that are kept: of up to six seats and some sixty cards, led or not."""
MOST_NAMED = 6
"""Cards that a refusal names."""

ALONE = tuple((seat,) for seat in range(6))
"""By seat: `to_act` where it alone is to act."""


class Played(NamedTuple):
    """What a play lays on the table, see `view.Play`."""

    cards: tuple[str, ...]
    named: str | None
    text: Text


def played_card(code: str) -> Played:
    """What a plain card lays on the table."""
    return Played((code,), None, card_text(code))


def clockwise(leader: int, moves: Sequence[int], seats: int) -> Plays:
    """The plays of a trick to which each seat plays once, in turn."""
    return tuple([((leader + place) % seats, move) for place, move in enumerate(moves)])


def read_trick(parse: Callable[[str], int], trick: PlayedTrick) -> Trick:
    """A trick from a view."""
    return trick["leader"], tuple((play["seat"], parse(play["move"])) for play in trick["plays"]), trick["winner"]


def kept(taken: Taken) -> Taken:
    """The same, made of what many games share."""
    (leader, plays, winner), ahead, why = taken
    return (leader, tuple(map(shared, plays)), winner), ahead, why and shared(why)


@lru_cache(maxsize=TOLD)
def told_card(seat: int, code: str, *, leads: bool) -> Text:
    """What everybody sees of a card played to a trick."""
    return (phrases.LED if leads else phrases.PLAYED)(seat=seat_text(seat), card=card_text(code))


def some_cards(codes: Sequence[str]) -> tuple[Text, ...]:
    """Cards as one line can name them: of many the last ones are only counted."""
    if len(codes) <= MOST_NAMED:
        return tuple(map(card_text, codes))
    named = MOST_NAMED - 1
    return (*map(card_text, codes[:named]), phrases.MORE_CARDS(count=len(codes) - named))


def must_follow(suit: Text, codes: Sequence[str]) -> Text:
    """The duty to follow, and the cards of the hand that do."""
    return phrases.MUST_FOLLOW(suit=suit, cards=some_cards(codes))


def cannot_go(code: str, why: Text) -> Text:
    """Why a card is refused."""
    return phrases.CANNOT_GO(card=card_text(code), why=why)


def ask_card(suit: Text, following: int) -> Text:
    """What is asked of a seat with so many cards of the led suit."""
    return phrases.FOLLOW(suit=suit, count=following) if following else phrases.CANNOT_FOLLOW(suit=suit)
