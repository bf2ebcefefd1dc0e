"""What an event waits for: from the file's words to the triggers of a script."""

from __future__ import annotations

from typing import cast

from shapely import Point as Spot

from rules.scenario.reader import Reader, YamlPath
from rules.scenario.sheet import (
    LEAVES,
    Area,
    ChosenPart,
    CirclePart,
    EnteredPart,
    FoundPart,
    HappenedPart,
    HeldPart,
    JokerPart,
    LeftPart,
    LossesPart,
    RadioPart,
    SheetPart,
    TurnPart,
)
from rules.script.plan import (
    AllOf,
    AnyOf,
    Chosen,
    Entered,
    Found,
    Happened,
    JokerCard,
    JokerTurned,
    Leaf,
    Left,
    Losses,
    Not,
    OnlyCalled,
    PlaceHeld,
    RadioAnswered,
    Trigger,
    Turn,
)
from rules.table.board import Point
from rules.table.footprint import area, polygons
from rules.table.reference import named_places

CARDS: dict[str, JokerCard | None] = {"red": "RJ", "black": "BJ", "any": None}
TOGETHER = ("all", "any", "not")
BESIDE = ("from_turn", "to_turn", "every", "after")
"""What may stand beside the word of a leaf."""


def trigger(reader: Reader, path: YamlPath) -> Trigger | None:
    """The trigger at that path; nothing there: only the GM calls it. None when it is faulty."""
    value = reader.at(path)
    if value is None or value == "called":
        return OnlyCalled()
    known = (*LEAVES, *TOGETHER)
    if not isinstance(value, dict):
        reader.fault(path, f"a trigger is “called”, or one of: {', '.join(known)}, such as “turn: 3”")
        return None
    words = [word for word in value if word not in BESIDE]
    unknown = [word for word in words if word not in known]
    for word in unknown:
        reader.known(word, known, (*path, word), "trigger")
    if unknown:
        return None
    if len(words) != 1:
        given = " and ".join(words) or "none"
        reader.fault(path, f"one trigger stands here, not {given}; several go into “all” or “any”")
        return None
    word = words[0]
    if word in TOGETHER:
        return _together(reader, word, path)
    part = reader.read(LEAVES[word], path)
    return None if part is None else _leaf(reader, part, path)


def _together(reader: Reader, word: str, path: YamlPath) -> Trigger | None:
    value = reader.at(path)
    for beside in BESIDE:
        if isinstance(value, dict) and beside in value:
            reader.fault((*path, beside), f"“{beside}” stands beside a single trigger, not beside “{word}”")
    inner = (*path, word)
    if word == "not":
        part = trigger(reader, inner)
        return None if part is None else Not(of=part)
    listed = reader.listing(inner, "triggers")
    parts = [trigger(reader, (*inner, index)) for index in range(len(listed))]
    if not parts:
        reader.fault(inner, f"“{word}” needs triggers, each after a dash")
        return None
    if None in parts:
        return None
    found = cast("list[Trigger]", parts)
    return AllOf(of=tuple(found)) if word == "all" else AnyOf(of=tuple(found))


def _leaf(reader: Reader, part: SheetPart, path: YamlPath) -> Leaf | None:
    match part:
        case TurnPart():
            return Turn(turn=part.turn, every=part.every)
        case JokerPart():
            return _joker(reader, part, path)
        case RadioPart():
            return _radio(reader, part, path)
        case FoundPart():
            return _found(reader, part, path)
        case EnteredPart():
            return _entered(reader, part, path)
        case HeldPart():
            return _held(reader, part, path)
        case LeftPart():
            return _left(reader, part, path)
        case LossesPart():
            return _losses(reader, part, path)
        case HappenedPart():
            if not reader.event(part.event, (*path, "event")):
                return None
            return Happened(event=part.event, after=part.after, from_turn=part.from_turn, to_turn=part.to_turn)
        case ChosenPart():
            body = part.chosen
            found = reader.event(body.event, (*path, "chosen", "event"))
            if not found:
                return None
            return Chosen(event=body.event, option=body.option, from_turn=part.from_turn, to_turn=part.to_turn)
        case _:
            raise AssertionError(part)


def _joker(reader: Reader, part: JokerPart, path: YamlPath) -> JokerTurned | None:
    card = CARDS[part.joker]
    if reader.jokers is not None and (card not in reader.jokers if card else not reader.jokers):
        which = "Joker" if card is None else f"{part.joker} Joker"
        reader.fault((*path, "joker"), f"no {which} is in the deck of this scenario; see `details`")
        return None
    return JokerTurned(card=card, from_turn=part.from_turn, to_turn=part.to_turn)


def _radio(reader: Reader, part: RadioPart, path: YamlPath) -> RadioAnswered | None:
    if reader.calls is not None and not reader.known(part.radio, reader.calls, (*path, "radio"), "radio call"):
        return None
    return RadioAnswered(call=part.radio, from_turn=part.from_turn, to_turn=part.to_turn)


def _found(reader: Reader, part: FoundPart, path: YamlPath) -> Found | None:
    body, where = part.found, (*path, "found")
    if not reader.part.searches:
        reader.fault(where, "nobody is searched in this rule set")
        return None
    good = reader.side(body.side, (*where, "side"))
    if body.unit is not None:
        good = reader.force(body.unit, (*where, "unit")) and good
    if not good:
        return None
    return Found(side=body.side, unit=body.unit, from_turn=part.from_turn, to_turn=part.to_turn)


def _losses(reader: Reader, part: LossesPart, path: YamlPath) -> Losses | None:
    body, where = part.losses, (*path, "losses")
    good = reader.side(body.side, (*where, "side"))
    if body.unit is not None and good:
        good = _of_side(reader, body.unit, body.side, (*where, "unit"))
    if not good:
        return None
    return Losses(side=body.side, unit=body.unit, percent=body.percent, from_turn=part.from_turn, to_turn=part.to_turn)


def _left(reader: Reader, part: LeftPart, path: YamlPath) -> Left | None:
    body, where = part.left, (*path, "left")
    good = reader.side(body.side, (*where, "side"))
    if good:
        good = all([_who(reader, unit, body.side, (*where, "units", i)) for i, unit in enumerate(body.units)])
    if not good:
        return None
    return Left(
        side=body.side,
        units=tuple(body.units),
        edge=body.edge,
        number=body.number,
        from_turn=part.from_turn,
        to_turn=part.to_turn,
    )


def _of_side(reader: Reader, force: str, side: str, path: YamlPath) -> bool:
    if not reader.force(force, path):
        return False
    if reader.forces[force].side != side:
        reader.fault(path, f"“{force}” is a force of the {reader.forces[force].side}, not of the {side}")
        return False
    return True


# ── Areas ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _entered(reader: Reader, part: EnteredPart, path: YamlPath) -> Entered | None:
    body, where = part.entered, (*path, "entered")
    good = reader.side(body.side, (*where, "side"))
    if good:
        checked = [_who(reader, unit, body.side, (*where, "units", i)) for i, unit in enumerate(body.units)]
        good = all(checked)
    outline = _outline(reader, body.area, (*where, "area"))
    if not good or outline is None:
        return None
    name = body.area if isinstance(body.area, str) else ""
    return Entered(
        side=body.side,
        units=tuple(body.units),
        area=outline,
        name=name,
        from_turn=part.from_turn,
        to_turn=part.to_turn,
    )


def _held(reader: Reader, part: HeldPart, path: YamlPath) -> PlaceHeld | None:
    body, where = part.held, (*path, "held")
    good = all([reader.side(body.side, (*where, "side")), reader.side(body.against, (*where, "against"))])
    if good and body.side == body.against:
        reader.fault((*where, "against"), f"the {body.side} holds nothing against itself; name the other side")
        good = False
    outline = _outline(reader, body.area, (*where, "area"))
    if not good or outline is None:
        return None
    return PlaceHeld(
        side=body.side,
        against=body.against,
        area=outline,
        clear=body.clear or 0.0,
        name=body.area if isinstance(body.area, str) else "",
        from_turn=part.from_turn,
        to_turn=part.to_turn,
    )


def _who(reader: Reader, word: str, side: str, path: YamlPath) -> bool:
    """A force, or whoever is aboard a vehicle: one of a force's, or one that the scenario brings itself."""
    if word in reader.vehicles:
        return True
    force, dot, _ = word.partition(".")
    return _of_side(reader, force, side, path) and (not dot or reader.element(word, path))


def _outline(reader: Reader, given: Area, path: YamlPath) -> tuple[Point, ...] | None:
    if isinstance(given, CirclePart):
        middle = reader.spot(given.at, (*path, "at"))
        if middle is None:
            return None
        ring = Spot(middle).buffer(given.radius, quad_segs=8).exterior
        return tuple((round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
    if isinstance(given, list):
        corners = [reader.spot(corner, (*path, index)) for index, corner in enumerate(given)]
        return tuple(corner for corner in corners if corner) if all(corners) else None
    return _feature(reader, given, path)


def _feature(reader: Reader, name: str, path: YamlPath) -> tuple[Point, ...] | None:
    """The ground of a named feature, the largest part of it where it has several."""
    if reader.board_is_faulty:
        return None
    if reader.board is None:
        reader.fault(path, "without a board there are no areas; give a `board`")
        return None
    if not reader.known(name, named_places(reader.board), path, "named feature"):
        return None
    feature = next(each for each in reader.board.features if each.name == name)
    parts = polygons(area(feature))
    if not parts:
        reader.fault(path, f"“{name}” covers no ground")
        return None
    ring = max(parts, key=lambda part: part.area).exterior
    return tuple((round(x, 3), round(y, 3)) for x, y in ring.coords[:-1])
