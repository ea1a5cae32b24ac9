"""The desired messages of a table: each round's table message, its score sheet afterwards, and the final result."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game
from host.lobby import deal_commitments
from host.tables.table import NightStage, Occupant, Origin, Table, Turn
from show import desired
from show.desired import FIXED, LOBBY, PROMISE, PROOF, REMATCH, PageInputs, Wanted, posts, turns
from show.pages.game.score_sheet import round_page
from show.pages.game.table import end_page, stopped_page, table_page
from show.text.emojis import EmojiSet
from show.text.page import Art, Chart, Drawing, Page, Picture
from storage.rows import CloseReason, State
from tests.show.basics import AKI, BEN, HOME, SAIZEN, every_game
from tests.show.tables import a_lobby, a_table, game_at, play_out, play_random, play_some, with_occupant

DISCORD_BEGAN = 1_420_070_400
"""The time from which Discord's ids count, in Unix seconds."""
INPUTS = PageInputs("en-US", EmojiSet(), HOME)
LINK = "https://discord.com/channels/1/2/3"
NOW = 1_800_000_000
DUE = Turn(0, NOW, remind=NOW + 300, due=NOW + 600)


def shown(wanted: Wanted) -> Page:
    """Return the page that a slot must show."""
    assert wanted.page is not None
    return wanted.page()


def by_slot(table: Table, *existing: str) -> dict[str, Wanted]:
    """Return the desired messages of a table by slot."""
    wanted = posts(table, existing, INPUTS)
    assert len({one.slot for one in wanted}) == len(wanted)
    return {one.slot: one for one in wanted}


def in_round(game: str, number: int) -> Table:
    """Return a table whose game has just reached that round."""
    table, random = a_table(Game.games[game], 4, people=2), Random(number)
    while game_at(table).round < number:
        play_random(game_at(table), random)
    return table


def renewed(table: Table, secret: bytes = b"r" * 32) -> Table:
    """Return the table with commitments that a restore has renewed."""
    promise, rematch = (one and replace(one, secret=secret) for one in (table.promise, table.rematch))
    return replace(table, promise=promise, renewed=True, rematch=rematch, rematch_renewed=rematch is not None)


def test_each_renewed_commitment_has_a_message_of_its_own_and_the_earlier_ones_stay() -> None:
    lobby = a_lobby(SAIZEN)
    assert [slot for slot in by_slot(lobby, LOBBY) if slot.startswith(PROMISE)] == [PROMISE]
    existing, every = [LOBBY, PROMISE], [PROMISE]
    for secret in (b"1" * 32, b"2" * 32):
        again = renewed(lobby, secret)
        assert again.promise is not None
        every.append(f"promise:{again.promise.commitment[:16]}")
        wanted = by_slot(again, *existing)
        assert sorted(slot for slot in wanted if slot.startswith(PROMISE)) == sorted(every)
        (new,) = [one for slot, one in wanted.items() if slot.startswith(PROMISE) and one.page is not None]
        assert (new.slot, new.make, new.fingerprint) == (every[-1], "always", FIXED)
        existing.append(new.slot)
        started = renewed(a_table(SAIZEN), secret)
        assert every[-1] not in by_slot(started, LOBBY, PROMISE), "after the deal it would prove nothing"
        assert sorted(slot for slot in by_slot(started, *existing) if slot.startswith(PROMISE)) == sorted(every)


def test_renewed_commitment_of_a_rematch_has_a_message_of_its_own_until_after_the_rematch() -> None:
    over = play_out(a_table(SAIZEN, people=2), Random(1))
    over = replace(over, rematch=deal_commitments.for_rematch(over))
    assert [slot for slot in by_slot(over, LOBBY, PROOF) if slot.startswith(REMATCH)] == [], "the proof has it"
    again = renewed(over)
    (slot,) = [slot for slot in by_slot(again, LOBBY, PROOF) if slot.startswith(REMATCH)]
    wanted = by_slot(again, LOBBY, PROOF)[slot]
    assert again.rematch is not None
    assert again.rematch.commitment in shown(wanted).attachments[0].text
    begun = by_slot(replace(again, rematch=None, rematch_renewed=False, next_id=2), LOBBY, PROOF, slot)
    assert (begun[slot].page, begun[slot].make) == (None, "never"), "it stays readable"


@every_game
def test_finished_round_becomes_a_sheet_and_the_next_round_gets_its_own_table(game: str) -> None:
    first = in_round(game, 1)
    assert [slot for slot in by_slot(first) if slot != LOBBY] == ["round:1"]
    before = by_slot(first)["round:1"]
    second = in_round(game, 2)
    assert [slot for slot in by_slot(second) if slot != LOBBY] == ["round:1", "round:2"]
    view, tr = game_at(second).view(None), INPUTS.tr(second)
    after = by_slot(second)
    assert shown(after["round:1"]) == round_page(second, view, 1, tr)
    assert shown(after["round:2"]) == table_page(second, view, tr)
    assert after["round:1"].fingerprint != before.fingerprint, "so the message that stands becomes the sheet"
    assert [after[slot].make for slot in ("round:1", "round:2")] == ["never", "always"]


@pytest.mark.drawn(1)
@every_game
def test_each_sheet_shows_its_own_round_and_does_not_change(game: str) -> None:
    over = play_out(in_round(game, 2), Random(3))
    rounds = game_at(over).round
    wanted, view, tr = by_slot(over), game_at(over).view(None), INPUTS.tr(over)
    for number in range(1, rounds):
        assert shown(wanted[f"round:{number}"]) == round_page(over, view, number, tr)
        earlier = in_round(game, number + 1)
        assert wanted[f"round:{number}"].fingerprint == by_slot(earlier)[f"round:{number}"].fingerprint
    assert shown(wanted[f"round:{rounds}"]) == end_page(over, view, tr)
    assert f"round:{rounds + 1}" not in wanted


def test_every_move_changes_the_table_message_and_only_that() -> None:
    table, random = a_table(SAIZEN, 4), Random(1)
    seen: list[str] = []
    for _ in range(20):
        seen.append(by_slot(table)["round:1"].fingerprint)
        assert by_slot(table)["round:1"].fingerprint == seen[-1]
        play_random(game_at(table), random)
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: with_occupant(table, -1, Occupant(user_id=BEN)),
        lambda table: replace(table, options={"points": "other"}),
        lambda table: replace(table, state="closed"),
    ],
    ids=["seats", "options", "state"],
)
def test_lobby_fingerprint_covers_all_that_the_lobby_shows(change: Callable[[Table], Table]) -> None:
    table = a_lobby(SAIZEN)
    assert desired.lobby(table, INPUTS).fingerprint == desired.lobby(replace(table), INPUTS).fingerprint
    assert desired.lobby(change(table), INPUTS).fingerprint != desired.lobby(table, INPUTS).fingerprint


@pytest.mark.parametrize(
    "change",
    [
        lambda table: replace(table, turns={0: replace(DUE, due=NOW + 660)}),
        lambda table: with_occupant(table, 0, misses=1),
        lambda table: with_occupant(table, 0, misses=3),
        lambda table: with_occupant(table, 0, agreed=True),
        lambda table: replace(table, next_id=2),
    ],
    ids=["until when", "late", "away", "agreed", "rematch"],
)
def test_table_fingerprint_covers_all_that_the_table_shows_besides_its_game(change: Callable[[Table], Table]) -> None:
    table = replace(a_table(SAIZEN, 4, people=2), turns={0: DUE})
    game_at(table).to_act = (0,)
    assert by_slot(table)["round:1"].fingerprint == by_slot(replace(table))["round:1"].fingerprint
    assert by_slot(change(table))["round:1"].fingerprint != by_slot(table)["round:1"].fingerprint


def test_fingerprint_changes_with_language_emojis_and_updates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, emojis = a_table(SAIZEN), EmojiSet()
    for name in (*SAIZEN.suit_emojis().values(), *SAIZEN.emoji_names.values()):
        emojis[name] = f"<:{name}:1>"
    every = [INPUTS, replace(INPUTS, locale="ja"), replace(INPUTS, emojis=emojis)]
    prints = [posts(table, (), inputs)[1].fingerprint for inputs in every]
    monkeypatch.setattr(desired, "LAYOUT_VERSION", desired.LAYOUT_VERSION + 1)
    prints.append(posts(table, (), INPUTS)[1].fingerprint)
    assert len(set(prints)) == len(prints)


def test_started_lobby_links_to_its_game_and_changes_only_at_the_end() -> None:
    table = a_table(SAIZEN)
    here, there = desired.lobby(table, INPUTS), desired.lobby(table, replace(INPUTS, public_channel_id=HOME + 1))
    assert here.fingerprint != there.fingerprint
    play_random(game_at(table), Random(1))
    assert desired.lobby(table, INPUTS).fingerprint == here.fingerprint
    for ended in (play_out(table, Random(1)), replace(table, state="frozen", game=None)):
        assert desired.lobby(ended, INPUTS).fingerprint != here.fingerprint


def test_deleted_lobby_is_reposted_only_while_players_can_join() -> None:
    assert desired.lobby(a_lobby(SAIZEN), INPUTS).make == "again"
    assert desired.lobby(a_table(SAIZEN), INPUTS).make == "never"
    assert desired.lobby(replace(a_lobby(SAIZEN), state="closed"), INPUTS).make == "never"


def test_player_who_must_decide_is_mentioned_for_that_decision() -> None:
    table = a_table(SAIZEN, 4, people=2)
    for to_act, people in (((0,), [AKI]), ((0, 1, 2, 3), [AKI, BEN]), ((2, 3), [])):
        game_at(table).to_act = to_act
        wanted = list(turns(table, INPUTS, LINK, {}))
        assert [one.slot for one in wanted] == [f"turn:{user}:0" for user in people]
        assert [shown(one).notify for one in wanted] == [(user,) for user in people]
    assert list(turns(play_out(in_round("saizen", 1), Random(1)), INPUTS, LINK, {})) == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", Game.games.values(), ids=lambda kind: kind.id)
def test_sheet_with_another_text_has_another_fingerprint(kind: type[Game]) -> None:
    options = {"split_partnership": True} if kind.id == "tennos-square" else {}
    table, said = a_table(kind, kind.seat_counts[0], options=options), dict[tuple[str, str], str]()
    game, random = game_at(table), Random(1)
    while not game.over:
        play_some(game, random, 3)
        for slot, wanted in by_slot(table).items():
            if slot.startswith("round:") and slot != f"round:{game.round}":
                assert said.setdefault((slot, wanted.fingerprint), shown(wanted).text) == shown(wanted).text


def test_mention_links_to_the_table_and_changes_with_the_link() -> None:
    table = a_table(SAIZEN)
    game_at(table).to_act = (0,)
    [one], [other] = (turns(table, INPUTS, link, {}) for link in (LINK, f"{LINK}4"))
    assert f"({LINK})" in shown(one).text
    assert one.slot == other.slot
    assert one.fingerprint != other.fingerprint


REMINDED = Turn(0, since=0, remind=None, due=60)


@pytest.mark.parametrize(
    ("turn", "existing", "slots"),
    [
        pytest.param(replace(REMINDED, remind=30), [], [""], id="first"),
        pytest.param(REMINDED, [""], ["", ":half"], id="at half time"),
        pytest.param(REMINDED, [], [":half"], id="at half time who was looking"),
        pytest.param(replace(REMINDED, nudged=True, remind=30), [], [":nudge"], id="nudged who was looking"),
        pytest.param(
            replace(REMINDED, nudged=True), ["", ":half"], ["", ":half", ":nudge"], id="nudged after half time"
        ),
        pytest.param(Turn(0, since=0, nudged=True), [""], ["", ":nudge"], id="nudged where no clock runs"),
        pytest.param(replace(REMINDED, given=True), [], [], id="too late who was looking"),
        pytest.param(replace(REMINDED, given=True), [""], [""], id="too late"),
    ],
)
def test_mention_is_withdrawn_once_it_is_no_longer_true(turn: Turn, existing: list[str], slots: list[str]) -> None:
    """Withdraw "it is your turn" after a nudge, and "half of your time is over" once all of the time is over."""
    table = replace(a_table(SAIZEN, 4, people=2), turns={0: turn})
    game_at(table).to_act = (0,)
    slot = f"turn:{AKI}:0"
    wanted = turns(table, INPUTS, LINK, [slot + one for one in existing])
    assert [one.slot for one in wanted] == [slot + one for one in slots]


def test_every_mention_states_its_deadline_and_changes_with_a_later_one() -> None:
    table = a_table(SAIZEN, 4, people=2)
    game_at(table).to_act = (0,)
    for turn in (Turn(0, since=0, remind=300, due=600), replace(REMINDED, due=600, nudged=True)):
        later = replace(turn, since=60, due=660)
        before, after = ([*turns(replace(table, turns={0: one}), INPUTS, LINK)] for one in (turn, later))
        assert all("<t:600:R>" in shown(one).text for one in before)
        assert not {one.fingerprint for one in before} & {one.fingerprint for one in after}


def test_decision_after_the_next_is_another_turn() -> None:
    table, random = a_table(SAIZEN, 4, people=4), Random(1)
    slots = set()
    for _ in range(12):
        slots |= {one.slot for one in list(turns(table, INPUTS, LINK, {}))}
        play_random(game_at(table), random)
    assert len(slots) > 4


def test_only_the_newest_round_says_that_a_game_cannot_be_replayed() -> None:
    table = replace(a_table(SAIZEN), game=None, state="frozen")
    wanted = by_slot(table, LOBBY, "round:2", "round:10", "round:1")
    assert shown(wanted["round:10"]) == stopped_page(table, INPUTS.tr(table))
    assert [wanted[f"round:{number}"].page for number in (1, 2)] == [None, None]
    assert {one.make for slot, one in wanted.items() if slot not in {LOBBY, PROOF}} == {"never"}


@pytest.mark.parametrize(
    ("slot", "logged"),
    [
        ("turn:7000000001:3", "turn:…:3"),
        ("turn:7000000001:3:half", "turn:…:3:half"),
        ("invite:7000000001", "invite:…"),
        ("old:turn:7000000001:3:5f00aa00-12", "old:turn:…:3:5f00aa00-12"),
        ("round:12", "round:12"),
        ("promise:1234567890123456", "promise:1234567890123456"),
    ],
)
def test_slots_are_logged_without_the_person(slot: str, logged: str) -> None:
    assert desired.nameless(slot) == logged


FORGOTTEN = Occupant(computer="normal", left_by=-7)
"""The occupant of a person's seat after the person's data was deleted."""


@pytest.mark.parametrize(("state", "why"), [("over", None), ("closed", "ended"), ("closed", "left"), ("frozen", None)])
def test_rounds_that_cannot_be_drawn_again_are_replaced_when_somebody_is_forgotten(
    state: State, why: CloseReason | None
) -> None:
    table = replace(a_table(SAIZEN), game=None, state=state, close_reason=why)
    before, after = (by_slot(one, LOBBY, "round:1", "round:2") for one in (table, with_occupant(table, 0, FORGOTTEN)))
    for slot in ("round:1", "round:2"):
        assert before[slot].fingerprint != after[slot].fingerprint
        assert "Aki" not in shown(after[slot]).text
        assert shown(after[slot]).parts


@every_game
def test_names_are_in_no_picture_so_it_stays_when_somebody_is_forgotten(game: str) -> None:
    table, random = a_table(Game.games[game], 4, people=2), Random(3)
    while game_at(table).round < 2:
        play_random(game_at(table), random)
    before, after = (
        [shown(one) for one in posts(who, [LOBBY, "round:1", "round:2"], INPUTS) if one.page]
        for who in (table, with_occupant(table, 0, FORGOTTEN))
    )
    assert drawings(before)
    assert drawings(before) == drawings(after)
    assert "Aki" in before[0].text
    assert not [page for page in after if "Aki" in page.text]


def drawings(pages: Sequence[Page]) -> list[Drawing | Art | Chart]:
    return [part.drawing for page in pages for part in page.parts if isinstance(part, Picture)]


def test_finished_game_that_cannot_be_replayed_keeps_its_messages() -> None:
    table = replace(a_table(SAIZEN), game=None, state="over")
    wanted = by_slot(table, LOBBY, "round:1", "round:2")
    assert [wanted[f"round:{number}"].page for number in (1, 2)] == [None, None]


@every_game
def test_private_table_has_no_public_message_and_mentions_nobody(game: str) -> None:
    running = replace(a_table(Game.games[game], 4, people=1), origin=Origin(7, 0), turns={0: DUE})
    left = with_occupant(running, 0, Occupant(computer="normal", left_by=AKI))
    for table in (
        running,
        replace(running, promise=None),
        replace(play_out(in_round(game, 2), Random(1)), origin=Origin(7, 3)),
        replace(left, state="closed", game=None, close_reason="left"),
        replace(running, state="frozen", game=None),
    ):
        for existing in ((), ("lobby", "thread", "round:1", "promise", "proof", "left:0", f"turn:{AKI}:0")):
            assert posts(table, existing, INPUTS) == []
            assert not [*turns(table, INPUTS, LINK, existing)]


def test_messages_of_a_league_nights_table_are_edited_once_all_tables_of_its_stage_are_done() -> None:
    sealed = replace(play_out(a_table(SAIZEN, 2), Random(1)), night=NightStage(1, 1, "normal"), sealed=True)
    before, after = by_slot(sealed, LOBBY), by_slot(replace(sealed, sealed=False), LOBBY)
    result = f"round:{game_at(sealed).round}"
    assert all(before[slot].fingerprint != after[slot].fingerprint for slot in (LOBBY, result))
    assert "shown when all tables" in shown(before[result]).text
    assert "shown when all tables" not in shown(after[result]).text


def test_last_message_of_a_league_nights_table_has_a_link_to_the_nights_message() -> None:
    table = replace(play_out(a_table(SAIZEN, 2), Random(1)), night=NightStage(1, 1, "normal"))
    slot, inputs = f"round:{game_at(table).round}", replace(INPUTS, night=LINK)
    stopped = replace(table, state="closed", close_reason="ended", game=None)
    for one in (table, replace(table, sealed=True), stopped):
        (before,) = (wanted for wanted in posts(one, [slot], INPUTS) if wanted.slot == slot)
        (after,) = (wanted for wanted in posts(one, [slot], inputs) if wanted.slot == slot)
        assert before.fingerprint != after.fingerprint
        assert f"[League night: standings]({LINK})" in shown(after).text
        assert LINK not in shown(before).text
