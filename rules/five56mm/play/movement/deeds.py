"""The deeds of those on foot: 3.1 Move, 3.3 Stealth, 3.4 Aim, 4.1 Sprint, 4.2 Hide, 9.4 falling back."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.deed import lawful
from rules.five56mm.actions.foot import Aim, FaceAbout, FallBack, Hide, JumpDown, Move, Sprint, Stealth
from rules.five56mm.book.injury import move_left
from rules.five56mm.play.movement import endings
from rules.five56mm.play.movement.falling_back import check_fall_back, do_fall_back
from rules.five56mm.play.movement.jumping import check_jump, do_jump, jump_offers, of_jump
from rules.five56mm.play.movement.leaving import edge_at, way_off
from rules.five56mm.play.movement.lying_low import (
    check_aim,
    check_face,
    check_hide,
    check_stealth,
    do_aim,
    do_face,
    do_hide,
    do_stealth,
)
from rules.five56mm.play.movement.movement import check_move, check_sprint, do_move, do_sprint
from rules.five56mm.play.movement.ways import way_offers
from rules.five56mm.play.turn.deeds import of_go
from rules.five56mm.state import Character, Stance, State
from rules.seam.asking import Offer
from rules.table.measure import between
from rules.table.reference import point_text


def _away(state: State, who: Character) -> Iterator[Offer]:
    """The move that fear demands, as far as it gets him or where his player wants him."""
    for how, label in (("move", "Fall back"), ("sprint", "Sprint away"), ("hide", "Hide"), ("stealth", "Stealth")):
        action = FallBack.model_validate({"character": who.id, "how": how})
        if lawful(check_fall_back, state, action, who):
            yield Offer(action, label)
            if how == "move" and state.board is not None:
                yield Offer(action, "Fall back to …", ("to",))


def _aim(state: State, who: Character) -> Iterator[Offer]:
    """As last action it would give nothing."""
    go, action = state.go, Aim(character=who.id)
    if go is not None and not go.spent and go.allowance > 1 and lawful(check_aim, state, action, who):
        yield Offer(action, "Aim")


def _stealth(state: State, who: Character) -> Iterator[Offer]:
    action = Stealth(character=who.id)
    if who.stance is not Stance.STEALTH and lawful(check_stealth, state, action, who):
        yield Offer(action, "Stealth")


def _hide(state: State, who: Character) -> Iterator[Offer]:
    action = Hide(character=who.id)
    if lawful(check_hide, state, action, who):
        yield Offer(action, "Hide here")


FALL_BACK = of_go(FallBack, check_fall_back, do_fall_back, offers=_away)


def _ways(state: State, who: Character) -> Iterator[Offer]:
    """Where to on the table, and off it where its edge is within a Move. MM-R215."""
    yield from way_offers(state, who)
    if state.board is None or who.at is None:
        return
    goal = way_off(state, who.at)
    action = Move(character=who.id, to=point_text(goal), off=True)
    if between(who.at, goal) <= move_left(who.wounds) and lawful(check_move, state, action, who):
        yield Offer(action, f"Leave the table by the {edge_at(state, goal)} edge")


MOVE = of_go(Move, check_move, do_move, odds=endings.of_move, offers=_ways)
SPRINT = of_go(Sprint, check_sprint, do_sprint, odds=endings.of_sprint)
JUMP = of_go(JumpDown, check_jump, do_jump, odds=of_jump, offers=jump_offers)
AIM = of_go(Aim, check_aim, do_aim, offers=_aim)
STEALTH = of_go(Stealth, check_stealth, do_stealth, offers=_stealth)
HIDE = of_go(Hide, check_hide, do_hide, odds=endings.of_hide, offers=_hide)
FACE = of_go(FaceAbout, check_face, do_face)
