"""Why a table is behind."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The reason why the messages of a table are not up to date.

    The table's channel is `lost`; Discord has `refused` one of its messages, which is tried again in `seconds`; or
    messages have been `behind` for `seconds`.
    """

    kind: Literal["lost", "refused", "behind"]
    seconds: float = 0.0
