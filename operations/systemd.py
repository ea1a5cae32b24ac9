"""Notifications to systemd (`Type=notify`): ready, watchdog, stopping.

Source: https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

log = logging.getLogger(__name__)

READY_CHECK_SECONDS = 1.0
"""Seconds between two checks whether the bot is ready."""


def notify(state: str) -> None:
    """Send a state such as `READY=1` to systemd; do nothing without systemd."""
    if not (address := os.environ.get("NOTIFY_SOCKET", "")):
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)  # noqa: FBT003  the library's parameter
            sender.sendto(state.encode(), address)
    except OSError as error:
        log.warning("systemd could not be told %s: %s", state, error)


def watchdog_seconds() -> float | None:
    """Return half of systemd's watchdog interval, in seconds, so that no notice comes late; None without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 2_000_000 if microseconds.isdecimal() and int(microseconds) else None


@asynccontextmanager
async def systemd_notifications(ready: Callable[[], bool]) -> AsyncIterator[None]:
    """Send watchdog notifications during the context, and a single "ready" notification when the bot is ready."""
    tasks = [
        asyncio.create_task(_notify_ready(ready), name="ready"),
        asyncio.create_task(_notify_watchdog(), name="watchdog"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _notify_ready(ready: Callable[[], bool]) -> None:
    if "NOTIFY_SOCKET" in os.environ:
        while not ready():  # noqa: ASYNC110  connections change in discord.py's events
            await asyncio.sleep(READY_CHECK_SECONDS)
        notify("READY=1")


async def _notify_watchdog() -> None:
    if (seconds := watchdog_seconds()) is not None:
        while True:
            notify("WATCHDOG=1")
            await asyncio.sleep(seconds)
