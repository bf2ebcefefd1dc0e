"""What a battle did to each figure's career."""

from __future__ import annotations

from collections.abc import Sequence

from rules.event import Event
from rules.five56mm.book.injury import Level
from rules.five56mm.book.tables import MELEE, WEAPONS
from rules.five56mm.events.battle import LeftTable, Restored, SquadMustered
from rules.five56mm.events.foot import Aided, Died, Hurt
from rules.ruleset import Service
from rules.service import restored


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Fielded, wounded, recovered (every wound treated), killed, kill-credited, missing, in the order in which it
    happened. Whom the umpire restores was neither killed nor lost."""
    found: list[Service] = []
    sides: dict[str, str] = {}
    wounds: dict[str, set[int]] = {}
    for event in events:
        match event:
            case SquadMustered():
                for who in event.characters:
                    sides[who.id] = who.side
                    wounds[who.id] = {wound.number for wound in who.wounds}
                    found.append(Service(who.id, "fielded"))
            case Hurt() if event.injury.level not in (Level.NONE, Level.DEAD):
                found.append(Service(event.character, "wounded", event.by, _note(event)))
                if event.wound is not None:
                    wounds.setdefault(event.character, set()).add(event.wound.number)
            case Aided() if event.how == "treat-injury" and event.roll.passed and event.wound is None:
                left = wounds.setdefault(event.patient, set())
                left.discard(event.number)
                if not left:
                    found.append(Service(event.patient, "recovered", event.helper, "treated in battle"))
            case Restored():
                found = restored(found, event.character, wounded=bool(wounds.get(event.character)))
                wounds[event.character] = set()
            case Died():
                found.append(Service(event.character, "killed", event.by, _weapon(event.weapon) or event.cause))
                if event.by is not None and sides.get(event.by) != sides.get(event.character):
                    found.append(Service(event.by, "kill-credited", event.character, _weapon(event.weapon)))
            case LeftTable():
                found.append(Service(event.character, "missing", None, event.reason))
            case _:
                continue
    return tuple(found)


def _note(event: Hurt) -> str:
    weapon = _weapon(event.weapon) or event.cause
    return f"{weapon}, {event.injury.level.value} wound"


def _weapon(key: str) -> str:
    if key in WEAPONS:
        return WEAPONS[key].title
    return MELEE[key].title if key in MELEE else ""
