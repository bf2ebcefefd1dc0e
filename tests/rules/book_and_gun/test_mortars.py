"""Mortars on the board: who serves them, who observes, where the round falls, whom it catches. X.13.1."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.indirect import FireMortar
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.forces.account import account
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.indirect.mortar_offers import rounds
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import FigureTraits, Phase, Posture, Status
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Card
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature
from tests.rules.truth import SHORT, Jury

from .field import PLAIN, SOUTH, army, battle, cell, hurt, kinds, mob, only
from .outcomes import came_about
from .test_random_battles import STEPS, Battle
from .war import War, black, cards, dice

HIGH = Feature("high wall", ((0.0, 14.0), (48.0, 14.0)), height=4.0, width=0.3, hardness="hard")
WALLED = Board(48.0, 36.0, (HIGH,), edges=PLAIN.edges)


def team(at=(20, 8), weapon="light mortar", radio="none", **given):
    """A leader (1), a man with a mortar (2) and one of his team (3), an inch from centre to centre and a half apart."""
    unit = army("mort", size=3, at=at, spacing=1.4, **given)
    first, second, third = unit.figures
    return replace(
        unit,
        figures=(
            replace(first, traits=replace(first.traits, radio=radio)),
            replace(second, traits=FigureTraits(weapons=(weapon, "assault rifle"), key=True, team=1)),
            replace(third, traits=FigureTraits(weapons=("assault rifle",), team=1)),
        ),
    )


def foes(at=(16, 26), **given):
    """Seven in open order from there to the east, the leader at the left end."""
    return cell(at=at, facing=SOUTH, **given)


def fire_phase(*units, board=PLAIN, cards=1, **given):
    state = battle(*units, board=board, phase=Phase.FIRE, **given)
    return War(replace(state, run=Run("army", tuple(Card(f"{n}S") for n in "23456789"[:cards]))))


def round_at(at, **given):
    return FireMortar(**{"unit": "mort", "at": at, **given})


# ── The round ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.1a", "BG-X.13.11b", "BG-X.13.12", "BG-R97", "BG-R100", "BG-R11")
def test_on_target_it_hits_those_within_an_inch_of_the_burst_and_the_kill_is_the_gunners():
    war = fire_phase(team(), foes(size=1))
    # Deviation 2: on target. Class II, number 4: a 3 hits; the 7 of hearts kills in class II.
    events = war.do(round_at("16,26"), dice(2, 3) + "," + cards("7H"))
    (fired,) = only(events, "mortar-fired")
    # From (21.4, 8) to (16, 26) it is the root of 5.4² + 18² = 353.16: 18.8 inches.
    assert (fired.figure, fired.observer, fired.contact, fired.in_a_row) == ("mort2", "mort2", "own eyes", 1)
    assert fired.facts[0].value == pytest.approx(18.79, abs=0.01)
    (burst,) = only(events, "bombarded")
    assert (burst.attack, burst.burst, burst.diameter) == ("light mortar", (16, 26), 2)
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.status, fell.by, fell.by_unit) == ("red1", Status.KILLED, "mort2", "mort")
    assert war.figure("red1").status is Status.KILLED
    assert war.figure("mort2").fired_turn == 2
    credited = [each for each in service(war.events) if each.what == "kill-credited"]
    assert [(each.of, each.by) for each in credited] == [("mort2", "red1")]
    assert account(war.events) is not None


@pytest.mark.rule("BG-X.13.1b", "BG-R99")
@pytest.mark.parametrize(("die", "burst"), [(3, (20, 23)), (4, (23, 26)), (5, (17, 26)), (6, (20, 29))])
def test_short_is_towards_the_mortar_and_right_is_as_the_crew_sees_it(die, burst):
    # The mortar stands at (20, 8), south of the aim: short is south, right is east. 3 inches each way.
    war = fire_phase(team(at=(18.6, 8)), foes(at=(20, 34), size=1))
    (fell,) = only(war.do(round_at("20,26"), dice(die, 3)), "bombarded")
    assert fell.burst == pytest.approx(burst)


@pytest.mark.rule("BG-X.13.11a", "BG-R98", "BG-R228")
def test_the_second_turn_at_the_same_point_from_the_same_place_counts_two_less():
    war = fire_phase(team(), foes(at=(4, 34), size=1), turn=2)
    war.do(round_at("20,26"), dice(4, 5))
    again = War(replace(war.state, turn=3, run=Run("army", (Card("3S"),))))
    # 4 less 2 is 2: on target.
    events = again.do(round_at("20,26"), dice(4))
    assert only(events, "mortar-fired")[0].in_a_row == 2
    assert only(events, "bombarded")[0].way == "on target"
    # 6 less 2 is 4, right; 5 less 2 are 3 inches. Nothing adds up over more turns.
    third = War(replace(again.state, turn=4, run=Run("army", (Card("4S"),))))
    (burst,) = only(third.do(round_at("20,26"), dice(6, 5)), "bombarded")
    assert (burst.way, burst.inches) == ("right", 3)


@pytest.mark.rule("BG-R98", "BG-R228")
@pytest.mark.parametrize("change", ["another point", "a turn without", "moved since"])
def test_what_starts_the_correction_anew(change):
    war = fire_phase(team(), foes(at=(4, 34), size=1), turn=2)
    war.do(round_at("20,26"), dice(1))
    state = replace(war.state, turn=4 if change == "a turn without" else 3, run=Run("army", (Card("3S"),)))
    if change == "moved since":
        unit = state.unit("mort")
        state = state.with_unit(
            replace(unit, figures=tuple(replace(f, at=(f.at[0] + 1, f.at[1])) for f in unit.figures))
        )
    events = War(state).do(round_at("20,27" if change == "another point" else "20,26"), dice(4, 1))
    assert only(events, "mortar-fired")[0].in_a_row == 1
    assert only(events, "bombarded")[0].way == "right"


@pytest.mark.rule("BG-X.13.11b", "BG-X.13.13b")
def test_a_medium_mortars_template_is_three_inches_and_spares_no_friend():
    ours = army("able", size=2, at=(20, 22))
    war = fire_phase(team(weapon="medium mortar"), ours, foes(at=(21, 23), size=1))
    # Within 1.5 inches of (21, 22): Able 1, Able 2 and Red 1, an inch each. Roster order; all class II, number 4.
    events = war.do(round_at("21,22"), dice(1, 1, 6, 6) + "," + cards("2D"))
    assert [(e.unit, e.dice) for e in only(events, "blast-rolled")] == [
        ("able", (("able1", 1), ("able2", 6))),
        ("red", (("red1", 6),)),
    ]
    assert [(e.figure, e.status) for e in only(events, "figure-fell")] == [("able1", Status.WOUNDED)]


def test_it_takes_a_card_of_its_own_and_the_others_fire_on_theirs():
    seen = replace(foes(size=1), moved_turn=2)
    war = fire_phase(team(), seen, cards=2)
    war.do(round_at("16,26", figure="mort2"), dice(1, 6))
    assert war.state.run.left == 1
    assert [f.id for f in war.unit("mort").figures if f.fire_turn == 2] == ["mort2"]
    assert war.unit("mort").fire_as == "figures"


# ── Who serves it ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R228", "BG-X.2.5")
def test_a_man_of_the_team_beside_it_serves_it_when_its_gunner_is_down():
    war = fire_phase(hurt(team(), Status.KILLED, 2), foes(size=1))
    events = war.do(round_at("16,26"), dice(1, 6))
    (fired,) = only(events, "mortar-fired")
    assert (fired.figure, fired.mortar, fired.stood) == ("mort3", "mort2", (21.4, 8))
    # The leader is of no team.
    assert fire_phase(hurt(team(), Status.KILLED, 2), foes(size=1)).refuses(round_at("16,26", figure="mort1")) == (
        "no-mortar"
    )


def test_nobody_serves_it_from_farther_than_an_inch():
    unit = hurt(team(), Status.WOUNDED, 2)
    unit = unit.with_figure(replace(unit.figure("mort3"), at=(30, 8)))
    assert fire_phase(unit, foes(size=1)).refuses(round_at("16,26")) == "no-mortar"


# ── Who observes ──────────────────────────────────────────────────────────────────────────────────────────────────


def behind_a_wall(*, observer_at=(30, 20), mortar_radio="none", radio="none", leader=True):
    """The mortar stands south of a wall higher than anybody; an army leader north of it sees the enemy."""
    eyes = army("eyes", size=1, at=observer_at, leader=leader)
    eyes = replace(eyes, figures=tuple(replace(f, traits=replace(f.traits, radio=radio)) for f in eyes.figures))
    return fire_phase(team(radio=mortar_radio), eyes, foes(size=1), board=WALLED)


@pytest.mark.rule("BG-X.13.13a")
def test_without_anybody_who_sees_the_place_it_is_refused():
    assert behind_a_wall().refuses(round_at("16,26")) == "not-observed"


@pytest.mark.rule("BG-X.13.13a", "BG-R106")
def test_a_leader_within_six_inches_observes_for_it():
    # A wall an inch and a half before the crew, who are close behind it; the leader at (26.5, 10) stands past its end,
    # the root of 5.1² + 2² = 5.5 inches from the gunner at (21.4, 8).
    wall = replace(HIGH, outline=((15.0, 9.5), (25.0, 9.5)))
    eyes = army("eyes", size=1, at=(26.5, 10))
    war = fire_phase(team(), eyes, foes(at=(33, 30), size=1), board=replace(WALLED, features=(wall,)))
    (fired,) = only(war.do(round_at("33,30"), dice(1, 6)), "mortar-fired")
    assert (fired.observer, fired.contact) == ("eyes1", "leader near")


@pytest.mark.rule("BG-X.13.13a")
def test_a_leader_at_the_end_of_a_wire_observes_for_it():
    war = behind_a_wall()
    war.do(RuleFact(fact="wire", value="yes", unit="mort", other="eyes"), by=UMPIRE)
    (fired,) = only(war.do(round_at("16,26"), dice(1, 6)), "mortar-fired")
    assert (fired.observer, fired.contact) == ("eyes1", "wire")


@pytest.mark.rule("BG-R106", "BG-R231", "BG-X.14.5")
@pytest.mark.parametrize(
    ("observer_at", "ours", "theirs", "heard"),
    [
        ((30, 20), "squad", "squad", True),  # from (20, 8): 15.6 inches, and a squad radio reaches 36
        ((30, 20), "squad", "platoon", False),  # no net in common
        ((30, 20), "personal", "personal", False),  # that net is a squad's own
        ((47, 33), "squad", "squad", False),  # the root of 27² + 25² is 36.8 inches
        ((47, 33), "platoon", "platoon", True),  # and a platoon radio reaches 48
    ],
)
def test_a_leader_on_a_net_in_range_observes_for_it(observer_at, ours, theirs, heard):
    war = behind_a_wall(observer_at=observer_at, mortar_radio=ours, radio=theirs)
    turned = war.state.unit("eyes")
    war.state = war.state.with_unit(replace(turned, figures=tuple(replace(f, facing=270.0) for f in turned.figures)))
    if heard:
        assert only(war.do(round_at("16,26"), dice(1, 6)), "mortar-fired")[0].contact == "radio"
    else:
        assert war.refuses(round_at("16,26")) == "not-observed"


def test_a_man_who_is_no_leader_does_not_observe_for_another_unit_unless_that_is_his_part():
    war = behind_a_wall(mortar_radio="squad", radio="squad", leader=False)
    assert war.refuses(round_at("16,26")) == "not-observed"
    unit = war.state.unit("eyes")
    war.state = war.state.with_unit(
        replace(unit, figures=tuple(replace(f, role="mortar observer") for f in unit.figures))
    )
    assert only(war.do(round_at("16,26"), dice(1, 6)), "mortar-fired")[0].observer == "eyes1"


# ── Refusals ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.1a", "BG-X.13.13b")
@pytest.mark.parametrize(
    ("weapon", "at", "code"),
    [
        ("light mortar", "21.4,13.9", "too-near"),  # 5.9 inches
        ("light mortar", "46,26", "out-of-range"),  # the root of 24.6² + 18² is 30.5
        ("medium mortar", "21.4,19.9", "too-near"),  # 11.9 inches
    ],
)
def test_nothing_falls_nearer_than_its_least_range_or_beyond_its_longest(weapon, at, code):
    assert fire_phase(team(weapon=weapon), foes(size=1)).refuses(round_at(at)) == code


@pytest.mark.rule("BG-R228", "BG-VIII.3.1c")
def test_it_does_not_fire_in_a_turn_in_which_it_moved_nor_under_a_roof():
    moved = replace(team(), moved_turn=2, moved_inches=3.0)
    assert fire_phase(moved, foes(size=1)).refuses(round_at("16,26")) == "moved-mortar"
    house = Feature("building", ((18, 6), (26, 6), (26, 10), (18, 10)), height=2.0)
    inside = fire_phase(team(), foes(size=1), board=replace(PLAIN, features=(house,)))
    assert inside.refuses(round_at("16,26")) == "under-a-roof"


@pytest.mark.rule("BG-R229")
def test_rounds_are_counted_where_the_table_counts_them():
    war = fire_phase(team(), foes(size=1), options=(("mortar-rounds", "1"),))
    war.do(round_at("20,26"), dice(1))
    again = War(replace(war.state, turn=3, run=Run("army", (Card("3S"),))))
    assert again.refuses(round_at("20,26")) == "mortar-empty"
    assert not list(rounds(again.state, "army", "mort"))


def test_it_is_fired_on_ones_own_card_in_the_fire_phase_on_a_board():
    war = fire_phase(team(), foes(size=1))
    assert War(replace(war.state, phase=Phase.MOVEMENT)).refuses(round_at("16,26")) == "wrong-phase"
    red_card = replace(war.state, run=Run("insurgents", (Card("2H"),)))
    assert War(red_card).refuses(round_at("16,26")) == "not-your-turn"
    assert war.refuses(round_at("Z99")) == "place-off-board"
    assert war.refuses(FireMortar(unit="mort", at="16,26", figure="mort1")) == "no-mortar"
    bare = War(replace(battle(team(at=None), cell(), phase=Phase.FIRE), run=war.state.run))
    assert bare.refuses(round_at("16,26")) == "no-board"


@pytest.mark.rule("BG-III.2.4.a", "BG-R228")
def test_weapons_hold_forbids_it_too():
    sides = tuple(replace(s, roe=1) if s.key == "army" else s for s in battle(team(), foes()).sides)
    war = fire_phase(team(), foes(size=1), sides=sides)
    assert war.refuses(round_at("16,26")) == "weapons-hold"
    events = war.do(round_at("16,26", insist=True), dice(1, 6))
    assert [e.figure for e in only(events, "figure-left")] == ["mort2"]


@pytest.mark.rule("BG-III.2.4.b")
def test_weapons_tight_costs_the_leader_a_civilian_who_is_hit():
    sides = tuple(replace(s, roe=2) if s.key == "army" else s for s in battle(team(), foes()).sides)
    crowd = mob(size=1, at=(16.5, 26))
    war = fire_phase(team(), foes(size=1), crowd, sides=sides, civilian_attitude="neutral")
    # Red 1 is missed; the civilian, class II, is hit by a 1 and killed by a heart.
    events = war.do(round_at("16,26"), dice(1, 6, 1) + "," + cards("7H"))
    assert [e.figure for e in only(events, "figure-left")] == ["mort1"]


# ── Offers and odds ───────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_offered_at_each_enemy_that_somebody_observes_and_at_a_place():
    war = fire_phase(team(), foes(size=3), cell("blue", size=1, at=(40, 30), facing=SOUTH))
    labels = [offer.label for offer in rounds(war.state, "army", "mort")]
    assert labels == ["Light mortar on Red", "Light mortar on Blue", "Mortar at a place", "Mortar smoke at a place"]


@pytest.mark.rule("BG-X.13.1b", "BG-X.13.12", "BG-X.13.11a")
def test_the_odds_of_one_man_in_the_open_by_hand():
    war = fire_phase(team(at=(18.6, 8)), foes(at=(20, 26), size=1))
    odds = RULES.battle.odds(war.state, round_at("20,26"), black())
    found = {one.outcome.kind: one.chance for one in odds.chances}
    # On target on 1 and 2; astray by 1 inch (1 of 6) in any of 4 ways it still covers him: 1/3 + 2/3 · 1/6 = 4/9.
    assert found["on target"] == Fraction(1, 3)
    assert found["caught"] == Fraction(4, 9)
    # Class II: 1 to 3 of the D6 hit.
    assert found["hit"] == Fraction(2, 9)
    assert found["falls"] < found["hit"]


def test_friends_that_it_may_reach_are_a_danger_in_the_odds():
    war = fire_phase(team(), army("able", size=1, at=(16, 23)), foes(size=1))
    odds = RULES.battle.odds(war.state, round_at("16,26"), black())
    (danger,) = [one for one in odds.chances if one.danger]
    assert danger.words == "one of your own falls"
    assert 0 < danger.chance < Fraction(1, 12)


def test_the_odds_come_about_as_often_as_they_say():
    jury = Jury(RULES, came_about, "mortars", SHORT)
    low = cell("low", size=3, at=(17, 28), facing=SOUTH)
    prone = replace(low, figures=tuple(replace(f, posture=Posture.PRONE) for f in low.figures))
    mixed = [foes(size=5, spacing=1.2), prone, army("able", size=2, at=(16, 23)), mob(size=2, at=(20, 26))]
    for weapon in ("light mortar", "medium mortar"):
        war = fire_phase(team(weapon=weapon), *mixed)
        for at in ("16,26", "17.5,27", "18,28"):
            jury.hear(war.state, round_at(at), black())
        war.do(round_at("17,27"), dice(2, *[6] * len(under(war, "17,27"))))
        again = replace(war.state, turn=3, run=Run("army", (Card("3S"),)))
        jury.hear(again, round_at("17,27"), black())
    assert jury.offers == 8
    jury.verdict()


def under(war, at):
    x, y = map(float, at.split(","))
    radius = 1.5 if "medium mortar" in war.figure("mort2").traits.weapons else 1.0
    return [f for u in war.state.units for f in u.present if ((f.at[0] - x) ** 2 + (f.at[1] - y) ** 2) ** 0.5 <= radius]


# ── Secrets ───────────────────────────────────────────────────────────────────────────────────────────────────────


def hiding(there):
    """Two worlds: hidden men where the rounds fall, or a good way off."""
    hidden = replace(cell("blue", size=3, at=(24, 26) if there else (4, 34), facing=SOUTH), concealed=True)
    return fire_phase(team(), foes(size=1), hidden)


@pytest.mark.parametrize("at", ["24,26", "18,26"])
def test_odds_offers_and_refusals_tell_nothing_of_who_hides_there(at):
    one, other = hiding(True), hiding(False)
    for action in (round_at(at), round_at("24,13"), round_at("46,30")):
        seen = []
        for war in (one, other):
            try:
                seen.append(RULES.battle.odds(war.state, action, black()))
            except RuleViolation as refused:
                seen.append(str(refused))
        assert seen[0] == seen[1]
    assert list(rounds(one.state, "army", "mort")) == list(rounds(other.state, "army", "mort"))


@pytest.mark.rule("BG-X.13.11b", "BG-VI.1.1a")
def test_whoever_hides_there_is_hit_and_only_their_own_side_hears_of_it():
    war = hiding(True)
    events = war.do(round_at("24,26"), dice(1, 1) + "," + cards("7H"))
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.audience) == ("blue1", ("insurgents",))
    empty = hiding(False)
    nothing = empty.do(round_at("24,26"), dice(1))
    for viewer in (Viewer("army"), PUBLIC):
        told = [
            [said.words for e in found if (said := RULES.battle.tell(war_.state, e, viewer)) and e.audience is None]
            for war_, found in ((war, events), (empty, nothing))
        ]
        assert told[0] == told[1]


@pytest.mark.rule("BG-VI.3.1b")
def test_a_hidden_mortar_that_fires_is_seen():
    hidden = replace(team(), concealed=True)
    war = fire_phase(hidden, foes(size=1))
    assert "unit-revealed" in kinds(war.do(round_at("16,26"), dice(1, 6)))


def test_fire_of_other_weapons_is_as_it_was():
    war = fire_phase(team(), foes(size=1))
    assert war.refuses(Fire(unit="mort", target="red", figure="mort2", weapon="light mortar")) == "no-direct-fire"


# ── Orders, whole battles ─────────────────────────────────────────────────────────────────────────────────────────


def ordered(first, **given):
    """What the standing order comes to on a black card."""
    state = fire_phase(team(), foes(size=3), cell("blue", size=1, at=(40, 30), facing=SOUTH)).state
    war = War(replace(state, run=None))
    war.do(GiveOrders(first=first, units=("mort",), **given))
    war.state = replace(war.state, run=state.run)
    [found] = ORDERS.due(war.state, "army")
    return getattr(found, "action", found)


@pytest.mark.parametrize(
    ("first", "given", "at"),
    [
        ("mortar at", {"to": "12,30"}, "12,30"),
        # Red stands 2 inches from head to head: the template holds one man wherever it is aimed, the first one here.
        ("mortar at the nearest", {}, "16,26"),
        ("mortar at the best odds", {"least": 5}, "16,26"),
    ],
)
def test_orders_drop_rounds_at_a_place_at_the_nearest_and_at_what_an_observer_sees(first, given, at):
    assert ordered(first, **given).at == at


def test_a_list_that_wants_better_odds_than_there_are_holds():
    assert isinstance(ordered("mortar at the best odds", least=60), Hold)


def test_where_the_rounds_are_to_fall_has_to_be_said():
    war = fire_phase(team(), foes(size=1))
    assert war.refuses(GiveOrders(first="mortar at", units=("mort",))) == "no-place"


class Mortars(Battle):
    """Random battles with mortars on the one side or both."""

    def side(self, key, organisations):
        with_mortars = {"army": ["us-company-hq"], "insurgents": ["insurgent-mortar-team", "insurgent-cell-of-7"]}
        return super().side(key, with_mortars.get(key, organisations))

    def reinforce(self):
        return False


@pytest.mark.parametrize("seed", [1, 4])
def test_random_battles_with_mortars_are_fought_to_the_end(seed):
    battle = Mortars(seed)
    fired = fight(battle)
    assert fired > 0
    assert battle.state.ended
    assert RULES.battle.fold(battle.events) == battle.state
    battle.reread()
    # Whatever a mortar has fired is counted, and nobody served two of them on one card.
    assert sum(laid.rounds for laid in battle.state.laid) == fired
    for viewer in (Viewer("army"), Viewer("insurgents"), PUBLIC, Viewer(umpire=True)):
        for event in battle.events[::10]:
            RULES.battle.tell(battle.state, event, viewer)


def fight(battle):
    for number in range(STEPS):
        if not battle.step():
            break
        if number % 10 == 0:
            battle.check()
            battle.check_secrets()
    return sum(event.kind == "mortar-fired" for event in battle.events)
