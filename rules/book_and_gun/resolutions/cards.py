"""Single steps of fire by declared facts: sniper, casualty card, joker, back blast, canister, reloading, engagement."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import engagement, reload
from rules.book_and_gun.book.arms import Arm, arm, longest_range, out_of_range, spares_hidden
from rules.book_and_gun.book.casualty import CasualtyDeck, Man, blast, casualty, crew_casualty, sniper_card
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.play.turn import joker_fire
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text, require_class_iv
from rules.book_and_gun.resolutions.casualties import reading
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

CANISTER_SAFE, CANISTER_BESIDE = 4, 1
"""Inches from the gun up to which friends beside the template are safe, and how near to it they are not. BG-X.2.8c."""

# ── Sniper ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Sniper(BookResolution):
    """A sniper at one named figure: no die, one card. BG-X.5.1a, BG-R81."""

    title: ClassVar[str] = "Sniper"
    summary: ClassVar[str] = "A sniper fires at one named figure"
    verb: Literal["sniper"] = "sniper"

    range: Annotated[Inches, FACT, Field(description="from head to head")]
    target: Annotated[
        Literal["figure", "leader", "key figure", "wounded figure"], Field(description="the figure that he names")
    ] = "figure"
    target_class: Annotated[TargetClass, FACT, Field(description="target class; it only matters for hidden")] = "II"
    hidden: Annotated[bool, FACT, Field(description="class IV target that neither shoots nor observes")] = False
    line_of_sight: Annotated[bool, FACT, Field(description="there is a line of sight")] = True


def sniper(form: Sniper, chance: Chance) -> Resolved:
    """BG-X.5.1a, BG-X.5.1b, BG-R81."""
    log = Proceedings(form, chance)
    weapon = arm("sniper rifle")
    if not form.line_of_sight:
        raise RuleViolation("no-line-of-sight", "there is no line of sight", citation="BG-R81")
    if form.range > longest_range(weapon, log.options):
        raise out_of_range(weapon, form.range, log.options)
    require_class_iv(form.hidden, form.target_class)
    if form.hidden and spares_hidden(weapon, log.options):
        raise RuleViolation(
            "hidden-target",
            "a class IV figure that neither shoots nor observes cannot be named",
            citation="BG-R81",
            remedy="name a figure that shows itself",
        )
    one = sniper_card(form.target, CasualtyDeck(options=log.options), chance)
    log.step("sniper", reading(one), "BG-X.5.1a", "BG-X.5.1b", "BG-R81")
    return log.resolved(card=one.cards[0], result=one.result, killed=int(one.result == "killed"))


# ── One casualty card ────────────────────────────────────────────────────────────────────────────────────────────


class CasualtyCard(BookResolution):
    """One hit: which figure it falls on, and what it does to him. BG-X.1.5."""

    title: ClassVar[str] = "Casualty"
    summary: ClassVar[str] = "The card, or two cards, of one hit"
    verb: Literal["casualty"] = "casualty"

    target_class: Annotated[TargetClass, FACT, Field(description="target class")]
    figures: Annotated[int, FACT, Field(ge=0, le=60, description="unhurt ordinary figures in the target area")] = 1
    leader: Annotated[bool, FACT, Field(description="the unit's unhurt leader is in the target area")] = False
    higher_leader: Annotated[bool, FACT, Field(description="an unhurt higher leader is in the target area")] = False
    key_figures: Annotated[int, FACT, Field(ge=0, le=60, description="unhurt key figures in the target area")] = 0
    named: Annotated[
        Literal["nobody", "figure", "leader", "key figure", "wounded figure"],
        FACT,
        Field(description="a declared target: only he can be harmed"),
    ] = "nobody"
    gun_crew: Annotated[bool, FACT, Field(description="the target is a gun crew")] = False
    artillery_fires: Annotated[bool, FACT, Field(description="the firer is artillery")] = False


def casualty_card(form: CasualtyCard, chance: Chance) -> Resolved:
    """BG-X.1.5.a2, BG-X.1.5.b2, BG-X.1.5.c2, BG-X.1.5.d3, BG-X.2.61b, BG-R05, BG-R08."""
    log = Proceedings(form, chance)
    deck = CasualtyDeck(options=log.options)
    if form.named == "wounded figure" and form.target_class != "III":
        raise RuleViolation(
            "wounded-class",
            "a wounded figure lies prone and is a class III target",
            citation="BG-X.2.2a",
            remedy="give target class III",
        )
    area = _area(form)
    if not area:
        raise RuleViolation(
            "nobody-there", "there is nobody in the target area", citation="BG-R121", remedy="give figures"
        )
    if form.gun_crew:
        if form.named == "wounded figure":
            raise RuleViolation(
                "nobody-hit",
                "a hit on a gun crew falls on a fit gunner",
                citation="BG-R85",
                remedy="leave named or gun-crew out",
            )
        one = crew_casualty(area, deck, chance, artillery=form.artillery_fires, options=log.options)
        rules = ("BG-X.2.61b", "BG-R85")
    else:
        named = form.named != "nobody"
        one = casualty(area, form.target_class, deck, chance, named=named, options=log.options)
        of_class = {"I": "BG-X.1.5.a2", "II": "BG-X.1.5.b2", "III": "BG-X.1.5.c2", "IV": "BG-X.1.5.d3"}
        rules = (of_class[form.target_class], "BG-R08" if named else "BG-R05")
    log.step("casualty", reading(one), *rules)
    return log.resolved(cards=list(one.cards), reading=one.reading, figure=_kind(one.figure), result=one.result)


def _area(form: CasualtyCard) -> tuple[Man, ...]:
    if form.named != "nobody":
        kind = form.named
        return (Man(kind, leader=kind == "leader", key=kind == "key figure", hurt=kind == "wounded figure"),)
    men = [Man(f"figure {i}") for i in range(1, form.figures + 1)]
    men += [Man(f"key figure {i}", key=True) for i in range(1, form.key_figures + 1)]
    men += [Man("leader", leader=True)] if form.leader else []
    men += [Man("higher leader", leader=True, higher=True)] if form.higher_leader else []
    return tuple(men)


def _kind(figure: str | None) -> str | None:
    """ "figure 3" → "figure"."""
    return figure.rstrip("0123456789 ") if figure else None


# ── Joker, blasts, reloading ─────────────────────────────────────────────────────────────────────────────────────


class JokerFire(BookResolution):
    """The joker fire chart. BG-X.1.13."""

    title: ClassVar[str] = "Joker in the fire phase"
    summary: ClassVar[str] = "Roll on the joker fire chart for a unit"
    verb: Literal["joker-fire"] = "joker-fire"

    figures: Annotated[int, FACT, Field(ge=1, le=60, description="figures of the unit that may fire")] = 7


def joker_on_fire(form: JokerFire, chance: Chance) -> Resolved:
    """BG-X.1.13, BG-X.1.13.1 to BG-X.1.13.6, BG-R14, BG-R15."""
    log = Proceedings(form, chance)
    drawn = joker_fire.roll(form.figures, chance, log.options)
    text = f"{drawn.die}: {drawn.effect}"
    if drawn.smoke:
        text += f", {sum(drawn.smoke)} in ({dice_text(drawn.smoke)})"
    log.step("joker", text, "BG-X.1.13", f"BG-X.1.13.{drawn.die}")
    return log.resolved(
        die=drawn.die,
        effect=drawn.effect,
        figures_firing=drawn.firing,
        sight_limit=sum(drawn.smoke) if drawn.smoke else None,
    )


class BackBlast(BookResolution):
    """Figures behind a launcher when it is fired. BG-X.2.9, BG-R86."""

    title: ClassVar[str] = "Back blast"
    summary: ClassVar[str] = "Figures within 4 inches behind a launcher"
    verb: Literal["back-blast"] = "back-blast"

    figures: Annotated[
        int, FACT, Field(ge=1, le=30, description="figures within 4 inches behind it, 15 degrees either side")
    ]
    weapon: Annotated[str, Field(description="the launcher")] = "maw"


class Canister(BookResolution):
    """Canister: everybody in the template, and friends just outside it. BG-X.2.8a, BG-X.2.8c."""

    title: ClassVar[str] = "Canister"
    summary: ClassVar[str] = "Figures in the canister template, 60 degrees and 8 inches"
    verb: Literal["canister"] = "canister"

    figures: Annotated[
        int,
        FACT,
        Field(ge=0, le=60, description="figures in the template; friends beyond 4 inches also up to 1 inch outside it"),
    ]
    friends_outside: Annotated[
        tuple[str, ...],
        FACT,
        Field(description="each friend beside it: inches from the gun, then inches outside the template: 6 0.5"),
    ] = ()


def back_blast(form: BackBlast, chance: Chance) -> Resolved:
    """BG-X.2.9, BG-R86."""
    log = Proceedings(form, chance)
    if not arm(form.weapon, log.options).back_blast:
        raise RuleViolation(
            "no-back-blast", f"{form.weapon} has no back blast", citation="BG-R86", remedy="nobody is rolled for"
        )
    return _blast(log, form.figures, "back blast", "BG-X.2.9")


def canister(form: Canister, chance: Chance) -> Resolved:
    """BG-X.2.8a, BG-X.2.8b."""
    beside = sum(_endangered(said) for said in form.friends_outside)
    return _blast(Proceedings(form, chance), form.figures + beside, "canister", "BG-X.2.8a")


def _endangered(said: str) -> bool:
    """Whether a friend outside the template is a target: past 4 inches, and within an inch of its side or far end.
    BG-X.2.8c."""
    words = said.split()
    if len(words) != 2 or not all(word.replace(".", "", 1).isdigit() for word in words):
        raise RuleViolation(
            "bad-distance", f"“{said[:40]}” is not two distances", citation="BG-X.2.8c", remedy="write: 6 0.5"
        )
    along, outside = map(float, words)
    return along > CANISTER_SAFE and outside <= CANISTER_BESIDE


def _blast(log: Proceedings, figures: int, weapon: Literal["back blast", "canister"], rule: str) -> Resolved:
    men = [Man(f"figure {i}") for i in range(1, figures + 1)]
    done = blast(men, CasualtyDeck(options=log.options), log.chance, weapon=weapon)
    draws = list(log.chance.taken())
    for name, die in done.dice:
        log.given(weapon, f"{name}: {die}, {'hit' if die <= 3 else 'missed'}", [draws.pop(0)], rule, "BG-R86")
    for one in done.casualties:
        log.given("casualty", reading(one), [draws.pop(0) for _ in one.cards], "BG-X.2.8b", "BG-R04")
    results = [one.result for one in done.casualties]
    return log.resolved(
        dice=[die for _, die in done.dice],
        hits=len(results),
        cards=[card for one in done.casualties for card in one.cards],
        killed=results.count("killed"),
        wounded=results.count("wounded"),
    )


class Reload(BookResolution):
    """Reload markers of a weapon that has fired. BG-X.2.4a, BG-R83, BG-R84."""

    title: ClassVar[str] = "Reload"
    summary: ClassVar[str] = "Reload markers that a weapon takes when it fires"
    verb: Literal["reload"] = "reload"

    weapon: Annotated[str, Field(description="weapon that fired: light cannon, haw recoilless rifle, latgm …")]
    crew: Annotated[int | None, FACT, Field(ge=0, le=8, description="fit men who serve it; empty: a full crew")] = None
    moved: Annotated[bool, FACT, Field(description="it moved in this turn, too")] = False


def reload_markers(form: Reload, chance: Chance) -> Resolved:
    """BG-X.2.4a, BG-X.2.6a, BG-VIII.3.2a, BG-VIII.3.2b, BG-R83, BG-R84."""
    log = Proceedings(form, chance)
    weapon = arm(form.weapon, log.options)
    if form.crew is not None:
        _require_served(weapon, form.crew)
    count = reload.markers(weapon, crew=form.crew, moved=form.moved, options=log.options)
    log.step("reload", f"{weapon.key}: {count} reload markers", "BG-X.2.4a", "BG-R83", "BG-R84")
    return log.resolved(markers=count, full_crew=reload.full_crew(weapon))


def _require_served(weapon: Arm, crew: int) -> None:
    """Nobody fires a weapon that nobody serves; a gun needs two men, and no weapon has more men than its crew.
    BG-X.2.6a, BG-X.2.6b."""
    reload.require_crew(weapon, figures=crew, crewmen=crew)
    full = reload.full_crew(weapon) or max(crew, 1)
    if not 1 <= crew <= full:
        raise RuleViolation(
            Why.CREW,
            f"{crew} men do not serve a {weapon.key}; its full crew is {full}",
            citation="BG-X.2.6a",
            remedy="count the fit men of the crew",
        )


# ── Rules of engagement ──────────────────────────────────────────────────────────────────────────────────────────


class RulesOfEngagement(BookResolution):
    """Whether a shot is allowed under the rules of engagement, and what it costs. BG-III.2.4.0."""

    title: ClassVar[str] = "Rules of engagement"
    summary: ClassVar[str] = "May this shot be fired under ROE 1 to 4?"
    verb: Literal["rules-of-engagement"] = "rules-of-engagement"

    roe: Annotated[int, FACT, Field(ge=0, le=4, description="1 hold, 2 tight, 3 ready, 4 free, 0 none")]
    fired_on_by_target: Annotated[bool, FACT, Field(description="the target fired at this unit before")] = False
    spotted: Annotated[bool, FACT, Field(description="the target is spotted")] = True
    non_combatants_in_line: Annotated[bool, FACT, Field(description="non-combatants are in the line of fire")] = False
    leader: Annotated[bool, FACT, Field(description="an unhurt leader of the unit is there to decide")] = True
    target_is_civilian: Annotated[bool, FACT, Field(description="civilians are the declared target")] = False
    self_defence: Annotated[bool, FACT, Field(description="those civilians attacked this side before")] = False
    civilians_forbidden: Annotated[
        bool, FACT, Field(description="the scenario forbids to attack civilians but in self-defence")
    ] = False
    insist: Annotated[bool, Field(description="the shot is fired although it is forbidden")] = False
    civilians_harmed: Annotated[bool, FACT, Field(description="a non-combatant was killed or wounded by it")] = False


def rules_of_engagement(form: RulesOfEngagement, chance: Chance) -> Resolved:
    """BG-III.2.3a, BG-III.2.4.a to BG-III.2.4.d, BG-R119, BG-R143."""
    log = Proceedings(form, chance)
    shot = engagement.Engagement(
        form.roe,
        fired_on_by_target=form.fired_on_by_target,
        spotted=form.spotted,
        bystanders=form.non_combatants_in_line,
        authorised=form.leader,
        civilians=form.target_is_civilian,
        self_defence=form.self_defence,
        may_fight_civilians=not form.civilians_forbidden,
    )
    found = engagement.breach(shot)
    removed = engagement.punished(shot, insisted=form.insist, civilians_harmed=form.civilians_harmed)
    text = found.message if found else "The shot is allowed."
    log.step("engagement", f"{engagement.NAMES[form.roe]}: {text}", *([found.citation] if found else ["BG-III.2.4.0"]))
    if removed != "nobody":
        log.step("removed", f"the {removed} is removed from the battle", "BG-R119")
    return log.resolved(allowed=found is None, reason=found.code if found else None, removed=removed)
