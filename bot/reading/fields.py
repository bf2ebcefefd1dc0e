"""The fields of an action that a form asks for, as a custom id carries them: a form must open before anything can be
looked up, and the names of its fields are longer than a custom id.

Beside the places of the fields stands a digest of the names of all: a button from before an action was given another
field, or lost one, is told from those of today, and never asks for another field than it showed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from bot.talk.ticket import Misread, bits
from rules.kernel.action import Action, FieldSpec, fields_of

DIGITS = 4
"""Hexadecimal digits of the digest."""


def written(model: type[Action], names: Collection[str]) -> str:
    """These fields of the action in a few characters, without dots."""
    mask = sum(1 << place for place, spec in enumerate(fields_of(model)) if spec.name in names)
    return f"{mask:x}-{_digest(model)}"


def read(model: type[Action], text: str) -> tuple[FieldSpec, ...]:
    """The fields that were written so. Raises Misread where the action had others then."""
    mask, _, digest = text.partition("-")
    if digest != _digest(model):
        raise Misread(f"{text[:40]!r} are no fields of {model.name()}")
    chosen = bits(mask)
    return tuple(spec for place, spec in enumerate(fields_of(model)) if chosen >> place & 1)


def named(model: type[Action], name: str) -> FieldSpec:
    """The field of that name. Raises Misread where the action has none such."""
    for spec in fields_of(model):
        if spec.name == name:
            return spec
    raise Misread(f"{name[:40]!r} isn't a field of {model.name()}")


def _digest(model: type[Action]) -> str:
    names = " ".join(spec.name for spec in fields_of(model))
    return hashlib.sha256(names.encode()).hexdigest()[:DIGITS]
