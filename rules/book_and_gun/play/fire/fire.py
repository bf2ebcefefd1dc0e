"""Fire in a battle: a card's figures fire, their hits are resolved, and what follows from it. Chapter X.

Order of chance: dice, cards, then back blast (BG-R11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun.actions.fire import Fire, OrderLosses
from rules.book_and_gun.book.arms import Arm, arm
from rules.book_and_gun.book.casualty import CasualtyDeck, blast
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.book.volley import volley
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import BackBlasted, CasualtyOrderSet, FireDeclared, MunitionsUsed, ReloadMarked
from rules.book_and_gun.play.fire.aim import LawfulShot, behind, judge_shot, man
from rules.book_and_gun.play.fire.at_vehicle import VehicleAim, aim_at_vehicle, in_vehicles
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire_events import blasted, harm, volleys
from rules.book_and_gun.play.fire.firers import (
    Firers,
    bearing_on,
    declared,
    firers,
    hands,
    in_front,
    markers_after,
    under_control,
    weapons,
)
from rules.book_and_gun.play.fire.line_to_target import FieldOfFire, field_of
from rules.book_and_gun.play.fire.passes import Pass, fired_on, pass_of
from rules.book_and_gun.play.fire.vehicle_volley import fire_at_vehicle, turn_turret
from rules.book_and_gun.play.ground.mounted import targets_of
from rules.book_and_gun.play.ground.tabletop import in_sight
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.play.turn.readiness import allowed_to_fire
from rules.book_and_gun.play.turn.sequence import activated, claim, own_unit
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.once import once_a_state
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class ReadyVolley:
    """A volley before its dice: who fires on the card, and the shots that they take."""

    unit: Unit
    who: Firers
    shots: tuple[LawfulShot, ...]
    action: Fire
    at_vehicles: tuple[VehicleAim, ...] = ()


def judge_fire(state: State, action: Fire, by: Actor) -> ReadyVolley:
    """A unit under its leader, or one figure, fires at a target in its arc.

    Raises RuleViolation for everything that forbids the shot: no card, no chance left, nothing in sight, out of range,
    not spotted, the rules of engagement. BG-X.0.2, BG-X.1.1, BG-R09.
    """
    unit = claim(state, action.unit, by, Phase.FIRE)
    who = firers(state, unit, action.figure, action.only)
    aimed = all_aimed(state, unit, who.figures, action)
    serving = hands(state, unit, [(shot.figure, shot.weapon) for shot in aimed.all])
    if serving:
        known = {f.id for f in who.spent}
        who = replace(who, spent=(*who.spent, *(f for f in unit.fit if f.id in serving - known)))
        aimed = aimed.without(serving)
    require_allowed(state, unit, aimed.all, insist=action.insist)
    return ReadyVolley(unit, who, aimed.shots, action, aimed.at_vehicles)


def fire(state: State, ready: ReadyVolley, chance: Chance) -> list[Event]:
    """The volley: dice, cards, back blast, and who broke the rules of engagement. BG-X.0.2 to BG-X.2.9, BG-R11."""
    unit, who, shots, action = ready.unit, ready.who, ready.shots, ready.action
    course = Course(state, chance)
    afoot = all(figure.seat is None for figure in who.spent)
    if afoot and not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, who.spent):
        how = "unit" if who.as_unit else "figures"
        course.note(FireDeclared(unit=unit.id, how=how, citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, who.spent))
    if (attack := attack_of(state, ready)) is not None and fired_on(course, attack, reloading):
        return course.events
    for shot in (*shots, *ready.at_vehicles):
        if shot.weapon.spent == "laws":
            course.note(MunitionsUsed(unit=unit.id, munition="laws", citations=("BG-R21", "BG-X.4.15")))
    if shots:
        _resolve(course, unit, shots)
    for aim in ready.at_vehicles:
        fire_at_vehicle(course, unit, aim)
        reloading(course, course.state, unit, aim.figure, aim.weapon)
    _blasts(course, shots, action)
    for aim in ready.at_vehicles:
        blast = _still_there(course.state, aim)
        back_blast(course, aim.figure, aim.weapon, blast, aim.target.id)
    enforce(course, state, unit, (*shots, *ready.at_vehicles), insisted=action.insist, as_unit=who.as_unit)
    return course.events


def attack_of(state: State, ready: ReadyVolley) -> Pass | None:
    """The pass over the table that the volley is, where it comes from an aircraft in the air. BG-VIII.2.12b."""
    first = next(iter((*ready.shots, *ready.at_vehicles)))
    range_ = next((float(fact.value) for fact in first.facts if fact.name == "range"), 0.0)
    return pass_of(state, ready.unit, ready.who.figures, first.target, first.at, range_)


def _still_there(state: State, aim: VehicleAim) -> list[tuple[Unit, Figure]]:
    """Who of those in its back blast is still on the field."""
    found = ((state.unit(unit.id), figure) for unit, figure in aim.behind)
    return [(unit, f) for unit, figure in found for f in targets_of(state, unit) if f.id == figure.id]


def binds(state: State, unit: Unit, figures: Sequence[Figure]) -> bool:
    """Figures outside the leader's radius take cards of their own and declare nothing for the unit. BG-R09."""
    controlled = {f.id for f in under_control(state, unit)}
    return any(f.id in controlled for f in figures)


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Aimed:
    """The lawful shots of a volley: at people, and at vehicles."""

    shots: tuple[LawfulShot, ...]
    at_vehicles: tuple[VehicleAim, ...]

    @property
    def all(self) -> tuple[LawfulShot | VehicleAim, ...]:
        return (*self.shots, *self.at_vehicles)

    def without(self, figures: frozenset[str]) -> Aimed:
        """The shots of all but these."""
        shots = tuple(shot for shot in self.shots if shot.figure.id not in figures)
        return Aimed(shots, tuple(shot for shot in self.at_vehicles if shot.figure.id not in figures))


def all_aimed(state: State, unit: Unit, figures: Sequence[Figure], action: Fire) -> Aimed:
    """The lawful shots of these figures: each at the first of the targets, and with the first of its weapons, that it
    can fire at. Who can fire at none of them holds; of disordered horsemen half fire. Raises the reason of the first
    figure when nobody can. BG-X.1.1, BG-X.1.2, BG-XI.3.5c, BG-R09, BG-R123."""
    _require_automatic(state, action)
    targets = [enemy_named(state, unit, target) for target in (action.target, *action.also_at)]
    own = [enemy_named(state, unit, target) for target in action.each_at]
    shots: list[LawfulShot | VehicleAim] = []
    first: RuleViolation | None = None
    for number, figure in enumerate(figures):
        try:
            chain = [*own[number : number + 1], *targets]
            fields = (
                field_of(state, unit, tuple(bearing_on(state, f, target) for f in figures), target, action)
                for target in chain
            )
            shots.append(_shot(state, unit, figure, fields, laws=unit.munitions.laws - _laws(shots)))
        except RuleViolation as refused:
            first = first or refused
    if not shots:
        raise first or RuleViolation(
            "nobody-fires", f"None of {unit.name} can fire.", citation="BG-X.0.2", remedy="Hold fire."
        )
    shots = shots[: allowed_to_fire(state, unit)]
    at_people = tuple(shot for shot in shots if isinstance(shot, LawfulShot))
    if action.automatic and not any(shot.firing.automatic for shot in at_people):
        raise RuleViolation(
            "nobody-on-automatic",
            "No submachinegun or assault rifle of theirs has the target within its short range.",
            citation="BG-XIII.9.2",
            remedy="Fire aimed, or at a nearer target.",
        )
    return Aimed(at_people, tuple(shot for shot in shots if isinstance(shot, VehicleAim)))


def _require_automatic(state: State, action: Fire) -> None:
    """BG-XIII.9.2, BG-R88, BG-R195."""
    if not action.automatic:
        return
    if not on(state, "rock-and-roll"):
        raise RuleViolation(
            "no-automatic-fire",
            "At this table nobody fires on automatic.",
            citation="BG-R88",
            remedy="Fire aimed, or ask for the house rule rock-and-roll=on in the next battle.",
        )
    if action.target_figure is not None:
        raise RuleViolation(
            "not-aimed",
            "Fire on automatic is at all in its cone, not at one figure.",
            citation="BG-XIII.9.2",
            remedy="Leave the figure out, or fire aimed.",
        )


def _laws(shots: Sequence[LawfulShot | VehicleAim]) -> int:
    return sum(shot.weapon.spent == "laws" for shot in shots)


def enemy_named(state: State, unit: Unit, target_id: str) -> Unit:
    """A unit of another side on the table. What the firer may not know reads like what does not exist."""
    found = next((u for u in state.units if u.id == target_id and u.in_play and in_sight(state, unit.side, u)), None)
    if found is None or found.side == unit.side:
        raise RuleViolation(
            Why.NO_TARGET, f"You see no enemy unit “{target_id}”.", remedy="Choose a unit that you see."
        )
    return found


def _shot(
    state: State, unit: Unit, figure: Figure, fields: Iterable[FieldOfFire], *, laws: int
) -> LawfulShot | VehicleAim:
    first: RuleViolation | None = None
    for field in fields:
        figure = next(f for f in field.figures if f.id == figure.id)
        for weapon in weapons(state, unit, figure, field.action.weapon):
            try:
                if weapon.spent == "laws" and laws <= 0:
                    raise RuleViolation("no-laws", f"{unit.name} has no more LAWs.", citation="BG-R21", remedy="Hold.")
                return _with(field, figure, weapon)
            except RuleViolation as refused:
                first = first or refused
    raise first or RuleViolation("nobody-fires", f"{figure.name} cannot fire.", remedy="Hold fire.")


def _with(field: FieldOfFire, figure: Figure, weapon: Arm) -> LawfulShot | VehicleAim:
    """The figure's shot with this weapon. Raises RuleViolation where there is none."""
    action = field.action
    if action.declares:
        return _judged(field, figure, weapon)
    found = _measured(field.state, field.unit, field.target, figure, weapon.key, action.automatic, *field.figures)
    if isinstance(found, RuleViolation):
        # It is raised many times: without this it would keep the frames of them all.
        raise found.with_traceback(None)
    return found


@once_a_state
def _measured(
    state: State, unit: Unit, target: Unit, figure: Figure, weapon: str, automatic: bool, *figures: Figure
) -> LawfulShot | VehicleAim | RuleViolation:
    """A shot for which nothing is declared, or why there is none: offers, their odds and the volley itself ask for
    the same ones."""
    action = Fire(unit=unit.id, target=target.id, automatic=automatic)
    try:
        return _judged(field_of(state, unit, figures, target, action), figure, arm(weapon, state.options))
    except RuleViolation as refused:
        return refused.with_traceback(None)


def _judged(field: FieldOfFire, figure: Figure, weapon: Arm) -> LawfulShot | VehicleAim:
    """At a unit that mans vehicles the shot is at the nearest of them, unless a figure is named. BG-VIII.2.9b."""
    _require_front(field.unit, figure, field.target)
    at_vehicle = field.action.target_figure is None and in_vehicles(field.state, field.target)
    shot = aim_at_vehicle(field, figure, weapon) if at_vehicle else judge_shot(field, figure, weapon)
    _require_known(field.state, field.unit, shot)
    return shot


def _require_front(unit: Unit, figure: Figure, target: Unit) -> None:
    if not in_front(unit, [figure], target):
        raise RuleViolation(
            "rear-rank",
            f"{figure.name} stands behind the two ranks that may shoot.",
            citation="BG-V.2b",
            remedy="Form a line, or fire with another figure.",
        )


def _require_known(state: State, unit: Unit, shot: LawfulShot | VehicleAim) -> None:
    """The target must be spotted, or show itself. BG-VI.1.b."""
    distance = next((float(f.value) for f in shot.facts if f.name == "range"), 0.0)
    if not why_known(state, unit, shot.target, distance=distance, in_view=True):
        raise RuleViolation(
            "not-spotted",
            f"{shot.target.name} is not spotted: it has neither moved nor fired in view.",
            citation="BG-VI.1.b",
            remedy="Spot it first, or wait until it moves or fires.",
        )


# ── Resolving ────────────────────────────────────────────────────────────────────────────────────────────────────


def _resolve(course: Course, unit: Unit, shots: Sequence[LawfulShot]) -> None:
    """Dice, cards, ammunition, reload markers. BG-X.1.5, BG-X.2.1a, BG-VII.3.b.2, BG-R11."""
    state = course.state
    deck = CasualtyDeck(state.casualty_deck, state.options)
    effect = effect_of(state, unit)
    done = volley([shot.firing for shot in shots], deck, course.chance, effect=effect, options=state.options)
    draws = list(course.chance.taken())
    course.note(*volleys(state, unit, shots, done, draws, doubled=effect == "hits doubled"))
    course.note(*harm(state, unit, shots, done, draws))
    for shot in shots:
        turn_turret(course, unit, shot.figure, shot.at.at)
        reloading(course, state, unit, shot.figure, shot.weapon)


def reloading(course: Course, state: State, unit: Unit, figure: Figure, weapon: Arm) -> None:
    """The markers that a shot puts on a weapon. BG-VII.3.b.2, BG-R83, BG-R84."""
    markers = markers_after(state, unit, figure, weapon)
    if markers:
        course.note(
            ReloadMarked(
                unit=unit.id,
                figure=figure.id,
                weapon=weapon.key,
                markers=markers,
                citations=("BG-VII.3.b.2", "BG-R83", "BG-R84"),
            )
        )


def _blasts(course: Course, shots: Sequence[LawfulShot], action: Fire) -> None:
    """Back blast, launcher by launcher; who fell before is not rolled for. BG-X.2.9, BG-R86."""
    for shot in shots:
        state = course.state
        field = field_of(state, state.unit_of(shot.figure.id), [shot.figure], state.unit(shot.target.id), action)
        back_blast(course, shot.figure, shot.weapon, behind(field, shot.figure, shot.weapon, shot.at), shot.target.id)


def back_blast(course: Course, figure: Figure, weapon: Arm, struck: Sequence[tuple[Unit, Figure]], target: str) -> None:
    """The back blast of one launcher on those behind it. `target`: the unit for which a card that harms nobody is told.
    BG-X.2.9, BG-R86."""
    if not struck:
        return
    state = course.state
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = blast([man(state, unit, behind) for unit, behind in struck], deck, course.chance)
    draws = list(course.chance.taken())
    course.note(
        BackBlasted(
            unit=state.unit_of(figure.id).id,
            figure=figure.id,
            weapon=weapon.key,
            dice=done.dice,
            draws=tuple(draws[: len(done.dice)]),
            citations=("BG-X.2.9", "BG-R86"),
        )
    )
    course.note(*blasted(state, figure, weapon, target, done.casualties, draws[len(done.dice) :]))


# ── Orders that bear on fire ─────────────────────────────────────────────────────────────────────────────────────


def order_losses(state: State, action: OrderLosses, by: Actor) -> list[Event]:
    """Whom the owner gives up first, where the table lets him choose. BG-R07."""
    unit = own_unit(state, action.unit, by)
    if switch(state, "hit-allocation") != "owner-chooses":
        raise RuleViolation(
            "not-this-table",
            "At this table hits fall on the nearest figure, or by chance.",
            citation="BG-R07",
            remedy="Ask for the house rule hit-allocation=owner-chooses in the next battle.",
        )
    known = {figure.id for figure in unit.figures}
    if not action.figures or not set(action.figures) <= known or len(set(action.figures)) != len(action.figures):
        raise RuleViolation(
            "unknown-figure",
            f"That isn't a list of figures of {unit.name}.",
            citation="BG-R07",
            remedy="Name figures of this unit, each once.",
        )
    return [CasualtyOrderSet(unit=unit.id, figures=action.figures, audience=(unit.side,), citations=("BG-R07",))]
