"""Small pictures of the bot's own in texts, on buttons and in selects: suits, dice, arms of service, states.

Who writes a text writes plain signs (♥, 🎲), or `emblem` for what has no sign of its own. `Emblems.dress` puts the
pictures in where a message leaves, as far as Discord has them; where it has none the plain signs stand, and an emblem
is left out: no text needs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from discord import ui

from rules.seam.viewing import UnitView
from rules.table.symbols import BADGES

TEXT_LIMIT = 4000
"""Characters of all texts of one message: pictures are left out where they would not fit."""
PREFIX = "adj_"
"""Begins the name of each of the bot's emblems at Discord."""
_NO_ID = "0" * 19
_MARK = re.compile(f"<:([a-z0-9_]+):{_NO_ID}> ?")
_CARD = re.compile("`?\\b([0-9AJQKT]{1,2})([♥♦♠♣])\ufe0e?`?")
_DICE = re.compile("🎲(?= [^\n]{0,60}· d(6|20)\\b)")
_SUITS = {"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
STATES: Mapping[str, str] = {
    state: next(f"state_{first.split()[0].replace('^', 'roof')}" for first in BADGES if BADGES[first] == badge)
    for state, badge in BADGES.items()
    if "floor" not in state
}
"""The emblem of each state that a map shows by a letter; states with one letter share it."""
ARMS: Mapping[str, str] = {
    "1211": "infantry",
    "1205": "armour",
    "121102": "carriers",
    "1206": "aviation",
    "1213": "cavalry",
    "1303": "guns",
    "1308": "mortars",
    "1204": "anti_tank",
    "1407": "engineers",
    "1631": "railway",
    "1636": "lorries",
}
"""The emblem of each arm, by the digits of its entity in a NATO code."""


def emblem(key: str) -> str:
    """A picture in a text: nothing where there is no such picture."""
    return f"<:{key}:{_NO_ID}> " if key else ""


def of_unit(unit: UnitView, branch: str = "") -> str:
    """The emblem of a unit: its first state that a map shows; else its arm, where that is known; "": none."""
    state = next((STATES[state] for state in unit.states if state in STATES), "")
    return state or ARMS.get(branch, "")


class PictureOption(discord.SelectOption):
    """A choice of a select that has a picture before its label where there is one."""

    def __init__(self, picture: str, *, label: str, value: str, description: str | None, default: bool) -> None:
        super().__init__(label=label, value=value, description=description, default=default)
        self.picture = picture


class Emblems:
    """What Discord has of the bot's pictures, by their keys."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}

    def learn(self, key: str, picture: discord.PartialEmoji) -> None:
        self._known[key] = picture

    def dress(self, view: ui.LayoutView) -> None:
        """Put the pictures into a message that is ready to leave."""
        texts = [part for part in view.walk_children() if isinstance(part, ui.TextDisplay)]
        dressed = [self._dressed(part.content) for part in texts]
        fits = sum(map(len, dressed)) <= TEXT_LIMIT
        for part, content in zip(texts, dressed, strict=True):
            part.content = content if fits else _MARK.sub("", part.content)
        for part in view.walk_children():
            inner = getattr(part, "item", part)  # a control of ours is wrapped around what Discord shows
            if isinstance(inner, ui.Button) and str(inner.emoji) == "🎲" and "d20" in self._known:
                inner.emoji = self._known["d20"]
            elif isinstance(inner, ui.Select):
                for option in inner.options:
                    if isinstance(option, PictureOption) and option.picture in self._known:
                        option.emoji = self._known[option.picture]

    def _dressed(self, text: str) -> str:
        text = _MARK.sub(lambda found: f"{known} " if (known := self._known.get(found[1])) else "", text)
        if not self._known:
            return text
        text = _CARD.sub(lambda found: self._card(found[0], found[1], found[2]), text)
        return _DICE.sub(lambda found: str(self._known.get(f"d{found[1]}", found[0])), text)

    def _card(self, plain: str, rank: str, suit: str) -> str:
        known = self._known.get(_SUITS[suit])
        return f"**{rank}**{known}" if known else plain
