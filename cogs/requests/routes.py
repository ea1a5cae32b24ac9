"""Names for the kinds of requests to Discord, and for the kinds of its responses, for metrics and the log.

There are only a few names, and no name contains an id or a token.

Sources: https://discord.com/developers/docs/reference, and its "Opcodes and Status Codes" and "Rate Limits".
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

OTHER: Final = "other"
"""Name of all requests and responses without a name of their own."""
_PATTERNS: Final = tuple(
    (name, method, re.compile(path + r"\Z"))
    for name, method, path in (
        ("answer", "POST", r"/interactions/\d+/[^/]+/callback"),
        ("follow_up", "POST", r"/webhooks/\d+/[^/]+"),
        ("answer_edit", "PATCH", r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        ("answer_delete", "DELETE", r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        ("answer_read", "GET", r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        ("message_send", "POST", r"/channels/\d+/messages"),
        ("message_edit", "PATCH", r"/channels/\d+/messages/\d+"),
        ("message_delete", "DELETE", r"/channels/\d+/messages/\d+"),
        ("message_read", "GET", r"/channels/\d+/messages(/\d+)?"),
        ("thread_open", "POST", r"/channels/\d+(/messages/\d+)?/threads"),
        ("thread_member", "PUT", r"/channels/\d+/thread-members/\d+"),
        ("channel_edit", "PATCH", r"/channels/\d+"),
        ("channel_read", "GET", r"/channels/\d+"),
        ("member_read", "GET", r"/guilds/\d+/members/\d+"),
        ("event", r"POST|PATCH|DELETE|GET", r"/guilds/\d+/scheduled-events(/\d+)?"),
        ("direct_channel", "POST", r"/users/@me/channels"),
        ("commands", r"GET|PUT|POST", r"/applications/\d+/commands"),
        ("emojis", r"GET|POST|PATCH|DELETE", r"/applications/\d+/emojis(/\d+)?"),
        ("application_edit", "PATCH", r"/applications/@me"),
        ("gateway", "GET", r"/gateway(/bot)?"),
        ("login", "GET", r"/users/@me|/(oauth2/)?applications/@me"),
    )
)
"""Routes: name, methods, and the path below `/api/v10`."""
ROUTES: Final = (*dict.fromkeys(name for name, _, _ in _PATTERNS), OTHER)
"""All names of routes."""
_VERSION: Final = re.compile(r".*?/api(/v\d+)?(?=/)")
STATUSES: Final = frozenset({400, 401, 403, 404, 405, 408, 413, 429, 500, 502, 503, 504})
"""HTTP statuses that are counted by their number."""
CODES: Final = frozenset(
    {
        0,  # no code
        10003,  # unknown channel
        10004,  # unknown guild
        10007,  # unknown member
        10008,  # unknown message
        10013,  # unknown user
        10014,  # unknown emoji
        10015,  # unknown webhook: the token of an interaction has expired
        10062,  # unknown interaction
        10070,  # unknown scheduled event
        20028,  # the channel's write rate limit
        30038,  # the server has a hundred scheduled events
        30046,  # an old message was edited too often
        40060,  # the interaction has already been acknowledged
        40333,  # refused by Cloudflare
        50001,  # missing access
        50005,  # a message of somebody else cannot be edited
        50007,  # the person takes no direct messages
        50013,  # missing permissions
        50024,  # not allowed in this type of channel
        50027,  # invalid webhook token
        50035,  # invalid form body
        50083,  # archived thread
        160004,  # the message already has a thread
        160005,  # locked thread
        160006,  # too many active threads
        160007,  # too many active announcement threads
        200000,  # blocked by AutoMod
        200001,  # title blocked by AutoMod
    }
)
"""Error codes that are counted by their number: those that the bot may meet."""
SCOPES: Final = ("route", "shared", "global", "ban")
"""Scopes of rate limits: one route, a resource shared with other bots, the whole bot, Cloudflare's ban of the address.
"""


def route_of(method: str, path: str) -> str:
    """Return the name of a request's route, one of `ROUTES`."""
    below = _VERSION.sub("", path, count=1)
    names = (name for name, methods, pattern in _PATTERNS if method in methods.split("|") and pattern.match(below))
    return next(names, OTHER)


def rate_limit_scope(status: int, headers: Mapping[str, str]) -> str | None:
    """Return the scope of a response of 429, one of `SCOPES`; None for another status."""
    if status != HTTPStatus.TOO_MANY_REQUESTS:
        return None
    if "Via" not in headers:  # Cloudflare sent this response
        return "ban"
    scope = headers.get("X-RateLimit-Scope")
    if scope == "global" or "X-RateLimit-Global" in headers:
        return "global"
    return "shared" if scope == "shared" else "route"
