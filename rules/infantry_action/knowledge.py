"""What a side knows of the other: groups that it has located, now or before. IA-R157"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.hidden import known_to
from rules.infantry_action.groups import EVERYBODY, Group, LastSeen
from rules.infantry_action.on_the_table import MineSquare, Secret
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.language.words import UNSEEN as UNSEEN
from rules.seam.viewing import Viewer


def fogged(state: State) -> bool:
    """Whether groups are hidden from the other side until they are located. House rule hidden-deployment."""
    return state.house.on("hidden-deployment") and state.ended is None


def sees(state: State, side: SideId, group: str) -> bool:
    """Whether a side is shown a group: its own, prisoners, one that it has located, all of them without hidden
    deployment."""
    found = state.find_group(group)
    if found is None or found.side == side or not fogged(state) or found.kind == "prisoners":
        return found is not None
    return state.seen(side, group)


def knows(state: State, side: SideId, group: str) -> bool:
    """Whether it has ever seen it: its name is no secret then."""
    return sees(state, side, group) or last_seen(state, side, group) is not None


def as_shown(state: State, viewer: Viewer) -> State:
    """The battle without what the other side has built and the viewer has not seen (IA-R225), and without what it has
    split off and not opened yet: its parts are one group. IA-R158"""
    if viewer.umpire:
        return state
    state = on_known_ground(state, viewer)
    if state.step is not PeriodStep.ORDERS:
        return state
    whole = {
        group.id: group.parted_from
        for group in state.groups
        if group.parted_in == state.period and group.parted_from and group.side != viewer.side
    }
    if not whole:
        return state

    def root(id_: str) -> str:
        while id_ in whole:
            id_ = whole[id_]
        return id_

    return replace(
        state,
        groups=tuple(group for group in state.groups if group.id not in whole),
        figures=tuple(replace(each, group=root(each.group)) for each in state.figures),
        guns=tuple(replace(each, group=root(each.group)) for each in state.guns),
        sightings=tuple(each for each in state.sightings if each.by not in whole and each.target not in whole),
        first_located=tuple(s for s in state.first_located if s.by not in whole and s.target not in whole),
        glimpses=tuple(each for each in state.glimpses if each.target not in whole),
    )


def on_known_ground(state: State, viewer: Viewer) -> State:
    """The battle on the board as the viewer knows it: the public knows what both sides do. IA-R225"""
    hidden = {secret.name for secret in state.secrets if not _known(state, secret, viewer)}
    if state.board is None or not hidden:
        return state
    kept = tuple(feature for feature in state.board.features if feature.name not in hidden)
    return replace(state, board=replace(state.board, features=kept))


def knows_work(state: State, side: SideId, name: str) -> bool:
    """Whether a side may know of the work of that name; of what nobody has built in secret everybody does. IA-R225"""
    viewer = Viewer(side)
    return all(_known(state, secret, viewer) for secret in state.secrets if secret.name == name)


def _known(state: State, secret: Secret, viewer: Viewer) -> bool:
    if viewer.umpire or not fogged(state):
        return True
    sides = [side.key for side in state.sides] if viewer.side is None else [viewer.side]
    return all(known_to(secret, side) for side in sides)


def known_mines(state: State, viewer: Viewer) -> Iterator[tuple[MineSquare, str]]:
    """The mined squares on a viewer's map, and "dummy" for one that he knows to be none: his own. What is marked on the
    table everybody sees; whoever has found out a dummy sees it no more. IA-mine.record, IA-R249"""
    for mine in state.mines:
        own = viewer.umpire or viewer.side == mine.side
        dummy = mine.shown and not (mine.anti_personnel or mine.anti_tank)
        told = viewer.side in mine.known
        if own:
            yield mine, "dummy" if dummy else ""
        elif (told and not dummy) or (mine.shown and not (dummy and told)):
            yield mine, ""


def last_seen(state: State, side: SideId, group: str) -> LastSeen | None:
    return next((g for g in state.glimpses if g.side == side and g.target == group), None)


def openly(state: State, group: str) -> bool:
    """Whether a group stands there for everybody to see: it has located an enemy group that has located it, or is fired
    on by one that has. Whether somebody unseen has it in sight nobody else learns. IA-R260"""
    found = state.find_group(group)
    if found is None or not fogged(state) or found.kind == "prisoners":
        return found is not None
    return all(side.key == found.side or _in_the_open(state, side.key, found) for side in state.sides)


def _in_the_open(state: State, side: SideId, group: Group) -> bool:
    """Whether one of the side's groups that see this one is known to; what another group has told it does not count."""
    fired = group.fired_on_by if group.fired_on_in >= state.looked_in else ()
    told = {(s.by, s.target) for s in state.sightings if s.shared}
    return any(
        each in fired
        or (
            (each, group.id) not in told
            and (group.id, each) not in told
            and group.id in state.spotters(group.side, each)
        )
        for each in state.spotters(side, group.id)
    )


def who_see_any(state: State, *groups: str) -> tuple[SideId, ...] | None:
    """Who may know of what these groups do: every side that is shown one of them; None: everybody, where that is no
    secret of any side."""
    if not fogged(state):
        return None
    sides = tuple(side.key for side in state.sides if any(sees(state, side.key, group) for group in groups))
    owners = {found.side for group in groups if (found := state.find_group(group)) is not None}
    common = len(owners) == len(state.sides) or any(openly(state, group) for group in groups)
    return None if common and len(sides) == len(state.sides) else sides


def may_see(state: State, viewer: Viewer, group: str) -> bool:
    """Whether a viewer is shown a group. The public of a shared channel sees what stands in the open."""
    if viewer.umpire or not fogged(state):
        return True
    if viewer.side is None:
        return openly(state, group)
    return sees(state, viewer.side, group)


def may_name(state: State, viewer: Viewer, group: str) -> bool:
    if viewer.umpire or not fogged(state):
        return True
    if viewer.side is None:
        return openly(state, group) or last_seen(state, EVERYBODY, group) is not None
    return knows(state, viewer.side, group)
