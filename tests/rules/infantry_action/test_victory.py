"""Establishing the Victor."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.infantry_action.book import troops, victory
from rules.infantry_action.book.kinds import Charge, Rank, Weapon
from rules.infantry_action.book.points import Cost
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.victory import Fate, ManPlace, ObjectiveHeld, Resource

D = Decimal
RIFLEMAN = troops.man_cost(weapons=(Weapon.RIFLE,))  # 15
CORPORAL = troops.man_cost(Rank.CORPORAL, (Weapon.SMG,))  # 20 + 5


def own(cost: Cost, fate: Fate = Fate.REMAINS, house: House = BOOK) -> Decimal:
    return victory.own_share(Resource("it", cost, fate), house)


def enemy(cost: Cost, fate: Fate = Fate.DESTROYED, house: House = BOOK) -> Decimal:
    return victory.enemy_share(Resource("it", cost, fate), house)


@pytest.mark.rule("IA-vic.own-resources")
def test_half_of_what_remains() -> None:
    assert own(RIFLEMAN) == D("7.5")
    assert own(troops.support_cost(3)) == 75
    assert own(RIFLEMAN, Fate.DESTROYED) == own(RIFLEMAN, Fate.HELD) == 0


@pytest.mark.rule("IA-vic.enemy-destroyed")
def test_half_of_what_the_enemy_lost_but_not_his_support() -> None:
    assert enemy(RIFLEMAN) == D("7.5")
    assert enemy(RIFLEMAN, Fate.REMAINS) == 0
    assert enemy(troops.support_cost(3)) == 0
    assert enemy(troops.support_cost(3), Fate.EXPENDED) == 0


@pytest.mark.rule("IA-vic.expended")
def test_what_is_used_up_counts_for_nobody() -> None:
    claymore = troops.weapon_cost(Weapon.CLAYMORE)
    assert own(claymore) == 5
    assert own(claymore, Fate.EXPENDED) == enemy(claymore, Fate.EXPENDED) == 0
    assert own(troops.belt_cost(troops.BeltKind.AP_MINES, 4)) == 0
    assert enemy(troops.belt_cost(troops.BeltKind.AP_MINES, 4)) == 0
    carried = troops.man_cost(charges=(Charge.SATCHEL,))
    assert own(carried) == D("6.5")


@pytest.mark.rule("IA-vic.enemy-destroyed")
@pytest.mark.parametrize(("choice", "points"), [("half", "12.5"), ("full", "22.5"), ("none", "2.5")])
def test_prisoners(choice: str, points: str) -> None:
    house = House((("prisoner-value", choice),))
    assert enemy(CORPORAL, Fate.HELD, house) == D(points)
    assert enemy(troops.defending(CORPORAL), Fate.HELD, house) == 2 * D(points)
    assert enemy(CORPORAL, Fate.DESTROYED, house) == D("12.5")


@pytest.mark.rule("IA-vic.defender-extra")
def test_the_doubling_counts_for_both() -> None:
    doubled = troops.defending(RIFLEMAN)
    assert own(doubled) == enemy(doubled) == 15


def test_the_surcharge_counts_for_nobody() -> None:
    """IA-R152."""
    landed = troops.air_landed(RIFLEMAN)
    assert own(landed) == enemy(landed) == D("7.5")
    counts = House((("air-surcharge-counts", "yes"),))
    assert own(landed, house=counts) == enemy(landed, house=counts) == D("11.25")


@pytest.mark.rule("IA-vic.field-defences")
def test_places_that_were_held_and_are_held() -> None:
    places = [
        ManPlace("bunker", D(10), True, True),
        ManPlace("bunker", D(10), True, False),
        ManPlace("trench", D(5), False, True),
        ManPlace("trench", D(5), True, True),
        ManPlace("emplacement", D(25), True, True),
    ]
    assert victory.count((), (), places).value == 20  # 5 + 2½ + 12½
    assert own(troops.bunker_cost(3)) == enemy(troops.bunker_cost(3)) == 0


@pytest.mark.rule("IA-vic.objectives")
def test_objectives_count_whole() -> None:
    goals = (ObjectiveHeld("bridge", D(40), True), ObjectiveHeld("farm", D(25), False))
    total = victory.count((), (), objectives=goals)
    assert total.value == 40
    assert [line.citation for line in total.cost.lines] == ["IA-vic.objectives"]


@pytest.mark.rule("IA-vic.escaped-prisoners")
def test_an_escaped_prisoner_counts_without_his_weapons() -> None:
    assert own(victory.person_of(CORPORAL)) == 10
    assert own(victory.person_of(troops.defending(CORPORAL))) == 20


@pytest.mark.rule("IA-vic.own-resources", "IA-vic.enemy-destroyed", "IA-vic.objectives")
def test_a_small_battle_counted_by_hand() -> None:
    # Officer with SMG and grenades 42 and a rifleman 15 remain, a rifleman is dead, 100 of support unused:
    # 21 + 7½ + 50. The enemy lost a belt LMG man 30 and a corporal to captivity 25: 15 + 12½. The bridge: 30.
    # In all 136.
    officer = troops.man_cost(Rank.OFFICER, (Weapon.SMG, Weapon.GRENADE))
    side = [
        Resource("officer", officer),
        Resource("Smith", RIFLEMAN),
        Resource("Jones", RIFLEMAN, Fate.DESTROYED),
        Resource("support", troops.support_cost(2)),
        Resource("fired support", troops.support_cost(1), Fate.EXPENDED),
    ]
    gunner = troops.man_cost(weapons=(Weapon.BELT_LMG,))
    foe = [Resource("gunner", gunner, Fate.DESTROYED), Resource("corporal", CORPORAL, Fate.HELD)]
    total = victory.count(side, foe, objectives=(ObjectiveHeld("bridge", D(30), True),))
    assert total.value == 136
    assert len(total.cost.lines) == 6
    # The enemy: Jones dead, 7½, and nothing else.
    assert victory.count(foe, side).value == D("7.5")


@pytest.mark.rule("IA-vic.friendly")
@pytest.mark.parametrize(
    ("totals", "originals", "winner"),
    [
        ((150, 110), (400, 900), 0),  # a lead of 40 is a tenth of 400
        ((D("149.5"), 110), (400, 100), None),
        ((110, 150), (10, 400), 1),
        ((110, 149), (10, 400), None),
        ((100, 100), (0, 0), None),
    ],
)
def test_a_friendly_game(
    totals: tuple[Decimal, Decimal], originals: tuple[Decimal, Decimal], winner: int | None
) -> None:
    assert victory.victor([D(t) for t in totals], [D(o) for o in originals]).winner == winner


@pytest.mark.rule("IA-vic.convention")
def test_a_convention_game() -> None:
    house = House((("victory-mode", "convention"),))
    assert victory.victor((D("100.5"), D(100)), (D(900), D(900)), house).winner == 0
    assert victory.victor((D(1), D(2)), (D(900), D(900)), house).winner == 1
    assert victory.victor((D(2), D(2)), (D(900), D(900)), house).winner is None


@given(st.lists(st.tuples(st.sampled_from((RIFLEMAN, CORPORAL)), st.sampled_from(Fate)), max_size=8))
def test_a_man_counts_for_one_side_at_most(men: list[tuple[Cost, Fate]]) -> None:
    for cost, fate in men:
        counted = own(cost, fate), enemy(cost, fate)
        assert 0 in counted
        assert sum(counted) in (0, cost.value / 2)


@pytest.mark.rule("IA-vic.own-resources", "IA-vic.enemy-destroyed", "IA-vic.field-defences", "IA-vic.objectives")
def test_a_count_says_what_its_points_are_for() -> None:
    """A rifleman of 15 left, one of the enemy's dead: half of each; half of a place of 10; a bridge of 40 whole."""
    tally = victory.count(
        (Resource("ours", RIFLEMAN),),
        (Resource("theirs", RIFLEMAN, Fate.DESTROYED),),
        (ManPlace("bunker", D(10), True, True),),
        (ObjectiveHeld("bridge", D(40), True),),
    )
    assert [(head.value, cost.value) for head, cost in tally.heads] == [
        ("own forces left", D("7.5")), ("enemy losses", D("7.5")), ("places held", D(5)), ("objectives", D(40)),
    ]  # fmt: skip
    assert tally.value == 60
