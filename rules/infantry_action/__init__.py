"""WRG Infantry Action 1925–1975: sections and platoons, orders written in secret and carried out together.

`RULES` is the rule set as the rest of the program knows it. `book/` is what the book says, on plain values; `play/`
has a folder for each chapter at work in a battle, on the shared floor of `actions/`, `events/`, `evolve/` and `tell/`;
`forces/` is what comes to a battle. `decide` is the way in.
"""

from __future__ import annotations

from rules.battle.board import board_of, on_board
from rules.battle.ending import result
from rules.infantry_action import actions, events
from rules.infantry_action.book.charts import CHARTS
from rules.infantry_action.book.rulings import RULINGS
from rules.infantry_action.book.switches import SWITCHES
from rules.infantry_action.decide import decide, odds
from rules.infantry_action.evolve import evolve
from rules.infantry_action.forces.account import account
from rules.infantry_action.forces.costing import points_of
from rules.infantry_action.forces.details import SCENARIO
from rules.infantry_action.forces.drafting import DRAFTING
from rules.infantry_action.forces.garage import ELEMENT_TYPES
from rules.infantry_action.forces.growth import GROWTH
from rules.infantry_action.forces.injuries import INJURIES
from rules.infantry_action.forces.muster import muster, reinforce
from rules.infantry_action.forces.organisations import ORGANISATIONS, raise_unit
from rules.infantry_action.forces.paper import PAPER
from rules.infantry_action.forces.regrouping import SUCCESSION, regrouped
from rules.infantry_action.forces.service import condition_after, service
from rules.infantry_action.forces.sides import ROLES, SIDES
from rules.infantry_action.guide import GUIDE
from rules.infantry_action.offers import offers
from rules.infantry_action.ordering import ORDERING
from rules.infantry_action.prompt import proceed, prompt
from rules.infantry_action.resolve import RESOLUTIONS, resolve
from rules.infantry_action.stage import STAGE, turn_begun
from rules.infantry_action.state import State
from rules.infantry_action.survey import survey
from rules.infantry_action.tell import tell
from rules.infantry_action.terms import TERMS
from rules.infantry_action.undoing import reveals
from rules.infantry_action.view import view
from rules.kernel.event import Codec
from rules.seam.ruleset import Battle, Book, Forces, Measure, RuleSet, no_objectives, nobody_else, unscripted

RULES: RuleSet[State] = RuleSet(
    key="infantry-action",
    title="WRG Infantry Action 1925–1975",
    group="ia",
    version="10",
    measure=Measure("metres", "m", 10.0, 40.0),
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
        points=points_of,
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
        turn="period",
        turn_begun=turn_begun,
        board=board_of,
        on_board=on_board,
        survey=survey,
        ordering=ORDERING,
    ),
)

__all__ = ["RULES"]
