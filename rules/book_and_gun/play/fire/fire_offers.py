"""The shots that a unit could fire now, complete, facts filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.book.arms import arm, automatic_range
from rules.book_and_gun.book.organisations import is_key
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.play.aboard.crew import manned, served
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.fire.at_vehicle import AIR_CLASSES, VEHICLE_WORDS, VehicleAim, in_vehicles
from rules.book_and_gun.play.fire.engagement import require_allowed
from rules.book_and_gun.play.fire.fire import Aimed, all_aimed
from rules.book_and_gun.play.fire.firers import declared, firers, under_control
from rules.book_and_gun.play.ground.cover import CLASS_WORDS
from rules.book_and_gun.play.ground.tabletop import distance
from rules.book_and_gun.play.sight.looks import any_in_view, strangers
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer

MOST_OFFERS = 12
"""Offers of single figures at most."""
UNMEASURED = ("range", "target_class")
"""What the table does not tell without a board."""


def shots(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The shots of the unit whose card it is."""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None:
        yield from shots_of(state, unit)


def shots_of(state: State, unit: Unit) -> Iterator[Offer]:
    """The shots that this unit could fire now, complete, facts filled in.

    A unit under its leader fires as one, those who cannot see the first target at the next; otherwise figure by
    figure. Without a board range and target class are asked for.
    """
    foes = strangers(state, unit)
    if state.board is None:
        yield from _unmeasured(state, unit, foes)
        return
    targets = [foe for foe in foes if _within_sight(state, unit, foe)]
    if any(f.seat is not None for f in fire_chances(state, unit)):
        yield from _vehicle_shots(state, unit, targets)
        walking = [f.id for f in fire_chances(state, unit) if f.seat is None]
        yield from _single_shots(state, unit, targets, only=walking)
        return
    if _whole(state, unit):
        yield from _unit_shots(state, unit, targets)
    else:
        yield from _single_shots(state, unit, targets)
    yield from _launchers(state, unit, targets)


def _within_sight(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether it is worth while to measure a shot: nobody fires at whom none of his unit sees, or who is not spotted.
    Where the umpire has ruled anything, every shot is judged. BG-VI.1.b, BG-VI.2.1a."""
    if state.ruled or state.board is None:
        return True
    if not why_known(state, unit, foe, distance=distance(unit, foe) or 0.0, in_view=True):
        return False
    return any_in_view(state, unit, foe)


def _whole(state: State, unit: Unit) -> bool:
    """Whether the unit may fire as a unit: its leader controls at least one of those who may fire. BG-R09."""
    if switch(state, "fire-card") == "always-figure" or declared(state, unit) == "figures":
        return False
    return bool(under_control(state, unit))


def _vehicle_shots(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """All weapons of each vehicle that has not fired, those that cannot fire at the first target at the next.
    BG-X.1.1, BG-R123."""
    able = {f.id for f in fire_chances(state, unit)}
    for vehicle in manned(state, unit):
        gunners = tuple(post.figure for post in served(state, vehicle) if post.figure in able)
        found: list[Split] = []
        for foe, rest in _in_turn(foes) if gunners else ():
            fire = Fire(unit=unit.id, target=foe.id, also_at=rest, only=gunners)
            aimed = _try(state, unit, fire)
            if aimed is not None and _new(aimed, foe, found):
                yield _offer(fire, f"{vehicle.name} at {foe.name}{_others(aimed, foe)}", aimed)


def _unit_shots(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    found: list[Split] = []
    for foe, rest in _in_turn(foes):
        if not _try(state, unit, Fire(unit=unit.id, target=foe.id)):
            continue  # nobody can fire at it: at whom else they could is another offer
        fire = Fire(unit=unit.id, target=foe.id, also_at=rest)
        shots = _try(state, unit, fire)
        if shots is not None and _new(shots, foe, found):
            yield _offer(fire, f"Fire at {foe.name}{_others(shots, foe)}", shots)
    for foe, rest in _in_turn([foe for foe in foes if _on_automatic(state, unit, foe)]):
        burst = Fire(unit=unit.id, target=foe.id, also_at=rest, automatic=True)
        shots = _try(state, unit, burst)
        if shots is not None and _new(shots, foe, found):
            yield _offer(burst, f"On automatic at {foe.name}{_others(shots, foe)}", shots)
    outside = [f for f in fire_chances(state, unit) if f.id not in {g.id for g in under_control(state, unit)}]
    if not found or outside:
        yield from _single_shots(state, unit, foes, only=[f.id for f in outside])


Split: TypeAlias = tuple[tuple[str, str, str, bool], ...]
"""Who fires what at whom, and whether on automatic."""


def _in_turn(foes: Sequence[Unit]) -> Iterator[tuple[Unit, tuple[str, ...]]]:
    """Each target first, with the others for those who cannot fire at it."""
    for foe in foes:
        yield foe, tuple(other.id for other in foes if other.id != foe.id)


def _new(shots: Aimed, foe: Unit, found: list[Split]) -> bool:
    """Whether this volley strikes the target, and no offer so far is the very same volley."""
    split = tuple((shot.figure.id, shot.weapon.key, shot.target.id, on_automatic(shot)) for shot in shots.all)
    if split in found or not any(shot.target.id == foe.id for shot in shots.all):
        return False
    found.append(split)
    return True


def on_automatic(shot: LawfulShot | VehicleAim) -> bool:
    return isinstance(shot, LawfulShot) and shot.firing.automatic


def _others(shots: Aimed, foe: Unit) -> str:
    """What the rest of the volley is at, where it is split."""
    names = list(dict.fromkeys(shot.target.name for shot in shots.all if shot.target.id != foe.id))
    return f", the rest at {' and '.join(names)}" if names else ""


def _on_automatic(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether somebody could fire at it on automatic. BG-XIII.9.2."""
    if not on(state, "rock-and-roll"):
        return False
    near = distance(unit, foe)
    carried = [arm(key, state.options) for f in unit.fit for key in f.traits.weapons]
    return any(w.automatic and (near is None or near <= automatic_range(w, state.options)) for w in carried)


def _single_shots(state: State, unit: Unit, foes: Sequence[Unit], only: Sequence[str] | None = None) -> Iterator[Offer]:
    """One offer for each figure, at the nearest enemy that it can fire at."""
    if switch(state, "fire-card") == "always-unit":
        return
    able = [f for f in fire_chances(state, unit) if only is None or f.id in only]
    for figure in able[:MOST_OFFERS]:
        for foe in foes:
            fire = Fire(unit=unit.id, target=foe.id, figure=figure.id)
            shots = _try(state, unit, fire)
            if shots:
                yield _offer(fire, f"{figure.name} at {foe.name}", shots)
                yield from _single_on_automatic(state, unit, figure, foe)
                break


def _single_on_automatic(state: State, unit: Unit, figure: Figure, foe: Unit) -> Iterator[Offer]:
    if not _on_automatic(state, unit, foe):
        return
    burst = Fire(unit=unit.id, target=foe.id, figure=figure.id, automatic=True)
    shots = _try(state, unit, burst)
    if shots:
        yield _offer(burst, f"{figure.name} on automatic at {foe.name}", shots)


def _launchers(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """Shots with a launcher that is not its man's usual weapon, and with a LAW of the unit by its last rifleman; each
    makes the unit fire figure by figure. BG-R09, BG-R21."""
    if switch(state, "fire-card") == "always-unit" or declared(state, unit) == "unit":
        return
    able = fire_chances(state, unit)
    armed = [(f, key) for f in able for key in f.traits.weapons[1:] if arm(key, state.options).high_explosive]
    riflemen = [f for f in able if not f.traits.leader and not is_key(f, state.options)]
    if unit.munitions.laws and riflemen:
        armed.append((riflemen[-1], "law"))
    for figure, key in armed:
        offered: set[bool] = set()
        for foe in foes:
            at_vehicle = in_vehicles(state, foe)
            if at_vehicle in offered:
                continue
            fire = Fire(unit=unit.id, target=foe.id, figure=figure.id, weapon=key)
            shots = _try(state, unit, fire)
            if shots:
                yield _offer(fire, f"{figure.name}, {key.upper() if len(key) < 5 else key} at {foe.name}", shots)
                offered.add(at_vehicle)


def _try(state: State, unit: Unit, action: Fire) -> Aimed | None:
    try:
        shots = all_aimed(state, unit, firers(state, unit, action.figure, action.only).figures, action)
        require_allowed(state, unit, shots.all, insist=False)
    except RuleViolation:
        return None
    return shots


def _offer(fire: Fire, label: str, aimed: Aimed) -> Offer:
    shots = aimed.all
    first = next(shot for shot in shots if shot.target.id == fire.target)
    reach = next((fact for fact in first.facts if fact.name == "range"), None)
    inches = f"{reach.value:g} in, " if reach is not None else ""
    return Offer(
        fire,
        label,
        facts=first.facts,
        detail=f"{inches}class {first.target_class} ({_class_words(first)}), {_firing(shots)}",
    )


def _class_words(shot: LawfulShot | VehicleAim) -> str:
    if isinstance(shot, LawfulShot):
        return CLASS_WORDS[shot.target_class]
    return (VEHICLE_WORDS if shot.flying is None else AIR_CLASSES)[shot.target_class]


def _firing(shots: Sequence[LawfulShot | VehicleAim]) -> str:
    """ "7 firing"; of a split volley "5 at Cell 1, 2 at Cell 2"; "4 of 7 on automatic"."""
    at = Counter(shot.target.name for shot in shots)
    words = f"{len(shots)} firing" if len(at) == 1 else ", ".join(f"{number} at {name}" for name, number in at.items())
    bursts = sum(on_automatic(shot) for shot in shots)
    if not bursts:
        return words
    return f"{words}, {'all' if bursts == len(shots) else bursts} on automatic"


def _unmeasured(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """Battles without a board: the player gives range and class."""
    able = fire_chances(state, unit)
    whole = _whole(state, unit)
    for foe in foes:
        if whole:
            yield Offer(Fire(unit=unit.id, target=foe.id), f"Fire at {foe.name}", needs=UNMEASURED)
        elif able:
            fire = Fire(unit=unit.id, target=foe.id, figure=able[0].id)
            yield Offer(fire, f"{able[0].name} at {foe.name}", needs=UNMEASURED)
