"""Progress reports from tables: used for the forecast, not a result, not in the journal."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.deal import Deal
from scoring.outlook import FiguresDoNotFit, SoFar, outlook_from
from tournament.errors import Refused
from tournament.models import GameTable, RoundState, TableReport
from tournament.permissions import Actor, may_report_games, require
from tournament.sheets.writes.sheet_versions import locked_table


@transaction.atomic
def report_games(
    actor: Actor,
    table: GameTable,
    games: int | None,
    solos: Collection[int] | None = None,
    *,
    now: datetime | None = None,
) -> TableReport | None:
    """Save that a table has played so many games; None deletes its report.

    `solos`: the positions that have played their compulsory solo, None if not checked.

    Refused: `tournament_finished`, `standings_are_frozen`, `table_gone`, `round_not_played`,
    `report_has_too_many_games`, `report_names_no_position`, `report_needs_no_solos`,
    `report_does_not_fit`.
    """
    require(may_report_games, actor, table.round.tournament)
    table = locked_table(table)
    round = table.round
    if round.state not in (RoundState.RUNNING, RoundState.ENDED):
        raise Refused("round_not_played", round=round.number)
    if games is None:
        TableReport.objects.filter(table=table).delete()
        return None
    _require_possible(table, games, solos)
    report = TableReport.objects.filter(table=table).first() or TableReport(table=table)
    report.games, report.solos = games, None if solos is None else sorted(solos)
    report.user, report.at = actor.user, now or timezone.now()
    report.save()
    return report


def _require_possible(table: GameTable, games: int, solos: Collection[int] | None) -> None:
    at = table.round.tournament.at_table(table.size)
    if games > at.lines:
        raise Refused("report_has_too_many_games", table=table.number, games=games, most=at.lines)
    if solos is None:
        return
    if not at.figures_tell_solos:
        raise Refused("report_needs_no_solos", table=table.number)
    if not set(solos) <= set(at.seats):
        raise Refused("report_names_no_position", table=table.number, most=at.size)
    try:
        so_far = SoFar(games, bid=frozenset(solos))
        outlook_from(Deal.first(at.size, at.games, at.rules), at.games, so_far)
    except FiguresDoNotFit as misfit:
        raise Refused("report_does_not_fit", normal=misfit.normal, most=misfit.most) from None
