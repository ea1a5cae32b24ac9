"""Scharfe Schoten, designed by Arve D. Fühler: predict which colour you will capture most, and which least.

Rules: the game's printed rules. There are 48 spice cards in four colours, 1-12. A card's back shows its colour, so
colours are public everywhere and only numbers are hidden. Rulings where the printed rules are silent:

- The first leader ("the hottest hairdo") is drawn from the seed, because nobody sees hair online.
- Taking a card from the rack is a duty while the rack has cards, because the rules do not say that one may decline. The
  player chooses only the colour.
- The number of a card taken from the rack never matters and is never public, so the rack is stored as four counts.
- A trick ends with its last card, because its winner is known then. A round's last take comes before the scoring,
  because taken cards count.
- Equal totals share the victory.
"""

from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.learning.lesson import LESSON
from engine.games.scharfe_schoten.phases import PHASES
from engine.games.scharfe_schoten.sampler import SchotenSampler
from engine.games.scharfe_schoten.view import SchotenViewBuilder

__all__ = ["LESSON", "ScharfeSchoten"]

ScharfeSchoten.register(PHASES, SchotenViewBuilder(), SchotenSampler())
