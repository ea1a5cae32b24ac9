"""How people play: opening tables, finding their hand, choosing among the buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from tests.driver import Driver, Person, RefusedError, buttons, is_ephemeral, selects, texts
from tests.e2e.processes import BotProcess

Json = dict[str, Any]

PEOPLE = ("Aki", "Ben", "Chie", "Dai")
CHANNEL = "card-room"
PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4
OVER = ("The game is over", "ゲームは終わりました")
LONG = 120.0
"""Seconds that nothing takes unless it is broken, however busy the machine."""

Done = Callable[[Json], bool]


async def until(done: Callable[[], Awaitable[bool]], within: float = LONG) -> None:
    """Ask again and again until the answer is yes."""
    async with asyncio.timeout(within):
        while not await done():
            await asyncio.sleep(0.05)


async def restart(world: Driver, bot: BotProcess) -> None:
    """Kill the bot, take back what Discord was asked to refuse, and start it again."""
    bot.kill()
    await world.control.clear_faults()
    await come_back(world, bot)


async def come_back(world: Driver, bot: BotProcess) -> None:
    """Start the bot that has ended, once Discord has noticed that it had gone."""

    async def has_gone() -> bool:
        return not (await world.control.gateway())["online"]

    await until(has_gone)
    bot.start()
    await world.wait_until_online(within=60)


async def open_table(
    world: Driver, game: str, seats: int, people: Sequence[str] = PEOPLE, channel: str = CHANNEL
) -> Json:
    """A lobby that the first of `people` opened and the others joined by its button; the lobby's message."""
    answer = await world.user(people[0]).command(channel, "play", game=game, seats=seats)
    lobby = answer.shown
    for name in people[1:]:
        lobby = (await world.user(name).click(lobby, custom_id=f"join:{table_number(lobby)}")).shown
    return lobby


async def open_more(person: Person, lobby: Json) -> Json:
    """The private message with what else a person can do with a lobby."""
    return (await person.click(lobby, custom_id=f"more:{table_number(lobby)}")).shown


async def open_options(person: Person, lobby: Json) -> Json:
    """The form of a lobby's seats and options."""
    more = await open_more(person, lobby)
    answer = await person.click(more, where=lambda one: one["custom_id"].startswith("options:"))
    assert answer.modal is not None
    return answer.modal


async def set_options(world: Driver, lobby: Json, options: dict[str, int], opener: str = "Aki") -> Json:
    """Fill in the lobby's form, each option with the value at that place of its list; the message that answers."""
    form = await open_options(world.user(opener), lobby)
    filled = {name: [str(place)] for name, place in options.items()}
    return (await world.user(opener).submit(form, filled)).shown


async def start_table(world: Driver, lobby: Json, opener: str = "Aki") -> Json:
    """Start a lobby, computer players on the free seats; the table's message."""
    number = table_number(lobby)
    await world.user(opener).click(lobby, custom_id=f"start:{number}")
    return await world.user("Aki").wait_for(
        lambda message: is_table(message, number), within=LONG, what=f"table {number}"
    )


def table_number(message: Json) -> int:
    """The number of the table whose lobby or table message this is."""
    for button in buttons(message):
        action, _, rest = button["custom_id"].partition(":")
        if action in {"join", "hand", "sheet", "choose"}:
            return int(rest.split(":")[0])
    raise AssertionError(f"no table in {texts(message)}")


def is_table(message: Json, number: int) -> bool:
    """Whether this is the public message of that running table."""
    asked = {button["custom_id"] for button in buttons(message)}
    return not is_ephemeral(message) and {f"hand:{number}", f"details:{number}"} <= asked


async def open_hand(person: Person, table: Json) -> Json:
    """A person's panel, opened by "My hand"."""
    answer = await person.click(table, custom_id=f"hand:{table_number(table)}")
    assert is_ephemeral(answer.shown)
    return answer.shown


def playable(panel: Json) -> list[Json]:
    """The buttons of a panel that can be chosen now: not the grey ones, not the way back."""
    return [one for one in buttons(panel) if one["style"] in {PRIMARY, SUCCESS, DANGER} and is_move(one)]


def offers(panel: Json) -> bool:
    """Whether anything can be chosen, from buttons or a list."""
    return bool(playable(panel) or selects(panel))


def way_on(panel: Json) -> Json | None:
    """The button into the next round, of a panel that shows the result of the last one."""
    return next((one for one in buttons(panel) if one["style"] == PRIMARY and is_hand(one)), None)


def is_hand(button: Json) -> bool:
    """Whether a button shows the hand."""
    return str(button["custom_id"]).startswith("hand:")


def refused(panel: Json) -> list[Json]:
    """The grey buttons of a panel that say why they cannot be chosen."""
    return [one for one in buttons(panel) if one["style"] == SECONDARY and is_move(one) and not has_arrow(one)]


def has_back(panel: Json) -> bool:
    """Whether a panel is in the midst of a move: a choice can be taken back."""
    return any(has_arrow(one) for one in buttons(panel))


def has_arrow(button: Json) -> bool:
    """Whether it is the button that takes a choice back."""
    return bool(button.get("emoji")) and button["emoji"]["name"] == "↩️"


def is_move(button: Json) -> bool:
    """Whether a button is a choice of a move."""
    return str(button["custom_id"]).startswith("choose:")


async def choose(person: Person, panel: Json, random: Random) -> Json:
    """Make one whole move by random choices, under a random tab where there are several; the panel after it."""
    tabs = [one for one in buttons(panel) if str(one["custom_id"]).startswith("tab:")]
    if tabs:
        panel = (await person.click(panel, custom_id=random.choice(tabs)["custom_id"])).shown
    for _ in range(6):
        lists = selects(panel)
        if lists:
            option = random.choice(random.choice(lists)["options"])
            menu = next(one for one in lists if option in one["options"])
            answer = await person.select(panel, [option["value"]], custom_id=menu["custom_id"])
        else:
            button = random.choice(playable(panel))
            answer = await person.click(panel, custom_id=button["custom_id"])
        before, panel = panel, answer.shown
        if not has_back(panel):
            return panel
        if panel == before:
            continue
    return panel


async def wait_for_panel(person: Person, panel: Json, done: Done, within: float = LONG) -> Json:
    """The panel once it is as wished: what changes is pushed into it, nothing is clicked."""

    def is_it(data: Json) -> bool:
        return bool(data["id"] == panel["id"])

    async with asyncio.timeout(within):
        while True:
            seen = len(person.events)
            panel = await person.refreshed(panel)
            if done(panel):
                return panel
            await person.wait_for_event("MESSAGE_UPDATE", is_it, within, since=seen)


async def wait_for_turn(person: Person, panel: Json) -> Json:
    """The panel once it offers something, on from the result of a round."""
    while not offers(panel):
        panel = await wait_for_panel(person, panel, lambda one: offers(one) or way_on(one) is not None)
        panel = await go_on(person, panel)
    return panel


async def go_on(person: Person, panel: Json) -> Json:
    """The panel itself, or where it shows a round's result the hand of the next one."""
    on = way_on(panel)
    return (await person.click(panel, custom_id=on["custom_id"])).shown if on else panel


async def play_until(person: Person, panel: Json, done: Done, random: Random, moved: list[str] | None = None) -> Json:
    """Make random moves, waiting for each turn, until the panel is as wished; notes each move's maker in `moved`."""
    while not done(panel):
        if offers(panel):
            panel = await choose(person, panel, random)
            if moved is not None:
                moved.append(person.name)
        elif way_on(panel) is not None:
            panel = await go_on(person, panel)
        else:
            panel = await wait_for_panel(person, panel, lambda one: offers(one) or done(one) or way_on(one) is not None)
    return panel


def is_over(panel: Json) -> bool:
    """Whether a panel says, in either language, that its game is over."""
    return any(words in texts(panel) for words in OVER)


async def looked_again(person: Person, panel: Json) -> Json:
    """A panel as it is now: what is looked up in it and left again shows the hand anew."""
    look = next((one for one in buttons(panel) if str(one["custom_id"]).startswith("look:")), None)
    if look is not None:
        panel = (await person.click(panel, custom_id=look["custom_id"])).shown
    back = next((one for one in buttons(panel) if is_hand(one)), None)
    if back is None:  # their hand was pushed at once in the place of what they looked up
        return await person.refreshed(panel)
    try:
        return (await person.click(panel, custom_id=back["custom_id"])).shown
    except RefusedError:  # meanwhile their hand, which has changed, was pushed in the place of what they looked up
        return await person.refreshed(panel)


class Seats:
    """Some people with their panels of one table open."""

    def __init__(self, world: Driver, random: Random) -> None:
        self.world = world
        self.random = random
        self.panels: dict[str, Json] = {}
        self.moves: list[str] = []
        """Who made each move of `play_out`."""

    async def sit(self, table: Json, people: Sequence[str]) -> None:
        """Open everybody's hand."""
        for name in people:
            self.panels[name] = await open_hand(self.world.user(name), table)

    async def sit_again(self, number: int, people: Sequence[str], channel: str = CHANNEL) -> None:
        """Open everybody's hand by its command."""
        for name in people:
            self.panels[name] = (await self.world.user(name).command(channel, "hand", table=number)).shown

    async def refresh(self, name: str) -> Json:
        """Look at a panel again: at the last trick, and back."""
        person = self.world.user(name)
        self.panels[name] = await looked_again(person, self.panels[name])
        return self.panels[name]

    def done(self) -> bool:
        """Whether a panel says that the game is over."""
        return any(is_over(panel) for panel in self.panels.values())

    async def move_once(self) -> None:
        """Let everybody whose panel offers something move once."""
        for name, panel in self.panels.items():
            now = await self.world.user(name).refreshed(panel)
            now = await go_on(self.world.user(name), now)
            self.panels[name] = await choose(self.world.user(name), now, self.random) if offers(now) else now

    async def play_out(self, within: float = 180) -> None:
        """Play the game to its end, everybody by themselves when it is their turn."""
        async with asyncio.timeout(within), asyncio.TaskGroup() as group:
            for name in self.panels:
                group.create_task(self._play_out(name))

    async def _play_out(self, name: str) -> None:
        person = self.world.user(name)
        self.panels[name] = await play_until(person, self.panels[name], is_over, self.random, self.moves)


async def running(world: Driver, game: str = "scharfe-schoten", people: tuple[str, ...] = PEOPLE) -> tuple[Json, Seats]:
    """A running game of four, and its people with their hands open."""
    table = await start_table(world, await open_table(world, game, seats=4, people=people))
    seats = Seats(world, Random(3))
    await seats.sit(table, people)
    return table, seats


async def after_predictions(seats: Seats) -> str:
    """Let everybody predict; the name of the one to play."""
    for name in PEOPLE:
        seats.panels[name] = await choose(seats.world.user(name), seats.panels[name], seats.random)
    return await to_act(seats)


async def to_act(seats: Seats) -> str:
    """The name of the first whose hand offers something."""
    for name in PEOPLE:
        if playable(await seats.refresh(name)):
            return name
    raise AssertionError("nobody is to act")


async def last_request(world: Driver) -> int:
    return max((one["n"] for one in await world.control.requests()), default=0)


async def finished_table(world: Driver, number: int, who: str = "Aki") -> Json:
    """The public message of a game that is over."""

    def over(message: Json) -> bool:
        return (
            not is_ephemeral(message)
            and any(button["custom_id"] == f"sheet:{number}:0" for button in buttons(message))
            and not is_table(message, number)
            and "🏆" in texts(message)
        )

    return await world.user(who).wait_for(over, within=LONG, what="the finished table")
