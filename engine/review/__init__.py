"""Review of a finished game: for each decision of a seat, what every move was worth from the seat's own view.

docs/review.md explains the method and its limits.
"""

from engine.review.review import VERSION, Decision, Review, Reviewer, Suggestion, review

__all__ = ["VERSION", "Decision", "Review", "Reviewer", "Suggestion", "review"]
