"""What should stand on Discord for a table: a pure function of its snapshot.

A **slot** names what a message is for: `lobby`, `thread`, `round:N` (that round's table while it is played, its score
sheet afterwards, the end when all is over), `turn:USER:DECISION` (it tells a person that they owe that decision),
`promise` (what is promised of the deal) and `proof` (its secret, once nobody plays any more). What stands in a slot
that is not wanted any more is taken away.

A wanted post has a fingerprint of all that its page is made of. A game is its record, so the number of its moves says
it all, and a page that has not changed is neither written nor drawn.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from engine.game import Game
from host.settings import ServerSettings
from host.tables.table import Table, Turn
from locales import Translation, language_of
from show.pages.fairness import promise_page, proof_page
from show.pages.game.score_sheet import round_page
from show.pages.game.seats import seat_left_page
from show.pages.game.table import Way, end_page, stopped_page, table_page, turn_page
from show.pages.lobby import lobby_page
from show.text.addressing import table_translation
from show.text.emojis import EmojiSet
from show.text.page import Page

FIXED = "fixed"
"""The fingerprint of what stays as it was posted."""
USUAL = ServerSettings()
LOOK = 3
"""Raise it when pages look otherwise, so that what stands is written anew after an update."""
LOBBY, THREAD, ROUND, TURN, LEFT = "lobby", "thread", "round:", "turn:", "left:"
PROMISE, PROOF = "promise", "proof"
RENEWED = "promise:renewed"
"""The slot of what is promised anew after a restore, in a message of its own: the first one is never edited."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A message that should stand."""

    slot: str
    fingerprint: str
    page: Callable[[], Page] | None
    """What it should show; None: whatever it shows."""
    make: Literal["always", "again", "never"]
    """Where it does not stand: it is made; made only if it has stood and was deleted; or never."""
    fixed: bool = False
    """Whether it stays as it was posted, whatever becomes of what it was made of."""


@dataclass(frozen=True, slots=True)
class Look:
    """What pages depend on besides their table."""

    locale: str
    """The language of what everybody sees, as Discord names it."""
    signs: EmojiSet
    entrance: int | None
    """The thread or channel that the table is in; None: a private thread."""
    server: ServerSettings = USUAL
    """What is set on the server."""

    def fingerprint(self, table: Table, *parts: object) -> str:
        """A few letters that are others when anything that a page is made of is."""
        emojis = sorted(self.signs.of(table.kind).items())
        made_of = (LOOK, self.locale, emojis, table.kind.rules, _called(table), *parts)
        return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]

    def tr(self, table: Table) -> Translation:
        """The server's language, with the table's names and signs."""
        return table_translation(table, self.locale, self.signs)


def _called(table: Table) -> list[object]:
    """All that seats' names are made of."""
    return [who and (who.user_id, who.computer, who.name, who.left_by) for who in table.occupants]


def posts(table: Table, standing: Collection[str], look: Look) -> list[Wanted]:
    """The messages that should stand for a table, in the order in which they are made; people's turns are apart.

    Args:
        table: the snapshot.
        standing: the slots of what stands.
        look: what the pages depend on besides.
    """
    shown = _rounds(table, table.game, look) if table.game is not None else _unplayable(table, standing, look)
    return [lobby(table, look), *_promise(table, standing, look), *_left(table, look), *shown, *_proof(table, look)]


def _promise(table: Table, standing: Collection[str], look: Look) -> Iterator[Wanted]:
    """What is promised, below a lobby that people can see; a promise after the deal would be none."""
    slot = RENEWED if table.renewed else PROMISE
    if table.promise is not None and (slot in standing or (table.state == "lobby" and LOBBY in standing)):
        yield Wanted(slot, FIXED, lambda: promise_page(table, look.tr(table)), "always", fixed=True)
    if table.renewed and PROMISE in standing:
        yield Wanted(PROMISE, FIXED, None, "never", fixed=True)  # what was promised first stays to be read


def _proof(table: Table, look: Look) -> Iterator[Wanted]:
    """The secret of a game that nobody plays any more; that of a lobby stands in its own message."""
    if table.revealed_commitment is not None and table.was_dealt:
        yield Wanted(PROOF, FIXED, lambda: proof_page(table, look.tr(table)), "always", fixed=True)


def _left(table: Table, look: Look) -> Iterator[Wanted]:
    """For each person who has left a game the message that says so."""
    for seat, who in enumerate(table.occupants):
        if who is not None and who.left_by is not None:
            page = partial(seat_left_page, table, seat, look.tr(table))
            make: Literal["always", "again"] = "always" if table.state == "playing" else "again"
            yield Wanted(f"{LEFT}{seat}", look.fingerprint(table, who.removed), page, make)


def turns(
    table: Table, look: Look, link: str, standing: Collection[str] = (), quiet: Collection[int] = ()
) -> Iterator[Wanted]:
    """For each person who owes a decision the messages that call them, with the way to the table's message.

    None where the server wants none; those who are `quiet` are called without a sound.

    At half time they are reminded, and whoever is asked to hurry is called at once; then nobody needs to be told any
    more that it is their turn. Once their time is over nobody is called.
    """
    tr = Translation(language_of(look.locale))
    for user, decision in sorted(table.pending_decisions()) if look.server.pings == "on" else ():
        seat, slot = table.seat_of(user), f"{TURN}{user}:{decision}"
        turn = table.turns.get(seat) if seat is not None else None
        due, late = (turn.due, turn.given) if turn else (None, False)
        for how in _ways(turn, called=slot in standing):
            name = slot if how == "turn" else f"{slot}:{how}"
            if not late or name in standing:
                page = partial(turn_page, user, link, tr, how, due, silent=user in quiet)
                yield Wanted(name, f"{link} {due} {tr.language}", page, "always")


def _ways(turn: Turn | None, *, called: bool) -> Iterator[Way]:
    """In which ways somebody is called to a decision, who may have been called already."""
    half = turn is not None and turn.due is not None and turn.remind is None
    nudged = turn is not None and turn.nudged
    if called or not (half or nudged):
        yield "turn"
    if half:
        yield "half"
    if nudged:
        yield "nudge"


def may_wait(slot: str) -> bool:
    """Whether the message of a turn's slot can wait while its person looks at their hand: not a reminder."""
    return slot.count(":") == 2


def person_called(slot: str) -> int:
    """Whom the message of a turn's slot calls."""
    return int(slot.split(":")[1])


def lobby(table: Table, look: Look) -> Wanted:
    """The message in which a table gathers players, and which leads to the game afterwards."""
    state = "begun" if table.state == "playing" else table.state
    cuts = [who and who.cuts for who in table.occupants]
    parts: list[object] = [state, sorted(table.options.items()), look.entrance, table.pace, table.why, cuts]
    if table.renewed and table.promise is not None:
        parts.append(table.promise.commitment)
    made_of = look.fingerprint(table, *parts)
    make: Literal["again", "never"] = "again" if table.state == "lobby" else "never"
    return Wanted(LOBBY, made_of, lambda: lobby_page(table, look.tr(table), look.entrance), make)


def _rounds(table: Table, game: Game, look: Look) -> Iterator[Wanted]:
    """The sheets of the rounds that are over, where their tables have stood, and the table."""
    alone = len(table.kind.teams_of(game.seats)) == game.seats
    shares = alone and any(game.ranking_score(seat) != game.scores[seat] for seat in range(game.seats))
    for number in range(1, game.round):
        page = partial(_sheet, table, game, number, look)
        made_of = look.fingerprint(table, "sheet", shares and number == len(game.rounds))  # what counts is told of now
        yield Wanted(f"{ROUND}{number}", made_of, page, "never")
    show = end_page if game.over else table_page
    made_of = look.fingerprint(table, len(game.history), _asked(table))
    yield Wanted(f"{ROUND}{game.round}", made_of, lambda: show(table, game.view(None), look.tr(table)), "always")


def _asked(table: Table) -> list[object]:
    """Until when people are to decide, who is away, and who agrees to what all are asked for."""
    due = [(seat, turn.due) for seat, turn in table.turns.items()]
    away = [table.away(seat) for seat in range(table.seat_count)]
    asked = [due, away, table.next_id, [bool(who and who.agreed) for who in table.occupants]]
    return [*asked, table.rematch.commitment] if table.rematch and table.rematch_renewed else asked


def _sheet(table: Table, game: Game, number: int, look: Look) -> Page:
    return round_page(table, game.view(None), number, look.tr(table))


def newest_round(slots: Iterable[str]) -> str | None:
    """Of slots that of the last round; None: there is none of a round."""
    rounds = (slot for slot in slots if slot.startswith(ROUND))
    return max(rounds, key=lambda slot: int(slot[len(ROUND) :]), default=None)


def _unplayable(table: Table, standing: Collection[str], look: Look) -> Iterator[Wanted]:
    """What is left of a game that cannot be replayed; if it was still running, its newest message says so."""
    newest = newest_round(standing)
    for slot in sorted(standing):
        if slot.startswith(ROUND):
            stopped = table.state in {"frozen", "closed"} and slot == newest
            page = partial(stopped_page, table, look.tr(table)) if stopped else None
            yield Wanted(slot, look.fingerprint(table, stopped, table.why), page, "never")
