"""The permission Connect: without it nobody can read or write in a voice or stage channel."""

from types import SimpleNamespace
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
    member = Mock(spec=discord.Member, guild=guild)
    channel.guild = SimpleNamespace(me=member)
    return member, channel


@pytest.mark.parametrize("connect", [True, False])
@pytest.mark.parametrize("kind", [*VOCAL, discord.TextChannel])
def test_member_without_connect_sees_nothing_and_has_no_permission_in_a_voice_channel(
    kind: type[discord.abc.GuildChannel], *, connect: bool
) -> None:
    member, _ = member_in(kind, connect=connect)
    expected = connect or kind not in VOCAL
    assert sees(member, CHANNEL) is expected
    assert manages_messages(member, CHANNEL) is expected


@pytest.mark.parametrize("connect", [True, False])
@pytest.mark.parametrize("kind", [*VOCAL, discord.TextChannel])
def test_bot_without_connect_makes_no_calls_in_a_voice_channel(
    kind: type[discord.abc.GuildChannel], *, connect: bool
) -> None:
    _, channel = member_in(kind, connect=connect)
    assert {is_allowed(channel, one) for one in REQUIRED} == {connect or kind not in VOCAL}
