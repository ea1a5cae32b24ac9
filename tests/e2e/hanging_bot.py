"""`bot.py` with a part that hangs; the environment variable HANGS names the part.

A clean shutdown has less time than usual. The environment variable LAST_SECONDS can limit the whole shutdown.
"""

import ctypes
import os
import time
from pathlib import Path

from discord import InteractionType

import bot
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Router
from operations import shutdown
from show.text.page import Drawing

STANDS_STILL = Path("stands-still")
"""A file beside the database that exists once the event loop is blocked."""


def draw(_drawing: Drawing) -> bytes | None:
    """Block instead of drawing a picture."""
    time.sleep(600)
    return None


def stand_still() -> None:
    """Create a file, by which the test notices the hang; a line on standard error might never be read."""
    STANDS_STILL.touch()


async def answer(_router: Router, context: InteractionContext) -> None:
    """Block the event loop at a click."""
    if context.interaction.type is InteractionType.component:
        stand_still()
        time.sleep(600)  # noqa: ASYNC251  blocks on purpose


async def lock_up(_router: Router, context: InteractionContext) -> None:
    """At a click, block the main thread in a call that no signal ends, like a call to a lost disk."""
    if context.interaction.type is InteractionType.component:
        stand_still()
        system, mutex = ctypes.CDLL(None), ctypes.create_string_buffer(128)
        system.pthread_mutex_lock(mutex)
        system.pthread_mutex_lock(mutex)


if __name__ == "__main__":
    shutdown.CLEAN_SECONDS = 1.5
    shutdown.LAST_SECONDS = float(os.environ.get("LAST_SECONDS", shutdown.LAST_SECONDS))
    if os.environ["HANGS"] == "drawing":
        Drawing.draw = draw  # type: ignore[assignment,method-assign]
    elif os.environ["HANGS"] == "main thread":
        Router.answer = lock_up  # type: ignore[assignment,method-assign]
    elif os.environ["HANGS"] == "loop":
        Router.answer = answer  # type: ignore[assignment,method-assign]
    shutdown.exit_process(bot.main())
