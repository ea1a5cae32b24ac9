"""Deal commitments of version `ichiza/1`: a hash published before anybody joins, and a seed that players influence.

All hashed data is UTF-8 text. Each line ends with a line feed, and bytes are lower-case hex. So everybody can repeat
the hashes by hand with `sha256sum` and `openssl`; docs/fairness.md shows the commands.

- The **commitment** is SHA-256 over `ichiza/1`, the table, the game, the version of its rules, and the bot's secret.
- Each join, leave, cut and start is an **event**, one line. A join is `join 77` if 77 is the number that Discord gave
  to the click. A cut is `cut` and SHA-256 over a nonce and the player's words. The bot shows the nonce to this player
  only, before the player chooses the words. No event names a person.
- The **seed** of the deal is HMAC-SHA256 of the events, with the secret as the key.

`engine.fairness.commitment_list` has the next version, whose commitments are on a list.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import ClassVar, Self

VERSION = "ichiza/1"
SECRET_BYTES = 32
NONCE_BYTES = 16

_REMATCH = "/rematch"
_NONCE = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """The data fixed before anybody joins, and all events since."""

    version: ClassVar[str] = VERSION

    table: str
    """The number of the table; `12/rematch` for the rematch of table 12, which has no number yet; or `night 3/1` for
    all tables of the first stage of league night 3, which have the same deals.
    """
    game: str
    rules: int
    secret: bytes = field(repr=False)
    events: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """The public hash, which hides the secret until the end of the game."""
        return hashed([VERSION, self.table, self.game, str(self.rules), self.secret.hex()])

    @property
    def seed(self) -> bytes:
        """The seed of the deal, final after the last event."""
        return hmac.digest(self.secret, text_of(self.events), "sha256")

    @property
    def stated(self) -> object:
        """The commitment as a record states it: data for JSON."""
        return self.commitment

    def after(self, event: str) -> Self:
        """Return a copy with one more event."""
        return replace(self, events=(*self.events, event))

    def dealing(self, _seats: int, _options: Mapping[str, object]) -> Self:
        """Return the commitment for a deal with these seats and options, on which this version's seed does not depend.

        The options are those of the record, spelled out.
        """
        return self


def rematch_of(table: str) -> str:
    """Return the table name in the commitment for the rematch of `table`, which has no number of its own yet."""
    return f"{table}{_REMATCH}"


def stage_of(night: int, stage: int) -> str:
    """Return the table name in the commitment for a stage of a league night, which all tables of the stage share."""
    return f"night {night}/{stage}"


def is_of_rematch(table: str) -> bool:
    """Tell whether a commitment with this table name was made for a rematch."""
    return table.endswith(_REMATCH)


def join(click: int) -> str:
    """Return the event of a join. `click` is the number that Discord gave to the click (the interaction's id)."""
    return f"join {click}"


def read_nonce(text: str) -> bytes | None:
    """Read a pasted nonce, ignoring surrounding blanks and the case of its digits; None: it is no nonce."""
    digits = text.strip().lower()
    return bytes.fromhex(digits) if _NONCE.fullmatch(digits) else None


def cut(nonce: bytes, words: str) -> str:
    """Return the event of a cut."""
    return f"cut {hashed([nonce.hex(), words])}"


def text_of(lines: Iterable[str]) -> bytes:
    """Return the bytes of these lines, each with its line feed."""
    return "".join(f"{line}\n" for line in lines).encode()


def hashed(lines: Iterable[str]) -> str:
    """Return SHA-256 over these lines, in hex."""
    return sha256(text_of(lines)).hexdigest()
