"""The project's sources: files, syntax trees, and the graph of their imports.

Every import counts, also those under `if TYPE_CHECKING:` and inside functions, because a reader must know them too.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = (
    "ichiza",
    "bot.py",
    "limits.py",
    "progress.py",
    "operations",
    "cogs",
    "show",
    "host",
    "engine",
    "storage",
    "pictures",
    "locales",
    "local_discord",
)

Graph = Mapping[Path, set[Path]]
"""The files that each file imports."""


def files(root: Path, names: tuple[str, ...], *suffixes: str) -> list[Path]:
    """Return the files with one of the suffixes among these files and folders; all paths are relative to `root`."""
    found = (one for name in names for one in (root / name, *(root / name).rglob("*")))
    return sorted(one.relative_to(root) for one in found if one.suffix in suffixes)


@cache
def parsed(file: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def sources(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the paths, relative to the project, and the syntax trees of these files and packages."""
    for path in files(ROOT, rooms, ".py"):
        yield path, parsed(ROOT / path)


def imported(file: Path, root: Path) -> Iterator[str]:
    """Yield the absolute dotted names that a Python file imports.

    `from a import b` yields `a.b`, whether `b` is a module or not.
    """
    package = file.relative_to(root).parent.parts
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = (*above, node.module) if node.module else above
            yield from (".".join((*module, alias.name)) for alias in node.names)


@cache
def python_graph(root: Path = ROOT, rooms: tuple[str, ...] = ROOMS) -> Graph:
    """Return the import graph of the packages' files.

    If a package has a submodule of the imported name, the import leads to this submodule, else to the package's
    `__init__`.
    """
    modules = {
        ".".join(file.parent.parts if file.stem == "__init__" else file.with_suffix("").parts): file
        for file in files(root, rooms, ".py")
    }

    def named(name: str) -> Path | None:
        while name and name not in modules:
            name = name.rpartition(".")[0]
        return modules.get(name)

    return {
        file: {target for name in imported(root / file, root) if (target := named(name)) is not None}
        for file in modules.values()
    }


def needed(file: Path) -> set[Path]:
    """Return the files that a file of the project imports, also indirectly."""
    found, left = set[Path](), {file}
    while left:
        found |= left
        left = {target for one in left for target in python_graph()[one]} - found
    return found - {file}
