"""Steps of a person's game: opening tables, opening the hand, choosing among the buttons."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random

from tests.driver import Driver, Json, Person, RefusedError, buttons, is_ephemeral, selects, texts
from tests.e2e.processes import BotProcess

PEOPLE = ("Aki", "Ben", "Chie", "Dai")
CHANNEL = "card-room"
PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4
LONG = 120.0
"""Timeout in seconds that only a defect can exceed, even on a busy machine."""

Done = Callable[[Json], bool]


async def until(done: Callable[[], Awaitable[bool]], within: float = LONG) -> None:
    """Call `done` repeatedly until it returns True; raise TimeoutError after `within` seconds."""
    async with asyncio.timeout(within):
        while not await done():
            await asyncio.sleep(0.05)


@asynccontextmanager
async def online(url: str) -> AsyncIterator[Driver]:
    """Connect the people to a local Discord, once the bot is online there."""
    async with Driver(url) as world:
        await world.wait_until_online(within=60)
        yield world


async def restart(world: Driver, bot: BotProcess) -> None:
    """Kill the bot, clear the faults and start the bot again."""
    bot.kill()
    await world.control.clear_faults()
    await start_again(world, bot)


async def wait_until_offline(world: Driver) -> None:
    """Wait until Discord has noticed that a shard is gone."""

    async def has_gone() -> bool:
        return not (await world.control.gateway())["online"]

    await until(has_gone)


async def start_again(world: Driver, bot: BotProcess) -> None:
    """Start the stopped bot once Discord has noticed that the bot was gone."""
    await wait_until_offline(world)
    bot.start()
    await world.wait_until_online(within=60)


async def open_table(
    world: Driver, game: str, seats: int, people: Sequence[str] = PEOPLE, channel: str = CHANNEL
) -> Json:
    """Let the first of `people` open a lobby and the rest join by its button; return its message."""
    answer = await world.user(people[0]).command(channel, "play", game=game, seats=seats)
    lobby = answer.reply
    for name in people[1:]:
        lobby = (await world.user(name).click(lobby, custom_id=f"join:{table_number(lobby)}")).reply
    return lobby


async def open_more(person: Person, lobby: Json) -> Json:
    """Return the private message with a person's other actions in a lobby."""
    return (await person.click(lobby, custom_id=f"more:{table_number(lobby)}")).reply


async def open_options(person: Person, lobby: Json) -> Json:
    """Open the form of a lobby's seats and options."""
    more = await open_more(person, lobby)
    answer = await person.click(more, where=lambda one: one["custom_id"].startswith("options:"))
    assert answer.modal is not None
    return answer.modal


async def set_options(world: Driver, lobby: Json, options: dict[str, int]) -> Json:
    """Let Aki fill in the form of her lobby, each option by the index of its value; return the answer."""
    form = await open_options(world.user("Aki"), lobby)
    filled = {name: [str(place)] for name, place in options.items()}
    return (await world.user("Aki").submit(form, filled)).reply


async def start_table(world: Driver, lobby: Json, opener: str = "Aki") -> Json:
    """Start a lobby with AI players on the free seats; return the table message.

    If the opener has no seat, they act as a moderator: the bot asks for a confirmation, and they confirm.
    """
    number, person = table_number(lobby), world.user(opener)
    answer = await person.click(lobby, custom_id=f"start:{number}")
    if answer.message is not None and f"start-anyway:{number}" in str(answer.message["components"]):
        await person.click(answer.message, custom_id=f"start-anyway:{number}")
    return await world.user("Aki").wait_for(
        lambda message: is_table(message, number), within=LONG, what=f"table {number}"
    )


async def wait_for_record(bot: BotProcess, message: Json) -> None:
    """Wait until the bot has stored its record of a message, so that lists link to the message."""

    async def is_stored() -> bool:
        return bool(bot.rows("SELECT 1 FROM posts WHERE message_id = ?", int(message["id"])))

    await until(is_stored)


async def end_game(moderator: Person, table: Json) -> None:
    """End a table's game with the buttons behind "More" on its message."""
    more = (await moderator.click(table, label="More")).reply
    sure = (await moderator.click(more, label="End the game")).reply
    await moderator.click(sure, label="Yes, do it")


def table_number(message: Json) -> int:
    """Return the number of the table whose lobby or table message this is."""
    for button in buttons(message):
        action, _, rest = button["custom_id"].partition(":")
        if action in {"join", "start", "hand", "sheet", "choose"}:
            return int(rest.split(":")[0])
    raise AssertionError(f"no table in {texts(message)}")


def is_table(message: Json, number: int) -> bool:
    """Return whether a message is the public message of the running table `number`."""
    asked = {button["custom_id"] for button in buttons(message)}
    return not is_ephemeral(message) and {f"hand:{number}", f"details:{number}"} <= asked


async def open_hand(person: Person, table: Json) -> Json:
    """Open a person's panel by "My hand"."""
    answer = await person.click(table, custom_id=f"hand:{table_number(table)}")
    assert is_ephemeral(answer.reply)
    return answer.reply


def playable(panel: Json) -> list[Json]:
    """Return the buttons of a panel that can be chosen now: no grey buttons, and none that goes back."""
    return [one for one in buttons(panel) if one["style"] in {PRIMARY, SUCCESS, DANGER} and is_move(one)]


def offers_choice(panel: Json) -> bool:
    """Return whether a panel offers any choice, by button or menu."""
    return bool(playable(panel) or selects(panel))


def next_round_button(panel: Json) -> Json | None:
    """Return the button to the next round; None unless the panel shows the result of a round."""
    return next((one for one in buttons(panel) if one["style"] == PRIMARY and is_hand(one)), None)


def is_hand(button: Json) -> bool:
    return str(button["custom_id"]).startswith("hand:")


def grey_buttons(panel: Json) -> list[Json]:
    """Return the grey buttons of a panel; a click on one gives the reason why it cannot be chosen."""
    return [one for one in buttons(panel) if one["style"] == SECONDARY and is_move(one) and not has_arrow(one)]


def has_back(panel: Json) -> bool:
    """Return whether a panel shows an incomplete move, which can be taken back."""
    return any(has_arrow(one) for one in buttons(panel))


def has_arrow(button: Json) -> bool:
    """Return whether a button takes a choice back."""
    return bool(button.get("emoji")) and button["emoji"]["name"] == "↩️"


def is_move(button: Json) -> bool:
    """Return whether a button is a choice of a move."""
    return str(button["custom_id"]).startswith("choose:")


async def choose(person: Person, panel: Json, random: Random) -> Json:
    """Make one whole move by random choices, under a random tab if there are tabs; return the panel after the move."""
    tabs = [one for one in buttons(panel) if str(one["custom_id"]).startswith("tab:")]
    if tabs:
        panel = (await person.click(panel, custom_id=random.choice(tabs)["custom_id"])).reply
    for _ in range(6):
        lists = selects(panel)
        if lists:
            option = random.choice(random.choice(lists)["options"])
            menu = next(one for one in lists if option in one["options"])
            panel = (await person.select(panel, [option["value"]], custom_id=menu["custom_id"])).reply
        else:
            panel = await click_panel(person, panel, random.choice(playable(panel))["custom_id"])
        if not has_back(panel):
            return panel
    return panel


def panel_table(message: Json) -> int | None:
    """Return the number of a panel's table; None for a message that is no panel."""
    parts = [str(one["custom_id"]).split(":") for one in (*buttons(message), *selects(message))]
    mine = [part[1] for part in parts if part[0] in {"hand", "choose", "pick", "tab", "look"}]
    return int(mine[0]) if mine and is_ephemeral(message) else None


async def panels_of(person: Person, number: int) -> list[Json]:
    """Return all panels of a table that a person sees, in all channels."""
    every = (one for messages in (await person.state())["messages"].values() for one in messages)
    return [one for one in every if panel_table(one) == number]


async def current_panel(person: Person, panel: Json) -> Json:
    """Return the current version of a panel, or of the panel that has replaced it."""
    number = panel_table(panel)
    newer = [one for one in await person.messages(panel["channel_id"]) if panel_table(one) == number is not None]
    return newer[-1] if newer else await person.refreshed(panel)


async def click_panel(person: Person, panel: Json, custom_id: str) -> Json:
    """Click a button of a panel, or of the panel that has just replaced it; return the panel after the click."""
    try:
        return (await person.click(panel, custom_id=custom_id)).reply
    except RefusedError:
        return (await person.click(await current_panel(person, panel), custom_id=custom_id)).reply


async def wait_for_panel(person: Person, panel: Json, done: Done) -> Json:
    """Wait until `done` accepts a panel, or the panel that has replaced it; return the accepted panel."""
    async with asyncio.timeout(LONG):
        while True:
            seen = len(person.events)
            panel = await current_panel(person, panel)
            if done(panel):
                return panel
            await person.wait_for_events_after(seen)


async def wait_for_turn(person: Person, panel: Json) -> Json:
    """Wait until a panel offers a choice, clicking on to the next round; return the panel."""
    while not offers_choice(panel):
        panel = await wait_for_panel(
            person, panel, lambda one: offers_choice(one) or next_round_button(one) is not None
        )
        panel = await go_to_next_round(person, panel)
    return panel


async def go_to_next_round(person: Person, panel: Json) -> Json:
    """Return a panel, or the next round's hand if the panel shows a round's result."""
    on = next_round_button(panel)
    return await click_panel(person, panel, on["custom_id"]) if on else panel


async def play_until(person: Person, panel: Json, done: Done, random: Random, moved: list[str] | None = None) -> Json:
    """Make random moves until `done` accepts the panel; append the player's name to `moved` for each move."""
    while not done(panel):
        if offers_choice(panel):
            panel = await choose(person, panel, random)
            if moved is not None:
                moved.append(person.name)
        elif next_round_button(panel) is not None:
            panel = await go_to_next_round(person, panel)
        else:
            panel = await wait_for_panel(
                person, panel, lambda one: offers_choice(one) or done(one) or next_round_button(one) is not None
            )
    return panel


def is_over(panel: Json) -> bool:
    """Return whether a panel shows the result of its game: only this page has a link to the replay."""
    return any(str(one.get("custom_id")).startswith("replay:") for one in buttons(panel))


async def reopened_panel(person: Person, panel: Json) -> Json:
    """Open a page of a panel, such as the last trick, and go back, so that the panel is up to date; return it."""
    look = next((one for one in buttons(panel) if str(one["custom_id"]).startswith("look:")), None)
    if look is not None:
        panel = await click_panel(person, panel, look["custom_id"])
    back = next((one for one in buttons(panel) if is_hand(one)), None)
    if back is None:  # the bot has already replaced the page with the hand
        return await current_panel(person, panel)
    try:
        return (await person.click(panel, custom_id=back["custom_id"])).reply
    except RefusedError:  # the hand has changed, so the bot has just replaced the page with the hand
        return await current_panel(person, panel)


class Seats:
    """People with open panels of one table."""

    def __init__(self, world: Driver, random: Random) -> None:
        self.world = world
        self.random = random
        self.panels: dict[str, Json] = {}
        self.moves: list[str] = []
        """The player of each move of `play_out`."""

    async def open_hands(self, table: Json, people: Sequence[str]) -> None:
        """Open everybody's hand."""
        for name in people:
            self.panels[name] = await open_hand(self.world.user(name), table)

    async def open_hands_by_command(self, number: int, people: Sequence[str], channel: str = CHANNEL) -> None:
        """Open everybody's hand by the command."""
        for name in people:
            self.panels[name] = (await self.world.user(name).command(channel, "hand", table=number)).reply

    async def refresh(self, name: str) -> Json:
        """Update a person's panel by opening a page of it and going back; return the panel."""
        person = self.world.user(name)
        self.panels[name] = await reopened_panel(person, self.panels[name])
        return self.panels[name]

    def done(self) -> bool:
        """Return whether any panel says that the game is over."""
        return any(is_over(panel) for panel in self.panels.values())

    async def move_once(self) -> None:
        """Let everybody whose panel offers a choice move once."""
        for name, panel in self.panels.items():
            now = await current_panel(self.world.user(name), panel)
            now = await go_to_next_round(self.world.user(name), now)
            self.panels[name] = await choose(self.world.user(name), now, self.random) if offers_choice(now) else now

    async def play_out(self, within: float = 180) -> None:
        """Play the game to its end, each person at their turns."""
        async with asyncio.timeout(within), asyncio.TaskGroup() as group:
            for name in self.panels:
                group.create_task(self._play_out(name))

    async def _play_out(self, name: str) -> None:
        person = self.world.user(name)
        self.panels[name] = await play_until(person, self.panels[name], is_over, self.random, self.moves)


async def running(world: Driver, game: str = "scharfe-schoten", people: tuple[str, ...] = PEOPLE) -> tuple[Json, Seats]:
    """Start a game of four and open the people's hands."""
    table = await start_table(world, await open_table(world, game, seats=4, people=people))
    seats = Seats(world, Random(3))
    await seats.open_hands(table, people)
    return table, seats


async def after_predictions(seats: Seats) -> str:
    """Let everybody predict; return the name of the next player."""
    for name in PEOPLE:
        seats.panels[name] = await choose(seats.world.user(name), seats.panels[name], seats.random)
    return await to_act(seats)


async def to_act(seats: Seats) -> str:
    """Return the name of the first person whose hand offers a choice."""
    for name in PEOPLE:
        if playable(await seats.refresh(name)):
            return name
    raise AssertionError("nobody is to act")


async def last_request(world: Driver) -> int:
    return max((one["n"] for one in await world.control.requests()), default=0)


async def wait_for_request(world: Driver, since: int, kind: str) -> None:
    """Wait until a request of a kind, refused or not, has reached Discord after request number `since`."""

    async def was_sent() -> bool:
        return bool(await world.control.requests(since, kind=kind))

    await until(was_sent)


async def finished_table(world: Driver, number: int, who: str = "Aki") -> Json:
    """Return the public message of a finished game."""

    def over(message: Json) -> bool:
        return (
            not is_ephemeral(message)
            and any(button["custom_id"] == f"sheet:{number}:0" for button in buttons(message))
            and not is_table(message, number)
            and "🏆" in texts(message)
        )

    return await world.user(who).wait_for(over, within=LONG, what="the finished table")
