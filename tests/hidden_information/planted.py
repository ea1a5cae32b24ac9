"""Planted leaks: each one makes the bot reveal one bit of the hidden cards, in a way of its own."""

import asyncio
import io
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeAlias

import discord
import pytest
from PIL import Image

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.pipeline import Pipeline
from cogs.requests.discord_adapter import DiscordAdapter
from cogs.requests.pages import Upload
from engine.game import Game
from engine.players import LEVELS, USUAL
from host.ai.players import AiPlayers
from host.tables import message_records
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from local_discord.checks.components import walk
from show import desired
from show.panels import open_panels, spectators
from show.panels.open_panels import Panels
from show.text.page import Json, Page, page
from tests.hidden_information.scene import Scene
from tests.hidden_information.world import SPECTATOR

log = logging.getLogger("show.leak")


def hidden(game: Game) -> str:
    """Return the hidden cards as text."""
    return json.dumps(game.deal_data())


class Secret:
    """One bit of the hidden cards of the bot's only game; the bit differs between a scene's two worlds."""

    def __init__(self, patch: pytest.MonkeyPatch, scene: Scene) -> None:
        self.patch = patch
        self._game: Game | None = None
        one, two = hidden(scene.state.game), hidden(scene.state.other)
        self._at = next(at for at, letters in enumerate(zip(one, two, strict=False)) if len(set(letters)) > 1)
        self._letter = two[self._at]
        replaced, get = TableRepository._replace, TableRepository.get

        def seen(tables: TableRepository, table: Table) -> None:
            self._game = table.game
            replaced(tables, table)

        async def read(tables: TableRepository, table_id: int) -> Table:
            table = await get(tables, table_id)
            self._game = table.game
            return table

        patch.setattr(TableRepository, "_replace", seen)
        patch.setattr(TableRepository, "get", read)

    def __bool__(self) -> bool:
        return self._game is not None and hidden(self._game)[self._at] == self._letter

    def wrap(self, owner: Any, name: str, leaky: Callable[..., Any]) -> None:
        """Replace the function `owner.name` by `leaky`, which gets the original function as its first argument."""
        plain = getattr(owner, name)
        self.patch.setattr(owner, name, lambda *args, **how: leaky(plain, *args, **how))


Plant: TypeAlias = Callable[[Secret], None]
"""Makes the bot leak as long as the secret's patches last."""


# --- Leaks in the contents of a message


def in_components(change: Callable[[list[Json]], None]) -> Plant:
    """Return a leak that applies `change` to the components of every message and ephemeral page."""

    def plant(secret: Secret) -> None:
        def components(plain: Callable[..., Any], *args: Any) -> Any:
            data = json.loads(json.dumps(plain(*args)))
            if secret:
                change(data)
            return data

        secret.wrap(Page, "components", components)

    plant.__name__ = change.__name__
    return plant


def first(data: list[Json], key: str) -> Json:
    """Return the first component that has the key; if none has it, a new component that is not displayed."""
    return next((one for one in walk(data) if key in one), {key: [{}]})


@in_components
def a_space_after_a_text(data: list[Json]) -> None:
    first(data, "content")["content"] += " "


@in_components
def an_alt_text(data: list[Json]) -> None:
    item = first(data, "items")["items"][0]
    item["description"] = item.get("description", "") + "."


@in_components
def a_custom_id(data: list[Json]) -> None:
    button = first(data, "custom_id")
    button["custom_id"] = f"{button['custom_id']} "


@in_components
def the_label_of_a_button(data: list[Json]) -> None:
    button = first(data, "label")
    button["label"] = f"{button['label']}."


@in_components
def the_colour_of_a_button(data: list[Json]) -> None:
    first(data, "custom_id")["style"] = 4


@in_components
def the_order_of_buttons(data: list[Json]) -> None:
    rows = (one["components"] for one in walk(data) if one.get("type") == 1 and len(one["components"]) > 1)
    next(rows, []).reverse()


@in_components
def the_number_of_components(data: list[Json]) -> None:
    data.append({"type": 10, "content": "…"})


@in_components
def the_colour_of_the_edge(data: list[Json]) -> None:
    data[0]["accent_color"] = 1


# --- Leaks in pictures and pages


def in_result(owner: Any, name: str) -> Callable[[Callable[[Any], object]], Plant]:
    """Return a decorator that makes a leak from a function.

    While the secret bit is set, the leak applies the function to every result of the method `owner.name`.
    """

    def decorate(change: Callable[[Any], object]) -> Plant:
        def plant(secret: Secret) -> None:
            def leaky(plain: Callable[..., object], *args: Any, **how: Any) -> object:
                result = plain(*args, **how)
                return change(result) if secret else result

            secret.wrap(owner, name, leaky)

        plant.__name__ = change.__name__
        return plant

    return decorate


@in_result(Upload, "of")
def a_pixel(upload: Upload) -> Upload:
    picture, file = Image.open(io.BytesIO(upload.data)).convert("RGB"), io.BytesIO()
    picture.putpixel((0, 0), (1, 2, 3))
    picture.save(file, "PNG")
    return replace(upload, data=file.getvalue())


@in_result(Upload, "of")
def the_size_of_a_file(upload: Upload) -> Upload:
    return replace(upload, data=upload.data + b"\0")


@in_result(Upload, "of")
def the_name_of_a_file(upload: Upload) -> Upload:
    return replace(upload, name=f"a-{upload.name}")


@in_result(desired, "turn_page")
def the_mentions_of_a_message(page: Page) -> Page:
    return replace(page, notify=(*page.notify, SPECTATOR))


@in_result(open_panels, "hand_page")
def the_hand_of_another_seat(page: Page) -> Page:
    return replace(page, parts=(*page.parts, "…"))


@in_result(spectators, "spectator_page")
def the_page_of_a_spectator(page: Page) -> Page:
    return replace(page, parts=(*page.parts, "…"))


# --- Leaks in actions and their times


def the_order_of_two_requests(secret: Secret) -> None:
    """Swap the order of two requests made at the same moment."""

    def in_turn(name: str, second: Callable[[], bool]) -> None:
        async def called(plain: Callable[..., Any], *args: Any) -> Any:
            for _ in range(99 if second() else 0):
                await asyncio.sleep(0)
            return await plain(*args)

        secret.wrap(DiscordAdapter, name, called)

    in_turn("edit", lambda: bool(secret))
    in_turn("delete", lambda: not secret)


def the_time_of_an_edit(secret: Secret) -> None:
    async def edit(plain: Callable[..., Any], *args: Any) -> Any:
        await asyncio.sleep(0.001 if secret else 0)
        return await plain(*args)

    secret.wrap(DiscordAdapter, "edit", edit)


def an_extra_edit(secret: Secret) -> None:
    async def edit(plain: Callable[..., Any], *args: Any) -> Any:
        if secret:
            await plain(*args)
        return await plain(*args)

    secret.wrap(DiscordAdapter, "edit", edit)


def a_message_deleted_at_once(secret: Secret) -> None:
    """Post and delete another message before every message; even if nobody sees it, all later ids change."""

    async def send(plain: Callable[..., Any], port: DiscordAdapter, channel: int, message: Page, nonce: str) -> Any:
        if secret:
            sent = await plain(port, channel, page("…"), nonce[::-1])
            await port.delete(channel, sent.id)
        return await plain(port, channel, message, nonce)

    secret.wrap(DiscordAdapter, "send", send)


def a_nonce(secret: Secret) -> None:
    def token_hex(plain: Callable[[int], str], size: int) -> str:
        return plain(size).upper() if secret else plain(size)

    drawn = SimpleNamespace(token_hex=secrets.token_hex)
    secret.patch.setattr(message_records, "secrets", drawn)
    secret.wrap(drawn, "token_hex", token_hex)


def the_name_of_a_thread(secret: Secret) -> None:
    async def open_thread(
        plain: Callable[..., Any], port: DiscordAdapter, channel: int, message: int, name: str, minutes: int
    ) -> Any:
        return await plain(port, channel, message, f"{name}." if secret else name, minutes)

    secret.wrap(DiscordAdapter, "open_thread", open_thread)


def the_presence(secret: Secret) -> None:
    async def run(plain: Callable[..., Any], pipeline: Pipeline, interaction: Any, route: Any) -> Any:
        if secret:
            await interaction.client.change_presence(activity=discord.Game("an ace"))
        return await plain(pipeline, interaction, route)

    secret.wrap(Pipeline, "run", run)


# --- Leaks in ephemeral messages and logs


def a_push_into_another_panel(secret: Secret) -> None:
    async def refresh(plain: Callable[..., Any], every: Panels, table_id: int) -> None:
        await plain(every, table_id)
        for panel in [*every._open.get(table_id, {}).values()] if secret else []:
            await panel.asker.push(page("…"))

    secret.wrap(Panels, "refresh", refresh)


def the_reason_of_a_refusal(secret: Secret) -> None:
    async def tell(plain: Callable[..., Any], click: InteractionContext, sentence: str) -> None:
        await plain(click, f"{sentence}!" if secret else sentence)

    secret.wrap(InteractionContext, "tell", tell)


def autocomplete_choices(secret: Secret) -> None:
    async def autocomplete(plain: Callable[..., Any], response: Any, choices: list[Any]) -> Any:
        return await plain(response, [] if secret else choices)

    secret.wrap(discord.InteractionResponse, "autocomplete", autocomplete)


def at_level(level: int) -> Plant:
    """Return a leak in a log line of this level."""

    def plant(secret: Secret) -> None:
        async def edit(plain: Callable[..., Any], *args: Any) -> Any:
            log.log(level, "editing %s", int(bool(secret)))
            return await plain(*args)

        secret.wrap(DiscordAdapter, "edit", edit)

    plant.__name__ = f"a_log_line_at_{logging.getLevelName(level)}"
    return plant


def the_thinking_time_of_a_computer_player(secret: Secret) -> None:
    """Let a computer player move as soon as it has found its move, without the pause that hides the thinking time."""

    async def thought(_plain: object, computers: AiPlayers, _table: Table, game: Game, seat: int) -> int:
        budget = LEVELS[USUAL].budget
        return game.parse(await computers._thinkers.choose(game.view(seat), USUAL, 0, budget))

    secret.wrap(AiPlayers, "_thought", thought)


PLANTS: tuple[Plant, ...] = (
    a_space_after_a_text,
    an_alt_text,
    a_custom_id,
    the_label_of_a_button,
    the_colour_of_a_button,
    the_order_of_buttons,
    the_number_of_components,
    the_colour_of_the_edge,
    a_pixel,
    the_size_of_a_file,
    the_name_of_a_file,
    the_mentions_of_a_message,
    the_time_of_an_edit,
    an_extra_edit,
    a_message_deleted_at_once,
    a_nonce,
    the_name_of_a_thread,
    the_presence,
    the_hand_of_another_seat,
    the_page_of_a_spectator,
    a_push_into_another_panel,
    the_reason_of_a_refusal,
    autocomplete_choices,
    at_level(logging.DEBUG),
    at_level(logging.INFO),
)
