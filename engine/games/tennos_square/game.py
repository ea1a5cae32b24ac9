"""Tennos Square: the state of a game, and the deal and scoring of its rounds."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from engine import phrases
from engine.contract.options import Options, option
from engine.contract.phase import Path
from engine.game import Game
from engine.games.tennos_square import messages
from engine.games.tennos_square.cards import DISCARD, EXCHANGE, FACE_DOWN, MOVES, STEPS, STOCK, codes, row_points
from engine.games.tennos_square.deal import HAND, Deal, draw
from engine.text import seat_text

NOTHING, EXCHANGED = -1, -2
"""Values of `last` instead of a place. NOTHING: no slot has been filled in this deal. EXCHANGED: the last move was an
exchange, so the same seat plays next.
"""


@dataclass(frozen=True)
class SquareOptions(Options):
    """The options of Tennos Square."""

    split_partnership: bool = option(
        messages.SPLIT, {False: phrases.NO, True: phrases.YES}, seats=(3,), about=messages.SPLIT_ABOUT
    )


class Result(NamedTuple):
    """The result of a finished round."""

    finisher: int
    """The seat that turned its whole row."""
    rows: tuple[tuple[int, ...], ...]
    """By seat: the row at the end of the round, with `FACE_DOWN` for each slot that was still face down."""

    def points(self, seat: int) -> int:
        """Return the points of a seat."""
        return row_points(self.rows[seat]) + self.bonus(seat)

    def bonus(self, seat: int) -> int:
        """Return the bonus of a seat for finishing the round."""
        return 5 * len(self.rows) if seat == self.finisher else 0


class TennosSquare(Game):
    """Tennos Square for 3 seats, or for 4 in teams.

    A hand is a sorted tuple. The rows are one flat list with `size` places for each seat. A mask for each seat has the
    face-down slots of its row.
    """

    id = "tennos-square"
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
    Options = SquareOptions
    options: SquareOptions
    setup_keys = ("dealer",)
    deal_keys = ("rows", "hands", "stock")

    __slots__ = (
        "deals",
        "discards",
        "down",
        "drawn",
        "first_dealer",
        "hands",
        "last",
        "market",
        "market_card",
        "results",
        "row",
        "size",
        "start",
        "stock",
    )

    def _begin(self) -> None:
        self.size = len(STEPS[self.seats])
        """The number of slots of a row."""
        self.first_dealer = self.chance.setup_seat("dealer", self.seats)
        self.deals: list[Deal] = []
        self.results: list[Result] = []
        """The result of each finished round."""

    def _deal(self) -> None:
        seats, size = self.seats, self.size
        deal = draw(self.chance, self.round, seats, self._fixed_deal())
        self.deals.append(deal)
        self.row = list(deal.rows)
        """The card in each place (size * seat + slot), face up or face down."""
        self.down = [(1 << size) - 1] * seats
        """The face-down slots of each seat."""
        self.hands = [tuple(sorted(deal.hands[HAND * seat : HAND * (seat + 1)])) for seat in range(seats)]
        self.market_card = [FACE_DOWN] * seats
        """By seat: the card that it took from the market last; the card may have been played since."""
        self.stock = deal.stock
        self.drawn = 0
        """The number of cards taken from the stock."""
        self.discards = [NOTHING] * seats
        """By seat: the card that it lays in the market before the first turn."""
        self.market: tuple[int, ...] = (STOCK,)
        """The moves that take a card from the centre: the stock, then the face-up cards in the order in which they
        came.
        """
        self.last = NOTHING
        """The place filled last."""
        self.start = self._starter()
        self.to_act = tuple(range(seats))
        if self.log is not None:
            self.add_to_log(messages.DEALS(round=self.round, seat=seat_text(self.dealer)))

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return (self.first_dealer + self.round - 1) % self.seats

    def _starter(self) -> int:
        """Return the seat with the lowest total; in a tie, the first such seat from the dealer's left, clockwise."""
        left = (self.dealer + 1) % self.seats
        clockwise = self.scores[left:] + self.scores[:left]
        return (left + clockwise.index(min(clockwise))) % self.seats

    def finish_round(self, finisher: int) -> None:
        """Score the round, which the seat `finisher` has ended by filling the last slot of its row."""
        result = Result(finisher, tuple(tuple(self.seen_row(seat)) for seat in range(self.seats)))
        self.results.append(result)
        if self.log is not None:
            self.add_to_log(messages.COMPLETE(seat=seat_text(finisher)))
        self.end_round([result.points(seat) for seat in range(self.seats)])

    def seen_row(self, seat: int) -> list[int]:
        """Return the seat's row as everybody sees it."""
        down, first = self.down[seat], self.size * seat
        return [FACE_DOWN if down >> slot & 1 else self.row[first + slot] for slot in range(self.size)]

    # --- Methods of the contract

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"dealer": self.first_dealer}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data(self.seats) for deal in self.deals]

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return codes(self.hands[seat])

    @classmethod
    def path(cls, move: int) -> Path:
        """Return the path, see `GameInfo`: a card to lay, or a card and a slot, or "exchange" and the card taken."""
        return tuple(cls.moves[move].split()[0 if EXCHANGE <= move < DISCARD else 1 :])

    @property
    def tricks_left(self) -> int:
        """The greatest number of turns that a seat can still have, see `Game`. One turn of each seat is a trick."""
        return max(down.bit_count() for down in self.down)

    @property
    def position(self) -> Hashable | None:
        """A key of the position before a turn or after an exchange, see `Game`. Suits mean nothing and are left out."""
        if self.phase.id != "turn":
            return None
        ranks = [tuple([card % 10 for card in cards]) for cards in (self.row, *self.hands, self.market)]
        return (self.to_act, *self.down, *ranks, self.drawn)

    # --- Teams

    @classmethod
    def teams_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the teams, see `GameInfo`."""
        return ((0, 2), (1, 3)) if seats == 4 else super().teams_of(seats)

    @property
    def split(self) -> bool:
        """True if the left neighbour's points are added to a seat's points at the end of the game."""
        return self.options.split_partnership

    def points_now(self) -> list[int]:
        """See `Game`."""
        return [row_points(self.seen_row(seat)) for seat in range(self.seats)]

    def ranking_score(self, seat: int) -> int:
        """Return the score that ranks a seat, see `Game`.

        It is the team's total, or in split partnership the seat's total plus that of the left neighbour.
        """
        if self.seats == 4:
            return self.scores[seat] + self.scores[seat ^ 2]
        return self.scores[seat] + (self.scores[(seat + 1) % self.seats] if self.split else 0)

    def ranking(self) -> list[list[int]]:
        """Return the ranking, see `Game`. If two teams tie at the end, the team that finished the last deal wins."""
        groups = super().ranking()
        if self.seats == 4 and self.over and len(groups) == 1:
            return sorted(([0, 2], [1, 3]), key=lambda team: self.results[-1].finisher not in team)
        return groups
