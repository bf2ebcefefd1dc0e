"""Target and tactical points, chance factor and potential casualties: worked by hand from the book's text."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.fire import (
    FigureUnderFire,
    Firer,
    FireTotal,
    Targeted,
    Volley,
    automatic_hits,
    chance_dice,
    fire_on,
    firer_points,
    first_point,
    gains_on_works,
    needed,
    potential_hits,
    second_point,
    shield_helps,
    target_points,
)
from rules.infantry_action.book.kinds import Charge, Cover, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.kernel.chance import Scripted
from tests.charts import chart

RIFLE, LMG, GRENADE = Weapon.RIFLE, Weapon.MAGAZINE_LMG, Weapon.GRENADE


def fired(volleys: tuple[Volley, ...], marks: tuple[FigureUnderFire, ...], dice: str, house: House = BOOK) -> FireTotal:
    chance = Scripted(dice)
    fire = fire_on(Targeted(volleys, marks), chance, house)
    chance.finish()
    assert fire is not None
    return fire


def rifles(number: int, metres: float = 80, *, moved: bool = False, fresh: bool = False) -> tuple[Firer, ...]:
    return (Firer(RIFLE, metres, moved=moved, fresh=fresh),) * number


@pytest.mark.rule("IA-tt.exposed", "IA-tt.erect", "IA-R085", "IA-R086", "IA-R087")
@chart(
    ("mark", "first", "second"),
    [
        (FigureUnderFire(erect=True), True, True),
        (FigureUnderFire(), True, False),
        (FigureUnderFire(Cover.SOFT), True, False),
        (FigureUnderFire(Cover.SOFT, erect=True), True, False),
        (FigureUnderFire(Cover.TRENCH, erect=True), False, False),
        (FigureUnderFire(Cover.BUILDING, erect=True), False, False),
        (FigureUnderFire(Cover.BUNKER), False, False),
        (FigureUnderFire(Cover.HARD_VEHICLE, erect=True), False, False),
        (FigureUnderFire(erect=True, shielded=True), False, False),
        (FigureUnderFire(Cover.HARD_VEHICLE, erect=True, partly_inside=True), False, False),
        (FigureUnderFire(erect=True, dashed=True), False, True),
        (FigureUnderFire(dashed=True), False, False),
        (FigureUnderFire(grenading=True), True, True),
        (FigureUnderFire(Cover.SOFT, grenading=True), True, True),
        (FigureUnderFire(Cover.SOFT, entering=True), True, True),
        (FigureUnderFire(Cover.SOFT, overlapping=True), True, True),
        (FigureUnderFire(Cover.TRENCH, grenading=True), False, False),
        (FigureUnderFire(Cover.BUILDING, overlapping=True), False, False),
        (FigureUnderFire(erect=True, grenading=True, overlapping=True), True, True),
        (FigureUnderFire(riding=True), True, True),
        (FigureUnderFire(riding=True, dashed=True), False, True),
        (FigureUnderFire(Cover.SOFT, riding=True), True, False),
    ],
)
def test_the_points_of_a_figure(mark: FigureUnderFire, first: bool, second: bool) -> None:
    assert (first_point(mark), second_point(mark)) == (first, second)


@pytest.mark.rule("IA-tt.bunker", "IA-tt.exposed", "IA-tt.erect", "IA-R084")
def test_the_points_of_a_group_are_counted_once_a_figure() -> None:
    # Two erect in the open 4, one prone behind a hedge 1, one in a trench 0, two in a bunker -6.
    group = (
        FigureUnderFire(erect=True),
        FigureUnderFire(erect=True),
        FigureUnderFire(Cover.SOFT),
        FigureUnderFire(Cover.TRENCH),
        *((FigureUnderFire(Cover.BUNKER),) * 2),
    )
    assert [(item.amount, item.citation) for item in target_points(group)] == [
        (3, "IA-tt.exposed"),
        (2, "IA-tt.erect"),
        (-6, "IA-tt.bunker"),
    ]


@pytest.mark.rule("IA-R085")
def test_a_house_may_have_soft_cover_spare_the_first_point() -> None:
    house = House((("soft-cover-removes-first-point", "yes"),))
    assert not first_point(FigureUnderFire(Cover.SOFT), house)
    assert first_point(FigureUnderFire(), house)


@pytest.mark.rule("IA-tt.exposed", "IA-R159")
def test_a_gun_shield_helps_close_behind_it_and_from_the_front() -> None:
    assert shield_helps(10, (22.5, -10))
    assert not shield_helps(10.5, (0,))
    assert not shield_helps(5, (0, 23))
    assert not shield_helps(5, (0,), grenades=True)
    assert not shield_helps(-1, (0,)), "in front of it"


@pytest.mark.rule("IA-tt.against-works", "IA-R160")
@chart(
    ("arm", "gains"),
    [
        (GRENADE, True), (Weapon.GRENADE_LAUNCHER, True), (Weapon.FLAME_THROWER, True), (Weapon.ONE_MAN_AT, True),
        (Weapon.RECOILLESS, True), (Weapon.AT_GUN, True), (Weapon.MISSILE, True), (Weapon.AFV_GUN, True),
        (Weapon.SMALL_AFV_GUN, False), (Weapon.TRIPOD_MG, False), (RIFLE, False), (Weapon.LIGHT_SHELL_GUN, False),
        (Weapon.MEDIUM_MORTAR, False), (Charge.SATCHEL, True), (Charge.MOLOTOV, True), (Charge.BANGALORE, False),
    ],
)  # fmt: skip
def test_what_gains_2_on_works(arm: Weapon | Charge, gains: bool) -> None:
    assert gains_on_works(arm) is gains
    scored = firer_points((Firer(arm, 20, at_works=True),))
    assert sum(item.amount for item in scored) == (2 if gains else 0)
    assert firer_points((Firer(arm, 20),)) == ()


@pytest.mark.rule("IA-tt.moved-or-fresh", "IA-tt.moving-vehicle", "IA-R088", "IA-R071")
@pytest.mark.parametrize(
    ("shot", "expected"),
    [
        (Firer(RIFLE, 80, moved=True), -1),
        (Firer(RIFLE, 80, fresh=True), -1),
        (Firer(RIFLE, 80, moved=True, fresh=True), -1),
        (Firer(GRENADE, 20, moved=True), -1),
        (Firer(Weapon.TRIPOD_MG, 80, helpers=2, fresh=True), -1),
        (Firer(Weapon.TURRET_MG, 80, fresh=True), 0),
        (Firer(Weapon.TURRET_MG, 80, moved=True, from_moving_vehicle=True), -2),
        (Firer(RIFLE, 80, moved=True, fresh=True, from_moving_vehicle=True), -2),
        (Firer(RIFLE, 80), 0),
        (Firer(Weapon.CLAYMORE, 20, fresh=True), 0),
    ],
)
def test_what_the_firer_did_is_deducted_once_a_weapon(shot: Firer, expected: int) -> None:
    assert sum(item.amount for item in firer_points((shot,))) == expected


@pytest.mark.rule("IA-chance.die", "IA-chance.small-group", "IA-R025")
def test_each_firing_group_has_a_die_in_the_order_listed() -> None:
    groups = (Volley("A", rifles(3), men=3), Volley("B", rifles(1), men=6))
    dice = chance_dice(groups, Scripted("4,5"))
    assert [(die.group, die.score, die.counts) for die in dice] == [("A", 4, 0), ("B", 5, 5)]
    assert chance_dice((Volley("A", rifles(1), men=3),), Scripted("3"))[0].counts == 3


@pytest.mark.rule("IA-chance.small-group", "IA-R082", "IA-R083")
def test_the_men_that_a_die_is_held_against() -> None:
    whole = Volley("A", rifles(2), men=8, men_firing=2)
    split = Volley("A", rifles(2), men=8, men_firing=2, split=True)
    firing = House((("chance-die-men", "men-firing"),))
    assert chance_dice((whole,), Scripted("5"))[0].counts == 5
    assert chance_dice((split,), Scripted("5"))[0].counts == 0
    assert chance_dice((whole,), Scripted("5"), firing)[0].counts == 0


@pytest.mark.rule("IA-chance.die", "IA-R066", "IA-R071")
def test_no_die_for_what_cannot_be_fired_nor_for_a_mine() -> None:
    assert chance_dice((Volley("A", (Firer(RIFLE, 600),), men=8),), Scripted("")) == ()
    assert chance_dice((Volley("A", (Firer(Weapon.CLAYMORE, 20),), men=8),), Scripted("")) == ()


@pytest.mark.rule("IA-notes.average-dice", "IA-notes.agreement", "IA-R156")
@pytest.mark.parametrize(("face", "score"), [(1, 2), (2, 3), (3, 3), (4, 4), (5, 4), (6, 5)])
def test_average_dice_where_agreed(face: int, score: int) -> None:
    agreed = House((("average-dice", "per-group"),))
    group = (Volley("A", rifles(2), men=8, average=True),)
    assert chance_dice(group, Scripted(str(face)), agreed)[0].counts == score
    assert chance_dice(group, Scripted(str(face)))[0].counts == face, "not agreed in this battle"


@pytest.mark.rule("IA-pot.one-die", "IA-pot.automatic", "IA-R089")
@pytest.mark.parametrize(
    ("total", "need"),
    [(-7, 6), (0, 6), (4, 6), (5, 5), (9, 5), (10, 4), (14, 4), (15, 3), (19, 3), (20, None), (45, None)],
)
def test_what_the_die_needs(total: int, need: int | None) -> None:
    assert needed(total) == need
    if need is not None:
        assert potential_hits(total, Scripted(str(need))).number == 1
        assert potential_hits(total, Scripted(str(need - 1))).number == 0


@pytest.mark.rule("IA-pot.automatic", "IA-R090")
@pytest.mark.parametrize(
    ("total", "hits", "by_tens"), [(20, 1, 1), (29, 1, 1), (30, 2, 2), (39, 2, 2), (40, 3, 3), (49, 3, 3), (73, 3, 6)]
)
def test_hits_without_a_die(total: int, hits: int, by_tens: int) -> None:
    assert automatic_hits(total) == hits
    assert automatic_hits(total, House((("hits-beyond-40", "one-per-ten"),))) == by_tens
    assert potential_hits(total, Scripted("")).number == hits


@pytest.mark.rule("IA-pot.total")
def test_a_section_against_a_patrol_in_the_open() -> None:
    # Eight men: 5 rifles 10, an LMG with its number two 5 + 3, all at 80 m, steady. Target: 4 walking in the open, 8.
    # Chance 6: 32, 2 potential hits.
    volley = Volley("section", (*rifles(5), Firer(LMG, 80, helpers=1)), men=8)
    fire = fired((volley,), (FigureUnderFire(erect=True),) * 4, "6")
    assert (fire.total.value, fire.hits.number, fire.hits.die) == (32, 2, None)


@pytest.mark.rule("IA-pot.total", "IA-tt.moved-or-fresh", "IA-R025")
def test_a_first_shot_at_men_in_a_trench() -> None:
    # 3 rifles at 200 m 6, fresh -3, three in a trench 0, chance 4 of 3 men nothing: 3, needs 6. Chance die first.
    fire = fired((Volley("A", rifles(3, 200, fresh=True), men=3),), (FigureUnderFire(Cover.TRENCH),) * 3, "4,6")
    assert (fire.total.value, fire.hits.needs, fire.hits.number) == (3, 6, 1)


@pytest.mark.rule("IA-pot.total", "IA-R084")
def test_two_groups_fire_at_one() -> None:
    # A: 4 rifles at 40 m 8, moved -4. B: tripod gun with two helpers at 300 m 3 + 2. Two prone behind a hedge 2.
    # Chance 3 (of 4) and 1 (of 3): 8 - 4 + 5 + 2 + 3 + 1 = 15, needs 3.
    first = Volley("A", rifles(4, 40, moved=True), men=4)
    second = Volley("B", (Firer(Weapon.TRIPOD_MG, 300, helpers=2),), men=3)
    fire = fired((first, second), (FigureUnderFire(Cover.SOFT),) * 2, "3,1,2")
    assert (fire.total.value, fire.hits.needs, fire.hits.number) == (15, 3, 0)


@pytest.mark.rule("IA-pot.total", "IA-tt.against-works", "IA-tt.bunker")
def test_grenades_into_a_bunker() -> None:
    # Two grenades through the slit 10 + 4, moved -2; three in the bunker -9; chance 2 of 2: 5, needs 5.
    grenades = (Firer(GRENADE, 10, moved=True, at_works=True),) * 2
    fire = fired((Volley("A", grenades, men=2),), (FigureUnderFire(Cover.BUNKER),) * 3, "2,5")
    assert (fire.total.value, fire.hits.needs, fire.hits.number) == (5, 5, 1)


@pytest.mark.rule("IA-pot.total", "IA-R066", "IA-R089")
def test_what_cannot_be_fired_adds_nothing_and_alone_is_no_fire() -> None:
    # An SMG at 300 m has no cell: only the rifle's 1, moved -1; not the SMG's -1.
    volley = Volley("A", (Firer(Weapon.SMG, 300, moved=True), Firer(RIFLE, 300, moved=True)), men=2)
    fire = fired((volley,), (), "2,6")
    assert (fire.total.value, fire.hits.number) == (1 - 1 + 2, 1)
    assert (
        fire_on(Targeted((Volley("A", (Firer(Weapon.SMG, 300),), men=1),), (FigureUnderFire(),)), Scripted("")) is None
    )


@pytest.mark.rule("IA-pot.total", "IA-tt.moving-vehicle")
def test_an_afv_fires_on_the_move() -> None:
    # Turret gun 8 and 75 mm gun 8 at 200 m, both from a moving vehicle -4; five prone in the open 5; chance 3 of 4: 20.
    guns = tuple(Firer(arm, 200, moved=True, from_moving_vehicle=True) for arm in (Weapon.TURRET_MG, Weapon.AFV_GUN))
    fire = fired((Volley("tank", guns, men=4),), (FigureUnderFire(),) * 5, "3")
    assert (fire.total.value, fire.hits.number) == (20, 1)


@pytest.mark.rule("IA-R147", "IA-smoke.blind-fire")
def test_blind_fire_halves_the_effect_points_only() -> None:
    # 3 rifles and an LMG at 80 m 11, half 5; fresh -4; two prone 2; chance 4 of 4: 7.
    blind = Volley("A", (*rifles(3, fresh=True), Firer(LMG, 80, fresh=True)), men=4, blind=True)
    fire = fired((blind,), (FigureUnderFire(),) * 2, "4,5")
    assert (fire.total.value, fire.hits.needs, fire.hits.number) == (7, 5, 1)


@pytest.mark.rule("IA-pot.total")
def test_every_line_of_a_total_names_its_rule() -> None:
    fire = fired(
        (Volley("A", rifles(2, moved=True), men=2),),
        (FigureUnderFire(erect=True), FigureUnderFire(Cover.BUNKER)),
        "5,1",
    )
    assert all(item.reason and item.citation.startswith("IA-") for item in fire.total.items)
    assert "5 is over its 2 men" in str(fire.total)
