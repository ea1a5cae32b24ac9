"""What the panels of settings ask for."""

from __future__ import annotations

from show.actions.table_actions import Action, Picks

SERVER, MINE, NOTICES = "server", "mine", "notices"
"""Whose settings are meant: the server's, or those of whoever clicks, everywhere or on this server."""


class OpenSettings(Action, verb="settings"):
    """Show what is set."""

    whose: str
    """`SERVER`, `MINE` or `NOTICES`."""


class StopNotices(Action, verb="stop-notices"):
    """Tell whoever clicks of nothing any more on that server; clicked in a direct message, which says so then."""

    server: int
    repaints = True


class Put(Action, verb="put"):
    """Let a setting be what the button says."""

    whose: str
    name: str
    to: str


class PickOne(Action, verb="set"):
    """Let a setting be what is picked."""

    whose: str
    name: str
    value: str = ""


class PickSome(Action, verb="set-some"):
    """Let a setting be all that is picked."""

    whose: str
    name: str
    value: Picks = ()
