"""Pages of deal commitments, cuts and proofs.

The public messages are never edited once posted; the private page shows everything needed to check a deal.
"""

from dataclasses import replace

import limits
from engine import record
from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from host.refusals import NO_PROOF, Refusal
from host.tables.table import Deals, Table
from locales import Translation
from show.actions import table_actions
from show.actions.replay_actions import TakeRecord
from show.text.page import Json, Page, button, form, page, text_field
from show.text.text_form import NONCE, WORDS


def promise_page(table: Table, tr: Translation) -> Page:
    """Build the public message with the deal commitment; it is never edited."""
    commitment = table.promise.commitment if table.promise else ""
    lines = [tr("fair-promise", table=str(table.id), commitment=commitment), *renewed_lines(table, tr)]
    return Page(("\n".join(lines),), framed=False)


def proof_page(table: Table, tr: Translation) -> Page:
    """Build the public message with the secret of a game that has ended; it is never edited.

    It includes the commitment of a possible rematch.
    """
    lines = [tr("fair-over", table=str(table.id)), *_secret(table, tr)]
    lines += rematch_lines(table, tr)
    return Page(("\n".join(lines), [check_button(table, tr)]), framed=False)


def renewed_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines that say that a restore has replaced the first commitment, if it has."""
    if table.promise is None or not table.renewed:
        return []
    return [tr("fair-renewed", commitment=table.promise.commitment)]


def rematch_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines with the commitment of a possible rematch, and whether a restore renewed it."""
    if table.rematch is None:
        return []
    key = "fair-rematch-renewed" if table.rematch_renewed else "fair-rematch"
    return [tr(key, commitment=table.rematch.commitment)]


def check_button(table: Table, tr: Translation) -> Json:
    """Build the button that opens everything needed to check a deal."""
    return button(table_actions.CheckDeal(table.id), tr("fair-check"))


def closed_lines(table: Table, tr: Translation) -> list[str]:
    """Return the secret for the message of a closed lobby."""
    return [tr("fair-secret", secret=table.revealed_commitment.secret.hex())] if table.revealed_commitment else []


def cut_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines that name who has cut the deck of a lobby."""
    cutters = [seat for seat, who in enumerate(table.occupants) if who and who.cuts]
    return [tr("fair-cut-by", who=tr.listed(map(tr.seat, cutters)))] if cutters else []


def joined_lines(promise: DealCommitment, asked: int, tr: Translation) -> list[str]:
    """Return lines that tell a player the number of their click on Join, if the deal's events contain it."""
    joined = deal_commitment.join(asked) in promise.events
    return [tr("fair-joined", number=str(asked))] if joined else []


def deal_page(table: Table, deals: Deals, user_id: int, tr: Translation, asked: int = 0) -> Page:
    """Build the private page with everything that is known of a table's deal now.

    Args:
        table: open or ended; its secret is shown only once it has ended.
        deals: the numbers of deals on the server.
        user_id: the reader.
        tr: the reader's language.
        asked: the number of the reader's click on Join, if that click opened this page; else 0.

    Raises:
        Refusal: the table has no deal commitment.
    """
    if table.promise is None:
        raise Refusal(NO_PROOF())
    commitment = table.promise.commitment
    if table.revealed_commitment is None:
        promised = tr("fair-promise", table=str(table.id), commitment=commitment)
        joined = joined_lines(table.promise, asked, tr)
        lines = [promised, *renewed_lines(table, tr), *joined, tr("fair-later")]
        return replace(page("\n".join(lines), cut_buttons(table, user_id, tr)), framed=False)
    head = [
        tr("fair-title", game=table.kind.title, table=str(table.id)),
        tr("fair-commitment", commitment=commitment),
        *renewed_lines(table, tr),
    ]
    counted = tr("fair-deals", dealt=deals.dealt, cancelled=deals.cancelled, early=deals.ended_early)
    if deals.closed_alone:
        counted += "\n" + tr("fair-deals-alone", count=deals.closed_alone)
    take = [button(TakeRecord(table.id), tr("replay-record"))] if table.was_dealt else []
    return page("\n".join([*head, *_secret(table, tr), tr("fair-how"), counted]), take)


def cut_buttons(table: Table, user_id: int, tr: Translation) -> list[Json]:
    """Return the buttons that open the cut form, for users who may cut the deck of a lobby."""
    seat = table.seat_of(user_id)
    who = table.occupants[seat] if seat is not None else None
    if table.state != "lobby" or table.promise is None or who is None or who.cuts >= limits.CUTS:
        return []
    return [button(table_actions.OpenCut(table.id), tr("fair-cut"), "✂️")]


def cut_form(table_id: int, nonce: str, tr: Translation) -> Json:
    """Build the form in which a user cuts the deck with their own words.

    The nonce is filled in before the words are typed, so nobody can choose it to suit the words. It comes back with the
    form, so the bot stores nothing. Users who do not trust the bot's nonce can type another one.
    """
    number = text_field(NONCE, tr("fair-nonce"), limits.NONCE_LENGTH, tr("fair-nonce-about"), nonce)
    words = text_field(WORDS, tr("fair-words"), limits.CUT_LENGTH, tr("fair-words-about"))
    return form(table_actions.Cut(table_id), tr("fair-cut"), [number, words])


def _secret(table: Table, tr: Translation) -> list[str]:
    """Return the secret, and the moves played, of a game that has ended."""
    lines = closed_lines(table, tr)
    if table.game is not None and table.state == "over":
        lines.append(tr("fair-played", played=deal_commitment.played_hash(record.write(table.game))))
    return lines
