"""Fire into smoke: at whoever is behind it, or at nobody. IA-smoke.blind-fire, IA-smoke.blind-anti-tank"""

from __future__ import annotations

from shapely import LineString
from shapely import Point as Spot

from rules.infantry_action.book.effect import points
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.smoke import Behind, bar_blind_anti_tank, blind_target
from rules.infantry_action.figures import Point
from rules.infantry_action.on_the_table import Screen
from rules.infantry_action.play.fire.arms import Arm, bar, bears, own_weapons, usable
from rules.infantry_action.play.fire.choosing import is_tank_shot
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.ground.facts import metres as metres_between
from rules.infantry_action.play.ground.lines import crosses
from rules.infantry_action.state import State
from rules.kernel.violation import RuleViolation
from rules.table.measure import between


def behind_smoke(state: State, arm: Arm) -> tuple[Shot, ...]:
    """The shot at the nearest group behind a screen in its field of fire; nothing where nobody is there. Of an
    anti-tank weapon AFVs count that it had located before the smoke. IA-R147, IA-R148"""
    if bar(state, arm) is not None:
        return ()
    side = state.group(arm.group).side
    found: list[tuple[Behind, Shot | None]] = []
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
                behind = Behind(group.id, metres, apart)
                shot = _shot(state, arm, behind, nearest, screen)
                if shot is None or not is_tank_shot(state, shot) or _may_at_tank(state, shot, screen):
                    found.append((behind, shot))
    chosen = blind_target([behind for behind, _ in found])
    shot = next((shot for behind, shot in found if behind is chosen), None)
    return () if shot is None else (shot,)


def _shot(state: State, arm: Arm, behind: Behind, at: Point, screen: Screen) -> Shot | None:
    """None where nothing that it fires carries so far."""
    weapon = _weapon(state, arm, behind.from_firers)
    long = between(screen.start, screen.end)
    return None if weapon is None else Shot(arm, weapon, behind.key, at, behind.from_firers, "blind", screen=long)


def _may_at_tank(state: State, shot: Shot, screen: Screen) -> bool:
    """IA-smoke.blind-anti-tank, IA-R148"""
    before = state.located_before(shot.arm.group, shot.target, screen.laid)
    try:
        bar_blind_anti_tank(between(screen.start, screen.end), before)
    except RuleViolation:
        return False
    return True


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
