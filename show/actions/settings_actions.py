"""Actions of the settings panels."""

from show.actions.table_actions import Action, Picks
from show.text.text_form import TypedLine

SERVER, MINE, NOTICES = "server", "mine", "notices"
"""The scope of a setting: the server, the user everywhere, or the user's notifications on this server."""
SERVER_DAY, MY_DAY = "server-day", "my-day"
"""The scopes of settings about the day's deal: the server's, and the user's."""


class OpenSettings(Action, verb="settings"):
    """Show the settings of a scope, such as the server or the user."""

    whose: str
    """`SERVER`, `MINE`, `NOTICES`, `SERVER_DAY` or `MY_DAY`."""


class CheckServer(Action, verb="check"):
    """Show a manager the bot's permissions on the server, and the tables whose messages are not up to date."""


class StopNotices(Action, verb="stop-notices"):
    """Stop all notifications of a server for the user. The clicked direct message then says that they are stopped."""

    server: int
    repaints = True


class StopReminders(Action, verb="stop-reminders"):
    """Stop all reminders of the day's deal. The clicked direct message then says that they are stopped."""

    anywhere = True
    repaints = True


class LeavePuzzles(Action, verb="puzzle-leave"):
    """Allow or forbid the bot to make puzzles from the person's finished games."""

    anywhere = True
    given: bool


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


class ZoneAction(Action):
    """A step of the question for the user's time zone."""

    anywhere = True
    then: str
    """The custom id of the action that follows the choice: for what the user was asked."""


class AskZone(ZoneAction, verb="zone-ask"):
    """Ask for the user's time zone."""


class TypeZone(ZoneAction, verb="zone-type"):
    """Open the form in which the user types a city or country."""


class FindZone(ZoneAction, verb="zone-find"):
    """Search for the time zones of the typed city or country."""

    value: TypedLine = TypedLine()


class PickZone(ZoneAction, verb="zone"):
    """Set the user's time zone to the picked one, and go on with `then`."""

    value: str = ""
