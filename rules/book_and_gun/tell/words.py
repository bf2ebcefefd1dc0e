"""Words that all events share: who, where, dice, numbers. They name nobody whom the viewer may not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.battle import telling
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.play.ground.knowing import knows, owns
from rules.book_and_gun.state import State
from rules.book_and_gun.view import side_name
from rules.kernel.action import SideId
from rules.kernel.chance import Card, card_sign
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised, plain
from rules.language.words import listed
from rules.table.board import Point
from rules.table.reference import square_of
from rules.telling.told import TellingRole, Told

UNSEEN = "an unseen unit"


@dataclass(frozen=True, slots=True)
class Words(telling.Words[State]):
    """Whose names the reader may know."""

    def own(self, side: SideId) -> bool:
        """Whether he may know all of that side: civilians' too, where he runs them."""
        return owns(self.state, self.viewer, side)

    def bodies(self) -> Iterator[str]:
        yield from (each.name for each in (*self.state.units, *self.state.sides))

    def knows(self, unit_id: str) -> bool:
        return any(u.id == unit_id and knows(self.state, self.viewer, u) for u in self.state.units)

    def owns(self, unit_id: str) -> bool:
        return self.own(self.state.unit(unit_id).side)

    def unit(self, unit_id: str) -> str:
        """The unit's name; of one that the viewer may not know: "an unseen unit"."""
        return self.state.unit(unit_id).name if self.knows(unit_id) else UNSEEN

    def figure(self, figure_id: str, *, home: bool = True) -> str:
        """ "Cpl Smith (1st Squad)"; without `home` the unit is left out."""
        unit = self.state.unit_of(figure_id)
        if not self.knows(unit.id):
            return f"somebody of {UNSEEN}"
        if self.state.steeds and (steed := self.state.find_steed(figure_id)) is not None:
            return f"{steed.name} ({unit.name})" if home else steed.name
        figure = unit.figure(figure_id)
        name = f"{figure.rank} {figure.name}".strip()
        return f"{name} ({unit.name})" if home else name

    def ref(self, unit_id: str) -> str:
        """What a picture finds the unit by; "" for one that the viewer may not know."""
        return unit_id if self.knows(unit_id) else ""

    def figures(self, ids: Iterable[str]) -> str:
        return listed([self.figure(figure_id, home=False) for figure_id in ids])

    def side(self, side: SideId | None) -> str:
        return side_name(self.state, side)

    def square(self, point: Point) -> str:
        return square_of(self.state.board, point) if self.state.board is not None else ""


def told(
    event: Event,
    headline: str,
    *lines: str,
    important: bool = False,
    details: Iterable[str] = (),
    facts: Iterable[Fact] = (),
    shown: bool = False,
    role: TellingRole = TellingRole.ALONE,
    about: str = "",
) -> Told:
    """The words; the first letter is made a capital. `shown`: they show the event's dice and cards."""
    return Told(
        headline[:1].upper() + headline[1:],
        tuple(line for line in lines if line),
        important=important,
        details=tuple(line for line in details if line),
        facts=tuple(facts),
        said=event.draws if shown else (),
        role=role,
        about=about,
    )


def known(words: Words, unit_id: str, said: Told) -> Told | None:
    """What was said, to those who may know of the unit."""
    return said if words.knows(unit_id) else None


def cards(values: Sequence[Card]) -> str:
    return " ".join(card_sign(card) for card in values)


def itemised(what: str, number: Itemised | None) -> str:
    """ "TO HIT 6 = 7 assault rifle, short, class I · −1 body armour"; with one reason "TO HIT 5 (pistol, short)"."""
    if number is None:
        return ""
    if len(number.items) == 1 and number.items[0].amount == number.value:
        return spelled(f"{what} {plain(number.value)} ({number.items[0].reason})")
    return f"{what} {spelled(str(number))}"
