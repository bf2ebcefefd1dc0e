"""As whom a whole chronicle is read: the campaign with one person in it, who sits where the reader sits.

Whatever tells a figure's story, the roll or the diary asks who somebody is in the campaign. Whoever writes a chronicle
for the public, a side or the GM asks it as that person, so nothing else of the campaign's people gets in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from campaigns.campaign.campaign import CampaignView, PlayerView
from campaigns.errors import Refusal
from campaigns.members.policies import Files
from rules.kernel.action import SideId
from rules.seam.viewing import PUBLIC, Viewer

READER = -1
"""Nobody on Discord has this number."""


@dataclass(frozen=True, slots=True)
class ChronicleReader:
    """A GM, a player of `side`, or (neither) anybody."""

    side: SideId | None = None
    gm: bool = False

    @property
    def viewer(self) -> Viewer:
        """As whom this reader looks at a battle."""
        if self.gm:
            return Viewer(umpire=True)
        return Viewer(self.side) if self.side else PUBLIC

    def of(self, here: CampaignView) -> CampaignView:
        """The campaign with this reader alone in it, as `READER`."""
        sides = tuple(
            replace(each, players=(PlayerView(READER, ""),) if each.key == self.side else ()) for each in here.sides
        )
        return replace(here, sides=sides, gms=(READER,) if self.gm else (), deputy=None)

    def reads_rosters_of(self, here: CampaignView) -> tuple[SideId, ...]:
        """The sides whose rosters and files are open to this reader."""
        if self.gm or here.settings.files is Files.OPEN:
            return tuple(each.key for each in here.sides)
        return (self.side,) if self.side else ()


def reader_of(here: CampaignView, word: str) -> ChronicleReader:
    """ "gm", "public", or a side by its key or name. Raises Refusal "unknown-reader"."""
    wanted = word.strip().casefold()
    if wanted in ("gm", "public"):
        return ChronicleReader(gm=wanted == "gm")
    side = here.side_named(word)
    if side is None:
        names = ", ".join(each.key for each in here.sides)
        raise Refusal("unknown-reader", f"Nobody reads as {word!r}.", f"Choose public, gm or a side: {names}.")
    return ChronicleReader(side=side.key)
