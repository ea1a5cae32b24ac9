"""The work that displays of a table can ask for."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Schedule:
    """Functions that schedule the updates of a table's displays, by table id."""

    panels: Callable[[int], None]
    mentions: Callable[[int], None]
    messages: Callable[[int], None]
