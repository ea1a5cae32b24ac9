"""Lines that several pages have: who is awaited, who has won, the tricks, why each point."""

from collections.abc import Callable, Iterator

from engine.game import PlayedTrick, View
from locales import Speech
from show.page import TEXT_LIMIT

LONG = 60
"""Characters from which on a fact about a seat comes last in an alt text, where it may be left out."""


def fitting(speech: Speech, write: Callable[[Speech], list[str]]) -> str:
    """Lines as one text: with all emojis or the suits' if it fits into a message so, else with Unicode signs."""
    for spoken in (speech, speech.sparingly(), speech.plainly()):
        text = "\n".join(write(spoken))
        if len(text) <= TEXT_LIMIT:
            break
    return text


def waiting_for(view: View, speech: Speech) -> str:
    """The names of the seats that are to act."""
    return speech.listed(speech.seat(seat) for seat in view["to_act"])


def winner_line(view: View, speech: Speech) -> str:
    """Who has won a game that is over."""
    winners = view["winners"]
    names = speech.listed(speech.seat(seat) for seat in winners)
    return speech("table-winner", who=names, count=len(winners))


def facts(view: View, seat: int, speech: Speech) -> Iterator[str]:
    """What everybody can see of one seat, in one line; none where there is nothing."""
    if view["by_seat"][seat]:
        yield " · ".join(speech.text(line) for line in view["by_seat"][seat])


def round_lines(view: View, round_number: int, speech: Speech) -> list[str]:
    """One line a seat: the points of a finished round, and why."""
    lines = []
    sheet, points = view["sheets"][round_number - 1], view["rounds"][round_number - 1]
    for seat, entries in enumerate(sheet):
        why = " · ".join(
            speech("sheet-line", why=text, points=f"{value:+d}" if value else "0") for text, value in entries
        )
        lines.append(speech("sheet-seat", who=speech.seat(seat), points=points[seat], lines=why))
    return lines


def tricks(view: View, speech: Speech) -> list[str]:
    """The last finished trick with its winner, then the one in progress."""
    every = view["tricks"]
    running = bool(every) and len(every[-1]["plays"]) > 0 and every[-1]["winner"] is None and not view["over"]
    lines = []
    done = every[:-1] if running else every
    if done:
        winner = done[-1]["winner"]
        name = speech("table-nobody") if winner is None else speech.seat(winner)
        lines.append(speech("table-trick-last", plays=_plays(done[-1], speech), winner=name))
    if running:
        lines.append(speech("table-trick-now", plays=_plays(every[-1], speech)))
    return lines


def _plays(trick: PlayedTrick, speech: Speech) -> str:
    plays = [(speech.seat(play["seat"]), play["text"]) for play in trick["plays"]]
    return " · ".join(speech("table-play", who=who, card=card) for who, card in plays)


def alt_text(view: View, speech: Speech) -> str:
    """What a picture of the table says, in plain words: what changes most first, seats' long facts last."""
    newest = tricks(view, speech)[::-1]
    short, long = [], []
    for seat, lines in enumerate(view["by_seat"]):
        said = [speech.text(line) for line in lines]
        short.append(": ".join([speech.seat(seat), " · ".join(fact for fact in said if len(fact) < LONG)]))
        long += [": ".join([speech.seat(seat), fact]) for fact in said if len(fact) >= LONG]
    table = [speech.text(line) for line in view["table"]]
    return "\n".join([speech.sentence(view["phase"]), *newest, *short, *table, *long])
