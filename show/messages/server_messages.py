"""Background tasks that keep messages of servers up to date, for messages that belong to no table."""

from abc import ABC, abstractmethod
from functools import partial
from typing import ClassVar

from host.background import BackgroundTask, run_every
from host.place import Place
from host.services import Services
from locales import Translation, language_of
from show.discord_port import Port
from show.text.seat_names import spoken

EVERY_SECONDS = 5.0
"""The usual number of seconds between two runs of a background task."""


class ServerMessages(ABC):
    """Background task that keeps messages of one kind up to date."""

    name: ClassVar[str]
    """The messages, as the log names them."""
    seconds: ClassVar[float] = EVERY_SECONDS
    """Seconds between two runs."""

    def __init__(self, services: Services, port: Port) -> None:
        self._services = services
        self._port = port
        self._task = BackgroundTask(self.name)

    def start(self) -> None:
        """Start the task, unless it was started before."""
        failure = f"{self.name} could not be looked at, which is tried again"
        self._task.start(partial(run_every, self.seconds, self.poll, failure))

    async def close(self) -> None:
        """Stop the task."""
        await self._task.close()

    @abstractmethod
    async def poll(self) -> None:
        """Bring the messages up to date on all servers of this process."""

    def _reaches(self, place: Place) -> bool:
        """Return whether this process handles the server, and the bot is there."""
        return self._services.tables.ours(place) and self._port.is_in(place)

    async def _translation(self, place: Place) -> Translation:
        server = await self._services.settings.of(place)
        return Translation(language_of(spoken(server.language, self._port.locale(place))))
