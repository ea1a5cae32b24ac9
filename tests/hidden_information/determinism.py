"""A deterministic environment: virtual time, seeded randomness and no threads, so that equal runs send equal data."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random

import aiohttp
import discord
import pytest

import pictures
from local_discord.core import LocalDiscord
from local_discord.world import ids
from tests.hidden_information.wire import RecordingWire

BEGIN = 3_471_292_800.0
"""Start of virtual time in unix seconds. It is later than today, so that no interaction's token has expired."""
OWN_LOGGERS = ("cogs", "show", "host", "storage", "engine", "pictures", "ichiza")
"""Loggers that are observed from DEBUG on; all others from INFO on."""

emojis = cache(pictures.emojis)


class LogRecorder(logging.Handler):
    """A log handler that records each log line like a message that the bot sends."""

    def __init__(self, wire: RecordingWire) -> None:
        super().__init__(logging.DEBUG)
        self._wire = wire

    def emit(self, record: logging.LogRecord) -> None:
        """Record a line with its traceback."""
        if record.levelno >= logging.INFO or record.name.partition(".")[0] in OWN_LOGGERS:
            self._wire.record("log", f"{record.name} {record.levelname} {self.format(record)}")


@contextmanager
def deterministic(world: LocalDiscord) -> Iterator[RecordingWire]:
    """Yield the wire that replaces the bot's network in this context."""
    loop, random, wire = asyncio.get_running_loop(), Random("sealed"), RecordingWire(world)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: BEGIN + loop.time())
        patch.setattr(secrets, "token_bytes", random.randbytes)  # the source of nonces, seeds and tokens
        patch.setattr(ids, "_last", [0])
        patch.setattr(aiohttp, "ClientSession", lambda **_: wire)
        patch.setattr(discord.gateway.DiscordWebSocket, "from_client", wire.from_client)
        patch.setattr(pictures, "emojis", emojis)
        notes, root, ours = LogRecorder(wire), logging.getLogger(), [logging.getLogger(name) for name in OWN_LOGGERS]
        levels = [(one, one.level) for one in (root, *ours)]
        root.setLevel(logging.INFO)
        for one in ours:
            one.setLevel(logging.DEBUG)
        root.addHandler(notes)
        try:
            yield wire
        finally:
            root.removeHandler(notes)
            for one, level in levels:
                one.setLevel(level)
