# What only the bot says. The engine's and the host's English stands beside the rules that say it.

list-comma = {", "}
computer-name = 🤖{ "\u2060\u00A0" }{ $seat ->
    [1] Ume
    [2] Matsu
    [3] Take
    [4] Kiku
    [5] Ran
   *[6] Momo
}

person-unknown = somebody

# Lobby
lobby-title = ## { $game }
lobby-by = { $pitch }
    -# a game by { $designer } · table { $table }
lobby-seats = **Seats**
lobby-seat = { $seat }. { $who }
lobby-team-seat = { $seat }. { $who } · team { $team }
lobby-free = *free*
lobby-options = **Options**
lobby-option = { $title }: **{ $value }**
lobby-choice = { $title }: { $value }
lobby-closed = This table was closed before it began.
lobby-started = The game has begun: { $place }
lobby-join = Join
lobby-leave = Leave
lobby-move = Other seat
lobby-computer = Computer
lobby-setup = Options
lobby-cancel = Close table
lobby-start = Start
lobby-rules = Rules
lobby-fill = { $count ->
    [one] One seat is free. Shall a computer player take it?
   *[other] { $count } seats are free. Shall computer players take them?
}
lobby-fill-yes = Yes, start
lobby-asking = Options for **{ $game }**. Only the one who opened the table can change them.
lobby-seat-count = { $count } players
lobby-choose-seats = How many play

# Table
table-title = ## { $game } · round { $round } of { $rounds }
table-title-over = ## { $game } · finished
table-number = -# table { $table }
table-waiting = **{ $phase }** · waiting for { $who }
table-stopped = **{ $why }**
table-winner = 🏆 **{ $who }** { $count ->
    [one] wins
   *[other] share the victory
}!
seat-number = seat { $seat }
table-seat = { $place } **{ $who }** · { $points ->
    [one] 1 point
   *[other] { $points } points
}
table-trick-now = Trick so far: { $plays }
table-trick-last = Last trick: { $plays } →{ "\u00A0" }{ $winner }
table-play = { $who }{ "\u00A0\u2060" }{ $card }
table-nobody = nobody
table-news = -# { $line }
table-hand = My hand
table-rules = Rules
table-sheet = Score sheet
table-thread = { $game } · table { $table }
table-turn = { $who }, it is your turn. Open your hand with the button on the table.
table-moved = The table goes on below.
table-round-over = ## { $game } · round { $round } is over

# Hand
hand-title = ### { $game } · your hand
hand-empty = Your hand is empty.
hand-ask = **{ $prompt }**
hand-about = -# { $about }
hand-chosen = Chosen: { $path }
hand-wait = Waiting for { $who }.
hand-over = The game is over. { $winner }
hand-note = ⚠️ { $note }
hand-back = Back
hand-refresh = Refresh
hand-hint = -# 💡 { $hint }
hand-no-hints = Hide hints
hints-on = Hints are on: you get a line of advice in your first game of each kind.
help-hints = Show me hints
hand-pick = Choose…
hand-copies = { $card } ×{ $count }

# Score sheet
sheet-title = ### { $game } · score sheet
sheet-round = **Round { $round }**
sheet-seat = { $who }: **{ $points }** · { $lines }
sheet-line = { $why }{ "\u00A0" }→{ "\u00A0" }{ $points }
sheet-total = **Total** · { $scores }
sheet-score = { $who } **{ $points }**
sheet-none = No round has been finished yet.

# Commands
tables-title = ### Tables on this server
tables-none = No table is open here. Open one with /play.
tables-line = **{ $game }** · table { $table } · { $state } · { $who } · { $place }
tables-gathering = { $taken } of { $seats } seats taken
tables-waiting = round { $round }, waiting for { $names }
hand-none = You sit at no running game here. Open one with /play, or join one: /tables lists them.
leaderboard-title = ### Leaderboard · { $game }
leaderboard-all = all games
leaderboard-none = Nobody has finished a game here yet. Open one with /play.
leaderboard-line = **{ $rank }.** { $who } · { $wins } won of { $games } · { $points } points
rules-choose = ### Which game?
rules-credit = -# a game by { $designer } · page { $page } of { $pages }
rules-missing = There are no rules pages for this game yet.
rules-next = Next
rules-previous = Previous
help-text =
    ## Ichiza hosts card games here
    { "" }**/play** opens a table: choose a game; others click **Join**, and free seats can go to computer players.
    { "" }**My hand** on the table's message shows your cards, to you alone. Every card is a button; press a grey one to read why it cannot be played.
    - **/hand** opens your hand if you lost sight of it
    - **/tables** lists what is going on
    - **/rules** explains a game
    - **/leaderboard** shows who wins
    Games: { $games }

# Faults
fault-unknown = Something went wrong on my side. Nothing is lost: please try again.
fault-unshown = I could not show you what came of this. Nothing is done twice: look again with /hand or /tables.
fault-permissions = I cannot host a table here: I need the permissions { $permissions }. Ask someone who manages this server, or use another channel.
fault-guild-only = Tables are on servers: use this command in a server's channel.
fault-not-member = I cannot host a table here, because only my commands were added to this server: ask someone who manages it to [invite me as a bot too]({ $link }), then use /play again.
fault-other-version = This comes from another version of the bot: use /hand to see your cards, /tables to find your table, or open a new one with /play.
permission-view = View Channel
permission-send = Send Messages
permission-send-threads = Send Messages in Threads

# Commands as Discord lists them
command-play = Open a table for a game
command-play-game = Which game
command-play-seats = How many play (you can change it at the table)
command-hand = Show your hand
command-hand-table = Which table
command-tables = What is going on here
command-rules = How a game is played
command-rules-game = Which game
command-leaderboard = Who wins
command-leaderboard-game = One game only
command-help = How this works
