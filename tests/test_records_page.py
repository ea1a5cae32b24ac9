"""docs/records.md: its lists are those of the code, and its examples hold."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.contract.options import describe
from engine.fairness import commitment_list, deal_commitment, proof
from engine.fairness.shuffle import shuffle
from engine.fairness.verify import Code, ExpectedValues, verify
from engine.game import Game
from engine.games.saizen.rows import ROWS, SIDES
from engine.games.tennos_square.cards import STEPS
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.editions import FREE_ABILITIES, FREE_BIDS
from engine.games.tezuma.game import Tezuma
from tests.engine.kit.cases import LISTED_CASES, PLAIN_CASES, Case, every_kind
from tests.records_page import NONCE, SAMPLES, WORDS
from tests.source_tree import ROOT

PAGE = (ROOT / "docs/records.md").read_text(encoding="utf-8")
TEZUMA = "Tezuma Trick and Tezuma-shi"
SECTIONS = {
    "saizen": "Saizen",
    "scharfe-schoten": "Scharfe Schoten",
    "tennos-square": "Tennos Square",
    "tezuma-trick": TEZUMA,
    "tezumashi": TEZUMA,
}
WHOLE_RECORDS = re.findall(r"^```json\n(.+?)^```\n\nIt ends with:\n\n +(\{[^\n]+\})$", PAGE, re.MULTILINE | re.DOTALL)


def section(heading: str) -> str:
    """Return the text below a heading, up to the next heading of the same or a higher level."""
    marks = heading.split(maxsplit=1)[0]
    _, _, below = PAGE.partition(f"\n{heading}\n")
    assert below, heading
    return re.split(rf"^#{{1,{len(marks)}}} ", below, flags=re.MULTILINE)[0]


def rules_of(game: str) -> str:
    """Return the section of a game."""
    return section(f"## {SECTIONS[game]}")


def table(text: str, first: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this title; no rows if there is no such table."""
    found = re.search(rf"^\| {re.escape(first)} \|.*\n\|[ -|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()] if found else []


def codes(cell: str) -> list[str]:
    """Return the code spans of a cell."""
    return re.findall("`([^`]+)`", cell)


def names(text: str, first: str) -> list[str]:
    """Return the first code span of each row of a table."""
    return [codes(row[0])[0] for row in table(text, first)]


def deck(case: Case) -> list[str]:
    """Return the deck that the page states for a case, in its order."""
    text = rules_of(case.kind.id)
    if suits := table(text, "suit"):
        column = {4: 2, 3: 3}[case.seats]
        return [
            code
            for row in suits
            if row[1] == "both" or case.kind.id in codes(row[1])
            for code in codes(row[column])[0].split()
        ]
    cards = " ".join(re.findall(r"^ {4}([A-Z]\w+(?: [A-Z]\w+)+)$", text, re.MULTILINE)).split()
    return cards[: 52 + int(case.options["jokers"])] if case.kind.id == "saizen" else cards


# --- The record


def test_keys_of_a_record_are_listed() -> None:
    assert names(section("## The record"), "key") == [*record._KEYS]


@every_kind
def test_every_game_is_listed_with_version_seats_rounds_and_keys(kind: type[Game]) -> None:
    ((_, rules, seats, rounds, setup, deal),) = [
        row for row in table(section("## The record"), "game") if codes(row[0]) == [kind.id] and len(row) == 6
    ]
    counts = tuple(map(int, seats.split(", ")))
    assert (int(rules), counts) == (kind.rules, kind.seat_counts)
    for cell, keys in ((setup, kind.setup_keys), (deal, kind.deal_keys)):
        assert tuple(dict.fromkeys(key for key in codes(cell) if key != "redraw")) == keys
    for case in (one for one in PLAIN_CASES if one.kind is kind):
        game = case.start(1)
        assert game.round_count == (case.seats if rounds == "as many as seats" else int(rounds))
        assert [*game.setup_data()] == codes(setup.partition("(")[0])
        assert [*game.deal_data()[0]] == codes(deal.partition("(")[0])


def test_every_earlier_version_of_rules_says_what_changed() -> None:
    _, _, text = section("## The record").partition("**Rules versions.**")
    rows = table(text, "game")
    listed = [(codes(game)[0], int(version)) for game, version, _ in rows]
    assert listed == [(kind.id, version) for _, kind in sorted(Game.games.items()) for version in range(1, kind.rules)]


def test_keys_that_replay_prints_are_listed() -> None:
    assert names(section("## What replay prints"), "key") == [*record.position(PLAIN_CASES[0].start(1))]


def test_versions_and_keys_of_proofs_are_listed() -> None:
    versions = [deal_commitment.VERSION, commitment_list.VERSION]
    assert re.findall(r"^### Version `(.+)`$", section("## Proofs"), re.MULTILINE) == versions
    for version in versions:
        assert names(section(f"### Version `{version}`"), "key of `fair`") == [*proof._KEYS]


# --- The draws


def test_example_of_the_shuffle_holds() -> None:
    seed, label, before, after = re.findall(
        r"seed `(\w+)` and the label `([\w ]+)`, the list ([\d ]+)\sbecomes\s([\d ]+)\.", PAGE
    )[0]
    assert shuffle(bytes.fromhex(seed), label, before.split()) == after.split()


def rounds_dealt(case: Case) -> Game:
    """Return a game of which every round has been dealt, and none played."""
    game = case.start(1)
    while game.round < game.round_count:
        game.end_round([0] * case.seats)
    return game


@every_kind
def test_labels_of_all_draws_are_listed(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[str] = set()
    honest = Chance.shuffle

    def spy(self: Chance, label: str, items: Sequence[int], unordered: int = 1) -> list[int]:
        drawn.add(label)
        return honest(self, label, items, unordered)

    monkeypatch.setattr(Chance, "shuffle", spy)
    most = [rounds_dealt(case).deal_count for case in LISTED_CASES if case.kind is kind]
    values = {
        "N": [str(number) for number in range(1, max(most) + 1)],
        "P": [row[0] for row in table(rules_of(kind.id), "card")],
        "SUIT": [*"SHDC"],
        "ROW": names(rules_of(kind.id), "row"),
    }
    listed: set[str] = set()
    for label, *others in (codes(row[0]) for row in table(rules_of(kind.id), "label")):
        if kind.id in others or not Game.games.keys() & set(others):
            listed.update(expanded(label, values))
    assert drawn == listed


@every_kind
def test_cards_are_dealt_from_the_listed_decks(kind: type[Game]) -> None:
    """Deal the page's decks with the shuffle. Saizen deals card by card; other games fill pile after pile."""
    for case in (one for one in LISTED_CASES if one.kind is kind):
        cards, game = deck(case), rounds_dealt(case)
        for number, deal in enumerate(game.deal_data(), start=1):
            order = shuffle(case.seed(1), f"deal {number}", cards)
            if kind.id == "saizen":
                first = game.setup_data()["first"]
                assert isinstance(first, int)
                order = [
                    card for seat in range(case.seats) for card in order[(seat - first) % case.seats :: case.seats]
                ]
            rest = deal.get("rack", deal.get("stock", []))
            for pile in (*deal.get("rows", ()), *deal["hands"], rest):  # type: ignore[misc]
                as_dealt = order[: len(pile)]
                assert pile == (as_dealt if kind.id == "tennos-square" else sorted(as_dealt, key=cards.index)), case
                order = order[len(pile) :]
            assert order == []


# --- Moves and options


def expanded(form: str, values: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield all texts of a form; the words in capitals stand for values."""
    found = re.search("|".join(rf"\b{re.escape(one)}\b" for one in values), form)
    if found is None:
        yield form
        return
    for value in values[found[0]]:
        for rest in expanded(form[found.end() :], values):
            yield form[: found.start()] + value + rest


def values_in_moves(kind: type[Game]) -> dict[str, Sequence[str]]:
    """Return what the words in capitals in a game's moves stand for, from the lists of the page."""
    text = rules_of(kind.id)
    cards = [*dict.fromkeys(deck(Case(kind, max(kind.seat_counts), {"jokers": 2})))]
    jokers = ["X1", "X2"] if kind.id == "saizen" else []
    suits = [*dict.fromkeys(card[0] for card in cards if card not in jokers)]
    pairs = [f"{low}+{high}" for low, high in combinations(cards, 2) if low[0] == high[0] and "T" not in low + high]
    return {
        "CARD+CARD": pairs,
        "COLOUR COLOUR": [" ".join(pair) for pair in permutations(suits, 2)],
        "CARD": cards,
        "JOKER": jokers,
        "SUIT": suits,
        "COLOUR": suits,
        "ROW": names(text, "row"),
        "SLOT": [row[0] for row in table(text, "slot")],
        "BID": [row[0] for row in table(text, "bid")],
        "ABILITY": names(text, "ability"),
    }


@every_kind
def test_notation_of_every_move_is_listed(kind: type[Game]) -> None:
    values = values_in_moves(kind)
    with_card = [
        codes(row[0])[0]
        for row in table(rules_of(kind.id), "ability")
        if row[2] not in ("no card", "two number cards of one suit")
    ]
    listed = [
        move
        for form in names(rules_of(kind.id), "move")
        for move in expanded(form, values | {"ABILITY": with_card} if form.startswith("play") else values)
    ]
    assert sorted(listed) == sorted(kind.moves)


@every_kind
def test_options_are_listed_with_their_values_and_seats(kind: type[Game]) -> None:
    text = rules_of(kind.id)
    rows = table(text, "option" if text.count("| option") == 1 else f"option of `{kind.id}`")
    infos = describe(kind.Options)
    assert [codes(row[0])[0] for row in rows] == [info.name for info in infos]
    for (_, values, seats), info in zip(rows, infos, strict=True):
        listed = [json.loads(value) for value in codes(values)]
        chosen = listed[len(info.allowed) :]
        assert json.dumps(listed) == json.dumps([*info.allowed, *chosen]), "True is not 1"
        assert bool(chosen) == (info.free is not None)
        assert info.free is None or set(chosen) <= {one for few in info.free.values.values() for one in few}
        assert (None if seats == "all" else tuple(map(int, seats.split(", ")))) == info.seats


def test_chosen_bids_are_those_that_the_page_describes() -> None:
    kind = Game.games["tezumashi"]
    rows = table(rules_of(kind.id), "seats")
    assert tuple(int(row[0]) for row in rows) == kind.seat_counts
    for seats, fixed, recommended, others in rows:
        few = int(seats)
        values = ["".join([*chosen, fixed]) for chosen in combinations(others.split(), few)]
        assert values == [*FREE_BIDS.values[few]]
        assert re.search(
            rf"{len(values)}\s(values )?with\s{few}\sseats,\sfrom\s`\"{values[0]}\"`\sto\s`\"{values[-1]}\"`", PAGE
        )
        assert Case(kind, few, {}).start(1).setup_data()["bids"] == [*map(int, recommended.split())]


def test_ability_cards_have_the_listed_sides() -> None:
    kind = Game.games["tezumashi"]
    sides = [{"F": codes(front)[0], "B": codes(back)[0]} for _, front, back in table(rules_of(kind.id), "card")]
    assert [*FREE_ABILITIES.values[3]] == ["".join(value) for value in product("FB", repeat=len(sides))]
    order = names(rules_of(kind.id), "ability")
    for value in FREE_ABILITIES.values[3]:
        shown = {side[letter] for side, letter in zip(sides, value, strict=True)}
        displayed = Case(kind, 3, {"abilities": value}).start(1).setup_data()["abilities"]
        assert displayed == sorted(shown, key=order.index)


# --- The rules


@pytest.mark.parametrize("game", ["tezuma-trick", "tezumashi"])
def test_bids_and_abilities_are_listed(game: str) -> None:
    kind = Game.games[game]
    assert issubclass(kind, Tezuma)
    column = {"tezuma-trick": 1, "tezumashi": 2}[game]
    bids = [(int(row[0]), codes(row[column])[0]) for row in table(rules_of(game), "bid")]
    assert bids == [(bid.number, bid.table) for bid in kind.edition.bids]
    listed = []
    for name, uses, _, leader, _ in table(rules_of(game), "ability"):
        usual, _, other = uses.partition(f" (`{game}` ")
        listed.append((*codes(name), int((other.rstrip(")") or usual).split()[0]), leader == "may"))
    used = enumerate(ABILITIES)
    assert listed == [(one.id, kind.edition.uses(number), one.leader) for number, one in used if number]


def test_rows_of_rule_cards_are_listed_with_their_sides() -> None:
    rows = [(*codes(row), *(codes(side)[0] for side in sides)) for row, *sides in table(rules_of("saizen"), "row")]
    assert rows == [(row, *sides) for row, sides in zip(ROWS, SIDES, strict=True)]


def test_slots_are_listed_with_the_seat_that_is_next() -> None:
    for column, seats in enumerate((3, 4), start=1):
        steps = {"left neighbour": 1, "same seat": 0, "partner": 2, "right neighbour": seats - 1}
        listed = [steps[row[column]] for row in table(rules_of("tennos-square"), "slot") if row[column]]
        assert tuple(listed) == STEPS[seats]


# --- The whole records


def test_every_game_has_a_whole_record() -> None:
    """`python -m tests.records_page GAME` prints a new record."""
    assert [json.loads(text)["game"] for text, _ in WHOLE_RECORDS] == [*SAMPLES] == sorted(Game.games)


@pytest.mark.parametrize(("text", "end"), WHOLE_RECORDS, ids=list(SAMPLES))
def test_whole_record_is_proven_and_ends_as_stated(text: str, end: str) -> None:
    data = json.loads(text)
    expected = ExpectedValues(data["fair"]["commitment"], data["fair"]["played"], [(NONCE.hex(), WORDS)])
    assert verify(text, expected).code is Code.YES
    position = record.position(record.loads(text).replay())
    assert json.loads(end) == {key: position[key] for key in ("rounds", "scores", "winners")}


def test_cut_of_the_whole_records_is_stated() -> None:
    assert f"`{NONCE.hex()}` and the words `{WORDS}`" in section("## Whole records")
