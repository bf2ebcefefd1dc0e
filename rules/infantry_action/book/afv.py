"""AFV crews: who gets out of a knocked-out vehicle, and who aboard counts as an infantry target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance


class _Crew(Figures):
    escapes: int
    with_smg: int
    rider_escapes: int


FIGURES = section("afv-crew", _Crew)


class PlaceAboard(StrEnum):
    """Where a man of a vehicle is when it is fired on."""

    INSIDE = "inside"
    OPEN_HATCH = "commander with hatch open"
    FIRING_HATCH = "firing from a hatch"
    FIRING_OVER_SIDE = "firing over the side of an open vehicle"

    @property
    def infantry_target(self) -> bool:
        """Such men are a target of anti-personnel fire; men inside never. IA-afvcrew.exposed-targets, IA-R162."""
        return self is not PlaceAboard.INSIDE


@dataclass(frozen=True, slots=True)
class Crewman:
    """`key`: whatever the caller knows him by."""

    key: str
    commander: bool = False


@dataclass(frozen=True, slots=True)
class Escape:
    """One man's die. `weapon`: what a crewman has outside, a sub machine gun or a pistol; of a rider (who keeps what
    he had) and of a casualty none. Crewmen have no grenades outside (IA-afvcrew.no-grenades)."""

    key: str
    die: int
    escaped: bool
    weapon: Weapon | None = None


def escape_crew(crew: Sequence[Crewman], smgs: int, chance: Chance) -> tuple[Escape, ...]:
    """The crew of a knocked-out AFV dice in turn, the commander first, then in the order given: 6 with a sub machine
    gun while any of the `smgs` paid for is left, else and on 3 to 5 with a pistol, 1 and 2 casualties.

    IA-afvcrew.escape, IA-afvcrew.no-grenades, IA-R129.
    """
    result: list[Escape] = []
    left = smgs
    for man in sorted(crew, key=lambda man: not man.commander):
        die = chance.roll(6, for_=f"escape of {man.key}")
        if die < FIGURES.escapes:
            result.append(Escape(man.key, die, False))
            continue
        armed = die >= FIGURES.with_smg and left > 0
        left -= armed
        result.append(Escape(man.key, die, True, Weapon.SMG if armed else Weapon.PISTOL))
    return tuple(result)


def escape_riders(riders: Sequence[str], chance: Chance) -> tuple[Escape, ...]:
    """Infantry riding in or on a knocked-out vehicle: out on 3 or more with their personal weapons; heavy weapons are
    abandoned. IA-afvcrew.riders."""
    dice = [(key, chance.roll(6, for_=f"escape of {key}")) for key in riders]
    return tuple(Escape(key, die, die >= FIGURES.rider_escapes) for key, die in dice)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="afv-crew-escape",
        title="Men of a knocked-out AFV",
        section="AFV Crew Casualties",
        columns=("die", "crew", "infantry riding"),
        rows=(
            (f"1 to {FIGURES.escapes - 1}", "casualty", "casualty"),
            (f"{FIGURES.escapes} to {FIGURES.with_smg - 1}", "escapes with a pistol", "escapes with personal weapons"),
            (str(FIGURES.with_smg), "escapes with a sub machine gun if paid for", "escapes with personal weapons"),
        ),
        dice="1D6 a man",
        notes=("Crewmen outside have no grenades; heavy weapons are abandoned.",),
        citation="IA-afvcrew.escape",
    ),
)
