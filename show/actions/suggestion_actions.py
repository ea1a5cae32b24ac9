"""Actions of the buttons of suggestions; see `show.actions.table_actions`."""

from show.actions.table_actions import TableAction


class AskHard(TableAction, verb="ask-hard"):
    """Show privately what the hard level would play at the seat's decision number `decision`.

    The first request in a game must be confirmed, because the game then counts for nobody: `sure` is the confirmation.
    Each request gets a private page of its own. Only such a page has a button with `sure`; a click on the
    button replaces the content of the page.
    """

    decision: int
    sure: bool = False
