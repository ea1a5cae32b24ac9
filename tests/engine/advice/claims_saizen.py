"""The claims of Saizen's advice, evaluated by playing the trick on and by counting cards from the view."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, cast

from engine import phrases
from engine.game import Game
from engine.games.saizen import Saizen, messages
from engine.games.saizen.messages import SUITS
from engine.games.saizen.view import SaizenView
from engine.text import Text
from tests.engine.advice.claims import Claim, Position, code, seat_in
from tests.engine.advice.claims import codes as codes_of

PLAYOUTS = 16
"""The number of random ways in which the rest of a trick is played in each world."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def view_of(at: Position) -> SaizenView:
    return cast("SaizenView", at.view)


def named(cards: Sequence[Text]) -> list[str]:
    """Return the codes of the cards that a sentence names, without the count of further cards."""
    return codes_of(card for card in cards if card.key != phrases.MORE_CARDS.key)


def listed(cards: Sequence[Text], every: Sequence[str]) -> bool:
    """Tell whether a sentence's cards are those in `every`: all by name, or some by name and the rest as a number."""
    more = sum(cast("int", card.args["count"]) for card in cards if card.key == phrases.MORE_CARDS.key)
    codes = named(cards)
    return {*codes} <= {*every} and len(codes) + more == len({*every})


def letter_of(suit: Text) -> str:
    return next(one.letter for one in SUITS if one.name == suit)


# --- Cards


def hand(at: Position) -> list[str]:
    return at.view.get("hand", [])


def deck(at: Position) -> list[str]:
    jokers = cast("int", at.view["options"]["jokers"])
    return [*(f"{suit.letter}{rank}" for suit in SUITS for rank in RANKS), *("X1", "X2")[:jokers]]


def played(at: Position, seat: int | None = None) -> set[str]:
    """Return the cards that a seat (None: every seat) has played in this round."""
    return {
        card
        for trick in at.view["tricks"]
        for play in trick["plays"]
        if seat in (None, play["seat"])
        for card in play["cards"]
    }


def may_hold(at: Position, seat: int, card: str) -> bool:
    """Tell whether `seat` may hold a card, by the known cards and the ruled-out ranks in the deciding seat's view."""
    view = view_of(at)
    if card in view["known"][seat]:
        return card not in played(at, seat)
    if any(card in cards for cards in view["known"]):
        return False
    return card[1:] not in view["ruled_out"][seat].get(card[0], [])


def strength(at: Position, card: str) -> int:
    """Return how many ranks are weaker than a card's; the suit's rule card says if high or low ranks are strong."""
    place = RANKS.index(card[1:])
    return place if view_of(at)["sides"][card[0]]["rank"] == "high" else 12 - place


def still_out(at: Position, card: str) -> int:
    """Return how many stronger cards of the same suit the other seats still hold."""
    others = [one for one in deck(at) if one not in hand(at) and one not in played(at) and one[0] == card[0]]
    return sum(strength(at, one) > strength(at, card) for one in others)


# --- The trick


class Outcome(NamedTuple):
    """A finished trick: whether the seat won, the cards that others played after it, and whether ranks were equal."""

    won: bool
    after: list[str]
    equal: bool


def moves_of(at: Position, card: str) -> list[str]:
    """Return the legal moves that play a card; a led joker has one for each suit."""
    return [move for move in at.legal if move.split()[1] == card]


def cards_of(at: Position) -> list[str]:
    """Return the cards that the seat may play, each once."""
    return list(dict.fromkeys(move.split()[1] for move in at.legal))


def later(at: Position) -> list[int]:
    game = cast("Saizen", at.game)
    return list(game.order[game.turn + 1 :])


def on_table(at: Position, move: str, world: Game | None = None) -> Saizen:
    """Return a copy of the game (or of `world`) with the card of a move on the table; the trick is not judged yet."""
    game = cast("Saizen", (world or at.game).copy())
    (game.lay if game.trick else game.lead)(at.seat, game.parse(move))
    return game


def is_ahead(at: Position, card: str) -> bool:
    """Tell whether a card would win if nobody played after it; a joker must win with every suit that it may name."""
    tables = [on_table(at, move) for move in moves_of(at, card)]
    return bool(tables) and all(not table.matched() and table.ahead == at.seat for table in tables)


def beaters(at: Position, card: str) -> list[str]:
    """Return the cards that beat `card`, which is ahead so far, without a play-off, and that a later seat may hold."""
    found = []
    for other in (one for one in deck(at) if any(may_hold(at, seat, one) for seat in later(at))):
        table = on_table(at, moves_of(at, card)[0])
        seat = table.order[table.turn]
        number = table.parse(f"play {other}")
        table.hands[seat] |= 1 << number
        table.lay(seat, number)
        best = f"play {card}" != table.text(table.best)
        if best and table.ahead != at.seat:
            found.append(other)
    return found


def playouts(at: Position, card: str) -> Iterator[Outcome]:
    """Yield the outcomes of a card in several random continuations of the trick in every world."""
    random = Random(at.number)
    for world in at.worlds:
        for move in moves_of(at, card):
            for _ in range(PLAYOUTS):
                yield outcome(cast("Saizen", world.copy()), at.seat, move, random)


def outcome(game: Saizen, seat: int, move: str, random: Random) -> Outcome:
    """Play a move and then the rest of the trick at random, and return the outcome."""
    after: list[str] = []
    done, equal = (game.round, len(game.finished)), False
    who, number = seat, game.parse(move)
    assert number in game.legal_moves(seat)
    playoffs = game.playoff
    while True:
        game.apply(who, number)
        equal |= game.playoff > playoffs
        if game.over or (game.round, len(game.finished)) != done:
            tricks = game.finished if game.over or game.round == done[0] else game.past[-1][1]
            _, plays, winner = tricks[-1]
            ranks = [game.text(one).split()[1][1:] for _, one in plays]
            return Outcome(winner == seat, after, equal or len({*ranks}) < len(ranks))
        (who,) = game.to_act
        number = random.choice(game.legal_moves(who))
        if who != seat:
            after.append(game.text(number).split()[1])


def surely(at: Position, cards: Sequence[str]) -> bool:
    return all(moves_of(at, card) and all(one.won for one in playouts(at, card)) for card in cards)


def never(at: Position, cards: Sequence[str]) -> bool:
    return all(moves_of(at, card) and not any(one.won for one in playouts(at, card)) for card in cards)


def loses_only(at: Position, card: str, causes: Callable[[Outcome], bool]) -> bool:
    """Tell whether the seat loses with a card only in outcomes for which `causes` is true."""
    return all(one.won or causes(one) for one in playouts(at, card))


# --- Claims about a trick


def only_will_win(at: Position, cards: Sequence[Text]) -> bool:
    return surely(at, named(cards)) and never(at, [card for card in cards_of(at) if card not in named(cards)])


def only_will_lose(at: Position, cards: Sequence[Text]) -> bool:
    return never(at, named(cards)) and surely(at, [card for card in cards_of(at) if card not in named(cards)])


def enough(at: Position, card: Text) -> bool:
    """Tell whether a card wins for sure, and another sure card is a joker or has fewer stronger cards still out."""
    values = {one: still_out(at, one) for one in cards_of(at) if one[0] != "X"}
    others = [one for one in cards_of(at) if one != code(card) and surely(at, [one])]
    return surely(at, [code(card)]) and any(one[0] == "X" or values[one] < values[code(card)] for one in others)


def many(at: Position, card: Text, count: int) -> bool:
    return is_ahead(at, code(card)) and count == len(beaters(at, code(card))) > 0


def beaten(at: Position, card: Text, beaters: Sequence[Text]) -> bool:
    every = _beaters(at, code(card))
    return (
        is_ahead(at, code(card))
        and listed(beaters, every)
        and loses_only(at, code(card), lambda one: not {*every}.isdisjoint(one.after))
    )


def beaten_or_equal(at: Position, card: Text, beaters: Sequence[Text]) -> bool:
    every = _beaters(at, code(card))
    return (
        is_ahead(at, code(card))
        and listed(beaters, every)
        and plays_off(at, code(card))
        and loses_only(at, code(card), lambda one: one.equal or not {*every}.isdisjoint(one.after))
    )


_beaters = beaters


def equal(at: Position, card: Text) -> bool:
    return (
        is_ahead(at, code(card))
        and not beaters(at, code(card))
        and plays_off(at, code(card))
        and loses_only(at, code(card), lambda one: one.equal)
    )


def plays_off(at: Position, card: str) -> bool:
    """Tell whether equal ranks lead to a play-off in the suit that a card follows or leads."""
    view = view_of(at)
    return view["sides"][view["led"] or card[0]]["match"] == "playoff"


def known(at: Position, card: Text, seat: Text, cards: Sequence[Text]) -> bool:
    who = seat_in(seat)
    return (
        is_ahead(at, code(card))
        and who in later(at)
        and {*named(cards)} <= {*beaters(at, code(card))}
        and all({*named(cards)} <= {*world.hand(who)} for world in at.worlds)
        and never(at, [code(card)])
    )


def match(at: Position, cards: Sequence[Text]) -> bool:
    return all(at.seat in on_table(at, move).matched() for card in named(cards) for move in moves_of(at, card))


def throw(at: Position, card: Text, count: int, suit: Text) -> bool:
    return never(at, cards_of(at)) and weak(at, card, count, suit)


def throw_now(at: Position, card: Text, count: int, suit: Text) -> bool:
    return not any(is_ahead(at, one) for one in cards_of(at)) and weak(at, card, count, suit)


def weak(at: Position, card: Text, count: int, suit: Text) -> bool:
    """Tell whether the others hold `count` stronger cards of a card's suit.

    No card that may be played is weaker, none of another suit is as weak, and some card is stronger.
    """
    counts = {one: 0 if one[0] == "X" else still_out(at, one) for one in cards_of(at)}
    weakest = {one[0] for one in counts if counts[one] == max(counts.values())}
    return counts[code(card)] == count > min(counts.values()) and weakest == {letter_of(suit)} == {code(card)[0]}


def last(at: Position) -> bool:
    """Tell whether the round ends after this trick, and this trick's winner leads another round."""
    if at.view["round"] == at.view["round_count"] or at.view["phase_id"] != "lead":
        return False
    games = [cast("Saizen", world.copy()) for world in at.worlds]
    for game in games:
        tricks = len(game.finished)
        while game.round == at.game.round and len(game.finished) == tricks:
            (seat,) = game.to_act
            game.apply(seat, Random(at.number).choice(game.legal_moves(seat)))
    return all(game.round > at.game.round and game.leader == _last_winner(game) for game in games)


def _last_winner(game: Saizen) -> int:
    leader, _, winner = game.past[-1][1][-1]
    return leader if winner is None else winner


# --- Claims about the chips


def top(cards: Sequence[str], letter: str, side: str) -> list[str]:
    """Return the cards of a suit in `cards`, from the strongest rank (by `side`) down to the first gap."""
    order = RANKS if side == "low" else RANKS[::-1]
    gap = next((place for place, rank in enumerate(order) if letter + rank not in cards), len(order))
    return [letter + rank for rank in order[:gap]]


def turned(side: str) -> str:
    return "low" if side == "high" else "high"


def free(at: Position) -> list[str]:
    """Return the letters of the suits whose chip for high or low has not been moved."""
    return [letter for letter, rows in view_of(at)["moved"].items() if "rank" not in rows]


def gain(at: Position, suits: Sequence[Text], side: Text, cards: Sequence[Text]) -> bool:
    letters = [*map(letter_of, suits)]
    sides = {one: view_of(at)["sides"][one]["rank"] for one in free(at)}
    gains = {one: len(top(hand(at), one, turned(now))) - len(top(hand(at), one, now)) for one, now in sides.items()}
    return (
        all(f"chip {letter} rank" in at.legal for letter in letters)
        and listed(cards, [card for letter in letters for card in top(hand(at), letter, str(side))])
        and [one for one, now in sides.items() if gains[one] == max(gains.values()) > 0 and turned(now) == str(side)]
        == letters
    )


def keep(at: Position, cards: Sequence[Text]) -> bool:
    sides = {letter: rows["rank"] for letter, rows in view_of(at)["sides"].items()}
    every = [card for letter, side in sides.items() for card in top(hand(at), letter, side)]
    return listed(cards, every)


def no_suit(at: Position, suit: Text) -> bool:
    letter, view = letter_of(suit), view_of(at)
    return (
        not any(card[0] in {letter, "X"} for card in hand(at))
        and view["sides"][letter]["match"] == "ignore"
        and view["options"]["equals"] == "followers"
    )


CLAIMS: dict[str, Claim] = {
    messages.ADVICE_WILL_WIN.key: lambda at, cards: surely(at, named(cards)),
    messages.ADVICE_ALL_WILL_WIN.key: lambda at: surely(at, cards_of(at)),
    messages.ADVICE_ONLY_WILL_WIN.key: only_will_win,
    messages.ADVICE_ONLY_WILL_LOSE.key: only_will_lose,
    messages.ADVICE_ENOUGH.key: enough,
    messages.ADVICE_BEATEN_BY_MANY.key: many,
    messages.ADVICE_BEATEN.key: beaten,
    messages.ADVICE_BEATEN_OR_EQUAL.key: beaten_or_equal,
    messages.ADVICE_EQUAL.key: equal,
    messages.ADVICE_KNOWN.key: known,
    messages.ADVICE_MATCH.key: match,
    messages.ADVICE_NONE_WILL_WIN.key: lambda at: never(at, cards_of(at)),
    messages.ADVICE_NONE_WOULD_WIN.key: lambda at: not any(is_ahead(at, card) for card in cards_of(at)),
    messages.ADVICE_WILL_LOSE.key: lambda at, cards: never(at, named(cards)),
    messages.ADVICE_THROW.key: throw,
    messages.ADVICE_THROW_NOW.key: throw_now,
    messages.ADVICE_LEAD_WINS.key: lambda at, cards: surely(at, named(cards)),
    messages.ADVICE_LEAD_ONLY_WINS.key: only_will_win,
    messages.ADVICE_LEAD_ONLY_LOSES.key: only_will_lose,
    messages.ADVICE_LEAD_WEAKEST.key: throw,
    messages.ADVICE_LEAD_ALL_LOSE.key: lambda at: never(at, cards_of(at)),
    messages.ADVICE_LEAD_BEATEN_BY_MANY.key: many,
    messages.ADVICE_LEAD_BEATEN.key: beaten,
    messages.ADVICE_LEAD_BEATEN_OR_EQUAL.key: beaten_or_equal,
    messages.ADVICE_LEAD_EQUAL.key: equal,
    messages.ADVICE_LEAD_LOSES.key: lambda at, cards: never(at, named(cards)),
    messages.ADVICE_LAST_TRICK.key: last,
    messages.ADVICE_GAIN.key: gain,
    messages.ADVICE_KEEP.key: keep,
    messages.ADVICE_NO_SUIT.key: no_suit,
}
