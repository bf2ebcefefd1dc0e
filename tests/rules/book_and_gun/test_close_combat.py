"""XI.4 figure by figure: modifiers, single combats, rounds. Expected numbers are worked from the book by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun.book.close_combat import Fighter, bout, bout_odds, fate, fight, modifiers, pairing
from rules.kernel.chance import Scripted
from tests.charts import chart

BOOK = {  # XI, close combat modifiers, columns A to L as printed
    "army": [+1, -1, -1, +1, +2, +1, +2, +1, -2, -2, -1, -1],
    "insurgents": [+1, 0, -2, +2, +1, -1, +1, +1, -1, -3, -3, -1],
    "civilians": [+1, 0, -3, +2, +1, -1, 0, +1, -1, -4, -3, -2],
}
COLUMNS = [  # the situation of each column, for a defender
    {"leader": True},
    {"holder_or_crew": True},
    {"close_order": True},
    {"circle": True},
    {"on_wall": True},
    {"behind_wall": True},
    {"in_building": True},
    {"mounted": True},
    {"prone": True},
    {"from_rear": True},
    {"in_water": True},
    {"wounded": True},
]


def charger(figure="c1", side="army", **marks):
    return Fighter(figure, side, **marks)


def defender(figure="d1", side="insurgents", **marks):
    return Fighter(figure, side, defending=True, **marks)


def unit(letter, size, side, **marks):
    return [Fighter(f"{letter}{i}", side, **marks) for i in range(1, size + 1)]


# ── Modifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.4.mod")
@chart("side", BOOK)
@chart("column", range(12), ids="ABCDEFGHIJKL")
def test_each_column_gives_the_modifier_printed_for_the_side(side, column):
    assert modifiers(defender(side=side, **COLUMNS[column])).value == BOOK[side][column]


@pytest.mark.rule("BG-XI.4.mod")
def test_columns_add_up_and_each_is_named():
    number = modifiers(charger(leader=True, in_water=True))  # A +1, K -1

    assert number.value == 0
    assert [(item.amount, item.reason) for item in number.items] == [
        (1, "leader figure"),
        (-1, "attacked while in water"),
    ]


@pytest.mark.rule("BG-XI.4.mod")
def test_defenders_columns_do_not_count_for_a_charger():
    assert modifiers(charger(close_order=True, circle=True, behind_wall=True, in_building=True)).value == 0


@pytest.mark.rule("BG-XI.4.mod")
def test_a_figure_on_top_of_the_wall_is_not_behind_it():
    assert modifiers(defender(side="army", on_wall=True, behind_wall=True)).value == 2


@pytest.mark.rule("BG-XI.4.mod")
def test_the_rear_counts_in_the_first_round_only():
    caught = defender(side="civilians", from_rear=True)

    assert modifiers(caught, round_=1).value == -4
    assert modifiers(caught, round_=2).value == 0


@pytest.mark.rule("BG-XII.2.11b", "BG-XII.2.21b", "BG-XI.3.5c")
@pytest.mark.parametrize("state", ["shaken", "pinned", "disordered"])
def test_shaken_pinned_and_disordered_figures_fight_at_minus_one(state):
    assert modifiers(defender(**{state: True})).value == -1


@pytest.mark.rule("BG-XI.4.1", "BG-XI.5.3b", "BG-R67")
def test_a_wall_counts_in_each_pair_whose_attacker_stands_on_it_and_in_no_other():
    # Two army men charge over the wall, a third has come round it; three army men defend it: F is worth +1, E +2.
    chargers = [charger("a", on_wall=True), charger("b", on_wall=True), charger("c")]
    defenders = [defender(name, side="army", behind_wall=True) for name in "xyz"]
    done = fight(chargers, defenders, Scripted(",".join(["d20:1,d20:20,d20:1"] * 3)))
    found = [(b.charger_modifier.value, b.defender_modifier.value) for b in done.rounds[0]]
    assert found == [(2, 1), (2, 1), (0, 0)]
    assert bout_odds(chargers[2], defenders[2]).charger_wins == Fraction(1, 2)
    assert bout_odds(chargers[0], defenders[0]).charger_wins > Fraction(1, 2)


def test_an_insurgent_wall_helps_by_house_rule():
    behind = defender(behind_wall=True)

    assert modifiers(behind).value == -1
    assert modifiers(behind, options=(("insurgent-wall", "+1"),)).value == 1


@pytest.mark.rule("BG-X.12.2")
def test_a_stunned_figure_has_two_less_unless_the_house_reads_it_literally():
    assert modifiers(defender(stunned=True)).value == -2
    assert modifiers(defender(stunned=True), options=(("flash-bang-modifier", "+2"),)).value == 2


@pytest.mark.rule("BG-XIII.7.1b")
def test_dogs_help_three_with_the_handler_two_alone():
    assert modifiers(charger(dog="with handler")).value == 3
    assert modifiers(charger(dog="alone")).value == 2
    assert modifiers(charger(dog="alone"), options=(("dog-modifier", "as-printed"),)).value == -2


# ── One pair ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.4.1", "BG-XI.4.3")
def test_the_higher_modified_die_wins_and_the_losers_own_die_decides_his_fate():
    chance = Scripted("d20:10,d20:11,d20:5")

    result = bout(charger(leader=True), defender(close_order=True), chance)  # 10+1=11 against 11-2=9

    chance.finish()
    assert (result.charger_total, result.defender_total) == (11, 9)
    assert (result.winner, result.loser, result.fate) == ("c1", "d1", "wounded")


@pytest.mark.rule("BG-XI.4.1")
def test_ties_are_rolled_again_on_modified_totals():
    chance = Scripted("d20:10,d20:11,d20:3,d20:4,d20:2,d20:19,d20:20")

    result = bout(charger(leader=True), defender(), chance)  # 11:11 tie, 4:4 tie, 3:19

    chance.finish()
    assert result.rolls == ((10, 11), (3, 4), (2, 19))
    assert (result.loser, result.fate) == ("c1", "ran")


@pytest.mark.rule("BG-XI.4.3")
@pytest.mark.parametrize(
    ("die", "expected"), [(1, "killed"), (3, "killed"), (4, "wounded"), (6, "wounded"), (7, "ran"), (20, "ran")]
)
def test_normal_fate_of_the_loser(die, expected):
    assert fate(die) == expected


@pytest.mark.rule("BG-XI.4.4")
@pytest.mark.parametrize(
    ("die", "expected"), [(1, "killed"), (6, "killed"), (7, "wounded"), (13, "wounded"), (14, "ran"), (20, "ran")]
)
def test_desperate_fate_of_the_loser(die, expected):
    assert fate(die, desperate=True) == expected


@pytest.mark.rule("BG-XI.4.41")
def test_desperation_harms_the_losers_of_both_sides():
    chance = Scripted("d20:2,d20:18,d20:6,d20:18,d20:2,d20:6")

    lost = bout(charger(), defender(), chance, desperate="insurgents")
    won = bout(charger(), defender(), chance, desperate="insurgents")

    assert (lost.loser, lost.fate) == ("c1", "killed")
    assert (won.loser, won.fate) == ("d1", "killed")


@pytest.mark.rule("BG-XI.4.41")
def test_by_house_rule_only_the_desperate_sides_victims_suffer():
    options = (("desperation-applies", "desperate-side-wins-only"),)
    chance = Scripted("d20:2,d20:18,d20:6,d20:18,d20:2,d20:6")

    assert bout(charger(), defender(), chance, desperate="insurgents", options=options).fate == "killed"
    assert bout(charger(), defender(), chance, desperate="insurgents", options=options).fate == "wounded"


@pytest.mark.rule("BG-XI.5.2a")
def test_a_wounded_man_who_would_run_stays_where_he_lies():
    assert fate(18, desperate=True, wounded=True) == "wounded"


# ── The whole combat ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XI.2.2")
def test_extra_figures_double_up_on_the_enemys_first_figures():
    pairs = pairing(unit("c", 7, "insurgents"), unit("d", 3, "army"))

    assert [(one.figure, [o.figure for o in others]) for one, others in pairs] == [
        ("d1", ["c1", "c4", "c7"]),
        ("d2", ["c2", "c5"]),
        ("d3", ["c3", "c6"]),
    ]


@pytest.mark.rule("BG-XI.4.42b")
def test_a_figure_with_two_opponents_meets_the_second_only_after_beating_the_first():
    # d1 beats c1 (dies), then loses to c2 and runs: the charge has won with one man down.
    chance = Scripted("d20:5,d20:15,d20:1,d20:16,d20:4,d20:12")

    melee = fight(unit("c", 2, "insurgents"), unit("d", 1, "army"), chance)

    chance.finish()
    assert melee.fates() == (("c1", "killed"), ("d1", "ran"))
    assert melee.charger_won


@pytest.mark.rule("BG-XI.4.42b")
def test_a_beaten_figure_meets_nobody_else():
    chance = Scripted("d20:18,d20:4,d20:7")  # c1 beats d1; c2 has nobody left to fight

    melee = fight(unit("c", 2, "army"), unit("d", 1, "insurgents"), chance)

    chance.finish()
    assert [[(b.charger, b.defender) for b in bouts] for bouts in melee.rounds] == [[("c1", "d1")]]


@pytest.mark.rule("BG-XI.4.43", "BG-XI.4.42a")
def test_survivors_are_matched_again_until_one_side_has_nobody_left():
    # Round 1: c1 beats d1 (runs); d2 beats c2 (wounded). Round 2: c1 meets d2 and loses (killed).
    chance = Scripted("d20:15,d20:5,d20:9, d20:5,d20:15,d20:4, d20:5,d20:15,d20:1")

    melee = fight(unit("c", 2, "army"), unit("d", 2, "insurgents"), chance)

    chance.finish()
    assert [[(b.charger, b.defender, b.loser, b.fate) for b in bouts] for bouts in melee.rounds] == [
        [("c1", "d1", "d1", "ran"), ("c2", "d2", "c2", "wounded")],
        [("c1", "d2", "c1", "killed")],
    ]
    assert not melee.charger_won


@pytest.mark.rule("BG-VIII.5.31", "BG-XI.5.2a")
def test_holders_and_defended_wounded_fight_only_when_nobody_stands_before_them():
    # d1 is beaten in round 1; only in round 2 does the wounded man meet the charger: 10 against 12-1.
    chance = Scripted("d20:15,d20:5,d20:9, d20:10,d20:12,d20:3")
    lying = replace(defender("d2", "army", wounded=True), reserve=True)

    melee = fight(unit("c", 1, "insurgents"), [defender("d1", "army"), lying], chance)

    chance.finish()
    first, second = melee.rounds
    assert [b.defender for b in first] == ["d1"]
    assert second[0].defender == "d2"
    assert second[0].defender_total == 11
    assert second[0].winner == "d2"


def test_a_combat_needs_figures_on_both_sides():
    with pytest.raises(ValueError, match="both sides"):
        fight([], unit("d", 1, "army"), Scripted(""))
