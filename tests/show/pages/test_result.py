"""The page that replaces a hand after a game: first the reader's rank, then rating, badges and scores."""

from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from engine.phrases import GAME_OVER
from host.people.badges import BADGES
from host.people.personal_results import PersonalResult, Rating, Score
from host.tables.table import Occupant, Origin, Table
from locales import LANGUAGES
from show.actions.decision_actions import AtTable, LookUp
from show.actions.replay_actions import OpenReplay
from show.actions.review_actions import OpenReview
from show.actions.table_actions import CheckDeal, OpenHand, Rematch
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand.result import ROOM
from show.pages.game.shared_lines import closing_lines
from show.pages.game.table import TOLD
from show.pages.game.tricks import ending_lines
from show.text.page import Page
from show.text.phone import phone_lines
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, every_game, every_locale
from tests.show.page_content import actions, check_limits
from tests.show.tables import a_table, deal_commitment_of, game_at, play_out, public_page, with_occupant

RATED = PersonalResult(Rating(1108, 14, settled=True))


def over(game: str, number: int = 3, people: int = 2) -> Table:
    """Return a finished game of two people, with computer players who have names."""
    table = play_out(a_table(Game.games[game], people=people), Random(number))
    for seat in range(people, table.seat_count):
        table = with_occupant(table, seat, computer_name=seat + 1)
    return table


def result(table: Table, own: PersonalResult = RATED, locale: str = "en-US", seat: int = 0, **asked: object) -> Page:
    tr = table_translation(table, locale)
    return hand_page(table, game_at(table), seat, tr, Asked(**asked), own)  # type: ignore[arg-type]


def lines(page: Page) -> list[str]:
    return page.text.split("\n")


def first_line(table: Table, seat: int, own: PersonalResult = RATED, locale: str = "en-US") -> str:
    return lines(result(table, own, locale, seat))[0]


def ranked(table: Table, *groups: list[int]) -> Table:
    """Return the table with points that give this ranking."""
    game = game_at(table).copy()
    points = {seat: 50 - 10 * place for place, group in enumerate(groups) for seat in group}
    game.scores = [points[seat] for seat in range(game.seats)]
    return replace(table, game=game)


@pytest.mark.drawn(1)
@every_game
@every_locale
def test_first_line_says_the_readers_place(game: str, locale: str) -> None:
    for number in range(4):
        table = over(game, number)
        for seat in range(table.seat_count):
            page = result(table, locale=locale, seat=seat)
            check_limits(page)
            first = lines(page)[0]
            assert ("🏆" in first) == (seat in (game_at(table).winners or ()))
            assert "1108" in first
            assert "+14" in first


def test_place_is_in_words_and_shared_places_are_the_same() -> None:
    table = ranked(over("saizen"), [2], [0, 1], [3], [4, 5])
    said = [first_line(table, seat, PersonalResult()) for seat in range(6)]
    assert said == [
        "**You came 2nd**",
        "**You came 2nd**",
        "🏆 **You won**",
        "**You came 4th**",
        "**You came 5th**",
        "**You came 5th**",
    ]
    shared = ranked(table, [0, 1], [2], [3, 4, 5])
    assert [first_line(shared, seat, PersonalResult()) for seat in range(3)] == [
        "🏆 **You share the victory**",
        "🏆 **You share the victory**",
        "**You came 3rd**",
    ]


def test_place_of_a_team_counts_teams() -> None:
    table = over("tennos-square")
    winners = game_at(table).winners
    assert winners is not None
    said = [first_line(table, seat, PersonalResult()) for seat in range(4)]
    assert [one for seat, one in enumerate(said) if seat in winners] == ["🏆 **Your team won**"] * 2
    assert [one for seat, one in enumerate(said) if seat not in winners] == ["**Your team came 2nd**"] * 2
    assert first_line(table, ({0, 1} - {*winners}).pop(), PersonalResult(), "ja") == "**あなたのチームは2位でした**"


@pytest.mark.parametrize(
    ("rating", "said"),
    [
        (Rating(1108, 14, settled=True), "**You came 2nd** · rating **1108** (+14)"),
        (Rating(933, -67, settled=False), "**You came 2nd** · rating **933** (-67), provisional"),
        (Rating(1000, 0, settled=True), "**You came 2nd** · rating **1000** (±0)"),
        (None, "**You came 2nd**"),
    ],
)
def test_rating_is_said_with_its_change_if_the_game_was_rated(rating: Rating | None, said: str) -> None:
    table = ranked(over("saizen"), [2], [0], [1, 3, 4, 5])
    assert first_line(table, 0, PersonalResult(rating)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_badges_follow_the_place(language: str) -> None:
    page = result(over("saizen"), replace(RATED, badges=(BADGES["chain"], BADGES["sand"])), language)
    assert [line[0] for line in lines(page)[1:3]] == ["🔗", "⏳"]


def test_winner_is_named_to_everybody_else() -> None:
    table = ranked(over("saizen"), [1], [0], [2, 3, 4, 5])
    assert lines(result(table))[1].startswith("🏆 **Ben** wins")
    assert not any("Ben** wins" in line for line in lines(result(table, seat=1)))


@pytest.mark.drawn(3)
@every_game
@every_locale
def test_highlights_stand_in_the_panel_and_in_public(game: str, locale: str) -> None:
    table = over(game)
    tr = table_translation(table, locale)
    told = [f"✨ {tr.sentence(line)}" for line in game_at(table).view(None)["highlights"]]
    assert told
    public = TOLD - len(closing_lines(game_at(table).view(None), game_at(table).round, tr))
    assert public
    for page, most in ((result(table, locale=locale), 3), (public_page(table, locale), public)):
        assert [line.removeprefix("-# ") for line in lines(page) if "✨" in line] == told[:most]


SCORES = {1: Score(9, 9), 2: Score(3, 1), 3: Score(0, 5), 4: Score(2, 2), 5: Score(1, 0)}


def test_scores_against_computer_players_are_told_the_clearest_ones() -> None:
    table = with_occupant(over("saizen", people=1), 2, computer="hard")
    page = result(table, replace(RATED, scores=SCORES))
    (line,) = [line for line in lines(page) if "beaten" in line]
    assert line.replace("\u2060", "").replace("\u00a0", " ") == (
        "-# 🤖 Matsu and you are level, 9:9 · 🤖 Hagi (hard) has beaten you 3:1 · You have beaten 🤖 Kiku 5:0"
    )


def test_single_game_is_no_score_worth_telling() -> None:
    page = result(over("saizen", people=1), replace(RATED, scores={1: Score(1, 0), 2: Score(0, 1)}))
    assert "beaten" not in page.text
    assert "1勝" not in result(over("saizen", people=1), replace(RATED, scores={1: Score(1, 0)}), "ja").text


def test_score_in_japanese_gives_wins_and_losses() -> None:
    page = result(over("saizen", people=1), replace(RATED, scores={1: Score(3, 1)}), "ja")
    assert "松に1勝3敗" in page.text


def ended(table: Table) -> list[object]:
    return [*actions(result(table))]


def test_buttons_lead_to_the_next_game_first_and_to_the_proof_last() -> None:
    table = replace(over("saizen"), promise=deal_commitment_of(SAIZEN))
    assert ended(table) == [
        Rematch(table.id),
        OpenReview(table.id),
        OpenReplay(table.id),
        LookUp(AtTable(table.id), "trick"),
        LookUp(AtTable(table.id), "scores"),
        CheckDeal(table.id),
    ]
    assert ended(replace(table, promise=None)) == ended(table)[:-1]


def test_button_of_the_rematch_counts_votes_and_opens_its_hand_once_it_has_begun() -> None:
    table = with_occupant(over("saizen"), 1, agreed=True)
    labels = [one["label"] for part in result(table).parts if isinstance(part, list) for one in part]
    assert labels[0] == "Rematch (1/2)"
    assert ended(replace(table, next_id=8))[0] == OpenHand(8)


def test_practice_from_a_replay_has_no_rematch() -> None:
    table = replace(over("saizen"), origin=Origin(5, 3, 1, 1), promise=None)
    assert Rematch(table.id) not in ended(table)
    assert OpenReview(table.id) not in ended(table), "its first moves were made by others"


def test_note_does_not_take_the_first_line() -> None:
    page = result(over("saizen"), note=GAME_OVER())
    assert lines(page)[0].endswith("(+14)")
    assert "⚠️" in page.text


@every_game
@every_locale
def test_first_line_of_the_public_message_names_the_winners(game: str, locale: str) -> None:
    table = over(game)
    first = lines(public_page(table, locale))[0]
    assert first.startswith("### 🏆 **")
    names = [table_translation(table, locale).seat(seat) for seat in game_at(table).winners or ()]
    assert all(name in first for name in names)


def test_seats_of_computer_players_keep_their_names_when_they_move() -> None:
    table = with_occupant(over("saizen"), 0, Occupant(computer="normal", computer_name=4))
    for locale, name in (("en-US", "Kiku"), ("ja", "菊")):
        assert name in table_translation(table, locale).seat(0)


@pytest.mark.drawn(1)
@every_game
@every_locale
def test_long_result_leaves_out_the_last_trick_first_and_never_the_place(game: str, locale: str) -> None:
    for number in range(6):
        table = over(game, number)
        view, tr = game_at(table).view(0), table_translation(table, locale)
        scores = {seat: Score(11, 4) for seat in range(2, table.seat_count)}
        long = lines(result(table, PersonalResult(RATED.rating, (BADGES["chain"],), scores), locale))
        told = {tr("hand-told", line=tr.sentence(line)) for line in view["highlights"]}
        tricks = ending_lines(view["tricks"], game_at(table).moves_since_choice(0), tr)
        newest_first = [tr("hand-small", line=line) for line in tricks]
        last = {*newest_first, *closing_lines(view, view["round"], tr)}
        assert long[0] == first_line(table, 0, locale=locale)
        assert sum(map(phone_lines, long)) <= ROOM
        assert told <= {*long} or not last & {*long}
        shown = [line for line in newest_first if line in long]
        assert shown == newest_first[: len(shown)], "an older trick goes before a newer one"
