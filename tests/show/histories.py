"""Random histories of a server, each drawn from a seed, and a check of the messages at the end of each."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from host.place import Place
from host.tables.table import Person
from tests.show.bot_run import Faults
from tests.show.fake_discord import ALL, GUILD, Message
from tests.show.judge import judge_world
from tests.show.stub_game import random_move
from tests.show.world import CHANNELS, PEOPLE, World
from tests.unexpected_logs import unexpected_logs
from tests.virtual_time import run

GAPS = (0.0, 0.0, 0.01, 0.1, 0.4, 1.0, 3.0, 15.0)
"""Seconds between two steps."""
FORGETFUL = 400.0
"""Seconds after which Discord has forgotten every nonce."""
QUIET = 600.0
"""More seconds than any wait of the bot."""
WEIGHTS = {
    "open": 4,
    "join": 12,
    "leave": 2,
    "start": 8,
    "cancel": 1,
    "move": 30,
    "moves": 6,
    "hand": 8,
    "click": 3,
    "chat": 3,
    "delete message": 6,
    "delete thread": 1,
    "delete channel": 0.4,
    "hide channel": 0.8,
    "show channel": 0.8,
    "move table": 3,
    "refuse": 4,
    "allow": 3,
    "wear": 3,
    "faults": 3,
    "no faults": 2,
    "kill": 6,
    "kill soon": 10,
    "leave server": 0.5,
    "come back": 1,
    "new rules": 0.7,
    "wait": 3,
    "speak": 0.5,
}
PRACTISING = WEIGHTS | {"finish": 8, "practice": 10}
"""Weights for histories in which games end and people play on from their positions."""


@dataclass(frozen=True)
class Step:
    """An event of a history; `seed` decides its details."""

    gap: float
    what: str
    seed: int


def draw_history(seed: int, weights: Mapping[str, float] = WEIGHTS) -> list[Step]:
    """Draw a history: it opens a table, fills and starts it, and goes on at random."""
    random = Random(seed)
    begin = [("open", 0.4), *[("join", 0.4)] * random.randint(1, 3), ("start", random.choice(GAPS))]
    more = random.choices(list(weights), list(weights.values()), k=random.randint(5, 40))
    steps = [*begin, *((what, random.choice(GAPS)) for what in more)]
    return [Step(gap, what, random.getrandbits(32)) for what, gap in steps]


class History(World):
    """A world that carries out steps."""

    async def step(self, step: Step) -> None:
        """Carry out a step, and let `gap` seconds pass."""
        random = Random(step.seed)
        getattr(self, "_" + step.what.replace(" ", "_"))(random)
        await self.pass_time(step.gap + (FORGETFUL if step.what == "wait" else 0.0))

    # --- People

    def _open(self, random: Random) -> None:
        if len(self.tables) < 3:
            channel, opener, seats = random.choice(list(CHANNELS)), random.choice(PEOPLE), random.choice((2, 2, 3))
            self.spawn(self.open(channel, opener, seats, promise=True))

    def _lobbies(self) -> list[Message]:
        return [message for message in self.discord.messages.values() if message.text.startswith("lobby")]

    def _lobby_click(self, random: Random, what: str, people: int = 1) -> None:
        lobbies = self._lobbies()
        if lobbies:
            message = random.choice(lobbies)
            for user in random.sample(PEOPLE, people):
                self.spawn(self.click_lobby(message, user, what))

    def _join(self, random: Random) -> None:
        self._lobby_click(random, "join", people=random.choice((1, 1, 2)))

    def _leave(self, random: Random) -> None:
        self._lobby_click(random, "leave")

    def _start(self, random: Random) -> None:
        self._lobby_click(random, "start")

    def _cancel(self, random: Random) -> None:
        self._lobby_click(random, "cancel")

    def _move(self, random: Random) -> None:
        self.spawn(self._moved(random, fresh=random.random() < 0.2, panel=random.random() < 0.4))

    def _moves(self, random: Random) -> None:
        for _ in range(random.randint(2, 6)):
            self.spawn(self._moved(random, fresh=False, panel=False))

    async def _moved(self, random: Random, *, fresh: bool, panel: bool) -> None:
        tables = [table async for table in self.services.tables.load_each(self.tables) if table.state == "playing"]
        if not tables:
            return
        table = random.choice(tables)
        people = [who.user_id for who in table.to_act.values() if who.user_id]
        if not people:  # somebody left just before the start, so a computer player has the seat
            return
        user = random.choice(people)
        if panel:
            await self.use_hand(table.id, user, random_move(random), fresh=fresh)
        else:
            await self.play(table, user, random_move(random))

    def _finish(self, _: Random) -> None:
        for table_id in self.tables:
            self.spawn(self._finished(table_id))

    async def _finished(self, table_id: int) -> None:
        """Finish the game: in each round, the player who must decide makes the move that ends the round."""
        while (table := await self.services.tables.get(table_id)).pending_decisions():
            await self.play(table, min(table.pending_decisions())[0], "end")

    def _practice(self, random: Random) -> None:
        self.spawn(self._practised(random))

    async def _practised(self, random: Random) -> None:
        """Let somebody play on from any position of a finished game."""
        over = [
            table async for table in self.services.tables.load_each(self.tables) if table.state == "over" and table.game
        ]
        if over and len(self.tables) < 5:
            replay = await self.services.replays.of(random.choice(over).id)
            step = random.randrange(len(replay.steps) - 1)
            person, channel = Person(random.choice(PEOPLE)), random.choice(list(CHANNELS))
            self.counts["practice"] += 1
            await self.services.replays.play_on(replay.table.id, person, channel, step, None)
            self._note_practice()

    def _note_practice(self) -> None:
        """Add to `tables` the practice tables that were opened just before a kill, so that nobody got their numbers."""
        begun = self.database.run("SELECT id FROM tables WHERE origin_id IS NOT NULL")
        self.tables += [number for (number,) in begun if number not in self.tables]

    def _hand(self, random: Random) -> None:
        if self.tables:
            self.spawn(
                self.use_hand(random.choice(self.tables), random.choice(PEOPLE), None, fresh=random.random() < 0.5)
            )

    def _click(self, random: Random) -> None:
        messages = [message for message in self.discord.messages.values() if message.nonce]
        if messages:
            message = random.choice(messages)
            table_id, _ = self.database.slots()[message.nonce]
            self.spawn(self.presenter.messages.note_clicked_message(table_id, message.channel_id, message.id))

    def _chat(self, random: Random) -> None:
        """Let somebody click in each channel as if others had written there for an hour, far below the table."""
        if self.tables:
            table_id = random.choice(self.tables)
            newest = self.discord.new_id() + (3_600_000 << 22)
            for channel_id in self.discord.channels:
                self.spawn(self._clicked_far_down(table_id, channel_id, newest))

    async def _clicked_far_down(self, table_id: int, channel_id: int, newest: int) -> None:
        self.counts["far up"] += await self.presenter.clicked(table_id, channel_id, newest)

    # --- Discord

    def _delete_message(self, random: Random) -> None:
        if self.discord.messages:
            self.discord.delete_message(random.choice(list(self.discord.messages)))

    def _delete_thread(self, random: Random) -> None:
        self._delete(random, [one.id for one in self.discord.channels.values() if one.parent is not None])

    def _delete_channel(self, random: Random) -> None:
        self._delete(random, [one.id for one in self.discord.channels.values() if one.parent is None])

    def _delete(self, random: Random, candidates: Sequence[int]) -> None:
        if candidates:
            for gone in self.discord.delete_channel(random.choice(candidates)):
                if self.discord.on_server:
                    self.spawn(self.presenter.channel_deleted(gone))

    def _hide_channel(self, random: Random) -> None:
        self._set_hidden(random, hidden=True)

    def _show_channel(self, random: Random) -> None:
        self._set_hidden(random, hidden=False)

    def _set_hidden(self, random: Random, *, hidden: bool) -> None:
        channels = [one for one in self.discord.channels.values() if one.parent is None and one.hidden != hidden]
        if channels:
            random.choice(channels).hidden = hidden
            self.spawn(self.presenter.retry_place(Place.server(GUILD)))

    def _move_table(self, random: Random) -> None:
        seen = [one.id for one in self.discord.channels.values() if one.parent is None and not one.hidden]
        if self.tables and seen:
            self.spawn(self._moved_to(random.choice(self.tables), random.choice(seen)))

    async def _moved_to(self, table_id: int, channel_id: int) -> None:
        table = await self.services.tables.get(table_id)
        if table.lost_since is not None and table.state == "playing":
            self.moved.add(table_id)  # noted before the move, which may be stored although its answer is lost
            self.counts["moves"] += 1
            await self.services.lost_tables.move(table_id, Person(table.in_charge), channel_id)

    def _refuse(self, random: Random) -> None:
        if self.discord.channels:
            channel = random.choice(list(self.discord.channels.values()))
            what = random.choice((ALL, ALL, {"send"}, {"edit"}, {"delete"}, {"send", "edit"}, {"thread"}))
            channel.refused |= frozenset(what)

    def _allow(self, random: Random) -> None:
        refusing = [channel for channel in self.discord.channels.values() if channel.refused]
        if refusing:
            random.choice(refusing).refused = frozenset()
            self.spawn(self.presenter.retry_place(Place.server(GUILD)))

    def _wear(self, random: Random) -> None:
        if self.discord.messages:
            random.choice(list(self.discord.messages.values())).worn = True

    def _faults(self, random: Random) -> None:
        kinds = {"slow": 0.5, "lost": 0.4, "hanging": 0.2, "store": 0.2}
        for kind, most in kinds.items():
            setattr(self.faults, kind, random.choice((0.0, most / 4, most)))

    def _no_faults(self, _: Random) -> None:
        for kind, value in vars(Faults()).items():
            setattr(self.faults, kind, value)

    def _leave_server(self, _: Random) -> None:
        self.counts["moderated"] += 1
        self.discord.on_server = False
        self.presenter.channel_sight.look(Place.server(GUILD))

    def _come_back(self, _: Random) -> None:
        if not self.discord.on_server:
            self.discord.on_server = True
            self.spawn(self.presenter.channel_sight.find_all(Place.server(GUILD)))
            self.presenter.resync()

    def _speak(self, random: Random) -> None:
        self.counts["languages"] += 1
        self.discord.locale = random.choice(("de", "en-GB"))

    # --- The bot

    def _kill(self, _: Random) -> None:
        self.bot_run.killed.set()

    def _kill_soon(self, random: Random) -> None:
        self.bot_run.kill_in(random.choice((1, 2, 3, 4, 6, 8, 12)), after=random.random() < 0.5)

    def _new_rules(self, random: Random) -> None:
        if self.tables:
            self.database.run("UPDATE tables SET rules = 2 WHERE id = ?", (random.choice(self.tables),))
            self.bot_run.killed.set()

    def _wait(self, _: Random) -> None:
        pass

    # --- The end

    async def finish_and_judge(self) -> list[str]:
        """Remove all faults, wait until nothing changes any more, and return complaints about the messages.

        Before the final judgement, all message records are marked as uncertain, so that the bot checks every message.
        After it they are marked once more, and this must notify nobody.
        """
        self.bot_run.kill_at = None
        self._note_practice()
        self._no_faults(self.random)
        await self.pass_time(QUIET)
        for channel in self.discord.channels.values():
            channel.refused, channel.hidden = frozenset(), False
        self._come_back(self.random)
        await self.presenter.retry_place(Place.server(GUILD))
        await asyncio.sleep(QUIET)
        for message in self._lobbies():  # a first click makes the bot record the message of the lobby
            await self.click_lobby(message, PEOPLE[0], "look")
        await asyncio.sleep(QUIET)
        found = []
        if not (self.discord.counts["deletions"] or self.discord.counts["refusals"] or self.counts["moderated"]):
            found += [f"undoubted: {what}" for what in await judge_world(self)]
        await self._doubted()
        found += await judge_world(self)
        before = self.bot_run.operations, len(self.discord.pings)
        await self._doubted()
        if len(self.discord.pings) != before[1]:
            found.append("Somebody was notified when nothing had happened.")
        self.counts["operations"] += self.bot_run.operations
        await self.presenter.close()
        await self.services.close()
        return [*found, *self.errors]

    async def _doubted(self) -> None:
        for table_id in self.tables:
            await self.presenter.messages.distrust_records(table_id)
            self.presenter.changed(table_id)
        await asyncio.sleep(QUIET)


async def run_history(seed: int, steps: Iterable[Step]) -> tuple[list[str], Counter[str]]:
    """Run a history; return its complaints and its event counts."""
    with unexpected_logs("show") as unexpected:
        history = History(Random(seed))
        await history.start_bot()
        for step in steps:
            await history.step(step)
        wrong = await history.finish_and_judge()
    return [*wrong, *unexpected], history.counts + history.discord.counts


def shrink(seed: int, steps: list[Step]) -> list[Step]:
    """Return the smallest part of the failing history's steps that still fails."""
    at = 0
    while at < len(steps):
        fewer = [*steps[:at], *steps[at + 1 :]]
        if run(run_history(seed, fewer))[0]:
            steps = fewer
        else:
            at += 1
    return steps
