"""Direct hits and what they make of buildings, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import direct_hits as book
from rules.red_actions.book import units
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.direct_hits import Struck
from rules.red_actions.book.shooting import Observed
from rules.red_actions.book.units import Markers
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, lines, row
from rules.red_actions.resolutions.units import Bases, CardName, Humiliated, Terror


class DirectHits(RedResolution):
    """RA-dh.1"""

    title: ClassVar[str] = "Direct hits"
    summary: ClassVar[str] = "How many direct hits guns and mortars score"
    verb: Literal["direct-hits"] = "direct-hits"

    firer: CardName
    bases: Bases
    range: Annotated[Inches, FACT, Field(description="to the target; from the observer if there is one")]
    target: Annotated[Struck, FACT, Field(description="what is fired at; a train is a vehicle")] = Struck.OTHER
    terror: Terror = 0
    humiliated: Humiliated = 0
    rounds_before: Annotated[int, FACT, Field(ge=0, le=100, description="turns in a row of fire at it before")] = 0
    target_moved: Annotated[bool, FACT, Field(description="the target has moved since the first of them")] = False
    observed: Annotated[Observed, FACT, Field(description="whether an observer directs it")] = Observed.NO


def direct_hits(form: DirectHits, chance: Chance) -> Resolved:
    """RA-dh.1, RA-dh.2, RA-dh.mod.range, RA-dh.mod.poor, RA-dh.mod.observed, RA-R17, RA-R32, RA-R33."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.firer)
    if card.direct_hit == "none":
        raise RuleViolation(
            Why.NO_GUN,
            f"{card.name} has no gun or mortar.",
            citation="RA-dh.1",
            remedy="Name a card with guns or mortars.",
        )
    number = book.hit_number(
        card.direct_hit,
        form.target,
        form.range,
        ranged=book.range_counts(form.rounds_before, form.target_moved),
        poor=card.poor_gunnery,
        observed=form.observed,
    )
    log.step("number", str(number), "RA-R32")
    markers = Markers(form.terror, form.humiliated)
    bases = units.firing(form.bases, form.bases, markers, log.house)
    volley = book.fire_for_hits(bases, number.value, log.chance)
    log.step("hits", str(volley), "RA-dh.1")
    return log.resolved(number=number.value, items=lines(number), scores=volley.scores, hits=volley.hits)


class Collapse(RedResolution):
    """RA-dh.building"""

    title: ClassVar[str] = "Building hit"
    summary: ClassVar[str] = "Whether a building falls to direct hits"
    verb: Literal["collapse"] = "collapse"

    stone: Annotated[bool, FACT, Field(description="of stone, not of wood")] = False
    hits: Annotated[int, FACT, Field(ge=1, le=8, description="direct hits on that section")] = 1


def collapse(form: Collapse, chance: Chance) -> Resolved:
    """RA-dh.building."""
    log = Proceedings(form, chance)
    falls = False
    for _ in range(form.hits):
        score = sum(log.chance.dice(2, sides=6, for_="building"))
        falls = book.collapses(score, form.stone)
        end = "it falls, and everybody in it is lost" if falls else "it stands"
        log.step("hit", f"{score} ({book.collapse_number(form.stone)}+): {end}", "RA-dh.building")
        if falls:
            break
    return log.resolved(destroyed=falls)


ROWS: tuple[Row, ...] = (
    row(DirectHits, direct_hits),
    row(Collapse, collapse),
)
