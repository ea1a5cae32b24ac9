"""A scene: a game in two worlds that differ in hidden cards or in a secret choice, with the same events in both."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cached_property
from itertools import count, pairwise, zip_longest
from pathlib import Path
from random import Random

from engine.contract.chance import Chance
from engine.game import Game
from engine.players import USUAL
from host.play.moves import _forced
from host.tables.table import Occupant
from local_discord.checks.components import walk
from local_discord.world import ids
from local_discord.world.model import Message
from show.actions import table_actions
from show.actions.decision_actions import AtTable, Choose, PickChoice, SwitchHints
from show.actions.table_actions import Action
from show.desired import LOBBY, ROUND
from show.panels.open_panels import FRESH_SECONDS
from tests.engine.kit import cases
from tests.engine.kit.cases import cases_of
from tests.engine.kit.swaps import Redealt, cuts, redealt
from tests.hidden_information.wire import Sent
from tests.hidden_information.world import PAUSE, PEOPLE, SPECTATOR, World, running_bot
from tests.virtual_time import now, run

THINKING = (0.1, PAUSE - 20)
"""Seconds that a computer player thinks in each of the two worlds."""
CUTS = 4
"""Number of states taken from one random game."""
OPENED_HANDS = 2
"""Number of people who open their hands, among those who cannot tell the worlds apart."""
USED_COMPONENTS = 2
"""Number of components used in each of these hands."""
SETTLE_SECONDS = 4.0
"""Seconds until all effects of an event are displayed."""
LOCALES = ("en-US", "ja")
CHANNELS = (ids.CHANNEL_IDS[0], ids.SECOND_CHANNEL_ID)
"""A channel on a server in English, and one on a server in Japanese."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A game's state in each of two worlds, the people and AI players at its table, and one move in each world."""

    number: int
    state: Redealt
    seats: tuple[Occupant, ...]
    request_count: int = 3
    """Number of requests by the spectator and others before the move, and again after it."""
    overdue: bool = False
    """True if the person who must move is out of time, so that a computer player moves for them."""

    @property
    def blind(self) -> list[int]:
        """The seats that must see the same in both worlds."""
        return [seat for seat in self.state.blind if seat is not None]

    @cached_property
    def people(self) -> dict[int, int]:
        """User ids of the people at the table, by seat."""
        return {seat: who.user_id for seat, who in enumerate(self.seats) if who.user_id is not None}

    @cached_property
    def knowing(self) -> frozenset[int]:
        """User ids of the people who can tell the worlds apart; their ephemeral messages may differ."""
        return frozenset(user for seat, user in self.people.items() if seat not in self.blind)

    @cached_property
    def witnesses(self) -> list[int]:
        """User ids of the people who cannot tell the worlds apart, or of all people if there are none."""
        return [user for user in self.people.values() if user not in self.knowing] or [*self.people.values()]

    @property
    def overdue_seat(self) -> int | None:
        """The seat of the person who is out of time.

        None if nobody is out of time, or if a computer player must move before that person.
        """
        if not self.overdue or self.move is None or self.move[0] not in self.people:
            return None
        seat, before = self.move[0], self.state.game.to_act
        return seat if all(one in self.people for one in before[: before.index(seat)]) else None

    @property
    def by_computer(self) -> bool:
        """True if a computer player makes the move."""
        return self.move is not None and (self.move[0] not in self.people or self.overdue_seat is not None)

    @cached_property
    def move(self) -> tuple[int, tuple[int, int]] | None:
        """A seat and its legal move in each world; None if no move fits.

        Seats that cannot tell the worlds apart see no difference between the moves. If the worlds have different cards,
        the moves are equal. Otherwise the moves are two different secret choices.
        """
        game, other = self.state.game, self.state.other
        computers = [seat for seat in game.to_act if seat not in self.people]
        random = Random(f"move {self.number}")
        acting = [*computers[:1], *(seat for seat in game.to_act if seat in self.people)]
        for seat in random.sample(acting, len(acting)):
            legal = set(other.legal_moves(seat))
            both = [move for move in game.legal_moves(seat) if move in legal]
            shuffled = random.sample(both, len(both))
            if self.state.cards:
                pairs = [(move, move) for move in shuffled]
            else:
                pairs = [*pairwise(shuffled)] if seat not in self.blind else []
            for moves in pairs:
                if self._looks_the_same(seat, moves):
                    return seat, moves
        return None

    def _looks_the_same(self, seat: int, moves: tuple[int, int]) -> bool:
        one, two = _after(self.state.game, seat, moves[0]), _after(self.state.other, seat, moves[1])
        return one.to_act == two.to_act and all(
            json.dumps(one.view(viewer)) == json.dumps(two.view(viewer)) for viewer in (None, *self.blind)
        )

    @cached_property
    def positions(self) -> list[Game]:
        """The positions of both worlds before and after the move."""
        before = [self.state.game, self.state.other]
        if self.move is None:
            return before
        seat, moves = self.move
        return [*before, *(_after(game, seat, move) for game, move in zip(before, moves, strict=True))]

    @property
    def ends_a_round(self) -> bool:
        """True if the move, with the forced moves after it, ends a round."""
        if self.move is None:
            return False
        seat, (move, _) = self.move
        return len(_after(self.state.game, seat, move).rounds) > len(self.state.game.rounds)

    # --- Events

    def play(self, folder: Path, which: int) -> list[Sent]:
        """Play the scene in one of the two worlds and return everything that the bot sent."""
        return run(self._play(folder / f"{which}.sqlite3", which))

    async def _play(self, path: Path, which: int) -> list[Sent]:
        random = Random(f"scene {self.number}")
        channel = random.choice(CHANNELS)
        async with running_bot(path, THINKING[which]) as world:
            for person in world.discord.world.people:
                person.locale = random.choice(LOCALES)
            if self.move is not None and self.by_computer:
                world.moves_to_find.append(self.state.game.text(self.move[1][which]))
            readers = [*self.people.values(), SPECTATOR]
            for user in Random(f"plain words {self.number}").sample(readers, len(readers) // 2):
                await world.services.settings.set_person(user, "plain", ("on",))
            begun, sent = now(), len(world.wire.sent)
            game = self.state.other if which else self.state.game
            table = await world.open_table(game, self.seats, channel, self.overdue_seat)
            await asyncio.sleep(SETTLE_SECONDS)
            if game.round > 1:
                await world.post_earlier_round(table, game.round - 1)
                await asyncio.sleep(SETTLE_SECONDS)
            panels = await self._open_hands(world, table, random)
            await world.click(SPECTATOR, await world.message(table, ROUND), table_actions.OpenHand(table).custom_id)
            await self._send_requests(world, table, channel, random)
            await self._try_illegal_move(world, table, panels, random)
            if self.move is not None and not self.by_computer:
                (seat, moves), table_message = self.move, await world.message(table, ROUND)
                asked = Choose(AtTable(table), game.moves_made(seat), game.path(moves[which]), sure=True)
                await world.click(self.people[seat], panels.get(seat, table_message), asked.custom_id)
            # Wait until all people and computer players have moved and been notified.
            await asyncio.sleep(begun + PAUSE + FRESH_SECONDS + SETTLE_SECONDS - now())
            await self._send_requests(world, table, channel, random)
            table_message, user = await world.message(table, ROUND), random.choice(self.witnesses)
            for action in (table_actions.OpenHand(table), random.choice(actions_on(table))):
                await world.click(user, table_message, action.custom_id)
            await asyncio.sleep(SETTLE_SECONDS)
            return world.wire.sent[sent:]

    async def _open_hands(self, world: World, table: int, random: Random) -> dict[int, Message]:
        """Open the hands of some people, and return the hands by seat.

        Also use components in the hands of the people who cannot tell the worlds apart.
        """
        table_message, panels = await world.message(table, ROUND), {}
        blind = [one for one in self.people.items() if one[1] not in self.knowing]
        knowing = [one for one in self.people.items() if one[1] in self.knowing]
        looking = random.sample(blind, min(OPENED_HANDS, len(blind)))
        looking += random.sample(knowing, min(random.randrange(2), len(knowing)))
        for seat, user in looking:
            answer = await world.click(user, table_message, table_actions.OpenHand(table).custom_id)
            assert answer.outcome is not None
            panels[seat] = answer.outcome
            for _ in range(USED_COMPONENTS if seat in self.blind else 0):
                used = [one for one in _usable(panels[seat]) if not self._makes_a_move(seat, one)]
                if used:
                    await world.click(user, panels[seat], *random.choice(used))
        return panels

    def _makes_a_move(self, seat: int, used: tuple[str, ...]) -> bool:
        """Return whether using this component in a seat's hand makes a move."""
        action = Action.parse(used[0], used[1:])
        if isinstance(action, PickChoice):
            action = Choose(action.scope, action.decision, (*action.path, action.value))
        if not isinstance(action, Choose):
            return False
        moves = [(game, game.move_of_path(seat, action.path)) for game in self.positions if seat in game.to_act]
        return any(move is not None and game.why_not(seat, move) is None for game, move in moves)

    async def _send_requests(self, world: World, table: int, channel: str, random: Random) -> None:
        """Send random requests of the spectator and of a player. The player uses commands only."""
        table_message, lobby = await world.message(table, ROUND), await world.message(table, LOBBY)
        sitting = random.choice([user for seat, user in self.people.items()])
        ways = [
            *(
                world.click(SPECTATOR, random.choice((table_message, lobby)), one.custom_id)
                for one in actions_on(table)
            ),
            world.command(SPECTATOR, "tables", channel),
            world.command(SPECTATOR, "hand", channel, table=table),
            world.command(sitting, "hand", channel),
            world.command(SPECTATOR, "leaderboard", channel, game=self.state.game.id),
            world.autocomplete(sitting, "hand", "table", channel),
            *(world.click(user, table_message, self._complaint_id(table, random)) for user in (SPECTATOR, sitting)),
        ]
        chosen = set(random.sample(range(len(ways)), min(self.request_count, len(ways))))
        for number, way in enumerate(ways):
            if number in chosen:
                await way
            else:
                way.close()

    def _complaint_id(self, table: int, random: Random) -> str:
        """Return the custom id of a complaint about a random move, which may be a computer player's."""
        return table_actions.Complain(table, random.randrange(len(self.state.game.history) + 1)).custom_id

    async def _try_illegal_move(self, world: World, table: int, panels: dict[int, Message], random: Random) -> None:
        """Let a player and the spectator try a move that is illegal in both worlds."""
        game, other = self.state.game, self.state.other
        seat, user = random.choice([*self.people.items()])
        legal = {*game.legal_moves(seat), *other.legal_moves(seat)} if seat in game.to_act else set()
        illegal = [move for move in range(len(game.moves)) if move not in legal]
        asked = Choose(AtTable(table), game.moves_made(seat), game.path(random.choice(illegal)))
        table_message = await world.message(table, ROUND)
        await world.click(user, panels.get(seat, table_message), asked.custom_id)
        await world.click(SPECTATOR, table_message, asked.custom_id)

    # --- Comparison

    def difference(self, one: Sequence[Sent], two: Sequence[Sent]) -> str | None:
        """Return the first difference that people see although they must not; None if there is none."""
        for first, second in zip_longest(one, two):
            if first is None or second is None:
                return f"only one of two: {first or second}"
            if self._visible_part(first) != self._visible_part(second):
                return f"{first}\n{second}"
        return None

    def _visible_part(self, sent: Sent) -> object:
        """Return `sent`, or only its time, recipient and kind if the recipient can tell the worlds apart."""
        return sent.metadata() if sent.to in self.knowing else sent


def actions_on(number: int) -> list[Action]:
    """Return every action on a table that needs only the table's number."""
    kinds = [form.kind for form in Action.verbs.values() if issubclass(form.kind, table_actions.TableAction)]
    hints = [SwitchHints(AtTable(number), on) for on in (True, False)]
    return [*hints, *(kind(number) for kind in kinds if all(has_default(one) for one in fields(kind)[1:]))]


def has_default(one: Field[object]) -> bool:
    """Return whether a field has a default."""
    return one.default is not MISSING or one.default_factory is not MISSING


def _after(game: Game, seat: int, move: int) -> Game:
    """Return the game after a move and the forced moves that follow it.

    Later rounds are dealt from a fixed seed, so they are the same in both worlds of a scene.
    """
    twin = game.copy()
    twin.chance = Chance(b"later", game.chance.setup, game.deal_data())
    twin.play(seat, move)
    while (step := _forced(twin)) is not None:
        twin.play(*step)
    return twin


def _usable(message: Message) -> list[tuple[str, ...]]:
    """Return the custom id of each usable component of a message; for a select, once with the value of each option."""
    found = [one for one in walk(message.data["components"]) if "custom_id" in one and not one.get("disabled")]
    return [
        (one["custom_id"], option["value"]) if "options" in one else (one["custom_id"],)
        for one in found
        for option in one.get("options", [{}])
    ]


def scenes(kind: type[Game]) -> Iterator[Scene]:
    """Yield random scenes without end, in whose worlds hidden cards are swapped without any public difference."""
    every, numbers = cases_of(kind), count()
    for game in count():
        random = Random(f"scenes {kind.id} {game}")
        for cut in cuts(every[game % len(every)], game, CUTS):
            state = redealt(cut, random)
            if state is not None and None in state.blind:
                yield Scene(next(numbers), state, _occupants(state, random))


def secrets(kind: type[Game]) -> Iterator[Scene]:
    """Yield random scenes in which a seat makes a secret choice that differs between the worlds.

    In every second scene the seat's person is out of time, and a computer player makes the choice.
    """
    every, yielded = cases_of(kind), 0
    for number in count():
        random, case = Random(f"secrets {kind.id} {number}"), every[number % len(every)]
        at_once = [game.copy() for game in cases.walk(case, number) if len(game.to_act) > 1]
        if not at_once:
            return
        game = random.choice(at_once)
        chooser = random.choice(game.to_act)
        state = Redealt(game, game.copy(), 0, [None, *(seat for seat in range(game.seats) if seat != chooser)])
        scene = Scene(yielded, state, _occupants(state, random), overdue=yielded % 2 == 1)
        if scene.move is not None and (scene.overdue_seat is not None) == scene.overdue:
            yielded += 1
            yield scene


def _occupants(state: Redealt, random: Random) -> tuple[Occupant, ...]:
    """Return people and computer players for the seats.

    The seats that cannot tell the worlds apart mostly get people. Some people have missed decisions.
    """
    seats = list(range(state.game.seats))
    people = [seat for seat in seats if random.random() < (0.8 if seat in state.blind else 0.5)] or [
        random.choice(seats)
    ]
    users = dict(zip(random.sample(people, len(people)), random.sample(PEOPLE, len(PEOPLE)), strict=False))
    names = dict(zip(PEOPLE, ("Aki", "Ben", "Chie", "Dai"), strict=True))
    return tuple(
        Occupant(user_id=users[seat], name=names[users[seat]], misses=random.choice((0, 0, 1, 2)))
        if seat in users
        else Occupant(computer=USUAL)
        for seat in seats
    )
