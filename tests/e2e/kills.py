"""Repeated kills of the bot during all kinds of actions, with checks of everything after each start."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from locales import Translation
from tests.driver import Answer, Driver, Person, RefusedError, buttons, is_ephemeral, texts
from tests.e2e.audit import Audit
from tests.e2e.player_actions import AT_ONCE, Deed, Deeds
from tests.e2e.playing import CHANNEL, PEOPLE, Json, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.stored_games import advance

TABLES = 5
"""Approximate number of open tables."""
COMING_UP = 0.25
"""Probability of a kill during start-up; half of these times somebody clicks as soon as the bot is online."""
PREPARED = 0.7
"""Probability that somebody has opened the message with the button in advance."""
MOMENTS = (0.1, 0.4, 1.5)
"""Seconds within which the bot is killed after the clicks or after the first answer."""
UNTIL_READY = 3.0
"""Approximate seconds from a start until the bot has checked all tables."""
SLOWED = "We are being rate limited"
"""A line that a restarted bot may log, because it does not know how often a message was edited before."""
HARMLESS = ("hand", "look", "sheet", "rules", "more", "details", "tab")
"""Buttons that change nothing."""
FAULTS = tuple(Translation("en-US")(f"fault-{one}") for one in ("unknown", "unshown", "other-version"))
"""Sentences that no person should read."""


@dataclass
class Tally:
    """Numbers of actions; a lost, doubled or ignored action fails the test at once."""

    kills: int = 0
    coming_up: int = 0
    done: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    adopted: int = 0
    """Lobbies that were posted although the bot learned of them only by a click."""
    pressed: int = 0
    """Buttons that were pressed."""

    def __str__(self) -> str:
        every = self.done.most_common()
        kinds = ", ".join(f"{kind} {n} ({self.answered[kind]}, {self.stored[kind]})" for kind, n in every)
        return (
            f"{self.kills} kills, {self.coming_up} of them while it came up, around {self.done.total()} deeds: "
            f"0 of {self.answered.total()} answered ones lost, 0 of {self.stored.total()} stored ones doubled; "
            f"0 of {self.pressed} buttons dead; {self.adopted} lobbies adopted. Each kind (answered, stored): {kinds}"
        )


class Killer:
    """Kills the bot of one database at random moments."""

    def __init__(self, world: Driver, bot: BotProcess, audit: Audit, random: Random, tally: Tally) -> None:
        self._world, self._bot, self._audit, self._random, self._tally = world, bot, audit, random, tally
        self._deeds = Deeds(world, bot, random)
        self._opened = 0
        """Tables opened by `/play`."""

    async def life(self) -> None:
        """Start the bot, let people act, and kill it."""
        await until(self._gone)
        coming_up = self._random.random() < COMING_UP
        self._bot.start()
        if coming_up:
            self._tally.coming_up += 1
            await self._killed_coming_up()
        else:
            await self.right()
            await self._pressed_some()
            deeds = self._some_deeds()
            for deed in deeds:
                if deed.prepare is not None and self._random.random() < PREPARED:
                    await deed.prepare()
            await self._around(deeds)
        self._tally.kills += 1
        self._count_tables()
        for number in self._deeds.tables():
            if self._random.random() < 1 / TABLES and self._state(number) == "playing":
                advance(self._bot, number, self._random, last_round=self._random.random() < 1 / 2)

    def _count_tables(self) -> None:
        """Check that every table was opened by a person or is the only rematch of another table."""
        ((tables, following),) = self._bot.rows("SELECT count(*), count(next_id) FROM tables")
        assert tables == self._opened + following, f"{tables} tables, of {self._opened} and {following} rematches"

    async def right(self) -> None:
        """Wait until the bot is online and everything is right."""
        lives = self._ready()
        await self._world.wait_until_online(within=60)

        async def ready() -> bool:
            return self._ready() > lives

        await until(ready)
        await self._adopted()
        await self._audit.until_right()

    def _ready(self) -> int:
        return self._bot.log.read_text().count("cogs.client: ready")

    async def _gone(self) -> bool:
        return not (await self._world.control.gateway())["online"]

    async def _adopted(self) -> None:
        for message in await self._audit.unknown_lobbies():
            offered = [one["custom_id"] for one in buttons(message)]
            custom_id = self._random.choice(
                [
                    one for one in offered if not one.startswith("start:")
                ]  # a person who starts a game is looking at it and is not pinged
            )
            await self._pressed(self._world.user(self._random.choice(PEOPLE)), message, custom_id)
            assert self._audit.knows(message), f"a lobby was not adopted by {custom_id}"
            self._tally.adopted += 1

    # --- Kills

    async def _killed_coming_up(self) -> None:
        if self._random.random() < 1 / 2:
            await asyncio.sleep(self._random.uniform(0, UNTIL_READY))
            self._bot.kill()
        else:
            deeds = self._some_deeds()
            await self._world.wait_until_online(within=60)
            await self._around(deeds, hurried=True)

    def _some_deeds(self) -> list[Deed]:
        """Return several actions, each at another table."""
        tables = self._deeds.tables()
        some = self._random.sample(tables, min(len(tables), self._random.randint(1, AT_ONCE - 1)))
        deeds = [self._deeds.at(number) for number in some]
        if len(tables) < TABLES:
            deeds.append(self._deeds.play())
        return [deed for deed in deeds if deed is not None]

    async def _around(self, deeds: list[Deed], *, hurried: bool = False) -> None:
        """Let people act, kill the bot meanwhile, and check what was stored."""
        self._deeds.said.clear()
        doing = [asyncio.ensure_future(deed.do()) for deed in deeds]
        if doing and self._random.random() < 1 / 2:
            await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(self._random.uniform(0, self._random.choice(MOMENTS)))
        answered = [one.done() and self._answer(one, hurried=hurried) for one in doing]
        self._bot.kill()
        for one in doing:
            one.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        for deed, was_answered in zip(deeds, answered, strict=True):
            made = int(deed.made())
            assert made >= was_answered, f"lost: {deed}; said: {self._deeds.said}"
            assert made in {0, 1}, f"{deed} was done {made} times"
            self._tally.done[deed.kind] += 1
            self._tally.answered[deed.kind] += was_answered
            self._tally.stored[deed.kind] += made
            self._opened += made if deed.kind == "play" else 0

    @staticmethod
    def _answer(one: asyncio.Future[bool], *, hurried: bool) -> bool:
        """Return whether an action was acknowledged as done; raise its error if the bot was alive."""
        if hurried and isinstance(one.exception(), LookupError):
            return False  # the message has not been posted yet
        return one.result()

    # --- Buttons

    async def _pressed_some(self) -> None:
        """Let everybody press a button that changes nothing, in any visible message, also from before a restart."""
        await asyncio.gather(*(self._pressed_one(self._world.user(name)) for name in PEOPLE))

    async def _pressed_one(self, person: Person) -> None:
        every = [(message, one) for message, one in await seen(person) if one.partition(":")[0] in HARMLESS]
        if every:
            message, custom_id = self._random.choice(every)
            await self._pressed(person, message, custom_id)

    async def press_all(self) -> None:
        """Let everybody press every visible button once."""
        await asyncio.gather(*(self._press_all(self._world.user(name)) for name in PEOPLE))

    async def _press_all(self, person: Person) -> None:
        every = await seen(person)
        self._random.shuffle(every)
        for message, custom_id in every:
            try:
                await self._pressed(person, message, custom_id)
            except RefusedError:  # by their own client, because the button is gone
                continue

    async def _pressed(self, person: Person, message: Json, custom_id: str) -> None:
        answer: Answer = await person.click(message, custom_id=custom_id)
        assert answer.message is not None or answer.modal is not None, f"{custom_id} is dead"
        said = texts(answer.message) if answer.message is not None else ""
        assert not any(fault in said for fault in FAULTS), f"{custom_id}: {said}"
        self._tally.pressed += 1

    def _state(self, number: int) -> str:
        return str(self._bot.rows("SELECT state FROM tables WHERE id = ?", number)[0][0])

    async def listed_are_seen(self) -> None:
        """Check that no lobby is listed whose message was never posted."""
        shown = texts((await self._world.user("Aki").command(CHANNEL, "tables")).shown)
        query = "SELECT id FROM tables WHERE state = 'lobby' AND id NOT IN (SELECT table_id FROM posts)"
        for (number,) in self._bot.rows(query):
            assert f"table {number} " not in shown, f"table {number} is listed, and nowhere seen"


async def seen(person: Person) -> list[tuple[Json, str]]:
    """Return every visible button of a person with its message."""
    every = (await person.state())["messages"].values()
    return [
        (message, one["custom_id"])
        for messages in every
        for message in messages
        if is_ephemeral(message) or message["author"].get("bot")
        for one in buttons(message)
        if not one.get("disabled")
    ]


@contextmanager
def running(folder: Path, home: str = "") -> Iterator[tuple[CheckedDiscord, BotProcess]]:
    """Run a bot with its own database and Discord; at the end its log may have no unexpected warning."""
    folder.mkdir()
    with CheckedDiscord() as discord:
        bot = BotProcess(discord.url, folder / "ichiza.sqlite3", DATABASE_URL=home)
        bot.start()
        try:
            yield discord, bot
        finally:
            bot.stop()
    wrong = [line for line in bot.complaints() if SLOWED not in line]
    assert not wrong, "\n".join(wrong)


async def season(folder: Path, random: Random, kills: int, tally: Tally, home: str = "") -> None:
    """Kill a bot so often, on a file or on that PostgreSQL database; then press every button of every message."""
    with running(folder, home) as (discord, bot):
        async with Driver(discord.url) as world:
            await world.wait_until_online(within=60)
            killer = Killer(world, bot, Audit(world, bot, folder), random, tally)
            bot.kill()
            for _ in range(kills):
                await killer.life()
                discord.check()
            bot.start()
            await killer.right()
            await killer.listed_are_seen()
            await killer.press_all()
            bot.kill()
            bot.start()  # after a restart recent clicks no longer count as looking, so everybody is pinged
            await killer.right()
