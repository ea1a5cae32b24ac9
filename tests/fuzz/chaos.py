"""Random interactions: legal, stale, repeated and forged ones, by all people, on all servers, in random order."""

from collections import deque
from random import Random
from typing import Any

from engine.game import Game
from show.actions.table_actions import PICKED, Action
from show.text.text_form import NONCE, WORDS
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, Json, User, components_with

OPEN_MODAL = 9
MAX_PAGES = 400
"""Number of recent pages, including outdated ones, whose buttons are clicked."""
TYPED = ("", "0", "-1", "-99", "9" * 19, "9" * 40, str(2**63), "x" * 100, "１", "R9", "\u202e<@1>", "saizen", "🂡" * 30)
LONG = "ばか \u0000" * 650
"""A text of 2,600 characters."""


class Chaos:
    """Draws random interactions from the pages that the bot has displayed."""

    def __init__(
        self, world: Offline, random: Random, people: list[User], channels: list[Channel], direct: float = 0.02
    ) -> None:
        """Use these people and channels; `direct` is the share of interactions in direct messages."""
        self._direct = direct
        self._world, self._random = world, random
        self._people, self._channels = people, channels
        self._pages: deque[tuple[User, Channel, Json]] = deque(maxlen=MAX_PAGES)
        self._last: list[SentInteraction] = []

    def add_pages(self, asked: list[SentInteraction]) -> None:
        """Store the pages in the answers to these interactions, so that their components can be used later."""
        channels = {one.id: one for one in self._channels}
        for one in asked:
            form = next((page for kind, page in one.replies if kind == OPEN_MODAL), None)
            page = form or one.page
            if one.channel in channels and page is not None and components_with(page):
                self._pages.append((one.user, channels[one.channel], page))
        self._last = asked

    def send(self) -> SentInteraction:
        """Send one random interaction."""
        kinds = (
            self._legal_move,
            self._page_component,
            self._command,
            self._forged,
            self._repeated,
            self._public_button,
            self._autocomplete,
        )
        return self._random.choices(kinds, (40, 18, 10, 12, 8, 12 + int(40 * self._direct), 3))[0]()

    def _person_and_channel(self) -> tuple[User, Channel | None]:
        channel = None if self._random.random() < self._direct else self._random.choice(self._channels)
        return self._random.choice(self._people), channel

    def _legal_move(self) -> SentInteraction:
        """Click a legal choice in an open hand, as its player."""
        places = {one.id: one for one in self._channels}
        hands = {
            (one.user.id, move_components(one.page)[0]["custom_id"].split(":")[1]): (
                one.user,
                places[one.channel],
                one.page,
            )
            for one in self._world.interactions.values()
            if one.page is not None and one.channel in places and move_components(one.page)
        }  # read the pages now, because the bot edits them later
        if not hands:
            return self._command()
        user, channel, page = self._random.choice(list(hands.values()))
        part = self._random.choice(move_components(page))
        values = [self._random.choice(part["options"])["value"]] if part.get("options") else None
        return self._world.click(user, channel, part["custom_id"], dict(page), values=values)

    def _page_component(self) -> SentInteraction:
        """Use a component of a stored, mostly recent page, mostly by the page's own person and in its own channel."""
        if not self._pages:
            return self._command()
        at = min(int(self._random.expovariate(1 / 20)), len(self._pages) - 1)
        user, channel, page = self._pages[-1 - at]
        if self._random.random() < 0.1:
            user = self._random.choice(self._people)
        where: Channel | None = channel
        if self._random.random() < 0.05:
            _, where = self._person_and_channel()
        if "title" in page and "custom_id" in page:
            return self._form(user, where, page)
        part = self._random.choice(components_with(page["components"]) or [{"custom_id": "join:1"}])
        values = [self._random.choice(part["options"])["value"]] if part.get("options") else None
        return self._world.click(user, where, part["custom_id"], dict(page), values=values)

    def _form(self, user: User, where: Channel | None, form: Json) -> SentInteraction:
        fields = [one["component"] for one in form["components"] if "component" in one]
        filled = {
            one["custom_id"]: self._random.choice(one["options"])["value"]
            if "options" in one
            else self._random.choice(TYPED)
            for one in fields
        }
        if filled and self._random.random() < 0.3:
            filled[self._random.choice([*filled, "nothing"])] = self._random.choice(TYPED)
        return self._world.submit(user, where, form["custom_id"], filled)

    def _public_button(self) -> SentInteraction:
        """Use a button or select of a public message, sometimes with a channel that is not the message's."""
        user, where = self._person_and_channel()
        message = self._random.choice(list(self._world.messages.values()) or [None])
        parts = components_with(message["components"]) if message else []
        if not parts or message is None:
            return self._command()
        owner = next((one for one in self._people if message in self._world.direct_messages(one)), None)
        if self._random.random() < 0.9:
            where = self._world.channel(int(message["channel_id"])) or (None if owner else where)
            user = owner or user
        part = self._random.choice(parts)
        values = [self._random.choice(part["options"])["value"]] if part.get("options") else None
        return self._world.click(user, where, part["custom_id"], dict(message), values=values)

    def _command(self) -> SentInteraction:
        user, where = self._person_and_channel()
        commands = ("play", "play", *["hand"] * 3, "tables", "rules", "leaderboard", "settings", "help", "replay")
        name = self._random.choice((*commands, "nothing"))
        options: Json = {}
        game = self._random.choice((*Game.games, *Game.games, self._random.choice(TYPED), LONG))
        if name == "play" or (name in {"rules", "leaderboard"} and self._random.random() < 0.7):
            options["game"] = game
        if name == "play" and self._random.random() < 0.5:
            options["seats"] = self._random.choice((2, 3, 4, 4, 5, 6, -1, 0, 99, 10**30))
        if name in {"hand", "replay"} and self._random.random() < 0.6:
            options["table"] = self._random.choice((self._table(), self._table(), -1, 0, 2**53, 2**63, 10**40))
        if name == "leaderboard" and self._random.random() < 0.5:
            options["period"] = self._random.choice(("month", "season", "all", LONG))
        return self._world.command(user, where, name, **options)

    def _autocomplete(self) -> SentInteraction:
        """Ask for the autocompletion of a partly typed option, or use the context menu of a message."""
        user, where = self._person_and_channel()
        message = self._random.choice(list(self._world.messages.values()) or [None])
        if message is not None and self._random.random() < 0.5:
            return self._world.on_message(user, where, message)
        typed: Any = self._random.choice((*TYPED, LONG, 1, -1, 10**30))
        name, option = self._random.choice(
            (("hand", "table"), ("hand", "table"), ("replay", "table"), ("play", "game"))
        )
        return self._world.autocomplete(user, where, name, typed, option)

    def _forged(self) -> SentInteraction:
        """Click a made-up custom id, or submit a form with one, as if a page had contained it."""
        user, where = self._person_and_channel()
        verb = self._random.choice((*Action.verbs, "nothing"))
        typed = ("1", "0", "2") if self._random.random() < 0.7 else TYPED
        written = [str(self._table()), *(self._random.choice(typed) for _ in range(4))]
        length = self._random.choice((_field_count(verb), _field_count(verb), self._random.randrange(6)))
        custom_id = ":".join([verb, *written[:length]])[: self._random.choice((100, 100, 200))]
        if verb in {"set-up", "cut-with"}:
            names = ("seats",) if verb == "set-up" else (NONCE, WORDS)
            filled = {name: self._random.choice((*TYPED, "0" * 32)) for name in names}
            return self._world.submit(user, where, custom_id, filled)
        values = self._random.choice((None, None, [], [self._random.choice(TYPED)], ["R9", "R10"]))
        return self._world.click(user, where, custom_id, values=values)

    def _repeated(self) -> SentInteraction:
        """Repeat one of the last interactions, by the same person or by another."""
        if not self._last:
            return self._command()
        one = self._random.choice(self._last)
        user = one.user if self._random.random() < 0.7 else self._random.choice(self._people)
        message = dict(one.message) if one.message else None
        return self._world.send(one.kind, user, self._world.channel(one.channel), one.data, message)

    def _table(self) -> int:
        return 1 + int(self._random.expovariate(1 / 8))


def _field_count(verb: str) -> int:
    """Return the number of fields in an action's custom id."""
    return sum(name != PICKED for name in Action.verbs[verb].fields) if verb in Action.verbs else 1


def move_components(page: Json) -> list[Json]:
    """Return the components that choose a card or another part of a move."""
    return [part for part in components_with(page["components"]) if part["custom_id"].startswith(("choose:", "pick:"))]
