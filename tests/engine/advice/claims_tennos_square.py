"""The claims of Tennos Square's advice, evaluated by playing cards and counting runs on the engine's rows."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import cast

from engine.game import Game
from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.view import SquareView
from engine.text import Text
from tests.engine.advice.claims import Claim, Position, after, code, codes, seat_in

RANKS = ("A", *map(str, range(2, 11)))


def view_of(at: Position) -> SquareView:
    return cast("SquareView", at.view)


def rank(card: str) -> int:
    return RANKS.index(card[1:])


def slots_in(said: Text) -> list[int]:
    """Return the numbers of the slots in a text such as "slot 4" or "slots 1–3, 7"."""
    if said.key == "square-slot":
        return [int(str(said.args["slot"]))]
    slots: list[int] = []
    for part in str(said.args["slots"]).split(", "):
        first, _, last = part.partition("–")
        slots += range(int(first), int(last or first) + 1)
    return slots


def own_row(at: Position) -> list[str | None]:
    return view_of(at)["rows"][at.seat]


def free(at: Position) -> list[int]:
    """Return the seat's face-down slots, numbered from 1."""
    return [place for place, card in enumerate(own_row(at), start=1) if card is None]


def run_lengths(row: Iterable[str | None]) -> list[int]:
    """Return the lengths of a row's runs."""
    lengths: list[int] = []
    before = len(RANKS)
    for card in filter(None, row):
        if rank(card) < before:
            lengths.append(0)
        lengths[-1] += 1
        before = rank(card)
    return lengths


def row_after(at: Position, card: str, slot: int, *first: str) -> tuple[list[str | None], int]:
    """Return the seat's row and its points after the moves `first`, followed by the play of a card on a slot.

    If the round ends, the points are the engine's score of the round without the bonus.
    """
    game = after(at.game, at.seat, *first, f"play {card} {slot}")
    row = own_row(at)[:]
    row[slot - 1] = card
    if game.round > at.game.round or game.over:
        return row, game.rounds[-1][at.seat] - 5 * game.seats
    played = cast("SquareView", game.view(at.seat))["rows"][at.seat]
    assert played == row
    return row, sum(length**2 for length in run_lengths(row))


def best_slots(at: Position, card: str, *first: str) -> tuple[int, list[int]]:
    """Return the greatest points that the row can have once a card is in it, and the slots that give these points."""
    points = {slot: row_after(at, card, slot, *first)[1] for slot in free(at)}
    best = max(points.values())
    return best, [slot for slot, one in points.items() if one == best]


def fits_in(at: Position, card: str, slot: int, *first: str) -> bool:
    """Tell whether a card on a slot makes an existing run longer, so that the row has as many runs as before."""
    return len(run_lengths(row_after(at, card, slot, *first)[0])) == len(run_lengths(own_row(at)))


def fits_anywhere(at: Position, card: str, *first: str) -> bool:
    return any(fits_in(at, card, slot, *first) for slot in free(at))


# --- An even spread


def is_even(at: Position, card: str, slot: int, slots: Sequence[int]) -> bool:
    """Tell whether a card belongs on `slot` if ranks are to rise evenly from left to right within the gap `slots`."""
    row = own_row(at)
    left = row[slots[0] - 2] if slots[0] > 1 else None
    right = row[slots[-1]] if slots[-1] < len(row) else None
    low, high = rank(left) if left else 0, rank(right) if right else 9
    if high == low or len(slots) == 1:
        return slot == slots[0]
    share = Fraction(rank(card) - low, high - low)
    away = {one: abs(Fraction(place, len(slots) - 1) - share) for place, one in enumerate(slots)}
    return 0 <= share <= 1 and away[slot] == min(away.values())


def spread(at: Position, places: Sequence[Text]) -> bool:
    """Tell whether each card of the hand gets its even slot, or two cards with the same one get neighbouring slots."""
    near = {code(cast("Text", place.args["card"])): int(str(place.args["slot"])) for place in places}
    even = [is_even(at, card, slot, free(at)) for card, slot in near.items()]
    slots = [*near.values()]
    side_by_side = len(slots) == 2 and any(even) and slots[1] == slots[0] + 1
    ordered = [*near] == sorted(near, key=rank) and len({*slots}) == len(slots)
    return (all(even) or side_by_side) and ordered and not any(own_row(at)) and near.keys() == {*at.view["hand"]}


def fits(at: Position, card: Text, slots: Text, points: int) -> bool:
    """Tell whether the slots fit and give most points: the shortest gap of such slots, or the even one of it."""
    most, best = best_slots(at, code(card))
    gaps = [[*map(itemgetter(1), group)] for _, group in groupby(enumerate(best), lambda one: one[1] - one[0])]
    told = slots_in(slots)
    gap = next(one for one in gaps if told[0] in one)
    whole = told == gap or (len(told) == 1 and is_even(at, code(card), told[0], gap))
    shortest = len(gap) == min(map(len, gaps))
    return points == most and whole and shortest and all(fits_in(at, code(card), slot) for slot in told)


def fits_nowhere(at: Position, card: Text, slots: Text, points: int) -> bool:
    best = {one: best_slots(at, one) for one in at.view["hand"]}
    least = best[code(card)] == (points, slots_in(slots)) and points == max(most for most, _ in best.values())
    return least and not any(fits_anywhere(at, one) for one in at.view["hand"])


# --- The market


def market_fits(at: Position, cards: Sequence[Text]) -> bool:
    in_market = {*codes(cards)} <= {*view_of(at)["market"]}
    return bool(cards) and in_market and all(fits_anywhere(at, one, f"exchange {one}") for one in codes(cards))


def market_lacks(at: Position) -> bool:
    return not any(fits_anywhere(at, one, f"exchange {one}") for one in view_of(at)["market"])


def may_take(at: Position, seat: Text) -> bool:
    """Tell whether another seat, `seat`, has the first turn and can take the card that the deciding seat lays down.

    This must hold in every sampled game, for every card of the hand.
    """
    first = seat_in(seat)
    for world in at.worlds:
        for card in at.view["hand"]:
            game = after(world, at.seat, f"discard {card}")
            while game.phase.id == "discard":
                (other, *_) = game.to_act
                game.apply(other, game.legal_moves(other)[0])
            legal = [game.text(move) for move in game.legal_moves(first)]
            if game.to_act != (first,) or f"exchange {card}" not in legal:
                return False
    return first != at.seat


def equal(at: Position, cards: Sequence[Text]) -> bool:
    ranks = {rank(card) for card in codes(cards)}
    same = [card for card in at.view["hand"] if rank(card) in ranks]
    return len(ranks) == 1 and sorted(codes(cards)) == sorted(same) and run_lengths(codes(cards)) == [len(cards)]


# --- The end of the round, and the next seat


def ends(at: Position, card: Text, points: int, bonus: int) -> bool:
    best = max(best_slots(at, one)[0] for one in at.view["hand"])
    return _ends_with(at, code(card), points) and points == best and bonus == 5 * at.game.seats


def ends_alike(at: Position, points: int, bonus: int) -> bool:
    alike = len(at.view["hand"]) == 2 and all(_ends_with(at, one, points) for one in at.view["hand"])
    return alike and bonus == 5 * at.game.seats


def ends_less(at: Position, card: Text, points: int) -> bool:
    best = max(best_slots(at, one)[0] for one in at.view["hand"])
    return _ends_with(at, code(card), points) and points < best


def ends_market(at: Position, card: Text, points: int) -> bool:
    best = max(best_slots(at, one)[0] for one in at.view["hand"])
    in_market = code(card) in view_of(at)["market"]
    return in_market and _ends_with(at, code(card), points, f"exchange {code(card)}") and points > best


def _ends_with(at: Position, card: str, points: int, *first: str) -> bool:
    """Tell whether a card on the last slot ends the round, so that the row scores `points` without the bonus."""
    (slot,) = free(at)
    game = after(at.game, at.seat, *first, f"play {card} {slot}")
    row = own_row(at)[:]
    row[slot - 1] = card
    ended = game.round > at.game.round or game.over
    counted = sum(length**2 for length in run_lengths(row))
    return ended and counted == points and game.rounds[-1][at.seat] == points + 5 * game.seats


def next_after(at: Position, slot: int) -> Game:
    """Return a copy of the game in which the first card of the hand has filled a slot."""
    return after(at.game, at.seat, f"play {at.view['hand'][0]} {slot}")


def finishes(at: Position, slots: Text, bonus: int) -> bool:
    own = [next_after(at, slot).to_act == (at.seat,) for slot in slots_in(slots)]
    return all(own) and all(must_end(at, slot) for slot in slots_in(slots)) and bonus == 5 * at.game.seats


def passes(at: Position, slots: Text, seat: Text) -> bool:
    to = [next_after(at, slot).to_act == (seat_in(seat),) for slot in slots_in(slots)]
    ending = [must_end(at, slot) for slot in slots_in(slots)]
    return seat_in(seat) != at.seat and all(to) and all(ending) and bool(to)


def must_end(at: Position, slot: int) -> bool:
    """Tell whether the round must end with the next player's turn once this seat has filled a slot."""
    game = next_after(at, slot)
    (seat,) = game.to_act
    turns = [[game.text(move)] for move in game.legal_moves(seat)]
    while turns:
        moves = turns.pop()
        then = after(game, seat, *moves)
        if then.round > game.round or then.over:
            continue
        if not moves[0].startswith("exchange") or len(moves) > 1:
            return False
        turns += [[*moves, then.text(move)] for move in then.legal_moves(seat)]
    return True


def plays_again(at: Position, card: Text, slots: Text) -> bool:
    for slot in slots_in(slots):
        if after(at.game, at.seat, f"play {code(card)} {slot}").to_act != (at.seat,):
            return False
    return bool(slots_in(slots)) and isinstance(at.game, TennosSquare)


BY_NAME: dict[str, Claim] = {
    "spread": spread,
    "equal": equal,
    "may-take": may_take,
    "ends": ends,
    "ends-alike": ends_alike,
    "ends-less": ends_less,
    "ends-market": ends_market,
    "finishes": finishes,
    "passes": passes,
    "fits": fits,
    "plays-again": plays_again,
    "fits-nowhere": fits_nowhere,
    "market-fits": market_fits,
    "market-lacks": market_lacks,
}
CLAIMS = {f"square-advice-{name}": claim for name, claim in BY_NAME.items()}
