"""The messages of every language, taken apart; and the sources that say them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from engine.text import Phrase
from locales.translation import FOLDER

ROOT = Path(__file__).parents[2]
ALLOWED = re.compile(
    r"Ichiza|Scharfe Schoten|Arve D. Fühler|deztec|COM|DM|UTC|/[a-z]+"
    r"|(?:docs/)?\w+\.(?:md|html)|python -m engine verify"
)
"""Latin letters that Japanese keeps: names, commands, files, and the usual short words."""

WORD = "word-"
"""How the keys begin of what only a language's other messages use: what a thing is called in the game spoken of."""


def foreign_words(game: str) -> str:
    """A pattern of Japanese words for what the game's own printed rules call otherwise."""
    own = {"tezumashi": "ペインスート|ビッド|ラウンド", "tennos-square": "ラウンド"}
    return own.get(game, "マイナスカード|得点表|ディール")


@dataclass(frozen=True)
class Message:
    """One message of a file: the variables it may show, and those by which it only chooses."""

    file: Path
    shown: frozenset[str]
    choosing: frozenset[str]


@dataclass(frozen=True)
class Said:
    """A `Phrase` as it stands in the source: its key, and the constant that holds it."""

    key: str
    module: Path
    constant: str


def parsed(path: Path) -> ftl.Resource:
    """A file's messages, and its junk."""
    return FluentParser().parse(path.read_text(encoding="utf-8"))


def files(language: str) -> list[Path]:
    """The language's message files."""
    return sorted((FOLDER / language).glob("*.ftl"))


@cache
def messages(language: str) -> dict[str, Message]:
    """Every message that can be said in a language by its key."""
    found = {}
    for path in files(language):
        for entry in parsed(path).body:
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


def sources(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules of some of our packages."""
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def phrases() -> list[Said]:
    """Every `Phrase` that the engine, the host and what shows them can say."""
    found = []
    for path, module in sources("engine", "host", "show", "cogs"):
        for statement in module.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                name = statement.targets[0].id
                found += [Said(key, path, name) for key in _phrase_keys(statement.value)]
    return found


def fields(key: str) -> set[str]:
    """The arguments of a phrase."""
    return {name for _, name, _, _ in Formatter().parse(Phrase.all[key].english) if name}


def _phrase_keys(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
            key = node.args[0]
            assert isinstance(key, ast.Constant)
            yield str(key.value)
