"""Losses that only rules of thumb see: a second look, in which all seats look ahead, takes them back."""

import pytest

from engine.game import Game
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.cards import UNIT
from engine.games.tezuma.deal import Deal, Displays
from engine.games.tezuma.game import TezumaTrick
from engine.players import ThinkingBudget
from engine.review import Decision, Reviewer
from engine.review.review import CLEAR_LOOKS, HALF
from engine.review.second_look import SecondLook
from engine.review.valuation import Difference
from tests.engine.kit.cases import Case

HANDS = ("U9 U8 U1 F1 F4 F5 M2 M5 M6", "U2 U4 U6 F9 F2 F6 M1 M7 M3", "U3 U5 U7 F3 F7 F8 M9 M4 M8")
"""The numbers of the others' hands, in the order of the table; each has a trump of these three suits too."""
DRAFT = (
    ("pain F", "bid 6", "sword-walking"),
    ("pain M", "bid 5", "paper-egg"),
    ("pain U", "bid 4", "water-trick"),
    ("pain B", "bid 1", "horse-swallowing"),
)
"""What each seat drafts. Bid 1 pays 3, 5 and 8 points for exactly one, two and three tricks."""
PLAYED = "UT UT UT B1 F1 F9 F3 B2 FT FT B3 FT M1 M9 B4 M2 MT B5 MT MT U3 B6 U9 U2 U8 U4 U5"
"""Six tricks and the beginning of the seventh. The seat with all butterflies has won none; all other trumps are out."""
REVIEWER = Reviewer(ThinkingBudget(playouts=3_000))


def ducking() -> tuple[TezumaTrick, int]:
    """Return a position with six tricks left, and the seat that has only cards of a suit that nobody else has.

    If it trumps now, it keeps the lead, wins all six tricks, and its bid pays nothing. If it trumps the fourth of the
    six tricks, it wins exactly three, and the bid pays 8 points. So ducking now is right, whatever the others hold.
    """
    game = Case(Game.games["tezuma-trick"], 4, {}).start(0)
    assert isinstance(game, TezumaTrick)
    index, seats = game.edition.index, [(game.leader + place) % 4 for place in range(4)]
    cards = [[*numbers.split(), "UT", "FT", "MT"] for numbers in HANDS]
    cards.append([*(f"B{number}" for number in range(1, 10)), "BT", "BT", "BT"])
    hands = {seat: sum(UNIT[index[code]] for code in codes) for seat, codes in zip(seats, cards, strict=True)}
    game.hands = [hands[seat] for seat in range(4)]
    bids, abilities = (1, 6, 5, 4, 3), [*(NUMBERS[names[2]] for names in DRAFT), NUMBERS["butterfly-dance"]]
    game.deals[-1] = Deal(tuple(game.hands), Displays(bids, tuple(abilities)))
    game.open = [0b1111, sum(1 << number - 1 for number in bids), sum(1 << number - 1 for number in abilities)]
    while game.drafted < 12:
        (seat,) = game.to_act
        legal = [game.text(move) for move in game.legal_moves(seat)]
        wishes = DRAFT[seats.index(seat)]
        game.play(seat, game.parse(next(text for text in legal if text.endswith(wishes))))
    left = PLAYED.split()
    while left:
        (seat,) = game.to_act
        game.play(seat, game.parse(f"play {left.pop(0)}"))
    return game, seats[3]


def test_ducking_now_to_win_later_is_not_blamed() -> None:
    game, seat = ducking()
    duck, _ = REVIEWER.decide(game.view(seat), "play B7")
    assert duck["second"] is not None, "rules of thumb blame it"
    assert duck["second"]["lead"] < 0
    assert (duck["flagged"], duck["loss"], duck["gain"]) == (False, 0.0, 0.0)
    assert (duck["outcome"], duck["scored"], duck["holding"], duck["advice"]) == (None, None, None, None)
    assert duck["counted"], "the first valuation says that the moves differ"


@pytest.mark.parametrize(("share", "flagged"), [(HALF + 0.01, True), (HALF - 0.01, False), (-1.0, False)])
def test_half_of_a_loss_must_remain_in_second_looks(
    share: float, flagged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat = ducking()
    first = _decided(game, seat, 100.0, monkeypatch)
    found = _decided(game, seat, share * first["loss"], monkeypatch)
    assert first["flagged"]
    assert found["flagged"] == flagged
    assert found["loss"] == (first["loss"] if flagged else 0.0)
    assert (found["scored"] is not None) == flagged
    assert found["second"] == {"lead": share * first["loss"], "error": 0.001, "looks": CLEAR_LOOKS}


def _decided(game: TezumaTrick, seat: int, lead: float, monkeypatch: pytest.MonkeyPatch) -> Decision:
    """Return the decision to duck if second looks find this lead of the best move."""
    monkeypatch.setattr(SecondLook, "look", lambda _: None)
    monkeypatch.setattr(SecondLook, "lead", lambda *_: Difference(lead, 0.001))
    decision, _ = Reviewer(ThinkingBudget(playouts=300)).decide(game.view(seat), "play B7")
    return decision
