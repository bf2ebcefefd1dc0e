"""Fire at personnel by declared facts: a volley, a sniper's shot, the joker. X.0 to X.5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book.arms import Arm, arm, automatic_range, spares_hidden
from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Man
from rules.book_and_gun.book.rows import JokerFireEffect, NationalGroup, TargetClass
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.book.tables import joker_fire
from rules.book_and_gun.book.to_hit import Shot, to_hit
from rules.book_and_gun.book.volley import Firing, PartOfFire, Volley, volley
from rules.book_and_gun.play.turn.joker_fire import half_of, roll
from rules.book_and_gun.resolutions.base import (
    BookResolution,
    Proceedings,
    cards_text,
    dice_text,
    items,
    require_class_iv,
)
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance, Draw
from rules.kernel.facts import Itemised, Source
from rules.kernel.violation import RuleViolation
from rules.language.words import counted

Target = Literal["unit", "figure", "leader", "key figure", "wounded figure", "gun crew"]


class Fire(BookResolution):
    """Direct fire at personnel: TO HIT, dice, casualty cards, ammunition. BG-X.3.1, BG-X.1.5."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "Direct fire at personnel by one figure or several"
    verb: Literal["fire"] = "fire"

    weapon: Annotated[str, Field(description="weapon of the firing figures: assault rifle, light machinegun, law …")]
    figures: Annotated[int, Field(ge=1, le=60, description="figures that fire this weapon")] = 1
    more_weapons: Annotated[
        tuple[str, ...], Field(description="a further figure's weapon; once for each such figure, after the others")
    ] = ()
    mount: Annotated[
        Literal["bipod", "tripod", "vehicle"] | None,
        FACT,
        Field(description="what a machinegun is mounted on, if not as usual"),
    ] = None
    range: Annotated[Inches, FACT, Field(description="from head to head")]
    target_class: Annotated[
        TargetClass | None, FACT, Field(description="target class; a wounded figure is always III")
    ] = None
    target: Annotated[Target, Field(description="what is fired at: a unit, or one declared figure, or a gun crew")] = (
        "unit"
    )
    target_figures: Annotated[
        int,
        FACT,
        Field(
            ge=1,
            le=60,
            description="unhurt figures in the target area (a launcher's blast template), leader and key figures too",
        ),
    ] = 7
    leader: Annotated[bool, FACT, Field(description="the target's unhurt leader is among them")] = False
    higher_leader: Annotated[bool, FACT, Field(description="an unhurt higher leader is among them")] = False
    key_figures: Annotated[int, FACT, Field(ge=0, le=60, description="how many of them are key figures")] = 0
    hidden: Annotated[bool, FACT, Field(description="class IV target that neither shoots nor observes")] = False
    line_of_sight: Annotated[bool, FACT, Field(description="there is a line of sight")] = True
    in_arc: Annotated[bool, FACT, Field(description="the target is in the firing cone")] = True
    nationality: Annotated[
        NationalGroup | None, FACT, Field(description="nationality group of the firers; none: no modifier")
    ] = None
    elite: Annotated[bool, FACT, Field(description="the firers are elite")] = False
    body_armour: Annotated[Literal["none", "modern", "flak"], FACT, Field(description="body armour of the target")] = (
        "none"
    )
    drug_users: Annotated[bool, FACT, Field(description="the targets are drug users")] = False
    night_vision: Annotated[
        Literal["none", "infrared", "thermal"], FACT, Field(description="goggles that the firers use at night")
    ] = "none"
    laser_aiming: Annotated[bool, FACT, Field(description="laser aiming devices on the weapons")] = False
    automatic: Annotated[
        bool,
        Field(
            description="rock and roll: submachineguns and assault rifles at all in a cone to short range, TO HIT -2"
        ),
    ] = False
    shaken: Annotated[bool, FACT, Field(description="the firers are shaken (they fire by house rule only)")] = False
    joker: Annotated[
        int | None, FACT, Field(ge=1, le=6, description="a joker was named for the firers: its die on the fire chart")
    ] = None


def fire(form: Fire, chance: Chance) -> Resolved:
    """BG-X.1.1 to BG-X.1.5, BG-X.2.1a, BG-X.3.1, BG-X.1.13.1 to BG-X.1.13.6, BG-XIII.9.2."""
    case = _Case(form, chance)
    case.joker()
    firings = case.firings()
    deck = CasualtyDeck(options=case.options)
    done = volley(firings, deck, chance, effect=case.effect, options=case.options)
    case.tell(done)
    return case.close(done)


class _Case:
    """One volley by declared facts."""

    def __init__(self, form: Fire, chance: Chance) -> None:
        self.form, self.chance = form, chance
        self.log = Proceedings(form, chance)
        self.options = self.log.options
        self.effect: JokerFireEffect | None = joker_fire(form.joker) if form.joker else None
        self.weapons = self._weapons()
        self.target_class: TargetClass = self._target_class()
        self._require_lawful()

    def _weapons(self) -> list[Arm]:
        form = self.form
        found = [arm(form.weapon, self.options)] * form.figures + [arm(w, self.options) for w in form.more_weapons]
        if form.mount is not None:
            if not any(weapon.machinegun for weapon in found):
                raise RuleViolation(
                    "no-mount",
                    f"only a machinegun has a mount, not {form.weapon}",
                    citation="BG-R79",
                    remedy="leave mount out",
                )
            found = [replace(weapon, mount=form.mount) if weapon.machinegun else weapon for weapon in found]
        if any(weapon.sniper for weapon in found):
            raise RuleViolation(
                "sniper", "a sniper names one figure and rolls no dice", citation="BG-X.5.1a", remedy="resolve sniper"
            )
        if self.effect == "low on ammunition":
            return found[: half_of(len(found), self.options)]
        return found

    def _target_class(self) -> TargetClass:
        """A wounded figure is class III, a gun crew at least class II. BG-X.2.2a, BG-X.2.61a, BG-R85."""
        given, target = self.form.target_class, self.form.target
        if target == "wounded figure":
            if given not in (None, "III"):
                raise RuleViolation(
                    "wounded-class",
                    "a wounded figure lies prone and is a class III target",
                    citation="BG-X.2.2a",
                    remedy="leave the target class out, or give III",
                )
            return "III"
        if given is None:
            raise RuleViolation("target-class", "the target class is missing", remedy="give I, II, III or IV")
        if target == "gun crew" and given == "I":
            self.log.fact("target class of the crew", "II", Source.DEFAULT)
            return "II"
        return given

    def _require_lawful(self) -> None:
        form = self.form
        if not form.line_of_sight:
            raise RuleViolation(
                "no-line-of-sight", "there is no line of sight", citation="BG-VI.2.1a", remedy="choose a target in view"
            )
        if not form.in_arc:
            raise RuleViolation(
                "out-of-arc", "the target is outside the firing cone", citation="BG-X.1.3a", remedy="turn, then fire"
            )
        if form.shaken and not on(self.options, "shaken-fire"):
            raise RuleViolation("shaken", "shaken units do not fire", citation="BG-R51", remedy="rally the unit first")
        if form.elite and form.nationality is None:
            raise RuleViolation(
                "elite-of-whom",
                "elite adds to the modifier of a nationality group, and none is given",
                citation="BG-XIII.2.2",
                remedy="give nationality, too",
            )
        if form.automatic:
            self._require_automatic()
        require_class_iv(form.hidden, self.target_class)
        if form.hidden and any(spares_hidden(w, self.options) for w in self.weapons):
            raise RuleViolation(
                "hidden-target",
                "small arms may not fire at class IV figures that neither shoot nor observe",
                citation="BG-X.1.5.d2",
                remedy="use a heavy machinegun, a launcher or a gun",
            )
        special = int(form.leader) + int(form.higher_leader) + form.key_figures
        if form.target in ("unit", "gun crew") and special > form.target_figures:
            raise RuleViolation(
                "target-figures",
                f"{special} leaders and key figures cannot be among {form.target_figures} figures",
                remedy="count leaders and key figures in target-figures",
            )

    def _require_automatic(self) -> None:
        """BG-XIII.9.2, BG-R88, BG-R195."""
        if not on(self.options, "rock-and-roll"):
            raise RuleViolation(
                "no-automatic-fire",
                "at this table nobody fires on automatic",
                citation="BG-R88",
                remedy="leave automatic out, or take the house rule rock-and-roll=on",
            )
        if self.form.target not in ("unit", "gun crew"):
            raise RuleViolation(
                "not-aimed",
                "fire on automatic is at all in its cone, not at one figure",
                citation="BG-XIII.9.2",
                remedy="fire at the unit",
            )
        if not any(self._automatic(weapon) for weapon in self.weapons):
            raise RuleViolation(
                "nobody-on-automatic",
                "only submachineguns and assault rifles fire on automatic, and no farther than their short range",
                citation="BG-XIII.9.2",
                remedy="leave automatic out",
            )

    def _automatic(self, weapon: Arm) -> bool:
        within = weapon.automatic and self.form.range <= automatic_range(weapon, self.options)
        return self.form.automatic and within

    # ── The volley ───────────────────────────────────────────────────────────────────────────────────────────────

    def joker(self) -> None:
        """What the joker of the fire chart means for this volley. BG-X.1.13, BG-R16."""
        die, given = self.form.joker, self.form.figures + len(self.form.more_weapons)
        if die is None or self.effect is None:
            return
        if self.effect == "smoke":
            self.smoke()
            return
        text = f"joker {die}: {self.effect}"
        if self.effect == "low on ammunition":
            text += f", {len(self.weapons)} of {given} fire"
        self.log.given("joker", text, [], "BG-X.1.13", f"BG-X.1.13.{die}")

    def smoke(self) -> None:
        """Joker 4: nothing is seen beyond 2D6 inches, but by thermal imaging. BG-R15."""
        drawn = roll(len(self.weapons), self.chance, self.options, die=4)
        limit = sum(drawn.smoke)
        self.log.step("smoke", f"smoke lies {limit} in away ({dice_text(drawn.smoke)})", "BG-X.1.13.4", "BG-R15")
        if self.form.range > limit and self.form.night_vision != "thermal":
            raise RuleViolation(
                "smoke",
                f"smoke hides everything beyond {limit} in, and the target is {self.form.range:g} in away",
                citation="BG-R15",
                remedy="choose a nearer target",
            )

    def firings(self) -> list[Firing]:
        return [self._firing(number, weapon) for number, weapon in enumerate(self.weapons, start=1)]

    def _firing(self, number: int, weapon: Arm) -> Firing:
        form = self.form
        aim = PartOfFire(
            self._area(),
            self.target_class,
            self._number(weapon),
            "target",
            named=form.target not in ("unit", "gun crew"),
            crew=form.target == "gun crew",
        )
        spread = 1
        if weapon.machinegun and not aim.named and switch(self.options, "mg-cone") == "full-dice-per-figure":
            spread = form.target_figures
        automatic = self._automatic(weapon)
        most = form.target_figures if weapon.template else None
        return Firing(f"figure {number}", weapon, (aim,) * spread, most, cone=automatic, automatic=automatic)

    def _area(self) -> tuple[Man, ...]:
        form = self.form
        if form.target not in ("unit", "gun crew"):
            return (
                Man(
                    form.target,
                    leader=form.target == "leader",
                    key=form.target == "key figure",
                    hurt=form.target == "wounded figure",
                ),
            )
        plain = form.target_figures - form.key_figures - int(form.leader) - int(form.higher_leader)
        men = [Man(f"figure {i}") for i in range(1, plain + 1)]
        men += [Man(f"key figure {i}", key=True) for i in range(1, form.key_figures + 1)]
        men += [Man("leader", leader=True)] if form.leader else []
        men += [Man("higher leader", leader=True, higher=True)] if form.higher_leader else []
        return tuple(men)

    def _number(self, weapon: Arm) -> Itemised | None:
        form = self.form
        shot = Shot(
            weapon,
            form.range,
            self.target_class,
            form.nationality,
            elite=form.elite,
            body_armour=form.body_armour,
            drug_user=form.drug_users,
            goggles=form.night_vision,
            laser_aiming=form.laser_aiming,
            good_command=self.effect == "good fire command",
            shaken=form.shaken,
            automatic=self._automatic(weapon),
        )
        return to_hit(shot, self.options)

    # ── The record ───────────────────────────────────────────────────────────────────────────────────────────────

    def tell(self, done: Volley) -> None:
        """A step for each figure's dice, then one for each hit's cards."""
        draws = list(self.chance.taken())
        for one, count in zip(done.rolled, done.hits, strict=True):
            own = [draws.pop(0) for _ in one.dice]
            number = one.firing.aims[0].number
            needed = str(number) if number is not None else "N/A, cannot hit"
            shot = ", second shot" if one.shot == 2 else ""
            text = f"{one.firing.weapon.key}{shot}: {needed}; rolled {dice_text(one.values)}: {_hits(count)}"
            cone = ("BG-XIII.9.2", "BG-R88") if one.firing.automatic else ()
            self.log.given("volley", text, own, "BG-X.3.1", "BG-X.3.chart", "BG-R71", *cone)
        for _, casualty in done.harm:
            self.log.given(
                "casualty", reading(casualty), _drawn_for(casualty, draws), *_card_rules(casualty, self.target_class)
            )
        for _, weapon in done.dry:
            self.log.given("out of ammunition", f"{weapon}: snake eyes, out of ammunition", [], "BG-X.2.1a", "BG-R82")

    def close(self, done: Volley) -> Resolved:
        numbers = [aim.number for firing in dict.fromkeys(one.firing for one in done.rolled) for aim in firing.aims[:1]]
        first = numbers[0] if numbers else None
        harm = [casualty for _, casualty in done.harm if casualty.harms]
        fates = Counter(casualty.result for casualty in harm)
        by_name = {casualty.figure: casualty.result for casualty in harm}
        return self.log.resolved(
            to_hit=first.value if first is not None else None,
            to_hit_items=items(first) if first is not None else (),
            firing=len(self.weapons),
            dice=[value for one in done.rolled for value in one.values],
            hits=sum(done.hits),
            cards=[card for _, casualty in done.harm for card in casualty.cards],
            killed=fates["killed"],
            wounded=fates["wounded"],
            casualties=[f"{casualty.figure} {casualty.result}" for casualty in harm],
            leader=_fate(by_name, "leader", self.form.leader or self.form.target == "leader"),
            higher_leader=_fate(by_name, "higher leader", self.form.higher_leader),
            key_figures=[f"{name} {fate}" for name, fate in by_name.items() if str(name).startswith("key figure")],
            gun_destroyed=any(casualty.result == "gun destroyed" for _, casualty in done.harm),
            out_of_ammunition=len(done.dry),
        )


def _fate(by_name: dict[str | None, str], who: str, present: bool) -> str | None:
    return by_name.get(who, "unhurt") if present else None


def _hits(count: int) -> str:
    return counted(count, "hit") if count else "no hit"


def reading(casualty: CasualtyDrawn) -> str:
    """The card and what it did: "K♥: leader, leader killed"."""
    shown = cards_text(casualty.cards)
    if casualty.result == "gun destroyed":
        return f"{shown}: the gun is destroyed"
    if casualty.figure is None:
        return f"{shown}: {'no effect' if casualty.reading == 'joker' else 'not hit'}"
    done = f"{casualty.figure} {casualty.result}"
    return f"{shown}: {done}, cancelled by the joker" if casualty.cancelled else f"{shown}: {done}"


def _drawn_for(casualty: CasualtyDrawn, draws: list[Draw]) -> list[Draw]:
    """Takes the cards of one hit off the draws, and the die that chose the figure, if one was rolled."""
    taken: list[Draw] = []
    cards = len(casualty.cards)
    while draws and (cards or draws[0].sides):
        cards -= not draws[0].sides
        taken.append(draws.pop(0))
    return taken


def _card_rules(casualty: CasualtyDrawn, target_class: TargetClass) -> Iterable[str]:
    if casualty.reading == "crew":
        return ("BG-X.2.61b", "BG-R85")
    of_class = {"I": "BG-X.1.5.a2", "II": "BG-X.1.5.b2", "III": "BG-X.1.5.c2", "IV": "BG-X.1.5.d3"}[target_class]
    if casualty.reading in ("leader", "key figure"):
        return (of_class, "BG-R05")
    return (of_class, "BG-R04") if casualty.reading == "joker" else (of_class, "BG-R07")
