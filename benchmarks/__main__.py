"""`python -m benchmarks [NAME …] [--json]`: run the benchmarks of these names, or all of them."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

import benchmarks
from benchmarks.measure import Figure


def found() -> list[str]:
    """Return the names of all benchmarks. No benchmark is imported, because some need optional packages."""
    folder = Path(benchmarks.__file__).parent
    return sorted(path.stem for path in folder.glob("*.py") if "\ndef figures(" in path.read_text(encoding="utf-8"))


def figures_of(name: str) -> Iterable[Figure]:
    """Run a benchmark and yield its figures."""
    figures: Callable[[], Iterable[Figure]] = import_module(f"benchmarks.{name}").figures
    return figures()


def line(figure: Figure) -> str:
    """Return a figure as a row of the printed table."""
    return f"{figure['name']:<46} {_number(figure['ours']):>12} {_number(figure['beside']):>12} {figure['ratio']:>8.2f}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.3g}"


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    known = found()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What is measured, as ratios.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}; left out: all")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    arguments = parser.parse_args(argv)
    unknown = [name for name in arguments.names if name not in known]
    if unknown:
        parser.error(f"{unknown[0]!r} is no benchmark (there are: {', '.join(known)})")
    if not arguments.json:
        print(f"{'':<46} {'ours':>12} {'beside':>12} {'ratio':>8}")
    for name in arguments.names or known:
        for figure in figures_of(name):
            print(json.dumps(figure) if arguments.json else line(figure), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
