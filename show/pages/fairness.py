"""Pages of deal commitments, cuts and proofs.

The public messages are never edited once posted. A public message has a line of text and a text file. The line has a
short form of the commitment, and the file has the whole values; where no files may be attached, the text has them. The
private page has everything.
"""

import limits
from engine import record
from engine.fairness import deal_commitment, proof
from engine.fairness.deal_commitment import DealCommitment
from host.refusals import NO_PROOF, Refusal
from host.tables.table import Deals, Table
from locales import Translation
from show.actions import table_actions
from show.actions.replay_actions import TakeRecord
from show.text.page import Attachment, Json, Page, Section, button, form, shortened, text_field
from show.text.text_form import NONCE, WORDS

SHORT = 16
"""The number of hex digits in the short form of a commitment. People recognise the commitment by its short form.

The short form proves nothing: among some 2**32 secrets there are two with the same short form.
"""


def promise_page(table: Table, tr: Translation) -> Page:
    """Build the public message with the deal commitment; it is never edited."""
    key = "fair-renewed-promise" if table.renewed else "fair-promise"
    line = tr(key, table=str(table.id), short=_short_form(table.promise))
    return _public_page(table, line, "promise", tr)


def proof_page(table: Table, tr: Translation) -> Page:
    """Build the public message with the secret of a game that has ended; it is never edited.

    Its file includes the commitment of a possible rematch.
    """
    return _public_page(table, tr("fair-over", table=str(table.id)), "proof", tr)


def rematch_page(table: Table, tr: Translation) -> Page:
    """Build the public message with a rematch's commitment, if the proof message lacks it; it is never edited."""
    key = "fair-rematch-renewed-promise" if table.rematch_renewed else "fair-rematch-promise"
    return _public_page(table, tr(key, short=_short_form(table.rematch)), "rematch", tr)


def _public_page(table: Table, line: str, name: str, tr: Translation) -> Page:
    return Page((Section(line, check_button(table, tr)), _file(table, name, tr, public=True)), framed=False)


def _short_form(promise: DealCommitment | None) -> str:
    """Return the beginning of a commitment, in groups of four digits that stay on one line."""
    digits = promise.commitment[:SHORT] if promise else ""
    return "\u00a0".join(digits[at : at + 4] for at in range(0, SHORT, 4))


def _file(table: Table, name: str, tr: Translation, asked: int = 0, *, public: bool = False) -> Attachment:
    """Return the text file with everything that may be known of a table's deal, and with instructions to check it.

    Where no files may be attached, a public message has the values in its text instead. A private page has the values
    in its text in any case.
    """
    values = _values(table, tr, asked)
    title = tr("fair-file", game=table.kind.title, table=str(table.id))
    text = "\n".join([title, "", *values, "", *_how(table, tr), ""])
    return Attachment(f"ichiza-{table.id}-{name}.txt", text, _small(values, tr) if public else "")


def _small(lines: list[str], tr: Translation) -> str:
    return "\n".join(tr("hand-small", line=line) for line in lines)


def _values(table: Table, tr: Translation, asked: int = 0) -> list[str]:
    """Return lines with the values of a deal, and of the deal of a rematch that has not begun.

    Args:
        table: the table; its secret is known only once the table has ended.
        tr: the language.
        asked: the join number, which Discord gave to a click on Join; a line repeats it if the deal depends on it.
    """
    promise, lines = table.promise, []
    if promise is not None:
        lines += [tr("fair-commitment", commitment=promise.commitment), *_joined(promise, asked, tr)]
    if table.revealed_commitment is not None:
        lines.append(tr("fair-secret", secret=table.revealed_commitment.secret.hex()))
        if table.game is not None and table.state == "over":
            lines.append(tr("fair-played", played=proof.played_hash(record.write(table.game))))
    if table.rematch is not None:
        lines += [tr("fair-rematch", commitment=table.rematch.commitment), *_joined(table.rematch, asked, tr)]
    return lines


def _joined(promise: DealCommitment, asked: int, tr: Translation) -> list[str]:
    """Return a line with the player's join number `asked`; no line if the deal's events do not contain this number."""
    joined = deal_commitment.join(asked) in promise.events
    return [tr("fair-joined", number=str(asked))] if joined else []


def _how(table: Table, tr: Translation) -> list[str]:
    """Return lines that explain the hashes; once the game has ended, also the inputs of its deal."""
    lines = [
        tr("fair-hash", table=promise.table, game=promise.game, rules=str(promise.rules))
        for promise in (table.promise, table.rematch)
        if promise is not None
    ]
    dealt = table.revealed_commitment if table.was_dealt else None
    return [*lines, tr("fair-seed", seed=dealt.seed.hex()), *dealt.events] if dealt else lines


def renewed_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines about the first commitment if the restore of a backup has replaced it."""
    return [tr("fair-renewed")] if table.promise is not None and table.renewed else []


def rematch_renewed_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines about the commitment of a rematch if the restore of a backup has replaced it."""
    return [tr("fair-rematch-renewed")] if table.rematch is not None and table.rematch_renewed else []


def check_button(table: Table, tr: Translation) -> Json:
    """Build the button that opens everything needed to check a deal."""
    return button(table_actions.CheckDeal(table.id), tr("fair-check"))


def own_check_button(table: Table, asked: int, tr: Translation) -> Json:
    """Build the button to check the deal, in the answer to a click on Join; `asked` is the join number of the click."""
    return button(table_actions.CheckOwnDeal(table.id, asked), tr("fair-check"), "🔐")


def closed_file(table: Table, tr: Translation) -> list[Attachment]:
    """Return the file with the secret, for the message of a lobby that was closed before the deal."""
    if table.revealed_commitment is None or table.was_dealt:
        return []
    return [_file(table, "proof", tr, public=True)]


def cut_lines(table: Table, tr: Translation) -> list[str]:
    """Return lines that name the people who have cut the deck of a lobby."""
    cutters = [seat for seat, who in enumerate(table.occupants) if who and who.cuts]
    return [tr("fair-cut-by", who=tr.listed(map(tr.seat, cutters)))] if cutters else []


def deal_page(table: Table, deals: Deals, user_id: int, tr: Translation, asked: int = 0) -> Page:
    """Build the private page with everything that is known of a table's deal now.

    Args:
        table: the table; its secret is shown only once the table has ended.
        deals: the counts of games on the server.
        user_id: the reader.
        tr: the reader's language.
        asked: the reader's join number if the page is opened from the answer to their click on Join, else 0.

    Raises:
        Refusal: the table has no deal commitment.
    """
    values = _values(table, tr, asked)
    if not values:
        raise Refusal(NO_PROOF())
    head = [tr("fair-title", game=table.kind.title, table=str(table.id)), tr("fair-what"), *renewed_lines(table, tr)]
    head += rematch_renewed_lines(table, tr)
    ended = table.revealed_commitment is not None
    how = tr("fair-later") if not ended else tr("fair-how") if table.was_dealt else tr("fair-closed-how")
    cut = cut_buttons(table, user_id, tr)
    lines = [*head, _small(values, tr), how, *([tr("fair-cut-too")] if cut else [])]
    lines += _counted(deals, tr) if ended else []
    take = [button(TakeRecord(table.id), tr("replay-record"))] if ended and table.was_dealt else []
    row = take or cut
    if table.seat_of(user_id) is not None and (table.game is not None or asked):
        # *Back* leads to the page that the present page has replaced: the hand, or the answer to the click on Join
        behind = table_actions.OpenHand(table.id) if table.game is not None else table_actions.ShowSeat(table.id, asked)
        row = [button(behind, tr("hand-back"), "↩️"), *row]
    file = _file(table, "proof" if ended else "promise", tr, asked)
    return Page((shortened("\n".join(lines)), file, *([row] if row else [])))


def _counted(deals: Deals, tr: Translation) -> list[str]:
    """Return lines with the counts of games on the server: dealt, ended early, and closed before the deal."""
    counted = [tr("fair-deals", dealt=deals.dealt, cancelled=deals.cancelled, early=deals.ended_early)]
    counted += [tr("fair-deals-alone", count=deals.closed_alone)] if deals.closed_alone else []
    return [*counted, tr("fair-deals-lost", count=deals.lost)] if deals.lost else counted


def cut_buttons(table: Table, user_id: int, tr: Translation) -> list[Json]:
    """Return the button that opens the form of `cut_form`; nothing for users who may not cut the deck of the lobby."""
    seat = table.seat_of(user_id)
    who = table.occupants[seat] if seat is not None else None
    if table.state != "lobby" or table.promise is None or who is None or who.cuts >= limits.CUTS:
        return []
    return [button(table_actions.OpenCut(table.id), tr("fair-cut"), "✂️")]


def cut_form(table_id: int, nonce: str, tr: Translation) -> Json:
    """Build the form in which a user cuts the deck with their own words.

    The nonce is filled in before the words are typed, so nobody can choose it to suit the words. The submitted
    form contains the nonce, so the bot need not store it. Users who do not trust the bot's nonce can type another one.
    """
    number = text_field(NONCE, tr("fair-nonce"), limits.NONCE_LENGTH, tr("fair-nonce-about"), nonce)
    words = text_field(WORDS, tr("fair-words"), limits.CUT_LENGTH, tr("fair-words-about"))
    return form(table_actions.Cut(table_id), tr("fair-cut"), [number, words])
