"""A sixth game for tests: three cards each, and the highest card wins the trick. Only tests know this game."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypedDict

from engine import phrases
from engine.cards import Suit, check_no_more_than, read_hands
from engine.contract.phase import Phase
from engine.contract.sampler import Sampler
from engine.contract.view import ViewBuilder
from engine.game import Game, Path, Points, Trick, View
from engine.phrases import card_log_line
from engine.text import Phrase, Text, card_text
from engine.tricks import SEAT_TUPLE, clockwise, read_trick

STARS = Suit("Z", Phrase("high-card-stars", "stars")(), "⭐")
TITLE = Phrase("high-card-title", "High Card")
PITCH = Phrase("high-card-pitch", "The highest card wins.")
SHORT_PITCH = Phrase("high-card-short", "highest card wins")
DESIGNER = Phrase("high-card-designer", "nobody")
WON = Phrase("high-card-won", "tricks won")
CODES = tuple(f"Z{number}" for number in range(1, 13))
INDEX = {code: card for card, code in enumerate(CODES)}


class HighCard(Game):
    """One round of three tricks for 2 to 4 players."""

    id = "high-card"
    title = TITLE()
    pitch = PITCH()
    short_pitch = SHORT_PITCH()
    weight = "easy"
    designer = DESIGNER()
    seat_counts = (2, 3, 4)
    minutes = 5
    suits = (STARS,)
    moves = tuple(f"play {code}" for code in CODES)
    setup_keys = ("first",)
    deal_keys = ("hands",)

    __slots__ = ("dealt", "finished", "first", "hands", "leader", "trick", "won")

    @property
    def round_count(self) -> int:
        return 1

    def _begin(self) -> None:
        self.first = self.chance.setup_seat("first", self.seats)

    def _deal(self) -> None:
        fixed = self._fixed_deal()
        if "hands" in fixed:
            hands = read_hands(fixed["hands"], INDEX, [3] * self.seats, "deal 1, hands")
            check_no_more_than(dict.fromkeys(range(12), 1), hands, CODES, "deal 1, hands")
        else:
            order = self.chance.shuffle("deal 1", range(12))
            hands = [order[3 * seat : 3 * seat + 3] for seat in range(self.seats)]
        self.hands = [tuple(sorted(hand)) for hand in hands]
        self.dealt = tuple(self.hands)
        self.won = [0] * self.seats
        self.leader = self.first
        self.trick: list[int] = []
        self.finished: list[Trick] = []
        self.to_act = SEAT_TUPLE[self.leader]

    def setup_data(self) -> dict[str, object]:
        return {"first": self.first}

    def deal_data(self) -> list[dict[str, object]]:
        return [{"hands": [[CODES[card] for card in hand] for hand in self.dealt]}]

    def hand(self, seat: int) -> list[str]:
        return [CODES[card] for card in self.hands[seat]]

    def plays(self) -> tuple[tuple[int, int], ...]:
        return clockwise(self.leader, self.trick, self.seats)

    def tricks(self) -> list[Trick]:
        return [*self.finished, (self.leader, self.plays(), None)] if self.trick else list(self.finished)


class PlayCard(Phase[HighCard]):
    id = "trick"
    moves = range(12)

    __slots__ = ()

    def legal_moves(self, game: HighCard, seat: int) -> tuple[int, ...]:
        return game.hands[seat]

    def apply(self, game: HighCard, seat: int, move: int) -> None:
        game.hands[seat] = tuple(card for card in game.hands[seat] if card != move)
        game.trick.append(move)
        if len(game.trick) < game.seats:
            game.to_act = SEAT_TUPLE[(seat + 1) % game.seats]
            return
        winner = (game.leader + game.trick.index(max(game.trick))) % game.seats
        game.finished.append((game.leader, game.plays(), winner))
        game.won[winner] += 1
        game.trick, game.leader, game.to_act = [], winner, SEAT_TUPLE[winner]
        if not game.hands[winner]:
            game.end_round(game.won)

    def refusal(self, game: HighCard, seat: int, move: int) -> Text:
        return phrases.NOT_IN_HAND(card=card_text(CODES[move]))

    def name(self, game: HighCard) -> Text:
        return phrases.TRICK_OF(trick=len(game.finished) + 1, tricks=3)

    def log_line(self, game: HighCard, seat: int, move: int) -> Text:
        return card_log_line(seat, CODES[move], leads=not game.trick)

    def prompt(self, game: HighCard, seat: int, path: Path) -> Text:
        return phrases.PLAY_ANY()

    def offers(self, game: HighCard, seat: int) -> Iterable[int]:
        return game.hands[seat]

    def label(self, game: HighCard, seat: int, token: str) -> Text:
        return card_text(token)


class HighCardPublic(TypedDict):
    sizes: list[int]
    first: int
    leader: int


class HighCardView(View, HighCardPublic):
    pass


class HighCardShown(ViewBuilder[HighCard, HighCardView]):
    def public(self, game: HighCard) -> HighCardPublic:
        return {"sizes": [len(hand) for hand in game.hands], "first": game.first, "leader": game.leader}

    def seat_lines(self, game: HighCard, seat: int) -> list[Text]:
        return [phrases.TRICKS_WON(count=game.won[seat])]

    def sheet(self, game: HighCard, round_number: int) -> list[Points]:
        return [[(WON(), points)] for points in game.rounds[round_number - 1]]


class HighCardSampler(Sampler[HighCard, HighCardView]):
    def restore(self, game: HighCard, view: HighCardView) -> None:
        game.first, game.leader, game.dealt = view["first"], view["leader"], ()
        tricks = [read_trick(HighCard.parse, trick) for trick in view["tricks"]]
        game.finished = [trick for trick in tricks if trick[2] is not None]
        game.trick = [card for _, plays, winner in tricks if winner is None for _, card in plays]
        game.won = [sum(winner == seat for _, _, winner in game.finished) for seat in range(game.seats)]
        game.hands = [()] * game.seats
        if view["seat"] is not None:
            game.hands[view["seat"]] = tuple(INDEX[code] for code in view["hand"])

    def determinizer(self, known: HighCard, view: HighCardView) -> Callable[[HighCard, Random], None]:
        seen = {card for _, plays, _ in known.tricks() for _, card in plays}.union(*known.hands)
        unseen = [card for card in range(12) if card not in seen]

        def fill(game: HighCard, random: Random) -> None:
            cards = random.sample(unseen, len(unseen))
            for seat, size in enumerate(view["sizes"]):
                if seat != view["seat"]:
                    game.hands[seat] = tuple(sorted(cards.pop() for _ in range(size)))

        return fill


HighCard.register([PlayCard()], HighCardShown(), HighCardSampler())
