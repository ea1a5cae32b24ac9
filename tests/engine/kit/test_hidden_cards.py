"""Views never depend on cards that a seat cannot know, and planted leaks are found."""

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any
from zlib import crc32

import pytest

from engine import phrases, record
from engine.game import Game, View
from engine.text import Text
from tests.engine.kit.cases import CASES, Case, cases_of, every_kind, fewer_cases, walk
from tests.engine.kit.piles import Place, hidden_keys, places
from tests.engine.kit.swaps import LeakError, run
from tests.samples import SOAK

STATES = 1_000 if SOAK else 30
LEAKY_STATES = 200


@pytest.mark.drawn(1)
@every_kind
def test_views_choices_and_forced_moves_do_not_depend_on_hidden_cards(
    kind: type[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    figures = run(cases_of(kind), STATES)
    with capsys.disabled():
        print(
            f"\n{kind.id}: {figures.states} states, {figures.cards} hidden cards changed,"
            f" {figures.views} views and {figures.choices} lists of choices the same"
        )
    assert figures.states == STATES
    assert figures.cards >= 2 * STATES
    assert figures.views >= STATES


@every_kind
def test_different_card_backs_are_public(kind: type[Game]) -> None:
    """Check that everybody can see a difference between different card backs.

    The other tests never swap cards with different backs, because everybody would see such a swap. If two backs looked
    the same to everybody, these tests would leave out swaps that they must try.
    """
    game = cases_of(kind)[0].start(0)
    seen = json.dumps(game.view(None))
    full: dict[str, Any] = record.write(game)
    deal = full["deals"][0]
    first, *others = places(deal, hidden_keys(game))
    strangers = [place for place in others if game.card_back(place.look(deal)) != game.card_back(first.look(deal))]
    assert not strangers or any(json.dumps(swapped(full, first, place).view(None)) != seen for place in strangers), (
        f"{kind.__name__}.card_back says that everybody sees more of a card than the public view shows"
    )


def swapped(full: dict[str, Any], first: Place, second: Place) -> Game:
    """Return the game of a record with two cards of its first deal swapped."""
    other = deepcopy(full)
    deal = other["deals"][0]
    one, two = first.look(deal), second.look(deal)
    first.lay(deal, two)
    second.lay(deal, one)
    return record.read(other).replay()


@fewer_cases
def test_secret_choice_stays_secret_until_all_have_chosen(case: Case) -> None:
    before = None
    for game in walk(case):
        if before is not None and len(before.to_act) > 1 and set(game.to_act) < set(before.to_act):
            seat, move = game.history[-1]
            for other_move in [one for one in before.legal_moves(seat) if one != move][:2]:
                other = before.copy()
                other.play(seat, other_move)
                for viewer in (None, *range(case.seats)):
                    if viewer != seat:
                        assert json.dumps(game.view(viewer)) == json.dumps(other.view(viewer))
                assert [game.forced(one) for one in game.to_act] == [other.forced(one) for one in other.to_act]
        before = game.copy()


# --- Planted leaks: each game reveals a little too much


def hidden(game: Game) -> str:
    """Return the secrets of a game: the newest deal and the hands."""
    return json.dumps([game.deal_data()[-1], [game.hand(seat) for seat in range(game.seats)]])


def codes(game: Game) -> list[str]:
    return sorted(code for seat in range(game.seats) for code in game.hand(seat))


def leaky(kind: type[Game], **methods: object) -> type[Game]:
    """Return a subclass of `kind`, not registered, in which these methods are replaced."""
    return type(f"Leaky{kind.__name__}", (kind,), methods)


def adds(kind: type[Game], told: Callable[[Game], Any]) -> type[Game]:
    def public(self: Game) -> dict[str, object]:
        return {**kind.public(self), "extra": told(self)}

    return leaky(kind, public=public)


def a_hash(kind: type[Game]) -> type[Game]:
    return adds(kind, lambda game: crc32(hidden(game).encode()))


def one_card_of_a_hand(kind: type[Game]) -> type[Game]:
    return adds(kind, lambda game: game.hand(0)[:1])


def who_has_the_best_card(kind: type[Game]) -> type[Game]:
    return adds(kind, lambda game: sorted(range(game.seats), key=lambda seat: game.hand(seat)[-1:]))


def the_length_of_a_hidden_text(kind: type[Game]) -> type[Game]:
    return adds(kind, lambda game: "x" * sum(ord(code[-1]) for code in game.hand(1)))


def the_order_of_the_dealt_cards(kind: type[Game]) -> type[Game]:
    return adds(kind, lambda game: [sorted(hand) == hand or len(hand) for hand in map(sorted_by_end, hands(game))])


def hands(game: Game) -> list[list[str]]:
    return [game.hand(seat) for seat in range(game.seats)]


def sorted_by_end(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda code: code[::-1])


def a_line_of_the_log(kind: type[Game]) -> type[Game]:
    def add_to_log(self: Game, text: Text) -> None:
        kind.add_to_log(self, text)
        if self.log is not None and self.history and sum(map(ord, "".join(self.hand(0)))) % 2:
            self.log.append(phrases.YES())

    return leaky(kind, add_to_log=add_to_log)


def the_order_of_choices(kind: type[Game]) -> type[Game]:
    def offers(self: Game, seat: int) -> Iterable[int]:
        neighbour = self.hand((seat + 1) % self.seats)
        return sorted(kind.offers(self, seat), key=lambda move: (move + sum(map(ord, "".join(neighbour)))) % 7)

    return leaky(kind, offers=offers)


def whether_a_move_is_forced(kind: type[Game]) -> type[Game]:
    def forced(self: Game, seat: int) -> int | None:
        return None if sum(map(ord, "".join(self.hand(seat)))) % 2 else self.legal_moves(seat)[0]

    return leaky(kind, forced=forced)


def luck(game: Game) -> Text:
    """Return a sentence that depends on hidden cards."""
    return phrases.YES() if crc32(hidden(game).encode()) % 2 else phrases.NO()


def a_seats_goal(kind: type[Game]) -> type[Game]:
    def view(self: Game, seat: int | None = None) -> View:
        return {**kind.view(self, seat), "goal": luck(self)}

    return leaky(kind, view=view)


def what_is_asked_before_a_choice(kind: type[Game]) -> type[Game]:
    return leaky(kind, warning=lambda self, _seat, _token: luck(self))


def what_kind_a_choice_is(kind: type[Game]) -> type[Game]:
    return leaky(kind, tab=lambda self, _token: luck(self))


LEAKS = (
    a_hash,
    one_card_of_a_hand,
    who_has_the_best_card,
    the_length_of_a_hidden_text,
    the_order_of_the_dealt_cards,
    a_line_of_the_log,
    the_order_of_choices,
    whether_a_move_is_forced,
    a_seats_goal,
    what_is_asked_before_a_choice,
    what_kind_a_choice_is,
)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
@every_kind
def test_planted_leak_is_found(kind: type[Game], plant: Callable[[type[Game]], type[Game]]) -> None:
    games = dict(Game.games)
    bad = plant(kind)
    with pytest.raises(LeakError):
        run([case._replace(kind=bad) for case in CASES if case.kind is kind and case.seats > 2], LEAKY_STATES)
    assert Game.games == games
