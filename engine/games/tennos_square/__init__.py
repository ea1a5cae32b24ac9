"""Tennos Square, designed by ゆうりさま: turn your row face up in ascending order before the others do.

Rules: the game's printed rules. There are 60 cards, A and 2-10 in six suits without meaning, and no tricks. Rulings
where the printed rules are silent:

- The first dealer is drawn from the seed, which everybody can check.
- A row keeps the order in which it was dealt: nobody has seen its cards, so arranging them would change nothing.
- The market shows its cards in the order in which they came; the order has no effect.
- If several seats have the lowest total, the one "nearest the dealer" starts. We take the dealer of the coming deal.
- Split partnership has no tie rule of its own, so the rule for three seats holds: ties share the victory.
- Each seat keeps its own score, because partners and neighbours add their scores only at the end. Sums decide places
  and winners.
- Split partnership is only for three seats, as printed. Four seats have partners already, so a record with this option
  for four seats is bad.
- Before the end, teams with equal scores share a place. At the end, the team that finished the last deal wins a tie.
- Hands and face-down cards stay hidden at the end of a deal, because they score nothing.

The stock cannot run out: an exchange needs two hand cards and leaves one, so nobody exchanges twice in a deal.

No game is decided (`engine.knowledge.decided`) before its last card, because every card still changes the points: an
earlier card by its rank and slot, and the last card also by the bonus for ending the game. So the sampler does not list
all possible hidden cards: only the check for decided games needs such a list.
"""

from engine.games.tennos_square.game import TennosSquare
from engine.games.tennos_square.learning.lesson import LESSON
from engine.games.tennos_square.phases import PHASES
from engine.games.tennos_square.sampler import SquareSampler
from engine.games.tennos_square.view import SquareViewBuilder

__all__ = ["LESSON", "TennosSquare"]

TennosSquare.register(PHASES, SquareViewBuilder(), SquareSampler())
