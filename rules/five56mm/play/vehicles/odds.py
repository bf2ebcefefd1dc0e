"""What a task at the wheel, at the stick or on the rope may come to."""

from __future__ import annotations

from dataclasses import replace

from rules.five56mm.actions.vehicles import Drive, FastRope, Pilot
from rules.five56mm.book.driving import attempt, fast_rope, task_number
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import ability
from rules.five56mm.play.turn.course import foreseen, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.forecast import chance_of, counted_on, labelled
from rules.five56mm.play.vehicles.boarding import Roping
from rules.five56mm.play.vehicles.wheels import Journey, hands_of
from rules.five56mm.state import State
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.scene import Trace


def of_task(state: State, ready: Ready[Drive, Journey] | Ready[Pilot, Journey]) -> Odds:
    """MM-4.6.2, MM-4.7.2."""
    who, journey, task = ready.who, ready.found, ready.action.task
    traces = (Trace("plan", journey.route, who.side),) if len(journey.route) > 1 else ()
    if task == "none":
        return Odds(journey.facts, traces=traces)
    hands, vehicle = hands_of(state, who), journey.vehicle
    number, bonus = task_number(task, vehicle.profile, hands, vehicle.damage, state.house)
    able = replace(hands, helps=foreseen(state, who))

    def tried(chance: Chance) -> bool:
        return attempt(task, vehicle.profile, able, chance, vehicle.damage, state.house).roll.passed

    prospects = (Prospect(task.replace("-", " "), chance_of(tried), Outcome("task")),)
    return Odds(journey.facts, labelled(number, bonus), prospects, counted_on(state, who), traces)


def of_rope(state: State, ready: Ready[FastRope, Roping]) -> Odds:
    """MM-4.8.1, MM-4.73.2."""
    who, hovers = ready.who, ready.found.vehicle.hover or 0
    hover = Item(hovers, "helicopter hovers", "MM-4.73.2")
    number = Itemised((Item(NUMBERS.fast_rope, "Fast Rope", "MM-4.8.1"), hover, *in_the_dark(state, who)))
    bonus = Itemised((ability(who.traits.movement, "Movement", "MM-4.8.1"),))
    movement, hampered, helps = who.traits.movement, in_the_dark(state, who), foreseen(state, who)
    safe = chance_of(lambda chance: fast_rope(movement, hovers, chance, hampered, helps)[2] is None)
    prospects = (Prospect("safely down", safe, Outcome("safely down")),)
    return Odds((), labelled(number, bonus), prospects, counted_on(state, who))
