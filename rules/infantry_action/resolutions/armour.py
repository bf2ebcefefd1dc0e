"""Against AFVs by declared facts: a shot, a special attack, crews getting out, the AFV reaction test."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import afv_reaction, anti_tank, effect
from rules.infantry_action.book.afv import Crewman, Escape, escape_crew, escape_riders
from rules.infantry_action.book.afv_reaction import AfvSituation
from rules.infantry_action.book.anti_tank import AfvTarget, ShotAtAfv, Special
from rules.infantry_action.book.kinds import Light, Weapon
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance

AtWeapon = Literal[
    "one-man anti-tank weapon", "recoilless gun", "anti-tank gun", "anti-tank missile set", "AFV gun of 75 mm or more",
    "AFV gun under 75 mm", "automatic light shell gun", "tripod machine gun", "pivot machine gun",
    "turret machine gun",
]  # fmt: skip
FLAMES = {
    "flame thrower": Weapon.FLAME_THROWER,
    "AFV flame thrower": Weapon.AFV_FLAME,
    "fougasse": Weapon.CLAYMORE,  # its row of the chart (IA-R071)
}


class AntiTankShot(InfantryResolution):
    """A shot at an AFV. IA-at.knock-out."""

    title: ClassVar[str] = "Anti-tank shot"
    summary: ClassVar[str] = "One weapon fires at an AFV: points, die, knocked out at 8, on fire"
    verb: Literal["anti-tank"] = "anti-tank"

    weapon: Annotated[AtWeapon, FACT, Field(description="class of the weapon")]
    range: Annotated[Metres, FACT, Field(description="metres to the AFV")]
    tons: Annotated[float, FACT, Field(gt=0, le=200, description="weight of the AFV in tons")]
    year: Annotated[int, FACT, Field(ge=1925, le=1975, description="year of the battle")] = 1944
    angle: Annotated[
        float, FACT, Field(ge=0, le=180, description="degrees between the AFV's front and the line to the firer")
    ] = 0
    helpers: Annotated[int, FACT, Field(ge=0, le=2, description="numbers two and three who help")] = 0
    heavy_machine_gun: Annotated[bool, FACT, Field(description="the machine gun has at least 12.7 mm")] = False
    self_propelled_gun: Annotated[bool, FACT, Field(description="the AFV is self-propelled artillery")] = False
    target_moved: Annotated[Metres, FACT, Field(description="metres that the AFV moved in the period")] = 0
    firer_moved: Annotated[bool, FACT, Field(description="the firing weapon moved in the period")] = False
    under_fire: Annotated[bool, FACT, Field(description="the firer is under fire that can damage it")] = False
    surprised: Annotated[bool, FACT, Field(description="some of that fire is the first of a hidden source")] = False
    concealed: Annotated[bool, FACT, Field(description="the AFV is partly concealed by cover")] = False
    screen: Annotated[
        Metres | None, FACT, Field(description="length in metres of a smoke screen between; empty: none")
    ] = None


def shoot(form: AntiTankShot, chance: Chance) -> Resolved:
    """IA-at.weapons, IA-at.knock-out, IA-at.catches-fire."""
    log = Proceedings(form, chance)
    weapon = Weapon(form.weapon)
    shot = ShotAtAfv(
        weapon,
        effect.points(weapon, form.range, log.house),
        AfvTarget(form.tons, form.year, form.self_propelled_gun),
        angle=form.angle,
        helpers=form.helpers,
        helper_points=effect.helper_points(weapon, form.range),
        heavy_machine_gun=form.heavy_machine_gun,
        target_moved=form.target_moved,
        firer_moved=form.firer_moved,
        under_fire=form.under_fire,
        surprised=form.surprised,
        concealed=form.concealed,
        screen=form.screen,
    )
    result = anti_tank.fire(shot, chance, log.house)
    words = "knocked out" if result.knocked_out else "no effect"
    log.step("shot", f"{result.points}; die {result.die}, total {result.total}: {words}", "IA-at.knock-out")
    return log.resolved(
        knocked_out=result.knocked_out,
        on_fire=_burns(log, chance) if result.knocked_out else False,
        points=result.points.value,
        total=result.total,
        weight=shot.target.weight_class.value,
        needs=anti_tank.least_die(result.points),
        modifiers=lines(result.points),
    )


def _burns(log: Proceedings, chance: Chance) -> bool:
    die, burning = anti_tank.catches_fire(chance)
    log.step("fire", f"die {die}: {'on fire' if burning else 'not on fire'}", "IA-at.catches-fire")
    return burning


class AttackAfv(InfantryResolution):
    """Flame, bombs and charges on an AFV. IA-at.knock-out-on-1."""

    title: ClassVar[str] = "Attack on an AFV"
    summary: ClassVar[str] = "Flame, sticky bomb, molotov cocktail, satchel charge or off-table fire on an AFV"
    verb: Literal["attack-afv"] = "attack-afv"

    attack: Annotated[Special, FACT, Field(description="what it is attacked with")]
    range: Annotated[Metres, FACT, Field(description="metres to the AFV")] = 0
    flame: Annotated[
        Literal["flame thrower", "AFV flame thrower", "fougasse"], FACT, Field(description="which flame weapon")
    ] = "flame thrower"


def attack_afv(form: AttackAfv, chance: Chance) -> Resolved:
    """IA-at.knock-out-on-1, IA-at.catches-fire, IA-R128."""
    log = Proceedings(form, chance)
    anti_tank.bar_reach(form.attack, form.range, effect.points(FLAMES[form.flame], form.range, log.house))
    (thrown,) = anti_tank.attacks_on([form.attack], chance)
    words = "knocked out" if thrown.knocked_out else "no effect"
    log.step("attack", f"{form.attack.value}, die {thrown.die}: {words}", "IA-at.knock-out-on-1")
    burning = thrown.knocked_out and _burns(log, chance)
    return log.resolved(knocked_out=thrown.knocked_out, on_fire=burning)


class CrewEscape(InfantryResolution):
    """Out of a knocked-out AFV. IA-afvcrew.escape."""

    title: ClassVar[str] = "Crew escape"
    summary: ClassVar[str] = "Crew and riders of a knocked-out AFV dice to get out"
    verb: Literal["crew-escape"] = "crew-escape"

    crew: Annotated[int, FACT, Field(ge=0, le=10, description="men of the crew, the commander first")]
    smgs: Annotated[int, FACT, Field(ge=0, le=10, description="sub machine guns paid for")] = 2
    riders: Annotated[int, FACT, Field(ge=0, le=30, description="infantry riding in or on it")] = 0


def crew_escape(form: CrewEscape, chance: Chance) -> Resolved:
    """IA-afvcrew.escape, IA-afvcrew.riders, IA-R129."""
    log = Proceedings(form, chance)
    out = escape_crew(crew_of(form.crew), form.smgs, chance)
    log.step("crew", "; ".join(escape_words(man) for man in out) or "nobody is inside", "IA-afvcrew.escape")
    riders = escape_riders(riders_of(form.riders), chance)
    if riders:
        log.step("riders", "; ".join(escape_words(man) for man in riders), "IA-afvcrew.riders")
    return log.resolved(
        with_smg=sum(man.weapon is Weapon.SMG for man in out),
        with_pistol=sum(man.weapon is Weapon.PISTOL for man in out),
        crew_casualties=sum(not man.escaped for man in out),
        riders_out=sum(man.escaped for man in riders),
        rider_casualties=sum(not man.escaped for man in riders),
    )


def crew_of(men: int) -> list[Crewman]:
    names = ["commander", *(f"crewman {i}" for i in range(2, men + 1))]
    return [Crewman(name, commander=not i) for i, name in enumerate(names[:men])]


def riders_of(men: int) -> list[str]:
    return [f"rider {i}" for i in range(1, men + 1)]


def escape_words(man: Escape) -> str:
    """ "commander 6: out with sub machine gun"."""
    if not man.escaped:
        return f"{man.key} {man.die}: casualty"
    return f"{man.key} {man.die}: out" + (f" with {man.weapon.value}" if man.weapon else "")


class AfvReaction(InfantryResolution):
    """The AFV reaction test. IA-afvreact.dice."""

    title: ClassVar[str] = "AFV reaction"
    summary: ClassVar[str] = "The reaction test of an AFV under fire"
    verb: Literal["afv-reaction"] = "afv-reaction"

    moving: Annotated[bool, FACT, Field(description="it moved in the period so far")] = False
    friendly_infantry: Annotated[
        Metres | None, FACT, Field(description="metres to the nearest friendly infantry; empty: none")
    ] = None
    friendly_afv: Annotated[
        Metres | None, FACT, Field(description="metres to a friendly AFV of at least equivalent type; empty: none")
    ] = None
    friends_ahead: Annotated[bool, FACT, Field(description="friendly troops ahead of it")] = False
    friends_firing: Annotated[bool, FACT, Field(description="friends fire on its direct opponents")] = False
    soft_fire: Annotated[bool, FACT, Field(description="under anti-personnel or off-table fire")] = False
    friends_retreating: Annotated[bool, FACT, Field(description="a friendly group or vehicle was seen to retreat")] = (
        False
    )
    shots: Annotated[
        tuple[Annotated[int, Field(ge=-20, le=40)], ...],
        FACT,
        Field(max_length=12, description="totals, die included, of the anti-tank shots at it in the period"),
    ] = ()
    lost_afvs: Annotated[int, FACT, Field(ge=0, le=20, description="friendly AFVs knocked out in the battle")] = 0
    surprised: Annotated[bool, FACT, Field(description="first anti-tank fire from an enemy not located")] = False
    commander_hit: Annotated[bool, FACT, Field(description="its commander is a casualty")] = False
    hostile_cover: Annotated[
        Metres | None, FACT, Field(description="metres to possibly hostile cover; empty: none")
    ] = None
    light: Annotated[Light, FACT, Field(description="light")] = Light.DAY
    close_attack: Annotated[
        bool, FACT, Field(description="attacked with flame, satchel charge, sticky bomb or molotov cocktail")
    ] = False


def react(form: AfvReaction, chance: Chance) -> Resolved:
    """IA-afvreact.dice, IA-afvreact.results."""
    log = Proceedings(form, chance)
    fields = form.model_dump(exclude={"verb", "house_rule"})
    test = afv_reaction.react(AfvSituation(**fields), chance)
    log.step("reaction", f"{test.score}: {test.result.value}", "IA-afvreact.results")
    return log.resolved(
        result=test.result.value,
        score=test.score.value,
        must_advance=test.result.must_advance,
        may_advance=test.result.may_advance,
        must_retire=test.result.must_retire,
        may_reverse_firing=test.result.may_reverse_firing,
        makes_smoke=test.result.makes_smoke,
        modifiers=lines(test.score),
    )


ROWS: tuple[Row, ...] = (
    row(AntiTankShot, shoot),
    row(AttackAfv, attack_afv),
    row(CrewEscape, crew_escape),
    row(AfvReaction, react),
)
