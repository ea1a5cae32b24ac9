"""The sentence of advice that a review tells. It fits the best move, but not the move that was played."""

import re
from itertools import permutations
from random import Random

import pytest

from engine.contract.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten.messages import HOLDS_TOP, LEAD_BRINGS, TAKE_SAFE, WINS
from engine.games.tennos_square.messages import FITS, SLOT, SLOTS
from engine.games.tezuma.messages import ADVICE_SPLIT_NOW
from engine.review.advice import telling_advice
from engine.text import Phrase, Text, card_text
from tests.engine.kit.cases import KINDS, every_kind

LOOKS = 60
"""The number of positions of each game that the test looks at."""


@pytest.mark.drawn(1)
@every_kind
def test_told_sentence_is_the_positions_and_tells_the_moves_apart(kind: type[Game]) -> None:
    random, told = Random(f"advice {kind.id}"), 0
    game = kind(max(kind.seat_counts), {}, Chance(b"advice"))
    for _ in range(LOOKS):
        if game.over:
            game = kind(min(kind.seat_counts), {}, Chance(random.randbytes(4)))
        seat = random.choice(game.to_act)
        view, moves = game.view(seat), game.legal_moves(seat)
        pairs = list(permutations(moves, 2))
        for best, played in random.sample(pairs, min(len(pairs), 12)):
            sentence = telling_advice(view, best, played)
            if sentence is not None:
                told += 1
                assert sentence in game.advice(view)
                assert game.advised(sentence)
                assert telling_advice(view, played, best) != sentence
        assert telling_advice(view, moves[0], moves[0]) is None
        game.play(seat, random.choice(moves))
    assert told


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_sentences_that_speak_for_moves_exist_with_their_arguments(kind: type[Game]) -> None:
    advised = kind._view_builder.advised
    assert advised
    for key, names in advised.items():
        template = Phrase.all[key].english
        assert {name for name in names if name} <= {*re.findall(r"\{(\w+)", template)}


SCHOTEN, SQUARE, TEZUMA = (Game.games[name] for name in ("scharfe-schoten", "tennos-square", "tezuma-trick"))


@pytest.mark.parametrize(
    ("kind", "term", "steps"),
    [
        (SCHOTEN, card_text("R9"), ["R9"]),
        (SCHOTEN, SCHOTEN.suits[1].name, [SCHOTEN.suits[1].letter]),
        (SQUARE, SLOT(slot=3), ["3"]),
        (SQUARE, SLOTS(slots="1–3, 7"), ["1", "2", "3", "7"]),
        (TEZUMA, SLOT(slot=3), []),
    ],
)
def test_terms_name_steps(kind: type[Game], term: Text, steps: list[str]) -> None:
    assert kind.steps(term) == steps


def advice_of(monkeypatch: pytest.MonkeyPatch, kind: type[Game], *sentences: Text) -> None:
    monkeypatch.setattr(type(kind._view_builder), "advice", lambda *_: list(sentences))


@pytest.mark.parametrize(
    ("sentence", "best", "played", "told"),
    [
        (LEAD_BRINGS(cards=(card_text("R9"),), suit=SCHOTEN.suits[0].name, least=2), "play R9", "play R2", True),
        (LEAD_BRINGS(cards=(card_text("R9"),), suit=SCHOTEN.suits[0].name, least=2), "play R2", "play R9", False),
        (WINS(cards=(card_text("R1"), card_text("R2"))), "play R1", "play R2", False),
        # A sentence names at most six cards. If it names six, it may have left out the played card.
        (WINS(cards=tuple(card_text(f"R{rank}") for rank in range(1, 7))), "play R1", "play R9", False),
        (HOLDS_TOP(suit=SCHOTEN.suits[0].name, count=3, cards=()), "predict R Y", "predict Y R", True),
        (HOLDS_TOP(suit=SCHOTEN.suits[0].name, count=3, cards=()), "predict R Y", "predict R G", False),
        (TAKE_SAFE(suits=(SCHOTEN.suits[0].name,), most=SCHOTEN.suits[1].name), "take R", "take Y", True),
        (TAKE_SAFE(suits=(SCHOTEN.suits[0].name,), most=SCHOTEN.suits[1].name), "take Y", "take R", False),
    ],
)
def test_sentence_is_told_if_it_names_the_best_move_alone(
    monkeypatch: pytest.MonkeyPatch, sentence: Text, best: str, played: str, told: bool
) -> None:
    advice_of(monkeypatch, SCHOTEN, sentence)
    view = SCHOTEN(4, {}, Chance(b"1")).view(0)
    found = telling_advice(view, SCHOTEN.parse(best), SCHOTEN.parse(played))
    assert found == (sentence if told else None)


def test_sentence_that_a_card_fits_is_not_told_if_the_played_card_fits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second sentence fit the played card."""
    best = FITS(card=card_text("H3"), slots=SLOTS(slots="1–2, 4"), points=16)
    played = FITS(card=card_text("SA"), slots=SLOTS(slots="1–2"), points=16)
    view = SQUARE(4, {}, Chance(b"1")).view(0)
    for sentences, told in (([best], best), ([best, played], None)):
        advice_of(monkeypatch, SQUARE, *sentences)
        assert telling_advice(view, SQUARE.parse("play H3 4"), SQUARE.parse("play SA 1")) == told


def test_sentence_about_a_card_alone_is_not_told_of_it_with_an_ability(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = TEZUMA
    plain = kind.moves.index("play B1")
    codes = [kind.path(move)[-1] for move in range(40)]
    helped = next(move for move in range(40, len(kind.moves)) if kind.path(move)[-1:] == (codes[9],))
    split = ADVICE_SPLIT_NOW(winners=(card_text(codes[0]),), losers=(card_text(codes[9]),))
    advice_of(monkeypatch, kind, split)
    view = kind(4, {}, Chance(b"1")).view(0)
    assert kind.path(plain) == (codes[0],)
    assert telling_advice(view, plain, 9) == split
    assert telling_advice(view, plain, helped) is None
