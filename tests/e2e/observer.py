"""An observer that reads all public messages, and finds cards that must not be public yet."""

import re
from collections import deque
from dataclasses import dataclass

from tests.driver import Json, Person, buttons, is_ephemeral
from tests.e2e.audit import ANSWER, PLAIN
from tests.e2e.mirror import Mirror, all_texts, cards_named

TABLE = re.compile(r"(?:hand|sheet):(\d+)")
ROUND = re.compile(r"round:(\d+)")
TRIES = 40
"""If the purpose of a message is still unknown after so many reads of the database, the message counts as unread."""


@dataclass(slots=True)
class SeenMessage:
    """A public message as of one moment."""

    message: Json
    tries: int = 0


class Observer:
    """Checks every version of every public message for hidden cards.

    A version is checked only once the mirror, a copy of the database, holds what the message shows.
    """

    def __init__(self, person: Person, mirror: Mirror) -> None:
        self._person, self._mirror = person, mirror
        self.tables: dict[int, Json] = {}
        """The message of the latest round, by table number."""
        self.leaks: list[str] = []
        self.read = 0
        self.unread = 0
        """Messages that disappeared before their purpose was known."""
        self._at = 0
        self._waiting: deque[SeenMessage] = deque()

    def read_events(self) -> None:
        """Read new events; then refresh the mirror, and call `find_leaks`."""
        events = self._person.events
        for at in range(self._at, len(events)):
            name, message = events[at]
            if name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
                continue
            if name == "MESSAGE_UPDATE":
                events[at] = (name, {})  # forget the content, because many thousands of edits would fill the memory
            if message["author"].get("bot") and not is_ephemeral(message) and message["type"] in {PLAIN, ANSWER}:
                self._waiting.append(SeenMessage(message))
                for button in buttons(message):
                    if found := TABLE.fullmatch(str(button["custom_id"]).rpartition(":0")[0] or button["custom_id"]):
                        self.tables[int(found[1])] = message
        self._at = len(events)

    def find_leaks(self) -> None:
        """Look for hidden cards in the messages that `read_events` has read; the mirror must be up to date."""
        slots = self._mirror.slots({int(seen.message["id"]) for seen in self._waiting})
        for _ in range(len(self._waiting)):
            seen = self._waiting.popleft()
            slot = slots.get(int(seen.message["id"]))
            seen.tries += 1
            if slot is not None:
                self._find_leaks(seen.message, *slot)
            elif seen.tries < TRIES:
                self._waiting.append(seen)
            else:
                self.unread += 1

    def _find_leaks(self, message: Json, number: int, slot: str) -> None:
        self.read += 1
        record = self._mirror.records.get(number)
        if record is None or record.game is None:
            return
        found = ROUND.search(slot)
        public = record.public[int(found[1])] if found else set()
        if hidden := cards_named(type(record.game), message) - public:
            self.leaks.append(f"{slot} of table {number} names {sorted(hidden)}: {all_texts(message)!r}")
