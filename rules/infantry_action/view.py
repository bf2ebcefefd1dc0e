"""What one viewer may know of a battle: an allow-list.

A side's own groups are shown whole. Of the enemy it is shown the groups that it has located, man by man as they stand,
and where it last saw the others. What is written for a period belongs to its own side alone. IA-R157
"""

from __future__ import annotations

from rules.changing import replace
from rules.infantry_action.book.afv_reaction import result_of
from rules.infantry_action.book.kinds import Pace, Posture, Weapon
from rules.infantry_action.book.prisoners import binds_prisoners
from rules.infantry_action.book.reaction_results import band_of, restrictions
from rules.infantry_action.facts import LOCATED
from rules.infantry_action.figures import Figure, Gun, Life, Vehicle, VehicleKind
from rules.infantry_action.forces.sides import AFFILIATIONS, COLOURS
from rules.infantry_action.groups import Group, GroupOrder, LastSeen
from rules.infantry_action.knowledge import as_shown, fogged, known_mines, may_see
from rules.infantry_action.play.command.reach import awaits_first_order, in_touch
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.play.movement.messengers import carried_to
from rules.infantry_action.state import PeriodStep, State
from rules.table.board import Board, Feature, Point, Token
from rules.table.reference import exactly
from rules.table.scene import Scene, Trace, UnitMark
from rules.viewing import FigureView, UnitView, View, Viewer
from rules.words import counted, listed

MAN = 3.5
"""Metres of the dot that stands for a man's base of 10 m front."""
_STEPS = {
    PeriodStep.ORDERS: "orders", PeriodStep.MOVEMENT: "movement", PeriodStep.LOCATION: "looking out",
    PeriodStep.DECLARATION: "fire",
    PeriodStep.RESOLUTION: "fire", PeriodStep.REACTION: "reaction", PeriodStep.CLOSING: "end of the period",
}  # fmt: skip


def view(state: State, viewer: Viewer) -> View:
    """All that the viewer may know."""
    state = as_shown(state, viewer)
    groups = [group for group in state.groups if _listed(state, group) and may_see(state, viewer, group.id)]
    return View(
        headline(state),
        _lines(state, viewer),
        tuple(_unit(state, viewer, group) for group in groups),
        scene(state, viewer),
    )


def headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if not state.period:
        return "Before the first period"
    return f"Period {state.period} · {_STEPS[state.step]}"


def _listed(state: State, group: Group) -> bool:
    """A group that has joined another is shown no more."""
    return any(figure.group == group.id for figure in state.figures)


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


def states(state: State, group: Group, *, own: bool) -> tuple[str, ...]:
    """What is to be seen of it; of one's own also what binds it."""
    found: list[str] = []
    men = list(state.men(group.id))
    if group.kind == "prisoners":
        found.append("prisoners")
    if (
        men
        and all(man.posture is Posture.PRONE for man in men if man.at is not None)
        and not state.vehicles_of(group.id)
    ):
        found.append("prone")
    if group.panicked_in == state.period and state.period:
        found.append("in panic")
    for vehicle in state.fleet(group.id):
        which = f"{vehicle.name} " if men and not state.aboard(vehicle.id) else ""
        if vehicle.condition.value != "running":
            found.append(f"{which}{vehicle.condition.value}")
        if vehicle.burning_since > 0:
            found.append(f"{which}on fire")
        if own and vehicle.hard and vehicle.able:
            found.append("closed down" if vehicle.closed else "open")
    if own and group.hidden:
        found.append("hidden")
    if own and group.dormant:
        found.append("order waits")
    return tuple(dict.fromkeys(found))


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
    return FigureView(figure.id, figure.number, figure.name, figure.rank.value, role, figure.life.value, tuple(notes))


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


# ── The picture ───────────────────────────────────────────────────────────────────────────────────────────────────


def scene(state: State, viewer: Viewer) -> Scene | None:
    """Men as dots about their groups' symbols, guns and vehicles, smoke, known mines; ghosts of those out of sight."""
    state = as_shown(state, viewer)
    if state.board is None:
        return None
    shown = [group for group in state.groups if _listed(state, group) and may_see(state, viewer, group.id)]
    marks = [mark for group in shown if (mark := _mark(state, viewer, group)) is not None]
    ghosts = [_ghost(state, glimpse) for glimpse in _remembered(state, viewer)]
    return Scene(
        board=_with_smoke(state, viewer),
        units=tuple(marks),
        markers=tuple(ghosts),
        traces=tuple(_traces(state, viewer)),
        caption=headline(state),
        wrecks=tuple(_wrecks(state, viewer)),
        side_names=tuple((side.key, side.name) for side in state.sides),
    )


def _mark(state: State, viewer: Viewer, group: Group) -> UnitMark | None:
    tokens = [_token(figure) for figure in state.figures if figure.group == group.id and figure.at is not None]
    tokens += [_gun_token(gun) for gun in state.guns_of(group.id) if gun.at is not None]
    tokens += [_vehicle_token(v) for v in state.fleet(group.id) if v.at is not None and v.able]
    at = state.anchor(group.id)
    if at is None or not tokens:
        return None
    men = sum(1 for _ in state.men(group.id))
    return UnitMark(
        ref=group.id,
        label=group.name,
        side=group.side,
        affiliation=AFFILIATIONS.get(group.side, "unknown"),
        colour=COLOURS.get(group.side, "#555555"),
        x=at[0],
        y=at[1],
        facing=facing(state, group),
        strength=f"{men}",
        states=states(state, group, own=viewer.owns(group.side)),
        figures=tuple(tokens),
        branch=_branch(state, group),
    )


ARMOUR, CARRIERS, LORRIES, MORTARS, ANTI_TANK, AVIATION = "1205", "121102", "1636", "1308", "1204", "1206"


def _branch(state: State, group: Group) -> str:
    """What its symbol shows; empty: infantry."""
    vehicles = state.vehicles_of(group.id)
    if vehicles:
        kind = vehicles[0].type
        if kind.kind.aircraft:
            return AVIATION
        return (CARRIERS if kind.apc else ARMOUR) if kind.hard else LORRIES if kind.kind is VehicleKind.SOFT else ""
    guns = [gun.kind for gun in state.guns_of(group.id)]
    if any(kind.mortar for kind in guns):
        return MORTARS
    return ANTI_TANK if any(kind in (Weapon.AT_GUN, Weapon.RECOILLESS, Weapon.MISSILE) for kind in guns) else ""


def facing(state: State, group: Group) -> float:
    """Where its first vehicle, else its leader looks."""
    vehicles = state.vehicles_of(group.id)
    if vehicles:
        return vehicles[0].facing
    man = state.senior(group.id) or next(state.men(group.id), None)
    return man.facing if man is not None else 0.0


def _token(figure: Figure) -> Token:
    assert figure.at is not None
    looks = {Life.CASUALTY: "killed", Life.PRISONER: "captured"}.get(figure.life, "fit")
    posture = "prone" if figure.posture is Posture.PRONE or not figure.fit else "standing"
    x, y = figure.at
    return Token(figure.id, x, y, figure.facing, radius=MAN, posture=posture, label=str(figure.number), state=looks)


def _gun_token(gun: Gun) -> Token:
    assert gun.at is not None
    return Token(gun.id, *gun.at, gun.facing, kind="vehicle", length=7.0, width=5.0, label=gun.name)


def _vehicle_token(vehicle: Vehicle) -> Token:
    assert vehicle.at is not None
    state = "fit" if vehicle.able else "destroyed"
    long, wide = max(vehicle.type.length, 8.0), max(vehicle.type.width, 5.0)
    return Token(
        vehicle.id,
        *vehicle.at,
        vehicle.facing,
        kind="vehicle",
        length=long,
        width=wide,
        label=vehicle.name,
        state=state,
    )


def _wrecks(state: State, viewer: Viewer) -> list[Token]:
    return [
        _vehicle_token(vehicle)
        for vehicle in state.vehicles
        if not vehicle.able and vehicle.at is not None and may_see(state, viewer, vehicle.group)
    ]


def _remembered(state: State, viewer: Viewer) -> list[LastSeen]:
    """Where the viewer's side last saw enemy groups that it does not see now."""
    if viewer.side is None or not fogged(state):
        return []
    return [
        glimpse
        for glimpse in state.glimpses
        if glimpse.side == viewer.side and not may_see(state, viewer, glimpse.target)
    ]


def _ghost(state: State, glimpse: LastSeen) -> UnitMark:
    group = state.group(glimpse.target)
    return UnitMark(
        ref=group.id,
        label=group.name,
        side=group.side,
        affiliation=AFFILIATIONS.get(group.side, "unknown"),
        colour=COLOURS.get(group.side, "#555555"),
        x=glimpse.at[0],
        y=glimpse.at[1],
        strength=f"{glimpse.men}",
        states=("last seen", f"period {glimpse.period}"),
    )


def _with_smoke(state: State, viewer: Viewer) -> Board:
    """The board with what the battle has added to it: smoke, mines that the viewer knows of, wrecked works."""
    assert state.board is not None
    extra: list[Feature] = []
    for screen in state.screens:
        if screen.active(state.period) or screen.laid == state.period:
            extra.append(Feature("smoke", (screen.start, screen.end), name="", width=6.0))
    for mine, name in known_mines(state, viewer):
        x, y = mine.column * 10.0, mine.row * 10.0
        extra.append(Feature("mines", ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)), name))
    return replace(state.board, features=(*state.board.features, *extra)) if extra else state.board


def _traces(state: State, viewer: Viewer) -> list[Trace]:
    """What the last step did, as far as the viewer may know: his own side's ways and shots, and what fell."""
    if viewer.umpire or not fogged(state):
        return list(state.shown)
    return [trace for trace in state.shown if trace.kind == "blast" or (viewer.side and trace.side == viewer.side)]
