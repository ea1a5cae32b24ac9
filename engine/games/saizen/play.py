"""Saizen: the rules in play, from the deal to the last trick of the third round.

A hand is a 54-bit mask; the moves are in `moves`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import phrases
from engine.cards import check_no_more_than, mask_of, read_hands
from engine.games.saizen import words
from engine.games.saizen.cards import (
    ALL,
    CODES,
    FOLLOWING,
    INDEX,
    RANK_OF,
    RANKS,
    SAME,
    STRONGER,
    deck,
    playoff_beats,
    trick_beats,
)
from engine.games.saizen.moves import CARD_OF, CHIP, LED_BY, PASS, card_moves, chip_moves, lead_moves
from engine.games.saizen.rows import EARLIER, FREE, LOW, MAY, PLAYOFF, start_sides
from engine.old import OldGame
from engine.options import Options, option
from engine.text import seat_text
from engine.tricks import Trick

_ONE = tuple((seat,) for seat in range(6))
_CLOCKWISE = tuple(
    tuple(tuple((leader + place) % seats for place in range(seats)) for leader in range(seats)) for seats in range(7)
)
_TRICK_BEATS = tuple(
    tuple(
        trick_beats(led, low=bool(row & LOW), later=not row & (EARLIER | PLAYOFF), any_suit=any_suit)
        for led in range(4)
        for row in range(8)
    )
    for any_suit in (False, True)
)
"""By option `equals`, then by 8 * led suit + its rows `rank`, `order` and `match`."""
_PLAYOFF_BEATS = tuple(playoff_beats(led, low=bool(low)) for led in range(4) for low in range(2))


@dataclass(frozen=True)
class SaizenOptions(Options):
    """The options of Saizen."""

    jokers: int = option(words.JOKERS, {0: words.NO_JOKER, 1: words.ONE_JOKER, 2: words.TWO_JOKERS})
    start_rules: str = option(words.START_RULES, {"printed": words.START_PRINTED, "random": words.START_RANDOM})
    equals: str = option(words.EQUALS, {"followers": words.EQUALS_FOLLOWERS, "any-suit": words.EQUALS_ANY_SUIT})


class SaizenPlay(OldGame):
    """The state and the moves; how they are shown is the subclass's."""

    Options = SaizenOptions
    options: SaizenOptions
    turn: int

    __slots__ = (
        "ahead",
        "beats",
        "best",
        "finished",
        "first",
        "hands",
        "leader",
        "led",
        "match",
        "minding",
        "minds",
        "moved",
        "order",
        "orders",
        "past",
        "playoff",
        "rule",
        "seen",
        "sets",
        "setting",
        "start",
        "taken",
        "trick",
        "turn",
    )

    # --- The deal

    def _begin(self) -> None:
        self.first = self.chance.setup_seat("first", self.seats)
        self.start = start_sides(self.chance, drawn=self.options.start_rules == "random")
        """The start side of each row, see `rows`."""
        self.moved = 0
        """The chips that have moved, one bit each."""
        self.round = 1
        self.sets = self._dealt()
        """By seat the cards that it plays this round with, played or not."""
        self.past: list[tuple[int, tuple[Trick, ...]]] = []
        """Of each round before this one: the sides in force, and its tricks."""
        self.leader = self.first
        self.set_table()
        self._start_round()

    def set_table(self) -> None:
        """What follows from the options, and a table without a card."""
        any_suit = self.options.equals == "any-suit"
        self.orders = _TRICK_BEATS[any_suit]
        self.minding = PLAYOFF | EARLIER if any_suit else PLAYOFF
        """The rows under which equal ranks on the table matter."""
        self.led = 0
        self.rule = 0
        """The sides in force for the led suit."""
        self.beats: tuple[int, ...] = self.orders[0]
        """By card: what takes the lead from it, see `trick_beats`."""
        self.minds = 0
        self.ahead = 0
        """The seat that is winning."""
        self.best = -1
        """The card that is winning; -1: none lies yet."""
        self.seen = 0
        """Where equal ranks matter: the cards of each rank that lies on the table."""
        self.match = -1
        """A card of the strongest equal ranks that will play off; -1: there are none."""
        self.playoff = 0
        """How many times this trick has been played off."""
        self.trick: list[tuple[int, int]] = []
        self.finished: list[Trick] = []

    def _dealt(self) -> list[int]:
        seats, first = self.seats, self.first
        fixed = self._fixed_deal()
        cards = 52 + self.options.jokers
        sizes = [(cards + seats - 1 - (seat - first) % seats) // seats for seat in range(seats)]
        if "hands" in fixed:
            hands = read_hands(fixed["hands"], INDEX, sizes, "deal 1, hands")
            check_no_more_than(dict.fromkeys(range(cards), 1), hands, CODES, "deal 1")
        else:
            order = self.chance.shuffle("deal 1", range(cards))
            hands = [order[(seat - first) % seats :: seats] for seat in range(seats)]
        return [mask_of(hand) for hand in hands]

    @property
    def sides(self) -> int:
        """The side in force of each row, see `rows`."""
        return self.start ^ self.moved

    @property
    def deck(self) -> int:
        """All cards in play."""
        return deck(self.options.jokers)

    @property
    def round_count(self) -> int:
        """See `Game`."""
        return 3

    # --- Moves

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """See `Game`."""
        if self.setting:
            return chip_moves(self.moved)
        cards = self.hands[seat]
        if not self.trick:
            return lead_moves(cards)
        if self.minds:
            follow, win, meet = self.wants()
            cards = cards & follow or cards
            cards = cards & win or cards & meet or cards
        else:  # the same where equal ranks do not matter, as mostly in random games: there is nothing to match
            rule = self.rule
            if not rule & MAY:
                cards = cards & FOLLOWING[self.led] or cards
            if not rule & FREE:
                cards = cards & self.beats[self.best] or cards
        return card_moves(cards)

    def wants(self) -> tuple[int, int, int]:
        """What a card put to the table must be, if the hand has such a one: three sets, one after the other.

        They are the duty to follow; then, among what that leaves, the duty to win in two steps: to win outright (or,
        where ranks have met already, to bring about a stronger match), else to match (or to join the strongest match).
        The steps have no card in common, so a hand narrowed by each in turn, where it can be, meets the first it can.
        """
        rule = self.rule
        follow = ALL if rule & MAY else FOLLOWING[self.led]
        if rule & FREE:
            return follow, 0, 0
        if self.match >= 0:
            return follow, self.seen & STRONGER[rule & LOW][self.match], SAME[self.match]
        return follow, self.beats[self.best] & ~self.seen, self.seen if rule & PLAYOFF else 0

    def apply(self, seat: int, move: int) -> None:
        """See `Game`."""
        if move >= PASS:
            if move > PASS:
                self.moved |= 1 << move - CHIP
            self.turn += 1
            if self.turn < self.seats:
                self.to_act = _ONE[self.order[self.turn]]
            else:
                self.setting = False
                self.open_trick()
            return
        trick = self.trick
        card = CARD_OF[move]
        bit = 1 << card
        self.hands[seat] ^= bit
        if not trick:
            self._lead(LED_BY[move])
        trick.append((seat, move))
        if self.beats[self.best] & bit:
            self.best = card
            self.ahead = seat
        if self.minds:
            if self.seen & bit:
                self._meet(card)
            self.seen |= SAME[card]
        turn = self.turn = self.turn + 1
        if turn < len(self.order):
            self.to_act = _ONE[self.order[turn]]
        else:
            self._finish()

    def _start_round(self) -> None:
        self.hands = self.sets[:]
        self.taken = [0] * self.seats
        """Tricks won this round."""
        self.finished = []
        self.open_trick()
        self.setting = True
        """Whether the seats are moving chips."""

    def open_trick(self) -> None:
        """Clear the table for the leader."""
        self.trick = []
        self.playoff = 0
        self._ask(_CLOCKWISE[self.seats][self.leader])

    def _ask(self, order: tuple[int, ...]) -> None:
        """Have these seats play a card each, in this order."""
        self.order = order
        """The seats that play a card each, or may move a chip each, in this order."""
        self.turn = 0
        self.to_act = _ONE[order[0]]
        self.best = self.match = -1
        self.seen = 0

    def _lead(self, suit: int) -> None:
        self.led = suit
        rule = self.rule = (self.start ^ self.moved) >> 5 * suit & 31
        self.beats = self.orders[8 * suit + (rule & 7)]
        self.minds = rule & self.minding

    def _meet(self, card: int) -> None:
        """A card has come to lie beside one of its rank."""
        if self.rule & PLAYOFF:
            if self.match < 0 or STRONGER[self.rule & LOW][self.match] >> card & 1:
                self.match = card
        elif self.best == card:
            # Option "any-suit", earlier wins: the new strongest rank lay there before, in a suit that did not follow.
            self.ahead, move = next(play for play in self.trick if SAME[card] >> CARD_OF[play[1]] & 1)
            self.best = CARD_OF[move]

    def _finish(self) -> None:
        """All who were asked have played: the trick has a winner, or plays off."""
        winner: int | None = self.ahead
        if self.match >= 0:
            rivals = self._rivals()
            if len(rivals) > 1:
                self.playoff += 1
                self.beats = _PLAYOFF_BEATS[2 * self.led + (self.rule & LOW)]
                self._ask(rivals)
                return
            winner = rivals[0] if rivals else None
        self.finished.append((self.leader, tuple(self.trick), winner))
        if winner is None:
            self.say(words.NOBODY_WINS())
        else:
            self.leader = winner
            self.taken[winner] += 1
            if self.log is not None:
                self.say(phrases.TRICK_WON(seat=seat_text(winner)))
        self.open_trick()
        if 0 in self.hands:
            self._finish_round()

    def _rivals(self) -> tuple[int, ...]:
        """The seats of the strongest match that have a card left to play off with, in the order of play."""
        same = SAME[self.match]
        matched = [seat for seat, move in self.trick[-len(self.order) :] if same >> CARD_OF[move] & 1]
        if self.log is not None:
            self.say(words.MATCHED(rank=RANKS[RANK_OF[self.match]], seats=tuple(seat_text(seat) for seat in matched)))
            for seat in matched:
                if not self.hands[seat]:
                    self.say(words.OUT_OF_CARDS(seat=seat_text(seat)))
        return tuple(seat for seat in matched if self.hands[seat])

    def _finish_round(self) -> None:
        if self._end_round(self.taken):
            self.to_act = ()
            return
        self.round += 1
        self.past.append((self.sides, tuple(self.finished)))
        self.sets = self.sets[1:] + self.sets[:1]
        if self.log is not None:
            self.say(words.SETS_PASSED())
        self._start_round()
