"""Tezuma: the state of a game in both editions, and the deal and scoring of its rounds."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from engine.cards import relative_ranks
from engine.contract.options import Options, option
from engine.contract.phase import Path
from engine.game import Game
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, VALUED
from engine.games.tezuma.cards import TRICKS, TRUMPS, WIDTH, hand_cards
from engine.games.tezuma.deal import Deal, Displays, draw_displays, draw_hands, refuse_displays
from engine.games.tezuma.editions import FREE_ABILITIES, FREE_BIDS, SHI, TRICK, Edition
from engine.games.tezuma.moves import ABILITY_OF, CARDS_OF, DEFER, FIRE_PLAYS, TAKE_PAIN, WATERED, notation
from engine.games.tezuma.trick_winner import active_trumps, leading_next, winning
from engine.text import Text, card_text, seat_text
from engine.tricks import SEAT_TUPLE, PlayedCards, Plays, Trick, plain_card

NOBODY = NOTHING = -1
"""The value that stands for no seat, no suit, no play or no card (yet)."""


class Result(NamedTuple):
    """The result of one seat in a finished round: the facts from which its points follow."""

    bid: int
    won: int
    pain: int
    captured: int
    """The number of captured cards of the pain suit."""


@dataclass(frozen=True)
class TrickOptions(Options):
    """The options of Tezuma Trick."""

    redraw: bool = option(messages.REDRAW, {False: messages.KEPT, True: messages.REDRAWN})


@dataclass(frozen=True)
class ShiOptions(Options):
    """The options of Tezuma-shi."""

    bids: str = option(messages.BIDS, {"recommended": messages.RECOMMENDED, "random": messages.RANDOM}, free=FREE_BIDS)
    abilities: str = option(
        messages.ABILITY_CARDS,
        {"recommended": messages.RECOMMENDED, "random": messages.RANDOM, "none": messages.WITHOUT},
        free=FREE_ABILITIES,
    )


class Tezuma(Game):
    """Both editions, for 3 or 4 seats."""

    edition: ClassVar[Edition]
    designer = messages.DESIGNER()
    seat_counts = (3, 4)
    minutes = 20
    emoji_names = {name.key: ability.replace("-", "_") for ability, name in messages.ABILITIES.items()}  # noqa: RUF012
    setup_keys = ("first", "bids", "abilities")

    options: TrickOptions | ShiOptions

    __slots__ = (
        "abilities",
        "armed",
        "bids",
        "breath",
        "captured",
        "deals",
        "drafted",
        "egg",
        "finished",
        "first",
        "follow",
        "hands",
        "leader",
        "next_leader",
        "open",
        "pains",
        "results",
        "trick",
        "turns",
        "uses",
        "watered",
        "won",
    )

    # --- A round

    def _begin(self) -> None:
        self.first = self._draw_first()
        """The starter of the first round."""
        self.deals: list[Deal] = []
        self.results: list[tuple[Result, ...]] = []
        """The results of each finished round, by seat."""

    def _draw_first(self) -> int:
        if "first" not in self.chance.setup and self.edition.deal_moves:
            return (self.chance.shuffle("dealer", range(self.seats))[0] + 1) % self.seats
        return self.chance.setup_seat("first", self.seats)

    def _deal(self) -> None:
        seats = self.seats
        fixed = self._fixed_deal()
        displays = self._displays(fixed)
        self.hands = list(draw_hands(self.edition, self.chance, self.round, seats, fixed))
        self.deals.append(Deal(tuple(self.hands), displays))
        self.open = [
            0b1111,
            sum([1 << number - 1 for number in displays.bids]),
            sum([1 << number - 1 for number in displays.abilities]),
        ]
        """The cards left in the draft: masks of pain suits, of bids and of abilities. Bit 0 is the first card."""
        self.turns = 3 if displays.abilities else 2
        """The number of cards that each seat drafts: one of each kind on display."""
        self.drafted = 0
        """The number of cards taken in the draft."""
        self.pains = [NOTHING] * seats
        self.bids = [0] * seats
        self.abilities = [0] * seats
        """The numbers of the abilities by seat; 0: none."""
        self.uses = [0] * seats
        self.armed = [0] * seats
        """The ability of each seat while it has uses left; 0: none."""
        self.won = [0] * seats
        self.captured = [0] * seats
        """The captured cards by seat, eight bits for each suit."""
        self.finished: list[tuple[int, tuple[int, ...], int]] = []
        """Leader, plays and winner of each finished trick."""
        self.leader = (self.first + self.round - 1) % seats
        self.to_act = SEAT_TUPLE[self.leader]
        self.clear()

    @property
    def redraws(self) -> bool:
        """True if bids and abilities are drawn anew every round."""
        return isinstance(self.options, TrickOptions) and self.options.redraw

    def _displays(self, fixed: Mapping[str, object]) -> Displays:
        """Return the displays of this round. They are drawn once a game, or in every round with the option `redraw`."""
        where, setup = f"deal {self.round}", self.chance.setup
        options = self.options
        bids, abilities = (options.bids, options.abilities) if isinstance(options, ShiOptions) else ("random", "random")
        piles = self.edition.bid_piles[bids][self.seats], self.edition.ability_piles[abilities][self.seats]
        if self.redraws:
            refuse_displays(setup, "setup", "each deal with")
            return draw_displays(*piles, self.chance, fixed, where, f" {self.round}")
        refuse_displays(fixed, where, "the setup without")
        return self.deals[-1].displays if self.deals else draw_displays(*piles, self.chance, setup, "setup")

    def finish_round(self) -> None:
        """Score the round."""
        results = tuple(
            Result(bid, won, pain, captured >> 8 * pain & 0xFF)
            for bid, won, pain, captured in zip(self.bids, self.won, self.pains, self.captured, strict=True)
        )
        self.results.append(results)
        self.end_round([sum(self.points(result)) for result in results])

    @classmethod
    def points(cls, result: Result) -> tuple[int, int, int]:
        """Return the points for the bid, for captured pain cards, and the points that lift a negative sum to 0."""
        points = cls.edition.bids[result.bid - 1].points[result.won]
        return points, -result.captured, max(0, result.captured - points)

    # --- A trick

    def clear(self) -> None:
        """Start a new trick."""
        self.trick: list[int] = []
        self.follow = NOTHING
        """The suit to follow."""
        self.watered = 0
        """`WATERED` after Water Trick, else 0."""
        self.egg = NOBODY
        """The seat that plays last because of Paper Egg."""
        self.next_leader = NOBODY
        """The leader of the next trick, if Baby Chicks or Pail Dance decides this; if both are used, the ability
        declared later decides. `NOBODY`: the winner leads.
        """
        self.breath = NOTHING
        """The play with Fire Breathing whose lower card returns to the hand."""

    def declare(self, seat: int, move: int) -> None:
        """Apply the effect of a play's ability on the whole trick; `moves.POWER` has the effects on the played card.

        In the player's turn, Paper Egg is only announced. The player's card follows at the end of the trick under the
        usual rules.
        """
        if move == DEFER:
            self.egg = seat
        elif FIRE_PLAYS <= move < DEFER:
            self.breath = move
        else:
            ability = ABILITIES[ABILITY_OF[move]]
            if ability.idles_trumps:
                self.watered = WATERED
            elif ability.leads_next is not None:
                self.next_leader = (seat + ability.leads_next) % self.seats

    def player(self, place: int, leader: int, trick: Sequence[int]) -> int:
        """Return the seat that made the play with the index `place` in a trick.

        If a trick has one play more than seats, the last one was made by the seat that used Paper Egg.
        """
        return (leader + (place if place < self.seats else trick.index(DEFER))) % self.seats

    # --- Methods of the contract

    def points_now(self) -> list[int]:
        """See `Game`: the bids' points for the tricks won. Captured pain cards do not count: they lie face down."""
        if 0 in self.bids:
            return super().points_now()
        return [self.edition.bids[bid - 1].points[won] for bid, won in zip(self.bids, self.won, strict=True)]

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        first: dict[str, object] = {"first": self.first}
        return first if self.redraws else {**first, **self.deals[0].displays.data()}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data(self.edition, redrawn=self.redraws) for deal in self.deals]

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return [self.edition.codes[card] for card in hand_cards(self.hands[seat])]

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        done: list[Trick] = [(leader, self._plays(leader, trick), winner) for leader, trick, winner in self.finished]
        return [*done, (self.leader, self._plays(self.leader, self.trick), None)] if self.trick else done

    @property
    def tricks_left(self) -> int:
        """See `Game`."""
        return TRICKS - len(self.finished)

    @property
    def position(self) -> Hashable | None:
        """A key of the position, see `Game`.

        Captured cards are left out, except pain cards, because only these count. Numbers in hand are replaced by their
        order if only the order matters.
        """
        if self.trick or self.phase.id != "lead":
            return None
        pains = [captured >> 8 * pain & 0xFF for captured, pain in zip(self.captured, self.pains, strict=True)]
        by_number = VALUED.intersection(self.armed)
        hands = tuple(self.hands) if by_number else relative_ranks(self.hands, WIDTH, TRUMPS)
        return (self.leader, *hands, *self.won, *self.uses, *pains)

    def trick_winner(self, trick: Trick) -> tuple[int | None, Text | None]:
        """See `Game`."""
        leader, plays, winner = trick
        place, why = winning(self.edition, [move for _, move in plays])
        seat, after = plays[place][0], leading_next(plays, self.seats)
        last = len(self.finished) == TRICKS and self.finished[-1] == (leader, tuple(move for _, move in plays), winner)
        if winner is not None and after is not None and after[0] != winner and not last:
            why = messages.WHY_AND_NEXT(why=why, ability=after[1], seat=seat_text(after[0]))
        return seat, why

    def trump(self, seat: int, path: Path) -> bool:
        """Tell whether a play of this path would be an active trump in the trick so far, see `Game`."""
        moves = [move for move in self.legal_moves(seat) if self.path(move) == path]
        return any(active_trumps([*self.trick, move])[-1] for move in moves)

    def _plays(self, leader: int, trick: Sequence[int]) -> Plays:
        return tuple((self.player(place, leader, trick), move) for place, move in enumerate(trick))

    @classmethod
    def spends(cls, move: int) -> bool:
        """Return whether a move uses an ability."""
        return move < TAKE_PAIN and ABILITY_OF[move] > 0

    @classmethod
    def played_cards(cls, move: int) -> PlayedCards:
        """See `Game`."""
        cards = tuple(cls.edition.codes[card] for card in CARDS_OF[move])
        if not ABILITY_OF[move]:
            return plain_card(cards[0])
        ability = ABILITIES[ABILITY_OF[move]]
        text = messages.WITH(cards=tuple(map(card_text, cards)), ability=ability.name) if cards else ability.name
        return PlayedCards(cards, ability.id, text)

    @classmethod
    def path(cls, move: int) -> Path:
        """Return the path, see `Game`: a draft card, a card to play, or an ability followed by its cards."""
        if move >= TAKE_PAIN:
            return (cls.moves[move].removeprefix("take ").replace(" ", "-"),)
        cards = tuple(cls.edition.codes[card] for card in CARDS_OF[move])
        return (ABILITIES[ABILITY_OF[move]].id, *cards) if ABILITY_OF[move] else cards


class TezumaTrick(Tezuma):
    """Tezuma Trick.

    Changes of the rules. Version 2: Sword Walking goes with any card. Version 3: the bid cards that we designed got
    other values.
    """

    id = "tezuma-trick"
    rules = 3
    title = messages.TRICK_TITLE()
    spellings = messages.TRICK_SPELLINGS()
    pitch = messages.TRICK_PITCH()
    short_pitch = messages.TRICK_SHORT_PITCH()
    weight = "hard"
    edition = TRICK
    suits = TRICK.suits
    moves = notation(TRICK.codes)
    Options = TrickOptions
    deal_keys = ("hands", "bids", "abilities")

    __slots__ = ()


class Tezumashi(Tezuma):
    """Tezuma-shi.

    Changes of the rules. Version 2: the bid cards that we designed got other values.
    """

    id = "tezumashi"
    rules = 2
    title = messages.SHI_TITLE()
    spellings = messages.SHI_SPELLINGS()
    pitch = messages.SHI_PITCH()
    short_pitch = messages.SHI_SHORT_PITCH()
    weight = "hard"
    edition = SHI
    suits = SHI.suits
    moves = notation(SHI.codes)
    Options = ShiOptions
    deal_keys = ("hands",)

    __slots__ = ()
