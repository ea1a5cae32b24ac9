"""Ichiza, a card table in your Discord server. This is the composition root: settings, store, services, client.

`python bot.py` connects to Discord and needs DISCORD_TOKEN. `python bot.py --local` starts a local Discord on this
computer, connects to it, and prints the address of its page; `--or-local` does so only if there is no token.
`python bot.py --policies FOLDER` writes the privacy policy and the terms.
"""

from operations.early_stop import end_at_sigterm

if __name__ == "__main__":
    end_at_sigterm()  # before the imports below, which take a second

import argparse
import asyncio
import gc
import logging
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal, Self

import discord
import yarl
from dotenv import dotenv_values
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

import limits
from cogs.client import Ichiza
from cogs.discord_time import ask_time
from cogs.gateway.library_check import missing_attributes
from cogs.metrics import Metrics
from host.ai.players import PAUSE_SECONDS
from host.ai.pool import ProcessPool, ThreadPool
from host.ai.review_pool import ReviewProcesses, ReviewThread
from host.background import BackgroundTask
from host.clock import ComparedClock
from host.cluster.leases import Leases
from host.cluster.presence import open_store, presence
from host.cluster.shards import LeasedShards, Shards
from host.lobby.restored_backup import renew_restored
from host.people.ratings import bring_up_to_date
from host.people.retention import Retention
from host.services import Services
from operations import logs
from operations.endpoint import serve_endpoint
from operations.error_tracker import ErrorTracker
from operations.health import Health
from operations.log_queue import queue_prints
from operations.plain_files import read_text
from operations.policies import PolicyError, write_policies
from operations.prometheus import Exposition
from operations.shutdown import exit_process, run_until_stopped
from operations.startup_errors import STARTUP_ERRORS, describe_failure
from operations.systemd import systemd_notifications
from progress import Parser, shortened
from show.presenter import SETTLE_SECONDS
from show.text.operator import Operator
from storage import Store, StoreError

log = logging.getLogger("ichiza")

DESCRIPTION = "Ichiza, a card table in your Discord server."
GC_THRESHOLDS = (10_000, 10, 1)
"""Thresholds of the garbage collector's three generations.

The first is above Python's 700, because every click allocates more than 700 objects. The last is below Python's 10,
because old interactions are freed only when the oldest generation is collected: an interaction and its response refer
to each other. With a threshold of 10, some 3,000 interactions (40 MB) gathered in a busy quarter of an hour.
"""
SECRETS = ("DISCORD_TOKEN", "DATABASE_URL")
"""Settings that may also be read from a file: `NAME_FILE` is the path of a file that holds the value of `NAME`."""
SECRET_BYTES = 10_000
"""The largest file of a secret, in bytes."""
ENV_FILE = ".env"
DATABASE, LOCAL_DATABASE = Path("ichiza.sqlite3"), Path("ichiza-local.sqlite3")
"""The default databases. The local Discord has its own, so that experiments do not touch the real tables."""
LOCAL_TOKEN = "local"  # noqa: S105  the local Discord accepts any token
LOCAL_STOP_SECONDS = 0.8
"""Seconds that the local Discord gets to stop; it stores nothing."""
LINK = re.compile(r"https://(?:(?![()<>\[\]\\])[!-~]){1,292}")
"""Pattern of an address of at most 300 characters, without the characters at which a link in Discord's Markdown could
end.
"""
POLICY_SETTINGS = (
    "operator",
    "contact",
    "data_place",
    "keep_days",
    "backup_days",
    "privacy_url",
    "source_url",
    "support_url",
)
"""Settings whose values the privacy policy and the terms may contain, besides ICHIZA_LOG_DAYS."""
_LISTENS = "Local Discord:"
"""Prefix of the line that the local Discord prints once it listens."""


class Settings(BaseSettings):
    """The settings from `.env` and the environment; `.env.example` explains each."""

    model_config = SettingsConfigDict(env_prefix="ICHIZA_", env_file=ENV_FILE, extra="ignore", env_ignore_empty=True)

    token: str = Field("", validation_alias="DISCORD_TOKEN", repr=False)
    token_file: Path | None = Field(None, validation_alias="DISCORD_TOKEN_FILE", repr=False)
    database: Path = DATABASE
    database_url: str = Field("", validation_alias="DATABASE_URL", pattern="^(postgres(ql)?://|$)", repr=False)
    database_url_file: Path | None = Field(None, validation_alias="DATABASE_URL_FILE", repr=False)
    pause: float = Field(PAUSE_SECONDS, ge=0, le=10)
    playouts: int = Field(0, ge=0, le=100_000)
    thinkers: int = Field(limits.AI_WORKERS, ge=0, le=64)
    settle: float = Field(SETTLE_SECONDS, gt=0, le=5)
    shards: int = Field(0, ge=0, le=limits.SHARDS)
    shards_here: int = Field(0, ge=0, le=limits.SHARDS)
    keep_days: int = Field(0, ge=0, le=36_500)
    health_port: int = Field(0, ge=0, le=65_535)
    proxy: str = Field("", repr=False)
    sentry_dsn: str = Field("", repr=False)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: logs.Format = "text"
    log_file: Path | None = None
    log_days: int = Field(14, ge=1, le=36_500)
    operator: str = Field("", max_length=100)
    contact: str = Field("", max_length=200)
    data_place: str = Field("", max_length=100)
    backup_days: int = Field(0, ge=0, le=36_500)
    privacy_url: str = ""
    terms_url: str = ""
    source_url: str = ""
    support_url: str = ""

    @model_validator(mode="before")
    @classmethod
    def _read_secrets(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Read the secrets whose files the settings `…_FILE` name.

        Raises:
            CannotStart: see `read_secret`.
        """
        return values | {name: read_secret(name, values) for name in SECRETS if f"{name}_FILE" in values}

    @field_validator("proxy")
    @classmethod
    def _check_proxy(cls, proxy: str) -> str:
        """Refuse an address with which discord.py would fail later.

        The address may contain a password, so no message repeats it.
        """
        if proxy and not _is_web_address(proxy):
            raise ValueError("it must be http://HOST:PORT or http://USER:PASSWORD@HOST:PORT")
        return proxy

    @field_validator("operator", "contact", "data_place")
    @classmethod
    def _check_line(cls, text: str) -> str:
        """Refuse a text of several lines, because these would break the page or the document around the text."""
        if not text.isprintable():
            raise ValueError("it must be one line of text")
        return text

    @field_validator("privacy_url", "terms_url", "source_url", "support_url")
    @classmethod
    def _check_link(cls, link: str) -> str:
        """Refuse an address that Discord's Markdown does not accept in a link."""
        try:
            well_formed = bool(LINK.fullmatch(link)) and bool(yarl.URL(link).host)
        except ValueError:
            well_formed = False
        if link and not well_formed:
            raise ValueError("it must be https://HOST/… without spaces and brackets, of at most 300 characters")
        return link

    def published(self) -> Operator:
        """Return what `/help` and `/privacy` say about the operator."""
        return Operator(
            name=self.operator,
            contact=self.contact,
            data_place=self.data_place,
            keep_days=self.keep_days,
            backup_days=self.backup_days,
            privacy_url=self.privacy_url,
            terms_url=self.terms_url,
            source_url=self.source_url,
            support_url=self.support_url,
        )

    def policy_values(self) -> dict[str, str]:
        """Return the values for the privacy policy and the terms, by setting; 0 and unset settings become ""."""
        values = {name: getattr(self, name) for name in POLICY_SETTINGS}
        values["log_days"] = self.log_days if self.log_file else 0
        return {f"ICHIZA_{name.upper()}": str(value or "") for name, value in values.items()}


class CannotStart(Exception):  # noqa: N818  the name reads well in a `raise`
    """The bot cannot start. The message is one sentence that says what to do."""


def main(argv: list[str] | None = None) -> int:
    """Read the command line, do what its options say, and return the exit code."""
    parser = Parser(description=DESCRIPTION)
    add_options(parser)
    return follow(parser.parse_args(argv))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options `--local`, `--or-local`, `--port` and `--policies`."""
    parser.add_argument(
        "--local",
        nargs="?",
        type=_local_url,
        const="",
        metavar="URL",
        help="run against a local Discord: one of its own, or the one that listens at URL",
    )
    parser.add_argument("--or-local", action="store_true", help="as --local, if there is no DISCORD_TOKEN")
    parser.add_argument(
        "--port",
        type=_port,
        metavar="PORT",
        default=0,
        help="with a local Discord: the page's port (0: any free one)",
    )
    parser.add_argument(
        "--policies",
        type=Path,
        metavar="FOLDER",
        help="write the privacy policy and the terms, filled in from the settings, into this folder, and end",
    )


def follow(arguments: argparse.Namespace) -> int:
    """Do what the options of `add_options` say, and return the exit code."""
    if arguments.policies is None:
        return start(arguments.local, arguments.port, or_local=arguments.or_local)
    try:
        for file in write_policies(arguments.policies, read_settings().policy_values()):
            print(file)
    except (CannotStart, PolicyError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _local_url(text: str) -> str:
    """Parse the address of a local Discord; an empty text means that the bot starts a local Discord."""
    if text and not _is_web_address(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as http://127.0.0.1:8000")
    return text


def _port(text: str) -> int:
    """Parse the number of a port."""
    if not (text.isascii() and text.isdigit() and int(text[:6]) < 65_536):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 65535")
    return int(text)


def _is_web_address(text: str) -> bool:
    """Return whether a text is an `http` or `https` address of a server, without a path or a query."""
    try:
        address = yarl.URL(text)
        return address.scheme in {"http", "https"} and bool(address.host) and address.path_qs in {"", "/"}
    except ValueError:
        return False


def start(url: str | None, port: int, *, or_local: bool = False) -> int:
    """Run the bot until it is stopped.

    Args:
        url: address of a running local Discord; "" starts a local Discord; None means the real Discord.
        port: port of the local Discord that is started; 0 for any free port.
        or_local: whether to start a local Discord if there is no token.

    Returns:
        The exit code: 0, or 1 if the bot cannot start; standard error then gets one sentence with the reason.
    """
    paths = list[str]()
    try:
        settings = read_settings()
        paths = [str(settings.database), str(settings.log_file)]
        check_library()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot has no voice features
        errors, page = set_up_log(settings), ""
        queue_prints()
        if or_local and url is None and not settings.token:
            print("There is no DISCORD_TOKEN in .env, so this is the local Discord, to try the bot out.", flush=True)
            url = ""
        with ExitStack() as stack:
            if settings.sentry_dsn:
                stack.enter_context(track_errors(settings))
            if url == "":
                page = url = stack.enter_context(DiscordProcess(port)).url
                if settings.database == DATABASE:
                    settings.database = LOCAL_DATABASE
            if url:
                use_discord_at(url)
            run_until_stopped(run(settings, LOCAL_TOKEN if url else settings.token, errors, page))
    except (CannotStart, StoreError) as error:
        print(shortened(str(error), *paths), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def read_settings() -> Settings:
    """Read the settings.

    Raises:
        CannotStart: a setting is invalid. The message names the first invalid setting.
    """
    known = {f"ICHIZA_{name.upper()}" for name in Settings.model_fields}
    for name in dotenv_values(ENV_FILE):
        if name.startswith("ICHIZA_") and name not in known:
            said = f"{name} in .env is no setting of the bot: look for its right name in .env.example."
            print(shortened(said, name), file=sys.stderr)
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        variable = name if name.isupper() else f"ICHIZA_{name.upper()}"
        raise CannotStart(f"The setting {variable} is wrong ({first['msg']}): correct it in .env.") from None


def read_secret(name: str, values: Mapping[str, Any]) -> str:
    """Return the secret `name` from the file that the setting `NAME_FILE` names.

    No message repeats the file's name, because the operator may have put the secret there by mistake.

    Raises:
        CannotStart: the setting `NAME` is set too, the file cannot be read, or it does not hold exactly one word.
    """
    if values.get(name):
        raise CannotStart(f"{name} and {name}_FILE are both set: remove one of them.")
    try:
        secret = read_text(Path(values[f"{name}_FILE"]), SECRET_BYTES).strip()
    except (OSError, ValueError) as error:
        reason = (error.strerror or "it is no plain file") if isinstance(error, OSError) else "it is no short text"
        raise CannotStart(f"The file that {name}_FILE names cannot be read ({reason}).") from None
    if len(secret.split()) != 1:
        raise CannotStart(f"The file that {name}_FILE names must hold the value of {name}, and nothing else.")
    return secret


def check_library() -> None:
    """Raise `CannotStart` if discord.py lacks something undocumented that the bot uses."""
    if missing := ", ".join(missing_attributes()):
        raise CannotStart(
            f"discord.py {discord.__version__} lacks {missing}, which the bot uses: install the version that the bot "
            "was tested with (python -m pip install -r requirements.txt, in the bot's own .venv)."
        )


def set_up_log(settings: Settings) -> logs.ErrorCounter:
    """Set up the log.

    Raises:
        CannotStart: the log file cannot be written.
    """
    try:
        return logs.set_up(settings.log_level, settings.log_format, settings.log_file, settings.log_days)
    except OSError as error:
        raise CannotStart(f"The log cannot be written ({error}): correct ICHIZA_LOG_FILE in .env.") from None


def track_errors(settings: Settings) -> ErrorTracker:
    """Return the error tracker. It reports errors while it is used as a context manager.

    Raises:
        CannotStart: the address of the Sentry project is malformed, or sentry-sdk is missing.
    """
    try:
        return ErrorTracker(settings.sentry_dsn, settings.proxy or None)
    except ImportError:
        raise CannotStart(
            "ICHIZA_SENTRY_DSN needs sentry-sdk: python -m pip install -r requirements-sentry.txt, "
            "in the bot's own .venv; a bot that was installed as a package needs ichiza[sentry]."
        ) from None
    except ValueError:
        raise CannotStart(
            "The setting ICHIZA_SENTRY_DSN is wrong (it must be https://KEY@HOST/PROJECT): correct it in .env."
        ) from None


async def run(settings: Settings, token: str, errors: logs.ErrorCounter, page: str = "") -> None:
    """Open the store, start the bot, and keep it running until it is cancelled.

    Args:
        settings: the settings.
        token: the bot's token.
        errors: the counter of logged errors, for the health report.
        page: address of a local Discord's page, to be printed; empty if there is no such page.

    Raises:
        CannotStart: the token is missing or refused, or Discord has ended the connection.
        StoreError: the database cannot be used, or a newer version of the bot has migrated it; its message is one
            sentence that says what to do.
    """
    if not token:
        raise CannotStart(
            "There is no token: put DISCORD_TOKEN=… (Developer Portal > your application > Bot) into .env, "
            "or add --local to try the bot without one."
        )
    metrics, local = Metrics(), token == LOCAL_TOKEN
    proxy = None if local else settings.proxy or None
    clock = ComparedClock(partial(ask_time, proxy))
    store = await open_store(
        settings.database_url or settings.database,
        filed_beside=settings.database,
        record_write=metrics.record_commit,
        now=clock.seconds,
    )
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(store)
        migrated = await stack.enter_async_context(presence(store))
        if page:
            print(f"Open {page} in a browser; stop with Ctrl+C.", flush=True)
        await bring_up_to_date(store)
        await renew_restored(store, clock)
        shards = await stack.enter_async_context(open_shards(store, settings.shards, settings.shards_here))
        services = make_services(settings, store, shards, clock)
        operator = settings.published()
        bot = Ichiza(services, metrics, settle=settings.settle, local=local, proxy=proxy, operator=operator)
        if settings.health_port:
            health = Health(bot, services, metrics, errors)
            exposition = Exposition(health, bot, services, metrics, errors)
            await stack.enter_async_context(open_endpoint(health, exposition, settings.health_port))
        retention = BackgroundTask("retention")
        retention.start(Retention(services.tables, services.privacy, settings.keep_days).run)
        stack.push_async_callback(retention.close)
        services.daily_preparation.start()
        await stack.enter_async_context(systemd_notifications(bot.is_ready))
        try:
            async with bot:
                await _run_until_ended(bot, token, migrated)
        except STARTUP_ERRORS as error:
            raise CannotStart(describe_failure(error)) from None


def make_services(settings: Settings, store: Store, shards: Shards, clock: ComparedClock) -> Services:
    """Create the services. If no number of workers is set, AI players and reviews think in threads of this process."""
    return Services(
        store,
        pause=settings.pause,
        playouts=settings.playouts,
        thinkers=ProcessPool(settings.thinkers) if settings.thinkers else ThreadPool(),
        reviewers=ReviewProcesses() if settings.thinkers else ReviewThread(),
        clock=clock,
        shards=shards,
    )


@asynccontextmanager
async def open_endpoint(health: Health, exposition: Exposition, port: int) -> AsyncIterator[None]:
    """Serve the health report and the metrics during the context; raise `CannotStart` if the port cannot be opened."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(serve_endpoint(health, exposition, port))
        except OSError as error:
            raise CannotStart(
                f"Port {port} cannot be had ({error}): choose another ICHIZA_HEALTH_PORT in .env."
            ) from None
        yield


async def _run_until_ended(bot: Ichiza, token: str, migrated: "asyncio.Future[None]") -> None:
    """Run the bot until it is cancelled, Discord ends the connection, or `migrated` fails.

    The bot runs in a task of its own, because discord.py swallows a cancellation while it reconnects.
    """
    task = asyncio.create_task(_log_in_and_connect(bot, token), name="the connections to Discord")
    try:
        await asyncio.wait([task, migrated], return_when=asyncio.FIRST_COMPLETED)
        (task if task.done() else migrated).result()
    finally:
        task.cancel()


async def _log_in_and_connect(bot: Ichiza, token: str) -> None:
    """Log in and connect.

    In between, freeze the start-up objects, and let Python collect garbage less often. That lowers the 99th percentile
    of a click's time from 35 to 27 ms.
    """
    await bot.login(token)
    if bot.account_link:
        print(f"Add the bot to your account: {bot.account_link}", flush=True)
        log.info("this link adds the bot to an account", extra={"account_link": bot.account_link})
    if bot.invitation:
        print(f"Add the bot to a server: {bot.invitation}", flush=True)
        log.info("this link adds the bot to a server", extra={"invitation": bot.invitation})
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    await bot.connect()


@asynccontextmanager
async def open_shards(store: Store, count: int, here: int) -> AsyncIterator[Shards]:
    """Yield this process's shards, and give their leases back at the end.

    Args:
        store: the database, for the leases.
        count: number of shards of all processes together; 0 for the number that Discord recommends.
        here: largest number of shards of this process; 0 for all.

    Raises:
        CannotStart: `here` is set without `count`. Or `here` is smaller than `count`, which needs several processes,
            but only one process can use the database.
    """
    if not count and here:
        raise CannotStart("ICHIZA_SHARDS_HERE is a part of ICHIZA_SHARDS: set that too, the same for all processes.")
    if count and not store.shared and 0 < here < count:
        raise CannotStart(
            "SQLite is for one process, which carries all shards: leave ICHIZA_SHARDS_HERE away, or let the processes "
            "share a PostgreSQL database (DATABASE_URL)."
        )
    if not count or not store.shared:
        yield Shards(count or None)
        return
    shards = LeasedShards(Leases(store.leases), count, here)
    try:
        yield shards
    finally:
        await shards.close()


def use_discord_at(url: str) -> None:
    """Make discord.py use the Discord at `url` instead of the real one."""
    base = yarl.URL(url)
    discord.http.Route.BASE = str(base / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = str(base / "cdn")


class DiscordProcess:
    """A local Discord in a child process, which runs during the context. `url` is the address of its page."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._ready = Event()
        """Set once the process listens, or has ended."""
        self._reader = Thread(target=self._read, name="local Discord", daemon=True)
        self.url = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "local_discord", "--port", str(self._port)]
        self._process = subprocess.Popen(  # noqa: S603  a module of this project
            command, cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader.start()
        self._ready.wait()
        if not self.url:
            self.__exit__()
            raise CannotStart(f"The local Discord did not start: is port {self._port} taken? Choose another PORT.")
        return self

    def _read(self) -> None:
        """Read all output of the process, so that the pipe never fills up. Keep the address; log the other lines."""
        assert self._process.stdout is not None  # noqa: S101  it is a pipe
        with self._process.stdout as output:
            for line in output:
                if line.startswith(_LISTENS):
                    self.url = line.removeprefix(_LISTENS).strip()
                    self._ready.set()
                else:
                    logging.getLogger("local_discord").warning("%s", line.rstrip())
        self._ready.set()

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=LOCAL_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()  # so that all output is logged


if __name__ == "__main__":
    exit_process(main())
