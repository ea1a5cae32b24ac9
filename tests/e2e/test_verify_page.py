"""docs/verify.html in a real browser, opened as a file: its verdicts equal those of `python -m engine verify`."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page

from engine import record
from engine.contract.options import describe
from engine.errors import BadRecord
from engine.fairness import proof
from engine.fairness.verify import PROMISED, UNCOMPARED, UNFINISHED, UNPROMISED, Code, ExpectedValues, verify
from engine.game import Game
from tests.driver import Json
from tests.e2e.browser import PHONE
from tests.engine import cheats, lists, proofs
from tests.engine.kit.cases import KINDS, Case, free_option_sets
from tests.samples import sampled

PAGE = (Path(__file__).parents[2] / "docs/verify.html").as_uri()
SAYS = """(asked) => asked.map(([text, expected]) => {
    const verdict = verify(text, expected);
    return [verdict.code, verdict.code === 2 ? null : told(verdict, TEXTS.en)[0]];
})"""
BATCH = 50

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
async def page(chromium: Browser) -> Page:
    """Open the page that is shared by the tests that do not change it."""
    return await opened(chromium)


async def opened(browser: Browser, locale: str = "en-GB") -> Page:
    """Open the page on a phone; any request, or a script error, fails the test."""
    width, height = PHONE
    page = await browser.new_page(viewport={"width": width, "height": height}, locale=locale)
    page.on("pageerror", lambda error: pytest.fail(f"the page has a fault: {error}"))
    await page.goto(PAGE)
    page.on("request", lambda request: pytest.fail(f"the page asks for {request.url}"))
    return page


def proven(seed: object, moves: int | None = 20) -> Json:
    random = Random(f"the page {seed}")
    return proofs.proven_record(proofs.random_case(random), random, moves)


def engine_says(text: str, expected: ExpectedValues = ExpectedValues()) -> list[object]:  # noqa: B008  a frozen tuple
    """Return the exit code and first line of `python -m engine verify`; for an invalid record only the code."""
    try:
        code, lines = verify(text, expected)
    except BadRecord:
        return [2, None]
    return [int(code), lines[0]]


async def page_says(page: Page, asked: list[tuple[str, ExpectedValues]]) -> list[list[object]]:
    """Return the page's verdicts on pairs of a record and the values that a reader has noted."""
    given = [[text, _values(noted)] for text, noted in asked]
    answers: list[list[object]] = await page.evaluate(SAYS, given)
    return answers


def _values(noted: ExpectedValues) -> Json:
    values: Json = {**noted._asdict(), "cuts": [*noted.cuts], "joins": [*noted.joins], "earlier": [*noted.earlier]}
    return values | {"listHash": noted.list_hash, "listFile": noted.list_file}


async def both_say(page: Page, asked: list[tuple[str, ExpectedValues]]) -> list[list[object]]:
    """Return the verdicts on pairs as in `page_says`, and check that the engine and the page agree."""
    said = [engine_says(*one) for one in asked]
    for first in range(0, len(asked), BATCH):
        part = asked[first : first + BATCH]
        found = await page_says(page, part)
        for (text, _), engine, browser in zip(part, said[first : first + BATCH], found, strict=True):
            assert browser == engine, text[:2000]
    return said


def values_of(data: Json) -> ExpectedValues:
    """Return the values of a record, as noted by a reader who has noted all of them."""
    return ExpectedValues(data["fair"]["commitment"], data["fair"]["played"])


async def test_page_allows_the_values_of_options_that_the_engine_allows(page: Page) -> None:
    for kind in KINDS:
        for seats in kind.seat_counts:
            infos = describe(kind.Options, seats)
            allowed = {info.name: {*info.allowed, *(info.free.values[seats] if info.free else ())} for info in infos}
            in_page = await page.evaluate("([game, seats]) => GAMES[game].options(seats)", [kind.id, seats])
            assert {name: set(values) for name, values in in_page.items()} == allowed


async def test_both_verifiers_accept_displays_that_people_chose(page: Page) -> None:
    kind, random = Game.games["tezumashi"], Random("chosen displays")
    chosen = [Case(kind, seats, options) for seats in kind.seat_counts for options in free_option_sets(kind, seats, 3)]
    honest = [proofs.proven_record(case, random, 5) for case in chosen]
    said = await both_say(page, [(json.dumps(data), values_of(data)) for data in honest])
    assert said == [[Code.UNFINISHED, UNFINISHED]] * len(honest)


@pytest.mark.slow
async def test_the_page_meets_every_vector(page: Page) -> None:
    vectors = json.loads(proofs.VECTORS.read_text(encoding="utf-8"))
    said = await both_say(page, [(json.dumps(one["record"]), ExpectedValues()) for one in vectors])
    assert [code for code, _ in said] == [Code.UNCOMPARED if one["holds"] else Code.NO for one in vectors]


@pytest.mark.slow
async def test_the_page_meets_every_vector_of_lists_and_days(page: Page) -> None:
    vectors = json.loads(lists.VECTORS.read_text(encoding="utf-8"))["vectors"]
    said = await both_say(page, [lists.asked(one) for one in vectors])
    assert [code for code, _ in said] == [one["code"] for one in vectors]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [60, pytest.param(1_000, marks=pytest.mark.soak)])
async def test_both_verifiers_agree_on_records_half_of_them_changed(page: Page, seeds: int) -> None:
    """Change every second record, and use each kind of change in turn."""
    asked, kinds = [], list(proofs.CHANGES)
    for seed in range(seeds):
        data, random = proven(seed, None if seed % 10 == 0 else 15), Random(seed)
        data = proofs.changed(data, kinds[seed // 2 % len(kinds)], random) if seed % 2 else data
        asked.append((json.dumps(data), ExpectedValues(data["fair"]["commitment"]) if seed % 3 else ExpectedValues()))
    codes = [code for code, _ in await both_say(page, asked)]
    print(f"{seeds} seeds: both verifiers refuse the {codes.count(Code.NO)} records in which something was changed")
    assert codes.count(Code.NO) == seeds / 2


by_version = pytest.mark.parametrize("listed", [False, True], ids=["ichiza/1", "ichiza/2"])


@pytest.mark.slow
@by_version
@pytest.mark.parametrize(("records", "each"), [(10, 40), pytest.param(50, 100, marks=pytest.mark.soak)])
async def test_both_verifiers_agree_on_single_changes_and_accept_no_changed_value(
    page: Page, records: int, each: int, listed: bool
) -> None:
    """Require that a record with a single change is accepted only if it still has the values of the honest record."""
    codes: Counter[object] = Counter()
    for number in range(records):
        honest, random = lists.honest(number, listed=listed), Random(f"changes {number}")
        assert engine_says(honest.text, honest.expected) == [Code.YES, f"{PROMISED} yes"]
        asked = [(cheats.single_change(honest, random), honest.expected) for _ in range(each)]
        said = await both_say(page, asked)
        for (text, _), (code, _) in zip(asked, said, strict=True):
            assert code != Code.YES or cheats.strictly(text) == cheats.strictly(honest.text), text[:2000]
        codes.update(code for code, _ in said)
    print(
        f"{codes.total()} single changes: both verifiers agree on each; {codes[1]} are not what was promised, "
        f"{codes[2]} no record, and {codes[0]} are accepted, all of them with the values of the honest record"
    )
    assert codes.keys() == {0, 1, 2}


@pytest.mark.slow
@by_version
@pytest.mark.parametrize("records", [5, pytest.param(200, marks=pytest.mark.soak)])
async def test_both_verifiers_notice_every_cheat(page: Page, records: int, listed: bool) -> None:
    counts: Counter[str] = Counter()
    for number in range(records):
        cheated_records = [one for cheat in cheats.CHEATS for one in cheat(number, listed=listed)]
        cheated_records += [one for cheat in lists.CHEATS if listed for one in cheat(number)]
        said = await both_say(page, [(one.text, one.expected) for one in cheated_records])
        assert [[one.name, *answer] for one, answer in zip(cheated_records, said, strict=True)] == [
            [one.name, one.code, one.first] for one in cheated_records
        ]
        counts.update(one.name for one in cheated_records)
    print(f"cheats on which both verifiers agree: {dict(counts)}")
    assert set(counts.values()) == {records}


@pytest.mark.slow
async def test_page_and_engine_agree_on_the_progress_of_unfinished_games(page: Page) -> None:
    for number in range(10):
        honest = cheats.honest_record(number)
        moves = honest.data["moves"]
        asked = []
        for count in {1, 2, len(moves) - 2, len(moves) - 1, *Random(number).sample(range(len(moves)), 8)}:
            loaded = record.read(honest.data)
            game = loaded._replace(setup={}, deals=[], moves=loaded.moves[:count]).replay()
            assert loaded.proof is not None
            asked.append((json.dumps(cheats.plain(game, loaded.proof.promise)), game))
        lines = await page.evaluate(
            "(texts) => texts.map((text) => told(verify(text), TEXTS.en)[1])", [t for t, _ in asked]
        )
        assert lines == [verify(text).lines[1] for text, _ in asked]


@pytest.mark.slow
async def test_page_finds_the_ends_of_played_off_tricks(page: Page) -> None:
    texts = []
    for number in range(6):
        random = Random(f"playoffs {number}")
        case = Case(Game.games["saizen"], 2 + number % 5, {"jokers": number % 3, "start_rules": "random"})
        data = proofs.proven_record(case, random, None)
        loaded = record.read(data)
        assert loaded.proof is not None
        for moves in (loaded.moves, loaded.moves[:-1]):
            game = loaded._replace(setup={}, deals=[], moves=moves).replay()
            texts.append(json.dumps(cheats.plain(game, loaded.proof.promise)))
    said = await both_say(page, [(text, values_of(json.loads(text))) for text in texts])
    assert [code for code, _ in said] == [Code.YES, Code.UNFINISHED] * 6


CANONICAL = {
    "true for 1": ('"rules": 1', '"rules": true'),
    "6.0 for 6": ('"seats": 4', '"seats": 4.0'),
    "an exponent": ('"seats": 4', '"seats": 4e0'),
    "a sign": ('"seats": 4', '"seats": -4'),
    "minus nothing": ('"jokers": 0', '"jokers": -0'),
    "no number": ('"jokers": 0', '"jokers": NaN'),
    "a huge number": ('"seats": 4', '"seats": 4000000000000000000000000000000000000000'),
    "a leading zero": ('"seats": 4', '"seats": 04'),
    "a key twice": ('"seats": 4', '"seats": 4, "seats": 4'),
    "a key twice below": ('"jokers": 0', '"jokers": 2, "jokers": 0'),
    "an escape": ('"game": "saizen"', '"game": "\\u0073aizen"'),
    "half a character": ('"game": "saizen"', '"game": "saizen\\ud800"'),
    "a tab in a text": ('"game": "saizen"', '"game": "saizen\t"'),
    "another letter": ('"game": "saizen"', '"game": "sаizen"'),
    "a key more": ('"seats": 4', '"seats": 4, "__proto__": {}'),
    "nothing for a list": ('"seats": 4', '"seats": null'),
    "an option more": ('"jokers": 0', '"jokers": 0, "wild": 1'),
    "a trailing comma": ('"seats": 4', '"seats": 4,'),
}


@pytest.mark.drawn(3)
@pytest.mark.parametrize("what", [*CANONICAL, "two moves in one", "a mark before it", "text after it", "too deep"])
async def test_both_verifiers_refuse_records_in_another_form(page: Page, what: str) -> None:
    data = proofs.proven_record(Case(Game.games["saizen"], 4, {}), Random(1), 40)
    text = json.dumps(data)
    if what in CANONICAL:
        old, new = CANONICAL[what]
        assert old in text
        changed = text.replace(old, new, 1)
    else:
        moves = json.dumps([*data["moves"][:-2], "\n".join(data["moves"][-2:])])
        changed = {
            "two moves in one": json.dumps(data | {"moves": json.loads(moves)}),
            "a mark before it": f"\ufeff{text}",
            "text after it": f"{text} 1",
            "too deep": "[" * 100_000 + text,
        }[what]
    assert await both_say(page, [(changed, values_of(data))]) == [[2, None]]
    assert await both_say(page, [(f" \n{json.dumps(data, indent=1)}\r\n", values_of(data))]) == [
        [Code.UNFINISHED, UNFINISHED]
    ]


async def test_blanks_and_the_case_of_hex_are_ignored_in_pasted_values(page: Page) -> None:
    honest = cheats.honest_record(1)
    ((nonce, words),) = honest.expected.cuts
    blanks = " \t\r\n\u3000\xa0"
    expected = ExpectedValues(
        f"{blanks}{honest.expected.commitment.upper()}{blanks}",
        f"{blanks}{honest.expected.played.upper()}{blanks}",
        [(f"{blanks}{nonce.upper()}{blanks}", f"{blanks}{words}{blanks}")],
        [f"{blanks}{honest.expected.joins[0]}{blanks}"],
    )
    assert await both_say(page, [(honest.text, expected)]) == [[Code.YES, f"{PROMISED} yes"]]


async def test_both_trim_the_same_characters(page: Page) -> None:
    trimmed = await page.evaluate(
        """() => Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code))
            .filter((one) => trimmed(`${one}x${one}`) === 'x')"""
    )
    assert trimmed == [one for one in map(chr, range(0x10000)) if not one.strip()]


@pytest.mark.parametrize(
    "expected",
    [
        ExpectedValues("0" * 63),
        ExpectedValues("0" * 65),
        ExpectedValues(f"{'0' * 32} {'0' * 32}"),
        ExpectedValues("", "g" * 64),
        ExpectedValues("", "", [("0" * 31, "words")]),
        ExpectedValues("", "", [("0" * 32, " ")]),
        ExpectedValues("", "", [], ["1x"]),
        ExpectedValues("", "", [], ["-1"]),
        ExpectedValues("", "", [], ["1" * 21]),
    ],
)
async def test_both_verifiers_refuse_malformed_values(page: Page, expected: ExpectedValues) -> None:
    assert await both_say(page, [(cheats.honest_record(1).text, expected)]) == [[2, None]]


async def test_every_combination_of_given_values_has_its_verdict(page: Page) -> None:
    """Check every row of the table in docs/fairness.md."""
    whole, short = cheats.honest_record(1), next(cheats.cut_short(1))
    zeros, cut = "0" * 64, [("0" * 32, "not mine")]
    commitment, played, cuts = whole.expected[:3]
    for text, over in ((whole.text, True), (short.text, False)):
        fine = [Code.YES, f"{PROMISED} yes"] if over else [Code.UNFINISHED, UNFINISHED]
        end = played if over else json.loads(text)["fair"]["played"]
        no = [Code.NO, f"{PROMISED} no"]
        table: list[tuple[ExpectedValues, list[object]]] = [
            (ExpectedValues(), [Code.UNCOMPARED, UNCOMPARED]),
            (ExpectedValues(" ", " "), [Code.UNCOMPARED, UNCOMPARED]),
            (ExpectedValues("", end), [Code.UNCOMPARED, UNPROMISED]),
            (ExpectedValues("", "", cuts), [Code.UNCOMPARED, UNPROMISED]),
            (ExpectedValues(commitment), fine),
            (ExpectedValues(commitment, end), fine),
            (ExpectedValues(commitment, end, cuts), fine),
            (ExpectedValues(zeros), no),
            (ExpectedValues(commitment, zeros), no),
            (ExpectedValues(commitment, end, cut), no),
            (ExpectedValues("", zeros), no),
            (ExpectedValues("", "", cut), no),
            (ExpectedValues(commitment, end, cuts, ["1"]), no),
        ]
        said = await both_say(page, [(text, expected) for expected, _ in table])
        assert said == [answer for _, answer in table]


async def test_card_that_was_not_dealt_is_found_even_with_a_matching_final_hash(page: Page) -> None:
    data = proofs.proven_record(Case(Game.games["saizen"], 4, {}), Random(1), None)
    last = next(place for place, move in reversed([*enumerate(data["moves"])]) if " play " in move)
    data["moves"][last] = f"{data['moves'][last].partition(' ')[0]} play X2"
    data["fair"]["played"] = proof.played_hash(data)
    assert await page.evaluate("(text) => verify(text).why", json.dumps(data)) == "badCard"
    assert engine_says(json.dumps(data))[0] == Code.NO


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "yes", "no", "say_no_record"),
    sampled(
        [
            ("ja-JP", "はい", "いいえ", "読める記録ではありません"),
            ("en-GB", f"{PROMISED} yes", f"{PROMISED} no", "This is no record"),
        ],
        2,
    ),
)
async def test_a_record_is_chosen_or_pasted_and_the_verdict_fits_a_phone(
    chromium: Browser, tmp_path: Path, locale: str, yes: str, no: str, say_no_record: str
) -> None:
    page, honest = await opened(chromium, locale), cheats.honest_record(1)
    (tmp_path / "record.json").write_text(honest.text, encoding="utf-8")
    await page.set_input_files("#file", tmp_path / "record.json")
    await page.wait_for_selector("#verdict.unsure")
    data, ((nonce, words),) = honest.data, honest.expected.cuts
    assert data["fair"]["commitment"] in await page.inner_text("#lines"), "the reader can compare the commitment"
    await page.fill("#commitment", data["fair"]["commitment"].upper())
    await page.fill("#cuts", f"{nonce} {words}\n")
    await page.fill("#joins", honest.expected.joins[0])
    await page.click("#check")
    assert (await page.inner_text("#verdict.yes")).endswith(yes)
    assert data["fair"]["commitment"] not in await page.inner_text("#lines"), "the commitment was compared"
    for field, wrong in (
        ("#commitment", "0" * 64),
        ("#played", "0" * 64),
        ("#cuts", f"{nonce} other words"),
        ("#joins", "1"),
    ):
        before = await page.input_value(field)
        await page.fill(field, wrong)
        await page.click("#check")
        assert (await page.inner_text("#verdict.no")).endswith(no)
        await page.fill(field, before)
    await page.fill("#record", json.dumps(proofs.changed(data, "cut", Random(1))))
    await page.click("#check")
    assert (await page.inner_text("#verdict.no")).endswith(no)
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + honest.text.encode())
    # Like `python -m engine`, the page reads no file that begins with a byte order mark.
    await page.set_input_files("#file", marked)
    await page.locator("#verdict.no", has_text=say_no_record).wait_for()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "the page does not scroll sideways"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "languages"), sampled([("ja-JP", ["ja", "en"]), ("en-GB", ["en", "ja"]), ("de-DE", ["en", "ja"])], 3)
)
async def test_page_speaks_the_browsers_language_and_the_other_at_a_click(
    chromium: Browser, locale: str, languages: list[str]
) -> None:
    page, honest = await opened(chromium, locale), cheats.honest_record(1)
    await page.fill("#record", honest.text)
    await page.click("#check")
    for language, other in (languages, languages[::-1], languages):
        said = await page.evaluate(f"TEXTS.{language}")
        assert await page.evaluate("document.documentElement.lang") == language
        assert await page.inner_text("h1") == said["title"]
        assert said["title"] in await page.title()
        assert await page.inner_text("#verdict") == said["uncompared"], "the verdict is in the language too"
        spoken = await page.eval_on_selector_all("[data-say]", "(all) => all.map((one) => one.textContent)")
        assert all(spoken)
        switch = page.locator("#language")
        assert await switch.get_attribute("lang") == other
        assert await switch.inner_text() == {"en": "English", "ja": "日本語"}[other]
        await switch.click()
    assert await page.input_value("#record") == honest.text, "the reader's values stay"


async def test_both_languages_have_the_same_texts(page: Page) -> None:
    english, japanese = await page.evaluate("[Object.keys(TEXTS.en).sort(), Object.keys(TEXTS.ja).sort()]")
    assert english == japanese


@pytest.mark.drawn(1)
@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"game": "bridge"}', '{"game": "__proto__"}', "<script>"])
async def test_text_that_is_no_record_gets_a_sentence(page: Page, text: str) -> None:
    await page.evaluate("document.querySelector('#verdict').replaceChildren()")
    await page.fill("#record", text)
    await page.click("#check")
    assert "no record that this page can read" in await page.inner_text("#verdict.no")


async def test_long_text_is_refused_and_hardly_repeated(page: Page) -> None:
    for text, reason in (("[" * 1_000_001, "larger than 1 MB"), (json.dumps({"game": "Q" * 5_000}), "game")):
        await page.evaluate("text => { document.querySelector('#record').value = text; }", text)
        await page.click("#check")
        said = await page.inner_text("#verdict.no") + await page.inner_text("#lines")
        assert reason in said
        assert said.count("Q") <= 200


async def test_a_record_without_a_proof_is_unproven(page: Page) -> None:
    data = proven("bare")
    del data["fair"]
    await page.fill("#record", json.dumps(data))
    await page.click("#check")
    assert "its record has no proof" in await page.inner_text("#verdict.no")
