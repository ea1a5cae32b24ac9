"""Each person is shown each rule's sentence once, even after a restart, in several processes, or if writes fail."""

import asyncio

import pytest

import limits
from engine.text import Text
from host.learning.coaching import Coaching
from host.services import Services
from storage import Store, StoreError
from tests.patches import fail
from tests.tables import AKI, BEN

SCORE, FOLLOW, CHIP = Text("scharfe-coach-score", {}), Text("scharfe-coach-follow", {}), Text("saizen-coach-chip", {})


async def shown(services: Services, user_id: int = AKI.id) -> frozenset[str]:
    return (await services.settings.person_and_coached(user_id))[1]


async def test_first_rule_that_was_not_shown_is_chosen_once(services: Services) -> None:
    choose = services.coaching.choose
    chosen = [choose(AKI.id, [SCORE, FOLLOW], (), beginner=True) for _ in range(3)]
    assert chosen == [SCORE, FOLLOW, None]
    assert choose(AKI.id, [SCORE, CHIP], {CHIP.key}, beginner=True) is None
    assert choose(BEN.id, [SCORE], (), beginner=True) == SCORE


async def test_coaching_begins_in_a_first_game_and_goes_on_in_later_ones(services: Services) -> None:
    choose = services.coaching.choose
    assert choose(AKI.id, [SCORE], (), beginner=False) is None
    assert choose(AKI.id, [SCORE], {CHIP.key}, beginner=False) is None, "that is another game"
    assert choose(AKI.id, [FOLLOW], {SCORE.key}, beginner=False) == FOLLOW


async def test_shown_rules_are_stored_and_read_with_the_settings(services: Services, second: Services) -> None:
    await services.settings.set_person(AKI.id, "hints", ["off"])
    services.coaching.choose(AKI.id, [SCORE], (), beginner=True)
    await services.coaching.close()
    mine, coached = await second.settings.person_and_coached(AKI.id)
    assert mine.hints == "off"
    assert coached == {SCORE.key}
    assert await second.settings.person_and_coached(BEN.id) == (await second.settings.person(BEN.id), frozenset())
    second.coaching.choose(AKI.id, [SCORE], (), beginner=True)
    await second.coaching.close()
    assert await shown(second) == {SCORE.key}, "two processes may write the same"


async def test_settings_and_rules_are_read_in_one_query(store: Store, services: Services) -> None:
    reads, read = [], store._database.read

    async def counted(sql: str, *parameters: object) -> list[object]:
        reads.append(sql)
        return await read(sql, *parameters)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store._database, "read", counted)
        await services.settings.person_and_coached(AKI.id)
    assert len(reads) == 1


async def test_failed_write_is_tried_again_and_shows_nothing_twice(
    store: Store, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fail(patch, store.settings, "add_coached", *[StoreError("The disk is full.")] * 2)
        assert services.coaching.choose(AKI.id, [SCORE], (), beginner=True) == SCORE
        await asyncio.sleep(0)
        assert not await services.coaching._write()
        assert services.coaching.choose(AKI.id, [SCORE], (), beginner=True) is None
    await services.coaching.close()
    assert await shown(services) == {SCORE.key}


async def test_nothing_is_written_after_a_person_was_forgotten(store: Store) -> None:
    coaching = Coaching(store)
    coaching.choose(AKI.id, [SCORE], (), beginner=True)
    coaching.choose(BEN.id, [SCORE], (), beginner=True)
    await coaching.forget(AKI.id)
    await coaching.close()
    assert (await store.settings.of_person(AKI.id))[1] == frozenset()
    assert (await store.settings.of_person(BEN.id))[1] == {SCORE.key}
    assert coaching.choose(AKI.id, [SCORE], (), beginner=True) == SCORE, "they begin anew"
    await coaching.close()


async def test_memory_of_people_is_limited(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COACHED", 3)
    for user in range(10):
        services.coaching.choose(user, [SCORE], (), beginner=True)
    assert len(services.coaching._shown) == 3
