# What only the bot says. The engine's and the host's English stands beside the rules that say it.

list-comma = {", "}
computer-name = 🤖{ "\u2060\u00A0" }{ $name ->
    [1] Ume
    [2] Matsu
    [3] Hagi
    [4] Kiku
    [5] Fuji
   *[6] Momo
}
computer-for = { $who }{ "\u2060\u00A0" }🤖
computer-level = { $who }{ "\u00A0" }({ $level })
level-easy = easy
level-normal = normal
level-hard = hard

person-unknown = Somebody
person-numbered = { $who } ({ $seat })

# Lobby
lobby-title = ## { $game }
lobby-art-alt = The cover of { $game }
lobby-by = { $pitch }
    -# a game by { $designer } · table { $table }
lobby-night = league night
lobby-about = **{ $seats } players, about { $minutes } minutes**
lobby-seats = **Seats**
lobby-seat = { $seat }. { $who }
lobby-team-seat = { $seat }. { $who } · team { $team }
lobby-free = *free*
lobby-options = **Options**
lobby-option = { $title }: **{ $value }**
lobby-closed = This table was closed before it began: open a new one with /play.
lobby-idle = Nobody came for an hour, so this table was closed: open a new one with /play.
lobby-stopped = This game was ended early and counts for nobody.
lobby-started = The game has begun: { $place }
lobby-private = The game has begun in a private thread: its people find it in their list of channels. Everybody else can look on.
lobby-over = The game is over: { $place }
lobby-join = Join
lobby-joined = You are in, seat { $seat }. { $who } starts when ready.
lobby-joined-first = You are in, seat { $seat }. Press **Start** when ready.
lobby-leave = Leave
lobby-move = Other seat
lobby-setup = Options
lobby-cancel = Close table
scheduled = ## { $game } · <t:{ $at }:f>
    { $pitch }
    A table opens here <t:{ $at }:R>.
scheduled-call-off = Call off
scheduled-dropped = **{ $game }** · <t:{ $at }:f>: { $why }
scheduled-dropped-called-off = called off.
scheduled-dropped-late = no table has opened, because I was away at that time. Open one now with /play.
scheduled-dropped-opener = no table has opened, because too many tables of the same person are open.
scheduled-dropped-server = no table has opened, because as many tables are open as this server allows.
scheduled-dropped-game = no table has opened, because this game is not offered here any more.
scheduled-dropped-lost = no table opens, because its channel is gone.
scheduled-day = { $weekday ->
    [0] Mon
    [1] Tue
    [2] Wed
    [3] Thu
    [4] Fri
    [5] Sat
   *[6] Sun
} { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
scheduled-in = in { $hours ->
    [0] { $minutes } minutes
    [1] { $minutes ->
        [0] 1 hour
       *[other] 1½ hours
    }
   *[other] { $minutes ->
        [0] { $hours } hours
       *[other] { $hours }½ hours
    }
}
scheduled-asks = { $typed } (then choose your time zone)
lobby-invite = Invite…
lobby-one-more = { $free ->
    [1] One more wanted
   *[other] { $free } more wanted
}
lobby-invitation = { $who }, { $host } invites you to **{ $game }**. [Take a seat]({ $link })
lobby-invited = -# { $count ->
    [0] They have all been invited, or sit here.
    [one] 1 person is invited.
   *[other] { $count } people are invited.
}
lobby-asked = -# Everybody who wants notices of such tables is asked, unless they were asked within the last hour.
lobby-start = { $free ->
    [0] Start
    [one] Start with 1 computer
   *[other] Start with { $free } computers
}
lobby-more = More
lobby-more-title = ### { $game } · table { $table }
lobby-removed = { $who } was removed from this table.
lobby-barred = { $who } was removed, and may not join this table again.
lobby-sure-start = **Start this table?** You have no seat at it. At the table: { $who }
lobby-start-anyway = Start anyway
lobby-more-none = -# Who has a seat can do more here: sit down first.
lobby-form = Options of { $game }
lobby-seat-count = { $count } players
lobby-choose-seats = How many play
lobby-only-for = { $title } ({ $counts } players only)
lobby-own-choice = your own choice, below
lobby-pace = Pace: **{ $pace }**
lobby-choose-pace = How long a move may take

# How long a person may take for a move
pace-live = live, 1 minute a move
pace-relaxed = relaxed, 10 minutes a move
pace-letter = by letter, 1 day a move
pace-none = no clock

# Computers on the seats that no person has
computers-choose = Computers and their levels
computers-every = All other seats: computers, { $level }
computers-seat = Seat { $seat }: computer, { $level }
computers-free = Seat { $seat }: free

# At a running game, behind More
seats-line = { $seat }. { $who } { $how }
seats-until = (deadline <t:{ $due }:R>, at <t:{ $due }:t>)
seats-since = (their turn began <t:{ $since }:R>)
seats-away = (away: the computer plays for them)
seats-nudge = Nudge
seats-give = Let the computer play for { $who }
seats-remove = Remove { $who }
lobby-bar = Remove and bar { $who }
seats-end = End the game
seats-none = -# Only those who play here, and moderators, can do more.
seats-sure-leave = **Leave this game?** A computer plays on in your seat, and you cannot come back.
seats-sure-leave-last = **Leave this game?** Nobody else plays here: it ends, and counts for nobody.
seats-sure-remove = **Remove { $who }?** A computer plays on in that seat.
seats-sure-remove-last = **Remove { $who }?** Nobody else plays here: the game ends, and counts for nobody.
seats-sure-end = **End this game for all?** It counts for nobody then.
seats-left = { $who } has left the game; a computer plays on in that seat.
seats-removed = { $who } was removed by a moderator; a computer plays on in that seat.
seats-gone = You have left this game.
seats-put-out = A moderator has removed you from this game.
seats-given = { $who } was removed. A computer plays on in that seat.
seats-given-last = { $who } was removed. Nobody else plays here, so the game has ended.
seats-given-over = { $who } was removed. All others had agreed, so the game is over.
seats-ended = The game has ended.
seats-nudged = They have been asked to hurry.
seats-nudged-others = The others have been asked to hurry.
seats-timed-out = ⛔ { $who } is timed out on this server until <t:{ $until }:f>, and cannot click.
seats-absent = ⛔ { $who } is no longer on this server.
seats-removable = A moderator can give the seat to a computer player at once, behind **More**.
seats-played-for = The computer makes this move for { $who }.
seats-agreed = Noted: { $agreed } of { $asked } agree.
seats-once-more = The deal of the rematch is promised anew: press the button once more, and it begins.
seats-finished = All agree: the game is over.
seats-rematch = All agree: the rematch has begun. Press **My hand**.

# Table
table-title = ### { $game } · round { $round } of { $rounds }
table-won = ### { $winner }
table-finished = -# { $game } · finished
table-told = -# ✨ { $line }
table-number = -# table { $table }
table-status = { $game } { $round }/{ $rounds } · { $phase } · **waiting for { $who }**
table-score = { $who }{ "\u00A0" }**{ $points }**
table-waiting = **{ $phase }**{ "\u00A0" }· waiting for { $who }
table-sealed = **{ $game } { $round }/{ $rounds }** · waiting for { $who }
    -# Other tables of this league night play the same deals, so only the people at this table see its cards.
table-sealed-over = **{ $game }** · this table is done
    -# Its result is shown when all tables of this stage are done.
table-night = -# [League night: standings]({ $link })
table-stopped = **{ $why }**
table-winner = 🏆 **{ $who }** { $how ->
    [alone] wins
    [team] win together
   *[shared] share the victory
} with { $points ->
    [one] 1 point
   *[other] { $points } points
}!
seat-number = seat { $seat }
table-seat = **{ $who }**{ "\u00A0" }· { $points ->
    [one] 1 point
   *[other] { $points } points
}
table-news = -# { $line }
table-hand = My hand
table-rules = Rules
table-sheet = Score sheet
table-details = Details
table-replay = Replay
table-review = Review
table-helped = -# With help: the player asked what *hard* would play, so the game counts for no rating and no score.
table-practice = -# Practice from table { $table }, round { $round }, { $trick ->
    [0] move { $move }
   *[other] trick { $trick }
} · unrated
table-late = -# ⏳ { $who }'s time ran out, so the computer moved: { $made }
table-silent = -# ⏳ { $who } was silent for a day, so the computer moved: { $made }
table-away = -# ⏳ { $who } { $count ->
    [one] is
   *[other] are
} away: the computer moves for them at once, until they click here.
table-resting = { $clock ->
    [on] -# ⏳ Everybody is away, so each of their moves takes its full time again. Whoever clicks here is back.
   *[off] -# ⏳ Everybody is away, so the game rests until one of its players clicks here.
}
alt-details = What else is known of the hands is behind “Details”.
table-thread = { $game } · table { $table }
table-turn = { $who }, it is your turn. [Jump to the table]({ $link }) and press **My hand**.
table-turn-unshown = { $who }, it is your turn. The table cannot be shown here: open your hand with **/hand**.
table-half = { $who }, half of your time is over: [your table]({ $link }) waits.
table-nudge = { $who }, the others are waiting for you at [the table]({ $link }).
table-finish = Finish: nothing can change ({ $agreed }/{ $asked })
table-rematch = Rematch ({ $agreed }/{ $asked })
table-moved = -# The table goes on below.
table-round-over = ### { $game } · round { $round } is over

# Tricks
trick-done = Last trick: { $plays } → { $winner }
trick-latest = Last trick → { $winner }
trick-latest-two = Last two tricks → { $winners }
trick-numbered = Trick { $trick }: { $plays } → { $winner }
trick-running = Trick so far: { $plays } → { $winner }
trick-because = { $who } ({ $why })
trick-play = { $who }{ "\u00A0\u2060" }{ $card }
trick-nobody = nobody

# Hand
hand-title = **{ $game }**{ "\u00A0" }· { $situation }
hand-situation = -# **{ $game }**{ "\u00A0" }· { $situation }
hand-practice = practice
hand-helped = -# With help, so it counts for no rating and no score.
hand-private = Only you see this game; /hand opens it again.
hand-moved-seats = A rematch: everybody has moved by one seat.
hand-round = Round { $round }/{ $rounds }
hand-score = { $who }{ "\u2060\u00A0" }{ $points }
hand-you = { $sign }{ "\u2060\u00A0" }You
hand-sealed = -# Other tables still play these deals: cards, replay and review follow when all are done.
hand-small = -# { $line }
hand-empty = Your hand is empty.
hand-ask = **{ $prompt }**
hand-about = -# { $about }
hand-chosen = -# Chosen: { $path }
hand-thinking = **{ $who } { $count ->
    [one] is
   *[other] are
} thinking**
hand-played-for = -# Your only choice, so it was played: { $moves }
hand-choose = { $kind ->
    [saizen] Choose
   *[other] Use
}
hand-take = Take
hand-take-one = **Your turn: take one card**
hand-sure = Yes, do it
hand-missed = -# ⏳ Your time was over, so the computer moved for you. After three times in a row it goes on at once, until you click.
direct-idle = Nobody has played on in this game for a month, so it was closed. It counts for nobody.
direct-again = Play { $game } again
hand-lost = -# ⚠️ I cannot see this game's channel, so its clocks stand still. Play on with /hand; /tables can move it.
hand-back-again = -# You are back: the computer decides for you no more.
hand-tricks = Tricks
hand-tricks-title = **{ $game }{ "\u00A0" }· tricks of round { $round }**
hand-no-tricks = None is finished yet.
hand-last-turns = Last turns
hand-last-title = **{ $game }{ "\u00A0" }· what happened last**
hand-scores = Scores
hand-next-round = On to round { $round }
hand-way = [table]({ $link })
hand-left-behind = **{ $game }**: you have opened your hand again since, and this one is left behind. Go on in the newer one, or here:
onlooker-again = Refresh
onlooker-follows = -# 👀 You look on, and see no hands. This follows the game for 15 minutes after your last click.
onlooker-plain = -# You look on, and see no hands. This changes when a round ends, for 15 minutes after your last click: press **Refresh** to hear the table as it is now.
onlooker-stands = -# 👀 You look on, and see no hands. Enough people follow this game, so this stays as it is: press **Refresh**.
hand-came = { $how ->
    [alone] 🏆 **You won**
    [team] 🏆 **Your team won**
    [shared] 🏆 **You share the victory**
    [behind] **Your team came { $place ->
        [1] 1st
        [2] 2nd
       *[other] { $place }rd
    }**
   *[after] **You came { $place ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $place }th
    }**
}
hand-rated = { $came } · rating **{ $rating }** ({ $change }){ $settled ->
    [yes] { "" }
   *[no] , provisional
}
hand-told = ✨ { $line }
hand-badge = { $sign } New badge: **{ $what }**
hand-record = { $how ->
    [behind] { $who } has beaten you { $lost }:{ $won }
    [ahead] You have beaten { $who } { $won }:{ $lost }
   *[level] { $who } and you are level, { $won }:{ $lost }
}
hand-rematch = On to the rematch
hand-note = **⚠️ { $note }**
hand-back = Back
hand-aim = -# 💡 { $goal } See **Rules** below.
hand-hint = -# 💡 { $hint }
hand-coach = -# 📖 { $rule }
hints-off = -# Hints are off. /help and /settings bring them back, too.
hints-turned-on = Hints are on: in your first game of each kind, your hand comes with advice.
hints-turned-off = Hints are off: your hands come without advice, also in first games.
help-hints-on = Turn hints on
help-hints-off = Turn hints off
help-invite = Add me to a server
help-account = Add me to your account
hand-hide-hints = Hide
hand-show-hints = Show hints
hand-pick = Choose…
hand-copies = { $card }×{ $count }

# Hands in plain words, for screen readers
card-in-words = { $rank ->
    [T] { $suit } trump
   *[other] { $suit } { $rank }
}
joker-in-words = joker { $number }
plain-trump = { $card }, { $rank ->
    [T] active
   *[other] trump
}
plain-copies = { $count } × { $card }
plain-hand = Your hand: { $cards }
plain-can-play = You can play: { $cards }
plain-can-choose = You can choose: { $choices }
plain-cannot = Not now: { $choices }. { $why }
plain-tab = { $kind } (shown)
plain-face-down = hidden
plain-you = You:{ " " }

# Complaints about computer players
silly-title = That was silly
silly-which = **Which move was silly?**
    -# Whoever runs this bot is sent the game up to it, with all hands. Nobody at the table learns of that.
silly-that = This one
silly-filed = Thank you: whoever runs this bot can now look at that move.

# Deals that anyone can check
fair-promise = -# 🔐 Table { $table }: its deal is fixed; check it at the end · { $short }
fair-renewed-promise = -# ⚠️ Table { $table }, restored from a backup: a new promise · { $short }
fair-renewed = -# ⚠️ My data was restored from a backup, so this table’s promise was replaced. Only the newest one counts.
fair-over = -# 🔐 Table { $table }: its deal can be checked now.
fair-rematch-promise = -# 🔐 The deal of a rematch is promised · { $short }
fair-rematch-renewed-promise = -# ⚠️ Restored from a backup: a new promise of a rematch · { $short }
fair-rematch-renewed = -# ⚠️ My data was restored from a backup, so the promise of a rematch was replaced. Only the newest one counts.
fair-title = ### The deal of { $game } · table { $table }
fair-what = This lets anybody check that the bot did not choose the cards after people had joined.
fair-commitment = Commitment: { $commitment }
fair-joined = Your join number: { $number }
fair-secret = Secret: { $secret }
fair-played = Played: { $played }
fair-rematch = Commitment of a rematch: { $commitment }
fair-file = { $game }, table { $table }
fair-hash = The commitment of table { $table } is SHA-256 over five lines, each with a line feed at its end: ichiza/1, { $table }, { $game }, { $rules }, and the secret.
fair-seed = Seed: { $seed }
    All cards come from it. It is HMAC-SHA256 of the lines below, each with a line feed at its end; the secret’s bytes are the key.
fair-later = -# The secret of the deal is fixed already, and shown at the end: keep the file to check it then.
fair-cut-too = -# If you like, cut the deck: then you have a part in the shuffle.
fair-how = -# Compare the commitment with the one you kept when you joined. The game’s record has all the rest: **Record** gives it to you with a page that checks it in your browser. The bot’s own program also checks that every move followed the rules.
fair-closed-how = -# No cards were dealt. The file says how the commitment comes from the secret: compare it with the one you kept when you joined.
fair-deals = -# Games dealt on this server so far: { $dealt }. Ended in their first round, with several people: { $early }. Tables closed before the deal, though others had joined: { $cancelled }. If the last two are high, ask who chooses the deals.
fair-deals-alone = -# Tables closed with only the opener at them, not counted above: { $count }
fair-deals-lost = -# Games of several people that ended early because I could not see their channel for a week, not counted above: { $count }. If this is high, ask who deletes or hides channels.
fair-cut = Cut the deck
fair-cut-by = -# ✂️ Deck cut by { $who }
fair-nonce = A number, fixed before your words: leave it
fair-nonce-about = Keep it: it lets you find your cut in the end. You may type 32 hex digits of your own instead.
fair-words = Any words of your own
fair-words-about = They are mixed into the shuffle. Nobody is shown them, and they are not kept.
fair-cut-done = ✂️ The deck is cut with your words and this number: `{ $nonce }`
    Keep both, as nobody else does. After the game, **Fair deal** and then **Record** give you a page that shows whether your cut counted.
fair-check = Fair deal

# Score sheet
sheet-title = ### { $game } · score sheet
sheet-round = Round { $round }
sheet-seat = { $who }: **{ $points }**{ "\u00A0" }· { $lines }
sheet-line = { $why }{ "\u00A0" }→{ "\u00A0" }{ $points }
sheet-total = **Total** · { $scores }
sheet-score = { $who } **{ $points }**
sheet-teams = **Teams** · { $scores }
sheet-counting = **What counts** · { $scores }
sheet-none = No round has been finished yet.

# Games that have ended, and their replays
games-mine = ### Your finished games
games-all = ### Finished games on this server
games-none = There is none yet.
games-line = **{ $game }** · table { $table } · <t:{ $ended }:d>{ $how ->
    [practice] { " · practice" }
    [early] { " · ended early" }
    [helped] { " · with help" }
   *[whole] { "" }
}
    -# { $who }
games-show-all = Whole server
games-show-mine = Only mine
replay-step = step { $step }/{ $steps }
replay-told = **{ $line }**
replay-dealt = Round { $round } is dealt
replay-round-over = Round { $round } is over
replay-hand = { $who }: { $cards }
replay-lead = 🔀 { $who } { $count ->
    [one] takes
   *[other] take
} the lead
replay-turning-point = Turning point
replay-eyes = Whose eyes
replay-onlooker = An onlooker’s eyes
replay-round = Go to a round
replay-play-on = Play from here
replay-record = Record
replay-games = Games
replay-result = Show the result
review-waiting = Your review waits for its turn.
review-working = I am going through your moves: { $done } of { $all }.
review-kept = -# Your review is kept: you can close this page, and press *Review* later.
review-again = Look again
review-finds = 🌟 **What rules of thumb miss**
review-found = **{ $move }**: { $points } points more
review-find = 🌟 You found **{ $move }**: { $points } points better{ $whose ->
    [team] { " " }for your team
   *[own] {""}
} on average than the usual choice here{ $known ->
    [yes] , mostly **{ $usual }**
   *[no] {""}
}{ $sure ->
    [small] {"."}
   *[about] { " " }(± { $error }).
}
review-look = Look
review-no-finds = No move of yours was clearly worth more than what rules of thumb play.
review-luck = { $how ->
    [above] **{ $points }** points above the others’ average
    [below] **{ $points }** points below the others’ average
   *[level] **Level** with the others’ average
}; luck alone: { $luck } (± { $error })
review-loss = Mean loss: **{ $loss }** points, in { $count } decisions that could cost something.
review-few = { $count ->
    [0] None of your decisions could cost anything.
    [one] Only one of your decisions could cost something: that is too few for a mean.
   *[other] Only { $count } of your decisions could cost something: those are too few for a mean.
}
review-no-cost = No decision clearly cost you anything.
review-about = -# By what you could see. ± tells how uncertain a figure is.
review-counting = How this is counted
review-counting-loss = **Mean loss** compares your moves with the best ones: together they cost { $loss } points, in { $count } decisions that could cost something. A move counts as costly only if two valuations agree: in the first, everybody plays on by rules of thumb; in the second, all look a few moves ahead. Near the end all ways are counted instead.
review-split = **Luck** compares all moves with the usual choice instead, which is what rules of thumb play. So the result, { $result } to the others’ average, splits into luck { $luck } (± { $error }), your moves { $own } and the others’ moves { $others }. Whoever plays as rules of thumb do has about 0 there, and still a mean loss.
review-counting-kept = -# In the last round your place counts too. Plans that reach far ahead may be missed.
review-last-round = -# Points are counted against the others’ average; in the last round, the first place counts { $points } points more than the last.
review-curve = The points expected before each of your decisions. When the rounds began: { $rounds }. The result: { $result }.
review-cost = What cost most
review-place = { $place } of { $count }
review-played = You chose **{ $move }**.
review-better = **{ $move }** came out { $points } points better{ $whose ->
    [team] { " " }for your team
   *[own] {""}
} on average{ $sure ->
    [exact] { " " }(exact).
    [small] {"."}
   *[about] { " " }(± { $error }).
}
review-outcome = This round, in { $games } random deals that fit what you { $when ->
    [now] can see
   *[then] had seen
}: { $outcome } in { $best } after **{ $better }**, in { $played } after { $than ->
    [usual] the usual choice
   *[move] **{ $move }**
}.
review-scored = Mean points this round after **{ $best }**: { $whose ->
    [team] your team { $own } a seat
   *[own] you { $own }
}, the others { $others }; after **{ $played }**: { $whose ->
    [team] your team { $other } a seat
   *[own] you { $other }
}, the others { $rest }.
review-order = You get one of each kind anyway: the question is only which to take first.
review-holding = In { $count } of { $which ->
    [these] these { $games } deals
    [now] { $games } random deals that fit what you can see,
   *[then] { $games } random deals that fit what you had seen,
} { $who } { $fact }: there { $greater }; in the other { $others }, where { $who } { $rest }, { $lesser }.
review-lead = { $better ->
    [best] **{ $best }** came out { $points } points better
    [only] **{ $best }** came out only { $points } points better
    [played] **{ $played }** came out { $points } points better
   *[none] it made no difference
}
review-holds = { $when ->
    [now] { $has ->
        [no] has no
        [some] has some
        [still] still has
       *[yes] has
    }
   *[then] { $has ->
        [no] had no
        [some] had some
        [still] still had
       *[yes] had
    }
} { $what }
review-holds-else = { $when ->
    [now] { $has ->
        [no] does not
        [none] has none
        [some] has some
       *[yes] has it
    }
   *[then] { $has ->
        [no] did not
        [none] had none
        [some] had some
       *[yes] had it
    }
}
review-advice = { $when ->
    [now] You can tell
   *[then] You could tell
}: { $advice }
review-usual = Usual choice
review-bar = { $bar } { $count }/{ $games } · { $move }
review-helped = -# With help: your profile’s mean loss leaves this game out.
ask-hard = What would hard play?
ask-yes = Ask
ask-sure = I think as the level *hard* does, from what you can see. This game is then marked *with help*: it counts for no rating and no score.
ask-working = I am working out what *hard* would play here.
ask-move = *Hard* would choose **{ $move }**.
ask-better = It came out { $points } points better{ $whose ->
    [team] { " " }for your team
   *[own] {""}
} on average than **{ $move }**, the next best{ $sure ->
    [exact] { " " }(exact).
    [small] {"."}
   *[about] { " " }(± { $error }).
}
ask-level = { $sure ->
    [exact] **{ $move }** is just as good, over all deals that fit what you can see.
   *[other] **{ $move }** is about as good.
}
ask-behind = By rules of thumb **{ $move }** came out { $points } points better{ $whose ->
    [team] { " " }for your team
   *[own] {""}
} on average{ $sure ->
    [exact] { " " }(exact).
    [small] {"."}
   *[about] { " " }(± { $error }).
}
ask-about = -# From what you can see. The game is marked *with help*.
review-try = Try again
review-next = Next
replay-recorded = The record of table { $table }: all cards, the seed and every move, and nobody’s name. Open the page beside it in a browser to check its deal.

# Commands
tables-title = ### Tables on this server
tables-mine = ### Your tables
tables-none = No table is open here. Open one with /play.
tables-line = **{ $game }** · table { $table } · { $state }
    { $who }
tables-gathering = { $free ->
    [0] ready to start
    [one] one seat is free
   *[other] { $free } seats are free
}
tables-helped = with help
tables-waiting = round { $round }, waiting for { $names }
tables-lost = -# ⚠️ I cannot write in its channel, so its clocks stand still. If this stays so, it ends <t:{ $at }:R>.
tables-open = Open
tables-again = Show again
tables-watch = Watch
tables-scheduled = ⏰ **{ $game }** · <t:{ $at }:f>, <t:{ $at }:R> · { $who } · { $place }
tables-all = All games ({ $count })
tables-of = { $game } ({ $count })
tables-page = -# page { $page } of { $pages }
list-unseen = -# Channels and threads that I cannot see are left out, because I do not know who may see them: use this command there.
lost-move = Move the table
lost-move-where = **{ $game } · table { $table }**
    I cannot see this game's channel any more. Its clocks stand still, and everybody plays on with **/hand**. In which channel shall it go on? I post its messages there, and delete the old ones once I see them again.
    -# If nobody moves it, it ends <t:{ $at }:R>, and counts for nobody.
lost-pick = Pick a channel
lost-moved = The game goes on in { $place }, with the time that was left.
lost-no-post = You may not write in { $place } yourself: pick a channel where you may.
lost-no-permissions = In { $place } I need the permission for this: { $permissions }. Ask someone who manages this server, or pick another channel.
lost-elsewhere = Tables on this server are opened in { $places }: pick one of these.
lost-notice = ⚠️ **{ $game }**, table { $table } on **{ $server }**: I cannot see its channel any more, so its clocks stand still. Play on with **/hand** in any channel of that server. Whoever opened the table, or a moderator, can move it to another channel with **/tables**. If nobody does, it ends <t:{ $at }:R>, and counts for nobody.
page-previous = Previous
page-next = Next
hand-none = You sit at no running game here. Open one with /play, or join one: /tables lists them.
hands-title = ### Which hand?
leaderboard-title = ### Leaderboard · { $game } · { $period }
leaderboard-rating = Rating
leaderboard-all = All time
leaderboard-season = This season
leaderboard-month = This month
leaderboard-none = No game of this kind has counted here in that time: it takes two people. Open one with /play.
leaderboard-none-rated = Nobody is listed here yet.
leaderboard-profile = My profile
leaderboard-line = **{ $rank }.** { $who }
leaderboard-line-unranked = – { $who }
leaderboard-no-place = -# You have no place here yet.
leaderboard-about-rating = -# Listed after { $least } games with others. Games alone against computers are practice and do not count.
leaderboard-about-unsettled = -# Provisional: too few games yet for a place.
leaderboard-about-season = -# Games won, then mean place, in games with others. A season is { $season ->
    [half] half a year
    [year] a year
   *[quarter] a quarter of the year
}, and begins at 00:00 UTC.
leaderboard-about-wins = -# Games won, then mean place, in games with others.
standing-rating = **{ $rating }**
standing-rating-unsettled = **{ $rating }** (provisional)
standing-unrated = no rating
standing-wins = { $wins } won of { $games }
standing-place = mean place { $place }
profile-title = ### { $who }
profile-none = { $place ->
    [direct] No finished games here yet. Begin one with /play.
   *[server] No finished games on this server yet. Open a table with /play.
}
profile-game = **{ $game }**
profile-practice = Practice against computers: { $games ->
    [one] 1 game
   *[other] { $games } games
} ({ $settled ->
    [no] provisional rating { $rating }
   *[yes] rating { $rating }
})
profile-chart = How often each place was taken, from the first: { $places }. The rating after each game: { $course }.
profile-often = Plays most: { $games }
profile-often-game = { $game } ({ $games })
profile-partners = Partners: { $who }
profile-met = Plays most with: { $who }
profile-companion = { $who } ({ $wins } won of { $games })
profile-streak = Wins in a row: { $now } now, { $best } at best
profile-days = Days in a row with the day’s deal: { $now } now, { $best } at best
profile-badges = **Badges**
profile-badge = { $sign } { $what }{ $times ->
    [1] { "" }
   *[other] { "" } ×{ $times }
}
profile-leaderboard = Leaderboard
profile-more = -# Of the last { $games } games.
badge-both-alone = Foretold both colours, each alone
badge-untouched = Took no card at all of a colour, as foretold
badge-row-of-81 = A row of 81: all nine cards in one run
badge-three-turns = Three turns in a row
badge-last-of-play-off = Won with the last card of a play-off
badge-twice-matched = Won after a second play-off
badge-painless = 6 points or more for a bid, and no pain at all
badge-sand = Won a game with Five-Color Sand
badge-chain = Five tricks in a row
privacy-text =
    ### What I keep of you
    - your name on each server where you have sat at a table or planned one; your seats, moves and cuts; tables that you opened or may not join; my messages that mention you
    - results, ratings and badges of the games that you have finished, the reviews that you asked for, your tries at the day’s deals and puzzles, and the league nights that you have joined or announced
    - your settings and notices, which rules I have explained to you; the lessons that were offered to you, and those that you have finished
    { "" }**Why?** To play, to show games again, and to rank. It is used for nothing else, and given to nobody else.
    { "" }**Who sees it?** Your server sees tables, replays and leaderboards; reviews and your tries are for you alone. Whoever runs me can see all of it.
    { "" }**How long?** Until you have it deleted here. { $keep ->
        [0] { "" }
        [1] Your seats and moves are deleted a day after the end of their game.{ " " }
       *[other] Your seats and moves are deleted { $keep } days after the end of their game.{ " " }
    }When I am removed from a server, all data of that server is deleted { $days } days later.{ $backups ->
        [0] { "" }
        [1] { " " }Backups are deleted after a day.
       *[other] { " " }Backups are deleted after { $backups } days.
    }
privacy-besides = -# I read no messages: if you write to me, I only notice that you did. My log names no person. A move that you call silly is filed with its game up to there, and without your name.
privacy-puzzles = 🧩 A decision of your finished games may become a puzzle for others, without names, if everybody in the game agrees. You { $given ->
    [yes] agree; if you take it back, such puzzles go at the end of the day.
   *[no] have not agreed.
}
privacy-puzzles-yes = Allow puzzles
privacy-puzzles-no = Allow no puzzles
operator-name = Run by { $text }
operator-contact = Questions and requests: { $text }
operator-place = Kept in: { $text }
link-privacy = Privacy policy
link-terms = Terms
link-source = Source code
link-support = Support server
privacy-export = Give it to me
privacy-forget = Forget me…
privacy-exported = This is all that I keep of you.
privacy-packed = This is all that I keep of you. It is packed, as it is large: most programs for archives open it.
privacy-ask =
    ### Forget you?
    You leave every table that you sit at, the lobbies that you planned are called off, and your name, settings, notices, reminders, badges, explained rules, lessons, reviews, tries at the day’s deals and puzzles, and joined league nights are deleted on all servers. Results and ratings stay for the others' sake, but nothing leads back to you. It cannot be undone.{ $backups ->
        [0] { "" }
        [1] { " " }Backups still have it for a day.
       *[other] { " " }Backups still have it for { $backups } days.
    }
privacy-forget-sure = Forget me
privacy-forgotten = You are forgotten. If you play again, you begin anew.
game-choice = { $game } · { $pitch } · { $weight ->
    [easy] easy
    [medium] medium
   *[hard] hard
}, { $minutes } min
rules-choose = ### Which game?
rules-credit = -# a game by { $designer } · page { $page } of { $pages }
rules-missing = There are no rules pages for this game yet.
help-text =
    ## Ichiza hosts card games here
    { "" }**/play** opens a table: choose a game; others press **Join**, and free seats can go to computer players.
    { "" }**My hand** on the table's message shows your cards, to you alone. Every card is a button; press a grey one to read why it cannot be played. At a table where you have no seat it lets you look on.
    - **/hand** opens your hand if you lost sight of it
    - **/tables** lists what is going on
    - **/learn** teaches a game by playing, in three minutes; **/rules** explains it
    - **/today** is one round against computers, once a day, compared with all who have the same cards; with **/night** managers let tables compete
    - **/leaderboard** shows who plays best, **/profile** what you have done
    - **/replay** shows finished games again, step by step
    - **/settings** has your settings, such as **Plain words** for screen readers, and the server's for those who manage it
    - **/privacy** has all that I keep of you, to take or to delete
    Games: { $games }

help-direct-text =
    ## Card games in my direct messages
    { "" }**/play** begins a game against computer players: choose which, and your hand comes at once. Every card is a button; press a grey one to read why it cannot be played.
    - **/hand** opens your hand if you lost sight of it
    - **/tables** lists your games
    - **/learn** teaches a game by playing, in three minutes; **/rules** explains it
    - **/today** is one round against computers, once a day, compared with all who have the same cards
    - **/profile** shows what you have done, **/replay** your finished games again, step by step, with a **Review** of your moves
    - **/settings** has your settings
    - **/privacy** has all that I keep of you, to take or to delete
    On a server you play with other people. Games: { $games }

# The welcome in direct messages
welcome =
    ## Shall we play cards?
    Here you play alone against computer players, as often as you like. Every card is a button, and a card that cannot be played says why.
welcome-language = -# In Discord in English, a button leads on in English.
welcome-play = Play
welcome-choose = ### Which game?
not-here = Here I cannot open a table, but in my direct messages you can play at once.
not-here-open = To the direct messages

# Settings. What is set is said with its name, as that is all that a list shows.
settings-server-title =
    ### Settings of this server
    -# Where you choose no channel or no game, all are allowed.
settings-no-private = -# For private threads I need the permission Create Private Threads.
settings-mine-title =
    ### My settings
    -# They hold wherever you play. In a quiet turn you are mentioned without a sound. Plain words make your hand readable by a screen reader.
    -# *Cards one by one*: in your hand the others’ cards fall one after another while you wait. *Mean loss*: what a decision cost you on average, by your latest reviews.{ $notices ->
        [yes] { " " }*Notices*: I write to you when a table opens on this server.
       *[no] {""}
    }
zone-title =
    ### 🕐 Your time zone
    -# For the times that you type and choose, for quiet hours, reminders and days in a row. Pick a city whose clocks always agree with yours, or type your city or country. To change it later: **/settings zone**.
zone-mine = Now: **{ $zone }**.
zone-found = Found for *{ $typed }*:
zone-not-found = Nothing found for *{ $typed }*: type a large city nearby, in English.
zone-pick = What time is it where you are?
zone-type = Type a city or country
zone-place = City or country, in English
zone-place-about = Such as Kathmandu, Newfoundland or +5:45
zone-set = 🕐 Your time zone: **{ $zone }**. To change it: **/settings zone**.
zone-button = Time zone: { $city }
zone-none = Choose my time zone
settings-server = This server
settings-notices = Notices
notices-title =
    ### Notices of this server
    -# I write to you when a table of these games opens, or is one player short: once an hour and five times a day at most. What falls into your quiet hours is not sent later.
notices-none = No games: no notices
notices-opens = A table opens: { $on ->
    [off] no
   *[on] yes
}
notices-missing = One player short: { $on ->
    [off] no
   *[on] yes
}
notices-never = No quiet hours
notices-from = Quiet from { $hour }
notices-until = Quiet until { $hour }
notices-off = No more notices
notices-no-zone = ⚠️ Your quiet hours are those of UTC until you choose your time zone.
notices-refused = ⚠️ Discord did not let me write to you. Allow direct messages from members of this server (its menu, *Privacy Settings*), and choose anything here: then I try again.
notice = { $free ->
    [1] **{ $game }** on **{ $server }**: one player is missing.
   *[other] **{ $game }** on **{ $server }**: a table has opened, with { $free } free seats.
}
notice-open = To the table
notice-stop = Stop these notices
notice-stopped = You will get no more notices from that server. To get them again, use **/settings** there.
reminder = **{ $game }** is today’s deal, and you have not played yet: about { $minutes } minutes, until <t:{ $closes }:t>.{ $days ->
    [0] { "" }
    [1] { " " }🔥 1 day so far.
   *[other] { " " }🔥 { $days } days in a row so far.
}
reminder-stop = No more reminders
reminder-stopped = I will remind you no more. To be reminded again, use **/settings** and *The day’s deal*.
settings-day = The day’s deal
server-day-title =
    ### ☀️ The day’s deal on this server
    -# On a day on which somebody here has finished the day’s deal, one message says who has played, with percentages and days in a row. It tells nothing of the cards, and is edited as people play. After the close it tells how hard the day was, and leads to the cards. People can leave their names out.
    -# A server’s figure is the mean of its five best percentages. Other servers read your server’s name only if you choose so; people are named nowhere else.
    -# While people here play, another message fixes the coming deals by their hashes, every five days. It is never edited.
server-day-on = It appears in { $channel } once somebody here has played.
server-day-off = Off.
server-day-here = Post in this channel
server-day-stop = Turn off
set-server-day-compared = Name for other servers: { $value ->
    [off] no
   *[on] yes
}
my-day-title =
    ### ☀️ The day’s deal for me
    -# Some servers say who has played the day’s deal there. A reminder comes between 18:00 and 20:00 of your time zone as a direct message, if you have not played by then.
my-day-refused = ⚠️ Discord did not let me write to you. Allow direct messages from members of a server where we both are, and turn reminders on again.
set-my-day-named = My name on servers: { $value ->
    [off] no
   *[on] yes
}
set-my-day-reminder = Reminder: { $value ->
    [off] off
   *[on] on
}
settings-mine = My settings
settings-channels = Tables in every channel
settings-games = All games
set-server-language = Public messages: { $value ->
    [en] English
    [ja] Japanese
   *[auto] the server's language
}
set-server-threads = Threads for tables: { $value ->
    [off] no
    [private] for players only
   *[on] yes
}
set-server-pace = Pace: { $value }
set-server-level = Computers on free seats: { $value }
set-server-tables = Tables open at once: up to { $value }
set-server-lobbies = Unstarted tables per person: up to { $value }
set-server-season = Season: { $value ->
    [half] half a year
    [year] a year
   *[quarter] a quarter
}
set-server-pings = Mentions: { $value ->
    [off] off
   *[on] on
}
set-mine-language = Language: { $value ->
    [en] English
    [ja] Japanese
   *[auto] as in Discord
}
set-mine-hints = Hints in first games: { $value ->
    [off] off
   *[on] on
}
set-mine-coaching = Rules when they first matter: { $value ->
    [off] off
   *[on] on
}
set-mine-plain = Plain words: { $value ->
    [off] off
   *[on] on
}
set-mine-quiet = Quiet turns: { $value ->
    [off] off
   *[on] on
}
set-mine-losses = Mean loss in my profile: { $value ->
    [on] for everybody
   *[off] for me alone
}
set-mine-cards = Cards one by one: { $value ->
    [off] off
   *[on] on
}

settings-check = Check

# What the bot may do on a server, for its managers.
check-title = ### Check of this server
check-again = Check again
check-everywhere = **Everywhere**
check-right = **{ $name }**
check-give = To { $purpose } I need { $permissions }: allow this under { $way }.
check-way-role = *Server Settings › Roles › { $who } › Permissions*
check-way-channel = *Edit Channel › Permissions › { $who }*
check-to-post = host tables
check-to-threads = give tables a thread of their own
check-to-private = give tables a private thread
check-to-pictures = show pictures
check-to-history = find my messages again after an outage
check-to-events = announce scheduled tables as events
check-hidden = I cannot see this channel.
check-locked = Nobody can write in { $places }: unlock the thread, or its table goes on in the channel at the next move.
check-refused = Discord refuses what I do here, although I have the permissions: I try again <t:{ $time }:R>, or once somebody changes them.
check-timed-out = ❌ I am timed out until <t:{ $until }:f> and can write nowhere: somebody can end that in the list of members.
check-banned = ❌ Discord takes nothing from my address until about <t:{ $time }:t>, so tables are behind: nobody here needs to do anything.
check-refusals = ❌ Discord has refused so much lately that until about <t:{ $time }:t> I only answer clicks: give me what is missing, and tables catch up.
check-limit = ⏳ I have reached Discord's limit of requests, so tables catch up <t:{ $time }:R>.
check-unreachable = ❌ Discord has taken no message of mine since <t:{ $time }:t>: I keep trying, and tables catch up.
check-not-stored = ❌ My database takes no changes now: whoever runs me finds the reason in the log.
check-fine = ✅ I have all that I need in { $places }.
check-others = { $count ->
    [1] one more
   *[other] { $count } more
}
check-more-channels = { $count ->
    [1] … and something is missing in one more channel.
   *[other] … and something is missing in { $count } more channels.
}
check-unseen = { $count ->
    [1] Something is missing in one channel that you cannot see, too.
   *[other] Something is missing in { $count } channels that you cannot see, too.
}
check-tables = **Tables that are behind**
check-table-lost = { $table }: I cannot see its channel. The game goes on with **/hand**; **/tables** can move it.
check-table-refused = { $table }: Discord refuses one of its messages, and I try again <t:{ $time }:R>.
check-table-behind = { $table }: its messages have been waiting since <t:{ $time }:t>, and I keep trying.
check-more-tables = { $count ->
    [1] … and one more table.
   *[other] … and { $count } more tables.
}
check-unseen-tables = { $count ->
    [1] ⏳ One table is behind in a channel that you or I cannot see.
   *[other] ⏳ { $count } tables are behind in channels that you or I cannot see.
}
check-none-behind = ✅ No table is behind.
check-unavailable = Discord has not told me yet what this server looks like: try again in a minute.
right-view-channel = View Channel
right-connect = Connect
right-send-messages = Send Messages
right-send-messages-in-threads = Send Messages in Threads
right-create-public-threads = Create Public Threads
right-create-private-threads = Create Private Threads
right-attach-files = Attach Files
right-read-message-history = Read Message History
right-create-events = Create Events

# Lessons
lesson-title = Lesson: { $lesson }
lesson-step = -# 🎓 { $title }{ "\u00A0" }· step { $step } of { $steps }
lesson-say = 🎓 { $line }
lesson-done = ### ✅ { $title }: done
lesson-you = Your seat
lesson-leave = Leave the lesson
lesson-left = You have left the lesson about { $lesson }. **/learn** begins it anew at any time.
lesson-go-on = Go on learning
lesson-play = Play easy computers
lesson-others = Other lessons
lesson-learn = Learn by playing
profile-losses = Mean loss of a decision in the latest reviews: { $losses }
profile-loss = { $game } { $loss }
profile-lessons = Lessons finished: { $lessons }
lessons-title = **Learn by playing:** a prepared game in which you make the moves, in three minutes.
lessons-line = - **{ $lesson }**: { $pitch } ({ $steps } taps)
lessons-line-done = - ✅ **{ $lesson }**: done

# The day's deal
day-title = ### ☀️ Today’s deal
day-game = ### ☀️ Today’s deal · { $game }
day-about = One round against { $computers } computer players, once a day.
day-compared = You are compared with all who have the same cards. Only your first try counts.
day-until = -# About { $minutes } minutes; you may pause. It closes <t:{ $closes }:R>.
day-play = Play
day-told-in = -# Your name and your percentage will stand in { $channel }. With **/settings** your name stays out.
day-here-line = { $compared ->
    [no] –
   *[yes] **{ $percent }%**
} { $who } · 🔥{ "\u00A0" }{ $days }
day-here-more = -# and { $count } more
day-here-servers = -# Mean of each server’s five best: { $ranks } ({ $count } servers)
day-here-rank = { $whose ->
    [own] **{ $place }. this server { $mean }%**
    [named] { $place }. { $name } { $mean }%
   *[other] { $place }. another server { $mean }%
}
day-here-about = -# The percentage says how many of all plays of the same cards were worse. 🔥 counts days in a row. It closes <t:{ $closes }:R>.
day-here-pars = -# Par of the four deals: { $pars }
day-here-cards = Cards and best play
day-short = Today’s deal
day-practice = Practice, today’s deal
day-was-late = Yesterday’s deal, without a score
day-yesterday = Yesterday
day-done = ### ☀️ { $game } · **{ $points }** { $whose ->
    [team] { $points ->
        [1] team point
       *[other] team points
    }
   *[own] { $points ->
        [1] point
       *[other] points
    }
}, { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
} of { $count }
day-percentile = { $compared ->
    [no] Too few people have played these cards yet to compare; look again later.
   *[yes] Better than **{ $percent }%** of the plays of this deal
}
day-late = -# The day was over before your round, so it has no score.{ $compared ->
    [no] { "" }
   *[yes] { " " }It would have been better than { $percent }%.
}
day-par = par { $par }
day-best = best seen { $best }
day-best-computers = computers’ best { $best }
day-people = { $count ->
    [1] 1 person
   *[other] { $count } people
}
day-streak = 🔥 { $days ->
    [1] 1 day
   *[other] { $days } days in a row
}
day-next = the next one <t:{ $opens }:R>
day-share = Share
day-again = Practise again
day-practised = ### Practice · { $game } · **{ $points }** { $whose ->
    [team] { $points ->
        [1] point of your team
       *[other] points of your team
    }
   *[own] { $points ->
        [1] point
       *[other] points
    }
}, { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
} of { $count }
day-scored = -# Your scored try: { $points }. Practice is not kept, and counts for nothing.
day-practice-about = -# Practice is not kept, and counts for nothing.
day-result = My result
day-ask-zone = My time zone, for 🔥
day-copy = Copy this. It tells nothing of the deal.
day-shared = Ichiza ☀️ { $date } · { $game } · /today
day-shared-percent = better than { $percent }% of the plays
day-shared-streak = 🔥 { $days }
day-closed = ### 🔓 The deal of <t:{ $date }:D> · { $game }
day-own = Your result: **{ $points }** points with deal { $deal }{ $compared ->
    [no] { "" }
   *[yes] , better than **{ $percent }%**
}{ $late ->
    [yes] { " " }(without a score: the day was over)
   *[no] { "" }
}
day-not-played = You did not finish this one.
day-difficulty = { $how ->
    [much] Skill decided much:
    [some] Skill decided something:
   *[little] Skill decided little:
} the computer players’ level *hard* made { $signal } standard deviations more than *easy*.
day-deal = Deal { $deal }{ $own ->
    [yes] { " " }(yours)
   *[no] { "" }
}
day-secret =
    -# Secret: `{ $secret }`
    -# It was promised { $posted ->
        [yes] on <t:{ $at }:d> in [this message]({ $link }):
       *[no] as
    } `{ $commitment }`
day-renewed = -# ⚠️ My data was restored from a backup, so this day’s promise was replaced. Only the newest one counts.
day-check = -# Check it: `{ $command }`. I could have known the deals; I could not change them.
day-look-at = Look at the cards of a deal
day-dealt = ### { $game } · { $name }: the cards as they were dealt
day-line = Best play
day-line-title = 🏅 { $name }, the best play seen: { $points }
day-cards = Cards
day-today = Today’s deal
day-coming = Coming deals
day-coming-title =
    ### 🔐 The coming deals are fixed
    -# Each line is a hash of the day and its secret, which is shown when the day is over. I could know these deals; I cannot change them.
day-promise = -# { $renewed ->
    [yes] ⚠️
   *[no] { "" }
}<t:{ $date }:d>{ "\u00A0" }{ $commitment } · { $game }
day-promises-renewed = -# ⚠️ My data was restored from a backup, so these promises were replaced; the open day began anew for everybody. Only the newest one counts.
day-coming-posted = -# Up to <t:{ $last }:d> they are in [a message of this server]({ $link }) that is never edited.
commitments-title =
    ### 🔐 The day’s deals are fixed up to <t:{ $last }:d>
    -# Each line has a hash of the day and its secret, which is shown when the day is over. I could know these deals; I cannot change them. This message is never edited.
commitments-replace = ⚠️ My data was restored from a backup. For these days, this message replaces earlier ones.
commitments-open = -# The games are fixed by this message, not by the hashes; Saturday’s was the favourite when the day was planned. Open until a day begins: which four of the 50 deals that follow from its secret are played.
puzzle-open = Puzzle
puzzle-not-made = Puzzle (being made)
puzzle-title = 🧩 Puzzle: what would you choose?
puzzle-answer-title = ### 🧩 Puzzle · { $game }
puzzle-right = ✅ **{ $move }**: well found!{ $count ->
    [1] {""}
    [2] { " " }Either of these is right: **{ $right }**.
   *[other] { " " }Any of these is right: **{ $right }**.
}
puzzle-wrong = You chose **{ $move }**. 💡 { $count ->
    [1] Best here: **{ $right }**.
    [2] Either of these is right: **{ $right }**.
   *[other] Any of these is right: **{ $right }**.
}
puzzle-bars = -# Behind the best move, in points above the others’ average{ $whose ->
    [team] { " " }for your team
   *[own] {""}
}{ $sure ->
    [small] {""}
   *[about] { " " }(± { $error })
}
puzzle-bar = -# { $bar } { $behind } { $move }{ $whose ->
    [own] { " " }← you
    [usual] { " " }← usual choice
   *[none] {""}
}
puzzle-found = { $count ->
    [1] You are the first to try.
   *[other] { $found } of the { $count } people who tried found it.
}

# League nights
night-title = ## League night: { $game }
night-about = **{ $seats } seats a table, { $stages ->
        [one] one stage
       *[other] { $stages } stages
    }, about { $minutes } minutes**
    All tables play the same deals. You are compared with the people who have your seat at the other tables.{ $stages ->
        [one] {""}
       *[other] { " " }After each stage everybody moves to another seat and another table.
    }
night-level-of = Computer players: **{ $level }**
night-at = ⏰ <t:{ $at }:f>, <t:{ $at }:R>
night-weekly = every week
night-joined = **Joined ({ $count }):** { $who }
night-nobody = Nobody has joined yet.
night-start = Start
night-start-tables = Start ({ $tables } tables)
night-too-few = -# It takes { $count } people to start.
night-seating = -# { $people } people: { $tables } tables, { $how ->
        [each] each with { $computers ->
            [one] one computer player
           *[other] { $computers } computer players
        }
        [some] with { $computers ->
            [one] one computer player
           *[other] { $computers } computer players in all
        }
       *[none] without computer players
    }
night-off = This league night was called off.
night-over = **The night is over**, after { $stages ->
        [one] one stage
       *[other] { $stages } stages
    }.
night-break = **Stage { $stage } of { $stages } is over.** The next one begins <t:{ $at }:R>.
night-begins = { $stages ->
        [one] **The night begins.**
       *[other] **The first stage begins.**
    }
night-stage = { $stages ->
        [one] {""}
       *[other] **Stage { $stage } of { $stages }** ·{ " " }
    }{ $running } of { $tables } tables still play
night-table = table { $table }
night-table-people = { $table }: { $who }
night-table-done = { $table }{ "\u00A0" }✓
night-leave = Leave after this stage
night-back = I am back
night-leaving = -# If you leave, a computer player takes your seat from the next stage on.
night-end = End after this stage
night-sure-end = { $how ->
        [off] **Call off this league night?** Nobody can join it any more, and it cannot be undone.
        [now] **End this league night now?** No other stage begins, and it cannot be undone.
       *[later] **End this league night after this stage?** No other stage begins, and it cannot be undone.
    }
night-end-done = { $how ->
        [off] The league night is called off.
        [over] The league night is over.
       *[playing] The league night ends after this stage.
    }
night-sure-event = Its event on this server repeats each week. It stays, unless you delete it too.
night-end-event = Delete the event too
night-event-stays = Its event stays, and repeats each week. Whoever has *Manage Events* can delete it among the server's events.
night-no-event = The league night is announced, but { $why ->
        [forbidden] it has no event: I need the permission *Create Events*.
        [refused] Discord refused its event. A server can have 100 events.
       *[unknown] Discord did not answer in time, so its event may be missing: look at the server's events.
    } To try again, call off the league night and announce it anew.
night-standings = All standings
night-small = -# { $stages ->
        [one] The cards are shown when all tables are done.
       *[other] The cards of a stage are shown when all its tables are done.
    } A league night changes no rating.
night-small-over = -# A league night changes no rating.
night-managers-start = -# *Start* and *Call off*: the server's managers.
night-managers-end = -# *End after this stage*: the server's managers.
night-line = { $own ->
        [yes] **{ $rank } · { $who } · { $share } %**
       *[no] { $rank } · { $who } · **{ $share } %**
    }
night-shares = { $shares }
night-no-share = –
night-more = -# … and { $count } more
night-computers = -# Computer players ({ $level }), without a rank: { $share } %
night-share-means = -# 100 % = better than everybody who had the same seat at the other tables.
night-points = { $how ->
        [team] { "" } (team { $points })
       *[own] { "" } ({ $points } { $points ->
            [one] point
           *[other] points
        })
    }
night-no-standings = No stage is over yet.
night-promise = -# 🔐 League night: { $stages ->
        [one] the deal is fixed; check it at the end
       *[other] the deals of all stages are fixed; check them at the end
    } · { $short }
night-deals = ### { $stages ->
        [one] The deal of this league night
       *[other] The deals of this league night
    }
night-deals-how = -# { $stages ->
        [one] Compare the commitment with the one that you saw when you joined. The record of each table proves the deal: open its *Replay*.
       *[other] Compare the commitments with those that you saw when you joined. After its stage, the record of each table proves its deal: open its *Replay*.
    }
night-deals-file = League night { $night }
night-commitment = Commitment of stage { $stage }: { $commitment }
night-secret = Secret of stage { $stage }: { $secret }
night-event = League night: { $game }
night-event-about = The same deals at every table. Join in the channel.

# Faults
fault-unknown = Something went wrong on my side. Nothing is lost: please try again.
fault-busy = So many clicks of yours are still being answered that this one was not carried out: wait a moment, then try again.
fault-unshown = I could not show you what came of this. Nothing is done twice: look again with /hand or /tables.
fault-permissions = I cannot host a table here: I need the permission for this: { $permissions }. Ask someone who manages this server, or use another channel.
fault-elsewhere = Tables on this server are opened in { $places }: use /play there.
fault-elsewhere-unseen = The channels of this server in which tables are opened are hidden from you: ask whoever manages it to let you in.
fault-forum = A forum shows messages only in its posts: open a post of { $forum }, or begin a new one, and try again there.
fault-guild-only = Tables are on servers: use this command in a server's channel.
fault-not-member = I cannot host a table here, because only my commands were added to this server: ask someone who manages it to [invite me as a bot too]({ $link }), then use /play again.
fault-other-version = This comes from another version of the bot: use /hand to see your cards, /tables to find your table, or open a new one with /play.

# Commands as Discord lists them
command-play = Open a table for a game
command-play-game = Which game
command-play-seats = How many play
command-play-pace = How long a move may take
command-play-at = When the table opens; at once if you leave it out
command-hand = Show your hand
command-hand-table = Which table
command-tables = What is going on here
command-replay = Finished games, step by step
command-replay-table = Which table
command-rules = How a game is played
command-rules-game = Which game
command-learn = Learn a game by playing it, in three minutes
command-learn-lesson = Which game
command-night = Announce a league night: several tables play the same deals (for managers)
command-night-game = Which game
command-night-stages = How many stages, each with other seats; 2 if you leave it out
command-night-seats = How many seats a table has; if you leave it out, as at this game's last table here
command-night-pace = How long a move may take; live if you leave it out
command-night-level = How well the computer players play; the server's level if you leave it out
command-night-at = When it begins, for people to know; you start it yourself
command-night-weekly = Let the event on the server repeat each week; you announce each night yourself
command-today = The day's deal: one round against computers, once a day, compared with all who have the same cards
command-leaderboard = Who plays best here
command-leaderboard-game = Which game; if you leave it out, the most played that has a ranking
command-leaderboard-period = The order: rating, or games won of all time, this season or this month
command-profile = What somebody has done here: rating, places, badges
command-profile-member = Who; yourself if you leave it out
command-settings = Your settings; and the server's, if you manage it
command-settings-zone = Set your time zone: type your city or country
command-privacy = What I keep of you: have it, or have it forgotten
command-help = How this works
