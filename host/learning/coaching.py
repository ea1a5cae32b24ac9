"""Coaching: each person is shown the sentence of each rule once, the first time that the rule matters for them."""

import asyncio
import logging
from collections.abc import Collection, Iterable

import limits
from engine.text import Text
from storage import Store, StoreError

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""Seconds until a failed write is tried again."""


class Coaching:
    """Service that chooses the sentence for a decision, and remembers it as shown.

    `Settings.person_and_coached` reads what a person has been shown. A choice is remembered in memory at once, and
    written to the store in the background, so that nobody waits for the write.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shown: dict[int, set[str]] = {}
        """Keys of sentences that this process has lately shown, by person."""
        self._unwritten: set[tuple[int, str]] = set()
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def choose(self, user_id: int, rules: Iterable[Text], shown: Collection[str], *, beginner: bool) -> Text | None:
        """Return the first sentence that a person has not been shown, and remember it as shown; None if there is none.

        A person is coached in a kind of game only if coaching began in their first game of this kind. It then goes on
        in later games, until every rule has mattered. People who knew the game before the bot had coaching get none.

        Args:
            user_id: the person.
            rules: the sentences of the rules that matter now, from `Game.coaching`.
            shown: the keys of sentences that the person has been shown, as the store knows them.
            beginner: whether the person plays their first game of the kind.
        """
        known = {*shown, *self._shown.get(user_id, ())}
        games = {_game_of(key) for key in known}
        for text in rules:
            if text.key not in known and (beginner or _game_of(text.key) in games):
                self._remember(user_id, text.key)
                return text
        return None

    async def forget(self, user_id: int) -> None:
        """Forget what a person has been shown, so that nothing is written after their data is deleted."""
        self._shown.pop(user_id, None)
        self._unwritten = {note for note in self._unwritten if note[0] != user_id}
        async with self._writing:  # waits for a write that is under way
            pass

    async def close(self) -> None:
        """Write what is not written yet; if that fails, a sentence may be shown once more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._write()

    def _remember(self, user_id: int, key: str) -> None:
        self._shown.setdefault(user_id, set()).add(key)
        limits.evict_oldest(self._shown, limits.COACHED)
        self._unwritten.add((user_id, key))
        if self._task is None:
            self._task = asyncio.create_task(self._write_all(), name="coaching that was shown")

    async def _write_all(self) -> None:
        try:
            while self._unwritten:
                if not await self._write():
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._task = None

    async def _write(self) -> bool:
        """Write what is not written yet; return whether that has succeeded."""
        async with self._writing:
            batch = frozenset(self._unwritten)
            if not batch:
                return True
            try:
                await self._store.settings.add_coached(batch)
            except StoreError as error:
                log.warning("shown coaching could not be written, and is tried again: %s", error)
                return False
            self._unwritten -= batch
            return True


def _game_of(key: str) -> str:
    """Return the game in a sentence's key; two editions of a game share their sentences, and so the keys too."""
    return key.partition("-coach-")[0]
