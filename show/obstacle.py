"""The reason why a table's messages are not up to date."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The reason why the messages of a table are not up to date.

    `lost`: the table is lost. `refused`: Discord has refused a message, which is tried again in `seconds`.
    `behind`: messages have been late for `seconds`.
    """

    kind: Literal["lost", "refused", "behind"]
    seconds: float = 0.0
