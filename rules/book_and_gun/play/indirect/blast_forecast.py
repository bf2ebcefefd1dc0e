"""What a mortar's round may do to those whom its side knows: exact chances over all places where it can fall. X.13."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun.book import hit_odds as chances
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.play.blasts.shelled_vehicles import VehicleOutlook
from rules.book_and_gun.play.fire.bombard import DOWN, Shelling, fallen
from rules.book_and_gun.play.fire.bombard_forecast import Outlook, screen_odds
from rules.book_and_gun.play.ground.blast import UnderTemplate, blast_at, holds
from rules.book_and_gun.play.ground.tabletop import are_enemies, is_own, known_to
from rules.book_and_gun.play.indirect.mortars import ReadyRound, left
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Unit
from rules.kernel.every_die import every_die
from rules.kernel.facts import Fact
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.scene import Trace

GROUPS = ("foes", "own", "bystanders")


@dataclass(slots=True)
class _Group:
    """What may befall those of one kind: the units that the blast can reach, and the chances."""

    units: set[str]
    caught: Fraction = chances.ZERO
    hit: Fraction = chances.ZERO
    falls: Fraction = chances.ZERO
    mean: Fraction = chances.ZERO

    @property
    def of(self) -> str:
        return "+".join(sorted(self.units))


def mortar_odds(state: State, ready: ReadyRound) -> Odds:
    """The chances of a mortar's round. BG-X.13.1b, BG-X.13.11a, BG-X.13.12, BG-R97, BG-R228."""
    served, observed, laid = ready.served, ready.observed, ready.laid
    watching = "" if observed.figure.id == served.figure.id else f" · {observed.figure.name} observes"
    rounds = left(state, served.carrier)
    notes = [
        f"{served.figure.name}, {spelled(served.weapon.key)}{watching}",
        "The same point as last turn: both dice count 2 less" if laid.in_a_row > 1 else "",
        f"{rounds} rounds left" if rounds is not None else "",
    ]
    return known_odds(state, ready.unit, ready.shelling, ready.facts, notes)


def known_odds(state: State, unit: Unit, shelling: Shelling, facts: Sequence[Fact], notes: Sequence[str]) -> Odds:
    """The chances that it is on target, and that it catches, hits and fells somebody whom the side knows of. Whoever
    else lies there is hit too, and changes nothing in them. BG-X.13.12, BG-IX.4.6a, BG-R97, BG-R105, BG-R228."""
    action, aimed = shelling.action, shelling.aimed
    seen = known_to(state, unit.side)
    outlook = Outlook(action.blast_of, state.casualty_deck, state.options)
    groups = {name: _Group(set()) for name in GROUPS}
    bursts = every_die(lambda chance: fallen(action, aimed, chance, state.options)[0])
    if action.smoke:
        return screen_odds(state, shelling, bursts, facts, notes)
    down = chances.ZERO
    hulls = VehicleOutlook(seen, action, lased=shelling.lased)
    for burst, whole in bursts.items():
        house = aimed.building
        collapse = Fraction(DOWN, 6) if house is not None and holds(house, burst) else chances.ZERO
        down += whole * collapse
        for ruin, share in ((house, whole * collapse), (None, whole * (1 - collapse))):
            if share:
                blast = blast_at(seen, action, burst, ruin)
                hulls.weigh(burst, share, len(blast.struck))
                kinds = [_group(state, unit, home) for home in blast.units]
                for name, group in groups.items():
                    _weigh(group, share, blast, [kind == name for kind in kinds], outlook)
    found: list[Prospect] = []
    if not action.on_target and aimed.at is not None:
        found.append(Prospect("on target", bursts.get(aimed.at, chances.ZERO), Outcome("on target")))
    if aimed.building is not None:
        found.append(Prospect("the building comes down", down, Outcome("comes down")))
    found += _prospects(groups, outlook, hulls.aboard)
    found += hulls.prospects(lambda home: _group(state, unit, home) != "foes")
    radius = indirect.template(action.blast_of) / 2
    counts = Counter(shelling.meant.units)
    beneath = ", ".join(f"{number} of {state.unit(home).name}" for home, number in counts.items())
    expected = f"{float(groups['foes'].mean):.2f} hits on them expected" if groups["foes"].units else ""
    said = (*notes, f"Under it where it is aimed: {beneath or 'nobody that you know of'}", expected)
    to_hit = (indirect.to_hit(one, action.blast_of, state.options) for one in shelling.meant.struck)
    return Odds(
        facts=tuple(dict.fromkeys([*facts, *(f for each in shelling.meant.facts.values() for f in each)])),
        numbers=tuple(dict.fromkeys(to_hit)),
        chances=tuple(found),
        notes=tuple(note for note in said if note),
        traces=(Trace("blast", (aimed.at,), label=action.blast_of, radius=radius),) if aimed.at is not None else (),
    )


def _group(state: State, unit: Unit, home: str) -> str:
    other = state.unit(home)
    if are_enemies(state, unit, other):
        return "foes"
    return "own" if is_own(state, unit.side, other) else "bystanders"


def _weigh(group: _Group, share: Fraction, blast: UnderTemplate, mine: list[bool], outlook: Outlook) -> None:
    struck = [one for one, own in zip(blast.struck, mine, strict=True) if own]
    if not struck:
        return
    group.units |= {home for home, own in zip(blast.units, mine, strict=True) if own}
    found = outlook.of(struck)
    group.caught += share
    group.hit, group.falls = group.hit + share * found.hit, group.falls + share * found.falls
    group.mean += share * found.mean


def _prospects(groups: dict[str, _Group], outlook: Outlook, aboard: set[str]) -> list[Prospect]:
    """`aboard`: units of which people may fall with a vehicle as well, so that the chance would be too small."""
    found: list[Prospect] = []
    foes = groups["foes"]
    if foes.units:
        found += [
            Prospect("somebody of theirs under the blast", foes.caught, Outcome("caught", foes.of)),
            Prospect("at least one hit on them", foes.hit, Outcome("hit", foes.of)),
        ]
        if not outlook.too_many and not foes.units & aboard:
            found.append(Prospect("at least one of them falls", foes.falls, Outcome("falls", foes.of)))
    for name, words in (("own", "one of your own falls"), ("bystanders", "a bystander falls")):
        group = groups[name]
        if group.units and (outlook.too_many or group.units & aboard):
            found.append(Prospect(words.replace("falls", "is hit"), group.hit, Outcome("hit", group.of), danger=True))
        elif group.units:
            found.append(Prospect(words, group.falls, Outcome("falls", group.of), danger=True))
    return found
