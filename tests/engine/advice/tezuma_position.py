"""Tezuma positions from a short description of the adviser's hand and draft, the trick, and the cards still out."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract.chance import Chance
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.cards import DECKS, UNIT
from engine.games.tezuma.phases import LEAD
from engine.text import Text

Kind = type[TezumaTrick | Tezumashi]


def advice_in_trick(
    kind: Kind,
    hand: str,
    trick: str = "",
    *,
    bid: int,
    pain: str,
    ability: str = "",
    won: int = 0,
    seat: int | None = None,
    seats: int = 4,
    out: str | None = None,
    done: str = "",
    rivals: Mapping[int, str] | None = None,
) -> list[str]:
    """Return the advice for a play in plain English, with the cards by their codes.

    Args:
        kind: the edition.
        hand: the adviser's cards before the trick.
        trick: the plays so far, from seat 0 on, separated by commas: "B7, UT with sword-walking, defer, win".
        bid: the number of the adviser's bid.
        pain: the letter of the adviser's pain suit.
        ability: the adviser's ability; empty: the ability has no uses left.
        won: the number of tricks that the adviser has won.
        seat: the adviser; None: the next seat after the plays.
        seats: the number of seats.
        out: the cards that the other seats still hold; None: all cards that no other argument names. With `out`, all
            remaining cards are put into finished tricks; within such a trick, all cards must have the same suit.
        done: further finished tricks, separated by commas, each from seat 0 on: "U1 B1 U2 U3". A card of another suit
            shows that its seat lacks the led suit.
        rivals: by seat, the abilities of other seats that still have uses left.
    """
    plays = [play.strip() for play in trick.split(",") if play.strip()]
    game: Any = kind(seats, {}, Chance(b"\1", {"first": 0}))
    me = len(plays) % seats if seat is None else seat
    game.phase, game.leader, game.to_act = LEAD, 0, (0,)
    game.drafted, game.open = 3 * seats, [0, 0, 0]
    game.pains = [game.edition.codes.index(f"{pain}1") // 10 if one == me else 0 for one in range(seats)]
    game.bids = [bid if one == me else 1 for one in range(seats)]
    named = {**(rivals or {}), **({me: ability} if ability else {})}
    game.abilities = [NUMBERS[named[one]] if one in named else 1 for one in range(seats)]
    game.uses = [2 if one in named else 0 for one in range(seats)]
    game.armed = [number if uses else 0 for number, uses in zip(game.abilities, game.uses, strict=True)]
    game.won = [won if one == me else 0 for one in range(seats)]
    lie = [play.partition(" with ")[0] for play in plays]
    _deal(game, me, hand.split(), [cards.split("+") for cards in lie], out, done)
    for play, cards in zip(plays, lie, strict=True):
        names = {"defer": "defer with paper-egg", "win": "win with five-color-sand"}
        if cards in names:  # give the seat the ability that this play needs
            game.armed[game.to_act[0]] = NUMBERS[names[cards].split()[-1]]
            game.uses[game.to_act[0]] = 2
        game.apply(game.to_act[0], game.parse(names.get(cards, f"play {play}")))
    assert game.to_act == (me,)
    return said(kind.advice(game.view(me)))


def _deal(game: Any, me: int, hand: Sequence[str], lie: Sequence[Sequence[str]], out: str | None, done: str) -> None:
    """Set the finished tricks, and the hands as they were before the trick in progress."""
    seats, code = game.seats, game.edition.codes
    left = [code[card] for card, copies in DECKS[seats].items() for _ in range(copies)]
    finished = [one.split() for one in done.split(",") if one.strip()]
    for card in [*hand, *(one for trick in finished for one in trick)]:
        left.remove(card)
    held: list[list[str]] = [[] for _ in range(seats)]
    held[me] = list(hand)
    for place, cards in enumerate(lie):
        for card in cards:
            if card not in {"defer", "win"}:
                left.remove(card)
                held[place % seats].append(card)
    if out is not None:
        others = out.split()
        for card in others:
            left.remove(card)
        finished += [left[first : first + seats] for first in range(0, len(left), seats)]
        assert all(len({card[0] for card in cards}) == 1 for cards in finished[done.count(",") + bool(done) :]), (
            finished
        )
        left = others
    for seat in range(seats):
        while len(held[seat]) < 12 - len(finished):
            held[seat].append(left.pop(0))
    assert not left, left
    game.hands = [sum(UNIT[game.edition.index[card]] for card in cards) for cards in held]
    game.finished = [(0, tuple(game.parse(f"play {card}") for card in cards), 0) for cards in finished]


def advice_in_draft(
    kind: Kind, hand: str, *, seats: int = 4, taken: str = "", bids: str = "", abilities: str = ""
) -> list[str]:
    """Return the advice for the first seat in a draft, in plain English.

    Args:
        kind: the edition.
        hand: the adviser's cards.
        seats: the number of seats.
        taken: the moves of the draft so far, separated by commas: "take pain B".
        bids: the numbers of the bids on display; empty: drawn from a fixed seed.
        abilities: the abilities on display; empty: drawn from a fixed seed.
    """
    setup: dict[str, object] = {"first": 0}
    if bids:
        setup["bids"] = [int(number) for number in bids.split()]
    if abilities:
        setup["abilities"] = abilities.split()
    left = [kind.edition.codes[card] for card, copies in DECKS[seats].items() for _ in range(copies)]
    for card in hand.split():
        left.remove(card)
    hands = [hand.split(), *(left[12 * seat : 12 * seat + 12] for seat in range(seats - 1))]
    game = kind(seats, {}, Chance(b"\1", setup, [{"hands": hands}]))
    for move in filter(None, taken.split(", ")):
        game.play(game.to_act[0], game.parse(move))
    assert game.to_act == (0,)
    return said(kind.advice(game.view(0)))


def said(advice: Sequence[Text]) -> list[str]:
    """Return sentences in plain English."""
    return [str(text) for text in advice]
