"""The message with the commitments of the coming days on a local Discord: posted once, across kills, and checkable."""

import re
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from engine.__main__ import main as engine
from engine.fairness.verify import DAY_PROMISED
from engine.game import Game
from local_discord.world.ids import GUILD_ID
from storage import Store
from tests.days import prepare_day
from tests.driver import Driver, Json, texts
from tests.e2e.playing import CHANNEL, online, restart, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.test_today import ids_of

COMMITMENT = re.compile("[0-9a-f]{64}")


async def fill(database: Path) -> None:
    """Store a finished attempt that counts for the server.

    It is dated five minutes ahead, because it must begin after the test has turned the message on.
    """
    today = int(time.time() // 86_400)
    async with await Store.open(database, now=lambda: int(time.time()) + 300, record_write=None) as store:
        await prepare_day(store, today, Game.games["saizen"])
        row = await store.daily.begin(today, 900, 0, int(GUILD_ID), "Emi")
        await store.daily.move(row._replace(moves='[[0,"1"]]', points=1, ended_at=row.begun_at), row.moves)


async def commitments(world: Driver) -> list[Json]:
    """Return the messages with commitments, once there is one."""
    found: list[Json] = []

    async def are_there() -> bool:
        found[:] = [one for one in await world.user("Aki").messages(CHANNEL) if ids_of(one) == ["day-coming"]]
        return bool(found)

    await until(are_there)
    return found


@pytest.mark.slow
async def test_commitments_are_posted_once_across_kills_and_hold_when_the_secret_is_known(tmp_path: Path) -> None:
    database = tmp_path / "ichiza.sqlite3"
    await fill(database)
    with CheckedDiscord() as discord, BotProcess(discord.url, database) as bot:
        async with online(discord.url) as world:
            aki = world.user("Aki")
            panel = (await aki.command(CHANNEL, "settings")).reply
            panel = (await aki.click(panel, custom_id="settings:server-day")).reply
            [here] = [one for one in ids_of(panel) if one.startswith("put:server-day:daily:")]
            await aki.click(panel, custom_id=here)
            [message] = await commitments(world)
            bot.kill()
            with bot.transaction(writes=True) as transaction:  # as if the bot had been killed before Discord's answer
                transaction.run("UPDATE commitment_messages SET message_id = NULL")
            await restart(world, bot)

            async def is_confirmed() -> bool:
                [(found,)] = bot.rows("SELECT message_id FROM commitment_messages")
                return found is not None

            await until(is_confirmed)
            assert bot.rows("SELECT message_id FROM commitment_messages") == [(int(message["id"]),)]
            assert await commitments(world) == [message]
            page = (await aki.click(message, custom_id="day-coming")).reply
            assert f"/{message['id']})" in "".join(texts(page))
            told = COMMITMENT.findall("".join(texts(message)))
            days = bot.rows("SELECT day, game, secret, commitment FROM days ORDER BY day")[1:]
        discord.check()
    assert told == [commitment for *_, commitment in days]
    day, game, secret, _ = days[-1]
    for number, pasted in ((0, told[-1]), (1, told[0])):
        with redirect_stdout(StringIO()) as printed:
            arguments = ["today", "--day", str(day), "--game", game, "--secret", secret, "--deals", "0"]
            assert engine([*arguments, "--commitment", pasted]) == number
        assert printed.getvalue().startswith(f"{DAY_PROMISED} {'no' if number else 'yes'}\n")
