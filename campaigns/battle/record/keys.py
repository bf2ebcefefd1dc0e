"""The keys of a battle while it goes on: that of its dice and cards, and that of its chain's links.

Both rest on the newest seed; that of the dice also on the sides' phrases and on the first answers of sides that had not
spoken before the battle began.
"""

from __future__ import annotations

from campaigns.battle.record import chain
from campaigns.battle.record.finding import SIDES, WORDS, Words, phrases_of
from campaigns.battle.record.seed import battle_key
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from rules.kernel.action import Actor, SideId


class Keys:
    """The keys of one battle as it was taken up, and as first answers change them."""

    def __init__(self, row: Battle) -> None:
        self.row = row
        self.seed = ""
        """The newest seed; empty: not known."""
        self.answers: Words = WORDS.validate_json(row.words)
        """First answers that have gone into the key."""
        self.unheard: tuple[SideId, ...] = SIDES.validate_json(row.unheard)
        """The sides whose first answers still go into it."""
        self._dice: bytes | None = None

    def mix(self, seed: str) -> None:
        """Take up the newest seed."""
        self.seed = seed
        self._dice = self._with(self.answers)

    @property
    def known(self) -> bool:
        return self._dice is not None

    @property
    def dice(self) -> bytes:
        """The key of the battle's chance. Raises ValueError while the seed has not been read."""
        if self._dice is None:
            raise ValueError(f"the key of battle {pk(self.row.id)} has not been read")
        return self._dice

    @property
    def links(self) -> bytes:
        """The key of the chain's links. Raises ValueError while the seed has not been read."""
        if not self.seed:
            raise ValueError(f"the seed of battle {pk(self.row.id)} has not been read")
        return chain.chain_key(bytes.fromhex(self.seed))

    def word(self, by: Actor, interaction_id: int | None) -> tuple[SideId, str] | None:
        """What the first answer of an unheard side puts into the key: the number that Discord gave it."""
        if by.side is None or by.side not in self.unheard or by.absent or interaction_id is None:
            return None
        return by.side, str(interaction_id)

    def dice_with(self, word: tuple[SideId, str] | None) -> bytes:
        """The key of the dice as an answer makes it; as it is without one. Raises the same as `dice`."""
        return self.dice if word is None else self._with((*self.answers, word))

    def hear(self, word: tuple[SideId, str]) -> None:
        """From now on the answer is part of the key."""
        self._dice, self.answers = self.dice_with(word), (*self.answers, word)
        self.unheard = tuple(side for side in self.unheard if side != word[0])

    def listen_again(self) -> None:
        """The next answer of each side goes into the key."""
        self.unheard = tuple(side for side, _ in phrases_of(self.row))

    def _with(self, answers: Words) -> bytes:
        return battle_key(bytes.fromhex(self.seed), (*phrases_of(self.row), *answers))
