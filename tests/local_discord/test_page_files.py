"""The files of the web page: the server serves them, and the page's scripts do not import each other in a cycle."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import aiohttp
import pytest

import local_discord
from local_discord.server import Running

PAGE = Path(local_discord.__file__).parent / "page"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html"),
        ("page/index.html", "text/html"),
        ("page/style.css", "text/css"),
        ("page/main.js", "text/javascript"),
    ],
)
async def test_page_files_have_their_content_types_and_are_not_cached(server: Running, path: str, kind: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{server.url}/{path}") as answer:
        body = await answer.text()
    assert answer.status == 200
    assert answer.headers["Content-Type"] == f"{kind}; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert body == (PAGE / (Path(path).name or "index.html")).read_text()


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fserver.py", "..%2Fpage", "%2Fetc%2Fhostname", "%00.js"])
async def test_nothing_but_the_pages_files_is_served(server: Running, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{server.url}/page/{name}") as answer:
        assert answer.status in (400, 404)


def test_page_modules_have_no_import_cycle() -> None:
    modules = {path.name: re.findall(r"from '\./(.+?)'", path.read_text()) for path in PAGE.glob("*.js")}
    assert len(list(TopologicalSorter(modules).static_order())) == len(modules)
