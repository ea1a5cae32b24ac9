"""Turning message keys and the engine's texts into sentences of one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from engine.game import Game
from engine.text import CARD, SEAT, Arg, Phrase, Text

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and any(path.glob("*.ftl"))))
FALLBACK = "en"


def language_of(locale: str) -> str:
    """The language for a Discord locale such as `en-US` or `ja`; English where we have no other."""
    language = locale.split("-", maxsplit=1)[0].lower()
    return language if language in LANGUAGES else FALLBACK


@cache
def bundle(language: str) -> FluentBundle:
    """Every message of a language."""
    messages = FluentBundle([language], use_isolating=False)
    for path in sorted((FOLDER / language).glob("*.ftl")):
        messages.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return messages


@cache
def rules_pages(language: str, game: str) -> tuple[str, ...]:
    """A game's rules, page by page, in Discord's Markdown; in English where the language has none."""
    path = FOLDER / language / "rules" / f"{game}.md"
    if not path.exists():
        path = FOLDER / FALLBACK / "rules" / f"{game}.md"
    if not path.exists():
        return ()
    return tuple(page.strip() for page in path.read_text(encoding="utf-8").split("\n---\n"))


class Speech:
    """One language, and the names and signs of one table."""

    def __init__(
        self,
        language: str,
        *,
        game: type[Game] | None = None,
        seat_name: Callable[[int], str] | None = None,
    ) -> None:
        """Speak `language`; `game` gives the suits' signs, `seat_name` who sits where."""
        self.language = language
        self._seat_name = seat_name
        self._signs = {suit.letter: suit.symbol for suit in game.suits} if game else {}
        self._suits = {suit.name.key: suit.symbol for suit in game.suits} if game else {}

    def __call__(self, key: str, **args: Arg) -> str:
        """The message `key` with its arguments."""
        return self.text(Text(key, args))

    def text(self, text: Text) -> str:
        """One of the engine's or the host's texts, or any message."""
        if text.key == CARD.key:
            return self.card(str(text.args["card"]))
        if text.key == SEAT.key and self._seat_name is not None:
            return self._seat_name(int(str(text.args["seat"])))
        said = self._said(text.key, {name: self._spoken(arg) for name, arg in text.args.items()})
        sign = self._suits.get(text.key)
        return f"{sign} {said}" if sign else said

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.text(SEAT(seat=seat))

    def card(self, code: str) -> str:
        """A card in running text: its suit's sign and its rank."""
        return f"{self.sign(code) or code[0]}{code[1:]}"

    def sign(self, code: str) -> str | None:
        """The sign of a card's or a suit's first letter; None: the game has none."""
        return self._signs.get(code[0])

    def listed(self, texts: Iterable[str]) -> str:
        """Several names or terms in one sentence."""
        return self._said("list-comma", {}).join(texts)

    def _spoken(self, arg: Arg) -> str | int:
        if isinstance(arg, Text):
            return self.text(arg)
        if isinstance(arg, tuple):
            cards = all(text.key == CARD.key for text in arg)
            texts = [self.text(text) for text in arg]
            return " ".join(texts) if cards else self.listed(texts)
        return arg

    def _said(self, key: str, args: dict[str, str | int]) -> str:
        for language in (self.language, FALLBACK):
            messages = bundle(language)
            pattern = messages.get_message(key).value if messages.has_message(key) else None
            if pattern is not None:
                said, errors = messages.format_pattern(pattern, args)
                if errors:
                    raise KeyError(f"message {key} in {language}: {errors[0]}")
                return str(said)
        return Phrase.all[key].english.format(**args)
