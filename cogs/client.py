"""The Discord client of the bot: it connects the gateway and the interactions with the services and the presenter."""

import asyncio
import logging
from collections.abc import Collection
from functools import partial
from http import HTTPStatus

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.decisions import DecisionCommands
from cogs.commands.fairness import FairnessCommands
from cogs.commands.learning.lessons import LessonCommands
from cogs.commands.learning.reviews import ReviewCommands
from cogs.commands.learning.rules import RulesCommands
from cogs.commands.learning.suggestions import SuggestionCommands
from cogs.commands.nights import NightCommands
from cogs.commands.notifications import NotificationCommands
from cogs.commands.privacy import PrivacyCommands
from cogs.commands.reminders import ReminderCommands
from cogs.commands.replays import ReplayCommands
from cogs.commands.server_check import ServerCheckCommands
from cogs.commands.settings import SettingsCommands
from cogs.commands.standings import StandingsCommands
from cogs.commands.tables.hands import HandCommands
from cogs.commands.tables.lobbies import LobbyCommands
from cogs.commands.tables.lost_tables import LostTableCommands
from cogs.commands.tables.scheduled_lobbies import ScheduledLobbyCommands
from cogs.commands.tables.seats import SeatCommands
from cogs.commands.tables.table_list import TableListCommands
from cogs.commands.tables.weekly_events import WeeklyEvents
from cogs.commands.today import TodayCommands
from cogs.commands.welcome import WelcomeCommands
from cogs.direct_messages import DirectMessages
from cogs.gateway.gateway_socket import GatewaySocket, install_gateway_socket
from cogs.gateway.guild_events import GuildEvents
from cogs.gateway.parsers import install_parsers
from cogs.gateway.session_starts import RefusedByProxyError, SessionStarts, until_answered
from cogs.gateway.shard_connections import ShardConnections
from cogs.interactions.command_registration import CONTEXTS, INSTALLS, CommandRegistration
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.pipeline import Pipeline
from cogs.interactions.router import Router
from cogs.metrics import Metrics
from cogs.requests.application_emojis import ApplicationEmojis
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_adapter import DiscordAdapter
from cogs.requests.discord_calls import limit_request_time
from cogs.requests.http_trace import HttpTrace
from cogs.requests.install_settings import FOR_PEOPLE, InstallSettings, account_link, invitation
from cogs.requests.pages import AttachmentStore
from cogs.requests.rate_limiter import RateLimiter
from host.cluster.shards import WHOLE, LeasedShards, Shard
from host.events import check_subscribed
from host.place import Place
from host.play.clocks import Reach
from host.services import Services, StoreError
from show.messages.daily.commitments import CommitmentMessages
from show.messages.daily.results import DailyMessages
from show.messages.night_messages import NightMessages
from show.messages.public_answers import PublicAnswers
from show.presenter import SETTLE_SECONDS, Presenter
from show.text.operator import Operator

log = logging.getLogger(__name__)

MAX_RATE_LIMIT_WAIT = 30.0
"""Greatest number of seconds for which a request of an interaction waits out a rate limit. At a longer rate limit the
request fails. discord.py accepts no smaller value.
"""
PASSWORD_REFUSED = HTTPStatus.PROXY_AUTHENTICATION_REQUIRED
CLOSE_SECONDS = 2.0
"""Seconds that interactions in progress get for their answers when the bot stops."""


class Tree(app_commands.CommandTree["Ichiza"]):
    """The tree of slash commands and message commands."""

    async def on_error(self, _interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Pass the error of a command on to the pipeline, which answers all errors."""
        raise error

    async def _call(self, interaction: Interaction) -> None:
        await self.client.pipeline.run(interaction, self._run_command)

    async def _run_command(self, context: InteractionContext) -> None:
        await super()._call(context.interaction)
        if context.is_autocomplete and not context.interaction.response.is_done():
            raise LookupError("no choices")  # discord.py has logged the error of the autocompletion


class Ichiza(commands.AutoShardedBot):
    """The bot.

    Discord sends the bot only events of servers and direct messages. A message of the bot mentions nobody, unless the
    call that sends the message passes `allowed_mentions`.
    """

    def __init__(
        self,
        services: Services,
        metrics: Metrics,
        *,
        settle: float = SETTLE_SECONDS,
        local: bool = False,
        proxy: str | None = None,
        operator: Operator | None = None,
    ) -> None:
        """Create the bot.

        Args:
            services: the services that the cogs call.
            metrics: the metrics to record.
            settle: debounce time in seconds; changes of a table within this time share one edit.
            local: whether this is a local Discord, to which nobody can be invited.
            proxy: the address of an HTTP proxy for all connections to Discord; None for none.
            operator: what the operator says about the bot; None for nothing.
        """
        self._services = services
        self._local = local
        self._operator = operator or Operator()
        self.limiter = RateLimiter(self._share)
        """The rate limit for requests that nobody waits for."""
        self.breaker = CircuitBreaker(self._share)
        """The circuit breaker that stops requests which Discord would refuse."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
            max_messages=None,
            max_ratelimit_timeout=MAX_RATE_LIMIT_WAIT,
            http_trace=HttpTrace(metrics, self.breaker, self.limiter, services.clock).config(),
            shard_count=services.shards.count,
            shard_connect_timeout=None,  # `GatewaySocket` has its own
            proxy=proxy,
        )
        self.session_starts = SessionStarts(self, services.shards.count)
        """What Discord says about the beginnings of sessions."""
        install_parsers(self)
        install_gateway_socket()
        self._metrics = metrics
        self.attachments = AttachmentStore()
        """The attachments of public messages."""
        self._router = Router(services.tables, services.participation.end_absence)
        self.pipeline = Pipeline(services, metrics, self._router)
        """The object through which every interaction reaches its handler."""
        self.port = DiscordAdapter(self, self.attachments, metrics)
        """The public messages."""
        self.presenter = Presenter(services, self.port, crowded=self.pipeline.is_busy, settle=settle)
        self.presenter.hold()
        self._public_answers = PublicAnswers(services, self.port)
        self._daily_messages = DailyMessages(
            services, self.port, self.presenter.edit_rate_limit, self.presenter.lost_post_search
        )
        self._commitment_messages = CommitmentMessages(services, self.port, self.presenter.lost_post_search)
        self._night_messages = NightMessages(services, self.port)
        self._install_settings = InstallSettings(self, services.shards, services.people)
        self._ready_shards: set[int] = set()
        """The shards whose guilds are cached."""
        services.events.table_changed.subscribe(self.presenter.changed)
        services.events.messages_outdated.subscribe(self.presenter.resync)
        self._shard_connections: ShardConnections | None = None
        if isinstance(services.shards, LeasedShards):
            self._shard_connections = ShardConnections(
                self, self.session_starts, services.shards, self._shard_confirmed, self._shard_lost
            )

    @property
    def invitation(self) -> str:
        """The link that adds the bot to a server; "" on a local Discord and before the login."""
        return "" if self._local or self.application_id is None else invitation(self.application_id)

    @property
    def account_link(self) -> str:
        """The link that adds the bot to a person's account.

        It is "" if `invitation` is "", or if the application may not be added to accounts.
        """
        allowed = self._install_settings.allowed
        return account_link(self.application_id or 0) if self.invitation and FOR_PEOPLE in allowed else ""

    @property
    def public_account_link(self) -> str:
        """The link of `account_link` if people other than the bot's operator can use this link, else ""."""
        return self.account_link if self.public_invitation else ""

    @property
    def public_invitation(self) -> str:
        """The link of `invitation` if people other than the bot's operator can use this link, else ""."""
        return self.invitation if self.application is not None and self.application.bot_public else ""

    def _share(self) -> float:
        """Return the fraction of all shards that this process carries.

        The process may use this fraction of Discord's limits for a bot, because all processes share the limits. Shards
        whose leases are in doubt count too: while the database fails, all leases are in doubt, and the process would
        otherwise have no share of the limits.
        """
        shards = self._services.shards
        return len(shards.carried) / shards.count if isinstance(shards, LeasedShards) and shards.count else 1.0

    async def login(self, token: str) -> None:
        """Log in once Discord answers, limit the time of every HTTP request from then on, and load the cogs.

        The last cog registers the commands with Discord if they have changed.

        Raises:
            discord.LoginFailure, RefusedByProxyError: Discord refuses the token, or the proxy its password.
        """
        await until_answered(partial(self._log_in, token))
        limit_request_time(self)
        await self._load_cogs()

    async def _log_in(self, token: str) -> None:
        await self.http.close()  # the HTTP session of a failed attempt, which discord.py would forget
        self.http.connector = discord.utils.MISSING
        try:
            await super().login(token)
        except aiohttp.ClientHttpProxyError as error:
            if error.status == PASSWORD_REFUSED:
                raise RefusedByProxyError from None
            raise

    async def _load_cogs(self) -> None:
        services, presenter, router = self._services, self.presenter, self._router
        decisions = DecisionCommands(services, presenter, router)
        hands = HandCommands(services, presenter, router, decisions)
        reviews = ReviewCommands(services, presenter, router)
        direct_messages = DirectMessages(self, services.people)
        for command in (hands.on_message, reviews.on_message):
            self.tree.add_command(command)
        for cog in (
            self.pipeline,
            LobbyCommands(services, presenter, router),
            ScheduledLobbyCommands(services, presenter, router),
            decisions,
            hands,
            TableListCommands(services, presenter, router),
            LostTableCommands(services, presenter, router, self.port, direct_messages),
            StandingsCommands(services, presenter, router),
            PrivacyCommands(services, presenter, router, self._operator),
            ReplayCommands(services, presenter, router),
            reviews,
            SuggestionCommands(services, presenter, router),
            SeatCommands(services, presenter, router),
            FairnessCommands(services, presenter, router),
            RulesCommands(services, presenter, router, self._operator),
            LessonCommands(services, presenter, router),
            TodayCommands(services, presenter, router),
            NightCommands(services, presenter, router),
            WeeklyEvents(services, self),
            SettingsCommands(services, presenter, router),
            ServerCheckCommands(services, presenter, router, self.port, self.breaker, self._metrics),
            NotificationCommands(services, presenter, router, self, direct_messages),
            ReminderCommands(services, presenter, router, direct_messages),
            WelcomeCommands(services, presenter, router, self.pipeline),
            GuildEvents(services, presenter),
            self._install_settings,
            ApplicationEmojis(self, presenter.emojis, self._emojis_changed, services.shards, services.people),
        ):
            await self.add_cog(cog)
        if self._shard_connections is not None:
            await self.add_cog(self._shard_connections)
        check_subscribed(services.events)
        router.check()
        await self.add_cog(CommandRegistration(self.tree, services.people, services.shards, self._install_settings))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to Discord once a session may begin. If shards are leased, wait for the first lease before.

        Raises:
            TooFewShardsError: Discord asks for more shards than are set.
            discord.LoginFailure, discord.ConnectionClosed: Discord refuses the token, or has ended a connection.
        """
        await self.session_starts.first()
        self.shard_count = self.session_starts.shards
        if self._shard_connections is not None:
            self.shard_ids = [await self._shard_connections.first()]
            await self.session_starts.first()  # the first answer may be weeks old, if this process was a spare
            check_subscribed(self._services.shards)
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until the shard may identify."""
        if self._shard_connections is not None and shard_id is not None:
            # Once all shards in `shard_ids` are connected, discord.py no longer waits for the guilds of a shard. To
            # keep it waiting, `shard_ids` also has the number of a shard that does not exist and never connects.
            self._connection.shard_ids = range((self.shard_count or 0) + 1)
            await self._shard_connections.turn(shard_id)
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    async def on_message(self, _message: discord.Message, /) -> None:
        """Do nothing: the bot has no text commands, and `cogs.commands.welcome` answers direct messages."""

    async def on_deferral(self) -> None:
        """Count a deferred interaction."""
        self._metrics.deferred += 1

    async def on_shard_connect(self, number: int) -> None:
        """Record a new or resumed session."""
        self._metrics.connected(number)

    on_shard_resumed = on_shard_connect

    async def on_shard_disconnect(self, number: int) -> None:
        """Record a lost connection or a failed attempt to connect."""
        self._metrics.disconnected(number)

    async def on_shard_ready(self, number: int) -> None:
        """Start the periodic work, resync the shard's messages, and resume games that wait for a computer player.

        Database queries find the tables with work to do; no other table is loaded.
        """
        shard = Shard(number, self.shard_count or 1)
        servers = [guild.id for guild in self.guilds if shard.has(Place.server(guild.id))]
        log.info("ready", extra={"servers": len(servers), "shard": number, "shards": self.shard_count})
        self._ready_shards.add(number)
        self.presenter.release()
        reach = Reach(self.is_connected, self._is_available)
        self._services.clocks.start(reach)
        self._services.scheduled_openings.start(reach, self.port.channel_exists)
        self._public_answers.start()
        self._daily_messages.start()
        self._commitment_messages.start()
        self._services.night_progress.start(reach)
        self._night_messages.start()
        self._services.cache_refresh.start()
        try:
            await self._services.privacy.reconcile_servers(shard, servers)
        except StoreError as error:
            self._warn("from which servers the bot was removed could not be noted: %s", error)
        try:
            await self.presenter.resume()
        except StoreError as error:
            self._warn("whether pages look otherwise than before could not be stored: %s", error)
        try:
            await self.presenter.channel_sight.look_everywhere(shard)
        except StoreError as error:
            self._warn("which channels the bot sees could not be compared with those of games: %s", error)
        await self._services.resume(shard)

    def _warn(self, sentence: str, error: StoreError) -> None:
        """Log a failure of the store, unless the bot is closed: the store is then closed too."""
        if not self.is_closed():
            log.warning(sentence, error)

    async def _emojis_changed(self) -> None:
        await self.presenter.emojis_changed()
        if self._ready_shards:
            self.presenter.resync()

    def is_connected(self, shard: Shard = WHOLE) -> bool:
        """Return whether the shard is connected. Time limits run on the shard's servers only while it is connected."""
        numbers = [one for one in range(self.shard_count or 1) if one % shard.count == shard.number]
        return self._ready_shards.issuperset(numbers) and not self._metrics.down_seconds(numbers)

    def is_ready(self) -> bool:
        """Return whether this process holds shards, and all of them are connected."""
        held = self._services.shards.held()
        return bool(held) and all(map(self.is_connected, held))

    def carried_shards(self) -> Collection[int]:
        """Return the numbers of this process's shards.

        discord.py's `shards` also contains the shards that this process has lost to another process.
        """
        shards = self._services.shards
        return [one.number for one in shards.carried] if isinstance(shards, LeasedShards) else self.shards.keys()

    def connected_shards(self) -> int:
        """Return the number of connections of this process that are up."""
        carried = self.carried_shards()
        return sum(number in self._ready_shards and not self._metrics.down_seconds([number]) for number in carried)

    def silent_seconds(self) -> float:
        """Return the seconds since the last frame on the connection that is silent longest; 0 without a connection."""
        infos = [self.shards[number] for number in self.carried_shards() if number in self.shards]
        sockets = [info._parent.ws for info in infos]  # noqa: SLF001  discord.py has no other way
        return max((one.silent_seconds() for one in sockets if isinstance(one, GatewaySocket)), default=0.0)

    def down_seconds(self) -> float:
        """Return for how many seconds the longest missing connection of this process is down; 0 if none is missing."""
        shards = self._services.shards
        return self._metrics.down_seconds(None if shards.alone else [shard.number for shard in shards.held()])

    def _is_available(self, place: Place) -> bool:
        """Return whether the bot can be reached in a place.

        On a server, the bot must be a member, and Discord must not report an outage of the server.
        """
        guild = self.get_guild(place.server_id)
        return place.is_direct or (guild is not None and not guild.unavailable)

    async def _shard_confirmed(self, shard: Shard) -> None:
        """Resume work on a shard. Its lease was in doubt, but this process still holds it."""
        self._ready_shards.add(shard.number)
        self.presenter.resync()
        await self._services.resume(shard)

    async def _shard_lost(self, shard: Shard) -> None:
        """Evict the state of a shard whose lease this process has lost."""
        self._ready_shards.discard(shard.number)
        self._services.evict_shard(shard)

    async def close(self) -> None:
        """Leave the gateway, wait a limited time for interactions in progress, and stop the background work."""
        leaving = [asyncio.create_task(one.disconnect(), name="leaving the gateway") for one in self.shards.values()]
        last = [*leaving, *self.pipeline.tasks]
        if last:
            await asyncio.wait(last, timeout=CLOSE_SECONDS)
        for task in last:
            task.cancel()
        await self.presenter.close()
        await self._public_answers.close()
        await self._daily_messages.close()
        await self._commitment_messages.close()
        await self._night_messages.close()
        await self._services.close()
        await super().close()
