"""Random interactions raise no error, are all answered, and change only what they may."""

import time
from random import Random

import pytest

import limits
from engine.game import Game
from local_discord.world.interactions import AUTOCOMPLETE
from tests.fuzz.chaos import Chaos
from tests.fuzz.conftest import ELSEWHERE, HERE, HIDDEN, OTHER_ROOM, ROOM
from tests.fuzz.judge import Snapshot, judge
from tests.fuzz.offline import ANSWERS, Offline, logged_errors
from tests.fuzz.payloads import MANAGE, Channel, Overwrite, User

UNKNOWN = Channel(3000, 700)
"""A channel of a server that has the commands but not the bot."""
PEOPLE = [
    *(User(11 + number, name) for number, name in enumerate(("Aki", "Ben", "@everyone", "**Chie**", "أمل", "👑"))),
    User(20, "Dai", ("staff",), "ja"),
    User(21, "Emi", roles=("manage_messages",)),
    User(22, "Mei", roles=("manage_guild",)),
    User(23, "Fumi"),
]
CORNER = Channel(1005, HERE, overwrites=(Overwrite(23, allow=MANAGE),))
"""A channel in which only Fumi may manage messages."""
TOKENS = 1_000
"""Number of recent interactions whose tokens stay valid; earlier tokens expire."""
BURSTS = (1, 1, 2, 5, 20, 60)
"""Sizes of bursts of concurrent interactions."""


async def start_games(world: Offline, chaos: Chaos) -> None:
    """Start a game of each kind with two people."""
    aki, ben, *_ = PEOPLE
    for kind in sorted(Game.games):
        number = await world.open_table(aki, ben, where=ROOM, game=kind, seats=None)
        asked = [world.command(who, ROOM, "hand", table=number) for who in (aki, ben)]
        await world.wait_for(*asked)
        chaos.add_pages(asked)


async def send_and_judge(
    world: Offline, random: Random, count: int, caplog: pytest.LogCaptureFixture, direct: float = 0.02
) -> float:
    """Send interactions in bursts, judge each burst, and return the longest wait for an answer in seconds."""
    chaos = Chaos(world, random, PEOPLE, [ROOM, OTHER_ROOM, HIDDEN, CORNER, ELSEWHERE, UNKNOWN], direct)
    await start_games(world, chaos)
    sent, longest, before = 0, 0.0, await Snapshot.of(world)
    while sent < count:
        asked = [chaos.send() for _ in range(random.choice(BURSTS))]
        for one in asked:
            if one.kind != AUTOCOMPLETE:
                await world.wait_for(one)
        await world.wait_until_idle(120)
        after = await Snapshot.of(world)
        assert judge(before, after, asked) == []
        assert logged_errors(caplog.records) == []
        assert all(sum(kind in ANSWERS for kind, _ in one.replies) <= 1 for one in asked)
        assert all(one.answers or one.kind == AUTOCOMPLETE or (one.replies and not one.guild) for one in asked)
        chaos.add_pages(asked)
        longest = max(longest, *(one.took for one in asked))
        sent, before = sent + len(asked), after
        world.expire_tokens(TOKENS)
        caplog.clear()
    return longest


@pytest.mark.parametrize(
    ("seed", "count"), [(9, 60), *(pytest.param(seed, 10_000, marks=pytest.mark.soak) for seed in range(5))]
)
async def test_random_interactions_raise_no_error_and_change_only_what_they_may(
    world: Offline, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, seed: int, count: int
) -> None:
    monkeypatch.setattr(limits, "LOBBIES_A_SERVER", 8)
    world.add_guild(HERE, ROOM, OTHER_ROOM, HIDDEN, CORNER)
    began = time.monotonic()
    longest = await send_and_judge(world, Random(seed), count, caplog)
    seconds, last = time.monotonic() - began, await Snapshot.of(world)
    states = sorted(row["state"] for row in last.tables.values())
    print(
        f"seed {seed}: {count} interactions in {seconds:.0f} s, longest answer {longest:.2f} s; "
        f"{len(states)} tables ({', '.join(f'{states.count(one)} {one}' for one in dict.fromkeys(states))}), "
        f"{len(last.moves)} moves; nothing unforeseen, unanswered or unasked"
    )
    assert len(last.tables) > 3
    assert len(last.moves) > min(30, count // 25)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count"), [(11, 120), pytest.param(12, 5_000, marks=pytest.mark.soak)])
async def test_random_interactions_in_direct_messages_change_only_what_they_may(
    world: Offline, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, seed: int, count: int
) -> None:
    monkeypatch.setattr(limits, "OPENED_AN_HOUR", 10_000)
    world.add_guild(HERE, ROOM, OTHER_ROOM, HIDDEN, CORNER)
    random, alone = Random(seed), set[int]()
    # Try ten times, because random interactions may happen to open no table in direct messages.
    for _ in range(10):
        await send_and_judge(world, random, count, caplog, direct=0.7)
        last = await Snapshot.of(world)
        alone = {number for number, row in last.tables.items() if row["place_id"] < 0}
        if alone:
            break
    moves = sum(of in alone and row["computer"] is None for (of, _), row in last.moves.items())
    print(f"seed {seed}: {len(alone)} tables in direct messages, {moves} moves of people there")
    assert alone
    assert moves or count < 1_000  # in a short run, all moves may be forced
