"""Parts that the trick-taking games share: the form of a trick, its plays in order, and sentences about cards."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine import phrases
from engine.contract.view import PlayedTrick
from engine.intern import shared
from engine.text import Text, card_text, seat_text

Plays = tuple[tuple[int, int], ...]
"""(seat, move) in the order of play."""
Trick = tuple[int, Plays, int | None]
"""Leader, plays and winner (None: in progress, or nobody)."""
JudgedTrick = tuple[Trick, int | None, Text | None]
"""A trick with its present winner and the reason, see `Game.trick_winner`."""

MOST_NAMED = 6
"""The greatest number of texts with which a sentence names cards, see `name_cards`."""

SEAT_TUPLE = tuple((seat,) for seat in range(6))
"""By seat: the value of `to_act` if only this seat must act."""


class PlayedCards(NamedTuple):
    """The cards of one play and their description, see `view.Play`."""

    cards: tuple[str, ...]
    named: str | None
    text: Text


def plain_card(code: str) -> PlayedCards:
    """Return the play of one plain card."""
    return PlayedCards((code,), None, card_text(code))


def clockwise(leader: int, moves: Sequence[int], seats: int) -> Plays:
    """Return the plays of a trick to which each seat plays once, in turn."""
    return tuple([((leader + place) % seats, move) for place, move in enumerate(moves)])


def read_trick(parse: Callable[[str], int], trick: PlayedTrick) -> Trick:
    """Read a trick from a view."""
    return trick["leader"], tuple((play["seat"], parse(play["move"])) for play in trick["plays"]), trick["winner"]


def interned(judged: JudgedTrick) -> JudgedTrick:
    """Return an equal value made of interned parts."""
    (leader, plays, winner), ahead, why = judged
    return (leader, tuple(map(shared, plays)), winner), ahead, why and shared(why)


def card_log_line(seat: int, code: str, *, leads: bool) -> Text:
    """Return the log line for a card played to a trick."""
    return (phrases.LED if leads else phrases.PLAYED)(seat=seat_text(seat), card=card_text(code))


def name_cards(codes: Sequence[str]) -> tuple[Text, ...]:
    """Return texts for at most `MOST_NAMED` cards; the last text counts the remaining cards."""
    if len(codes) <= MOST_NAMED:
        return tuple(map(card_text, codes))
    named = MOST_NAMED - 1
    return (*map(card_text, codes[:named]), phrases.MORE_CARDS(count=len(codes) - named))


def must_follow(suit: Text, codes: Sequence[str]) -> Text:
    """Return the rule that a card of `suit` must be played, with the cards of the hand that obey it."""
    return phrases.MUST_FOLLOW(suit=suit, cards=name_cards(codes))


def card_refused(code: str, why: Text) -> Text:
    """Return the refusal of a card, with the reason."""
    return phrases.CANNOT_GO(card=card_text(code), why=why)


def card_prompt(suit: Text, following: int) -> Text:
    """Return the question to a seat that holds `following` cards of the led suit."""
    return phrases.FOLLOW(suit=suit, count=following) if following else phrases.CANNOT_FOLLOW(suit=suit)
