"""Symbols of suits, terms and seats in messages: application emojis, or else Unicode symbols, words and numbers.

A marked term is a term of a game that has an emoji.

`cogs.requests.application_emojis` uploads the emojis.
"""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pictures
from engine.game import Game
from engine.text import Phrase
from locales.translation import BOUND, JOKER, NO_BREAK, Translation

SEAT = re.compile(r"seat_(\d)")
"""The name of a seat's emoji."""
OWN = re.compile(rf"<:(\w+):\d+>({BOUND}{NO_BREAK}|{BOUND})?")
"""A custom emoji of the application in a text, and the joiner that binds it to the next word."""


class EmojiSet(dict[str, str]):
    """The texts that show the uploaded emojis in a message, by the names of the emojis in `pictures.emojis`."""

    def of(self, game: type[Game]) -> Mapping[str, str]:
        """Return the emojis of a game by suit letter, joker letter, key of a marked term, and seat (`seat_1`).

        Return an empty mapping unless all emojis of the game's own suits and terms exist, so that a message never mixes
        emojis and Unicode symbols of suits.
        """
        own, others = _names(game)
        if not _drawn(game) or not all(name in self for name in own.values()):
            return {}
        return {sign: self[name] for names in (own, others) for sign, name in names.items() if name in self}


def _names(game: type[Game]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the names of a game's own emojis, and of those that other games share, by the keys of `EmojiSet.of`."""
    suits = game.suit_emojis()
    terms = {key: name for key, name in game.emoji_names.items() if key not in {suit.name.key for suit in game.suits}}
    own = {suit.letter: suits.pop(suit.letter) for suit in game.suits} | terms
    return own, suits | {f"seat_{seat + 1}": f"seat_{seat + 1}" for seat in range(max(game.seat_counts))}


def plainly(components: Any, language: str) -> Any:  # noqa: ANN401  any part of a message's components
    """Replace the application emojis in the components of a message by Unicode symbols.

    An emoji of a marked term has no Unicode symbol: it becomes the name of the term in the language.
    """
    if isinstance(components, list | tuple):
        return [plainly(one, language) for one in components]
    if not isinstance(components, dict):
        return components
    plain = {key: plainly(value, language) for key, value in components.items() if key != "emoji"}
    if isinstance(plain.get("content"), str):
        plain["content"] = OWN.sub(partial(_plain, language), plain["content"])
    emoji = components.get("emoji")
    if emoji and emoji.get("id"):
        sign = _sign(emoji["name"])
        return plain | {"emoji": {"name": sign}} if sign else plain
    return plain | {"emoji": emoji} if emoji else plain


def _plain(language: str, found: re.Match[str]) -> str:
    sign, binding = _sign(found[1]), found[2] or ""
    if sign:
        return f"{sign}{binding}"
    if seat := SEAT.fullmatch(found[1]):
        return f"`{seat[1]}`{binding}"
    return "" if binding else _name(found[1], language)


def _name(name: str, language: str) -> str:
    """Return the name of the term that a game marks with the emoji `name`; "" if there is none."""
    keys = (key for kind in Game.games.values() for key, mark in kind.emoji_names.items() if mark == name)
    key = next(keys, None)
    return Translation(language).text(Phrase.all[key]()) if key else ""


def _sign(name: str) -> str | None:
    """Return the Unicode symbol of the suit or joker with this emoji name; None if there is none."""
    for kind in filter(_drawn, Game.games.values()):
        symbols = JOKER | {suit.letter: suit.symbol for suit in kind.suits}
        for letter, one in kind.suit_emojis().items():
            if one == name:
                return symbols[letter]
    return None


def _drawn(kind: type[Game]) -> bool:
    """Return whether a game has pictures.

    A game without pictures must not use the emoji of another game whose suit has the same name.
    """
    return pictures.has_face(kind.id)
