"""The messages of each language in Fluent's files, and the formatting of one message."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast, visitor

from engine.text import Phrase

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and any(path.glob("*.ftl"))))
FALLBACK = "en"


# The files of a language are read once.
@cache
def bundle(language: str) -> FluentBundle:
    """Return all messages of a language."""
    messages = FluentBundle([language], use_isolating=False)
    for resource in _resources(language):
        messages.add_resource(resource)
    return messages


# The files of a language are read once; parsing them takes 0.2 seconds.
@cache
def _resources(language: str) -> tuple[ast.Resource, ...]:
    """Return the parsed files of a language."""
    paths = sorted((FOLDER / language).glob("*.ftl"))
    return tuple(FluentResource(path.read_text(encoding="utf-8")) for path in paths)


def formatted(language: str, key: str, args: dict[str, str | int]) -> str:
    """Return a message with its arguments, in English if the language lacks it.

    Raises:
        KeyError: the message does not exist, or an argument is missing.
    """
    for one in (language, FALLBACK):
        messages = bundle(one)
        pattern = messages.get_message(key).value if messages.has_message(key) else None
        if pattern is not None:
            text, errors = messages.format_pattern(pattern, args)
            if errors:
                raise KeyError(f"message {key} in {one}: {errors[0]}")
            return str(text)
    return Phrase.all[key].format_english(args)


# The parsed files are read once.
@cache
def selectors(language: str) -> Mapping[str, frozenset[str]]:
    """Return for each message the arguments by which it selects a variant.

    The arguments are those of the English message if the language lacks a message.
    """
    others = selectors(FALLBACK) if language != FALLBACK else {}
    entries = (entry for resource in _resources(language) for entry in resource.body)
    own = {one.id.name: frozenset(_Selectors(one).found) for one in entries if isinstance(one, ast.Message)}
    return {**others, **own}


class _Selectors(visitor.Visitor):
    """A visitor that collects the arguments by which a message selects a variant."""

    def __init__(self, message: ast.Message) -> None:
        self.found: set[str] = set()
        self.visit(message)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        """Collect the selector's argument."""
        if isinstance(node.selector, ast.VariableReference):
            self.found.add(node.selector.id.name)
        self.generic_visit(node)
