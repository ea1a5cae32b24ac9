"""The policy for Tennos Square: a card goes to the slot that fits its rank best between the face-up cards."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.tennos_square.cards import DISCARD, EXCHANGE, FACE_DOWN, STOCK
from engine.games.tennos_square.game import TennosSquare
from engine.games.tennos_square.phases import LAY_CARD
from engine.players.policy import Luck, Policy

BREAK = 4.0
"""The cost of a slot that breaks a run. The cost of any other slot is its distance, in slots, from the best place."""
EXCHANGES = 1.5
"""A market card is taken if it saves more than this cost, in slots, compared with both hand cards."""
SHORT = 6
"""The greatest number of moves that a search tries."""
WORSE = 3.0
"""A search tries only moves that cost at most this many slots more than the best move."""
LEAST, MOST = 0, 9
"""The lowest and the highest rank."""
ROWS = 20_000
"""The greatest number of cached rows; a search meets the same rows again and again."""


class SquarePolicy(Policy[TennosSquare]):
    """A policy that plays every card on its best slot, and exchanges two bad cards."""

    def pick(self, game: TennosSquare, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        hand, chance = game.hands[seat], luck()
        if game.phase is LAY_CARD:
            return DISCARD + hand[int(chance * len(hand))]
        places = _places(_open_ranks(game, seat))
        cost, slot = places[hand[0] % 10]
        card = hand[0]
        if len(hand) == 2:
            other, where = places[hand[1] % 10]
            if other < cost:
                cost, slot, card = other, where, hand[1]
            if cost > EXCHANGES:
                taken = min(game.market[1:], key=lambda move: places[(move - EXCHANGE) % 10][0], default=STOCK)
                if taken != STOCK and places[(taken - EXCHANGE) % 10][0] < cost - EXCHANGES:
                    return taken
        return 9 * card + slot

    def candidates(self, game: TennosSquare, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves to search: slots and market cards that are not much worse than the best move."""
        if game.phase is LAY_CARD:
            return moves
        row = _open_ranks(game, seat)
        places, found = _places(row), []
        gaps = {slot: gap for gap in _gaps(row) for slot in range(gap[0] + 1, gap[1])}
        for move in moves:
            if move == STOCK:
                found.append((2.0, move))
            elif move >= EXCHANGE:
                found.append((places[(move - EXCHANGE) % 10][0] + 1.0, move))
            else:
                card, slot = divmod(move, 9)
                found.append((_cost(card % 10, slot, *gaps[slot], game.size), move))
        found.sort()
        return [move for cost, move in found[:SHORT] if cost <= found[0][0] + WORSE]


def _open_ranks(game: TennosSquare, seat: int) -> tuple[int, ...]:
    """Return the ranks of a seat's row, with `FACE_DOWN` for unseen cards."""
    return tuple([card if card == FACE_DOWN else card % 10 for card in game.seen_row(seat)])


# Without this cache, a hard decision takes 1.5 times as long.
@lru_cache(ROWS)
def _places(row: tuple[int, ...]) -> tuple[tuple[float, int], ...]:
    """Return for each rank the face-down slot of the row with the lowest `_cost`, as (cost, slot)."""
    return tuple(min(places) for places in zip(*[_in_gap(*gap, len(row)) for gap in _gaps(row)], strict=True))


def _gaps(row: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield each group of face-down slots as (slot before it, slot after it, rank before it, rank after it)."""
    first, low = -1, LEAST
    for slot, rank in enumerate((*row, MOST)):
        if rank != FACE_DOWN:
            if slot - first > 1:
                yield first, slot, low, rank
            first, low = slot, rank


# Without this cache, a hard decision takes 1.6 times as long.
@lru_cache(ROWS)
def _in_gap(first: int, last: int, low: int, high: int, size: int) -> tuple[tuple[float, int], ...]:
    """Return for each rank the slot with the lowest `_cost` in one group of face-down slots, as (cost, slot)."""
    slots = range(first + 1, last)
    return tuple(min((_cost(rank, slot, first, last, low, high, size), slot) for slot in slots) for rank in range(10))


def _cost(rank: int, slot: int, first: int, last: int, low: int, high: int, size: int) -> float:
    """Return the cost of this slot for a card of this rank: its distance, in slots, from the best place.

    A slot that breaks a run costs at least `BREAK`, and more the nearer it is to the middle of the row.
    """
    if not low <= rank <= high:
        return BREAK + min(slot, size - 1 - slot) + min(abs(rank - low), abs(rank - high)) / 10
    return abs(first + (last - first) * (rank - low + 0.5) / (high - low + 1) - slot)


Policy.of[TennosSquare.id] = SquarePolicy()
