"""Pages of notifications: the settings panel and the direct message."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pictures
from engine.game import Game
from host.lobby.notifications import Subscription
from host.settings import HOURS, ZONES, PersonSettings, utc_offset
from host.tables.table import Table
from locales import Translation
from show.actions.settings_actions import MINE, NOTICES, OpenSettings, PickOne, PickSome, Put, StopNotices
from show.text.clean_names import cleaned, escaped
from show.text.page import Json, Page, Row, button, link_button, option, page, select, several


def notices_page(wishes: Subscription, mine: PersonSettings, now: float, tr: Translation) -> Page:
    """Build the private panel of a user's notifications on a server and their quiet hours everywhere.

    Args:
        wishes: the user's notifications on that server.
        mine: the user's settings.
        now: unix seconds.
        tr: the reader's language.
    """
    games = [option(tr.text(game.title), game.id, default=game.id in wishes.games) for game in Game.games.values()]
    back = button(OpenSettings(MINE), tr("hand-back"), "↩️")
    rows: list[Row] = [[several(PickSome(NOTICES, "games"), games, tr("notices-none"))]]
    if wishes.games:
        rows.append([_switch(name, tr, on=on) for name, on in (("opens", wishes.opens), ("missing", wishes.missing))])
        rows += [[one] for one in _hours(mine, now, tr)]
        rows.append([back, button(Put(NOTICES, "games", ""), tr("notices-off"), style="danger")])
    else:
        rows.append([back])
    said = [tr("notices-title"), *([tr("notices-refused")] if wishes.refused else [])]
    return page("\n".join(said), *rows)


def _switch(name: str, tr: Translation, *, on: bool) -> Json:
    """Build the button that turns a kind of notification on or off."""
    label = tr(f"notices-{name}", on="on" if on else "off")
    return button(Put(NOTICES, name, "off" if on else "on"), label, style="success" if on else "secondary")


def _hours(mine: PersonSettings, now: float, tr: Translation) -> Iterable[Json]:
    """Yield the list of time zones, each with its current time, and the lists for the start and end of quiet hours."""
    zones = [(zone, _clock(now, zone)) for zone in ZONES]
    yield _list("zone", [(zone, tr("notices-zone", zone=zone, time=time)) for zone, time in zones], mine.zone)
    begins = [("no", tr("notices-never")), *((hour, tr("notices-from", hour=f"{hour}:00")) for hour in HOURS)]
    yield _list("hush_from", begins, mine.hush_from)
    if mine.hush_from != "no":
        ends = [(hour, tr("notices-until", hour=f"{hour}:00")) for hour in HOURS]
        yield _list("hush_until", ends, mine.hush_until)


def _list(name: str, lines: Iterable[tuple[str, str]], held: str) -> Json:
    options = [option(label, value, default=value == held) for value, label in lines]
    return select(PickOne(NOTICES, name), options, next(one["label"] for one in options if one["default"]))


def _clock(now: float, zone: str) -> str:
    there = datetime.fromtimestamp(now, UTC) + timedelta(seconds=utc_offset(zone))
    return f"{there:%H:%M}"


def notice_page(table: Table, server: str, url: str, tr: Translation) -> Page:
    """Build the direct message about a lobby: game, server, free seats, and a link.

    It names nobody, because the bot does not edit it when somebody leaves or is forgotten.
    """
    free = table.occupants.count(None)
    said = tr(
        "notice",
        game=table.kind.title,
        server=escaped(cleaned(server)),
        free=free,
    )
    buttons = [
        link_button(url, tr("notice-open")),
        button(StopNotices(table.place.server_id), tr("notice-stop"), "🔕"),
    ]
    return Page((said, buttons), accent=pictures.accent(table.kind.id))


def stopped_notices_page(tr: Translation) -> Page:
    """Build the page that replaces a notification after its reader has stopped all notifications of the server."""
    return page(tr("notice-stopped"))
