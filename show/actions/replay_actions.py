"""What the buttons and lists of replays ask for; see `show.actions.table_actions`."""

from __future__ import annotations

from show.actions.table_actions import Action, TableAction


class OpenReplay(TableAction, verb="replay"):
    """Show a step of a game that has ended, or the one to which a way leads from there, privately."""

    step: int = 0
    eyes: int = 0
    """Whose: 0 an onlooker's, else the seat's number, which people count from 1."""
    result: bool = False
    """Whether the last step tells how the game has ended."""
    go: str = ""
    """Another step: `host.people.replays.Direction`."""


class PickEyes(TableAction, verb="replay-eyes"):
    """Show that step of it from other eyes."""

    step: int
    result: bool
    value: int = 0


class PickRound(TableAction, verb="replay-round"):
    """Show the beginning of a round of it."""

    eyes: int
    result: bool
    value: int = 0


class PlayOn(TableAction, verb="play-on"):
    """Play on from that step of it on another table, for practice."""

    step: int
    eyes: int


class TakeRecord(TableAction, verb="record"):
    """Hand out the record of a game that has ended."""


class ListGames(Action, verb="games"):
    """Show a page of the games that have ended: one's own, or all of the server."""

    page: int
    mine: bool
