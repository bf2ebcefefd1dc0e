"""Tellings that belong together as one: "Ridge cell fires at 2nd Squad: 9 hits, 2 killed, 2 wounded".

Pure, and made of what one viewer was told: what he may not know is in none of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.language.words import listed, plural, within
from rules.telling.told import NAMELESS, Alike, Casualty, Idle, Remark, Strike, TellingRole, Told


def gather(tolds: Iterable[Told]) -> tuple[Told, ...]:
    """The tellings in order, each attack and each deed with what came of it in a single one."""
    return tuple(group.told() for group in _groups(tolds))


def _groups(tolds: Iterable[Told]) -> list[_Group]:
    groups: list[_Group] = []
    for told in tolds:
        # A detail belongs to what was done, whatever the scenario has said meanwhile.
        near = groups if told.role is TellingRole.DETAIL else _alike(groups) if told.alike else groups[-1:]
        group = next((each for each in reversed(near) if each.takes(told)), None)
        if group is not None:
            group.parts.append(told)
        else:
            groups.append(_Group([told]))
    return groups


def _alike(groups: Sequence[_Group]) -> Sequence[_Group]:
    """The last ones of which each may be told together with others."""
    first = next((at for at in range(len(groups), 0, -1) if groups[at - 1].parts[0].alike is None), 0)
    return groups[first:]


def fates(casualties: Iterable[Casualty], at_home: Iterable[str] = ()) -> tuple[str, ...]:
    """The casualties by name, the worst first: "Killed: SPC Cole (leader), PFC Bell." Those of other units than the
    ones named have theirs beside them."""
    named = set(at_home)
    by_fate: dict[str, list[str]] = {}
    last = last_fates(casualties)
    for one, count in Counter(one for one in last if one.who == NAMELESS).items():
        of = "" if one.body in named else f" of {within(one.body)}"
        by_fate.setdefault(one.fate, []).append(f"{count} {plural(count, 'man', 'men')}{of}")
    for one in (one for one in last if one.who != NAMELESS):
        beside = ", ".join(filter(None, ("" if one.body in named else one.body, one.note)))
        by_fate.setdefault(one.fate, []).append(f"{one.who} ({beside})" if beside else one.who)
    return tuple(f"{fate[:1].upper()}{fate[1:]}: {', '.join(names)}." for fate, names in by_fate.items())


def is_named(body: str, text: str) -> bool:
    """Whether a text names a unit or side, at its beginning or in the middle of a sentence."""
    return body in text or within(body) in text


@dataclass(slots=True)
class _Group:
    """What belongs to the first telling of it."""

    parts: list[Told]

    @property
    def strikes(self) -> list[Strike]:
        return [told.strike for told in self.parts if told.strike is not None]

    @property
    def opening(self) -> str | None:
        """What it is about while nothing has concluded it."""
        over = any(told.role is TellingRole.CONCLUDES for told in self.parts)
        return self.parts[0].about if self.parts[0].role is TellingRole.OPENS and not over else None

    def takes(self, told: Told) -> bool:
        first = self.parts[0]
        if first.story or told.story:
            return False
        if told.alike is not None:
            same = first.alike is not None and first.alike.several == told.alike.several
            return same and not first.lines and not told.lines
        if first.role in (TellingRole.FRAME, TellingRole.OPENING):
            follows = told.role is TellingRole.FOLLOWS and bool(told.about) and told.about == first.about
            return follows or told.role is TellingRole.DETAIL
        if told.strike is not None:
            strikes = self.strikes
            if not strikes:
                return self.opening in ("", told.strike.by)
            return (told.strike.by, told.strike.how) == (strikes[0].by, strikes[0].how)
        if told.role is TellingRole.OPENS:
            return bool(told.about) and self.opening == told.about and not self.strikes
        if told.role is TellingRole.CONCLUDES:
            struck = bool(told.tally and self.strikes) and any(one.about == told.about for one in self.parts)
            return struck or self.opening == told.about
        return told.role in (TellingRole.FOLLOWS, TellingRole.DETAIL)

    def told(self) -> Told:
        """All of them as one, whose first line says what came of it."""
        if len(self.parts) == 1 and not self.strikes and not self.parts[0].tally:
            return self.parts[0]
        casualties = tuple(one for told in self.parts for one in told.casualties)
        first = self.parts[0]
        return Told(
            self._headline(casualties),
            (*self._fates(casualties), *self._lines()),
            tuple(draw for told in self.parts for draw in told.draws),
            tuple(dict.fromkeys(citation for told in self.parts for citation in told.citations)),
            important=any(told.important for told in self.parts),
            details=tuple(filter(None, self._details())),
            remark=self._leader.remark,
            remarked=self._remarked(),
            facts=tuple(dict.fromkeys(fact for told in self.parts for fact in told.facts)),
            said=tuple(draw for told in self.parts for draw in told.said),
            role=first.role if first.role is not TellingRole.OPENS else TellingRole.ALONE,
            casualties=casualties,
            upshots=tuple(upshot for told in self.parts for upshot in told.upshots),
            idle=self._idle(),
            own_word=all(told.own_word for told in self.parts),
            sealed=tuple(line for told in self.parts for line in told.sealed),
            audience=next(
                (told.audience for told in self.parts if told.secret and told.role is not TellingRole.DETAIL), None
            ),
        )

    def _idle(self) -> Idle | None:
        """The leader's, where nothing came of the rest either: what follows from it is not worth more than it is."""
        idle = self._leader.idle if not self.strikes else self._in_vain()
        follow = (TellingRole.FOLLOWS, TellingRole.DETAIL, TellingRole.OPENS)
        came = any(told.grave or (told.idle is None and told.role not in follow) for told in self._beside_strikes)
        return None if came else idle

    @property
    def _beside_strikes(self) -> list[Told]:
        """Nobody is hurt by its strikes: what else there is."""
        return [told for told in self.parts if told.strike is None]

    def _in_vain(self) -> Idle | None:
        """Strikes that the reader knows to have harmed nobody."""
        strikes = self.strikes
        struck = any(not one.unhurt for told in self.parts for one in told.casualties)
        if struck or not all(strike.known or not strike.hits for strike in strikes):
            return None
        fire = all(strike.how.startswith("fire") for strike in strikes)
        return Idle(strikes[0].by, "fire in vain" if fire else "strike in vain")

    def _remarked(self) -> tuple[Remark, str] | None:
        found = ((told.remark, told.headline) for told in self.parts if told.remark and told is not self._leader)
        return next(found, None) if self._leader.remark is None else None

    @property
    def _together(self) -> list[Alike]:
        return [told.alike for told in self.parts if told.alike is not None]

    @property
    def _leader(self) -> Told:
        """Whose headline is that of all."""
        first = self.parts[0]
        if first.role is not TellingRole.OPENS:
            return first
        ends = [told for told in self.parts if told.role is TellingRole.CONCLUDES and not told.tally]
        return (ends or [told for told in self.parts if told.role is TellingRole.OPENS])[-1]

    def _headline(self, casualties: Sequence[Casualty]) -> str:
        if self.strikes:
            return _headline(self.strikes, casualties)
        together = self._together
        if len(together) > 1:
            return f"{listed([one.who for one in together])} {together[0].several}"
        said, tally = self._leader.headline, next((told.tally for told in self.parts if told.tally), "")
        if not tally:
            return said
        harmed = any(not one.aside and not one.unhurt for one in casualties)
        return f"{said}{',' if ': ' in said else ':'} {_summed(casualties) if harmed else tally}"

    def _fates(self, casualties: Sequence[Casualty]) -> tuple[str, ...]:
        if self.strikes:
            if _said_above(self.strikes, casualties):
                return ()
            said = self._headline(casualties)
            casualties = [one for one in casualties if one.aside or not self._is_said(one, said)]
        bodies = {strike.body or strike.at for strike in self.strikes} or {one.body for one in casualties}
        leader = self._leader
        named = "" if self.strikes else leader.headline
        casualties = [one for one in casualties if one not in leader.casualties or one.who not in named]
        at_home = len(bodies) == 1 and (self.strikes or all(is_named(body, named) for body in bodies))
        return fates(casualties, bodies if at_home else ())

    def _is_said(self, one: Casualty, headline: str) -> bool:
        """Whether the first line says what became of them: by name, or as of the one man struck."""
        struck = any(strike.alone and _struck(one, strike) for strike in self.strikes) and not one.cause
        return struck or _by_name(one) in headline

    def _lines(self) -> Iterable[str]:
        for told in self.parts:
            if told is not self.parts[0] and told.role is TellingRole.FOLLOWS and not told.casualties:
                yield told.headline
            yield from told.lines

    def _details(self) -> Iterable[str]:
        strikes, tallied = self.strikes, not self.strikes and any(told.tally for told in self.parts)
        if strikes:
            yield from (told.headline for told in self.parts if told.role is TellingRole.OPENS and len(strikes) > 1)
            yield from _shooters(strikes)
            yield from (line for told in self.parts if told.strike is not None for line in told.details)
        for told in self.parts:
            behind = told.role is TellingRole.DETAIL or (told.tally or (tallied and told.role is TellingRole.OPENS))
            if behind and told is not self._leader and not told.remark:
                yield told.headline
            if told.alike is not None and told.details and len(self._together) > 1:
                yield f"{told.alike.who}: {'; '.join(told.details)}"
            elif told.strike is None:
                yield from told.details
        lost = next((strike.lost for strike in strikes if strike.lost and strike.known), "")
        missing = sum(strike.hits for strike in strikes) - sum(told.settles for told in self.parts)
        if lost and missing > 0:
            yield f"{_many(missing, 'hit').capitalize()} lost: {lost}"


# ── The first line ────────────────────────────────────────────────────────────────────────────────────────────────


def _headline(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> str:
    first = strikes[0]
    actors = dict.fromkeys(strike.actor for strike in strikes)
    weapons = dict.fromkeys(strike.weapon for strike in strikes)
    who = f"{first.actor} ({first.by})" if first.actor and len(actors) == 1 else first.by
    weapon = f", {first.weapon}" if first.weapon and len(actors) == len(weapons) == 1 else ""
    targets = dict.fromkeys(strike.at for strike in strikes)
    clauses: list[str] = []
    left = [one for one in casualties if not one.aside]
    if _kills(strikes, left):
        return f"{who[:1].upper()}{who[1:]} {first.how.removesuffix(' at')} and kills {first.at}"
    for at in targets:
        struck = [strike for strike in strikes if strike.at == at]
        own = [one for one in left if _struck(one, struck[0]) and (struck[0].alone or not one.cause)]
        left = [one for one in left if one not in own]
        again = "at " if clauses and first.how.endswith(" at") else ""
        clauses.append(f"{again}{at}{weapon}: {_result(struck, own, counted=len(targets) > 1)}")
        weapon = ""
    clauses += _beside(left)
    return f"{who[:1].upper()}{who[1:]} {first.how} {'; '.join(clauses)}"


def _kills(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> bool:
    """Whether one man was struck at, and killed, and nobody else came to harm."""
    first, last = strikes[0], last_fates(casualties)
    own = len(last) == 1 and _struck(last[0], first) and last[0].fate == "killed" and not last[0].note
    return first.alone and all(strike.at == first.at for strike in strikes) and own and first.how.endswith(" at")


def _struck(one: Casualty, strike: Strike) -> bool:
    return (
        one.who == strike.at if strike.alone and not one.body else (one.body or one.who) == (strike.body or strike.at)
    )


def _result(strikes: Sequence[Strike], casualties: Sequence[Casualty], *, counted: bool) -> str:
    """ "9 hits, 2 killed, 2 wounded"; of one man and one die, unless they are to be `counted`, "hit, killed"."""
    hits, dice = sum(strike.hits for strike in strikes), sum(strike.dice for strike in strikes)
    last = last_fates(casualties)
    alone = last[0] if len(last) == 1 and last[0].who != NAMELESS and not last[0].unhurt else None
    fate = _alone(casualties) if strikes[0].alone else _by_name(alone) if alone is not None else _counted(casualties)
    if not dice:
        return fate or "miss"
    said = ("hit" if hits else "miss") if dice == 1 and not counted else _many(hits, "hit")
    if not fate and hits and strikes[0].known:
        fate = "unhurt" if strikes[0].alone else "nobody hurt"
    return f"{said}, {fate}" if fate else said


def _by_name(one: Casualty) -> str:
    """ "SGT Moss (leader) wounded"."""
    return f"{one.who} ({one.note}) {one.fate}" if one.note else f"{one.who} {one.fate}"


def _alone(casualties: Sequence[Casualty]) -> str:
    return ", ".join(f"{one.fate} ({one.note})" if one.note else one.fate for one in last_fates(casualties)[-1:])


def _counted(casualties: Iterable[Casualty]) -> str:
    """ "2 killed, 1 wounded", the worst first."""
    counts = Counter(one.counted or one.fate for one in last_fates(casualties))
    return ", ".join(f"{count} {fate}" for fate, count in counts.items())


def _summed(casualties: Iterable[Casualty]) -> str:
    """ "4 hit, 1 killed, 2 wounded, 1 unhurt"; "2 killed" of two who share one fate."""
    struck = [one for one in last_fates(casualties) if not one.aside]
    counted = _counted(struck)
    return f"{len(struck)} hit, {counted}" if ", " in counted else counted


def _beside(casualties: Sequence[Casualty]) -> Iterable[str]:
    """Those whom it struck beside its targets: "1 wounded of Mill cell by the back blast"."""
    by_cause = [one for one in casualties if one.cause and not one.body]
    for cause in dict.fromkeys(one.cause for one in by_cause):
        own = [one for one in by_cause if one.cause == cause]
        yield f"{_counted(own) if len(own) > 1 else f'{own[0].who} {_alone(own)}'} by {cause}"
    casualties = [one for one in casualties if one not in by_cause]
    groups = dict.fromkeys((one.body or one.who, one.cause) for one in casualties)
    for body, cause in groups:
        own = [one for one in casualties if (one.body or one.who, one.cause) == (body, cause)]
        of = f"{_counted(own)} of {body}" if own[0].body else f"{body} {_alone(own)}"
        yield of + (f" by {cause}" if cause else "")


def _said_above(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> bool:
    """Whether the first line says it all: one man struck, by name."""
    return all(any(strike.alone and _struck(one, strike) for strike in strikes) and not one.cause for one in casualties)


def last_fates(casualties: Iterable[Casualty]) -> list[Casualty]:
    """Each figure once, as he was left, the worst first; his courage is another matter than his body."""
    last = {
        (one.who, one.body, one.aside, place if one.who == NAMELESS else None): one
        for place, one in enumerate(casualties)
    }.values()
    return sorted(last, key=lambda one: (one.aside, not one.grave))


# ── The numbers ───────────────────────────────────────────────────────────────────────────────────────────────────


def _shooters(strikes: Sequence[Strike]) -> Iterable[str]:
    """Those who needed the same number together."""
    if len(strikes) == 1:
        yield ": ".join(filter(None, (strikes[0].number, strikes[0].rolled)))
        yield strikes[0].note
        return
    several = len({strike.at for strike in strikes}) > 1
    for key in dict.fromkeys((strike.number, strike.at) for strike in strikes):
        same = [strike for strike in strikes if (strike.number, strike.at) == key]
        number, at = key
        yield ", ".join(filter(None, (number, f"at {at}" if several else "")))
        rolls = [
            f"{strike.actor}, {strike.rolled}" if strike.actor else strike.rolled for strike in same if strike.rolled
        ]
        yield "; ".join(rolls)
        yield from dict.fromkeys(strike.note for strike in same if strike.note)


def _many(count: int, word: str) -> str:
    """ "no hit", "1 hit", "9 hits"."""
    return f"{count or 'no'} {plural(max(count, 1), word)}"
