"""What is asked before the first turn: tokens of both sides at once, then the defender's places, then the attacker's.

RA-seq.2, RA-seq.3, RA-seq.4
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rules.kernel.action import SideId
from rules.kernel.facts import signed
from rules.red_actions.actions.setup import KeepToken, Ready
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.pack import OfficerToken
from rules.red_actions.knowledge import known_to_all, who_know_all
from rules.red_actions.play.setup.token_drawing import best, tokenless
from rules.red_actions.state import ATTACKER, DEFENDER, Drawn, Phase, State
from rules.red_actions.units import Unit
from rules.seam.asking import Ask, KnownAs, Offer, PublicWords, Wording, put_to


class Preparation(StrEnum):
    """How far the preparation is."""

    TOKENS = "tokens"
    DEFENDER = "defender"
    ATTACKER = "attacker"
    DONE = "done"


def preparation(state: State) -> Preparation:
    if state.phase is Phase.PLAYING:
        return Preparation.DONE
    if any(tokenless(state, "senior")) or any(tokenless(state, "junior")):
        return Preparation.TOKENS
    if state.playing(DEFENDER) not in state.deployed:
        return Preparation.DEFENDER
    return Preparation.ATTACKER if state.playing(ATTACKER) not in state.deployed else Preparation.DONE


def placing(state: State) -> SideId | None:
    """The side that places its troops now."""
    role = {Preparation.DEFENDER: DEFENDER, Preparation.ATTACKER: ATTACKER}.get(preparation(state))
    return None if role is None else state.playing(role)


def setup_due(state: State) -> bool:
    """Whether the engine should draw: for a senior officer whose side has no tokens to choose from, or for the juniors
    when all seniors have theirs. RA-def.officer.draw.3"""
    if state.phase is Phase.PLAYING:
        return False
    for side in state.sides:
        choosing = any(drawn.side == side.key for drawn in state.drawn)
        if not choosing and any(tokenless(state, "senior", side.key)):
            return True
    return not any(tokenless(state, "senior")) and any(tokenless(state, "junior"))


def setup_asks(state: State) -> tuple[Ask, ...]:
    """Both sides choose tokens at the same time; then one side after the other places its troops."""
    if state.drawn:
        return tuple(_choice(state, drawn) for drawn in state.drawn)
    side = placing(state)
    return () if side is None else (_placing(state, side),)


def token_words(token: OfficerToken) -> str:
    """ "morale +1, Clever": a token in a few words."""
    traits = sorted(trait.value.capitalize() for trait in token.traits)
    return ", ".join([f"morale {signed(token.morale)}", *traits])


def token_offers(state: State, drawn: Drawn) -> Iterator[Offer]:
    """The tokens to choose from, one of a kind: two alike are no choice."""
    for key in dict.fromkeys(drawn.tokens):
        times = drawn.tokens.count(key)
        said = f"drawn {times} times" if times > 1 else f"token {drawn.tokens.index(key) + 1}"
        token = state.cards.token(key)
        detail = f"{said}: {token_means(token)}"
        yield Offer(KeepToken(officer=drawn.officer, key=key), token_words(token), detail=detail)


_TRAITS = {
    Trait.MOB: "his unit rolls 3 or more before anything but shooting, charging and going back",
    Trait.CLEVER: "his unit may try to act before an enemy unit, on a 6, and scouts twice as far",
    Trait.COMMISSAR: "only another Commissar may take his unit over",
    Trait.PARTISAN: "his unit scouts twice as far and is harder to hit in cover",
    Trait.SKIRMISHER: "his unit is harder to hit",
    Trait.STORM: "his unit may give up a base instead of retiring",
    Trait.SPECIALIST: "his unit may take a terror marker instead of retiring",
}
"""What a characteristic on a token does for the unit that he commands. RA-char.officer-shared, RA-char.officer-mob,
RA-preempt.clever.1, RA-char.commissar.1"""


def token_means(token: OfficerToken) -> str:
    """What keeping a token does, and why anybody would keep a bad one. RA-officer.morale.1, RA-officer.morale.2,
    RA-R05, RA-R42"""
    if token.morale > 0:
        said = f"{signed(token.morale)} on the tests of a unit that he commands or is near"
    elif token.morale < 0:
        said = (
            f"{signed(token.morale)} on the tests of a unit that he commands, nothing where he is only near; "
            "kept, it is out of the cup for your other officers"
        )
    else:
        said = "nothing on tests"
    return "; ".join([said, *(f"{trait.value.capitalize()}: {_TRAITS[trait]}" for trait in sorted(token.traits))])


def _choice(state: State, drawn: Drawn) -> Ask:
    officer = state.officer(drawn.officer)
    secret = who_know_all(state, officer.unit) is not None
    name = KnownAs(officer.name, PublicWords("a senior officer" if secret else officer.name))
    return put_to(
        drawn.side,
        f"token-{officer.id}",
        Wording("Which token does {} keep?", (name,)),
        KeepToken(officer=officer.id, key=best(state.cards, drawn.tokens)),
        known=known_to_all(state),
        units=(officer.unit,),
        quick=token_offers(state, drawn),
        secret=secret,
    )


def placeable(state: State, side: SideId) -> tuple[Unit, ...]:
    """The side's units that may be placed before the battle: not aboard, not on rails, no later reinforcements."""
    return tuple(
        unit
        for unit in state.of(side)
        if not unit.aboard and unit.rails is None and not unit.with_unit and unit.arrives <= 1
    )


def _placing(state: State, side: SideId) -> Ask:
    words = (
        Wording("Where do your troops stand? Place ambushes and markers, or leave everybody where he is.")
        if state.defends(side)
        else Wording("Where do your troops come on? Place them, or leave it to the rows before their entry points.")
    )
    return put_to(
        side,
        f"deploy-{side}",
        words,
        Ready(),
        known=known_to_all(state),
        units=tuple(unit.id for unit in placeable(state, side)),
        quick=(Offer(Ready(), "All stand well"),),
        idle=Ready(),
    )
