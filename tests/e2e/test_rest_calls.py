"""A game needs few requests, and Discord's rate limits on edits do not slow the players down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from pictures import emojis
from tests.driver import Driver, Json
from tests.e2e.playing import (
    LONG,
    choose,
    finished_table,
    is_over,
    offers_choice,
    online,
    open_hand,
    open_table,
    play_until,
    running,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.request_counts import calls_in, requests_by_token

pytestmark = pytest.mark.slow

ALONE, OPEN, CLOSED = 1.2, 0.8, 3.2
"""Greatest numbers of calls for each person's move, without requests on interaction tokens.

They apply to one person with three AI players, to four people with open hands, and to four people who close their hands
and are pinged.
"""
SETTLE = "0.05"
"""Seconds for which changes wait, so that they share an edit: less than in production, more than in other tests."""
OPEN_MOVES, CLOSED_MOVES = 30, 15
"""Numbers of moves during which calls are counted, with open hands and with closed hands."""
SECONDS = 60.0
"""Seconds for which moves are counted with and without the limits of edits."""
GAMES = ["scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen"]


@asynccontextmanager
async def world_of(folder: Path, script: Path = ROOT / "bot.py", **settings: str) -> AsyncIterator[Driver]:
    """Start a Discord and a bot of the test's own."""
    with (
        CheckedDiscord() as discord,
        BotProcess(discord.url, folder / "ichiza.sqlite3", script=script, **{"ICHIZA_SETTLE": SETTLE} | settings),
    ):
        async with online(discord.url) as world:
            await until(lambda: signs_are_there(world))
            yield world


async def signs_are_there(world: Driver) -> bool:
    """Return whether the bot has uploaded its emojis; it does so once, so these requests must not count for a game."""
    return len((await world.user("Aki").state())["emojis"]) >= len(emojis())


@pytest.fixture(scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Driver]:
    async with world_of(tmp_path_factory.mktemp("bot")) as driver:
        yield driver


async def calls_a_move(world: Driver, what: str, moves: int) -> float:
    """Return the calls (see `request_counts`) per move since the last reset; print them with the requests by token."""
    counts = (await world.control.counts())["by_kind"]
    calls, by_token = calls_in(counts), requests_by_token(counts)
    print(f"{what}: {moves} human moves, {calls / moves:.2f} calls a move, {by_token / moves:.2f} by token, {counts}")
    return float(calls / moves)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_one_person_with_three_computers_costs_few_calls_a_move(world: Driver, game: str) -> None:
    table = await start_table(world, await open_table(world, game, seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await open_hand(aki, table)
    await world.control.reset_counts()
    moved: list[str] = []
    await play_until(aki, panel, is_over, Random(1), moved)
    await finished_table(world, table_number(table))
    assert await calls_a_move(world, game, len(moved)) <= ALONE


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_three_computers_cost_no_more_calls_with_default_settings(tmp_path: Path, game: str) -> None:
    """Use the default settings: AI players pause before a move, and a change waits a little, to share its edit."""
    async with world_of(tmp_path, ICHIZA_PAUSE="", ICHIZA_SETTLE="") as world:
        table = await start_table(world, await open_table(world, game, seats=4, people=["Aki"]))
        panel = await open_hand(world.user("Aki"), table)
        await world.control.reset_counts()
        moves = await moves_in(world, panel, SECONDS)
        assert await calls_a_move(world, f"{game}, default settings", moves) <= ALONE


async def test_four_people_with_open_hands_cost_few_calls_a_move(world: Driver) -> None:
    _, seats = await running(world)
    await world.control.reset_counts()
    playing = asyncio.create_task(seats.play_out())

    async def enough() -> bool:
        return playing.done() or len(seats.moves) >= OPEN_MOVES

    await until(enough)
    moves = len(seats.moves)
    calls = await calls_a_move(world, "open hands", moves)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert moves >= OPEN_MOVES
    assert calls <= OPEN


@pytest.mark.soak
async def test_four_people_who_close_their_hands_cost_few_calls_a_move(tmp_path: Path) -> None:
    async with world_of(tmp_path, ROOT / "tests/e2e/closed_panels_bot.py") as world:
        table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4))
        await world.control.reset_counts()
        moves, random = 0, Random(3)
        while moves < CLOSED_MOVES:
            called = await world.user("Aki").wait_for(lambda one: bool(one["pings"]), within=LONG, what="a mention")
            person = world.user(called["pings"][0])
            panel = await open_hand(person, table)
            if offers_choice(panel):
                await choose(person, panel, random)
                moves += 1
        assert await calls_a_move(world, "closed hands", moves) <= CLOSED


@pytest.mark.soak
async def test_the_limits_of_edits_cost_nobody_a_move(tmp_path: Path) -> None:
    """Run a Discord with limits and one without at the same time, so that a busy machine slows both equally."""
    made = {}
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()

    async def play(name: str, limits: bool) -> None:
        async with world_of(tmp_path / name, ICHIZA_PAUSE="0.3") as world:
            await world.control.settings(message_limits=limits)
            table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))
            panel = await open_hand(world.user("Aki"), table)
            started.append(name)
            await until(both_there)
            made[name] = await moves_in(world, panel, SECONDS)

    started: list[str] = []

    async def both_there() -> bool:
        return len(started) == 2

    async with asyncio.TaskGroup() as group:
        group.create_task(play("with", limits=True))
        group.create_task(play("without", limits=False))
    print(f"moves in {SECONDS:.0f} s: {made}")
    assert made["with"] >= made["without"] - 1, "one may be under way when the time is over"


async def moves_in(world: Driver, panel: Json, seconds: float) -> int:
    """Return the number of moves that Aki makes in this many seconds."""
    aki, random, moves = world.user("Aki"), Random(1), 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                panel = await choose(aki, await wait_for_turn(aki, panel), random)
                moves += 1
    except TimeoutError:
        return moves
