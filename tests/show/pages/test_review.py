"""Pages of a review: they show its values and counts, and each position as the seat saw it."""

import re
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, cast

import pytest

from engine import record
from engine.game import Game
from engine.games.saizen.messages import WON_AT_LEAST
from engine.knowledge.positions import position_after
from engine.players import ThinkingBudget
from engine.review import Review, Reviewer, review
from engine.review.outcomes import Outcome
from engine.review.summary import costliest, finds
from host.learning.reviews import ReviewInProgress
from host.people.replays import steps_of
from host.refusals import REVIEW_FAILED
from host.tables.table import Table
from locales import Translation
from locales.translation import BOUND
from show.actions.replay_actions import PlayOn
from show.actions.review_actions import OpenReview, ShowCost, ShowCounting, ShowFind
from show.pages.learning.review import (
    bar,
    counting_page,
    decision_page,
    failed_page,
    move_name,
    progress_page,
    review_page,
)
from show.text.page import Chart, Drawing, Page, Picture
from show.text.seat_names import table_translation
from tests.show.basics import AKI, every_game, every_language
from tests.show.page_content import actions, check_limits, clickable, texts
from tests.show.tables import a_table, game_at, play_out

FEW = ThinkingBudget(playouts=24)
NAMES = re.compile(r"mistake|error|blunder|wrong|ミス|間違|悪手", re.IGNORECASE)
"""Words that a review does not use for what a person has played."""


@cache
def over(game: str) -> Table:
    """Return a finished game of two people at a table with the fewest seats that the game allows."""
    return play_out(a_table(Game.games[game], Game.games[game].seat_counts[0], people=2), Random(5))


@cache
def made(game: str, seat: int = 0) -> Review:
    """Return the review of a seat that has played at random."""
    return review(record.read(record.write(game_at(over(game)))), seat, Reviewer(FEW, None))


def changed(game: str, *decisions: int, **values: Any) -> Review:
    """Return a review without gains and losses, except that these decisions of the seat have the given values."""
    few = [{**one, "gain": 0.0, "loss": 0.0, "flagged": False, "counted": True} for one in made(game)["decisions"]]
    for place in decisions:
        few[place] |= values
    return cast("Review", {**made(game), "decisions": few})


def translation(game: str, language: str = "en") -> Translation:
    return table_translation(over(game), language)


def first(game: str, found: Review, language: str = "en") -> Page:
    page = review_page(over(game), game_at(over(game)), found, translation(game, language))
    check_limits(page)
    return page


def decision(game: str, found: Review, which: Any, place: int = 0, language: str = "en") -> Page:
    page = decision_page(over(game), game_at(over(game)), found, which, place, translation(game, language))
    assert page is not None
    check_limits(page)
    return page


@pytest.mark.drawn(1)
@every_game
@every_language
def test_pages_of_real_reviews_are_within_discords_limits_and_blame_nobody(game: str, language: str) -> None:
    found = made(game)
    pages = [first(game, found, language)]
    pages += [decision(game, found, "find", place, language) for place in range(len(finds(found)))]
    pages += [decision(game, found, "cost", place, language) for place in range(len(costliest(found)))]
    for page in pages:
        assert not NAMES.search(page.text)
        assert not re.search(r"\{|\}|None", page.text)


@pytest.mark.drawn(1)
@every_game
def test_every_choice_of_a_game_has_a_name(game: str) -> None:
    table, tr = over(game), translation(game)
    for number, (seat, move) in enumerate(game_at(table).history):
        before = position_after(game_at(table), number)
        name = move_name(before, seat, before.text(move), tr)
        assert name
        assert "seat" not in name.lower() or game == "tennos-square"


# --- The first page


def test_finds_come_first_and_lead_to_their_decisions() -> None:
    found = changed("saizen", 3, 5, gain=1.25, gain_error=0.31)
    found["decisions"][5]["gain"] = 2.0
    for one in found["decisions"]:
        one["usual"] = one["best"]
    page = first("saizen", found)
    named = [actions(page).index(ShowFind(1, place)) for place in (0, 1)]
    assert named == [0, 1]
    assert ShowFind(1, 2) not in actions(page)
    assert page.text.count("What rules of thumb miss") == 1
    told = re.findall(r": ([0-9.]+) points more", page.text)
    assert told == ["2.0", "1.2"]
    third = found["decisions"][3]
    before = position_after(game_at(over("saizen")), third["number"])
    usual = move_name(before, 0, third["best"], translation("saizen"))
    said = f"1.2 points better on average than the usual choice here, mostly **{usual}** (± 0.3)."
    assert decision("saizen", found, "find", 1).text.count(said) == 1


@pytest.mark.drawn(1)
@every_language
def test_bid_is_named_by_its_letter_and_its_points(language: str) -> None:
    every = made("tezuma-trick")["decisions"]
    number, bid = next((place, one["played"]) for place, one in enumerate(every) if "bid" in one["played"])
    found, tr = changed("tezuma-trick", number, gain=1.25, gain_error=0.31), translation("tezuma-trick", language)
    before = position_after(game_at(over("tezuma-trick")), every[number]["number"])
    name = move_name(before, 0, bid, tr)
    assert re.fullmatch(r"(Bid|ビッド) [A-H]\S*\s?[(［](\d:\d+\s?)+[)］]", name)
    assert f"**{name}**" in first("tezuma-trick", found, language).text
    assert f"**{name}**" in decision("tezuma-trick", found, "find", 0, language).text


@pytest.mark.drawn(1)
@every_language
@pytest.mark.parametrize("same", [False, True])
def test_drafted_cards_of_two_kinds_are_compared_by_their_order(language: str, same: bool) -> None:
    found = changed("tezuma-trick", 0, loss=1.5, flagged=True, outcome=None, holding=None, advice=None)
    one, tr = found["decisions"][0], translation("tezuma-trick", language)
    kind = one["played"].split()[1]
    before = position_after(game_at(over("tezuma-trick")), one["number"])
    moves = [before.text(move) for move in before.legal_moves(0)]
    one["best"] = next(move for move in moves if move != one["played"] and (move.split()[1] == kind) == same)
    assert (tr("review-order") in decision("tezuma-trick", found, "cost", 0, language).text) == (not same)


@pytest.mark.parametrize(
    ("count", "full"),
    [(0, 0), (1, 1), (25, 3), (35, 4), (44, 4), (45, 5), (55, 6), (65, 7), (96, 9), (99, 9), (100, 10)],
)
def test_bar_is_filled_to_the_nearest_tenth_and_a_half_rounds_up(count: int, full: int) -> None:
    assert bar(count / 100) == "▰" * full + "▱" * (10 - full)


def test_review_without_finds_says_so() -> None:
    assert "No move of yours was clearly worth more" in first("saizen", changed("saizen")).text


RESULTS = pytest.mark.parametrize(
    ("result", "own", "others", "told"),
    [
        (3.0, 0.0, 0.0, ("**3.0** points above", "+3.0", "0.0", "0.0")),
        (1.04, 0.36, 0.36, ("**1.0** points above", "+0.2", "+0.4", "+0.4")),
        (-2.5, -0.04, 1.25, ("**2.5** points below", "-3.7", "0.0", "+1.2")),
        (-31.0, 1.0, -4.0, ("**31.0** points below", "-28.0", "+1.0", "-4.0")),
        (-0.04, 0.5, 0.25, ("**Level** with", "-0.7", "+0.5", "+0.2")),
    ],
)


@RESULTS
def test_first_page_has_one_yardstick_and_the_other_one_is_explained_behind_a_button(
    result: float, own: float, others: float, told: Sequence[str]
) -> None:
    found = with_luck(result, own, others)
    page = first("saizen", found)
    how, luck, mine, theirs = told
    line = next(one for one in page.text.splitlines() if "average" in one)
    assert line == f"{how} the others’ average; luck alone: {luck} (± 0.4)"
    assert "your moves" not in page.text
    assert "rules of thumb" not in line
    assert ShowCounting(1) in actions(page)
    explained = counting_page(over("saizen"), found, translation("saizen"))
    check_limits(explained)
    split = f"luck {luck} (± 0.4), your moves {mine} and the others’ moves {theirs}."
    assert split in explained.text
    assert sum(map(float, (luck, mine, theirs))) == pytest.approx(round(result, 1))
    assert actions(explained) == [OpenReview(1, here=True)]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (3.0, "ほかの人の平均より **3.0** 点上（運だけなら +3.0、±0.4）"),
        (-31.0, "ほかの人の平均より **31.0** 点下（運だけなら -31.0、±0.4）"),
        (0.0, "ほかの人の平均と同じ（運だけなら 0.0、±0.4）"),
    ],
)
def test_japanese_result_is_above_below_or_level(result: float, told: str) -> None:
    assert told in first("saizen", with_luck(result, 0.0, 0.0), "ja").text
    explained = counting_page(over("saizen"), with_luck(result, 0.5, 0.0), translation("saizen", "ja"))
    check_limits(explained)
    assert "自分の手 +0.5、ほかの人の手 0.0 の合計" in explained.text


def with_luck(result: float, own: float, others: float) -> Review:
    """Return a review with this result; the seat's moves gained `own` points, and the moves of the others `others`."""
    values: Any = {"result": result, "own": own, "others": others, "luck": result - own - others, "luck_error": 0.4}
    return {**made("saizen"), **values}


@pytest.mark.parametrize(
    ("counted", "told"),
    [(10, "Mean loss: **0.25** points, in 10 decisions"), (9, "Only 9 of"), (1, "Only one"), (0, "None of")],
)
def test_mean_loss_needs_ten_counted_decisions(counted: int, told: str) -> None:
    values: Any = {"counted": counted, "loss": counted / 4}
    page = first("saizen", {**made("saizen"), **values})
    assert told in page.text
    assert ("Mean loss" in page.text) == (counted >= 10)


def test_what_cost_most_is_behind_a_button() -> None:
    found = changed("saizen", 2, 4, loss=1.5, flagged=True)
    assert ShowCost(1, 0) in actions(first("saizen", found))
    assert "1.5" not in first("saizen", {**found, "loss": 0.0, "luck_error": 0.1, "result": 0.0}).text
    page = first("saizen", changed("saizen"))
    assert not [one for one in actions(page) if isinstance(one, ShowCost)]
    assert "No decision clearly cost you anything" in page.text


def test_curve_has_the_expected_points_and_the_result() -> None:
    found = made("saizen")
    (curve,) = [part for part in first("saizen", found).parts if isinstance(part, Picture)]
    assert isinstance(curve.drawing, Chart)
    assert curve.drawing.draw() is not None
    firsts = {one["round"]: one["expected"] for one in reversed(found["decisions"])}
    said = ", ".join(f"{firsts[number]:+.1f}" for number in (1, 2, 3))
    assert curve.alt.endswith(f"When the rounds began: {said}. The result: {found['result']:+.1f}.")
    none: Any = {"decisions": []}
    assert not [part for part in first("saizen", {**found, **none}).parts if isinstance(part, Picture)]


# --- A decision


@pytest.mark.drawn(1)
@every_game
def test_decision_shows_the_position_as_its_seat_saw_it(game: str) -> None:
    found = changed(game, 4, loss=1.5, flagged=True)
    page, number = decision(game, found, "cost"), found["decisions"][4]["number"]
    (picture,) = [part for part in page.parts if isinstance(part, Picture)]
    assert isinstance(picture.drawing, Drawing)
    assert picture.drawing.view == position_after(game_at(over(game)), number).view(0)
    steps = steps_of(game_at(over(game)))
    practice, *others = actions(page)
    assert isinstance(practice, PlayOn)
    assert steps[practice.step].moves == number
    assert practice.eyes == 1
    assert others == [OpenReview(1, here=True)]


def test_decisions_follow_one_another_and_the_last_leads_back() -> None:
    found = changed("saizen", 2, 4, 6, 8, loss=1.5, flagged=True, gain=0.0)
    for place in range(3):
        page = decision("saizen", found, "cost", place)
        assert f"{place + 1} of 3" in page.text
        assert (ShowCost(1, place + 1) in actions(page)) == (place < 2)
    for which in ("find", "cost"):
        assert decision_page(over("saizen"), game_at(over("saizen")), found, which, 3, translation("saizen")) is None


@pytest.mark.parametrize(
    ("exact", "error", "told"),
    [
        (True, 0.0, "came out 1.5 points better on average (exact)."),
        (False, 0.31, "came out 1.5 points better on average (± 0.3)."),
        (False, 0.04, "came out 1.5 points better on average."),
    ],
)
def test_loss_is_told_with_its_error(exact: bool, error: float, told: str) -> None:
    found = changed("saizen", 4, loss=1.5, flagged=True, exact=exact, error=error)
    assert told in decision("saizen", found, "cost").text


@pytest.mark.parametrize(("error", "told"), [(0.04, " (± 0.04)."), (0.004, ".")])
def test_small_loss_is_told_in_hundredths_with_its_error(error: float, told: str) -> None:
    found = changed("saizen", 4, loss=0.11, flagged=True, exact=False, error=error)
    assert f"came out 0.11 points better on average{told}" in decision("saizen", found, "cost").text


def with_counts(outcome: Outcome | None, **values: Any) -> Page:
    """Return the page of a decision whose moves had this outcome."""
    found = changed("saizen", 4, loss=1.5, flagged=True, outcome=outcome, holding=None, advice=None, **values)
    one = found["decisions"][4]
    before = position_after(game_at(over("saizen")), one["number"])
    one["best"] = next(text for move in before.legal_moves(0) if (text := before.text(move)) != one["played"])
    return decision("saizen", found, "cost")


def test_outcome_is_told_by_its_counts_in_a_sentence_and_as_bars() -> None:
    page = with_counts({"text": WON_AT_LEAST(count=3), "better": 305, "other": 190, "games": 500})
    counts = r"you won at least 3 tricks in 61 after \*\*.+\*\*, in 38 after \*\*.+\*\*\."
    assert re.search(rf"This round, in 100 random deals that fit what you had seen: {counts}", page.text)
    bars = re.findall(r"^(▰*)(▱*) (\d+)/100 · ", page.text, re.MULTILINE)
    assert [(len(full), len(empty), count) for full, empty, count in bars] == [(6, 4, "61"), (4, 6, "38")]


def test_bars_that_look_alike_are_left_out() -> None:
    page = with_counts({"text": WON_AT_LEAST(count=3), "better": 96, "other": 89, "games": 100})
    assert "in 96 after" in page.text
    assert "▰" not in page.text


def test_fewer_than_a_hundred_deals_are_told_as_they_are() -> None:
    page = with_counts({"text": WON_AT_LEAST(count=3), "better": 20, "other": 2, "games": 24})
    assert re.search(r"in 24 random deals .+ in 20 after .+, in 2 after .+\.", page.text)


def test_without_another_reason_the_mean_points_of_both_moves_are_told() -> None:
    page = with_counts(None, scored={"better": (4.26, 3.0), "other": (2.5, 3.14)})
    assert "deals that fit" not in page.text
    assert "▰" not in page.text
    means = r"\*\*.+\*\*: you 4\.3, the others 3\.0; after \*\*.+\*\*: you 2\.5, the others 3\.1\."
    assert re.search(rf"^Mean points this round after {means}$", page.text, re.MULTILINE)


def with_holding(language: str, **values: Any) -> str:
    """Return the first page of a decision in Saizen; `values` describe a fact about the hand of seat 1."""
    held: dict[str, Any] = {"seat": 1, "card": None, "suit": None, "games": 40, **values}
    found = changed("saizen", 4, loss=1.5, flagged=True, worlds=200, outcome=None, holding=held, advice=None)
    one = found["decisions"][4]
    one["best"] = next(each["move"] for each in one["moves"] if each["move"] != one["played"])
    before = position_after(game_at(over("saizen")), one["number"])
    text = decision("saizen", found, "cost", language=language).text
    for name in ("best", "played"):
        text = text.replace(f"**{move_name(before, 0, one[name], translation('saizen', language))}**", f"*{name}*")
    return text.replace(BOUND, "").replace("\u00a0", " ")


FACT = {
    "en": "In {} of 100 random deals that fit what you had seen, ",
    "ja": "見えていなかったカードの分かれ方を100通り試すと、",
}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("language", "what", "here", "elsewhere", "count", "told"),
    [
        ("en", "S9", 1.2, 0.0, 20, "still had ♠️9: there {best}; in the other 80, where {who} did not, {none}."),
        ("en", "S9", 1.2, 0.3, 20, "still had ♠️9: there {best}; in the other 80, where {who} did not, {only}."),
        ("en", "S9", 0.0, 1.2, 80, "had no ♠️9: there {best}; in the other 20, where {who} had it, {none}."),
        ("en", "S9", -0.3, 1.2, 80, "had no ♠️9: there {best}; in the other 20, where {who} had it, {played}."),
        ("en", "S", 1.2, -0.3, 20, "had no ♠️ spades: there {best}; in the other 80, where {who} had some, {played}."),
        ("en", "S", 0.0, 1.2, 80, "had some ♠️ spades: there {best}; in the other 20, where {who} had none, {none}."),
        ("ja", "S9", 1.2, 0.0, 20, "まだ♠️9を持っていた20通りでは{best}、持っていなかった80通りでは{none}でした。"),
        ("ja", "S9", 1.2, 0.3, 20, "まだ♠️9を持っていた20通りでは{best}、持っていなかった80通りでは{only}でした。"),
        ("ja", "S9", 0.0, 1.2, 80, "♠️9を持っていなかった80通りでは{best}、持っていた20通りでは{none}でした。"),
        ("ja", "S9", -0.3, 1.2, 80, "♠️9を持っていなかった80通りでは{best}、持っていた20通りでは{played}でした。"),
        (
            "ja",
            "S",
            1.2,
            -0.3,
            20,
            "♠️ スペードを持っていなかった20通りでは{best}、持っていた80通りでは{played}でした。",
        ),
        ("ja", "S", 0.0, 1.2, 80, "♠️ スペードを持っていた80通りでは{best}、持っていなかった20通りでは{none}でした。"),
    ],
)
def test_fact_about_another_hand_begins_with_the_case_that_matters(
    language: str, what: str, here: float, elsewhere: float, count: int, told: str
) -> None:
    text = with_holding(language, **{"suit" if len(what) == 1 else "card": what}, here=here, elsewhere=elsewhere)
    leads = {
        "en": {
            "best": "*best* came out 1.2 points better",
            "only": "*best* came out only 0.3 points better",
            "played": "*played* came out 0.3 points better",
            "none": "it made no difference",
        },
        "ja": {
            "best": " *best* のほうが平均1.2点上",
            "only": " *best* のほうが平均でわずか0.3点上",
            "played": " *played* のほうが平均0.3点上",
            "none": "差なし",
        },
    }[language]
    who = translation("saizen", language).seat(1)
    joined = {"en": " ", "ja": " が"}[language]
    said = f"{FACT[language].format(count)}{who}{joined}{told.format(**leads, who=who)}"
    assert said in text


@pytest.mark.parametrize(("language", "usual"), [("en", "Usual choice"), ("ja", "ふつうの選択")])
def test_find_is_explained_by_the_counts_of_the_usual_choice(language: str, usual: str) -> None:
    outcome: Outcome = {"text": WON_AT_LEAST(count=3), "better": 305, "other": 190, "games": 500}
    found = changed("saizen", 4, gain=1.5, gain_error=0.3, gain_outcome=outcome)
    text = decision("saizen", found, "find", language=language).text
    bars = re.findall(r"^▰*▱* (\d+)/100 · (.+)$", text, re.MULTILINE)
    assert [count for count, _ in bars] == ["61", "38"]
    assert bars[1][1] == usual
    assert "▰" not in decision("saizen", changed("saizen", 4, gain=1.5, gain_outcome=None), "find").text


@pytest.mark.parametrize("which", ["find", "cost"])
def test_texts_without_room_keep_the_value_the_first_reason_and_the_last_round(
    which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome: Outcome = {"text": WON_AT_LEAST(count=3), "better": 305, "other": 190, "games": 500}
    values = {"gain": 1.5, "gain_outcome": outcome} if which == "find" else {"loss": 1.5, "outcome": outcome}
    found = changed("saizen", -1, flagged=True, holding=None, advice=None, **values)
    whole = decision("saizen", found, which).text
    monkeypatch.setattr("show.pages.learning.review.ROOM", 0)
    assert decision("saizen", found, which).text == re.sub(r"^▰.*\n", "", whole, flags=re.MULTILINE) != whole


@pytest.mark.parametrize("last", [True, False])
def test_place_in_the_last_round_is_told_of_where_it_counts(*, last: bool) -> None:
    found = changed("saizen", -1 if last else 0, loss=1.5, flagged=True)
    assert ("the first place counts 20 points" in decision("saizen", found, "cost").text) == last


# --- Progress


@every_language
def test_progress_is_told_and_can_be_looked_at_again(language: str) -> None:
    table = over("saizen")
    now = ReviewInProgress(table, AKI, 0, range(10, 48))
    pages = []
    for now.begun, now.valued in ((False, 0), (True, 0), (True, 24), (True, 99)):
        page = progress_page(now, translation("saizen", language))
        check_limits(page)
        assert actions(page) == [OpenReview(table.id, here=True)]
        pages.append(page.text)
    assert len(set(pages)) == 4
    assert [set(re.findall(r"\d+", text)) for text in pages] == [set(), {"0", "38"}, {"14", "38"}, {"38"}]


def test_failure_is_told_with_a_way_to_try_again() -> None:
    page = failed_page(over("saizen"), REVIEW_FAILED(), translation("saizen"))
    assert str(REVIEW_FAILED()) in texts(page)
    assert actions(page) == [OpenReview(1, here=True)]


@pytest.mark.drawn(1)
@every_game
def test_buttons_say_nothing_but_table_and_place(game: str) -> None:
    found = changed(game, 2, 4, 6, loss=1.5, flagged=True, gain=0.5)
    pages = [first(game, found), *(decision(game, found, which) for which in ("find", "cost"))]
    for one in (one for page in pages for one in clickable(page)):
        assert re.fullmatch(r"(review|review-find|review-cost|review-how|play-on)(:\d{1,3})+", one["custom_id"])
