"""Calls to Discord return an outcome for each error code, and raise nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from cogs.metrics import Metrics
from cogs.requests.discord_adapter import DiscordAdapter, call_result, to_outcome
from cogs.requests.discord_calls import CALL_SECONDS, OldEditsError
from cogs.requests.pages import TABLE_DRAWERS, AttachmentStore, PageView, Upload, draw_pictures, send_page
from engine.game import Game
from locales import Translation
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, OutOfReach, Refused, Sight, StaleToken
from show.pages.learning.rules import rules_page
from show.text.page import Attachment, Page, page
from tests.cogs.interactions import refused
from tests.virtual_time import in_virtual_time, now

LINE = Page(("Your turn, <@5>.",), notify=(5, 6))


async def raising(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (refused(404, 10003), Gone(channel=True)),
        (refused(404, 10008), Gone()),
        (refused(429, 30046), StaleToken()),
        (refused(400, 50083), Forbidden()),
        (refused(400, 160005), Forbidden()),
        (refused(403, 50001), OutOfReach()),
        (refused(403, 50007), OutOfReach()),
        (refused(403, 50278), OutOfReach()),
        (refused(403, 50013), Forbidden()),
        (refused(403), Forbidden()),
        (refused(404), Refused()),
        (refused(400, 50035), Refused()),
        (refused(400, 160007), Refused()),
        (refused(401, 0), Refused()),
        (refused(403, 999999), Forbidden()),
        (refused(408), Later()),
        (refused(429), Later()),
        (refused(500), Later()),
        (refused(503), Later()),
        (discord.RateLimited(60), Later(60)),
        (discord.ConnectionClosed(cast("Any", SimpleNamespace(close_code=1006)), shard_id=None), Later()),
        (TimeoutError(), Later()),
        (OSError("The connection is lost."), Later()),
        (aiohttp.ServerDisconnectedError(), Later()),
        (aiohttp.ClientPayloadError(), Later()),
        (KeyError("retry_after"), Later()),
        (TypeError("string indices must be integers"), Later()),
    ],
    ids=repr,
)
async def test_each_answer_of_discord_has_its_outcome(error: BaseException, outcome: Outcome) -> None:
    assert await call_result(raising(error)) == outcome


@pytest.mark.parametrize(("made", "number"), [(SimpleNamespace(id=7), 7), (None, 0)])
def test_outcome_of_a_successful_call_has_the_id_of_what_was_created(made: object, number: int) -> None:
    assert to_outcome(made) == Done(number)


@in_virtual_time
async def test_hanging_call_is_given_up() -> None:
    assert await call_result(asyncio.Event().wait()) == Later()
    assert now() == CALL_SECONDS


async def test_cancellation_of_the_bot_is_no_outcome_of_discord() -> None:
    with pytest.raises(asyncio.CancelledError):
        await call_result(raising(asyncio.CancelledError()))


class Channel:
    """A channel that records its calls, and can fail."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.asked: list[tuple[object, dict[str, Any]]] = []

    async def send(self, text: object = None, **options: Any) -> object:
        self.asked.append((text, options))
        if self.error is not None:
            raise self.error
        return SimpleNamespace(id=9)

    edit = delete = send

    def get_partial_message(self, _number: int) -> Channel:
        return self


def port_to(channel: Channel, found: object = None) -> DiscordAdapter:
    """Return the adapter of a bot that can use only this channel.

    If the adapter fetches a channel from Discord, it gets `found`; if `found` is None, Discord knows no such channel.
    """

    async def fetch(_number: int) -> object:
        if found is None:
            raise refused(404, 10003)
        return found

    bot = SimpleNamespace(
        get_partial_messageable=lambda _id: channel, get_channel=lambda _id: None, fetch_channel=fetch
    )
    return DiscordAdapter(cast("discord.Client", bot), AttachmentStore(), Metrics())


CALLS: dict[str, Callable[[DiscordAdapter], Awaitable[Outcome]]] = {
    "send": lambda port: port.send(1, LINE, "nonce"),
    "edit": lambda port: port.edit(1, 2, LINE),
    "delete": lambda port: port.delete(1, 2),
}


@pytest.mark.parametrize("call", sorted(CALLS))
@pytest.mark.parametrize(
    ("error", "outcome"),
    [(refused(500), Later()), (refused(404, 10003), Gone(channel=True)), (refused(403), Forbidden())],
    ids=["later", "gone", "forbidden"],
)
async def test_no_call_raises_because_of_discord(call: str, error: BaseException, outcome: Outcome) -> None:
    assert await CALLS[call](port_to(Channel(error))) == outcome


@pytest.mark.parametrize("call", sorted(CALLS))
async def test_channel_that_discord_still_finds_is_not_gone_after_one_error(call: str) -> None:
    assert await CALLS[call](port_to(Channel(refused(404, 10003)), found=object())) == Refused()


@pytest.mark.parametrize(
    ("error", "outcome"), [(OldEditsError(3000), StaleToken()), (discord.RateLimited(3000), Later(3000))], ids=repr
)
async def test_only_a_message_too_old_to_be_edited_counts_as_used_up(error: BaseException, outcome: Outcome) -> None:
    assert await CALLS["edit"](port_to(Channel(error))) == outcome


@pytest.mark.parametrize(("locked", "outcome"), [(False, Done(9)), (True, Forbidden())])
async def test_call_is_repeated_if_another_call_has_opened_the_archived_thread_meanwhile(
    locked: bool, outcome: Outcome
) -> None:
    """Check a regression: the slower of two calls in an archived thread counted as forbidden."""
    channel = Channel(refused(400, 50083))
    thread = Mock(spec=discord.Thread, archived=False, locked=locked)

    def get_channel(_number: int) -> object:
        if not channel.asked:
            return None
        channel.error = None
        return thread

    bot = SimpleNamespace(get_partial_messageable=lambda _id: channel, get_channel=get_channel)
    port = DiscordAdapter(cast("discord.Client", bot), AttachmentStore(), Metrics())
    assert await port.delete(1, 2) == outcome


def port_of(**methods: object) -> DiscordAdapter:
    """Return the adapter of a client with these methods."""
    return DiscordAdapter(cast("discord.Client", SimpleNamespace(**methods)), AttachmentStore(), Metrics())


@pytest.mark.parametrize(
    ("found", "answer", "exists"),
    [
        (object(), AssertionError("it is known"), True),
        (None, None, True),
        (None, refused(404, 10003), False),
        (None, refused(403, 50001), True),
        (None, refused(503), True),
    ],
    ids=["cached", "archived thread", "deleted", "hidden", "outage"],
)
async def test_channel_exists_unless_discord_says_that_it_does_not(
    found: object, answer: Exception | None, exists: bool
) -> None:
    port = port_of(get_channel=lambda _number: found, fetch_channel=AsyncMock(side_effect=[answer or object()]))
    assert await port.channel_exists(1) == exists


@pytest.mark.parametrize(
    ("found", "answer", "sight"),
    [
        (object(), AssertionError("it is known"), "unknown"),
        (None, None, "unknown"),
        (None, refused(404, 10003), "gone"),
        (None, refused(403, 50001), "hidden"),
        (None, refused(403, 50013), "unknown"),
        (None, refused(503), "unknown"),
    ],
    ids=["direct messages", "unknown parent", "deleted", "hidden", "refused", "outage"],
)
async def test_sight_of_an_uncached_channel_is_what_discord_says(
    found: object, answer: Exception | None, sight: Sight
) -> None:
    asked = AsyncMock(side_effect=[answer or object()])
    port = port_of(get_channel=lambda _number: found, fetch_channel=asked)
    assert await port.sight(1, ask=False) == "unknown"
    asked.assert_not_called()
    assert await port.sight(1, ask=True) == sight


@pytest.mark.parametrize(
    ("failing", "outcome"),
    [(None, Done()), (refused(404, 10070), Gone()), (refused(403, 50013), Forbidden()), (refused(503), Later())],
)
async def test_event_is_deleted_or_the_outcome_says_why_not(failing: Exception | None, outcome: Outcome) -> None:
    event = Mock(delete=AsyncMock(side_effect=failing))
    guild = Mock(fetch_scheduled_event=AsyncMock(return_value=event))
    assert await port_of(get_guild=lambda _number: guild).delete_event(1, 2) == outcome
    assert await port_of(get_guild=lambda _number: None).delete_event(1, 2) == Later()


async def test_only_the_bots_event_that_ends_with_the_link_is_deleted() -> None:
    link, bot, other = "https://discord.com/channels/1/2/3", 77, 78
    texts = [(bot, f"Join here\n{link}"), (other, link), (bot, f"{link}4"), (bot, None)]
    events = [Mock(creator_id=who, description=text, delete=AsyncMock()) for who, text in texts]
    guild = Mock(me=Mock(id=bot), fetch_scheduled_events=AsyncMock(return_value=events))
    assert await port_of(get_guild=lambda _number: guild).delete_event_with(1, link) == Done()
    assert [one.delete.await_count for one in events] == [1, 0, 0, 0]
    assert await port_of(get_guild=lambda _number: None).delete_event_with(1, link) == Later()
    guild.fetch_scheduled_events.side_effect = refused(503)
    assert await port_of(get_guild=lambda _number: guild).delete_event_with(1, link) == Later()


async def test_line_with_mentions_may_notify_these_people_and_nobody_else() -> None:
    channel = Channel()
    assert await port_to(channel).send(1, LINE, "nonce") == Done(9)
    [(text, options)] = channel.asked
    assert text == LINE.text
    assert options["nonce"] == "nonce"
    allowed: Any = discord.AllowedMentions.none().merge(options["allowed_mentions"]).to_dict()
    assert allowed == {"parse": [], "users": [5, 6]}


async def test_edit_notifies_nobody_and_removes_an_old_picture() -> None:
    channel = Channel()
    await port_to(channel).edit(1, 2, page("text"))
    [(_, options)] = channel.asked
    assert options["allowed_mentions"].to_dict() == {"parse": []}
    assert options["attachments"] == []


async def test_edited_line_with_mentions_keeps_them_without_notifying() -> None:
    channel = Channel()
    await port_to(channel).edit(1, 2, LINE)
    [(_, options)] = channel.asked
    assert options["content"] == LINE.text
    assert options["allowed_mentions"].to_dict() == {"parse": []}


async def test_page_is_sent_as_it_is_and_not_cached_by_the_library() -> None:
    kind = Game.games["saizen"]
    rules = rules_page(kind, 0, Translation("en", game=kind))
    drawn = {"example": Upload("example-1.png", b"a picture")}
    view = PageView(rules, drawn)
    assert list(map(repr, view.to_components())) == list(map(repr, rules.components({"example": "example-1.png"})))
    assert view.to_components() != rules.components({})
    assert view.has_components_v2()
    assert view.is_finished(), "what is finished is not stored"


@pytest.mark.parametrize(("code", "remembered"), [(400001, True), (40005, False), (50045, False)])
async def test_page_is_sent_without_pictures_if_discord_refuses_files(code: int, remembered: bool) -> None:
    stock, sent = AttachmentStore(), list[bool]()

    async def call(*, view: PageView, files: list[discord.File]) -> str:
        assert view.is_finished()
        sent.append(bool(files))
        if files:
            raise refused(403, code)
        return "sent"

    async def post(channel_id: int) -> str:
        drawn = {"table": Upload("table-1.png", b"a picture")}
        return await send_page(cast("Any", None), stock, channel_id, page("text"), drawn, call)

    assert await post(1) == "sent"
    assert sent == [True, False]
    assert await post(1) == "sent"
    assert sent == [True, False, *([False] if remembered else [True, False])]
    sent.clear()
    assert await post(2) == "sent"
    assert sent == [True, False], "of another channel nothing is known"


@pytest.mark.parametrize("code", [None, 400001, 40005])
async def test_text_file_is_attached_and_its_values_are_in_the_text_only_if_discord_refuses_files(
    code: int | None,
) -> None:
    said, attached = list[str](), list[str]()

    async def call(*, view: PageView, files: list[discord.File]) -> str:
        if files and code is not None:
            raise refused(403, code)
        said.append(str(view.to_components()))
        attached.extend(one.filename for one in files)
        return "sent"

    with_file = Page(("a line", Attachment("values.txt", "the values", "the values instead")))
    made = await draw_pictures(with_file, TABLE_DRAWERS)
    assert await send_page(cast("Any", None), AttachmentStore(), 1, with_file, made, call) == "sent"
    assert attached == ([] if code else ["values.txt"])
    assert ("the values instead" in said[0]) == (code is not None)
    assert ("attachment://values.txt" in said[0]) == (code is None)


@pytest.mark.parametrize(
    ("errors", "outcome"),
    [
        ((None, None), Done(9)),
        ((refused(403, 50001), None), Done(9)),
        ((refused(403, 50001), refused(400, 50033)), Refused()),
        ((None, refused(503)), Later()),
    ],
    ids=["both", "one of them", "nobody", "not yet"],
)
async def test_private_thread_needs_at_least_one_person_who_can_be_added(
    errors: tuple[BaseException | None, ...], outcome: Outcome
) -> None:
    thread = Mock(spec=discord.Thread, id=9, add_user=AsyncMock(side_effect=errors))
    channel = Mock(spec=discord.TextChannel, threads=[], create_thread=AsyncMock(return_value=thread))
    channel.is_news.return_value = False
    channel.permissions_for.return_value = discord.Permissions.all()
    bot = SimpleNamespace(get_channel=lambda number: channel if number == 1 else None)
    port = DiscordAdapter(cast("discord.Client", bot), AttachmentStore(), Metrics())
    assert await port.open_private_thread(1, 0, "Table 1", 1440, (5, 6)) == outcome
