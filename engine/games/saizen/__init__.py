"""Saizen, designed by deztec: a player who can win must win, and the players change the rules suit by suit.

Rules: the game's printed rules, third edition. Rulings where the printed rules are silent:

- The start side of each row of a rule card is shown only in a picture. Here each row starts with the first
  of its two sides (in the order of the rows: high, later, ignore, must follow, must win), so that moving a chip makes
  the rules of its suit less usual. With the option `start_rules`, the sides are drawn at random instead.
- Equal cards: by default, the strongest card that follows wins, so only jokers can be equal. But a remark in the
  printed rules on "later" and "earlier" suggests that every card of the winning rank contends, whatever its suit. The
  option `equals` chooses between both readings: `followers` or `any-suit`.
- A player who leads a joker names the suit, because a rule card must be in force. In a play-off a rule card is in force
  already, so a joker names no suit there.
- The first leader is drawn from the seed; the printed rules say only "in a suitable way".
- A play-off goes clockwise from the trick's leader, even if the leader does not take part. This is the usual order of
  play.
- The rules of the led suit stay in force in its play-off, because the rule card holds for all tricks led in its suit. A
  card that follows beats one that does not. If no card follows, the strongest rank wins, so that a play-off has a
  winner.
- If only one player has cards left for a play-off, this player wins it, because the others have run out of cards.
- If nobody wins a trick, its leader leads again.
- A single joker loses a play-off to every card. It may still be the first card of a play-off, even if the player must
  win: the first card is ahead until another card beats it.
- Sets are passed after a round's last trick, but not after the third round.
"""

from engine.games.saizen.game import Saizen
from engine.games.saizen.learning.lesson import LESSON
from engine.games.saizen.phases import PHASES
from engine.games.saizen.sampler import SaizenSampler
from engine.games.saizen.view import SaizenViewBuilder

__all__ = ["LESSON", "Saizen"]

Saizen.register(PHASES, SaizenViewBuilder(), SaizenSampler())
