"""What the house promises of a deal before anybody sits down, and how that is proven once nobody plays any more.

The secret of a table that is open leaves this room for the store alone; pages ask `Table.revealed`.
"""

import secrets
from dataclasses import replace

import limits
from engine import fair, record
from engine.fair import Promise
from engine.game import Game
from host import words
from host.table import Person, Table
from host.words import Refusal
from storage import PromiseRow


def new_secret() -> bytes:
    """For one deal."""
    return secrets.token_bytes(fair.SECRET_BYTES)


def new_nonce() -> str:
    """Draw the nonce of a cut, in hex, before its words are asked for."""
    return secrets.token_hex(fair.NONCE_BYTES)


def of_rematch(table: Table) -> Promise:
    """What is promised of the rematch when a game is over."""
    return Promise(fair.rematch_of(str(table.id)), table.kind.id, table.kind.rules, new_secret())


def read(row: PromiseRow, kind: type[Game]) -> Promise:
    """A promise as it was stored."""
    return Promise(row.name, kind.id, row.rules, bytes.fromhex(row.secret), row.events)


def stored(promise: Promise | None) -> PromiseRow | None:
    """A promise as it is stored."""
    return None if promise is None else PromiseRow(promise.table, promise.rules, promise.secret.hex(), promise.events)


def joined(table: Table, person: Person) -> Table:
    """The table once somebody's click to sit down is mixed into its deal.

    Raises:
        Refusal: too much has been mixed into it.
    """
    return _mixed(_with_room(table), fair.join(person.asked))


def left(table: Table, person: Person) -> Table:
    """The table once somebody's click to stand up is mixed into its deal: there is always room for that."""
    return _mixed(table, f"leave {person.asked}")


def started(table: Table, person: Person) -> tuple[Table, bytes]:
    """The table once the click that starts it is mixed into its deal, and the seed.

    A table of before there were promises is dealt as it was then.
    """
    after = _mixed(table, f"start {person.asked}")
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
        raise Refusal(words.NO_PROMISE())
    if not said:
        raise Refusal(words.NO_WORDS())
    used = fair.read_nonce(nonce)
    if used is None:
        raise Refusal(words.NO_NONCE(count=2 * fair.NONCE_BYTES))
    if who.cuts >= limits.CUTS:
        raise Refusal(words.CUT_ENOUGH(count=limits.CUTS))
    after = _mixed(_with_room(table), fair.cut(used, said))
    cutter = replace(who, cuts=who.cuts + 1)
    occupants = (*table.occupants[:seat], cutter, *table.occupants[seat + 1 :])
    return replace(after, occupants=occupants), used


def proven_record(table: Table, game: Game) -> dict[str, object]:
    """The record of a table's game that has ended, with the proof of its deal where one was promised."""
    written = record.write(game)
    return fair.proven(written, table.revealed) if table.revealed else written


def _mixed(table: Table, event: str) -> Table:
    return replace(table, promise=table.promise and table.promise.after(event))


def _with_room(table: Table) -> Table:
    if table.promise is not None and len(table.promise.events) >= limits.EVENTS:
        raise Refusal(words.TOO_MUCH_MIXED())
    return table
