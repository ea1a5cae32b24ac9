"""Places without the bot: people can use its commands there only because they have added the bot to their account.

In such a place the bot's token gives no access. The bot can only answer an interaction: for fifteen minutes, with five
follow-ups at most; a server may make all answers ephemeral. Source: Discord's documentation, "Receiving and
Responding", Followup Messages.
"""

from typing import Any, Final

import discord

from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, wait_for_call
from host.people.people import People
from host.services import StoreError
from show.actions.table_actions import Action
from show.pages.welcome import not_here_page

ANYWHERE: Final = "anywhere"
"""Key in the `extras` of a command that needs no bot in the place where it is used."""
GAME: Final = "game"
"""Name of the option for a game. Places without the bot offer all its choices, as they have no settings of the bot."""


def needs_bot(interaction: Interaction) -> bool:
    """Return whether an interaction works only in places that have the bot itself.

    The interaction is a command, a request for the choices of an option, or a click on a component.
    """
    command = interaction.command
    if interaction.type is discord.InteractionType.autocomplete and GAME in _focused(interaction.data):
        return False
    if command is not None:
        return not command.extras.get(ANYWHERE)
    data: Any = interaction.data
    verb = Action.verbs.get(str(data.get("custom_id")).partition(":")[0])
    return verb is None or not verb.anywhere


def _focused(data: object) -> list[object]:
    """Return the names of the options that a person is filling in."""
    options = data.get("options") if isinstance(data, dict) else None
    every = [one for one in options if isinstance(one, dict)] if isinstance(options, list) else []
    return [one.get("name") for one in every if one.get("focused")]


async def show_way_to_bot(context: InteractionContext, people: People) -> None:
    """Say that the bot is not here, with a link to its direct messages; autocomplete gets no choices."""
    interaction = context.interaction
    if context.is_autocomplete:
        await interaction.response.autocomplete([])
    else:
        await context.tell_page(not_here_page(await _url_of_direct_messages(interaction, people), context.tr))


async def _url_of_direct_messages(interaction: Interaction, people: People) -> str:
    """Return the address of the person's direct messages with the bot.

    If Discord cannot open them, return the address of the bot's profile.
    """
    person = interaction.user.id
    try:
        number = await people.conversation(person)
        if not number:
            number = (await wait_for_call(interaction.client.create_dm(discord.Object(person)), urgent=True)).id
            await people.note_conversation(person, number)
    except (*UNREACHABLE, *UNREADABLE, StoreError):
        return f"https://discord.com/users/{interaction.application_id}"
    return f"https://discord.com/channels/@me/{number}"
