"""Saizen: what is shown of a game, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from engine import phrases
from engine.cards import bits, mask_of
from engine.games.saizen import words
from engine.games.saizen.cards import CODES, INDEX, JOKERS, RANK_OF, RANKS, SUIT_LETTERS
from engine.games.saizen.knowledge import knowledge
from engine.games.saizen.moves import CARD_OF, CHIP, MOVES, NAMED, PASS
from engine.games.saizen.play import SaizenPlay
from engine.games.saizen.rows import MAY, ROWS, chips_data, sides_data
from engine.games.saizen.sampler import ranks_data, sampler
from engine.games.saizen.words import SUITS
from engine.old import OldView as View
from engine.phase import Path
from engine.text import Text, card_text, seat_text
from engine.tricks import Played, Trick, played_card
from engine.view import Points

_DUTIES = ((words.MUST_WIN, words.MUST_MATCH), (words.MUST_OUTMATCH, words.MUST_JOIN))
"""By whether ranks have met: what the two steps of the duty to win ask for."""


class Saizen(SaizenPlay):
    """Saizen for 2 to 6."""

    id = "saizen"
    title = words.TITLE()
    pitch = words.PITCH()
    designer = "deztec"
    seat_counts = (2, 3, 4, 5, 6)
    suits = SUITS
    moves = MOVES
    setup_keys = ("first", "rules")
    deal_keys = ("hands",)

    __slots__ = ()

    @property
    def deal_count(self) -> int:
        """See `Game`: after the first round the sets are passed on."""
        return 1

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        return {"first": self.first, "rules": sides_data(self.start)}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`: the sets, back where they were in the first round."""
        return [{"hands": [_codes(self.sets[(seat - self.round + 1) % self.seats]) for seat in range(self.seats)]}]

    # --- What everybody and what one seat may know

    def tricks(self) -> list[Trick]:
        """See `Game`."""
        return [*self.finished, (self.leader, tuple(self.trick), None)] if self.trick else list(self.finished)

    def hand(self, seat: int) -> list[str]:
        """See `Game`."""
        return _codes(self.hands[seat])

    def public(self) -> View:
        """See `Game`."""
        return {
            "sides": sides_data(self.sides),
            "moved": chips_data(self.moved),
            "setting": self.setting,
            "first": self.first,
            "leader": self.leader,
            "led": SUIT_LETTERS[self.led] if self.trick else None,
            "winning": self.ahead if self.trick and self.best >= 0 and self.match < 0 else None,
            "match": RANKS[RANK_OF[self.match]] if self.match >= 0 else None,
            "playoff": {"number": self.playoff, "seats": list(self.order)} if self.playoff else None,
            "hand_sizes": [hand.bit_count() for hand in self.hands],
            "taken": list(self.taken),
            "earlier": [
                {"sides": sides_data(sides), "tricks": [self.trick_data(trick) for trick in tricks]}
                for sides, tricks in self.past
            ],
            **self._known(None),
        }

    def private(self, seat: int) -> View:
        """See `Game`: the same as everybody knows of the sets, and more."""
        return self._known(seat)

    def _known(self, viewer: int | None) -> View:
        """Of the set that each seat has: the cards known to be in it, and of unknown cards those that cannot be."""
        certain, possible = knowledge(self, viewer)
        unknown = self.deck
        for cards in certain:
            unknown &= ~cards
        return {
            "known": [_codes(cards) for cards in certain],
            "ruled_out": [ranks_data(unknown & ~cards) for cards in possible],
        }

    def forced(self, seat: int) -> int | None:
        """The last card; or the only card that what everybody knows of the hand leaves, under the duties."""
        moves = self.legal_moves(seat)
        if self.setting or len(moves) > 1:
            return None
        everybody = knowledge(self, None)
        hand = self.hands[seat]
        played = self.sets[seat] & ~hand
        certain, possible = everybody.certain[seat] & ~played, everybody.possible[seat] & ~played
        if hand.bit_count() == 1:
            return None if not self.trick and possible & JOKERS else moves[0]
        for wanted in self.wants():
            if certain & wanted:
                certain &= wanted
                possible &= wanted
            elif possible & wanted:
                return None
        return moves[0] if possible.bit_count() == 1 else None

    # --- Moves as choices

    def refusal(self, seat: int, move: int) -> Text:
        """See `Game`."""
        if self.setting != (move >= PASS):
            return phrases.NOT_NOW(phase=self.phase_text())
        if self.setting:
            return words.CHIP_MOVED()
        card = CARD_OF[move]
        if not self.hands[seat] >> card & 1:
            return phrases.NOT_IN_HAND(card=card_text(CODES[card]))
        if not self.trick:
            return words.NAME_SUIT(card=card_text(CODES[card]))
        if move >= NAMED:
            return words.NAMES_LEADING()
        hand = self.hands[seat]
        for step, wanted in enumerate(self.wants()):
            if hand & wanted and not wanted >> card & 1:
                return self._duty(step, hand & wanted)
            hand = hand & wanted or hand
        raise AssertionError(f"{self.text(move)} is legal")

    def _duty(self, step: int, cards: int) -> Text:
        """What a step of `wants` asks for, and the cards of a hand that meet it."""
        if step == 0:
            follow = phrases.MUST_FOLLOW if cards & ~JOKERS else words.MUST_FOLLOW_JOKER
            return follow(suit=SUITS[self.led].name)
        return _DUTIES[self.match >= 0][step - 1](cards=tuple(card_text(code) for code in _codes(cards)))

    def prompt(self, seat: int, path: Path) -> Text:
        """See `Game`."""
        if self.setting:
            return (
                words.ASK_ROW(suit=self.label(seat, path[0])) if path and path[0] in SUIT_LETTERS else words.ASK_CHIP()
            )
        if not self.trick:
            return words.ASK_SUIT() if path and path[0] in {"X1", "X2"} else phrases.PLAY_ANY()
        hand = self.hands[seat]
        follow, *duties = self.wants()
        following = hand & follow
        for step, wanted in enumerate(duties, start=1):
            if (following or hand) & wanted:
                return self._duty(step, (following or hand) & wanted)
        suit = SUITS[self.led].name
        if self.rule & MAY:
            return words.PLAY_FREELY()
        return phrases.FOLLOW(suit=suit, count=following.bit_count()) if following else phrases.CANNOT_FOLLOW(suit=suit)

    def hint(self, seat: int) -> Text:  # noqa: ARG002  the advice is the same for all
        """See `Game`."""
        return words.HINT_CHIP() if self.setting else words.HINT_PLAY()

    @classmethod
    def path(cls, move: int) -> Path:
        """See `Game`."""
        verb, *rest = cls.moves[move].split()
        return tuple(word for word in rest if word != "as") or (verb,)

    def offers(self, seat: int) -> Iterable[int]:
        """See `Game`."""
        if self.setting:
            return (*range(CHIP, CHIP + 20), PASS)
        if self.trick:
            return bits(self.hands[seat])
        return (*bits(self.hands[seat] & ~JOKERS), *(move for move in self.legal_moves(seat) if move >= NAMED))

    def label(self, seat: int, token: str) -> Text:  # noqa: ARG002
        """See `Game`."""
        if token in INDEX:
            return card_text(token)
        if token in ROWS:
            return words.ROWS[ROWS.index(token)]
        return SUITS[SUIT_LETTERS.index(token)].name if token in SUIT_LETTERS else words.PASS()

    # --- Sentences

    def phase_text(self) -> Text:
        """See `Game`."""
        if self.over:
            return phrases.GAME_ENDED()
        if self.setting:
            return words.SETTING()
        trick = len(self.finished) + 1
        return words.PLAYING_OFF(trick=trick, playoff=self.playoff) if self.playoff else words.TRICK(trick=trick)

    def table_lines(self) -> list[Text]:
        """See `Game`: each rule card in full, and how the trick stands."""
        lines = [self._rule_card(suit) for suit in range(4)]
        if self.trick:
            lines.append(words.LED_SUIT(suit=SUITS[self.led].name))
            if self.playoff:
                lines.append(words.IN_PLAYOFF(seats=tuple(seat_text(seat) for seat in self.order)))
            if self.match >= 0:
                lines.append(words.MATCH(rank=RANKS[RANK_OF[self.match]]))
            elif self.best >= 0:
                lines.append(words.AHEAD(seat=seat_text(self.ahead)))
        return lines

    def _rule_card(self, suit: int) -> Text:
        sides, moved = self.sides >> 5 * suit, self.moved >> 5 * suit
        texts = [words.SIDES[row][sides >> row & 1] for row in range(5)]
        return words.RULE_CARD(
            suit=SUITS[suit].name,
            sides=tuple(words.MOVED(side=text) if moved >> row & 1 else text for row, text in enumerate(texts)),
        )

    def seat_lines(self, seat: int) -> list[Text]:
        """See `Game`."""
        lines = [
            phrases.TRICKS_WON(count=self.taken[seat]),
            words.CARDS_LEFT(count=self.hands[seat].bit_count()),
        ]
        if self.playoff and seat in self.order:
            lines.append(words.PLAYS_OFF())
        seen = self._seen_before(seat)
        if seen:
            lines.append(words.SEEN_BEFORE(cards=_suit_texts(seen)))
        return lines

    def _seen_before(self, seat: int) -> int:
        """The cards of the hand that were played in an earlier round."""
        seen = 0
        for number, (_, tricks) in enumerate(self.past, start=1):
            owner = (seat + self.round - number) % self.seats
            seen |= mask_of(CARD_OF[move] for _, plays, _ in tricks for one, move in plays if one == owner)
        return seen & self.hands[seat]

    def told(self, seat: int, move: int) -> Text:
        """See `Game`."""
        who = seat_text(seat)
        if move == PASS:
            return words.PASSES(seat=who)
        if move > PASS:
            suit, row = divmod(move - CHIP, 5)
            side = words.SIDES[row][~self.sides >> 5 * suit + row & 1]
            return words.CHIP_TURNED(seat=who, suit=SUITS[suit].name, side=side)
        card = card_text(CODES[CARD_OF[move]])
        if move >= NAMED:
            return words.LED_JOKER(seat=who, card=card, suit=SUITS[(move - NAMED) % 4].name)
        return (phrases.PLAYED if self.trick else phrases.LED)(seat=who, card=card)

    @classmethod
    def played(cls, move: int) -> Played:
        """See `Game`: a joker that is led names its suit."""
        code = CODES[CARD_OF[move]]
        if move < NAMED:
            return played_card(code)
        suit = SUITS[(move - NAMED) % 4]
        return Played((code,), suit.letter, words.JOKER_AS(card=card_text(code), suit=suit.name))

    def sheet(self, round_number: int) -> list[Points]:
        """See `Game`: a point a trick."""
        return [[(phrases.TRICKS_WON(count=points), points)] for points in self.rounds[round_number - 1]]

    # --- Searching

    @classmethod
    def sampler(cls, view: View) -> Callable[[Random], Saizen]:
        """See `Game`."""
        return sampler(cls, view)


def _suit_texts(cards: int) -> tuple[Text, ...]:
    suits = ranks_data(cards & ~JOKERS)
    texts = [
        words.SUIT_RANKS(suit=suit.name, ranks=" ".join(suits.get(suit.letter, ())))
        for suit in SUITS
        if suit.letter in suits
    ]
    return (*texts, *(card_text(CODES[card]) for card in bits(cards & JOKERS)))


def _codes(cards: int) -> list[str]:
    return [CODES[card] for card in bits(cards)]
