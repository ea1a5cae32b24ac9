"""The messages that a table should have on Discord: a pure function of its snapshot.

A **slot** names the purpose of a message. Messages in slots that are no longer wanted are deleted.

- `lobby` and `thread`: the lobby message, and the thread of the game.
- `round:N`: the table message of a round, later its score sheet or the result of the game.
- `turn:USER:DECISION`: mentions a player who must make that decision.
- `left:SEAT`: says that a player has left the game.
- `winner`: names the winners, at the end of a channel without a thread.
- `invite:USER`: mentions a person who is invited to the lobby.
- `panel`: the only message of a table in direct messages.
- `promise`: the deal commitment; a renewed commitment has the slot `promise:COMMITMENT`.
- `proof`: the secret of the commitment, once the game has ended.
- `rematch:COMMITMENT`: a rematch's commitment that is not in `proof`.

Each wanted message has a fingerprint of everything that its page depends on. The fingerprint contains a game's number
of moves instead of its state, because a game is determined by its record. A page whose fingerprint is unchanged is
neither rendered nor sent.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from engine.game import Game
from host.people.personal_results import PersonalResult
from host.settings import ServerSettings
from host.tables.message_records import LOBBY_SLOT
from host.tables.table import Table, Turn
from locales import Translation, language_of
from show.pages.fairness import promise_page, proof_page, rematch_page
from show.pages.game.direct import direct_page, displays_result
from show.pages.game.hand import Asked
from show.pages.game.score_sheet import round_page
from show.pages.game.seats import seat_left_page
from show.pages.game.table import Way, end_page, sealed_page, stopped_page, table_page, turn_page, winner_page
from show.pages.lobby import invitation_page, lobby_page
from show.text.emojis import EmojiSet
from show.text.page import Page
from show.text.seat_names import table_translation

FIXED = "fixed"
"""The fingerprint of a message that is never edited, even if its page would change."""
USUAL = ServerSettings()
LAYOUT_VERSION = 4
"""The version of the page layout. Raise it when pages change, so that existing messages are edited after an update."""
LOBBY, THREAD, ROUND, TURN, LEFT = LOBBY_SLOT, "thread", "round:", "turn:", "left:"
INVITATION = "invite:"
"""The prefix of the slots of invitations, followed by the invited user's id."""
PANEL = "panel"
"""The slot of the one message of a table in direct messages."""
PROMISE, PROOF = "promise", "proof"
WINNER = "winner"
RENEWED = "promise:"
"""The prefix of the slot of a renewed commitment, which gets a new message: the first message is never edited."""
REMATCH = "rematch:"
_PERSON = re.compile(f"({TURN}|{INVITATION})[0-9]+")
_SLOT_DIGITS = 16
"""The number of digits of a commitment in the name of its slot."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A message that should exist."""

    slot: str
    fingerprint: str
    page: Callable[[], Page] | None
    """The page to display; None leaves the displayed page as it is."""
    make: Literal["always", "again", "never"]
    """The rule for a message that does not exist: post it, post it only if it was deleted, or never post it."""


@dataclass(frozen=True, slots=True)
class PageInputs:
    """Everything that the pages of a table depend on, besides the table itself."""

    locale: str
    """The locale of public messages, as Discord names it."""
    emojis: EmojiSet
    public_channel_id: int | None
    """The thread or channel of the table; None for a private thread."""
    server: ServerSettings = USUAL
    """The server's settings."""
    night: str = ""
    """The address of the message of the table's league night; empty while the game runs, or without a league night."""
    table_link: str = ""
    """The address of the table message; empty if it does not exist."""

    def fingerprint(self, table: Table, *parts: object) -> str:
        """Return a short hash of everything that a page of this table depends on.

        That is `parts`, and the inputs on which every page depends.
        """
        emojis = sorted(self.emojis.of(table.kind).items())
        return hashed(LAYOUT_VERSION, self.locale, emojis, table.kind.rules, _called(table), *parts)

    def tr(self, table: Table) -> Translation:
        """Return the server's translation, with the seat names and emojis of a table."""
        return table_translation(table, self.locale, self.emojis)


@dataclass(frozen=True, slots=True)
class DirectInputs:
    """Everything that the message of a table in direct messages depends on, besides the table itself."""

    locale: str
    """The person's locale, as Discord names it."""
    emojis: EmojiSet
    asked: Asked = field(default_factory=Asked)
    round: int | None = None
    """The round that the person is in; None for the current one."""
    result: PersonalResult = field(default_factory=PersonalResult)


def hashed(*made_of: object) -> str:
    """Return a short hash of everything that a page depends on."""
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]


def _called(table: Table) -> list[object]:
    """Return the facts about the occupants of the seats on which the names of the seats depend."""
    return [who and (who.user_id, who.computer, who.computer_name, who.name, who.left_by) for who in table.occupants]


def posts(table: Table, existing: Collection[str], inputs: PageInputs) -> list[Wanted]:
    """Return the messages that a table should have, in posting order, without the turn messages.

    The first message is the lobby message. A private table has no messages: its game is only in its player's panel.

    Args:
        table: the snapshot.
        existing: the slots that have a message.
        inputs: the other inputs of the pages.
    """
    if table.private:
        return []
    rounds = _rounds(table, table.game, inputs) if table.game is not None else _unplayable(table, existing, inputs)
    promises = [*_promise(table, existing, inputs)]
    left, winner = _left(table, inputs), _winner(table, existing, inputs)
    return [lobby(table, inputs), *promises, *left, *rounds, *winner, *_proof(table, existing, inputs)]


def direct(table: Table, inputs: DirectInputs) -> Wanted:
    """Return the message of a table in direct messages: the person's hand, or the result of the game."""
    emojis = sorted(inputs.emojis.of(table.kind).items())
    position = (table.kind.rules, table.state, table.close_reason, _moment(table, inputs), _called(table))
    made_of = hashed(
        LAYOUT_VERSION, language_of(inputs.locale), emojis, *position, inputs.asked, inputs.round, inputs.result
    )
    return Wanted(PANEL, made_of, lambda: panel_page(table, inputs), "always")


def _moment(table: Table, inputs: DirectInputs) -> tuple[object, ...]:
    """Return the parts of a position whose changes require an edit of the message of a table in direct messages.

    Usually these parts change with every move. In plain words they change only when the person's turn, a round or the
    game begins or ends, because a screen reader loses its place in a message that changes.
    """
    game, seat = table.game, table.seat_of(table.place.owner_id)
    if game is None or seat is None or not inputs.asked.plain:
        return None if game is None else len(game.history), _asked(table)
    if displays_result(game, inputs.asked, inputs.round):
        return game.round, game.over
    return game.moves_made(seat), seat in game.to_act, game.round, game.over, _asked(table)


def panel_page(table: Table, inputs: DirectInputs) -> Page:
    """Build the message of a table in direct messages."""
    tr = table_translation(table, inputs.locale, inputs.emojis)
    return direct_page(table, inputs.asked, inputs.round, inputs.result, tr)


def promise(table: Table, inputs: PageInputs) -> Wanted | None:
    """Return the message with the deal commitment.

    Return None for a table without a commitment, and for a table of a league night: the night posts it.
    """
    if table.promise is None or table.night is not None:
        return None
    slot = f"{RENEWED}{table.promise.commitment[:_SLOT_DIGITS]}" if table.renewed else PROMISE
    return Wanted(slot, FIXED, lambda: promise_page(table, inputs.tr(table)), "always")


def _promise(table: Table, existing: Collection[str], inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the deal commitment if the lobby is visible or the commitment has been posted already.

    A commitment that is posted for the first time after the deal would prove nothing, so it is not posted.
    """
    wanted = promise(table, inputs)
    if wanted is not None and (wanted.slot in existing or (table.state == "lobby" and LOBBY in existing)):
        yield wanted
    yield from _earlier(existing, PROMISE, wanted.slot if wanted else "")


def _proof(table: Table, existing: Collection[str], inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the deal's secret once the game has ended, and the rematch's commitment if no earlier message has it.

    A closed lobby has its secret in the lobby message instead. The secret of a league night's stage is on the page that
    the night's *Check* button opens.
    """
    if _has_proof(table):
        yield Wanted(PROOF, FIXED, lambda: proof_page(table, inputs.tr(table)), "always")
    slot = ""
    if table.rematch is not None and (table.rematch_renewed or table.promise is None):
        slot = f"{REMATCH}{table.rematch.commitment[:_SLOT_DIGITS]}"
        yield Wanted(slot, FIXED, lambda: rematch_page(table, inputs.tr(table)), "always")
    yield from _earlier(existing, REMATCH, slot)


def _has_proof(table: Table) -> bool:
    """Return whether a table has a message with its deal's secret."""
    return table.revealed_commitment is not None and table.was_dealt and table.night is None


def _winner(table: Table, existing: Collection[str], inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the message that names the winners of a game played in its lobby's channel, where others talk too.

    It is posted right before the proof. If the table message was gone, a new one at the end of the channel names the
    winners, and this message is not needed.
    """
    game, is_in_channel = table.game, inputs.public_channel_id == table.channel_id
    if game is None or not game.over or not is_in_channel or not _has_proof(table):
        return
    if inputs.table_link or WINNER in existing:
        page = partial(winner_page, game.view(None), inputs.table_link, inputs.tr(table))
        made_of = inputs.fingerprint(table, "winner", inputs.table_link)
        yield Wanted(WINNER, made_of, page, "never" if PROOF in existing else "always")


def _earlier(existing: Collection[str], beginning: str, slot: str) -> Iterator[Wanted]:
    """Yield the messages with earlier commitments, so that they are not deleted.

    These are the existing slots with this `beginning`, except `slot`.
    """
    for earlier in sorted(one for one in existing if one.startswith(beginning) and one != slot):
        yield Wanted(earlier, FIXED, None, "never")


def _left(table: Table, inputs: PageInputs) -> Iterator[Wanted]:
    """Yield a message for each player who has left a game."""
    for seat, who in enumerate(table.occupants):
        if who is not None and who.left_by is not None:
            page = partial(seat_left_page, table, seat, inputs.tr(table))
            make: Literal["always", "again"] = "always" if table.state == "playing" else "again"
            yield Wanted(f"{LEFT}{seat}", inputs.fingerprint(table, who.removed), page, make)


def invitations(table: Table, link: str, existing: Iterable[str], inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the recorded invitations of people who may still take a seat. A deleted invitation is not posted again.

    `link` is the address of the lobby message.
    """
    for slot in sorted(existing):
        user = int(slot.removeprefix(INVITATION)) if slot.startswith(INVITATION) else None
        if user is None or table.state != "lobby" or table.seat_of(user) is not None or user in table.barred:
            continue
        page = partial(invitation_page, table, user, link, inputs.tr(table))
        yield Wanted(slot, inputs.fingerprint(table, link), page, "never")


def turns(
    table: Table, inputs: PageInputs, link: str, existing: Collection[str] = (), quiet: Collection[int] = ()
) -> Iterator[Wanted]:
    """Yield the messages that mention each player who must decide, with a link to the table message.

    Yield none at a private table, or if the server has turned mentions off. Users in `quiet` are mentioned silently.

    A player is reminded when half of the time is over, and at once when another player nudges them. No turn message is
    posted after a reminder, and no new mention once the time has run out.
    """
    tr = Translation(language_of(inputs.locale))
    called = inputs.server.pings == "on" and not table.private
    for user, decision in sorted(table.pending_decisions()) if called else ():
        seat, slot = table.seat_of(user), f"{TURN}{user}:{decision}"
        turn = table.turns.get(seat) if seat is not None else None
        due, late = (turn.due, turn.given) if turn else (None, False)
        for how in _ways(turn, called=slot in existing):
            name = slot if how == "turn" else f"{slot}:{how}"
            if not late or name in existing:
                page = partial(turn_page, user, link, tr, how, due, silent=user in quiet)
                yield Wanted(name, f"{link} {due} {tr.language}", page, "always")


def _ways(turn: Turn | None, *, called: bool) -> Iterator[Way]:
    """Yield the kinds of mention that are due for a decision; `called` tells whether a turn message exists already."""
    half = turn is not None and turn.due is not None and turn.remind is None
    nudged = turn is not None and turn.nudged
    if called or not (half or nudged):
        yield "turn"
    if half:
        yield "half"
    if nudged:
        yield "nudge"


def nameless(slot: str) -> str:
    """Return a slot for the log: without the user id of a mention or an invitation."""
    return _PERSON.sub(r"\1…", slot)


def may_wait(slot: str) -> bool:
    """Return whether a message may wait while its player looks at the hand: a turn message may, a reminder may not."""
    return slot.count(":") == 2


def person_called(slot: str) -> int:
    """Return the user id that the message of a turn slot mentions."""
    return int(slot.split(":")[1])


def lobby(table: Table, inputs: PageInputs) -> Wanted:
    """Return the lobby message, which links to the game once it has started."""
    state = "begun" if table.state == "playing" else table.state
    cuts = [who and who.cuts for who in table.occupants]
    parts: list[object] = [
        state,
        sorted(table.options.items()),
        inputs.public_channel_id,
        table.time_control,
        table.close_reason,
        cuts,
    ]
    if table.renewed:
        parts.append("renewed")
    if table.sealed:
        parts.append("sealed")
    made_of = inputs.fingerprint(table, *parts)
    # Usually the lobby message is the answer to a command, so it is posted here only if it was deleted. A night's table
    # was opened without a command, so its lobby message, which links to the thread, is posted here.
    make: Literal["always", "again", "never"] = "again" if table.state == "lobby" else "never"
    if table.night is not None and table.state == "playing":
        make = "always"
    return Wanted(LOBBY, made_of, lambda: lobby_page(table, inputs.tr(table), inputs.public_channel_id), make)


def _rounds(table: Table, game: Game, inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the score sheets of finished rounds in place of their table messages, and the current table message."""
    if table.sealed:
        made_of = inputs.fingerprint(
            table, "sealed", game.round, game.over, _asked(table), list(game.to_act), *_night(inputs)
        )
        yield Wanted(
            f"{ROUND}{game.round}", made_of, partial(sealed_page, table, game, inputs.tr(table), inputs.night), "always"
        )
        return
    alone = len(table.kind.teams_of(game.seats)) == game.seats
    shares = alone and any(game.ranking_score(seat) != game.scores[seat] for seat in range(game.seats))
    for number in range(1, game.round):
        page = partial(_sheet, table, game, number, inputs)
        # Only the sheet of the newest finished round shows the points that decide the victory. When the next round is
        # finished, that sheet loses these points, so its fingerprint must change.
        made_of = inputs.fingerprint(table, "sheet", shares and number == len(game.rounds))
        yield Wanted(f"{ROUND}{number}", made_of, page, "never")
    made_of = inputs.fingerprint(table, len(game.history), _asked(table), *_night(inputs))
    yield Wanted(f"{ROUND}{game.round}", made_of, lambda: _newest(table, game, inputs), "always")


def _newest(table: Table, game: Game, inputs: PageInputs) -> Page:
    """Build the table message of the current round, or the result of the game."""
    view, tr = game.view(None), inputs.tr(table)
    return end_page(table, view, tr, inputs.night) if game.over else table_page(table, view, tr)


def _night(inputs: PageInputs) -> list[str]:
    """Return the address of the league night's message as a part of a fingerprint; an empty list without an address.

    The last message of a table has a link to the night's message.
    """
    return [inputs.night] if inputs.night else []


def _asked(table: Table) -> list[object]:
    """Return deadlines, missed decisions and votes: the parts of a table message that can change without a move."""
    due = [(seat, turn.due) for seat, turn in table.turns.items()]
    missed = [who and who.misses for who in table.occupants]
    asked = [due, missed, table.next_id, [bool(who and who.agreed) for who in table.occupants]]
    return [*asked, "renewed"] if table.rematch_renewed else asked


def _sheet(table: Table, game: Game, number: int, inputs: PageInputs) -> Page:
    return round_page(table, game.view(None), number, inputs.tr(table))


def newest_round(slots: Iterable[str]) -> str | None:
    """Return the slot of the latest round among these slots; None if there is none."""
    rounds = (slot for slot in slots if slot.startswith(ROUND))
    return max(rounds, key=lambda slot: int(slot[len(ROUND) :]), default=None)


def _unplayable(table: Table, existing: Collection[str], inputs: PageInputs) -> Iterator[Wanted]:
    """Yield the round messages of a game that cannot be replayed.

    If the game was running, the newest message says that the game was stopped. If the data of somebody at the table was
    deleted, all round messages are replaced by that text: they may contain the name, and cannot be drawn again.
    """
    newest = newest_round(existing)
    forgotten = any(who is not None and (who.left_by or 0) < 0 for who in table.occupants)
    for slot in sorted(existing):
        if slot.startswith(ROUND):
            stopped = forgotten or (table.state in {"frozen", "closed"} and slot == newest)
            page = partial(stopped_page, table, inputs.tr(table), inputs.night) if stopped else None
            yield Wanted(slot, inputs.fingerprint(table, stopped, table.close_reason, *_night(inputs)), page, "never")
