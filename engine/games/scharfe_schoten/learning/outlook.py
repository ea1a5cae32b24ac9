"""Scharfe Schoten: a seat's knowledge of a round, and its conclusions about the seat's cards and predictions.

A card loses for sure if a played card beats it. It also loses for sure if some later player is bound to beat it. This
is so if the later players who must follow outnumber the unseen cards of the led colour that are weaker than the card:
then one of these players must play a stronger card.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.scharfe_schoten.cards import PREDICTIONS, cards_of, counts
from engine.games.scharfe_schoten.game import ScharfeSchoten


class Known(NamedTuple):
    """The knowledge that a seat has of a round."""

    game: ScharfeSchoten
    """A game restored from the seat's view: the other hands are empty."""
    seat: int
    held: Sequence[Sequence[int]]
    """By seat and colour: the number of cards in hand."""

    @property
    def hand(self) -> tuple[int, ...]:
        """The seat's cards."""
        return cards_of(self.game.hands[self.seat])

    @property
    def captured(self) -> tuple[int, ...]:
        """The number of the seat's captured cards by colour."""
        return counts(self.game.captured[self.seat])

    @property
    def goal(self) -> tuple[int, int]:
        """The colours of the seat's prediction: most and fewest."""
        return PREDICTIONS[self.game.predictions[self.seat]]

    @property
    def later(self) -> list[int]:
        """The seats that still have to play to this trick after the seat."""
        seats = self.game.seats
        return [(self.seat + step) % seats for step in range(1, seats - len(self.game.trick))]

    def followers(self, colour: int) -> int:
        """Return how many later seats must follow if this colour is led."""
        return sum(self.held[seat][colour] > 0 for seat in self.later)

    def unseen(self, colour: int) -> list[int]:
        """Return the cards of a colour that are neither in the seat's hand nor played in this round."""
        game = self.game
        seen = {card for _, cards, _ in game.finished for card in cards}.union(game.trick, self.hand)
        return [card for card in range(12 * colour, 12 * colour + 12) if card not in seen]

    def stronger(self, card: int, colour: int) -> int:
        """Return how many unseen cards of a colour beat a card."""
        power = self.game.power
        return sum(power[one] > power[card] for one in self.unseen(colour))


class Hopes(NamedTuple):
    """The predicted colours; None for a prediction that cannot come true any more."""

    most: int | None
    fewest: int | None


class Outlook(NamedTuple):
    """The legal cards by their fate in the trick."""

    wins: list[int]
    """Cards that no later player can beat."""
    open: list[int]
    """Cards that would win now, and that a later player may be able to beat."""
    loses: list[int]
    """Cards that lose for sure."""


def outlook_of(known: Known) -> Outlook:
    """Sort the legal cards by their fate in the trick."""
    outlook = Outlook([], [], [])
    game = known.game
    for card in game.legal_moves(known.seat):
        led = game.trick[0] // 12 if game.trick else card // 12
        if _loses(known, card, led):
            outlook.loses.append(card)
        else:
            (outlook.open if _may_lose(known, card, led) else outlook.wins).append(card)
    return outlook


def _loses(known: Known, card: int, led: int) -> bool:
    """Tell whether a card loses for sure."""
    power = known.game.power
    if any(power[one] > power[card] for one in known.game.trick):
        return True
    return known.followers(led) > len(known.unseen(led)) - known.stronger(card, led)


def _may_lose(known: Known, card: int, led: int) -> bool:
    """Tell whether a later seat may hold a card that beats `card`, and may play it."""
    for seat in known.later:
        held = known.held[seat]
        colours = (led,) if held[led] else range(4)
        if any(held[colour] and known.stronger(card, colour) for colour in colours):
            return True
    return False


def hopes_of(known: Known) -> Hopes:
    """Return the predictions that can still come true, given how many cards of each colour nobody has captured yet."""
    (most, fewest), own = known.goal, known.captured
    taken = [sum(counts(captured)[colour] for captured in known.game.captured) for colour in range(4)]
    left = [12 - count for count in taken]
    ahead = any(own[most] + left[most] < count for count in own)
    below = any(own[fewest] > own[colour] + left[colour] for colour in range(4))
    return Hopes(None if ahead else most, None if below else fewest)
