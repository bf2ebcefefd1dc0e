"""A figure's part in one battle as a paragraph: what the account of the battle bears, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from campaigns.story.joining import joined
from campaigns.story.variety import StoryPage
from rules.kernel.action import Role
from rules.language.words import counted, listed, plural, with_article, within
from rules.seam.ruleset import Service
from rules.telling.story import BattleStory, LifeMoment, MomentKind, Recorded

NAMED = 6
"""Names in one list; the others are counted."""
DEAD = ("killed", "destroyed", "captured", "missing")


@dataclass(frozen=True, slots=True)
class BattleEnd:
    """How a battle ended. `winner`: the name of the side that won it; "" for a draw."""

    winner: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One figure's part in one battle, as one viewer may know it. `names`: whom the viewer may name; `unit`: the
    figure's unit; `turn`: what the book calls one; `ending` None: it goes on."""

    me: str
    full: str
    short: str
    battle: str
    unit: str
    account: BattleStory
    service: Sequence[Service]
    names: Mapping[str, Recorded]
    turn: str = "turn"
    ending: BattleEnd | None = None

    @property
    def own(self) -> tuple[LifeMoment, ...]:
        """The moments that are the figure's alone."""
        return tuple(each for each in self.account.moments if each.who == self.me)

    @property
    def shared(self) -> tuple[LifeMoment, ...]:
        """Those of a body that the figure was in."""
        return tuple(each for each in self.account.moments if self.me in each.members)

    def name(self, ref: str, *, home: bool = True) -> str:
        """ "Cpl Smith of 1st Squad"; of somebody whom the viewer may not name: "an enemy". `home`: with the unit."""
        found = self.names.get(ref)
        if found is None:
            return ""
        body = self.names.get(found.body)
        own = self.names.get(self.me)
        apart = home and body is not None and (own is None or own.body != found.body)
        return f"{found.name} of {within(body.name)}" if apart and body is not None else within(found.name)

    def people(self, refs: Iterable[str]) -> str:
        """ "Fighter Haidar and Fighter Nasser of Poplar cell, and Ridge cell"; "" where the viewer may name nobody."""
        bodies: dict[str, list[str]] = {}
        for ref in refs:
            found = self.names.get(ref)
            if found is not None:
                apart = self.name(ref) != within(found.name)
                bodies.setdefault(found.body if apart else "", []).append(within(found.name))
        lists = [
            f"{several(_repeated(names))} of {within(self.names[body].name)}" if body else several(_repeated(names))
            for body, names in bodies.items()
        ]
        return in_turn(lists)

    def body(self, ref: str) -> str:
        found = self.names.get(ref)
        return within(found.name) if found is not None else self.unit


def paragraph(part: Part, page: StoryPage) -> str:
    """All that the journal says of the figure in this battle."""
    told = [*_began(part, page), *_fire(part, page), *_deeds(part, page), *_befell(part, page)]
    told += [*_beside(part, page), *nerve(part, page), *_ended(part, page)]
    return joined(told, (part.full, part.short), _bodies(part))


def _bodies(part: Part) -> set[str]:
    return {part.unit, *(part.body(each.who) for each in part.shared)}


# ── The parts of it ───────────────────────────────────────────────────────────────────────────────────────────────


def _began(part: Part, page: StoryPage) -> Iterable[str]:
    stood = [each for each in (*part.own, *part.shared) if each.act is MomentKind.STOOD]
    words = {"who": part.full, "unit": part.unit, "battle": part.battle}
    if stood:
        yield page.say("stood", part.battle, at=stood[0].note, **words)
    else:
        yield page.say("came", part.battle, **words)


def _fire(part: Part, page: StoryPage) -> Iterable[str]:
    shots = [each for each in part.own if each.act is MomentKind.FIRED]
    for weapon in dict.fromkeys(each.weapon for each in shots):
        fired = [each for each in shots if each.weapon == weapon]
        hits = sum(each.hits for each in fired)
        known = all(each.hits >= 0 for each in fired)
        times = "" if len(fired) == 1 else f" {_times(len(fired))}"
        yield page.say(
            "fired",
            part.battle,
            weapon,
            me=part.short,
            verb="threw" if weapon.endswith("grenade") else "fired",
            weapon=with_article(weapon),
            times=times,
            targets=_targets(part, fired),
            hits=_scored(hits, len(fired)) if known else "",
        )
    bodies = [each for each in part.shared if each.act is MomentKind.FIRED]
    for body in dict.fromkeys(each.who for each in bodies):
        fired = [each for each in bodies if each.who == body]
        times = _times(len(fired))
        yield page.say("unit_fired", part.battle, body=part.body(body), times=times, targets=_targets(part, fired))
    counted_singly = any(each.act is MomentKind.FIRED and not each.members for each in part.account.moments)
    if not shots and not bodies and counted_singly and not _thing(part):
        yield page.say("silent", part.battle, me=part.short)


def _targets(part: Part, fired: Sequence[LifeMoment]) -> str:
    """ " at Poplar cell and Ridge cell"; "" where the viewer may name none of them."""
    names = part.people(dict.fromkeys(each.other for each in fired))
    return f" at {names}" if names else ""


def _scored(hits: int, shots: int) -> str:
    """ " and hit", ", with 3 hits", " without a hit"."""
    if not hits:
        return " without a hit"
    return " and hit" if hits == shots == 1 else f", with {counted(hits, 'hit')}"


def _deeds(part: Part, page: StoryPage) -> Iterable[str]:
    mine = [each for each in part.service if each.of == part.me]
    for what, kind in (("kill-credited", "killed"), ("destroy-credited", "destroyed")):
        yield from _credits(part, page, kind, [each for each in mine if each.what == what])
    dead = {each.of for each in part.service if each.what in ("killed", "destroyed")}
    hits = [
        each
        for each in part.account.moments
        if each.act is MomentKind.HURT and each.other == part.me and each.who not in dead and part.name(each.who)
    ]
    for weapon in dict.fromkeys(each.weapon for each in hits):
        who = dict.fromkeys(part.name(each.who) for each in hits if each.weapon == weapon)
        yield page.say(
            "wounded", part.battle, weapon, me=part.short, whom=several(list(who)), **{"with": _used(part, weapon)}
        )
    if shared := part.people(each.by or "" for each in mine if each.what == "share-credited"):
        yield page.say("shared", part.battle, me=part.short, whom=shared)
    yield from _claims(part, page)
    yield from _fights(part, page)
    yield from _aid(part, page)


def _credits(part: Part, page: StoryPage, kind: str, records: Sequence[Service]) -> Iterable[str]:
    by_weapon: dict[str, list[str]] = {}
    for record in records:
        fell = next((e for e in part.account.moments if e.act is MomentKind.HURT and e.who == record.by), None)
        weapon = fell.weapon if fell is not None and fell.other == part.me else ""
        if part.name(record.by or ""):
            by_weapon.setdefault(weapon, []).append(record.by or "")
    for weapon, refs in by_weapon.items():
        whom = part.people(refs)
        yield page.say(kind, part.battle, weapon, me=part.short, whom=whom, **{"with": _used(part, weapon)})


def _whom(part: Part, page: StoryPage, kind: str, names: Iterable[str], **words: str) -> Iterable[str]:
    found = _repeated(list(filter(None, names)))
    if found:
        was = plural(len(found), "was", "were")
        yield page.say(kind, part.battle, me=part.short, whom=several(found), was=was, **words)


def _claims(part: Part, page: StoryPage) -> Iterable[str]:
    claims: Counter[tuple[str, str, str]] = Counter()
    for each in part.shared:
        if each.act is MomentKind.CLAIMED and part.name(each.other):
            claims[each.who, each.other, each.note] += each.count
    for (body, other, how), count in claims.items():
        whom, was = f"{counted(count, 'base')} of {part.name(other)}", plural(count, "was", "were")
        yield page.say("claimed", part.battle, other, body=part.body(body), how=how, whom=whom, was=was)
    lost: Counter[str] = Counter()
    for each in part.shared:
        lost[each.who] += each.count if each.act is MomentKind.LOST else 0
    for body, count in lost.items():
        if count:
            yield page.say("lost", part.battle, body, body=part.body(body), what=counted(count, "base"))


def _fights(part: Part, page: StoryPage) -> Iterable[str]:
    for kind, moments in (("fought", part.own), ("unit_fought", part.shared)):
        fights = [each for each in moments if each.act is MomentKind.FOUGHT]
        for body in dict.fromkeys(each.who for each in fights):
            own = [each for each in fights if each.who == body]
            names = part.people(dict.fromkeys(each.other for each in own))
            if not names:
                continue
            won = sum(each.good for each in own)
            bouts = counted(len(own), "bout" if kind == "fought" else "round")
            words = {"whom": names, "result": f": {bouts}, {won or 'none'} won", "me": part.short}
            yield page.say(kind, part.battle, body, body=part.body(body), **words)


def _aid(part: Part, page: StoryPage) -> Iterable[str]:
    def given(act: MomentKind, good: bool | None) -> list[str]:
        own = [each for each in part.own if each.act is act and good in (None, each.good) and each.other != part.me]
        return list(dict.fromkeys(part.name(each.other, home=False) for each in own))

    def had(act: MomentKind) -> list[str]:
        own = [e for e in part.account.moments if e.act is act and e.other == part.me and e.who != part.me]
        return list(
            dict.fromkeys(part.name(each.who, home=False) for each in own if each.good or act is MomentKind.CARRIED)
        )

    helped = given(MomentKind.TREATED, True)
    yield from _whom(part, page, "treated", helped)
    yield from _whom(part, page, "tried", [name for name in given(MomentKind.TREATED, False) if name not in helped])
    yield from _whom(part, page, "carried", given(MomentKind.CARRIED, None))
    yield from _whom(part, page, "helped", had(MomentKind.TREATED))
    yield from _whom(part, page, "borne", had(MomentKind.CARRIED))


_BEFELL: Mapping[MomentKind, str] = {
    MomentKind.TAKEN: "taken",
    MomentKind.FREED: "freed",
    MomentKind.LEFT: "left",
    MomentKind.HEALED: "healed",
    MomentKind.ROSE: "rose",
}


def _befell(part: Part, page: StoryPage) -> Iterable[str]:
    for number, each in enumerate(part.own):
        when = f"{part.turn} {each.turn}"
        by = part.name(each.other)
        words = {"me": part.short, "when": when, "by": f" by {by}" if by else "", "source": f" from {by}" if by else ""}
        if each.act is MomentKind.HURT:
            kind = "died" if each.note == "killed" else "grade" if each.note.endswith("wound") else "hurt"
            weapon = _with(each.weapon)
            yield page.say(kind, part.battle, number, note=each.note.replace("-", " "), **words, **{"with": weapon})
        elif kind := _BEFELL.get(each.act):
            yield page.say(kind, part.battle, number, note=each.note, **words)


def _beside(part: Part, page: StoryPage) -> Iterable[str]:
    """Who else of the unit did not come out of it whole."""
    own = part.names.get(part.me)
    if own is not None and own.body and (lists := losses(part, own.body, but=part.me)):
        kind = "beside" if _harmed(part) else "around"
        yield page.say(kind, part.battle, unit=part.unit, me=part.short, whom=in_turn(lists))


def losses(part: Part, body: str, *, but: str = "") -> list[str]:
    """Who and what of a body did not come out of it whole: "Reyes and Cole (killed)"."""
    fates: dict[str, str] = {}
    for record in part.service:
        if record.what in (*DEAD, "wounded") and fates.get(record.of) != "killed":
            fates[record.of] = record.what
    fell: dict[str, list[str]] = {}
    things: Counter[tuple[str, str]] = Counter()
    for ref, fate in fates.items():
        other = part.names.get(ref)
        if other is None or other.body != body or ref == but:
            continue
        if other.thing:
            things[other.name, fate] += 1
        else:
            fell.setdefault(fate, []).append(other.name)
    lists = [f"{several(names)} ({fate})" for fate, names in fell.items()]
    return lists + [f"{name} ({fate})" if n == 1 else f"{n} × {name} ({fate})" for (name, fate), n in things.items()]


def nerve(part: Part, page: StoryPage) -> Iterable[str]:
    acts = (MomentKind.TESTED, MomentKind.BROKE, MomentKind.RALLIED)
    moments = [each for each in (*part.own, *part.shared) if each.act in acts]
    for body in dict.fromkeys(each.who for each in moments):
        own = [each for each in moments if each.who == body]
        name = part.short if body == part.me else part.body(body)
        if all(each.act is MomentKind.TESTED and each.good for each in own):
            yield page.say("steady", part.battle, body, body=name, what=counted(len(own), "test"))
            continue
        turns: dict[int, list[str]] = {}
        for each in own:
            turns.setdefault(each.turn, []).append(each.note)
        told = [
            f"{listed(_runs(notes))} in {_turns(part.turn, [turn for turn, _ in those])}"
            for notes, those in ((list(k), list(v)) for k, v in groupby(turns.items(), key=lambda each: tuple(each[1])))
        ]
        yield page.say("nerve", part.battle, body, told=f"{name} {'; '.join(told)}")


def _runs(notes: Sequence[str]) -> list[str]:
    """What was done several times on end, once and how often."""
    found: list[str] = []
    for note, run in groupby(notes):
        count = len(list(run))
        found.append(note if count == 1 else f"{note} {_times(count)}")
    return found


def _ended(part: Part, page: StoryPage) -> Iterable[str]:
    moments = (*part.own, *part.shared)
    stood = next((each.note for each in moments if each.act is MomentKind.STOOD), "")
    end = next((each.note for each in reversed(moments) if each.act is MomentKind.ENDED), "")
    if end and end != stood and all(each.note != "killed" for each in part.own):
        yield page.say("ended_at", part.battle, me=part.short, end=end)
    if part.ending is None:
        return
    if not _harmed(part):
        yield page.say("unhurt", part.battle, me=part.short, battle=part.battle)
    yield ended(part, part.ending, page)


def ended(part: Part, ending: BattleEnd, page: StoryPage) -> str:
    """Who won the battle. By what stands above it."""
    kind = "won" if ending.winner else "drawn"
    return page.say(kind, part.battle, battle=part.battle, winner=within(ending.winner))


def _harmed(part: Part) -> bool:
    """Whether the figure did not come out of it as before."""
    out = {MomentKind.HURT, MomentKind.TAKEN, MomentKind.LEFT}
    return any(each.act in out for each in part.own) or any(
        each.of == part.me and each.what in (*DEAD, "wounded", "damaged", "knocked-out") for each in part.service
    )


def _thing(part: Part) -> bool:
    own = part.names.get(part.me)
    return own is not None and own.thing


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _with(weapon: str) -> str:
    if weapon == Role.UMPIRE:
        return " by the umpire's word"
    return f" ({weapon})" if weapon else ""


def _used(part: Part, weapon: str) -> str:
    """With what, where the figure fired more than that."""
    fired = {each.weapon for each in part.own if each.act is MomentKind.FIRED}
    return "" if fired == {weapon} else _with(weapon)


def _times(count: int) -> str:
    """ "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def in_turn(lists: Sequence[str]) -> str:
    """ "Clark (killed) and Rodriguez (wounded)"; with semicolons where one of them is a list itself."""
    return "; ".join(lists) if any(" and " in each or ", " in each for each in lists) else listed(list(lists), "")


def _turns(word: str, turns: Sequence[int]) -> str:
    """ "turn 3", "turns 3, 4 and 6"."""
    return f"{word} {turns[0]}" if len(turns) == 1 else f"{word}s {listed([str(turn) for turn in turns])}"


def _repeated(names: Sequence[str]) -> list[str]:
    """Each name once, with how many bear it where several do."""
    return [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]


def several(names: Sequence[str]) -> str:
    """Some names, and how many more."""
    return listed(list(names)) if len(names) <= NAMED else f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
