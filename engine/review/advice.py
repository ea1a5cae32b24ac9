"""The sentence of a game's advice that would have found the best move: it names this move and not the played one."""

from engine.contract.phase import Path
from engine.contract.view import View
from engine.game import Game
from engine.text import Text
from engine.tricks import MOST_NAMED


def telling_advice(view: View, best: int, played: int) -> Text | None:
    """Return the first sentence of the advice on a decision that names the best move and not the played one.

    Args:
        view: the view of the seat that decides.
        best: the best move.
        played: the played move.
    """
    kind = Game.games[view["game"]]
    for sentence in kind.advice(view):
        if _names(kind, sentence, kind.path(best)) and not _names(kind, sentence, kind.path(played)):
            return sentence
    return None


def _names(kind: type[Game], sentence: Text, path: Path) -> bool:
    """Return whether a sentence speaks for a move with this path.

    A sentence with so many cards that some may be left out names none.
    """
    names = kind.advised(sentence)
    if names is None or len(names) != len(path):
        return False
    return all(not name or token in _tokens(kind, sentence, name) for token, name in zip(path, names, strict=True))


def _tokens(kind: type[Game], sentence: Text, name: str) -> list[str]:
    """Return the steps of paths that an argument of a sentence names."""
    arg = sentence.args[name]
    parts = arg if isinstance(arg, tuple) and not isinstance(arg, Text) else (arg,)
    if len(parts) >= MOST_NAMED:
        return []
    return [token for part in parts for token in (kind.steps(part) if isinstance(part, Text) else [str(part)])]
