"""What is told of the people of a campaign: who comes and goes, whose seat stands open, who is GM."""

from __future__ import annotations

from discord import ui

from bot.post import joining, offices, seats
from bot.sending.outbox_pump import Message
from campaigns.campaign.campaign import CampaignView
from campaigns.post.matter import Matter, Substituted
from campaigns.post.seats import ElectionHeld, SeatInvited, SeatOpen


def notice(here: CampaignView, matter: Matter) -> Message | None:
    """None for a notice of something else."""
    return joining.notice(here, matter) or seats.notice(here, matter) or offices.notice(here, matter)


def struck(here: CampaignView, matter: Matter, fate: str) -> ui.LayoutView:
    """A post of these that has lost its buttons, and what became of it."""
    match matter.about:
        case SeatOpen() | SeatInvited() | Substituted():
            return seats.struck(here, matter, fate)
        case ElectionHeld():
            return offices.struck(here, matter, fate)
        case _:
            return joining.struck(here, matter, fate)
