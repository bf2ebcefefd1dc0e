"""Fire from off the board: the request that may not get through, who may ask, where it falls. X.13.2, X.14."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.indirect import FireMission, FireMortar, RequestFire
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.indirect.missions import fire_missions
from rules.book_and_gun.play.indirect.requests import missions_left, requests
from rules.book_and_gun.state import Run
from rules.book_and_gun.support import FireRequest
from rules.book_and_gun.units import Contact, Morale, Phase, Status, UnitTraits
from rules.kernel.chance import Card
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from tests.rules.truth import SHORT, Jury

from .field import PLAIN, SOUTH, army, battle, cell, hurt, only
from .outcomes import came_about
from .test_random_battles import STEPS, Battle
from .war import War, black, cards, dice, red

MILL = Feature("building", ((14, 24), (20, 24), (20, 28), (14, 28)), name="Mill", height=2.0, hardness="hard")


def observers(at=(20, 8), missions=(("artillery", 2),), radio="platoon", name="eyes", **traits):
    """An observer who leads (1), and an RTO (2) an inch and a half to the east."""
    unit = army(name, size=2, at=at, spacing=1.5, traits=UnitTraits(kind="team", basic=False, missions=missions))
    first, second = unit.figures
    return replace(
        unit,
        figures=(
            replace(first, role="forward observer", traits=replace(first.traits, **traits)),
            replace(
                second, role="RTO" if radio == "platoon" else "rifleman", traits=replace(second.traits, radio=radio)
            ),
        ),
    )


def table(*units, phase=Phase.MOVEMENT, board=PLAIN, **given):
    units = units or (observers(), cell(at=(16, 26), facing=SOUTH, size=3))
    state = battle(*units, board=board, phase=phase, **given)
    return War(replace(state, run=Run("army", (Card("2S"), Card("3S")))))


def asked(*units, what="artillery", die=6, lit=None, **given):
    """The fire phase of the turn in which the request got through."""
    war = table(*units, **given)
    war.do(RequestFire(unit="eyes", what=what, lit=lit), dice(die))
    war.state = replace(war.state, phase=Phase.FIRE, run=Run("army", (Card("4S"), Card("5S"))))
    return war


ASK = RequestFire(unit="eyes", what="artillery")


def mission(at, **given):
    return FireMission(unit="eyes", at=at, **given)


# ── The request ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.14.4", "BG-R106")
@pytest.mark.parametrize(
    ("die", "under_fire", "rto", "arrives"),
    [
        (2, False, True, True),  # 2 and 1 for the RTO: 3
        (1, False, True, False),
        (2, False, False, False),
        (3, False, False, True),
        (3, True, True, True),  # 4 under fire
        (3, True, False, False),
    ],
)
def test_a_message_arrives_on_three_or_more_under_fire_on_four(die, under_fire, rto, arrives):
    eyes = observers(radio="platoon" if rto else "walkie-talkie")
    if under_fire:
        eyes = replace(eyes, under_fire=(Contact(1, "red"),))  # it is turn 2
    war = table(eyes, cell(at=(16, 26), facing=SOUTH, size=3))
    (event,) = war.do(ASK, dice(die))
    assert (event.arrived, event.least, event.audience) == (arrives, 4 if under_fire else 3, ("army",))
    assert war.state.run.left == 2, "talk spends no card"
    assert war.refuses(ASK) == "asked-already"


@pytest.mark.rule("BG-X.14.4")
def test_its_exact_odds():
    war = table()
    (odds,) = RULES.battle.odds(war.state, ASK, black()).chances
    assert odds.chance == Fraction(5, 6)  # all but a 1


@pytest.mark.rule("BG-R230")
def test_a_pinned_unit_may_still_ask():
    eyes = replace(observers(), morale=Morale.PINNED)
    war = table(eyes, army("able", size=2, at=(30, 8)), cell(at=(16, 26), facing=SOUTH, size=3))
    assert war.do(ASK, dice(6))[0].arrived


@pytest.mark.rule("BG-X.14.5", "BG-R230", "BG-R231")
def test_without_a_set_within_reach_nobody_asks():
    """An RTO who is down talks to nobody; another unit's serves within 6 inches of the caller: at (25.5, 8)."""
    foe = cell(at=(16, 26), facing=SOUTH, size=3)
    assert table(hurt(observers(), Status.WOUNDED, 2), foe).refuses(ASK) == "no-contact"
    alone = observers(radio="none")
    helper = observers(at=(30, 8), missions=(), name="other")
    assert table(alone, helper, foe).refuses(ASK) == "no-contact"  # 10 inches and more
    assert table(alone, observers(at=(24, 8), missions=(), name="other"), foe).do(ASK, dice(6))[0].arrived


@pytest.mark.rule("BG-X.14.51", "BG-R231")
def test_insurgents_ask_by_walkie_talkie_or_by_a_runner():
    def eyes(at, radio, scout=False):
        band = cell("band", size=2, at=at, facing=SOUTH, traits=UnitTraits(missions=(("heavy mortar", 1),)))
        second = band.figures[1]
        second = replace(second, scout=scout, at=(40, 30) if scout else second.at)
        return replace(
            band,
            figures=(
                replace(band.figures[0], traits=replace(band.figures[0].traits, radio=radio)),
                second,
            ),
        )

    chief = cell("chief", size=1, at=(41, 33), facing=SOUTH)
    chief = replace(
        chief, figures=tuple(replace(f, traits=replace(f.traits, radio="walkie-talkie")) for f in chief.figures)
    )
    ask = RequestFire(unit="band", what="heavy mortar")
    for band, able in (
        (eyes((10, 30), "walkie-talkie"), True),
        (eyes((10, 30), "none"), False),
        (eyes((10, 30), "none", True), True),
    ):
        war = table(army(at=(10, 4)), band, chief)
        war.state = replace(war.state, run=Run("insurgents", (Card("2H"), Card("3H"))))
        if able:
            assert war.do(ask, dice(6), by=red())[0].arrived
        else:
            assert war.refuses(ask, by=red()) == "no-contact"


@pytest.mark.rule("BG-R230")
def test_so_many_missions_a_scenario_and_no_more():
    war = table(observers(missions=(("artillery", 1),)), cell(at=(16, 26), facing=SOUTH, size=3))
    assert war.refuses(RequestFire(unit="eyes", what="air strike")) == "no-missions"
    war = asked(observers(missions=(("artillery", 1),)), cell(at=(4, 30), facing=SOUTH, size=1))
    war.do(mission("20,26"), dice(1))
    assert missions_left(war.state, "army", "artillery") == 0
    again = War(replace(war.state, turn=3, phase=Phase.MOVEMENT, run=Run("army", (Card("3S"),))))
    assert again.refuses(ASK) == "no-missions"


def test_a_message_that_is_not_used_lapses_and_keeps_its_mission():
    war = asked()
    later = War(replace(war.state, turn=3))
    assert later.refuses(mission("16,26")) == "not-requested"
    assert missions_left(later.state, "army", "artillery") == 2


# ── The mission ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.21", "BG-X.13.22", "BG-X.13.11b", "BG-R99", "BG-R230")
def test_it_goes_astray_from_the_observer_and_strikes_friend_and_foe_under_four_inches():
    ours = army("able", size=1, at=(17, 23))
    war = asked(observers(), ours, cell(at=(15, 23), facing=SOUTH, size=1))
    # 6: long, away from the observer at (20, 8); D6 1: an inch. Aimed at (20, 26)? No: at (16, 22), seen from (20, 8)
    # the way goes west of north; both men stay within 2 inches of the burst. Able 1 first in the roster: class II.
    events = war.do(mission("16,22"), dice(6, 1, 3, 3) + "," + cards("7D", "2H"))
    (burst,) = only(events, "bombarded")
    # From (20, 8) to (16, 22) it is 14.56 inches; one more goes by (-4, 14) / 14.56.
    assert burst.burst == pytest.approx((16 - 4 / 14.56, 22 + 14 / 14.56), abs=0.01)
    assert burst.diameter == 4
    assert [(e.figure, e.status, e.by) for e in only(events, "figure-fell")] == [
        ("able1", Status.WOUNDED, "eyes1"),
        ("red1", Status.KILLED, "eyes1"),
    ]
    assert [s.by for s in service(war.events) if s.what == "kill-credited"] == ["red1"]
    assert not war.figure("eyes1").fired_turn, "talk shows nobody"
    assert missions_left(war.state, "army", "artillery") == 1


@pytest.mark.rule("BG-X.14.1", "BG-X.14.2")
def test_a_designator_or_gps_spares_the_deviation():
    lit = asked(observers(laser_designator=True), cell(at=(16, 26), facing=SOUTH, size=1), lit="16,26")
    assert only(lit.do(mission("16,26"), dice(6)), "mission-fired")[0].guided == "laser designator"
    elsewhere = asked(observers(laser_designator=True), cell(at=(4, 30), facing=SOUTH, size=1), lit="16,26")
    assert only(elsewhere.do(mission("20,26"), dice(1)), "mission-fired")[0].guided == ""
    gps = asked(observers(gps=True), cell(at=(16, 26), facing=SOUTH, size=1))
    assert only(gps.do(mission("16,26"), dice(6)), "mission-fired")[0].guided == "GPS"


@pytest.mark.rule("BG-X.14.1")
def test_a_beam_that_nobody_points_or_no_round_can_ride_is_refused():
    foe = cell(at=(16, 26), facing=SOUTH, size=1)
    assert table(observers(), foe).refuses(RequestFire(unit="eyes", what="artillery", lit="16,26")) == "no-designator"
    heavy = observers(missions=(("heavy mortar", 1),), laser_designator=True)
    assert table(heavy, foe).refuses(RequestFire(unit="eyes", what="heavy mortar", lit="16,26")) == "rides-no-beam"
    blind = observers(laser_designator=True)
    assert table(blind, foe).refuses(RequestFire(unit="eyes", what="artillery", lit="20,2")) == "not-observed"


@pytest.mark.rule("BG-X.13.11a", "BG-R98")
def test_fire_at_the_same_point_in_the_next_turn_is_corrected():
    war = asked(observers(), cell(at=(4, 30), facing=SOUTH, size=1))
    war.do(mission("20,26"), dice(2))
    war.state = replace(war.state, turn=3, phase=Phase.MOVEMENT, run=Run("army", (Card("6S"),)))
    war.do(ASK, dice(6))
    war.state = replace(war.state, phase=Phase.FIRE, run=Run("army", (Card("7S"),)))
    events = war.do(mission("20,26"), dice(4))  # 4 less 2: on target
    assert only(events, "bombarded")[0].way == "on target"


@pytest.mark.rule("BG-IX.4.6a", "BG-R105")
def test_artillery_brings_a_house_down_that_it_is_aimed_at():
    war = asked(observers(), cell(at=(16, 26), facing=SOUTH, size=1), board=replace(PLAIN, features=(MILL,)))
    events = war.do(mission("17,26", building=True), dice(1, 1, 6))
    assert only(events, "building-struck")[0].destroyed
    assert war.state.board.features[0].kind == "rubble"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (mission("20,2"), "not-observed"),
        (mission("Z99"), "place-off-board"),
        (mission("16,26", building=True), "no-building"),
    ],
)
def test_what_cannot_be_called_is_refused(action, code):
    assert asked().refuses(action) == code


def test_nothing_falls_that_has_not_got_through():
    assert asked(die=1).refuses(mission("16,26")) == "not-requested"
    assert table(phase=Phase.FIRE).refuses(mission("16,26")) == "not-requested"
    assert table(phase=Phase.FIRE).refuses(ASK) == "wrong-phase"


def test_the_caller_takes_a_card_and_cannot_call_twice():
    war = asked()
    war.do(mission("16,26"), dice(1, 6, 6))
    assert war.figure("eyes1").fire_turn == 2
    assert war.refuses(mission("16,26")) == "had-its-chance"


# ── Offers, orders, odds, secrets ─────────────────────────────────────────────────────────────────────────────────


def test_offers_of_both_phases():
    war = table(
        observers(missions=(("artillery", 2), ("air strike", 1)), laser_designator=True),
        cell(at=(16, 26), facing=SOUTH),
    )
    assert [(o.label, o.detail) for o in requests(war.state, "army", "eyes")] == [
        ("Request artillery", "2 left"),
        ("Request artillery, laser on a place", ""),
        ("Request an air strike", "1 left"),
        ("Request an air strike, laser on a place", ""),
    ]
    war = asked()
    assert [o.label for o in fire_missions(war.state, "army", "eyes")] == [
        "Artillery on Red",
        "Artillery at a place",
        "Artillery smoke at a place",
    ]


@pytest.mark.parametrize(
    ("phase", "first", "verb"),
    [
        ("m", "request fire", "request-fire"),
        ("f", "mission at", "fire-mission"),
        ("f", "mission at the best odds", "fire-mission"),
        ("f", "strike at the best odds", "fire-mission"),
    ],
)
def test_orders_ask_and_call(phase, first, verb):
    war = table() if phase == "m" else asked()
    run = war.state.run
    war.state = replace(war.state, run=None)
    war.do(GiveOrders(first=first, units=("eyes",), to="16,26" if first == "mission at" else None))
    [found] = ORDERS.due(replace(war.state, run=run), "army")
    assert getattr(found, "action", found).name() == verb


def test_the_odds_come_about_as_often_as_they_say():
    jury = Jury(RULES, came_about, "missions", SHORT)
    units = (army("able", size=2, at=(20, 22)), cell(at=(15, 25), facing=SOUTH, size=4))
    board = replace(PLAIN, features=(MILL,))
    for action, eyes in (
        (mission("16,25", building=True), observers()),
        (mission("16,25"), observers(gps=True)),
        (mission("19,23"), observers()),
    ):
        jury.hear(asked(eyes, *units, board=board).state, action, black())
    jury.hear(table().state, ASK, black())
    assert jury.offers == 4
    jury.verdict()


def test_what_a_side_has_and_asks_for_is_its_own():
    """The other side and the public see the same of two battles that differ in missions, message and its die."""
    one, other = asked(), asked(observers(missions=(("artillery", 5),)), cell(at=(16, 26), facing=SOUTH, size=3), die=1)
    for viewer in (Viewer("insurgents"), PUBLIC):
        assert RULES.battle.view(one.state, viewer) == RULES.battle.view(other.state, viewer)
        assert all(RULES.battle.tell(one.state, e, viewer) is None for e in one.events)


@pytest.mark.rule("BG-X.13.11b")
def test_odds_tell_nothing_of_who_hides_there():
    seen = []
    for at in ((24, 26), (4, 34)):
        hidden = replace(cell("blue", size=3, at=at, facing=SOUTH), concealed=True)
        war = asked(observers(), cell(at=(16, 26), facing=SOUTH, size=1), hidden)
        seen.append(
            (RULES.battle.odds(war.state, mission("24,26"), black()), list(fire_missions(war.state, "army", "eyes")))
        )
    assert seen[0] == seen[1]


def test_a_mortar_far_from_its_observer_hears_a_runner_no_more_than_a_battle_of_old_knows_of_missions():
    """States of old have neither messages nor missions."""
    state = battle(army(at=(10, 4)), cell(at=(10, 30)), phase=Phase.FIRE)
    assert (state.messages, state.missions, state.laid) == ((), (), ())
    assert FireRequest("eyes", "artillery", 2, True) != FireRequest("eyes", "artillery", 2, False)
    assert FireMortar(unit="able", at="2,2").figure is None


class Observed(Battle):
    """Random battles with observers on both sides."""

    def side(self, key, organisations):
        given = {
            "army": ["us-artillery-observers", "us-air-controllers", "us-infantry-squad"],
            "insurgents": ["insurgent-mortar-observer", "insurgent-cell-of-7"],
        }
        return super().side(key, given.get(key, organisations))

    def reinforce(self):
        return False

    def answer(self, ask, by):
        """Mostly what is looked at here, where it is offered."""
        for unit in ask.units:
            for offer in RULES.battle.offers(self.state, ask.side, unit):
                if offer.verb in ("request-fire", "fire-mission") and not offer.needs and self.dice.random() < 0.6:
                    assert self.act(offer.filled(), by)
                    return True
        return super().answer(ask, by)


@pytest.mark.parametrize("seed", [4, 9])
def test_random_battles_with_missions_are_fought_to_the_end(seed):
    battle_ = Observed(seed)
    for number in range(STEPS):
        if not battle_.step():
            break
        if number % 10 == 0:
            battle_.check()
            battle_.check_secrets()
    assert battle_.state.ended
    assert RULES.battle.fold(battle_.events) == battle_.state
    battle_.reread()
    fell = sum(event.kind == "mission-fired" for event in battle_.events)
    assert any(event.kind == "fire-requested" for event in battle_.events)
    assert sum(each.number for each in battle_.state.missions) == fell
    assert all(
        missions_left(battle_.state, side, kind) >= 0
        for side in ("army", "insurgents")
        for kind in ("artillery", "heavy mortar", "air strike")
    )
