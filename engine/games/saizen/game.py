"""Saizen: the state of a game, the deal of its rounds, and the effect of a card on its trick.

A hand is a 54-bit mask. The moves are in the module `moves`.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from engine.contract.options import Options, option
from engine.contract.phase import Path
from engine.game import Game
from engine.games.saizen import messages
from engine.games.saizen.cards import ALL, CODES, FOLLOWING, SAME, codes
from engine.games.saizen.deal import deal_sets
from engine.games.saizen.messages import SUITS
from engine.games.saizen.moves import BIT_OF, CARD_OF, LED_BY, MOVES, NAMED
from engine.games.saizen.rows import FREE, LOW, MAY, PLAYOFF, ROWS, SIDES, sides_data, start_sides
from engine.games.saizen.trick_winner import PLAY_OFFS, STRONGER, TRICKS, stages, why, why_matched
from engine.text import Text, card_text
from engine.tricks import SEAT_TUPLE, PlayedCards, Trick, plain_card

_CLOCKWISE = tuple(
    tuple(tuple((leader + place) % seats for place in range(seats)) for leader in range(seats)) for seats in range(7)
)
"""By number of seats, then by leading seat: the order of play."""


@dataclass(frozen=True)
class SaizenOptions(Options):
    """The options of Saizen."""

    jokers: int = option(messages.JOKERS, {0: messages.NO_JOKER, 1: messages.ONE_JOKER, 2: messages.TWO_JOKERS})
    start_rules: str = option(
        messages.START_RULES, {"printed": messages.START_PRINTED, "random": messages.START_RANDOM}
    )
    equals: str = option(
        messages.EQUALS, {"followers": messages.EQUALS_FOLLOWERS, "any-suit": messages.EQUALS_ANY_SUIT}
    )


class Saizen(Game):
    """Saizen for 2 to 6 players."""

    id = "saizen"
    title = messages.TITLE()
    spellings = messages.SPELLINGS()
    pitch = messages.PITCH()
    short_pitch = messages.SHORT_PITCH()
    weight = "medium"
    designer = messages.DESIGNER()
    seat_counts = (2, 3, 4, 5, 6)
    minutes = 15
    suits = SUITS
    emoji_names = {  # noqa: RUF012
        text.key: f"{side}_{row}"
        for row, sides, texts in zip(ROWS, SIDES, messages.SIDES, strict=True)
        for side, text in zip(sides, texts, strict=True)
    }
    announcements = {messages.CHIP_TURNED.key: messages.CHIP_SHORT}  # noqa: RUF012
    moves = MOVES
    Options = SaizenOptions
    options: SaizenOptions
    setup_keys = ("first", "rules")
    deal_keys = ("hands",)

    __slots__ = (
        "ahead",
        "beats",
        "best",
        "equals_matter",
        "finished",
        "first",
        "hands",
        "leader",
        "led",
        "match",
        "moved",
        "order",
        "past",
        "playoff",
        "ranks_seen",
        "rule",
        "sets",
        "start",
        "trick",
        "tricks_won",
        "turn",
    )

    def _begin(self) -> None:
        self.first = self.chance.setup_seat("first", self.seats)
        self.start = start_sides(self.chance, drawn=self.options.start_rules == "random")
        """The start side of each row, see `rows`."""
        self.moved = 0
        """The moved chips, one bit each."""
        self.past: list[tuple[int, tuple[Trick, ...]]] = []
        """For each earlier round: the sides in force, and its tricks."""
        self.leader = self.first

    def _deal(self) -> None:
        if self.round == 1:
            self.sets = deal_sets(self.chance, self.first, self.seats, self.options.jokers, self._fixed_deal())
            """By seat: its cards of this round, including the cards that it has already played."""
        else:
            # The same tricks as in `finished`, but interned. A game without a log has no interned tricks.
            interned = tuple([trick for trick, _, _ in self.previous_tricks])
            self.past.append((self.sides, interned or tuple(self.finished)))
            self.sets = self.sets[1:] + self.sets[:1]
            if self.log is not None:
                self.add_to_log(messages.SETS_PASSED())
        self.hands = self.sets[:]
        self.tricks_won = [0] * self.seats
        """The number of tricks won this round, by seat."""
        self.finished: list[Trick] = []
        self.open_trick()
        self.to_act = SEAT_TUPLE[self.leader]

    @property
    def sides(self) -> int:
        """The side of each row that is in force now, as 20 bits, see `rows`."""
        return self.start ^ self.moved

    def rule_card(self, suit: int) -> Text:
        """Return the rows of a suit in words; a row whose chip has moved is marked as moved."""
        sides, moved = self.sides >> 5 * suit, self.moved >> 5 * suit
        texts = [messages.SIDES[row][sides >> row & 1] for row in range(5)]
        return messages.RULE_CARD(
            suit=SUITS[suit].name,
            sides=tuple(messages.MOVED(side=text) if moved >> row & 1 else text for row, text in enumerate(texts)),
        )

    def idle_order(self, suit: int) -> Text | None:
        """Return the reason why a suit's row "order" (later or earlier) has no effect; None: it has an effect."""
        if self.options.jokers < 2 and self.options.equals == "followers":
            return messages.NO_EQUALS()
        if self.sides >> 5 * suit & PLAYOFF:
            return messages.EQUALS_PLAY_OFF(suit=SUITS[suit].name)
        return None

    @property
    def deck(self) -> int:
        """All cards in play."""
        return (1 << 52 + self.options.jokers) - 1

    # --- The cards of a trick; the phases decide which cards are legal

    def open_trick(self) -> None:
        """Start a new trick."""
        self.trick: list[tuple[int, int]] = []
        self.playoff = 0
        """The number of play-offs of this trick."""
        self.led = 0
        self.rule = 0
        """The sides in force for the led suit."""
        self.beats: tuple[int, ...] = ()
        """By card: the cards that beat it, see `trick_beats`."""
        self.equals_matter = 0
        """0 if `beats` alone decides who wins; else the sides that compare ranks too: `PLAYOFF`, `EARLIER` or both."""
        self.order = _CLOCKWISE[self.seats][self.leader]
        """The seats that play to this trick or play-off, in the order of play."""
        self.turn = 0
        """The number of seats of `order` that have played."""
        self.best = -1
        """The winning card; -1: no card yet."""
        self.ahead = self.leader
        """The winning seat."""
        self.match = -1
        """A card of the strongest rank with several cards on the table; that rank will play off; -1: no such rank."""
        self.ranks_seen = 0
        """All cards whose rank is on the table; used only if `equals_matter` is not 0."""

    def lead(self, seat: int, move: int) -> None:
        """Play the first card of a trick, and put the rule card of its suit into force."""
        self.hands[seat] ^= BIT_OF[move]
        self.trick.append((seat, move))
        suit = self.led = LED_BY[move]
        rule = self.rule = (self.start ^ self.moved) >> 5 * suit & 31
        self.beats, self.equals_matter = TRICKS[self.options.equals][8 * suit + (rule & 7)]
        card = self.best = CARD_OF[move]
        if self.equals_matter:
            self.ranks_seen = SAME[card]
        self.turn = 1

    def lay(self, seat: int, card: int) -> None:
        """Play a card to a trick after its lead. Such a move has the same number as its card."""
        bit = BIT_OF[card]
        self.hands[seat] ^= bit
        self.trick.append((seat, card))
        if self.beats[self.best] & bit:
            self.best = card
            self.ahead = seat
        if self.equals_matter:
            if self.ranks_seen & bit:
                self._handle_equal_rank(card)
            self.ranks_seen |= SAME[card]
        self.turn += 1

    def _handle_equal_rank(self, card: int) -> None:
        """Handle a card whose rank is already on the table."""
        if self.rule & PLAYOFF:
            if self.match < 0 or STRONGER[self.rule & LOW][self.match] >> card & 1:
                self.match = card
        elif self.best == card:
            # Option "any-suit" with the side "earlier": the new best card follows suit, but a card of the same rank and
            # another suit was played before it. The earlier of these two cards wins.
            self.ahead, move = next(play for play in self.trick if SAME[card] >> CARD_OF[play[1]] & 1)
            self.best = CARD_OF[move]

    def matched(self) -> list[int]:
        """Return the seats that have played the rank of `match`, in the order of play; none if `match` is -1."""
        if self.match < 0:
            return []
        same = SAME[self.match]
        return [seat for seat, move in self.trick[-self.turn :] if same >> CARD_OF[move] & 1]

    def rivals(self) -> tuple[int, ...]:
        """Return the seats of `matched` that have a card left for a play-off."""
        return tuple([seat for seat in self.matched() if self.hands[seat]])

    def play_off(self, rivals: tuple[int, ...]) -> None:
        """Start a play-off between these seats, under the rules of the led suit."""
        self.playoff += 1
        self.beats = PLAY_OFFS[2 * self.led + (self.rule & LOW)]
        self.order = rivals
        self.turn = 0
        self.best = self.match = -1
        self.ranks_seen = 0

    def replay_card(self, seat: int, move: int) -> None:
        """Play the next card of a trick that is being replayed, and start the play-off if one follows this card."""
        if self.trick:
            self.lay(seat, move)
        else:
            self.lead(seat, move)
        if self.turn == len(self.order):
            rivals = self.rivals()
            if len(rivals) > 1:
                self.play_off(rivals)

    def duties(self) -> tuple[int, int, int]:
        """Return the duties of the next card as three sets of cards: cards that follow, that win, and that match.

        The duties apply in this order. If the hand has cards of a duty's set, only these cards remain.

        - The first set has the cards that follow.
        - The second set has the cards that win. If a play-off is due, only a stronger play-off can win: the set then
          has the cards whose rank is on the table and is stronger than the rank of `match`.
        - The third set has the cards that match a rank on the table. If a play-off is due, it has only the cards of the
          rank of `match`.

        The second and third sets are disjoint, so a hand with cards of both must fulfil only the second duty.
        """
        rule = self.rule
        follow = ALL if rule & MAY else FOLLOWING[self.led]
        if rule & FREE:
            return follow, 0, 0
        if self.match >= 0:
            return follow, self.ranks_seen & STRONGER[rule & LOW][self.match], SAME[self.match]
        return follow, self.beats[self.best] & ~self.ranks_seen, self.ranks_seen if rule & PLAYOFF else 0

    def points_now(self) -> list[int]:
        """See `Game`."""
        return [*self.tricks_won]

    @property
    def tricks_left(self) -> int:
        """See `Game`."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def position(self) -> Hashable | None:
        """See `Game`."""
        return (self.leader, *self.hands, *self.tricks_won) if self.phase.id == "lead" else None

    def trick_winner(self, trick: Trick) -> tuple[int | None, Text | None]:
        """Judge the trick by playing its cards again, see `Game`."""
        leader, plays, winner = trick
        table = self.copy()
        table.leader = leader
        table.open_trick()
        for stage in stages(plays, self.seats):
            if table.trick:
                table.play_off(tuple([seat for seat, _ in stage]))
            for seat, move in stage:
                (table.lay if table.trick else table.lead)(seat, move)
        if table.match >= 0:
            said = why_matched(table.match, winner, in_progress=plays == tuple(self.trick))
        else:
            winner = table.ahead
            any_suit = self.options.equals == "any-suit" and not table.playoff
            said = why(stage, table.led, table.rule, table.best, any_suit=any_suit)
        return winner, messages.PLAY_OFF(said=said) if table.playoff else said

    # --- Methods of the contract

    @property
    def round_count(self) -> int:
        """See `Game`."""
        return 3

    @property
    def deal_count(self) -> int:
        """The number of deals, see `Game`: one, because later rounds pass on the sets of the first round."""
        return 1

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"first": self.first, "rules": sides_data(self.start)}

    def deal_data(self) -> list[dict[str, object]]:
        """Return the deal, see `Game`: the sets as they were in the first round."""
        return [{"hands": [codes(self.sets[(seat - self.round + 1) % self.seats]) for seat in range(self.seats)]}]

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        return [*self.finished, (self.leader, tuple(self.trick), None)] if self.trick else list(self.finished)

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return codes(self.hands[seat])

    @classmethod
    def path(cls, move: int) -> Path:
        """Return the path, see `Game`.

        The path of a chip's move has two steps: the suit, and the suit with the row. The second step repeats the suit
        because `label` gets one step without the steps before it.
        """
        verb, *rest = cls.moves[move].split()
        if verb == "chip":
            return rest[0], "-".join(rest)
        return tuple(word for word in rest if word != "as") or (verb,)

    @classmethod
    def played_cards(cls, move: int) -> PlayedCards:
        """Return the played card, see `Game`, and the suit that a led joker names."""
        code = CODES[CARD_OF[move]]
        if move < NAMED:
            return plain_card(code)
        suit = SUITS[LED_BY[move]]
        return PlayedCards((code,), suit.letter, messages.JOKER_AS(card=card_text(code), suit=suit.name))
