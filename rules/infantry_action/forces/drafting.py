"""A unit of one's own as a guided creation: men, ranks, weapons, gear, guns, vehicles, support, with a running total.

A draft is its steps; the unit is their fold, so the newest step can always be taken back. IA-cost.limit, IA-R205
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.infantry_action.book.command import Fault
from rules.infantry_action.book.kinds import SMALL_ARMS, Charge, Gear, Rank, Weapon
from rules.infantry_action.book.points import POINTS, BeltKind, DeviceKind, written
from rules.infantry_action.forces.costing import faults_of, roll_cost
from rules.infantry_action.forces.draft import (
    BELT_LOT,
    KINDS,
    LOOPHOLE,
    LOT,
    MOST_MEN,
    TEMPLATES,
    TITLE,
    TRENCH_FOR_ALL,
    DraftedForce,
    UnitDraft,
    force_of,
    take,
)
from rules.infantry_action.forces.fieldworks import BUNKER, EMPLACEMENT, MOST, TRENCH, in_words
from rules.infantry_action.forces.garage import BY_KEY, value_of
from rules.infantry_action.forces.ground import PIECE
from rules.infantry_action.forces.traits import (
    ENGINEER,
    OBSERVER,
    UnitTraits,
    dump_figure,
    dump_unit,
    kit_in_words,
)
from rules.kernel.event import Codec
from rules.kernel.violation import RuleViolation
from rules.language.words import capital, counted, with_article
from rules.seam.drafting import (
    Drafting,
    DraftMember,
    DraftStep,
    DraftView,
    DraftWords,
    Purchase,
    refuse,
    require_points,
)
from rules.seam.forces import ElementPlan, FigurePlan, UnitPlan, plain_kind

MEN, RANK, WEAPONS, GEAR, THINGS, MORE = "A further man", "Rank", "Weapons", "Gear, charges", "Gun or vehicle", "More"
DEFENCES = "Field defences"
MOST_OF_A_CHARGE = 4


# ── What may be asked for ─────────────────────────────────────────────────────────────────────────────────────────


def _purchases(draft: UnitDraft, number: int) -> Iterator[Purchase]:
    force = force_of(draft)
    traits = force.man(number).traits
    for key, man in TEMPLATES.items():
        kit = ", ".join(kit_in_words(man.traits))
        yield Purchase(
            f"man.{key}", capital(with_article(key)), f"{written(man.traits.cost.value)} points · {kit}", MEN
        )
    for rank in Rank:
        yield Purchase(f"rank.{rank.value}", rank.value.capitalize(), f"+{POINTS.rank[rank]} points", RANK)
    for weapon in SMALL_ARMS:
        if weapon in (Weapon.PISTOL, Weapon.CLAYMORE, Weapon.GRENADE):
            continue
        if weapon in traits.weapons:
            title = f"Without the {weapon.value}"
            yield Purchase(f"without.{weapon.value}", title, f"−{POINTS.weapon[weapon]} points", WEAPONS)
        else:
            yield Purchase(
                f"weapon.{weapon.value}", weapon.value.capitalize(), f"+{POINTS.weapon[weapon]} points", WEAPONS
            )
    yield Purchase("grenades", "Hand grenades", f"+{POINTS.weapon[Weapon.GRENADE]} points", WEAPONS)
    for gear in Gear:
        yield Purchase(f"gear.{gear.value}", gear.value.capitalize(), f"+{POINTS.gear[gear]} points", GEAR)
    for charge in Charge:
        if charge is not Charge.LINE_CHARGE:
            about = f"+{POINTS.charge[charge]} points · used up"
            yield Purchase(f"charge.{charge.value}", charge.value.capitalize(), about, GEAR)
    for model in (*draft.nation.guns, *draft.nation.vehicles):
        crew = len([place for place in BY_KEY[model].places if place != "passenger"])
        added = roll_cost(take(force, DraftStep(number, f"buy.{model}")).roll).value - roll_cost(force.roll).value
        about = f"{written(added)} points with a crew of {crew} · {written(value_of(model).value)} by itself"
        yield Purchase(f"buy.{model}", BY_KEY[model].title, about, THINGS)
    for label in (ENGINEER, OBSERVER):
        yield Purchase(f"label.{label}", label.capitalize(), "free", MORE)
    for at, thing in enumerate(force.things, start=1):
        if thing.room > 0:
            yield Purchase(f"seat.{at}", f"Rides in {thing.title} ({at})", f"{thing.room} seats free", MORE)
    yield Purchase("support", f"{LOT} points of off-table fire", f"+{LOT} points · one period of fire", MORE)
    yield from _defences(force, number)


def _defences(force: DraftedForce, number: int) -> Iterator[Purchase]:
    """What the agreed defender may have built, whoever's sheet is open. IA-opt.field-defences, IA-R225"""
    emplaced = list(dict.fromkeys(f"{EMPLACEMENT}{thing.model}" for thing in force.things))
    words = {
        TRENCH: "Trench for one man more", TRENCH_FOR_ALL: "Trench for everybody", BUNKER: "Bunker for 3 men",
        LOOPHOLE: "One more place in the last bunker",
        **{belt.value: f"{BELT_LOT * PIECE:g} m of {belt.value}" for belt in BeltKind},
        **{device.value: device.value.capitalize() for device in DeviceKind},
        **{key: f"Emplacement for {BY_KEY[key.removeprefix(EMPLACEMENT)].title}" for key in emplaced},
    }  # fmt: skip
    before = force.cost.value
    for key, title in words.items():
        step = f"defence.{key}"
        try:
            added = take(force, DraftStep(number, step)).cost.value - before
        except ValueError:
            continue
        if added:
            yield Purchase(step, title, f"+{written(added)} points · where you are the agreed defender", DEFENCES)


def _check(force: DraftedForce, number: int, key: str) -> None:
    """RuleViolation for a step that makes no sense for this man."""
    man = force.man(number)
    traits = man.traits
    what, _, which = key.partition(".")
    after = take(force, DraftStep(number, key))
    if len(after.men) > MOST_MEN:
        refuse(
            f"That would be {len(after.men)} men; a unit has at most {MOST_MEN}.",
            "IA-units.group",
            "Raise a second unit for the rest.",
        )
    if what == "rank" and traits.rank.value == which:
        refuse(f"He is {which} already.", "IA-cost.rank", "Choose another rank.")
    if what == "rank" and OBSERVER in traits.specialities and Rank(which) is not Rank.OFFICER:
        refuse("A forward observer is an officer.", "IA-R011", "Leave him his commission.")
    if what == "grenades" and traits.grenades:
        refuse("He has hand grenades already.", "IA-cost.grenades", "Go on.")
    if what == "gear" and Gear(which) in traits.gear:
        refuse(f"He carries a {which} already.", "IA-cost.equipment-30", "Give it to another man.")
    if what == "charge" and traits.charges.count(Charge(which)) >= MOST_OF_A_CHARGE:
        refuse(f"He carries {MOST_OF_A_CHARGE} already.", "IA-R012", "Give it to another man.")
    if what == "label" and which in traits.specialities:
        refuse(f"He is {which} already.", "IA-R011", "Go on.")
    if key == f"label.{OBSERVER}" and traits.rank is not Rank.OFFICER:
        refuse("A forward observer is an officer.", "IA-R011", "Commission him first.")
    if what == "defence":
        _check_defence(force, after, which)
    if what == "seat" and (seat := force.seat(number)) is not None:
        refuse(f"He has his place at the {seat[0].title} already.", "IA-units.group", "Choose another man.")


def _check_defence(force: DraftedForce, after: DraftedForce, which: str) -> None:
    """IA-opt.field-defences"""
    known = [(key, count) for key, count in after.defences if key in MOST]
    for key, count in known:
        if count > MOST[key]:
            refuse(f"That would be {in_words((key, count))}: too much for one unit.", "IA-R225", "Leave it at that.")
    if which.startswith(EMPLACEMENT):
        things = sum(f"{EMPLACEMENT}{thing.model}" == which for thing in force.things)
        if dict(after.defences)[which] > things:
            refuse("It has its emplacement already.", "IA-opt.emplacement-cost", "Go on.")


def _judge(draft: UnitDraft, number: int) -> Callable[[str], None]:
    """What refuses a step that makes no sense for a man, and one that the points do not suffice for. IA-cost.limit"""
    force = force_of(draft)
    before = float(force.cost.value)

    def judge(key: str) -> None:
        _check(force, number, key)
        after = take(force, DraftStep(number, key))
        require_points(before, float(after.cost.value), draft.budget, "IA-cost.limit")

    return judge


# ── The drafting ──────────────────────────────────────────────────────────────────────────────────────────────────


def _refused(force: DraftedForce) -> Fault | None:
    """IA-cost.afv-commanders, IA-cost.afv-crew-weapons"""
    return next((fault for fault in faults_of([force.roll]) if fault.refused), None)


def _finish(draft: UnitDraft) -> UnitPlan:
    """The unit to be raised. RuleViolation while a crew or a commander is not as the book wants him."""
    force = force_of(draft)
    fault = _refused(force)
    if fault is not None:
        raise RuleViolation("bad-command", fault.text, citation=fault.citation, remedy=fault.remedy)
    figures = tuple(
        FigurePlan(number, draft.nation.rank(man.traits.rank), man.role, dump_figure(man.traits))
        for number, man in enumerate(force.men, start=1)
    )
    elements = tuple(
        ElementPlan(len(figures) + number, BY_KEY[thing.model], "", thing.crew)
        for number, thing in enumerate(force.things, start=1)
    )
    traits = dump_unit(UnitTraits(support=force.support, defences=force.defences))
    return UnitPlan(plain_kind(draft.kind), draft.nation.title, "", traits, figures, elements)


# ── What the player sees ──────────────────────────────────────────────────────────────────────────────────────────


def _shown(draft: UnitDraft) -> DraftView:
    force = force_of(draft)
    spent, budget = force.cost.value, draft.budget
    fault = _refused(force)
    notes = [f"{thing.title} ({at})" for at, thing in enumerate(force.things, start=1)]
    if force.support:
        notes.append(f"{counted(force.support, 'point')} of off-table fire")
    notes += [in_words(each) for each in force.defences]
    notes += [fault.text for fault in faults_of([force.roll]) if not fault.refused]
    agreed = "no limit, as in a campaign" if budget is None else f"{budget} agreed"
    return DraftView(
        roll=f"Points: {agreed}",
        budget="" if budget is None else str(budget),
        spent=written(spent),
        left="" if budget is None else written(budget - spent),
        members=tuple(_member(draft, force, number) for number in range(1, len(force.men) + 1)),
        missing="" if fault is None else f"{fault.text} {fault.remedy}",
        notes=tuple(notes),
    )


def _member(draft: UnitDraft, force: DraftedForce, number: int) -> DraftMember:
    man = force.man(number)
    seat = force.seat(number)
    kit = ", ".join(kit_in_words(man.traits))
    tag = "" if seat is None else f"[{seat[0].title}: {seat[1]}]"
    points = f"{written(man.traits.cost.value)} points"
    rank = draft.nation.rank(man.traits.rank)
    return DraftMember(
        number, rank, man.role, tag, points, kit, (f"{man.traits.rank.value.capitalize()}: {kit}", points)
    )


DRAFTING: Drafting[UnitDraft] = Drafting(
    title=TITLE,
    words=DraftWords(
        unit="unit",
        member="man",
        coin="points",
        limit="It costs the book's points; how many there are the house rules say.",
    ),
    kinds=KINDS,
    start=lambda kind, options, chance: UnitDraft(kind=kind, options=options),
    members=lambda draft: len(force_of(draft).men),
    purchases=_purchases,
    judge=_judge,
    shown=_shown,
    finish=_finish,
    drafts=Codec((UnitDraft,)),
    citation="IA-R205",
    first="Choose a man first.",
)
