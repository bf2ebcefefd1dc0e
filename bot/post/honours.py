"""Honours in words: a ribbon in coloured squares, what somebody wears, a campaign's awards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.talk.text import escape
from campaigns.honours.held import HeldHonour
from rules.honours import Award, AwardMeasure, Often, Posthumous, Recipient, Scope, Stripe
from rules.language.words import listed

SQUARES = {
    "⬛": (26, 26, 26),
    "⬜": (245, 245, 240),
    "🟥": (193, 39, 45),
    "🟧": (224, 123, 31),
    "🟨": (242, 194, 48),
    "🟩": (46, 107, 58),
    "🟦": (31, 78, 156),
    "🟪": (91, 42, 134),
    "🟫": (107, 68, 35),
}
MOST_SQUARES = 5
GREY = 25
"""Between the strongest and the weakest part of a colour; there is no grey square."""
_MEASURES = {
    AwardMeasure.KILLS: "felled alone",
    AwardMeasure.DESTROYED: "destroyed",
    AwardMeasure.DEEDS: "felled or destroyed, alone or with others",
    AwardMeasure.TREATED: "comrades treated",
    AwardMeasure.CARRIED: "comrades carried",
    AwardMeasure.FREED: "comrades freed",
    AwardMeasure.SAVED: "comrades treated, carried or freed",
    AwardMeasure.HELD: "objectives held",
    AwardMeasure.WOUNDED: "wounded",
    AwardMeasure.BATTLES: "battles",
    AwardMeasure.WON: "battles won",
    AwardMeasure.HONOURS: "battle honours by the book",
    AwardMeasure.HUMILIATIONS: "humiliations",
    AwardMeasure.PROMOTED: "promoted in the field",
}
_SCOPES = {
    Scope.BATTLE: "in a battle",
    Scope.CAMPAIGN: "in the campaign",
    Scope.UNIT: "with one unit",
    Scope.CAREER: "in a career",
}
_TO = {Recipient.FIGURE: "", Recipient.LEADER: "whoever leads the unit: ", Recipient.UNIT: "the unit: "}
_OFTEN = {Often.ONCE: "once", Often.EACH_BATTLE: "for each battle", Often.EACH_TIME: "each time"}


def ribbon(stripes: Sequence[Stripe]) -> str:
    """Its widest stripes in order, as coloured squares."""
    widest = sorted(range(len(stripes)), key=lambda at: -stripes[at].width)[:MOST_SQUARES]
    return "".join(_square(stripes[at].colour) for at in sorted(widest))


def _square(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if max(red, green, blue) - min(red, green, blue) < GREY:
        return "⬜" if red > GREY * 4 else "⬛"

    def distance(square: str) -> int:
        r, g, b = SQUARES[square]
        return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2

    return min(SQUARES, key=distance)


def worn_line(worn: Sequence[HeldHonour], most: int = 8) -> str:
    """ "🟥⬜🟥 Bronze Star (The ford) · …"; "" for nothing."""
    said = [
        f"{ribbon(each.ribbon)} {escape(each.name)}{f' ({escape(each.battle)})' if each.battle else ''}"
        for each in worn[-most:]
    ]
    return " · ".join([*([f"{len(worn) - most} more"] if len(worn) > most else []), *said])


def award_line(award: Award) -> str:
    """What an award is given for, in one line."""
    of = f" · {escape(listed(award.nations))}" if award.nations else ""
    years = f" {award.years}" if award.years else ""
    least = "the most" if award.best else f"{award.least} or more" if award.least > 1 else ""
    measured = " ".join(filter(None, (least, _MEASURES[award.measure], _SCOPES[award.scope])))
    what = f"{_TO[award.to]}{measured}"
    after = f", after {award.after}" if award.after else ""
    dead = {Posthumous.NEVER: ", not to the dead", Posthumous.ONLY: ", to the dead alone"}.get(award.posthumous, "")
    return f"{ribbon(award.ribbon)} **{escape(award.name)}**{of}{years}: {what}{after}{dead}, {_OFTEN[award.often]}"
