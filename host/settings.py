"""Settings of servers and of people: each setting is a field of `ServerSettings` or `PersonSettings`.

A field's type gives the allowed values. Its default is the value while nobody has chosen one. A stored value that this
version does not know, because a newer version wrote it or it is damaged, counts as the default.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

import limits
from engine.game import Game
from engine.players import LEVELS
from engine.players import USUAL as USUAL_LEVEL
from host import refusals, time_zones
from host.cluster.shards import Shard
from host.place import Place
from host.play.time_control import USUAL as USUAL_TIME_CONTROL
from host.refusals import Refusal
from host.tables.table import Person, TimeControl
from host.tables.table_repository import persist
from storage import Store, StoreError, settle

log = logging.getLogger(__name__)

Language: TypeAlias = Literal["auto", "en", "ja"]
"""Language of messages. "auto" is the language set on Discord: the server's for public messages, else the person's."""
Threads: TypeAlias = Literal["on", "private", "off"]
"""Kind of thread that a table gets if the bot may create threads; only the table's people see a private thread."""
Switch: TypeAlias = Literal["on", "off"]
Season: TypeAlias = Literal["quarter", "half", "year"]
MONTHS: Final[Mapping[Season, int]] = {"quarter": 3, "half": 6, "year": 12}
"""Length of a season in months; a year's first season begins on January 1st."""
HOURS: Final = tuple(map(str, range(24)))
MOST_TABLES: Final = str(limits.TABLES_A_SERVER)
MOST_LOBBIES: Final = str(limits.LOBBIES_A_PERSON)
MOST_CHANNELS: Final = 25
"""Greatest number of entries that can be chosen in a select menu on Discord."""
_ID = re.compile("[0-9]{1,20}")
_LOCALE = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?")

_Read: TypeAlias = Callable[[Sequence[str]], object]
"""Function that parses a chosen or stored value of a setting; raises `ValueError` for an invalid value."""


def _channels(picked: Sequence[str]) -> tuple[int, ...]:
    if len(picked) > MOST_CHANNELS or not all(_ID.fullmatch(one) for one in picked):
        raise ValueError("no channels")
    return tuple(dict.fromkeys(map(int, picked)))


def _channel(picked: Sequence[str]) -> int:
    if len(picked) != 1 or not _ID.fullmatch(picked[0]):
        raise ValueError("no channel")
    return int(picked[0])


def _games(picked: Sequence[str]) -> tuple[str, ...]:
    known = tuple(game for game in Game.games if game in picked)
    if picked and not known:
        raise ValueError("no game that there is")
    return () if len(known) == len(Game.games) else known


def _locale(picked: Sequence[str]) -> str:
    if len(picked) != 1 or not _LOCALE.fullmatch(picked[0]):
        raise ValueError("no locale")
    return picked[0]


def _time_zone(picked: Sequence[str]) -> str:
    if len(picked) != 1:
        raise ValueError("no time zone")
    return time_zones.time_zone(picked[0]).key or ""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server, made by its managers."""

    language: Language = "auto"
    """Language of public messages."""
    channels: Annotated[tuple[int, ...], _channels] = ()
    """Channels where tables may be opened, threads included; empty for all."""
    games: Annotated[tuple[str, ...], _games] = ()
    """Ids of the offered games; empty for all."""
    threads: Threads = "on"
    pace: TimeControl = USUAL_TIME_CONTROL
    """Time control of a new table, unless its opener chooses another. An opener who also opened the channel's last
    table of this game gets that table's time control. The store and custom ids call this setting `pace`.
    """
    level: Annotated[str, (*LEVELS,)] = USUAL_LEVEL
    """Level of the AI players that take free seats at the start."""
    tables: Annotated[str, ("5", "10", "25", "50", "100", MOST_TABLES)] = MOST_TABLES
    """Limit on the server's open tables, as text."""
    lobbies: Annotated[str, ("1", "2", "3", "5", MOST_LOBBIES)] = "3"
    """Limit, as text, on the lobbies in which one person may sit, whether they or others opened them."""
    pings: Switch = "on"
    """If on, people who must decide are mentioned."""
    season: Season = "quarter"
    daily: Annotated[int, _channel] = 0
    """Channel or thread where the message of the day's deal is posted; 0 for none."""
    compared: Switch = "off"
    """If on, other servers may read this server's name in the ranking of servers by the day's deal."""

    @property
    def most_tables(self) -> int:
        """Limit on the server's open tables."""
        return min(int(self.tables), limits.TABLES_A_SERVER)

    @property
    def most_lobbies(self) -> int:
        """Limit on the lobbies in which one person may sit."""
        return min(int(self.lobbies), limits.LOBBIES_A_PERSON)

    def offered(self) -> list[type[Game]]:
        """Return the offered games."""
        return [game for name, game in Game.games.items() if name in self.games or not self.games]


USUAL_SETTINGS: Final = ServerSettings()
"""Settings of a place that has none of its own."""
MESSAGE_SETTINGS: Final = {"language", "pings"}
"""Settings of a server that change the look of existing messages."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """Settings of a person, for all servers."""

    language: Language = "auto"
    """Language of ephemeral messages."""
    hints: Switch = "on"
    """If on, the person gets hints in their first game of each kind."""
    coaching: Switch = "on"
    """If on, the person gets a sentence about each rule the first time that the rule matters for them."""
    plain: Switch = "off"
    """If on, hands are in plain words, for screen readers: nothing is only in a picture or in the grey of a button."""
    quiet: Switch = "off"
    """If on, mentions of the person make no sound."""
    locale: Annotated[str, _locale] = ""
    """Locale that Discord last named in the person's direct messages; empty if they have never played there."""
    cards: Switch = "on"
    """If on, the other players' cards appear one after another in the panel of a person who waits."""
    losses: Switch = "off"
    """If on, the person's profile shows other people the mean losses from the person's reviews."""
    puzzles: Switch = "off"
    """If on, the person lets their finished games become puzzles without names. All people of a game must agree."""
    named: Switch = "on"
    """If on, servers' messages of the day's deal may name the person."""
    time_zone: Annotated[str, _time_zone] = ""
    """IANA name of the person's time zone; empty until they choose one."""
    hush_from: Annotated[str, ("no", *HOURS)] = "no"
    """First hour of the person's quiet hours, in which no notifications are sent; "no" for none."""
    hush_until: Annotated[str, HOURS] = "8"
    """Hour at which the quiet hours end."""

    @property
    def zone(self) -> ZoneInfo | None:
        """The person's time zone; None until they choose one."""
        return time_zones.time_zone(self.time_zone) if self.time_zone else None

    def is_quiet(self, now: float) -> bool:
        """Return True if a time, in unix seconds, is in the person's quiet hours.

        The hours are UTC's for somebody who chose them before time zones had to be chosen: UTC was the default then.
        """
        if self.hush_from == "no":
            return False
        first, end = int(self.hush_from), int(self.hush_until)
        hour = datetime.fromtimestamp(now, self.zone or UTC).hour
        return first <= hour < end if first < end else hour >= first or hour < end


V = TypeVar("V", ServerSettings, PersonSettings)
DAILY_SINCE: Final = "server:daily_since"
"""Stored name of the time, in unix seconds, at which a server's message of the day was last turned on."""
_BEGINS: Final[Mapping[type[Any], str]] = {ServerSettings: "server:", PersonSettings: ""}
"""Prefix of the stored names, which distinguishes a server's settings from a person's settings."""


def allowed(kind: type[ServerSettings | PersonSettings], name: str) -> tuple[str, ...]:
    """Return the values among which a setting can be chosen; empty if its values are not a fixed list.

    Raises:
        KeyError: there is no such setting.
    """
    hint = get_type_hints(kind, include_extras=True)[name]
    values: tuple[str, ...] = hint.__metadata__[0] if get_origin(hint) is Annotated else get_args(hint)
    return () if callable(values) else values


class Settings:
    """Repository of settings; a change is visible from the next read on.

    A server's settings are cached as long as this process holds its shard.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._servers: dict[Place, ServerSettings] = {}
        self._writing = asyncio.Lock()

    async def of(self, place: Place) -> ServerSettings:
        """Return the settings of a place; `USUAL_SETTINGS` if the place has no settings of its own."""
        if not place.has_settings:
            return USUAL_SETTINGS
        found = self._servers.get(place)
        if found is None:
            read = _read(ServerSettings, await self._store.settings.all(place.server_id))
            found = self._servers.setdefault(place, read)  # a change made during the read wins
            limits.evict_oldest(self._servers, limits.SETTINGS)
        return found

    async def person(self, user_id: int) -> PersonSettings:
        """Return a person's settings."""
        return _read(PersonSettings, await self._store.settings.all(user_id))

    async def person_and_coached(self, user_id: int) -> tuple[PersonSettings, frozenset[str]]:
        """Return a person's settings, and the keys of the sentences of coaching that they have been shown."""
        stored, coached = await self._store.settings.of_person(user_id)
        return _read(PersonSettings, stored), coached

    async def set_server(self, place: Place, person: Person, name: str, picked: Sequence[str]) -> ServerSettings:
        """Set one of a server's settings to the values that a person has chosen.

        Raises:
            Refusal: the person may not manage the server, the setting or value does not exist, or the write failed.
        """
        if not person.manages_server() or not place.has_settings:
            raise Refusal(refusals.NOT_MANAGER())
        return await settle(self._set_server(place, name, picked))

    async def set_person(self, user_id: int, name: str, picked: Sequence[str]) -> PersonSettings:
        """Set one of a person's settings to the chosen values.

        Raises:
            Refusal: the setting or value does not exist, or the write failed.
        """
        value = _chosen(PersonSettings, name, picked)
        await persist(self._store.settings.set(user_id, name, _written(value)))
        return await self.person(user_id)

    async def note_locale(self, user_id: int, locale: str) -> tuple[PersonSettings, frozenset[str]]:
        """Store a person's locale on Discord if it has changed; return what `person_and_coached` returns.

        With a stored locale, direct messages that do not answer a click can be in the person's language too. A failed
        write is only logged, because the person's own request must not fail for it; the next click tries again.
        """
        mine, coached = await self.person_and_coached(user_id)
        if mine.locale == locale or not _LOCALE.fullmatch(locale):
            return mine, coached
        try:
            await self._store.settings.set(user_id, "locale", locale)
        except StoreError as error:
            log.warning("a person's locale could not be stored: %s", error)
        return replace(mine, locale=locale), coached

    async def remove_channel(self, place: Place, channel_id: int) -> None:
        """Remove a deleted channel from the server's allowed channels, and turn its message of the day's deal off."""
        server = await self.of(place)
        if channel_id in server.channels:
            left = [str(one) for one in server.channels if one != channel_id]
            await settle(self._set_server(place, "channels", left))
        if channel_id == server.daily:
            await settle(self._set_server(place, "daily", ["0"]))

    def evict(self, place: Place) -> None:
        """Drop the cached settings of a server whose settings were deleted from the store."""
        self._servers.pop(place, None)

    def evict_shard(self, shard: Shard) -> None:
        """Drop the cached settings of a shard's servers, which another process may change now."""
        for place in filter(shard.has, list(self._servers)):
            del self._servers[place]

    async def _set_server(self, place: Place, name: str, picked: Sequence[str]) -> ServerSettings:
        value = _chosen(ServerSettings, name, picked)
        async with self._writing:
            changed = replace(await self.of(place), **{name: value})
            stored, written, outdates = _BEGINS[ServerSettings] + name, _written(value), name in MESSAGE_SETTINGS
            if name == "daily" and value and not (await self.of(place)).daily:
                await persist(self._store.settings.set_to_now(place.server_id, DAILY_SINCE))
            await persist(self._store.settings.set(place.server_id, stored, written, outdates_messages=outdates))
            self._servers[place] = changed
            return changed


def _chosen(kind: type[ServerSettings | PersonSettings], name: str, picked: Sequence[str]) -> Any:  # noqa: ANN401
    """Return the value that a person has chosen for a setting; raises `Refusal` if no such setting or value exists."""
    try:
        return _reader(kind, name)(picked)
    except (KeyError, ValueError):
        raise Refusal(refusals.NO_SUCH_SETTING()) from None


def _reader(kind: type[ServerSettings | PersonSettings], name: str) -> _Read:
    """Return the parser of a setting's values; raises `KeyError` if there is no such setting."""
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
