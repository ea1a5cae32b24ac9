"""Tezuma: the phases.

The draft comes first, then tricks: the lead, the plays that follow, and the last play after Paper Egg.
"""

from engine.games.tezuma.phases.draft import DRAFT
from engine.games.tezuma.phases.trick import FOLLOW, LAST, LEAD

__all__ = ["DRAFT", "FOLLOW", "LAST", "LEAD", "PHASES"]

PHASES = (DRAFT, LEAD, FOLLOW, LAST)
"""In the order of a round."""
