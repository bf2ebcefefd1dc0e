"""Scripts in words: for the umpire before an event happens, for everybody when it does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules.kernel.event import Event
from rules.language.words import counted
from rules.script.events import (
    ChoiceMade,
    ChoicePut,
    EffectFailed,
    ObjectiveSet,
    OrderCarriedOut,
    Posted,
    ReservesCame,
    ScriptedEventBegan,
    ScriptRolled,
    Whispered,
)
from rules.script.plan import (
    AllOf,
    AnyOf,
    Audience,
    CallEffect,
    ChoiceEffect,
    Chosen,
    EndEffect,
    Entered,
    Found,
    Happened,
    JokerTurned,
    Left,
    Losses,
    Not,
    ObjectiveEffect,
    OnlyCalled,
    PlaceHeld,
    PostEffect,
    RadioAnswered,
    ReinforceEffect,
    RollEffect,
    Script,
    ScriptEffect,
    Trigger,
    Turn,
    UmpireOrder,
)
from rules.script.state import Staged
from rules.seam.asking import EffectLine
from rules.telling.told import Gravity, Idle, TellingRole, Told, Upshot

CARDS = {"RJ": "the red joker", "BJ": "the black joker", None: "a joker"}
JUDGED = {"open": "given again", "achieved": "achieved", "failed": "failed", "withdrawn": "withdrawn"}


# ── For the umpire, beforehand ────────────────────────────────────────────────────────────────────────────────────


def trigger_words(trigger: Trigger, script: Script) -> str:
    """ "turn 3 begins and not: the red joker is turned"."""
    match trigger:
        case AllOf():
            return " and ".join(_grouped(part, script) for part in trigger.of)
        case AnyOf():
            return " or ".join(_grouped(part, script) for part in trigger.of)
        case Not():
            return f"never: {_grouped(trigger.of, script)}"
        case OnlyCalled():
            return "the umpire calls it"
        case Turn():
            again = "" if trigger.every is None else f", and every {counted(trigger.every, 'turn')} after it"
            return f"turn {trigger.turn} begins{again}"
        case JokerTurned():
            return f"{CARDS[trigger.card]} is turned{_time(trigger.from_turn, trigger.to_turn)}"
        case RadioAnswered():
            return f"the radio call “{trigger.call}” succeeds{_time(trigger.from_turn, trigger.to_turn)}"
        case Found():
            whose = f" with {trigger.unit}" if trigger.unit else ""
            return f"a search by {trigger.side} finds something{whose}{_time(trigger.from_turn, trigger.to_turn)}"
        case Entered():
            who = " or ".join(trigger.units) or f"somebody of {trigger.side}"
            return f"{who} enters {trigger.name or 'the area'}{_time(trigger.from_turn, trigger.to_turn)}"
        case PlaceHeld():
            near = f" or within {trigger.clear:g} of it" if trigger.clear else ""
            alone = f"nobody steady of {trigger.against} in it{near}"
            time = _time(trigger.from_turn, trigger.to_turn)
            return f"a turn begins with {trigger.side} in {trigger.name or 'the area'} and {alone}{time}"
        case Left():
            who = " or ".join(trigger.units) or trigger.side
            edge = f" by the {trigger.edge} edge" if trigger.edge else ""
            time = _time(trigger.from_turn, trigger.to_turn)
            return f"{trigger.number} of {who} have left the table{edge}{time}"
        case Losses():
            whose = trigger.unit or trigger.side
            return f"{trigger.percent} % of {whose} are lost{_time(trigger.from_turn, trigger.to_turn)}"
        case Happened():
            ago = "has happened" if not trigger.after else f"happened {counted(trigger.after, 'turn')} ago"
            return f"“{_title(script, trigger.event)}” {ago}{_time(trigger.from_turn, trigger.to_turn)}"
        case Chosen():
            return f"“{trigger.option}” is chosen in “{_title(script, trigger.event)}”"


def _grouped(trigger: Trigger, script: Script) -> str:
    words = trigger_words(trigger, script)
    return f"({words})" if isinstance(trigger, AllOf | AnyOf) else words


def _time(first: int | None, last: int | None) -> str:
    if first is not None and last is not None:
        return f" in turns {first} to {last}"
    return f" from turn {first} on" if first is not None else f" up to turn {last}" if last is not None else ""


def effect_words(effect: ScriptEffect, script: Script) -> str:
    """One line: what an effect does. Branches and options are named, not spelt out."""
    match effect:
        case PostEffect():
            return f"Post{_to(effect.to)}: {_flat(effect.text)}"
        case ReinforceEffect():
            where = "" if effect.at is None else f" at {effect.at[0]:g},{effect.at[1]:g}"
            return f"Arrives{where}: {', '.join(effect.forces)}"
        case ObjectiveEffect():
            judged = "given" if effect.state == "open" else JUDGED[effect.state]
            return f"Objective “{effect.text or effect.key}”{_to(effect.to)}: {judged}"
        case UmpireOrder():
            return f"{effect.verb.replace('-', ' ').capitalize()}: {_fields(effect.action)}".rstrip(": ")
        case CallEffect():
            return f"Then: {_title(script, effect.event)}"
        case EndEffect():
            return f"The battle ends, {effect.winner or 'nobody'} wins: {effect.reason}"
        case RollEffect():
            what = f" for {effect.what}" if effect.what else ""
            return f"1D{effect.sides}{what}"
        case ChoiceEffect():
            return f"A choice for {effect.side}: {_flat(effect.question)}"


def effect_lines(effects: tuple[ScriptEffect, ...], script: Script, depth: int = 0) -> tuple[EffectLine, ...]:
    """All of them, with what hangs on a die or a choice below it."""
    lines: list[EffectLine] = []
    for effect in effects:
        lines.append(EffectLine(depth, effect_words(effect, script)))
        for head, hanging in _hanging(effect):
            lines.append(EffectLine(depth + 1, head))
            lines += effect_lines(hanging, script, depth + 2) or (EffectLine(depth + 2, "nothing"),)
    return tuple(lines)


def _hanging(effect: ScriptEffect) -> Iterator[tuple[str, tuple[ScriptEffect, ...]]]:
    """The outcomes of a die or a choice, each with what it brings about."""
    if isinstance(effect, RollEffect):
        for branch in effect.branches:
            low, high = branch.faces
            yield f"on {low}:" if low == high else f"on {low} to {high}:", branch.effects
    if isinstance(effect, ChoiceEffect):
        for number, option in enumerate(effect.options):
            default = " (the default)" if number == effect.default else ""
            yield f"“{option.label}”{default}:", option.effects


def _fields(action: str) -> str:
    given = {key: value for key, value in json.loads(action).items() if key != "verb" and value not in (None, [], ())}
    return ", ".join(f"{key.replace('_', ' ')} {_plain(value)}" for key, value in given.items())


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _to(audience: Audience) -> str:
    if audience is None:
        return ""
    return f" (to {', '.join(audience)})" if audience else " (to the umpire)"


def _flat(text: str) -> str:
    """In one line; the umpire reads all of it."""
    return " ".join(text.split())


def _title(script: Script, key: str) -> str:
    plan = script.event(key)
    return plan.title if plan is not None else key


# ── For everybody, as it happens ──────────────────────────────────────────────────────────────────────────────────


_NEW = "New objective"


def said_before(state: Staged[Any], title: str, text: str) -> bool:
    """Whether an event of that title has happened more than once by now, and says these words each time."""
    events = [plan for plan in state.script.events if plan.title == title]
    always = {
        plan.key for plan in events for each in plan.effects if isinstance(each, PostEffect) and each.text == text
    }
    return any(sum(each.event == key for each in state.occurrences) > 1 for key in always)


def told(
    event: Event, script: Script, side_names: dict[str, str], *, again: bool = False, first: bool = False
) -> Told | None:
    """An event of the script in words; None: there is nothing to say of it beyond what follows from it. `again`: these
    words have been read before, and stand in the details; `first`: the battle's first turn is not over."""
    match event:
        case ScriptedEventBegan():
            how = {"trigger": "its moment has come", "umpire": "called by the umpire", "event": "it follows"}[event.how]
            return Told(f"Scenario: {event.title}", (how,))
        case Posted():
            said = tuple(event.text.splitlines())
            return Told(event.title, () if again else said, important=True, story=True, details=said if again else ())
        case ObjectiveSet():
            objective = event.objective
            what = _NEW if event.new and objective.state == "open" else f"Objective {JUDGED[objective.state]}"
            if first and event.audience is not None and what == _NEW:  # its briefing and its panels say so
                return Told(what, (objective.text,), role=TellingRole.FRAME)
            judged = Upshot("", f"{what}: {objective.text}".rstrip("."), Gravity.GROUND)
            upshots = (judged,) if objective.state in ("achieved", "failed") else ()
            return Told(what, (objective.text,), important=True, story=True, upshots=upshots)
        case ScriptRolled():
            what = f"{event.what or 'A die for the scenario'}: D{event.sides} {event.die}"
            return Told(what, draws=event.draws, said=event.draws, role=TellingRole.FRAME)
        case ChoicePut():
            choice = event.choice
            return Told(
                f"{side_names.get(choice.side, choice.side)} must choose",
                (choice.question,),
                important=True,
                story=True,
            )
        case ChoiceMade():
            late = " (nobody answered in time)" if event.absent else ""
            who = side_names.get(event.side, event.side)
            return Told(f"{who}: {event.label}{late}", idle=Idle(who, f"choose {event.label!r}"))
        case EffectFailed():
            reason = f"{event.reason} {event.remedy}".strip()
            return Told("The scenario could not do this", (event.effect, reason))
        case Whispered():
            return Told("From the umpire", tuple(event.text.splitlines()), important=True, story=True)
        case ReservesCame() | OrderCarriedOut():
            return None
        case _:
            return None
