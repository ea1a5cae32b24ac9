"""Private pages of suggestions: what the hard level would play at the open decision, and why.

The sentences state only what the suggestion contains: values, counts, and advice about the position.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.game import Game
from engine.review import Suggestion
from engine.text import Text
from host.learning.suggestions import Question
from host.lobby.lobby_transitions import required_game
from host.refusals import GAME_WENT_ON
from host.tables.table import Table
from locales import Translation
from show.actions.suggestion_actions import AskHard
from show.pages.learning.review import (
    certainty,
    last_round,
    mean_points,
    move_name,
    outcome_lines,
    position_words,
    whose,
    why,
)
from show.text.page import DOT, Json, Page, button


def sure_page(table: Table, action: AskHard, tr: Translation) -> Page:
    """Build the page that asks the user to confirm their first question of a game."""
    yes = button(replace(action, sure=True), tr("ask-yes"), style="primary")
    return Page((_title(table, tr), tr("ask-sure"), [yes]), framed=False)


def asking_page(now: Question, tr: Translation) -> Page:
    """Build the page of a question that is being answered."""
    return Page((_title(now.table, tr), tr("ask-working"), [_again(now, tr)]), framed=False)


def unanswered_page(now: Question, reason: Text, tr: Translation) -> Page:
    """Build the page of a question without an answer. The user can ask it again until the move is made."""
    rows = [] if reason.key == GAME_WENT_ON.key else [[_again(now, tr)]]
    return Page((_title(now.table, tr), tr.sentence(reason), *rows), framed=False)


def answer_page(now: Question, suggestion: Suggestion, tr: Translation) -> Page:
    """Build the page of an answer, at the position of its question."""
    game, decision = required_game(now.table), suggestion["decision"]
    lines = [tr("ask-move", move=move_name(game, now.seat, suggestion["move"], tr))]
    lines.append(_compared(game, now.seat, suggestion, tr))
    if decision["loss"]:
        lines += why(game, now.seat, decision, tr, is_open=True)
    else:
        lines += _level(game, now.seat, suggestion, tr)
    lines += last_round(game, decision, tr)
    where = tr("hand-small", line=DOT.join(position_words(game, tr)))
    return Page((_title(now.table, tr), where, "\n".join(lines), tr("ask-about")), framed=False)


def _compared(game: Game, seat: int, suggestion: Suggestion, tr: Translation) -> str:
    """Return a sentence about how much the suggested move and the best other move differ."""
    move, decision = suggestion["move"], suggestion["decision"]
    (other,) = {decision["best"], decision["played"]} - {move}
    how = "level" if not decision["loss"] else "better" if decision["best"] == move else "behind"
    return tr(
        f"ask-{how}",
        move=move_name(game, seat, other, tr),
        points=f"{decision['loss']:.1f}",
        whose=whose(game),
        error=f"{decision['error']:.1f}",
        sure=certainty(decision["error"], exact=decision["exact"]),
    )


def _level(game: Game, seat: int, suggestion: Suggestion, tr: Translation) -> Iterator[str]:
    """Yield what two moves of equal worth lead to.

    If outcomes tell them apart, these are one for each move, or one and the mean points, which do not differ. Otherwise
    it is an outcome that both reach about equally often, or the mean points.
    """
    decision = suggestion["decision"]
    best, played = (move_name(game, seat, decision[one], tr) for one in ("best", "played"))
    pro, contra, alike = (
        [*outcome_lines(outcome, *names, tr, "now")][:1]
        for outcome, names in (
            (decision["outcome"], (best, played)),
            (suggestion["contrary"], (played, best)),
            (suggestion["alike"], (best, played)),
        )
    )
    if pro or contra:
        yield from [*pro, *contra]
    else:
        yield from alike
    if len(pro) + len(contra) == 1 or not (pro or contra or alike):
        yield from mean_points(game, decision, best, played, tr)


def _title(table: Table, tr: Translation) -> str:
    return tr("hand-title", game=table.kind.title, situation=tr("ask-hard"))


def _again(now: Question, tr: Translation) -> Json:
    return button(AskHard(now.table.id, now.decision, sure=True), tr("review-again"))
