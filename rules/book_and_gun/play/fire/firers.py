"""Who fires on a card, and with what: units under their leader, single figures, weapons at hand. X.0.3, X.1.1, X.2.

The declaration to fire as a unit or figure by figure is made when the first figure of a unit is activated, and binds
it for the phase (BG-R09).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.book_and_gun.book import measures, reload
from rules.book_and_gun.book.arms import Arm, arm, spelled
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.aboard.crew import post_of, served, through_the_tube
from rules.book_and_gun.play.ground.passage import in_arms_reach
from rules.book_and_gun.play.ground.tabletop import middle, tokens, within
from rules.book_and_gun.play.turn.joker_fire import effect_of, half_of
from rules.book_and_gun.play.turn.leadership import RADIUS, own_leader
from rules.book_and_gun.play.turn.readiness import fire_chances, firing_obstacle
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Formation, Posture, Spacing, Unit
from rules.kernel.changing import replace
from rules.kernel.once import once_a_state, once_for
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.formation import ranks
from rules.table.measure import bearing

AT_THE_GUN = float(measures.FIRE["crew at a gun, within"])
"""Inches from a gun within which its crew stands. BG-X.2.5."""

FIRING_RANKS = measures.FIRE["ranks that fire"]
"""BG-V.2b."""

DEEP = (Formation.COLUMN, Formation.MASS, Formation.ARROWHEAD, Formation.BOX)
"""Formations deeper than two ranks. BG-R147."""


# ── Who ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def declared(state: State, unit: Unit) -> str:
    """How the unit declared to fire in this phase: "unit", "figures" or not yet ("")."""
    return unit.fire_as if unit.fire_as_turn == state.turn else ""


def under_control(state: State, unit: Unit) -> tuple[Figure, ...]:
    """Figures that may still fire on one card under the unit's own leader: he must be unhurt, they within 6 inches of
    him. Empty without such a leader. BG-IV.2b, BG-R09."""
    able = fire_chances(state, unit)
    if switch(state, "fire-card") == "always-unit":
        return able
    leader = own_leader(state, unit)
    if leader is None:
        return ()
    return tuple(f for f in able if f.id == leader.id or within(f, [leader], RADIUS) is not False)


@dataclass(frozen=True, slots=True)
class Firers:
    """Who fires on a card. `spent`: who has had his chance with it, firing or not."""

    figures: tuple[Figure, ...]
    spent: tuple[Figure, ...]
    as_unit: bool


def firers(state: State, unit: Unit, figure: str | None, only: Sequence[str] = ()) -> Firers:
    """The figures that fire on this card: a unit under its leader, all of it or `only` these, or a single `figure`.

    Raises RuleViolation for a figure that may not fire, and for what the declaration or a house rule forbids.
    BG-X.0.3, BG-X.1.1, BG-X.1.11, BG-R09.
    """
    if state.vehicles and (found := _from_vehicle(state, unit, figure, only)) is not None:
        return found
    how = switch(state, "fire-card")
    if figure is not None and how != "always-unit":
        one = (_single(state, unit, figure),)
        return Firers(one, one, as_unit=False)
    group = under_control(state, unit)
    if how == "always-figure" or (figure is not None and how == "always-unit"):
        raise RuleViolation(
            "fire-card",
            "At this table one card is for one figure." if how == "always-figure" else "Units fire whole here.",
            citation="BG-R09",
            remedy="Name a figure." if how == "always-figure" else "Leave the figure out.",
        )
    if declared(state, unit) == "figures":
        raise RuleViolation(
            "declared-figures",
            f"{unit.name} declared to fire figure by figure in this phase.",
            citation="BG-X.0.3",
            remedy="Name a figure.",
        )
    if not group:
        alone = _leaderless(state, unit)
        return Firers(alone, alone, as_unit=False)
    return Firers(_low(state, unit, _chosen(unit, group, only)), group, as_unit=True)


def support_weapon(state: State, unit: Unit, figure: str) -> Firers:
    """One support weapon, which fires on a card of its own whatever a house rule says of units. BG-X.1.1, BG-R09,
    BG-R228."""
    one = (_single(state, unit, figure),)
    return Firers(one, one, as_unit=False)


def _from_vehicle(state: State, unit: Unit, figure: str | None, only: Sequence[str]) -> Firers | None:
    """All served weapons of one vehicle on one card: of the first that has not fired, or the one of whoever is named.
    None where those on foot fire. BG-X.1.1, BG-R123."""
    wanted = (figure,) if figure is not None else tuple(only)
    named = [f for f in unit.figures if f.id in wanted]
    if named and all(f.seat is None for f in named):
        return None
    able = [f for f in fire_chances(state, unit) if f.seat is not None]
    if named:
        for one in named:
            if (obstacle := firing_obstacle(state, unit, one)) is not None:
                raise obstacle
    elif not able:
        return None
    chosen = [f for f in able if f.id in wanted] if named else able
    vehicle = chosen[0].vehicle
    order = [post.figure for post in served(state, state.vehicle(vehicle))]
    figures = tuple(unit.figure(who) for who in order if who in {f.id for f in chosen})
    crew = tuple(f for f in unit.figures if f.vehicle == vehicle and f.fit and f.fire_turn != state.turn)
    return Firers(figures, crew, as_unit=False)


@once_a_state
def bearing_on(state: State, figure: Figure, target: Unit) -> Figure:
    """Whoever serves a weapon that bears all round, looking at the target; others as they are. BG-R214."""
    post, there = post_of(state, figure), middle(target.present)
    if post is None or post.bears == "hull" or figure.at is None or there is None or there == figure.at:
        return figure
    return replace(figure, facing=bearing(figure.at, there))


def _single(state: State, unit: Unit, figure_id: str) -> Figure:
    figure = next((f for f in unit.figures if f.id == figure_id), None)
    if figure is None:
        raise RuleViolation(
            "unknown-figure", f"{unit.name} has no such figure.", remedy="Choose a figure of the unit that fires."
        )
    obstacle = firing_obstacle(state, unit, figure)
    if obstacle is not None:
        raise obstacle
    _low(state, unit, (figure,))
    return figure


def _leaderless(state: State, unit: Unit) -> tuple[Figure, ...]:
    """Figures without their leader take a card each; the only one that is left needs not be named."""
    able = fire_chances(state, unit)
    if len(able) != 1:
        raise RuleViolation(
            "leaderless",
            f"{unit.name} has no leader of its own within {RADIUS:g} inches to control its fire.",
            citation="BG-R09",
            remedy="Fire figure by figure: name one.",
        )
    return _low(state, unit, able)


def _chosen(unit: Unit, group: Sequence[Figure], only: Sequence[str]) -> tuple[Figure, ...]:
    if not only:
        return tuple(group)
    chosen = tuple(f for f in group if f.id in only)
    if len(chosen) != len(set(only)):
        raise RuleViolation(
            "unknown-figure",
            f"Not all of these are figures of {unit.name} that may fire under its leader now.",
            citation="BG-R09",
            remedy="Choose among those that may.",
        )
    return chosen


def _low(state: State, unit: Unit, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Joker 1: only half of the unit's figures fire in this phase, the first in the roster unless others were chosen.
    BG-X.1.13.1, BG-R14."""
    if effect_of(state, unit) != "low on ammunition":
        return figures
    fired = sum(f.fired_turn == state.turn for f in unit.figures)
    left = half_of(len(fire_chances(state, unit)) + fired, state.options) - fired
    if left <= 0:
        raise RuleViolation(
            "low-on-ammunition",
            f"{unit.name} is low on ammunition: half of it has fired.",
            citation="BG-X.1.13.1",
            remedy="Hold fire.",
        )
    return figures[:left]


def in_front(unit: Unit, figures: Sequence[Figure], target: Unit) -> tuple[Figure, ...]:
    """Those who stand in the two ranks that may shoot, counted along the line of fire: in open order, in formations
    that are deeper. BG-V.2b, BG-R147."""
    if unit.order is not Spacing.OPEN or unit.formation not in DEEP:
        return tuple(figures)
    rank = _ranks(unit, target)
    return tuple(f for f in figures if rank.get(f.id, 1) <= FIRING_RANKS)


def _both(unit: Unit, target: Unit) -> tuple[Unit, Unit]:
    return unit, target


@once_for(_both, 4096)
def _ranks(unit: Unit, target: Unit) -> Mapping[str, int]:
    """The rank of each of the unit's figures on its feet, towards the target: once for all who fire."""
    here, there = middle(unit.fit), middle(target.present)
    standing = [f for f in unit.fit if f.at is not None]
    if here is None or there is None or here == there:
        return {}
    return dict(zip((f.id for f in standing), ranks(tokens(standing), bearing(here, there)), strict=True))


# ── With what ────────────────────────────────────────────────────────────────────────────────────────────────────


def weapons(state: State, unit: Unit, figure: Figure, wanted: str | None) -> list[Arm]:
    """The weapons that the figure may fire now, the usual one first; or the one that is wanted.

    Raises RuleViolation for one that he does not have, that is empty or being reloaded. BG-X.2.1a, BG-X.2.4a,
    BG-R21, BG-R83.
    """
    if figure.seat is not None:
        return _mounted(state, figure, wanted)
    if wanted is not None:
        weapon = arm(wanted, state.options)
        obstacle = _obstacle(state, unit, figure, weapon)
        if obstacle is not None:
            raise obstacle
        return [weapon]
    carried = [arm(key, state.options) for key in figure.traits.weapons]
    usable = [each for each in carried if _direct(each) and _obstacle(state, unit, figure, each) is None]
    if not usable:
        obstacle = next((o for each in carried if (o := _obstacle(state, unit, figure, each))), None)
        raise obstacle or RuleViolation(
            "no-direct-fire",
            f"{figure.name} has no weapon for direct fire.",
            citation="BG-X.3.chart",
            remedy="Choose another figure.",
        )
    return usable


def _direct(weapon: Arm) -> bool:
    """Fired directly, at people or into the air."""
    return weapon.direct or weapon.kind == "anti-aircraft"


def _mounted(state: State, figure: Figure, wanted: str | None) -> list[Arm]:
    """The weapon of the vehicle that he serves, and the missile that goes through its barrel. BG-R123, BG-X.4.20."""
    post = post_of(state, figure)
    keys = () if post is None else (post.weapon, through_the_tube(post))
    own = [arm(key, state.options) for key in keys if key]
    asked = None if wanted is None else arm(wanted, state.options).row
    found = [weapon for weapon in own if asked is None or weapon.row is asked]
    if not found:
        raise _no(Why.NOT_CARRIED, f"{figure.name} serves no such weapon of the vehicle.", "BG-R123")
    loaded = [weapon for weapon in found if weapon.key not in figure.empty]
    if not loaded:
        raise _no("out-of-ammunition", f"{figure.name}'s {spelled(found[0].key)} is out of ammunition.", "BG-X.2.1a")
    ready = [weapon for weapon in loaded if not any(key == weapon.key and n for key, n, _ in figure.reload)]
    if not ready:
        raise _no("reloading", f"{figure.name}'s {spelled(loaded[0].key)} is being reloaded.", "BG-R83")
    return ready


def _obstacle(state: State, unit: Unit, figure: Figure, weapon: Arm) -> RuleViolation | None:
    name = figure.name
    if weapon.spent == "laws":
        if not unit.munitions.laws or not figure.traits.weapons:
            return _no("no-laws", f"{unit.name} has no LAW left.", "BG-R21")
    elif weapon.key not in figure.traits.weapons:
        return _no(Why.NOT_CARRIED, f"{name} carries no {spelled(weapon.key)}.", "")
    if weapon.key in figure.wrecked:
        return _no("gun-destroyed", f"{name}'s {spelled(weapon.key)} is destroyed.", "BG-X.2.61c")
    if weapon.key in figure.empty:
        return _no("out-of-ammunition", f"{name}'s {spelled(weapon.key)} is out of ammunition.", "BG-X.2.1a")
    if any(key == weapon.key and markers for key, markers, _ in figure.reload):
        return _no("reloading", f"{name}'s {spelled(weapon.key)} is being reloaded.", "BG-R83")
    if weapon.artillery and figure.posture is Posture.PRONE:
        return _no("prone-gunner", f"{name} lies prone and cannot serve the gun.", "BG-VIII.3.4")
    return _crew_obstacle(state, unit, figure, weapon)


def _crew_obstacle(state: State, unit: Unit, figure: Figure, weapon: Arm) -> RuleViolation | None:
    """BG-X.2.6b, BG-VIII.3.2a."""
    try:
        men = crew(state, unit, figure, weapon)
        reload.require_crew(weapon, figures=len(men), crewmen=sum(f.traits.crew for f in men))
        markers_after(state, unit, figure, weapon)
    except RuleViolation as violation:
        return violation
    return None


def _no(code: str, message: str, citation: str) -> RuleViolation:
    return RuleViolation(code, message, citation=citation, remedy="Choose another weapon or figure.")


def crew(state: State, unit: Unit, figure: Figure, weapon: Arm) -> tuple[Figure, ...]:
    """The fit men who serve his weapon: those of his team, of the whole unit when it has no teams; at a gun only those
    within an inch of it, whom no wall keeps from it. BG-X.2.5, BG-X.2.6a, BG-R208."""
    team = [f for f in unit.fit if f.traits.team == figure.traits.team]
    if serves(state, figure, weapon):
        team = [f for f in team if f.id == figure.id or f.fired_turn != state.turn]
    if not weapon.artillery:
        return tuple(team)
    return tuple(
        f for f in team if f.id == figure.id or in_arms_reach(state.board, [figure], [f], AT_THE_GUN) is not False
    )


def serves(state: State, figure: Figure, weapon: Arm) -> bool:
    """Whether the weapon is a gun that stands beside him. BG-R245"""
    return any(piece.gunner == figure.id and piece.weapon == weapon.key for piece in state.pieces)


def hands(state: State, unit: Unit, fired: Sequence[tuple[Figure, Arm]]) -> frozenset[str]:
    """Those who serve the guns that fire, besides their gunners: they fire nothing else in that turn. BG-R245"""
    return frozenset(
        f.id
        for gunner, weapon in fired
        if state.pieces and serves(state, gunner, weapon)
        for f in crew(state, unit, gunner, weapon)
        if f.id != gunner.id
    )


def markers_after(state: State, unit: Unit, figure: Figure, weapon: Arm) -> int:
    """Reload markers that firing costs him. Raises RuleViolation for guns that have moved or turned; an anti-aircraft
    gun turns freely. BG-R83, BG-R84, BG-R114, BG-VIII.1.21."""
    moved = unit.moved_turn == state.turn and unit.moved_inches > 0
    fixed = not weapon.all_round and (weapon.artillery or weapon.reload == "heavy recoilless rifle")
    turned = unit.turned_turn == state.turn and fixed
    men = len(crew(state, unit, figure, weapon))
    return reload.markers(weapon, crew=men, moved=moved or turned, options=state.options)
