"""That the journal is the one whose heads were posted: each link of its chain made anew."""

from __future__ import annotations

import json
from itertools import takewhile

from campaigns.battle.proof.case import Case, Findings, PostedHash, Unchecked
from campaigns.battle.proof.export import BEFORE_CHAINS, ExportedEntry
from campaigns.battle.record.chain import UNCHAINED, BattleFrame, chain_key, closed, framed, linked


def links(case: Case) -> Findings:
    """The frame, each entry and the end, as they are in the file, give the links that are in the file."""
    battle = case.battle
    if battle.format == BEFORE_CHAINS and (battle.opened_at or battle.seal or any(e.head for e in battle.entries)):
        yield f"a file of the format {BEFORE_CHAINS} has no chain"
    head = _first_link(case)
    if head == UNCHAINED:
        before = len(list(takewhile(lambda entry: not entry.head, battle.entries)))
        yield Unchecked(f"the battle began before there was a chain: nothing holds its frame and entries 1 to {before}")
    else:
        before = 0
    for entry in battle.entries[before:]:
        if entry.struck:
            yield Unchecked(f"entry {entry.seq}: somebody's id was struck out of it at their wish")
        elif _link(case, head, entry) != entry.head and not (battle.struck and entry is battle.entries[0]):
            yield f"entry {entry.seq}: it is not what was written then, or what came before it is not"
        head = entry.head
    if head == battle.seal == UNCHAINED:
        yield Unchecked("nothing holds the end of the battle")
    elif _last_link(case, head) != battle.seal and not battle.struck:
        yield "the end of the battle is not what was written then"
    if battle.struck:
        yield Unchecked("somebody's id was struck out of the battle's frame or end at their wish")


def _first_link(case: Case) -> str:
    battle = case.battle
    if battle.opened_at is None:
        return UNCHAINED
    frame = BattleFrame(
        title=battle.title,
        campaign=battle.campaign,
        rules=battle.rules,
        opened_at=battle.opened_at,
        begun_at=battle.begun_at,
        phrases=battle.phrases,
        unheard=battle.unheard,
        commitment=battle.seeds[0].commitment,
    )
    return framed(chain_key(case.seed_of_link(1)), frame)


def _link(case: Case, head: str, entry: ExportedEntry) -> str:
    events = [json.loads(event.json) for event in entry.events]
    key, plain = chain_key(case.seed_of_link(entry.seq)), entry.model_dump(include=PLAIN)
    return linked(key, head, plain, json.loads(entry.intent.json), json.loads(entry.draws.json), events)


PLAIN = {"seq", "cause", "kind", "role", "side", "absent", "at", "rules_version", "word"}


def _last_link(case: Case, head: str) -> str:
    battle = case.battle
    key = chain_key(case.seed_of_link(battle.entries[-1].seq))
    return closed(key, head, battle.ended_at, json.loads(battle.outcome.json))


_OPENED = "SHA-256 of the seed, beginning; earlier in the campaign's first post, or where the battle before began"
_REOPENED = "SHA-256 of the seed, reopening; earlier where a battle began"


def posted(case: Case) -> tuple[PostedHash, ...]:
    """What stands in the channel of this battle: commitments, the key's digest, the head with each turn's digest, and
    the last link."""
    battle, found = case.rules.battle, list[PostedHash]()
    for number, seed in enumerate(case.battle.seeds):
        found.append(PostedHash(_REOPENED if number else _OPENED, seed.commitment))
    found += [PostedHash("SHA-256 of the key, beginning of the battle", s.key_digest) for s in case.battle.seeds[:1]]
    for entry in case.entries:
        turn = next((begun for event in entry.events if (begun := battle.turn_begun(event))), 1)
        if turn > 1 and entry.head:
            found.append(PostedHash(f"head of the journal, {battle.turn} {turn - 1} in short", entry.head))
    if case.battle.seal:
        found.append(PostedHash("head of the journal, end of the battle", case.battle.seal))
    return tuple(found)
