"""What holds in a battle of any rule set at any moment, for its random battles to look at in passing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules.kernel.action import UMPIRE, Action, Actor, SideId
from rules.kernel.chance import Chance, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Offer, keyed
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer

S = TypeVar("S")


class Counted(Seeded):
    """A battle's chance that knows how often it has been asked."""

    @property
    def rolled(self) -> int:
        return self._count


def decided(
    decide: Callable[[S, Action, Actor, Chance], Sequence[Event]], state: S, action: Action, by: Actor, chance: Counted
) -> Sequence[Event]:
    """As it is decided; a refusal has drawn nothing."""
    before = chance.rolled
    try:
        return decide(state, action, by, chance)
    except RuleViolation:
        assert chance.rolled == before, f"{action} was refused after {chance.rolled - before} dice or cards"
        raise


def refused(judge: Callable[[], object]) -> str:
    """The code of the refusal; "": it was none."""
    try:
        judge()
    except RuleViolation as violation:
        return violation.code
    return ""


def odds_refuse_alike(rules: AnyRuleSet, state: object, action: Action, by: Actor) -> None:
    """What may come of an action is told where it would be carried out, and refused in the same words where not."""
    battle = rules.battle
    wanted = refused(lambda: battle.decide(state, action, by, Seeded(b"trial", 0)))
    assert refused(lambda: battle.odds(state, action, by)) == wanted, (action, by)


def deadline_does(rules: AnyRuleSet, state: object, ask: Ask) -> None:
    """What a deadline does is lawful for the absent, by the default as by holding, and settles what was asked."""
    by = UMPIRE if ask.umpire else Actor.player(ask.side, absent=True)
    for action in filter(None, (ask.default, ask.idle)):
        events = rules.battle.decide(state, action, by, Seeded(b"trial", 0))
        after = rules.battle.fold(events, state)
        asked = rules.battle.prompt(after).asks
        assert ask not in asked, f"{action} leaves {ask.key} as it was"


def made(rules: AnyRuleSet, state: object, ask: Ask) -> Mapping[str, Mapping[str, Offer]]:
    """All offers that the asked side is made now, each by its key, of the whole side ("") and of each unit."""
    found: dict[str, Mapping[str, Offer]] = {"": keyed(ask.quick)}
    found |= {unit: keyed(rules.battle.offers(state, ask.side, unit)) for unit in ask.units}
    ordering = rules.battle.ordering
    if ordering is not None:
        for unit in ("", *ask.units):
            proposed = ordering.proposals(state, ask.side, unit)
            found[f"orders of {unit}"] = keyed(Offer(one.action, one.label) for one in proposed)
    return found


def keys_hold(rules: AnyRuleSet, state: object, ask: Ask) -> None:
    """A key names one offer, the same at each look, and no two offers made together are told by the same words."""
    first, again = made(rules, state, ask), made(rules, rules.battle.states.load(rules.battle.states.dump(state)), ask)
    assert _actions(first) == _actions(again)
    for offers in first.values():
        words = [(offer.verb, offer.label) for offer in offers.values()]
        assert len(set(words)) == len(words), sorted(words)


def unrelated(events: Iterable[Event], side: SideId) -> bool:
    """Whether a side has been told nothing of all this."""
    return all(event.audience is not None and side not in event.audience for event in events)


def keys_stand(before: Mapping[str, Mapping[str, Offer]], after: Mapping[str, Mapping[str, Offer]]) -> None:
    """After what the side knows nothing of, a key names the action that it named before, or none."""
    for unit, offers in before.items():
        for key, offer in offers.items():
            now = after.get(unit, {}).get(key)
            assert now is None or now.action == offer.action, (offer, now)


def others_keep_theirs(rules: AnyRuleSet, before: object, after: object, by: Actor, events: Sequence[Event]) -> None:
    """Whoever has been told nothing of what somebody else did finds that his keys name what they named before."""
    for ask in rules.battle.prompt(before).asks:
        if ask.side == by.side or not unrelated(events, ask.side):
            continue
        now = next((each for each in rules.battle.prompt(after).asks if each.key == ask.key), None)
        if now is not None:
            keys_stand(made(rules, before, ask), made(rules, after, now))


def _actions(offers: Mapping[str, Mapping[str, Offer]]) -> dict[str, dict[str, Action]]:
    return {unit: {key: offer.action for key, offer in found.items()} for unit, found in offers.items()}


def said_at_the_end(rules: AnyRuleSet, events: Sequence[Event], state: object) -> None:
    """Everybody reads each side's tally with the end, where the rule set tells it there: in lines, as all text is."""
    for event in events:
        told = rules.battle.tell(state, event, PUBLIC) if type(event).__name__ == "BattleEnded" else None
        assert told is None or all(isinstance(line, str) for line in told.lines), told
        if told is not None and rules.key != "five56mm":  # which says there only how it ended
            result = rules.battle.result(state)
            assert result is not None
            assert {tally.name for tally in result.tallies} <= {line.split(":")[0] for line in told.lines}


def tallied(rules: AnyRuleSet, state: object, sides: Iterable[SideId]) -> None:
    """The result knows what each side's battle came to, without its name in the words."""
    result = rules.battle.result(state)
    assert result is not None
    assert [tally.side for tally in result.tallies] == list(sides)
    assert all(tally.words and tally.name and not tally.words.startswith(tally.name) for tally in result.tallies)


class Unshown(NamedTuple):
    """What the umpire is shown and everybody is not: ids, and the words for units, their people and their places."""

    refs: frozenset[str]
    words: frozenset[str]


def unshown(rules: AnyRuleSet, state: object) -> Unshown:
    everybody, whole = rules.battle.view(state, PUBLIC), rules.battle.view(state, Viewer(umpire=True))
    shown = " ".join(f"{unit.name} {unit.at}" for unit in everybody.units)
    units = [unit for unit in whole.units if everybody.unit(unit.ref) is None]
    people = [figure for unit in units for figure in unit.figures]
    words = {unit.name for unit in units} | {unit.at for unit in units} | {figure.name for figure in people}
    refs = frozenset((*(unit.ref for unit in units), *(figure.id for figure in people)))
    # A part of a unit that is shown is called after it.
    return Unshown(refs, frozenset(word for word in words if word and word not in shown))


def faces_tell_nothing_hidden(rules: AnyRuleSet, state: object) -> int:
    """No face of a question names, offers or refers to anybody whom everybody is not shown, nor says where he is. How
    many faces there were while anybody was hidden."""
    asks = rules.battle.prompt(state).asks
    hidden = unshown(rules, state) if asks else Unshown(frozenset(), frozenset())
    if not hidden.refs:
        return 0
    for ask in asks:
        face = ask.face
        said = " | ".join((face.question, face.then, *(f"{each.label} {each.detail}" for each in face.quick)))
        for word in hidden.words:
            assert not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said), (word, said)
        for ref in hidden.refs:
            assert ref not in face.units, face
            assert not any(f"'{ref}'" in str(offer.action) for offer in face.quick), (ref, face.quick)
        assert not (face.secret and (face.units or face.quick or face.then)), face
        assert set(face.units) <= set(ask.units), ask
        assert all(offer in ask.quick for offer in face.quick), ask
    return len(asks)
