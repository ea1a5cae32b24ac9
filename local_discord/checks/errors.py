"""Errors of Discord (HTTP status, JSON error code and sentence) and of the client API."""

from functools import partial

from local_discord.wire import Json


class DiscordError(Exception):
    """A request is refused as on Discord.

    Attributes:
        status: the HTTP status.
        code: Discord's JSON error code, or 0.
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
        """Return the JSON body that Discord sends."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


class ClientError(Exception):
    """A request to the client or control API is refused; the sentence is for the page or the test.

    Attributes:
        japanese: the sentence in Japanese; "" if the page never shows it.
        status: 400, or 404 if something does not exist.
    """

    def __init__(self, sentence: str, japanese: str = "", status: int = 400) -> None:
        super().__init__(sentence)
        self.japanese = japanese
        self.status = status


unauthorized = partial(DiscordError, 401, 0, "401: Unauthorized")
unknown_route = partial(DiscordError, 404, 0, "404: Not Found")
unknown_application = partial(DiscordError, 404, 10002, "Unknown Application")
unknown_channel = partial(DiscordError, 404, 10003, "Unknown Channel")
unknown_guild = partial(DiscordError, 404, 10004, "Unknown Guild")
unknown_member = partial(DiscordError, 404, 10007, "Unknown Member")
# Discord also sends this error if a bot requests an ephemeral message without the interaction's token.
unknown_message = partial(DiscordError, 404, 10008, "Unknown Message")
unknown_user = partial(DiscordError, 404, 10013, "Unknown User")
unknown_scheduled_event = partial(DiscordError, 404, 10070, "Unknown Guild Scheduled Event")
unknown_emoji = partial(DiscordError, 404, 10014, "Unknown Emoji")
# There is no interaction with this token, or the token has expired.
unknown_webhook = partial(DiscordError, 404, 10015, "Unknown Webhook")
# Discord also sends this error for a callback that comes too late.
unknown_interaction = partial(DiscordError, 404, 10062, "Unknown interaction")
unknown_command = partial(DiscordError, 404, 10063, "Unknown application command")
too_many_emojis = partial(DiscordError, 400, 30008, "Maximum number of emojis reached (2000)")
# The limit counts only events that have not ended.
too_many_scheduled_events = partial(
    DiscordError, 400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)"
)
too_many_old_edits = partial(
    DiscordError, 429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
opening_too_fast = partial(DiscordError, 400, 40003, "You are opening direct messages too fast")
file_too_large = partial(DiscordError, 413, 40005, "Request entity too large")
already_acknowledged = partial(DiscordError, 400, 40060, "Interaction has already been acknowledged.")
too_many_follow_ups = partial(
    DiscordError, 400, 40094, "This interaction has reached the maximum number of follow-up messages."
)
# The bot does not see the channel.
missing_access = partial(DiscordError, 403, 50001, "Missing Access")
not_the_author = partial(DiscordError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(DiscordError, 400, 50006, "Cannot send an empty message")
# The channel has no messages of its own, such as a forum.
no_text_channel = partial(DiscordError, 400, 50008, "Cannot send messages in a non-text channel")
# The person takes no messages from members of their servers, or shares no server with the bot.
cannot_message = partial(DiscordError, 403, 50007, "Cannot send messages to this user")
# The bot sees the channel but lacks the permission.
missing_permissions = partial(DiscordError, 403, 50013, "Missing Permissions")
wrong_channel_type = partial(DiscordError, 400, 50024, "Cannot execute action on this channel type")
# The token has expired or never existed.
invalid_webhook_token = partial(DiscordError, 401, 50027, "Invalid Webhook Token")
invalid_recipient = partial(DiscordError, 400, 50033, "Invalid Recipient(s)")
invalid_form = partial(DiscordError, 400, 50035, "Invalid Form Body")
entry_point_missing = partial(
    DiscordError, 400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation."
)
thread_archived = partial(DiscordError, 400, 50083, "Thread is archived")
invalid_json = partial(DiscordError, 400, 50109, "The request body contains invalid JSON.")
thread_exists = partial(DiscordError, 400, 160004, "A thread has already been created for this message")
thread_locked = partial(DiscordError, 400, 160005, "Thread is locked")
too_many_threads = partial(DiscordError, 400, 160006, "Maximum number of active threads reached")
