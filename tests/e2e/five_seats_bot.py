"""`bot.py` with a game for five to seven players, which has no table of the usual size."""

import sys

from engine.text import Phrase
from tests.e2e.high_card import HighCard, HighCardSampler, HighCardShown, PlayCard


class FiveCard(HighCard):
    """High Card for another number of players; it is never dealt."""

    id = "five-card"
    title = Phrase("five-card-title", "Five Card")()
    seat_counts = (5, 6, 7)

    __slots__ = ()


FiveCard.register([PlayCard()], HighCardShown(), HighCardSampler())


import bot  # noqa: E402  the commands are made when it is imported

if __name__ == "__main__":
    sys.exit(bot.main())
