"""Scharfe Schoten: the round, from the deal to the score.

A hand is a 48-bit mask. Moves 0-47 play a card, 48-51 take a colour, 52-63 predict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from engine import phrases
from engine.cards import bits, subset_tuples
from engine.game import Game, Path, Points, Trick, View
from engine.games.scharfe_schoten import words
from engine.games.scharfe_schoten.cards import (
    CODES,
    COLOURS,
    PREDICTIONS,
    power_table,
    prediction_points,
)
from engine.games.scharfe_schoten.deal import HAND, Deal, draw
from engine.games.scharfe_schoten.sampler import sampler
from engine.games.scharfe_schoten.words import SUITS
from engine.text import Text, card_text, seat_text

TAKE, PREDICT = 48, 52

_COLOUR_MASK = tuple(0xFFF << 12 * colour for colour in range(4))
_CARDS = tuple(subset_tuples(12, 12 * colour) for colour in range(4))
_CARD = tuple(1 << card for card in range(48))
_TAKES = subset_tuples(4, TAKE)
_PREDICTS = tuple(range(PREDICT, PREDICT + 12))
_ONE = tuple((seat,) for seat in range(4))
_NEXT = {seats: tuple(((seat + 1) % seats,) for seat in range(seats)) for seats in (3, 4)}
"""By seats, then by seat: who is to act after it."""


class ScharfeSchoten(Game):
    """Scharfe Schoten for 3 or 4."""

    id = "scharfe-schoten"
    title = words.TITLE()
    pitch = words.PITCH()
    designer = "Arve D. Fühler"
    seat_counts = (3, 4)
    suits = SUITS
    moves = (
        *(f"play {code}" for code in CODES),
        *(f"take {colour}" for colour in COLOURS),
        *(f"predict {COLOURS[most]} {COLOURS[fewest]}" for most, fewest in PREDICTIONS),
    )
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
        "trick",
    )

    # --- The deal

    def _begin(self) -> None:
        self.first = self.chance.setup_seat("first", self.seats)
        self.deals: list[Deal] = []
        self.results: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Of each finished round: the predictions, and the captured counts (4 a seat)."""
        self._deal()

    def _deal(self) -> None:
        self.round += 1
        seats = self.seats
        deal = draw(self.chance, self.round, seats, self._fixed_deal())
        self.deals.append(deal)
        self.hands = list(deal.hands)
        self.rack = [(deal.rack & mask).bit_count() for mask in _COLOUR_MASK]
        self.power = power_table(deal.trumps)
        self.captured = [0] * (4 * seats)
        self.predictions = [-1] * seats
        self.leader = (self.first + self.round - 1) % seats
        self.follow = -1
        """The colour to follow; -1: none, because nothing is led or the trick is complete."""
        self.trick: list[int] = []
        self.finished: list[tuple[int, tuple[int, ...], int]] = []
        self.to_act = tuple(range(seats))

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"first": self.first}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data() for deal in self.deals]

    # --- Moves

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """See `Game`."""
        hand = self.hands[seat]
        follow = self.follow
        if follow >= 0:
            following = _CARDS[follow][hand >> 12 * follow & 0xFFF]
            if following:
                return following
        elif self.trick:
            red, yellow, green, black = self.rack
            return _TAKES[(red > 0) | (yellow > 0) << 1 | (green > 0) << 2 | (black > 0) << 3]
        elif self.predictions[seat] < 0:
            return _PREDICTS
        reds, yellows, greens, blacks = _CARDS
        return reds[hand & 0xFFF] + yellows[hand >> 12 & 0xFFF] + greens[hand >> 24 & 0xFFF] + blacks[hand >> 36]

    def apply(self, seat: int, move: int) -> None:
        """See `Game`."""
        if move < TAKE:
            self.hands[seat] ^= _CARD[move]
            trick = self.trick
            trick.append(move)
            if len(trick) == self.seats:
                self._finish_trick()
                return
            if self.follow < 0:
                self.follow = move // 12
            self.to_act = _NEXT[self.seats][seat]
        elif move < PREDICT:
            self.rack[move - TAKE] -= 1
            self.captured[4 * seat + move - TAKE] += 1
            self._next_trick()
        else:
            self.predictions[seat] = move - PREDICT
            self.to_act = tuple([other for other in self.to_act if other != seat])
            if not self.to_act:
                self._reveal()

    def _finish_trick(self) -> None:
        trick, power, leader = self.trick, self.power, self.leader
        powers = [power[card] for card in trick]
        winner = self.leader = (leader + powers.index(max(powers))) % self.seats
        self.finished.append((leader, tuple(trick), winner))
        self.follow = -1
        captured = self.captured
        for card in trick:
            captured[4 * winner + card // 12] += 1
        if self.log is not None:
            self.say(phrases.TRICK_WON(seat=seat_text(winner)))
        if any(self.rack):
            self.to_act = _ONE[winner]
        else:
            self._next_trick()

    def _next_trick(self) -> None:
        if self.hands[self.leader]:
            self.trick = []
            self.to_act = _ONE[self.leader]
            return
        self.results.append((tuple(self.predictions), tuple(self.captured)))
        if self._end_round([sum(self._points(self.round, seat)) for seat in range(self.seats)]):
            self.to_act = ()
        else:
            self._deal()

    def _reveal(self) -> None:
        self.to_act = _ONE[self.leader]
        if self.log is not None:
            for seat, prediction in enumerate(self.predictions):
                most, fewest = PREDICTIONS[prediction]
                self.say(words.REVEALED(seat=seat_text(seat), most=SUITS[most].name, fewest=SUITS[fewest].name))

    def _points(self, round_number: int, seat: int) -> tuple[int, int, int]:
        predictions, captured = self.results[round_number - 1]
        most, fewest = PREDICTIONS[predictions[seat]]
        return prediction_points(most, fewest, captured[4 * seat : 4 * seat + 4])

    def _revealed(self) -> bool:
        return -1 not in self.predictions

    def refusal(self, seat: int, move: int) -> Text:
        """See `Game`."""
        if move >= PREDICT or not self._revealed():
            return phrases.NOT_NOW(phase=self.phase())
        taking = len(self.trick) == self.seats
        if taking != (move >= TAKE):
            return phrases.NOT_NOW(phase=self.phase())
        if taking:
            return words.RACK_EMPTY(suit=SUITS[move - TAKE].name)
        if not self.hands[seat] >> move & 1:
            return phrases.NOT_IN_HAND(card=card_text(CODES[move]))
        return phrases.MUST_FOLLOW(suit=SUITS[self.follow].name)

    def forced(self, seat: int) -> int | None:
        """One colour left in the rack, one card in hand, or one card of the colour to follow: the backs show it."""
        if not self._revealed():
            return None
        moves = self.legal_moves(seat)
        return moves[0] if len(moves) == 1 else None

    # --- What is shown

    @classmethod
    def back(cls, code: str) -> str:
        """See `Game`: the colour."""
        return code[0]

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        done = [(leader, self._plays(leader, cards), winner) for leader, cards, winner in self.finished]
        in_progress = self.trick and len(self.trick) < self.seats
        return [*done, (self.leader, self._plays(self.leader, self.trick), None)] if in_progress else list(done)

    def _plays(self, leader: int, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
        return tuple(((leader + place) % self.seats, card) for place, card in enumerate(cards))

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return [CODES[card] for card in bits(self.hands[seat])]

    def public(self) -> View:
        """See `Game`."""
        shown = self._revealed()
        return {
            "trumps": [CODES[card] for card in self.deals[-1].trumps],
            "rack": dict(zip(COLOURS, self.rack, strict=True)),
            "hand_colours": [self._colours(self.hands[seat]) for seat in range(self.seats)],
            "captured": [self._captured(seat) for seat in range(self.seats)],
            "predicted": [one >= 0 for one in self.predictions],
            "predictions": [self._prediction(one) for one in self.predictions] if shown else None,
            "leader": self.leader,
            "first": self.first,
            "taking": len(self.trick) == self.seats and not self.over,
        }

    def private(self, seat: int) -> View:
        """See `Game`."""
        return {"prediction": self._prediction(self.predictions[seat]) if self.predictions[seat] >= 0 else None}

    @staticmethod
    def _prediction(number: int) -> list[str]:
        return [COLOURS[colour] for colour in PREDICTIONS[number]]

    @staticmethod
    def _colours(hand: int) -> dict[str, int]:
        return {COLOURS[colour]: (hand & mask).bit_count() for colour, mask in enumerate(_COLOUR_MASK)}

    def _captured(self, seat: int) -> dict[str, int]:
        return dict(zip(COLOURS, self.captured[4 * seat : 4 * seat + 4], strict=True))

    def phase(self) -> Text:
        """See `Game`."""
        if self.over:
            return phrases.GAME_ENDED()
        if not self._revealed():
            return words.PREDICTING()
        if len(self.trick) == self.seats:
            return words.TAKING(seat=seat_text(self.leader))
        return phrases.TRICK_OF(trick=len(self.finished) + 1, tricks=HAND[self.seats])

    def prompt(self, seat: int, path: Path) -> Text:
        """See `Game`."""
        if not self._revealed():
            return words.ASK_FEWEST() if path else words.ASK_MOST()
        if len(self.trick) == self.seats:
            return words.ASK_TAKE()
        if not self.trick:
            return phrases.PLAY_ANY()
        count = (self.hands[seat] & _COLOUR_MASK[self.follow]).bit_count()
        suit = SUITS[self.follow].name
        return phrases.FOLLOW(suit=suit, count=count) if count else phrases.CANNOT_FOLLOW(suit=suit)

    def hint(self, seat: int) -> Text:  # noqa: ARG002  the advice is the same for all
        """See `Game`."""
        if not self._revealed():
            return words.HINT_PREDICT()
        return words.HINT_TAKE() if len(self.trick) == self.seats else words.HINT_PLAY()

    def table_lines(self) -> list[Text]:
        """See `Game`."""
        trumps = self.deals[-1].trumps
        return [
            words.TRUMPS(cards=tuple(card_text(CODES[card]) for card in trumps)),
            words.COLOUR_ORDER(suits=tuple(SUITS[card // 12].name for card in trumps)),
            words.RACK(counts=self._count_texts(dict(zip(COLOURS, self.rack, strict=True)))),
        ]

    def seat_lines(self, seat: int) -> list[Text]:
        """See `Game`."""
        lines = []
        if self._revealed():
            most, fewest = PREDICTIONS[self.predictions[seat]]
            lines.append(words.PREDICTION(most=SUITS[most].name, fewest=SUITS[fewest].name))
        elif self.predictions[seat] >= 0:
            lines.append(words.PREDICTED())
        lines.append(words.CAPTURED(counts=self._count_texts(self._captured(seat))))
        if self.hands[seat]:
            lines.append(words.HAND_COLOURS(counts=self._count_texts(self._colours(self.hands[seat]))))
        return lines

    @staticmethod
    def _count_texts(counts: Mapping[str, int]) -> tuple[Text, ...]:
        return tuple(card_text(f"{suit.letter}{counts[suit.letter]}") for suit in SUITS)

    def told(self, seat: int, move: int) -> Text:
        """See `Game`."""
        if move >= PREDICT:
            return words.FORETOLD(seat=seat_text(seat))
        if move >= TAKE:
            return words.TAKES(seat=seat_text(seat), suit=SUITS[move - TAKE].name)
        return (phrases.PLAYED if self.trick else phrases.LED)(seat=seat_text(seat), card=card_text(CODES[move]))

    def path(self, move: int) -> Path:
        """See `Game`."""
        return tuple(self.moves[move].split()[1:])

    def offers(self, seat: int) -> Iterable[int]:
        """See `Game`."""
        if not self._revealed():
            return _PREDICTS
        return range(TAKE, PREDICT) if len(self.trick) == self.seats else bits(self.hands[seat])

    def label(self, token: str) -> Text:
        """See `Game`."""
        return SUITS[COLOURS.index(token)].name if token in COLOURS else card_text(token)

    def sheet(self, round_number: int) -> list[Points]:
        """See `Game`."""
        predictions, captured = self.results[round_number - 1]
        lines: list[Points] = []
        for seat in range(self.seats):
            most, fewest = PREDICTIONS[predictions[seat]]
            counts = captured[4 * seat : 4 * seat + 4]
            for_most, for_fewest, difference = prediction_points(most, fewest, counts)
            points: Points = [
                (
                    words.SCORE_MOST(suit=SUITS[most].name, count=counts[most], outcome=words.OUTCOMES[for_most]()),
                    for_most,
                ),
                (
                    words.SCORE_FEWEST(
                        suit=SUITS[fewest].name, count=counts[fewest], outcome=words.OUTCOMES[for_fewest]()
                    ),
                    for_fewest,
                ),
            ]
            if for_most and for_fewest:
                points.append((words.SCORE_DIFFERENCE(), difference))
            lines.append(points)
        return lines

    # --- Searching

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], ScharfeSchoten]:
        """See `Game`."""
        return sampler(cls, view)
