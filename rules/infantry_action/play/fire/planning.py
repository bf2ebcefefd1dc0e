"""Fire as it is written: judged before anything is sealed, with what it would score. IA-R023"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.deed import judged
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.book.kinds import Charge, Light, Weapon
from rules.infantry_action.book.mines import bar_detonation
from rules.infantry_action.book.prisoners import unarmed_bar
from rules.infantry_action.events.orders import FirePlanned
from rules.infantry_action.figures import Figure, Point, Vehicle
from rules.infantry_action.groups import FirePlan, Group
from rules.infantry_action.knowledge import sees
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.command.writing import SEALING, group_of_firer, require_written_for
from rules.infantry_action.play.fire.arms import Arm, arms, bar, bar_where_he_is, of_man
from rules.infantry_action.play.fire.choosing import by_instruction, harms, targets
from rules.infantry_action.play.fire.early import fire_with_orders, meant
from rules.infantry_action.play.fire.forecast import (
    ALONE,
    as_it_stands,
    chances,
    foresee,
    near_of,
    notes,
    on_average,
    rulings,
)
from rules.infantry_action.play.fire.shots import Shot, at_unmanned, direct, indirect, score, thrown
from rules.infantry_action.play.fire.targets import finds_men
from rules.infantry_action.play.fire.unmanned import unmanned_enemies, unmanned_enemy
from rules.infantry_action.play.movement.order_judging import surroundings
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.nearest import plainly
from rules.language.words import counted
from rules.seam.asking import Odds, Offer
from rules.table.board import Point as Place
from rules.table.measure import between
from rules.table.reference import place
from rules.table.scene import Trace

CHARGES = {"molotov": Charge.MOLOTOV, "sticky-bomb": Charge.STICKY_BOMB, "satchel": Charge.SATCHEL}
SMOKERS = (
    Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR, Weapon.GRENADE_LAUNCHER, Weapon.AFV_GUN,
    Weapon.ONE_MAN_AT,
)  # fmt: skip
_DO = {
    "smoke": "Mortars do, and launchers, AFV guns of 75 mm and one-man anti-tank weapons.",
    "light": "Mortars do.",
}
LAMPS = (Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR)
"""What may light the ground. IA-illum.light-mortar, IA-illum.medium-mortar"""


@dataclass(frozen=True, slots=True)
class Planned:
    """A judged declaration: the plans, and the shots that they stand for."""

    side: SideId
    group: str
    plans: tuple[FirePlan, ...]
    shots: tuple[Shot, ...] = ()


def could_fire(state: State, side: SideId) -> bool:
    """Whether anybody of the side has anything to fire at, or could light the ground where it is not day: where nobody
    has, nobody is asked. IA-R023"""
    return any(
        next(_could(state, group), None) is not None or _could_light(state, group) for group in state.groups_of(side)
    )


def _could_light(state: State, group: Group) -> bool:
    """A mortar of it could fire star shells, which are for those who see nobody. IA-illum.light-mortar"""
    if state.light is Light.DAY:
        return False
    return any(arm.weapon in LAMPS and bar(state, arm) is None for arm in arms(state, group))


def _could(state: State, group: Group) -> Iterator[Arm]:
    if not targets(state, group) and next(unmanned_enemies(state, group), None) is None:
        return
    for arm in arms(state, group):
        if bar(state, arm) is None:
            yield arm


# ── Judging ───────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_fire(state: State, action: Fire, by: Actor) -> Planned:
    """Raises RuleViolation for fire that is not located, out of arc or range, or that the man or weapon may not do.
    IA-loc.required, IA-sa.targets, IA-hw.targets, IA-sa.no-fire-after. Smoke and light may be written with the orders
    (IA-R261), by house rule all fire: its range, arc and sight are those of the resolution. IA-R023, IA-R263"""
    with_orders = fire_with_orders(state)
    early = state.step is PeriodStep.ORDERS and (with_orders or action.how in ("smoke", "light"))
    step = PeriodStep.ORDERS if early else PeriodStep.DECLARATION
    side, group = require_written_for(state, by, step, action.unit)
    chosen = tuple(_arms(state, group, action))
    if not chosen:
        nothing = RuleViolation(
            Why.HAS_NONE, "There is nothing that could fire so.", remedy="Choose another man or group."
        )
        raise _unarmed(state, group) or nothing
    if action.how == "hold":
        return Planned(side, group.id, tuple(FirePlan(arm.by, "hold") for arm in chosen))
    spot = _spot(state, group, action.at)
    if action.how == "detonate":
        plan = _detonated(state, side, action, spot)
        SEALING.unsealed(state, side, (group_of_firer(state, plan.by),))
        return Planned(side, group.id, (plan,))
    empty = unmanned_enemy(state, group, action.target) if action.target is not None else None
    target = _target(state, side, action.target) if action.target is not None and empty is None else None
    if action.how in ("smoke", "light"):
        return Planned(side, group.id, tuple(_at_a_place(state, arm, action.how, spot) for arm in chosen[:1]))
    plans: list[FirePlan] = []
    shots: list[Shot] = []
    refused: RuleViolation | None = None
    for arm in chosen:
        at = target or empty
        found = meant(action, at, spot) if with_orders else _shots(state, arm, action, at, spot)
        if isinstance(found, RuleViolation):
            refused = refused or found
            continue
        shots += found
        weapon = (found[0].weapon if found else arm.weapon).value if action.weapon else ""
        plans.append(FirePlan(arm.by, action.how, at.id if at is not None else "", spot, weapon))
    if not plans:
        raise refused or RuleViolation("no-shot", "None of them can do that.", remedy="Name another target.")
    return Planned(side, group.id, tuple(plans), tuple(shots))


def _unarmed(state: State, group: Group) -> RuleViolation | None:
    """Why men who came back from the enemy do not fight: nobody of them has a weapon yet. IA-pris.unarmed, IA-R117"""
    return unarmed_bar(prisoner=False, has_weapon=any(m.weapons or m.grenades for m in state.men(group.id)))


def _arms(state: State, group: Group, action: Fire) -> Iterator[Arm]:
    """Those who are meant: one man, his gun or mount, a weapon by its name, or all of the group."""
    man = state.find(action.figure) if action.figure is not None else None
    if action.figure is not None and (man is None or man.group != group.id or not man.fit):
        raise RuleViolation(Why.UNKNOWN_FIGURE, f"There is no such man in {group.name}.", remedy="Choose one of them.")
    wanted = plainly(action.weapon) if action.weapon else ""
    found = [arm for arm in arms(state, group) if man is None or man.id in arm.men[:1]]
    if action.how in ("grenade", "observe", *CHARGES) or (wanted and man is not None):
        yield from _men(state, group, man, action, wanted)
        return
    if not wanted:
        yield from found
        return
    fitting = [arm for arm in found if wanted in plainly(arm.weapon.value) or wanted in plainly(_name(state, arm))]
    if not fitting:
        carried = ", ".join(sorted({arm.weapon.value for arm in found})) or "nothing that fires"
        raise RuleViolation(Why.UNKNOWN_WEAPON, f"{group.name} has no “{action.weapon}”.", remedy=f"It has: {carried}.")
    yield from fitting


def _name(state: State, arm: Arm) -> str:
    gun = state.find_gun(arm.gun)
    return gun.name if gun is not None else arm.weapon.value


def _men(state: State, group: Group, man: Figure | None, action: Fire, wanted: str) -> Iterator[Arm]:
    for each in state.men(group.id) if man is None else (man,):
        if action.how == "grenade" and not each.grenades:
            continue
        if action.how in CHARGES and CHARGES[action.how] not in each.charges:
            continue
        weapon = next((w for w in each.weapons if wanted and wanted in plainly(w.value)), None)
        if wanted and weapon is None:
            continue
        found = of_man(state, each, weapon)
        if found is not None:
            yield found


def _target(state: State, side: SideId, ref: str) -> Group:
    """An enemy group that the side knows of. "May not know" and "does not exist" read the same."""
    vehicle = state.find_vehicle(ref)
    found = state.find_group(vehicle.group if vehicle is not None else ref)
    if found is None or found.side == side or not sees(state, side, found.id) or not any(state.men(found.id)):
        raise RuleViolation(
            Why.NO_TARGET,
            "No such enemy is located.",
            citation="IA-loc.required",
            remedy="Fire at one that your map shows, or at a place.",
        )
    return found


def _spot(state: State, group: Group, text: str | None) -> Place | None:
    if text is None:
        return None
    return place(text, surroundings(state, group.side, state.anchor(group.id)))


def _shots(
    state: State, arm: Arm, action: Fire, target: Group | Vehicle | None, spot: Point | None
) -> tuple[Shot, ...] | RuleViolation:
    if action.how == "observe":
        return ()
    if action.how == "blind":
        return _blind(state, arm, spot)
    if isinstance(target, Vehicle):
        return _at_empty(state, arm, action, target)
    man = state.find(arm.figure)
    if action.how == "grenade" or action.how in CHARGES:
        assert man is not None
        thrown_ = thrown(state, man, target, spot, CHARGES.get(action.how))
        if target is not None or isinstance(thrown_, RuleViolation):
            return thrown_
        return tuple(replace(each, target="") for each in thrown_[:1])
    if target is None:
        raise RuleViolation(
            Why.NO_TARGET, "At whom?", citation="IA-sa.targets", remedy="Name an enemy that is located."
        )
    found = direct(state, arm, target, arm.weapon if action.weapon else None)
    if isinstance(found, RuleViolation) and arm.weapon.mortar:
        found = indirect(state, arm, target)
    if isinstance(found, Shot) and not (harms(state, found) or finds_men(state, found)):
        return RuleViolation(
            "no-anti-tank-effect",
            f"A {found.weapon.value} does nothing to {target.name}.",
            citation="IA-at.light-weapons",
            remedy="Use an anti-tank weapon, or fire at men.",
        )
    return (found,) if isinstance(found, Shot) else found


def _at_empty(state: State, arm: Arm, action: Fire, vehicle: Vehicle) -> tuple[Shot, ...] | RuleViolation:
    """IA-R093"""
    if action.how != "fire":
        words = f"{vehicle.name} stands empty: there is nobody to throw at."
        return RuleViolation("empty-vehicle", words, citation="IA-R093", remedy="Fire at it.")
    found = at_unmanned(state, arm, vehicle, arm.weapon if action.weapon else None)
    return (found,) if isinstance(found, Shot) else found


def _blind(state: State, arm: Arm, spot: Point | None) -> tuple[Shot, ...] | RuleViolation:
    """Into smoke: whoever is behind it, or nobody. IA-smoke.blind-fire"""
    found = bar(state, arm)
    if found is not None:
        return found
    if not any(screen.active(state.period) for screen in state.screens):
        return RuleViolation("no-smoke", "There is no smoke.", citation="IA-smoke.blind-fire", remedy="Name a target.")
    return ()


def _at_a_place(state: State, arm: Arm, how: str, spot: Point | None) -> FirePlan:
    """Smoke or light from a weapon that makes it. IA-smoke.fifty, IA-smoke.medium-mortar, IA-illum.light-mortar"""
    able = SMOKERS if how == "smoke" else LAMPS
    if arm.weapon not in able:
        raise RuleViolation(
            "no-smoke" if how == "smoke" else "no-light",
            f"A {arm.weapon.value} makes no {how}.",
            citation="IA-smoke.fifty" if how == "smoke" else "IA-illum.light-mortar",
            remedy=_DO[how],
        )
    found = bar(state, arm)
    if found is None and arm.figure:
        found = bar_where_he_is(state, state.figure(arm.figure), arm.weapon)
    if found is not None:
        raise found
    if spot is None:
        raise RuleViolation(Why.NO_PLACE, f"Where is the {how} to be?", remedy="Name a place.")
    return FirePlan(arm.by, how, spot=spot)


def _detonated(state: State, side: SideId, action: Fire, spot: Point | None) -> FirePlan:
    """A Claymore or fougasse of one's own; whoever set up a Claymore sets it off. IA-mine.claymore-setup,
    IA-mine.fougasse"""
    mine = [d for d in state.devices if d.side == side and d.kind != "trip flare" and _can_be_reached(state, d)]
    if action.figure is not None:
        mine = [d for d in mine if d.operator == action.figure]
    if spot is not None:
        mine.sort(key=lambda device: between(device.at, spot))
    if not mine:
        raise RuleViolation(
            Why.HAS_NONE, "You have nothing there to set off.", citation="IA-mine.claymore-setup", remedy="Set one up."
        )
    refused: RuleViolation | None = None
    for device in mine:
        try:
            _require_clear(state, device)
        except RuleViolation as found:
            refused = refused or found
            continue
        return FirePlan(device.operator or device.id, "detonate", device.id)
    assert refused is not None
    raise refused


def _can_be_reached(state: State, device: Device) -> bool:
    man = state.find(device.operator)
    return man is None or man.fit


def _require_clear(state: State, device: Device) -> None:
    """RuleViolation for a Claymore that is just being set up, or whose operator is too near. IA-mine.claymore-setup"""
    man = state.find(device.operator)
    if device.kind == "Claymore" and man is not None:
        bar_detonation(state.period - device.set_in, between(state.position(man) or device.at, device.at))


def write(state: State, ready: Planned) -> list[Event]:
    return [
        FirePlanned(
            side=ready.side, group=ready.group, plans=ready.plans, audience=(ready.side,), citations=("IA-R023",)
        )
    ]


def foreseen(state: State, ready: Planned) -> Odds:
    """How many are hit and what becomes of their nerves, as far as the side can tell. What else fires at the same group
    is not known yet. Of fire that is written before the movement a range, as things stand now."""
    facts = [Fact("weapons", len(ready.plans), Source.MEASURED)]
    shots = ready.shots or tuple(as_it_stands(state, ready.group, ready.plans))
    found = foresee(state, ready.side, shots, stands=bool(ready.shots)) if shots else None
    if shots:
        facts.append(near_of(state, ready.group, shots))
        facts.append(Fact("fire effect", sum(score(state, shot) for shot in shots), Source.MEASURED, "points"))
        facts += [on_average(found)] if found is not None else []
        facts += rulings(state, ready.group, shots)
    traces = tuple(Trace("plan", (shot.arm.at, shot.at), ready.side) for shot in ready.shots)
    if found is None:
        return Odds(facts=tuple(facts), traces=traces)
    return Odds(facts=tuple(facts), chances=chances(found), notes=(*notes(found), ALONE), traces=traces)


# ── Offers ────────────────────────────────────────────────────────────────────────────────────────────────────────


def offers_of(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """Every located enemy that something of the group can fire at, the best first; holding fire."""
    group = state.find_group(unit)
    if group is None or group.side != side:
        return
    if state.step in (PeriodStep.ORDERS, PeriodStep.DECLARATION):
        yield from _smokes(state, group)
    if state.step is PeriodStep.ORDERS and fire_with_orders(state):
        yield from _early(state, side, group)
    if state.step is not PeriodStep.DECLARATION:
        return
    rated: list[tuple[int, Offer]] = []
    for enemy in targets(state, group):
        action = Fire(unit=unit, target=enemy.id)
        planned = judged(judge_fire, state, action, Actor.player(side))
        if planned is not None and planned.shots:
            points = sum(score(state, shot) for shot in planned.shots)
            near = round(min(shot.metres for shot in planned.shots))
            detail = f"{counted(len(planned.shots), 'weapon')}, {near} m"
            rated.append((points, Offer(action, f"Fire at {enemy.name}", detail=detail)))
    yield from (offer for _, offer in sorted(rated, key=lambda pair: -pair[0]))
    for vehicle in unmanned_enemies(state, group):
        action = Fire(unit=unit, target=vehicle.id)
        if judged(judge_fire, state, action, Actor.player(side)) is not None:
            yield Offer(action, f"Fire at the empty {vehicle.name}", detail="no men to hit: at the vehicle itself")
    if any(man.grenades for man in state.men(unit)):
        for enemy in targets(state, group):
            action = Fire(unit=unit, target=enemy.id, how="grenade")
            if judged(judge_fire, state, action, Actor.player(side)) is not None:
                yield Offer(action, f"Grenades at {enemy.name}")
    if rated:
        yield Offer(Fire(unit=unit, how="hold"), "Hold fire")


def _early(state: State, side: SideId, group: Group) -> Iterator[Offer]:
    """With the orders: fire at each enemy whom the side is shown. IA-R263"""
    shown = [enemy for enemy in state.groups if enemy.side != side and sees(state, side, enemy.id)]
    for enemy in shown:
        action = Fire(unit=group.id, target=enemy.id)
        if enemy.kind != "prisoners" and judged(judge_fire, state, action, Actor.player(side)) is not None:
            yield Offer(action, f"Fire at {enemy.name}", detail="if it is seen and in reach after the movement")
    if shown and next(iter(arms(state, group)), None) is not None:
        yield Offer(Fire(unit=group.id, how="hold"), "Hold fire")


def _smokes(state: State, group: Group) -> Iterator[Offer]:
    """A screen, from whatever of it makes one. IA-smoke.fifty, IA-R261"""
    arm = next((arm for arm in arms(state, group) if arm.weapon in SMOKERS and bar(state, arm) is None), None)
    if arm is not None:
        draft = Fire.draft(unit=group.id, weapon=arm.weapon.value, how="smoke")
        yield Offer(draft, "Lay smoke…", needs=("at",), detail=f"with the {arm.weapon.value}")


def expected(state: State, group: Group) -> tuple[Shot, ...]:
    """What the group does if nothing is written for it."""
    return tuple(by_instruction(state, group, frozenset()))
