"""Permissions of people and of the bot in channels, such as Connect, without which nobody can use a voice channel."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.interactions.member_permissions import manages_messages, sees
from cogs.requests.bot_permissions import REQUIRED, is_allowed

CHANNEL = 5
VOCAL = [discord.VoiceChannel, discord.StageChannel]


def member_in(kind: type[discord.abc.GuildChannel], *, connect: bool) -> tuple[Mock, Mock]:
    """Return a member and a channel where the member has every permission; Connect only if `connect` is true."""
    allowed = discord.Permissions.all()
    allowed.update(connect=connect)
    channel = Mock(spec=kind, permissions_for=lambda _member: allowed)
    guild = SimpleNamespace(get_channel_or_thread=lambda _id: channel)
    guild.get_thread = lambda _id: None
    member = Mock(spec=discord.Member, guild=guild)
    channel.guild = SimpleNamespace(me=member)
    return member, channel


@pytest.mark.parametrize("connect", [True, False])
@pytest.mark.parametrize("kind", [*VOCAL, discord.TextChannel])
def test_member_without_connect_sees_nothing_and_has_no_permission_in_a_voice_channel(
    kind: type[discord.abc.GuildChannel], *, connect: bool
) -> None:
    member, _ = member_in(kind, connect=connect)
    member.guild_permissions = discord.Permissions.none()
    asked, expected = elsewhere(member, told=discord.Permissions.none()), connect or kind not in VOCAL
    assert sees(asked, CHANNEL) is expected
    assert manages_messages(asked, CHANNEL) is expected


@pytest.mark.parametrize("connect", [True, False])
@pytest.mark.parametrize("kind", [*VOCAL, discord.TextChannel])
def test_bot_without_connect_makes_no_calls_in_a_voice_channel(
    kind: type[discord.abc.GuildChannel], *, connect: bool
) -> None:
    _, channel = member_in(kind, connect=connect)
    assert {is_allowed(channel, one) for one in REQUIRED} == {connect or kind not in VOCAL}


def elsewhere(member: Mock, *, told: discord.Permissions) -> Any:
    """Return an interaction in another channel, with the person's permissions there."""
    return SimpleNamespace(
        user=member, guild=member.guild, channel=None, channel_id=CHANNEL + 1, data=None, permissions=told
    )


def test_person_who_does_not_see_a_channel_moderates_nothing_there() -> None:
    member, channel = member_in(discord.TextChannel, connect=True)
    member.guild_permissions = discord.Permissions(manage_messages=True)
    channel.guild = SimpleNamespace(me=object())
    views = discord.Permissions(view_channel=True)
    channel.permissions_for = lambda who: member.guild_permissions if who is member else views
    assert manages_messages(elsewhere(member, told=views), CHANNEL) is False


def test_administrator_permission_by_an_overwrite_counts_nowhere_else() -> None:
    member, channel = member_in(discord.TextChannel, connect=True)
    member.guild_permissions = discord.Permissions.none()
    channel.guild = SimpleNamespace(me=None)  # the bot does not see it
    asked = elsewhere(member, told=discord.Permissions.all())
    assert (sees(asked, CHANNEL), manages_messages(asked, CHANNEL)) == (None, None)
    member.guild_permissions = discord.Permissions(administrator=True)
    assert (sees(asked, CHANNEL), manages_messages(asked, CHANNEL)) == (True, True)
