"""PostgreSQL's migrations are translated from SQLite's."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from storage.postgres.schema import Address, connected
from storage.tools.migrator import POSTGRES, migration_files, number
from tests.storage.derived_migrations import FIRST, TRANSLATIONS, derived

BY_HAND = {"V18__baseline.sql", "V19__plain_column_names.sql", "V44__owners_of_posts.sql"}
"""Migrations that differ for other reasons: another order, a renamed index, and a function of several triggers."""
SCRIPT = """\
-- A flag is INTEGER.
CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    old INTEGER NOT NULL DEFAULT 0 CHECK (old IN (0, 1)),
    weight REAL,
    content TEXT CHECK (content IS NULL OR json_valid(content)),
    CHECK (name <> '')
) STRICT;

CREATE TABLE things (
    owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (owner_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE told (
    number INTEGER NOT NULL
) STRICT;

ALTER TABLE told ADD COLUMN by TEXT NOT NULL DEFAULT 'nobody';

CREATE TRIGGER things_are_told AFTER DELETE ON things WHEN (OLD.number > 1) BEGIN
    INSERT INTO told (number) VALUES (OLD.number);
    UPDATE told SET by = 'the trigger' WHERE number = OLD.number;
END;

CREATE TRIGGER owners_get_older AFTER UPDATE OF name ON owners BEGIN
    UPDATE owners SET old = 1 WHERE id = NEW.id;
END;

DROP TRIGGER owners_get_older;
"""
STEPS = """\
INSERT INTO owners (name, weight, content) VALUES ('b', 0.1, '[1]'), ('B', 2.5, NULL), ('é', NULL, NULL), ('a', 1, '{}')
INSERT INTO things (owner_id, number) VALUES (1, 1), (1, 9007199254740993), (2, 2)
UPDATE owners SET name = 'bb' WHERE id = 1
DELETE FROM owners WHERE id = 1
"""
REFUSED = """\
INSERT INTO owners (name, old) VALUES ('x', 2)
INSERT INTO owners (name, content) VALUES ('x', 'no JSON')
INSERT INTO owners (name) VALUES ('')
INSERT INTO things (owner_id, number) VALUES (99, 1)
INSERT INTO things (owner_id, number) VALUES (2, 2)
"""
READS = (
    "SELECT id, name, old, weight, content FROM owners ORDER BY name",
    "SELECT owner_id, number FROM things",
    "SELECT number, by FROM told",
)


def test_every_migration_from_now_on_is_translated() -> None:
    """Compare the files. If this fails, run `python -m tests.storage.derived_migrations`."""
    for file in migration_files():
        if number(file) >= FIRST:
            written = (POSTGRES / file.name).read_text(encoding="utf-8")
            assert written == derived(file.read_text(encoding="utf-8")), file.name


def plain(script: str) -> str:
    """Return a script without comments, and with one name for all sizes of whole numbers and for all texts."""
    script = re.sub(r"(?m)^--.*\n", "", script)
    script = re.sub(r"\b(BIGINT|SMALLINT)\b", "INTEGER", script.replace(' COLLATE "C"', ""))
    return " ".join(script.split())


def test_translations_agree_with_the_migrations_that_were_written_by_hand() -> None:
    checked = 0
    for file in migration_files():
        if number(file) < FIRST and file.name not in BY_HAND:
            assert plain((POSTGRES / file.name).read_text()) == plain(derived(file.read_text())), file.name
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("number", range(len(TRANSLATIONS)))
def test_each_translation_matters_for_the_example(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = derived(SCRIPT)
    monkeypatch.setattr(
        "tests.storage.derived_migrations.TRANSLATIONS", (*TRANSLATIONS[:number], *TRANSLATIONS[number + 1 :])
    )
    assert derived(SCRIPT) != whole


def outcome(run: Callable[[str], Any], errors: tuple[type[Exception], ...]) -> list[list[Any]]:
    """Run the statements, and return what the tables hold, after a check that the wrong statements are refused."""
    for statement in STEPS.splitlines():
        run(statement)
    for statement in REFUSED.splitlines():
        with pytest.raises(errors):
            run(statement)
    return [[tuple(row) for row in run(statement).fetchall()] for statement in READS]


def test_translated_migration_does_the_same_on_both_databases(empty: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "one.sqlite3", isolation_level=None)) as ours:
        ours.execute("PRAGMA foreign_keys = ON")
        ours.executescript(SCRIPT)
        expected = outcome(ours.execute, (sqlite3.IntegrityError,))
    with connected(Address(empty)) as theirs:
        theirs.execute(derived(SCRIPT).encode())
        found = outcome(
            lambda sql: theirs.execute(sql.encode()), (psycopg.errors.IntegrityError, psycopg.errors.DataError)
        )
    assert found == expected
    assert [row[1] for row in expected[0]] == ["B", "a", "é"]
    assert expected[2] == [(9007199254740993, "the trigger")]
