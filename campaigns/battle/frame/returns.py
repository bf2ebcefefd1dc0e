"""Who is back before a battle: the wounded and the missing by the campaign's policy, and replacements for the dead;
what has been repaired.

What came of it is an entry of the battle's journal, and its dice are the battle's own, so they can be verified like
all others. BG-R113, BG-XIII.10.2
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import Overtaken
from campaigns.battle.record.mustering import OPTIONS, units_called
from campaigns.members import fates
from campaigns.members.fates import Fate
from campaigns.members.policies import Repairs, Replacements, WoundedReturn
from campaigns.post import dispatches
from campaigns.post.matter import Matter, Said
from campaigns.roster.careers import Status
from campaigns.roster.growth import keeps
from campaigns.roster.names import Name
from campaigns.roster.raising import enlist, new_person
from campaigns.roster.resting import rest_words
from campaigns.roster.rosters import restoring
from campaigns.roster.units import RosterFigure, RosterUnit, SlotView
from campaigns.tables.base import pk
from campaigns.tables.battles import EntryKind
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from rules.kernel.action import ENGINE
from rules.kernel.chance import Chance
from rules.language.words import counted, plural
from rules.seam.growth import Growth

BACK_ON = 4
"""With the d6 policy, what one die must show at least."""


@dataclass(frozen=True, slots=True)
class Return:
    """One line of the report before a battle. `die`: what decided it, where the policy rolls; `replacement`: who stands
    in his place, for the record: the journal keeps it."""

    unit_id: int
    figure_id: int
    name: str
    what: Literal["recovered", "still away", "replaced", "fights on", "repaired", "not repaired", "died", "invalided"]
    die: int | None = None
    replacement_id: int | None = None
    replacement: str = ""
    condition: str = ""
    """What he suffers from still, in words."""
    men: int = 0
    """Of a base that has been made good: how many have joined it."""
    table: str = ""
    """The table of fates that the die was read on, where there was one."""
    rests: int | None = None
    """Of one who stays away by a GM's word: for how many battles after this one."""
    until: str = ""
    """Of one who stays away until a day: which, in words."""

    @property
    def as_rolled(self) -> bool:
        """Whether the die says what came of it."""
        if self.die is None:
            return True
        if self.table:
            return _COMES_OF[fates.read(self.table)[self.die]] == self.what
        return (self.die >= BACK_ON) == (self.what in ("recovered", "repaired"))


Newcomers = dict[int, tuple[int, Name]]
"""Who replaces the last holder of a slot: his number and his name."""
RETURNS: TypeAdapter[tuple[Return, ...]] = TypeAdapter(tuple[Return, ...])


async def bring_back(conduct: Conduct, who: int, newcomers: Newcomers) -> tuple[Return, ...]:
    """Carry out the policies for the units called to the battle, and record what came of it. `newcomers`: who was found
    for each free slot when this was rehearsed; those found now are added to it."""
    units = await units_called(conduct.session, conduct.id)
    chance = await conduct.chance()
    kept = keeps(conduct.rules, conduct.settings, OPTIONS.validate_json(conduct.row.options))
    report: list[Return] = []
    for unit in units:
        for slot in unit.elements:
            if slot.holder is not None and (back := _repaired(unit, slot.holder, conduct, chance)):
                conduct.session.add_all(_good_as_new(slot, slot.holder, back, conduct, who))
                report.append(back)
        for slot in unit.slots:
            if slot.holder is not None and (back := _away(unit, slot.holder, conduct, kept, chance)):
                conduct.session.add_all(_facts(slot.holder, back, conduct, who))
                report.append(back)
    if conduct.settings.replacements is Replacements.AUTOMATIC:
        await conduct.session.flush()
        units = await units_called(conduct.session, conduct.id)  # whoever has just died leaves a place
        free = [(unit, slot) for unit in units if not unit.guest for slot in unit.slots if not slot.holder]
        report += [await _replace(conduct, unit, slot, who, newcomers) for unit, slot in free]
    if report:
        intent = RETURNS.dump_json(tuple(report)).decode()
        conduct.record(EntryKind.RETURNS, intent, ENGINE, chance, (), user_id=who)
        await conduct.session.flush()
    return tuple(report)


NAMED = 12
"""People of one unit that are named for one thing."""
_HEADS = {
    "recovered": "back",
    "replaced": "new",
    "fights on": "fights on hurt",
    "died": "died of wounds or never found",
    "invalided": "invalided home",
    "still away": "still away",
    "repaired": "repaired",
    "not repaired": "not repaired",
}


async def tell(conduct: Conduct, report: Sequence[Return]) -> None:
    """Tell each side, and nobody else, which of its people are back, new, or away still."""
    units = await units_called(conduct.session, conduct.id) if report else []
    for side in dict.fromkeys(unit.side for unit in units):
        lines = [
            f"{unit.name}: {in_words(own)}"
            for unit in units
            if unit.side == side and (own := [back for back in report if back.unit_id == unit.id])
        ]
        if lines:
            about = Said(title="Before the battle", text="\n".join(lines))
            matter = Matter(topic="side-words", about=about)
            await dispatches.tell_sides_of(conduct.session, conduct.campaign, conduct.row, [side], matter, conduct.now)


def in_words(report: Sequence[Return]) -> str:
    """ "back: Ann Bell (D6: 5); new: Jim Cook for Ray Hale; still away: Kay Moss (D6: 2)", of one unit."""
    said: list[str] = []
    for what, head in _HEADS.items():
        names = [_named(back) for back in report if back.what == what]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        said += [f"{head}: {', '.join(names[:NAMED])}{more}"] if names else []
    return "; ".join(said)


def _named(back: Return) -> str:
    if back.what == "replaced":
        return f"{back.replacement} for {back.name}"
    men = f"{back.men} {plural(back.men, 'man', 'men')}" if back.men else ""
    beside = ", ".join(filter(None, (back.condition, men, f"D6: {back.die}" if back.die is not None else "")))
    return f"{back.name} ({beside})" if beside else back.name


_COMES_OF: Mapping[Fate, Literal["died", "invalided", "still away", "recovered"]] = {
    Fate.DIES: "died",
    Fate.INVALIDED: "invalided",
    Fate.AWAY: "still away",
    Fate.BACK: "recovered",
}
_GONE = {
    "died": (FactKind.KILLED, "died of wounds or never found"),
    "invalided": (FactKind.RETIRED, "invalided home"),
}


def _away(
    unit: RosterUnit, figure: RosterFigure, conduct: Conduct, kept: Growth | None, chance: Chance
) -> Return | None:
    policy = conduct.settings.wounded
    if figure.status not in (Status.WOUNDED, Status.MISSING) or figure.excused:
        return None
    condition = figure.standing.condition
    if kept is not None and condition:
        what = "fights on" if kept.may_fight(condition) else "still away"
        return Return(unit.id, figure.id, figure.name, what, condition=kept.describe(condition))
    if kept is None and figure.standing.resting:
        more = figure.standing.resting - 1
        rests = f"{counted(more, 'battle')} more" if more else ""
        return Return(unit.id, figure.id, figure.name, "still away", condition=rests, rests=more)
    until = figure.standing.until
    if kept is None and until is not None:
        if conduct.now.date() >= until:
            return Return(unit.id, figure.id, figure.name, "recovered")
        rest = rest_words(figure.standing)
        return Return(unit.id, figure.id, figure.name, "still away", condition=rest, until=rest)
    if kept is None and policy is WoundedReturn.UMPIRE_DECIDES:
        return None
    if kept is not None or policy is WoundedReturn.NEXT_BATTLE:
        return Return(unit.id, figure.id, figure.name, "recovered")
    die = chance.roll(6, for_=f"return of {figure.ref}")
    if policy is WoundedReturn.FATES:
        table = conduct.settings.fates
        return Return(unit.id, figure.id, figure.name, _COMES_OF[fates.read(table)[die]], die, table=table)
    return Return(unit.id, figure.id, figure.name, "recovered" if die >= BACK_ON else "still away", die)


def _repaired(unit: RosterUnit, element: RosterFigure, conduct: Conduct, chance: Chance) -> Return | None:
    policy, standing = conduct.settings.repairs, element.standing
    here = element.status in (Status.FIT, Status.DAMAGED, Status.KNOCKED_OUT) and not element.excused
    if policy is Repairs.OFF or not here or not (standing.harmed or standing.lost):
        return None
    die = chance.roll(6, for_=f"repair of {element.ref}") if policy is Repairs.D6 else None
    if die is not None and die < BACK_ON:
        return Return(unit.id, element.id, element.name, "not repaired", die)
    return Return(unit.id, element.id, element.name, "repaired", die, men=standing.lost)


def _good_as_new(slot: SlotView, element: RosterFigure, back: Return, conduct: Conduct, who: int) -> list[CareerFact]:
    if back.what != "repaired":
        return []
    return restoring(element.id, slot.kind, element.standing, now=conduct.now, who=who, battle_id=conduct.id)


def _facts(figure: RosterFigure, back: Return, conduct: Conduct, who: int) -> Iterable[CareerFact]:
    """One who was missing and is hurt has turned up, and keeps his wounds."""
    turned_up = figure.status is Status.MISSING and back.condition and back.rests is None and not back.until
    if gone := _GONE.get(back.what):  # between two battles: no loss of the one that begins
        kind, words = gone
        note = f"{words} (D6: {back.die})"
        yield CareerFact(figure_id=back.figure_id, kind=kind, note=note, user_id=who, at=conduct.now)
    if back.rests is not None:
        yield CareerFact(
            figure_id=back.figure_id,
            battle_id=conduct.id,
            kind=FactKind.RESTING,
            men=back.rests,
            user_id=who,
            at=conduct.now,
        )
    if back.what == "recovered" or turned_up:
        yield CareerFact(
            figure_id=back.figure_id, battle_id=conduct.id, kind=FactKind.RECOVERED, user_id=who, at=conduct.now
        )
    if turned_up:
        yield CareerFact(
            figure_id=back.figure_id,
            battle_id=conduct.id,
            kind=FactKind.CONDITION,
            note=back.condition,
            details=figure.standing.condition,
            user_id=who,
            at=conduct.now,
        )


async def _replace(conduct: Conduct, unit: RosterUnit, slot: SlotView, who: int, newcomers: Newcomers) -> Return:
    session: AsyncSession = conduct.session
    row = await session.get_one(Slot, slot.id)
    gone = await session.get_one(Figure, slot.last.id)
    number, person = newcomers.get(slot.id, (None, None))
    if number is not None and await session.get(Figure, number) is not None:
        raise Overtaken(conduct.loaded, conduct.loaded)  # somebody else has been enlisted meanwhile
    if person is None:
        home = await session.get_one(Unit, unit.id)
        person = await new_person(session, home, row.traits, conduct.rules, conduct.store.entropy)
    figure = await enlist(session, row, person, gone, conduct.now, who, number=number)
    newcomers[slot.id] = pk(figure.id), person
    return Return(unit.id, slot.last.id, slot.last.name, "replaced", replacement_id=figure.id, replacement=str(person))
