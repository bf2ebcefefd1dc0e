"""The first line of a post: who lost whom, the gravest first; then what was decided; then what else was grave.

"1st Squad loses 2 killed, 1 wounded, SGT Moss (leader) among them; Poplar cell loses 1 killed and routs". Whoever loses
is the subject of the loss, and is named once. Pure, and made of what one viewer was told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.language.words import UNSEEN, are_several, counted, listed
from rules.telling.gathering import is_named, last_fates
from rules.telling.told import Casualty, Gravity, TellingRole, Told, Upshot

NAMED = 3
"""People of one side, or bodies that did alike, that a first line names."""
SHORT = 160
"""Characters of a first line: what would make it longer is counted."""
_MEN = frozenset({"hit", "lost", "a casualty"})
"""Fates of which it is not known how bad they are: those are men lost."""
_LOSE = ("lose ", "loses ")


@dataclass(frozen=True, slots=True)
class _Clause:
    words: str
    gravity: Gravity | None
    much: int = 0
    counts: int = 1
    """Bodies that it speaks of."""
    who: str = ""
    """The one body that it speaks of, with which it begins."""

    @property
    def order(self) -> tuple[int, int]:
        return len(Gravity) if self.gravity is None else self.gravity, -self.much

    @property
    def does(self) -> str:
        return self.words[len(self.who) + 1 :]


def headline(tolds: Sequence[Told]) -> str:
    """What these gathered tellings come to; nothing where nothing grave has happened, or the first of them says it all
    itself."""
    found = _by_subject((*_losses(tolds), *_decided(tolds), *_grave(tolds)))
    clauses = sorted(found, key=lambda clause: clause.order)
    if not clauses or _says_itself(tolds):
        return ""
    said: list[str] = []
    for place, clause in enumerate(clauses):
        said.append(clause.words)
        if place and len("; ".join(said)) > SHORT:
            said.pop()
            left = sum(each.counts for each in clauses[place:])
            return "; ".join((*said, f"and {left} more"))
    return "; ".join(said)


def _by_subject(clauses: Iterable[_Clause]) -> list[_Clause]:
    """The same, all that is said of one body in a single one: "Fishermen lose 1 base and rout"."""
    of: dict[str, list[_Clause]] = {}
    alone: list[_Clause] = []
    for clause in clauses:
        # Two whom the reader does not see are two.
        known = clause.who and clause.who.casefold() != UNSEEN
        (of.setdefault(clause.who, []) if known else alone).append(clause)
    return [*map(_together, of.values()), *alone]


def _together(clauses: Sequence[_Clause]) -> _Clause:
    if len(clauses) == 1:
        return clauses[0]
    inner = sorted(clauses, key=lambda clause: Gravity.MEN if clause.gravity is Gravity.BEATEN else clause.order[0])
    lost = [clause for clause in inner if clause.does.startswith(_LOSE) and clause.order[0] <= Gravity.MEN]
    does = [clause.does for clause in inner if clause not in lost]
    if lost:
        verb, what = lost[0].does.partition(" ")[0], [clause.does.partition(" ")[2] for clause in lost]
        does.insert(0, f"{verb} {listed(what)}")
    comma = "," if any(", " in one or " and " in one for one in does) else ""
    words = does[0] if len(does) == 1 else f"{', '.join(does[:-1])}{comma} and {does[-1]}"
    gravest = min(clauses, key=lambda clause: clause.order)
    return _Clause(f"{gravest.who} {words}", gravest.gravity, gravest.much, who=gravest.who)


def hinge(runs: Iterable[Sequence[Told]]) -> str:
    """The run of these gathered tellings that cost or decided most, as a post's first line says it; "" where none did,
    or it was the only one."""
    weighed = [(heavy, tolds) for tolds in runs if (heavy := weight(tolds))]
    if len(weighed) < 2:
        return ""
    return first_line(max(weighed, key=lambda each: each[0])[1])


def first_line(tolds: Sequence[Told]) -> str:
    """What these gathered tellings come to, of which one weighs something."""
    return headline(tolds) or next((told.headline for told in tolds if _weight(told)), "")


def weight(tolds: Iterable[Told]) -> int:
    """How much these gathered tellings cost and decided; 0: nothing."""
    return sum(map(_weight, tolds))


_WEIGHTS = {
    Gravity.COMMANDER: 8,
    Gravity.LEADER: 4,
    Gravity.VEHICLE: 4,
    Gravity.UNIT: 6,
    Gravity.MEN: 1,
    Gravity.GROUND: 3,
    Gravity.ROUT: 3,
    Gravity.SURRENDER: 4,
    Gravity.BEATEN: 2,
}
"""How much one casualty of that gravity, or one such decision, weighs in the hinge of a battle; the end itself weighs
nothing."""


def _weight(told: Told) -> int:
    lost = sum(_WEIGHTS[one.gravity] for one in last_fates(_fallen((told,))))
    return lost + sum(_WEIGHTS.get(one.gravity, 0) for one in told.upshots)


_UNDECIDED = (Gravity.END, Gravity.FAILED, Gravity.BEGUN, Gravity.SEEN)


def says(title: str, told: Told) -> bool:
    """Whether a first line says all that this telling's own would: its very words, or its upshot beside what else is
    said of the same body."""
    said = told.headline.rstrip(".")
    if said in title.split("; "):
        return True
    whole = next((one for one in told.upshots if said == f"{one.who} {one.does}"), None)
    return whole is not None and not told.casualties and whole.who in title and whole.does in title


def decided(tolds: Sequence[Told]) -> tuple[str, ...]:
    """What these gathered tellings decided beside casualties by name, the gravest first: "Poplar cell routs". Neither
    the end, which has a line of its own, nor what came to nothing or is still open."""
    found = sorted(_decided(tolds), key=lambda clause: clause.order)
    return tuple(clause.words for clause in found if clause.gravity not in _UNDECIDED)


def costs(tolds: Sequence[Told]) -> tuple[str, ...]:
    """Who lost whom in these gathered tellings, body by body, the gravest first: "1st Squad loses 2 killed"."""
    return tuple(clause.words for clause in sorted(_losses(tolds), key=lambda clause: clause.order))


def _says_itself(tolds: Sequence[Told]) -> bool:
    """Whether the first telling is the only grave one."""
    grave = [told for told in tolds if _is_grave(told)]
    return len(grave) == 1 and grave[0] is tolds[0] and _names_all(grave[0])


def _names_all(told: Told) -> bool:
    """Whether its own first line names everybody who lost and all that was decided."""
    if told.story:
        return True
    fallen = _fallen((told,))
    named = all(is_named(one.body or one.who, told.headline) for one in fallen)
    named = named and all(one.who in told.headline for one in fallen if one.gravity < Gravity.MEN)
    standing = _standing(told.upshots)
    return named and all(one.gravity is Gravity.END or one.does in told.headline for one in standing)


def _is_grave(told: Told) -> bool:
    return bool(_fallen((told,)) or told.upshots or (told.important and not told.story))


def _fallen(tolds: Iterable[Told]) -> list[Casualty]:
    return [one for told in tolds for one in told.casualties if not one.aside and not one.unhurt]


# ── Losses ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _losses(tolds: Sequence[Told]) -> Iterable[_Clause]:
    bodies: dict[tuple[str, str], list[Casualty]] = {}
    for one in _fallen(tolds):
        key = (one.body, "") if one.body else ("", one.side) if one.side else ("", one.who)
        bodies.setdefault(key, []).append(one)
    for (body, _), casualties in bodies.items():
        fallen = last_fates(casualties)
        words = _of_body(body, fallen) if body else _of_side(fallen) if fallen[0].side else _alone(fallen[-1])
        much = sum(one.grave for one in fallen) * 100 + len(fallen)
        yield _Clause(words, min(one.gravity for one in fallen), much, who=body or fallen[0].side)


def _of_body(body: str, fallen: Sequence[Casualty]) -> str:
    """ "1st Squad loses 2 killed, 1 wounded, SGT Moss (leader) among them"."""
    heads = [_head(one) for one in fallen if one.gravity < Gravity.MEN]
    if len(fallen) == len(heads) == 1:
        fate = fallen[0].fate
        return f"{loses(body)} {heads[0]}" + (f", {fate}" if fate not in _MEN else "")
    return f"{loses(body)} {_counted(fallen)}" + (f", {listed(heads)} among them" if heads else "")


def _of_side(fallen: Sequence[Casualty]) -> str:
    """ "Embassy guard loses Guard 2 and Guard 5 killed, Guard 7 wounded"."""
    if len(fallen) > NAMED:
        return f"{loses(fallen[0].side)} {_counted(fallen)}"
    kinds: dict[str, list[str]] = {}
    for one in fallen:
        kinds.setdefault(one.counted or one.fate, []).append(one.who)
    return f"{loses(fallen[0].side)} " + ", ".join(f"{listed(names)} {kind}" for kind, names in kinds.items())


def loses(who: str) -> str:
    """ "1st Squad loses", "The raiders lose", "Fishermen lose"."""
    return f"{who} {'lose' if are_several(who) else 'loses'}"


def _alone(one: Casualty) -> str:
    return f"{one.who} is {one.fate}" if one.fate.endswith("ed") else f"{one.who}: {one.fate}"


def _head(one: Casualty) -> str:
    return f"{one.who} ({one.note})" if one.note else one.who


def _counted(fallen: Sequence[Casualty]) -> str:
    """ "2 killed, 1 wounded", "3 men"."""
    fates = [one.counted or one.fate for one in fallen]
    counts = Counter("" if fate in _MEN else fate for fate in fates)
    return ", ".join(f"{count} {fate}" if fate else counted(count, "man", "men") for fate, count in counts.items())


# ── What was decided ──────────────────────────────────────────────────────────────────────────────────────────────


def _decided(tolds: Sequence[Told]) -> Iterable[_Clause]:
    upshots = _standing([upshot for told in tolds for upshot in told.upshots])
    gone = {upshot.who for upshot in upshots if upshot.gravity is Gravity.UNIT}
    counts: Counter[Upshot] = Counter()
    alike: dict[tuple[Gravity, str], dict[str, str]] = {}
    for upshot in upshots:
        if upshot.count and upshot.who not in gone:
            counts[Upshot(upshot.who, upshot.does, upshot.gravity, thing=upshot.thing)] += upshot.count
        elif not upshot.count:
            alike.setdefault((upshot.gravity, upshot.several or upshot.does), {})[upshot.who] = upshot.does
    for one, count in counts.items():
        yield _Clause(f"{one.who} {one.does} {counted(count, one.thing)}", one.gravity, count, who=one.who)
    for (gravity, several), who in alike.items():
        if len(who) == 1 or not all(who):
            yield from (_Clause(f"{name} {does}".strip(), gravity, who=name) for name, does in who.items())
            continue
        names = [*who][:NAMED]
        names += [f"{len(who) - NAMED} more"] if len(who) > NAMED else []
        yield _Clause(f"{listed(names)} {several}", gravity, len(who), len(who))


def _standing(upshots: Sequence[Upshot]) -> list[Upshot]:
    """Without those that later ones have overtaken: what was begun and has come to something, a rout that ends off the
    table, the plight of a body that is gone."""
    return [one for place, one in enumerate(upshots) if not any(_overtakes(it, one) for it in upshots[place + 1 :])]


def _overtakes(later: Upshot, one: Upshot) -> bool:
    if one.gravity is Gravity.BEGUN:
        return later.about == one.about
    same = later.who == one.who and later.who.casefold() != UNSEEN and one.gravity in (Gravity.ROUT, Gravity.BEATEN)
    return same and (later.gravity is Gravity.UNIT or later.gravity is one.gravity is Gravity.ROUT)


def _grave(tolds: Sequence[Told]) -> Iterable[_Clause]:
    """What else is worth a post of its own, in its own words, as it happened."""
    for told in tolds:
        beside = told.important and not told.story and told.role is not TellingRole.SUM
        if beside and not told.upshots and not _fallen((told,)):
            yield _Clause(told.headline.rstrip("."), None)
