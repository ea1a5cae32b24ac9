"""The page that asks for a person's time zone, and the search for time zones by typed text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from typing import Final

import limits
from host.time_zones import clock, countries, time_zone, zone_names
from locales import Translation
from show.actions.settings_actions import AskZone, FindZone, OpenSettings, PickZone, TypeZone
from show.actions.table_actions import Action
from show.text.clean_names import cleaned, escaped
from show.text.page import Json, Page, button, form, option, page, select, text_field
from show.text.search import search_form
from show.text.text_form import LINE

MOST: Final = 25
"""Greatest number of zones in a list: Discord's limit for lists and for choices of a command."""
_USUAL: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/St_Johns",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Zones that nearly everybody's clock agrees with today, from west to east."""
_LIKELY: Final = {
    "bg": "Europe/Sofia",
    "cs": "Europe/Prague",
    "da": "Europe/Copenhagen",
    "de": "Europe/Berlin",
    "el": "Europe/Athens",
    "en-GB": "Europe/London",
    "es-ES": "Europe/Madrid",
    "fi": "Europe/Helsinki",
    "fr": "Europe/Paris",
    "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb",
    "hu": "Europe/Budapest",
    "it": "Europe/Rome",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
    "lt": "Europe/Vilnius",
    "nl": "Europe/Amsterdam",
    "no": "Europe/Oslo",
    "pl": "Europe/Warsaw",
    "ro": "Europe/Bucharest",
    "sv-SE": "Europe/Stockholm",
    "th": "Asia/Bangkok",
    "tr": "Europe/Istanbul",
    "uk": "Europe/Kyiv",
    "vi": "Asia/Ho_Chi_Minh",
    "zh-CN": "Asia/Shanghai",
    "zh-TW": "Asia/Taipei",
}
"""The zone of most people with a locale of Discord, where most of them share one."""
_FIXED: Final = re.compile(r"Etc/GMT([+-])(\d+)")
_OFFSET: Final = re.compile(r"(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d\d))?", re.IGNORECASE)


def zone_page(
    now: float, mine: str, locale: str, then: str, tr: Translation, typed: str = "", found: Sequence[str] = ()
) -> Page:
    """Build the private page that asks for the reader's time zone.

    Args:
        now: unix seconds.
        mine: the reader's time zone; empty without one.
        locale: the reader's locale, as Discord names it.
        then: the custom id of the action that follows the choice.
        tr: the reader's language.
        typed: what the reader has searched for; empty before a search.
        found: the zones that were found.
    """
    said = [tr("zone-title")]
    if typed:
        said.append(tr("zone-found" if found else "zone-not-found", typed=escaped(cleaned(typed))))
    elif mine:
        said.append(tr("zone-mine", zone=zone_name(mine)))
    lines = [option(zone_label(one, now), one) for one in found or usual_zones(locale)]
    buttons = [button(TypeZone(then), tr("zone-type"), "🔎")]
    if isinstance(origin := Action.parse(then), OpenSettings):
        buttons.insert(0, button(origin, tr("hand-back"), "↩️"))
    return page("\n".join(said), [select(PickZone(then), lines, tr("zone-pick"))], buttons)


def zone_form(then: str, tr: Translation) -> Json:
    """Build the form in which a person types the name of a city or country."""
    line = text_field(LINE, tr("zone-place"), limits.LINE_LENGTH, tr("zone-place-about"))
    return form(FindZone(then), tr("zone-type"), [line])


def zone_set_page(zone: str, tr: Translation) -> Page:
    """Build the page that replaces the question, if a public message follows."""
    return page(tr("zone-set", zone=zone_name(zone)))


def zone_button(scope: str, zone: str, tr: Translation) -> Json:
    """Build the button of a settings panel that leads to the question and back to the panel."""
    city = zone_name(zone).rpartition("/")[2]
    label = tr("zone-button", city=city) if zone else tr("zone-none")
    return button(AskZone(OpenSettings(scope).custom_id), label, "🕐")


def zone_name(zone: str) -> str:
    """Return a time zone as people read it, such as America/New York.

    The database calls nine hours ahead of UTC Etc/GMT-9. People call it UTC+9.
    """
    fixed = _FIXED.fullmatch(zone)
    return f"UTC{'-' if fixed[1] == '+' else '+'}{fixed[2]}" if fixed else zone.replace("_", " ")


def zone_label(zone: str, now: float) -> str:
    """Return a time zone with what its clocks show now."""
    return f"{clock(now, time_zone(zone)):%H:%M} · {zone_name(zone)}"


def usual_zones(locale: str) -> list[str]:
    """Return the zones that are offered before a search: first the likely one for a locale of Discord."""
    likely = [_LIKELY[locale]] if locale in _LIKELY else []
    return [*likely, *(one for one in _USUAL if one not in likely)]


def found_zones(typed: str, now: float) -> list[str]:
    """Return the zones that match a typed city, country, country code, name or offset from UTC; the best match first.

    Of two equally good matches, names that countries use today come before old ones.
    """
    offset = _OFFSET.fullmatch(typed.strip().replace("−", "-"))
    ranks = dict.fromkeys(_zones_at(_seconds(offset), now), 0) if offset else dict(_ranks(search_form(typed)))
    if typed in zone_names():
        ranks[typed] = -1
    return sorted(ranks, key=lambda one: (ranks[one], one not in countries(), one))[:MOST]


def _ranks(form: str) -> Iterator[tuple[str, int]]:
    """Yield the zones whose names contain the typed text, each with the quality of its match; 0 is the best."""
    for zone, forms in _forms().items() if form else ():
        if form in forms:
            yield zone, 0
        elif any(one.startswith(form) for one in forms):
            yield zone, 1
        elif any(form in one for one in forms) and not zone.startswith("Etc/"):
            yield zone, 2


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    """Return the comparable names of each zone.

    The sign of a name such as Etc/GMT+9, which is nine hours behind UTC, misleads people. So such a zone is found by
    its full name only.
    """
    return {one: tuple(map(search_form, _names(one))) for one in zone_names()}


def _names(zone: str) -> Iterable[str]:
    return (zone,) if zone.startswith("Etc/") else (zone, zone.rpartition("/")[2], *countries().get(zone, ()))


def _zones_at(offset: timedelta, now: float) -> Iterator[str]:
    utc = clock(now, time_zone("UTC"))
    return (one for one in countries() if clock(now, time_zone(one)) - utc == offset)


def _seconds(offset: re.Match[str]) -> timedelta:
    sign, hours, minutes = offset.groups(default="0")
    size = timedelta(hours=int(hours), minutes=int(minutes))
    return -size if sign == "-" else size
