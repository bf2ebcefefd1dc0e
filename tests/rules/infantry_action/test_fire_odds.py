"""What fire may come to is told when it is written: exact where it is known how the target stands, a range where not,
and nothing of it rests on what the other side keeps to itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.infantry_action import RULES
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.book.fire import FigureUnderFire, Firer, Targeted, Volley
from rules.infantry_action.book.fire_odds import fire_odds, identified
from rules.infantry_action.book.kinds import Posture, Weapon
from rules.infantry_action.book.reaction import Circumstances
from rules.infantry_action.book.reaction_results import Band
from rules.infantry_action.course import Course
from rules.infantry_action.groups import FirePlan, Instructions
from rules.infantry_action.play.fire.resolving import resolve
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.action import Actor
from rules.kernel.chance import Seeded
from tests.rules.infantry_action.field import SOUTH, field, grouped, happened, located, section
from tests.rules.truth import PLAIN, luck

ROUNDS = 250


def facing(
    metres: float = 60.0, *, prone: bool = False, own: int = 6, foes: int = 5, options: tuple[tuple[str, str], ...] = ()
) -> State:
    """A section of each side, both located, before the fire is written."""
    state = field(
        section("able", ATTACKER, own, at=(100.0, 50.0)),
        section("red", DEFENDER, foes, at=(100.0, 50.0 + metres), facing=SOUTH),
        period=3,
        options=options,
    )
    state = replace(state, step=PeriodStep.DECLARATION)
    state = located(located(state, "able", "red"), "red", "able")
    state = grouped(grouped(state, "able", instructions=HOLD), "red", instructions=HOLD)
    posture = Posture.PRONE if prone else Posture.ERECT
    return replace(
        state,
        figures=tuple(replace(each, posture=posture) if each.group == "red" else each for each in state.figures),
    )


HOLD = Instructions(fire="hold")
FIRE = Fire(unit="able", target="red")


def told(state: State) -> dict[str, Fraction]:
    return {one.outcome.of: one.chance for one in RULES.battle.odds(state, FIRE, Actor.player(ATTACKER)).chances}


@pytest.mark.rule("IA-ident.first", "IA-ident.rest", "IA-ident.stop")
def test_men_are_hit_one_after_the_other_until_the_hits_are_placed() -> None:
    """The first on 1 or 2, the others on 1: of two men and one hit 1/3 + 2/3 · 1/6; both of two hits 1/3 · 1/6."""
    assert identified(2, 1) == {0: Fraction(10, 18), 1: Fraction(8, 18)}
    assert identified(2, 2)[2] == Fraction(1, 18)
    assert identified(3, 0) == {0: Fraction(1)}


@pytest.mark.rule("IA-pot.total", "IA-pot.one-die", "IA-chance.die")
def test_a_rifle_at_a_prone_man() -> None:
    """One rifle at 60 m, its die counting 1 only (one man): no total reaches 20. One man is hit by a potential hit and
    a 1 or 2."""
    shot = Volley("able", (Firer(Weapon.RIFLE, 60.0),), men=1, men_firing=1)
    target = Targeted((shot,), (FigureUnderFire(dashed=True),))
    found = fire_odds(target, 1)
    total = {scored for _, scored in found.shares}
    needs = {4: Fraction(1, 6), 9: Fraction(2, 6)}
    assert max(total) < 10
    low = min(total)
    share = {scored: (needs[4] if scored < 5 else needs[9]) for scored in total}
    one = Fraction(5, 6) * share[low] + Fraction(1, 6) * share[low + 1]
    assert found.at_least(1) == one * Fraction(1, 3)
    assert found.at_least(2) == 0
    assert found.expected == found.at_least(1)


@pytest.mark.rule("IA-reaction.dice", "IA-reaction.result.10")
def test_each_loss_weighs_on_the_reaction() -> None:
    shot = Volley("able", tuple(Firer(Weapon.RIFLE, 60.0) for _ in range(6)), men=6, men_firing=6)
    found = fire_odds(Targeted((shot,), (FigureUnderFire(erect=True),) * 5), 5)
    bands = [found.nerves(hit, Circumstances()) for hit in (0, 1, 2)]
    assert all(sum(each.values()) == 1 for each in bands if each)
    assert bands[0][Band.FREE] > bands[1].get(Band.FREE, Fraction(0))
    assert found.nerves(9, Circumstances()) == {}


@pytest.mark.rule("IA-R023", "IA-R024", "IA-pot.total", "IA-ident.first")
@pytest.mark.parametrize(
    "state",
    [facing(), facing(20.0), facing(120.0, prone=True), facing(40.0, own=9, foes=3), facing(35.0, prone=True, own=2)],
    ids=["60 m", "20 m", "prone, 120 m", "nine at three", "two men"],
)
def test_what_is_told_comes_about_as_often(state: State) -> None:
    """The written fire decided many times from that very state, nobody else firing."""
    chances = told(state)
    assert set(chances) == {"1", "2"}
    written = RULES.battle.fold(RULES.battle.decide(state, FIRE, Actor.player(ATTACKER), Seeded(b"", 1)), state)
    written = replace(written, step=PeriodStep.RESOLUTION)
    counts: list[int] = []
    for number in range(ROUNDS):
        course = Course(written, Seeded(b"true fire", number))
        resolve(course)
        counts.append(sum(len(event.casualties) for event in happened(course, "men-diced")))
    for men, chance in chances.items():
        times = sum(count >= int(men) for count in counts)
        assert luck(chance, times, ROUNDS) > 1e-4, (men, float(chance), times / ROUNDS)
    assert PLAIN < 1e-4


@pytest.mark.rule("IA-R157", "IA-R225")
def test_what_the_enemy_keeps_to_himself_changes_nothing() -> None:
    """He will throw grenades, his men are of agreed quality, his orders are others: the text is the same."""
    state = facing(20.0)
    red = next(each for each in state.figures if each.group == "red")
    throws = replace(state, plans=(FirePlan(red.id, "grenade", "able"),))
    fires = grouped(state, "red", instructions=Instructions(fire="at will"))
    texts = {repr(RULES.battle.odds(each, FIRE, Actor.player(ATTACKER))) for each in (state, throws, fires)}
    assert len(texts) == 1


@pytest.mark.rule("IA-R263")
def test_fire_that_is_written_before_the_movement_has_a_range() -> None:
    state = replace(
        facing(options=(("fire-declaration", "with-orders"), ("hidden-deployment", "no"))), step=PeriodStep.ORDERS
    )
    odds = RULES.battle.odds(state, FIRE, Actor.player(ATTACKER))
    assert odds.chances == ()
    assert odds.notes[0].startswith("As they may stand by then: at least one man hit ")
    assert " to " in str(next(fact for fact in odds.facts if fact.name == "men hit on average").value)


@pytest.mark.rule("IA-R023")
def test_the_offer_no_longer_speaks_of_points_before_dice() -> None:
    offers = RULES.battle.offers(facing(), ATTACKER, "able")
    assert [one.detail for one in offers if one.label.startswith("Fire at")] == ["6 weapons, 60 m"]
