"""5.56mm, modern skirmish rules: a deck of personal cards, two actions or one special action.

`RULES` is the rule set as the rest of the program knows it. `book/` is what the book says, on plain values; `play/`
has a folder for each chapter at work in a battle, on the shared floor of `actions/`, `events/`, `evolve/` and `tell/`;
`forces/` is what comes to a battle. `decide` is the way in.
"""

from __future__ import annotations

from rules.battle.board import board_of, on_board
from rules.five56mm import actions, events
from rules.five56mm.book.charts import CHARTS
from rules.five56mm.book.garage import VEHICLE_TYPES
from rules.five56mm.book.organisations import ORGANISATIONS, raise_unit
from rules.five56mm.book.rulings import RULINGS
from rules.five56mm.book.switches import SWITCHES
from rules.five56mm.decide import decide
from rules.five56mm.deeds import ORDERING
from rules.five56mm.evolve import evolve
from rules.five56mm.forces.account import account
from rules.five56mm.forces.details import SCENARIO
from rules.five56mm.forces.drafting import DRAFTING
from rules.five56mm.forces.growth import GROWTH, condition_after
from rules.five56mm.forces.injuries import INJURIES
from rules.five56mm.forces.muster import muster
from rules.five56mm.forces.paper import PAPER
from rules.five56mm.forces.regrouping import SUCCESSION, regrouped
from rules.five56mm.forces.service import service
from rules.five56mm.forces.sides import SIDES
from rules.five56mm.odds import odds
from rules.five56mm.offers import offers
from rules.five56mm.play.engine.outcome import result
from rules.five56mm.prompt import proceed, prompt
from rules.five56mm.resolve import RESOLUTIONS, resolve
from rules.five56mm.stage import STAGE, arrive, turn_begun
from rules.five56mm.state import State
from rules.five56mm.survey import survey
from rules.five56mm.tell import tell
from rules.five56mm.terms import TERMS
from rules.five56mm.view import view
from rules.kernel.event import Codec
from rules.seam.ruleset import INCHES, Battle, Book, Forces, RuleSet, drawn, no_objectives, nobody_else, unscripted

RULES: RuleSet[State] = RuleSet(
    key="five56mm",
    title="5.56mm",
    group="mm",
    version="11",
    measure=INCHES,
    book=Book(
        charts=CHARTS,
        rulings=RULINGS,
        switches=SWITCHES,
        terms=TERMS,
        resolutions=RESOLUTIONS,
        resolve=resolve,
    ),
    forces=Forces(
        sides=SIDES,
        organisations=ORGANISATIONS,
        raise_unit=raise_unit,
        drafting=DRAFTING,
        growth=GROWTH,
        scenario=SCENARIO,
        elements=VEHICLE_TYPES,
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
        reinforce=arrive,
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
        reveals=drawn,
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
