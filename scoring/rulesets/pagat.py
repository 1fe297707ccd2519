"""The tournament play of the source P, with its numbered options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.game import Game, Line, LineKind, Party
from scoring.game.evaluation import (
    ANNOUNCEMENT_POINTS,
    LEVELS,
    counted_lines,
    held_under,
    other_than,
    sides,
    sign_of,
)
from scoring.game.impossible import Playable
from scoring.rulesets.ddv import CALLING
from scoring.rulesets.numbered import Numbered
from scoring.rulesets.ruleset import Calling, Duty, Owed, Penalties
from scoring.terms import FIVE_TABLE, FOUR_TABLE

RULE = "P"
GAMES: Mapping[int, int] = {FOUR_TABLE: 24, FIVE_TABLE: 25}
MOST_KARLCHEN = 2
FAILED_LEVEL_POINTS = 2


@dataclass(frozen=True)
class Pagat(Numbered):
    """Tournament play as the source P has it (rule-sets.md 2)."""

    name: ClassVar[str] = "pagat"
    penalties: ClassVar[Penalties] = Penalties.ZERO_SUM
    usual_calling: ClassVar[Calling] = replace(
        CALLING, wedding=1, skips=False, rule=RULE, other_rule=RULE
    )
    """The DDV's, one card fewer after a wedding; no level may be left out."""

    def games(self, table_size: int) -> int:
        """Return 24, at a table of five 25."""
        return GAMES[table_size]

    @property
    def has_poverty(self) -> bool:
        """Whether poverty is not played otherwise, or not at all (6)."""
        return "6" not in self.options

    def duty(self, table_size: int) -> Duty | None:
        """Return one solo in a round, in an additional game where it was not played."""
        return Duty(1, Owed.ADDITIONAL)

    def _games_played(self) -> Playable:
        """Return those of the options, with Doppelköpfe in a solo as well."""
        return replace(super()._games_played(), alone=("doppelkopf",))

    def _karlchen(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """A Karlchen lost counts as well, unless that is switched off (19)."""
        if "19" in self.options:
            return super()._karlchen()
        return (*super()._karlchen(), (("karlchen", "karlchen_lost"), MOST_KARLCHEN))

    def base_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield what the game itself is worth.

        Nobody has won where both have failed an Absage: then only levels really held count.
        """
        if won_by is None:
            for party in Party:
                yield from held_under(game, party, RULE)
            return
        sign = sign_of(won_by)
        yield Line(RULE, LineKind.WON, won_by, sign)
        yield from held_under(game, other_than(won_by), RULE)
        for party, side in sides(game):
            for word in side.announcements(party):
                yield Line(RULE, LineKind.ANNOUNCED, word, sign * ANNOUNCEMENT_POINTS)
        for party, side in sides(game):
            each = 1 if party is won_by else FAILED_LEVEL_POINTS
            for kind in LEVELS[: side.absage]:
                yield Line(RULE, kind, party, sign * each)

    def special_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield "against the old ones", in a solo as well, and what else needs no option."""
        if won_by is Party.KONTRA:
            yield Line(RULE, LineKind.AGAINST_THE_QUEENS, Party.KONTRA, -1)
        yield from counted_lines(game, RULE)
