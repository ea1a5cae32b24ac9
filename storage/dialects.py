"""Where SQLite and PostgreSQL differ.

The SQL of this package is written so that both understand it: flags are compared (`given = 0`) and conditions counted
(`COUNT(*) FILTER (WHERE …)`), a parameter that may be NULL is cast where it stands alone, the columns of a conflict are
named. It is SQLite's where that cannot be, and this is all of it; so is how parameters are marked.
"""

import re
from functools import lru_cache

import limits

_DIFFERENT = (
    # Numbers in a list that is one parameter, as JSON.
    (
        r"SELECT value FROM json_each\(([^()]*)\)",
        r"SELECT CAST(one AS BIGINT) FROM json_array_elements_text(CAST(\1 AS json)) AS each (one)",
    ),
    # The time by the database's own clock, in unix milliseconds.
    (
        r"CAST\(\(julianday\('now'\) - 2440587\.5\) \* 86400000 AS INTEGER\)",
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    ),
    # The table on the left is to be looked through first, which PostgreSQL sees for itself.
    (r"\bCROSS JOIN\b", "JOIN"),
    # Rows that must stay as they are read until the end: of SQLite's writers there is one at a time.
    (r"/\* (FOR SHARE|FOR UPDATE) \*/", r"\1"),
)
_PART = re.compile(r"'[^']*'|(?P<place>\?)|:(?P<name>[a-z_]+)|%")


@lru_cache(limits.STATEMENTS)
def for_postgres(sql: str) -> bytes:
    """A statement as psycopg takes it, with parameters marked by `%s` or `%(name)s`."""
    for sqlites, postgres in _DIFFERENT:
        sql = re.sub(sqlites, postgres, sql)
    return _PART.sub(_marked, sql).encode()


def _marked(part: re.Match[str]) -> str:
    if part["place"]:
        return "%s"
    if part["name"]:
        return f"%({part['name']})s"
    return part[0].replace("%", "%%")
