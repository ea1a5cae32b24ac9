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
from engine.fairness import commitment_list, day_chain, deal_commitment, strict_json
from engine.fairness.commitment_list import ListedCommitment
from engine.fairness.day_chain import DayCommitment
from engine.fairness.proof import Promise, Proof, played_hash
from engine.game import Game
from engine.record import Record

PROMISED = "This deal is what was promised before you joined:"
DAY_PROMISED = "This day is what was promised before it:"
UNFINISHED = f"{PROMISED} yes, but the game was not over."
UNCOMPARED = "Consistent in itself; compared with nothing that you were shown."
UNPROMISED = "Consistent in itself; not compared with the commitment that you were shown."
UNPROVEN = "This deal is unproven: its record has no proof."

_HASH = re.compile(r"[0-9a-f]{64}")
_CLICK = re.compile(r"0|[1-9][0-9]{0,19}")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_DAY = re.compile(r"0|[1-9][0-9]{0,6}")
_SEED = re.compile(r"([0-9a-f]{2})+")


class Code(IntEnum):
    """Exit codes of `python -m engine verify`; 2 is for an unreadable record or a wrong argument."""

    YES = 0
    """The deal is the promised one, and the game is over."""
    NO = 1
    """A check fails, or the record has no proof."""
    UNCOMPARED = 3
    """No check fails, but nothing that promises the deal was given to compare with: the record may be invented."""
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
    list_hash: str = ""
    """SHA-256 over the file of the list."""
    number: str = ""
    """The number of the deal on the list."""
    list_file: str = ""
    """The text of the list's file. Only `list_hash` and `number`, which the reader was told, make it worth anything."""
    earlier: Sequence[tuple[str, str]] = ()
    """Values of earlier days, each as the number of its day and its digits."""


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
        return Verdict(Code.NO, [f"{_promised(checked.proof.promise)} no", str(mismatch)])
    if not parsed.promises(checked.proof.promise):
        code, first = Code.UNCOMPARED, UNPROMISED if any(parsed) else UNCOMPARED
    elif isinstance(checked.proof.promise, DayCommitment):
        code, first = Code.YES, f"{DAY_PROMISED} yes"
    elif not game.over:
        code, first = Code.UNFINISHED, UNFINISHED
    else:
        code, first = Code.YES, f"{PROMISED} yes"
    return Verdict(code, [first, *found])


def _promised(promise: Promise) -> str:
    return DAY_PROMISED if isinstance(promise, DayCommitment) else PROMISED


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
    return checked, played_hash(data)


class _ParsedValues(NamedTuple):
    """The values that the bot showed to a reader, converted to the form that they have in a record."""

    commitment: str | None
    played: str | None
    events: list[tuple[str, str, str]]
    """The expected cuts and joins: a name, the record's event, and the sentence to print if the record lacks it."""
    list_hash: str | None
    number: int | None
    file: Sequence[str]
    """The commitments in the list's file; empty without it."""
    file_hash: str | None
    """SHA-256 over the list's file; None without it."""
    earlier: Sequence[tuple[int, str]]
    """Values of earlier days, by day."""

    @classmethod
    def of(cls, expected: ExpectedValues) -> _ParsedValues:
        """Convert the values that a reader has from the bot; raise `BadRecord` if a value has the wrong form."""
        events = []
        for place, (nonce, words) in enumerate(expected.cuts, start=1):
            known, said = deal_commitment.read_nonce(nonce), words.strip()
            if known is None:
                raise BadRecord("cut: the number of a cut has 32 digits of hex")
            if not said:
                raise BadRecord("cut: its words are missing")
            try:
                event = deal_commitment.cut(known, said)
            except UnicodeEncodeError:
                raise BadRecord("cut: these words are no text") from None
            events.append((f"Your cut {place}", event, "A cut of yours is not among what the deal was made of."))
        for place, click in enumerate(expected.joins, start=1):
            if not _CLICK.fullmatch(click.strip()):
                raise BadRecord("join: the number of a click has up to 20 digits")
            event = deal_commitment.join(int(click))
            events.append((f"Your join {place}", event, "A join of yours is not among what the deal was made of."))
        number, file = expected.number.strip(), expected.list_file
        if number and not (_NUMBER.fullmatch(number) and int(number) <= commitment_list.NUMBERS):
            raise BadRecord(f"number: the numbers of a list go from 1 to {commitment_list.NUMBERS}")
        return cls(
            _hash(expected.commitment, "commitment"),
            _hash(expected.played, "played"),
            events,
            _hash(expected.list_hash, "list"),
            int(number) if number else None,
            commitment_list.read_file(file) if file else (),
            commitment_list.file_hash(file) if file else None,
            [read_earlier(day, value) for day, value in expected.earlier],
        )

    def promises(self, promise: Promise) -> bool:
        """Return whether these values, none of which contradicts the record, promise its deal before it was dealt.

        A list promises nothing without the number, because the bot could choose among its numbers later.
        """
        if isinstance(promise, DayCommitment):
            return any(day <= promise.day - day_chain.AHEAD for day, _ in self.earlier)
        listed = None not in (self.list_hash, self.number, self.file_hash)
        return self.commitment is not None or (isinstance(promise, ListedCommitment) and listed)


def read_earlier(day: str, value: str) -> tuple[int, str]:
    """Read the value of an earlier day; raise `BadRecord` if it cannot be one."""
    number, digits = day.strip(), _hash(value, "earlier")
    if not _DAY.fullmatch(number) or digits is None:
        raise BadRecord("earlier: a value has the number of its day, and 64 digits of hex")
    return int(number), digits


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
    told = [*_listed_lines(promise, expected), *_earlier_lines(promise, expected)]
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
    deals, moves = len(checked.deals), len(checked.moves)
    dealt = f"All {deals} deals are those that the seed gives, and all {moves} moves are legal."
    if isinstance(promise, DayCommitment):
        return [*told, f"Candidate {promise.candidate} of day {promise.day} is dealt as its secret says.", dealt], game
    return [
        _end_line(game),
        "The moves are those that you were shown at the end."
        if expected.played
        else f"The moves may have been others: compare with what you were shown at the end: {proof.played}",
        "The commitment is the one that you were shown."
        if expected.commitment
        else f"Compare the commitment with what you were shown: {proof.commitment}",
        *told,
        *own,
        f"The secret gives the commitment of table {promise.table}, {checked.kind.id}, rules {checked.kind.rules}.",
        f"The seed comes of the secret and {len(promise.events)} joins, cuts and the like.",
        dealt,
    ], game


def _listed_lines(promise: Promise, expected: _ParsedValues) -> Iterator[str]:
    """Yield a line about the list and the number; raise `_Mismatch` if one of them is not what the reader was told."""
    number = promise.number if isinstance(promise, ListedCommitment) else None
    if number is None and (expected.list_hash or expected.number or expected.file):
        raise _Mismatch("The record has no number on a list.")
    _check_equal(expected.number, number, "The number in the record is not the one that you were told.")
    if expected.file:
        _check_equal(expected.list_hash, expected.file_hash, "The file is not the list that you were told.")
        if expected.file[(number or 1) - 1] != promise.commitment:
            raise _Mismatch("The commitment in the record is not the one that the list has at its number.")
    if number is not None:
        yield f"It is number {number} of its list."


def _earlier_lines(promise: Promise, expected: _ParsedValues) -> Iterator[str]:
    """Yield a line for each earlier day's value; raise `_Mismatch` if the day's secret does not lead to the value."""
    if not expected.earlier:
        return
    if not isinstance(promise, DayCommitment):
        raise _Mismatch("The record is of no day.")
    for day, value in expected.earlier:
        if day >= promise.day:
            raise _Mismatch(f"Day {day} is not before day {promise.day}.")
        if not day_chain.leads(promise.secret, promise.day, bytes.fromhex(value), day):
            raise _Mismatch(f"The day's secret does not lead to the value of day {day} that you were shown.")
        if day > promise.day - day_chain.AHEAD:
            yield f"The value of day {day} comes out when day {promise.day} opens, so it promises nothing."
        else:
            yield f"The day's secret leads to the value of day {day} that you were shown."


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


def _check_equal(one: str | int | None, other: str | int | None, mismatch: str) -> None:
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
