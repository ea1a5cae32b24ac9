"""The thread of a table: its kind, and its archiving some time after the game, unless a rematch is played there."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, TypeAlias, cast

import pytest

from host.settings import ServerSettings
from host.tables.message_records import Post
from host.tables.table import Table
from show.desired import LOBBY, THREAD, PageInputs
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Refused
from show.messages.threads import AFTERWARDS, PATIENCE, WHILE_PLAYED, Threads
from show.observed import Observed
from show.text.emojis import EmojiSet
from tests.show.basics import AKI, BEN, HOME, SAIZEN
from tests.show.tables import a_table, play_out
from tests.virtual_time import in_virtual_time


class Asked:
    """Replaces the message records and the port, and records the calls that concern a thread."""

    def __init__(self) -> None:
        self.minutes: list[int] = []
        self.noted: list[str] = []

    async def archive_after(self, thread_id: int, minutes: int) -> Done:
        assert thread_id == HOME
        self.minutes.append(minutes)
        return Done(thread_id)

    def note_fingerprint(self, _post: Post, fingerprint: str, _table: Table) -> None:
        """Record the fingerprint."""
        self.noted.append(fingerprint)


def over() -> Table:
    return play_out(a_table(SAIZEN, 2), Random(1))


@pytest.mark.parametrize(
    ("table", "fingerprint", "asked"),
    [
        (over(), None, [AFTERWARDS]),
        (over(), str(AFTERWARDS), []),
        (replace(over(), state="closed", game=None, close_reason="ended"), None, [AFTERWARDS]),
        (replace(over(), next_id=2), None, []),
        (a_table(SAIZEN, 2), None, []),
        (a_table(SAIZEN, 2), "of the game before", [WHILE_PLAYED]),
    ],
    ids=["over", "over and noted", "ended early", "over, with a rematch", "just begun", "a rematch"],
)
async def test_thread_is_archived_soon_after_its_game_unless_its_rematch_is_played_there(
    table: Table, fingerprint: str | None, asked: list[int]
) -> None:
    both = Asked()
    thread = Post("nonce", THREAD, table.channel_id, HOME, fingerprint)
    await Threads(cast("Any", both), cast("Any", both)).update_archive_time(Observed(table, {THREAD: thread}))
    assert both.minutes == asked


LOBBY_MESSAGE, PRIVATE = 1001, 1002
ThreadKind: TypeAlias = Literal["on", "private", "off"]


@dataclass
class Opened:
    """Replaces the message records and the port; `public` and `private` are the outcomes of opening a thread."""

    public: Outcome = field(default_factory=Forbidden)
    private: Outcome = field(default_factory=Forbidden)
    let_in: list[int] = field(default_factory=list)

    async def open_thread(self, _channel: int, message: int, _name: str, _minutes: int) -> Outcome:
        assert message == LOBBY_MESSAGE
        return self.public

    async def open_private_thread(
        self, _channel: int, since: int, _name: str, _minutes: int, people: Sequence[int]
    ) -> Outcome:
        assert since == LOBBY_MESSAGE
        self.let_in += people
        return self.private

    async def adopt(self, _table: int, slot: str, channel: int, message: int) -> Post:
        return Post("nonce", slot, channel, message)


def lobby_of_a_game() -> Observed:
    """Return what is known of a game of three people whose lobby is its only message."""
    table = a_table(SAIZEN, 4, people=3)
    return Observed(table, {LOBBY: Post("lobby", LOBBY, table.channel_id, LOBBY_MESSAGE)})


async def decide(threads: Threads, place: Observed, wanted: ThreadKind = "on") -> object:
    inputs = PageInputs("en-US", EmojiSet(), place.table.channel_id, ServerSettings(threads=wanted))
    return await threads.decide_game_channel(place, inputs)


def threads_of(both: Opened) -> Threads:
    return Threads(cast("Any", both), cast("Any", both))


@pytest.mark.parametrize("public", [Done(LOBBY_MESSAGE), Forbidden()], ids=repr)
@pytest.mark.parametrize("private", [Done(PRIVATE), Forbidden()], ids=repr)
@pytest.mark.parametrize("wanted", ["on", "private", "off"])
async def test_table_gets_the_wanted_thread_or_else_a_public_one_or_none(
    wanted: ThreadKind, public: Outcome, private: Outcome
) -> None:
    both, place = Opened(public, private), lobby_of_a_game()
    assert await decide(threads_of(both), place, wanted) is None
    closed = wanted == "private" and private == Done(PRIVATE)
    thread = PRIVATE if closed else LOBBY_MESSAGE if wanted != "off" and public == Done(LOBBY_MESSAGE) else None
    assert place.game_channel_id == (thread or place.table.channel_id)
    assert place.public_channel_id == (None if closed else place.game_channel_id)
    assert both.let_in == (place.table.people() if wanted == "private" else [])


async def test_private_thread_that_is_still_being_opened_decides_nothing_yet() -> None:
    place = lobby_of_a_game()
    assert await decide(threads_of(Opened(Done(LOBBY_MESSAGE), Later())), place, "private") == Later()
    assert THREAD not in place.records


@in_virtual_time
async def test_game_is_played_in_the_channel_if_its_thread_cannot_be_opened_for_some_seconds() -> None:
    threads, place = threads_of(Opened(Later())), lobby_of_a_game()
    assert await decide(threads, place) == Later()
    await asyncio.sleep(PATIENCE - 1)
    assert await decide(threads, place) == Later()
    assert THREAD not in place.records
    await asyncio.sleep(2)
    assert await decide(threads, place) is None
    assert place.game_channel_id == place.table.channel_id


@pytest.mark.parametrize("private", [Forbidden(), Refused(), Gone(), Gone(channel=True)], ids=repr)
@pytest.mark.parametrize("public", [Done(LOBBY_MESSAGE), Refused(), Gone(), Gone(channel=True)], ids=repr)
async def test_game_without_a_private_thread_is_played_in_the_lobbys_thread_or_else_in_the_channel(
    private: Outcome, public: Outcome
) -> None:
    place = lobby_of_a_game()
    assert await decide(threads_of(Opened(public, private)), place, "private") is None
    assert place.game_channel_id == (LOBBY_MESSAGE if isinstance(public, Done) else place.table.channel_id)


def test_seated_people_are_linked_to_the_private_thread_and_all_others_to_the_lobby() -> None:
    table = a_table(SAIZEN, 4)
    lobby, board = Post("a", LOBBY, table.channel_id, LOBBY_MESSAGE), Post("b", "round:1", PRIVATE, 1003)
    thread = Post("c", THREAD, PRIVATE, PRIVATE)
    place = Observed(table, {post.slot: post for post in (lobby, board, thread)})
    assert [place.newest_visible_to(user) for user in (AKI, BEN)] == [board, lobby]
    public = replace(thread, channel_id=table.channel_id)
    assert Observed(table, {**place.records, THREAD: public}).newest_visible_to(BEN) == board
    assert Observed(table, {THREAD: thread}).newest_visible_to(BEN) is None
