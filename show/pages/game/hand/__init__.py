"""The page of a player's hand: one private message with everything that a decision needs.

From the top: the situation and the changes, a picture, the question, and a button for each choice, built step by step
from the engine's `choices`. The page has no container, so that the longest hand fits in forty components.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pictures
from engine.game import Game, Path, View
from engine.text import Text
from host.people.personal_results import PersonalResult
from host.refusals import UNASKED
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import LookUp
from show.actions.table_actions import OpenHand
from show.pages.game.hand.choice_buttons import ChoiceButtons
from show.pages.game.hand.controls import Controls, table_controls
from show.pages.game.hand.hints import hint_lines
from show.pages.game.hand.lookups import looked_up
from show.pages.game.hand.plain_words import (
    choice_lines,
    hand_line,
    heading,
    last_trick_line,
    state_in_words,
    without_pictures,
)
from show.pages.game.hand.result import NOTHING, result_page
from show.pages.game.hand.situation import cards_line, in_words, rematch_lines, situation_lines, strip_alt
from show.pages.game.score_sheet import sheet_picture, sheet_words
from show.pages.game.shared_lines import closing_lines, fitting
from show.pages.game.tricks import ending_lines, running_line, tricks_before
from show.text.page import DOT, Drawing, Json, Page, Part, Picture, Section, button
from show.text.phone import BESIDE_BUTTON, button_lines, phone_lines

MOST_TEXT = 4000
"""Greatest number of characters of all texts in a message: Discord's limit."""
ROOM = 15.3
"""The height that texts and buttons may have on a phone, in lines of small print (21 pixels).

Together with the picture this is about 600 pixels.
"""
BEYOND = 3.7
"""The lines of small print by which a page with explained choices and a picture may exceed `ROOM`, hints included.

The page is then about 700 pixels high. If a page would be higher, its picture is left out. People still find the
picture on the other tabs and one step before.
"""
SPARE = 1.0
"""The lines of small print by which a page with a note may exceed `ROOM` before it leaves out its hint."""
ROW_ROOM, SECTION_ROOM = 2.3, 2.6
"""The height of a row of buttons, and the least height of a sentence with a button, in lines of small print."""
__all__ = [
    "Asked",
    "gone_page",
    "hand_page",
    "leading",
    "left_page",
    "round_page",
    "takes_coaching",
]


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of a hand page besides the position: the chosen path, a note, or a lookup such as the rules."""

    path: Path = ()
    note: Text | None = None
    """A text in place of the question."""
    hints: bool = False
    hints_hidden: bool = False
    """True if the user has turned their hints off: the page then offers to turn them on again."""
    hints_off: bool = False
    """True if the user has just turned hints off: the page then confirms this once."""
    tab: str = ""
    """The kind of choices displayed; "" for the first kind."""
    looking: LookUp | None = None
    """A lookup displayed in place of the hand."""
    back: bool = False
    """True if the user returns to a seat for which a computer player has played: the page then says so once."""
    plain: bool = False
    """True if the user reads hands in plain words, see `PersonSettings.plain`."""
    coaching: Text | None = None
    """The sentence of a rule that matters for the first time; it takes the place of advice."""
    lesson: Text | None = None
    """The sentence of a lesson, which takes the place of hints."""
    heading: str = ""
    """Words that take the place of the number of the round."""


def hand_page(
    table: Table,
    game: Game,
    seat: int,
    tr: Translation,
    asked: Asked,
    result: PersonalResult = NOTHING,
    controls: Controls | None = None,
) -> Page:
    """Build the hand of a seat, with a button for each choice that can follow the chosen path.

    If the reader has opened a lookup, build its page instead. Once the game is over, build the last page of the hand,
    with what the game has changed for the reader (`result`).

    Args:
        table: the game's table; a game of no table has one that is stored nowhere.
        game: the position.
        seat: the reader's seat.
        tr: the reader's language.
        asked: what the page displays besides the position.
        result: what the game has changed for the reader.
        controls: the actions of the buttons; None for those of the table. In other scopes the page gives
            `game.last_round` as the number of rounds, because such a game may be shorter than a whole game.
    """
    of_table, controls = controls is None, controls or table_controls(table, game, seat)
    spoken = tr.in_words() if asked.plain else tr
    if asked.looking is not None:
        page = looked_up(table, game, seat, asked.looking, spoken, controls.hand)
        return without_pictures(page, spoken) if asked.plain else page
    view = game.view(seat)
    if not of_table:
        view["round_count"] = game.last_round

    def write(words: Translation) -> Page:
        if view["over"]:
            return result_page(table, game, view, words, asked.note, result)
        return (_plain_hand if asked.plain else _hand)(table, game, view, words, asked, controls)

    return without_pictures(write(spoken), spoken) if asked.plain else _fitting(tr, write)


def _plain_hand(table: Table, game: Game, view: View, tr: Translation, asked: Asked, controls: Controls) -> Page:
    seat = int(view["seat"] or 0)
    choices = ChoiceButtons(game, seat, asked.path, asked.tab, tr, controls, plain=True)
    above, switch = _above_question(table, game, view, choices, asked, tr, controls)
    told = [*heading(table, view, tr, asked.heading), *rematch_lines(table, game, seat, tr), *last_trick_line(view, tr)]
    ask = [*_played_for(game.forced_move_lines(seat), tr), hand_line(view, tr), *_chosen(game, choices, asked, tr)]
    ask += [*above, *_noted(asked.note, tr), *_question(view, choices, replace(asked, note=None), tr)]
    ask += choice_lines(choices.shown, tr)
    parts = ("\n".join(told), state_in_words(view, seat, tr), "\n".join(ask))
    return Page((*parts, *choices.parts(len(parts), switch)), framed=False, language=tr.language)


def round_page(
    table: Table, game: Game, seat: int, tr: Translation, note: Text | None = None, *, plain: bool = False
) -> Page:
    """Build the page that replaces a hand when its round has ended.

    It shows the note, the last trick or the end of the round, the points with their reasons, the totals, and a button
    to the next round. With `plain` the alt text takes the place of the picture.
    """
    tr = tr.in_words() if plain else tr
    view, ended = game.view(None), game.round - 1
    made, since = game.forced_move_lines(seat, ended), game.moves_since_choice(seat)
    on = button(OpenHand(table.id), tr("hand-next-round", round=game.round), "▶️", "primary")
    title = tr("table-round-over", game=table.kind.title, round=ended)
    picture = sheet_picture(view, ended, tr)

    def write(spoken: Translation) -> Page:
        last = [spoken("hand-small", line=line) for line in ending_lines(tricks_before(game), since, spoken)]
        last = last or list(_played_for(made, spoken))
        head = [title, *_noted(note, spoken), *last, *closing_lines(view, ended, spoken)]
        return Page(("\n".join(head), picture, sheet_words(view, ended, spoken), (on,)), framed=False)

    return without_pictures(_fitting(tr, write), tr) if plain else _fitting(tr, write)


def left_page(table: Table, tr: Translation) -> Page:
    """Build the page that answers a click on an outdated panel, after the user has opened another panel."""
    here = button(OpenHand(table.id), tr("table-hand"), style="primary")
    return Page((tr("hand-left-behind", game=table.kind.title), (here,)), framed=False)


def gone_page(table: Table, user_id: int, tr: Translation) -> Page:
    """Build the last page of a panel whose user has left or was removed, or whose game was ended."""
    removed = any(who.removed for who in table.occupants if who and who.left_by == user_id)
    left = "seats-put-out" if removed else "seats-gone"
    if table.close_reason in UNASKED:
        return Page((tr.text(UNASKED[table.close_reason]()),), framed=False)
    return Page((tr(left if table.seat_of(user_id) is None else "seats-ended"),), framed=False)


def leading(page: Page, link: str | None, tr: Translation) -> Page:
    """Add a link to the table message to the first line of a page, if the link is known and fits."""
    way = tr("hand-way", link=link) if link else ""
    if not way or len(page.text) + len(way) > MOST_TEXT:
        return page
    place, text = next((place, part) for place, part in enumerate(page.parts) if isinstance(part, str))
    first, line_end, rest = text.partition("\n")
    return replace(page, parts=(*page.parts[:place], f"{first}{DOT}{way}{line_end}{rest}", *page.parts[place + 1 :]))


def _fitting(tr: Translation, write: Callable[[Translation], Page]) -> Page:
    return fitting(tr, write, lambda page: len(page.text))


def _hand(table: Table, game: Game, view: View, tr: Translation, asked: Asked, controls: Controls) -> Page:
    seat = int(view["seat"] or 0)
    choices = ChoiceButtons(game, seat, asked.path, asked.tab, tr, controls)
    above, switch = _above_question(table, game, view, choices, asked, tr, controls)
    # Beside buttons for other things than the hand's cards, only the last trick has room.
    besides = choices.open and not (view["hand"] and _on_buttons(view, choices))
    # Leave out what has changed since the player's last move if the player has begun a move, and so has read it, or if
    # a note, such as a refusal, is displayed together with hints, which need the room. So do explained choices with a
    # hint on a page that would be too high.
    read = asked.path or (asked.note is not None and above)
    below = choices.parts(3, switch)
    told, question = list(_ask(game, view, choices, asked, tr)), list(_question(view, choices, asked, tr))
    hint = sum(map(phone_lines, above[:1]))

    def situated(since: Sequence[tuple[int, str]] = (), news: int = 0) -> tuple[str, float]:
        """Return the situation with these changes, and the height left for hints, in lines of small print."""
        lines = situation_lines(table, view, tr, since, news, several=not besides, heading=asked.heading)
        situation = "\n".join([*lines, *rematch_lines(table, game, seat, tr)])
        return situation, ROOM - sum(map(row_lines, below)) - sum(map(phone_lines, (situation, *told, *question)))

    changed = () if read else (game.moves_since_choice(seat), len(game.log_since_last_move(seat)))
    situation, room = situated(*changed)
    if choices.explained and hint and room + SPARE < hint:
        situation, room = situated()
    # A note is longer than the question that it replaces. So hints above it are kept only where a phone has room.
    first = asked.note is None or asked.lesson is not None or room + SPARE >= hint
    trick = [tr("hand-small", line=line) for line in [running_line(view, tr)] if line is not None and choices.open]
    hints = [*_fitting_lines(above, room - sum(map(phone_lines, trick)))] if first else []
    if sum(map(phone_lines, (*hints, *trick))) > room:
        trick = []
    ask = "\n".join([*told, *hints, *trick, *question])
    beyond = sum(map(phone_lines, hints)) - room
    lying = () if choices.explained and beyond > BEYOND else (_lying(view, seat, tr),)
    return Page((situation, *lying, ask, *below), framed=False, language=tr.language)


def row_lines(row: Part) -> float:
    """Return the height of a row of buttons, or of a sentence with a button, in lines of small print."""
    if isinstance(row, Section):
        return max(SECTION_ROOM, phone_lines(row.text, BESIDE_BUTTON))
    return ROW_ROOM * button_lines(row) if isinstance(row, tuple | list) else ROW_ROOM


def _fitting_lines(lines: Sequence[str], room: float) -> Iterator[str]:
    """Yield the first line, and further lines as long as all together fit in `room` lines of a phone."""
    for number, line in enumerate(lines):
        room -= phone_lines(line)
        if number and room < 0:
            return
        yield line


def _on_buttons(view: View, choices: ChoiceButtons) -> bool:
    return set(view["hand"]) <= {choice.token for choice in choices.open}


def _lying(view: View, seat: int, tr: Translation) -> Picture | str:
    """Return the picture of the table for a seat, or a description in words if the game has no such picture."""
    if not pictures.has_strip(view["game"]):
        return "\n".join(in_words(view, seat, tr))
    return Picture(Drawing("panel", view), strip_alt(view, seat, tr.aside()))


def _ask(game: Game, view: View, choices: ChoiceButtons, asked: Asked, tr: Translation) -> Iterator[str]:
    """Yield the moves that the bot played for the seat, the cards if they have no buttons, and the chosen path."""
    seat = choices.seat
    yield from _played_for(game.forced_move_lines(seat), tr)
    if not _on_buttons(view, choices):
        yield cards_line(view, tr)
    elif not view["hand"] and not choices.open:
        yield tr("hand-empty")
    yield from _chosen(game, choices, asked, tr)


def _chosen(game: Game, choices: ChoiceButtons, asked: Asked, tr: Translation) -> Iterator[str]:
    """Yield a line with the choices already made for the move, unless the question names them."""
    if asked.path:
        path = tr.listed(tr.text(game.label(choices.seat, token)) for token in asked.path)
        if not (choices.question and path in tr.text(choices.question)):
            yield tr("hand-chosen", path=path)


def _above_question(
    table: Table, game: Game, view: View, choices: ChoiceButtons, asked: Asked, tr: Translation, controls: Controls
) -> tuple[list[str], list[Json]]:
    """Return the lines above the question, such as hints, and the button that turns hints off or on again."""
    if asked.lesson is not None:
        return [tr("lesson-say", line=tr.sentence(asked.lesson))], []
    notice = _notice_key(table, choices.seat, asked)
    off = asked.hints_off if notice is not None else asked.hints_hidden
    show = [button(controls.switch_hints(on=True), tr("hand-show-hints"), "💡")] if off else []
    if notice is not None:
        return [tr(notice)], show
    rule = asked.coaching if takes_coaching(table, game, choices.seat, asked) else None
    if rule is not None or not asked.hints or not choices.open:
        return [tr("hand-coach", rule=tr.sentence(rule))] if rule else [], show
    lines = hint_lines(game, view, choices.seat, tr)
    return lines, [button(controls.switch_hints(on=False), tr("hand-hide-hints"), "💡")] if lines else []


def takes_coaching(table: Table, game: Game, seat: int, asked: Asked) -> bool:
    """Return whether a hand has a place for a sentence of coaching.

    There is no place while somebody else decides, and while a lookup or a notice is displayed. Nor is there
    one at the first decision of a game if hints are on, because those hints begin with the aim of the game.
    """
    first = asked.hints and not game.moves_made(seat)
    return seat in game.to_act and asked.looking is None and not first and _notice_key(table, seat, asked) is None


def _notice_key(table: Table, seat: int, asked: Asked) -> str | None:
    """Return the key of the notice that stands in place of hints and coaching; None if there is no notice."""
    who = table.occupants[seat]
    if table.lost_since is not None:
        return "hand-lost"
    if asked.back:
        return "hand-back-again"
    if who is not None and who.misses and asked.note is None and not (asked.path or asked.tab):
        return "hand-missed"
    return "hints-off" if asked.hints_off else None


def _question(view: View, choices: ChoiceButtons, asked: Asked, tr: Translation) -> Iterator[str]:
    """Yield the line right above the buttons: a note, the question, or the names of players who must decide."""
    if asked.note is not None:
        yield from _noted(asked.note, tr)
    elif choices.tabbed:
        yield tr("hand-take-one")  # the tabs name the kinds of choices
    elif (question := choices.question) is not None:
        yield tr("hand-ask", prompt=tr.sentence(question))
    else:
        awaited = tr.listed(tr.signed_seat(one) for one in view["to_act"])
        yield tr("hand-thinking", who=awaited, count=len(view["to_act"]))


def _noted(note: Text | None, tr: Translation) -> Iterator[str]:
    if note is not None:
        yield tr("hand-note", note=tr.sentence(note))


def _played_for(made: Sequence[Text], tr: Translation) -> Iterator[str]:
    if made:
        yield tr("hand-played-for", moves=tuple(made))
