"""Refusals by Discord over real sockets, with each of its codes and with odd bodies: people play on."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from local_discord.checks.codes import STATUSES
from local_discord.control.faults import BODIES
from local_discord.server import ROUTES
from tests.driver import Driver, Json, Person, RefusedError, UnansweredError, is_ephemeral, texts
from tests.e2e.playing import CHANNEL, LONG, choose, is_table, last_request, online, playable, table_number, until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord

PLAYED = {"callback", "message create", "message edit", "thread create", "follow-up"}
"""Kinds of requests that every game makes; the tests check that each was refused."""
SELDOM = {
    *("original edit", "original get", "original delete", "follow-up edit", "follow-up get", "follow-up delete"),
    *("message get", "message delete", "messages list", "bulk delete", "channel get", "channel edit", "channels list"),
    *("thread member add", "member get", "dm open", "guild get", "user get", "command get", "emoji delete"),
    *("event create", "event list", "event get", "event edit", "event delete"),
}
"""Kinds of requests that only some games make, or that the bot never makes."""
STARTING = {
    *("commands list", "commands sync", "emojis list", "emoji create", "me", "application", "application edit"),
    "gateway get",
}
"""Kinds of requests at the start, tested by `test_command_registration`, `test_application_emojis` and
`test_install_settings` in `tests.cogs`.
"""
WITHIN = 60.0
"""Seconds within which people must be able to play on."""
ODD: list[Json] = [
    *({"status": status, "code": 999_999} for status in (400, 403, 404, 409, 422)),
    *({"status": status, "odd": odd} for odd in BODIES for status in (400, 403, 404)),
]
"""Refusals that are not in Discord's list of codes."""
REFUSALS: list[Json] = [{"preset": str(code)} for code in STATUSES] + ODD

SAMPLE = [(kind, Random(kind).choice(REFUSALS)) for kind in sorted(PLAYED)] + [
    ("thread create", {"preset": code}) for code in ("160007", "200001", "50024")
]
NAMES = count(1)
SEEN: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
"""Refusals by kind and by what people saw, for the summary that the long test prints."""


def test_every_kind_of_request_is_in_one_list() -> None:
    assert {route.kind for route in ROUTES} == PLAYED | SELDOM | STARTING


@pytest.fixture(scope="module", autouse=True)
def _print_table() -> Iterator[None]:
    yield
    for (kind, seen), refusals in sorted(SEEN.items()):
        reply = ", ".join(refusals[:8]) + (f" … ({len(refusals)})" if len(refusals) > 8 else "")
        print(f"| {kind} | {reply} | {seen} |")


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize(("kind", "refusal"), SAMPLE, ids=str)
async def test_people_play_on_after_a_refusal(world: Driver, kind: str, refusal: Json) -> None:
    await played_on(world, kind, refusal)


@pytest.mark.soak
@pytest.mark.parametrize("kind", sorted(PLAYED | SELDOM))
async def test_people_play_on_after_a_refusal_with_every_code(tmp_path: Path, kind: str) -> None:
    """Start a new Discord for each kind of request: a server may have only `limits.TABLES_A_SERVER` tables."""
    with (
        CheckedDiscord() as discord,
        BotProcess(discord.url, tmp_path / "ichiza.sqlite3", script=ROOT / "tests/e2e/high_limits_bot.py"),
    ):
        async with online(discord.url) as world:
            for refusal in REFUSALS if kind in PLAYED else Random(kind).sample(REFUSALS, 12):
                await played_on(world, kind, refusal)


async def played_on(world: Driver, kind: str, refusal: Json) -> None:
    """Let a new person open a table, play while a kind of request is refused, and see the table afterwards."""
    await world.control.settings(message_limits=False)
    name = f"Person{next(NAMES)}"
    person = await world.newcomer(name)
    since = await last_request(world)
    once = kind == "callback"  # refuse only one answer: without any answers nobody could play
    await world.control.fail(kind=kind, times=1 if once else None, **refusal)
    lobby = await open_lobby(person)
    number = table_number(lobby)
    panel = await open_first_hand(person, lobby, number)
    random = Random(number)
    for _ in range(3):
        if playable(panel):
            panel = await choose(person, panel, random)
    is_posted = kind != "message create"
    if is_posted:
        await person.wait_for(lambda one: is_table(one, number), within=WITHIN, what="the table")

    async def refused() -> list[Json]:
        return [one for one in await world.control.requests(since, kind=kind) if one["status"] >= 400]

    async def is_refused() -> bool:
        return bool(await refused())

    if kind in PLAYED:
        await until(is_refused, WITHIN)
    asked = await refused()
    tries = Counter(f"{one['method']} {one['path']}" for one in asked)
    assert max(tries.values(), default=0) <= MOST, tries
    await world.control.clear_faults()
    await world.control.allow(CHANNEL, "bot", "view_channel")  # the bot tries again after a change of permissions
    table = await person.wait_for(lambda one: is_table(one, number), within=LONG, what="the table")
    where = "in the channel" if table["channel_id"] == lobby["channel_id"] else "in its thread"
    seen = f"the table stands {where}" if is_posted else f"/hand works; the table stands {where} once something changes"
    SEEN[kind, seen if asked else "never asked for"].append(short_name(refusal))
    await person.close()


MOST = 15
"""The largest accepted number of refusals of one kind of request during a game's first moves.

Each message and each move, also at the tables of earlier games, may cause a request that is refused. After a temporary
failure of Discord, discord.py tries five times.
"""


def short_name(refusal: Mapping[str, Any]) -> str:
    """Return a short name of a refusal: its preset, or its status and code."""
    return str(refusal.get("preset") or f"{refusal['status']} {refusal.get('odd') or refusal['code']}")


async def open_lobby(person: Person) -> Json:
    """Open a lobby; the first answer may be refused."""
    for _ in range(2):
        with suppress(RefusedError, UnansweredError, AssertionError):
            answer = (await person.command(CHANNEL, "play", game="scharfe-schoten", seats=3)).reply
            if not is_ephemeral(answer):
                return answer
    raise AssertionError("no lobby")


async def open_first_hand(person: Person, lobby: Json, number: int) -> Json:
    """Start the game and open the hand."""
    with suppress(RefusedError, UnansweredError, AssertionError):
        reply = (await person.click(lobby, custom_id=f"start:{number}")).reply
        if playable(reply):
            return reply
    reply = (await person.command(CHANNEL, "hand")).reply
    assert playable(reply), texts(reply)
    return reply
