"""Who plays which part of a scenario, in words: for the GM, part by part; for a player, their own units."""

from __future__ import annotations

from collections.abc import Sequence

from bot.post.summaries import strength
from bot.talk.text import clip, escape, small
from campaigns.battle.frame.recasting import Casting, MightPlay, PartPlayed
from campaigns.battle.frame.wishing import UnitToWish
from campaigns.scenario.candidates import PartClaim

SHOWN = 8
"""Units of each kind in words; selects hold more."""
_CLAIMS = {
    PartClaim.PART: "had the part before",
    PartClaim.SAME: "by its name or its people",
    PartClaim.WISH: "its player wishes so",
    PartClaim.KIND: "raised as this kind of unit",
    PartClaim.FITS: "fits",
    PartClaim.RAISED: "raised for it",
}


def casting_texts(now: Casting) -> list[str]:
    """A head, and each side's parts with whoever plays them."""
    texts = [f"### {escape(now.title)}: who plays what"]
    for side in now.scenario.sides:
        lines = [_line(part) for part in now.parts if part.force.side == side.key]
        if lines:
            texts.append(clip("\n".join((f"**{escape(side.name)}**", *lines)), 1700))
    foot = "Choose a part to change it, until the battle begins. Without a change it begins like this."
    return [*texts, small(foot)]


def _line(part: PartPlayed) -> str:
    name = escape(part.force.name)
    head = f"• {name}" + (f" ({escape(part.force.role)})" if part.force.role else "")
    if part.unit is None:
        said = "⚠ nobody"
    elif part.raised:
        said = "raised for it" if part.unit.name == part.force.name else f"{escape(part.unit.name)}, raised for it"
    else:
        said = f"**{escape(part.unit.name)}** ({strength(part.unit)})"
    wished = [escape(each.unit.name) for each in part.candidates if each.wish == part.force.name]
    notes = [f"suggested: {escape(part.suggested.name)}"] if part.suggested is not None else []
    notes += [f"wished for {', '.join(wished)}"] if wished else []
    return f"{head}: {said}" + (f" · {' · '.join(notes)}" if notes else "")


def part_texts(now: Casting, part: PartPlayed) -> list[str]:
    """One part: who plays it, who could, and why the others cannot."""
    force = part.force
    others = [each for each in part.candidates if each.lacking]
    fitting = [f"• {_might(each)}" for each in part.fitting[:SHOWN]]
    unfit = [f"• {escape(each.unit.name)}: {escape(', '.join(each.lacking))}" for each in others[:SHOWN]]
    texts = [f"### {escape(force.name)}\n{small(escape(f'{force.role or force.organisation} · {now.title}'))}"]
    texts.append(f"Now: {'nobody' if part.unit is None else escape(part.unit.name)}")
    texts.append("\n".join(("**Can play it**", *(fitting or ["• nobody"]), *_more(part.fitting))))
    if unfit:
        texts.append("\n".join(("**Cannot**", *unfit, *_more(others))))
    return [clip(text, 1500) for text in texts]


def _might(each: MightPlay) -> str:
    said = [strength(each.unit)]
    said += [_CLAIMS[each.claim]] if each.claim is not None else []
    said += [f"plays {each.now}"] if each.now else []
    said += [f"wishes for {each.wish}"] if each.wish else []
    said += ["its player has left: it is yours"] if each.unit.left else []
    return f"{escape(each.unit.name)}: {escape(', '.join(said))}"


def _more(found: Sequence[object]) -> list[str]:
    return [f"• and {len(found) - SHOWN} more"] if len(found) > SHOWN else []


def about(each: MightPlay) -> str:
    """A line below a unit in a select."""
    said = [_CLAIMS[each.claim]] if each.claim is not None else []
    said += [f"plays {each.now}: they change places"] if each.now else []
    said += [f"wishes for {each.wish}"] if each.wish else []
    return "; ".join(said)


def wish_text(each: UnitToWish) -> str:
    """One of a player's units: what it wishes for, what it could be, and why nothing else."""
    could = [part.force.name for part in each.parts if not part.lacking]
    whys = dict.fromkeys(why for part in each.parts for why in part.lacking)
    lines = [f"**{escape(each.unit.name)}** ({strength(each.unit)})"]
    lines.append(f"wishes for {escape(each.wished)}" if each.wished else "no wish")
    if could:
        lines.append(f"could be {escape(', '.join(could))}")
    elif whys:
        lines.append(escape(f"fits no part: {'; '.join(whys)}"))
    return clip(": ".join((lines[0], "; ".join(lines[1:]))), 500)
