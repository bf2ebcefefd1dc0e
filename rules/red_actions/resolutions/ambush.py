"""Scouting, ambushes, dismounting, initiative, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.red_actions.book import ambush, dismounting, initiative
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row


class Scout(RedResolution):
    """RA-ambush.scout.1"""

    title: ClassVar[str] = "Scout for an ambush"
    summary: ClassVar[str] = "Whether a unit discovers an ambush"
    verb: Literal["scout"] = "scout"

    distance: Annotated[Inches, FACT, Field(description="from the unit to the place")]
    partisan: Annotated[bool, FACT, Field(description="the unit is Partisan")] = False
    clever: Annotated[bool, FACT, Field(description="a Clever officer commands it")] = False


def scout(form: Scout, chance: Chance) -> Resolved:
    """RA-ambush.scout.1, RA-ambush.scout.2, RA-char.partisan.1, RA-char.clever.2, RA-R101."""
    log = Proceedings(form, chance)
    reach = ambush.scout_reach(form.partisan, form.clever)
    ambush.bar_scout(form.distance, reach, scouted_already=False, by_other=False)
    die, found = ambush.roll_scout(log.chance)
    log.step("scouted", f"{die}: {'an ambush there is discovered' if found else 'nothing found'}", "RA-ambush.scout.2")
    return log.resolved(die=die, discovered=found, reach=reach)


class Spring(RedResolution):
    """RA-ambush.spring.1"""

    title: ClassVar[str] = "Spring an ambush"
    summary: ClassVar[str] = "Whether an ambush can be sprung, and what it does"
    verb: Literal["spring"] = "spring"

    does: Annotated[Literal["charge", "shoot"], FACT, Field(description="what the ambushers do")]
    before: Annotated[Inches, FACT, Field(description="distance of the enemy before his move")]
    now: Annotated[Inches, FACT, Field(description="his distance now")]
    reach: Annotated[Inches, FACT, Field(description="charge distance with the 2 in for surprise; of fire: the range")]
    marching: Annotated[bool, FACT, Field(description="the enemy is marching")] = False
    again: Annotated[bool, FACT, Field(description="another unit has ambushed him in this moment")] = False


def spring(form: Spring, chance: Chance) -> Resolved:
    """RA-ambush.spring.1, RA-ambush.benefit.3, RA-ambush.benefit.4, RA-ambush.shoot-only, RA-ambush.once, RA-march.3,
    RA-R100."""
    log = Proceedings(form, chance)
    charges = form.does == "charge"
    ambush.bar_spring(form.before, form.now, ambush.reach(charges, form.reach, form.reach), sprung=False)
    shock = ambush.shock(charges, form.marching, form.again, log.house)
    modifier = shock.modifier.amount if shock.modifier else 0
    changed = f" (at {modifier:+d})" if modifier else ""
    words = [f"{shock.terror} terror marker"] if shock.terror else []
    words += [f"fear test of the ambush{changed}"] if shock.fear_test else []
    words += ["fear test of the charge"] if shock.charge_fear_test else []
    log.step("ambush", ", then ".join(words) or "no further effect", "RA-R100")
    return log.resolved(terror=shock.terror, fear_tests=shock.fear_tests, modifier=modifier)


class Dismount(RedResolution):
    """RA-dismount.4"""

    title: ClassVar[str] = "Dismount"
    summary: ClassVar[str] = "What cavalry fights as on foot, and with how many bases"
    verb: Literal["dismount"] = "dismount"

    cavalry: Annotated[str, FACT, Field(max_length=40, description="as the table names it, such as White Cavalry")]
    bases: Annotated[int, FACT, Field(ge=1, le=6, description="bases of the unit")]
    officers: Annotated[bool, FACT, Field(description="White Cavalry of officer quality")] = False
    moved: Annotated[bool, FACT, Field(description="it has moved in this segment")] = False


def dismount(form: Dismount, chance: Chance) -> Resolved:
    """RA-dismount.1, RA-dismount.2, RA-dismount.4, RA-R121."""
    log = Proceedings(form, chance)
    dismounting.bar_change(form.moved)
    card = dismounting.foot_card(form.cavalry, form.officers)
    bases = dismounting.fighting_bases(form.bases)
    log.step("dismounted", f"{bases} bases of {card}; one holds the horses", "RA-dismount.4")
    return log.resolved(card=card, bases=bases)


class Initiative(RedResolution):
    """RA-init.standard.1"""

    title: ClassVar[str] = "Initiative"
    summary: ClassVar[str] = "Who begins the turn, or moves the next unit"
    verb: Literal["initiative"] = "initiative"

    way: Annotated[Literal["turn", "segment"], FACT, Field(description="for a turn, or before each segment")] = "turn"
    last_loser: Annotated[
        Literal["first", "second"] | None, FACT, Field(description="side that lost the last decided roll-off")
    ] = None


def roll_initiative(form: Initiative, chance: Chance) -> Resolved:
    """RA-init.standard.1, RA-init.dice.1, RA-init.dice.2, RA-init.dice.3, RA-R108, RA-R109."""
    log = Proceedings(form, chance)
    sides = ("first", "second")
    if form.way == "turn":
        off, cited = initiative.first_of_turn(log.chance), "RA-init.standard.1"
    else:
        loser = None if form.last_loser is None else sides.index(form.last_loser)
        off, cited = initiative.roll_off(log.chance, loser, house=log.house), "RA-init.dice.1"
    winner = None if off.winner is None else sides[off.winner]
    thrown = ", ".join(f"{one}:{other}" for one, other in off.throws)
    why = " (a draw goes to the last loser)" if off.by_draw else ""
    log.step("initiative", f"{thrown}: {'the turn ends' if winner is None else f'the {winner} side'}{why}", cited)
    return log.resolved(winner=winner, turn_ends=winner is None, by_draw=off.by_draw)


ROWS: tuple[Row, ...] = (
    row(Initiative, roll_initiative),
    row(Scout, scout),
    row(Spring, spring),
    row(Dismount, dismount),
)
