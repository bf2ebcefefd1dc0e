"""Walls and houses by declared facts: crossing, windows, rooms, doors, a house that is shot to pieces. IX.3, IX.4."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import houses
from rules.book_and_gun.book.casualty import CARD_RULES, CasualtyDeck, Man, taken
from rules.book_and_gun.book.houses import Crosser
from rules.book_and_gun.book.indirect import Struck, shell
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings
from rules.book_and_gun.resolutions.casualties import reading
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class CrossObstacle(BookResolution):
    """Crossing a low wall or barricade: three turns. BG-IX.3.1a."""

    title: ClassVar[str] = "Obstacle"
    summary: ClassVar[str] = "What somebody does in each turn of crossing a wall"
    verb: Literal["obstacle"] = "obstacle"

    who: Annotated[Crosser, FACT, Field(description="who crosses")] = "figure"
    turn: Annotated[int, FACT, Field(ge=1, le=3, description="turn of the crossing")] = 1


def obstacle(form: CrossObstacle, chance: Chance) -> Resolved:
    """BG-IX.3.1a, BG-IX.3.1d, BG-IX.3.1e, BG-R117, BG-R252."""
    log = Proceedings(form, chance)
    step = houses.crossing(form.who, form.turn)
    log.step("obstacle", step, "BG-IX.3.1a", "BG-R117")
    return log.resolved(step=step, turns=3)


class EnterByWindow(BookResolution):
    """Getting in by a window. BG-IX.4.4a."""

    title: ClassVar[str] = "Window"
    summary: ClassVar[str] = "What a figure does in each turn of getting in by a window"
    verb: Literal["window"] = "window"

    turn: Annotated[int, FACT, Field(ge=1, le=3, description="turn of getting in")] = 1
    enemy_in_room: Annotated[bool, FACT, Field(description="the enemy holds the room")] = False
    used: Annotated[bool, FACT, Field(description="another figure got in by it in this turn")] = False


def window(form: EnterByWindow, chance: Chance) -> Resolved:
    """BG-IX.4.4a."""
    log = Proceedings(form, chance)
    step = houses.window(form.turn, enemy_in_room=form.enemy_in_room, used=form.used)
    log.step("window", step, "BG-IX.4.4a")
    return log.resolved(step=step, turns=2)


class EnterRoom(BookResolution):
    """How many find room. BG-IX.4.2a."""

    title: ClassVar[str] = "Room"
    summary: ClassVar[str] = "May these figures come into the room?"
    verb: Literal["room"] = "room"

    fit: Annotated[int, FACT, Field(ge=0, le=20, description="fit figures of the side in it")] = 0
    enemies: Annotated[int, FACT, Field(ge=0, le=20, description="fit enemies in it")] = 0
    wounded: Annotated[int, FACT, Field(ge=0, le=20, description="wounded figures in it, who do not count")] = 0
    coming: Annotated[int, FACT, Field(ge=0, le=20, description="fit figures that would come in")] = 1


def room(form: EnterRoom, chance: Chance) -> Resolved:
    """BG-IX.4.2a."""
    log = Proceedings(form, chance)
    houses.require_room(form.fit, form.enemies, form.coming)
    left = houses.ROOM - form.fit - form.enemies - form.coming
    log.step("room", f"they come in; {left} more would find room", "BG-IX.4.2a")
    return log.resolved(allowed=True, left=left, target_class="IV")


class GoThroughDoor(BookResolution):
    """Going through a door. BG-IX.4.3a, BG-IX.4.3b."""

    title: ClassVar[str] = "Door"
    summary: ClassVar[str] = "May somebody go through this door?"
    verb: Literal["door"] = "door"

    enemy_holds: Annotated[bool, FACT, Field(description="the enemy holds the building")] = False
    opened: Annotated[bool, FACT, Field(description="a charge or high explosive has opened it")] = False
    used: Annotated[bool, FACT, Field(description="another figure is in it")] = False
    vehicle: Annotated[bool, FACT, Field(description="it is a vehicle that would go in")] = False
    garage: Annotated[bool, FACT, Field(description="the building is a garage")] = False


def door(form: GoThroughDoor, chance: Chance) -> Resolved:
    """BG-IX.4.2b, BG-IX.4.3a, BG-IX.4.3b."""
    log = Proceedings(form, chance)
    houses.require_door(
        enemy_holds=form.enemy_holds, opened=form.opened, used=form.used, vehicle=form.vehicle, garage=form.garage
    )
    log.step("door", "it costs nothing to go through", "BG-IX.4.3a")
    return log.resolved(allowed=True, costs=0)


class ShellBuilding(BookResolution):
    """Artillery or an air strike at a building. BG-IX.4.6a, BG-R105."""

    title: ClassVar[str] = "Building"
    summary: ClassVar[str] = "Is a building destroyed, and who suffers in it?"
    verb: Literal["building"] = "building"

    attack: Annotated[
        Literal["artillery", "air strike", "heavy mortar", "medium mortar", "light mortar"],
        Field(description="what is fired at the building"),
    ] = "artillery"
    occupants: Annotated[int, FACT, Field(ge=0, le=60, description="figures in it")] = 0
    in_template: Annotated[
        int | None, FACT, Field(ge=0, le=60, description="those of them under the template; empty: all")
    ] = None


def building(form: ShellBuilding, chance: Chance) -> Resolved:
    """BG-IX.4.6a, BG-IX.4.6b, BG-X.13.12, BG-R105."""
    log = Proceedings(form, chance)
    if form.attack not in ("artillery", "air strike"):
        raise RuleViolation(
            "mortars", "mortars destroy no building", citation="BG-IX.4.6b", remedy="fire at the people in it"
        )
    if form.in_template is not None and form.in_template > form.occupants:
        raise RuleViolation(
            "more-than-inside",
            f"{form.in_template} under the template are more than the {form.occupants} in the building",
            citation="BG-R105",
            remedy="count those under the template among the occupants",
        )
    die = chance.roll(6, for_="building")
    destroyed = die == 1
    log.step("building", f"{die}: {'destroyed' if destroyed else 'it stands'}", "BG-IX.4.6b", "BG-R105")
    count = form.occupants if destroyed or form.in_template is None else form.in_template
    men = [Man(f"figure {n}") for n in range(1, count + 1)]
    target_class: TargetClass = "I" if destroyed else "IV"
    struck = [Struck((man, *(other for other in men if other is not man)), target_class) for man in men]
    done = shell(struck, form.attack, CasualtyDeck(options=log.options), chance, options=log.options)
    draws = list(chance.taken())
    for name, roll in done.dice:
        log.given("occupants", f"{name}: {roll}", [draws.pop(0)], "BG-IX.4.6a", "BG-X.13.12")
    for _, one in done.harm:
        log.given("casualty", reading(one), taken(one, draws), CARD_RULES[target_class])
    fates = Counter(one.result for _, one in done.harm if one.harms)
    return log.resolved(
        die=die,
        destroyed=destroyed,
        target_class=target_class,
        dice=[roll for _, roll in done.dice],
        hits=done.hits,
        killed=fates["killed"],
        wounded=fates["wounded"],
    )
