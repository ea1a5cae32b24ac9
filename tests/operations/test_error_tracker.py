"""The error tracker: what it sends contains no token, no card, no name and no local variable."""

import asyncio
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from aiohttp import web
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot import CannotStart, Settings, track_errors
from operations.error_tracker import ErrorTracker
from storage import StoreError
from tests.source_tree import ROOT

DSN = "https://key@sentry.invalid/1"
SECRETS = ("R9 G4", "aW50ZXJhY3Rpb24", "Akikonym", "typed words", socket.gethostname(), str(Path.home() / "x")[:-2])
FIELDS = {"event_id", "timestamp", "level", "logger", "logentry", "exception", "platform", "sdk", "environment"}
"""All fields that an event may have."""


class Recorder(Transport):
    """Keeps the events instead of sending them."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[dict[str, Any]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        """Keep an envelope's events."""
        self.events += [json.loads(item.get_bytes()) for item in envelope.items]


@pytest.fixture
def sent() -> Iterator[list[dict[str, Any]]]:
    """Yield the events that are sent."""
    recorder = Recorder()
    with ErrorTracker(DSN, transport=recorder):
        yield recorder.events


def fail(hand: str) -> None:
    name = "Akikonym"
    raise ValueError(f"{name} has no such card in {hand}: typed words")


def test_event_has_the_places_and_types_of_errors_and_nothing_else(sent: list[dict[str, Any]]) -> None:
    log = logging.getLogger("cogs.test")
    log.info("Akikonym has clicked")
    log.warning("https://discord.com/api/v10/webhooks/1/aW50ZXJhY3Rpb24/messages/@original")
    try:
        try:
            fail("R9 G4")
        except ValueError as error:
            raise StoreError("The disk is full.") from error
    except StoreError:
        log.exception("table %s failed at %s", 7, "/webhooks/1/aW50ZXJhY3Rpb24/messages", extra={"server": "Akikonym"})
    (event,) = sent
    text = json.dumps(event)
    assert [secret for secret in SECRETS if secret in text] == []
    assert event.keys() - {"server_name", "release"} <= FIELDS
    assert not event.get("server_name")
    assert event["logentry"]["formatted"] == "table 7 failed at /webhooks/1/…/messages"
    assert [(one["type"], one["value"]) for one in event["exception"]["values"]] == [
        ("ValueError", ""),
        ("StoreError", "The disk is full."),
    ]
    frames = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert [(one["filename"], one["function"]) for one in frames][-1] == (
        "tests/operations/test_error_tracker.py",
        "fail",
    )
    assert all(one.keys() <= {"filename", "function", "lineno", "in_app"} for one in frames)


async def test_event_arrives_at_the_server_of_the_address() -> None:
    arrived: list[tuple[str, bytes]] = []

    async def take(request: web.BaseRequest) -> web.Response:
        arrived.append((request.path, await request.read()))
        return web.json_response({})

    runner = web.ServerRunner(web.Server(take))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()

    def report() -> None:
        with ErrorTracker(f"http://key@127.0.0.1:{runner.addresses[0][1]}/1") as tracker:
            logging.getLogger("cogs.test").error("the store failed")
            tracker._client.flush(timeout=10)

    await asyncio.to_thread(report)
    await runner.cleanup()
    ((path, body),) = arrived
    assert path == "/api/1/envelope/"
    assert b"the store failed" in body
    assert socket.gethostname().encode() not in body


def test_home_directory_in_the_text_of_a_system_error_is_not_sent(sent: list[dict[str, Any]]) -> None:
    file = Path.home() / "no-such-folder"
    log = logging.getLogger("cogs.test")
    try:
        file.joinpath("missing").read_bytes()
    except OSError as error:
        log.exception("the store failed: %s", error)  # noqa: TRY401  the bot may log an error like this
    (event,) = sent
    assert str(Path.home()) not in json.dumps(event)
    said = "[Errno 2] No such file or directory: '~/no-such-folder/missing'"
    assert event["logentry"]["formatted"] == f"the store failed: {said}"
    assert event["exception"]["values"][0]["value"] == said


def test_only_errors_are_sent_and_none_of_the_sdk_itself(sent: list[dict[str, Any]]) -> None:
    logging.getLogger("cogs.test").warning("a warning")
    logging.getLogger("sentry_sdk.errors").error("sending fails")
    assert sent == []
    logging.getLogger("discord.client").error("an error")
    assert [event["logger"] for event in sent] == ["discord.client"]


def test_sdk_has_no_integration_no_global_client_and_sends_no_personal_data() -> None:
    recorder = Recorder()
    with ErrorTracker(DSN, transport=recorder) as tracker:
        assert not tracker._client.should_send_default_pii()
        logging.getLogger("cogs.test").error("an error")
        assert not sentry_sdk.get_client().is_active()
    assert recorder.events[0]["sdk"]["integrations"] == []


def test_tracker_sends_nothing_after_its_end() -> None:
    recorder = Recorder()
    with ErrorTracker(DSN, transport=recorder):
        pass
    logging.getLogger("cogs.test").error("an error")
    assert recorder.events == []


def test_failing_tracker_is_one_line_in_the_log_without_any_text(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with ErrorTracker(DSN, transport=Recorder()) as tracker:
        monkeypatch.setattr(tracker._client, "capture_event", fail)
        logging.getLogger("cogs.test").error("an error of %s", "Akikonym")
    assert [one.getMessage() for one in caplog.records if one.name == "operations.error_tracker"] == [
        "an error could not be sent to the error tracker: ValueError"
    ]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("dsn", ["nonsense", "https://sentry.invalid/1", "ftp://key@sentry.invalid/1"])
def test_malformed_address_is_refused_in_one_sentence_without_it(dsn: str) -> None:
    with pytest.raises(
        CannotStart, match=r"The setting ICHIZA_SENTRY_DSN is wrong \(it must be https://KEY@"
    ) as refused:
        track_errors(Settings(sentry_dsn=dsn))
    assert dsn not in str(refused.value)


def test_missing_package_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(CannotStart, match=r"needs sentry-sdk: python -m pip install -r requirements-sentry\.txt"):
        track_errors(Settings(sentry_dsn=DSN))


@pytest.mark.slow
def test_package_is_not_imported_without_the_setting() -> None:
    code = "import sys, bot; sys.exit('sentry_sdk' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
