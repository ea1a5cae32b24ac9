"""Faults while people play: no answered move is lost or doubled, and at the end everything is right."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from tests.driver import Driver, Person, RefusedError, UnansweredError, texts
from tests.e2e.audit import Audit
from tests.e2e.playing import CHANNEL, LONG, Json, choose, offers_choice, open_table, start_table, table_number, until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.stored_games import replayed

PLAYERS = ("Ben", "Chie", "Dai")
UNNOTICED: Json = {"apply": True, "drop": True}
"""A fault that applies a request without the bot's knowledge."""
BUSY_SECONDS = 8.0
"""Seconds longer than any wait for a locked database."""


@dataclass
class Scene:
    """A running game of three, none of whom the bot takes to be looking at the hand."""

    world: Driver
    bot: BotProcess
    number: int
    table: Json
    """The table message."""
    answered: int = 0
    unanswered: int = 0

    @property
    def guild_id(self) -> int:
        """The table's guild."""
        return int(self.bot.rows("SELECT guild_id FROM tables WHERE id = ?", self.number)[0][0])

    @property
    def somebody(self) -> str:
        """The id of one of its people."""
        query = "SELECT max(user_id) FROM seats WHERE table_id = ?"
        return str(self.bot.rows(query, self.number)[0][0])

    async def move(self, within: float = LONG) -> None:
        """Let the next player move, clicking again if nobody answers."""
        before = replayed(self.bot, self.number)
        query = "SELECT user_id FROM seats WHERE table_id = ? AND seat = ?"
        ((user,),) = self.bot.rows(query, self.number, before.to_act[0])
        person = self.world.user(str(user))
        async with asyncio.timeout(within):
            while not await self._tried(person):
                await asyncio.sleep(0.1)  # people click as soon as they can
        after = replayed(self.bot, self.number)
        assert after.moves_made(before.to_act[0]) > before.moves_made(before.to_act[0]), "it was answered"
        assert len(after.history) == len(before.history) + 1, "chips and leads are never forced"

    async def _tried(self, person: Person) -> bool:
        """Return whether a move was made and displayed as made."""
        before = len(replayed(self.bot, self.number).history)
        with suppress(UnansweredError, RefusedError, LookupError, AssertionError):
            panel = (await person.command(CHANNEL, "hand", table=self.number)).reply
            if offers_choice(panel):
                said = texts(await choose(person, panel, Random(before)))
                if "could not be saved" not in said:
                    self.answered += 1
                    return len(replayed(self.bot, self.number).history) > before
                assert len(replayed(self.bot, self.number).history) == before, said
                return False
        self.unanswered += 1
        return len(replayed(self.bot, self.number).history) > before


Fault: TypeAlias = Callable[[Scene], AbstractAsyncContextManager[None]]


def failing(*faults: Json) -> Fault:
    """Return a fault of requests that fail, hang or get lost."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        for one in faults:
            await scene.world.control.fail(**one)
        yield
        await scene.world.control.clear_faults()

    return fault


def public(**fault: object) -> Fault:
    """Return the same fault for all public messages."""
    kinds = ("message create", "message edit", "message delete")
    return failing(*({"kind": kind, **fault} for kind in kinds))


def denied(*names: str) -> Fault:
    """Return a fault that takes permissions away in the table's channel, and gives them back."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        async with scene.world.control.without_permissions(scene.table["channel_id"], "bot", *names):
            yield

    return fault


@asynccontextmanager
async def removed_bot(scene: Scene) -> AsyncIterator[None]:
    """Remove the bot from the guild, and invite it again."""
    await scene.world.control.leave("bot", scene.guild_id)
    try:
        yield
    finally:
        await scene.world.control.join("bot", scene.guild_id)


@asynccontextmanager
async def locked_thread(scene: Scene) -> AsyncIterator[None]:
    """Lock the thread, and open it again."""
    await scene.world.control.archive(scene.table["channel_id"], locked=True)
    yield
    await scene.world.control.archive(scene.table["channel_id"], archived=False)


@asynccontextmanager
async def archived_thread(scene: Scene) -> AsyncIterator[None]:
    await scene.world.control.archive(scene.table["channel_id"])
    yield


@asynccontextmanager
async def deleted_thread(scene: Scene) -> AsyncIterator[None]:
    """Delete the thread with all its messages."""
    await scene.world.control.delete_channel(scene.table["channel_id"])
    yield


@asynccontextmanager
async def deleted_messages(scene: Scene) -> AsyncIterator[None]:
    """Delete all messages of the bot in the thread."""
    for message in await scene.world.user("Aki").messages(scene.table["channel_id"]):
        if message["author"].get("bot"):
            await scene.world.control.delete_message(message)
    yield


@asynccontextmanager
async def expired_tokens(scene: Scene) -> AsyncIterator[None]:
    """Expire all tokens, so that nothing can be pushed into a panel."""
    await scene.world.control.expire_tokens()
    yield


@asynccontextmanager
async def left_server(scene: Scene) -> AsyncIterator[None]:
    """Let a player leave the guild for a while."""
    await scene.world.control.leave(scene.somebody, scene.guild_id)
    await asyncio.sleep(0.5)  # there is no event to wait for
    await scene.world.control.join(scene.somebody, scene.guild_id)
    yield


def reconnected(how: Callable[[Driver], object], counter: str) -> Fault:
    """Return a fault of the gateway connection; moves are made before, during and after it."""

    @asynccontextmanager
    async def fault(scene: Scene) -> AsyncIterator[None]:
        control = scene.world.control
        before = (await control.gateway())[counter]

        async def is_back() -> bool:
            return bool((await control.gateway())[counter] > before)

        end = how(scene.world)
        assert asyncio.iscoroutine(end)
        await end
        yield
        await until(is_back)

    return fault


@asynccontextmanager
async def locked_database(scene: Scene) -> AsyncIterator[None]:
    """Hold the database's write lock by another program for a while."""
    with closing(sqlite3.connect(scene.bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        unlocking = asyncio.get_running_loop().call_later(BUSY_SECONDS, other.execute, "ROLLBACK")
        try:
            yield
        finally:
            unlocking.cancel()


@asynccontextmanager
async def full_disk(scene: Scene) -> AsyncIterator[None]:
    """Keep the bot's files from growing until there is room again."""
    size = scene.bot.database.with_name(f"{scene.bot.database.name}-wal").stat().st_size
    pid, (_, most) = scene.bot.pid, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))
    room = asyncio.get_running_loop().call_later(2.0, resource.prlimit, pid, resource.RLIMIT_FSIZE, (most, most))
    try:
        yield
    finally:
        room.cancel()
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


FAULTS: dict[str, Fault] = {
    "answers are lost": failing({"kind": "callback", **UNNOTICED, "times": 3}),
    "answers never come": failing({"kind": "callback", "drop": True, "times": 3}),
    "answers hang": failing({"kind": "callback", "hang": True, "times": 1}),
    "answers hang that Discord has": failing({"kind": "callback", "hang": True, "apply": True, "times": 1}),
    "answers fail with 500 that Discord has": failing({"preset": "server_error", "kind": "callback", "apply": True}),
    "answers fail with 502": failing({"kind": "callback", "status": 502, "times": 2}),
    "answers are limited": failing({"preset": "rate_limit", "kind": "callback", "retry_after": 0.5, "times": 2}),
    "messages are lost": public(**UNNOTICED, times=2),
    "messages never come": public(drop=True, times=2),
    "messages hang": public(hang=True, times=1),
    "messages hang that Discord has": public(hang=True, apply=True, times=1),
    "messages fail with 500": public(preset="server_error", times=3),
    "messages fail with 500 that Discord has": public(preset="server_error", apply=True, times=3),
    "messages fail with 502": public(status=502, times=3),
    "messages come late": public(delay=1.5, times=2),
    "messages are answered late": public(late=1.5, times=2),
    "routes are limited": public(preset="rate_limit", retry_after=1.0, times=2),
    "everything is limited": public(**{"preset": "rate_limit", "retry_after": 1.0, "times": 2, "global": True}),
    "nothing can be sent": denied("send_messages", "send_messages_in_threads"),
    "nothing can be seen": denied("view_channel"),
    "no files can be attached": denied("attach_files"),
    "the bot is put out": removed_bot,
    "the thread is locked": locked_thread,
    "the thread is archived": archived_thread,
    "the thread is deleted": deleted_thread,
    "messages are deleted": deleted_messages,
    "tokens expire": expired_tokens,
    "somebody leaves the server": left_server,
    "the connection drops": reconnected(lambda world: world.control.drop_gateway(), "resumes"),
    "the connection drops for good": reconnected(
        lambda world: world.control.drop_gateway(resumable=False), "identifies"
    ),
    "Discord asks to reconnect": reconnected(lambda world: world.control.reconnect_gateway(), "resumes"),
    "the session is invalid": reconnected(
        lambda world: world.control.invalidate_session(resumable=False), "identifies"
    ),
    "the session is invalid and can be resumed": reconnected(
        lambda world: world.control.invalidate_session(resumable=True), "resumes"
    ),
    "the database is locked": locked_database,
    "the disk is full": full_disk,
}
STORED_LATE = {"the database is locked", "the disk is full"}
"""Faults that are logged with their causes."""
REPOSTING = {
    "the bot is put out",  # the first event may be that the table message is deleted
    "nothing can be sent",
    "nothing can be seen",
    "the thread is locked",
    "the thread is deleted",
    "messages are deleted",
}
"""Faults after which the table message is elsewhere, or another message."""


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start a bot that pings people even if they have just clicked."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    with BotProcess(
        discord_process.url, database, script=ROOT / "tests/e2e/short_looking_bot.py", WATCHED="0"
    ) as process:
        yield process


@pytest.mark.soak
@pytest.mark.parametrize("name", FAULTS)
async def test_people_play_on_and_nothing_is_lost_doubled_or_wrong(
    world: Driver, bot: BotProcess, tmp_path: Path, name: str
) -> None:
    audit, log = Audit(world, bot, tmp_path), bot.log.stat().st_size
    async with world.control.temporary_settings(message_limits=False):  # refused requests count against the limit too
        lobby = await open_table(world, "saizen", 3, PLAYERS)
        table = await start_table(world, lobby, PLAYERS[0])
        scene = Scene(world, bot, table_number(table), table)
        await scene.move()
        async with FAULTS[name](scene):
            for _ in range(3):
                await scene.move()
        await scene.move(within=LONG)
        await audit.wait_until_right(reposted=name in REPOSTING)
    print(f"{name}: {scene.answered} moves answered, {scene.unanswered} clicks in vain")
    if name not in STORED_LATE:
        assert "Traceback" not in bot.log.read_bytes()[log:].decode()
