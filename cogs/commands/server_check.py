"""The check of a server: the permissions that the bot lacks in its channels, and the tables with late messages."""

from typing import cast

import discord

from cogs.gateway.guild_events import existing_channels
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers, Router
from cogs.metrics import Metrics
from cogs.requests.bot_permissions import bot_permissions_in, is_hidden
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_adapter import DiscordAdapter
from cogs.requests.missing_permissions import Use, lacks_on_server, missing, use_of
from engine.game import Game
from host.place import Place
from host.refusals import NOT_MANAGER, Refusal
from host.services import Services
from host.settings import ServerSettings
from host.tables.table import TablePlace
from show.actions.settings_actions import CheckServer
from show.pages.server_check import ChannelCheck, Gate, LateTable, ServerCheck, server_check_page
from show.presenter import BEHIND_SECONDS, Presenter


class ServerCheckCommands(Handlers):
    """The button *Check* of a server's settings."""

    def __init__(
        self,
        services: Services,
        presenter: Presenter,
        router: Router,
        port: DiscordAdapter,
        breaker: CircuitBreaker,
        metrics: Metrics,
    ) -> None:
        super().__init__(services, presenter, router)
        self._port = port
        self._breaker = breaker
        self._metrics = metrics

    async def check(self, click: InteractionContext, _action: CheckServer) -> None:
        """Show the result of the check.

        Raises:
            Refusal: the person may not manage the server.
        """
        if not click.person.manages_server():
            raise Refusal(NOT_MANAGER())
        guild = click.interaction.guild
        me = cast("discord.Member | None", guild.me) if guild else None  # `me` is None while the server is unavailable
        if guild is None or me is None:
            await click.tell(click.tr("check-unavailable"))
        else:
            await click.answer(server_check_page(await self._report(click, guild, me), click.tr))

    async def _report(self, click: InteractionContext, guild: discord.Guild, me: discord.Member) -> ServerCheck:
        place = Place.server(guild.id)
        settings, now = await self._services.settings.of(place), int(self._services.now())
        tables = await self._services.tables.places(place)
        uses = await self._uses(click, guild, settings, tables)
        channels = [
            ChannelCheck(
                channel.id,
                missing(channel, me, use, settings.threads),
                [one for one in sorted(use.threads) if _is_locked(guild, one) and click.sees(one)],
                _time(now, max(map(self._port.seconds_refused, (channel.id, *use.threads)))),
                is_hidden(channel),
            )
            for channel, use in uses.items()
        ]
        behind = [(one, why) for one in tables if (why := self._presenter.obstacle(one)) is not None]
        seen = [
            LateTable(one.id, Game.games[one.game], why)
            for one, why in behind
            if why.kind == "lost" or click.sees(one.channel_id)
        ]
        timed_out = me.timed_out_until if me.is_timed_out() else None
        return ServerCheck(
            role=guild.self_role.name if guild.self_role else me.display_name,
            name=me.display_name,
            channels=[one for one in channels if one.hidden or click.sees(one.id)],
            unseen=[one for one in channels if not (one.hidden or click.sees(one.id))],
            no_events=lacks_on_server(me, "create_events"),
            timed_out_until=int(timed_out.timestamp()) if timed_out else 0,
            tables=seen,
            unseen_tables=len(behind) - len(seen),
            gate=self._gate(now),
            stored=not self._metrics.last_commit_failed,
            now=now,
        )

    async def _uses(
        self, click: InteractionContext, guild: discord.Guild, settings: ServerSettings, tables: list[TablePlace]
    ) -> dict[discord.abc.GuildChannel, Use]:
        """Return the channels that the bot uses, each with the ways in which the bot uses it.

        They are the channels of the click, of the settings, of the tables, of the scheduled lobbies, and of the message
        of the day's deal. A thread counts as a use of its parent channel. Threads of a hidden channel are not cached,
        so that their parent is known only for the thread of the click.
        """
        scheduled = await self._services.scheduled_lobbies.of_place(Place.server(guild.id))
        threads = [one.thread_id for one in tables if one.thread_id is not None]
        places = [click.channel_id, *existing_channels(guild, settings), *(one.channel_id for one in scheduled)]
        places.append(settings.daily)
        uses: dict[discord.abc.GuildChannel, Use] = {}
        for number in dict.fromkeys([*places, *(one.channel_id for one in tables), *threads]):
            place = guild.get_channel_or_thread(number)
            if place is None and number == click.channel_id and isinstance(click.interaction.channel, discord.Thread):
                place = click.interaction.channel
            if isinstance(place, discord.Thread):
                if place.parent is not None:
                    uses.setdefault(place.parent, Use()).threads.add(place.id)
            elif place is not None and not isinstance(place, discord.CategoryChannel):
                uses.setdefault(place, Use()).direct = use_of(place).direct
        return uses

    def _gate(self, now: int) -> Gate | None:
        """Return why requests to Discord are held back, or have failed for some time; None if neither is so."""
        if (cause := self._breaker.cause()) is not None:
            return Gate(cause, _time(now, self._breaker.pause()))
        seconds = self._metrics.unwritten_seconds()
        return Gate("unreachable", now - round(seconds)) if seconds > BEHIND_SECONDS else None


def _time(now: int, seconds: float) -> int:
    """Return the unix time that is `seconds` after `now`; 0 if there are no seconds to wait."""
    return now + round(seconds) if seconds > 0 else 0


def _is_locked(guild: discord.Guild, thread_id: int) -> bool:
    """Return True if a thread is locked and the bot may not unlock it; False if the thread is not in the cache."""
    thread = guild.get_thread(thread_id)
    allowed = bot_permissions_in(thread)
    return thread is not None and thread.locked and allowed is not None and not allowed.manage_threads
