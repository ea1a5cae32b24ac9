"""Private pages of the puzzle of a day: the decision, and its answer with bars and reasons.

The page of the decision is built from the view of the seat that decides. The page of the answer states values and
counts of the puzzle, and nothing else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.contract.options import write_options
from engine.daily.puzzles import Worth
from engine.game import Choice, Path
from host.daily.puzzles import Answered, DayPuzzle
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions
from show.actions import puzzle_actions as actions
from show.actions.table_actions import Action
from show.pages.daily.attempts import reader_table
from show.pages.game.hand import Asked, decision_page
from show.pages.game.hand.controls import Controls
from show.pages.game.hand.lookups import RULES, TRICK, events_name, events_text
from show.pages.game.hand.plain_words import without_pictures
from show.pages.game.hand.situation import cards_line
from show.pages.learning.review import SMALLEST_ERROR, bar, move_name, position_words, whose, why
from show.pages.learning.rules import rules_page
from show.pages.replay import position_picture
from show.text.page import DOT, Json, Page, Part, button

MOST_BARS = 4
"""The greatest number of moves that are compared by bars."""


class PuzzleControls(Controls):
    """The buttons of the decision of a puzzle."""

    def __init__(self, now: DayPuzzle) -> None:
        self._now = now

    def choose(self, path: Path, *, sure: bool = False) -> Action:
        """Return the action that answers with the choice, or with `sure` confirms it."""
        return actions.AnswerPuzzle(self._now.day, path, sure=sure)

    def back(self, path: Path) -> Action:
        """Return the action that shows the choices before the last choice of the path."""
        return self.choose(path[:-1])

    def pick(self, path: Path, part: int) -> Action:
        """Return the action that answers with a choice picked from the list `part`."""
        return actions.PickInPuzzle(self._now.day, path, part)

    def show_tab(self, key: str) -> Action:
        """Return the action that shows the choices of another kind."""
        return actions.OpenPuzzle(self._now.day, key)

    def is_lit(self, choice: Choice) -> bool:
        """Return whether the rules allow the choice."""
        return choice.reason is None

    def footer(self, tr: Translation) -> tuple[Json, ...]:
        """Return the buttons of the latest tricks or turns, of the rules, and of the way back."""
        day = self._now.day
        return (
            button(actions.LookInPuzzle(day, TRICK), events_name(type(self._now.game), tr)),
            button(actions.LookInPuzzle(day, RULES), tr("table-rules")),
            _leave(self._now, tr),
        )


def puzzle_table(now: DayPuzzle, user_id: int, tr: Translation) -> Table:
    """Return the table of a puzzle: the reader at the seat that decides, and computers; it is stored nowhere."""
    game = now.game
    return reader_table(type(game), write_options(game.options, game.seats), game.seats, now.seat, user_id, tr)


def puzzle_page(now: DayPuzzle, table: Table, tr: Translation, asked: Asked) -> Page:
    """Build the page of the decision, with a button for each choice."""
    asked = replace(asked, heading=tr("puzzle-title"))
    return decision_page(table, now.game, now.seat, tr, asked, PuzzleControls(now))


def lookup_page(now: DayPuzzle, look: actions.LookInPuzzle, tr: Translation) -> Page:
    """Build the latest tricks or turns, or a page of the rules, in place of the decision, with a button back."""
    back = button(actions.OpenPuzzle(now.day), tr("hand-back"), "↩️", "primary")
    if look.what != RULES:
        return Page((events_text(now.game, now.seat, tr), [back]), framed=False)
    found = rules_page(type(now.game), look.page, tr, lambda number: replace(look, page=number))
    *others, last = found.parts
    end: list[Part] = [(back, *last)] if isinstance(last, tuple | list) else [last, (back,)]
    return replace(found, parts=(*others, *end), framed=False)


def answer_page(now: DayPuzzle, answered: Answered, table: Table, tr: Translation, *, plain: bool = False) -> Page:
    """Build the page of the answer: what is right, how the best moves compare, why, and how many people found it."""
    spoken = tr.in_words() if plain else tr
    game, view = now.game, now.game.view(now.seat)
    title = spoken("puzzle-answer-title", game=table.kind.title)
    where = spoken("hand-small", line=DOT.join(position_words(game, spoken)))
    parts: list[Part] = ["\n".join([title, *_verdict(now, answered, spoken), where]), position_picture(view, spoken)]
    if view["hand"]:
        parts.append(spoken("replay-hand", who=spoken.signed_seat(now.seat), cards=cards_line(view, spoken)))
    parts.append("\n".join(_bars(now, answered, spoken)))
    parts.append("\n".join([*_reasons(now, answered, spoken), _found(answered, spoken)]))
    parts.append([_leave(now, spoken)])
    made = Page(tuple(parts), framed=False, language=tr.language)
    return without_pictures(made, spoken) if plain else made


def _leave(now: DayPuzzle, tr: Translation) -> Json:
    """Return the button that leads back to today's result, or to the closed day."""
    action = daily_actions.OpenToday() if now.today else daily_actions.OpenClosedDay()
    return button(action, tr("hand-back"), "↩️")


def _verdict(now: DayPuzzle, answered: Answered, tr: Translation) -> Iterator[str]:
    """Yield whether the person's move is right, and which moves are."""
    puzzle = answered.puzzle
    own = _name(now, answered.move, tr)
    right = tr.listed(_name(now, one, tr) for one in puzzle["right"])
    if answered.solved:
        yield tr("puzzle-right", move=own)
    else:
        yield tr("puzzle-chosen", move=own, usual="yes" if answered.move == puzzle["usual"] else "no")
        if len(puzzle["right"]) == 1:
            yield tr("puzzle-best", move=right)
    if len(puzzle["right"]) > 1:
        solved = "yes" if answered.solved else "no"
        yield tr("puzzle-any", moves=right, count=len(puzzle["right"]), solved=solved)


def _reasons(now: DayPuzzle, answered: Answered, tr: Translation) -> Iterator[str]:
    """Yield how much the best move gains over the person's move, or over the usual one, and why."""
    puzzle = answered.puzzle
    other = answered.move
    if answered.solved:
        wrong = [one["move"] for one in puzzle["moves"] if one["move"] in puzzle["why"]]
        other = puzzle["usual"] if puzzle["usual"] in puzzle["why"] else wrong[0]
    decision = puzzle["why"][other]
    yield tr(
        "puzzle-compared",
        best=_name(now, decision["best"], tr),
        other=_name(now, other, tr),
        usual="yes" if other == puzzle["usual"] else "no",
        points=f"{decision['loss']:.1f}",
        error=f"{decision['error']:.1f}",
        sure="exact" if decision["exact"] else "small" if decision["error"] < SMALLEST_ERROR else "about",
        whose=whose(now.game),
    )
    yield from why(now.game, now.seat, decision, tr, is_open=True, bars=False)


def _bars(now: DayPuzzle, answered: Answered, tr: Translation) -> Iterator[str]:
    """Yield a bar for each of the best moves and the person's move: the worst of all moves has an empty bar."""
    moves = answered.puzzle["moves"]
    most, least = moves[0]["value"], moves[-1]["value"]
    yield tr("puzzle-bars")
    for one in _compared(moves, answered.move):
        behind = most - one["value"]
        yield tr(
            "puzzle-bar",
            bar=bar((one["value"] - least) / (most - least)),
            behind=f"−{behind:.1f}" if round(behind, 1) else "0.0",
            move=_name(now, one["move"], tr),
            own="yes" if one["move"] == answered.move else "no",
        )


def _compared(moves: Sequence[Worth], own: str) -> list[Worth]:
    """Return the best moves, the last of them replaced by the person's own move if that is worse."""
    shown = list(moves[:MOST_BARS])
    return (
        shown
        if any(one["move"] == own for one in shown)
        else [*shown[:-1], *(one for one in moves if one["move"] == own)]
    )


def _found(answered: Answered, tr: Translation) -> str:
    return tr("hand-small", line=tr("puzzle-found", found=answered.found, count=answered.answers))


def _name(now: DayPuzzle, move: str, tr: Translation) -> str:
    return move_name(now.game, now.seat, move, tr)
