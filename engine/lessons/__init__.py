"""Lessons: prepared games in which a reader makes the moves, and one engine that runs all of them.

A lesson is data beside its game (`lesson.py` in the game's package): a deal in the form of a record, the moves of the
other seats, and the steps. A step has a sentence, the one expected tap, and the reason for this tap. The state of a
lesson is its id and the number of the step; everything else is replayed, so nothing is stored while a lesson runs.
"""

from engine.lessons.claims import Ahead, Allowed, Claim, Holds, Scored, Shows
from engine.lessons.lesson import Broken, Lesson, Step
from engine.lessons.run import Position, answer_to, position_at

__all__ = [
    "Ahead",
    "Allowed",
    "Broken",
    "Claim",
    "Holds",
    "Lesson",
    "Position",
    "Scored",
    "Shows",
    "Step",
    "answer_to",
    "position_at",
]
