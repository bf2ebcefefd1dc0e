"""The roll after the battle in words."""

from __future__ import annotations

from rules.kernel.action import SideId
from rules.language.words import counted
from rules.red_actions.events.setup import LossesCounted, RollCalled, SetupEvent
from rules.red_actions.tell.words import Words
from rules.telling.told import Told


def tell_setup(words: Words, event: SetupEvent) -> Told | None:
    """Officers by name, bases by number."""
    match event:
        case RollCalled():
            lines = [
                f"{words.side(each.side)}: {words.officer(each.officer)} {_fate(each.fate, each.die)}"
                for each in event.officers
            ]
            return Told("The roll is called", tuple(lines)) if lines else None
        case LossesCounted():
            counts = tuple(filter(None, (_lost(words, event, side.key) for side in words.state.sides)))
            return Told("Losses are counted", counts) if counts else None


def _lost(words: Words, event: LossesCounted, side: SideId) -> str:
    gone = [each for each in event.bases if each.side == side]
    if not gone:
        return ""
    taken = sum(each.how == "captured" for each in gone)
    return f"{words.side(side)}: {counted(len(gone), 'base')} lost" + (f", {taken} captured" if taken else "")


def _fate(fate: str, die: int) -> str:
    return f"is {fate}" + (f" (a {die})" if die else "")
