"""A score sheet typed by its totals alone."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.core.table_rules import TableRules
from tournament.core.typed import whole_number
from tournament.forms.penalty_lines import ADDED, BOOKED, CONTAINED, fields_of_penalty
from tournament.forms.score_sheets import SheetForm
from tournament.forms.typed import TICKED, Problem, figure, text_of
from tournament.models import SheetKind
from tournament.selectors.booked_penalties import with_penalties

NOBODY: Mapping[int, int] = {}


def solo_fields(at: TableRules, lacking: Mapping[int, int] = NOBODY) -> dict[str, str]:
    """The fields that say how many of the solos demanded of them the positions have played.

    `lacking`: how many somebody has not; one is ticked, more are counted.
    """
    played = {seat: at.solos - lacking.get(seat, 0) for seat in at.seats}
    return {
        f"solo{seat}": TICKED if at.solos == 1 else str(count)
        for seat, count in played.items()
        if count > 0
    }


@dataclass(frozen=True)
class TotalsForm(SheetForm):
    """The totals of one table, as typed."""

    kind = SheetKind.TOTALS
    penalties_need_row = False

    @classmethod
    def blank(cls, at: TableRules) -> "TotalsForm":
        """What is usual: all games played, everybody's compulsory solos among them."""
        return cls(at, {"games_played": str(at.games), **solo_fields(at)})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], at: TableRules) -> "TotalsForm":
        """The fields that say what stored totals say."""
        fields = {"games_played": text_of(content["games_played"])}
        fields |= {f"t{seat}": text_of(total) for seat, total in enumerate(content["totals"], 1)}
        played = Counter(content["compulsory_solos"])
        fields |= solo_fields(at, {seat: at.solos - played[seat] for seat in at.seats})
        for number, penalty in enumerate(content.get("penalties") or (), 1):
            fields |= fields_of_penalty(number, penalty)
        return cls(at, fields)

    @property
    def is_blank(self) -> bool:
        """Whether no total is typed yet."""
        return not any(self.fields.get(f"t{seat}", "").strip() for seat in self.seats)

    def content(self) -> dict[str, Any]:
        """The totals in their public form. A field with a problem counts as usual or empty."""
        played = self._games_played()
        typed = [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats]
        return {
            "totals": with_penalties(typed, self.added),
            "games_played": self.at.games if played is None else played,
            "compulsory_solos": [seat for seat in self.seats for _solo in range(self._solos(seat))],
            "penalties": self._penalties_of_block(),
        }

    @property
    def added(self) -> list[dict[str, Any]]:
        """The penalties whose points the typed totals lack; the content has them."""
        return self._content_of(line for line in self.penalties if line.text(BOOKED) == ADDED)

    @property
    def contained(self) -> list[dict[str, Any]]:
        """The penalties of which somebody has said, asked, that the typed totals contain them."""
        return self._content_of(line for line in self.penalties if line.text(BOOKED) == CONTAINED)

    def _own_problems(self) -> Iterator[Problem]:
        for line in self.penalties:
            if line.is_undecided:
                yield Problem(line.name(BOOKED), "penalty_undecided")
        if self._games_played() is None:
            params = {"least": self.at.size, "most": self.at.lines}
            yield Problem("games_played", "games_played_missing", params=params)

    def _solos(self, seat: int) -> int:
        """How many of the solos demanded of him a position has played: all where it is ticked."""
        text = self.fields.get(f"solo{seat}", "").strip()
        played = self.at.solos if text == TICKED else whole_number(text) or 0
        return min(max(played, 0), self.at.solos)

    def _games_played(self) -> int | None:
        number = whole_number(self.fields.get("games_played", ""))
        return None if number is None or number < 0 else number
