"""The message that names the winners of a game without a thread; it is posted at the end of the game's channel."""

import asyncio

import pytest

from host.lobby.lobby_transitions import required_game
from host.place import Place
from host.tables.table import Person
from locales import Translation
from show.desired import PROOF, ROUND
from show.messages.edit_rate_limit import EditRateLimit
from show.observed import observe
from show.pages.game.shared_lines import winner_line
from show.text.page import DOT
from show.text.seat_names import message_link, table_translation
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Json, texts

EN = Translation("en")
PLACE = Place.server(HERE)


@pytest.fixture(autouse=True)
def unlimited_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no edit wait."""
    monkeypatch.setattr(EditRateLimit, "wait", lambda *_: 0.0)


async def ended(world: Offline, threads: str) -> int:
    """Let people play a game to its end, and wait for its last messages; return the table's number."""
    manager = Person(AKI.id, manages_server=lambda: True)
    await world.services.settings.set_server(PLACE, manager, "threads", (threads,))
    number = await world.open_table(AKI, BEN, where=ROOM)
    while (game := required_game(await world.services.tables.get(number))).round < game.round_count:
        async with world.services.tables.locked(number) as table:
            seat = game.to_act[0]
            await world.services.moves.make(table, game, seat, game.legal_moves(seat)[0])
    await until_posted(world, number, f"{ROUND}{game.round}")
    async with world.services.tables.locked(number) as table:
        await world.services.moves.finish(table)
    await until_posted(world, number, PROOF)
    return number


async def until_posted(world: Offline, number: int, slot: str) -> None:
    """Wait until a message of the table exists."""
    async with asyncio.timeout(30):
        while not (await observe(world.services, number)).exists(slot):
            await asyncio.sleep(0.05)
    await world.wait_until_idle()


def bots_messages(world: Offline) -> list[Json]:
    """Return the bot's messages in the channel, the newest last."""
    return [one for _, one in sorted(world.messages.items()) if one["channel_id"] == str(ROOM.id)]


def said(message: Json) -> str:
    """Return the text of a message."""
    return "\n".join(texts(message)).strip()


async def test_winner_is_named_right_before_the_proof_with_a_link_to_the_table(world: Offline) -> None:
    number = await ended(world, "off")
    *_, result, winner, proof = bots_messages(world)
    table = await world.services.tables.get(number)
    line = winner_line(required_game(table).view(None), table_translation(table, "en-US"))
    link = EN("hand-way", link=message_link(PLACE, ROOM.id, int(result["id"])))
    assert said(winner) == DOT.join([line, link])
    assert line in said(result)
    assert EN("fair-over", table=str(number)) in said(proof)
    assert (winner["mentions"], said(winner).count("<@")) == ([], 0)


async def test_thread_gets_no_such_message(world: Offline) -> None:
    await ended(world, "on")
    assert not any(said(one).startswith("🏆") for one in world.messages.values())


async def test_names_of_forgotten_people_go_and_the_proof_is_not_edited(world: Offline) -> None:
    await ended(world, "off")
    *_, winner, proof = bots_messages(world)
    assert any(one.name in said(winner) for one in (AKI, BEN))
    for one in (AKI, BEN):
        await world.services.privacy.forget(one.id)
    await world.wait_until_idle()
    *_, winner, now = bots_messages(world)
    assert "🏆" in said(winner)
    assert not any(one.name in said(winner) for one in (AKI, BEN))
    assert now == proof
