"""What bears on a group's nerves at the end of a period, read from the table. General Reaction Test"""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString
from shapely import Point as Spot

from rules.infantry_action.book import reaction as book
from rules.infantry_action.book.isolation import CountedFigure, isolated, leaderless
from rules.infantry_action.book.kinds import Cover
from rules.infantry_action.book.reaction import Circumstances
from rules.infantry_action.figures import Figure, Life, Point
from rules.infantry_action.groups import Group, Suffered
from rules.infantry_action.knowledge import sees
from rules.infantry_action.play.ground.facts import metres as metres_between
from rules.infantry_action.play.ground.facts import ruled_cover
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import counted, cover, cover_at, eye, in_line
from rules.infantry_action.play.movement.enemies import nearest_known
from rules.infantry_action.state import State
from rules.table.measure import between


def circumstances(state: State, group: Group) -> Circumstances:
    """Everything that the test of a group asks for; its cover by instruction. The losses of the battle are those that
    the group remembers. IA-reaction.minus1.lost-battle, IA-R097 to IA-R107"""
    men = members(state, group)
    suffered = state.suffering(group.id) or Suffered(group.id)
    own = [_person(state, man) for man in men]
    side = [_person(state, man) for man in state.fit(group.side) if state.position(man) is not None]
    return Circumstances(
        lmgs=_lmgs(state, group, men),
        opponent_under_fire=_opponent_under_fire(state, group, suffered),
        active=_active(state, group),
        enemy_in_open=_enemy_in_open(state, group),
        enemy_hit=any(_hit_or_running(state, man) for man in _located(state, group)),
        totals=(suffered.points,),
        leaderless=len(leaderless(own, side, state.house)),
        isolated=len(isolated(own, side)),
        lost_battle=len(group.lost),
        lost_period=_lost_now(state, group),
        machine_guns=suffered.machine_guns,
        leader_panicked=_leader_panicked(state, group),
        friends_panicked=_friends_panicked(state, group, men),
        behind_flank=suffered.behind,
        armour=_armour(state, group, men, suffered),
        flame=group.saw_flame,
        surprise=suffered.surprised,
        intermingled=any(_came_among(state, man, men) for man in _enemies(state, group)),
        enemy_close=book.enemy_is_close(_nearest(state, men, _enemies(state, group))),
        in_cover=bool(men) and all(cover(state, man) is not Cover.OPEN for man in men),
        cover_adds=instructed(state, group).cover > 0,
        quality=group.quality,
    )


def members(state: State, group: Group) -> tuple[Figure, ...]:
    """Who takes the test: its unhit men on the table; of prisoners those who are held."""
    held = group.kind == "prisoners"
    return tuple(
        man
        for man in state.figures
        if man.group == group.id
        and (man.life is Life.PRISONER if held else man.fit)
        and state.position(man) is not None
    )


def mingled(state: State, group: Group) -> tuple[Group, ...]:
    """Enemy groups among which it stands and that its side sees, the nearest first. IA-R106, IA-R229"""
    men = members(state, group)
    found: list[tuple[float, Group]] = []
    for enemy in state.groups:
        if enemy.side == group.side or enemy.kind == "prisoners" or not sees(state, group.side, enemy.id):
            continue
        metres = _nearest(state, men, members(state, enemy))
        if book.intermingled(metres, state.house):
            found.append((metres, enemy))
    return tuple(enemy for _, enemy in sorted(found, key=lambda pair: pair[0]))


def _person(state: State, man: Figure) -> CountedFigure:
    return CountedFigure(man.id, state.measured(man) or (0.0, 0.0), counted(state, man), man.rank)


def _at(state: State, man: Figure) -> Point:
    """Where distances to him run. IA-R017"""
    return state.measured(man) or (0.0, 0.0)


def _enemies(state: State, group: Group) -> tuple[Figure, ...]:
    """Men of the other side whom the group's own side sees; prisoners are among those who took them. IA-R229"""
    others = (enemy for enemy in state.groups if enemy.side != group.side)
    seen = {enemy.id for enemy in others if group.kind == "prisoners" or sees(state, group.side, enemy.id)}
    foes = state.fit(state.foe(group.side))
    return tuple(man for man in foes if man.group in seen and state.position(man) is not None)


def _nearest(state: State, men: Sequence[Figure], others: Sequence[Figure]) -> float:
    return min((_apart(state, man, other) for man in men for other in others), default=float("inf"))


def _apart(state: State, man: Figure, other: Figure) -> float:
    """Metres between two; of enemies the umpire's word."""
    if man.side == other.side:
        return between(_at(state, man), _at(state, other))
    return metres_between(state, man.group, other.group, _at(state, man), _at(state, other))


def _lmgs(state: State, group: Group, men: Sequence[Figure]) -> int:
    """IA-reaction.plus1.lmg, IA-R098"""
    return sum(
        1
        for man in state.figures
        if man.side == group.side
        and man.doing.fired
        and any(weapon.lmg for weapon in man.weapons)
        and state.position(man) is not None
        and book.lmg_counts(_nearest(state, men, (man,)))
    )


def _opponent_under_fire(state: State, group: Group, suffered: Suffered) -> bool:
    """Somebody who fired on it is under fire from other friends. IA-reaction.plus1.opponent-under-fire, IA-R099"""
    friends = {each.id for each in state.groups if each.side == group.side and each.id != group.id}
    return any(friends.intersection(under.by) for by in suffered.by if (under := state.suffering(by)) is not None)


def _active(state: State, group: Group) -> bool:
    """Somebody of it fired, grenaded, or ended nearer to the nearest located enemy. IA-reaction.plus1.active"""
    for man in state.figures:
        if man.group != group.id or not (man.fit or man.lost_in == state.period):
            continue
        if man.doing.fired or man.doing.grenaded:
            return True
        if man.doing.moved <= 0 or len(man.doing.path) < 2:
            continue
        start, end = man.doing.path[0], man.doing.path[-1]
        enemy = nearest_known(state, group, end)
        if enemy is not None and between(end, enemy) < between(start, enemy):
            return True
    return False


def _located(state: State, group: Group) -> tuple[Figure, ...]:
    """Men of enemy groups that this group has located in the period, hit ones too."""
    seen = {
        enemy.id for enemy in state.groups if enemy.side != group.side and state.located(group.id, enemy.id) is not None
    }
    return tuple(man for man in state.figures if man.group in seen and state.position(man) is not None)


def _enemy_in_open(state: State, group: Group) -> bool:
    """An unhit enemy whom the group has located stands or moves in the open. IA-reaction.plus1.enemy-in-open"""
    return any(_in_open(state, man) for man in _located(state, group) if man.fit)


def _lost_now(state: State, group: Group) -> int:
    """Men of it who were lost in this period. IA-reaction.minus1.lost-period"""
    return sum(1 for id_ in group.lost if state.figure(id_).lost_in == state.period)


def _leader_panicked(state: State, group: Group) -> bool:
    """Its senior leader led a panic dash in the period before. IA-reaction.minus2.leader-panicked"""
    return group.led_panic_in == state.period - 1


def _in_open(state: State, man: Figure) -> bool:
    """On foot or in a soft vehicle, in no cover. IA-R099"""
    return cover(state, man) is Cover.OPEN


def _hit_or_running(state: State, man: Figure) -> bool:
    """IA-reaction.plus1.enemy-hit"""
    hit = man.life is Life.CASUALTY and man.lost_in == state.period
    if not (hit or man.doing.panic):
        return False
    said = ruled_cover(state, man.group)
    return (cover_at(state, state.position(man)) if said is None else said) is Cover.OPEN


def _friends_panicked(state: State, group: Group, men: Sequence[Figure]) -> bool:
    """A friendly group ran by in this period. IA-reaction.minus2.friends-panicked, IA-R103"""
    for friends in state.groups:
        if friends.side != group.side or friends.id == group.id or friends.panicked_in != state.period:
            continue
        for runner in state.figures:
            if runner.group == friends.id and runner.doing.panic and len(runner.doing.path) > 1:
                way = LineString(runner.doing.path)
                metres = min((float(way.distance(Spot(_at(state, man)))) for man in men), default=float("inf"))
                if book.friends_near(metres, _runs_in_sight(state, runner, men)):
                    return True
    return False


def _runs_in_sight(state: State, runner: Figure, men: Sequence[Figure]) -> bool:
    """Somebody of the group sees him at a point of his dash, in the open."""
    for at in runner.doing.path:
        if cover_at(state, at) is not Cover.OPEN:
            continue
        for man in men:
            mine = eye(state, man)
            if mine is not None and in_line(state, mine, Eye(at, ERECT)):
                return True
    return False


def _armour(state: State, group: Group, men: Sequence[Figure], suffered: Suffered) -> bool:
    """Near it in sight of its side, or firing on it. IA-reaction.minus2.armour, IA-R105, IA-R229"""
    for vehicle in state.vehicles:
        if vehicle.side == group.side or not vehicle.hard or not vehicle.able or vehicle.front is None:
            continue
        if not state.aboard(vehicle.id):
            continue
        apart = (metres_between(state, man.group, vehicle.group, _at(state, man), vehicle.front) for man in men)
        near = sees(state, group.side, vehicle.group)
        metres = min(apart, default=float("inf")) if near else float("inf")
        if book.armour_counts(metres, vehicle.group in suffered.by):
            return True
    return False


def _came_among(state: State, enemy: Figure, men: Sequence[Figure]) -> bool:
    """He moved towards them in this period and is among them now. IA-reaction.minus2.intermingled, IA-R106"""
    if enemy.doing.moved <= 0 or len(enemy.doing.path) < 2:
        return False
    start, end = enemy.doing.path[0], enemy.doing.path[-1]
    for man in men:
        at = _at(state, man)
        if book.intermingled(_apart(state, man, enemy), state.house) and between(end, at) < between(start, at):
            return True
    return False
