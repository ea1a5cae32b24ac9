"""Pages of notifications: the settings panel and the direct message."""

from collections.abc import Iterable

import pictures
from engine.game import Game
from host.lobby.notifications import Subscription
from host.settings import HOURS, PersonSettings
from host.tables.table import Table
from locales import Translation
from show.actions.settings_actions import MINE, NOTICES, OpenSettings, PickOne, PickSome, Put, StopNotices
from show.pages.time_zone import zone_button
from show.text.clean_names import cleaned, escaped
from show.text.page import Json, Page, Row, button, link_button, option, page, select, several


def notices_page(wishes: Subscription, mine: PersonSettings, tr: Translation) -> Page:
    """Build the private panel of a user's notifications on a server and their quiet hours everywhere.

    Args:
        wishes: the user's notifications on that server.
        mine: the user's settings.
        tr: the reader's language.
    """
    games = [option(tr.text(game.title), game.id, default=game.id in wishes.games) for game in Game.games.values()]
    back = button(OpenSettings(MINE), tr("hand-back"), "↩️")
    rows: list[Row] = [[several(PickSome(NOTICES, "games"), games, tr("notices-none"))]]
    if wishes.games:
        rows.append([_switch(name, tr, on=on) for name, on in (("opens", wishes.opens), ("missing", wishes.missing))])
        rows += [[one] for one in _hours(mine, tr)]
        off = button(Put(NOTICES, "games", ""), tr("notices-off"), style="danger")
        rows.append([back, zone_button(NOTICES, mine.time_zone, tr), off])
    else:
        rows.append([back])
    said = [tr("notices-title"), *([tr("notices-refused")] if wishes.refused else [])]
    if mine.hush_from != "no" and mine.zone is None:
        said.append(tr("notices-no-zone"))
    return page("\n".join(said), *rows)


def _switch(name: str, tr: Translation, *, on: bool) -> Json:
    """Build the button that turns a kind of notification on or off."""
    label = tr(f"notices-{name}", on="on" if on else "off")
    return button(Put(NOTICES, name, "off" if on else "on"), label, style="success" if on else "secondary")


def _hours(mine: PersonSettings, tr: Translation) -> Iterable[Json]:
    """Yield the lists for the start and end of quiet hours."""
    begins = [("no", tr("notices-never")), *((hour, tr("notices-from", hour=f"{hour}:00")) for hour in HOURS)]
    yield _list("hush_from", begins, mine.hush_from)
    if mine.hush_from != "no":
        ends = [(hour, tr("notices-until", hour=f"{hour}:00")) for hour in HOURS]
        yield _list("hush_until", ends, mine.hush_until)


def _list(name: str, lines: Iterable[tuple[str, str]], held: str) -> Json:
    options = [option(label, value, default=value == held) for value, label in lines]
    return select(PickOne(NOTICES, name), options, next(one["label"] for one in options if one["default"]))


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
