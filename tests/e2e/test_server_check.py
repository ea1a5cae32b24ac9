"""The check of a server over sockets, and its screens on a phone; `tests/cogs/test_server_check.py` has more."""

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from local_discord.checks import permissions
from local_discord.world import ids
from locales import Translation, language_of
from tests.driver import Driver, Json, Person, texts
from tests.e2e.browser import PHONE, open_page
from tests.e2e.playing import open_table, until
from tests.e2e.test_screens import LOOKS, Screens, folder_of

pytestmark = pytest.mark.slow

OWN = ids.BOT_ROLE_ID


async def check(person: Person) -> Json:
    """Open the settings of the server, and click *Check*."""
    settings = await person.command("table-talk", "settings")
    return (await person.click(settings.reply, custom_id="check")).reply


async def test_right_that_is_given_is_not_missed_any_more(world: Driver) -> None:
    aki, tr = world.user("Aki"), Translation("en")
    async with world.control.without_permissions("table-talk", OWN, "attach_files"):
        missing = f"**{tr('right-attach-files')}**"

        async def is_missed() -> bool:
            return missing in texts(await check(aki))

        await until(is_missed)
        page = await check(aki)
        assert tr("check-way-channel", who="Ichiza") in texts(page)

    async def is_fine() -> bool:
        again = (await aki.click(page, custom_id="check")).reply
        return again["id"] == page["id"] and missing not in texts(again)

    await until(is_fine)
    back = (await aki.click(page, custom_id="settings:server")).reply
    assert tr("settings-server-title").splitlines()[0] in texts(back)


@pytest.mark.soak
@pytest.mark.browser
@pytest.mark.parametrize("language", LOOKS)
async def test_page_looks_right_on_a_phone(
    discord_process: DiscordProcess, world: Driver, browser: Browser, language: str
) -> None:
    tr = Translation(language_of(language))
    await world.control.user("Aki", locale=language)
    page = await open_page(browser, discord_process.url, "Aki", PHONE, dark=language == "ja")
    screens = Screens({"phone": page}, folder_of("server-check", language))
    aki, invited = world.user("Aki"), {name for name, bit in permissions.BITS.items() if permissions.BOT & bit}

    async def shoot(name: str, key: str) -> None:
        async def is_said() -> bool:
            return tr(key) in texts(await check(aki))

        await until(is_said)
        message = await check(aki)
        await screens.go_to(discord_process.url, message["channel_id"])
        await screens.shoot(name, message)

    await open_table(world, "saizen", 3, ["Aki"])
    await shoot("fine", "check-none-behind")
    async with (
        world.control.without_permissions("card-room", OWN, "send_messages", "attach_files"),
        world.control.without_permissions("table-talk", "bot", "create_public_threads", "read_message_history"),
    ):
        await shoot("missing", "right-create-public-threads")
        await world.control.role(OWN, permissions=[*invited - {"send_messages_in_threads", "create_events"}])
        try:
            await shoot("missing-everywhere", "right-create-events")
        finally:
            await world.control.role(OWN, permissions=[*invited])
    help_ = (await aki.command("table-talk", "help")).reply
    await screens.shoot("help", help_)
