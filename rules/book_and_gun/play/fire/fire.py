"""Fire in a battle: a card's figures fire, their hits are resolved, and what follows from it. Chapter X.

Order of chance: dice, cards, then back blast (BG-R11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.book_and_gun.actions.fire import Fire, OrderLosses
from rules.book_and_gun.book.arms import Arm, arm
from rules.book_and_gun.book.casualty import CasualtyDeck, blast
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.book.volley import volley
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import BackBlasted, CasualtyOrderSet, FireDeclared, MunitionsUsed, ReloadMarked
from rules.book_and_gun.play.fire.aim import LawfulShot, behind, judge_shot, man
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire_events import blasted, harm, volleys
from rules.book_and_gun.play.fire.firers import (
    Firers,
    declared,
    firers,
    in_front,
    markers_after,
    under_control,
    weapons,
)
from rules.book_and_gun.play.fire.line_to_target import FieldOfFire, field_of
from rules.book_and_gun.play.ground.tabletop import in_sight
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.turn.joker_fire import effect_of
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


def judge_fire(state: State, action: Fire, by: Actor) -> ReadyVolley:
    """A unit under its leader, or one figure, fires at a target in its arc.

    Raises RuleViolation for everything that forbids the shot: no card, no chance left, nothing in sight, out of range,
    not spotted, the rules of engagement. BG-X.0.2, BG-X.1.1, BG-R09.
    """
    unit = claim(state, action.unit, by, Phase.FIRE)
    who = firers(state, unit, action.figure, action.only)
    shots = aimed_shots(state, unit, who.figures, action)
    require_allowed(state, unit, shots, insist=action.insist)
    return ReadyVolley(unit, who, tuple(shots), action)


def fire(state: State, ready: ReadyVolley, chance: Chance) -> list[Event]:
    """The volley: dice, cards, back blast, and who broke the rules of engagement. BG-X.0.2 to BG-X.2.9, BG-R11."""
    unit, who, shots, action = ready.unit, ready.who, ready.shots, ready.action
    course = Course(state, chance)
    if not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, who.spent):
        how = "unit" if who.as_unit else "figures"
        course.note(FireDeclared(unit=unit.id, how=how, citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, who.spent))
    for shot in shots:
        if shot.weapon.spent == "laws":
            course.note(MunitionsUsed(unit=unit.id, munition="laws", citations=("BG-R21", "BG-X.4.15")))
    _resolve(course, unit, shots)
    _blasts(course, shots, action)
    enforce(course, state, unit, shots, insisted=action.insist, as_unit=who.as_unit)
    return course.events


def binds(state: State, unit: Unit, figures: Sequence[Figure]) -> bool:
    """Figures outside the leader's radius take cards of their own and declare nothing for the unit. BG-R09."""
    controlled = {f.id for f in under_control(state, unit)}
    return any(f.id in controlled for f in figures)


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────


def aimed_shots(state: State, unit: Unit, figures: Sequence[Figure], action: Fire) -> list[LawfulShot]:
    """The lawful shots of these figures: each at the first of the targets, and with the first of its weapons, that it
    can fire at. Who can fire at none of them holds. Raises the reason of the first figure when nobody can.
    BG-X.1.1, BG-X.1.2, BG-R09."""
    _require_automatic(state, action)
    targets = [_enemy(state, unit, target) for target in (action.target, *action.also_at)]
    shots: list[LawfulShot] = []
    first: RuleViolation | None = None
    for figure in figures:
        try:
            fields = (field_of(state, unit, figures, target, action) for target in targets)
            shots.append(_shot(state, unit, figure, fields, laws=unit.munitions.laws - _laws(shots)))
        except RuleViolation as refused:
            first = first or refused
    if not shots:
        raise first or RuleViolation(
            "nobody-fires", f"None of {unit.name} can fire.", citation="BG-X.0.2", remedy="Hold fire."
        )
    if action.automatic and not any(shot.firing.automatic for shot in shots):
        raise RuleViolation(
            "nobody-on-automatic",
            "No submachinegun or assault rifle of theirs has the target within its short range.",
            citation="BG-XIII.9.2",
            remedy="Fire aimed, or at a nearer target.",
        )
    return shots


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


def _laws(shots: Sequence[LawfulShot]) -> int:
    return sum(shot.weapon.spent == "laws" for shot in shots)


def _enemy(state: State, unit: Unit, target_id: str) -> Unit:
    """A unit of another side on the table. What the firer may not know reads like what does not exist."""
    found = next((u for u in state.units if u.id == target_id and u.in_play and in_sight(state, unit.side, u)), None)
    if found is None or found.side == unit.side:
        raise RuleViolation(
            Why.NO_TARGET, f"You see no enemy unit “{target_id}”.", remedy="Choose a unit that you see."
        )
    return found


def _shot(state: State, unit: Unit, figure: Figure, fields: Iterable[FieldOfFire], *, laws: int) -> LawfulShot:
    first: RuleViolation | None = None
    for field in fields:
        for weapon in weapons(state, unit, figure, field.action.weapon):
            try:
                if weapon.spent == "laws" and laws <= 0:
                    raise RuleViolation("no-laws", f"{unit.name} has no more LAWs.", citation="BG-R21", remedy="Hold.")
                return _with(field, figure, weapon)
            except RuleViolation as refused:
                first = first or refused
    raise first or RuleViolation("nobody-fires", f"{figure.name} cannot fire.", remedy="Hold fire.")


def _with(field: FieldOfFire, figure: Figure, weapon: Arm) -> LawfulShot:
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
) -> LawfulShot | RuleViolation:
    """A shot for which nothing is declared, or why there is none: offers, their odds and the volley itself ask for
    the same ones."""
    action = Fire(unit=unit.id, target=target.id, automatic=automatic)
    try:
        return _judged(field_of(state, unit, figures, target, action), figure, arm(weapon, state.options))
    except RuleViolation as refused:
        return refused.with_traceback(None)


def _judged(field: FieldOfFire, figure: Figure, weapon: Arm) -> LawfulShot:
    _require_front(field.unit, figure, field.target)
    shot = judge_shot(field, figure, weapon)
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


def _require_known(state: State, unit: Unit, shot: LawfulShot) -> None:
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
