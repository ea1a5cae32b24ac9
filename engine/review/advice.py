"""The sentence of a game's advice that recommends the best move, and not the played move."""

from engine.contract.phase import Path
from engine.contract.view import View
from engine.game import Game
from engine.phrases import MOST_NAMED
from engine.text import Text


def telling_advice(view: View, best: int, played: int) -> Text | None:
    """Return the first sentence of the advice that recommends the best move.

    A sentence is skipped if the advice recommends the played move with the same phrase.

    Args:
        view: the view of the seat that decides.
        best: the best move.
        played: the played move.
    """
    kind = Game.games[view["game"]]
    here, there = kind.path(best), kind.path(played)
    advice = [*kind.advice(view)]
    said_of_played = {sentence.key for sentence in advice if _names(kind, sentence, there)}
    for sentence in advice:
        # If the paths differ in length, only one of the two moves plays its card with an ability. A sentence that names
        # the played card too may then be wrong about it, because a card wins or loses differently with an ability.
        other_kind = len(here) != len(there) and _mentions(kind, sentence, there)
        if _names(kind, sentence, here) and sentence.key not in said_of_played and not other_kind:
            return sentence
    return None


def _mentions(kind: type[Game], sentence: Text, path: Path) -> bool:
    """Return whether any argument of a sentence names a step of a path."""
    return any(token in _tokens(kind, sentence, name) for name in sentence.args for token in path)


def _names(kind: type[Game], sentence: Text, path: Path) -> bool:
    """Return whether a sentence recommends the move with this path.

    A sentence that names `MOST_NAMED` cards counts as recommending none of them, because it may be true of further
    cards, which it does not name.
    """
    names = kind.advised(sentence)
    if names is None or len(names) != len(path):
        return False
    return all(not name or token in _tokens(kind, sentence, name) for token, name in zip(path, names, strict=True))


def _tokens(kind: type[Game], sentence: Text, name: str) -> list[str]:
    """Return the steps of move paths that an argument of a sentence stands for; none if it names `MOST_NAMED` cards."""
    arg = sentence.args[name]
    parts = arg if isinstance(arg, tuple) and not isinstance(arg, Text) else (arg,)
    if len(parts) >= MOST_NAMED:
        return []
    return [token for part in parts for token in (kind.steps(part) if isinstance(part, Text) else [str(part)])]
