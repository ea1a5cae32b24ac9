"""No public page and no answer to a join shows a hash; the hashes are in files and on a page behind a button."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from host.lobby import deal_commitments
from host.tables.table import Occupant, State, Table, Turn
from show.desired import LOBBY, PageInputs, posts, turns
from show.pages.lobby import joined_page
from show.text.emojis import EmojiSet
from show.text.page import Page
from tests.show.basics import AKI, BEN, HOME, every_game, every_locale
from tests.show.page_content import components_of, parts
from tests.show.tables import a_lobby, a_table, play_out, play_some, with_occupant

HASH = re.compile(r"[0-9a-fA-F]{17,}")
MARKUP = re.compile(r"<[^<>]*>|https://\S+")
"""Mentions, emojis and links. Their numbers do not count, because nobody reads them."""


def tables(game: str) -> Iterator[Table]:
    """Yield tables of a game in every state, also with commitments that a restore has renewed."""
    kind, random = Game.games[game], Random(4)
    click = 1_440_000_000_000_000_001
    lobby = with_occupant(a_lobby(kind), 0, cuts=1)
    lobby = replace(lobby, promise=DealCommitment("1", kind.id, 1, b"s" * 32, (f"join {click}",)))
    running = a_table(kind, people=2)
    running = replace(with_occupant(running, 1, left_by=102), turns={0: Turn(0, 0, remind=None, due=9)})
    later = a_table(kind, people=2)
    play_some(later.game or kind(4, {}), random, 60)
    over = play_out(a_table(kind, people=2), random)
    over = replace(over, rematch=deal_commitments.for_rematch(over).after(f"join {click}"))
    every = {"lobby": [lobby], "playing": [running, later], "over": [over, replace(over, game=None)]}
    for state in get_args(State):
        for table in every.get(
            state, [replace(lobby, close_reason="idle"), replace(running, close_reason="ended", game=None)]
        ):
            for renewed in (False, True):
                rematch_renewed = renewed and table.rematch is not None
                yield replace(table, state=state, renewed=renewed, rematch_renewed=rematch_renewed)


def public_pages(table: Table, locale: str) -> Iterator[Page]:
    """Yield every public page of a table."""
    inputs = PageInputs(locale, EmojiSet(), HOME)
    existing = [LOBBY, "promise", *(["round:1"] if table.was_dealt else [])]
    first = [one.slot for one in posts(table, existing, inputs)]
    wanted = posts(table, [*existing, *first], inputs)
    for one in [*wanted, *turns(table, inputs, "https://discord.com/channels/1/2/3")]:
        if one.page is not None:
            yield one.page()


def shown(page: Page) -> str:
    """Return everything that people read on a page: texts, labels, alt texts."""
    components = components_of(page)
    every = [one for key in ("content", "label", "description", "placeholder") for one in parts(components, key)]
    return MARKUP.sub("", "\n".join(every))


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_no_public_page_shows_a_hash_in_any_state(game: str, locale: str) -> None:
    states, seen = set(), 0
    for table in tables(game):
        for page in public_pages(table, locale):
            assert not HASH.findall(shown(page)), (table.state, page.text)
            states.add(table.state)
            seen += 1
    assert states == set(get_args(State))
    assert seen > 30


@every_locale
@every_game
def test_no_answer_to_a_join_shows_a_hash(game: str, locale: str) -> None:
    lobbies = [table for table in tables(game) if table.state == "lobby"]
    for lobby in lobbies:
        table = with_occupant(lobby, lobby.seat_count - 1, Occupant(user_id=BEN, name="Ben"))
        for user in (AKI, BEN):
            page = joined_page(table, user, 1_440_000_000_000_000_001, PageInputs(locale, EmojiSet(), HOME).tr(table))
            assert not HASH.findall(shown(page)), page.text


def test_this_test_finds_a_hash_in_any_text_of_a_page() -> None:
    long = "0123456789abcdef0"
    for text in (f"a {long} b", f"`{long}`", f"Commitment:{long.upper()}"):
        assert HASH.findall(shown(Page((text,))))
    assert not HASH.findall(shown(Page((f"<#{'1' * 19}> {long[:16]}",))))


@pytest.mark.parametrize("renewed", [False, True])
def test_commitment_is_public_in_a_file_before_the_deal_and_after_it(renewed: bool) -> None:
    lobby = replace(a_lobby(Game.games["saizen"]), renewed=renewed)
    assert lobby.promise is not None
    files = [one.text for page in public_pages(lobby, "en-US") for one in page.attachments]
    assert [lobby.promise.commitment in text for text in files] == [True]
