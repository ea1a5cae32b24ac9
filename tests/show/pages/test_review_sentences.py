"""Sentences of reviews: every number that people read agrees with the review, and every name is right.

The tests parse the sentences of both languages with patterns. They do not build the sentences a second time.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from engine.contract.chance import Chance
from engine.game import Game
from engine.games.tezuma.game import Tezuma
from engine.games.tezuma.messages import SCORED_AT_LEAST
from engine.players import ThinkingBudget
from engine.review import Decision, Review, Reviewer
from engine.review.summary import review_lines
from host.learning import reviews
from locales import Translation
from locales.translation import BOUND
from show.pages.learning.review import HUNDRED, SHORT, bar, decision_lines, find_lines, move_name
from show.text.phone import text_width
from tests.samples import SOAK
from tests.show.basics import NAMES, every_game, every_language

REVIEWER = Reviewer(ThinkingBudget(playouts=400), None)
SEEDS = range(20 if SOAK else 2)
EVERY = 1 if SOAK else 3
"""One in this many decisions of a round is reviewed."""

BETTER = {
    "en": r"\*\*(?P<best>.+?)\*\* came out (?P<loss>[\d.]+) points better(?P<team> for your team)? on average"
    r"(?: \(± (?P<error>[\d.]+)\)| \(exact\))?\.",
    "ja": r"試すと、\*\*(?P<best>.+?)\*\* のほうが(?P<team>チームで)?平均(?P<loss>[\d.]+)点よい結果でした"
    r"(?:（±(?P<error>[\d.]+)）)?(（正確な値）)?。",
}
PLAYED = {"en": r"You chose \*\*(?P<played>.+?)\*\*\.", "ja": r"選んだのは \*\*(?P<played>.+?)\*\*。"}
OUTCOME = {
    "en": r"This round, in (?P<games>\d+) random deals that fit what you had seen:"
    r" (?P<outcome>.+) in (?P<of_best>\d+) after \*\*(?P<best>.+?)\*\*,"
    r" in (?P<of_played>\d+) after (?:\*\*(?P<played>.+?)\*\*|the usual choice)\.",
    "ja": r"見えていなかったカードの分かれ方を(?P<games>\d+)通り試すと、"
    r"この(?:ラウンド|ディール)で(?P<outcome>.+)のは、\*\*(?P<best>.+?)\*\* なら(?P<of_best>\d+)通り、"
    r"(?:\*\*(?P<played>.+?)\*\* |ふつうの選択)なら(?P<of_played>\d+)通り。",
}
FIND = {
    "en": r"🌟 You found \*\*(?P<played>.+?)\*\*: (?P<gain>[\d.]+) points better(?P<team> for your team)? on average"
    r" than the usual choice here, mostly \*\*(?P<usual>.+?)\*\*(?: \(± (?P<error>[\d.]+)\))?\.",
    "ja": r"🌟 \*\*(?P<played>.+?)\*\* はよい選択でした。"
    r"ふつうの選択（多くは \*\*(?P<usual>.+?)\*\*）より(?P<team>チームで)?平均(?P<gain>[\d.]+)点"
    r"よい結果でした(?:（±(?P<error>[\d.]+)）)?。",
}
BAR = dict.fromkeys(("en", "ja"), r"▰*▱* (?P<bar>\d+)/\d+ · (?P<move>.+)")
LEAD = {
    "en": r"(?:\*\*(?P<{0}_move>.+?)\*\* came out (?:only )?(?P<{0}>[\d.]+) points better|it made no difference)",
    "ja": r"(?:\*\*(?P<{0}_move>.+?)\*\* のほうが平均(?:でわずか)?(?P<{0}>[\d.]+)点上|差なし)",
}
HOLDING = {
    "en": r"In (?P<count>\d+) of (?:these )?(?P<games>\d+) (?:random deals that fit what you had seen,|deals)"
    r" (?P<who>\w+) (?:had no (?:(?P<suit>\S+\s\S+)|(?P<not_card>\S+))|had some (?P<not_suit>\S+\s\S+)"
    r"|(?:still )?had (?P<card>\S+)): there "
    + LEAD["en"].replace("{0}", "first")
    + r"; in the other (?P<others>\d+), where (?P=who) (?P<rest>had it|did not|had some|had none), "
    + LEAD["en"].replace("{0}", "second")
    + r"\.",
    "ja": r"(?:この|見えていなかったカードの分かれ方を)(?P<games>\d+)通り(?:のうち|試すと)、(?P<who>\w+) が"
    r"(?:まだ)?(?:(?P<suit>\S+\s\S+)を持っていなかった|(?P<not_suit>\S+\s\S+)を持っていた"
    r"|(?P<not_card>\S+)を持っていなかった|(?P<card>\S+)を持っていた)(?P<count>\d+)通りでは ?"
    + LEAD["ja"].replace("{0}", "first")
    + r"、(?P<rest>持っていた|持っていなかった)(?P<others>\d+)通りでは ?"
    + LEAD["ja"].replace("{0}", "second")
    + r"でした。",
}
REST = {
    "en": {"card": "did not", "not_card": "had it", "suit": "had some", "not_suit": "had none"},
    "ja": {"card": "持っていなかった", "not_card": "持っていた", "suit": "持っていた", "not_suit": "持っていなかった"},
}
"""For each kind of fact: the words for the games in which the fact is not true."""
SCORED = {
    "en": r"Mean points this round after \*\*(?P<best>.+?)\*\*: (?:you|your team) (?P<own>[\d.]+)(?P<team> a seat)?,"
    r" the others (?P<others>[\d.]+); after \*\*(?P<played>.+?)\*\*: (?:you|your team) (?P<other>[\d.]+)(?: a seat)?,"
    r" the others (?P<rest>[\d.]+)\.",
    "ja": r"この(?:ラウンド|ディール)の平均点は、\*\*(?P<best>.+?)\*\* なら"
    r"(?:自分が|チームが(?P<team>1席あたり))(?P<own>[\d.]+)点、"
    r"ほかの人が(?P<others>[\d.]+)点。\*\*(?P<played>.+?)\*\* なら(?:自分が|チームが1席あたり)(?P<other>[\d.]+)点、"
    r"ほかの人が(?P<rest>[\d.]+)点。",
}
ORDER = {
    "en": r"You get one of each kind anyway: the question is only which to take first\.",
    "ja": r"どの種類も1枚ずつ取れます。比べているのは、どちらを先に取るかです。",
}
ADVICE = {"en": r"You could tell: (?P<advice>.+)", "ja": r"分かっていたこと：(?P<advice>.+)"}

QUICK = {"scharfe-schoten"}
"""The games whose sentences `make test` reads, because reviews of these games take only about a second."""


def each_of(*games: str) -> pytest.MarkDecorator:
    """Run a test for each of these games."""
    return pytest.mark.parametrize(
        "game", [pytest.param(game, marks=[] if game in QUICK else pytest.mark.slow) for game in games]
    )


each_game = each_of(*sorted(Game.games))


class Told(NamedTuple):
    """A decision that cost or gained something, and the position before it."""

    before: Game
    seat: int
    decision: Decision


@pytest.fixture(autouse=True)
def less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve only the last trick of each round. Let 4 games be enough to report a fact, because the tests sample few."""
    monkeypatch.setattr("engine.review.valuation.EXACT_TRICKS", 1)
    monkeypatch.setattr("engine.review.holdings.FEWEST_GAMES", 4)


def told(game: str) -> list[Told]:
    """Return the costly decisions of random games."""
    return [one for one in _valued(game) if one.decision["flagged"]]


def found(game: str) -> list[Told]:
    """Return the decisions of random games whose gain a review explains by an outcome."""
    return [one for one in _valued(game) if one.decision["gain_outcome"] is not None]


@cache
def _valued(game: str) -> list[Told]:
    return [one for seed in SEEDS for one in _played(Game.games[game], seed)]


def _played(kind: type[Game], seed: int) -> Iterator[Told]:
    seats = kind.seat_counts[seed % len(kind.seat_counts)]
    game, random, count = kind(seats, {}, Chance(bytes([seed]))), Random(seed), 0
    while game.round == 1:
        seat = random.choice(game.to_act)
        move = random.choice(game.legal_moves(seat))
        if len(game.legal_moves(seat)) > 1:
            count += 1
        if len(game.legal_moves(seat)) > 1 and count % EVERY == 0:
            decision, _ = REVIEWER.decide(game.view(seat), game.text(move), len(game.history))
            yield Told(game.copy(), seat, decision)
        game.play(seat, move)


def translation(game: str, language: str) -> Translation:
    return Translation(language, game=Game.games[game], seat_name=NAMES.__getitem__)


def lines_of(one: Told, language: str) -> list[str]:
    return list(decision_lines(one.before, one.seat, one.decision, translation(one.before.id, language)))


def parsed(line: str, language: str) -> tuple[str, dict[str, Any]]:
    """Return the kind of a sentence and its parts; fail for a sentence of no known kind."""
    kinds = {
        "played": PLAYED,
        "better": BETTER,
        "find": FIND,
        "holding": HOLDING,
        "outcome": OUTCOME,
        "bar": BAR,
        "advice": ADVICE,
        "order": ORDER,
        "scored": SCORED,
    }
    for name, patterns in kinds.items():
        found = re.fullmatch(patterns[language], line)
        if found:
            return name, found.groupdict()
    raise AssertionError(f"unknown sentence: {line}")


def sentences(game: str, language: str, kind: str) -> Iterator[tuple[Told, dict[str, Any]]]:
    """Yield the parts of each sentence of a kind."""
    for one in told(game):
        for line in lines_of(one, language):
            name, parts = parsed(line, language)
            if name == kind:
                yield one, parts


def move_named(one: Told, name: str, language: str) -> str:
    """Return the only legal move with this name."""
    tr, game = translation(one.before.id, language), one.before
    moves = [game.text(move) for move in game.legal_moves(one.seat)]
    (found,) = [move for move in moves if move_name(game, one.seat, move, tr) == name]
    return found


def bars_of(one: Told, best: str, played: str, counts: Mapping[str, str], language: str) -> list[str]:
    """Return the counts that the two bars show; none if the bars would look alike, or if a move's name is too long."""
    tr = translation(one.before.id, language)
    short = all(text_width(move_name(one.before, one.seat, move, tr)) <= SHORT for move in (best, played))
    told = [counts["of_best"], counts["of_played"]]
    return told if short and len({bar(int(count) / int(counts["games"])) for count in told}) == 2 else []


def code_of(kind: type[Game], card: str) -> str:
    """Return the code of a card from its form in sentences, which is a suit symbol (or 🃏 for a joker) and a rank."""
    signs = {"🃏": "X"} | {suit.symbol: suit.letter for suit in kind.suits}
    plain = card.replace(BOUND, "")
    sign = next(sign for sign in signs if plain.startswith(sign))
    return signs[sign] + plain.removeprefix(sign)


def is_rounded(told_count: int, games: int, count: int, worlds: int) -> bool:
    """Return whether `told_count` out of `games` is the fraction `count` / `worlds`, rounded to a whole count.

    Return False unless `games` is the smaller of `worlds` and 100.
    """
    return games == min(worlds, HUNDRED) and abs(told_count / games - count / worlds) <= 0.5 / games


@each_game
@every_language
def test_each_decision_has_at_most_one_sentence_of_a_kind_and_names_its_moves(game: str, language: str) -> None:
    assert told(game)
    for one in told(game):
        found = [parsed(line, language) for line in lines_of(one, language)]
        names = [name for name, _ in found]
        assert names[:2] == ["played", "better"]
        assert ("order" in names) == (
            len({*re.findall(r"take (pain|bid|ability)", f"{one.decision['best']} {one.decision['played']}")}) > 1
        )
        assert all(names.count(name) == (2 if name == "bar" else 1) for name in set(names))
        for _, parts in found:
            for which in ("best", "played"):
                if parts.get(which) is not None:
                    assert move_named(one, parts[which], language) == cast("Any", one.decision)[which]


@each_game
@every_language
def test_told_loss_is_the_measured_one(game: str, language: str) -> None:
    for one, parts in sentences(game, language, "better"):
        assert float(parts["loss"]) == pytest.approx(one.decision["loss"], abs=0.051)
        assert parts["error"] is None or float(parts["error"]) == pytest.approx(one.decision["error"], abs=0.051)
        assert (parts["team"] is not None) == (game == "tennos-square" and one.before.seats == 4)


@each_game
@every_language
def test_told_outcome_has_its_counts(game: str, language: str) -> None:
    tr, seen = translation(game, language), 0
    for one, parts in sentences(game, language, "outcome"):
        decision, outcome, seen = one.decision, one.decision["outcome"], seen + 1
        assert outcome is not None
        assert parts["outcome"] == tr.text(outcome["text"])
        for move, count in (("better", "of_best"), ("other", "of_played")):
            counted = cast("Any", outcome)[move]
            assert is_rounded(int(parts[count]), int(parts["games"]), counted, outcome["games"])
        assert int(parts["of_best"]) > int(parts["of_played"])
        found = [parsed(line, language) for line in lines_of(one, language)]
        bars = [parts["bar"] for name, parts in found if name == "bar"]
        alone = not {name for name, _ in found} & {"holding", "advice"}
        expected = bars_of(one, decision["best"], decision["played"], parts, language)
        assert bars == (expected if alone else [])
    assert seen


@every_game
def test_every_game_has_several_rounds_so_outcomes_say_that_they_are_of_this_one(game: str) -> None:
    kind = Game.games[game]
    assert all(kind(seats, {}, Chance(b"rounds")).round_count > 1 for seats in kind.seat_counts)


@each_game
@every_language
def test_find_is_told_with_its_gain_and_the_counts_of_the_usual_choice(game: str, language: str) -> None:
    tr = translation(game, language)
    for one in found(game):
        decision, outcome = one.decision, one.decision["gain_outcome"]
        (first, find), (second, counts), *bars = (
            parsed(line, language) for line in find_lines(one.before, one.seat, decision, tr)
        )
        assert (first, second) == ("find", "outcome")
        assert outcome is not None
        assert move_named(one, find["played"], language) == move_named(one, counts["best"], language)
        assert move_named(one, find["played"], language) == decision["played"]
        assert float(find["gain"]) == pytest.approx(decision["gain"], abs=0.051)
        assert counts["outcome"] == tr.text(outcome["text"])
        assert move_named(one, find["usual"], language) == decision["usual"] != decision["played"]
        assert counts["played"] is None, "the usual choice is named once"
        for count, part in ((outcome["better"], "of_best"), (outcome["other"], "of_played")):
            assert is_rounded(int(counts[part]), int(counts["games"]), count, outcome["games"])
        expected = bars_of(one, decision["played"], decision["played"], counts, language)
        assert [parts["bar"] for _, parts in bars] == expected
        assert int(counts["of_best"]) > int(counts["of_played"])


@pytest.mark.slow
def test_reasons_of_finds_are_told_in_some_games() -> None:
    assert sum(bool(found(game)) for game in Game.games) >= 3


@each_game
@every_language
def test_outcome_of_what_is_still_to_be_drafted_is_not_told(game: str, language: str) -> None:
    for one, _ in sentences(game, language, "outcome"):
        if isinstance(one.before, Tezuma):
            view, text = cast("Any", one.before.view(one.seat)), cast("Any", one.decision)["outcome"]["text"]
            if text.key == SCORED_AT_LEAST.key:
                assert view["seat_bids"][one.seat] is None
            else:
                assert view["seat_pains" if "suit" in text.args else "seat_bids"][one.seat] is not None


@each_of("scharfe-schoten", "tezuma-trick", "tezumashi")
@every_language
def test_outcome_tells_the_seats_bid_or_prediction(game: str, language: str) -> None:
    seen = 0
    for one, parts in sentences(game, language, "outcome"):
        view, text = cast("Any", one.before.view(one.seat)), cast("Any", one.decision)["outcome"]["text"]
        if isinstance(one.before, Tezuma):
            if "points" not in text.args:
                continue
            points = one.before.edition.bids[view["seat_bids"][one.seat] - 1].points
            tricks, told = re.split(r"[(（]", parts["outcome"])[0], set[int]()
            for least, first, last, more in re.findall(r"(at least )?(\d+)(?:[–〜](\d+)|(トリック以上))?", tricks):
                told |= {*range(int(first), len(points) if least or more else int(last or first) + 1)}
            assert told == {tricks for tricks, each in enumerate(points) if each >= text.args["points"]}
        else:
            signs = {suit.symbol: suit.letter for suit in one.before.suits}
            told_signs = [signs[sign] for sign in re.findall("|".join(signs), parts["outcome"])]
            if view["prediction"] is None:
                assert (told_signs, text.args) == ([], {}), "each move is another prediction"
                continue
            most, fewest = view["prediction"]
            assert told_signs == {"most": [most], "fewest": [fewest]}.get(text.key.split("-")[1], [most, fewest])
        seen += 1
    assert seen


@each_game
@every_language
def test_told_holding_has_its_counts_and_leads(game: str, language: str) -> None:
    tr = translation(game, language)
    for one, parts in sentences(game, language, "holding"):
        decision, view = one.decision, one.before.view(one.seat)
        held = decision["holding"]
        assert held is not None
        so = parts["card"] or parts["suit"]
        count = held["games"] if so else decision["worlds"] - held["games"]
        assert is_rounded(int(parts["count"]), int(parts["games"]), count, decision["worlds"])
        assert NAMES.index(parts["who"]) == held["seat"] != one.seat
        leads = (held["here"], held["elsewhere"]) if so else (held["elsewhere"], held["here"])
        assert leads[0] >= leads[1]
        for name, lead in zip(("first", "second"), leads, strict=True):
            points = 0.0 if parts[name] is None else float(parts[name])
            if parts[name] is not None and move_named(one, parts[f"{name}_move"], language) != decision["best"]:
                assert move_named(one, parts[f"{name}_move"], language) == decision["played"]
                points = -points
            assert points == pytest.approx(lead, abs=0.051)
        assert int(parts["count"]) + int(parts["others"]) == int(parts["games"])
        (fact,) = [name for name in REST[language] if parts[name] is not None]
        assert parts["rest"] == REST[language][fact]
        if held["card"] is not None:
            assert code_of(type(one.before), parts["card"] or parts["not_card"]) == held["card"]
            assert held["card"] not in view["hand"]
        else:
            (suit,) = [suit for suit in one.before.suits if tr.text(suit.name) == (parts["suit"] or parts["not_suit"])]
            assert suit.letter == held["suit"]


@pytest.mark.slow
def test_holdings_are_told_in_some_games() -> None:
    assert sum(one.decision["holding"] is not None for game in Game.games for one in told(game)) >= 3


@each_game
def test_holding_agrees_with_the_loss(game: str) -> None:
    """Check that the two numbers of a sentence about a fact agree with the loss.

    The loss is the number of points by which the best move beats the played one, on average over all sampled games. The
    sentence gives two such averages: one over the games in which the fact is true, and one over the other games. Their
    mean, weighted by the numbers of games, must be the loss.
    """
    for one in told(game):
        held, decision = one.decision["holding"], one.decision
        if held is not None and not decision["exact"]:
            share = held["games"] / decision["worlds"]
            assert share * held["here"] + (1 - share) * held["elsewhere"] == pytest.approx(decision["loss"])


@each_game
@every_language
def test_every_loss_has_a_reason_and_without_another_one_it_is_the_mean_points(game: str, language: str) -> None:
    for one in told(game):
        found = dict(parsed(line, language) for line in lines_of(one, language))
        assert ("scored" in found) == (not found.keys() & {"outcome", "holding", "advice"})
        if "scored" in found:
            points, parts = one.decision["scored"], found["scored"]
            assert points is not None
            names = (("own", "others", "better"), ("other", "rest", "other"))
            for own, others, move in names:
                assert [float(parts[own]), float(parts[others])] == pytest.approx(cast("Any", points)[move], abs=0.051)
            assert (parts["team"] is not None) == (game == "tennos-square" and one.before.seats == 4)


@each_game
@every_language
def test_told_advice_is_the_positions_and_names_the_best_move_and_not_the_played_one(game: str, language: str) -> None:
    tr = translation(game, language)
    for one, parts in sentences(game, language, "advice"):
        every = {tr.sentence(text): text for text in one.before.advice(one.before.view(one.seat))}
        assert parts["advice"] in every
        key = every[parts["advice"]].key
        assert named(one, one.decision["best"], parts["advice"], key, tr)
        if "split" not in key:  # a split sentence names the winning cards, and also the losing ones
            assert not named(one, one.decision["played"], parts["advice"], key, tr)


@pytest.mark.slow
def test_advice_is_told_in_most_games() -> None:
    assert sum(any(one.decision["advice"] for one in told(game)) for game in Game.games) >= 4


def named(one: Told, move: str, sentence: str, key: str, tr: Translation) -> bool:
    """Return whether a sentence names all cards, suits and slots of a move."""
    verb, *words = move.split()
    if verb == "predict":  # a sentence about a prediction names one of its two colours
        words = [words["few" in key or "none" in key]]
    return bool(words) and all(_is_in(sentence, word, one.before, tr) for word in words)


def _is_in(sentence: str, word: str, game: Game, tr: Translation) -> bool:
    """Return whether a sentence names `word`: a slot, suit or card. The chip for high and low counts as named."""
    if word.isdecimal():
        ranges = re.findall(r"(?<![\d.])(\d+)(?:[–〜](\d+))?(?![\d.])", sentence)
        return any(int(first) <= int(word) <= int(last or first) for first, last in ranges)
    if word == "rank" or len(word) == 1:
        return word == "rank" or any(tr.text(suit.name) in sentence for suit in game.suits if suit.letter == word)
    return re.search(re.escape(tr.card(word)) + r"(?!\d)", sentence) is not None


@each_game
def test_command_line_tells_the_counts_of_finds(game: str) -> None:
    for one in found(game):
        decision, outcome = one.decision, one.decision["gain_outcome"]
        made = cast("Review", {"decisions": [{**decision, "gain": 1.0}], "counted": 0, "loss": 0.0, "luck_error": 0.0})
        values: Any = {"result": 0.0, "luck": 0.0, "own": 0.0, "others": 0.0}
        (line,) = [line for line in review_lines({**made, **values}) if line.startswith("found:")]
        assert outcome is not None
        counts = f"in {outcome['better']} of {outcome['games']} games, with rules of thumb in {outcome['other']})"
        assert line.endswith(f"with {decision['played']} {outcome['text']} {counts}")
        assert f"better than rules of thumb (mostly {decision['usual']})" in line


@each_game
def test_command_line_tells_the_same_counts(game: str) -> None:
    for one in told(game):
        decision = one.decision
        found = cast("Review", {"decisions": [decision], "counted": 0, "loss": 0.0, "luck_error": 0.0})
        values: Any = {"result": 0.0, "luck": 0.0, "own": 0.0, "others": 0.0}
        (line,) = [line for line in review_lines({**found, **values}) if line.startswith("cost:")]
        held = decision["holding"]
        if held is not None:
            what = rf"holds {held['card']}" if held["card"] else rf"holds no {held['suit']}"
            pattern = (
                rf"in (\d+) of (\d+) games seat {held['seat']} {what}:"
                r" .+ is worth ([+-][\d.]+) points there, ([+-][\d.]+)"
            )
            count, games, here, elsewhere = (float(part) for part in cast("Any", re.search(pattern, line)).groups())
            assert (count, games) == (held["games"], decision["worlds"])
            assert here == pytest.approx(held["here"], abs=0.051)
            assert elsewhere == pytest.approx(held["elsewhere"], abs=0.051)
        assert ("what could be seen: " in line) == (decision["advice"] is not None)
        assert ("mean points with" in line) == (not (held or decision["advice"] or decision["outcome"]))


@each_game
def test_stored_decision_is_read_as_it_was(game: str) -> None:
    decisions = [one.decision for one in [*told(game), *found(game)]]
    assert reviews.read(json.dumps({"decisions": decisions}))["decisions"] == decisions
