"""What Infantry Action can hide, and battles in which it does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.infantry_action import RULES
from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.book.kinds import Gear, Pace
from rules.infantry_action.events.turn import BattleOpened, GroundPrepared
from rules.infantry_action.groups import FREE, GroupOrder, Instructions
from rules.infantry_action.knowledge import knows, may_name, may_see
from rules.infantry_action.on_the_table import Device, MineSquare, Registration, Work
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Action, Actor
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from tests.rules.infantry_action import test_random_battles
from tests.twins.orders import seals
from tests.twins.twin import Decision, Hiding, Secret

SIDES = ("attacker", "defender")
TRENCHES = (("the ditch", (250.0, 330.0)), ("the hole", (90.0, 340.0)))
DITCHES = tuple(
    Feature("trench", ((x, y), (x + 60, y), (x + 60, y + 4), (x, y + 4)), name=name) for name, (x, y) in TRENCHES
)


class Battle(test_random_battles.Battle):
    """A random battle with hidden groups, trenches that nobody has seen, mines, devices and registered targets, whose
    sides now and then seal for more than one period."""

    def __init__(self, seed: int) -> None:
        self.decisions: list[Decision] = []
        self.private = random.Random(seed)
        super().__init__(seed)
        dug = tuple(Work(name, "trench", "defender", capacity=8) for name, _ in TRENCHES)
        trap = Device("trap", "fougasse", "defender", (200.0, 300.0), 180.0)
        aims = tuple(Registration(side, f"{side} one", (240.0, 200.0), 1) for side in SIDES)
        self.note(
            GroundPrepared(
                side="defender",
                works=dug,
                features=DITCHES,
                devices=(trap,),
                registrations=aims,
                audience=("defender",),
            )
        )

    def note(self, event: Event) -> None:
        if isinstance(event, BattleOpened):
            options = {**dict(event.options), "hidden-deployment": "on"}
            event = replace(event, options=tuple(options.items()))
        super().note(event)

    def step(self) -> bool:
        if self.private.random() < 0.05 and RULES.battle.prompt(self.state):
            ends = self.private.choice(("contact", "fire", None))
            try:
                self.happen(SealAhead(periods=2, ends=ends), Actor.player(self.private.choice(SIDES)))
            except RuleViolation:
                self.refusals += 1
        return super().step()

    def happen(self, action: Action, by: Actor) -> None:
        before, heard = self.state, len(self.events)
        super().happen(action, by)
        self.decisions.append(Decision(before, action, by, tuple(self.events[heard:]), self.state))


def _theirs(state: State, viewer: Viewer) -> Callable[[str], bool]:
    """Whether a side is another than the viewer's."""
    return lambda side: side != viewer.side


def units(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Groups that nobody sees stand elsewhere, with other people, and have done and suffered other things."""
    found = {group.id for group in state.groups if not may_see(state, viewer, group.id)}
    if not found or state.board is None:
        return None
    wide, deep = state.board.width, state.board.depth

    def fired(target: str) -> tuple[str, ...]:
        group = state.find_group(target)
        return () if group is None else group.fired_on_by

    def moved(at: tuple[float, float] | None) -> tuple[float, float] | None:
        return None if at is None else (wide - at[0], min(at[1] + 3.0, deep))

    return replace(
        state,
        groups=tuple(
            replace(
                group,
                name=group.name if may_name(state, viewer, group.id) else "Another",
                order=None,
                dormant=False,
                halted=False,
                instructions=Instructions(fire="hold"),
                bound=FREE,
                panicked_in=-99,
                quality=group.quality,
            )
            if group.id in found
            else group
            for group in state.groups
        ),
        figures=tuple(
            replace(man, name="Somebody else", at=moved(man.at), grenades=not man.grenades, home=man.home)
            if man.group in found
            else man
            for man in state.figures
        ),
        guns=tuple(replace(gun, at=moved(gun.at)) if gun.group in found else gun for gun in state.guns),
        vehicles=tuple(replace(car, at=moved(car.at)) if car.group in found else car for car in state.vehicles),
        # Who is fired on knows that he is seen: everybody is shown him. IA-R260
        sightings=tuple(each for each in state.sightings if each.by not in found or each.by in fired(each.target)),
        trails=tuple(each for each in state.trails if each.group not in found),
    )


def written(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """The others have written other orders, for groups that are seen too, and instructed them otherwise."""
    theirs = {group.id for group in state.groups if group.side != viewer.side}
    shown = state.step in (PeriodStep.RESOLUTION, PeriodStep.REACTION)
    if shown or not theirs:
        return None
    left = tuple(each for each in state.drafts if each[0] not in theirs)
    if left == state.drafts and state.step is PeriodStep.ORDERS and state.envelope is not None:
        sealed = {unit for sheet in state.envelope.sheets if sheet.seal for unit in sheet.units}
        whole = {sheet.side for sheet in state.envelope.sheets if sheet.seal and not sheet.units}
        free = [g.id for g in state.groups if g.id in theirs - sealed and g.side not in whole]
        left = (*left, *((id_, GroupOrder(Pace.WALK, ((200.0, 200.0),))) for id_ in free[:2]))
    return replace(
        state,
        drafts=left,
        plans=tuple(plan for plan in state.plans if plan.by.split(".")[0].split("/")[0] not in theirs),
        groups=tuple(
            replace(group, order=GroupOrder(Pace.CRAWL), dormant=False, halted=False, instructions=Instructions("hold"))
            if group.id in theirs
            else group
            for group in state.groups
        ),
    )


def aheads(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """The others have sealed for longer, and until something else happens. That it is for now everybody sees."""
    theirs = [each for each in state.aheads if each.side != viewer.side]
    changed = tuple(replace(each, last=each.last + 1, ends=(), before=()) if each in theirs else each
                    for each in state.aheads)  # fmt: skip
    return replace(state, aheads=changed) if theirs else None


def carried(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """The others' men carry other things, and have been told other things."""
    changed = tuple(
        replace(man, grenades=not man.grenades, gear=() if man.gear else (Gear.RADIO,), charges=(), briefed_in=-99)
        if man.side != viewer.side
        else man
        for man in state.figures
    )
    return replace(state, figures=changed)


def mines(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Mines of which nobody else knows lie elsewhere."""
    known = _known(state, viewer)
    found = [mine for mine in state.mines if not mine.marked and not known(mine.side, mine.known)]
    if not found:
        return None
    kept = tuple(mine for mine in state.mines if mine not in found)
    return replace(state, mines=(*kept, MineSquare(2, 20, found[0].side, anti_personnel=True)))


def devices(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Mines and flares that somebody lets off lie elsewhere, or nowhere."""
    known = _known(state, viewer)
    kept = tuple(each for each in state.devices if known(each.side, each.known))
    return replace(state, devices=kept) if len(kept) < len(state.devices) else None


def works(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Nobody has built what nobody else has seen."""
    known = _known(state, viewer)
    found = {each.name for each in state.secrets if not known(each.side, each.known)}
    if not found or state.board is None:
        return None
    return replace(
        state,
        board=replace(state.board, features=tuple(f for f in state.board.features if f.name not in found)),
        works=tuple(work for work in state.works if work.name not in found),
        secrets=tuple(each for each in state.secrets if each.name not in found),
    )


def _known(state: State, viewer: Viewer) -> Callable[[str, tuple[str, ...]], bool]:
    """Whether the viewer knows what a side has laid or built, and others have found."""
    sides = SIDES if viewer.side is None else (viewer.side,)
    return lambda side, others: all(each == side or each in others for each in sides)


def support(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """The others have other fire to call, and have registered and called nothing that has not fallen yet."""
    coming = tuple(m for m in state.missions if m.side == viewer.side or m.falls <= state.period)
    return replace(
        state,
        sides=tuple(
            side if side.key == viewer.side else replace(side, support=side.support + 50) for side in state.sides
        ),
        registrations=tuple(each for each in state.registrations if each.side == viewer.side),
        missions=coming,
    )


def air(state: State, viewer: Viewer, dice: random.Random) -> State | None:
    """Others come from the sky elsewhere, and later."""
    sides = {group.id: group.side for group in state.groups} | {car.id: car.side for car in state.vehicles}
    drops = tuple(
        drop if sides[drop.group] == viewer.side else replace(drop, aim=(100.0, 100.0), period=drop.period + 5)
        for drop in state.drops
    )
    flights = tuple(
        plan if sides[plan.vehicle] == viewer.side else replace(plan, path=((0.0, 9.0), (99.0, 9.0)), leaves=None)
        for plan in state.flights
    )
    return replace(state, drops=drops, flights=flights) if (drops, flights) != (state.drops, state.flights) else None


def words(state: State, viewer: Viewer) -> list[str]:
    """Names, references, men and places of groups that the viewer has never seen, of works and mines, and of nobody."""
    found = ["nobody", "Section nobody", "200,200", "45,245", "the ditch", "trap", "attacker one", "defender one"]
    for group in state.groups:
        if group.side == viewer.side or viewer.side is None or knows(state, viewer.side, group.id):
            continue
        found += [group.id, group.name, *(man.id for man in list(state.men(group.id))[:1])]
        found += [f"{at[0]:.0f},{at[1]:.0f}" for at in [state.anchor(group.id)] if at is not None]
    return found


def _listed() -> Iterator[Secret]:
    yield Secret(
        "units",
        units,
        frozenset({
            "GroupMustered", "Moved", "LookedOut", "Heard", "TrailSeen", "FlameSeen", "GroupTested", "GroupJoined",
            "GroupParted", "GroupPlaced", "GroupSteadied", "GroupSurrendered", "FigureRemoved", "FigureRestored",
            "ManLost", "MenEscaped", "MenPutOut", "MenInMines", "GunLost", "HorsesGone", "AfvAttacked", "AfvKnockedOut",
            "AfvTested",
            "TankShot", "TankShotLost", "EscortNamed", "PrisonersFreed", "PrisonersWalked", "PathCleared",
            "ProjectorsChanged", "TookOver",
        }),
    )  # fmt: skip
    yield Secret(
        "written",
        written,
        frozenset({"OrderWritten", "OrderTaken", "FirePlanned", "FireLeft", "Instructed", "ShotsFired", "FireLapsed"}),
    )
    yield Secret("aheads", aheads, frozenset({"AheadWritten", "AheadOver", "AheadNoticed"}))
    yield Secret("carried", carried, frozenset())
    yield Secret("mines", mines, frozenset({"GroundPrepared", "MinesWorked"}))
    yield Secret("devices", devices, frozenset({"DeviceSet"}))
    yield Secret("works", works, frozenset({"WorksSeen"}))
    yield Secret("support", support, frozenset({"SupportCalled", "SupportFell", "TargetRegistered"}))
    yield Secret("air", air, frozenset())
    yield seals(SIDES)


HIDING = Hiding("infantry_action", RULES, Battle, tuple(_listed()), words, (*map(Viewer, SIDES), PUBLIC))
