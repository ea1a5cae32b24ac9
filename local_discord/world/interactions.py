"""Interactions and their tokens."""

import asyncio
import dataclasses
import itertools
import secrets
import time
from collections.abc import Callable

from local_discord.checks import errors
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import Message

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
MAX_INTERACTIONS = 20_000


@dataclasses.dataclass(slots=True, eq=False)
class Interaction:
    """One interaction, from the click to the expiry of its token.

    Attributes:
        owners: Discord's `authorizing_integration_owners`: the owners of the installations that permit the interaction.
        private: whether Discord makes all answers ephemeral.
        follow_ups_left: number of follow-ups that the bot may still send; None if there is no limit.
        source: the message of the clicked component.
        callback_type: type of the bot's acknowledgement, None until it comes.
        original_id: id of the message that `@original` refers to.
        awaiting_first: whether there is a deferred "thinking…" message, which the next follow-up will fill.
        made: ids of the messages made with the interaction's token.
        outcome: the message last made or changed with the interaction's token.
        progress: number of messages made or changed after the acknowledgement.
        failure: why the bot can no longer answer, None if it can.
        elapsed_ms: milliseconds from the start to the latest callback that came in time; None if there is none.
    """

    type: int
    user_id: str
    channel_id: str
    nonce: str | None = None
    owners: dict[str, str] = dataclasses.field(default_factory=dict)
    private: bool = False
    follow_ups_left: int | None = None
    source: Message | None = None
    command_name: str | None = None
    option_type: int = 3
    id: str = dataclasses.field(default_factory=ids.snowflake)
    token: str = dataclasses.field(default_factory=lambda: secrets.token_urlsafe(96))
    started_at: float = dataclasses.field(default_factory=time.monotonic)
    callback_type: int | None = None
    original_id: str | None = None
    awaiting_first: bool = False
    made: set[str] = dataclasses.field(default_factory=set)
    outcome: Message | None = None
    progress: int = 0
    failure: str | None = None
    expired: bool = False
    choices: list[Json] | None = None
    modal: Json | None = None
    elapsed_ms: float | None = None
    timer: asyncio.TimerHandle | None = None
    _changed: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)

    @property
    def settled(self) -> bool:
        """True if the interaction has been acknowledged, or if it is too late for that."""
        return self.callback_type is not None or self.failure is not None

    def acknowledge(self, callback_type: int) -> None:
        """Store the type of the bot's first answer and stop the timer."""
        self.callback_type = callback_type
        if self.timer is not None:
            self.timer.cancel()
        self.notify()

    def note(self, message: Message) -> None:
        """Store a message made or changed with the token."""
        self.outcome = message
        if self.callback_type is not None:
            self.progress += 1
        self.notify()

    def notify(self) -> None:
        """Wake the tasks that wait in `wait_until`."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until `done` returns True; call it again after every change."""
        while not done():
            await self._changed.wait()


class Interactions:
    """The recent interactions, and the open modals."""

    def __init__(self) -> None:
        self._by_token: dict[str, Interaction] = {}
        self.open_modals: dict[tuple[str, str], Interaction] = {}
        self._deferred_updates: dict[str, list[Interaction]] = {}

    def add(self, interaction: Interaction) -> None:
        """Store an interaction. If 20,000 interactions are stored already, remove the older half first."""
        if len(self._by_token) >= MAX_INTERACTIONS:
            for token in list(itertools.islice(self._by_token, MAX_INTERACTIONS // 2)):
                del self._by_token[token]
        self._by_token[interaction.token] = interaction

    def for_callback(self, interaction_id: str, token: str) -> Interaction:
        """Return the interaction of a callback.

        Raises:
            DiscordError: 10062 if no interaction has this id and token, or the callback comes too late; 40060 if the
                interaction has been acknowledged already.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.failure is not None:
            raise errors.unknown_interaction()
        if interaction.callback_type is not None:
            raise errors.already_acknowledged()
        interaction.elapsed_ms = round((time.monotonic() - interaction.started_at) * 1000, 3)
        return interaction

    def for_webhook(self, token: str, lifetime: float, *, messages: bool) -> Interaction:
        """Return the interaction of a token.

        Args:
            token: token in the path.
            lifetime: lifetime of tokens in seconds.
            messages: whether the request is about an existing message; False for a new follow-up.

        Raises:
            DiscordError: the token is unknown or has expired (10015 with `messages`, else 50027), or the interaction
                has not been acknowledged yet (10015).
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.expired or time.monotonic() - interaction.started_at > lifetime:
            raise errors.unknown_webhook() if messages else errors.invalid_webhook_token()
        if interaction.callback_type is None:
            raise errors.unknown_webhook()
        return interaction

    def expect_update(self, interaction: Interaction, source: Message) -> None:
        """Record that the next change of the message `source` will answer `interaction`, which was deferred."""
        self._deferred_updates.setdefault(source.id, []).append(interaction)

    def message_changed(self, message: Message) -> None:
        """Tell the interactions that wait for this message about its change."""
        for interaction in self._deferred_updates.pop(message.id, []):
            interaction.note(message)

    def message_deleted(self, message: Message) -> None:
        """Tell the interactions that wait for this message about its deletion.

        Their `outcome` does not change.
        """
        for interaction in self._deferred_updates.pop(message.id, []):
            interaction.progress += 1
            interaction.notify()

    def expire(self, user_id: str | None) -> None:
        """Expire the tokens of one user, or (None) of everybody."""
        for interaction in self._by_token.values():
            if user_id in {None, interaction.user_id}:
                interaction.expired = True

    def clear(self) -> None:
        """Remove all interactions and stop their timers."""
        for interaction in self._by_token.values():
            if interaction.timer is not None:
                interaction.timer.cancel()
        self._by_token.clear()
        self._deferred_updates.clear()
        self.open_modals.clear()
