"""Whatever the umpire does in a battle, the roster says afterwards what the battle's last state says, of people and of
elements. For every rule set: random battles, with the umpire's actions in between at any moment."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.roster.careers import Standing, Status, fold, project
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.battle import Bombard, DeclareEnd, RemoveFigure, RestoreFigure
from rules.book_and_gun.actions.hand import Heal, Kill, Wound
from rules.book_and_gun.events.battle import FigureFell, FigureHealed, FigureLeft, UnitMustered
from rules.book_and_gun.units import Status as Fate
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.battle import Bombard as Blast
from rules.five56mm.actions.battle import DeclareEnd as End
from rules.five56mm.actions.battle import RemoveCharacter, RestoreCharacter, SetVehicle
from rules.five56mm.actions.hand import Heal as HealAll
from rules.five56mm.actions.hand import Kill as KillOne
from rules.five56mm.actions.hand import WoundByUmpire
from rules.five56mm.book.garage import load_vehicle
from rules.five56mm.events.battle import SquadMustered
from rules.five56mm.state import Life, Vehicle
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.seam.ruleset import AnyRuleSet
from tests.campaigns import toy
from tests.examples import examples
from tests.rules.book_and_gun import test_random_battles as book_and_gun
from tests.rules.book_and_gun.field import army, cell
from tests.rules.five56mm import test_random_battles as five56mm

GRADES: tuple[Literal["minor", "serious", "critical", "mortal"], ...] = ("minor", "serious", "critical", "mortal")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
FATES = {
    Fate.FIT: Status.FIT,
    Fate.WOUNDED: Status.WOUNDED,
    Fate.KILLED: Status.KILLED,
    Fate.CAPTURED: Status.CAPTURED,
    Fate.GONE: Status.MISSING,
}


def roster(rules: AnyRuleSet, events: Sequence[Event]) -> dict[str, Status]:
    """How everybody and everything stands on the roster after these events."""
    return {name: standing.status for name, standing in standings(rules, events).items()}


def standings(rules: AnyRuleSet, events: Sequence[Event]) -> dict[str, Standing]:
    """The same in full, by the very facts that a campaign would write down."""
    service = rules.battle.service(events)
    names = list(dict.fromkeys(entry.of for entry in service if entry.what == "fielded"))
    number = {name: place for place, name in enumerate(names, start=1)}

    def ref(name: str | None) -> str | None:
        return f"f{number[name]}" if name in number else None

    known = [replace(e, of=ref(e.of) or "", by=ref(e.by)) for e in service]
    facts = project(known, {f"f{figure}": (figure, figure) for figure in number.values()}, 1, NOW)
    for place, fact in enumerate(facts, start=1):
        fact.id = place
    return {name: fold([fact for fact in facts if fact.figure_id == number[name]]) for name in names}


def kills(rules: AnyRuleSet, events: Sequence[Event]) -> list[tuple[str, str]]:
    """Who is credited with whom."""
    return [(e.of, e.by) for e in rules.battle.service(events) if e.what == "kill-credited" and e.by is not None]


# ── One man ───────────────────────────────────────────────────────────────────────────────────────────────────────


def after(*events: Event) -> tuple[Status, list[tuple[str, str]]]:
    """How red1 stands on the roster after these events in a battle against able1, and who is credited with whom."""
    mustered = [UnitMustered(unit=unit) for unit in (army(size=1), cell(size=1))]
    return roster(BOOK_AND_GUN, [*mustered, *events])["red1"], kills(BOOK_AND_GUN, [*mustered, *events])


def fell(status: Fate) -> FigureFell:
    return FigureFell(unit="red", figure="red1", status=status, cause="fire", by="able1", weapon="assault rifle")


LEFT = FigureLeft(unit="red", figure="red1", reason="removed by the umpire")
RESTORED = FigureHealed(unit="red", figure="red1", reason="umpire")


@pytest.mark.rule("BG-XIII.10.1")
def test_removed_and_restored_is_not_missing() -> None:
    assert after(LEFT) == (Status.MISSING, [])
    assert after(LEFT, RESTORED) == (Status.FIT, [])


@pytest.mark.rule("BG-XIII.10.1")
def test_killed_and_restored_lives_and_nobody_has_killed_him() -> None:
    assert after(fell(Fate.KILLED)) == (Status.KILLED, [("able1", "red1")])
    assert after(fell(Fate.KILLED), RESTORED) == (Status.FIT, [])
    assert after(fell(Fate.KILLED), RESTORED, fell(Fate.KILLED)) == (Status.KILLED, [("able1", "red1")])


@pytest.mark.rule("BG-XIII.10.1")
def test_wounded_and_restored_has_recovered() -> None:
    assert after(fell(Fate.WOUNDED), fell(Fate.KILLED), RESTORED) == (Status.FIT, [])
    assert after(fell(Fate.WOUNDED), RESTORED, LEFT) == (Status.MISSING, [])
    assert after(RESTORED, fell(Fate.WOUNDED)) == (Status.WOUNDED, [])


# ── Random battles ────────────────────────────────────────────────────────────────────────────────────────────────


def meddled(battle: "book_and_gun.Battle | five56mm.Battle", pick: Callable[[], Action], often: float, steps: int):
    """The battle fought on, the umpire putting his hand in; what he may not do changes nothing."""
    dice = battle.dice if isinstance(battle, book_and_gun.Battle) else battle.pick
    rules = BOOK_AND_GUN if isinstance(battle, book_and_gun.Battle) else FIVE56MM
    for _ in range(steps):
        if dice.random() < often:
            meddle(battle, rules, pick())
        if rules.battle.result(battle.state) is not None:
            return
        if not battle.step():
            return


def meddle(battle, rules: AnyRuleSet, action: Action) -> None:
    if isinstance(battle, book_and_gun.Battle):
        battle.act(action, UMPIRE)
        return
    try:
        battle.happen(action, UMPIRE)
    except RuleViolation:
        return


@examples(8, 20)
@given(st.integers(0, 10**6))
@pytest.mark.whole
def test_the_roster_agrees_with_the_last_state_of_the_book_and_gun(seed):
    battle = book_and_gun.Battle(seed)
    dice = battle.dice

    def pick() -> Action:
        figure = dice.choice([figure.id for unit in battle.state.units for figure in unit.figures])
        out = [f.id for unit in battle.state.units for f in unit.figures if not f.fit]
        what = dice.random()
        if what < 0.3 and out:
            return RestoreFigure(figure=dice.choice(out))
        if what < 0.45 and out:
            return Heal(figure=dice.choice(out), reason="a miracle")
        if what < 0.6:
            return Wound(figure=figure, reason="a snake")
        if what < 0.7:
            return Kill(figure=figure, reason="lightning", sealed=True)
        if what < 0.85:
            return RemoveFigure(figure=figure, reason="removed by the umpire")
        if what < 0.98:
            return Bombard(blast_of="heavy mortar", victims=(figure,), target_class="I", on_target=True)
        return DeclareEnd(winner="draw", reason="night falls")

    meddled(battle, pick, 0.15, book_and_gun.STEPS)

    last = {figure.id: FATES[figure.status] for unit in battle.state.units for figure in unit.figures}
    assert roster(BOOK_AND_GUN, battle.events) == last
    assert all(last[victim] is Status.KILLED for _, victim in kills(BOOK_AND_GUN, battle.events))


@examples(8, 20)
@given(st.integers(0, 10**6))
@pytest.mark.whole
def test_the_roster_agrees_with_the_last_state_of_five56mm(seed):
    battle = five56mm.Battle(seed)
    dice = battle.pick

    def pick() -> Action:
        who = dice.choice([who.id for who in battle.state.characters])
        out = [who.id for who in battle.state.characters if not who.alive or who.wounds]
        what = dice.random()
        if what < 0.3 and out:
            return RestoreCharacter(character=dice.choice(out))
        if what < 0.35 and battle.state.vehicles:
            vehicle = dice.choice(battle.state.vehicles)
            return SetVehicle(vehicle=vehicle.id, to=dice.choice(("whole", "immobilised", "destroyed", "captured")))
        if what < 0.45 and out:
            return HealAll(character=dice.choice(out), reason="a miracle")
        if what < 0.6:
            grade = dice.choice(GRADES)
            turns = 2 if grade == "mortal" else None
            return WoundByUmpire(character=who, grade=grade, turns=turns, reason="a snake")
        if what < 0.7:
            return KillOne(character=who, reason="lightning", sealed=True)
        if what < 0.85:
            return RemoveCharacter(character=who, reason="removed by the umpire")
        if what < 0.98:
            return Blast(blast_of="frag", victims=(f"{battle.state.character(who).name} 0.5",))
        return End(winner="draw", reason="night falls")

    meddled(battle, pick, 0.15, five56mm.STEPS)

    last = {who.id: fate(who) for who in battle.state.characters}
    last |= {vehicle.id: left_as(vehicle, battle.events) for vehicle in battle.state.vehicles}
    assert roster(FIVE56MM, battle.events) == last
    carried = {name: standing.condition for name, standing in standings(FIVE56MM, battle.events).items()}
    for vehicle in battle.state.vehicles:
        assert vehicle.wreck or load_vehicle('{"profile": "hmmv"}', carried[vehicle.id], "")[1] == vehicle.damage
    assert all(last[victim] is Status.KILLED for _, victim in kills(FIVE56MM, battle.events))


def left_as(vehicle: Vehicle, events: Sequence[Event]) -> Status:
    """How a vehicle of 5.56mm ended, on the roster's terms."""
    mustered = (each for event in events if isinstance(event, SquadMustered) for each in event.vehicles)
    own = next(each.side for each in mustered if each.id == vehicle.id)
    if vehicle.wreck:
        return Status.DESTROYED
    if vehicle.side != own:
        return Status.CAPTURED
    if vehicle.stopped:
        return Status.KNOCKED_OUT
    return Status.DAMAGED if vehicle.damage else Status.FIT


@examples(20, 60)
@given(st.integers(0, 10**6))
@pytest.mark.whole
def test_the_roster_agrees_with_the_last_state_of_bases_and_guns(seed):
    """Outposts: a gun section with a gun, its crew and a mule against officers and bases of men."""
    dice, rules = random.Random(seed), toy.TOY
    state, events = rules.battle.blank(), list[Event]()

    def happen(more: Sequence[Event]) -> None:
        nonlocal state
        events.extend(more)
        state = rules.battle.fold(more, state)

    sides = (
        MusterSide("red", "Reds", (outpost("gun-section", "a"),)),
        MusterSide("blue", "Blues", (outpost("platoon", "b"),)),
    )
    happen(rules.battle.muster(Muster("Hill", sides, None, turn_limit=6), Seeded(b"x" * 32, seed)))
    for step in range(60):
        chance = Seeded(b"x" * 32, seed * 100 + step)
        if rules.battle.result(state) is not None:
            break
        asked = rules.battle.prompt(state).asks
        try:
            if dice.random() < 0.3:
                what = dice.choice(get_args(toy.Strike.model_fields["fate"].annotation))
                who = dice.choice([man.id for post in state.posts for man in post.men])
                happen(
                    rules.battle.decide(
                        state, toy.Strike(figure=who, fate=what, men=dice.randint(0, 4)), UMPIRE, chance
                    )
                )
            elif dice.random() < 0.05:
                happen(rules.battle.reinforce(state, [outpost("levy", f"late{step}")], chance))
            elif not asked:
                action = rules.battle.proceed(state)
                assert action is not None
                happen(rules.battle.decide(state, action, ENGINE, chance))
            else:
                ask = dice.choice(asked)
                offers = [o for unit in ask.units for o in rules.battle.offers(state, ask.side, unit)]
                action = dice.choice(offers).filled() if offers else ask.default
                happen(rules.battle.decide(state, action, Actor.player(ask.side), chance))
        except RuleViolation:
            continue

    stands = standings(rules, events)
    for post in state.posts:
        for man in post.men:
            assert stands[man.id].status == Status(man.status)
            assert at_start(events, man.id) - stands[man.id].lost == man.men
            assert man.status not in ("damaged", "knocked-out") or stands[man.id].condition == man.condition


def outpost(organisation: str, ref: str) -> MusterUnit:
    """A unit of Outposts as it takes the field new."""
    plan = toy.raise_unit(organisation)
    men = tuple(MusterFigure(f"{ref}{f.number}", f.number, f"{ref} {f.number}", "", "", "") for f in plan.figures)
    elements = tuple(
        MusterElement(f"{ref}{e.number}", e.number, e.type.kind, e.type.key, e.type.title, "{}", e.type.men)
        for e in plan.elements
    )
    return MusterUnit(ref, ref, plan.side, organisation, "", "{}", men, elements=elements)


def at_start(events: Sequence[Event], who: str) -> int:
    posts = (post for event in events if isinstance(event, toy.Mustered | toy.Joined) for post in event.posts)
    return next(man.men for post in posts for man in post.men if man.id == who)


def fate(who) -> Status:
    """How a character of 5.56mm ended, on the roster's terms."""
    if who.life is Life.DEAD:
        return Status.KILLED
    if who.life is Life.LEFT and not who.left:
        return Status.MISSING
    return Status.WOUNDED if who.wounds else Status.FIT
