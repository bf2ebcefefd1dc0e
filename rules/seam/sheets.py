"""What the campaign keeps for a rule set without reading it, as JSON text: a sheet of a figure, an element or a unit, a
condition, what a scenario brings to a battle."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

T = TypeVar("T")


class SheetKind(Generic[T]):
    """A kind of sheet. `what` it is called where it cannot be read; `empty`: what stands for no text at all."""

    def __init__(
        self, of: type[T], *, remedy: str = "Correct the sheet.", what: str = "sheet", empty: str = "{}"
    ) -> None:
        self._adapter: TypeAdapter[T] = TypeAdapter(of)
        self._remedy, self._what, self._empty = remedy, what, empty

    def load(self, text: str, who: str) -> T:
        """RuleViolation for what cannot be read, with whose it is."""
        try:
            return self._adapter.validate_json(text.strip() or self._empty)
        except ValidationError as error:
            raise RuleViolation(
                Why.UNREADABLE_SHEET, f"The {self._what} of {who} cannot be read: {_fault(error)}.", remedy=self._remedy
            ) from None

    def dump(self, value: T) -> str:
        """As the campaign keeps it: what is as usual is left out."""
        return self._adapter.dump_json(value, exclude_defaults=True).decode()


class ScenarioData(BaseModel):
    """Base of what a scenario brings to a battle beyond forces and board, and of the parts of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def read(cls, text: str) -> Self:
        """Of `Muster.scenario`. RuleViolation that names the place of the fault."""
        try:
            return cls.model_validate_json(text or "{}")
        except ValidationError as error:
            raise RuleViolation(
                Why.UNREADABLE_SCENARIO,
                f"The scenario cannot be read: {_fault(error)}.",
                remedy="Correct it and muster again.",
            ) from None


def _fault(error: ValidationError) -> str:
    """The first fault, with its place where it has one."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
