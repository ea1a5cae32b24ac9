"""What people have asked for and what they were answered, held against the record."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from engine.text import Phrase
from host import refusals
from show.actions.table_actions import Action, Choose, Finish, PickChoice
from tests.driver import Answer, Person, UnansweredError, buttons, selects, texts
from tests.e2e.mirror import Mirror
from tests.e2e.playing import Json

NOT_MADE = (
    *(one.english for one in vars(refusals).values() if isinstance(one, Phrase) and "{" not in one.english),
    "this one is left behind",
    "Go on in the newer one",
    "comes from another version",
    "could not show you what came of this",
    "Something went wrong on my side",
    "So many clicks of yours",
    "You have left this game",
)
"""What tells a person that their choice was not made, or nothing of it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a person at a table."""

    table: int
    user: int
    number: int


_DEFERRED = {5, 6}
_LOADING = 1 << 7


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An interaction that nobody has acknowledged in time, or that was promised an answer which did not come."""

    id: str
    what: str
    since: float
    until: float
    user: int


class Ledger:
    """All that has been asked for and answered; times are of the monotonic clock."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self.clicks = 0
        self.asked: defaultdict[Decision, set[str]] = defaultdict(set)
        """The choices that have been clicked on for it, right or wrong, answered or not."""
        self.made: dict[Decision, str] = {}
        """Those that were shown as made to whoever made them."""
        self.finished: dict[int, int] = {}
        """By table at which somebody has agreed to finish the moves until then: the house may have played the rest."""
        self.unanswered: list[Unanswered] = []
        self.waited: list[float] = []
        """Of the moves that were answered as made, in milliseconds."""
        self.every_wait: list[float] = []

    def ask(self, user: int, body: Json) -> Choose | None:
        """Note what is asked for by an interaction; the choice, if it is one."""
        self.clicks += 1
        action = Action.parse(str(body.get("custom_id", "")), body.get("values", ()))
        if isinstance(action, Finish):
            self.finished.setdefault(action.table, len(self._mirror.records[action.table].rows))
        if isinstance(action, PickChoice):
            action = Choose(action.table, action.decision, (*action.path, action.value))
        if not isinstance(action, Choose):
            return None
        self.asked[Decision(action.table, user, action.decision)].add(".".join(action.path))
        return action

    def answer(self, user: int, choice: Choose | None, what: str, since: float, answer: Answer) -> None:
        """Note what came of it."""
        if not answer.ok or not has_come(answer):
            self.unanswered.append(Unanswered(answer.id, what, since, time.monotonic(), user))
            return
        self.every_wait.append(answer.elapsed_ms or 0.0)
        if choice is not None and answer.message is not None and shown_as_made(choice, answer.message):
            self.made[Decision(choice.table, user, choice.decision)] = ".".join(choice.path)
            self.waited.append(answer.elapsed_ms or 0.0)

    def lost(self) -> list[str]:
        """The moves that were answered as made, and are not in the record as they were made."""
        return [fault for decision, path in self.made.items() for fault in self._lost(decision, path)]

    def _lost(self, decision: Decision, path: str) -> Iterator[str]:
        record = self._mirror.records.get(decision.table)
        seats = [seat for seat, user in record.people.items() if user == decision.user] if record else []
        made = record.made.get((seats[0], decision.number)) if record and seats else None
        if made is None or made.path != path:
            yield f"{decision} was answered as {path!r} and is {made} in the record"

    def doubled(self) -> list[str]:
        """The moves of people in the record that they have not asked for: such as a move that was made twice."""
        return [
            f"{path!r} is in the record of table {number} as decision {decision} of seat {seat}, who asked for {asked}"
            for number, record in self._mirror.records.items()
            for (seat, decision), made in record.made.items()
            if made.chosen
            and made.place < self.finished.get(number, math.inf)
            and seat in record.people
            and (path := made.path)
            not in (asked := self.asked.get(Decision(number, record.people[seat], decision), set()))
        ]

    def summary(self) -> str:
        """How many clicks and moves, and how long they took."""
        waits = f"moves p50/p99 {at(self.waited, 50):.0f}/{at(self.waited, 99):.0f} ms"
        return f"{self.clicks} clicks, {len(self.made)} moves acknowledged, {waits}"


def has_come(answer: Answer) -> bool:
    """Whether what a deferred answer has promised is there."""
    shown = answer.message
    return answer.callback_type not in _DEFERRED or (shown is not None and not shown["flags"] & _LOADING)


def shown_as_made(choice: Choose, message: Json) -> bool:
    """Whether a person reads from the answer that their choice is made: nothing of it is asked any more."""
    prefixes = tuple(f"{verb}:{choice.table}:{choice.decision}:" for verb in ("choose", "pick"))
    asked = any(str(one["custom_id"]).startswith(prefixes) for one in [*buttons(message), *selects(message)])
    said = texts(message)
    return not asked and not any(refusals in said for refusals in NOT_MADE)


def at(waited: list[float], percent: int) -> float:
    """A percentile; 0 of nothing."""
    return sorted(waited)[math.ceil(len(waited) * percent / 100) - 1] if waited else 0.0


class Watched(Person):
    """Somebody whose interactions are all noted."""

    ledger: Ledger

    async def _interact(self, body: Json, *, check: bool) -> Answer:
        since = time.monotonic()
        choice = self.ledger.ask(int(self.id), body)  # before it is sent: a kill may come at once
        answer = await super()._interact(body, check=False)
        what = str(body.get("custom_id") or f"/{body.get('name')}")
        self.ledger.answer(int(self.id), choice, f"{what} of {self.name}", since, answer)
        if check and not answer.ok:
            raise UnansweredError(f"{self.name}: {answer.error}")
        return answer
