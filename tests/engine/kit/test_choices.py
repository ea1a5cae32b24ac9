"""Moves as paths of choices: `choices` leads to every legal move and to no other move."""

import re
from collections import Counter
from collections.abc import Iterator

from engine.game import Choice, Game, Path
from engine.text import Phrase
from tests.engine.kit.cases import Case, fewer_cases, some_states

TOKEN = re.compile(r"[A-Za-z0-9+-]+")
LONGEST_PATH = 40
"""The greatest length in characters of a path joined by dots, which must fit into a button's custom id."""


def open_paths(game: Game, seat: int, path: Path = ()) -> Iterator[Path]:
    """Yield every complete path through allowed choices."""
    choices = game.choices(seat, path)
    if not choices:
        yield path
    for choice in choices:
        if choice.reason is None:
            yield from open_paths(game, seat, (*path, choice.token))


def all_choices(game: Game, seat: int, path: Path = ()) -> Iterator[tuple[Path, Choice]]:
    """Yield every displayable choice with the path before it."""
    for choice in game.choices(seat, path):
        yield path, choice
        yield from all_choices(game, seat, (*path, choice.token))


@fewer_cases
def test_choices_lead_to_every_legal_move_and_to_no_other(case: Case) -> None:
    for game in some_states(case, 5):
        for seat in game.to_act:
            paths = list(open_paths(game, seat))
            reached = Counter(game.move_of_path(seat, path) for path in paths)
            legal = Counter(game.legal_moves(seat))
            missed = [game.text(move) for move in legal if not reached[move]]
            assert reached == legal, f"legal, but choices do not lead to it: {missed}; choices lead to: {paths}"


@fewer_cases
def test_every_choice_has_a_label_and_every_refused_one_a_reason(case: Case) -> None:
    for game in some_states(case, 3):
        for seat in game.to_act[:2]:
            shown = list(all_choices(game, seat))
            assert len({(path, choice.token) for path, choice in shown}) == len(shown)
            for path, choice in shown:
                assert str(choice.label)
                about = game.about(choice.token)
                assert about is None or str(choice.label).partition(" (")[0] in str(about)
                assert choice.copies >= 1
                reason = choice.reason
                assert reason is None or (reason.key in Phrase.all and str(reason))
                assert str(game.prompt(seat, path))


@fewer_cases
def test_every_path_fits_into_a_custom_id(case: Case) -> None:
    game = case.start(0)
    for move in range(len(case.kind.moves)):
        path = game.path(move)
        assert path, f'the path of "{game.text(move)}" is empty: write it in two words or more, or override `path`'
        assert all(TOKEN.fullmatch(token) for token in path)
        assert len(".".join(path)) <= LONGEST_PATH


@fewer_cases
def test_complete_move_has_no_next_choice_and_a_path_of_its_own(case: Case) -> None:
    for game in some_states(case, 3):
        for seat in game.to_act[:2]:
            offers = list(game.offers(seat))
            paths = [game.path(move) for move in offers]
            assert len(set(paths)) == len(paths)
            assert set(game.legal_moves(seat)) <= set(offers)
            for move, path in zip(offers, paths, strict=True):
                assert game.move_of_path(seat, path) == move
                assert game.choices(seat, path) == []


@fewer_cases
def test_unknown_path_is_no_move(case: Case) -> None:
    game = case.start(0)
    seat = game.to_act[0]
    for path in ((), ("nowhere",), ("nowhere", "at-all"), (*game.path(game.legal_moves(seat)[0]), "more")):
        assert game.move_of_path(seat, path) is None
        assert path == () or game.choices(seat, path) == []
