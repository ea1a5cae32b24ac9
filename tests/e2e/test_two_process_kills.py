"""Repeated kills of four bots on one PostgreSQL with two shards: no game record forks, nothing is lost or done twice.

Kills hit the bot that serves a guild, the bot that takes over from it, and spare bots. Some bots are suspended instead,
for longer than their lease lasts. Kills in the two guilds may coincide. Meanwhile people play at tables of both guilds
with AI players, and at other tables somebody's time runs out.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from statistics import median

import pytest

from host.__main__ import main as check
from host.tables.table import MOST_MISSES
from tests.driver import Driver
from tests.e2e.playing import table_number, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.stored_games import dealt
from tests.e2e.test_two_processes import CHANNELS, QUICK, TAKEOVER_SECONDS, USUAL, Bots, PlaySession

BRIEF = QUICK.with_name("short_clocks_bot.py")
ASK_SECONDS = 0.2
"""Seconds between two requests for help in each guild, which show whether a bot answers there."""
ANSWER_SECONDS = 3.0
"""Seconds within which Discord accepts an answer."""
IDLE_PEOPLE = ("Sora", "Taro")
"""People who open tables and never move."""
IDLE_TABLES = (25, 2)
"""Seconds between the openings of two idle tables in a guild, and the number of further seats at each table."""


@dataclass
class Tally:
    """Counts of the kills and suspensions of bots, and the times until another bot answered."""

    kills: Counter[str] = field(default_factory=Counter)
    frozen: int = 0
    takeovers: list[float] = field(default_factory=list)
    """Seconds from the end of a shard's bot to the next answer on this shard."""


class HelpQuestions:
    """Questions for help, asked in one guild all the time, and the times of the answers."""

    def __init__(self, world: Driver, channel: str) -> None:
        self._world, self._channel = world, channel
        self.asked: list[tuple[float, float, bool]] = []
        """For each question the time of asking, the time of the answer or timeout, and whether it was answered."""
        self._change = asyncio.Event()

    async def run(self) -> None:
        """Ask at a fixed rate, without waiting for answers."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._ask())
                await asyncio.sleep(ASK_SECONDS)

    async def _ask(self) -> None:
        since = time.monotonic()
        answer = await self._world.user("Aki").command(self._channel, "help", check=False)
        self.asked.append((since, time.monotonic(), answer.ok))
        self._change.set()

    async def first_answer_time(self, since: float) -> float:
        """Return the time of the first answer to a question asked after `since`."""
        while not (answered := [until for asked, until, ok in self.asked if ok and asked >= since]):
            self._change.clear()
            await self._change.wait()
        return min(answered)

    def missed(self, since: float, until: float) -> int:
        """Count the unanswered questions from `since` on that were asked early enough to be answered by `until`."""
        return sum(not ok for asked, _, ok in self.asked if since <= asked <= until - ANSWER_SECONDS)


class Season:
    """The kills of one test."""

    def __init__(self, play: PlaySession, bots: Bots, kills: int, random: Random) -> None:
        self._play, self._bots, self._random = play, bots, random
        self.tally = Tally()
        self.missed = 0
        self._left = count(kills, -1)
        self._of = [HelpQuestions(play.world, channel) for channel in CHANNELS]
        self._busy: set[BotProcess] = set()
        """Bots that are being killed or stopped."""

    async def live(self) -> None:
        """Kill and suspend bots until there were enough kills; meanwhile people ask for help and open idle tables."""
        asking = [asyncio.create_task(one.run()) for one in self._of]
        asking += [asyncio.create_task(self._open_idle_tables(channel)) for channel in CHANNELS]
        try:
            async with asyncio.TaskGroup() as group:
                for shard in range(len(CHANNELS)):
                    group.create_task(self._cause_events(shard))
        finally:
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)

    async def _cause_events(self, shard: int) -> None:
        """Kill or suspend the bot that has the shard's lease, or kill a bot that has no lease, again and again."""
        random, answers = self._random, self._of[shard]
        while True:
            begun = await answers.first_answer_time(time.monotonic())
            await self._play.wait_for_move_on_shard(shard)
            await asyncio.sleep(random.random() * random.choice((0.0, 0.5, 2.0)))
            self.missed += answers.missed(begun, time.monotonic())
            drawn = random.random()
            if drawn < 0.1 and (spare := self._spare()) is not None:
                if next(self._left) <= 0:
                    return
                await self._kill_and_restart(spare, "spare")
                continue
            shard_owner = self._shard_owner(shard)
            if shard_owner is None or shard_owner in self._busy:
                continue
            if drawn < 0.2:
                await self._stop_until_takeover(shard_owner, answers)
                continue
            if next(self._left) <= 0:
                return
            killed = time.monotonic()
            await self._kill_and_restart(shard_owner, "carrying")
            if drawn < 0.3:
                successor = await self._wait_for_takeover(shard)
                if successor not in self._busy and next(self._left) > 0:
                    killed = time.monotonic()
                    await self._kill_and_restart(successor, "taking over")
            self.tally.takeovers.append(await answers.first_answer_time(killed) - killed)

    def _spare(self) -> BotProcess | None:
        shard_owner = [self._shard_owner(shard) for shard in range(len(CHANNELS))]
        found = [one for one in self._bots.all if one.running and one not in {*shard_owner, *self._busy}]
        return self._random.choice(found) if len(found) > 1 else None

    async def _kill_and_restart(self, bot: BotProcess, what: str) -> None:
        """Kill a bot, and start it again soon."""
        self._busy.add(bot)
        bot.kill()
        self.tally.kills[what] += 1
        await asyncio.sleep(self._random.random() * self._random.choice((0.0, 1.0)))
        bot.start()
        self._busy.discard(bot)

    def _shard_owner(self, shard: int) -> BotProcess | None:
        """Return the bot with a shard's lease, or None if that bot is dead."""
        with suppress(StopIteration):
            return self._bots.shard_owner(shard)
        return None

    async def _wait_for_takeover(self, shard: int) -> BotProcess:
        """Wait until a bot has a shard's lease; return the bot."""

        async def taken() -> bool:
            return self._shard_owner(shard) is not None

        await until(taken)
        return self._bots.shard_owner(shard)

    async def _stop_until_takeover(self, bot: BotProcess, answers: HelpQuestions) -> None:
        """Suspend a bot until another bot has taken over, and for up to two more seconds; then resume it."""
        self._busy.add(bot)
        since = time.monotonic()
        bot.signal(SIGSTOP)
        self.tally.frozen += 1
        self.tally.takeovers.append(await answers.first_answer_time(since) - since)
        await asyncio.sleep(self._random.random() * 2)
        bot.signal(SIGCONT)
        self._busy.discard(bot)

    async def _open_idle_tables(self, channel: str) -> None:
        """Open tables whose people never move."""
        opener, other = (self._play.world.user(name) for name in IDLE_PEOPLE)
        seconds, more = IDLE_TABLES
        while True:
            with suppress(Exception):  # there may be no bot that answers at the moment
                lobby = (await opener.command(channel, "play", game="tennos-square", seats=2 + more, pace="live")).reply
                table = table_number(lobby)
                await other.click(lobby, custom_id=f"join:{table}")
                await opener.click(lobby, custom_id=f"start:{table}")
            await asyncio.sleep(seconds)


@dataclass
class Clocks:
    """Findings about the time limits at the tables whose people never move.

    These are the number of timed-out decisions, the faults, and the longest time in seconds that anybody had.
    """

    ran_out: int = 0
    wrong: list[str] = field(default_factory=list)
    longest: float = 0.0


def clocks_of(bot: BotProcess, idle_people: set[int], seconds: int) -> Clocks:
    """Check that idle people had their full time for each decision, and that each decision counted as one miss."""
    clocks = Clocks()
    sql = "SELECT table_id, seat, user_id, misses FROM seats JOIN tables ON id = table_id WHERE state = 'playing'"
    for number, seat, user, misses in bot.rows(sql):
        if user in idle_people:
            late = list(_late(bot, number, seat))
            clocks.ran_out += min(len(late), MOST_MISSES)
            if misses != min(len(late), MOST_MISSES):
                clocks.wrong.append(f"seat {seat} of table {number} has missed {misses}, not {len(late)}")
            for had in late[:MOST_MISSES]:
                clocks.longest = max(clocks.longest, had)
                if had < seconds - 1:
                    clocks.wrong.append(f"seat {seat} of table {number} had {had} s")
    return clocks


def _late(bot: BotProcess, number: int, seat: int) -> Iterator[float]:
    """Yield the seconds until an AI player decided for the person on a seat, for each decision made in this way."""
    game = dealt(bot, number)
    ((since,),) = bot.rows("SELECT started_at FROM tables WHERE id = ?", number)
    owed = dict.fromkeys(game.to_act, since)
    sql = "SELECT seat, move, computer, made_at FROM moves WHERE table_id = ? ORDER BY number"
    for who, move, computer, made_at in bot.rows(sql, number):
        if who == seat and computer is not None:
            yield made_at - owed[seat]
        owed.pop(who, None)
        game.play(who, game.parse(move))
        owed = {one: owed.get(one, made_at) for one in game.to_act}


@asynccontextmanager
async def season(
    folder: Path, home: str, script: Path, identify_seconds: float, kills: int
) -> AsyncIterator[tuple[Season, PlaySession, Bots]]:
    """Run four bots, with people who play during the kills."""
    with (
        CheckedDiscord() as discord,
        Bots(discord.url, folder, home, script, ("one", "two", "three", "four")) as bots,
    ):
        async with Driver(discord.url) as world:
            await world.control.settings(shards=2, identify_seconds=identify_seconds)
            for one in bots.all:
                one.start()
            await world.wait_until_online(within=60)
            for name in IDLE_PEOPLE:
                await world.newcomer(name)
            play = PlaySession(world, bots)
            season = Season(play, bots, kills, Random(kills))
            async with play.play_meanwhile():
                await season.live()
            yield season, play, bots
        for one in bots.all:
            assert not one.running or one.stop() == 0


@pytest.mark.soak
@pytest.mark.parametrize(
    ("script", "identify_seconds", "live", "kills"),
    [(BRIEF, 1.0, 10, 160), (USUAL, 5.0, 60, 40)],
    ids=["brief", "usual"],
)
async def test_repeated_kills_of_two_bots_fork_lose_and_double_nothing(
    tmp_path: Path,
    postgres_url: str,
    script: Path,
    identify_seconds: float,
    live: int,
    kills: int,
) -> None:
    async with season(tmp_path, postgres_url, script, identify_seconds, kills) as (season_, play, bots):
        ledger, tally = play.ledger, season_.tally
        idle_people = {int(play.world.user(name).id) for name in IDLE_PEOPLE}
        clocks = clocks_of(bots.all[0], idle_people, live)
        ((computers,),) = bots.all[0].rows("SELECT COUNT(*) FROM moves WHERE computer IS NOT NULL")
        lost, doubled, forked = ledger.lost(), ledger.doubled(), play.mirror.changed_records()
        print(
            f"{tally.kills.total()} kills ({dict(tally.kills)}), {tally.frozen} that stood still: somebody answered "
            f"after {median(tally.takeovers):.1f} s on the median, {max(tally.takeovers):.1f} s at the most; "
            f"{len(forked)} forks; {len(lost)} of {len(ledger.made)} answered moves lost, {len(doubled)} doubled; "
            f"{computers} moves of computer players, {clocks.ran_out} clocks that ran out (the last after "
            f"{clocks.longest:.0f} of {live} s), {len(clocks.wrong)} wrong; {season_.missed} questions unanswered "
            f"while nothing befell anybody"
        )
        assert [*lost, *doubled, *forked, *clocks.wrong] == []
        assert tally.kills.total() == kills
        assert max(tally.takeovers) <= TAKEOVER_SECONDS
        assert script is BRIEF or season_.missed == 0, "on a busy machine a brief lease may be lost"
        assert play.observer.leaks == []
        assert (await play.world.control.gateway())["too_soon"] == 0
        assert [line for one in bots.all for line in one.complaints() if "ERROR" in line] == []
    assert await asyncio.to_thread(check, ["check", postgres_url]) == 0, "every record replays"
