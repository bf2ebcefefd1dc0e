"""Nerves and prisoners in words: what the men will do first, the sum behind it."""

from __future__ import annotations

from rules.infantry_action.book.reaction_results import Band, band_of, restrictions
from rules.infantry_action.events.reaction import (
    EscortNamed,
    FlameSeen,
    GroupSurrendered,
    GroupTested,
    PrisonersFreed,
    PrisonersWalked,
    ReactionEvent,
)
from rules.infantry_action.tell.words import Words
from rules.kernel.facts import Itemised, signed
from rules.language.words import capital, listed, plural
from rules.telling.told import Alike, Casualty, Gravity, TellingRole, Told, Upshot

_BANDS = {
    Band.MUST_ADVANCE: "goes for the enemy",
    Band.FREE: "keeps its head",
    Band.UNDER_10: "is wary",
    Band.UNDER_5: "will not go forward",
    Band.UNDER_0: "keeps its head down",
    Band.PANIC: "runs in panic",
}
_TOGETHER = {
    Band.MUST_ADVANCE: "go for the enemy",
    Band.FREE: "keep their heads",
    Band.UNDER_10: "are wary",
    Band.UNDER_5: "will not go forward",
    Band.UNDER_0: "keep their heads down",
    Band.PANIC: "run in panic",
}


def tell_reaction(words: Words, event: ReactionEvent) -> Told | None:
    match event:
        case FlameSeen():
            if not words.own(event.side):
                return None
            who = listed([words.group(group) for group in event.groups])
            return Told(f"{who} {plural(len(event.groups), 'sees', 'see')} flame used", role=TellingRole.DETAIL)
        case GroupTested():
            return _tested(words, event)
        case GroupSurrendered():
            return _surrendered(words, event)
        case EscortNamed():
            return Told(f"{capital(_man(words, event.escort))} takes the {_prisoners(words, event.group)} to the rear")
        case PrisonersWalked():
            if not event.off or not words.knows(event.group):
                return None
            return Told(f"The {_prisoners(words, event.group)} are off the field, in captivity", important=True)
        case PrisonersFreed():
            return _freed(words, event)


def _man(words: Words, id_: str) -> str:
    return words.figure(id_) if words.own(words.state.figure(id_).side) else "a man"


def _prisoners(words: Words, group: str) -> str:
    name = words.group(group)
    return name[:1].lower() + name[1:]


def _tested(words: Words, event: GroupTested) -> Told | None:
    """To its own side with all the numbers; to others no more than how it bears itself."""
    if not words.knows(event.group):
        return None
    group = words.state.group(event.group)
    band = band_of(event.score)
    bound = event.bound
    result = "falls back from the enemy in its midst" if bound.retire else _BANDS[band]
    headline = f"{group.name} {result}"
    together = "fall back from the enemy in their midst" if bound.retire else _TOGETHER[band]
    alike = Alike(group.name, result, together)
    upshots = (Upshot(group.name, result, Gravity.ROUT, several=together),) if band.panics else ()
    if not words.own(group.side):
        return Told(headline, role=TellingRole.ALONE, important=band.panics, alike=alike, upshots=upshots)
    lines: list[str] = []
    if bound.crews is not None:
        lines.append(f"Crews of its weapons: {_rule(band_of(bound.crews))}.")
    if bound.leader and bound.leader_score is not None:
        lines.append(f"{words.figure(bound.leader)} himself: {_rule(band_of(bound.leader_score))}.")
    runners = [id_ for id_ in bound.joined if words.state.figure(id_).group != event.group]
    if bound.joined and not band.panics:
        runners = list(bound.joined)
    if runners:
        lines.append(f"{listed([words.figure(id_) for id_ in runners])} will run with him.")
    details = [f"Next period: {_rule(band)}", _sum(event.dice, event.factors, event.score)]
    if event.leader_factors is not None and bound.leader_score is not None:
        own = _sum(event.leader_dice, event.leader_factors, bound.leader_score)
        details.append(f"{words.figure(bound.leader)}: {own}")
    return Told(headline, tuple(lines), details=tuple(details), important=band.panics, alike=alike, upshots=upshots)


def _rule(band: Band) -> str:
    """What binds, in a line."""
    return "; ".join(line.words for line in restrictions(band)) or band.words


def _sum(dice: tuple[int, ...], factors: Itemised, score: int) -> str:
    items = ", ".join(f"{signed(item.amount)} {item.reason}" for item in factors.items)
    thrown = " + ".join(str(die) for die in dice)
    return f"{thrown} on the dice{', ' + items if items else ''}: {score}"


def _surrendered(words: Words, event: GroupSurrendered) -> Told | None:
    if not words.knows(event.group):
        return None
    given = [die.figure for die in event.dice if die.surrenders]
    name = words.group(event.group)
    own = words.own(words.state.group(event.group).side)
    dice = "; ".join(f"{words.figure(die.figure) if own else 'a man'} {die.die}" for die in event.dice)
    details = (f"{dice} (less than 5 surrenders)",)
    if not given:
        return Told(f"None of {name} surrenders: they run", details=details)
    to = words.group(event.to)
    lost = tuple(Casualty(words.figure(id_) if own else "a man", "taken prisoner", name) for id_ in given)
    how_many = f"{len(given)} of {name} {plural(len(given), 'surrenders', 'surrender')} to {to}"
    lines = (f"{capital(to)} must name an escort in its next order, or they go free.",)
    return Told(how_many, () if own else lines, casualties=lost, details=details, important=True)


def _freed(words: Words, event: PrisonersFreed) -> Told | None:
    if not words.knows(event.group):
        return None
    why = {
        "no escort": "nobody was told to take them to the rear",
        "unguarded": "nobody is left who guards them",
        "panic": "they ran in the confusion",
    }[event.why]
    return Told(f"{event.name}: prisoners no longer, {why}", ("They have no weapons.",), important=True)
