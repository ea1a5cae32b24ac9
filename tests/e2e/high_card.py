"""A sixth game, for tests only: three cards each, the highest of a trick wins it. Nothing else knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine import phrases
from engine.cards import Suit, check_no_more_than, read_hands
from engine.chance import Chance
from engine.game import Game, Path, Points, Trick, View
from engine.text import Phrase, Text, card_text, seat_text

STARS = Suit("Z", Phrase("high-card-stars", "stars")(), "⭐")
TITLE = Phrase("high-card-title", "High Card")
PITCH = Phrase("high-card-pitch", "The highest card wins.")
WON = Phrase("high-card-won", "tricks won")
CODES = tuple(f"Z{number}" for number in range(1, 13))
INDEX = {code: card for card, code in enumerate(CODES)}


class HighCard(Game):
    """One round of three tricks for 2 to 4."""

    id = "high-card"
    title = TITLE()
    pitch = PITCH()
    designer = "nobody"
    seat_counts = (2, 3, 4)
    suits = (STARS,)
    moves = tuple(f"play {code}" for code in CODES)
    setup_keys = ("first",)
    deal_keys = ("hands",)

    __slots__ = ("dealt", "first", "hands", "leader", "plays", "trick_list", "won")

    def _begin(self) -> None:
        self.first = self.leader = self.chance.setup_seat("first", self.seats)
        self.round = 1
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
        self.plays: list[int] = []
        self.trick_list: list[Trick] = []
        self.to_act = (self.leader,)

    @property
    def round_count(self) -> int:
        return 1

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        return self.hands[seat]

    def apply(self, seat: int, move: int) -> None:
        self.hands[seat] = tuple(card for card in self.hands[seat] if card != move)
        self.plays.append(move)
        if len(self.plays) < self.seats:
            self.to_act = ((seat + 1) % self.seats,)
            return
        winner = (self.leader + self.plays.index(max(self.plays))) % self.seats
        self.trick_list.append((self.leader, self._plays(), winner))
        self.won[winner] += 1
        self.plays, self.leader, self.to_act = [], winner, (winner,)
        if not self.hands[winner]:
            self._end_round(self.won)
            self.to_act = ()

    def _plays(self) -> tuple[tuple[int, int], ...]:
        return tuple(((self.leader + place) % self.seats, card) for place, card in enumerate(self.plays))

    def refusal(self, seat: int, move: int) -> Text:
        return phrases.NOT_IN_HAND(card=card_text(CODES[move]))

    def tricks(self) -> list[Trick]:
        return [*self.trick_list, (self.leader, self._plays(), None)] if self.plays else list(self.trick_list)

    def setup_data(self) -> dict[str, object]:
        return {"first": self.first}

    def deal_data(self) -> list[dict[str, object]]:
        return [{"hands": [[CODES[card] for card in hand] for hand in self.dealt]}]

    def hand(self, seat: int) -> list[str]:
        return [CODES[card] for card in self.hands[seat]]

    def public(self) -> View:
        return {"sizes": [len(hand) for hand in self.hands], "first": self.first, "leader": self.leader}

    def private(self, seat: int) -> View:
        return {}

    def phase(self) -> Text:
        return phrases.GAME_ENDED() if self.over else phrases.TRICK_OF(trick=len(self.trick_list) + 1, tricks=3)

    def prompt(self, seat: int, path: Path) -> Text:
        return phrases.PLAY_ANY()

    def table_lines(self) -> list[Text]:
        return []

    def seat_lines(self, seat: int) -> list[Text]:
        return [phrases.TRICKS_WON(count=self.won[seat])]

    def told(self, seat: int, move: int) -> Text:
        return phrases.PLAYED(seat=seat_text(seat), card=card_text(CODES[move]))

    def path(self, move: int) -> Path:
        return (CODES[move],)

    def offers(self, seat: int) -> Iterable[int]:
        return self.hands[seat]

    def label(self, token: str) -> Text:
        return card_text(token)

    def sheet(self, round_number: int) -> list[Points]:
        return [[(WON(), points)] for points in self.rounds[round_number - 1]]

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], Game]:
        seen = [INDEX[move.split()[1]] for trick in view["tricks"] for _, move in trick["plays"]]
        own = [INDEX[code] for code in view.get("hand", [])]
        unseen = [card for card in range(12) if card not in seen + own]

        def draw(random: Random) -> Game:
            game = object.__new__(cls)
            game.restore(view)
            game.chance = Chance(random.randbytes(8))
            cards = random.sample(unseen, len(unseen))
            game.first, game.leader = view["first"], view["leader"]
            game.hands = [
                tuple(own) if seat == view["seat"] else tuple(sorted(cards.pop() for _ in range(size)))
                for seat, size in enumerate(view["sizes"])
            ]
            tricks: list[Trick] = [
                (one["leader"], tuple((who, cls.parse(text)) for who, text in one["plays"]), one["winner"])
                for one in view["tricks"]
            ]
            game.trick_list = [one for one in tricks if one[2] is not None]
            game.plays = [card for _, card in tricks[-1][1]] if tricks and tricks[-1][2] is None else []
            game.won = [sum(one[2] == seat for one in tricks) for seat in range(game.seats)]
            game.dealt = ()
            return game

        return draw
