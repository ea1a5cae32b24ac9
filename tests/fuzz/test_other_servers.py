"""Tables exist only on their own server and for people who can see them; for everybody else they are unknown."""

import json
from itertools import product

import pytest

import engine.games  # noqa: F401  fills Game.games
from locales import Translation
from show.actions.decision_actions import AtTable
from show.actions.table_actions import Action, TableAction
from storage.rows import ScheduledLobby
from tests.fuzz.actions import field_types, send_sample
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, HERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Channel, components_with, link_urls

NONE = Translation("en")("no-such-table")
NUMBER = 4711
"""Number of a table that does not exist."""
ABOUT_TABLES = sorted(
    verb for verb, form in Action.verbs.items() if issubclass(form.kind, TableAction) or form.scope is AtTable
)


def test_every_action_with_a_table_is_a_table_action() -> None:
    named = {verb for verb in Action.verbs if "table" in field_types(verb)}
    assert named - set(ABOUT_TABLES) == {"cut", "options"}, "their forms say what the button says, and touch no table"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_table_of_another_server_is_answered_as_unknown(world: Offline, playing: bool) -> None:
    number = await world.open_table(AKI, BEN, where=ROOM, start=playing)
    before = await world.rows()
    for verb, who in product(ABOUT_TABLES, (AKI, CHIE)):
        said = [send_sample(world, who, ELSEWHERE, verb, table=table) for table in (number, NUMBER)]
        await world.wait_for(*said)
        assert [one.text for one in said] == [NONE, NONE], verb
        assert said[0].replies == said[1].replies, verb
    assert await world.rows() == before


@pytest.mark.drawn(1)
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_hand_command_for_another_servers_table_is_answered_as_unknown(world: Offline, playing: bool) -> None:
    number = await world.open_table(AKI, BEN, where=ROOM, start=playing)
    said = [world.command(AKI, ELSEWHERE, "hand", table=table) for table in (number, NUMBER)]
    await world.wait_for(*said)
    assert [one.text for one in said] == [NONE, NONE]
    assert said[0].replies == said[1].replies


async def test_autocomplete_offers_only_tables_of_the_same_server(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    for channel, offered in ((ROOM, 1), (ELSEWHERE, 0)):
        asked = await world.wait_for(world.autocomplete(AKI, channel, "hand", ""))
        assert len(asked.answers[0]["choices"]) == offered


async def test_context_menu_opens_no_hand_of_another_server(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    for message in world.messages.values():
        asked = await world.wait_for(world.on_message(AKI, ELSEWHERE, message))
        assert asked.text == Translation("en")("hand-none")


async def test_button_for_another_table_than_its_message_is_refused(world: Offline) -> None:
    """Refuse a forged button, whose custom id names another table than its message.

    Otherwise the bot would show one table in the other's message, or delete that message as superfluous.
    """
    lobby, game = [await world.open_table(AKI, BEN, where=ROOM, seats=3, start=start) for start in (False, True)]
    before = await world.rows(), {number: json.dumps(one) for number, one in world.messages.items()}
    for message in [one for one in world.messages.values() if components_with(one)]:
        asked_for = [Action.parse(part["custom_id"]) for part in components_with(message)]
        mine = {action.table_id for action in asked_for if action is not None and action.table_id is not None}
        assert len(mine) == 1
        for number in {lobby, game} - mine:
            verb = "hand" if number == game else "join"
            asked = await world.wait_for(world.click(BEN, ROOM, f"{verb}:{number}", message))
            assert asked.text == NONE
    assert (await world.rows(), {number: json.dumps(one) for number, one in world.messages.items()}) == before


# --- Visibility


async def test_list_has_no_tables_of_hidden_channels(world: Offline) -> None:
    hidden, seen = [await world.open_table(STAFF, where=where, seats=3, start=False) for where in (HIDDEN, ROOM)]
    page = await world.wait_for(world.command(BEN, ROOM, "tables"))
    assert f"table {seen} " in page.text
    assert f"table {hidden} " not in page.text
    assert not any(str(HIDDEN.id) in link for link in link_urls(page.answers))
    assert f"table {hidden} " in (await world.wait_for(world.command(STAFF, ROOM, "tables"))).text


async def test_list_of_one_game_keeps_to_it_on_every_way_back(world: Offline) -> None:
    saizen, tezuma = [
        await world.open_table(AKI, where=ROOM, game=game, seats=3, start=False) for game in ("saizen", "tezumashi")
    ]
    picked = world.click(BEN, ROOM, "tables-of", values=["tezumashi"])
    for asked in (
        picked,
        world.click(BEN, ROOM, "tables:0:tezumashi"),
        world.click(BEN, ROOM, f"sit:{tezuma}:0:tezumashi"),
    ):
        text = (await world.wait_for(asked)).text
        assert f"table {tezuma} " in text
        assert f"table {saizen} " not in text
    everything = await world.wait_for(world.click(BEN, ROOM, "tables-of", values=["all"]))
    assert f"table {saizen} " in everything.text


async def test_scheduled_lobbies_of_hidden_channels_are_not_listed(world: Offline) -> None:
    for number, where in enumerate((HIDDEN, ROOM)):
        lobby = ScheduledLobby(number, HERE, where.id, STAFF.id, "Emi", "saizen", None, None, 2**31)
        await world.store.scheduled_lobbies.add(lobby)
    for user, seen in ((AKI, 1), (STAFF, 2)):
        page = await world.wait_for(world.command(user, ROOM, "tables"))
        assert page.text.count("⏰") == seen


async def test_list_has_the_readers_own_tables_in_hidden_channels(world: Offline) -> None:
    number = await world.open_table(BEN, where=HIDDEN, seats=3, start=False)
    assert f"table {number} " in (await world.wait_for(world.command(BEN, ROOM, "tables"))).text


async def test_table_of_a_private_thread_is_listed_only_in_that_thread(world: Offline) -> None:
    thread = Channel(1003, ROOM.guild, parent=ROOM.id, private=True)
    world.add_guild(ROOM.guild, ROOM, OTHER_ROOM, HIDDEN, thread)
    number = await world.open_table(AKI, where=thread, seats=3, start=False)
    assert f"table {number} " not in (await world.wait_for(world.command(BEN, ROOM, "tables"))).text
    assert f"table {number} " in (await world.wait_for(world.command(BEN, thread, "tables"))).text


@pytest.mark.drawn(2)
@pytest.mark.parametrize("verb", ["sit", "join", "sheet", "details", "more", "hand"])
async def test_invisible_table_is_answered_as_unknown(world: Offline, verb: str) -> None:
    number = await world.open_table(STAFF, where=HIDDEN, seats=3, start=False)
    said = [send_sample(world, BEN, ROOM, verb, table=table) for table in (number, NUMBER)]
    said += [world.command(BEN, ROOM, "hand", table=table) for table in (number, NUMBER)]
    await world.wait_for(*said)
    assert [one.text for one in said] == [NONE] * 4


async def test_table_is_reachable_for_everybody_in_its_channel_and_threads(world: Offline) -> None:
    """Check that a click in a channel proves that the person sees the channel, whatever roles the bot knows of."""
    number = await world.open_table(STAFF, where=HIDDEN, seats=3, start=False)
    thread = Channel(1004, HIDDEN.guild, parent=HIDDEN.id)
    for where in (HIDDEN, thread):
        asked = await world.wait_for(world.click(BEN, where, f"more:{number}"))
        assert f"table {number}" in asked.text
