"""The Book and the Gun: small infantry actions of the low-intensity wars, on cards and twenty-sided dice.

`RULES` is the rule set as the rest of the program knows it. `book/` is what the book says, on plain values; `play/`
has a folder for each chapter at work in a battle, on the shared floor of `actions/`, `events/`, `evolve/` and `tell/`;
`forces/` is what comes to a battle. `decide` is the way in.
"""

from __future__ import annotations

from rules.battle.board import board_of, on_board
from rules.book_and_gun import actions, events
from rules.book_and_gun.book.armoury import GUN_TYPES
from rules.book_and_gun.book.charts import CHARTS
from rules.book_and_gun.book.garage import VEHICLE_TYPES
from rules.book_and_gun.book.horses import STABLE
from rules.book_and_gun.book.organisations import ORGANISATIONS, called, raise_unit
from rules.book_and_gun.book.rulings import RULINGS
from rules.book_and_gun.book.switches import SWITCHES
from rules.book_and_gun.decide import decide, odds
from rules.book_and_gun.deeds import DEEDS, ORDERING
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.forces.account import account
from rules.book_and_gun.forces.details import SCENARIO
from rules.book_and_gun.forces.injuries import INJURIES
from rules.book_and_gun.forces.muster import muster
from rules.book_and_gun.forces.paper import PAPER
from rules.book_and_gun.forces.regrouping import SUCCESSION, regrouped
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.forces.sides import SIDES
from rules.book_and_gun.guide import GUIDE
from rules.book_and_gun.play.engine.undoing import reveals
from rules.book_and_gun.play.turn.sequence import controllers
from rules.book_and_gun.play.turn.victory import result
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.resolve import RESOLUTIONS, resolve
from rules.book_and_gun.stage import STAGE, reinforce, turn_begun
from rules.book_and_gun.state import State
from rules.book_and_gun.survey import survey
from rules.book_and_gun.tell import tell
from rules.book_and_gun.terms import TERMS
from rules.book_and_gun.view import view
from rules.kernel.event import Codec
from rules.seam.ruleset import INCHES, Battle, Book, Forces, RuleSet, no_objectives, unmarked, unscripted

RULES: RuleSet[State] = RuleSet(
    key="book-and-gun",
    title="The Book and the Gun",
    group="bg",
    version="15",
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
        organisations=ORGANISATIONS,
        raise_unit=raise_unit,
        elements=(*VEHICLE_TYPES, *STABLE, *GUN_TYPES),
        regroup=regrouped,
        succession=SUCCESSION,
        paper=PAPER,
        injuries=INJURIES,
        called=called,
        scenario=SCENARIO,
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
        offers=DEEDS.offers,
        odds=odds,
        result=result,
        view=view,
        tell=tell,
        service=service,
        account=account,
        condition_after=unmarked,
        reveals=reveals,
        controllers=controllers,
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
