"""What binds a battle's dice, in words, wherever one of its hashes is posted."""

from __future__ import annotations

import discord
from discord import ui

from bot.post import clocks
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.people import listed, pinged
from bot.talk.say import card
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.battles import StandingBattle
from campaigns.campaign.campaign import CampaignView
from campaigns.post.matter import Dice, Matter, Refused
from rules.language.words import plural

_AFTER = (
    "What each side says or decides after that goes into the key before the first die, else its first answer does: "
    "nobody could know the dice when the seed was drawn."
)


def sealed(dice: Dice, commitment: str) -> str:
    """The commitment of a battle that opens or goes on, and that of the campaign's next one."""
    drawn = f" Drawn {clocks.when(dice.sealed_at)}." if dice.sealed_at is not None else ""
    lines = [f"The dice are sealed. SHA-256 of the seed: `{dice.commitment or commitment}`.{drawn} {_AFTER}"]
    return small("\n".join([*lines, *_following(dice)]))


def _following(dice: Dice) -> list[str]:
    return [f"SHA-256 of the seed of the campaign's next battle: `{dice.following}`"] if dice.following else []


def unheard(here: CampaignView, dice: Dice) -> str:
    """Before a battle begins: which sides' clicks are still wanted; nothing where every side has been heard."""
    names = _names(here, dice)
    if not names:
        return ""
    some = plural(len(names), "has", "have")
    return f"{escape(' and '.join(names))} {some} said nothing since then. A click on **Ready** goes into the key."


def ready_button(battle_id: int) -> ui.Item[ui.LayoutView]:
    """The click by which a side is heard."""
    return button(Ticket("ready", battle_id), "Ready", discord.ButtonStyle.success, emoji="🎲")


def awaited(battle: StandingBattle, here: CampaignView, matter: Matter) -> Message:
    """A GM has begun a battle before each side was heard: it waits for their clicks."""
    dice = matter.of(Dice)
    names = escape(" and ".join(_names(here, dice)))
    due = f", at the latest {clocks.when(matter.due)}" if matter.due is not None else ""
    view = card(
        f"**{escape(dice.title)} begins as soon as {names} {plural(len(dice.unheard), 'has', 'have')} clicked "
        f"Ready**{due}.\n{listed(matter.users)}",
        small(
            "Your click has a number that nobody could know when the dice were sealed; it goes into their key before "
            f"the first die. Words of your own ({mention('battle ready')}) bind the host still better. SHA-256 of the "
            f"seed: `{dice.commitment}`. A GM begins without by {mention('battle begin')} with `anyway: True`."
        ),
    )
    for row in rows([ready_button(battle.info.id)]):
        view.add_item(row)
    return Message(view, mentions=pinged(matter.users))


def not_begun(side: str, matter: Matter) -> str:
    """A battle has waited long enough and cannot begin: its GM is told why."""
    return (
        f"⌛ {listed(matter.users)}: the battle was to begin now and cannot: {escape(matter.of(Refused).why)}\n"
        f"Begin it with {mention('battle begin')}."
    )


def first_sealed(commitment: str) -> str:
    """The commitment that a campaign begins with; nothing where there is none."""
    return small(f"SHA-256 of the seed of its first battle: `{commitment}`. {_AFTER}") if commitment else ""


def begun(here: CampaignView, dice: Dice) -> str:
    """What the dice are bound by, in a post that stays while the battle goes on, and who has had no part in it yet."""
    drawn = f", drawn {clocks.when(dice.sealed_at)}" if dice.sealed_at is not None else ""
    seed = [f"SHA-256 of the seed{drawn}: `{dice.commitment}`"] if dice.commitment else []
    key = (
        f"SHA-256 of its key: `{dice.key_digest}`. What each side has said or decided since goes into it: nobody could "
        "know the dice when the seed was drawn."
    )
    lines = [*seed, key, *_following(dice)]
    sides = _names(here, dice)
    if sides:
        names = escape(" and ".join(sides))
        have, their = plural(len(sides), "has", "have"), plural(len(sides), "its", "their")
        lines.append(
            f"{names} {have} said nothing since the seed was drawn: until {their} first answer the host could have "
            "chosen the dice."
        )
    check = f"Its dice are sealed; {mention('battle verify')} checks them at the end."
    return f"**The battle has begun.** {check}\n" + small("\n".join(lines))


def _names(here: CampaignView, dice: Dice) -> list[str]:
    return [side.name for key in dice.unheard if (side := here.side(key))]


def head(link: str) -> str:
    """The head of the journal at the end of a battle; nothing where there is none."""
    return small(f"Head of the journal: `{link}`") if link else ""
