"""Upper limits of everything that grows with people, servers or time, each with its reason.

Every package may import this module. Read a limit as `limits.NAME`, so that a test can change it. Discord's own limits
(forty components, the length of a custom id) and time limits are defined where they are used.
"""

from typing import Any

# --- Tables. If a limit is reached, the refusal tells the person the limit and what to do.

LOBBIES_A_PERSON = 10
"""Open lobbies of a person on a server: more would fill a channel with invitations that nobody accepts. Servers allow
three unless a manager chooses another number."""
TABLES_A_PERSON = 50
"""Open tables of a person on a server: twice as many as `/hand` can list. At one move a day for each table, a person
makes a move every half hour."""
LOBBIES_A_SERVER = 100
"""Open lobbies of a server: as many as ten people may open. `/tables` has 20 pages of them."""
TABLES_A_SERVER = 500
"""Open tables of a server: more than people play, and few enough that `/tables` reads all of them in some tenths of a
second, even if vandals open as many as they can."""

PERSON_SHARE_DIVISOR = 2
"""Divisor: a person may have opened at most half of the tables that a server allows. With a server's own limit of five
tables, one person could otherwise open them all."""
OPENED_AN_HOUR = 10
"""Tables that a person opens on a server within an hour. Each posts two messages and stores a row for good. Even games
of six minutes need no more."""
JOINED_AN_HOUR = 30
"""Lobbies that a person joins on a server within an hour. Each edits a message and sends a deal commitment."""
CUT_AN_HOUR = 30
"""Cuts of the deck by a person on a server within an hour: enough for five cuts at each of six lobbies."""
SCHEDULED_A_PERSON = 3
"""Scheduled lobbies of a person on a server: each is a message and an event that others see for days."""
SCHEDULED_A_SERVER = 30
"""Scheduled lobbies of a server: as many as ten people may have. Discord allows a hundred events."""
SCHEDULED_AHEAD_SECONDS = 14 * 86_400
"""Seconds from a command until the lobby that it schedules opens: people plan no further ahead."""
NIGHTS_AN_HOUR = 5
"""League nights that a manager announces on a server within an hour: each posts two messages."""
NIGHT_FEWEST = 2
"""Fewest people of a league night: each needs somebody to be compared with."""
NIGHT_PEOPLE = 32
"""People of a league night: eight tables of four. Their tables post and edit messages in one channel, for which Discord
allows about one edit a second."""
INVITED_AN_HOUR = 10
"""People mentioned by a person on a server within an hour; a click that notifies subscribers counts as one more."""
INVITED_AT_ONCE = 5
"""People invited by one click: a table of six has five seats for others."""
MENTIONED_AN_HOUR = 1
"""Invitations from one person to another within an hour, at all tables of all servers: a new lobby does not raise the
limit."""
LEADERBOARDS_A_SERVER = 100
"""Public leaderboards of a server. Their messages are stored, and deleted when somebody on them is forgotten. Beyond
the limit, a new leaderboard replaces the oldest, which is out of date."""
BARRED = 50
"""People barred from a lobby: ten times as many as it has seats for others."""
RATE_LIMITED_PEOPLE = 10_000
"""Pairs of a person and a server with recorded times of openings, joins and cuts, 10 MB in all. A person has one pair
for each server, and so cannot evict other people. An evicted person starts with empty counts."""

CUTS = 5
"""Cuts of a person at a lobby; each sends the person a nonce to keep. With six seats a deal has up to 38 events of up
to 70 characters. The cuts of people who leave are removed."""
CUT_LENGTH = 100
"""Characters of the words that cut a deck: they are hashed and not stored."""
NONCE_LENGTH = 64
"""Characters accepted for a nonce of 32 characters, to allow for pasted blanks."""
LINE_LENGTH = 50
"""Characters of a city or country by which a person searches for a time zone; the longest names have about thirty."""

WELCOMED_PEOPLE = 10_000
"""People whose last welcome in direct messages is known, 1 MB in all. An evicted person may be welcomed again early."""

COMPLAINTS = 500
"""Complaints about computer players' moves, each with a game record of 2 to 20 kB. Only the latest are kept, because
older ones are about earlier versions of the players."""
COMPLAINED_A_DAY = 20
"""Complaints of a person within a day, on all servers of a process. So one person needs 25 days to push out all others'
complaints."""

NOTICES_A_DAY = 5
"""Notifications to a person within a day, from all servers: with more, people stop reading them or block the bot."""
NOTICES_FROM_ONE = 2
"""Part of `NOTICES_A_DAY` that may concern tables opened by one person, so that other people's tables get some too."""
NOTICES_A_LOBBY = 20
"""People notified of a lobby: its few seats do not need more. A notification takes up to three requests."""
NOTICES_CHECKED = 200
"""Subscribers whose quiet hours are checked for a lobby: ten times as many as are notified, so enough are left when
half of the world sleeps."""

# --- Processes

SHARDS = 10_000
"""Shards of the bot: Discord assigns at most 2,500 servers to each, so this is enough for 25 million servers. For each,
a database row is written every few seconds."""

# --- Interactions and work under way

CONCURRENT_INTERACTIONS = 20
"""Concurrent interactions of a person. A person clicks at most five times a second, and an answer takes up to three
seconds if Discord or the disk is slow. Further interactions are answered with a request to wait."""
AI_WORKERS = 2
"""AI workers: processes of 40 MB and low priority for computer players that think for seconds. One more process is kept
for players that answer at once. Waiting servers take turns, so a server with many tables delays no other. A table has
only one move in the queue. More workers than cores gain nothing."""
REVIEW_WORKERS = 1
"""Reviews at the same time, each in a process of some 50 MB and low priority. A review takes up to a minute of a core;
waiting servers take turns."""
REVIEWS_WAITING = 60
"""Reviews that run or wait in a process: an hour of work. Each holds a game record of 2 to 20 kB. A person has one
review at a time, so at the limit sixty people wait."""
REVIEWS_OF_A_PLACE = 30
"""Reviews of one server, or of one person's direct messages, that run or wait in a process: half of all, so that a
server leaves room for the others."""
REVIEWED_A_DAY = 10
"""Reviews that a person begins within a day, on all servers of a process: as many games as an evening has. Stored
reviews can be read again as often as people like."""
SUGGESTION_WORKERS = 1
"""Suggestions at the same time, each in a process of some 50 MB and low priority. A suggestion takes some three seconds
of a core; waiting places take turns. With a higher limit, suggestions would take the cores from computer players."""
SUGGESTIONS_WAITING = 20
"""Suggestions that run or wait in a process: a minute of work in all, because a person waits for each suggestion. A
person has one suggestion at a time, so at the limit twenty people wait."""
SUGGESTED_A_DAY = 100
"""Suggestions that a person asks for within a day, on all servers of a process: every decision of two long games. So
one person can use at most five minutes of a core a day."""
PRACTICES = 10_000
"""People whose latest practice of a day's deal is known: its moves, half a kilobyte each, 5 MB in all. People who are
evicted begin another practice."""
PRACTISED_A_DAY = 50
"""Practices that a person begins within a day, on all servers of a process. A practice has some ten decisions, each of
which takes the computers some tenths of a second of a core."""
DAY_NAMES = 25
"""Names in a server's message of the day: as many lines as a phone shows on two screens. Others are only counted."""
DAY_MESSAGES_AT_ONCE = 1_000
"""Messages of closed days that one run looks at, the latest first. Each edit takes a tenth of a second."""
DAY_MESSAGES_KNOWN = 10_000
"""Messages of the day whose content is kept in memory, 50 MB in all. The others are built anew every five seconds."""
DAYS_COMPARED = 8
"""Days whose results are kept in memory: today, yesterday, and days on which somebody was forgotten. A day of 1,000
people takes half a megabyte."""
DAY_STREAKS = 10_000
"""Streaks of named people that are kept in memory, 1 MB in all. An evicted streak costs three queries."""
REMINDED_AT_ONCE = 100
"""People reminded of the day's deal in one run, once a minute: Discord allows some fifty requests a second for all of
the bot's work."""
LOST_NOTICES_AT_ONCE = 20
"""People told in one run, once a minute, that their table is lost: a deleted channel may have many tables, and Discord
limits how many conversations a bot opens."""
DUE_TABLES_AT_ONCE = 200
"""Tables that one query or transaction finds for due work (computer players, extension of time limits). Each takes some
milliseconds, and clicks are handled in between."""
RESYNCS_AT_ONCE = 16
"""Tables that are resynchronized concurrently. After an update all tables may need a resync. People who click at one
table wait for at most this many other tables."""
TABLES_AT_ONCE = 8
"""Tables whose messages are written concurrently. After a restart there may be thousands, and people click
meanwhile."""
PANELS_AT_ONCE = 16
"""Tables whose panels are updated concurrently."""
SPECTATORS = 20
"""Spectators of a table whose panels are updated. Each update has a picture of some 50 kB; other spectators see the
table when they click."""
SPECTATOR_TABLES_AT_ONCE = 4
"""Tables whose spectators' panels are updated concurrently; no move waits for these updates."""
GROUP_COMMIT_WRITES = 100
"""Writes that people wait for, in one group commit. They share one fsync and take some 10 ms together, and later writes
wait that long."""
BACKGROUND_GROUP_COMMIT_WRITES = 10
"""Background writes in a group commit: few, because people's writes in the same commit wait for them."""
STATEMENTS = 512
"""Prepared statements of a connection: the bot uses some 150."""
CONNECTIONS = 8
"""Connections of a process to PostgreSQL, each with a thread. A commit takes about a millisecond, so all connections
handle some thousands of commits a second; ten processes stay below the usual limit of a hundred connections. At most
half of them serve background writes."""
LOG_LINES = 1_000
"""Queued lines for standard error, and as many for the log file. With some 150 characters each, they take at most a
megabyte when nobody reads them. Further lines are dropped."""
LOG_ERRORS = 100
"""Different errors whose repetitions the log counts at a time. Further ones are written each time."""
LOG_FILE_BYTES = 32 * 2**20
"""Size of a log file at which it is set aside, some 200,000 lines. A file for each day of `ICHIZA_LOG_DAYS` and two
more take half a gigabyte with 14 days."""
FINGERPRINTS = 200
"""Fingerprints of message records that are written in one batch."""
SEARCHED_MESSAGES = 500
"""Messages of a channel that are searched for a lost post. The search covers four minutes, takes at most five requests,
and is rare."""

# --- Requests to Discord

CALLS_A_SECOND = 40
"""Background requests to Discord within any second, of all processes. Discord allows fifty, and the rest is for answers
to people. A resync after an update would otherwise send up to eighty."""
INVALID_REQUESTS = 5_000
"""Responses of 401, 403 or 429 within ten minutes. Once there are so many, the bot only answers people. Discord bans
the address at twice this number."""

# --- Pages

TABLES_ON_A_PAGE = 5
"""Tables on a page of the list: each takes up to six of Discord's forty components, and the page itself nine."""
GAMES_ON_A_PAGE = 7
"""Games on a page of finished games: two lines each, so that a phone shows all of them without scrolling."""
LEADERS = 10
"""Lines on a page of a leaderboard, not counting the reader's own line: as many as a phone shows together with the
picture."""
PROFILED = 500
"""Games that a profile covers: years for nearly everybody, read in some 20 ms."""
CHARTED = 60
"""Games in the chart of a rating: with more, a phone would have only a pixel or two for each game."""

# --- Caches; an evicted entry is read, drawn or sent again

TABLES = 5_000
"""Cached tables, evicted by least recent use. A table with a finished game takes some 20 kB, so all take at most
100 MB; reading a table again takes milliseconds. If more tables are in use than cached, every move reads its table
again."""
DECIDED_POSITIONS = 64
"""Positions for which the bot caches whether the points are decided. The answer is needed several times while the table
is displayed. Each position holds a game of some 10 kB."""
DAILY_POSITIONS = 2_000
"""Cached positions of the day's deals, of some 10 kB each. People who have made the same moves share a position, so
that the computers' answers are computed once."""
BEGINNERS = 5_000
"""Running games for which it is cached who plays their first game of the kind: as many as cached tables."""
COACHED = 10_000
"""People whose latest coaching is also kept in memory. The copy is needed only if the write to the database failed, or
if an open panel was loaded before the write."""
ANSWERED_QUESTIONS = 10_000
"""Questions for a time zone that were answered by a public message: a second click on one within seconds makes no other
message. Evicted ones are hours old."""
SETTINGS = 10_000
"""Servers with cached settings: half a kilobyte each, 5 MB at most."""
CHANNELS = 10_000
"""Channels whose newest message by the bot is cached."""
TABLE_MESSAGES = 10_000
"""Tables whose message is cached, some hundred bytes each, to link to it and to notice clicks far below it."""
REMEMBERED_REFUSALS = 10_000
"""Remembered messages that cannot be edited, tables whose channel is lost, and refused calls: forgetting one costs one
more attempt."""
FAILED_WORK = 100
"""Remembered pieces of preparation that have failed in a worker, some ten a day at most: forgetting one costs one more
try and one more line in the log."""
PENDING_FINGERPRINTS = 10_000
"""Fingerprints that wait while the database fails: forgetting one costs one more edit."""
MESSAGES_WITH_PICTURES = 4_096
"""Messages whose attachments are known; for other messages pictures are sent again."""
SENTENCES = 4_096
"""Cached sentence formats without typed text, some hundred bytes each; the bot uses some 400. Names and typed text
are filled in anew each time."""
SPRITES = 1_200
"""Cached sprites of one kind, such as cards or numbers, of all games. There are more than 2,000 sprites of cards, some
10 kB each; keeping all of them would save less than a tenth of a millisecond for each picture. The number of sprites of
numbers is unlimited."""
DRAWINGS = 1_024
"""Cached drawings of the art, one for each size and colour; sprites are made from them."""
FONTS = 64
"""Cached sizes of the built-in font; the pictures use fewer."""


def evict_oldest(kept: dict[Any, Any], most: int) -> None:
    """Remove the oldest entries of a dictionary until at most `most` are left."""
    while len(kept) > most:
        del kept[next(iter(kept))]
