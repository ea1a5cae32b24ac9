"""Dealing the cards that a seat cannot see, for samplers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def deal_unseen(
    random: Random, cards: Sequence[int], sizes: Sequence[int], forbidden: Sequence[int]
) -> list[list[int]]:
    """Deal `cards` at random so that no seat gets what it cannot hold.

    A deal is found whenever there is one. Without forbidden cards every deal is equally likely; with them nearly so:
    a first deal is mixed by random exchanges, which favour none.

    Args:
        random: the source of chance; the same state gives the same deal.
        cards: card numbers; equal cards may stand several times.
        sizes: how many each seat gets; they add up to all the cards (a stock or a pile is one more seat).
        forbidden: for each seat the set of card numbers that it cannot hold, as a bit mask.

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
    hands: list[list[int]] = [[] for _ in sizes]
    for card, owner in zip(order, owners, strict=True):
        hands[owner].append(card)
    return hands


def _first_deal(random: Random, order: list[int], sizes: Sequence[int], forbidden: Sequence[int]) -> list[int]:
    """The seat of each card of `order`, which gets sorted: cards that few seats can hold come first."""
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
    """Free a place at one of the full seats `wanted` by handing dealt cards on; returns that seat.

    This is the augmenting path of bipartite matching: the shortest chain of cards, each handed to a seat that can
    hold it, that ends at a seat with room. If there is none, no deal exists.
    """
    handed: dict[int, int] = dict.fromkeys(wanted, -1)
    queue = list(wanted)
    for seat in queue:
        if room[seat]:
            room[seat] -= 1
            while (place := handed[seat]) >= 0:
                owners[place], seat = seat, owners[place]  # noqa: PLW2901  walks back along the chain
            room[seat] += 1
            return seat
        for place, owner in enumerate(owners):
            if owner == seat:
                for other in homes[order[place]]:
                    if other not in handed:
                        handed[other] = place
                        queue.append(other)
    raise ValueError("no deal gives every seat only what it can hold")


def _mix(random: Random, order: Sequence[int], owners: list[int], forbidden: Sequence[int]) -> None:
    """Exchange random pairs of cards wherever both seats can hold what they get."""
    count = len(order)
    draw = random.random
    for one in range(count):
        for _ in range(3):
            other = int(draw() * count)
            here, there = owners[one], owners[other]
            if here != there and not (forbidden[here] >> order[other] | forbidden[there] >> order[one]) & 1:
                owners[one], owners[other] = there, here
