"""`python -m benchmarks.mutants COUNT [--seed N]`: change one place of the code at a time and see if the tests notice.

Run it in a clean checkout, since it changes files and restores them. First the plugin `reach` writes which functions
each test enters. A mutant is the code with one change. It is killed if one of the tests that enter the changed function
fails or takes too long; the shortest tests run first. Mutants that survive are printed. Some of them behave like the
original code, so a single count of survivors means little: compare the counts of two versions of the code.
"""

import argparse
import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from resource import RLIMIT_CPU, setrlimit
from typing import Any

from benchmarks.mutants.reach import FOLDER

ROOMS = ("engine", "host", "show", "storage")
LONGEST, LONGEST_CPU, LONGEST_TESTS = 300.0, 90, 30.0
"""Limits for the tests of one mutant. The first two are the seconds and the CPU seconds after which the tests stop. The
third is the number of seconds that all chosen tests together may take on the unchanged code.
"""
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = dict(PAIRS) | {other: one for one, other in PAIRS}


def change(node: ast.AST) -> bool:
    """Change a node of a syntax tree in place and return True; return False if there is no change for its kind."""
    match node:
        case ast.Compare(ops=[operator, *_]) if type(operator) in COMPARISONS:
            node.ops[0] = COMPARISONS[type(operator)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int(number)):
            node.value = number + 1
        case ast.Return(value=ast.expr()):
            node.value = None
        case ast.If():
            node.test = ast.Constant(value=False)
        case _:
            return False
    return True


def nodes(file: Path, tree: ast.AST) -> dict[ast.AST, str]:
    """Map each node inside a module's functions to the file and first line of the innermost function around it.

    The order of the nodes is always the same.
    """
    functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    starts = {one: min([one, *one.decorator_list], key=lambda node: node.lineno).lineno for one in functions}
    return {node: f"{file}:{starts[one]}" for one in starts for part in one.body for node in ast.walk(part)}


def places(file: Path) -> Iterator[tuple[Path, int]]:
    """Yield (file, index in the result of `nodes`) for each node that can be changed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from ((file, index) for index, node in enumerate(nodes(file, tree)) if change(node))


def is_killed(function: str, reach: list[Any]) -> bool:
    """Return whether one of the tests that enter a function fails or takes too long.

    `reach` has a line for each test, the shortest test first. Only tests that together take less than `LONGEST_TESTS`
    seconds are run.
    """
    tests, seconds = [], 0.0
    for test, duration, entered in reach:
        if function in entered and (seconds := seconds + duration) < LONGEST_TESTS:
            tests.append(test)
    (FOLDER / "tests").write_text("\n".join(tests), encoding="utf-8")
    command = [*PYTEST, "-x", "-n", "0", f"@{FOLDER / 'tests'}"]
    limits: dict[str, Any] = {
        "timeout": LONGEST,
        "preexec_fn": partial(setrlimit, RLIMIT_CPU, (LONGEST_CPU, LONGEST_CPU)),
    }
    try:
        done = subprocess.run(command, capture_output=True, check=False, **limits)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    return bool(tests) and done.returncode != 0


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Change one place of the code at a time and run the tests.")
    parser.add_argument("count", type=int, help="number of changes")
    parser.add_argument("--seed", type=int, default=35)
    asked, killed = parser.parse_args(), 0
    if not FOLDER.exists():
        plugin = [*PYTEST, "-n", "2", "-p", "benchmarks.mutants.reach", "tests", "--ignore=tests/e2e"]
        subprocess.run(plugin, check=False)  # noqa: S603
    lines = (line for file in FOLDER.glob("[0-9]*") for line in file.read_text(encoding="utf-8").splitlines())
    reach = sorted(map(json.loads, lines), key=lambda test: test[1])
    every = [place for room in ROOMS for path in sorted(Path(room).rglob("*.py")) for place in places(path)]
    for path, index in Random(asked.seed).sample(every, asked.count):
        source = path.read_text(encoding="utf-8")
        node, function = [*nodes(path, tree := ast.parse(source)).items()][index]
        before = ast.unparse(node).partition("\n")[0]
        change(node)
        try:
            path.write_text(ast.unparse(tree), encoding="utf-8")
            noticed = is_killed(function, reach)
        finally:
            path.write_text(source, encoding="utf-8")
        killed += noticed
        changed = f"{before} -> {ast.unparse(node)}".partition("\n")[0]
        print("killed" if noticed else "ALIVE ", f"{path}: {changed}", flush=True)
    print(f"{killed} of {asked.count} killed")


if __name__ == "__main__":
    main()
