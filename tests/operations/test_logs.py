"""The log: one line for each event, without tokens, readable by its owner only."""

import asyncio
import gc
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import limits
from host.services import StoreError
from operations import logs
from operations.log_queue import StandardError
from tests.clock import Clock

TOKEN = "aW50ZXJhY3Rpb246MTIz.abc_-="
ADDRESSES = (
    f"https://discord.com/api/v10/interactions/1200/{TOKEN}/callback",
    f"https://discord.com/api/v10/webhooks/1100/{TOKEN}?wait=true",
    f"/webhooks/1100/{TOKEN}/messages/@original",
)
SECRET = "typed by somebody"
FORMATS: tuple[logs.Format, ...] = ("text", "json")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Restore the logging configuration after each test."""
    root, levels = logging.getLogger(), {name: logging.getLogger(name).level for name in logs.OWN_LOGGERS}
    handlers, level = list(root.handlers), root.level
    root.handlers.clear()  # otherwise pytest's handlers would be closed
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def written() -> None:
    """Wait until the threads have written every logged line."""
    for handler in logging.getLogger().handlers:
        handler.flush()


class Said:
    """A stream that records what is written to standard error."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        self._read = ""

    def getvalue(self) -> str:
        written()
        self._read += self._capture.readouterr().err
        return self._read


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


def log_failure(log: logging.Logger, error: Exception | None = None) -> None:
    error = error or OSError("bad")
    log.error("it failed", exc_info=(type(error), error, error.__traceback__))


def test_text_line_has_time_level_logger_message_and_fields(said: Said) -> None:
    logs.set_up("INFO")
    logging.getLogger("cogs.client").info("ready on %s", "Discord", extra={"servers": 2})
    when, rest = said.getvalue().split(" ", 1)
    assert rest == "INFO cogs.client: ready on Discord servers=2\n"
    assert abs(datetime.now(UTC) - datetime.fromisoformat(when)) < timedelta(minutes=1)


def test_json_line_is_an_object_with_the_same_content(said: Said) -> None:
    logs.set_up("INFO", "json")
    logging.getLogger("cogs.client").info("ready on %s", "Discord", extra={"servers": 2})
    line = json.loads(said.getvalue())
    assert datetime.fromisoformat(line.pop("time")).tzinfo is UTC
    assert line == {"level": "INFO", "logger": "cogs.client", "event": "ready on Discord", "servers": 2}


def test_message_of_two_lines_cannot_forge_an_event(said: Said) -> None:
    logs.set_up("INFO")
    logging.getLogger("cogs").info("a\n2026-11-22T00:00:00.000Z INFO cogs: b\r\n")
    assert said.getvalue().count("\n") == 1


def test_traceback_in_text_is_indented_below_its_line(said: Said) -> None:
    logs.set_up("INFO")
    log_failure(logging.getLogger("cogs"))
    first, *below = said.getvalue().splitlines()
    assert first.endswith("ERROR cogs: it failed")
    assert below[-1] == "    OSError: bad"
    assert all(line.startswith("    ") for line in below)


def test_traceback_in_json_is_a_field(said: Said) -> None:
    logs.set_up("INFO", "json")
    log_failure(logging.getLogger("cogs"))
    assert said.getvalue().count("\n") == 1
    assert json.loads(said.getvalue())["traceback"].endswith("OSError: bad")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_token_in_a_url_is_removed(said: Said, form: logs.Format, address: str) -> None:
    logs.set_up("INFO", form)
    logging.getLogger("discord.http").warning("We are being rate limited. POST %s", address)
    assert TOKEN not in said.getvalue()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("place", ["guilds/1200/members", "channels/1300/thread-members", "users"])
def test_person_in_a_url_is_removed(said: Said, form: logs.Format, place: str) -> None:
    logs.set_up("INFO", form)
    address = f"https://discord.com/api/v10/{place}/7000000000000000001"
    logging.getLogger("discord.http").warning("We are being rate limited. GET %s responded with 429.", address)
    text = said.getvalue()
    assert "7000000000000000001" not in text
    assert f"/{place}/…" in text


@pytest.mark.parametrize("form", FORMATS)
def test_token_in_a_url_in_a_traceback_is_removed(said: Said, form: logs.Format) -> None:
    logs.set_up("INFO", form)
    log_failure(logging.getLogger("cogs"), OSError(ADDRESSES[0]))
    assert TOKEN not in said.getvalue()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("chained", [False, True])
def test_unforeseen_error_is_logged_by_type_and_place_without_its_message(
    said: Said, form: logs.Format, chained: bool
) -> None:
    logs.set_up("INFO", form)
    try:
        try:
            int(SECRET)
        except ValueError as error:
            if chained:
                raise KeyError(SECRET) from error
            raise
    except (ValueError, KeyError) as error:
        log_failure(logging.getLogger("cogs"), error)
    lines = said.getvalue()
    assert ("ValueError" in lines, "KeyError" in lines) == (True, chained)
    assert Path(__file__).name in lines
    assert SECRET not in lines


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left"), sqlite3.Error("No space left"), StoreError("No space left")]
)
def test_message_of_a_system_error_is_logged(said: Said, error: Exception) -> None:
    logs.set_up("INFO")
    log_failure(logging.getLogger("cogs"), error)
    assert "No space left" in said.getvalue()


def test_circular_exception_chain_is_logged_once(said: Said) -> None:
    logs.set_up("INFO")
    one, other = OSError("one"), OSError("other")
    one.__context__, other.__context__ = other, one
    log_failure(logging.getLogger("cogs"), one)
    assert said.getvalue().count("OSError: other") == 1


async def test_error_of_an_unawaited_task_is_logged_without_its_message(said: Said) -> None:
    logs.set_up("INFO")

    async def fails() -> None:
        raise ValueError(SECRET)

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
    gc.collect()
    assert "never retrieved" in said.getvalue()
    assert SECRET not in said.getvalue()


@pytest.mark.parametrize(
    ("level", "ours", "theirs"),
    [("DEBUG", "DEBUG", "INFO"), ("INFO", "INFO", "INFO"), ("WARNING", "WARNING", "WARNING")],
)
def test_libraries_log_at_info_or_above(level: str, ours: str, theirs: str) -> None:
    logs.set_up(level)
    names = logging.getLevelNamesMapping()
    assert logging.getLogger("host.tables.table_repository").getEffectiveLevel() == names[ours]
    assert logging.getLogger("discord.http").getEffectiveLevel() == names[theirs]
    assert logging.getLogger("aiosqlite").getEffectiveLevel() == names[theirs]


@pytest.mark.skipif(os.name != "posix", reason="the rights of files are otherwise there")
@pytest.mark.parametrize("umask", [0o000, 0o777])
def test_new_log_file_is_readable_by_its_owner_only_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    file, before = tmp_path / "ichiza.log", os.umask(umask)
    try:
        logs.set_up("INFO", file=file)
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600


def test_log_file_has_the_same_lines_as_stderr(said: Said, tmp_path: Path) -> None:
    file = tmp_path / "ichiza.log"
    logs.set_up("INFO", file=file)
    logging.getLogger("cogs").info("座")
    written()
    assert file.read_text(encoding="utf-8") == said.getvalue() != ""


def test_log_files_of_a_limited_number_of_days_are_kept(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"ichiza.log.2026-11-0{day}").touch()
    handler = logs.DailyFile(tmp_path / "ichiza.log", 3)
    handler.doRollover()
    handler.close()
    assert len(list(tmp_path.glob("ichiza.log.*"))) == 3


def test_full_log_file_is_set_aside_and_at_most_one_more_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOG_FILE_BYTES", 1000)
    handler = logs.DailyFile(tmp_path / "ichiza.log", 3)
    for number in range(1000):
        handler.emit(logging.makeLogRecord({"msg": f"line {number} of a flood"}))
    handler.close()
    sizes = {file.name: file.stat().st_size for file in tmp_path.iterdir()}
    assert set(sizes) == {"ichiza.log", "ichiza.log.full"}
    assert max(sizes.values()) < 1000 + 100
    assert "line 999" in (tmp_path / "ichiza.log").read_text()


def test_log_file_that_is_full_at_the_start_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG_FILE_BYTES", 1000)
    (tmp_path / "ichiza.log").write_text("x" * 5000)
    handler = logs.DailyFile(tmp_path / "ichiza.log", 3)
    handler.emit(logging.makeLogRecord({"msg": "a line"}))
    handler.close()
    assert (tmp_path / "ichiza.log").read_text() == "a line\n"


def count_by(clock: Clock) -> None:
    """Log to standard error only, with a handler whose clock the test sets."""
    handler = logs.LogHandler(StandardError(), clock)
    handler.setFormatter(logs.TextFormatter())
    logging.basicConfig(handlers=[handler], force=True)


def test_repeated_error_is_written_once_and_then_counted(said: Said) -> None:
    clock = Clock(1000)
    count_by(clock)
    log = logging.getLogger("host")
    for table in range(100):
        log.error("table %s: a change could not be stored", table, exc_info=StoreError("The disk is full."))
        clock.now += 0.1
    text = said.getvalue()
    assert "table 0: a change could not be stored" in text
    assert len(text) < 300
    clock.now += logs.REPEAT_SECONDS
    log.warning("something else")
    counted, other = said.getvalue()[len(text) :].splitlines()
    assert counted.endswith(": 99 more times: host: table %s: a change could not be stored (StoreError)")
    assert other.endswith(" something else")
    log.error("table %s: a change could not be stored", 7, exc_info=StoreError("The disk is full."))
    assert "table 7" in said.getvalue()


def test_other_errors_and_lines_without_a_stack_trace_are_written_each_time(said: Said) -> None:
    count_by(Clock())
    log = logging.getLogger("host")
    for _ in range(2):
        log.warning("it is tried again")
    for error in (StoreError("The disk is full."), StoreError("It is locked."), OSError("The disk is full.")):
        log.error("it failed", exc_info=error)
        log.error("it failed too", exc_info=error)
    lines = [line for line in said.getvalue().splitlines() if not line.startswith(" ")]
    assert len(lines) == 8


def test_number_of_counted_errors_is_limited(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG_ERRORS", 3)
    count_by(Clock())
    for number in [*range(5), 0, 4]:
        logging.getLogger("host").error("it failed", exc_info=StoreError(f"{number} is locked."))
    assert [said.getvalue().count(f"{number} is locked") for number in (0, 4)] == [1, 2]


def test_unwritable_log_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        logs.set_up("INFO", file=tmp_path / "missing" / "ichiza.log")


@pytest.mark.usefixtures("said")
def test_errors_are_counted() -> None:
    errors = logs.set_up("INFO")
    log = logging.getLogger("cogs")
    log.warning("a")
    log.error("b")
    log_failure(log)
    assert errors.count == 2
    assert errors.last.endswith("Z")
