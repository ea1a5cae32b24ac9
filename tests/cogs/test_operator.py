"""/help and /privacy show what the operator has set, in the reader's language, and mention nobody."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cogs.client import Ichiza
from locales import Translation
from show.text.operator import Operator, links_line, operator_lines
from tests.fuzz.conftest import AKI, HERE, ROOM
from tests.fuzz.offline import offline
from tests.show.operators import EVERYTHING


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_help_and_privacy_show_the_links_and_the_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr("tests.fuzz.offline.Ichiza", partial(Ichiza, operator=EVERYTHING))
    tr, reader = Translation(locale.partition("-")[0]), replace(AKI, locale=locale)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.wait_until_idle()
        helped = await world.complete(world.command(reader, ROOM, "help"))
        private = await world.complete(world.command(reader, ROOM, "privacy"))
    for answer in (helped, private):
        assert links_line(EVERYTHING, tr) in answer.text
        assert [body.get("allowed_mentions") for body in answer.answers] == [{"parse": []}]
    assert [line for line in operator_lines(EVERYTHING, tr) if line not in private.text] == []


async def test_nothing_set_means_no_link(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.wait_until_idle()
        for command in ("help", "privacy"):
            answer = await world.complete(world.command(AKI, ROOM, command))
            assert "](" not in answer.text
    assert links_line(Operator(), Translation("en")) == ""
