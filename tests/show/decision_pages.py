"""Choices and contents of the pages of one decision, for decisions that belong to no table."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from engine.game import Game, Path
from show.actions.table_actions import Action
from show.pages.game.hand import Asked
from show.text.page import Drawing, Page, Picture
from tests.engine.kit import cases
from tests.engine.kit.swaps import Redealt, cuts, redealt
from tests.show.page_content import check_limits, clickable, components_of
from tests.show.pages.test_worst_hands import EMOJIS


def moves_on(
    game: Game,
    seat: int,
    page_of: Callable[[Asked], Page],
    read: Callable[[Action | None], tuple[Path, bool] | str | None],
) -> set[Path]:
    """Return every complete move that people can make on the pages of a decision, with all buttons, lists and tabs.

    Args:
        game: the position.
        seat: the seat that decides.
        page_of: builds the page for a path and a tab.
        read: returns the path that an action chooses and whether the choice is confirmed, or the tab that it opens;
            None for other actions.
    """
    found = set[Path]()
    seen = set[Asked]()
    todo = [Asked()]
    while todo:
        asked = todo.pop()
        if asked in seen:
            continue
        seen.add(asked)
        page = page_of(asked)
        check_limits(page, EMOJIS)
        for one in clickable(page):
            for picked in [[line["value"]] for line in one["options"]] if "options" in one else [[]]:
                chosen = read(Action.parse(one["custom_id"], picked))
                if isinstance(chosen, str):
                    todo.append(Asked(asked.path, tab=chosen))
                elif chosen is not None:
                    path, sure = chosen
                    move = game.move_of_path(seat, path)
                    if move is None or (game.warning(seat, path[-1]) is not None and not sure):
                        todo.append(Asked(path))
                    elif game.why_not(seat, move) is None:
                        found.add(path)
    return found


def blind_decisions(kind: type[Game], seed: int) -> Iterator[tuple[int, Redealt]]:
    """Yield, without end, decisions of seats that cannot know which hidden cards were swapped."""
    every, random = cases.cases_of(kind), Random(seed)
    for number in count():
        for cut in cuts(every[number % len(every)], number, 20):
            state = redealt(cut, random) if cut.game.to_act else None
            if state is not None:
                yield from ((seat, state) for seat in state.game.to_act if seat in state.blind)


def sent_by(pages: Sequence[Page]) -> str:
    """Return all that pages send, with the views from which their pictures are drawn."""
    pictures = [one.drawing for page in pages for one in page.parts if isinstance(one, Picture)]
    views = [one.view for one in pictures if isinstance(one, Drawing)]
    return json.dumps([[components_of(page) for page in pages], views])
