"""12.1 Leaving vehicles, 12.2 Ramming and 12.6 Crashes: what speed does to men and machines."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.book.injury import Harm
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import BANDS, NUMBERS, Band, Dice, VehicleProfile
from rules.five56mm.book.target_number import NO_HELPS, Helps, Roll, ability, items, roll
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


def _by_speed(chart: Band, speed: float, step: int, house: House) -> Dice | None:
    """The row of a speed, moved up or down by `step` rows; None below the first row, the last row stays the highest.

    MM-R82.
    """
    if speed < chart.rows[0][0]:
        return None
    index = chart.index(speed, upper=house.upper)
    assert index is not None
    index = min(index + step, len(chart.rows) - 1)
    return None if index < 0 else Dice.read(str(chart.rows[index][2]))


def leaving_harm(profile: VehicleProfile, speed: float, in_the_air: bool, house: House = BOOK) -> Harm | None:
    """What jumping off does: nothing from a standing vehicle; a helicopter in the air adds the fall.

    MM-12.1.2, MM-12.1.3, MM-12.1.4, MM-12.1.5, MM-R82.
    """
    if profile.kind == "helicopter" and in_the_air:
        if speed < 1:
            return Harm("fall", Dice.read(NUMBERS.falling_hover), citation="MM-12.1.5")
        dice = _by_speed(BANDS["leaving"], speed, 0, house) or Dice(0, 0)
        return Harm("fall", Dice(dice.sides, dice.plus + NUMBERS.falling), citation="MM-12.1.5")
    dice = _by_speed(BANDS["leaving"], speed, 0, house)
    return None if dice is None or not dice.sides else Harm("jump", dice, citation="MM-12.1.3")


def ramming_harm(speed: float, aboard: bool = False, house: House = BOOK) -> Harm | None:
    """What being run into does; to those aboard a vehicle, one row lower. None below 5 in. MM-12.2.2, MM-12.2.3,
    MM-12.2.4, MM-R82, MM-R86."""
    dice = _by_speed(BANDS["ramming"], speed, -1 if aboard else 0, house)
    return None if dice is None else Harm("ramming", dice, citation="MM-12.2.2")


def crash_harm(profile: VehicleProfile, speed: float, itself: bool, house: House = BOOK) -> Harm | None:
    """What a crash does to those inside, or to the vehicle `itself`: one row higher; a helicopter one more.

    MM-12.6.1, MM-12.6.2, MM-12.6.3, MM-12.6.4, MM-12.6.5, MM-R81, MM-R82.
    """
    flying = profile.kind == "helicopter"
    lowest = BANDS["crash"].rows[0][0]
    if speed < lowest and not flying:
        return None
    step = int(itself)
    if flying and speed < lowest:
        return Harm("crash", _row(BANDS["crash"], step), citation="MM-12.6.4")
    if flying and (itself or house.choice("helicopter-crash-step") == "occupants-and-vehicle"):
        step += 1
    dice = _by_speed(BANDS["crash"], speed, step, house)
    return None if dice is None else Harm("crash", dice, citation="MM-12.6.2")


def _row(chart: Band, index: int) -> Dice:
    return Dice.read(str(chart.rows[index][2]))


@dataclass(frozen=True, slots=True)
class Dodge:
    """Somebody in the path of a vehicle: the driver's die sets the number, he jumps."""

    driver_die: int
    roll: Roll


def dodge(
    driver_morale: int,
    profile: VehicleProfile,
    movement: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> Dodge:
    """D6 + Movement against the driver's D6 + Morale + Manoeuvre. MM-12.2.1, MM-R43, MM-R86. `penalties`: of him who
    jumps, wounds and gas only."""
    die = chance.roll(6, for_="run at him")
    driver = items(Item(driver_morale, "driver's Morale"), Item(profile.manoeuvre, "Manoeuvre"))
    number = Itemised((Item(die, "D6 of the driver", "MM-12.2.1"), *driver, *penalties))
    bonus = Itemised((ability(movement, "Movement", "MM-12.2.1"),))
    return Dodge(die, roll("jump clear", number, bonus, chance, helps.with_rerolls()))
