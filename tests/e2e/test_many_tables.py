"""Clicks while thousands of tables are posted for the first time, and after a lost gateway session."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from engine.contract.chance import Chance
from engine.game import Game
from engine.players import USUAL
from storage import MoveRow, Occupant, Seen, Store
from tests.driver import Answer, Driver, selects
from tests.e2e.ledger import at
from tests.e2e.playing import PEOPLE, playable, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.stored_games import random_move

TABLES, CLICKS = 2000, 64
LONGEST = 1.0
"""Seconds within which 99 of 100 clicks are answered."""
FIRST_POSTED = 900.0
"""Timeout in seconds until thousands of tables have been posted, pictures included."""


@pytest.fixture
def bot(discord_process: CheckedDiscord, tmp_path: Path) -> Iterator[BotProcess]:
    """Prepare a bot with a database of the test's own."""
    process = BotProcess(discord_process.url, tmp_path / "ichiza.sqlite3")
    yield process
    process.stop()


async def seed(bot: BotProcess, world: Driver, count: int, random: Random) -> list[tuple[int, str]]:
    """Store games of all kinds in all channels, each waiting for a person.

    Return each table's number with the name of the person.
    """
    state = await world.user("Aki").state()
    guild = state["guilds"][0]["id"]
    channels = cycle([int(one["id"]) for one in state["channels"] if one["guild_id"] == guild and one["type"] == 0])
    kinds, waiting = cycle(sorted(Game.games)), []
    async with await Store.open(bot.database, record_write=None) as store:
        for _ in range(count):
            kind = Game.games[next(kinds)]
            who = occupants(world, random.choice(kind.seat_counts), random)
            number, game = await begin(store, kind, who, int(guild), next(channels), random)
            person = advance(game, who, random)
            moves = [
                MoveRow(place, seat, game.text(move), int(time.time()), who[seat].computer)
                for place, (seat, move) in enumerate(game.history)
            ]
            await store.tables.add_moves(Seen(number, 1), moves)
            waiting.append((number, next(name for name in PEOPLE if world.user(name).id == str(person))))
    return waiting


async def begin(
    store: Store, kind: type[Game], who: Sequence[Occupant], guild: int, channel: int, random: Random
) -> tuple[int, Game]:
    """Store a table at which a game has just begun; return its number and the game."""
    opener = next(one.user_id for one in who if one.user_id)
    number = await store.tables.create(
        place_id=guild, channel_id=channel, game=kind.id, rules=kind.rules, opener_id=opener, seats=who
    )
    seed = random.randbytes(16)
    await store.tables.start(Seen(number, 0), seed=seed.hex(), rules=kind.rules, options={}, seats=who)
    return number, kind(len(who), {}, Chance(seed))


def occupants(world: Driver, count: int, random: Random) -> list[Occupant]:
    """Return at least one person, and AI players."""
    people = random.sample(PEOPLE, random.randint(1, min(count, len(PEOPLE))))
    seats = [Occupant(user_id=int(world.user(name).id)) for name in people]
    seats += [Occupant(computer=USUAL)] * (count - len(seats))
    random.shuffle(seats)
    return seats


def advance(game: Game, who: Sequence[Occupant], random: Random) -> int:
    """Make random moves until only people must decide; return one of these people."""
    some = random.randrange(15)
    while len(game.history) < some or any(game.forced(seat) is not None or who[seat].computer for seat in game.to_act):
        game.play(*random_move(game, random))
    return next(user for seat in game.to_act if (user := who[seat].user_id))


async def all_posted(discord: CheckedDiscord, bot: BotProcess) -> bool:
    """Return whether the message of every table has been posted."""
    discord.check()  # check often, because the local Discord's log is too short for all requests
    query = "SELECT count(DISTINCT owner_id) FROM posts WHERE slot LIKE 'round:%' AND message_id IS NOT NULL"
    return bot.rows(query) == bot.rows("SELECT count(*) FROM tables")


class Clicks:
    """Simultaneous clicks of all people and their response times. Each person opens a hand and then makes a choice."""

    def __init__(
        self, world: Driver, tables: Sequence[tuple[int, str]], random: Random, rest: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        """Prepare clicks at these tables; `rest` has the bounds of the pause before each click, in seconds."""
        self._world, self._random, self._rest = world, random, rest
        self._tables = {name: [number for number, who in tables if who == name] for name in PEOPLE}
        self._waited: dict[str, list[float]] = {"hands": [], "moves": []}

    async def make(self, when: str, count: int) -> float:
        """Make about `count` clicks, half of them choices; return the 99th percentile of the response times in seconds.

        Raises:
            AssertionError: a click was not answered.
        """
        self._waited = {"hands": [], "moves": []}
        async with asyncio.TaskGroup() as group:
            for name in PEOPLE:
                group.create_task(self._of(name, count // len(PEOPLE)))
        every = [*self._waited["hands"], *self._waited["moves"]]
        for what, waited in {**self._waited, "all": every}.items():
            print(f"{when}, {what}: {len(waited)}, p50 {at(waited, 50)}, p99 {at(waited, 99)}, max {max(waited)} ms")
        return at(every, 99) / 1000

    async def _of(self, name: str, count: int) -> None:
        person = self._world.user(name)
        for _ in range(count // 2):
            await asyncio.sleep(self._random.uniform(*self._rest))
            hand = await person.command("card-room", "hand", check=False, table=self._tables[name].pop())
            self._note("hands", hand)
            await asyncio.sleep(self._random.uniform(*self._rest))
            if lists := selects(hand.reply):
                value = self._random.choice(lists[0]["options"])["value"]
                chosen = await person.select(hand.reply, [value], custom_id=lists[0]["custom_id"], check=False)
            else:
                button = self._random.choice(playable(hand.reply))
                chosen = await person.click(hand.reply, custom_id=button["custom_id"], check=False)
            self._note("moves", chosen)

    def _note(self, what: str, answer: Answer) -> None:
        assert answer.ok, f"one of the {what} was not answered: {answer.error}"
        self._waited[what].append(answer.elapsed_ms or 0.0)


@pytest.mark.soak
async def test_99_of_100_clicks_with_2000_tables_are_answered_within_a_second(
    discord_process: CheckedDiscord, bot: BotProcess
) -> None:
    random = Random(TABLES)
    # Discord's rate limits of messages would make the test too slow.
    async with (
        Driver(discord_process.url) as world,
        world.control.temporary_settings(message_limits=False),
    ):
        tables = await seed(bot, world, TABLES, random)
        random.shuffle(tables)
        clicking = Clicks(world, tables, random)
        bot.start()
        await world.wait_until_online(within=60)
        assert await clicking.make("first posted", CLICKS) <= LONGEST

        await until(lambda: all_posted(discord_process, bot), FIRST_POSTED)
        before = (await world.control.gateway())["identifies"]
        await world.control.drop_gateway(resumable=False)

        async def is_back() -> bool:
            gateway = await world.control.gateway()
            return bool(gateway["online"] and gateway["identifies"] > before)

        await until(is_back, 60)
        assert await clicking.make("session lost", CLICKS) <= LONGEST
