"""Redundant plays of Tezuma: those with the same effect as a plainer play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.tezuma.abilities import ABILITIES, VALUED
from engine.games.tezuma.cards import FIELD, TRICKS, TRUMP, WIDTH
from engine.games.tezuma.game import NOBODY, Tezuma
from engine.games.tezuma.moves import ABILITY_OF, CARDS_OF, DEFER, FIRE_PLAYS, POWER, SUIT_OF, WATERED
from engine.games.tezuma.phases.trick import LAST


class Turn:
    """A seat's turn to play to a trick, with the seat's knowledge only."""

    def __init__(self, game: Tezuma, seat: int) -> None:
        """Start a turn. `game` is drawn from the seat's view, so only the sum of the other hands is certain."""
        self.game, self.seat, self.trick = game, seat, game.trick
        self.others = sum(game.hands) - game.hands[seat]
        """The sum of the other hands."""
        self.last = len(self.trick) + 1 >= game.seats and (game.egg == NOBODY or game.phase is LAST)
        """True if nobody plays to the trick after this turn."""

    def is_redundant(self, move: int, plain: int) -> bool:
        """Tell whether a play with an ability certainly has the same effect as its card alone."""
        number = ABILITY_OF[move]
        ability = ABILITIES[number]
        if self.last:
            return self._outcome(move) == self._outcome(plain)
        if ability.leads_next is not None:
            return len(self.game.finished) == TRICKS - 1
        if ability.idles_trumps:
            return not self._trumps_matter(plain)
        if ability.frees and (not ability.follows or SUIT_OF[move] == self.game.follow):
            return True
        ahead = list(zip(self.is_ahead(move), self.is_ahead(plain), strict=True))
        if ability.wins_ties:  # a later play of equal value loses with or without the ability
            return all(one == other for one, other in ahead)
        return not any(one or other for one, other in ahead)

    def is_ahead(self, move: int) -> list[bool]:
        """Tell whether a play leads the trick so far: first as the trick is, then as if Water Trick were declared."""
        return [all(power[move] > power[one] for one in self.trick) for power in self._powers(move)]

    def have_same_effect(self, one: int, other: int) -> bool:
        """Tell whether two plain number cards of a suit have the same effect in this trick."""
        if self.last:
            return self._outcome(one) == self._outcome(other)
        if any(self.is_ahead(one)) or any(self.is_ahead(other)):
            return self.are_equivalent(min(one, other), max(one, other))
        return True

    def are_equivalent(self, low: int, high: int) -> bool:
        """Tell whether two number cards of a suit in the seat's hand are equivalent for the rest of the round."""
        between = range(low + 1, high)
        field = self.others >> WIDTH * (low // 10) & FIELD
        lie = [card for move in self.trick for card in CARDS_OF[move]]
        return not any(field >> card % 10 & 1 or card in lie for card in between)

    def _powers(self, move: int) -> list[Sequence[int]]:
        suit = self.game.follow if self.game.follow >= 0 else SUIT_OF[move]
        return [POWER[suit + watered] for watered in {self.game.watered, WATERED}]

    def _outcome(self, move: int) -> tuple[int, int]:
        """Return the winner of the trick and the next leader if `move` is the trick's last play."""
        game, ability = self.game, ABILITIES[ABILITY_OF[move]]
        power = POWER[game.follow + (WATERED if ability.idles_trumps else game.watered)]
        values = [power[one] for one in (*self.trick, move)]
        place = values.index(max(values))
        winner = self.seat if place == len(self.trick) else (game.leader + place) % game.seats
        if len(game.finished) == TRICKS - 1:
            return winner, NOBODY
        if ability.leads_next is not None:
            return winner, (self.seat + ability.leads_next) % game.seats
        return winner, winner if game.next_leader == NOBODY else game.next_leader

    def _trumps_matter(self, plain: int) -> bool:
        """Tell whether a trump is in the trick or can still come."""
        cards = [card for move in (*self.trick, plain) for card in CARDS_OF[move]]
        return any(card % 10 == TRUMP for card in cards) or any(
            self.others >> WIDTH * suit + TRUMP & 3 for suit in range(4)
        )


def useful_plays(game: Tezuma, seat: int, moves: Sequence[int]) -> list[int]:
    """Return a seat's plays without those that certainly equal a plainer play or a lower card."""
    turn = Turn(game, seat)
    kept = [move for move in moves if not _is_redundant(turn, move, moves)]
    return kept if VALUED.intersection(game.armed) else list(_without_equivalents(turn, kept))


def _is_redundant(turn: Turn, move: int, moves: Sequence[int]) -> bool:
    if move == DEFER:
        return turn.last
    plain = plain_play(move)
    return plain not in (None, move) and plain in moves and turn.is_redundant(move, plain)


def _without_equivalents(turn: Turn, moves: Sequence[int]) -> Iterator[int]:
    """Yield plays without equivalent number cards. Plays of one suit and ability are adjacent, lowest card first."""
    before = NOBODY
    for move in moves:
        if move < FIRE_PLAYS and move % 10 != TRUMP:
            if before >= 0 and before // 10 == move // 10 and turn.are_equivalent(before % 40, move % 40):
                continue
            before = move
        yield move


def plain_play(move: int) -> int | None:
    """Return the play of the same card (the higher of two) without an ability; None: the play has no card."""
    cards = CARDS_OF[move]
    return cards[-1] if cards else None


def plainer(game: Tezuma, seat: int, move: int, *, keeps_high: bool) -> Iterator[int]:
    """Yield plays with apparently the same effect: the card without the ability, then other cards of its suit.

    Args:
        game: a game that agrees with the seat's view.
        seat: a seat that must act.
        move: one of its plays.
        keeps_high: True for low cards first, False for high cards first.
    """
    turn, legal = Turn(game, seat), game.legal_moves(seat)
    plain = plain_play(move)
    if plain is None or plain not in legal:
        return
    if plain != move:
        if turn.last or turn.is_ahead(plain) != turn.is_ahead(move):
            return
        yield plain
    rank = plain % 10
    if rank < TRUMP:
        suit = range(plain - rank, plain - rank + TRUMP)
        for card in suit[:rank] if keeps_high else suit[:rank:-1]:
            if card in legal and turn.have_same_effect(plain, card):
                yield card
