"""Why something is refused, in one word for each reason that more than one part of the program has: rule sets, scripts,
campaigns and bot give the same code for the same thing. What one chapter alone refuses has a word of its own there."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    # Who may ask for what, when
    BATTLE_OVER = "battle-over"
    NOT_BEGUN = "not-begun"
    ENGINE_ONLY = "engine-only"
    UMPIRE_ONLY = "umpire-only"
    NOT_RUNNING = "not-running"
    NO_SIDE = "no-side"
    WHICH_SIDE = "which-side"
    NOT_YOURS = "not-yours"
    NOT_YOUR_SIDE = "not-your-side"
    WRONG_SIDE = "wrong-side"
    NOT_YET = "not-yet"
    NOTHING_DUE = "nothing-due"
    # Questions and answers
    QUESTION_OPEN = "question-open"
    NOT_ASKED = "not-asked"
    ASKED_ALREADY = "asked-already"
    NOTHING_TO_UNDO = "nothing-to-undo"
    # Orders
    NOBODY_NAMED = "nobody-named"
    TURN_GONE = "turn-gone"
    NO_ORDER = "no-order"
    NO_STEP = "no-step"
    # What there is not
    UNKNOWN_ACTION = "unknown-action"
    UNKNOWN_OPTION = "unknown-option"
    UNKNOWN_CHOICE = "unknown-choice"
    UNKNOWN_EVENT = "unknown-event"
    UNKNOWN_SIDE = "unknown-side"
    UNKNOWN_UNIT = "unknown-unit"
    UNKNOWN_FIGURE = "unknown-figure"
    UNKNOWN_WEAPON = "unknown-weapon"
    HOUSE_RULE = "house-rule"
    # Facts
    UNKNOWN_FACT = "unknown-fact"
    FACT_UNREADABLE = "fact-unreadable"
    FACT_NEEDED = "fact-needed"
    NOT_TOWARDS = "not-towards"
    # Places, distances, sight
    NO_BOARD = "no-board"
    NO_PLACE = "no-place"
    NO_LINE_OF_SIGHT = "no-line-of-sight"
    NOT_SPOTTED = "not-spotted"
    OUT_OF_ARC = "out-of-arc"
    OUT_OF_RANGE = "out-of-range"
    TOO_FAR = "too-far"
    TOO_NEAR = "too-near"
    # Forces and people
    NO_FORCE = "no-force"
    SAME_ID = "same-id"
    NOT_THERE = "not-there"
    NOT_AWAY = "not-away"
    NOBODY_TESTS = "nobody-tests"
    NOBODY_LEFT = "nobody-left"
    NOT_WOUNDED = "not-wounded"
    IS_STEADY = "is-steady"
    HAS_IT = "has-it"
    HAS_NONE = "has-none"
    HAS_ENOUGH = "has-enough"
    # Campaigns and what people hand in
    BAD_NAME = "bad-name"
    BAD_SCENARIO = "bad-scenario"
    CAST = "cast"
