"""The messages that a table must have once nothing changes any more, worked out independently of `show.desired`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from host.tables.table import Table
from show.desired import PROMISE, PROOF, WINNER
from storage import Post
from tests.show.fake_discord import FakeAsker, Message
from tests.show.stub_game import hand_text, lobby_text, round_text, turn_text

if TYPE_CHECKING:
    from tests.show.world import World


async def judge_world(world: World) -> list[str]:
    """Return a sentence for each fault of the world's messages and panels."""
    judge = Judge(world)
    wrong = []
    for table_id in world.tables:
        table = await world.services.tables.get(table_id)
        wrong += [f"Table {table_id} ({table.state}): {what}" for what in judge.table(table)]
    wrong += judge.unknown()
    wrong += judge.notified()
    wrong += judge.showed_older_position()
    wrong += judge.edited()
    async for table in world.services.tables.load_each(world.tables):
        wrong += judge.panels(table)
    return wrong


class Judge:
    """Inspects a world in which nothing changes any more."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._discord = world.discord
        self._left = dict(world.discord.messages)
        """Messages that belong to no table or record found so far."""
        self._posts, self._slots = world.database.posts(), world.database.slots()
        kept = [post for post in self._posts if self._slots[post.nonce][1] != "thread"]
        self._found_for = {post.message_id: post.nonce for post in kept}
        """For each message: the nonce of its record. The message may have been sent with another nonce."""

    def table(self, table: Table) -> Iterator[str]:
        """Yield the faults of a table's messages and of their message records."""
        posts = {post.slot: post for post in self._posts if self._slots[post.nonce][0] == table.id}
        for slot in [slot for slot in posts if slot.startswith(f"{PROMISE}:")]:
            posts[PROMISE] = posts.pop(slot)  # the promise is in the former channel of the table
        here = [m for m in self._left.values() if self._of(m)[0] == table.id]
        slots: dict[str, list[Message]] = defaultdict(list)
        for message in here:
            del self._left[message.id]
            slots[self._of(message)[1]].append(message)
        for slot, messages in slots.items():
            if len(messages) > 1:
                yield f"{slot} stands {len(messages)} times"
        if table.channel_id not in self._discord.channels:
            # A table without a game may have nothing to post, so the bot does not notice that its channel is gone.
            if table.game is not None:
                yield from (f"{slot} is noted, but its channel is gone" for slot in posts)
            return
        thread = posts.get("thread")
        home = (thread.message_id if thread else None) or table.channel_id
        if home not in self._discord.channels:
            if table.game is not None:  # without a game, the bot posts nothing in the thread, and so notices nothing
                yield "its thread is gone, and it does not know that"
        elif thread and home == thread.message_id and not self._discord.counts["refusals"]:
            yield from self._archived(table, self._discord.channels[home].minutes)
        newest = {slot: messages[-1] for slot, messages in slots.items()}
        wanted = self._wanted(table, home, newest)
        if table.origin is not None:
            yield from (f"{slot} stands, but its game is private" for slot in slots)
            yield from (f"{slot} is noted, but its game is private" for slot in posts)
            return
        yield from self._missing(table, wanted, newest)
        yield from self._others(table, home, {slot: one for slot, one in newest.items() if slot not in wanted})
        yield from self._vanished(table, newest)
        yield from self._noted(table, posts, newest)

    def _archived(self, table: Table, minutes: int) -> Iterator[str]:
        """Yield a complaint if a thread has the wrong archive time. A thread that refused an operation is exempt."""
        if minutes != (60 if table.state == "over" else 10_080):
            yield f"its thread is archived after {minutes} minutes"

    def _missing(self, table: Table, wanted: dict[str, tuple[str, int]], slots: dict[str, Message]) -> Iterator[str]:
        """Yield the missing messages, and those with a wrong text or in a wrong channel."""
        for slot, (text, where) in wanted.items():
            called = slot.startswith("turn")
            if slot not in slots:
                # Deleted mentions are not sent again, and the bot notices no deletion of a message that it never edits.
                if not ((called or slot in {PROMISE, PROOF}) and slot in self._deleted(table)):
                    yield f"{slot} does not stand"
                continue
            # A mention that can no longer be edited may keep an old link, because the bot does not send it again.
            if slots[slot].text != text and not (called and slots[slot].worn):
                yield f"{slot} shows {slots[slot].text!r}, not {text!r}"
            if slots[slot].channel_id != where and not called:
                yield f"{slot} stands in {slots[slot].channel_id}, not {where}"

    def _noted(self, table: Table, posts: dict[str, Post], slots: dict[str, Message]) -> Iterator[str]:
        """Yield the faults of the message records."""
        for slot, post in posts.items():
            unchanged = slot.startswith("turn") or slot in {PROMISE, PROOF, WINNER}
            # The bot hardly ever edits the messages of these slots, so it does not notice their deletion.
            unseen = unchanged or table.game is None
            if slot in slots and slots[slot].id != post.message_id:
                yield f"{post} is noted, but {slots[slot]} stands"
            if slot != "thread" and slot not in slots and not (unseen and slot in self._deleted(table)):
                yield f"{post} is noted, but does not stand"
        yield from (f"{slot} stands as {one}, and is not noted" for slot, one in slots.items() if slot not in posts)

    def _of(self, message: Message) -> tuple[int, str]:
        """Return the table and the slot of a message.

        They come from the message record, from the nonce, or, for an answer to a command, from the text.
        """
        nonce = self._found_for.get(message.id, message.nonce)
        return self._slots[nonce] if nonce else (int(message.text.split()[1]), "lobby")

    def _wanted(self, table: Table, home: int, stands: dict[str, Message]) -> dict[str, tuple[str, int]]:
        """Return by slot the text and the channel of each message that must exist."""
        wanted = {}
        if table.state == "lobby" and (table.id, "lobby") in self._slots.values():  # else `/play` failed
            wanted["lobby"] = (lobby_text(table, home), table.channel_id)
            wanted["promise"] = (f"promise {table.id}", table.channel_id)
        if table.state in {"over", "frozen"} and table.promise is not None:
            wanted["proof"] = (f"proof {table.id}", home)
        if table.game is not None:
            game = table.game
            what = "end" if game.over else "table"
            wanted[f"round:{game.round}"] = (f"{what} {table.id} {game.round} {len(game.history)}", home)
        for user, decision in table.pending_decisions():
            board = stands.get(f"round:{table.game.round}") if table.game else None
            wanted[f"turn:{user}:{decision}"] = (turn_text(user, board.id if board else None), home)
        return wanted

    def _others(self, table: Table, home: int, slots: dict[str, Message]) -> Iterator[str]:
        """Yield the faults of optional messages, which may be missing but must have the right text."""
        for slot, message in slots.items():
            if slot == "lobby":
                if message.text != lobby_text(table, home):
                    yield f"the lobby shows {message.text!r}, not {lobby_text(table, home)!r}"
            elif slot == "promise":
                if message.text != f"promise {table.id}":
                    yield f"the promise shows {message.text!r}"
            elif slot == WINNER:
                if table.state != "over" or not message.text.startswith("winner beside "):
                    yield f"the winner's message shows {message.text!r} of a game that is {table.state}"
            elif table.game is not None and slot.startswith("round:"):
                if message.text != f"sheet {table.id} {slot[6:]}":
                    yield f"{slot} shows {message.text!r}, not its sheet"
            elif table.state in {"frozen", "over"} and slot.startswith("round:"):
                newest = max(one for one in slots if one.startswith("round:"))
                if table.state == "frozen" and slot == newest and message.text != f"stopped {table.id}":
                    yield f"{slot} shows {message.text!r}, not that it has stopped"
            else:
                yield f"{slot} stands and should not: {message}"

    def _vanished(self, table: Table, slots: dict[str, Message]) -> Iterator[str]:
        """Yield a complaint for each round's message that the bot deleted without a replacement."""
        if table.game is None or table.id in self._world.moved:
            # Without a game, the bot never finishes an interrupted repost. A moved table has no old sheets.
            return
        lost = self._deleted(table)
        for message in self._discord.deleted_by_bot.values():
            number, slot = self._of(message)
            if number == table.id and slot.startswith("round:") and slot not in slots and slot not in lost:
                yield f"{slot} was taken away"

    def _deleted(self, table: Table) -> set[str]:
        """Return the slots of the table's messages that other people have deleted."""
        every = [self._of(message) for message in self._discord.deleted_by_others.values()]
        return {slot for number, slot in every if number == table.id}

    def _ever(self) -> Iterator[Message]:
        """Yield every message that was ever posted."""
        for messages in (self._discord.messages, self._discord.deleted_by_others, self._discord.deleted_by_bot):
            yield from messages.values()

    def unknown(self) -> Iterator[str]:
        """Yield messages that belong to no table."""
        for message in self._left.values():
            yield f"{message} belongs to nothing"

    def notified(self) -> Iterator[str]:
        """Yield a complaint if a person was notified of a decision again while the first message still existed."""
        told: dict[tuple[int, str], list[int]] = defaultdict(list)
        for message, _ in self._discord.pings:
            told[self._slots[message.nonce]].append(message.id)
        for (table_id, slot), messages in told.items():
            again = table_id in self._world.moved  # the other channel has a mention too
            if not again and any(one not in self._discord.deleted_by_others for one in messages[:-1]):
                yield f"Table {table_id}: {slot} was told {len(messages)} times"

    def showed_older_position(self) -> Iterator[str]:
        """Yield a complaint for each round's message that showed an older position after a newer one."""
        for message in self._ever():
            moves = [int(text.split()[3]) for text in message.shown if text.startswith(("table", "end"))]
            if moves != sorted(moves):
                yield f"{message} went back"

    def edited(self) -> Iterator[str]:
        """Yield edited messages of kinds that must never be edited."""
        for message in self._ever():
            if message.fixed and len(message.shown) > 1:
                yield f"{message} was edited"

    def panels(self, table: Table) -> Iterator[str]:
        """Yield panels that do not show their person's current hand."""
        for user, panel in self._world.presenter.panels._open.get(table.id, {}).items():
            seat = table.seat_of(user)
            if table.game is None or seat is None or not isinstance(panel.asker, FakeAsker):
                continue
            ended = panel.round < table.game.round
            right = round_text(table, table.game) if ended else hand_text(table, table.game, seat)
            shown = panel.asker.panel.text
            if panel.asker.panel.deleted:
                yield f"Table {table.id}: the panel of {user} is deleted"
            if shown != right:
                yield f"Table {table.id}: the panel of {user} shows {shown!r}, not {right!r}"
            gone = any(f"/{message_id})" in panel.asker.panel.way for message_id in self._discord.deleted_by_bot)
            if gone and table.state == "playing":  # nothing is pushed for a finished game any more
                yield f"Table {table.id}: the panel of {user} leads to {panel.asker.panel.way!r}, which is gone"
            link = self._world.presenter.table_messages.link(table.id, table.game.round)
            if ended and link is not None and link not in panel.asker.panel.way:
                yield f"Table {table.id}: the panel of {user} leads to {panel.asker.panel.way!r}, not {link!r}"
