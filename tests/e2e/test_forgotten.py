"""Deletion drill: a person who is forgotten is in no message, event, database, file, log or metric any more.

Two things do not come from the bot, so they are not searched: people's own messages, and the line that Discord shows
above the answer to a command, with the name of the command's user.
"""

import json
import re
import struct
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot import DiscordProcess
from tests.driver import Driver, Json, Person, is_ephemeral, texts
from tests.e2e.playing import (
    CHANNEL,
    Seats,
    choose,
    end_game,
    finished_table,
    offers_choice,
    online,
    open_hand,
    open_more,
    open_table,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import ROOT, BotProcess, free_port

NICK, GLOBAL_NAME = "Zyxwvut", "Qzyxglobal"
WHO = "Dai"
GAME = "saizen"
PLACES = (
    *("invites you", "(wins|share the victory) with", "round 1 is over", "waiting for", "has left", "Leaderboard"),
    r"\*\*Seats\*\*",
)
"""Patterns of the messages that must name the person before they are forgotten."""
DISCORDS_OWN = {"author", "interaction", "interaction_metadata", "referenced_message"}
"""Keys of a message that Discord fills in, and that no bot can change."""
PNG_TEXTS = (b"tEXt", b"iTXt", b"zTXt", b"eXIf")
"""Parts of a picture that hold texts."""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def bot(discord_process: DiscordProcess, tmp_path: Path, port: int) -> Iterator[BotProcess]:
    """Start a bot with a folder and a metrics port of its own."""
    folder = tmp_path / "bot"
    folder.mkdir()
    script = ROOT / "tests/e2e/high_limits_bot.py"
    settings: Any = {"ICHIZA_HEALTH_PORT": str(port)}
    with BotProcess(discord_process.url, folder / "ichiza.sqlite3", script=script, **settings) as process:
        yield process


@pytest.fixture
async def town(discord_process: DiscordProcess, bot: BotProcess) -> AsyncIterator[Driver]:
    assert bot.running
    async with online(discord_process.url) as driver:
        await driver.control.user(WHO, nick=NICK, global_name=GLOBAL_NAME)
        yield driver


def traces_of(person: Person) -> list[str]:
    return [NICK, GLOBAL_NAME, person.id]


# --- A full life


async def finished(town: Driver, people: list[str]) -> Json:
    """Let people play a game to its end, and the person to be forgotten ask for a rematch; return the game's lobby."""
    lobby = await open_table(town, GAME, seats=len(people), people=people)
    table = await start_table(town, lobby, opener=people[0])
    seats = Seats(town, Random(5))
    await seats.open_hands(table, people)
    await seats.play_out()
    result = await finished_table(town, table_number(lobby), people[0])
    await town.user(WHO).click(result, where=lambda one: one.get("label", "").startswith("Rematch"))
    return lobby


async def running_with_computers(town: Driver) -> Json:
    """Let the person to be forgotten play with Aki and computer players, and call a computer player's move silly."""
    person = town.user(WHO)
    table = await start_table(town, await open_table(town, GAME, seats=4, people=["Aki", WHO]))
    panels = {one: await open_hand(town.user(one), table) for one in ("Aki", WHO)}
    for _ in range(40):
        for one, panel in panels.items():
            panels[one] = await town.user(one).refreshed(panel)
            if offers_choice(panels[one]):
                panels[one] = await choose(town.user(one), panels[one], Random(7))
        look = (await person.click(panels[WHO], where=lambda one: ":trick" in one["custom_id"])).reply
        silly = [
            one for one in str(look["components"]).split("'") if one.startswith("look:") and one.endswith("silly:0")
        ]
        if silly:
            which = (await person.click(look, custom_id=silly[0])).reply
            panels[WHO] = (await person.click(which, label="This one")).reply
            return table
        panels[WHO] = (await person.click(look, where=lambda one: one["custom_id"].startswith("hand:"))).reply
    raise AssertionError("no computer player has moved")


async def left_behind(town: Driver) -> None:
    """Let the person leave one running game, and a moderator end another one."""
    table = await start_table(town, await open_table(town, GAME, seats=3, people=["Aki", "Ben", WHO]))
    more = (await town.user(WHO).click(table, label="More")).reply
    sure = (await town.user(WHO).click(more, label="Leave")).reply
    await town.user(WHO).click(sure, label="Yes, do it")
    ended = await start_table(town, await open_table(town, GAME, seats=3, people=["Ben", WHO]), opener="Ben")
    await end_game(town.user("Aki"), ended)


async def lobbies(town: Driver) -> None:
    """Let the person be invited, open a lobby that Ben joins, invite Chie to it, and close another lobby."""
    person, aki = town.user(WHO), town.user("Aki")
    theirs = await open_table(town, GAME, seats=3, people=["Aki"])
    await aki.select(await open_more(aki, theirs), [person.id], custom_id=f"invite:{table_number(theirs)}")
    own = await open_table(town, GAME, seats=4, people=[WHO, "Ben"])
    invited = [town.user("Chie").id]
    await person.select(await open_more(person, own), invited, custom_id=f"invite:{table_number(own)}")
    closed = await open_table(town, GAME, seats=4, people=[WHO])
    await person.click(await open_more(person, closed), custom_id=f"close:{table_number(closed)}")


async def subscribe(person: Person) -> None:
    page = (await person.command(CHANNEL, "settings")).reply
    if "settings:notices" not in str(page["components"]):
        page = (await person.click(page, custom_id="settings:mine")).reply
    page = (await person.click(page, custom_id="settings:notices")).reply
    await person.select(page, [GAME], where=lambda one: "games" in one["custom_id"])


async def live(town: Driver) -> None:
    """Let the person leave a trace everywhere."""
    person = town.user(WHO)
    for one in (person, town.user("Chie")):
        await subscribe(one)
    await lobbies(town)
    await finished(town, ["Aki", WHO])
    await finished(town, [WHO, "Ben"])
    await running_with_computers(town)
    await left_behind(town)
    [first, *_] = (await person.autocomplete(CHANNEL, "play", "at", game=GAME)).choices or []
    await person.command(CHANNEL, "play", game=GAME, at=first["value"])
    await town.user("Aki").command(CHANNEL, "leaderboard", game=GAME, period="all")
    await town.user("Aki").command(CHANNEL, "profile", member=person.id)


# --- The search


async def posted(town: Driver) -> list[Json]:
    """Return all existing messages of the bot that anybody can see, without ephemeral ones."""
    found: dict[str, Json] = {}
    for name in ("Aki", "Ben", "Chie", WHO):
        state = await town.user(name).state(fresh=True)
        for messages in state["messages"].values():
            found |= {one["id"]: one for one in messages if one["author"].get("bot") and not is_ephemeral(one)}
    return [{key: value for key, value in one.items() if key not in DISCORDS_OWN} for one in found.values()]


async def thread_names(town: Driver) -> list[str]:
    return [one["name"] for one in (await town.user("Aki").state())["channels"]]


async def traces_in_messages(town: Driver) -> list[str]:
    """Return the messages and the names of threads in which a trace of the person is left."""
    traces = traces_of(town.user(WHO))
    said = [(texts(one), json.dumps(one, ensure_ascii=False)) for one in await posted(town)]
    said += [(name, name) for name in await thread_names(town)]
    return [f"{text}\n{whole}" for text, whole in said if any(one in whole for one in traces)]


async def attachments(town: Driver) -> list[tuple[str, bytes]]:
    """Return the names and contents of all attachments."""
    found = []
    for message in await posted(town):
        for one in message["attachments"]:
            async with town.session.get(one["url"]) as response:
                found.append((one["filename"], await response.read()))
    return found


async def served(town: Driver, port: int, page: str) -> str:
    async with town.session.get(f"http://127.0.0.1:{port}/{page}") as response:
        return await response.text()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


async def events_left(town: Driver) -> int:
    """Return the number of scheduled events that the bot has created and not deleted."""
    made = [one for one in await town.control.requests(kind="event create") if one["status"] == 200]
    gone = [one for one in await town.control.requests(kind="event delete") if one["status"] == 204]
    return len(made) - len(gone)


async def forget(town: Driver) -> None:
    person = town.user(WHO)
    page = (await person.command(CHANNEL, "privacy")).reply
    sure = (await person.click(page, label="Forget me…")).reply
    assert "You are forgotten" in texts((await person.click(sure, label="Forget me")).reply)


@pytest.mark.slow
async def test_nothing_of_a_forgotten_person_stands_anywhere(town: Driver, bot: BotProcess, port: int) -> None:
    person, folder = town.user(WHO), bot.database.parent
    await live(town)
    before = await traces_in_messages(town)
    for place in PLACES:
        assert any(re.search(place, one) for one in before), f"the drill must begin with the name in: {place}"
    assert await events_left(town) == 1
    assert any("-silly/" in name for name in files_of(folder))
    pictures = [content for name, content in await attachments(town) if name.endswith(".png")]
    assert pictures

    await forget(town)

    async def is_gone() -> bool:
        return not await traces_in_messages(town) and not await events_left(town)

    try:
        await until(is_gone, within=60)
    except TimeoutError:
        pytest.fail("\n\n".join(await traces_in_messages(town)))
    marks = [trace.encode() for trace in traces_of(person)]
    for name, content in await attachments(town):
        assert not [mark for mark in marks if mark in content], name
        if name.endswith(".png"):
            assert not [part for part in PNG_TEXTS if part in content], "a picture that holds texts"
    for page in ("metrics", "health"):
        assert not [trace for trace in traces_of(person) if trace in await served(town, port, page)], page
    found = {
        name: [mark for mark in (*marks, struct.pack(">q", int(person.id))) if mark in content]
        for name, content in files_of(folder).items()
    }
    assert {name: marks for name, marks in found.items() if marks} == {}
    assert bot.log.name in found
    bot.stop()
    assert not [line for line in bot.log.read_text().splitlines() if any(one in line for one in traces_of(person))]
