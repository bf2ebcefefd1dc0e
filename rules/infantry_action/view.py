"""What one viewer may know of a battle: an allow-list.

A side's own groups are shown whole. Of the enemy it is shown the groups that it has located, man by man as they stand,
and where it last saw the others. What is written for a period belongs to its own side alone. IA-R157
"""

from __future__ import annotations

from rules.infantry_action.book.afv_reaction import result_of
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.book.prisoners import binds_prisoners
from rules.infantry_action.book.reaction_results import band_of, restrictions
from rules.infantry_action.facts import LOCATED
from rules.infantry_action.figures import Figure, Gun, Life, Vehicle
from rules.infantry_action.groups import Group, GroupOrder
from rules.infantry_action.knowledge import as_shown, may_see
from rules.infantry_action.picture import headline, scene, shown_groups, states
from rules.infantry_action.play.command.reach import awaits_first_order, in_touch
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.play.movement.messengers import carried_to
from rules.infantry_action.state import PeriodStep, State
from rules.language.words import counted, listed
from rules.seam.viewing import FigureView, UnitView, View, Viewer
from rules.table.board import Point
from rules.table.reference import exactly


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    state = as_shown(state, viewer)
    groups = shown_groups(state, viewer)
    return View(
        headline(state),
        _lines(state, viewer),
        tuple(_unit(state, viewer, group) for group in groups),
        scene(state, viewer),
    )


def _lines(state: State, viewer: Viewer) -> tuple[str, ...]:
    lines = [state.light.value.capitalize()]
    if state.period_limit is not None:
        lines.append(f"Period limit {state.period_limit}")
    for side in state.sides:
        if not viewer.owns(side.key):
            continue
        if side.support:
            lines.append(f"{side.name}: off-table support for {counted(side.support, 'point')}")
        lines += [_mission_words(state, mission.id) for mission in state.missions if mission.side == side.key]
        known = [r.name for r in state.registrations if r.side == side.key]
        if known:
            lines.append(f"Registered: {listed(known)}")
    active = sum(1 for screen in state.screens if screen.active(state.period))
    if active:
        lines.append(f"{counted(active, 'smoke screen')}")
    burning = [v.name for v in state.vehicles if v.burning_since > 0 and may_see(state, viewer, v.group)]
    if burning:
        lines.append(f"On fire: {listed(burning)}")
    if state.ended is not None:
        lines += [state.ended.reason, *state.ended.result.told]
    return tuple(lines)


def _mission_words(state: State, id_: str) -> str:
    mission = next(each for each in state.missions if each.id == id_)
    what = {"registration": f"registering {mission.name}"}.get(mission.what, f"{mission.what} called")
    when = f"from period {mission.falls}" if mission.falls > state.period else "falling"
    return f"Support: {what}, {when}, at {place_words(state, mission.at)}"


def place_words(state: State, at: Point | None) -> str:
    return exactly(state.board, at, digits=0)


# ── Groups ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unit(state: State, viewer: Viewer, group: Group) -> UnitView:
    own = viewer.owns(group.side)
    everybody = [figure for figure in state.figures if figure.group == group.id]
    fit = sum(1 for figure in everybody if figure.fit or figure.life is Life.PRISONER)
    return UnitView(
        ref=group.id,
        name=group.name,
        side=group.side,
        strength=fit,
        original=len(everybody) if own else None,
        states=states(state, group, own=own),
        at=place_words(state, state.anchor(group.id)),
        figures=tuple(_figure(state, figure) for figure in everybody) if own else (),
        lines=_sheet(state, group) if own else _outside(state, group),
    )


def _figure(state: State, figure: Figure) -> FigureView:
    notes = [weapon.value for weapon in figure.weapons]
    notes += ["grenades"] if figure.grenades else []
    notes += [gear.value for gear in figure.gear] + [charge.value for charge in figure.charges]
    gun = state.find_gun(figure.serves)
    if gun is not None:
        notes.append(f"serves the {gun.name}")
    if figure.aboard is not None:
        notes.append(f"{figure.place} of {state.vehicle(figure.aboard).name}")
    role = ", ".join(figure.specialities)
    rank = figure.title or figure.rank.value
    return FigureView(figure.id, figure.number, figure.name, rank, role, figure.life.value, tuple(notes))


def _sheet(state: State, group: Group) -> tuple[str, ...]:
    lines: list[str] = []
    draft = state.draft_of(group.id)
    if draft is not None:
        lines.append(f"Written: {order_words(state, draft)}")
    elif group.order is not None:
        lines.append(f"Order: {order_words(state, group.order)}")
    lines += _out_of_touch(state, group)
    score = group.bound.score
    if score is not None and state.armour_of(group.id) is None:
        band = band_of(score)
        bound = [line.words for line in (binds_prisoners(band) if group.kind == "prisoners" else restrictions(band))]
        lines.append(f"Reaction {score}: {'; '.join(bound) if bound else 'no restrictions'}")
    elif score is not None:
        lines.append(f"Reaction {score}: {result_of(score).value}")
    lines += [_gun(state, gun) for gun in state.guns_of(group.id)]
    lines += [_vehicle(vehicle) for vehicle in state.fleet(group.id)]
    said = instructed(state, group)
    lines.append(f"Fire {said.fire}; in cover {said.cover:+d}; leader tests {said.leader}; at mines: {said.mines}")
    seen = [
        state.group(s.target).name
        for s in state.sightings
        if s.by == group.id and (s.kept or s.period >= state.looked_in)
        if state.word(LOCATED, group.id, s.target) is not False
    ]
    ruled = (e.name for e in state.groups if e.side != group.side and state.word(LOCATED, group.id, e.id))
    seen += [name for name in ruled if name not in seen]
    if seen:
        lines.append(f"Has located: {listed(seen)}")
    return tuple(lines)


def _out_of_touch(state: State, group: Group) -> list[str]:
    """What will happen to a group that nobody reaches. IA-orders.out-of-touch, IA-R248"""
    fit = any(True for _ in state.men(group.id))
    if state.step is not PeriodStep.ORDERS or not state.period or group.kind == "prisoners" or not fit:
        return []
    if state.anchor(group.id) is None or in_touch(state, group) is not None or awaits_first_order(group):
        return []
    goes = "it goes on with its last order" if group.order is not None and group.order.path else "it stays where it is"
    coming = carried_to(state, group.id) is not None
    means = "a runner is on his way to it" if coming else "a runner can carry an order to it"
    return [f"Out of communication: {goes}; {means}"]


def _outside(state: State, group: Group) -> tuple[str, ...]:
    """What shows of an enemy group: its guns and vehicles."""
    guns = [gun.kind.value for gun in state.guns_of(group.id) if gun.at is not None]
    driven = [v for v in state.fleet(group.id) if state.aboard(v.id) or not any(state.men(group.id))]
    return tuple(guns + [vehicle.type.title for vehicle in driven])


_FORMATIONS = {"line": "in line", "file": "in file", "wedge": "in a wedge", "bunch": "bunched", "along": "along it"}


def order_words(state: State, order: GroupOrder) -> str:
    """ "walk to D7 (120,260), silent"."""
    words = [order.pace.value]
    if order.path:
        words[0] += f" to {place_words(state, order.path[-1])}"
    if order.formation:
        words.append(_FORMATIONS[order.formation])
    words += [f"{state.figure(id_).name} to {place_words(state, at)}" for id_, at in order.posted]
    if order.pace is Pace.HALT and order.posture is not None:
        words.append(order.posture.value)
    if order.silent:
        words.append("in silence")
    if order.facing is not None:
        words.append(f"facing {order.facing:.0f}°")
    if order.closed is not None:
        words.append("closed down" if order.closed else "hatch open")
    words += [task.kind.replace("-", " ") for task in order.tasks]
    return ", ".join(words)


def _gun(state: State, gun: Gun) -> str:
    ready = gun.ready_from is not None and gun.ready_from <= max(1, state.period)
    crew = len(state.crew(gun.id))
    missiles = f", {gun.missiles} missiles" if gun.kind.value == "anti-tank missile set" else ""
    how = "towed" if gun.towed_by else "ready" if ready else "not ready"
    return f"{gun.name}: {how}, {counted(crew, 'man', 'men')} at it{missiles}"


def _vehicle(vehicle: Vehicle) -> str:
    weapons = listed([mount.title for mount in vehicle.mounts]) or "no weapons"
    smoke = ", smoke salvo left" if vehicle.smoke else ""
    return f"{vehicle.name}: {weapons}{smoke}"
