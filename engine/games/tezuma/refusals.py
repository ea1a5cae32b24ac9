"""Tezuma: why a move is illegal, in terms of the rule, and which move is forced."""

from __future__ import annotations

from engine import phrases
from engine.games.tezuma import words
from engine.games.tezuma.abilities import ABILITIES, BUTTERFLY, FIRE, SWORD, UMBRELLAS
from engine.games.tezuma.deals import hand_cards, held
from engine.games.tezuma.moves import ABILITY_OF, CARDS_OF, SUIT_OF, TAKE_ABILITY, TAKE_BID, TAKE_PAIN, TRUMP
from engine.games.tezuma.play import TezumaPlay
from engine.text import Text, card_text, seat_text


class TezumaRefusals(TezumaPlay):
    """The rules with their reasons."""

    __slots__ = ()

    def refusal(self, seat: int, move: int) -> Text:
        """See `Game`."""
        if (self.draft >= 0) != (move >= TAKE_PAIN):
            return phrases.NOT_NOW(phase=self.phase_text())
        if self.draft >= 0:
            return self._take_refusal(seat, move)
        ability = ABILITY_OF[move]
        reason = self._ability_refusal(seat, ability) if ability else None
        if reason is not None:
            return reason
        for card in CARDS_OF[move]:
            if not held(self.hands[seat], card):
                return phrases.NOT_IN_HAND(card=card_text(self.codes[card]))
        return self._with_refusal(ability, move) or phrases.MUST_FOLLOW(suit=self.suits[self.follow].name)

    def _take_refusal(self, seat: int, move: int) -> Text:
        if move < TAKE_BID:
            has, taken, lowest, place = words.HAS_PAIN, self.pains, 0, move - TAKE_PAIN
        elif move < TAKE_ABILITY:
            has, taken, lowest, place = words.HAS_BID, self.bids, 1, move - TAKE_BID
        else:
            has, taken, lowest, place = words.HAS_ABILITY, self.abilities, 1, move - TAKE_ABILITY
        if taken[seat] >= lowest:
            return has()
        value = place + lowest
        return words.TAKEN(seat=seat_text(taken.index(value))) if value in taken else words.NOT_SHOWN()

    def _ability_refusal(self, seat: int, ability: int) -> Text | None:
        """Why the seat cannot use this ability now, with whatever card."""
        if self.abilities[seat] != ability:
            return words.NOT_YOURS(ability=words.ABILITIES[ABILITIES[ability].id]())
        if self.egg == seat:
            return words.ONE_A_TRICK()
        if not self.uses[seat]:
            return words.NO_USES()
        if self.follow < 0 and not ABILITIES[ability].leader:
            return words.NOT_FOR_LEADER()
        if ability == FIRE and not self._has_pair(seat):
            return words.ONLY_PAIR()
        return None

    def _has_pair(self, seat: int) -> bool:
        numbers = [card // 10 for card in hand_cards(self.hands[seat]) if card % 10 != TRUMP]
        return len(set(numbers)) < len(numbers)

    def _with_refusal(self, ability: int, move: int) -> Text | None:
        """Why the ability does not go with this card, even if it may be played."""
        rank = move % 40 % 10
        if ability == BUTTERFLY and rank != TRUMP:
            return words.ONLY_TRUMP()
        if ability == UMBRELLAS and rank not in (3, 4):
            return words.ONLY_4_5()
        if ability == SWORD and not self.edition.sword_with_any:
            idle = self.follow < 0 or self.watered or SUIT_OF[move] == self.follow
            if rank != TRUMP or idle:
                return words.ONLY_ACTIVE()
        return None

    def forced(self, seat: int) -> int | None:
        """The one card left to take, or the last card in hand where no ability could go with any card.

        Whether an ability could is judged by what lies open: a last card that happens to be no trump tells nobody.
        """
        if self.draft < 0 and (self.hand_size(seat) > 1 or self._has_say(seat)):
            return None
        moves = self.legal_moves(seat)
        return moves[0] if len(moves) == 1 else None

    def hand_size(self, seat: int) -> int:
        """How many cards a seat has in hand."""
        return len(hand_cards(self.hands[seat]))

    def _has_say(self, seat: int) -> bool:
        """Whether the seat's ability could go with some last card."""
        ability = self.armed[seat]
        if ability in (0, FIRE):
            return False
        if self.follow < 0:
            return ABILITIES[ability].leader and (ability != SWORD or self.edition.sword_with_any)
        return ability != SWORD or self.edition.sword_with_any or not self.watered
