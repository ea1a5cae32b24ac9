"""Tennos Square: what is shown of a game, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine import phrases
from engine.games.tennos_square import words
from engine.games.tennos_square.cards import CODES, STEPS, row_points, row_text, runs
from engine.games.tennos_square.play import (
    DISCARD,
    EXCHANGE,
    EXCHANGED,
    MOVES,
    NOTHING,
    STOCK,
    SquareOptions,
    SquarePlay,
)
from engine.games.tennos_square.sampler import sampler
from engine.games.tennos_square.words import SUITS
from engine.old import OldView as View
from engine.phase import Path
from engine.text import Text, card_text, seat_text
from engine.tricks import Trick
from engine.view import Points

_TO = {
    3: {1: words.TO_LEFT, 2: words.TO_RIGHT},
    4: {1: words.TO_LEFT, 2: words.TO_PARTNER, 3: words.TO_RIGHT},
}
"""Why another seat is next, by the number of seats and how far clockwise the turn went."""
_LABELS = {"exchange": words.EXCHANGE(), "stock": words.STOCK()}


class TennosSquare(SquarePlay):
    """Tennos Square for 3, or for 4 in teams."""

    id = "tennos-square"
    title = words.TITLE()
    pitch = words.PITCH()
    designer = "ゆうりさま"
    seat_counts = (3, 4)
    suits = SUITS
    moves = MOVES
    Options = SquareOptions
    setup_keys = ("dealer",)
    deal_keys = ("rows", "hands", "stock")

    __slots__ = ()

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"dealer": self.first_dealer}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data(self.seats) for deal in self.deals]

    # --- What everybody and what one seat may know

    def tricks(self) -> list[Trick]:
        """None in this game."""
        return []

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return _codes(self.hands[seat])

    def public(self) -> View:
        """See `Game`.

        `rows` are codes, or None for face down; `shown_hands` the cards that all know in each hand; `discards` None
        until all have laid one; `last` the seat and slot (1-based) filled last, None at first and after an exchange;
        `finished` the end of every deal so far.
        """
        return {
            "dealer": self.dealer,
            "start": self.start,
            "rows": [_row(self.seen_row(seat)) for seat in range(self.seats)],
            "hand_sizes": [len(hand) for hand in self.hands],
            "shown_hands": [_codes(self._shown(seat)) for seat in range(self.seats)],
            "market": _codes(self._market()),
            "stock": len(self.stock) - self.drawn,
            "laid": [card != NOTHING for card in self.discards],
            "discards": None if self._discarding() else _codes(self.discards),
            "last": [self.last // self.size, self.last % self.size + 1] if self.last >= 0 else None,
            "exchanged": self.last == EXCHANGED,
            "finished": [
                {
                    "finisher": finisher,
                    "rows": [_row(rows[self.size * seat : self.size * (seat + 1)]) for seat in range(self.seats)],
                }
                for finisher, rows in self.results
            ],
        }

    def private(self, seat: int) -> View:
        """See `Game`."""
        card = self.discards[seat]
        return {"discard": CODES[card] if card != NOTHING else None}

    def _shown(self, seat: int) -> tuple[int, ...]:
        return tuple(card for card in self.hands[seat] if card == self.shown[seat])

    def _market(self) -> tuple[int, ...]:
        return tuple(move - EXCHANGE for move in self.market if move != STOCK)

    def _discarding(self) -> bool:
        return NOTHING in self.discards

    def forced(self, seat: int) -> int | None:
        """One face-down slot and one card in hand; all can count both."""
        moves = self.legal_moves(seat) if seat in self.to_act else ()
        return moves[0] if len(moves) == 1 else None

    # --- In words

    def phase_text(self) -> Text:
        """Who is next, and why."""
        if self.over:
            return phrases.GAME_ENDED()
        if self._discarding():
            return words.DISCARDING()
        seat = seat_text(self.to_act[0])
        if self.last == NOTHING:
            return (words.STARTS_LEFT if self.round == 1 else words.STARTS_LOWEST)(seat=seat)
        if self.last == EXCHANGED:
            return words.EXCHANGED(seat=seat)
        last, slot = divmod(self.last, self.size)
        step = STEPS[self.seats][slot]
        if step == 0:
            return words.AGAIN(seat=seat, slot=slot + 1)
        return _TO[self.seats][step](seat=seat, last=seat_text(last), slot=slot + 1)

    def prompt(self, seat: int, path: Path) -> Text:
        """See `Game`."""
        if self._discarding():
            return words.ASK_DISCARD()
        if path:
            return words.ASK_TAKE() if path[0] == "exchange" else words.ASK_SLOT(card=card_text(path[0]))
        return words.ASK_TURN() if len(self.hands[seat]) == 2 else words.ASK_PLAY()

    def hint(self, seat: int) -> Text:  # noqa: ARG002  the advice is the same for all
        """See `Game`."""
        return words.HINT_DISCARD() if self._discarding() else words.HINT_TURN()

    def table_lines(self) -> list[Text]:
        """See `Game`."""
        stock = len(self.stock) - self.drawn
        cards = tuple(card_text(code) for code in _codes(self._market()))
        market = words.MARKET(cards=cards, stock=stock) if cards else words.ONLY_STOCK(stock=stock)
        return [words.DEALER(seat=seat_text(self.dealer)), market]

    def seat_lines(self, seat: int) -> list[Text]:
        """See `Game`."""
        row = self.seen_row(seat)
        lines = [words.ROW(row=row_text(row, self.seats), points=row_points(row))]
        if self._discarding() and self.discards[seat] != NOTHING:
            lines.append(words.HAS_LAID())
        shown = self._shown(seat)
        lines.append(
            words.HOLDS_SEEN(card=card_text(CODES[shown[0]])) if shown else words.HOLDS(count=len(self.hands[seat]))
        )
        if self.seats == 4:
            lines.append(words.TEAM(seat=seat_text(seat ^ 2), points=self.standing(seat)))
        elif self.split:
            lines.append(words.SPLIT_TOTAL(seat=seat_text((seat + 1) % self.seats), points=self.standing(seat)))
        return lines

    def told(self, seat: int, move: int) -> Text:
        """See `Game`."""
        who = seat_text(seat)
        if move >= DISCARD:
            return words.LAID(seat=who)
        if move < EXCHANGE:
            card, slot = divmod(move, 9)
            return words.PLAYED(seat=who, card=card_text(CODES[card]), slot=slot + 1)
        given = tuple(card_text(code) for code in self.hand(seat))
        if move == STOCK:
            return words.TOOK_STOCK(seat=who, given=given)
        return words.TOOK(seat=who, given=given, card=card_text(CODES[move - EXCHANGE]))

    def sheet(self, round_number: int) -> list[Points]:
        """See `Game`."""
        finisher, rows = self.results[round_number - 1]
        lines: list[Points] = []
        for seat in range(self.seats):
            points: Points = [(words.SCORE_FIRST(), 5 * self.seats)] if seat == finisher else []
            for run in runs(rows[self.size * seat : self.size * (seat + 1)]):
                cards = tuple(card_text(code) for code in _codes(run))
                points.append((words.SCORE_RUN(length=len(run), cards=cards), len(run) ** 2))
            lines.append(points)
        return lines

    # --- Choosing

    def refusal(self, seat: int, move: int) -> Text:
        """See `Game`."""
        if self._discarding() != (move >= DISCARD):
            return phrases.NOT_NOW(phase=self.phase_text())
        if EXCHANGE <= move < DISCARD:
            if len(self.hands[seat]) != 2:
                return words.NEEDS_TWO()
            return words.NOT_IN_MARKET(card=card_text(CODES[move - EXCHANGE]))
        card, slot = (move - DISCARD, 0) if move >= DISCARD else divmod(move, 9)
        if card not in self.hands[seat]:
            return phrases.NOT_IN_HAND(card=card_text(CODES[card]))
        return words.FACE_UP(slot=slot + 1) if slot < self.size else words.NO_SLOT(slots=self.size)

    @classmethod
    def path(cls, move: int) -> Path:
        """A card to lay; a card and a slot; or "exchange" and what is taken."""
        return tuple(cls.moves[move].split()[0 if EXCHANGE <= move < DISCARD else 1 :])

    def offers(self, seat: int) -> Iterable[int]:
        """See `Game`."""
        hand = self.hands[seat]
        if self._discarding():
            return [DISCARD + card for card in hand]
        plays = [9 * card + slot for card in hand for slot in range(self.size)]
        return [*plays, *self.market, *(EXCHANGE + card for card in hand)]

    def label(self, seat: int, token: str) -> Text:  # noqa: ARG002
        """See `Game`."""
        if token in _LABELS:
            return _LABELS[token]
        return words.SLOT(slot=int(token)) if token.isdecimal() else card_text(token)

    # --- Searching

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], TennosSquare]:
        """See `Game`."""
        return sampler(cls, view)


def _codes(cards: Iterable[int]) -> list[str]:
    return [CODES[card] for card in cards]


def _row(cards: Iterable[int]) -> list[str | None]:
    return [CODES[card] if card >= 0 else None for card in cards]
