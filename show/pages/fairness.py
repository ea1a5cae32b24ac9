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


def promise_page(table: Table, speech: Translation) -> Page:
    """The message in which everybody can read what is promised; it is never edited."""
    commitment = table.promise.commitment if table.promise else ""
    lines = [speech("fair-promise", table=str(table.id), commitment=commitment), *renewed_lines(table, speech)]
    return Page(("\n".join(lines),), framed=False)


def proof_page(table: Table, speech: Translation) -> Page:
    """The message in which everybody can read the secret of a game that nobody plays any more; it is never edited.

    A rematch that may come is promised in it.
    """
    lines = [speech("fair-over", table=str(table.id)), *_secret(table, speech)]
    lines += rematch_lines(table, speech)
    return Page(("\n".join(lines), [check_button(table, speech)]), framed=False)


def renewed_lines(table: Table, speech: Translation) -> list[str]:
    """Say that a restore has put another promise in the place of the first one, where it has."""
    if table.promise is None or not table.renewed:
        return []
    return [speech("fair-renewed", commitment=table.promise.commitment)]


def rematch_lines(table: Table, speech: Translation) -> list[str]:
    """Say what is promised of the rematch that may come, and that it is promised anew, where it is."""
    if table.rematch is None:
        return []
    key = "fair-rematch-renewed" if table.rematch_renewed else "fair-rematch"
    return [speech(key, commitment=table.rematch.commitment)]


def check_button(table: Table, speech: Translation) -> Json:
    """It leads to all that a deal can be checked with."""
    return button(table_actions.CheckDeal(table.id), speech("fair-check"))


def closed_lines(table: Table, speech: Translation) -> list[str]:
    """The secret, in the message of a lobby that was closed."""
    return [speech("fair-secret", secret=table.revealed.secret.hex())] if table.revealed else []


def cut_lines(table: Table, speech: Translation) -> list[str]:
    """Who has cut the deck of a lobby."""
    cutters = [seat for seat, who in enumerate(table.occupants) if who and who.cuts]
    return [speech("fair-cut-by", who=speech.listed(map(speech.seat, cutters)))] if cutters else []


def joined_lines(promise: DealCommitment | None, asked: int, speech: Translation) -> list[str]:
    """Tell whoever has just joined the number that stands for it among a deal's events; no lines: none does."""
    joined = promise is not None and deal_commitment.join(asked) in promise.events
    return [speech("fair-joined", number=str(asked))] if joined else []


def deal_page(table: Table, deals: Deals, user_id: int, speech: Translation, asked: int = 0) -> Page:
    """All that there is to know of a table's deal now, for whoever asks or has just sat down.

    Args:
        table: open, or nobody's any more: only then its secret is told.
        deals: how many there were on the server.
        user_id: who reads it.
        speech: the reader's language.
        asked: the number of the reader's click on Join, if that led here; 0: something else did.

    Raises:
        Refusal: nothing was promised there.
    """
    if table.promise is None:
        raise Refusal(NO_PROOF())
    commitment = table.promise.commitment
    if table.revealed is None:
        promised = speech("fair-promise", table=str(table.id), commitment=commitment)
        joined = joined_lines(table.promise, asked, speech)
        lines = [promised, *renewed_lines(table, speech), *joined, speech("fair-later")]
        return replace(page("\n".join(lines), cut_buttons(table, user_id, speech)), framed=False)
    head = [
        speech("fair-title", game=table.kind.title, table=str(table.id)),
        speech("fair-commitment", commitment=commitment),
        *renewed_lines(table, speech),
    ]
    counted = speech("fair-deals", dealt=deals.dealt, cancelled=deals.cancelled, early=deals.ended_early)
    if deals.closed_alone:
        counted += "\n" + speech("fair-deals-alone", count=deals.closed_alone)
    take = [button(TakeRecord(table.id), speech("replay-record"))] if table.was_dealt else []
    return page("\n".join([*head, *_secret(table, speech), speech("fair-how"), counted]), take)


def cut_buttons(table: Table, user_id: int, speech: Translation) -> list[Json]:
    """What opens the form of a cut, for whoever may cut the deck of a lobby."""
    seat = table.seat_of(user_id)
    who = table.occupants[seat] if seat is not None else None
    if table.state != "lobby" or table.promise is None or who is None or who.cuts >= limits.CUTS:
        return []
    return [button(table_actions.OpenCut(table.id), speech("fair-cut"), "✂️")]


def cut_form(table_id: int, nonce: str, speech: Translation) -> Json:
    """The form in which somebody cuts the deck with words of their own.

    The nonce stands in it before there are words: nobody can choose it by them. It comes back with the form, so that
    nothing has to be remembered; whoever trusts no nonce of the house types another one over it.
    """
    number = text_field(NONCE, speech("fair-nonce"), limits.NONCE_LENGTH, speech("fair-nonce-about"), nonce)
    words = text_field(WORDS, speech("fair-words"), limits.CUT_LENGTH, speech("fair-words-about"))
    return form(table_actions.Cut(table_id), speech("fair-cut"), [number, words])


def _secret(table: Table, speech: Translation) -> list[str]:
    """The secret, and what was played, of a game that nobody plays any more."""
    lines = closed_lines(table, speech)
    if table.game is not None and table.state == "over":
        lines.append(speech("fair-played", played=deal_commitment.played(record.write(table.game))))
    return lines
