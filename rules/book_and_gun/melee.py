"""A close combat in the battle: who takes part and with what advantages, the fight, and what it leaves behind.

`join` brings the figures base to base and opens the combat; `_go_on` puts the questions that come before the fight
(support, which wounded to defend) and then fights it out (`close_combat.fight`). XI.2.2, XI.3.2, XI.4, XI.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rules.action import Actor
from rules.book_and_gun import closing, question
from rules.book_and_gun.actions.combat import BringSupport, DefendWounded
from rules.book_and_gun.capture import left_behind
from rules.book_and_gun.charge import SUPPORT
from rules.book_and_gun.check import side_name
from rules.book_and_gun.close_combat import Bout, Fighter, fight
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.combat import (
    ChargeUpdated,
    CombatEnded,
    CombatJoined,
    CombatUpdated,
    Fought,
)
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.footing import Footing, footing
from rules.book_and_gun.leadership import leader_of
from rules.book_and_gun.morale import critical
from rules.book_and_gun.nerve import tested
from rules.book_and_gun.place import offer
from rules.book_and_gun.record import Record
from rules.book_and_gun.retreat import become_shaken
from rules.book_and_gun.rout import become_routed
from rules.book_and_gun.state import (
    ARMY,
    Charge,
    ChargeStage,
    Combat,
    Figure,
    Morale,
    State,
    Status,
    Unit,
)
from rules.book_and_gun.switches import switch
from rules.book_and_gun.tabletop import friends, middle
from rules.chance import Chance, Draw
from rules.event import Event
from rules.table.board import Point
from rules.violation import RuleViolation

# ── Joining ───────────────────────────────────────────────────────────────────────────────────────────────────────


def join(
    record: Record, closed: Sequence[Charge], *, counter: bool = False, how: Literal["close in", "follow"] = "close in"
) -> None:
    """The chargers close in, base to base, and the combat begins. `counter`: their target charges them in turn.

    BG-XI.1.1a, BG-XI.2.2, BG-XI.3.2, BG-XI.5.3a, BG-XI.5.4.
    """
    target = record.unit(closed[0].target)
    for charge in closed:
        record.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.MET)))
        _close_in(record, charge, how)
    attacking = [f for charge in closed for f in _chargers(record.state, charge)]
    defending = _within_reach(record.state, target, attacking, closed[0].wall)
    combat = Combat(
        key=":".join(filter(None, (str(record.state.turn), target.id, closed[0].wall))),
        attackers=tuple(charge.unit for charge in closed),
        defenders=(target.id,),
        attacking=tuple(f.id for f in attacking),
        defending=tuple(f.id for f in defending),
        counter=counter,
        wall=closed[0].wall,
    )
    record.note(CombatJoined(combat=combat, citations=("BG-XI.2.2",)))
    _go_on(record, combat)


def _chargers(state: State, charge: Charge) -> list[Figure]:
    """The figures of a charging unit that take part: those that ran in, without stragglers at an obstacle.
    BG-XI.5.3a."""
    able = [f for f in state.unit(charge.unit).fit if f.id not in charge.stragglers]
    return [f for f in able if f.charged_turn == state.turn] or able


def _close_in(record: Record, charge: Charge, how: Literal["close in", "follow"]) -> None:
    figures = _chargers(record.state, charge)
    placed = closing.close_in(record.state, figures, record.unit(charge.target).fit)
    if not placed:
        return
    start = middle(figures)
    record.note(
        UnitMoved(
            unit=charge.unit,
            figures=tuple(p.figure for p in placed),
            how=how,
            placed=placed,
            path=(start, placed[0].at) if start else (),
            uses_move=False,
            citations=("BG-XI.2.2",),
        )
    )


def _within_reach(state: State, target: Unit, attacking: Sequence[Figure], wall: str) -> tuple[Figure, ...]:
    """The figures of the charged unit that can take part: those within 3 inches of the combat.

    Without positions all of them; at one wall of an enclosure those who have not fought at another. BG-XI.3.2,
    BG-XI.5.4.
    """
    near = closing.near(target.fit, attacking, SUPPORT) or target.fit
    if not wall or attacking[0].at is not None:
        return near
    walls = [c for c in state.charges if c.target == target.id and c.stage is not ChargeStage.OVER]
    number = len({c.wall for c in walls})
    return near[::number] or near


# ── Questions before the fight ────────────────────────────────────────────────────────────────────────────────────


def _go_on(record: Record, combat: Combat) -> None:
    """The next question, or the fight. Against a counter-charge nobody is brought up and no wounded are defended."""
    defender = record.unit(combat.defenders[0])
    if "support" not in combat.asked and not combat.counter:
        combat = replace(combat, asked=(*combat.asked, "support"))
        neighbours = [unit.id for unit, _ in _supports(record.state, combat)]
        if neighbours:
            record.note(CombatUpdated(combat=combat))
            question.put(record, "support", defender.id, combat.attackers[0], "BG-XI.3.2", choices=tuple(neighbours))
            return
    if "defend" not in combat.asked and not combat.counter and defender.side == ARMY:
        combat = replace(combat, asked=(*combat.asked, "defend"))
        wounded = tuple(f.id for f in _wounded_near(record.state, combat))
        if wounded:
            record.note(CombatUpdated(combat=combat))
            question.put(record, "defend", defender.id, combat.attackers[0], "BG-XI.4.41", "BG-R64", choices=wounded)
            return
    _fight_out(record, combat)


def _supports(state: State, combat: Combat) -> Iterator[tuple[Unit, tuple[Figure, ...]]]:
    """Steady neighbours of the charged unit with figures within 3 inches of the combat. BG-XI.3.2."""
    engaged = [state.figure(name) for name in (*combat.attacking, *combat.defending)]
    for unit in friends(state, state.unit(combat.defenders[0])):
        if unit.morale is Morale.STEADY and not unit.concealed and all(f.at is not None for f in unit.fit):
            figures = closing.near(unit.fit, engaged, SUPPORT)
            if figures:
                yield unit, figures


def _wounded_near(state: State, combat: Combat) -> list[Figure]:
    unit = state.unit(combat.defenders[0])
    wounded = [f for f in unit.figures if f.status is Status.WOUNDED]
    return list(closing.near(wounded, [state.figure(name) for name in combat.defending], SUPPORT))


def bring_support(state: State, action: BringSupport, by: Actor, chance: Chance) -> list[Event]:
    """Neighbours come up, or are kept out of it. Who comes shares the outcome. BG-XI.3.2."""
    record = Record(state, chance)
    asked = question.answer(record, "support", action.unit, by, "bring up" if action.bring else "keep out")
    combat = _of(record.state, asked.unit)
    if action.bring:
        foe = middle([record.state.figure(name) for name in combat.attacking])
        for unit, figures in list(_supports(record.state, combat)):
            front = [record.state.figure(name) for name in combat.defending]
            placed = closing.support(record.state, figures, front, foe) if foe else ()
            record.note(
                UnitMoved(
                    unit=unit.id,
                    figures=tuple(f.id for f in figures),
                    how="support",
                    placed=placed,
                    uses_move=False,
                    citations=("BG-XI.3.2",),
                )
            )
            combat = replace(
                combat,
                defenders=(*combat.defenders, unit.id),
                defending=(*combat.defending, *(f.id for f in figures)),
            )
        record.note(CombatUpdated(combat=combat))
    _go_on(record, combat)
    return record.events


def defend_wounded(state: State, action: DefendWounded, by: Actor, chance: Chance) -> list[Event]:
    """Which wounded the charged army unit defends, if any: the combat is then desperate. BG-XI.4.41, BG-R64."""
    record = Record(state, chance)
    asked = question.answer(record, "defend", action.unit, by, ", ".join(action.figures) or "none")
    strangers = [name for name in action.figures if name not in asked.choices]
    if strangers:
        raise RuleViolation(
            "not-wounded-here",
            f"{', '.join(strangers)}: no wounded figure of that unit lies within 3 inches of the combat.",
            citation="BG-R64",
            remedy="Choose among those who were offered.",
        )
    combat = _of(record.state, asked.unit)
    chosen = tuple(name for name in asked.choices if name in action.figures)
    combat = replace(combat, defending=(*combat.defending, *chosen))
    record.note(CombatUpdated(combat=combat))
    _go_on(record, combat)
    return record.events


def _of(state: State, unit_id: str) -> Combat:
    return next(combat for combat in state.combats if unit_id in combat.defenders)


# ── The fight ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _fight_out(record: Record, combat: Combat) -> None:
    """All rounds of it, with the dice in the order of BG-R11, and then the aftermath. BG-XI.4.1 to BG-XI.4.44."""
    state = record.state
    ground = footing(state, combat)
    record.note(CombatUpdated(combat=replace(combat, desperate=ground.desperate), facts=ground.facts))
    combat = began = replace(combat, desperate=ground.desperate)
    result = fight(
        [_fighter(state, name, ground) for name in combat.attacking],
        [_fighter(state, name, ground) for name in combat.defending],
        record.chance,
        desperate=side_name(state.unit(combat.defenders[0]).side) if ground.desperate else None,
        options=state.options,
    )
    draws = iter(record.chance.taken())
    for number, bouts in enumerate(result.rounds, start=1):
        for bout in bouts:
            _note_bout(record, combat, number, bout, tuple(next(draws) for _ in range(2 * len(bout.rolls) + 1)))
        out = {bout.loser for bout in bouts}
        combat = replace(
            combat,
            round=number + 1,
            attacking=tuple(name for name in combat.attacking if name not in out),
            defending=tuple(name for name in combat.defending if name not in out),
        )
        record.note(CombatUpdated(combat=combat))
    winners, losers, names = combat.attackers, combat.defenders, began.defending
    if not result.charger_won:
        winners, losers, names = losers, winners, began.attacking
    record.note(CombatEnded(key=combat.key, winner=record.unit(winners[0]).side, citations=("BG-XI.4.43",)))
    _aftermath(record, winners, losers, middle([state.figure(name) for name in names]))


def _fighter(state: State, name: str, ground: Footing) -> Fighter:
    unit = state.unit_of(name)
    figure = unit.figure(name)
    return replace(
        ground.of(name),
        figure=name,
        side=side_name(unit.side),
        leader=figure.traits.leader,
        prone=figure.posture == "prone" and figure.fit,
        wounded=figure.status is Status.WOUNDED,
        reserve=figure.status is Status.WOUNDED,
        shaken=unit.morale is Morale.SHAKEN,
        pinned=unit.morale is Morale.PINNED,
        stunned=figure.stunned_until >= state.turn,
    )


def _note_bout(record: Record, combat: Combat, number: int, bout: Bout, draws: tuple[Draw, ...]) -> None:
    record.note(
        Fought(
            combat=combat.key,
            round=number,
            charger=bout.charger,
            defender=bout.defender,
            charger_dice=tuple(pair[0] for pair in bout.rolls),
            defender_dice=tuple(pair[1] for pair in bout.rolls),
            charger_modifiers=bout.charger_modifier,
            defender_modifiers=bout.defender_modifier,
            loser=bout.loser,
            result_die=bout.fate_die,
            result="runs" if bout.fate == "ran" else bout.fate,
            draws=draws,
            citations=("BG-XI.4.4", "BG-R63") if bout.desperate else ("BG-XI.4.3", "BG-R62"),
        )
    )
    unit = record.state.unit_of(bout.loser)
    loser = unit.figure(bout.loser)
    if bout.fate == "killed" or (bout.fate == "wounded" and loser.fit):
        record.note(
            FigureFell(
                unit=unit.id,
                figure=loser.id,
                status=Status.KILLED if bout.fate == "killed" else Status.WOUNDED,
                cause="close combat",
                by=bout.winner,
                by_unit=record.state.unit_of(bout.winner).id,
                reading="desperation" if bout.desperate else "",
                citations=("BG-XI.4.42a",),
            )
        )
    elif bout.fate == "ran":
        placed = closing.behind(record.state, loser, unit, record.state.figure(bout.winner))
        if placed:
            record.note(
                UnitMoved(
                    unit=unit.id,
                    figures=(loser.id,),
                    how="run",
                    placed=placed,
                    uses_move=False,
                    citations=("BG-XI.4.42a",),
                )
            )


# ── After the fight ───────────────────────────────────────────────────────────────────────────────────────────────


def _aftermath(record: Record, winners: Sequence[str], losers: Sequence[str], place: Point | None) -> None:
    """The losers' survivors are shaken and go back, their wounded are taken, the winners may take the place where they
    stood.

    BG-XI.4.44, BG-XI.5.2a, BG-R60, BG-R64.
    """
    for charge in [c for c in record.state.charges if c.stage is ChargeStage.MET or _counters(c, winners, losers)]:
        record.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.OVER)))
    for unit_id in losers:
        if record.unit(unit_id).fit:
            _beaten(record, unit_id)
    left_behind(record, losers, winners)
    winner = next((unit_id for unit_id in winners if record.unit(unit_id).fit), None)
    if winner is not None:
        offer(record, winner, losers[0], place, "BG-XI.4.44")


def _counters(charge: Charge, *units: Sequence[str]) -> bool:
    return charge.counter and charge.stage is ChargeStage.CLOSED and any(charge.unit in side for side in units)


def _beaten(record: Record, unit_id: str) -> None:
    """Survivors of the losing side: shaken without a test, or by house rule after one. BG-VII.3.c, BG-XI.4.44,
    BG-R60."""
    unit = record.unit(unit_id)
    if switch(record.state, "loser-test") == "none":
        become_shaken(record, unit_id, "lost a close combat", "BG-XI.4.44", "BG-R60")
        return
    leader = leader_of(record.state, unit)
    rolled, _ = critical(
        side_name(unit.side), unit.morale, record.chance, leader=leader is not None, options=record.state.options
    )
    tested(record, unit, rolled, leader, "BG-VII.3.c", "BG-R60")
    if rolled.passed:
        become_shaken(record, unit_id, "lost a close combat", "BG-VII.3.c", "BG-R60")
    else:
        become_routed(record, unit_id, "lost a close combat", "BG-VII.3.c", "BG-R60")
