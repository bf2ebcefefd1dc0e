"""Sides and forces of a scenario file."""

from __future__ import annotations

from dataclasses import replace

from rules.scenario.asking import terms_of
from rules.scenario.elements import with_elements
from rules.scenario.reader import KnownForce, Reader, YamlPath
from rules.scenario.scenario import Force, ScenarioSide
from rules.scenario.sheet import ForcePart, SidePart
from rules.seam.forces import Organisation, UnitPlan, plain_kind
from rules.seam.scenario_part import FigureSheet, SheetFault

SIDES: YamlPath = ("sides",)


def sides(reader: Reader) -> tuple[ScenarioSide, ...]:
    """All sides that take part, in the rule set's order. Names of forces are known to the reader afterwards."""
    given = reader.mapping(SIDES, "sides")
    for word in given:
        reader.side(word, (*SIDES, word))
    found = [_side(reader, key, (*SIDES, key)) for key in reader.sides if key in given]
    for key, kind in reader.sides.items():
        begins = any(force.side == key and not force.reserve for force in reader.forces.values())
        if kind.playable and not begins:
            reader.fault((*SIDES, key), f"{key} has no force that begins the battle")
    return tuple(side for side in found if side is not None)


def _side(reader: Reader, key: str, path: YamlPath) -> ScenarioSide | None:
    part = reader.read(SidePart, path)
    forces = tuple(
        force
        for word in (reader.mapping((*path, "forces"), "forces") if part else {})
        if (force := _force(reader, word, key, (*path, "forces", word))) is not None
    )
    return part and ScenarioSide(key, part.name or reader.sides[key].title, part.briefing.strip(), forces)


def _force(reader: Reader, key: str, side: str, path: YamlPath) -> Force | None:
    reader.require_key(key, path, "a force")
    if key in reader.forces:
        reader.fault(path, f"there are two forces “{key}”")
    part = reader.read(ForcePart, path)
    plan = _plan(reader, part.organisation, side, path) if part else None
    sheets = _sheets(reader, (*path, "figures"))
    if plan is not None and sheets:
        plan = _written_out(reader, plan, sheets, path)
    plan, elements = with_elements(reader, plan, path) if plan is not None else (None, ())
    reader.forces[key] = KnownForce(side, len(plan.figures) if plan else None, bool(part and part.reserve), elements)
    if part is None or plan is None:
        return None
    place = reader.spot(part.place, (*path, "place"))
    names = _names(reader, part, [sheet.name for sheet in sheets], len(plan.figures), path)
    return Force(
        key=key,
        name=part.name or key.replace("-", " ").capitalize(),
        side=side,
        organisation=plain_kind(part.organisation),
        plan=plan,
        names=names,
        place=place,
        facing=part.facing,
        reserve=part.reserve,
        elements=elements,
        part=_part(reader, part, side, path),
        terms=terms_of(reader, part, plan, path),
        open=part.open is not None,
        guest=part.guest,
    )


def _part(reader: Reader, force: ForcePart, side: str, path: YamlPath) -> str:
    """The part that the force keeps; each is one unit's in a battle."""
    if force.part is None:
        return ""
    if (side, force.part) in reader.parts:
        reader.fault((*path, "part"), f"two forces of the {side} have the part “{force.part}”")
    reader.parts.add((side, force.part))
    return force.part


def _plan(reader: Reader, word: str, side: str, path: YamlPath) -> UnitPlan | None:
    kinds: dict[str, Organisation] = {kind.key: kind for kind in reader.rules.forces.organisations}
    where, word = (*path, "organisation"), plain_kind(word)
    if word in kinds and not kinds[word].is_for(side):
        own = ", ".join(kind.key for kind in kinds.values() if kind.is_for(side))
        reader.fault(where, f"“{word}” is an organisation of the {kinds[word].side}; the {side} have: {own}")
        return None
    own_kinds = [kind.key for kind in kinds.values() if kind.is_for(side)]
    return reader.rules.forces.raise_unit(word) if reader.known(word, own_kinds, where, "organisation") else None


def _sheets(reader: Reader, path: YamlPath) -> list[FigureSheet]:
    """The figures that the file writes out; none at all where one of them cannot be read."""
    listed = reader.listing(path, "figures")
    if not listed:
        return []
    model = reader.part.sheet
    if model is None:
        reader.fault(path, f"{reader.rules.title} has no figures written out; the organisation gives them")
        return []
    sheets = [reader.read(model, (*path, index)) for index in range(len(listed))]
    read = [sheet for sheet in sheets if sheet is not None]
    return read if len(read) == len(listed) else []


def _written_out(reader: Reader, plan: UnitPlan, sheets: list[FigureSheet], path: YamlPath) -> UnitPlan | None:
    assert reader.part.plan is not None
    try:
        return reader.part.plan(plan, sheets)
    except SheetFault as fault:
        where = (*path, "figures") if fault.number == 0 else (*path, "figures", fault.number - 1)
        reader.fault(where, str(fault))
        return replace(plan, figures=plan.figures[: len(sheets)])


def _names(reader: Reader, part: ForcePart, own: list[str], size: int, path: YamlPath) -> tuple[str, ...]:
    """A name in the list goes before the one on the sheet."""
    if len(part.names) > size:
        reader.fault((*path, "names", size), f"there are {len(part.names)} names for {size} figures")
    both = [part.names[i] if i < len(part.names) else own[i] if i < len(own) else "" for i in range(size)]
    for index, name in enumerate(both):
        if name and name in both[:index]:
            where = "names" if index < len(part.names) else "figures"
            reader.fault((*path, where, index), f"two figures are called “{name}”")
    return tuple(both) if any(both) else ()
