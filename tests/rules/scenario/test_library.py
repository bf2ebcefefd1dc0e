"""The scenarios that come with the program, fought to their ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.hostages import Captive
from rules.book_and_gun.state import State
from rules.five56mm.actions.foot import UseRadio
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set, rule_sets
from rules.scenario import library, rehearse
from rules.script.actions import Choose
from rules.script.plan import JokerTurned, Losses, RadioAnswered, Turn, leaves
from rules.seam.viewing import Viewer
from tests.rules.scenario.company import Company
from tests.scenarios import LIBRARY

EACH = pytest.mark.parametrize("key", LIBRARY)
SHORTEST = ("the-mill-road", "last-bird", "bamboo-track", "zbruch-ridge")
"""The battle of each book that comes to its end soonest."""
OUT_OF_ORDER = ("was never given", "has happened already", "not in reserve", "has to test", "out of the battle")
"""Why an effect may rightly not be carried out when its event is called before its time."""


def place(company: Company, unit: str, to: str) -> None:
    company.happen(company.rules.battle.actions.load_python({"verb": "place", "unit": unit, "to": to}), UMPIRE)


def until(company: Company, event: str, steps: int = 3000) -> None:
    """The battle goes on until that event has happened and nothing more of it is due."""
    for _ in range(steps):
        if company.happened[event] and not company.state.queue:
            return
        assert company.step(), f"the battle is over before {event}"
    raise AssertionError(f"{event} does not happen")


def begun(key: str, seed: int = 1) -> Company:
    """In the first turn, with hands that leave most things undone."""
    company = Company(LIBRARY[key], seed, idle=1.0)
    while company.rules.battle.proceed(company.state) is not None:
        company.step()
    return company


# ── The files ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_rule_set_has_scenarios() -> None:
    assert len(library("five56mm")) >= 2
    assert [scenario.key for scenario in library("book-and-gun")] == [
        "market-day",
        "route-amber",
        "the-mill-road",
        "the-schoolhouse",
    ]
    assert [scenario.key for scenario in library("infantry-action")] == [
        "bamboo-track",
        "canal-bridge",
        "sea-wall-battery",
    ]
    assert list(LIBRARY) == [scenario.key for rules in rule_sets() for scenario in library(rules)]


@EACH
def test_a_list_says_where_when_and_how_big(key: str) -> None:
    scenario = LIBRARY[key]
    assert scenario.era
    assert re.fullmatch(r"about \d*[05] (people|bases)", scenario.size)
    assert scenario.about == f"{scenario.era} · {scenario.size} · first shot in about {scenario.first_shot} minutes"


def test_sizes_are_rounded_so_that_nobody_learns_what_waits() -> None:
    """Eight on the roof and eleven in the stairs."""
    assert LIBRARY["last-bird"].size == "about 20 people"


@EACH
def test_nothing_in_it_is_hardly_meant(key: str) -> None:
    scenario = LIBRARY[key]
    assert scenario.warnings == ()
    assert scenario.title
    assert scenario.summary
    assert scenario.briefing
    assert all(side.briefing for side in scenario.sides)
    for rehearsed in rehearse(scenario):
        refused = [line for line in rehearsed.lines if line.startswith("Not as things are")]
        assert not rehearsed.refused
        assert all(any(words in line for words in OUT_OF_ORDER) for line in refused), refused


@pytest.mark.parametrize("key", ["last-bird", "brick-kiln"])
def test_those_of_556_have_joker_and_radio_events(key: str) -> None:
    waited = {type(leaf) for event in LIBRARY[key].script.events for leaf in leaves(event.when)}
    assert {JokerTurned, RadioAnswered, Turn, Losses} <= waited


def test_the_mill_road_has_the_forces_of_the_sandbox() -> None:
    road = LIBRARY["the-mill-road"]
    begin = [(f.side, f.organisation, f.name, f.place) for f in road.forces if not f.reserve]
    assert begin == [
        ("army", "us-infantry-squad", "1st Squad", (14.2, 4.6)),
        ("army", "us-infantry-squad", "2nd Squad", (27.4, 2.6)),
        ("insurgents", "insurgent-cell-of-7", "Mill cell", (24.4, 15.5)),
        ("insurgents", "insurgent-village-cell-of-7", "Poplar cell", (13.4, 16.9)),
        ("insurgents", "insurgent-cell-of-7", "Ridge cell", (30.3, 16.6)),
    ]
    assert road.board is not None
    assert (road.board.width, road.board.depth) == (42, 28)


# ── Whole battles ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "key", [key if key in SHORTEST else pytest.param(key, marks=pytest.mark.long) for key in LIBRARY]
)
@pytest.mark.whole
def test_a_battle_by_random_hands_comes_to_an_end(key: str) -> None:
    scenario = LIBRARY[key]
    company = Company(scenario, 1, idle=0.75, eager=0.8)
    company.fight()
    rules = company.rules
    assert rules.battle.result(company.state) is not None
    # Nobody is left to be frightened: the only reason for which an effect may have come to nothing.
    assert all("has to test" in failed for failed in company.failed), company.failed
    # Turns and jokers have brought their events about.
    kinds = {
        type(leaf) for event in scenario.script.events if company.happened[event.key] for leaf in leaves(event.when)
    }
    waited = {type(leaf) for event in scenario.script.events for leaf in leaves(event.when)}
    assert {Turn, JokerTurned} & waited <= kinds
    # The state is the fold of the journal, also as the database gives it back.
    stored = [rules.battle.events.load(rules.battle.events.dump(event)) for event in company.events]
    assert rules.battle.fold(stored) == company.state
    assert rules.battle.states.load(rules.battle.states.dump(company.state)) == company.state


@EACH
def test_every_event_can_be_called_and_its_choices_made(key: str) -> None:
    scenario = LIBRARY[key]
    opened = begun(scenario.key)
    state, number, events = opened.state, opened.number, list(opened.events)
    for event in scenario.script.events:
        opened.state, opened.number, opened.events = state, number, list(events)
        if not opened.happened[event.key]:
            opened.call(event.key)
        for _ in range(60):
            if not (opened.state.queue or opened.state.open) or opened.rules.battle.result(opened.state) is not None:
                break
            opened.step()
        assert opened.happened[event.key] >= 1
        assert all(any(words in failed for words in OUT_OF_ORDER) for failed in opened.failed), opened.failed


@EACH
def test_only_the_umpire_sees_the_script(key: str) -> None:
    scenario = LIBRARY[key]
    company = begun(scenario.key)
    assert len(company.rules.battle.scripted(company.state, Viewer(umpire=True))) == len(scenario.script.events)
    for side in scenario.sides:
        assert company.rules.battle.scripted(company.state, Viewer(side.key)) == ()


# ── What they are about ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_consul_flies() -> None:
    roof = begun("last-bird")
    roof.call("bird-called")
    turn = roof.state.turn
    until(roof, "bird-lands")
    assert roof.state.turn == turn + 3
    assert any("helicopter" in line for line in roof.rules.battle.view(roof.state, Viewer("black")).lines)
    assert not any("helicopter" in line for line in roof.rules.battle.view(roof.state, Viewer("red")).lines)
    assert roof.rules.battle.result(roof.state) is None
    place(roof, "consul.1", "Helipad")
    until(roof, "away")
    result = roof.rules.battle.result(roof.state)
    assert result is not None
    assert (result.winner, result.reason) == ("black", "The consul is off the roof")


def test_without_the_consul_nobody_wins_the_roof_for_black() -> None:
    roof = begun("last-bird")
    roof.happen(roof.rules.battle.actions.load_python({"verb": "remove", "character": "consul.1"}), UMPIRE)
    until(roof, "consul-down")
    result = roof.rules.battle.result(roof.state)
    assert result is not None
    assert result.winner == "red"


def in_the_house(*guards_at: str) -> Company:
    """The first raider is in the house and turns its drawers out; its guard stands elsewhere."""
    works = begun("brick-kiln")
    for number, at in enumerate(guards_at, start=1):
        place(works, f"house.{number}", at)
    place(works, "assault.1", "27,22")
    until(works, "house-entered")
    (ask,) = works.rules.battle.prompt(works.state).asks
    assert (ask.side, [offer.label for offer in ask.quick]) == (
        "black",
        ["Grab what lies on the desk", "Turn every drawer out"],
    )
    works.happen(Choose(option="Turn every drawer out"), Actor.player("black"))
    return works


def test_the_ledgers_are_photographed_by_raiders_who_are_alone_in_the_house() -> None:
    works = in_the_house("38,28", "38,28.8", "38,27.2")
    turn = works.state.turn
    until(works, "found")
    assert works.state.turn == turn + 1
    until(works, "gone")
    result = works.rules.battle.result(works.state)
    assert result is not None
    assert (result.winner, works.state.turn, works.failed) == ("black", turn + 2, [])


def test_one_guard_behind_the_stove_keeps_the_raiders_from_the_ledgers() -> None:
    works = in_the_house("38,28", "38,28.8", "29,25")
    turn = works.state.turn
    while works.state.turn < turn + 2 and works.step():
        pass
    assert works.happened["found"] == 0
    place(works, "house.3", "38,27.2")
    until(works, "found")
    assert works.state.turn == turn + 3


def test_the_pilot_does_not_lift_with_an_enemy_on_the_pad() -> None:
    """Half an inch from its edge is enough; half an inch beyond it keeps nobody."""
    roof = begun("last-bird")
    roof.call("bird-called")
    until(roof, "bird-lands")
    place(roof, "committee.1", "27,17.5")
    place(roof, "consul.1", "Helipad")
    turn = roof.state.turn
    while roof.state.turn < turn + 1 and roof.step():
        pass
    assert roof.rules.battle.result(roof.state) is None
    place(roof, "committee.1", "27,18.5")
    until(roof, "away")
    assert roof.state.turn == turn + 2


def test_a_flare_burns_for_two_turns_and_may_be_fired_again() -> None:
    works = begun("brick-kiln")
    for again in (1, 2):
        turn = works.state.turn
        works.call("flare")
        while works.state.queue:
            works.step()
        assert works.state.battle.light == "Low Light"
        while works.happened["flare-dies"] < again or works.state.queue:
            assert works.step()
        assert works.state.turn == turn + 2
        assert works.state.battle.light == "No Light"


def test_a_call_belongs_to_its_side() -> None:
    works = begun("brick-kiln")
    calls = {task.key: task.side for task in works.state.battle.radio}
    assert calls == {"Mortar fire": "black", "Illumination": "black", "Patrol": "black", "Cousins": "red"}
    asked: set[tuple[str, str]] = set()
    for _ in range(120):
        asked |= radio_offers(works)
        works.step()
    black = {(who, call) for who in ("section.3", "assault.1") for call in ("Mortar fire", "Illumination", "Patrol")}
    assert asked <= black | {("house.1", "Cousins")}
    assert {("section.3", "Patrol"), ("house.1", "Cousins")} <= asked


def radio_offers(company: Company) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for ask in company.rules.battle.prompt(company.state).asks:
        for unit in ask.units:
            for offer in company.rules.battle.offers(company.state, ask.side, unit):
                if isinstance(offer.action, UseRadio):
                    found.add((unit, offer.action.task))
    return found


def test_a_radio_call_that_is_answered_brings_the_gun_truck() -> None:
    works = begun("brick-kiln", seed=3)
    call: Action = UseRadio(character="section.3", task="Patrol")
    for _ in range(400):
        asks = works.rules.battle.prompt(works.state).asks
        if any("section.3" in ask.units for ask in asks):
            works.happen(call, Actor.player("black"))
        elif not works.step():
            break
        if works.happened["patrol"] and not works.state.queue:
            break
    assert works.happened["patrol"] == 1
    assert works.state.reserves == tuple(unit for unit in works.state.reserves if unit.id != "patrol")
    (truck,) = works.state.battle.vehicles
    assert truck.profile.key == "hmmv"


def in_the_mill(option: str) -> Company:
    """The first squad has got into the mill, in which the Mill cell still is, and has chosen."""
    road = begun("the-mill-road")
    until(road, "orders")
    place(road, "first-squad", "Mill")
    until(road, "mill-entered")
    road.happen(Choose(option=option), Actor.player("army"))
    return road


def turn_of(road: Company, turn: int) -> None:
    """The battle goes on until that turn has begun and nothing more is due, or until it is over."""
    battle = road.rules.battle
    while (road.state.turn < turn or battle.proceed(road.state) or road.state.open) and road.step():
        pass


@pytest.mark.parametrize(("mill_cell", "won_in"), [("F7", 2), ("24,18.5", None)])
def test_the_mill_burns_once_its_men_are_alone_in_it_and_around(mill_cell: str, won_in: int | None) -> None:
    """At the edge of the table they are far enough, at the mill's back wall they are not."""
    road = in_the_mill("Burn it and go")
    assert road.rules.battle.result(road.state) is None, "who walks in has not won"
    place(road, "mill-cell", mill_cell)
    turn_of(road, 2)
    result = road.rules.battle.result(road.state)
    assert (road.state.turn if result is not None else None) == won_in
    assert result is None or (result.winner, result.reason) == ("army", "The mill's cellar burns")


@pytest.mark.parametrize(("mill_cell", "won_in"), [("F7", 3), ("Mill", None)])
def test_the_engineers_come_two_turns_later_to_a_mill_without_an_enemy(mill_cell: str, won_in: int | None) -> None:
    road = in_the_mill("Hold it for the engineers")
    place(road, "mill-cell", mill_cell)
    turn_of(road, 3)
    result = road.rules.battle.result(road.state)
    assert (road.state.turn if result is not None else None) == won_in
    assert result is None or (result.winner, result.reason) == ("army", "The engineers have the mill")


def test_listening_to_the_boy_brings_the_lorry_at_once() -> None:
    road = begun("the-mill-road")
    until(road, "boy")
    road.happen(Choose(option="Listen to him"), Actor.player("army"))
    until(road, "lorry")
    assert road.state.turn == 2
    assert {unit.name for unit in road.rules.battle.view(road.state, Viewer("insurgents")).units} >= {"Well cell"}


def test_rain_comes_in_the_fifth_turn() -> None:
    road = begun("the-mill-road")
    until(road, "clouds")
    assert road.state.turn == 5
    assert road.state.battle.conditions.weather == "rain"


def flown(road: Company, to: str) -> None:
    """The helicopter over a place, then on the ground there."""
    place(road, "dust-off", to)
    (bird,) = road.state.battle.vehicles_of("dust-off")
    assert bird.flight == "hovering"
    for _ in range(400):
        asks = road.rules.battle.prompt(road.state).asks
        if any("dust-off" in ask.units for ask in asks):
            try:
                road.happen(Move(unit="dust-off", flight="land"), Actor.player("army"))
            except RuleViolation:
                assert road.step()
            else:
                return
        else:
            assert road.step()
    raise AssertionError("it has no card")


def test_the_helicopter_of_route_amber_is_there_when_it_has_landed() -> None:
    road = begun("route-amber")
    until(road, "dust-off")
    flown(road, "24,7.5")
    until(road, "landed")
    assert road.rules.battle.result(road.state) is None
    place(road, "first-truck", "62,15")
    until(road, "both")
    result = road.rules.battle.result(road.state)
    assert result is not None
    assert (result.winner, road.failed) == ("army", [])


def test_whoever_drives_route_amber_does_not_know_what_lies_in_it() -> None:
    road = begun("route-amber")
    assert [each.kind for each in road.state.battle.devices] == ["anti-vehicle mine", "anti-vehicle mine", "ied"]
    bare = replace(road.state, battle=replace(road.state.battle, devices=()))
    view = road.rules.battle.view
    assert view(road.state, Viewer("army")) == view(bare, Viewer("army"))
    assert view(road.state, Viewer("insurgents")) != view(bare, Viewer("insurgents"))
    (truck,) = road.state.battle.vehicles_of("first-truck")
    aboard = [figure.id.partition(".")[0] for figure in road.state.battle.people_in(truck.id)]
    assert (aboard.count("first-truck"), aboard.count("squad")) == (1, 7)


def test_the_schoolhouse_is_over_when_two_of_the_four_are_out() -> None:
    school = begun("the-schoolhouse")
    battle = school.state.battle
    assert battle.conditions.light == "night"
    assert [each.kind for each in battle.devices] == ["trip flare"] * 3
    aboard = {name: len(battle.people_in(name)) for name in (v.id for v in battle.vehicles)}
    assert sorted(aboard.values()) == [3 + 7, 3 + 6 + 4]  # the crews, and who flies with them
    (four,) = (unit for unit in battle.units if unit.side == "civilians")
    assert [figure.name for figure in four.figures] == [
        "Dr Halima Aziz",
        "Bilal Khan",
        "Nurse Parisa Noor",
        "Old Karim",
    ]
    school.state = replace(school.state, battle=brought_out(battle, [f.id for f in four.figures[:2]]))
    until(school, "two-out")
    result = school.rules.battle.result(school.state)
    assert result is not None
    assert (result.winner, school.failed) == ("army", [])


def brought_out(battle: State, names: Sequence[str]) -> State:
    """They follow a man of the cordon, who stands in the rescue zone with them."""
    (cordon,) = (unit for unit in battle.units if unit.id.startswith("cordon"))
    leader = cordon.figures[0]
    stood = {leader.id: (23.0, 6.0)} | {name: (22.0 + n, 4.0) for n, name in enumerate(names)}
    for unit in battle.units:
        figures = [replace(f, at=stood[f.id], seat=None) if f.id in stood else f for f in unit.figures]
        battle = battle.with_unit(replace(unit, figures=tuple(figures)))
    return replace(battle, hostages=tuple(Captive(name, "army", leader.id) for name in names))


def test_the_market_is_led_by_the_men_of_the_combs_and_the_patrol_sees_no_bomb() -> None:
    market = begun("market-day")
    battle = market.state.battle
    assert (battle.civilian_attitude, battle.side("army").roe) == ("pro-insurgent", 2)
    assert sorted(each.kind for each in battle.devices) == ["booby trap", "booby trap", "land mine", "land mine"]
    queue = battle.unit("bus-queue")
    assert [man.traits.bomber for man in queue.figures] == [False, False, False, True, False, False]
    others = tuple(replace(f, traits=replace(f.traits, bomber=f.number == 1)) for f in queue.figures)
    other = replace(market.state, battle=battle.with_unit(replace(queue, figures=others)))
    view = market.rules.battle.view
    assert view(market.state, Viewer("army")) == view(other, Viewer("army"))
    fires = {unit.id: dict(unit.traits.missions) for unit in battle.units if unit.traits.missions}
    assert fires == {"command": {"artillery": 2}}


def test_weapons_are_tight_until_a_quarter_of_the_patrol_lies_in_the_market() -> None:
    market = begun("market-day")
    men = [man.id for unit in market.state.battle.units_of("army") for man in unit.figures]
    for man in men[: len(men) // 4 + 1]:
        assert market.state.battle.side("army").roe == 2
        market.happen(market.rules.battle.actions.load_python({"verb": "remove", "figure": man}), UMPIRE)
    until(market, "freed")
    assert market.state.battle.side("army").roe == 3


def test_the_toll_house_is_open_once_the_patrol_is_alone_in_it() -> None:
    market = begun("market-day")
    place(market, "sappers", "Toll house")
    until(market, "opened")
    result = market.rules.battle.result(market.state)
    assert result is not None
    assert (result.winner, market.state.turn, market.failed) == ("army", 1, [])


def test_a_battle_without_its_script_is_the_same_battle() -> None:
    """The script adds what happens, and who is on the way; it changes nothing of its own."""
    scenario = LIBRARY["last-bird"]
    bare = Company(replace(scenario, script=scenario.script.model_copy(update={"events": ()})), 1)
    scripted = Company(scenario, 1)
    assert bare.state.battle == replace(scripted.state.battle, awaited=())
    assert rule_set("five56mm").battle.scripted(bare.state, Viewer(umpire=True)) == ()
