"""Examples of every gateway event that a bot may receive, for tests in which payloads deviate.

An example of an update has the present state, so it changes nothing. An example of a creation or a deletion is about a
channel, a thread or a role that exists only in these examples. The payloads have the fields of Discord's documentation,
"Gateway Events".
"""

from local_discord.wire import Json
from local_discord.world import ids, payloads
from local_discord.world.model import PUBLIC_THREAD, Channel, Role
from local_discord.world.world import World

_OWN = "1400000000000009"
CHANNEL_ID, THREAD_ID, ROLE_ID, THING_ID = (f"{_OWN}{number:03}" for number in range(1, 5))


def examples(world: World) -> dict[str, Json]:
    """Return the example payloads by event type."""
    return {
        **_of_guilds(world),
        **_of_channels(world),
        **_of_threads(world),
        **_of_members(world),
        **_of_applications(world),
        **_of_stages(),
        **_of_messages(world),
    }


def _of_guilds(world: World) -> dict[str, Json]:
    guild, other = world.guilds[ids.GUILD_ID], world.guilds[ids.SECOND_GUILD_ID]
    role = Role(ROLE_ID, "Example", 1, 0).payload()
    here = {"guild_id": guild.id}
    known = next(one for one in world.roles.values() if one.managed).payload()
    return {
        "GUILD_CREATE": payloads.guild_create(world, guild, all_members=False),
        "GUILD_UPDATE": payloads.guild(world, guild),
        "GUILD_DELETE": {"id": other.id, "unavailable": True},
        "GUILD_ROLE_CREATE": {**here, "role": role},
        "GUILD_ROLE_UPDATE": {**here, "role": known},
        "GUILD_ROLE_DELETE": {**here, "role_id": ROLE_ID},
        "GUILD_INTEGRATIONS_UPDATE": here,
        "GUILD_EMOJIS_UPDATE": {**here, "emojis": [{"id": THING_ID, "name": "card", "roles": [], "animated": False}]},
        "GUILD_STICKERS_UPDATE": {**here, "stickers": []},
        "WEBHOOKS_UPDATE": {**here, "channel_id": ids.CHANNEL_IDS[0]},
        "INVITE_CREATE": {
            **here,
            "channel_id": ids.CHANNEL_IDS[0],
            "code": "abc",
            "created_at": ids.timestamp(),
            "inviter": world.owner.payload(),
            "max_age": 0,
            "max_uses": 0,
            "temporary": False,
            "uses": 0,
        },
        "INVITE_DELETE": {**here, "channel_id": ids.CHANNEL_IDS[0], "code": "abc"},
    }


def _of_channels(world: World) -> dict[str, Json]:
    own = Channel(CHANNEL_ID, "example", position=9).payload()
    return {
        "CHANNEL_CREATE": own,
        "CHANNEL_UPDATE": world.channels[ids.CHANNEL_IDS[1]].payload(),
        "CHANNEL_DELETE": own,
        "CHANNEL_PINS_UPDATE": {
            "guild_id": ids.GUILD_ID,
            "channel_id": ids.CHANNEL_IDS[1],
            "last_pin_timestamp": ids.timestamp(),
        },
    }


def _of_threads(world: World) -> dict[str, Json]:
    parent = ids.CHANNEL_IDS[1]
    thread = Channel(
        THREAD_ID, "example", PUBLIC_THREAD, parent_id=parent, owner_id=world.bot.id, members={world.bot.id}
    )
    payload = thread.payload()
    here, member = {"guild_id": ids.GUILD_ID}, payload["member"]
    return {
        "THREAD_CREATE": {**payload, "newly_created": True},
        "THREAD_UPDATE": payload,
        "THREAD_LIST_SYNC": {**here, "channel_ids": [parent], "threads": [payload], "members": [member]},
        "THREAD_MEMBER_UPDATE": {**here, **member},
        "THREAD_MEMBERS_UPDATE": {
            **here,
            "id": THREAD_ID,
            "member_count": 2,
            "added_members": [{**member, "user_id": world.owner.id, "member": world.owner.member(), "presence": None}],
            "removed_member_ids": [ids.USER_IDS[1]],
        },
        "THREAD_DELETE": {key: payload[key] for key in ("id", "type", "guild_id", "parent_id")},
    }


def _of_members(world: World) -> dict[str, Json]:
    here, person = {"guild_id": ids.GUILD_ID}, world.owner
    return {
        "GUILD_MEMBER_UPDATE": {**world.bot.member(), **here},
        "GUILD_MEMBER_ADD": {**person.member(), **here},
        "GUILD_MEMBER_REMOVE": {**here, "user": person.payload()},
        "GUILD_MEMBERS_CHUNK": {**here, "members": [person.member()], "chunk_index": 0, "chunk_count": 1},
        "GUILD_BAN_ADD": {**here, "user": person.payload()},
        "GUILD_BAN_REMOVE": {**here, "user": person.payload()},
        "USER_UPDATE": {**world.bot.payload(), "verified": True},
        "PRESENCE_UPDATE": {
            **here,
            "user": {"id": person.id},
            "status": "online",
            "activities": [],
            "client_status": {"desktop": "online"},
        },
        "TYPING_START": {
            **here,
            "channel_id": ids.CHANNEL_IDS[0],
            "user_id": person.id,
            "timestamp": 1_700_000_000,
            "member": person.member(),
        },
        "VOICE_STATE_UPDATE": {
            **here,
            "channel_id": ids.VOICE_ID,
            "user_id": person.id,
            "member": person.member(),
            "session_id": "1",
            **dict.fromkeys(("deaf", "mute", "self_deaf", "self_mute", "self_video", "suppress"), False),
            "request_to_speak_timestamp": None,
        },
        "VOICE_SERVER_UPDATE": {**here, "token": "t", "endpoint": "localhost"},
    }


def _of_applications(world: World) -> dict[str, Json]:
    here, bot = {"guild_id": ids.GUILD_ID}, {"application_id": world.bot.id}
    sold = {
        **bot,
        **here,
        "id": THING_ID,
        "sku_id": THING_ID,
        "user_id": world.owner.id,
        "type": 8,
        "deleted": False,
        "starts_at": ids.timestamp(),
        "ends_at": None,
        "consumed": False,
    }
    subscription = {
        "id": THING_ID,
        "user_id": world.owner.id,
        "sku_ids": [THING_ID],
        "entitlement_ids": [THING_ID],
        "renewal_sku_ids": None,
        "current_period_start": ids.timestamp(),
        "current_period_end": ids.timestamp(),
        "status": 0,
        "canceled_at": None,
    }
    integration = {
        **here,
        "id": THING_ID,
        "name": "Example",
        "type": "discord",
        "enabled": True,
        "account": {"id": THING_ID, "name": "Example"},
        "application": {"id": THING_ID, "name": "Example", "icon": None, "description": "", "summary": ""},
    }
    allowed = {"id": world.owner.id, "type": 2, "permission": True}
    return {
        **{f"ENTITLEMENT_{end}": sold for end in ("CREATE", "UPDATE", "DELETE")},
        **{f"SUBSCRIPTION_{end}": subscription for end in ("CREATE", "UPDATE", "DELETE")},
        **{f"INTEGRATION_{end}": integration for end in ("CREATE", "UPDATE")},
        "INTEGRATION_DELETE": {**here, "id": THING_ID, **bot},
        "APPLICATION_COMMAND_PERMISSIONS_UPDATE": {**here, **bot, "id": THING_ID, "permissions": [allowed]},
    }


def _of_stages() -> dict[str, Json]:
    here = {"guild_id": ids.GUILD_ID}
    stage = {**here, "id": THING_ID, "channel_id": ids.VOICE_ID, "topic": "Cards", "privacy_level": 2}
    event = {
        **here,
        "id": THING_ID,
        "channel_id": ids.VOICE_ID,
        "creator_id": ids.USER_IDS[0],
        "name": "An evening of cards",
        "description": None,
        "scheduled_start_time": ids.timestamp(),
        "scheduled_end_time": None,
        "privacy_level": 2,
        "status": 1,
        "entity_type": 2,
        "entity_id": None,
        "entity_metadata": None,
    }
    return {
        **{f"STAGE_INSTANCE_{end}": stage for end in ("CREATE", "UPDATE", "DELETE")},
        **{f"GUILD_SCHEDULED_EVENT_{end}": event for end in ("CREATE", "UPDATE", "DELETE")},
    }


def _of_messages(world: World) -> dict[str, Json]:
    place = {"guild_id": ids.GUILD_ID, "channel_id": ids.CHANNEL_IDS[0]}
    message = {
        **place,
        "id": THING_ID,
        "type": 0,
        "flags": 0,
        "content": "Hello",
        "author": world.owner.payload(),
        "member": world.owner.membership(),
        "timestamp": ids.timestamp(),
        "edited_timestamp": None,
        **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
        **{name: list[str]() for name in ("mentions", "mention_roles", "embeds", "attachments", "components")},
    }
    return {
        "MESSAGE_CREATE": message,
        "MESSAGE_UPDATE": message,
        "MESSAGE_DELETE": {**place, "id": THING_ID},
        "MESSAGE_DELETE_BULK": {**place, "ids": [THING_ID]},
    }
