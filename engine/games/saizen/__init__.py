"""Saizen, designed by deztec: if you can win, you must; and the players rewrite the rules suit by suit.

Rules: the game's printed rules, third edition. What they leave open is settled so:

- The side on which each row of a rule card starts is in a picture only. The first of two sides (high, later, ignore,
  must follow, must win): each chip then makes its suit less usual. Option `start_rules` draws them instead.
- Equal cards: the strongest card that follows wins, so only jokers can be equal (`followers`, the default). A remark
  on later and earlier suggests that any card of the winning rank contends: option `equals`, `any-suit`.
- A led joker: who leads it names the suit, since a rule card must be in force. In a play-off one is in force already,
  so a joker names none there.
- Who begins is drawn from the seed: "in a suitable way" is all that is printed.
- A play-off is played clockwise from the trick's leader, also without them: the order in which the table plays anyway.
- Rules of the led suit stay in force in its play-off, as the rule card says of all that is led in it. What follows
  beats what does not; where nothing follows the strongest rank wins, so that a play-off has a winner.
- One who alone has cards left for a play-off wins it: the others have lost by running out.
- Where nobody wins a trick its leader stays leader: no winner takes that over.
- A lone joker loses a play-off to every card; opening one it is free to be played, for the first card is winning.
- Sets are passed after a round's last trick and never after the third round.
"""

from engine.games.saizen.game import Saizen
from engine.games.saizen.phases import PHASES
from engine.games.saizen.sampler import SaizenSampler
from engine.games.saizen.view import SaizenViewBuilder

__all__ = ["Saizen"]

Saizen.register(PHASES, SaizenViewBuilder(), SaizenSampler())
