"""Tezuma: the possible fates of each play of a trick, as far as a seat can know them.

Each later seat is assumed to hold every card that it may hold, and to have more replies than the rules allow. So a play
called sure wins for sure.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.games.tezuma.abilities import ABILITIES, EGG, FIRE, SAND
from engine.games.tezuma.cards import TRUMP
from engine.games.tezuma.game import NOBODY, NOTHING, Tezuma
from engine.games.tezuma.knowledge import Unknown
from engine.games.tezuma.moves import (
    ABILITY_OF,
    ABILITY_PLAYS,
    FIRE_PLAYS,
    PAIRS,
    POWER,
    SUIT_OF,
    WATERED,
    WIN,
)


class Rival(NamedTuple):
    """A seat that plays to the trick after the seat that gets the advice."""

    seat: int
    cards: list[int]
    """Every card that it may have."""
    ability: int
    """The ability that it may use; 0: none."""
    follows: bool
    """True if it certainly has a card of the led suit."""


class Groups(NamedTuple):
    """Plays of a seat, grouped by their fate in the trick."""

    sure: list[int]
    """Plays that win, whatever follows."""
    ahead: list[int]
    """Plays that would win now, but may be beaten."""
    behind: list[int]
    """Plays that would not win now, but may win after a later Water Trick."""
    lost: list[int]
    """Plays that do not win, whatever follows."""


class Outlook:
    """The trick in progress as a seat sees it."""

    def __init__(self, game: Tezuma, seat: int, hidden: Unknown) -> None:
        """Create the outlook of a seat that must act; `hidden` is the part of the hands that the seat cannot see."""
        self.game, self.seat, self.hidden = game, seat, hidden

    def row(self, move: int, *, watered: bool = False) -> Sequence[int]:
        """Return the row of `POWER` that holds for the trick once `move` is played: the power of every play.

        If `watered` is True, it is the row that holds once Water Trick is declared too.
        """
        suit = self.game.follow if self.game.follow != NOTHING else SUIT_OF[move]
        idle = watered or self.game.watered or ABILITIES[ABILITY_OF[move]].idles_trumps
        return POWER[suit + (WATERED if idle else 0)]

    def rivals(self, move: int) -> list[Rival]:
        """Return the seats that play after `move`, in any order."""
        game, done = self.game, len(self.game.trick)
        if game.phase.id == "last":
            return []
        suit = game.follow if game.follow != NOTHING else SUIT_OF[move]
        later = [((game.leader + place) % game.seats, True) for place in range(done + 1, game.seats)]
        if game.egg != NOBODY:
            later.append((game.egg, False))
        return [
            Rival(
                seat,
                self.hidden.possible(seat),
                game.armed[seat] if able else 0,
                any(card // 10 == suit for card in self.hidden.held[seat]),
            )
            for seat, able in later
        ]

    def is_ahead(self, move: int, row: Sequence[int]) -> bool:
        """Tell whether `move` wins the trick if nobody plays after it."""
        return all(row[move] > row[other] for other in self.game.trick)

    def groups(self, plays: Sequence[int]) -> Groups:
        """Sort plays by their fate."""
        groups = Groups([], [], [], [])
        for move in plays:
            rivals = self.rivals(move)
            rows = [self.row(move)]
            if any(ABILITIES[rival.ability].idles_trumps for rival in rivals):
                rows.append(self.row(move, watered=True))
            ahead = [self.is_ahead(move, row) for row in rows]
            beaten = any(
                row[reply] > row[move] for row in rows for rival in rivals for reply in _replies(rival, move, self.game)
            )
            if ahead[0]:
                (groups.sure if all(ahead) and not beaten else groups.ahead).append(move)
            else:
                (groups.behind if any(ahead) else groups.lost).append(move)
        return groups

    def beaters(self, move: int) -> tuple[list[int], bool, list[Rival]]:
        """Return what may beat `move`, which is ahead.

        The result has the cards that follow suit and beat it, whether an off-suit trump may beat it, and the rivals
        whose ability may beat it.

        A rival is listed if its ability may beat `move`, even if none of its cards could do so alone.
        """
        row, rivals = self.row(move), self.rivals(move)
        suit = SUIT_OF[move] if self.game.follow == NOTHING else self.game.follow
        better = {card for rival in rivals for card in rival.cards if row[card] > row[move]}
        numbers = sorted(card for card in better if card // 10 == suit)
        trumps = any(
            not rival.follows and any(card in better and card // 10 != suit for card in rival.cards) for rival in rivals
        )
        return numbers, trumps, [rival for rival in rivals if self._threatens(rival, move)]

    def _threatens(self, rival: Rival, move: int) -> bool:
        """Tell whether a rival's ability may beat `move`."""
        row, idles = self.row(move), ABILITIES[rival.ability].idles_trumps
        replies = [reply for reply in _replies(rival, move, self.game) if reply >= ABILITY_PLAYS]
        return any(row[reply] > row[move] for reply in replies) or (idles and move % 10 == TRUMP)


def _replies(rival: Rival, move: int, game: Tezuma) -> Iterator[int]:
    """Yield every play that a rival may be able to make after `move`, and some plays that the rival cannot make."""
    suit = game.follow if game.follow != NOTHING else SUIT_OF[move]
    ability = ABILITIES[rival.ability]
    bound = [card for card in rival.cards if card // 10 == suit] if rival.follows else rival.cards
    yield from bound
    if rival.ability == SAND:
        yield WIN
    elif rival.ability == FIRE:
        pairs = {pair: FIRE_PLAYS + place for place, pair in enumerate(PAIRS)}
        yield from (pairs[pair] for pair in combinations(bound, 2) if pair in pairs)
    elif rival.ability and rival.ability != EGG:
        free = rival.cards if ability.frees else bound
        yield from (ABILITY_PLAYS * rival.ability + card for card in free if card % 10 in ability.ranks)
