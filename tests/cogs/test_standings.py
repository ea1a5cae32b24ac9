"""The profile command."""

import pytest

from engine.review import VERSION
from host.settings import PersonSettings
from locales import Translation
from storage.rows import ReviewRow
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import User
from tests.show.basics import SAIZEN


@pytest.mark.parametrize("absent", [{str(HERE)}, set()], ids=["has left", "is there"])
async def test_profile_is_shown_even_for_a_person_who_has_left_the_server(world: Offline, absent: set[str]) -> None:
    world.person(BEN).absent = absent
    resolved = {"users": {str(BEN.id): world.person(BEN).payload()}}
    named = [{"name": "member", "type": 6, "value": str(BEN.id)}]
    asked = world.send(2, AKI, ROOM, {"id": "1", "name": "profile", "type": 1, "options": named, "resolved": resolved})
    await world.wait_for(asked)
    assert Translation("en")("profile-none", place="server") in asked.text


@pytest.mark.parametrize("who", [AKI, BEN], ids=["own", "others'"])
async def test_profile_of_a_person_without_games_has_the_persons_name(world: Offline, who: User) -> None:
    resolved = {"users": {str(who.id): world.person(who).payload()}}
    named = [{"name": "member", "type": 6, "value": str(who.id)}]
    asked = world.send(2, AKI, ROOM, {"id": "1", "name": "profile", "type": 1, "options": named, "resolved": resolved})
    assert who.name in (await world.wait_for(asked)).text
    assert "Aki" in (await world.wait_for(world.command(AKI, None, "profile"))).text


async def test_mean_loss_is_shown_to_others_only_if_its_person_wants_that(world: Offline) -> None:
    number = await world.finish_game(AKI, BEN, where=ROOM)
    assert PersonSettings().losses == "off"
    assert await world.store.reviews.add(number, AKI.id, ReviewRow(0, VERSION, 20, 5.0))
    line = Translation("en")("profile-losses", losses=Translation("en")("profile-loss", game=SAIZEN.title, loss="0.25"))

    async def profile(owner: User, reader: User) -> str:
        asked = await world.wait_for(world.click(reader, ROOM, f"career:{owner.id}", values=["saizen"]))
        return asked.text

    for shown in ("off", "on", "off"):
        await world.services.settings.set_person(AKI.id, "losses", [shown])
        assert line in await profile(AKI, AKI)
        assert (line in await profile(AKI, BEN)) == (shown == "on")
    assert "Mean loss" not in await profile(BEN, AKI), "whoever has no review has no line"


async def test_streak_of_the_days_deal_is_on_the_own_profile_only(world: Offline) -> None:
    day = world.services.daily.today
    row = await world.store.daily.begin(day, AKI.id, 0, HERE, "Aki")
    await world.store.daily.move(row._replace(moves='[[0,"1"]]', points=1, ended_at=row.begun_at + 5), row.moves)
    line = Translation("en")("profile-days", now=1, best=1)
    texts = [(await world.wait_for(world.click(one, ROOM, f"career:{AKI.id}", values=[""]))).text for one in (AKI, BEN)]
    assert [line in text for text in texts] == [True, False]
