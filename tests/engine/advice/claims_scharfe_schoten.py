"""The claims of Scharfe Schoten's advice, evaluated by playing cards and counting on the engine."""

import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import permutations, product
from typing import cast

from engine.game import Game
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.messages import SUITS
from engine.games.scharfe_schoten.view import SchotenView
from engine.text import Text
from tests.engine.advice.claims import Claim, Position, after, code, codes

DECK = [f"{colour}{number}" for colour in "RYGK" for number in range(1, 13)]


def colour_of(suit: Text) -> str:
    """Return the letter of a colour in a sentence."""
    return next(one.letter for one in SUITS if one.name == suit)


def view_of(at: Position) -> SchotenView:
    return cast("SchotenView", at.view)


def captured(at: Position) -> dict[str, int]:
    """Return the number of cards of each colour that the seat has captured."""
    return view_of(at)["captured"][at.seat]


def predicted(at: Position) -> tuple[str, str]:
    most, fewest = view_of(at)["prediction"] or []
    return most, fewest


def strength(at: Position, card: str) -> tuple[int, int, int]:
    """Return a key that sorts cards by strength: trumps above others, then by the order of the trumps' colours."""
    trumps = view_of(at)["trumps"]
    order = [trump[0] for trump in trumps]
    return (card in trumps, -order.index(card[0]), int(card[1:]))


def unseen(at: Position) -> list[str]:
    """Return the cards that the seat has not seen in this round."""
    seen = {card for trick in at.view["tricks"] for play in trick["plays"] for card in play["cards"]}
    return [card for card in DECK if card not in {*seen, *at.view["hand"]}]


def played(game: Game) -> list[str]:
    """Return the cards of the trick in progress."""
    assert isinstance(game, ScharfeSchoten)
    return [game.text(card).split()[1] for card in game.trick]


# --- Who wins a trick


def beats_in_turn(at: Position, world: Game, card: str) -> Iterator[list[bool]]:
    """For each later seat, in turn, yield a list: for each legal card of that seat, whether it beats `card`."""
    game = after(world, at.seat, f"play {card}")
    while game.phase.id == "trick" and played(game):
        (seat,) = game.to_act
        legal = [game.text(move).split()[1] for move in game.legal_moves(seat)]
        yield [strength(at, one) > strength(at, card) for one in legal]
        game = after(game, seat, f"play {legal[0]}")


def beaten_now(at: Position, card: str) -> bool:
    return any(strength(at, one) > strength(at, card) for one in played(at.game))


def wins_surely(at: Position, card: str) -> bool:
    """Tell whether a card wins the trick in every sampled game, however the others play."""
    return not beaten_now(at, card) and not any(
        any(beats) for world in at.worlds for beats in beats_in_turn(at, world, card)
    )


def loses_surely(at: Position, card: str) -> bool:
    """Tell whether a card loses the trick in every sampled game, however the others play."""
    return beaten_now(at, card) or all(any(map(all, beats_in_turn(at, world, card))) for world in at.worlds)


def winner_is_as_judged(at: Position, card: str) -> bool:
    """Tell whether the engine lets the strongest card win the trick, if each later seat makes its last legal move.

    True if the round or the game ends with the trick.
    """
    game, after_it = after(at.game, at.seat, f"play {card}"), len(view_of(at)["tricks"]) - bool(played(at.game))
    while game.phase.id == "trick" and played(game):
        (seat,) = game.to_act
        game.apply(seat, game.legal_moves(seat)[-1])
    if game.round != at.game.round or game.over:
        return True
    trick = game.view(None)["tricks"][after_it]
    best = max(trick["plays"], key=lambda play: strength(at, play["cards"][0]))
    return trick["winner"] == best["seat"]


def may_be_beaten(at: Position, card: str) -> bool:
    """Tell whether a card wins so far, but a later seat may hold and play an unseen card that beats it."""
    if beaten_now(at, card):
        return False
    held, seats = view_of(at)["hand_colours"], at.game.seats
    led = (played(at.game) or [card])[0][0]
    later = [(at.seat + step) % seats for step in range(1, seats - len(played(at.game)))]
    return any(
        held[seat][one[0]] and (one[0] == led or not held[seat][led]) and strength(at, one) > strength(at, card)
        for seat, one in product(later, unseen(at))
    )


def playable(at: Position) -> list[str]:
    return [move.split()[1] for move in at.legal]


def others(at: Position, cards: Sequence[Text]) -> list[str]:
    return [card for card in playable(at) if card not in codes(cards)]


def sure_wins(at: Position, cards: Sequence[Text]) -> bool:
    return all(wins_surely(at, card) and winner_is_as_judged(at, card) for card in codes(cards))


def sure_losses(at: Position, cards: Sequence[Text]) -> bool:
    return all(loses_surely(at, card) and winner_is_as_judged(at, card) for card in codes(cards))


def wins(at: Position, cards: Sequence[Text]) -> bool:
    return bool(cards) and sure_wins(at, cards)


def loses(at: Position, cards: Sequence[Text]) -> bool:
    return bool(cards) and sure_losses(at, cards)


def only_win(at: Position, cards: Sequence[Text]) -> bool:
    return wins(at, cards) and all(loses_surely(at, card) for card in others(at, cards))


def only_lose(at: Position, cards: Sequence[Text]) -> bool:
    return loses(at, cards) and all(wins_surely(at, card) for card in others(at, cards))


def all_win(at: Position) -> bool:
    return all(wins_surely(at, card) for card in playable(at))


def none_wins(at: Position) -> bool:
    return all(loses_surely(at, card) for card in playable(at))


def throw_fewest(at: Position, card: Text, suit: Text) -> bool:
    """Tell whether no card wins, and this one is the strongest of the colour predicted fewest."""
    own = [one for one in playable(at) if one[0] == colour_of(suit)]
    return none_wins(at) and is_fewest(at, suit) and code(card) == max(own, key=lambda one: strength(at, one))


def throw_other(at: Position, card: Text, suit: Text) -> bool:
    """Tell whether no card wins, and this one is the weakest that is not of the colour predicted most."""
    spare = [one for one in playable(at) if one[0] != colour_of(suit)]
    weakest = min(spare, key=lambda one: strength(at, one))
    return none_wins(at) and is_most(at, suit) and code(card) == weakest and len(spare) < len(playable(at))


def throw_weakest(at: Position, card: Text) -> bool:
    return none_wins(at) and code(card) == min(playable(at), key=lambda one: strength(at, one))


def open_(at: Position, cards: Sequence[Text]) -> bool:
    return bool(cards) and all(may_be_beaten(at, card) for card in codes(cards))


def all_open(at: Position) -> bool:
    return all(may_be_beaten(at, card) for card in playable(at))


def open_else_loses(at: Position, cards: Sequence[Text]) -> bool:
    return open_(at, cards) and all(loses_surely(at, card) for card in others(at, cards))


def loses_else_open(at: Position, cards: Sequence[Text]) -> bool:
    return loses(at, cards) and all(may_be_beaten(at, card) for card in others(at, cards))


# --- What a trick brings


def in_trick(at: Position, suit: Text) -> int:
    return sum(card[0] == colour_of(suit) for card in played(at.game))


def holds_both(at: Position, most: Text, count: int, fewest: Text, few: int) -> bool:
    return holds_most(at, most, count) and holds_fewest(at, fewest, few)


def holds_most(at: Position, suit: Text, count: int) -> bool:
    return is_most(at, suit) and in_trick(at, suit) == count > 0


def holds_fewest(at: Position, suit: Text, count: int) -> bool:
    return is_fewest(at, suit) and in_trick(at, suit) == count > 0


def holds_neither(at: Position, most: Text, fewest: Text) -> bool:
    return is_most(at, most) and is_fewest(at, fewest) and not in_trick(at, most) and not in_trick(at, fewest)


def is_most(at: Position, suit: Text) -> bool:
    return predicted(at)[0] == colour_of(suit)


def is_fewest(at: Position, suit: Text) -> bool:
    return predicted(at)[1] == colour_of(suit)


def rack_has(at: Position, suit: Text) -> bool:
    return is_most(at, suit) and view_of(at)["rack"][colour_of(suit)] > 0


def rids(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return is_fewest(at, suit) and _given(at, cards, suit)


def captures_most(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return is_most(at, suit) and _captures(at, cards, suit)


def captures_fewest(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return is_fewest(at, suit) and _captures(at, cards, suit)


def _captures(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    """Tell whether the cards win for sure and are of a colour, and a winning card of another colour may be played."""
    others_win = any(one[0] != colour_of(suit) and wins_surely(at, one) for one in playable(at))
    return {one[0] for one in codes(cards)} == {colour_of(suit)} and wins(at, cards) and others_win


def gives(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return is_most(at, suit) and _given(at, cards, suit)


def _given(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return {card[0] for card in codes(cards)} == {colour_of(suit)} and sure_losses(at, cards)


def lead_brings(at: Position, cards: Sequence[Text], suit: Text, least: int) -> bool:
    return is_most(at, suit) and wins(at, cards) and _brings_at_least(at, cards, suit, least)


def lead_rids(at: Position, cards: Sequence[Text], suit: Text, least: int) -> bool:
    return is_fewest(at, suit) and loses(at, cards) and _brings_at_least(at, cards, suit, least)


def _brings_at_least(at: Position, cards: Sequence[Text], suit: Text, least: int) -> bool:
    """Tell whether the cards are all of the colour `suit`, and one that is led brings `least` cards of it.

    These are the card itself, and one from each other seat that holds this colour and so must follow.
    """
    colour, held = colour_of(suit), view_of(at)["hand_colours"]
    must = sum(held[seat][colour] > 0 for seat in range(at.game.seats) if seat != at.seat)
    return not played(at.game) and {card[0] for card in codes(cards)} == {colour} and least == 1 + must


def lead_brings_one(at: Position, cards: Sequence[Text], suit: Text) -> bool:
    return lead_brings(at, cards, suit, 1)


def strongest(at: Position, card: Text, count: int) -> bool:
    own = code(card)
    if strength(at, own) != max(strength(at, one) for one in at.view["hand"]):
        return False
    held = [hand for seat, hand in enumerate(view_of(at)["hand_colours"]) if seat != at.seat]
    most = sum(
        min(
            sum(hand[colour] for hand in held),
            sum(one[0] == colour and strength(at, one) > strength(at, own) for one in unseen(at)),
        )
        for colour in "RYGK"
    )
    in_hands = [
        sum(
            strength(at, one) > strength(at, own)
            for seat in range(world.seats)
            if seat != at.seat
            for one in world.hand(seat)
        )
        for world in at.worlds
    ]
    return count == most >= max(in_hands)


# --- Predictions that are lost


def lost_both(at: Position) -> bool:
    most, fewest = (next(one.name for one in SUITS if one.letter == letter) for letter in predicted(at))
    return lost_most(at, most) and lost_fewest(at, fewest)


def _left(at: Position, colour: str) -> int:
    """Return the number of cards of a colour that nobody has captured."""
    return 12 - sum(counts[colour] for counts in view_of(at)["captured"])


def lost_most(at: Position, suit: Text) -> bool:
    own, colour = captured(at), colour_of(suit)
    return is_most(at, suit) and own[colour] + _left(at, colour) < max(own.values())


def lost_fewest(at: Position, suit: Text) -> bool:
    own, colour = captured(at), colour_of(suit)
    return is_fewest(at, suit) and any(own[colour] > own[other] + _left(at, other) for other in own)


# --- The rack


def taken(at: Position, suit: Text) -> dict[str, int]:
    """Return the seat's number of captured cards of each colour, after it takes a card of the colour `suit`."""
    colour = colour_of(suit)
    game = after(at.game, at.seat, f"take {colour}")
    if game.round != at.game.round or game.over:
        return captured(at) | {colour: captured(at)[colour] + 1}
    return cast("SchotenView", game.view(at.seat))["captured"][at.seat]


def _compared(at: Position, suit: Text) -> tuple[int, int, set[str]]:
    """Let the seat take a card of a colour, and compare the seat's new count of this colour with its other counts.

    Return the new count, the greatest count of another colour, and the colours that have this greatest count.
    """
    counts = taken(at, suit)
    own = counts.pop(colour_of(suit))
    best = max(counts.values())
    return own, best, {colour for colour, count in counts.items() if count == best}


def take_ahead(at: Position, suit: Text, count: int, ahead: int) -> bool:
    own, best, _ = _compared(at, suit)
    return is_most(at, suit) and own == count and own - best == ahead > 0


def take_level(at: Position, suit: Text, count: int, others: Sequence[Text]) -> bool:
    own, best, level = _compared(at, suit)
    return is_most(at, suit) and own == count == best and {*map(colour_of, others)} == level


def take_behind(at: Position, suit: Text, count: int, behind: int, other: Text) -> bool:
    own, best, level = _compared(at, suit)
    return is_most(at, suit) and own == count and best - own == behind > 0 and colour_of(other) in level


def take_frees(at: Position, suit: Text, fewest: Text) -> bool:
    now, then, colour = captured(at), taken(at, suit), colour_of(fewest)
    alone = all(then[colour] < count for other, count in then.items() if other != colour)
    return is_fewest(at, fewest) and alone and now[colour] == now[colour_of(suit)]


def take_safe(at: Position, suits: Sequence[Text], most: Text) -> bool:
    """Tell whether `most` exceeds every other colour once the seat has taken one of `suits`, none its fewest."""
    colour = colour_of(most)
    every = [taken(at, suit) for suit in suits]
    alone = all(own[colour] > count for own in every for other, count in own.items() if other != colour)
    return is_most(at, most) and alone and bool(suits) and not any(is_fewest(at, suit) for suit in suits)


def take_ties(at: Position, suits: Sequence[Text], most: Text) -> bool:
    """Tell whether taking one of `suits` would tie with `most`, and no other colour of the rack would stay below it."""
    named = {*map(colour_of, suits)}
    every = {one.name: _most_after(at, one.name, most) for one in SUITS if view_of(at)["rack"][one.letter]}
    below = {suit for suit, lead in every.items() if lead > 0 and not is_fewest(at, suit)}
    ties = {colour_of(suit) for suit, lead in every.items() if lead == 0 and not is_fewest(at, suit)}
    return is_most(at, most) and not below and named == ties != set()


def _most_after(at: Position, suit: Text, most: Text) -> int:
    """Let the seat take a card of `suit`; return by how much its count of `most` then exceeds its count of `suit`."""
    counts = taken(at, suit)
    return counts[colour_of(most)] - counts[colour_of(suit)]


# --- The hand at the time of the predictions


def in_hand(at: Position, suit: Text) -> list[str]:
    return [card for card in at.view["hand"] if card[0] == colour_of(suit)]


def best_ten(at: Position) -> list[str]:
    return sorted(DECK, key=lambda card: strength(at, card))[-10:]


def came_true(at: Position, most: Text, fewest: Text) -> bool:
    """Tell whether the file of averages has for no two colours a greater sum of shares."""
    path = files("engine.games.scharfe_schoten.learning").joinpath("averages.toml")
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["scharfe-schoten"][str(at.game.seats)]
    order = [trump[0] for trump in view_of(at)["trumps"]]

    def mean(name: str, colour: str) -> float:
        own = [card for card in at.view["hand"] if card[0] == colour]
        strong = sum(card in view_of(at)["trumps"] or int(card[1:]) >= 10 for card in own)
        return float(tables[name][f"{order.index(colour)}-{min(4, len(own))}-{min(2, strong)}"][1])

    sums = {pair: mean("most", pair[0]) + mean("fewest", pair[1]) for pair in permutations("RYGK", 2)}
    return sums[colour_of(most), colour_of(fewest)] == max(sums.values())


def holds_top(at: Position, suit: Text, count: int, cards: Sequence[Text]) -> bool:
    own = in_hand(at, suit)
    return len(own) == count and codes(cards) == [card for card in own if card in best_ten(at)] != []


def holds_few(at: Position, suit: Text, cards: Sequence[Text], beaten: int) -> bool:
    return codes(cards) == in_hand(at, suit) and beaten == fewest_stronger(at, suit) > 0


def fewest_stronger(at: Position, suit: Text) -> int:
    """Return how many unseen cards of a colour are stronger than the seat's strongest card of it."""
    own = in_hand(at, suit)
    return min(sum(one[0] == card[0] and strength(at, one) > strength(at, card) for one in unseen(at)) for card in own)


BY_NAME: dict[str, Claim] = {
    "came-true": came_true,
    "holds-top": holds_top,
    "holds-few": holds_few,
    "wins": wins,
    "loses": loses,
    "only-win": only_win,
    "only-lose": only_lose,
    "all-win": all_win,
    "throw-fewest": throw_fewest,
    "throw-other": throw_other,
    "throw-weakest": throw_weakest,
    "all-open": all_open,
    "open-else-loses": open_else_loses,
    "loses-else-open": loses_else_open,
    "holds-both": holds_both,
    "holds-most": holds_most,
    "holds-fewest": holds_fewest,
    "holds-neither": holds_neither,
    "rack-has": rack_has,
    "rids": rids,
    "gives": gives,
    "captures-fewest": captures_fewest,
    "captures-most": captures_most,
    "lead-brings": lead_brings,
    "lead-brings-one": lead_brings_one,
    "lead-rids": lead_rids,
    "strongest": strongest,
    "lost-most": lost_most,
    "lost-fewest": lost_fewest,
    "lost-both": lost_both,
    "take-ahead": take_ahead,
    "take-level": take_level,
    "take-behind": take_behind,
    "take-frees": take_frees,
    "take-safe": take_safe,
    "take-ties": take_ties,
}
CLAIMS = {f"scharfe-advice-{name}": claim for name, claim in BY_NAME.items()}
