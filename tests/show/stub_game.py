"""A stub game of three rounds, and stub pages that show only their state."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from engine import phrases
from engine.contract.phase import OVER, Phase
from engine.game import Game, Path, View
from engine.text import Text
from host.tables import message_records as host_posts
from host.tables.table import Table
from show import desired
from show.messages import reconciler
from show.panels import open_panels, spectators
from show.text.page import Page, page

NEXT, ALL, END = 0, 1, 2
"""The moves: the next seat must act, all seats must act, or the round ends."""


class StubGame(Game):
    """Three rounds for two or three players; each move names the seats that act after it, or ends the round."""

    id = "stub"
    title = phrases.GAME_ENDED()
    seat_counts = (2, 3)
    suits = ()
    moves = ("next", "all", "end")
    setup_keys = ()
    deal_keys = ()

    __slots__ = ("starter",)

    def _begin(self) -> None:
        self.starter = 0

    def _deal(self) -> None:
        self.to_act = (self.starter,)

    @property
    def round_count(self) -> int:
        return 3

    @classmethod
    def path(cls, move: int) -> Path:
        return (cls.moves[move],)

    @classmethod
    def coaching(cls, view: View) -> list[Text]:  # noqa: ARG003
        return []

    def view(self, seat: int | None = None) -> View:
        shown = {"round": self.round, "round_count": 3 + 1, "moves": len(self.history), "over": self.over}
        return cast("View", shown | {"game": self.id, "seat": seat})


class StubPhase(Phase[StubGame]):
    """The only phase of the stub game."""

    id = "stub"
    moves = range(3)

    __slots__ = ()

    def legal_moves(self, game: StubGame, seat: int) -> tuple[int, ...]:
        return (NEXT, ALL, END)

    def apply(self, game: StubGame, seat: int, move: int) -> None:
        waiting = tuple(one for one in game.to_act if one != seat)
        game.starter = (seat + 1) % game.seats
        if move == END and not waiting:  # other seats that must act keep their decisions
            game.end_round([seat] * game.seats)
        elif move == ALL and not waiting:
            game.to_act = tuple(range(game.seats))
        else:
            game.to_act = waiting or (game.starter,)

    def offers(self, game: StubGame, seat: int) -> Iterable[int]:
        return self.legal_moves(game, seat)

    def log_line(self, game: StubGame, seat: int, move: int) -> Text:
        return phrases.GAME_ENDED()


for part in (StubGame, StubPhase):
    part.__abstractmethods__ = frozenset()  # the stub pages use no further methods
StubGame._paths = tuple((move,) for move in StubGame.moves)
StubGame._first_phase = StubPhase()  # type: ignore[abstract]  # a phase that is not registered
StubGame.phases = {"stub": StubGame._first_phase, "over": OVER}
StubGame._numbers = {text: number for number, text in enumerate(StubGame.moves)}


# --- Texts of the stub pages: the kind of page, the table, and the state


def turn_text(user: int, message: object) -> str:
    """Return the text of a mention that links to a message."""
    return f"turn {user} at {message}"


def lobby_text(table: Table, home: int) -> str:
    """Return the text of a lobby's message."""
    state = "begun" if table.state == "playing" else table.state
    seats = "-".join(str(who.user_id) if who else "free" for who in table.occupants)
    return f"lobby {table.id} {state} {seats} {home if state in {'begun', 'over'} else ''}"


def _hand_page(table: Table, game: Game, seat: int, *_: object) -> Page:
    return page(hand_text(table, game, seat))


def hand_text(table: Table, game: Game, seat: int) -> str:
    """Return the text of a panel."""
    return f"hand {table.id} {seat} {game.moves_made(seat)} {seat in game.to_act} {game.over}"


def round_text(table: Table, game: Game) -> str:
    """Return the text of a panel that shows the end of a round."""
    return f"round over {table.id} {game.round}"


_PAGES: dict[str, Callable[..., Page]] = {
    "lobby_page": lambda table, _tr, home: page(lobby_text(table, home)),
    "table_page": lambda table, view, _tr: page(f"table {table.id} {view['round']} {view['moves']}"),
    "end_page": lambda table, view, *_: page(f"end {table.id} {view['round']} {view['moves']}"),
    "round_page": lambda table, _view, number, _tr: page(f"sheet {table.id} {number}"),
    "stopped_page": lambda table, *_: page(f"stopped {table.id}"),
    "promise_page": lambda table, _tr: page(f"promise {table.id}"),
    "proof_page": lambda table, _tr: page(f"proof {table.id}"),
    "winner_page": lambda _view, link, _tr: page(f"winner beside {link.rpartition('/')[2]}"),
    "rematch_page": lambda table, _tr: page(f"promise of a rematch of {table.id}"),
    "invitation_page": lambda _table, user, link, _tr: Page(
        (f"invitation {user} to {link.rpartition('/')[2]}",), notify=(user,)
    ),
    "turn_page": lambda user, link, *_, **__: Page((turn_text(user, link.rpartition("/")[2]),), notify=(user,)),
}


@contextmanager
def stub_pages_and_game() -> Iterator[None]:
    """Use the stub pages and the stub game, and nonces and computer players that are the same in each run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Game.games, StubGame.id, StubGame)
        for name, stub in _PAGES.items():
            patch.setattr(desired, name, stub)
        patch.setattr(reconciler, "lobby_page", _PAGES["lobby_page"])
        patch.setattr(open_panels, "hand_page", _hand_page)
        patch.setattr(
            spectators, "spectator_page", lambda _table, game, *_, **__: page(f"onlooker {len(game.history)}")
        )
        patch.setattr(open_panels, "TOKEN_SECONDS", 86_400.0)  # panels must still be open at the end of a history
        patch.setattr(open_panels, "round_page", lambda table, game, *_, **__: page(round_text(table, game)))
        patch.setattr("host.ai.players.Random", lambda: Random(0))
        numbers = count()
        patch.setattr(host_posts, "secrets", SimpleNamespace(token_hex=lambda _bytes: f"{next(numbers):016}"))
        yield


def random_move(random: Random) -> str:
    """Draw a move in notation; a game has about twenty moves."""
    return StubGame.moves[random.choices((NEXT, ALL, END), (6, 2, 3))[0]]
