"""The umpire's deeds. What they bring about goes on like anything else that happens."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import Polygon

from rules.battle.deed import AnyDeed, Deed, certain
from rules.battle.ending import Ended, declared_end
from rules.battle.facts import Ruled
from rules.battle.hand import Subject, exchanged, has_it, has_none, no_such_thing, on_record
from rules.battle.umpire import not_on_table, rule_fact, table_of, there
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.red_actions.actions.umpire import (
    THINGS,
    DeclareEnd,
    Give,
    Heal,
    Kill,
    PlaceUnit,
    RemoveUnit,
    RevealUnit,
    SetWeather,
    Steady,
    Take,
    TestMorale,
    Wound,
)
from rules.red_actions.book.kinds import Light, Test, Trait, Weather
from rules.red_actions.course import Course
from rules.red_actions.events.umpire import (
    KitChanged,
    OfficerRestored,
    OfficerStruck,
    UnitPlaced,
    UnitRemoved,
    UnitSteadied,
    WeatherSet,
)
from rules.red_actions.knowledge import who_know_all
from rules.red_actions.pending.morale import LoseBases, PutMarkers, TakeTest
from rules.red_actions.play.engine.ending import end_battle
from rules.red_actions.play.ground.facts import FACTS
from rules.red_actions.play.ground.passage import require_room
from rules.red_actions.play.sight.knowledge import show
from rules.red_actions.play.turn.flight import tally, who_lost_less
from rules.red_actions.state import State
from rules.red_actions.units import Base, Concealment, Loss, Officer, Point, Unit, straightened
from rules.table.reference import Surroundings, place

_LIGHTS = {"day": Light.DAY, "moonlight": Light.MOON, "dark": Light.DARK}
_KIT = {
    "tools": Trait.TOOLS, "entrenching tools": Trait.TOOLS, "a wire device": Trait.WIRE_CUTTER,
    "wire device": Trait.WIRE_CUTTER, "gas": Trait.GAS, "gas shells": Trait.GAS, "a gas shell allotment": Trait.GAS,
}  # fmt: skip
ROUNDS = ("rounds", "ammunition", "ammo")
MORE = 6
"""Rounds that a gun is given at a time: those of a cart. RA-ammo.guns"""


def _unit(state: State, ref: str, *, on_table: bool = False) -> Unit:
    found = there(state.find(ref), Why.UNKNOWN_UNIT, "unit")
    if on_table and found.at is None:
        raise not_on_table(found.name)
    return found


def _officer(state: State, ref: str) -> Officer:
    found = next((officer for officer in state.officers if officer.id == ref), None)
    return there(found, Why.UNKNOWN_FIGURE, "officer")


def _whom(state: State, unit: Unit) -> Subject:
    return Subject(unit.id, unit.side, unit.name, unit.name, who_know_all(state, unit.id))


def _of(state: State, officer: Officer) -> Subject:
    return Subject(officer.unit, officer.side, officer.name, officer.name, who_know_all(state, officer.unit))


def _weather(state: State, action: SetWeather, by: Actor) -> Sequence[Event]:
    light = _LIGHTS[action.light] if action.light is not None else state.light
    weather = Weather(action.weather) if action.weather is not None else state.weather
    if (light, weather) == (state.light, state.weather):
        raise RuleViolation(Why.AS_IT_IS, "It is so already.", remedy="Name another light or weather.")
    return (WeatherSet(light=light, weather=weather, citations=("RA-weather.rain",)),)


def _place(state: State, action: PlaceUnit, by: Actor) -> Sequence[Event]:
    unit = _unit(state, action.unit)
    places: dict[str, Point] = {each.name: each.at for each in state.units if each.at is not None}
    at = place(action.to, Surroundings(table_of(state.board), unit.at, places=places))
    facing = unit.facing if action.facing is None else action.facing
    if unit.rails is None:
        require_room(state, unit, (at, facing, straightened(unit).formation), Polygon(), placed=True)
    return (UnitPlaced(unit=unit.id, at=at, facing=facing, audience=who_know_all(state, unit.id)),)


def _judge_reveal(state: State, action: RevealUnit, by: Actor) -> Unit:
    unit = _unit(state, action.unit, on_table=True)
    if unit.hidden is Concealment.NO:
        raise RuleViolation(Why.AS_IT_IS, f"{unit.name} is in the open.", remedy="Choose a hidden unit.")
    return unit


def _reveal(state: State, unit: Unit, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    show(course, unit.id, why="the umpire's word")
    return course.events


def _judge_test(state: State, action: TestMorale, by: Actor) -> TakeTest:
    unit = _unit(state, action.unit, on_table=True)
    if unit.routing:
        raise RuleViolation(Why.ROUTING, f"{unit.name} is routing.", remedy="Choose a unit that stands.")
    return TakeTest(unit.id, Test(action.test), "the umpire's word")


def _test(state: State, task: TakeTest, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    course.push(task)
    return course.events


def _remove(state: State, action: RemoveUnit, by: Actor) -> Sequence[Event]:
    unit = _unit(state, action.unit)
    heard = who_know_all(state, unit.id)
    losses = tuple(
        Loss(base, unit.id, unit.side, "removed", state.turn, unseen=heard is not None)
        for base in (*unit.bases, *(holder for holder, _ in unit.horses if not state.sharing(unit.id)))
    )
    return (UnitRemoved(unit=unit.id, name=unit.name, losses=losses, reason=action.reason, audience=heard),)


def _count(state: State, reason: str) -> Ended:
    """RA-seq.5, RA-R184"""
    return Ended(who_lost_less(state), reason, tallies=tally(state))


def _end(state: State, ended: Ended, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    end_battle(course, ended, "RA-seq.5")
    return course.events


# ── His hand ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _judge_wound(state: State, action: Wound, by: Actor) -> Wound:
    unit = _unit(state, action.unit)
    if action.what == "pinned" and unit.pinned:
        raise RuleViolation(Why.AS_IT_IS, f"{unit.name} is pinned already.", citation="RA-rally.pinned.3")
    return action


def _wound(state: State, action: Wound, chance: Chance) -> Sequence[Event]:
    """What follows from it (a rout) follows as always. RA-R15"""
    unit = state.unit(action.unit)
    course = Course(state, chance)
    what = "loses a base" if action.what == "base" else f"takes a {action.what} marker"
    course.happen(on_record(action, _whom(state, unit), what))
    if action.what == "base":
        course.push(LoseBases(unit.id, 1, reason="the umpire's word"))
    else:
        course.push(
            PutMarkers(
                unit.id,
                terror=int(action.what == "terror"),
                humiliated=int(action.what == "humiliated"),
                pinned=action.what == "pinned",
                reason="the umpire's word",
            )
        )
    return course.events


def _kill(state: State, action: Kill, by: Actor) -> Sequence[Event]:
    officer = _officer(state, action.figure)
    if not officer.fit:
        raise RuleViolation(Why.NOT_THERE, f"{officer.name} has fallen already.", remedy="Choose somebody else.")
    own = state.find(officer.unit)
    heard, loss = who_know_all(state, officer.unit), None
    if officer.rank == "senior" and own is not None:
        loss = Loss(own.bases[0], own.id, own.side, "destroyed", state.turn, unseen=heard is not None)
    with_ = own.with_unit if own is not None and own.with_unit else officer.unit
    struck = OfficerStruck(officer=officer.id, unit=with_, loss=loss, audience=heard, citations=("RA-officer.loss.1",))
    return on_record(action, _of(state, officer), "hit"), struck


def _heal(state: State, action: Heal, by: Actor) -> Sequence[Event]:
    officer = _officer(state, action.figure)
    if officer.fit:
        raise RuleViolation(Why.NOT_WOUNDED, f"{officer.name} is fit.", remedy="Choose somebody who has fallen.")
    if state.find(officer.unit) is None:
        raise RuleViolation(Why.NOT_THERE, f"{officer.name}'s unit is no more.", remedy="Choose somebody else.")
    if officer.rank == "junior" and state.junior(officer.unit) is not None:
        raise RuleViolation("replaced", f"{officer.name} has been replaced.", citation="RA-officer.loss.3")
    restored = OfficerRestored(officer=officer.id, audience=who_know_all(state, officer.unit))
    return on_record(action, _of(state, officer), "healed"), restored


def _steady(state: State, action: Steady, by: Actor) -> Sequence[Event]:
    unit = _unit(state, action.unit)
    if not (unit.terror or unit.pinned or unit.routing or (action.humiliated and unit.humiliated)):
        raise RuleViolation(Why.IS_STEADY, f"{unit.name} is steady.", remedy="Choose one that is not.")
    steadied = UnitSteadied(unit=unit.id, humiliated=action.humiliated, audience=who_know_all(state, unit.id))
    return on_record(action, _whom(state, unit), "steadied"), steadied


def _give(state: State, action: Give, by: Actor) -> Sequence[Event]:
    unit = _unit(state, action.unit)
    if folded(action.what) in ROUNDS:
        bases = tuple(replace(base, cart=base.cart + MORE) for base in unit.bases)
        return exchanged(action, _whom(state, unit), _kit(unit, f"{MORE} rounds a gun", True, bases, unit.kit))
    thing = _thing(action.what)
    if thing in unit.kit:
        raise has_it(_whom(state, unit))
    return exchanged(action, _whom(state, unit), _kit(unit, action.what, True, unit.bases, (*unit.kit, thing)))


def _take(state: State, action: Take, by: Actor) -> Sequence[Event]:
    unit = _unit(state, action.unit)
    if folded(action.what) in ROUNDS:
        if not any(base.limber or base.cart for base in unit.bases):
            raise has_none(_whom(state, unit), "rounds")
        bases = tuple(replace(base, limber=0, cart=0) for base in unit.bases)
        return exchanged(action, _whom(state, unit), _kit(unit, "its rounds", False, bases, unit.kit))
    thing = _thing(action.what)
    if thing not in unit.kit:
        raise has_none(_whom(state, unit), action.what)
    kit = tuple(each for each in unit.kit if each != thing)
    return exchanged(action, _whom(state, unit), _kit(unit, action.what, False, unit.bases, kit))


def _kit(unit: Unit, what: str, given: bool, bases: tuple[Base, ...], kit: tuple[str, ...]) -> KitChanged:
    return KitChanged(what=what, given=given, unit=unit.id, bases=bases, tools=kit)


def _thing(what: str) -> str:
    found = _KIT.get(folded(what))
    if found is None:
        unknown = RuleViolation(Why.UNKNOWN_WEAPON, f"There is no “{what}”.", remedy=f"Name one of: {THINGS}.")
        raise no_such_thing(what, unknown, THINGS)
    return found.value


def _heard(state: State, ruled: Ruled) -> tuple[SideId, ...] | None:
    return who_know_all(state, *ruled.subjects)


UMPIRE_DEEDS: tuple[AnyDeed[State], ...] = (
    certain(SetWeather, _weather),
    certain(PlaceUnit, _place),
    Deed(action=RevealUnit, judge=_judge_reveal, carry_out=_reveal),
    Deed(action=TestMorale, judge=_judge_test, carry_out=_test),
    certain(RemoveUnit, _remove),
    declared_end(DeclareEnd, _end, counted=_count, named=State.playing),
    rule_fact(FACTS, _unit, heard=_heard),
    Deed(action=Wound, judge=_judge_wound, carry_out=_wound),
    certain(Kill, _kill),
    certain(Heal, _heal),
    certain(Steady, _steady),
    certain(Give, _give),
    certain(Take, _take),
)
