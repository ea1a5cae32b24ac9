"""Failures that a test plans: it says which requests of the bot fail, how, and how often."""

import asyncio
import contextlib
import dataclasses
import itertools
import re

from local_discord.checks import errors
from local_discord.checks.codes import STATUSES
from local_discord.checks.errors import ClientError, DiscordError
from local_discord.checks.limits import GLOBAL_HEADERS
from local_discord.wire import Json

PRESETS: dict[str, DiscordError] = {
    "rate_limit": DiscordError(429, 0, "You are being rate limited."),
    "banned": DiscordError(429, 0, "Error 1015"),
    "old_edits": errors.too_many_old_edits(),
    "server_error": DiscordError(500, 0, "500: Internal Server Error"),
    "unavailable": DiscordError(503, 0, "503: Service Unavailable"),
    "missing_access": errors.missing_access(),
    "missing_permissions": errors.missing_permissions(),
    "unknown_message": errors.unknown_message(),
    "unknown_channel": errors.unknown_channel(),
    "too_many_threads": errors.too_many_threads(),
}
"""Refusals by the name that a test gives as `preset`. Unless the test says otherwise, `old_edits` refuses only edits of
messages, and `banned` has no `Via` header.

Every JSON error code of Discord is also a preset, named by its number.
"""
BODIES: dict[str, tuple[str, str]] = {
    "html": ("text/html", "<!DOCTYPE html><html><head><title>Error</title></head><body>error</body></html>"),
    "empty": ("text/plain", ""),
    "no code": ("application/json", '{"message": "There is no code here."}'),
    "list": ("application/json", "[]"),
}
"""Bodies that replace Discord's JSON in a refusal, by name: content type and text."""


def _preset(name: str) -> DiscordError:
    """Return the refusal with this name or code.

    Raises:
        ClientError: there is no such preset.
    """
    if name in PRESETS:
        return PRESETS[name]
    if name.isdecimal() and int(name) in STATUSES:
        return DiscordError(STATUSES[int(name)], int(name), f"The local Discord was asked to refuse this with {name}.")
    raise ClientError(f"There is no preset {name!r}; there are {', '.join(PRESETS)}, and all of Discord's codes.")


@dataclasses.dataclass(slots=True)
class Fault:
    """One planned failure. The README documents the fields."""

    method: str | None = None
    path: str | None = None
    kind: str | None = None
    times: int | None = 1
    delay: float = 0.0
    apply: bool = False
    late: float = 0.0
    status: int | None = None
    code: int = 0
    message: str = "The local Discord was asked to refuse this."
    retry_after: float | None = 0.05
    everywhere: bool = False
    scope: str = "user"
    via: bool = True
    odd: str | None = None
    drop: bool = False
    hang: bool = False
    id: int = 0

    def matches(self, method: str, path: str, kind: str) -> bool:
        """Return whether the fault applies to a request."""
        return (
            self.method in {None, method}
            and self.kind in {None, kind}
            and (self.path is None or re.search(self.path, path) is not None)
        )

    @property
    def replaces_answer(self) -> bool:
        """True if the request gets no ordinary answer."""
        return self.status is not None or self.drop or self.hang

    def body(self) -> Json:
        """Return the JSON body of the refusal."""
        body: Json = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
        return body

    def headers(self) -> dict[str, str]:
        """Return the headers of the refusal."""
        later = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        if self.status != 429:
            return later if self.status == 503 else {}
        return later | (GLOBAL_HEADERS if self.everywhere else {"X-RateLimit-Scope": self.scope})


class Faults:
    """The planned faults."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self._cleared = asyncio.Event()
        self._numbers = itertools.count(1)

    def plan(self, wanted: Json) -> Fault:
        """Add a fault from the body of POST /control/faults.

        Raises:
            ClientError: an unknown preset or field.
        """
        fields = dict(wanted)
        preset = fields.pop("preset", None)
        if preset is not None:
            refusal = _preset(str(preset))
            fields = {"status": refusal.status, "code": refusal.code, "message": refusal.message, **fields}
            if preset == "old_edits":
                fields.setdefault("kind", "message edit")
            if preset == "banned":
                fields.setdefault("via", False)
        fields["everywhere"] = fields.pop("global", False)
        known = {field.name for field in dataclasses.fields(Fault)} - {"id"}
        if unknown := set(fields) - known:
            raise ClientError(f"A fault has no field {min(unknown)!r}.")
        if fields.get("odd") not in {None, *BODIES}:
            raise ClientError(f"There is no odd body {fields['odd']!r}; there are {', '.join(BODIES)}.")
        fault = Fault(**fields, id=next(self._numbers))
        self.planned.append(fault)
        return fault

    def next_fault(self, method: str, path: str, kind: str) -> Fault | None:
        """Return the first fault that applies to this request, and lower the fault's `times` by one."""
        for fault in self.planned:
            if fault.matches(method, path, kind):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.planned.remove(fault)
                return fault
        return None

    async def hold(self, seconds: float | None) -> None:
        """Delay a request for this many seconds (None: for ever), or until the faults are cleared."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._cleared.wait()

    def clear(self) -> None:
        """Remove all planned faults and release the delayed requests."""
        self.planned.clear()
        cleared, self._cleared = self._cleared, asyncio.Event()
        cleared.set()
