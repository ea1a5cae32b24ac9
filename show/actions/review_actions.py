"""Actions of the buttons of reviews; see `show.actions.table_actions`."""

from show.actions.table_actions import TableAction


class OpenReview(TableAction, verb="review"):
    """Show the user's own review of a finished game privately, and begin it if there is none."""

    here: bool = False
    """True: the clicked page is edited to show the review. False: the review is sent as a new page."""


class ShowFind(TableAction, verb="review-find"):
    """Show a find: a decision whose move was worth more than the move that rules of thumb play.

    `place` 0 is the find with the greatest gain.
    """

    place: int


class ShowCost(TableAction, verb="review-cost"):
    """Show a decision that cost points; `place` 0 is the decision that cost most."""

    place: int


class ShowCounting(TableAction, verb="review-how"):
    """Show how a review counts, and the parts of the result."""
