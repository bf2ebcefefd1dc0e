"""What a group's move brings with it and takes away: its guns, and those who go off the table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.events.movement import GunMoved, ManLost, ManMoved
from rules.infantry_action.figures import Doing, Life
from rules.infantry_action.groups import Group
from rules.infantry_action.play.movement.boarding import Traffic, hooks_on, out_of
from rules.infantry_action.play.movement.moving import goes_along, gun_ended
from rules.infantry_action.play.movement.obeying import Obeyed
from rules.infantry_action.state import State
from rules.kernel.changing import replace


def off_the_table(before: State, one: Obeyed, moves: Sequence[ManMoved]) -> list[ManLost]:
    """Who leaves the table in panic is lost; who goes over his base line by order has withdrawn. IA-R111, IA-R153"""
    assert before.board is not None
    withdrawing = any(task.kind == "withdraw" for task in one.order.tasks)
    found: list[ManLost] = []
    for move in moves:
        if move.at is None or not move.doing.moved:
            continue
        x, y = move.at
        at_edge = x <= 0.01 or y <= 0.01 or x >= before.board.width - 0.01 or y >= before.board.depth - 0.01
        if at_edge and move.doing.panic:
            found.append(ManLost(figure=move.figure, life=Life.LOST, cause="panic", citations=("IA-R111",)))
        elif at_edge and withdrawing:
            found.append(ManLost(figure=move.figure, life=Life.WITHDRAWN, cause="order", citations=("IA-R153",)))
    return found


def taken_along(before: State, gun: GunMoved, lost: Sequence[ManLost]) -> GunMoved:
    """A gun that went with its gunner over his base line is off the table as he is. IA-R153, IA-R262"""
    withdrawn = {loss.figure for loss in lost if loss.life is Life.WITHDRAWN}
    gunner = next(iter(before.crew(gun.gun)), None)
    if gunner is None or gunner.id not in withdrawn or gun.at is None or gun.doing.moved <= 0:
        return gun
    return replace(gun, at=None, ready_from=None)


def guns_moved(before: State, group: Group, one: Obeyed, moves: Sequence[ManMoved], about: Traffic) -> list[GunMoved]:
    """Where the group's guns are. A panic or a retreat leaves them. IA-reaction.result.under-minus-5"""
    by_man = {move.figure: move for move in moves}
    prepared = any(task.kind == "prepare" for task in one.order.tasks)
    found: list[GunMoved] = []
    for gun in before.guns_of(group.id):
        crew = [man for man in before.crew(gun.id) if man.id in by_man]
        hitched = about.limbering.get(gun.id)
        if hitched is not None and hooks_on(before, gun, before.vehicle(hitched)):
            found.append(GunMoved(gun.id, None, gun.facing, Doing(), None, hitched))
            continue
        freed = before.find_vehicle(about.unlimbering.get(gun.id))
        if freed is not None:
            found.append(GunMoved(gun.id, out_of(before, freed, 0), freed.facing, Doing(), before.period + 1))
            continue
        if gun.towed_by is not None or gun.at is None or not crew or one.why in ("panic", "retire"):
            continue
        men = len(crew)
        gunner = by_man[crew[0].id]
        along = goes_along(gun, crew, men, one.order.pace)
        stays = gunner.doing.moved > 0 and not along
        move = gun_ended(gun, None if stays else gunner, before.period, prepared=prepared)
        if (move.at, move.facing, move.ready_from) != (gun.at, gun.facing, gun.ready_from):
            found.append(move)
    return found
