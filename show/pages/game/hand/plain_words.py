"""Hands in plain words, for screen readers: the text says what pictures, emojis and grey buttons would say."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine.game import Choice, View
from engine.phrases import CANNOT_GO
from engine.text import CARD, Text
from host.tables.table import Table
from locales import Translation
from show.pages.game.absences import late_seats
from show.pages.game.hand.situation import in_words
from show.pages.game.shared_lines import points_line, practice_line, seat_in_words
from show.pages.game.tricks import last_trick, running_trick, trick_in_words
from show.text.page import DOT, Page, Part, Picture

FACTS = (4000, 60, 25, 0)
"""Greatest lengths of a fact about a seat, in characters, tried in this order until the state fits. No fact is longer
than the first.
"""
MOST_STATE = 2000
"""Greatest number of characters of the state in words: half of Discord's limit for a message."""
FACE_DOWN = "■"
"""The sign of a face-down card in a row."""


def heading(table: Table, view: View, tr: Translation, words: str = "") -> Iterator[str]:
    """Yield a line with the game, the round and the phase, and a line with everybody's points by name.

    `words`, if not empty, replace the number of the round.
    """
    practice = [tr("hand-practice")] if table.origin else []
    where = words or tr("hand-round", round=view["round"], rounds=view["round_count"])
    phase = [] if view["over"] else [tr.sentence(view["phase"])]
    yield tr("hand-situation", game=table.kind.title, situation=DOT.join([*practice, where, *phase]))
    yield points_line(view["scores"], tr, late=late_seats(table))
    if table.origin:
        yield from (*practice_line(table, tr), tr("hand-private"))


def last_trick_line(view: View, tr: Translation) -> Iterator[str]:
    """Yield the last finished trick of the round, with names instead of symbols."""
    trick = last_trick(view)
    if trick is not None:
        yield trick_in_words("trick-done", trick, tr)


def state_in_words(view: View, seat: int, tr: Translation) -> str:
    """Return in words what a hand's picture shows; if this is too long, without the longest facts about other seats."""
    return _fitting_state(lambda longest: in_words(view, seat, tr, longest, tr("plain-you")))


def table_in_words(view: View, tr: Translation) -> str:
    """Return in words what a table's picture shows; if this is too long, without the longest facts about seats."""
    running = running_trick(view)
    trick = [trick_in_words("trick-running", running, tr)] if running is not None and running["plays"] else []
    table = [*trick, *(tr.text(line) for line in view["table"])]
    seats = range(view["seats"])
    return _fitting_state(lambda longest: [*table, *(seat_in_words(view, seat, tr, longest) for seat in seats)])


def _fitting_state(lines: Callable[[int], Iterable[str]]) -> str:
    """Return the lines with as many facts as fit.

    `lines` takes a number of characters, and returns the lines without facts longer than that.
    """
    for longest in FACTS:
        said = "\n".join(lines(longest))
        if len(said) <= MOST_STATE:
            break
    return said


def hand_line(view: View, tr: Translation) -> str:
    """Return the cards of the hand by name."""
    return tr("plain-hand", cards=tr.listed(map(tr.card, view["hand"]))) if view["hand"] else tr("hand-empty")


def choice_lines(choices: Iterable[Choice], tr: Translation) -> Iterator[str]:
    """Yield the names of the allowed choices, then those of forbidden choices, grouped by the reason."""
    free, forbidden = list[Choice](), dict[Text, list[Choice]]()
    for one in choices:
        if one.reason is None:
            free.append(one)
        else:
            forbidden.setdefault(_why(one.reason), []).append(one)
    cards = [one for one in free if _is_card(one)]
    others = [one for one in free if one not in cards]
    if cards:
        yield tr("plain-can-play", cards=_listed(cards, tr))
    if others:
        yield tr("plain-can-choose", choices=_listed(others, tr))
    for why, few in forbidden.items():
        yield tr("plain-cannot", choices=_listed(few, tr), why=tr.sentence(why))


def without_pictures(page: Page, tr: Translation) -> Page:
    """Replace each picture of a page by its alt text, and the symbol of a face-down card by words."""
    return replace(page, parts=tuple(_in_words(part, tr) for part in page.parts))


def _in_words(part: Part, tr: Translation) -> Part:
    if isinstance(part, Picture):
        part = part.alt
    return part.replace(FACE_DOWN, tr("plain-face-down")) if isinstance(part, str) else part


def _listed(choices: Iterable[Choice], tr: Translation) -> str:
    return tr.listed(_named(one, tr) for one in choices)


def _named(choice: Choice, tr: Translation) -> str:
    name = tr.text(choice.label)
    return tr("plain-copies", card=name, count=choice.copies) if choice.copies > 1 else name


def _is_card(choice: Choice) -> bool:
    return choice.label.key == CARD.key


def _why(reason: Text) -> Text:
    """Return the reason of a refusal without the name of the refused card."""
    why = reason.args.get("why") if reason.key == CANNOT_GO.key else None
    return why if isinstance(why, Text) else reason
