"""`bot.py`, with something in it that takes for ever: what that is comes in HANGS."""

import ctypes
import os
import time
from pathlib import Path

from discord import InteractionType

import bot
from cogs.interactions.interaction_context import Interaction
from cogs.interactions.router import Router
from operations.shutdown import leave
from show.text.page import Drawing

STANDS_STILL = Path("stands-still")
"""Is there, beside the database, once the event loop stands still."""


def draw(_drawing: Drawing) -> bytes | None:
    """A picture that is never drawn."""
    time.sleep(600)
    return None


def stand_still() -> None:
    """Tell the test of it: standard error may be a pipe that nobody reads."""
    STANDS_STILL.touch()


async def answer(_router: Router, interaction: Interaction) -> None:
    """A click that stops the event loop."""
    if interaction.type is InteractionType.component:
        stand_still()
        time.sleep(600)  # noqa: ASYNC251  that is the point


async def lock_up(_router: Router, interaction: Interaction) -> None:
    """A click that stops the main thread in a call that no signal ends, as one of a disk that is gone."""
    if interaction.type is InteractionType.component:
        stand_still()
        system, mutex = ctypes.CDLL(None), ctypes.create_string_buffer(128)
        system.pthread_mutex_lock(mutex)
        system.pthread_mutex_lock(mutex)


if __name__ == "__main__":
    if os.environ["HANGS"] == "drawing":
        Drawing.draw = draw  # type: ignore[assignment,method-assign]
    elif os.environ["HANGS"] == "main thread":
        Router.answer = lock_up  # type: ignore[assignment,method-assign]
    else:
        Router.answer = answer  # type: ignore[assignment,method-assign]
    leave(bot.main())
