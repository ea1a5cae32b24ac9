"""The application's emojis: new ones before old ones, until all exist, and messages without them."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.driver import Driver, buttons, components
from tests.e2e.playing import Json, open_hand, open_table, start_table, until
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.local_discord.raw import APP, PNG

OLD = "saizen_S_0000"
EMOJIS = f"/api/v10/applications/{APP}/emojis"


def own_emojis(message: Json) -> set[str]:
    """Return the names of the application's own emojis on a message's buttons."""
    found = [one.get("emoji") or {} for one in components(message)]
    return {emoji["name"] for emoji in found if emoji.get("id")}


async def there(world: Driver) -> set[str]:
    """Return the names of all existing emojis."""
    return {one["name"] for one in (await world.user("Aki").state())["emojis"]}


async def make_old_one(world: Driver) -> None:
    """Create an emoji of an earlier version of the bot."""
    body = {"name": OLD, "image": "data:image/png;base64," + base64.b64encode(PNG).decode()}
    async with world.session.post(world.url + EMOJIS, json=body, headers={"Authorization": "Bot local"}) as response:
        assert response.status == 201


@pytest.mark.soak
async def test_old_emoji_is_deleted_after_all_new_ones_exist(tmp_path: Path) -> None:
    with CheckedDiscord() as discord:
        async with Driver(discord.url) as world:
            await make_old_one(world)
            await world.control.fail("missing_permissions", path="/emojis$", kind="emoji create", times=2)
            with BotProcess(discord.url, tmp_path / "ichiza.sqlite3"):
                await world.wait_until_online(within=60)

                async def has_gone() -> bool:
                    return bool(await world.control.requests(kind="emoji delete"))

                await until(has_gone)
                calls = [one for one in await world.control.requests() if one["kind"].startswith("emoji ")]
                assert [one["kind"] for one in calls][-1] == "emoji delete", "the deletion is the last request"
                assert OLD not in await there(world)
                table = await start_table(world, await open_table(world, "saizen", 4, ["Aki"]))
                names = own_emojis(await open_hand(world.user("Aki"), table))
                assert names, "refused emojis were tried again"


async def test_message_with_an_unknown_emoji_is_sent_with_plain_signs(world: Driver, bot: BotProcess) -> None:
    aki = world.user("Aki")

    async def all_there() -> bool:
        return len([name for name in await there(world) if name.startswith("saizen_")]) >= 4

    await until(all_there)
    table = await start_table(world, await open_table(world, "saizen", 4, ["Aki"]))

    async def has_signs() -> bool:
        return bool(own_emojis(await open_hand(aki, table)))

    await until(has_signs)
    await world.control.delete_emojis("saizen_")
    panel = await open_hand(aki, table)
    assert not own_emojis(panel)
    assert {"♠️", "♥️"} & {(one.get("emoji") or {}).get("name") for one in buttons(panel)}
    await until(all_there)
    await until(has_signs)
    assert [one for one in bot.complaints() if "ERROR" in one] == []
