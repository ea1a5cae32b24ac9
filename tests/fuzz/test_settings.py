"""Settings through the whole bot: permissions to change them, and their effects."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.game import Game
from host.refusals import NOT_OFFERED
from host.settings import PersonSettings, ServerSettings
from host.tables.table import Person
from locales import Translation
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Asked, Offline
from tests.fuzz.payloads import MANAGE, MANAGE_GUILD, USUAL, Channel, Json, User, parts_of, texts
from tests.storage.store_support import set_clock

MANAGER = User(30, "Mei", permissions=USUAL | MANAGE_GUILD)
MODERATOR = User(31, "Mod", permissions=USUAL | MANAGE)
SILENT = 1 << 12
EN, JA = Translation("en"), Translation("ja")


async def done(world: Offline, asked: Asked) -> str:
    """Return the answer's text once all effects are displayed."""
    await world.settled(asked)
    await world.rested()
    return asked.text


async def put(world: Offline, who: User, whose: str, name: str, to: str) -> str:
    return await done(world, world.click(who, ROOM, f"put:{whose}:{name}:{to}"))


def said(world: Offline, channel: int) -> str:
    """Return all public texts in a channel or thread."""
    return "\n".join(
        text for one in world.messages.values() if one["channel_id"] == str(channel) for text in texts(one)
    )


def calls(world: Offline, user: User) -> list[Json]:
    """Return the messages that mention a person."""
    return [one for one in world.messages.values() if f"<@{user.id}>" in one["content"]]


async def a_game(world: Offline, where: Channel = ROOM) -> int:
    """Start a game of three people who all have to decide, with the opener's hand open; return its number."""
    asked = world.command(AKI, where, "play", game="scharfe-schoten", seats=3)
    await done(world, asked)
    ids = [part["custom_id"] for part in parts_of(asked.answers)]
    number = int(next(one for one in ids if one.startswith("join:")).split(":")[1])
    for who in (BEN, CHIE):
        await done(world, world.click(who, where, f"join:{number}"))
    await done(world, world.click(AKI, where, f"start:{number}"))
    return number


# --- Permissions


@pytest.mark.parametrize("who", [AKI, MODERATOR], ids=["a member", "a moderator"])
@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("settings:server", None),
        ("put:server:pings:off", None),
        ("set:server:language", ["ja"]),
        ("set-some:server:games", ["saizen"]),
        ("set-some:server:channels", []),
    ],
)
async def test_forged_settings_click_without_manage_server_changes_nothing(
    world: Offline, who: User, custom_id: str, values: list[str] | None
) -> None:
    assert await done(world, world.click(who, ROOM, custom_id, values=values)) == EN("not-manager")
    assert await world.services.settings.server(HERE) == ServerSettings()
    assert await world.store.settings.all(HERE) == {}


async def test_direct_messages_have_no_server_settings(world: Offline) -> None:
    before = await world.store.settings.all(0)  # owner 0: the bot's own settings
    assert await done(world, world.click(MANAGER, None, "put:server:pings:off")) == EN("not-manager")
    assert EN("settings-mine-title") in await done(world, world.command(MANAGER, None, "settings"))
    assert await world.store.settings.all(0) == before


async def test_settings_command_opens_the_server_page_for_managers_and_the_own_page_for_others(world: Offline) -> None:
    assert EN("settings-mine-title") in await done(world, world.command(AKI, ROOM, "settings"))
    command = world.command(MANAGER, ROOM, "settings")
    assert EN("settings-server-title") in await done(world, command)
    assert "settings:mine" in [part["custom_id"] for part in parts_of(command.answers)]
    assert EN("settings-mine-title") in await done(world, world.click(MANAGER, ROOM, "settings:mine"))


@pytest.mark.parametrize(
    "custom_id", ["settings:theirs", "put:mine:nothing:on", "put:theirs:pings:off", "put:server:pings:maybe"]
)
async def test_unknown_setting_or_value_is_refused(world: Offline, custom_id: str) -> None:
    assert await done(world, world.click(MANAGER, ROOM, custom_id)) == EN("no-such-setting")
    assert await world.store.settings.all(MANAGER.id) == await world.store.settings.all(HERE) == {}


async def test_every_change_is_answered_with_the_updated_panel(world: Offline) -> None:
    asked = world.click(MANAGER, ROOM, "put:server:pings:off")
    assert EN("set-server-pings", value="off") in await done(world, asked)
    assert [kind for kind, _ in asked.replies] == [7], "in place"
    assert EN("set-server-pings", value="on") in await put(world, MANAGER, "server", "pings", "on")
    assert await put(world, AKI, "mine", "quiet", "on") == await done(world, world.command(AKI, ROOM, "settings"))
    assert await world.services.settings.person(AKI.id) == PersonSettings(quiet="on")
    assert await world.services.settings.person(BEN.id) == PersonSettings()


# --- Languages


async def test_server_language_applies_to_all_public_messages_old_ones_included(world: Offline) -> None:
    number = await a_game(world)
    waiting = world.command(CHIE, OTHER_ROOM, "play", game="saizen")
    await done(world, waiting)
    home = await world.bot.presenter.messages.home(number)
    before = said(world, home) + said(world, OTHER_ROOM.id) + said(world, ROOM.id)
    assert EN("lobby-join") in before
    await done(world, world.click(MANAGER, ROOM, "set:server:language", values=["ja"]))
    after = said(world, home) + said(world, OTHER_ROOM.id) + said(world, ROOM.id)
    for key in ("lobby-join", "table-hand"):
        assert EN(key) not in after
        assert JA(key) in after
    assert JA("leaderboard-none") in await done(world, world.command(AKI, ROOM, "leaderboard"))
    assert JA("lobby-join") in await done(world, world.command(AKI, OTHER_ROOM, "play", game="saizen"))
    assert EN("settings-mine-title") in await done(world, world.command(AKI, ROOM, "settings")), "not what is private"
    [call] = calls(world, BEN)
    assert JA("table-turn", who=f"<@{BEN.id}>", link="").split("[")[0] in call["content"]


async def test_ephemeral_messages_use_the_persons_language(world: Offline) -> None:
    number = await a_game(world)
    panel = world.click(AKI, ROOM, "set:mine:language", values=["ja"])
    assert JA("settings-mine-title") in await done(world, panel), "at once"
    home = await world.bot.presenter.messages.home(number)
    asked = {
        JA("tables-title"): world.command(AKI, ROOM, "tables"),
        JA("hand-tricks"): world.command(AKI, ROOM, "hand", table=number),
        JA("no-such-table"): world.click(AKI, ROOM, "join:99"),
        JA("not-manager"): world.click(AKI, ROOM, "settings:server"),
        JA("fault-other-version"): world.click(AKI, ROOM, "nothing:1"),
        JA("table-number", table=str(number)): world.click(AKI, ROOM, f"details:{number}"),
    }
    for sentence, one in asked.items():
        assert sentence in await done(world, one)
    assert EN("tables-title") in await done(world, world.command(BEN, ROOM, "tables"))
    assert EN("table-hand") in said(world, home), "not what everybody sees"
    back = world.click(AKI, ROOM, "set:mine:language", values=["auto"])
    assert EN("settings-mine-title") in await done(world, back), "as Discord says again"
    aiko = User(AKI.id, "Aiko", locale="ja")
    assert JA("tables-title") in await done(world, world.command(aiko, ROOM, "tables"))
    await done(world, world.click(aiko, ROOM, "set:mine:language", values=["en"]))
    assert EN("tables-title") in await done(world, world.command(aiko, ROOM, "tables"))


# --- Mentions and threads


async def test_turning_mentions_off_posts_none_and_deletes_existing_ones(world: Offline) -> None:
    await a_game(world)
    assert len(calls(world, BEN)) == len(calls(world, CHIE)) == 1
    await put(world, MANAGER, "server", "pings", "off")
    assert calls(world, BEN) == calls(world, CHIE) == []
    number = await a_game(world)
    assert calls(world, BEN) == []
    more = world.click(AKI, ROOM, f"more:{number}")
    assert EN("seats-nudge") not in await done(world, more)
    assert await done(world, world.click(AKI, ROOM, f"nudge:{number}")) == EN("no-pings")
    await put(world, MANAGER, "server", "pings", "on")
    assert len(calls(world, BEN)) == 2


async def test_quiet_setting_mentions_without_notification(world: Offline) -> None:
    await put(world, BEN, "mine", "quiet", "on")
    await a_game(world)
    [(loud,), (quiet,)] = calls(world, CHIE), calls(world, BEN)
    assert (loud["flags"] & SILENT, quiet["flags"] & SILENT) == (0, SILENT)


@pytest.mark.parametrize("threads", ["on", "off"])
async def test_threads_setting_decides_whether_a_table_has_a_thread(world: Offline, threads: str) -> None:
    await done(world, world.click(MANAGER, ROOM, "set:server:threads", values=[threads]))
    number = await a_game(world)
    assert (await world.bot.presenter.messages.home(number) == ROOM.id) == (threads == "off")


# --- Channels and games


async def test_tables_open_only_in_the_chosen_channels_and_their_threads(world: Offline) -> None:
    thread = Channel(1500, HERE, parent=ROOM.id)
    lost: Any = OTHER_ROOM.payload()
    await done(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=[str(ROOM.id)]))
    assert await done(world, world.command(AKI, OTHER_ROOM, "play", game="saizen")) == EN(
        "fault-elsewhere", places=f"<#{ROOM.id}>"
    )
    assert await world.services.tables.open_in(HERE) == []
    for place in (ROOM, thread):
        assert EN("lobby-join") in await done(world, world.command(AKI, place, "play", game="saizen"))
    hidden = [str(OTHER_ROOM.id), str(HIDDEN.id)]
    await done(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=hidden))
    where = EN("fault-elsewhere", places=f"<#{OTHER_ROOM.id}>")
    assert await done(world, world.command(AKI, ROOM, "play", game="saizen")) == where, "none that they cannot see"
    world.bot._connection.parsers["CHANNEL_DELETE"](lost)
    await world.rested()
    assert await done(world, world.command(AKI, ROOM, "play", game="saizen")) == EN("fault-elsewhere-unseen")
    assert (await world.services.settings.server(HERE)).channels == (HIDDEN.id,)
    assert EN("lobby-join") in await done(world, world.command(STAFF, HIDDEN, "play", game="saizen"))


async def test_channels_deleted_while_the_bot_was_offline_restrict_nothing(world: Offline) -> None:
    await done(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=["77"]))
    assert EN("lobby-join") in await done(world, world.command(AKI, ROOM, "play", game="saizen"))
    panel = world.command(MANAGER, ROOM, "settings")
    await done(world, panel)
    assert not [part for part in parts_of(panel.answers) if part.get("default_values")]


async def test_only_enabled_games_are_opened_and_listed(world: Offline) -> None:
    await done(world, world.click(MANAGER, ROOM, "set-some:server:games", values=["saizen", "tezumashi"]))
    refusal = await done(world, world.command(AKI, ROOM, "play", game="scharfe-schoten"))
    names = [Game.games[game].title for game in (await world.services.settings.server(HERE)).games]
    assert refusal == EN.text(NOT_OFFERED(game=Game.games["scharfe-schoten"].title, games=tuple(names)))
    assert "Saizen" in refusal
    rules = world.command(AKI, ROOM, "rules")
    await done(world, rules)
    for title, offered in (("Saizen", True), ("Tezuma-shi", True), ("Scharfe Schoten", False)):
        assert (title in json.dumps(rules.answers)) == offered
    assert "Scharfe Schoten" not in await done(world, world.command(AKI, ROOM, "help"))


async def test_hints_can_be_turned_off_in_the_settings(world: Offline) -> None:
    number = await a_game(world)
    assert "💡" in await done(world, world.command(AKI, ROOM, "hand", table=number))
    await put(world, AKI, "mine", "hints", "off")
    assert "💡" not in await done(world, world.command(AKI, ROOM, "hand", table=number))


async def test_season_setting_decides_the_leaderboards_period(world: Offline) -> None:
    february, november = (int(datetime(2026, month, 9, tzinfo=UTC).timestamp()) for month in (2, 11))
    set_clock(world.store, lambda: february)
    await a_finished_game(world)
    world.services.standings._now = lambda: november
    for season, listed in (("quarter", False), ("half", False), ("year", True)):
        await done(world, world.click(MANAGER, ROOM, "set:server:season", values=[season]))
        board = await done(world, world.command(AKI, ROOM, "leaderboard", game="saizen", period="season"))
        assert ("Aki" in board) == listed
    assert EN("leaderboard-about-season", season="year") in board


async def a_finished_game(world: Offline) -> None:
    """Finish a game of two people."""
    services = world.services
    table = await services.lobby.open(HERE, ROOM.id, Person(AKI.id, name="Aki"), "saizen", 2)
    await services.lobby.join(table.id, Person(BEN.id, name="Ben"))
    await services.lobby.start(table.id, Person(AKI.id))
    async with services.tables.locked(table.id) as now:
        await services.moves.finish(now)
