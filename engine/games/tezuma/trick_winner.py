"""Tezuma: the present winner of a trick, and the reason."""

from collections.abc import Sequence

from engine import phrases
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import TRUMP
from engine.games.tezuma.editions import Edition
from engine.games.tezuma.moves import ABILITY_OF, ACTIVE, CARDS_OF, POWER, SUIT_OF, WATERED, WIN
from engine.text import Text, card_text
from engine.tricks import Plays


def winning(edition: Edition, moves: Sequence[int]) -> tuple[int, Text]:
    """Return the index of the winning play of a finished or unfinished trick, and the reason."""
    follow, row = _worth(moves)
    powers = [row[move] for move in moves]
    best = max(powers)
    place = powers.index(best)
    ability = ABILITIES[ABILITY_OF[moves[place]]]
    if moves[place] == WIN:
        return place, messages.WHY_SAND(ability=ability.name)
    if sum(bool(CARDS_OF[move]) for move in moves) == 1:
        return place, phrases.ONLY_CARD()
    equals = [other for other, power in enumerate(powers) if power >> 1 == best >> 1]
    if ability.wins_ties and equals[0] < place:
        return place, messages.WHY_TIE(ability=ability.name)
    if best >> 1 >= ACTIVE:
        return place, _by_trump(edition, moves[place], len(equals), row)
    if len(equals) > 1:
        return place, messages.WHY_FIRST(value=best >> 1)
    return place, _by_value(edition, moves, powers, follow)


def active_trumps(moves: Sequence[int]) -> list[bool]:
    """Tell for each play of a finished or unfinished trick whether it is an active trump."""
    _, row = _worth(moves)
    return [bool(CARDS_OF[move]) and row[move] >> 1 >= ACTIVE for move in moves]


def leading_next(plays: Plays, seats: int) -> tuple[int, Text] | None:
    """Return the next leader, and the ability that decides who leads; None if the winner leads.

    If several such abilities were declared, the last one decides.
    """
    for seat, move in reversed(plays):
        ability = ABILITIES[ABILITY_OF[move]]
        if ability.leads_next is not None:
            return (seat + ability.leads_next) % seats, ability.name
    return None


def _worth(moves: Sequence[int]) -> tuple[int, Sequence[int]]:
    """Return the suit to follow in a trick (0 if there is none yet), and the row of `POWER` for this trick."""
    follow = next((SUIT_OF[move] for move in moves if SUIT_OF[move] >= 0), 0)
    watered = any(ABILITIES[ABILITY_OF[move]].idles_trumps for move in moves)
    return follow, POWER[follow + watered * WATERED]


def _by_trump(edition: Edition, move: int, count: int, row: Sequence[int]) -> Text:
    """Return the reason why an active trump wins. `count` is the number of active trumps, `row` the table of powers."""
    if count > 1:
        return messages.WHY_FIRST_TRUMP()
    ability, place = ABILITIES[ABILITY_OF[move]], CARDS_OF[move][0]
    card = card_text(edition.codes[place])
    needed = ability.active and row[place] >> 1 < ACTIVE
    return messages.WHY_ABILITY_TRUMP(ability=ability.name, card=card) if needed else messages.WHY_TRUMP(card=card)


def _by_value(edition: Edition, moves: Sequence[int], powers: Sequence[int], follow: int) -> Text:
    """Return the reason why the only play of the highest value wins; `powers` has the power of each play."""
    best = max(powers)
    move = moves[powers.index(best)]
    ability, suit = ABILITIES[ABILITY_OF[move]], edition.suits[follow].name
    if ability.adds or ability.times > 1 or ability.cards == 2 or SUIT_OF[move] != follow:
        return messages.WHY_WORTH(ability=ability.name, value=best >> 1)
    if CARDS_OF[move][0] % 10 == TRUMP:
        return messages.WHY_ZERO(suit=suit)
    idle = [(other, power) for other, power in zip(moves, powers, strict=True) if other != move and _is_trump(other)]
    if any(power < 0 for _, power in idle):  # an off-suit trump, which loses only because of Water Trick
        return messages.WHY_IDLE(suit=suit, ability=messages.ABILITIES["water-trick"]())
    made = next((ABILITIES[ABILITY_OF[other]] for other, _ in idle if SUIT_OF[other] != follow), None)
    if made is not None:
        return messages.WHY_MADE_ZERO(suit=suit, ability=made.name)
    return messages.WHY_NO_ZERO(suit=suit) if idle else phrases.HIGHEST(suit=suit)


def _is_trump(move: int) -> bool:
    return any(card % 10 == TRUMP for card in CARDS_OF[move])
