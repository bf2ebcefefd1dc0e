"""A unit in the making: its steps, and the men, guns and vehicles that they come to. IA-cost.man, IA-R205"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules.infantry_action.book.kinds import Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import BeltKind, Cost, total
from rules.infantry_action.book.switches import House
from rules.infantry_action.book.troops import bunker_capacity, support_cost
from rules.infantry_action.forces.costing import Crewed, PricedUnit, roll_cost
from rules.infantry_action.forces.fieldworks import BUNKER, TRENCH, defence_cost
from rules.infantry_action.forces.garage import BY_KEY, COMMANDER, DRIVER, GUNNER, PASSENGER, VEHICLES, is_gun
from rules.infantry_action.forces.organisations import NATIONS, Nation
from rules.infantry_action.forces.traits import Defence, FigureTraits
from rules.seam.drafting import DRAFTED, DraftStep, OwnUnit
from rules.seam.forces import Organisation

MOST_MEN = 25
TITLE = "Unit of your own"
LOT = 50
"""Points of off-table fire that are bought together. IA-opt.off-table-cost"""
BELT_LOT = 4
"""Pieces of 5 m of a belt that are bought together."""
LOOPHOLE, TRENCH_FOR_ALL = "loophole", "trench for all"
BELTS = frozenset(belt.value for belt in BeltKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDraft(OwnUnit):
    """Its steps are "man.rifleman", "rank.corporal", "weapon.rifle", "without.rifle", "grenades", "gear.radio",
    "charge.satchel charge", "label.engineer", "buy.sherman", "seat.1", "support", "defence.trench",
    "defence.emplacement.sherman"."""

    @property
    def nation(self) -> Nation:
        return NATIONS[self.of]

    @property
    def budget(self) -> int | None:
        """None: a campaign without a limit. IA-cost.campaign"""
        return House(self.options).limit("force-points")


KINDS: tuple[Organisation, ...] = tuple(
    Organisation(
        DRAFTED + key,
        f"{TITLE} ({nation.title})",
        "",
        nation.title,
        MOST_MEN,
        f"up to {MOST_MEN} men",
        nation.locales,
        "IA-cost.limit",
        "Men, weapons, guns and vehicles of your own choice",
        nation.women,
    )
    for key, nation in NATIONS.items()
)


# ── The fold of the steps ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DraftedMan:
    role: str
    traits: FigureTraits


@dataclass(frozen=True, slots=True)
class Thing:
    """A gun or vehicle; `crew`: places with the men's numbers."""

    model: str
    crew: tuple[tuple[str, int], ...]

    @property
    def title(self) -> str:
        return BY_KEY[self.model].title

    @property
    def room(self) -> int:
        """Seats that are free."""
        return BY_KEY[self.model].places.count(PASSENGER) - sum(place == PASSENGER for place, _ in self.crew)


@dataclass(frozen=True, slots=True)
class DraftedForce:
    men: tuple[DraftedMan, ...]
    things: tuple[Thing, ...] = ()
    support: int = 0
    defences: tuple[Defence, ...] = ()
    """For the agreed defender only. IA-opt.field-defences"""

    def man(self, number: int) -> DraftedMan:
        return self.men[number - 1]

    def seat(self, number: int) -> tuple[Thing, str] | None:
        """What a man serves or rides in, and as what."""
        for thing in self.things:
            for place, who in thing.crew:
                if who == number:
                    return thing, place
        return None

    @property
    def roll(self) -> PricedUnit:
        men = tuple((str(number), man.traits) for number, man in enumerate(self.men, start=1))
        crewed = tuple(
            Crewed(thing.title, thing.model, tuple((place, str(who)) for place, who in thing.crew))
            for thing in self.things
        )
        return PricedUnit("The unit", men, crewed)

    @property
    def cost(self) -> Cost:
        support = (support_cost(self.support // LOT),) if self.support else ()
        return total((roll_cost(self.roll), defence_cost(self.defences), *support))

    @property
    def sheltered(self) -> int:
        """Men's places in trenches and bunkers."""
        trenches = sum(count for key, count in self.defences if key == TRENCH)
        return trenches + sum(bunker_capacity(count) for key, count in self.defences if key == BUNKER)


_SMG = FigureTraits(weapons=(Weapon.SMG,))
TEMPLATES: Mapping[str, DraftedMan] = {
    "rifleman": DraftedMan("Rifleman", FigureTraits(weapons=(Weapon.RIFLE,), grenades=True)),
    "rifleman without grenades": DraftedMan("Rifleman", FigureTraits(weapons=(Weapon.RIFLE,))),
    "submachine gunner": DraftedMan("Submachine gunner", FigureTraits(weapons=(Weapon.SMG,), grenades=True)),
    "assault rifleman": DraftedMan("Rifleman", FigureTraits(weapons=(Weapon.ASSAULT_RIFLE,), grenades=True)),
    "grenadier": DraftedMan("Grenadier", FigureTraits(weapons=(Weapon.GRENADE_LAUNCHER,))),
    "magazine LMG gunner": DraftedMan("LMG gunner", FigureTraits(weapons=(Weapon.MAGAZINE_LMG,))),
    "belt LMG gunner": DraftedMan("LMG gunner", FigureTraits(weapons=(Weapon.BELT_LMG,))),
    "anti-tank man": DraftedMan("Anti-tank man", FigureTraits(weapons=(Weapon.ONE_MAN_AT,))),
    "flame thrower man": DraftedMan("Flame thrower man", FigureTraits(weapons=(Weapon.FLAME_THROWER,))),
    "signaller": DraftedMan("Signaller", FigureTraits(weapons=(Weapon.RIFLE,), gear=(Gear.RADIO,))),
    "man with a pistol": DraftedMan("Soldier", FigureTraits()),
}
FIRST = DraftedMan("Leader", FigureTraits(Rank.CORPORAL, (Weapon.SMG,), grenades=True))


def force_of(draft: UnitDraft) -> DraftedForce:
    force = DraftedForce((FIRST,))
    for step in draft.steps:
        force = take(force, step)
    return force


def take(force: DraftedForce, step: DraftStep) -> DraftedForce:
    """Carry a step out that has been judged. ValueError for one that there is not."""
    what, _, which = step.key.partition(".")
    if what == "man":
        return replace(force, men=(*force.men, TEMPLATES[which]))
    if what == "buy":
        return _bought(force, which)
    if what == "support":
        return replace(force, support=force.support + LOT)
    if what == "defence":
        return replace(force, defences=_with_defence(force, which))
    if what == "seat":
        return _seated(force, step.number, int(which))
    man = force.man(step.number)
    changed = replace(man, traits=_CHANGES[what](man.traits, which))
    return replace(
        force, men=tuple(changed if number == step.number else one for number, one in enumerate(force.men, start=1))
    )


_Change = Callable[[FigureTraits, str], FigureTraits]
_CHANGES: Mapping[str, _Change] = {
    "rank": lambda man, which: replace(man, rank=Rank(which)),
    "weapon": lambda man, which: replace(man, weapons=(*man.weapons, Weapon(which))),
    "without": lambda man, which: replace(man, weapons=tuple(each for each in man.weapons if each.value != which)),
    "grenades": lambda man, which: replace(man, grenades=True),
    "gear": lambda man, which: replace(man, gear=(*man.gear, Gear(which))),
    "charge": lambda man, which: replace(man, charges=(*man.charges, Charge(which))),
    "label": lambda man, which: replace(man, specialities=(*man.specialities, which)),
}


def _bought(force: DraftedForce, model: str) -> DraftedForce:
    """With its crew, who come after everybody else. IA-cost.vehicle-extras, IA-cost.afv-crew-weapons, IA-R205"""
    first = len(force.men) + 1
    places = [place for place in BY_KEY[model].places if place != PASSENGER]
    crew = tuple((place, first + number) for number, place in enumerate(places))
    men = tuple(_crewman(model, place, number) for number, place in enumerate(places))
    return replace(force, men=(*force.men, *men), things=(*force.things, Thing(model, crew)))


def _crewman(model: str, place: str, number: int) -> DraftedMan:
    if is_gun(model):
        rank = Rank.PRIVATE if number else Rank.LANCE_CORPORAL
        return DraftedMan("Gunner" if place == GUNNER else "Crew", FigureTraits(rank, (Weapon.RIFLE,)))
    if not VEHICLES[model].hard:
        return DraftedMan(
            "Pilot" if VEHICLES[model].kind.aircraft else "Driver" if place == DRIVER else "Crew", FigureTraits()
        )
    if place == COMMANDER:
        return DraftedMan("Commander", FigureTraits(Rank.CORPORAL, (Weapon.SMG,), grenades=True))
    return (
        DraftedMan("Driver", _SMG)
        if place == DRIVER
        else DraftedMan("Gunner" if number == 2 else "Crew", FigureTraits())
    )


def _with_defence(force: DraftedForce, which: str) -> tuple[Defence, ...]:
    """Bunkers stand one by one; of everything else there is more. ValueError for a loophole without a bunker."""
    found = list(force.defences)
    if which == BUNKER:
        return (*found, (BUNKER, bunker_capacity(1)))
    if which == LOOPHOLE:
        last = max((at for at, (key, _) in enumerate(found) if key == BUNKER), default=None)
        if last is None:
            raise ValueError(which)
        found[last] = (BUNKER, found[last][1] + 1)
        return tuple(found)
    if which == TRENCH_FOR_ALL:
        key, more = TRENCH, max(0, len(force.men) - force.sheltered)
    elif which in BELTS:
        key, more = which, BELT_LOT
    else:
        key, more = which, 1
    known = dict(found)
    known[key] = known.get(key, 0) + more
    bunkers = [each for each in found if each[0] == BUNKER]
    return (*bunkers, *((each, count) for each, count in known.items() if each != BUNKER and count))


def _seated(force: DraftedForce, number: int, at: int) -> DraftedForce:
    thing = force.things[at - 1]
    sits = replace(thing, crew=(*thing.crew, (PASSENGER, number)))
    things = tuple(sits if place == at else one for place, one in enumerate(force.things, start=1))
    return replace(force, things=things)
