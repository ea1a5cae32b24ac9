"""Deal commitments, cuts and proofs as pages: a secret is shown only after the game."""

import re
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

import limits
from engine import record
from engine.fairness import proof
from engine.fairness.deal_commitment import DealCommitment
from host.lobby import deal_commitments
from host.refusals import Refusal
from host.tables.table import Deals, Occupant, State, Table
from show.actions import table_actions
from show.actions.decision_actions import InLesson, ShowTab
from show.actions.replay_actions import TakeRecord
from show.pages.fairness import cut_form, deal_page, promise_page, proof_page, rematch_page
from show.pages.game.hand import gone_page
from show.pages.game.table import details_page
from show.pages.lobby import joined_page, lobby_page
from show.text.page import Page
from show.text.seat_names import table_translation
from show.text.text_form import OwnCut
from tests.show.basics import AKI, BEN, HOME, SAIZEN, every_locale
from tests.show.page_content import check_form, check_limits, clickable, components_of, ids_of
from tests.show.tables import a_lobby, a_table, deal_commitment_of, game_at, play_out, public_page, with_occupant

DEALS = Deals(41, 1, 7, 2)
SECRET = deal_commitment_of(SAIZEN).secret.hex()
COMMITMENT = deal_commitment_of(SAIZEN).commitment


def pages(table: Table, locale: str = "en-US", user: int = AKI) -> dict[str, Page]:
    """Return the pages that concern a table's deal."""
    tr = table_translation(table, locale)
    return {
        "promise": promise_page(table, tr),
        "proof": proof_page(table, tr),
        "deal": deal_page(table, DEALS, user, tr),
        "lobby": lobby_page(table, tr, HOME),
    }


def finished() -> Table:
    over = play_out(a_table(SAIZEN, 2), Random(1))
    return replace(over, rematch=deal_commitments.for_rematch(over))


def files(page: Page) -> str:
    """Return the text of a page's text files."""
    return "\n".join(one.text for one in page.attachments)


def whole(page: Page) -> str:
    """Return everything that a page shows and attaches."""
    return page.text + files(page)


@every_locale
@pytest.mark.parametrize("state", get_args(State))
def test_secret_is_on_no_page_before_the_end(state: State, locale: str) -> None:
    table = a_lobby(SAIZEN) if state == "lobby" else a_table(SAIZEN)
    if state == "over":
        table = finished()
    told = pages(replace(table, state=state), locale)
    for name, page in told.items():
        check_limits(page)
        ended = state not in {"lobby", "playing"}
        shows = ended and (name != "lobby" or state == "closed")
        assert (SECRET in whole(page)) == shows, name
    assert COMMITMENT in files(told["promise"])
    assert COMMITMENT in told["deal"].text
    assert COMMITMENT in files(told["deal"])


@every_locale
def test_public_messages_are_a_short_line_with_a_button_and_a_file_that_has_all(locale: str) -> None:
    table = replace(finished(), id=9_999_999)
    tr = table_translation(table, locale)
    renewed = replace(table, renewed=True, rematch_renewed=True)
    every = [promise_page(table, tr), proof_page(table, tr), rematch_page(table, tr)]
    for page in [*every, promise_page(renewed, tr), rematch_page(renewed, tr)]:
        (line,) = page.text.splitlines()
        assert len(line) <= 80
        assert ids_of(page) == [table_actions.CheckDeal(table.id).custom_id]
        assert COMMITMENT in files(page)
        assert COMMITMENT not in str(components_of(page)), "the file is attached"
        assert COMMITMENT in str(components_of(page, files=False)), "no file may be attached"
    assert COMMITMENT.startswith(re.sub(r"\s", "", promise_page(table, tr).text.rpartition("· ")[2]))


@every_locale
def test_file_of_a_promise_says_how_its_commitment_is_made(locale: str) -> None:
    table = a_lobby(SAIZEN)
    said = files(pages(table, locale)["promise"])
    assert table.promise is not None
    for line in ("ichiza/1", table.promise.table, "saizen", str(table.promise.rules)):
        assert line in said
    assert table.promise.seed.hex() not in said


def test_file_of_a_proof_is_enough_to_compute_the_seed() -> None:
    table = finished()
    said = files(pages(table)["proof"])
    secret = re.findall("^Secret: ([0-9a-f]{64})$", said, re.MULTILINE)
    events = re.findall("^(?:join|leave|cut|start) [0-9a-f]+$", said, re.MULTILINE)
    mixed = DealCommitment("1", "saizen", SAIZEN.rules, bytes.fromhex(secret[0]), tuple(events))
    assert mixed.commitment in said
    assert f"Seed: {mixed.seed.hex()}" in said.splitlines()


@every_locale
def test_end_shows_the_finished_games_proof_and_a_promise_for_the_rematch(locale: str) -> None:
    table = finished()
    played = proof.played_hash(record.write(game_at(table)))
    for name in ("proof", "deal"):
        assert played in files(pages(table, locale)[name])
    assert played in pages(table, locale)["deal"].text
    assert table.rematch is not None
    for name in ("proof", "deal"):
        assert table.rematch.commitment in files(pages(table, locale)[name])
    assert table.rematch.secret.hex() not in "".join(map(whole, pages(table, locale).values()))


def test_end_offers_everything_needed_to_check_a_deal() -> None:
    table = finished()
    check = table_actions.CheckDeal(table.id).custom_id
    assert check in ids_of(pages(table)["proof"])
    assert check in ids_of(details_page(table, table_translation(table, "en-US")))
    back = table_actions.OpenHand(table.id).custom_id
    assert ids_of(pages(table)["deal"]) == [back, TakeRecord(table.id).custom_id]
    closed = replace(a_lobby(SAIZEN), state="closed")
    assert ids_of(pages(closed)["deal"]) == [], "nothing was played"
    running = a_table(SAIZEN)
    assert check not in ids_of(details_page(running, table_translation(running, "en-US")))


def test_counts_of_deals_and_closed_lobbies_are_shown() -> None:
    text = pages(finished())["deal"].text
    assert "Games dealt on this server so far: 41. Ended in their first round, with several people: 2." in text
    assert "Tables closed before the deal, though others had joined: 1." in text
    assert "Tables closed with only the opener at them, not counted above: 7" in text


def test_deck_can_be_cut_by_seated_people_up_to_their_limit() -> None:
    table, cut = a_lobby(SAIZEN), table_actions.OpenCut(1).custom_id
    assert cut in ids_of(pages(table)["deal"])
    assert cut not in ids_of(pages(table, user=BEN + 7)["deal"])
    assert cut not in ids_of(pages(a_table(SAIZEN))["deal"])
    assert cut not in ids_of(pages(with_occupant(table, 0, cuts=limits.CUTS))["deal"])


@every_locale
def test_lobby_names_those_who_have_cut(locale: str) -> None:
    table = a_lobby(SAIZEN)
    assert "✂️" not in pages(table, locale)["lobby"].text
    shown = pages(with_occupant(table, 0, cuts=1), locale)["lobby"].text
    (line,) = [line for line in shown.splitlines() if "✂️" in line]
    assert "Aki" in line


@every_locale
def test_form_of_a_cut_is_accepted_by_discord(locale: str) -> None:
    modal = cut_form(2**63 - 1, "0" * 32, table_translation(a_lobby(SAIZEN), locale))
    check_form(modal)
    nonce, words = [one["component"] for one in modal["components"]]
    assert nonce["value"] == "0" * 32, "it is told before there are words"
    said = {nonce["custom_id"]: nonce["value"], words["custom_id"]: "x" * words["max_length"]}
    cut = table_actions.Cut(2**63 - 1, OwnCut("0" * 32, "x" * 100))
    assert table_actions.Action.parse(modal["custom_id"], [said]) == cut
    assert "0" * 32 not in modal["custom_id"]


@every_locale
def test_person_who_has_just_joined_sees_the_id_of_their_click_behind_the_button(locale: str) -> None:
    table = a_lobby(SAIZEN)
    assert table.promise is not None
    table = replace(table, promise=table.promise.after("join 71").after("leave 72"))
    tr = table_translation(table, locale)
    told = tr("fair-joined", number="71")
    page = deal_page(table, DEALS, AKI, tr, asked=71)
    assert told in page.text
    assert told in files(page)
    for other in (0, 8, 72):
        assert tr("fair-joined", number=str(other)) not in whole(deal_page(table, DEALS, AKI, tr, asked=other))
    for begun in (a_table(SAIZEN), finished()):
        later = deal_page(replace(begun, promise=table.promise), DEALS, AKI, tr, asked=71)
        assert told in later.text, "the button works after the start too"


@every_locale
def test_person_who_has_agreed_to_a_rematch_sees_the_id_of_their_click_behind_the_button(locale: str) -> None:
    table = finished()
    assert table.rematch is not None
    table, tr = replace(table, rematch=table.rematch.after("join 71")), table_translation(table, locale)
    assert tr("fair-joined", number="71") in deal_page(table, DEALS, AKI, tr, asked=71).text


@every_locale
def test_person_who_has_joined_is_told_their_seat_and_who_starts(locale: str) -> None:
    table = a_lobby(SAIZEN, 4)
    tr = table_translation(table, locale)
    joined = with_occupant(table, 3, Occupant(user_id=BEN, name="Ben"))
    page = joined_page(joined, BEN, 71, tr)
    check_limits(page)
    assert tr("lobby-joined", seat=4, who="Aki") == page.text
    assert ids_of(page) == [table_actions.OpenCut(1).custom_id, table_actions.CheckOwnDeal(1, 71).custom_id]
    assert joined_page(joined, AKI, 71, tr).text == tr("lobby-joined-first", seat=1), "she starts herself"
    without = joined_page(replace(joined, promise=None), BEN, 71, tr)
    assert (without.text, ids_of(without)) == (page.text, []), "a table from before there were commitments"
    beginner = joined_page(joined, BEN, 71, tr, learn=True)
    lesson = ShowTab(InLesson("saizen")).custom_id
    assert (beginner.text, ids_of(beginner)) == (page.text, [lesson, table_actions.CheckOwnDeal(1, 71).custom_id])


def test_way_back_leads_to_what_the_page_has_replaced() -> None:
    lobby, tr = a_lobby(SAIZEN), table_translation(a_lobby(SAIZEN), "en-US")
    seat, hand = table_actions.ShowSeat(1, 71).custom_id, table_actions.OpenHand(1).custom_id
    assert ids_of(deal_page(lobby, DEALS, AKI, tr, asked=71))[0] == seat
    assert not {seat, hand} & {*ids_of(deal_page(lobby, DEALS, AKI, tr)), *ids_of(deal_page(lobby, DEALS, 999, tr, 71))}
    for asked in (0, 71):
        assert ids_of(deal_page(a_table(SAIZEN), DEALS, AKI, tr, asked))[0] == hand


def test_table_without_a_commitment_shows_none_and_explains_that() -> None:
    old = replace(play_out(a_table(SAIZEN, 2), Random(1)), promise=None)
    tr = table_translation(old, "en-US")
    with pytest.raises(Refusal, match="Nothing was promised"):
        deal_page(old, DEALS, AKI, tr)
    assert clickable(details_page(old, tr)) == []


RESTORED = {"en-US": "restored from a backup", "ja": "バックアップから復元"}


@every_locale
def test_lobby_with_a_renewed_commitment_says_so_on_every_page_of_its_deal(locale: str) -> None:
    told = pages(replace(a_lobby(SAIZEN), renewed=True), locale)
    for name in ("promise", "deal", "lobby"):
        check_limits(told[name])
        assert RESTORED[locale] in told[name].text, name
    assert not [name for name, page in pages(a_lobby(SAIZEN), locale).items() if RESTORED[locale] in page.text]


@every_locale
def test_rematch_with_a_renewed_commitment_says_so_where_people_vote(locale: str) -> None:
    table = finished()
    for renewed in (False, True):
        text = public_page(replace(table, rematch_renewed=renewed), locale).text
        assert (RESTORED[locale] in text) == renewed


@every_locale
def test_game_ended_by_a_restore_says_so_in_its_lobby_and_in_open_hands(locale: str) -> None:
    table = replace(a_table(SAIZEN), state="closed", close_reason="restored", game=None)
    tr = table_translation(table, locale)
    for page in (lobby_page(table, tr, HOME), gone_page(table, AKI, tr)):
        check_limits(page)
        assert RESTORED[locale] in page.text
