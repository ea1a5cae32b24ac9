"""Conversion of message keys and the engine's texts into sentences of one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from engine import record
from engine.game import Game, View
from engine.text import CARD, SEAT, Arg, Text, seat_text
from locales.bundles import FALLBACK, FOLDER, LANGUAGES
from locales.formats import fill, first_argument

BOUND = "\u2060"
"""Word joiner between a sign and the text after it: it keeps a picture and a letter on one line."""
NO_BREAK = "\u00a0"
JOKER = {"X": "🃏"}
"""Sign of jokers, whose codes are X1 and X2. In a game with a suit X, that suit's own sign is used."""


def language_of(locale: str) -> str:
    """Return the language of a Discord locale such as `en-US` or `ja`; English for an unsupported one."""
    language = locale.split("-", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else FALLBACK


# The file is read once.
@cache
def rules_pages(language: str, game: str) -> tuple[str, ...]:
    """Return the pages of a game's rules in Discord's Markdown; in English if the language has none."""
    for one in (language, FALLBACK):
        path = FOLDER / one / "rules" / f"{game}.md"
        if path.exists():
            return tuple(page.strip() for page in path.read_text(encoding="utf-8").split("\n---\n"))
    return ()


def goal_line(language: str, game: str) -> str:
    """Return the line below the title of a game's rules, which names the goal; empty for a game without rules."""
    pages = rules_pages(language, game)
    return pages[0].splitlines()[1] if pages else ""


# The file is read once, and its record is replayed once.
@cache
def example_view(game: str) -> View | None:
    """Return the example position on a game's rules pages, as the seat to act sees it; None without an example."""
    path = FOLDER / "examples" / f"{game}.json"
    if not path.exists():
        return None
    position = record.loads(path.read_text(encoding="utf-8")).replay()
    return position.view(position.to_act[0])


class Translation:
    """The conversion of texts into one language, with the seat names, suit symbols and emojis of one table."""

    def __init__(
        self,
        language: str,
        *,
        game: type[Game] | None = None,
        emojis: Mapping[str, str] | None = None,
        seat_name: Callable[[int], str] | None = None,
        seat_title: Callable[[int], str] | None = None,
        signed: bool = True,
        bound: bool = True,
        brief: bool = False,
        worded: bool = False,
    ) -> None:
        """Create a translation.

        Args:
            language: one of `LANGUAGES`.
            game: the game whose suit symbols are used.
            emojis: emojis that replace Unicode symbols, by suit letter, by the key of a term, and by seat (`seat_1`).
            seat_name: returns a seat's name; without it seats have numbers.
            seat_title: returns a seat's name with details, for lists of seats.
            signed: whether the symbol or emoji of a suit or term precedes its name.
            bound: whether word joiners are inserted; only running text needs them.
            brief: whether the emoji of a term replaces the term's name.
            worded: whether suits have their names instead of symbols or emojis everywhere, as in "green 4".
        """
        self.language = language
        self._seat_name = seat_name
        self._seat_title = seat_title or seat_name
        self._game = game
        self._kind = game.id if game else ""
        self._emojis: Mapping[str, str] = emojis or {}
        suits = game.suits if game else ()
        symbols = {suit.letter: suit.symbol for suit in suits}
        self._signs = {**JOKER, **symbols, **self._emojis} if game and not worded else {}
        """The signs by card letter, and by seat (`seat_1`)."""
        names = {suit.name.key: sign for suit in suits if (sign := self._signs.get(suit.letter))}
        self._terms = {**names, **self._emojis} if not worded else {}
        """The signs by the keys of terms."""
        self._suits = {suit.letter: suit.name for suit in suits}
        self._signed, self._brief, self._worded = signed, brief, worded
        self._bound = BOUND if bound else ""

    def __call__(self, key: str, **args: Arg) -> str:
        """Return the message `key` with its arguments; string arguments are inserted unchanged.

        The message is in English if the language lacks it. A language may select variants by `$kind` (the game's id, or
        an empty string), because the games' printed rules have different words for the same thing.

        Raises:
            KeyError: the message does not exist, or an argument is missing.
        """
        return self._said(key, args)

    def text(self, text: Text) -> str:
        """Return a text of the engine or the host; string arguments such as `4:8 5:5` are not broken across lines."""
        key, args = text
        if key == CARD.key:
            return self.card(str(args["card"]))
        if key == SEAT.key:
            seat = int(str(args["seat"]))
            return self._seat_name(seat) if self._seat_name else self._said("seat-number", {"seat": seat + 1})
        if self._brief and key in self._emojis:
            return self._emojis[key]
        said = self._said(key, args, NO_BREAK)
        return f"{self._terms[key]}{self._bound}{NO_BREAK}{said}" if self._signed and key in self._terms else said

    def briefly(self) -> Translation:
        """Return a translation in which terms that have an emoji are written as the emoji alone, without their name."""
        return self._with(self._emojis, brief=True)

    def plainly(self) -> Translation:
        """Return a translation with Unicode symbols instead of emojis, for texts that would be too long with emojis."""
        return self._with({})

    def sparingly(self) -> Translation:
        """Return a translation in which cards have the emojis of suits, but the names of suits have none."""
        suits = {sign: text for sign, text in self._emojis.items() if len(sign) == 1}
        return self._with(suits, signed=False)

    def in_words(self) -> Translation:
        """Return a translation without symbols and emojis of suits, cards and seats, for screen readers."""
        return self._with({}, worded=True)

    def _with(
        self,
        emojis: Mapping[str, str],
        *,
        brief: bool = False,
        signed: bool | None = None,
        worded: bool | None = None,
    ) -> Translation:
        return Translation(
            self.language,
            game=self._game,
            emojis=emojis,
            seat_name=self._seat_name,
            seat_title=self._seat_title,
            signed=self._signed if signed is None else signed,
            bound=bool(self._bound),
            brief=brief,
            worded=self._worded if worded is None else worded,
        )

    def drawn(self, text: str) -> str:
        """Replace suits' Unicode symbols in a text by emojis, and bind each to the rank or count after it."""
        for suit in self._game.suits if self._game and not self._worded else ():
            text = re.sub(f"{suit.symbol} (?=[0-9])", f"{suit.symbol}{NO_BREAK}", text)
            text = re.sub(f"{suit.symbol}(?=[{NO_BREAK}0-9A-Z])", f"{suit.symbol}{self._bound}", text)
            text = text.replace(suit.symbol, self._signs[suit.letter])
        return text

    def aside(self, *, signed: bool = True) -> Translation:
        """Return a translation for text without emojis and mentions: with Unicode symbols, and seats by number."""
        return Translation(self.language, game=self._game, signed=signed, bound=False, worded=self._worded)

    def label(self, text: Text) -> tuple[str, str | None]:
        """Return a label's text and its first symbol or emoji, which Discord's buttons and lists take separately."""
        return self.aside(signed=False).sentence(text), self._sign_in(text)

    def _sign_in(self, text: Text) -> str | None:
        """Return the symbol or emoji of the first suit or other term in a text that has one; None if there is none."""
        if text.key in self._terms:
            return self._terms[text.key]
        for arg in text.args.values():
            for part in arg if isinstance(arg, tuple) and not isinstance(arg, Text) else (arg,):
                if isinstance(part, Text) and (sign := self._sign_in(part)) is not None:
                    return sign
        return None

    def sentence(self, text: Text) -> str:
        """Return a text as a sentence, with a capital first letter; a player's name at the start stays unchanged."""
        said = self.text(text)
        return said if self._begins_with_name(text) else said[:1].upper() + said[1:]

    def _begins_with_name(self, text: Text) -> bool:
        """Return whether a text begins with a player's name."""
        if text.key == SEAT.key:
            return self._seat_name is not None
        first = text.args.get(first_argument(self.language, text.key, text.args))
        if isinstance(first, Text):
            return self._begins_with_name(first)
        return isinstance(first, tuple) and bool(first) and self._begins_with_name(first[0])

    def seat(self, seat: int) -> str:
        """Return a seat's name."""
        return self.text(seat_text(seat))

    def card(self, code: str) -> str:
        """Return a card for running text: its suit symbol and rank, which stay on one line, or its name in words."""
        if self._worded:
            return self._card_in_words(code)
        return f"{self._signs[code[0]]}{self._bound}{code[1:]}" if code[0] in self._signs else code

    def _card_in_words(self, code: str) -> str:
        if code[0] in self._suits:
            return self._said("card-in-words", {"suit": self._suits[code[0]], "rank": code[1:]})
        return self._said("joker-in-words", {"number": code[1:]}) if code[0] in JOKER else code

    def place(self, seat: int) -> str:
        """Return a seat's number as an emoji, or as text if there is no emoji."""
        if self._worded:
            return str(seat + 1)
        return self._signs.get(f"seat_{seat + 1}", f"`{seat + 1}`")

    def signed_seat(self, seat: int) -> str:
        """Return a seat's number and name, which stay on one line."""
        return self._with_place(seat, self.seat(seat))

    def titled_seat(self, seat: int) -> str:
        """Return a seat's title: its name with details."""
        return self._seat_title(seat) if self._seat_title else self.seat(seat)

    def listed_seat(self, seat: int) -> str:
        """Return a seat's number and title for a list of seats."""
        return self._with_place(seat, self.titled_seat(seat))

    def _with_place(self, seat: int, name: str) -> str:
        return f"{self.place(seat)}{self._bound}{NO_BREAK}{name}"

    def sign(self, code: str) -> str | None:
        """Return the suit symbol or emoji for the first letter of a card's or suit's code; None if there is none."""
        return self._signs.get(code[0])

    def listed(self, texts: Iterable[str]) -> str:
        """Join names or terms to a list in a sentence."""
        return self._said("list-comma", {}).join(texts)

    def _listed(self, texts: tuple[Text, ...]) -> str:
        """Join texts to a list; cards are separated by spaces, unless cards are written in words."""
        said = [self.text(text) for text in texts]
        cards = {text.key for text in texts} == {CARD.key} and not self._worded
        return " ".join(said) if cards else self.listed(said)

    def _said(self, key: str, args: Mapping[str, Arg], space: str = " ") -> str:
        """Return a message with its arguments; `space` replaces the spaces in string arguments."""
        values = {name: self._value(arg, space) for name, arg in args.items()}
        said = fill(self.language, key, self._kind, values)
        return said if self._bound else said.replace(BOUND, "")

    def _value(self, arg: Arg, space: str) -> str | int:
        if isinstance(arg, int):
            return arg
        if isinstance(arg, str):
            return arg if space == " " else arg.replace(" ", space)
        return self.text(arg) if isinstance(arg, Text) else self._listed(arg)
