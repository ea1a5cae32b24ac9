"""`python -m storage backup | restore`: copies of a database, made while the bot runs, and put back while it does not.

Exit code 1 and one line on standard error where that cannot be done; then everything is as it was.
"""

import argparse
import sys
from pathlib import Path

from storage.copies import backup, restore
from storage.errors import StoreError


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    arguments = _parser().parse_args(argv)
    source, target = Path(arguments.source), Path(arguments.target)
    try:
        if arguments.command == "backup":
            backup(source, target)
            print(f"{target} holds everything that was in {source}.")
        else:
            kept = restore(source, target)
            print(f"{target} holds everything that was in {source}{f'; what it held is in {kept}' if kept else ''}.")
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description="Copies of a database.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "backup",
        help="copy a database to a new file, also while the bot runs",
        description="Copy a database as it is at this moment to a new file, which is checked before it gets its name. "
        "The bot may be running, and waits for nothing meanwhile.",
    )
    command.add_argument("source", metavar="FROM", help="the database: ICHIZA_DATABASE")
    command.add_argument("target", metavar="TO", help="a file that is not there yet")
    command = commands.add_parser(
        "restore",
        help="put a backup in a database's place, while no bot runs on it",
        description="Put a copy of a backup in a database's place, brought to the newest schema. Stop the bot first, "
        "and run this as the user who runs the bot. What was there is kept beside it, as TO.replaced-1 and so on.",
    )
    command.add_argument("source", metavar="FROM", help="the backup, which stays as it is")
    command.add_argument("target", metavar="TO", help="the database: ICHIZA_DATABASE")
    return parser


if __name__ == "__main__":
    sys.exit(main())
