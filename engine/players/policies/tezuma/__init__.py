"""The policy for Tezuma, for both editions."""

from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.players.policies.tezuma.policy import TezumaPolicy
from engine.players.policy import Policy

for _edition in (TezumaTrick, Tezumashi):
    Policy.of[_edition.id] = TezumaPolicy()
