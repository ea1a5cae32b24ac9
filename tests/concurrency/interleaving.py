"""One interleaving of the steps of two processes over one database, with people at a table and faults of processes.

Everything is drawn from a seed.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from host.tables.table import Table
from show.actions.decision_actions import AtTable, Choose
from show.actions.table_actions import Action, Join, LeaveGame, Nudge, Start
from storage import Turn
from tests.concurrency.chronicle import Chronicle
from tests.concurrency.database import Server
from tests.concurrency.images import IMAGES, PEOPLE, made
from tests.concurrency.process import Answer, Click, Process
from tests.concurrency.scheduler import Life, Scheduler
from tests.pending_decisions import read_pending, write_pending
from tests.seeded import seeded
from tests.unexpected_logs import unexpected_logs
from tests.virtual_time import cancel_tasks, now

TABLE = 1
QUIET = 45.0
"""Seconds without faults at the end, enough for a takeover."""
LONG = (2.0, 16.0, 30.0)
"""Seconds for which a process freezes, or cannot reach the database."""
REMINDED = 30
"""Seconds after which a person is reminded of an open decision."""
PATIENCE = 15.0
"""Seconds after which a person clicks again."""


@dataclass
class Record:
    """Observations of one interleaving."""

    chronicle: Chronicle
    clicks: list[Click] = field(default_factory=list)
    there: list[tuple[float, bool]] = field(default_factory=list)
    """Times at which the state changed, each with the new state: True if at least one process is available."""
    able: list[tuple[float, bool]] = field(default_factory=list)
    """Times at which the state changed, each with the new state: True if at least one process can take over."""
    faults: list[float] = field(default_factory=list)
    """Times of faults."""
    starts: list[float] = field(default_factory=list)
    """Times at which a process became available, or available again."""
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    ended: float = 0.0
    kept: tuple[tuple[int, int, str], ...] = ()
    """The stored record at the end: number, seat and move."""
    results: tuple[int, ...] = ()
    """Seats with a stored result."""
    rated: tuple[int, ...] = ()
    """Number of rated games of each rated person."""
    blind: bool = False


class Interleaving:
    """One interleaving: its processes, people and faults, drawn from a seed."""

    def __init__(self, server: Server, seed: int, *, blind: bool) -> None:
        self.loop = server.loop
        self.server = server
        self.random = Random(f"world {seed}")
        self.record = Record(Chronicle(TABLE), blind=blind)
        self.server.written = self._written
        self.server.asked = self._asked
        self._blind = blind
        spent = self.random.choice((0, 20, 40, 55))
        owing = read_pending(self.server.statements, TABLE)
        write_pending(self.server.statements, TABLE, {seat: _after(turn, spent) for seat, turn in owing.items()})
        self._processes: list[Process] = []
        self._names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        self._moments: dict[Life, tuple[int, Callable[[], None]]] = {}
        """The next fault of each process, and the number of the process's requests and answers before this fault."""
        self._lost_to: dict[Process, int] = {}
        self.going_on = True

    # --- The database

    def _written(self, life: Life, lent: float) -> None:
        self.record.chronicle.look(self.server.statements, life.name, lent=lent)
        sure = [one.name for one in self._processes if one.runs and one.lent]
        if len(sure) > 1 and not self._blind and not self.record.counts["jumps"]:
            self.record.wrong.append(f"at {now():.1f} {sure} have the lease")

    def overtaken(self, process: Process) -> None:
        """Count a conflict. The process then reads again, so a second conflict with the same version is a fault."""
        self.record.counts["conflicts"] += 1
        version = self.record.chronicle.last.row.version
        if self._lost_to.get(process) == version:
            self.record.wrong.append(f"{process.name} has lost twice to version {version}")
        self._lost_to[process] = version

    def _asked(self, life: Life) -> None:
        if life in self._moments:
            count, fault = self._moments.pop(life)
            if count:
                self._moments[life] = count - 1, fault
            else:
                fault()

    # --- Faults of processes

    def _start(self) -> None:
        if self.going_on:
            self._processes.append(Process(self, next(self._names), blind=self._blind))
            self.looked()

    def _kill(self, process: Process) -> None:
        if not process.dead:
            process.dead = True
            self._befell("kills", self.random.uniform(0.1, 4.0), self._start)

    def _freeze(self, process: Process) -> None:
        process.frozen = True
        self._befell("freezes", self.random.choice(LONG), self._thaw, process)

    def _thaw(self, process: Process) -> None:
        process.thaw()
        self._is_there_again()

    def _cut_off(self, process: Process) -> None:
        process.wire.down = True
        self._befell("cut off", self.random.choice(LONG), self._reach, process)

    def _reach(self, process: Process) -> None:
        process.wire.down = False
        self._is_there_again()

    def _is_there_again(self) -> None:
        self.record.starts.append(now())
        self.looked()

    def _befell(self, fault: str, seconds: float, end: Callable[..., None], *process: Process) -> None:
        """Record a fault, and call `end` after `seconds` to end it."""
        self.record.counts[fault] += 1
        self.record.faults.append(now())
        self.looked()
        self.loop.later(seconds, end, *process)

    def looked(self) -> None:
        """Record whether any process is available now, and whether any is able to take over."""
        there = any(one.there for one in self._processes)
        able = any(one.able for one in self._processes)
        for changes, state in ((self.record.there, there), (self.record.able, able)):
            if not changes or changes[-1][1] != state:
                changes.append((now(), state))

    async def _fate(self) -> None:
        """Cause up to four faults, one after the other, with random waits."""
        random = self.random
        for _ in range(random.choice((1, 2, 3, 4))):
            await asyncio.sleep(random.choice((0.5, 5.0, 25.0)) * random.random())
            there = [one for one in self._processes if one.there]
            alive = [one for one in self._processes if one.runs]
            if not self._blind and random.random() < 0.1:
                self.record.counts["jumps"] += 1
                self.server.ahead += random.choice((-3600.0, 20.0, 3600.0))
                self.record.faults.append(now())
            elif alive:
                process = random.choice(there if there and random.random() < 0.8 else alive)
                fault = partial(random.choice((self._kill, self._freeze, self._cut_off)), process)
                if random.random() < 0.5:
                    fault()
                else:
                    self._moments[process] = random.randint(1, 12), fault

    # --- People

    async def _person(self, user_id: int) -> None:
        random = self.random
        while True:
            await asyncio.sleep(random.choice((0.05, 0.5, 4.0, 40.0)) * random.random())
            action = self._wish(user_id)
            if action is None:
                continue
            heard = [one for one in self._processes if one.connected and not one.dead]
            if len(heard) > 1 and random.random() < 0.5:
                heard = [random.choice(heard)]
            click = self._clicked(user_id, action, heard)
            if random.random() < 0.2:  # a double click, or a click on another choice
                click = self._clicked(user_id, self._wish(user_id) or action, heard)
            try:
                async with asyncio.timeout(PATIENCE):
                    await click.answered.wait()
            except TimeoutError:
                self.record.counts["unanswered clicks"] += 1

    def _clicked(self, user_id: int, action: Action, heard: list[Process]) -> Click:
        click = Click(user_id, action, now())
        self.record.clicks.append(click)
        for process in heard:
            self.loop.later(self.random.choice((0.0, 0.02)), process.hear, click, life=process)
        return click

    def _wish(self, user_id: int) -> Action | None:
        """Choose an action that fits the table as it is, or as it was some versions before."""
        random, versions = self.random, self.record.chronicle.versions
        seen = versions[-1] if random.random() < 0.7 else versions[max(0, len(versions) - random.randint(1, 4))]
        seat, state = seen.seat_of(user_id), seen.row.state
        if state == "lobby" and seat is None:
            return Join(TABLE)
        if state == "lobby":
            return Start(TABLE) if random.random() < 0.3 else None
        if seat is None or seen.game is None or state != "playing":
            return None
        if random.random() < 0.03:
            return Nudge(TABLE) if random.random() < 0.8 else LeaveGame(TABLE)
        if seat not in seen.game.to_act:
            return None
        path = seen.game.path(random.choice(seen.game.legal_moves(seat)))
        return Choose(AtTable(TABLE), seen.game.moves_made(seat), path)

    # --- Observations

    def reported(self, process: Process, table: Table) -> None:
        """Check a table whose new state a process has just announced."""
        self._compare(f"{process.name} at {now():.2f}", table)

    def answered(self, process: Process, click: Click, answer: Answer) -> None:
        """Record an answer to a person."""
        self.record.counts[answer.said] += 1
        if answer.said == "done" and answer.table is not None:
            self._compare(f"the answer of {process.name} to {click.action}", answer.table)

    def _compare(self, whose: str, table: Table) -> None:
        """Check that the reported version of the table was committed with the same content."""
        version = self.record.chronicle.of(table.version)
        if version is None:
            self.record.wrong.append(f"{whose} reports version {table.version}, which is nowhere")
            return
        row = version.row
        if (row.state, row.seats, dict(row.turns)) != (table.state, table.occupants, dict(table.turns)):
            self.record.wrong.append(f"{whose} reports another version {table.version}: {table} {version}")
        elif table.game and (not version.game or table.game.history != version.game.history):
            self.record.wrong.append(f"{whose} reports another record in version {table.version}")

    # --- The whole run

    async def live(self) -> Record:
        """Run the whole interleaving, and return its observations."""
        self.record.chronicle.look(self.server.statements, "", lent=0.0)
        for _ in range(2):
            self.loop.later(self.random.choice((0.0, 0.5)), self._start)
        people = [asyncio.create_task(self._person(one.id)) for one in PEOPLE]
        await asyncio.sleep(self.random.uniform(3.0, 9.0))
        await self._fate()
        self._moments.clear()
        await asyncio.sleep(QUIET)
        self.record.ended = now()
        self._note_what_is_kept()
        self.going_on = False
        for task in people:
            if task.done():
                task.result()
            task.cancel()
        await self._end()
        return self.record

    def _note_what_is_kept(self) -> None:
        run = self.server.statements.run
        moves = run("SELECT number, seat, move FROM moves WHERE table_id = ? ORDER BY number", (TABLE,))
        self.record.kept = tuple(map(tuple, moves))
        self.record.results = tuple(seat for (seat,) in run("SELECT seat FROM results ORDER BY seat"))
        self.record.rated = tuple(games for (games,) in run("SELECT games FROM ratings"))

    async def _end(self) -> None:
        """Let all processes run, dead ones too, so that all tasks can end."""
        self.loop.set_exception_handler(lambda _loop, _about: None)
        for process in self._processes:
            process.frozen = process.dead = False
            await process.wire.close()
        await cancel_tasks()


def lived(seed: int) -> Record:
    """Run the interleaving of a seed, and return its record."""
    drawn = Random(f"image {seed}")
    image, blind = made(*drawn.choice(IMAGES)), drawn.random() < 0.3
    loop = Scheduler(Random(f"steps {seed}"))
    server = Server(loop, Random(f"wires {seed}"), image)
    with (
        unexpected_logs("host") as unexpected,
        seeded(seed),
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        record = runner.run(Interleaving(server, seed, blind=blind).live())
    record.wrong += unexpected
    return record


def _after(turn: Turn, spent: int) -> Turn:
    """Return a pending decision as it is `spent` seconds later. After `REMINDED` seconds the reminder has been sent."""
    remind = None if turn.remind is None or spent > REMINDED else turn.remind - spent
    return replace(turn, since=turn.since - spent, remind=remind, due=None if turn.due is None else turn.due - spent)
