"""The buttons of a hand: rows by suit if they fit, else tabs of kinds, else a list."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.game import Choice, Game, Path
from engine.text import CARD, Text
from locales import Translation
from show.actions.table_actions import Action
from show.pages.game.hand.controls import Controls
from show.text.page import ROW, Attachment, Json, Part, Picture, Row, Section, Style, button, in_rows, option, select
from show.text.phone import text_width

MOST_COMPONENTS = 39
"""Greatest number of components in a hand, nested ones included. The longest hand needs 39; Discord allows 40."""
MOST_ROWS = 3
"""Each suit has its own row if there are at most this many rows: with more, people would scroll on a phone."""
MOST_PACKED = 3
"""With more rows of cards than this, the footer joins the last row of cards if it fits there."""
LIST = 25
"""Greatest number of lines in a list: Discord's limit."""
BESIDE = 9
"""Greatest width, in Latin letters, of the label of a button beside a sentence."""
TRUMP = "★"
"""The sign after the rank of a trump."""


class ChoiceButtons:
    """The next choices of a seat after the choices already made for the move."""

    def __init__(
        self, game: Game, seat: int, path: Path, tab: str, tr: Translation, controls: Controls, *, plain: bool = False
    ) -> None:
        """Collect the choices after `path`. Only one kind of choices is displayed: `tab`, or else the first kind.

        With `plain` there are buttons for allowed choices only, and their labels have words instead of symbols.
        """
        every = game.choices(seat, path)
        kinds = {choice.token: game.tab(choice.token) for choice in every}
        tabs = {kind.key: kind for kind in kinds.values() if kind is not None}
        self._tabs = tabs if len(tabs) > 1 else {}
        self._tab = tab if tab in self._tabs else next(iter(self._tabs), "")
        self.shown = [one for one in every if not self._tab or kinds[one.token] == self._tabs[self._tab]]
        """The choices of the displayed kind."""
        self.open = [one for one in self.shown if one.reason is None] if plain else self.shown
        """The choices that have buttons."""
        self._plain = plain
        self.seat = seat
        self._game, self._path, self._tr, self._controls = game, path, tr, controls

    @property
    def tabbed(self) -> bool:
        """Whether there are several kinds of choices, of which one is displayed."""
        return bool(self._tabs)

    @property
    def explained(self) -> list[Choice]:
        """The displayed choices that are allowed and have an explanation."""
        return [one for one in self.open if one.reason is None and self._game.about(one.token) is not None]

    @property
    def question(self) -> Text | None:
        """The question put to the player, to choose or to confirm the chosen move; None if nothing is asked."""
        if self.open:
            return self._game.prompt(self.seat, self._path)
        return self._game.warning(self.seat, self._path[-1]) if self._path else None

    def parts(self, beside: int, switch: Sequence[Json]) -> list[Part]:
        """Return the components from the top: tabs, cards, sentences with buttons, other choices, and the footer.

        Args:
            beside: the number of other components in the message.
            switch: the button that turns hints off or on again, if any; it is left out if it does not fit.
        """
        explained = self.explained
        rest = [one for one in self.open if one not in explained]
        above: list[Part] = [self._tab_row()] if self._tabs else []
        sections = self._sections(explained)
        last = [*self._ways_back(), *self._controls.footer(type(self._game), self._tr)]
        room = MOST_COMPONENTS - beside - cost([*above, *sections])
        for end in ([*last, *switch], last) if switch else (last,):
            for cards, below in self._arranged(rest, end, len(sections)):
                if cost([*cards, *below]) <= room:
                    return [*above, *cards, *sections, *below]
        return [*above, *sections, *self._lists(rest), *in_rows(last)]

    def _arranged(self, choices: list[Choice], last: list[Json], between: int) -> Iterator[tuple[list[Row], list[Row]]]:
        """Yield arrangements of the buttons, the clearest first: (rows of cards, rows of other buttons).

        `between` is the number of components between the cards and the other buttons. If it is 0, both may share rows.
        """
        cards = [one for one in choices if one.label.key == CARD.key]
        others = [self._button(one) for one in choices if one not in cards]
        suits = [[self._button(one) for one in suit] for _, suit in groupby(cards, lambda one: one.token[0])]
        every = [one for suit in suits for one in suit]
        below = [*in_rows(others), *in_rows(last)]
        rows = [row for suit in suits for row in in_rows(suit)]
        if len(every) > ROW and len(rows) + between + len(in_rows(others)) <= MOST_ROWS:
            yield rows, below
        shared = len(in_rows(every)) > MOST_PACKED and 0 < len(every) % ROW <= ROW - 1 - len(last) and not others
        if between or not shared:  # otherwise the next arrangement puts `last` into the last row of cards
            yield in_rows(every), below
        if not between:
            yield in_rows([*every, *others, *last]), []

    def _lists(self, choices: list[Choice]) -> Iterator[Row]:
        for part, first in enumerate(range(0, len(choices), LIST)):
            options = tuple(self._option(one) for one in choices[first : first + LIST])
            yield (select(self._controls.pick(self._path, part), options, self._tr("hand-pick")),)

    def _tab_row(self) -> Row:
        """Return the kinds of choices, with the displayed one highlighted."""
        return tuple(
            button(
                self._controls.show_tab(key),
                *self._tab_label(key, name),
                "primary" if key == self._tab else "secondary",
            )
            for key, name in self._tabs.items()
        )

    def _tab_label(self, key: str, name: Text) -> tuple[str, str | None]:
        label, sign = self._tr.label(name)
        return (self._tr("plain-tab", kind=label) if self._plain and key == self._tab else label), sign

    def _sections(self, explained: Sequence[Choice]) -> list[Part]:
        """Build the explanations of choices beside their buttons; only the explanations have the choices' emojis.

        The buttons name the choices if all names are short; otherwise all of them have the same word.
        """
        names = [
            self._tr("hand-take") if self._game.tab(one.token) else self._tr.label(one.label)[0] for one in explained
        ]
        if any(text_width(name) > BESIDE for name in names):
            names = [self._tr("hand-choose")] * len(explained)
        return [self._section(one, name) for one, name in zip(explained, names, strict=True)]

    def _section(self, choice: Choice, name: str) -> Section:
        about = self._tr("hand-about", about=self._game.about(choice.token) or choice.label)
        return Section(about, button(self._choose(choice), name, style=self._style(choice, "success")))

    def _ways_back(self) -> Iterator[Json]:
        """Yield the buttons that confirm or cancel a begun move."""
        if self._path and not self.open:
            yield button(self._controls.choose(self._path, sure=True), self._tr("hand-sure"), style="danger")
        if self._path:
            yield button(self._controls.back(self._path), self._tr("hand-back"), "↩️")

    def _choose(self, choice: Choice) -> Action:
        return self._controls.choose((*self._path, choice.token))

    def _style(self, choice: Choice, style: Style) -> Style:
        return style if self._controls.is_lit(choice) else "secondary"

    def _button(self, choice: Choice) -> Json:
        """Build the button of a choice; it is grey if `Controls.is_lit` is False."""
        tr = self._tr
        if choice.label.key != CARD.key:
            label, sign = tr.label(choice.label)
            return button(self._choose(choice), label, sign, self._style(choice, "success"))
        code = str(choice.label.args["card"])
        sign, trump = tr.sign(code), self._game.trump(self.seat, (*self._path, choice.token))
        if self._plain:
            label = tr("plain-trump", card=tr.card(code), rank=code[1:]) if trump else tr.card(code)
        else:
            label = (code[1:] if sign else code) + (TRUMP if trump else "")
        if choice.copies > 1:
            label = tr("plain-copies" if self._plain else "hand-copies", card=label, count=choice.copies)
        return button(self._choose(choice), label, sign, self._style(choice, "primary"))

    def _option(self, choice: Choice) -> Json:
        label, sign = self._tr.label(choice.label)
        reason = self._tr.aside().text(choice.reason)[:100] if choice.reason else None
        return option(label[:100], choice.token, sign, reason)


def cost(parts: Iterable[Part]) -> int:
    """Return the number of components in parts of a message; a picture counts even if it cannot be rendered."""
    return sum(map(_cost, parts))


def _cost(part: Part) -> int:
    if isinstance(part, Section):
        return 3
    return 1 if isinstance(part, str | Picture | Attachment) else 1 + len(part)
