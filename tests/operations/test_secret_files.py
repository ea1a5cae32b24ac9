"""DISCORD_TOKEN_FILE and DATABASE_URL_FILE: a mistake is refused in a sentence that contains no secret."""

from pathlib import Path

import pytest

import bot
from bot import CannotStart, Settings, read_settings

VALUES = {"DISCORD_TOKEN": "MTA.secret.token", "DATABASE_URL": "postgresql://ichiza:secret@db/ichiza"}
NAMES = pytest.mark.parametrize("name", VALUES)


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start in an empty folder, without secrets in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in VALUES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


def value(settings: Settings, name: str) -> str:
    return {"DISCORD_TOKEN": settings.token, "DATABASE_URL": settings.database_url}[name]


def refusal() -> str:
    """Return the sentence with which the settings are refused; check that it contains no secret."""
    with pytest.raises(CannotStart) as refused:
        read_settings()
    sentence = str(refused.value)
    assert "secret" not in sentence
    assert "\n" not in sentence
    assert refused.value.__cause__ is None
    return sentence


@NAMES
@pytest.mark.parametrize("around", ["{}", "{}\n", " {}\r\n\n"])
def test_secret_is_the_stripped_content_of_its_file(
    name: str, around: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text(around.format(VALUES[name]), encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE", str(file))
    settings = read_settings()
    assert value(settings, name) == VALUES[name]
    assert "secret" not in repr(settings)


@NAMES
def test_file_may_be_named_in_dotenv_and_the_empty_secret_beside_it_counts_as_unset(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(VALUES[name], encoding="utf-8")
    (tmp_path / ".env").write_text(f"{name}=\n{name}_FILE=file\n", encoding="utf-8")
    assert value(read_settings(), name) == VALUES[name]


@NAMES
def test_secret_and_its_file_together_are_refused(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(VALUES[name], encoding="utf-8")
    (tmp_path / ".env").write_text(f"{name}={VALUES[name]}\n", encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "file"))
    assert refusal() == f"{name} and {name}_FILE are both set: remove one of them."


@NAMES
@pytest.mark.parametrize("content", ["", " \n", "MTA.secret\ntoken", "DISCORD_TOKEN = MTA.secret"])
def test_file_without_a_secret_or_with_more_is_refused(
    name: str, content: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text(content, encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "file"))
    assert refusal() == f"The file that {name}_FILE names must hold the value of {name}, and nothing else."


@NAMES
def test_file_that_cannot_be_read_is_refused(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe secret")
    reasons = {"absent": "No such file or directory", "": "it is no plain file", "binary": "it is no short text"}
    for file, reason in reasons.items():
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / file))
        assert refusal() == f"The file that {name}_FILE names cannot be read ({reason})."


@NAMES
def test_secret_that_was_set_instead_of_its_file_is_not_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{name}_FILE", VALUES[name])
    assert "No such file" in refusal()


def test_content_is_checked_as_the_setting_itself_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mysql://ichiza:secret@db", encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "file"))
    assert refusal().startswith("The setting DATABASE_URL is wrong")


def test_bot_that_cannot_read_its_token_ends_with_the_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "absent")
    assert bot.start(None, 0) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "The file that DISCORD_TOKEN_FILE names cannot be read (No such file or directory).\n"
