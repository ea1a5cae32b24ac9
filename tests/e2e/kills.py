"""Repeated kills of the bot during all kinds of actions, with checks of everything after each start."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import ClassVar

from locales import Translation
from tests.driver import Answer, Driver, Json, Person, RefusedError, buttons, is_ephemeral, texts
from tests.e2e.audit import Audit
from tests.e2e.player_actions import AT_ONCE, ActionPicker, PlayerAction
from tests.e2e.playing import CHANNEL, PEOPLE, online, until, wait_until_offline
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.stored_games import advance

POINT = "point"
"""The name of the file with the armed point."""
TABLES = 5
"""Approximate number of open tables."""
DURING_START = 0.25
"""Probability of a kill during start-up. In half of these cases somebody clicks as soon as the bot is online."""
PREPARED = 0.7
"""Probability that a person opens the message with an action's button before the actions begin."""
AT_POINTS = 0.5
"""Probability of a kill at a named point instead of a random moment."""
POINTS_OF = {
    "play": ("commit", "answer", "note"),
    "start": ("commit", "answer", "thread", "note", "edit", "send"),
    "move": ("commit", "answer", "push", "note", "edit", "send", "delete", "fingerprint"),
}
"""Points of `failpoint_bot` that some kinds of actions reach; all other kinds reach `USUAL_POINTS`."""
USUAL_POINTS = ("commit", "answer", "fingerprint")
PATIENCE = 1.5
"""Seconds to wait for a point. The bot may never make the call that reaches the point."""
UNTIL_READY = 3.0
"""Approximate seconds from a start until the bot has checked all tables."""
SLOWED = "We are being rate limited"
"""A log line that is allowed after a restart, because the bot no longer knows how often a message was edited."""
HARMLESS = ("hand", "look", "sheet", "rules", "more", "details", "tab")
"""Buttons that change nothing."""
FAULTS = tuple(Translation("en-US")(f"fault-{one}") for one in ("unknown", "unshown", "other-version"))
"""Sentences that no person should ever get."""


@dataclass
class Tally:
    """Counts of kills and actions. A lost, doubled or ignored action is not counted: it fails the test immediately."""

    kills: int = 0
    during_start: int = 0
    at_points: int = 0
    """Number of kills at a named point."""
    done: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    stored: Counter[str] = field(default_factory=Counter)
    adopted: int = 0
    """Number of lobbies that were posted, but that the restarted bot learned of only by a click."""
    pressed: int = 0
    """Number of pressed buttons."""

    def __str__(self) -> str:
        every = self.done.most_common()
        kinds = ", ".join(f"{kind} {n} ({self.answered[kind]}, {self.stored[kind]})" for kind, n in every)
        return (
            f"{self.kills} kills, {self.during_start} of them during a start and {self.at_points} at points inside "
            f"commits, answers and calls, around {self.done.total()} actions: "
            f"0 of {self.answered.total()} answered ones lost, 0 of {self.stored.total()} stored ones doubled; "
            f"0 of {self.pressed} buttons dead; {self.adopted} lobbies adopted. Each kind (answered, stored): {kinds}"
        )


class Failpoint:
    """A named point of `failpoint_bot` at which the bot kills itself."""

    def __init__(self, bot: BotProcess, file: Path) -> None:
        self._bot, self._file = bot, file

    async def reach(self, point: str, within: float) -> bool:
        """Arm a point such as `after send 2`, and return whether the bot has died there within this many seconds.

        The point is armed before the first `await`, so before anybody acts.
        """
        armed = self._file.with_suffix(".new")
        armed.write_text(point)
        armed.replace(self._file)
        try:
            with suppress(TimeoutError):
                await until(self._is_dead, within)
        finally:
            self._file.unlink()
        return not self._bot.running

    async def _is_dead(self) -> bool:
        return not self._bot.running


class Killer:
    """Kills the bot of one database at random moments and at named points."""

    most_times: ClassVar[int] = 2
    """Largest number N in a point such as `after send N`. More simultaneous actions allow a larger number."""
    moments: ClassVar[tuple[float, ...]] = (0.1, 0.4, 1.5)
    """Seconds within which the bot is killed after the clicks or after the first answer."""
    excused: ClassVar[tuple[type[Exception], ...]] = ()
    """Exceptions that count as a missing answer when an action raises them."""

    def __init__(self, world: Driver, bot: BotProcess, folder: Path, random: Random, tally: Tally) -> None:
        """Create the killer of a bot that `running` has started in a folder."""
        self._world, self._bot, self._folder, self._random, self._tally = world, bot, folder, random, tally
        self._audit = Audit(world, bot, folder)
        self._failpoint = Failpoint(bot, folder / POINT)
        self._picker = ActionPicker(world, bot, random)
        self._opened_tables = 0
        """Tables opened by `/play`."""

    async def kill_repeatedly(self, discord: CheckedDiscord, kills: int, *, pressing: bool = True) -> None:
        """Kill the bot `kills` times, and check everything. If `pressing`, then press every button, and check again."""
        await self.gather()
        self._bot.kill()
        for _ in range(kills):
            await self.start_and_kill()
            discord.check()
        await self.finish()
        if pressing:
            await self.press_all()
            await self._audit.wait_until_right()

    async def gather(self) -> None:
        """Prepare everything before the first kill."""

    async def finish(self) -> None:
        """Start the bot after the last kill, and check everything."""
        self._bot.start()
        await self.wait_until_right()
        await self.check_listed_lobbies()

    async def start_and_kill(self) -> None:
        """Start the bot, let people act, and kill it."""
        await wait_until_offline(self._world)
        during_start = self._random.random() < DURING_START
        self._bot.start()
        if during_start:
            self._tally.during_start += 1
            await self._kill_during_start()
        else:
            await self.wait_until_right()
            await self._press_some()
            actions = self._some_actions()
            for action in actions:
                if action.prepare is not None and self._random.random() < PREPARED:
                    await action.prepare()
            await self._act_and_kill(actions)
        self._tally.kills += 1
        self._count_tables()
        for number in self._picker.tables():
            if self._random.random() < 1 / TABLES and self._state(number) == "playing":
                advance(self._bot, number, self._random, last_round=self._random.random() < 1 / 2)

    def _count_tables(self) -> None:
        """Check that every table was opened by a person or is the only rematch of another table."""
        ((tables, following),) = self._bot.rows("SELECT count(*), count(next_id) FROM tables")
        assert tables == self._opened_tables + following, (
            f"{tables} tables, of {self._opened_tables} and {following} rematches"
        )

    async def wait_until_right(self) -> None:
        """Wait until the bot is online and everything is right."""
        lives = self._ready()
        await self._world.wait_until_online(within=60)

        async def ready() -> bool:
            return self._ready() > lives

        await until(ready)
        await self._adopt_lobbies()
        await self._audit.wait_until_right()

    def _ready(self) -> int:
        return self._bot.log.read_text().count("cogs.client: ready")

    async def _adopt_lobbies(self) -> None:
        for message in await self._audit.unknown_lobbies():
            offered = [one["custom_id"] for one in buttons(message)]
            # Do not press Start, because the person who presses it is not pinged afterwards. Do not press the button of
            # the rules: it names no table, so the bot would not learn of the lobby.
            custom_id = self._random.choice([one for one in offered if not one.startswith(("start:", "rules:"))])
            await self._press(self._world.user(self._random.choice(PEOPLE)), message, custom_id)
            assert self._audit.has_record(message), f"a lobby was not adopted by {custom_id}"
            self._tally.adopted += 1

    # --- Kills

    async def _kill_during_start(self) -> None:
        if self._random.random() < 1 / 2:
            await asyncio.sleep(self._random.uniform(0, UNTIL_READY))
            self._bot.kill()
        else:
            actions = self._some_actions()
            await self._world.wait_until_online(within=60)
            await self._act_and_kill(actions, hurried=True)

    def _some_actions(self) -> list[PlayerAction]:
        """Return several actions, each at another table."""
        tables = self._picker.tables()
        some = self._random.sample(tables, min(len(tables), self._random.randint(1, AT_ONCE - 1)))
        actions = [self._picker.at(number) for number in some]
        if len(tables) < TABLES:
            actions.append(self._picker.play())
        return [action for action in actions if action is not None]

    async def _act_and_kill(self, actions: list[PlayerAction], *, hurried: bool = False) -> None:
        """Let people act, kill the bot meanwhile, and check what was stored."""
        self._picker.answers.clear()
        doing = [asyncio.ensure_future(action.do()) for action in actions]
        await self._wait_for_moment(doing, self._points_of(actions))
        answered = [one.done() and self._was_answered(one, hurried=hurried) for one in doing]
        self._bot.kill()
        for one in doing:
            one.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        for action, was_answered in zip(actions, answered, strict=True):
            made = int(action.made())
            assert made >= was_answered, f"lost: {action}; said: {self._picker.answers}"
            assert made in {0, 1}, f"{action} was done {made} times"
            self._tally.done[action.kind] += 1
            self._tally.answered[action.kind] += was_answered
            self._tally.stored[action.kind] += made
            self._opened_tables += made if action.kind == "play" else 0

    def _points_of(self, actions: Sequence[PlayerAction]) -> Sequence[str]:
        """Return the failpoints that the actions reach; a point that is listed more often is drawn more often."""
        return [point for action in actions for point in POINTS_OF.get(action.kind, USUAL_POINTS)]

    async def _wait_for_moment(self, doing: Sequence[asyncio.Future[bool]], points: Sequence[str]) -> None:
        """Wait until the bot dies at a failpoint, or for a random time, while people are acting."""
        if doing and self._random.random() < AT_POINTS:
            side, point = self._random.choice(("before", "after")), self._random.choice(points)
            number = self._random.randint(1, self.most_times)
            self._tally.at_points += await self._failpoint.reach(f"{side} {point} {number}", PATIENCE)
            return
        if doing and self._random.random() < 1 / 2:
            await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(self._random.uniform(0, self._random.choice(self.moments)))

    def _was_answered(self, one: asyncio.Future[bool], *, hurried: bool = False) -> bool:
        """Return whether an action was acknowledged as done; raise its error if nothing excuses it."""
        excused = (*self.excused, LookupError) if hurried else self.excused  # the message may not be posted yet
        return False if isinstance(one.exception(), excused) else one.result()

    # --- Buttons

    async def _press_some(self) -> None:
        """Let everybody press a button that changes nothing, in any visible message, even one from before a restart."""
        await asyncio.gather(*(self._press_one(self._world.user(name)) for name in PEOPLE))

    async def _press_one(self, person: Person) -> None:
        every = [(message, one) for message, one in await visible_buttons(person) if one.partition(":")[0] in HARMLESS]
        if every:
            message, custom_id = self._random.choice(every)
            await self._press(person, message, custom_id)

    async def press_all(self) -> None:
        """Let everybody press every visible button once."""
        await asyncio.gather(*(self._press_all(self._world.user(name)) for name in PEOPLE))

    async def _press_all(self, person: Person) -> None:
        every = await visible_buttons(person)
        self._random.shuffle(every)
        for message, custom_id in every:
            try:
                await self._press(person, message, custom_id)
            except RefusedError:  # the person's client refuses the click, because the button is gone
                continue

    async def _press(self, person: Person, message: Json, custom_id: str) -> None:
        answer: Answer = await person.click(message, custom_id=custom_id)
        assert answer.message is not None or answer.modal is not None, f"{custom_id} is dead"
        said = texts(answer.message) if answer.message is not None else ""
        assert not any(fault in said for fault in FAULTS), f"{custom_id}: {said}"
        self._tally.pressed += 1

    def _state(self, number: int) -> str:
        return str(self._bot.rows("SELECT state FROM tables WHERE id = ?", number)[0][0])

    async def check_listed_lobbies(self) -> None:
        """Check that every listed lobby has a message that was posted."""
        table_list = texts((await self._world.user("Aki").command(CHANNEL, "tables")).reply)
        posted = "SELECT owner_id FROM posts WHERE owner_kind = 'table'"
        query = f"SELECT id FROM tables WHERE state = 'lobby' AND id NOT IN ({posted})"  # noqa: S608  text made of constants
        for (number,) in self._bot.rows(query):
            assert f"table {number} " not in table_list, f"table {number} is listed, and nowhere seen"


async def visible_buttons(person: Person) -> list[tuple[Json, str]]:
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
    """Run a bot that can be killed at named points, with its own local Discord and its own database.

    The database is the PostgreSQL database `home`, or a file if `home` is empty. At the end, fail if the bot's log has
    an unexpected warning.
    """
    folder.mkdir()
    script, settings = ROOT / "tests/e2e/failpoint_bot.py", {"DATABASE_URL": home, "FAILPOINT": str(folder / POINT)}
    with CheckedDiscord() as discord:
        bot = BotProcess(discord.url, folder / "ichiza.sqlite3", script=script, **settings)
        bot.start()
        try:
            yield discord, bot
        finally:
            bot.stop()
    wrong = [line for line in bot.complaints() if SLOWED not in line]
    assert not wrong, "\n".join(wrong)


async def season(folder: Path, random: Random, kills: int, tally: Tally, home: str = "") -> None:
    """Kill a bot `kills` times, and then press every button; see `running` for `home`."""
    with running(folder, home) as (discord, bot):
        async with online(discord.url) as world:
            await Killer(world, bot, folder, random, tally).kill_repeatedly(discord, kills)
