"""Bombardment by the umpire's word: where it bursts, whom the template catches, what follows. X.13.2, VII, XII.1."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Bombard, CallMoraleTest
from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.state import Combat, Question
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Morale, Phase, Posture, Status
from rules.book_and_gun.view import view
from rules.kernel.action import UMPIRE
from rules.kernel.chance import FULL_DECK, Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Feature
from rules.table.scene import Trace
from rules.telling.gathering import gather

from .field import PLAIN, SOUTH, army, battle, cell, hurt, kinds, only, play
from .war import War, player


def war(**changes):
    """Seven men of the army in open order (2 in from head to head) from (10, 10) to (22, 10), the leader at its left
    end; the insurgents far away."""
    given = {"phase": Phase.MOVEMENT, **changes}
    return War(battle(army(at=(10, 10)), cell(at=(10, 34), facing=SOUTH), **given))


def shelled(table, script, **given):
    action = Bombard(**{"blast_of": "artillery", "at": "14,10", **given})
    return table.do(action, script, by=UMPIRE)


@pytest.mark.rule("BG-X.13.21", "BG-X.13.22", "BG-X.13.11b", "BG-R100", "BG-R11")
def test_on_target_the_template_catches_all_heads_within_two_inches():
    table = war()
    # Deviation 1: on target. Able 2 (12), 3 (14) and 4 (16) are under it. Class II, number 4: the 3 hits.
    events = shelled(table, "d6:1,d6:4,d6:3,d6:6,card:7H")
    (burst,) = only(events, "bombarded")
    assert (burst.burst, burst.way, burst.inches, burst.diameter) == ((14, 10), "on target", 0, 4)
    (rolled,) = only(events, "blast-rolled")
    assert rolled.dice == (("able2", 4), ("able3", 3), ("able4", 6))
    assert [n.value for n in rolled.numbers] == [4]
    (fell,) = only(events, "figure-fell")
    assert (fell.figure, fell.status, fell.cause, fell.weapon, fell.by) == (
        "able3",
        Status.KILLED,
        "artillery",
        "artillery",
        None,
    )
    assert [d.value for e in (burst, rolled, fell) for d in e.draws] == [1, 4, 3, 6, "7H"]
    assert "7H" not in table.state.casualty_deck


@pytest.mark.rule("BG-X.13.1b", "BG-R99")
def test_it_goes_astray_as_the_observer_sees_it():
    table = war()
    # The observers stand north of the aim, from (10, 34) to (22, 34): their middle is (16, 34), as is the aim's x.
    # Right as seen by who looks south is west: 3 in, so that it bursts at (13, 10) and catches 2 (12) and 3 (14).
    events = shelled(table, "d6:4,d6:3,d6:6,d6:6", at="16,10", observer="red")
    (burst,) = only(events, "bombarded")
    assert burst.burst == pytest.approx((13, 10))
    assert only(events, "blast-rolled")[0].figures == ("able2", "able3")


@pytest.mark.rule("BG-X.13.11a", "BG-R98")
def test_the_second_turn_at_the_same_point_counts_two_less():
    events = shelled(war(), "d6:4,d6:6,d6:6,d6:6", turns_before=1)
    assert only(events, "bombarded")[0].way == "on target"


@pytest.mark.rule("BG-X.14.1", "BG-X.14.2")
def test_a_guided_round_needs_no_die_for_deviation():
    events = shelled(war(), "d6:6,d6:6,d6:6", on_target=True)
    assert kinds(events) == ["bombarded", "blast-rolled"]


@pytest.mark.rule("BG-X.13.22")
def test_an_air_strikes_template_is_smaller():
    events = shelled(war(), "d6:1,d6:6", blast_of="air strike")  # 3 in across: nobody else within 1.5 in
    assert only(events, "blast-rolled")[0].figures == ("able3",)


def test_where_nobody_stands_nothing_but_a_crater():
    events = shelled(war(), "d6:2", at="40,20")
    assert kinds(events) == ["bombarded"]


@pytest.mark.rule("BG-X.13.11b", "BG-R11")
def test_friend_and_enemy_wounded_and_prone_each_by_his_class_in_roster_order():
    ours = hurt(army(size=2, at=(10, 10)), Status.WOUNDED, 2)
    theirs = cell(size=1, at=(11, 11), facing=SOUTH)
    theirs = replace(theirs, figures=tuple(replace(f, posture=Posture.PRONE) for f in theirs.figures))
    table = War(battle(ours, theirs, army("far", at=(10, 2)), cell("away", at=(30, 34)), phase=Phase.MOVEMENT))
    # Able 1: class II by himself (his fellow lies), number 4. Able 2, wounded: class III, number 2. Red 1: III.
    events = shelled(table, "d6:1,d6:3,d6:1,d6:2,card:2D,card:3D,card:KS", at="11,10")
    first, second = only(events, "blast-rolled")
    assert (first.unit, first.dice, [n.value for n in first.numbers]) == ("able", (("able1", 3), ("able2", 1)), [4, 2])
    assert (second.unit, second.dice, second.hits) == ("red", (("red1", 2),), 0)
    # The 2 of diamonds wounds in class II; the 3 of diamonds hits in class III, and the second card would only
    # wound (a king of spades kills) a man who is wounded already.
    fell = only(events, "figure-fell")
    assert [(f.figure, f.status.value) for f in fell] == [("able1", "wounded"), ("able2", "killed")]


@pytest.mark.rule("BG-R192", "BG-X.1.5.d1")
@pytest.mark.parametrize(("aim", "number"), [("11,12", 1), ("11,9", 4)])
def test_a_wall_protects_from_a_burst_on_its_other_side(aim, number):
    # The wall lies along y = 11, its near face at 10.8: the bases of the men at y = 10.3 touch it.
    wall = Feature("wall", ((4, 11), (40, 11)), width=0.4, height=0.6, hardness="hard")
    state = battle(
        army(size=2, at=(10, 10.3)), cell(at=(10, 34)), board=replace(PLAIN, features=(wall,)), phase=Phase.MOVEMENT
    )
    events = shelled(War(state), "d6:6,d6:6", at=aim, on_target=True)
    assert [n.value for n in only(events, "blast-rolled")[0].numbers] == [number]


def test_a_ruled_class_goes_before_the_measured_one():
    table = war()
    table.do(RuleFact(fact="target class", value="IV", unit="able"), by=UMPIRE)
    events = shelled(table, "d6:1,d6:6,d6:6,d6:6")
    assert [n.value for n in only(events, "blast-rolled")[0].numbers] == [1]


@pytest.mark.rule("BG-X.13.11b")
def test_without_a_board_the_umpire_names_who_is_caught():
    table = War(battle(army(), cell(), phase=Phase.MOVEMENT))
    action = Bombard(blast_of="heavy mortar", victims=("Man able3", "able 1", "Red"), target_class="I")
    assert table.refuses(action, by=UMPIRE) == "no-such-victim"  # "able 1" is nobody
    action = action.model_copy(update={"victims": ("Man able3", "ABLE1")})
    events = table.do(action, "d6:4,d6:5,card:3C", by=UMPIRE)  # class I, number 5; clubs wound
    assert [(f.figure, f.status.value) for f in only(events, "figure-fell")] == [("able1", "wounded")]
    whole = Bombard(blast_of="heavy mortar", victims=("Red",), target_class="III")
    (rolled,) = only(table.do(whole, ",".join(["d6:6"] * 7), by=UMPIRE), "blast-rolled")
    assert len(rolled.dice) == 7


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"at": None}, "no-place"),
        ({"victims": ("red",)}, "place-or-victims"),
        ({"at": None, "victims": ("T-55",)}, "no-such-victim"),
        ({"at": "Z99"}, "place-off-board"),
        ({"observer": "nobody"}, "unknown-unit"),
    ],
)
def test_what_cannot_be_bombarded_is_refused(given, code):
    table = war()
    action = Bombard(**{"blast_of": "artillery", "at": "14,10", **given})
    assert table.refuses(action, by=UMPIRE) == code
    with pytest.raises(RuleViolation):
        RULES.battle.odds(table.state, action, UMPIRE)


def test_only_the_umpire_calls_it_and_a_place_needs_a_board():
    assert war().refuses(Bombard(blast_of="artillery", at="14,10"), by=player()) == "umpire-only"
    bare = War(battle(army(), cell(), phase=Phase.MOVEMENT))
    assert bare.refuses(Bombard(blast_of="artillery", at="14,10"), by=UMPIRE) == "no-board"
    assert bare.refuses(Bombard(blast_of="artillery", victims=("red",)), by=UMPIRE) == "fact-needed"


def test_nothing_falls_into_the_middle_of_a_close_combat_or_a_question():
    table = war()
    for half in (
        {"questions": (Question("q", "evade", "army", "able", "red"),)},
        {"combats": (Combat("c", ("red",), ("able",), ("red1",), ("able1",)),)},
    ):
        assert War(replace(table.state, **half)).refuses(Bombard(blast_of="artillery", at="G7"), by=UMPIRE) == (
            "question-open"
        )


# ── Buildings ─────────────────────────────────────────────────────────────────────────────────────────────────────

HOUSE = Feature("building", ((9, 9), (21, 9), (21, 13), (9, 13)), name="The mill", height=2.0, hardness="hard")


def housed():
    """Able 1 to 6 (x = 10 to 20) are in the mill, the seventh at (22, 10) beside it."""
    state = battle(army(at=(10, 10)), cell(at=(10, 34), facing=SOUTH), board=replace(PLAIN, features=(HOUSE,)))
    return War(replace(state, phase=Phase.MOVEMENT))


@pytest.mark.rule("BG-IX.4.6a", "BG-IX.4.6b", "BG-R105")
def test_a_one_brings_the_building_down_on_everybody_inside_it():
    table = housed()
    # On target (2); the mill's die is a 1. All six inside are class I, number 5, wherever the template lies; the
    # seventh is not under it. A 4 hits: the 7 of clubs wounds in class I.
    events = shelled(table, "d6:2,d6:1,d6:4,d6:5,d6:6,d6:5,d6:5,d6:6,card:7C", building=True)
    (struck,) = only(events, "building-struck")
    assert (struck.name, struck.die, struck.destroyed) == ("The mill", 1, True)
    (rolled,) = only(events, "blast-rolled")
    assert rolled.figures == ("able1", "able2", "able3", "able4", "able5", "able6")
    assert [n.value for n in rolled.numbers] == [5]
    assert [(f.figure, f.status.value) for f in only(events, "figure-fell")] == [("able1", "wounded")]
    assert [fact.words for fact in rolled.facts] == ["under the template 6", "target class I"]
    (rubble,) = table.state.board.features
    assert (rubble.kind, rubble.outline, rubble.name) == ("rubble", HOUSE.outline, "The mill")
    assert tell(table.state, struck, Viewer()).headline == "The mill comes down: rubble."


@pytest.mark.rule("BG-IX.4.6a", "BG-R105", "BG-X.1.5.d1")
def test_otherwise_it_stands_and_those_under_the_template_are_class_iv():
    table = housed()
    events = shelled(table, "d6:2,d6:2,d6:1,d6:2,d6:2,card:3S", building=True)
    assert not only(events, "building-struck")[0].destroyed
    (rolled,) = only(events, "blast-rolled")
    assert rolled.figures == ("able2", "able3", "able4")
    assert [n.value for n in rolled.numbers] == [1]  # only the natural 1 hits
    assert table.state.board.features == (HOUSE,)


@pytest.mark.rule("BG-IX.4.6a")
def test_a_round_that_misses_the_building_does_nothing_to_it():
    # Seen from the middle of the squad, (16, 10), six inches long of (10, 12) lie well west of the mill.
    events = shelled(housed(), "d6:6,d6:6", at="10,12", building=True, observer="able")
    assert kinds(events) == ["bombarded"]


@pytest.mark.rule("BG-IX.4.6a")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"blast_of": "heavy mortar"}, "mortar-at-building"),
        ({"at": "30,30"}, "no-building"),
        ({"at": None, "victims": ("able",)}, "no-building"),
    ],
)
def test_mortars_bring_nothing_down_and_the_building_must_be_there(given, code):
    action = Bombard(**{"blast_of": "artillery", "at": "14,10", "building": True, **given})
    assert housed().refuses(action, by=UMPIRE) == code


@pytest.mark.rule("BG-R105")
def test_the_odds_of_bringing_it_down():
    table = housed()
    given = {"blast_of": "artillery", "at": "14,11", "building": True}
    sure = dict(RULES.battle.odds(table.state, Bombard(**given, on_target=True), UMPIRE).chances)
    assert sure["the building comes down"] == Fraction(1, 6)
    # On target, 1 or 2 in north or south of it (y = 9 to 13), 1 to 5 in west (x = 9), 1 to 6 in east: inside.
    far = dict(RULES.battle.odds(table.state, Bombard(**given), UMPIRE).chances)
    assert far["the building comes down"] == Fraction(12 + 2 + 2 + 5 + 6, 36) * Fraction(1, 6)


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XII.2.31", "BG-R130", "BG-R55")
def test_who_is_shelled_was_under_fire_and_a_shaken_unit_that_is_hit_tests():
    state = battle(army(at=(10, 10), morale=Morale.SHAKEN, morale_turn=1), cell(at=(10, 34)), phase=Phase.FIRE)
    table = War(state)
    shelled(table, "d6:1,d6:3,d6:6,d6:6,card:7H")
    unit = table.unit("able")
    assert [(c.turn, c.unit) for c in unit.under_fire] == [(2, "")]
    assert unit.hit_while_shaken_turn == 2
    # Those within 6 inches of their leader, and the others.
    events, _ = play(replace(table.state, phase=Phase.MORALE), CheckMorale(), "d6:1,d6:2,d6:1,d6:2")
    assert [e.chart for e in only(events, "morale-tested")] == ["critical", "critical"]


@pytest.mark.rule("BG-IV.5", "BG-XII.1.2b")
def test_a_commander_who_is_killed_by_a_shell_is_lost_to_his_side():
    table = war()
    table.state = table.state.with_side(replace(table.state.side("army"), commander="able3", basic_units=3))
    events = shelled(table, "d6:1,d6:6,d6:3,d6:6,card:7H")
    assert [e.figure for e in only(events, "commander-lost")] == ["able3"]


@pytest.mark.rule("BG-R03")
def test_an_empty_casualty_deck_is_shuffled_first():
    table = war()
    assert table.state.casualty_deck == ()
    events = shelled(table, "d6:1,d6:3,d6:6,d6:6,card:9C")
    assert kinds(events)[2:] == ["deck-shuffled", "casualty-cards"]
    assert len(table.state.casualty_deck) == len(FULL_DECK) - 1


def test_the_sheet_says_what_killed_him_and_the_post_too():
    table = war()
    events = shelled(table, "d6:1,d6:4,d6:3,d6:6,card:7H")
    killed = [e for e in RULES.battle.service(events) if e.what == "killed"]
    assert [(e.of, e.by, e.note) for e in killed] == [("able3", None, "artillery, 7 of hearts, class II")]
    told = [t for e in events if (t := tell(table.state, e, Viewer("army"))) is not None]
    (sum_,) = gather(told)
    assert sum_.headline == "Artillery strikes Able: 1 hit, Man able3 killed"
    assert sum_.lines == ("It came down where it was aimed, on D3.",)
    assert told[2].details == ("7♥ (class II): Man able3 killed by artillery",)


def test_the_burst_is_in_the_picture():
    table = war()
    shelled(table, "d6:1,d6:6,d6:6,d6:6")
    scene = view(table.state, Viewer()).scene
    assert scene.traces == (Trace("blast", ((14, 10),), label="artillery", radius=2.0),)


@pytest.mark.rule("BG-VI.1.1a")
def test_hidden_men_are_hit_without_being_betrayed():
    hidden = replace(cell(at=(12, 20), facing=SOUTH), concealed=True)
    state = battle(army(at=(10, 2)), hidden, cell("other", at=(30, 34)), phase=Phase.MOVEMENT)
    table = War(state)
    events = shelled(table, "d6:1,d6:1,d6:6,card:7H", at="12,20")
    assert table.unit("red").concealed
    for event in events:
        if event.kind != "bombarded":
            assert tell(table.state, event, Viewer("army")) is None
            assert tell(table.state, event, Viewer()) is None
            if event.kind in ("blast-rolled", "figure-fell"):
                assert tell(table.state, event, Viewer("insurgents")) is not None


# ── Odds ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.1b", "BG-X.13.12")
def test_the_odds_go_over_every_place_where_it_can_fall():
    # One man, alone at (20, 20), aimed at him: class II, hit on 1 to 3. Under the template: on target (2 in 6), and
    # 1 or 2 inches off in each of the four directions (4 × 2 in 36): 12/36 + 8/36 = 20/36.
    state = battle(army(size=1, at=(20, 20), leader=False), cell(at=(10, 34)), phase=Phase.MOVEMENT)
    state = replace(state, casualty_deck=FULL_DECK)
    found = RULES.battle.odds(state, Bombard(blast_of="artillery", at="20,20"), UMPIRE)
    chances = dict(found.chances)
    assert chances["on target"] == Fraction(1, 3)
    assert chances["somebody under the blast"] == Fraction(20, 36)
    assert chances["at least one hit"] == Fraction(20, 72)
    # Hearts and diamonds, 26 of 54 cards, kill or wound him; there is no leader and no key figure.
    assert chances["at least one casualty"] == Fraction(20, 72) * Fraction(26, 54)
    assert [n.value for n in found.numbers] == [4]
    assert found.notes == ("Under it where it is aimed: 1 of Able", "0.28 hits expected")
    assert found.traces[0].radius == 2


def test_the_odds_of_a_guided_round_among_two_men_and_their_leader():
    # Both under it, class II: at least one hit 1 - 1/4. A hit on either harms by a red card (26) or by one of the two
    # black aces, which the leader takes: 28 of 54; of two hits the first leaves 26 harmless of 54, then 25 of 53.
    state = battle(army(size=2, at=(20, 20)), cell(at=(10, 34)), phase=Phase.MOVEMENT)
    state = replace(state, casualty_deck=FULL_DECK)
    chances = dict(RULES.battle.odds(state, Bombard(blast_of="artillery", at="21,20", on_target=True), UMPIRE).chances)
    assert "on target" not in chances
    assert chances["at least one hit"] == Fraction(3, 4)
    nobody = Fraction(1, 4) + Fraction(1, 2) * Fraction(26, 54) + Fraction(1, 4) * Fraction(26 * 25, 54 * 53)
    assert chances["at least one casualty"] == 1 - nobody


# ── Called tests of morale ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R193", "BG-XII.1.31a")
@pytest.mark.parametrize(
    ("script", "after"),
    [
        ("d6:6,d6:4", Morale.STEADY),  # army with a leader: up to 10
        ("d6:6,d6:5", Morale.PINNED),
        ("d6:6,d6:6,d6:1,d6:1,d6:1,d6:1,d6:1", Morale.ROUTED),  # 1 man is lost, then 4D6 inches of flight
    ],
)
def test_a_unit_that_the_scenario_tests_is_checked_as_in_critical_morale(script, after):
    table = war()
    table.do(CallMoraleTest(unit="able"), script, by=UMPIRE)
    assert table.unit("able").morale is after


@pytest.mark.rule("BG-R193")
def test_a_whole_side_is_tested_unit_by_unit_or_as_one():
    table = War(battle(army(at=(10, 10)), army("baker", at=(30, 10)), cell(at=(10, 34)), phase=Phase.MOVEMENT))
    events = table.do(CallMoraleTest(side="army"), "d6:1,d6:1,d6:6,d6:5", by=UMPIRE)
    assert [e.unit for e in only(events, "morale-tested")] == ["able", "baker"]
    assert table.unit("baker").morale is Morale.PINNED
    # Insurgents pass a major check with 7 or less.
    table.do(CallMoraleTest(side="insurgents", test="major"), "d6:4,d6:4", by=UMPIRE)
    assert table.state.side("insurgents").immobile_turn == 3


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "who-tests"),
        ({"unit": "able", "side": "insurgents"}, "who-tests"),
        ({"unit": "nobody"}, "unknown-unit"),
        ({"side": "civilians"}, "nobody-tests"),
        ({"side": "civilians", "test": "major"}, "nobody-tests"),
        ({"unit": "red"}, "nobody-tests"),
    ],
)
def test_a_test_of_nobody_is_refused(given, code):
    state = battle(army(at=(10, 10)), cell(at=(10, 34), morale=Morale.ROUTED), phase=Phase.MOVEMENT)
    assert War(state).refuses(CallMoraleTest(**given), by=UMPIRE) == code


@pytest.mark.rule("BG-R193", "BG-XII.1.31a", "BG-XII.1.21a")
def test_the_odds_of_a_called_test():
    table = war()
    # Army with leader: 33 of 36 rolls are 10 or less, 11 comes twice, 12 once.
    found = dict(RULES.battle.odds(table.state, CallMoraleTest(unit="able"), UMPIRE).chances)
    assert found == {"stays steady": Fraction(33, 36), "is pinned": Fraction(2, 36), "is routed": Fraction(1, 36)}
    major = dict(RULES.battle.odds(table.state, CallMoraleTest(side="army", test="major"), UMPIRE).chances)
    assert major["holds"] == Fraction(26, 36)  # 8 or less


def test_both_actions_survive_the_journal():
    for action in (Bombard(blast_of="artillery", at="G7"), CallMoraleTest(unit="able")):
        assert RULES.battle.actions.load(RULES.battle.actions.dump(action)) == action
    table = war()
    for event in shelled(table, "d6:1,d6:4,d6:3,d6:6,card:7H"):
        assert RULES.battle.events.load(RULES.battle.events.dump(event)) == event
    assert RULES.battle.states.load(RULES.battle.states.dump(table.state)) == table.state
    assert Scripted("").taken() == ()
