"""The pictures' signs in messages: as application emojis where Discord has them, else as Unicode signs and numbers.

They stand for suits, for what else a game marks, and for seats. `cogs.emojis` uploads them.
"""

from collections.abc import Mapping

from engine.game import Game


class Signs:
    """The emojis that are there now."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def put(self, name: str, text: str) -> None:
        """Note an emoji: its name in `pictures.emojis`, and how it is written in a message."""
        self._texts[name] = text

    def of(self, game: type[Game]) -> Mapping[str, str]:
        """What stands in a message for each suit's or joker's letter, each marked term's key, each seat (`seat_1`).

        Empty until all of the game's own are there: a message has one kind of signs.
        """
        prefix = f"{game.id.replace('-', '_')}_"
        names = {suit.letter: prefix + suit.letter for suit in game.suits} | dict(game.marks)
        if not all(name in self._texts for name in names.values()):
            return {}
        found = {sign: self._texts[name] for sign, name in names.items()}
        for name, text in self._texts.items():
            if name.startswith("seat_"):
                found[name] = text
            elif name[:-1] == prefix:  # a joker's letter is no suit's
                found[name[-1]] = text
        return found
