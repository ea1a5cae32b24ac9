"""The question for a person's time zone, and the search for zones."""

from datetime import UTC, datetime

import pytest

from host.time_zones import countries, zone_names
from locales import Translation
from show.actions.settings_actions import MINE, AskZone, FindZone, OpenSettings, PickZone, Put, TypeZone
from show.pages.time_zone import (
    MOST,
    found_zones,
    usual_zones,
    zone_button,
    zone_form,
    zone_label,
    zone_name,
    zone_page,
    zone_set_page,
)
from tests.show.basics import every_language
from tests.show.page_content import check_form, check_limits, clickable, ids_of

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
THEN = OpenSettings(MINE).custom_id


@every_language
def test_question_has_present_times_a_search_and_a_way_back(language: str) -> None:
    tr = Translation(language)
    page = zone_page(NOW, "Asia/Tokyo", "ja", THEN, tr)
    check_limits(page)
    assert ids_of(page) == [one.custom_id for one in (PickZone(THEN), OpenSettings(MINE), TypeZone(THEN))]
    assert tr("zone-mine", zone="Asia/Tokyo") in page.text
    lines = clickable(page)[0]["options"]
    assert len(lines) <= MOST
    assert lines[0]["label"] == "21:00 · Asia/Tokyo", "the zone of most Japanese is the first line"
    assert {"17:45 · Asia/Kathmandu", "08:30 · America/St Johns"} <= {one["label"] for one in lines}
    check_form(zone_form(THEN, tr))
    assert zone_form(THEN, tr)["custom_id"] == FindZone(THEN).custom_id
    check_limits(zone_set_page("America/Argentina/Buenos_Aires", tr))


@every_language
def test_question_for_another_request_has_no_way_back(language: str) -> None:
    then = Put("my-day", "reminder", "on").custom_id
    assert ids_of(zone_page(NOW, "", "en-US", then, Translation(language))) == [
        one.custom_id for one in (PickZone(then), TypeZone(then))
    ]


@every_language
def test_search_lists_what_it_found_or_says_that_it_found_nothing(language: str) -> None:
    tr = Translation(language)
    found = zone_page(NOW, "", "en-US", THEN, tr, "in*dia", ["Asia/Kolkata"])
    assert [one["value"] for one in clickable(found)[0]["options"]] == ["Asia/Kolkata"]
    nothing = zone_page(NOW, "", "en-US", THEN, tr, "Mar*s", [])
    for page, key, typed in ((found, "zone-found", "in\\*dia"), (nothing, "zone-not-found", "Mar\\*s")):
        check_limits(page)
        assert tr(key, typed=typed) in page.text
    assert len(clickable(nothing)[0]["options"]) > 20, "the usual zones can still be picked"


@pytest.mark.parametrize(
    ("typed", "best"),
    [
        ("tokyo", "Asia/Tokyo"),
        ("Nepal", "Asia/Kathmandu"),
        ("newfoundland", "Canada/Newfoundland"),
        ("India", "Asia/Kolkata"),
        ("IN", "Asia/Kolkata"),
        ("new york", "America/New_York"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("asia/calcutta", "Asia/Calcutta"),
        ("+5:45", "Asia/Kathmandu"),
        ("UTC+5:45", "Asia/Kathmandu"),
        ("gmt −3:30", "America/St_Johns"),
        ("+1345", "Pacific/Chatham"),
        ("etc/gmt+9", "Etc/GMT+9"),
        ("utc", "UTC"),
    ],
)
def test_zone_is_found_by_city_country_name_or_offset(typed: str, best: str) -> None:
    assert found_zones(typed, NOW)[0] == best


@pytest.mark.parametrize("typed", ["", " ", "*", "Atlantis", "Factory", "localtime", "+25:00", "x" * 100])
def test_what_is_no_place_finds_nothing(typed: str) -> None:
    assert found_zones(typed, NOW) == []


def test_offset_never_finds_a_zone_on_the_other_side_of_utc() -> None:
    assert "Asia/Tokyo" in found_zones("GMT+9", NOW)
    assert not [one for one in found_zones("GMT+9", NOW) if not zone_label(one, NOW).startswith("21:00")]


def test_every_zone_is_found_by_its_name() -> None:
    assert [one for one in zone_names() if one not in found_zones(one, NOW)] == []


def test_search_offers_at_most_one_list() -> None:
    found = found_zones("a", NOW)
    assert len(found) == MOST
    assert {*found} <= countries().keys(), "names that countries use today come first"


@pytest.mark.parametrize("locale", ["ja", "en-US", "en-GB", "de", "pt-BR", "xx"])
def test_usual_zones_fit_into_a_list_and_exist(locale: str) -> None:
    found = usual_zones(locale)
    assert len(found) == len({*found}) <= MOST
    assert {*found} <= zone_names()


@every_language
def test_fixed_zone_is_named_as_people_count(language: str) -> None:
    assert [zone_name(one) for one in ("Etc/GMT-9", "Etc/GMT+10", "America/New_York")] == [
        "UTC+9",
        "UTC-10",
        "America/New York",
    ]
    labels = [zone_button(MINE, one, Translation(language))["label"] for one in ("", *zone_names())]
    assert max(map(len, labels)) <= 34
    assert zone_button(MINE, "", Translation(language))["custom_id"] == AskZone(THEN).custom_id
