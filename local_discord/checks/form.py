"""Findings about a request's body, reported together in Discord's error 50035 ("Invalid Form Body")."""

from collections.abc import Collection, Mapping
from types import TracebackType
from typing import Any, Self

from local_discord.checks import errors
from local_discord.checks.errors import DiscordError
from local_discord.wire import Json

Path = tuple[str | int, ...]


def invalid(path: Path, code: str, message: str) -> DiscordError:
    """Return Discord's error 50035 with a single finding."""
    form = Form()
    form.add(path, code, message)
    return form.refusal()


class Form:
    """Findings about one request body; used as a context manager, it raises at the end if there are findings.

    A finding has a path into the body, one of Discord's codes, and a sentence. A text or list whose least length is 0
    is optional.
    """

    def __init__(self) -> None:
        self._tree: Json = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.raise_if_bad()

    def raise_if_bad(self) -> None:
        """Refuse the request if there are findings.

        Raises:
            DiscordError: 400/50035 with the tree of findings.
        """
        if self._tree:
            raise self.refusal()

    def refusal(self) -> DiscordError:
        """Return 400/50035 with the tree of findings."""
        return errors.invalid_form(self._tree)

    def add(self, path: Path, code: str, message: str) -> None:
        """Add one finding."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: Path) -> None:
        """Add the finding that a field is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: Path, value: object, low: int, high: int) -> str | None:
        """Check a text of `low` to `high` characters, and return the value if it is a string."""
        if value is None:
            if low:
                self.required(path)
            return None
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
            return None
        if low and not value.strip():
            self.required(path)
        elif len(value) > high and not low:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
        elif not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return value

    def texts(self, path: Path, thing: Json, limits: Mapping[str, tuple[int, int]]) -> int:
        """Check the texts of an object, and return their total length.

        `limits` maps the name of each text to its least and greatest length.
        """
        found = [self.text((*path, name), thing.get(name), *limit) for name, limit in limits.items()]
        return sum(len(text) for text in found if text)

    def number(self, path: Path, value: object, low: int, high: int) -> int | None:
        """Check an optional whole number from `low` to `high`; return the value if it is a whole number, else None."""
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if value < low:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif value > high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return value

    def choice(self, path: Path, value: object, allowed: Collection[object]) -> None:
        """Check that a value is one of `allowed`; the field is optional if `allowed` contains None."""
        if value not in allowed:
            names = ", ".join(str(one) for one in allowed if one is not None)
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{names}}}.")

    def listing(self, path: Path, value: object, low: int, high: int) -> list[Any]:
        """Check that a value is a list of `low` to `high` entries; return it, or an empty list if it is no list."""
        if value is None:
            if low:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        return value

    def objects(self, path: Path, value: object, low: int, high: int) -> list[tuple[Path, Json]]:
        """Check that a value is a list of `low` to `high` objects; return the objects, each with its path."""
        found: list[tuple[Path, Json]] = []
        for index, one in enumerate(self.listing(path, value, low, high)):
            where = (*path, index)
            if isinstance(one, dict):
                found.append((where, one))
            else:
                self.add(where, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return found

    def unique(self, found: list[tuple[Path, Json]], key: str, code: str, message: str) -> None:
        """Check that no two objects have the same value under `key`."""
        seen: set[str] = set()
        for path, one in found:
            value = str(one.get(key))
            if value in seen:
                self.add((*path, key), code, message)
            seen.add(value)
