"""The command line `ichiza`, which runs the bot, or another command such as `backup`, `replay` or `arena`.

`ichiza` and `ichiza --local` do what `python bot.py` does. Each command does what `python -m PACKAGE COMMAND` does in a
checkout; only that package is imported.
"""

import argparse
import sys
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from ichiza import add_modules

COMMANDS: Final = {
    "backup": "storage",
    "restore": "storage",
    "copy": "storage",
    "check": "host",
    "ratings": "host",
    "replay": "engine",
    "random": "engine",
    "arena": "engine",
    "review": "engine",
    "silly": "engine",
    "verify": "engine",
    "today": "engine",
}
"""The package of each command."""
EPILOG: Final = """commands:
  run        run the bot, as without a command
  backup     copy a database to a new file, also while the bot runs
  restore    put a backup in a database's place, while no bot runs on it
  copy       copy everything from a file to PostgreSQL, or back, while no bot runs
  check      replay every game, for instance of a backup
  ratings    work all ratings out anew from results
  replay     print the position that a record leads to
  random     play random legal moves to the end and print the full record
  arena      let computer players play duplicate deals, and print who is better
  review     say what each decision of a seat was worth, from what it could see
  silly      list or replay the moves of computer players that people called silly
  verify     is the deal of a record what was promised before people joined?
  today      are the deals of a day those that were promised before it?

"ichiza COMMAND --help" says more about a command. The bot reads its settings, such as DISCORD_TOKEN, from the file .env
in the folder where it is started, and from the environment, and keeps its games there, in ichiza.sqlite3; with a local
Discord in ichiza-local.sqlite3.
"""


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code. The command that runs the bot ends the process instead."""
    arguments = sys.argv[1:] if argv is None else argv
    add_modules()
    if arguments and arguments[0] in COMMANDS:
        from progress import exit_code  # noqa: PLC0415  `add_modules` comes first

        package = import_module(f"{COMMANDS[arguments[0]]}.__main__")
        return exit_code(partial(package.main, arguments, prog="ichiza"))
    return _run(arguments)


def _run(arguments: list[str]) -> int:
    """Run the bot."""
    from operations.early_stop import end_at_sigterm  # noqa: PLC0415  `add_modules` comes first

    end_at_sigterm()
    import bot  # noqa: PLC0415  takes a second
    from operations.shutdown import exit_process  # noqa: PLC0415  as above
    from progress import Parser  # noqa: PLC0415  as above

    parser = Parser(
        prog="ichiza",
        description=bot.DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", choices=("run", *COMMANDS), metavar="COMMAND", help="see below")
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    bot.add_options(parser)
    parsed = parser.parse_args(arguments)
    if parsed.command in COMMANDS:
        parser.error(f"{parsed.command} comes first: ichiza {parsed.command} --help")
    exit_process(bot.follow(parsed))


def _version() -> str:
    """Return the version of the installed package; a checkout has none."""
    try:
        return version("ichiza")
    except PackageNotFoundError:
        return "(a checkout)"


if __name__ == "__main__":
    sys.exit(main())
