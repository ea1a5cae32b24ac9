"""Rate limits: the number of a person's actions within an hour, and the time of the next allowed action."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest

import limits
from host.lobby import deal_commitments
from host.lobby.rate_limit import HOUR, RateLimit
from host.place import Place
from host.refusals import CUT_LATELY, Refusal
from host.services import Services
from host.tables.table import Person
from tests.clock import Clock
from tests.tables import AKI, BEN, CHANNEL, CHIE, GUILD, refused


async def test_actions_within_an_hour_are_limited_and_the_refusal_names_the_next_time() -> None:
    clock, random, done = Clock(), Random(5), list[float]()
    rate = RateLimit(HOUR, clock)
    for _ in range(2_000):
        clock.now += random.choice([0, 1, 60, 600])
        try:
            rate.take(GUILD, AKI.id, 10, CUT_LATELY)
        except Refusal as refusal:
            again = int(str(refusal.text.args["again"]))
            assert clock.now < again <= clock.now + HOUR + 1
            clock.now = again
            rate.take(GUILD, AKI.id, 10, CUT_LATELY)
        done.append(clock.now)
        assert len([at for at in done if at > clock.now - HOUR]) <= 10


async def test_each_person_is_counted_separately_on_each_server() -> None:
    rate = RateLimit(HOUR, Clock())
    rate.take(GUILD, AKI.id, 1, CUT_LATELY)
    with refused("cut-lately"):
        rate.take(GUILD, AKI.id, 1, CUT_LATELY)
    rate.take(GUILD, BEN.id, 1, CUT_LATELY)
    rate.take(GUILD + 1, AKI.id, 1, CUT_LATELY)


async def test_clock_that_was_set_back_locks_nobody_out() -> None:
    clock = Clock()
    rate = RateLimit(HOUR, clock)
    rate.take(GUILD, AKI.id, 1, CUT_LATELY)
    clock.now -= 10 * HOUR
    rate.take(GUILD, AKI.id, 1, CUT_LATELY)


async def test_memory_is_limited_and_one_person_evicts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATE_LIMITED_PEOPLE", 3)
    rate = RateLimit(HOUR, Clock())
    rate.take(GUILD, BEN.id, 1, CUT_LATELY)
    for _ in range(50):
        with suppress(Refusal):
            rate.take(GUILD, AKI.id, 1, CUT_LATELY)
    with refused("cut-lately"):
        rate.take(GUILD, BEN.id, 1, CUT_LATELY)
    for number in range(3):
        rate.take(GUILD, 500 + number, 1, CUT_LATELY)
    assert len(rate._times) == 3


async def test_opening_joining_and_cutting_are_limited_for_each_person(services: Services, clock: Clock) -> None:
    async def opens(who: Person) -> None:
        table = await services.lobby.open(Place.server(GUILD), CHANNEL, who, "saizen", 3)
        await services.lobby.cancel(table.id, who)

    lobby = await services.lobby.open(Place.server(GUILD), CHANNEL, CHIE, "saizen", 4)

    async def joins(who: Person) -> None:
        await services.lobby.join(lobby.id, who)
        await services.lobby.leave(lobby.id, who)

    async def cuts(who: Person) -> None:
        table = await services.tables.get(lobby.id)
        if table.seat_of(who.id) is None:
            await services.lobby.join(lobby.id, who)
        try:
            await services.lobby.cut(lobby.id, who, deal_commitments.new_nonce(), "words")
        except Refusal as refusal:
            if refusal.text.key != "cut-enough":
                raise
            await services.lobby.leave(lobby.id, who)
            await cuts(who)

    deeds: list[tuple[Callable[[Person], Awaitable[None]], int, str]] = [
        (opens, limits.OPENED_AN_HOUR, "opened-lately"),
        (joins, limits.JOINED_AN_HOUR, "joined-lately"),
        (cuts, limits.CUT_AN_HOUR, "cut-lately"),
    ]
    for deed, most, key in deeds:
        clock.now += HOUR
        for _ in range(most):
            await deed(AKI)
        with refused(key):
            await deed(AKI)
        await deed(BEN)
        clock.now += HOUR
        await deed(AKI)
