"""Ranks of the armies in these books by their grade: who is the senior of two in one unit."""

from __future__ import annotations

_GRADES = (
    "pvt pte spr tpr trooper private fighter grenadier partisan ittōhei turai rav-turai ryadovoy soldier",
    "pfc spc specialist lcpl lance-corporal heichō gefreiter efr",
    "cpl corporal mcpl junior-sergeant unteroffizier gochō deputy",
    "sgt sergeant samal serzhant senior-sergeant gunsō second",
    "ssg group-leader",
    "sfc platoon-sergeant feldwebel",
    "msg wo cw2 cw3 1sg csm mwo warrant-officer",
    "2lt leutnant shōi komandir chief",
    "lt 1lt lieutenant oberleutnant",
    "cpt captain leader elder emir commander starosta",
    "maj kombat komkav",
    "colonel kompolk",
    "kombrig ataman major-general",
    "komdiv batko general",
)
"""The lowest first; ranks of one grade are equals. The heads of irregulars stand above all whom they lead."""
_GRADE = {rank: grade for grade, ranks in enumerate(_GRADES) for rank in ranks.split()}
UNKNOWN = -1


def grade(rank: str) -> int:
    """How high a rank is, UNKNOWN for a word that no army here has."""
    return _GRADE.get("-".join(rank.casefold().split()), UNKNOWN)
