"""The words of the book that every chapter uses: kinds of troops, characteristics, tests, cover, formations."""

from __future__ import annotations

from enum import StrEnum


class Arm(StrEnum):
    """The kind of troops that a card is for. RA-def.class.infantry, RA-def.class.cavalry, RA-def.class.artillery."""

    RIFLE = "rifle"
    SABRE = "sabre"
    MG = "mg"
    TACHANKA = "tachanka"
    GUN = "gun"
    MORTAR = "mortar"
    ARMOURED_CAR = "armoured-car"
    TANK = "tank"
    ENGINE = "train-engine"
    FIELD_CAR = "train-artillery-field"
    """A field gun in an improvised mounting."""
    TURRET_CAR = "train-artillery-turret"
    MG_CAR = "train-mg"
    OTHER_CAR = "train-other"
    OFFICER = "officer"
    CART = "supply-cart"
    """A supply cart to the rear. RA-ammo.carts"""

    @property
    def infantry(self) -> bool:
        """Riflemen, engineers and machine-gunners on foot. RA-def.class.infantry"""
        return self in (Arm.RIFLE, Arm.MG)

    @property
    def cavalry(self) -> bool:
        """Sabres and tachankas. RA-def.class.cavalry"""
        return self in (Arm.SABRE, Arm.TACHANKA)

    @property
    def artillery(self) -> bool:
        """Guns and mortars. RA-def.class.artillery"""
        return self in (Arm.GUN, Arm.MORTAR)

    @property
    def fights(self) -> bool:
        """Troops, guns and vehicles; not officers by themselves nor supply carts. RA-R120, RA-R269"""
        return self not in (Arm.OFFICER, Arm.CART)

    @property
    def train(self) -> bool:
        return self in (Arm.ENGINE, Arm.FIELD_CAR, Arm.TURRET_CAR, Arm.MG_CAR, Arm.OTHER_CAR)

    @property
    def vehicle(self) -> bool:
        """Tanks, armoured cars and trains. RA-def.class.vehicles"""
        return self in (Arm.TANK, Arm.ARMOURED_CAR) or self.train


class Mover(StrEnum):
    """The column of the terrain table that a card moves by. RA-terrain.table"""

    INFANTRY = "infantry"
    SABRES = "sabres"
    LIMBERED = "tachanka-limbered"
    """Tachankas and limbered guns."""
    ARMOURED_CAR = "armoured-car"
    TANK = "tank"
    RAIL = "rail"


class Trait(StrEnum):
    """Characteristics of cards and officers (RA-def.characteristics), and what else a card says of its troops."""

    MOB = "mob"
    PARTISAN = "partisan"
    SKIRMISHER = "skirmisher"
    STORM = "storm"
    SPECIALIST = "specialist"
    CLEVER = "clever"
    COMMISSAR = "commissar"

    HORSE_ARTILLERY = "horse-artillery"
    TURRET = "turret"
    SPONSONS = "sponsons"
    MG_ARMED = "mg-armed"
    ARC_45 = "arc-45"
    CARRIES_TROOPS = "carries-troops"
    GRENADIERS = "grenadiers"
    ENGINEERS = "engineers"
    TOOLS = "tools"
    """Proper entrenching tools."""
    WIRE_CUTTER = "wire-cutter"
    """A device that takes wire away."""
    GAS = "gas"
    """Gas shells."""


class Test(StrEnum):
    """Morale tests. RA-morale.roll.1"""

    __test__ = False

    CHARGE = "charge"
    FEAR = "fear"
    SERIOUS = "serious"
    RALLY = "rally"


class Cover(StrEnum):
    """The one cover class that a place gives, least first. RA-R25"""

    OPEN = "open"
    SOFT = "soft"
    FOXHOLE = "foxhole"
    WOODS = "woods"
    WOODEN = "wooden-building"
    STONE = "stone-building"
    SUPER_HARD = "super-hard"

    @property
    def hard(self) -> bool:
        """What stops bullets, for the retire rule. RA-R25"""
        return self in (Cover.WOODS, Cover.WOODEN, Cover.STONE, Cover.SUPER_HARD)

    @property
    def works(self) -> bool:
        """What steadies those behind it. RA-morale.mod.works"""
        return self in (Cover.STONE, Cover.SUPER_HARD)


class UnitFormation(StrEnum):
    """How the bases of a unit stand; each pair of neighbours in contact. RA-form.contact"""

    LINE = "line"
    """One straight rank."""
    RANKS = "two ranks"
    COLUMN = "column"
    """One base wide. RA-form.column"""
    SQUARE = "square"
    """Bases face all ways."""
    LINING = "along the edge"
    """Along the edge of a wood or the walls of a building, each base facing out. RA-move.6, RA-R270"""


class Light(StrEnum):
    DAY = "day"
    MOON = "moonlight or light fog"
    DARK = "dark night"

    @property
    def night(self) -> bool:
        """Night or fog. RA-weather.night.range"""
        return self is not Light.DAY


class Weather(StrEnum):
    CLEAR = "clear"
    RAIN = "rain"


class StruckSide(StrEnum):
    """Where a charge strikes. RA-charge.flank.1, RA-charge.rear.1"""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"
