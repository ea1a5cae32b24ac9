"""Actions of people at tables, from opening a lobby to a rematch. Each can tell how often the bot has stored it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.contract.options import describe
from engine.game import Game
from engine.knowledge.decided import is_decided
from engine.players import LEVELS
from host import refusals
from host.play.time_control import SECONDS
from host.settings import MOST_LOBBIES
from local_discord.world.ids import GUILD_ID
from show.actions.decision_actions import AtTable, Choose
from storage.queries.settings import SET
from tests.driver import Answer, Driver, Json, Person, RefusedError, components, texts
from tests.e2e.ledger import confirms_choice
from tests.e2e.playing import CHANNEL, PEOPLE, choose, go_to_next_round, has_back, offers_choice
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import chosen, replayed
from tests.pending_decisions import read_pending

OVER = refusals.TABLE_OVER.english
AT_ONCE = 5
"""Greatest number of actions at the same moment."""
TWICE = 0.25
"""Probability of two simultaneous clicks on the same button."""
HAS_MESSAGE = "(state <> 'lobby' OR EXISTS (SELECT 1 FROM posts WHERE owner_id = tables.id AND slot = 'lobby'))"
LIVE = f"(state IN ('lobby', 'playing') OR (state = 'over' AND next_id IS NULL)) AND {HAS_MESSAGE}"


@dataclass(frozen=True)
class PlayerAction:
    """An action of a person."""

    kind: str
    table: int | None
    """None for an action that opens a table."""
    do: Callable[[], Awaitable[bool]]
    """Performs the action; returns whether it was acknowledged as done."""
    made: Callable[[], int]
    """Returns how often the action is stored: at most once, unless the bot has a fault."""
    prepare: Callable[[], Awaitable[object]] | None = None
    """Opens the message with the action's button in advance, because opening takes a while."""


class ActionPicker:
    """Picks random actions that are possible at the tables now."""

    def __init__(self, world: Driver, bot: BotProcess, random: Random) -> None:
        self._world, self._bot, self._random = world, bot, random
        with bot.transaction(writes=True) as transaction:
            transaction.run(SET, (int(GUILD_ID), "server:lobbies", MOST_LOBBIES))
        self._makers: Mapping[str, Mapping[Callable[[int], PlayerAction | None], float]] = {
            "lobby": {
                self._join: 5,
                self._start: 3,
                self._leave: 1,
                self._move_seat: 1,
                self._place_computer: 2,
                self._set_up: 1,
                self._set_time_control: 1,
                self._unseat: 0.7,
                self._close: 0.7,
            },
            "playing": {
                self._move: 6,
                self._agree: 2,
                self._nudge: 1,
                self._set_level: 0.5,
                self._leave_game: 0.5,
                self._remove: 0.3,
                self._end: 0.3,
            },
            "over": {self._agree: 1},
        }
        self.answers: dict[str, list[str]] = {}
        """The answers to clicks by custom id, for debugging a failure."""

    def tables(self) -> list[int]:
        """Return the tables at which some action is possible."""
        return [number for (number,) in self._bot.rows(f"SELECT id FROM tables WHERE {LIVE}")]  # noqa: S608

    def at(self, number: int) -> PlayerAction | None:
        """Return an action at a table, or None if none is possible."""
        left = dict(self._makers[self._state(number)])
        if not self._people(number):  # a lobby from which everybody was removed
            left = {self._join: 1, self._close: 1}
        while left:
            (maker,) = self._random.choices(list(left), list(left.values()))
            del left[maker]
            if (action := maker(number)) is not None:
                return action
        return None

    def play(self) -> PlayerAction | None:
        """Return an action that opens a table, or None if nobody may sit at one more table."""
        people = self._people_with_room()
        if not people:
            return None
        person, kind = self._random.choice(people), self._random.choice(list(Game.games.values()))
        seats = self._random.choice([count for count in kind.seat_counts if count <= 4])
        ((last,),) = self._bot.rows("SELECT max(id) FROM tables")
        query = """
            SELECT count(*) FROM tables WHERE id > ? AND opener_id = ?
               AND NOT EXISTS (SELECT 1 FROM tables AS one WHERE one.next_id = tables.id)
        """

        async def open_it() -> bool:
            time_control = self._random.choice(list(SECONDS))
            answer = await person.command(CHANNEL, "play", game=kind.id, seats=seats, pace=time_control)
            return answer.message is not None

        return PlayerAction("play", None, open_it, lambda: int(self._bot.rows(query, last or 0, int(person.id))[0][0]))

    # --- In a lobby

    def _join(self, number: int) -> PlayerAction | None:
        absent = [one for one in self._people_with_room() if not self._is_seated(number, one)]
        if not absent or len(self._seats(number)) == self._table(number, "seat_count"):
            return None
        person = self._random.choice(absent)
        return self._press(number, person, "join", lambda: self._is_seated(number, person))

    def _start(self, number: int) -> PlayerAction | None:
        person = self._in_charge(number)
        confirm = "" if self._is_seated(number, person) else f"start-anyway:{number}"
        return self._press(number, person, "start", lambda: self._state(number) != "lobby", confirm=confirm)

    def _close(self, number: int) -> PlayerAction | None:
        return self._press(number, self._in_charge(number), "close", lambda: self._state(number) != "lobby")

    def _leave(self, number: int) -> PlayerAction | None:
        person = self._seated_person(number)
        return self._press(number, person, "leave", lambda: self._has_left(number, person))

    def _move_seat(self, number: int) -> PlayerAction | None:
        if len(self._seats(number)) == self._table(number, "seat_count"):
            return None
        before = self._people(number)
        person = self._seated_person(number)
        return self._press(number, person, "move-seat", lambda: self._people(number) != before, once=True)

    def _place_computer(self, number: int) -> PlayerAction | None:
        computers, people = self._computers(number), self._people(number).values()
        others = [seat for seat in range(self._table(number, "seat_count")) if seat not in people]
        if not others:
            return None
        seat = self._random.choice(others)
        level = self._random.choice([one for one in ("", *LEVELS) if one != computers.get(seat, "")])
        return self._pick(number, "computer", f"{seat}.{level}", lambda: self._computers(number).get(seat, "") == level)

    def _unseat(self, number: int) -> PlayerAction | None:
        return self._put_out(number, self._in_charge(number), "unseat", by_seat=False)

    def _set_time_control(self, number: int) -> PlayerAction | None:
        now = self._table(number, "time_control")
        time_control = self._random.choice([one for one in SECONDS if one != now])
        return self._pick(number, "pace", time_control, lambda: self._table(number, "time_control") == time_control)

    def _set_up(self, number: int) -> PlayerAction | None:
        person, before = self._in_charge(number), self._table(number, "options")
        infos = describe(Game.games[str(self._table(number, "game"))].Options, int(self._table(number, "seat_count")))
        if not infos:
            return None
        name = self._random.choice(infos).name

        async def fill_in() -> bool:
            more = await self._find_or_open(person, number, f"options:{number}:", reposted=True)
            form = (await person.click(more, where=lambda one: one["custom_id"].startswith("options:"))).modal
            assert form is not None
            (field,) = [one for one in components(form) if one.get("custom_id") == name]
            others = [one["value"] for one in field["options"] if not one.get("default")]
            return (await person.submit(form, {name: [self._random.choice(others)]})).message is not None

        return PlayerAction("options", number, fill_in, lambda: self._table(number, "options") != before)

    # --- In a game

    def moves(self, number: int) -> list[PlayerAction]:
        """Return an action for each person who must decide in a running game: their next move."""
        game, people = replayed(self._bot, number), self._people(number)
        return [self._moving(number, user, game) for user, seat in people.items() if seat in game.to_act]

    def _move(self, number: int) -> PlayerAction | None:
        game, people = replayed(self._bot, number), self._people(number)
        owing = [user for user, seat in people.items() if seat in game.to_act]
        return self._moving(number, self._random.choice(owing), game) if owing else None

    def _moving(self, number: int, user: int, game: Game) -> PlayerAction:
        """Return the action with which a person makes their next move in `game`."""
        person, seat = self._world.user(str(user)), self._people(number)[user]
        before = game.moves_made(seat)

        async def opened() -> Json:
            table = await self._find_or_open(person, number, f"hand:{number}")
            return await go_to_next_round(person, (await person.click(table, custom_id=f"hand:{number}")).reply)

        async def move() -> bool:
            asking = [await _find_visible(person, f"{verb}:{number}:{before}:") for verb in ("choose", "pick")]
            panel = next((one for one in asking if one is not None and not has_back(one)), None) or await opened()
            if not offers_choice(panel):
                return False
            try:
                panel = await choose(person, panel, self._random)
            except IndexError:  # a panel from before the restart may have no choices left
                return False
            return confirms_choice(Choose(AtTable(number), before, ()), panel)

        def made() -> int:
            own = chosen(self._bot, number, seat, before)
            # Count one decision at most: once all agree to finish, the bot makes the rest of their moves.
            return min(own, 1) if self._state(number) == "over" else own

        return PlayerAction("move", number, move, made, opened)

    def _nudge(self, number: int) -> PlayerAction | None:
        person = self._seated_person(number)
        seat = self._people(number)[int(person.id)]

        def asked() -> bool:
            with self._bot.transaction() as transaction:
                owing = read_pending(transaction, number)
            return any(one != seat and not turn.nudged for one, turn in owing.items())

        return self._press(number, person, "nudge", lambda: not asked()) if asked() else None

    def _set_level(self, number: int) -> PlayerAction | None:
        computers = self._computers(number)
        if not computers:
            return None
        seat = self._random.choice(list(computers))
        level = self._random.choice([one for one in LEVELS if one != computers[seat]])
        return self._pick(number, "level", f"{seat}.{level}", lambda: self._computers(number).get(seat) == level)

    def _leave_game(self, number: int) -> PlayerAction | None:
        person = self._seated_person(number)
        return self._press(number, person, "leave-game", lambda: not self._is_seated(number, person), 0, sure=True)

    def _remove(self, number: int) -> PlayerAction | None:
        return self._put_out(number, self._aki, "remove", 0, sure=True)

    def _put_out(
        self, number: int, person: Person, verb: str, *fields: int, sure: bool = False, by_seat: bool = True
    ) -> PlayerAction | None:
        """Return an action with which somebody removes another person, or None if there is nobody else.

        The action names the other person by seat or, without `by_seat`, by user id.
        """
        others = {user: seat for user, seat in self._people(number).items() if user != int(person.id)}
        if not others:
            return None
        user = self._random.choice(list(others))
        gone = self._world.user(str(user))
        who = others[user] if by_seat else user
        return self._press(number, person, verb, lambda: self._has_left(number, gone), who, *fields, sure=sure)

    def _end(self, number: int) -> PlayerAction | None:
        return self._press(number, self._aki, "end", lambda: self._state(number) == "closed", 0, sure=True)

    def _agree(self, number: int) -> PlayerAction | None:
        """Return somebody's agreement to a rematch, or to finishing a decided game; None if it is not offered."""
        silent = self._undecided(number)
        if not silent or (self._state(number) == "playing" and not is_decided(replayed(self._bot, number).view(None))):
            return None
        return self._agreeing(number, self._random.choice(silent))

    def rematches(self, number: int) -> list[PlayerAction]:
        """Return a click on "Rematch" of each person who has not agreed yet, at a finished game."""
        return [self._agreeing(number, user) for user in self._undecided(number)]

    def _undecided(self, number: int) -> list[int]:
        """Return the people at a table who have not agreed yet to finish, or to a rematch."""
        query = "SELECT user_id FROM seats WHERE table_id = ? AND user_id IS NOT NULL AND agreed = 0"
        return [user for (user,) in self._bot.rows(query, number)]

    def _agreeing(self, number: int, user: int) -> PlayerAction:
        person, before = self._world.user(str(user)), self._state(number)

        def agreed() -> bool:
            done = self._state(number) != before or self._table(number, "next_id") is not None
            return done or user not in self._undecided(number)

        return self._press(number, person, "finish" if before == "playing" else "rematch", agreed)

    # --- Pressing

    def _press(
        self,
        number: int,
        person: Person,
        verb: str,
        made: Callable[[], int],
        *fields: int,
        sure: bool = False,
        once: bool = False,
        confirm: str = "",
    ) -> PlayerAction:
        """Return an action that presses a button (sometimes twice, unless `once`), after opening its message.

        With `sure` or `confirm`, the bot asks for a confirmation, and the action presses the confirmation's button.
        The custom id of this button is `confirm` or, if `confirm` is empty, the first button's custom id with its last
        field set to 1.
        """
        custom_id = ":".join([verb, str(number), *map(str, fields)])
        times = 1 if once or self._random.random() > TWICE else 2

        async def press() -> bool:
            message, pressed = await self._find_or_open(person, number, custom_id), custom_id
            if sure or confirm:
                message = (await person.click(message, custom_id=custom_id)).reply
                pressed = confirm or custom_id.removesuffix("0") + "1"
            clicks = (person.click(message, custom_id=pressed) for _ in range(times))
            first, *others = await asyncio.gather(*clicks, return_exceptions=True)
            for one in (first, *others):
                if isinstance(one, BaseException) and not isinstance(one, RefusedError):
                    raise one
            answers = [one.message for one in (first, *others) if isinstance(one, Answer) and one.message is not None]
            said = self.answers[pressed] = [texts(one) for one in answers]
            return any(OVER not in one for one in said)  # computer players may have ended the game before the click

        return PlayerAction(verb, number, press, made)

    def _pick(self, number: int, verb: str, value: str, made: Callable[[], int]) -> PlayerAction:
        """Return an action that opens the page behind "More" anew, and picks an option of a menu on this page."""
        person, custom_id = self._in_charge(number), f"{verb}:{number}"

        async def pick() -> bool:
            more = await self._find_or_open(person, number, custom_id, reposted=True)
            return (await person.select(more, [value], custom_id=custom_id)).message is not None

        return PlayerAction(verb, number, pick, made)

    async def _find_or_open(self, person: Person, number: int, custom_id: str, *, reposted: bool = False) -> Json:
        """Return a visible message with this component, even one from before a restart; if there is none, open "More".

        Raises:
            LookupError: there is no such message.
        """
        if not reposted and (found := await _find_visible(person, custom_id)) is not None:
            return found
        more = f"more:{number}"
        if (found := await _find_visible(person, more)) is None:
            raise LookupError(f"{person.name} sees no {custom_id}, nor {more}")
        return (await person.click(found, custom_id=more)).reply

    # --- Tables as stored

    @property
    def _aki(self) -> Person:
        """The moderator."""
        return self._world.user("Aki")

    def _table(self, number: int, column: str) -> Any:
        return self._bot.rows(f"SELECT {column} FROM tables WHERE id = ?", number)[0][0]  # noqa: S608

    def _state(self, number: int) -> str:
        return str(self._table(number, "state"))

    def _seats(self, number: int) -> list[tuple[Any, ...]]:
        return self._bot.rows("SELECT seat, user_id FROM seats WHERE table_id = ?", number)

    def _people(self, number: int) -> dict[int, int]:
        """Return the seats of people by user id."""
        return {user: seat for seat, user in self._seats(number) if user is not None}

    def _computers(self, number: int) -> dict[int, str]:
        """Return the levels of AI players by seat."""
        sql = "SELECT seat, computer FROM seats WHERE table_id = ? AND computer IS NOT NULL"
        return dict(self._bot.rows(sql, number))

    def _is_seated(self, number: int, person: Person) -> bool:
        return int(person.id) in self._people(number)

    def _has_left(self, number: int, person: Person) -> bool:
        """Return whether a person has no seat at a table, or had the last seat of one that is closed now."""
        return self._state(number) == "closed" or not self._is_seated(number, person)

    def _people_with_room(self) -> list[Person]:
        """Return the people who may join another lobby, even if every action made at the same time gives them a seat.

        Their seats in lobbies count, even in lobbies whose message was never posted: a kill can leave such lobbies.
        """
        sql = "SELECT user_id FROM seats JOIN tables ON id = table_id WHERE state = 'lobby'"
        lobbies = Counter(user for (user,) in self._bot.rows(sql))
        people = map(self._world.user, PEOPLE)
        return [one for one in people if lobbies[int(one.id)] + AT_ONCE <= int(MOST_LOBBIES)]

    def _seated_person(self, number: int) -> Person:
        return self._world.user(str(self._random.choice(list(self._people(number)))))

    def _in_charge(self, number: int) -> Person:
        """Return the moderator or, if the opener has a seat at the table, one of the two at random."""
        opener = self._world.user(str(self._table(number, "opener_id")))
        return self._random.choice([opener, self._aki]) if self._is_seated(number, opener) else self._aki


async def _find_visible(person: Person, custom_id: str) -> Json | None:
    """Return the newest message with a component of this custom id; an id ending in a colon is a prefix."""
    for messages in (await person.state())["messages"].values():
        for message in reversed(messages):
            ids = [str(one.get("custom_id")) for one in components(message) if not one.get("disabled")]
            if any(one == custom_id or (custom_id.endswith(":") and one.startswith(custom_id)) for one in ids):
                return dict(message)
    return None
