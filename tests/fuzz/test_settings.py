"""Settings through the whole bot: permissions to change them, and their effects."""

import json
from datetime import UTC, datetime

import pytest

from engine.game import Game
from host.place import Place
from host.refusals import NOT_OFFERED
from host.settings import PersonSettings
from locales import Translation
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, Json, User, components_with, texts
from tests.storage.store_support import set_clock

MANAGER = User(30, "Mei", roles=("manage_guild",))
SILENT = 1 << 12
EN, JA = Translation("en"), Translation("ja")
MINE = EN("settings-mine-title", notices="yes")


async def complete(world: Offline, asked: SentInteraction) -> str:
    """Return the answer's text once all effects are displayed."""
    return (await world.complete(asked)).text


async def change_setting(world: Offline, who: User, whose: str, name: str, to: str) -> str:
    return await complete(world, world.click(who, ROOM, f"put:{whose}:{name}:{to}"))


def public_texts(world: Offline, channel: int) -> str:
    """Return all public texts in a channel or thread."""
    return "\n".join(
        text for one in world.messages.values() if one["channel_id"] == str(channel) for text in texts(one)
    )


def mentions_of(world: Offline, user: User) -> list[Json]:
    """Return the messages that mention a person."""
    return [one for one in world.messages.values() if f"<@{user.id}>" in one["content"]]


async def start_game(world: Offline) -> int:
    """Start a game of three people who all have to decide, with the opener's hand open; return its number."""
    return await world.open_table(AKI, BEN, CHIE, where=ROOM, game="scharfe-schoten")


# --- Permissions


async def test_direct_messages_have_no_server_settings(world: Offline) -> None:
    assert await complete(world, world.click(MANAGER, None, "put:server:pings:off")) == EN("not-manager")
    assert EN("settings-mine-title", notices="no") in await complete(world, world.command(MANAGER, None, "settings"))
    bots_own = await world.store.settings.all(0)
    assert [name for name in bots_own if name.startswith("server:")] == []


async def test_settings_command_opens_the_server_page_for_managers_and_the_own_page_for_others(world: Offline) -> None:
    assert MINE in await complete(world, world.command(AKI, ROOM, "settings"))
    command = world.command(MANAGER, ROOM, "settings")
    assert EN("settings-server-title") in await complete(world, command)
    assert "settings:mine" in command.custom_ids
    assert MINE in await complete(world, world.click(MANAGER, ROOM, "settings:mine"))


async def test_every_change_is_answered_with_the_updated_panel(world: Offline) -> None:
    asked = world.click(MANAGER, ROOM, "put:server:pings:off")
    assert EN("set-server-pings", value="off") in await complete(world, asked)
    assert [kind for kind, _ in asked.replies] == [7], "in place"
    assert EN("set-server-pings", value="on") in await change_setting(world, MANAGER, "server", "pings", "on")
    assert await change_setting(world, AKI, "mine", "quiet", "on") == await complete(
        world, world.command(AKI, ROOM, "settings")
    )
    assert await world.services.settings.person(AKI.id) == PersonSettings(quiet="on")
    assert await world.services.settings.person(BEN.id) == PersonSettings()


# --- Languages


@pytest.mark.slow
async def test_server_language_applies_to_all_public_messages_old_ones_included(world: Offline) -> None:
    number = await start_game(world)
    waiting = world.command(CHIE, OTHER_ROOM, "play", game="saizen")
    await complete(world, waiting)
    channel_id = await world.bot.presenter.messages.game_channel_id(number)
    before = public_texts(world, channel_id) + public_texts(world, OTHER_ROOM.id) + public_texts(world, ROOM.id)
    assert EN("lobby-join") in before
    await complete(world, world.click(MANAGER, ROOM, "set:server:language", values=["ja"]))
    after = public_texts(world, channel_id) + public_texts(world, OTHER_ROOM.id) + public_texts(world, ROOM.id)
    for key in ("lobby-join", "table-hand"):
        assert EN(key) not in after
        assert JA(key) in after
    assert JA("leaderboard-none") in await complete(world, world.command(AKI, ROOM, "leaderboard"))
    assert JA("lobby-join") in await complete(world, world.command(AKI, OTHER_ROOM, "play", game="saizen"))
    assert MINE in await complete(world, world.command(AKI, ROOM, "settings")), "not what is private"
    [call] = mentions_of(world, BEN)
    assert JA("table-turn", who=f"<@{BEN.id}>", link="").split("[")[0] in call["content"]


async def test_ephemeral_messages_use_the_persons_language(world: Offline) -> None:
    number = await start_game(world)
    panel = world.click(AKI, ROOM, "set:mine:language", values=["ja"])
    assert JA("settings-mine-title", notices="yes") in await complete(world, panel), "at once"
    channel_id = await world.bot.presenter.messages.game_channel_id(number)
    asked = {
        JA("tables-title"): world.command(AKI, ROOM, "tables"),
        JA("hand-tricks"): world.command(AKI, ROOM, "hand", table=number),
        JA("no-such-table"): world.click(AKI, ROOM, "join:99"),
        JA("not-manager"): world.click(AKI, ROOM, "settings:server"),
        JA("fault-other-version"): world.click(AKI, ROOM, "nothing:1"),
        JA("table-number", table=str(number)): world.click(AKI, ROOM, f"details:{number}"),
    }
    for sentence, one in asked.items():
        assert sentence in await complete(world, one)
    assert EN("tables-title") in await complete(world, world.command(BEN, ROOM, "tables"))
    assert EN("table-hand") in public_texts(world, channel_id), "not what everybody sees"
    back = world.click(AKI, ROOM, "set:mine:language", values=["auto"])
    assert MINE in await complete(world, back), "as Discord says again"
    aiko = User(AKI.id, "Aiko", locale="ja")
    assert JA("tables-title") in await complete(world, world.command(aiko, ROOM, "tables"))
    await complete(world, world.click(aiko, ROOM, "set:mine:language", values=["en"]))
    assert EN("tables-title") in await complete(world, world.command(aiko, ROOM, "tables"))


# --- Mentions and threads


@pytest.mark.slow
async def test_turning_mentions_off_posts_none_and_deletes_existing_ones(world: Offline) -> None:
    await start_game(world)
    assert len(mentions_of(world, BEN)) == len(mentions_of(world, CHIE)) == 1
    await change_setting(world, MANAGER, "server", "pings", "off")
    assert mentions_of(world, BEN) == mentions_of(world, CHIE) == []
    number = await start_game(world)
    assert mentions_of(world, BEN) == []
    more = world.click(AKI, ROOM, f"more:{number}")
    assert EN("seats-nudge") not in await complete(world, more)
    assert await complete(world, world.click(AKI, ROOM, f"nudge:{number}")) == EN("no-pings")
    await change_setting(world, MANAGER, "server", "pings", "on")
    assert len(mentions_of(world, BEN)) == 2


async def test_quiet_setting_mentions_without_notification(world: Offline) -> None:
    await change_setting(world, BEN, "mine", "quiet", "on")
    await start_game(world)
    [(loud,), (quiet,)] = mentions_of(world, CHIE), mentions_of(world, BEN)
    assert (loud["flags"] & SILENT, quiet["flags"] & SILENT) == (0, SILENT)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("threads", ["on", "off"])
async def test_threads_setting_decides_whether_a_table_has_a_thread(world: Offline, threads: str) -> None:
    await complete(world, world.click(MANAGER, ROOM, "set:server:threads", values=[threads]))
    number = await start_game(world)
    assert (await world.bot.presenter.messages.game_channel_id(number) == ROOM.id) == (threads == "off")


# --- Channels and games


async def test_tables_open_only_in_the_chosen_channels_and_their_threads(world: Offline) -> None:
    thread = Channel(1500, HERE, parent=ROOM.id)
    await complete(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=[str(ROOM.id)]))
    assert await complete(world, world.command(AKI, OTHER_ROOM, "play", game="saizen")) == EN(
        "fault-elsewhere", places=f"<#{ROOM.id}>"
    )
    assert await world.services.tables.open_in(Place.server(HERE)) == []
    for place in (ROOM, thread):
        assert EN("lobby-join") in await complete(world, world.command(AKI, place, "play", game="saizen"))
    hidden = [str(OTHER_ROOM.id), str(HIDDEN.id)]
    await complete(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=hidden))
    where = EN("fault-elsewhere", places=f"<#{OTHER_ROOM.id}>")
    assert await complete(world, world.command(AKI, ROOM, "play", game="saizen")) == where, "none that they cannot see"
    world.delete_channel(OTHER_ROOM)
    await world.wait_until_idle()
    assert await complete(world, world.command(AKI, ROOM, "play", game="saizen")) == EN("fault-elsewhere-unseen")
    assert (await world.services.settings.of(Place.server(HERE))).channels == (HIDDEN.id,)
    assert EN("lobby-join") in await complete(world, world.command(STAFF, HIDDEN, "play", game="saizen"))


async def test_channels_deleted_while_the_bot_was_offline_restrict_nothing(world: Offline) -> None:
    await complete(world, world.click(MANAGER, ROOM, "set-some:server:channels", values=["77"]))
    assert EN("lobby-join") in await complete(world, world.command(AKI, ROOM, "play", game="saizen"))
    panel = world.command(MANAGER, ROOM, "settings")
    await complete(world, panel)
    assert not [part for part in components_with(panel.answers) if part.get("default_values")]


async def test_only_enabled_games_are_opened_and_listed(world: Offline) -> None:
    await complete(world, world.click(MANAGER, ROOM, "set-some:server:games", values=["saizen", "tezumashi"]))
    refusal = await complete(world, world.command(AKI, ROOM, "play", game="scharfe-schoten"))
    names = [Game.games[game].title for game in (await world.services.settings.of(Place.server(HERE))).games]
    assert refusal == EN.text(NOT_OFFERED(game=Game.games["scharfe-schoten"].title, games=tuple(names)))
    assert "Saizen" in refusal
    rules = world.command(AKI, ROOM, "rules")
    await complete(world, rules)
    for title, offered in (("Saizen", True), ("Tezuma-shi", True), ("Scharfe Schoten", False)):
        assert (title in json.dumps(rules.answers)) == offered
    assert "Scharfe Schoten" not in await complete(world, world.command(AKI, ROOM, "help"))


@pytest.mark.slow
async def test_hints_can_be_turned_off_in_the_settings(world: Offline) -> None:
    number = await start_game(world)
    assert "💡" in await complete(world, world.command(AKI, ROOM, "hand", table=number))
    await change_setting(world, AKI, "mine", "hints", "off")
    assert "💡" not in await complete(world, world.command(AKI, ROOM, "hand", table=number))


@pytest.mark.slow
async def test_rules_are_told_once_and_can_be_turned_off_in_the_settings(world: Offline) -> None:
    number = await start_game(world)
    await change_setting(world, AKI, "mine", "hints", "off")
    for _ in range(2):
        assert "📖" in await complete(world, world.command(AKI, ROOM, "hand", table=number)), "the same decision"
    world.bot.presenter.panels._open.clear()
    assert "📖" not in await complete(world, world.command(AKI, ROOM, "hand", table=number))
    await change_setting(world, AKI, "mine", "coaching", "off")
    assert "📖" not in await complete(world, world.command(AKI, ROOM, "hand", table=number))


@pytest.mark.slow
async def test_season_setting_decides_the_leaderboards_period(world: Offline) -> None:
    february, november = (int(datetime(2026, month, 9, tzinfo=UTC).timestamp()) for month in (2, 11))
    set_clock(world.store, lambda: february)
    await world.finish_game(AKI, BEN, where=ROOM)
    world.services.standings._now = lambda: november
    for season, listed in (("quarter", False), ("half", False), ("year", True)):
        await complete(world, world.click(MANAGER, ROOM, "set:server:season", values=[season]))
        board = await complete(world, world.command(AKI, ROOM, "leaderboard", game="saizen", period="season"))
        assert ("Aki" in board) == listed
    assert EN("leaderboard-about-season", season="year") in board
