"""A copy of the tables in the database, kept up to date while the bot runs; the engine replays their records."""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from locales.translation import BOUND, JOKER
from storage.database import Transaction
from tests.driver import Json, components, texts
from tests.e2e.processes import BotProcess
from tests.judging.replay import deal, replay

Row = tuple[int, str, str | None]
"""A stored move: seat, notation, and the AI player's level if an AI player made it."""


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """A decision of one seat."""

    path: str
    chosen: bool
    """True if the person chose the move: it was neither forced nor an AI player's."""
    place: int
    """Index in the record, from 0."""


@dataclass(slots=True)
class Record:
    """A table as of the last refresh."""

    number: int
    state: str
    version: int
    place_id: int
    next_id: int | None
    people: dict[int, int] = field(default_factory=dict)
    """User ids of people by seat."""
    game: Game | None = None
    """None before the deal."""
    rows: list[Row] = field(default_factory=list)
    made: dict[tuple[int, int], OwnDecision] = field(default_factory=dict)
    """Decisions by seat and the seat's decision number."""
    public: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Cards that everybody could see, by round."""

    def play(self, row: Row) -> None:
        """Apply one stored move; raise if it is illegal."""
        (seat, text, level), game = row, self.game
        assert game is not None
        before, step = game.round, replay(game, seat, text)
        self.made[seat, step.decision] = OwnDecision(step.path, not step.forced and level is None, len(self.rows))
        self.rows.append(row)
        self.note_public({before, game.round})

    def note_public(self, rounds: Iterable[int]) -> None:
        """Add all cards that are public now to the public cards of these rounds.

        After the last move of a round, `rounds` has two numbers: the view then shows this round's last cards, and also
        cards of the next round.
        """
        assert self.game is not None
        seen = set(re.findall(r"[A-Z][0-9A-Z]+", json.dumps(self.game.view(None))))
        for one in rounds:
            self.public[one] |= seen

    def to_act(self) -> list[int]:
        """Return the user ids of the people who must decide."""
        acting = self.game.to_act if self.game is not None and self.state == "playing" else ()
        return [self.people[seat] for seat in acting if seat in self.people]


class Mirror:
    """All tables of a bot's database."""

    def __init__(self, bot: BotProcess) -> None:
        self._bot = bot
        self.records: dict[int, Record] = {}
        self._changed = asyncio.Event()

    def refresh(self) -> None:
        """Read the tables that have changed."""
        changed = False
        with self._bot.transaction() as transaction:
            sql = "SELECT id, state, version, place_id, next_id FROM tables"
            for number, state, version, guild, following in transaction.run(sql):
                record = self.records.setdefault(number, Record(number, "", -1, guild, None))
                if record.version != version:
                    changed = True
                    record.state, record.version, record.next_id = state, version, following
                    self._follow(transaction, record)
        if changed:
            self._changed.set()
            self._changed = asyncio.Event()

    async def wait_for_change(self, within: float) -> None:
        """Wait until any table has changed, for at most `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self._changed.wait()
        except TimeoutError:
            return

    def changed_records(self) -> list[str]:
        """Return the moves that were read before and are missing or different now."""
        found: defaultdict[int, list[Row]] = defaultdict(list)
        for number, *row in self._bot.rows("SELECT table_id, seat, move, computer FROM moves ORDER BY 1, number"):
            found[number].append((row[0], row[1], row[2]))
        return [
            f"moves of table {number} have changed"
            for number, record in self.records.items()
            if found[number][: len(record.rows)] != record.rows
        ]

    def slots(self, messages: Iterable[int]) -> dict[int, tuple[int, str]]:
        """Return the table and slot of each message; unknown messages are left out."""
        with self._bot.transaction() as transaction:
            sql = "SELECT owner_id, slot FROM posts WHERE message_id = ? AND owner_kind = 'table'"
            found = {message: transaction.run(sql, (message,)) for message in messages}
        return {message: (rows[0][0], rows[0][1]) for message, rows in found.items() if rows}

    @staticmethod
    def _follow(transaction: Transaction, record: Record) -> None:
        seats = transaction.run("SELECT seat, user_id FROM seats WHERE table_id = ?", (record.number,))
        record.people = {seat: user for seat, user in seats if user is not None}
        if record.game is None:
            sql = "SELECT game, seat_count, options, seed FROM tables WHERE id = ?"
            ((kind, count, options, seed),) = transaction.run(sql, (record.number,))
            if seed is None:
                return
            record.game = deal(kind, count, json.loads(options), seed)
            record.note_public([record.game.round])
        sql = "SELECT seat, move, computer FROM moves WHERE table_id = ? AND number >= ? ORDER BY number"
        for seat, move, computer in transaction.run(sql, (record.number, len(record.rows))):
            record.play((seat, move, computer))


def cards_named(kind: type[Game], message: Json) -> set[str]:
    """Return the codes of the cards in a message's texts, buttons and alternative texts."""
    return {f"{_letter(kind, found[1])}{found[2]}" for found in _named(kind).finditer(all_texts(message))}


def all_texts(message: Json) -> str:
    """Return all texts of a message, alternative texts included."""
    parts = [texts(message)]
    for one in components(message):
        parts += [str(one[key]) for key in ("label", "placeholder", "description", "custom_id") if one.get(key)]
        parts += [str(item.get("description")) for item in one.get("items") or []]
    parts += [str(one.get("filename")) for one in message.get("attachments") or []]
    return "\n".join(parts)


@cache
def _signs(kind: type[Game]) -> dict[str, str]:
    return {**JOKER, **{suit.letter: suit.symbol for suit in kind.suits}}


@cache
def _named(kind: type[Game]) -> re.Pattern[str]:
    own = rf"<:{kind.id.replace('-', '_')}_[A-Z]_\w+:\d+>"
    signs = "|".join([own, *map(re.escape, _signs(kind).values())])
    return re.compile(rf"({signs}){BOUND}?([0-9]+|[A-Z])(?![0-9A-Za-z])")


def _letter(kind: type[Game], sign: str) -> str:
    own = re.match(rf"<:{kind.id.replace('-', '_')}_([A-Z])_", sign)
    return own[1] if own else next(letter for letter, one in _signs(kind).items() if one == sign)
