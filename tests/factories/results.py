"""Made-up results of a tournament, by no rule set: points need not add up to anything."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tournament.sheets.rules.results import Game, Result, TableGames, TableResult, TournamentResults
from tournament.standings.rules.standings import Standing
from tournament.trust.rules.recount import EntryClaim, SheetClaim


@dataclass(frozen=True)
class MadeUp:
    """Results, and the sheets they are from. Entry 1 has the start number 101, and so on."""

    people: tuple[Result, ...]
    sheets: tuple[SheetClaim, ...]
    seed: str

    @property
    def known(self) -> TournamentResults:
        """Return what the criteria receive."""
        return TournamentResults(
            people=self.people,
            tables=tuple(
                TableResult(number, sheet.round, sheet.entry_ids, sheet.totals)
                for number, sheet in enumerate(self.sheets)
            ),
            read_games=lambda: {
                number: _games(sheet.content) for number, sheet in enumerate(self.sheets)
            },
            read_seed=lambda: self.seed,
        )

    def claims(self, lines: tuple[Standing, ...]) -> list[EntryClaim]:
        """Return standings as the recount receives them."""
        return [
            EntryClaim(
                entry_id=line.entry_id,
                number=line.entry_id + 100,
                rounds=line.rounds,
                deductions=(line.adjustment,),
                adjustment=line.adjustment,
                total=line.total,
                rank=line.rank,
            )
            for line in lines
        ]


def _games(content: dict[str, Any]) -> TableGames:
    games = tuple(
        Game(tuple(row["points"]), row["soloist"] if row["kind"] == "compulsory_solo" else None)
        for row in content.get("rows", ())
    )
    return TableGames(len(games), games)


@st.composite
def contents(draw: st.DrawFn, size: int) -> dict[str, Any]:
    """Return a list of a few games, or totals alone."""
    figure = st.integers(-2, 3)
    if draw(st.booleans()):
        return {"totals": draw(st.lists(figure, min_size=size, max_size=size))}
    row = st.fixed_dictionaries(
        {
            "points": st.lists(figure, min_size=size, max_size=size),
            "kind": st.sampled_from(["normal", "voluntary_solo", "compulsory_solo"]),
            "soloist": st.integers(1, size),
        }
    )
    rows = draw(st.lists(row, max_size=4))
    for number, each in enumerate(rows):
        if size == 5:
            each["points"][number % size] = None
    return {"table_size": size, "rows": rows}


@st.composite
def made_up_tournaments(draw: st.DrawFn) -> MadeUp:
    """Return one to three rounds of eight to ten people at two tables; some without a result."""
    sizes = draw(st.sampled_from([(4, 4), (4, 5), (5, 5)]))
    entry_ids = range(1, sum(sizes) + 1)
    rounds = draw(st.integers(1, 3))
    sheets = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(entry_ids))
        seated = (order[: sizes[0]], order[sizes[0] :])
        for table, (size, sitting) in enumerate(zip(sizes, seated, strict=True), start=1):
            if draw(st.integers(0, 4)):
                content = draw(contents(size))
                totals = content.get("totals") or [
                    sum(row["points"][seat] or 0 for row in content["rows"]) for seat in range(size)
                ]
                sheets.append(SheetClaim(number, table, tuple(sitting), content, tuple(totals)))
    points = {
        (entry_id, sheet.round): total
        for sheet in sheets
        for entry_id, total in zip(sheet.entry_ids, sheet.totals, strict=True)
    }
    rows = {
        entry_id: tuple(points.get((entry_id, number)) for number in range(1, rounds + 1))
        for entry_id in entry_ids
    }
    # Few totals, so that many ties must be decided: a deduction may be a bonus here.
    totals = {entry_id: draw(st.integers(0, 1)) for entry_id in entry_ids}
    people = tuple(
        Result(
            entry_id=entry_id,
            number=entry_id + 100,
            rounds=rows[entry_id],
            adjustment=totals[entry_id] - sum(figure or 0 for figure in rows[entry_id]),
            ranked=draw(st.sampled_from([True, True, True, False])),
        )
        for entry_id in entry_ids
    )
    return MadeUp(people, tuple(sheets), draw(st.sampled_from(["", "4711", "Königin"])))
