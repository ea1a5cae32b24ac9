"""Deal commitments, cuts and proofs as pages: a secret is shown only after the game."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

import limits
from engine import record
from engine.fairness import deal_commitment
from host.lobby import deal_commitments
from host.refusals import Refusal
from host.tables.table import Deals, State, Table
from show.actions import table_actions
from show.actions.replay_actions import TakeRecord
from show.pages.fairness import cut_form, deal_page, promise_page, proof_page
from show.pages.game.hand import gone_page
from show.pages.game.table import details_page
from show.pages.lobby import lobby_page
from show.text.addressing import table_translation
from show.text.page import Page
from show.text.text_form import OwnCut
from tests.show.basics import AKI, BEN, HOME, SAIZEN, every_locale
from tests.show.page_content import check_form, check_limits, clickable, ids_of
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
        shows = ended and (name in {"proof", "deal"} or (name, state) == ("lobby", "closed"))
        assert (SECRET in page.text) == shows, name
    assert COMMITMENT in told["promise"].text
    assert COMMITMENT in told["deal"].text


@every_locale
def test_end_shows_the_finished_games_proof_and_a_promise_for_the_rematch(locale: str) -> None:
    table = finished()
    played = deal_commitment.played_hash(record.write(game_at(table)))
    for name in ("proof", "deal"):
        assert played in pages(table, locale)[name].text
    assert table.rematch is not None
    assert table.rematch.commitment in pages(table, locale)["proof"].text
    assert table.rematch.secret.hex() not in "".join(page.text for page in pages(table, locale).values())


def test_end_offers_everything_needed_to_check_a_deal() -> None:
    table = finished()
    check = table_actions.CheckDeal(table.id).custom_id
    assert check in ids_of(pages(table)["proof"])
    assert check in ids_of(details_page(table, table_translation(table, "en-US")))
    assert ids_of(pages(table)["deal"]) == [TakeRecord(table.id).custom_id]
    closed = replace(a_lobby(SAIZEN), state="closed")
    assert ids_of(pages(closed)["deal"]) == [], "nothing was played"
    running = a_table(SAIZEN)
    assert check not in ids_of(details_page(running, table_translation(running, "en-US")))


def test_counts_of_deals_and_closed_lobbies_are_shown() -> None:
    text = pages(finished())["deal"].text
    assert "41 games were dealt. 2 games of several people ended in the first round" in text
    assert "1 lobby that others had joined closed before the deal" in text
    assert "Not among them: 7 lobbies that only the opener had joined." in text


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
def test_person_who_has_just_joined_sees_the_id_of_their_click(locale: str) -> None:
    table = a_lobby(SAIZEN)
    assert table.promise is not None
    table = replace(table, promise=table.promise.after("join 71").after("leave 72"))
    tr = table_translation(table, locale)
    told = tr("fair-joined", number="71")
    assert told in deal_page(table, DEALS, AKI, tr, asked=71).text
    for other in (0, 8, 72):
        assert tr("fair-joined", number=str(other)) not in deal_page(table, DEALS, AKI, tr, asked=other).text


def test_table_without_a_commitment_shows_none_and_explains_that() -> None:
    old = replace(play_out(a_table(SAIZEN, 2), Random(1)), promise=None)
    tr = table_translation(old, "en-US")
    with pytest.raises(Refusal, match="Nothing was promised"):
        deal_page(old, DEALS, AKI, tr)
    assert clickable(details_page(old, tr)) == []


RESTORED = {"en-US": "restored from a backup", "ja": "バックアップから復元"}


@every_locale
def test_lobby_with_a_renewed_commitment_says_so_on_every_page_with_it(locale: str) -> None:
    told = pages(replace(a_lobby(SAIZEN), renewed=True), locale)
    for name in ("promise", "deal", "lobby"):
        check_limits(told[name])
        assert RESTORED[locale] in told[name].text, name
        assert COMMITMENT in told[name].text, name
    assert not [name for name, page in pages(a_lobby(SAIZEN), locale).items() if RESTORED[locale] in page.text]


@every_locale
def test_rematch_with_a_renewed_commitment_says_so_where_people_vote(locale: str) -> None:
    table = finished()
    assert table.rematch is not None
    for renewed in (False, True):
        text = public_page(replace(table, rematch_renewed=renewed), locale).text
        assert (RESTORED[locale] in text) == renewed
        assert table.rematch.commitment in text


@every_locale
def test_game_ended_by_a_restore_says_so_in_its_lobby_and_in_open_hands(locale: str) -> None:
    table = replace(a_table(SAIZEN), state="closed", why="restored", game=None)
    tr = table_translation(table, locale)
    for page in (lobby_page(table, tr, HOME), gone_page(table, AKI, tr)):
        check_limits(page)
        assert RESTORED[locale] in page.text
