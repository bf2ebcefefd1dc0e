"""How long somebody stays away by a GM's word, in words."""

from __future__ import annotations

from datetime import date

from campaigns.roster.careers import Standing
from rules.language.words import counted


def rest_words(standing: Standing) -> str:
    """ "2 battles more", "until 3 May 2026"; "" where nobody has said so."""
    if standing.until is not None:
        return f"until {day_words(standing.until)}"
    return f"{counted(standing.resting, 'battle')} more" if standing.resting else ""


def day_words(day: date) -> str:
    """ "3 May 2026"."""
    return f"{day.day} {day:%B %Y}"
