"""Game options: a frozen dataclass with a field for each option.

The metadata of a field are the option's title, its allowed values with their labels, the numbers of seats for which it
exists, and a text about its effect.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from typing import Any, NamedTuple

from engine.errors import BadRecord
from engine.text import Phrase, Text

OptionValue = bool | int | str


@dataclass(frozen=True)
class Options:
    """The empty options of a game without options, and the base class of all others."""


class FreeValue(NamedTuple):
    """A value that people put together: some of the parts of a `FreeChoice`."""

    parts: tuple[int, ...]
    """The indices of the parts, in ascending order."""
    label: Text


class FreeChoice(NamedTuple):
    """The values of an option that people put together from parts. They are allowed beside the listed values."""

    title: Text
    about: Text
    """How many parts to pick, and what they do; at most 100 characters."""
    parts: tuple[Text, ...]
    """The label of each part, at most 25 of them."""
    values: Mapping[int, Mapping[str, FreeValue]]
    """For each number of seats: every value, as records contain it."""

    def value_of(self, parts: Iterable[int], seats: int) -> str | None:
        """Return the value with exactly these parts; None if there is no such value for this number of seats."""
        wanted = tuple(sorted(parts))
        return next((value for value, one in self.values[seats].items() if one.parts == wanted), None)

    def parts_of(self, value: object) -> tuple[int, ...]:
        """Return the parts of a value, for whatever number of seats; none if it is another kind of value."""
        return next((one[value].parts for one in self.values.values() if value in one), ())  # type: ignore[index]


class OptionInfo(NamedTuple):
    """The description of one option for a lobby."""

    name: str
    default: OptionValue
    allowed: tuple[OptionValue, ...]
    title: Text
    labels: tuple[Text, ...]
    """One label for each allowed value, in the same order."""
    seats: tuple[int, ...] | None
    """The seat counts for which the option exists; None: all."""
    about: Text | None
    """The effect of the option, if its title does not explain it."""
    free: FreeChoice | None

    @property
    def parts_name(self) -> str:
        """The name of the field in which people pick the parts of a free choice; no option has it."""
        return f"{self.name}-parts"

    def selected_index(self, options: Mapping[str, object]) -> int:
        """Return the index of the option's value, or of its default, among the allowed values.

        The index of a value that people put together is the number of allowed values.
        """
        value = options.get(self.name, self.default)
        return self.allowed.index(value) if value in self.allowed else len(self.allowed)

    def label(self, options: Mapping[str, object], seats: int) -> Text:
        """Return the label of the option's value, or of its default."""
        index = self.selected_index(options)
        if self.free is None or index < len(self.labels):
            return self.labels[index]
        return self.free.values[seats][str(options[self.name])].label


def option(
    title: Phrase,
    allowed: Mapping[OptionValue, Phrase],
    *,
    seats: tuple[int, ...] | None = None,
    about: Phrase | None = None,
    free: FreeChoice | None = None,
) -> Any:  # noqa: ANN401  the declared field may have any type
    """Declare a dataclass field for one option. `allowed` maps values to labels; the first value is the default."""
    meta = {"title": title, "allowed": dict(allowed), "seats": seats, "about": about, "free": free}
    return field(default=next(iter(allowed)), metadata=meta)


def describe(kind: type[Options], seats: int | None = None) -> tuple[OptionInfo, ...]:
    """Return the options for this number of seats (all options if `seats` is None), in the order of their fields."""
    return tuple(
        OptionInfo(
            item.name,
            getattr(kind, item.name),
            tuple(item.metadata["allowed"]),
            item.metadata["title"](),
            tuple(label() for label in item.metadata["allowed"].values()),
            item.metadata["seats"],
            item.metadata["about"]() if item.metadata["about"] else None,
            item.metadata["free"],
        )
        for item in _fields(kind, seats)
    )


def write_options(options: Options, seats: int) -> dict[str, OptionValue]:
    """Return the options as records and views contain them: the value of each option for this number of seats."""
    return {item.name: getattr(options, item.name) for item in _fields(type(options), seats)}


def _fields(kind: type[Options], seats: int | None) -> list[Field[Any]]:
    every = fields(kind)
    return [one for one in every if None in {seats, one.metadata["seats"]} or seats in one.metadata["seats"]]


def read_options(kind: type[Options], data: Mapping[str, object], seats: int) -> Options:
    """Read options from a record or a lobby; a missing option has its default.

    Raises:
        BadRecord: an option is unknown or not for this number of seats, or its value is not allowed.
    """
    if not data:
        return kind()
    known = {item.name: item for item in fields(kind)}
    for name, value in data.items():
        if name not in known:
            raise BadRecord(f'option "{name}": this game has no such option (it has: {", ".join(known) or "none"})')
        meta = known[name].metadata
        allowed, free = tuple(meta["allowed"]), meta["free"].values[seats] if meta["free"] else {}
        if not any(value == one and type(value) is type(one) for one in (*allowed, *free)):
            choices = ", ".join(repr(one) for one in (*allowed, *list(free)[:1]))
            choices += f" or one like it ({meta['free'].about})" if free else ""
            raise BadRecord(f'option "{name}": {value!r} is not one of {choices}')
        if meta["seats"] is not None and seats not in meta["seats"] and value != known[name].default:
            raise BadRecord(f'option "{name}": not for {seats} seats')
    return kind(**data)


def valid_options(kind: type[Options], data: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return the given options that are valid for this number of seats, and drop all others."""
    held = {}
    for name, value in data.items():
        with suppress(BadRecord):
            read_options(kind, {name: value}, seats)
            held[name] = value
    return held
