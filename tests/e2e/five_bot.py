"""`bot.py`, with a game that is for five to seven only: no table of it has as many seats as is usual."""

import sys

from engine.text import Phrase
from tests.e2e.high_card import HighCard, HighCardSampler, HighCardShown, PlayCard


class FiveCard(HighCard):
    """High Card for others; it is never dealt."""

    id = "five-card"
    title = Phrase("five-card-title", "Five Card")()
    seat_counts = (5, 6, 7)

    __slots__ = ()


FiveCard.register([PlayCard()], HighCardShown(), HighCardSampler())


import bot  # noqa: E402  the commands are made when it is imported

if __name__ == "__main__":
    sys.exit(bot.main())
