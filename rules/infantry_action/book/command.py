"""Choice of Troops: the command structure that a force must have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Rank, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.violation import RuleViolation
from rules.language.words import counted


class Command(Figures):
    afv: tuple[Rank, ...]
    apc: tuple[Rank, ...]
    further: Rank
    crew_guns: int
    crew_grenadiers: int
    led_from: int


COMMAND = section("command", Command)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a force. `refused`: it cannot take the field so; else both players may accept it."""

    text: str
    remedy: str
    citation: str
    refused: bool


@dataclass(frozen=True, slots=True)
class ArmedCrewman:
    """A member of an AFV's crew with his personal weapons."""

    weapons: tuple[Weapon, ...] = ()


def afv_ranks(count: int, *, carriers: bool = False) -> tuple[Rank, ...]:
    """The least ranks of the commanders of so many AFVs, highest first: one, a corporal; two, a sergeant and a
    corporal; three, an officer besides; lance corporals for the rest. `carriers`: APCs that carry an infantry platoon,
    of which three have a sergeant, a corporal and a lance corporal. IA-cost.afv-commanders, IA-cost.apc-commanders."""
    ranks = COMMAND.apc if carriers and count >= len(COMMAND.apc) else COMMAND.afv[-min(count, 3) :]
    return (*ranks[:count], *[COMMAND.further] * (count - len(ranks))) if count else ()


def afv_commander_faults(afvs: Sequence[Rank], carriers: Sequence[Rank] = ()) -> tuple[Fault, ...]:
    """What the commanders of a side's AFVs lack; three or more APCs with a platoon aboard are counted by themselves,
    fewer with the other AFVs. Higher ranks are allowed. IA-cost.afv-commanders, IA-cost.apc-commanders, IA-R166,
    IA-R169."""
    if len(carriers) < len(COMMAND.apc):
        afvs, carriers = (*afvs, *carriers), ()
    faults: list[Fault] = []
    for ranks, aboard, what, rule in (
        (afvs, False, "AFVs", "IA-cost.afv-commanders"),
        (carriers, True, "APCs with a platoon aboard", "IA-cost.apc-commanders"),
    ):
        needed = afv_ranks(len(ranks), carriers=aboard)
        given = sorted(ranks, key=lambda rank: rank.level, reverse=True)
        if any(has.level < least.level for has, least in zip(given, needed, strict=True)):
            what = "a single AFV" if len(ranks) == 1 else f"{len(ranks)} {what}"
            faults.append(
                Fault(
                    f"The commanders of {what} are {_listed(given)}.",
                    f"They must be {_listed(needed)}, or higher.",
                    rule,
                    refused=True,
                )
            )
    return tuple(faults)


def crew_weapon_faults(crew: Iterable[ArmedCrewman], name: str = "The AFV") -> tuple[Fault, ...]:
    """Each AFV crew has at least two sub machine guns, and grenades for one man. IA-cost.afv-crew-weapons, IA-R166."""
    weapons = [weapon for man in crew for weapon in man.weapons]
    guns, grenadiers = weapons.count(Weapon.SMG), weapons.count(Weapon.GRENADE)
    short: list[str] = []
    if guns < COMMAND.crew_guns:
        short.append(f"{counted(COMMAND.crew_guns - guns, 'more sub machine gun')}")
    if grenadiers < COMMAND.crew_grenadiers:
        short.append("grenades for one man")
    if not short:
        return ()
    return (
        Fault(
            f"{name}'s crew lacks personal weapons.",
            f"Give it {' and '.join(short)}.",
            "IA-cost.afv-crew-weapons",
            refused=True,
        ),
    )


def structure_faults(groups: Iterable[tuple[str, Sequence[Rank]]], house: House = BOOK) -> tuple[Fault, ...]:
    """A group of three or more without an officer or NCO, a side without a commissioned officer: warnings, refusals
    under the house rule `command-structure`. `groups`: each with its name and the ranks of its men.
    IA-cost.command-structure, IA-R166."""
    refused = house.choice("command-structure") == "enforce"
    groups = tuple(groups)
    faults = [
        Fault(
            f"{name}: {len(ranks)} men without an officer or NCO.",
            "Give it a leader: a corporal for a section, a lance corporal for a heavy weapon.",
            "IA-cost.command-structure",
            refused,
        )
        for name, ranks in groups
        if len(ranks) >= COMMAND.led_from and not any(rank.leads for rank in ranks)
    ]
    if not any(rank is Rank.OFFICER for _, ranks in groups for rank in ranks):
        faults.append(
            Fault(
                "The side has no commissioned officer: nobody could change its orders but a successor.",
                "Add an officer to lead the platoon.",
                "IA-cost.command-structure",
                refused,
            )
        )
    return tuple(faults)


def judge_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """RuleViolation for the first fault that is refused; the others are given back as warnings. IA-R166."""
    faults = tuple(faults)
    for fault in faults:
        if fault.refused:
            raise RuleViolation("bad-command", fault.text, citation=fault.citation, remedy=fault.remedy)
    return faults


def _listed(ranks: Sequence[Rank]) -> str:
    *first, last = (rank.value for rank in ranks)
    return f"{', '.join(first)} and {last}" if first else last


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="afv-commanders",
        title="Ranks of AFV commanders",
        section="Choice and Cost of Troops",
        columns=("AFVs", "first", "second", "third", "each more"),
        rows=(
            *(
                (count, *(rank.value for rank in afv_ranks(count)), *[None] * (4 - count))
                for count in range(1, len(COMMAND.afv))
            ),
            (len(COMMAND.afv), *(rank.value for rank in COMMAND.afv), COMMAND.further.value),
            ("3 APCs with an infantry platoon", *(rank.value for rank in COMMAND.apc), COMMAND.further.value),
        ),
        notes=(
            f"Each crew: {COMMAND.crew_guns} sub machine guns and grenades for {COMMAND.crew_grenadiers} man, or more.",
        ),
        citation="IA-cost.afv-commanders",
    ),
)
