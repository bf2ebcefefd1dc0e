"""Who may know of what is told: data of each telling, from whom its event is for and from what `tell` withholds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.gathering import gather
from rules.telling.told import Casualty, Strike, TellingRole, Told
from tests.bot.toy import TOY, Dug, Man, Squad, State

ARMY, REBELS, UMPIRE = Viewer("army"), Viewer("insurgents"), Viewer(umpire=True)
VIEWERS = (PUBLIC, ARMY, REBELS, UMPIRE)
STATE = State(squads=(Squad("able", "Able", "army", (Man("cole", "Cole"),), hidden=False),))
OPEN = Dug(unit="able", where="the open", depth="deep")


def audiences(event: Dug) -> list[tuple[str, ...] | str | None]:
    """For the public, the army, the rebels and the umpire; "-": told nothing."""
    tolds = TOY.battle.told(STATE, event, VIEWERS)
    return [told.audience if told is not None else "-" for told in tolds]


def test_what_everybody_is_told_is_for_everybody() -> None:
    assert audiences(OPEN) == [None, None, None, None]


def test_what_tell_keeps_from_the_others_is_for_the_side_alone_that_is_told() -> None:
    assert audiences(replace(OPEN, where="a secret hollow")) == ["-", ("army",), "-", ()]


def test_an_event_for_one_side_says_so_also_to_the_umpire() -> None:
    assert audiences(replace(OPEN, where="a secret hollow", audience=("army",))) == ["-", ("army",), "-", ("army",)]


def test_a_secret_in_the_words_of_something_public_stays_a_secret() -> None:
    """Two units dig in alike, one of them unseen: the words of both are the same, and only one of them is public."""
    squads = (*STATE.squads, replace(STATE.squads[0], id="baker"))
    state = replace(STATE, squads=squads)
    hidden = replace(OPEN, unit="baker", where="a secret hollow")
    public = TOY.battle.told(state, hidden, (PUBLIC, ARMY))
    assert public[0] is None
    assert public[1] is not None
    assert public[1].secret


@pytest.mark.parametrize(
    ("role", "audience", "wanted"),
    [
        (TellingRole.FOLLOWS, ("army",), ("army",)),
        (TellingRole.FOLLOWS, None, None),
        (TellingRole.DETAIL, ("army",), None),
    ],
)
def test_what_is_gathered_is_as_secret_as_its_parts(
    role: TellingRole, audience: tuple[str, ...] | None, wanted: tuple[str, ...] | None
) -> None:
    strike = Told("Ridge fires at Able", strike=Strike("Ridge", "fires at", "Able", hits=1, alone=False), about="Ridge")
    fate = Told("Cole falls", casualties=(Casualty("Cole", "killed", "Able"),), role=role, audience=audience)
    (gathered,) = gather([strike, fate])
    assert gathered.audience == wanted
    assert gathered.secret == (wanted is not None)
