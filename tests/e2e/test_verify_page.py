"""docs/verify.html in a real browser, from its file: it finds what `python -m engine verify` finds."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

from engine import fair, record
from engine.game import Game
from engine.verify import PROMISED, verify
from tests.e2e.browser import ARGUMENTS, PHONE, chromium_path
from tests.engine import proofs
from tests.engine.kit.cases import Case

Json = dict[str, Any]

PAGE = (Path(__file__).parents[2] / "docs/verify.html").as_uri()
FOUND = "(texts) => texts.map((text) => verify(text).holds)"
BATCH = 50

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
async def page(browser: Browser) -> Page:
    """The page as everybody who only asks it something shares it."""
    return await opened(browser)


async def opened(browser: Browser, locale: str = "en-GB") -> Page:
    """The page on a phone; a request to anywhere, or a fault of its script, fails the test."""
    width, height = PHONE
    page = await browser.new_page(viewport={"width": width, "height": height}, locale=locale)
    page.on("pageerror", lambda error: pytest.fail(f"the page has a fault: {error}"))
    await page.goto(PAGE)
    page.on("request", lambda request: pytest.fail(f"the page asks for {request.url}"))
    return page


def proven(seed: object, moves: int | None = 20) -> Json:
    random = Random(f"the page {seed}")
    return proofs.proven_record(proofs.random_case(random), random, moves)


def holds(data: Json) -> bool:
    """What the engine finds."""
    return verify(record.read(data)).holds


async def found(page: Page, records: list[Json]) -> list[bool | None]:
    """What the page finds."""
    answers: list[bool | None] = await page.evaluate(FOUND, [json.dumps(one) for one in records])
    return answers


async def test_the_page_meets_every_vector(page: Page) -> None:
    vectors = json.loads(proofs.VECTORS.read_text(encoding="utf-8"))
    assert await found(page, [one["record"] for one in vectors]) == [one["holds"] for one in vectors]


async def both(page: Page, seeds: int) -> tuple[int, int]:
    """How many records, half of them changed, both verifiers take and refuse; they agree on each."""
    taken, refused = 0, 0
    for first in range(0, seeds, BATCH):
        records = []
        for seed in range(first, min(first + BATCH, seeds)):
            data, random = proven(seed, None if seed % 10 == 0 else 15), Random(seed)
            what = random.choice(list(proofs.CHANGES))
            records.append(proofs.changed(data, what, random) if seed % 2 else data)
        engine = [holds(one) for one in records]
        assert await found(page, records) == engine
        taken, refused = taken + engine.count(True), refused + engine.count(False)
    return taken, refused


async def test_both_verifiers_agree(page: Page) -> None:
    assert await both(page, 60) == (30, 30)


@pytest.mark.soak
async def test_both_verifiers_agree_on_a_thousand_seeds(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    taken, refused = await both(page, 1_000)
    with capsys.disabled():
        print(f"\n1000 seeds: both verifiers take {taken} records and refuse {refused} in which something was changed")
    assert (taken, refused) == (500, 500)


@pytest.mark.parametrize("what", proofs.CHANGES)
async def test_whatever_is_changed_the_page_refuses_it(page: Page, what: str) -> None:
    records = [proofs.changed(proven(f"{what} {seed}"), what, Random(seed)) for seed in range(5)]
    assert await found(page, records) == [False] * 5


async def test_a_card_that_was_not_dealt_is_found_though_the_record_is_closed_with_it(page: Page) -> None:
    data = proofs.proven_record(Case(Game.games["saizen"], 4, {}), Random(1), None)
    last = next(place for place, move in reversed([*enumerate(data["moves"])]) if " play " in move)
    data["moves"][last] = f"{data['moves'][last].partition(' ')[0]} play X2"
    data["fair"]["played"] = fair.played(data)
    assert await page.evaluate("(text) => verify(text).why", json.dumps(data)) == "badCard"
    assert not holds(data)


@pytest.mark.parametrize(
    ("locale", "yes", "no"),
    [("en-GB", f"{PROMISED} yes", f"{PROMISED} no"), ("ja-JP", "はい", "いいえ")],
)
async def test_a_record_is_chosen_or_pasted_and_the_verdict_fits_a_phone(
    browser: Browser, tmp_path: Path, locale: str, yes: str, no: str
) -> None:
    page, data = await opened(browser, locale), proven("by hand")
    (tmp_path / "record.json").write_text(json.dumps(data), encoding="utf-8")
    await page.set_input_files("#file", tmp_path / "record.json")
    await page.wait_for_selector("#verdict.yes")
    assert (await page.inner_text("#verdict")).endswith(yes)
    assert data["fair"]["commitment"] in await page.inner_text("#lines"), "to compare with what one was shown"
    await page.fill("#commitment", data["fair"]["commitment"].upper())
    await page.click("#check")
    assert data["fair"]["commitment"] not in await page.inner_text("#lines"), "it was compared"
    for field in ("#commitment", "#played"):
        await page.fill(field, "0" * 64)
        await page.click("#check")
        assert (await page.inner_text("#verdict.no")).endswith(no)
        await page.fill(field, "")
    await page.fill("#record", json.dumps(proofs.changed(data, "cut", Random(1))))
    await page.click("#check")
    assert (await page.inner_text("#verdict.no")).endswith(no)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing stands out sideways"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"game": "bridge"}', '{"game": "__proto__"}', "<script>"])
async def test_what_is_no_record_gets_a_sentence(browser: Browser, text: str) -> None:
    page = await opened(browser)
    await page.fill("#record", text)
    await page.click("#check")
    assert "no record that this page can read" in await page.inner_text("#verdict.no")


async def test_a_record_without_a_proof_is_unproven(browser: Browser) -> None:
    page, data = await opened(browser), proven("bare")
    del data["fair"]
    await page.fill("#record", json.dumps(data))
    await page.click("#check")
    assert "its record has no proof" in await page.inner_text("#verdict.no")
