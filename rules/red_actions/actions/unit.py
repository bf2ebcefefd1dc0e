"""What every action of one unit in a segment has."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.kernel.action import Action, OwnUnit


class UnitAction(Action):
    """What one unit does in its segment."""

    unit: Annotated[OwnUnit, Field(description="which unit")]
