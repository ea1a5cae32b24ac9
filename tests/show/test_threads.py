"""When a table's thread rests: some time after its game, unless a rematch goes on there."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from engine.game import Game
from host.posts import Post
from host.table import Table
from show.desired import THREAD
from show.place import Place
from show.port import Done
from show.threads import AFTERWARDS, WHILE_PLAYED, Threads
from tests.show.tables import HOME, a_table, play_out


class Asked:
    """In the place of the posts and the port: what is asked of them about a thread."""

    def __init__(self) -> None:
        self.minutes: list[int] = []
        self.noted: list[str] = []

    async def archive_after(self, thread_id: int, minutes: int) -> Done:
        """Done."""
        assert thread_id == HOME
        self.minutes.append(minutes)
        return Done(thread_id)

    def note(self, _post: Post, fingerprint: str, _table: Table) -> None:
        """What it shows."""
        self.noted.append(fingerprint)


def over() -> Table:
    """A game that has ended."""
    return play_out(a_table(Game.games["saizen"], 2), Random(1))


@pytest.mark.parametrize(
    ("table", "fingerprint", "asked"),
    [
        (over(), None, [AFTERWARDS]),
        (over(), str(AFTERWARDS), []),
        (replace(over(), state="closed", game=None, why="ended"), None, [AFTERWARDS]),
        (replace(over(), next_id=2), None, []),
        (a_table(Game.games["saizen"], 2), None, []),
        (a_table(Game.games["saizen"], 2), "of the game before", [WHILE_PLAYED]),
    ],
    ids=["over", "over and noted", "ended early", "over, with a rematch", "just begun", "a rematch"],
)
async def test_a_thread_rests_soon_after_its_game_unless_its_rematch_is_played_there(
    table: Table, fingerprint: str | None, asked: list[int]
) -> None:
    both = Asked()
    thread = Post("nonce", THREAD, table.channel_id, HOME, fingerprint)
    await Threads(cast("Any", both), cast("Any", both)).rested(Place(table, {THREAD: thread}))
    assert both.minutes == asked
