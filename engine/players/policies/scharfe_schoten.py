"""The policy for Scharfe Schoten: every seat plays for its prediction.

A seat tends to predict a colour as "most" if it has high cards or the trump of the colour. With low cards it tends to
predict "fewest", because low cards can avoid winning. Then a seat wins tricks that contain its "most" and loses tricks
that contain its "fewest".
"""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp

from engine.games.scharfe_schoten.cards import PREDICT, PREDICTIONS, TAKE, counts, takes
from engine.games.scharfe_schoten.game import COLOUR_MASKS, ScharfeSchoten
from engine.games.scharfe_schoten.phases import PREDICT_COLOURS, TAKE_FROM_RACK, TRICK
from engine.players.policy import Luck, Policy, one_of_each

MOST = (-1.6, -1.4, -1.4, -1.4, -1.5, -1.2, -1.1, -0.6, -0.2, 0.2, 0.6, 1.3)
"""For each card number from 1: the log odds that a card in hand adds to the prediction of its colour as "most"."""
FEWEST = (0.5, 0.7, 0.6, 0.5, 0.6, 0.5, 0.4, 0.3, -0.1, -0.2, -0.6, -1.0)
"""For each card number from 1: the log odds that a card in hand adds to the prediction of its colour as "fewest"."""
TRUMP = 2.4
"""The log odds that a trump in hand adds to its colour as "most", and subtracts from its colour as "fewest"."""
ODDS_DIGITS = 9
"""The decimal places of odds. Odds are rounded because the last digit of `exp` differs between machines."""
MOST_ANYWAY = 0.55
"""The probability of taking "most" from the rack although another colour would help the prediction of "fewest".

Another colour helps if the seat has captured no more cards of that colour than of "fewest".
"""


class SchotenPolicy(Policy[ScharfeSchoten]):
    """A policy that plays for the predictions, which are open during the tricks."""

    def pick(self, game: ScharfeSchoten, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        if game.phase is PREDICT_COLOURS:
            return _predict(game, seat, luck())
        return _choose(game, seat, game.legal_moves(seat), luck())

    def candidates(self, game: ScharfeSchoten, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves to search: the lowest card of each group of equivalent cards."""
        if game.phase is not TRICK:
            return moves
        trumps = sum([1 << card for card in game.deals[-1].trumps])
        gone = game.hands[seat] | sum([1 << card for _, cards, _ in game.finished for card in cards])
        others = sum(game.hands) - game.hands[seat]
        lie = sum([1 << card for card in game.trick])
        found = [move for move in moves if trumps >> move & 1]
        for colour in COLOUR_MASKS:
            matter = ~gone if others & colour else lie  # card backs show whether other hands have the colour at all
            cards = [move for move in moves if (colour & ~trumps) >> move & 1]
            found += one_of_each(cards, matter & ~trumps)
        return found

    def plainer(self, game: ScharfeSchoten, seat: int, move: int) -> Sequence[int]:
        """Return plainer moves, see `Policy`.

        If the seat takes a card from the rack, the colour that it predicts as "most" is the plainest, and the colour
        that it predicts as "fewest" is the least plain. In a trick, plainer cards have the same effect.
        """
        if game.phase is PREDICT_COLOURS:
            return ()
        most, fewest = PREDICTIONS[game.predictions[seat]]
        if game.phase is TAKE_FROM_RACK:
            better = [] if move == TAKE + most else [TAKE + most]
            if move == TAKE + fewest:
                better += [take for take in takes(game.rack) if take - TAKE not in (most, fewest)]
            return [take for take in better if game.rack[take - TAKE]]
        return _as_good(game, seat, move, high=move // 12 == fewest) if game.trick else ()


def _as_good(game: ScharfeSchoten, seat: int, move: int, *, high: bool) -> Sequence[int]:
    """Return the lower cards of the colour of `move` that have the same effect in this trick, lowest first.

    If `high` is True, return the higher cards instead, highest first.
    """
    power = game.power
    best = max([power[card] for card in game.trick])
    wins = power[move] > best
    if wins and len(game.trick) + 1 < game.seats:
        return ()  # later players may beat one card and not the other
    cards = sorted(game.legal_moves(seat), key=power.__getitem__, reverse=high)
    alike = [card for card in cards if card // 12 == move // 12 and (power[card] > best) == wins]
    return alike[: alike.index(move)]


def _predict(game: ScharfeSchoten, seat: int, chance: float) -> int:
    """Draw a prediction, with a greater probability if it fits the hand better; `chance` is from 0 to below 1."""
    hand = game.hands[seat]
    numbers = {trump // 12: trump % 12 for trump in game.deals[-1].trumps}
    odds = [_odds(numbers[colour])[hand >> 12 * colour & 0xFFF] for colour in range(4)]
    upto = list(accumulate([odds[most][0] * odds[fewest][1] for most, fewest in PREDICTIONS]))
    return PREDICT + bisect(upto, chance * upto[-1], hi=11)


# Without this cache, a decision before the predictions takes 40 times as long.
@lru_cache(12)
def _odds(trump: int) -> list[tuple[float, float]]:
    """Return the odds of predicting a colour "most" and "fewest", by the mask of the colour's cards in hand.

    Args:
        trump: the number of the colour's trump, minus one.
    """
    odds = [(1.0, 1.0)]
    for number, (most, fewest) in enumerate(zip(MOST, FEWEST, strict=True)):
        by = (TRUMP, -TRUMP) if number == trump else (most, fewest)
        one, other = (round(exp(value), ODDS_DIGITS) for value in by)
        odds += [(for_most * one, for_fewest * other) for for_most, for_fewest in odds]
    return odds


def _choose(game: ScharfeSchoten, seat: int, moves: Sequence[int], chance: float) -> int:
    """Choose a card to play or a colour to take; `chance` is a random number from 0 to below 1."""
    most, fewest = PREDICTIONS[game.predictions[seat]]
    if game.phase is TAKE_FROM_RACK:
        return _take(game, seat, moves, most, fewest, chance)
    colour = moves[0] // 12
    if colour == game.follow and colour in (most, fewest):
        power = game.power
        best = max([power[card] for card in game.trick])
        if colour == most:
            moves = [move for move in moves if power[move] > best] or moves[:1]
        else:
            moves = [move for move in moves if power[move] < best][-1:] or moves[:1]
    return moves[int(chance * len(moves))]


def _take(game: ScharfeSchoten, seat: int, moves: Sequence[int], most: int, fewest: int, chance: float) -> int:
    """Return the move that takes "most", or the move that takes the rarest colour.

    Of the colours that are not predicted, the rarest is the one of which the seat has captured the fewest cards.
    """
    captured = counts(game.captured[seat])
    others = [move for move in moves if move - TAKE not in (most, fewest)]
    rarest = min(others, key=lambda move: captured[move - TAKE], default=moves[0])
    if TAKE + most in moves and (captured[rarest - TAKE] > captured[fewest] or not others or chance < MOST_ANYWAY):
        return TAKE + most
    return rarest


Policy.of[ScharfeSchoten.id] = SchotenPolicy()
