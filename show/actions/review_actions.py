"""Actions of the buttons of reviews; see `show.actions.table_actions`."""

from show.actions.table_actions import TableAction


class OpenReview(TableAction, verb="review"):
    """Show the user's own review of a finished game privately, and begin it if there is none."""

    here: bool = False
    """Whether the clicked page is the review itself; otherwise the review is a page of its own."""


class ShowFind(TableAction, verb="review-find"):
    """Show a decision that was worth more than what rules of thumb play: the best one is 0."""

    place: int


class ShowCost(TableAction, verb="review-cost"):
    """Show a decision that cost something: the one that cost most is 0."""

    place: int
