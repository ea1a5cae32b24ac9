"""How a deal is promised, cut, and proven: messages that never change once they stand, and what each is told alone."""

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
    """The message in which everybody can read what is promised; it is never edited."""
    commitment = table.promise.commitment if table.promise else ""
    lines = [tr("fair-promise", table=str(table.id), commitment=commitment), *renewed_lines(table, tr)]
    return Page(("\n".join(lines),), framed=False)


def proof_page(table: Table, tr: Translation) -> Page:
    """The message in which everybody can read the secret of a game that nobody plays any more; it is never edited.

    A rematch that may come is promised in it.
    """
    lines = [tr("fair-over", table=str(table.id)), *_secret(table, tr)]
    lines += rematch_lines(table, tr)
    return Page(("\n".join(lines), [check_button(table, tr)]), framed=False)


def renewed_lines(table: Table, tr: Translation) -> list[str]:
    """Say that a restore has put another promise in the place of the first one, where it has."""
    if table.promise is None or not table.renewed:
        return []
    return [tr("fair-renewed", commitment=table.promise.commitment)]


def rematch_lines(table: Table, tr: Translation) -> list[str]:
    """Say what is promised of the rematch that may come, and that it is promised anew, where it is."""
    if table.rematch is None:
        return []
    key = "fair-rematch-renewed" if table.rematch_renewed else "fair-rematch"
    return [tr(key, commitment=table.rematch.commitment)]


def check_button(table: Table, tr: Translation) -> Json:
    """It leads to all that a deal can be checked with."""
    return button(table_actions.CheckDeal(table.id), tr("fair-check"))


def closed_lines(table: Table, tr: Translation) -> list[str]:
    """The secret, in the message of a lobby that was closed."""
    return [tr("fair-secret", secret=table.revealed_commitment.secret.hex())] if table.revealed_commitment else []


def cut_lines(table: Table, tr: Translation) -> list[str]:
    """Who has cut the deck of a lobby."""
    cutters = [seat for seat, who in enumerate(table.occupants) if who and who.cuts]
    return [tr("fair-cut-by", who=tr.listed(map(tr.seat, cutters)))] if cutters else []


def joined_lines(promise: DealCommitment | None, asked: int, tr: Translation) -> list[str]:
    """Tell whoever has just joined the number that stands for it among a deal's events; no lines: none does."""
    joined = promise is not None and deal_commitment.join(asked) in promise.events
    return [tr("fair-joined", number=str(asked))] if joined else []


def deal_page(table: Table, deals: Deals, user_id: int, tr: Translation, asked: int = 0) -> Page:
    """All that there is to know of a table's deal now, for whoever asks or has just sat down.

    Args:
        table: open, or nobody's any more: only then its secret is told.
        deals: how many there were on the server.
        user_id: who reads it.
        tr: the reader's language.
        asked: the number of the reader's click on Join, if that led here; 0: something else did.

    Raises:
        Refusal: nothing was promised there.
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
    """What opens the form of a cut, for whoever may cut the deck of a lobby."""
    seat = table.seat_of(user_id)
    who = table.occupants[seat] if seat is not None else None
    if table.state != "lobby" or table.promise is None or who is None or who.cuts >= limits.CUTS:
        return []
    return [button(table_actions.OpenCut(table.id), tr("fair-cut"), "✂️")]


def cut_form(table_id: int, nonce: str, tr: Translation) -> Json:
    """The form in which somebody cuts the deck with words of their own.

    The nonce stands in it before there are words: nobody can choose it by them. It comes back with the form, so that
    nothing has to be remembered; whoever trusts no nonce of the house types another one over it.
    """
    number = text_field(NONCE, tr("fair-nonce"), limits.NONCE_LENGTH, tr("fair-nonce-about"), nonce)
    words = text_field(WORDS, tr("fair-words"), limits.CUT_LENGTH, tr("fair-words-about"))
    return form(table_actions.Cut(table_id), tr("fair-cut"), [number, words])


def _secret(table: Table, tr: Translation) -> list[str]:
    """The secret, and what was played, of a game that nobody plays any more."""
    lines = closed_lines(table, tr)
    if table.game is not None and table.state == "over":
        lines.append(tr("fair-played", played=deal_commitment.played_hash(record.write(table.game))))
    return lines
