"""The tables of units, of the people and elements in them, and of what is true of each.

An element (a vehicle, a gun, a base of several men, an animal) has a slot that outlives it, a name, and a career, as a
person has: so both stand in the same tables, and a slot says which of them it is for.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Index,
    Text,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from campaigns.tables.base import UtcDateTime


class FactKind(StrEnum):
    """What can be true of a figure's career, or an element's."""

    JOINED = "joined"
    FIELDED = "fielded"
    WOUNDED = "wounded"
    RECOVERED = "recovered"
    KILLED = "killed"
    CAPTURED = "captured"
    MISSING = "missing"
    KILL_CREDITED = "kill-credited"
    DECORATED = "decorated"
    PROMOTED = "promoted"
    DAMAGED = "damaged"
    """An element that still goes on. `details`: what it carries, by the rule set's word, until it has been repaired."""
    KNOCKED_OUT = "knocked-out"
    """An element that is out of action until it has been repaired."""
    DESTROYED = "destroyed"
    REPAIRED = "repaired"
    MEN_LOST = "men-lost"
    """`men` of those that an element stands for."""
    MEN_JOINED = "men-joined"
    DESTROY_CREDITED = "destroy-credited"
    SHARE_CREDITED = "share-credited"
    """Had a part in what several did. `note`: which part, in the rule set's words."""
    HONOURED = "honoured"
    """Commanded a unit that won a battle honour."""
    HUMILIATED = "humiliated"
    FIELD_PROMOTED = "field-promoted"
    """In the field, by the book. `note`: to what."""
    REPLACED = "replaced"
    RETIRED = "retired"
    NOTED = "noted"
    CONDITION = "condition"
    """What he carries into his next battle, by the rule set's word; until another one, or until he has recovered."""
    TREATED = "treated"
    """Treated the wounds of a comrade, `by_figure_id`."""
    CARRIED = "carried"
    """Carried a hurt comrade, `by_figure_id`."""
    FREED = "freed"
    """Freed a comrade who had been taken, `by_figure_id`."""
    RESTING = "resting"
    """Stays away for `men` battles more, by a GM's word, or until the day that `details` has ("2026-05-03")."""
    INJURED = "injured"
    """Keeps a lasting injury, whose key `details` has. With a battle: the one whose wound it is of."""
    UPGRADED = "upgraded"
    """What he has learned. With a battle: the one that earned it; without: by the umpire's order."""
    NICKNAMED = "nicknamed"
    """What comrades call him from now on, until another name; "": nothing any more."""
    CORRECTED = "corrected"


class Unit(SQLModel, table=True):
    __table_args__ = (
        UniqueConstraint("campaign_id", "name"),
        Index("uq_unit_campaign_id_folded", "campaign_id", "folded", unique=True),
    )
    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", ondelete="CASCADE", index=True)
    side_id: int = Field(foreign_key="side.id")
    player_id: int | None = Field(default=None, foreign_key="player.id")
    """Who raised it; None: the GM's own."""
    name: str = Field(max_length=80)
    folded: str = Field(max_length=240, sa_column_kwargs={"server_default": text("''")})
    """The name as names are compared: rules.naming.folded."""
    organisation: str = Field(max_length=80)
    nation: str = Field(max_length=80)
    base_colour: str = Field(default="", max_length=40)
    formed: date
    traits: str = Field(sa_type=Text)
    """Of the rule set's UnitPlan."""
    disbanded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    guest: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """It belongs to the scene of a scenario alone: named and followed, on no roster until it joins."""
    called: int | None = None
    """The number by which its battles call it (`campaigns.refs`), where it came from another database; None: its id."""


PERSON = "figure"
"""The kind of slot that a person holds; any other is a rules.seam.forces.ElementKind."""


class Slot(SQLModel, table=True):
    """A place in a unit's establishment. It outlives its holders."""

    __table_args__ = (UniqueConstraint("unit_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    unit_id: int = Field(foreign_key="unit.id", ondelete="CASCADE")
    number: int
    rank: str = Field(max_length=40)
    role: str = Field(max_length=80)
    traits: str = Field(sa_type=Text)
    """Of the rule set's FigurePlan, or of its ElementType."""
    kind: str = Field(default=PERSON, max_length=12, sa_column_kwargs={"server_default": text("'figure'")})
    type: str = Field(default="", max_length=80, sa_column_kwargs={"server_default": text("''")})
    """Key of the element's ElementType; its title is the `role`."""
    men: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """Men that the element stands for at full strength."""
    crew: str = Field(default="[]", sa_type=Text, sa_column_kwargs={"server_default": text("'[]'")})
    """Who is in its crew: places with the numbers of slots."""
    struck: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    """No longer of the establishment: its holder has gone to another unit. Only its line on the sheet is kept."""


class Figure(SQLModel, table=True):
    """Who or what holds a slot: a named person, or an element, whose name is all in `family`. Status and rank are
    derived from the career. `slot_id`: the slot that is theirs now, or was to the end; those before are `Holding`s."""

    id: int | None = Field(default=None, primary_key=True)
    slot_id: int = Field(foreign_key="slot.id", ondelete="CASCADE", index=True)
    given: str = Field(max_length=80)
    family: str = Field(max_length=80)
    replaces_id: int | None = Field(default=None, foreign_key="figure.id")
    excused: bool = Field(default=False)
    """Marked absent by the umpire: misses battles until he is called back."""
    called: int | None = None
    """As of a unit."""


class Holding(SQLModel, table=True):
    """Who has held a slot, from when until when: in the order of their ids, for the slot and for the figure alike."""

    id: int | None = Field(default=None, primary_key=True)
    slot_id: int = Field(foreign_key="slot.id", ondelete="CASCADE", index=True)
    figure_id: int = Field(foreign_key="figure.id", ondelete="CASCADE", index=True)
    since: datetime = Field(sa_type=UtcDateTime)
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When they left it for another one, or somebody else was put in it; None: it is theirs, or was to the end."""


class CareerFact(SQLModel, table=True):
    """One true thing about a figure or an element. Facts are only ever added; `CORRECTED` takes the fact `corrects_id`
    back."""

    id: int | None = Field(default=None, primary_key=True)
    figure_id: int = Field(foreign_key="figure.id", ondelete="CASCADE", index=True)
    battle_id: int | None = Field(default=None, foreign_key="battle.id", index=True)
    kind: str = Field(max_length=16)
    by_figure_id: int | None = Field(default=None, foreign_key="figure.id")
    """Who wounded, killed or captured him, whom he is credited with, or who replaced him."""
    corrects_id: int | None = Field(default=None, foreign_key="careerfact.id")
    note: str = Field(default="", sa_type=Text)
    """The weapon, card and grade of a wound; the new rank; the decoration; the remark."""
    men: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """Of MEN_LOST and MEN_JOINED: how many."""
    details: str | None = Field(default=None, sa_type=Text)
    """JSON text that only the rule set reads: the condition he is in, the upgrade he has gained (rules.growth)."""
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    at: datetime = Field(sa_type=UtcDateTime)
    slot_id: int | None = Field(default=None)
    """Of what a battle did: the slot that the figure held in it; None where its unit did not fight it."""
    seq: int | None = Field(default=None)
    """Of what a battle did: the entry of its journal that bears it out; None: no one entry does, or an earlier version
    wrote it."""
    award: str | None = Field(default=None, sa_type=Text)
    """Of DECORATED: rules.honours.Worn as JSON; None: it stands in no list."""
    citation: str = Field(default="", sa_type=Text, sa_column_kwargs={"server_default": text("''")})
    """Of DECORATED: for what."""
