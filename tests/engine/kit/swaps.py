"""Swaps of hidden cards in a full record, and a comparison of what each seat sees of both games.

Two cards are swapped in the record's deals, and the same moves are replayed. Games in which a move is then illegal are
dropped. A seat that has seen neither card since the deal, on the table, in a move or in its own hand, cannot know the
difference. So its view, its choices, and the public forced moves must be equal, byte for byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, NamedTuple

from engine import record
from engine.contract.chance import Chance
from engine.game import Choice, Game, Path
from tests.engine.kit.cases import Case, finished
from tests.engine.kit.piles import Place, hidden_keys, places

WORD = re.compile(r"[A-Za-z0-9]+")
CUTS = 20
"""The number of states taken from one random game."""
SWAPS = 3
"""The number of swaps in one state."""

Seat = int | None


class LeakError(AssertionError):
    """A seat sees something that depends on a card that it cannot know."""


class Figures(NamedTuple):
    """The numbers of states, swapped cards, views and choices that a comparison of several states has covered."""

    states: int
    cards: int
    views: int
    choices: int
    """The number of compared lists of choices."""


class Known:
    """The hidden cards of one deal that each seat, or the public, has seen since the deal."""

    def __init__(self, game: Game, before: Game | None) -> None:
        self.before = before
        """The game before the move that led to this deal; None for the first deal."""
        deal = game.deal_data()[-1]
        self.keys = tuple(hidden_keys(game))
        """The keys of the deal whose values contain hidden cards."""
        self.codes = frozenset(place.look(deal) for place in places(deal, self.keys))
        self.seen: dict[Seat, set[str]] = {seat: set() for seat in (None, *range(game.seats))}
        """By seat (None: the public): the cards that the seat has seen since the deal."""
        self._named: set[str] = set()
        self._held: set[str] = set()

    def copy(self) -> Known:
        """Return an independent copy."""
        twin = copy(self)
        twin.seen = {seat: set(seen) for seat, seen in self.seen.items()}
        return twin

    def look(self, game: Game) -> None:
        """Add every card that is visible now by the rules.

        A seat has seen the cards of its own hand. Everybody has seen played cards. A card that the public view
        shows counts as seen only if a move has named it, or if the card has left a hand. Other cards in a view do not
        count, because they may be a leak.
        """
        hands = [game.hand(seat) for seat in range(game.seats)]
        held = set().union(*hands)
        plays = [game.text(move) for _, plays, _ in game.tricks()[-2:] for _, move in plays]
        if game.history:
            self._named |= self._cards(game.text(game.history[-1][1]))
        self.seen[None] |= self._cards(" ".join(plays))
        laid_down = (self._named | self._held - held) - self.seen[None]
        if laid_down:
            self.seen[None] |= laid_down & self._cards(json.dumps(game.public()))
        self._held |= held
        for seat, hand in enumerate(hands):
            self.seen[seat].update(hand)

    def _cards(self, text: str) -> set[str]:
        return set(self.codes.intersection(WORD.findall(text)))


class Cut(NamedTuple):
    """The state of a random game after some number of moves."""

    game: Game
    known: list[Known]
    """The known cards of each deal."""


def cuts(case: Case, number: int, count: int) -> Iterator[Cut]:
    """Yield the states of a random game at `count` points, each after a random number of moves."""
    steps = range(len(finished(case, number).history) + 1)
    return stopped(case, number, set(Random(f"{case} {number} cuts").choices(steps, k=count)))


def stopped(case: Case, number: int, stops: Container[int]) -> Iterator[Cut]:
    """Yield the state of a random game after each of these numbers of moves."""
    history = finished(case, number).history
    game = case.start(number)
    known: list[Known] = []
    before = None
    for step in range(len(history) + 1):
        if (before is None or game.round > before.round) and len(game.deal_data()) > len(known):
            known.append(Known(game, before))
        known[-1].look(game)
        if step in stops:
            yield Cut(game.copy(), [one.copy() for one in known])
        if step < len(history):
            before = game.copy()
            game.play(*history[step])


class Redealt(NamedTuple):
    """A state, and the same state with hidden cards swapped."""

    game: Game
    other: Game
    cards: int
    """The number of cards whose place has changed."""
    blind: list[Seat]
    """The seats (None: the public) that cannot know the difference."""


def redealt(cut: Cut, random: Random) -> Redealt | None:
    """Swap hidden cards of one state; None: no swap was possible."""
    game = cut.game
    full: dict[str, Any] = record.write(game)
    number = len(cut.known) - 1 if random.random() < 0.8 else random.randrange(len(cut.known))
    deal, known = full["deals"][number], cut.known[number]
    viewer = random.choice(random.choice([list(known.seen), game.to_act or (None,)]))
    hidden = hidden_places(game, deal, known, viewer) or hidden_places(game, deal, known, None)
    changed: set[Place] = set()
    codes: set[str] = set()
    original = before = game.deal_data()[number]
    for _ in range(SWAPS):
        pair = _pair(game, deal, hidden, random)
        if pair is None:
            break
        _swap(deal, pair)
        twin = tried(game, full, known.before)
        if twin is None or (dealt := twin.deal_data()[number]) == before:
            _swap(deal, pair)
            continue
        before = dealt
        changed.update(pair)
        codes.update(place.look(deal) for place in pair)
    if before == original:
        return None
    other = _replay(game, full)
    blind = [seat for seat, seen in known.seen.items() if not codes & (seen | known.seen[None])]
    return Redealt(game, other, len(changed), blind)


def compare(state: Redealt) -> Figures:
    """Check that no seat sees a difference that it cannot know, and return how much of each kind was compared.

    Raises:
        LeakError: a seat sees a difference.
    """
    game, other, cards, blind = state
    for seat in game.to_act:
        if (game.forced(seat) is None) != (other.forced(seat) is None):
            raise LeakError(f"everybody sees whether the move of seat {seat} is forced, but cannot know it")
    lists = sum(_same(game, other, seat) for seat in blind)
    return Figures(1, cards, len(blind), lists)


def hidden_places(game: Game, deal: dict[str, Any], known: Known, viewer: Seat) -> dict[str, list[Place]]:
    """Return the places of the cards that the viewer has not seen, grouped by card back."""
    seen = known.seen[viewer] | known.seen[None]
    hidden: dict[str, list[Place]] = {}
    for place in places(deal, known.keys):
        code = place.look(deal)
        if code not in seen:
            hidden.setdefault(game.card_back(code), []).append(place)
    return hidden


def _pair(
    game: Game, deal: dict[str, Any], hidden: dict[str, list[Place]], random: Random
) -> tuple[Place, Place] | None:
    backs = [back for back, found in hidden.items() if len(found) > 1]
    for _ in range(8 if backs else 0):
        first, second = random.sample(hidden[random.choice(backs)], 2)
        if first.look(deal) != second.look(deal) and game.card_back(first.look(deal)) == game.card_back(
            second.look(deal)
        ):
            return first, second
    return None


def _swap(deal: dict[str, Any], pair: tuple[Place, Place]) -> None:
    first, second = pair
    one, other = first.look(deal), second.look(deal)
    first.lay(deal, other)
    second.lay(deal, one)


def tried(game: Game, full: dict[str, Any], before: Game | None) -> Game | None:
    """Replay the moves of `game` from the changed deal on, with the deals of `full`; None if a move is then illegal."""
    chance = Chance(None, full["setup"], full["deals"])
    twin = type(game)(game.seats, full["options"], chance) if before is None else before.copy()
    twin.chance = chance
    twin.log = None
    for seat, move in game.history[0 if before is None else len(before.history) :]:
        if seat not in twin.to_act or move not in twin.legal_moves(seat):
            return None
        twin.apply(seat, move)
    return twin


def _replay(game: Game, full: dict[str, Any]) -> Game:
    """Replay the whole changed record."""
    twin = type(game)(game.seats, full["options"], Chance(None, full["setup"], full["deals"]))
    for seat, move in game.history:
        twin.play(seat, move)
    return twin


def _same(game: Game, other: Game, seat: Seat) -> int:
    """Check that `seat` sees the same in both games, and return the number of compared lists of choices."""
    shown, twin = dict(game.view(seat)), dict(other.view(seat))
    public = ("log", "sheets")  # long lists that are the same in every view
    for key in public if seat is not None else ():
        if shown.pop(key) != twin.pop(key):
            raise LeakError(f'seat {seat} sees another "{key}"')
    if game.tricks_data(game.previous_tricks) != other.tricks_data(other.previous_tricks):
        raise LeakError(f"seat {seat} sees other tricks of the round before")
    one, two = json.dumps(shown), json.dumps(twin)
    if one != two:
        raise LeakError(f"seat {seat} sees another view:\n{one}\n{two}")
    return 0 if seat is None else _same_choices(game, other, seat, ())


def _same_choices(game: Game, other: Game, seat: int, path: Path) -> int:
    one, two = game.choices(seat, path), other.choices(seat, path)
    if json.dumps(one) != json.dumps(two):
        raise LeakError(f"seat {seat} is offered other choices after {path}:\n{one}\n{two}")
    asked = [_asked(state, seat, path, one) for state in (game, other) if one]
    if asked[:1] != asked[1:]:
        raise LeakError(f"seat {seat} is told other things of its choices after {path}:\n{asked}")
    return bool(one) + sum(_same_choices(game, other, seat, (*path, choice.token)) for choice in _some(one))


def _asked(game: Game, seat: int, path: Path, choices: Sequence[Choice]) -> str:
    """Return the sentences that go with choices. Labels and refusals are left out: the choices contain them."""
    tokens = [choice.token for choice in choices]
    said = [(game.about(token), game.tab(token), game.warning(seat, token)) for token in tokens]
    return json.dumps([game.prompt(seat, path), game.hint(seat), said])


def _some(choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the first two choices: to save time, only these are followed to the choices of the next step."""
    return choices[:2]


def states(cases: Sequence[Case], count: int) -> Iterator[Redealt]:
    """Yield this many states with hidden cards swapped, from all cases in turn."""
    found = 0
    for number in range(4 * count):
        random = Random(f"swaps {number}")
        for cut in cuts(cases[number % len(cases)], number, CUTS):
            state = redealt(cut, random)
            if state is not None:
                yield state
                found += 1
            if found == count:
                return
    raise AssertionError(f"only {found} of {count} states had cards to swap")


def run(cases: Sequence[Case], count: int) -> Figures:
    """Compare `count` states with hidden cards swapped, and return the total numbers.

    Raises:
        LeakError: a seat sees a difference, see `compare`.
    """
    figures = [compare(state) for state in states(cases, count)]
    return Figures(*(sum(column) for column in zip(*figures, strict=True)))
