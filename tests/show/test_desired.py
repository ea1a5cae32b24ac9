"""What should stand for a table: each round's table while it is played, its sheet afterwards, the end at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from host.tables.table import Occupant, Table, Turn
from show import desired
from show.desired import LOBBY, PROOF, Look, Wanted, posts, turns
from show.pages.game.score_sheet import round_page
from show.pages.game.table import end_page, stopped_page, table_page
from show.text.emojis import EmojiSet
from show.text.page import Page
from tests.show.tables import AKI, BEN, HOME, a_lobby, a_table, dealt, play_out, play_random

DISCORD_BEGAN = 1_420_070_400
"""Of which Discord's numbers count the milliseconds, in unix seconds."""
LOOK = Look("en-US", EmojiSet(), HOME)
LINK = "https://discord.com/channels/1/2/3"
SAIZEN = Game.games["saizen"]
NOW = 1_800_000_000
DUE = Turn(0, NOW, remind=NOW + 300, due=NOW + 600)
REMINDED = replace(DUE, remind=None)

every_game = pytest.mark.parametrize("game", sorted(Game.games))


def shown(wanted: Wanted) -> Page:
    """The page that a slot wants."""
    assert wanted.page is not None
    return wanted.page()


def by_slot(table: Table, *standing: str) -> dict[str, Wanted]:
    """What is wanted for a table, by slot."""
    wanted = posts(table, standing, LOOK)
    assert len({one.slot for one in wanted}) == len(wanted)
    return {one.slot: one for one in wanted}


def in_round(game: str, number: int) -> Table:
    """A table that has just come to that round."""
    table, random = a_table(Game.games[game], 4, people=2), Random(number)
    while dealt(table).round < number:
        play_random(dealt(table), random)
    return table


@every_game
def test_a_round_that_is_over_leaves_its_sheet_behind_and_the_next_has_a_table_of_its_own(game: str) -> None:
    first = in_round(game, 1)
    assert [slot for slot in by_slot(first) if slot != LOBBY] == ["round:1"]
    before = by_slot(first)["round:1"]
    second = in_round(game, 2)
    assert [slot for slot in by_slot(second) if slot != LOBBY] == ["round:1", "round:2"]
    view, tr = dealt(second).view(None), LOOK.tr(second)
    after = by_slot(second)
    assert shown(after["round:1"]) == round_page(second, view, 1, tr)
    assert shown(after["round:2"]) == table_page(second, view, tr)
    assert after["round:1"].fingerprint != before.fingerprint, "so the message that stands becomes the sheet"
    assert [after[slot].make for slot in ("round:1", "round:2")] == ["never", "always"]


@every_game
def test_each_sheet_is_of_its_own_round_and_stays_as_it_is(game: str) -> None:
    over = play_out(in_round(game, 2), Random(3))
    rounds = dealt(over).round
    wanted, view, tr = by_slot(over), dealt(over).view(None), LOOK.tr(over)
    for number in range(1, rounds):
        assert shown(wanted[f"round:{number}"]) == round_page(over, view, number, tr)
        earlier = in_round(game, number + 1)
        assert wanted[f"round:{number}"].fingerprint == by_slot(earlier)[f"round:{number}"].fingerprint
    assert shown(wanted[f"round:{rounds}"]) == end_page(over, view, tr)
    assert f"round:{rounds + 1}" not in wanted


def test_every_move_is_shown_and_what_has_not_changed_is_not() -> None:
    table, random = a_table(SAIZEN, 4), Random(1)
    seen: list[str] = []
    for _ in range(20):
        seen.append(by_slot(table)["round:1"].fingerprint)
        assert by_slot(table)["round:1"].fingerprint == seen[-1]
        play_random(dealt(table), random)
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: replace(table, occupants=(*table.occupants[:-1], Occupant(user_id=BEN))),
        lambda table: replace(table, options={"points": "other"}),
        lambda table: replace(table, state="closed"),
    ],
    ids=["seats", "options", "state"],
)
def test_whatever_a_lobby_shows_is_in_its_fingerprint(change: Callable[[Table], Table]) -> None:
    table = a_lobby(SAIZEN)
    assert desired.lobby(table, LOOK).fingerprint == desired.lobby(replace(table), LOOK).fingerprint
    assert desired.lobby(change(table), LOOK).fingerprint != desired.lobby(table, LOOK).fingerprint


@pytest.mark.parametrize(
    "change",
    [
        lambda table: replace(table, turns={0: replace(DUE, due=NOW + 660)}),
        lambda table: replace(table, occupants=(replace(table.occupants[0], misses=3), *table.occupants[1:])),
        lambda table: replace(table, occupants=(replace(table.occupants[0], agreed=True), *table.occupants[1:])),
        lambda table: replace(table, next_id=2),
    ],
    ids=["until when", "away", "agreed", "rematch"],
)
def test_whatever_a_table_shows_besides_its_game_is_in_its_fingerprint(change: Callable[[Table], Table]) -> None:
    table = replace(a_table(SAIZEN, 4, people=2), turns={0: DUE})
    dealt(table).to_act = (0,)
    assert by_slot(table)["round:1"].fingerprint == by_slot(replace(table))["round:1"].fingerprint
    assert by_slot(change(table))["round:1"].fingerprint != by_slot(table)["round:1"].fingerprint


def test_a_page_is_another_in_another_language_with_other_emojis_or_after_an_update(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, signs = a_table(SAIZEN), EmojiSet()
    for name in [f"saizen_{suit.letter}" for suit in SAIZEN.suits] + list(SAIZEN.emoji_names.values()):
        signs[name] = f"<:{name}:1>"
    looks = [LOOK, replace(LOOK, locale="ja"), replace(LOOK, signs=signs)]
    prints = [posts(table, (), look)[1].fingerprint for look in looks]
    monkeypatch.setattr(desired, "LOOK", desired.LOOK + 1)
    prints.append(posts(table, (), LOOK)[1].fingerprint)
    assert len(set(prints)) == len(prints)


def test_a_lobby_that_has_begun_leads_to_the_game_wherever_that_is_and_only_its_end_changes_it() -> None:
    table = a_table(SAIZEN)
    here, there = desired.lobby(table, LOOK), desired.lobby(table, replace(LOOK, entrance=HOME + 1))
    assert here.fingerprint != there.fingerprint
    play_random(dealt(table), Random(1))
    assert desired.lobby(table, LOOK).fingerprint == here.fingerprint
    for ended in (play_out(table, Random(1)), replace(table, state="frozen", game=None)):
        assert desired.lobby(ended, LOOK).fingerprint != here.fingerprint


def test_a_lobby_that_was_deleted_comes_again_only_while_it_gathers_players() -> None:
    assert desired.lobby(a_lobby(SAIZEN), LOOK).make == "again"
    assert desired.lobby(a_table(SAIZEN), LOOK).make == "never"
    assert desired.lobby(replace(a_lobby(SAIZEN), state="closed"), LOOK).make == "never"


def test_whoever_owes_a_decision_is_told_of_that_decision() -> None:
    table = a_table(SAIZEN, 4, people=2)
    for to_act, people in (((0,), [AKI]), ((0, 1, 2, 3), [AKI, BEN]), ((2, 3), [])):
        dealt(table).to_act = to_act
        wanted = list(turns(table, LOOK, LINK, {}))
        assert [one.slot for one in wanted] == [f"turn:{user}:0" for user in people]
        assert [shown(one).notify for one in wanted] == [(user,) for user in people]
    assert list(turns(play_out(in_round("saizen", 1), Random(1)), LOOK, LINK, {})) == []


@pytest.mark.parametrize("kind", Game.games.values(), ids=lambda kind: kind.id)
def test_a_rounds_sheet_that_says_something_else_has_another_fingerprint(kind: type[Game]) -> None:
    options = {"split_partnership": True} if kind.id == "tennos-square" else {}
    table, said = a_table(kind, kind.seat_counts[0], options=options), dict[tuple[str, str], str]()
    game, random = dealt(table), Random(1)
    while not game.over:
        play_random(game, random)
        for slot, wanted in by_slot(table).items():
            if slot.startswith("round:") and slot != f"round:{game.round}":
                assert said.setdefault((slot, wanted.fingerprint), shown(wanted).text) == shown(wanted).text


def test_a_mention_leads_to_the_table_and_is_another_where_that_is_another() -> None:
    table = a_table(SAIZEN)
    dealt(table).to_act = (0,)
    [one], [other] = (turns(table, LOOK, link, {}) for link in (LINK, f"{LINK}4"))
    assert f"({LINK})" in shown(one).text
    assert one.slot == other.slot
    assert one.fingerprint != other.fingerprint


REMINDED = Turn(0, since=0, remind=None, due=60)


@pytest.mark.parametrize(
    ("turn", "standing", "slots"),
    [
        (replace(REMINDED, remind=30), [], [""]),
        (REMINDED, [""], ["", ":half"]),
        (REMINDED, [], [":half"]),
        (replace(REMINDED, nudged=True, remind=30), [], [":nudge"]),
        (replace(REMINDED, nudged=True), ["", ":half"], ["", ":half", ":nudge"]),
        (Turn(0, since=0, nudged=True), [""], ["", ":nudge"]),
        (replace(REMINDED, given=True), [], []),
        (replace(REMINDED, given=True), [""], [""]),
    ],
    ids=[
        "first",
        "at half time",
        "at half time who was looking",
        "nudged who was looking",
        "nudged after half time",
        "nudged where no clock runs",
        "too late who was looking",
        "too late",
    ],
)
def test_nobody_is_called_in_a_way_that_is_no_longer_so(turn: Turn, standing: list[str], slots: list[str]) -> None:
    """Such as that it is their turn after they were asked to hurry, or at the end that half of their time is over."""
    table = replace(a_table(SAIZEN, 4, people=2), turns={0: turn})
    dealt(table).to_act = (0,)
    slot = f"turn:{AKI}:0"
    wanted = turns(table, LOOK, LINK, [slot + one for one in standing])
    assert [one.slot for one in wanted] == [slot + one for one in slots]


def test_every_call_says_until_when_and_is_another_once_that_is_later() -> None:
    table = a_table(SAIZEN, 4, people=2)
    dealt(table).to_act = (0,)
    for turn in (Turn(0, since=0, remind=300, due=600), replace(REMINDED, due=600, nudged=True)):
        later = replace(turn, since=60, due=660)
        before, after = ([*turns(replace(table, turns={0: one}), LOOK, LINK)] for one in (turn, later))
        assert all("<t:600:R>" in shown(one).text for one in before)
        assert not {one.fingerprint for one in before} & {one.fingerprint for one in after}


def test_a_decision_after_the_next_is_another_turn() -> None:
    table, random = a_table(SAIZEN, 4, people=4), Random(1)
    slots = set()
    for _ in range(12):
        slots |= {one.slot for one in list(turns(table, LOOK, LINK, {}))}
        play_random(dealt(table), random)
    assert len(slots) > 4


def test_of_a_game_that_cannot_be_replayed_only_the_newest_round_says_so() -> None:
    table = replace(a_table(SAIZEN), game=None, state="frozen")
    wanted = by_slot(table, LOBBY, "round:2", "round:10", "round:1")
    assert shown(wanted["round:10"]) == stopped_page(table, LOOK.tr(table))
    assert [wanted[f"round:{number}"].page for number in (1, 2)] == [None, None]
    assert {one.make for slot, one in wanted.items() if slot not in {LOBBY, PROOF}} == {"never"}


def test_a_finished_game_that_cannot_be_replayed_stays_as_it_is() -> None:
    table = replace(a_table(SAIZEN), game=None, state="over")
    wanted = by_slot(table, LOBBY, "round:1", "round:2")
    assert [wanted[f"round:{number}"].page for number in (1, 2)] == [None, None]
