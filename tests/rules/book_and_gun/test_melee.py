"""XI.4 and XI.5 in a battle: who takes part, on what footing, and what a close combat leaves behind."""

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.combat import BringSupport, DefendWounded, ResolveCloseCombat
from rules.book_and_gun.play.combat.joining import before_fight
from rules.book_and_gun.prompt import prompt
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, Combat, Ruled
from rules.book_and_gun.units import Contact, Formation, Morale, Placed, Spacing, Status
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Feature, Opening

from .field import NORTH, PLAIN, SOUTH, army, battle, cell, charging, hurt, mob, only, play, player

GO = ResolveCloseCombat()


def stands(state):
    """Nobody is asked whether to evade."""
    return replace(state, sides=tuple(replace(s, when_charged="stand") for s in state.sides))


def assault(*units, unit="able", target="red", **changes):
    board = changes.pop("board", PLAIN)
    more = {k: changes.pop(k) for k in ("ruled", "options") if k in changes}
    return stands(charging(battle(*units, board=board, **more), unit, target, **changes))


def words(modifiers):
    return [(item.amount, item.reason) for item in modifiers.items]


def duel(red=None, able=None, **changes):
    """One army man (a leader) charges one insurgent (a leader) 2 inches away."""
    return assault(able or army(size=1, at=(10, 10)), red or cell(size=1, at=(10, 13), facing=SOUTH), **changes)


CLOSES, STANDS = "d6:1", "d6:1"


# ── The outcome ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VII.3.c", "BG-XI.0.2", "BG-XI.4.1", "BG-XI.4.43", "BG-XI.4.44")
def test_a_charge_goes_home_is_met_and_fought_and_the_losers_are_shaken():
    state = assault(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH))

    # able1 (+1) 10:5 red1 (+1), killed on 3. able2 8:9 red2, able2 wounded on 5. Round 2: able1 11:6 red2, runs on 7.
    # The losers' last man goes 1+2+1+1 = 5 inches to the west edge, 2 more for having run: nothing is rolled for that.
    script = f"{CLOSES},{STANDS},d20:10,d20:5,d20:3,d20:8,d20:9,d20:5,d20:11,d20:6,d20:7,d6:1,d6:2,d6:1,d6:1"
    events, after = play(state, GO, script)

    bouts = [(f.round, f.charger, f.defender, f.loser, f.result) for f in only(events, "fought")]
    assert bouts == [
        (1, "able1", "red1", "red1", "killed"),
        (1, "able2", "red2", "able2", "wounded"),
        (2, "able1", "red2", "red2", "runs"),
    ]
    assert [f.status for f in after.unit("red").figures] == [Status.KILLED, Status.FIT]
    assert [f.status for f in after.unit("able").figures] == [Status.FIT, Status.WOUNDED]
    assert after.unit("red").morale is Morale.SHAKEN
    assert after.unit("able").morale is Morale.STEADY
    assert only(events, "combat-ended")[0].winner == "army"
    assert after.combats == ()
    assert {c.stage for c in after.charges} == {ChargeStage.OVER}
    assert after.unit("able").fought == (Contact(2, "red"),)
    assert after.unit("red").fought == (Contact(2, "able"),)
    (question,) = after.questions
    assert (question.kind, question.unit) == ("place", "able")


def test_every_die_of_a_combat_stands_with_its_own_bout():
    state = assault(army(size=2, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH))

    # able1 and red1 tie at first; both insurgents lose in round 1, so nobody is left to retreat
    script = f"{CLOSES},{STANDS},d20:10,d20:10,d20:10,d20:5,d20:3,d20:18,d20:9,d20:5"
    events, _ = play(state, GO, script)

    assert [[draw.value for draw in fought.draws] for fought in only(events, "fought")] == [
        [10, 10, 10, 5, 3],
        [18, 9, 5],
    ]
    assert only(events, "fought")[0].charger_dice == (10, 10)


@pytest.mark.rule("BG-XI.4.44", "BG-VII.3.c")
def test_the_chargers_too_are_shaken_when_they_lose():
    _, after = play(duel(), GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:20,d6:1,d6:1,d6:1,d6:1")

    assert after.unit("able").morale is Morale.SHAKEN
    assert after.unit("red").morale is Morale.STEADY


@pytest.mark.rule("BG-VII.3.c")
def test_by_house_rule_the_losers_are_tested_first_and_rout_on_a_failure():
    options = (("loser-test", "critical-chart-pass-shaken-fail-rout"),)
    fought = f"{CLOSES},{STANDS},d20:1,d20:20,d20:20"

    _, passed = play(duel(options=options), GO, f"{fought},d6:5,d6:5,d6:1,d6:1,d6:1,d6:1")
    _, failed = play(duel(options=options), GO, f"{fought},d6:5,d6:6,d6:1")

    assert passed.unit("able").morale is Morale.SHAKEN
    assert failed.unit("able").morale is Morale.ROUTED
    assert failed.figure("able1").status is Status.KILLED  # the rout costs 1D6


@pytest.mark.rule("BG-XI.4.42a")
def test_a_runner_breaks_contact_to_the_rear_of_his_unit():
    state = assault(army(size=1, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH))

    # red1 runs, red2 (who doubled up on able1) beats him: able1 runs and his unit has lost
    script = f"{CLOSES},{STANDS},d20:19,d20:1,d20:20,d20:1,d20:19,d20:20,d6:1,d6:1,d6:1,d6:1"
    events, after = play(state, GO, script)

    runs = [e for e in only(events, "unit-moved") if e.how == "run"]
    assert [e.figures for e in runs] == [("red1",), ("able1",)]
    assert runs[0].placed[0].at == (10, 15)  # 2 inches behind his fellow, away from the charger, who stands at y 12
    assert after.unit("red").morale is Morale.STEADY


@pytest.mark.rule("BG-XI.4.42b", "BG-R118")
def test_one_against_two_fights_the_second_only_after_beating_the_first():
    state = assault(army(size=1, at=(10, 10)), cell(size=2, at=(10, 13), facing=SOUTH))

    def fought(script):
        events, after = play(state, GO, f"{CLOSES},{STANDS},{script}")
        bouts = [(f.round, f.charger, f.defender, f.loser) for f in only(events, "fought")]
        return bouts, [f.status for unit in ("able", "red") for f in after.unit(unit).figures]

    assert fought("d20:19,d20:1,d20:3,d20:19,d20:1,d20:3") == (
        [(1, "able1", "red1", "red1"), (1, "able1", "red2", "red2")],
        [Status.FIT, Status.KILLED, Status.KILLED],
    )
    assert fought("d20:1,d20:19,d20:3") == (
        [(1, "able1", "red1", "able1")],
        [Status.KILLED, Status.FIT, Status.FIT],
    )


# ── Footing ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-V.11", "BG-XI.4.mod")
def test_close_order_and_the_circle_count_for_the_defender():
    red = cell(size=3, at=(10, 13), facing=SOUTH, spacing=1.1, formation=Formation.CIRCLE, order=Spacing.CLOSE)

    events, _ = play(duel(red), GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:1")

    # C -2, D +2, and he is a leader
    assert words(only(events, "fought")[0].defender_modifiers) == [
        (1, "leader figure"),
        (-2, "defending in close order"),
        (2, "defending in a circle"),
    ]
    assert words(only(events, "fought")[0].charger_modifiers) == [(1, "leader figure")]


@pytest.mark.rule("BG-XI.4.mod")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("building", (1, "defending inside of building")), ("river", (-3, "attacked while in water"))],
)
def test_the_ground_under_a_figure_is_measured(kind, expected):
    door = Opening("door", (9, 12.6), (11, 12.6))
    ground = Feature(kind, ((8, 12.6), (12, 12.6), (12, 16), (8, 16)), openings=(door,))
    board = replace(PLAIN, features=(ground,))

    events, _ = play(duel(board=board), GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:1")

    assert expected in words(only(events, "fought")[0].defender_modifiers)


@pytest.mark.rule("BG-XI.4.mod")
def test_a_ruling_goes_before_what_is_declared_and_measured():
    rulings = (Ruled("in building", False, "red"),)
    state = duel(ruled=rulings, position="in building")

    events, _ = play(state, GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:1")

    assert words(only(events, "fought")[0].defender_modifiers) == [(1, "leader figure")]


@pytest.mark.rule("BG-XI.4.mod", "BG-XI.5.3a", "BG-XI.5.3b")
def test_over_an_obstacle_only_those_on_top_fight_with_the_advantage_of_the_wall():
    state = assault(
        army(size=3, at=(10, 10)),
        cell(size=1, at=(10, 13), facing=SOUTH),
        over_obstacle=True,
        stragglers=("able3", "able2"),
    )

    events, _ = play(state, GO, f"{CLOSES},{STANDS},d20:20,d20:1,d20:1")

    (fought,) = only(events, "fought")
    assert words(fought.charger_modifiers) == [(1, "leader figure"), (2, "on top of wall or barricade")]
    assert words(fought.defender_modifiers) == [(1, "leader figure"), (-1, "defending wall or barricade")]
    assert only(events, "unit-moved")[0].figures == ("able1",)


@pytest.mark.rule("BG-XI.5.1", "BG-XI.4.mod")
def test_a_charge_from_where_it_could_not_be_seen_counts_in_the_first_round():
    state = duel(from_rear=True)

    events, _ = play(state, GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:1")

    assert (-3, "attacked from rear, first round") in words(only(events, "fought")[0].defender_modifiers)


@pytest.mark.rule("BG-XII.2.11b")
def test_a_shaken_unit_that_stands_fights_as_shaken():
    red = cell(size=1, at=(10, 13), facing=SOUTH, morale=Morale.SHAKEN, morale_turn=1)

    events, after = play(duel(red), GO, f"{CLOSES},d6:3,d20:1,d20:20,d20:1")

    assert (-1, "shaken") in words(only(events, "fought")[0].defender_modifiers)
    assert after.unit("red").morale is Morale.SHAKEN


# ── Who takes part ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.3.2")
def test_figures_of_the_charged_unit_beyond_three_inches_stay_out():
    red = cell(size=3, at=(10, 13), facing=SOUTH, spacing=6)  # bases at 10, 16 and 22

    events, _ = play(duel(red), GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:1")

    (joined,) = only(events, "combat-joined")
    # From able1's base at (10, 12) the gap to red2 at (16, 13) is 5.1 inches.
    assert joined.combat.defending == ("red1",)


@pytest.mark.rule("BG-XI.3.2")
def test_neighbours_within_three_inches_may_be_brought_up_and_share_the_outcome():
    red, blue = cell(size=1, at=(10, 13), facing=SOUTH), cell("blue", size=2, at=(13, 14), facing=SOUTH, spacing=8)
    state = assault(army(size=1, at=(10, 10)), red, blue)

    _, asked = play(state, GO, f"{CLOSES},{STANDS}")
    (question,) = asked.questions
    assert (question.kind, question.unit, question.choices) == ("support", "red", ("blue",))

    # able1 beats red1 (killed) and then blue1 (runs): blue is shaken with the rest and goes 4 inches
    events, after = play(
        asked,
        BringSupport(unit="red"),
        "d20:20,d20:1,d20:1,d20:20,d20:1,d20:20,d6:1,d6:1,d6:1,d6:1",
        by=player("insurgents"),
    )

    assert [f.defender for f in only(events, "fought")] == ["red1", "blue1"]
    assert after.unit("blue").morale is Morale.SHAKEN


@pytest.mark.rule("BG-XI.3.2")
def test_neighbours_that_are_kept_out_do_not_fight():
    red, blue = cell(size=1, at=(10, 13), facing=SOUTH), cell("blue", size=1, at=(13, 14), facing=SOUTH)
    _, state = play(assault(army(size=1, at=(10, 10)), red, blue), GO, f"{CLOSES},{STANDS}")

    events, after = play(state, BringSupport(unit="red", bring=False), "d20:20,d20:1,d20:1", by=player("insurgents"))

    assert [f.defender for f in only(events, "fought")] == ["red1"]
    assert after.unit("blue").morale is Morale.STEADY


@pytest.mark.rule("BG-XI.3.2")
def test_support_is_asked_for_once_and_stands_behind_those_who_fight():
    """able1 charges to (10, 12). Of blue, at x = 13 and 21, the first man is near: he comes up behind red1, on the side
    away from the enemy, and that is no move of his unit's. able1 beats red1 and then him."""
    red, blue = cell(size=1, at=(10, 13), facing=SOUTH), cell("blue", size=2, at=(13, 14), facing=SOUTH, spacing=8)
    _, state = play(assault(army(size=1, at=(10, 10)), red, blue), GO, f"{CLOSES},{STANDS}")
    (ask,) = prompt(state).asks
    assert (ask.key, ask.side, ask.units) == ("support:2:red:able", "insurgents", ("red",))
    assert "Blue" in ask.question
    assert ask.default == ask.idle == BringSupport(unit="red", bring=False)
    assert [(offer.label, offer.action) for offer in ask.quick] == [
        ("Bring them up", BringSupport(unit="red", bring=True)),
        ("Keep them out", BringSupport(unit="red", bring=False)),
    ]
    for not_asked, by in ((BringSupport(unit="red"), "army"), (BringSupport(unit="blue"), "insurgents")):
        with pytest.raises(RuleViolation):
            play(state, not_asked, by=player(by))

    dice = "d20:20,d20:1,d20:1,d20:20,d20:1,d20:20,d6:1,d6:1,d6:1,d6:1"
    events, after = play(state, BringSupport(unit="red"), dice, by=player("insurgents"))

    (answer,) = only(events, "question-answered")
    assert (answer.key, answer.answer) == (ask.key, "bring up")
    told = [RULES.battle.tell(after, answer, Viewer(side)).headline for side in ("army", "insurgents")]
    assert told == ["Red is supported by its neighbours."] * 2
    came = next(event for event in only(events, "unit-moved") if event.how == "support")
    assert (came.unit, came.figures, came.uses_move) == ("blue", ("blue1",), False)
    assert came.placed == (Placed("blue1", pytest.approx((10, 14)), SOUTH),)
    assert only(events, "combat-updated")[0].combat.defending == ("red1", "blue1")
    assert [question.kind for question in after.questions] == ["place"], "the victors' own question"
    with pytest.raises(RuleViolation):
        play(after, BringSupport(unit="red"), by=player("insurgents"))
    _, apart = play(state, BringSupport(unit="red", bring=False), "d20:20,d20:1,d20:1", by=player("insurgents"))
    assert apart.unit("blue").figures == state.unit("blue").figures
    assert [question.kind for question in apart.questions] == ["place"]


HIDDEN = replace(cell("blue", size=1, at=(13, 14), facing=SOUTH), concealed=True)


@pytest.mark.rule("BG-XI.3.2", "BG-XII.2.11b")
@pytest.mark.parametrize(
    ("neighbour", "combat", "asked"),
    [
        (cell("blue", size=1, at=(13, 14), facing=SOUTH), {}, ("blue",)),
        (cell("blue", size=1, at=(13, 14), facing=SOUTH, morale=Morale.SHAKEN, morale_turn=1), {}, None),
        (HIDDEN, {}, None),
        (cell("blue", size=1), {}, None),
        (cell("blue", size=1, at=(13, 14), facing=SOUTH), {"counter": True}, None),
        (cell("blue", size=1, at=(13, 14), facing=SOUTH), {"asked": ("support",)}, None),
    ],
    ids=["steady", "shaken", "concealed", "nowhere", "counter-charged", "asked before"],
)
def test_who_is_asked_whether_neighbours_come_up(neighbour, combat, asked):
    """Red's neighbour stands 2 inches from its fight with Able, where he stands anywhere."""
    state = battle(army(size=1, at=(10, 12)), cell(size=1, at=(10, 13), facing=SOUTH), neighbour)
    fight = Combat("2:red", ("able",), ("red",), ("able1",), ("red1",), **combat)
    _, due = before_fight(state, fight)
    assert (due.choices if due else None) == asked


@pytest.mark.rule("BG-XI.4.41", "BG-R64")
@pytest.mark.parametrize(("combat", "asked"), [({}, ("able2",)), ({"counter": True}, None)])
def test_wounded_are_not_defended_against_a_counter_charge(combat, asked):
    able = hurt(army(size=2, at=(10, 12)), Status.WOUNDED, 2)
    state = battle(able, cell(size=1, at=(10, 13), facing=SOUTH))
    _, due = before_fight(state, Combat("2:able", ("red",), ("able",), ("red1",), ("able1",), **combat))
    assert (due.choices if due else None) == asked


@pytest.mark.rule("BG-XI.2.2")
def test_two_units_may_charge_one_and_fight_it_together():
    state = assault(army(size=1, at=(10, 10)), army("bravo", size=1, at=(10, 16)), cell(size=1, at=(10, 13)))
    state = charging(state, "bravo", "red")

    # both close; red stands, loses to able1 and is killed
    events, after = play(state, GO, f"d6:1,d6:1,{STANDS},d20:20,d20:1,d20:1")

    assert only(events, "combat-joined")[0].combat.attacking == ("able1", "bravo1")
    assert {c.stage for c in after.charges} == {ChargeStage.OVER}


def test_a_combat_whose_defenders_the_umpire_has_taken_away_is_called_off():
    red, blue = cell(size=1, at=(10, 13), facing=SOUTH), cell("blue", size=1, at=(13, 14), facing=SOUTH)
    _, state = play(assault(army(size=1, at=(10, 10)), red, blue), GO, f"{CLOSES},{STANDS}")
    state = state.with_unit(hurt(state.unit("red"), Status.GONE, 1))

    events, after = play(state, BringSupport(unit="red", bring=False), by=player("insurgents"))

    assert only(events, "combat-ended")[0].winner == "army"
    assert after.combats == ()
    assert {c.stage for c in after.charges} == {ChargeStage.OVER}


# ── Desperation ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.4.41", "BG-XI.4.4", "BG-XI.5.2a")
def test_army_that_defends_its_wounded_fights_in_desperation():
    able = hurt(army(size=2, at=(10, 13)), Status.WOUNDED, 2)
    state = assault(cell(size=1, at=(10, 10)), able, unit="red", target="able")
    _, state = play(state, GO, f"{CLOSES},{STANDS}")
    (question,) = state.questions
    assert (question.kind, question.side, question.choices) == ("defend", "army", ("able2",))

    # able1 is beaten: 13 wounds in desperation. Then the wounded man (-1) is reached: 5 against 10-1; red1 dies of a 6.
    events, _after = play(
        state,
        DefendWounded(unit="able", figures=("able2",)),
        "d20:20,d20:1,d20:13,d20:5,d20:10,d20:6",
        by=player(),
    )

    first, second = only(events, "fought")
    assert (first.loser, first.result) == ("able1", "wounded")
    assert words(second.defender_modifiers) == [(-1, "wounded figure")]
    assert (second.loser, second.result) == ("red1", "killed")
    assert "BG-XI.4.4" in first.citations


@pytest.mark.rule("BG-XI.5.2a", "BG-XI.5.2b", "BG-XI.4.3")
def test_wounded_who_are_not_defended_take_no_part_and_are_captured():
    able = hurt(army(size=3, at=(10, 13), spacing=2.5), Status.WOUNDED, 3)
    state = assault(cell(size=2, at=(10, 10), spacing=2.5), able, unit="red", target="able")
    _, state = play(state, GO, f"{CLOSES},{STANDS}")

    # able1 is killed, able2 runs on 13: no desperation. He goes 4 inches back, and nobody is near the wounded man.
    events, after = play(
        state,
        DefendWounded(unit="able"),
        "d20:20,d20:1,d20:1,d20:20,d20:1,d20:13,d6:1,d6:1,d6:1,d6:1",
        by=player(),
    )

    assert [f.defender for f in only(events, "fought")] == ["able1", "able2"]
    assert after.figure("able3").status is Status.CAPTURED
    assert after.figure("able3").captor == "red"


def test_only_wounded_men_on_the_spot_can_be_defended():
    able = hurt(army(size=2, at=(10, 13)), Status.WOUNDED, 2)
    state = assault(cell(size=1, at=(10, 10)), able, unit="red", target="able")
    _, state = play(state, GO, f"{CLOSES},{STANDS}")

    with pytest.raises(RuleViolation) as refused:
        play(state, DefendWounded(unit="able", figures=("able1",)), by=player())

    assert refused.value.code == "not-wounded-here"


@pytest.mark.rule("BG-XI.4.41")
@pytest.mark.parametrize(("side", "result"), [("insurgents", "killed"), ("civilians", "wounded")])
def test_insurgents_defending_what_is_sacred_to_them_are_desperate_by_ruling(side, result):
    red = (cell if side == "insurgents" else mob)("red", size=1, at=(10, 13), facing=SOUTH)
    state = duel(red, ruled=(Ruled("desperate defence", True, "red"),))

    events, _ = play(state, GO, f"{CLOSES},{STANDS},d20:20,d20:1,d20:5")  # 5: killed or wounded

    assert only(events, "fought")[0].result == result


@pytest.mark.rule("BG-XI.4.41")
def test_a_unit_with_unshaken_enemies_in_all_four_quarters_is_surrounded():
    red = cell(size=1, at=(20, 20), facing=NORTH)
    ring = [army("north", size=1, at=(20, 23)), army("east", size=1, at=(25, 20)), army("south", size=1, at=(20, 15))]
    west = army("west", size=1, at=(15, 20))
    shaken = replace(west, morale=Morale.SHAKEN)
    script = f"{CLOSES},{STANDS},d20:20,d20:1,d20:5"

    closed, _ = play(assault(red, *ring, west, unit="north"), GO, script)
    open_, _ = play(assault(red, *ring, shaken, unit="north"), GO, script)

    assert only(closed, "fought")[0].result == "killed"
    assert only(open_, "fought")[0].result == "wounded"


@pytest.mark.rule("BG-XI.5.41")
def test_a_retreat_through_an_enemy_unit_stops_short_and_the_unit_is_surrounded():
    # The losers run south, to their own edge, for an enemy bars the west; another stands 4 inches behind them.
    red = cell(size=1, at=(10, 13), facing=SOUTH)
    others = [cell("blue", size=1, at=(2, 12)), cell("green", size=1, at=(10, 7))]
    state = assault(army(size=1, at=(10, 10)), red, *others)

    events, after = play(state, GO, f"{CLOSES},{STANDS},d20:1,d20:20,d20:20,d6:6,d6:6,d6:6,d6:6")

    retreat = next(e for e in only(events, "unit-moved") if e.how == "retreat")
    assert retreat.blocked
    assert after.figure("able1").at == (10, 8)  # base to base with green1 at (10, 7)
    assert after.unit("able").surrounded_turn == 2


# ── Enclosures, no board ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.5.4")
def test_each_wall_of_an_enclosure_is_a_combat_of_its_own():
    state = battle(army(size=1), army("bravo", size=1), cell(size=2))
    state = charging(state, "able", "red", wall="north")
    state = stands(charging(state, "bravo", "red", wall="south"))

    # The north wall: able closes, red stands and loses one of its two men.
    events, state = play(state, GO, f"{CLOSES},{STANDS},d20:20,d20:1,d20:1,d6:1,d6:1,d6:1,d6:1")
    assert only(events, "combat-joined")[0].combat.defending == ("red1",)
    assert [c.stage for c in state.charges] == [ChargeStage.OVER, ChargeStage.HALTED]
    # The south wall: red has gone, for it was driven from the north one.
    events, state = play(state, GO)
    assert [c.stage for c in state.charges] == [ChargeStage.OVER, ChargeStage.OVER]


@pytest.mark.rule("BG-XI.4.44")
def test_without_a_board_the_same_dice_give_the_same_outcome():
    state = stands(charging(battle(army(size=2), cell(size=2)), "able", "red"))
    script = f"{CLOSES},{STANDS},d20:10,d20:5,d20:3,d20:8,d20:9,d20:5,d20:11,d20:6,d20:7,d6:1,d6:2,d6:1,d6:1"

    events, after = play(state, GO, script)

    assert after.unit("red").morale is Morale.SHAKEN
    assert next(e for e in only(events, "unit-moved") if e.how == "retreat").inches == 5
    assert after.questions == ()  # nobody can say where the place is


def test_a_charger_beaten_before_its_own_charge_is_due_does_not_close():
    state = battle(
        army(size=1, at=(10, 10)), cell(size=1, at=(10, 13), morale=Morale.SHAKEN), cell("blue", at=(30, 30))
    )
    charge = ChargeInProgress("red", "able", 2, 6, 9)

    _, after = play(replace(state, charges=(charge,)), GO)

    assert after.charges[0].stage is ChargeStage.OVER


def test_the_phase_is_over_when_no_charge_is_left():
    _events, after = play(battle(army(at=(10, 10)), cell(at=(10, 30))), GO)

    assert after.phase_steps[-1] == "close combat"


@pytest.mark.rule("BG-XI.4.41")
@pytest.mark.parametrize(("name", "result"), [("Old Mosque", "killed"), ("Bakery", "wounded")])
def test_insurgents_at_a_mosque_are_desperate_as_measured(name, result):
    board = replace(PLAIN, features=(Feature("building", ((5, 15), (15, 15), (15, 20), (5, 20)), name=name),))

    events, _ = play(duel(board=board), GO, f"{CLOSES},{STANDS},d20:20,d20:1,d20:5")

    assert only(events, "fought")[0].result == result


@pytest.mark.rule("BG-XI.4.mod")
def test_a_man_on_a_bridge_is_not_in_the_water():
    river = Feature("river", ((0, 13), (48, 13)), width=4)
    bridge = Feature("bridge", ((10, 8), (10, 18)), width=3)
    board = replace(PLAIN, features=(river, bridge))

    events, _ = play(duel(board=board), GO, f"{CLOSES},{STANDS},d20:20,d20:1,d20:1")

    assert words(only(events, "fought")[0].defender_modifiers) == [(1, "leader figure")]
