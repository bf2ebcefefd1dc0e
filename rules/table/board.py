"""The digital table: a board, its terrain features, and the tokens that stand on it."""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]
"""East and north of the south-west corner, in the board's measure."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A door, window, gate or breach in a feature's outline, from `a` to `b` along it.

    One sees and shoots through it between the heights `sill` and `head` above the feature's base, so a window on the
    first floor has a higher sill than one on the ground floor. A shut one (`open` false) lets nothing through.
    """

    kind: str
    a: Point
    b: Point
    sill: float = 0.0
    head: float = 2.0
    open: bool = True


@dataclass(frozen=True, slots=True)
class Feature:
    """A piece of terrain. `outline` with `width` 0: the corner points of a polygon. With a `width`: the points of a
    line so wide (wall, road, stream), or, with a single point, a circle of that diameter (crater, smoke, flare)."""

    kind: str
    outline: tuple[Point, ...]
    name: str = ""
    height: float = 0.0
    """Top above `base`; for ground (hills) its elevation, negative for a trench or crater."""
    base: float = 0.0
    """Elevation of the ground it stands on."""
    width: float = 0.0
    hardness: str = "none"
    """none, soft or hard."""
    floors: int = 0
    openings: tuple[Opening, ...] = ()
    until: int | None = None
    """The last turn in which it is there (smoke, flares); None: for good."""
    parapet: float = field(default=0.0, repr=False)
    """How high the wall around the roof of a building stands above it."""

    def __hash__(self) -> int:
        """Cheap, for a feature is the key of its areas: equal features still have equal hashes."""
        return hash((self.kind, self.name, len(self.outline), self.outline[:1], self.width, self.height, self.until))


SHORT = {"inches": "in", "metres": "m"}
"""The measures of tables, and what stands behind a number of each."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table of `width` by `depth` in the rule set's measure; (0, 0) is the south-west corner, north is up.

    `wind`: degrees clockwise from north that it blows towards; None: nobody has said. `edges`: the friendly edge of
    each side, (("army", "south"), ("insurgents", "north")). `visibility`: how far one can see, None without limit.
    """

    width: float
    depth: float
    features: tuple[Feature, ...] = ()
    name: str = ""
    light: str = "day"
    """day, dusk, moon or night."""
    weather: str = "clear"
    wind: float | None = None
    edges: tuple[tuple[str, str], ...] = ()
    visibility: float | None = None
    square: float = 4.0
    """Side of a map square."""
    measure: str = "inches"
    """inches or metres."""
    objectives: tuple[str, ...] = ()
    """Named features that everybody knows to be fought for."""

    def __hash__(self) -> int:
        """Cheap, for a board is the key of surveys and sights: equal boards still have equal hashes."""
        return hash((self.width, self.depth, self.name, self.light, self.weather, len(self.features)))

    def __eq__(self, other: object) -> bool:
        """Two that have been compared are not compared anew: a battle that has been read again, or in which doors have
        been shut, asks for the surveys of both boards thousands of times."""
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        pair = (id(self), id(other))
        known = _COMPARED.get(pair)
        if known is None:
            alike = all(getattr(self, each) == getattr(other, each) for each in self.__slots__)
            for oldest in list(_COMPARED)[: -PAIRS + 1]:
                _COMPARED.pop(oldest, None)
            known = _COMPARED[pair] = (self, other, alike)
        return known[2]

    @property
    def short(self) -> str:
        """Its measure as it stands behind a number: "in", "m"."""
        return SHORT[self.measure]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on the board, its edges included."""
        return 0.0 <= x <= self.width and 0.0 <= y <= self.depth


PAIRS = 64
"""Of boards that have been compared, the newest."""
_COMPARED: dict[tuple[int, int], tuple[Board, Board, bool]] = {}
"""Whether they are equal, by their identities, which nothing else can have as long as they are kept here."""


@dataclass(frozen=True, slots=True)
class Token:
    """A figure, horse, base, vehicle or marker on the table. `z` is the height of its base above the ground there (a
    floor of a building, a roof); `facing` in degrees clockwise from north; `radius` of its round base."""

    id: str
    x: float
    y: float
    facing: float = 0.0
    z: float = 0.0
    radius: float = 0.5
    height: float = 1.0
    posture: str = "standing"
    kind: str = "figure"
    """figure, rider, horse, base, vehicle, marker or star (an officer)."""
    length: float = 0.0
    """Of an oblong footprint (a vehicle), along its facing; 0: the round base of `radius`."""
    width: float = 0.0
    label: str = ""
    """What a picture writes on it: a figure's number."""
    state: str = ""
    """fit (or nothing), wounded, killed, captured, destroyed."""
    turret: float | None = None
    """Where the turret of a vehicle looks, degrees clockwise from north; None: it has none."""
