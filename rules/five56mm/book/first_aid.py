"""3.5 First Aid, 4.4 Treat Injury, 4.5 Carry and 5.1: hands that help, and who lives to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.five56mm.book.injury import Level, WoundOnRecord, milder
from rules.five56mm.book.tables import MARGINS, NUMBERS, ROWS
from rules.five56mm.book.target_number import (
    NO_HELPS,
    Helps,
    Roll,
    ability,
    d3,
    items,
    possible,
    roll,
    roll_unless_hopeless,
)
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Helper:
    """Who helps. `penalties`: wounds, gas, light, escape. `kit`: he has a first aid kit."""

    morale: int
    kit: bool = False
    penalties: tuple[Item, ...] = ()
    helps: Helps = NO_HELPS


@dataclass(frozen=True, slots=True)
class Aid:
    """The roll; after a success of First Aid, the turns that it holds (D3+1)."""

    roll: Roll
    holds: int | None = None


def aid_number(
    kind: Literal["first-aid", "treat-injury"], level: Level, helper: Helper, himself: bool
) -> tuple[Itemised, Itemised]:
    """TN of the injury and what is added to the D6. MM-3.5.2, MM-3.5.6, MM-4.4.2, MM-4.4.6, MM-8.0.2."""
    cited = "MM-3.5.2" if kind == "first-aid" else "MM-4.4.2"
    on_himself = "MM-3.5.6" if kind == "first-aid" else "MM-4.4.6"
    number = (
        Item(ROWS[kind].number(level.value), f"{level.value} wound", cited),
        *items(Item(NUMBERS.self_help if himself else 0, "on himself", on_himself)),
        *helper.penalties,
    )
    kit = items(Item(NUMBERS.kit if helper.kit else 0, "first aid kit", "MM-8.0.2"))
    return Itemised(number), Itemised((ability(helper.morale, "Morale", cited), *kit))


def check_patient(level: Level, himself: bool, cited: str) -> None:
    """RuleViolation for a wound that nobody can help, or not its owner. MM-3.5.7, MM-4.4.5, MM-4.4.6."""
    if level in (Level.NONE, Level.DEAD):
        raise RuleViolation(
            "nothing-to-treat",
            "There is no wound to help with." if level is Level.NONE else "Nobody can help the dead.",
            citation="MM-4.4.5",
            remedy="Choose somebody who is wounded.",
        )
    if himself and level is Level.MORTAL:
        raise RuleViolation(
            "not-on-himself",
            "A Mortally Wounded man cannot help himself.",
            citation=cited,
            remedy="Somebody else must come to him.",
        )


def first_aid(level: Level, helper: Helper, himself: bool, chance: Chance) -> Aid:
    """D6 + Morale against the wound; a success lasts D3+1 turns. MM-3.5.2, MM-3.5.3, MM-3.5.4, MM-R34."""
    check_patient(level, himself, "MM-3.5.7")
    number, bonus = _possible("first-aid", level, helper, himself)
    test = roll("first aid", number, bonus, chance, helper.helps.with_rerolls())
    return Aid(test, d3(chance, for_="turns of first aid") + 1 if test.passed else None)


def treat_injury(level: Level, helper: Helper, himself: bool, chance: Chance) -> Aid:
    """A Medic's D6 + Morale against the wound; a success is for good. MM-4.4.2, MM-4.4.3, MM-4.4.4, MM-R35."""
    check_patient(level, himself, "MM-4.4.6")
    number, bonus = _possible("treat-injury", level, helper, himself)
    return Aid(roll("treat injury", number, bonus, chance, helper.helps.with_rerolls()))


def _possible(
    kind: Literal["first-aid", "treat-injury"], level: Level, helper: Helper, himself: bool
) -> tuple[Itemised, Itemised]:
    number, bonus = aid_number(kind, level, helper, himself)
    if not possible(number, bonus):
        raise RuleViolation(
            "impossible",
            f"Even a 6 would not reach {number}.",
            citation="MM-2.3N.4",
            remedy="Let somebody with a steadier hand do it.",
        )
    return number, bonus


def under_first_aid(wound: WoundOnRecord, turn: int, holds: int) -> WoundOnRecord:
    """The wound one level milder to the end of turn `turn + holds`; the countdown of a Mortal one stands still at the
    turns that he had left after the present one, at least one, so that it may be eased again. MM-3.5.4, MM-3.5.5,
    MM-R34, MM-R46, MM-R115."""
    left = None if wound.dies_at is None else max(1, wound.dies_at - turn)
    return replace(wound, aid_until=turn + holds, dies_at=None, left=left)


def reverted(wound: WoundOnRecord, turn: int) -> WoundOnRecord:
    """The wound as it was before, at the end of `turn`. MM-3.5.4, MM-3.5.5, MM-R34."""
    dies_at = None if wound.left is None else turn + wound.left
    return replace(wound, aid_until=None, dies_at=dies_at, left=None)


def treated(wound: WoundOnRecord) -> WoundOnRecord | None:
    """One level milder for good than it was at first, First Aid and countdown ended; None: healed.

    MM-4.4.3, MM-4.4.4, MM-R35.
    """
    level = milder(wound.level)
    return None if level is Level.NONE else WoundOnRecord(wound.number, level)


# ── Carrying ──────────────────────────────────────────────────────────────────────────────────────────────────────


def carry(
    level: Level,
    strength: int,
    chance: Chance,
    penalties: tuple[Item, ...] = (),
    helps: Helps = NO_HELPS,
) -> tuple[Roll, float]:
    """One man carries a Critically or Mortally Wounded one: the roll and how far both get.

    MM-4.5.2, MM-4.5.3, MM-4.5.4. RuleViolation for any other wound (MM-R51).
    """
    check_carried(level)
    number = Itemised((Item(ROWS["carry-injury"].number(level.value), f"{level.value} wound", "MM-4.5.2"), *penalties))
    bonus = Itemised((ability(strength, "Strength", "MM-4.5.2"),))
    test = roll_unless_hopeless(
        "carry", number, bonus, chance, helps.with_rerolls().judged(lambda m: max(-1, min(3, m)))
    )
    return test, float(MARGINS["carry"].number(test.margin)) if test.passed else 0.0


def check_carried(level: Level) -> None:
    if level.value not in ROWS["carry-injury"]:
        raise RuleViolation(
            Why.NOT_CARRIED,
            "Only a Critically or Mortally Wounded man is carried.",
            citation="MM-4.5.2",
            remedy="Choose somebody who cannot walk by himself.",
        )


# ── After the battle ──────────────────────────────────────────────────────────────────────────────────────────────


def survives(medic_morale: int | None, chance: Chance) -> Roll:
    """The one attempt to save a Mortally Wounded man when the battle is over: Morale 3, or a Medic's if he has more,
    against 6, and nothing else counts. MM-5.1.1, MM-5.1.2, MM-5.1.3, MM-R47."""
    morale = max(NUMBERS.survival_morale, medic_morale if medic_morale is not None else 0)
    number = Itemised((Item(ROWS["treat-injury"].number(Level.MORTAL.value), "mortal wound", "MM-5.1.1"),))
    return roll("survive", number, Itemised((Item(morale, "Morale of the care", "MM-5.1.2"),)), chance)
