"""What the house promises of a deal before anybody sits down, and how that is proven once nobody plays any more.

The secret of a table that is open leaves this room for the store alone; pages ask `Table.revealed`.
"""

import secrets
from dataclasses import replace

import limits
from engine import record
from engine.fairness import deal_commitment
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host import refusals
from host.refusals import Refusal
from host.tables.table import Person, Table
from storage import PromiseRow


def new_secret() -> bytes:
    """For one deal."""
    return secrets.token_bytes(deal_commitment.SECRET_BYTES)


def new_nonce() -> str:
    """Draw the nonce of a cut, in hex, before its words are asked for."""
    return secrets.token_hex(deal_commitment.NONCE_BYTES)


def of_rematch(table: Table) -> DealCommitment:
    """What is promised of the rematch when a game is over."""
    return DealCommitment(deal_commitment.rematch_of(str(table.id)), table.kind.id, table.kind.rules, new_secret())


def read(row: PromiseRow, kind: type[Game]) -> DealCommitment:
    """A promise as it was stored."""
    return DealCommitment(row.name, kind.id, row.rules, bytes.fromhex(row.secret), row.events)


def stored(promise: DealCommitment | None) -> PromiseRow | None:
    """A promise as it is stored."""
    return None if promise is None else PromiseRow(promise.table, promise.rules, promise.secret.hex(), promise.events)


def joined(table: Table, person: Person) -> Table:
    """The table once the click of somebody who has just sat down is mixed into its deal."""
    seat = table.seat_of(person.id)
    return table if seat is None else _mixed_by(table, seat, join_event(person))


def join_event(person: Person) -> str:
    """The event of somebody's click to sit down."""
    return deal_commitment.join(person.asked)


def left(before: Table, after: Table, person: Person) -> Table:
    """The table `after` people have lost their seats by somebody's click, with that click mixed into its deal.

    All that those people had mixed in goes with them, and so does the leaving before this one. So there are never more
    events than those of the people who sit there, one leaving and the start: nobody uses up the room of others by
    coming and going. And as each click has a number that nobody knows before, whoever knows the secret gains no choice
    of seeds by letting somebody leave.
    """
    promise = after.promise
    if promise is None:
        return after
    mixed = [event for who in before.occupants if who and who.user_id not in after.people() for event in who.mixed]
    kept = tuple(one for one in promise.events if one not in mixed and not one.startswith("leave "))
    return _mixed(replace(after, promise=replace(promise, events=kept)), f"leave {person.asked}")


def disowned(table: Table) -> Table:
    """The table once it is not known any more who has mixed what into its deal."""
    return replace(table, occupants=tuple(who and replace(who, mixed=()) for who in table.occupants))


def joined_by_opener_only(table: Table) -> bool:
    """Tell whether nobody but the opener has ever joined a lobby: one join, and no leaving."""
    if table.promise is None:
        return table.people() == [table.opener_id]
    verbs = [event.partition(" ")[0] for event in table.promise.events]
    return verbs.count("join") == 1 and "leave" not in verbs


def started(table: Table, person: Person) -> tuple[Table, bytes]:
    """The table once the click that starts it is mixed into its deal, and the seed.

    A table of before there were promises is dealt as it was then.
    """
    after = disowned(_mixed(table, f"start {person.asked}"))
    return after, after.promise.seed if after.promise else new_secret()


def cut(table: Table, seat: int, nonce: str, said: str) -> tuple[Table, bytes]:
    """The table once the own words of whoever has that seat are mixed into its deal; and the nonce as it is hashed.

    Args:
        table: a lobby.
        seat: whose words they are.
        nonce: in hex, as their form says it: drawn before there were words, or their own.
        said: the words, without blanks around them.

    Raises:
        Refusal: they have cut too often, with no words or with no nonce, or nothing is promised there.
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
    cutter = replace(who, cuts=who.cuts + 1)
    occupants = (*table.occupants[:seat], cutter, *table.occupants[seat + 1 :])
    return _mixed_by(replace(table, occupants=occupants), seat, deal_commitment.cut(used, said)), used


def proven_record(table: Table, game: Game) -> dict[str, object]:
    """The record of a table's game that has ended, with the proof of its deal where one was promised."""
    written = record.write(game)
    return deal_commitment.proven(written, table.revealed) if table.revealed else written


def _mixed(table: Table, event: str) -> Table:
    return replace(table, promise=table.promise and table.promise.after(event))


def _mixed_by(table: Table, seat: int, event: str) -> Table:
    """The table once an event is mixed into its deal, which goes again with the person who has that seat."""
    who = table.occupants[seat]
    if table.promise is None or who is None:
        return table
    own = replace(who, mixed=(*who.mixed, event))
    occupants = (*table.occupants[:seat], own, *table.occupants[seat + 1 :])
    return _mixed(replace(table, occupants=occupants), event)
