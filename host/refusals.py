"""Refusals: reasons why a person's request is not carried out, with their texts."""

from engine.text import Phrase, Text
from host.tables.table import Table

NO_SUCH_TABLE = Phrase("no-such-table", "There is no such table (any more). Open a new one with /play.")
NO_SUCH_REPLAY = Phrase("no-such-replay", "There is no such game (any more): /replay lists those that have ended.")
NO_SUCH_GAME = Phrase("no-such-game", "There is no such game. /play lists them all.")
NOT_OFFERED = Phrase("not-offered", "{game} is not offered on this server. You can play {games}.")
WRONG_SEATS = Phrase("wrong-seats", "{game} is for {counts} players.")
LOBBY_GONE = Phrase("lobby-gone", "The game has begun or the table was closed: seats and options stay as they are.")
NOT_STARTED = Phrase("not-started", "The game has not started yet.")
TABLE_OVER = Phrase("table-over", "The game at this table is over.")
TABLE_CLOSED = Phrase("table-closed", "This table was closed.")
TABLE_FROZEN = Phrase("table-frozen", "This game was begun under older rules and cannot go on. It counts for nobody.")
TABLE_LEFT = Phrase("table-left", "All people have left this game. It counts for nobody.")
TABLE_ENDED = Phrase("table-ended", "A moderator has ended this game. It counts for nobody.")
TABLE_RESTORED = Phrase(
    "table-restored",
    "My data was restored from a backup, so this game was ended: its cards may be known. It counts for nobody.",
)
TABLE_LOST = Phrase(
    "table-lost", "For a week I could not write in this game's channel, so the game was ended. It counts for nobody."
)
NO_SUCH_CHANNEL = Phrase("no-such-channel", "I cannot see this channel: pick another one.")
NOT_LOST = Phrase("not-lost", "This table need not be moved (any more): I see its channel.")
ALREADY_SEATED = Phrase("already-seated", "You have a seat at this table already.")
LOBBY_FULL = Phrase("lobby-full", "Every seat at this table is taken.")
NOT_SEATED = Phrase("not-seated", "You do not sit at this table.")
NOT_OPENER = Phrase("not-opener", "Only {opener}, who is in charge of this table, can do that.")
SEATS_TAKEN = Phrase("seats-taken", "More than {count} seats are taken; someone must leave first.")
PICK_PARTS = Phrase("pick-parts", "{title}: {about} Nothing was changed.")
BAD_OPTION = Phrase("bad-option", "There is no such option (any more): open the options again.")
NO_HUMAN = Phrase("no-human", "A game needs at least one person at the table.")
NO_OTHER_SEAT = Phrase("no-other-seat", "No other seat is free.")
NO_SUCH_COMPUTER = Phrase("no-such-computer", "No computer player can have that seat (any more).")
NO_SUCH_LEVEL = Phrase("no-such-level", "There is no such level of computer players: choose one of the list.")
NOBODY_THERE = Phrase("nobody-there", "Nobody whom you could remove sits there (any more).")
NOT_MODERATOR = Phrase("not-moderator", "Only those who may manage messages in this table's channel can do that.")
UNSEEN_CHANNEL = Phrase(
    "unseen-channel",
    "I cannot see <#{channel}>, so I do not know whether you can. Use me there, or give me the permission View Channel"
    " there.",
)
UNKNOWN_MODERATOR = Phrase(
    "unknown-moderator",
    "I cannot see <#{channel}>, so I do not know whether you may manage messages there. Use /tables there, or give me"
    " the permission View Channel there.",
)
NO_PRIVATE_THREADS = Phrase(
    "no-private-threads",
    "I may open no private threads here: give me the permission Create Private Threads, and choose again.",
)
LEADERBOARDS_ON_SERVERS = Phrase(
    "leaderboards-on-servers", "Leaderboards are on servers. Here you play alone: /profile shows what you have done."
)
NOTICES_ON_SERVERS = Phrase(
    "notices-on-servers", "Notices are chosen for each server: use /settings on the one that you mean."
)
ALONE_ELSEWHERE = Phrase("alone-elsewhere", "To play alone, use /play in my direct messages.")
NOT_TAKEN = Phrase(
    "not-taken",
    "Discord has not taken the message of your game. The game is kept: if the message does not come by itself, allow"
    " messages from this app, and use /hand.",
)
NO_DIRECT_MESSAGES = Phrase(
    "no-direct-messages",
    "You take no messages from me, so your game waits for a week, and then ends. Allow messages from this app, and use"
    " /hand.",
)
ALONE_HERE = Phrase("alone-here", "Here you play alone: tables for several people are on servers.")
NOT_MANAGER = Phrase("not-manager", "Only those who may manage this server (Manage Server) can change its settings.")
NO_SUCH_SETTING = Phrase("no-such-setting", "There is no such setting (any more): open them again with /settings.")
NOBODY_TO_NUDGE = Phrase("nobody-to-nudge", "Everybody who is to decide has been asked to hurry already.")
NO_PINGS = Phrase("no-pings", "Nobody is mentioned on this server, so write to them yourself.")
NOT_SILENT = Phrase("not-silent", "The computer can decide only for somebody who has been silent for a day.")
NOTHING_TO_AGREE = Phrase("nothing-to-agree", "There is nothing to agree to (any more).")
NO_PROMISE = Phrase("no-promise", "This table was opened before decks could be cut: open a new one with /play.")
NO_WORDS = Phrase("no-words", "Blanks alone cut nothing: type any words of your own.")
NO_NONCE = Phrase(
    "no-nonce", "The number of a cut is {count} digits of hex, 0 to 9 and a to f: leave the one that the form shows."
)
CUT_ENOUGH = Phrase("cut-enough", "You have cut this deck {count} times, and that is enough: your cuts count.")
BARRED = Phrase(
    "barred",
    "Whoever is in charge of this table has barred you from it: join another one, or open your own with /play.",
)
BARRED_ENOUGH = Phrase(
    "barred-enough", "{count} people are barred from this table, and that is enough: close it, and open a new one."
)
NO_SUCH_TIME = Phrase("no-such-time", "Choose a time of the list: from a quarter of an hour to two weeks from now.")
SCHEDULED_ENOUGH = Phrase(
    "scheduled-enough", "You have scheduled {count} tables here, and that is enough: call one of them off first."
)
SERVER_SCHEDULED_ENOUGH = Phrase(
    "server-scheduled-enough", "{count} tables are scheduled on this server, and that is enough: wait for one to open."
)
NOT_SCHEDULED = Phrase("not-scheduled", "This table is not scheduled any more: it has opened, or was called off.")
NOT_SCHEDULED_BY_YOU = Phrase(
    "not-scheduled-by-you", "Only the person who has scheduled this table, and moderators, can call it off."
)
INVITED_LATELY = Phrase(
    "invited-lately",
    "You have asked people to join {count} times within an hour. You can ask again <t:{again}:R>.",
)
MENTIONED_LATELY = Phrase(
    "mentioned-lately",
    "You have asked them within the last hour. You can ask again <t:{again}:R>.",
)
NOT_YOURSELF = Phrase("not-yourself", "You cannot bar yourself: use *Leave* instead.")
OPENED_ENOUGH = Phrase(
    "opened-enough",
    "{count} of this server's open tables are yours, and the others' room is for other people: finish or close one "
    "first. /tables lists them.",
)
OPENED_LATELY = Phrase(
    "opened-lately",
    "You have opened {count} tables here within an hour. You can open the next one <t:{again}:R>; until then you can "
    "join others: /tables lists them.",
)
JOINED_LATELY = Phrase(
    "joined-lately",
    "You have joined tables here {count} times within an hour. You can join the next one <t:{again}:R>.",
)
CUT_LATELY = Phrase(
    "cut-lately", "You have cut decks here {count} times within an hour. You can cut the next one <t:{again}:R>."
)
COMPLAINED_LATELY = Phrase(
    "complained-lately",
    "You have reported {count} moves within a day, thank you. You can report the next one <t:{again}:R>.",
)
NO_PROOF = Phrase("no-proof", "Nothing was promised of this table's deal: it began before deals could be checked.")
NO_SUCH_MOVE = Phrase("no-such-move", "That is no choice of a computer player's (any more).")
ALREADY_PLAYED = Phrase("already-played", "That move was already played; here is where things stand now.")
WAIT_YOUR_TURN = Phrase("wait-your-turn", "It is not your turn yet.")
NO_SUCH_CHOICE = Phrase("no-such-choice", "That choice is not there any more; here is what you can choose now.")
TOO_MANY_LOBBIES = Phrase(
    "too-many-lobbies",
    "You sit at {count} tables that wait for players: start, leave or close one first. /tables lists them.",
)
TOO_MANY_TABLES = Phrase(
    "too-many-tables",
    "You have a seat at {count} tables on this server: finish or leave one first. /tables lists them.",
)
SERVER_GATHERS = Phrase(
    "server-gathers",
    "{count} tables of this server wait for players: join one of them instead of opening another. /tables lists them.",
)
SERVER_FULL = Phrase(
    "server-full",
    "{count} tables are open on this server, and there is no room for more: try again once one has ended.",
)
STILL_RUNNING = Phrase("still-running", "This game is still running: it can be replayed once it is over.")
SEALED = Phrase(
    "sealed",
    "Other tables of this league night still play the same deals, so nothing of this one is shown until they are done.",
)
NIGHT_LEVEL = Phrase("night-level", "In a league night all tables have computer players of the same level.")
NO_SUCH_NIGHT = Phrase(
    "no-such-night", "There is no such league night (any more). A manager announces one with /night."
)
NOT_NIGHT_MANAGER = Phrase(
    "not-night-manager",
    "Only those who may manage this server (Manage Server) can announce, start and end a league night.",
)
NIGHT_HERE = Phrase(
    "night-here",
    "This channel has a league night already: end it first, or announce one elsewhere. If its message was deleted, it"
    " appears here again in a moment.",
)
WEEKLY_WITHOUT_TIME = Phrase(
    "weekly-without-time", "An event that repeats each week needs a time: choose one with the option `at`."
)
NIGHTS_LATELY = Phrase(
    "nights-lately",
    "You have announced {count} league nights here within an hour. You can announce the next one <t:{again}:R>.",
)
NIGHT_BEGUN = Phrase("night-begun", "This league night has begun: join the next one.")
NIGHT_OVER = Phrase("night-ended", "This league night is over.")
NIGHT_FULL = Phrase("night-full", "{count} people have joined this league night, and that is all that it has room for.")
NIGHT_ALONE = Phrase("night-alone", "A league night needs at least {count} people: wait until more have joined.")
NIGHT_UNPROMISED = Phrase(
    "night-unpromised",
    "No card is dealt before the commitments are posted in this channel: try again in a minute.",
)
IN_NIGHT = Phrase("in-night", "You have joined this league night already.")
NOT_IN_NIGHT = Phrase("not-in-night", "You are not in this league night.")
NEVER_DEALT = Phrase("never-dealt", "No game was begun at this table, so there is nothing to replay.")
REPLAY_GONE = Phrase("replay-gone", "This game was played under older rules, and can no longer be replayed.")
NO_REVIEW = Phrase(
    "no-review", "I review finished games only, and only for people who had their seat to the end: there is none here."
)
OLD_REVIEW = Phrase("old-review", "This page is of an older review, or of one that is gone: press *Review* again.")
REVIEWED_LATELY = Phrase(
    "reviewed-lately",
    "You have asked for {count} reviews within a day. You can ask for the next one <t:{again}:R>.",
)
REVIEWING = Phrase("reviewing", "I am reviewing another game for you: ask for this one when that is done.")
REVIEWS_WAITING = Phrase("reviews-waiting", "{count} reviews are waiting already: ask once more in some minutes.")
NOT_PREPARED = Phrase("day-not-prepared", "Today’s deal is not ready yet: use /today again in some minutes.")
DAY_OVER = Phrase("day-over", "This deal’s day is over: /today has today’s deal.")
DAILY_FIRST = Phrase("day-first", "Play today’s deal to its end first: then you can compare and practise.")
NO_ATTEMPT = Phrase("day-not-begun", "You have not begun this deal: /today has today’s deal.")
NO_PRACTICE = Phrase("day-no-practice", "I do not know this practice any more: begin another one.")
PRACTISED_LATELY = Phrase(
    "practised-lately", "You have practised {count} times within a day. You can go on <t:{again}:R>."
)
DAILY_FORGOTTEN = Phrase(
    "day-deleted",
    "You have deleted today’s try with your data: it can be played once only. The next deal opens <t:{again}:R>.",
)
DAILY_FROZEN = Phrase("day-frozen", "The rules have changed since this deal began, and it cannot go on.")
NO_YESTERDAY = Phrase("day-no-yesterday", "There was no deal yesterday.")
NO_PUZZLE = Phrase("day-no-puzzle", "There is no puzzle for this day: /today may have today’s.")
PUZZLE_FORGOTTEN = Phrase(
    "day-puzzle-deleted", "You have deleted your answer to this puzzle with your data: it can be answered once only."
)
PUZZLE_NOT_CONFIRMED = Phrase(
    "day-puzzle-not-confirmed",
    "This day has no puzzle: no candidate’s answer held against players who look further ahead.",
)
PUZZLE_NOT_MADE = Phrase("day-puzzle-not-made", "Today’s puzzle is still being made: click again in a few minutes.")
NO_SUCH_DAY = Phrase("day-unknown", "I know no deal of that day.")
CLOCK_IN_DOUBT = Phrase(
    "clock-in-doubt", "My clock is in doubt, so I do not know for sure which day it is: try again in some minutes."
)
DAY_NOT_OVER = Phrase("day-not-over", "The cards of this deal are shown when its day is over: <t:{closes}:R>.")
REVIEW_FAILED = Phrase("review-failed", "The review did not come to its end. Please ask for it once more.")
NO_SUGGESTION = Phrase(
    "no-suggestion",
    "I say what hard would play only where you play alone against computer players, and when you have a choice to"
    " make.",
)
GAME_WENT_ON = Phrase(
    "game-went-on",
    "The game has gone on since you asked, so there is no answer, and nothing has changed. Ask again when you have a"
    " choice to make.",
)
ASKED_LATELY = Phrase(
    "asked-lately",
    "You have asked {count} times within a day what hard would play. You can ask again <t:{again}:R>.",
)
ASKING = Phrase("asking", "I am still thinking about another table of yours: ask here when that is done.")
SUGGESTIONS_WAITING = Phrase(
    "suggestions-waiting", "{count} people are waiting for such an answer already: ask once more in a minute."
)
SUGGESTION_FAILED = Phrase(
    "suggestion-failed", "I could not work that out, so nothing has changed. Please ask once more."
)
NO_SUCH_LESSON = Phrase("no-such-lesson", "There is no such lesson (any more): /learn lists them.")
NO_SUCH_STEP = Phrase("no-such-step", "This game has no such step, round or seat: open it anew with /replay.")
NOTHING_LEFT = Phrase("nothing-left", "Here the game is over: go back some steps, and play on from there.")
TRY_AGAIN = Phrase("try-again", "That could not be saved, so nothing has changed. Please try once more.")
IN_DOUBT = Phrase(
    "in-doubt",
    "The connection was lost while that was being saved, and it may have worked: look once more before you try again.",
)


NOT_PLAYING = {"lobby": NOT_STARTED, "over": TABLE_OVER, "closed": TABLE_CLOSED, "frozen": TABLE_FROZEN}
"""Refusals of a move at a table without a running game, by the table's state."""
WHY_ENDED = {"left": TABLE_LEFT, "ended": TABLE_ENDED, "restored": TABLE_RESTORED, "lost": TABLE_LOST}
"""Texts for the reasons why a game has ended early."""
UNASKED = {"restored": TABLE_RESTORED, "lost": TABLE_LOST}
"""Those of `WHY_ENDED` for which nobody has asked, so that they are said wherever the game was."""


def not_playing(table: Table) -> Text:
    """Return the reason why no move can be made at a table."""
    return UNASKED[table.close_reason]() if table.close_reason in UNASKED else NOT_PLAYING[table.state]()


class Refusal(Exception):  # noqa: N818  an answer to a person, not a fault
    """Request that is not carried out; `text` gives the person the reason. Nothing has changed."""

    def __init__(self, text: Text, table: Table | None = None) -> None:
        """Refuse with `text`; `table`, if given, provides the names of the seats in the text."""
        super().__init__(str(text))
        self.text = text
        self.table = table


class Overtaken(Refusal):
    """Request that lost a race against another process. The table was read again, so the request can be repeated."""


class Stale(Refusal):
    """Click on an outdated panel, or out of turn; the person gets the current panel with the text."""
