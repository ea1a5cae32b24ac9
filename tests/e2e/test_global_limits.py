"""Global rate limits and bans: people are answered, and afterwards everything is right."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, Json, Person
from tests.e2e.playing import (
    LONG,
    choose,
    is_table,
    last_request,
    offers_choice,
    online,
    open_hand,
    open_table,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord

pytestmark = pytest.mark.slow

BAN = 2.0
"""Seconds of a short ban."""
FEW = 15
"""Greatest number of requests in a short ban: those under way at its beginning, and one answer a second."""


@pytest.fixture
async def impatient(discord_process: CheckedDiscord, bot: BotProcess, tmp_path: Path) -> AsyncIterator[Driver]:
    """Start a bot that abandons a call after one second."""
    if bot.running:
        bot.stop()
    async with Driver(discord_process.url) as driver:
        await driver.control.reset()  # the new database counts tables from 1 again, so remove earlier messages
    script = ROOT / "tests/e2e/short_timeout_bot.py"
    with BotProcess(discord_process.url, tmp_path / "impatient.sqlite3", script=script) as process:
        async with online(discord_process.url) as driver:
            yield driver
            await driver.control.ban(0)
            await driver.control.clear_faults()
    assert not [one for one in process.complaints() if "never retrieved" in one]
    discord_process.check()


async def wait_until_accepted(world: Driver, since: int, *kinds: str, within: float = LONG) -> None:
    """Wait until Discord has accepted a request of each kind."""

    async def all_are() -> bool:
        taken = [one["kind"] for one in await world.control.requests(since) if 200 <= one["status"] < 300]
        return set(kinds) <= set(taken)

    await until(all_are, within)


async def offered_hand(person: Person, table: Json) -> Json:
    """Reopen a person's hand until it offers a choice. The bot cannot update an open hand while edits are refused."""
    panels: list[Json] = []

    async def it_offers() -> bool:
        panels[:] = [await open_hand(person, table)]
        return offers_choice(panels[0])

    await until(it_offers)
    return panels[0]


async def goes_on_after_a_global_429(world: Driver, seconds: float) -> bool:
    """Make a move and start a second game under a global limit; check that both are answered, and shown after it.

    Return whether Discord refused any request. On a busy machine the first request may come after the end of the limit.
    """
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    aki, ben, random = world.user("Aki"), world.user("Ben"), Random(3)
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    lobby = await open_table(world, "saizen", seats=4, people=["Ben"])
    since = await last_request(world)
    await world.control.exhaust_global_limit(seconds)
    panel = await choose(aki, panel, random)
    await ben.click(lobby, custom_id=f"start:{table_number(lobby)}")
    panel = await choose(aki, await wait_for_turn(aki, panel), random)
    await wait_until_accepted(world, since, "message edit", "message create", "thread create", within=seconds + LONG)
    number = table_number(lobby)
    await ben.wait_for(lambda one: is_table(one, number), within=LONG, what="the table of the second game")
    refused = [one for one in await world.control.requests(since) if one["status"] == 429]
    assert len(refused) < FEW
    return bool(refused)


async def test_edits_messages_and_threads_go_on_after_a_global_429(impatient: Driver) -> None:
    assert await goes_on_after_a_global_429(impatient, 1.0) or await goes_on_after_a_global_429(impatient, 8.0)


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [1.0, 5.0, 12.0, 25.0, 40.0])
async def test_edits_messages_and_threads_go_on_after_a_long_global_429(world: Driver, seconds: float) -> None:
    assert await goes_on_after_a_global_429(world, seconds)


async def test_message_that_arrives_after_its_timeout_exists_once(impatient: Driver) -> None:
    world, aki = impatient, impatient.user("Aki")
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    number, since = table_number(lobby), await last_request(world)
    await world.control.fail(kind="message create", delay=LONG)
    await aki.click(lobby, custom_id=f"start:{number}")

    async def tries() -> list[Json]:
        return await world.control.requests(since, kind="message create")

    async def the_second_try_has_succeeded() -> bool:
        return any(one["status"] == 200 for one in await tries())

    await until(the_second_try_has_succeeded)
    await world.control.clear_faults()  # this releases the delayed first try, which takes effect only now

    async def the_first_try_has_ended() -> bool:
        return all(one["status"] for one in await tries())

    await until(the_first_try_has_ended)
    sent = await tries()
    assert {one["body"]["nonce"] for one in sent[:2]} == {sent[0]["body"]["nonce"]}
    await aki.wait_for(lambda one: is_table(one, number), within=LONG, what="the table")
    messages = [one for channel in (await aki.state())["messages"].values() for one in channel]
    assert len([one for one in messages if is_table(one, number)]) == 1


async def test_long_429_on_an_edit_posts_no_other_message(impatient: Driver) -> None:
    world, aki = impatient, impatient.user("Aki")
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    since = await last_request(world)
    await world.control.fail("rate_limit", kind="message edit", path=table["id"], retry_after=40)
    panel = await choose(aki, panel, Random(3))

    async def it_was_refused() -> bool:
        edits = await world.control.requests(since, kind="message edit")
        return any(one["status"] == 429 and table["id"] in one["path"] for one in edits)

    await until(it_was_refused)
    await choose(aki, await wait_for_turn(aki, panel), Random(4))
    number = table_number(table)
    messages = [one for channel in (await aki.state())["messages"].values() for one in channel]
    assert [one["id"] for one in messages if is_table(one, number)] == [table["id"]]


async def test_long_429_for_an_old_message_posts_a_new_one(impatient: Driver) -> None:
    world, aki = impatient, impatient.user("Aki")
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    number = table_number(table)
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    await world.control.fail("old_edits", path=table["id"], retry_after=40, times=None)
    await choose(aki, panel, Random(3))
    await aki.wait_for(lambda one: is_table(one, number) and one["id"] != table["id"], within=LONG, what="a fresh one")


async def test_bot_is_quiet_during_a_ban_and_catches_up_after_it(impatient: Driver) -> None:
    world, aki, random = impatient, impatient.user("Aki"), Random(3)
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    lobby = await open_table(world, "saizen", seats=4, people=["Ben"])
    before, since = await world.control.banned(), await last_request(world)
    await world.control.ban(BAN)
    async with world.control.temporary_settings(ack_seconds=BAN):  # the click is handled, but its answer is refused
        await world.user("Ben").click(lobby, custom_id=f"start:{table_number(lobby)}", check=False)

    async def it_is_over() -> bool:
        return not (await world.control.banned())["seconds_left"]

    await until(it_is_over)
    banned = await world.control.banned()
    assert 0 < banned["refused"] - before["refused"] < FEW
    await wait_until_accepted(world, since, "message create", "thread create")
    number = table_number(lobby)
    await aki.wait_for(lambda one: is_table(one, number), within=LONG, what="the table of the second game")
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    since = await last_request(world)
    await choose(aki, panel, random)
    await wait_until_accepted(world, since, "message edit")


async def test_people_are_answered_when_only_other_requests_are_banned(impatient: Driver) -> None:
    world, aki, random = impatient, impatient.user("Aki"), Random(3)
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    await offered_hand(aki, table)
    since = await last_request(world)
    await world.control.fail("banned", kind="message edit", retry_after=BAN)
    for _ in range(3):
        await choose(aki, await offered_hand(aki, table), random)
    await wait_until_accepted(world, since, "message edit")
    edits = await world.control.requests(since, kind="message edit")
    first, later = edits[0], edits[1:]
    assert first["status"] == 429
    assert all(one["time"] - first["time"] > BAN - 0.5 for one in later)
