"""Tennos Square: the deal, the moves and the score. What is shown of it is in `game`.

Moves 0-539 play a card on a slot (9 * card + slot), 540-599 exchange for a card, 600 exchanges for the top of the
stock, 601-660 discard. A hand is a sorted tuple; a row is `size` places of one flat list, and a mask of its face-down
slots. Whether an exchange is open needs no flag: it takes two hand cards and leaves one.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import phrases
from engine.cards import subset_tuples
from engine.games.tennos_square import words
from engine.games.tennos_square.cards import CODES, FACE_DOWN, NEXT, STEPS, row_points
from engine.games.tennos_square.deal import HAND, Deal, draw
from engine.old import OldGame
from engine.options import Options, option
from engine.text import card_text, seat_text

EXCHANGE, STOCK, DISCARD = 540, 600, 601
MOVES = (
    *(f"play {code} {slot}" for code in CODES for slot in range(1, 10)),
    *(f"exchange {code}" for code in CODES),
    "exchange stock",
    *(f"discard {code}" for code in CODES),
)
NOTHING, EXCHANGED = -1, -2
"""What `last` says where it is no place: no slot filled in this deal; an exchange, so that the same seat plays."""

_CARD_AND_SLOT = tuple(divmod(move, 9) for move in range(EXCHANGE))
_BACK = tuple((EXCHANGE + card,) for card in range(60))
"""By card: the move that lays it in the market and takes it back."""
_PLAYS = [moves for card in range(60) for moves in subset_tuples(9, 9 * card)]
"""By 512 * card + mask of the face-down slots: the moves that play the card."""


@dataclass(frozen=True)
class SquareOptions(Options):
    """What can be changed about a game of Tennos Square."""

    split_partnership: bool = option(words.SPLIT, {False: phrases.NO, True: phrases.YES}, seats=(3,))


class SquarePlay(OldGame):
    """The state of a game, and how it moves on."""

    __slots__ = (
        "deals",
        "discards",
        "down",
        "drawn",
        "first_dealer",
        "hands",
        "last",
        "market",
        "results",
        "row",
        "shown",
        "size",
        "start",
        "stock",
    )

    # --- The deal

    def _begin(self) -> None:
        self.size = len(STEPS[self.seats])
        """Slots in a row."""
        self.first_dealer = self.chance.setup_seat("dealer", self.seats)
        self.deals: list[Deal] = []
        self.results: list[tuple[int, tuple[int, ...]]] = []
        """Of each finished round: who turned the whole row, and every row as it was seen, joined."""
        self._deal()

    def _deal(self) -> None:
        self.round += 1
        seats, size = self.seats, self.size
        deal = draw(self.chance, self.round, seats, self._fixed_deal())
        self.deals.append(deal)
        self.row = list(deal.rows)
        """The card on each place (size * seat + slot), face up or face down."""
        self.down = [(1 << size) - 1] * seats
        """Of each seat the face-down slots."""
        self.hands = [tuple(sorted(deal.hands[HAND * seat : HAND * (seat + 1)])) for seat in range(seats)]
        self.shown = [FACE_DOWN] * seats
        """Of each seat the card that all saw it take from the market; it may have been played since."""
        self.stock = deal.stock
        self.drawn = 0
        """How many cards of the stock have been taken."""
        self.discards = [NOTHING] * seats
        self.market: tuple[int, ...] = (STOCK,)
        """What can be taken from the centre, as moves: the stock, then the face-up cards as they came."""
        self.last = NOTHING
        """The place filled last."""
        self.start = self._starter()
        self.to_act = tuple(range(seats))
        if self.log is not None:
            self.say(words.DEALS(round=self.round, seat=seat_text(self.dealer)))

    @property
    def dealer(self) -> int:
        """The seat that deals this round."""
        return (self.first_dealer + self.round - 1) % self.seats

    def _starter(self) -> int:
        """The lowest total so far, of several the first one clockwise from the dealer's left neighbour."""
        left = (self.dealer + 1) % self.seats
        clockwise = self.scores[left:] + self.scores[:left]
        return (left + clockwise.index(min(clockwise))) % self.seats

    # --- Moves

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """See `Game`."""
        hand = self.hands[seat]
        if len(hand) == 2:
            low, high = hand
            down = self.down[seat]
            return _PLAYS[low << 9 | down] + _BACK[low] + _PLAYS[high << 9 | down] + _BACK[high] + self.market
        if len(hand) == 1:
            return _PLAYS[hand[0] << 9 | self.down[seat]]
        return tuple([DISCARD + card for card in hand])

    def apply(self, seat: int, move: int) -> None:
        """See `Game`."""
        if move < EXCHANGE:
            card, slot = _CARD_AND_SLOT[move]
            row = self.row
            self.last = place = self.size * seat + slot
            picked = row[place]
            row[place] = card
            hand = self.hands[seat]
            if len(hand) == 1:
                self.hands[seat] = (picked,)
            else:
                kept = hand[hand[0] == card]
                self.hands[seat] = (kept, picked) if kept < picked else (picked, kept)
            self.down[seat] = down = self.down[seat] ^ 1 << slot
            if not down:
                self._end_deal(seat)
                return
            self.to_act = NEXT[self.seats][place]
            if self.log is not None:
                self.say(self.phase_text())
        elif move < DISCARD:
            self._exchange(seat, move)
        else:
            self._discard(seat, move - DISCARD)

    def _exchange(self, seat: int, move: int) -> None:
        low, high = self.hands[seat]
        market = (*self.market, EXCHANGE + low, EXCHANGE + high)
        if move == STOCK:
            card = self.stock[self.drawn]
            self.drawn += 1
        else:
            card = move - EXCHANGE
            place = market.index(move)
            market = market[:place] + market[place + 1 :]
            self.shown[seat] = card
        self.market = market
        self.hands[seat] = (card,)
        self.last = EXCHANGED

    def _discard(self, seat: int, card: int) -> None:
        self.discards[seat] = card
        self.hands[seat] = tuple([one for one in self.hands[seat] if one != card])
        self.to_act = tuple([other for other in self.to_act if other != seat])
        if self.to_act:
            return
        self.market = (STOCK, *[EXCHANGE + one for one in self.discards])
        self.to_act = (self.start,)
        if self.log is not None:
            for other, one in enumerate(self.discards):
                self.say(words.HAD_LAID(seat=seat_text(other), card=card_text(CODES[one])))
            self.say(self.phase_text())

    # --- Scoring

    def _end_deal(self, finisher: int) -> None:
        rows = [self.seen_row(seat) for seat in range(self.seats)]
        self.results.append((finisher, tuple([card for row in rows for card in row])))
        points = [row_points(row) for row in rows]
        points[finisher] += 5 * self.seats
        if self.log is not None:
            self.say(words.COMPLETE(seat=seat_text(finisher)))
        if self._end_round(points):
            self.to_act = ()
        else:
            self._deal()

    def seen_row(self, seat: int) -> list[int]:
        """The seat's row as everybody sees it."""
        down, first = self.down[seat], self.size * seat
        return [FACE_DOWN if down >> slot & 1 else self.row[first + slot] for slot in range(self.size)]

    @classmethod
    def teams_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """See `Game`."""
        return ((0, 2), (1, 3)) if seats == 4 else super().teams_of(seats)

    @property
    def split(self) -> bool:
        """Whether the left neighbour's points are added at the end."""
        return isinstance(self.options, SquareOptions) and self.options.split_partnership

    def standing(self, seat: int) -> int:
        """What decides the victory: the team's total, with split partnership that with the left neighbour."""
        if self.seats == 4:
            return self.scores[seat] + self.scores[seat ^ 2]
        return self.scores[seat] + (self.scores[(seat + 1) % self.seats] if self.split else 0)

    def ranking(self) -> list[list[int]]:
        """By `standing`; once the game is over the last deal's finisher decides a tie of two teams."""
        standings = [self.standing(seat) for seat in range(self.seats)]
        groups = [
            [seat for seat in range(self.seats) if standings[seat] == one]
            for one in sorted(set(standings), reverse=True)
        ]
        if self.seats == 4 and self.over and len(groups) == 1:
            return sorted(([0, 2], [1, 3]), key=lambda team: self.results[-1][0] not in team)
        return groups
