"""Actions of the buttons of league nights; see `show.actions.table_actions`."""

from show.actions.table_actions import Action


class AnnounceNight(Action, verb="night"):
    """Announce a league night, as `/night` does; the question for a time zone goes on with this."""

    publishes = True
    game: str
    stages: int
    seats: int
    """0 if none were chosen."""
    pace: str
    level: str
    """Empty if none was chosen, as is `pace`."""
    weekly: bool
    at: str
    """The chosen or typed time; empty without one."""


class NightAction(Action):
    """An action about one league night; its handler checks that the user may see the night's channel."""

    night: int


class JoinNight(NightAction, verb="night-join"):
    """Join a night, or come back to a night that the user has left."""

    repaints = True


class LeaveNight(NightAction, verb="night-leave"):
    """Leave a night. A user who leaves a running night keeps their seat until its current stage is over."""

    repaints = True


class StartNight(NightAction, verb="night-start"):
    """Seat the people, and begin the first stage. Only managers of the server may do this."""

    repaints = True


class EndNight(NightAction, verb="night-end"):
    """Ask whether to call off a night, or to end a running night after its current stage.

    Only managers of the server may do this.
    """


class ConfirmEndNight(NightAction, verb="night-end-sure"):
    """Call off a night, or end a running night after its current stage: the confirmation of `EndNight`."""

    stage: int
    """The stage at which the question was asked; at a later stage it is asked again."""


class EndNightAndEvent(NightAction, verb="night-end-event"):
    """Call off a night, and delete its weekly event too.

    This is the other button that confirms `EndNight`. `ConfirmEndNight` keeps a weekly event.
    """

    stage: int
    """As in `ConfirmEndNight`."""


class ShowNightStandings(NightAction, verb="night-standings"):
    """Show the standings of all people privately."""


class CheckNight(NightAction, verb="night-deals"):
    """Show the deal commitments of all stages privately, and the secrets of the stages that are over."""
