"""Names of routes: every request of the bot has a name, and no name contains an id or a token."""

import re

import pytest

from cogs.requests.routes import OTHER, ROUTES, rate_limit_scope, route_of

TOKEN = "aW50ZXJhY3Rpb24.x-_9"


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("POST", f"/interactions/12/{TOKEN}/callback", "answer"),
        ("POST", f"/webhooks/12/{TOKEN}", "follow_up"),
        ("PATCH", f"/webhooks/12/{TOKEN}/messages/@original", "answer_edit"),
        ("DELETE", f"/webhooks/12/{TOKEN}/messages/34", "answer_delete"),
        ("GET", f"/webhooks/12/{TOKEN}/messages/@original", "answer_read"),
        ("POST", "/channels/12/messages", "message_send"),
        ("PATCH", "/channels/12/messages/34", "message_edit"),
        ("DELETE", "/channels/12/messages/34", "message_delete"),
        ("GET", "/channels/12/messages", "message_read"),
        ("POST", "/channels/12/messages/34/threads", "thread_open"),
        ("POST", "/channels/12/threads", "thread_open"),
        ("PUT", "/channels/12/thread-members/34", "thread_member"),
        ("PATCH", "/channels/12", "channel_edit"),
        ("GET", "/channels/12", "channel_read"),
        ("GET", "/guilds/12/members/34", "member_read"),
        ("POST", "/guilds/12/scheduled-events", "event"),
        ("DELETE", "/guilds/12/scheduled-events/34", "event"),
        ("POST", "/users/@me/channels", "direct_channel"),
        ("PUT", "/applications/12/commands", "commands"),
        ("PATCH", "/applications/12/emojis/34", "emojis"),
        ("PATCH", "/applications/@me", "application_edit"),
        ("GET", "/gateway/bot", "gateway"),
        ("GET", "/users/@me", "login"),
        ("GET", "/oauth2/applications/@me", "login"),
        ("GET", "/channels/12/pins", OTHER),
        ("PUT", "/channels/12/messages/34", OTHER),
        ("POST", f"/interactions/12/{TOKEN}/callback/more", OTHER),
    ],
)
def test_route_has_the_name_of_what_it_does(method: str, path: str, name: str) -> None:
    assert route_of(method, f"/api/v10{path}") == name
    assert name in ROUTES


def test_names_are_words() -> None:
    assert [name for name in ROUTES if not re.fullmatch(r"[a-z_]+", name)] == []


@pytest.mark.parametrize(
    ("status", "headers", "scope"),
    [
        (429, {"Via": "1.1 google", "X-RateLimit-Scope": "user"}, "route"),
        (429, {"Via": "1.1 google"}, "route"),
        (429, {"Via": "1.1 google", "X-RateLimit-Scope": "shared"}, "shared"),
        (429, {"Via": "1.1 google", "X-RateLimit-Scope": "global"}, "global"),
        (429, {"Via": "1.1 google", "X-RateLimit-Global": "true"}, "global"),
        (429, {}, "ban"),
        (403, {}, None),
    ],
)
def test_scope_of_a_rate_limit_is_in_the_headers(status: int, headers: dict[str, str], scope: str | None) -> None:
    assert rate_limit_scope(status, headers) == scope
