"""How much of anything there may be: every bound on what grows with people, servers and time, each with its reason.

A leaf that every room may import; read as `limits.NAME`, so that a test can set another. What Discord itself bounds,
such as forty components or the length of a custom id, stands where it is used; how long something may take too.
"""

from typing import Any

# --- Tables. What is refused says so, and what to do.

LOBBIES_A_PERSON = 10
"""Tables that gather players at which a person sits, on a server: who opens more fills a channel with invitations that
nobody takes."""
TABLES_A_PERSON = 50
"""Open tables at which a person sits, on a server: twice what `/hand` can offer by name, with a turn at one of them
every half an hour where each takes a day for a move."""
LOBBIES_A_SERVER = 100
"""Tables of a server that gather players: ten people with all that they may open; `/tables` has 20 pages of them."""
TABLES_A_SERVER = 500
"""Open tables of a server: more than its people play, and few enough for all of them to be looked at for `/tables` in
some tenths of a second, also on a server of vandals."""

A_PERSONS_PART = 2
"""Of the tables that may be open on a server one person's are at most the half, where they have opened them and sit
there: a server may have set that there are only five, and then nobody else could open any."""
OPENED_AN_HOUR = 10
"""Tables that one person opens on a server within an hour: each posts two messages, and writes a row for good. Who
plays games of six minutes needs no more."""
JOINED_AN_HOUR = 30
"""Times that one person joins lobbies on a server within an hour: each edits a message, and tells them a promise."""
CUT_AN_HOUR = 30
"""Cuts of one person on a server within an hour: as many as six lobbies take."""
BARRED = 50
"""People who are barred from one lobby: ten times as many as it has seats for others."""
COUNTED = 10_000
"""People of whom is known how often they have opened, joined or cut lately, of each: up to 30 numbers, so 10 MB at the
most. Each person is one for a server, so one alone pushes nobody out; whoever is pushed out begins anew."""

CUTS = 5
"""Cuts of one person at a lobby: each tells them a number to keep. With six seats there are up to 38 events in a deal,
of up to 70 characters each: those who have gone take theirs with them."""
CUT_LENGTH = 100
"""Characters of the words that somebody cuts with: they are hashed, and kept nowhere."""
NONCE_LENGTH = 64
"""Characters that can be typed for the number of a cut, which has 32: the rest is room for blanks that were pasted."""

COMPLAINTS = 500
"""Moves of computer players that people called silly, each filed with its game's record of 2 to 20 kB; the last ones
are kept: what is new is of the players that there are now."""
COMPLAINED_A_DAY = 20
"""Moves that one person calls silly within a day, on all servers of a process: so their complaints push out others'
after 25 days at the earliest where there is one process."""

NOTICES_A_DAY = 5
"""Notices to a person within a day, of all servers: a person who gets more stops reading them, or blocks the bot."""
NOTICES_FROM_ONE = 2
"""Of those at most so many of tables that one person has opened: who opens one every hour would use up what others'
tables have of them."""
NOTICES_A_LOBBY = 20
"""People who are told of one lobby: more do not fill its few seats any faster, and come in vain; each takes up to
three requests."""
NOTICES_LOOKED_AT = 200
"""People who want to be told of a lobby of whom is looked whether it is their quiet hours: ten times as many as are
told, so that a night in one half of the world leaves enough in the other."""

# --- Processes

SHARDS = 10_000
"""Parts of all servers: Discord gives no part more than 2,500, so a bot of 25 million servers has as many. Each is a
row that is written every few seconds."""

# --- Interactions and work under way

UNDER_WAY = 20
"""Interactions of one person that are being handled: a person clicks five times a second at the very most, and an
answer takes three seconds where Discord or the disk is slow. One who sends more is told to wait, and slows nobody."""
THINKERS = 2
"""Computer players that may think for seconds at a time, each in a process of its own of 40 MB, which gives way when
others want the processor; one more answers at once beside them. Of those that wait each server has one in turn,
so many tables on one hold up no other; each table waits for one thought only. More than cores gain nothing."""
WAITING_AT_ONCE = 200
"""Tables that are found at once of those that wait for a computer player, or for time to be given back: one query, or
one transaction, of some milliseconds, between which people's clicks come."""
BEHIND_AT_ONCE = 16
"""Tables whose messages are behind that are looked at at once: after an update that may be all that there are, and a
table at which somebody plays waits for these at most."""
TABLES_AT_ONCE = 8
"""Tables whose messages are written at the same time: after a restart there may be thousands, and people click."""
PANELS_AT_ONCE = 16
"""Tables into whose panels is pushed at the same time."""
ONLOOKERS = 20
"""People without a seat into whose panels a table's game is pushed: each push carries a picture of some 50 kB, and who
comes later sees the table all the same, as often as they ask."""
ONLOOKED_AT_ONCE = 4
"""Tables whose onlookers are pushed to at the same time: nobody's move waits for it."""
COMMITTED = 100
"""Writes for which people wait that are committed together, for one sync of the disk: they take some 10 ms, and
whoever comes meanwhile waits for them."""
COMMITTED_BEHIND = 10
"""Writes that nobody waits for that are committed with them: people wait for these too."""
STATEMENTS = 512
"""Statements that a connection keeps ready to run: there are some 150."""
CONNECTIONS = 8
"""Connections of one process to PostgreSQL, each with a thread: a commit takes about a millisecond, so they carry some
thousands a second; ten processes stay below the hundred that a server usually has. Half of them at most are for writes
that nobody waits for."""
LOG_LINES = 1_000
"""Lines of the log that wait to be written, on standard error and as many for its file: mostly of some 150 characters,
so a megabyte at the most while nobody reads; a reader that reads has each within milliseconds. More are dropped."""
FINGERPRINTS = 200
"""What posts show, where that waits to be written: so many at once."""
LOOKED_THROUGH = 500
"""Messages of a channel that are looked through for one that may have been posted within four minutes: five requests
at most, in the rare case that it has to be looked for and everybody chats there."""

# --- Requests to Discord

CALLS_A_SECOND = 40
"""Requests to Discord that nobody waits for, in any second, of all processes of the bot: it takes fifty, and the rest
is for what people wait for. Catching up after an update would send up to eighty."""
INVALID_REQUESTS = 5_000
"""Requests that Discord has refused with 401, 403 or 429 within ten minutes, after which only people are answered: half
of those for which it bans the bot's address."""

# --- What is shown of what grows

TABLES_ON_A_PAGE = 5
"""Of the list of tables; each takes up to six of Discord's forty components, and what is around them six."""
GAMES_ON_A_PAGE = 7
"""Of the list of games that have ended: two lines each, so that a phone shows all of them at once."""
LEADERS = 10
"""Lines of a page of a leaderboard, without the asker's own: what a phone shows at once, picture and text."""
PROFILED = 500
"""Games that a profile looks back at: years for nearly everybody, read in some 20 ms."""
CHARTED = 60
"""Games that the chart of a rating shows: on a phone more would be a point for each pixel or two."""

# --- What is remembered; what has been forgotten is looked up, drawn or sent once more

TABLES = 5_000
"""Tables that are kept, those used last within some minutes: of some 20 kB each when their game is over (`python -m
benchmarks memory`), so 100 MB at the most; a table is read again in milliseconds. Fewer than are played at the same
time would be read again for every move."""
NAMES = 10_000
"""People as they were last called, of up to 32 characters each: 2 MB."""
ENDS = 64
"""Positions of which is known whether their points can still change: each is asked for several times while its table is
shown, and holds a game of some 10 kB."""
HINTS = 5_000
"""Running games of which is known who wants hints: as many as tables are kept."""
SETTINGS = 10_000
"""Servers, and people, whose settings are known: half a kilobyte each, so 10 MB at the most."""
CHANNELS = 10_000
"""Channels whose newest message of ours is remembered."""
BOARDS = 10_000
"""Tables whose message is known to links and to clicks far below it: some hundred bytes each."""
LEFT_ALONE = 10_000
"""Messages that may not be changed, tables that have lost their channel, and calls that were refused in a channel: each
costs one more try."""
UNWRITTEN = 10_000
"""Fingerprints that wait while the store fails; each costs one more edit."""
PICTURES_STANDING = 4_096
"""Messages whose pictures are known by name; of others they are sent again."""
RESULTS = 4_096
"""Seats of finished rounds whose points' reasons are kept, a kilobyte each: all views of the game have them."""
TRICKS = 4_096
"""Tricks of which is kept why they are won, half a kilobyte each: all views of a round have them."""
COUNTS = 4_096
"""Lines that count or name cards, and sets of cards by their names, a kilobyte each: from one view to the next most are
the same."""
SENTENCES = 4_096
"""Sentences with gaps in the place of all that is not the house's own wording, of some hundred bytes each: a tenth
of these are in use. What people type or are called is filled in anew each time, and never kept."""
ASIDES = 8_192
"""What is said of cards, counts and seats by their numbers where there are no names, half a kilobyte each: a picture's
description is made of some thirty, of which the next one has nearly all."""
SPRITES = 4_000
"""Small pictures of one kind, such as cards or numbers, of all games: of most kinds there are some dozens, of cards
2,000. Numbers that never end cannot fill the memory."""
HEADS = 256
"""Beginnings of picture files, by game and size, a kilobyte each: some hundred are in use."""
DRAWINGS = 1_024
"""Drawings of our own art in one size and colour; from them sprites are made."""
LETTERINGS = 2_048
"""Numbers in one size and colour, for the same."""
SOURCES = 256
"""SVG files of our own art: there are fewer."""
FONTS = 64
"""Sizes of the built-in font: there are fewer."""


def trim(kept: dict[Any, Any], most: int) -> None:
    """Let the oldest entries go, so that no more than `most` are kept."""
    while len(kept) > most:
        del kept[next(iter(kept))]
