"""Comparison of Discord with the database: every message of the bot, in every channel and thread."""

import asyncio
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from host.services import Services
from host.tables.message_records import RETIRED_PREFIX, Post
from host.tables.table import Table
from show import desired
from show.desired import (
    FIXED,
    LOBBY,
    PROMISE,
    PROOF,
    REMATCH,
    ROUND,
    THREAD,
    TURN,
    WINNER,
    PageInputs,
    Wanted,
    newest_round,
)
from show.text.emojis import EmojiSet
from show.text.page import Page
from show.text.seat_names import message_link
from storage import Store, backup
from storage.owners import table_owner
from tests.driver import Driver, Json, buttons, components, is_ephemeral, is_thinking, texts
from tests.e2e.playing import LONG
from tests.e2e.processes import BotProcess
from tests.show.page_content import ids_of

ON_A_FILE = (
    "CREATE TABLE IF NOT EXISTS sent (nonce TEXT, table_id INTEGER, slot TEXT)",
    """
    CREATE TRIGGER IF NOT EXISTS sending AFTER INSERT ON posts BEGIN
        INSERT INTO sent VALUES (NEW.nonce, NEW.table_id, NEW.slot);
    END
    """,
)
ON_POSTGRES = (
    "CREATE SCHEMA IF NOT EXISTS audit",
    "CREATE TABLE IF NOT EXISTS audit.sent (nonce TEXT, table_id BIGINT, slot TEXT)",
    """
    CREATE OR REPLACE FUNCTION audit.sending() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO audit.sent VALUES (NEW.nonce, NEW.table_id, NEW.slot);
        RETURN NULL;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER sending AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION audit.sending()",
)
NOT_CHECKED = ["nothing has been looked at"]
_UNTIL = re.compile(r"(?<=<t:)\d+")
"""The time of a displayed deadline. After a short absence of the bot, this time may be wrong by up to a minute until
the table changes; see `host.play.clocks.BRIEF_SECONDS`.
"""
PLAIN, ANSWER = 0, 20
"""Discord's types of an ordinary message and of an answer to a command.

Discord's own notices, and the first line of a thread, have other types.
"""


class Audit:
    """Compares Discord with the database again and again; no message may disappear or be posted twice."""

    def __init__(self, world: Driver, bot: BotProcess, folder: Path) -> None:
        """Install a trigger that logs each new message record; call this before the bot posts anything."""
        self._world, self._bot, self._copy = world, bot, folder / "copy.sqlite3"
        self.deleted_channels: set[int] = set()
        """Deleted channels; their tables need no messages."""
        self._message_ids: dict[tuple[int, str], int] = {}
        self._reposted = False
        on_a_file = isinstance(bot.home, Path)
        self._sent = "SELECT * FROM sent" if on_a_file else "SELECT * FROM audit.sent"
        with bot.transaction(writes=True) as transaction:
            for statement in ON_A_FILE if on_a_file else ON_POSTGRES:
                transaction.run(statement)

    async def wait_until_right(self, within: float = 2 * LONG, *, reposted: bool = False, each: bool = False) -> None:
        """Wait until Discord agrees with the database, and check that nothing was posted twice.

        Args:
            within: seconds.
            reposted: expect that the bot has replaced messages that were deleted or cannot be edited.
            each: require each table to be right in at least one check, not all tables in the same check. With very many
                tables, some table is always changing because a deadline has passed.

        Raises:
            AssertionError: Discord still differs from the database; the text says how.
        """
        wrong, self._reposted = NOT_CHECKED, reposted
        try:
            async with asyncio.timeout(within):
                while wrong:
                    begun = time.monotonic()
                    if reposted:
                        self._message_ids.clear()  # the bot may replace messages between two checks
                    found = await self._faults()
                    before = {one.partition(":")[0] for one in wrong}
                    first, wrong = wrong == NOT_CHECKED, found
                    if each and not first:
                        wrong = [one for one in found if one.partition(":")[0] in before]
                    await asyncio.sleep(time.monotonic() - begun)  # leave the bot as much time as the check took
        except TimeoutError:
            raise AssertionError(f"after {within} s: {'; '.join(wrong)}") from None
        if twice := list(self._duplicates(reposted=reposted)):
            raise AssertionError("; ".join(twice))

    async def public_messages(self) -> list[Json]:
        """Return the bot's public messages."""
        state = await self._world.user("Aki").state()
        every = (message for messages in state["messages"].values() for message in messages)
        return [one for one in every if self._is_public_bot_message(one)]

    async def unknown_lobbies(self) -> list[Json]:
        """Return lobbies without a message record: the bot was killed while sending them. A click adds the record."""
        return [
            message
            for message in await self.public_messages()
            if any(one["custom_id"].startswith("join:") for one in buttons(message)) and not self.has_record(message)
        ]

    def has_record(self, message: Json) -> bool:
        """Return whether the bot has a record of a message."""
        return bool(self._bot.rows("SELECT 1 FROM posts WHERE message_id = ?", int(message["id"])))

    async def _faults(self) -> list[str]:
        state = await self._world.user("Aki").state()
        every = (message for messages in state["messages"].values() for message in messages)
        messages = {int(one["id"]): one for one in every if self._is_public_bot_message(one)}
        locales = {int(guild["id"]): guild["preferred_locale"] for guild in state["guilds"]}
        emojis = EmojiSet()
        for emoji in state["emojis"]:
            emojis[emoji["name"]] = f"<:{emoji['name']}:{emoji['id']}>"
        if isinstance(self._bot.home, Path):
            with (
                closing(sqlite3.connect(f"{self._bot.home.as_uri()}?mode=ro", uri=True)) as live,
                closing(sqlite3.connect(self._copy)) as copy,
            ):
                live.backup(copy)
        else:
            self._copy.unlink(missing_ok=True)
            backup(self._bot.home, self._copy)
        wrong: list[str] = []
        known: Counter[int] = Counter()
        async with await Store.open(self._copy, record_write=None) as store:
            services = Services(store)
            for (number,) in self._bot.rows("SELECT id FROM tables ORDER BY id"):
                table = await services.tables.get(int(str(number)))
                if table.channel_id in self.deleted_channels:
                    continue
                records = {post.slot: post for post in await services.message_records.of(table_owner(table.id))}
                known.update(post.message_id for post in records.values() if post.message_id and post.slot != THREAD)
                looks = [(locales[table.place.server_id], those) for those in (emojis, EmojiSet())]
                wrong += [f"table {number}: {fault}" for fault in self._of_table(table, records, messages, looks)]
        wrong += [f"message {one} has {count} posts" for one, count in known.items() if count > 1]
        sent = {str(nonce): f"{slot} of table {table}" for nonce, table, slot in self._bot.rows(self._sent)}
        for one in messages.keys() - known.keys():
            message = messages[one]
            reason = sent.get(str(message.get("nonce")))
            wrong.append(f"no record of message {one}, sent at {message['timestamp']} for {reason}: {texts(message)!r}")
        return wrong

    def _of_table(
        self, table: Table, records: dict[str, Post], messages: dict[int, Json], looks: list[tuple[str, EmojiSet]]
    ) -> Iterator[str]:
        thread = records.get(THREAD)
        home = (thread.message_id if thread else None) or table.channel_id
        wanted, without = (
            wanted_by_slot(table, records, PageInputs(*one, home, table_link=table_link(table, records)))
            for one in looks
        )
        for slot, one in wanted.items():
            if slot not in records:
                yield from [f"{slot} is missing"] if one.make == "always" else []
            elif not self._reposted or is_edited(table, records, slot) or records[slot].message_id in messages:
                pictures = not self._reposted
                yield from message_faults(records[slot], messages, [one, without[slot]], with_pictures=pictures)
        for slot in records.keys() - {THREAD} - wanted.keys():
            yield f"{slot} should not exist"
        yield from self._changed(table.id, records)

    def _changed(self, table_id: int, records: dict[str, Post]) -> Iterator[str]:
        """Yield the messages that were replaced or have disappeared since an earlier check."""
        for slot, post in records.items():
            stood = self._message_ids.get((table_id, slot), post.message_id)
            if stood != post.message_id:
                yield f"{slot} is another message than before"
            elif stood is not None and not slot.startswith((TURN, RETIRED_PREFIX)):
                self._message_ids[table_id, slot] = stood
        for number, slot in self._message_ids:
            if number == table_id and slot not in records:
                yield f"{slot} has disappeared"

    def _duplicates(self, *, reposted: bool) -> Iterator[str]:
        """Yield the messages and pings that were sent twice for the same purpose since the driver was opened.

        With `reposted`, a message that was deleted may be posted again.
        """
        sent = {str(nonce): (table, str(slot)) for nonce, table, slot in self._bot.rows(self._sent)}
        posted: Counter[object] = Counter()
        purposes: dict[str, object] = {}
        for name, message in self._world.user("Aki").events:
            if name == "MESSAGE_DELETE" and reposted and message["id"] in purposes:
                posted[purposes[message["id"]]] -= 1
            if name != "MESSAGE_CREATE" or not self._is_public_bot_message(message) or message["type"] == ANSWER:
                continue
            nonce = str(message.get("nonce"))
            if nonce not in sent:
                yield f"no record preceded this message: {texts(message)!r}"
            # A mention without a ping is no duplicate, so do not count it. The bot sends it to find a mention that it
            # must delete: because the nonce is the same, Discord answers with the earlier message.
            elif message["pings"] or not sent[nonce][1].startswith(TURN):
                purpose = purposes[message["id"]] = nonce if reposted else sent[nonce]
                posted[purpose] += 1
        yield from (f"{what} was posted {count} times" for what, count in posted.items() if count > 1)

    def _is_public_bot_message(self, message: Json) -> bool:
        """Return whether a message is a public message of the bot; one that is still "thinking…" is not."""
        public = not is_ephemeral(message) and not is_thinking(message)
        return bool(message["author"].get("bot")) and public and message["type"] in {PLAIN, ANSWER}


def is_edited(table: Table, records: dict[str, Post], slot: str) -> bool:
    """Return whether the bot still edits the message in a slot; if not, it may not notice that somebody deleted it.

    The winners' message is edited only if its link changes.
    """
    if slot.startswith(ROUND):
        return table.state == "playing" and slot == newest_round(records)
    return table.state == "lobby" if slot == LOBBY else not slot.startswith((PROMISE, PROOF, REMATCH, WINNER))


def table_link(table: Table, records: dict[str, Post]) -> str:
    """Return the address of a table's message; "" if the table has no game or no such message."""
    board = records.get(f"{ROUND}{table.game.round}") if table.game else None
    return message_link(table.place, board.channel_id, board.message_id or 0) if board else ""


def wanted_by_slot(table: Table, records: dict[str, Post], inputs: PageInputs) -> dict[str, Wanted]:
    """Return the desired messages of a table."""
    link = table_link(table, records)
    return {
        one.slot: one for one in [*desired.posts(table, records, inputs), *desired.turns(table, inputs, link, records)]
    }


def message_faults(
    post: Post, messages: dict[int, Json], renderings: list[Wanted], *, with_pictures: bool = True
) -> Iterator[str]:
    """Yield the faults of a message, which must look like one of the `renderings` (with and without emojis).

    Without `with_pictures`, the message may lack its files, because no files could be attached when it was written.
    """
    message = messages.get(post.message_id or 0)
    if message is None:
        yield f"{post.slot} has message {post.message_id}, which does not exist"
    elif not any(
        way.page is None or way.fingerprint == FIXED or displays(message, way.page(), with_pictures=with_pictures)
        for way in renderings
    ):
        displayed = (texts(message), _ids(message), len(message["attachments"]))
        wanted = [(one.text, ids_of(one), _files(one)) for one in (way.page() for way in renderings if way.page)]
        yield f"{post.slot} displays {displayed} instead of {wanted}"
    elif post.slot.startswith(TURN) and message["pings"] != [post.slot.split(":")[1]]:
        yield f"{post.slot} has pinged {message['pings']}"


def displays(message: Json, page: Page, *, with_pictures: bool = True) -> bool:
    """Return whether a message shows a page: text, buttons and, if `with_pictures`, its pictures and text files."""
    wanted = [page.text]
    if not with_pictures:
        wanted.append("\n".join([page.text, *(one.instead for one in page.attachments)]))
    same = _UNTIL.sub("", texts(message)) in [_UNTIL.sub("", one) for one in wanted]
    return same and _ids(message) == ids_of(page) and (len(message["attachments"]) == _files(page) or not with_pictures)


def _files(page: Page) -> int:
    return len(page.drawings) + len(page.attachments)


def _ids(message: Json) -> list[str]:
    return [one["custom_id"] for one in components(message) if "custom_id" in one]
