"""The envelope: what is handed in unseen, sealed, and opened together."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from rules.battle.envelope import (
    Envelope,
    commitment,
    holds,
    laid_out,
    lifted,
    may_lift,
    sealed,
)
from rules.kernel.event import Codec
from rules.kernel.violation import RuleViolation

RED, BLUE, GREEN = ("red", ("ann",)), ("blue", ("bob",)), ("green", ("eve",))
RED_TOO = ("red", ("ike",))
CODEC = Codec((Envelope,))


def code(call, *arguments, **named):
    with pytest.raises(RuleViolation) as refused:
        call(*arguments, **named)
    assert refused.value.remedy
    return refused.value.code


def test_it_is_opened_by_the_last_seal_of_several_players_of_two_sides():
    envelope = laid_out("period 3", (RED, RED_TOO, BLUE))
    envelope = sealed(envelope, RED, "s1", "hold")
    envelope = sealed(envelope, BLUE, "s2", "advance")
    assert (envelope.opened, envelope.waits_for()) == (False, (RED_TOO,))
    envelope = sealed(envelope, RED_TOO, "s3", "fire")
    assert envelope.opened
    assert {sheet.writer: sheet.words for sheet in envelope.sheets} == {RED: "hold", RED_TOO: "fire", BLUE: "advance"}
    assert all(holds("period 3", sheet) for sheet in envelope.sheets)
    assert not any(holds("period 4", sheet) for sheet in envelope.sheets)
    assert code(sealed, envelope, RED, "s4", "flee") == "envelope-opened"
    assert code(lifted, envelope, RED) == "envelope-opened"


def test_it_is_amended_until_it_is_opened():
    envelope = sealed(laid_out("orders", (RED, BLUE)), RED, "s1", "hold")
    first = envelope.sheet(RED).seal
    envelope = sealed(envelope, RED, "s2", "advance")
    assert (envelope.sheet(RED).words, envelope.sheet(RED).seal == first) == ("advance", False)
    assert sealed(envelope, BLUE, "s3", "wait").sheet(RED).words == "advance"


def test_a_seal_is_lifted_only_while_no_other_side_has_sealed():
    envelope = laid_out("orders", (RED, RED_TOO, BLUE))
    envelope = sealed(sealed(envelope, RED, "s1", "hold"), RED_TOO, "s2", "fire")
    assert may_lift(envelope, RED)
    open_again = lifted(envelope, RED)
    assert (open_again.sheet(RED).words, open_again.sheet(RED).seal) == ("hold", "")
    late = sealed(open_again, BLUE, "s3", "advance")
    assert not may_lift(late, RED_TOO)
    assert code(lifted, late, RED_TOO) == "seal-stands"
    assert code(lifted, late, RED) == "not-sealed"


def test_who_is_not_asked_hands_nothing_in_and_nothing_is_sealed_without_salt():
    envelope = laid_out("orders", (RED, BLUE))
    assert code(sealed, envelope, GREEN, "s1", "hold") == "not-asked"
    with pytest.raises(ValueError, match="salt"):
        sealed(envelope, RED, "", "hold")
    for writers in ((), (RED, RED)):
        with pytest.raises(ValueError, match="writers"):
            laid_out("orders", writers)


def test_no_two_sheets_are_one_text():
    assert commitment("a", ("b", ("c",)), "d", "e") != commitment("a", ("b", ("cd",)), "", "e")
    assert commitment("ab", ("", ("c",)), "d", "e") != commitment("a", ("b", ("c",)), "d", "e")
    assert commitment("a", ("b", ("c", "d")), "e", "f") != commitment("a", ("b", ("c,d",)), "e", "f")


def test_the_seal_of_a_whole_side_is_the_one_that_it_always_was():
    seal = "c73b60be2e7525d9b99459b5d9f9929cbf615d454cf28646ec985cbb68d9d8ca"
    assert commitment("period 3", ("red", ()), "[]", "salt") == seal


class Correspondence(RuleBasedStateMachine):
    """Whatever is done in whatever order, against what each writer is told by hand."""

    @initialize(writers=st.lists(st.sampled_from((RED, RED_TOO, BLUE, GREEN)), min_size=1, unique=True))
    def lay_out(self, writers):
        self.envelope = laid_out("orders", writers)
        self.words = dict.fromkeys(writers)
        self.seals = set()
        self.numbers = count()

    def attempt(self, allowed, call, *arguments):
        """Done if allowed; if not, refused, and nothing has changed."""
        before = CODEC.dump(self.envelope)
        if allowed:
            self.envelope = call(self.envelope, *arguments)
        else:
            with pytest.raises(RuleViolation):
                call(self.envelope, *arguments)
            assert CODEC.dump(self.envelope) == before
        return allowed

    def new(self, what):
        return f"{what}-{next(self.numbers)}-"

    @rule(writer=st.sampled_from((RED, RED_TOO, BLUE, GREEN)))
    def hand_in(self, writer):
        words = self.new("words")
        if self.attempt(writer in self.words and not self.envelope.opened, sealed, writer, self.new("salt"), words):
            self.words[writer] = words
            self.seals.add(writer)

    @rule(writer=st.sampled_from((RED, RED_TOO, BLUE, GREEN)))
    def lift(self, writer):
        others = any(side != writer[0] for side, _ in self.seals)
        if self.attempt(writer in self.seals and not others and not self.envelope.opened, lifted, writer):
            self.seals.remove(writer)

    @invariant()
    def it_is_as_it_was_told(self):
        envelope = self.envelope
        assert {sheet.writer: sheet.words for sheet in envelope.sheets} == self.words
        assert {sheet.writer for sheet in envelope.sheets if sheet.seal} == self.seals
        assert envelope.opened == (self.seals == set(self.words))
        assert all(holds(envelope.key, sheet) for sheet in envelope.sheets if sheet.seal)
        assert CODEC.load(CODEC.dump(envelope)) == envelope


Correspondence.TestCase.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
TestCorrespondence = Correspondence.TestCase
