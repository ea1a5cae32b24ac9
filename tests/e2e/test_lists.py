"""Lists that people use: a guild's tables, a person's own hands to choose from, and the leaderboard."""

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from locales import Translation
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, links, texts
from tests.e2e.playing import (
    LONG,
    open_table,
    running,
    start_table,
    table_number,
    wait_for_record,
)
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

MY_HAND = "My hand"


async def listed(person: Person, number: int) -> tuple[Json, Json]:
    """Return the page of /tables with a table, and the table's row of buttons."""
    page = (await person.command("card-room", "tables")).reply
    while f"table {number} " not in texts(page):
        page = (await person.click(page, label="Next")).reply
    inside = page["components"][0]["components"]
    place = next(at for at, part in enumerate(inside) if f"table {number} " in part.get("content", ""))
    return page, inside[place + 1]


async def test_tables_can_be_joined_opened_and_played_from_the_list(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
    await wait_for_record(bot, lobby)
    aki, ben, number = world.user("Aki"), world.user("Ben"), table_number(lobby)
    page, row = await listed(ben, number)
    assert is_ephemeral(page)
    (join, way, _) = row["components"]
    assert way["url"].endswith(f"/{lobby['channel_id']}/{lobby['id']}")
    page = (await ben.click(page, custom_id=join["custom_id"])).reply
    assert join["custom_id"] not in [one["custom_id"] for one in buttons(page)]
    await aki.wait_for(lambda one: one["id"] == lobby["id"] and ben.name in texts(one), within=LONG)
    table = await start_table(world, lobby)
    await wait_for_record(bot, table)
    page, row = await listed(ben, number)
    (hand, way, again, more) = row["components"]
    assert more["custom_id"] == f"more:{number}"
    assert way["url"].endswith(f"/{table['channel_id']}/{table['id']}")
    panel = (await ben.click(page, custom_id=hand["custom_id"])).reply
    assert panel["id"] == page["id"]
    assert any(one["custom_id"].startswith(f"choose:{number}:") for one in buttons(panel))
    page, row = await listed(world.user("Chie"), number)
    for_all = [hand["custom_id"], way["url"], again["custom_id"]]
    assert [one.get("url") or one["custom_id"] for one in row["components"]] == for_all
    assert row["components"][0]["label"] == "Watch"
    assert await world.control.problems() == []


async def test_many_tables_are_listed_page_by_page(world: Driver) -> None:
    for _ in range(8):
        await open_table(world, "saizen", seats=2, people=["Dai"])
    dai = world.user("Dai")
    page = (await dai.command("table-talk", "tables")).reply
    first = links(page)
    assert len(first) == 5
    page = (await dai.click(page, label="Next")).reply
    assert not set(first) & set(links(page))
    assert set(links((await dai.click(page, label="Previous")).reply)) == set(first)
    assert await world.control.problems() == []


async def test_message_menu_opens_the_hand_of_its_table_or_channel_or_asks_which(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Ben", "Chie"])
    first = await start_table(world, lobby, opener="Ben")
    second, _ = await running(world, people=("Ben", "Chie"))
    ben, numbers = world.user("Ben"), [table_number(one) for one in (first, second)]
    for message, number in zip((first, second, lobby), (*numbers, numbers[0]), strict=True):
        panel = (await ben.use_on(message, MY_HAND)).reply
        assert is_ephemeral(panel)
        assert any(one["custom_id"].startswith(f"choose:{number}:") for one in buttons(panel))
    said = await ben.say(first["channel_id"], "Whose turn is it?")
    panel = (await ben.use_on(said, MY_HAND)).reply
    assert any(one["custom_id"].startswith(f"choose:{numbers[0]}:") for one in buttons(panel))
    asked = (await ben.use_on(await ben.say("table-talk", "Hello."), MY_HAND)).reply
    assert {f"hand:{number}" for number in numbers} <= {one["custom_id"] for one in buttons(asked)}
    panel = (await ben.click(asked, custom_id=f"hand:{numbers[1]}")).reply
    assert panel["id"] == asked["id"]
    nothing = (await world.user("Dai").use_on(said, MY_HAND)).reply
    assert "You sit at no running game here" in texts(nothing)
    assert await world.control.problems() == []


async def test_commands_and_games_are_offered_in_the_language_of_the_reader(world: Driver) -> None:
    commands = {one["name"]: one for one in (await world.user("Aki").state())["commands"]}
    assert commands[MY_HAND]["type"] == 3
    assert commands[MY_HAND]["name_localizations"]["ja"] == Translation("ja")("table-hand")
    await world.control.user("Dai", locale="ja")
    typed = (await world.user("Dai").autocomplete("table-talk", "play", "game")).choices or []
    await world.control.user("Dai", locale="en-US")
    registered = {name: commands[name]["options"][0]["choices"] for name in ("rules", "leaderboard")}
    titles = {kind.id: Translation("ja").text(kind.title) for kind in Game.games.values()}
    lists = {name: {one["value"]: one["name_localizations"]["ja"] for one in each} for name, each in registered.items()}
    for name, offered in {**lists, "play": {one["value"]: one["name"] for one in typed}}.items():
        if name == "leaderboard":
            assert offered == titles
        else:
            assert offered.keys() == titles.keys()
            assert all(offered[game].startswith(f"{title} · ") for game, title in titles.items())
