"""Leaders: the radius, separated figures, lone and higher leaders, the secret commander-in-chief. Chapter IV."""

from dataclasses import replace

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun.actions.battle import NominateCommander, RemoveFigure
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.play.turn.leadership import highest_leader, leader_of, nominated, own_leader, parts
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import part_of_phase
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Morale, Phase, Status, UnitTraits
from rules.book_and_gun.view import view
from rules.kernel.action import UMPIRE
from rules.seam.viewing import PUBLIC, Viewer

from .field import SOUTH, army, battle, cell, hurt, only
from .war import War, black, dice, led, moving, red, squad

COLONEL = UnitTraits(kind="higher leader", basic=False, independent=True)


def colonel(at, name="colonel"):
    return army(name, size=1, at=at, traits=COLONEL)


# ── The radius ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IV.1a", "BG-R22")
def test_a_unit_has_its_own_leader_while_he_is_unhurt_and_near():
    unit = squad(at=(10, 8))
    assert leader_of(battle(unit), unit).id == "able4"
    for status in (Status.WOUNDED, Status.KILLED, Status.CAPTURED):
        lost = hurt(unit, status, 4)
        assert leader_of(battle(lost), lost) is None


@pytest.mark.rule("BG-R22")
@pytest.mark.parametrize(("away", "near"), [(6.0, True), (6.1, False)])
def test_exactly_six_inches_is_within_the_radius(away, near):
    unit = squad(size=2, at=(10, 8), spacing=away)
    unit = led(unit, 1)
    assert (own_leader(battle(unit), unit) is not None) is near


@pytest.mark.rule("BG-R22")
def test_a_higher_leader_beside_it_leads_a_unit_that_has_lost_its_own():
    unit = hurt(squad(at=(10, 8)), Status.KILLED, 4)
    state = battle(unit, colonel((10, 12)))
    assert leader_of(state, state.unit("able")).id == "colonel1"
    state = battle(unit, colonel((10, 15)))
    assert leader_of(state, state.unit("able")) is None


@pytest.mark.rule("BG-R22")
def test_a_routed_leader_leads_nobody():
    unit = hurt(squad(at=(10, 8)), Status.KILLED, 4)
    other = squad("baker", at=(10, 11), morale=Morale.ROUTED)
    state = battle(unit, other)
    assert leader_of(state, state.unit("able")) is None
    assert leader_of(state, state.unit("baker")) is None


@pytest.mark.rule("BG-R22")
def test_by_house_rule_the_next_man_leads_from_the_turn_after():
    unit = hurt(squad(at=(10, 8)), Status.KILLED, 4)
    fallen = replace(unit, figures=tuple(replace(f, out_turn=2) if f.number == 4 else f for f in unit.figures))
    options = (("leader-succession", "next-figure-next-turn"),)
    assert leader_of(battle(fallen, options=options), fallen) is None
    assert leader_of(battle(fallen, options=options, turn=3), fallen).id == "able1"


@pytest.mark.rule("BG-R22")
def test_without_places_the_own_leader_counts_and_the_umpire_may_rule():
    war = War(battle(squad(), cell()))
    assert leader_of(war.state, war.unit("able")).id == "able4"
    war.do(RuleFact(fact="leader near", value="no", unit="able"), by=UMPIRE)
    assert leader_of(war.state, war.unit("able")) is None


# ── Separated figures ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IV.4", "BG-R23", "BG-IV.2b")
def test_figures_beyond_six_inches_move_on_a_card_of_their_own_and_lose_the_highest_die():
    unit = army(at=(10, 8))  # the leader at the left end: three men are 8 to 12 inches away
    war = moving(battle(unit, cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT), cards=2)
    assert [len(figures) for figures in movers(war.state, war.unit("able")).values()] == [4, 3]
    first = war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))
    assert only(first, "unit-moved")[0].figures == ("able1", "able2", "able3", "able4")
    second = war.do(Move(unit="able", figures="separated", to="north 20"), dice(4, 3, 2))
    assert only(second, "unit-moved")[0].inches == 5
    assert war.state.run is None


@pytest.mark.rule("BG-IV.4", "BG-R23")
def test_a_unit_without_any_leader_loses_the_highest_die():
    unit = hurt(squad(at=(10, 8)), Status.KILLED, 4)
    war = moving(battle(unit, cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT))
    assert list(movers(war.state, war.unit("able"))) == ["unit"]
    events = war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))
    moved = only(events, "unit-moved")[0]
    assert moved.inches == 5
    assert moved.deductions[0].dice == (4,)


@pytest.mark.rule("BG-R23")
def test_a_leader_on_his_own_is_not_leaderless():
    alone = led(squad(size=1, at=(10, 8)), 1)
    war = moving(battle(alone, cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT))
    assert only(war.do(Move(unit="able", to="north 20"), dice(4, 3, 2)), "unit-moved")[0].inches == 9


@pytest.mark.rule("BG-IV.2a")
def test_a_unit_is_the_whole_of_what_its_leader_reaches():
    unit = squad(at=(10, 8))
    assert len(parts(battle(unit), unit).led) == 7


# ── Higher leaders ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.15", "BG-IV.3a", "BG-R126")
def test_a_higher_leader_moves_after_all_cards_without_one():
    state = battle(squad(at=(10, 8)), colonel((30, 8)), cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    war = moving(state)
    assert war.refuses(Move(unit="colonel", to="north 5")) == "not-its-turn"
    war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))
    enemy = war.unit("red")
    war.state = war.state.with_unit(replace(enemy, figures=tuple(replace(f, move_turn=2) for f in enemy.figures)))
    assert part_of_phase(war.state) == "leaders"
    assert prompt(war.state).asks[0].units == ("colonel",)
    war.do(Move(unit="colonel", to="north 20"), dice(5, 4, 3))
    assert war.at("colonel1") == (30, 20)
    assert part_of_phase(war.state) == "done"


@pytest.mark.rule("BG-VIII.1.15")
def test_or_he_goes_along_with_a_unit_whose_man_he_is_within_six_inches_of():
    state = battle(squad(at=(10, 8)), colonel((10, 4)), cell(at=(10, 34), facing=SOUTH), phase=Phase.MOVEMENT)
    war = moving(state)
    war.do(Move(unit="able", to="north 20", leaders=("colonel",)), dice(4, 3, 2))
    assert war.at("colonel1") == (10, 13)
    assert war.figure("colonel1").move_turn == 2
    far = moving(battle(squad(at=(10, 8)), colonel((10, 1)), cell(at=(10, 34)), phase=Phase.MOVEMENT))
    assert far.refuses(Move(unit="able", to="north 5", leaders=("colonel",))) == "does-not-accompany"


# ── The commander-in-chief ────────────────────────────────────────────────────────────────────────────────────────


def three_squads(commander="able4"):
    names = ("able", "baker", "charlie")
    units = [squad(name, at=(2 + 15 * i, 8)) for i, name in enumerate(names)]
    state = replace(battle(*units, cell(at=(10, 34), facing=SOUTH), turn=0), phase=Phase.SETUP)
    return War(state.with_side(replace(state.side("army"), basic_units=3, commander=commander)))


@pytest.mark.rule("BG-IV.5", "BG-R24")
def test_a_side_of_three_units_names_its_commander_in_secret_before_the_first_card():
    war = three_squads()
    (ask,) = prompt(war.state).asks
    assert (ask.side, len(ask.quick)) == ("army", 3)
    assert ask.default == NominateCommander(figure="able4")
    (event,) = war.do(NominateCommander(figure="baker4"))
    assert event.audience == ("army",)
    assert war.state.side("army").commander == "baker4"
    assert not prompt(war.state)
    assert proceed(war.state) is not None
    assert war.refuses(NominateCommander(figure="able4")) == "commander-fixed"


@pytest.mark.rule("BG-IV.5", "BG-R24")
def test_only_a_leader_of_a_large_side_can_be_named():
    war = three_squads()
    assert war.refuses(NominateCommander(figure="able1")) == "no-leader"
    assert war.refuses(NominateCommander(figure="red1")) == "not-yours"
    assert war.refuses(NominateCommander(figure="red1"), by=red()) == "no-commander"


@pytest.mark.rule("BG-R24", "BG-XII.1.2a")
def test_by_default_he_is_the_highest_in_rank_ties_in_roster_order():
    figures = [*squad().figures, *squad("baker").figures]
    assert highest_leader(figures).id == "able4"
    general = replace(figures[-4], traits=replace(figures[-4].traits, leader=True, precedence=9))
    assert highest_leader([*figures, general]).id == general.id


@pytest.mark.rule("BG-IV.5", "BG-XII.1.2b")
def test_his_name_is_out_when_he_is_killed_and_not_before():
    war = three_squads()
    war.do(NominateCommander(figure="baker4"))
    for viewer in (Viewer("insurgents"), PUBLIC):
        assert not any("commander" in line for line in view(war.state, viewer).lines)
    assert any("commander" in line for line in view(war.state, Viewer("army")).lines)
    events = war.do(RemoveFigure(figure="baker4"), by=UMPIRE)
    assert not only(events, "commander-lost")  # taken off by the umpire: neither killed nor captured


@pytest.mark.rule("BG-R24")
def test_a_small_side_needs_none():
    war = War(replace(battle(squad(at=(2, 8)), cell(at=(10, 34)), turn=0), phase=Phase.SETUP))
    assert not prompt(war.state)
    assert war.refuses(NominateCommander(figure="able4"), by=black()) == "no-commander"


@pytest.mark.rule("BG-IV.5", "BG-R24")
def test_a_side_is_told_of_its_commander_when_it_has_chosen_him():
    """Who stands in until then is not worth a word: the side is asked at once."""
    war = three_squads()
    assert tell(war.state, nominated("army", "able4", by_player=False), Viewer("army")) is None
    (event,) = war.do(NominateCommander(figure="baker4"))
    told = tell(war.state, event, Viewer("army"))
    assert told is not None
    assert "commander-in-chief, in secret" in told.headline
