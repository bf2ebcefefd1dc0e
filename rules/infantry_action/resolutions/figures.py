"""Arcs, isolation and speech of figures, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import bases, isolation, speech
from rules.infantry_action.book.kinds import Posture, Rank
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance

Standing = Annotated[Posture, FACT, Field(description="his posture")]
HERE = (0.0, 0.0)


class Arc(InfantryResolution):
    """IA-loc.arc-infantry"""

    title: ClassVar[str] = "Arc of vision and fire"
    summary: ClassVar[str] = "Whether a target lies in the arc of a figure or weapon"
    verb: Literal["arc"] = "arc"

    who: Annotated[
        Literal["infantry", "heavy weapon", "vehicle front", "turret", "exposed man"], FACT, Field(description="who")
    ]
    ahead: Annotated[float, FACT, Field(ge=-2000, le=2000, description="metres straight ahead of the front's middle")]
    aside: Annotated[float, FACT, Field(ge=-2000, le=2000, description="metres to the side")] = 0.0
    posture: Standing = Posture.ERECT


def arc(form: Arc, chance: Chance) -> Resolved:
    """IA-loc.arc-infantry, IA-loc.arc-heavy-weapon, IA-loc.arc-turret, IA-loc.arc-exposed-man, IA-R058."""
    log = Proceedings(form, chance)
    there = (form.aside, form.ahead)
    if form.who == "infantry":
        sees = fires = bases.in_figure_arc(HERE, 0.0, there, form.posture, log.house)
        rule = "IA-loc.arc-infantry"
    elif form.who == "exposed man":
        sees, fires = bases.exposed_man_sees(HERE, 0.0, there), bases.exposed_man_reaches(HERE, 0.0, there)
        rule = "IA-loc.arc-exposed-man"
    else:
        sees = fires = bases.in_gun_arc(HERE, 0.0, there)
        rule = "IA-loc.arc-heavy-weapon" if form.who == "heavy weapon" else "IA-loc.arc-turret"
    log.step("arc", f"sees it: {'yes' if sees else 'no'}; can fire: {'yes' if fires else 'no'}", rule)
    return log.resolved(sees=sees, fires=fires)


class Isolated(InfantryResolution):
    """IA-iso.figure"""

    title: ClassVar[str] = "Isolation"
    summary: ClassVar[str] = "Whether a man is isolated from the nearest other, and from a leader"
    verb: Literal["isolation"] = "isolation"

    distance: Annotated[Metres, FACT, Field(description="to the other figure")]
    posture: Standing = Posture.ERECT
    other_posture: Annotated[Posture, FACT, Field(description="posture of the other")] = Posture.ERECT
    rank: Annotated[Rank, FACT, Field(description="rank of the other")] = Rank.PRIVATE


def isolated(form: Isolated, chance: Chance) -> Resolved:
    """IA-iso.figure, IA-iso.leader, IA-R018."""
    log = Proceedings(form, chance)
    man = isolation.CountedFigure("the man", HERE, form.posture)
    other = isolation.CountedFigure("the other", (0.0, form.distance), form.other_posture, form.rank)
    alone, unled = not isolation.close(man, other), not isolation.led_by(man, other)
    log.step("isolation", "isolated from the other" if alone else "in touch with the other", "IA-iso.figure")
    if form.rank.leads:
        log.step("leader", "isolated from the leader" if unled else "in touch with the leader", "IA-iso.leader")
    return log.resolved(isolated=alone, isolated_from_leader=unled if form.rank.leads else None)


class Speak(InfantryResolution):
    """IA-orders.speech-range"""

    title: ClassVar[str] = "Speech"
    summary: ClassVar[str] = "Whether an order is heard, and whether an enemy hears a voice"
    verb: Literal["speech"] = "speech"

    distance: Annotated[Metres, FACT, Field(description="from speaker to listener")]
    noise: Annotated[bool, FACT, Field(description="fire or explosions within 100 m of either last period")] = False
    enemy: Annotated[Metres | None, FACT, Field(description="from the speaker to an enemy")] = None
    enemy_noise: Annotated[bool, FACT, Field(description="fire or explosions within 100 m of speaker or enemy")] = False


def speak(form: Speak, chance: Chance) -> Resolved:
    """IA-orders.speech-range, IA-orders.speech-overheard, IA-R028, IA-R167."""
    log = Proceedings(form, chance)
    heard = speech.hears(HERE, (form.distance, 0.0), (HERE,) if form.noise else ())
    log.step("speech", "heard and understood" if heard else "not heard", "IA-orders.speech-range")
    overheard = None
    if form.enemy is not None:
        at = (form.enemy, 0.0)
        overheard = speech.overhears(HERE, form.distance, at, (at,) if form.enemy_noise else ())
        word = "hears a voice and understands nothing" if overheard else "hears nothing"
        log.step("overheard", f"the enemy {word}", "IA-orders.speech-overheard")
    return log.resolved(heard=heard, overheard=overheard)


ROWS: tuple[Row, ...] = (row(Arc, arc), row(Isolated, isolated), row(Speak, speak))
