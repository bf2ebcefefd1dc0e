"""Events of men in words."""

from __future__ import annotations

from rules.five56mm.events.foot import (
    Aided,
    Calmed,
    Carried,
    CaughtFire,
    CloudLeft,
    CombatBegan,
    CombatEnded,
    ConsentSpoken,
    Died,
    EscapeTried,
    FireOut,
    FootEvent,
    Fought,
    Gassed,
    GasShaken,
    GoGivenUp,
    Hurt,
    MoraleTested,
    Moved,
    RadioUsed,
    Relapsed,
    StanceTaken,
    Stunned,
    Survived,
)
from rules.five56mm.injury import Level
from rules.five56mm.morale import Courage
from rules.five56mm.state import Stance, State
from rules.five56mm.tell.words import name, plural, roll_line, wound_words
from rules.ruleset import Told, Viewer
from rules.table.reference import point_text, square_of

WAYS = {
    "move": "moves", "sprint": "sprints", "hide": "creeps", "carry": "goes", "fall-back": "falls back",
    "rope": "ropes down, then goes", "leave": "gets out and moves", "board": "runs",
}  # fmt: skip
FEAR = {Courage.SHAKEN: "is shaken", Courage.WITHDRAWING: "withdraws", Courage.FLEEING: "flees"}


def tell_foot(state: State, event: FootEvent, viewer: Viewer) -> Told | None:
    match event:
        case Moved():
            return _moved(state, event)
        case StanceTaken():
            if event.stance is Stance.HIDDEN:
                return Told(f"{name(state, event.character)} hides")
            return None
        case GoGivenUp():
            return Told(f"{name(state, event.character)} gives up his go of this turn")
        case Carried():
            two = f" and {name(state, event.second)}" if event.second else ""
            lines = () if event.roll is None else (roll_line(event.roll),)
            headline = f"{name(state, event.carrier)}{two} carry {name(state, event.patient)}"
            return Told(f"{headline}: {event.inches:g} in" if event.inches else f"{headline}: no ground gained", lines)
        case Hurt() | Died() | Aided() | Relapsed() | Survived():
            return _wounds(state, event)
        case Stunned() | Gassed() | CloudLeft() | GasShaken() | CaughtFire() | FireOut():
            return _harmed(state, event)
        case CombatBegan() | CombatEnded() | Fought() | EscapeTried() | ConsentSpoken():
            return _combat(state, event)
        case MoraleTested():
            return _morale(state, event)
        case Calmed():
            return Told(f"{name(state, event.character)} has calmed down")
        case RadioUsed():
            how = f", with the words of {name(state, event.leader)}" if event.leader else ""
            answer = (event.scenario_event or "he is answered") if event.roll.passed else "nobody answers"
            headline = f"{name(state, event.character)} calls {event.task}{how}: {answer}"
            return Told(headline, (roll_line(event.roll),), important=event.roll.passed)


def _moved(state: State, event: Moved) -> Told:
    who = name(state, event.character)
    where = ""
    if state.board is not None and event.to is not None:
        where = f" to {square_of(state.board, event.to)} ({point_text(event.to)})"
    lines = [f"Sprint: D6 {event.die}"] if event.die is not None else []
    if event.roll is not None:
        lines.append(roll_line(event.roll))
    for crossing in event.crossings:
        if crossing.roll is not None:
            how = f"{crossing.covered:g} in for {crossing.paid:g}" if crossing.roll.passed else "he stops before it"
            lines.append(f"{crossing.stretch.ground}: {roll_line(crossing.roll)}: {how}")
    return Told(f"{who} {WAYS[event.way]} {event.inches:g} in{where}", tuple(lines))


def _wounds(state: State, event: Hurt | Died | Aided | Relapsed | Survived) -> Told | None:
    match event:
        case Hurt():
            headline = f"{name(state, event.character)}, {event.cause}: {wound_words(event.injury)}"
            if event.injury.level is Level.DEAD:
                by = f" by {name(state, event.by)}" if event.by else ""
                headline = f"{name(state, event.character)} is killed{by} ({event.cause})"
            lines = ("the cover stops it",) if event.injury.roll is None else (roll_line(event.injury.roll),)
            grave = event.injury.level in (Level.DEAD, Level.MORTAL)
            return Told(headline, lines, important=grave)
        case Died() if event.weapon not in ("", "vehicle"):
            return None  # the hit that killed him has been told
        case Died():
            return Told(f"{name(state, event.character)} is dead: {event.cause}", important=True)
        case Aided():
            act = "First Aid" if event.how == "first-aid" else "Treat Injury"
            now = "healed" if event.wound is None else f"now {event.wound.acts_as.value}"
            result = f"{event.before.value} wound, {now}" if event.roll.passed else "no success"
            holds = (f"It holds {plural(event.holds, 'turn')}",) if event.holds is not None else ()
            headline = f"{act} by {name(state, event.helper)} for {name(state, event.patient)}: {result}"
            return Told(headline, (roll_line(event.roll), *holds))
        case Relapsed():
            return Told(f"{name(state, event.character)}: First Aid no longer holds, {event.wound.level.value} wound")
        case Survived():
            fate = "survives" if event.roll.passed else "cannot be saved"
            return Told(f"{name(state, event.character)} {fate}", (roll_line(event.roll),), important=True)


def _harmed(state: State, event: Stunned | Gassed | CloudLeft | GasShaken | CaughtFire | FireOut) -> Told | None:
    who = name(state, event.character)
    match event:
        case Stunned():
            lost = event.test.lost
            result = f"loses {plural(lost, 'action')}" if lost else "is not stunned"
            return Told(f"{who} {result}", (roll_line(event.test.roll),))
        case Gassed():
            if event.test is None:
                return Told(f"{who} wears a respirator: the gas does nothing")
            result = "is gassed: TN +2" if event.number is not None else "withstands the gas"
            return Told(f"{who} {result}", (roll_line(event.test.roll),))
        case CloudLeft():
            return Told(f"{who} is out of the gas")
        case GasShaken():
            result = "shakes off the gas" if event.roll.passed else "still chokes"
            return Told(f"{who} {result}", (roll_line(event.roll),))
        case CaughtFire():
            return Told(f"{who}: phosphorous burns on him")
        case FireOut():
            return Told(f"{who}: the phosphorous is out")


def _combat(state: State, event: CombatBegan | CombatEnded | Fought | EscapeTried | ConsentSpoken) -> Told | None:
    match event:
        case CombatBegan():
            return Told(f"{name(state, event.starter)} and {name(state, event.other)} are hand to hand")
        case CombatEnded():
            return Told(f"{name(state, event.one)} and {name(state, event.other)} are parted")
        case Fought():
            bout = event.bout
            result = f"hits by {bout.attack.margin}" if bout.hit else "misses"
            headline = f"{name(state, event.attacker)} attacks {name(state, event.defender)}: {result}"
            return Told(headline, (roll_line(bout.attack),))
        case EscapeTried():
            tried = event.escape
            result = "gets away" if tried.away else "cannot get away"
            struck = " and is struck" if tried.struck else ""
            penalty = (f"All he does this turn is at TN +{tried.penalty}",) if tried.penalty else ()
            headline = f"{name(state, event.character)} tries to escape from {name(state, event.opponent)}"
            return Told(f"{headline}: {result}{struck}", (roll_line(tried.roll), *penalty))
        case ConsentSpoken():
            word = "may go" if event.given else "may not go"
            return Told(f"{name(state, event.character)} {word}")


def _morale(state: State, event: MoraleTested) -> Told:
    who = name(state, event.character)
    test = "Rally" if event.rally else "Morale Test"
    if event.roll.passed:
        result = "is himself again" if event.rally else "stands"
    else:
        result = {"shaken": "is shaken", "withdrawing": "withdraws", "fleeing": "flees"}.get(
            event.courage.value, "stands"
        )
    broken = event.courage in (Courage.WITHDRAWING, Courage.FLEEING)
    return Told(f"{test}: {who} {result} · {roll_line(event.roll)}", important=broken)
