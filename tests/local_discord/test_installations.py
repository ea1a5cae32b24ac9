"""Installations of the application on servers and for people, and what each permits in each context."""

from collections.abc import Collection, Iterator
from itertools import product

import discord
import pytest

from local_discord.world import ids
from tests.driver import Driver, RefusedError
from tests.local_discord.raw import AKI, APP, BEN, CARDS, GUILD, V2, Json, Raw, button, form_errors, refusal_of, row

COMMANDS = f"/applications/{APP}/commands"
GROUP = ids.GROUP_ID
BOTH = {"0": {}, "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}}}
DIRECT_MESSAGES = 1 << 12
SUBSETS = [(0,), (1,), (0, 1)]


@pytest.fixture
async def installable(raw: Raw) -> None:
    """Let the application be installed on servers and for people."""
    await raw.control("application", integration_types_config=BOTH)


async def register(raw: Raw, *, contexts: Collection[int] | None = None, installs: Collection[int] = (0, 1)) -> None:
    """Register the command /ask."""
    command: Json = {"name": "ask", "description": "x", "integration_types": [*installs]}
    wanted = None if contexts is None else [*contexts]
    assert (await raw.call("PUT", COMMANDS, [{**command, "contexts": wanted}]))[0] == 200


async def place(world: Driver, name: str) -> str:
    """Return a channel in the form for the client API: for "dm" the id of Aki's direct messages, otherwise `name`."""
    return await world.user("Aki").private_channel() if name == "dm" else name


def expected(contexts: Collection[int], installs: Collection[int], channel: str, *, user: bool) -> dict[str, str]:
    """Return the installations through which Aki may use a command: for each type, the server or user that owns it.

    The rules are those of Discord's documentation. With `user`, Aki has installed the application too.
    """
    context = {CARDS: 0, "elsewhere": 0, "dm": 1, GROUP: 2}[channel]
    owners = {"0": {CARDS: GUILD, "dm": "0"}.get(channel), "1": AKI if user else None}
    if context not in contexts:
        return {}
    return {kind: owner for kind, owner in owners.items() if owner is not None and int(kind) in installs}


def combinations() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], bool]]:
    yield from product([(0,), (1,), (2,), (0, 1), (0, 1, 2)], SUBSETS, [False, True])


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("installable")
@pytest.mark.parametrize("channel", [CARDS, "elsewhere", "dm", GROUP])
async def test_command_is_offered_by_its_contexts_and_by_the_installations_there(
    raw: Raw, world: Driver, channel: str
) -> None:
    await world.control.add_guild("Elsewhere", ["elsewhere"], bot=False)
    where, aki = await place(world, channel), world.user("Aki")
    async with raw.gateway() as gateway:
        for contexts, installs, user in combinations():
            await register(raw, contexts=contexts, installs=installs)
            await aki.install(installed=user)
            owners = expected(contexts, installs, channel, user=user)
            status, answer = await raw.client("interactions", user="Aki", channel_id=where, type=2, name="ask")
            assert (status == 200) == bool(owners), (contexts, installs, user, answer)
            if owners:
                interaction = await gateway.event("INTERACTION_CREATE")
                assert interaction["authorizing_integration_owners"] == owners, (contexts, installs, user)
                assert interaction["context"] in contexts


@pytest.mark.usefixtures("installable")
async def test_interaction_in_a_group_names_its_people_and_no_server(raw: Raw, world: Driver) -> None:
    await world.user("Aki").install()
    async with raw.gateway() as gateway:
        await register(raw)
        await raw.client("interactions", user="Aki", channel_id=GROUP, type=2, name="ask")
        interaction = await gateway.event("INTERACTION_CREATE")
    channel = interaction["channel"]
    assert (interaction["context"], channel["type"], channel["name"]) == (2, 3, "Aki, Ben, Chie")
    assert {one["global_name"] for one in channel["recipients"]} == {"Ben", "Chie"}
    assert not {"guild", "guild_id", "guild_locale", "member"} & set(interaction)


@pytest.mark.usefixtures("installable")
async def test_bots_token_reaches_no_channel_where_only_a_person_has_the_app(raw: Raw, world: Driver) -> None:
    elsewhere = (await world.control.add_guild("Elsewhere", ["elsewhere"], bot=False))["channels"][0]
    await world.user("Aki").install()
    for channel in (GROUP, elsewhere):
        for method, path in (("GET", ""), ("GET", "/messages"), ("POST", "/messages")):
            body = {"content": "x"} if method == "POST" else None
            assert refusal_of(await raw.call(method, f"/channels/{channel}{path}", body)) == (403, 50001)


async def asked(raw: Raw, world: Driver, channel: str, flags: int = 0) -> Json:
    """Let Aki use /ask, let the bot answer with a button, and return the interaction."""
    async with raw.gateway() as gateway:
        await register(raw)
        await raw.client("interactions", user="Aki", channel_id=await place(world, channel), type=2, name="ask")
        interaction = await gateway.event("INTERACTION_CREATE")
    data = {"flags": V2 | flags, "components": [row(button())]}
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await raw.call("POST", path, {"type": 4, "data": data}, headers={}))[0] == 204
    return interaction


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("installable")
@pytest.mark.parametrize(("channel", "limited"), [(CARDS, False), ("dm", False), ("elsewhere", True), (GROUP, True)])
async def test_five_follow_ups_where_only_a_person_has_the_app(
    raw: Raw, world: Driver, channel: str, limited: bool
) -> None:
    await world.control.add_guild("Elsewhere", ["elsewhere"], bot=False)
    await world.user("Aki").install()
    interaction = await asked(raw, world, channel)
    answers = [
        await raw.call("POST", f"/webhooks/{APP}/{interaction['token']}", {"content": f"{n}"}, headers={})
        for n in range(6)
    ]
    assert [status for status, _ in answers[:5]] == [200] * 5
    assert answers[5][0] == (400 if limited else 200)
    if limited:
        assert refusal_of(answers[5]) == (400, 40094)
        path = f"/webhooks/{APP}/{interaction['token']}/messages/{answers[0][1]['id']}"
        assert (await raw.call("PATCH", path, {"content": "still edited"}, headers={}))[0] == 200


@pytest.mark.usefixtures("installable")
@pytest.mark.parametrize("answer", [4, 5])
@pytest.mark.parametrize("forced", [True, False])
async def test_answers_are_private_on_a_server_that_lets_no_external_apps(
    raw: Raw, world: Driver, forced: bool, answer: int
) -> None:
    guild = await world.control.add_guild("Elsewhere", ["elsewhere"], bot=False)
    aki, ben = world.user("Aki"), world.user("Ben")
    await ben.install()
    if forced:
        await world.control.deny(guild["channels"][0], "Members", "use_external_apps")
    async with raw.gateway() as gateway:
        await register(raw)
        await raw.client("interactions", user="Ben", channel_id="elsewhere", type=2, name="ask")
        interaction = await gateway.event("INTERACTION_CREATE")
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await raw.call("POST", path, {"type": answer, "data": {"content": "x"}}, headers={}))[0] == 204
    follow_up = await raw.call("POST", f"/webhooks/{APP}/{interaction['token']}", {"content": "y"}, headers={})
    assert bool(follow_up[1]["flags"] & 64) == forced
    assert len(await aki.messages("elsewhere")) == (0 if forced else 2 if answer == 4 else 1)


@pytest.mark.usefixtures("installable")
async def test_click_comes_from_the_installation_of_the_command_that_made_the_message(raw: Raw, world: Driver) -> None:
    aki, ben = world.user("Aki"), world.user("Ben")
    await aki.install()
    await asked(raw, world, GROUP)
    message = await ben.latest(GROUP)
    assert message["interaction_metadata"]["authorizing_integration_owners"] == {"1": AKI}
    async with raw.gateway() as gateway:
        await raw.client("interactions", user="Ben", channel_id=GROUP, type=3, message_id=message["id"], custom_id="go")
        interaction = await gateway.event("INTERACTION_CREATE")
    assert (interaction["user"]["id"], interaction["authorizing_integration_owners"]) == (BEN, {"1": AKI})


@pytest.mark.usefixtures("installable")
async def test_apps_permissions_in_direct_messages_are_few(raw: Raw, world: Driver) -> None:
    await world.user("Aki").install()
    [own, group] = [
        discord.Permissions(int((await asked(raw, world, channel))["app_permissions"])) for channel in ("dm", GROUP)
    ]
    few = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
    assert (own, group) == (few | discord.Permissions(use_external_emojis=True), few)


async def test_app_is_added_to_an_account_only_if_it_allows_that(raw: Raw, world: Driver) -> None:
    aki = world.user("Aki")
    assert not (await aki.state())["installable"]
    with pytest.raises(RefusedError, match="cannot be added to an account"):
        await aki.install()
    await raw.control("application", integration_types_config=BOTH)
    told = await aki.wait_for_event("APPLICATION_UPDATE", since=0)
    assert told["installable"]
    await aki.install()
    state = await aki.state()
    assert (state["installable"], state["me"]["installed"]) == (True, True)
    await aki.install(installed=False)
    assert not (await aki.state())["me"]["installed"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"integration_types": [1]}, "BASE_TYPE_CHOICES"),
        ({"integration_types": []}, "BASE_TYPE_BAD_LENGTH"),
        ({"contexts": [3]}, "BASE_TYPE_CHOICES"),
        ({"contexts": []}, "BASE_TYPE_BAD_LENGTH"),
        ({"contexts": [0, 0]}, "LIST_ITEM_VALUE_DUPLICATE"),
    ],
)
async def test_command_for_installations_that_the_app_does_not_allow_is_refused(
    raw: Raw, body: Json, code: str
) -> None:
    command = {"name": "ask", "description": "x", **body}
    assert code in form_errors(await raw.call("PUT", COMMANDS, [command]))


async def test_command_without_installations_is_for_all_that_the_app_allows(raw: Raw) -> None:
    command = {"name": "ask", "description": "x"}
    assert (await raw.call("PUT", COMMANDS, [command]))[1][0]["integration_types"] == [0]
    await raw.control("application", integration_types_config=BOTH)
    assert (await raw.call("PUT", COMMANDS, [command]))[1][0]["integration_types"] == [0, 1]


async def test_installation_for_a_person_has_no_bot_scope(raw: Raw) -> None:
    config = {"1": {"oauth2_install_params": {"scopes": ["bot"], "permissions": 0}}}
    answer = await raw.call("PATCH", "/applications/@me", {"integration_types_config": config})
    assert "BASE_TYPE_CHOICES" in form_errors(answer)


# --- Direct messages


async def test_direct_message_reaches_shard_0_whole_with_the_intent_for_it(raw: Raw, world: Driver) -> None:
    aki = world.user("Aki")
    dm = await aki.private_channel()
    async with (
        raw.gateway(1 | DIRECT_MESSAGES, shard=(0, 2)) as first,
        raw.gateway(1 | DIRECT_MESSAGES, shard=(1, 2)) as other,
    ):
        said = await aki.say(dm, "hello")
        told = await first.event("MESSAGE_CREATE")
        assert (told["id"], told["content"], told["author"]["id"]) == (said["id"], "hello", AKI)
        assert not {"guild_id", "member"} & set(told)
        await aki.delete(said)
        assert (await first.event("MESSAGE_DELETE"))["channel_id"] == dm
        await other.send(8, {"guild_id": ids.SECOND_GUILD_ID, "query": "", "limit": 0})
        assert (await other.receive())["t"] == "GUILD_MEMBERS_CHUNK", "the other shard has heard nothing before"


@pytest.mark.parametrize(
    ("intents", "where"), [(1, "dm"), (1 | 1 << 9, "dm"), (1 | DIRECT_MESSAGES, CARDS), (1 | DIRECT_MESSAGES, GROUP)]
)
async def test_message_elsewhere_or_without_the_intent_reaches_no_bot(
    raw: Raw, world: Driver, intents: int, where: str
) -> None:
    async with raw.gateway(intents) as gateway:
        await world.user("Aki").say(await place(world, where), "hello")
        await gateway.send(8, {"guild_id": GUILD, "query": "", "limit": 0})
        assert (await gateway.receive())["t"] == "GUILD_MEMBERS_CHUNK"


async def test_person_without_a_shared_server_writes_to_the_bot_only_with_the_app_in_their_account(
    raw: Raw, world: Driver
) -> None:
    ben = world.user("Ben")
    dm = await ben.private_channel()
    for guild in (GUILD, ids.SECOND_GUILD_ID):
        await world.control.leave("Ben", guild)
    with pytest.raises(RefusedError, match="shares no server"):
        await ben.say(dm, "hello")
    assert refusal_of(await raw.call("POST", f"/channels/{dm}/messages", {"content": "x"})) == (403, 50007)
    await raw.control("application", integration_types_config=BOTH)
    await ben.install()
    await ben.say(dm, "hello")
    assert (await raw.call("POST", f"/channels/{dm}/messages", {"content": "x"}))[0] == 200
