"""Red Actions! Pygmy Wars: units of bases and their officers in the Russian Civil War, a segment each.

`RULES` is the rule set as the rest of the program knows it. `book/` is what the book says, on plain values; `play/`
has a folder for each chapter at work in a battle, on the shared floor of `actions/`, `events/`, `evolve/` and `tell/`;
`forces/` is what comes to a battle. What is half done waits on the agenda (`pending/`, `play/engine/agenda.py`).
`decide` is the way in.
"""

from __future__ import annotations

from rules.battle.board import board_of, on_board
from rules.battle.ending import result
from rules.kernel.event import Codec
from rules.red_actions import actions, events
from rules.red_actions.book.charts import CHARTS
from rules.red_actions.book.rulings import RULINGS
from rules.red_actions.book.switches import SWITCHES
from rules.red_actions.decide import decide, odds
from rules.red_actions.deeds import ORDERING
from rules.red_actions.evolve import evolve
from rules.red_actions.forces.account import account
from rules.red_actions.forces.details import SCENARIO
from rules.red_actions.forces.drafting import DRAFTING
from rules.red_actions.forces.garage import ELEMENT_TYPES
from rules.red_actions.forces.growth import GROWTH
from rules.red_actions.forces.injuries import INJURIES
from rules.red_actions.forces.muster import muster, reinforce
from rules.red_actions.forces.organisations import ORGANISATIONS, raise_unit
from rules.red_actions.forces.paper import PAPER
from rules.red_actions.forces.regrouping import SUCCESSION, regrouped
from rules.red_actions.forces.service import condition_after, service
from rules.red_actions.forces.sides import ROLES, SIDES
from rules.red_actions.guide import GUIDE
from rules.red_actions.offers import offers
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.resolve import RESOLUTIONS, resolve
from rules.red_actions.stage import STAGE, turn_begun
from rules.red_actions.state import State
from rules.red_actions.survey import survey
from rules.red_actions.tell import tell
from rules.red_actions.terms import TERMS
from rules.red_actions.undoing import reveals
from rules.red_actions.view import view
from rules.seam.ruleset import INCHES, Battle, Book, Forces, RuleSet, no_objectives, nobody_else, unscripted

RULES: RuleSet[State] = RuleSet(
    key="red-actions",
    title="Red Actions! Pygmy Wars",
    group="ra",
    version="10",
    measure=INCHES,
    book=Book(
        charts=CHARTS,
        rulings=RULINGS,
        switches=SWITCHES,
        terms=TERMS,
        guide=GUIDE,
        resolutions=RESOLUTIONS,
        resolve=resolve,
    ),
    forces=Forces(
        sides=SIDES,
        roles=ROLES,
        organisations=ORGANISATIONS,
        raise_unit=raise_unit,
        drafting=DRAFTING,
        growth=GROWTH,
        scenario=SCENARIO,
        elements=ELEMENT_TYPES,
        regroup=regrouped,
        succession=SUCCESSION,
        paper=PAPER,
        injuries=INJURIES,
    ),
    battle=Battle(
        actions=actions.CODEC,
        events=events.CODEC,
        states=Codec((State,)),
        blank=State,
        muster=muster,
        reinforce=reinforce,
        decide=decide,
        evolve=evolve,
        prompt=prompt,
        proceed=proceed,
        offers=offers,
        odds=odds,
        result=result,
        view=view,
        tell=tell,
        service=service,
        account=account,
        condition_after=condition_after,
        reveals=reveals,
        controllers=nobody_else,
        stage=STAGE,
        scripted=unscripted,
        objectives=no_objectives,
        turn_begun=turn_begun,
        board=board_of,
        on_board=on_board,
        survey=survey,
        ordering=ORDERING,
    ),
)

__all__ = ["RULES"]
