"""The pictures' signs in messages: as application emojis where Discord has them, else as Unicode signs and numbers.

They stand for suits, for what else a game marks, and for seats. `cogs.emojis` uploads them.
"""

from collections.abc import Mapping

from engine.game import Game


class Signs(dict[str, str]):
    """The emojis that are there now: by their name in `pictures.emojis` how they are written in a message."""

    def of(self, game: type[Game]) -> Mapping[str, str]:
        """What stands in a message for each suit's or joker's letter, each marked term's key, each seat (`seat_1`).

        Empty until all of the game's own are there: a message has one kind of signs.
        """
        prefix = f"{game.id.replace('-', '_')}_"
        names = {suit.letter: prefix + suit.letter for suit in game.suits} | dict(game.marks)
        if not all(name in self for name in names.values()):
            return {}
        found = {sign: self[name] for sign, name in names.items()}
        for name, text in self.items():
            if name.startswith("seat_"):
                found[name] = text
            elif name[:-1] == prefix:  # a joker's letter is no suit's
                found[name[-1]] = text
        return found
