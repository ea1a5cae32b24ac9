"""Custom ids: each parses back to its action and is short enough for Discord, and no other text is accepted."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.contract.options import describe
from engine.game import Game, Path
from engine.lessons import Lesson, position_at
from engine.players import ThinkingBudget
from engine.review import Reviewer, review
from host.daily.commitments import CommitmentMessage
from host.daily.deals import Attempt, ClosedDay, ClosedDeal, DayResult
from host.daily.puzzles import Answered, DayPuzzle
from host.daily.reminders import Due
from host.daily.servers import Closed, ServerDay, ServerLine
from host.daily.streaks import Streak
from host.learning.reviews import ReviewInProgress, with_texts
from host.learning.suggestions import Question
from host.lobby.notifications import Subscription
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.people.replays import Ended, Replay, steps_of
from host.people.standings import Board, Profile
from host.refusals import NOT_PREPARED, SUGGESTION_FAILED
from host.settings import PersonSettings, ServerSettings
from host.tables.table import Deals, Table, Turn
from locales import Translation
from show.actions import table_actions
from show.actions.decision_actions import AtTable, Choose, InDay, InPuzzle, LookUp, PickChoice
from show.actions.night_actions import AnnounceNight
from show.actions.settings_actions import NOTICES, FindZone, OpenSettings
from show.actions.suggestion_actions import AskHard
from show.actions.table_actions import MOST, PICKED, Action, Filled, OpenOptions, Picks, Placed, SetUp
from show.pages.daily.attempts import (
    attempt_page,
    day_table,
    intro_page,
    practice_result_page,
    result_page,
    share_page,
    unprepared_page,
)
from show.pages.daily.closed_day import best_line, best_line_page, closed_day_page, dealt_page
from show.pages.daily.commitments import coming_page, commitments_page
from show.pages.daily.puzzles import answer_page as answer_page_of_puzzle
from show.pages.daily.puzzles import puzzle_page, puzzle_table
from show.pages.daily.reminders import reminder_page
from show.pages.daily.server_message import server_message
from show.pages.daily.settings import my_day_page, server_day_page
from show.pages.fairness import deal_page, proof_page
from show.pages.game.hand import Asked
from show.pages.game.lost import move_page
from show.pages.game.seats import seats_page
from show.pages.game.table import details_page, end_page, sealed_page, table_page
from show.pages.learning.lesson_list import left_lesson_page, lessons_page, ordered_lessons
from show.pages.learning.lessons import lesson_page, lesson_table
from show.pages.learning.review import List, decision_page, progress_page, review_page
from show.pages.learning.rules import help_page, rules_choice_page, rules_page
from show.pages.learning.suggestion import answer_page, asking_page, unanswered_page
from show.pages.learning.suggestion import sure_page as sure_page_of_suggestion
from show.pages.lobby import joined_page, lobby_page, more_page, options_form, sure_start_page
from show.pages.nights.night import check_page, ended_page, night_page, promise_page
from show.pages.nights.night import sure_page as sure_night_page
from show.pages.nights.standings import MOST as LISTED
from show.pages.nights.standings import standings_page
from show.pages.notifications import notice_page, notices_page
from show.pages.privacy import privacy_page
from show.pages.privacy import sure_page as sure_page_of_privacy
from show.pages.replay import ReplayCursor, games_page, replay_page
from show.pages.scheduled_lobbies import scheduled_page
from show.pages.settings import my_page, server_page
from show.pages.standings import leaders_page, profile_page
from show.pages.table_list import Listed, excerpt, tables_page
from show.pages.time_zone import zone_page
from show.pages.welcome import not_here_page, offer_page, welcome_page
from show.text.operator import Operator
from show.text.page import Page
from show.text.seat_names import table_translation
from show.text.text_form import LINE, NONCE, WORDS, OwnCut, TypedLine
from tests import nights
from tests.days import a_deal, play_deal
from tests.engine.kit.cases import Case, every_kind, every_plain_case, walk
from tests.puzzles import a_puzzle
from tests.show.basics import AKI, BEN, HOME
from tests.show.page_content import clickable, pictures_of
from tests.show.pages.test_standings import a_played
from tests.show.tables import a_lobby, a_table, game_at, hand_of, play_out, play_some

TABLE = 10**12
"""A table number that no table ever gets."""
DAY = 99_999
"""The greatest day number with five digits. Day numbers have no more digits until the year 2243."""
EVERY = 11
"""The number of moves between two checks of every choice of a seat."""

SENT = (*Action.verbs, "", "0", "1", "-1", "1.5", "R9", "exchange.R9", "٣", "🔄")
"""Sample texts between the colons of custom ids and in values."""
TOKENS = st.text("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-", min_size=1, max_size=9)
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(min_value=0, max_value=TABLE),
    str: TOKENS,
    bool: st.booleans(),
    Path: st.lists(TOKENS, max_size=3).map(tuple),
    Placed: st.builds(Placed, st.none() | st.integers(min_value=0, max_value=9), st.sampled_from(["easy", "hard"])),
    OwnCut: st.builds(OwnCut, TOKENS, TOKENS),
    TypedLine: TOKENS.map(TypedLine),
    Picks: st.lists(TOKENS, max_size=3).map(tuple),
    Filled: st.dictionaries(TOKENS, st.integers(min_value=0, max_value=99), max_size=5),
}


@pytest.fixture
def quick_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players and reviews search little, because only the actions of pages matter."""
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    monkeypatch.setattr("engine.review.valuation.EXACT_TRICKS", 1)


unhurried = settings(deadline=None, max_examples=6)
every_action = pytest.mark.parametrize("verb", sorted(Action.verbs))


def drawn(verb: str) -> st.SearchStrategy[Action]:
    """Draw any action of that verb."""
    form = Action.verbs[verb]
    return st.fixed_dictionaries({name: VALUES[kind] for name, kind in form.fields.items()}).map(form.action)


def picked_for(action: Action) -> list[Any]:
    """Return the values that Discord sends as picked or filled in for an action."""
    value = getattr(action, PICKED, None)
    if isinstance(value, TypedLine):
        return [{LINE: value}]
    if isinstance(value, OwnCut):
        return [{NONCE: value.nonce, WORDS: value.words}]
    if isinstance(value, dict):
        return [{name: str(place) for name, place in value.items()}]
    if isinstance(value, tuple) and not isinstance(value, Placed):
        return [*value]
    return [] if value is None else [str(value)]


@pytest.mark.drawn(5)
@every_action
@unhurried
@given(data=st.data())
def test_every_action_is_parsed_as_it_was_written(verb: str, data: st.DataObject) -> None:
    action = data.draw(drawn(verb))
    assert Action.parse(action.custom_id, picked_for(action)) == action


def test_verb_names_the_operation_and_its_table() -> None:
    assert Choose(AtTable(12), 3, ("R9",)).custom_id == "choose:12:3:R9:0"
    assert Choose(AtTable(12), 3, (), sure=True).custom_id == "choose:12:3::1"
    assert Action.parse("pick:12:3:exchange.R9:1", ["G4"]) == PickChoice(AtTable(12), 3, ("exchange", "R9"), 1, "G4")


@pytest.mark.parametrize(
    ("custom_id", "picked"),
    [
        ("", []),
        (":", []),
        ("wave:1", []),
        ("join", []),
        ("join:", []),
        ("join:one", []),
        ("join:1:2", []),
        ("join:1", ["2"]),
        ("hints:1", []),
        ("choose:1:2:R9:yes", []),
        ("join:-1", []),
        ("join:+1", []),
        ("join:1_000", []),
        ("join: 1", []),
        ("join:１", []),
        ("join:" + "9" * 19, []),
        ("rules:saizen:-99", []),
        ("set-up:1", [{"seats": "-1"}]),
        ("leaders-of:all", []),
        ("leaders-of:all", ["saizen", "tezumashi"]),
        ("set-up:1", []),
        ("set-up:1", ["4"]),
        ("cut-with:1", ["words"]),
        ("cut-with:1", [{}]),
        ("cut-with:1", [{"words": "x"}]),
        ("cut-with:1", [{"nonce": "x"}]),
        ("cut-with:1", [{"nonce": "x", "words": "x" * 101}]),
        ("cut-with:1", [{"nonce": "x" * 65, "words": "x"}]),
        ("cut-with:1", [{"nonce": "x", "words": "a\nb"}]),
        ("cut-with:1", [{"nonce": "x", "words": "\ud83d"}]),
        ("set-up:1", [{"seats": "many"}]),
        ("set-some:server:games", [{"games": "saizen"}]),
        ("set-some:server", ["saizen"]),
        ("set:server:pace", ["live", "none"]),
        ("put:server:pings", ["off"]),
        ("choose:1:2", []),
        ("choose:1:2:R9:R10", []),
        ("choose:1:2:R9", []),
        ("i:move:1:2:R9", []),
        ("s:option:1:points", ["0"]),
        ("JOIN:1", []),
        ("join:1" + "0" * 100, []),
        ("join:" + "9" * 5000, []),
    ],
)
def test_custom_id_of_another_version_is_refused(custom_id: str, picked: list[Any]) -> None:
    assert Action.parse(custom_id, picked) is None


@unhurried
@given(st.lists(st.sampled_from(SENT), max_size=6).map(":".join), st.lists(st.sampled_from(SENT), max_size=2))
def test_every_accepted_text_is_an_action_that_writes_the_same(custom_id: str, picked: list[str]) -> None:
    action = Action.parse(custom_id, picked)
    if action is not None:
        assert Action.parse(action.custom_id, picked) == action


@pytest.mark.drawn(5)
@every_action
@unhurried
@given(data=st.data())
def test_cut_or_extended_custom_id_never_changes_the_actions_fields(verb: str, data: st.DataObject) -> None:
    action = data.draw(drawn(verb))
    picked = picked_for(action)
    assert Action.parse(action.custom_id + ":1", picked) is None
    assert Action.parse(action.custom_id.rpartition(":")[0], picked) is None


def paths(game: Game, seat: int, path: Path = ()) -> Iterator[Path]:
    """Yield every path of choices."""
    for choice in game.choices(seat, path):
        yield (*path, choice.token)
        if choice.reason is None:
            yield from paths(game, seat, (*path, choice.token))


@pytest.mark.drawn(3)
@every_plain_case
def test_custom_id_of_every_choice_in_a_random_game_is_short_enough(case: Case) -> None:
    seen = 0
    for step, game in enumerate(walk(case)):
        for seat in game.to_act if step % EVERY == 0 else ():
            decision = game.moves_made(seat)
            for path in paths(game, seat):
                pick = PickChoice(AtTable(TABLE), decision, path[:-1], 9)
                daily = Choose(InDay(DAY, practice=True), decision, path)
                puzzle = Choose(InPuzzle(DAY), 0, path, sure=True)
                for action in (Choose(AtTable(TABLE), decision, path), pick, daily, puzzle):
                    assert len(action.custom_id) <= MOST
                assert Action.parse(Choose(AtTable(TABLE), decision, path).custom_id) == Choose(
                    AtTable(TABLE), decision, path
                )
                assert Action.parse(pick.custom_id, path[-1:]) == PickChoice(
                    AtTable(TABLE), decision, path[:-1], 9, path[-1]
                )
                seen += 1
    assert seen > 10


@every_kind
def test_custom_id_of_every_option_form_is_short_enough(kind: type[Game]) -> None:
    longest = [
        max(["9", *(one.free.values[max(kind.seat_counts)] if one.free else ())], key=len)
        for one in describe(kind.Options)
    ]
    asked = OpenOptions(TABLE, kind.id, max(kind.seat_counts), tuple(longest))
    assert len(asked.custom_id) <= MOST
    assert Action.parse(asked.custom_id) == asked


@every_kind
def test_form_fields_have_the_names_of_the_actions_fields(kind: type[Game]) -> None:
    asked = OpenOptions(TABLE, kind.id, max(kind.seat_counts), ("0",) * len(describe(kind.Options)))
    form = options_form(kind, asked, table_translation(a_lobby(kind), "ja"))
    filled = {one["component"]["custom_id"]: [one["component"]["options"][0]["value"]] for one in form["components"]}
    action = Action.parse(form["custom_id"], [filled])
    assert isinstance(action, SetUp)
    infos = describe(kind.Options)
    assert set(action.value) == {"seats", *(one.name for one in infos), *(one.parts_name for one in infos if one.free)}


def lesson_pages(kind: type[Game]) -> Iterator[Page]:
    """Yield all pages of a game's lesson, also each tab of each step, and the list of lessons."""
    lesson = Lesson.all[kind.id]
    table = lesson_table(lesson, AKI, Translation("ja"))
    tr = table_translation(table, "ja")
    for number in range(len(lesson.steps) + 1):
        yield lesson_page(lesson, number, table, tr)
        game, path = position_at(lesson, number)
        tabs = {found.key for one in game.choices(lesson.seat, path) if (found := game.tab(one.token)) is not None}
        yield from (lesson_page(lesson, number, table, tr, tab=tab) for tab in tabs)
    yield left_lesson_page(lesson, 1, tr)
    yield lessons_page(ordered_lessons(), {lesson.id}, tr)


def review_pages(table: Table, tr: Translation) -> Iterator[Page]:
    """Yield the pages of a review whose decisions are all worth telling."""
    game, few = game_at(table), ThinkingBudget(playouts=4)
    made = review(record.read(record.write(game)), 0, Reviewer(few, None))
    for decision in made["decisions"]:
        decision["gain"] = decision["loss"] = 1.0
        decision["flagged"] = True
    yield progress_page(ReviewInProgress(table, AKI, 0, range(9)), tr)
    yield review_page(table, game, made, tr)
    lists: tuple[List, List] = ("find", "cost")
    pages = [decision_page(table, game, made, which, place, tr) for which in lists for place in range(4)]
    yield from filter(None, pages)


def daily_pages(kind: type[Game]) -> Iterator[Page]:
    """Yield the pages of a day's deal, from its beginning to the best play once the day is over."""
    deal = a_deal(kind)
    table = day_table(deal, AKI, Translation("ja"))
    tr = table_translation(table, "ja")
    game, over = deal.start(), play_deal(deal)
    deal.answer(game)
    begun, ended = (Attempt(DAY, 0, deal, one, practice=False, points=one.over or None) for one in (game, over))
    yield from (unprepared_page(NOT_PREPARED(), tr), intro_page(DAY, table, tr))
    tabs = {found.key for one in game.choices(0) if (found := game.tab(one.token)) is not None}
    yield from (attempt_page(begun, table, tr, Asked(tab=tab)) for tab in ("", *tabs))
    yield attempt_page(begun, table, tr, Asked(hints=True))
    yield attempt_page(begun, table, tr, Asked(looking=LookUp(InDay(DAY), "rules")))
    result = DayResult(1, 50.0, 1.0, 1, Streak(), 1, alone=True)
    yield result_page(ended, table, result, tr, puzzle="ready")
    yield from (practice_result_page(ended, table, 1, tr), share_page(ended, table, result, tr))
    dealt = ClosedDeal(deal, 1, 1.0, 1, [(seat, over.text(move)) for seat, move in over.history], 1.0)
    closed = ClosedDay(DAY, kind.id, {}, b"", "", [dealt], 0, result)
    yield from (closed_day_page(closed, table, tr), dealt_page(closed, 0, table, tr), coming_page([], tr))
    yield commitments_page(CommitmentMessage(1, 1, 1, "", DAY, ((kind.id, ""),)), tr)
    yield best_line_page(closed, 0, best_line(dealt, table), 0, tr)
    told = ServerDay(DAY, kind.id, (ServerLine("Aki", 50.0, 1),), 1)
    yield from (server_message(told, tr), server_message(replace(told, closed=Closed(0.5, (1.0,))), tr))
    yield from (server_day_page(ServerSettings(daily=1), 2, tr), my_day_page(PersonSettings(), None, tr))
    yield reminder_page(Due(AKI, "ja", kind.id, Streak(1), 99, 0, 0), tr)


def puzzle_pages(kind: type[Game]) -> Iterator[Page]:
    """Yield the pages of three puzzles. If the game offers choices in lists, one of the puzzles has such a list."""
    for seed in range(3):
        puzzle = a_puzzle(kind, seed)
        now = DayPuzzle(DAY, seed == 0, record.read(puzzle["record"]).replay(), puzzle["seat"], None)
        table = puzzle_table(now, AKI, Translation("ja"))
        tr = table_translation(table, "ja")
        choices = now.game.choices(now.seat)
        tabs = {found.key for one in choices if (found := now.game.tab(one.token)) is not None}
        yield from (puzzle_page(now, table, tr, Asked(tab=tab)) for tab in ("", *tabs))
        yield from (puzzle_page(now, table, tr, Asked((one.token,))) for one in choices if one.reason is None)
        yield puzzle_page(now, table, tr, Asked(looking=LookUp(InPuzzle(DAY), "rules")))
        why = {move: with_texts(decision) for move, decision in puzzle["why"].items()}
        answered = Answered({**puzzle, "why": why}, puzzle["usual"], solved=False, answers=2, found=1)
        yield answer_page_of_puzzle(now, answered, table, tr)


def night_pages(kind: type[Game]) -> Iterator[Page]:
    """Yield the pages of a league night from its announcement to its end."""
    tr, names = Translation("ja"), ("Aki", "Ben", "Chie")
    done = nights.in_break(kind, names)
    yield from (night_page(one, tr) for one in (nights.gathering(kind, names), nights.playing(kind, names), done))
    crowd = nights.over(kind, [*names, *map(str, range(LISTED))])
    yield from (night_page(one, tr) for one in (nights.over(kind, names), crowd, nights.called_off(kind)))
    gathering = nights.gathering(kind, names)
    weekly = replace(gathering, row=replace(gathering.row, event_weekly=True))
    yield from (sure_night_page(weekly, tr), sure_night_page(done, tr), ended_page(done, tr))
    yield from (promise_page(done, tr), check_page(done, tr), standings_page(done, 101, tr))


def suggestion_pages(table: Table, tr: Translation) -> Iterator[Page]:
    """Yield the pages of a question about Aki's decision, and the answer."""
    few, seat = ThinkingBudget(playouts=4), int(table.seat_of(AKI) or 0)
    decision = game_at(table).moves_made(seat)
    now = Question(table, AKI, seat, decision)
    yield from (sure_page_of_suggestion(table, AskHard(table.id, decision), tr), asking_page(now, tr))
    yield unanswered_page(now, SUGGESTION_FAILED(), tr)
    yield answer_page(now, Reviewer(few).suggest(game_at(table).view(seat), few), tr)


def every_page(kind: type[Game]) -> Iterator[Page]:
    """Yield the pages of a game from its lobby to its end, with everything that can be clicked.

    In the first round, only every third position is used.
    """
    lobby, table, random = a_lobby(kind), a_table(kind, people=2), Random(8)
    tr = table_translation(table, "ja")
    yield from (lobby_page(lobby, tr, HOME), more_page(lobby, tr, HOME, AKI, in_charge=True))
    yield joined_page(lobby, AKI, 7, tr)
    yield joined_page(lobby, AKI, 7, tr, learn=True)
    yield deal_page(lobby, Deals(0, 0, 0, 0), AKI, tr, asked=7)
    yield from (more_page(lobby, tr, HOME, BEN, in_charge=True), sure_start_page(lobby, tr))
    silent = replace(table, turns={1: Turn(0, 0)})
    yield seats_page(silent, tr, AKI, 10**9, moderator=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.tables.table.game_is_decided", lambda _game: True)
        yield table_page(table, game_at(table).view(None), tr)
    many = [lobby, table, *map(a_lobby, Game.games.values()), *[lobby] * 9]
    shown = excerpt([replace(one, id=number) for number, one in enumerate(many, 1)], BEN, 1)
    yield tables_page([Listed(one, "https://x.test") for one in shown.tables], BEN, shown, tr)
    lost = replace(table, lost_since=5)
    yield tables_page([Listed(lost, None, movable=True)], AKI, excerpt([lost], AKI, 0), tr)
    yield from (move_page(lost, tr), hand_of(lost))
    yield from (server_page(ServerSettings(), [HOME], tr), my_page(PersonSettings(), tr, manager=True, notices=True))
    yield notices_page(Subscription(("saizen",)), PersonSettings(), tr)
    yield zone_page(0, "", "ja", OpenSettings(NOTICES).custom_id, tr)
    yield notice_page(lobby, "Card Club", "https://x.test", tr)
    yield scheduled_page(ScheduledLobby(1, 1, HOME, AKI, "Aki", kind.id, 3, None, 99), tr)
    yield from (privacy_page(tr, Operator(), leave=False), sure_page_of_privacy(tr, Operator()))
    yield leaders_page(kind, "month", 1, Board((), None, 30), tr)
    yield profile_page(Profile(AKI, "Aki", (a_played(kind.id),), 0, 0, (), (), (), more=False), "", tr)
    yield from (
        help_page([kind], tr, Operator()),
        help_page([kind], tr, Operator(), hints=False),
        rules_choice_page([kind], tr),
        rules_page(kind, 0, tr),
        rules_page(kind, 1, tr),
    )
    yield from (welcome_page(tr, is_language_known=False), offer_page([kind], tr), not_here_page("https://x.test", tr))
    yield from lesson_pages(kind)
    yield from daily_pages(kind)
    yield from puzzle_pages(kind)
    yield from night_pages(kind)
    yield sealed_page(replace(table, sealed=True), game_at(table), tr)
    alone = a_table(kind)
    while alone.suggestible is None:
        play_some(game_at(alone), random, 1)
    yield hand_of(alone, Asked(looking=LookUp(AtTable(alone.id), "trick")))
    yield from suggestion_pages(alone, tr)
    while game_at(table).round == 1 and not game_at(table).over:
        yield table_page(table, game_at(table).view(None), tr)
        yield details_page(table, tr)
        yield hand_of(table, Asked(hints=True))
        yield hand_of(table, Asked(hints_off=True))
        yield from (hand_of(table, Asked(looking=LookUp(AtTable(table.id), what))) for what in ("trick", "silly"))
        for choice in game_at(table).choices(0)[:2]:
            yield hand_of(table, Asked((choice.token,), hints=True))
            kind_of_choice = game_at(table).tab(choice.token)
            yield hand_of(table, Asked(tab=kind_of_choice.key if kind_of_choice else ""))
        play_some(game_at(table), random, 3)
    over = play_out(table, random)
    yield from (end_page(over, game_at(over).view(None), tr), hand_of(over), proof_page(over, tr))
    replay = Replay(over, game_at(over), steps_of(game_at(over)))
    last = len(replay.steps) - 1
    for step in (0, 1, last // 2, last - 1, last):
        yield replay_page(replay, ReplayCursor(step, 1), tr, reviewed=True)
        yield replay_page(replay, ReplayCursor(step, result=True), tr)
    yield from review_pages(over, tr)
    yield games_page([Ended(over, 0), Ended(replace(over, id=2), 0)], 1, more=True, mine=False, tr=tr)


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("quick_searches")
@every_kind
def test_every_picture_on_every_page_has_an_alt_text(kind: type[Game]) -> None:
    for page in every_page(kind):
        assert len(pictures_of(page)) == len(page.drawings), page.text
        assert all(pictures_of(page)), page.text


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("quick_searches")
@every_kind
def test_every_component_of_every_page_has_an_action_and_every_action_is_on_some_page(kind: type[Game]) -> None:
    offered = set()
    for page in every_page(kind):
        ids = [one["custom_id"] for one in clickable(page)]
        offered |= {one.partition(":")[0] for one in ids}
        assert len(set(ids)) == len(ids), "Discord refuses two components with one custom id"
        for one in clickable(page):
            for picked in [[line["value"]] for line in one["options"]] if "options" in one else [[]]:
                action = Action.parse(one["custom_id"], picked)
                assert action is not None
                assert action.custom_id == one["custom_id"]
    apart = {
        "pick",
        "day-pick",
        "puzzle-pick",
        "day-tab",
        table_actions.SetUp.verb,
        table_actions.Cut.verb,
        "tab",
        FindZone.verb,
        table_actions.ScheduleLobby.verb,
        AnnounceNight.verb,
    }
    assert set(Action.verbs) - offered <= apart, "lists and tabs are there for much to choose; forms are no components"
