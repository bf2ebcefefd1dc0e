"""Reaction tests and surrender by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import leaders, prisoners, reaction_results
from rules.infantry_action.book import reaction as book
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.reaction import Circumstances, Reaction
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT
from rules.kernel.chance import Chance

Count = Annotated[int, FACT, Field(ge=0, le=200)]


class React(InfantryResolution):
    """IA-reaction.dice, IA-leadertest.separate."""

    title: ClassVar[str] = "Reaction"
    summary: ClassVar[str] = "A reaction test of a group, or of its leader"
    verb: Literal["reaction"] = "reaction"

    lmgs: Annotated[Count, Field(description="friendly LMGs firing within 100 m")] = 0
    opponent_under_fire: Annotated[bool, FACT, Field(description="its opponents are under fire from friends")] = False
    active: Annotated[bool, FACT, Field(description="it fired or moved towards the enemy")] = False
    enemy_in_open: Annotated[bool, FACT, Field(description="saw an enemy figure in the open")] = False
    enemy_hit: Annotated[bool, FACT, Field(description="saw an enemy hit or in panic in the open")] = False
    totals: Annotated[tuple[int, ...], FACT, Field(description="every total scored against it in the period")] = ()
    leaderless: Annotated[Count, Field(description="figures isolated from officers and NCOs")] = 0
    isolated: Annotated[Count, Field(description="figures isolated from all others")] = 0
    lost_battle: Annotated[Count, Field(description="figures lost in the battle, this period's included")] = 0
    lost_period: Annotated[Count, Field(description="figures lost in this period")] = 0
    machine_guns: Annotated[Count, Field(description="enemy machine guns that fired on it")] = 0
    leader_panicked: Annotated[bool, FACT, Field(description="its leader led a panic dash last period")] = False
    friends_panicked: Annotated[bool, FACT, Field(description="friends near dashed away in panic")] = False
    behind_flank: Annotated[bool, FACT, Field(description="fire came from behind its flank")] = False
    armour: Annotated[bool, FACT, Field(description="enemy armour within 100 m or firing on it")] = False
    flame: Annotated[bool, FACT, Field(description="saw the enemy use flame in the battle")] = False
    surprise: Annotated[bool, FACT, Field(description="surprised by a hidden enemy's first fire")] = False
    intermingled: Annotated[bool, FACT, Field(description="an enemy moved in among it")] = False
    enemy_close: Annotated[bool, FACT, Field(description="an enemy is within 25 m")] = False
    cover: Annotated[
        Literal["no", "add", "deduct"], FACT, Field(description="all in cover: add 2 or deduct 2 at choice")
    ] = "no"
    quality: Annotated[int, FACT, Field(ge=-10, le=10, description="factor agreed for these troops")] = 0
    average: Annotated[bool, FACT, Field(description="average dice are agreed for it")] = False
    leader: Annotated[Rank | None, FACT, Field(description="its senior leader tests for himself; empty: the group")] = (
        None
    )

    @property
    def circumstances(self) -> Circumstances:
        return Circumstances(
            self.lmgs, self.opponent_under_fire, self.active, self.enemy_in_open, self.enemy_hit, self.totals,
            self.leaderless, self.isolated, self.lost_battle, self.lost_period, self.machine_guns,
            self.leader_panicked, self.friends_panicked, self.behind_flank, self.armour, self.flame, self.surprise,
            self.intermingled, self.enemy_close, self.cover != "no", self.cover != "deduct", self.quality,
        )  # fmt: skip


def react(form: React, chance: Chance) -> Resolved:
    """IA-reaction.dice, IA-reaction.cumulative, IA-crewtest.plus1, IA-leadertest.factors."""
    log = Proceedings(form, chance)
    seen = form.circumstances
    if form.leader is None:
        test = book.react(seen, log.chance, form.average, log.house)
    else:
        test = leaders.leader_test(seen, form.leader, log.chance, form.average, log.house)
    bound = reaction_results.restrictions(test.band)
    log.step("reaction", _words(test), "IA-reaction.dice" if form.leader is None else "IA-leadertest.separate")
    log.step("result", "; ".join(line.words for line in bound) or test.band.words, "IA-reaction.cumulative")
    crews = leaders.crew_band(test.score).words if form.leader is None else None
    return log.resolved(
        score=test.score,
        dice=test.dice,
        factors=lines(test.factors),
        result=test.band.words,
        restrictions=tuple(line.words for line in bound),
        crews=crews,
    )


def _words(test: Reaction) -> str:
    return f"{sum(test.dice)} on the dice, {test.factors}: {test.score}, {test.band.words}"


class Surrender(InfantryResolution):
    """IA-reaction.result.surrender."""

    title: ClassVar[str] = "Surrender"
    summary: ClassVar[str] = "Who of a group in panic among the enemy surrenders"
    verb: Literal["surrender"] = "surrender"

    men: Annotated[int, FACT, Field(ge=1, le=200, description="unhit figures of the group")]


def surrender(form: Surrender, chance: Chance) -> Resolved:
    """IA-reaction.result.surrender, IA-R113."""
    log = Proceedings(form, chance)
    thrown = prisoners.surrender([str(number) for number in range(1, form.men + 1)], log.chance)
    given_up = sum(die.surrenders for die in thrown)
    log.step("surrender", f"{given_up} surrender, {form.men - given_up} dash away", "IA-reaction.result.surrender")
    return log.resolved(surrender=given_up, dash=form.men - given_up)


ROWS: tuple[Row, ...] = (row(React, react), row(Surrender, surrender))
