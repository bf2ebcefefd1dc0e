"""The course of one step: events that happen one after the other, each seen by what follows it.

A step may be broken off where a player is to say whether a skill is used on a die that is on the table. What was drawn
and answered so far is kept (`BrokenOff`), and the step is taken up again from its start with the same dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import course
from rules.battle.facts import ruled
from rules.five56mm.book.injury import penalty_items
from rules.five56mm.book.light import Optics, darkness
from rules.five56mm.book.morale import running
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.target_number import Consult, Help, HelpProspect, Helps, items
from rules.five56mm.events.battle import Answered, SkillUsed
from rules.five56mm.evolve import evolve
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import LEADER_NEAR
from rules.five56mm.state import Character, Question, State
from rules.kernel.chance import Chance, Draw
from rules.kernel.event import Event
from rules.kernel.facts import Item


class Unanswered(RuntimeError):
    """A skill might be used on this roll and its owner wants to be asked. `drawn`: all dice and cards of the step."""

    def __init__(self, prospect: HelpProspect, drawn: tuple[Draw, ...]) -> None:
        super().__init__(prospect.help.value)
        self.prospect = prospect
        self.drawn = drawn


class Resumed(course.Resumed):
    """The chance of a step that questions may have broken off, with what was answered to them."""

    def __init__(self, chance: Chance, draws: Sequence[Draw] = (), answers: Sequence[bool] = ()) -> None:
        super().__init__(draws, chance)
        self.draws = tuple(draws)
        self.answers = tuple(answers)


class Course(course.Course[State]):
    """With the draws of a step that may be broken off, and the skills that are used on them."""

    def __init__(self, state: State, chance: Chance) -> None:
        resumed = chance if isinstance(chance, Resumed) else Resumed(chance)
        super().__init__(state, resumed, evolve)
        self._drawn = list(resumed.draws)
        """Everything drawn for this step, before a question and since."""
        self._answers = list(resumed.answers)
        self._uses: list[SkillUsed] = []

    @property
    def house(self) -> House:
        return self.state.house

    def happen(self, event: Event) -> None:
        """Let an event happen: it takes the dice drawn since the last one, and skills used on them are spent."""
        super().happen(event)
        self._drawn += self.events[-1].draws[len(event.draws) :]
        uses, self._uses = self._uses, []
        self.note(*uses)

    # Who may help a roll, and what hampers it -------------------------------------------------------------------

    def helps(self, who: Character) -> Helps:
        """The skills that may change his next roll. Call it right before that roll. MM-10.N.1, MM-10.S.1, MM-10.F.1,
        MM-10.L.1, MM-10.LB.1."""
        who = self.state.character(who.id)
        if who.luck_armed:
            self._uses.append(SkillUsed(character=who.id, help=Help.LUCKY, armed=True))
        return helps_of(self.state, who, self._consult)

    def _consult(self, prospect: HelpProspect) -> bool:
        if any((use.character, use.help) == (prospect.who, prospect.help) for use in self._uses):
            return False
        side = self.state.character(prospect.who).side
        policy = self.state.answer(side, prospect.help.value) or "yes"
        if policy == "no":
            return False
        if policy == "yes":
            use = prospect.worth
        elif self._answers:
            use = self._answers.pop(0)
        else:
            raise Unanswered(prospect, (*self._drawn, *self.chance.taken()))
        if use and prospect.help is not Help.LEADER:
            self._uses.append(SkillUsed(character=prospect.who, help=prospect.help))
        return use


def close(course: Course, question: Question, answer: str) -> None:
    """The question is answered."""
    event = Answered(number=question.number, question=question.kind, side=question.side, answer=answer)
    course.happen(event)


def fold(state: State, events: Sequence[Event]) -> State:
    """The state when these have happened."""
    for event in events:
        state = evolve(state, event)
    return state


def helps_of(state: State, who: Character, consult: Consult) -> Helps:
    """What he can fall back on in his next roll."""
    owned = {Skill.NAILS: Help.NAILS, Skill.SHARPSHOOTER: Help.SHARPSHOOTER, Skill.FEARLESS: Help.FEARLESS}
    own = [help_ for skill, help_ in owned.items() if who.has(skill) and help_ not in who.spent]
    led = [Help.LEADER] if led_by_leader(state, who) else []
    after = state.house.choice("lucky-timing") == "after-roll"
    return Helps(who.id, (*led, *own), after and lucky(state, who), who.luck_armed, consult)


def foreseen(state: State, who: Character) -> Helps:
    """The same for a forecast: a skill is used whenever it may better the result, unless its side never uses it
    unasked."""

    def used(prospect: HelpProspect) -> bool:
        return prospect.worth and state.answer(who.side, prospect.help.value) != "no"

    return helps_of(state, who, used)


def lucky(state: State, who: Character) -> bool:
    """Whether he has a +1 left and has not used one this turn. MM-10.LB.1."""
    return who.has(Skill.LUCKY) and who.luck > 0 and who.luck_turn != state.turn


def led_by_leader(state: State, who: Character) -> bool:
    """Whether a friend with the Leader skill, able to act and not running, is within 8 in. MM-10.L.1, MM-R71."""
    himself = state.house.on("leader-rerolls-himself")
    for leader in state.living(who.side):
        if not leader.has(Skill.LEADER) or not leader.able or running([leader.courage]):
            continue
        if leader.id == who.id and not himself:
            continue
        if _near(state, leader, who):
            return True
    return False


def _near(state: State, leader: Character, who: Character) -> bool:
    word = ruled(state, LEADER_NEAR, who.id, leader.id)
    if word is not None:
        return word
    inches = field.distance(state, leader.id, who.id)
    return inches is not None and inches <= NUMBERS.leader_reach


def body_penalties(state: State, who: Character, *, action: bool, gas: bool = True) -> tuple[Item, ...]:
    """Wounds and gas. They raise every TN that he must reach, unless the table has chosen actions only. MM-R42."""
    if not action and state.house.choice("wound-penalty-scope") == "actions-only":
        return ()
    return penalty_items(who.wounds, NUMBERS.poison if who.poison is not None and gas else 0)


def tired(state: State, who: Character) -> tuple[Item, ...]:
    """What hampers all his actions: wounds, gas, a bad escape this turn. MM-3.73.1, MM-3.73.2, MM-5.0.4."""
    escape = who.escape_penalty if who.escape_turn == state.turn else 0
    return (*body_penalties(state, who, action=True), *items(Item(escape, "bad escape", "MM-3.73.1")))


def in_the_dark(state: State, who: Character, distance: float = 0.0) -> tuple[Item, ...]:
    """Everything that hampers an action without a weapon: wounds, gas, escape, light. MM-6.2.3, MM-6.2.6, MM-R107."""
    optics = Optics(goggles=who.wears(Gear.GOGGLES))
    return (*tired(state, who), *items(darkness(state.light, optics, distance, state.house)))
