"""Indirect fire at people, worked from the book: deviation, the D6 for each figure, the cards. X.13."""

import pytest

from rules.book_and_gun.book.casualty import CasualtyDeck, Man
from rules.book_and_gun.book.indirect import (
    Deviation,
    Struck,
    chance_in_six,
    deviate,
    hits,
    landing,
    shell,
    template,
    to_hit,
)
from rules.book_and_gun.resolutions.indirect import Bombard, Deviate
from rules.book_and_gun.resolve import resolve
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation


def men(*names, hurt=()):
    """ "a", "b!" a leader, "c*" a key figure."""
    return [
        Man(name.rstrip("!*"), leader="!" in name, key="*" in name, hurt=name.rstrip("!*") in hurt) for name in names
    ]


def under(target_class, *names, hurt=(), **given):
    people = men(*names, hurt=hurt)
    return [Struck((man, *(m for m in people if m is not man)), target_class, **given) for man in people]


def burst(struck, script, attack="artillery", options=()):
    chance = Scripted(script)
    done = shell(struck, attack, CasualtyDeck(options=options), chance, options=options)
    chance.finish()
    return done


def fates(done):
    return [(c.figure, c.result) for _, c in done.harm if c.harms]


# ── Where it falls ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.1a", "BG-X.13.13b", "BG-X.13.22", "BG-R100")
@pytest.mark.parametrize(
    ("attack", "inches"),
    [("light mortar", 2), ("medium mortar", 3), ("heavy mortar", 4), ("artillery", 4), ("air strike", 3)],
)
def test_the_templates(attack, inches):
    assert template(attack) == inches


@pytest.mark.rule("BG-X.13.1b", "BG-R11", "BG-R99")
@pytest.mark.parametrize(
    ("script", "found", "lands"),
    [
        ("d6:1", Deviation((1,), "on target"), (20, 20)),
        ("d6:2", Deviation((2,), "on target"), (20, 20)),
        ("d6:3,d6:5", Deviation((3, 5), "short", 5), (15, 20)),
        ("d6:4,d6:1", Deviation((4, 1), "right", 1), (20, 19)),
        ("d6:5,d6:6", Deviation((5, 6), "left", 6), (20, 26)),
        ("d6:6,d6:2", Deviation((6, 2), "long", 2), (22, 20)),
    ],
)
def test_a_round_goes_astray_as_seen_by_an_observer_in_the_west(script, found, lands):
    chance = Scripted(script)
    deviation = deviate(chance)
    chance.finish()
    assert deviation == found
    assert landing((20, 20), deviation.way, deviation.inches, (4, 20)) == pytest.approx(lands)


@pytest.mark.rule("BG-R191")
def test_without_an_observer_long_is_north():
    assert landing((20, 20), "long", 3, None) == pytest.approx((20, 23))
    assert landing((20, 20), "right", 3, None) == pytest.approx((23, 20))
    assert landing((20, 20), "short", 3, (20, 20)) == pytest.approx((20, 17))  # he stands where he aims


@pytest.mark.rule("BG-X.13.11a", "BG-R98")
@pytest.mark.parametrize(
    ("script", "way", "inches"),
    [
        ("d6:4", "on target", 0),  # 4 - 2 = 2
        ("d6:3", "on target", 0),
        ("d6:5,d6:6", "short", 4),  # 5 - 2 = 3, 6 - 2
        ("d6:6,d6:1", "right", 0),  # 6 - 2 = 4, 1 - 2 is no inch at all
    ],
)
def test_the_next_turn_of_fire_at_the_same_point_is_nearer(script, way, inches):
    chance = Scripted(script)
    found = deviate(chance, before=1)
    chance.finish()
    assert (found.way, found.inches) == (way, inches)


# ── Whom it hits ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.13.12", "BG-R96", "BG-R72")
@pytest.mark.parametrize(("target_class", "faces"), [("I", 4), ("II", 3), ("III", 1), ("IV", 1)])
def test_less_than_the_number_and_always_a_one(target_class, faces):
    (one,) = under(target_class, "a")
    number = to_hit(one, "artillery")
    assert [die for die in range(1, 7) if hits(die, number)] == list(range(1, faces + 1))
    assert chance_in_six(number) == faces


@pytest.mark.rule("BG-R96")
def test_the_house_may_read_the_chart_otherwise():
    (one,) = under("III", "a")  # the number is 2
    number = to_hit(one, "artillery")
    assert chance_in_six(number, (("d6-charts", "equal-or-less"),)) == 2
    assert chance_in_six(to_hit(*under("IV", "a"), "artillery"), (("d6-charts", "strict"),)) == 0
    assert chance_in_six(number, (("indirect-cards", "every-figure"),)) == 6


@pytest.mark.rule("BG-X.5.3", "BG-R70")
@pytest.mark.parametrize(
    ("attack", "armour", "value"),
    [("artillery", "modern", 4), ("light mortar", "flak", 4), ("air strike", "modern", 5), ("artillery", "none", 5)],
)
def test_body_armour_helps_against_mortars_and_artillery(attack, armour, value):
    (one,) = under("I", "a", body_armour=armour)
    assert to_hit(one, attack).value == value


@pytest.mark.rule("BG-X.13.11b", "BG-X.13.12", "BG-R11", "BG-R97", "BG-R190")
def test_all_dice_first_then_a_card_for_each_who_is_hit():
    # Class II, number 4: 3 and 1 hit, 4 and 6 do not. Hearts kill, clubs do nothing.
    done = burst(under("II", "a", "b", "c", "d"), "d6:3,d6:4,d6:6,d6:1,card:7H,card:9C")
    assert done.dice == (("a", 3), ("b", 4), ("c", 6), ("d", 1))
    assert done.hits == 2
    assert fates(done) == [("a", "killed")]


@pytest.mark.rule("BG-R05", "BG-R190")
def test_an_ace_goes_to_the_leader_and_a_face_card_to_a_key_figure_under_the_template():
    done = burst(under("II", "a", "b!", "c*"), "d6:1,d6:5,d6:6,card:AS")
    assert fates(done) == [("b", "killed")]  # the ace of spades would have done nothing to a
    done = burst(under("II", "a", "b!", "c*"), "d6:1,d6:5,d6:6,card:KC")
    assert fates(done) == [("c", "killed")]
    done = burst(under("II", "a", "b", "c"), "d6:1,d6:5,d6:6,card:AS")
    assert fates(done) == []


@pytest.mark.rule("BG-R190")
def test_a_leaders_own_die_is_read_for_him_like_anybodys():
    done = burst(under("II", "a", "b!"), "d6:5,d6:2,card:8D")
    assert fates(done) == [("b", "wounded")]


@pytest.mark.rule("BG-R190", "BG-R125")
def test_who_fell_by_anothers_card_draws_none_but_a_wounded_leader_may_be_killed():
    # Class I: the ace drawn for a kills the leader b; b's own hit finds nobody.
    assert fates(burst(under("I", "a", "b!"), "d6:1,d6:1,card:AH")) == [("b", "killed")]
    # Class III: the ace hits him, the second card (a 5) only wounds; his own heart then kills him.
    script = "d6:1,d6:1,card:AH,card:5C,card:9H,card:6C"
    assert fates(burst(under("III", "a", "b!"), script)) == [("b", "wounded"), ("b", "killed")]


@pytest.mark.rule("BG-R125", "BG-X.2.2a")
def test_a_wounded_man_under_the_template_is_killed_by_any_result_and_no_ace_seeks_him():
    struck = under("III", "a", "b!", hurt=("b",))
    assert fates(burst(struck, "d6:6,d6:1,card:9D,card:2C")) == [("b", "killed")]
    assert fates(burst(struck, "d6:1,d6:6,card:AC")) == []  # the leader is hurt already, and clubs miss in class III


@pytest.mark.rule("BG-X.2.61b", "BG-X.2.61c", "BG-R85")
def test_a_gun_crew_has_its_own_cards_and_a_joker_destroys_the_gun():
    struck = under("II", "a", "b", crew=True)
    done = burst(struck, "d6:1,d6:2,card:JH,card:RJ")
    assert fates(done) == [("a", "killed")]
    assert done.harm[1][1].result == "gun destroyed"
    assert burst(struck, "d6:1,d6:6,card:RJ", "air strike").harm[0][1].result == "none"


@pytest.mark.rule("BG-R97")
def test_where_the_house_draws_a_card_for_everybody_no_die_is_rolled():
    done = burst(under("II", "a", "b"), "card:2C,card:2H", options=(("indirect-cards", "every-figure"),))
    assert done.dice == ()
    assert fates(done) == [("b", "killed")]


# ── One-off resolutions ──────────────────────────────────────────────────────────────────────────────────────────


def resolved(form, script):
    chance = Scripted(script)
    found = resolve(form, chance)
    chance.finish()
    return found.outcome


@pytest.mark.rule("BG-X.13.1b", "BG-X.13.21")
def test_resolve_deviation():
    assert resolved(Deviate(), "d6:3,d6:4") == {"way": "short", "inches": 4, "template": 4, "dice": (3, 4)}
    assert resolved(Deviate(attack="light mortar", range=30, turns_before=2), "d6:6,d6:2")["way"] == "on target"


@pytest.mark.rule("BG-X.14.1", "BG-X.14.2")
def test_guided_rounds_do_not_deviate():
    assert resolved(Deviate(guided=True), "") == {"way": "on target", "inches": 0, "template": 4}
    with pytest.raises(RuleViolation, match="only artillery"):
        resolve(Deviate(attack="light mortar", guided=True), Scripted(""))


@pytest.mark.rule("BG-X.13.1a", "BG-X.13.13a", "BG-X.13.13b")
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"attack": "light mortar", "range": 5.9}, "out-of-range"),
        ({"attack": "light mortar", "range": 30.1}, "out-of-range"),
        ({"attack": "medium mortar", "range": 11.9}, "out-of-range"),
        ({"attack": "medium mortar", "range": 42.1}, "out-of-range"),
        ({"attack": "medium mortar", "range": 20, "observed": False}, "nobody-observes"),
    ],
)
def test_what_a_mortar_cannot_fire_at(given, code):
    with pytest.raises(RuleViolation) as refused:
        resolve(Deviate(**given), Scripted(""))
    assert refused.value.code == code


@pytest.mark.rule("BG-X.13.12", "BG-X.13.22")
def test_resolve_a_bombardment():
    form = Bombard(target_class="I", figures=2, leader=True, wounded=1, body_armour="modern")
    # Number 5, less 1 for armour: 3 hits, 4 does not. The wounded man is class III (2, less 1): only a 1 hits.
    outcome = resolved(form, "d6:3,d6:4,d6:6,d6:1,card:AS,card:9H,card:3C")
    assert outcome["to_hit_below"] == 4
    assert outcome["to_hit_items"] == ("+5 indirect fire, class I", "-1 body armour")
    assert outcome["dice"] == [3, 4, 6, 1]
    assert outcome["casualties"] == ["leader killed", "wounded 1 killed"]
    assert (outcome["killed"], outcome["hits"], outcome["template"]) == (2, 2, 4)


@pytest.mark.rule("BG-R95")
def test_vehicles_and_empty_ground_are_refused():
    for form, code in (
        (Bombard(target_class="I", vehicles=1), "no-vehicles"),
        (Bombard(target_class="I", figures=0), "nobody-there"),
    ):
        with pytest.raises(RuleViolation) as refused:
            resolve(form, Scripted(""))
        assert refused.value.code == code
