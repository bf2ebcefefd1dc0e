"""Natures: what each kind of terrain is and, in the words of a rule set, what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from tomllib import loads

from pydantic import BaseModel, ConfigDict, Field


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    over: int = 0
    opaque: bool = False
    thick: float | None = Field(default=None, ge=0)
    walled: bool = False
    ground: bool = False
    barrier: bool = False
    light: bool = False
    height: float = 0.0


class _Sheet(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    natures: dict[str, _Entry]
    same: dict[str, str]


@dataclass(frozen=True, slots=True)
class Nature:
    """One kind of terrain. `going` is the rule set's word for moving there, `cost` what an inch of it takes of an
    allowance, `crossing` what its border takes once, `bars` the movers that cannot enter at all."""

    kind: str
    over: int = 0
    opaque: bool = False
    thick: float | None = None
    walled: bool = False
    ground: bool = False
    barrier: bool = False
    light: bool = False
    height: float = 0.0
    """The usual height, for boards that give none."""
    going: str = "clear"
    cost: float = 1.0
    crossing: float = 0.0
    bars: frozenset[str] = frozenset()


class Natures:
    """All kinds that a table knows; a kind that is not among them, by no word, is open ground. Made once by each rule
    set."""

    def __init__(self, known: tuple[Nature, ...]) -> None:
        self.known = known
        self._by_kind = {nature.kind: nature for nature in known}

    def of(self, kind: str) -> Nature:
        """A kind by its name or another word for it."""
        return self._by_kind.get(kind) or self._by_kind.get(SAME.get(kind, "")) or Nature(kind)

    def meaning(
        self,
        going: Mapping[str, str],
        *,
        cost: Mapping[str, float] | None = None,
        crossing: Mapping[str, float] | None = None,
        bars: Mapping[str, frozenset[str]] | None = None,
    ) -> Natures:
        """The same kinds with a rule set's words and numbers for moving among them, given by kind."""
        kinds = {nature.kind: nature for nature in self.known}
        for kind in {*going, *(cost or {}), *(crossing or {}), *(bars or {})}:
            nature = kinds.get(kind) or replace(self.of(kind), kind=kind)
            kinds[kind] = replace(
                nature,
                going=going.get(kind, nature.going),
                cost=(cost or {}).get(kind, nature.cost),
                crossing=(crossing or {}).get(kind, nature.crossing),
                bars=(bars or {}).get(kind, nature.bars),
            )
        return Natures(tuple(kinds[kind] for kind in sorted(kinds)))


_SHEET = _Sheet.model_validate(loads((files("rules.table") / "nature.toml").read_text("utf-8")))
SAME: Mapping[str, str] = _SHEET.same
"""Other words for kinds: a forest is drawn, hides and hampers like woods, unless a rule set says something else."""
PLAIN = Natures(tuple(Nature(kind=kind, **_SHEET.natures[kind].model_dump()) for kind in sorted(_SHEET.natures)))
"""Terrain as things, without a game's meaning: all going is clear."""
