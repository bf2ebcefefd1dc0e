"""What a pack holds: unit cards, officer tokens, armies, a shooting table of its own. `cards` has the book's.

RA-R01, RA-R02, RA-R04, RA-R05, RA-R14: the book's card pages are not part of the text, so every figure can be replaced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm, Mover, Test, Trait
from rules.red_actions.book.tables import Figures, section

ANY = "any"
"""A card of this army may serve in every army."""
RALLY_INFANTRY = "rally-infantry"
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class _Units(Figures):
    half: int
    horse_holders: int
    bases: dict[Arm, tuple[int, int]]
    guns: dict[str, int]


UNITS = section("units", _Units)
"""Figures of units; `bases`: least and most of each arm. RA-def.unit.1, RA-def.unit.2"""
Success = Annotated[int, Field(ge=0, le=12)]
"""A success number; 0: the troops never take that test, or have no number of their own."""


Traits = Annotated[frozenset[Trait], PlainSerializer(sorted, return_type=list[Trait])]
T = TypeVar("T")


class _Entry(BaseModel):
    """A line of a pack, with the hyphens that people write."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True,
        alias_generator=lambda name: name.replace("_", "-"),
    )  # fmt: skip


class HitNumbers(_Entry):
    """Direct-hit numbers of a card's own, instead of those of the table. RA-R31"""

    building: Annotated[int, Field(ge=2, le=13)]
    moving: Annotated[int, Field(ge=2, le=13)]
    """Against a moving vehicle."""
    stationary: Annotated[int, Field(ge=2, le=13)]
    other: Annotated[int, Field(ge=2, le=13)]


class TroopCard(_Entry):
    """What a unit of these troops can do. RA-def.characteristics, RA-R04, RA-R52"""

    id: Id
    name: Name
    army: Id
    """Whose troops they are; `ANY`: everybody's."""
    arm: Annotated[Arm, Field(alias="kind")]
    mover: Mover
    grade: Annotated[int, Field(alias="class", ge=1, le=4)]
    """1 (mob and partisan level) to 4 (elite). RA-R52"""
    move: Annotated[int, Field(ge=0, le=60)]
    """Inches. RA-move.1"""
    evade: Annotated[int, Field(ge=0, le=60)] = 0
    """Evasive speed in inches; 0: none. RA-evade.1"""
    shoot: Annotated[int, Field(ge=0, le=100)] = 0
    """Shooting value of one base."""
    range: Annotated[int, Field(ge=0, le=400)] = 0
    combat: Annotated[int, Field(ge=0, le=100)] = 0
    charge: Success = 0
    fear: Success = 0
    serious: Success = 0
    rally: Success = 0
    traits: Traits = frozenset()
    may_form: bool = False
    """Cavalry that may be formed. RA-form.cavalry.1"""
    direct_hit: Literal["none", "field", "other"] | HitNumbers = "none"
    """Class of the gun for direct hits, or the card's own numbers. RA-R31"""
    poor_gunnery: bool = False
    """RA-dh.mod.poor"""
    dismounts_as: Id | Literal[""] = ""
    """Card of the same men on foot. RA-dismount.4"""
    stiffened_by: Id | Literal[""] = ""
    """Card of the one base of others that may stiffen such a unit. RA-char.stiffening.1, RA-R128"""
    stiffened_as: Id | Literal[""] = ""
    """Card whose success numbers it then tests by. RA-char.stiffening.2"""
    rally_as: Literal["", "rally-infantry"] = ""
    """Whose rally number they use: their own, or that of their army's infantry. RA-rally.crew.1"""
    unit_min: Annotated[int, Field(ge=1, le=6)] = 1
    unit_max: Annotated[int, Field(ge=1, le=6)] = 1
    points: Annotated[int, Field(ge=0, le=1000)] = 0
    """Of one base."""
    source: Annotated[str, Field(max_length=60)] = "own pack"

    def number(self, test: Test) -> int:
        """The success number for a test, before any bonus. RA-morale.roll.1"""
        return int(getattr(self, test.value))

    @property
    def hits(self) -> bool:
        """Whether its guns roll for direct hits. RA-dh.1"""
        return self.direct_hit != "none"


class OfficerToken(_Entry):
    """An officer token, and how many like it are in the deck. RA-R05, RA-officer.morale.1"""

    id: Id
    deck: Id
    morale: Annotated[int, Field(ge=-5, le=5)]
    traits: Traits = frozenset()
    count: Annotated[int, Field(ge=0, le=60)]
    """0: taken out of the deck."""


class Army(_Entry):
    """RA-def.officer.draw.1, RA-def.officer.draw.2, RA-R14, RA-R152"""

    id: Id
    name: Name
    token_deck: Id
    senior_draw: Annotated[int, Field(ge=1, le=6)]
    """Tokens drawn for each senior officer, one of which is kept."""
    flight_percent: Annotated[int, Field(ge=1, le=100)]
    cards: Annotated[tuple[Id, ...], Field(min_length=1)]
    """Whose troops serve in it, beside everybody's; the first says whose infantry its crews rally as."""
    also: tuple[Id, ...] = ()
    """Single cards of other armies that serve in it."""


class ShootingCells(_Entry):
    """A group's own shooting table. What is not given is the book's. RA-R01, RA-R02"""

    lower_bounds: tuple[int, ...] | None = None
    """The least shooting total of each of the ten columns."""
    rows: tuple[tuple[str, ...], ...] | None = None
    """Eleven rows, 2 to 12, of ten cells; a cell as in `cards.cell_of`."""


class Pack(_Entry):
    """All cards, tokens and armies of a battle, and its own shooting table if it has one."""

    cards: Annotated[tuple[TroopCard, ...], Field(alias="card")]
    tokens: Annotated[tuple[OfficerToken, ...], Field(alias="officer-token")]
    armies: Annotated[tuple[Army, ...], Field(alias="army")]
    rally_infantry: dict[Id, Id]
    """The infantry card of the rally number of crews, by whose troops they are. RA-R60"""
    shooting: ShootingCells = ShootingCells()

    @cached_property
    def _cards(self) -> dict[str, TroopCard]:
        return {card.id: card for card in self.cards}

    @cached_property
    def _armies(self) -> dict[str, Army]:
        return {army.id: army for army in self.armies}

    @cached_property
    def _tokens(self) -> dict[str, OfficerToken]:
        return {token.id: token for token in self.tokens}

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def card(self, id: str) -> TroopCard:
        """Raises RuleViolation for a card that there is not: every unit names one. RA-R04"""
        return _found(self._cards, id, "card", "RA-R04")

    def army(self, id: str) -> Army:
        return _found(self._armies, id, "army", "RA-R14")

    def token(self, id: str) -> OfficerToken:
        return _found(self._tokens, id, "officer token", "RA-R05")

    def deck(self, army: str) -> tuple[str, ...]:
        """The full deck of an army's officer tokens, by id, each as often as it is in it. RA-R05"""
        wanted = self.army(army).token_deck
        return tuple(token.id for token in self.tokens if token.deck == wanted for _ in range(token.count))

    def serving(self, army: str) -> tuple[TroopCard, ...]:
        """The cards that units of an army may have. RA-R152"""
        list_ = self.army(army)
        return tuple(card for card in self.cards if card.army in (ANY, *list_.cards) or card.id in list_.also)

    def rally_card(self, card: TroopCard, army: str) -> TroopCard:
        """Whose rally number a unit of this card uses in that army. RA-rally.crew.1, RA-R60"""
        if card.rally_as != RALLY_INFANTRY:
            return card
        return self.card(self.rally_infantry[self.army(army).cards[0]])

    def faults(self) -> Iterator[tuple[str, str]]:
        """What does not fit together, each with the place where it stands."""
        yield from _twice("card", (card.id for card in self.cards))
        yield from _twice("officer-token", (token.id for token in self.tokens))
        yield from _twice("army", (army.id for army in self.armies))
        for card in self.cards:
            yield from self._card_faults(card)
        for army in self.armies:
            tokens = sum(token.count for token in self.tokens if token.deck == army.token_deck)
            if tokens < army.senior_draw:
                yield f"army {army.id}, token-deck", f"{army.token_deck} has {tokens} tokens; {army.senior_draw} needed"
            if army.cards[0] not in self.rally_infantry:
                yield f"army {army.id}, cards", f"there is no rally-infantry for “{army.cards[0]}”"
            for id in army.also:
                if id not in self:
                    yield f"army {army.id}, also", f"there is no card “{id}”"
        for whose, id in self.rally_infantry.items():
            if id not in self or self._cards[id].arm is not Arm.RIFLE:
                yield f"rally-infantry, {whose}", f"“{id}” isn't a card of riflemen"

    def _card_faults(self, card: TroopCard) -> Iterator[tuple[str, str]]:
        if card.unit_min > card.unit_max:
            yield f"card {card.id}, unit-min", f"{card.unit_min} is more than unit-max, {card.unit_max}"
        if card.dismounts_as and (card.dismounts_as not in self or self._cards[card.dismounts_as].arm is not Arm.RIFLE):
            yield f"card {card.id}, dismounts-as", f"“{card.dismounts_as}” isn't a card of riflemen"
        least, most = UNITS.bases[card.arm]
        if card.unit_min < least or card.unit_max > most:
            yield f"card {card.id}, unit-max", f"units of this kind have {least} to {most} bases"
        for field, id in (("stiffened-by", card.stiffened_by), ("stiffened-as", card.stiffened_as)):
            if id and id not in self:
                yield f"card {card.id}, {field}", f"there is no card “{id}”"
        if bool(card.stiffened_by) != bool(card.stiffened_as):
            yield f"card {card.id}, stiffened-by", "it goes with stiffened-as: give both or neither"
        if card.evade > card.move:
            yield f"card {card.id}, evade", f"{card.evade} is more than its move, {card.move}"


def _found(known: dict[str, T], id: str, what: str, citation: str) -> T:
    if id not in known:
        raise RuleViolation(
            Why.UNKNOWN_CHOICE, f"There is no {what} “{id[:40]}”.", citation=citation,
            remedy=f"Choose one of: {', '.join(known)}.",
        )  # fmt: skip
    return known[id]


def _twice(what: str, ids: Iterator[str]) -> Iterator[tuple[str, str]]:
    yield from ((f"{what} {id}", "it stands there twice") for id, times in Counter(ids).items() if times > 1)
