"""What is set: a server's settings for those who manage it, and everybody's own. Each change is answered in place."""

from collections.abc import Collection, Sequence

from engine.game import Game
from host.settings import MOST_CHANNELS, Mine, Server, allowed
from locales import Translation
from show.actions.settings_actions import MINE, NOTICES, SERVER, OpenSettings, PickOne, PickSome, Put
from show.text.page import Json, Page, button, channels, option, page, select, several

KINDS = (0, 2, 5, 13, 15)
"""Discord's kinds of channels in which, or in whose threads, a table can be: those of text, voice, news and posts."""


def server_page(server: Server, standing: Sequence[int], speech: Translation, *, private: bool = True) -> Page:
    """The private panel of a server's settings.

    Args:
        server: what is set.
        standing: of its channels those that are still there.
        speech: the reader's language.
        private: whether the bot may open private threads somewhere; else they are not offered, and it is said why.
    """
    games = [option(speech.text(game.title), game.id, default=game.id in server.games) for game in Game.games.values()]
    lists = [
        _list(SERVER, server, "language", speech),
        channels(PickSome(SERVER, "channels"), standing, speech("settings-channels"), KINDS, MOST_CHANNELS),
        several(PickSome(SERVER, "games"), games, speech("settings-games")),
        _list(SERVER, server, "threads", speech, () if private else ("private",)),
        *(_list(SERVER, server, name, speech) for name in ("pace", "level", "tables", "lobbies", "season")),
    ]
    last = [_switch(SERVER, server, "pings", speech), button(OpenSettings(MINE), speech("settings-mine"))]
    title = speech("settings-server-title")
    return page(title if private else f"{title}\n{speech('settings-no-private')}", *([one] for one in lists), last)


def my_page(mine: Mine, speech: Translation, *, manager: bool, notices: bool = False) -> Page:
    """The private panel of a person's own settings; whoever manages the server may go on to that one's.

    On a server it leads to the `notices` that they want there.
    """
    rows = [
        [_list(MINE, mine, "language", speech)],
        [_switch(MINE, mine, name, speech) for name in ("hints", "quiet")],
        [
            *([button(OpenSettings(NOTICES), speech("settings-notices"), "🔔")] if notices else []),
            *([button(OpenSettings(SERVER), speech("settings-server"))] if manager else []),
        ],
    ]
    return page(speech("settings-mine-title"), *rows)


def _list(whose: str, held: Server | Mine, name: str, speech: Translation, without: Collection[str] = ()) -> Json:
    """The values of a setting, of which the one that holds says what is set; `without` those that are not offered."""
    now = getattr(held, name)
    offered = (one for one in allowed(type(held), name) if one not in without or one == now)
    values = [option(_said(whose, name, one, speech), one, default=one == now) for one in offered]
    return select(PickOne(whose, name), values, _said(whose, name, now, speech))


def _switch(whose: str, held: Server | Mine, name: str, speech: Translation) -> Json:
    """A setting that is on or off: a click turns it."""
    on = getattr(held, name) == "on"
    label = _said(whose, name, "on" if on else "off", speech)
    return button(Put(whose, name, "off" if on else "on"), label, style="success" if on else "secondary")


def _said(whose: str, name: str, value: str, speech: Translation) -> str:
    """A setting with one of its values; what lobbies have too is called as it is there."""
    known = name in {"pace", "level"}
    return speech(f"set-{whose}-{name}", value=speech(f"{name}-{value}") if known else value)
