"""Pages of scheduled lobbies, and the times that a person can choose."""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import get_args

import pytest

import limits
from host.lobby.scheduled_lobbies import DropReason, ScheduledLobby
from host.play.time_control import SECONDS
from host.time_zones import time_zone
from locales import Translation
from show.pages.scheduled_lobbies import (
    MOST_DELAYS,
    delays,
    dropped_page,
    is_time_somewhere,
    scheduled_page,
    times,
)
from show.pages.table_list import excerpt, tables_page
from tests.show.basics import every_locale
from tests.show.page_content import check_limits, rows_of

NOW = 1_800_000_000
"""2027-01-15 08:00 UTC, a Friday."""
EN, JA = Translation("en"), Translation("ja")
LOBBY = ScheduledLobby(1, 2, 3, 4, "Aki*", "saizen", 4, "live", NOW)


@every_locale
def test_message_has_game_and_time_and_no_name_and_is_within_discords_limits(locale: str) -> None:
    tr = Translation(locale[:2])
    shown = scheduled_page(LOBBY, tr)
    check_limits(shown)
    assert f"<t:{NOW}:f>" in shown.text
    assert "Aki" not in shown.text, "the bot could not take the name back everywhere"


@pytest.mark.parametrize(("tr", "four", "either"), [(EN, "4 players", "2 to 6 players"), (JA, "4人用", "2〜6人用")])
def test_message_has_the_seats_and_the_pace_that_were_chosen(tr: Translation, four: str, either: str) -> None:
    chosen, usual = (scheduled_page(one, tr).text for one in (LOBBY, replace(LOBBY, seats=None, time_control=None)))
    assert f"**{four}" in chosen
    assert tr("pace-live") in chosen
    assert f"**{either}" in usual
    assert not any(tr(f"pace-{one}") in usual for one in SECONDS), "it is settled when the lobby opens"


@every_locale
@pytest.mark.parametrize("reason", get_args(DropReason))
def test_message_of_a_dropped_lobby_says_why_and_has_no_button(locale: str, reason: DropReason) -> None:
    shown = dropped_page(replace(LOBBY, dropped=reason), Translation(locale[:2]))
    check_limits(shown)
    assert f"<t:{NOW}:f>" in shown.text
    assert "scheduled-dropped" not in shown.text, "each reason has its sentence"
    assert rows_of(shown) == []
    assert (shown == dropped_page(LOBBY, Translation(locale[:2]))) == (reason == "called-off")


def test_message_of_a_lobby_of_a_game_that_is_gone_can_still_be_made() -> None:
    assert "no-game" in dropped_page(replace(LOBBY, game="no-game", dropped="game"), EN).text


def test_opener_without_a_visible_name_is_somebody() -> None:
    nameless = replace(LOBBY, opener_name="")
    assert "Somebody" in tables_page([], 1, excerpt([], 1, 0), EN, [nameless]).text


UTC, BERLIN = time_zone("UTC"), time_zone("Europe/Berlin")


@pytest.mark.parametrize("later", [0, 1, 899, 900, 901, 1_799])
def test_times_are_every_half_hour_from_a_quarter_of_an_hour_to_two_weeks_from_now(later: int) -> None:
    offered = [at for _, at in times(NOW + later, UTC, EN)]
    assert 900 <= offered[0] - NOW - later < 900 + 1_800
    assert {after - before for before, after in pairwise(offered)} == {1_800}
    assert limits.SCHEDULED_AHEAD_SECONDS - 3_600 < offered[-1] - NOW - later <= limits.SCHEDULED_AHEAD_SECONDS


@pytest.mark.parametrize(
    ("zone", "tr", "label"),
    [
        ("UTC", EN, "Fri 15 Jan 08:30 (UTC)"),
        ("Asia/Tokyo", EN, "Fri 15 Jan 17:30 (Asia/Tokyo)"),
        ("Asia/Tokyo", JA, "1/15（金） 17:30 (Asia/Tokyo)"),
        ("Pacific/Gambier", EN, "Thu 14 Jan 23:30 (Pacific/Gambier)"),
        ("Asia/Kathmandu", EN, "Fri 15 Jan 14:00 (Asia/Kathmandu)"),
        ("America/St_Johns", EN, "Fri 15 Jan 05:00 (America/St Johns)"),
        ("Pacific/Kiritimati", EN, "Fri 15 Jan 22:30 (Pacific/Kiritimati)"),
        ("Etc/GMT-9", EN, "Fri 15 Jan 17:30 (UTC+9)"),
    ],
)
def test_label_shows_the_persons_clock(zone: str, tr: Translation, label: str) -> None:
    assert next(times(NOW, time_zone(zone), tr))[0] == label


@pytest.mark.parametrize(
    ("now", "missing", "at_seven"),
    [
        ("2026-03-28 12:00", ["29 Mar 02:00", "29 Mar 02:30"], ["2026-03-28 18:00", "2026-03-29 17:00"]),
        ("2026-10-24 12:00", [], ["2026-10-24 17:00", "2026-10-25 18:00"]),
    ],
    ids=["spring", "autumn"],
)
def test_times_follow_a_switch_of_summer_time(now: str, missing: list[str], at_seven: list[str]) -> None:
    offered = [*times(unix(now), BERLIN, EN)]
    labels = [label for label, _ in offered]
    assert len({*labels}) == len(labels)
    assert [label for label in labels if any(one in label for one in missing)] == []
    assert [at for label, at in offered if " 19:00 " in label][:2] == [unix(one) for one in at_seven]


def test_delays_need_no_time_zone() -> None:
    offered = [*delays(NOW + 59, EN)]
    assert [label for label, _ in offered[:4]] == ["in 30 minutes", "in 1 hour", "in 1½ hours", "in 2 hours"]
    assert [at for _, at in offered[:2]] == [NOW + 1_800, NOW + 3_600]
    assert len({label for label, _ in delays(NOW, JA)}) == len(offered) == MOST_DELAYS


@pytest.mark.parametrize(
    ("typed", "tr", "found"),
    [
        ("19:00", EN, True),
        ("fri 19:00", EN, True),
        ("30 jan", EN, True),
        ("金 19:00", JA, True),
        ("19:10", EN, False),
        ("tomorrow", EN, False),
        ("1 mar", EN, False),
    ],
)
def test_typed_time_is_recognised_before_its_zone_is_known(typed: str, tr: Translation, found: bool) -> None:
    assert is_time_somewhere(typed, NOW, tr) == found


def unix(text: str) -> int:
    return int(datetime.fromisoformat(f"{text}+00:00").timestamp())
