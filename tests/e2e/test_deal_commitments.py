"""Deal commitments over sockets: each joiner gets one, people cut, no message is edited, and the end has the proof."""

import json
import re

from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import LONG, end_game, open_more, open_table, start_table, table_number
from tests.e2e.processes import BotProcess

COMMITMENT = re.compile("Commitment:.*?`([0-9a-f]{64})`", re.DOTALL)
SECRET = re.compile("Secret: `([0-9a-f]{64})`")
JOIN = re.compile("Your join number: `([0-9]+)`")


def group_in(pattern: re.Pattern[str], message: Json) -> str:
    """Return the text of a pattern's group in a message."""
    match = pattern.search(texts(message))
    assert match is not None, texts(message)
    return match[1]


async def private_commitment(person: Person, number: int) -> Json:
    """Return the private commitment of a table's deal."""

    def is_it(message: Json) -> bool:
        return is_ephemeral(message) and f"Table {number}: its deal is promised" in texts(message)

    return await person.wait_for(is_it, within=LONG, what="the promise")


async def public_message(person: Person, number: int, what: str = "its deal is promised") -> Json:
    """Return the public message about a table's deal."""

    def is_it(message: Json) -> bool:
        return not is_ephemeral(message) and f"Table {number}: {what}" in texts(message)

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
    public, private = await public_message(ben, number), await private_commitment(ben, number)
    commitment = group_in(COMMITMENT, public)
    joins = [f"join {group_in(JOIN, one)}" for one in (await private_commitment(aki, number), private)]
    assert joins == [*stored_commitment(bot, number).events]
    assert {group_in(COMMITMENT, one) for one in (private, await private_commitment(aki, number))} == {commitment}
    assert buttons(public) == []
    assert labels(private) == labels(await private_commitment(aki, number)) == ["Cut the deck"]

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
    secret = bytes.fromhex(group_in(SECRET, proof))
    assert DealCommitment(str(number), "saizen", promise.rules, secret).commitment == commitment
    check = (await ben.click(proof, label="Check this deal")).reply
    assert group_in(COMMITMENT, check) == commitment
    assert bytes.fromhex(group_in(SECRET, check)) == secret
    for message in (public, proof):
        assert (await ben.refreshed(message))["edited_timestamp"] is None
    assert await world.control.problems() == []


async def test_closed_lobby_reveals_its_secret(world: Driver) -> None:
    lobby = await open_table(world, "saizen", seats=3, people=["Ben"])
    ben, number = world.user("Ben"), table_number(lobby)
    commitment = group_in(COMMITMENT, await public_message(ben, number))
    assert (await ben.refreshed(lobby))["edited_timestamp"] is None, "the commitment needs no edit of the lobby"
    await ben.click(await open_more(ben, lobby), label="Close table")
    closed = await ben.wait_for(lambda one: one["id"] == lobby["id"] and "Secret:" in texts(one), within=LONG)
    assert DealCommitment(str(number), "saizen", 1, bytes.fromhex(group_in(SECRET, closed))).commitment == commitment
