"""The privacy policy and the terms: their facts agree with the code, and their values come from the settings."""

import re
from pathlib import Path

import pytest

import limits
from bot import CannotStart, Settings, main, read_settings
from host.people.privacy import GONE_SECONDS
from operations.policies import NAMES, PLACEHOLDER, REQUIRED, TEMPLATES, TODAY, PolicyError, fill, write_policies
from storage import Store
from tests.storage.store_support import tables_of

TOLD = {
    "people": {"names"},
    "settings": {"settings"},
    "tables": {"opened", "turns"},
    "scheduled_lobbies": {"scheduled_lobbies"},
    "seats": {"seats"},
    "moves": {"moves"},
    "barred": {"barred"},
    "posts": {"mentions"},
    "results": {"results"},
    "ratings": {"ratings"},
    "attempts": {"attempts"},
    "puzzle_answers": {"puzzle_answers"},
    "puzzle_sources": {"puzzle_sources"},
    "reminders": {"reminders"},
    "nights": {"nights_managed"},
    "night_people": {"nights"},
    "night_seats": {"night_seats"},
    "reviews": {"reviews"},
    "coached": {"coached"},
    "badges": {"badges"},
    "lessons": {"lessons"},
    "notices": {"notices"},
    "notices_sent": {"notices_sent"},
    "lost_notices": {"lost_notices"},
}
"""The database tables with data about people, each with the names of that data in the file of `/privacy`."""
ABOUT_NOBODY = {
    "days": "the deals of days",
    "deleted_tries": "that somebody has deleted a try at a deal or an answer to a puzzle, as a keyed hash",
    "puzzles": "positions of games, without names",
    "weekly_events": "hours of a server's events; their zones are told of with the league nights",
    "night_stages": "secrets of the deals of league nights",
    "promises": "secrets and events of deals",
    "deals": "numbers of a server",
    "gone_servers": "servers",
    "leases": "processes of the bot",
    "daily_messages": "where the messages of the day's deals are on Discord",
    "commitment_messages": "where the commitments of coming days are on Discord",
    "leaderboards": "where the bot's public leaderboards are on Discord",
    "sqlite_sequence": "the next numbers of tables",
}
"""The database tables without data about people, each with its content."""
VALUES = {name: f"<{name}>" for name in Settings().policy_values()} | dict.fromkeys(REQUIRED, "Aki {TODAY}")
LINKS = ("ICHIZA_PRIVACY_URL", "ICHIZA_TERMS_URL", "ICHIZA_SOURCE_URL", "ICHIZA_SUPPORT_URL")
every_document = pytest.mark.parametrize("name", NAMES)
every_policy = pytest.mark.parametrize("name", NAMES[:2])


def template(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def told_kinds(name: str) -> list[str]:
    """Return the names in the second column of a policy's table."""
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|", template(name), re.MULTILINE)
    return [kind for cell in rows for kind in re.findall(r"`(\w+)`", cell)]


# --- Facts


@every_policy
async def test_policy_tells_of_every_database_table_with_data_about_people(name: str, empty_database: Path) -> None:
    async with await Store.open(empty_database, record_write=None) as store:
        assert set(await tables_of(store)) == TOLD.keys() | ABOUT_NOBODY.keys(), (
            "tell of a new table in docs/privacy-policy.md and .ja.md and in /privacy, if it is about people"
        )
        exported = await store.privacy.export_person(1)
    assert set.union(*TOLD.values()) == exported.keys()
    assert sorted(told_kinds(name)) == sorted(exported)


@every_policy
def test_policy_has_the_numbers_of_the_code(name: str) -> None:
    text = template(name)
    assert re.search(rf"(?<!\d){GONE_SECONDS // 86_400}( days|日)", text)
    assert re.search(rf"{limits.COMPLAINTS}( are|件)", text)


def test_documents_of_both_languages_have_the_same_parts() -> None:
    for name in ("privacy-policy", "terms"):
        english, japanese = template(f"{name}.md"), template(f"{name}.ja.md")
        for pattern in (r"^#+ ", r"^- ", r"^\d+\. ", r"^\| "):
            counts = [len(re.findall(pattern, text, re.MULTILINE)) for text in (english, japanese)]
            assert counts[0] == counts[1], (name, pattern)
        assert sorted(PLACEHOLDER.findall(english)) == sorted(PLACEHOLDER.findall(japanese))


# --- Filling in


@every_document
def test_placeholders_are_settings(name: str) -> None:
    assert set(PLACEHOLDER.findall(template(name))) <= VALUES.keys() | {TODAY}


def test_every_value_has_a_placeholder() -> None:
    assert {found for name in NAMES for found in PLACEHOLDER.findall(template(name))} == VALUES.keys() | {TODAY}


def test_documents_are_filled_in_and_written_over_older_ones(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "policies"
    for today in ("2026-11-25", "2026-11-26"):
        assert write_policies(folder, VALUES, today) == [folder / name for name in NAMES]
    for name in NAMES:
        text = (folder / name).read_text(encoding="utf-8")
        assert text.startswith("# ")
        assert "\n\n\n" not in text
        assert "2026-11-26" in text
        assert "Aki {TODAY}" in text, "a value is not filled in itself"
        assert PLACEHOLDER.findall(text.replace("Aki {TODAY}", "")) == []
        assert [value for value in VALUES.values() if value in text] != []
        assert "--policies" not in text


def test_value_that_is_not_set_leaves_no_line(tmp_path: Path) -> None:
    unset = {name: "" for name in VALUES if name not in REQUIRED}
    write_policies(tmp_path, VALUES | unset)
    for name in NAMES:
        text = (tmp_path / name).read_text(encoding="utf-8")
        left_out = [one for one in unset if f"<{one}>" in text]
        assert left_out == []
        full = fill(template(name), VALUES | {TODAY: "2026-11-26"})
        dropped = sum(1 for one in unset if f"{{{one}}}" in template(name))
        assert len(re.findall(r"^- ", full, re.MULTILINE)) - len(re.findall(r"^- ", text, re.MULTILINE)) == dropped


@pytest.mark.parametrize("name", REQUIRED)
def test_documents_without_operator_contact_or_place_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=f"must name {name}: put each into .env"):
        write_policies(tmp_path / "none", VALUES | {name: ""})
    assert not (tmp_path / "none").exists()


def test_command_writes_the_documents_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--policies", "policies"]) == 1
    assert capsys.readouterr().err == f"The documents must name {', '.join(REQUIRED)}: put each into .env first.\n"
    for name in REQUIRED:
        monkeypatch.setenv(name, "松の会")
    assert main(["--policies", "policies"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"policies/{name}" for name in NAMES]
    (tmp_path / "file").touch()
    assert main(["--policies", "file"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_log_files_are_named_only_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().policy_values()["ICHIZA_LOG_DAYS"] == ""
    monkeypatch.setenv("ICHIZA_LOG_FILE", "ichiza.log")
    assert Settings().policy_values()["ICHIZA_LOG_DAYS"] == "14"
    assert Settings().policy_values()["ICHIZA_BACKUP_DAYS"] == ""
    assert Settings().policy_values()["ICHIZA_KEEP_DAYS"] == ""


# --- Settings


@pytest.mark.parametrize("name", LINKS)
@pytest.mark.parametrize(
    "link",
    [
        "example.org",
        "http://example.org",
        "https://",
        "https:///privacy",
        "https://example.org/a b",
        "https://example.org/(a)",
        "https://example.org/a]",
        "https://example.org/<a>",
        "https://example.org:port/",
        "javascript:alert(1)",
        "https://example.org/".ljust(301, "x"),
    ],
)
def test_bad_link_is_refused_in_one_sentence(name: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, link)
    with pytest.raises(
        CannotStart, match=rf"The setting {name} is wrong .*it must be https://HOST/.*correct it in .env"
    ):
        read_settings()


@pytest.mark.parametrize("name", LINKS)
def test_link_is_published_as_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    link = "https://example.org/@aki/%E8%A6%8F?a=b&c=d#e_f"
    monkeypatch.setenv(name, link)
    assert getattr(read_settings().published(), name.removeprefix("ICHIZA_").lower()) == link


@pytest.mark.parametrize("name", REQUIRED)
@pytest.mark.parametrize("text", ["two\nlines", "a\ttab", "x" * 201])
def test_operator_contact_and_place_are_one_short_line(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, text)
    with pytest.raises(CannotStart, match=f"The setting {name} is wrong"):
        read_settings()


def test_operator_gets_every_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    values = dict.fromkeys(LINKS, "https://example.org") | dict.fromkeys(REQUIRED, "松の会")
    values |= {"ICHIZA_KEEP_DAYS": "90", "ICHIZA_BACKUP_DAYS": "7"}
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    operator = read_settings().published()
    assert (operator.name, operator.contact, operator.data_place) == ("松の会",) * 3
    assert (operator.keep_days, operator.backup_days) == (90, 7)
    assert {operator.privacy_url, operator.terms_url, operator.source_url, operator.support_url} == {
        "https://example.org"
    }
