"""Places: where tables are. A server is a place, and so are one person's direct messages with the bot.

Code that needs to know what a place has must ask the place. No other module tells servers from direct messages by the
sign of an id.
"""

from dataclasses import dataclass

from storage.place_ids import of_direct_messages

_CREATION_BITS = 22
"""Number of low bits of a Discord id to drop; the bits above them hold the time of the id's creation."""


@dataclass(frozen=True, slots=True)
class Place:
    """A server, or one person's direct messages with the bot. Every other place has the id 0, and has no tables."""

    id: int
    """The number of the place in the database, see `storage.place_ids`; 0 for every other place."""

    @staticmethod
    def server(guild_id: int) -> "Place":
        """Return the place of a server."""
        return Place(guild_id)

    @staticmethod
    def direct(user_id: int) -> "Place":
        """Return the place of a person's direct messages with the bot. Nobody else is ever there."""
        return Place(of_direct_messages(user_id))

    @property
    def server_id(self) -> int:
        """The server's id; 0 if the place is no server."""
        return max(self.id, 0)

    @property
    def owner_id(self) -> int:
        """The id of the person whose direct messages these are; 0 if the place is not one person's."""
        return max(-self.id, 0)

    @property
    def is_server(self) -> bool:
        """True for a server."""
        return self.id > 0

    @property
    def is_direct(self) -> bool:
        """True for one person's direct messages."""
        return self.id < 0

    # --- What a place has

    @property
    def has_lobbies(self) -> bool:
        """True if people can meet here: tables begin as lobbies that people join, and lobbies can be scheduled."""
        return self.is_server

    @property
    def has_leaderboard(self) -> bool:
        """True if people are compared with each other here."""
        return self.is_server

    @property
    def has_notices(self) -> bool:
        """True if people can be notified of lobbies here."""
        return self.is_server

    @property
    def has_settings(self) -> bool:
        """True if the place has settings of its own, which its managers change. Elsewhere the defaults apply."""
        return self.is_server

    @property
    def has_commitments(self) -> bool:
        """True if deal commitments are published before people join."""
        return self.is_server

    def shard_number(self, count: int) -> int:
        """Return which of `count` shards, numbered from 0, gets the place's interactions.

        Source: "Sharding" in Discord's documentation. All direct messages come to shard 0.
        """
        return (self.server_id >> _CREATION_BITS) % count


NOWHERE = Place(0)
"""A place that is neither a server with the bot nor a person's direct messages with it, such as a group of people."""
