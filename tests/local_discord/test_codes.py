"""Planned faults: one for every error code in Discord's list, and faults whose body is not Discord's JSON."""

import pytest

from local_discord.checks import errors
from local_discord.checks.codes import STATUSES
from local_discord.checks.errors import DiscordError
from local_discord.control.faults import BODIES
from tests.local_discord.raw import Raw

MESSAGES = "/channels/1400000000000003002/messages"


async def test_every_code_is_a_preset_with_its_status(raw: Raw) -> None:
    await raw.control("limits", limit=len(STATUSES) + 1, per=60)
    await raw.control("settings", global_limit=None)
    for code, status in STATUSES.items():
        await raw.control("faults", preset=str(code), kind="message create")
        found, body = await raw.call("POST", MESSAGES, {"content": "x"})
        assert (found, body["code"]) == (status, code)
        assert found != 429 or body["retry_after"] > 0


def test_every_error_raised_here_is_in_the_code_list_with_its_status() -> None:
    makers = [make for make in vars(errors).values() if getattr(make, "func", None) is DiscordError]
    assert len(makers) > 20
    for refusal in (make() for make in makers):
        if refusal.code:  # code 0 is not in the list, because it comes with several statuses
            assert STATUSES[refusal.code] == refusal.status, refusal


@pytest.mark.parametrize("odd", BODIES)
async def test_injected_refusal_may_have_a_foreign_body(raw: Raw, odd: str) -> None:
    await raw.control("faults", status=403, odd=odd, kind="message create")
    async with raw.session.post(
        f"{raw.url}/api/v10{MESSAGES}", json={"content": "x"}, headers={"Authorization": "Bot token"}
    ) as response:
        assert response.status == 403
        assert (response.content_type, await response.text()) == BODIES[odd]
