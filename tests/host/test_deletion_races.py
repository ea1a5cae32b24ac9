"""A person's data is deleted while their tables go on: nobody's action is overtaken, and nothing raises an error."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest

from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person
from tests.tables import finish, lobby, play_one, started

ME, BEN, CHIE = (Person(7_000_000_000_000_000_000 + n, name=name) for n, name in enumerate(("Xylo", "Ben", "Chie")))
YIELDS = 40
"""The greatest delay before an action begins, in turns of the event loop."""

Act = Callable[[], Awaitable[object]]


async def meanwhile(random: Random, *acts: Act) -> None:
    """Run these acts concurrently, each after a random delay; ignore refusals."""

    async def begin(act: Act) -> None:
        for _ in range(random.randrange(YIELDS)):
            await asyncio.sleep(0)
        with suppress(Refusal):
            await act()

    await asyncio.gather(*(begin(act) for act in acts))


# Scenes. Each prepares tables, and returns people's acts, which then run while the data of `ME` is deleted.


async def alone(services: Services, _random: Random) -> list[Act]:
    """Start a game of `ME` alone against computer players; return no acts."""
    await started(services, people=[ME], seats=3)
    return []


async def with_others(services: Services, random: Random) -> list[Act]:
    """Start a game of `ME` with another person; return acts that make a move, and that let `ME` leave."""
    table = await started(services, people=[ME, BEN])
    return [lambda: play_one(services, table, random), lambda: leave(services, table.id, ME)]


async def have_left(services: Services, random: Random) -> list[Act]:
    """Start two games, and let `ME` leave one; return acts that make moves in both, and that let people leave."""
    left, sits = await started(services, people=[BEN, ME, CHIE]), await started(services, people=[BEN, ME])
    await services.participation.leave(left.id, ME, sure=True)
    return [
        lambda: play_one(services, left, random),
        lambda: play_one(services, sits, random),
        lambda: leave(services, sits.id, ME),
        lambda: leave(services, left.id, CHIE),
    ]


async def at_the_end(services: Services, random: Random) -> list[Act]:
    """Start a game of `ME`; return acts that bring it to its end."""
    table = await started(services, people=[BEN, ME])
    return [lambda: finish(services, table), lambda: play_one(services, table, random)]


async def after_the_end(services: Services, _random: Random) -> list[Act]:
    """Finish a game of `ME`; return acts in which its players vote for a rematch."""
    table = await finish(services, await started(services, people=[BEN, ME, CHIE], seats=3))
    agree = services.votes.rematch
    return [lambda: agree(table.id, BEN.id), lambda: agree(table.id, CHIE.id), lambda: agree(table.id, ME.id)]


async def in_a_lobby(services: Services, _random: Random) -> list[Act]:
    """Open a lobby of `ME` and another person; return acts in which both start the game, and a third person joins."""
    table = await lobby(services, people=[ME, BEN])
    start, join = services.lobby.start, services.lobby.join
    return [lambda: start(table.id, ME), lambda: start(table.id, BEN), lambda: join(table.id, CHIE)]


SCENES = (alone, with_others, have_left, at_the_end, after_the_end, in_a_lobby)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 20), marks=pytest.mark.soak)], ids=["few", "many"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_deletion_during_other_actions_raises_no_error(
    services: Services,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    scene: Callable[[Services, Random], Awaitable[list[Act]]],
    seeds: range,
) -> None:
    for limit in ("OPENED_AN_HOUR", "JOINED_AN_HOUR"):
        monkeypatch.setattr(f"limits.{limit}", 200)

    def forget() -> Awaitable[object]:
        return services.privacy.forget(ME.id)

    for seed in seeds:
        random = Random(seed)
        acts = await scene(services, random)
        await meanwhile(random, forget, forget, *acts)
        for person in (BEN, CHIE):
            for table_id in await services.tables.store.privacy.open_tables_of(person.id):
                await leave(services, table_id, person)
        await forget()
        found = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
        assert not found, f"round {seed}"


async def leave(services: Services, table_id: int, person: Person) -> None:
    """Let somebody leave a lobby or a game."""
    if (await services.tables.get(table_id)).state == "lobby":
        await services.lobby.leave(table_id, person)
    else:
        await services.participation.leave(table_id, person, sure=True)
