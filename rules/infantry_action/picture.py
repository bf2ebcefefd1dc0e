"""What one viewer may see of a battle on the map: its caption, whom it shows and in what state, smoke, mines, wrecks.
IA-R157, IA-R260
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.infantry_action.book.kinds import Posture, Weapon
from rules.infantry_action.figures import Figure, Gun, Life, Vehicle, VehicleKind
from rules.infantry_action.forces.sides import AFFILIATIONS, COLOURS
from rules.infantry_action.groups import Group, LastSeen
from rules.infantry_action.knowledge import as_shown, fogged, known_mines, may_see
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.changing import replace
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature, Token
from rules.table.scene import Scene, Trace, UnitMark

MAN = 3.5
"""Metres of the dot that stands for a man's base of 10 m front."""
_STEPS = {
    PeriodStep.ORDERS: "orders", PeriodStep.MOVEMENT: "movement", PeriodStep.LOCATION: "looking out",
    PeriodStep.DECLARATION: "fire",
    PeriodStep.RESOLUTION: "fire", PeriodStep.REACTION: "reaction", PeriodStep.CLOSING: "end of the period",
}  # fmt: skip


def headline(state: State) -> str:
    if state.ended is not None:
        return "The battle is over"
    if not state.period:
        return "Before the first period"
    return f"Period {state.period} · {_STEPS[state.step]}"


def shown_groups(state: State, viewer: Viewer) -> list[Group]:
    """Those that the viewer may see."""
    return [group for group in state.groups if _listed(state, group) and may_see(state, viewer, group.id)]


def _listed(state: State, group: Group) -> bool:
    """A group that has joined another is shown no more."""
    return any(figure.group == group.id for figure in state.figures)


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


# ── Marks and ghosts ──────────────────────────────────────────────────────────────────────────────────────────────


def scene(state: State, viewer: Viewer) -> Scene | None:
    """Men as dots about their groups' symbols, guns and vehicles, smoke, known mines; ghosts of those out of sight."""
    state = as_shown(state, viewer)
    if state.board is None:
        return None
    shown = shown_groups(state, viewer)
    marks = [mark for group in shown if (mark := _mark(state, viewer, group)) is not None]
    ghosts = [_ghost(state, glimpse) for glimpse in _remembered(state, viewer)]
    return Scene(
        board=_with_smoke(state, viewer),
        units=tuple(marks),
        markers=tuple(ghosts),
        traces=tuple(_traces(state, viewer)),
        caption=headline(state),
        wrecks=tuple(_wrecks(state, viewer)),
        fallen=tuple(_fallen(state, viewer)),
        side_names=tuple((side.key, side.name) for side in state.sides),
    )


def _mark(state: State, viewer: Viewer, group: Group) -> UnitMark | None:
    over = state.ended is not None
    men_ = [figure for figure in state.figures if figure.group == group.id and figure.at is not None]
    tokens = [_token(figure) for figure in men_ if not (over and figure.life is Life.CASUALTY)]
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


def _fallen(state: State, viewer: Viewer) -> Iterator[UnitMark]:
    """Once the battle is over, those out of action where they fell: one's own, and those of whom everybody was told."""
    for group in state.groups if state.ended is not None else ():
        own = viewer.owns(group.side)
        lie = tuple(
            _token(man)
            for man in state.figures
            if man.group == group.id and man.life is Life.CASUALTY and man.at is not None and (own or man.fell_openly)
        )
        if lie:
            yield UnitMark(
                ref=group.id,
                label=group.name,
                side=group.side,
                affiliation=AFFILIATIONS.get(group.side, "unknown"),
                colour=COLOURS.get(group.side, "#555555"),
                x=sum(token.x for token in lie) / len(lie),
                y=sum(token.y for token in lie) / len(lie),
                figures=lie,
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
