"""What stands on a unit's sheet, as data: the book says which form it has, the roster who is on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from bot.post.summaries import strength
from bot.talk.text import plain
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.roster import growth, regrouping, rosters
from campaigns.roster.rosters import RosterFigure, RosterSheet, RosterUnit, SlotView
from campaigns.tables.roster import PERSON
from rules.language.words import counted
from rules.seam.paper import Paper, PaperForm
from rules.seam.ruleset import AnyRuleSet

MARKS = "(W) wounded · (K) killed · (D) decorated · (C) captured · (M) missing · a dash: did not take part"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """`weights`: how wide its columns are to one another."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PaperCard:
    """`boxes`: word and value; `ticks`: to be ticked by hand; `men`: circles to be crossed out, one a base."""

    name: str
    under: str
    lines: tuple[str, ...] = ()
    boxes: tuple[tuple[str, str], ...] = ()
    ticks: tuple[str, ...] = ()
    men: int = 0


@dataclass(frozen=True, slots=True)
class PaperLeaf:
    """One sheet. A table, or cards, or both; `foot`: below them."""

    title: str
    unit: str
    about: tuple[tuple[str, str], ...] = ()
    table: PaperTable | None = None
    cards: tuple[PaperCard, ...] = ()
    foot: str = ""
    wide: bool = False
    """Across the longer side of the paper."""


async def leaves(store: Store, rules: AnyRuleSet, unit: RosterUnit) -> tuple[PaperLeaf, ...]:
    """The unit's sheets in its book's own form."""
    paper = rules.forces.paper
    if paper.kind is PaperForm.ROLL:
        return _roll(paper, unit, await rosters.sheet(store, unit.id))
    people = [slot for slot in unit.slots if slot.holder is not None]
    about = [("Kind", _kind(rules, unit)), ("Nation", unit.nation), ("Strength", strength(unit))]
    price = rules.forces.points
    if price is not None:
        points = price(regrouping.plan_of(rules, unit, people))
        about.append(("Points", f"{points.normalize():f}"))
    head = tuple((word, plain(value)) for word, value in about if value)
    things = tuple(slot for slot in unit.elements if slot.holder is not None)
    if not people and not things:
        return (PaperLeaf(paper.title, plain(unit.name), head, foot="Nobody is left in it."),)
    match paper.kind:
        case PaperForm.CARDS:
            cards = (*(_person(paper, rules, slot) for slot in people), *(_thing(paper, slot) for slot in things))
            return (PaperLeaf(paper.title, plain(unit.name), head, cards=cards),)
        case PaperForm.SECTION:
            return (PaperLeaf(paper.title, plain(unit.name), head, table=_lines(paper, rules, people, things)),)
        case _:
            cards = (*(_person(paper, rules, slot) for slot in people), *_bases(paper, things))
            return (PaperLeaf(paper.title, plain(unit.name), head, cards=cards),)


def blank(rules: AnyRuleSet) -> tuple[PaperLeaf, ...]:
    """The book's empty form; nothing where it has none. BG-XIII.10.1"""
    paper = rules.forces.paper
    if not paper.blank:
        return ()
    rows = tuple((str(number), "", *[""] * paper.battles) for number in range(1, paper.blank + 1))
    about = (("Base colour", ""), ("Formed", ""))
    table = PaperTable(("Number", "Name", *[""] * paper.battles), rows, _roll_weights(paper))
    return (PaperLeaf(paper.title, "", about, table, foot=MARKS),)


async def of_campaign(store: Store, here: CampaignView, units: Sequence[RosterUnit]) -> tuple[PaperLeaf, ...]:
    """The order of battle, each of these units' sheets, and the book's empty form."""
    rules = store.rules(here.rules)
    own = [leaf for unit in units for leaf in await leaves(store, rules, unit)]
    return (*order_of_battle(here, rules, units), *own, *blank(rules))


def order_of_battle(here: CampaignView, rules: AnyRuleSet, units: Sequence[RosterUnit]) -> tuple[PaperLeaf, ...]:
    """Each side's units with their leaders, strength and points, on a sheet of its own."""
    found: list[PaperLeaf] = []
    price = rules.forces.points
    for side in here.sides:
        own = [unit for unit in units if unit.side == side.key]
        if not own:
            continue
        head = ("Unit", "Kind", "Led by", "Strength", *(("Points",) if price is not None else ()), "In battle")
        rows = [_ordered(rules, unit, priced=price is not None) for unit in own]
        weights = (3, 3, 3, 2.2, *((1,) if price is not None else ()), 1.2)
        about = (("Units", str(len(own))), ("Fit", str(sum(unit.fit for unit in own))))
        table = PaperTable(head, tuple(rows), weights)
        found.append(PaperLeaf("Order of battle", plain(side.name), about, table))
    return tuple(found)


def data_of(leaf: PaperLeaf) -> dict[str, object]:
    """The sheet as the press takes it."""
    return asdict(leaf)


def _ordered(rules: AnyRuleSet, unit: RosterUnit, *, priced: bool) -> tuple[str, ...]:
    people = [slot for slot in unit.slots if slot.holder is not None]
    leader = next((slot.holder for slot in people if slot.holder is not None and slot.holder.status == "fit"), None)
    price = rules.forces.points
    points = (f"{price(regrouping.plan_of(rules, unit, people)).normalize():f}",) if priced and price else ()
    led = _called(leader) if leader is not None else "–"
    fighting = "yes" if unit.fighting else ""
    return (plain(unit.name), plain(_kind(rules, unit)), led, strength(unit), *points, fighting)


def _kind(rules: AnyRuleSet, unit: RosterUnit) -> str:
    kind = rules.forces.kind_of_unit(unit.organisation)
    return kind.kind_title if kind is not None else unit.organisation


# ── The roll ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _roll_weights(paper: Paper) -> tuple[float, ...]:
    return (0.8, 2.2, *[1.7] * paper.battles)


def _roll(paper: Paper, unit: RosterUnit, sheet: RosterSheet) -> tuple[PaperLeaf, ...]:
    """A leaf for each six battles, the first ones first; before the first battle one without any.

    BG-R113, BG-XIII.10.1, BG-XIII.10.2
    """
    starts = range(0, max(len(sheet.battles), 1), paper.battles)
    formed = f"{sheet.formed.day} {sheet.formed:%B %Y}"
    about = (("Base colour", plain(sheet.base_colour)), ("Formed", formed))
    present = {slot.number: slot for slot in (*unit.slots, *unit.elements)}
    found: list[PaperLeaf] = []
    for start in starts:
        battles = sheet.battles[start : start + paper.battles]
        empty = [""] * (paper.battles - len(battles))
        rows = [
            tuple(map(plain, (str(row.number), row.name, *row.cells[start : start + paper.battles], *empty)))
            for row in sheet.rows
        ] or [(str(number), _called(slot.last), *empty) for number, slot in present.items()]
        table = PaperTable(("Number", "Name", *map(plain, battles), *empty), tuple(rows), _roll_weights(paper))
        found.append(PaperLeaf(paper.title, plain(sheet.unit), about, table, foot=MARKS, wide=True))
    return tuple(found)


# ── Cards and lines ───────────────────────────────────────────────────────────────────────────────────────────────


def _called(man: RosterFigure) -> str:
    return plain(f"{man.rank} {man.name}".strip())


def _sheet(rules: AnyRuleSet, slot: SlotView) -> tuple[str, ...]:
    """What they can do and carry, in the book's words."""
    grows = rules.forces.growth
    return grows.sheet(growth.person_of(slot)) if grows is not None and slot.kind == PERSON else ()


def _state(man: RosterFigure) -> str:
    notes = [] if man.status == "fit" else [man.status.replace("-", " ")]
    return " · ".join((*notes, *(["absent"] if man.excused else [])))


def _person(paper: Paper, rules: AnyRuleSet, slot: SlotView) -> PaperCard:
    man = slot.holder or slot.last
    under = " · ".join(filter(None, (f"No. {slot.number}", slot.role, _state(man))))
    lines = tuple(plain(line) for line in _sheet(rules, slot) if line)
    done = [counted(len(man.standing.battles), "battle")] if man.standing.battles else []
    done += [f"{man.standing.kills} credited"] if man.standing.kills else []
    record = (" · ".join(done),) if done else ()
    return PaperCard(_called(man), plain(under), (*lines, *record), ticks=paper.ticks)


def _thing(paper: Paper, slot: SlotView) -> PaperCard:
    thing = slot.holder or slot.last
    under = " · ".join(filter(None, (f"No. {slot.number}", thing.role, _state(thing))))
    return PaperCard(plain(thing.name), plain(under), boxes=paper.numbers(slot.type), ticks=("Damaged", "Lost"))


def _bases(paper: Paper, things: Iterable[SlotView]) -> Iterable[PaperCard]:
    """A card for each kind of base, with as many circles as there are of it."""
    kinds: Counter[tuple[str, str]] = Counter((slot.type, (slot.holder or slot.last).role) for slot in things)
    for (type_, title), count in kinds.items():
        yield PaperCard(plain(title), counted(count, "base"), boxes=paper.numbers(type_), men=count)


def _lines(paper: Paper, rules: AnyRuleSet, people: Sequence[SlotView], things: Sequence[SlotView]) -> PaperTable:
    blank_ = ("",) * len(paper.ticks)
    rows: list[tuple[str, ...]] = []
    for slot in people:
        man = slot.holder or slot.last
        said = [plain(line) for line in _sheet(rules, slot)]
        said = [*said, *[""] * len(paper.columns)][: len(paper.columns)]
        rows.append((str(slot.number), _called(man), *said, *blank_))
    for slot in things:
        thing = slot.holder or slot.last
        role = plain(thing.role) if thing.role != thing.name else ""
        said = [slot.kind.capitalize(), role, *[""] * len(paper.columns)][: len(paper.columns)]
        rows.append((str(slot.number), plain(thing.name), *said, *blank_))
    head = ("No.", "Name", *paper.columns, *paper.ticks)
    weights = (0.6, 2.4, *(3.2 if "arries" in word else 1.4 for word in paper.columns), *[1.0] * len(paper.ticks))
    return PaperTable(head, tuple(rows), weights)
