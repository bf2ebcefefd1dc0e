"""What a post is about as earlier versions kept it: a list of words by name, all of them strings. Such posts may still
wait to be sent, or to lose their buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UNEXPLAINED = ("ended by the GM", "by agreement")
"""What stood for the reason of an end where nobody had given one."""


def given_reason(reason: str) -> str:
    """The reason that somebody gave; "" where nobody did."""
    return "" if reason in UNEXPLAINED else reason


def read(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same in today's form."""
    matter = {name: value for name, value in given.items() if name != "words"}
    pairs: list[tuple[str, str]] = [(str(name), str(value)) for name, value in given["words"]]
    words = dict(pairs)
    if matter.get("topic") == "reminder":
        return matter | {"hint": bool(words.get("hint"))}
    return matter | {"about": _about(str(matter.get("topic")), words, pairs)} if pairs else matter


def _about(topic: str, words: Mapping[str, str], pairs: list[tuple[str, str]]) -> dict[str, Any]:
    what = words.get("what", "")
    match topic, what:
        case (("opened" | "begun" | "reopened" | "displaced" | "moved"), _):
            return {
                "kind": "dice",
                "commitment": words.get("commitment", ""),
                "key_digest": words.get("key digest", ""),
                "title": words.get("title", ""),
            }
        case "paused", _:
            return {"kind": what, "why": words.get("why", "")}
        case "deadline", _:
            return {"kind": "passed", "done": words.get("done") or "default"}
        case "default-refused", _:
            return {"kind": "refused", "why": words.get("why", "")}
        case "proposal", _:
            return {"kind": "proposed", "winner": words.get("winner") or None, "reason": _reason(words)}
        case ("ended", _) | (_, "ended"):
            return {
                "kind": "ended",
                "winner": words.get("winner") or None,
                "reason": _reason(words),
                "how": words.get("how", ""),
                "seeds": words.get("seed", "").split(),
                "battle_id": int(words.get("battle") or 0),
                "seq": int(words.get("seq") or 0),
            }
        case "notice", _ if (more := _notice(what, words, pairs)) is not None:
            return {"kind": what, **more}
        case _:
            texts = [value for name, value in pairs if name != "title"]
            return {"kind": "said", "title": words.get("title", ""), "text": "\n".join(texts)}


def _reason(words: Mapping[str, str]) -> str:
    return given_reason(words.get("reason", ""))


def _notice(what: str, words: Mapping[str, str], pairs: list[tuple[str, str]]) -> dict[str, Any] | None:
    """What there is beside its kind; None where it is of none."""
    match what:
        case "join-asked":
            concerns = [(name, *value.split(":", 1)) for name, value in pairs if name.startswith("concern-")]
            return {
                "request": int(words.get("request") or 0),
                "concerns": [
                    {"kind": name.removeprefix("concern-"), "side": side or None, "battle": battle}
                    for name, side, battle in concerns
                ],
            }
        case "moved":
            return {"former": words.get("from", "")}
        case "substituted":
            return {"former": int(words.get("for") or 0)}
        case "answers-now" | "nobody-left":
            of = {"battle_id": int(words.get("battle_id") or 0), "battle": words.get("battle", "")}
            return {**of, "asked": bool(words.get("asked"))}
        case "draft-rolled":
            unit = words.get("unit") or "unit"
            return {"unit": unit, "title": words["title"], "roll": words["roll"], "again": bool(words.get("again"))}
        case "draft-raised":
            names = ("unit", "title", "roll", "spent", "budget", "costs")
            return {name: words.get(name, "") for name in names} | {"coin": words.get("coin") or "points"}
        case "regroup":
            # adj1:regroup:0:0::kept.other:what.leader.by
            *_, units, choice = words["ticket"].split(":")
            (kept, other), (kind, leader, by) = units.split("."), choice.split(".")
            of = {"kept": int(kept), "other": int(other), "leader": int(leader), "by": int(by)}
            return {"words": words.get("words", ""), "what": kind, **of}
        case "joined" | "raised":
            return {"unit": words.get("unit", "")}
        case "campaign-opened" | "resettled" | "admitted" | "turned-down" | "left" | "removed":
            return {}
        case _:
            return None
