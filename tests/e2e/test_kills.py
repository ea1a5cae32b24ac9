"""The bot is killed again and again: nothing answered is lost, nothing stands twice, and nobody is called twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from tests.driver import Driver, Person, buttons, texts
from tests.e2e.audit import Audit
from tests.e2e.playing import (
    PEOPLE,
    Json,
    Seats,
    choose,
    come_back,
    finished_table,
    is_table,
    open_table,
    restart,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.replay import advance, replayed

KILLS = 120
AT_LEAST = 15
"""Of the kills around a join, a start, the end of a round and the end of a game each."""
HARMLESS = ("hand", "look", "sheet", "rules", "options")
"""Buttons that change nothing."""


@pytest.fixture
def bot(discord_process: CheckedDiscord, tmp_path: Path) -> Iterator[BotProcess]:
    """A bot with a database of the test's own."""
    process = BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3")
    yield process
    process.stop()


class Kills:
    """Kills the bot at random moments around what people do, and looks at everything afterwards."""

    def __init__(self, world: Driver, bot: BotProcess, audit: Audit, random: Random) -> None:
        self.world, self.bot, self.audit, self.random = world, bot, audit, random
        self.done: Counter[str] = Counter()
        self.stored: Counter[str] = Counter()

    async def around(self, click: Awaitable[object], within: float) -> None:
        """Let somebody click, and kill the bot at a moment of the `within` seconds that follow."""
        clicking = asyncio.ensure_future(click)
        await asyncio.sleep(self.random.uniform(0, within))
        self.bot.kill()
        clicking.cancel()
        await asyncio.gather(clicking, return_exceptions=True)

    def note(self, what: str, *, stored: bool) -> None:
        """Count a kill around something, and whether that has happened all the same."""
        self.done[what] += 1
        self.stored[what] += stored
        if self.done.total() % 10 == 0:
            print(self.summary(), flush=True)

    async def look(self) -> None:
        """Start the bot again, wait until all is right, and click a button: it must be answered."""
        await come_back(self.world, self.bot)
        await self.audit.until_right()
        message = self.random.choice([one for one in await self.audit.public_messages() if harmless(one)])
        person = self.world.user(self.random.choice(PEOPLE))
        answer = await person.click(message, custom_id=self.random.choice(harmless(message)))
        assert "another version" not in texts(answer.shown)

    def state(self, number: int) -> str:
        """The state of a table, as stored."""
        return str(self.bot.rows("SELECT state FROM tables WHERE id = ?", number)[0][0])

    def sits(self, number: int, name: str) -> bool:
        """Whether somebody sits at a table, as stored."""
        query = "SELECT 1 FROM seats WHERE table_id = ? AND user_id = ?"
        return bool(self.bot.rows(query, number, int(self.world.user(name).id)))

    # --- A table's life

    async def gather(self, game: str, count: int) -> tuple[int, Json]:
        """A lobby that its people have joined, the last of them while the bot was killed; its number and message."""
        *others, last = self.random.sample(PEOPLE, count)
        lobby = await open_table(self.world, game, count, others)
        number = table_number(lobby)

        async def noted() -> bool:
            return bool(self.bot.rows("SELECT 1 FROM posts WHERE message_id = ?", int(lobby["id"])))

        await until(noted)  # a kill before that leaves it unlisted until somebody clicks: see test_failpoints
        await self.around(self.join(last, lobby), 0.15)
        self.note("join", stored=self.sits(number, last))
        await self.look()
        if not self.sits(number, last):
            await self.join(last, lobby)
        self.opener = others[0]
        return number, lobby

    async def join(self, name: str, lobby: Json) -> None:
        """Sit down."""
        await self.world.user(name).click(lobby, custom_id=f"join:{table_number(lobby)}")

    async def begin(self, number: int, lobby: Json) -> None:
        """Start a full lobby; the bot is killed while it deals, opens the thread, posts the table and calls people."""
        start = self.world.user(self.opener).click(lobby, custom_id=f"start:{number}")
        await self.around(start, 0.5)
        self.note("start", stored=self.state(number) == "playing")
        await self.look()
        if self.state(number) == "lobby":
            await start_table(self.world, lobby, self.opener)

    async def play(self, what: str, number: int, *, every_round: bool) -> None:
        """One move, around which the bot is killed; those up to the last choice of a round are made meanwhile."""
        before = replayed(self.bot, number)
        person, panel = await self.hand(number, before)
        await self.around(choose(person, panel, self.random), 0.6)
        after = replayed(self.bot, number)
        made = len(after.history) > len(before.history)
        self.note("move" if made and after.round == before.round and not after.over else what, stored=made)
        if self.state(number) == "playing":
            last_round = not every_round and self.done["round end"] > 0
            advance(self.bot, number, self.random, last_round=last_round)
        await self.look()

    async def hand(self, number: int, game: Game) -> tuple[Person, Json]:
        """Somebody who owes a decision, and their hand, opened from the table's message."""
        query = "SELECT user_id FROM seats WHERE table_id = ? AND seat = ?"
        ((user,),) = self.bot.rows(query, number, self.random.choice(game.to_act))
        person = self.world.user(str(user))
        table = await person.wait_for(lambda one: is_table(one, number), what=f"table {number}")
        return person, (await person.click(table, custom_id=f"hand:{number}")).shown

    async def all_phases(self, game: str, count: int, *, every_round: bool) -> None:
        """A whole game; of most moves the bot learns only when it is started again."""
        number, lobby = await self.gather(game, count)
        await self.begin(number, lobby)
        await self.play("move", number, every_round=every_round)
        while self.state(number) == "playing":
            now = replayed(self.bot, number)
            what = "game end" if now.round == now.round_count else "round end"
            await self.play(what, number, every_round=every_round)

    def summary(self) -> str:
        """How many kills there were of what, and how many of the clicks had been stored by then."""
        parts = [f"{count} {what}s ({self.stored[what]} stored)" for what, count in self.done.items()]
        return f"{self.done.total()} kills: {', '.join(parts)}"


async def killing(discord: CheckedDiscord, bot: BotProcess, folder: Path, random: Random, kills: int) -> Kills:
    """Games of all kinds and numbers of seats up to four, until the bot was killed so often."""
    bot.start()
    async with Driver(discord.url) as world:
        await world.wait_until_online(within=60)
        killer = Kills(world, bot, Audit(world, bot, folder), random)
        tables = [
            (game.id, count) for game in Game.games.values() for count in game.seat_counts if count <= len(PEOPLE)
        ]
        async with world.control.changed(ack_seconds=10):  # who has just come back may be slow where all are busy
            while killer.done.total() < kills:
                game, count = random.choice(tables)
                await killer.all_phases(game, count, every_round=kills >= KILLS)
                discord.check()  # in between: 120 kills make more requests than its log keeps
            await killer.audit.until_right()
    print(killer.summary())
    return killer


@pytest.mark.soak
async def test_kills_around_joins_starts_moves_and_ends_leave_everything_right(
    discord_process: CheckedDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    """Faults 1 and 11: a score sheet is left behind however the round ended, and what was interrupted comes once."""
    killer = await killing(discord_process, bot, tmp_path, Random(7), 5)
    assert killer.done.keys() == {"join", "start", "move", "round end", "game end"}


@pytest.mark.soak
async def test_120_kills_leave_nothing_orphaned_doubled_or_dead_and_nobody_called_twice(
    discord_process: CheckedDiscord, bot: BotProcess, tmp_path: Path
) -> None:
    """Faults 1 and 11, at 120 random moments."""
    killer = await killing(discord_process, bot, tmp_path, Random(120), KILLS)
    assert all(killer.done[what] >= AT_LEAST for what in ("join", "start", "round end", "game end"))


def harmless(message: Json) -> list[str]:
    """The buttons of a message that can be tried without changing anything."""
    return [one["custom_id"] for one in buttons(message) if one["custom_id"].partition(":")[0] in HARMLESS]


@pytest.mark.soak
async def test_a_kill_after_the_last_move_leaves_nobody_without_the_result(tmp_path: Path) -> None:
    with (
        CheckedDiscord() as discord,
        BotProcess(discord.url, tmp_path / "ichiza.sqlite3", ICHIZA_SETTLE="1") as bot,
    ):
        async with Driver(discord.url) as world:
            await world.wait_until_online(within=60)
            lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
            number = table_number(await start_table(world, lobby))
            bot.kill()
            advance(bot, number, Random(1), last_round=True)
            await come_back(world, bot)
            seats = Seats(world, Random(1))
            seats.panels["Aki"] = (await world.user("Aki").command("card-room", "hand", table=number)).shown
            await seats.play_out()  # the end is pushed into the panel before it is shown to all
            await restart(world, bot)
            await finished_table(world, number)
