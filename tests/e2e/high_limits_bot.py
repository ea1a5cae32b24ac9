"""`bot.py` with higher limits on the number of tables, because the same few people play in all tests of a module."""

import limits
from bot import main
from host.settings import MOST_LOBBIES, ServerSettings
from operations.shutdown import exit_process

limits.OPENED_AN_HOUR = limits.JOINED_AN_HOUR = 1_000
ServerSettings.most_lobbies = property(lambda _server: int(MOST_LOBBIES))  # type: ignore[method-assign, assignment]

if __name__ == "__main__":
    exit_process(main())
