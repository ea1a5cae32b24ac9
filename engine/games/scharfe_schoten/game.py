"""Scharfe Schoten: the state of a game, and the deal and scoring of its rounds."""

from collections.abc import Hashable
from typing import NamedTuple

from engine.cards import relative_ranks
from engine.contract.phase import Path
from engine.game import Game
from engine.games.scharfe_schoten import messages
from engine.games.scharfe_schoten.cards import (
    CODES,
    INDEX,
    MOVES,
    PREDICTIONS,
    cards_of,
    counts,
    power_table,
    prediction_points,
    takes,
)
from engine.games.scharfe_schoten.deal import Deal, draw
from engine.games.scharfe_schoten.trick_winner import why
from engine.text import Text
from engine.tricks import Trick, clockwise

COLOUR_MASKS = tuple(0xFFF << 12 * colour for colour in range(4))
"""By colour: all its cards."""
NONE_YET = -1
"""A prediction that has not been made."""


class Result(NamedTuple):
    """The result of a finished round: for each seat the facts from which its points follow."""

    predictions: tuple[int, ...]
    captured: tuple[int, ...]
    """The captured cards, see `cards.counts`."""

    def points(self, seat: int) -> tuple[int, int, int]:
        """Return the points for "most", for "fewest", and for both."""
        most, fewest = PREDICTIONS[self.predictions[seat]]
        return prediction_points(most, fewest, counts(self.captured[seat]))


class ScharfeSchoten(Game):
    """Scharfe Schoten for 3 or 4. A hand is a 48-bit mask."""

    id = "scharfe-schoten"
    title = messages.TITLE()
    spellings = messages.SPELLINGS()
    pitch = messages.PITCH()
    short_pitch = messages.SHORT_PITCH()
    weight = "easy"
    designer = messages.DESIGNER()
    seat_counts = (3, 4)
    minutes = 15
    suits = messages.SUITS
    moves = MOVES
    setup_keys = ("first",)
    deal_keys = ("hands", "rack", "trumps")

    __slots__ = (
        "captured",
        "deals",
        "finished",
        "first",
        "follow",
        "hands",
        "leader",
        "power",
        "predictions",
        "rack",
        "results",
        "takes",
        "trick",
    )

    def _begin(self) -> None:
        self.first = self.chance.setup_seat("first", self.seats)
        self.deals: list[Deal] = []
        self.results: list[Result] = []
        """The result of each finished round."""

    def _deal(self) -> None:
        seats = self.seats
        deal = draw(self.chance, self.round, seats, self._fixed_deal())
        self.deals.append(deal)
        self.hands = list(deal.hands)
        self.rack = [(deal.rack & mask).bit_count() for mask in COLOUR_MASKS]
        """The number of cards in the rack by colour."""
        self.takes = takes(self.rack)
        """The moves that take a card from the rack."""
        self.power = power_table(deal.trumps)
        self.captured = [0] * seats
        """The captured cards by seat, see `cards.counts`."""
        self.predictions = [NONE_YET] * seats
        self.leader = (self.first + self.round - 1) % seats
        self.follow = -1
        """The colour to follow; -1: no card is led."""
        self.trick: list[int] = []
        """The cards of the trick in progress, in the order of play."""
        self.finished: list[tuple[int, tuple[int, ...], int]] = []
        """Leader, cards and winner of each finished trick."""
        self.to_act = tuple(range(seats))

    @property
    def strongest_first(self) -> list[int]:
        """The colours in the order of their trumps, strongest first. Pictures show the colours in this order."""
        return [trump // 12 for trump in self.deals[-1].trumps]

    def finish_round(self) -> None:
        """Score the round."""
        result = Result(tuple(self.predictions), tuple(self.captured))
        self.results.append(result)
        self.end_round([sum(result.points(seat)) for seat in range(self.seats)])

    # --- Methods of the contract

    def points_now(self) -> list[int]:
        """See `Game`: zeros before the predictions are known."""
        if NONE_YET in self.predictions:
            return super().points_now()
        result = Result(tuple(self.predictions), tuple(self.captured))
        return [sum(result.points(seat)) for seat in range(self.seats)]

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"first": self.first}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data() for deal in self.deals]

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return [CODES[card] for card in cards_of(self.hands[seat])]

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        in_progress = [(self.leader, tuple(self.trick), None)] if self.trick else []
        every = [*self.finished, *in_progress]
        return [(leader, clockwise(leader, cards, self.seats), winner) for leader, cards, winner in every]

    @property
    def tricks_left(self) -> int:
        """See `Game`."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def position(self) -> Hashable | None:
        """A key of the position, see `Game`.

        The key leaves out the rack, which follows from the other parts. It contains the trumps unchanged. Of all other
        cards it contains only the order within each colour, not the numbers.
        """
        if self.trick or self.phase.id != "trick":
            return None
        trumps = sum([1 << trump for trump in self.deals[-1].trumps])
        return (self.leader, *relative_ranks(self.hands, 12, trumps), *self.captured)

    def trick_winner(self, trick: Trick) -> tuple[int | None, Text | None]:
        """See `Game`."""
        _, plays, _ = trick
        seat, best = max(plays, key=lambda play: self.power[play[1]])
        return seat, why(self.deals[-1].trumps, tuple([card for _, card in plays]), best)

    def trump(self, seat: int, path: Path) -> bool:  # noqa: ARG002  a trump is a trump for every seat
        """Tell whether a card is a trump, see `Game`."""
        return INDEX[path[-1]] in self.deals[-1].trumps

    @classmethod
    def card_back(cls, code: str) -> str:
        """Return the card's colour, see `Game`."""
        return code[0]
