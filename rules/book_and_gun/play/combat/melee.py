"""A close combat fought out in the battle: who fights on what footing, the rounds, and what they leave behind.

The fight itself is `close_combat.fight`; here its figures come from the battle and its outcome is noted. XI.4, XI.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.close_combat import Bout, BoutOdds, Fighter, bout_odds, fight, first_pair
from rules.book_and_gun.book.morale import critical
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.combat import ChargeUpdated, CombatEnded, CombatUpdated, Fought
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.hounds import dog_of, handler_of
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.combat.capture import left_behind
from rules.book_and_gun.play.combat.footing import Footing, footing
from rules.book_and_gun.play.combat.place import offer
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.morale.nerve import tested
from rules.book_and_gun.play.morale.retreat import become_shaken
from rules.book_and_gun.play.morale.rout import become_routed
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, Combat, State
from rules.book_and_gun.units import Figure, Morale, Posture, Status
from rules.kernel.chance import Draw
from rules.table.board import Point

# ── The fight ─────────────────────────────────────────────────────────────────────────────────────────────────────


def fight_out(course: Course, combat: Combat) -> None:
    """All rounds of it, with the dice in the order of BG-R11, and then the aftermath. BG-XI.4.1 to BG-XI.4.44."""
    state = course.state
    combat = replace(combat, attacking=_still(state, combat.attacking), defending=_still(state, combat.defending))
    if not combat.attacking or not combat.defending:
        _called_off(course, combat)
        return
    ground = footing(state, combat)
    course.note(CombatUpdated(combat=replace(combat, desperate=ground.desperate), facts=ground.facts))
    combat = began = replace(combat, desperate=ground.desperate)
    result = fight(
        *_ranked(state, combat, ground),
        course.chance,
        desperate=side_name(state.unit(combat.defenders[0]).side) if ground.desperate else None,
        options=state.options,
    )
    draws = iter(course.chance.taken())
    for number, bouts in enumerate(result.rounds, start=1):
        for bout in bouts:
            _note_bout(course, combat, number, bout, tuple(next(draws) for _ in range(2 * len(bout.rolls) + 1)))
        out = {name for bout in bouts for name in _as_one(state, combat, bout.loser)}
        combat = replace(
            combat,
            round=number + 1,
            attacking=tuple(name for name in combat.attacking if name not in out),
            defending=tuple(name for name in combat.defending if name not in out),
        )
        course.note(CombatUpdated(combat=combat))
    if combat.hunt:
        won = combat.attackers if result.charger_won else combat.defenders
        course.note(CombatEnded(key=combat.key, winner=course.unit(won[0]).side, hunt=True, citations=("BG-R261",)))
        return
    winners, losers, names = combat.attackers, combat.defenders, began.defending
    if not result.charger_won:
        winners, losers, names = losers, winners, began.attacking
    course.note(CombatEnded(key=combat.key, winner=course.unit(winners[0]).side, citations=("BG-XI.4.43",)))
    _aftermath(course, winners, losers, middle([state.figure(name) for name in names]))


def _still(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """Those who are still on the field: the umpire may have taken somebody away while a question was open."""
    return tuple(name for name in names if state.figure(name).on_field)


def _called_off(course: Course, combat: Combat) -> None:
    """One side has nobody left before the first blow: who is left has the ground, nobody is shaken."""
    left = combat.attacking or combat.defending
    winner = course.state.unit_of(left[0]).side if left else None
    course.note(CombatUpdated(combat=combat), CombatEnded(key=combat.key, winner=winner, citations=("BG-XI.1.1b",)))
    _close_charges(course, combat.attackers, combat.defenders)


def _ranked(state: State, combat: Combat, ground: Footing) -> tuple[list[Fighter], list[Fighter]]:
    """The fighters of both sides, horsemen with column H, horse holders with column B; those behind the second rank
    come up when nobody before them is left. BG-V.1, BG-V.2b, BG-R204."""
    attacking = [state.figure(name) for name in combat.attacking]
    defending = [state.figure(name) for name in combat.defending]
    front = {f.id for f in closing.first_ranks(state, attacking, defending)}
    front |= {f.id for f in closing.first_ranks(state, defending, attacking)}

    def ranked(name: str) -> Fighter:
        fighter = _fighter(state, combat, name, ground)
        return fighter if name in front else replace(fighter, reserve=True)

    return (
        [ranked(name) for name in combat.attacking if not _led(state, combat, name)],
        [ranked(name) for name in combat.defending if not _led(state, combat, name)],
    )


def _led(state: State, combat: Combat, name: str) -> bool:
    """Whether it is a dog that fights beside its handler: the two are one figure. BG-XIII.7.1b"""
    unit = state.unit_of(name)
    figure = unit.figure(name)
    if not figure.traits.dog:
        return False
    handler = handler_of(unit, figure)
    return handler is not None and handler.fit and handler.id in (*combat.attacking, *combat.defending)


def _as_one(state: State, combat: Combat, name: str) -> tuple[str, ...]:
    """The figure, and its dog where they fight as one: they suffer alike. BG-XIII.7.1b, BG-R261"""
    unit = state.unit_of(name)
    dog = dog_of(unit, unit.figure(name))
    together = dog is not None and dog.fit and dog.id in (*combat.attacking, *combat.defending)
    return (name, dog.id) if together and dog is not None and _led(state, combat, dog.id) else (name,)


def _dog(state: State, combat: Combat, name: str) -> Literal["", "with handler", "alone"]:
    """BG-XIII.7.1b, BG-R66"""
    if state.figure(name).traits.dog:
        return "alone"
    return "with handler" if len(_as_one(state, combat, name)) > 1 else ""


def _spared(state: State, combat: Combat, figure: Figure) -> bool:
    """Whether a horse holder keeps out of it until nobody else of his unit is left, for no charger is in contact with
    him. BG-VIII.5.31."""
    foes = combat.attacking if figure.id in combat.defending else combat.defending
    return figure.holds and not closing.near(state, [figure], [state.figure(name) for name in foes], closing.TOUCH)


def _fighter(state: State, combat: Combat, name: str, ground: Footing) -> Fighter:
    unit = state.unit_of(name)
    figure = unit.figure(name)
    return replace(
        ground.of(name),
        figure=name,
        side=side_name(unit.side),
        leader=figure.traits.leader,
        holder_or_crew=figure.holds,
        mounted=bool(figure.steed),
        disordered=unit.baulked_turn == state.turn > 0,
        prone=figure.posture is Posture.PRONE and figure.fit,
        wounded=figure.status is Status.WOUNDED,
        reserve=figure.status is Status.WOUNDED or _spared(state, combat, figure),
        shaken=unit.morale is Morale.SHAKEN,
        pinned=unit.morale is Morale.PINNED,
        stunned=figure.stunned_until >= state.turn,
        dog=_dog(state, combat, name),
    )


def chargers(state: State, charge: ChargeInProgress) -> list[Figure]:
    """The figures of a charging unit that take part: those that ran in, without stragglers at an obstacle.
    BG-XI.5.3a."""
    able = [f for f in state.unit(charge.unit).fit if f.id not in charge.stragglers]
    return [f for f in able if f.charged_turn == state.turn] or able


def first_bout(state: State, combat: Combat) -> BoutOdds:
    """The exact chances of the first pair of a combat that is about to be fought."""
    ground = footing(state, combat)
    charger, defender = first_pair(*_ranked(state, combat, ground))
    desperate = side_name(state.unit(combat.defenders[0]).side) if ground.desperate else None
    return bout_odds(charger, defender, desperate=desperate, options=state.options)


def _note_bout(course: Course, combat: Combat, number: int, bout: Bout, draws: tuple[Draw, ...]) -> None:
    course.note(
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
    for name in _as_one(course.state, combat, bout.loser):
        _suffers(course, bout, name)


def _suffers(course: Course, bout: Bout, name: str) -> None:
    """What the loser's die does to them. BG-XI.4.42a"""
    unit = course.state.unit_of(name)
    loser = unit.figure(name)
    if bout.fate == "killed" or (bout.fate == "wounded" and loser.fit):
        course.note(
            FigureFell(
                unit=unit.id,
                figure=loser.id,
                status=Status.KILLED if bout.fate == "killed" else Status.WOUNDED,
                cause="close combat",
                by=bout.winner,
                by_unit=course.state.unit_of(bout.winner).id,
                reading="desperation" if bout.desperate else "",
                citations=("BG-XI.4.42a",),
            )
        )
    elif bout.fate == "ran":
        placed = closing.behind(course.state, loser, unit, course.state.figure(bout.winner))
        if placed:
            walk(
                course,
                UnitMoved(
                    unit=unit.id,
                    figures=(loser.id,),
                    how="run",
                    placed=placed,
                    uses_move=False,
                    citations=("BG-XI.4.42a",),
                ),
            )


# ── After the fight ───────────────────────────────────────────────────────────────────────────────────────────────


def _aftermath(course: Course, winners: Sequence[str], losers: Sequence[str], place: Point | None) -> None:
    """The losers' survivors are shaken and go back, their wounded are taken, the winners may take the place where they
    stood.

    BG-XI.4.44, BG-XI.5.2a, BG-R60, BG-R64.
    """
    _close_charges(course, winners, losers)
    for unit_id in losers:
        if course.unit(unit_id).fit:
            _beaten(course, unit_id)
    left_behind(course, losers, winners)
    winner = next((unit_id for unit_id in winners if course.unit(unit_id).fit), None)
    if winner is not None:
        offer(course, winner, losers[0], place, "BG-XI.4.44")


def _close_charges(course: Course, *units: Sequence[str]) -> None:
    for charge in [c for c in course.state.charges if c.stage is ChargeStage.MET or _counters(c, *units)]:
        course.note(ChargeUpdated(charge=replace(charge, stage=ChargeStage.OVER)))


def _counters(charge: ChargeInProgress, *units: Sequence[str]) -> bool:
    return charge.counter and charge.stage is ChargeStage.CLOSED and any(charge.unit in side for side in units)


def _beaten(course: Course, unit_id: str) -> None:
    """Survivors of the losing side: shaken without a test, or by house rule after one. BG-VII.3.c, BG-XI.4.44,
    BG-R60."""
    unit = course.unit(unit_id)
    if switch(course.state, "loser-test") == "none":
        become_shaken(course, unit_id, "lost a close combat", "BG-XI.4.44", "BG-R60")
        return
    leader = leader_of(course.state, unit)
    rolled, _ = critical(
        side_name(unit.side), unit.morale, course.chance, leader=leader is not None, options=course.state.options
    )
    tested(course, unit, rolled, leader, "BG-VII.3.c", "BG-R60")
    if rolled.passed:
        become_shaken(course, unit_id, "lost a close combat", "BG-VII.3.c", "BG-R60")
    else:
        become_routed(course, unit_id, "lost a close combat", "BG-VII.3.c", "BG-R60")
