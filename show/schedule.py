"""The interface by which parts of the presentation request updates of panels, mentions or table messages."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Schedule:
    """Functions that schedule an update of a table's panels, mentions or table messages, given the table's id."""

    panels: Callable[[int], None]
    mentions: Callable[[int], None]
    messages: Callable[[int], None]
