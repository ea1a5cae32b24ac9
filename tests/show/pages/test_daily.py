"""Pages of the day's deal: every choice can be made, nothing hidden is shown, and the text to share gives no hint."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import pytest

from engine.__main__ import main
from engine.contract.options import describe
from engine.daily import plan
from engine.daily.deal import DailyDeal, points
from engine.game import Game, Path
from host.daily.commitments import CommitmentMessage
from host.daily.deals import Attempt, ClosedDay, ClosedDeal, Commitment, DayResult, Line, opens_at
from host.daily.streaks import Streak
from host.refusals import NOT_PREPARED, PUZZLE_NOT_CONFIRMED, Refusal
from host.tables.table import Table
from locales import Translation, goal_line
from show.actions import daily_actions as actions
from show.actions.decision_actions import Choose, InDay, InLesson, InPuzzle, LookUp, PickChoice, ShowTab, SwitchHints
from show.actions.settings_actions import AskZone
from show.actions.table_actions import Action
from show.messages.edit_rate_limit import born
from show.pages.daily.attempts import (
    attempt_page,
    date_of,
    day_table,
    intro_page,
    practice_result_page,
    result_page,
    share_page,
    shared_text,
    unprepared_page,
)
from show.pages.daily.closed_day import best_line, best_line_page, closed_day_page, dealt_page
from show.pages.daily.commitments import coming_page, commitments_page
from show.pages.game.hand import BEYOND, ROOM, SPARE, Asked
from show.pages.game.hand.lookups import RULES, START_RULES, TRICK
from show.pages.game.tricks import has_tricks
from show.text.page import DOT, Page, Section
from show.text.seat_names import table_translation
from tests.days import a_deal, play_deal
from tests.engine.kit.cases import every_kind
from tests.show.basics import every_language
from tests.show.decision_pages import blind_decisions, moves_on, sent_by
from tests.show.page_content import actions as actions_on
from tests.show.page_content import check_limits, clickable, components_of, ids_of, lines_on_phone
from tests.show.pages.test_worst_hands import EMOJIS, SIGNS

DAY = 20_000
READER = 7
STREAK = Streak(5, 9)
IN_TIME, TOO_LATE = (int((opens_at(DAY) - 1_420_070_400 + seconds) * 1000) << 22 for seconds in (-1, 0))
"""Ids of messages that were posted a second before the day opened, and when it opened."""
POSTED = CommitmentMessage(5, 1, 6, "n", DAY, tuple((game, f"{number:064x}") for number, game in enumerate(Game.games)))
RULES_FIRST = LookUp(InDay(DAY), START_RULES)
"""The action of the button for the rules, on the page before the play."""


@pytest.fixture(autouse=True)
def quick_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)


def spoken(deal: DailyDeal, language: str) -> tuple[Table, Translation]:
    table = day_table(deal, READER, Translation(language))
    return table, table_translation(table, {"en": "en-US"}.get(language, language), SIGNS)


def attempt_at(deal: DailyDeal, game: Game, *, practice: bool = False) -> Attempt:
    made = points(game, deal.seat) if game.over else None
    return Attempt(DAY, 1, deal, game, practice, made)


def finished(kind: type[Game]) -> Attempt:
    deal = a_deal(kind)
    return attempt_at(deal, play_deal(deal))


def result_of(attempt: Attempt, percentile: float | None = 62.4, streak: Streak = STREAK) -> DayResult:
    return DayResult(attempt.points or 0, percentile, 3.26, 12, streak, 20, alone=False)


def attempts(kind: type[Game], seed: int = 1) -> Iterator[Attempt]:
    """Play a day's deal at random, and yield the attempt as it stands at each of the person's decisions."""
    deal, random = a_deal(kind), Random(seed)
    game = deal.start()
    deal.answer(game)
    while not game.over:
        yield attempt_at(deal, game.copy())
        game.play(deal.seat, random.choice(game.legal_moves(deal.seat)))
        deal.answer(game)


def choice(attempt: Attempt, action: Action | None) -> tuple[Path, bool] | str | None:
    """Return what an action of the page of a decision does, as `decision_pages.moves_on` asks for it."""
    if isinstance(action, ShowTab) and isinstance(action.scope, InDay):
        return action.tab
    if not isinstance(action, Choose | PickChoice):
        return None
    assert (action.scope, action.decision) == (InDay(DAY, attempt.practice), attempt.decision)
    if isinstance(action, PickChoice):
        return (*action.path, action.value), False
    return action.path, action.sure


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_every_legal_move_can_be_made_and_no_other(kind: type[Game], language: str) -> None:
    for attempt in attempts(kind):
        game, seat = attempt.game, attempt.deal.seat
        page_of = partial(attempt_page, attempt, *spoken(attempt.deal, language))
        made = moves_on(game, seat, page_of, partial(choice, attempt))
        assert made == {game.path(move) for move in game.legal_moves(seat)}


@pytest.mark.drawn(1)
@every_kind
@pytest.mark.parametrize("practice", [True, False])
def test_decision_has_buttons_of_the_day_only(kind: type[Game], practice: bool) -> None:
    for attempt in attempts(kind):
        table, tr = spoken(attempt.deal, "en")
        for plain in (False, True):
            page = attempt_page(replace(attempt, practice=practice), table, tr, Asked(plain=plain))
            assert all(one.startswith("day-") for one in ids_of(page))
            assert tr("day-practice" if practice else "day-short") in page.text
            assert bool(page.drawings) != plain


@pytest.mark.drawn(1)
@every_kind
@every_language
@pytest.mark.parametrize("practice", [True, False])
def test_first_decision_of_a_beginner_has_the_goal_and_hints_that_can_be_hidden(
    kind: type[Game], language: str, practice: bool
) -> None:
    attempt = replace(next(attempts(kind)), practice=practice)
    table, tr = spoken(attempt.deal, language)
    show, hide = (SwitchHints(InDay(DAY, practice), on) for on in (True, False))
    for asked, offered in (
        (Asked(), []),
        (Asked(hints=True), [hide]),
        (Asked(hints_hidden=True), [show]),
        (Asked(hints_off=True), [show]),
    ):
        for plain in (False, True):
            page = attempt_page(attempt, table, tr, replace(asked, plain=plain))
            check_limits(page, EMOJIS)
            assert [one for one in actions_on(page) if one in (show, hide)] == offered
        page = attempt_page(attempt, table, tr, asked)
        assert (tr("hand-aim", goal=goal_line(language, kind.id)) in page.text.split("\n")) == asked.hints


@every_kind
@every_language
def test_first_decision_with_the_goal_is_no_higher_than_a_phone(kind: type[Game], language: str) -> None:
    attempt = next(attempts(kind))
    assert lines_on_phone(attempt_page(attempt, *spoken(attempt.deal, language), Asked(hints=True))) <= ROOM + BEYOND


@every_language
def test_last_trick_is_left_out_where_an_ability_and_a_hint_need_the_room(language: str) -> None:
    played = [one for seed in range(8) for one in attempts(Game.games["tezumashi"], seed)]
    pages = [attempt_page(one, *spoken(one.deal, language), Asked(hints=True)) for one in played]
    explained = [page for page in pages if any(isinstance(part, Section) for part in page.parts)]
    heights = [lines_on_phone(page) for page in explained if "→" in str(page.parts[0])]
    assert 0 < len(heights) < len(explained)
    assert max(heights) <= ROOM + SPARE


@pytest.mark.drawn(2)
@every_kind
def test_page_of_a_decision_depends_on_the_own_view_only(kind: type[Game]) -> None:
    for seat, state in islice(blind_decisions(kind, 1), 3):
        deal = DailyDeal(kind.id, state.game.seats, {}, b"", seat)
        game, other = (_pages(attempt_at(deal, one)) for one in (state.game, state.other))
        assert game == other


def _pages(attempt: Attempt) -> str:
    """Return all that the pages of a decision send."""
    table, tr = spoken(attempt.deal, "en")
    look = LookUp(InDay(DAY), TRICK)
    pages = [attempt_page(attempt, table, tr, Asked(hints=hints)) for hints in (False, True)]
    pages.append(attempt_page(attempt, table, tr, Asked(looking=look)))
    return sent_by(pages)


@pytest.mark.drawn(3)
@every_kind
@every_language
def test_lookups_lead_back_to_the_decision(kind: type[Game], language: str) -> None:
    attempt = next(attempts(kind))
    table, tr = spoken(attempt.deal, language)
    for what in (TRICK, RULES, "unknown"):
        page = attempt_page(attempt, table, tr, Asked(looking=LookUp(InDay(DAY), what)))
        check_limits(page, EMOJIS)
        assert ShowTab(InDay(DAY)) in actions_on(page)
    page = attempt_page(attempt, table, tr, Asked(looking=LookUp(InDay(DAY), START_RULES, page=1)))
    check_limits(page, EMOJIS)
    assert actions.OpenToday() in actions_on(page)


@every_kind
@every_language
def test_lookups_come_in_plain_words_for_those_who_read_hands_so(kind: type[Game], language: str) -> None:
    attempt = list(islice(attempts(kind), 3))[-1]
    table, tr = spoken(attempt.deal, language)
    drawn, plain = (
        attempt_page(attempt, table, tr, Asked(looking=LookUp(InDay(DAY), TRICK), plain=plain))
        for plain in (False, True)
    )
    assert "<:" in drawn.text
    assert "<:" not in plain.text


@every_kind
@every_language
def test_page_before_the_play_says_what_is_the_same_and_begins_it(kind: type[Game], language: str) -> None:
    deal = a_deal(kind)
    table, tr = spoken(deal, language)
    page = intro_page(DAY, table, tr)
    check_limits(page, EMOJIS)
    learn = ShowTab(InLesson(kind.id))
    assert [actions.PlayDay(DAY), learn, RULES_FIRST, actions.OpenClosedDay()] == actions_on(page)
    assert tr.text(kind.title) in page.text
    assert page.text.split("\n")[1] == goal_line(language, kind.id)
    assert str((DAY + 1) * 86_400) in page.text
    other = intro_page(DAY, spoken(a_deal(kind, 1), language)[0], tr)
    assert components_of(page) == components_of(other), "nothing of the deal"


@every_language
def test_page_before_the_play_is_short_and_names_unusual_options_only(language: str) -> None:
    kind = Game.games["tezuma-trick"]
    [option] = describe(kind.Options, max(kind.seat_counts))
    lines = []
    for value in option.allowed[:2]:
        table, tr = spoken(a_deal(kind, options={option.name: value}), language)
        lines.append(intro_page(DAY, table, tr).text.split("\n"))
    assert len(lines[0]) == 5
    unusual = tr("lobby-option", title=option.title, value=option.labels[1])
    assert {*lines[1]} - {*lines[0]} == {tr("lobby-options"), unusual}


@pytest.mark.drawn(1)
@every_language
def test_yesterday_is_offered_only_where_it_had_a_deal(language: str) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, language)
    for yesterday in (True, False):
        pages = [
            intro_page(DAY, table, tr, yesterday=yesterday),
            result_page(attempt, table, result_of(attempt), tr, yesterday=yesterday),
            unprepared_page(NOT_PREPARED(), tr, yesterday=yesterday),
        ]
        assert [actions.OpenClosedDay() in actions_on(page) for page in pages] == [yesterday] * 3


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_result_has_the_figures_the_sheet_and_ways_on(kind: type[Game], language: str) -> None:
    attempt = finished(kind)
    table, tr = spoken(attempt.deal, language)
    page = result_page(attempt, table, result_of(attempt), tr, zone="UTC")
    check_limits(page, EMOJIS)
    for figure in ("62%", "3.3", "20", "12", "5", str(attempt.points), f"<t:{(DAY + 1) * 86_400}:R>"):
        assert figure in page.text
    assert [one.kind for one in page.drawings] == ["sheet"]
    ways = [actions.ShareDay(DAY), actions.PractiseDay(DAY), actions.OpenClosedDay()]
    assert actions_on(page) == ways
    plain = result_page(attempt, table, result_of(attempt), tr, plain=True)
    check_limits(plain, EMOJIS)
    assert not plain.drawings


@pytest.mark.drawn(1)
@every_kind
def test_result_begins_with_the_points_and_the_place_in_the_round(kind: type[Game]) -> None:
    attempt = finished(kind)
    game, seat = attempt.game, attempt.deal.seat
    table, tr = spoken(attempt.deal, "en")
    ahead = {team for team in game.teams if game.ranking_score(team[0]) > game.ranking_score(seat)}
    ordinal = ("1st", "2nd", "3rd", "4th", "5th")[len(ahead)]
    pages = [
        result_page(attempt, table, result_of(attempt), tr),
        practice_result_page(replace(attempt, practice=True), table, None, tr),
    ]
    for page in pages:
        assert page.text.split("\n")[0].endswith(f", {ordinal} of {len(game.teams)}")


@pytest.mark.drawn(1)
@every_language
@pytest.mark.parametrize("game", ["saizen", "tennos-square"])
@pytest.mark.parametrize("scored", [True, False])
def test_result_without_a_percentile_compares_nothing(language: str, game: str, scored: bool) -> None:
    attempt = finished(Game.games[game])
    table, tr = spoken(attempt.deal, language)
    result = replace(result_of(attempt, None), scored=scored)
    page = result_page(attempt, table, result, tr)
    assert "%" not in page.text
    assert tr("day-par", par="3.3") not in page.text
    assert (tr("day-percentile", compared="no", percent=0) in page.text) == scored
    said = shared_text(attempt, table, result, tr)
    assert "%" not in said
    assert said.split("\n")[1].endswith("🔥 5")
    assert "🟦" not in said
    alone = shared_text(attempt, table, replace(result, streak=Streak(1)), tr)
    assert len(alone.split("\n")) == (2 if has_tricks(Game.games[game]) else 1)


@pytest.mark.drawn(1)
@every_language
def test_best_points_are_those_of_computers_while_nobody_else_has_played(language: str) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, language)
    seen, computers = tr("day-best", best=20), tr("day-best-computers", best=20)
    for changes, expected in (
        ({}, {seen}),
        ({"players": 1, "alone": True}, {computers}),
        ({"players": 1, "alone": True, "best": None}, set[str]()),
    ):
        page = result_page(attempt, table, replace(result_of(attempt), **changes), tr)
        facts = page.text.split("\n")[2].removeprefix("-# ").split(DOT)
        assert {seen, computers} & {*facts} == expected


@every_language
def test_time_zone_is_asked_until_the_reader_has_one(language: str) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, language)
    ask = AskZone(actions.OpenToday().custom_id)
    page = result_page(attempt, table, result_of(attempt), tr, puzzle="being made")
    check_limits(page, EMOJIS)
    assert ask in actions_on(page)
    assert ask not in actions_on(result_page(attempt, table, result_of(attempt), tr, zone="Asia/Tokyo"))


@every_language
def test_result_says_in_one_sentence_that_the_day_has_no_puzzle(language: str) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, language)
    page = result_page(attempt, table, result_of(attempt), tr, puzzle="not confirmed")
    check_limits(page, EMOJIS)
    assert tr.sentence(PUZZLE_NOT_CONFIRMED()) in page.text
    assert ShowTab(InPuzzle(DAY)) not in actions_on(page)
    other = result_page(attempt, table, result_of(attempt), tr, puzzle="being made")
    assert tr.sentence(PUZZLE_NOT_CONFIRMED()) not in other.text
    assert ShowTab(InPuzzle(DAY)) in actions_on(other)


@pytest.mark.drawn(1)
@every_language
def test_round_that_ended_after_the_day_has_no_score(language: str) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, language)
    page = result_page(attempt, table, replace(result_of(attempt), scored=False), tr)
    assert tr("day-late", compared="yes", percent=62) in page.text
    assert "<t:" not in page.text


@pytest.mark.drawn(1)
@every_kind
@every_language
@pytest.mark.parametrize("scored", [None, 4])
def test_end_of_practice_offers_practice_and_the_result(kind: type[Game], language: str, scored: int | None) -> None:
    attempt = replace(finished(kind), practice=True)
    table, tr = spoken(attempt.deal, language)
    page = practice_result_page(attempt, table, scored, tr)
    check_limits(page, EMOJIS)
    assert actions_on(page) == [actions.PractiseDay(DAY), actions.OpenToday()]


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_shared_text_has_date_game_percentile_squares_streak_and_command_and_nothing_else(
    kind: type[Game], language: str
) -> None:
    attempt = finished(kind)
    table, tr = spoken(attempt.deal, language)
    title, squares = shared_text(attempt, table, result_of(attempt), tr).split("\n")
    assert title == f"Ichiza ☀️ 2024-10-04 · {tr.aside().text(kind.title)} · /today"
    signs = "🟩⬛" if has_tricks(kind) else "🟦⬜"
    pattern = rf"[{signs}]+ (better than 62% of the plays|全プレイの62%を上回りました) · 🔥 5"
    assert re.fullmatch(pattern, squares)
    page = share_page(attempt, table, result_of(attempt), tr)
    check_limits(page)
    assert f"```\n{title}\n{squares}\n```" in page.text


@pytest.mark.parametrize(("days", "told"), [(0, False), (1, False), (2, True)])
def test_shared_text_has_the_streak_from_two_days_on(days: int, *, told: bool) -> None:
    attempt = finished(Game.games["saizen"])
    table, tr = spoken(attempt.deal, "en")
    text = shared_text(attempt, table, result_of(attempt, streak=Streak(days, 9)), tr)
    assert (tr("day-shared-streak", days=days).replace("\u00a0", " ") in text) == told


@pytest.mark.drawn(1)
@pytest.mark.parametrize("percentile", [0.0, 49.9, 100.0])
def test_squares_of_a_game_without_tricks_are_ten(percentile: float) -> None:
    attempt = finished(Game.games["tennos-square"])
    table, tr = spoken(attempt.deal, "en")
    said = shared_text(attempt, table, result_of(attempt, percentile, Streak(1)), tr)
    assert said.count("🟦") == round(percentile / 10)
    assert said.count("🟦") + said.count("⬜") == 10
    assert "🔥" not in said


@every_language
def test_day_without_deals_says_so_and_offers_to_look_again(language: str) -> None:
    page = unprepared_page(NOT_PREPARED(), Translation(language))
    check_limits(page)
    assert actions_on(page) == [actions.OpenToday(), actions.OpenClosedDay()]


def closed(kind: type[Game], *, own: bool) -> ClosedDay:
    attempt = finished(kind)
    line = [(seat, attempt.game.text(move)) for seat, move in attempt.game.history]
    deals = [
        ClosedDeal(a_deal(kind, number if number != 1 else 0), 3, 2.5, attempt.points or 0, line, 0.9)
        for number in range(2)
    ]
    result = result_of(attempt) if own else None
    return ClosedDay(DAY, kind.id, {}, bytes(16), "c" * 64, deals, attempt.number if own else None, result)


@pytest.mark.drawn(1)
@every_kind
@every_language
@pytest.mark.parametrize("own", [True, False])
def test_closed_day_has_the_secret_the_deals_and_the_own_result(kind: type[Game], language: str, own: bool) -> None:
    day = closed(kind, own=own)
    table, tr = spoken(day.deals[0].deal, language)
    page = closed_day_page(day, table, tr)
    check_limits(page, EMOJIS)
    for said in ("00" * 16, "c" * 64, "python -m engine today --day 2024-10-04 --secret "):
        assert said in page.text
    assert ("62%" in page.text) == own
    assert {actions.OpenToday(), actions.ListComingDays()} <= {*actions_on(page)}
    [deals] = [one["options"] for one in clickable(page) if "options" in one]
    assert [one["value"] for one in deals] == ["0", "1"]
    with_all = closed_day_page(day, table, tr, puzzle="ready")
    check_limits(with_all, EMOJIS)
    assert ShowTab(InPuzzle(DAY)) in actions_on(with_all)
    without = closed_day_page(day, table, tr, puzzle="not confirmed")
    check_limits(without, EMOJIS)
    assert tr.sentence(PUZZLE_NOT_CONFIRMED()) in without.text
    assert ShowTab(InPuzzle(DAY)) not in actions_on(without)


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_cards_of_a_closed_deal_are_all_hands(kind: type[Game], language: str) -> None:
    day = closed(kind, own=True)
    table, tr = spoken(day.deals[0].deal, language)
    page = dealt_page(day, 0, table, tr)
    check_limits(page, EMOJIS)
    game = day.deals[0].deal.start()
    assert page.text.count("\n") >= game.seats
    assert actions.ShowBestLine(DAY, 0) in actions_on(page)
    without = dealt_page(replace(day, deals=[replace(day.deals[0], line=())]), 0, table, tr)
    assert actions_on(without) == [actions.OpenDay(DAY)]


@pytest.mark.drawn(1)
@every_kind
@every_language
def test_best_play_is_shown_step_by_step_to_its_score_sheet(kind: type[Game], language: str) -> None:
    day = closed(kind, own=True)
    table, tr = spoken(day.deals[0].deal, language)
    replay = best_line(day.deals[0], table)
    step, steps = 0, 0
    while True:
        page = best_line_page(day, 0, replay, step, tr)
        check_limits(page, EMOJIS)
        steps += 1
        following = replay.destination(step, "on")
        if following == step:
            break
        step = following
    assert steps == len(day.deals[0].line) + 1
    assert [one.kind for one in page.drawings] == ["sheet"]
    assert replay.steps[-1].face == "end"


@pytest.mark.parametrize("line", [[], [(0, "old move")]])
def test_best_play_of_changed_rules_is_no_line(line: Line) -> None:
    day = closed(Game.games["saizen"], own=True)
    deal = replace(day.deals[0], line=line)
    table, tr = spoken(deal.deal, "en")
    assert actions_on(dealt_page(replace(day, deals=[deal]), 0, table, tr)) == [actions.OpenDay(DAY)]
    with pytest.raises(Refusal):
        best_line(deal, table)


@every_language
def test_coming_days_have_their_commitments(language: str) -> None:
    days = [Commitment(DAY + number, "saizen", {}, f"{number:064x}") for number in range(8)]
    tr = Translation(language)
    page = coming_page(days, tr)
    check_limits(page)
    assert all(one.commitment in page.text for one in days)
    assert "⚠️" not in page.text
    renewed = coming_page([replace(days[0], renewed=True), *days[1:]], tr)
    check_limits(renewed)
    marked, *others, reason = [line for line in renewed.text.split("\n") if days[0].commitment in line or "⚠️" in line]
    assert (marked.count("⚠️"), others, reason.count("⚠️")) == (1, [], 1)
    assert page.text.count(tr.text(Game.games["saizen"].title)) == 8
    assert "https://" not in page.text
    posted = replace(POSTED, first_day=DAY + 1)
    for message_id, linked in ((None, False), (IN_TIME, True)):
        shown = coming_page(days, tr, replace(posted, message_id=message_id)).text
        assert (f"](https://discord.com/channels/5/6/{IN_TIME})" in shown) == linked


@every_language
def test_closed_day_says_that_its_promise_was_replaced_after_a_restore(language: str) -> None:
    day = closed(Game.games["saizen"], own=False)
    table, tr = spoken(day.deals[0].deal, language)
    pages = [closed_day_page(one, table, tr) for one in (day, replace(day, renewed=True))]
    for page in pages:
        check_limits(page, EMOJIS)
    assert ["⚠️" in page.text for page in pages] == [False, True]


@every_language
@pytest.mark.parametrize("replaces", [False, True])
def test_message_with_commitments_has_days_games_and_what_is_open(language: str, replaces: bool) -> None:
    tr = Translation(language)
    page = commitments_page(replace(POSTED, replaces=replaces), tr)
    check_limits(page)
    for day, (game, commitment) in enumerate(POSTED.days, DAY):
        title = tr.text(Game.games[game].title)
        assert f"-# <t:{date_of(day)}:d> {commitment} · {title}\n" in page.text.replace("\u00a0", " ")
    assert tr("commitments-open") in page.text
    assert (tr("commitments-replace") in page.text) == replaces
    assert [*actions_on(page)] == [actions.ListComingDays()]
    assert page.notify == ()


@every_language
def test_closed_day_tells_where_its_commitment_was_posted_if_that_was_before_it_opened(language: str) -> None:
    day = closed(Game.games["saizen"], own=True)
    table, tr = spoken(day.deals[0].deal, language)
    pages = {
        number: closed_day_page(day, table, tr, posted=replace(POSTED, message_id=number))
        for number in (None, IN_TIME, TOO_LATE)
    }
    for page in pages.values():
        check_limits(page, EMOJIS)
    linked = {number for number, page in pages.items() if "](https://discord.com/channels/5/6/" in page.text}
    assert linked == {IN_TIME}
    assert f"<t:{int(born(IN_TIME))}:d>" in pages[IN_TIME].text
    assert all(day.commitment in page.text for page in pages.values())


def test_pages_of_the_day_name_no_seat_of_the_deal_before_the_play() -> None:
    deal = a_deal(Game.games["saizen"], seat=2)
    table, tr = spoken(deal, "en")
    first: Page = intro_page(DAY, table, tr)
    assert components_of(first) == components_of(intro_page(DAY, spoken(replace(deal, seat=0), "en")[0], tr))


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("day", "named"), [(DAY, False), (DAY + 1, True), (DAY + 2, False)])
def test_command_of_a_closed_day_is_one_that_the_engine_understands(
    day: int, named: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = replace(closed(Game.games["saizen"], own=False), day=day)
    table, tr = spoken(shown.deals[0].deal, "en")
    [command] = re.findall(r"`python -m engine ([^`]+)`", closed_day_page(shown, table, tr).text)
    assert (" --game saizen" in command) == named
    assert main(command.split()) == 0
    assert plan.commitment(shown.secret, day) in capsys.readouterr().out
