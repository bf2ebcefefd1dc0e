"""Every chart of the book as front ends show it: figures only, each with its section."""

from __future__ import annotations

import math

from rules.book.showing import Chart, Value
from rules.five56mm.book.tables import MELEE, TABLES, Category


def _upto(high: float) -> float | None:
    return None if math.isinf(high) else high


def _bands() -> list[Chart]:
    return [
        Chart(
            name=band.key,
            title=band.title,
            section=band.section,
            columns=("from", "to", band.value),
            rows=tuple((low, _upto(high), cell) for low, high, cell in band.rows),
            dice=band.dice,
            notes=() if band.dice else ("A shared end point belongs to the lower row (MM-R02).",),
            citation=band.citation,
        )
        for band in TABLES.band
    ]


def _margins() -> list[Chart]:
    return [
        Chart(
            name=margin.key,
            title=margin.title,
            section=margin.section,
            columns=("margin", *margin.columns),
            rows=margin.rows,
            notes=("A margin beyond the last row reads that row.",),
            citation=margin.citation,
        )
        for margin in TABLES.margin
    ]


def _rows() -> list[Chart]:
    return [
        Chart(row.key, row.title, row.section, row.columns, row.rows, row.dice, citation=row.citation)
        for row in TABLES.row
    ]


def _modifiers() -> list[Chart]:
    titles = {
        "3.22": "Modifiers to the spotting TN",
        "3.24": "Modifiers to the to-hit TN",
        "3.25": "Modifiers to the Fire roll",
        "3.71": "Modifiers to the attacker's roll",
        "3.72": "Modifiers to the defender's roll",
    }
    return [
        Chart(
            name=f"modifiers-{table.table}",
            title=titles[table.table],
            section=table.table,
            columns=("modifier", "amount"),
            rows=tuple((reason, amount) for _, amount, reason, _ in table.rows),
            citation=table.rows[0][3],
        )
        for table in TABLES.modifier
    ]


def _number(value: float) -> Value | None:
    return None if math.isnan(value) else value


def _weapons() -> Chart:
    return Chart(
        name="weapons",
        title="Weapon profiles",
        section="7.2 to 7.9",
        columns=("weapon", "class", *(c.value for c in Category), "maximum", "damage", "ammo"),
        rows=tuple((w.title, w.group.value, *(_number(r) for r in w.ranges), w.damage, w.ammo) for w in TABLES.weapon),
        notes=("A range category begins at its number (MM-7.0.5). Empty: na.",),
        citation="MM-7.0.4",
    )


def _melee() -> Chart:
    rows = tuple((m.title, m.bonus) for m in MELEE.values())
    return Chart("melee-weapons", "Melee weapons", "7.1", ("weapon", "roll"), rows, citation="MM-7.1.3")


def _vehicles() -> Chart:
    return Chart(
        name="vehicles",
        title="Vehicle profiles",
        section="12.8, 12.9",
        columns=("vehicle", "kind", "allowance", "speed", "manoeuvre", "armour", "crew", "passengers", "with turret"),
        rows=tuple(
            (
                v.title, v.kind, v.allowance, v.speed, v.manoeuvre, v.armour,
                ", ".join(f"{place} (A)" if place in v.armoured_glass else place for place in v.crew),
                v.passengers, v.turret_passengers,
            )
            for v in TABLES.vehicle
        ),
        notes=("A turret weapon adds a gunner to a land vehicle's crew. (A): armoured glass.",),
        citation="MM-12.8.1",
    )  # fmt: skip


CHARTS: tuple[Chart, ...] = (*_bands(), *_margins(), *_rows(), *_modifiers(), _weapons(), _melee(), _vehicles())
