"""Everything that can be said is said somewhere, and everything that is said can be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from locales import FALLBACK, Speech
from tests.locales.messages import ROOT, messages, phrases, sources

VOICES = {"Speech", "speech_for", "public_speech", "table_speech"}
"""What gives a `Speech`."""
SHORT = 20
"""Characters of a button's label that fit a phone beside others; Discord takes 80."""

ENGLISH = messages(FALLBACK)
BOT = {key for key, message in ENGLISH.items() if message.file.stem == "bot"}


class Call(NamedTuple):
    """A message said with a literal key; `key` of an f-string is its beginning, with a `*`."""

    where: str
    key: str
    args: set[str]


def calls() -> Iterator[Call]:
    """Every message that the cogs say."""
    for path, module in sources("cogs"):
        names = set(_speeches(module)) | {"described"}
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and node.args and _speaks(node.func, names):
                key = _key(node.args[0])
                if key is not None:
                    where = f"{path.name}:{node.lineno}"
                    yield Call(where, key, {word.arg for word in node.keywords if word.arg})


def _speeches(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id == "Speech":
            yield node.arg
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _is_voice(node.value.func):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _is_voice(func: ast.expr) -> bool:
    return isinstance(func, ast.Name) and func.id in VOICES


def _speaks(func: ast.expr, names: set[str]) -> bool:
    if isinstance(func, ast.Call):
        return _is_voice(func.func)
    return isinstance(func, ast.Name) and func.id in names


def _key(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return f"{node.values[0].value!s}*"
    return None


def literals() -> set[str]:
    """Every string in the cogs, and in `locales`, which joins lists."""
    return {
        node.value
        for _, module in sources("cogs", "locales")
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


CALLS = list(calls())
PREFIXES = {call.key[:-1] for call in CALLS if call.key.endswith("*")}
"""Beginnings of keys whose end is made as the bot runs: `speech(f"prefix-{value}")`."""


def test_the_cogs_speak() -> None:
    assert len(CALLS) > 50


def test_every_key_that_the_cogs_say_exists() -> None:
    known = BOT | {said.key for said in phrases()}
    missing = [
        call
        for call in CALLS
        if not (any(key.startswith(call.key[:-1]) for key in known) if call.key.endswith("*") else call.key in known)
    ]
    assert not missing


def test_every_message_gets_the_arguments_it_has() -> None:
    wrong = [
        call for call in CALLS if call.key in BOT and call.args != ENGLISH[call.key].shown | ENGLISH[call.key].choosing
    ]
    assert not wrong


def test_every_message_of_the_bot_is_said() -> None:
    said = literals()
    unsaid = [key for key in BOT if key not in said and not any(key.startswith(prefix) for prefix in PREFIXES)]
    assert not unsaid


def test_every_phrase_is_said() -> None:
    trees = list(sources("engine", "host", "cogs"))
    used = {module: set(_used(module, trees)) for module in {said.module for said in phrases()}}
    unsaid = [f"{said.module.name}: {said.constant}" for said in phrases() if said.constant not in used[said.module]]
    assert not unsaid


def _used(module: Path, trees: list[tuple[Path, ast.Module]]) -> Iterator[str]:
    """The constants of a module that it or others read."""
    dotted = ".".join(module.relative_to(ROOT).with_suffix("").parts)
    for path, tree in trees:
        near = path.is_relative_to(module.parent)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and path == module:
                yield node.id
            elif isinstance(node, ast.ImportFrom) and node.module == dotted:
                yield from (alias.name for alias in node.names)
            elif near and isinstance(node, ast.Attribute) and ast.unparse(node.value) == module.stem:
                yield node.attr


def test_buttons_are_short_in_every_language() -> None:
    labels = {
        word.value.args[0].value
        for _, module in sources("cogs")
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "label" and isinstance(word.value, ast.Call) and word.value.args
        if isinstance(word.value.args[0], ast.Constant) and not word.value.keywords
    }
    assert len(labels) > 15
    spoken = [Speech(language)(str(key)) for language in ("en", "ja") for key in labels]
    assert [label for label in spoken if len(label) > SHORT] == []
