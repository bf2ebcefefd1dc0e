"""Vehicles, guns, bases and animals stand on the roster; units may join a battle that goes on"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TITLES = {"m2": "M2", "m60": "M60"}
"""Weapons of turrets."""
PROFILES = {"hmmv": "HMMV", "jeep": "Jeep"}


def upgrade() -> None:
    op.add_column("slot", sa.Column("kind", sa.String(length=12), server_default=sa.text("'figure'"), nullable=False))
    op.add_column("slot", sa.Column("type", sa.String(length=80), server_default=sa.text("''"), nullable=False))
    op.add_column("slot", sa.Column("men", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("slot", sa.Column("crew", sa.Text(), server_default=sa.text("'[]'"), nullable=False))
    op.add_column("careerfact", sa.Column("men", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("battleunit", sa.Column("joined", sa.Integer(), nullable=True))
    _vehicles_of_their_own(op.get_bind())


def _vehicles_of_their_own(connection: sa.Connection) -> None:
    """The vehicles that stood in the sheet of a 5.56mm squad become elements of it. A battle that goes on has them from
    its muster."""
    squads = connection.execute(
        sa.text(
            "SELECT unit.id, unit.traits, careerfact.at FROM unit JOIN campaign ON campaign.id = unit.campaign_id"
            " JOIN slot ON slot.unit_id = unit.id AND slot.number = 1 JOIN figure ON figure.slot_id = slot.id"
            " JOIN careerfact ON careerfact.figure_id = figure.id AND careerfact.kind = 'joined'"
            " WHERE campaign.rules = 'five56mm' AND unit.traits LIKE '%vehicles%' AND figure.replaces_id IS NULL"
        )
    ).all()
    for unit, traits, at in squads:
        sheet = json.loads(traits)
        for vehicle in sheet.pop("vehicles", ()):
            _add(connection, unit, vehicle, at)
        connection.execute(
            sa.text("UPDATE unit SET traits = :traits WHERE id = :id"), {"traits": json.dumps(sheet), "id": unit}
        )


def _add(connection: sa.Connection, unit: int, vehicle: dict, at: object) -> None:
    profile, turret = vehicle["profile"], vehicle.get("turret")
    title = PROFILES.get(profile, profile)
    number = connection.execute(sa.text("SELECT max(number) FROM slot WHERE unit_id = :unit"), {"unit": unit}).scalar()
    slot = connection.execute(
        sa.text(
            "INSERT INTO slot (unit_id, number, rank, role, traits, kind, type, men, crew) VALUES"
            " (:unit, :number, '', :role, :traits, 'vehicle', :type, 0, :crew) RETURNING id"
        ),
        {
            "unit": unit,
            "number": (number or 0) + 1,
            "role": f"{title} with {TITLES.get(turret, turret)}" if turret else title,
            "traits": json.dumps({"profile": profile} | ({"turret": turret} if turret else {})),
            "type": f"{profile}+{turret}" if turret else profile,
            "crew": json.dumps(vehicle.get("places", [])),
        },
    ).scalar_one()
    figure = connection.execute(
        sa.text(
            "INSERT INTO figure (slot_id, given, family, excused) VALUES (:slot, '', :name, :excused) RETURNING id"
        ),
        {"slot": slot, "name": vehicle.get("name") or title, "excused": False},
    ).scalar_one()
    connection.execute(
        sa.text("INSERT INTO careerfact (figure_id, kind, note, men, at) VALUES (:figure, 'joined', '', 0, :at)"),
        {"figure": figure, "at": at},
    )


def downgrade() -> None:
    op.execute("DELETE FROM slot WHERE kind <> 'figure'")
    op.drop_column("battleunit", "joined")
    op.drop_column("careerfact", "men")
    for column in ("crew", "men", "type", "kind"):
        op.drop_column("slot", column)
