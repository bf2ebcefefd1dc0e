"""The deeds of 3.7: Engage, asking to withdraw, escaping."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.deed import Deed, lawful
from rules.five56mm.actions.foot import Engage, Escape, Withdraw
from rules.five56mm.play.fire.targets import enemies_by_distance
from rules.five56mm.play.melee import odds
from rules.five56mm.play.melee.melee import (
    check_engage,
    do_engage,
    do_escape,
    do_withdraw,
    judge_escape,
    judge_withdraw,
)
from rules.five56mm.play.turn.deeds import in_his_go, of_go, on_course
from rules.five56mm.state import Character, State
from rules.kernel.action import Actor
from rules.seam.asking import Offer


def _attacks(state: State, who: Character) -> Iterator[Offer]:
    for enemy in enemies_by_distance(state, who):
        action = Engage(character=who.id, target=enemy.id)
        if lawful(check_engage, state, action, who):
            yield Offer(action, f"Engage {enemy.name}")
        elif state.board is None and lawful(check_engage, state, action.model_copy(update={"contact": True}), who):
            yield Offer(action, f"Engage {enemy.name}", ("contact",))


def _escape(state: State, who: Character) -> Iterator[Offer]:
    action = Escape(character=who.id)
    if lawful(judge_escape, state, action, Actor.player(who.side)):
        yield Offer(action, "Escape")


def _withdraw(state: State, who: Character) -> Iterator[Offer]:
    action = Withdraw(character=who.id)
    if lawful(judge_withdraw, state, action, Actor.player(who.side)):
        yield Offer(action, "Ask to withdraw")


ENGAGE = of_go(Engage, check_engage, do_engage, odds=odds.of_engage, offers=_attacks)
ESCAPE = Deed(
    action=Escape,
    judge=judge_escape,
    carry_out=on_course(do_escape),
    odds=odds.of_escape,
    offers=in_his_go(_escape),
)
WITHDRAW = Deed(
    action=Withdraw,
    judge=judge_withdraw,
    carry_out=on_course(do_withdraw),
    offers=in_his_go(_withdraw),
)
