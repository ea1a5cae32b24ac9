"""Optional error tracker: errors in the log are also sent to Sentry, or to a server that speaks its protocol.

An event is built from a log record of level ERROR. Like the log line of `operations.logs`, it contains the logger, the
message, the types of exceptions (with the texts of system errors only), and the places in the code where they were
raised. It contains no fields, local variables, breadcrumbs, requests, users or host name. The SDK gets no global state
and no integrations, so it sees nothing else. Its deprecated option `send_default_pii` stays off.

Source: https://develop.sentry.dev/sdk/foundations/data-model/event-payloads/
"""

import logging
from typing import Any, Self

from operations.logs import describe_errors, describe_message

log = logging.getLogger(__name__)

CLOSE_SECONDS = 0.5
"""Longest wait at the end for events that are not sent yet."""
_OWN_LOGGERS = ("sentry_sdk", "urllib3")
"""Loggers of the tracker: their errors are not sent, because sending them might fail in the same way."""


class ErrorTracker(logging.Handler):
    """A log handler that sends errors. It is a context manager, and sends only during the context."""

    def __init__(self, dsn: str, proxy: str | None = None, **options: Any) -> None:  # noqa: ANN401  the library's own
        """Create the tracker.

        Args:
            dsn: the address of the project, which contains a key.
            proxy: the address of an HTTP proxy; None: no proxy.
            options: further options of the SDK, for tests.

        Raises:
            ImportError: sentry-sdk is not installed.
            ValueError: the address is malformed.
        """
        super().__init__(logging.ERROR)
        from sentry_sdk import Client  # noqa: PLC0415  an optional dependency

        self._client: Any = Client(
            dsn=dsn,
            http_proxy=proxy,
            https_proxy=proxy,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            server_name="",
            release="",
            **options,
        )

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_error: object) -> None:
        logging.getLogger().removeHandler(self)
        self._client.close(timeout=CLOSE_SECONDS)

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        if record.name.partition(".")[0] not in _OWN_LOGGERS:
            try:
                self._client.capture_event(event_of(record))
            except Exception as error:  # noqa: BLE001  a failed report must not stop the code that logs
                log.warning("an error could not be sent to the error tracker: %s", type(error).__name__)


def event_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the event of an error in the log."""
    event: dict[str, Any] = {
        "timestamp": record.created,
        "level": record.levelname.lower(),
        "logger": record.name,
        "logentry": {"formatted": describe_message(record)},
    }
    if errors := describe_errors(record):
        event["exception"] = {"values": errors}
    return event
