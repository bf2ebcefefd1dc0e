"""Reading a scenario file: every fault of it at once, each with its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from rules.book.house import chosen
from rules.registry import rule_sets as known_rule_sets
from rules.scenario.events import know_events, script
from rules.scenario.forces import sides
from rules.scenario.reader import Reader, YamlPath, meant
from rules.scenario.scenario import Scenario, ScenarioFault, ScenarioSide
from rules.scenario.sheet import FilePart
from rules.seam.ruleset import AnyRuleSet
from rules.seam.scenario_part import Mention, WrittenForce
from rules.table.board_file import board_of
from rules.table.faults import FileFault
from rules.table.marked_yaml import MarkedValues, read_marked


def read_scenario(
    text: str, *, file: str = "scenario.yaml", rule_sets: Mapping[str, AnyRuleSet] | None = None
) -> Scenario:
    """A scenario from its YAML file. Raises ScenarioFault with all that is wrong, each with file and line."""
    try:
        marked = read_marked(text, file)
    except FileFault as fault:
        raise ScenarioFault.of([fault]) from None
    reader = Reader(marked, _rules(marked, known_rule_sets() if rule_sets is None else rule_sets))
    head = reader.read(FilePart, ())
    limit = head.turn_limit if head else None
    options = _options(reader)
    _board(reader)
    forces = sides(reader)
    details = _details(reader, forces)
    know_events(reader)
    plans = script(reader, limit)
    if reader.faults or head is None or details is None:
        raise ScenarioFault.of(reader.faults)
    return Scenario(
        key=head.key,
        title=head.title,
        summary=head.summary.strip(),
        era=head.era.strip(),
        first_shot=head.first_shot,
        briefing=head.briefing.strip(),
        rules=reader.rules.key,
        board=reader.board,
        sides=forces,
        options=options,
        turn_limit=limit,
        script=plans,
        details=details,
        text=text,
        warnings=tuple(sorted(reader.warnings, key=lambda fault: fault.line)),
    )


def _rules(marked: MarkedValues, rule_sets: Mapping[str, AnyRuleSet]) -> AnyRuleSet:
    """The rule set that the file is written for; without it nothing else can be read."""
    if not isinstance(marked.value, dict):
        raise ScenarioFault(marked.file, 1, "a scenario is a map of parts: “rules: …”, “title: …”, “sides: …”")
    key = marked.value.get("rules")
    if not isinstance(key, str):
        message = f"rules: which rule set it is for is not said; there is: {', '.join(rule_sets)}"
        raise ScenarioFault(marked.file, marked.line(("rules",)), message)
    if key not in rule_sets:
        message = f"rules: there is no rule set “{key}”{meant(key, rule_sets)}"
        raise ScenarioFault(marked.file, marked.line(("rules",)), message)
    return rule_sets[key]


def _options(reader: Reader) -> tuple[tuple[str, str], ...]:
    """House rules that differ from their default, in the order of the rule set."""
    path: YamlPath = ("options",)
    switches = {switch.key: switch for switch in reader.rules.book.switches}
    found: dict[str, str] = {}
    for key, value in reader.mapping(path, "house rules").items():
        where = (*path, key)
        if not reader.known(key, switches, where, "house rule"):
            continue
        text = str(value).lower() if isinstance(value, bool) else str(value)
        choice = chosen(switches[key], text)
        if choice is None:
            reader.fault(where, f"“{key}” is {' or '.join(switches[key].choices)}, not “{text}”")
        else:
            found[key] = choice
    return tuple((s.key, found[s.key]) for s in switches.values() if found.get(s.key, s.default) != s.default)


def _board(reader: Reader) -> None:
    path: YamlPath = ("board",)
    if reader.at(path) is None:
        return
    try:
        reader.board = board_of(reader.marked, path)
    except FileFault as fault:
        reader.faults += fault.all
        reader.board_is_faulty = True
    else:
        for side, _ in reader.board.edges:
            reader.side(side, (*path, "edges", side))


# ── The rule set's own part ───────────────────────────────────────────────────────────────────────────────────────


def _details(reader: Reader, sides: Sequence[ScenarioSide]) -> BaseModel | None:
    path: YamlPath = ("details",)
    value = reader.at(path)
    details: BaseModel | None = reader.read(reader.part.details, path, {} if value is None else value)
    if details is None:
        return None
    faults = len(reader.faults)
    for mention in reader.part.mentions(details):
        _check(reader, mention, (*path, *mention.path))
    forces = {force.key: force for side in sides for force in side.forces}
    if len(reader.faults) == faults and forces.keys() == reader.forces.keys() and not reader.board_is_faulty:
        written = {
            key: WrittenForce(key, force.side, force.plan, force.elements, force.reserve)
            for key, force in forces.items()
        }
        for misfit in reader.part.misfits(details, written, reader.board):
            reader.fault((*path, *misfit.path), misfit.why)
    reader.jokers = reader.part.jokers(details)
    reader.calls = reader.part.calls(details)
    reader.vehicles = reader.part.vehicles(details)
    return details


def _check(reader: Reader, mention: Mention, path: YamlPath) -> None:
    match mention.kind:
        case "place":
            reader.spot(mention.text, path)
        case "side":
            reader.side(mention.text, path)
        case "word":
            reader.known(mention.text, mention.among, path, str(mention.path[-1]))
        case "figure" | "force" | "element":
            key = mention.text.partition(".")[0]
            check = {"figure": reader.figure, "force": reader.force, "element": reader.element}[mention.kind]
            if check(mention.text, path) and mention.begins and reader.forces[key].reserve:
                reader.fault(path, f"“{mention.text}” is not there from the start: “{key}” is a reserve")
