"""Typed and forged values are answered with a sentence, raise nothing, and are not stored."""

import gc
import re
from collections.abc import AsyncIterator, Iterator
from itertools import product

import pytest

import limits
from engine.game import Path
from host.tables.table import Table
from locales import Translation
from show.actions.table_actions import PICKED, Action
from show.text.text_form import NONCE, WORDS
from tests.fuzz.actions import field_types
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, logged_errors, offline
from tests.fuzz.payloads import User

HUGE = "9" * 40
SAMPLES: dict[object, list[str]] = {
    int: ["0", "1", "2", HUGE[:18]],
    str: ["", "x", "saizen"],
    Path: ["", "x", "R9.x"],
    bool: ["0", "1"],
}
"""Sample values of a field, by its type."""
FORGED = [
    "join:-1",
    f"join:{HUGE}",
    f"join:{2**63}",
    "join:１",
    "join:1_0",
    "join: 1",
    "rules:saizen:-99",
    f"rules:saizen:{HUGE}",
    "rules:nothing:0",
    "tables:-99",
    f"tables:{HUGE}:",
    "sit:1:-99:",
    "sheet:1:-1",
    f"sheet:1:{HUGE}",
    "look:1:scores:-5",
    "look:1:rules:-99",
    "look:1:nothing:0",
    "tab:1:nothing",
    "choose:1:-1:R9:0",
    "choose:1:0::0",
    "choose:1:0:......:0",
    "choose:1:0:S:2",
    f"choose:1:{HUGE}:S:0",
    "hints:1:5",
    "hints:-1:1",
    "options:1:saizen:-1:9.9.9",
    "computer:1",
    "level:1",
    "options:1:nothing:3:0",
    "options:1:saizen:3:-1.x.9.9.9.9.9.9.9",
    "leaders-since:nothing",
    ":",
    "",
    "\u0000:\ud7ff",
    "join:1" + "x" * 94,
]


@pytest.fixture(autouse=True)
def no_logged_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check at the end that the log has no error."""
    yield
    assert logged_errors(caplog.get_records("call")) == []


LOBBY, GAME = 1, 2


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Offline]:
    """Yield a bot with a lobby and a game of Aki and a computer player, for tests that change nothing."""
    async with offline(tmp_path_factory.mktemp("bot") / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        for number in (LOBBY, GAME):
            await world.open_table(AKI, where=ROOM, seats=3, start=False)
            await world.wait_for(world.click(AKI, ROOM, f"computer:{number}", values=["1.easy"]))
        await world.complete(world.click(AKI, ROOM, f"start:{GAME}"))
        yield world


async def answer_text(world: Offline, asked: SentInteraction) -> str:
    """Return the answer's text."""
    return (await world.wait_for(asked)).text


@pytest.mark.drawn(6)
@pytest.mark.parametrize("custom_id", FORGED)
async def test_forged_click_is_answered_without_an_error(shared: Offline, custom_id: str) -> None:
    for values in (None, [], ["x" * 100], ["-1"]):
        assert await answer_text(shared, shared.click(AKI, ROOM, custom_id, values=values)), values


@pytest.mark.slow
async def test_sample_values_in_every_action_field_raise_no_error(
    world: Offline, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Wait only briefly for table messages, which this test does not check.
    monkeypatch.setattr("show.presenter.PATIENCE", 0.01)
    number = await world.open_table(AKI, BEN, where=ROOM)
    for verb in sorted(Action.verbs):
        for custom_id, who in product(sample_ids(verb, number), (AKI, CHIE)):
            for values in (["x"], [HUGE[:18]]) if PICKED in field_types(verb) else (None,):
                assert await answer_text(world, world.click(who, ROOM, custom_id, values=values)), custom_id
        assert logged_errors(caplog.records) == [], verb
        table = await world.services.tables.get(number)
        if table.state != "playing" or table.seat_of(AKI.id) is None:
            number = await world.open_table(AKI, BEN, where=ROOM)


def sample_ids(verb: str, table: int) -> Iterator[str]:
    """Yield an action's custom id with every combination of sample values, on one table."""
    named = {name: kind for name, kind in field_types(verb).items() if name != PICKED}
    samples = ([str(table)] if name == "table" else SAMPLES[kind] for name, kind in named.items())
    yield from (":".join([verb, *written]) for written in product(*samples))


@pytest.mark.parametrize(
    "filled",
    [{"seats": "-1"}, {"seats": HUGE}, {"seats": ""}, {"nothing": "1"}, {"jokers": "-1"}, {"jokers": HUGE}, {}],
)
async def test_forged_form_is_answered_without_an_error(shared: Offline, filled: dict[str, str]) -> None:
    assert await answer_text(shared, shared.submit(AKI, ROOM, f"set-up:{LOBBY}", filled))


@pytest.mark.parametrize(
    ("nonce", "said", "key"),
    [
        ("0" * 32, "", "no-words"),
        ("0" * 32, " ", "no-words"),
        ("0" * 32, "x" * 101, "fault-other-version"),
        ("0" * 32, HUGE * 200, "fault-other-version"),
        ("0" * 32, "two\nlines", "fault-other-version"),
        ("0" * 32, "half an emoji \ud83d", "fault-other-version"),
        ("", "words", "no-nonce"),
        ("0" * 31, "words", "no-nonce"),
        ("g" * 32, "words", "no-nonce"),
        ("０" * 32, "words", "no-nonce"),
        ("0" * 65, "words", "fault-other-version"),
    ],
)
async def test_empty_or_impossible_cut_texts_are_refused(shared: Offline, nonce: str, said: str, key: str) -> None:
    sentence = await answer_text(shared, shared.submit(AKI, ROOM, f"cut-with:{LOBBY}", {NONCE: nonce, WORDS: said}))
    assert sentence == Translation("en")(key, count=32)
    assert cut_counts(await shared.services.tables.get(LOBBY)) == [0, 0]


async def test_cutting_the_deck_needs_a_seat_in_the_lobby_and_is_limited(world: Offline) -> None:
    await world.open_table(AKI, where=ROOM, seats=3, start=False)

    async def cut(who: User) -> str:
        return await answer_text(world, world.submit(who, ROOM, "cut-with:1", {NONCE: "ab" * 16, WORDS: "my words"}))

    assert await cut(BEN) == Translation("en")("not-seated")
    for _ in range(limits.CUTS):
        assert re.findall("[0-9a-f]{32}", await cut(AKI)) == ["ab" * 16]
    assert await cut(AKI) == Translation("en")("cut-enough", count=limits.CUTS)
    assert cut_counts(await world.services.tables.get(1)) == [limits.CUTS]
    await world.wait_for(world.click(AKI, ROOM, "start:1"))
    assert await cut(AKI) == Translation("en")("lobby-gone")


def cut_counts(table: Table) -> list[int]:
    """Return how many times each person has cut the deck."""
    return [who.cuts for who in table.occupants if who]


@pytest.mark.parametrize(("verb", "table"), [("computer", LOBBY), ("level", GAME)])
@pytest.mark.parametrize(
    ("picked", "said"),
    [
        ("0.hard", "no-such-computer"),
        ("9.hard", "no-such-computer"),
        (f"{HUGE[:18]}.hard", "no-such-computer"),
        ("1.best", "no-such-level"),
        ("1.hard.easy", "no-such-level"),
        (".random", "no-such-level"),
        ("-1.hard", "fault-other-version"),
        ("１.hard", "fault-other-version"),
        ("hard", "fault-other-version"),
        (".", "fault-other-version"),
    ],
)
async def test_forged_seat_or_level_of_a_computer_player_is_refused(
    shared: Offline, verb: str, table: int, picked: str, said: str
) -> None:
    before = (await shared.services.tables.get(table)).occupants
    asked = shared.click(AKI, ROOM, f"{verb}:{table}", values=[picked])
    assert await answer_text(shared, asked) == Translation("en")(said)
    assert (await shared.services.tables.get(table)).occupants == before


@pytest.mark.parametrize("table", [-1, 0, 2**53, 2**63, 10**40])
async def test_impossible_table_number_is_answered_as_unknown(shared: Offline, table: int) -> None:
    text = await answer_text(shared, shared.command(AKI, ROOM, "hand", table=table))
    assert text == Translation("en")("no-such-table")


@pytest.mark.parametrize("length", [1, 2500, 2600, 6000])
@pytest.mark.parametrize("command", ["play", "rules", "leaderboard"])
async def test_typed_text_is_never_repeated_in_an_answer(shared: Offline, command: str, length: int) -> None:
    typed = "\N{COMBINING ENCLOSING KEYCAP}" * length
    text = await answer_text(shared, shared.command(AKI, ROOM, command, game=typed))
    assert typed not in text
    assert "/play" in text


@pytest.mark.parametrize("period", ["", "x" * 6000])
async def test_unknown_period_means_all_time(shared: Offline, period: str) -> None:
    assert "All time" in await answer_text(shared, shared.command(AKI, ROOM, "leaderboard", period=period))


@pytest.mark.parametrize("seats", [-1, 0, 7, 10**40])
async def test_impossible_number_of_seats_is_refused(shared: Offline, seats: int) -> None:
    assert await answer_text(shared, shared.command(AKI, ROOM, "play", game="saizen", seats=seats))


@pytest.mark.parametrize("typed", ["", "1", "x" * 6000, 1, 10**40, 1.5, None])
@pytest.mark.parametrize(("command", "option"), [("hand", "table"), ("play", "game")])
async def test_autocomplete_answers_any_typed_value(shared: Offline, command: str, option: str, typed: object) -> None:
    asked = await shared.wait_for(shared.autocomplete(AKI, ROOM, command, typed, option))
    assert "choices" in asked.answers[0]


@pytest.mark.slow
async def test_typed_text_is_not_kept_in_memory(world: Offline) -> None:
    typed = [f"secretly typed {number}" for number in range(20)]
    for one in typed:
        await world.wait_for(
            world.command(AKI, ROOM, "play", game=one),
            world.command(AKI, ROOM, "leaderboard", game=one, period=one),
            world.click(AKI, ROOM, f"rules:{one}:0"),
            world.click(AKI, ROOM, f"look:1:{one}:0"),
            world.click(AKI, ROOM, "leaders-of:all", values=[one]),
        )
    world.interactions.clear()
    await world.wait_until_idle()
    gc.collect()
    kept = [
        one for one in gc.get_objects() if isinstance(one, tuple | list | dict) and _contains(one, "secretly typed")
    ]
    assert [one for one in kept if one is not typed] == []


def _contains(container: object, what: str) -> bool:
    values = [*container.keys(), *container.values()] if isinstance(container, dict) else list(container)  # type: ignore[call-overload]
    return any(type(one) is str and one.startswith(what) for one in values)
