"""What the managers of a server have set, and what people have set for themselves: each setting is a field here.

Its type says what it may be and its default what is usual; there is no other way to read or write one. What the store
holds that this version does not know, because a newer one wrote it or it is damaged, is as usual.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import limits
from engine.game import Game
from engine.players import LEVELS
from engine.players import USUAL as USUAL_LEVEL
from host import refusals
from host.cluster.shards import Shard, Shards
from host.play.time_control import USUAL as USUAL_PACE
from host.refusals import Refusal
from host.tables.table import Pace, Person
from host.tables.table_repository import persist
from storage import Store, settle

Language: TypeAlias = Literal["auto", "en", "ja"]
"""Of what is said; auto: as Discord says, of a server for what everybody sees, of a person for what they alone see."""
Threads: TypeAlias = Literal["on", "private", "off"]
"""Whether tables get a thread of their own, where the bot may make one, and whether that is for their people alone."""
Switch: TypeAlias = Literal["on", "off"]
Season: TypeAlias = Literal["quarter", "half", "year"]
MONTHS: Final[Mapping[Season, int]] = {"quarter": 3, "half": 6, "year": 12}
"""How long a season is; the first one of a year begins with it."""
HOURS: Final = tuple(map(str, range(24)))
ZONES: Final = (
    *(
        "-10",
        "-9",
        "-8",
        "-7",
        "-6",
        "-5",
        "-4",
        "-3",
        "+0",
        "+1",
        "+2",
        "+3",
        "+3:30",
        "+4",
        "+5",
        "+5:30",
        "+6",
        "+7",
    ),
    *("+8", "+9", "+9:30", "+10", "+11", "+12", "+13"),
)
"""By how many hours clocks are ahead of UTC: where most people live, as many as one of Discord's lists holds."""
MOST_TABLES: Final = str(limits.TABLES_A_SERVER)
MOST_LOBBIES: Final = str(limits.LOBBIES_A_PERSON)
MOST_CHANNELS: Final = 25
"""What can be picked in one of Discord's lists."""
FRESH_SECONDS = 30.0
"""Until what people have set is read again, where other processes may have changed it: they play on servers of several
shards."""
_ID = re.compile("[0-9]{1,20}")

_Read: TypeAlias = Callable[[Sequence[str]], object]
"""Gives the value of a setting that somebody has picked, or that is stored; raises `ValueError` where it has none."""


def _channels(picked: Sequence[str]) -> tuple[int, ...]:
    if len(picked) > MOST_CHANNELS or not all(_ID.fullmatch(one) for one in picked):
        raise ValueError("no channels")
    return tuple(dict.fromkeys(map(int, picked)))


def _games(picked: Sequence[str]) -> tuple[str, ...]:
    known = tuple(game for game in Game.games if game in picked)
    if picked and not known:
        raise ValueError("no game that there is")
    return () if len(known) == len(Game.games) else known


@dataclass(frozen=True, slots=True)
class Server:
    """What a server's managers have set."""

    language: Language = "auto"
    """Of public messages."""
    channels: Annotated[tuple[int, ...], _channels] = ()
    """Where tables may be opened, and in the threads of these; none: everywhere."""
    games: Annotated[tuple[str, ...], _games] = ()
    """The ids of those that are offered; none: all that there are."""
    threads: Threads = "on"
    pace: Pace = USUAL_PACE
    """Of a table where nobody says another, and none was played in its channel."""
    level: Annotated[str, (*LEVELS,)] = USUAL_LEVEL
    """Of the computer players that take the seats that are free at the start."""
    tables: Annotated[str, ("5", "10", "25", "50", "100", MOST_TABLES)] = MOST_TABLES
    """How many may be open."""
    lobbies: Annotated[str, ("1", "2", "3", "5", MOST_LOBBIES)] = MOST_LOBBIES
    """At how many tables that gather players one person may sit."""
    pings: Switch = "on"
    """Whether whoever is to act is mentioned."""
    season: Season = "quarter"

    @property
    def most_tables(self) -> int:
        """How many tables may be open."""
        return min(int(self.tables), limits.TABLES_A_SERVER)

    @property
    def most_lobbies(self) -> int:
        """At how many tables that gather players one person may sit."""
        return min(int(self.lobbies), limits.LOBBIES_A_PERSON)

    def offered(self) -> list[type[Game]]:
        """The games that are offered."""
        return [game for name, game in Game.games.items() if name in self.games or not self.games]


SHOWN: Final = {"language", "pings"}
"""The settings of a server of which messages that stand are made."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What a person has set for themselves, on all servers."""

    language: Language = "auto"
    """Of what they alone see."""
    hints: Switch = "on"
    """In their first game of a kind."""
    quiet: Switch = "off"
    """Whether they are mentioned without a sound."""
    zone: Annotated[str, ZONES] = "+0"
    """By how many hours their clock is ahead of UTC."""
    hush_from: Annotated[str, ("no", *HOURS)] = "no"
    """The hour by their clock from which they are sent no notices; no: they are at any time."""
    hush_until: Annotated[str, HOURS] = "8"

    def hushed(self, now: float) -> bool:
        """Whether they are sent no notices at a time, in unix seconds."""
        if self.hush_from == "no":
            return False
        first, end = int(self.hush_from), int(self.hush_until)
        hour = self.hour(now)
        return first <= hour < end if first < end else hour >= first or hour < end

    def hour(self, now: float) -> int:
        """Which hour it is by their clock."""
        return (int(now) + ahead(self.zone)) // 3600 % 24


def ahead(zone: str) -> int:
    """By how many seconds clocks are ahead of UTC there."""
    hours, _, minutes = zone.partition(":")
    return int(hours) * 3600 + int(minutes or 0) * 60


V = TypeVar("V", Server, Mine)
_BEGINS: Final[Mapping[type[Any], str]] = {Server: "server:", Mine: ""}
"""How the names begin under which they are stored: a server of which there is nothing else is known by that."""


def allowed(kind: type[Server | Mine], name: str) -> tuple[str, ...]:
    """The values that a setting can have which has one of a few; none: it has others.

    Raises:
        KeyError: there is no such setting.
    """
    hint = get_type_hints(kind, include_extras=True)[name]
    values: tuple[str, ...] = hint.__metadata__[0] if get_origin(hint) is Annotated else get_args(hint)
    return () if callable(values) else values


class Settings:
    """Over a store. What is read is remembered, and what is changed is so from the next click on.

    Of a server that is so as long as its shard is looked after here.
    """

    def __init__(self, store: Store, shards: Shards, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._alone = shards.alone
        self._clock = clock
        self._read_again = clock()
        self._servers: dict[int, Server] = {}
        self._people: dict[int, Mine] = {}
        self._writing = asyncio.Lock()

    async def server(self, guild_id: int) -> Server:
        """What is set on a server."""
        return await self._of(guild_id, Server, self._servers)

    async def mine(self, user_id: int) -> Mine:
        """What a person has set."""
        if not self._alone and self._clock() >= self._read_again:
            self._people.clear()
            self._read_again = self._clock() + FRESH_SECONDS
        return await self._of(user_id, Mine, self._people)

    async def set_server(self, guild_id: int, person: Person, name: str, picked: Sequence[str]) -> Server:
        """Let a setting of a server have the values that somebody has picked.

        Raises:
            Refusal: they may not manage the server, there is no such setting or value, or it cannot be stored.
        """
        if not person.manager or not guild_id:
            raise Refusal(refusals.NOT_MANAGER())
        return await settle(self._set(guild_id, name, picked, Server, self._servers))

    async def set_mine(self, user_id: int, name: str, picked: Sequence[str]) -> Mine:
        """Let a person's own setting have the values that they have picked; raises as `set_server` does."""
        return await settle(self._set(user_id, name, picked, Mine, self._people))

    async def lost_channel(self, guild_id: int, channel_id: int) -> None:
        """A channel is gone: it is none of those in which tables may be opened."""
        channels = (await self.server(guild_id)).channels
        if channel_id in channels:
            left = [str(one) for one in channels if one != channel_id]
            await settle(self._set(guild_id, "channels", left, Server, self._servers))

    def forget(self, owner_id: int) -> None:
        """What a server or a person had set is in the store no more."""
        self._servers.pop(owner_id, None)
        self._people.pop(owner_id, None)

    def evict_shard(self, shard: Shard) -> None:
        """Somebody else looks after a shard's servers now, and may change what is set there."""
        for guild_id in filter(shard.has, list(self._servers)):
            del self._servers[guild_id]

    async def _of(self, owner_id: int, kind: type[V], known: dict[int, V]) -> V:
        found = known.get(owner_id)
        if found is None:
            read = _read(kind, await self._store.settings(owner_id))
            found = known.setdefault(owner_id, read)  # it may have been changed meanwhile
            limits.trim(known, limits.SETTINGS)
        return found

    async def _set(self, owner_id: int, name: str, picked: Sequence[str], kind: type[V], known: dict[int, V]) -> V:
        try:
            value: Any = _reader(kind, name)(picked)
        except (KeyError, ValueError):
            raise Refusal(refusals.NO_SUCH_SETTING()) from None
        async with self._writing:
            before = await self._of(owner_id, kind, known)
            shown = kind is Server and name in SHOWN
            await persist(self._store.set_setting(owner_id, _BEGINS[kind] + name, _written(value), shown=shown))
            known[owner_id] = replace(before, **{name: value})
            return known[owner_id]


def _reader(kind: type[Server | Mine], name: str) -> _Read:
    """How a setting's value is read; raises `KeyError` as `allowed` does."""
    values = allowed(kind, name)
    if not values:
        read: _Read = get_type_hints(kind, include_extras=True)[name].__metadata__[0]
        return read

    def one(picked: Sequence[str]) -> str:
        if len(picked) != 1 or picked[0] not in values:
            raise ValueError("no such value")
        return picked[0]

    return one


def _read(kind: type[V], stored: Mapping[str, str]) -> V:
    values: dict[str, Any] = {}
    for name in (one.name for one in fields(kind)):
        text = stored.get(_BEGINS[kind] + name)
        if text is not None:
            with suppress(ValueError):
                values[name] = _reader(kind, name)(text.split(",") if text else ())
    return kind(**values)


def _written(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
