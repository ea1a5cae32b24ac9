"""The longest hands are within Discord's limits, in random games of every kind, seat count and language."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from engine.contract.phase import Path
from engine.game import Game
from host.place import Place
from host.tables.table import Occupant, Table
from local_discord.checks.components import MAX_TEXT
from show.actions.decision_actions import AtTable, LookUp
from show.actions.table_actions import MOST
from show.pages.game.hand import BEYOND, ROOM, Asked, hand_page, left_page, round_page
from show.pages.game.hand.choice_buttons import MOST_COMPONENTS, cost
from show.pages.game.hand.lookups import RULES, SCORES, SILLY, TRICK
from show.pages.game.hand.situation import strip_alt
from show.pages.game.score_sheet import round_page as round_sheet
from show.pages.game.score_sheet import sheet_page
from show.pages.game.shared_lines import alt_text, round_lines
from show.pages.game.spectator import spectator_page
from show.pages.game.table import details_page, end_page, table_page
from show.text.clean_names import LONGEST, cleaned
from show.text.page import ALT_LIMIT, Page, Picture, Section
from show.text.seat_names import table_translation
from storage import State
from tests.engine.kit.cases import Case, few_cases, walk
from tests.samples import SOAK
from tests.show.page_content import check_limits, clickable, components_of, lines_on_phone, parts
from tests.show.test_emojis import uploaded

pytestmark = pytest.mark.slow

GAMES = 2 if SOAK else 1
EVERY = 3 if SOAK else 61
"""The number of moves between two checks."""
LABEL = 34
"""The number of characters of a label that a phone shows."""
NUMBER, GUILD, CHANNEL, PERSON = 10**9, 10**18, 10**18 + 1, 10**18 + 2
"""The largest realistic ids: a table after years, and Discord's own ids."""
NAME = cleaned("א" + "*" * LONGEST)[:-1]
"""The longest possible name after escaping; a digit follows to tell people apart."""
SIGNS = uploaded()
EMOJIS = {text.rstrip(">").rpartition(":")[2] for text in SIGNS.values()}


def seated(game: Game) -> Table:
    """Return a table at which this game is played, by people and one computer player."""
    state: State = "over" if game.over else "playing"
    people = tuple(Occupant(user_id=PERSON + seat, name=f"{NAME}{seat}") for seat in range(game.seats - 1))
    who = (*people, Occupant(computer="hard"))
    return Table(NUMBER, Place.server(GUILD), CHANNEL, PERSON, type(game), {}, who, state, game)


def ways(game: Game, seat: int, path: Path = ()) -> Iterator[Path]:
    """Yield every way to begin a move, beginning with the empty path."""
    yield path
    for choice in game.choices(seat, path):
        if choice.reason is None:
            yield from ways(game, seat, (*path, choice.token))


def hands(game: Game, locale: str) -> Iterator[Page]:
    """Yield every page that a seat can see now, for all seats: its hand, and the steps of its moves."""
    table = seated(game)
    tr = table_translation(table, locale, SIGNS)
    for seat in range(game.seats):
        refused = next((one.reason for one in game.choices(seat) if one.reason is not None), None)
        yield hand_page(table, game, seat, tr, Asked(note=refused, hints=True))
        tabs = {kind.key for one in game.choices(seat) if (kind := game.tab(one.token)) is not None}
        yield from (hand_page(table, game, seat, tr, Asked(tab=tab, hints=True)) for tab in tabs)
        yield from (hand_page(table, game, seat, tr, Asked(path, hints=True)) for path in ways(game, seat))


def instead_of_hands(game: Game, locale: str) -> Iterator[Page]:
    """Yield every page that can replace a hand."""
    table = seated(game)
    tr = table_translation(table, locale, SIGNS)
    looks = [
        *(LookUp(AtTable(NUMBER), what) for what in (TRICK, SCORES, SILLY)),
        *(LookUp(AtTable(NUMBER), RULES, page) for page in range(10)),
    ]
    yield from (hand_page(table, game, 0, tr, Asked(looking=look)) for look in looks)
    yield left_page(table, tr)
    if game.rounds and not game.over:
        yield from (round_page(table, game, seat, tr) for seat in range(game.seats))


def public_pages(game: Game, locale: str) -> Iterator[Page]:
    """Yield the public pages of a table, and those behind its buttons."""
    table, view = seated(game), game.view(None)
    tr = table_translation(table, locale, SIGNS)
    yield end_page(table, view, tr) if game.over else table_page(table, view, tr)
    yield details_page(table, tr)
    yield spectator_page(table, game, None, tr, follows=False)
    if game.rounds:
        yield sheet_page(table, tr)
        yield round_sheet(table, view, len(game.rounds), tr)


def measured(page: Page) -> dict[str, int]:
    """Return the values of a page that Discord limits."""
    components = components_of(page)
    return {
        "components": cost(page.parts),
        "characters": sum(map(len, parts(components, "content"))),
        "label": max((len(one.get("label", "")) for one in clickable(page)), default=0),
        "custom id": max((len(one["custom_id"]) for one in clickable(page)), default=0),
        "alt text": max(map(len, parts(components, "description")), default=0),
    }


LIMITS = {
    "components": MOST_COMPONENTS,
    "characters": MAX_TEXT,
    "label": LABEL,
    "custom id": MOST,
    "alt text": ALT_LIMIT,
    "sheet alt": ALT_LIMIT,
    "cut": 0,
}


def looked_at(case: Case, number: int, every: int) -> Iterator[Game]:
    """Yield positions of a random game: the first, the last, and one in `every` between them."""
    start = Random(f"{case} {number}").randrange(every)
    for step, game in enumerate(walk(case, number)):
        if step == 0 or step % every == start or game.over:
            yield game


def longest(case: Case, locale: str) -> dict[str, int]:
    """Return the greatest value of each limited property, and check each page as Discord does."""
    worst: dict[str, int] = defaultdict(int)
    for course in range(GAMES):
        for game in looked_at(case, course, EVERY):
            pages = [*hands(game, locale), *(instead_of_hands(game, locale) if game.over or not game.history else ())]
            for page in [*pages, *public_pages(game, locale)]:
                check_limits(page, EMOJIS)
                for what, much in measured(page).items():
                    worst[what] = max(worst[what], much)
            aside = table_translation(seated(game), locale).aside()
            for seat in range(game.seats):
                view = game.view(seat)
                strip = strip_alt(view, seat, aside)
                worst["alt text"] = max(worst["alt text"], len(strip))
                worst["cut"] += sum(aside.text(line) not in strip for line in (*view["table"], *view["by_seat"][seat]))
            view = game.view(None)
            said = alt_text(view, aside)
            worst["cut"] += sum(aside.text(line) not in said for line in view["table"])
            for number in range(len(game.rounds)):
                sheet = "\n".join(round_lines(view, number + 1, aside))
                worst["sheet alt"] = max(worst["sheet alt"], len(sheet))
    return worst


@pytest.mark.drawn(1)
@few_cases
def test_longest_hand_of_random_games_is_within_every_limit_and_not_cut(case: Case) -> None:
    for locale in ("en-US", "ja") if SOAK else (Random(str(case)).choice(("en-US", "ja")),):
        worst = longest(case, locale)
        print(f"{case} {locale}: {dict(worst)}")
        assert {what: much for what, much in worst.items() if much > LIMITS[what]} == {}


def explained(locale: str) -> list[Page]:
    """Return hands of two games in which choices have explanations beside their buttons."""
    cases = [Case(Game.games[kind], 4, {}) for kind in ("saizen", "tezumashi")]
    pages = [page for case in cases for game in looked_at(case, 0, 13) for page in hands(game, locale)]
    return [page for page in pages if any(isinstance(one, Section) for one in page.parts)]


def test_explained_choices_and_a_hint_leave_out_the_picture_where_a_phone_lacks_the_room() -> None:
    pages = explained("en-US")
    drawn = [page for page in pages if any(isinstance(one, Picture) for one in page.parts)]
    assert 0 < len(drawn) < len(pages)
    assert max(map(lines_on_phone, drawn)) <= ROOM + BEYOND


@pytest.mark.parametrize("locale", ["en-US", "ja"])
def test_either_all_buttons_beside_explanations_name_their_choices_or_none_does(locale: str) -> None:
    general = {"en-US": {"Choose", "Use", "Take"}, "ja": {"選ぶ", "使う", "取る"}}[locale]
    for page in explained(locale):
        beside = [one.beside for one in page.parts if isinstance(one, Section)]
        words = {one["label"] for one in beside if isinstance(one, dict)}
        assert len(words) == 1 or not words & general
