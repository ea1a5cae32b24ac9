"""The day's deal over real sockets: the bot is killed while a person plays, and the person still has one result."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.driver import Json, Person, components, is_ephemeral, texts
from tests.e2e.playing import online, restart, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.samples import SOAK

KILLS = 20 if SOAK else 2
MOST_CLICKS = 200


def is_decision(message: Json) -> bool:
    return is_ephemeral(message) and bool(choices(message))


def is_result(message: Json) -> bool:
    return is_ephemeral(message) and any(one.startswith("day-share:") for one in ids_of(message))


def ids_of(message: Json) -> list[str]:
    return [one["custom_id"] for one in components(message) if "custom_id" in one]


def choices(message: Json) -> list[tuple[str, list[str]]]:
    """Return the choices of a decision, each as a custom id and, for a list, the value to pick."""
    found: list[tuple[str, list[str]]] = []
    for one in components(message):
        custom_id = str(one.get("custom_id"))
        if custom_id.startswith("day-choose:"):
            found.append((custom_id, []))
        elif custom_id.startswith("day-pick:"):
            found += [(custom_id, [line["value"]]) for line in one["options"]]
    return found


async def begin(person: Person, channel: str) -> Json:
    """Use /today until the day's deals are there, and begin one; return the page of the first decision."""

    async def is_prepared() -> bool:
        page = (await person.command(channel, "today")).reply
        return any(one.startswith("day-play:") for one in ids_of(page))

    await until(is_prepared)
    page = (await person.command(channel, "today")).reply
    [play] = [one for one in ids_of(page) if one.startswith("day-play:")]
    return (await person.click(page, custom_id=play)).reply


async def choose(person: Person, page: Json, random: Random) -> Json:
    """Make a random choice of a page, and return the page that answers it."""
    custom_id, values = random.choice(choices(page))
    if values:
        return (await person.select(page, values, custom_id=custom_id)).reply
    return (await person.click(page, custom_id=custom_id)).reply


def stored(bot: BotProcess) -> list[tuple[object, ...]]:
    return bot.rows("SELECT user_id, day, moves, points FROM attempts")


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[tuple[CheckedDiscord, BotProcess]]:
    with CheckedDiscord() as discord, BotProcess(discord.url, tmp_path / "ichiza.sqlite3") as bot:
        yield discord, bot


@pytest.mark.slow
@pytest.mark.parametrize("private", [False, True], ids=["server", "direct messages"])
async def test_killed_bot_goes_on_at_the_same_decision_and_there_is_one_result(
    quick: tuple[CheckedDiscord, BotProcess], private: bool
) -> None:
    discord, bot = quick
    async with online(discord.url) as world:
        aki, random = world.user("Aki"), Random(1)
        channel = await aki.private_channel() if private else "card-room"
        page, kills = await begin(aki, channel), 0
        for _ in range(MOST_CLICKS):
            if not is_decision(page):
                break
            if kills < KILLS:
                kills += 1
                before = stored(bot)
                await restart(world, bot)
                assert stored(bot) == before
                again = (await aki.command(channel, "today")).reply
                if not is_decision(again):  # the person had decided nothing before the kill
                    again = await begin(aki, channel)
                assert _decision(again) == _decision(page)
                page = again
            page = await choose(aki, page, random)
        assert is_result(page), texts(page)
        [(user, _, _, points)] = stored(bot)
        assert user == int(aki.id)
        await restart(world, bot)
        assert is_result((await aki.command(channel, "today")).reply), "no second try"
        [(_, _, _, kept)] = stored(bot)
        assert points is not None
        assert kept == points
        assert bot.rows("SELECT COUNT(*) FROM results") == [(0,)]
        assert bot.rows("SELECT COUNT(*) FROM tables") == [(0,)]
    discord.check()


def _decision(page: Json) -> set[str]:
    """Return the decision numbers of a page's choices. A restart keeps them, but not the steps of a move."""
    return {custom_id.split(":")[3] for custom_id, _ in choices(page)}


@pytest.mark.slow
async def test_move_under_way_at_a_kill_is_made_once_or_not_at_all(quick: tuple[CheckedDiscord, BotProcess]) -> None:
    discord, bot = quick
    async with online(discord.url) as world:
        aki = world.user("Aki")
        page = await begin(aki, "card-room")
        [before] = _decision(page)
        under_way = asyncio.create_task(aki.click(page, custom_id=choices(page)[-1][0], check=False))
        await asyncio.sleep(0)
        await restart(world, bot)
        await asyncio.gather(under_way, return_exceptions=True)
        again = (await aki.command("card-room", "today")).reply
        page = again if is_decision(again) else await begin(aki, "card-room")
        [after] = _decision(page)
        assert int(after) - int(before) in {0, 1}
