"""Events of men in words."""

from __future__ import annotations

from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import BANDS, WEAPONS
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
from rules.five56mm.play.ground import levels
from rules.five56mm.state import Stance, State
from rules.five56mm.tell.words import HARDLY, Words, name, roll_line, square, wound_words
from rules.kernel.facts import signed
from rules.language.words import counted, inches
from rules.table.strokes import FallenStroke
from rules.telling.told import Casualty, Gravity, Strike, TellingRole, Told, Upshot

WAYS = {
    "move": "moves", "sprint": "sprints", "hide": "creeps", "carry": "goes", "fall-back": "falls back",
    "rope": "ropes down, then goes", "leave": "gets out and moves", "board": "runs", "aside": "goes aside",
    "jump": "jumps down",
}  # fmt: skip
RAN = {Courage.WITHDRAWING: "withdraw", Courage.FLEEING: "flee"}
FEAR = {Courage.SHAKEN: "is shaken", Courage.WITHDRAWING: "withdraws", Courage.FLEEING: "flees"}


def tell_foot(words: Words, event: FootEvent) -> Told | None:
    state = words.state
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
            who = f" and {name(state, event.second)} carry" if event.second else " carries"
            rolls = () if event.roll is None else (roll_line(event.roll),)
            headline = f"{name(state, event.carrier)}{who} {name(state, event.patient)}"
            far = inches(event.inches) if event.inches else "no ground gained"
            return Told(f"{headline}: {far}", details=rolls)
        case Hurt() | Died() | Aided() | Relapsed() | Survived():
            return _wounds(words, event)
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
            answer = (event.scenario_event or "answered") if event.roll.passed else "no answer"
            headline = f"{name(state, event.character)} calls for {event.task}{how}: {answer}"
            return Told(headline, details=(roll_line(event.roll),), important=event.roll.passed)


def _moved(state: State, event: Moved) -> Told:
    """ "Cole sprints 5 in to B6, stopped by the deep water"; the dice behind."""
    where = f" to {square(state, event.to)}" if state.board is not None and event.to is not None else ""
    details = [f"Sprint: D6 {event.die}"] if event.die is not None else []
    details += [roll_line(event.roll)] if event.roll is not None else []
    stopped = ""
    for crossing in event.crossings:
        if crossing.roll is None:
            continue
        ground = crossing.stretch.ground
        how = ""
        if not crossing.roll.passed:
            stopped = f"stopped by the {ground}"
        elif not crossing.stretch.upright:
            how = f": {inches(crossing.covered)} of it, counted as {inches(crossing.paid)}"
        details.append(f"{ground.capitalize()}: {roll_line(crossing.roll)}{how}")
    who = name(state, event.character)
    level = _level(state, event)
    if event.way == "jump":
        return Told(f"{who} jumps down{where}")
    if event.inches >= HARDLY:
        headline = ", ".join(filter(None, (f"{who} {WAYS[event.way]} {inches(event.inches)}{where}", level)))
    elif level:
        headline = f"{who} {'ropes down' if event.way == 'rope' else 'goes'} {level}"
    else:
        headline = f"{who} {WAYS[event.way]} and gets nowhere"
    return Told(f"{headline}, {stopped}" if stopped else headline, details=tuple(details))


def _level(state: State, event: Moved) -> str:
    """ "up to the roof of the Mill", "down to the ground"; nothing for whoever stays on his level."""
    if state.board is None or event.to is None or event.level is None:
        return ""
    house = levels.house_at(state.board, event.to)
    if event.way == "rope":
        return "" if house is None or not event.level else f"to {house.name_of(event.level)}"
    if not event.risen:
        return ""
    way = "up" if event.risen > 0 else "down"
    return f"{way} to the ground" if house is None else f"{way} to {house.name_of(event.level)}"


def _wounds(words: Words, event: Hurt | Died | Aided | Relapsed | Survived) -> Told | None:
    state = words.state
    match event:
        case Hurt():
            return _hurt(words, event)
        case Died() if event.weapon not in ("", "vehicle"):
            return None  # the hit that killed him has been told
        case Died():
            who = name(state, event.character)
            fallen = Casualty(who, "dead", grave=True, side=words.side_of(event.character), aside=False)
            lies = (FallenStroke(event.character, event.character),)
            return Told(f"{who} is dead: {event.cause}", important=True, casualties=(fallen,), strokes=lies)
        case Aided():
            act = "First Aid" if event.how == "first-aid" else "Treat Injury"
            now = "healed" if event.wound is None else f"now {event.wound.acts_as.value}"
            result = f"{event.before.value} wound, {now}" if event.roll.passed else "no success"
            holds = (f"It holds {counted(event.holds, 'turn')}.",) if event.holds is not None else ()
            headline = f"{act} by {name(state, event.helper)} for {name(state, event.patient)}: {result}"
            return Told(headline, holds, details=(roll_line(event.roll),))
        case Relapsed():
            return Told(f"{name(state, event.character)}: First Aid no longer holds, {event.wound.level.value} wound")
        case Survived():
            fate = "survives" if event.roll.passed else "cannot be saved"
            return Told(f"{name(state, event.character)} {fate}", details=(roll_line(event.roll),), important=True)


def _hurt(words: Words, event: Hurt) -> Told:
    """What a hit came to: counted in the attack that it comes of, else told by itself."""
    state = words.state
    who, injury = name(state, event.character), event.injury
    dead = injury.level is Level.DEAD
    grave = injury.level in (Level.DEAD, Level.MORTAL)
    fate = "killed" if dead else "unhurt" if injury.level is Level.NONE else f"{injury.level.value} wound"
    kind = fate if dead or injury.level is Level.NONE else "wounded"
    blast = event.weapon in BANDS and event.weapon in WEAPONS and event.cause == WEAPONS[event.weapon].title
    cause = "the blast" if blast else ""
    note = "" if injury.countdown is None else f"{counted(injury.countdown, 'turn')} to live"
    by = f" by {name(state, event.by)}" if dead and event.by else ""
    headline = f"{who} is killed{by} ({event.cause})" if dead else f"{who}, {event.cause}: {wound_words(injury)}"
    own = Casualty(
        who, fate, note=note, cause=cause, grave=grave, counted=kind, unhurt=fate == "unhurt",
        side=words.side_of(event.character),
    )  # fmt: skip
    roll = "the cover stops it" if injury.roll is None else roll_line(injury.roll)
    return Told(
        headline,
        important=grave,
        details=(f"{who}: {roll}",),
        strokes=(FallenStroke(event.character, event.character),) if dead else (),
        role=TellingRole.FOLLOWS,
        casualties=(own,),
        settles=1,
    )


def _harmed(state: State, event: Stunned | Gassed | CloudLeft | GasShaken | CaughtFire | FireOut) -> Told | None:
    who = name(state, event.character)
    match event:
        case Stunned():
            lost = event.test.lost
            result = f"loses {counted(lost, 'action')}" if lost else "is not stunned"
            fate, kind = (f"{counted(lost, 'action')} lost", "stunned") if lost else ("not stunned", "")
            return Told(
                f"{who} {result}",
                details=(f"{who}: {roll_line(event.test.roll)}",),
                role=TellingRole.FOLLOWS,
                casualties=(Casualty(who, fate, counted=kind, cause="the blast", unhurt=not lost),),
            )
        case Gassed():
            if event.test is None:
                return Told(f"{who} wears a respirator: the gas does nothing")
            gassed = event.number is not None
            fate, kind = ("gassed, TN +2", "gassed") if gassed else ("not gassed", "")
            return Told(
                f"{who} is gassed: TN +2" if gassed else f"{who} withstands the gas",
                details=(f"{who}: {roll_line(event.test.roll)}",),
                role=TellingRole.FOLLOWS,
                casualties=(Casualty(who, fate, counted=kind, cause="the gas", unhurt=not gassed),),
            )
        case CloudLeft():
            return Told(f"{who} is out of the gas")
        case GasShaken():
            result = "shakes off the gas" if event.roll.passed else "still chokes"
            return Told(f"{who} {result}", details=(roll_line(event.roll),))
        case CaughtFire():
            return Told(f"Phosphorus burns on {who}", role=TellingRole.FOLLOWS)
        case FireOut():
            return Told(f"{who}: the phosphorus is out")


def _combat(state: State, event: CombatBegan | CombatEnded | Fought | EscapeTried | ConsentSpoken) -> Told | None:
    match event:
        case CombatBegan():
            return Told(f"{name(state, event.starter)} and {name(state, event.other)} are hand to hand")
        case CombatEnded():
            return Told(f"{name(state, event.one)} and {name(state, event.other)} are parted", role=TellingRole.FOLLOWS)
        case Fought():
            one, other = name(state, event.attacker), name(state, event.defender)
            hit = event.bout.hit
            strike = Strike(
                by=one, how="attacks", at=other, hits=int(hit), alone=True, number=roll_line(event.bout.attack)
            )
            return Told(f"{one} attacks {other}: {'hit' if hit else 'miss'}", strike=strike)
        case EscapeTried():
            tried = event.escape
            result = "gets away" if tried.away else "cannot get away"
            struck = " and is struck" if tried.struck else ""
            penalty = (f"All he does this turn is at TN {signed(tried.penalty)}.",) if tried.penalty else ()
            headline = f"{name(state, event.character)} tries to escape from {name(state, event.opponent)}"
            return Told(f"{headline}: {result}{struck}", penalty, details=(roll_line(tried.roll),))
        case ConsentSpoken():
            word = "may go" if event.given else "may not go"
            return Told(f"{name(state, event.character)} {word}")


def _morale(state: State, event: MoraleTested) -> Told:
    """Who stands is worth a word among the details; who does not, one that everybody reads."""
    who = name(state, event.character)
    test = "Rally" if event.rally else "Morale Test"
    if event.roll.passed:
        result = "is himself again" if event.rally else "stands"
    else:
        result = FEAR.get(event.courage, "stands")
    broken = event.courage in (Courage.WITHDRAWING, Courage.FLEEING)
    quiet = result == "stands" and not event.rally
    ran = broken and not event.roll.passed
    return Told(
        f"{test}: {who} {result}",
        important=broken,
        details=(f"{who}: {roll_line(event.roll)}",),
        role=TellingRole.DETAIL if quiet else TellingRole.FOLLOWS,
        casualties=() if quiet or result == "is himself again" else (_afraid(who, event.courage),),
        upshots=(Upshot(who, FEAR[event.courage], Gravity.ROUT, several=RAN[event.courage]),) if ran else (),
    )


def _afraid(who: str, courage: Courage) -> Casualty:
    """Named with the others whose courage has left them."""
    return Casualty(who=who, fate=courage.value, aside=True)
