"""Scharfe Schoten by rules of thumb: everybody plays for what it has foretold.

High cards and trumps speak for a colour as "most", low ones for "fewest": who can always go under never wins any. Then
tricks of the own "most" are won, and those of the own "fewest" are not.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp

from engine.games.scharfe_schoten.cards import PREDICT, PREDICTIONS, TAKE, counts
from engine.games.scharfe_schoten.game import COLOUR_MASKS, ScharfeSchoten
from engine.games.scharfe_schoten.phases import PREDICT_COLOURS, TAKE_FROM_RACK, TRICK
from engine.players.policies.equivalence import one_of_each
from engine.players.policy import Luck, Policy

MOST = (-1.6, -1.4, -1.4, -1.4, -1.5, -1.2, -1.1, -0.6, -0.2, 0.2, 0.6, 1.3)
"""By number, 1 first: how much such a card in hand speaks for its colour as "most", in logarithms of odds."""
FEWEST = (0.5, 0.7, 0.6, 0.5, 0.6, 0.5, 0.4, 0.3, -0.1, -0.2, -0.6, -1.0)
"""The same for "fewest"."""
TRUMP = 2.4
"""How much a trump speaks for "most", and against "fewest"."""
MOST_ANYWAY = 0.55
"""How often "most" is taken from the rack where another colour would rather be needed, to have more than "fewest"."""


class SchotenPolicy(Policy[ScharfeSchoten]):
    """Plays for the predictions, which lie open while cards are played."""

    def run(self, game: ScharfeSchoten, luck: Luck) -> None:
        """See `Policy`."""
        legal, apply = game.legal_moves, game.apply
        if game.phase is PREDICT_COLOURS:
            for seat in game.to_act:
                apply(seat, _foretell(game, seat, luck()))
        while to_act := game.to_act:
            seat = to_act[0]
            moves, chance = legal(seat), luck()
            apply(seat, _choose(game, seat, moves, chance) if len(moves) > 1 else moves[0])

    def pick(self, game: ScharfeSchoten, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        if game.phase is PREDICT_COLOURS:
            return _foretell(game, seat, luck())
        return _choose(game, seat, game.legal_moves(seat), luck())

    def sound(self, game: ScharfeSchoten, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """See `Policy`: of cards that are equal for all that is to come the lowest."""
        if game.phase is not TRICK:
            return moves
        trumps = sum([1 << card for card in game.deals[-1].trumps])
        gone = game.hands[seat] | sum([1 << card for _, cards, _ in game.finished for card in cards])
        others = sum(game.hands) - game.hands[seat]
        lie = sum([1 << card for card in game.trick])
        found = [move for move in moves if trumps >> move & 1]
        for colour in COLOUR_MASKS:
            matter = ~gone if others & colour else lie  # how many of a colour others hold shows
            cards = [move for move in moves if (colour & ~trumps) >> move & 1]
            found += one_of_each(cards, matter & ~trumps)
        return found

    def plainer(self, game: ScharfeSchoten, seat: int, move: int) -> Sequence[int]:
        """See `Policy`: from the rack the own "most", else not "fewest"; cards that win as well, or lose as well."""
        if game.phase is PREDICT_COLOURS:
            return ()
        most, fewest = PREDICTIONS[game.predictions[seat]]
        if game.phase is TAKE_FROM_RACK:
            better = [] if move == TAKE + most else [TAKE + most]
            if move == TAKE + fewest:
                better += [take for take in game.takes if take - TAKE not in (most, fewest)]
            return [take for take in better if take in game.takes]
        return _as_good(game, seat, move, high=move // 12 == fewest) if game.trick else ()


def _as_good(game: ScharfeSchoten, seat: int, move: int, *, high: bool) -> Sequence[int]:
    """The lower cards of a colour that do the same in this trick, lowest first; or the higher ones, highest first."""
    power = game.power
    best = max([power[card] for card in game.trick])
    wins = power[move] > best
    if wins and len(game.trick) + 1 < game.seats:
        return ()  # those who follow may beat the one and not the other
    cards = sorted(game.legal_moves(seat), key=power.__getitem__, reverse=high)
    alike = [card for card in cards if card // 12 == move // 12 and (power[card] > best) == wins]
    return alike[: alike.index(move)]


def _foretell(game: ScharfeSchoten, seat: int, chance: float) -> int:
    """A prediction that suits the hand, the better the likelier, by a number from 0 to below 1."""
    hand = game.hands[seat]
    numbers = {trump // 12: trump % 12 for trump in game.deals[-1].trumps}
    odds = [_odds(numbers[colour])[hand >> 12 * colour & 0xFFF] for colour in range(4)]
    upto = list(accumulate([odds[most][0] * odds[fewest][1] for most, fewest in PREDICTIONS]))
    return PREDICT + bisect(upto, chance * upto[-1], hi=11)


@lru_cache(12)
def _odds(trump: int) -> list[tuple[float, float]]:
    """By the cards of a colour that a hand holds, how much they speak for it as "most" and as "fewest".

    Args:
        trump: the number of the colour's trump, less one.
    """
    odds = [(1.0, 1.0)]
    for number, (most, fewest) in enumerate(zip(MOST, FEWEST, strict=True)):
        by = (TRUMP, -TRUMP) if number == trump else (most, fewest)
        one, other = map(exp, by)
        odds += [(for_most * one, for_fewest * other) for for_most, for_fewest in odds]
    return odds


def _choose(game: ScharfeSchoten, seat: int, moves: Sequence[int], chance: float) -> int:
    """One of several cards to play, or colours to take, by a number from 0 to below 1."""
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
    """The own "most", or what there is too little of to have more than "fewest"."""
    captured = counts(game.captured[seat])
    others = [move for move in moves if move - TAKE not in (most, fewest)]
    rarest = min(others, key=lambda move: captured[move - TAKE], default=moves[0])
    if TAKE + most in moves and (captured[rarest - TAKE] > captured[fewest] or not others or chance < MOST_ANYWAY):
        return TAKE + most
    return rarest


Policy.of[ScharfeSchoten.id] = SchotenPolicy()
