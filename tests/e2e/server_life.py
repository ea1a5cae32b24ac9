"""A guild in which several kinds of games are played, and all pages that its people can then open."""

import json
from collections.abc import Awaitable, Callable
from gzip import decompress as gunzip
from itertools import cycle, islice
from random import Random
from typing import Any

from engine import record
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, selects, texts
from tests.e2e.playing import (
    CHANNEL,
    LONG,
    Seats,
    finished_table,
    open_more,
    open_table,
    start_again,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess
from tests.e2e.request_counts import unexpected_refusals
from tests.e2e.stored_games import advance, replayed

Shoot = Callable[[str, Json], Awaitable[None]]
"""Takes a screenshot of a message under a name."""
KINDS = (("saizen", 2), ("scharfe-schoten", 3), ("tezuma-trick", 3))
"""Games with the number of seats."""
PEOPLE = ("Aki", "Ben")
REPEATED_DELETION = ("message delete", 10008)
"""The refusal of a repeated deletion: a kill kept the bot from recording that it had deleted the message."""
FIRST = {"en-US": "**1.** ", "ja": "1位"}


async def no_screenshot(_name: str, _message: Json) -> None:
    """Take no screenshot."""


async def play_games(world: Driver, bot: BotProcess, count: int) -> list[Json]:
    """Play `count` games, of each kind in turn, most of them while the bot is stopped; return their final messages."""
    kinds, playing = list(islice(cycle(KINDS), count)), {}
    for game, seats in kinds:
        table = await start_table(world, await open_table(world, game, seats, PEOPLE))
        number = table_number(table)
        playing[number] = Seats(world, Random(number))
        await playing[number].open_hands(table, PEOPLE)
        await playing[number].move_once()
    bot.kill()
    for number in playing:
        advance(bot, number, Random(number), last_round=True)
    await start_again(world, bot)
    await world.user(PEOPLE[0]).wait_for(lambda one: bool(one["mentions"]), within=LONG, what="a mention")
    for number, game_of_both in playing.items():
        await game_of_both.open_hands_by_command(number, PEOPLE)
        await game_of_both.play_out()
    return [await finished_table(world, number) for number in playing]


def counted(bot: BotProcess) -> list[tuple[Any, ...]]:
    """Return all results, ratings and badges."""
    results = bot.rows("SELECT * FROM results ORDER BY table_id, seat")
    return [*results, *bot.rows("SELECT * FROM ratings ORDER BY 1, 2, 3"), *bot.rows("SELECT * FROM badges")]


async def look_around(
    world: Driver, bot: BotProcess, over: Json, name: str, language: str, shoot: Shoot = no_screenshot
) -> None:
    """Let a person open the leaderboard, the profile, a replay, a practice game from trick 4, and the settings.

    The person also checks the deal of the finished game `over`, opens a table with a deal commitment, and exports the
    data stored about them.
    """
    await world.control.user(name, locale=language)
    person = world.user(name)
    await _standings(person, language, shoot)
    await _settings(person, shoot)
    before = counted(bot)
    await _replayed(world, bot, person, shoot)
    assert counted(bot) == before, "practice counts for nothing"
    await _promised(world, person, over, shoot)
    page = (await person.command(CHANNEL, "privacy")).reply
    assert is_ephemeral(page)
    await shoot("privacy", page)
    export = (await person.click(page, custom_id="export-me")).reply
    (plain,) = export["attachments"]
    assert plain["filename"] == "ichiza-about-me.json"
    async with world.control.temporary_settings(attachment_size_limit=plain["size"] - 1):
        export = (await person.click(page, custom_id="export-me")).reply
    (packed,) = export["attachments"]
    assert packed["filename"] == "ichiza-about-me.json.gz"
    plain_content, unpacked = (
        json.loads(await _content(world, plain)),
        json.loads(gunzip(await _content(world, packed))),
    )
    assert unpacked.keys() == plain_content.keys()
    assert unpacked["moves"] == plain_content["moves"] != []
    refused = [one for one in await unexpected_refusals(world) if (one["kind"], one["code"]) != REPEATED_DELETION]
    assert not refused, json.dumps(refused)


async def _content(world: Driver, attachment: Json) -> bytes:
    async with world.session.get(attachment["url"]) as response:
        return await response.read()


async def _standings(person: Person, language: str, shoot: Shoot) -> None:
    """Open the leaderboard in each of its orders, and the profile."""
    board = (await person.command(CHANNEL, "leaderboard")).reply
    assert not is_ephemeral(board)
    await shoot("leaderboard", board)
    for period in ("rating", "season"):
        _, periods = selects(board)
        board = (await person.select(board, [period], custom_id=periods["custom_id"])).reply
        await shoot(f"leaderboard-{period}", board)
    assert is_ephemeral(board)
    for name in PEOPLE:
        assert name in texts(board)
    assert FIRST[language] in texts(board)
    profile = (await person.click(board, custom_id="profile")).reply
    assert f"### {person.name}" in texts(profile)
    await shoot("profile", profile)
    (games,) = selects(profile)
    assert len(games["options"]) == len(KINDS)
    for option in games["options"]:
        profile = (await person.select(profile, [option["value"]], custom_id=games["custom_id"])).reply
        assert texts(profile).splitlines()[1].startswith(f"**{option['label']}**")


async def _settings(person: Person, shoot: Shoot) -> None:
    """Open the server's settings (as its manager), the person's own, and the notifications."""
    panel = (await person.command(CHANNEL, "settings")).reply
    if person.name == "Aki":
        await shoot("settings-server", panel)
        panel = (await person.select(panel, ["half"], where=lambda one: one["custom_id"].endswith(":season"))).reply
        panel = (await person.click(panel, custom_id="settings:mine")).reply
    panel = (await person.click(panel, where=lambda one: one["custom_id"].startswith("put:mine:quiet:"))).reply
    await shoot("settings-mine", panel)
    panel = (await person.click(panel, custom_id="settings:notices")).reply
    await shoot("settings-notices", panel)


async def _promised(world: Driver, person: Person, over: Json, shoot: Shoot) -> None:
    """Check the proof of the finished game's deal; then open a table, cut its deck, and let a spectator watch."""
    proof = await person.wait_for(
        lambda one: any(part["custom_id"].startswith("deal:") for part in buttons(one)),
        channel=over["channel_id"],
        what="the proof",
    )
    await shoot("proof", proof)
    check = (await person.click(proof, where=lambda one: one["custom_id"].startswith("deal:"))).reply
    await shoot("check", check)
    lobby = await open_table(world, "tezuma-trick", 3, [person.name])
    number = table_number(lobby)
    more = await open_more(person, lobby)
    form = (await person.click(more, custom_id=f"cut:{number}")).modal
    assert form is not None
    await shoot("nonce", (await person.submit(form, {"words": "my own words"})).reply)
    await shoot("lobby", await person.refreshed(lobby))
    table = await start_table(world, lobby)
    looking = (await world.user("Dai").click(table, custom_id=f"hand:{number}")).reply
    assert is_ephemeral(looking)
    assert not [one for one in buttons(looking) if one["custom_id"].startswith("choose:")]


async def _replayed(world: Driver, bot: BotProcess, person: Person, shoot: Shoot) -> None:
    """Open the list of games, a replay up to trick 4, its game record, and a practice game from that trick on."""

    async def go(page: Json, way: str) -> Json:
        return (await person.click(page, where=lambda one: one["custom_id"].endswith(f":{way}"))).reply

    games = (await person.command(CHANNEL, "replay")).reply
    assert is_ephemeral(games)
    assert "🏆" not in texts(games)
    await shoot("history", games)
    opened = [one["custom_id"] for one in buttons(games) if one["custom_id"].startswith("replay:")]
    page = (await person.click(games, custom_id=opened[0])).reply
    for _ in range(3):
        page = await go(page, "trick-on")
    menu = next(one for one in selects(page) if one["custom_id"].startswith("replay-eyes:"))
    page = (await person.select(page, ["1"], custom_id=menu["custom_id"])).reply
    assert "🏆" not in texts(page)
    await shoot("replay", page)
    number = int(opened[0].split(":")[1])
    answer = (await person.click(page, custom_id=f"record:{number}")).reply
    file, checker = answer["attachments"]
    assert (file["filename"], checker["filename"]) == (f"ichiza-{number}.json", "checking-page.html")
    downloaded = record.loads((await _content(world, file)).decode())
    assert downloaded.replay().state() == replayed(bot, number).state()
    panel = (await person.click(page, where=lambda one: one["custom_id"].startswith("play-on:"))).reply
    assert panel["id"] == page["id"], "the hand takes the replay's place"
    assert "trick 4 · unrated" in texts(panel) or "第4トリックから" in texts(panel)
    await shoot("play-on", panel)
    practice = next(int(one["custom_id"].split(":")[1]) for one in buttons(panel) if one["custom_id"].count(":"))
    assert not bot.rows("SELECT * FROM posts WHERE owner_kind = 'table' AND owner_id = ?", practice), (
        "nobody else sees anything of it"
    )
