"""Scharfe Schoten, designed by Arve D. Fühler: foretell which colour you will capture most and which least.

Rules: the game's printed rules. 48 spice cards in four colours, 1-12; a card's back shows its colour, so colours are
public everywhere and only numbers are hidden. What the printed rules leave open is settled so:

- Who leads first ("the hottest hairdo") is drawn from the seed: a table over the net has no hair to look at.
- Taking from the rack is a duty while it has cards, as nothing says that one may decline; only the colour is chosen.
- Which card of a colour is taken from the rack never matters and is never shown, so the rack is four counts.
- A trick is finished once its last card lies, as its winner is known then; a round's last take comes before its
  scoring, as what is taken counts.
- Equal totals share the victory.
"""

from engine.games.scharfe_schoten.game import ScharfeSchoten
from engine.games.scharfe_schoten.phases import PHASES
from engine.games.scharfe_schoten.sampler import SchotenSampler
from engine.games.scharfe_schoten.view import SchotenViewBuilder

__all__ = ["ScharfeSchoten"]

ScharfeSchoten.register(PHASES, SchotenViewBuilder(), SchotenSampler())
