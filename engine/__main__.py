"""The command line `python -m engine COMMAND`, which works without Discord; `--help` lists the commands.

A bad record or option gives exit code 2 and one line on standard error. `engine.fairness.verify.Code` has the exit
codes of `verify`.
"""

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine import complaint, record
from engine.contract.chance import Chance
from engine.daily import check
from engine.errors import BadRecord
from engine.fairness.verify import DAY_PROMISED, ExpectedValues
from engine.fairness.verify import verify as verdict_on
from engine.game import Game
from engine.players import arena as matches
from engine.players.budget import ThinkingBudget
from engine.review import Reviewer
from engine.review import review as review_of
from engine.review.summary import review_lines
from progress import Parser, Progress, exit_code

EXIT_CODES = """exit codes:
  0  this deal is what was promised before you joined, and the game was over
  1  it is not, or the record has no proof
  2  this is no record, or a value that you gave cannot be one
  3  consistent in itself, but not compared with a commitment, or a list and number, that you were shown
  4  as 0, but the game was not over
"""


MOST_BYTES = 1_000_000
"""The greatest size of a file that is read: a hundred times that of a long game's record."""
Result = tuple[int, list[str]]
"""The exit code of a command and the lines that it prints."""


def main(argv: list[str] | None = None, prog: str = "python -m engine") -> int:
    """Run the command line and return the exit code."""
    arguments = _parser(prog).parse_args(argv)
    try:
        code, lines = COMMANDS[arguments.command](arguments)
    except BadRecord as error:
        print(one_line(str(error)), file=sys.stderr)
        return 2
    print("\n".join(lines))
    return code


def one_line(text: str) -> str:
    """Return `text` on one line, with unprintable characters and line ends as escapes."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = Parser(prog=prog, description="Games as text.")
    commands = parser.add_subparsers(dest="command", required=True)
    replay_ = commands.add_parser("replay", help="print the position that a record leads to")
    replay_.add_argument("record", help="a JSON file, or - for standard input")
    replay_.add_argument("--trace", action="store_true", help="one line before any move and one after each move")
    replay_.add_argument("--view", metavar="SEAT", help='what this seat, or "public", may know, instead')
    random_ = commands.add_parser("random", help="play random legal moves to the end and print the full record")
    random_.add_argument("game", help=f"one of {', '.join(Game.games)}")
    random_.add_argument("--seats", type=int, required=True)
    random_.add_argument("--seed", help="hex; left out: a new one")
    random_.add_argument("--options", default="{}", help="a JSON object")
    arena_ = commands.add_parser("arena", help="let computer players play duplicate deals, and print who is better")
    arena_.add_argument("game", help=f"one of {', '.join(Game.games)}")
    arena_.add_argument("--seats", required=True, help="by seat, joined by commas: hard,normal or hard@50,flat/400")
    arena_.add_argument("--deals", type=_count, default=100)
    arena_.add_argument("--seed", default="1", help='words; those for tuning begin with "t"')
    arena_.add_argument("--options", default="{}", help="a JSON object")
    budget = arena_.add_mutually_exclusive_group()
    budget.add_argument("--ms", type=_count, help="milliseconds a move, of those that name no limit of their own")
    budget.add_argument("--playouts", type=_count, help="the same in playouts")
    arena_.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, help="processes at once")
    arena_.add_argument("--check", action="store_true", help="let twins play instead: every difference must be 0")
    review_ = commands.add_parser("review", help="say what each decision of a seat was worth, from what it could see")
    review_.add_argument("record", help="a JSON file of a finished game, or - for standard input")
    review_.add_argument("--seat", type=int, required=True, metavar="N")
    review_.add_argument("--seconds", type=_count, help="CPU seconds for the whole review; left out: what it takes")
    review_.add_argument("--json", action="store_true", help="the whole review as one JSON object")
    silly_ = commands.add_parser("silly", help="list or replay the moves of computer players that people called silly")
    silly_.add_argument("path", help="the folder beside the bot's database, or one of its files")
    verify_ = commands.add_parser(
        "verify",
        help="is the deal of a record what was promised before people joined?",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verify_.add_argument("record", help="a JSON file, or - for standard input")
    verify_.add_argument("--commitment", metavar="HEX", default="", help="the one that you were shown when you joined")
    verify_.add_argument("--played", metavar="HEX", default="", help="what you were shown of the game when it was over")
    verify_.add_argument(
        "--cut",
        nargs=2,
        action="append",
        default=[],
        metavar=("NONCE", "WORDS"),
        help="a cut of yours: its number and its words, in quotes; can be given again",
    )
    verify_.add_argument(
        "--join",
        action="append",
        default=[],
        metavar="NUMBER",
        help="the number of your click on Join; can be given again",
    )
    verify_.add_argument("--list", metavar="FILE", default="", help="the file with the list of commitments")
    verify_.add_argument("--list-hash", metavar="HEX", default="", help="SHA-256 of that file, as you were told it")
    verify_.add_argument("--number", metavar="N", default="", help="the deal's number on the list, as you were told it")
    _add_earlier(verify_)
    today_ = commands.add_parser("today", help="are the deals of a day those that were promised before it?")
    today_.add_argument("--secret", metavar="HEX", required=True, help="the day's secret, which is shown at its close")
    today_.add_argument("--day", metavar="N", required=True, help="the number of days since 1970-01-01, or 2026-11-27")
    today_.add_argument("--game", metavar="ID", help="left out: the game of the day's place in the week")
    today_.add_argument("--options", default="{}", help="a JSON object; only with --game")
    today_.add_argument("--commitment", metavar="HEX", default="", help="of a day of no chain: what you were shown")
    _add_earlier(today_)
    today_.add_argument("--deals", metavar="N,N", help="candidates by number, joined by commas; left out: all")
    today_.add_argument("--choose", action="store_true", help="choose the day's deals anew, which takes minutes")
    return parser


def _add_earlier(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--earlier",
        nargs=2,
        action="append",
        default=[],
        metavar=("DAY", "HEX"),
        help="for a day of a chain: an earlier day and its value, which you were shown before; can be given again",
    )


def _count(text: str) -> int:
    """Parse a whole number that is at least 1."""
    if not text.isascii() or not text.isdigit() or not (number := int(text[:10])) > 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return number


def replay(arguments: argparse.Namespace) -> Result:
    """Return the lines that `replay` prints; raise `BadRecord` for a bad record."""
    loaded = record.loads(_read(arguments.record))
    viewer = _viewer(arguments.view, loaded.start().seats) if arguments.view is not None else None

    def line(game: Game) -> str:
        data = record.position(game) if arguments.view is None else game.view(viewer)
        return json.dumps(data, ensure_ascii=False)

    if arguments.trace:
        return 0, [line(game) for game in loaded.positions()]
    return 0, [line(loaded.replay())]


def _read(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) <= MOST_BYTES:
            return data.decode()
    except (OSError, ValueError) as error:  # ValueError: the file's name has a null character
        why = error.strerror if isinstance(error, OSError) else error
        raise BadRecord(f"{name}: cannot be read ({why})") from None
    raise BadRecord(f"{name}: larger than 1 MB, so it is no record")


def _viewer(view: str, seats: int) -> int | None:
    if view == "public":
        return None
    if view not in map(str, range(seats)):
        raise BadRecord(f'--view: {view!r} is neither a seat (0 to {seats - 1}) nor "public"')
    return int(view)


def random(arguments: argparse.Namespace) -> Result:
    """Return the line that `random` prints; raise `BadRecord` for a bad option."""
    seed = record.read_seed(arguments.seed) if arguments.seed is not None else secrets.token_bytes(16)
    game = record.kind_of(arguments.game)(arguments.seats, _options(arguments.options), Chance(seed))
    play_randomly(game, Random(seed))
    return 0, [json.dumps(record.write(game), ensure_ascii=False)]


def _options(text: str) -> Mapping[str, object]:
    try:
        options = record.from_json(text)
    except BadRecord as error:
        raise BadRecord(f"--options: {error}") from None
    return record.mapping(options, "--options")


def arena(arguments: argparse.Namespace) -> Result:
    """Return the line that `arena` prints; raise `BadRecord` for a bad option."""
    budget = matches.cpu_budget(arguments.ms) if arguments.ms else None
    if arguments.playouts:
        budget = ThinkingBudget(playouts=arguments.playouts)
    sides = matches.read_sides(arguments.seats, budget)
    match = matches.Match(record.kind_of(arguments.game), sides, _options(arguments.options), arguments.seed)
    if arguments.check:
        match = matches.self_match(match)
    results = []
    with Progress("arena") as report:
        for result in matches.play_each(match, arguments.deals, arguments.jobs):
            results.append(result)
            report(f"{len(results)} of {arguments.deals} deals")
    return 0, [json.dumps(matches.report(match, results))]


def review(arguments: argparse.Namespace) -> Result:
    """Return the lines that `review` prints; raise `BadRecord` for a bad record, an unfinished game or a wrong seat."""
    loaded = record.loads(_read(arguments.record))
    if not loaded.replay().over:
        raise BadRecord("the game is not over: only a finished game can be reviewed")
    if not 0 <= arguments.seat < loaded.seats:
        raise BadRecord(f"--seat: {arguments.seat} is not a seat (0 to {loaded.seats - 1})")
    reviewer = Reviewer.within(arguments.seconds, loaded) if arguments.seconds else Reviewer()
    with Progress("review") as report:
        found = review_of(loaded, arguments.seat, reviewer, lambda done, every: report(f"{done} of {every} moves"))
    return 0, [json.dumps(found, ensure_ascii=False)] if arguments.json else list(review_lines(found))


def silly(arguments: argparse.Namespace) -> Result:
    """Return the lines that `silly` prints; raise `BadRecord` for an unreadable file.

    For a folder of complaints, there is one line for each complaint, oldest table first. For the file of one complaint,
    the lines are the view from which the computer player chose its move, and the move.
    """
    path = Path(arguments.path)
    if path.is_dir():
        files = sorted(path.glob("*.json"), key=_numbers)
        lines = [one_line(f"{file}: {_complaint_line(file)}") for file in files]
        return 0, lines or ["No move has been called silly."]
    found = complaint.loads(_read(arguments.path))
    view = found.before().view(found.seat)
    return 0, [json.dumps(view, ensure_ascii=False), one_line(str(found))]


def _numbers(file: Path) -> list[int]:
    """Return the numbers in a file's name: the table and the move."""
    return [int(number) for number in re.findall("[0-9]+", file.stem)]


def _complaint_line(file: Path) -> str:
    """Describe the complaint in a file, or say why the file is unreadable."""
    try:
        return str(complaint.loads(_read(str(file))))
    except BadRecord as error:
        return str(error)


def verify(arguments: argparse.Namespace) -> Result:
    """Return the exit code of `verify` and its lines; raise `BadRecord` for a bad record or a malformed argument."""
    cuts = [(nonce, words) for nonce, words in arguments.cut]
    earlier = [(day, value) for day, value in arguments.earlier]
    told = (arguments.list_hash, arguments.number, _read(arguments.list) if arguments.list else "")
    expected = ExpectedValues(arguments.commitment, arguments.played, cuts, arguments.join, *told, earlier)
    code, lines = verdict_on(_read(arguments.record), expected)
    return code, [one_line(line) for line in lines]


def today(arguments: argparse.Namespace) -> Result:
    """Return the exit code of `today` and its lines; raise `BadRecord` for a malformed argument."""
    if arguments.game is None and arguments.options != "{}":
        raise BadRecord("--options: only with --game, because the plan of the week has its own options")
    asked = check.read_day(arguments.secret, arguments.day, arguments.game, _options(arguments.options))
    numbers = check.read_numbers(arguments.deals)
    holds = check.compare(asked, arguments.commitment, [(day, value) for day, value in arguments.earlier])
    if arguments.choose:
        with Progress("today") as report:
            numbers = asked.chosen(lambda done, every: report(f"{done} of {every} rounds"))
    verdict = [] if holds is None else [f"{DAY_PROMISED} {'yes' if holds else 'no'}"]
    return 1 if holds is False else 0, [*verdict, *check.lines(asked, numbers)]


COMMANDS = {
    "replay": replay,
    "random": random,
    "arena": arena,
    "review": review,
    "silly": silly,
    "verify": verify,
    "today": today,
}


def play_randomly(game: Game, source: Random) -> None:
    """Play random legal moves to the end of the game; if several seats must act, a random one of them moves next."""
    while game.to_act:
        seat = source.choice(game.to_act)
        game.play(seat, source.choice(game.legal_moves(seat)))


if __name__ == "__main__":
    sys.exit(exit_code(main))
