"""Whether somebody can tell two worlds apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.seam.viewing import Viewer
from tests.twins.faces import face, probes, tried
from tests.twins.fields import CLASSES, varied
from tests.twins.twin import Decision, Hiding, kept_from


@dataclass(frozen=True)
class Difference:
    """Where somebody sees a secret. `step`: the decision's number."""

    secret: str
    viewer: Viewer
    where: str
    here: str
    there: str
    step: int = 0

    def __str__(self) -> str:
        at = next((i for i, (a, b) in enumerate(zip(self.here, self.there, strict=False)) if a != b), 0)
        cut = slice(max(0, at - 160), at + 240)
        who = self.viewer.side or "everybody"
        return f"{self.secret}: {who}, {self.where}, step {self.step}\n  {self.here[cut]}\n  {self.there[cut]}"


@dataclass
class Compared:
    """What has been compared: pairs of worlds of each kind of secret, texts, and characters. `fields`: the fields of a
    battle in which some twin differed."""

    pairs: Counter[str] = field(default_factory=Counter)
    texts: int = 0
    size: int = 0
    fields: set[str] = field(default_factory=set)
    differing: list[Difference] = field(default_factory=list)

    def hold(self, secret: str, viewer: Viewer, where: str, here: str, there: str, step: int) -> None:
        self.texts += 1
        self.size += len(here)
        if here != there:
            self.differing.append(Difference(secret, viewer, where, here, there, step))


def fought(hiding: Hiding, seed: int, compared: Compared, *, steps: int, every: int, typed: int) -> None:
    """A random battle in which now and then each secret is looked at from all sides."""
    dice = random.Random(seed)
    battle = hiding.battle(seed)
    told = calm = len(battle.decisions)
    for _ in range(steps):
        going = battle.step()
        for number in range(told, len(battle.decisions)):
            one = battle.decisions[number]
            if not _settled(hiding, one.after):
                continue
            _unheard(hiding, battle.decisions[calm : number + 1], compared, number)
            calm = number + 1
            if dice.random() < 1 / every:
                _otherwise(hiding, one, dice, compared, number, typed)
        told = len(battle.decisions)
        if not going:
            return


def _settled(hiding: Hiding, state: Any) -> bool:
    """Whether somebody is asked: what is between two engine's steps nobody is shown."""
    return bool(hiding.rules.battle.prompt(state)) and hiding.rules.battle.proceed(state) is None


def _unheard(hiding: Hiding, since: list[Decision], compared: Compared, step: int) -> None:
    """What somebody has heard nothing of changes nothing of what he is shown."""
    before, after = since[0].before, since[-1].after
    if not _settled(hiding, before):
        return
    for viewer in hiding.viewers:
        if viewer.side is not None and any(one.by.side == viewer.side for one in since):
            continue
        if not all(one.unheard(viewer) for one in since):
            continue
        here, there = (_without_secret(hiding, state, face(hiding.rules, state, viewer)) for state in (before, after))
        found = {type(event).__name__ for one in since for event in one.events}
        if found & hiding.on_show:
            continue
        kinds = "+".join(sorted(found))
        compared.pairs[f"unheard {kinds}"] += 1
        for where in sorted({*here, *there}):
            compared.hold(f"unheard {kinds}", viewer, where, here.get(where, ""), there.get(where, ""), step)


def _without_secret(hiding: Hiding, state: Any, shown: dict[str, str]) -> dict[str, str]:
    """Without the questions of which everybody knows only that they are asked: that alone is no secret."""
    asks = hiding.rules.battle.prompt(state).asks
    secret = {f"{where}ask {ask.side}" for ask in asks if ask.face.secret for where in ("", "channel ")}
    return {where: words for where, words in shown.items() if where not in secret}


def _otherwise(hiding: Hiding, one: Decision, dice: random.Random, compared: Compared, step: int, typed: int) -> None:
    for viewer in hiding.viewers:
        here = face(hiding.rules, one.after, viewer, picture=step % 7 == 0)
        if step % 11 == 0:
            assert here == face(hiding.rules, one.after, viewer, picture=step % 7 == 0), "a world differs from itself"
        for secret in hiding.secrets:
            other = secret.other and secret.other(one.after, viewer, dice)
            if other is None or not _settled(hiding, other):
                continue
            assert other != one.after, "a twin differs from its battle"
            compared.pairs[secret.key] += 1
            compared.fields.update(varied(one.after, other, CLASSES[hiding.book]))
            there = face(hiding.rules, other, viewer, picture=step % 7 == 0)
            for where in sorted({*here, *there}):
                compared.hold(secret.key, viewer, where, here.get(where, ""), there.get(where, ""), step)
            for where, mine, his in _told(hiding, one, other, viewer):
                compared.hold(secret.key, viewer, where, mine, his, step)
            if viewer.side is not None and typed:
                words = [*hiding.words(one.after, viewer), *hiding.words(other, viewer)]
                for probe in probes(hiding.rules, one.after, viewer, list(dict.fromkeys(words)), dice)[:typed]:
                    mine = tried(hiding.rules, one.after, viewer, probe)
                    his = tried(hiding.rules, other, viewer, probe)
                    compared.hold(secret.key, viewer, f"typed {probe}", mine, his, step)


def _told(hiding: Hiding, one: Decision, other: Any, viewer: Viewer) -> Iterator[tuple[str, str, str]]:
    """The last events as each world tells them."""
    for event in one.events:
        if kept_from(event, viewer):
            continue
        where = f"told {type(event).__name__}"
        tell = hiding.rules.battle.tell
        yield where, repr(tell(one.after, event, viewer)), repr(tell(other, event, viewer))
