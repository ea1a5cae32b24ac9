"""Commands on a database, which is a SQLite file or a PostgreSQL database's URL.

`python -m host check DATABASE` checks that every game of a database or backup can be replayed. The command works on a
copy in a temporary folder, so the bot may be running. The exit code is 1 if a game cannot be replayed or the database
cannot be used; standard error has the details.

`python -m host ratings DATABASE` computes all ratings again from the results. No bot may use the database meanwhile.
"""

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from host.people.ratings import work_out_anew
from host.tables.table_repository import TableRepository
from progress import Parser, Progress, Report, exit_code, shortened, silent
from storage import Store, StoreError, backup, is_url


def main(argv: list[str] | None = None, prog: str = "python -m host") -> int:
    """Run the command line and return the exit code."""
    parser = Parser(prog=prog, description="Questions about a database.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("check", help="replay every game, for instance of a backup")
    command.add_argument(
        "database", help="a database (a file, or PostgreSQL's URL), which a bot may be using, or a backup"
    )
    command = commands.add_parser("ratings", help="work all ratings out anew from results")
    command.add_argument("database", help="a file that no bot is using, or a PostgreSQL database's URL")
    arguments = parser.parse_args(argv)
    try:
        return _rate(arguments.database) if arguments.command == "ratings" else _check(arguments.database)
    except StoreError as error:
        print(shortened(str(error), arguments.database), file=sys.stderr)
        return 1


def _check(database: str) -> int:
    with Progress("check") as report, tempfile.TemporaryDirectory(prefix="ichiza-") as folder:
        copy = Path(folder, "copy.sqlite3")
        backup(database, copy, report)
        checked = asyncio.run(check(copy, report))
    print(f"{len(checked.whole)} games replay.")
    if checked.older:
        print(f"{len(checked.older)} follow older rules, by which nobody plays any more.")
    if checked.broken:
        print(f"These tables cannot be replayed: {', '.join(map(str, checked.broken))}.", file=sys.stderr)
    return 1 if checked.broken else 0


def _rate(database: str) -> int:
    if not is_url(database) and not Path(database).is_file():
        raise StoreError(f"There is no database at {database}: name the one that the bot uses (ICHIZA_DATABASE).")
    with Progress("ratings") as report:
        asyncio.run(_rate_anew(database, report))
    print("All ratings have been worked out anew.")
    return 0


async def _rate_anew(database: str, report: Report) -> None:
    async with await Store.open(database, record_write=None) as store:
        await work_out_anew(store, report)


@dataclass
class Checked:
    """Ids of the checked tables, by outcome: the game replays, follows older rules, or cannot be replayed."""

    whole: list[int] = field(default_factory=list)
    older: list[int] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)


async def check(path: Path, report: Report = silent) -> Checked:
    """Replay every game of a database that no other process uses, and freeze running games that cannot be replayed.

    Raises:
        StoreError: the database cannot be used.
    """
    checked = Checked()
    async with await Store.open(path, record_write=None) as store:
        tables = TableRepository(store)
        games = await store.tables.recorded_games()
        for number, (table_id, game, rules) in enumerate(games, 1):
            report(f"game {number} of {len(games)}")
            kind = Game.games.get(game)
            if kind is None or kind.rules != rules:
                checked.older.append(table_id)
            elif (await tables.get(table_id)).game is None:  # the repository has logged why the game cannot be replayed
                checked.broken.append(table_id)
            else:
                checked.whole.append(table_id)
    return checked


if __name__ == "__main__":
    sys.exit(exit_code(main))
