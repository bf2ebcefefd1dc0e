"""Campaigns, units, battles and careers in a few lines, escaped, for answers and notices."""

from __future__ import annotations

import discord

from bot.post.clocks import AT_DEADLINE
from bot.talk.people import named
from bot.talk.text import clip, escape, small
from campaigns.campaign.campaign import CampaignView
from campaigns.members.policies import Files, Joining, Policies, Repairs, SideThreads, StandIn, WoundedReturn
from campaigns.roster import elements, growth
from campaigns.roster.careers import Career, CareerLine
from campaigns.roster.records import UnitRecord
from campaigns.roster.rosters import RosterUnit, SlotView
from campaigns.tables.roster import PERSON, FactKind
from rules.language.words import counted
from rules.seam.ruleset import AnyRuleSet

SHEETS = 12
"""Men of a unit whose sheets are shown on its roster."""

DECORATIONS = 600
"""Characters up to which a figure's decorations are named at the head of his career; each has a line in it, too."""


def campaign_text(view: CampaignView, *, policies: bool = False) -> str:
    """Its name, its GMs, who plays for which side."""
    lines = [f"### {escape(view.name)}", small("closed") if view.closed else ""]
    deputy = f" · deputy: {named(view.deputy)}" if view.deputy is not None else ""
    lines.append("GM: " + ", ".join(f"<@{gm}>" for gm in view.gms[:20]) + deputy)
    for side in view.sides:
        people = ", ".join(f"<@{player.user_id}>" for player in side.players[:20])
        lines.append(f"**{escape(side.name)}**: {people or 'nobody yet'}")
    if policies:
        lines.append(small(settings_text(view.settings)))
    return "\n".join(line for line in lines if line)


_WOUNDED = {
    WoundedReturn.NEXT_BATTLE: "back in the next battle",
    WoundedReturn.UMPIRE_DECIDES: "back when the umpire says so",
    WoundedReturn.D6: "back before a battle on a D6 of 4 or more",
    WoundedReturn.FATES: "a D6 each before a battle, on the table of fates",
    WoundedReturn.KEPT: "fight on hurt, or rest and heal (house rule)",
}


_REPAIRS = {
    Repairs.OFF: "stay damaged, and bases short of men, until the GM says otherwise",
    Repairs.NEXT_BATTLE: "repaired for the next battle, and bases made good (house rule)",
    Repairs.D6: "repaired before a battle on a D6 of 4 or more, and bases made good (house rule)",
}


JOINING = {
    Joining.UNTIL_BATTLE: "open until the first battle begins, then by the GM's approval",
    Joining.OPEN: "open to anybody",
    Joining.APPROVAL: "by the GM's approval",
    Joining.CLOSED: "closed",
}


_STAND_IN = {
    StandIn.ASSIGNED: "only their commanders act with them",
    StandIn.AFTER_DEADLINE: "anybody of the side acts with them once their commander has missed a deadline",
}


_THREADS = {
    SideThreads.WITH_GM: "for their players and the GM",
    SideThreads.PLAYERS: "for their players only",
    SideThreads.OFF: "none",
}


def of_the_wounded(settings: Policies) -> str:
    """What becomes of them by the policy, with the table where there is one."""
    table = f": {settings.fates}" if settings.wounded is WoundedReturn.FATES else ""
    return f"{_WOUNDED[settings.wounded]}{table}"


def _lasts(most: int) -> str:
    """ "a D6 of 1 to 3 for each of the wounded proposes one"."""
    faces = "1" if most == 1 else f"1 to {most}"
    return f"a D6 of {faces} for each of the wounded proposes one"


def settings_text(settings: Policies) -> str:
    """The policies in force, one sentence each."""
    answer = f"{settings.deadline_hours:g} h to answer a prompt" if settings.deadline_hours else "no deadlines"
    reminder = f", a reminder {settings.reminder_hours:g} h before" if settings.reminder_hours else ""
    lines = [
        f"Joining: {JOINING[settings.joining]}",
        f"Private threads of the sides: {_THREADS[settings.side_threads]}",
        f"Deadlines: {answer}{reminder if settings.deadline_hours else ''}",
        *(_deadline_lines(settings) if settings.deadline_hours else []),
        f"The wounded: {of_the_wounded(settings)}",
        *([f"Lasting injuries (house rule): {_lasts(settings.injuries)}"] if settings.injuries else []),
        f"Replacements: {settings.replacements.replace('-', ' ')}",
        f"Vehicles and guns: {_REPAIRS[settings.repairs]}",
    ]
    lines += ["Server calendar: deadlines are its events"] if settings.calendar else []
    lines += ["Files of figures: open to everybody"] if settings.files is Files.OPEN else []
    lines += [f"Comrades' units: {_STAND_IN[settings.stand_in]}"] if settings.stand_in in _STAND_IN else []
    if settings.experience:
        every = "battle" if settings.experience == 1 else f"{settings.experience} battles"
        lines.append(f"Experience (house rule): an upgrade for every {every} survived")
    lines += [f"House rule {key}: {choice}" for key, choice in settings.options]
    forum = [f"Battles: posts of <#{settings.forum}>"] if settings.forum else []
    return "\n".join((*(escape(line) for line in lines), *forum))


def _deadline_lines(settings: Policies) -> list[str]:
    """What else there is to say of deadlines, as far as it is settled otherwise than usual."""
    excused = settings.excused_misses
    saved = f"Hours not used: up to {settings.saved_percent} % of them are saved for another time"
    lines = [saved] if settings.saved_percent else []
    lines += [f"Missed deadlines: {excused} excused a battle for each player"] if excused else []
    lines += [f"At a deadline: {AT_DEADLINE[settings.at_deadline]}"] if settings.at_deadline != "default" else []
    then = ", then the staff plays" if settings.staff else ""
    lines += [f"Away with nobody in place: the battle waits {settings.absent_hours:g} h{then}"]
    claimed = f"Claims: after {settings.claim_days} silent days the other side may claim a "
    claimed += "win" if settings.claim_win else "draw"
    lines += [claimed] if settings.claim_days else []
    silence = f"{settings.pause_after} deadlines without a word pause a battle"
    lines += [f"Silence: {silence}"] if settings.pause_after else []
    return ["; ".join(lines)]


def unit_text(unit: RosterUnit, rules: AnyRuleSet, settings: Policies | None = None) -> str:
    """Its name and strength, then every man in it, and every vehicle, gun and base; under a small unit's men what each
    can do, where the rules say."""
    kind = rules.forces.kind_of_unit(unit.organisation)
    head = f"**{escape(unit.name)}** · {escape(kind.title if kind else unit.organisation)} · "
    head += strength(unit)
    about = small(f"{escape(unit.nation)} · base colour {escape(unit.base_colour)} · formed {unit.formed:%d %B %Y}")
    men: list[str] = []
    for slot in unit.slots:
        men.append(slot_line(slot, rules, settings))
        if rules.forces.growth is not None and slot.holder is not None and len(unit.slots) <= SHEETS:
            men.append(small(escape(clip(rules.forces.growth.short(growth.person_of(slot)), 160))))
    return "\n".join((head, about, *men, *(element_line(unit, slot) for slot in unit.elements)))


def strength(unit: RosterUnit) -> str:
    """ "5/5 fit · 1/2 vehicles"; a unit of bases alone has no men to count but theirs."""
    said = [f"{unit.fit}/{len(unit.slots)} fit"] if unit.slots else []
    for kind in dict.fromkeys(slot.kind for slot in unit.elements):
        own = [slot for slot in unit.elements if slot.kind == kind]
        ready = sum(slot.holder is not None and slot.holder.status in ("fit", "damaged") for slot in own)
        said.append(f"{ready}/{counted(len(own), kind)}")
    return " · ".join(said)


def element_line(unit: RosterUnit, slot: SlotView) -> str:
    """ "6 Old Ironsides, HMMV with M2 · **damaged** (RPG, major damage) · driver Kay, gunner Moss"."""
    thing = slot.holder
    if thing is None:
        return vacant_line(slot)
    role = f", {escape(thing.role)}" if thing.role != thing.name else ""
    harm = f" ({escape(thing.standing.harm)})" if thing.standing.harm else ""
    notes = [] if thing.status == "fit" else [f"**{words(thing.status)}**{harm}"]
    notes += [f"{thing.men_left}/{counted(thing.men, 'man', 'men')}"] if thing.men else []
    notes += ["absent"] if thing.excused else []
    crew = ", ".join(f"{place} {escape(man.family)}" for place, man in elements.crew_of(unit, slot))
    return " · ".join(filter(None, (f"`{slot.number:>2}` {escape(thing.name)}{role}", *notes, crew)))


def fallen(status: str) -> str:
    """What stands before the name of the dead."""
    return "✝ " if status == "killed" else ""


def words(status: str) -> str:
    return status.replace("-", " ")


def vacant_line(slot: SlotView) -> str:
    """ "3 *vacant* — Jean Dupont killed"."""
    gone = "has another place" if slot.last.moved else words(slot.last.status)
    return f"`{slot.number:>2}` *vacant* — {escape(slot.last.name)} {gone}"


def slot_line(slot: SlotView, rules: AnyRuleSet | None = None, settings: Policies | None = None) -> str:
    """ "3 Private Jean Dupont, rifleman · wounded (Serious Wound) · upgrade to spend"."""
    man = slot.holder
    if man is None:
        return vacant_line(slot)
    known = rules.forces.growth if rules is not None else None
    hurt = known.describe(man.standing.condition) if known is not None and man.status == "wounded" else ""
    notes = [] if man.status == "fit" else [f"**{man.status}**{f' ({escape(hurt)})' if hurt else ''}"]
    notes += ["absent"] if man.excused else []
    notes += ["⬆️ **upgrade to spend**"] if settings and growth.left(man.standing, settings.experience) else []
    role = f", {escape(man.role)}" if man.role else ""
    return " · ".join((f"`{slot.number:>2}` {escape(man.rank)} {escape(man.name)}{role}", *notes))


def record_line(record: UnitRecord) -> str:
    """ "3 battles · 4 credited · 2 destroyed · 1 battle honour"; "" before the first battle."""
    if not record.battles:
        return ""
    done = [f"{record.felled} credited"] if record.felled else []
    done += [f"{record.destroyed} destroyed"] if record.destroyed else []
    done += [counted(record.honours, "battle honour")] if record.honours else []
    done += [counted(record.humiliations, "humiliation")] if record.humiliations else []
    return small(" · ".join((counted(record.battles, "battle"), *done)))


def career_head(career: Career, worn: str = "") -> str:
    """Who a figure is, what he can do, and what his life on the roster comes to. `worn`: his honours in words, in place
    of their names alone."""
    standing = career.standing
    hurt = f" ({escape(career.condition)})" if career.condition else ""
    place = f"No. {career.number} of {escape(career.unit)} · {words(standing.status)}{hurt}"
    head = f"### {fallen(standing.status)}{escape(f'{standing.rank} {career.name}'.strip())}\n{place}"
    if career.men:
        head += f" · {career.men - standing.lost}/{counted(career.men, 'man', 'men')}"
    decorations = " · ".join(map(escape, standing.decorations))
    if len(decorations) > DECORATIONS:
        decorations = counted(len(standing.decorations), "decoration")
    decorations = "" if worn else decorations
    battles, wounds = counted(len(standing.battles), "battle"), counted(standing.wounds, "wound")
    if career.kind == PERSON:
        destroyed = f"{standing.destroyed} destroyed" if standing.destroyed else ""
        shares = f"a part in {standing.shares} more" if standing.shares else ""
        credit = f"{standing.kills} credited"
        marks = [counted(standing.honours, "battle honour")] if standing.honours else []
        marks += [counted(standing.humiliations, "humiliation")] if standing.humiliations else []
        marks += ["promoted in the field"] if standing.promotions else []
        tally = " · ".join(filter(None, (battles, wounds, credit, shares, destroyed, *marks, decorations)))
    else:
        tally = " · ".join(filter(None, (battles, decorations)))
    sheet = [escape(line) for line in career.sheet or ((career.role,) if career.kind != PERSON else ())]
    sheet += [f"🦯 For good: {escape('; '.join(career.injuries))}"] if career.injuries else []
    first = [f"took the place of {escape(career.replaces)}"] if career.replaces else []
    return "\n".join((head, *sheet, small(tally), *([worn] if worn else []), *first))


def career_lines(career: Career) -> list[str]:
    """A figure's life line by line, the newest first."""
    return [fact_line(fact) for fact in reversed(career.facts)]


_WORDS = {
    FactKind.CONDITION: "carries on",
    FactKind.UPGRADED: "learned",
    FactKind.NICKNAMED: "called by a nickname",
    FactKind.INJURED: "keeps for good",
    FactKind.DESTROY_CREDITED: "destroyed",
    FactKind.SHARE_CREDITED: "had a part in felling",
    FactKind.FIELD_PROMOTED: "promoted in the field",
}
_OF = {
    FactKind.KILL_CREDITED: "of ",
    FactKind.DESTROY_CREDITED: "",
    FactKind.SHARE_CREDITED: "",
    FactKind.TREATED: "",
    FactKind.CARRIED: "",
    FactKind.FREED: "",
    FactKind.MEN_LOST: "to ",
}
"""How another stands in a line, where not as the one who did it."""


def deed(kind: FactKind) -> str:
    """What came true, in words: "wounded", "learned"."""
    return _WORDS.get(kind, words(kind.value))


def fact_line(fact: CareerLine) -> str:
    """ "3 January 2026 · wounded by Ivo Kos in Hill 12 (rifle, 10♥)"."""
    line = f"{discord.utils.format_dt(fact.at, 'd')} · {escape(fact_words(fact))}"
    return f"~~{line}~~" if fact.void else line


def fact_words(fact: CareerLine) -> str:
    """The same without its date, in plain text."""
    what = deed(fact.kind)
    if fact.kind is FactKind.RESTING:
        until = "stays away" if fact.note else "no longer stays away"
        what = f"stays away for {counted(fact.men, 'battle')}" if fact.men else until
    elif fact.men:
        what = f"{counted(fact.men, 'man', 'men')} {'lost' if fact.kind is FactKind.MEN_LOST else 'joined'}"
    by = f" {_OF.get(fact.kind, 'by ')}{fact.by}" if fact.by else ""
    battle = f" {'before' if fact.before else 'in'} {fact.battle}" if fact.battle else ""
    note = f" ({fact.note})" if fact.note else ""
    note += f": {fact.citation}" if fact.citation else ""
    return f"{what}{by}{battle}{note}"
