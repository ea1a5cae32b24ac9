"""Differences between SQLite and PostgreSQL.

The SQL of this package is written so that both databases understand it. Flags are compared (`acting = 1`), and rows
that meet a condition are counted with `COUNT(*) FILTER (WHERE …)`. A nullable parameter is cast where its type does not
follow from the statement. Conflict clauses name their columns. Where the databases have no common form, the SQL is
SQLite's, and this module translates it for PostgreSQL. It also translates the placeholders of parameters.
"""

import re

_DIFFERENT = (
    # A list of numbers that is passed as one JSON parameter.
    (
        r"SELECT value FROM json_each\(([^()]*)\)",
        r"SELECT CAST(one AS BIGINT) FROM json_array_elements_text(CAST(\1 AS json)) AS each (one)",
    ),
    # The database's own clock, in unix milliseconds.
    (
        r"CAST\(\(julianday\('now'\) - 2440587\.5\) \* 86400000 AS INTEGER\)",
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    ),
    # In SQLite, CROSS JOIN forces a scan of the left table first; PostgreSQL's planner does so without it.
    (r"\bCROSS JOIN\b", "JOIN"),
    # Row locks until the end of the transaction. SQLite needs none, as it has only one writer at a time.
    (r"/\* (FOR KEY SHARE|FOR SHARE|FOR UPDATE) \*/", r"\1"),
)
_PART = re.compile(r"'[^']*'|(?P<place>\?)|:(?P<name>[a-z_]+)|%")


def for_postgres(sql: str) -> bytes:
    """Return a statement as psycopg takes it, with parameters marked by `%s` or `%(name)s`."""
    for sqlites, postgres in _DIFFERENT:
        sql = re.sub(sqlites, postgres, sql)
    return _PART.sub(_marked, sql).encode()


def _marked(part: re.Match[str]) -> str:
    if part["place"]:
        return "%s"
    if part["name"]:
        return f"%({part['name']})s"
    return part[0].replace("%", "%%")
