"""What binds a battle's dice, in words, wherever one of its hashes is posted."""

from __future__ import annotations

from bot.post import clocks
from bot.talk.text import escape, small
from campaigns.campaign.campaign import CampaignView
from campaigns.post.matter import Dice

_AFTER = (
    "What each side says or decides after that goes into the key before the first die, else its first answer does: "
    "nobody could know the dice when the seed was drawn."
)


def sealed(dice: Dice, commitment: str) -> str:
    """The commitment of a battle that opens or goes on, and that of the campaign's next one."""
    drawn = f" Drawn {clocks.when(dice.sealed_at)}." if dice.sealed_at is not None else ""
    lines = [f"The dice are sealed. SHA-256 of the seed: `{dice.commitment or commitment}`.{drawn} {_AFTER}"]
    if dice.following:
        lines.append(f"SHA-256 of the seed of the campaign's next battle: `{dice.following}`")
    return small("\n".join(lines))


def first_sealed(commitment: str) -> str:
    """The commitment that a campaign begins with; nothing where there is none."""
    return small(f"SHA-256 of the seed of its first battle: `{commitment}`. {_AFTER}") if commitment else ""


def begun(here: CampaignView, dice: Dice) -> str:
    """The digest of the key, and who has had no part in it yet."""
    lines = [f"SHA-256 of its key: `{dice.key_digest}`"]
    sides = [side.name for key in dice.unheard if (side := here.side(key))]
    if sides:
        names = escape(" and ".join(sides))
        have, their = ("have", "their") if len(sides) > 1 else ("has", "its")
        lines.append(
            f"{names} {have} said nothing since the seed was drawn: until {their} first answer the host could have "
            "chosen the dice."
        )
    return "**The battle has begun.**\n" + small("\n".join(lines))


def head(link: str) -> str:
    """The head of the journal at the end of a battle; nothing where there is none."""
    return small(f"Head of the journal: `{link}`") if link else ""
