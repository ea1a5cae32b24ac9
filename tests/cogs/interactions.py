"""Interactions without Discord, which record their answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord

from cogs.interactions.interaction_context import PUBLIC, Interaction
from cogs.interactions.pipeline import Pipeline
from cogs.interactions.router import Router
from cogs.metrics import Metrics
from cogs.requests.pages import AttachmentStore, PageView
from host.place import Place
from host.settings import ServerSettings
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from tests.show.page_content import parts


async def _of_message(_message_id: int) -> list[int]:
    return []


async def _in_place(_place: Place, table_id: int) -> SimpleNamespace:
    return SimpleNamespace(id=table_id, seat_of=lambda _user_id: 0, open_to=lambda _user_id: True, private=False)


ANY_TABLE = cast("TableRepository", SimpleNamespace(in_place=_in_place, of_message=_of_message))
"""Stand-in for the tables: every number is a table at which everybody has a seat."""


async def _nobody_is_away(_table: Table, _user_id: int) -> None:
    return None


def a_router() -> Router:
    """Return a router without handlers."""
    return Router(ANY_TABLE, _nobody_is_away)


async def answer(router: Router, interaction: FakeInteraction) -> None:
    """Send an interaction to a router through a pipeline without gates, which could stop the interaction."""
    pipeline = Pipeline(cast("Any", None), Metrics(), router)
    pipeline.gates = ()
    await pipeline.on_interaction(interaction.real)


async def _of(_place: Place) -> ServerSettings:
    return ServerSettings()


NOTHING_SET = SimpleNamespace(of=_of)
"""Stand-in for the settings, which all have their defaults."""
USER, GUILD, CHANNEL, MESSAGE, MADE, ASKED, FOLLOWED = 5, 6, 7, 8, 9, 10, 11
"""Ids: `MADE` is the message that an answer creates, `ASKED` is the interaction, `FOLLOWED` is a follow-up message."""


KINDS = {403: discord.Forbidden, 404: discord.NotFound, 503: discord.DiscordServerError}


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """Return the exception that the library raises if Discord refuses a request with this status and code."""
    response = cast("Any", SimpleNamespace(status=status, reason=""))
    return KINDS.get(status, discord.HTTPException)(response, {"code": code, "message": "No."})


class FakeInteraction:
    """A fake interaction: with a `custom_id` a click on a component, otherwise a command."""

    def __init__(
        self,
        custom_id: str | None = None,
        picked: list[str] | None = None,
        *,
        locale: str = "en-US",
        private: bool = False,
        public: bool = False,
        error: BaseException | None = None,
    ) -> None:
        self.id = ASKED
        self.type = discord.InteractionType.component if custom_id else discord.InteractionType.application_command
        self.data = {"custom_id": custom_id} | ({"values": picked} if picked is not None else {})
        self.user = SimpleNamespace(id=USER, display_name="Aki", global_name=None, name="aki")
        self.permissions = discord.Permissions(manage_messages=True)
        self.guild_id, self.channel_id = GUILD, CHANNEL
        self.context = discord.app_commands.AppCommandContext(guild=True)
        self.locale = self.guild_locale = discord.Locale(locale)
        self.channel, self.guild = SimpleNamespace(id=CHANNEL), None
        flags = SimpleNamespace(ephemeral=private, components_v2=True)
        self.message = SimpleNamespace(id=MESSAGE, flags=flags, attachments=[], components=[]) if custom_id else None
        self.app_permissions = discord.Permissions.all()
        self.extras: dict[str, object] = {}
        self.command = None if custom_id else SimpleNamespace(extras={PUBLIC: public})
        self.answers: list[tuple[str, str, bool]] = []
        """The kind, the text, and whether the answer is ephemeral."""
        self.error = error
        """The exception that answers raise."""
        self.follow_up_error: BaseException | None = None
        """The exception that follow-ups raise."""
        self.original: object = None
        """The original response, or the exception on fetching it."""
        self.response = self
        self.client = SimpleNamespace(
            dispatch=lambda _event: None, get_guild=lambda _id: self, attachments=AttachmentStore()
        )
        self.followup = SimpleNamespace(
            send=self._follow, edit_message=self._edit_follow_up, delete_message=self._delete_follow_up
        )

    @property
    def real(self) -> Interaction:
        """Return the interaction with the type that the cogs expect."""
        return cast("Interaction", self)

    def is_done(self) -> bool:
        """Return whether the interaction was answered."""
        return bool(self.answers)

    async def send_message(self, text: str = "", **options: Any) -> object:
        """Answer with a new message."""
        self._note("new", text, options)
        return SimpleNamespace(message_id=MADE)

    async def edit_message(self, **options: Any) -> None:
        """Answer by editing the clicked message."""
        self._note("in place", "", options)

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        """Defer the answer."""
        self._note("deferred" if thinking else "deferred in place", "", {"ephemeral": ephemeral})

    async def edit_original_response(self, **options: Any) -> SimpleNamespace:
        """Edit the answer."""
        self._note("later", "", options)
        return SimpleNamespace(id=MESSAGE)

    async def original_response(self) -> object:
        """Return `original`, or raise it if it is an exception."""
        if isinstance(self.original, BaseException):
            raise self.original
        return self.original

    async def delete_original_response(self) -> None:
        """Delete the answer."""
        self._note("taken back", "", {})

    async def _follow(self, text: str = "", **options: Any) -> SimpleNamespace:
        if self.follow_up_error is not None:
            raise self.follow_up_error
        self._note("after that", text, options)
        return SimpleNamespace(id=FOLLOWED)

    async def _edit_follow_up(self, message_id: int, **options: Any) -> SimpleNamespace:
        assert message_id == FOLLOWED
        self._note("later below", "", options)
        return SimpleNamespace(id=FOLLOWED)

    async def _delete_follow_up(self, message_id: int) -> None:
        assert message_id == FOLLOWED
        self._note("taken back below", "", {})

    def _note(self, how: str, text: str, options: dict[str, Any]) -> None:
        if self.error is not None:
            raise self.error
        view = options.get("view")
        shown = "\n".join(parts(view.to_components(), "content")) if isinstance(view, PageView) else text
        self.answers.append((how, shown, bool(options.get("ephemeral"))))
