"""Deal commitments over sockets, from the join to the proof at the end.

Everybody who joins gets the commitment and may cut the deck. No message about the deal is ever edited.
"""

import json
import re

import pytest

from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from tests.driver import Driver, Json, Person, buttons, components, is_ephemeral, labels, texts
from tests.e2e.playing import CHANNEL, LONG, end_game, open_more, open_table, start_table, table_number
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

COMMITMENT = re.compile("^(?:-# )?Commitment: ([0-9a-f]{64})$", re.MULTILINE)
SECRET = re.compile("^(?:-# )?Secret: ([0-9a-f]{64})$", re.MULTILINE)
JOIN = re.compile("Your join number: ([0-9]+)")
EVENT = re.compile("^(?:join|leave|cut|start) [0-9a-f]+$", re.MULTILINE)
HASH = re.compile("[0-9a-f]{17,}")
FILE = 13
"""The type of the component that displays an attached file."""


def group_in(pattern: re.Pattern[str], text: str) -> str:
    """Return the text of the pattern's first group at its first match."""
    match = pattern.search(text)
    assert match is not None, text
    return match[1]


async def attached(world: Driver, message: Json) -> str:
    """Return the content of the only text file of a message, and check that a component displays that file."""
    (file,) = message["attachments"]
    assert [one["file"]["attachment_id"] for one in components(message) if one["type"] == FILE] == [file["id"]]
    async with world.session.get(file["url"]) as response:
        return await response.text()


async def seat_confirmation(person: Person, number: int) -> Json:
    """Return the private answer to a person who has joined a table."""

    def is_it(message: Json) -> bool:
        opens = any(one["custom_id"].startswith(f"own-deal:{number}:") for one in buttons(message))
        return is_ephemeral(message) and opens

    return await person.wait_for(is_it, within=LONG, what="the answer to the join")


async def open_own_deal(person: Person, number: int) -> Json:
    """Return the private page behind "Fair deal" in the answer to a join."""
    return (await person.click(await seat_confirmation(person, number), label="Fair deal")).reply


async def public_message(
    person: Person, number: int, what: str = "its deal is fixed", begins: str = "Table {}"
) -> Json:
    """Wait for the public message about a table's deal, in which `begins` and then `what` occur; return it."""

    def is_it(message: Json) -> bool:
        return not is_ephemeral(message) and f"{begins.format(number)}: {what}" in texts(message)

    return await person.wait_for(is_it, within=LONG, what=what)


def stored_commitment(bot: BotProcess, number: int) -> DealCommitment:
    """Return the stored commitment of a table's deal."""
    ((rules, secret, events),) = bot.rows("SELECT rules, secret, events FROM promises WHERE table_id = ?", number)
    return DealCommitment(
        str(number), "saizen", int(str(rules)), bytes.fromhex(str(secret)), tuple(json.loads(str(events)))
    )


async def test_deal_commitment_is_published_cut_and_proven(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", seats=3, people=["Aki", "Ben"])
    aki, ben, number = world.user("Aki"), world.user("Ben"), table_number(lobby)
    public = await public_message(ben, number)
    commitment = group_in(COMMITMENT, await attached(world, public))
    for person, said, start in ((aki, "seat 1. Press", ["Start"]), (ben, "seat 2. Aki starts when", [])):
        confirmation = await seat_confirmation(person, number)
        assert said in texts(confirmation)
        ways = (["Cut the deck", "Fair deal"], ["Learn by playing", "Fair deal"])
        assert labels(confirmation) in [[*start, *way] for way in ways]
    own = [await open_own_deal(person, number) for person in (aki, ben)]
    assert [f"join {group_in(JOIN, texts(one))}" for one in own] == [*stored_commitment(bot, number).events]
    assert {group_in(COMMITMENT, texts(one)) for one in own} == {commitment}
    assert {group_in(COMMITMENT, await attached(world, one)) for one in own} == {commitment}
    assert labels(public) == ["Fair deal"]
    looking = (await world.user("Dai").click(public, label="Fair deal")).reply
    assert group_in(COMMITMENT, texts(looking)) == commitment, "also for a person without a seat"
    private = own[1]

    for page in (private, await open_more(ben, lobby)):
        form = (await ben.click(page, label="Cut the deck")).modal
        assert form is not None
        nonce = form["components"][0]["component"]["value"]
        answer = await ben.submit(form, {"words": "  my own words "})
        assert is_ephemeral(answer.reply)
        assert re.findall("`([0-9a-f]{32})`", texts(answer.reply)) == [nonce], "the answer repeats the form's nonce"
        assert deal_commitment.cut(bytes.fromhex(nonce), "my own words") == stored_commitment(bot, number).events[-1]
    await aki.wait_for(lambda one: one["id"] == lobby["id"] and "Deck cut by Ben" in texts(one), within=LONG)

    table = await start_table(world, lobby)
    promise = stored_commitment(bot, number)
    assert [event.partition(" ")[0] for event in promise.events] == ["join", "join", "cut", "cut", "start"]
    assert bot.rows("SELECT seed FROM tables WHERE id = ?", number) == [(promise.seed.hex(),)]
    assert not any(promise.secret.hex() in texts(one) for one in await aki.messages(lobby["channel_id"]))

    await end_game(aki, table)
    proof = await public_message(ben, number, "its deal can be checked now")
    assert proof["channel_id"] == table["channel_id"]
    said = await attached(world, proof)
    secret = bytes.fromhex(group_in(SECRET, said))
    assert DealCommitment(str(number), "saizen", promise.rules, secret).commitment == commitment
    mixed = DealCommitment(str(number), "saizen", promise.rules, secret, tuple(EVENT.findall(said)))
    assert mixed.seed == promise.seed, "the channel alone is enough to compute the seed"
    check = (await ben.click(proof, label="Fair deal")).reply
    assert group_in(COMMITMENT, texts(check)) == commitment
    assert bytes.fromhex(group_in(SECRET, texts(check))) == secret
    for message in (public, proof):
        assert (await ben.refreshed(message))["edited_timestamp"] is None
    assert await world.control.problems() == []


async def test_closed_lobby_reveals_its_secret(world: Driver) -> None:
    lobby = await open_table(world, "saizen", seats=3, people=["Ben"])
    ben, number = world.user("Ben"), table_number(lobby)
    commitment = group_in(COMMITMENT, await attached(world, await public_message(ben, number)))
    assert (await ben.refreshed(lobby))["edited_timestamp"] is None, "the commitment needs no edit of the lobby"
    closed = await close_lobby(ben, lobby)
    secret = bytes.fromhex(group_in(SECRET, await attached(world, closed)))
    assert DealCommitment(str(number), "saizen", 1, secret).commitment == commitment
    assert HASH.findall(texts(closed)) == []
    page = (await world.user("Dai").click(closed, label="Fair deal")).reply
    assert bytes.fromhex(group_in(SECRET, texts(page))) == secret


async def test_values_are_in_the_text_only_where_no_file_may_be_attached(world: Driver) -> None:
    async with world.control.without_permissions(CHANNEL, "bot", "attach_files"):
        lobby = await open_table(world, "saizen", seats=3, people=["Ben"])
        ben, number = world.user("Ben"), table_number(lobby)
        public = await public_message(ben, number)
        commitment = group_in(COMMITMENT, texts(public))
        assert public["attachments"] == []
        closed = await close_lobby(ben, lobby)
        secret = bytes.fromhex(group_in(SECRET, texts(closed)))
    assert DealCommitment(str(number), "saizen", 1, secret).commitment == commitment
    assert (await ben.refreshed(public))["edited_timestamp"] is None


async def close_lobby(opener: Person, lobby: Json) -> Json:
    """Close a lobby, and return its message."""
    number = table_number(lobby)
    await opener.click(await open_more(opener, lobby), custom_id=f"close:{number}")

    def is_closed(message: Json) -> bool:
        return bool(message["id"] == lobby["id"]) and [one["custom_id"] for one in buttons(message)] == [
            f"deal:{number}"
        ]

    return await opener.wait_for(is_closed, within=LONG, what="the closed lobby")
