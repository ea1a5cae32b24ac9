"""The settings panels of server managers and of individual people."""

from dataclasses import replace

import pytest

from engine.game import Game
from host.daily.reminders import Reminder
from host.settings import MOST_CHANNELS, Language, PersonSettings, ServerSettings, allowed
from host.tables.table import TimeControl
from locales import LANGUAGES, Translation
from show.actions.settings_actions import (
    MINE,
    MY_DAY,
    SERVER,
    SERVER_DAY,
    AskZone,
    OpenSettings,
    PickOne,
    PickSome,
    Put,
)
from show.actions.table_actions import Action
from show.pages.daily.settings import my_day_page, server_day_page
from show.pages.settings import my_page, server_page
from show.text.page import Page
from show.text.seat_names import LOCALES, spoken
from tests.show.basics import every_language
from tests.show.page_content import check_limits, clickable, ids_of


def one(page: Page, action: Action) -> dict[str, object]:
    """Return the button or list of an action."""
    (found,) = [part for part in clickable(page) if part["custom_id"] == action.custom_id]
    return found


def chosen(page: Page, action: Action) -> list[str]:
    """Return the labels of the selected options of a list."""
    options = one(page, action)["options"]
    assert isinstance(options, list)
    return [line["label"] for line in options if line.get("default")]


@every_language
def test_panel_has_every_setting_of_a_server_with_its_current_value(language: str) -> None:
    server = ServerSettings(channels=(7, 8), games=("saizen", "tezumashi"), pace="letter", level="hard", pings="off")
    page = server_page(server, [8], Translation(language))
    check_limits(page)
    day = server_day_page(replace(server, daily=7), 8, Translation(language))
    check_limits(day)
    asked = [Action.parse(name, ["x"]) or Action.parse(name) for name in (*ids_of(page), *ids_of(day))]
    names = [each.name for each in asked if isinstance(each, PickOne | PickSome | Put)]
    assert sorted(set(names)) == sorted(ServerSettings.__slots__)
    assert one(page, PickSome(SERVER, "channels"))["default_values"] == [{"id": "8", "type": "channel"}]
    titles = {Translation(language).text(Game.games[game].title) for game in server.games}
    assert set(chosen(page, PickSome(SERVER, "games"))) == titles
    for name in ("pace", "level"):
        [label] = chosen(page, PickOne(SERVER, name))
        assert Translation(language)(f"{name}-{getattr(server, name)}") in label
    assert (
        one(page, Put(SERVER, "pings", "on"))["style"]
        != one(server_page(replace(server, pings="on"), [], Translation(language)), Put(SERVER, "pings", "off"))[
            "style"
        ]
    )


@every_language
def test_every_value_of_every_setting_has_its_own_text_and_the_current_one_is_marked(language: str) -> None:
    every = [
        *clickable(server_page(ServerSettings(), [], Translation(language))),
        *clickable(my_page(PersonSettings(), Translation(language), manager=False)),
    ]
    lists = [one for one in every if one["custom_id"].startswith("set:")]
    assert len(lists) == 8
    for each in lists:
        labels = [line["label"] for line in each["options"]]
        assert len(set(labels)) == len(labels) > 1
        assert sum(line["default"] for line in each["options"]) == 1


@every_language
def test_personal_panel_toggles_settings_and_leads_managers_on(language: str) -> None:
    page = my_page(PersonSettings(hints="off", quiet="on", language="ja"), Translation(language), manager=False)
    check_limits(page)
    changed = {"hints": "on", "coaching": "off", "quiet": "off", "cards": "off", "plain": "on", "losses": "on"}
    switches = [Put(MINE, name, value) for name, value in changed.items()]
    assert ids_of(page) == [one.custom_id for one in (PickOne(MINE, "language"), *switches, OpenSettings(MY_DAY))]
    assert len(chosen(page, PickOne(MINE, "language"))) == 1
    managed = my_page(PersonSettings(), Translation(language), manager=True)
    assert ids_of(managed)[-1] == OpenSettings(SERVER).custom_id


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Cards one by one", "Mean loss", "Plain words", "Notices"]),
        ("ja", ["カードを1枚ずつ表示", "平均損失", "読み上げ向けの表示", "お知らせ"]),
    ],
)
def test_personal_panel_explains_the_settings_whose_names_do_not(language: str, names: list[str]) -> None:
    tr = Translation(language)
    page = my_page(PersonSettings(), tr, manager=True, notices=True)
    check_limits(page)
    labels = [str(one.get("label")) for one in clickable(page)]
    for name in names:
        assert name in page.text
        assert any(name in label for label in labels)
    assert names[-1] not in str(my_page(PersonSettings(), tr, manager=False).parts[0]), "the button is missing too"


@every_language
def test_servers_panel_of_the_day_offers_what_would_change(language: str) -> None:
    tr = Translation(language)
    here, off = Put(SERVER_DAY, "daily", "8"), Put(SERVER_DAY, "daily", "0")
    compare = Put(SERVER_DAY, "compared", "on")
    back = OpenSettings(SERVER)
    for daily, offered in ((0, [here]), (7, [here, off]), (8, [off])):
        page = server_day_page(ServerSettings(daily=daily), 8, tr)
        check_limits(page)
        assert ids_of(page) == [one.custom_id for one in (*offered, compare, back)]
        assert (f"<#{daily}>" in page.text) == bool(daily)
    shared = server_day_page(ServerSettings(compared="on"), 8, tr)
    assert Put(SERVER_DAY, "compared", "off").custom_id in ids_of(shared)
    assert OpenSettings(SERVER_DAY).custom_id in ids_of(server_page(ServerSettings(), [], tr))


@every_language
def test_own_panel_of_the_day_has_name_reminder_and_time_zone(language: str) -> None:
    tr = Translation(language)
    usual = my_day_page(PersonSettings(), None, tr)
    zone = AskZone(OpenSettings(MY_DAY).custom_id)
    switches = [Put(MY_DAY, "named", "off"), Put(MY_DAY, "reminder", "on")]
    assert ids_of(usual) == [one.custom_id for one in (*switches, OpenSettings(MINE), zone)]
    assert one(usual, zone)["label"] == tr("zone-none")
    asked = Reminder(1, "en-US", 5, refused=False)
    mine = PersonSettings(named="off", time_zone="Pacific/Auckland")
    other = my_day_page(mine, asked, tr)
    assert ids_of(other)[:2] == [Put(MY_DAY, "named", "on").custom_id, Put(MY_DAY, "reminder", "off").custom_id]
    assert one(other, zone)["label"] == tr("zone-button", city="Auckland")
    refused = my_day_page(mine, asked._replace(refused=True), tr)
    assert ids_of(refused)[1] == Put(MY_DAY, "reminder", "on").custom_id, "to ask again is to try again"
    assert "⚠️" in refused.text
    assert "⚠️" not in other.text
    for page in (usual, other, refused):
        check_limits(page)


@every_language
def test_panel_with_the_most_choices_is_accepted_by_discord(language: str) -> None:
    channels = tuple(range(10**18, 10**18 + MOST_CHANNELS))
    check_limits(server_page(ServerSettings(channels=channels, games=("saizen",)), channels, Translation(language)))


def test_every_available_language_can_be_set() -> None:
    assert set(LOCALES) == set(LANGUAGES)
    assert set(Language.__args__) == {"auto", *LANGUAGES}  # type: ignore[attr-defined]
    assert [spoken("auto", "ja"), spoken("en", "ja"), spoken("ja", "fr")] == ["ja", "en-US", "ja"]


def test_server_can_have_every_time_control() -> None:
    assert allowed(ServerSettings, "pace") == TimeControl.__args__  # type: ignore[attr-defined]
