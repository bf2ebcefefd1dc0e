"""The muster: organisations, bases, officers, places. Points and sizes are worked out from the ledger's cards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Light, UnitFormation
from rules.red_actions.course import Course
from rules.red_actions.events.turn import BattleOpened, TokenKept, UnitMustered
from rules.red_actions.forces.muster import muster, reinforce
from rules.red_actions.forces.organisations import ORGANISATIONS, raise_unit
from rules.red_actions.play.works.buildings import fires_grow, markers_on
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Concealment, Unit
from rules.seam.forces import DEFENDING, ElementKind, MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from tests.charts import chart
from tests.rules.red_actions.mustering import BOARD, CAVALRY, GUNS, INFANTRY, call, fold, mustered, unit, with_tokens

FOE = unit(DEFENDER, INFANTRY)


def told(**parts: object) -> str:
    return json.dumps(parts)


def troops(unit: str, **parts: object) -> str:
    return told(troops=[{"unit": unit, **parts}])


def of(state: State, key: str) -> Unit:
    return next(unit for unit in state.units if key in unit.id)


# ── Organisations ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-def.unit.1")
@pytest.mark.rule("RA-def.unit.2")
@chart("kind", ORGANISATIONS, ids=lambda each: each.key)
def test_every_organisation_is_raised_and_mustered(kind) -> None:
    plan = raise_unit(kind.key)
    assert kind.is_for(ATTACKER)
    assert kind.is_for(DEFENDER)
    assert raise_unit(kind.key + DEFENDING) == plan
    assert len(plan.figures) == 1
    assert kind.strength.startswith("1 man")
    own = unit(ATTACKER, kind.key)
    state = mustered([own, unit(ATTACKER, CAVALRY, 9)], [FOE])
    found = state.unit(own.id)
    assert len(found.bases) == found.raised == max(1, len(plan.elements))
    card = state.card(found)
    if not card.arm.train:
        assert card.unit_min <= len(found.bases) <= card.unit_max


def test_keys_are_unique_and_every_nation_has_its_own() -> None:
    keys = [each.key for each in ORGANISATIONS]
    assert len(set(keys)) == len(keys)
    assert {each.nation for each in ORGANISATIONS} == {
        "Soviets", "Konnarmiya (Horse Army)", "Latvians", "Partisans and Makhnovists", "White armies",
        "Nationalist armies", "Poles", "Freikorps and other Germans",
    }  # fmt: skip


def test_an_unknown_organisation() -> None:
    with pytest.raises(KeyError):
        raise_unit("soviet-dragoons-4")


def test_elements_by_kind() -> None:
    kinds = {element.type.key: element.type.kind for element in raise_unit("soviet-light-train").elements}
    assert kinds == {
        "train-mg": ElementKind.VEHICLE,
        "train-engine": ElementKind.VEHICLE,
        "train-artillery-field": ElementKind.VEHICLE,
    }
    assert raise_unit(GUNS).elements[0].type.kind is ElementKind.GUN
    base = raise_unit(INFANTRY).elements[0].type
    assert (base.kind, base.men) == (ElementKind.BASE, 40)


@pytest.mark.rule("RA-def.officer.junior")
def test_officers_bear_the_book_s_ranks() -> None:
    assert raise_unit("soviet-red-regulars-4").figures[0].rank == "Kombat"
    assert raise_unit(CAVALRY).figures[0].rank == "Komkav"
    assert raise_unit(INFANTRY).figures[0].rank == "Captain"
    assert raise_unit("soviet-general").figures[0].rank == "Komdiv"
    assert raise_unit("white-colonel-on-foot").figures[0].rank == "Colonel"


# ── The battle as it opens ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.1")
@pytest.mark.rule("RA-R13")
def test_sides_armies_and_points() -> None:
    """Four sabres at 11 points; four riflemen at 8 and two field guns at 30: 44 and 92; officers cost nothing."""
    state = mustered()
    assert [(side.army, side.original, side.edge) for side in state.sides] == [
        ("konnarmiya", 44, "south"),
        ("polish", 92, "north"),
    ]


def test_officers_are_the_figures() -> None:
    state = mustered()
    general = next(officer for officer in state.officers if officer.general and officer.side == ATTACKER)
    assert (general.rank, general.name, general.level) == ("senior", "Komdiv Commanding general 1", 3)
    base = state.unit(general.unit)
    assert [(each.id, each.card) for each in base.bases] == [(general.id, "senior-officer-mounted")]
    captain = state.junior(of(state, INFANTRY).id)
    assert captain is not None
    assert captain.name == "Captain Battalion commander 1"


@pytest.mark.rule("RA-seq.3")
def test_the_defender_begins_as_markers_and_the_attacker_off_the_table() -> None:
    events = muster(call(), Seeded(b"m", 1))
    state = fold(events)
    defenders = list(state.of(DEFENDER))
    assert all(each.at is not None and each.hidden is Concealment.MARKER for each in defenders)
    assert [each.marker for each in defenders] == [0, 0, 0]
    assert all(each.at is None and each.arrives == 1 for each in state.of(ATTACKER))
    for event in events:
        if isinstance(event, UnitMustered):
            assert event.audience == (event.unit.side,)


def test_everybody_stands_on_the_table_and_apart() -> None:
    state = mustered([unit(ATTACKER, CAVALRY)], [unit(DEFENDER, INFANTRY, n) for n in range(1, 13)])
    places = [each.at for each in state.of(DEFENDER)]
    assert all(at is not None and BOARD.holds(*at) for at in places)
    assert len(set(places)) == 12


@pytest.mark.rule("RA-ammo.guns")
@pytest.mark.rule("RA-ammo.mortars")
def test_rounds() -> None:
    state = mustered(None, [FOE, unit(DEFENDER, GUNS), unit(DEFENDER, "polish-mortar-2")])
    assert {(base.limber, base.cart) for base in of(state, GUNS).bases} == {(2, 6)}
    assert {(base.limber, base.cart) for base in of(state, "mortar").bases} == {(3, 9)}
    state = mustered(None, [unit(DEFENDER, GUNS)], scenario=troops(f"{DEFENDER}-{GUNS}-1", cart=False))
    assert {(base.limber, base.cart) for base in of(state, GUNS).bases} == {(2, 0)}
    state = mustered(options=(("ammunition", "off"),))
    assert {(base.limber, base.cart) for base in of(state, GUNS).bases} == {(0, 0)}


@pytest.mark.rule("RA-weather.night.humiliated")
def test_a_night_begins_with_a_humiliated_marker_for_all_but_vehicles() -> None:
    units = [FOE, unit(DEFENDER, "polish-armoured-car")]
    state = mustered(None, units, scenario=told(light="dark night"))
    assert state.light is Light.DARK
    assert of(state, INFANTRY).humiliated == 1
    assert of(state, "armoured-car").humiliated == 0
    assert of(mustered(None, units), INFANTRY).humiliated == 0


@pytest.mark.rule("RA-char.stiffening.1")
def test_a_stiffened_unit() -> None:
    """Three conscript bases at 4 points and one of officers at 14."""
    state = mustered([unit(ATTACKER, "white-white-conscripts-4-stiffened")], [FOE])
    found = of(state, "stiffened")
    assert found.card == "white-conscripts"
    assert sorted(base.card for base in found.bases) == ["white-conscripts"] * 3 + ["white-officers"]
    assert state.sides[0].original == 26


@pytest.mark.rule("RA-train.cars.1")
def test_a_train_stands_on_its_rails() -> None:
    key = "polish-heavy-train"
    state = mustered(None, [FOE, unit(DEFENDER, key)])
    train = of(state, key)
    assert train.card == "train-engine"
    assert train.rails is not None
    assert train.rails.line == "Line"
    assert train.at is not None
    assert train.at[1] == 22.0
    assert train.hidden is Concealment.NO
    # Six cars of 2.4 in whose front is 40 in along the line: their middle is 7.2 in behind it.
    state = mustered(None, [FOE, unit(DEFENDER, key)], scenario=troops(f"{DEFENDER}-{key}-1", rails={"along": 40}))
    assert of(state, key).at == pytest.approx((32.8, 22.0))


def test_no_rails() -> None:
    with pytest.raises(RuleViolation, match="no rails"):
        mustered([unit(ATTACKER, "soviet-light-train")], [FOE], board=replace(BOARD, features=()))


# ── What a scenario says ──────────────────────────────────────────────────────────────────────────────────────────


def test_troops_of_a_scenario() -> None:
    guns = f"{DEFENDER}-{GUNS}-1"
    foot = f"{DEFENDER}-{INFANTRY}-1"
    horse = f"{ATTACKER}-{CAVALRY}-1"
    scenario = told(
        armies=[[DEFENDER, "freikorps"]],
        troops=[
            {"unit": foot, "how": "ambush", "formation": "column"},
            {"unit": guns, "equipment": ["gas"], "limbered": True, "how": "open"},
            {"unit": horse, "arrives": 4, "entry": [30, 0]},
        ],
        officers=[{"figure": f"{foot}.1", "token": "regular-plus2-storm"}],
        destroyed=["Bridge"],
    )
    state = mustered([unit(ATTACKER, CAVALRY), unit(ATTACKER, "konnarmiya-colonel")], scenario=scenario)
    assert state.side(DEFENDER).army == "freikorps"
    assert (state.unit(foot).hidden, state.unit(foot).formation) == (Concealment.AMBUSH, UnitFormation.COLUMN)
    assert (state.unit(guns).hidden, state.unit(guns).limbered) == (Concealment.NO, True)
    assert {base.card for base in state.unit(guns).bases} == {"field-gun-gas"}
    assert state.card(state.unit(guns)).name == "Field gun with gas shells"
    assert (state.unit(horse).arrives, state.unit(horse).entry, state.unit(horse).at) == (4, (30.0, 0.0), None)
    captain = state.junior(foot)
    assert captain is not None
    assert captain.token == "regular-plus2-storm"
    assert state.cup == ("regular:regular-plus2-storm",)
    assert state.board is not None
    assert "Bridge" not in {feature.name for feature in state.board.features}


@pytest.mark.rule("RA-R05")
@pytest.mark.parametrize(("how", "knowing"), [("open", None), ("ambush", (DEFENDER,))])
def test_a_token_that_a_scenario_gives_is_told_under_its_ruling_to_those_who_may_see_the_officer(how, knowing) -> None:
    foot = f"{DEFENDER}-{INFANTRY}-1"
    scenario = told(
        troops=[{"unit": foot, "how": how}],
        officers=[{"figure": f"{foot}.1", "token": "regular-plus2-storm"}],
    )
    (given,) = [each for each in muster(call(scenario=scenario), Seeded(b"muster", 1)) if isinstance(each, TokenKept)]
    assert (given.officer, given.audience, given.citations) == (f"{foot}.1", knowing, ("RA-R05",))


@pytest.mark.rule("RA-R266", "RA-building.fire.2", "RA-building.fire.3")
def test_a_scenario_may_begin_with_a_house_on_fire() -> None:
    """Three markers: the fourth with the first turn, the fifth with the second, and the farm is gone."""
    opened = muster(call(scenario=told(burning=[["Farm", 3]])), Seeded(b"muster", 1))
    state = with_tokens(fold(opened))
    told_of = tell(state, opened[0], PUBLIC)
    assert told_of is not None
    assert "Burning: Farm (3 of 5)." in told_of.lines
    seen: list[tuple[int, int]] = []
    for turn in (1, 2):
        course = Course(replace(state, turn=turn), Seeded(b"fire", turn))
        fires_grow(course)
        state = course.state
        seen.append((turn, markers_on(state, "Farm")))
    assert seen == [(1, 4), (2, 0)]
    assert state.ruins == ("Farm",)
    with pytest.raises(RuleViolation, match="no house “Wood”"):
        mustered(scenario=told(burning=[["Wood", 1]]))


@pytest.mark.rule("RA-R04")
def test_a_group_s_own_cards() -> None:
    own = {"card": [{"id": "polish-regulars", "points": 10}]}
    state = mustered(scenario=told(pack=own))
    assert state.sides[1].original == 4 * 10 + 2 * 30
    with pytest.raises(RuleViolation, match=r"card polish-regulars, points"):
        mustered(scenario=told(pack={"card": [{"id": "polish-regulars", "points": "many"}]}))


def test_a_scenario_that_cannot_be_read() -> None:
    with pytest.raises(RuleViolation, match="cannot be read: armies"):
        mustered(scenario=told(armies=[["attacker"]]))
    with pytest.raises(RuleViolation, match="no “Viaduct”"):
        mustered(scenario=told(destroyed=["Viaduct"]))


# ── Refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────


def bare(given: MusterUnit) -> MusterUnit:
    return replace(given, elements=())


def test_refusals_of_the_muster() -> None:
    with pytest.raises(RuleViolation, match="fought on a table"):
        mustered(board=None)
    with pytest.raises(RuleViolation, match="measured in inches"):
        mustered(board=replace(BOARD, measure="metres"))
    with pytest.raises(RuleViolation, match="has no troops"):
        mustered([unit(ATTACKER, "soviet-general")], [FOE])
    with pytest.raises(RuleViolation, match="has no bases left"):
        mustered([bare(unit(ATTACKER, CAVALRY)), unit(ATTACKER, CAVALRY, 2)], [FOE])
    with pytest.raises(RuleViolation, match="off the table"):
        mustered([unit(ATTACKER, CAVALRY, place=(80, 3))], [FOE])
    with pytest.raises(RuleViolation, match="bear one id"):
        mustered([unit(ATTACKER, CAVALRY), unit(ATTACKER, CAVALRY)], [FOE])


@pytest.mark.rule("RA-def.unit.1")
def test_mixed_units_and_large_ones_are_refused() -> None:
    foot, guns = unit(ATTACKER, "soviet-red-regulars-4"), unit(ATTACKER, "soviet-field-gun-2")
    mixed = replace(foot, elements=(*foot.elements, *guns.elements))
    with pytest.raises(RuleViolation, match="bases of that card only"):
        mustered([mixed], [FOE])
    more = unit(ATTACKER, "soviet-red-regulars-4", 2)
    with pytest.raises(RuleViolation, match="has 8 bases; a unit of Red Regulars has 6 at most"):
        mustered([replace(foot, elements=(*foot.elements, *more.elements))], [FOE])


def test_what_earlier_battles_have_left_takes_the_field() -> None:
    """RA-R221: one base of riflemen, which could not be raised."""
    foot = unit(ATTACKER, "soviet-red-regulars-4")
    assert len(of(mustered([replace(foot, elements=foot.elements[:1])], [FOE]), "regulars").bases) == 1


def test_riflemen_without_their_officer_have_an_acting_one() -> None:
    """RA-R222"""
    foot = unit(ATTACKER, "soviet-red-regulars-4")
    state = mustered([replace(foot, figures=())], [FOE])
    acting = state.junior(foot.id)
    assert acting is not None
    assert (acting.id, acting.name) == (foot.id + "-acting", "acting Kombat")
    gun = unit(ATTACKER, "soviet-field-gun-1")
    assert mustered([replace(gun, figures=())], [FOE]).junior(gun.id) is None


# ── Reinforcements ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-seq.reinforce")
def test_units_join_a_battle_that_goes_on() -> None:
    state = with_tokens(mustered())
    late = [unit(ATTACKER, "konnarmiya-tachanka-2"), unit(ATTACKER, "konnarmiya-colonel"), unit(DEFENDER, INFANTRY, 2)]
    after = fold(reinforce(state, late, Seeded(b"late", 1)), state)
    for each in late:
        there = after.unit(each.id)
        assert there.at is not None
        assert there.hidden is Concealment.NO
        assert all(officer.token for officer in after.officers_in(each.id))
    assert after.unit(late[0].id).at[1] < 4.0  # type: ignore[index]
    # Two tachankas at 16 and four Polish bases at 8 more. RA-R13
    assert [side.original for side in after.sides] == [44 + 32, 92 + 32]
    with pytest.raises(RuleViolation, match="in the battle already"):
        reinforce(after, late[:1], Seeded(b"late", 1))


@pytest.mark.rule("RA-seq.reinforce", "RA-seq.3", "RA-seq.4")
def test_only_those_who_come_later_join_the_battle_and_they_come_openly() -> None:
    """The table is 48 in deep, the defender's quarter ends 12 in from the northern edge. Both sides begin concealed; a
    place and a facing of one's own are kept, the others come over the edge and look inward."""
    call_ = call(options=(("attacker-markers", "on"),))
    begun = muster(call_, Seeded(b"m", 1))
    state = with_tokens(fold(begun))
    assert min(each.at[1] for each in state.of(DEFENDER) if each.at is not None) == 36.0
    came = [
        replace(unit(DEFENDER, INFANTRY, 2), place=(30.0, 20.0), facing=90.0),
        unit(DEFENDER, INFANTRY, 3),
        replace(unit(ATTACKER, "konnarmiya-tachanka-2"), place=(10.0, 9.0)),
        unit(ATTACKER, "konnarmiya-tachanka-2", 3),
    ]
    joining = reinforce(state, came, Seeded(b"late", 1))
    after = fold(joining, state)
    all_ = [event for event in (*begun, *joining) if isinstance(event, UnitMustered)]
    assert [event.late for event in all_] == [event in joining for event in all_]
    for event in all_:
        told = tell(after, event, Viewer(umpire=True))
        assert told is not None
        assert ("joins the battle" in told.headline) is event.late
    there = [after.unit(each.id) for each in came]
    assert [each.hidden for each in there] == [Concealment.NO] * 4
    assert [(each.arrives, each.entry) for each in there] == [(0, None)] * 4
    assert [each.facing for each in there] == [90.0, 180.0, 0.0, 0.0]
    assert (there[0].at, there[2].at) == ((30.0, 20.0), (10.0, 9.0))
    assert there[1].at is not None
    assert there[1].at[1] > 44.0, "at the northern edge, not where defenders begin"
    assert there[3].at is not None
    assert there[3].at[1] < 4.0
    with pytest.raises(RuleViolation, match="off the table"):
        reinforce(state, [replace(came[0], place=(999.0, 1.0))], Seeded(b"late", 1))


def test_the_opening_is_the_first_event() -> None:
    assert isinstance(muster(call(), Seeded(b"m", 1))[0], BattleOpened)
