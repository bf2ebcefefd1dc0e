"""Mustering: groups of units, where they stand, what is refused."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import combinations, pairwise

import pytest

from rules.infantry_action.book.kinds import Light, Rank
from rules.infantry_action.events.turn import BattleOpened, GroupMustered
from rules.infantry_action.evolve import evolve
from rules.infantry_action.forces.muster import muster, reinforce
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.tell import tell
from rules.infantry_action.tell.words import Words
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster
from rules.seam.viewing import Viewer
from rules.table.board import Feature
from rules.table.measure import between
from tests.rules.infantry_action.mustering import BOARD, call, unit


def fought(what: Muster) -> State:
    state = State()
    for event in muster(what, Seeded(b"muster", 1)):
        state = evolve(state, event)
    return state


def test_men_stand_in_a_line_of_bases_at_their_base_line() -> None:
    """IA-base.sizes: a base of 25 mm is 10 m wide; 17 men are 160 m from first to last about the middle of 500 m. The
    officer, first of the roster, stands in the middle of his seven, the two at the mortar included."""
    state = fought(call())
    own = [figure for figure in state.figures if figure.side == ATTACKER]

    assert [figure.at for figure in own][:2] == [(200.0, 5.0), (170.0, 5.0)]
    assert own[-1].at == (330.0, 5.0)
    assert {figure.facing for figure in own} == {0.0}
    theirs = [figure for figure in state.figures if figure.side == DEFENDER]
    assert {figure.at[1] for figure in theirs if figure.at} == {395.0}
    assert {figure.facing for figure in theirs} == {180.0}


@pytest.mark.parametrize("width", [60.0, 95.0, 200.0, 800.0])
def test_no_two_bases_overlap_however_narrow_the_table_is(width: float) -> None:
    """Men side by side are 10 m apart, ranks 15 m: more than the 12 m of a prone man."""
    state = fought(call(board=replace(BOARD, width=width, features=())))

    for side in (ATTACKER, DEFENDER):
        spots = [figure.at for figure in state.figures if figure.side == side and figure.at is not None]
        assert len(spots) == sum(figure.side == side for figure in state.figures)
        for one, other in combinations(spots, 2):
            assert between(one, other) >= 10.0 - 1e-6
        assert all(BOARD.depth >= y >= 0 and 0 <= x <= width for x, y in spots)


def test_a_unit_with_a_place_stands_about_it() -> None:
    state = fought(call((unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-section", place=(200, 100), facing=90.0))))
    line = [figure.at for figure in state.figures if figure.group == "attacker-gb44-section-1"]

    assert line[0] == (200.0, 105.0), "the corporal, with four men to his left and five to his right"
    assert line[1] == (200.0, 145.0)
    assert line[-1] == (200.0, 55.0)
    ordered = sorted(at for at in line if at)
    assert all(between(a, b) == pytest.approx(10.0) for a, b in pairwise(ordered))


def test_a_guns_crew_stands_about_it() -> None:
    """IA-R068: numbers two and three are within 10 m of the gun. IA-R011: they have its speciality."""
    state = fought(call((unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-6pdr", place=(250, 50)))))
    gun = next(each for each in state.guns if each.calibre == 57)
    crew = state.crew(gun.id)

    assert state.group("attacker-gb44-6pdr-1").kind == "gun crew"
    assert gun.shield
    assert gun.at is not None
    assert crew[0].rank is Rank.CORPORAL
    for man in crew[:3]:
        assert man.at is not None
        assert between(man.at, gun.at) <= 10.1
        assert "anti-tank gun" in man.specialities


def test_a_tank_is_one_group_with_the_id_of_its_unit() -> None:
    state = fought(call((unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-sherman"))))
    group = state.group("attacker-gb44-sherman-1")
    tank = state.vehicles_of(group.id)[0]

    assert group.kind == "vehicle"
    assert [man.place for man in state.aboard(tank.id)] == ["driver", "commander", "gunner", "gunner", "gunner"]
    assert {man.at for man in state.aboard(tank.id)} == {None}
    assert tank.smgs == 2
    assert tank.value == Decimal(290)
    assert [mount.turret for mount in tank.mounts] == [True, True, False]


def test_passengers_keep_their_group() -> None:
    """IA-units.group"""
    state = fought(call((unit(ATTACKER, "gb55-hq"), unit(ATTACKER, "gb55-saracen"))))
    section, crew = state.group("attacker-gb55-saracen-1"), state.group("attacker-gb55-saracen-1.11-crew")

    assert len(list(state.men(section.id))) == 8
    assert section.kind == "infantry"
    assert len(list(state.men(crew.id))) == 2
    assert crew.kind == "vehicle"
    assert {man.aboard for man in state.men(section.id)} == {"attacker-gb55-saracen-1.11"}
    assert state.anchor(section.id) == state.anchor(crew.id) is not None


def test_who_leads_is_called_by_the_rank_that_his_army_has_for_it() -> None:
    """The book's corporal, who leads a section, is a sergeant of the Red Army; a private's name stands alone."""
    state = fought(call(defenders=(unit(DEFENDER, "su44-section"),)))
    men = [figure for figure in state.figures if figure.side == DEFENDER]
    leader, private = (next(man for man in men if man.rank is rank) for rank in (Rank.CORPORAL, Rank.PRIVATE))
    words = Words(state, Viewer(DEFENDER))
    assert (leader.title, words.figure(leader.id)) == ("Sergeant", f"Sergeant {leader.name}")
    assert words.figure(private.id) == private.name


def test_light_and_wind() -> None:
    """IA-R149: a die of twelve, 12 is up the table. A scenario's word comes first."""
    events = muster(call(board=replace(BOARD, light="night")), Scripted(["d12:3"]))
    state = evolve(State(), events[0])
    assert (state.light, state.wind) == (Light.DARK, 90.0)

    events = muster(call(scenario='{"wind":180,"light":"moonlight","year":1955}'), Scripted([]))
    state = evolve(State(), events[0])
    assert (state.light, state.wind, state.year) == (Light.MOON, 180.0, 1955)


def test_without_a_table_there_is_no_battle() -> None:
    with pytest.raises(RuleViolation, match="fought on a table") as refused:
        muster(call(board=None), Scripted([]))
    assert refused.value.remedy == "Choose a board or a scenario."


@pytest.mark.rule("IA-cost.limit")
def test_a_force_over_the_agreed_points_says_by_how_much() -> None:
    """IA-cost.limit: 226 + 193 = 419 points."""
    with pytest.raises(RuleViolation, match="419 points, 19 more than the 400") as refused:
        muster(call(scenario='{"limit":400}'), Seeded(b"", 1))
    assert "Leave out 19 points" in refused.value.remedy
    assert fought(call(scenario='{"limit":419}')).side(ATTACKER).limit == 419


@pytest.mark.rule("IA-opt.defender-double")
def test_the_agreed_defender_costs_double_and_stands_in_his_half() -> None:
    """IA-opt.defender-double: 198 + 179 = 377 points, doubled 754. IA-R013: he begins at most 200 m from his line."""
    state = fought(call(scenario='{"defender":"defender"}'))

    assert state.side(DEFENDER).strength == Decimal(754)
    assert state.side(ATTACKER).strength == Decimal(419)
    assert state.side(DEFENDER).on_defence
    assert all(figure.at and figure.at[1] >= 200.0 for figure in state.figures if figure.side == DEFENDER)


@pytest.mark.rule("IA-opt.defensive-agreement")
def test_the_agreed_defender_is_kept_out_of_the_other_half() -> None:
    theirs = (unit(DEFENDER, "de44-hq"), unit(DEFENDER, "de44-gruppe", place=(250, 190)))

    with pytest.raises(RuleViolation, match="beyond the middle") as refused:
        muster(call(defenders=theirs, scenario='{"defender":"defender"}'), Seeded(b"", 1))
    assert refused.value.citation == "IA-opt.defensive-agreement"
    assert fought(call(defenders=theirs)).figures


@pytest.mark.rule("IA-cost.afv-commanders")
def test_ranks_of_tank_commanders_are_refused_where_they_are_too_low() -> None:
    """IA-cost.afv-commanders, IA-R166: three tanks take an officer, and all three here have sergeants."""
    tanks = tuple(unit(ATTACKER, "gb44-sherman", number) for number in (1, 2, 3))

    with pytest.raises(RuleViolation, match="sergeant, sergeant and sergeant"):
        muster(call(tanks), Seeded(b"", 1))
    assert fought(call((unit(ATTACKER, "gb44-hq"), *tanks[:2]))).vehicles


@pytest.mark.rule("IA-cost.command-structure")
def test_a_side_without_an_officer_is_a_note_that_both_accept() -> None:
    """IA-R166, house rule command-structure"""
    own = (unit(ATTACKER, "gb44-section"),)
    opened = muster(call(own), Seeded(b"", 1))[0]

    assert isinstance(opened, BattleOpened)
    assert opened.notes == (
        "British: The side has no commissioned officer: nobody could change its orders but a successor.",
    )
    with pytest.raises(RuleViolation, match="no commissioned officer"):
        muster(call(own, options=(("command-structure", "enforce"),)), Seeded(b"", 1))


def test_what_is_hidden_is_told_to_its_own_side_alone() -> None:
    """IA-R157"""
    hidden = [e for e in muster(call(), Seeded(b"", 1)) if isinstance(e, GroupMustered)]
    open_ = call(options=(("hidden-deployment", "off"),))
    shown = [e for e in muster(open_, Seeded(b"", 1)) if isinstance(e, GroupMustered)]

    assert [e.audience for e in hidden] == [(ATTACKER,)] * 2 + [(DEFENDER,)] * 2
    assert [e.audience for e in shown] == [None] * 4


def test_reinforcements_stand_at_their_line_and_nobody_comes_twice() -> None:
    state = fought(call())
    for event in reinforce(state, (unit(DEFENDER, "de44-smg"),), Seeded(b"", 9)):
        state = evolve(state, event)

    assert state.group("defender-de44-smg-1").late
    with pytest.raises(RuleViolation, match="in the battle already"):
        reinforce(state, (unit(DEFENDER, "de44-smg"),), Seeded(b"", 10))
    with pytest.raises(RuleViolation, match="off the table"):
        reinforce(state, (unit(DEFENDER, "de44-smg", 2, place=(900, 900)),), Seeded(b"", 11))


@pytest.mark.rule("IA-R152")
def test_only_those_who_come_later_join_the_battle() -> None:
    """Two of them, one of each side, one at a place of its own. Where troops are hidden, each is its own side's to
    know; where they are not, everybody's."""
    for hidden in ("on", "off"):
        begun = list(muster(call(options=(("hidden-deployment", hidden),)), Seeded(b"", 1)))
        state = State()
        for event in begun:
            state = evolve(state, event)
        place = (250.0, 370.0)
        came = (
            unit(ATTACKER, "gb44-section", 7, place=(60, 40)),
            unit(DEFENDER, "de44-smg", 7, place=place, facing=90.0),
        )
        joining = list(reinforce(state, came, Seeded(b"", 9)))
        for event in joining:
            state = evolve(state, event)
        all_ = [event for event in (*begun, *joining) if isinstance(event, GroupMustered)]
        assert [event.late for event in all_] == [event.group.late for event in all_]
        assert [event.late for event in all_] == [event in joining for event in all_]
        assert [event.audience for event in joining] == [(ATTACKER,), (DEFENDER,)] if hidden == "on" else [None] * 2
        for event in all_:
            told = tell(state, event, Viewer(umpire=True))
            assert told is not None
            assert ("joins the battle" in told.headline) is event.late
            assert {state.figure(man.id).side for man in event.figures} == {event.group.side}
        assert {man.facing for man in joining[1].figures} == {90.0}
        middle = [sum(axis) / len(axis) for axis in zip(*(man.at for man in joining[1].figures), strict=True)]
        assert between(tuple(middle), place) < 10


@pytest.mark.rule("IA-opt.field-defences", "IA-mine.who", "IA-opt.mine-belt-cost", "IA-opt.devices-cost")
def test_field_defences_are_the_agreed_defenders_alone() -> None:
    """IA-R012. A belt of 20 m is four pieces of 5 points; a fougasse is 10. 754 + 20 + 10 = 784."""
    laid = (
        '"belts":[{"side":"defender","kinds":["anti-personnel mines"],"start":[200,250],"end":[220,250]}],'
        '"devices":[{"kind":"fougasse","side":"defender","at":[250,260]}]'
    )
    state = fought(call(scenario='{"defender":"defender",' + laid + "}"))

    assert state.side(DEFENDER).strength == Decimal(784)
    assert state.devices[0].kind == "fougasse"
    assert {(m.column, m.row) for m in state.mines} == {(20, 24), (21, 24), (20, 25), (21, 25)}
    with pytest.raises(RuleViolation, match="agreed defender"):
        muster(call(scenario="{" + laid + "}"), Seeded(b"", 1))


@pytest.mark.rule("IA-opt.off-table-cost")
def test_support_is_bought_in_lots_of_fifty() -> None:
    """IA-opt.off-table-cost"""
    state = fought(call(scenario='{"support":[["attacker",150]]}'))

    assert state.side(ATTACKER).support == 150
    assert state.side(ATTACKER).strength == Decimal(419 + 150)
    with pytest.raises(RuleViolation, match="cannot be read: support"):
        muster(call(scenario='{"support":[["attacker",70]]}'), Seeded(b"", 1))


def test_defender_and_points_are_the_houses_word_where_the_scenario_has_none() -> None:
    """IA-R206: 419 points fit 500, 377 doubled are 754."""
    state = fought(call(options=(("points-limit", "1000"), ("agreed-defender", "defender"))))
    assert (state.side(DEFENDER).limit, state.side(DEFENDER).on_defence) == (1000, True)

    with pytest.raises(RuleViolation, match="754 points, 254 more than the 500"):
        muster(call(options=(("points-limit", "500"), ("agreed-defender", "defender"))), Seeded(b"", 1))
    said = fought(call(options=(("points-limit", "500"),), scenario='{"limit":900}'))
    assert said.side(ATTACKER).limit == 900


@pytest.mark.rule("IA-opt.devices-cost", "IA-R012")
def test_a_trip_flare_lies_with_its_wire() -> None:
    laid = '"devices":[{"kind":"trip flare","side":"defender","at":[250,260],"wire":[265,260]}]'
    (flare,) = fought(call(scenario='{"defender":"defender",' + laid + "}")).devices
    assert (flare.at, flare.wire) == ((250, 260), (265, 260))


@pytest.mark.rule("IA-R135")
def test_a_house_of_the_board_is_a_work_that_nobody_has_built() -> None:
    house = Feature("building", ((240, 190), (260, 190), (260, 210), (240, 210)), "Mill", height=6.0)
    state = fought(call(board=replace(BOARD, features=(house,))))
    assert [(work.name, work.kind) for work in state.works] == [("Mill", "building")]
