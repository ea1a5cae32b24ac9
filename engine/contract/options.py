"""A game's options: a frozen dataclass whose fields know their allowed values, help and seat counts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from typing import Any, NamedTuple, cast

from engine.errors import BadRecord
from engine.text import Phrase, Text

OptionValue = bool | int | str


@dataclass(frozen=True)
class Options:
    """The options of a game that has none; a game's own options derive from it."""


class OptionInfo(NamedTuple):
    """What a lobby shows of one option."""

    name: str
    default: OptionValue
    allowed: tuple[OptionValue, ...]
    title: Text
    labels: tuple[Text, ...]
    """One label for each allowed value, in the same order."""
    seats: tuple[int, ...] | None
    """The seat counts that it is for; None: all."""
    about: Text | None
    """What it does, where its title does not say it."""

    def chosen(self, options: Mapping[str, object]) -> int:
        """The place, among the allowed ones, of the value that a game's options give it: its own, or the default."""
        return self.allowed.index(cast("OptionValue", options.get(self.name, self.default)))


def option(
    title: Phrase,
    allowed: Mapping[OptionValue, Phrase],
    *,
    seats: tuple[int, ...] | None = None,
    about: Phrase | None = None,
) -> Any:  # noqa: ANN401  stands where a field of any type is declared
    """A dataclass field for one option: `allowed` maps each value to its label; the first one is the default."""
    meta = {"title": title, "allowed": dict(allowed), "seats": seats, "about": about}
    return field(default=next(iter(allowed)), metadata=meta)


def describe(kind: type[Options], seats: int | None = None) -> tuple[OptionInfo, ...]:
    """The options of `kind` that can be changed with this number of seats, or with any, in their order."""
    return tuple(
        OptionInfo(
            item.name,
            getattr(kind, item.name),
            tuple(item.metadata["allowed"]),
            item.metadata["title"](),
            tuple(label() for label in item.metadata["allowed"].values()),
            item.metadata["seats"],
            item.metadata["about"]() if item.metadata["about"] else None,
        )
        for item in _fields(kind, seats)
    )


def write_options(options: Options, seats: int) -> dict[str, OptionValue]:
    """Options as a record and a view name them: every one that is for this number of seats, defaults too."""
    return {item.name: getattr(options, item.name) for item in _fields(type(options), seats)}


def _fields(kind: type[Options], seats: int | None) -> list[Field[Any]]:
    every = fields(kind)
    return [one for one in every if None in {seats, one.metadata["seats"]} or seats in one.metadata["seats"]]


def read_options(kind: type[Options], data: Mapping[str, object], seats: int) -> Options:
    """Options from a record or a lobby; what is left out has its default.

    Raises:
        BadRecord: an unknown option, a value that is not allowed, or one that is not for this number of seats.
    """
    if not data:
        return kind()
    known = {item.name: item for item in fields(kind)}
    for name, value in data.items():
        if name not in known:
            raise BadRecord(f'option "{name}": this game has no such option (it has: {", ".join(known) or "none"})')
        meta = known[name].metadata
        allowed = tuple(meta["allowed"])
        if not any(value == one and type(value) is type(one) for one in allowed):
            choices = ", ".join(repr(one) for one in allowed)
            raise BadRecord(f'option "{name}": {value!r} is not one of {choices}')
        if meta["seats"] is not None and seats not in meta["seats"] and value != known[name].default:
            raise BadRecord(f'option "{name}": not for {seats} seats')
    return kind(**data)


def held_options(kind: type[Options], data: Mapping[str, object], seats: int) -> dict[str, object]:
    """Those of the options given that there are, with the values they have, for this number of seats."""
    held = {}
    for name, value in data.items():
        with suppress(BadRecord):
            read_options(kind, {name: value}, seats)
            held[name] = value
    return held
