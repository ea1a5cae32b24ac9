"""The web page of the local Discord, in a real browser with a phone's screen, without a bot."""

import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image
from playwright.async_api import Browser, Locator, Page, expect

from local_discord.server import Running
from local_discord.world.ids import FORUM_ID, GROUP_ID
from tests.e2e.browser import PHONE, open_page
from tests.local_discord.raw import AKI, APP, CARDS, GUILD, TALK, V2, Json, Raw, button, row, select, text
from tests.samples import sampled

pytestmark = pytest.mark.browser

MESSAGES = f"/channels/{CARDS}/messages"
WIDE = (1200, 900)
"""Size in pixels of a picture larger than the screen of a phone."""


@pytest.fixture
async def page(browser: Browser, server: Running, raw: Raw) -> Page:
    """Aki's page with the card room open."""
    commands: list[Json] = [
        {"name": "My hand", "type": 3},
        {
            "name": "play",
            "description": "Open a table",
            "options": [
                {
                    "type": 3,
                    "name": "game",
                    "description": "Which game",
                    "required": True,
                    "choices": [{"name": name, "value": name.lower()} for name in ("Saizen", "Tezuma")],
                }
            ],
        },
    ]
    await raw.call("PUT", f"/applications/{APP}/commands", commands)
    page = await open_page(browser, f"{server.url}/", "Aki", PHONE)
    await go(page, CARDS)
    return page


async def go(page: Page, channel: str) -> None:
    """Open the menu, and choose another channel in it."""
    await page.click("#menu-button")
    await page.click(f'[data-channel-id="{channel}"]')


def shown(page: Page, message: Json) -> Locator:
    """Return the message's element on the page."""
    return page.locator(f'[data-message-id="{message["id"]}"]')


async def fill(page: Page, raw: Raw) -> Json:
    """Send a long message and scroll to its beginning."""
    long = await raw.send({"content": "\n".join(["a line"] * 60)})
    await shown(page, long).wait_for()
    await page.evaluate("document.querySelector('#log').scrollTop = 0")
    return long


async def colour(part: Locator) -> str:
    return str(await part.evaluate("(one) => getComputedStyle(one).color"))


async def enlarge(page: Page, raw: Raw) -> Locator:
    """Send a wide picture, click it, and return the element that shows it enlarged."""
    picture = io.BytesIO()
    Image.new("RGB", WIDE, "green").save(picture, "PNG")
    _, message = await raw.upload("POST", MESSAGES, {}, ("table.png", picture.getvalue()))
    await shown(page, message).locator("[data-zoom]").click()
    viewer = page.locator("#viewer")
    await expect(viewer).to_be_visible()
    return viewer


@pytest.mark.soak
async def test_link_to_another_message_looks_like_other_links(page: Page, raw: Raw) -> None:
    way = f"https://discord.com/channels/{GUILD}/{TALK}/1"
    message = shown(page, await raw.send({"content": f"[table]({way}) [rules](https://example.org)"}))
    [table, rules] = [await colour(message.get_by_text(words, exact=True)) for words in ("table", "rules")]
    assert table == rules != await colour(message)


@pytest.mark.slow
@pytest.mark.parametrize("place", [pytest.param((195, 20), marks=pytest.mark.soak), (2, 422)], ids=["above", "beside"])
async def test_an_enlarged_picture_is_closed_by_a_tap_beside_it(page: Page, raw: Raw, place: tuple[int, int]) -> None:
    viewer = await enlarge(page, raw)
    await page.mouse.click(*place)
    await expect(viewer).to_be_hidden()


@pytest.mark.slow
async def test_tap_on_an_enlarged_picture_zooms_to_full_size_and_a_second_tap_closes_it(page: Page, raw: Raw) -> None:
    viewer = await enlarge(page, raw)
    picture = viewer.locator("img")
    small = await picture.bounding_box()
    assert small is not None
    right = small["x"] + small["width"] - 5
    await page.mouse.click(right, small["y"] + 5)
    large = await picture.bounding_box()
    assert large is not None
    assert (large["width"], large["height"]) == WIDE
    assert large["x"] < 0 <= large["y"], "what was pressed, the upper right, is in sight"
    await page.mouse.click(195, 422)
    await expect(viewer).to_be_hidden()


@pytest.mark.slow
async def test_new_message_notice_covers_no_button(page: Page, raw: Raw) -> None:
    await fill(page, raw)
    last = await raw.send({"flags": V2, "components": [row(button("Details"))]})
    pill = page.get_by_role("button", name="1 new message")
    await pill.wait_for()
    log, bar = await page.locator("#log").bounding_box(), await pill.bounding_box()
    assert log is not None
    assert bar is not None
    assert log["y"] + log["height"] <= bar["y"]
    await pill.click()
    await expect(pill).to_be_hidden()
    await shown(page, last).get_by_text("Details").click(timeout=1_000)


@pytest.mark.soak
async def test_new_message_notice_disappears_with_the_message(page: Page, raw: Raw) -> None:
    await fill(page, raw)
    message = await raw.send({"content": "soon gone"})
    await page.locator("#pill").wait_for()
    await raw.call("DELETE", f"{MESSAGES}/{message['id']}")
    await expect(page.locator("#pill")).to_be_hidden()


@pytest.mark.soak
async def test_new_message_notice_disappears_when_the_end_becomes_visible(page: Page, raw: Raw) -> None:
    long = await fill(page, raw)
    await raw.send({"content": "new"})
    await page.locator("#pill").wait_for()
    await raw.call("PATCH", f"{MESSAGES}/{long['id']}", {"content": "short"})
    await expect(page.locator("#pill")).to_be_hidden()


LIES_OVER = """(message) => {
  const { left, right, top, bottom } = message.querySelector('.apps').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(message.querySelector('.md > div'));
  return [...words.getClientRects()].some((line) =>
    line.right > left + 8 && line.left < right - 8 && line.bottom > top + 16 && line.top < bottom - 16);
}"""
"""Return whether a line of text overlaps the menu's three dots. The button around the dots is larger, for fingers."""


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "body",
    [
        {"content": "it is your turn. " * 6},
        {"flags": V2, "components": [{"type": 17, "components": [text("it is your turn. " * 6)]}]},
    ],
    ids=["text", "container"],
)
async def test_message_menu_covers_no_text(page: Page, raw: Raw, body: Json) -> None:
    await raw.send({"content": "the one before, under which it stands without a head"})
    message = shown(page, await raw.send(body))
    await expect(message).to_have_class("message grouped")
    assert not await message.evaluate(LIES_OVER)


@pytest.mark.slow
async def test_a_badge_says_what_it_counts_and_where(page: Page, raw: Raw) -> None:
    await raw.send({"content": f"<@{AKI}> your turn"}, TALK)
    words = "1 unread mention of Aki"
    await expect(page.locator("#menu-button")).to_have_attribute("aria-label", f"Channels: {words}")
    await expect(page.locator("#switch .badge")).to_have_attribute("title", words)
    await page.click("#menu-button")
    await expect(page.locator(f'[data-channel-id="{TALK}"] .badge')).to_have_attribute("title", words)
    await expect(page.locator("#channels .badge")).to_have_count(1)


@pytest.mark.soak
async def test_mention_in_view_makes_no_badge(page: Page, raw: Raw) -> None:
    status, thread = await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "Table 1", "type": 11})
    assert status == 201, thread
    await go(page, thread["id"])
    message = await raw.send({"content": f"<@{AKI}> your turn"}, thread["id"])
    await shown(page, message).wait_for()
    await expect(page.locator(".badge:visible")).to_have_count(0)


@pytest.mark.slow
async def test_choices_are_suggested_while_typing_until_one_is_picked(page: Page) -> None:
    await page.fill("#composer", "/play")
    await page.click('#suggest [data-command="play"]')
    await page.locator("#form [data-option=game]").press_sequentially("Saizen")
    offered = page.locator("#suggest [data-value]")
    await expect(offered).to_have_text(["Saizen"])
    await offered.click()
    await expect(offered).to_have_count(0)


SAID = """() => {
  const isName = (one) => one.closest('#language select, .author, .avatar');
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !isName(one);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const said = [];
  while (walk.nextNode()) if (seen(walk.currentNode.parentElement)) said.push(walk.currentNode.data);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) if (seen(one)) said.push(one.getAttribute(name));
  return said;
}"""
"""Every visible text and label."""
NAMES = {
    "Aki",
    "Ben",
    "Chie",
    "Dai",
    "Discord",
    "Card",
    "Club",
    "Kyoto",
    "Tables",
    "Ichiza",
    "user",
    "play",
    "My",
    "hand",
    "game",
}
"""Proper names, typed texts, and the names of the test bot's commands."""


@pytest.mark.soak
async def test_japanese_reader_reads_no_english_of_the_page(page: Page, raw: Raw) -> None:
    async with raw.session.post(f"{raw.url}/client/locale", json={"user": "Aki", "locale": "ja"}):
        pass
    await raw.send({"content": "文", "flags": 1 << 12})
    message = await raw.send({"flags": V2, "components": [row(button("押す")), text("文"), row(select(2))]})
    await raw.call("PATCH", f"{MESSAGES}/{message['id']}", {"components": [row(button("押す")), row(select(2))]})
    await raw.call("POST", f"{MESSAGES}/{message['id']}/threads", {"name": "スレッド"})
    await shown(page, message).locator("[data-custom-id=go]").click()
    await expect(page.locator(".foot.error")).to_be_visible(timeout=15_000)
    places = await page.evaluate(
        "[...document.querySelectorAll('[data-channel-id] .name')].map((one) => one.textContent)"
    )
    names = NAMES | {word for place in places for word in re.findall("[A-Za-z]+", place)}

    async def english() -> set[str]:
        said = await page.evaluate(SAID)
        return {word for one in said for word in re.findall("[A-Za-z]{2,}", one)} - names

    assert await english() == set()
    await page.click("#help-button")
    assert await english() == set()
    await page.click("#menu-button")
    assert await english() == set()
    await page.keyboard.press("Escape")
    await page.fill("#composer", "/nothing")
    await page.click("#send")
    assert await english() - {"nothing"} == set()
    await page.fill("#composer", "/play game:x")
    await page.click("#send")
    assert await english() - {"Open", "table", "Which", "Saizen", "Tezuma"} == set()


ASK: Json = {"name": "ask", "description": "x", "contexts": [1, 2], "integration_types": [0, 1]}


async def offered(page: Page, channel: str) -> list[str]:
    """Return the commands that the page offers in a channel."""
    await go(page, channel)
    await page.fill("#composer", "/")
    await page.locator("#suggest, #hint").first.wait_for(state="attached")
    names = await page.locator("#suggest [data-command]").all_inner_texts()
    await page.fill("#composer", "")
    return [name.split("\n")[0] for name in names]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "add", "remove"),
    sampled([("ja", "アカウントに追加", "アカウントから削除"), ("en-US", "Add to account", "Remove from account")], 2),
)
async def test_person_adds_the_bot_to_their_account_and_writes_to_it(
    page: Page, raw: Raw, locale: str, add: str, remove: str
) -> None:
    await raw.client("locale", user="Aki", locale=locale)
    async with raw.gateway(1 | 1 << 12) as gateway:
        await page.click("#menu-button")
        await expect(page.locator("[data-install]")).to_have_count(0)
        await raw.control("application", integration_types_config={"0": {}, "1": {}})
        await raw.call("PUT", f"/applications/{APP}/commands", [ASK])
        await expect(page.locator("[data-install]")).to_have_text(add)
        await page.click("[data-install]")
        await expect(page.locator("#title")).to_have_text("Ichiza")
        dm = str(int(AKI) + 5000)
        assert [await offered(page, one) for one in (dm, GROUP_ID, CARDS)] == [["/ask"], ["/ask"], []]
        await go(page, dm)
        await page.fill("#composer", "hello")
        await page.press("#composer", "Enter")
        assert (await gateway.event("MESSAGE_CREATE"))["content"] == "hello"
    await page.click("#menu-button")
    await page.get_by_role("button", name=remove).click()
    await expect(page.locator("[data-install]")).to_have_text(add)
    await page.click("#scrim", position={"x": 380, "y": 400})
    assert [await offered(page, one) for one in (dm, GROUP_ID)] == [["/ask"], []]


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("language", "address", "title"),
    sampled(
        [
            ("ja-JP", "", "#teahouse"),
            ("en-GB", "", "#table-talk"),
            ("de-DE", "", "#table-talk"),
            ("ja-JP", CARDS, "#card-room"),
        ],
        3,
    ),
)
async def test_channel_in_the_browsers_language_opens_first_unless_the_address_names_another(
    browser: Browser, server: Running, language: str, address: str, title: str
) -> None:
    context = await browser.new_context(locale=language)
    page = await context.new_page()
    await page.goto(f"{server.url}/?user=Aki#{address}")
    await expect(page.locator("#title")).to_have_text(title)
    await context.close()


@pytest.mark.slow
async def test_scheduled_event_that_repeats_stands_below_its_server(page: Page, raw: Raw) -> None:
    begins = datetime.now(UTC) + timedelta(hours=1)
    event = {
        "name": "Card night",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#card-room"},
        "scheduled_start_time": begins.isoformat(),
        "scheduled_end_time": (begins + timedelta(hours=1)).isoformat(),
    }
    rule = {"start": begins.isoformat(), "frequency": 2, "interval": 1, "by_weekday": [begins.weekday()]}
    _, once = await raw.call("POST", f"/guilds/{GUILD}/scheduled-events", event)
    _, weekly = await raw.call("POST", f"/guilds/{GUILD}/scheduled-events", event | {"recurrence_rule": rule})
    line = page.locator(f'[data-event-id="{weekly["id"]}"]')
    await expect(line).to_contain_text("#card-room · every week")
    await expect(page.locator(f'[data-event-id="{once["id"]}"]')).not_to_contain_text("every week")
    await raw.call("DELETE", f"/guilds/{GUILD}/scheduled-events/{weekly['id']}")
    await expect(line).to_have_count(0)


@pytest.mark.slow
async def test_forum_lists_its_posts_and_what_is_written_there_begins_one(page: Page) -> None:
    await go(page, FORUM_ID)
    await expect(page.locator("#welcome")).to_contain_text("A forum has posts")
    await page.fill("#composer", "Who plays?")
    await page.press("#composer", "Enter")
    await page.locator(".thread-card", has_text="Who plays?").click()
    await expect(page.locator("#title")).to_have_text("Who plays?")


@pytest.mark.slow
async def test_slow_mode_says_how_long_to_wait_and_keeps_the_text(page: Page, raw: Raw) -> None:
    await raw.control("channel", channel_id=CARDS, rate_limit_per_user=30)
    await page.click('#switch [data-user="Ben"]')
    for said in ("one", "two"):
        await page.fill("#composer", said)
        await page.press("#composer", "Enter")
    await expect(page.locator("#hint")).to_contain_text("Slow mode is on: Ben must wait")
    await expect(page.locator("#composer")).to_have_value("two")
