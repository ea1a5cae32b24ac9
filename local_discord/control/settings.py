"""Settings that a test may change: deadlines, lifetimes, refused tokens."""

import dataclasses

from local_discord.checks.errors import ClientError
from local_discord.wire import Json

ACK_SECONDS = 3.0
"""Seconds that Discord waits for the first answer to an interaction."""


@dataclasses.dataclass(slots=True)
class Settings:
    """The settings of POST /control/settings; times are in seconds unless the name has another unit."""

    ack_seconds: float = ACK_SECONDS
    token_seconds: float = 900.0
    refused_tokens: list[str] = dataclasses.field(default_factory=lambda: ["refused"])
    heartbeat_interval_ms: int = 41250
    resume_seconds: float = 60.0
    privileged_intents: bool = True
    attachment_size_limit: int = 10 * 1024 * 1024
    shards: int = 1
    session_starts: int = 1000
    starts_reset_seconds: float = 86_400.0
    max_concurrency: int = 1
    identify_seconds: float = 0.0
    servers_seconds: float = 0.0
    latency: bool = False
    global_limit: int | None = 50
    message_limits: bool = True
    openings: int | None = 10
    opening_seconds: float = 600.0
    message_age: float = 0.0
    clock_offset: float = 0.0
    retained_media: bool = True
    slow_mode_blocks_clicks: bool = False
    invalid_requests: int = 10_000
    invalid_window_seconds: float = 600.0
    ban_seconds: float = 600.0

    def change(self, wanted: Json) -> None:
        """Change some settings.

        Raises:
            ClientError: a setting is unknown.
        """
        known = {field.name for field in dataclasses.fields(self)}
        for name in wanted:
            if name not in known:
                raise ClientError(f"There is no setting {name!r}; there are {', '.join(sorted(known))}.")
        for name, value in wanted.items():
            setattr(self, name, value)

    def all(self) -> Json:
        """Return every setting with its value."""
        return dataclasses.asdict(self)
