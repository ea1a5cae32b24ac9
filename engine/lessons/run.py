"""Runs a lesson: replays it to a step, and answers a tap."""

from typing import NamedTuple

from engine.contract.phase import Choice
from engine.errors import BadRecord, IllegalMove
from engine.game import Game, Path
from engine.lessons.lesson import Broken, Lesson
from engine.text import Phrase, Text

TRY = Phrase("lesson-try", "Try {choice}: {why}")


class Position(NamedTuple):
    """A lesson at a step."""

    game: Game
    path: Path
    """The choices of the seat's move so far; () before a move."""


def position_at(lesson: Lesson, number: int) -> Position:
    """Return the position before the tap of step `number`, counted from 0.

    If `number` is the number of steps, it is the position at the end of the lesson.

    Raises:
        Broken: the lesson does not agree with the rules any more.
    """
    try:
        return _replayed(lesson, number)
    except (BadRecord, IllegalMove) as error:
        raise Broken(f"{lesson.id}: {error}") from error


def _replayed(lesson: Lesson, number: int) -> Position:
    game, path = lesson.start(), Path()
    _play(lesson, game, lesson.opening)
    for place, step in enumerate(lesson.steps[:number]):
        _check(lesson, place, Position(game, path))
        path = (*path, step.tap)
        move = game.move_of_path(lesson.seat, path)
        if move is not None:
            game.play(lesson.seat, move)
            path = ()
        if path and step.then:
            raise Broken(f"{lesson.id}, step {place + 1}: others move in the middle of a move")
        _play(lesson, game, step.then)
    _check(lesson, number, Position(game, path))
    return Position(game, path)


def _play(lesson: Lesson, game: Game, moves: str) -> None:
    """Play moves, written "SEAT MOVE" and separated by commas."""
    for move in filter(None, (one.strip() for one in moves.split(","))):
        seat, _, text = move.partition(" ")
        try:
            game.play(int(seat), game.parse(text))
        except IllegalMove as error:
            raise Broken(f'{lesson.id}: "{move}": {error}') from None


def _check(lesson: Lesson, number: int, position: Position) -> None:
    """Check the claims of a step, and that its tap is allowed."""
    game, path = position
    ended = number == len(lesson.steps)
    for claim in lesson.end_claims if ended else lesson.steps[number].claims:
        if (fault := claim.fault(game, lesson.seat, path)) is not None:
            raise Broken(f"{lesson.id}, step {number + 1}: {claim}, but {fault}")
    if ended:
        return
    tap = lesson.steps[number].tap
    if not any(one.token == tap and one.reason is None for one in game.choices(lesson.seat, path)):
        raise Broken(f"{lesson.id}, step {number + 1}: {tap} is not allowed")


def answer_to(lesson: Lesson, number: int, token: str, position: Position) -> Text | None:
    """Return the reason why a tap at step `number` does not lead on; None for the expected tap.

    For an illegal choice, the reason is the rule that forbids it. A choice that does not exist, which only a forged
    click can name, gets the same answer as a legal choice.
    """
    step = lesson.steps[number]
    if token == step.tap:
        return None
    chosen = _choice(position, lesson.seat, token)
    if chosen is not None and chosen.reason is not None:
        return chosen.reason
    expected = position.game.label(lesson.seat, step.tap)
    return TRY(choice=expected, why=step.others.get(token, step.why))


def _choice(position: Position, seat: int, token: str) -> Choice | None:
    return next((one for one in position.game.choices(seat, position.path) if one.token == token), None)
