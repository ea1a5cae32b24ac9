"""The gateway: login, resume, and distribution of events."""

import asyncio

import pytest

from tests.local_discord.raw import CARDS, PNG, Gateway, Raw

GUILDS, MEMBERS, MESSAGES, CONTENT = 1, 1 << 1, 1 << 9, 1 << 15


async def connect(raw: Raw) -> Gateway:
    gateway = Gateway(await raw.session.ws_connect(f"{raw.url}/gateway"))
    assert (await gateway.receive())["d"]["heartbeat_interval"] == 41250
    return gateway


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "refused", "intents": 1}, 4004),
        (6, {"token": "refused", "session_id": "x", "seq": 0}, 4004),
        (8, {"guild_id": "1"}, 4003),
    ],
)
async def test_invalid_first_frame_closes_the_connection(raw: Raw, op: int, data: object, code: int) -> None:
    gateway = await connect(raw)
    await gateway.send(op, data)
    assert await gateway.close_code() == code


async def test_invalid_json_closes_the_connection(raw: Raw) -> None:
    gateway = await connect(raw)
    await gateway.socket.send_str("{")
    assert await gateway.close_code() == 4002


async def test_privileged_intents_may_be_disallowed(raw: Raw) -> None:
    await raw.control("settings", privileged_intents=False)
    gateway = await connect(raw)
    await gateway.send(2, {"token": "x", "intents": GUILDS | MEMBERS})
    assert await gateway.close_code() == 4014


async def test_a_heartbeat_is_acknowledged_even_before_identifying(raw: Raw) -> None:
    gateway = await connect(raw)
    await gateway.send(1, None)
    assert (await gateway.receive())["op"] == 11
    await gateway.socket.close()


async def test_members_are_sent_on_request(raw: Raw) -> None:
    async with raw.gateway(intents=GUILDS | MEMBERS) as gateway:
        await gateway.send(8, {"guild_id": "1", "query": "", "limit": 0, "nonce": "n"})
        chunk = await gateway.event("GUILD_MEMBERS_CHUNK")
        assert len(chunk["members"]) == 5
        assert (chunk["nonce"], chunk["chunk_count"]) == ("n", 1)


async def test_resume_sends_missed_events(raw: Raw) -> None:
    async with raw.gateway(intents=GUILDS | MESSAGES) as first:
        session, sequence = first.ready["session_id"], first.sequence
        await first.socket.close(code=4000)
    await raw.send({"content": "missed"})
    second = await connect(raw)
    await second.send(6, {"token": "x", "session_id": session, "seq": sequence})
    assert (await second.event("MESSAGE_CREATE"))["content"] == "missed"
    await second.event("RESUMED")
    await second.socket.close()


@pytest.mark.parametrize("why", ["unknown", "closed for good", "too late", "a new session"])
async def test_resume_of_a_lost_session_is_refused(raw: Raw, why: str) -> None:
    async with raw.gateway() as first:
        session = first.ready["session_id"] if why != "unknown" else "unknown"
        await first.socket.close(code=1000 if why == "closed for good" else 4000)
    if why == "too late":
        await raw.control("settings", resume_seconds=-1)
    if why == "a new session":
        async with raw.gateway():
            pass
    second = await connect(raw)
    await second.send(6, {"token": "x", "session_id": session, "seq": 2})
    assert await second.receive() == {"op": 9, "d": False, "s": None, "t": None}
    await second.socket.close()


async def test_messages_need_the_messages_intent(raw: Raw) -> None:
    async with raw.gateway(intents=GUILDS) as gateway:
        await raw.send({"content": "x"})
        await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "t", "type": 11})
        frame = await gateway.receive()
        assert frame["t"] == "THREAD_CREATE"
        assert frame["d"]["newly_created"] is True


@pytest.mark.parametrize(("intents", "content"), [(MESSAGES, ""), (MESSAGES | CONTENT, "hello")])
async def test_content_of_other_authors_needs_the_content_intent(raw: Raw, intents: int, content: str) -> None:
    async with raw.gateway(intents=GUILDS | intents) as gateway:
        await raw.client("messages", user="Ben", channel_id=CARDS, content="hello")
        assert (await gateway.event("MESSAGE_CREATE"))["content"] == content


async def test_archived_threads_are_not_in_guild_create(raw: Raw) -> None:
    _, kept = await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "a", "type": 11})
    _, gone = await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "b", "type": 11})
    await raw.call("PATCH", f"/channels/{gone['id']}", {"archived": True})
    async with raw.session.ws_connect(f"{raw.url}/gateway") as socket:
        gateway = Gateway(socket)
        await gateway.send(2, {"token": "x", "intents": GUILDS})
        guild = await gateway.event("GUILD_CREATE")
    assert [one["id"] for one in guild["threads"]] == [kept["id"]]
    assert guild["threads"][0]["member"]["user_id"] == guild["members"][0]["user"]["id"]


async def test_reconnect_sends_opcode_7(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        await raw.control("gateway", reconnect=True)
        assert (await gateway.receive())["op"] == 7


@pytest.mark.parametrize(("invalid", "resumable", "sessions"), [("resumable", True, 1), ("gone", False, 0)])
async def test_opcode_9_tells_whether_the_session_can_be_resumed(
    raw: Raw, invalid: str, resumable: bool, sessions: int
) -> None:
    async with raw.gateway() as gateway:
        await raw.control("gateway", invalid=invalid)
        told = await gateway.receive()
        status = await raw.read("gateway")
    assert (told["op"], told["d"], status["sessions"]) == (9, resumable, sessions)


async def test_deleted_message_and_leaving_member_are_announced(raw: Raw) -> None:
    async with raw.gateway(intents=GUILDS | MEMBERS | MESSAGES) as gateway:
        _, message = await raw.upload("POST", f"/channels/{CARDS}/messages", {}, ("a.png", PNG))
        await raw.control("message", message_id=message["id"], delete=True)
        assert (await gateway.event("MESSAGE_DELETE"))["id"] == message["id"]
        await raw.control("member", user="Dai", present=False)
        assert (await gateway.event("GUILD_MEMBER_REMOVE"))["user"]["username"] == "dai"


async def test_a_dropped_bot_is_offline(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        await raw.control("gateway", drop=True, code=4009, resumable=False)
        assert await gateway.close_code() == 4009
    status = await raw.read("gateway")
    assert (status["online"], status["sessions"]) == (False, 0)


async def test_hanging_connection_neither_reads_nor_writes_until_it_resumes(raw: Raw) -> None:
    async with raw.gateway(intents=GUILDS | MESSAGES) as gateway:
        await raw.control("gateway", hang=True)
        await raw.send({"content": "x"})
        await gateway.send(1, None)
        waiting = asyncio.create_task(gateway.receive())
        _, state = await raw.call("GET", "/gateway/bot")  # the HTTP API still answers
        assert state["shards"] == 1
        assert not waiting.done()
        await raw.control("gateway", hang=False)
        assert (await waiting)["t"] == "MESSAGE_CREATE"
        assert (await gateway.receive())["op"] == 11


async def test_fault_delays_the_bots_connection(raw: Raw) -> None:
    await raw.control("faults", kind="gateway", hang=True)
    connecting = asyncio.create_task(connect(raw))
    async with asyncio.timeout(3):
        while await faults(raw):
            await asyncio.sleep(0.01)
    assert not connecting.done()
    async with raw.session.delete(f"{raw.url}/control/faults"):
        pass
    gateway = await connecting
    await gateway.socket.close()


async def faults(raw: Raw) -> list[object]:
    """Return the planned faults that no request has met yet."""
    async with raw.session.get(f"{raw.url}/control/faults") as response:
        return list(await response.json())
