"""Fire into smoke: at whoever is behind it, or at nobody. IA-smoke.blind-fire"""

from __future__ import annotations

from shapely import LineString
from shapely import Point as Spot

from rules.infantry_action.book.effect import points
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.smoke import Behind, blind_target
from rules.infantry_action.figures import Point
from rules.infantry_action.on_the_table import Screen
from rules.infantry_action.play.fire.arms import Arm, bar, bears, own_weapons, usable
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.ground.facts import metres as metres_between
from rules.infantry_action.play.ground.lines import crosses
from rules.infantry_action.state import State
from rules.table.measure import between


def behind_smoke(state: State, arm: Arm) -> tuple[Shot, ...]:
    """The shot at the nearest group behind a screen in its field of fire; nothing where nobody is there. IA-R147"""
    if bar(state, arm) is not None:
        return ()
    side = state.group(arm.group).side
    found: list[tuple[Behind, Point, Screen]] = []
    for screen in state.screens:
        if not screen.active(state.period):
            continue
        for group in state.groups:
            if group.side == side or group.kind == "prisoners":
                continue
            men = [(man, at) for man in state.men(group.id) if (at := state.position(man)) is not None]
            men = [(man, at) for man, at in men if bears(state, arm, at, group.id) and _through(screen, arm.at, at)]
            if men:
                hidden = [(state.measured(man) or at, at) for man, at in men]
                reached, nearest = min(hidden, key=lambda pair: between(arm.measured, pair[0]))
                metres = tuple(_off(screen, each) for each, _ in hidden)
                apart = metres_between(state, arm.group, group.id, arm.measured, reached)
                found.append((Behind(group.id, metres, apart), nearest, screen))
    chosen = blind_target([behind for behind, _, _ in found])
    if chosen is None:
        return ()
    at, screen = next((at, screen) for behind, at, screen in found if behind is chosen)
    metres = chosen.from_firers
    weapon = _weapon(state, arm, metres)
    if weapon is None:
        return ()
    return (Shot(arm, weapon, chosen.key, at, metres, "blind", screen=between(screen.start, screen.end)),)


def behind_screen(state: State, firer: Point, at: Point) -> bool:
    """Whether a man is behind an active screen, near enough to be hit blind. IA-smoke.blind-fire, IA-R147"""
    return any(
        screen.active(state.period) and _through(screen, firer, at) and Behind("", (_off(screen, at),), 0.0).figures
        for screen in state.screens
    )


def _weapon(state: State, arm: Arm, metres: float) -> Weapon | None:
    if arm.figure:
        return own_weapons(usable(state, state.figure(arm.figure)), metres)
    return arm.weapon if points(arm.weapon, metres, state.house) > 0 else None


def _through(screen: Screen, start: Point, end: Point) -> bool:
    return crosses((start, end), (screen.start, screen.end))


def _off(screen: Screen, at: Point) -> float:
    return float(LineString([screen.start, screen.end]).distance(Spot(at)))
