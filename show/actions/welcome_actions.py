"""Actions of the bot's welcome in direct messages; see `show.actions.table_actions`."""

from show.actions.table_actions import Action


class OfferGames(Action, verb="offer-games"):
    """Show the games that can be played in direct messages, instead of the welcome."""

    repaints = True


class PlayHere(Action, verb="play-here"):
    """Play a game in direct messages."""

    game: str
