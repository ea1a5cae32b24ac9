"""Tennos Square, designed by ゆうりさま: turn your row face up in ascending order, before the others do.

Rules: the game's printed rules. 60 cards, A and 2-10 in six suits that never matter; no tricks. What the printed rules
leave open is settled so:

- The first dealer is drawn from the seed: any method will do, and this one can be checked.
- A row lies in the order in which it was dealt: nobody has seen it, so arranging it would change nothing.
- The order of the market is the order in which its cards came; it only matters to the eye.
- "Nearest the dealer", among the lowest totals, is counted from the dealer of the deal about to start.
- Split partnership has no tie rule of its own: the one for three seats, ties share, stands.
- Scores stay each seat's own, since partners and neighbours add up at the end only: sums decide places and winners.
- Split partnership is for three seats, as printed; four have partners already, so a record that asks for it is bad.
- Partners who tie before the end are shown level; only the last deal's finisher breaks a tie.
- Hands and face-down cards are never shown at the end of a deal: they score nothing.

The stock cannot run out: an exchange needs two hand cards and leaves one, so nobody exchanges twice in a deal.

Nothing is settled (`engine.knowledge.decided`) before the last card, so the sampler does not list
what may be hidden: whoever
lays the card that ends the game scores for it, and what every card before it scores goes by its rank and its slot.
"""

from engine.games.tennos_square.game import TennosSquare
from engine.games.tennos_square.phases import PHASES
from engine.games.tennos_square.sampler import SquareSampler
from engine.games.tennos_square.view import SquareViewBuilder

__all__ = ["TennosSquare"]

TennosSquare.register(PHASES, SquareViewBuilder(), SquareSampler())
