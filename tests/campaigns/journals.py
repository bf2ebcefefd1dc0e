"""What battles did to people, counted from the raw lines of their journals: no event class, no rule set and no career
of the program has a part in it."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FATES = ("killed", "captured", "missing", "left", "destroyed", "knocked-out")
Line = dict[str, Any]


@dataclass
class Counted:
    """One battle. `fates`: how those came out who are out of it for good, by the last word; `wounds`, `kills`, `shots`
    (of The Book and the Gun dice): by who suffered or did it; `fielded`: everybody and everything that took the field,
    with their side; `twice`: those who did so more than once."""

    fielded: dict[str, str] = field(default_factory=dict[str, str])
    twice: list[str] = field(default_factory=list[str])
    fates: dict[str, str] = field(default_factory=dict[str, str])
    wounds: Counter[str] = field(default_factory=Counter[str])
    kills: Counter[str] = field(default_factory=Counter[str])
    shots: Counter[str] = field(default_factory=Counter[str])

    def takes_the_field(self, who: str, side: str) -> None:
        if who in self.fielded:
            self.twice.append(who)
        self.fielded[who] = side

    def falls(self, who: str, fate: str, by: str = "") -> None:
        self.fates[who] = fate
        if fate == "killed" and by and self.fielded.get(by) not in (None, self.fielded.get(who)):
            self.kills[by] += 1


def count(database: Path, rules: str) -> dict[int, Counted]:
    """Every battle of the database that is over, by its number."""
    counted: dict[int, Counted] = {}
    with sqlite3.connect(database) as rows:
        for battle_id, number in rows.execute("SELECT id, number FROM battle WHERE status = 'ended' ORDER BY number"):
            counted[number] = COUNTS[rules](_standing(rows, battle_id))
    return counted


def _standing(rows: sqlite3.Connection, battle_id: int) -> list[Line]:
    """The lines of the entries that nobody has taken back."""
    kept: dict[int, list[Line]] = {}
    found = "SELECT seq, kind, intent, events FROM journalentry WHERE battle_id = ? ORDER BY seq"
    for seq, kind, intent, events in rows.execute(found, (battle_id,)):
        assert kind not in ("undo", "redo"), f"entry {seq} of {intent}: this script follows no undoing"
        kept[seq] = [json.loads(line) for line in events.splitlines()]
    return [line for lines in kept.values() for line in lines]


# ── The Book and the Gun ──────────────────────────────────────────────────────────────────────────────────────────


def _book_and_gun(lines: list[Line]) -> Counted:
    found = Counted()
    for line in lines:
        match line["kind"]:
            case "unit-mustered":
                for thing in (*line["unit"]["figures"], *line.get("vehicles", ()), *line.get("pieces", ())):
                    found.takes_the_field(thing["id"], line["unit"]["side"])
            case "figure-fell":
                if line["status"] == "killed":
                    found.falls(line["figure"], "killed")
                    found.kills.update([line["by"]] if line["by"] else [])
                else:
                    found.wounds[line["figure"]] += 1
            case "figure-captured":
                found.falls(line["figure"], "captured")
            case "prisoner-freed":
                found.fates.pop(line["figure"], None)
            case "figure-left":
                found.falls(line["figure"], "missing")
            case "volleyed":
                found.shots[line["figure"]] += max(len(line["dice"]), 1)
            case "burst-rolled" if line["by"]:
                found.shots[line["by"]] += max(len(line["dice"]), 1)
            case "mortar-fired":
                found.shots[line["figure"]] += 1
            case _:
                pass
    return found


# ── 5.56mm ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _five56mm(lines: list[Line]) -> Counted:
    found = Counted()
    for line in lines:
        match line["kind"]:
            case "squad-mustered":
                for thing in (*line["characters"], *line.get("vehicles", ())):
                    found.takes_the_field(thing["id"], thing["side"])
            case "hurt" if line["injury"]["level"] not in ("none", "dead"):
                found.wounds[line["character"]] += 1
            case "wound-dealt":
                found.wounds[line["character"]] += 1
            case "died":
                found.falls(line["character"], "killed", line["by"] or "")
            case "left-table":
                found.falls(line["character"], "left" if line["edge"] else "missing")
            case "shot":
                found.shots[line["firer"]] += 1
            case "thrown":
                found.shots[line["thrower"]] += 1
            case _:
                pass
    return found


# ── Infantry Action ───────────────────────────────────────────────────────────────────────────────────────────────


def _infantry_action(lines: list[Line]) -> Counted:
    """A kill is that of whoever was the only one to fire at the group in that period."""
    found = Counted()
    fired: dict[str, list[Line]] = {}
    together: dict[str, list[str]] = {}
    felled_by: dict[str, str] = {}
    for line in lines:
        match line["kind"]:
            case "group-mustered":
                for man in line["figures"]:
                    found.takes_the_field(man["id"], man["side"])
                for thing in (*line["guns"], *line["vehicles"]):
                    found.takes_the_field(thing["id"], line["group"]["side"])
            case "period-began":
                fired, together = {}, {}
            case "shots-fired":
                for shot in line["shots"]:
                    if shot["how"] == "observe":
                        continue
                    found.shots.update({shot["by"], *(shot["served"] or shot["men"])})
                    if shot["men"]:
                        fired.setdefault(shot["target"], []).append(shot)
            case "fire-resolved":
                together[line["target"]] = line["groups"] or [line["target"]]
            case "men-diced":
                shots = [
                    shot for group in together.get(line["target"], [line["target"]]) for shot in fired.get(group, ())
                ]
                alone = shots[0]["men"][0] if len(shots) == 1 and line["target"] else ""
                felled_by |= dict.fromkeys(line["casualties"], alone)
                found.fates |= dict.fromkeys(line["casualties"], _SO_FAR[line["life"]])
            case "man-lost" if line["life"] in _SO_FAR:
                felled_by[line["figure"]] = ""
                found.fates[line["figure"]] = _SO_FAR[line["life"]]
            case "figure-removed" | "figure-restored":
                found.fates.pop(line["figure"], None)
            case "roll-called":
                found.fates.clear()
                for missed in line["missed"]:
                    found.falls(missed["figure"], missed["fate"], felled_by.get(missed["figure"], ""))
            case _:
                pass
    found.wounds.update(who for who, fate in found.fates.items() if fate == "wounded")
    found.fates = {who: fate for who, fate in found.fates.items() if fate != "wounded"}
    return found


_SO_FAR = {"casualty": "wounded", "captured": "captured", "gone": "missing"}


COUNTS = {
    "book-and-gun": _book_and_gun,
    "five56mm": _five56mm,
    "infantry-action": _infantry_action,
}


def disagreements(counted: Mapping[int, Counted]) -> Iterator[str]:
    """What cannot be true in a row of battles, whatever the program says: somebody stands twice, a dead man fights."""
    dead: dict[str, int] = {}
    for number, battle in counted.items():
        yield from (f"battle {number}: {who} stands twice" for who in battle.twice)
        yield from (f"battle {number}: {who} fell in battle {dead[who]}" for who in battle.fielded if who in dead)
        dead |= {who: number for who, fate in battle.fates.items() if fate == "killed"}
