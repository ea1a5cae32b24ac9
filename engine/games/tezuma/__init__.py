"""Tezuma Trick and Tezuma-shi, two editions of one design by Hinata Origuchi: tricks, a drafted bid, a suit that hurts.

Rules: the printed rules of both editions. `editions` holds what tells them apart, `abilities` what the twelve abilities
do, `phases` the round. What the printed rules leave open is settled so:

- Bid cards that the printed rules do not show are ours (`bids.toml`), with values by which each is worth about as much
  as the known ones: a deck is needed, and an owner of the printed cards can correct them. So is which abilities share
  a card in Tezuma-shi (`editions`).
- Of Baby Chicks and Pail Dance in one trick the one declared later decides (`Tezuma.declare`): the last word counts. In
  the last trick neither changes anything, as the next round's starter is fixed (`Tezuma.finish_round`).
- Whoever sets the suit because the leader used Five-Color Sand counts as the leader for every "not for the leader"
  (`phases.trick.Lead`): there is nothing to follow yet. The user stays the leader of that trick in records,
  where `defer` and `win` stand among its plays: they are moves of the turn like any card.
- Linking Rings and Cup and Ball are not for the leader, for the same reason (`abilities`).
- Sword Walking may be declared with any card and breaks every tie, of trumps at 0 too. The first edition says so; the
  second one asks for an active trump first and then speaks of "several highest values", words that it uses of numbers
  only. Version 1 of Tezuma Trick's rules went by active trumps alone. In a trick with Water Trick, declared earlier or
  later, a trump gains nothing by it.
- Only cards that follow have a value: Horse-Swallowing does nothing for others nor for an active trump
  (`plays._power`).
- Paper Egg is open to the last seat in turn too and is only announced at first; the card follows at the end under the
  usual rules (`phases.trick.Last`), and is the last one for every tie.
- Five-Color Sand wins against everything, and its user captures the other cards (`plays._power`): its sentence knows no
  exception.
- Fire Breathing needs two cards that may both be played; each ability lifts one duty and leaves the others. Any other
  ability may go with any card, even where it changes nothing, as players bluff (`Ability.ranks`).
- At most one ability a trick, which one of the two rule sheets says, holds for both.
- So does that the starter of a round is the left neighbour of the last one, which the same sheet says.
"""

from engine.games.tezuma.game import Tezumashi, TezumaTrick
from engine.games.tezuma.phases import PHASES
from engine.games.tezuma.sampler import TezumaSampler
from engine.games.tezuma.view import TezumaViewBuilder

__all__ = ["TezumaTrick", "Tezumashi"]

for _edition in (TezumaTrick, Tezumashi):
    _edition.register(PHASES, TezumaViewBuilder(), TezumaSampler())
