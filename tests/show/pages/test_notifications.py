"""The page on which people choose their notifications, and the direct message of a notification."""

from dataclasses import replace

import pytest

from engine.game import Game
from host.lobby.notifications import Subscription
from host.settings import PersonSettings
from locales import Translation
from show.actions.settings_actions import AskZone, OpenSettings, PickOne, PickSome, Put, StopNotices
from show.actions.table_actions import Action
from show.pages.notifications import notice_page, notices_page, stopped_notices_page
from show.pages.settings import my_page
from show.text.page import Page
from tests.show.basics import every_language
from tests.show.page_content import check_limits, clickable, rows_of
from tests.show.tables import a_lobby

SAID = Translation("en")


def asked(page: Page) -> list[Action | None]:
    """Return the actions of a page's buttons and lists; for a list, the action of its first option."""
    return [
        Action.parse(one["custom_id"], [one["options"][0]["value"]] if "options" in one else [])
        for one in clickable(page)
    ]


def names(page: Page) -> list[str]:
    """Return the names of the settings that a page offers."""
    return [one.name for one in asked(page) if isinstance(one, PickOne | PickSome | Put)]


@every_language
def test_person_without_chosen_games_can_only_choose_games(language: str) -> None:
    page = notices_page(Subscription(), PersonSettings(), Translation(language))
    check_limits(page)
    assert names(page) == ["games"]
    assert OpenSettings("mine") in asked(page)


@every_language
def test_person_with_a_chosen_game_can_choose_kinds_time_zone_and_quiet_hours(language: str) -> None:
    wishes = Subscription(("saizen",), missing=False)
    page = notices_page(wishes, PersonSettings(time_zone="Asia/Tokyo", hush_from="22"), Translation(language))
    check_limits(page)
    assert names(page) == ["games", "opens", "missing", "hush_from", "hush_until", "games"]
    assert [one for one in asked(page) if isinstance(one, Put)] == [
        Put("notices", "opens", "off"),
        Put("notices", "missing", "on"),
        Put("notices", "games", ""),
    ]
    lists = [one for row in rows_of(page) for one in row if "options" in one]
    chosen = [[line["value"] for line in one["options"] if line.get("default")] for one in lists]
    assert chosen == [["saizen"], ["22"], ["8"]]
    assert AskZone(OpenSettings("notices").custom_id) in asked(page)


def test_quiet_hours_without_a_time_zone_are_explained() -> None:
    wishes, quiet = Subscription(("saizen",)), PersonSettings(hush_from="22")
    assert SAID("notices-no-zone") in notices_page(wishes, quiet, SAID).text
    assert SAID("notices-no-zone") not in notices_page(wishes, replace(quiet, time_zone="UTC"), SAID).text
    assert SAID("notices-no-zone") not in notices_page(wishes, PersonSettings(), SAID).text


def test_end_of_quiet_hours_is_asked_for_only_with_a_beginning() -> None:
    assert "hush_until" not in names(notices_page(Subscription(("saizen",)), PersonSettings(), SAID))


def test_refusal_by_discord_is_reported_where_notifications_are_chosen() -> None:
    refused = notices_page(Subscription(("saizen",), refused=True), PersonSettings(), SAID)
    assert SAID("notices-refused") in refused.text
    assert SAID("notices-refused") not in notices_page(Subscription(("saizen",)), PersonSettings(), SAID).text


@every_language
@pytest.mark.parametrize("game", Game.games)
def test_notification_says_what_is_open_where_and_can_be_stopped_and_names_nobody(game: str, language: str) -> None:
    table, url = a_lobby(Game.games[game], 3), "https://discord.com/channels/2/3/4"
    several = replace(table, occupants=(table.occupants[0], None, None))
    pages = [notice_page(one, "Card *Club*", url, Translation(language, game=one.kind)) for one in (table, several)]
    assert pages[0].text != pages[1].text
    for page in pages:
        check_limits(page)
        assert "Aki" not in page.text, "nobody edits it when Aki leaves or is forgotten"
        assert "Card \\*Club\\*" in page.text
        assert [one["url"] for row in rows_of(page) for one in row if "url" in one] == [url]
        assert asked(page) == [StopNotices(table.place.server_id)]
    check_limits(stopped_notices_page(Translation(language)))


def test_personal_settings_lead_to_notifications_only_on_a_server() -> None:
    assert OpenSettings("notices") in asked(my_page(PersonSettings(), SAID, manager=False, notices=True))
    assert OpenSettings("notices") not in asked(my_page(PersonSettings(), SAID, manager=True))
