"""After any refusal by Discord, people play on at once, and no call is repeated endlessly."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.requests.discord_adapter import outcome_of_error
from host.place import Place
from host.tables.table import Person
from local_discord.checks.codes import STATUSES
from show.discord_port import Forbidden, Gone, Later, Outcome, OutOfReach, Port, Refused
from show.messages.blocked_posts import FIRST, LONGEST, BlockedPosts
from show.messages.work_queue import now
from tests.patches import run_after, run_before
from tests.show.bot_run import faulty
from tests.show.fake_discord import GUILD, FakePort
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")

UNKNOWN = 999_999
MOST = 3
"""The greatest number of repetitions of a refused call in a minute without events."""
ANSWERED = sorted(
    name for name, call in vars(Port).items() if not name.startswith("_") and asyncio.iscoroutinefunction(call)
)
"""The calls that the bot makes without a click."""


def error(status: int, code: int) -> discord.HTTPException:
    """Return the exception that the library raises for a refusal."""
    response = cast("Any", SimpleNamespace(status=status, reason=""))
    return discord.HTTPException(response, {"code": code, "message": "No."})


def outcomes() -> list[Outcome]:
    """Return every final outcome that any code with any status can cause."""
    codes = {(status, code) for code, listed in STATUSES.items() for status in (listed, 400, 403, 404)}
    codes |= {(status, code) for code in (0, UNKNOWN) for status in (400, 401, 403, 404, 405, 410, 413, 422, 451)}
    found = {outcome_of_error(error(status, code)) for status, code in codes}
    return sorted(found - {Later()}, key=repr)


def test_refusals_are_final_except_for_passing_ones() -> None:
    for code in (*STATUSES, UNKNOWN, 0):
        for status in (400, 401, 403, 404, 405, 410, 413, 422, 451):
            assert outcome_of_error(error(status, code)) != Later(), (status, code)
    for status in (408, 429, 500, 502, 503, 504, 524):
        assert outcome_of_error(error(status, UNKNOWN)) == Later()


def may_come(call: str, outcome: Outcome) -> bool:
    """Return whether a call can have that outcome; see `cogs.requests.discord_adapter.DiscordAdapter.send`."""
    return call != "send" or outcome in {Forbidden(), OutOfReach(), Refused(), Gone(channel=True)}


CASES = [(call, outcome) for call in ANSWERED for outcome in outcomes() if may_come(call, outcome)]


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("call", "outcome"), CASES, ids=repr)
@in_virtual_time
async def test_people_play_on_after_every_kind_of_refusal(call: str, outcome: Outcome) -> None:
    world = World(Random(0))
    with faulty(FakePort, call, outcome, seconds=0.05) as refused:
        await world.begin_game()
        for kind in ("next", "end", "next"):
            await plays_on(world, kind)
            await asyncio.sleep(REST)
        if call not in {"send", "edit"}:
            assert "table 1 2 3" in world.message_texts()
        elif call == "edit" and outcome != Gone(channel=True):  # a refused post, or a gone channel, leaves no message
            assert any(text.startswith("table 1 ") for text in world.message_texts())
        before = len(refused)
        await asyncio.sleep(60)
        assert len(refused) - before <= MOST
    await world.allow()
    assert "table 1 2 3" in world.message_texts()
    if not isinstance(outcome, Gone):  # after Gone, the bot takes the message for deleted and posts another one
        assert sum(text.startswith("table") for text in world.message_texts()) == 1
    await plays_on(world, "next")
    await asyncio.sleep(REST)
    assert "table 1 2 4" in world.message_texts()


async def plays_on(world: World, kind: str) -> None:
    """Let a person who must act open their hand and make a move."""
    table = await world.services.tables.get(1)
    game = table.game
    assert game is not None
    user = next(who.user_id for who in table.to_act.values() if who.user_id)
    await world.use_hand(1, user, None, fresh=True)
    shown = world.panels[1, user].text
    assert shown
    await world.use_hand(1, user, kind, fresh=False)
    assert world.panels[1, user].text != shown


@in_virtual_time
async def test_refused_thread_is_requested_once_and_the_table_stays_in_the_channel() -> None:
    with faulty(FakePort, "open_thread", Refused()) as refused:
        world = await World.with_game()
    assert len(refused) == 1
    table = world.message("table")
    assert table.channel_id == 10


@in_virtual_time
async def test_players_are_mentioned_without_a_link_if_the_table_cannot_be_posted() -> None:
    with faulty(FakePort, "send", Refused(), begins="table"):
        world = await World.with_game()
    assert f"turn {PEOPLE[0]} at " in world.message_texts()
    await world.allow()
    table = world.message("table")
    assert f"turn {PEOPLE[0]} at {table.id}" in world.message_texts()


@in_virtual_time
async def test_next_page_is_tried_after_a_refused_one() -> None:
    """Try the next page, because Discord may object to the text of the refused page only."""
    world = await World.with_game()
    with faulty(FakePort, "edit", Refused()) as refused:
        await world.move("next")
    assert len(refused) == 1
    await world.move("next")
    assert "table 1 1 2" in world.message_texts()


@in_virtual_time
async def test_forbidden_post_is_not_retried_with_another_page() -> None:
    """Send no other page, because each try would count towards the ban for invalid requests."""
    with faulty(FakePort, "open_thread", Refused()), faulty(FakePort, "edit", Forbidden()) as refused:
        world = await World.with_game()
        assert not refused
        for _ in range(4):
            await world.move("next", rest=5)
    assert len(refused) <= 2, "the table and a mention"


@in_virtual_time
async def test_refused_message_is_retried_after_a_minute_and_finally_once_an_hour() -> None:
    blocked_posts, waited = BlockedPosts(), []
    for _ in range(8):
        blocked_posts.refuse(1, Place.server(GUILD), "round:1", Refused(), "page", since=now())
        assert not blocked_posts.seconds_blocked(1, "round:1", "another page")
        waited.append(blocked_posts.seconds_blocked(1, "round:1", "page"))
        await asyncio.sleep(waited[-1])
        assert not blocked_posts.seconds_blocked(1, "round:1", "page")
    assert waited == [FIRST * 2**step for step in range(6)] + [LONGEST] * 2


@in_virtual_time
async def test_change_on_one_server_causes_no_retry_on_another() -> None:
    blocked_posts = BlockedPosts()
    blocked_posts.refuse(1, Place.server(GUILD), "round:1", Forbidden(), since=now())
    blocked_posts.refuse(2, Place.server(GUILD + 1), "round:1", Forbidden(), since=now())
    assert blocked_posts.allow_place(Place.server(GUILD)) == {1}
    assert [blocked_posts.any_for(table) for table in (1, 2)] == [False, True]


@in_virtual_time
async def test_refusal_that_arrives_after_a_change_on_the_server_blocks_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await World.with_lobby(2)
    await asyncio.sleep(REST)
    channel = world.discord.channels[CHANNELS[0]]
    channel.refused = frozenset({"edit"})

    async def allow() -> None:
        await asyncio.sleep(0.1)
        channel.refused = frozenset()
        await world.presenter.retry_place(Place.server(GUILD))

    run_after(monkeypatch, world.presenter._port, "edit", allow)
    await world.services.lobby.join(1, Person(PEOPLE[1]))
    await asyncio.sleep(REST)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]} "]


@pytest.mark.parametrize("call", ["send", "edit", "delete"])
@in_virtual_time
async def test_finished_game_gets_its_messages_after_permissions_are_lost_and_restored(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def finished(*refused: str) -> list[str]:
        world = World(Random(0))
        channel = world.discord.channels[CHANNELS[0]]
        channel.refused = frozenset({"thread"})
        await world.begin_game()
        for _ in range(2):
            await world.move("end")

        async def deny() -> None:
            channel.refused |= {*refused}
            await asyncio.sleep(0.1)
            await world.presenter.retry_place(Place.server(GUILD))

        run_before(monkeypatch, world.presenter._port, call, deny)
        await world.move("end")
        assert (world.discord.counts["refusals"] > 1) == bool(refused), "the opening of a thread is always refused"
        await world.allow()
        await asyncio.sleep(60)  # few edits are allowed at a time
        return [message.text for message in world.discord.messages.values()]

    assert sorted(await finished(call)) == sorted(await finished())
