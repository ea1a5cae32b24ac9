"""The part of the control API that makes the gateway send payloads that Discord's documentation does not foresee.

`local_discord.gateway.deviations` says what a deviation is.
"""

from local_discord.checks.errors import ClientError
from local_discord.core import LocalDiscord
from local_discord.wire import Json
from local_discord.world.events import examples


def plan(discord: LocalDiscord, body: Json) -> None:
    """Plan deviations for the next events of a type; with `clear`, remove all planned deviations."""
    if body.get("clear"):
        discord.hub.deviations.clear()
    else:
        discord.hub.deviations.plan(body)


def send_examples(discord: LocalDiscord, body: Json) -> object:
    """Send the example of an event once for each of `seeds`, each time with the deviation of that seed.

    Without `seeds`, send the example once, with the deviation at `place` if the body has one.
    """
    event, known = str(body.get("event")), examples(discord.world)
    if event not in known:
        raise ClientError(f"There is no example of {event!r}; there are {', '.join(sorted(known))}.")
    if "seeds" in body or "place" in body:
        discord.hub.deviations.plan(body)
    for _ in body.get("seeds", [0]):
        for session in discord.hub.sessions.values():
            session.dispatch(event, known[event])
    return {"events": len(body.get("seeds", [0]))}


def send_frames(discord: LocalDiscord, body: Json) -> None:
    """Send texts unchanged to all connections of the bot."""
    for session in discord.hub.sessions.values():
        if session.outbox is not None:
            for text in body["texts"]:
                session.outbox.send_text(str(text))


def sent(discord: LocalDiscord, _: dict[str, str]) -> object:
    """Return the deviations sent so far.

    Each has its event, its seed, the place of the changed value in the payload, the way in which the value was changed,
    and the `id` that the payload had before the change.
    """
    return discord.hub.deviations.sent


def known_events(discord: LocalDiscord, _: dict[str, str]) -> object:
    """Return the types of events that have examples."""
    return sorted(examples(discord.world))
