"""Tezuma: the draft; then tricks: who leads, who plays to the suit that is led, and who plays last with Paper Egg."""

from engine.games.tezuma.phases.draft import DRAFT
from engine.games.tezuma.phases.trick import FOLLOW, LAST, LEAD

__all__ = ["DRAFT", "FOLLOW", "LAST", "LEAD", "PHASES"]

PHASES = (DRAFT, LEAD, FOLLOW, LAST)
"""In the order of a round."""
