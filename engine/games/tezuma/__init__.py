"""Tezuma Trick and Tezuma-shi, two editions of one design by Hinata Origuchi: tricks, bids, and a suit that hurts.

Rules: the printed rules of both editions. `editions` has the differences, `abilities` the effects of the twelve
abilities, `phases` the round. A trump played to a trick of another suit is usually active: it beats all numbers.
Rulings where the printed rules are silent:

- The printed rules do not show all bid cards. The missing ones are ours (`bids.toml`), each worth about as much as the
  known ones. We also chose the abilities that share a card in Tezuma-shi (`editions`). An owner of the printed cards
  can correct both.
- If Baby Chicks and Pail Dance are used in one trick, the one declared later decides (`Tezuma.declare`). In the last
  trick neither has an effect, because the next round's starter is fixed (`Tezuma.finish_round`).
- If the leader uses Five-Color Sand, the next seat sets the suit and counts as the leader for every "not for the
  leader" (`phases.Lead`), because there is no suit to follow yet. In records the user of the ability stays the
  leader of that trick. `defer` and `win` count as plays of the trick, because they take a turn like any card.
- Linking Rings and Cup and Ball are not for the leader, because the leader has no suit to follow (`abilities`).
- Sword Walking may be declared with any card and breaks every tie, also between trumps worth 0. The first edition says
  so. The second edition first asks for an active trump, but then speaks of "several highest values", words that it uses
  only for numbers. Version 1 of Tezuma Trick's rules allowed only active trumps. In a trick with Water Trick, declared
  earlier or later, a trump gains nothing from Sword Walking.
- Only cards that follow have a value: Horse-Swallowing has no effect on other cards or on an active trump
  (`moves._power`).
- The last seat in turn may also use Paper Egg. The ability is only announced at first; the user's card follows at the
  end of the trick under the usual rules (`phases.Last`), and counts as the last card in every tie.
- Five-Color Sand wins against everything, and its user captures the other cards (`moves._power`), because its text has
  no exception.
- Fire Breathing needs two cards that may both be played. Each ability lifts one duty and leaves the others. Any other
  ability may go with any card, even without an effect, because players bluff (`Ability.ranks`).
- One of the two rule sheets says: at most one ability in a trick, and the starter of a round is the left neighbour of
  the last starter. We apply both rules to both editions.
"""

from engine.games.tezuma.game import Tezumashi, TezumaTrick
from engine.games.tezuma.learning.ability_lesson import LESSON
from engine.games.tezuma.learning.lesson import LESSONS
from engine.games.tezuma.phases import PHASES
from engine.games.tezuma.sampler import TezumaSampler
from engine.games.tezuma.view import TezumaViewBuilder

__all__ = ["LESSON", "LESSONS", "TezumaTrick", "Tezumashi"]

for _edition in (TezumaTrick, Tezumashi):
    _edition.register(PHASES, TezumaViewBuilder(), TezumaSampler())
