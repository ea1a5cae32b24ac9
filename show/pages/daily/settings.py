"""Settings panels of the day's deal: a server's message and comparison, and a person's name and reminders."""

from host.daily.reminders import Reminder
from host.settings import PersonSettings, ServerSettings
from locales import Translation
from show.actions.settings_actions import MINE, MY_DAY, SERVER, SERVER_DAY, OpenSettings, Put
from show.pages.time_zone import zone_button
from show.text.page import Json, Page, button, page
from show.text.seat_names import link

OFF = "0"
"""Value of the setting `daily` that turns the message off."""


def server_day_page(server: ServerSettings, channel_id: int, tr: Translation) -> Page:
    """Build the private panel of a server's message of the day.

    Args:
        server: the settings.
        channel_id: the channel or thread in which the manager is.
        tr: the reader's language.
    """
    state = tr("server-day-on", channel=link(server.daily)) if server.daily else tr("server-day-off")
    choices = []
    if server.daily != channel_id:
        choices.append(button(Put(SERVER_DAY, "daily", str(channel_id)), tr("server-day-here"), style="primary"))
    if server.daily:
        choices.append(button(Put(SERVER_DAY, "daily", OFF), tr("server-day-stop"), style="danger"))
    compared = _switch(SERVER_DAY, "compared", tr, on=server.compared == "on")
    title = tr("server-day-title")
    return page(f"{title}\n{state}", choices, [compared], [_back(SERVER, tr)])


def my_day_page(mine: PersonSettings, reminder: Reminder | None, tr: Translation) -> Page:
    """Build the private panel of a person's own settings about the day's deal; `reminder` is None without reminders."""
    reminded = reminder is not None and not reminder.refused
    switches = [
        _switch(MY_DAY, "named", tr, on=mine.named == "on"),
        _switch(MY_DAY, "reminder", tr, on=reminded),
    ]
    refused = [tr("my-day-refused")] if reminder is not None and reminder.refused else []
    return page(
        "\n".join([tr("my-day-title"), *refused]), switches, [_back(MINE, tr), zone_button(MY_DAY, mine.time_zone, tr)]
    )


def _switch(whose: str, name: str, tr: Translation, *, on: bool) -> Json:
    label = tr(f"set-{whose}-{name}", value="on" if on else "off")
    return button(Put(whose, name, "off" if on else "on"), label, style="success" if on else "secondary")


def _back(whose: str, tr: Translation) -> Json:
    return button(OpenSettings(whose), tr("hand-back"), "↩️")
