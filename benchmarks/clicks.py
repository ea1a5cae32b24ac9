"""Latency and throughput of a click that plays a card, compared with a click on a reference bot.

Each bot has a local Discord of its own; the two bots take turns in one run, and bots, Discords and people communicate
through sockets. The reference, `bare_bot.py`, commits one row and answers with a prepared page: the components and
pictures of this bot's panels, byte for byte. Both bots answer a click by editing the clicked message. The difference of
their times is the other work of this bot: it locks the table, applies the rules, builds the page, draws the picture,
and updates other panels and table messages.

In the first measurement, clicks come one at a time: a person clicks when their panel asks them to play a card. The
slowest 1% of these clicks are listed, each with its number and the special events during the click (end of a game or
round, checkpoint of SQLite's log). Beside each is the time of the reference click of the same turn; if both are slow,
the machine was slow. In the second measurement, a number of people click at the same time, each at a table of
their own. Both bots have their usual settings, and no AI players take part.
"""

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple, Self, TypeAlias

from benchmarks.bare_bot import COMMAND
from benchmarks.measure import Figure, figure, percentile
from bot import DiscordProcess
from show.presenter import SETTLE_SECONDS
from tests.driver import Answer, Driver, Person, RefusedError, buttons
from tests.e2e.playing import CHANNEL, current_panel, is_over, is_table, next_round_button, playable, table_number
from tests.e2e.processes import ROOT, BotProcess

Json = dict[str, Any]
Click: TypeAlias = Callable[[], Awaitable[Answer]]

BARE = ROOT / "benchmarks/bare_bot.py"
PAUSE = 0.01
"""Seconds between two checks for a new game's table message, or for a panel with an open decision."""
_CARD = re.compile(r"choose:\d+:\d+:[A-Z]\w+:0")
GAME, SEATS = "scharfe-schoten", 4


class Amount(NamedTuple):
    """Size of the two measurements: numbers of clicks and cards."""

    ready: int = 400
    """Number of panels that the reference bot prepares, and of cards that are played before the timing starts.

    400 cards are two games: enough to fill the cache of sprites.
    """
    clicks: int = 400
    """Number of clicks in the first measurement, one at a time."""
    at_once: int = 50
    """Number of simultaneous clicks in the second measurement."""
    times: int = 10
    """Number of bursts of simultaneous clicks."""


USUAL = Amount()


def figures(amount: Amount = USUAL, game: str = GAME) -> Iterator[Figure]:
    """Yield milliseconds from an interaction to its answer, and answered clicks per second."""
    yield from asyncio.run(_measured(amount, game))


async def _measured(amount: Amount, game: str) -> list[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ours, beside = (stack.enter_context(DiscordProcess()).url for _ in range(2))
        stack.enter_context(BotProcess(ours, folder / "ours.sqlite3", ICHIZA_SETTLE=str(SETTLE_SECONDS)))
        async with await silent(ours) as world:
            await join(world, _people(amount.at_once))
            answers = folder / "answers.json"
            answers.write_text(json.dumps(await _answers(world, game, amount.ready)))
            stack.enter_context(BotProcess(beside, folder / "bare.sqlite3", script=BARE, BARE_ANSWERS=str(answers)))
            async with await silent(beside) as plain:
                await join(plain, _people(amount.at_once))
                return [
                    *await _one_by_one(world, plain, game, amount.clicks, folder / "ours.sqlite3"),
                    *await _at_once(world, plain, game, amount),
                ]


async def silent(url: str) -> Driver:
    """Wait until the bot is online, and return a driver whose people get no events.

    Sending events to fifty people would take most of the processor time.
    """
    async with Driver(url) as listening:
        await listening.wait_until_online(within=20)
    return Driver(url, listening=False)


async def join(world: Driver, names: Iterable[str]) -> None:
    """Let people join the server."""
    for name in names:
        await world.newcomer(name)


def _people(many: int) -> list[str]:
    return [f"P{number}" for number in range(many)]


async def _answers(world: Driver, game: str, many: int) -> list[Json]:
    """Play cards; return, for each answer that edits the clicked panel, its components and pictures."""
    table = await _Table.open(world, game, _people(SEATS))
    answers: list[Json] = []
    last = 0
    while len(answers) < many:
        click = await table.awaited()
        last = max((one["n"] for one in await world.control.requests(since=last)), default=last)
        with suppress(LookupError):
            answers.append(await answered(world, last, (await click()).reply))
    return answers


async def answered(world: Driver, since: int, page: Json) -> Json:
    """Return the components and pictures with which the bot answered an interaction.

    Args:
        world: the people.
        since: the number of the last request before the interaction.
        page: the clicked message as it is after the answer.

    Raises:
        LookupError: the bot has answered without components, because it sent the page as a new message.
    """
    sent = next(one for one in await world.control.requests(since=since) if one["kind"] == "callback")
    pictures = {one["filename"]: await _bytes(world, one["url"]) for one in page["attachments"]}
    return {"components": sent["body"]["data"]["components"], "pictures": pictures}


async def _bytes(world: Driver, url: str) -> str:
    async with world.session.get(url) as response:
        return b64encode(await response.read()).decode()


class _Table:
    """People at a table with open panels, who play random cards in one game after another."""

    def __init__(self, world: Driver, game: str, people: Sequence[str], random: Random) -> None:
        self._world = world
        self._game = game
        self._people = [world.user(name) for name in people]
        self._random = random
        self._panels: dict[str, Json] = {}

    @classmethod
    async def open(cls, world: Driver, game: str, people: Sequence[str]) -> Self:
        """Open a table and start its game."""
        table = cls(world, game, people, Random(" ".join(people)))
        await table._begin()
        return table

    async def _begin(self) -> None:
        first, *others = self._people
        lobby = (await first.command(CHANNEL, "play", game=self._game, seats=len(self._people))).reply
        number = table_number(lobby)
        for person in others:
            await person.click(lobby, custom_id=f"join:{number}")
        await first.click(await first.refreshed(lobby), custom_id=f"start:{number}")
        message = None
        while message is None:
            await asyncio.sleep(PAUSE)
            every = (one for some in (await first.state())["messages"].values() for one in some)
            message = next((one for one in every if is_table(one, number)), None)
        self._panels = {one.name: (await one.click(message, custom_id=f"hand:{number}")).reply for one in self._people}

    async def awaited(self) -> Click:
        """Make decisions until a person may play a card; return a function that plays a random card of this person."""
        while True:
            for person in self._people:
                panel = self._panels[person.name] = await current_panel(person, self._panels[person.name])
                if is_over(panel):
                    await self._begin()
                    break
                if cards := [one["custom_id"] for one in playable(panel) if _CARD.fullmatch(one["custom_id"])]:
                    return partial(self._click, person, self._random.choice(cards))
                if others := [one for one in (*playable(panel), next_round_button(panel)) if one]:
                    with suppress(RefusedError):  # if the panel has changed meanwhile, the loop reads it again
                        await self._click(person, self._random.choice(others)["custom_id"])
            else:
                await asyncio.sleep(PAUSE)

    async def _click(self, person: Person, custom_id: str) -> Answer:
        try:
            answer = await person.click(self._panels[person.name], custom_id=custom_id)
        except RefusedError:  # the bot has just replaced the panel by a new message
            answer = await person.click(await current_panel(person, self._panels[person.name]), custom_id=custom_id)
        self._panels[person.name] = answer.reply
        return answer


class _Page:
    """Page of the reference bot for one person."""

    def __init__(self, person: Person, page: Json) -> None:
        self._person = person
        self._page = page

    @classmethod
    async def open(cls, world: Driver, name: str) -> Self:
        """Open a page."""
        return cls(world.user(name), (await world.user(name).command(CHANNEL, COMMAND)).reply)

    async def click(self) -> Answer:
        """Click on the first button."""
        answer = await self._person.click(self._page, custom_id=buttons(self._page)[0]["custom_id"])
        self._page = answer.reply
        return answer


class _Turn(NamedTuple):
    """Milliseconds from a click to its answer: for a played card, and for the reference click of the same turn."""

    ours: float
    beside: float
    number: int
    brought: str


async def _one_by_one(world: Driver, plain: Driver, game: str, many: int, database: Path) -> list[Figure]:
    table, page = await _Table.open(world, game, _people(SEATS)), await _Page.open(plain, _people(1)[0])
    turns = [await _turn(number, await table.awaited(), page.click, database) for number in range(many)]
    ours, beside = [turn.ours for turn in turns], [turn.beside for turn in turns]
    p50, p99 = ((percentile(ours, percent), percentile(beside, percent)) for percent in (50, 99))
    slow = sorted((turn for turn in turns if turn.ours >= p99[0]), reverse=True)
    return [
        _figure("clicks/p50-ms", *p50),
        _figure("clicks/p99-ms", *p99),
        *(_figure(f"clicks/slow/{turn.number}-{turn.brought}-ms", turn.ours, turn.beside) for turn in slow),
    ]


async def _turn(number: int, card: Click, bare: Click, database: Path) -> _Turn:
    before = _changed(database)
    answers = {click: await click() for click in (card, bare)[:: 1 if number % 2 else -1]}
    ours, beside = (answers[click].elapsed_ms or 0.0 for click in (card, bare))
    return _Turn(ours, beside, number, _brought(answers[card].reply, _changed(database) != before))


def _changed(database: Path) -> int:
    """Return the time, in ns, of SQLite's last write to the database file itself; only checkpoints write there."""
    return database.stat().st_mtime_ns


def _brought(panel: Json, checkpoint: bool) -> str:
    """Return the names of the special events during a click that plays a card; "card" if there were none.

    A checkpoint may also belong to a write just after the click.
    """
    ends = (
        (is_over(panel), "game-end"),
        (next_round_button(panel) is not None, "round-end"),
        (checkpoint, "checkpoint"),
    )
    return "-".join([words for brought, words in ends if brought] or ["card"])


async def _at_once(world: Driver, plain: Driver, game: str, amount: Amount) -> list[Figure]:
    people = _people(amount.at_once)
    circles = [[people[(first + place) % len(people)] for place in range(SEATS)] for first in range(len(people))]
    tables = [await _Table.open(world, game, circle) for circle in circles]
    pages = [await _Page.open(plain, name) for name in people]
    rates = []
    for _ in range(amount.times):
        clicks = [await table.awaited() for table in tables]
        rates.append((await _rate(clicks), await _rate([page.click for page in pages])))
    return [figure(f"clicks/{amount.at_once}-in-flight-a-second", rates)]


async def _rate(clicks: Sequence[Click]) -> float:
    start = perf_counter()
    await asyncio.gather(*(click() for click in clicks))
    return len(clicks) / (perf_counter() - start)


def _figure(name: str, ours: float, beside: float) -> Figure:
    return {"name": name, "ours": ours, "beside": beside, "ratio": ours / beside}
