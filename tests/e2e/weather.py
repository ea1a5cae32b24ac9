"""Kills and faults at random, and which of them keep the bot from answering."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from local_discord.world.ids import CHANNEL_IDS, SECOND_CHANNEL_ID
from tests.driver import Driver, RefusedError
from tests.e2e.ledger import Unanswered
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import Json, restart
from tests.e2e.processes import BotProcess
from tests.e2e.test_played_through import FAULTS, Fault, Scene

DEAF = (
    "everything is limited",
    "the connection drops",
    "the connection drops for good",
    "Discord asks to reconnect",
    "the session is invalid",
    "the session is invalid and can be resumed",
    "tokens expire",  # of what was deferred a moment ago, too
)
"""While these last, and none but these, somebody may go without an answer though Discord refused none."""
NOWHERE = {10003, 10008}
"""How Discord refuses an answer in a place, or at a message, that has been deleted after the click."""
IN_PLACE = {*CHANNEL_IDS, SECOND_CHANNEL_ID}
IN_A_THREAD = ("the thread is locked", "the thread is archived", "the thread is deleted")
_ANSWERED = re.compile(r"/interactions/(\d+)/([^/]+)/callback")
_FOLLOWED = re.compile(r"/webhooks/\d+/([^/]+)")


@dataclass(slots=True)
class Window:
    """A time in which the bot cannot be expected to answer."""

    why: str
    begin: float
    end: float


class Weather:
    """What goes wrong, one thing after the other."""

    def __init__(
        self,
        world: Driver,
        bot: BotProcess,
        mirror: Mirror,
        observer: Observer,
        random: Random,
        deaf: Collection[str] = DEAF,
    ) -> None:
        """Begins; while one of the faults `deaf` lasts, somebody may go without an answer."""
        self._world, self._bot, self._mirror, self._observer, self._deaf_in = world, bot, mirror, observer, deaf
        self._random = random
        self.kills = 0
        self.faults: Counter[str] = Counter()
        self.late: Counter[str] = Counter()
        """Faults of which it was still to be felt, when they had ended, that they had been: such as a connection."""
        self.wrong: list[str] = []
        """What the kills have changed in the database."""
        self._windows: list[Window] = []
        self._tokens: dict[str, str] = {}
        """By token the interaction that it belongs to."""
        self._refused: set[str] = set()
        """The interactions of which Discord has not taken an answer, or has not said so."""

    async def storm(
        self, seconds: float, fault_seconds: float, kill_every: float, faults: Mapping[str, Fault] = FAULTS
    ) -> None:
        """Let things go wrong for so long, each for `fault_seconds` on average; kills only if `kill_every` is not 0.

        It goes on until there has been a fault: on a busy machine a kill takes as long as a small storm. Several storms
        may rage at once, each with `faults` of its own, which all happen equally often.
        """
        left: list[str] = []
        end = time.monotonic() + seconds
        kill_at = time.monotonic() + self._about(kill_every)
        while (now := time.monotonic()) < end or not self.faults:
            if kill_every and now >= kill_at:
                await self._kill()
                kill_at = time.monotonic() + self._about(kill_every)
            else:
                left = left or self._random.sample(sorted(faults), len(faults))
                name = left.pop()
                await self._fault(name, faults[name], min(self._about(fault_seconds), end - now))
            await asyncio.sleep(max(0.0, min(self._about(fault_seconds), end - time.monotonic())))

    def _about(self, seconds: float) -> float:
        return self._random.uniform(0.5, 1.5) * seconds

    async def _kill(self) -> None:
        with self.deaf("a kill"):
            self._bot.kill()
            self.wrong += self._mirror.changed_records()
            await restart(self._world, self._bot)
        self.kills += 1

    async def _fault(self, name: str, fault: Fault, seconds: float) -> None:
        table = self._somewhere(in_a_thread=name in IN_A_THREAD)
        if table is None:
            return
        number, message = table
        scene = Scene(self._world, self._bot, number, message)
        try:
            with self.deaf(name if name in self._deaf_in else ""):
                async with fault(scene):
                    await asyncio.sleep(seconds)
            self.faults[name] += 1
        except RefusedError:  # the table's thread has gone already
            return
        except TimeoutError:
            self.late[name] += 1

    def _somewhere(self, *, in_a_thread: bool) -> tuple[int, Json] | None:
        """A running table and its message."""
        found = [
            (number, message)
            for number, message in self._observer.tables.items()
            if self._mirror.records[number].state == "playing"
            and not (in_a_thread and message["channel_id"] in IN_PLACE)
        ]
        return self._random.choice(found) if found else None

    @contextmanager
    def deaf(self, why: str) -> Iterator[None]:
        """Note that nobody can be expected to be answered meanwhile; no reason: they can."""
        window = Window(why, time.monotonic(), math.inf)
        if why:
            self._windows.append(window)
        try:
            yield
        finally:
            window.end = time.monotonic()

    def heard(self, requests: list[Json]) -> None:
        """Note which interactions the bot has answered in vain, at once or later, from Discord's log."""
        for one in requests:
            if answered := _ANSWERED.search(one["path"]):
                self._tokens[answered[2]] = answered[1]
            followed = answered or _FOLLOWED.search(one["path"])
            if followed and (one["status"] in {0, 429} or one["status"] >= 500 or one["code"] in NOWHERE):
                token = followed[2] if answered else followed[1]
                self._refused.add(self._tokens.get(token, ""))

    def explains(self, unanswered: Unanswered) -> bool:
        """Whether it is no fault of the bot's that somebody went without an answer."""
        return unanswered.id in self._refused or any(
            window.begin <= unanswered.until and unanswered.since <= window.end for window in self._windows
        )

    def summary(self) -> str:
        """How much went wrong."""
        late = f", {dict(self.late)} felt for longer than that" if self.late else ""
        return f"{self.kills} kills, {self.faults.total()} faults of {len(self.faults)} kinds{late}"
