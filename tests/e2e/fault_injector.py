"""Random kills and faults; those that can excuse a missing answer are recorded."""

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from tests.driver import Driver, Json, RefusedError
from tests.e2e.faults import CONNECTION_FAULTS, FAULTS, Fault, Scene
from tests.e2e.ledger import Unanswered
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import restart
from tests.e2e.processes import BotProcess

EXCUSING_FAULTS = {
    *CONNECTION_FAULTS,
    "the connection hangs",
    "everything is limited",
    "tokens expire",  # this includes tokens of deferred interactions, whose answers can then no longer be sent
}
"""The faults that excuse a missing answer. During others, only answers that Discord has refused may be missing."""
DELETED_PLACE_CODES = {10003, 10008}
"""Codes with which Discord refuses an answer, because the channel or the message was deleted after the click."""
IN_A_THREAD = ("the thread is locked", "the thread is archived", "the thread is deleted")
_ANSWERED = re.compile(r"/interactions/(\d+)/([^/]+)/callback")
_FOLLOWED = re.compile(r"/webhooks/\d+/([^/]+)")


@dataclass(slots=True)
class Excuse:
    """A period in which a missing answer is excused."""

    why: str
    begin: float
    end: float


class FaultInjector:
    """Causes one fault after the other, and kills the bot now and then."""

    def __init__(self, world: Driver, bot: BotProcess, mirror: Mirror, observer: Observer, random: Random) -> None:
        self._world, self._bot, self._mirror, self._observer = world, bot, mirror, observer
        self._random = random
        self.kills = 0
        self.faults: Counter[str] = Counter()
        self.late: Counter[str] = Counter()
        """Number of faults that lasted longer than planned, such as a lost connection."""
        self.wrong: list[str] = []
        """Game records that a kill has changed."""
        self._excuses: list[Excuse] = []
        self._tokens: dict[str, str] = {}
        """Interactions by token."""
        self._refused: set[str] = set()
        """Interactions whose answer Discord has refused, or has not acknowledged."""

    async def inject(
        self, seconds: float, fault_seconds: float, kill_every: float, faults: Mapping[str, Fault] = FAULTS
    ) -> None:
        """Cause faults for `seconds`, each for about `fault_seconds`, with kills unless `kill_every` is 0.

        At least one fault is caused, even if one kill takes longer than `seconds`, as on a busy machine. Several calls
        with different `faults` may run at the same time; each fault happens equally often.
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
        with self.excuse("a kill"):
            self._bot.kill()
            self.wrong += self._mirror.changed_records()
            await restart(self._world, self._bot)
        self.kills += 1

    async def _fault(self, name: str, fault: Fault, seconds: float) -> None:
        table = self._random_table(in_a_thread=name in IN_A_THREAD)
        if table is None:
            return
        number, message = table
        scene = Scene(self._world, self._bot, number, message)
        try:
            with self.excuse(name if name in EXCUSING_FAULTS else ""):
                async with fault(scene):
                    await asyncio.sleep(seconds)
            self.faults[name] += 1
        except RefusedError:  # the table's thread is already gone
            return
        except TimeoutError:
            self.late[name] += 1

    def _random_table(self, *, in_a_thread: bool) -> tuple[int, Json] | None:
        """Return a running table and its message; with `in_a_thread`, only one whose message is in a thread.

        A table that has lost its thread is played in its channel.
        """
        channels = dict(self._bot.rows("SELECT id, channel_id FROM tables WHERE state = 'playing'"))
        found = [
            (number, message)
            for number, message in self._observer.tables.items()
            if number in channels and not (in_a_thread and int(message["channel_id"]) == channels[number])
        ]
        return self._random.choice(found) if found else None

    @contextmanager
    def excuse(self, why: str) -> Iterator[None]:
        """Excuse missing answers within the context for the reason `why`; an empty reason excuses none."""
        window = Excuse(why, time.monotonic(), math.inf)
        if why:
            self._excuses.append(window)
        try:
            yield
        finally:
            window.end = time.monotonic()

    def read_log(self, requests: list[Json]) -> None:
        """Find the answers in Discord's log that Discord has not accepted; these interactions may stay unanswered."""
        for one in requests:
            if answered := _ANSWERED.search(one["path"]):
                self._tokens[answered[2]] = answered[1]
            followed = answered or _FOLLOWED.search(one["path"])
            if followed and (one["status"] in {0, 429} or one["status"] >= 500 or one["code"] in DELETED_PLACE_CODES):
                token = followed[2] if answered else followed[1]
                self._refused.add(self._tokens.get(token, ""))

    def explains(self, unanswered: Unanswered) -> bool:
        """Return whether a kill or a fault excuses a missing answer."""
        return unanswered.id in self._refused or any(
            window.begin <= unanswered.until and unanswered.since <= window.end for window in self._excuses
        )

    def summary(self) -> str:
        """Return the numbers of kills and faults."""
        late = f", {dict(self.late)} felt for longer than that" if self.late else ""
        return f"{self.kills} kills, {self.faults.total()} faults of {len(self.faults)} kinds{late}"
