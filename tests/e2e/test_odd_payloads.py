"""Gateway payloads that deviate from Discord's documentation: the bot goes on, still answers, and forgets nothing.

A deviation is a change that the local Discord makes to a payload. A seed determines the place and the kind of change.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import TypeAlias

import pytest

from local_discord.gateway.deviations import NULLS, WAYS
from tests.driver import Answer, Driver, Json, Person, buttons, selects, texts
from tests.e2e.playing import CHANNEL, LONG, open_options, open_table, start_table, table_number, until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.samples import sampled

pytestmark = pytest.mark.slow

A_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+: .|    ")
"""A line of the log: an event, or an indented line below an event."""
Asks: TypeAlias = Callable[[], Awaitable[Answer]]
MANY_SEEDS = pytest.param(range(1_000, 1_500), id="500", marks=pytest.mark.soak)
SEEDS = [pytest.param(range(30), id="30"), MANY_SEEDS]
"""Seeds for the test of events: each event is sent once for each seed."""
FEW_SEEDS = [pytest.param(range(10), id="10"), MANY_SEEDS]
"""Seeds for the test of interactions: each kind of interaction is sent once for each seed."""
FEWEST_SEEDS = [pytest.param(range(3), id="3"), MANY_SEEDS]
"""Seeds for the test of session starts: each of `OF_SESSIONS` is sent once for each seed."""
AT_ONCE = 30
"""Number of events sent before each click. Some events contain a whole guild, so hundreds would delay the click."""
ENOUGH = 5
"""Number of unanswered interactions after which a test fails, because each takes three seconds."""
OF_SESSIONS = ("READY", "RESUMED", "HELLO")
FRAMES = (
    "no JSON",
    "",
    "[]",
    "null",
    "7",
    '{"op":0,"s":1,"t":["x"],"d":{}}',
    '{"op":0,"s":{"x":1},"t":"NOTHING","d":{}}',
    '{"op":0,"t":"READY","d":{}}',
    '{"op":0,"t":"READY","s":1,"d":null}',
    '{"op":0,"t":"RESUMED","s":1,"d":null}',
    '{"op":0,"t":"GUILD_CREATE","s":1,"d":null}',
    '{"op":0,"t":"INTERACTION_CREATE","s":1,"d":[]}',
    '{"op":0,"t":null,"s":null,"d":null}',
    '{"op":99,"d":{"a":1}}',
    '{"op":"0","d":{}}',
    '{"op":10,"d":null}',
    '{"op":10,"d":{"heartbeat_interval":0}}',
    '{"op":10,"d":{"heartbeat_interval":-5}}',
    '{"op":10,"d":{"heartbeat_interval":1e30}}',
    '{"op":10,"d":{"heartbeat_interval":true}}',
    '{"op":9,"d":{"odd":1}}',
    '{"op":9}',
    '{"op":7,"d":"odd"}',
    '{"op":11,"d":"odd"}',
    '{"op":1,"d":"odd"}',
    "{}",
)


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start a bot that begins new sessions without a pause."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    with BotProcess(discord_process.url, database, script=ROOT / "tests/e2e/fast_reconnect_bot.py") as process:
        yield process


@pytest.fixture
async def deviations(world: Driver, bot: BotProcess) -> AsyncIterator[Deviations]:
    """Prepare deviations; at the end check that the same process still runs, and that its output has only log lines."""
    deviations, pid = Deviations(world, bot), bot.pid
    await deviations.check_bot()
    yield deviations
    await world.control.clear_deviations()
    await deviations.check_bot()
    assert (bot.running, bot.pid) == (True, pid)
    lines = bot.log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not A_LINE.match(line)] == []


@dataclass
class Deviations:
    """Sends deviations and counts the results."""

    world: Driver
    bot: BotProcess
    sent: Counter[str] = field(default_factory=Counter)
    unanswered: list[Json] = field(default_factory=list)
    unanswerable: int = 0
    """Interactions whose id or token the bot did not receive."""

    async def check_bot(self) -> None:
        """Check that the bot is online, answers, and publishes changes.

        Raises:
            AssertionError, TimeoutError: one of these fails.
        """
        await self.check_answers()
        aki, ben = self.world.user("Aki"), self.world.user("Ben")
        lobby = (await aki.command(CHANNEL, "play", game="saizen", seats=4)).reply
        assert any("join" in one["custom_id"] for one in buttons(lobby)), texts(lobby)
        await ben.click(lobby, custom_id=f"join:{table_number(lobby)}")
        joined = await aki.wait_for(lambda one: one["id"] == lobby["id"] and "Ben" in texts(one), within=LONG)
        more = (await aki.click(joined, custom_id=f"more:{table_number(lobby)}")).reply
        await aki.click(more, label="Close table")
        place = await self.world.user("Aki").command("teahouse", "tables")
        assert place.message is not None

    async def check_answers(self) -> None:
        """Check that the bot is online and answers. The command is repeated: it may be lost when a session ends.

        Raises:
            TimeoutError: the bot does not answer.
        """
        await self.world.wait_until_online(within=60)
        patience = 0.1

        async def answered() -> bool:
            nonlocal patience
            patience *= 2
            async with self.world.control.temporary_settings(ack_seconds=patience):
                return (await self.world.user("Aki").command(CHANNEL, "help", check=False)).ok

        await until(answered)

    async def ask(self, kind: str, seed: int, asks: Callable[[], Awaitable[Answer]]) -> None:
        """Send an interaction whose payload deviates, and check that its answer has content or choices."""
        control = self.world.control
        await control.clear_deviations()
        await control.deviate("INTERACTION_CREATE", seeds=[seed])
        asking = asyncio.ensure_future(asks())
        while not (sent := await control.deviations()):
            await asyncio.wait([asking], timeout=0.02)
            assert not asking.done() or asking.result(), "an interaction that was not sent has no answer"
        self.sent[kind] += 1
        if not sent[0]["place"] or sent[0]["place"][0] in {"id", "token"}:
            self.unanswerable += 1
            asking.cancel()
            return
        answer = await asking
        has_content = answer.message is not None or answer.choices is not None or answer.modal is not None
        if not answer.ok or not has_content:
            self.unanswered.append({"kind": kind, **sent[0], "error": answer.error})
        assert len(self.unanswered) < ENOUGH, self.unanswered


@pytest.mark.parametrize("seeds", SEEDS)
async def test_odd_events_neither_end_nor_impair_the_bot(deviations: Deviations, seeds: range) -> None:
    control = deviations.world.control
    for event in await control.example_events():
        for first, way in product(range(0, len(seeds), AT_ONCE), ({}, {"way": NULLS})):
            await control.send_event(event, seeds=list(seeds[first : first + AT_ONCE]), **way)
            answer = await deviations.world.user("Chie").command(CHANNEL, "tables")
            assert answer.message is not None, (event, way)
        deviations.sent[event] += 2 * len(seeds)
        if event in {"GUILD_CREATE", "GUILD_DELETE"}:  # the bot may have lost a guild; a new session brings it back
            await control.drop_gateway(resumable=False)
            await deviations.check_bot()
    print(f"{len(deviations.sent)} events x 2 x {len(seeds)} deviations: {deviations.sent.total()} sent, 0 deaths")


@pytest.mark.parametrize("seeds", FEW_SEEDS)
async def test_odd_interactions_are_answered(deviations: Deviations, seeds: range) -> None:
    aki, ben = deviations.world.user("Aki"), deviations.world.user("Ben")
    lobby = await open_table(deviations.world, "saizen", seats=4, people=["Aki"])
    number = table_number(lobby)
    game = await start_table(
        deviations.world, await open_table(deviations.world, "saizen", seats=4, people=["Chie"]), opener="Chie"
    )
    kinds: dict[str, Callable[[], Awaitable[Asks]]] = {
        "command": ready(lambda: ben.command(CHANNEL, "tables", check=False)),
        "command with a choice": ready(lambda: ben.command(CHANNEL, "rules", check=False, game="saizen")),
        "command with a number": ready(lambda: ben.command(CHANNEL, "hand", check=False, table=number)),
        "typing": ready(lambda: ben.autocomplete(CHANNEL, "hand", "table", check=False)),
        "message command": ready(lambda: ben.use_on(game, "My hand", check=False)),
        "click": ready(lambda: ben.click(lobby, custom_id=f"join:{number}", check=False)),
        "click in a private page": partial(private_click, aki),
        "pick": partial(pick, aki),
        "form": partial(form, aki, lobby),
    }
    for kind, prepare in kinds.items():
        for seed in seeds:
            await deviations.ask(kind, seed, await prepare())
    print(
        f"{len(kinds)} kinds of interactions x {len(seeds)} deviations: {deviations.sent.total()} sent, 0 deaths, "
        f"{deviations.unanswerable} without id or token, {len(deviations.unanswered)} unanswered"
    )
    assert deviations.unanswered == []


FIELDS = ["data", "locale", "guild_locale", "channel", "member", "context", "app_permissions"]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("field", sampled(FIELDS, 3))
async def test_command_with_any_change_of_one_field_is_answered(deviations: Deviations, field: str) -> None:
    ben, control = deviations.world.user("Ben"), deviations.world.control
    for way in WAYS:
        await control.clear_deviations()
        await control.deviate("INTERACTION_CREATE", place=[field], way=way)
        answer = await ben.command(CHANNEL, "tables", check=False)
        assert [one["place"] for one in await control.deviations()] == [[field]]
        assert answer.message is not None, (field, way)


def ready(asks: Asks) -> Callable[[], Awaitable[Asks]]:
    """Return a function that returns `asks`, for interactions that need no preparation."""

    async def prepare() -> Asks:
        return asks

    return prepare


async def private_click(person: Person) -> Asks:
    """Prepare a click in a private page."""
    panel = (await person.command(CHANNEL, "settings")).reply
    return lambda: person.click(panel, custom_id=buttons(panel)[0]["custom_id"], check=False)


async def pick(person: Person) -> Asks:
    """Prepare a choice from a menu."""
    panel = (await person.command(CHANNEL, "settings")).reply
    chosen = selects(panel)[0]
    value = chosen["options"][0]["value"]
    return lambda: person.select(panel, [value], custom_id=chosen["custom_id"], check=False)


async def form(person: Person, lobby: Json) -> Asks:
    """Prepare the submission of a form."""
    opened = await open_options(person, lobby)
    return lambda: person.submit(opened, {"seats": ["4"]}, check=False)


async def test_odd_frames_do_not_end_the_bot(deviations: Deviations) -> None:
    for frame in FRAMES:
        await deviations.world.control.send_frames(frame)
        await deviations.check_answers()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seeds", FEWEST_SEEDS)
@pytest.mark.parametrize("event", OF_SESSIONS)
async def test_odd_session_start_is_followed_by_a_working_session(
    deviations: Deviations, event: str, seeds: range
) -> None:
    control = deviations.world.control
    for seed in seeds:
        before = len(await control.deviations())
        await control.deviate(event, seeds=[seed])
        # Drop the connection until `event` is sent. RESUMED may need several tries: if the connection is dropped while
        # a session is still starting, the bot begins a new session instead of resuming that one.
        while len(await control.deviations()) == before:
            await control.drop_gateway(resumable=event == "RESUMED")
            await asyncio.sleep(0.1)
            await deviations.world.wait_until_online(within=60)
    print(f"{event} x {len(seeds)} deviations: 0 deaths")
