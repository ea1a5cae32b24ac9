"""The verifier: it checks a record against the deal commitment. docs/fairness.md says what this proves.

`docs/verify.html` makes the same checks in a browser, except for the legality of moves. Both verifiers give the same
exit codes and the same first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from engine import record
from engine.contract.options import read_options, write_options
from engine.errors import BadRecord
from engine.fairness import deal_commitment, strict_json
from engine.fairness.deal_commitment import Proof
from engine.game import Game
from engine.record import Record

PROMISED = "This deal is what was promised before you joined:"
UNFINISHED = f"{PROMISED} yes, but the game was not over."
UNCOMPARED = "Consistent in itself; compared with nothing that you were shown."
UNPROMISED = "Consistent in itself; not compared with the commitment that you were shown."
UNPROVEN = "This deal is unproven: its record has no proof."

_HASH = re.compile(r"[0-9a-f]{64}")
_CLICK = re.compile(r"0|[1-9][0-9]{0,19}")
_SEED = re.compile(r"([0-9a-f]{2})+")


class Code(IntEnum):
    """Exit codes of `python -m engine verify`; 2 is for an unreadable record or a wrong argument."""

    YES = 0
    """The deal is the promised one, and the game is over."""
    NO = 1
    """A check fails, or the record has no proof."""
    UNCOMPARED = 3
    """No check fails, but no commitment was given to compare with: the record may be invented."""
    UNFINISHED = 4
    """The deal is the promised one, but the game is not over."""


class Verdict(NamedTuple):
    """The result of checking a record."""

    code: Code
    lines: list[str]
    """The verdict; then the failed check or, if none failed, further findings."""

    @property
    def holds(self) -> bool:
        """True if no check has failed."""
        return self.code is not Code.NO


class ExpectedValues(NamedTuple):
    """Values that the bot showed to a reader. A value that the reader does not have is empty."""

    commitment: str = ""
    played: str = ""
    cuts: Sequence[tuple[str, str]] = ()
    """Nonce and words of each of the reader's cuts."""
    joins: Sequence[str] = ()
    """The numbers that Discord gave to the reader's clicks on Join."""


class _Mismatch(Exception):  # noqa: N818  a result, not a fault
    """A failed check, in one sentence."""


def verify(text: str, expected: ExpectedValues = ExpectedValues()) -> Verdict:  # noqa: B008  a frozen tuple
    """Check a record's commitment, seed, deals and moves, and compare them with the values shown to the reader.

    Args:
        text: the record, as JSON.
        expected: the reader's values. Surrounding blanks and the case of hex digits are ignored.

    Raises:
        BadRecord: `text` is no full canonical record, or a value of `expected` has the wrong form.
    """
    parsed = _ParsedValues.of(expected)
    checked, played = read(text)
    if checked.proof is None:
        return Verdict(Code.NO, [UNPROVEN])
    try:
        found, game = _check(checked, checked.proof, played, parsed)
    except _Mismatch as mismatch:
        return Verdict(Code.NO, [f"{PROMISED} no", str(mismatch)])
    if parsed.commitment is None:
        code, first = Code.UNCOMPARED, UNPROMISED if parsed.played or parsed.events else UNCOMPARED
    elif not game.over:
        code, first = Code.UNFINISHED, UNFINISHED
    else:
        code, first = Code.YES, f"{PROMISED} yes"
    return Verdict(code, [first, _end_line(game), *found])


def read(text: str) -> tuple[Record, str]:
    """Read a full record in canonical form, and hash what was played.

    Raises:
        BadRecord: names the first error.
    """
    data = strict_json.loads(text)
    checked = record.read(data)
    assert isinstance(data, dict)  # noqa: S101  `record.read` has checked this
    for key in ("rules", "options", "setup", "deals"):
        if key not in data:
            raise BadRecord(f'"{key}" is missing')
    if checked.seats not in checked.kind.seat_counts:
        raise BadRecord(f"seats: {checked.seats} is not a number of seats of {checked.kind.id}")
    options = read_options(checked.kind.Options, checked.options, checked.seats)
    if strict_json.dumps(write_options(options, checked.seats)) != strict_json.dumps(checked.options):
        raise BadRecord("options: not all are spelled out")
    if "seed" in data and not _SEED.fullmatch(data["seed"]):
        raise BadRecord("seed: not pairs of digits of lower-case hex")
    for number, (seat, _) in enumerate(checked.moves, start=1):
        if seat >= checked.seats:
            raise BadRecord(f"move {number}: there is no seat {seat}")
    return checked, deal_commitment.played_hash(data)


class _ParsedValues(NamedTuple):
    """The values that the bot showed to a reader, converted to the form that they have in a record."""

    commitment: str | None
    played: str | None
    events: list[tuple[str, str, str]]
    """The expected cuts and joins: a name, the record's event, and the sentence to print if the record lacks it."""

    @classmethod
    def of(cls, expected: ExpectedValues) -> _ParsedValues:
        """Convert the values that a reader has from the bot; raise `BadRecord` if a value has the wrong form."""
        events = []
        for number, (nonce, words) in enumerate(expected.cuts, start=1):
            known, said = deal_commitment.read_nonce(nonce), words.strip()
            if known is None:
                raise BadRecord("cut: the number of a cut has 32 digits of hex")
            if not said:
                raise BadRecord("cut: its words are missing")
            try:
                event = deal_commitment.cut(known, said)
            except UnicodeEncodeError:
                raise BadRecord("cut: these words are no text") from None
            events.append((f"Your cut {number}", event, "A cut of yours is not among what the deal was made of."))
        for number, click in enumerate(expected.joins, start=1):
            if not _CLICK.fullmatch(click.strip()):
                raise BadRecord("join: the number of a click has up to 20 digits")
            event = deal_commitment.join(int(click))
            events.append((f"Your join {number}", event, "A join of yours is not among what the deal was made of."))
        return cls(_hash(expected.commitment, "commitment"), _hash(expected.played, "played"), events)


def _hash(text: str, name: str) -> str | None:
    """Read a pasted hash; None: the text is empty."""
    pasted = text.strip().lower()
    if pasted and not _HASH.fullmatch(pasted):
        raise BadRecord(f"{name}: a value that you were shown has 64 digits of hex")
    return pasted or None


def _check(checked: Record, proof: Proof, played: str, expected: _ParsedValues) -> tuple[list[str], Game]:
    """Return the lines that follow the verdict, and the replayed game; raise `_Mismatch` if a check fails."""
    promise = proof.promise
    _check_equal(
        expected.commitment, proof.commitment, "The commitment in the record is not the one that you were shown."
    )
    _check_equal(
        promise.commitment, proof.commitment, "The secret does not give the commitment for this table and game."
    )
    seed = promise.seed
    if checked.seed != seed:
        raise _Mismatch("The seed does not come of the secret and of what joins, cuts and the start say.")
    own = [*_own_events(promise.events, expected)]
    _check_equal(expected.played, proof.played, "What was played is not what you were shown at the end.")
    _check_equal(played, proof.played, "The moves are not those with which the record was closed.")
    game = _replay_from_seed(checked, seed)
    drawn = record.write(game)
    if strict_json.dumps(checked.setup) != strict_json.dumps(drawn["setup"]):
        raise _Mismatch("The set-up is not the one that the seed gives.")
    if strict_json.dumps(checked.deals) != strict_json.dumps(drawn["deals"]):
        raise _Mismatch("The deals are not those that the seed gives.")
    return [
        "The moves are those that you were shown at the end."
        if expected.played
        else f"The moves may have been others: compare with what you were shown at the end: {proof.played}",
        "The commitment is the one that you were shown."
        if expected.commitment
        else f"Compare the commitment with what you were shown: {proof.commitment}",
        *own,
        f"The secret gives the commitment of table {promise.table}, {promise.game}, rules {promise.rules}.",
        f"The seed comes of the secret and {len(promise.events)} joins, cuts and the like.",
        f"All {len(checked.deals)} deals are those that the seed gives, and all {len(checked.moves)} moves are legal.",
    ], game


def _own_events(events: Sequence[str], expected: _ParsedValues) -> Iterator[str]:
    """Yield a line for each of the reader's events, with its position; raise `_Mismatch` if an event is missing."""
    for name, event, missing in expected.events:
        if event not in events:
            raise _Mismatch(missing)
        place = len(events) - [*reversed(events)].index(event)
        after = [one.split()[0] for one in events[place:]]
        yield (
            f"{name} is event {place} of {len(events)}. "
            f"After it: cuts {after.count('cut')}, joins and leavings {after.count('join') + after.count('leave')}."
        )


def _check_equal(one: str | None, other: str, mismatch: str) -> None:
    if one is not None and one != other:
        raise _Mismatch(mismatch)


def _end_line(game: Game) -> str:
    """Return a line that says whether the game was over, so that a reader notices an incomplete record."""
    if game.over:
        return "The game was over."
    return f"The game was not over: it had come to round {game.round} of {game.round_count}."


def _replay_from_seed(checked: Record, seed: bytes) -> Game:
    """Replay a record with deals drawn from the seed only."""
    try:
        return checked._replace(seed=seed, setup={}, deals=[]).replay()
    except BadRecord as error:
        raise _Mismatch(f"The moves do not go with the deals that the seed gives: {error}.") from None
