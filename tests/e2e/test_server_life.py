"""People play games, and then read the results in their own languages."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot import DiscordProcess
from tests.driver import Driver, Json, texts
from tests.e2e.mirror import all_texts
from tests.e2e.playing import CHANNEL, LONG, is_table, online, open_hand, table_number, until
from tests.e2e.processes import BotProcess
from tests.e2e.server_life import KINDS, PEOPLE, look_around, play_games

pytestmark = pytest.mark.slow

MENTION = re.compile(r"<@!?\d+>|@everyone|@here")


@dataclass(frozen=True)
class Played:
    """The finished games that all tests share."""

    ends: list[Json]
    """The final message of each game."""
    seen: list[Json]
    """Every version of every message of the bot that anybody has seen during the games."""


@pytest.fixture(scope="module")
async def played(discord_process: DiscordProcess, bot: BotProcess) -> AsyncIterator[Played]:
    """Play some games, and open the lists that name people."""
    async with online(discord_process.url) as world:
        ends = await play_games(world, bot, len(KINDS))
        for name in ("tables", "leaderboard"):
            await world.user("Dai").command(CHANNEL, name)
        seen = [
            data
            for name in (*PEOPLE, "Dai")
            for event, data in world.user(name).events
            if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and data["author"].get("bot")
        ]
        yield Played(ends, seen)


async def test_results_of_played_games_are_read_in_another_language(
    world: Driver, bot: BotProcess, played: Played
) -> None:
    """Read the results in Japanese; the soak's `test_screens` does the same in English, with more games."""
    await look_around(world, bot, played.ends[-1], "Ben", "ja")
    assert [one for one in bot.complaints() if "rate limited" not in one] == [], "so many games end in so short a time"


def test_messages_without_a_ping_have_no_mention(played: Played) -> None:
    calls = [one for one in played.seen if MENTION.search(all_texts(one))]
    assert [one for one in calls if not one["mentions"]] == []
    assert all("your turn" in texts(one) for one in calls), "only pings have a mention"
    assert calls, "pings have a mention"
    assert sum(name in texts(one) for one in played.seen for name in PEOPLE) > len(calls), "by their names"


async def test_rematch_begins_in_the_same_thread_once_all_agree(world: Driver, bot: BotProcess, played: Played) -> None:
    over = played.ends[0]
    number = table_number(over)
    await until(lambda: lasts(world, over["channel_id"], minutes=60))
    aki, ben = (world.user(name) for name in PEOPLE)
    answer = await aki.click(over, label="Rematch (0/2)")
    assert "1 of 2 agree" in texts(answer.reply)
    await aki.wait_for(
        lambda one: one["id"] == over["id"] and any("1/2" in str(row) for row in one["components"]), within=LONG
    )
    await ben.click(over, custom_id=f"rematch:{number}")
    ((following,),) = bot.rows("SELECT next_id FROM tables WHERE id = ?", number)
    again = await aki.wait_for(lambda one: is_table(one, int(str(following))), within=LONG)
    assert again["channel_id"] == over["channel_id"]
    assert str(following) in str((await open_hand(ben, again))["components"])
    await until(lambda: lasts(world, over["channel_id"], minutes=10_080))


async def lasts(world: Driver, thread: str, minutes: int) -> bool:
    """Return whether the last edit of a thread set `minutes` as the time until the thread is archived."""
    asked = [one["body"] for one in await world.control.requests(kind="channel edit") if thread in one["path"]]
    return asked[-1:] == [{"auto_archive_duration": minutes}]
