"""`staged`: a rule set with scripted events. The same seam outside; its states, actions and events are wrapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, cast

from pydantic import ValidationError

from rules.battle.admission import question_open, require_role, require_running
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.chance import Chance, Seeded
from rules.kernel.event import Codec, Event
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.script.actions import SCRIPT_ACTIONS, CallEvent, Choose, RunScript, Whisper
from rules.script.coming import on_their_way
from rules.script.effects import NOBODY, carry_out, rehearse
from rules.script.events import (
    SCRIPT_EVENTS,
    ChoiceMade,
    Posted,
    ReservesCame,
    ScriptedEventBegan,
    ScriptOpened,
    Whispered,
)
from rules.script.evolve import evolve_script
from rules.script.ordering import ordering_in
from rules.script.plan import EventPlan, Script, within
from rules.script.state import OpenChoice, S, Staged
from rules.script.triggers import due, observed, watches
from rules.script.verdict import came_to
from rules.script.words import JUDGED, effect_lines, said_before, told, trigger_words
from rules.seam.asking import ALL_KNOWN, Ask, Odds, Offer, Prompt, Wording, common, put_to
from rules.seam.forces import Muster, MusterUnit
from rules.seam.ruleset import Battle, RuleSet, Service
from rules.seam.stage import Stage
from rules.seam.viewing import ObjectiveView, Result, ScriptedEvent, View, Viewer
from rules.table.board import Board
from rules.table.reference import mentioned
from rules.table.scene import Scene
from rules.telling.story import BattleStory
from rules.telling.told import Told

VERSION = "script-2"


def staged(rules: RuleSet[S]) -> RuleSet[Staged[S]]:
    """The rule set with scripted events: what a script wraps is replaced, all else of it is handed on as it is.

    Raises ValueError for one without a `stage`, which cannot be scripted.
    """
    if rules.battle.stage is None:
        raise ValueError(f"{rules.key} lends no stage to scripts")
    stage = rules.battle.stage
    # What is left behind by one event is what the next one finds.
    staging = _Staging(rules, replace(stage, situation=once_a_state(stage.situation)))
    inner = rules.battle
    state_type = inner.states.classes[0]
    battle = replace(
        cast("Battle[Any]", inner),
        actions=Codec[Action]((*inner.actions.classes, *SCRIPT_ACTIONS), "verb"),
        events=Codec[Event]((*inner.events.classes, *SCRIPT_EVENTS), "kind"),
        states=Codec[Staged[S]]((Staged[state_type],)),  # pyright: ignore[reportInvalidTypeArguments]
        blank=lambda: Staged(inner.blank()),
        muster=staging.muster,
        reinforce=staging.reinforce,
        decide=staging.decide,
        evolve=staging.evolve,
        prompt=staging.prompt,
        proceed=staging.proceed,
        offers=staging.offers,
        odds=staging.odds,
        result=staging.result,
        view=staging.view,
        tell=staging.tell,
        service=staging.service,
        account=staging.account,
        condition_after=staging.condition_after,
        reveals=staging.reveals,
        controllers=staging.controllers,
        stage=None,
        scripted=staging.scripted,
        objectives=staging.objectives,
        board=staging.board,
        on_board=staging.on_board,
        survey=None if inner.survey is None else staging.survey,
        ordering=ordering_in(inner.ordering, inner.board),
    )
    return replace(cast("RuleSet[Any]", rules), version=f"{rules.version}+{VERSION}", battle=battle)


@dataclass(frozen=True, slots=True)
class _Staging(Generic[S]):
    rules: RuleSet[S]
    stage: Stage[S]

    # ── The decider ───────────────────────────────────────────────────────────────────────────────────────────────

    def muster(self, call: Muster, chance: Chance) -> Sequence[Event]:
        """The script first, so that nothing escapes it."""
        try:
            script = Script.model_validate_json(call.script) if call.script else Script()
        except ValidationError as error:
            raise RuleViolation(
                "unreadable-script",
                f"The scenario's script cannot be read: {error.errors()[0]['msg']}.",
                remedy="Check the scenario's file.",
            ) from None
        events = self.rules.battle.muster(call, chance)
        if not script.events and not call.reserves:
            return events
        names = tuple((side.key, side.name) for side in call.sides)
        return [ScriptOpened(script=script, names=names, reserves=call.reserves, audience=NOBODY), *events]

    def reinforce(self, state: Staged[S], units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
        """The umpire brings units in, held back for the script or not; not while anything is half resolved."""
        require_running(begun=True, over=self.stage.over(state.battle))
        if state.open is not None or not self.stage.settled(state.battle):
            raise question_open()
        events = self.rules.battle.reinforce(state.battle, units, chance)
        held_back = {unit.id for unit in state.reserves}
        came = tuple(unit.id for unit in units if unit.id in held_back)
        return [ReservesCame(units=came, by_umpire=True), *events] if came else events

    def decide(self, state: Staged[S], action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
        match action:
            case CallEvent():
                return [self._call(state, action, by)]
            case Choose():
                return [self._choose(state, action, by)]
            case Whisper():
                return [self._whisper(state, action, by)]
            case RunScript():
                return self._run(state, by, chance)
            case _:
                if state.open is not None and by.role is Role.PLAYER and not self._orders(action):
                    meanwhile = by.side != state.open.choice.side and isinstance(action, SealOrders | BreakSeal)
                    if not meanwhile:
                        raise _choice_first(_named(state, state.open.choice.side))
                return self.rules.battle.decide(state.battle, action, by, chance)

    def evolve(self, state: Staged[S], event: Event) -> Staged[S]:
        after = self._evolved(state, event)
        battle = self.stage.awaiting(after.battle, on_their_way(after))
        return after if battle is after.battle else replace(after, battle=battle)

    def _evolved(self, state: Staged[S], event: Event) -> Staged[S]:
        if isinstance(event, SCRIPT_EVENTS):
            return evolve_script(state, event)
        after = self.rules.battle.evolve(state.battle, event)
        if not state.script.events:
            return replace(state, battle=after)
        happenings = self.stage.happenings(state.battle, event)
        looks = watches(state.script)
        before = self.stage.situation(state.battle) if looks else None
        now = self.stage.situation(after)
        return observed(replace(state, battle=after), before, now, happenings)

    def prompt(self, state: Staged[S]) -> Prompt:
        if self._step_due(state):
            return Prompt()
        if state.open is not None and not self.stage.over(state.battle):
            return Prompt((self._ask(state.open), *self._sealing_meanwhile(state, state.open.choice.side)))
        return self.rules.battle.prompt(state.battle)

    def _sealing_meanwhile(self, state: Staged[S], chooses: SideId) -> Iterator[Ask]:
        """Whoever has to seal orders does so while another side chooses, and may break the seal again until that one
        has sealed, too: nobody waits for the choice first."""
        for ask in self.rules.battle.prompt(state.battle).asks:
            if ask.side != chooses and isinstance(ask.default, SealOrders):
                yield ask

    def proceed(self, state: Staged[S]) -> Action | None:
        if self._step_due(state):
            return RunScript()
        if state.open is not None and not self.stage.over(state.battle):
            return None
        return self.rules.battle.proceed(state.battle)

    def result(self, state: Staged[S]) -> Result | None:
        """Not before the script has had its say: what it does may change the result."""
        if not self.stage.over(state.battle) and (state.open is not None or self._step_due(state)):
            return None
        return self.rules.battle.result(state.battle)

    def _step_due(self, state: Staged[S]) -> bool:
        if not state.script.events or state.open is not None or self.stage.over(state.battle):
            return False
        return bool(state.queue or due(state)) and self.stage.settled(state.battle)

    def _orders(self, action: Action) -> bool:
        """Orders say only what shall be done later: they bind nobody before the choice is made, and stop by themselves
        where its outcome does not fit them."""
        ordering = self.rules.battle.ordering
        return ordering is not None and isinstance(action, ordering.actions)

    # ── The script's actions ──────────────────────────────────────────────────────────────────────────────────────

    def _run(self, state: Staged[S], by: Actor, chance: Chance) -> Sequence[Event]:
        require_role(RunScript, by)
        if not self._step_due(state):
            raise RuleViolation("nothing-due", "The scenario has nothing to do.", remedy="Go on with the battle.")
        if state.queue:
            return carry_out(self.rules, self.stage, state, state.queue[0], chance)
        plan = due(state)
        assert plan is not None
        return [ScriptedEventBegan(event=plan.key, title=plan.title, how="trigger", audience=NOBODY)]

    def _call(self, state: Staged[S], action: CallEvent, by: Actor) -> Event:
        plan = self._callable(state, action, by)
        return ScriptedEventBegan(event=plan.key, title=plan.title, how="umpire", audience=NOBODY)

    def _whisper(self, state: Staged[S], action: Whisper, by: Actor) -> Event:
        require_role(action, by)
        require_running(begun=True, over=self.stage.over(state.battle))
        if all(side.key != action.side for side in self.rules.forces.sides):
            known = ", ".join(side.key for side in self.rules.forces.sides)
            raise RuleViolation("unknown-side", f"There is no side “{action.side}”.", remedy=f"Choose one of: {known}.")
        return Whispered(text=action.text, audience=(action.side,))

    def _callable(self, state: Staged[S], action: CallEvent, by: Actor) -> EventPlan:
        require_role(action, by)
        require_running(begun=True, over=self.stage.over(state.battle))
        wanted = folded(action.event)
        plan = next((e for e in state.script.events if wanted in (e.key, folded(e.title))), None)
        if plan is None:
            known = ", ".join(event.title for event in state.script.events) or "none"
            raise RuleViolation(
                "unknown-event", f"The scenario has no event “{action.event}”.", remedy=f"It has: {known}."
            )
        if plan.once and not action.again and _times(state, plan.key):
            raise RuleViolation(
                "has-happened", f"“{plan.title}” has happened already.", remedy="Say again: yes to repeat it."
            )
        return plan

    def _choose(self, state: Staged[S], action: Choose, by: Actor) -> Event:
        asked = state.open
        if asked is None:
            raise RuleViolation("not-asked", "The scenario asks nothing at the moment.", remedy="Go on as you like.")
        choice = asked.choice
        if by.side != choice.side and by.role is not Role.UMPIRE:
            raise RuleViolation(
                "not-asked", f"{_named(state, choice.side)} must choose, not you.", remedy="Wait for their answer."
            )
        wanted = folded(action.option)
        labels = [folded(option.label) for option in choice.options]
        number = labels.index(wanted) if wanted in labels else int(wanted) - 1 if wanted.isdecimal() else -1
        if not 0 <= number < len(labels):
            listed = "; ".join(f"{n} {option.label}" for n, option in enumerate(choice.options, start=1))
            raise RuleViolation(
                "unknown-choice", f"“{action.option}” is none of the options.", remedy=f"Choose: {listed}."
            )
        label = choice.options[number].label
        return ChoiceMade(side=choice.side, option=number, label=label, absent=by.absent)

    def _ask(self, asked: OpenChoice) -> Ask:
        choice = asked.choice
        playable = {side.key: side.playable for side in self.rules.forces.sides}
        return put_to(
            choice.side,
            f"choice:{asked.number}",
            Wording("{}", (common(choice.question),)),
            Choose(option=choice.options[choice.default].label),
            known=ALL_KNOWN,
            quick=tuple(Offer(Choose(option=option.label), option.label) for option in choice.options),
            umpire=not playable.get(choice.side, True),
        )

    # ── What people see ───────────────────────────────────────────────────────────────────────────────────────────

    def offers(self, state: Staged[S], side: SideId, unit: str) -> tuple[Offer, ...]:
        return () if state.open is not None else self.rules.battle.offers(state.battle, side, unit)

    def odds(self, state: Staged[S], action: Action, by: Actor) -> Odds:
        match action:
            case CallEvent():
                plan = self._callable(state, action, by)
                lines = effect_lines(plan.effects, state.script)
                trial = Seeded(b"rehearsal", 0)
                refused = rehearse(self.rules, self.stage, state, tuple(within(plan.effects)), trial)
                return Odds(notes=tuple(refused), effects=lines)
            case Choose():
                self._choose(state, action, by)
                return Odds()
            case Whisper():
                self._whisper(state, action, by)
                return Odds()
            case RunScript():
                return Odds()
            case _:
                return self.rules.battle.odds(state.battle, action, by)

    def view(self, state: Staged[S], viewer: Viewer) -> View:
        seen = self.rules.battle.view(state.battle, viewer)
        lines = [
            f"Objective: {objective.text}{'' if objective.state == 'open' else f' ({JUDGED[objective.state]})'}"
            for objective in state.objectives
            if _may_know(objective.to, viewer)
        ]
        return replace(seen, lines=(*seen.lines, *lines), scene=_ringed(state, seen.scene, viewer)) if lines else seen

    def objectives(self, state: Staged[S], viewer: Viewer, over: bool) -> tuple[ObjectiveView, ...]:
        """When the battle is over all are told what they came to, but for those of the umpire alone and those kept."""
        found = self.rules.battle.result(state.battle) if over else None
        return tuple(
            ObjectiveView(objective.text, came_to(objective, found) if over else objective.state, objective.to or ())
            for objective in state.objectives
            if _may_know(objective.to, viewer) or (over and objective.to and not objective.secret)
        )

    def tell(self, state: Staged[S], event: Event, viewer: Viewer) -> Told | None:
        if not isinstance(event, SCRIPT_EVENTS):
            return self.rules.battle.tell(state.battle, event, viewer)
        if not _may_know(event.audience, viewer):
            return None
        again = isinstance(event, Posted) and said_before(state, event.title, event.text)
        first = self.stage.situation(state.battle).turn <= 1
        return told(event, state.script, dict(state.names), again=again, first=first)

    def survey(self, state: Staged[S], viewer: Viewer, unit: str) -> Scene | None:
        assert self.rules.battle.survey is not None
        return _ringed(state, self.rules.battle.survey(state.battle, viewer, unit), viewer)

    def scripted(self, state: Staged[S], viewer: Viewer) -> tuple[ScriptedEvent, ...]:
        """The umpire's list; nobody else may know that there is a script."""
        if not viewer.umpire:
            return ()
        return tuple(
            ScriptedEvent(
                key=plan.key,
                title=plan.title,
                when=trigger_words(plan.when, state.script),
                lines=effect_lines(plan.effects, state.script),
                happened=_times(state, plan.key),
                once=plan.once,
            )
            for plan in state.script.events
        )

    def service(self, events: Sequence[Event]) -> tuple[Service, ...]:
        return self.rules.battle.service(_inner(events))

    def account(self, events: Sequence[Event]) -> BattleStory:
        return self.rules.battle.account(_inner(events))

    def condition_after(self, events: Sequence[Event]) -> Mapping[str, str]:
        return self.rules.battle.condition_after(_inner(events))

    def reveals(self, event: Event) -> bool:
        return isinstance(event, SCRIPT_EVENTS) or self.rules.battle.reveals(event)

    # ── What the script has no part in ────────────────────────────────────────────────────────────────────────────

    def controllers(self, state: Staged[S]) -> Mapping[SideId, SideId]:
        return self.rules.battle.controllers(state.battle)

    def board(self, state: Staged[S]) -> Board | None:
        return self.rules.battle.board(state.battle)

    def on_board(self, state: Staged[S], board: Board | None) -> Staged[S]:
        return replace(state, battle=self.rules.battle.on_board(state.battle, board))


def _ringed(state: Staged[Any], scene: Scene | None, viewer: Viewer) -> Scene | None:
    """The scene with the places of the objectives that the viewer knows and that are still open."""
    if scene is None:
        return None
    known = [o for o in state.objectives if o.state == "open" and _may_know(o.to, viewer)]
    places = [name for o in known for name in ((o.place,) if o.place else mentioned(o.text, scene.board))]
    return replace(scene, objectives=tuple(dict.fromkeys((*scene.objectives, *places))))


def _inner(events: Sequence[Event]) -> list[Event]:
    """The rule set's own events."""
    return [event for event in events if not isinstance(event, SCRIPT_EVENTS)]


def _may_know(audience: Sequence[SideId] | None, viewer: Viewer) -> bool:
    return audience is None or viewer.umpire or viewer.side in audience


def _times(state: Staged[Any], event: str) -> tuple[int, ...]:
    """The turns in which an event has happened."""
    return tuple(occurrence.turn for occurrence in state.occurrences if occurrence.event == event)


def _named(state: Staged[Any], side: SideId) -> str:
    return dict(state.names).get(side, side)


def _choice_first(name: str) -> RuleViolation:
    return RuleViolation(
        "question-open", f"The battle waits for the choice of {name}.", remedy="It goes on when the choice is made."
    )
