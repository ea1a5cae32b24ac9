"""Scharfe Schoten: the reason why a card wins a trick."""

from engine import phrases
from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import CODES
from engine.games.scharfe_schoten.messages import SUITS
from engine.text import Text, card_text


def why(trumps: tuple[int, ...], cards: tuple[int, ...], best: int) -> Text:
    """Return the reason why `best` is the strongest of these cards; the trumps are given strongest first."""
    if len(cards) == 1:
        return phrases.ONLY_CARD()
    if best in trumps:
        several = sum(card in trumps for card in cards) > 1
        return (messages.WHY_TRUMPS if several else messages.WHY_TRUMP)(card=card_text(CODES[best]))
    suit = SUITS[best // 12].name
    weaker = tuple(
        SUITS[trump // 12].name for trump in trumps if any(card // 12 == trump // 12 != best // 12 for card in cards)
    )
    if not weaker:
        return phrases.HIGHEST(suit=suit)
    alone = sum(card // 12 == best // 12 for card in cards) == 1
    return (messages.WHY_COLOUR if alone else messages.WHY_HIGHEST)(suit=suit, others=weaker)
