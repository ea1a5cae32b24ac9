"""The claims of coaching, evaluated with the engine: it plays cards, counts points, and judges tricks.

`CLAIMS` has a function for each sentence whose key contains `-coach-`, see `tests.engine.advice.claims`.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, cast

from engine.game import Game
from engine.games.saizen import Saizen
from engine.games.scharfe_schoten.cards import prediction_points
from engine.games.tennos_square.cards import INDEX, row_points
from engine.games.tennos_square.game import TennosSquare
from engine.games.tezuma import messages as tezuma
from engine.games.tezuma.game import Tezuma
from engine.text import Text
from tests.engine.advice.claims import Claim, Position, after, code, seat_in

COACH = "-coach-"
"""The part that the key of every sentence of coaching contains."""


def letter(game: Game, suit: Text) -> str:
    return next(one.letter for one in game.suits if one.name == suit)


def hand(at: Position) -> list[str]:
    return at.view.get("hand", [])


def plain(at: Position) -> list[str]:
    """Return the cards that the seat may play without an ability."""
    return [words[1] for move in at.legal if len(words := move.split()) == 2 and words[0] == "play"]


def led(at: Position) -> str:
    """Return the letter of the led suit: the suit of the first card, or the suit that a led joker has named."""
    play = next(play for play in at.view["tricks"][-1]["plays"] if play["cards"])
    return play["named"] if play["cards"][0][0] == "X" and play["named"] else play["cards"][0][0]


def wins(at: Position, card: str) -> bool:
    """Tell whether a card wins the trick if nobody plays after it."""
    leader, plays, _ = at.game.tricks()[-1]
    return at.game.trick_winner((leader, (*plays, (at.seat, at.game.parse(f"play {card}"))), None))[0] == at.seat


def must_follow(at: Position, suit: str) -> bool:
    """Tell whether `suit` was led, only its cards may be played (without an ability), and the hand has other suits."""
    return {card[0] for card in plain(at)} == {suit} == {led(at)} and {one[0] for one in hand(at)} > {suit}


# --- Scharfe Schoten


def scores(_at: Position) -> bool:
    """Tell whether a right prediction scores 5 alone and 3 in a tie, and two right ones add their difference."""
    rows = list(product(range(4), repeat=4))
    for most, fewest, *others in rows:
        points = prediction_points(0, 1, (most, fewest, *others))
        for_most = 5 if most > max(fewest, *others) else 3 if most == max(most, fewest, *others) else 0
        for_fewest = 5 if fewest < min(most, *others) else 3 if fewest == min(most, fewest, *others) else 0
        if points != (for_most, for_fewest, most - fewest if for_most and for_fewest else 0):
            return False
    return True


def schoten_follow(at: Position, suit: Text) -> bool:
    trumps = cast("list[str]", cast("Any", at.view)["trumps"])
    waiting = [card for card in trumps if card in hand(at) and card[0] != led(at)]
    return must_follow(at, letter(at.game, suit)) and not {*waiting} & {*plain(at)}


def schoten_void(at: Position, suit: Text) -> bool:
    """Tell whether `suit` was led, the seat has none of it, may play every card, and would win with its strong cards.

    Its strong cards are trumps above the trumps of the trick. If the trick has no trump, cards of a stronger colour are
    strong too.
    """
    view = cast("Any", at.view)
    trumps, cards = view["trumps"], [play["cards"][0] for play in at.view["tricks"][-1]["plays"]]
    order = [trump[0] for trump in trumps]
    if {*plain(at)} != {*hand(at)} or letter(at.game, suit) != led(at) or led(at) in {card[0] for card in hand(at)}:
        return False
    best = min([trumps.index(card) for card in cards if card in trumps], default=None)
    strong = [
        card
        for card in hand(at)
        if (card in trumps and (best is None or trumps.index(card) < best))
        or (best is None and order.index(card[0]) < min(order.index(one[0]) for one in cards))
    ]
    return all(wins(at, card) for card in strong)


def takes(at: Position) -> bool:
    """Tell whether the seat has won the last trick, and each card that it may take adds one to its captured cards."""
    view = cast("Any", at.view)
    before = sum(view["captured"][at.seat].values())
    counted = all(
        sum(cast("Any", after(at.game, at.seat, move).view(at.seat))["captured"][at.seat].values()) == before + 1
        for move in at.legal
        if len(hand(at))  # with an empty hand, a new round would begin, without captured cards
    )
    return at.view["tricks"][-1]["winner"] == at.seat and counted


def level(at: Position, suit: Text, others: tuple[Text, ...]) -> bool:
    view = cast("Any", at.view)
    own, (most, fewest) = view["captured"][at.seat], view["prediction"]
    colours, counts = list(own), list(own.values())
    points = prediction_points(colours.index(most), colours.index(fewest), counts)[0]
    more = [count + (colour == most) for colour, count in own.items()]
    alone = prediction_points(colours.index(most), colours.index(fewest), more)[0]
    same = {colour for colour in own if own[colour] == own[most] and colour != most}
    named = {letter(at.game, other) for other in others}
    return letter(at.game, suit) == most and named == same and own[most] > 0 and (points, alone) == (3, 5)


# --- Tezuma


def bids(at: Position) -> bool:
    """Tell whether the seat has no bid yet, and each bid scores 0 for a number of tricks that the bid does not list."""
    view, game = cast("Any", at.view), cast("Tezuma", at.game)
    cards = [game.edition.bids[number - 1] for number in view["bids"]]

    def listed(table: str, won: int) -> bool:
        numbers = [entry.split(":")[0] for entry in table.split()]
        return any(won >= int(one[:-1]) if one.endswith("+") else won == int(one) for one in numbers)

    return view["seat_bids"][at.seat] is None and all(
        (bid.points[won] == 0) or listed(bid.table, won) for bid in cards for won in range(len(bid.points))
    )


def tezuma_follow(at: Position, suit: Text) -> bool:
    """Tell whether the seat may follow `suit` with this suit's trump, which beats none of the suit's numbers played."""
    own = letter(at.game, suit)
    trick = at.view["tricks"][-1]["plays"]
    numbers = [play for play in trick if play["cards"] and play["cards"][0][0] == own and play["cards"][0][1:] != "T"]
    return led(at) == own and f"{own}T" in plain(at) and not (numbers and wins(at, f"{own}T"))


def own_trumps(at: Position) -> list[str]:
    return [card for card in plain(at) if card.endswith("T")]


def tezuma_trump(at: Position, suit: Text) -> bool:
    """Tell whether trumps of other suits are active now and win, and no later seat can make them idle."""
    return trumps_win(at, suit) and not water_later(at)


def tezuma_trump_or_water(at: Position, suit: Text, seat: Text, ability: Text) -> bool:
    """Tell the same, but with the named seat as one that plays later and has Water Trick."""
    return trumps_win(at, suit) and seat_in(seat) in water_later(at) and ability == tezuma.ABILITIES["water-trick"]()


def trumps_win(at: Position, suit: Text) -> bool:
    void = letter(at.game, suit) == led(at) and led(at) not in {card[0] for card in hand(at)}
    trumps = own_trumps(at)
    return void and bool(trumps) and all(wins(at, card) for card in trumps)


def water_later(at: Position) -> list[int]:
    """Return the seats that have yet to play to this trick after the seat, and may use Water Trick."""
    view, done = cast("Any", at.view), {play["seat"] for play in at.view["tricks"][-1]["plays"]}
    return [
        seat
        for seat in range(at.game.seats)
        if seat not in {at.seat, *done} and view["seat_abilities"][seat] == "water-trick" and view["uses"][seat]
    ]


def tezuma_tie(at: Position) -> bool:
    void = led(at) not in {card[0] for card in hand(at)}
    trumps = own_trumps(at)
    ahead = at.view["tricks"][-1].get("ahead")
    leading = [play["cards"][0] for play in at.view["tricks"][-1]["plays"] if play["seat"] == ahead and play["cards"]]
    return void and bool(trumps) and leading[0][1:] == "T" and not any(wins(at, card) for card in trumps)


def tezuma_pain(at: Position, suit: Text) -> bool:
    """Tell whether `suit` is the pain suit of `at.seat`, and the trick captures a card of it.

    Each seat that has yet to play makes its first legal move.
    """
    own = letter(at.game, suit)
    if cast("Any", at.view)["seat_pains"][at.seat] != own:
        return False
    game = cast("Tezuma", at.game.copy())
    place, number = [one.letter for one in game.suits].index(own), len(game.finished)
    before = sum(captured >> 8 * place & 0xFF for captured in game.captured)
    game.last_round = game.round
    while len(game.finished) == number and not game.over:
        game.apply(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    return game.over or sum(captured >> 8 * place & 0xFF for captured in game.captured) > before


def tezuma_ability(at: Position, ability: Text) -> bool:
    view = cast("Any", at.view)
    own = view["seat_abilities"][at.seat]
    name = next(key for key, phrase in tezuma.ABILITIES.items() if phrase() == ability)
    tokens = [choice.token for choice in at.game.choices(at.seat) if choice.reason is None]
    return own == name and name in tokens and bool(view["uses"][at.seat])


# --- Saizen


def chips(at: Position) -> bool:
    """Tell whether a moved chip can never be moved again."""
    for move in at.legal:
        game = after(at.game, at.seat, move)
        game.to_act, game.phase = (at.seat,), at.game.phase
        if not move.endswith("pass") and game.parse(move) in game.legal_moves(at.seat):
            return False
    return at.game.phase.id == "chips"


def passed(at: Position, giver: Text, taker: Text) -> bool:
    """Tell whether each set was passed on: from `giver` to `at.seat`, and from `at.seat` to `taker`.

    A set is the cards that a seat played in the previous round.
    """
    game = cast("Saizen", at.game)
    earlier = cast("Any", at.view)["earlier"][-1]["tricks"]
    played = {
        seat: {card for trick in earlier for play in trick["plays"] if play["seat"] == seat for card in play["cards"]}
        for seat in range(game.seats)
    }
    sets = [set(game.hand(seat)) for seat in range(game.seats)]
    return played[seat_in(giver)] <= sets[at.seat] and played[at.seat] <= sets[seat_in(taker)]


def saizen_leads(at: Position) -> bool:
    """Tell whether, for every suit that may be led, the rule card of that suit governs the trick."""
    game = cast("Saizen", at.game)
    for move in at.legal:
        table = cast("Saizen", after(game, at.seat, move))
        if table.trick and table.rule != game.sides >> 5 * table.led & 31:
            return False
    return not game.trick


def low(at: Position, suit: Text) -> bool:
    own = letter(at.game, suit)
    return bool(own == cast("Any", at.view)["led"] and cast("Any", at.view)["sides"][own]["rank"] == "low")


def saizen_follow(at: Position, suit: Text) -> bool:
    own, view = letter(at.game, suit), cast("Any", at.view)
    obeys = all(card[0] in {own, "X"} for card in plain(at))
    return (
        obeys and own == view["led"] and view["sides"][own]["follow"] == "must" and own in {one[0] for one in hand(at)}
    )


def laid(at: Position, card: str) -> Saizen:
    """Return a copy of the game in which the seat has laid a card on the table; the trick is not judged yet."""
    game = cast("Saizen", at.game.copy())
    game.lay(at.seat, game.parse(f"play {card}"))
    return game


def saizen_wins(at: Position) -> bool:
    """Tell whether the seat may not play some of its cards, and each card that it may play would be ahead now."""
    legal = [laid(at, card) for card in plain(at)]
    every = all(table.best == table.trick[-1][1] and table.match < 0 for table in legal)
    return every and len(legal) < len(hand(at))


def saizen_matches(at: Position) -> bool:
    return all(at.seat in laid(at, card).matched() for card in plain(at)) and len(plain(at)) < len(hand(at))


def plays_off(at: Position, suit: Text) -> bool:
    view = cast("Any", at.view)
    return view["playoff"] is not None and at.seat in view["playoff"]["seats"] and letter(at.game, suit) == view["led"]


# --- Tennos Square


def market(at: Position) -> bool:
    """Tell whether a card that the seat lays down can be taken from the market once all seats have laid down one."""
    game = at.game.copy()
    move = game.legal_moves(at.seat)[0]
    card = game.text(move).split()[1]
    game.apply(at.seat, move)
    while game.phase.id == "discard":
        game.apply(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    taker = game.to_act[0]
    return game.parse(f"exchange {card}") in game.legal_moves(taker)


def slots(at: Position) -> bool:
    """Tell whether the slot that the seat fills decides which seat is next, whatever card fills it."""
    found: dict[str, set[tuple[int, ...]]] = {}
    for move in at.legal:
        verb, *words = move.split()
        if verb == "play":
            found.setdefault(words[1], set()).add(after(at.game, at.seat, move).to_act)
    return bool(found) and all(len(seats) == 1 for seats in found.values())


def exchanges(at: Position) -> bool:
    """Tell whether an exchange puts both cards of the hand into the market, and the taken card must then be played."""
    for move in at.legal:
        if move.startswith("exchange") and move != "exchange stock":
            game = after(at.game, at.seat, move)
            taken, shown = move.split()[1], cast("Any", game.view(at.seat))["market"]
            plays = {game.text(one).split()[1] for one in game.legal_moves(at.seat)}
            if game.hand(at.seat) != [taken] or not {*hand(at)} - {taken} <= {*shown} or plays != {taken}:
                return False
    return len(hand(at)) == 2


def equal(at: Position, card: Text, other: Text) -> bool:
    row = cast("Any", at.view)["rows"][at.seat]
    pair = [INDEX[code(card)], INDEX[code(other)]]
    return code(card) in hand(at) and code(other) in row and row_points(pair) == row_points(pair[::-1]) == 4


def run(at: Position) -> bool:
    """Tell whether rising cards score the square of their number, and a lower card begins a new run."""
    rising, falls = [0, 1, 2], [0, 1, 2, 1]
    return (
        row_points(rising) == 9
        and row_points(falls) == 10
        and sum(one is not None for one in cast("Any", at.view)["rows"][at.seat]) > 1
    )


def ends(at: Position, seat: Text, bonus: int) -> bool:
    """Tell whether `seat` has one face-down slot left, and ends the round with the bonus `bonus` by filling it."""
    who, game = seat_in(seat), cast("TennosSquare", at.game.copy())
    if game.down[who].bit_count() != 1:
        return False
    game.to_act, game.last_round = (who,), game.round
    move = next(move for move in game.legal_moves(who) if game.text(move).startswith("play"))
    game.apply(who, move)
    return game.over and cast("Any", game.view(None))["finished"][-1]["by_seat"][who]["bonus"] == bonus


CLAIMS: Mapping[str, Claim] = {
    "scharfe-coach-score": scores,
    "scharfe-coach-follow": schoten_follow,
    "scharfe-coach-void": schoten_void,
    "scharfe-coach-take": takes,
    "scharfe-coach-level": level,
    "tezuma-coach-bid": bids,
    "tezuma-coach-follow": tezuma_follow,
    "tezuma-coach-trump": tezuma_trump,
    "tezuma-coach-trump-or-water": tezuma_trump_or_water,
    "tezuma-coach-tie": tezuma_tie,
    "tezuma-coach-pain": tezuma_pain,
    "tezuma-coach-ability": tezuma_ability,
    "saizen-coach-chip": chips,
    "saizen-coach-passed": passed,
    "saizen-coach-lead": saizen_leads,
    "saizen-coach-low": low,
    "saizen-coach-follow": saizen_follow,
    "saizen-coach-win": saizen_wins,
    "saizen-coach-match": saizen_matches,
    "saizen-coach-play-off": plays_off,
    "square-coach-market": market,
    "square-coach-next": slots,
    "square-coach-exchange": exchanges,
    "square-coach-equal": equal,
    "square-coach-run": run,
    "square-coach-end": ends,
}
