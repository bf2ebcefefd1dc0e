"""Proof that a battle was played with the dice it promised, and by the orders that were sealed.

`verify` needs the exported battle and the rule set, nothing else. It recomputes every die and card from the revealed
seed and the sides' phrases, makes each link of the journal's chain anew, follows each deck, holds each opened sheet of
orders against its seal, folds the events again, and, where an entry was decided by the installed version of the rules,
decides the intent anew and compares what happened. What it cannot decide again, it calls unchecked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from shapely.errors import ShapelyError

from campaigns.battle.frame.returns import RETURNS
from campaigns.battle.proof.case import Case, Check, Findings, PostedHash, Unchecked, carried_out
from campaigns.battle.proof.chaining import links, posted
from campaigns.battle.proof.export import Export, entries_of, export, read
from campaigns.battle.record import journal, lasting
from campaigns.battle.record.chain import canonical
from campaigns.battle.record.closing import BattleOutcome
from campaigns.battle.record.journal import Entry, RecordedChance
from campaigns.battle.record.mustering import MUSTER, REINFORCEMENTS
from campaigns.battle.record.seed import digest
from campaigns.errors import Refusal
from campaigns.tables.battles import EntryKind
from campaigns.tables.roster import FactKind
from rules.battle.envelope import Envelope, holds
from rules.battle.orders.sealing import OrdersOpened, SealingEvent, evolve_envelope
from rules.kernel.action import ENGINE
from rules.kernel.chance import Draw, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet

__all__ = ["Check", "Export", "VerificationReport", "export", "read", "verify"]

BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    Refusal,
    RuleViolation,
    RuntimeError,
    ShapelyError,
    TypeError,
    ValueError,
)
"""What following a forged journal may run into, in whatever rule set."""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """`posted`: what must be compared with the channel, for nothing in a file can prove where it comes from."""

    checks: tuple[Check, ...]
    posted: tuple[PostedHash, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all was checked and nothing is wrong."""
        return all(check.ok for check in self.checks)

    @property
    def failed(self) -> bool:
        """Whether something is wrong; what was not checked is not."""
        return any(check.state == "failed" for check in self.checks)


def verify(battle: Export, rules: AnyRuleSet) -> VerificationReport:
    """Check commitments, keys, the chain, every draw, the decks, the seals, the injuries, the fold, every decision and
    the outcome.

    Raises nothing: what cannot even be read is a problem in the report.
    """
    try:
        entries = entries_of(battle, rules)
        gone_back_to = frozenset(entry.after for entry in entries if entry.after is not None)
        answers = [(entry.seq, entry.by.side or "", entry.word) for entry in entries if entry.word]
        case = Case(battle, rules, entries, gone_back_to, answers)
        shown = posted(case)
    except BROKEN as error:
        return VerificationReport((Check("journal", "failed", f"cannot be read: {_first_line(error)}"),))
    count = sum(len(entry.draws) for entry in entries)
    checks: list[tuple[str, Callable[[Case], Findings], str]] = [
        ("journal", _journal, f"{len(case.entries)} entries, in order and complete"),
        ("chain", links, "frame, entries and end give the heads that are in this file"),
        ("commitments", _commitments, "each seed is the one that was committed"),
        ("keys", _keys, "each key is the one that was posted"),
        ("draws", _draws, f"{count} dice and cards recomputed from the seed"),
        ("decks", _decks, "no card was drawn twice before its deck was shuffled"),
        ("seals", _seals, "each sheet of orders that was opened is the one that was sealed"),
        ("returns", _returns, "the wounded came back as their dice said"),
        ("injuries", _injuries, f"{len(battle.injuries or ())} given, each as its dice say"),
        ("fold", _fold, "the events lead to the last state"),
        ("decisions", _decisions, "every action decided again, with the same events"),
        ("outcome", _outcome, "the result is what the journal says"),
    ]
    done: list[Check] = []
    for name, check, fine in checks:
        if done and done[0].state == "failed":
            done.append(Check(name, "failed", "not looked at: the journal is not in order"))
        else:
            done.append(carried_out(name, check, case, fine, BROKEN))
    return VerificationReport(tuple(done), shown)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _journal(case: Case) -> Findings:
    undone: list[Entry] = []
    for number, entry in enumerate(case.entries, 1):
        if entry.seq != number:
            yield f"entry {entry.seq} stands where {number} should"
        if entry.after is not None and not 0 <= entry.after < entry.seq:
            yield f"entry {entry.seq}: goes back to entry {entry.after}, which is not before it"
        if entry.kind is EntryKind.REDO and (not undone or entry.after != undone[-1].seq - 1):
            yield f"entry {entry.seq}: brings back what was not the last to be taken back"
        journal.note_undoing(undone, entry)
        if [(draw.event, draw.number) for draw in entry.draws] != [(entry.seq, n) for n in range(len(entry.draws))]:
            yield f"entry {entry.seq}: its draws are not numbered one after the other"
        if not {draw for event in entry.events for draw in event.draws} <= set(entry.draws):
            yield f"entry {entry.seq}: an event shows a die or card that was not drawn"
    if not any(entry.kind is EntryKind.MUSTER for entry in case.entries):
        yield "the battle never began"


def _commitments(case: Case) -> Findings:
    if not case.battle.seeds:
        yield "there is no seed"
    undoings = {entry.seq for entry in case.entries if entry.kind is EntryKind.UNDO}
    for seed in case.battle.seeds:
        undoing = seed.from_seq in undoings and seed is not case.battle.seeds[0]
        if not undoing and (seed.from_seq != 1 or seed is not case.battle.seeds[0]):
            yield f"nothing gave the battle a seed from entry {seed.from_seq} on"
        if digest(bytes.fromhex(seed.seed)) != seed.commitment:
            yield f"the seed from entry {seed.from_seq} on is not the one that was committed"


def _keys(case: Case) -> Findings:
    for seed in case.battle.seeds:
        if digest(case.key(seed.from_seq)) != seed.key_digest:
            yield f"seed and phrases do not give the key that was posted for entry {seed.from_seq} on"
    unheard, renewed = set(case.battle.unheard), {seed.from_seq for seed in case.battle.seeds[1:]}
    for entry in case.entries:
        if entry.seq in renewed:
            unheard = {side for side, _ in case.battle.phrases}
        answers = entry.kind is EntryKind.ACTION and not entry.by.absent and entry.by.side in unheard
        if entry.word and not answers:
            yield f"entry {entry.seq}: it has put a word into the key, and nobody's was awaited"
        if answers:
            unheard.discard(entry.by.side or "")
    yield from _unbound(case)


def _unbound(case: Case) -> Findings:
    """The dice before the first answer of a side that had said nothing since the seed was sealed: nothing shows that
    the seed was not chosen for them."""
    unheard, drawn, last = set(case.battle.unheard), 0, 0
    for entry in case.entries:
        if entry.kind is EntryKind.ACTION and not entry.by.absent:
            unheard.discard(entry.by.side or "")
        if not unheard:
            break
        drawn, last = drawn + len(entry.draws), entry.seq
    if drawn:
        yield Unchecked(
            f"{' and '.join(case.battle.unheard)} had said nothing since the seed was sealed: whoever drew it could "
            f"have chosen the {drawn} dice and cards up to entry {last}"
        )


def _draws(case: Case) -> Findings:
    for entry in case.entries:
        for draw in entry.draws:
            if not draw.among and draw.sides < 2:
                yield f"entry {entry.seq}: {draw} for {draw.purpose} isn't a draw"
            elif (should := Seeded.value_of(case.key(entry.seq), draw)) != draw.value:
                yield f"entry {entry.seq}: {draw} for {draw.purpose} should have been {should}"


def _decks(case: Case) -> Findings:
    """Each draw is from a deck as the draw before left it, or from one into which cards have come back. Several
    purposes may share a deck (a casualty and the second card for an ace). What was taken back put its cards back."""
    decks = _Decks()
    after: dict[int, _Decks] = {0: decks}
    for entry in case.entries:
        if entry.after is not None:
            decks = after[entry.after]
        for draw in entry.draws:
            if draw.among:
                if draw.value not in draw.among:
                    yield f"entry {entry.seq}: {draw.value} for {draw.purpose} is not in its deck"
                    continue
                number = decks.drawn_from(draw)
                if number is None:
                    yield (
                        f"entry {entry.seq}: the deck for {draw.purpose} holds cards that were drawn before, "
                        "and was not shuffled"
                    )
                decks = decks.after(draw, number)
        if entry.seq in case.gone_back_to:
            after[entry.seq] = decks


@dataclass(frozen=True, slots=True)
class _Decks:
    """What each deck of the battle still holds, and from which one a purpose last drew."""

    left: tuple[Counter[str], ...] = ()
    of: tuple[tuple[str, int], ...] = ()

    def drawn_from(self, draw: Draw) -> int | None:
        """Number of the deck; that of a new one where this purpose has not drawn before; None: it fits none."""
        among, own = Counter(draw.among), dict(self.of).get(draw.purpose)
        if own is not None and self.left[own] <= among:
            return own
        same = [number for number, left in enumerate(self.left) if left == among]
        return next(iter(same), len(self.left) if own is None else None)

    def after(self, draw: Draw, number: int | None) -> _Decks:
        left = Counter(draw.among)
        left[str(draw.value)] -= 1
        number = len(self.left) if number is None else number
        decks = (*self.left[:number], +left, *self.left[number + 1 :])
        return _Decks(decks, tuple({**dict(self.of), draw.purpose: number}.items()))


def _seals(case: Case) -> Findings:
    """What an opened envelope holds is what its seals bind. What was taken back had its seals broken."""
    envelope: Envelope | None = None
    after: dict[int, Envelope | None] = {0: None}
    for entry in case.entries:
        if entry.after is not None:
            envelope = after[entry.after]
        for event in entry.events:
            if isinstance(event, OrdersOpened):
                yield from (f"entry {entry.seq}: {problem}" for problem in _opened(envelope, event))
            if isinstance(event, SealingEvent):
                envelope = evolve_envelope(envelope, event)
        if entry.seq in case.gone_back_to:
            after[entry.seq] = envelope


def _opened(envelope: Envelope | None, event: OrdersOpened) -> Iterator[str]:
    if envelope is None or envelope.key != event.envelope:
        yield f"the envelope of {event.envelope} is opened, and nothing had been sealed in it"
        return
    for sheet in envelope.sheets:
        if not holds(envelope.key, sheet):
            yield f"the sheet of {sheet.side} for {envelope.key} is not the one that was sealed"


def _returns(case: Case) -> Findings:
    for entry in case.entries:
        if entry.kind is EntryKind.RETURNS:
            report = RETURNS.validate_json(entry.intent)
            dice = [back.die for back in report if back.die is not None]
            if dice != [draw.value for draw in entry.draws]:
                yield f"entry {entry.seq}: the report shows other dice than were rolled"
            for back in report:
                if not back.as_rolled:
                    yield f"entry {entry.seq}: {back.name} rolled {back.die} and is {back.what}"


def _injuries(case: Case) -> Findings:
    """Each lasting injury is the one that the two dice after the last entry name, of somebody who was wounded."""
    if case.battle.injuries is None:
        if case.rules.forces.injuries.known:
            yield Unchecked("the file was made by an earlier version and does not tell of lasting injuries")
        return
    last = case.entries[-1].seq
    hurt = {each.of for each in case.rules.battle.service(_standing(case)) if each.what == FactKind.WOUNDED}
    for given in case.battle.injuries:
        known = case.rules.forces.injuries.named(given.injury)
        if known is None:
            yield f"{given.figure}: these rules know no lasting injury {given.injury}"
        elif not given.die:
            yield Unchecked(f"{given.figure}: a line of their career tells of {known.title} without its dice")
        elif (dice := lasting.thrown(case.key(last), last + 1, given.figure)) != (given.die, given.which):
            yield f"{given.figure}: {given.die} and {given.which} should have been {dice[0]} and {dice[1]}"
        elif case.rules.forces.injuries.on(given.which) != known:
            yield f"{given.figure}: {given.which} does not stand for {known.title}"
        elif given.figure not in hurt:
            yield f"{given.figure}: the battle did not wound them"


def _standing(case: Case) -> list[Event]:
    return journal.events_of(journal.living(case.entries))


def _fold(case: Case) -> Findings:
    state = case.rules.battle.fold(_standing(case))
    if canonical(json.loads(case.rules.battle.states.dump(state))) != canonical(json.loads(case.battle.state.json)):
        yield "the events lead to another state than the one in the file"


def _decisions(case: Case) -> Findings:
    rules, state = case.rules, case.rules.battle.blank()
    after: dict[int, object] = {0: state}
    others: dict[str, list[int]] = {}
    for entry in case.entries:
        if entry.after is not None:
            state = after[entry.after]
        if entry.kind in _DECIDED and entry.rules_version != rules.version:
            others.setdefault(entry.rules_version, []).append(entry.seq)
        elif entry.kind in _DECIDED:
            chance = RecordedChance(case.key(entry.seq), entry.seq)
            try:
                events = _decide(case, entry, chance)(state)
            except RuleViolation as violation:
                yield f"entry {entry.seq}: is not allowed: {violation.message}"
            else:
                if tuple(events) != entry.events or chance.all_draws() != entry.draws:
                    yield f"entry {entry.seq}: something else happened"
        state = rules.battle.fold(entry.events, state)
        if entry.seq in case.gone_back_to:
            after[entry.seq] = state

    for version, seqs in others.items():
        yield Unchecked(
            f"version {version} decided {len(seqs)} entries from entry {seqs[0]} on, and this is version "
            f"{rules.version}: verify them with that one"
        )


_DECIDED = (EntryKind.MUSTER, EntryKind.REINFORCED, EntryKind.ACTION)


def _decide(case: Case, entry: Entry, chance: RecordedChance) -> Callable[[object], Sequence[Event]]:
    rules = case.rules
    if entry.kind is EntryKind.MUSTER:
        return lambda _state: rules.battle.muster(MUSTER.validate_json(entry.intent), chance)
    if entry.kind is EntryKind.REINFORCED:
        units = REINFORCEMENTS.validate_json(entry.intent)
        return lambda state: rules.battle.reinforce(state, units, chance)
    action = rules.battle.actions.load(entry.intent)

    def decide(state: object) -> Sequence[Event]:
        if entry.by == ENGINE and rules.battle.proceed(state) != action:
            raise RuleViolation("not-next", "the engine had another step to take")
        return rules.battle.decide(state, action, entry.by, chance)

    return decide


def _outcome(case: Case) -> Findings:
    standing = journal.living(case.entries)
    outcome = BattleOutcome.model_validate_json(case.battle.outcome.json)
    if outcome.how == "rules":
        result = case.rules.battle.result(case.rules.battle.fold(journal.events_of(standing)))
        if result is None or (result.winner, result.reason, result.told) != (
            outcome.winner,
            outcome.reason,
            outcome.told,
        ):
            yield "by its rules the battle ended otherwise, or not at all"
    elif not standing or standing[-1].kind is not EntryKind.END:
        yield "the journal knows nothing of this end"
    elif BattleOutcome.model_validate_json(standing[-1].intent) != outcome.model_copy(update={"aftermath": None}):
        yield "the journal tells of another end"
