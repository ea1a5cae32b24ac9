"""The help page's button for hints says what pressing it does."""

from dataclasses import replace

import pytest

from locales import Translation
from show.actions.table_actions import ShowHints, TurnOffHints
from tests.fuzz.conftest import AKI, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import components_with

ON, OFF = ShowHints().custom_id, TurnOffHints().custom_id


def switch(page: object) -> dict[str, str]:
    """Return the labels of the buttons for hints on a page, by custom id."""
    return {one["custom_id"]: one["label"] for one in components_with(page) if one["custom_id"] in {ON, OFF}}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_button_for_hints_follows_the_persons_setting(world: Offline, locale: str) -> None:
    tr, reader = Translation(locale.partition("-")[0]), replace(AKI, locale=locale)
    to_on, to_off = {ON: tr("help-hints-on")}, {OFF: tr("help-hints-off")}
    page = await world.complete(world.command(reader, ROOM, "help"))
    assert switch(page.page) == to_off, "hints are on for a person who has never changed them"
    for pressed, label, said in ((OFF, to_on, "hints-turned-off"), (ON, to_off, "hints-turned-on")):
        told = await world.complete(world.click(reader, ROOM, pressed, page.page))
        assert tr(said) in told.text
        assert [label] == [found for body in told.answers if (found := switch(body))], "the page follows the setting"
        page = await world.complete(world.command(reader, ROOM, "help"))
        assert switch(page.page) == label
