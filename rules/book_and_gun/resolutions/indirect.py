"""Indirect fire by declared facts: where a round falls, and what its blast does to people. X.13."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDeck, Man, taken
from rules.book_and_gun.book.indirect import Attack, Struck
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.tables import MORTARS
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text, items
from rules.book_and_gun.resolutions.casualties import reading
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

# ── Where it falls ───────────────────────────────────────────────────────────────────────────────────────────────


class Deviate(BookResolution):
    """Where a round of indirect fire falls. BG-X.13.1b."""

    title: ClassVar[str] = "Deviation"
    summary: ClassVar[str] = "Where a mortar's, a gun's or an aircraft's round falls"
    verb: Literal["deviation"] = "deviation"

    attack: Annotated[Attack, Field(description="what fires")] = "artillery"
    range: Annotated[
        Inches | None, FACT, Field(description="inches from a light or medium mortar to the point of aim")
    ] = None
    observed: Annotated[
        bool,
        FACT,
        Field(description="the mortar sees the target, or a leader within 6 inches or on a wire does"),
    ] = True
    turns_before: Annotated[
        int, FACT, Field(ge=0, le=20, description="turns of fire at exactly this point just before this one")
    ] = 0
    guided: Annotated[
        bool, FACT, Field(description="laser designator that the round can ride, or GPS with contact: no deviation")
    ] = False


def deviate(form: Deviate, chance: Chance) -> Resolved:
    """BG-X.13.1a, BG-X.13.1b, BG-X.13.11a, BG-X.13.13a, BG-X.13.13b, BG-X.13.21, BG-X.14.1, BG-X.14.2, BG-R98."""
    log = Proceedings(form, chance)
    row = MORTARS[form.attack]
    if form.range is not None and row.range != "unlimited" and not row.least <= form.range <= row.range:
        raise RuleViolation(
            "out-of-range",
            f"a {form.attack} fires from {row.least:g} to {row.range:g} inches",
            citation="BG-X.13.1a" if form.attack == "light mortar" else "BG-X.13.13b",
            remedy="choose another point of aim",
        )
    if not form.observed:
        raise RuleViolation(
            "nobody-observes",
            "neither the firer nor a leader who directs it sees the target",
            citation="BG-X.13.13a",
            remedy="bring a leader who sees it within 6 inches, or lay a wire",
        )
    if form.guided:
        if form.attack not in ("artillery", "air strike"):
            raise RuleViolation(
                "not-guided",
                "only artillery and air strikes are guided",
                citation="BG-X.14.1",
                remedy="leave guided out",
            )
        log.step("deviation", "guided: on target", "BG-X.14.1", "BG-X.14.2")
        return log.resolved(way="on target", inches=0, template=row.template)
    found = indirect.deviate(chance, before=form.turns_before, options=log.options)
    where = "on target" if not found.inches else f"{found.inches} in {found.way}"
    rules = ("BG-X.13.1b", "BG-R99", *(("BG-X.13.11a", "BG-R98") if form.turns_before else ()))
    log.step("deviation", f"{dice_text(found.dice)}: {where}", *rules)
    return log.resolved(
        way=found.way if found.inches else "on target", inches=found.inches, template=row.template, dice=found.dice
    )


# ── Whom it hits ─────────────────────────────────────────────────────────────────────────────────────────────────


class Bombard(BookResolution):
    """The figures of one unit under the template of indirect fire. BG-X.13.12."""

    title: ClassVar[str] = "Bombardment"
    summary: ClassVar[str] = "Figures under the template of a mortar, artillery or an air strike"
    verb: Literal["bombard"] = "bombard"

    attack: Annotated[Attack, Field(description="what has burst among them")] = "artillery"
    target_class: Annotated[TargetClass, FACT, Field(description="target class of the unhurt")]
    figures: Annotated[int, FACT, Field(ge=0, le=60, description="unhurt ordinary figures under the template")] = 1
    leader: Annotated[bool, FACT, Field(description="the unit's unhurt leader is among them")] = False
    key_figures: Annotated[int, FACT, Field(ge=0, le=60, description="unhurt key figures among them")] = 0
    wounded: Annotated[int, FACT, Field(ge=0, le=60, description="wounded figures among them, class III")] = 0
    gun_crew: Annotated[bool, FACT, Field(description="the unhurt are a gun's crew")] = False
    body_armour: Annotated[Literal["none", "modern", "flak"], FACT, Field(description="body armour of all of them")] = (
        "none"
    )
    vehicles: Annotated[int, FACT, Field(ge=0, description="vehicles under the template")] = 0


def bombard(form: Bombard, chance: Chance) -> Resolved:
    """BG-X.13.11b, BG-X.13.12, BG-X.13.22, BG-X.2.61b, BG-X.2.61c, BG-X.5.3, BG-R190."""
    log = Proceedings(form, chance)
    if form.vehicles:
        raise RuleViolation(
            "no-vehicles",
            "a vehicle under the template has dice of its own",
            citation="BG-R95",
            remedy="resolve blast-vehicle for each, and the people here",
        )
    struck = _struck(form)
    if not struck:
        raise RuleViolation(
            "nobody-there", "there is nobody under the template", citation="BG-X.13.11b", remedy="give figures"
        )
    done = indirect.shell(struck, form.attack, CasualtyDeck(options=log.options), chance, options=log.options)
    draws = list(chance.taken())
    dice = dict(done.dice)
    numbers = {one.figure: indirect.to_hit(one, form.attack, log.options) for one in struck}
    for name, die in done.dice:
        said = "hit" if indirect.hits(die, numbers[name], log.options) else "missed"
        text = f"{name}: {die}, {said} (below {numbers[name]})"
        log.given("indirect fire", text, [draws.pop(0)], "BG-X.13.12", "BG-R96")
    for hit, casualty in done.harm:
        rules = ("BG-X.2.61b",) if hit.crew else (CARD_RULES[hit.target_class], "BG-R190")
        log.given("casualty", reading(casualty), taken(casualty, draws), *rules)
    fates = Counter(one.result for _, one in done.harm if one.harms)
    first = numbers[struck[0].figure]
    return log.resolved(
        to_hit_below=first.value,
        to_hit_items=items(first),
        template=indirect.template(form.attack),
        dice=list(dice.values()),
        hits=done.hits,
        cards=[card for _, one in done.harm for card in one.cards],
        killed=fates["killed"],
        wounded=fates["wounded"],
        casualties=[f"{one.figure} {one.result}" for _, one in done.harm if one.harms],
        gun_destroyed=any(one.result == "gun destroyed" for _, one in done.harm),
    )


def _struck(form: Bombard) -> list[Struck]:
    """The figures in the order in which they are rolled for: ordinary ones, key figures, the leader, the wounded."""
    men = [Man(f"figure {i}") for i in range(1, form.figures + 1)]
    men += [Man(f"key figure {i}", key=True) for i in range(1, form.key_figures + 1)]
    men += [Man("leader", leader=True)] if form.leader else []
    men += [Man(f"wounded {i}", hurt=True) for i in range(1, form.wounded + 1)]
    fit_class: TargetClass = "II" if form.gun_crew and form.target_class == "I" else form.target_class
    return [
        Struck(
            (man, *(other for other in men if other is not man)),
            ("IV" if form.target_class == "IV" else "III") if man.hurt else fit_class,
            form.body_armour,
            form.gun_crew,
        )
        for man in men
    ]
