"""Settings panels of servers and of users. Each change edits the panel."""

from collections.abc import Collection, Sequence

from engine.game import Game
from host.settings import MOST_CHANNELS, PersonSettings, ServerSettings, allowed
from locales import Translation
from show.actions.settings_actions import (
    MINE,
    MY_DAY,
    NOTICES,
    SERVER,
    SERVER_DAY,
    CheckServer,
    OpenSettings,
    PickOne,
    PickSome,
    Put,
)
from show.text.page import Json, Page, button, channels, in_rows, option, page, select, several

KINDS = (0, 2, 5, 13, 15)
"""Discord's channel types that can have tables and can be picked: text, voice, announcement, stage, and forum.

In a forum, tables are in posts. Media channels (16) have posts too, but Discord's description of its API does not list
them among the types of a select, and may refuse the whole page.
"""


def server_page(server: ServerSettings, chosen: Sequence[int], tr: Translation, *, private: bool = True) -> Page:
    """Build the private panel of a server's settings.

    Args:
        server: the settings.
        chosen: the channels of the settings that still exist.
        tr: the reader's language.
        private: whether the bot may open private threads anywhere; if not, the page names the missing permission.
    """
    games = [option(tr.text(game.title), game.id, default=game.id in server.games) for game in Game.games.values()]
    lists = [
        _list(SERVER, server, "language", tr),
        channels(PickSome(SERVER, "channels"), chosen, tr("settings-channels"), KINDS, MOST_CHANNELS),
        several(PickSome(SERVER, "games"), games, tr("settings-games")),
        _list(SERVER, server, "threads", tr, () if private else ("private",)),
        *(_list(SERVER, server, name, tr) for name in ("pace", "level", "tables", "lobbies", "season")),
    ]
    check = button(CheckServer(), tr("settings-check"), "🩺")
    day = button(OpenSettings(SERVER_DAY), tr("settings-day"), "☀️")
    last = [_switch(SERVER, server, "pings", tr), day, button(OpenSettings(MINE), tr("settings-mine")), check]
    title = tr("settings-server-title")
    return page(title if private else f"{title}\n{tr('settings-no-private')}", *([one] for one in lists), last)


def my_page(mine: PersonSettings, tr: Translation, *, manager: bool, notices: bool = False) -> Page:
    """Build the private panel of a user's own settings.

    A manager of a server also gets a button to the server's settings; `notices` adds a button to the notifications.
    """
    rows = [
        [_list(MINE, mine, "language", tr)],
        *in_rows(_switch(MINE, mine, name, tr) for name in ("hints", "coaching", "quiet", "cards", "plain", "losses")),
        [
            button(OpenSettings(MY_DAY), tr("settings-day"), "☀️"),
            *([button(OpenSettings(NOTICES), tr("settings-notices"), "🔔")] if notices else []),
            *([button(OpenSettings(SERVER), tr("settings-server"))] if manager else []),
        ],
    ]
    return page(tr("settings-mine-title", notices="yes" if notices else "no"), *rows)


def _list(
    whose: str, held: ServerSettings | PersonSettings, name: str, tr: Translation, without: Collection[str] = ()
) -> Json:
    """Build the list of a setting's values except those in `without`; the current value is always listed and marked."""
    now = getattr(held, name)
    offered = (one for one in allowed(type(held), name) if one not in without or one == now)
    values = [option(_said(whose, name, one, tr), one, default=one == now) for one in offered]
    return select(PickOne(whose, name), values, _said(whose, name, now, tr))


def _switch(whose: str, held: ServerSettings | PersonSettings, name: str, tr: Translation) -> Json:
    """Build the button that turns a setting on or off."""
    on = getattr(held, name) == "on"
    label = _said(whose, name, "on" if on else "off", tr)
    return button(Put(whose, name, "off" if on else "on"), label, style="success" if on else "secondary")


def _said(whose: str, name: str, value: str, tr: Translation) -> str:
    """Return the label of a setting and its value; time controls and levels have the same names as in lobbies."""
    known = name in {"pace", "level"}
    return tr(f"set-{whose}-{name}", value=tr(f"{name}-{value}") if known else value)
