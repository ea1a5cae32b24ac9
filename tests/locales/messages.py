"""The parsed messages of every language, and the sources that use them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

import host.services  # noqa: F401  fills Phrase.all
from engine.text import Phrase
from locales.bundles import FOLDER
from tests.source_tree import sources

ALLOWED = re.compile(
    r"Ichiza|Discord|Scharfe Schoten|Arve D. Fühler|deztec|COM|DM|UTC|/[a-z]+(?: zone)?|ichiza/1|(?:HMAC-)?SHA-?256"
    r"|Kathmandu|Newfoundland"
)
"""Latin letters that Japanese keeps: names, commands, hashes, and common abbreviations."""

WORD = "word-"
"""The prefix of messages that name a thing, such as a round, in each game's words. Only other messages use them."""


def foreign_words(game: str) -> str:
    """Return a pattern of Japanese words that a game must not use, because it has other words for the same things."""
    own = {"tezumashi": "ペインスート|ビッド|ラウンド", "tennos-square": "ラウンド|中央"}
    return own.get(game, "マイナスカード|得点表|ディール")


@dataclass(frozen=True)
class Message:
    """A message of a file, with the variables that it displays, and those that only select a variant."""

    file: Path
    shown: frozenset[str]
    choosing: frozenset[str]


@dataclass(frozen=True)
class Said:
    """A `Phrase` in the source: its key and the constant that holds it."""

    key: str
    module: Path
    constant: str


def entries(path: Path) -> list[ftl.EntryType]:
    """Return a file's messages and its unparsable parts."""
    return FluentParser().parse(path.read_text(encoding="utf-8")).body


def files(language: str) -> list[Path]:
    """Return the language's message files."""
    return sorted((FOLDER / language).glob("*.ftl"))


@cache
def messages(language: str) -> dict[str, Message]:
    """Return the messages of a language by key, without those that only other messages use."""
    found = {}
    for path in files(language):
        for entry in entries(path):
            if isinstance(entry, ftl.Message) and entry.value is not None and not entry.id.name.startswith(WORD):
                shown: set[str] = set()
                choosing: set[str] = set()
                _collect(entry.value, shown, choosing)
                found[entry.id.name] = Message(path, frozenset(shown), frozenset(choosing))
    return found


def _collect(pattern: ftl.Pattern, shown: set[str], choosing: set[str]) -> None:
    for element in pattern.elements:
        if not isinstance(element, ftl.Placeable):
            continue
        inside = element.expression
        if isinstance(inside, ftl.VariableReference):
            shown.add(inside.id.name)
        elif isinstance(inside, ftl.SelectExpression):
            assert isinstance(inside.selector, ftl.VariableReference)
            choosing.add(inside.selector.id.name)
            for variant in inside.variants:
                _collect(variant.value, shown, choosing)
        elif isinstance(inside, ftl.MessageReference):
            assert inside.id.name.startswith(WORD), f"only words stand in other messages: {inside.id.name}"
        else:
            assert isinstance(inside, ftl.StringLiteral), f"not foreseen here: {inside}"


@cache
def phrases() -> list[Said]:
    """Return every `Phrase` of engine, host, show and cogs."""
    found = []
    for path, module in sources("engine", "host", "show", "cogs"):
        for statement in module.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                name = statement.targets[0].id
                found += [Said(key, path, name) for key in _phrase_keys(statement.value)]
    return found


def fields(key: str) -> set[str]:
    """Return the names of a phrase's arguments."""
    return {name for _, name, _, _ in Formatter().parse(Phrase.all[key].english) if name}


def _phrase_keys(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
            key = node.args[0]
            assert isinstance(key, ast.Constant)
            yield str(key.value)
