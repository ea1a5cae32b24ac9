"""The hints of a hand: advice about its cards for the open decision, or else a general line about such decisions.

In their place a sentence of coaching tells a rule that matters for the first time.
"""

from engine.game import Game, View
from engine.text import Text
from locales import Translation, goal_line

MOST = 2
"""The most sentences of advice. If there is a line about played moves, there is one sentence less. A full page leaves
the second sentence out.
"""


def hint_lines(game: Game, view: View, seat: int, tr: Translation) -> list[str]:
    """Return the hints for a seat that must act: the game's advice, or else the hint of the phase.

    At the first decision of a game, the aim of the game replaces one line of advice.
    """
    hint, aim = game.hint(seat), _aim_lines(game, seat, tr)
    most = MOST - len(aim) - bool(game.forced_move_lines(seat))
    said = game.advice(view)[:most] or ([] if hint is None else [hint])
    return aim + [
        tr("hand-small", line=tr.sentence(text)) if number or aim else tr("hand-hint", hint=tr.sentence(text))
        for number, text in enumerate(said)
    ]


def coaching_lines(game: Game, seat: int, rule: Text, tr: Translation, *, aim: bool) -> list[str]:
    """Return the sentence of a rule, and with `aim` at the first decision of a game the aim of the game."""
    return [tr("hand-coach", rule=tr.sentence(rule)), *(_aim_lines(game, seat, tr) if aim else [])]


def _aim_lines(game: Game, seat: int, tr: Translation) -> list[str]:
    """Return a line with the aim of the game at the seat's first decision."""
    goal = "" if game.moves_made(seat) else goal_line(tr.language, game.id)
    return [tr("hand-aim", goal=goal)] if goal else []
