"""Actions of the settings panels."""

from show.actions.table_actions import Action, Picks

SERVER, MINE, NOTICES = "server", "mine", "notices"
"""The scope of a setting: the server, the user everywhere, or the user's notifications on this server."""


class OpenSettings(Action, verb="settings"):
    """Show the settings of a scope."""

    whose: str
    """`SERVER`, `MINE` or `NOTICES`."""


class CheckServer(Action, verb="check"):
    """Show a manager the bot's permissions on the server, and the tables whose messages are behind."""


class StopNotices(Action, verb="stop-notices"):
    """Stop all notifications of a server for the user. The direct message with the button then confirms it."""

    server: int
    repaints = True


class Put(Action, verb="put"):
    """Set a setting to the value of the button."""

    whose: str
    name: str
    to: str


class PickOne(Action, verb="set"):
    """Set a setting to the picked value."""

    whose: str
    name: str
    value: str = ""


class PickSome(Action, verb="set-some"):
    """Set a setting to all picked values."""

    whose: str
    name: str
    value: Picks = ()
