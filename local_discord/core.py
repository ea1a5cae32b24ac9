"""The state of a local Discord, which consists of one object for each of its parts."""

from aiohttp import web

from local_discord.checks.ban import Ban
from local_discord.checks.limits import Limits
from local_discord.control.faults import Faults
from local_discord.control.journal import Journal
from local_discord.control.settings import ACK_SECONDS, Settings
from local_discord.gateway.hub import Hub
from local_discord.world import ids
from local_discord.world.files import Files
from local_discord.world.interactions import Interactions
from local_discord.world.world import World


class LocalDiscord:
    """The state of one running local Discord."""

    def __init__(self, ack_seconds: float = ACK_SECONDS) -> None:
        self._ack_seconds = ack_seconds
        self.settings = Settings(ack_seconds)
        ids.set_clock(self.settings.clock_offset)
        self.world = World()
        self.files = Files()
        self.hub = Hub()
        self.interactions = Interactions()
        self.journal = Journal()
        self.limits = Limits()
        self.ban = Ban()
        self.faults = Faults()

    def accepts_token(self, token: object) -> bool:
        """Return whether a bot may log in with this token."""
        return isinstance(token, str) and bool(token) and token not in self.settings.refused_tokens

    def reset(self) -> None:
        """Reset the world, settings, limits and faults; connections, commands, emojis and the log stay."""
        self.interactions.clear()
        self.settings = Settings(self._ack_seconds)
        ids.set_clock(self.settings.clock_offset)
        self.limits = Limits()
        self.ban = Ban()
        self.hub.outages.clear()
        self.hub.deviations.clear()
        self.faults.clear()
        self.world.reset()


DISCORD = web.AppKey("discord", LocalDiscord)


def discord_of(request: web.Request) -> LocalDiscord:
    """Return the local Discord that serves a request."""
    return request.app[DISCORD]
