"""Standing answers: what a side answers without being asked, in words and as offers of one click.

One that is given while its question stands answers that question too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.five56mm.actions.battle import Reply, StandingAnswer
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.target_number import Help
from rules.five56mm.state import Character, Question, Stance, State

WORDS: dict[tuple[str, str], str] = {
    ("cover", "yes"): "Always fire from Covering Fire, unasked",
    ("cover", "no"): "Always hold covering fire, unasked",
    ("cover", "ask"): "Ask before covering fire",
    ("throw-back", "yes"): "Always throw grenades back, unasked",
    ("throw-back", "no"): "Always leave grenades, unasked",
    ("throw-back", "ask"): "Ask about grenades",
    ("withdraw", "yes"): "Always let them withdraw, unasked",
    ("withdraw", "no"): "Never let them withdraw, unasked",
    ("withdraw", "ask"): "Ask when somebody wants to withdraw",
}
SKILLS = {
    Skill.NAILS: Help.NAILS, Skill.SHARPSHOOTER: Help.SHARPSHOOTER, Skill.FEARLESS: Help.FEARLESS,
    Skill.LEADER: Help.LEADER, Skill.LUCKY: Help.LUCKY,
}  # fmt: skip


def words(question: str, answer: str) -> str:
    """ "Always hold covering fire, unasked", "Use Nails when it counts, unasked"."""
    skill = question.capitalize()
    of_skill = {
        "yes": f"Use {skill} when it counts, unasked", "no": f"Never use {skill}, unasked", "ask": f"Ask about {skill}"
    }  # fmt: skip
    return WORDS.get((question, answer)) or of_skill[answer]


def topic(question: Question) -> str:
    """What a standing answer calls this question: its kind, or the skill that it is about."""
    return question.help.value if question.kind == "help" and question.help is not None else question.kind


def of_question(state: State, question: Question) -> Iterator[StandingAnswer]:
    """No and yes for good. Without a board nobody fires or throws by himself: the range must be declared."""
    yield _answer(topic(question), "no")
    if state.board is not None or question.kind in ("withdraw", "help"):
        yield _answer(topic(question), "yes")


def of_character(state: State, who: Character) -> Iterator[StandingAnswer]:
    """What his player may want to change in his go: how his unspent skills are used, covering fire while somebody of
    the side covers, and whatever the side does not want to be asked."""
    for skill, help_ in SKILLS.items():
        if who.has(skill) and help_ not in who.spent:
            yield from _others(state, help_.value, state.answer(who.side, help_.value) or "yes")
    cover = state.answer(who.side, "cover") or "ask"
    if cover != "ask" or any(c.stance is Stance.COVERING for c in state.living(who.side)):
        yield from _others(state, "cover", cover)
    for question in ("throw-back", "withdraw"):
        if (state.answer(who.side, question) or "ask") != "ask":
            yield _answer(question, "ask")


def _others(state: State, question: str, now: Reply) -> Iterator[StandingAnswer]:
    replies: tuple[Reply, ...] = ("ask", "no", "yes")
    for reply in replies:
        if reply != now and (reply != "yes" or question != "cover" or state.board is not None):
            yield _answer(question, reply)


def _answer(question: str, reply: Reply) -> StandingAnswer:
    return StandingAnswer.model_validate({"question": question, "answer": reply})
