"""The hints of a hand: what the open decision means for its cards, or else a line about such decisions."""

from engine.game import Game, View
from locales import Translation

MOST = 2
"""The most sentences of advice: a phone has no room for more."""


def hint_lines(game: Game, view: View, seat: int, tr: Translation) -> list[str]:
    """Return the hints for a seat that must act: the game's advice, or else the hint of the phase."""
    hint = game.hint(seat)
    first, *others = [*game.advice(view)[:MOST]] or ([] if hint is None else [hint]) or [None]
    if first is None:
        return []
    return [tr("hand-hint", hint=tr.sentence(first)), *(tr("hand-small", line=tr.sentence(one)) for one in others)]
