"""Officers' tokens: two or three for each senior officer, of which his side keeps one, then one for each junior. Whose
troops do not stand openly on the table, of him only his own side hears. RA-seq.2, RA-seq.3, RA-def.officer.draw.1,
RA-def.officer.draw.2, RA-def.officer.draw.3
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.action import SideId
from rules.red_actions.book.pack import Pack
from rules.red_actions.course import Course
from rules.red_actions.events.turn import TokenKept, TokensDrawn
from rules.red_actions.knowledge import who_know_all
from rules.red_actions.play.officers.tokens import deck_of, draw_junior, draw_senior, with_token
from rules.red_actions.state import Drawn, State
from rules.red_actions.units import Officer


def tokenless(state: State, rank: str, side: SideId | None = None) -> Iterator[Officer]:
    """Officers of that rank who still need a token, in the order of the muster: of units that are there."""
    found = (o for o in state.officers if o.rank == rank and o.fit and not o.token and side in (None, o.side))
    return (officer for officer in found if state.find(officer.unit) is not None)


def draw_tokens(course: Course) -> None:
    """All that can be drawn now. A side's next senior draws when its last one has chosen, since what is not chosen goes
    back; the sides do not wait for each other. Juniors come when no senior is without. RA-R05"""
    for side in course.state.sides:
        _draw_for_seniors(course, side.key)
    if any(tokenless(course.state, "senior")):
        return
    for officer in tuple(tokenless(course.state, "junior")):
        _draw_for_junior(course, officer)


def _draw_for_seniors(course: Course, side: SideId) -> None:
    while not any(drawn.side == side for drawn in course.state.drawn):
        officer = next(tokenless(course.state, "senior", side), None)
        if officer is None:
            return
        drawn = draw_senior(course.state, officer.id, side, course.chance)
        if len(drawn.tokens) == 1:
            course.happen(kept(course.state, drawn, drawn.tokens[0], "RA-def.officer.draw.1"))
            continue
        citation = "RA-def.officer.draw.1" if len(drawn.tokens) == 2 else "RA-def.officer.draw.2"
        knowing = who_know_all(course.state, officer.unit)
        course.happen(TokensDrawn(drawn=drawn, audience=knowing, citations=(citation,)))
        if knowing is None and len(set(drawn.tokens)) == 1:
            # All alike: nothing to choose. Of a hidden officer that nobody is asked would tell it to the enemy.
            course.happen(kept(course.state, drawn, drawn.tokens[0], citation))


def _draw_for_junior(course: Course, officer: Officer) -> None:
    token, cup = draw_junior(course.state, officer.side, course.chance)
    course.happen(_has(course.state, officer, token, cup, "RA-def.officer.draw.3"))


def kept(state: State, drawn: Drawn, token: str, citation: str) -> TokenKept:
    """The officer has that token of those drawn for him; the others go back into the cup. RA-R05"""
    deck = deck_of(state.cards, state.side(drawn.side).army)
    cup = with_token(state.cards, state.cup, deck, token, made_up=drawn.made_up)
    return _has(state, state.officer(drawn.officer), token, cup, citation)


def _has(state: State, officer: Officer, token: str, cup: tuple[str, ...], citation: str) -> TokenKept:
    knowing = who_know_all(state, officer.unit)
    return TokenKept(officer=officer.id, token=token, cup=cup, audience=knowing, citations=(citation, "RA-R05"))


def best(pack: Pack, tokens: tuple[str, ...]) -> str:
    """The token with the best effect on morale, the first of several."""
    return max(tokens, key=lambda token: pack.token(token).morale)


def draw_late(course: Course, unit: str) -> None:
    """The officers of a unit that comes when the battle goes on: a senior keeps the best of his tokens, so that no
    battle waits for it. RA-R223"""
    for officer in course.state.officers:
        if officer.unit != unit or officer.token:
            continue
        if officer.rank == "junior":
            _draw_for_junior(course, officer)
            continue
        drawn = draw_senior(course.state, officer.id, officer.side, course.chance)
        course.happen(kept(course.state, drawn, best(course.state.cards, drawn.tokens), "RA-R223"))
