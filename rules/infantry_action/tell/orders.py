"""What a side writes, told to itself alone; seals, for all to read."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.orders import telling
from rules.battle.orders.sealing import SealingEvent
from rules.infantry_action.events.orders import (
    AheadNoticed,
    AheadOver,
    AheadWritten,
    FireLeft,
    FirePlanned,
    Instructed,
    OrderTaken,
    OrderWritten,
    RunnerFared,
    RunnerSent,
    WritingEvent,
)
from rules.infantry_action.figures import Figure, Gun, Mounted
from rules.infantry_action.groups import Ahead
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.ahead.sealing import ahead_words, end_words
from rules.infantry_action.play.ground.instructed import instructed
from rules.infantry_action.tell.words import Words
from rules.infantry_action.view import order_words
from rules.kernel.changing import replace
from rules.telling.told import TellingRole, Told

_MET = {
    "located": "stands in the open, located by the enemy",
    "sighted": "is seen",
    "fired-on": "was fired on",
    "forbidden": "cannot do as it is ordered after its test",
    "arrived": "has arrived",
    "joined": "has come, and has no orders",
}
"""By kind of contact."""


def tell_orders(words: Words, event: WritingEvent) -> Told | None:
    match event:
        case OrderWritten():
            name = words.group(event.group)
            said = "as before" if event.order is None else order_words(words.state, event.order)
            return Told(f"{name}: {said}", own_word=True)
        case FirePlanned():
            return _planned(words, event)
        case Instructed():
            said = instructed(words.state, replace(words.state.group(event.group), instructions=event.instructions))
            lines = (
                f"Fire {said.fire}; in cover {said.cover:+d} in reaction tests; its leader tests for himself "
                f"{said.leader}; at mines: {said.mines}.",
            )
            return Told(f"{words.group(event.group)} is instructed", lines, own_word=True)
        case FireLeft():
            asked = "you are asked for fire in each period" if event.fire == "ask" else "your men fire as instructed"
            return Told(f"Fire: {asked}", own_word=True)
        case OrderTaken():
            return _taken(words, event)
        case AheadWritten():
            said = "Your seal is for this period alone" if event.ahead is None else _ahead(event.ahead)
            return Told(said, role=TellingRole.FRAME)
        case AheadOver():
            return _asked_again(words, event)
        case AheadNoticed():
            return Told("Contact; what you have sealed ahead goes on", _contacts(words, event.met))
        case RunnerSent():
            message = event.message
            told = order_words(words.state, message.order)
            return Told(f"{words.figure(message.runner)} runs to {words.group(message.to)}: {told}")
        case RunnerFared():
            return _fared(words, event)


def _ahead(ahead: Ahead) -> str:
    return f"Your next seal is {ahead_words(ahead)}"


def _asked_again(words: Words, event: AheadOver) -> Told:
    """Why, as far as it happened to the side's own groups or before their eyes. Whoever opens their orders reads it
    there; the question to everybody has called them."""
    ended = event.ended
    lines = (*((_sentence(end_words(ended)),) if ended is not None else ()), *_contacts(words, event.met))
    quiet = ended is not None and ended.strength == "tell" and not event.met
    headline = "What you have sealed ahead is over: you are asked again"
    return Told(headline, lines, important=not quiet, role=TellingRole.FRAME)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _contacts(words: Words, signs: Sequence[str]) -> tuple[str, ...]:
    """ "Able was fired on by Red." """
    met = [sign.partition(": ")[::2] for sign in signs]
    more = {(kind, sign.split()[0]) for kind, sign in met if kind == "fired-on" and _fire(words, sign)}
    plain = (each for each in met if each not in more)  # who fires, or what it cost, says that it was fired on
    return tuple(
        dict.fromkeys(f"{words.group(sign.split()[0])} {_came_of(words, kind, sign)}." for kind, sign in plain)
    )


def _came_of(words: Words, kind: str, sign: str) -> str:
    return (_fire(words, sign) if kind == "fired-on" else "") or _MET[kind]


def _fire(words: Words, sign: str) -> str:
    """What a sign of fire says beside that there was some: "able by red", "able loses 2". IA-R270"""
    match sign.split():
        case [_, "by", firer]:
            return f"was fired on by {words.group(firer)}"
        case [_, "loses", _]:
            return "loses more men under fire"
        case _:
            return ""


def _planned(words: Words, event: FirePlanned) -> Told | None:
    plan = event.plans[0]
    who = words.group(event.group) if len(event.plans) > 1 else _firer(words, plan.by)
    if plan.how == "hold":
        return Told(f"{who} holds fire")
    at = words.target(plan.target)
    at = at or (words.place(plan.spot) if plan.spot is not None else "")
    weapons = f", {len(event.plans)} weapons" if len(event.plans) > 1 else ""
    return Told(f"{who}: {plan.how}{f' at {at}' if at else ''}{weapons}")


def _firer(words: Words, by: str) -> str:
    match words.state.firer(by) or words.state.device(by):
        case Gun() as gun:
            return gun.name
        case Figure():
            return words.figure(by)
        case Device() as device:
            return device.kind
        case Mounted(vehicle) as mounted:
            return f"{vehicle.name}, {mounted.mount.weapon.value}"
        case None:
            return "A weapon"


def _taken(words: Words, event: OrderTaken) -> Told | None:
    if event.dormant:
        return Told(f"{words.group(event.group)} cannot carry out its order now; it waits")
    return None


def _fared(words: Words, event: RunnerFared) -> Told:
    runner, to = words.figure(event.runner), words.group(event.to)
    match event.what:
        case "told":
            return Told(f"{runner} has reached {to}: it does as it is told")
        case "nobody":
            return Told(f"{runner} finds none of {to}, and comes back")
        case "back":
            return Told(f"{runner} is back from {to}")
        case "lost":
            return Told(f"{runner} carries no order any more")


def tell_sealing(words: Words, event: SealingEvent) -> Told | None:
    return telling.tell_sealing(event, words.side)
