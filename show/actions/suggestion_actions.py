"""Actions of the buttons of suggestions; see `show.actions.table_actions`."""

from show.actions.table_actions import TableAction


class AskHard(TableAction, verb="ask-hard"):
    """Show privately what the hard level would play at the seat's decision number `decision`.

    The first question of a game must be confirmed, because the game then counts for nobody: `sure` is the confirmation.
    Buttons with `sure` are only on the question's own page, which then shows the answer too.
    """

    decision: int
    sure: bool = False
