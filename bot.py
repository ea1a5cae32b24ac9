"""Ichiza, a card table in your Discord server: settings -> store -> house -> bot.

`python bot.py` runs on Discord and needs DISCORD_TOKEN; `python bot.py --local` runs the same bot against a Discord of
its own on this computer, and prints the address of its page.
"""

import argparse
import asyncio
import contextlib
import logging
import signal
import subprocess
import sys
from pathlib import Path
from typing import Literal, Self

import discord
import yarl
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs.client import Ichiza
from engine.players import PLAYOUTS
from host.computers import PAUSE_SECONDS
from host.house import House
from show.stage import SETTLE_SECONDS
from storage import Store, StoreError

log = logging.getLogger("ichiza")

LOCAL_TOKEN = "local"  # noqa: S105  the local Discord takes any


class Settings(BaseSettings):
    """What `.env` or the environment says; `.env.example` explains each."""

    model_config = SettingsConfigDict(env_prefix="ICHIZA_", env_file=".env", extra="ignore", env_ignore_empty=True)

    token: str = Field("", validation_alias="DISCORD_TOKEN", repr=False)
    database: Path = Path("ichiza.sqlite3")
    pause: float = Field(PAUSE_SECONDS, ge=0, le=10)
    playouts: int = Field(PLAYOUTS, ge=1, le=100_000)
    settle: float = Field(SETTLE_SECONDS, gt=0, le=5)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


MORE_SHARDS = 4011
"""The code with which Discord closes a connection that has too many servers to itself."""


class CannotStart(Exception):  # noqa: N818  a sentence for whoever runs the bot
    """One sentence that says what to do."""


def main(argv: list[str] | None = None) -> int:
    """Run the bot until it is stopped; returns the exit code: 0, or 1 with one sentence on standard error."""
    parser = argparse.ArgumentParser(description="Ichiza, a card table in your Discord server.")
    parser.add_argument(
        "--local",
        nargs="?",
        const="",
        metavar="URL",
        help="run against a local Discord: one of its own, or the one that listens at URL",
    )
    parser.add_argument(
        "--port",
        type=int,
        choices=range(65536),
        metavar="PORT",
        default=0,
        help="with --local: the page's port (0: any free one)",
    )
    arguments = parser.parse_args(argv)
    try:
        settings = read_settings()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nothing here speaks
        discord.utils.setup_logging(level=logging.getLevelNamesMapping()[settings.log_level])
        if arguments.local is None:
            asyncio.run(run(settings, settings.token))
        elif arguments.local:
            point_at(arguments.local)
            asyncio.run(run(settings, LOCAL_TOKEN))
        else:
            with DiscordProcess(arguments.port) as local:
                point_at(local.url)
                print(f"Open {local.url} in a browser; stop with Ctrl+C.", flush=True)
                asyncio.run(run(settings, LOCAL_TOKEN))
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def read_settings() -> Settings:
    """The settings; raises `CannotStart` with a sentence about the first that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        variable = name if name == "DISCORD_TOKEN" else f"ICHIZA_{name.upper()}"
        raise CannotStart(f"The setting {variable} is wrong ({first['msg']}): correct it in .env.") from None


async def run(settings: Settings, token: str) -> None:
    """Open the store, start the bot, and keep it running until a signal stops it.

    Raises:
        CannotStart: no token, a refused one, or a database that cannot be used.
    """
    if not token:
        raise CannotStart(
            "There is no token: put DISCORD_TOKEN=… (Developer Portal > your application > Bot) into .env, "
            "or try the bot without one: python bot.py --local"
        )
    try:
        store = await Store.open(settings.database)
    except StoreError as error:
        raise CannotStart(str(error)) from None
    async with store:
        bot = Ichiza(House(store, pause=settings.pause, playouts=settings.playouts), settle=settings.settle)
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # noqa: S101  we are in one
        with contextlib.suppress(NotImplementedError):  # Windows has none
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
        try:
            async with bot:
                await bot.start(token)
        except asyncio.CancelledError:
            log.info("stopped")
        except discord.LoginFailure:
            raise CannotStart(
                "Discord refused the token: copy it anew (Developer Portal > your application > Bot > Reset Token) "
                "into DISCORD_TOKEN in .env."
            ) from None
        except discord.RateLimited as error:
            raise CannotStart(
                "The commands have been changed too often, and Discord takes no more changes for now: "
                f"start again in {error.retry_after:.0f} seconds."
            ) from None
        except discord.ConnectionClosed as error:
            why = "asks for more connections, as the bot is on more servers now"
            if error.code != MORE_SHARDS:
                why = f"has closed the connection ({error})"
            raise CannotStart(f"Discord {why}: start again.") from None
        except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
            raise CannotStart(f"Discord cannot be reached ({error}): check the connection and start again.") from None


def point_at(url: str) -> None:
    """Let discord.py talk to the Discord at `url` instead of the real one."""
    base = yarl.URL(url)
    discord.http.Route.BASE = str(base / "api/v10")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = str(base / "cdn")


class DiscordProcess:
    """The local Discord as a process of its own, for as long as the context lasts; then `url` is its address."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self.url = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "local_discord", "--port", str(self._port)]
        self._process = subprocess.Popen(  # noqa: S603  our own module
            command, cwd=Path(__file__).parent, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None  # noqa: S101  it is a pipe
        self.url = self._process.stdout.readline().removeprefix("Local Discord:").strip()
        if not self.url:  # it has ended without a word
            self.__exit__()
            raise CannotStart(f"The local Discord did not start: is port {self._port} taken? Try another --port.")
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.communicate()


if __name__ == "__main__":
    sys.exit(main())
