"""`python benchmarks/mutants.py COUNT [--seed N]`: change one place of the code at a time and see if the tests notice.

Run it in a clean checkout, since it changes files and restores them. A mutant is killed if the tests of its own room
fail or take too long. Survivors are printed; some behave like the original, so compare the counts of two versions.
"""

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from resource import RLIMIT_CPU, setrlimit

ROOMS = ("engine", "host", "show", "storage")
LONGEST, LONGEST_CPU = 1200.0, 240
"""Seconds, and CPU seconds, after which the tests of a mutant are stopped: they wait or run for ever."""
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = dict(PAIRS) | {other: one for one, other in PAIRS}


def change(node: ast.AST) -> bool:
    """Change a node in its tree and return True; return False for a kind of node that is not changed."""
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


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a module's functions, always in the same order."""
    functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    inside = (node for one in functions for statement in one.body for node in ast.walk(statement))
    yield from dict.fromkeys(inside)


def places(file: Path) -> Iterator[tuple[Path, int]]:
    """Yield the indices of the nodes in a file that can be changed."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from ((file, index) for index, node in enumerate([*nodes(tree)]) if change(node))


def is_killed(file: Path) -> bool:
    """Return whether the tests of a file's room fail or take too long; those that name the file run first."""
    room = Path("tests", file.parts[0])
    name = file.parent.name if file.stem == "__init__" else file.stem
    near = [str(test) for test in sorted(room.rglob("test_*.py")) if name in test.read_text(encoding="utf-8")]
    tests = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *near, str(room)]
    limit = partial(setrlimit, RLIMIT_CPU, (LONGEST_CPU, LONGEST_CPU))
    try:
        done = subprocess.run(tests, capture_output=True, timeout=LONGEST, check=False, preexec_fn=limit)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Change one place of the code at a time and run the tests.")
    parser.add_argument("count", type=int, help="number of changes")
    parser.add_argument("--seed", type=int, default=35)
    asked, killed = parser.parse_args(), 0
    every = [place for room in ROOMS for path in sorted(Path(room).rglob("*.py")) for place in places(path)]
    for file, index in Random(asked.seed).sample(every, asked.count):
        source = file.read_text(encoding="utf-8")
        node = [*nodes(tree := ast.parse(source))][index]
        before = ast.unparse(node).partition("\n")[0]
        change(node)
        try:
            file.write_text(ast.unparse(tree), encoding="utf-8")
            noticed = is_killed(file)
        finally:
            file.write_text(source, encoding="utf-8")
        killed += noticed
        changed = f"{before} -> {ast.unparse(node)}".partition("\n")[0]
        print("killed" if noticed else "ALIVE ", f"{file}: {changed}", flush=True)
    print(f"{killed} of {asked.count} killed")


if __name__ == "__main__":
    main()
