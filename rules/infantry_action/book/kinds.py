"""The words of the book that every chapter uses: ranks, weapons, postures, paces, light and cover."""

from __future__ import annotations

from enum import StrEnum


class Rank(StrEnum):
    """Lowest first. IA-cost.rank"""

    PRIVATE = "private"
    LANCE_CORPORAL = "lance corporal"
    CORPORAL = "corporal"
    SERGEANT = "sergeant"
    OFFICER = "officer"

    @property
    def level(self) -> int:
        """0 for a private to 4 for an officer."""
        return list(Rank).index(self)

    @property
    def leads(self) -> bool:
        """Officers and NCOs, lance corporals included. IA-R019"""
        return self is not Rank.PRIVATE


class Weapon(StrEnum):
    """Classes of weapon; any real weapon is put in the class that suits. IA-intro.weapon-classes"""

    PISTOL = "pistol"
    SMG = "sub machine gun"
    RIFLE = "rifle"
    ASSAULT_RIFLE = "assault rifle"
    GRENADE_LAUNCHER = "grenade launcher"
    MAGAZINE_LMG = "magazine LMG"
    BELT_LMG = "belt LMG"
    FLAME_THROWER = "flame thrower"
    ONE_MAN_AT = "one-man anti-tank weapon"
    CLAYMORE = "Claymore"
    GRENADE = "hand grenade"

    TRIPOD_MG = "tripod machine gun"
    """On tripod or wheels."""
    LIGHT_MORTAR = "2 inch mortar"
    MORTAR_60 = "60 mm mortar"
    MEDIUM_MORTAR = "81 mm mortar"
    """3 inch or 81 mm."""
    RECOILLESS = "recoilless gun"
    AT_GUN = "anti-tank gun"
    """Conventional, on wheels or a tripod."""
    MISSILE = "anti-tank missile set"

    PIVOT_MG = "pivot machine gun"
    TURRET_MG = "turret machine gun"
    """Turret, coaxial and hull guns. IA-R070"""
    LIGHT_SHELL_GUN = "automatic light shell gun"
    SMALL_AFV_GUN = "AFV gun under 75 mm"
    AFV_GUN = "AFV gun of 75 mm or more"
    AFV_FLAME = "AFV flame thrower"

    @property
    def lmg(self) -> bool:
        return self in (Weapon.MAGAZINE_LMG, Weapon.BELT_LMG)

    @property
    def mortar(self) -> bool:
        return self in (Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR)

    @property
    def small_arm(self) -> bool:
        """In the small arms chart and carried by one man. IA-sa.effect"""
        return self in SMALL_ARMS

    @property
    def crew_served(self) -> bool:
        """A heavy weapon on the ground, an element of its own with a crew. IA-hw.effect"""
        return self in CREW_SERVED

    @property
    def mounted(self) -> bool:
        """On a vehicle or in a helicopter's door."""
        return self in MOUNTED


SMALL_ARMS = (
    Weapon.PISTOL, Weapon.SMG, Weapon.RIFLE, Weapon.ASSAULT_RIFLE, Weapon.GRENADE_LAUNCHER, Weapon.MAGAZINE_LMG,
    Weapon.BELT_LMG, Weapon.FLAME_THROWER, Weapon.ONE_MAN_AT, Weapon.CLAYMORE, Weapon.GRENADE,
)  # fmt: skip
CREW_SERVED = (
    Weapon.TRIPOD_MG, Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR, Weapon.RECOILLESS, Weapon.AT_GUN,
    Weapon.MISSILE,
)  # fmt: skip
MOUNTED = (
    Weapon.PIVOT_MG, Weapon.TURRET_MG, Weapon.LIGHT_SHELL_GUN, Weapon.SMALL_AFV_GUN, Weapon.AFV_GUN, Weapon.AFV_FLAME,
)  # fmt: skip


class Gear(StrEnum):
    """What a man or a vehicle has beside weapons. IA-cost.equipment-20, IA-cost.equipment-30"""

    RADIO = "radio"
    NIGHT_DEVICE = "night vision device"
    MINE_DETECTOR = "mine detector"


class Charge(StrEnum):
    """Carried by a named figure and used up; the last by a vehicle. IA-opt.devices-cost, IA-R010, IA-R012"""

    SATCHEL = "satchel charge"
    BANGALORE = "bangalore torpedo"
    STICKY_BOMB = "sticky bomb"
    MOLOTOV = "molotov cocktail"
    CLAYMORE = "Claymore"
    LINE_CHARGE = "vehicle line charge"


class Posture(StrEnum):
    """IA-base.postures"""

    ERECT = "erect"
    PRONE = "prone"


class Pace(StrEnum):
    """Of a group on foot; of a vehicle or mount the last four and halt."""

    HALT = "halt"
    WALK = "walk"
    DASH = "dash"
    """The short dash of 30 m."""
    CRAWL = "crawl"
    """Crawling, wading, climbing with the hands."""
    DOUBLE = "double"
    MANHANDLE = "manhandle"
    DRIVE = "move and fire"
    RUSH = "high speed dash"
    REVERSE = "reverse"
    SWIM = "swim"


class Light(StrEnum):
    """IA-loc.table, IA-veh.dash"""

    DAY = "daylight"
    MOON = "moonlight"
    """Moonlight or battlefield illumination."""
    DARK = "dark"


class Cover(StrEnum):
    """What a figure is in, barest first: the classes of the identification list. IA-R091"""

    OPEN = "open"
    SOFT = "soft cover"
    TRENCH = "trench"
    BUILDING = "building"
    HARD_VEHICLE = "hard vehicle"
    BUNKER = "bunker"
