"""Determinization: dealing the cards that a seat cannot see, at random or in every possible way."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from random import Random

from engine.cards import bits, mask_of


def deal_hidden(
    random: Random, cards: Sequence[int], sizes: Sequence[int], forbidden: Sequence[int]
) -> list[list[int]]:
    """Deal `cards` at random so that no seat gets a forbidden card.

    A deal is found if one exists. Without forbidden cards, every deal is equally likely. With forbidden cards, deals
    are nearly equally likely: random swaps mix a first deal.

    Args:
        random: the random generator; the same state gives the same deal.
        cards: card numbers; equal cards may occur several times.
        sizes: the number of cards of each seat, which add up to all cards. A stock or a pile is one more seat.
        forbidden: for each seat a bit mask of the cards that it cannot hold.

    Raises:
        ValueError: no such deal exists.
    """
    if sum(sizes) != len(cards):
        raise ValueError(f"{len(cards)} cards cannot be dealt as {list(sizes)}")
    order = list(cards)
    random.shuffle(order)
    if any(forbidden):
        owners = _first_deal(random, order, sizes, forbidden)
        _mix(random, order, owners, forbidden)
    else:
        owners = [seat for seat, size in enumerate(sizes) for _ in range(size)]
    return _hands(order, owners, len(sizes))


def _hands(order: Sequence[int], owners: Sequence[int], seats: int) -> list[list[int]]:
    """Return the cards of each seat, given the owner of each card."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for card, owner in zip(order, owners, strict=True):
        hands[owner].append(card)
    return hands


def _first_deal(random: Random, order: list[int], sizes: Sequence[int], forbidden: Sequence[int]) -> list[int]:
    """Sort `order` so that cards that few seats can hold come first; return a seat for each card of `order`."""
    homes = {
        card: tuple(seat for seat, mask in enumerate(forbidden) if not mask >> card & 1 and sizes[seat])
        for card in set(order)
    }
    order.sort(key=lambda card: len(homes[card]))
    room = list(sizes)
    owners: list[int] = []
    for card in order:
        seats = homes[card]
        pick = int(random.random() * sum([room[seat] for seat in seats]))
        for seat in seats:
            pick -= room[seat]
            if pick < 0:
                break
        else:
            seat = _make_room(order, owners, homes, room, seats)
        room[seat] -= 1
        owners.append(seat)
    return owners


def _make_room(
    order: Sequence[int],
    owners: list[int],
    homes: dict[int, tuple[int, ...]],
    room: list[int],
    wanted: Sequence[int],
) -> int:
    """Make room at one of the full seats `wanted` by moving dealt cards to other seats, and return that seat.

    The moved cards form the shortest chain that ends at a seat with room (an augmenting path of bipartite matching).
    Without such a chain, no deal exists.
    """
    handed: dict[int, int] = dict.fromkeys(wanted, -1)
    queue = list(wanted)
    for seat in queue:
        if room[seat]:
            room[seat] -= 1
            while (place := handed[seat]) >= 0:
                owners[place], seat = seat, owners[place]  # noqa: PLW2901  walks the chain back
            room[seat] += 1
            return seat
        for place in [place for place, owner in enumerate(owners) if owner == seat]:
            for other in homes[order[place]]:
                if other not in handed:
                    handed[other] = place
                    queue.append(other)
    raise ValueError("no deal gives every seat only what it can hold")


def _mix(random: Random, order: Sequence[int], owners: list[int], forbidden: Sequence[int]) -> None:
    """Swap random pairs of cards if both seats can hold the card that they get."""
    count = len(order)
    draw = random.random
    for one in range(count):
        for _ in range(3):
            other = int(draw() * count)
            here, there = owners[one], owners[other]
            if here != there and not (forbidden[here] >> order[other] | forbidden[there] >> order[one]) & 1:
                owners[one], owners[other] = there, here


def every_deal(cards: Sequence[int], sizes: Sequence[int], forbidden: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every deal of `cards` in which no seat gets a forbidden card, each once and always in the same order.

    Choices that lead to no deal are skipped early. So the first deals come quickly, even if there are very many deals.

    Args:
        cards: card numbers; equal cards may occur several times, and swapping two equal cards makes no new deal.
        sizes: the number of cards of each seat, which add up to all cards. A stock or a pile is one more seat.
        forbidden: for each seat a bit mask of the cards that it cannot hold.
    """
    homes = {card: mask_of(seat for seat, mask in enumerate(forbidden) if not mask >> card & 1) for card in set(cards)}
    order = sorted(cards, key=lambda card: (homes[card], card))
    for owners in _ways(order, homes, list(sizes), _needs(order, homes), []):
        yield _hands(order, owners, len(sizes))


def ways_dealt(hands: Sequence[Sequence[int]]) -> int:
    """Return the number of deals that give these hands, if equal cards count as different cards."""
    ways, dealt = 1, Counter[int]()
    for hand in hands:
        for card, copies in Counter(hand).items():
            dealt[card] += copies
            ways *= comb(dealt[card], copies)
    return ways


def _needs(order: Sequence[int], homes: Mapping[int, int]) -> list[dict[int, int]]:
    """Return a list of tables. Table i has, for each set of seats, the number of cards that only these seats can hold.

    Table i counts the cards from `order[i]` on. These cards can be dealt if each set of seats has room for the cards
    that only its seats can hold (Hall's theorem of bipartite matching).
    """
    groups = {0}
    for home in set(homes.values()):
        groups |= {group | home for group in groups}
    needs = [dict.fromkeys(groups, 0)]
    for card in reversed(order):
        needs.append({group: count + (not homes[card] & ~group) for group, count in needs[-1].items()})
    return needs[::-1]


def _ways(
    order: Sequence[int],
    homes: Mapping[int, int],
    room: list[int],
    needs: Sequence[Mapping[int, int]],
    owners: list[int],
) -> Iterator[list[int]]:
    """Yield the seat of every card of `order`, for each possible deal.

    The first cards of `order` are already at the seats `owners`. `room` has the number of free places by seat.
    """
    place = len(owners)
    if place == len(order):
        yield owners
        return
    card = order[place]
    home = homes[card]
    again = place > 0 and order[place - 1] == card  # equal cards go to seats in rising order, so no deal comes twice
    for seat in bits(home & -1 << owners[-1] if again else home):
        if room[seat]:
            room[seat] -= 1
            owners.append(seat)
            # Only sets of seats that contain this seat have lost room. If such a set contains all seats that could
            # hold this card, it also has one card less to hold, so it need not be checked.
            bound = ((group, count) for group, count in needs[place + 1].items() if group >> seat & 1 and home & ~group)
            if all(count <= sum([room[one] for one in bits(group)]) for group, count in bound):
                yield from _ways(order, homes, room, needs, owners)
            owners.pop()
            room[seat] += 1
