"""4.6 Drive, 4.7 Pilot and 4.8 Fast Rope: tasks at the wheel and the stick, and down the rope."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from rules.five56mm.book.injury import Harm
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import MARGINS, NUMBERS, ROWS, VehicleProfile
from rules.five56mm.book.target_number import NO_HELPS, Helps, Roll, ability, d3, items, roll
from rules.five56mm.book.vehicle_damage import Damage, damage_penalty
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised

# ── Tasks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


BEST_MARGIN = 6
"""Beyond it the tables of the tasks tell nothing apart, either way."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Who drives or flies. `co_pilot`: he has taken over from the pilot (MM-12.9.2). `penalties`: wounds and so on."""

    morale: int
    skills: Collection[str] = ()
    co_pilot: bool = False
    penalties: tuple[Item, ...] = ()
    helps: Helps = NO_HELPS


def skilled(profile: VehicleProfile, skills: Collection[str]) -> bool:
    """Driver for wheeled vehicles, Pilot for helicopters. MM-10.D.1, MM-10.P.1, MM-R102."""
    if profile.kind == "helicopter":
        return "Pilot" in skills
    return profile.wheeled and "Driver" in skills


def task_number(
    task: str, profile: VehicleProfile, hands: Hands, damage: Collection[Damage] = (), house: House = BOOK
) -> tuple[Itemised, Itemised]:
    """TN of a Driver or Pilot Task and what is added to the D6. `task` "control": keeping an immobilised vehicle on
    the road (MM-R83).

    MM-4.6.1, MM-4.6.2, MM-4.6.6, MM-4.7.1, MM-4.7.2, MM-12.9.2, MM-12.51.2, MM-12.51.3, MM-R54, MM-R55.
    """
    flying = profile.kind == "helicopter"
    if task == "control":
        base, name, cited = NUMBERS.control, "manoeuvre", "MM-12.51.5"
    else:
        chart, cited = (ROWS["pilot-tasks"], "MM-4.7.2") if flying else (ROWS["driver-tasks"], "MM-4.6.6")
        base, name = chart.number(task), chart.word(task, 1)
        if flying and task == "land":
            name = house.choice("land-ability")
    score = profile.speed if name == "speed" else profile.manoeuvre
    untrained = "MM-4.7.1" if flying else "MM-4.6.1"
    number = (
        Item(base, task.replace("-", " "), cited),
        *items(
            None if skilled(profile, hands.skills) else Item(2, "without the skill", untrained),
            Item(NUMBERS.co_pilot if hands.co_pilot else 0, "co-pilot", "MM-12.9.2"),
            Item(damage_penalty(damage), "damaged vehicle", "MM-12.51.2"),
        ),
        *hands.penalties,
    )
    return Itemised(number), Itemised((ability(hands.morale, "Morale", cited), *items(Item(score, name.capitalize()))))


@dataclass(frozen=True, slots=True)
class Task:
    """A task attempted: what its margin gives. `inches`: extra distance of Full Speed. `turns`: right-angle turns.
    `overshoot`: inches beyond the place meant. `aboard`: TN for those who Fire or Fast Rope from a hover."""

    task: str
    roll: Roll
    inches: float = 0.0
    turns: int = 0
    overshoot: int = 0
    aboard: int = 0
    result: Literal["", "damaged", "immobilised", "destroyed"] = ""

    @property
    def done(self) -> bool:
        return self.roll.passed


def attempt(
    task: str,
    profile: VehicleProfile,
    hands: Hands,
    chance: Chance,
    damage: Collection[Damage] = (),
    house: House = BOOK,
) -> Task:
    """Roll a task and read its table. A failed Full Speed, Turn or Bank gives nothing (MM-R52).

    MM-4.6.7, MM-4.6.9, MM-4.72.1, MM-4.72.2, MM-4.73.1, MM-4.73.2, MM-4.74.1, MM-4.75.1, MM-R53, MM-R54.
    """
    number, bonus = task_number(task, profile, hands, damage, house)
    helps = hands.helps.with_rerolls().judged(lambda margin: max(-BEST_MARGIN, min(BEST_MARGIN, margin)))
    test = roll(task.replace("-", " "), number, bonus, chance, helps)
    flying = profile.kind == "helicopter"
    if task == "land":
        return _landed(test, chance)
    if task == "hover":
        margin = min(0, test.margin)
        return Task(task, test, overshoot=_overshoot("hover", margin, chance), aboard=_cell("hover", margin, 1))
    if not test.passed:
        return Task(task, test)
    if task == "full-speed":
        inches = MARGINS["pilot-full-speed" if flying else "drive-full-speed"].number(test.margin)
        if flying and test.margin == 4:
            inches = house.number("helicopter-full-speed-at-plus-4")
        return Task(task, test, inches=float(inches))
    return Task(task, test, turns=_turns(profile, test.margin))


def _turns(profile: VehicleProfile, margin: int) -> int:
    return MARGINS["bank" if profile.kind == "helicopter" else "drive-turn"].number(margin)


def most_turns(task: str, profile: VehicleProfile) -> int:
    """Turns of up to 90 degrees that a task wins at its best. MM-4.6.9, MM-4.75.1."""
    return _turns(profile, BEST_MARGIN) if task in ("turn", "bank") else 0


def _cell(chart: str, margin: int, column: int) -> int:
    return MARGINS[chart].number(margin, column)


def _landed(test: Roll, chance: Chance) -> Task:
    """MM-4.72.1 to MM-4.72.5, MM-R56."""
    margin = min(0, test.margin)
    result = MARGINS["land"].word(margin, 1)
    overshoot = _overshoot("land", margin, chance)
    assert result in ("", "damaged", "immobilised", "destroyed")
    return Task("land", test, overshoot=overshoot, result=result)


def landing_harm(margin: int, inside: bool) -> Harm | None:
    """What a bad landing does to those inside, and to those within 4 in of it; None for nothing.

    MM-4.72.3, MM-4.72.4, MM-4.72.5.
    """
    dice = MARGINS["land"].roll(min(0, margin), 2 if inside else 3)
    return None if dice is None else Harm("crash landing" if inside else "explosion", dice, citation="MM-4.72.3")


def _overshoot(chart: str, margin: int, chance: Chance) -> int:
    dice = MARGINS[chart].roll(margin)
    if dice is None or not dice.sides:
        return 0
    die = d3(chance, for_="overshoot") if dice.sides == 3 else chance.roll(6, for_="overshoot")
    return die + dice.plus


def fast_rope(
    movement: int, hover: int, chance: Chance, penalties: tuple[Item, ...] = (), helps: Helps = NO_HELPS
) -> tuple[Roll, float, Harm | None]:
    """Down the rope: the roll, inches he may move from the helicopter, the fall if he loses his grip.

    MM-4.8.1, MM-4.81.1, MM-4.81.2, MM-R58.
    """
    hovering = items(Item(hover, "helicopter hovers badly", "MM-4.73.2"))
    number = Itemised((Item(NUMBERS.fast_rope, "Fast Rope", "MM-4.8.1"), *hovering, *penalties))
    bonus = Itemised((ability(movement, "Movement", "MM-4.8.1"),))
    test = roll("fast rope", number, bonus, chance, helps.with_rerolls().judged(lambda m: max(-3, min(2, m))))
    dice = MARGINS["fast-rope"].roll(test.margin, 1)
    fall = None if dice is None else Harm("fall from the rope", dice, citation="MM-4.81.2")
    return test, float(MARGINS["fast-rope"].number(test.margin)), fall


def fall_harm(height: float) -> Harm:
    """The fall of whoever jumps from so many inches, by the rows of the rope: up to 2 in as one who comes down too
    fast, up to 4 in as one who loses his grip before the end, from higher as one who loses it. MM-4.81.2, MM-R228"""
    margin = next((margin for margin, most in ((-1, 2.0), (-2, 4.0)) if height <= most), -3)
    dice = MARGINS["fast-rope"].roll(margin, 1)
    assert dice is not None
    return Harm("fall", dice, citation="MM-R228")
