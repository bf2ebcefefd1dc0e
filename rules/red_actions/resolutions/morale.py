"""Morale tests, a Mob's hesitation and rallying, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.red_actions.book import morale, officers, rallying, units
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Cover, Light, Test, Trait
from rules.red_actions.book.morale import Doing, MoraleResult, MoraleRoll, MoraleTrigger
from rules.red_actions.book.officers import DrawnOfficer, Rank
from rules.red_actions.book.rallying import Pursuer
from rules.red_actions.book.units import Markers
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, lines, row
from rules.red_actions.resolutions.units import ArmyName, Bases, CardName, Humiliated, Terror

Effect = Annotated[int, FACT, Field(ge=-5, le=5)]


class _Nerves(RedResolution):
    """What bears on every test."""

    card: CardName
    army: ArmyName = "soviet"
    junior: Annotated[Effect, Field(description="morale effect of its junior officer")] = 0
    senior: Annotated[Effect, Field(description="morale effect of a senior officer who is near or in command")] = 0
    takes_command: Annotated[bool, FACT, Field(description="the senior officer is in personal command")] = False
    enemy_behind: Annotated[
        Inches | None, FACT, Field(description="to the nearest enemy behind its flanks; empty: none")
    ] = None
    friends_could_charge: Annotated[bool, FACT, Field(description="friends in sight could charge that enemy")] = False
    cover: Annotated[Cover, FACT, Field(description="cover that it is in")] = Cover.OPEN
    fit: Annotated[bool, FACT, Field(description="a stone building is fit for defence")] = True
    light: Annotated[Light, FACT, Field(description="light")] = Light.DAY
    stiffened: Annotated[bool, FACT, Field(description="an officers' base stiffens it")] = False


def _tested(form: _Nerves, log: Proceedings, test: Test, ambushed_marching: bool = False) -> MoraleRoll:
    card = morale.numbers_of(BOOK_PACK, BOOK_PACK.card(form.card), form.army, test, form.stiffened)
    senior = DrawnOfficer(form.senior, rank=Rank.SENIOR)
    leads, near = (senior, None) if form.takes_command else (None, senior)
    number = morale.number(
        test,
        card,
        officers.effects(DrawnOfficer(form.junior), leads, near),
        flanked=morale.flanked(form.enemy_behind, form.friends_could_charge),
        cover=form.cover,
        fit=form.fit,
        ambushed_marching=ambushed_marching,
    )
    tested = morale.take(test, number, log.chance, form.light)
    log.step("test", f"{number}; {tested.words}", "RA-morale.roll.1")
    return tested


class MoraleTest(_Nerves):
    """RA-morale.roll.1"""

    title: ClassVar[str] = "Morale test"
    summary: ClassVar[str] = "Whether a unit passes a test, and what it does if not"
    verb: Literal["morale-test"] = "morale-test"

    occasion: Annotated[MoraleTrigger, FACT, Field(description="what calls for the test")]
    marching: Annotated[bool, FACT, Field(description="ambushed while it marched")] = False
    commissar: Annotated[bool, FACT, Field(description="a Commissar commands it")] = False


def morale_test(form: MoraleTest, chance: Chance) -> Resolved:
    """RA-morale.roll.1, RA-morale.roll.2, RA-morale.mod.officer, RA-morale.mod.flank, RA-morale.mod.works,
    RA-march.3, RA-misc.commissar-charge."""
    log = Proceedings(form, chance)
    test = morale.called_test(form.occasion)
    tested = _tested(form, log, test, form.marching and form.occasion is MoraleTrigger.AMBUSHED)
    result = morale.result(tested, form.occasion is MoraleTrigger.RALLY_ROUT, log.house)
    log.step("result", f"it {result.value}", "RA-morale.roll.1")
    commissar = DrawnOfficer(traits=frozenset({Trait.COMMISSAR})) if form.commissar else None
    terror = officers.commissar_marker(commissar, log.house) if result is MoraleResult.NO_CHARGE else 0
    if terror:
        log.step("commissar", "examples are made: one terror marker", "RA-misc.commissar-charge")
    return log.resolved(
        number=tested.number.value, items=lines(tested.number), roll=tested.roll, passed=tested.passed,
        result=result.value, terror=terror,
    )  # fmt: skip


class Hesitation(RedResolution):
    """RA-char.mob.1"""

    title: ClassVar[str] = "Hesitation of a Mob"
    summary: ClassVar[str] = "Whether a Mob does what it is asked"
    verb: Literal["hesitation"] = "hesitation"

    doing: Annotated[tuple[Doing, ...], FACT, Field(description="what it is asked to do in its segment")]
    enemy_visible: Annotated[bool, FACT, Field(description="it sees an enemy")] = True
    mob: Annotated[bool, FACT, Field(description="it is a Mob")] = True


def hesitation(form: Hesitation, chance: Chance) -> Resolved:
    """RA-char.mob.1, RA-note.mob, RA-R46."""
    log = Proceedings(form, chance)
    traits = frozenset({Trait.MOB}) if form.mob else frozenset[Trait]()
    if not morale.must_roll(traits, form.enemy_visible, form.doing, log.house):
        log.step("hesitation", "it need not roll", "RA-char.mob.1")
        return log.resolved(rolls=False, goes=True, die=None)
    die = morale.hesitate(log.chance)
    goes = morale.goes(die)
    log.step("hesitation", "it goes" if goes else "it stays where it is and may only shoot", "RA-char.mob.1")
    return log.resolved(rolls=True, goes=goes, die=die)


class RallyTerror(RedResolution):
    """RA-rally.terror.1"""

    title: ClassVar[str] = "Rally from terror"
    summary: ClassVar[str] = "Which markers come off"
    verb: Literal["rally-terror"] = "rally-terror"

    bases: Bases
    terror: Terror
    humiliated: Humiliated = 0
    routing: Annotated[bool, FACT, Field(description="it is routing")] = False


def rally_terror(form: RallyTerror, chance: Chance) -> Resolved:
    """RA-rally.terror.1, RA-rally.terror.2, RA-R56."""
    log = Proceedings(form, chance)
    markers = Markers(form.terror, form.humiliated)
    steadied = rallying.rally_terror(markers, form.bases, log.chance, log.house, form.routing)
    log.step("rally", f"{steadied.off} off, {steadied.markers.total} left", "RA-rally.terror.1")
    return log.resolved(off=steadied.off, terror=steadied.markers.terror, humiliated=steadied.markers.humiliated)


class RallyRout(_Nerves):
    """RA-rally.rout.1"""

    title: ClassVar[str] = "Rally from rout"
    summary: ClassVar[str] = "Whether a routing unit rallies, and what a failure costs"
    verb: Literal["rally-rout"] = "rally-rout"

    bases: Bases
    terror: Terror = 0
    humiliated: Humiliated = 0
    pursuer: Annotated[Inches | None, FACT, Field(description="to its nearest pursuer; empty: none")] = None
    pursuer_move: Annotated[Inches, FACT, Field(description="full move of that pursuer")] = 16.0
    attempts: Annotated[int, FACT, Field(ge=0, le=50, description="attempts that it made before")] = 0
    turns_in_rout: Annotated[int, FACT, Field(ge=1, le=50, description="turns spent in rout")] = 1


def rally_rout(form: RallyRout, chance: Chance) -> Resolved:
    """RA-rally.rout.1, RA-rally.rout.2, RA-rally.rout.3, RA-morale.fail.rally-rout, RA-rally.crew.1,
    RA-rally.crew.2, RA-rally.opt.delay, RA-rally.opt.ra.1, RA-R59, RA-R61."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    pursuers = () if form.pursuer is None else (Pursuer(form.pursuer, form.pursuer_move),)
    rallying.check_rally(card, pursuers, log.house)
    result = morale.result(_tested(form, log, Test.RALLY), True, log.house)
    after = rallying.after_attempt(
        card, result, Markers(form.terror, form.humiliated), form.attempts == 0, log.house
    )  # fmt: skip
    rallied = result is MoraleResult.RALLIES
    again = rallied and units.too_many(form.bases, after.markers)
    log.step("result", f"it {result.value}", "RA-rally.rout.2" if rallied else "RA-morale.fail.rally-rout")
    if again:
        log.step("again", "its humiliated markers make it rout again at once", "RA-R59")
    if after.leaves_weapons:
        log.step("weapons", "the weapons are left behind", "RA-rally.crew.2")
    return log.resolved(
        result=result.value,
        terror=after.markers.terror,
        humiliated=after.markers.humiliated,
        rout_move=after.rout_move or again,
        leaves_weapons=after.leaves_weapons,
        turns_held_back=rallying.delay(form.turns_in_rout, log.house) if rallied else 0,
    )


ROWS: tuple[Row, ...] = (
    row(MoraleTest, morale_test),
    row(Hesitation, hesitation),
    row(RallyTerror, rally_terror),
    row(RallyRout, rally_rout),
)
