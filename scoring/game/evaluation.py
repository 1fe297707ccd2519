"""The value of a game, by the paragraphs (TSR 7.1 and 7.2)."""

from collections.abc import Iterator

from scoring.game.impossible import refuse_impossible
from scoring.game.model import (
    CARD_POINTS,
    NO_ABSAGE,
    SCHWARZ,
    Game,
    Line,
    LineKind,
    Party,
    Side,
    Value,
)

HALF = CARD_POINTS // 2
STAY_BELOW = {1: 90, 2: 60, 3: 30}
"""Level of an Absage -> the opponents must stay below so many card points (TSR 7.1.1)."""
ANNOUNCEMENT_POINTS = 2

UNDER = ((90, LineKind.UNDER_90), (60, LineKind.UNDER_60), (30, LineKind.UNDER_30))
LEVELS = (
    LineKind.ABSAGE_90,
    LineKind.ABSAGE_60,
    LineKind.ABSAGE_30,
    LineKind.ABSAGE_SCHWARZ,
)
"""An Absage of level 1 to 4 counts for each of the first 1 to 4."""
Reached = tuple[tuple[int, int, LineKind], ...]
REACHED: Reached = (
    (1, 120, LineKind.REACHED_120),
    (2, 90, LineKind.REACHED_90),
    (3, 60, LineKind.REACHED_60),
    (4, 30, LineKind.REACHED_30),
)
"""Level of an Absage, and the card points that earn a point against it (TSR 7.2.2 e, f)."""


def evaluate(game: Game) -> Value:
    """Return winner, value, points of every seat and the breakdown by paragraph.

    Raises Impossible for a game that cannot have been played.
    """
    refuse_impossible(game)
    won_by = winner(game)
    base, special = tuple(base_lines(game, won_by)), tuple(special_lines(game, won_by))
    return Value(
        kind=game.kind,
        winner=won_by,
        base_re=sum(line.re for line in base),
        special_re=sum(line.re for line in special),
        points=points_of(game, sum(line.re for line in base + special)),
        breakdown=base + special,
        announcements_added=announcements_added(game),
        schwarz_untold=schwarz_untold(game),
    )


def winner(game: Game, *, half_is_enough: bool = True) -> Party | None:
    """Return who won, None when neither party did (TSR 7.1.1 to 7.1.3).

    `half_is_enough`: for Re where Kontra alone has spoken.
    """
    re, kontra = game.re, game.kontra
    if re.absage and _keeps(re.absage, game.kontra_points, kontra):
        return Party.RE
    if kontra.absage and _keeps(kontra.absage, game.re_points, re):
        return Party.KONTRA
    if re.absage or kontra.absage:
        # Who alone failed an Absage has lost, however few card points the opponents have.
        if re.absage and kontra.absage:
            return None
        return Party.KONTRA if re.absage else Party.RE
    # Re needs one card point more than half, unless Kontra alone has spoken (7.1.1 no. 4).
    kontra_alone = kontra.has_announced and not re.has_announced
    enough = half_is_enough and kontra_alone
    return Party.RE if game.re_points >= HALF + (not enough) else Party.KONTRA


def _keeps(absage: int, points: int, opponents: Side) -> bool:
    """Whether an Absage is kept by opponents with so many card points."""
    return opponents.no_trick if absage == SCHWARZ else points < STAY_BELOW[absage]


def base_lines(game: Game, won_by: Party | None, reached: Reached = REACHED) -> Iterator[Line]:
    """Yield the points of 7.2.2: all of them are the winner's.

    Without a winner these are only (a) without the basic one, (e) and (f).
    """
    if won_by is None:
        for party in Party:
            yield from held_under(game, party, "7.2.2(a)")
        for party in Party:
            yield from _reached(game, party, reached)
        return
    sign = sign_of(won_by)
    yield Line("7.2.2(a)", LineKind.WON, won_by, sign)
    yield from held_under(game, other_than(won_by), "7.2.2(a)")
    for party, side in sides(game):
        for word in side.announcements(party):
            yield Line("7.2.2(b)", LineKind.ANNOUNCED, word, sign * ANNOUNCEMENT_POINTS)
    for rule, party, side in (
        ("7.2.2(c)", Party.RE, game.re),
        ("7.2.2(d)", Party.KONTRA, game.kontra),
    ):
        for kind in LEVELS[: side.absage]:
            yield Line(rule, kind, party, sign)
    yield from _reached(game, won_by, reached)


def held_under(game: Game, party: Party, rule: str) -> Iterator[Line]:
    """Yield what the opponents get for the few card points of a party (7.2.2 a)."""
    points, side = _achieved(game, party)
    sign = -sign_of(party)
    for limit, kind in UNDER:
        if points < limit:
            yield Line(rule, kind, party, sign)
    if side.no_trick:
        yield Line(rule, LineKind.NO_TRICK, party, sign)


def _reached(game: Game, party: Party, reached: Reached) -> Iterator[Line]:
    """Yield a party's points for each Absage of its opponents it exceeded (7.2.2 e, f)."""
    points, _side = _achieved(game, party)
    opponents = game.kontra if party is Party.RE else game.re
    rule = "7.2.2(e)" if party is Party.RE else "7.2.2(f)"
    for level, needed, kind in reached:
        if level <= opponents.absage and points >= needed:
            yield Line(rule, kind, party, sign_of(party))


def special_lines(game: Game, won_by: Party | None) -> Iterator[Line]:
    """Yield the special points of both parties, set off against each other (TSR 7.2.3)."""
    if won_by is Party.KONTRA and not game.game_type.is_alone:
        yield Line("7.2.3", LineKind.AGAINST_THE_QUEENS, Party.KONTRA, -1)
    yield from counted_lines(game, "7.2.3")


def counted_lines(game: Game, rule: str) -> Iterator[Line]:
    """Yield each party's Doppelköpfe, foxes and Karlchen."""
    for party, side in sides(game):
        for name, count in side.special._asdict().items():
            if count:
                yield Line(rule, LineKind(name), party, sign_of(party) * count)


def points_of(game: Game, value_re: int) -> tuple[int | None, ...]:
    """Return the points booked for every seat: a soloist has three opponents (7.2.4)."""
    points: list[int | None] = [None] * game.table_size
    re_points = 3 * value_re if game.game_type.is_alone else value_re
    for seat in game.re.seats:
        points[seat - 1] = re_points
    for seat in game.kontra.seats:
        points[seat - 1] = -value_re
    return tuple(points)


def announcements_added(game: Game) -> tuple[Party, ...]:
    """Return the parties that left out the announcement an Absage includes."""
    return tuple(
        party
        for party, side in sides(game)
        if side.absage > NO_ABSAGE and not side.announced and side.words is None
    )


def schwarz_untold(game: Game) -> Party | None:
    """Return the party without card points that is not stated to have taken no trick."""
    for party in Party:
        points, side = _achieved(game, party)
        if points == 0 and not side.no_trick:
            return party
    return None


def sides(game: Game) -> tuple[tuple[Party, Side], ...]:
    """Return both parties with what they said and achieved."""
    return (Party.RE, game.re), (Party.KONTRA, game.kontra)


def _achieved(game: Game, party: Party) -> tuple[int, Side]:
    if party is Party.RE:
        return game.re_points, game.re
    return game.kontra_points, game.kontra


def sign_of(party: Party) -> int:
    """Return the sign of a party's points from Re's view."""
    return 1 if party is Party.RE else -1


def other_than(party: Party) -> Party:
    """Return the opponents of a party."""
    return Party.KONTRA if party is Party.RE else Party.RE
