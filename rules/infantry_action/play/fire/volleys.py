"""Who fires on one target, as the book's chart asks for it. IA-R082, IA-R083"""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.book.fire import Firer, Volley
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.play.fire.shots import Shot
from rules.infantry_action.play.fire.targets import GroupStruck
from rules.infantry_action.play.ground.places import in_house_or_bunker
from rules.infantry_action.state import State


def volleys(state: State, fire: GroupStruck, shots: Sequence[Shot]) -> list[Volley]:
    """One volley for each firing group, in roster order. IA-R082, IA-R083"""
    found: list[Volley] = []
    for group in state.groups:
        own = [shot for shot in fire.shots if shot.arm.group == group.id]
        if not own:
            continue
        split = any(shot.arm.group == group.id and shot.target not in (*fire.together, "") for shot in shots)
        found.append(
            Volley(
                group.name,
                tuple(_firer(state, shot) for shot in own),
                men=sum(1 for _ in state.men(group.id)),
                men_firing=len({man for shot in own for man in shot.arm.men}),
                split=split,
                blind=all(shot.how == "blind" for shot in own),
                average=group.average,
            )
        )
    for device, metres in fire.devices:
        found.append(Volley(device.kind, (Firer(Weapon.CLAYMORE, metres),)))
    return found


def _firer(state: State, shot: Shot) -> Firer:
    man = state.figure(shot.arm.men[0])
    vehicle = state.find_vehicle(shot.arm.vehicle or man.aboard)
    moving = vehicle is not None and vehicle.doing.moved > 0
    last = _last_fired(state, shot)
    works = in_house_or_bunker(state, shot.at)
    return Firer(
        shot.weapon,
        shot.metres,
        helpers=shot.arm.helpers,
        moved=man.doing.moved > 0 and vehicle is None,
        fresh=last < state.period - 1 or state.period == 1,
        from_moving_vehicle=moving,
        at_works=works,
    )


def _last_fired(state: State, shot: Shot) -> int:
    if shot.arm.gun:
        return state.gun(shot.arm.gun).fired_in
    if shot.arm.vehicle:
        return state.vehicle(shot.arm.vehicle).mounts[shot.arm.mount].fired_in
    return state.figure(shot.arm.men[0]).fired_in
