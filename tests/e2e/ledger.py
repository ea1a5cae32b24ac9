"""A ledger of people's clicks and the answers to them, which is compared with the stored game records."""

import math
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from engine.text import Phrase
from host import refusals
from show.actions.decision_actions import Choose, PickChoice
from show.actions.table_actions import Action, Finish
from tests.driver import Answer, Json, Person, UnansweredError, buttons, is_thinking, selects, texts
from tests.e2e.mirror import Mirror

NOT_MADE = (
    *(one.english for one in vars(refusals).values() if isinstance(one, Phrase) and "{" not in one.english),
    "this one is left behind",
    "Go on in the newer one",
    "comes from another version",
    "could not show you what came of this",
    "Something went wrong on my side",
    "So many clicks of yours",
    "You have left this game",
    "Your time was over, so the computer moved for you",
)
"""Texts that tell people that their choice was not made, or that only a part of it was."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a person at a table."""

    table: int
    user: int
    number: int


_DEFERRED = {5, 6}


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An interaction that was not acknowledged in time, or whose deferred answer never came."""

    id: str
    what: str
    since: float
    until: float
    user: int


class Ledger:
    """All clicks and answers; times are seconds of the monotonic clock."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self.clicks = 0
        self.asked: defaultdict[Decision, set[str]] = defaultdict(set)
        """All choices that were clicked for a decision, right or wrong, answered or not."""
        self.made: dict[Decision, str] = {}
        """The choices that were answered as made."""
        self.finished: dict[int, int] = {}
        """Number of moves, by table, at the first click on "Finish"; later moves may be the bot's."""
        self.unanswered: list[Unanswered] = []
        self.waited: list[float] = []
        """Milliseconds until a move was answered as made."""
        self.every_wait: list[float] = []

    def ask(self, user: int, body: Json) -> Choose | None:
        """Log a click before it is sent; return its choice, if it has one."""
        self.clicks += 1
        action = Action.parse(str(body.get("custom_id", "")), body.get("values", ()))
        if isinstance(action, Finish):
            self.finished.setdefault(action.table, len(self._mirror.records[action.table].rows))
        if isinstance(action, PickChoice):
            action = Choose(action.scope, action.decision, (*action.path, action.value))
        if not isinstance(action, Choose):
            return None
        self.asked[Decision(action.table_id or 0, user, action.decision)].add(".".join(action.path))
        return action

    def answer(self, user: int, choice: Choose | None, what: str, since: float, answer: Answer) -> None:
        """Log the answer to a click."""
        if not answer.ok or not has_arrived(answer):
            self.unanswered.append(Unanswered(answer.id, what, since, time.monotonic(), user))
            return
        self.every_wait.append(answer.elapsed_ms or 0.0)
        if choice is not None and answer.message is not None and confirms_choice(choice, answer.message):
            self.made[Decision(choice.table_id or 0, user, choice.decision)] = ".".join(choice.path)
            self.waited.append(answer.elapsed_ms or 0.0)

    def lost(self) -> list[str]:
        """Return the moves that an answer confirmed, but that are missing or different in the game record."""
        return [fault for decision, path in self.made.items() for fault in self._lost(decision, path)]

    def _lost(self, decision: Decision, path: str) -> Iterator[str]:
        record = self._mirror.records.get(decision.table)
        seats = [seat for seat, user in record.people.items() if user == decision.user] if record else []
        made = record.made.get((seats[0], decision.number)) if record and seats else None
        if made is None or made.path != path:
            yield f"{decision} was answered as {path!r} and is {made} in the record"

    def doubled(self) -> list[str]:
        """Return people's moves in the game records for which there was no click, such as a move made twice."""
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
        """Return the numbers of clicks and of confirmed moves, and percentiles of the response times of these moves."""
        waits = f"moves p50/p99 {at(self.waited, 50):.0f}/{at(self.waited, 99):.0f} ms"
        return f"{self.clicks} clicks, {len(self.made)} moves acknowledged, {waits}"


def has_arrived(answer: Answer) -> bool:
    """Return whether the message that a deferred answer announces has arrived."""
    message = answer.message
    return answer.callback_type not in _DEFERRED or (message is not None and not is_thinking(message))


def confirms_choice(choice: Choose, message: Json) -> bool:
    """Return whether an answer confirms a choice: it has no component for the same decision and tells of no failure."""
    prefixes = tuple(f"{verb}:{choice.table_id}:{choice.decision}:" for verb in ("choose", "pick"))
    asked = any(str(one["custom_id"]).startswith(prefixes) for one in [*buttons(message), *selects(message)])
    said = texts(message)
    return not asked and not any(refusals in said for refusals in NOT_MADE)


def at(waited: list[float], percent: int) -> float:
    """Return the `percent`-th percentile of the values in `waited`; 0 for an empty list."""
    return sorted(waited)[math.ceil(len(waited) * percent / 100) - 1] if waited else 0.0


class Watched(Person):
    """A person whose interactions are all logged."""

    ledger: Ledger

    async def _interact(self, body: Json, *, check: bool) -> Answer:
        since = time.monotonic()
        choice = self.ledger.ask(int(self.id), body)  # log the click before it is sent: a kill may come at once
        answer = await super()._interact(body, check=False)
        what = str(body.get("custom_id") or f"/{body.get('name')}")
        self.ledger.answer(int(self.id), choice, f"{what} of {self.name}", since, answer)
        if check and not answer.ok:
            raise UnansweredError(f"{self.name}: {answer.error}")
        return answer
