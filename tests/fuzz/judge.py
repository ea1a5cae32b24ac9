"""Checks that every change in the database was asked for, by an interaction of a person who may make this change.

The judge uses only the database's rows and its own rules, not the bot's permission checks. Each change must follow from
an interaction of a permitted person, on the right server, at the right seat and decision. The engine replays the moves
of every game.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from storage import Turn
from storage.rows import turns_of
from tests.fuzz.offline import Offline, SentInteraction
from tests.judging.replay import deal, replay

Row = dict[str, Any]
MISSES_UNTIL_AWAY = 3
"""Number of missed decisions in a row after which a player counts as away."""
SILENT_SECONDS = 86_400
"""Seconds after which others may let a computer player decide at a table without a clock."""


@dataclass
class Snapshot:
    """All tables, seats, moves, pending decisions and settings."""

    tables: dict[int, Row]
    seats: dict[tuple[int, int], Row]
    moves: dict[tuple[int, int], Row]
    turns: dict[tuple[int, int], Turn]
    """Pending decisions of people, by table and seat."""
    settings: dict[tuple[int, str], str]
    """Values by owner and name."""

    @staticmethod
    async def of(world: Offline) -> Snapshot:
        """Wait until the bot is idle, and read its database."""
        await world.wait_until_idle()
        with closing(sqlite3.connect(f"{world.database.as_uri()}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            tables, seats, moves, settings = (
                [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608  our own table names
                for name in ("tables", "seats", "moves", "settings")
            )
        return Snapshot(
            {row["id"]: row for row in tables},
            {(row["table_id"], row["seat"]): row for row in seats},
            {(row["table_id"], row["number"]): row for row in moves},
            {(row["id"], seat): turn for row in tables for seat, turn in turns_of(row["turns"]).items()},
            {(row["owner_id"], row["name"]): row["value"] for row in settings},
        )

    def people(self, table: int) -> set[int]:
        """Return the ids of the people at a table."""
        return {row["user_id"] for (one, _), row in self.seats.items() if one == table and row["user_id"] is not None}

    def computers(self, table: int) -> int:
        """Return the number of computer players at a table."""
        return sum(one == table and row["computer"] is not None for (one, _), row in self.seats.items())


def _is_overdue(owed: Turn) -> bool:
    """Return whether the time for a decision is over."""
    over = owed.since + SILENT_SECONDS if owed.due is None else owed.due
    return over <= time.time()


def judge(before: Snapshot, after: Snapshot, asked: Iterable[SentInteraction]) -> list[str]:
    """Return one sentence for each change between the snapshots that no permitted interaction in `asked` requested."""
    return _Judge(before, after, list(asked)).violations()


class _Judge:
    def __init__(self, before: Snapshot, after: Snapshot, asked: list[SentInteraction]) -> None:
        self._before, self._after = before, after
        self._clicks = [one for one in asked if one.kind in {3, 5}]
        self._commands = [one for one in asked if one.kind == 2]

    def _clicks_on(self, table: int, *verbs: str) -> list[SentInteraction]:
        """Return the clicks in the table's place that name this table and one of these verbs."""
        place = (self._after.tables.get(table) or self._before.tables[table])["place_id"]
        ids = [(one, one.data["custom_id"].split(":")) for one in self._clicks if one.place == place]
        return [one for one, parts in ids if parts[0] in verbs and parts[1:2] == [str(table)]]

    def _clickers(self, table: int, *verbs: str) -> Counter[int]:
        """Count the clicks of `_clicks_on` by person. A person who deletes their data counts as leaving every table."""
        left = self._forgotten if {"leave", "leave-game"} & set(verbs) else set()
        return Counter([*(one.user.id for one in self._clicks_on(table, *verbs)), *left])

    @property
    def _forgotten(self) -> set[int]:
        """Return the ids of the people who asked for the deletion of their data and confirmed it."""
        ids = ((one.user.id, one.data["custom_id"].partition(":")) for one in self._clicks)
        return {user for user, (verb, _, sure) in ids if verb == "forget-me" and sure not in {"", "0"}}

    def violations(self) -> list[str]:
        wrong = self._new_tables() + self._settings()
        for table, row in self._after.tables.items():
            old = self._before.tables.get(table)
            wrong += self._seats(table, old) + self._moves(table, row) + self._nudges(table) + self._votes(table)
            if old is not None:
                wrong += self._table_rows(table, old, row) + self._levels(table)
        gone = self._before.tables.keys() - self._after.tables.keys()
        wrong += [
            f"table {one} is gone" for one in gone if -self._before.tables[one]["place_id"] not in self._forgotten
        ]
        return wrong

    def _new_tables(self) -> list[str]:
        asked: Counter[tuple[Any, ...]] = Counter()
        for one in self._commands:
            options = {option["name"]: option["value"] for option in one.data.get("options", ())}
            if one.data["name"] == "play":
                asked[one.place, one.channel, one.user.id, str(options.get("game"))] += 1
        for one in self._clicks:
            verb, _, game = one.data["custom_id"].partition(":")
            if verb == "play-here" and not one.guild:
                asked[one.place, one.channel, one.user.id, game] += 1
        for number in self._before.tables:
            for one in self._clicks_on(number, "play-on"):
                asked[one.place, one.channel, one.user.id, self._before.tables[number]["game"]] += 1
        for one in self._clicks:
            verb, _, game = str(one.data["custom_id"]).partition(":")
            if verb == "play-easy":
                asked[one.place, one.channel, one.user.id, game] += 1
        made: Counter[tuple[Any, ...]] = Counter()
        rematches = {row["next_id"] for table, row in self._after.tables.items() if self._clickers(table, "rematch")}
        for table in self._after.tables.keys() - self._before.tables.keys() - rematches:
            row = self._after.tables[table]
            made[row["place_id"], row["channel_id"], row["opener_id"], row["game"]] += 1
        return [f"tables {key} were opened {count} times" for key, count in made.items() if count > asked[key]]

    def _settings(self) -> list[str]:
        """Check that only managers set a server's settings, and that people set only their own settings."""
        before, after = self._before.settings, self._after.settings
        changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
        asked = {(one.user.id, "hints") for one in self._clicks if "hints" in one.data["custom_id"]}
        asked |= {(one.user.id, "locale") for one in [*self._clicks, *self._commands] if not one.guild}
        for one in self._clicks:
            verb, whose, name = (*str(one.data["custom_id"]).split(":"), "", "")[:3]
            if verb in {"put", "set", "set-some"} and whose == "mine":
                asked.add((one.user.id, name))
            elif verb in {"put", "set", "set-some"} and "manage_guild" in one.user.roles:
                asked.add((one.guild, f"server:{name}"))
            elif verb in {"zone", "zone-find"}:
                asked.add((one.user.id, "time_zone"))
            elif verb == "puzzle-leave":
                asked.add((one.user.id, "puzzles"))
        return [
            f"{name} of {owner} was set"
            for owner, name in changed
            if owner  # 0 is the owner of the bot's own settings
            and (owner, name) not in asked
            and owner not in self._forgotten
        ]

    def _seats(self, table: int, old: Row | None) -> list[str]:
        after = self._after.people(table)
        rematch = any(row["next_id"] == table for row in self._after.tables.values())
        before = self._before.people(table) if old else after if rematch else {self._after.tables[table]["opener_id"]}
        joined, left = self._clickers(table, "join", "sit"), self._clickers(table, "leave", "leave-game")
        removing = set(self._clickers(table, "unseat", "bar")) & self._leaders(table)
        removing |= self._moderators(table, "remove")
        wrong = [f"{user} sits at table {table} unasked" for user in after - before if not joined[user]]
        wrong += [f"{user} sits no more at table {table}" for user in before - after if not left[user] and not removing]
        grown = self._after.computers(table) - (self._before.computers(table) if old else 0)
        opener = self._after.tables[table]["opener_id"]
        practice = any(one.user.id == opener for of in self._before.tables for one in self._clicks_on(of, "play-on"))
        practice |= opener in self._learners()
        direct = self._after.tables[table]["place_id"] < 0
        if (rematch or practice or direct) and not old:
            return wrong
        placing = [one for one in self._clicks_on(table, "computer") if one.user.id in self._leaders(table)]
        places = [self._picked_seat_and_level(one) for one in placing]
        every = self._after.tables[table]["seat_count"]
        added = len(self._left_seats(table)) + len((before - after) & self._forgotten)
        added += sum(1 if seat else every for seat, level in places if level)
        taken = sum(1 for _, level in places if not level)
        if not -taken <= grown <= added and not self._clicks_on(table, "start", "start-anyway"):
            wrong.append(f"table {table} has {grown} more computer players, {added} and {taken} asked for")
        return wrong

    def _levels(self, table: int) -> list[str]:
        """Check that only people who may be in charge of a table change the level of a computer player in its game."""
        asking = [one for one in self._clicks_on(table, "level") if one.user.id in self._leaders(table)]
        asked = {self._picked_seat_and_level(one) for one in asking}
        wrong = []
        for (of, seat), row in self._after.seats.items():
            old = self._before.seats.get((of, seat))
            if of != table or self._before.tables[table]["state"] != "playing" or old is None or not old["computer"]:
                continue
            level = row["computer"]
            if level != old["computer"] and not asked & {("", level), (str(seat), level)}:
                wrong.append(f"seat {seat} of table {table} plays at level {level} unasked")
        return wrong

    def _nudges(self, table: int) -> list[str]:
        """Check who has hurried the people who must decide.

        Only other people at the table may nudge a person. No decision may be given to a computer player before its
        time is over.
        """
        wrong, asking = [], self._clickers(table, "nudge")
        for (of, seat), turn in self._after.turns.items():
            old = self._before.turns.get((of, seat))
            if of != table:
                continue
            others = self._before.people(table) - {self._after.seats[table, seat]["user_id"]}
            if turn.nudged and not (old and old.nudged) and not others & set(asking):
                wrong.append(f"seat {seat} of table {table} was asked to hurry by nobody who may")
            if turn.given and not (old and old.given) and not _is_overdue(turn):
                wrong.append(f"seat {seat} of table {table} is decided for before its time is over")
        return wrong

    def _may_be_decided_for(self, table: int, seat: int) -> bool:
        """Return whether a computer player may decide for this seat, because its person is overdue or away."""
        owed = (one.turns.get((table, seat)) for one in (self._before, self._after))
        who = self._before.seats.get((table, seat))
        away = who is not None and who["misses"] >= MISSES_UNTIL_AWAY
        return away or any(turn is not None and _is_overdue(turn) for turn in owed)

    def _votes(self, table: int) -> list[str]:
        """Check that every person who is stored as agreeing has clicked to agree."""
        asking = self._clickers(table, "finish", "rematch")
        rows = [(at, row) for at, row in self._after.seats.items() if at[0] == table and row["agreed"]]
        new = [
            row["user_id"] for at, row in rows if at not in self._before.seats or not self._before.seats[at]["agreed"]
        ]
        return [f"{user} is said to agree at table {table}" for user in new if not asking[user]]

    def _all_agree(self, table: int, verb: str) -> bool:
        """Return whether every person at the table asks for `verb` now or has agreed before."""
        rows = [row for (of, _), row in self._before.seats.items() if of == table and row["user_id"] is not None]
        asking = self._clickers(table, verb)
        return all(row["agreed"] or asking[row["user_id"]] for row in rows)

    def _left_seats(self, table: int) -> set[int]:
        """Return the seats whose people have left the game, so that computer players now play there."""
        rows = self._after.seats.items()
        return {seat for (of, seat), row in rows if of == table and row["left_by"] is not None}

    def _learners(self) -> set[int]:
        """Return the people who asked for a game against easy computer players, which begins at once."""
        return {one.user.id for one in self._clicks if str(one.data["custom_id"]).startswith("play-easy:")}

    def _moderators(self, table: int, verb: str) -> set[int]:
        """Return the moderators of the table's channel who clicked this verb."""
        return {one.user.id for one in self._clicks_on(table, verb) if self._moderates(one, table)}

    def _moderates(self, one: SentInteraction, table: int) -> bool:
        """Return whether the sender of an interaction moderates the table's channel, wherever it was sent."""
        return self._after.tables[table]["channel_id"] in one.moderates

    def _leaders(self, table: int) -> set[int]:
        """Return the people who may be in charge of a table.

        They are the people at the table in either snapshot, the people who clicked to join, and its moderators.
        """
        people = {*self._before.people(table), *self._after.people(table), *self._clickers(table, "join", "sit")}
        return people | {one.user.id for one in self._clicks if self._moderates(one, table)}

    def _table_rows(self, table: int, old: Row, row: Row) -> list[str]:
        verbs = {
            "playing": ["start", "start-anyway"],
            "closed": ["close", "leave", "unseat", "bar"],
            "over": ["start", "start-anyway", "choose", "pick", "finish"],
        }
        wrong = []
        if old["state"] != row["state"]:
            allowed = {"lobby": {"playing", "closed", "over"}, "playing": {"over", "closed"}}.get(old["state"], set())
            asked = set(self._clickers(table, *verbs.get(row["state"], []))) & self._leaders(table)
            asked |= {row["opener_id"]} & self._learners()
            if row["seed"] is not None and row["state"] == "closed":
                asked = {*self._clickers(table, "leave-game"), *self._moderators(table, "end")}
                asked |= self._moderators(table, "remove")
            computers = row["state"] == "over" and self._after.computers(table)
            if row["state"] not in allowed or not (asked or computers):
                wrong.append(f"table {table} went from {old['state']} to {row['state']}")
        fixed = ["place_id", "channel_id", "game", "created_at"]
        fixed += [] if old["opener_id"] in self._forgotten else ["opener_id"]
        wrong += [f"{name} of table {table} has changed" for name in fixed if old[name] != row[name]]
        if (old["seat_count"], old["options"]) != (row["seat_count"], row["options"]):
            asked = set(self._clickers(table, "set-up", "start", "start-anyway")) & self._leaders(table)
            if not asked or old["state"] != "lobby":
                wrong.append(f"options of table {table} have changed")
        if old["time_control"] != row["time_control"] and not set(self._clickers(table, "pace")) & self._leaders(table):
            wrong.append(f"the time control of table {table} has changed")
        if old["next_id"] != row["next_id"] and not self._all_agree(table, "rematch"):
            wrong.append(f"table {table} has a rematch that not all want")
        if old["seed"] not in {None, row["seed"]}:
            wrong.append(f"table {table} was dealt anew")
        return wrong

    def _moves(self, table: int, row: Row) -> list[str]:
        rows = sorted((one for (of, _), one in self._after.moves.items() if of == table), key=lambda one: one["number"])
        known = sum(of == table for of, _ in self._before.moves)
        kept = [one for one in rows[:known] if self._before.moves[table, one["number"]] == one]
        wrong = [] if len(kept) == known else [f"moves of table {table} have changed"]
        if not rows[known:]:
            return wrong
        game = deal(row["game"], row["seat_count"], json.loads(row["options"]), row["seed"])
        asked = Counter(self._chosen_move(one) for one in self._clicks_on(table, "choose", "pick"))
        finished, left = bool(self._clickers(table, "finish")), self._left_seats(table)
        for number, one in enumerate(rows):
            seat, step = one["seat"], replay(game, one["seat"], one["move"])  # raises if the move is illegal
            who = self._after.seats[table, seat]
            silent = one["computer"] is not None and self._may_be_decided_for(table, seat)
            if number >= known and not step.forced and not finished and seat not in left and not silent:
                if who["computer"] is None and not asked[who["user_id"], step.decision, step.path]:
                    wrong.append(f"move {number} of table {table}, {one['move']}, was not asked for by its person")
                if (one["computer"] is not None) != (who["computer"] is not None):
                    wrong.append(f"move {number} of table {table} is said to be of another kind")
        return wrong

    @staticmethod
    def _picked_seat_and_level(one: SentInteraction) -> tuple[str, str]:
        """Return the picked seat ("" for all seats) and level."""
        seat, _, level = str((one.data.get("values") or [""])[0]).partition(".")
        return seat, level

    @staticmethod
    def _chosen_move(one: SentInteraction) -> tuple[int, int, str]:
        verb, _, decision, path = (*str(one.data["custom_id"]).split(":"), "", "", "")[:4]
        if verb == "pick":
            path = ".".join([*filter(None, [path]), *map(str, one.data.get("values") or [""])])
        return one.user.id, int(decision) if decision.isdigit() else -1, path
