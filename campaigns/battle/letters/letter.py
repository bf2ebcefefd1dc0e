"""The letter of a player for a battle: a line a unit, kept while it is written, known to nobody else.

It changes nothing until it is sent. Lines stand in the order in which they were written; a newer line for the same
units takes the place of the older one. What the battle does meanwhile leaves it as it is: which of its lines still
stand is found out when it is looked at, and again when it is sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from sqlmodel import col, select

from campaigns.battle.course.authority import own_units
from campaigns.battle.course.seats import Seat, StandingBattle
from campaigns.battle.letters.intents import intent_from
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.tables.battles import Battle
from campaigns.tables.orders import OrderLetter, SideIntent
from campaigns.thinking import beside
from rules.battle.orders import letters
from rules.battle.orders.letters import LetterDrawn, LetterShown
from rules.kernel.action import Action, SideId
from rules.seam.ordering import Horizon, Ordering, Strength, UntilWhat
from rules.seam.planning import BattleAim, Intent, LetterPlan
from rules.seam.ruleset import AnyRuleSet

MOST_LINES = 200
"""Of one letter: more than any side has units."""


@dataclass(frozen=True, slots=True)
class Letter:
    """`lines`: those that are not sent; `sent`: those that were sent last."""

    side: SideId
    lines: tuple[Action, ...] = ()
    sent: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenLetter:
    """A letter with how its side means to fight: read at one moment, at once."""

    letter: Letter
    intent: Intent


async def written_by(store: Store, rules: AnyRuleSet, battle_id: int, side: SideId, who: int) -> WrittenLetter:
    """Somebody's letter for a side, empty where none has been written, and what the side has settled."""
    theirs = (col(OrderLetter.battle_id) == Battle.id) & (col(OrderLetter.user_id) == who)
    found = select(Battle, OrderLetter, SideIntent).outerjoin(OrderLetter, theirs & (col(OrderLetter.side) == side))
    sides = (col(SideIntent.battle_id) == Battle.id) & (col(SideIntent.side) == side)
    async with store.reading() as session:
        rows = (await session.exec(found.outerjoin(SideIntent, sides).where(Battle.id == battle_id))).one()
    _, row, settled = cast("tuple[Battle, OrderLetter | None, SideIntent | None]", rows)
    letter = Letter(side) if row is None else Letter(side, _loaded(rules, row.lines), _loaded(rules, row.sent))
    return WrittenLetter(letter, intent_from(settled, battle_id))


def _loaded(rules: AnyRuleSet, lines: str) -> tuple[Action, ...]:
    return tuple(rules.battle.actions.load(line) for line in json.loads(lines))


def dumped(rules: AnyRuleSet, lines: Iterable[Action]) -> str:
    return json.dumps([rules.battle.actions.dump(line) for line in lines])


async def write(seat: Seat, side: SideId, lines: Sequence[Action]) -> Letter:
    """Add these lines to the asker's letter: each takes the place of those that are for no other units.

    Raises Refusal "no-order" for an action that is no order, "long-letter".
    """
    ordering = require_ordering(seat.battle)
    strange = next((line for line in lines if not isinstance(line, ordering.writes + ordering.actions)), None)
    if strange is not None:
        raise Refusal("no-order", f"{strange.title or strange.name()} isn't an order.", "Choose one that is proposed.")

    def written(letter: Letter) -> Iterable[Action]:
        kept = letter.lines
        for line in lines:
            kept = (*(old for old in kept if not _replaces(ordering, line, old)), line)
        return kept

    return await _change(seat, side, written)


def _replaces(ordering: Ordering[object], new: Action, old: Action) -> bool:
    slot = type if ordering.planning is None else ordering.planning.slot
    whom, those = own_units(new), own_units(old)
    return slot(new) == slot(old) and (not whom or (bool(those) and those <= whom))


async def fill(seat: Seat, side: SideId, plan: LetterPlan) -> Letter:
    """The asker's letter is that plan, and nothing else, for as long as the letter was to last."""
    ordering, rules, who = require_ordering(seat.battle), seat.battle.rules, seat.member.who
    kinds = _lengths(seat, side)
    before = (await written_by(seat.store, rules, seat.battle.info.id, side, who)).letter.lines
    as_written = [line.action for line in plan.lines if not isinstance(line.action, kinds)]
    horizon = Horizon("", lasts=lasts_of(before), until=ordering.lasting(before))
    lines = await _for_as_long(seat, side, as_written, horizon)

    def planned(letter: Letter) -> Iterable[Action]:
        kept = [line for line in letter.lines if isinstance(line, kinds)]
        return [*lines, *(kept or (line.action for line in plan.lines if isinstance(line.action, kinds)))]

    return await _change(seat, side, planned)


# ── For how long ──────────────────────────────────────────────────────────────────────────────────────────────────


async def set_horizon(seat: Seat, side: SideId, horizon: Horizon, unit: str = "") -> Letter:
    """The asker's letter lasts that long, or its lines for that unit do: each of them, or a line says so, or both (a
    seal for as long). A line that
    cannot last until that (its unit is there already) lasts as long as it did.

    Raises Refusal "empty-letter" where no line could last, RuleViolation for what cannot be said now, of any line.
    """
    if horizon.action is not None:
        await require_lawful(seat, side, horizon.action)
        if not horizon.lasts:
            return await write(seat, side, (horizon.action,))

    before = (await written_by(seat.store, seat.battle.rules, seat.battle.info.id, side, seat.member.who)).letter.lines
    meant = [line for line in before if hasattr(line, "lasts") and (not unit or unit in own_units(line))]
    if not meant:
        raise Refusal("empty-letter", "Nothing is written that could last.", "Take a plan, or write to a unit.")
    found = await _for_as_long(seat, side, meant, horizon, strict=True)
    changed = dict(zip(meant, found, strict=True))
    beside_them = () if unit or horizon.until else _lengths(seat, side)
    action = () if horizon.action is None else (horizon.action,)

    def lasting(letter: Letter) -> Iterable[Action]:
        kept = (line for line in letter.lines if not isinstance(line, beside_them))
        return [*(changed.get(line, line) for line in kept), *action]

    return await _change(seat, side, lasting)


def _lengths(seat: Seat, side: SideId) -> tuple[type[Action], ...]:
    """What is written into a letter beside its lines to say for how long it stands."""
    horizons = require_ordering(seat.battle).horizons(seat.battle.state, side)
    return tuple({type(one.action) for one in horizons if one.action is not None})


async def _for_as_long(
    seat: Seat, side: SideId, lines: Sequence[Action], horizon: Horizon, *, strict: bool = False
) -> list[Action]:
    """These lines for as long; as they were where they can be given, and not until that.

    Raises RuleViolation where that goes for all of them and `strict` asks for one.
    """
    rules, state, ordering = seat.battle.rules, seat.battle.state, require_ordering(seat.battle)
    changed = [ordering.lasts(line, horizon) for line in lines]
    if not horizon.until:
        return changed
    _, vain = await beside(letters.supposed, rules.battle, state, side, lines)
    _, refused = await beside(letters.supposed, rules.battle, state, side, changed)
    newly = {line.place: line.why for line in refused if line.place not in {old.place for old in vain}}
    if strict and newly and len(newly) == len(lines):
        raise next(iter(newly.values()))
    return [lines[place] if place in newly else line for place, line in enumerate(changed)]


def lasts_of(lines: Iterable[Action]) -> str:
    """For how long the lines last; "" where they differ, or none says it."""
    found = {str(lasts) for line in lines if (lasts := getattr(line, "lasts", ""))}
    return found.pop() if len(found) == 1 else ""


async def set_alarms(seat: Seat, side: SideId, strengths: Mapping[str, Strength]) -> Letter:
    """Alarms of these keys are so loud in each line of the asker's letter that has them; they go with the letter.

    Raises Refusal "no-such-alarm" where no line looks out for that.
    """
    ordering = require_ordering(seat.battle)

    def louder(letter: Letter) -> Iterable[Action]:
        known = {alarm.key for alarm in ordering.alarms(letter.lines)}
        if not known.issuperset(strengths):
            raise Refusal("no-such-alarm", "No line of your letter looks out for that.", "Open the letter again.")
        lines = letter.lines
        for key, strength in strengths.items():
            lines = tuple(ordering.alarmed(line, key, strength) for line in lines)
        return lines

    return await _change(seat, side, louder)


async def as_last_time(seat: Seat, side: SideId) -> Letter:
    """The asker's letter is the one that was sent last. Raises Refusal "nothing-sent"."""

    def again(letter: Letter) -> Iterable[Action]:
        if not letter.sent:
            raise Refusal("nothing-sent", "You have sent no letter yet.", "Take a plan, or write to a unit.")
        return letter.sent

    return await _change(seat, side, again)


async def strike(seat: Seat, side: SideId, unit: str = "") -> Letter:
    """The lines for that unit alone are gone; without a unit all of them."""
    return await _change(
        seat, side, lambda letter: [line for line in letter.lines if unit and unit not in own_units(line)]
    )


async def _change(seat: Seat, side: SideId, change: Callable[[Letter], Iterable[Action]]) -> Letter:
    rules, battle_id, who = seat.battle.rules, seat.battle.info.id, seat.member.who
    async with seat.store.writing() as session:
        row = await session.get(OrderLetter, (battle_id, who, side), with_for_update=True)
        before = Letter(side) if row is None else Letter(side, _loaded(rules, row.lines), _loaded(rules, row.sent))
        lines = tuple(change(before))
        if len(lines) > MOST_LINES:
            raise Refusal("long-letter", f"A letter has at most {MOST_LINES} lines.", "Write to several units at once.")
        if row is None:
            row = OrderLetter(battle_id=battle_id, user_id=who, side=side, at=seat.store.clock.now())
        row.lines, row.at = dumped(rules, lines), seat.store.clock.now()
        session.add(row)
    return Letter(side, lines, before.sent)


# ── Seen before it is sent ────────────────────────────────────────────────────────────────────────────────────────


def require_ordering(battle: StandingBattle) -> Ordering[object]:
    """Raises Refusal "no-orders" where the rule set knows none."""
    found = battle.rules.battle.ordering
    if found is None:
        raise Refusal(
            "no-orders",
            f"{battle.rules.title} knows no orders that stand.",
            ("Act for your units: ", Command("now"), " shows what they may do."),
        )
    return found


async def aims_of(battle: StandingBattle, side: SideId) -> tuple[BattleAim, ...]:
    """What the side wants, as far as its rule set makes plans."""
    planning = require_ordering(battle).planning
    return () if planning is None else await battle.thought("aims", planning.aims, side)


async def ends_of(battle: StandingBattle, side: SideId) -> tuple[UntilWhat, ...]:
    """What a letter of the side can last until now."""
    ordering, aims = require_ordering(battle), await aims_of(battle, side)

    def thought(state: object, side: SideId) -> tuple[UntilWhat, ...]:
        return ordering.ends(state, side, aims)

    return await battle.thought("what letters last until", thought, side)


async def plans_for(seat: Seat, side: SideId, intent: Intent) -> tuple[LetterPlan, ...]:
    """The letters that are proposed to the side now, the best first."""
    planning = require_ordering(seat.battle).planning
    if planning is None:
        return ()
    aims = await aims_of(seat.battle, side)

    def thought(state: object, side: SideId, key: str) -> tuple[LetterPlan, ...]:
        return planning.plans(state, side, aims, intent)

    return await seat.battle.thought("plans", thought, side, _key(intent))


def _key(intent: Intent) -> str:
    """Two intents with one key are the same."""
    return json.dumps([intent.boldness, sorted(intent.roles.items()), intent.seed])


async def shown(seat: Seat, written: WrittenLetter) -> LetterShown:
    """What comes of the letter as the battle stands: nothing is carried out."""
    rules, ordering, letter, intent = seat.battle.rules, require_ordering(seat.battle), written.letter, written.intent
    aims = await aims_of(seat.battle, letter.side)

    def thought(state: object, side: SideId, lines: str, key: str) -> LetterShown:
        return letters.shown(rules.battle, ordering, state, side, aims, intent, letter.lines)

    return await seat.battle.thought("letter", thought, letter.side, dumped(rules, letter.lines), _key(intent))


async def drawn(seat: Seat, letter: Letter) -> LetterDrawn:
    """Ways and targets of the letter's lines, for a map of its side's own."""
    rules, ordering = seat.battle.rules, require_ordering(seat.battle)

    def thought(state: object, side: SideId, lines: str) -> LetterDrawn:
        return letters.drawn(rules.battle, ordering, state, side, letter.lines)

    return await seat.battle.thought("letter's map", thought, letter.side, dumped(rules, letter.lines))


async def require_lawful(seat: Seat, side: SideId, line: Action) -> None:
    """Raises RuleViolation for a line that cannot be given as the battle stands."""
    rules = seat.battle.rules
    _, refused = await beside(letters.supposed, rules.battle, seat.battle.state, side, (line,))
    if refused:
        raise refused[0].why
