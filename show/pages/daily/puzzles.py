"""Private pages of the puzzle of a day: the decision, and its answer with bars and reasons.

The page of the decision is built from the view of the seat that decides. The page of the answer states only what was
computed for the puzzle, and how many people found the answer.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.contract.options import write_options
from engine.daily.puzzles import Worth
from host.daily.puzzles import Answered, DayPuzzle
from host.tables.table import Table
from locales import Translation
from show.actions import daily_actions
from show.actions.decision_actions import InPuzzle, ShowTab
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand.controls import Controls
from show.pages.game.hand.plain_words import without_pictures
from show.pages.game.hand.situation import cards_line
from show.pages.game.reader_table import reader_table
from show.pages.learning.review import bar, certainty, move_name, whose, why
from show.pages.replay import position_picture
from show.text.page import Json, Page, Part, button
from show.text.phone import fitting_texts

ROOMS = ((4, 2), (4, 1), (3, 1), (2, 1))
"""Pairs (number of bars, number of reasons). The page has the first pair that fits, or else the last pair."""
ROOM = 12.0
"""The height that texts may have on a phone beside the picture, in lines of small print."""


def puzzle_table(now: DayPuzzle, user_id: int, tr: Translation) -> Table:
    """Return a table for the pages of a puzzle, with the reader at the seat that decides; it is stored nowhere."""
    game = now.game
    return reader_table(type(game), write_options(game.options, game.seats), game.seats, now.seat, user_id, tr)


def puzzle_page(now: DayPuzzle, table: Table, tr: Translation, asked: Asked) -> Page:
    """Build the page of the decision, or a lookup with a button back to it."""
    scope = InPuzzle(now.day)
    controls = Controls(scope, ShowTab(scope), further=(_leave(now, tr),))
    return hand_page(table, now.game, now.seat, tr, replace(asked, heading=tr("puzzle-title")), controls=controls)


def answer_page(now: DayPuzzle, answered: Answered, table: Table, tr: Translation, *, plain: bool = False) -> Page:
    """Build the page of the answer: what is right, how the best moves compare, why, and how many people found it."""
    spoken = tr.in_words() if plain else tr
    view = now.game.view(now.seat)
    head = "\n".join([spoken("puzzle-answer-title", game=table.kind.title), _verdict(now, answered, spoken)])
    parts: list[Part] = [head, position_picture(view, spoken)]
    if view["hand"]:
        parts.append(spoken("replay-hand", who=spoken.signed_seat(now.seat), cards=cards_line(view, spoken)))
    found = spoken("hand-small", line=spoken("puzzle-found", found=answered.found, count=answered.answers))
    reasons = _reasons(now, answered, spoken)
    variants = (
        ("\n".join(_bars(now, answered, spoken, bars)), "\n".join([*reasons[:sentences], found]))
        for bars, sentences in ROOMS
    )
    parts += [*fitting_texts(parts, variants, ROOM), [_leave(now, spoken)]]
    made = Page(tuple(parts), framed=False, language=tr.language)
    return without_pictures(made, spoken) if plain else made


def _leave(now: DayPuzzle, tr: Translation) -> Json:
    """Return the button that leads back: from today's puzzle to today's deal, else to the most recently closed day."""
    action = daily_actions.OpenToday() if now.today else daily_actions.OpenClosedDay()
    return button(action, tr("hand-back"), "↩️")


def _verdict(now: DayPuzzle, answered: Answered, tr: Translation) -> str:
    """Return a sentence that says whether the person's move is right, and which moves are right."""
    right = answered.puzzle["right"]
    return tr(
        "puzzle-right" if answered.solved else "puzzle-wrong",
        move=_name(now, answered.move, tr),
        right=tr.listed(_name(now, one, tr) for one in right),
        count=len(right),
    )


def _reasons(now: DayPuzzle, answered: Answered, tr: Translation) -> list[str]:
    """Return, in the review's sentences, why the best move is worth more than the move of `_other`."""
    decision = answered.puzzle["why"][_other(answered)]
    return [*why(now.game, now.seat, decision, tr, is_open=True, bars=False)]


def _other(answered: Answered) -> str:
    """Return the wrong move with which the best move is compared.

    This is the person's move if that is wrong. Otherwise it is the usual move, which rules of thumb play most often, if
    that is wrong; otherwise it is the best of the wrong moves.
    """
    puzzle = answered.puzzle
    wrong = [one["move"] for one in puzzle["moves"] if one["move"] in puzzle["why"]]
    return next((one for one in (answered.move, puzzle["usual"]) if one in puzzle["why"]), wrong[0])


def _bars(now: DayPuzzle, answered: Answered, tr: Translation, count: int) -> Iterator[str]:
    """Yield a line that explains the bars, and bars for `count` moves; the bar of the worst of all moves is empty."""
    puzzle = answered.puzzle
    most, least = puzzle["moves"][0]["value"], puzzle["moves"][-1]["value"]
    shown = _compared(answered, count)
    error = max(one["error"] for one in shown)
    yield tr("puzzle-bars", whose=whose(now.game), sure=certainty(error), error=f"{error:.1f}")
    for one in shown:
        behind = most - one["value"]
        yield tr(
            "puzzle-bar",
            bar=bar((one["value"] - least) / (most - least)),
            behind=f"−{behind:.1f}" if round(behind, 1) else "0.0",
            move=_name(now, one["move"], tr),
            whose="own" if one["move"] == answered.move else "usual" if one["move"] == puzzle["usual"] else "none",
        )


def _compared(answered: Answered, count: int) -> list[Worth]:
    """Return `count` moves, best first.

    They are the best move, the person's move, the move of `_other`, the usual move, which rules of thumb play most
    often, and the best of the remaining moves.
    """
    puzzle = answered.puzzle
    first = [puzzle["right"][0], answered.move, _other(answered), puzzle["usual"]]
    shown = [*dict.fromkeys([*first, *(one["move"] for one in puzzle["moves"])])][:count]
    return [one for one in puzzle["moves"] if one["move"] in shown]


def _name(now: DayPuzzle, move: str, tr: Translation) -> str:
    return move_name(now.game, now.seat, move, tr)
