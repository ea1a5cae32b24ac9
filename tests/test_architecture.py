"""Structure of the code: no circular imports, no imports across package boundaries, no long files, no large packages.

`make lint` checks the order of the packages; these tests check what import-linter cannot see.
"""

import re
from collections import Counter
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.source_tree import ROOMS, ROOT, Graph, files, imported, python_graph

PAGE = ROOT / "local_discord" / "page"
MOST_LINES = 600
MOST_MODULES = 12
"""The greatest number of modules in one folder of a package, not counting `__init__` and `__main__`."""

_PAGE_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*['"]([./][^'"]*)['"]""")


def page_graph(page: Path) -> Graph:
    """Return the import graph of the scripts of a web page; `page` is the folder of its files.

    Raises a ValueError for an import from outside the page's folder.
    """
    return {
        script: {
            (page / script.parent / target).resolve().relative_to(page.resolve())
            for target in _PAGE_IMPORT.findall((page / script).read_text(encoding="utf-8"))
        }
        for script in files(page, (".",), ".js")
    }


def circle(graph: Graph) -> str | None:
    """Return a sentence that names a circular import, or None if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " imports ".join(str(file) for file in reversed(error.args[1]))
    return None


def test_no_python_file_is_part_of_a_circular_import() -> None:
    path = circle(python_graph())
    assert path is None


def test_no_script_of_the_page_is_part_of_a_circular_import() -> None:
    path = circle(page_graph(PAGE))
    assert path is None


def test_imports_of_the_page_scripts_exist() -> None:
    imports = {str(target) for targets in page_graph(PAGE).values() for target in targets}
    assert imports <= {str(script) for script in files(PAGE, (".",), ".js")}


def test_only_host_and_composition_root_import_storage() -> None:
    graph = python_graph()
    importers = [file for file, targets in graph.items() if any(one.parts[0] == "storage" for one in targets)]
    assert [str(file) for file in importers if file.parts[0] not in {"storage", "host", "bot.py"}] == []


def test_limits_imports_none_of_the_other_packages() -> None:
    assert [name for name in imported(ROOT / "limits.py", ROOT) if name.split(".")[0] in ROOMS] == []


def test_host_does_not_import_discord() -> None:
    found = {
        (str(file), name)
        for file in files(ROOT, ("host",), ".py")
        for name in imported(ROOT / file, ROOT)
        if name.split(".")[0] in {"discord", "aiohttp", "cogs", "show"}
    }
    assert found == set()


def test_host_writes_no_mentions() -> None:
    assert [str(file) for file in files(ROOT, ("host",), ".py") if "<@" in (ROOT / file).read_text("utf-8")] == []


def test_no_file_is_too_long() -> None:
    lengths = {
        str(file): len((ROOT / file).read_text(encoding="utf-8").splitlines())
        for file in files(ROOT, (*ROOMS, "tests", "benchmarks"), ".py", ".css", ".js", ".html")
    }
    assert {file: lines for file, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_level_of_a_package_has_too_many_modules() -> None:
    modules = Counter(
        str(file.parent)
        for file in files(ROOT, (*ROOMS, "benchmarks"), ".py")
        if file.stem not in {"__init__", "__main__"}
    )
    assert {package: number for package, number in modules.items() if number > MOST_MODULES} == {}


# --- Tests of the import graphs themselves


@pytest.mark.parametrize(
    "back",
    [
        "import one.a",
        "from one import a",
        "from one.a import A",
        "from . import a",
        "from .a import A",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from one.a import A",
        "def late() -> None:\n    import one.a",
    ],
)
def test_reader_finds_every_form_of_import(tmp_path: Path, back: str) -> None:
    write(tmp_path, {"one/__init__.py": "", "one/a.py": "from one.b import B\n", "one/b.py": back})
    assert circle(python_graph(tmp_path, ("one",))) in {
        "one/a.py imports one/b.py imports one/a.py",
        "one/b.py imports one/a.py imports one/b.py",
    }


def test_name_imported_from_a_package_is_its_init(tmp_path: Path) -> None:
    write(tmp_path, {"one/__init__.py": "from one.a import A", "one/a.py": "from one import OTHER"})
    assert circle(python_graph(tmp_path, ("one",))) is not None


def test_imported_submodule_is_not_its_package(tmp_path: Path) -> None:
    write(tmp_path, {"one/__init__.py": "from one.a import A", "one/a.py": "from one.b import B", "one/b.py": ""})
    assert circle(python_graph(tmp_path, ("one",))) is None


@pytest.mark.parametrize(
    "back",
    [
        "import { a } from './a.js';",
        "import './a.js';",
        "export {\n  a,\n} from '../page/a.js';",
        "await import('./a.js');",
    ],
)
def test_reader_finds_every_form_of_script_import(tmp_path: Path, back: str) -> None:
    write(tmp_path, {"page/a.js": 'import {\n  b,\n} from "./b.js";', "page/b.js": back})
    assert circle(page_graph(tmp_path / "page")) is not None


def write(root: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
