"""The Book and the Gun: small infantry actions of the low-intensity wars, on cards and twenty-sided dice.

`RULES` is the rule set as the rest of the program knows it. A chapter of the book is a module: who follows the book
finds movement in `movement`, `march` and `assault`, spotting and fire in `spotting`, `fire` and `casualty`, close
combat in `contact` and `melee`, morale in `morale_phase`. `decide` is the table from actions to these modules.
"""

from __future__ import annotations

from rules.book_and_gun import actions, events
from rules.book_and_gun.charts import CHARTS
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.likelihood import odds
from rules.book_and_gun.muster import muster
from rules.book_and_gun.offers import offers
from rules.book_and_gun.organisations import ORGANISATIONS, raise_unit
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.resolve import RESOLUTIONS, resolve
from rules.book_and_gun.rulings import RULINGS
from rules.book_and_gun.sequence import controllers
from rules.book_and_gun.service import service
from rules.book_and_gun.sides import SIDES
from rules.book_and_gun.stage import STAGE, turn_begun
from rules.book_and_gun.state import State, board_of, on_board
from rules.book_and_gun.survey import survey
from rules.book_and_gun.switches import SWITCHES
from rules.book_and_gun.tell import tell
from rules.book_and_gun.terms import TERMS
from rules.book_and_gun.undoing import reveals
from rules.book_and_gun.victory import result
from rules.book_and_gun.view import view
from rules.event import Codec
from rules.ruleset import RuleSet

RULES: RuleSet[State] = RuleSet(
    key="book-and-gun",
    title="The Book and the Gun",
    version="3",
    measure="inches",
    sides=SIDES,
    organisations=ORGANISATIONS,
    switches=SWITCHES,
    charts=CHARTS,
    rulings=RULINGS,
    terms=TERMS,
    actions=actions.CODEC,
    events=events.CODEC,
    states=Codec((State,)),
    raise_unit=raise_unit,
    blank=State,
    muster=muster,
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
    reveals=reveals,
    resolutions=RESOLUTIONS,
    resolve=resolve,
    controllers=controllers,
    board=board_of,
    on_board=on_board,
    survey=survey,
    stage=STAGE,
    turn_begun=turn_begun,
)

__all__ = ["RULES"]
