"""`python -m benchmarks.daily.crowd [--people N] [--seconds N]`: many people open the day's deal in a short time.

People come one after the other, at equal intervals within `--seconds`. Each person uses `/today` and presses *Play*,
and the bot answers with the first decision and its picture. Afterwards, for comparison, the same number of people use
the command of the reference bot, `bare_bot.py`, and press its button. The reference bot commits one row, and answers
with this bot's page of a decision, byte for byte. This bot prepares coming days in a process of its own, as operators
run it. Both bots and their local Discords start with empty data. The two crowds come one after the other, so neither
slows the other.
"""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.__main__ import line
from benchmarks.bare_bot import COMMAND
from benchmarks.clicks import BARE, answered, join, silent
from benchmarks.measure import Figure, percentile
from bot import DiscordProcess
from tests.driver import Answer, Driver, Person, buttons
from tests.e2e.playing import CHANNEL, until
from tests.e2e.processes import BotProcess

Json = dict[str, Any]
Visit = Callable[[Person], Awaitable[tuple[float, float]]]
"""Function in which a person opens the page and presses its button; it returns the milliseconds of both answers."""


class Crowd(NamedTuple):
    """Milliseconds from each interaction of a crowd to its answer."""

    opened: list[float]
    pressed: list[float]


def button_of(answer: Answer, beginning: str) -> str:
    """Return the custom id of a page's first button whose id starts with `beginning`.

    Raises:
        LookupError: the page has no such button.
    """
    for one in buttons(answer.reply):
        if one["custom_id"].startswith(beginning):
            return str(one["custom_id"])
    raise LookupError(f"no button {beginning}: {answer.reply}")


async def visit_today(person: Person) -> tuple[float, float]:
    """Let a person open and begin the day's deal; raises `LookupError` if a page does not have the expected button."""
    page = await person.command(CHANNEL, "today")
    decision = await person.click(page.reply, custom_id=button_of(page, "day-play:"))
    button_of(decision, "day-choose:")
    return page.elapsed_ms or 0.0, decision.elapsed_ms or 0.0


async def visit_bare(person: Person) -> tuple[float, float]:
    """Let a person open a page of the reference bot and press its first button."""
    page = await person.command(CHANNEL, COMMAND)
    after = await person.click(page.reply, custom_id=buttons(page.reply)[0]["custom_id"])
    return page.elapsed_ms or 0.0, after.elapsed_ms or 0.0


async def come(world: Driver, names: list[str], seconds: float, visit: Visit) -> Crowd:
    """Let people begin their visits at equal intervals within `seconds`.

    Raises:
        UnansweredError: a person gets no answer.
    """

    async def later(number: int, name: str) -> tuple[float, float]:
        await asyncio.sleep(number * seconds / len(names))
        return await visit(world.user(name))

    both = await asyncio.gather(*(later(number, name) for number, name in enumerate(names)))
    return Crowd(*map(list, zip(*both, strict=True)))


async def first_decision(world: Driver, name: str) -> Json:
    """Wait until today's deals are prepared; return the components and pictures of a person's first decision."""
    person = world.user(name)

    async def are_there() -> bool:
        page = (await person.command(CHANNEL, "today")).reply
        return any(one["custom_id"].startswith("day-play:") for one in buttons(page))

    await until(are_there)
    page = await person.command(CHANNEL, "today")
    last = max((one["n"] for one in await world.control.requests(since=0)), default=0)
    return await answered(world, last, (await person.click(page.reply, custom_id=button_of(page, "day-play:"))).reply)


async def figures(people: int, seconds: float) -> list[Figure]:
    """Return the milliseconds from an interaction to its answer, for both crowds."""
    names = [f"P{number}" for number in range(people)]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ours, beside = (stack.enter_context(DiscordProcess()).url for _ in range(2))
        stack.enter_context(BotProcess(ours, folder / "ours.sqlite3", ICHIZA_THINKERS="1"))
        async with await silent(ours) as world:
            await join(world, ["First", *names])
            decision = await first_decision(world, "First")
            crowd = await come(world, names, seconds, visit_today)
        answers = folder / "answers.json"
        answers.write_text(json.dumps([decision]))
        stack.enter_context(BotProcess(beside, folder / "bare.sqlite3", script=BARE, BARE_ANSWERS=str(answers)))
        async with await silent(beside) as plain:
            await join(plain, names)
            bare = await come(plain, names, seconds, visit_bare)
    return [
        {
            "name": f"crowd/{people}-in-{seconds:g}-s/{name}-p{percent}-ms",
            "ours": (mine := percentile(getattr(crowd, name), percent)),
            "beside": (other := percentile(getattr(bare, name), percent)),
            "ratio": mine / other,
        }
        for name in Crowd._fields
        for percent in (50, 99, 100)
    ]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.daily.crowd")
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    for figure in asyncio.run(figures(arguments.people, arguments.seconds)):
        print(line(figure))


if __name__ == "__main__":
    main()
