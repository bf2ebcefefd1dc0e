"""Lawful actions of one character, facts filled in, as buttons show them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rules.action import Action, Actor, SideId
from rules.facts import Fact
from rules.five56mm.actions.battle import Answer, EndGo
from rules.five56mm.actions.fire import AutoFire, CoveringFire, CoverShot, Fire, Throw, ThrowBack
from rules.five56mm.actions.foot import (
    Aim,
    Engage,
    Escape,
    FallBack,
    FirstAid,
    Hide,
    Stealth,
    TreatInjury,
    UseRadio,
    Withdraw,
)
from rules.five56mm.book.explosions import check_throw_back
from rules.five56mm.book.fire import to_hit
from rules.five56mm.book.injury import Level, worst
from rules.five56mm.book.light import Light
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.tables import WEAPONS
from rules.five56mm.book.target_number import needed
from rules.five56mm.play.fire.covering import targets
from rules.five56mm.play.fire.targets import Aimed
from rules.five56mm.play.fire.throwing import aim_point, grenades
from rules.five56mm.play.ground import field
from rules.five56mm.play.melee import melee
from rules.five56mm.play.prospects.lawful import lawful, somehow
from rules.five56mm.play.prospects.ways import travel_offers
from rules.five56mm.play.turn.goes import actions_left, may_fall_back
from rules.five56mm.play.turn.standing import of_character, of_question, words
from rules.five56mm.state import Character, Point, Question, State
from rules.ruleset import Offer, Value
from rules.table.measure import between, step, toward
from rules.table.reference import point_text
from rules.violation import RuleViolation

NO = {"cover": "Hold fire", "throw-back": "Leave it", "withdraw": "Hold him", "help": "Keep it"}
YES = {"withdraw": "Let him go", "help": "Use it"}
MOST_TARGETS = 6
"""Enemies offered for each kind of attack, the nearest first."""


def offer(
    action: Action, label: str, needs: tuple[str, ...] = (), facts: tuple[Fact, ...] = (), detail: str = ""
) -> Offer:
    """An action as a button: its fields that differ from their defaults."""
    given: list[tuple[str, Value | tuple[str, ...]]] = []
    for name, info in type(action).model_fields.items():
        value = getattr(action, name)
        if name != "verb" and value not in (None, ()) and value != info.default:
            given.append((name, value))
    return Offer(action.name(), label, tuple(given), needs, facts, detail)


def end_go_offer(who: Character) -> Offer:
    return offer(EndGo(character=who.id), "End go")


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    """What this character may do now, the likeliest first; nothing for one who may not act."""
    who = state.find(unit)
    if who is None or who.side != side or state.ended is not None:
        return ()
    question = state.question
    if question is not None:
        return question_offers(state, question) if question.side == side and unit in question.who else ()
    return tuple(go_offers(state, who))


def go_offers(state: State, who: Character) -> Iterator[Offer]:
    """What he may do in his go, found one after the other: a prompt looks at the first few only."""
    if state.go is None or state.go.character != who.id or state.intent is not None or actions_left(state) < 1:
        return
    yield from _forced(state, who)
    yield from _fight(state, who)
    yield from _fire(state, who)
    yield from _care(state, who)
    yield from _rest(state, who)


# ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────────


def question_offers(state: State, question: Question, most: int | None = None) -> tuple[Offer, ...]:
    """The answers to a question, those for good at the end. `most`: of the shots or throws among them."""
    no = offer(Answer(answer="no"), NO[question.kind])
    for_good = (offer(answer, words(answer.question, answer.answer)) for answer in of_question(state, question))
    if question.kind in ("withdraw", "help"):
        return offer(Answer(answer="yes"), YES[question.kind]), no, *for_good
    ways = _cover_shots(state, question) if question.kind == "cover" else _throw_backs(state, question)
    if question.kind == "cover" and question.phase == "before":
        return *islice(ways, most), no, offer(Answer(answer="no", this_go=True), "Hold fire in this go"), *for_good
    return *islice(ways, most), no, *for_good


def _cover_shots(state: State, question: Question) -> Iterator[Offer]:
    for ref in question.who:
        who = state.character(ref)
        if state.board is None:
            about = state.character(question.about)
            yield offer(CoverShot(character=ref, target=about.id), f"Fire at {about.name}", ("range",))
        for target in targets(state, who)[:MOST_TARGETS]:
            yield offer(CoverShot(character=ref, target=target), f"Fire at {_name(state, target)}")


def _throw_backs(state: State, question: Question) -> Iterator[Offer]:
    grenade = state.grenade
    assert grenade is not None
    profile = WEAPONS[grenade.kind]
    for ref in question.who:
        who = state.character(ref)
        here, goal = state.position(who), state.position(state.character(grenade.thrower))
        if here is None or goal is None:
            yield offer(ThrowBack(character=ref, range=profile.close), f"{who.name} throws it away", ("range",))
            continue
        near = toward(here, goal, min(profile.ranges[3] - 0.1, max(profile.close, between(here, goal))))
        action = ThrowBack(character=ref, at=point_text(near))
        try:
            check_throw_back(profile, aim_point(state, who, None, action.at, None).distance)
        except RuleViolation:
            continue
        yield offer(action, f"{who.name} throws it back")


def _name(state: State, unit: str) -> str:
    found = state.find(unit) or state.find_vehicle(unit)
    return found.name if found is not None else unit


# ── Attacks ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _forced(state: State, who: Character) -> Iterator[Offer]:
    """The move that fear demands, as far as it gets him or where his player wants him."""
    for how, label in (("move", "Fall back"), ("sprint", "Sprint away"), ("hide", "Hide"), ("stealth", "Stealth")):
        action = FallBack.model_validate({"character": who.id, "how": how})
        if lawful(state, who, action) is not None:
            yield offer(action, label)
            if how == "move" and state.board is not None:
                yield offer(action, "Fall back to …", ("to",))


def enemies_by_distance(state: State, who: Character) -> list[Character]:
    def far(enemy: Character) -> float:
        inches = field.distance(state, who.id, enemy.id)
        return 0.0 if inches is None else inches

    return sorted(state.enemies(who.side), key=lambda e: (far(e), e.number))


def _fight(state: State, who: Character) -> Iterator[Offer]:
    """Hand-to-hand combat: attack, leave."""
    by = Actor.player(who.side)
    for enemy in enemies_by_distance(state, who):
        action = Engage(character=who.id, target=enemy.id)
        if lawful(state, who, action) is not None:
            yield offer(action, f"Engage {enemy.name}")
        elif state.board is None and somehow(state, who, action):
            yield offer(action, f"Engage {enemy.name}", ("contact",))
    for action, check, label in (
        (Escape(character=who.id), melee.check_escape, "Escape"),
        (Withdraw(character=who.id), melee.check_withdraw, "Ask to withdraw"),
    ):
        try:
            check(state, action, by)  # pyright: ignore[reportArgumentType]  # each check with its own action
        except RuleViolation:
            continue
        yield offer(action, label)


def _fire(state: State, who: Character) -> Iterator[Offer]:
    nearest = enemies_by_distance(state, who)
    if state.board is None:
        yield from _declared_fire(state, who, nearest)
        return
    hostile = [v.id for v in state.vehicles if v.side != who.side and not v.wreck and state.aboard(v.id)]
    for target in [*(e.id for e in nearest[: 2 * MOST_TARGETS]), *hostile]:
        fire = Fire(character=who.id, target=target)
        found = lawful(state, who, fire)
        if isinstance(found, Aimed):
            yield offer(fire, f"Fire at {_name(state, target)} ({_chance(state, found)})", facts=found.facts)
    yield from _auto_fire(state, who, nearest)
    yield from _throws(state, who, nearest)


def _chance(state: State, found: Aimed) -> str:
    number, bonus = to_hit(found.shot, state.house)
    spotting = ", spot first" if found.spotting is not None else ""
    return f"{found.gun.profile.title}, needs {max(1, needed(number, bonus))}+{spotting}"


def _auto_fire(state: State, who: Character, nearest: list[Character]) -> Iterator[Offer]:
    for enemy in nearest[:MOST_TARGETS]:
        alone = AutoFire(character=who.id, target=enemy.id)
        found = lawful(state, who, alone)
        if not isinstance(found, Aimed):
            continue
        near = [o.id for o in nearest if o.id != enemy.id and o.able and lawful(state, who, _with(alone, (o.id,)))]
        shots = len(found.gun.profile.extra)
        action = _with(alone, tuple(near[:shots]))
        more = f" and {len(near[:shots])} more" if near else ""
        yield offer(action, f"Auto-Fire at {enemy.name}{more} ({found.gun.profile.title})", facts=found.facts)


def _with(action: AutoFire, others: tuple[str, ...]) -> AutoFire:
    return action.model_copy(update={"others": others})


def _throws(state: State, who: Character, nearest: list[Character]) -> Iterator[Offer]:
    for arm in grenades(who):
        for enemy in nearest[:MOST_TARGETS]:
            action = Throw.model_validate({"character": who.id, "grenade": arm.weapon, "target": enemy.id})
            if lawful(state, who, action) is not None:
                yield offer(action, f"Throw {WEAPONS[arm.weapon].title} at {enemy.name}")
        here = state.position(who)
        anywhere = Throw.model_validate({"character": who.id, "grenade": arm.weapon})
        if here is not None and lawful(state, who, _thrown_near(state, anywhere, who, here)) is not None:
            yield offer(anywhere, f"Throw {WEAPONS[arm.weapon].title} to …", ("at",))


def _thrown_near(state: State, action: Throw, who: Character, here: Point) -> Throw:
    """The same throw to a place some inches before him, to see whether he may throw at all."""
    assert state.board is not None
    x, y = step(here, who.facing, 4.0)
    near = (min(max(x, 0.0), state.board.width), min(max(y, 0.0), state.board.depth))
    return action.model_copy(update={"at": point_text(near)})


def _declared_fire(state: State, who: Character, nearest: list[Character]) -> Iterator[Offer]:
    """Without a board the player says how far it is."""
    for enemy in nearest[:MOST_TARGETS]:
        for fire, label in (
            (Fire(character=who.id, target=enemy.id), f"Fire at {enemy.name}"),
            (AutoFire(character=who.id, target=enemy.id), f"Auto-Fire at {enemy.name}"),
        ):
            if somehow(state, who, fire):
                yield offer(fire, label, ("range",))
    for arm in grenades(who):
        action = Throw.model_validate({"character": who.id, "grenade": arm.weapon})
        if somehow(state, who, action):
            yield offer(action, f"Throw {WEAPONS[arm.weapon].title}", ("range", "blast"))


# ── Care, and all else ────────────────────────────────────────────────────────────────────────────────────────────


def _care(state: State, who: Character) -> Iterator[Offer]:
    for patient in state.living(who.side):
        wound = worst(patient.wounds)
        if wound is None or wound.level is Level.NONE:
            continue
        needs = () if state.board is not None or patient.id == who.id else ("contact",)
        for action, label in (
            (TreatInjury(character=who.id, patient=patient.id), f"Treat {patient.name}"),
            (FirstAid(character=who.id, patient=patient.id), f"First Aid for {patient.name}"),
        ):
            if isinstance(action, TreatInjury) and not who.has(Skill.MEDIC):
                continue
            together = lawful(state, who, action) is not None
            if together or (needs and somehow(state, who, action)):
                yield offer(action, label, () if together else needs, detail=f"{wound.level.value} wound")


def _rest(state: State, who: Character) -> Iterator[Offer]:
    yield from travel_offers(state, who, lambda action: lawful(state, who, action) is not None, offer)
    for task in state.radio:
        radio = UseRadio(character=who.id, task=task.key)
        if lawful(state, who, radio) is not None:
            yield offer(radio, f"Radio: {task.key} (TN {task.number})")
    go = state.go
    assert go is not None
    cover = CoveringFire(character=who.id, orders="fire" if state.light is Light.FULL else "ask")
    for action, label, wanted in (
        (Aim(character=who.id), "Aim", not go.spent and go.allowance > 1),
        (Stealth(character=who.id), "Stealth", who.stance.value != "Stealth"),
        (cover, "Covering Fire", True),
        (Hide(character=who.id), "Hide here", True),
    ):
        if wanted and lawful(state, who, action) is not None:
            yield offer(action, label)
    if lawful_end(state, who):
        yield end_go_offer(who)
    for answer in of_character(state, who):
        yield offer(answer, words(answer.question, answer.answer))


def lawful_end(state: State, who: Character) -> bool:
    go = state.go
    assert go is not None
    return go.forced is Courage.STEADY or go.forced_done or not may_fall_back(state, who)
