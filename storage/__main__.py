"""`python -m storage backup | restore | copy`: backups, and moving between SQLite and PostgreSQL.

An SQLite database is named by the path of its file, and a PostgreSQL database by its URL. A backup is always a file.
After a failure the exit code is 1, one line is on standard error, and nothing has changed.
"""

import argparse
import sys
from pathlib import Path

from progress import Parser, Progress, Report, exit_code, shortened
from storage.backends import is_url
from storage.errors import StoreError
from storage.sqlite.backup import backup_file, restore
from storage.tools.transfer import copy, copy_live, restore_to

_URL = "postgresql://USER@HOST/DATABASE"


def main(argv: list[str] | None = None, prog: str = "python -m storage") -> int:
    """Run the command line and return the exit code."""
    arguments = _parser(prog).parse_args(argv)
    source, target = str(arguments.source), str(arguments.target)
    try:
        with Progress(arguments.command) as report:
            match arguments.command:
                case "backup":
                    done = _backup(source, target, report)
                case "restore":
                    done = _restore(source, target, report, nothing_played_since=arguments.nothing_played_since)
                case _:
                    done = _row_counts(copy(source, target, report))
    except StoreError as error:
        print(shortened(str(error), source, target), file=sys.stderr)
        return 1
    print(done)
    return 0


def _backup(source: str, target: str, report: Report) -> str:
    if is_url(target):
        raise StoreError("A backup is a file: choose its path, or use copy.")
    if is_url(source):
        return _row_counts(copy_live(source, target, report))
    backup_file(Path(source), Path(target), report)
    return f"{target} holds everything that was in {source}."


def _restore(source: str, target: str, report: Report, *, nothing_played_since: bool) -> str:
    if is_url(source):
        raise StoreError("A backup is a file: name its path, or use copy.")
    if is_url(target):
        return _row_counts(restore_to(Path(source), target, report, nothing_played_since=nothing_played_since))
    kept = restore(Path(source), Path(target), report, nothing_played_since=nothing_played_since)
    return f"{target} holds everything that was in {source}{f'; what it held is in {kept}' if kept else ''}."


def _row_counts(moved: dict[str, int]) -> str:
    """Return the numbers of moved rows, one line for each table."""
    width = max(map(len, moved))
    lines = [f"{table:{width}} {count:>9}" for table, count in sorted(moved.items())]
    return "\n".join([*lines, f"{sum(moved.values())} rows of {len(moved)} tables are there: all that there were."])


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = Parser(prog=prog, description="Copies of a database.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "backup",
        help="copy a database to a new file, also while the bot runs",
        description="Copy a database as it is at this moment to a new file, which is checked before it gets its name. "
        "The bot may be running, and waits for nothing meanwhile.",
    )
    command.add_argument("source", metavar="FROM", help=f"the database: ICHIZA_DATABASE, or {_URL}")
    command.add_argument("target", metavar="TO", help="a file that is not there yet")
    command = commands.add_parser(
        "restore",
        help="put a backup in a database's place, while no bot runs on it",
        description="Put a copy of a backup in a database's place, brought to the newest schema. Stop the bot first, "
        "and run this as the user who runs the bot. What was there is kept beside it, as TO.replaced-1 and so on; a "
        "PostgreSQL database must be empty.",
    )
    command.add_argument(
        "--nothing-played-since",
        action="store_true",
        help="go on with everything: nobody has used the bot since the backup. Otherwise deals may be known to people, "
        "so that the next start promises lobbies anew and ends running games",
    )
    command.add_argument("source", metavar="FROM", help="the backup, which stays as it is")
    command.add_argument("target", metavar="TO", help=f"the database: ICHIZA_DATABASE, or {_URL}")
    command = commands.add_parser(
        "copy",
        help="copy everything from a file to PostgreSQL, or back, while no bot runs",
        description="Put everything that is in a database into another one, a file or PostgreSQL's, and say how many "
        "rows of each table that were. Stop the bot first. FROM stays as it is.",
    )
    command.add_argument("source", metavar="FROM", help=f"a file, or {_URL}")
    command.add_argument("target", metavar="TO", help="a file that is not there yet, or an empty database's URL")
    return parser


if __name__ == "__main__":
    sys.exit(exit_code(main))
