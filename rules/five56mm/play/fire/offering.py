"""Shots, bursts and throws worth offering: at the nearest enemies, facts filled in where the board knows them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.deed import judged, lawful
from rules.five56mm.actions.fire import AutoFire, CoveringFire, CoverShot, Fire, Throw, ThrowBack
from rules.five56mm.book.explosions import check_throw_back
from rules.five56mm.book.fire import to_hit
from rules.five56mm.book.light import Light
from rules.five56mm.book.tables import WEAPONS
from rules.five56mm.book.target_number import needed
from rules.five56mm.play.fire.auto_fire import check_auto_fire_action
from rules.five56mm.play.fire.covering import check_covering_fire, may_declare, targets
from rules.five56mm.play.fire.firing import check_fire
from rules.five56mm.play.fire.targets import ReadyShot, enemies_by_distance, guns, ranges_of
from rules.five56mm.play.fire.throwing import aim_point, check_throw, grenades
from rules.five56mm.state import Character, Point, State
from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.table.measure import between, step, toward
from rules.table.reference import point_text

MOST_TARGETS = 6
"""Enemies offered for each kind of attack, the nearest first."""


def _name(state: State, unit: str) -> str:
    found = state.find(unit) or state.find_vehicle(unit)
    return found.name if found is not None else unit


# ── In his go ─────────────────────────────────────────────────────────────────────────────────────────────────────


def shots(state: State, who: Character) -> Iterator[Offer]:
    nearest = enemies_by_distance(state, who)
    if state.board is None:
        yield from _declared(state, who, nearest)
        return
    hostile = [v.id for v in state.vehicles if v.side != who.side and not v.wreck and state.aboard(v.id)]
    for target in [*(e.id for e in nearest[: 2 * MOST_TARGETS]), *hostile]:
        action = Fire(character=who.id, target=target)
        found = judged(check_fire, state, action, who)
        if found is not None and isinstance(found.aim, ReadyShot):
            # What he holds all see; how well he uses it stands on his sheet: it is no word of a button in a channel.
            label = f"Fire at {_name(state, target)} ({found.aim.gun.profile.title})"
            yield Offer(action, label, facts=found.aim.facts, detail=_chance(state, found.aim))


def _chance(state: State, found: ReadyShot) -> str:
    number, bonus = to_hit(found.shot, state.house)
    spotting = ", spot first" if found.spotting is not None else ""
    return f"needs {max(1, needed(number, bonus))}+{spotting}"


def _declared(state: State, who: Character, nearest: list[Character]) -> Iterator[Offer]:
    """Without a board the player says how far it is."""
    reach = ranges_of(gun.profile for gun in guns(state, who))
    for enemy in nearest[:MOST_TARGETS]:
        fire = Fire(character=who.id, target=enemy.id)
        if any(lawful(check_fire, state, fire.model_copy(update={"range": r}), who) for r in reach):
            yield Offer(fire, f"Fire at {enemy.name}", ("range",))
        burst = AutoFire(character=who.id, target=enemy.id)
        if any(lawful(check_auto_fire_action, state, burst.model_copy(update={"range": r}), who) for r in reach):
            yield Offer(burst, f"Auto-Fire at {enemy.name}", ("range",))


def bursts(state: State, who: Character) -> Iterator[Offer]:
    if state.board is None:
        return
    nearest = enemies_by_distance(state, who)
    for enemy in nearest[:MOST_TARGETS]:
        alone = AutoFire(character=who.id, target=enemy.id)
        found = judged(check_auto_fire_action, state, alone, who)
        if found is None:
            continue
        near = [o.id for o in nearest if o.id != enemy.id and o.able and _with(state, who, alone, o.id)]
        gun = found.first.gun.profile
        others = tuple(near[: len(gun.extra)])
        more = f" and {len(others)} more" if near else ""
        action = alone.model_copy(update={"others": others})
        yield Offer(action, f"Auto-Fire at {enemy.name}{more} ({gun.title})", facts=found.first.facts)


def _with(state: State, who: Character, action: AutoFire, other: str) -> bool:
    return lawful(check_auto_fire_action, state, action.model_copy(update={"others": (other,)}), who)


def throws(state: State, who: Character) -> Iterator[Offer]:
    nearest = enemies_by_distance(state, who)
    for arm in grenades(who):
        title = f"Throw {WEAPONS[arm.weapon].title}"
        anywhere = Throw.model_validate({"character": who.id, "grenade": arm.weapon})
        if state.board is None:
            reach = ranges_of((WEAPONS[arm.weapon],))
            if any(lawful(check_throw, state, anywhere.model_copy(update={"range": r}), who) for r in reach):
                yield Offer(anywhere, title, ("range", "blast"))
            continue
        for enemy in nearest[:MOST_TARGETS]:
            action = anywhere.model_copy(update={"target": enemy.id})
            if lawful(check_throw, state, action, who):
                yield Offer(action, f"{title} at {enemy.name}")
        here = state.position(who)
        if here is not None and lawful(check_throw, state, _thrown_near(state, anywhere, who, here), who):
            yield Offer(anywhere, f"{title} to …", ("at",))


def _thrown_near(state: State, action: Throw, who: Character, here: Point) -> Throw:
    """The same throw to a place some inches before him, to see whether he may throw at all."""
    assert state.board is not None
    x, y = step(here, who.facing, 4.0)
    near = (min(max(x, 0.0), state.board.width), min(max(y, 0.0), state.board.depth))
    return action.model_copy(update={"at": point_text(near)})


def watches(state: State, who: Character) -> Iterator[Offer]:
    """By day he fires unasked; in the dark he is asked."""
    action = CoveringFire(character=who.id, orders="fire" if state.light is Light.FULL else "ask")
    if lawful(check_covering_fire, state, action, who):
        yield Offer(action, "Covering Fire")


# ── When asked ────────────────────────────────────────────────────────────────────────────────────────────────────


def cover_shots(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    question = state.question
    if question is None or question.kind != "cover" or question.side != side or unit not in question.who:
        return
    for ref in question.who:
        who = state.character(ref)
        if may_declare(state, who):
            about = state.character(question.about)
            yield Offer(CoverShot(character=ref, target=about.id), f"Fire at {about.name}", ("range",))
        for target in targets(state, who)[:MOST_TARGETS]:
            yield Offer(CoverShot(character=ref, target=target), f"Fire at {_name(state, target)}")


def throws_back(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    question, grenade = state.question, state.grenade
    if question is None or question.kind != "throw-back" or question.side != side or unit not in question.who:
        return
    assert grenade is not None
    profile = WEAPONS[grenade.kind]
    for ref in question.who:
        who = state.character(ref)
        here, goal = state.position(who), state.position(state.character(grenade.thrower))
        if here is None or goal is None:
            yield Offer(ThrowBack(character=ref, range=profile.close), f"{who.name} throws it away", ("range",))
            continue
        near = toward(here, goal, min(profile.ranges[3] - 0.1, max(profile.close, between(here, goal))))
        action = ThrowBack(character=ref, at=point_text(near))
        try:
            check_throw_back(profile, aim_point(state, who, None, action.at, None).distance)
        except RuleViolation:
            continue
        yield Offer(action, f"{who.name} throws it back")
