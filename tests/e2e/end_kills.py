"""Kills of the bot while games end and rematches begin, with checks of results, ratings and commitments."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.fairness.deal_commitment import DealCommitment, rematch_of
from engine.fairness.verify import ExpectedValues, verify
from engine.game import Game
from host.lobby.deal_commitments import proven_record
from host.people.ratings import work_out_anew
from host.services import Services
from storage import Store, backup
from tests.driver import Driver, Json, Person, RefusedError, UnansweredError, buttons, texts
from tests.e2e.kills import Killer, Tally, running
from tests.e2e.player_actions import PlayerAction
from tests.e2e.playing import CHANNEL, PEOPLE, online, table_number, wait_until_offline
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import advance, replayed
from tests.e2e.table_players import NEWCOMERS

TABLES = 6
"""Number of games that are running or may have a rematch, unless a test sets another number."""
OUT_SECONDS = 120.0
"""Timeout in seconds within which the people make the last choices of all running games."""
_PROMISED = re.compile(r"Table (\d+): its deal is fixed")
_OVER = re.compile(r"Table (\d+): its deal can be checked now")
_COMMITMENT = re.compile(r"^Commitment: ([0-9a-f]{64})$", re.MULTILINE)
_REMATCH = re.compile(r"^Commitment of a rematch: ([0-9a-f]{64})$", re.MULTILINE)


@dataclass
class EndTally(Tally):
    """Counts of what happened, and a list of the faults found."""

    ends: int = 0
    rated: int = 0
    """Number of ended games with two or more people, which count for ratings."""
    rematches: int = 0
    ratings: int = 0
    """Number of ratings that were compared with a recalculation from results."""
    commitments: int = 0
    """Number of posted commitments that were compared with the stored commitment, the deal and the proof."""
    wrong: list[str] = field(default_factory=list)
    """Results, ratings and commitments that do not match their records."""

    def __str__(self) -> str:
        return (
            f"{super().__str__()}; {self.ends} games ended, {self.rated} of them rated, {self.rematches} rematches; "
            f"{len(self.wrong)} wrong results, of {self.ratings} ratings and {self.commitments} posted commitments"
        )


class EndKiller(Killer):
    """Kills the bot around the last moves of several games and the rematches after them."""

    most_times = 4
    moments = (0.03, 0.1, 0.3, 1.0)
    excused = (LookupError, RefusedError, UnansweredError)
    """Errors of clicks that came too late or met a kill."""

    def __init__(
        self, world: Driver, bot: BotProcess, folder: Path, random: Random, tally: EndTally, tables: int
    ) -> None:
        super().__init__(world, bot, folder, random, tally)
        self._ends, self._most = tally, tables
        self._people: list[Person] = [world.user(name) for name in PEOPLE]
        self._seen: dict[str, set[str]] = {}
        """The commitments that people have seen, by table; `12/rematch` is the key of the rematch of table 12."""
        self._read: set[str] = set()
        """The ids of the messages whose text files have been read."""

    async def gather(self) -> None:
        for name in NEWCOMERS:
            self._people.append(await self._world.newcomer(name))

    async def start_and_kill(self) -> None:
        """Advance running games to their last choice, start the bot, and kill it while people click."""
        await wait_until_offline(self._world)
        ending = self._advance_games()
        self._bot.start()
        await self.wait_until_right()
        await self._open_some()
        actions = [
            action for number in ending if self._state(number) == "playing" for action in self._picker.moves(number)
        ]
        actions += [action for number in self._rematchable() for action in self._picker.rematches(number)]
        for action in actions:
            if action.prepare is not None:
                await action.prepare()
        await self._act_and_kill(actions)
        self._tally.kills += 1
        self._count_tables()
        await self._read_commitments()

    async def finish(self) -> None:
        """End the running games without kills, play some rematches, and check everything."""
        self._advance_games()
        self._bot.start()
        await self.wait_until_right()
        async with asyncio.timeout(OUT_SECONDS):
            while ending := self._tables("playing"):
                for action in [action for number in ending for action in self._picker.moves(number)]:
                    await self._do(action)
            await self._audit.wait_until_right()
            for action in [action for number in self._rematchable() for action in self._picker.rematches(number)]:
                await self._do(action)
        await self._audit.wait_until_right()
        await self._check_results(self._folder / "judged.sqlite3")

    def _points_of(self, actions: Sequence[PlayerAction]) -> Sequence[str]:
        """Return the failpoints at which an end or a rematch is most easily lost, some of them several times.

        A point that is listed more often is drawn more often.
        """
        return ("commit", "commit", "commit", "answer", "answer", "note", "edit", "send", "fingerprint")

    def _advance_games(self) -> list[int]:
        """Advance the running games to their last choices while the bot is stopped; return their numbers."""
        ending = self._tables("playing")
        for number in ending:
            advance(self._bot, number, self._random, last_round=True)
        return ending

    async def _do(self, action: PlayerAction) -> None:
        with suppress(*self.excused):
            await action.do()

    async def _open_some(self) -> None:
        """Begin games of two to four people, and one practice game of one person with AI players."""
        while (there := len(self._tables("playing")) + len(self._rematchable())) < self._most:
            kind = self._random.choice([one for one in Game.games.values() if min(one.seat_counts) <= 4])
            seats = self._random.choice([count for count in kind.seat_counts if count <= 4])
            people = self._random.sample(self._people, 1 if there == 1 else seats)
            if not await self._begin_game(kind.id, seats, people):
                return

    async def _begin_game(self, game: str, seats: int, people: list[Person]) -> bool:
        """Let these people open, join and start a game; return False if the opener may open no more tables."""
        lobby = (await people[0].command(CHANNEL, "play", game=game, seats=seats)).reply
        if not any(one["custom_id"].startswith("join:") for one in buttons(lobby)):
            return False
        number = table_number(lobby)
        self._opened_tables += 1
        for person in people[1:]:
            await person.click(lobby, custom_id=f"join:{number}")
        await people[0].click(lobby, custom_id=f"start:{number}")
        assert self._state(number) == "playing", texts(lobby)
        return True

    def _tables(self, state: str) -> list[int]:
        return [number for (number,) in self._bot.rows("SELECT id FROM tables WHERE state = ?", state)]

    def _rematchable(self) -> list[int]:
        """Return the newest finished games without a rematch; in this test nobody clicks at older ones."""
        query = "SELECT id FROM tables WHERE state = 'over' AND next_id IS NULL ORDER BY ended_at DESC, id DESC LIMIT ?"
        return [number for (number,) in self._bot.rows(query, self._most // 2)]

    # --- Checks

    async def _check_results(self, copy: Path) -> None:
        """Check results, ratings and commitments against the records and against people's messages."""
        assert isinstance(self._bot.home, Path)
        backup(self._bot.home, copy)
        for number in self._tables("over"):
            self._check_result(number)
        self._check_numbers()
        async with await Store.open(copy, record_write=None) as store:
            before = self._all_ratings()
            await work_out_anew(store)
            self._check_ratings(before, copy)
            await self._read_commitments()
            services, seen = Services(store), self._seen
            query = "SELECT id FROM tables WHERE seed IS NOT NULL"
            for (number,) in self._bot.rows(query):
                table = await services.tables.get(number)
                if table.promise is not None and table.game is not None:
                    proven = proven_record(table, table.game) if table.revealed_commitment else None
                    self._ends.wrong += self._check_commitment(number, table.promise, seen, proven)

    def _check_result(self, number: int) -> None:
        """Check that a finished game has exactly one result: the one that a replay of its record gives."""
        game, tally = replayed(self._bot, number), self._ends
        rows = self._bot.rows(
            "SELECT seat, points, place, practice FROM results WHERE table_id = ? ORDER BY seat", number
        )
        groups = game.ranking()
        place = {seat: 1 + sum(map(len, groups[:at])) for at, tied in enumerate(groups) for seat in tied}
        wanted = [(seat, game.scores[seat], place[seat]) for seat in range(game.seats)]
        if not rows or not game.over:
            tally.wrong.append(f"table {number} is over with {len(rows)} results, after {len(game.history)} moves")
        elif [row[:3] for row in rows] != wanted:
            tally.wrong.append(f"table {number} has the results {rows}, not {wanted}")
        tally.ends += 1
        tally.rated += bool(rows) and not rows[0][3]

    def _check_numbers(self) -> None:
        """Check that only finished games have results, and that the games of each kind have the numbers 1, 2, 3 …."""
        query = (
            "SELECT DISTINCT table_id FROM results WHERE table_id NOT IN (SELECT id FROM tables WHERE state = 'over')"
        )
        self._ends.wrong += [f"table {number} has results and is not over" for (number,) in self._bot.rows(query)]
        query = """
            SELECT place_id, game, count(DISTINCT table_id), count(DISTINCT number), max(number)
              FROM results GROUP BY place_id, game
        """
        self._ends.wrong += [
            f"{tables} games of {game} have {numbers} numbers up to {last}"
            for _, game, tables, numbers, last in self._bot.rows(query)
            if not tables == numbers == last
        ]
        followed = "SELECT next_id, count(*) FROM tables WHERE next_id IS NOT NULL GROUP BY next_id HAVING count(*) > 1"
        self._ends.wrong += [f"table {number} is a rematch {n} times" for number, n in self._bot.rows(followed)]
        ((rematches,),) = self._bot.rows("SELECT count(next_id) FROM tables")
        self._ends.rematches += rematches

    def _all_ratings(self) -> dict[tuple[object, ...], tuple[object, ...]]:
        """Return all ratings, and the ratings stored with each result."""
        rows = self._bot.rows(_RATINGS)
        return {row[:4]: row[4:] for row in rows}

    def _check_ratings(self, before: dict[tuple[object, ...], tuple[object, ...]], copy: Path) -> None:
        after = {row[:4]: row[4:] for row in BotProcess("", copy).rows(_RATINGS)}
        self._ends.ratings += len(before)
        self._ends.wrong += [
            f"{who}: {before.get(who)} is stored, {after.get(who)} follows from results"
            for who in sorted(before.keys() | after.keys(), key=str)
            if before.get(who) != after.get(who)
        ]

    async def _read_commitments(self) -> None:
        """Read the text files of new messages with commitments."""
        for person in self._people:
            for name, message in person.events:
                if name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and message["id"] not in self._read:
                    await self._read_message(message)

    async def _read_message(self, message: Json) -> None:
        promised, over = _PROMISED.search(texts(message)), _OVER.search(texts(message))
        if not (promised or over):
            return
        self._read.add(message["id"])
        (file,) = message["attachments"]
        async with self._world.session.get(file["url"]) as response:
            text = await response.text()
        if promised:
            self._seen.setdefault(promised[1], set()).update(_COMMITMENT.findall(text))
        if over and (rematch := _REMATCH.findall(text)):
            self._seen.setdefault(rematch_of(over[1]), set()).update(rematch)

    def _check_commitment(
        self, number: int, promise: DealCommitment, seen: dict[str, set[str]], proven: dict[str, object] | None
    ) -> Iterator[str]:
        """Compare a table's posted commitment with the stored one, with the deal, and with the proof after the game."""
        before = self._bot.rows("SELECT id FROM tables WHERE next_id = ?", number)
        name = rematch_of(str(before[0][0])) if before else str(number)
        posted = seen.get(name, set())
        self._ends.commitments += len(posted)
        if promise.table != name:
            yield f"table {number} has the promise of {promise.table}, not of {name}"
        if posted != {promise.commitment}:
            yield f"of table {number} {posted} was posted, and {promise.commitment} is stored"
        ((seed,),) = self._bot.rows("SELECT seed FROM tables WHERE id = ?", number)
        if seed != promise.seed.hex():
            yield f"table {number} was not dealt by its promise"
        if proven is not None:
            verdict = verify(json.dumps(proven), ExpectedValues(next(iter(posted), "")))
            if not verdict.holds:
                yield f"table {number}: {verdict.lines}"


_RATINGS = """
SELECT 'rating', place_id, game, user_id * 2 + practice, mu, sigma, games FROM ratings
 UNION ALL
SELECT 'result', table_id, game, seat, mu, sigma, 0 FROM results WHERE mu IS NOT NULL
"""


async def end_season(folder: Path, random: Random, kills: int, tally: EndTally, tables: int = TABLES) -> None:
    """Kill a bot `kills` times around the ends of games, play the games to their ends, then check everything."""
    with running(folder) as (discord, bot):
        async with online(discord.url) as world:
            killer = EndKiller(world, bot, folder, random, tally, tables)
            await killer.kill_repeatedly(discord, kills, pressing=tables == TABLES)
