"""Ambushes, hiding, prisoners, dismounting, initiative and Clever officers: worked by hand from the book."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import ambush, dismounting, initiative
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.switches import House
from rules.red_actions.book.terrain import Ground

ONE_TEST = House((("ambush-charge-tests", "one"),))
ONES_END = House((("both-ones-end-turn", "on"),))


def refused(call: object, *given: object, **named: object) -> str:
    with pytest.raises(RuleViolation) as violation:
        call(*given, **named)  # type: ignore[operator]
    assert violation.value.citation
    assert violation.value.remedy
    return violation.value.code


# ── Ambushes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.place")
def test_where_ambushes_lie() -> None:
    for inside in (Ground.WOODS, Ground.BUILDINGS, Ground.DITCH, Ground.TRENCH):
        ambush.bar_place((inside,), ())
    for behind in (Ground.WALL, Ground.BUILDINGS, Ground.WOODS, Ground.HILL):
        ambush.bar_place((Ground.OPEN,), (behind,))
    assert refused(ambush.bar_place, (Ground.OPEN,), ()) == "nothing-hides"
    assert refused(ambush.bar_place, (Ground.FORD,), (Ground.SMALL_STREAM,)) == "nothing-hides"


@pytest.mark.rule("RA-ambush.place")
@pytest.mark.parametrize("hollow", [Ground.DITCH, Ground.TRENCH, Ground.SCRUB])
def test_a_hollow_or_scrub_hides_who_lies_in_it_and_nobody_behind_it(hollow: Ground) -> None:
    """The book: in woods, buildings, hollows; behind walls, buildings, woods or hills."""
    ambush.bar_place((hollow,), ())
    assert refused(ambush.bar_place, (Ground.OPEN,), (hollow,)) == "nothing-hides"


@pytest.mark.rule("RA-ambush.scout.1", "RA-R232")
def test_whatever_may_hide_somebody_can_be_scouted() -> None:
    hiding = [ground for ground in Ground if ground not in (Ground.OPEN, Ground.ROAD) and _may_hide(ground)]
    assert all(ambush.suspicious(ground) for ground in (*hiding, *ambush.IN, *ambush.BEHIND))
    assert not any(ambush.suspicious(ground) for ground in (Ground.OPEN, Ground.FORD, Ground.WIRE, Ground.ROUGH))


def _may_hide(ground: Ground) -> bool:
    try:
        ambush.bar_hide(True, ground, False)
    except RuleViolation:
        return False
    return True


@pytest.mark.rule("RA-ambush.order")
def test_ordered_out() -> None:
    ambush.bar_leave(True)
    assert refused(ambush.bar_leave, False) == "in-ambush"


@pytest.mark.rule("RA-ambush.scout.1", "RA-char.partisan.1", "RA-char.clever.2", "RA-R101")
@pytest.mark.parametrize(
    ("partisan", "clever", "inches"), [(False, False, 4), (True, False, 8), (False, True, 8), (True, True, 8)]
)
def test_how_far_a_unit_scouts(partisan: bool, clever: bool, inches: float) -> None:
    assert ambush.scout_reach(partisan, clever) == inches
    ambush.bar_scout(inches, inches, False, False)
    assert refused(ambush.bar_scout, inches + 0.5, inches, False, False) == "too-far-to-scout"


@pytest.mark.rule("RA-ambush.scout.1", "RA-ambush.scout.3", "RA-action.extra.scout")
def test_scouting_once_a_turn_and_a_place_once() -> None:
    assert refused(ambush.bar_scout, 2, 4, True, False) == "scouted"
    assert refused(ambush.bar_scout, 2, 4, False, True) == "scouted-by-other"


@pytest.mark.rule("RA-ambush.scout.2")
@pytest.mark.parametrize(("die", "found"), [(1, False), (3, False), (4, True), (6, True)])
def test_the_die_of_a_scout(die: int, found: bool) -> None:
    assert ambush.roll_scout(Scripted(f"d6:{die}")) == (die, found)


@pytest.mark.rule("RA-ambush.spring.1", "RA-preempt.ambush", "RA-R135", "RA-R20")
def test_springing() -> None:
    """Sabres with move 16 reach 18 in from ambush; riflemen with range 12 shoot at up to 6 in."""
    assert ambush.reach(True, 18, 8) == 18
    assert ambush.reach(False, 10, 12) == 6
    ambush.bar_spring(before=20, now=18, within=18, sprung=False)
    assert refused(ambush.bar_spring, 20, 18.5, 18, False) == "out-of-reach"
    assert refused(ambush.bar_spring, 5, 5, 6, False) == "no-nearer"
    assert refused(ambush.bar_spring, 4, 5, 6, False) == "no-nearer"
    assert refused(ambush.bar_spring, 8, 5, 6, True) == "sprung"


@pytest.mark.rule("RA-ambush.benefit.3", "RA-ambush.benefit.4", "RA-ambush.shoot-only", "RA-R100")
def test_the_shock_of_an_ambush() -> None:
    charge, fire = ambush.shock(True, False), ambush.shock(False, False)
    assert (charge.terror, charge.fear_tests, charge.modifier) == (1, 2, None)
    assert (fire.terror, fire.fear_tests) == (1, 1)
    assert ambush.shock(True, False, house=ONE_TEST).fear_tests == 1


@pytest.mark.rule("RA-march.3", "RA-R134", "RA-R100", "RA-R102")
def test_ambushed_on_the_march() -> None:
    item = ambush.shock(False, True).modifier
    assert item is not None
    assert (item.amount, item.citation) == (-3, "RA-march.3")


@pytest.mark.rule("RA-ambush.once")
def test_many_ambushers_shock_once() -> None:
    again = ambush.shock(False, True, again=True)
    assert (again.terror, again.fear_tests, again.modifier) == (0, 0, None)
    assert ambush.shock(True, False, again=True).fear_tests == 1  # the charge's own


@pytest.mark.rule("RA-action.hide", "RA-building.5", "RA-R142")
def test_hiding() -> None:
    ambush.bar_hide(True, Ground.BUILDINGS, False)
    ambush.bar_hide(True, Ground.HEDGE, False)
    assert refused(ambush.bar_hide, False, Ground.WOODS, False) == "no-hiders"
    assert refused(ambush.bar_hide, True, Ground.OPEN, False) == "no-hiding-place"
    assert refused(ambush.bar_hide, True, Ground.WOODS, True) == "in-sight"


# ── Prisoners ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-misc.prisoners.1", "RA-misc.prisoners.3", "RA-action.possess")
def test_prisoners_without_a_guard() -> None:
    assert ambush.gains_by_moving(guarded=False, in_buildings=False)
    assert not ambush.gains_by_moving(guarded=True, in_buildings=False)
    assert not ambush.gains_by_moving(guarded=False, in_buildings=True)
    ambush.bar_possession(contact=True, guarded=False)
    assert refused(ambush.bar_possession, True, True) == "no-possession"
    assert refused(ambush.bar_possession, False, False) == "no-possession"


@pytest.mark.rule("RA-misc.prisoners.2", "RA-R130")
def test_driving_off_the_guards() -> None:
    assert ambush.gains_by_driving_off(2, 2)
    assert not ambush.gains_by_driving_off(2, 1)
    assert not ambush.gains_by_driving_off(0, 0)


@pytest.mark.rule("RA-misc.prisoners.4")
def test_prisoners_live_unless_agreed() -> None:
    assert refused(ambush.bar_doing_away, True) == "prisoners-live"
    grim = House((("do-away-with-prisoners", "on"),))
    ambush.bar_doing_away(True, grim)
    assert refused(ambush.bar_doing_away, False, grim) == "no-prisoners"


# ── Dismounting ─────────────────────────────────────────────────────────────────────────────────────────────────────


PAGE_14 = """
Red Cavalry          | Red Conscripts
Horse Army units     | Red Regulars
Red Cossacks         | Partisans
White Cossacks       | Plastoons
White Cavalry        | White Volunteers
Nationalist Cavalry  | Nationalist Regulars
Polish Uhlans        | Polish Regulars
FK Uhlans            | Freikorps Kompagnie
Makhnovist Cavalry   | Makhnovist Partisans
"""


@pytest.mark.rule("RA-dismount.4")
def test_the_table_of_page_14_typed_once_more() -> None:
    pairs = [[each.strip() for each in line.split("|")] for line in PAGE_14.strip().splitlines()]
    assert [row[0] for row in dismounting.CHARTS[0].rows] == [horse for horse, _ in pairs]
    for horse, foot in pairs:
        assert dismounting.foot_card(horse) == foot


@pytest.mark.rule("RA-dismount.4")
@pytest.mark.parametrize(
    ("horse", "card"),
    [
        ("Red Cavalry", "red-cavalry"), ("Horse Army units", "horse-army-cavalry"), ("Red Cossacks", "red-cossacks"),
        ("White Cossacks", "white-cossacks"), ("White Cavalry", "white-cavalry"),
        ("Nationalist Cavalry", "nationalist-cavalry"), ("Polish Uhlans", "polish-uhlans"),
        ("FK Uhlans", "fk-uhlans"), ("Makhnovist Cavalry", "makhnovist-cavalry"),
    ],
)  # fmt: skip
def test_the_cards_say_what_the_table_says(horse: str, card: str) -> None:
    foot = BOOK_PACK.card(card).dismounts_as
    assert foot is not None
    assert BOOK_PACK.card(foot).name == dismounting.foot_card(horse)


@pytest.mark.rule("RA-dismount.4", "RA-R121")
def test_officers_on_horseback() -> None:
    assert dismounting.foot_card("White Cavalry", officers=True) == "White Officers"
    assert dismounting.foot_card("Red Cavalry", officers=True) == "Red Conscripts"
    assert refused(dismounting.foot_card, "Tank") == "no-foot-card"


@pytest.mark.rule("RA-dismount.2", "RA-dismount.3", "RA-R121")
def test_holders() -> None:
    assert dismounting.fighting_bases(4) == 3
    assert dismounting.fighting_bases(2) == 1
    assert refused(dismounting.fighting_bases, 1) == "no-holders"
    dismounting.bar_remount(True)
    assert refused(dismounting.bar_remount, False) == "no-horses"


@pytest.mark.rule("RA-dismount.1", "RA-action.mount")
def test_an_entire_move() -> None:
    dismounting.bar_change(False)
    assert refused(dismounting.bar_change, True) == "moved"


# ── Initiative ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-init.standard.1", "RA-R108")
def test_who_begins_a_turn() -> None:
    assert initiative.first_of_turn(Scripted("d6:5,d6:2")).winner == 0
    again = initiative.first_of_turn(Scripted("d6:3,d6:3,d6:1,d6:4"))
    assert (again.throws, again.winner) == (((3, 3), (1, 4)), 1)


@pytest.mark.rule("RA-init.standard.1", "RA-init.standard.2", "RA-def.turn")
def test_alternately() -> None:
    """Three units against one: A B A A."""
    waiting, order, side = [3, 1], [], 0
    turn: int | None = side
    while turn is not None:
        order.append(turn)
        waiting[turn] -= 1
        turn = initiative.next_side(turn, (waiting[0], waiting[1]))
    assert order == [0, 1, 0, 0]
    assert refused(initiative.bar_pass) == "no-passing"
    initiative.bar_pass(House((("allow-pass", "on"),)))


@pytest.mark.rule("RA-init.dice.1", "RA-init.dice.2", "RA-R109")
def test_roll_off() -> None:
    won = initiative.roll_off(Scripted("d6:2,d6:5"), None)
    assert won.winner == 1
    assert initiative.loser_after(won, None) == 0
    draw = initiative.roll_off(Scripted("d6:4,d6:4"), 0)
    assert (draw.winner, draw.by_draw) == (0, True)
    assert initiative.loser_after(draw, 0) == 0  # the last decided one still counts
    first = initiative.roll_off(Scripted("d6:4,d6:4,d6:6,d6:1"), None)
    assert (first.winner, len(first.throws)) == (0, 2)


@pytest.mark.rule("RA-init.dice.3", "RA-R108")
def test_two_ones() -> None:
    assert initiative.roll_off(Scripted("d6:1,d6:1"), 1, house=ONES_END).winner is None
    assert initiative.roll_off(Scripted("d6:1,d6:1"), 1).winner == 1


@pytest.mark.rule("RA-preempt.clever.1", "RA-R110", "RA-char.clever.1")
@pytest.mark.parametrize(("die", "first"), [(1, False), (5, False), (6, True)])
def test_clever_officers(die: int, first: bool) -> None:
    assert initiative.roll_pre_empt(Scripted(f"d6:{die}")) == (die, first)


@pytest.mark.rule("RA-preempt.clever.1", "RA-preempt.clever.2", "RA-R110", "RA-R146")
def test_when_a_clever_officer_may_try() -> None:
    fine = {"clever": True, "acted": False, "visible": True, "enemy_clever": False, "is_pre_emption": False}
    assert initiative.pre_emption_bar(**fine) is None
    for fact, value in fine.items():
        barred = initiative.pre_emption_bar(**(fine | {fact: not value}))
        assert barred is not None
        assert barred.code == "no-pre-emption"
        assert barred.citation
        assert barred.remedy


def test_the_charts_typed_once_more() -> None:
    assert [row[1] for row in ambush.CHARTS[0].rows] == [4, 8, 4, 1, -3]
    assert [row[0] for row in initiative.CHARTS[0].rows] == [
        "standard", "cards", "dice", "dice, agreed", "Clever officer",
    ]  # fmt: skip
