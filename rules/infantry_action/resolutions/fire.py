"""Fire on men by declared facts: what a weapon scores, what may fire, the whole sum, the potential hits."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import effect as book
from rules.infantry_action.book import fire as sums
from rules.infantry_action.book import restrictions
from rules.infantry_action.book.kinds import Pace, Weapon
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.infantry_action.resolutions.phrases import marks, volleys
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import counted


class Effect(InfantryResolution):
    """IA-sa.effect, IA-hw.effect."""

    title: ClassVar[str] = "Fire effect"
    summary: ClassVar[str] = "The fire effect points of a weapon"
    verb: Literal["effect"] = "effect"

    weapon: Annotated[Weapon, FACT, Field(description="class of weapon")]
    range: Annotated[Metres, FACT, Field(description="to the nearest figure that it can hit")]
    helpers: Annotated[int, FACT, Field(ge=0, le=2, description="numbers two and three who help to fire it")] = 0


def effect(form: Effect, chance: Chance) -> Resolved:
    """IA-sa.effect, IA-sa.lmg-no2, IA-hw.effect, IA-hw.helpers, IA-R066."""
    log = Proceedings(form, chance)
    if barred := book.range_bar(form.weapon, form.range, log.house):
        raise barred
    most = book.most_helpers(form.weapon)
    if form.helpers > most:
        raise RuleViolation(
            "too-many-helpers",
            f"{form.weapon.value} is helped by {most or 'nobody'}.",
            citation="IA-R068",
            remedy=f"Give at most {most} helpers.",
        )
    scored = book.effect(form.weapon, form.range, form.helpers, log.house)
    log.step("effect", str(scored), book.citation(form.weapon))
    return log.resolved(points=scored.value, items=lines(scored))


class MayFire(InfantryResolution):
    """IA-sa.no-fire-after, IA-sa.grenade-choice."""

    title: ClassVar[str] = "May he fire"
    summary: ClassVar[str] = "Whether a man may fire or grenade after what he did"
    verb: Literal["may-fire"] = "may-fire"

    pace: Annotated[Pace, FACT, Field(description="of his move; crawl stands for wading and climbing too")] = Pace.HALT
    turned: Annotated[bool, FACT, Field(description="ended his move by turning, or only turned")] = False
    carries_share: Annotated[bool, FACT, Field(description="carried a share of a heavy weapon")] = False
    silent: Annotated[bool, FACT, Field(description="his group keeps silence")] = False
    directs: Annotated[bool, FACT, Field(description="directs mortar or off-table fire")] = False
    helps: Annotated[bool, FACT, Field(description="is number two or three of another weapon")] = False
    grenades: Annotated[bool, FACT, Field(description="has hand grenades")] = True
    radio: Annotated[bool, FACT, Field(description="carries a radio")] = False
    heavy_group: Annotated[bool, FACT, Field(description="belongs to a heavy weapons group")] = False


def may_fire(form: MayFire, chance: Chance) -> Resolved:
    """IA-sa.no-fire-after, IA-sa.grenade-choice, IA-hw.observer-busy, IA-R061."""
    log = Proceedings(form, chance)
    doing = restrictions.BesideFiring(
        form.pace, form.turned, form.silent, form.carries_share, directing=form.directs, helping=form.helps
    )
    fires = restrictions.fire_bar(doing)
    throws = restrictions.grenade_bar(doing, form.grenades, form.radio, form.heavy_group)
    for kind, barred, allows in (("fire", fires, "IA-sa.no-fire-after"), ("grenade", throws, "IA-sa.grenade-choice")):
        words = "yes" if barred is None else f"no. {barred.message}"
        log.step(kind, f"{kind}: {words}", allows if barred is None else barred.citation)
    return log.resolved(fires=fires is None, grenades=throws is None)


class Fire(InfantryResolution):
    """IA-pot.total."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "All the fire on one group: total and potential hits"
    verb: Literal["fire"] = "fire"

    firing: Annotated[
        tuple[str, ...],
        FACT,
        Field(
            min_length=1,
            description='weapons, range, words: "A: 3 rifle 80 moved", "B: tripod-mg 200 helpers fresh"',
        ),
    ]
    men: Annotated[
        tuple[str, ...], FACT, Field(description='men of each firing group: "A 8"; empty: those who fire')
    ] = ()
    target: Annotated[
        tuple[str, ...], FACT, Field(description='figures of the target: "4 prone soft", "2 erect", "1 bunker"')
    ] = ()
    smoke: Annotated[bool, FACT, Field(description="fired blind through smoke")] = False
    average: Annotated[bool, FACT, Field(description="average dice are agreed for the firing groups")] = False


def fire(form: Fire, chance: Chance) -> Resolved:
    """IA-pot.total, IA-pot.one-die, IA-pot.automatic, IA-chance.die, IA-chance.small-group, IA-R025, IA-R084."""
    log = Proceedings(form, chance)
    groups = volleys(form.firing, form.men, blind=form.smoke, average=form.average)
    figures = tuple(mark for text in form.target for mark in marks(text))
    for shot in (shot for group in groups for shot in group.firers):
        if barred := book.range_bar(shot.weapon, shot.metres, log.house):
            raise barred
    thrown = sums.chance_dice(groups, log.chance, log.house)
    added = sums.total(groups, figures, thrown, log.house)
    log.step("total", str(added), "IA-pot.total")
    hits = sums.potential_hits(added.value, log.chance, log.house)
    log.step("hits", _words(hits), "IA-pot.one-die" if hits.die else "IA-pot.automatic")
    return log.resolved(total=added.value, items=lines(added), chance=[die.counts for die in thrown], hits=hits.number)


def _words(hits: sums.HitCount) -> str:
    found = f"{counted(hits.number, 'potential hit')}"
    return found if hits.die is None else f"{found} (needed {hits.needs} or more)"


class PotentialHits(InfantryResolution):
    """IA-pot.one-die, IA-pot.automatic."""

    title: ClassVar[str] = "Potential hits"
    summary: ClassVar[str] = "How many potential hits a total makes"
    verb: Literal["potential-hits"] = "potential-hits"

    total: Annotated[int, FACT, Field(ge=-500, le=1000, description="fire effect, target and tactical, chance points")]


def potential_hits(form: PotentialHits, chance: Chance) -> Resolved:
    """IA-pot.one-die, IA-pot.automatic, IA-R089, IA-R090."""
    log = Proceedings(form, chance)
    hits = sums.potential_hits(form.total, log.chance, log.house)
    log.step("hits", _words(hits), "IA-pot.one-die" if hits.die else "IA-pot.automatic")
    return log.resolved(hits=hits.number, needs=hits.needs)


ROWS: tuple[Row, ...] = (
    row(Effect, effect),
    row(MayFire, may_fire),
    row(Fire, fire),
    row(PotentialHits, potential_hits),
)
