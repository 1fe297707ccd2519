"""Solos owed in periods: a new one begins when everybody has played one (rule-sets.md 3.6)."""

from scoring.deal import forced_soloist
from scoring.findings import Code, error
from scoring.model import Row
from scoring.pattern import odd_one_out
from scoring.walk import Course, Walk, count_games


class PeriodWalk(Walk):
    """One pass over the rows of a list with periods."""

    def follow(self) -> Course:
        """Follow the list row by row."""
        self._passed_over: set[int] = set()
        for number, row in enumerate(self._sheet.rows, start=1):
            time_up = self._is_late(number)
            self._meet_dealer(number, row, time_up)
            self._judge(number, row)
            self._go_on(row)
        counted = count_games(self._sheet, 0, ())
        return Course(
            (*self._findings, *counted),
            tuple(self._dealers),
            self._departure,
            incomplete=any(found.code is Code.TOO_FEW_GAMES for found in counted),
            deal=self._deal,
        )

    def _judge(self, number: int, row: Row) -> None:
        deal, kind = self._deal, row.kind.value
        due = deal.is_forced(time_up=False)
        right = forced_soloist(deal.owing, deal.dealer, deal.table_size)
        if row.forced and not (due and row.kind.is_announced_solo):
            self._findings.append(error(Code.FORCED_FLAG, number, right_forced=0, kind=kind))
        elif row.forced and row.soloist not in {right, None} | self._passed_over:
            self._findings.append(
                error(
                    Code.FORCED_WRONG_PLAYER,
                    number,
                    row.soloist,
                    right_soloist=right,
                    dealer=deal.dealer,
                )
            )
        elif due and self._soloist(row) is None:
            self._passed_over.add(right)
            self._findings.append(
                error(Code.OWED_SOLO, number, right, kind=kind, dealer=deal.dealer)
            )

    def _go_on(self, row: Row) -> None:
        """Go on to the next game; a player passed over may make up for it."""
        soloist = self._soloist(row)
        if soloist is None:
            self._deal = self._deal.after_normal(row.kind)
        else:
            self._passed_over.discard(soloist)
            self._deal = self._deal.after_compulsory(soloist, kind=row.kind)

    def _soloist(self, row: Row) -> int | None:
        """Return the soloist of a row: as written, or the only one with a figure of his own."""
        if row.soloist is not None and self._sheet.rules.kind(row.kind).fulfils:
            return row.soloist
        return odd_one_out(row.points)
