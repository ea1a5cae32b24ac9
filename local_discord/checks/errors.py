"""Discord's refusals, as exceptions: an HTTP status, Discord's JSON error code and its sentence."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class DiscordError(Exception):
    """A request is refused the way Discord refuses it.

    Attributes:
        status: the HTTP status.
        code: Discord's JSON error code, 0 for none.
        message: Discord's sentence.
        errors: the tree of form errors of a 50035, else None.
        retry_after: seconds to wait, with a 429.
    """

    def __init__(
        self, status: int, code: int, message: str, errors: Json | None = None, *, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> Json:
        """The JSON that Discord sends along."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


class ClientError(Exception):
    """The client or control API refuses: its sentence goes to the page or the test.

    Attributes:
        status: 400, or 404 for something that is not there.
    """

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


def unauthorized() -> DiscordError:
    """No token, or one that is refused."""
    return DiscordError(401, 0, "401: Unauthorized")


def unknown_route() -> DiscordError:
    """A path that is not built here."""
    return DiscordError(404, 0, "404: Not Found")


def unknown_application() -> DiscordError:
    """An application other than the bot's own."""
    return DiscordError(404, 10002, "Unknown Application")


def unknown_channel() -> DiscordError:
    """No such channel or thread (any more)."""
    return DiscordError(404, 10003, "Unknown Channel")


def unknown_guild() -> DiscordError:
    """No such guild."""
    return DiscordError(404, 10004, "Unknown Guild")


def unknown_member() -> DiscordError:
    """Nobody of that id in the guild."""
    return DiscordError(404, 10007, "Unknown Member")


def unknown_message() -> DiscordError:
    """No such message, or an ephemeral one asked for without its token."""
    return DiscordError(404, 10008, "Unknown Message")


def unknown_user() -> DiscordError:
    """Nobody of that id."""
    return DiscordError(404, 10013, "Unknown User")


def unknown_emoji() -> DiscordError:
    """No such application emoji."""
    return DiscordError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> DiscordError:
    """No interaction goes by this token, or its token no longer reaches its messages."""
    return DiscordError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> DiscordError:
    """A callback for an interaction that is not there, or that came too late."""
    return DiscordError(404, 10062, "Unknown interaction")


def unknown_command() -> DiscordError:
    """No such application command."""
    return DiscordError(404, 10063, "Unknown application command")


def invalid_webhook_token() -> DiscordError:
    """An interaction token that has expired, or was never one."""
    return DiscordError(401, 50027, "Invalid Webhook Token")


def already_acknowledged() -> DiscordError:
    """The second callback for one interaction."""
    return DiscordError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> DiscordError:
    """The bot may not see this channel."""
    return DiscordError(403, 50001, "Missing Access")


def missing_permissions() -> DiscordError:
    """The bot sees the channel and may not do this in it."""
    return DiscordError(403, 50013, "Missing Permissions")


def not_the_author() -> DiscordError:
    """An edit of another's message."""
    return DiscordError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> DiscordError:
    """A message with nothing in it."""
    return DiscordError(400, 50006, "Cannot send an empty message")


def wrong_channel_type() -> DiscordError:
    """Something a channel of this type cannot do, such as a thread in a thread."""
    return DiscordError(400, 50024, "Cannot execute action on this channel type")


def thread_archived() -> DiscordError:
    """An edit in an archived thread, or a message to a locked one."""
    return DiscordError(400, 50083, "Thread is archived")


def thread_exists() -> DiscordError:
    """The message has a thread already."""
    return DiscordError(400, 160004, "A thread has already been created for this message")


def invalid_json() -> DiscordError:
    """A body that is not JSON, or not an object where one is needed."""
    return DiscordError(400, 50109, "The request body contains invalid JSON.")


def file_too_large() -> DiscordError:
    """An upload over the size limit."""
    return DiscordError(413, 40005, "Request entity too large")
