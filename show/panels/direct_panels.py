"""Panels of tables in direct messages: there the hand is the table's only message, which the reconciler writes.

The message is an ordinary message of the bot, so it can be edited without a time limit. A restart loses only the
choices of an unfinished move, an open lookup, and the displayed result of a round. A click on the message is answered
by editing it. Any other request for the hand, such as a command, moves the message to the end of the channel.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

import limits
from host.lobby.lobby_transitions import required_game, required_seat
from host.people.personal_results import PersonalResult
from host.refusals import NO_DIRECT_MESSAGES, NOT_TAKEN, Refusal
from host.services import Services, StoreError
from host.settings import PersonSettings
from host.tables.message_records import Post, table_owner
from host.tables.table import Table
from show import desired
from show.desired import PANEL, DirectInputs
from show.discord_port import MessageAsker
from show.messages.write_overlap import WriteOverlap
from show.pages.game.direct import displays_result
from show.pages.game.hand import Asked
from show.panels.coached import Coached
from show.schedule import Schedule
from show.text.emojis import EmojiSet
from show.text.seat_names import spoken

Read: TypeAlias = tuple[PersonSettings, frozenset[str]]
"""A person's settings, and the keys of the sentences of coaching that they have been shown."""
Key: TypeAlias = tuple[int, bool, int, bool, int | None]
"""Parts of a position. When one of them changes, the message shows the hand in place of a begun choice or a lookup."""


@dataclass(slots=True)
class _State:
    """A person's last request for their hand at a table, and how the hand has been displayed since."""

    asked: Asked
    key: Key | None
    round: int
    """The round that the person is in; when it ends, its result is displayed until they continue."""
    locale: str
    """The person's locale at the click, as Discord names it."""
    cards: bool
    """Whether other players' cards appear one after another."""


class DirectPanels:
    """The panels of tables in direct messages. The requests of people are in memory only."""

    def __init__(
        self,
        services: Services,
        emojis: EmojiSet,
        write_overlap: WriteOverlap,
        schedule: Schedule,
        write_now: Callable[[int], Awaitable[None]],
    ) -> None:
        """Create an empty cache.

        `write_now` takes a table id, reconciles the table's message at once, and waits some seconds for the result.
        """
        self._services = services
        self._emojis = emojis
        self._write_overlap = write_overlap
        self._schedule = schedule
        self._write_now = write_now
        self._states: dict[int, _State] = {}
        """The states by table, in order of use."""
        self._posts: dict[int, Post] = {}
        """The records of the messages by table, in order of use."""
        self._coached: dict[int, Coached] = {}
        """The coaching by table, in order of use."""
        self._moving: set[int] = set()
        """The messages that are to be sent anew at the end of their channel."""

    # --- For the reconciler

    async def page_inputs(self, table: Table, read: Read | None = None) -> DirectInputs:
        """Return everything that the message of a table depends on, besides the table itself.

        `read` has the settings and the coaching of the table's person; None if they have not been read yet.
        """
        owner, state = table.place.owner_id, self._states.get(table.id)
        mine, shown = read or await self._services.settings.person_and_coached(owner)
        locale = spoken(mine.language, state.locale if state else mine.locale)
        asked = state.asked if state is not None and state.key == _key(table) else Asked()
        round_number = state.round if state is not None else None
        asked = await self._for_person(table, asked, round_number, mine, shown)
        return DirectInputs(locale, self._emojis, asked, round_number, await self._result(table))

    def note_post(self, table_id: int, post: Post | None) -> None:
        """Remember `post`, the record of a table's message; None means that the table has no message."""
        self._posts.pop(table_id, None)
        if post is not None and post.message_id is not None:
            self._posts[table_id] = post
            limits.evict_oldest(self._posts, limits.TABLE_MESSAGES)

    def must_move(self, message_id: int | None) -> bool:
        """Return whether a message must be sent anew at the end of its channel."""
        return message_id in self._moving

    def note_moved(self, message_id: int | None) -> None:
        """Note that this message has been replaced by a new one at the end of the channel."""
        self._moving.discard(message_id or 0)

    def shows_cards(self, table_id: int) -> bool:
        """Return whether the message of a table shows other players' cards one by one, as they are played."""
        state = self._states.get(table_id)
        return state is not None and state.cards

    # --- For clicks

    @contextmanager
    def writing(self, _table_id: int, _user: int) -> Iterator[None]:
        """Return a context manager without effect, because here only `answer` writes; see `Panels.writing`."""
        yield

    async def answer_outdated(self, _asker: MessageAsker, _table_id: int) -> bool:
        """Return False: no panel here is outdated, because a table has one message."""
        return False

    async def answer(self, asker: MessageAsker, table_id: int, asked: Asked, *, anew: bool = False) -> None:
        """Answer with the asker's hand: in the clicked message, or by moving the table's message to the end.

        If a round has ended since their hand was last displayed, the round's result is displayed first. `anew` skips
        the result. A lost table counts as found, because only a try tells whether its person takes messages again.

        Raises:
            Refusal: the asker has no seat at the table, or nothing has been dealt.
        """
        table = await self._services.lost_tables.find(table_id)
        required_seat(table, asker.user_id)
        read = await self._services.settings.note_locale(asker.user_id, asker.discord_locale)
        post = await self._post(table_id)
        table = await self._services.tables.get(table_id)  # everything on the page comes from this read
        game, before = required_game(table), self._states.pop(table_id, None)
        seen = game.round if anew or before is None else before.round
        self._states[table_id] = _State(asked, _key(table), seen, asker.discord_locale, _wants_cards(read[0]))
        limits.evict_oldest(self._states, limits.TABLE_MESSAGES)
        if post is None or post.message_id != asker.message_id:
            await self._bring(asker, table_id, post)
        else:
            await self._repaint(asker, table, post, read)

    async def _repaint(self, asker: MessageAsker, table: Table, post: Post, read: Read) -> None:
        """Answer a click by editing the clicked message."""
        records = self._services.message_records
        with self._write_overlap.writing((table.id, PANEL)) as write:
            inputs = await self.page_inputs(table, read)
            records.note_fingerprint(post, None, table)
            try:
                await asker.repaint(desired.panel_page(table, inputs))
            except BaseException:
                self._schedule.messages(table.id)  # the failed edit may have taken effect
                raise
        if write.alone:
            records.note_fingerprint(post, desired.direct(table, inputs).fingerprint, table)
        elif write.last:
            self._schedule.messages(table.id)

    async def _bring(self, asker: MessageAsker, table_id: int, post: Post | None) -> None:
        """Answer a request that was not a click on the table's message, by showing this message.

        If it is not the last message of its channel, it is sent anew at the end. The request gets no other answer.

        Raises:
            Refusal: Discord has not accepted the message.
        """
        await asker.acknowledge()
        if post is not None and post.message_id and asker.newest != post.message_id:
            self._moving.add(post.message_id)
        await self._write_now(table_id)
        await asker.withdraw()
        written = await self._post(table_id)
        if (await self._services.tables.get(table_id)).lost_since is not None:
            raise Refusal(NO_DIRECT_MESSAGES())
        if written is None or written.message_id is None:
            raise Refusal(NOT_TAKEN())

    async def _post(self, table_id: int) -> Post | None:
        """Return the record of a table's message; None without a message."""
        if table_id not in self._posts:
            records = await self._services.message_records.of(table_owner(table_id))
            self.note_post(table_id, next((one for one in records if one.slot == PANEL), None))
        return self._posts.get(table_id)

    async def _for_person(
        self, table: Table, asked: Asked, round_number: int | None, mine: PersonSettings, shown: frozenset[str]
    ) -> Asked:
        """Return `asked` with the hints, the coaching and the plain words that the person's settings ask for."""
        owner = table.place.owner_id
        beginner = await self._services.people.is_beginner(owner, table)
        asked = replace(asked, hints=beginner and mine.hints == "on", hints_hidden=beginner and mine.hints == "off")
        asked = replace(asked, plain=mine.plain == "on")
        if table.game is None or table.seat_of(owner) is None or displays_result(table.game, asked, round_number):
            return asked
        coached = self._coached[table.id] = self._coached.pop(table.id, Coached())
        limits.evict_oldest(self._coached, limits.TABLE_MESSAGES)
        coached.beginner, coached.shown = beginner, shown if mine.coaching == "on" else None
        return replace(asked, coaching=coached.choose(self._services.coaching, table, owner, asked))

    async def _result(self, table: Table) -> PersonalResult:
        """Return the personal result of a finished game; an empty result if there is none or it cannot be read."""
        if table.state != "over":
            return PersonalResult()
        try:
            return await self._services.personal_results.of(table, table.place.owner_id)
        except StoreError:
            return PersonalResult()


def _wants_cards(mine: PersonSettings) -> bool:
    """Return whether other players' cards appear one by one.

    With the setting for plain words they never do, because a screen reader loses its place in a message that changes.
    """
    return mine.cards == "on" and mine.plain == "off"


def _key(table: Table) -> Key | None:
    seat, game = table.seat_of(table.place.owner_id), table.game
    if game is None or seat is None:
        return None
    return game.moves_made(seat), seat in game.to_act, game.round, game.over, table.next_id
