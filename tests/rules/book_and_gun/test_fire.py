"""TO HIT numbers and volleys, worked by hand from the chart, X.3 to X.5 and the rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.casualty import CasualtyDeck, Man
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.book.to_hit import Shot, chance_in_twenty, hits, to_hit
from rules.book_and_gun.book.volley import Firing, PartOfFire, Volley, volley
from rules.kernel.chance import Scripted
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

RIFLE = Shot(arm("assault rifle"), 9, "I")


def value(shot: Shot, options: HouseRules = ()) -> int:
    number = to_hit(shot, options)
    assert number is not None
    return number.value


# ── The number ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.3.chart", "BG-X.1.4")
@pytest.mark.parametrize(
    ("weapon", "inches", "target_class", "number"),
    [
        ("assault rifle", 9, "I", 7),
        ("assault rifle", 18, "III", 4),
        ("assault rifle", 27, "IV", 1),
        ("bolt action rifle", 9, "IV", None),
        ("pistol", 5, "II", 2),
        ("light machinegun", 40, "II", 3),
        ("maw", 60, "IV", 4),
        ("heavy cannon", 100, "I", 7),
    ],
)
def test_weapon_band_and_class_give_the_number(
    weapon: str, inches: float, target_class: TargetClass, number: int | None
) -> None:
    found = to_hit(Shot(arm(weapon), inches, target_class))
    assert (found.value if found else None) == number


@pytest.mark.rule("BG-R73")
def test_machineguns_at_medium_range_have_one_in_class_four() -> None:
    for weapon, inches in (("medium machinegun", 30), ("heavy machinegun", 40)):
        shot = Shot(arm(weapon), inches, "IV")
        assert value(shot) == 1
        assert value(shot, (("mg-medium-class-iv", "2"),)) == 2


@pytest.mark.rule("BG-XIII.2.1", "BG-XIII.2.2", "BG-R69")
def test_national_efficiency_raises_the_number_of_the_better_trained() -> None:
    assert value(replace(RIFLE, group="nato")) == 9
    assert value(replace(RIFLE, group="nato", elite=True)) == 10
    assert value(replace(RIFLE, group="asian")) == 8
    assert value(replace(RIFLE, group="former soviet")) == 7
    assert value(replace(RIFLE, group="third world")) == 6
    assert value(replace(RIFLE, group="insurgents")) == 5
    assert value(replace(RIFLE, group="insurgents", elite=True)) == 6
    literal = (("national-efficiency", "to-hit-literal"),)
    assert value(replace(RIFLE, group="nato"), literal) == 5
    assert value(replace(RIFLE, group="nato", elite=True), (("national-efficiency", "off"),)) == 7


@pytest.mark.rule("BG-X.5.3", "BG-X.5.4", "BG-R70")
def test_body_armour_and_drugs_are_one_each_against_small_arms_only() -> None:
    assert value(replace(RIFLE, body_armour="modern")) == 6
    assert value(replace(RIFLE, drug_user=True)) == 6
    assert value(replace(RIFLE, body_armour="modern", drug_user=True)) == 5
    assert value(replace(RIFLE, body_armour="flak")) == 7
    assert value(replace(RIFLE, body_armour="modern"), (("protection-sign", "literal"),)) == 8
    heavy = Shot(arm("heavy machinegun"), 20, "I", body_armour="modern", drug_user=True)
    assert value(heavy) == 7
    assert value(Shot(arm("medium machinegun"), 18, "I", body_armour="modern")) == 6
    assert value(Shot(arm("law"), 18, "I", body_armour="modern")) == 6  # the chart's own 6


@pytest.mark.rule("BG-X.5.2a", "BG-X.5.2b", "BG-VI.2.2d", "BG-R30", "BG-R71")
def test_infrared_goggles_spoil_the_aim_unless_a_laser_points() -> None:
    assert value(replace(RIFLE, goggles="infrared")) == 6
    assert value(replace(RIFLE, goggles="infrared", laser_aiming=True)) == 7
    assert value(replace(RIFLE, goggles="thermal")) == 7
    assert value(replace(RIFLE, laser_aiming=True)) == 7


@pytest.mark.rule("BG-X.1.13.6", "BG-R16", "BG-R71")
def test_good_fire_command_is_one_on_the_number_and_all_modifiers_are_itemised() -> None:
    shot = Shot(
        arm("assault rifle"), 9, "I", "nato", elite=True, body_armour="modern", goggles="infrared", good_command=True
    )
    number = to_hit(shot)
    assert number == Itemised(
        (
            Item(7, "assault rifle, short, class I", "BG-X.3.chart"),
            Item(2, "NATO", "BG-XIII.2.1"),
            Item(1, "elite", "BG-XIII.2.2"),
            Item(-1, "body armour", "BG-X.5.3"),
            Item(-1, "infrared goggles", "BG-X.5.2a"),
            Item(1, "good fire command", "BG-X.1.13.6"),
        )
    )
    assert number.value == 9


@pytest.mark.rule("BG-XII.2.11b", "BG-R51")
def test_a_shaken_unit_that_may_fire_at_all_has_one_on_its_dice() -> None:
    assert value(replace(RIFLE, shaken=True)) == 6


# ── The dice ─────────────────────────────────────────────────────────────────────────────────────────────────────


def number(amount: int) -> Itemised:
    return Itemised((Item(amount, "given"),))


@pytest.mark.rule("BG-X.3.1", "BG-R72")
def test_a_die_hits_on_the_number_or_less_a_one_always_a_twenty_never() -> None:
    assert hits(7, number(7))
    assert not hits(8, number(7))
    assert hits(1, number(0))
    assert hits(1, number(-3))
    assert not hits(2, number(1))
    assert not hits(20, number(25))
    assert not hits(1, None)  # N/A never hits
    assert not hits(1, number(0), (("natural-1-hits", "no"),))
    assert [chance_in_twenty(number(n)) for n in (-2, 1, 7, 30)] == [1, 1, 7, 19]
    assert chance_in_twenty(None) == 0


SQUAD = (Man("near"), Man("leader", leader=True), Man("gunner", key=True), Man("far"))


def firing(figure: str, weapon: str, amount: int | None = 7, **more: object) -> Firing:
    aim = PartOfFire(SQUAD, "I", None if amount is None else number(amount), "enemy")
    return Firing(figure, arm(weapon), (aim,), **more)  # type: ignore[arg-type]  # keywords as given


def fought(script: str, *firings: Firing, **more: object) -> Volley:
    chance = Scripted(script)
    result = volley(firings, CasualtyDeck(), chance, **more)  # type: ignore[arg-type]  # keywords as given
    chance.finish()
    return result


def harmed(result: Volley) -> list[tuple[str | None, str]]:
    return [(one.figure, one.result) for _, one in result.harm if one.harms]


@pytest.mark.rule("BG-X.1.2", "BG-X.1.5", "BG-X.3.1", "BG-R11", "BG-X.3.2c", "BG-X.3.2a")
def test_all_figures_roll_their_dice_first_then_each_hit_draws_its_card_in_order() -> None:
    result = fought(
        "d20:7,d20:8,d20:3,d20:7,card:5H,card:6C,card:AS",
        firing("rifleman", "assault rifle"),
        firing("old man", "bolt action rifle"),
    )
    assert result.hits == (2, 1)
    assert harmed(result) == [("near", "killed"), ("far", "wounded"), ("leader", "killed")]
    assert [index for index, _ in result.harm] == [0, 0, 1]


@pytest.mark.rule("BG-X.3.chart")
def test_without_a_number_the_dice_are_rolled_for_ammunition_only() -> None:
    result = fought("d20:1,d20:2", firing("man", "self loading rifle", None))
    assert result.hits == (0,)
    assert result.harm == ()


@pytest.mark.rule("BG-X.2.1a", "BG-R82")
def test_two_natural_ones_of_one_weapon_empty_it_after_its_hits() -> None:
    result = fought("d20:1,d20:1,d20:9,card:2S,card:3S", firing("rifleman", "assault rifle"))
    assert result.dry == (("rifleman", "assault rifle"),)
    assert result.hits == (2,)
    one_each = fought(
        "d20:1,d20:9,d20:1,d20:9,card:2S,card:3S",
        firing("a", "semi auto rifle"),
        firing("b", "semi auto rifle"),
    )
    assert one_each.dry == ()
    assert fought("d20:1,card:2S", firing("old man", "bolt action rifle")).dry == ()


@pytest.mark.rule("BG-X.1.13.2", "BG-R16")
def test_good_shots_double_every_hit() -> None:
    result = fought("d20:7,d20:20,card:5H,card:6H", firing("a", "semi auto rifle"), effect="hits doubled")
    assert result.hits == (2,)
    assert harmed(result) == [("near", "killed"), ("far", "killed")]


@pytest.mark.rule("BG-X.1.13.3", "BG-R16", "BG-R82")
def test_two_shots_are_two_rounds_of_dice_and_ammunition_is_judged_for_each() -> None:
    result = fought(
        "d20:1,d20:20,d20:7,d20:20,d20:1,d20:20,d20:20,d20:20,card:2S,card:3S,card:5H",
        firing("a", "semi auto rifle"),
        firing("b", "semi auto rifle"),
        effect="two shots per figure",
    )
    assert [(one.firing.figure, one.shot) for one in result.rolled] == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]
    assert result.hits == (1, 1, 1, 0)
    assert result.dry == ()


@pytest.mark.rule("BG-X.1.13.5", "BG-R16")
def test_bad_aim_cancels_the_second_half_of_the_casualties() -> None:
    result = fought("d20:7,d20:7,d20:7,card:5H,card:6H,card:AS", firing("a", "assault rifle"), effect="half casualties")
    assert harmed(result) == [("near", "killed"), ("far", "killed")]
    assert [one.cancelled for _, one in result.harm] == [False, False, True]


@pytest.mark.rule("BG-R80", "BG-X.4.15", "BG-X.3.2f")
def test_no_more_hits_count_than_there_are_figures_in_a_blast_template() -> None:
    in_template = PartOfFire(SQUAD[:2], "I", number(6), "enemy")
    shot = Firing("gunner", arm("law"), (in_template,), most=2)
    result = fought("d20:6,d20:5,d20:4,d20:3,d20:2,d20:1,card:5H,card:AS", shot)
    assert result.hits == (2,)
    assert harmed(result) == [("near", "killed"), ("leader", "killed")]
    assert result.dry == ()


@pytest.mark.rule("BG-X.5.1a", "BG-X.5.1b", "BG-R81")
def test_a_sniper_rolls_no_dice_and_draws_one_card() -> None:
    aim = PartOfFire((SQUAD[1],), "IV", None, "enemy", named=True)
    shot = Firing("sniper", arm("sniper rifle"), (aim,))
    assert harmed(fought("card:2S", shot)) == [("leader", "killed")]
    assert harmed(fought("card:AS", shot)) == []
    assert fought("card:KH", shot).hits == (1,)


@pytest.mark.rule("BG-X.2.7", "BG-R87")
def test_a_machinegun_deals_its_dice_along_its_cone_nearest_first() -> None:
    near = PartOfFire((SQUAD[0],), "I", number(7), "enemy")
    far = PartOfFire((SQUAD[3],), "III", number(2), "enemy")
    shot = Firing("gunner", arm("medium machinegun"), (near, far))
    # five dice: near, far, near, far, near
    result = fought("d20:7,d20:7,d20:8,d20:2,d20:20,card:5S,card:5C", shot)
    assert [(die.aim, die.hit) for die in result.rolled[0].dice] == [
        (0, True),
        (1, False),
        (0, False),
        (1, True),
        (0, False),
    ]
    each = fought(
        "d20:7,d20:20,d20:20,d20:20,d20:20,d20:7,d20:2,d20:20,d20:20,d20:20,card:5S,card:6S",
        shot,
        options=(("mg-cone", "full-dice-per-figure"),),
    )
    assert len(each.rolled[0].dice) == 10
    assert each.hits == (2,)


@pytest.mark.rule("BG-X.2.61a", "BG-X.2.61b", "BG-X.2.61c", "BG-R85")
def test_fire_at_a_gun_crew_uses_the_crew_cards_and_a_joker_of_artillery_destroys_the_gun() -> None:
    crew = PartOfFire(SQUAD, "II", number(5), "guns", crew=True)
    rifle = Firing("rifleman", arm("bolt action rifle"), (crew,))
    assert harmed(fought("d20:5,card:7H", rifle)) == []
    assert harmed(fought("d20:5,card:KD", rifle)) == [("near", "wounded")]
    cannon = Firing("gun", arm("light cannon"), (crew,))
    result = fought("d20:5,d20:9,d20:9,d20:9,d20:9,d20:9,card:RJ", cannon)
    assert [one.result for _, one in result.harm] == ["gun destroyed"]


def test_a_shot_out_of_range_is_refused_before_anything_is_rolled() -> None:
    with pytest.raises(RuleViolation) as refused:
        to_hit(Shot(arm("assault rifle"), 28, "I"))
    assert refused.value.code == "out-of-range"
