"""Failures on request: a test says which requests fail, how, and how often."""

from __future__ import annotations

import dataclasses
import itertools
import re

from local_discord.checks.errors import ClientError
from local_discord.world.model import Json

PRESETS: dict[str, Json] = {
    "rate_limit": {"status": 429, "message": "You are being rate limited.", "retry_after": 0.05},
    "old_edits": {
        "status": 429,
        "code": 30046,
        "message": "Maximum number of edits to messages older than 1 hour reached. Try again later.",
        "retry_after": 0.05,
        "kind": "message edit",
    },
    "server_error": {"status": 500, "message": "500: Internal Server Error"},
    "unavailable": {"status": 503, "message": "503: Service Unavailable"},
    "missing_access": {"status": 403, "code": 50001, "message": "Missing Access"},
    "missing_permissions": {"status": 403, "code": 50013, "message": "Missing Permissions"},
    "unknown_message": {"status": 404, "code": 10008, "message": "Unknown Message"},
    "unknown_channel": {"status": 404, "code": 10003, "message": "Unknown Channel"},
    "too_many_threads": {"status": 400, "code": 160006, "message": "Maximum number of active threads reached"},
}


@dataclasses.dataclass(slots=True)
class Fault:
    """One failure to come. See the README for what the fields mean."""

    method: str | None = None
    path: str | None = None
    kind: str | None = None
    times: int | None = 1
    status: int | None = None
    code: int = 0
    message: str = "The local Discord was asked to refuse this."
    retry_after: float = 0.05
    everywhere: bool = False
    delay: float = 0.0
    apply: bool = False
    drop: bool = False
    id: int = 0

    def matches(self, method: str, path: str, kind: str) -> bool:
        """Whether a request is meant."""
        return (
            self.method in {None, method}
            and self.kind in {None, kind}
            and (self.path is None or re.search(self.path, path) is not None)
        )

    def body(self) -> Json:
        """The JSON of the refusal."""
        body: Json = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
        return body


class Faults:
    """The faults in waiting."""

    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self._numbers = itertools.count(1)

    def plan(self, wanted: Json) -> Fault:
        """Add a fault from the body of POST /control/faults.

        Raises:
            ClientError: an unknown preset or field.
        """
        fields = dict(wanted)
        preset = fields.pop("preset", None)
        if preset is not None:
            if preset not in PRESETS:
                raise ClientError(f"There is no preset {preset!r}; there are {', '.join(PRESETS)}.")
            fields = {**PRESETS[preset], **fields}
        fields["everywhere"] = fields.pop("global", False)
        known = {field.name for field in dataclasses.fields(Fault)} - {"id"}
        if unknown := set(fields) - known:
            raise ClientError(f"A fault has no field {min(unknown)!r}.")
        fault = Fault(**fields, id=next(self._numbers))
        self.waiting.append(fault)
        return fault

    def take(self, method: str, path: str, kind: str) -> Fault | None:
        """The first fault meant for this request, counted down."""
        for fault in self.waiting:
            if fault.matches(method, path, kind):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self.waiting.remove(fault)
                return fault
        return None
