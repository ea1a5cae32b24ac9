"""The private page for a server's managers: missing permissions, and tables whose messages are not up to date."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.game import Game
from locales import Translation
from show.actions.settings_actions import SERVER, CheckServer, OpenSettings
from show.obstacle import Obstacle
from show.text.clean_names import escaped
from show.text.page import TEXT_LIMIT, Page, button, page
from show.text.seat_names import link

Purpose: TypeAlias = Literal["post", "threads", "private", "pictures", "history", "events"]
"""The purposes of permissions, the most important first."""
Source: TypeAlias = Literal["member", "channel", "role"]
"""The causes of a missing permission: the channel's overwrite for the bot, another overwrite, or the bot's roles."""
PURPOSES: Final[tuple[Purpose, ...]] = ("post", "threads", "private", "pictures", "history", "events")
OTHER_LINES: Final = 500
"""Characters reserved for the lines that count omitted channels and tables."""
MOST_FINE: Final = 250
"""Greatest number of characters for the list of channels without fault."""
LONGEST_NAME: Final = 40
"""Greatest number of characters of a role's name."""


@dataclass(frozen=True, slots=True)
class Lack:
    """A permission that the bot needs and lacks; `permission` is its name in discord.py."""

    permission: str
    purpose: Purpose
    source: Source


@dataclass(frozen=True, slots=True)
class ChannelCheck:
    """A channel that the bot uses."""

    id: int
    missing: Sequence[Lack] = ()
    locked: Sequence[int] = ()
    """The channel's locked threads with tables."""
    refused_until: int = 0
    """Unix time until which the bot makes no calls in the channel: Discord refused one despite the permissions."""
    hidden: bool = False
    """Whether the bot cannot see the channel. Discord shows the channel's name only to readers who see it."""

    @property
    def own(self) -> list[Lack]:
        """The permissions missing only in this channel, not on the whole server."""
        return [one for one in self.missing if one.source != "role"]

    @property
    def is_bad(self) -> bool:
        """Whether this channel has a fault that is not a fault of the whole server."""
        return bool(self.own or self.locked or self.refused_until)

    @property
    def is_fine(self) -> bool:
        """Whether the bot has all permissions here, and the channel has no other fault."""
        return not (self.missing or self.is_bad)

    @property
    def gravity(self) -> tuple[bool, bool, int]:
        """A sort key, greatest for the worst channel: (no table is possible, Discord refuses, number of faults)."""
        no_tables = any(one.purpose == "post" for one in self.missing)
        return no_tables, bool(self.refused_until), len(self.own) + len(self.locked)


@dataclass(frozen=True, slots=True)
class Gate:
    """The reason why the bot sends no requests, or why they fail.

    For the reasons of `cogs.requests.circuit_breaker.Cause`, `time` is the unix time at which the pause ends. For
    `unreachable`, it is the unix time since which Discord has not been reached.
    """

    cause: Literal["banned", "refusals", "limit", "unreachable"]
    time: int


@dataclass(frozen=True, slots=True)
class LateTable:
    """A table whose messages are not up to date."""

    id: int
    game: type[Game]
    why: Obstacle


@dataclass(frozen=True, slots=True)
class ServerCheck:
    """The state of the bot on a server."""

    role: str
    """Name of the bot's own role."""
    name: str
    """Name of the bot on the server."""
    channels: Sequence[ChannelCheck]
    """The channels that the reader sees, and those that the bot does not see."""
    unseen: Sequence[ChannelCheck] = ()
    """The other channels."""
    no_events: bool = False
    """True if the bot may not announce events."""
    timed_out_until: int = 0
    """Unix time at which the bot's time-out ends; 0 if the bot is not timed out."""
    tables: Sequence[LateTable] = ()
    """The tables whose messages are not up to date, in channels that the reader is known to see."""
    unseen_tables: int = 0
    """The number of tables whose messages are not up to date, in other channels."""
    gate: Gate | None = None
    stored: bool = True
    """Whether the database can be written."""
    now: int = 0
    """Unix time."""


def server_check_page(check: ServerCheck, tr: Translation) -> Page:
    """Build the page: faults of the bot or server, the channels from worst to best, and tables with late messages."""
    again = button(CheckServer(), tr("check-again"), "🔄", style="primary")
    everywhere = _everywhere(check, tr)
    room = TEXT_LIMIT - OTHER_LINES - MOST_FINE - sum(map(len, everywhere))
    tables = _tables(check, room // 3, tr)
    channels = _channels(check, room - sum(map(len, tables)), tr)
    paragraphs = "\n\n".join([*everywhere, *channels, *tables])
    return page(f"{tr('check-title')}\n{paragraphs}", [again, button(OpenSettings(SERVER), tr("hand-back"))])


def _everywhere(check: ServerCheck, tr: Translation) -> list[str]:
    """Return the paragraph about the whole server; nothing if it has no fault."""
    lines = []
    if check.gate is not None:
        lines.append(tr(f"check-{check.gate.cause}", time=str(check.gate.time)))
    if not check.stored:
        lines.append(tr("check-not-stored"))
    if check.timed_out_until:
        lines.append(tr("check-timed-out", until=str(check.timed_out_until)))
    lacks = {one for channel in (*check.channels, *check.unseen) for one in channel.missing if one.source == "role"}
    if check.no_events:
        lacks.add(Lack("create_events", "events", "role"))
    lines += _lacks(lacks, check, tr)
    return ["\n".join([tr("check-everywhere"), *lines])] if lines else []


def _lacks(lacks: Iterable[Lack], check: ServerCheck, tr: Translation) -> list[str]:
    """Return a sentence for each purpose and each cause (`Source`) of missing permissions: which ones to give where."""
    lines = []
    for purpose in PURPOSES:
        for source, who in (("member", check.name), ("channel", check.role), ("role", check.role)):
            names = sorted(one.permission for one in lacks if (one.purpose, one.source) == (purpose, source))
            if names:
                permissions = tr.listed(_permission(name, tr) for name in names)
                way = tr("check-way-role" if source == "role" else "check-way-channel", who=_shown(who))
                sign = "❌" if purpose == "post" else "⚠️"
                wanted = tr(f"check-to-{purpose}")
                lines.append(f"{sign} {tr('check-give', purpose=wanted, permissions=permissions, way=way)}")
    return lines


def _permission(name: str, tr: Translation) -> str:
    """Return Discord's name of a permission in the reader's language, given discord.py's name."""
    key = name.replace("_", "-")
    return tr("check-right", name=tr(f"right-{key}"))


def _shown(name: str) -> str:
    """Return the name of a role or member for a message, shortened to `LONGEST_NAME` characters."""
    return escaped(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…")


def _channels(check: ServerCheck, room: int, tr: Translation) -> list[str]:
    """Return a paragraph for each channel with a fault, the worst first, and a last one about all other channels."""
    bad = [one for one in check.channels if one.is_bad]
    blocks = [
        "\n".join([f"**{link(one.id)}**", *_channel(one, check, tr)])
        for one in sorted(bad, key=lambda one: one.gravity, reverse=True)
    ]
    shown, rest = _fitting(blocks, room)
    lines = [tr("check-more-channels", count=rest)] if rest else []
    if hidden := sum(one.is_bad for one in check.unseen):
        lines.append(tr("check-unseen", count=hidden))
    fine = [link(one.id) for one in check.channels if one.is_fine]
    if fine and not check.timed_out_until:
        lines.append(tr("check-fine", places=_named(fine, MOST_FINE, tr)))
    return [*shown, *(["\n".join(lines)] if lines else [])]


def _channel(channel: ChannelCheck, check: ServerCheck, tr: Translation) -> list[str]:
    lines = [tr("check-hidden")] if channel.hidden else []
    lines += _lacks(channel.own, check, tr)
    if channel.locked:
        lines.append(f"⚠️ {tr('check-locked', places=_named([link(one) for one in channel.locked], 120, tr))}")
    if channel.refused_until:
        lines.append(f"❌ {tr('check-refused', time=str(channel.refused_until))}")
    return lines


def _tables(check: ServerCheck, room: int, tr: Translation) -> list[str]:
    """Return the paragraph about tables whose messages are missing, refused or late.

    Tables without a channel come first, then those with refused messages, then those with late messages; within each
    group, the longest time comes first.
    """
    kinds = ("lost", "refused", "behind")
    ordered = sorted(check.tables, key=lambda one: (kinds.index(one.why.kind), -one.why.seconds))
    shown, rest = _fitting([f"⏳ {_table(one, check.now, tr)}" for one in ordered], room)
    lines = [*shown, *([tr("check-more-tables", count=rest)] if rest else [])]
    if check.unseen_tables:
        lines.append(tr("check-unseen-tables", count=check.unseen_tables))
    return ["\n".join([tr("check-tables"), *lines])] if lines else [tr("check-none-behind")]


def _table(table: LateTable, now: int, tr: Translation) -> str:
    named = f"**{tr('table-thread', game=table.game.title, table=str(table.id))}**"
    seconds = round(table.why.seconds)
    time = now - seconds if table.why.kind == "behind" else now + seconds
    return tr(f"check-table-{table.why.kind}", table=named, time=str(time))


def _named(places: Sequence[str], room: int, tr: Translation) -> str:
    """List the channels or threads that fit into `room` characters, and count the others."""
    named, more = _fitting(places, room)
    return tr.listed([*named, *([tr("check-others", count=more)] if more else [])])


def _fitting(blocks: Sequence[str], room: int) -> tuple[list[str], int]:
    """Return the first blocks that fit into `room` characters, at least one, and the number of the other blocks."""
    shown: list[str] = []
    for block in blocks:
        if shown and sum(map(len, shown)) + 2 * len(shown) + len(block) > room:
            break
        shown.append(block)
    return shown, len(blocks) - len(shown)
