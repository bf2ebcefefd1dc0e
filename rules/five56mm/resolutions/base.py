"""What all one-off resolutions share: house rules, penalties, skills, and rolls in words."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book import procedure
from rules.book.house import Switches
from rules.book.procedure import HouseRuled
from rules.book.procedure import OutcomeValue as OutcomeValue
from rules.book.procedure import items as lines
from rules.five56mm.book.injury import Injury
from rules.five56mm.book.light import Light, Optics, darkness
from rules.five56mm.book.switches import HOUSE, House
from rules.five56mm.book.target_number import Help, HelpProspect, Helps, Roll, items, possible
from rules.five56mm.tell.words import roll_line, wound_words
from rules.kernel.action import FACT
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

Ability = Annotated[int, FACT, Field(ge=0, le=3)]
Penalty = Annotated[int, FACT, Field(ge=0, le=20, description="TN penalty by wounds, gas and a bad escape")]
LightLevel = Annotated[Literal["Full Light", "Low Light", "No Light"], FACT, Field(description="level of light")]
Goggles = Annotated[bool, FACT, Field(description="wears night vision goggles")]
Damaged = Annotated[
    tuple[Literal["minor", "major", "crippling", "immobilised"], ...],
    FACT,
    Field(description="damage that the vehicle has already"),
]
Lucky = Annotated[bool, Field(description="has a Lucky +1 left and uses it when it counts")]


class SkirmishResolution(HouseRuled):
    """Base: every resolution can be asked under house rules."""

    switches: ClassVar[Switches] = HOUSE
    example: ClassVar[str] = "minigun-shots=6"


def penalties(amount: int) -> tuple[Item, ...]:
    return items(Item(amount, "declared penalty", "MM-5.0.4"))


def level_of(light: str) -> Light:
    return Light(light)


def hampered(amount: int, light: str, goggles: bool, house: House) -> tuple[Item, ...]:
    """What hampers an action without a weapon: the declared penalty and the light. MM-6.2.3, MM-6.2.6, MM-R107."""
    return (*penalties(amount), *items(darkness(level_of(light), Optics(goggles), 0.0, house)))


def _declared_is_used(prospect: HelpProspect) -> bool:
    return True


def helps(*skills: tuple[Help, bool], lucky: bool = False) -> Helps:
    """The skills declared: a re-roll is made of whatever failed, a Lucky +1 where it betters the result."""
    return Helps("he", tuple(skill for skill, has in skills if has), lucky, False, _declared_is_used)


class Proceedings(procedure.Proceedings):
    """Collects what happens while one resolution runs."""

    @property
    def house(self) -> House:
        return House(self.options)

    def roll(self, kind: str, test: Roll, *citations: str) -> None:
        self.step(kind, f"{test.what}: {roll_line(test)}: {'success' if test.passed else 'failure'}", *citations)

    def injury(self, injury: Injury, *citations: str) -> None:
        line = "the cover stops it" if injury.roll is None else roll_line(injury.roll)
        self.step("injury", f"{line}: {wound_words(injury)}", *citations)


def require_possible(number: Itemised, bonus: Itemised) -> None:
    """RuleViolation for what even a 6 would not reach. MM-2.3N.4."""
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible", f"Even a 6 would not reach {number}.", citation="MM-2.3N.4", remedy="Try something easier."
        )


def figures(test: Roll) -> dict[str, OutcomeValue]:
    """The numbers of a roll for an outcome, itemised."""
    return {
        "target_number": test.number.value,
        "modifiers": lines(test.number),
        "die": test.die if test.dice else None,
        "roll_modifiers": lines(test.bonus),
        "total": test.total,
        "margin": test.margin,
    }


def wound_figures(injury: Injury) -> dict[str, OutcomeValue]:
    """What a hit did, with the numbers that decided it: damage TN against the total of the resisting roll."""
    found: dict[str, OutcomeValue] = {"wound": injury.level.value, "countdown": injury.countdown}
    test = injury.roll
    if test is not None:
        found |= {
            "damage_tn": test.number.value,
            "damage_modifiers": lines(test.number),
            "resist_total": test.total,
            "resist_modifiers": lines(test.bonus),
            "injury_margin": test.margin,
        }
    return found
