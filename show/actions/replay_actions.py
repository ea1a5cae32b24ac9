"""Actions of the buttons and lists of replays; see `show.actions.table_actions`."""

from show.actions.table_actions import Action, TableAction


class OpenReplay(TableAction, verb="replay"):
    """Show a step of a finished game privately: step number `step`, or the step to which `go` leads from there.

    If only the table is given, show the first step, in the user's own view if they had a seat.
    """

    step: int = 0
    eyes: int = 0
    """The viewpoint: 0 for a spectator, else the seat counted from 1."""
    result: bool = False
    """Whether the last step shows the result of the game."""
    go: str = ""
    """A jump to another step: a direction of `host.people.replays.Replay.destination`."""


class PickEyes(TableAction, verb="replay-eyes"):
    """Show the current step of the replay from another viewpoint."""

    step: int
    result: bool
    value: int = 0


class PickRound(TableAction, verb="replay-round"):
    """Show the first step of the picked round."""

    eyes: int
    result: bool
    value: int = 0


class PlayOn(TableAction, verb="play-on"):
    """Start a practice table that continues the game from a step of the replay."""

    step: int
    eyes: int


class TakeRecord(TableAction, verb="record"):
    """Send the record of a finished game as a file."""


class ListGames(Action, verb="games"):
    """Show a page of the list of finished games: the user's own, or all games of the server."""

    page: int
    mine: bool
