"""Waits for calls to Discord without ever cancelling one.

discord.py cannot handle the cancellation of a request that waits out a rate limit: its gate for global limits would
stay shut, and every call but the answers to interactions would wait for ever (`discord/http.py`,
`HTTPClient.request`). So each call runs in a task of its own, and a caller that times out leaves the task running.
Requests of abandoned calls are no longer sent: see `current_call` and `cogs.requests.http_trace`.
"""

import asyncio
import contextvars
import logging
import math
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final, TypeVar

import aiohttp
import discord

from host.services import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

CALL_SECONDS = 10.0
"""Time limit of a call in seconds, including rate limits that discord.py waits out. Callers retry later."""
ANSWER_SECONDS = 15.0
"""Time limit in seconds of an answer to an interaction."""
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Errors of a call that are due to Discord or the network."""
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""Errors that discord.py raises for a malformed response, such as a proxy's page."""
OLD_MESSAGE_EDITS: Final = 30046
"""Code of a 429 for a message that is more than an hour old and was edited too often."""


class AbandonedCallError(TimeoutError):
    """The error that stops an abandoned call before it sends its request."""


class PausedError(discord.DiscordException):
    """A request was not sent, because requests to Discord are paused.

    Attributes:
        retry_after: the shortest time in seconds until a retry.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord is left alone for {seconds:.1f} seconds.")
        self.retry_after = seconds


class OldEditsError(discord.RateLimited):
    """A long rate limit with the code `OLD_MESSAGE_EDITS`; discord.py's own error does not hold the code."""


@dataclass(eq=False, slots=True)
class Call:
    """The state of a running call.

    Attributes:
        urgent: whether a person waits for the call; the bot's own rate limit does not apply to urgent calls.
        abandoned: whether the caller has stopped waiting.
        code: the error code of the last 429; 0 if there was no 429 or it had no code.
        sent: the number of requests that have taken effect or may do so: sent, and not surely refused.
    """

    urgent: bool
    abandoned: bool = False
    code: int = 0
    sent: int = 0


_current: contextvars.ContextVar[Call | None] = contextvars.ContextVar("call", default=None)
_running: set["asyncio.Task[object]"] = set()
"""Strong references to the tasks, because an event loop keeps only weak ones."""


def describe_error(error: BaseException) -> str:
    """Describe the error of a call for the log: by its type, and a refusal also by its status and code.

    Only errors of the operating system, the store, rate limits and pauses keep their texts. A refusal's text may repeat
    typed words, and a text of aiohttp may contain the bot's token or a proxy's password.
    """
    kind = type(error).__name__
    match error:
        case discord.HTTPException():
            return f"{kind} {error.status}, code {error.code}"
        case aiohttp.ClientResponseError():
            return f"{kind} {error.status}"
        case OSError() | StoreError() | PausedError() | discord.RateLimited():
            return f"{kind} {error}".rstrip()
        case _:
            return kind


def limit_request_time(client: discord.Client) -> None:
    """Limit each HTTP request of a logged-in client to `CALL_SECONDS` on the wire.

    So a hanging call ends by itself. Without the limit it would block later requests of the same interaction, because
    discord.py sends them one at a time.
    """
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = aiohttp.ClientTimeout(total=CALL_SECONDS)  # noqa: SLF001  discord.py has no setting for it


def current_call() -> Call | None:
    """Return the call that the running task belongs to; None for a request that discord.py makes by itself."""
    return _current.get()


async def wait_for_call(call: Awaitable[T], seconds: float | None = None, *, urgent: bool = False) -> T:
    """Wait for a call to Discord. The call goes on after a timeout, and after the cancellation of the caller.

    Args:
        call: the awaitable that makes the call.
        seconds: the timeout; None means `CALL_SECONDS`, `math.inf` means no timeout.
        urgent: whether a person waits for the call.

    Returns:
        The call's result.

    Raises:
        TimeoutError: the call did not end in time. It may still take effect if its request was already sent.
        OldEditsError: the message is too old for more edits.
        Exception: the call's own error.
    """
    state, seconds = Call(urgent), CALL_SECONDS if seconds is None else seconds
    context = contextvars.copy_context()
    context.run(_current.set, state)
    task = asyncio.create_task(_run(call), name="a call to Discord", context=context)
    _running.add(task)
    task.add_done_callback(_running.discard)
    try:
        await asyncio.wait([task], timeout=None if math.isinf(seconds) else seconds)
        if task.done():
            return task.result()
    except discord.RateLimited as error:
        if state.code == OLD_MESSAGE_EDITS:
            raise OldEditsError(error.retry_after) from error
        raise
    except asyncio.CancelledError:
        _abandon(task, state)
        raise
    _abandon(task, state)
    raise TimeoutError(f"no answer within {seconds} seconds")


async def _run(call: Awaitable[T]) -> T:
    return await call


def _abandon(task: "asyncio.Task[T]", state: Call) -> None:
    state.abandoned = True
    task.add_done_callback(_log_late_result)


def _log_late_result(task: "asyncio.Task[T]") -> None:
    """Log the result of an abandoned call."""
    if task.cancelled():  # only the end of the process cancels a call
        return
    error = task.exception()
    if error is None:
        log.info("a call that was given up has taken effect after all")
    else:
        log.info("a call that was given up has failed: %s", describe_error(error))
