"""Behaviour of simulated people: each follows the plot of the table and a personal `Manner`, see `plan.py`.

Most of their waits count only the time while the bot is reachable.
"""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

from host.play.time_control import SECONDS
from host.tables.table import Person, Table
from show.actions import table_actions as actions
from show.actions.decision_actions import AtTable, Choose
from show.actions.table_actions import Action
from tests.simulation.plan import HOUR, MODERATOR, Manner, Plan
from tests.simulation.simulation import Simulation
from tests.virtual_time import now

GATHERING = 60.0
"""Greatest number of seconds until the next person joins."""
USUAL = 600.0
"""Seconds that count as a long decision if no clock runs."""
MOST_SLOW = 3
"""Greatest number of decisions for which a person needs hours."""
PATIENCE = 60 * HOUR
"""Seconds until a moderator ends a game in which all people are silent; people who plan to return do so by then."""


async def play_table(simulation: Simulation, plan: Plan, random: Random) -> None:
    """Carry out the plan of one table, from its opening to its end."""
    await asyncio.sleep(plan.at)
    opener, *others = (Person(user, name=f"P{user}") for user in plan.people)
    number = await simulation.open(opener, plan)
    slowly = 50 if plan.plot == "idle" else 1
    for person in others:
        await simulation.spend(random.uniform(2, GATHERING * slowly))
        while simulation.tables[number].state == "lobby" and simulation.tables[number].seat_of(person.id) is None:
            await _click(simulation, person, actions.Join(number))
    if plan.plot != "idle":
        await simulation.spend(random.uniform(1, GATHERING))
        while simulation.tables[number].state == "lobby":
            await _click(simulation, opener, actions.Start(number))
    players = [Player(simulation, number, Person(user, name=f"P{user}"), plan, random) for user in plan.people]
    activities = [simulation.start_task(bot_run) for player in players for bot_run in player.activities()]
    if plan.plot in {"removed", "ended"} or plan.rests:
        activities.append(simulation.start_task(moderator(simulation, number, plan, random)))
    while simulation.tables[number].state in {"lobby", "playing"}:
        await simulation.wait_for_change(number)
    await asyncio.sleep(1)
    for bot_run in activities:
        if bot_run.done():
            bot_run.result()
        bot_run.cancel()


async def moderator(simulation: Simulation, number: int, plan: Plan, random: Random) -> None:
    """Act as the moderator for whom the table's plot asks: end the game, or remove a player."""
    person = Person(MODERATOR, moderates=lambda _channel: True, name="Mod")
    while (current := simulation.tables[number]).state == "playing":
        game = current.game
        if plan.plot == "asleep":
            await asyncio.sleep(PATIENCE)
            await _click(simulation, person, actions.EndGame(number, sure=True))
        elif game is not None and len(game.history) >= plan.acts_at:
            await simulation.spend(random.uniform(1, 9))
            if plan.plot == "ended":
                await _click(simulation, person, actions.EndGame(number, sure=True))
            elif (await _click(simulation, person, _removal(current, random))) is not None:
                return
        else:
            await simulation.wait_for_change(number)


def _removal(table: Table, random: Random) -> Action:
    seats = [seat for seat in range(table.seat_count) if (who := table.occupants[seat]) and who.user_id]
    return actions.RemovePlayer(table.id, random.choice(seats), sure=True)


async def _click(simulation: Simulation, person: Person, action: Action) -> bool | None:
    """Click, and wait a second if the bot does not answer."""
    act = await simulation.click(person, action)
    if act.done is None:
        await simulation.spend(1)
    return act.done


class Player:
    """One person at one table."""

    def __init__(self, simulation: Simulation, number: int, person: Person, plan: Plan, random: Random) -> None:
        self._simulation = simulation
        self._number = number
        self._person = person
        self._manner: Manner = plan.people[person.id]
        self._random = random
        self._seconds = SECONDS[plan.time_control]
        self._time = float(self._seconds or USUAL)
        self._silent_from = self._manner.silent_from
        self._passed = -1
        """Number of the last decision that the person let pass, or tried to make in vain."""
        self._dozed = 0
        self._hours = 0

    def activities(self) -> list[Coroutine[Any, Any, None]]:
        """Return the person's concurrent activities."""
        activities = [self._play()]
        if self._manner.nudges:
            activities.append(self._nudge())
        if self._seconds is None and self._silent_from is None:
            activities.append(self._give())
        return activities

    @property
    def _table(self) -> Table:
        return self._simulation.tables[self._number]

    @property
    def _seat(self) -> int | None:
        return self._table.seat_of(self._person.id) if self._table.state == "playing" else None

    def _pending_decision(self) -> int | None:
        """Return the number of the person's pending decision, or None."""
        table, seat = self._table, self._seat
        if table.game is None or seat is None or seat not in table.to_act:
            return None
        return table.game.moves_made(seat)

    async def _click(self, action: Action) -> bool | None:
        return await _click(self._simulation, self._person, action)

    # --- Own decisions

    async def _play(self) -> None:
        while self._seat is not None:
            decision = self._pending_decision()
            if decision is None or decision == self._passed:
                await self._simulation.wait_for_change(self._number)
            elif self._manner.leaves_at is not None and decision >= self._manner.leaves_at:
                await self._simulation.spend(self._random.uniform(1, self._time / 3))
                await self._click(actions.LeaveGame(self._number, sure=True))
            elif self._silent_from is not None and decision >= self._silent_from:
                await self._stay_silent()
            elif self._lets_pass():
                self._passed = decision
            else:
                await self._decide(decision)

    def _lets_pass(self) -> bool:
        """Decide whether to let this decision pass. That happens at most twice in a row, and only if a clock runs."""
        timed = self._seconds is not None and len(self._table.people()) > 1
        self._dozed = self._dozed + 1 if timed and self._dozed < 2 and self._random.random() < self._manner.dozes else 0
        return self._dozed > 0

    async def _stay_silent(self) -> None:
        begun, seat = now(), self._seat
        while seat is not None and self._seat is not None and now() < begun + PATIENCE:
            if self._manner.back_after is not None and self._table.away(seat):
                break
            await self._simulation.wait_for_change(self._number, begun + PATIENCE - now())
        if self._manner.back_after is None:
            while self._seat is not None:
                await self._simulation.wait_for_change(self._number)
            return
        await self._simulation.spend(self._manner.back_after)
        kind = self._random.choice(
            (actions.OpenHand, actions.OpenDetails, actions.OpenSheet, actions.OpenMore, actions.Nudge)
        )
        self._silent_from = None
        await self._click(kind(self._number))

    async def _decide(self, decision: int) -> None:
        whole, random = self._thinking_seconds(), self._random
        looks = random.random() < self._manner.looks
        first = random.random() * whole if looks else whole
        await self._simulation.spend(first)
        if looks and self._pending_decision() == decision:
            await self._click(actions.OpenHand(self._number))
            await self._simulation.spend(whole - first)
        table, seat = self._table, self._seat
        if self._pending_decision() == decision and table.game is not None and seat is not None:
            path = table.game.path(random.choice(table.game.legal_moves(seat)))
            if await self._click(Choose(AtTable(self._number), decision, path, sure=True)) is not None:
                self._passed = decision

    def _thinking_seconds(self) -> float:
        """Return the seconds that this person takes for a decision."""
        random = self._random
        if random.random() < self._manner.slow and (self._time <= USUAL or self._hours < MOST_SLOW):
            self._hours += 1
            return self._time * random.uniform(0.55, 0.9) if self._seconds else random.uniform(1, 10) * HOUR
        return random.uniform(0.01, 0.25) * min(self._time, USUAL)

    # --- Reactions to others

    async def _nudge(self) -> None:
        while self._seat is not None:
            await self._simulation.spend(self._random.uniform(0.2, 1.2) * min(self._time, 8 * HOUR))
            if self._seat is not None:
                await self._click(actions.Nudge(self._number))

    async def _give(self) -> None:
        while self._seat is not None:
            await self._simulation.spend(self._random.uniform(2, 7) * HOUR)
            for seat in list(self._table.to_act):
                if self._seat not in {None, seat}:
                    await self._click(actions.GiveMove(self._number, seat))
