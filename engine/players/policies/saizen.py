"""The policy for Saizen.

Every trick is a point, so the policy leads cards that nobody can beat, and saves cards that may win later.
"""

from collections.abc import Sequence

from engine.games.saizen.cards import SUIT
from engine.games.saizen.game import Saizen
from engine.games.saizen.moves import CARD_OF, CHIP, PASS
from engine.games.saizen.phases import FOLLOW, LEAD, MOVE_CHIP
from engine.games.saizen.rows import FREE, LOW, PLAYOFF, ROWS
from engine.players.policy import Luck, Policy, one_of_each

HIGH = 0.5
"""If a seat does not play last: the probability of its strongest card instead of its weakest winning card."""
ANY = 0.4
"""With two seats: the probability of a random legal card. Both seats know all cards, and would otherwise always play
alike.
"""

_ORDER = ROWS.index("order")
_LOWS = sum(LOW << 5 * suit for suit in range(4))
_PLAYOFFS = sum(PLAYOFF << 5 * suit for suit in range(4))


class SaizenPolicy(Policy[Saizen]):
    """A policy that leaves the rules unchanged and plays for tricks."""

    def playout(self, game: Saizen, luck: Luck) -> None:
        """See `Policy`."""
        legal, apply = game.legal_moves, game.apply
        while game.phase is MOVE_CHIP:
            apply(game.to_act[0], PASS)
        any_card = ANY if game.seats == 2 else 0.0
        strength = _strength(game.sides & _LOWS)
        while to_act := game.to_act:
            seat = to_act[0]
            moves, chance = legal(seat), luck()
            if len(moves) == 1:
                apply(seat, moves[0])
            elif chance < any_card:
                apply(seat, moves[int(chance / any_card * len(moves))])
            else:
                apply(seat, _choose(game, moves, strength, (chance - any_card) / (1 - any_card)))

    def pick(self, game: Saizen, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        if game.phase is MOVE_CHIP:
            return PASS
        return _choose(game, game.legal_moves(seat), _strength(game.sides & _LOWS), luck())

    def candidates(self, game: Saizen, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves to search: chips with an effect, or the weakest card of each group of equivalent cards."""
        if game.phase is MOVE_CHIP:
            return [move for move in moves if move == PASS or not _is_idle(game, *divmod(move - CHIP, 5))]
        if game.sides & _PLAYOFFS or game.options.equals == "any-suit":
            return moves  # equal ranks of different suits matter, so no two cards are equivalent
        matter = sum(game.hands) - game.hands[seat]
        for _, move in game.trick:
            matter |= 1 << CARD_OF[move]
        strength = _strength(game.sides & _LOWS)
        found: list[int] = []
        for suit in SUIT:
            cards = sorted([move for move in moves if suit >> move & 1], key=strength.__getitem__)
            found += one_of_each(cards, matter)
        jokers = [move for move in moves if CARD_OF[move] >= 52]
        return found + [move for move in jokers if CARD_OF[move] == CARD_OF[jokers[0]]]

    def plainer(self, game: Saizen, seat: int, move: int) -> Sequence[int]:
        """Return plainer moves, see `Policy`: weaker cards that win or lose the trick just as `move` does."""
        if game.phase is not FOLLOW or game.equals_matter:
            return ()
        beating, strength = game.beats[game.best], _strength(game.sides & _LOWS)
        wins = beating >> move & 1
        if wins and game.turn + 1 < len(game.order):
            return ()  # later players may beat one card and not the other
        alike = [
            other
            for other in game.legal_moves(seat)
            if strength[other] < strength[move] and beating >> other & 1 == wins and (wins or other // 13 == move // 13)
        ]
        return sorted(alike, key=strength.__getitem__)


def _is_idle(game: Saizen, suit: int, row: int) -> bool:
    """Tell whether moving a chip has no effect now and will have none, whatever chips move later."""
    if row != _ORDER or game.idle_order(suit) is None:
        return False
    no_equals = game.options.jokers < 2 and game.options.equals == "followers"
    return no_equals or bool(game.moved >> 5 * suit & PLAYOFF)


def _strength(low: int) -> tuple[int, ...]:
    """Return for each move the strength of its card within its suit.

    Args:
        low: the suits in which the ace is strongest, as the bits of `Saizen.sides`.
    """
    plain = [12 - rank if low >> 5 * suit & LOW else rank for suit in range(4) for rank in range(13)]
    return (*plain, *[13] * (PASS - len(plain)))


def _choose(game: Saizen, moves: Sequence[int], strength: Sequence[int], chance: float) -> int:
    """Choose one of several cards; `chance` is a random number from 0 to below 1."""
    if game.phase is LEAD:
        card = _unbeaten(game, int(chance * 4))
        return moves[int(chance * 4 % 1 * len(moves))] if card is None else card
    if game.equals_matter:
        return moves[int(chance * len(moves))]
    beating = game.beats[game.best]
    if game.rule & FREE:
        moves = [move for move in moves if beating >> move & 1] or moves
    if beating >> moves[0] & 1 and game.turn + 1 < len(game.order) and chance < HIGH:
        return max(moves, key=strength.__getitem__)
    return min(moves, key=strength.__getitem__)


def _unbeaten(game: Saizen, first: int) -> int | None:
    """Return a card of the leader that no unplayed card of its suit beats, or None. Suit `first` is tried first."""
    hand, left, sides = game.hands[game.leader], sum(game.hands), game.sides
    for place in range(first, first + 4):
        suit = place & 3
        cards = left & SUIT[suit]
        if cards:
            best = cards & -cards if sides >> 5 * suit & LOW else 1 << cards.bit_length() - 1
            if best & hand:
                return best.bit_length() - 1
    return None


Policy.of[Saizen.id] = SaizenPolicy()
