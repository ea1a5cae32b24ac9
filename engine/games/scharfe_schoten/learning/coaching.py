"""Scharfe Schoten: the rules that matter for the open decision, from what the seat knows."""

from collections.abc import Iterator

from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import PREDICTIONS, cards_of, counts
from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.text import Text


def coach(game: ScharfeSchoten, seat: int) -> list[Text]:
    """Return a sentence for each rule that matters for a seat that must act, the most important first.

    Args:
        game: a game restored from the seat's view.
        seat: a seat that must act.
    """
    if game.phase.id == "predict":
        return [messages.COACH_SCORE()]
    if game.phase.id == "take":
        return [messages.COACH_TAKE(), *_level(game, seat)]
    return [*_following(game, seat), *_level(game, seat)]


def _following(game: ScharfeSchoten, seat: int) -> Iterator[Text]:
    """Yield a sentence if the seat must follow and also holds other colours, or if it cannot follow."""
    if not game.trick:
        return
    led = game.trick[0] // 12
    colours = {card // 12 for card in cards_of(game.hands[seat])}
    if led not in colours:
        yield messages.COACH_VOID(suit=SUITS[led].name)
    elif len(colours) > 1:
        yield messages.COACH_FOLLOW(suit=SUITS[led].name)


def _level(game: ScharfeSchoten, seat: int) -> Iterator[Text]:
    """Yield a sentence if other colours tie with the seat's "most" colour for the most cards captured."""
    own, (most, _) = counts(game.captured[seat]), PREDICTIONS[game.predictions[seat]]
    level = [colour for colour in range(4) if colour != most and own[colour] == own[most]]
    if level and own[most] and own[most] == max(own):
        yield messages.COACH_LEVEL(suit=SUITS[most].name, others=tuple(SUITS[colour].name for colour in level))
