"""Whether the deal of a record is what was promised before people joined; docs/fairness.md says what that proves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from engine import fair, record
from engine.errors import BadRecord
from engine.fair import Proof
from engine.game import Game
from engine.record import Record

PROMISED = "This deal is what was promised before you joined:"
UNPROVEN = "This deal is unproven: its record has no proof."


class Verdict(NamedTuple):
    """What comes of checking a record."""

    holds: bool
    lines: list[str]
    """The verdict, and then why, or what was checked."""


class _Broken(Exception):  # noqa: N818  the answer to a question
    """What does not hold, in one sentence."""


def verify(checked: Record, commitment: str | None = None, played: str | None = None) -> Verdict:
    """Check a record's commitment, seed, deals and moves.

    Args:
        checked: the record.
        commitment: what its reader was shown before they joined; None: they have not kept it.
        played: what its reader was shown of the game when it was over; None: the same.
    """
    if checked.proof is None:
        return Verdict(holds=False, lines=[UNPROVEN])
    try:
        told = [*_checks(checked, checked.proof, commitment, played)]
    except _Broken as broken:
        return Verdict(holds=False, lines=[f"{PROMISED} no", str(broken)])
    return Verdict(holds=True, lines=[f"{PROMISED} yes", *told])


def _checks(checked: Record, proof: Proof, commitment: str | None, played: str | None) -> Iterator[str]:
    promise = proof.promise
    _agree(commitment, proof.commitment, "The commitment in the record is not the one that you were shown.")
    _agree(promise.commitment, proof.commitment, "The secret does not give the commitment for this table and game.")
    held = "the one that you were shown" if commitment else f"compare it with what you were shown: {proof.commitment}"
    yield f"Commitment: that of the secret for table {promise.table}, {promise.game}, rules {promise.rules}; {held}"
    seed = promise.seed
    if checked.seed != seed:
        raise _Broken("The seed does not come of the secret and of what joins, cuts and the start say.")
    yield f"Seed: comes of the secret and {len(promise.events)} joins, cuts and the like."
    _agree(played, proof.played, "What was played is not what you were shown at the end.")
    _agree(fair.played(_as_read(checked)), proof.played, "The moves are not those with which the record was closed.")
    game = _replayed(checked, seed)
    drawn = _plain(game)
    if checked.setup != drawn["setup"]:
        raise _Broken("The set-up is not the one that the seed gives.")
    if checked.deals != drawn["deals"]:
        raise _Broken("The deals are not those that the seed gives.")
    yield f"Deals: all {len(checked.deals)} are those that the seed gives."
    held = (
        "what you were shown at the end" if played else f"compare with what you were shown at the end: {proof.played}"
    )
    yield f"Moves: all {len(checked.moves)} are legal; {held}"


def _agree(one: str | None, other: str, broken: str) -> None:
    if one is not None and one.lower() != other:
        raise _Broken(broken)


def _as_read(checked: Record) -> dict[str, object]:
    """A record's data, as far as it says what was played."""
    return {
        "game": checked.kind.id,
        "rules": checked.kind.rules,
        "seats": checked.seats,
        "options": checked.options,
        "deals": checked.deals,
        "moves": [f"{seat} {text}" for seat, text in checked.moves],
    }


def _replayed(checked: Record, seed: bytes) -> Game:
    """The game whose every deal comes from the seed, whatever the record says of them."""
    try:
        return checked._replace(seed=seed, setup={}, deals=[]).replay()
    except BadRecord as error:
        raise _Broken(f"The moves do not go with the deals that the seed gives: {error}.") from None


def _plain(game: Game) -> dict[str, object]:
    """A game's record as it comes back from a file."""
    data: dict[str, object] = json.loads(json.dumps(record.write(game)))
    return data
