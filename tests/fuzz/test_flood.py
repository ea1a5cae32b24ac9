"""A person who clicks without end is refused, while everybody else is answered normally."""

import pytest

import limits
from locales import Translation
from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import User

BUSY = Translation("en")("fault-busy")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("commands", [False, True], ids=["clicks", "commands"])
async def test_only_a_person_over_the_concurrency_limit_is_refused(world: Offline, commands: bool) -> None:
    def send(who: User) -> SentInteraction:
        return world.command(who, ROOM, "tables") if commands else world.click(who, ROOM, "tables:0:")

    flood = [send(AKI) for _ in range(3 * limits.CONCURRENT_INTERACTIONS)]
    other = send(BEN)
    await world.wait_for(*flood, other)
    assert [one.text == BUSY for one in flood] == [False] * limits.CONCURRENT_INTERACTIONS + [
        True
    ] * 2 * limits.CONCURRENT_INTERACTIONS
    assert other.text != BUSY
    assert all(len(one.replies) == 1 for one in flood)
    await world.wait_until_idle()
    assert (await world.wait_for(send(AKI))).text != BUSY


async def test_refused_interactions_change_nothing(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("limits.CONCURRENT_INTERACTIONS", 1)
    asked = [world.command(AKI, ROOM, "play", game="saizen", seats=3) for _ in range(5)]
    await world.wait_for(*asked)
    assert sum(one.text == BUSY for one in asked) == 4
    await world.wait_until_idle()
    assert await world.store.tables.open_in_place(ROOM.guild) == [1]


async def test_concurrency_limit_forgets_answered_interactions(world: Offline) -> None:
    await world.wait_for(*(world.command(User(100 + number, "x"), ROOM, "tables") for number in range(50)))
    await world.wait_until_idle()
    assert not world.bot.pipeline.tasks
