"""Deal commitments: hashes published before a deal, proven when the game has ended.

While a table is open, this module hands the secret of its deal only to the store. Pages must use
`Table.revealed_commitment`, which is None as long as the secret must not be known.
"""

import secrets
from dataclasses import replace

import limits
from engine import record
from engine.fairness import deal_commitment, proof
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host import refusals
from host.refusals import Refusal
from host.tables.table import Person, Table
from storage import PromiseRow


def new_secret() -> bytes:
    """Return a new secret for one deal."""
    return secrets.token_bytes(deal_commitment.SECRET_BYTES)


def new_nonce() -> str:
    """Return a new nonce in hex for a cut, which mixes a person's words into a deal.

    The nonce must be drawn before the person types the words.
    """
    return secrets.token_hex(deal_commitment.NONCE_BYTES)


def for_rematch(table: Table) -> DealCommitment:
    """Return a new commitment for the rematch of a finished game."""
    return DealCommitment(deal_commitment.rematch_of(str(table.id)), table.kind.id, table.kind.rules, new_secret())


def read(row: PromiseRow, kind: type[Game]) -> DealCommitment:
    """Return the commitment of a stored row."""
    return DealCommitment(row.name, kind.id, row.rules, bytes.fromhex(row.secret), row.events)


def stored(promise: DealCommitment | None) -> PromiseRow | None:
    """Return the row that stores a commitment."""
    return None if promise is None else PromiseRow(promise.table, promise.rules, promise.secret.hex(), promise.events)


def joined(table: Table, person: Person) -> Table:
    """Add to the events of a table's deal the click by which a person took a seat, and return the table."""
    seat = table.seat_of(person.id)
    return table if seat is None else _mixed_by(table, seat, join_event(person))


def join_event(person: Person) -> str:
    """Return the event of a person's click to join."""
    return deal_commitment.join(person.interaction_id)


def left(before: Table, after: Table, person: Person) -> Table:
    """Add to the events of a table's deal the click by which people left the lobby, and return the table.

    - The other events of the people who left are removed, and so is the previous leave event. Otherwise somebody could
      use up the limit of events by joining and leaving again and again.
    - The click that is added has an unpredictable id. So even a person who knows the secret cannot choose a seed by
      having events removed.

    Args:
        before: the table with the people who leave.
        after: the table without them.
        person: the person who clicked.
    """
    promise = after.promise
    if promise is None:
        return after
    mixed = [
        event
        for who in before.occupants
        if who and who.user_id not in after.people()
        for event in who.commitment_events
    ]
    kept = tuple(one for one in promise.events if one not in mixed and not one.startswith("leave "))
    return _mixed(replace(after, promise=replace(promise, events=kept)), f"leave {person.interaction_id}")


def without_contributors(table: Table) -> Table:
    """Return the table without the notes that tell which person mixed which event into its deal."""
    return replace(table, occupants=tuple(who and replace(who, commitment_events=()) for who in table.occupants))


def only_opener_joined(table: Table) -> bool:
    """Return True if only the opener has ever joined a lobby: one join, and no leaving."""
    if table.promise is None:
        return table.people() == [table.opener_id]
    verbs = [event.partition(" ")[0] for event in table.promise.events]
    return verbs.count("join") == 1 and "leave" not in verbs


def started(table: Table, person: Person) -> tuple[Table, bytes]:
    """Add to the events of a table's deal the click that starts it; return the table and the seed of the deal.

    A table without a commitment, opened by an earlier version, gets a random seed.
    """
    after = without_contributors(_mixed(table, f"start {person.interaction_id}"))
    return after, after.promise.seed if after.promise else new_secret()


def cut(table: Table, seat: int, nonce: str, said: str) -> tuple[Table, bytes]:
    """Mix a person's words into a table's deal; return the table and the nonce as bytes.

    Args:
        table: a lobby.
        seat: seat of the person.
        nonce: nonce in hex from the person's form: the bot's proposal, or the person's own.
        said: the words, without blanks around them.

    Raises:
        Refusal: no words, no valid nonce, no commitment, or the person has cut too often.
    """
    who = table.occupants[seat]
    if table.promise is None or who is None:
        raise Refusal(refusals.NO_PROMISE())
    if not said:
        raise Refusal(refusals.NO_WORDS())
    used = deal_commitment.read_nonce(nonce)
    if used is None:
        raise Refusal(refusals.NO_NONCE(count=2 * deal_commitment.NONCE_BYTES))
    if who.cuts >= limits.CUTS:
        raise Refusal(refusals.CUT_ENOUGH(count=limits.CUTS))
    counted = table.with_occupants({seat: replace(who, cuts=who.cuts + 1)})
    return _mixed_by(counted, seat, deal_commitment.cut(used, said)), used


def proven_record(table: Table, game: Game) -> dict[str, object]:
    """Return the record of a table's finished game, with the proof of its deal if there is a commitment."""
    written = record.write(game)
    return proof.with_proof(written, table.revealed_commitment) if table.revealed_commitment else written


def _mixed(table: Table, event: str) -> Table:
    return replace(table, promise=table.promise and table.promise.after(event))


def _mixed_by(table: Table, seat: int, event: str) -> Table:
    """Mix an event into a table's deal, and return the table; the event is removed when the seat's person leaves."""
    who = table.occupants[seat]
    if table.promise is None or who is None:
        return table
    own = replace(who, commitment_events=(*who.commitment_events, event))
    return _mixed(table.with_occupants({seat: own}), event)
