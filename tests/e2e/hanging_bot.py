"""`bot.py`, with something in it that takes for ever: what that is comes in HANGS."""

import os
import sys
import time

from discord import InteractionType

import bot
from cogs.click import Interaction
from cogs.router import Router
from operations.ending import leave
from show.page import Drawing


def draw(_drawing: Drawing) -> bytes | None:
    """A picture that is never drawn."""
    time.sleep(600)
    return None


async def answer(_router: Router, interaction: Interaction) -> None:
    """A click that stops the event loop."""
    if interaction.type is InteractionType.component:
        print("the loop stands still", file=sys.stderr, flush=True)
        time.sleep(600)  # noqa: ASYNC251  that is the point


if __name__ == "__main__":
    if os.environ["HANGS"] == "drawing":
        Drawing.draw = draw  # type: ignore[assignment,method-assign]
    else:
        Router.answer = answer  # type: ignore[assignment,method-assign]
    leave(bot.main())
