"""The check of a past day: its commitment and its deals, computed anew from its secret."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from engine import record
from engine.contract.options import OptionValue, read_options, write_options
from engine.daily import plan
from engine.daily.choice import CANDIDATES, Progress, choose_deals
from engine.errors import BadRecord
from engine.fairness import day_chain
from engine.fairness.day_chain import DayCommitment
from engine.fairness.proof import with_proof
from engine.fairness.verify import read_earlier

_EPOCH = date(1970, 1, 1)
_DIGITS = re.compile(r"0|[1-9][0-9]{0,6}")
_SIZES = (2 * plan.OLD_SECRET_BYTES, 2 * day_chain.SECRET_BYTES)
_SECRET = re.compile("|".join(f"[0-9a-f]{{{size}}}" for size in _SIZES))
_HASH = re.compile(r"[0-9a-f]{64}")


class Day(NamedTuple):
    """A day with its secret."""

    secret: bytes
    number: int
    """The number of days since 1970-01-01."""
    game: str
    options: Mapping[str, OptionValue]

    def chosen(self, on: Progress) -> list[int]:
        """Choose the day's deals anew and return their numbers; `on` is called after each play."""
        return [one["number"] for one in choose_deals(self.secret, self.number, self.game, self.options, on=on)]


def read_day(secret: str, day: str, game: str | None, options: Mapping[str, object]) -> Day:
    """Read a day from text.

    Args:
        secret: the secret in hex.
        day: the number of the day, or its date.
        game: the id of the game; None: the game and the options that the plan gives the day.
        options: the options of the game.

    Raises:
        BadRecord: names the wrong value.
    """
    pasted = secret.strip().lower()
    if not _SECRET.fullmatch(pasted):
        raise BadRecord(
            f"--secret: the secret of a day of a chain has {_SIZES[1]} digits of hex, another one {_SIZES[0]}"
        )
    number = _read_number(day.strip())
    if game is None:
        game, planned = plan.game_of(number, "")
        if not game:
            raise BadRecord("--game: a Saturday has the week's favourite game, so name the game that you were shown")
        return Day(bytes.fromhex(pasted), number, game, planned)
    kind = record.kind_of(game)
    seats = kind.usual_seats()
    return Day(bytes.fromhex(pasted), number, game, write_options(read_options(kind.Options, options, seats), seats))


def _read_number(day: str, option: str = "--day") -> int:
    """Return the number of a day, which is given as this number or as a date. Raise `BadRecord` for other text."""
    if _DIGITS.fullmatch(day):
        return int(day)
    try:
        number = (date.fromisoformat(day) - _EPOCH).days
    except ValueError:
        number = -1
    if number < 0:
        raise BadRecord(f"{option}: {day!r} is neither a number of days since 1970-01-01 nor a date such as 2026-11-27")
    return number


def read_numbers(text: str | None) -> Sequence[int]:
    """Read numbers of candidates, joined by commas; None: all candidates. Raise `BadRecord` for a wrong number."""
    if text is None:
        return range(CANDIDATES)
    numbers = [one.strip() for one in text.split(",")]
    for one in numbers:
        if not _DIGITS.fullmatch(one) or int(one) >= CANDIDATES:
            raise BadRecord(f"--deals: {one!r} is no candidate (0 to {CANDIDATES - 1})")
    return [int(one) for one in numbers]


def compare(day: Day, commitment: str, earlier: Sequence[tuple[str, str]] = ()) -> bool | None:
    """Tell whether pasted values are what promised the day; None: there are none.

    Args:
        day: the day.
        commitment: the commitment of a day that belongs to no chain.
        earlier: for a day of a chain, earlier days and their values.

    Raises:
        BadRecord: a value cannot be one, or is none that promises a day of this kind.
    """
    pasted = commitment.strip().lower()
    if pasted and not _HASH.fullmatch(pasted):
        raise BadRecord("--commitment: a value that you were shown has 64 digits of hex")
    if not plan.is_of_chain(day.secret):
        if earlier:
            raise BadRecord("--earlier: this day has a commitment of its own, so use --commitment")
        return plan.commitment(day.secret, day.number) == pasted if pasted else None
    if pasted:
        raise BadRecord("--commitment: this day has none; compare it with the value of an earlier day (--earlier)")
    values = [read_earlier(_day_text(one), value) for one, value in earlier]
    last = day.number - day_chain.AHEAD
    if any(number > last for number, _ in values):
        raise BadRecord(f"--earlier: only the value of day {last} or of a day before it promises this day")
    leads = [day_chain.leads(day.secret, day.number, bytes.fromhex(value), number) for number, value in values]
    return all(leads) if leads else None


def _day_text(day: str) -> str:
    return str(_read_number(day.strip(), "--earlier"))


def lines(day: Day, numbers: Iterable[int]) -> Iterator[str]:
    """Yield lines of JSON: first the day with its commitment, then each candidate with its record without moves.

    The records of a day of a chain have a proof.
    """
    yield json.dumps({"day": day.number, "commitment": plan.commitment(day.secret, day.number), "game": day.game})
    for number in numbers:
        yield json.dumps({"candidate": number, **record_of(day, number)})


def record_of(day: Day, candidate: int) -> dict[str, object]:
    """Return the person's seat in a candidate, and its record without moves; with a proof if the day is of a chain."""
    deal = plan.candidate(day.secret, day.number, day.game, day.options, candidate)
    written = record.write(deal.start())
    if plan.is_of_chain(day.secret):
        written = with_proof(written, DayCommitment(day.number, candidate, day.secret))
    return {"seat": deal.seat, "record": written}
