"""Every message is used somewhere, and every used message exists."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from locales import FALLBACK, Translation
from tests.locales.messages import Message, messages, phrases
from tests.source_tree import sources

VOICES = {"Translation", "table_speech"}
"""Functions that return a `Translation`; attributes named `tr` count too."""
SHORT = 22
"""The number of characters of a button's label that fit on a phone beside other buttons; Discord accepts 80."""


class Call(NamedTuple):
    """A use of a message. The key is a string in the source, or the constant beginning of an f-string and `*`."""

    where: str
    key: str
    args: set[str]


def english() -> dict[str, Message]:
    """Return the English messages."""
    return messages(FALLBACK)


@cache
def calls() -> list[Call]:
    """Return every use of a message by pages and handlers."""
    return [*_calls()]


def _calls() -> Iterator[Call]:
    for path, module in sources("show", "cogs"):
        names = set(_speeches(module)) | {"described"}
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and node.args and _speaks(node.func, names):
                key = _key(node.args[0])
                if key is not None:
                    where = f"{path.name}:{node.lineno}"
                    yield Call(where, key, {word.arg for word in node.keywords if word.arg})


def _speeches(module: ast.Module) -> Iterator[str]:
    """Yield the names of variables that hold a `Translation` in a module."""
    for node in ast.walk(module):
        if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id == "Translation":
            yield node.arg
        elif isinstance(node, ast.Lambda):
            yield from (arg.arg for arg in node.args.args)
        elif isinstance(node, ast.Assign):
            for target, value in _assigned(node.targets[0], node.value):
                if isinstance(target, ast.Name) and _is_speech(value):
                    yield target.id


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        yield from zip(target.elts, value.elts, strict=True)
    else:
        yield target, value


def _is_speech(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return _is_speech(value.func) or (isinstance(value.func, ast.Name) and value.func.id in VOICES)
    return isinstance(value, ast.Attribute) and value.attr == "tr"


def _speaks(func: ast.expr, names: set[str]) -> bool:
    return _is_speech(func) or (isinstance(func, ast.Name) and func.id in names)


def _key(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return f"{node.values[0].value!s}*"
    return None


def literals() -> set[str]:
    """Return every string in the source of pages, handlers and `locales`, all of which use messages."""
    return {
        node.value
        for _, module in sources("show", "cogs", "locales")
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def prefixes() -> set[str]:
    """Return the beginnings of keys with a computed end, as in `tr(f"prefix-{value}")`."""
    return {call.key[:-1] for call in calls() if call.key.endswith("*")}


def test_pages_and_handlers_use_messages() -> None:
    assert len(calls()) > 100


def test_every_used_key_exists() -> None:
    known = english().keys() | {said.key for said in phrases()}
    missing = [
        call
        for call in calls()
        if not (any(key.startswith(call.key[:-1]) for key in known) if call.key.endswith("*") else call.key in known)
    ]
    assert not missing


def test_every_message_gets_its_arguments() -> None:
    wrong = [
        call
        for call in calls()
        if call.key in english() and call.args != english()[call.key].shown | english()[call.key].choosing
    ]
    assert not wrong


def test_every_message_is_used() -> None:
    said, computed = literals(), prefixes()
    unsaid = [key for key in english() if key not in said and not any(key.startswith(prefix) for prefix in computed)]
    assert not unsaid


def test_every_phrase_is_used() -> None:
    used = set(_used())
    assert [f"{said.module}: {said.constant}" for said in phrases() if (said.module, said.constant) not in used] == []


def _used() -> Iterator[tuple[Path, str]]:
    """Yield (path, name) for each name that a module reads: the path is that of the module itself.

    If the name comes from a module of phrases, the pair has the path of that module.
    """
    modules = {".".join(said.module.with_suffix("").parts): said.module for said in phrases()}
    for path, tree in sources("engine", "host", "show", "cogs"):
        near = {module.stem: module for module in modules.values() if path.is_relative_to(module.parent)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield path, node.id
            elif isinstance(node, ast.ImportFrom) and node.module in modules:
                yield from ((modules[node.module], alias.name) for alias in node.names)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in near:
                yield near[node.value.id], node.attr


def test_buttons_are_short_in_every_language() -> None:
    labels = {
        node.args[1].args[0].value
        for _, module in sources("show")
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "button"
        if isinstance(node.args[1], ast.Call) and isinstance(node.args[1].args[0], ast.Constant)
        if not node.args[1].keywords  # labels with arguments are measured on whole pages, in other tests
    }
    assert len(labels) > 15
    spoken = [
        Translation(language)(str(key), **dict.fromkeys(english()[str(key)].shown | english()[str(key)].choosing, 5))
        for language in ("en", "ja")
        for key in labels
    ]
    assert [label for label in spoken if len(label) > SHORT] == []
