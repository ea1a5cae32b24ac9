"""The hints of a hand: advice about its cards for the open decision, or else a general line about such decisions."""

from engine.game import Game, View
from locales import Translation, goal_line

MOST = 2
"""Greatest number of sentences of advice. A line about moves that the bot has played takes the place of a sentence. A
full page leaves the second sentence out.
"""


def hint_lines(game: Game, view: View, seat: int, tr: Translation) -> list[str]:
    """Return the hints for a seat that must act: the game's advice, or else the hint of the phase.

    At the first decision of a game, the aim of the game replaces one line of advice.
    """
    hint = game.hint(seat)
    goal = "" if game.moves_made(seat) else goal_line(tr.language, game.id)
    aim = [tr("hand-aim", goal=goal)] if goal else []
    most = MOST - len(aim) - bool(game.forced_move_lines(seat))
    said = game.advice(view)[:most] or ([] if hint is None else [hint])
    return aim + [
        tr("hand-small", line=tr.sentence(text)) if number or aim else tr("hand-hint", hint=tr.sentence(text))
        for number, text in enumerate(said)
    ]
