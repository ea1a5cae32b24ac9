"""Tables in a channel that the bot cannot view: who gets which page, and what the others are told."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

from cogs.commands.notifications import NotificationCommands
from cogs.commands.tables.scheduled_lobbies import event_location
from host.lobby.notifications import Recipient
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.nights.nights import Setup
from host.place import Place
from host.refusals import NO_SUCH_NIGHT, NO_SUCH_REPLAY, NO_SUCH_TABLE, NOT_MANAGER, NOT_MODERATOR
from host.tables.table import Person
from local_discord.control import routes
from local_discord.world import ids
from local_discord.world.model import CATEGORY, FORUM, TEXT, VOICE
from local_discord.world.payloads import HIDDEN_NAME
from locales import Translation
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import MANAGE, Channel, Overwrite, User

EN = Translation("en")
NOT_KNOWN = "I cannot see <#1501>, so I do not know whether you may manage messages there."
GAMES = Channel(1500, HERE)
"""The category of `PLACE` in one of the cases."""
MODERATOR, BLIND = User(61, "Overwrite"), User(62, "Blind")
PLACE = Channel(1501, HERE, overwrites=(Overwrite(MODERATOR.id, allow=MANAGE), Overwrite(BLIND.id, deny=1 << 10)))
THREAD = Channel(1502, HERE, parent=PLACE.id)
PEOPLE: Final = {
    "owner": User(int(ids.USER_IDS[0]), "Owner"),
    "administrator": User(63, "Admin", ("administrator",)),
    "manager of the server": User(64, "Manager", ("manage_guild",)),
    "moderator by role": User(65, "Role", ("manage_messages",)),
    "moderator by overwrite": MODERATOR,
    "member who sees it": User(66, "Member"),
    "member who does not": BLIND,
}


class Kind(NamedTuple):
    """A kind of hidden channel."""

    type: int = TEXT
    thread: bool = False
    """Whether the tables are in a thread of the channel, or in a post of the forum."""
    categorized: bool = False
    """Whether the channel belongs to a category, which is then hidden too."""
    formerly_seen: bool = False
    """Whether the bot is connected when the channel is hidden; otherwise it connects afterwards."""


KINDS: Final = {
    "text channel": Kind(),
    "thread": Kind(thread=True),
    "forum post": Kind(FORUM, thread=True),
    "voice channel": Kind(VOICE),
    "channel of a category": Kind(categorized=True),
    "formerly seen": Kind(formerly_seen=True),
    "formerly seen thread": Kind(thread=True, formerly_seen=True),
}
PAGES: Final = ("tables", "watch", "replays", "replay", "night", "moderate", "check")
WHY = dict.fromkeys(PAGES, "why")
SHOWN = dict.fromkeys(PAGES, "yes")
ELSEWHERE: Final = {
    **{who: WHY | {"check": "-"} for who in PEOPLE},
    "owner": SHOWN,
    "administrator": SHOWN,
    "manager of the server": WHY | {"check": "yes"},
}
"""Results in a channel that everybody sees."""
THERE: Final = {
    **{who: SHOWN | {"check": "-"} for who in PEOPLE if who != "member who does not"},
    "owner": SHOWN,
    "administrator": SHOWN,
    "manager of the server": SHOWN | {"moderate": "no"},
    "member who sees it": SHOWN | {"moderate": "no", "check": "-"},
}
"""Results in the hidden channel or its thread itself."""


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Offline]:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        yield world


class Hidden:
    """A hidden channel with a running game, a finished game and a league night."""

    def __init__(self, world: Offline, kind: Kind) -> None:
        self.world = world
        self.kind = kind
        self.where = THREAD if kind.thread else PLACE
        self.running = self.finished = self.night = 0

    async def prepare(self) -> None:
        """Open the tables and the night, and hide the channel."""
        world, place = self.world, self.world._place(PLACE)
        place.type = self.kind.type
        if self.kind.categorized:
            place.parent_id = str(GAMES.id)
            world._place(GAMES).type = CATEGORY
        self._connect()
        self.finished = await world.finish_game(AKI, BEN, where=self.where)
        self.running = await world.open_table(AKI, BEN, where=self.where)
        boss = Person(900, manages_server=lambda: True)
        self.night = (await world.services.nights.announce(Place.server(HERE), self.where.id, boss, Setup("saizen"))).id
        for channel in (GAMES, PLACE) if self.kind.categorized else (PLACE,):
            await self.set_sight(sees=False, channel=channel)
        if not self.kind.formerly_seen:
            self._connect()
        guild = world.bot.get_guild(HERE)
        assert guild is not None
        cached = guild.get_channel(PLACE.id)
        assert cached is not None
        assert cached.name == HIDDEN_NAME

    def _connect(self) -> None:
        """Send the server's GUILD_CREATE."""
        for channel in (ROOM, PLACE, *([THREAD] if self.kind.thread else [])):
            self.world._place(channel)
        self.world.add_guild(HERE)

    async def set_sight(self, *, sees: bool, channel: Channel = PLACE) -> None:
        """Allow or deny View Channel to the bot."""
        bits = {"allow" if sees else "deny": ["view_channel"]}
        routes._permissions(self.world.discord, {"channel_id": str(channel.id), "who": "bot", **bits})
        await self.world.wait_until_idle()

    async def result(self, page: str, who: User, where: Channel) -> str:
        """Return whether a person gets a page: "yes", "no", or "why" with the reason; "-" for other people's pages."""
        asked = self._ask(page, who, where)
        await self.world.wait_for(asked)
        assert HIDDEN_NAME not in str(asked.replies)
        if page == "check":
            return self._checked(asked.text)
        if page in {"tables", "replays"}:
            number = self.running if page == "tables" else self.finished
            if f"table {number} " in asked.text:
                return "yes"
            return "why" if EN("list-unseen") in asked.text else "no"
        if f"I cannot see <#{self.where.id}>" in asked.text:
            return "why"
        refused = {EN.text(one()) for one in (NO_SUCH_TABLE, NO_SUCH_REPLAY, NO_SUCH_NIGHT, NOT_MODERATOR)}
        return "no" if asked.text in refused else "yes"

    def _ask(self, page: str, who: User, where: Channel) -> SentInteraction:
        world = self.world
        if page == "tables":
            return world.command(who, where, "tables")
        if page == "replay":
            return world.command(who, where, "replay", table=self.finished)
        ids_of = {
            "watch": f"hand:{self.running}",
            "replays": "games:0:0",
            "night": f"night-standings:{self.night}",
            "moderate": f"end:{self.running}:0",
            "check": "check",
        }
        return world.click(who, where, ids_of[page])

    def _checked(self, text: str) -> str:
        """Return whether the check of a server names the channel with its remedy."""
        if text == EN.text(NOT_MANAGER()):
            return "-"
        named = f"**<#{PLACE.id}>**\n{EN('check-hidden')}\n" in text
        return "yes" if named and EN("check-way-channel", who="Ichiza") in text else "no"


async def results(world: Offline, kind: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return the result of every page for every person, elsewhere and in the hidden channel."""
    hidden = Hidden(world, KINDS[kind])
    await hidden.prepare()
    return {
        name: {
            who: {page: await hidden.result(page, user, where) for page in PAGES}
            for who, user in PEOPLE.items()
            if where is ROOM or user is not BLIND
        }
        for name, where in (("elsewhere", ROOM), ("there", hidden.where))
    }


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", KINDS)
async def test_pages_depend_on_what_is_known_of_a_persons_permissions(world: Offline, kind: str) -> None:
    elsewhere = ELSEWHERE
    if KINDS[kind].thread and not KINDS[kind].formerly_seen:  # then the bot does not know the thread's channel
        elsewhere = {who: {**row, "check": row["check"].replace("yes", "no")} for who, row in ELSEWHERE.items()}
    assert await results(world, kind) == {"elsewhere": elsewhere, "there": THERE}


async def hidden_text_channel(world: Offline, *, start: bool = True) -> int:
    """Open a table of Aki and a moderator by role in a channel, hide the channel, and return the table's number."""
    world.add_guild(HERE, ROOM, PLACE)
    number = await world.open_table(AKI, PEOPLE["moderator by role"], where=PLACE, seats=3, start=start)
    await hide(world)
    return number


async def hide(world: Offline, *, sees: bool = False) -> None:
    """Deny View Channel to the bot in a channel, or allow it with `sees`."""
    bits = {"allow" if sees else "deny": ["view_channel"]}
    routes._permissions(world.discord, {"channel_id": str(PLACE.id), "who": "bot", **bits})
    await world.wait_until_idle()


@pytest.mark.parametrize("start", [True, False], ids=["game", "lobby"])
async def test_player_is_told_where_it_is_known_whether_they_moderate(world: Offline, *, start: bool) -> None:
    number, who = await hidden_text_channel(world, start=start), PEOPLE["moderator by role"]
    verb = f"end:{number}:0" if start else f"close:{number}"
    for asked in (world.click(who, ROOM, f"more:{number}"), world.click(who, ROOM, verb)):
        assert NOT_KNOWN in (await world.complete(asked)).text
    there = await world.complete(world.click(who, PLACE, f"more:{number}"))
    assert NOT_KNOWN not in there.text
    assert any(one.startswith(verb.partition(":")[0]) for one in there.custom_ids)


async def test_person_in_charge_of_a_lobby_is_told_nothing_of_moderators(world: Offline) -> None:
    number = await hidden_text_channel(world, start=False)
    more = await world.complete(world.click(AKI, ROOM, f"more:{number}"))
    assert NOT_KNOWN not in more.text
    assert f"close:{number}" in more.custom_ids


async def test_permissions_are_known_again_once_the_bot_sees_the_channel(world: Offline) -> None:
    number, who = await hidden_text_channel(world), PEOPLE["moderator by overwrite"]
    assert f"table {number} " not in (await world.complete(world.command(who, ROOM, "tables"))).text
    await hide(world, sees=True)
    listed = await world.complete(world.command(who, ROOM, "tables"))
    assert f"table {number} " in listed.text
    assert EN("list-unseen") not in listed.text
    more = await world.complete(world.click(who, ROOM, f"more:{number}"))
    assert any(one.startswith("end:") for one in more.custom_ids)


async def test_scheduled_lobby_of_a_hidden_channel_is_known_only_there(world: Offline) -> None:
    world.add_guild(HERE, ROOM, PLACE)
    await world.store.scheduled_lobbies.add(
        ScheduledLobby(1, HERE, PLACE.id, AKI.id, "Aki", "saizen", None, None, 2**31)
    )
    await hide(world)
    who = PEOPLE["moderator by role"]
    pages = [(await world.complete(world.command(who, where, "tables"))).text for where in (ROOM, PLACE)]
    assert [("⏰" in text, EN("list-unseen") in text) for text in pages] == [(False, True), (True, False)]
    assert NOT_KNOWN in (await world.complete(world.click(who, ROOM, "call-off:1"))).text
    await world.complete(world.click(who, PLACE, "call-off:1"))
    assert await world.services.scheduled_lobbies.of_place(Place.server(HERE)) == []


async def test_nobody_is_notified_of_a_lobby_in_a_hidden_channel(world: Offline) -> None:
    number = await hidden_text_channel(world, start=False)
    told = Recipient(int(world.person(PEOPLE["administrator"]).id), "en-US")
    cog, table = world.bot.get_cog("NotificationCommands"), await world.services.tables.get(number)
    assert isinstance(cog, NotificationCommands)
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    assert not await cog._can_join(told, guild, table)
    await hide(world, sees=True)
    assert await cog._can_join(told, guild, table)


async def test_settings_keep_a_hidden_channel(world: Offline) -> None:
    world.add_guild(HERE, ROOM, PLACE)
    manager = PEOPLE["manager of the server"]
    await world.complete(world.click(manager, ROOM, "set-some:server:channels", values=[str(PLACE.id), str(ROOM.id)]))
    await hide(world)
    page = str((await world.complete(world.command(manager, ROOM, "settings"))).answers)
    assert str(PLACE.id) in page
    assert HIDDEN_NAME not in page


async def test_person_is_led_to_a_hidden_channel_if_tables_are_opened_only_there(world: Offline) -> None:
    world.add_guild(HERE, ROOM, PLACE)
    manager, member = PEOPLE["manager of the server"], PEOPLE["member who sees it"]
    await world.complete(world.click(manager, ROOM, "set-some:server:channels", values=[str(PLACE.id)]))
    await hide(world)
    asked = await world.complete(world.command(member, ROOM, "play", game="saizen"))
    assert asked.text == EN("fault-elsewhere", places=f"<#{PLACE.id}>")


async def test_event_of_a_hidden_channel_is_named_after_the_game(world: Offline) -> None:
    """Use a channel that the bot sees, as the interaction says, before Discord has sent its name."""
    world.add_guild(HERE, ROOM, PLACE)
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    place: Any = SimpleNamespace(interaction=SimpleNamespace(channel=guild.get_channel(PLACE.id)))
    assert event_location(place, "Saizen") == f"#c{PLACE.id}"
    await hide(world)
    assert event_location(place, "Saizen") == "#Saizen"
