"""Tellings that belong together as one: "Ridge cell fires at 2nd Squad: 9 hits, 2 killed, 2 wounded".

Pure, and made of what one viewer was told: what he may not know is in none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules.told import Casualty, Role, Strike, Told


def gather(tolds: Iterable[Told]) -> tuple[Told, ...]:
    """The tellings in order, each attack with what came of it in a single one."""
    found: list[Told] = []
    opening: list[Told] = []
    sum_: _Sum | None = None
    for told in tolds:
        if sum_ is not None and sum_.takes(told):
            sum_.parts.append(told)
            continue
        if sum_ is not None:
            found.append(sum_.told())
            sum_ = None
        if told.strike is not None:
            sum_ = _Sum(told.strike, [*opening, told])
            opening = []
            continue
        found += opening
        opening = [told] if told.role is Role.OPENS else []
        found += [told] if told.role is not Role.OPENS else []
    return (*found, *((sum_.told(),) if sum_ is not None else opening))


def fates(casualties: Iterable[Casualty], at_home: Iterable[str] = ()) -> tuple[str, ...]:
    """The casualties by name, the worst first: "Killed: SPC Cole (leader), PFC Bell." Those of other units than the
    ones named have theirs beside them."""
    named = set(at_home)
    by_fate: dict[str, list[str]] = {}
    for one in sorted(_last_fates(casualties), key=lambda one: not one.grave):
        beside = ", ".join(filter(None, ("" if one.body in named else one.body, one.note)))
        by_fate.setdefault(one.fate, []).append(f"{one.who} ({beside})" if beside else one.who)
    return tuple(f"{fate[:1].upper()}{fate[1:]}: {', '.join(names)}." for fate, names in by_fate.items())


@dataclass(slots=True)
class _Sum:
    """An attack that is being gathered."""

    first: Strike
    parts: list[Told] = field(default_factory=list[Told])

    def takes(self, told: Told) -> bool:
        if told.strike is not None:
            return (told.strike.by, told.strike.how) == (self.first.by, self.first.how)
        return told.role in (Role.FOLLOWS, Role.DETAIL)

    @property
    def strikes(self) -> list[Strike]:
        return [told.strike for told in self.parts if told.strike is not None]

    def told(self) -> Told:
        casualties = tuple(one for told in self.parts for one in told.casualties)
        return Told(
            _headline(self.strikes, casualties),
            (*self._fates(casualties), *self._lines()),
            tuple(draw for told in self.parts for draw in told.draws),
            tuple(dict.fromkeys(citation for told in self.parts for citation in told.citations)),
            important=any(told.important for told in self.parts),
            details=tuple(filter(None, self._details())),
            facts=tuple(dict.fromkeys(fact for told in self.parts for fact in told.facts)),
            said=tuple(draw for told in self.parts for draw in told.said),
            casualties=casualties,
        )

    def _fates(self, casualties: Sequence[Casualty]) -> tuple[str, ...]:
        bodies = {strike.body or strike.at for strike in self.strikes}
        return () if _said_above(self.strikes, casualties) else fates(casualties, bodies if len(bodies) == 1 else ())

    def _lines(self) -> Iterable[str]:
        for told in self.parts:
            if told.role is Role.FOLLOWS and not told.casualties:
                yield told.headline
            yield from told.lines

    def _details(self) -> Iterable[str]:
        yield from (told.headline for told in self.parts if told.role is Role.OPENS)
        yield from _shooters(self.strikes)
        yield from (line for told in self.parts if told.strike is not None for line in told.details)
        for told in self.parts:
            if told.role is Role.DETAIL:
                yield told.headline
            if told.strike is None:
                yield from told.details
        lost = next((strike.lost for strike in self.strikes if strike.lost and strike.known), "")
        missing = sum(strike.hits for strike in self.strikes) - sum(told.settles for told in self.parts)
        if lost and missing > 0:
            yield f"{_many(missing, 'hit')} lost: {lost}"


# ── The first line ────────────────────────────────────────────────────────────────────────────────────────────────


def _headline(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> str:
    first = strikes[0]
    actors = dict.fromkeys(strike.actor for strike in strikes)
    weapons = dict.fromkeys(strike.weapon for strike in strikes)
    who = f"{first.actor} ({first.by})" if first.actor and len(actors) == 1 else first.by
    weapon = f", {first.weapon}" if first.weapon and len(actors) == len(weapons) == 1 else ""
    targets = dict.fromkeys(strike.at for strike in strikes)
    clauses: list[str] = []
    left = list(casualties)
    for at in targets:
        struck = [strike for strike in strikes if strike.at == at]
        own = [one for one in left if not one.cause and _struck(one, struck[0])]
        left = [one for one in left if one not in own]
        clauses.append(f"{at}{'' if clauses else weapon}: {_result(struck, own)}")
    clauses += _beside(left)
    return f"{who[:1].upper()}{who[1:]} {first.how} {'; '.join(clauses)}"


def _struck(one: Casualty, strike: Strike) -> bool:
    return (
        one.who == strike.at if strike.alone and not one.body else (one.body or one.who) == (strike.body or strike.at)
    )


def _result(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> str:
    """ "9 hits, 2 killed, 2 wounded"; of one man and one die "hit, killed"."""
    hits, dice = sum(strike.hits for strike in strikes), sum(strike.dice for strike in strikes)
    fate = _alone(casualties) if strikes[0].alone else _counted(casualties)
    if not dice:
        return fate or "miss"
    said = ("hit" if hits else "miss") if dice == 1 else _many(hits, "hit")
    if not fate and hits and strikes[0].known:
        fate = "unhurt" if strikes[0].alone else "nobody hurt"
    return f"{said}, {fate}" if fate else said


def _alone(casualties: Sequence[Casualty]) -> str:
    return ", ".join(f"{one.fate} ({one.note})" if one.note else one.fate for one in _last_fates(casualties)[-1:])


def _counted(casualties: Iterable[Casualty]) -> str:
    """ "2 killed, 1 wounded", the worst first."""
    counts: dict[str, int] = {}
    for one in sorted(_last_fates(casualties), key=lambda one: not one.grave):
        counts[one.fate] = counts.get(one.fate, 0) + 1
    return ", ".join(f"{count} {fate}" for fate, count in counts.items())


def _beside(casualties: Sequence[Casualty]) -> Iterable[str]:
    """Those whom it struck beside its targets: "1 wounded of Mill cell by the back blast"."""
    groups = dict.fromkeys((one.body or one.who, one.cause) for one in casualties)
    for body, cause in groups:
        own = [one for one in casualties if (one.body or one.who, one.cause) == (body, cause)]
        of = f"{_counted(own)} of {body}" if own[0].body else f"{body} {_alone(own)}"
        yield of + (f" by {cause}" if cause else "")


def _said_above(strikes: Sequence[Strike], casualties: Sequence[Casualty]) -> bool:
    """Whether the first line says it all: one man struck, by name."""
    return all(any(strike.alone and _struck(one, strike) for strike in strikes) and not one.cause for one in casualties)


def _last_fates(casualties: Iterable[Casualty]) -> list[Casualty]:
    """Each figure once, as he was left."""
    return list({(one.who, one.body): one for one in casualties}.values())


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
    return f"{count or 'no'} {word}{'s' if count > 1 else ''}"
