"""The claims of Tezuma's advice, evaluated by playing the trick on and by counting cards from the view."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from random import Random
from typing import cast

from engine import phrases
from engine.cards import Suit
from engine.game import Game
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.game import Tezuma
from engine.games.tezuma.view import TezumaView
from engine.text import Text
from engine.tricks import Plays
from tests.engine.advice.claims import Claim, Position, code, seat_in
from tests.engine.advice.claims import codes as codes_of

PLAYOUTS = 16
"""The number of random ways in which the rest of a trick is played in each world."""
ABILITY_IDS = {phrase.key: ability for ability, phrase in messages.ABILITIES.items()}


def view_of(at: Position) -> TezumaView:
    return cast("TezumaView", at.view)


def named(cards: Sequence[Text]) -> list[str]:
    """Return the codes of the cards that a sentence names, without the count of further cards."""
    return codes_of(card for card in cards if card.key != phrases.MORE_CARDS.key)


def listed(cards: Sequence[Text], every: Sequence[str]) -> bool:
    """Tell whether a sentence's cards are those in `every`: all by name, or some by name and the rest as a number."""
    more = sum(cast("int", card.args["count"]) for card in cards if card.key == phrases.MORE_CARDS.key)
    codes = named(cards)
    return {*codes} <= {*every} and len(codes) + more == len({*every})


def suit_of(game: Game, name: Text) -> Suit:
    return next(suit for suit in game.suits if suit.name == name)


# --- Cards


def plain(at: Position) -> list[str]:
    """Return the cards that the seat may play without an ability."""
    return [move.removeprefix("play ") for move in at.legal if move.startswith("play ") and " with " not in move]


def ranks(at: Position) -> list[str]:
    """Return the numbers in play, lowest first."""
    return [str(number) for number in (range(1, 10) if at.game.seats == 4 else range(2, 9))]


def unseen(at: Position) -> list[str]:
    """Return the cards of other seats that the deciding seat cannot place; a card with two copies occurs twice."""
    trumps = 3 if at.game.seats == 4 else 2
    deck = [f"{suit.letter}{rank}" for suit in at.game.suits for rank in (*ranks(at), *["T"] * trumps)]
    known = [card for seat in range(at.game.seats) if seat != at.seat for card in returned_cards(at, seat)]
    for card in [*at.view.get("hand", []), *gone(at), *known]:
        deck.remove(card)
    return deck


def gone(at: Position) -> Iterator[str]:
    """Yield the cards that were played, except those that the ability Fire Breathing has returned to a hand."""
    for trick in at.view["tricks"]:
        for play in trick["plays"]:
            returned = play["named"] == "fire-breathing" and trick["winner"] is not None
            yield from play["cards"][1:] if returned else play["cards"]


def returned_cards(at: Position, seat: int) -> set[str]:
    """Return the cards that Fire Breathing has returned to a seat's hand, as far as the seat still holds them."""
    held: set[str] = set()
    for trick in at.view["tricks"]:
        for play in trick["plays"]:
            if play["seat"] == seat:
                held -= {*play["cards"]}
                if play["named"] == "fire-breathing" and trick["winner"] is not None:
                    held.add(play["cards"][0])
    return held


def lacks(at: Position, seat: int) -> set[str]:
    """Return the letters of the suits that a seat has failed to follow, so that it has no card of them."""
    found = set()
    for trick in at.view["tricks"]:
        led = next((play["cards"][0][0] for play in trick["plays"] if play["cards"]), None)
        for play in trick["plays"]:
            free = play["named"] in {"linking-rings", "cup-and-ball"}
            if led and play["seat"] == seat and play["cards"] and play["cards"][0][0] != led and not free:
                found.add(led)
    return found


def may_hold(at: Position, seat: int, card: str) -> bool:
    return card in unseen(at) and card[0] not in lacks(at, seat)


# --- The trick


def table(game: Tezuma) -> tuple[int, Plays]:
    """Return the leader and the plays of the trick in progress."""
    return (game.leader, game.tricks()[-1][1]) if game.trick else (game.leader, ())


def later(at: Position) -> list[int]:
    """Return the seats that will still play a card after this seat's card."""
    game = cast("Tezuma", at.game)
    if game.phase.id == "last":
        return []
    _, plays = table(game)
    waiting = [seat for seat, move in plays if game.text(move).startswith("defer")]
    return [(at.seat + step) % game.seats for step in range(1, game.seats - len(plays))] + waiting


def judged(game: Tezuma, *plays: tuple[int, int]) -> int | None:
    """Return the seat that wins the trick in progress after these plays."""
    leader, before = table(game)
    winner, _ = game.trick_winner((leader, (*before, *plays), None))
    return winner


def ahead(at: Position, move: str) -> bool:
    return judged(cast("Tezuma", at.game), (at.seat, at.game.parse(move))) == at.seat


def beats(at: Position, card: str, reply: str) -> bool:
    """Tell whether a card played after `card`, without an ability, would take the trick from it."""
    game = cast("Tezuma", at.game)
    other = later(at)[0]
    return judged(game, (at.seat, game.parse(f"play {card}")), (other, game.parse(f"play {reply}"))) == other


def able(_seat: int, _move: str) -> bool:
    return True


def playouts(at: Position, move: str, allowed: Callable[[int, str], bool] = able) -> Iterator[bool]:
    """Yield whether the seat wins after a move, for several random ends of the trick in every world; see `wins`."""
    random = Random(at.number)
    for world in at.worlds:
        for _ in range(PLAYOUTS if later(at) or move.startswith("defer") else 1):
            yield wins(cast("Tezuma", world.copy()), at.seat, move, random, allowed)


def wins(game: Tezuma, seat: int, move: str, random: Random, allowed: Callable[[int, str], bool]) -> bool:
    """Play a move and then the rest of the trick at random; return whether the seat has won.

    Other seats make only moves for which `allowed`, called with the seat and the move in notation, is true.
    """
    leader, before = table(game)
    plays, done = [*before], (game.round, len(game.finished))
    who, number = seat, game.parse(move)
    assert number in game.legal_moves(seat)
    while True:
        plays.append((who, number))
        winner, _ = game.trick_winner((leader, tuple(plays), None))
        won = list(game.won)
        game.apply(who, number)
        if game.over or (game.round, len(game.finished)) != done:
            assert game.over or game.round != done[0] or game.won[cast("int", winner)] == won[cast("int", winner)] + 1
            return winner == seat
        (who,) = game.to_act
        legal = [one for one in game.legal_moves(who) if who == seat or allowed(who, game.text(one))]
        plainly = [one for one in legal if " with " not in game.text(one)]
        pool = plainly if plainly and random.random() < 0.5 else legal
        number = random.choice(pool)


def surely(at: Position, cards: Sequence[str]) -> bool:
    return all(card in plain(at) and all(playouts(at, f"play {card}")) for card in cards)


def never(at: Position, cards: Sequence[str]) -> bool:
    return all(card in plain(at) and not any(playouts(at, f"play {card}")) for card in cards)


def now(at: Position, cards: Sequence[str]) -> bool:
    return all(card in plain(at) and ahead(at, f"play {card}") for card in cards)


def not_now(at: Position, cards: Sequence[str]) -> bool:
    return all(card in plain(at) and not ahead(at, f"play {card}") for card in cards)


def others(at: Position, cards: Sequence[Text]) -> list[str]:
    return [card for card in plain(at) if card not in named(cards)]


Test = Callable[[Position, Sequence[str]], bool]


def of_named(test: Test) -> Claim:
    """Return the claim that a test holds for the cards that a sentence names."""
    return lambda at, cards: test(at, named(cards))


def of_all(test: Test) -> Claim:
    """Return the claim that a test holds for every card that the seat may play without an ability."""
    return lambda at: test(at, plain(at))


def only(test: Test, other: Test) -> Claim:
    """Return the claim that `test` holds for the cards that a sentence names, and `other` for the rest of `plain`."""
    return lambda at, cards: test(at, named(cards)) and other(at, others(at, cards))


def split(test: Test, other: Test) -> Claim:
    """Return the claim that `test` holds for the first list of cards in a sentence, and `other` for the second list.

    The two lists together must name every card that the seat may play without an ability.
    """
    return lambda at, winners, losers: (
        {*named(winners), *named(losers)} == {*plain(at)} and test(at, named(winners)) and other(at, named(losers))
    )


def none_will_win(at: Position) -> bool:
    return not any(any(playouts(at, move)) for move in at.legal)


def even_with(at: Position, ability: Text) -> bool:
    return none_will_win(at) and view_of(at)["seat_abilities"][at.seat] == ABILITY_IDS[ability.key]


# --- What may still come


def beaten(at: Position, beaters: Sequence[Text], card: Text) -> bool:
    every = {
        one for one in unseen(at) if one[0] == led(at, code(card)) and comes(at, one) and beats(at, code(card), one)
    }
    every |= {
        one for seat in later(at) for one in returned_cards(at, seat)
        if one[0] == led(at, code(card)) and beats(at, code(card), one)
    }  # fmt: skip
    return now(at, [code(card)]) and listed(beaters, sorted(every))


def led(at: Position, card: str) -> str:
    """Return the suit that a card follows or leads."""
    _, plays = table(cast("Tezuma", at.game))
    cards = [at.game.played_cards(move).cards for _, move in plays]
    return next((one[0][0] for one in cards if one), card[0])


def leads(at: Position) -> bool:
    return not table(cast("Tezuma", at.game))[1]


def comes(at: Position, card: str) -> bool:
    """Tell whether a later seat may hold a card."""
    return any(may_hold(at, seat, card) for seat in later(at))


def trump_comes(at: Position, card: str) -> bool:
    return any(
        one[1] == "T" and one[0] != led(at, card) and comes(at, one) and beats(at, card, one) for one in unseen(at)
    )


def beaten_or_trump(at: Position, beaters: Sequence[Text], card: Text) -> bool:
    return beaten(at, beaters, card) and trump_comes(at, code(card))


def trump_only(at: Position, cards: Sequence[Text]) -> bool:
    every = [*unseen(at), *(one for seat in later(at) for one in returned_cards(at, seat))]
    return now(at, named(cards)) and all(
        trump_comes(at, card)
        and not any(
            one[0] == led(at, card) and (comes(at, one) or one not in unseen(at)) and beats(at, card, one)
            for one in every
        )
        for card in named(cards)
    )


def without_ability(_seat: int, move: str) -> bool:
    return " with " not in move


def ability_only(at: Position, ability: Text, seat: Text, card: Text) -> bool:
    who, view = seat_in(seat), view_of(at)
    return (
        who in later(at)
        and view["seat_abilities"][who] == ABILITY_IDS[ability.key]
        and view["uses"][who] > 0
        and now(at, [code(card)])
        and all(playouts(at, f"play {code(card)}", lambda one, move: one != who or " with " not in move))
    )


def abilities_only(at: Position, card: Text) -> bool:
    return now(at, [code(card)]) and all(playouts(at, f"play {code(card)}", without_ability))


def low(at: Position, card: Text, count: int, out: int, suit: Text) -> bool:
    letter = suit_of(at.game, suit).letter
    every = {one for one in unseen(at) if one[0] == letter and one[1] != "T" and comes(at, one)}
    every |= {one for seat in later(at) for one in returned_cards(at, seat) if one[0] == letter and one[1] != "T"}
    better = {one for one in every if beats(at, code(card), one)}
    return (
        code(card)[0] == letter and code(card) in plain(at) and (count, out) == (len(better), len(every)) and count > 0
    )


def void(at: Position, seats: Sequence[Text], suit: Text) -> bool:
    """Tell whether these seats lack a suit of the hand, and are all that lack it and may hold a trump."""
    letter, told = suit_of(at.game, suit).letter, {*map(seat_in, seats)}
    others = {*range(at.game.seats)} - {at.seat}
    trump = {seat for seat in others if any(may_hold(at, seat, card) for card in unseen(at) if card[1] == "T")}
    held = {card[0] for world in at.worlds for seat in told for card in world.hand(seat)}
    every = {seat for seat in trump if letter in lacks(at, seat)}
    return told == every != set() and letter not in held and letter in {*map(first, plain(at))}


def first(card: str) -> str:
    return card[0]


# --- Abilities


def with_ability(at: Position, ability: Text, cards: Sequence[Text], *, win: bool) -> bool:
    name, codes = ABILITY_IDS[ability.key], named(cards)
    played = ["+".join(codes)] if name == "fire-breathing" else codes
    moves = [f"play {one} with {name}" for one in played]
    alone = not_now(at, plain(at)) if win else now(at, plain(at))
    return alone and all(move in at.legal and ahead(at, move) == win for move in moves)


def sand(at: Position, ability: Text) -> bool:
    move = f"win with {ABILITY_IDS[ability.key]}"
    return move in at.legal and not_now(at, plain(at)) and all(playouts(at, move))


# --- The bid


def bid_points(at: Position) -> tuple[list[int], int, int]:
    """Return the bid's points for 0, 1, 2, … tricks, the number of tricks that the seat has won, and of those left."""
    view, game = view_of(at), cast("Tezuma", at.game)
    cells = game.edition.bids[cast("int", view["seat_bids"][at.seat]) - 1].cells
    points = [sum(cell.points for cell in cells if cell.holds(tricks)) for tricks in range(13)]
    finished = sum(trick["winner"] is not None for trick in view["tricks"])
    return points, view["won"][at.seat], 12 - finished


def reach(at: Position) -> tuple[int, int, int]:
    """Return the most points that the bid can still score: if this trick is won, and if it is lost.

    The third value is the number of tricks left.
    """
    points, won, left = bid_points(at)
    return max(points[won + 1 + more] for more in range(left)), max(points[won + more] for more in range(left)), left


def fork(at: Position, win: int, lose: int) -> bool:
    return reach(at)[:2] == (win, lose) and win != lose and 0 not in (win, lose)


def last_trick(at: Position, win: int, lose: int) -> bool:
    return reach(at) == (win, lose, 1) and win != lose


def more(at: Position, points: int, count: int, left: int) -> bool:
    table, won, tricks = bid_points(at)
    return (
        reach(at) == (points, points, left) == (points, points, tricks)
        and table[won + count] == points <= table[won + count + 1]
        and points not in table[won : won + count]
    )


def exactly(at: Position, points: int, count: int, left: int) -> bool:
    table, won, tricks = bid_points(at)
    return (
        reach(at) == (points, points, left) == (points, points, tricks)
        and table[won + count] == points > table[won + count + 1]
        and points not in table[won : won + count]
    )


def have(at: Position, points: int) -> bool:
    table, won, left = bid_points(at)
    return points == table[won] == max(table[won : won + left + 1])


# --- The pain suit


def pain(at: Position, count: int, suit: Text) -> bool:
    letter = suit_of(at.game, suit).letter
    _, plays = table(cast("Tezuma", at.game))
    in_trick = sum(in_suit(at.game, move, letter) for _, move in plays)
    own = min(in_suit(at.game, move, letter) for move in at.game.legal_moves(at.seat))
    return view_of(at)["seat_pains"][at.seat] == letter and count == in_trick + own and in_trick > 0


def in_suit(game: Game, move: int, letter: str) -> bool:
    """Tell whether a play lays a card of a suit."""
    cards = game.played_cards(move).cards
    return bool(cards) and cards[0][0] == letter


def dump(at: Position, cards: Sequence[Text]) -> bool:
    letter = view_of(at)["seat_pains"][at.seat]
    return {card[0] for card in named(cards)} == {letter} and never(at, named(cards))


def throw_pain(at: Position, cards: Sequence[Text]) -> bool:
    """Tell whether no card wins, and the cards are those of the pain suit, some but not all; trumps only alone."""
    pains = [card for card in plain(at) if card[0] == view_of(at)["seat_pains"][at.seat]]
    own = [card for card in pains if card[1] != "T"] or pains
    return none_will_win(at) and listed(cards, own) and {*pains} < {*plain(at)}


def throw_high(at: Position, card: Text) -> bool:
    points, won, left = bid_points(at)
    highest = max((one[1] for one in plain(at) if one[1] != "T"), default="")
    return none_will_win(at) and _in_plain(at, card, highest) and points[won] == max(points[won : won + left])


def throw_low(at: Position, card: Text) -> bool:
    """Tell whether no card wins, a card is the lowest number, and the bid can score more with further tricks."""
    points, won, left = bid_points(at)
    lowest = min((one[1] for one in plain(at) if one[1] != "T"), default="")
    return none_will_win(at) and _in_plain(at, card, lowest) and points[won] < max(points[won : won + left])


def throw_trump(at: Position, card: Text) -> bool:
    """Tell whether no card wins, and a card is the trump of the led suit, beside numbers that are all above 5."""
    numbers = [one for one in plain(at) if one[1] != "T"]
    is_trump = code(card) == f"{led(at, code(card))}T" and code(card) in plain(at)
    return none_will_win(at) and is_trump and min(one[1] for one in numbers) > "5"


def _in_plain(at: Position, card: Text, rank: str) -> bool:
    return code(card) in plain(at) and code(card)[1] == rank


# --- The draft


def table_of(at: Position, name: str) -> dict[str, list[float]]:
    """Return a table of averages as the file has it: by key, the rounds, the mean and its standard error."""
    path = files("engine.games.tezuma.learning").joinpath("averages.toml")
    every = tomllib.loads(path.read_text(encoding="utf-8"))
    return cast("dict[str, list[float]]", every[at.game.id][str(at.game.seats)][name])


def high_cards(at: Position, letter: str = "") -> int:
    """Return the number of the seat's number cards of the three highest ranks, in one suit or in all."""
    return sum(card[1] in ranks(at)[-3:] and card.startswith(letter) for card in at.view.get("hand", []))


def descending(points: Sequence[float]) -> bool:
    return [*points] == sorted(points, reverse=True)


def bids(at: Position, own: int, rank: int, bids: Sequence[Text]) -> bool:
    """Tell whether the open bids are named in the order of their averages, each with its own."""
    averages, letters = (
        table_of(at, "bids"),
        {number: "ABCDE"[place] for place, number in enumerate(view_of(at)["bids"])},
    )
    known = [(number, averages[f"{number}-{own}"]) for number in view_of(at)["open"]["bids"]]
    told = {letters[number]: mean for number, (_, mean, _) in known}
    most, least = (pick((values for _, values in known), key=lambda values: values[1]) for pick in (max, min))
    named = {str(one.args["letter"]): str(one.args["points"]) for one in bids}
    return (
        own == high_cards(at)
        and str(rank) == ranks(at)[-3]
        and named == {letter: f"{points:.1f}" for letter, points in told.items()}
        and descending([told[letter] for letter in named])
        and (most[1] - least[1]) ** 2 > 4 * (most[2] ** 2 + least[2] ** 2)
    )


def pains(at: Position, suits: Sequence[Text]) -> bool:
    """Tell whether the open pain suits are named in the order of their average costs, each with its own."""
    averages = table_of(at, "pains")
    letters = [suit_of(at.game, cast("Text", one.args["suit"])).letter for one in suits]
    costs = [averages[str(high_cards(at, letter))][1] for letter in letters]
    return (
        sorted(letters) == sorted(view_of(at)["open"]["pains"])
        and [str(one.args["points"]) for one in suits] == [f"{cost:.1f}" for cost in costs]
        and descending(costs[::-1])
        and costs[0] < costs[-1]
    )


def abilities(at: Position, trumps: int, best: Text, points: str, worst: Text, less: str) -> bool:
    """Tell whether the best and the worst open ability are named, each with its average."""
    averages = table_of(at, "abilities")
    known = {name: averages[f"{NUMBERS[name]}-{trumps}"] for name in view_of(at)["open"]["abilities"]}
    high, low = known[ABILITY_IDS[best.key]], known[ABILITY_IDS[worst.key]]
    means = [mean for _, mean, _ in known.values()]
    return (
        trumps == sum(card[1] == "T" for card in at.view.get("hand", []))
        and (high[1], low[1]) == (max(means), min(means))
        and (points, less) == (f"{high[1]:.1f}", f"{low[1]:.1f}")
        and high[1] - sum(means) / len(means) > 2 * high[2]
    )


CLAIMS: dict[str, Claim] = {
    messages.ADVICE_WILL_WIN.key: of_named(surely),
    messages.ADVICE_WOULD_WIN.key: of_named(now),
    messages.ADVICE_WOULD_NOT_WIN.key: of_named(not_now),
    messages.ADVICE_WILL_LOSE.key: of_named(never),
    messages.ADVICE_ALL_WILL_WIN.key: of_all(surely),
    messages.ADVICE_ALL_WOULD_WIN.key: of_all(now),
    messages.ADVICE_NONE_WOULD_WIN.key: of_all(not_now),
    messages.ADVICE_NONE_WILL_WIN.key: none_will_win,
    messages.ADVICE_EVEN_WITH.key: even_with,
    messages.ADVICE_SPLIT_SURE.key: split(surely, never),
    messages.ADVICE_SPLIT_NOW.key: split(now, not_now),
    messages.ADVICE_ONLY_WILL_WIN.key: only(surely, never),
    messages.ADVICE_ONLY_WOULD_WIN.key: only(now, not_now),
    messages.ADVICE_ONLY_WILL_LOSE.key: only(never, surely),
    messages.ADVICE_ONLY_WOULD_NOT_WIN.key: only(not_now, now),
    messages.ADVICE_BEATEN.key: beaten,
    messages.ADVICE_BEATEN_OR_TRUMP.key: beaten_or_trump,
    messages.ADVICE_LEAD_BEATEN.key: lambda at, beaters, card: leads(at) and beaten(at, beaters, card),
    messages.ADVICE_LEAD_BEATEN_OR_TRUMP.key: lambda at, beaters, card: (
        leads(at) and beaten_or_trump(at, beaters, card)
    ),
    messages.ADVICE_TRUMP_ONLY.key: trump_only,
    messages.ADVICE_ABILITY_ONLY.key: ability_only,
    messages.ADVICE_ABILITIES_ONLY.key: abilities_only,
    messages.ADVICE_LOW.key: low,
    messages.ADVICE_VOID.key: void,
    messages.ADVICE_WITH.key: lambda at, ability, cards: with_ability(at, ability, cards, win=True),
    messages.ADVICE_WITH_LOSES.key: lambda at, ability, cards: with_ability(at, ability, cards, win=False),
    messages.ADVICE_SAND.key: sand,
    messages.ADVICE_DEAD.key: lambda at: reach(at)[:2] == (0, 0),
    messages.ADVICE_BID.key: fork,
    messages.ADVICE_WINNING_RUINS.key: lambda at, points: reach(at)[:2] == (0, points) and points > 0,
    messages.ADVICE_LOSING_RUINS.key: lambda at, points: reach(at)[:2] == (points, 0) and points > 0,
    messages.ADVICE_LAST_TRICK.key: last_trick,
    messages.ADVICE_LAST_SAME.key: lambda at, points: reach(at) == (points, points, 1),
    messages.ADVICE_MORE.key: more,
    messages.ADVICE_EXACTLY.key: exactly,
    messages.ADVICE_HAVE.key: have,
    messages.ADVICE_PAIN.key: pain,
    messages.ADVICE_DUMP.key: dump,
    messages.ADVICE_THROW_PAIN.key: throw_pain,
    messages.ADVICE_THROW_HIGH.key: throw_high,
    messages.ADVICE_THROW_LOW.key: throw_low,
    messages.ADVICE_THROW_TRUMP.key: throw_trump,
    messages.ADVICE_BIDS.key: bids,
    messages.ADVICE_PAINS.key: pains,
    messages.ADVICE_ABILITIES.key: abilities,
}
