"""Fire and what comes of it in words: who fell first, then the sum behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.infantry_action.events.fire import (
    FireEvent,
    FireLapsed,
    FireResolved,
    GroundLit,
    MenDiced,
    ScreenLaid,
    ShotsFired,
    SupportCalled,
    SupportFell,
    TargetRegistered,
)
from rules.infantry_action.tell.words import Words
from rules.kernel.facts import Item, Itemised, plain
from rules.language.words import are_several, capital, counted, listed, within
from rules.table.board import Point
from rules.table.strokes import BurstStroke, FallenStroke, FireStroke
from rules.telling.told import Casualty, Gravity, TellingRole, Told, Upshot

NAMED = 3
"""Firing groups that the fall of a man names."""
BURST = 75.0
"""Metres about the place of a concentration that a picture shows struck."""


def tell_fire(words: Words, event: FireEvent) -> Told | None:
    match event:
        case ShotsFired():
            return _fired(words, event)
        case FireLapsed():
            return _lapsed(words, event)
        case FireResolved():
            return _resolved(words, event)
        case MenDiced():
            return _diced(words, event)
        case ScreenLaid():
            length = 50 if event.screen.local else 100
            return Told(
                f"Smoke goes up at {words.place(event.screen.start)}", details=(f"a screen of about {length} m",)
            )
        case GroundLit():
            return Told(f"Light over {words.place(event.lit.at)}", details=(f"{event.lit.radius:g} m about it",))
        case SupportCalled():
            return _called(words, event)
        case TargetRegistered():
            made = event.registration
            return Told(f"{made.name} is registered at {words.place(made.at)}, ready from period {made.ready}")
        case SupportFell():
            return _fell(words, event)


def _fired(words: Words, event: ShotsFired) -> Told | None:
    """To one's own side: how many weapons at whom."""
    at: dict[str, int] = {}
    for shot in event.shots:
        if shot.how == "observe":
            continue
        name = words.target(shot.target) or words.place(shot.at)
        at[name] = at.get(name, 0) + 1
    said = listed([f"{count} at {name}" for name, count in at.items()])
    lines = tuple(
        f"{shot.weapon} at {target}, {shot.metres:g} m"
        for shot in event.shots
        if shot.how != "observe" and (target := words.target(shot.target))
    )
    aimed: dict[tuple[str, str, Point | None], int] = {}
    for shot in event.shots:
        if shot.how != "observe":
            at_group = words.state.find_group(shot.target) is not None
            key = (shot.group, shot.target if at_group else "", None if at_group else shot.at)
            aimed[key] = aimed.get(key, 0) + 1
    shots = tuple(FireStroke(by, target, shots=count, place=place) for (by, target, place), count in aimed.items())
    return Told(f"{words.side(event.side)} fires: {said}", details=lines, strokes=shots) if said else None


def _lapsed(words: Words, event: FireLapsed) -> Told:
    """To one's own side: at whom it meant to fire, and could not."""
    at = dict.fromkeys(words.target(plan.target) or "a place" for plan in event.plans)
    shots = counted(len(event.plans), "weapon")
    return Told(f"{words.side(event.side)} meant to fire at {listed(list(at))}: {shots} had no shot after the movement")


def _resolved(words: Words, event: FireResolved) -> Told | None:
    """The sum against a group; of firers whom the reader does not see, no more than their points."""
    if event.off_table:
        return _mission(words, event)
    if words.state.find_group(event.target) is not None and not words.knows(event.target):
        return None
    target = words.target(event.target)
    by = listed(sorted({words.group(group) for group in event.by})) or "a mine"
    hits = f"{counted(event.hits, 'potential hit')}"
    chance = _die(event)
    details = (_sum(words, event.total, event), *([chance] if chance else []))
    headline = (
        f"{capital(by)} {'fire' if ' and ' in by else 'fires'} at {target}: {hits if event.hits else 'no effect'}"
    )
    return Told(
        headline,
        details=details,
        role=TellingRole.OPENS if event.hits else TellingRole.ALONE,
        about=f"fire:{event.target}",
        strokes=tuple(_struck(words, event.by, event.target)),
    )


def _struck(words: Words, by: Iterable[str], target: str) -> Iterator[FireStroke]:
    """The fire of those whom the reader sees, but for their own side's, which has been told of as it was fired."""
    for group in by:
        found = words.state.find_group(group)
        if found is not None and words.ref(target) and not words.own(found.side):
            yield FireStroke(group if words.sees(group) else "", target)


def _mission(words: Words, event: FireResolved) -> Told | None:
    known = [words.group(group) for group in event.groups if words.knows(group)]
    if not known:
        return None
    return Told(
        f"The support falls on {listed(known)}: {counted(event.hits, 'potential hit', none='no')}",
        details=(str(event.total),),
        role=TellingRole.OPENS if event.hits else TellingRole.ALONE,
        about="fire:",
    )


def _sum(words: Words, total: Itemised, event: FireResolved) -> str:
    """All items to who sees all the firers, else the total alone."""
    if all(words.sees(group) for group in event.by):
        return str(_together(total))
    return f"total {plain(total.value)}"


def _together(total: Itemised) -> Itemised:
    """Weapons of one kind at one range as one item: "12 rifle, 230 m (6)"."""
    found: dict[tuple[str, str], list[int]] = {}
    for item in total.items:
        found.setdefault((item.reason, item.citation), []).append(item.amount)
    items = tuple(
        Item(sum(amounts), reason if len(amounts) == 1 else f"{reason} ({len(amounts)})", citation)
        for (reason, citation), amounts in found.items()
    )
    return Itemised(items, total.least, total.most, total.label)


def _die(event: FireResolved) -> str:
    if event.die is None:
        return ""
    return f"needs {event.needs} or more: {event.die}"


def _diced(words: Words, event: MenDiced) -> Told | None:
    """Who fell. The other side learns of those whom it could see."""
    state = words.state
    if not event.dice and event.vehicles:
        return _empty(words, event)
    groups = {state.figure(die.figure).group for die in event.dice}
    if not any(words.knows(group) for group in groups):
        return None
    fallen = [
        Casualty(
            words.figure(id_) if words.knows(state.figure(id_).group) else "a man",
            "hit",
            words.group(state.figure(id_).group),
            gravity=words.gravity(id_),
        )
        for id_ in event.casualties
    ]
    lines = [
        f"{words.vehicle(id_)} is destroyed{' and burns' if id_ in event.burning else ''}." for id_ in event.destroyed
    ]
    lines += [f"The radio of {words.figure(id_)} is out of action." for id_ in event.radios if _own(words, id_)]
    by = _firers(words, event)
    who = listed(sorted({within(words.group(group)) for group in groups}))
    fires = f"{capital(by)} {'fire' if ' and ' in by else 'fires'} at {who}" if by else f"The fire on {who}"
    headline = _who_fell(fallen, by) if fallen else f"{fires}: nobody falls"
    return Told(
        headline,
        tuple(lines),
        casualties=tuple(fallen),
        details=(_dice(words, event),),
        role=TellingRole.CONCLUDES,
        about=f"fire:{event.target}",
        important=bool(fallen),
        upshots=_destroyed(words, event),
        strokes=tuple(_fallen(words, event)),
    )


def _firers(words: Words, event: MenDiced) -> str:
    """Whose fire it was, two by name where there were many; "" where one does not know."""
    names = sorted({within(words.group(group)) for group in event.by})
    left = len(names) - NAMED + 1
    return listed([*names[: NAMED - 1], f"{left} more"] if left > 1 else names, "")


def _who_fell(fallen: Sequence[Casualty], by: str) -> str:
    """ "Gunner Hill of West section falls in the fire of 1 Section", "West section loses 3 men in the fire of …".
    Whoever loses is the subject, the man himself where there is one. `by`: whose fire it was, where one knows."""
    if len(fallen) == 1:
        said = f"{capital(fallen[0].who)} of {within(fallen[0].body)} falls"
    else:
        bodies = sorted({one.body for one in fallen})
        several = len(bodies) > 1 or are_several(bodies[0])
        said = f"{capital(listed(bodies))} {'lose' if several else 'loses'} {len(fallen)} men"
    return f"{said} in the fire of {by}" if by else said


def _fallen(words: Words, event: MenDiced) -> Iterator[FireStroke | FallenStroke]:
    """Those who fell in groups that the reader knows of, and whose fire that was."""
    known = [id_ for id_ in event.casualties if words.knows(words.state.figure(id_).group)]
    by = next((group for group in event.by if words.state.find_group(group) is not None and words.sees(group)), "")
    if known:
        yield FireStroke(by, words.state.figure(known[0]).group, len(known), shots=0)
    yield from (FallenStroke(words.state.figure(id_).group, id_) for id_ in known)


def _destroyed(words: Words, event: MenDiced) -> tuple[Upshot, ...]:
    return tuple(
        Upshot(words.vehicle(id_), "is destroyed", Gravity.VEHICLE, several="are destroyed") for id_ in event.destroyed
    )


def _empty(words: Words, event: MenDiced) -> Told:
    """A vehicle that stood empty. IA-R093"""
    die = event.vehicles[0]
    lost = f"it is destroyed{' and burns' if event.burning else ''}" if event.destroyed else "it is unharmed"
    return Told(
        f"The fire on {words.vehicle(die.vehicle)}: {lost}",
        details=(f"The vehicle: {die.die}, saved on {die.needs}",),
        role=TellingRole.CONCLUDES,
        about=f"fire:{event.target}",
        important=bool(event.destroyed),
        upshots=_destroyed(words, event),
    )


def _man(words: Words, id_: str) -> str:
    """By name to his own side."""
    return words.figure(id_) if _own(words, id_) else "a man"


def _own(words: Words, id_: str) -> bool:
    return words.own(words.state.figure(id_).side)


def _dice(words: Words, event: MenDiced) -> str:
    said: Iterable[str] = (f"{_man(words, die.figure)} {die.die} ({die.at_most} or less)" for die in event.dice)
    return "Diced for: " + ", ".join(said)


def _called(words: Words, event: SupportCalled) -> Told | None:
    mission = event.mission
    if mission.what == "registration":
        return Told(f"{mission.name} is being registered at {words.place(mission.at)}, ready in period {mission.falls}")
    if mission.checked:
        return Told("The support is checked until it is called on again")
    where = mission.corrected or mission.at
    times = {1: "", 2: ", doubled", 3: ", trebled"}[mission.multiple]
    how_long = f" for {mission.periods} periods" if mission.periods > 1 else ""
    when = mission.corrected_from if mission.corrected is not None else mission.falls
    return Told(f"Support called: {mission.what}{times} on {words.place(where)} from period {when}{how_long}")


def _fell(words: Words, event: SupportFell) -> Told | None:
    if event.what == "registration":
        place = words.place(event.at)
        return Told(f"The registration at {place} lapses: its observer is out") if event.lapsed else None
    if not event.multiple:
        return Told("No points are left for the support that was called: nothing falls")
    what = {"fire": "Shells fall", "smoke": "Smoke shells fall", "light": "Star shells burst"}[event.what]
    burst = (BurstStroke(event.at, BURST),) if event.what == "fire" else ()
    return Told(f"{what} on {words.place(event.at)}", role=TellingRole.ALONE, strokes=burst)
